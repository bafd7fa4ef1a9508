//===- QuantizedFilter.cpp - Factors for quantised weights ----------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "QuantizedFilter.h"

#include "FoldUtils.h"

#include "FoldedOperands.h"

#include "AscendFold/Analysis/ChannelLayout.h"
#include "AscendFold/Analysis/ConstantEvaluator.h"
#include "AscendFold/Analysis/Elementwise.h"
#include "AscendFold/Interfaces/ChannelAffineOpInterface.h"
#include "AscendFold/Interfaces/ConstantEvaluationOpInterface.h"
#include "AscendFold/Transforms/FoldedConstants.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ascend;

/// Ops between the integers and the convolution, at most.
static constexpr unsigned kMaxOps = 64;

//===----------------------------------------------------------------------===//
// Recognition
//===----------------------------------------------------------------------===//

static bool makesIntegers(Operation *op) {
  if (auto evaluable = dyn_cast<ConstantEvaluationOpInterface>(op))
    return evaluable.makesIntegers();
  std::optional<ElementwiseFunction> function = getElementwiseFunction(op);
  return function && function->makesIntegers;
}

bool ascend::isQuantized(Value filter) {
  unsigned budget = kMaxOps;
  SmallVector<Value> worklist = {filter};
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    auto type = dyn_cast<RankedTensorType>(value.getType());
    Operation *def = value.getDefiningOp();
    // Numbers that are the same for all weights are no weights.
    if (!type || !def || def->hasTrait<OpTrait::ConstantLike>() ||
        (type.hasStaticShape() && type.getNumElements() == 1))
      continue;
    if (budget-- == 0)
      return false;
    if (makesIntegers(def))
      return true;
    llvm::append_range(worklist, def->getOperands());
  }
  return false;
}

//===----------------------------------------------------------------------===//
// The way of a factor
//===----------------------------------------------------------------------===//

/// A factor before data movement, of which nothing has to know: a clamp, say,
/// would have to adapt its bounds.
static FailureOr<ConstantTensor>
pullThroughMovement(OpOperand &operand, const ConstantTensor &factor,
                    ConstantEvaluator &evaluator) {
  Operation *op = operand.getOwner();
  auto affine = dyn_cast<ChannelAffineOpInterface>(op);
  if (!affine || llvm::count(op->getOperands(), operand.get()) != 1)
    return failure();
  auto type = cast<RankedTensorType>(operand.get().getType());
  std::string why;
  FailureOr<ChannelAffineStep> step = affine.getChannelAffineStep(
      operand.get(), ChannelLayout::get(type.getShape(), {}), evaluator, why);
  if (failed(step) || step->numComputeOps != 0 || !step->isWhole)
    return failure();
  const ChannelAffineMap map{
      factor, ConstantTensor::getSplat(0.0, factor.getShape()), {}};
  std::vector<ChannelAffineMap> maps;
  if (failed(affine.pullMap(map, evaluator, maps, why)))
    return failure();
  for (auto [i, pulled] : llvm::enumerate(maps))
    if (i == operand.getOperandNumber() ? !pulled.isScaleOnly()
                                        : !pulled.isIdentity())
      return failure();
  return maps[operand.getOperandNumber()].scale;
}

/// The factor of `operand` alone with which the result of its owner becomes
/// `factor` times what it was.
static FailureOr<ConstantTensor> pullFactor(OpOperand &operand,
                                            const ConstantTensor &factor,
                                            ConstantEvaluator &evaluator) {
  Operation *op = operand.getOwner();
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  if (!type || !isa<FloatType>(type.getElementType()) ||
      op->getNumResults() != 1)
    return failure();
  if (auto evaluable = dyn_cast<ConstantEvaluationOpInterface>(op)) {
    FailureOr<ConstantTensor> pulled = evaluable.pullFactor(operand, factor);
    if (succeeded(pulled))
      return pulled;
  } else if (auto function = getElementwiseFunction(op)) {
    // Elementwise ops of arith and math do not broadcast.
    if (function->isMultipleOf(operand.getOperandNumber()) &&
        type.getShape() == factor.getShape())
      return factor;
    return failure();
  }
  return pullThroughMovement(operand, factor, evaluator);
}

