//===- Entry.h - The function that is run -----------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TOOLS_FOLDRUN_ENTRY_H
#define ASCENDFOLD_TOOLS_FOLDRUN_ENTRY_H

#include "Error.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"

namespace foldrun {

/// What the entry function takes and returns.
struct Signature {
  /// It is an llvm.func that the pipeline has made already.
  bool isCompiled = false;
  llvm::SmallVector<mlir::RankedTensorType> arguments, results;
};

/// The name of the function to run when none is given: 'main' or, where there
/// is none, the only public function that has a body.
std::string getDefaultEntry(mlir::ModuleOp module);

/// The signature of function `entry`, of tensors that a .npy file can hold;
/// shapes may be dynamic.
llvm::Expected<Signature> getSignature(mlir::ModuleOp module,
                                       llvm::StringRef entry);

/// An error unless all shapes are static.
llvm::Error requireStatic(const Signature &signature, llvm::StringRef entry);

/// Gives the arguments of `entry` these types, which refine their own, and lets
/// the shapes flow through the function to its results.
llvm::Error specialize(mlir::ModuleOp module, llvm::StringRef entry,
                       llvm::ArrayRef<mlir::RankedTensorType> types);

} // namespace foldrun

#endif // ASCENDFOLD_TOOLS_FOLDRUN_ENTRY_H
