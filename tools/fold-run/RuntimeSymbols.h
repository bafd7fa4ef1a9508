//===- RuntimeSymbols.h - What compiled code calls --------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TOOLS_FOLDRUN_RUNTIMESYMBOLS_H
#define ASCENDFOLD_TOOLS_FOLDRUN_RUNTIMESYMBOLS_H

#include "llvm/ADT/StringRef.h"

namespace foldrun {

/// The address of a function that compiled code may call: one of libascendrt,
/// of MLIR's runner library or of this process (libm, libc); null when there
/// is none.
void *lookupRuntimeSymbol(llvm::StringRef name);

} // namespace foldrun

#endif // ASCENDFOLD_TOOLS_FOLDRUN_RUNTIMESYMBOLS_H
