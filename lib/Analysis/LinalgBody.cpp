//===- LinalgBody.cpp - Abstract interpretation of linalg -----------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Analysis/LinalgBody.h"

#include "AscendFold/Analysis/ChannelLayout.h"
#include "AscendFold/Analysis/ConstantEvaluator.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ascend;

//===----------------------------------------------------------------------===//
// Access through indexing maps
//===----------------------------------------------------------------------===//

/// Loop extents, from whichever operand knows them.
static SmallVector<int64_t> getLoopRangesOf(linalg::LinalgOp op, Value tracked,
                                            const ChannelLayout *layout) {
  SmallVector<int64_t> ranges(op.getNumLoops(), ShapedType::kDynamic);
  for (OpOperand &operand : op->getOpOperands()) {
    SmallVector<int64_t> shape(op.getShape(&operand));
    if (layout && operand.get() == tracked)
      shape = layout->refineShape(shape);
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [expr, extent] : llvm::zip_equal(map.getResults(), shape))
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        if (ShapedType::isStatic(extent))
          ranges[dim.getPosition()] = extent;
  }
  return ranges;
}

/// Whether a tensor of shape `shape`, which varies along dimensions with a
/// stride, is accessed inside its bounds. Types with dynamic extents do not
/// vouch for that.
static bool isInBounds(AffineMap map, const ConstantTensor &tensor,
                       ArrayRef<int64_t> ranges) {
  for (auto [expr, extent, stride] : llvm::zip_equal(
           map.getResults(), tensor.getShape(), tensor.getStrides())) {
    if (stride == 0)
      continue;
    std::optional<LoopStrides> access =
        getLoopStrides(AffineMap::get(map.getNumDims(), 0, expr), {1});
    if (!access)
      return false;
    int64_t low = access->offset, high = access->offset;
    for (auto [range, step] : llvm::zip_equal(ranges, access->strides)) {
      if (step == 0)
        continue;
      if (ShapedType::isDynamic(range))
        return false;
      (step > 0 ? high : low) += step * (range - 1);
    }
    if (low < 0 || high >= extent)
      return false;
  }
  return true;
}

/// Adds `factor * expr` to the strides and offset; false when not linear.
static bool accumulate(AffineExpr expr, int64_t factor, LoopStrides &into) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    into.strides[dim.getPosition()] += factor;
    return true;
  }
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    into.offset += factor * constant.getValue();
    return true;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (expr.getKind() == AffineExprKind::Add)
    return accumulate(binary.getLHS(), factor, into) &&
           accumulate(binary.getRHS(), factor, into);
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return expr.getKind() == AffineExprKind::Mul && constant &&
         accumulate(binary.getLHS(), factor * constant.getValue(), into);
}

std::optional<LoopStrides>
ascend::getLoopStrides(AffineMap map, ArrayRef<int64_t> tensorStrides) {
  LoopStrides result;
  result.strides.assign(map.getNumDims(), 0);
  for (auto [expr, stride] : llvm::zip_equal(map.getResults(), tensorStrides))
    if (!accumulate(expr, stride, result))
      return std::nullopt;
  return result;
}

//===----------------------------------------------------------------------===//
// Interpretation
//===----------------------------------------------------------------------===//

LinalgBody::LinalgBody(linalg::LinalgOp op, Value tracked,
                       ConstantEvaluator &evaluator,
                       const ChannelLayout *layout)
    : op(op), evaluator(evaluator),
      ranges(getLoopRangesOf(op, tracked, layout)) {
  for (OpOperand &operand : op->getOpOperands())
    if (op.payloadUsesValueFromOperand(&operand))
      bindOperand(operand, tracked);
  for (Operation &nested : *op.getBlock())
    interpret(nested);
}

void LinalgBody::bindOperand(OpOperand &operand, Value tracked) {
  BlockArgument argument = op.getMatchingBlockArgument(&operand);
  if (operand.get() == tracked) {
    trackedArgs.push_back(argument);
    dependent.insert(argument);
    values[argument] = AbstractValue::getTracked(ranges);
    return;
  }
  FailureOr<ConstantTensor> constant = evaluator.evaluate(operand.get());
  if (failed(constant)) {
    unknownOperands[argument] =
        ("operand #" + Twine(operand.getOperandNumber()) +
         " is not a compile-time constant: " + evaluator.getReason())
            .str();
    return;
  }
  AffineMap map = op.getMatchingIndexingMap(&operand);
  std::optional<LoopStrides> access =
      map.getNumResults() == constant->getRank() &&
              isInBounds(map, *constant, ranges)
          ? getLoopStrides(map, constant->getStrides())
          : std::nullopt;
  if (!access)
    return;
  ConstantTensor view =
      constant->restride(ranges, access->strides, access->offset);
  // Parameters of full activation shape are uniform in all but the channel;
  // see that here, so that what follows costs one element per channel.
  if (tracked)
    view = view.compact();
  values[argument] = AbstractValue::getConstant(std::move(view));
}

