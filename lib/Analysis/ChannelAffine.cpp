//===- ChannelAffine.cpp - Channel-affine chains --------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Analysis/ChannelAffine.h"

#include "AscendFold/Analysis/ConstantEvaluator.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/SetVector.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ascend;

unsigned ascend::getFloatPrecision(Type type) {
  if (type.isF64() || type.isF32() || type.isF16() || type.isBF16())
    return cast<FloatType>(type).getFPMantissaWidth();
  return 0;
}

static unsigned getPrecision(Value value) {
  return getFloatPrecision(getElementTypeOrSelf(value.getType()));
}

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

/// Ops that read elements of `value`: users, not uses.
static llvm::SmallSetVector<Operation *, 4> getReaders(Value value) {
  llvm::SmallSetVector<Operation *, 4> readers;
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    auto affine = dyn_cast<ChannelAffineOpInterface>(user);
    if ((affine && !affine.readsElementsOf(use)) || isOpTriviallyDead(user))
      continue;
    readers.insert(user);
  }
  return readers;
}

/// Whether an operand of `reader`, other than `value`, is computed from
/// `value`: batch statistics in training mode, or a gate.
static bool normalizesByItself(Operation *reader, Value value) {
  SmallVector<Value> worklist;
  for (Value operand : reader->getOperands())
    if (operand != value)
      worklist.push_back(operand);
  llvm::SmallPtrSet<Operation *, 32> seen;
  while (!worklist.empty() && seen.size() < 64) {
    Value next = worklist.pop_back_val();
    if (next == value)
      return true;
    Operation *def = next.getDefiningOp();
    if (def && seen.insert(def).second)
      llvm::append_range(worklist, def->getOperands());
  }
  return false;
}

static std::string explainReaders(ArrayRef<Operation *> readers, Value value) {
  if (readers.empty())
    return "nothing reads its result";
  for (Operation *reader : readers)
    if (isa<ChannelAffineOpInterface>(reader) &&
        normalizesByItself(reader, value))
      return "the scale or shift is computed from the result itself at run "
             "time (training-mode statistics or a gate)";
  std::string text;
  llvm::raw_string_ostream os(text);
  os << readers.size() << " ops read the result (";
  llvm::interleaveComma(readers.take_front(3), os, [&](Operation *reader) {
    os << "'" << reader->getName() << "'";
  });
  os << (readers.size() > 3 ? ", ...)" : ")");
  return text;
}

