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

FailureOr<ConstantTensor> ascend::undoBroadcast(const ConstantTensor &factor,
                                                ArrayRef<int64_t> shape) {
  const int64_t missing = factor.getRank() - static_cast<int64_t>(shape.size());
  if (missing < 0)
    return failure();
  SmallVector<int64_t> strides(shape.size(), 0);
  for (auto [d, extent, stride] :
       llvm::enumerate(factor.getShape(), factor.getStrides())) {
    if (stride == 0 || extent == 1)
      continue;
    const int64_t at = static_cast<int64_t>(d) - missing;
    if (at < 0 || shape[at] != extent)
      return failure();
    strides[at] = stride;
  }
  return factor.restride(shape, strides, 0);
}

/// Ops that never broadcast, whatever extents are dynamic.
static bool isSameShapeOp(Operation *op) {
  return op->hasTrait<OpTrait::SameOperandsAndResultType>() ||
         op->hasTrait<OpTrait::SameOperandsAndResultShape>();
}

/// Whether broadcasting with `constant` leaves every extent as it is.
static bool keepsExtents(const ConstantTensor &constant,
                         ArrayRef<int64_t> extents) {
  ArrayRef<int64_t> shape = constant.getShape();
  if (shape.size() > extents.size())
    return false;
  return llvm::all_of(
      llvm::zip_equal(shape, extents.take_back(shape.size())), [](auto pair) {
        auto [own, other] = pair;
        return own == 1 || (ShapedType::isStatic(own) && own == other);
      });
}

/// Constant operand `number` of `op`, `operand`, as seen over `extents`.
static FailureOr<ConstantTensor>
getConstantOperand(Operation *op, Value operand, int64_t number,
                   ArrayRef<int64_t> extents, ConstantEvaluator &evaluator,
                   std::string &why) {
  FailureOr<ConstantTensor> constant = evaluator.evaluate(operand);
  if (failed(constant)) {
    why = ("operand #" + Twine(number) +
           " is not a compile-time constant: " + evaluator.getReason())
              .str();
    return failure();
  }
  // Numpy-style broadcasting at run time would make more elements.
  if (!isSameShapeOp(op) && !keepsExtents(*constant, extents)) {
    why = ("operand #" + Twine(number) +
           " may broadcast the result along a dynamic dimension")
              .str();
    return failure();
  }
  // Parameters of full activation shape cost one element per channel.
  std::optional<ConstantTensor> view =
      broadcastNumpyStyle(constant->compact(), extents);
  if (!view) {
    why = ("operand #" + Twine(number) + " does not broadcast").str();
    return failure();
  }
  return *view;
}

/// What the op computes of `tracked`, over `extents`.
static FailureOr<AbstractValue>
getAbstractResult(Operation *op, const ElementwiseFunction &function,
                  ValueRange operands, Value tracked, ArrayRef<int64_t> extents,
                  ConstantEvaluator &evaluator, std::string &why) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  auto trackedType = cast<RankedTensorType>(tracked.getType());
  const bool isCast = function.kind == ElementwiseFunction::Kind::Identity;
  // The op is replaced by what it reads, so all of the type has to agree.
  if (!type || !isa<FloatType>(type.getElementType()) ||
      trackedType.clone(type.getElementType()) != type ||
      (!isCast && trackedType != type)) {
    why = "it changes the type of the result";
    return failure();
  }
  SmallVector<AbstractValue, 4> values;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    if (operand == tracked) {
      values.push_back(AbstractValue::getTracked(extents));
      continue;
    }
    FailureOr<ConstantTensor> view =
        getConstantOperand(op, operand, i, extents, evaluator, why);
    if (failed(view))
      return failure();
    values.push_back(AbstractValue::getConstant(std::move(*view)));
  }
  AbstractValue value = applyElementwise(function, values, extents);
  if (!value.isAffine()) {
    why = ("'" + op->getName().getStringRef() + "' is not affine in the result")
              .str();
    return failure();
  }
  return value;
}

FailureOr<ChannelAffineStep>
ascend::getElementwiseStep(Operation *op, const ElementwiseFunction &function,
                           ValueRange operands, Value tracked,
                           const ChannelLayout &layout,
                           ConstantEvaluator &evaluator, std::string &why) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  auto trackedType = cast<RankedTensorType>(tracked.getType());
  const SmallVector<int64_t> extents =
      layout.refineShape(trackedType.getShape());
  FailureOr<AbstractValue> value = getAbstractResult(
      op, function, operands, tracked, extents, evaluator, why);
  if (failed(value))
    return failure();
  ChannelAffineStep step = getMovementStep(op, layout);
  step.isPointwise = true;
  if (function.kind == ElementwiseFunction::Kind::Identity) {
    step.isCast = type.getElementType() != trackedType.getElementType();
    return step;
  }
  auto scale = value->getScale().getPerChannel(layout, 1.0);
  auto shift = value->getShift().getPerChannel(layout, 0.0);
  if (failed(scale) || failed(shift)) {
    why = "the scale or shift varies along a dimension that is not the channel";
    return failure();
  }
  step.scale = std::move(*scale);
  step.shift = std::move(*shift);
  step.numComputeOps = 1;
  return step;
}

FailureOr<ChannelAffineMap>
ascend::getElementwiseMap(Operation *op, const ElementwiseFunction &function,
                          ValueRange operands, Value tracked,
                          ConstantEvaluator &evaluator, std::string &why) {
  if (tracked.getType() != op->getResult(0).getType()) {
    why = "it changes the type";
    return failure();
  }
  FailureOr<AbstractValue> value = getAbstractResult(
      op, function, operands, tracked,
      cast<RankedTensorType>(tracked.getType()).getShape(), evaluator, why);
  if (failed(value))
    return failure();
  return ChannelAffineMap{value->getScale(), value->getShift(), {}};
}

Value ascend::dropElementwiseStep(RewriterBase &rewriter, Operation *op,
                                  Value tracked) {
  rewriter.replaceOp(op, tracked);
  return tracked;
}

FailureOr<ConstantTensor> ascend::evaluateConcat(ValueRange operands,
                                                 int64_t axis,
                                                 ConstantEvaluator &evaluator) {
  std::vector<ConstantTensor> tensors;
  for (Value operand : operands) {
    FailureOr<ConstantTensor> tensor = evaluator.evaluate(operand);
    if (failed(tensor))
      return failure();
    tensors.push_back(std::move(*tensor));
  }
  FailureOr<ConstantTensor> result = ConstantTensor::concat(tensors, axis);
  if (failed(result))
    return evaluator.fail("the concatenation is too large");
  return result;
}

SmallVector<Value> ascend::getSummandsOfType(Operation *sum, Value a, Value b) {
  auto type = dyn_cast<RankedTensorType>(sum->getResult(0).getType());
  if (!type || !isa<FloatType>(type.getElementType()) || a.getType() != type ||
      b.getType() != type)
    return {};
  return {a, b};
}
