//===- TosaModels.h - Interfaces of tosa ops --------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_INTERFACES_TOSAMODELS_H
#define ASCENDFOLD_LIB_INTERFACES_TOSAMODELS_H

#include "mlir/Dialect/Tosa/IR/TosaOps.h"

namespace mlir::ascend {

void attachTosaChannelAffineModels(MLIRContext *context);
void attachTosaChannelLinearModels(MLIRContext *context);

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_INTERFACES_TOSAMODELS_H
