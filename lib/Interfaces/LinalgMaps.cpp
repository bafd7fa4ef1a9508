//===- LinalgMaps.cpp - How maps move through linalg ----------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgMaps.h"

#include "ElementwiseMaps.h"

#include "AscendFold/Analysis/ConstantEvaluator.h"
#include "AscendFold/Analysis/LinalgBody.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::ascend;

//===----------------------------------------------------------------------===//
// Between tensors and loops
//===----------------------------------------------------------------------===//

std::optional<ConstantTensor> ascend::toLoops(const ConstantTensor &tensor,
                                              AffineMap access,
                                              ArrayRef<int64_t> ranges) {
  SmallVector<int64_t> strides(ranges.size(), 0);
  for (auto [expr, stride] :
       llvm::zip_equal(access.getResults(), tensor.getStrides())) {
    if (stride == 0)
      continue;
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || strides[dim.getPosition()] != 0)
      return std::nullopt;
    strides[dim.getPosition()] = stride;
  }
  return tensor.restride(ranges, strides, 0);
}

std::optional<ConstantTensor> ascend::toTensor(const ConstantTensor &loops,
                                               AffineMap access,
                                               ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 0);
  for (auto [loop, stride] : llvm::enumerate(loops.getStrides())) {
    if (stride == 0)
      continue;
    bool found = false;
    for (auto [d, expr] : llvm::enumerate(access.getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (dim && dim.getPosition() == loop) {
        if (found || shape[d] != loops.getShape()[loop])
          return std::nullopt;
        strides[d] = stride;
        found = true;
      } else if (expr.isFunctionOfDim(loop)) {
        return std::nullopt;
      }
    }
    if (!found)
      return std::nullopt;
  }
  return loops.restride(shape, strides, 0);
}

template <auto Convert>
static FailureOr<ChannelAffineMap>
convert(const ChannelAffineMap &map, AffineMap access, ArrayRef<int64_t> shape,
        std::string &why) {
  auto scale = Convert(map.scale, access, shape);
  auto shift = Convert(map.shift, access, shape);
  if (scale && shift && map.region.empty())
    return ChannelAffineMap{*scale, *shift, {}};
  why = "the scale or shift varies along a dimension that it works along";
  return failure();
}