namespace {
/// The walk from a filter up to its dequantising scale.
class ScaleSearch {
public:
  ScaleSearch(ConstantTensor factor, ConstantEvaluator &evaluator)
      : factor(std::move(factor)), evaluator(evaluator) {}

  /// Fails with the reason in `why`.
  LogicalResult find(Value filter, std::string &why);

  QuantizedFilter result;
  /// What the factor of the filter is for `scale`.
  ConstantTensor factor;
  Value scale;
  /// Why the scale cannot take the factor, if it cannot.
  bool isScaleTooSmall = false;

private:
  bool isFactorOf(OpOperand &operand);
  SmallVector<OpOperand *, 2> getFactors(Operation *op);
  LogicalResult ascendTo(OpOperand &operand);
  LogicalResult findConstant(OpOperand &read);

  ConstantEvaluator &evaluator;
};
} // namespace

/// Whether the result is a multiple of the operand at all.
bool ScaleSearch::isFactorOf(OpOperand &operand) {
  auto type =
      dyn_cast<RankedTensorType>(operand.getOwner()->getResult(0).getType());
  return type && succeeded(pullFactor(
                     operand, ConstantTensor::getSplat(2.0, type.getShape()),
                     evaluator));
}

SmallVector<OpOperand *, 2> ScaleSearch::getFactors(Operation *op) {
  SmallVector<OpOperand *, 2> factors;
  for (OpOperand &operand : op->getOpOperands())
    if (isFactorOf(operand))
      factors.push_back(&operand);
  return factors;
}

LogicalResult ScaleSearch::ascendTo(OpOperand &operand) {
  FailureOr<ConstantTensor> pulled = pullFactor(operand, factor, evaluator);
  if (failed(pulled))
    return failure();
  factor = *pulled;
  result.path.push_back(&operand);
  return success();
}

/// From the multiplication to the constant behind movement of the scale, so
/// that a scale that is broadcast stays small.
LogicalResult ScaleSearch::findConstant(OpOperand &read) {
  if (failed(ascendTo(read)))
    return failure();
  scale = read.get();
  while (result.path.size() < kMaxOps) {
    Operation *def = scale.getDefiningOp();
    if (!def || def->hasTrait<OpTrait::ConstantLike>())
      break;
    SmallVector<OpOperand *, 2> factors = getFactors(def);
    if (factors.size() != 1)
      break;
    if (failed(ascendTo(*factors.front())))
      return failure();
    scale = factors.front()->get();
  }
  return success();
}

LogicalResult ScaleSearch::find(Value filter, std::string &why) {
  Value value = filter;
  while (result.path.size() < kMaxOps) {
    Operation *def = value.getDefiningOp();
    if (!def || def->hasTrait<OpTrait::ConstantLike>())
      break;
    SmallVector<OpOperand *, 2> factors = getFactors(def);
    auto isScale = [](OpOperand *operand) {
      return !isQuantized(operand->get());
    };
    auto *multiplier = llvm::find_if(factors, isScale);
    if (multiplier != factors.end()) {
      isScaleTooSmall = failed(findConstant(**multiplier));
      return failure(isScaleTooSmall);
    }
    if (factors.size() != 1 || makesIntegers(def)) {
      why =
          ("its weights are quantised, and no constant tensor of scales takes "
           "the factor behind '" +
           def->getName().getStringRef() + "'")
              .str();
      return failure();
    }
    // One scale behind a broadcast or the like.
    if (failed(ascendTo(*factors.front()))) {
      isScaleTooSmall = true;
      return failure();
    }
    value = factors.front()->get();
  }
  why = "its weights are quantised, and where their scale is is not known";
  return failure();
}

//===----------------------------------------------------------------------===//
// The new scale
//===----------------------------------------------------------------------===//

/// Whether all that `factor` tells apart has one scale, written out or not.
static bool isOneScale(const ConstantTensor &scale,
                       const ConstantTensor &factor) {
  if (factor.getUniformValue() || !scale.getUniformValue())
    return false;
  // A scale for each channel may have the same value for all of them.
  return llvm::any_of(llvm::zip_equal(scale.getShape(), factor.getStrides()),
                      [](auto pair) {
                        auto [extent, stride] = pair;
                        return extent != 1 && stride == 0;
                      });
}

