//===- ConvTranspose.cpp - Transposed convolutions ------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvEmitter.h"
#include "Operators.h"
#include "Tables.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::ascend::onnx_import;

/// The number of channels of the result.
static Dim getNumOutputs(const ConvOperands &operands) {
  const Shape &filter = operands.filter.shape;
  if (filter.size() < 2)
    return Dim(0);
  return multiply(filter[1], operands.groups).value_or(Dim(0));
}

//===----------------------------------------------------------------------===//
// tosa
//===----------------------------------------------------------------------===//

/// Whether tosa has an op for it that can be compiled: one that adds nothing
/// before the result, and less than a stride after it.
static bool isTosaConv(const ConvOperands &operands, const Window &window) {
  if (operands.groups != 1 || window.getRank() > 2 ||
      operands.input.elementType.isF64())
    return false;
  for (int64_t dim = 0; dim < window.getRank(); ++dim)
    if (window.padsBegin[dim] < 0 ||
        window.exactPadsEnd[dim] <= -window.strides[dim] ||
        (window.dilations[dim] != 1 && window.kernel[dim] != 1))
      return false;
  return true;
}

/// A transposed convolution of `[N, C, H, W]` by a filter `[C, M, KH, KW]`.
/// tosa cuts off less than the kernel; the rest is sliced off the result.
static Tensor emitTosa(Emitter &emit, const ConvOperands &operands,
                       const Window &window) {
  SmallVector<int64_t> pads, offsets = {0, 0};
  Shape whole = {operands.input.shape[0], getNumOutputs(operands)};
  Shape result = whole;
  for (int64_t dim = 0; dim < 2; ++dim) {
    int64_t limit = window.kernel[dim] - 1;
    int64_t begin = std::min(window.padsBegin[dim], limit);
    int64_t end = std::min(window.exactPadsEnd[dim], limit);
    pads.append({-begin, -end});
    offsets.push_back(window.padsBegin[dim] - begin);
    result.push_back(Dim(window.outputs[dim]));
    whole.push_back(Dim(window.outputs[dim] + window.padsBegin[dim] - begin +
                        window.exactPadsEnd[dim] - end));
  }
  Type type = operands.input.elementType;
  Value input = emit.get(emit.channelsLast(operands.input));
  Value filter = emit.get(emit.transpose(operands.filter, {1, 2, 3, 0}));
  Value bias = emit.get(operands.bias ? *operands.bias
                                      : getSplatTensor(type, {whole[1]}, 0.0));
  Value zero = emit.getScalar(type, 0);
  Shape shape = {whole[0], whole[2], whole[3], whole[1]};
  Tensor full = emit.channelsFirst(emit.create<tosa::TransposeConv2DOp>(
      type, shape, input, filter, bias, zero, zero, pads, window.strides,
      getAccumulatorType(type)));
  return emit.slice(full, offsets, result);
}

//===----------------------------------------------------------------------===//
// As a convolution
//===----------------------------------------------------------------------===//

/// Puts `stride - 1` zeros between the elements along `axis`.
static Tensor insertZeros(Emitter &emit, const Tensor &tensor, int64_t axis,
                          int64_t stride) {
  if (stride == 1)
    return tensor;
  Shape split = tensor.shape, merged = tensor.shape;
  split.insert(split.begin() + axis + 1, Dim(1));
  SmallVector<int64_t> low(split.size(), 0), high(split.size(), 0);
  high[axis + 1] = stride - 1;
  Tensor padded = emit.pad(emit.reshape(tensor, split), low, high, 0.0);
  int64_t extent = tensor.shape[axis].value;
  merged[axis] = Dim(extent * stride);
  return emit.sliceAxis(emit.reshape(padded, merged), axis, 0,
                        (extent - 1) * stride + 1);
}

/// `[C, M / G, kernel]` to the flipped `[M, C / G, kernel]`.
static Tensor flipFilter(Emitter &emit, const ConvOperands &operands) {
  Shape split = operands.filter.shape;
  int64_t groups = operands.groups;
  split[0] = Dim(split[0].value / groups);
  split.insert(split.begin(), Dim(groups));
  SmallVector<int64_t> permutation = {0, 2, 1};
  llvm::append_range(permutation,
                     llvm::seq<int64_t>(3, static_cast<int64_t>(split.size())));
  Tensor filter =
      emit.transpose(emit.reshape(operands.filter, split), permutation);
  Shape merged = filter.shape;
  merged.erase(merged.begin());
  merged[0] = Dim(merged[0].value * groups);
  filter = emit.reshape(filter, merged);
  for (int64_t axis = 2; axis < filter.getRank(); ++axis)
    if (merged[axis] != Dim(1))
      filter = emit.reverse(filter, axis);
  return filter;
}

/// Every result gathers what the inputs would have scattered: a convolution of
/// the input with zeros in between and around.
static Tensor emitAsConv(Emitter &emit, ConvOperands operands, Window window) {
  operands.filter = flipFilter(emit, operands);
  for (int64_t dim = 0; dim < window.getRank(); ++dim) {
    operands.input =
        insertZeros(emit, operands.input, 2 + dim, window.strides[dim]);
    int64_t around = window.getSpan(dim) - 1;
    window.padsBegin[dim] = around - window.padsBegin[dim];
    window.exactPadsEnd[dim] = around - window.exactPadsEnd[dim];
    window.strides[dim] = 1;
  }
  window.padsEnd = window.exactPadsEnd;
  return emitConv(emit, operands, window);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// ConvTranspose (opset 1, 11: output_shape and auto_pad made precise).
static LogicalResult convertConvTranspose(Node &node) {
  ConvOperands operands = readConvOperands(node);
  const Shape &filter = operands.filter.shape;
  if (!checkConvOperands(node, operands, filter.empty() ? Dim(0) : filter[0],
                         getNumOutputs(operands)))
    return failure();
  SmallVector<int64_t> kernel =
      toMLIRShape(ArrayRef<Dim>(filter).drop_front(2));
  std::optional<Window> window =
      getTransposedWindow(node, operands.input.shape, kernel);
  if (!window)
    return failure();
  Emitter &emit = node.emit;
  if (!isTosaConv(operands, *window))
    return node.setOutput(emitAsConv(emit, operands, *window));
  Shape shape = {operands.input.shape[0], getNumOutputs(operands)};
  llvm::append_range(shape, window->outputs);
  if (window->getRank() == 1) {
    makeTwoDimensional(*window);
    operands.input = makeTwoDimensional(emit, operands.input);
    operands.filter = makeTwoDimensional(emit, operands.filter);
  }
  return node.setOutput(emit.reshape(emitTosa(emit, operands, *window), shape));
}

void mlir::ascend::onnx_import::populateConvTransposeOperators(
    OperatorTable &table) {
  table.add("ConvTranspose", 2, 3, convertConvTranspose);
}
