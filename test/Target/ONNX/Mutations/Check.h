//===- Check.h - Import one model -------------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_ONNXMUTATIONS_CHECK_H
#define ASCENDFOLD_TEST_ONNXMUTATIONS_CHECK_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <string>

namespace mlir {
class MLIRContext;
class ModuleOp;
template <typename OpTy>
class OwningOpRef;
} // namespace mlir

namespace mlir::ascend::onnxmutations {

enum class Outcome : char {
  /// A module that verifies and can be read again.
  Imported,
  /// No module, and one error of one line.
  Refused,
  /// Something else.
  Wrong,
  Crashed,
  TimedOut,
};

struct Verdict {
  Outcome outcome = Outcome::Crashed;
  /// The error, or what is wrong.
  std::string message;

  bool isFailure() const {
    return outcome != Outcome::Imported && outcome != Outcome::Refused;
  }
};

using ImportFn = llvm::function_ref<OwningOpRef<ModuleOp>(llvm::MemoryBufferRef,
                                                          MLIRContext *)>;

/// Imports the model in this process.
Verdict checkImport(StringRef bytes, ImportFn import);

/// What the checks are for.
OwningOpRef<ModuleOp> importModel(llvm::MemoryBufferRef model,
                                  MLIRContext *context);

/// Importers that do what none may do, one for each number, to see that it is
/// noticed.
OwningOpRef<ModuleOp> importBadly(uint64_t number, llvm::MemoryBufferRef model,
                                  MLIRContext *context);

} // namespace mlir::ascend::onnxmutations

#endif // ASCENDFOLD_TEST_ONNXMUTATIONS_CHECK_H
