//===- ExternalModels.h - Interfaces of upstream ops ------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_INTERFACES_EXTERNALMODELS_H
#define ASCENDFOLD_INTERFACES_EXTERNALMODELS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::ascend {

/// Attach this project's interfaces to the ops of one upstream dialect, when
/// that dialect is loaded. May be called any number of times.
void registerArithExternalModels(DialectRegistry &registry);
void registerBufferizationExternalModels(DialectRegistry &registry);
void registerLinalgExternalModels(DialectRegistry &registry);
void registerMathExternalModels(DialectRegistry &registry);
void registerMemRefExternalModels(DialectRegistry &registry);
void registerMLProgramExternalModels(DialectRegistry &registry);
void registerTensorExternalModels(DialectRegistry &registry);
void registerTosaExternalModels(DialectRegistry &registry);

/// All of the above.
void registerAllExternalModels(DialectRegistry &registry);

} // namespace mlir::ascend

#endif // ASCENDFOLD_INTERFACES_EXTERNALMODELS_H
