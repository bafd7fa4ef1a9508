//===- AscendOps.cpp - Ops of the ascend dialect --------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verification.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Builders.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::detail;

//===----------------------------------------------------------------------===//
// What all ops share
//===----------------------------------------------------------------------===//

namespace mlir::ascend::detail {
/// On buffers: reads of the inputs, a write of the destination.
static void getDestinationStyleEffects(
    DestinationStyleOpInterface op,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand *operand : op.getDpsInputOperands())
    if (isa<MemRefType>(operand->get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), operand);
  for (OpOperand &operand : op.getDpsInitsMutable())
    if (isa<MemRefType>(operand.get().getType()))
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
}

/// The result has the shape of the destination.
static LogicalResult
reifyDestinationShapes(DestinationStyleOpInterface op, OpBuilder &builder,
                       ReifiedRankedShapedTypeDims &shapes) {
  if (op->getNumResults() == 0)
    return failure();
  shapes.push_back(tensor::getMixedSizes(builder, op.getLoc(),
                                         op.getDpsInitOperand(0)->get()));
  return success();
}
} // namespace mlir::ascend::detail

//===----------------------------------------------------------------------===//
// MatmulOp
//===----------------------------------------------------------------------===//

bool MatmulOp::acceptsResidual() { return true; }
Value MatmulOp::getEpilogueResidual() { return getResidual(); }
void MatmulOp::setEpilogueResidual(Value residual) {
  getResidualMutable().assign(residual);
}

LogicalResult MatmulOp::verify() {
  if (failed(verifySemantics(*this)))
    return failure();
  ShapedType lhs = getShaped(getLhs()), rhs = getShaped(getRhs());
  ShapedType init = getShaped(getInit());
  const int64_t rank = init.getRank();
  if (rank < 2 || lhs.getRank() != rank || rhs.getRank() != rank)
    return emitOpError("expects operands and result of one rank, at least 2");
  for (int64_t i = 0; i < rank - 2; ++i)
    for (ShapedType type : {lhs, rhs})
      if (type.getDimSize(i) != 1 &&
          !agree(type.getDimSize(i), init.getDimSize(i)))
        return emitOpError("expects batch dims that are 1 or those of the "
                           "result");
  const int64_t row = rank - 2, column = rank - 1;
  const bool l = getTransposeLhs(), r = getTransposeRhs();
  if (!agree(lhs.getDimSize(l ? row : column),
             rhs.getDimSize(r ? column : row)))
    return emitOpError("expects operands that agree in the dim that is summed");
  if (!agree(lhs.getDimSize(l ? column : row), init.getDimSize(row)) ||
      !agree(rhs.getDimSize(r ? row : column), init.getDimSize(column)))
    return emitOpError("expects a result of the rows of the left and the "
                       "columns of the right operand");
  if (failed(verifySameElementType(*this, getLhs(), getRhs(), "operands")) ||
      failed(verifySameElementType(*this, getLhs(), getInit(),
                                   "operands and result")) ||
      failed(
          verifyVector(*this, getBias(), init.getDimSize(column), "a bias")) ||
      failed(verifyResidual(*this, getInit())))
    return failure();
  return verifyEpilogue(*this);
}

//===----------------------------------------------------------------------===//
// Ops on tensors of any meaning
//===----------------------------------------------------------------------===//

SmallVector<OpOperand *> EltwiseOp::getOverwritableOperands() {
  return {&getLhsMutable(), &getRhsMutable()};
}

LogicalResult EltwiseOp::verify() {
  if (failed(verifySemantics(*this)))
    return failure();
  ShapedType init = getShaped(getInit());
  for (Value operand : {getLhs(), getRhs()}) {
    ShapedType type = getShaped(operand);
    if (type.getRank() != init.getRank())
      return emitOpError("expects operands of the rank of the result");
    for (auto [own, result] : llvm::zip_equal(type.getShape(), init.getShape()))
      if (own != 1 && !agree(own, result))
        return emitOpError("expects dims that are 1 or those of the result");
    if (failed(verifySameElementType(*this, operand, getInit(),
                                     "operands and result")))
      return failure();
  }
  return verifyEpilogue(*this);
}

/// Input and result have one shape and element type.
template <typename Op>
static LogicalResult verifySameType(Op op) {
  if (failed(verifySemantics(op)))
    return failure();
  if (!agree(getShaped(op.getInput()).getShape(),
             getShaped(op.getInit()).getShape()))
    return op.emitOpError("expects a result of the shape of the input");
  return verifySameElementType(op, op.getInput(), op.getInit(),
                               "input and result");
}

