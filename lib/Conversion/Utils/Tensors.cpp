//===- Tensors.cpp - Constants, destinations, padding ---------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tensors.h"

#include "AscendFold/Analysis/ConstantEvaluator.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::ascend;

//===----------------------------------------------------------------------===//
// Types and constants
//===----------------------------------------------------------------------===//

RankedTensorType ascend::getAscendTensorType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getEncoding() || tensor.getRank() < 1 ||
      tensor.getRank() > kMaxRank || llvm::is_contained(tensor.getShape(), 0) ||
      !isa<Float32Type, Float16Type, BFloat16Type>(tensor.getElementType()))
    return nullptr;
  return tensor;
}

FloatType ascend::getCommonElementType(ValueRange values) {
  FloatType common;
  for (Value value : values) {
    RankedTensorType type = getAscendTensorType(value.getType());
    if (!type || (common && common != type.getElementType()))
      return nullptr;
    common = cast<FloatType>(type.getElementType());
  }
  return common;
}

std::optional<double> ascend::getUniformConstant(Value value) {
  if (!mayBeConstant(value))
    return std::nullopt;
  ConstantEvaluator evaluator;
  FailureOr<ConstantTensor> constant = evaluator.evaluate(value);
  return succeeded(constant) ? constant->getUniformValue() : std::nullopt;
}

bool ascend::isLowest(double value, Type elementType) {
  const double lowest =
      APFloat::getLargest(cast<FloatType>(elementType).getFloatSemantics(),
                          /*Negative=*/true)
          .convertToDouble();
  return value <= lowest;
}

bool ascend::isReciprocal(double factor, int64_t count, FloatType type) {
  auto round = [&](double value) {
    APFloat rounded(value);
    bool losesInfo = false;
    rounded.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
    return rounded.convertToDouble();
  };
  const double exact = 1.0 / count;
  return factor == exact || factor == round(exact) ||
         factor == 1.0 / round(count);
}

DenseI64ArrayAttr ascend::getNumbers(OpBuilder &builder,
                                     ArrayRef<int64_t> numbers,
                                     int64_t standard) {
  if (llvm::all_of(numbers, [&](int64_t n) { return n == standard; }))
    return nullptr;
  return builder.getDenseI64ArrayAttr(numbers);
}

//===----------------------------------------------------------------------===//
// Destinations
//===----------------------------------------------------------------------===//

/// An op's own destination, where only the shape of its result is wanted.
static Value getShapeSource(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (auto fill = dyn_cast<linalg::FillOp>(op))
      value = fill.getDpsInitOperand(0)->get();
    else if (auto broadcast = dyn_cast<linalg::BroadcastOp>(op))
      value = broadcast.getInit();
    else
      break;
  }
  return value;
}

Value ascend::createEmptyLike(OpBuilder &builder, Location loc,
                              RankedTensorType type, Value like) {
  SmallVector<Value> dims;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (type.isDynamicDim(i))
      dims.push_back(tensor::DimOp::create(builder, loc, like, i));
  return createEmpty(builder, loc, type, dims);
}

Value ascend::createEmptyLike(OpBuilder &builder, Location loc, Value value) {
  value = getShapeSource(value);
  if (value.getDefiningOp<tensor::EmptyOp>())
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  return createEmptyLike(
      builder, loc,
      RankedTensorType::get(type.getShape(), type.getElementType()), value);
}

Value ascend::createCollapsedEmptyLike(OpBuilder &builder, Location loc,
                                       Value value,
                                       ArrayRef<ReassociationIndices> groups) {
  value = getShapeSource(value);
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape;
  SmallVector<Value> dims;
  for (ArrayRef<int64_t> group : groups) {
    int64_t extent = 1;
    for (int64_t dim : group)
      extent = type.isDynamicDim(dim) ? ShapedType::kDynamic
                                      : extent * type.getDimSize(dim);
    shape.push_back(extent);
    if (ShapedType::isDynamic(extent))
      dims.push_back(tensor::DimOp::create(builder, loc, value, group.front()));
  }
  return createEmpty(builder, loc,
                     RankedTensorType::get(shape, type.getElementType()), dims);
}

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

SmallVector<ReassociationIndices> ascend::getMergedPair(int64_t rank,
                                                        int64_t first) {
  SmallVector<ReassociationIndices> groups;
  for (int64_t i = 0; i < rank; ++i) {
    groups.push_back({i});
    if (i == first)
      groups.back().push_back(++i);
  }
  return groups;
}

Value ascend::createCollapse(OpBuilder &builder, Location loc, Value value,
                             ArrayRef<ReassociationIndices> groups) {
  return tensor::CollapseShapeOp::create(builder, loc, value, groups);
}

Value ascend::createExpand(OpBuilder &builder, Location loc, Value value,
                           ArrayRef<int64_t> shape,
                           ArrayRef<ReassociationIndices> groups) {
  auto type = cast<RankedTensorType>(value.getType());
  return tensor::ExpandShapeOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()), value,
      groups);
}

/// Groups of `rank` dims with one dim of `kept`, in ascending order, in each;
/// none when nothing is kept.
static SmallVector<ReassociationIndices> getGroups(ArrayRef<int64_t> kept,
                                                   int64_t rank) {
  SmallVector<ReassociationIndices> groups(kept.size());
  size_t group = 0;
  for (int64_t i = 0; !kept.empty() && i < rank; ++i) {
    if (group + 1 < kept.size() && i > kept[group])
      ++group;
    groups[group].push_back(i);
  }
  return groups;
}