static ArrayRef<int64_t> getShape(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

//===----------------------------------------------------------------------===//
// What an op computes
//===----------------------------------------------------------------------===//

namespace {
enum class BodyKind {
  Unknown,
  /// The one operand that is no constant, as it is.
  Move,
  /// `scale * x + shift` of that operand.
  Affine,
  Sum,
  Difference,
  /// A positive factor on all operands is the same factor on the result.
  Homogeneous,
  /// Of all that the reduction loops run over.
  MaximumOf,
  SumOf
};

struct Description {
  BodyKind kind = BodyKind::Unknown;
  /// Inputs that are read and are no constants, in order.
  SmallVector<OpOperand *, 2> variables;
  /// For `Affine`, over the loops.
  std::optional<ChannelAffineMap> own;
  SmallVector<int64_t> ranges;
  /// For reductions: how many elements one result is made of.
  int64_t count = 1;
};
} // namespace

static Value getYielded(linalg::LinalgOp op) {
  return op.getBlock()->getTerminator()->getOperand(0);
}

/// The degree in which a scalar grows with a positive factor on all variables:
/// 0 (not at all), 1, or nothing. A constant zero has both.
static std::optional<int> getDegree(Operation &nested,
                                    ArrayRef<std::optional<int>> degrees) {
  auto allAre = [&](int degree) {
    return llvm::all_of(degrees, [&](std::optional<int> d) {
      return d && (*d == degree || *d == 2);
    });
  };
  if (isa<arith::MulFOp, arith::DivFOp>(nested)) {
    if (degrees[1] == 0 && degrees[0])
      return degrees[0];
    if (isa<arith::MulFOp>(nested) && degrees[0] == 0 && degrees[1])
      return degrees[1];
    return std::nullopt;
  }
  if (isa<arith::CmpFOp>(nested))
    return allAre(1) || allAre(0) ? std::optional<int>(0) : std::nullopt;
  if (isa<arith::SelectOp>(nested)) {
    if (degrees[0] != 0)
      return std::nullopt;
    degrees = degrees.drop_front();
    return allAre(1) ? std::optional<int>(1)
                     : (allAre(0) ? std::optional<int>(0) : std::nullopt);
  }
  if (isa<arith::AddFOp, arith::SubFOp, arith::NegFOp, arith::MaximumFOp,
          arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp, math::AbsFOp>(
          nested) &&
      allAre(1))
    return 1;
  return isMemoryEffectFree(&nested) && allAre(0) ? std::optional<int>(0)
                                                  : std::nullopt;
}

static bool isHomogeneous(linalg::LinalgOp op, LinalgBody &body,
                          ArrayRef<OpOperand *> variables) {
  llvm::DenseMap<Value, std::optional<int>> degrees;
  auto getDegreeOf = [&](Value value) -> std::optional<int> {
    if (auto it = degrees.find(value); it != degrees.end())
      return it->second;
    AbstractValue abstract = body.lookup(value);
    if (!abstract.isConstant())
      return std::nullopt;
    return abstract.getConstant().getUniformValue() == 0.0 ? 2 : 0;
  };
  for (OpOperand *variable : variables)
    degrees[op.getMatchingBlockArgument(variable)] = 1;
  for (Operation &nested : op.getBlock()->without_terminator()) {
    if (nested.getNumResults() != 1 || nested.getNumRegions() != 0)
      return false;
    if (body.lookup(nested.getResult(0)).isConstant())
      continue;
    degrees[nested.getResult(0)] = getDegree(
        nested, llvm::map_to_vector(nested.getOperands(), getDegreeOf));
  }
  return getDegreeOf(getYielded(op)) == 1;
}

/// Whether the destination holds a value that adds nothing to a maximum, or to
/// a sum.
static bool hasNeutralInit(linalg::LinalgOp op, bool isMaximum,
                           ConstantEvaluator &evaluator) {
  OpOperand *init = op.getDpsInitOperand(0);
  FailureOr<ConstantTensor> constant =
      evaluateIfConstant(init->get(), evaluator);
  if (failed(constant))
    return false;
  std::optional<double> value = constant->getUniformValue();
  if (!value)
    return false;
  return isMaximum ? *value <= -getLargestFinite(init->get().getType())
                   : *value == 0.0;
}

static void describeReduction(linalg::LinalgOp op, ConstantEvaluator &evaluator,
                              Description &description) {
  Operation *combine = getYielded(op).getDefiningOp();
  if (description.variables.size() != 1 || !combine ||
      combine->getNumOperands() != 2 ||
      !llvm::hasSingleElement(op.getBlock()->without_terminator()))
    return;
  Value element = op.getMatchingBlockArgument(description.variables[0]);
  Value accumulator = op.getRegionOutputArgs()[0];
  Value a = combine->getOperand(0), b = combine->getOperand(1);
  if (!(a == element && b == accumulator) &&
      !(a == accumulator && b == element))
    return;
  const bool isMaximum = isa<arith::MaximumFOp, arith::MaxNumFOp>(combine);
  if ((!isMaximum && !isa<arith::AddFOp>(combine)) ||
      !hasNeutralInit(op, isMaximum, evaluator))
    return;
  for (auto [range, type] :
       llvm::zip_equal(description.ranges, op.getIteratorTypesArray()))
    if (type == utils::IteratorType::reduction)
      description.count = ShapedType::isDynamic(range) ||
                                  ShapedType::isDynamic(description.count)
                              ? ShapedType::kDynamic
                              : description.count * range;
  description.kind = isMaximum ? BodyKind::MaximumOf : BodyKind::SumOf;
}

static void describeElementwise(linalg::LinalgOp op,
                                ConstantEvaluator &evaluator,
                                Description &description) {
  ArrayRef<OpOperand *> variables = description.variables;
  Value yielded = getYielded(op);
  if (variables.size() == 1) {
    OpOperand *variable = variables.front();
    if (yielded == op.getMatchingBlockArgument(variable)) {
      description.kind = BodyKind::Move;
      return;
    }
    LinalgBody body(op, variable->get(), evaluator);
    AbstractValue value = body.lookup(yielded);
    if (!body.getEffect() && value.isAffine()) {
      description.kind = BodyKind::Affine;
      description.own =
          ChannelAffineMap{value.getScale(), value.getShift(), {}};
      return;
    }
  }
  LinalgBody body(op, /*tracked=*/Value(), evaluator);
  if (body.getEffect())
    return;
  if (auto *def = yielded.getDefiningOp();
      variables.size() == 2 && def && isa<arith::AddFOp, arith::SubFOp>(def)) {
    Value a = op.getMatchingBlockArgument(variables[0]);
    Value b = op.getMatchingBlockArgument(variables[1]);
    Value lhs = def->getOperand(0), rhs = def->getOperand(1);
    if (isa<arith::AddFOp>(def) &&
        ((lhs == a && rhs == b) || (lhs == b && rhs == a))) {
      description.kind = BodyKind::Sum;
      return;
    }
    if (isa<arith::SubFOp>(def) && lhs == a && rhs == b) {
      description.kind = BodyKind::Difference;
      return;
    }
  }
  if (isHomogeneous(op, body, variables))
    description.kind = BodyKind::Homogeneous;
}

static Description describe(linalg::LinalgOp op, ConstantEvaluator &evaluator) {
  Description description;
  if (!op.hasPureTensorSemantics() || op->getNumResults() != 1 ||
      !isa<RankedTensorType>(op->getResult(0).getType()))
    return description;
  // All in one type: a cast would round elsewhere than before.
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  for (OpOperand *operand : op.getDpsInputOperands()) {
    if (!op.payloadUsesValueFromOperand(operand) ||
        succeeded(evaluateIfConstant(operand->get(), evaluator)))
      continue;
    if (getElementTypeOrSelf(operand->get().getType()) != element ||
        !isa<RankedTensorType>(operand->get().getType()))
      return description;
    description.variables.push_back(operand);
  }
  if (!isa<FloatType>(element) || description.variables.empty())
    return description;
  for (Operation &nested : *op.getBlock())
    for (Type type : nested.getResultTypes())
      if (isa<FloatType>(type) && type != element)
        return description;
  description.ranges = op.getStaticLoopRanges();
  const bool isReduction = op.getNumParallelLoops() != op.getNumLoops();
  const bool readsInit =
      op.payloadUsesValueFromOperand(op.getDpsInitOperand(0));
  AffineMap written = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!written.isProjectedPermutation() || readsInit != isReduction)
    return description;
  if (isReduction)
    describeReduction(op, evaluator, description);
  else
    describeElementwise(op, evaluator, description);
  return description;
}

