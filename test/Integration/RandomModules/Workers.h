//===- Workers.h - Checks in child processes --------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A crash in the pass or in compiled code ends a child process, not the run.
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_RANDOMMODULES_WORKERS_H
#define ASCENDFOLD_TEST_RANDOMMODULES_WORKERS_H

#include "Check.h"

namespace mlir::ascend::difftest {

/// Makes the checker of one child process.
using CheckerFactory = std::function<std::unique_ptr<Checker>()>;

/// Checks the recipes that belong to `indices`, `jobs` at a time. Verdicts
/// come without the text of the modules, in no particular order.
void checkAll(ArrayRef<uint64_t> indices,
              llvm::function_ref<Recipe(uint64_t index)> getRecipe,
              const CheckerFactory &makeChecker, unsigned jobs,
              llvm::function_ref<void(uint64_t index, const Verdict &)> report);

/// Checks one recipe, in a child process of its own. If it is `quiet`, a crash
/// leaves no trace.
Verdict checkOne(const Recipe &recipe, const CheckerFactory &makeChecker,
                 bool quiet = false);

} // namespace mlir::ascend::difftest

#endif // ASCENDFOLD_TEST_RANDOMMODULES_WORKERS_H
