//===- Tensor.h - A tensor during the import --------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TARGET_ONNX_TENSOR_H
#define ASCENDFOLD_LIB_TARGET_ONNX_TENSOR_H

#include "Shape.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Value.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <memory>

namespace mlir::ascend::onnx_import {

/// An element that is known at import: an integer (or truth value), which may
/// be a multiple of the batch size, or a floating-point number.
struct Element {
  Dim integer;
  double real = 0;

  static Element getInteger(Dim integer) { return {integer, 0}; }
  static Element getReal(double real) { return {Dim(), real}; }
};

using Elements = SmallVector<Element, 8>;

/// A tensor of the graph: an SSA value, a constant, or both. Cheap to copy.
struct Tensor {
  /// With signedness for unsigned integers; `getStorageType` is what the IR
  /// has.
  Type elementType;
  Shape shape;
  /// Null for a constant that no op has needed yet.
  Value value;
  /// Null for what is computed at run time, and for shapes that depend on the
  /// batch size.
  ElementsAttr constant;
  /// Null, or the elements of a small constant.
  std::shared_ptr<const Elements> elements;
  /// Null, or the location of the constant.
  LocationAttr location;

  int64_t getRank() const { return static_cast<int64_t>(shape.size()); }
  bool isConstant() const { return constant || elements; }
  bool isFloat() const { return isa<FloatType>(elementType); }
  bool isUnsigned() const { return elementType.isUnsignedInteger(); }
  bool isBool() const { return elementType.isInteger(1); }
};

/// tosa, linalg and arith compute on signless integers.
Type getStorageType(Type elementType);

/// Up to this many elements, constants are evaluated at import where shape
/// arithmetic asks for them.
inline constexpr int64_t kMaxEvaluatedElements = 1024;

/// The elements of a small constant, null where there are none to be had.
std::shared_ptr<const Elements> getElements(const Tensor &tensor);

/// A constant with these elements; `constant` is null where they depend on the
/// batch size. Reals and integers are rounded to the element type.
Tensor getConstantTensor(Type elementType, Shape shape, Elements elements);

/// A constant that is one number everywhere.
Tensor getSplatTensor(Type elementType, ArrayRef<Dim> shape, double value);

/// A constant of `shape` whose elements are some of those of `tensor`:
/// `toSource` turns an index into the result into one into `tensor`. Fails
/// where the elements are not known, or too many.
std::optional<Tensor>
rearrange(const Tensor &tensor, ArrayRef<Dim> shape,
          llvm::function_ref<void(SmallVectorImpl<int64_t> &index)> toSource);

/// Constants one after the other along an axis, and else of one shape, as a
/// constant of `shape`. Fails as `rearrange` does.
std::optional<Tensor> join(ArrayRef<Tensor> tensors, int64_t axis,
                           ArrayRef<Dim> shape);

} // namespace mlir::ascend::onnx_import

#endif // ASCENDFOLD_LIB_TARGET_ONNX_TENSOR_H