bool ascend::isLinalgSum(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op->getNumResults() != 1 ||
      op.getNumReductionLoops() == 0)
    return false;
  Operation *combine = getYielded(op).getDefiningOp();
  return isa_and_nonnull<arith::AddFOp>(combine) &&
         llvm::hasSingleElement(op.getBlock()->without_terminator());
}

//===----------------------------------------------------------------------===//
// Backwards
//===----------------------------------------------------------------------===//

static bool isPositiveScale(const ChannelAffineMap &map, std::string &why) {
  if (map.isScaleOnly() && map.isMonotone())
    return true;
  why = map.isMonotone() ? "a shift does not move through it"
                         : "a negative scale does not move through it";
  return false;
}

/// The maps over the loops of the variables, given that of the result.
static LogicalResult pullOverLoops(linalg::LinalgOp op,
                                   const Description &description,
                                   const ChannelAffineMap &map,
                                   SmallVectorImpl<ChannelAffineMap> &maps,
                                   std::string &why) {
  maps.assign(description.variables.size(), map);
  switch (description.kind) {
  case BodyKind::Unknown:
    why = "no scale or shift moves through it";
    return failure();
  case BodyKind::Move:
    return success();
  case BodyKind::Affine: {
    std::optional<ChannelAffineMap> moved =
        pullThroughMap(map, *description.own);
    if (!moved) {
      why = "a scale of zero lies between";
      return failure();
    }
    maps[0] = *moved;
    return success();
  }
  case BodyKind::Sum:
  case BodyKind::Difference: {
    OperandMaps sides;
    if (failed(pullThroughSumOfTwo(
            op, map, description.kind == BodyKind::Difference, sides, why)))
      return failure();
    for (auto [i, variable] : llvm::enumerate(description.variables))
      maps[i] = sides[variable->getOperandNumber()];
    return success();
  }
  case BodyKind::Homogeneous:
    return success(isPositiveScale(map, why));
  case BodyKind::MaximumOf: {
    FailureOr<ChannelAffineMap> moved =
        moveMonotone(map, {}, map.getShape(), why);
    return success(succeeded(moved));
  }
  case BodyKind::SumOf: {
    FailureOr<ChannelAffineMap> moved =
        pullThroughSum(map, {}, description.count, map.getShape(), why);
    if (failed(moved))
      return failure();
    maps[0] = *moved;
    return success();
  }
  }
  return failure();
}

