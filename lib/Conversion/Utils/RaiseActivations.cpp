//===- RaiseActivations.cpp - One activation out of several ops -----------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaiseActivations.h"

#include "Elementwise.h"
#include "Tensors.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::ascend;

using Id = ScalarExpressions::Id;

/// The operands whose elements an elementwise op reads; empty for other ops.
static SmallVector<Value> getElementwiseOperands(Operation *op,
                                                 TranslateOpFn translate) {
  if (auto eltwise = dyn_cast<EltwiseOp>(op))
    return {eltwise.getLhs(), eltwise.getRhs()};
  if (auto activation = dyn_cast<ActivationOp>(op))
    return {activation.getInput()};
  // Ask with operands of which nothing but constants is known.
  ScalarExpressions expressions(APFloat::IEEEsingle());
  SmallVector<Id> operands;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    std::optional<double> constant = getUniformConstant(operand);
    operands.push_back(constant ? expressions.getConstant(*constant)
                                : expressions.getInput(i));
  }
  if (!translate || !translate(expressions, op, operands))
    return {};
  return SmallVector<Value>(op->getOperands());
}

static std::optional<Id> applySteps(ScalarExpressions &e, ArrayAttr steps,
                                    Id id) {
  std::optional<Id> result = id;
  for (Attribute step : steps ? steps.getValue() : ArrayRef<Attribute>())
    if (!(result = applyStep(e, step, *result)))
      return std::nullopt;
  return result;
}

static Id applyKind(ScalarExpressions &e, EltwiseKind kind, Id lhs, Id rhs) {
  switch (kind) {
  case EltwiseKind::Add:
    return e.getAdd(lhs, rhs);
  case EltwiseKind::Sub:
    return e.getSub(lhs, rhs);
  case EltwiseKind::Mul:
    return e.getMul(lhs, rhs);
  case EltwiseKind::Div:
    return e.getDiv(lhs, rhs);
  case EltwiseKind::Max:
    return e.getMax(lhs, rhs);
  case EltwiseKind::Min:
    return e.getMin(lhs, rhs);
  }
  llvm_unreachable("unknown kind");
}

namespace {
/// Several ops as a function of one value.
class Chain {
public:
  Chain(Value input, TranslateOpFn translate)
      : expressions(
            cast<FloatType>(getElementTypeOrSelf(input)).getFloatSemantics()),
        input(input), translate(translate) {}

  /// The function; fails where something but `input` and constants is read.
  std::optional<Id> build(Value value, unsigned depth = 0);

  ScalarExpressions expressions;
  /// The ops whose results take part.
  llvm::SetVector<Operation *> ops;

private:
  std::optional<Id> buildOp(Operation *op, unsigned depth);

  Value input;
  TranslateOpFn translate;
  llvm::DenseMap<Value, Id> known;
};
} // namespace

static constexpr unsigned kMaxDepth = 10;

std::optional<Id> Chain::build(Value value, unsigned depth) {
  if (value == input)
    return expressions.getInput(0);
  auto it = known.find(value);
  if (it != known.end())
    return it->second;
  Operation *op = value.getDefiningOp();
  if (!op || depth > kMaxDepth)
    return std::nullopt;
  std::optional<Id> id;
  if (std::optional<double> constant = getUniformConstant(value))
    id = expressions.getConstant(*constant);
  else if ((id = buildOp(op, depth)))
    ops.insert(op);
  if (id)
    known[value] = *id;
  return id;
}

std::optional<Id> Chain::buildOp(Operation *op, unsigned depth) {
  SmallVector<Id> operands;
  for (Value operand : getElementwiseOperands(op, translate)) {
    std::optional<Id> id = build(operand, depth + 1);
    if (!id)
      return std::nullopt;
    operands.push_back(*id);
  }
  if (operands.empty())
    return std::nullopt;
  if (auto eltwise = dyn_cast<EltwiseOp>(op))
    return applySteps(
        expressions, eltwise.getEpilogueAttr(),
        applyKind(expressions, eltwise.getKind(), operands[0], operands[1]));
  if (auto activation = dyn_cast<ActivationOp>(op))
    return applySteps(expressions, activation.getEpilogueAttr(), operands[0]);
  return translate(expressions, op, operands);
}

/// Values that `root` is computed from by a few elementwise ops, the farthest
/// first.
static SmallVector<Value> getCandidates(Operation *root,
                                        TranslateOpFn translate) {
  constexpr size_t kMaxCandidates = 24;
  llvm::SetVector<Value> seen;
  SmallVector<std::pair<Operation *, unsigned>> worklist = {{root, 0}};
  for (size_t i = 0; i < worklist.size(); ++i) {
    auto [op, depth] = worklist[i];
    if (depth > kMaxDepth || seen.size() >= kMaxCandidates)
      break;
    for (Value operand : getElementwiseOperands(op, translate))
      if (seen.insert(operand))
        if (Operation *producer = operand.getDefiningOp())
          worklist.push_back({producer, depth + 1});
  }
  SmallVector<Value> values = seen.takeVector();
  std::reverse(values.begin(), values.end());
  return values;
}

