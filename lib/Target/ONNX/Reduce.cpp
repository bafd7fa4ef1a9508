//===- Reduce.cpp - Reductions --------------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operators.h"
#include "ReduceAxes.h"
#include "Tables.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::ascend::onnx_import;

namespace {
/// What is reduced, and along which dims.
struct Reduction {
  Tensor input;
  SmallVector<int64_t> axes;
  bool keepDims = true;
};
} // namespace

std::optional<SmallVector<int64_t>>
mlir::ascend::onnx_import::getReducedAxes(Node &node, int64_t sinceInput) {
  int64_t rank = node.getInput(0).getRank();
  std::optional<SmallVector<int64_t>> axes;
  bool isNoop = false;
  if (node.getOpset() < sinceInput) {
    axes = node.getInts("axes");
    if (node.hasInput(1))
      (void)node.error("it has 2 inputs");
  } else {
    isNoop = node.getBool("noop_with_empty_axes", false);
    if (node.hasInput(1))
      axes = node.getIntegers(1, "the list of axes");
  }
  if (node.hasFailed())
    return std::nullopt;
  if (axes && !axes->empty())
    axes = node.normalizeAxes(*axes, rank);
  else if (isNoop)
    axes.emplace();
  else
    axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (axes)
    llvm::sort(*axes);
  return axes;
}

static std::optional<Reduction>
getReduction(Node &node, int64_t sinceInput = kReduceAxesInput) {
  Tensor input = node.getInput(0);
  bool keepDims = node.getBool("keepdims", true);
  std::optional<SmallVector<int64_t>> axes = getReducedAxes(node, sinceInput);
  if (!axes || !node.requireRank(input, 0, 6))
    return std::nullopt;
  auto isEmpty = [](Dim dim) { return dim.value == 0; };
  if (llvm::any_of(input.shape, isEmpty)) {
    (void)node.error("an operand without elements is not supported");
    return std::nullopt;
  }
  return Reduction{input, *axes, keepDims};
}

static Tensor finish(Emitter &emit, const Reduction &reduction,
                     const Tensor &result) {
  if (reduction.keepDims)
    return result;
  Shape shape;
  for (auto [i, dim] : llvm::enumerate(result.shape))
    if (!llvm::is_contained(reduction.axes, static_cast<int64_t>(i)))
      shape.push_back(dim);
  return emit.reshape(result, shape);
}

/// Sums of f16 and bf16 are sums of f32, as everybody computes them.
static Type getSumType(const Tensor &tensor) {
  return tensor.isFloat() ? getWideType(tensor.elementType)
                          : tensor.elementType;
}

//===----------------------------------------------------------------------===//
// Mean
//===----------------------------------------------------------------------===//

/// The mean over height and width, as one pool.
static Tensor emitSpatialMean(Emitter &emit, const Tensor &input) {
  Tensor last = emit.channelsLast(input);
  Shape shape = {last.shape[0], Dim(1), Dim(1), last.shape[3]};
  SmallVector<int64_t> kernel = {last.shape[1].value, last.shape[2].value};
  Value zero = emit.getScalar(last.elementType, 0);
  return emit.channelsFirst(emit.create<tosa::AvgPool2dOp>(
      last.elementType, shape, emit.get(last), zero, zero, kernel,
      ArrayRef<int64_t>{1, 1}, ArrayRef<int64_t>{0, 0, 0, 0},
      emit.builder.getF32Type()));
}

