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

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SetVector.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ascend;

FloatFormat FloatFormat::get(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (!element.isF64() && !element.isF32() && !element.isF16() &&
      !element.isBF16())
    return {};
  const llvm::fltSemantics &semantics =
      cast<FloatType>(element).getFloatSemantics();
  return {llvm::APFloat::semanticsPrecision(semantics),
          llvm::APFloat::semanticsMaxExponent(semantics)};
}

static FloatFormat getFormat(Value value) {
  return FloatFormat::get(value.getType());
}

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

/// Whether nothing live comes of `op`. Dead code is not ours to remove, but it
/// must not decide what is folded either. `budget` bounds the search.
static bool isDead(Operation *op, unsigned &budget) {
  if (budget == 0 || !wouldOpBeTriviallyDead(op))
    return false;
  --budget;
  return llvm::all_of(op->getUsers(),
                      [&](Operation *user) { return isDead(user, budget); });
}

SmallVector<Operation *> ascend::getReaders(Value value) {
  llvm::SmallSetVector<Operation *, 4> readers;
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    auto affine = dyn_cast<ChannelAffineOpInterface>(user);
    unsigned budget = 32;
    if ((affine && !affine.readsElementsOf(use)) || isDead(user, budget))
      continue;
    readers.insert(user);
  }
  return readers.takeVector();
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
  // An op of another shape (a concatenation) does not normalize.
  for (Operation *reader : readers)
    if (isa<ChannelAffineOpInterface>(reader) && reader->getNumResults() == 1 &&
        reader->getResult(0).getType() == value.getType() &&
        normalizesByItself(reader, value))
      return "the scale or shift is computed from the result itself at run "
             "time (training-mode statistics, a gate, or a branch that joins "
             "again)";
  std::string text;
  llvm::raw_string_ostream os(text);
  os << readers.size() << " ops read the result (";
  llvm::interleaveComma(readers.take_front(3), os, [&](Operation *reader) {
    os << "'" << reader->getName() << "'";
  });
  os << (readers.size() > 3 ? ", ...)" : ")");
  return text;
}

