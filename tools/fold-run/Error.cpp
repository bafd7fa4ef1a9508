//===- Error.cpp - Errors of fold-run -------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Error.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace foldrun;

char DiagnosedError::ID;

void DiagnosedError::log(raw_ostream &os) const {
  os << "an error that was printed already";
}

std::error_code DiagnosedError::convertToErrorCode() const {
  return inconvertibleErrorCode();
}
