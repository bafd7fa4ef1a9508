//===- Tables.cpp - Constants computed at import --------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tables.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::ascend::onnx_import;

Tensor mlir::ascend::onnx_import::getTable(Type elementType,
                                           ArrayRef<Dim> shape,
                                           ArrayRef<double> values) {
  if (llvm::all_equal(values))
    return getSplatTensor(elementType, shape, values.front());
  Tensor tensor;
  tensor.elementType = elementType;
  tensor.shape.assign(shape.begin(), shape.end());
  auto type = RankedTensorType::get(toMLIRShape(shape), elementType);
  if (elementType.isF64()) {
    tensor.constant = DenseElementsAttr::get(type, values);
    return tensor;
  }
  SmallVector<float> rounded(values);
  tensor.constant = DenseElementsAttr::get(type, ArrayRef<float>(rounded));
  return tensor;
}

Type mlir::ascend::onnx_import::getWideType(Type elementType) {
  return elementType.isF64() ? elementType
                             : Float32Type::get(elementType.getContext());
}

bool mlir::ascend::onnx_import::requireElements(Node &node,
                                                const Tensor &tensor) {
  if (llvm::none_of(tensor.shape, [](Dim dim) { return dim.value == 0; }))
    return true;
  (void)node.error("operands without elements are not supported");
  return false;
}
