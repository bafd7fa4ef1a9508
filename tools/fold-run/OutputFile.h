//===- OutputFile.h - Files that appear whole or not at all -----*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TOOLS_FOLDRUN_OUTPUTFILE_H
#define ASCENDFOLD_TOOLS_FOLDRUN_OUTPUTFILE_H

#include "Error.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace foldrun {

/// Calls `write` with a stream to a temporary file beside `path` and renames
/// it when all was written. "-" is stdout; what exists and is no regular file
/// (a pipe, /dev/null) is written in place.
llvm::Error writeFile(llvm::StringRef path,
                      llvm::function_ref<void(llvm::raw_ostream &)> write);

} // namespace foldrun

#endif // ASCENDFOLD_TOOLS_FOLDRUN_OUTPUTFILE_H
