//===- Reduction.h - Smallest failing module --------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_RANDOMMODULES_REDUCTION_H
#define ASCENDFOLD_TEST_RANDOMMODULES_REDUCTION_H

#include "Workers.h"

namespace mlir::ascend::difftest {

struct Reduced {
  Recipe recipe;
  Verdict verdict;
  /// Simpler recipes that were tried.
  unsigned attempts = 0;
};

/// Simplifies `recipe` for as long as it fails in the same way.
Reduced reduceFailure(const Recipe &recipe, Outcome outcome,
                      const CheckerFactory &makeChecker);

} // namespace mlir::ascend::difftest

#endif // ASCENDFOLD_TEST_RANDOMMODULES_REDUCTION_H
