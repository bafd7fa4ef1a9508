//===- Error.h - Errors of fold-run -----------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TOOLS_FOLDRUN_ERROR_H
#define ASCENDFOLD_TOOLS_FOLDRUN_ERROR_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace foldrun {

/// An error of one line, printed as `fold-run: error: <message>`.
inline llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// The error that MLIR has already printed, with its location: nothing is left
/// to say.
class DiagnosedError : public llvm::ErrorInfo<DiagnosedError> {
public:
  static char ID; // NOLINT(readability-identifier-naming): LLVM asks for it
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;
};

} // namespace foldrun

#endif // ASCENDFOLD_TOOLS_FOLDRUN_ERROR_H
