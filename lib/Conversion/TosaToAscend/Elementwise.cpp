//===- Elementwise.cpp - Arithmetic and activations of tosa ---------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "../Utils/Elementwise.h"
#include "../Utils/Tensors.h"

#include "AscendFold/Analysis/ConstantEvaluator.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

#include <utility>

using namespace mlir;
using namespace mlir::ascend;

using Id = ScalarExpressions::Id;

static std::optional<Id> translateClamp(ScalarExpressions &e, tosa::ClampOp op,
                                        Id operand) {
  auto low = dyn_cast<FloatAttr>(op.getMinVal());
  auto high = dyn_cast<FloatAttr>(op.getMaxVal());
  if (!low || !high || low.getValue().isNaN() || high.getValue().isNaN())
    return std::nullopt;
  return e.getClamp(operand, low.getValueAsDouble(), high.getValueAsDouble());
}

bool ascend::ignoresNan(Operation *op) {
  auto mode = op->getAttrOfType<tosa::NanPropagationModeAttr>("nan_mode");
  return mode && mode.getValue() == tosa::NanPropagationMode::IGNORE;
}

static std::optional<Id> translatePower(ScalarExpressions &e, Id base,
                                        Id exponent) {
  if (!e.is(exponent, ScalarExpressions::Kind::Constant))
    return std::nullopt;
  return e.getPower(base, e[exponent].value);
}

std::optional<Id> ascend::translateTosaOp(ScalarExpressions &e, Operation *op,
                                          ArrayRef<Id> operands) {
  using Result = std::optional<Id>;
  if (ignoresNan(op))
    return std::nullopt;
  // Ops of other kinds may have no operand.
  const Id a = operands.empty() ? 0 : operands[0];
  const Id b = operands.size() < 2 ? a : operands[1];
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](tosa::AddOp) { return e.getAdd(a, b); })
      .Case([&](tosa::SubOp) { return e.getSub(a, b); })
      .Case([&](tosa::MulOp) { return e.getMul(a, b); })
      .Case([&](tosa::MaximumOp) { return e.getMax(a, b); })
      .Case([&](tosa::MinimumOp) { return e.getMin(a, b); })
      .Case([&](tosa::NegateOp) { return e.getNeg(a); })
      .Case([&](tosa::ReciprocalOp) { return e.getDiv(e.getConstant(1.0), a); })
      .Case([&](tosa::ClampOp clamp) { return translateClamp(e, clamp, a); })
      .Case([&](tosa::ExpOp) { return e.getExp(a); })
      .Case([&](tosa::TanhOp) { return e.getTanh(a); })
      .Case([&](tosa::ErfOp) { return e.getErf(a); })
      .Case([&](tosa::SigmoidOp) { return e.getSigmoid(a); })
      .Case([&](tosa::PowOp) { return translatePower(e, a, b); })
      .Default([](Operation *) { return std::nullopt; });
}

/// The operands that are numbers, not a shift or zero point.
static SmallVector<Value> getInputs(Operation *op) {
  SmallVector<Value> inputs(op->getOperands());
  if (isa<tosa::MulOp>(op))
    inputs.resize(2);
  if (isa<tosa::NegateOp>(op))
    inputs.resize(1);
  return inputs;
}

/// The dim of a tensor, or the number (of dim -1), that an extent comes from;
/// two that come from the same are equal.
static std::pair<Value, int64_t> getExtent(Value value, int64_t dim) {
  while (Operation *op = value.getDefiningOp()) {
    if (auto destination = dyn_cast<DestinationStyleOpInterface>(op)) {
      value = destination.getTiedOpOperand(cast<OpResult>(value))->get();
      continue;
    }
    if (op->hasTrait<OpTrait::SameOperandsAndResultShape>()) {
      value = op->getOperand(0);
      continue;
    }
    auto pad = dyn_cast<tensor::PadOp>(op);
    if (pad && pad.getStaticLow()[dim] == 0 && pad.getStaticHigh()[dim] == 0) {
      value = pad.getSource();
      continue;
    }
    auto empty = dyn_cast<tensor::EmptyOp>(op);
    if (!empty || !empty.getType().isDynamicDim(dim))
      break;
    Value size = empty.getDynamicSize(dim);
    auto source = size.getDefiningOp<tensor::DimOp>();
    std::optional<int64_t> index =
        source ? source.getConstantIndex() : std::nullopt;
    if (!index)
      return {size, -1};
    value = source.getSource();
    dim = *index;
  }
  return {value, dim};
}

