//===- ElementwiseStep.cpp - Steps of elementwise tensor ops --------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseStep.h"

#include "AscendFold/Analysis/ConstantEvaluator.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::ascend;

ChannelAffineStep ascend::getMovementStep(Operation *op, ChannelLayout layout) {
  ChannelAffineStep step;
  step.result = op->getResult(0);
  step.layout = std::move(layout);
  step.observedType = getElementTypeOrSelf(op->getResult(0).getType());
  return step;
}

std::optional<ConstantTensor>
ascend::broadcastNumpyStyle(const ConstantTensor &tensor,
                            ArrayRef<int64_t> shape) {
  int64_t rank = shape.size(), missing = rank - tensor.getRank();
  if (missing < 0)
    return std::nullopt;
  for (int64_t d = missing; d < rank; ++d) {
    int64_t extent = tensor.getShape()[d - missing];
    bool isFixed = extent != 1 && tensor.getStrides()[d - missing] != 0;
    if (isFixed && extent != shape[d])
      return std::nullopt;
  }
  return tensor.broadcast(shape,
                          llvm::to_vector(llvm::seq<int64_t>(missing, rank)));
}

FailureOr<ChannelAffineStep>
ascend::getElementwiseStep(Operation *op, const ElementwiseFunction &function,
                           ValueRange operands, Value tracked,
                           const ChannelLayout &layout,
                           ConstantEvaluator &evaluator, std::string &why) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  auto trackedType = cast<RankedTensorType>(tracked.getType());
  if (!type || !isa<FloatType>(type.getElementType()) ||
      type.getShape() != trackedType.getShape()) {
    why = "it changes the shape of the result or makes integers of it";
    return failure();
  }
  SmallVector<AbstractValue, 4> values;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    if (operand == tracked) {
      values.push_back(AbstractValue::getTracked(type.getShape()));
      continue;
    }
    FailureOr<ConstantTensor> constant = evaluator.evaluate(operand);
    if (failed(constant)) {
      why = ("operand #" + Twine(i) +
             " is not a compile-time constant: " + evaluator.getReason())
                .str();
      return failure();
    }
    // A parameter may have a known extent where the activation's is dynamic:
    // all but the channels have to be uniform anyway.
    std::optional<ConstantTensor> view =
        broadcastNumpyStyle(constant->compact(), type.getShape());
    if (!view) {
      why = "operand #" + std::to_string(i) + " does not broadcast";
      return failure();
    }
    values.push_back(AbstractValue::getConstant(std::move(*view)));
  }
  AbstractValue value = applyElementwise(function, values, type.getShape());
  if (!value.isAffine()) {
    why = ("'" + op->getName().getStringRef() + "' is not affine in the result")
              .str();
    return failure();
  }
  ChannelAffineStep step = getMovementStep(op, layout);
  if (function.kind == ElementwiseFunction::Kind::Identity) {
    step.isCast = type.getElementType() != trackedType.getElementType();
    return step;
  }
  auto scale = value.getScale().getPerChannel(layout, 1.0);
  auto shift = value.getShift().getPerChannel(layout, 0.0);
  if (failed(scale) || failed(shift)) {
    why = "the scale or shift varies along a dimension that is not the channel";
    return failure();
  }
  step.scale = std::move(*scale);
  step.shift = std::move(*shift);
  step.numComputeOps = 1;
  return step;
}

Value ascend::dropElementwiseStep(RewriterBase &rewriter, Operation *op,
                                  Value tracked) {
  rewriter.replaceOp(op, tracked);
  return tracked;
}
