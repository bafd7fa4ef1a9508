//===- Workers.h - Checks in child processes --------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_ONNXMUTATIONS_WORKERS_H
#define ASCENDFOLD_TEST_ONNXMUTATIONS_WORKERS_H

#include "Check.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::ascend::onnxmutations {

/// What the import of one model may take.
struct Limits {
  /// MiB of address space beyond what the process has; 0 for no limit.
  uint64_t memory = 512;
  /// Seconds of processor time.
  unsigned seconds = 10;
};

/// Calls `check` for the numbers 0 to `count` - 1, `jobs` at a time, in child
/// processes. Reports come in no particular order.
void checkAll(uint64_t count, unsigned jobs, const Limits &limits,
              llvm::function_ref<Verdict(uint64_t)> check,
              llvm::function_ref<void(uint64_t, const Verdict &)> report);

} // namespace mlir::ascend::onnxmutations

#endif // ASCENDFOLD_TEST_ONNXMUTATIONS_WORKERS_H
