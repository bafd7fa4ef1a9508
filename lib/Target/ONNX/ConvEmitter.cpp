//===- ConvEmitter.cpp - Convolutions of all kinds ------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::ascend::onnx_import;

ConvOperands mlir::ascend::onnx_import::readConvOperands(Node &node) {
  ConvOperands operands;
  operands.input = node.getInput(0);
  operands.filter = node.getInput(1);
  if (node.hasInput(2))
    operands.bias = node.getInput(2);
  operands.groups = node.getInt("group", 1);
  return operands;
}

bool mlir::ascend::onnx_import::checkConvOperands(Node &node,
                                                  const ConvOperands &operands,
                                                  Dim numInputs,
                                                  Dim numOutputs) {
  const Tensor &input = operands.input, &filter = operands.filter;
  auto fail = [&](const Twine &message) {
    (void)node.error(message);
    return false;
  };
  if (input.getRank() < 3 || input.getRank() > 5 ||
      filter.getRank() != input.getRank())
    return fail("a convolution of shapes " + toString(input.shape) + " and " +
                toString(filter.shape) + " is not supported");
  SmallVector<Tensor> tensors = {input, filter};
  if (operands.bias)
    tensors.push_back(*operands.bias);
  if (!node.requireFloat(input) || !node.requireSameType(tensors))
    return false;
  if (operands.groups < 1 || numInputs.isBatch || numOutputs.isBatch ||
      !isStatic(filter.shape) || input.shape[1] != numInputs ||
      numInputs.value % operands.groups || numOutputs.value % operands.groups)
    return fail("filter " + toString(filter.shape) +
                " with group = " + Twine(operands.groups) +
                " does not fit input " + toString(input.shape));
  if (operands.bias && operands.bias->shape != Shape{numOutputs})
    return fail("bias " + toString(operands.bias->shape) + " does not fit " +
                Twine(numOutputs.value) + " channels");
  auto isEmpty = [](Dim dim) { return dim.value == 0; };
  if (llvm::any_of(input.shape, isEmpty) || llvm::any_of(filter.shape, isEmpty))
    return fail("operands without elements are not supported");
  return true;
}

Type mlir::ascend::onnx_import::getAccumulatorType(Type elementType) {
  return Float32Type::get(elementType.getContext());
}

//===----------------------------------------------------------------------===//
// Preparation
//===----------------------------------------------------------------------===//

/// The result's shape, channels second.
static Shape getResultShape(const ConvOperands &operands,
                            const Window &window) {
  Shape shape = {operands.input.shape[0], operands.filter.shape[0]};
  llvm::append_range(shape, window.outputs);
  return shape;
}

static Tensor getBias(const ConvOperands &operands) {
  return operands.bias ? *operands.bias
                       : getSplatTensor(operands.filter.elementType,
                                        {operands.filter.shape[0]}, 0.0);
}

//===----------------------------------------------------------------------===//
// tosa
//===----------------------------------------------------------------------===//

/// `filter` is in the order that `OpTy` has.
template <typename OpTy>
static Tensor emitTosa(Emitter &emit, const ConvOperands &operands,
                       const Tensor &filter, const Window &window) {
  SmallVector<int64_t> pads;
  for (auto [begin, end] :
       llvm::zip_equal(window.padsBegin, window.exactPadsEnd))
    pads.append({begin, end});
  Tensor input = emit.channelsLast(operands.input);
  Shape shape = {input.shape[0]};
  llvm::append_range(shape, window.outputs);
  shape.push_back(operands.filter.shape[0]);
  Type type = input.elementType;
  Value zero = emit.getScalar(type, 0);
  Value values[] = {emit.get(input), emit.get(filter),
                    emit.get(getBias(operands))};
  Tensor result = emit.create<OpTy>(type, shape, values[0], values[1],
                                    values[2], zero, zero, pads, window.strides,
                                    window.dilations, getAccumulatorType(type));
  return emit.channelsFirst(result);
}

/// `[C * K, 1, H, W]` to `[H, W, C, K]`.
static Tensor getDepthwiseFilter(Emitter &emit, const ConvOperands &operands) {
  const Shape &shape = operands.filter.shape;
  Dim multiplier(shape[0].value / operands.groups);
  Tensor filter = emit.reshape(
      operands.filter, {Dim(operands.groups), multiplier, shape[2], shape[3]});
  return emit.transpose(filter, {2, 3, 0, 1});
}

//===----------------------------------------------------------------------===//
// linalg
//===----------------------------------------------------------------------===//

/// `[N, G, M / G, spatial]` full of the bias.
static Value getGroupedInit(Emitter &emit, const ConvOperands &operands,
                            ArrayRef<Dim> shape) {
  Type type = operands.input.elementType;
  if (!operands.bias)
    return emit.getFilled(type, shape, {operands.input}, 0.0);
  Tensor bias = emit.reshape(*operands.bias, shape.slice(1, 2));
  SmallVector<int64_t> added = {0};
  llvm::append_range(added,
                     llvm::seq<int64_t>(3, static_cast<int64_t>(shape.size())));
  return linalg::BroadcastOp::create(
             emit.builder, emit.get(bias),
             emit.getEmpty(type, shape, {operands.input}), added)
      ->getResult(0);
}

