//===- TosaModels.cpp - Interfaces of tosa ops ----------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TosaModels.h"

#include "ElementwiseStep.h"

#include "AscendFold/Analysis/ConstantEvaluator.h"
#include "AscendFold/Interfaces/ConstantEvaluationOpInterface.h"
#include "AscendFold/Interfaces/ExternalModels.h"

#include "mlir/Dialect/Tosa/Utils/ConversionUtils.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ascend;

//===----------------------------------------------------------------------===//
// Elementwise ops
//===----------------------------------------------------------------------===//

static ElementwiseFunction getClampFunction(tosa::ClampOp op) {
  auto low = dyn_cast<FloatAttr>(op.getMinVal());
  auto high = dyn_cast<FloatAttr>(op.getMaxVal());
  if (!low || !high)
    return {};
  const double min = low.getValueAsDouble(), max = high.getValueAsDouble();
  return {ElementwiseFunction::Kind::Opaque, [=](ArrayRef<double> a) {
            return evaluateMinimum(evaluateMaximum(a[0], min), max);
          }};
}

ElementwiseFunction ascend::getTosaFunction(Operation *op) {
  return TypeSwitch<Operation *, ElementwiseFunction>(op)
      .Case<tosa::AddOp>([](auto) { return getAddFunction(); })
      .Case<tosa::SubOp>([](auto) { return getSubFunction(); })
      .Case<tosa::MulOp>([](auto) { return getMulFunction(); })
      .Case<tosa::NegateOp>([](auto) { return getNegFunction(); })
      .Case([](tosa::CastOp cast) {
        return getCastFunction(cast.getInput().getType(), cast.getType());
      })
      .Case<tosa::IdentityOp>([](auto) { return getIdentityFunction(); })
      .Case<tosa::ReciprocalOp>(
          [](auto) { return getUnaryFunction(evaluateReciprocal); })
      .Case<tosa::RsqrtOp>([](auto) { return getUnaryFunction(evaluateRsqrt); })
      .Case<tosa::PowOp>([](auto) { return getBinaryFunction(std::pow); })
      .Case<tosa::ExpOp>([](auto) { return getUnaryFunction(std::exp); })
      .Case<tosa::LogOp>([](auto) { return getUnaryFunction(std::log); })
      .Case<tosa::AbsOp>([](auto) { return getUnaryFunction(std::fabs); })
      .Case<tosa::MaximumOp>(
          [](auto) { return getBinaryFunction(evaluateMaximum); })
      .Case<tosa::MinimumOp>(
          [](auto) { return getBinaryFunction(evaluateMinimum); })
      .Case([](tosa::ClampOp clamp) { return getClampFunction(clamp); })
      .Case<tosa::FloorOp>([](auto) { return getRoundingFunction(std::floor); })
      .Case<tosa::CeilOp>([](auto) { return getRoundingFunction(std::ceil); })
      .Default([](Operation *) { return ElementwiseFunction(); });
}

ValueRange ascend::getTosaDataOperands(Operation *op) {
  if (isa<tosa::MulOp>(op))
    return op->getOperands().take_front(2);
  if (isa<tosa::NegateOp>(op))
    return op->getOperands().take_front(1);
  return op->getOperands();
}

