//===- Emitter.cpp - Building blocks of the emitted code ------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::ascend::onnx_import;

std::string Emitter::takeFailure() { return std::exchange(failure, {}); }

void Emitter::fail(const Twine &message) {
  if (failure.empty())
    failure = message.str();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

RankedTensorType Emitter::getType(Type elementType, ArrayRef<Dim> shape) {
  auto isBatch = [](Dim dim) { return dim.isBatch; };
  if (llvm::count_if(shape, isBatch) > 1)
    fail("a tensor of shape " + toString(shape) +
         " has the batch size twice; give --batch");
  else if (!getNumElements(shape))
    fail("a tensor of shape " + toString(shape) + " cannot be addressed");
  return RankedTensorType::get(toMLIRShape(shape), getStorageType(elementType));
}

Tensor Emitter::wrap(Value value, Type elementType, ArrayRef<Dim> shape) const {
  Tensor tensor;
  tensor.elementType = elementType;
  tensor.shape.assign(shape.begin(), shape.end());
  tensor.value = value;
  return tensor;
}

Value Emitter::get(const Tensor &tensor) {
  if (tensor.value)
    return tensor.value;
  if (llvm::is_contained(tensor.shape, Dim(0)))
    fail("a tensor of shape " + toString(tensor.shape) + " has no elements");
  ElementsAttr attr = tensor.constant;
  if (!attr) {
    fail("a value that depends on the batch size is used as a tensor; give "
         "--batch");
    attr = getSplatTensor(tensor.elementType, tensor.shape, 0).constant;
  }
  Value &value = constants[{attr, attr.getType()}];
  if (!value) {
    Location loc =
        tensor.location ? Location(tensor.location) : builder.getLoc();
    value = tosa::ConstOp::create(builder, loc, attr.getType(), attr);
  }
  return value;
}

Value Emitter::getScalar(Type elementType, double value) {
  return get(getSplatTensor(elementType, {Dim(1)}, value));
}

Value Emitter::getShapeConstant(ArrayRef<Dim> shape) {
  auto extents = llvm::map_to_vector(
      shape, [](Dim dim) { return dim.isBatch ? int64_t(-1) : dim.value; });
  auto type = tosa::shapeType::get(builder.getContext(),
                                   static_cast<int>(shape.size()));
  return tosa::ConstShapeOp::create(builder, type,
                                    builder.getIndexTensorAttr(extents));
}

Value Emitter::getEmpty(Type elementType, ArrayRef<Dim> shape,
                        ArrayRef<Tensor> sources) {
  SmallVector<Value> extents;
  for (Dim dim : shape) {
    if (dim.isStatic())
      continue;
    for (const Tensor &source : sources) {
      auto *it = llvm::find(source.shape, dim);
      if (it == source.shape.end())
        continue;
      extents.push_back(tensor::DimOp::create(builder, get(source),
                                              it - source.shape.begin()));
      break;
    }
  }
  RankedTensorType type = getType(elementType, shape);
  if (extents.size() != static_cast<size_t>(type.getNumDynamicDims())) {
    fail("the batch size of a tensor of shape " + toString(shape) +
         " is not that of an operand; give --batch");
    type = type.clone(SmallVector<int64_t>(shape.size(), 1));
    extents.clear();
  }
  return tensor::EmptyOp::create(builder, type, extents);
}

Value Emitter::getFilled(Type elementType, ArrayRef<Dim> shape,
                         ArrayRef<Tensor> sources, double value) {
  Type storage = getStorageType(elementType);
  TypedAttr attr =
      isa<FloatType>(storage)
          ? TypedAttr(FloatAttr::get(storage, value))
          : TypedAttr(IntegerAttr::get(storage, static_cast<int64_t>(value)));
  Value scalar = arith::ConstantOp::create(builder, attr);
  return linalg::FillOp::create(builder, scalar,
                                getEmpty(elementType, shape, sources))
      .getResult(0);
}
