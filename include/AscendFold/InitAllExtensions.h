//===- InitAllExtensions.h - Registration of extensions ---------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_INITALLEXTENSIONS_H
#define ASCENDFOLD_INITALLEXTENSIONS_H

#include "AscendFold/Dialect/Ascend/Transforms/ExternalModels.h"
#include "AscendFold/Interfaces/ExternalModels.h"

#include "mlir/IR/DialectRegistry.h"

namespace mlir::ascend {

/// Registers the external models of this project's interfaces for the ops of
/// upstream dialects.
inline void registerAllExtensions(DialectRegistry &registry) {
  registerAllExternalModels(registry);
  registerBufferizableOpInterfaceExternalModels(registry);
  registerFoldInterfacesExternalModels(registry);
}

} // namespace mlir::ascend

#endif // ASCENDFOLD_INITALLEXTENSIONS_H
