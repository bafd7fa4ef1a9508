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
#include "mlir/IR/PatternMatch.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ascend;

//===----------------------------------------------------------------------===//
// Elementwise ops
//===----------------------------------------------------------------------===//

/// What an elementwise tosa op computes on floating-point tensors.
static ElementwiseFunction getFunction(Operation *op) {
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
      .Default([](Operation *) { return ElementwiseFunction(); });
}

/// Operands that carry data: not the shift of a mul, nor zero points.
static ValueRange getDataOperands(Operation *op) {
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
    return getElementwiseStep(op, getFunction(op), getDataOperands(op), tracked,
                              layout, evaluator, why);
  }
  Value dropChannelAffineStep(Operation *op, RewriterBase &rewriter,
                              Value tracked, const ChannelAffineStep &) const {
    return dropElementwiseStep(rewriter, op, tracked);
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
    for (Value operand : getDataOperands(op)) {
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
        applyElementwise(getFunction(op), operands, type.getShape());
    if (!value.isConstant())
      return evaluator.fail("'" + op->getName().getStringRef() +
                            "' is too large to be computed");
    return value.getConstant();
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
  ReverseOp::attachInterface<EvaluateTosaMovement<ReverseOp>>(*context);
  TileOp::attachInterface<EvaluateTosaMovement<TileOp>>(*context);
  ConcatOp::attachInterface<MoveTosaOp<ConcatOp>, EvaluateTosaConcat>(*context);
}

void ascend::registerTosaExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tosa::TosaDialect *) {
    attachTosaChannelAffineModels(context);
    attachTosaChannelLinearModels(context);
  });
}