/// Smallest and largest numbers with all digits, in f64.
static std::pair<double, double> getRange(Type type) {
  const llvm::fltSemantics &semantics =
      cast<FloatType>(getElementTypeOrSelf(type)).getFloatSemantics();
  bool losesInfo;
  auto convert = [&](llvm::APFloat value) {
    value.convert(llvm::APFloat::IEEEdouble(),
                  llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    return value.convertToDouble();
  };
  return {convert(llvm::APFloat::getSmallestNormalized(semantics)),
          convert(llvm::APFloat::getLargest(semantics))};
}

/// Whether every weight times its factor is a number of its type.
static bool fits(const ConstantTensor &weights, const ConstantTensor &factor,
                 Type type) {
  const double largest = getRange(type).second;
  bool fits = true;
  FailureOr<ConstantTensor> products = ConstantTensor::map(
      weights.getShape(), {&weights, &factor}, [&](ArrayRef<double> v) {
        const double product = v[0] * v[1];
        fits &= std::fabs(product) <= largest;
        return product;
      });
  return succeeded(products) && fits;
}

/// `scale * factor`, rounded once.
static FailureOr<ElementsAttr> makeScale(const ConstantTensor &scale,
                                         const ConstantTensor &factor,
                                         RankedTensorType type, StringRef name,
                                         std::string &why) {
  const double smallest = getRange(type).first;
  bool isPrecise = true;
  FailureOr<ConstantTensor> scaled = ConstantTensor::map(
      type.getShape(), {&scale, &factor}, [&](ArrayRef<double> v) {
        const double product = v[0] * v[1];
        isPrecise &= v[0] == 0.0 || std::fabs(product) >= smallest;
        return product;
      });
  if (failed(scaled)) {
    why = "the scale of its quantised weights is too large";
    return failure();
  }
  if (!isPrecise) {
    why = "the scale of its quantised weights would lose digits";
    return failure();
  }
  return scaleConstant(*scaled, type, ChannelLayout::get(type.getShape(), {}),
                       {1.0}, {}, name, why);
}

FailureOr<QuantizedFilter>
ascend::scaleQuantizedFilter(Value filter, const ConstantTensor &weights,
                             const ConstantTensor &factor, StringRef dimName,
                             ConstantEvaluator &evaluator, StringRef name,
                             std::string &why) {
  bool isPositive = true;
  FailureOr<ConstantTensor> checked = ConstantTensor::map(
      factor.getShape(), {&factor}, [&](ArrayRef<double> v) {
        isPositive &= v[0] > 0.0;
        return v[0];
      });
  if (failed(checked) || !isPositive) {
    why = "its weights are quantised, and a quantiser's scale is positive, "
          "which the factor is not";
    return failure();
  }
  ScaleSearch search(factor, evaluator);
  const bool found = succeeded(search.find(filter, why));
  if (!found && !search.isScaleTooSmall)
    return failure();
  auto type = found ? dyn_cast<RankedTensorType>(search.scale.getType())
                    : RankedTensorType();
  FailureOr<ConstantTensor> scale = failure();
  if (found) {
    scale = evaluator.evaluate(search.scale);
    if (failed(scale) || !type || !type.hasStaticShape() ||
        search.factor.getShape() != type.getShape()) {
      why = "its weights are quantised, and their scale is not a constant";
      return failure();
    }
  }
  if (!found || isOneScale(*scale, search.factor)) {
    why = ("its weights are quantised with one scale for all " + dimName +
           "s, which cannot take a factor for each " + dimName)
              .str();
    return failure();
  }
  if (!fits(weights, factor, filter.getType())) {
    why = "a folded weight or bias would not be finite in its type";
    return failure();
  }
  FailureOr<ElementsAttr> attr =
      makeScale(*scale, search.factor, type, name, why);
  if (failed(attr))
    return failure();
  search.result.scale = *attr;
  return search.result;
}

//===----------------------------------------------------------------------===//
// The rewrite
//===----------------------------------------------------------------------===//

Value QuantizedFilter::build(RewriterBase &rewriter) const {
  OpOperand *last = path.back();
  Value value = createConstant(rewriter, last->getOwner(), last->get(), scale);
  for (OpOperand *operand : llvm::reverse(path)) {
    Operation *copy = rewriter.clone(*operand->getOwner());
    copy->setOperand(operand->getOperandNumber(), value);
    value = copy->getResult(0);
  }
  return value;
}