LogicalResult ascend::pullThroughLinalg(linalg::LinalgOp op,
                                        const ChannelAffineMap &map,
                                        ConstantEvaluator &evaluator,
                                        OperandMaps &operandMaps,
                                        std::string &why) {
  const Description description = describe(op, evaluator);
  if (description.kind == BodyKind::Unknown) {
    why = "no scale or shift moves through it";
    return failure();
  }
  FailureOr<ChannelAffineMap> overLoops =
      convert<toLoops>(map, op.getMatchingIndexingMap(op.getDpsInitOperand(0)),
                       description.ranges, why);
  SmallVector<ChannelAffineMap, 2> maps;
  if (failed(overLoops) ||
      failed(pullOverLoops(op, description, *overLoops, maps, why)))
    return failure();
  operandMaps = getIdentityMaps(op);
  for (auto [variable, moved] : llvm::zip_equal(description.variables, maps)) {
    FailureOr<ChannelAffineMap> ofOperand =
        convert<toTensor>(moved, op.getMatchingIndexingMap(variable),
                          getShape(variable->get()), why);
    if (failed(ofOperand))
      return failure();
    operandMaps[variable->getOperandNumber()] = *ofOperand;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Forwards
//===----------------------------------------------------------------------===//

static FailureOr<ChannelAffineMap>
pushOverLoops(linalg::LinalgOp op, const Description &description,
              ArrayRef<ChannelAffineMap> maps, std::string &why) {
  switch (description.kind) {
  case BodyKind::Unknown:
    break;
  case BodyKind::Move:
    return maps[0];
  case BodyKind::Affine: {
    std::optional<ChannelAffineMap> moved =
        pushThroughMap(maps[0], *description.own);
    if (moved)
      return *moved;
    why = "a scale or shift would not be finite";
    return failure();
  }
  case BodyKind::Sum:
  case BodyKind::Difference:
    return pushThroughSumOfTwo(maps[0], maps[1],
                               description.kind == BodyKind::Difference, why);
  case BodyKind::Homogeneous:
    if (!llvm::all_of(maps, [&](const ChannelAffineMap &map) {
          return map == maps.front();
        })) {
      why = "its operands have different scales";
      return failure();
    }
    if (!isPositiveScale(maps.front(), why))
      return failure();
    return maps.front();
  case BodyKind::MaximumOf:
    return moveMonotone(maps[0], {}, maps[0].getShape(), why);
  case BodyKind::SumOf:
    // In f16, a sum of what was not scaled yet may be too large.
    if (getLargestFinite(op->getResult(0).getType()) < 1e30 &&
        maps[0].hasScale()) {
      why = "its sum might overflow without the scale";
      return failure();
    }
    return pushThroughSum(maps[0], {}, description.count, maps[0].getShape(),
                          why);
  }
  why = "no scale or shift moves through it";
  return failure();
}

FailureOr<ChannelAffineMap>
ascend::pushThroughLinalg(linalg::LinalgOp op, ArrayRef<ChannelAffineMap> maps,
                          ConstantEvaluator &evaluator, std::string &why) {
  // A map on an operand that is only overwritten does nothing; one on a
  // constant is not a question.
  const Description description = describe(op, evaluator);
  if (description.kind == BodyKind::Unknown) {
    why = "no scale or shift moves through it";
    return failure();
  }
  SmallVector<ChannelAffineMap, 2> overLoops;
  for (OpOperand *variable : description.variables) {
    FailureOr<ChannelAffineMap> moved = convert<toLoops>(
        maps[variable->getOperandNumber()], op.getMatchingIndexingMap(variable),
        description.ranges, why);
    if (failed(moved))
      return failure();
    overLoops.push_back(*moved);
  }
  FailureOr<ChannelAffineMap> result =
      pushOverLoops(op, description, overLoops, why);
  if (failed(result))
    return failure();
  return convert<toTensor>(*result,
                           op.getMatchingIndexingMap(op.getDpsInitOperand(0)),
                           getShape(op->getResult(0)), why);
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// The constant without its dimensions of extent 1, and the map that reads it.
static std::pair<Value, AffineMap>
makeConstant(RewriterBase &rewriter, Location loc, ElementsAttr attr) {
  auto type = cast<RankedTensorType>(attr.getType());
  SmallVector<int64_t> shape;
  SmallVector<AffineExpr> exprs;
  for (auto [d, extent] : llvm::enumerate(type.getShape()))
    if (extent != 1) {
      shape.push_back(extent);
      exprs.push_back(rewriter.getAffineDimExpr(d));
    }
  auto squeezed = type.clone(shape);
  if (auto dense = dyn_cast<DenseElementsAttr>(attr))
    attr = dense.reshape(squeezed);
  else
    attr = cast<ElementsAttr>(DenseResourceElementsAttr::get(
        squeezed, cast<DenseResourceElementsAttr>(attr).getRawHandle()));
  return {arith::ConstantOp::create(rewriter, loc, cast<TypedAttr>(attr)),
          AffineMap::get(type.getRank(), 0, exprs, rewriter.getContext())};
}

Value ascend::buildLinalgScaleAndShift(RewriterBase &rewriter, Location loc,
                                       Value value, ElementsAttr scale,
                                       ElementsAttr shift) {
  auto type = cast<RankedTensorType>(value.getType());
  AffineMap identity = rewriter.getMultiDimIdentityMap(type.getRank());
  SmallVector<Value> inputs = {value};
  SmallVector<AffineMap> maps = {identity};
  for (ElementsAttr attr : {scale, shift})
    if (attr) {
      auto [constant, access] = makeConstant(rewriter, loc, attr);
      inputs.push_back(constant);
      maps.push_back(access);
    }
  maps.push_back(identity);
  Value empty = tensor::EmptyOp::create(
      rewriter, loc, tensor::getMixedSizes(rewriter, loc, value),
      type.getElementType());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             rewriter, loc, type, inputs, empty, maps, iterators,
             [&](OpBuilder &builder, Location bodyLoc, ValueRange arguments) {
               Value result = arguments[0];
               if (scale)
                 result = arith::MulFOp::create(builder, bodyLoc, result,
                                                arguments[1]);
               if (shift)
                 result = arith::AddFOp::create(builder, bodyLoc, result,
                                                arguments[scale ? 2 : 1]);
               linalg::YieldOp::create(builder, bodyLoc, result);
             })
      .getResult(0);
}