/// A convolution over (n, g, f, output…; c, kernel…), of any rank and type.
static Value emitGenericConv(Emitter &emit, Value input, Value filter,
                             Value init, const Window &window) {
  MLIRContext *context = emit.builder.getContext();
  auto rank = static_cast<unsigned>(window.getRank());
  unsigned numLoops = 2 * rank + 4, c = rank + 3;
  auto dim = [&](unsigned i) { return getAffineDimExpr(i, context); };
  SmallVector<AffineExpr> inputs = {dim(0), dim(1), dim(c)};
  SmallVector<AffineExpr> filters = {dim(1), dim(2), dim(c)};
  SmallVector<AffineExpr> outputs = {dim(0), dim(1), dim(2)};
  for (unsigned i = 0; i < rank; ++i) {
    inputs.push_back(dim(3 + i) * window.strides[i] +
                     dim(c + 1 + i) * window.dilations[i]);
    filters.push_back(dim(c + 1 + i));
    outputs.push_back(dim(3 + i));
  }
  SmallVector<AffineMap> maps;
  for (ArrayRef<AffineExpr> exprs :
       {ArrayRef(inputs), ArrayRef(filters), ArrayRef(outputs)})
    maps.push_back(AffineMap::get(numLoops, 0, exprs, context));
  SmallVector<utils::IteratorType> iterators(numLoops,
                                             utils::IteratorType::parallel);
  std::fill(iterators.begin() + c, iterators.end(),
            utils::IteratorType::reduction);
  auto op = linalg::GenericOp::create(
      emit.builder, init.getType(), ValueRange{input, filter}, init, maps,
      iterators, [&](OpBuilder &b, Location loc, ValueRange args) {
        Value product = arith::MulFOp::create(b, loc, args[0], args[1]);
        Value sum = arith::AddFOp::create(b, loc, args[2], product);
        linalg::YieldOp::create(b, loc, sum);
      });
  return op.getResult(0);
}

/// `[N, C, …]` as `[N, G, C / G, …]`, or a filter `[M, …]` as
/// `[G, M / G, …]`.
static Tensor splitGroups(Emitter &emit, const Tensor &tensor, unsigned dim,
                          int64_t groups) {
  Shape shape = tensor.shape;
  shape[dim] = Dim(shape[dim].value / groups);
  shape.insert(shape.begin() + dim, Dim(groups));
  return emit.reshape(tensor, shape);
}

static Tensor emitLinalg(Emitter &emit, ConvOperands operands, Window window) {
  applyPads(emit, operands.input, window, /*onlyCut=*/false);
  Shape result = getResultShape(operands, window);
  Value input = emit.get(splitGroups(emit, operands.input, 1, operands.groups));
  Value filter =
      emit.get(splitGroups(emit, operands.filter, 0, operands.groups));
  Shape grouped = result;
  grouped[1] = Dim(operands.groups);
  grouped.insert(grouped.begin() + 2, Dim(result[1].value / operands.groups));
  Value init = getGroupedInit(emit, operands, grouped);
  Value value;
  if (window.getRank() == 2)
    value =
        linalg::Conv2DNgchwGfchwOp::create(
            emit.builder, TypeRange(init.getType()), ValueRange{input, filter},
            ValueRange{init}, emit.builder.getI64TensorAttr(window.strides),
            emit.builder.getI64TensorAttr(window.dilations))
            ->getResult(0);
  else
    value = emitGenericConv(emit, input, filter, init, window);
  return emit.reshape(emit.wrap(value, operands.input.elementType, grouped),
                      result);
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

Tensor mlir::ascend::onnx_import::emitConv(Emitter &emit, ConvOperands operands,
                                           Window window) {
  Shape shape = getResultShape(operands, window);
  if (window.getRank() == 1) {
    makeTwoDimensional(window);
    operands.input = makeTwoDimensional(emit, operands.input);
    operands.filter = makeTwoDimensional(emit, operands.filter);
  }
  applyPads(emit, operands.input, window, /*onlyCut=*/true);

  // tosa has no groups but those of one channel, and no f64.
  bool isDepthwise = operands.groups == operands.input.shape[1].value;
  bool is2D = window.getRank() == 2;
  if (operands.input.elementType.isF64())
    return emit.reshape(emitLinalg(emit, operands, window), shape);
  if (operands.groups == 1 && is2D)
    return emit.reshape(
        emitTosa<tosa::Conv2DOp>(emit, operands,
                                 emit.channelsLast(operands.filter), window),
        shape);
  if (operands.groups == 1)
    return emitTosa<tosa::Conv3DOp>(emit, operands,
                                    emit.channelsLast(operands.filter), window);
  if (isDepthwise && is2D)
    return emit.reshape(
        emitTosa<tosa::DepthwiseConv2DOp>(
            emit, operands, getDepthwiseFilter(emit, operands), window),
        shape);
  return emit.reshape(emitLinalg(emit, operands, window), shape);
}