/// Whether everything that reads `value` rounds to at most `precision` bits, at
/// once or a few ops later.
static bool isOnlySeenRounded(Value value, unsigned precision,
                              unsigned depth = 3) {
  auto readers = getReaders(value);
  return !readers.empty() && llvm::all_of(readers, [&](Operation *reader) {
    return reader->getNumResults() > 0 &&
           !reader->hasTrait<OpTrait::IsTerminator>() &&
           llvm::all_of(reader->getResults(), [&](Value result) {
             unsigned seen = getPrecision(result);
             return seen != 0 &&
                    (seen <= precision ||
                     (depth > 0 &&
                      isOnlySeenRounded(result, precision, depth - 1)));
           });
  });
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

/// Where the channels are in the convolution's result.
static FailureOr<ChannelLayout> getResultLayout(const ChannelLinearForm &form,
                                                std::string &why) {
  auto filterType = dyn_cast<RankedTensorType>(form.filter->get().getType());
  auto resultType = dyn_cast<RankedTensorType>(form.result.getType());
  if (!filterType || !resultType) {
    why = "the rank of its filter or result is not known";
    return failure();
  }
  if (getFloatPrecision(filterType.getElementType()) == 0 ||
      getFloatPrecision(resultType.getElementType()) == 0 ||
      getFloatPrecision(form.biasElementType) == 0) {
    why = "only f64, f32, f16 and bf16 are folded";
    return failure();
  }
  SmallVector<int64_t> sizes;
  for (int64_t dim : form.resultDims)
    sizes.push_back(resultType.getDimSize(dim));
  if (ShapedType::isDynamicShape(sizes) ||
      ShapedType::isDynamicShape(form.channelSizes)) {
    why = "the number of its channels is dynamic";
    return failure();
  }
  int64_t count = computeProduct(form.channelSizes);
  if (count == 0 || computeProduct(sizes) != count) {
    why = "its filter and result disagree on the number of channels";
    return failure();
  }
  return ChannelLayout::get(resultType.getShape(), form.resultDims);
}

/// Composes `step` after `chain`; fails when the result is not finite.
static LogicalResult compose(ChannelAffineChain &chain,
                             const ChannelAffineStep &step, std::string &why) {
  for (size_t c = 0; c < step.scale.size(); ++c) {
    chain.scale[c] = step.scale[c] * chain.scale[c];
    chain.shift[c] = step.scale[c] * chain.shift[c] + step.shift[c];
    if (!std::isfinite(chain.scale[c]) || !std::isfinite(chain.shift[c])) {
      why = ("the scale or shift of channel " + Twine(c) +
             " is not finite (variance + epsilon is zero or negative?)")
                .str();
      return failure();
    }
  }
  chain.numComputeOps += step.numComputeOps;
  return success();
}

/// Every link that could be part of the chain, with the composite after it.
static LogicalResult walkDown(const ChannelLinearForm &form,
                              ConstantEvaluator &evaluator,
                              std::vector<ChannelAffineLink> &links,
                              std::vector<ChannelAffineChain> &composites,
                              std::string &stop) {
  FailureOr<ChannelLayout> layout = getResultLayout(form, stop);
  if (failed(layout))
    return failure();
  ChannelAffineChain chain;
  chain.scale.assign(layout->getNumChannels(), 1.0);
  chain.shift.assign(layout->getNumChannels(), 0.0);
  Value value = form.result;
  while (true) {
    auto readers = getReaders(value);
    if (readers.size() != 1) {
      stop = explainReaders(readers.getArrayRef(), value);
      return success();
    }
    Operation *reader = readers.front();
    auto affine = dyn_cast<ChannelAffineOpInterface>(reader);
    std::string why = "it is not affine in the result";
    FailureOr<ChannelAffineStep> step = failure();
    if (affine)
      step = affine.getChannelAffineStep(value, *layout, evaluator, why);
    if (failed(step)) {
      stop =
          ("what follows is '" + reader->getName().getStringRef() + "': " + why)
              .str();
      return success();
    }
    if (failed(compose(chain, *step, stop)))
      return failure();
    links.push_back({affine, *step});
    composites.push_back(chain);
    if (!step->isWhole)
      return success();
    value = step->result;
    layout = step->layout;
  }
}

/// Significand bits at which the rest of the program sees `link`'s value.
static unsigned getObservedPrecision(const ChannelAffineLink &link,
                                     unsigned precision) {
  unsigned own = getPrecision(link.step.result);
  if (!link.step.isWhole) {
    // A body that ends in a wider type still computes in it.
    unsigned observed = getFloatPrecision(link.step.observedType);
    return observed == 0 ? own : std::min(own, observed);
  }
  if (own > precision && isOnlySeenRounded(link.step.result, precision))
    return precision;
  return own;
}

FailureOr<ChannelAffineChain>
ascend::analyzeChannelAffineChain(const ChannelLinearForm &form,
                                  ConstantEvaluator &evaluator,
                                  std::string &why) {
  std::vector<ChannelAffineLink> links;
  std::vector<ChannelAffineChain> composites;
  if (failed(walkDown(form, evaluator, links, composites, why)))
    return failure();

  const unsigned precision = getPrecision(form.filter->get());
  bool losesPrecision = false;
  for (size_t end = links.size(); end > 0; --end) {
    if (links[end - 1].step.numComputeOps == 0)
      continue;
    // Casts behind the last arithmetic may cancel against casts before it.
    size_t last = end;
    while (last < links.size() && links[last].step.isCast &&
           links[last].step.numComputeOps == 0)
      ++last;
    unsigned observed =
        std::min(getObservedPrecision(links[end - 1], precision),
                 getObservedPrecision(links[last - 1], precision));
    if (observed > precision) {
      losesPrecision = true;
      continue;
    }
    ChannelAffineChain chain = std::move(composites[end - 1]);
    chain.links.assign(links.begin(), links.begin() + last);
    chain.observedPrecision = observed;
    return chain;
  }
  if (losesPrecision)
    why = "the scale is applied, and its result used, in a wider type than "
          "that of the weights: rounding folded weights would lose precision";
  return failure();
}
