//===- Tensor.cpp - A tensor during the import ----------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tensor.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::ascend::onnx_import;

Type mlir::ascend::onnx_import::getStorageType(Type elementType) {
  if (auto integer = dyn_cast<IntegerType>(elementType))
    return IntegerType::get(integer.getContext(), integer.getWidth());
  return elementType;
}

std::shared_ptr<const Elements>
mlir::ascend::onnx_import::getElements(const Tensor &tensor) {
  if (tensor.elements || !tensor.constant)
    return tensor.elements;
  auto dense = dyn_cast<DenseElementsAttr>(tensor.constant);
  if (!dense || dense.getNumElements() > kMaxEvaluatedElements)
    return nullptr;
  auto elements = std::make_shared<Elements>();
  if (tensor.isFloat()) {
    for (APFloat value : dense.getValues<APFloat>()) {
      bool losesInfo;
      value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
      elements->push_back(Element::getReal(value.convertToDouble()));
    }
    return elements;
  }
  for (const APInt &value : dense.getValues<APInt>()) {
    bool isZeroExtended = tensor.isUnsigned() || tensor.isBool();
    elements->push_back(Element::getInteger(
        Dim(isZeroExtended ? static_cast<int64_t>(value.getZExtValue())
                           : value.getSExtValue())));
  }
  return elements;
}

/// Rounds in place.
static Attribute roundElement(Type elementType, Element &element) {
  Type storage = getStorageType(elementType);
  if (isa<FloatType>(storage)) {
    auto attr = FloatAttr::get(storage, element.real);
    element.real = attr.getValueAsDouble();
    return attr;
  }
  if (element.integer.isBatch)
    return nullptr;
  unsigned width = storage.getIntOrFloatBitWidth();
  APInt bits = APInt(64, element.integer.value, true).trunc(width);
  bool isZeroExtended = elementType.isUnsignedInteger() || width == 1;
  element.integer =
      Dim(isZeroExtended ? static_cast<int64_t>(bits.getZExtValue())
                         : bits.getSExtValue());
  return IntegerAttr::get(storage, bits);
}

Tensor mlir::ascend::onnx_import::getConstantTensor(Type elementType,
                                                    Shape shape,
                                                    Elements elements) {
  SmallVector<Attribute> attributes;
  for (Element &element : elements)
    if (Attribute attribute = roundElement(elementType, element))
      attributes.push_back(attribute);
  Tensor tensor;
  if (attributes.size() == elements.size())
    tensor.constant = DenseElementsAttr::get(
        RankedTensorType::get(toMLIRShape(shape), getStorageType(elementType)),
        attributes);
  tensor.elementType = elementType;
  tensor.shape = std::move(shape);
  tensor.elements = std::make_shared<Elements>(std::move(elements));
  return tensor;
}

Tensor mlir::ascend::onnx_import::getSplatTensor(Type elementType,
                                                 ArrayRef<Dim> shape,
                                                 double value) {
  Element element = isa<FloatType>(elementType)
                        ? Element::getReal(value)
                        : Element::getInteger(Dim(static_cast<int64_t>(value)));
  Tensor tensor;
  tensor.elementType = elementType;
  tensor.shape.assign(shape.begin(), shape.end());
  tensor.constant = DenseElementsAttr::get(
      RankedTensorType::get(toMLIRShape(shape), getStorageType(elementType)),
      roundElement(elementType, element));
  return tensor;
}

//===----------------------------------------------------------------------===//
// Movement
//===----------------------------------------------------------------------===//

/// The number of elements, if there are few enough to evaluate them.
static std::optional<int64_t> getFewElements(ArrayRef<Dim> shape) {
  std::optional<Dim> count = getNumElements(shape);
  if (!count || count->isBatch || count->value > kMaxEvaluatedElements)
    return std::nullopt;
  return count->value;
}

/// The next index in row-major order.
static void advance(SmallVectorImpl<int64_t> &index, ArrayRef<Dim> shape) {
  for (size_t dim = shape.size(); dim-- > 0;) {
    if (++index[dim] < shape[dim].value)
      return;
    index[dim] = 0;
  }
}

/// A constant that is one number everywhere stays one of any size.
static std::optional<Tensor> resizeSplat(const Tensor &tensor,
                                         ArrayRef<Dim> shape) {
  auto splat = dyn_cast_if_present<SplatElementsAttr>(tensor.constant);
  if (!splat || !isStatic(shape) || !getNumElements(shape))
    return std::nullopt;
  Tensor result = tensor;
  result.shape.assign(shape.begin(), shape.end());
  result.value = nullptr;
  result.elements = nullptr;
  result.constant =
      splat.resizeSplat(splat.getType().clone(toMLIRShape(shape)));
  return result;
}

std::optional<Tensor> mlir::ascend::onnx_import::rearrange(
    const Tensor &tensor, ArrayRef<Dim> shape,
    llvm::function_ref<void(SmallVectorImpl<int64_t> &index)> toSource) {
  if (std::optional<Tensor> splat = resizeSplat(tensor, shape))
    return splat;
  std::optional<int64_t> count = getFewElements(shape);
  if (!count)
    return std::nullopt;
  std::shared_ptr<const Elements> elements = getElements(tensor);
  if (!elements)
    return std::nullopt;
  Elements result;
  SmallVector<int64_t> index(shape.size(), 0);
  for (int64_t i = 0; i < *count; ++i) {
    SmallVector<int64_t> source = index;
    toSource(source);
    int64_t position = 0;
    for (auto [dim, at] : llvm::zip_equal(tensor.shape, source))
      position = position * dim.value + at;
    result.push_back((*elements)[position]);
    advance(index, shape);
  }
  return getConstantTensor(tensor.elementType, Shape(shape), std::move(result));
}

std::optional<Tensor> mlir::ascend::onnx_import::join(ArrayRef<Tensor> tensors,
                                                      int64_t axis,
                                                      ArrayRef<Dim> shape) {
  if (!getFewElements(shape))
    return std::nullopt;
  SmallVector<std::shared_ptr<const Elements>> parts;
  for (const Tensor &tensor : tensors) {
    parts.push_back(getElements(tensor));
    if (!parts.back())
      return std::nullopt;
  }
  int64_t numRows = getNumElements(shape.take_front(axis))->value;
  Elements result;
  for (int64_t row = 0; row < numRows; ++row) {
    for (const std::shared_ptr<const Elements> &part : parts) {
      size_t size = part->size() / numRows;
      result.append(part->begin() + row * size,
                    part->begin() + (row + 1) * size);
    }
  }
  return getConstantTensor(tensors.front().elementType, Shape(shape),
                           std::move(result));
}
