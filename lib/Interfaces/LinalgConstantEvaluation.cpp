//===- LinalgConstantEvaluation.cpp - Constants through linalg ------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgMaps.h"
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

/// Whether a factor on `element`, an argument of the body, is the same factor
/// on what the body yields.
static bool yieldsMultipleOf(linalg::LinalgOp op, Value element) {
  llvm::SmallPtrSet<Value, 8> multiples = {element};
  for (Operation &nested : op.getBlock()->without_terminator()) {
    OpOperand *read = nullptr;
    bool isUnknown = false;
    nested.walk([&](Operation *inner) {
      for (OpOperand &operand : inner->getOpOperands()) {
        if (!multiples.contains(operand.get()))
          continue;
        isUnknown |= read || inner != &nested;
        read = &operand;
      }
    });
    if (!read)
      continue;
    std::optional<ElementwiseFunction> function =
        getElementwiseFunction(&nested);
    if (isUnknown || !function ||
        !function->isMultipleOf(read->getOperandNumber()))
      return false;
    multiples.insert(nested.getResult(0));
  }
  Operation *yield = op.getBlock()->getTerminator();
  return yield->getNumOperands() == 1 &&
         multiples.contains(yield->getOperand(0));
}

static FailureOr<ConstantTensor> pullFactor(linalg::LinalgOp op,
                                            OpOperand &operand,
                                            const ConstantTensor &factor) {
  if (!op.hasPureTensorSemantics() || op->getNumResults() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops() ||
      !op.isDpsInput(&operand) ||
      !isa<RankedTensorType>(operand.get().getType()))
    return failure();
  AffineMap written = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!written.isPermutation() ||
      !yieldsMultipleOf(op, op.getMatchingBlockArgument(&operand)))
    return failure();
  std::optional<ConstantTensor> loops =
      toLoops(factor, written, op.getStaticLoopRanges());
  if (!loops)
    return failure();
  std::optional<ConstantTensor> pulled =
      toTensor(*loops, op.getMatchingIndexingMap(&operand),
               cast<RankedTensorType>(operand.get().getType()).getShape());
  if (!pulled)
    return failure();
  return *pulled;
}

static bool makesIntegers(linalg::LinalgOp op) {
  return llvm::any_of(*op.getBlock(), [](Operation &nested) {
    std::optional<ElementwiseFunction> function =
        getElementwiseFunction(&nested);
    return function && function->makesIntegers;
  });
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
  bool makesIntegers(Operation *op) const {
    return ::makesIntegers(cast<linalg::LinalgOp>(op));
  }
  FailureOr<ConstantTensor> pullFactor(Operation *op, OpOperand &operand,
                                       const ConstantTensor &factor) const {
    return ::pullFactor(cast<linalg::LinalgOp>(op), operand, factor);
  }
};
} // namespace

void ascend::attachLinalgConstantEvaluationModels(MLIRContext *context) {
  attachToStructuredOps<EvaluateLinalgOp>(context);
}
