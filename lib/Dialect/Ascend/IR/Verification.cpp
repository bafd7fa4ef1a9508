//===- Verification.cpp - What verifiers of ascend ops share --------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verification.h"

#include "mlir/Interfaces/DestinationStyleOpInterface.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::ascend;

bool ascend::detail::agree(int64_t a, int64_t b) {
  return a == b || ShapedType::isDynamic(a) || ShapedType::isDynamic(b);
}

bool ascend::detail::agree(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  return a.size() == b.size() &&
         llvm::all_of(llvm::zip_equal(a, b), [](auto pair) {
           return agree(std::get<0>(pair), std::get<1>(pair));
         });
}

LogicalResult ascend::detail::verifySemantics(Operation *op) {
  auto destination = cast<DestinationStyleOpInterface>(op);
  Value init = destination.getDpsInitOperand(0)->get();
  const bool isTensor = isa<RankedTensorType>(init.getType());
  for (Value operand : op->getOperands()) {
    if (isa<RankedTensorType>(operand.getType()) != isTensor)
      return op->emitOpError("expects tensors only or buffers only");
    const int64_t rank = getShaped(operand).getRank();
    if (rank < 1 || rank > kMaxRank)
      return op->emitOpError("expects tensors of rank 1 to ")
             << kMaxRank << ", but got " << operand.getType();
  }
  if (isTensor != (op->getNumResults() == 1))
    return op->emitOpError(isTensor ? "expects a result"
                                    : "on buffers has no result");
  return success();
}

LogicalResult ascend::detail::verifySameElementType(Operation *op, Value a,
                                                    Value b, StringRef what) {
  if (getShaped(a).getElementType() == getShaped(b).getElementType())
    return success();
  return op->emitOpError("expects ")
         << what << " of the same element type, but got "
         << getShaped(a).getElementType() << " and "
         << getShaped(b).getElementType();
}

LogicalResult ascend::detail::verifyEpilogue(EpilogueOpInterface op) {
  ArrayAttr steps = op.getEpilogueAttr();
  unsigned numResiduals = 0;
  if (steps) {
    if (steps.size() > kMaxEpilogueSteps)
      return op.emitOpError("expects an epilogue of at most ")
             << kMaxEpilogueSteps << " steps, but got " << steps.size();
    numResiduals = llvm::count_if(steps, [](Attribute step) {
      return cast<EpilogueStepAttrInterface>(step).readsResidual();
    });
  }
  if (!op.acceptsResidual() && numResiduals > 0)
    return op.emitOpError("has no residual that its epilogue could read");
  if (op.acceptsResidual() &&
      numResiduals != (op.getEpilogueResidual() ? 1 : 0))
    return op.emitOpError("expects #ascend.residual or #ascend.gate in the "
                          "epilogue once when there is a residual, and not "
                          "otherwise");
  return success();
}

LogicalResult ascend::detail::verifyResidual(EpilogueOpInterface op,
                                             Value init) {
  Value residual = op.getEpilogueResidual();
  if (!residual)
    return success();
  if (!agree(getShaped(residual).getShape(), getShaped(init).getShape()))
    return op.emitOpError("expects a residual of the shape of the result");
  return verifySameElementType(op, residual, init, "residual and result");
}

LogicalResult ascend::detail::verifyVector(Operation *op, Value value,
                                           int64_t size, StringRef what) {
  if (!value)
    return success();
  ShapedType type = getShaped(value);
  if (type.getRank() == 1 && agree(type.getDimSize(0), size))
    return success();
  return op->emitOpError("expects ")
         << what << " of one element for each channel, but got " << type;
}
