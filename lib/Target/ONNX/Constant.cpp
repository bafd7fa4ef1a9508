//===- Constant.cpp - Constants and shapes --------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operators.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::ascend::onnx_import;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static Tensor getVector(Type elementType, Shape shape, ElementsAttr constant) {
  Tensor tensor;
  tensor.elementType = elementType;
  tensor.shape = std::move(shape);
  tensor.constant = constant;
  return tensor;
}

static std::optional<Tensor> getNumbers(Node &node) {
  Builder &b = node.emit.builder;
  Type f32 = b.getF32Type(), i64 = b.getI64Type();
  if (node.hasAttribute("value_float"))
    return getConstantTensor(
        f32, {}, {Element::getReal(node.getFloat("value_float", 0))});
  if (node.hasAttribute("value_int"))
    return getConstantTensor(
        i64, {}, {Element::getInteger(Dim(node.getInt("value_int", 0)))});
  if (auto reals = node.getFloats("value_floats")) {
    auto floats = llvm::map_to_vector(
        *reals, [](double real) { return static_cast<float>(real); });
    Shape shape = {Dim(static_cast<int64_t>(floats.size()))};
    auto type = RankedTensorType::get(toMLIRShape(shape), f32);
    return getVector(f32, shape,
                     DenseElementsAttr::get(type, ArrayRef(floats)));
  }
  if (auto integers = node.getInts("value_ints")) {
    Shape shape = {Dim(static_cast<int64_t>(integers->size()))};
    return getVector(i64, shape, b.getI64TensorAttr(*integers));
  }
  return node.getTensor("value");
}

/// Constant (opset 1, 9, 11: sparse_value, 12: numbers and strings, 13, 19,
/// 21).
static LogicalResult convertConstant(Node &node) {
  size_t numValues = 0;
  for (StringRef name :
       {"value", "value_float", "value_floats", "value_int", "value_ints",
        "sparse_value", "value_string", "value_strings"})
    numValues += node.hasAttribute(name);
  if (numValues != 1)
    return node.error("it has " + Twine(numValues) + " values");
  for (StringRef name : {"sparse_value", "value_string", "value_strings"})
    if (node.hasAttribute(name))
      return node.error("attribute '" + name + "' is not supported");
  std::optional<Tensor> tensor = getNumbers(node);
  if (!tensor || node.hasFailed())
    return failure();
  if (!tensor->location)
    tensor->location = node.getLoc();
  return node.setOutput(*tensor);
}

/// ConstantOfShape (opset 9, 20, 21).
static LogicalResult convertConstantOfShape(Node &node) {
  std::optional<SmallVector<int64_t>> extents =
      node.getIntegers(0, "the shape");
  std::optional<Tensor> value = node.getTensor("value");
  if (!extents || node.hasFailed())
    return failure();
  if (!node.requireRank(node.getInput(0), 1))
    return failure();
  Shape shape = toShape(*extents);
  if (llvm::any_of(*extents, [](int64_t extent) { return extent < 0; }) ||
      !getNumElements(shape))
    return node.error("there is no tensor of shape " + toString(shape));
  if (!value)
    return node.setOutput(
        getSplatTensor(node.emit.builder.getF32Type(), shape, 0));
  if (getNumElements(value->shape) != Dim(1))
    return node.error("attribute 'value' has the shape " +
                      toString(value->shape));
  auto element = cast<SplatElementsAttr>(value->constant);
  value->constant =
      element.resizeSplat(element.getType().clone(toMLIRShape(shape)));
  value->shape = shape;
  value->location = node.getLoc();
  return node.setOutput(*value);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// Shape (opset 1, 13, 15: start and end, 19, 21).
static LogicalResult convertShape(Node &node) {
  const Tensor &input = node.getInput(0);
  int64_t rank = input.getRank(), start = 0, end = rank;
  if (node.getOpset() >= 15) {
    start = node.getInt("start", start);
    end = node.getInt("end", end);
  }
  auto clampAxis = [&](int64_t axis) {
    return std::clamp<int64_t>(axis < 0 ? axis + rank : axis, 0, rank);
  };
  start = clampAxis(start);
  end = std::max(clampAxis(end), start);
  Elements elements;
  for (Dim dim : ArrayRef<Dim>(input.shape).slice(start, end - start))
    elements.push_back(Element::getInteger(dim));
  return node.setOutput(getConstantTensor(node.emit.builder.getI64Type(),
                                          {Dim(end - start)}, elements));
}

/// Size (opset 1, 13, 19, 21).
static LogicalResult convertSize(Node &node) {
  std::optional<Dim> size = getNumElements(node.getInput(0).shape);
  if (!size)
    return node.error("a tensor of shape " + toString(node.getInput(0).shape) +
                      " has no number of elements");
  return node.setOutput(getConstantTensor(node.emit.builder.getI64Type(), {},
                                          {Element::getInteger(*size)}));
}

/// Range (opset 11), and Mod (opset 10, 13), are evaluated where they can be.
static LogicalResult convertUnevaluated(Node &node) {
  return node.error("it is supported for small constants only");
}

//===----------------------------------------------------------------------===//
// Identities
//===----------------------------------------------------------------------===//

/// Identity (opset 1, 13, 14, 16, 19, 21).
static LogicalResult convertIdentity(Node &node) {
  return node.setOutput(node.getInput(0));
}

/// Dropout (opset 7, 10, 12: ratio and training_mode as inputs, 13), for
/// inference. Before opset 12 nothing says what the mask is then.
static LogicalResult convertDropout(Node &node) {
  const Tensor &input = node.getInput(0);
  node.ignoreAttribute(node.getOpset() < 12 ? "ratio" : "seed");
  if (node.getOpset() < 12 && !node.allowInputs(1))
    return failure();
  if (node.hasInput(2)) {
    std::optional<SmallVector<int64_t>> mode =
        node.getIntegers(2, "training_mode");
    if (!mode)
      return failure();
    if (mode->size() != 1 || mode->front() != 0)
      return node.error("training_mode is not false; export the model for "
                        "inference");
  }
  if (node.getOpset() >= 12 && node.hasOutput(1) && isStatic(input.shape))
    node.setOutput(1, getSplatTensor(node.emit.builder.getI1Type(), input.shape,
                                     /*value=*/1));
  return node.setOutput(input);
}

void mlir::ascend::onnx_import::populateConstantOperators(
    OperatorTable &table) {
  table.add("Constant", 0, 0, convertConstant);
  table.add("ConstantOfShape", 1, 1, convertConstantOfShape, /*since=*/9);
  table.add("Shape", 1, 1, convertShape);
  table.add("Size", 1, 1, convertSize);
  table.add("Range", 3, 3, convertUnevaluated, /*since=*/11);
  table.add("Mod", 2, 2, convertUnevaluated, /*since=*/10);
  table.add("Identity", 1, 1, convertIdentity);
  table.add("Dropout", 1, 3, convertDropout);
}