/// Whether everything but the root serves the chain only.
static bool areReadByChainOnly(const llvm::SetVector<Operation *> &ops,
                               Operation *root) {
  return llvm::all_of(ops, [&](Operation *op) {
    return op == root || llvm::all_of(op->getUsers(), [&](Operation *user) {
             return ops.contains(user);
           });
  });
}

namespace {
/// IN:  %s = ascend.activation ins(%x) epilogue [#ascend.sigmoid]
///      %y = ascend.eltwise mul ins(%x, %s)
///  ⇒
/// OUT: %y = ascend.activation ins(%x) epilogue [#ascend.silu]
struct RaiseActivation final : RewritePattern {
  RaiseActivation(MLIRContext *context, TranslateOpFn translate,
                  PatternBenefit benefit)
      : RewritePattern(MatchAnyOpTypeTag(), benefit, context),
        translate(translate) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1)
      return rewriter.notifyMatchFailure(op, "not one result");
    RankedTensorType type = getAscendTensorType(op->getResult(0).getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "not a tensor of floats");
    for (Value input : getCandidates(op, translate)) {
      if (input.getType() != type)
        continue;
      Chain chain(input, translate);
      std::optional<Id> root = chain.build(op->getResult(0));
      if (!root || chain.ops.size() < 2 || !areReadByChainOnly(chain.ops, op))
        continue;
      std::optional<ElementwiseForm> form = matchElementwise(
          chain.expressions, *root, cast<FloatType>(type.getElementType()));
      if (!form || form->kind || form->steps.size() != 1)
        continue;
      Value init = createEmptyLike(rewriter, op->getLoc(), input);
      rewriter.replaceOp(
          op, createElementwise(rewriter, op->getLoc(), *form, input, init));
      return success();
    }
    return rewriter.notifyMatchFailure(op, "not an activation of one value");
  }

private:
  TranslateOpFn translate;
};

/// IN:  %s = ascend.reduce sum ins(%x : tensor<1x7x7x8xf32>) axes [1, 2]
///      %y = ascend.eltwise div ins(%s, %cst = 49)
///  ⇒
/// OUT: %y = ascend.reduce mean ins(%x) axes [1, 2]
/// The sum may be reshaped in between.
struct RaiseMean final : OpRewritePattern<EltwiseOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(EltwiseOp op,
                                PatternRewriter &rewriter) const override {
    Value sum = op.getLhs();
    std::optional<double> factor = getUniformConstant(op.getRhs());
    if (!factor && op.getKind() == EltwiseKind::Mul) {
      sum = op.getRhs();
      factor = getUniformConstant(op.getLhs());
    }
    if (!factor || op.getEpilogueAttr() || op->getNumResults() != 1 ||
        (op.getKind() != EltwiseKind::Mul && op.getKind() != EltwiseKind::Div))
      return rewriter.notifyMatchFailure(op, "not a product with a constant");
    if (op.getKind() == EltwiseKind::Div)
      factor = 1.0 / *factor;
    auto collapse = sum.getDefiningOp<tensor::CollapseShapeOp>();
    auto reduce =
        (collapse ? collapse.getSrc() : sum).getDefiningOp<ReduceOp>();
    if (!reduce || reduce.getKind() != ReduceKind::Sum ||
        sum.getType() != op.getResult().getType())
      return rewriter.notifyMatchFailure(op, "not of a sum");
    if (!reduce->hasOneUse() || !sum.hasOneUse())
      return rewriter.notifyMatchFailure(op, "the sum is read elsewhere");
    auto type = cast<RankedTensorType>(reduce.getInput().getType());
    int64_t count = 1;
    for (int64_t axis : reduce.getAxes())
      count = type.isDynamicDim(axis) ? 0 : count * type.getDimSize(axis);
    if (count == 0 ||
        !isReciprocal(*factor, count, cast<FloatType>(type.getElementType())))
      return rewriter.notifyMatchFailure(op, "the factor is not one over the "
                                             "number of elements");
    rewriter.modifyOpInPlace(reduce, [&] { reduce.setKind(ReduceKind::Mean); });
    rewriter.replaceOp(op, sum);
    return success();
  }
};
} // namespace

void ascend::populateRaiseActivationPatterns(RewritePatternSet &patterns,
                                             TranslateOpFn translate,
                                             PatternBenefit benefit) {
  patterns.add<RaiseActivation>(patterns.getContext(), translate, benefit);
  patterns.add<RaiseMean>(patterns.getContext(), benefit);
}
