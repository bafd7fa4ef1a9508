//===- LinalgConstantEvaluation.cpp - Constants through linalg ------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgModels.h"

#include "AscendFold/Analysis/LinalgBody.h"
#include "AscendFold/Interfaces/ConstantEvaluationOpInterface.h"

using namespace mlir;
using namespace mlir::ascend;

/// A value over the loops as the tensor that `map` stores it to; nothing when
/// the map is not a permutation of the loops.
static std::optional<ConstantTensor> storeThrough(AffineMap map,
                                                  const ConstantTensor &value) {
  if (!map.isPermutation())
    return std::nullopt;
  SmallVector<int64_t> shape, strides;
  for (AffineExpr expr : map.getResults()) {
    const unsigned loop = cast<AffineDimExpr>(expr).getPosition();
    shape.push_back(value.getShape()[loop]);
    strides.push_back(value.getStrides()[loop]);
  }
  return value.restride(shape, strides, 0);
}

static FailureOr<ConstantTensor> evaluate(linalg::LinalgOp op, unsigned number,
                                          ConstantEvaluator &evaluator) {
  if (!op.hasPureTensorSemantics() ||
      op.getNumParallelLoops() != op.getNumLoops())
    return evaluator.fail("'" + op->getName().getStringRef() +
                          "' is not a constant expression");
  LinalgBody body(op, /*tracked=*/Value(), evaluator);
  if (Operation *effect = body.getEffect())
    return evaluator.fail("its body has an effect ('" +
                          effect->getName().getStringRef() +
                          "' is not known to hold)");
  AbstractValue value =
      body.lookup(op.getBlock()->getTerminator()->getOperand(number));
  if (!value.isConstant())
    return evaluator.fail("'" + op->getName().getStringRef() +
                          "' depends on values that are not constant");
  std::optional<ConstantTensor> result =
      storeThrough(op.getMatchingIndexingMap(op.getDpsInitOperand(number)),
                   value.getConstant());
  if (!result)
    return evaluator.fail("'" + op->getName().getStringRef() +
                          "' does not write every element once");
  return *result;
}

namespace {
template <typename Op>
struct EvaluateLinalgOp final
    : ConstantEvaluationOpInterface::ExternalModel<EvaluateLinalgOp<Op>, Op> {
  FailureOr<ConstantTensor>
  evaluateConstant(Operation *op, unsigned number,
                   ConstantEvaluator &evaluator) const {
    return evaluate(cast<linalg::LinalgOp>(op), number, evaluator);
  }
};
} // namespace

void ascend::attachLinalgConstantEvaluationModels(MLIRContext *context) {
  attachToStructuredOps<EvaluateLinalgOp>(context);
}
