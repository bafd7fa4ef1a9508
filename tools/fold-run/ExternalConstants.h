//===- ExternalConstants.h - Weights outside of the code --------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// copied into an LLVM constant, from there into an object file in memory and
// from there to where they are used, which takes longer than all the rest. So
// large constants become declarations, and the JIT resolves their symbols to
// the memory in which the MLIR context holds the attributes anyway.
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TOOLS_FOLDRUN_EXTERNALCONSTANTS_H
#define ASCENDFOLD_TOOLS_FOLDRUN_EXTERNALCONSTANTS_H

#include "HostBuffer.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

#include <vector>

namespace foldrun {

class ExternalConstants {
public:
  /// Turns the large constants of a module in the llvm dialect into
  /// declarations. Their memory belongs to the module's context or to this
  /// object; both have to outlive the compiled code.
  llvm::Error take(mlir::ModuleOp module);

  /// Where the symbols are.
  const llvm::StringMap<const void *> &getAddresses() const {
    return addresses;
  }

private:
  llvm::StringMap<const void *> addresses;
  std::vector<HostBuffer> copies;
};

} // namespace foldrun

#endif // ASCENDFOLD_TOOLS_FOLDRUN_EXTERNALCONSTANTS_H