/// Of a map to dims in ascending order and to zero: the positions and the loops
/// of the dims.
static bool splitMap(AffineMap map, ArrayRef<int64_t> shape,
                     SmallVectorImpl<int64_t> &positions,
                     SmallVectorImpl<int64_t> &loops) {
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      const int64_t loop = dim.getPosition();
      if (!loops.empty() && loop <= loops.back())
        return false;
      positions.push_back(i);
      loops.push_back(loop);
      continue;
    }
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    if (!constant || constant.getValue() != 0 || shape[i] != 1)
      return false;
  }
  return true;
}

std::optional<SmallVector<int64_t>>
ascend::getLoopShape(AffineMap map, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> positions, loops;
  if (!splitMap(map, shape, positions, loops))
    return std::nullopt;
  SmallVector<int64_t> result(map.getNumDims(), 1);
  for (auto [position, loop] : llvm::zip_equal(positions, loops))
    result[loop] = shape[position];
  return result;
}

Value ascend::reshapeToLoops(OpBuilder &builder, Location loc, Value value,
                             AffineMap map) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape = *getLoopShape(map, type.getShape());
  if (type.getShape() == ArrayRef<int64_t>(shape))
    return value;
  SmallVector<int64_t> positions, loops;
  splitMap(map, type.getShape(), positions, loops);
  if (static_cast<int64_t>(positions.size()) != type.getRank())
    value = createCollapse(builder, loc, value,
                           getGroups(positions, type.getRank()));
  if (loops.size() == shape.size())
    return value;
  return createExpand(builder, loc, value, shape,
                      getGroups(loops, shape.size()));
}

//===----------------------------------------------------------------------===//
// Concat
//===----------------------------------------------------------------------===//

static constexpr size_t kMaxConcatInputs = 32;

bool ascend::canCreateConcat(ValueRange inputs, RankedTensorType type) {
  if (inputs.size() <= kMaxConcatInputs)
    return true;
  return inputs.size() <= kMaxConcatInputs * kMaxConcatInputs &&
         type.hasStaticShape() && llvm::all_of(inputs, [](Value input) {
           return cast<RankedTensorType>(input.getType()).hasStaticShape();
         });
}

Value ascend::createConcat(OpBuilder &builder, Location loc, int64_t axis,
                           ValueRange inputs, Value init) {
  SmallVector<Value> groups(inputs);
  if (inputs.size() > kMaxConcatInputs) {
    groups.clear();
    auto type = cast<RankedTensorType>(init.getType());
    for (size_t i = 0; i < inputs.size(); i += kMaxConcatInputs) {
      ValueRange group =
          inputs.slice(i, std::min(kMaxConcatInputs, inputs.size() - i));
      SmallVector<int64_t> shape(type.getShape());
      shape[axis] = 0;
      for (Value input : group)
        shape[axis] += cast<RankedTensorType>(input.getType()).getDimSize(axis);
      Value empty =
          createEmpty(builder, loc,
                      RankedTensorType::get(shape, type.getElementType()), {});
      groups.push_back(createConcat(builder, loc, axis, group, empty));
    }
  }
  return ConcatOp::create(builder, loc, init.getType(), axis, groups, init)
      .getResult();
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

SmallVector<int64_t> ascend::getWindowNumbers(Operation *op, StringRef name,
                                              int64_t count) {
  auto attr = op->getAttrOfType<DenseIntElementsAttr>(name);
  return attr ? SmallVector<int64_t>(attr.getValues<int64_t>())
              : SmallVector<int64_t>(count, 1);
}

bool ascend::hasAllWindows(int64_t in, int64_t out, int64_t kernel,
                           int64_t stride, int64_t dilation) {
  if (ShapedType::isDynamic(in) || ShapedType::isDynamic(out) ||
      ShapedType::isDynamic(kernel))
    return true;
  const int64_t span = in - dilation * (kernel - 1) - 1;
  return span >= 0 && span / stride + 1 == out;
}

/// Adds what `op` pads to `pad`, if it can be told. A dynamic amount is a
/// negative number here.
static bool addPadding(tensor::PadOp op, int64_t firstSpatial,
                       MutableArrayRef<int64_t> pad) {
  SmallVector<int64_t> amounts(pad);
  const int64_t numSpatial = pad.size() / 2;
  for (auto [i, before, after] :
       llvm::enumerate(op.getStaticLow(), op.getStaticHigh())) {
    if (before == 0 && after == 0)
      continue;
    const int64_t spatial = static_cast<int64_t>(i) - firstSpatial;
    if (spatial < 0 || spatial >= numSpatial || before < 0 || after < 0)
      return false;
    amounts[2 * spatial] += before;
    amounts[2 * spatial + 1] += after;
  }
  llvm::copy(amounts, pad.begin());
  return true;
}

Value ascend::lookThroughPadding(Value input, int64_t firstSpatial,
                                 MutableArrayRef<int64_t> pad,
                                 function_ref<bool(double)> isNeutral) {
  while (auto op = input.getDefiningOp<tensor::PadOp>()) {
    Value constant = op.getConstantPaddingValue();
    std::optional<double> value =
        constant ? getUniformConstant(constant) : std::nullopt;
    if (!value || !isNeutral(*value) ||
        !getAscendTensorType(op.getSource().getType()) ||
        !addPadding(op, firstSpatial, pad))
      break;
    input = op.getSource();
  }
  return input;
}
