//===- TosaModels.h - Interfaces of tosa ops --------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_INTERFACES_TOSAMODELS_H
#define ASCENDFOLD_LIB_INTERFACES_TOSAMODELS_H

#include "MapMotion.h"

#include "AscendFold/Analysis/Elementwise.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"

namespace mlir::ascend {

class ConstantEvaluator;

/// What an elementwise op computes on floating-point tensors.
ElementwiseFunction getTosaFunction(Operation *op);

/// Operands that carry data: not the shift of a mul, nor zero points.
ValueRange getTosaDataOperands(Operation *op);

/// Maps that move through elementwise ops.
LogicalResult pullThroughTosaElementwise(Operation *op,
                                         const ChannelAffineMap &map,
                                         ConstantEvaluator &evaluator,
                                         OperandMaps &operandMaps,
                                         std::string &why);
FailureOr<ChannelAffineMap>
pushThroughTosaElementwise(Operation *op, ArrayRef<ChannelAffineMap> maps,
                           ConstantEvaluator &evaluator, std::string &why);

/// tosa.mul and tosa.add with constants; null ones are left out.
Value buildTosaScaleAndShift(RewriterBase &rewriter, Location loc, Value value,
                             ElementsAttr scale, ElementsAttr shift);

/// Ops that maps move through, but that apply none.
void attachTosaMapModels(MLIRContext *context);
void attachTosaChannelAffineModels(MLIRContext *context);
void attachTosaChannelLinearModels(MLIRContext *context);

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_INTERFACES_TOSAMODELS_H