/// ReduceMean (opset 1, 11, 13, 18: axes are an input).
static LogicalResult convertReduceMean(Node &node) {
  Emitter &emit = node.emit;
  std::optional<Reduction> reduction = getReduction(node);
  if (!reduction || !node.requireFloat(reduction->input))
    return failure();
  const Tensor &input = reduction->input;
  int64_t count = 1;
  for (int64_t axis : reduction->axes) {
    std::optional<Dim> product = multiply(count, input.shape[axis]);
    if (!product || product->isBatch)
      return node.error("the mean over the batch needs its size; give --batch");
    count = product->value;
  }
  Tensor result;
  if (input.getRank() == 4 && reduction->axes == ArrayRef<int64_t>{2, 3} &&
      !input.elementType.isF64()) {
    result = emitSpatialMean(emit, input);
  } else {
    Tensor sum = emit.reduce<tosa::ReduceSumOp>(
        emit.cast(input, getSumType(input)), reduction->axes);
    Tensor factor =
        emit.number(sum.elementType, 1.0 / static_cast<double>(count));
    result = emit.cast(emit.mul(sum, factor), input.elementType);
  }
  return node.setOutput(finish(emit, *reduction, result));
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

/// ReduceMax, ReduceMin, ReduceProd (opset 1, 11, 13, 18: axes are an input).
template <typename OpTy>
static LogicalResult convertReduce(Node &node) {
  std::optional<Reduction> reduction = getReduction(node);
  if (!reduction)
    return failure();
  const Tensor &input = reduction->input;
  if (input.isUnsigned() || input.isBool())
    return node.error("elements of this type are not supported");
  return node.setOutput(finish(node.emit, *reduction,
                               node.emit.reduce<OpTy>(input, reduction->axes)));
}

/// What is done to each element before a sum.
using ElementFn = Tensor (*)(Emitter &, const Tensor &);

static Tensor emitIdentity(Emitter &, const Tensor &tensor) { return tensor; }

static Tensor emitAbs(Emitter &emit, const Tensor &tensor) {
  return emit.unary<tosa::AbsOp>(tensor);
}

static Tensor emitSquare(Emitter &emit, const Tensor &tensor) {
  return emit.mul(tensor, tensor);
}

static Tensor emitLog(Emitter &emit, const Tensor &tensor) {
  return emit.unary<tosa::LogOp>(tensor);
}

static Tensor emitSqrt(Emitter &emit, const Tensor &tensor) {
  return emit.generic(tensor.elementType, {tensor},
                      [](ImplicitLocOpBuilder &b, ValueRange args) {
                        return math::SqrtOp::create(b, args[0]);
                      });
}

/// ReduceSum and the sums of functions of the elements.
template <ElementFn before, ElementFn after,
          int64_t sinceInput = kReduceAxesInput>
static LogicalResult convertReduceSum(Node &node) {
  Emitter &emit = node.emit;
  std::optional<Reduction> reduction = getReduction(node, sinceInput);
  if (!reduction)
    return failure();
  const Tensor &input = reduction->input;
  bool isSum = before == emitIdentity && after == emitIdentity;
  if (!isSum && !node.requireFloat(input))
    return failure();
  if (input.isBool())
    return node.error("elements of this type are not supported");
  Tensor sum = emit.reduce<tosa::ReduceSumOp>(
      before(emit, emit.cast(input, getSumType(input))), reduction->axes);
  return node.setOutput(
      finish(emit, *reduction, emit.cast(after(emit, sum), input.elementType)));
}

/// log(sum(exp(x))), relative to the maximum, or to the largest number where
/// that is infinite: the difference of two infinities is no number.
static LogicalResult convertReduceLogSumExp(Node &node) {
  Emitter &emit = node.emit;
  std::optional<Reduction> reduction = getReduction(node);
  if (!reduction || !node.requireFloat(reduction->input))
    return failure();
  Tensor input = emit.cast(reduction->input, getSumType(reduction->input));
  double largest = APFloat::getLargest(
                       cast<FloatType>(input.elementType).getFloatSemantics())
                       .convertToDouble();
  Tensor maximum =
      emit.clamp(emit.reduce<tosa::ReduceMaxOp>(input, reduction->axes),
                 -largest, largest);
  Tensor sum = emit.reduce<tosa::ReduceSumOp>(
      emit.unary<tosa::ExpOp>(emit.sub(input, maximum)), reduction->axes);
  Tensor result = emit.add(emitLog(emit, sum), maximum);
  return node.setOutput(finish(
      emit, *reduction, emit.cast(result, reduction->input.elementType)));
}

void mlir::ascend::onnx_import::populateReduceOperators(OperatorTable &table) {
  table.add("ReduceMean", 1, 2, convertReduceMean);
  table.add("ReduceMax", 1, 2, convertReduce<tosa::ReduceMaxOp>);
  table.add("ReduceMin", 1, 2, convertReduce<tosa::ReduceMinOp>);
  table.add("ReduceProd", 1, 2, convertReduce<tosa::ReduceProductOp>);
  table.add("ReduceSum", 1, 2,
            convertReduceSum<emitIdentity, emitIdentity, kReduceSumAxesInput>);
  table.add("ReduceL1", 1, 2, convertReduceSum<emitAbs, emitIdentity>);
  table.add("ReduceL2", 1, 2, convertReduceSum<emitSquare, emitSqrt>);
  table.add("ReduceSumSquare", 1, 2,
            convertReduceSum<emitSquare, emitIdentity>);
  table.add("ReduceLogSum", 1, 2, convertReduceSum<emitIdentity, emitLog>);
  table.add("ReduceLogSumExp", 1, 2, convertReduceLogSumExp);
}
