//===- ElementwiseStep.h - Steps of elementwise tensor ops ------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_INTERFACES_ELEMENTWISESTEP_H
#define ASCENDFOLD_LIB_INTERFACES_ELEMENTWISESTEP_H

#include "AscendFold/Analysis/Elementwise.h"
#include "AscendFold/Interfaces/ChannelAffineOpInterface.h"

#include <optional>
#include <string>

namespace mlir::ascend {

/// A step that only moves data: channels are at `layout` afterwards.
ChannelAffineStep getMovementStep(Operation *op, ChannelLayout layout);

/// The step of an elementwise op on tensors, which computes `function` of
/// `operands` after numpy-style broadcasting to the shape of its result.
FailureOr<ChannelAffineStep>
getElementwiseStep(Operation *op, const ElementwiseFunction &function,
                   ValueRange operands, Value tracked,
                   const ChannelLayout &layout, ConstantEvaluator &evaluator,
                   std::string &why);

/// What the same op computes of `tracked`, as a map of its elements.
FailureOr<ChannelAffineMap>
getElementwiseMap(Operation *op, const ElementwiseFunction &function,
                  ValueRange operands, Value tracked,
                  ConstantEvaluator &evaluator, std::string &why);

/// `tensor` broadcast numpy-style to `shape`; nothing when a dimension in
/// which it varies is dynamic in `shape`.
std::optional<ConstantTensor> broadcastNumpyStyle(const ConstantTensor &tensor,
                                                  ArrayRef<int64_t> shape);

/// `factor`, of the result of such a broadcast, as one of the tensor of shape
/// `shape` that was broadcast; fails when it varies where that tensor does not.
FailureOr<ConstantTensor> undoBroadcast(const ConstantTensor &factor,
                                        ArrayRef<int64_t> shape);

/// Constant operands, concatenated.
FailureOr<ConstantTensor> evaluateConcat(ValueRange operands, int64_t axis,
                                         ConstantEvaluator &evaluator);

/// `a` and `b` if both are floating-point tensors of the type of the result of
/// `sum`, which adds them; nothing otherwise.
SmallVector<Value> getSummandsOfType(Operation *sum, Value a, Value b);

/// Replaces an elementwise op by its tracked operand.
Value dropElementwiseStep(RewriterBase &rewriter, Operation *op, Value tracked);

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_INTERFACES_ELEMENTWISESTEP_H
