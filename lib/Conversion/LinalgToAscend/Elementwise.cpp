//===- Elementwise.cpp - Elementwise ops of linalg ------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "../Utils/Elementwise.h"
#include "../Utils/Tensors.h"

#include "AscendFold/Analysis/ConstantEvaluator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::ascend;

using Id = ScalarExpressions::Id;

namespace {
/// The body of a linalg op as a function of elements of its operands.
class Body {
public:
  /// Of numbers of type `type`.
  Body(linalg::LinalgOp op, Type type)
      : expressions(cast<FloatType>(type).getFloatSemantics()), op(op) {}

  /// The function of the only result; fails at ops that it does not know.
  std::optional<Id> translate();

  ScalarExpressions expressions;
  /// The operands, other than uniform constants, that are read.
  SmallVector<OpOperand *> inputs;

private:
  std::optional<Id> translate(Value scalar);
  std::optional<Id> translateArgument(BlockArgument argument);
  /// A maximum or minimum that says that NaN does not count is not known:
  /// kernels leave that open.
  std::optional<Id> translateOp(Operation *nested, ArrayRef<Id> operands);
  std::optional<Id> translateSelect(arith::SelectOp select);
  std::optional<Id> translatePower(Id base, Value exponent);

  linalg::LinalgOp op;
  llvm::DenseMap<Value, Id> known;
};
} // namespace

std::optional<Id> Body::translate() {
  auto yield = dyn_cast<linalg::YieldOp>(op.getBlock()->getTerminator());
  if (!yield || yield.getNumOperands() != 1)
    return std::nullopt;
  return translate(yield.getOperand(0));
}

std::optional<Id> Body::translateArgument(BlockArgument argument) {
  OpOperand *operand = op.getMatchingOpOperand(argument);
  if (std::optional<double> constant = getUniformConstant(operand->get()))
    return expressions.getConstant(*constant);
  inputs.push_back(operand);
  return expressions.getInput(inputs.size() - 1);
}

std::optional<Id> Body::translate(Value scalar) {
  auto it = known.find(scalar);
  if (it != known.end())
    return it->second;
  std::optional<Id> id;
  FloatAttr constant;
  auto argument = dyn_cast<BlockArgument>(scalar);
  if (argument && argument.getOwner() == op.getBlock()) {
    id = translateArgument(argument);
  } else if (matchPattern(scalar, m_Constant(&constant))) {
    id = expressions.getConstant(constant.getValueAsDouble());
  } else if (auto select = scalar.getDefiningOp<arith::SelectOp>()) {
    id = translateSelect(select);
  } else if (Operation *nested = scalar.getDefiningOp()) {
    if (nested->getBlock() != op.getBlock())
      return std::nullopt;
    SmallVector<Id> operands;
    // An integer exponent is read when it is needed.
    for (Value operand : nested->getOperands()) {
      if (!isa<FloatType>(operand.getType()))
        continue;
      std::optional<Id> translated = translate(operand);
      if (!translated)
        return std::nullopt;
      operands.push_back(*translated);
    }
    if (!operands.empty())
      id = translateOp(nested, operands);
  }
  if (id)
    known[scalar] = *id;
  return id;
}

std::optional<Id> Body::translateOp(Operation *nested, ArrayRef<Id> operands) {
  ScalarExpressions &e = expressions;
  using Result = std::optional<Id>;
  const Id a = operands.front(), b = operands.back();
  return llvm::TypeSwitch<Operation *, Result>(nested)
      .Case([&](arith::AddFOp) { return e.getAdd(a, b); })
      .Case([&](arith::SubFOp) { return e.getSub(a, b); })
      .Case([&](arith::MulFOp) { return e.getMul(a, b); })
      .Case([&](arith::DivFOp) { return e.getDiv(a, b); })
      .Case([&](arith::MaximumFOp) { return e.getMax(a, b); })
      .Case([&](arith::MinimumFOp) { return e.getMin(a, b); })
      .Case([&](arith::NegFOp) { return e.getNeg(a); })
      .Case([&](math::ExpOp) { return e.getExp(a); })
      .Case([&](math::TanhOp) { return e.getTanh(a); })
      .Case([&](math::ErfOp) { return e.getErf(a); })
      .Case(
          [&](math::PowFOp power) { return translatePower(a, power.getRhs()); })
      .Case([&](math::FPowIOp power) {
        return translatePower(a, power.getRhs());
      })
      .Default([](Operation *) { return std::nullopt; });
}

std::optional<Id> Body::translatePower(Id base, Value exponent) {
  double power = 0.0;
  FloatAttr number;
  IntegerAttr integer;
  if (matchPattern(exponent, m_Constant(&number)))
    power = number.getValueAsDouble();
  else if (matchPattern(exponent, m_Constant(&integer)))
    power = integer.getValue().getSExtValue();
  return expressions.getPower(base, power);
}

