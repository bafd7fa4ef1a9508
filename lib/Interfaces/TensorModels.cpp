//===- TensorModels.cpp - Interfaces of tensor ops ------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseStep.h"
#include "MapMotion.h"

#include "AscendFold/Analysis/ConstantEvaluator.h"
#include "AscendFold/Interfaces/ConstantEvaluationOpInterface.h"
#include "AscendFold/Interfaces/ExternalModels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace mlir::ascend;

//===----------------------------------------------------------------------===//
// Reshapes and slices, described once for activations and constants
//===----------------------------------------------------------------------===//

static ReshapeGroups getGroups(ArrayRef<ReassociationIndices> reassociation,
                               bool expands) {
  ReshapeGroups groups;
  int64_t fine = 0;
  for (auto [coarse, indices] : llvm::enumerate(reassociation)) {
    int64_t c = coarse, end = fine + indices.size();
    groups.push_back(expands ? ReshapeGroup{c, c + 1, fine, end}
                             : ReshapeGroup{fine, end, c, c + 1});
    fine = end;
  }
  return groups;
}

static ReshapeGroups getGroups(Operation *op) {
  auto expand = dyn_cast<tensor::ExpandShapeOp>(op);
  ReshapeGroups groups =
      expand ? getGroups(expand.getReassociationIndices(), /*expands=*/true)
             : getGroups(
                   cast<tensor::CollapseShapeOp>(op).getReassociationIndices(),
                   /*expands=*/false);
  // Rank 0: no group says where the ones of the other side went.
  if (groups.empty())
    groups.push_back(
        {0, cast<RankedTensorType>(op->getOperand(0).getType()).getRank(), 0,
         cast<RankedTensorType>(op->getResult(0).getType()).getRank()});
  return groups;
}

/// A slice with static offsets, sizes and strides.
static bool isStaticSlice(tensor::ExtractSliceOp slice) {
  return !llvm::any_of(slice.getStaticOffsets(), ShapedType::isDynamic) &&
         !llvm::any_of(slice.getStaticSizes(), ShapedType::isDynamic) &&
         !llvm::any_of(slice.getStaticStrides(), ShapedType::isDynamic);
}

/// Dimensions that a rank-reducing slice drops, as a reshape.
static ReshapeGroups getDroppedGroups(tensor::ExtractSliceOp slice) {
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  ReshapeGroups groups;
  int64_t result = 0;
  for (int64_t d = 0, e = dropped.size(); d < e; ++d) {
    int64_t next = result + (dropped.test(d) ? 0 : 1);
    groups.push_back({d, d + 1, result, next});
    result = next;
  }
  return groups;
}

//===----------------------------------------------------------------------===//
// ChannelAffineOpInterface
//===----------------------------------------------------------------------===//

static FailureOr<ChannelAffineStep>
describeReshape(Operation *op, const ChannelLayout &layout, std::string &why) {
  std::optional<ChannelLayout> reshaped = layout.reshape(
      getGroups(op),
      cast<RankedTensorType>(op->getResult(0).getType()).getShape());
  if (!reshaped) {
    why = "the reshape cuts across channels";
    return failure();
  }
  return getMovementStep(op, std::move(*reshaped));
}

static FailureOr<ChannelAffineStep>
describeCast(Operation *op, const ChannelLayout &layout, std::string &why) {
  if (!isa<RankedTensorType>(op->getResult(0).getType())) {
    why = "the cast forgets the rank";
    return failure();
  }
  return getMovementStep(op, layout);
}

static FailureOr<ChannelAffineStep> describeSlice(tensor::ExtractSliceOp op,
                                                  const ChannelLayout &layout,
                                                  std::string &why) {
  std::optional<ChannelLayout> sliced = layout.slice(
      op.getStaticOffsets(), op.getStaticSizes(), op.getStaticStrides());
  if (sliced)
    sliced = sliced->reshape(getDroppedGroups(op), op.getType().getShape());
  if (!sliced) {
    why = "which channels the slice takes is not known";
    return failure();
  }
  return getMovementStep(op, std::move(*sliced));
}

