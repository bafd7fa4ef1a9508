//===- MatMul.cpp - Matrix multiplications --------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operators.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

using namespace mlir;
using namespace mlir::ascend::onnx_import;

/// `[B, M, K]` times `[B, K, N]`.
static Tensor emitBatchMatMul(Emitter &emit, const Tensor &lhs,
                              const Tensor &rhs) {
  Shape shape = {lhs.shape[0], lhs.shape[1], rhs.shape[2]};
  Type type = lhs.elementType;
  Value operands[] = {emit.get(lhs), emit.get(rhs)};
  // tosa has no f64.
  if (type.isF64())
    return emit.wrap(
        linalg::BatchMatmulOp::create(
            emit.builder, ValueRange(operands),
            ValueRange(emit.getFilled(type, shape, {lhs, rhs}, 0.0)))
            .getResult(0),
        type, shape);
  Value zero = emit.getScalar(type, 0);
  return emit.create<tosa::MatMulOp>(type, shape, operands[0], operands[1],
                                     zero, zero);
}

/// Whether matrices of these ranks from 2 on, whose batches are broadcast,
/// have a product; reports it if not.
static bool checkMatrices(Node &node, const Tensor &lhs, const Tensor &rhs) {
  if (!node.requireFloat(lhs) || !node.requireSameType({lhs, rhs}))
    return false;
  bool isEmpty = llvm::any_of(lhs.shape, [](Dim dim) { return !dim.value; }) ||
                 llvm::any_of(rhs.shape, [](Dim dim) { return !dim.value; });
  if (!isEmpty && lhs.shape.back() == rhs.shape.end()[-2])
    return true;
  return succeeded(node.error("operands of shape " + toString(lhs.shape) +
                              " and " + toString(rhs.shape) +
                              " cannot be multiplied"));
}

/// Leading dims as one.
static Tensor flattenBatch(Node &node, const Tensor &tensor) {
  ArrayRef<Dim> shape = tensor.shape;
  std::optional<Dim> batch = getNumElements(shape.drop_back(2));
  if (!batch) {
    (void)node.error("the shape " + toString(shape) + " is not supported");
    return tensor;
  }
  return node.emit.reshape(tensor, {*batch, shape.end()[-2], shape.back()});
}

/// Both of rank 2 or more.
static Tensor emitMatMul(Node &node, Tensor lhs, Tensor rhs) {
  Emitter &emit = node.emit;
  ArrayRef<Dim> lhsBatch = ArrayRef<Dim>(lhs.shape).drop_back(2);
  ArrayRef<Dim> rhsBatch = ArrayRef<Dim>(rhs.shape).drop_back(2);
  std::optional<Shape> batch = broadcast(lhsBatch, rhsBatch);
  if (!batch) {
    (void)node.error("the batches " + toString(lhsBatch) + " and " +
                     toString(rhsBatch) + " cannot be broadcast");
    return lhs;
  }
  Shape result = *batch;
  result.append({lhs.shape.end()[-2], rhs.shape.back()});
  if (getNumElements(rhsBatch) == Dim(1)) {
    // One matrix for all: the rows of all batches are one matrix as well.
    std::optional<Dim> rows =
        getNumElements(ArrayRef<Dim>(lhs.shape).drop_back());
    Tensor flat =
        emit.reshape(lhs, {Dim(1), rows.value_or(Dim(1)), lhs.shape.back()});
    return emit.reshape(emitBatchMatMul(emit, flat, flattenBatch(node, rhs)),
                        result);
  }
  auto widen = [&](const Tensor &tensor) {
    Shape shape = *batch;
    shape.append(tensor.shape.end() - 2, tensor.shape.end());
    return flattenBatch(node, emit.broadcastTo(tensor, shape));
  };
  return emit.reshape(emitBatchMatMul(emit, widen(lhs), widen(rhs)), result);
}

/// MatMul (opset 1, 9, 13), with numpy's rules for vectors.
static LogicalResult convertMatMul(Node &node) {
  Tensor lhs = node.getInput(0), rhs = node.getInput(1);
  bool isLhsVector = lhs.getRank() == 1, isRhsVector = rhs.getRank() == 1;
  if (!node.requireRank(lhs, 1, 6) || !node.requireRank(rhs, 1, 6))
    return failure();
  if (isLhsVector)
    lhs = node.emit.reshape(lhs, {Dim(1), lhs.shape[0]});
  if (isRhsVector)
    rhs = node.emit.reshape(rhs, {rhs.shape[0], Dim(1)});
  if (!checkMatrices(node, lhs, rhs))
    return failure();
  Tensor product = emitMatMul(node, lhs, rhs);
  Shape shape = product.shape;
  if (node.hasFailed())
    return failure();
  if (isRhsVector)
    shape.pop_back();
  if (isLhsVector)
    shape.erase(shape.end() - (isRhsVector ? 1 : 2));
  return node.setOutput(node.emit.reshape(product, shape));
}

/// Gemm (opset 7, 9, 11: C is optional, 13): alpha * A' * B' + beta * C.
static LogicalResult convertGemm(Node &node) {
  Emitter &emit = node.emit;
  Tensor lhs = node.getInput(0), rhs = node.getInput(1);
  double alpha = node.getFloat("alpha", 1.0), beta = node.getFloat("beta", 1.0);
  bool isLhsTransposed = node.getBool("transA", false);
  bool isRhsTransposed = node.getBool("transB", false);
  if (node.hasFailed() || !node.requireRank(lhs, 2) ||
      !node.requireRank(rhs, 2))
    return failure();
  if (isLhsTransposed)
    lhs = emit.transpose(lhs, {1, 0});
  if (isRhsTransposed)
    rhs = emit.transpose(rhs, {1, 0});
  if (!checkMatrices(node, lhs, rhs))
    return failure();
  Tensor product = emit.scale(emitMatMul(node, lhs, rhs), alpha);
  if (!node.hasInput(2) || beta == 0.0)
    return node.setOutput(product);
  const Tensor &addend = node.getInput(2);
  if (!node.requireSameType({product, addend}))
    return failure();
  if (broadcast(product.shape, addend.shape) != product.shape)
    return node.error("addend " + toString(addend.shape) +
                      " does not fit product " + toString(product.shape));
  return node.setOutput(emit.add(product, emit.scale(addend, beta)));
}

void mlir::ascend::onnx_import::populateMatMulOperators(OperatorTable &table) {
  table.add("MatMul", 2, 2, convertMatMul);
  table.add("Gemm", 2, 3, convertGemm);
}
