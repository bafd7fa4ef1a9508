//===- TosaMaps.cpp - How maps move through tosa ops ----------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TosaModels.h"

#include "ElementwiseMaps.h"

#include "AscendFold/Analysis/ConstantEvaluator.h"
#include "AscendFold/Interfaces/ChannelAffineOpInterface.h"

#include "mlir/Dialect/Tosa/Utils/ConversionUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace mlir::ascend;

//===----------------------------------------------------------------------===//
// Elementwise ops
//===----------------------------------------------------------------------===//

static ElementwiseRule getRule(Operation *op) {
  return llvm::TypeSwitch<Operation *, ElementwiseRule>(op)
      .Case<tosa::AddOp>([](auto) { return ElementwiseRule::Sum; })
      .Case<tosa::SubOp>([](auto) { return ElementwiseRule::Difference; })
      .Case<tosa::MaximumOp, tosa::MinimumOp>(
          [](auto) { return ElementwiseRule::Extremum; })
      .Case<tosa::AbsOp>([](auto) { return ElementwiseRule::Homogeneous; })
      .Default([](Operation *) { return ElementwiseRule::Affine; });
}

LogicalResult ascend::pullThroughTosaElementwise(Operation *op,
                                                 const ChannelAffineMap &map,
                                                 ConstantEvaluator &evaluator,
                                                 OperandMaps &operandMaps,
                                                 std::string &why) {
  return pullThroughElementwise(op, getRule(op), getTosaFunction(op),
                                getTosaDataOperands(op), map, evaluator,
                                operandMaps, why);
}

FailureOr<ChannelAffineMap> ascend::pushThroughTosaElementwise(
    Operation *op, ArrayRef<ChannelAffineMap> maps,
    ConstantEvaluator &evaluator, std::string &why) {
  return pushThroughElementwise(op, getRule(op), getTosaFunction(op),
                                getTosaDataOperands(op), maps, evaluator, why);
}

Value ascend::buildTosaScaleAndShift(RewriterBase &rewriter, Location loc,
                                     Value value, ElementsAttr scale,
                                     ElementsAttr shift) {
  auto makeConstant = [&](ElementsAttr attr) -> Value {
    return tosa::ConstOp::create(rewriter, loc, attr.getType(), attr);
  };
  if (scale) {
    auto type = RankedTensorType::get({1}, rewriter.getI8Type());
    Value noShift = makeConstant(
        cast<ElementsAttr>(DenseElementsAttr::get(type, int8_t(0))));
    value = tosa::MulOp::create(rewriter, loc, value.getType(), value,
                                makeConstant(scale), noShift);
  }
  if (shift)
    value = tosa::AddOp::create(rewriter, loc, value.getType(), value,
                                makeConstant(shift));
  return value;
}

//===----------------------------------------------------------------------===//
// Ops that apply no map themselves
//===----------------------------------------------------------------------===//

