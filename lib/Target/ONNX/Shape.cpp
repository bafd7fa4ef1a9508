//===- Shape.cpp - Shapes with an open batch size -------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shape.h"

#include "mlir/IR/BuiltinTypeInterfaces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend::onnx_import;

Shape mlir::ascend::onnx_import::toShape(ArrayRef<int64_t> extents) {
  return llvm::map_to_vector<6>(extents,
                                [](int64_t extent) { return Dim(extent); });
}

std::optional<Dim> mlir::ascend::onnx_import::multiply(Dim a, Dim b) {
  if (a.isBatch && b.isBatch)
    return std::nullopt;
  int64_t product;
  if (llvm::MulOverflow(a.value, b.value, product))
    return std::nullopt;
  return Dim(product, a.isBatch || b.isBatch);
}

std::optional<Dim> mlir::ascend::onnx_import::divideExactly(Dim a, Dim b) {
  if (b.value == 0 || (a.value == INT64_MIN && b.value == -1) ||
      a.value % b.value != 0 || (b.isBatch && !a.isBatch))
    return std::nullopt;
  return Dim(a.value / b.value, a.isBatch && !b.isBatch);
}

std::optional<Dim>
mlir::ascend::onnx_import::getNumElements(ArrayRef<Dim> shape) {
  // Zero extents must not hide that the others overflow in MLIR's own
  // arithmetic.
  std::optional<Dim> product = Dim(1), bound = Dim(sizeof(int64_t));
  for (Dim dim : shape) {
    product = multiply(*product, dim);
    bound = multiply(*bound, dim.value == 0 ? Dim(1) : dim);
    if (!product || !bound)
      return std::nullopt;
  }
  return product;
}

bool mlir::ascend::onnx_import::isStatic(ArrayRef<Dim> shape) {
  return llvm::all_of(shape, [](Dim dim) { return dim.isStatic(); });
}

std::string mlir::ascend::onnx_import::toString(ArrayRef<Dim> shape) {
  if (shape.empty())
    return "scalar";
  auto print = [](Dim dim) {
    if (!dim.isBatch)
      return std::to_string(dim.value);
    return dim.value == 1 ? std::string("N") : std::to_string(dim.value) + "N";
  };
  return llvm::join(llvm::map_range(shape, print), "x");
}

std::optional<Shape> mlir::ascend::onnx_import::broadcast(ArrayRef<Dim> a,
                                                          ArrayRef<Dim> b) {
  Shape result(std::max(a.size(), b.size()), Dim(1));
  llvm::copy(a, result.begin() + (result.size() - a.size()));
  size_t offset = result.size() - b.size();
  for (auto [i, dim] : llvm::enumerate(b)) {
    Dim &into = result[offset + i];
    if (into == Dim(1))
      into = dim;
    else if (dim != Dim(1) && dim != into)
      return std::nullopt;
  }
  return result;
}

SmallVector<int64_t>
mlir::ascend::onnx_import::toMLIRShape(ArrayRef<Dim> shape) {
  return llvm::map_to_vector(shape, [](Dim dim) {
    return dim.isBatch ? ShapedType::kDynamic : dim.value;
  });
}
