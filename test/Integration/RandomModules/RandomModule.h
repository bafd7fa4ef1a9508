//===- RandomModule.h - Text of a random module -----------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The generator knows nothing of the pass under test: it writes what the
// recipe says, in upstream dialects.
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_RANDOMMODULES_RANDOMMODULE_H
#define ASCENDFOLD_TEST_RANDOMMODULES_RANDOMMODULE_H

#include "ModuleWriter.h"

namespace mlir::ascend::difftest {

/// A module with a function @main, and how to call it.
struct RandomModule {
  std::string text;
  std::vector<Tensor> arguments, results;
  /// Indices into `getPreparations()` and `getPipelines()`.
  unsigned preparation = 0, pipeline = 0;
};

RandomModule writeModule(const Recipe &recipe);

} // namespace mlir::ascend::difftest

#endif // ASCENDFOLD_TEST_RANDOMMODULES_RANDOMMODULE_H