static ArrayRef<int64_t> getShape(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

static bool hasRanks(Operation *op) {
  auto isRanked = [](Type type) { return isa<RankedTensorType>(type); };
  return isRanked(op->getOperand(0).getType()) &&
         isRanked(op->getResult(0).getType());
}

namespace {
/// `Rule` has static functions `pull` and `push` for the map of operand 0 (of
/// all operands, where that makes sense).
template <typename Op, typename Rule>
struct MapsThroughTosaOp final
    : ChannelAffineOpInterface::ExternalModel<MapsThroughTosaOp<Op, Rule>, Op> {
  FailureOr<ChannelAffineStep> getChannelAffineStep(Operation *, Value,
                                                    const ChannelLayout &,
                                                    ConstantEvaluator &,
                                                    std::string &why) const {
    why = "it is not affine in the result";
    return failure();
  }
  Value dropChannelAffineStep(Operation *, RewriterBase &, Value,
                              const ChannelAffineStep &) const {
    llvm_unreachable("it applies no map");
  }
  LogicalResult pullMap(Operation *op, const ChannelAffineMap &map,
                        ConstantEvaluator &evaluator, OperandMaps &operandMaps,
                        std::string &why) const {
    if (!hasRanks(op)) {
      why = "its rank is not known";
      return failure();
    }
    operandMaps = getIdentityMaps(op);
    return Rule::pull(cast<Op>(op), map, evaluator, operandMaps, why);
  }
  FailureOr<ChannelAffineMap> pushMap(Operation *op,
                                      ArrayRef<ChannelAffineMap> operandMaps,
                                      ConstantEvaluator &evaluator,
                                      std::string &why) const {
    if (!hasRanks(op)) {
      why = "its rank is not known";
      return failure();
    }
    return Rule::push(cast<Op>(op), operandMaps, evaluator, why);
  }
  void adaptToPulledMap(Operation *op, RewriterBase &rewriter,
                        const ChannelAffineMap &map) const {
    if constexpr (std::is_same_v<Op, tosa::ClampOp> ||
                  std::is_same_v<Op, tosa::PadOp>)
      Rule::adapt(cast<Op>(op), rewriter, map);
  }
  std::optional<ZeroPadding> getZeroPadding(Operation *op) const {
    if constexpr (std::is_same_v<Op, tosa::PadOp>)
      return Rule::getZeroPadding(cast<Op>(op));
    else
      return std::nullopt;
  }
  bool sumsElements(Operation *) const {
    return std::is_same_v<Op, tosa::ReduceSumOp>;
  }
};

/// Rules for ops that work along some dimensions of their first operand.
template <typename Rule>
struct Unary {
  template <typename Op>
  static LogicalResult pull(Op op, const ChannelAffineMap &map,
                            ConstantEvaluator &, OperandMaps &operandMaps,
                            std::string &why) {
    FailureOr<ChannelAffineMap> moved =
        Rule::move(op, map, getShape(op->getOperand(0)), why);
    if (failed(moved))
      return failure();
    operandMaps[0] = *moved;
    return success();
  }
  template <typename Op>
  static FailureOr<ChannelAffineMap>
  push(Op op, ArrayRef<ChannelAffineMap> operandMaps, ConstantEvaluator &,
       std::string &why) {
    return Rule::move(op, operandMaps[0], getShape(op->getResult(0)), why);
  }
};

/// Averages, without the padding (TOSA counts the elements that are there), and
/// interpolations are means with weights that sum to one.
struct Mean : Unary<Mean> {
  template <typename Op>
  static FailureOr<ChannelAffineMap> move(Op op, const ChannelAffineMap &map,
                                          ArrayRef<int64_t> shape,
                                          std::string &why) {
    if (!isa<FloatType>(getElementTypeOrSelf(op.getType()))) {
      why = "it works on integers";
      return failure();
    }
    return moveAlong(map, {1, 2}, shape, why);
  }
};

struct MaxPool : Unary<MaxPool> {
  static FailureOr<ChannelAffineMap> move(tosa::MaxPool2dOp,
                                          const ChannelAffineMap &map,
                                          ArrayRef<int64_t> shape,
                                          std::string &why) {
    return moveMonotone(map, {1, 2}, shape, why);
  }
};

struct Extremum : Unary<Extremum> {
  template <typename Op>
  static FailureOr<ChannelAffineMap> move(Op op, const ChannelAffineMap &map,
                                          ArrayRef<int64_t> shape,
                                          std::string &why) {
    return moveMonotone(map, {op.getAxis()}, shape, why);
  }
};

struct Sum {
  static int64_t getCount(tosa::ReduceSumOp op) {
    return getShape(op.getInput())[op.getAxis()];
  }
  static LogicalResult pull(tosa::ReduceSumOp op, const ChannelAffineMap &map,
                            ConstantEvaluator &, OperandMaps &operandMaps,
                            std::string &why) {
    FailureOr<ChannelAffineMap> moved = pullThroughSum(
        map, {op.getAxis()}, getCount(op), getShape(op.getInput()), why);
    if (failed(moved))
      return failure();
    operandMaps[0] = *moved;
    return success();
  }
  static FailureOr<ChannelAffineMap>
  push(tosa::ReduceSumOp op, ArrayRef<ChannelAffineMap> operandMaps,
       ConstantEvaluator &, std::string &why) {
    // In f16, a sum of what was not scaled yet may be too large.
    if (getLargestFinite(op.getType()) < 1e30 && operandMaps[0].hasScale()) {
      why = "its sum might overflow without the scale";
      return failure();
    }
    return pushThroughSum(operandMaps[0], {op.getAxis()}, getCount(op),
                          getShape(op.getResult()), why);
  }
};

struct Clamp {
  static std::optional<ClampBounds> getBounds(tosa::ClampOp op) {
    auto low = dyn_cast<FloatAttr>(op.getMinVal());
    auto high = dyn_cast<FloatAttr>(op.getMaxVal());
    if (!low || !high)
      return std::nullopt;
    return ClampBounds{low.getValueAsDouble(), high.getValueAsDouble()};
  }
  static LogicalResult pull(tosa::ClampOp op, const ChannelAffineMap &map,
                            ConstantEvaluator &, OperandMaps &operandMaps,
                            std::string &why) {
    std::optional<ClampBounds> bounds = getBounds(op);
    if (!bounds) {
      why = "it works on integers";
      return failure();
    }
    if (!pullThroughClamp(map, *bounds, getLargestFinite(op.getType()), why))
      return failure();
    operandMaps[0] = map;
    return success();
  }
  static FailureOr<ChannelAffineMap>
  push(tosa::ClampOp op, ArrayRef<ChannelAffineMap> operandMaps,
       ConstantEvaluator &, std::string &why) {
    std::optional<ClampBounds> bounds = getBounds(op);
    if (!bounds ||
        !movesForwardThroughClamp(operandMaps[0], *bounds,
                                  getLargestFinite(op.getType()), why))
      return failure();
    return operandMaps[0];
  }
  static void adapt(tosa::ClampOp op, RewriterBase &rewriter,
                    const ChannelAffineMap &map) {
    std::string why;
    const ClampBounds old = *getBounds(op);
    const ClampBounds bounds =
        *pullThroughClamp(map, old, getLargestFinite(op.getType()), why);
    Type type = getElementTypeOrSelf(op.getType());
    rewriter.modifyOpInPlace(op, [&] {
      if (bounds.low != old.low)
        op.setMinValAttr(rewriter.getFloatAttr(type, bounds.low));
      if (bounds.high != old.high)
        op.setMaxValAttr(rewriter.getFloatAttr(type, bounds.high));
    });
  }
};

struct Pad {
  struct Padding {
    SmallVector<int64_t> low, high;
    double value;
  };
  static std::optional<Padding> getPadding(tosa::PadOp op, std::string &why) {
    SmallVector<int64_t> amounts;
    Operation *padding = op.getPadding().getDefiningOp();
    ConstantEvaluator evaluator;
    FailureOr<ConstantTensor> value = evaluator.evaluate(op.getPadConst());
    if (!padding || !tosa::getConstShapeValues(padding, amounts) ||
        failed(value)) {
      why = "what it pads is not known";
      return std::nullopt;
    }
    Padding result;
    result.value = value->getAtOffset(0);
    for (size_t i = 0; i + 1 < amounts.size(); i += 2) {
      result.low.push_back(amounts[i]);
      result.high.push_back(amounts[i + 1]);
    }
    return result;
  }
  static LogicalResult pull(tosa::PadOp op, const ChannelAffineMap &map,
                            ConstantEvaluator &, OperandMaps &operandMaps,
                            std::string &why) {
    std::optional<Padding> padding = getPadding(op, why);
    if (!padding)
      return failure();
    FailureOr<PaddedMap> padded =
        pullThroughPad(map, padding->value, padding->low, padding->high,
                       getShape(op.getInput1()), why);
    if (failed(padded))
      return failure();
    operandMaps[0] = padded->map;
    return success();
  }
  static FailureOr<ChannelAffineMap>
  push(tosa::PadOp op, ArrayRef<ChannelAffineMap> operandMaps,
       ConstantEvaluator &, std::string &why) {
    std::optional<Padding> padding = getPadding(op, why);
    if (!padding)
      return failure();
    return pushThroughPad(operandMaps[0], padding->value, padding->low,
                          padding->high, getShape(op.getResult()), why);
  }
  static std::optional<ZeroPadding> getZeroPadding(tosa::PadOp op) {
    std::string why;
    std::optional<Padding> padding = getPadding(op, why);
    if (!padding || padding->value != 0.0)
      return std::nullopt;
    return ZeroPadding{op.getInput1(), std::move(padding->low),
                       std::move(padding->high)};
  }
  static void adapt(tosa::PadOp op, RewriterBase &rewriter,
                    const ChannelAffineMap &map) {
    std::string why;
    const Padding padding = *getPadding(op, why);
    const PaddedMap padded =
        *pullThroughPad(map, padding.value, padding.low, padding.high,
                        getShape(op.getInput1()), why);
    if (padded.value == padding.value)
      return;
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    auto type = cast<RankedTensorType>(op.getPadConst().getType());
    auto attr =
        DenseElementsAttr::get(type, cast<Attribute>(rewriter.getFloatAttr(
                                         type.getElementType(), padded.value)));
    Value constant = tosa::ConstOp::create(rewriter, op.getLoc(), type, attr);
    rewriter.modifyOpInPlace(op,
                             [&] { op.getPadConstMutable().assign(constant); });
  }
};

/// Comparisons with zero see signs only.
struct Comparison {
  template <typename Op>
  static LogicalResult pull(Op, const ChannelAffineMap &, ConstantEvaluator &,
                            OperandMaps &, std::string &why) {
    why = "a comparison has no scale";
    return failure();
  }
  template <typename Op>
  static FailureOr<ChannelAffineMap>
  push(Op op, ArrayRef<ChannelAffineMap> operandMaps,
       ConstantEvaluator &evaluator, std::string &why) {
    auto isPositive = [](const ChannelAffineMap &map) {
      bool positive = map.isScaleOnly();
      (void)map.transform([&](double s, double t) {
        positive &= s > 0.0;
        return std::pair(s, t);
      });
      return positive;
    };
    for (unsigned i : {0, 1}) {
      FailureOr<ConstantTensor> other =
          evaluateIfConstant(op->getOperand(1 - i), evaluator);
      if (succeeded(other) && other->getUniformValue() == 0.0 &&
          isPositive(operandMaps[i]))
        return ChannelAffineMap::getIdentity(getShape(op->getResult(0)));
    }
    why = "a shift, or a scale that is not positive, changes what it finds";
    return failure();
  }
};

struct Select {
  static bool broadcasts(tosa::SelectOp op) {
    return op.getInput2().getType() != op.getType() ||
           op.getInput3().getType() != op.getType();
  }
  static LogicalResult pull(tosa::SelectOp op, const ChannelAffineMap &map,
                            ConstantEvaluator &, OperandMaps &operandMaps,
                            std::string &why) {
    if (broadcasts(op)) {
      why = "an operand is broadcast";
      return failure();
    }
    operandMaps[1] = operandMaps[2] = map;
    return success();
  }
  static FailureOr<ChannelAffineMap>
  push(tosa::SelectOp op, ArrayRef<ChannelAffineMap> operandMaps,
       ConstantEvaluator &, std::string &why) {
    if (!broadcasts(op) && operandMaps[0].isIdentity() &&
        operandMaps[1] == operandMaps[2])
      return operandMaps[1];
    why = "its operands have different scales or shifts";
    return failure();
  }
};
} // namespace

template <typename Rule, typename... Ops>
static void attach(MLIRContext *context) {
  (Ops::template attachInterface<MapsThroughTosaOp<Ops, Rule>>(*context), ...);
}

void ascend::attachTosaMapModels(MLIRContext *context) {
  using namespace tosa;
  attach<Mean, AvgPool2dOp, ResizeOp>(context);
  attach<MaxPool, MaxPool2dOp>(context);
  attach<Extremum, ReduceMaxOp, ReduceMinOp>(context);
  attach<Sum, ReduceSumOp>(context);
  attach<Clamp, ClampOp>(context);
  attach<Pad, PadOp>(context);
  attach<Comparison, GreaterOp, GreaterEqualOp>(context);
  attach<Select, SelectOp>(context);
}