AbstractValue LinalgBody::lookup(Value scalar) {
  auto it = values.find(scalar);
  if (it != values.end())
    return it->second;
  if (scalar.getParentBlock() == op.getBlock())
    return AbstractValue();
  // Captured from outside.
  AbstractValue value = interpretScalar(scalar);
  if (value.isUnknown())
    unknownOperands[scalar] =
        ("a value used in the body is not a compile-time constant: " +
         evaluator.getReason())
            .str();
  return values[scalar] = std::move(value);
}

/// A constant scalar, the same in every iteration.
AbstractValue LinalgBody::interpretScalar(Value scalar) {
  FailureOr<ConstantTensor> constant = evaluator.evaluate(scalar);
  if (failed(constant) || constant->getRank() != 0)
    return AbstractValue();
  return AbstractValue::getConstant(constant->broadcast(ranges, {}));
}

bool LinalgBody::dependsOnTracked(Value scalar) const {
  return dependent.contains(scalar);
}

AbstractValue LinalgBody::interpretIndex(int64_t dim) {
  int64_t extent = ranges[dim];
  if (ShapedType::isDynamic(extent) ||
      extent > ConstantTensor::kMaxComputedElements)
    return AbstractValue();
  std::vector<double> indices(extent);
  for (int64_t i = 0; i < extent; ++i)
    indices[i] = static_cast<double>(i);
  return AbstractValue::getConstant(
      ConstantTensor::get(std::move(indices), {extent})
          .broadcast(ranges, {dim}));
}

/// `tensor.extract` of a constant at constant indices: a gather.
AbstractValue LinalgBody::interpretExtract(Operation &nested) {
  auto extract = cast<tensor::ExtractOp>(nested);
  FailureOr<ConstantTensor> source = evaluator.evaluate(extract.getTensor());
  if (failed(source) || ShapedType::isDynamicShape(source->getShape()))
    return AbstractValue();
  SmallVector<AbstractValue, 4> indices;
  for (Value index : extract.getIndices()) {
    indices.push_back(lookup(index));
    if (!indices.back().isConstant())
      return AbstractValue();
  }
  auto operands = llvm::map_to_vector(
      indices, [](const AbstractValue &v) { return &v.getConstant(); });
  bool inBounds = true;
  FailureOr<ConstantTensor> gathered =
      ConstantTensor::map(ranges, operands, [&](ArrayRef<double> position) {
        int64_t at = 0;
        for (auto [i, stride, extent] : llvm::zip_equal(
                 position, source->getStrides(), source->getShape())) {
          const bool isInside = i >= 0 && i < static_cast<double>(extent);
          if (!isInside) {
            inBounds = false;
            return 0.0;
          }
          at += static_cast<int64_t>(i) * stride;
        }
        return source->getAtOffset(at);
      });
  if (failed(gathered) || !inBounds)
    return AbstractValue();
  return AbstractValue::getConstant(std::move(*gathered));
}

/// The one value of a constant that is true everywhere.
static bool isProvenTrue(const AbstractValue &condition) {
  if (!condition.isConstant())
    return false;
  std::optional<double> value = condition.getConstant().getUniformValue();
  return value && *value != 0.0;
}

void LinalgBody::interpret(Operation &nested) {
  bool isDependent = llvm::any_of(
      nested.getOperands(), [&](Value v) { return dependent.contains(v); });
  nested.walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      isDependent |= dependent.contains(operand);
  });
  if (isDependent)
    dependent.insert_range(nested.getResults());

  if (auto assertion = dyn_cast<cf::AssertOp>(nested)) {
    if (isProvenTrue(lookup(assertion.getArg())))
      proven.push_back(&nested);
    else
      effect = &nested;
    return;
  }
  if (!isMemoryEffectFree(&nested) && !nested.hasTrait<OpTrait::IsTerminator>())
    effect = &nested;
  if (auto index = dyn_cast<linalg::IndexOp>(nested)) {
    values[index] = interpretIndex(index.getDim());
    return;
  }
  if (isa<tensor::ExtractOp>(nested)) {
    values[nested.getResult(0)] = interpretExtract(nested);
    return;
  }
  if (nested.hasTrait<OpTrait::ConstantLike>()) {
    values[nested.getResult(0)] = interpretScalar(nested.getResult(0));
    return;
  }
  std::optional<ElementwiseFunction> function = getElementwiseFunction(&nested);
  if (function && nested.getNumRegions() == 0) {
    auto operands = llvm::map_to_vector<4>(nested.getOperands(),
                                           [&](Value v) { return lookup(v); });
    values[nested.getResult(0)] = applyElementwise(*function, operands, ranges);
  }
  if (isDependent)
    explainUnknown(nested);
}

/// Records the first reason why a value is no longer affine.
void LinalgBody::explainUnknown(Operation &nested) {
  if (!why.empty() || nested.hasTrait<OpTrait::IsTerminator>())
    return;
  if (nested.getNumResults() == 1 && !lookup(nested.getResult(0)).isUnknown())
    return;
  for (Value operand : nested.getOperands()) {
    auto it = unknownOperands.find(operand);
    if (it != unknownOperands.end()) {
      why = it->second;
      return;
    }
  }
  why =
      ("'" + nested.getName().getStringRef() + "' is not affine in the result")
          .str();
}
