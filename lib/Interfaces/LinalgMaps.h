//===- LinalgMaps.h - How maps move through linalg --------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_INTERFACES_LINALGMAPS_H
#define ASCENDFOLD_LIB_INTERFACES_LINALGMAPS_H

#include "MapMotion.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::ascend {

class ConstantEvaluator;

/// Maps that move through a structured op: what it computes follows from its
/// indexing maps and body.
LogicalResult pullThroughLinalg(linalg::LinalgOp op,
                                const ChannelAffineMap &map,
                                ConstantEvaluator &evaluator,
                                OperandMaps &operandMaps, std::string &why);
FailureOr<ChannelAffineMap> pushThroughLinalg(linalg::LinalgOp op,
                                              ArrayRef<ChannelAffineMap> maps,
                                              ConstantEvaluator &evaluator,
                                              std::string &why);

/// A constant over a tensor as one over the loops that access it through
/// `access`: nothing when it varies along a dimension that is not one loop.
std::optional<ConstantTensor> toLoops(const ConstantTensor &tensor,
                                      AffineMap access,
                                      ArrayRef<int64_t> ranges);
/// The other way round: nothing when the constant varies along a loop that is
/// not a dimension of the tensor.
std::optional<ConstantTensor> toTensor(const ConstantTensor &loops,
                                       AffineMap access,
                                       ArrayRef<int64_t> shape);

/// Whether the op adds elements of its input up.
bool isLinalgSum(linalg::LinalgOp op);

/// One linalg.generic that computes `scale * value + shift`.
Value buildLinalgScaleAndShift(RewriterBase &rewriter, Location loc,
                               Value value, ElementsAttr scale,
                               ElementsAttr shift);

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_INTERFACES_LINALGMAPS_H
