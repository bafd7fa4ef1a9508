//===- Conv.cpp - Convolutions --------------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvEmitter.h"
#include "Operators.h"

using namespace mlir;
using namespace mlir::ascend::onnx_import;

/// Conv, the same since opset 1.
static LogicalResult convertConv(Node &node) {
  ConvOperands operands = readConvOperands(node);
  const Shape &filter = operands.filter.shape;
  std::optional<Dim> numInputs =
      filter.size() > 1 ? multiply(filter[1], operands.groups) : std::nullopt;
  if (!checkConvOperands(node, operands, numInputs.value_or(Dim(0)),
                         filter.empty() ? Dim(0) : filter[0]))
    return failure();
  SmallVector<int64_t> kernel =
      toMLIRShape(ArrayRef<Dim>(filter).drop_front(2));
  std::optional<Window> window =
      getWindow(node, operands.input.shape, ArrayRef<int64_t>(kernel));
  if (!window)
    return failure();
  return node.setOutput(emitConv(node.emit, operands, *window));
}

void mlir::ascend::onnx_import::populateConvOperators(OperatorTable &table) {
  table.add("Conv", 2, 3, convertConv);
}
