//===- Npy.h - NumPy's file format ------------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TOOLS_FOLDRUN_NPY_H
#define ASCENDFOLD_TOOLS_FOLDRUN_NPY_H

#include "HostBuffer.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace foldrun {

struct NpyArray {
  /// The element type in numpy's spelling, little-endian: "<f4", "|b1".
  std::string descr;
  llvm::SmallVector<int64_t> shape;
  /// In C order, whatever the order in the file.
  HostBuffer data;
};

/// Reads a whole file. It is checked against its size before memory is
/// allocated, so that a header that lies costs nothing.
llvm::Expected<NpyArray> readNpy(llvm::StringRef path);

/// Writes version 1.0, C order. The file appears whole or not at all.
llvm::Error writeNpy(llvm::StringRef path, llvm::StringRef descr,
                     llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<char> data);

} // namespace foldrun

#endif // ASCENDFOLD_TOOLS_FOLDRUN_NPY_H