SmallVector<OpOperand *> ActivationOp::getOverwritableOperands() {
  return {&getInputMutable()};
}

LogicalResult ActivationOp::verify() {
  if (failed(verifySameType(*this)))
    return failure();
  if (getEpilogue().empty())
    return emitOpError("expects a step in the epilogue");
  return verifyEpilogue(*this);
}

static LogicalResult verifyAxis(Operation *op, int64_t axis, int64_t rank) {
  if (axis >= 0 && axis < rank)
    return success();
  return op->emitOpError("expects an axis from 0 to ")
         << rank - 1 << ", but got " << axis;
}

LogicalResult SoftmaxOp::verify() {
  if (failed(verifySameType(*this)))
    return failure();
  return verifyAxis(*this, getAxis(), getShaped(getInit()).getRank());
}

LogicalResult ConcatOp::verify() {
  if (failed(verifySemantics(*this)))
    return failure();
  ShapedType init = getShaped(getInit());
  if (failed(verifyAxis(*this, getAxis(), init.getRank())))
    return failure();
  if (getInputs().empty())
    return emitOpError("expects an input");
  int64_t sum = 0;
  for (Value input : getInputs()) {
    ShapedType type = getShaped(input);
    if (type.getRank() != init.getRank())
      return emitOpError("expects inputs of the rank of the result");
    for (int64_t i = 0; i < type.getRank(); ++i)
      if (i != static_cast<int64_t>(getAxis()) &&
          !agree(type.getDimSize(i), init.getDimSize(i)))
        return emitOpError("expects inputs that differ from the result along "
                           "the axis only");
    const int64_t extent = type.getDimSize(getAxis());
    sum = ShapedType::isDynamic(extent) || ShapedType::isDynamic(sum)
              ? ShapedType::kDynamic
              : sum + extent;
    if (failed(verifySameElementType(*this, input, getInit(),
                                     "inputs and result")))
      return failure();
  }
  if (!agree(sum, init.getDimSize(getAxis())))
    return emitOpError("expects extent ")
           << sum << " along the axis, but got " << init.getDimSize(getAxis());
  return success();
}

LogicalResult ReduceOp::verify() {
  if (failed(verifySemantics(*this)) ||
      failed(verifySameElementType(*this, getInput(), getInit(),
                                   "input and result")))
    return failure();
  ShapedType input = getShaped(getInput()), init = getShaped(getInit());
  if (input.getRank() != init.getRank())
    return emitOpError("expects a result of the rank of the input");
  SmallVector<int64_t> expected(input.getShape());
  for (int64_t axis : getAxes()) {
    if (failed(verifyAxis(*this, axis, input.getRank())))
      return failure();
    expected[axis] = 1;
  }
  if (!agree(expected, init.getShape()))
    return emitOpError("expects a result with extent 1 in the reduced dims and "
                       "that of the input in the others");
  return success();
}

LogicalResult TransposeOp::verify() {
  if (failed(verifySemantics(*this)) ||
      failed(verifySameElementType(*this, getInput(), getInit(),
                                   "input and result")))
    return failure();
  ShapedType input = getShaped(getInput()), init = getShaped(getInit());
  if (input.getRank() != init.getRank() ||
      !isPermutationVector(getPermutation()) ||
      static_cast<int64_t>(getPermutation().size()) != input.getRank())
    return emitOpError("expects a permutation of the dims");
  for (auto [i, source] : llvm::enumerate(getPermutation()))
    if (!agree(input.getDimSize(source), init.getDimSize(i)))
      return emitOpError("expects dim ")
             << i << " of the result to have extent "
             << input.getDimSize(source) << ", but got " << init.getDimSize(i);
  return success();
}

/// A transpose that changes nothing, or undoes another one.
LogicalResult TransposeOp::fold(FoldAdaptor,
                                SmallVectorImpl<OpFoldResult> &results) {
  if (getNumResults() == 0)
    return failure();
  Type type = getResult().getType();
  if (isIdentityPermutation(getPermutation()) && getInput().getType() == type) {
    results.push_back(getInput());
    return success();
  }
  auto inner = getInput().getDefiningOp<TransposeOp>();
  if (!inner || inner.getInput().getType() != type ||
      !isIdentityPermutation(
          applyPermutation(inner.getPermutation(), getPermutation())))
    return failure();
  results.push_back(inner.getInput());
  return success();
}

LogicalResult ArenaOp::verify() {
  if (getType().hasStaticShape() && getType().getLayout().isIdentity())
    return success();
  return emitOpError("expects a buffer of static size");
}

#define GET_OP_CLASSES
#include "AscendFold/Dialect/Ascend/IR/AscendOps.cpp.inc"