namespace {
template <typename Op>
struct AffineTosaOp final
    : ChannelAffineOpInterface::ExternalModel<AffineTosaOp<Op>, Op> {
  FailureOr<ChannelAffineStep>
  getChannelAffineStep(Operation *op, Value tracked,
                       const ChannelLayout &layout,
                       ConstantEvaluator &evaluator, std::string &why) const {
    return getElementwiseStep(op, getTosaFunction(op), getTosaDataOperands(op),
                              tracked, layout, evaluator, why);
  }
  Value dropChannelAffineStep(Operation *op, RewriterBase &rewriter,
                              Value tracked, const ChannelAffineStep &) const {
    return dropElementwiseStep(rewriter, op, tracked);
  }
  LogicalResult pullMap(Operation *op, const ChannelAffineMap &map,
                        ConstantEvaluator &evaluator, OperandMaps &operandMaps,
                        std::string &why) const {
    return pullThroughTosaElementwise(op, map, evaluator, operandMaps, why);
  }
  FailureOr<ChannelAffineMap> pushMap(Operation *op,
                                      ArrayRef<ChannelAffineMap> operandMaps,
                                      ConstantEvaluator &evaluator,
                                      std::string &why) const {
    return pushThroughTosaElementwise(op, operandMaps, evaluator, why);
  }
  unsigned getNumScaleAndShiftOps(Operation *, bool hasScale,
                                  bool hasShift) const {
    return hasScale + hasShift;
  }
  Value buildScaleAndShift(Operation *, RewriterBase &rewriter, Location loc,
                           Value value, ElementsAttr scale,
                           ElementsAttr shift) const {
    return buildTosaScaleAndShift(rewriter, loc, value, scale, shift);
  }
  SmallVector<Value> getSummands(Operation *op) const {
    if constexpr (std::is_same_v<Op, tosa::AddOp>)
      return getSummandsOfType(op, op->getOperand(0), op->getOperand(1));
    else
      return {};
  }
};

template <typename Op>
struct EvaluateTosaElementwise final
    : ConstantEvaluationOpInterface::ExternalModel<EvaluateTosaElementwise<Op>,
                                                   Op> {
  FailureOr<ConstantTensor>
  evaluateConstant(Operation *op, unsigned,
                   ConstantEvaluator &evaluator) const {
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!type || !isa<FloatType>(type.getElementType()))
      return evaluator.fail("'" + op->getName().getStringRef() +
                            "' is evaluated on floating-point tensors only");
    SmallVector<AbstractValue, 4> operands;
    for (Value operand : getTosaDataOperands(op)) {
      FailureOr<ConstantTensor> tensor = evaluator.evaluate(operand);
      if (failed(tensor))
        return failure();
      std::optional<ConstantTensor> view =
          broadcastNumpyStyle(*tensor, type.getShape());
      if (!view)
        return evaluator.fail("the shape of '" + op->getName().getStringRef() +
                              "' is not known");
      operands.push_back(AbstractValue::getConstant(std::move(*view)));
    }
    AbstractValue value =
        applyElementwise(getTosaFunction(op), operands, type.getShape());
    if (!value.isConstant())
      return evaluator.fail("'" + op->getName().getStringRef() +
                            "' is too large to be computed");
    return value.getConstant();
  }
  bool makesIntegers(Operation *op) const {
    return getTosaFunction(op).makesIntegers;
  }
  FailureOr<ConstantTensor> pullFactor(Operation *op, OpOperand &operand,
                                       const ConstantTensor &factor) const {
    if (operand.getOperandNumber() >= getTosaDataOperands(op).size() ||
        !getTosaFunction(op).isMultipleOf(operand.getOperandNumber()))
      return failure();
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type)
      return failure();
    return undoBroadcast(factor, type.getShape());
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Data movement
//===----------------------------------------------------------------------===//

static std::optional<ReshapeGroups> getGroups(tosa::ReshapeOp op) {
  auto source = dyn_cast<RankedTensorType>(op.getInput1().getType());
  auto result = dyn_cast<RankedTensorType>(op.getType());
  if (!source || !result)
    return std::nullopt;
  return computeReshapeGroups(source.getShape(), result.getShape());
}

static SmallVector<int64_t> getPermutation(tosa::TransposeOp op) {
  return SmallVector<int64_t>(op.getPerms());
}

/// Start and extents of a slice with constant operands.
static bool getSlice(tosa::SliceOp op, SmallVector<int64_t> &start,
                     SmallVector<int64_t> &sizes) {
  Operation *startOp = op.getStart().getDefiningOp();
  Operation *sizeOp = op.getSize().getDefiningOp();
  return startOp && sizeOp && tosa::getConstShapeValues(startOp, start) &&
         tosa::getConstShapeValues(sizeOp, sizes);
}

static FailureOr<ChannelAffineStep>
describe(tosa::ReshapeOp op, const ChannelLayout &layout, std::string &why) {
  std::optional<ReshapeGroups> groups = getGroups(op);
  std::optional<ChannelLayout> reshaped;
  if (groups)
    reshaped = layout.reshape(*groups,
                              cast<RankedTensorType>(op.getType()).getShape());
  if (!reshaped) {
    why = "the reshape cuts across channels";
    return failure();
  }
  return getMovementStep(op, std::move(*reshaped));
}

static FailureOr<ChannelAffineStep>
describe(tosa::TransposeOp op, const ChannelLayout &layout, std::string &) {
  return getMovementStep(op, layout.permute(getPermutation(op)));
}

static FailureOr<ChannelAffineStep>
describe(tosa::SliceOp op, const ChannelLayout &layout, std::string &why) {
  SmallVector<int64_t> start, sizes;
  std::optional<ChannelLayout> sliced;
  if (getSlice(op, start, sizes))
    sliced = layout.slice(start, sizes, SmallVector<int64_t>(start.size(), 1));
  if (!sliced) {
    why = "which channels the slice takes is not known";
    return failure();
  }
  return getMovementStep(op, std::move(*sliced));
}

static FailureOr<ChannelAffineStep>
describe(tosa::ConcatOp op, const ChannelLayout &layout, std::string &why) {
  if (op->getNumOperands() != 1) {
    why = "it joins the result with other tensors";
    return failure();
  }
  return getMovementStep(op, layout);
}

/// Maps of results as maps of operands, and the other way round.
static ArrayRef<int64_t> getShape(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

static FailureOr<ChannelAffineMap> pull(tosa::ReshapeOp op,
                                        const ChannelAffineMap &map) {
  auto source = dyn_cast<RankedTensorType>(op.getInput1().getType());
  if (!source)
    return failure();
  std::optional<ReshapeGroups> groups =
      computeReshapeGroups(getShape(op.getResult()), source.getShape());
  if (!groups)
    return failure();
  return map.reshape(*groups, source.getShape());
}

static FailureOr<ChannelAffineMap> push(tosa::ReshapeOp op,
                                        const ChannelAffineMap &map) {
  std::optional<ReshapeGroups> groups = getGroups(op);
  if (!groups)
    return failure();
  return map.reshape(*groups, getShape(op.getResult()));
}

static FailureOr<ChannelAffineMap> pull(tosa::TransposeOp op,
                                        const ChannelAffineMap &map) {
  return map.transpose(invertPermutationVector(getPermutation(op)));
}

static FailureOr<ChannelAffineMap> push(tosa::TransposeOp op,
                                        const ChannelAffineMap &map) {
  return map.transpose(getPermutation(op));
}

static FailureOr<ChannelAffineMap> pull(tosa::SliceOp op,
                                        const ChannelAffineMap &map) {
  SmallVector<int64_t> start, sizes;
  if (!isa<RankedTensorType>(op.getInput1().getType()) ||
      !getSlice(op, start, sizes) || !map.region.empty())
    return failure();
  return map.embed(getShape(op.getInput1()), start,
                   SmallVector<int64_t>(start.size(), 1));
}

static FailureOr<ChannelAffineMap> push(tosa::SliceOp op,
                                        const ChannelAffineMap &map) {
  SmallVector<int64_t> start, sizes;
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!type || !getSlice(op, start, sizes))
    return failure();
  for (auto [d, stride, extent] :
       llvm::enumerate(map.scale.getStrides(), map.getShape()))
    if (variesAlong(map, {static_cast<int64_t>(d)}) &&
        (start[d] < 0 || sizes[d] < 1 || start[d] + sizes[d] > extent))
      return failure();
  return map.slice(start, type.getShape(),
                   SmallVector<int64_t>(start.size(), 1));
}

/// Concatenations have rules of their own.
static FailureOr<ChannelAffineMap> pull(tosa::ConcatOp,
                                        const ChannelAffineMap &) {
  return failure();
}

static FailureOr<ChannelAffineMap> push(tosa::ConcatOp,
                                        const ChannelAffineMap &) {
  return failure();
}

static FailureOr<ConstantTensor> evaluate(tosa::ReshapeOp op,
                                          const ConstantTensor &source) {
  std::optional<ReshapeGroups> groups = getGroups(op);
  if (!groups)
    return failure();
  return source.reshape(*groups,
                        cast<RankedTensorType>(op.getType()).getShape());
}

static FailureOr<ConstantTensor> evaluate(tosa::TransposeOp op,
                                          const ConstantTensor &source) {
  return source.transpose(getPermutation(op));
}

static FailureOr<ConstantTensor> evaluate(tosa::SliceOp op,
                                          const ConstantTensor &source) {
  SmallVector<int64_t> start, sizes;
  if (!getSlice(op, start, sizes))
    return failure();
  for (auto [extent, begin, size] :
       llvm::zip_equal(source.getShape(), start, sizes))
    if (begin < 0 || size < 1 || begin + size > extent)
      return failure();
  return source.slice(start, sizes, SmallVector<int64_t>(start.size(), 1));
}

/// Reverses constants only: activations are not reversed between a convolution
/// and its BatchNorm, filters of transposed convolutions are.
static FailureOr<ConstantTensor> evaluate(tosa::ReverseOp op,
                                          const ConstantTensor &source) {
  const int64_t axis = op.getAxis();
  if (ShapedType::isDynamic(source.getShape()[axis]) ||
      source.getShape()[axis] == 0)
    return failure();
  SmallVector<int64_t> strides(source.getStrides());
  int64_t offset = (source.getShape()[axis] - 1) * strides[axis];
  strides[axis] = -strides[axis];
  return source.restride(source.getShape(), strides, offset);
}

static FailureOr<ConstantTensor> evaluate(tosa::TileOp op,
                                          const ConstantTensor &source) {
  SmallVector<int64_t> multiples;
  if (failed(op.getConstantMultiples(multiples)) ||
      ShapedType::isDynamicShape(source.getShape()))
    return failure();
  // [m, extent] with stride 0 in front, then merged.
  SmallVector<int64_t> extents, strides, result;
  ReshapeGroups groups;
  for (auto [d, multiple] : llvm::enumerate(multiples)) {
    int64_t extent = 0;
    if (multiple < 1 ||
        llvm::MulOverflow(multiple, source.getShape()[d], extent))
      return failure();
    extents.append({multiple, source.getShape()[d]});
    strides.append({0, source.getStrides()[d]});
    result.push_back(extent);
    int64_t at = d;
    groups.push_back({2 * at, 2 * at + 2, at, at + 1});
  }
  return source.restride(extents, strides, 0).reshape(groups, result);
}

namespace {
template <typename Op>
struct MoveTosaOp final
    : ChannelAffineOpInterface::ExternalModel<MoveTosaOp<Op>, Op> {
  FailureOr<ChannelAffineStep> getChannelAffineStep(Operation *op, Value,
                                                    const ChannelLayout &layout,
                                                    ConstantEvaluator &,
                                                    std::string &why) const {
    if (!isa<RankedTensorType>(op->getResult(0).getType())) {
      why = "its rank is not known";
      return failure();
    }
    return describe(cast<Op>(op), layout, why);
  }
  Value dropChannelAffineStep(Operation *, RewriterBase &, Value,
                              const ChannelAffineStep &) const {
    llvm_unreachable("data movement has no arithmetic to drop");
  }
  LogicalResult pullMap(Operation *op, const ChannelAffineMap &map,
                        ConstantEvaluator &, OperandMaps &operandMaps,
                        std::string &why) const {
    if constexpr (std::is_same_v<Op, tosa::ConcatOp>)
      return pullThroughConcat(op, cast<Op>(op).getAxis(), map, operandMaps,
                               why);
    operandMaps = getIdentityMaps(op);
    FailureOr<ChannelAffineMap> moved = pull(cast<Op>(op), map);
    if (failed(moved)) {
      why = "where the channels were before it is not known";
      return failure();
    }
    operandMaps[0] = *moved;
    return success();
  }
  FailureOr<ChannelAffineMap> pushMap(Operation *op,
                                      ArrayRef<ChannelAffineMap> operandMaps,
                                      ConstantEvaluator &,
                                      std::string &why) const {
    if constexpr (std::is_same_v<Op, tosa::ConcatOp>)
      return pushThroughConcat(cast<Op>(op).getAxis(), operandMaps, why);
    FailureOr<ChannelAffineMap> moved = failure();
    if (operandMaps[0].region.empty())
      moved = push(cast<Op>(op), operandMaps[0]);
    if (failed(moved))
      why = "where the channels are after it is not known";
    return moved;
  }
};

template <typename Op>
struct EvaluateTosaMovement final
    : ConstantEvaluationOpInterface::ExternalModel<EvaluateTosaMovement<Op>,
                                                   Op> {
  FailureOr<ConstantTensor>
  evaluateConstant(Operation *op, unsigned,
                   ConstantEvaluator &evaluator) const {
    FailureOr<ConstantTensor> source = evaluator.evaluate(op->getOperand(0));
    if (failed(source))
      return failure();
    FailureOr<ConstantTensor> result = evaluate(cast<Op>(op), *source);
    if (failed(result))
      return evaluator.fail("the shape of '" + op->getName().getStringRef() +
                            "' is not known");
    return result;
  }
  FailureOr<ConstantTensor> pullFactor(Operation *op, OpOperand &,
                                       const ConstantTensor &factor) const {
    // The inverse of itself. The others move maps.
    if constexpr (std::is_same_v<Op, tosa::ReverseOp>)
      if (ShapedType::isStaticShape(factor.getShape()))
        return evaluate(cast<Op>(op), factor);
    return failure();
  }
};
} // namespace

namespace {
struct EvaluateTosaConcat final
    : ConstantEvaluationOpInterface::ExternalModel<EvaluateTosaConcat,
                                                   tosa::ConcatOp> {
  FailureOr<ConstantTensor>
  evaluateConstant(Operation *op, unsigned,
                   ConstantEvaluator &evaluator) const {
    return evaluateConcat(op->getOperands(), cast<tosa::ConcatOp>(op).getAxis(),
                          evaluator);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

template <typename... Ops>
static void attachElementwise(MLIRContext *context) {
  (Ops::template attachInterface<AffineTosaOp<Ops>,
                                 EvaluateTosaElementwise<Ops>>(*context),
   ...);
}

template <typename... Ops>
static void attachMovement(MLIRContext *context) {
  (Ops::template attachInterface<MoveTosaOp<Ops>, EvaluateTosaMovement<Ops>>(
       *context),
   ...);
}

void ascend::attachTosaChannelAffineModels(MLIRContext *context) {
  using namespace tosa;
  attachElementwise<AbsOp, AddOp, CastOp, ExpOp, IdentityOp, LogOp, MaximumOp,
                    MinimumOp, MulOp, NegateOp, PowOp, ReciprocalOp, RsqrtOp,
                    SubOp>(context);
  attachMovement<ReshapeOp, SliceOp, TransposeOp>(context);
  FloorOp::attachInterface<EvaluateTosaElementwise<FloorOp>>(*context);
  CeilOp::attachInterface<EvaluateTosaElementwise<CeilOp>>(*context);
  ClampOp::attachInterface<EvaluateTosaElementwise<ClampOp>>(*context);
  ReverseOp::attachInterface<EvaluateTosaMovement<ReverseOp>>(*context);
  TileOp::attachInterface<EvaluateTosaMovement<TileOp>>(*context);
  ConcatOp::attachInterface<MoveTosaOp<ConcatOp>, EvaluateTosaConcat>(*context);
}

void ascend::registerTosaExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tosa::TosaDialect *) {
    attachTosaChannelAffineModels(context);
    attachTosaChannelLinearModels(context);
    attachTosaMapModels(context);
  });
}