std::optional<Id> Body::translateSelect(arith::SelectOp select) {
  auto compare = select.getCondition().getDefiningOp<arith::CmpFOp>();
  if (!compare || compare->getBlock() != op.getBlock() ||
      !isa<FloatType>(select.getType()))
    return std::nullopt;
  std::optional<Id> a = translate(compare.getLhs());
  std::optional<Id> b = translate(compare.getRhs());
  std::optional<Id> ifTrue = translate(select.getTrueValue());
  std::optional<Id> ifFalse = translate(select.getFalseValue());
  if (!a || !b || !ifTrue || !ifFalse)
    return std::nullopt;
  using Predicate = arith::CmpFPredicate;
  switch (compare.getPredicate()) {
  case Predicate::OGT:
  case Predicate::OGE:
  case Predicate::UGT:
  case Predicate::UGE:
    return expressions.getSelect(*a, *b, *ifTrue, *ifFalse);
  case Predicate::OLT:
  case Predicate::OLE:
  case Predicate::ULT:
  case Predicate::ULE:
    return expressions.getSelect(*b, *a, *ifTrue, *ifFalse);
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// The rewrite
//===----------------------------------------------------------------------===//

/// A loop nest without reductions of which each iteration writes the element of
/// its own index.
static bool isElementwise(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && op.getNumDpsInits() == 1 &&
         op.getNumLoops() == op.getNumParallelLoops() &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity();
}

std::optional<double> ascend::matchScaling(linalg::LinalgOp op, Value &input) {
  if (!isElementwise(op))
    return std::nullopt;
  RankedTensorType type = getAscendTensorType(op->getResult(0).getType());
  if (!type)
    return std::nullopt;
  Body body(op, type.getElementType());
  std::optional<Id> root = body.translate();
  if (!root || body.inputs.size() != 1 ||
      !op.getMatchingIndexingMap(body.inputs[0]).isIdentity())
    return std::nullopt;
  SmallVector<Id, 4> factors = body.expressions.getFactors(*root);
  if (factors.size() != 1 || factors[0] == *root ||
      !body.expressions.is(factors[0], ScalarExpressions::Kind::Input))
    return std::nullopt;
  input = body.inputs[0]->get();
  return body.expressions.getCoefficient(*root);
}

namespace {
/// IN:  %y = linalg.generic ins(%a, %b) { max(%a + %b, 0.0) }
///  ⇒
/// OUT: %y = ascend.eltwise add ins(%a, %b) epilogue [#ascend.relu]
/// Without arithmetic it is an ascend.activation. Operands that are broadcast
/// get dims of extent 1.
struct ConvertElementwise final : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (!isElementwise(op))
      return rewriter.notifyMatchFailure(op, "not elementwise on tensors");
    RankedTensorType type = getAscendTensorType(op->getResult(0).getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, kElementType);
    Body body(op, type.getElementType());
    std::optional<Id> root = body.translate();
    if (!root)
      return rewriter.notifyMatchFailure(op, "the body is not arithmetic");
    if (llvm::all_of(body.inputs, [](OpOperand *input) {
          return mayBeConstant(input->get());
        }))
      return rewriter.notifyMatchFailure(op, "computes a constant");
    std::optional<ElementwiseForm> form = matchElementwise(
        body.expressions, *root, cast<FloatType>(type.getElementType()));
    SmallVector<RankedTensorType> inputTypes;
    if (!form || !getInputTypes(op, body.inputs, inputTypes) ||
        !canCreateElementwise(*form, inputTypes, type))
      return rewriter.notifyMatchFailure(op, "not what one ascend op computes");
    SmallVector<Value> inputs;
    for (OpOperand *input : body.inputs)
      inputs.push_back(reshapeToLoops(rewriter, op.getLoc(), input->get(),
                                      op.getMatchingIndexingMap(input)));
    Value init =
        createEmptyLike(rewriter, op.getLoc(), op.getDpsInitOperand(0)->get());
    rewriter.replaceOp(
        op, createElementwise(rewriter, op.getLoc(), *form, inputs, init));
    return success();
  }

private:
  /// The types once they have the rank of the loops.
  static bool getInputTypes(linalg::LinalgOp op, ArrayRef<OpOperand *> inputs,
                            SmallVectorImpl<RankedTensorType> &types) {
    for (OpOperand *input : inputs) {
      auto type = dyn_cast<RankedTensorType>(input->get().getType());
      if (!type || type.getEncoding())
        return false;
      std::optional<SmallVector<int64_t>> shape =
          getLoopShape(op.getMatchingIndexingMap(input), type.getShape());
      if (!shape)
        return false;
      types.push_back(RankedTensorType::get(*shape, type.getElementType()));
      if (!getAscendTensorType(types.back()))
        return false;
    }
    return true;
  }
};
} // namespace

void ascend::populateLinalgElementwisePatterns(RewritePatternSet &patterns,
                                               PatternBenefit benefit) {
  patterns.add<ConvertElementwise>(patterns.getContext(), benefit);
}