/// The format to which everything that reads `value` rounds it, at once or a
/// few ops later; nothing if some op keeps more than `limit`.
static std::optional<FloatFormat>
getRoundedFormat(Value value, FloatFormat limit, unsigned depth = 3) {
  FloatFormat seen;
  for (Operation *reader : getReaders(value)) {
    if (reader->getNumResults() == 0 ||
        reader->hasTrait<OpTrait::IsTerminator>())
      return std::nullopt;
    for (Value result : reader->getResults()) {
      std::optional<FloatFormat> format = getFormat(result);
      if (format->precision > limit.precision && depth > 0)
        format = getRoundedFormat(result, limit, depth - 1);
      if (!format || format->precision == 0 ||
          format->precision > limit.precision)
        return std::nullopt;
      seen.precision = std::max(seen.precision, format->precision);
      seen.maxExponent = std::max(seen.maxExponent, format->maxExponent);
    }
  }
  return seen;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

/// More channels than any network has; a bound on the memory for scales.
static constexpr int64_t kMaxChannels = int64_t(1) << 22;

static std::optional<int64_t> countChannels(ArrayRef<int64_t> sizes) {
  int64_t count = 1;
  for (int64_t size : sizes) {
    if (size > kMaxChannels / count)
      return std::nullopt;
    count *= size;
  }
  return count;
}

FailureOr<ChannelLayout> ascend::getResultLayout(const ChannelLinearForm &form,
                                                 std::string &why) {
  auto filterType = dyn_cast<RankedTensorType>(form.filter->get().getType());
  auto resultType = dyn_cast<RankedTensorType>(form.result.getType());
  if (!filterType || !resultType) {
    why = "the rank of its filter or result is not known";
    return failure();
  }
  for (Type type : {filterType.getElementType(), resultType.getElementType(),
                    form.biasElementType})
    if (FloatFormat::get(type).precision == 0) {
      why = "only f64, f32, f16 and bf16 are folded";
      return failure();
    }
  if (llvm::is_contained(filterType.getShape(), 0) ||
      llvm::is_contained(resultType.getShape(), 0)) {
    why = "its filter or result has no elements";
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
  std::optional<int64_t> numChannels = countChannels(form.channelSizes);
  if (!numChannels) {
    why = "it has too many channels";
    return failure();
  }
  if (numChannels != countChannels(sizes)) {
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

/// Every link that could be part of a chain that begins at `value`, with the
/// composite after it. Of several readers of `value` itself only `first`, if
/// given, is looked at.
static LogicalResult walkDown(Value value, ChannelLayout layout,
                              Operation *first, ConstantEvaluator &evaluator,
                              std::vector<ChannelAffineLink> &links,
                              std::vector<ChannelAffineChain> &composites,
                              std::string &stop) {
  ChannelAffineChain chain;
  chain.scale.assign(layout.getNumChannels(), 1.0);
  chain.shift.assign(layout.getNumChannels(), 0.0);
  for (Operation *next = first;; next = nullptr) {
    Operation *reader = next;
    if (!reader) {
      auto readers = getReaders(value);
      if (readers.size() != 1) {
        stop = explainReaders(readers, value);
        return success();
      }
      reader = readers.front();
    }
    auto affine = dyn_cast<ChannelAffineOpInterface>(reader);
    std::string why = "it is not affine in the result";
    FailureOr<ChannelAffineStep> step = failure();
    if (affine)
      step = affine.getChannelAffineStep(value, layout, evaluator, why);
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

/// What the rest of the program sees of the value of `link`.
static FloatFormat getObservedFormat(const ChannelAffineLink &link,
                                     FloatFormat limit) {
  FloatFormat own = getFormat(link.step.result);
  if (!link.step.isWhole) {
    // A body that ends in a wider type still computes in its own.
    FloatFormat observed = link.step.observedType
                               ? FloatFormat::get(link.step.observedType)
                               : FloatFormat();
    return observed.precision != 0 && own.covers(observed) ? observed : own;
  }
  if (own.precision > limit.precision)
    return getRoundedFormat(link.step.result, limit).value_or(own);
  return own;
}

/// Whether the formats that the value passes through, weights included, hold
/// everything that is seen of it afterwards. If not, roundings that used to
/// come before the arithmetic would come after it, where they cost more.
static bool coversObserved(const ChannelLinearForm &form,
                           ArrayRef<ChannelAffineLink> links,
                           FloatFormat observed) {
  return observed.precision != 0 &&
         getFormat(form.filter->get()).precision >= observed.precision &&
         getFormat(form.result).covers(observed) &&
         llvm::all_of(links, [&](const ChannelAffineLink &link) {
           return getFormat(link.step.result).covers(observed) &&
                  llvm::all_of(link.step.innerTypes, [&](Type type) {
                    return FloatFormat::get(type).covers(observed);
                  });
         });
}

/// A negation at the start of a body belongs to what follows it: to the sigmoid
/// `1 / (1 + exp(-x))`, which backends know in this form only.
static bool isNegationOfRest(const ChannelAffineStep &step) {
  return !step.isWhole && step.numComputeOps == 1 &&
         llvm::all_of(step.scale, [](double s) { return s == -1.0; }) &&
         llvm::all_of(step.shift, [](double t) { return t == 0.0; });
}

FailureOr<ChannelAffineChain>
ascend::analyzeChannelAffineChain(const ChannelLinearForm &form,
                                  ConstantEvaluator &evaluator,
                                  std::string &why) {
  std::vector<ChannelAffineLink> links;
  std::vector<ChannelAffineChain> composites;
  FailureOr<ChannelLayout> layout = getResultLayout(form, why);
  if (failed(layout) || failed(walkDown(form.result, *layout, /*first=*/nullptr,
                                        evaluator, links, composites, why)))
    return failure();

  const FloatFormat limit = getFormat(form.filter->get());
  bool losesPrecision = false;
  for (size_t end = links.size(); end > 0; --end) {
    if (links[end - 1].step.numComputeOps == 0)
      continue;
    if (isNegationOfRest(links[end - 1].step)) {
      why = "the negation that follows is part of what its op computes";
      continue;
    }
    // Casts behind the last arithmetic may cancel against casts before it.
    size_t last = end;
    FloatFormat observed = getObservedFormat(links[end - 1], limit);
    while (last < links.size() && links[last].step.isCast &&
           links[last].step.numComputeOps == 0 &&
           getFormat(links[last].step.result).precision != 0 &&
           getFormat(links[last - 1].step.result)
               .covers(getFormat(links[last].step.result)))
      ++last;
    FloatFormat afterCasts = getFormat(links[last - 1].step.result);
    if (afterCasts.precision != 0 && observed.covers(afterCasts))
      observed = afterCasts;
    if (!coversObserved(form, ArrayRef(links).take_front(end), observed)) {
      losesPrecision = true;
      continue;
    }
    ChannelAffineChain chain = std::move(composites[end - 1]);
    chain.links.assign(links.begin(), links.begin() + last);
    return chain;
  }
  if (losesPrecision)
    why = "the scale is applied, or its result used, in a wider type than that "
          "of the weights or of a value before it: roundings would no longer "
          "be where they were";
  return failure();
}

/// The links of a walk up to one that `keeps` refuses, without movement at the
/// end, as a chain.
static FailureOr<ChannelAffineChain>
takeWhile(ArrayRef<ChannelAffineLink> links,
          std::vector<ChannelAffineChain> &composites,
          function_ref<bool(const ChannelAffineLink &)> keeps) {
  size_t end = llvm::find_if_not(links, keeps) - links.begin();
  while (end > 0 && links[end - 1].step.numComputeOps == 0)
    --end;
  if (end == 0)
    return failure();
  ChannelAffineChain chain = std::move(composites[end - 1]);
  chain.links.assign(links.begin(), links.begin() + end);
  return chain;
}

/// Whether all that `link` computes is in the type `element`.
static bool isOfElementType(const ChannelAffineLink &link, Type element) {
  return getElementTypeOrSelf(link.step.result.getType()) == element &&
         llvm::all_of(link.step.innerTypes, [&](Type inner) {
           return getElementTypeOrSelf(inner) == element;
         });
}

FailureOr<ChannelAffineChain>
ascend::analyzeChannelAffineOps(Value value, int64_t channelDim,
                                Operation *first, ConstantEvaluator &evaluator,
                                std::string &why) {
  std::vector<ChannelAffineLink> links;
  std::vector<ChannelAffineChain> composites;
  auto type = cast<RankedTensorType>(value.getType());
  if (type.isDynamicDim(channelDim)) {
    why = "the number of channels is dynamic";
    return failure();
  }
  if (failed(walkDown(value, ChannelLayout::get(type.getShape(), {channelDim}),
                      first, evaluator, links, composites, why)))
    return failure();
  // The arithmetic stays in the type it was in.
  FailureOr<ChannelAffineChain> chain =
      takeWhile(links, composites, [&](const ChannelAffineLink &link) {
        return isOfElementType(link, type.getElementType());
      });
  if (failed(chain) && why.empty())
    why = "no arithmetic of one type begins here";
  return chain;
}

/// Whether `link` leaves every element of a tensor like `type` where it is.
static bool isInPlace(const ChannelAffineLink &link, RankedTensorType type,
                      ArrayRef<int64_t> channelDims) {
  const ChannelAffineStep &step = link.step;
  if (step.numComputeOps == 0 || !isOfElementType(link, type.getElementType()))
    return false;
  if (!step.isWhole)
    return true;
  if (step.result.getType() != type)
    return false;
  for (int64_t d = 0, e = type.getRank(); d < e; ++d)
    if (step.layout.hasChannels(d) != llvm::is_contained(channelDims, d))
      return false;
  return true;
}

FailureOr<ChannelAffineRun>
ascend::analyzeChannelAffineRun(Value value, Operation *first,
                                ConstantEvaluator &evaluator,
                                std::string &why) {
  auto type = cast<RankedTensorType>(value.getType());
  // Channels are along one dimension, or there is but one.
  SmallVector<SmallVector<int64_t, 1>> candidates;
  for (int64_t d = type.getRank() - 1; d >= 0; --d)
    if (!type.isDynamicDim(d) && type.getDimSize(d) > 1 &&
        type.getDimSize(d) <= kMaxChannels)
      candidates.push_back({d});
  candidates.emplace_back();
  std::optional<ChannelAffineRun> best;
  for (ArrayRef<int64_t> dims : candidates) {
    auto layout = ChannelLayout::get(type.getShape(), dims);
    std::vector<ChannelAffineLink> links;
    std::vector<ChannelAffineChain> composites;
    std::string stop;
    if (failed(walkDown(value, layout, first, evaluator, links, composites,
                        stop))) {
      why = stop;
      continue;
    }
    FailureOr<ChannelAffineChain> chain =
        takeWhile(links, composites, [&](const ChannelAffineLink &link) {
          return isInPlace(link, type, dims);
        });
    if (failed(chain)) {
      why = stop;
      continue;
    }
    if (best && best->chain.numComputeOps >= chain->numComputeOps)
      continue;
    std::optional<ChannelAffineMap> map = ChannelAffineMap::get(
        type.getShape(), layout, chain->scale, chain->shift);
    if (map)
      best = ChannelAffineRun{value, first, std::move(*chain), *map};
  }
  if (!best)
    return failure();
  return std::move(*best);
}
