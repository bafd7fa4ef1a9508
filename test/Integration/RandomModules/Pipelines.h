//===- Pipelines.h - Passes under test --------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_RANDOMMODULES_PIPELINES_H
#define ASCENDFOLD_TEST_RANDOMMODULES_PIPELINES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::ascend::difftest {

/// What modules are drawn to be run through; the first one is the simplest.
llvm::ArrayRef<llvm::StringRef> getPipelines();

/// LLVM's own passes that modules are drawn to go through before, so that what
/// they make of the ops is folded as well; the first one is none.
llvm::ArrayRef<llvm::StringRef> getPreparations();

/// The way from tosa to linalg.
llvm::StringRef getTosaLowering();

/// The pipeline without passes that are not registered, and without options
/// that a pass has not; fold-conv-bn if nothing is left.
std::string getKnownPipeline(llvm::StringRef pipeline);

} // namespace mlir::ascend::difftest

#endif // ASCENDFOLD_TEST_RANDOMMODULES_PIPELINES_H