static ArrayRef<int64_t> getShape(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

/// Maps of results as maps of sources, and the other way round.
static FailureOr<ChannelAffineMap> pullReshape(Operation *op,
                                               const ChannelAffineMap &map) {
  ReshapeGroups groups = getGroups(op);
  for (ReshapeGroup &group : groups) {
    std::swap(group.sourceBegin, group.resultBegin);
    std::swap(group.sourceEnd, group.resultEnd);
  }
  return map.reshape(groups, getShape(op->getOperand(0)));
}

static FailureOr<ChannelAffineMap> pullSlice(tensor::ExtractSliceOp op,
                                             const ChannelAffineMap &map) {
  ReshapeGroups groups = getDroppedGroups(op);
  for (ReshapeGroup &group : groups) {
    std::swap(group.sourceBegin, group.resultBegin);
    std::swap(group.sourceEnd, group.resultEnd);
  }
  FailureOr<ChannelAffineMap> expanded =
      map.reshape(groups, op.getStaticSizes());
  if (failed(expanded))
    return failure();
  return expanded->embed(getShape(op.getSource()), op.getStaticOffsets(),
                         op.getStaticStrides());
}

static FailureOr<ChannelAffineMap> pushSlice(tensor::ExtractSliceOp op,
                                             const ChannelAffineMap &map) {
  if (!map.region.empty())
    return failure();
  for (int64_t d = 0, e = map.scale.getRank(); d < e; ++d) {
    if (!variesAlong(map, {d}))
      continue;
    const int64_t offset = op.getStaticOffset(d), size = op.getStaticSize(d),
                  stride = op.getStaticStride(d);
    if (ShapedType::isDynamic(offset) || ShapedType::isDynamic(size) ||
        ShapedType::isDynamic(stride) || offset < 0 || size < 1 || stride < 1 ||
        offset + (size - 1) * stride >= map.getShape()[d])
      return failure();
  }
  SmallVector<int64_t> offsets(op.getStaticOffsets());
  SmallVector<int64_t> strides(op.getStaticStrides());
  for (int64_t d = 0, e = map.scale.getRank(); d < e; ++d)
    if (!variesAlong(map, {d}))
      offsets[d] = 0, strides[d] = 1;
  return map.slice(offsets, op.getStaticSizes(), strides)
      .reshape(getDroppedGroups(op), getShape(op.getResult()));
}

template <typename Op>
static FailureOr<ChannelAffineMap> pullMovement(Op op,
                                                const ChannelAffineMap &map) {
  if constexpr (std::is_same_v<Op, tensor::CastOp>) {
    auto type = dyn_cast<RankedTensorType>(op.getSource().getType());
    std::optional<ChannelAffineMap> moved;
    if (type)
      moved = map.resize(type.getShape());
    if (!moved)
      return failure();
    return *moved;
  } else if constexpr (std::is_same_v<Op, tensor::ExtractSliceOp>) {
    return pullSlice(op, map);
  } else {
    return pullReshape(op, map);
  }
}

template <typename Op>
static FailureOr<ChannelAffineMap> pushMovement(Op op,
                                                const ChannelAffineMap &map) {
  if constexpr (std::is_same_v<Op, tensor::CastOp>) {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    std::optional<ChannelAffineMap> moved;
    if (type)
      moved = map.resize(type.getShape());
    if (!moved)
      return failure();
    return *moved;
  } else if constexpr (std::is_same_v<Op, tensor::ExtractSliceOp>) {
    return pushSlice(op, map);
  } else {
    return map.reshape(getGroups(op), getShape(op.getResult()));
  }
}

namespace {
template <typename Op>
struct AffineTensorOp final
    : ChannelAffineOpInterface::ExternalModel<AffineTensorOp<Op>, Op> {
  FailureOr<ChannelAffineStep> getChannelAffineStep(Operation *op,
                                                    Value tracked,
                                                    const ChannelLayout &layout,
                                                    ConstantEvaluator &,
                                                    std::string &why) const {
    if constexpr (std::is_same_v<Op, tensor::CastOp>)
      return describeCast(op, layout, why);
    else if constexpr (std::is_same_v<Op, tensor::ExtractSliceOp>)
      return describeSlice(cast<Op>(op), layout, why);
    else
      return describeReshape(op, layout, why);
  }
  Value dropChannelAffineStep(Operation *, RewriterBase &, Value,
                              const ChannelAffineStep &) const {
    llvm_unreachable("data movement has no arithmetic to drop");
  }
  LogicalResult pullMap(Operation *op, const ChannelAffineMap &map,
                        ConstantEvaluator &, OperandMaps &operandMaps,
                        std::string &why) const {
    operandMaps = getIdentityMaps(op);
    FailureOr<ChannelAffineMap> moved = failure();
    if (map.region.empty())
      moved = pullMovement(cast<Op>(op), map);
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
    FailureOr<ChannelAffineMap> moved =
        pushMovement(cast<Op>(op), operandMaps[0]);
    if (failed(moved))
      why = "where the channels are after it is not known";
    return moved;
  }
};

/// Ops that apply no map and that channels are not followed through, one by
/// one.
template <typename Model, typename Op>
struct MapsThroughTensorOp
    : ChannelAffineOpInterface::ExternalModel<Model, Op> {
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
};

struct MapsThroughConcat final
    : MapsThroughTensorOp<MapsThroughConcat, tensor::ConcatOp> {
  LogicalResult pullMap(Operation *op, const ChannelAffineMap &map,
                        ConstantEvaluator &, OperandMaps &operandMaps,
                        std::string &why) const {
    return pullThroughConcat(op, cast<tensor::ConcatOp>(op).getDim(), map,
                             operandMaps, why);
  }
  FailureOr<ChannelAffineMap> pushMap(Operation *op,
                                      ArrayRef<ChannelAffineMap> operandMaps,
                                      ConstantEvaluator &,
                                      std::string &why) const {
    return pushThroughConcat(cast<tensor::ConcatOp>(op).getDim(), operandMaps,
                             why);
  }
};

struct MapsThroughPad final
    : MapsThroughTensorOp<MapsThroughPad, tensor::PadOp> {
  static FailureOr<double>
  getValue(tensor::PadOp op, ConstantEvaluator &evaluator, std::string &why) {
    FailureOr<ConstantTensor> value = failure();
    if (Value padded = op.getConstantPaddingValue())
      value = evaluator.evaluate(padded);
    if (succeeded(value))
      return value->getAtOffset(0);
    why = "what it pads is not known";
    return failure();
  }
  LogicalResult pullMap(Operation *op, const ChannelAffineMap &map,
                        ConstantEvaluator &evaluator, OperandMaps &operandMaps,
                        std::string &why) const {
    auto pad = cast<tensor::PadOp>(op);
    FailureOr<double> value = getValue(pad, evaluator, why);
    if (failed(value))
      return failure();
    FailureOr<PaddedMap> padded =
        pullThroughPad(map, *value, pad.getStaticLow(), pad.getStaticHigh(),
                       getShape(pad.getSource()), why);
    if (failed(padded))
      return failure();
    operandMaps = getIdentityMaps(op);
    operandMaps[0] = padded->map;
    return success();
  }
  FailureOr<ChannelAffineMap> pushMap(Operation *op,
                                      ArrayRef<ChannelAffineMap> operandMaps,
                                      ConstantEvaluator &evaluator,
                                      std::string &why) const {
    auto pad = cast<tensor::PadOp>(op);
    FailureOr<double> value = getValue(pad, evaluator, why);
    if (failed(value))
      return failure();
    return pushThroughPad(operandMaps[0], *value, pad.getStaticLow(),
                          pad.getStaticHigh(), getShape(pad.getResult()), why);
  }
  void adaptToPulledMap(Operation *op, RewriterBase &rewriter,
                        const ChannelAffineMap &map) const {
    auto pad = cast<tensor::PadOp>(op);
    ConstantEvaluator evaluator;
    std::string why;
    const double value = *getValue(pad, evaluator, why);
    const PaddedMap padded =
        *pullThroughPad(map, value, pad.getStaticLow(), pad.getStaticHigh(),
                        getShape(pad.getSource()), why);
    if (padded.value == value)
      return;
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    Type type = pad.getResult().getType().getElementType();
    Value constant = arith::ConstantOp::create(
        rewriter, op->getLoc(),
        cast<TypedAttr>(rewriter.getFloatAttr(type, padded.value)));
    Operation *yield = pad.getRegion().front().getTerminator();
    rewriter.modifyOpInPlace(yield, [&] { yield->setOperand(0, constant); });
  }
  std::optional<ZeroPadding> getZeroPadding(Operation *op) const {
    auto pad = cast<tensor::PadOp>(op);
    Value value = pad.getConstantPaddingValue();
    if (!value || !matchPattern(value, m_AnyZeroFloat()))
      return std::nullopt;
    return ZeroPadding{pad.getSource(),
                       SmallVector<int64_t>(pad.getStaticLow()),
                       SmallVector<int64_t>(pad.getStaticHigh())};
  }
};

/// What lies outside of the inserted slice comes from the destination.
struct MapsThroughInsertSlice final
    : MapsThroughTensorOp<MapsThroughInsertSlice, tensor::InsertSliceOp> {
  static bool isKnown(tensor::InsertSliceOp op) {
    return op.getSourceType().getRank() == op.getType().getRank() &&
           llvm::all_of(op.getStaticStrides(),
                        [](int64_t s) { return s == 1; });
  }
  LogicalResult pullMap(Operation *op, const ChannelAffineMap &map,
                        ConstantEvaluator &, OperandMaps &operandMaps,
                        std::string &why) const {
    auto insert = cast<tensor::InsertSliceOp>(op);
    why = "which channels are inserted is not known";
    if (!isKnown(insert) || !map.region.empty())
      return failure();
    SmallVector<int64_t> offsets(insert.getStaticOffsets());
    for (int64_t d = 0, e = offsets.size(); d < e; ++d) {
      const int64_t size = insert.getStaticSize(d);
      if (!variesAlong(map, {d}))
        offsets[d] = 0;
      else if (ShapedType::isDynamic(offsets[d]) ||
               ShapedType::isDynamic(size) || offsets[d] < 0 || size < 1 ||
               offsets[d] + size > map.getShape()[d])
        return failure();
    }
    operandMaps = getIdentityMaps(op);
    operandMaps[0] = map.slice(offsets, insert.getSourceType().getShape(),
                               SmallVector<int64_t>(offsets.size(), 1));
    // Nothing is in an empty tensor; of another one, only what is not
    // overwritten counts, but to map all of it does no harm.
    if (!insert.getDest().getDefiningOp<tensor::EmptyOp>())
      operandMaps[1] = map;
    why.clear();
    return success();
  }
  FailureOr<ChannelAffineMap> pushMap(Operation *op,
                                      ArrayRef<ChannelAffineMap> operandMaps,
                                      ConstantEvaluator &,
                                      std::string &why) const {
    auto insert = cast<tensor::InsertSliceOp>(op);
    why = "which channels are inserted is not known";
    if (!isKnown(insert) || !operandMaps[0].region.empty() ||
        !operandMaps[1].isIdentity())
      return failure();
    for (int64_t d = 0, e = insert.getType().getRank(); d < e; ++d) {
      // Along dimensions in which it does not vary, the slice must be all there
      // is: the rest is not mapped.
      const bool isWhole =
          insert.getStaticSize(d) == insert.getType().getDimSize(d) &&
          !insert.getType().isDynamicDim(d);
      if (!isWhole)
        return failure();
    }
    return operandMaps[0].embed(insert.getType().getShape(),
                                insert.getStaticOffsets(),
                                insert.getStaticStrides());
  }
};
} // namespace

namespace {
/// `tensor.dim` asks for a shape only.
struct ReadsNoElements final
    : ChannelAffineOpInterface::ExternalModel<ReadsNoElements, tensor::DimOp> {
  FailureOr<ChannelAffineStep> getChannelAffineStep(Operation *, Value,
                                                    const ChannelLayout &,
                                                    ConstantEvaluator &,
                                                    std::string &why) const {
    why = "it only asks for the shape";
    return failure();
  }
  Value dropChannelAffineStep(Operation *, RewriterBase &, Value,
                              const ChannelAffineStep &) const {
    llvm_unreachable("a shape has no arithmetic to drop");
  }
  bool readsElementsOf(Operation *, OpOperand &) const { return false; }
};
} // namespace

//===----------------------------------------------------------------------===//
// ConstantEvaluationOpInterface
//===----------------------------------------------------------------------===//

static FailureOr<ConstantTensor> evaluateReshape(Operation *op,
                                                 ConstantEvaluator &evaluator) {
  FailureOr<ConstantTensor> source = evaluator.evaluate(op->getOperand(0));
  if (failed(source))
    return failure();
  FailureOr<ConstantTensor> result = source->reshape(
      getGroups(op),
      cast<RankedTensorType>(op->getResult(0).getType()).getShape());
  if (failed(result))
    return evaluator.fail("its shape is not known");
  return result;
}

static FailureOr<ConstantTensor> evaluateCast(tensor::CastOp op,
                                              ConstantEvaluator &evaluator) {
  FailureOr<ConstantTensor> source = evaluator.evaluate(op.getSource());
  if (failed(source))
    return failure();
  // Keep the extents that are known better.
  if (!isa<RankedTensorType>(op.getType()))
    return evaluator.fail("the cast forgets the rank");
  return source;
}

static FailureOr<ConstantTensor> evaluateSlice(tensor::ExtractSliceOp op,
                                               ConstantEvaluator &evaluator) {
  FailureOr<ConstantTensor> source = evaluator.evaluate(op.getSource());
  if (failed(source))
    return failure();
  if (!isStaticSlice(op))
    return evaluator.fail("the slice is not static");
  for (auto [extent, offset, size, stride] :
       llvm::zip_equal(source->getShape(), op.getStaticOffsets(),
                       op.getStaticSizes(), op.getStaticStrides()))
    if (ShapedType::isDynamic(extent) || offset < 0 || stride < 1 || size < 1 ||
        offset + (size - 1) * stride >= extent)
      return evaluator.fail("the slice leaves the constant");
  FailureOr<ConstantTensor> result =
      source
          ->slice(op.getStaticOffsets(), op.getStaticSizes(),
                  op.getStaticStrides())
          .reshape(getDroppedGroups(op), op.getType().getShape());
  if (failed(result))
    return evaluator.fail("the slice is not static");
  return result;
}

static FailureOr<ConstantTensor> evaluateDim(tensor::DimOp op,
                                             ConstantEvaluator &evaluator) {
  auto type = dyn_cast<RankedTensorType>(op.getSource().getType());
  std::optional<int64_t> index = op.getConstantIndex();
  if (!type || !index || *index < 0 || *index >= type.getRank() ||
      type.isDynamicDim(*index))
    return evaluator.fail("it asks for a dimension that is dynamic");
  return ConstantTensor::getSplat(type.getDimSize(*index));
}

static FailureOr<ConstantTensor> evaluateSplat(tensor::SplatOp op,
                                               ConstantEvaluator &evaluator) {
  FailureOr<ConstantTensor> value = evaluator.evaluate(op.getInput());
  if (failed(value))
    return failure();
  return value->broadcast(cast<RankedTensorType>(op.getType()).getShape(), {});
}

static FailureOr<ConstantTensor>
evaluateFromElements(tensor::FromElementsOp op, ConstantEvaluator &evaluator) {
  std::vector<double> values;
  for (Value element : op.getElements()) {
    FailureOr<ConstantTensor> value = evaluator.evaluate(element);
    if (failed(value))
      return failure();
    values.push_back(value->getAtOffset(0));
  }
  return ConstantTensor::get(std::move(values),
                             cast<RankedTensorType>(op.getType()).getShape());
}

static FailureOr<ConstantTensor> evaluateExtract(tensor::ExtractOp op,
                                                 ConstantEvaluator &evaluator) {
  FailureOr<ConstantTensor> source = evaluator.evaluate(op.getTensor());
  if (failed(source))
    return failure();
  SmallVector<int64_t> index;
  for (auto [value, extent] :
       llvm::zip_equal(op.getIndices(), source->getShape())) {
    FailureOr<ConstantTensor> position = evaluator.evaluate(value);
    if (failed(position))
      return failure();
    index.push_back(static_cast<int64_t>(position->getAtOffset(0)));
    if (index.back() < 0 || index.back() >= extent)
      return evaluator.fail("the index leaves the constant");
  }
  return ConstantTensor::getSplat(source->get(index));
}

static FailureOr<ConstantTensor>
evaluateTensorConcat(tensor::ConcatOp op, ConstantEvaluator &evaluator) {
  return evaluateConcat(op.getInputs(), op.getDim(), evaluator);
}

namespace {
template <typename Op, auto Fn>
struct EvaluateTensorOp final
    : ConstantEvaluationOpInterface::ExternalModel<EvaluateTensorOp<Op, Fn>,
                                                   Op> {
  FailureOr<ConstantTensor>
  evaluateConstant(Operation *op, unsigned,
                   ConstantEvaluator &evaluator) const {
    if constexpr (std::is_invocable_v<decltype(Fn), Op, ConstantEvaluator &>)
      return Fn(cast<Op>(op), evaluator);
    else
      return Fn(op, evaluator);
  }
};
} // namespace

template <typename Op, auto Fn>
static void attachEvaluation(MLIRContext *context) {
  Op::template attachInterface<EvaluateTensorOp<Op, Fn>>(*context);
}

void ascend::registerTensorExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    using namespace tensor;
    CastOp::attachInterface<AffineTensorOp<CastOp>>(*context);
    ExpandShapeOp::attachInterface<AffineTensorOp<ExpandShapeOp>>(*context);
    CollapseShapeOp::attachInterface<AffineTensorOp<CollapseShapeOp>>(*context);
    ExtractSliceOp::attachInterface<AffineTensorOp<ExtractSliceOp>>(*context);
    DimOp::attachInterface<ReadsNoElements>(*context);
    ConcatOp::attachInterface<MapsThroughConcat>(*context);
    PadOp::attachInterface<MapsThroughPad>(*context);
    InsertSliceOp::attachInterface<MapsThroughInsertSlice>(*context);

    attachEvaluation<CastOp, evaluateCast>(context);
    attachEvaluation<ExpandShapeOp, evaluateReshape>(context);
    attachEvaluation<CollapseShapeOp, evaluateReshape>(context);
    attachEvaluation<ExtractSliceOp, evaluateSlice>(context);
    attachEvaluation<ConcatOp, evaluateTensorConcat>(context);
    attachEvaluation<DimOp, evaluateDim>(context);
    attachEvaluation<SplatOp, evaluateSplat>(context);
    attachEvaluation<FromElementsOp, evaluateFromElements>(context);
    attachEvaluation<ExtractOp, evaluateExtract>(context);
  });
}