namespace {
/// IN:  %y = tosa.minimum %x, %six        (a constant)
///  ⇒
/// OUT: %y = ascend.activation ins(%x) epilogue [#ascend.clamp<-inf, 6>]
/// With two tensors it is an ascend.eltwise.
struct ConvertElementwise final : RewritePattern {
  ConvertElementwise(MLIRContext *context, PatternBenefit benefit)
      : RewritePattern(MatchAnyOpTypeTag(), benefit, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isa<tosa::TosaOp>(op) || op->getNumResults() != 1 ||
        op->getNumOperands() == 0)
      return rewriter.notifyMatchFailure(op, "not an elementwise tosa op");
    RankedTensorType type = getAscendTensorType(op->getResult(0).getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, kElementType);
    ScalarExpressions expressions(
        cast<FloatType>(type.getElementType()).getFloatSemantics());
    SmallVector<Value> inputs;
    SmallVector<RankedTensorType> inputTypes;
    SmallVector<Id> operands;
    for (Value operand : getInputs(op)) {
      if (std::optional<double> constant = getUniformConstant(operand)) {
        operands.push_back(expressions.getConstant(*constant));
        continue;
      }
      inputTypes.push_back(getAscendTensorType(operand.getType()));
      if (!inputTypes.back())
        return rewriter.notifyMatchFailure(op, kElementType);
      operands.push_back(expressions.getInput(inputs.size()));
      inputs.push_back(operand);
    }
    std::optional<Id> root = translateTosaOp(expressions, op, operands);
    if (!root)
      return rewriter.notifyMatchFailure(op, "not arithmetic");
    if (llvm::all_of(inputs, mayBeConstant))
      return rewriter.notifyMatchFailure(op, "computes a constant");
    std::optional<ElementwiseForm> form = matchElementwise(
        expressions, *root, cast<FloatType>(type.getElementType()));
    if (!form || !canCreateElementwise(*form, inputTypes, type))
      return rewriter.notifyMatchFailure(op, "not what one ascend op computes");
    Value like = getDestinationSource(type, inputs);
    if (!like)
      return rewriter.notifyMatchFailure(op, kUnknownExtent);
    Value init = createEmptyLike(rewriter, op->getLoc(), type, like);
    rewriter.replaceOp(
        op, createElementwise(rewriter, op->getLoc(), *form, inputs, init));
    return success();
  }

private:
  /// An input that has the dynamic extents of the result. All others have the
  /// same or are repeated there whatever the extent is.
  static Value getDestinationSource(RankedTensorType type,
                                    ArrayRef<Value> inputs) {
    const auto *it = llvm::find_if(inputs, [&](Value input) {
      return hasDestination(type, input, /*keepsAll=*/true);
    });
    if (it == inputs.end())
      return nullptr;
    for (Value input : inputs)
      for (int64_t i = 0; i < type.getRank(); ++i)
        if (type.isDynamicDim(i) &&
            cast<RankedTensorType>(input.getType()).isDynamicDim(i) &&
            getExtent(input, i) != getExtent(*it, i))
          return nullptr;
    return *it;
  }
};
} // namespace

void ascend::populateTosaElementwisePatterns(RewritePatternSet &patterns,
                                             PatternBenefit benefit) {
  patterns.add<ConvertElementwise>(patterns.getContext(), benefit);
}
