//===- ExternalModels.h - Interfaces of other folders for ascend *- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_DIALECT_ASCEND_TRANSFORMS_EXTERNALMODELS_H
#define ASCENDFOLD_DIALECT_ASCEND_TRANSFORMS_EXTERNALMODELS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::ascend {

/// Lets upstream's one-shot bufferization take ascend ops.
void registerBufferizableOpInterfaceExternalModels(DialectRegistry &registry);

/// Lets `fold-conv-bn` fold into `ascend.conv` and take `ascend.batch_norm`
/// away, and the constant evaluator see through ops that only move data.
void registerFoldInterfacesExternalModels(DialectRegistry &registry);

} // namespace mlir::ascend

#endif // ASCENDFOLD_DIALECT_ASCEND_TRANSFORMS_EXTERNALMODELS_H
