//===- ChannelAffineMotion.cpp - Moving maps through the graph ------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChannelAffineMotion.h"

#include "FoldPlan.h"

#include "AscendFold/Analysis/ConstantEvaluator.h"
#include "AscendFold/Transforms/FoldedConstants.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/Sequence.h"

#include <set>

using namespace mlir;
using namespace mlir::ascend;

/// Values that one map may reach. Networks need a few dozen; a bound keeps the
/// cost of a module linear.
static constexpr unsigned kMaxValues = 256;

int64_t ascend::countElements(Value value) {
  int64_t count = 1;
  if (auto type = dyn_cast<RankedTensorType>(value.getType()))
    for (int64_t extent : type.getShape())
      count *= ShapedType::isDynamic(extent) ? 1 : extent;
  return count;
}

void MotionPlan::append(MotionPlan other) {
  auto move = [](auto &to, auto &from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()),
              std::make_move_iterator(from.end()));
  };
  move(absorptions, other.absorptions);
  move(constants, other.constants);
  move(remainders, other.remainders);
  move(passages, other.passages);
  numAddedOps += other.numAddedOps;
  numAddedElements += other.numAddedElements;
}

/// `reason`, with the op that it is about.
static std::string attribute(Operation *op, StringRef reason) {
  return ("'" + op->getName().getStringRef() + "': " + reason).str();
}

static bool isBefore(Operation *a, Operation *b) {
  return a->isBeforeInBlock(b);
}

//===----------------------------------------------------------------------===//
// Backwards
//===----------------------------------------------------------------------===//

FailureOr<MotionPlan> ChannelAffineMover::pull(const ChannelAffineMap &map,
                                               std::string &why) {
  MotionPlan plan;
  Demands demands;
  demands.insert({run.input, Demand{map, {run.first}}});
  Block *block = run.first->getBlock();
  for (unsigned steps = 0; !demands.empty(); ++steps) {
    if (steps == kMaxValues) {
      why = "too many ops lie between";
      return failure();
    }
    // Last defined first: then all demands on a value are known.
    auto *latest = demands.begin();
    for (auto *it = demands.begin(); it != demands.end(); ++it) {
      Operation *def = it->first.getDefiningOp();
      Operation *other = latest->first.getDefiningOp();
      if (def && def->getBlock() == block &&
          (!other || other->getBlock() != block || isBefore(other, def)))
        latest = it;
    }
    const Value value = latest->first;
    const Demand demand = std::move(latest->second);
    demands.erase(latest);
    if (demand.map.isIdentity() ||
        succeeded(pullInto(value, demand, demands, plan, why)))
      continue;
    if (!demand.mayRemain || !addRemainder(value, demand.map, plan))
      return failure();
    plan.remainders.push_back({value, demand.map, demand.readers, {}, {}});
  }
  return plan;
}

LogicalResult ChannelAffineMover::pullInto(Value value, const Demand &demand,
                                           Demands &demands, MotionPlan &plan,
                                           std::string &why) {
  Operation *def = value.getDefiningOp();
  if (!def) {
    why = "it begins at an argument";
    return failure();
  }
  if (getElementTypeOrSelf(value.getType()) != elementType) {
    why = attribute(def, "a cast lies between");
    return failure();
  }
  if (mayBeConstant(value) && succeeded(evaluator.evaluate(value))) {
    plan.constants.push_back({value, demand.map, demand.readers, {}});
    return success();
  }
  if (def->getBlock() != run.first->getBlock()) {
    why = attribute(def, "it is in another region");
    return failure();
  }
  Operation *disturbed = findDisturbedReader(value, demand);
  if (auto linear = dyn_cast<ChannelLinearOpInterface>(def)) {
    std::string reason;
    FailureOr<ChannelLinearForm> form = linear.getChannelLinearForm(reason);
    if (succeeded(form) && form->result == value) {
      if (failed(
              absorbResult(linear, *form, demand, disturbed, plan, reason))) {
        why = attribute(def, reason);
        return failure();
      }
      return success();
    }
    if (!reason.empty()) {
      why = attribute(def, reason);
      return failure();
    }
  }
  if (disturbed) {
    why = attribute(def, ("'" + disturbed->getName().getStringRef() +
                          "' reads its result as well")
                             .str());
    return failure();
  }
  auto affine = dyn_cast<ChannelAffineOpInterface>(def);
  std::string reason = "no scale or shift moves through it";
  if (affine && succeeded(pullThrough(affine, demand, demands, plan, reason)))
    return success();
  why = attribute(def, reason);
  return failure();
}

/// Whether `op` reads one value twice and wants it mapped differently each
/// time: `x + x`, or `x` beside itself.
static bool wantsTwoMaps(ChannelAffineOpInterface op,
                         ArrayRef<ChannelAffineMap> maps) {
  for (OpOperand &a : op->getOpOperands())
    for (OpOperand &b : op->getOpOperands().take_front(a.getOperandNumber()))
      if (a.get() == b.get() && op.readsElementsOf(a) &&
          op.readsElementsOf(b) &&
          !(maps[a.getOperandNumber()] == maps[b.getOperandNumber()]))
        return true;
  return false;
}

/// A reader that has not asked for the map and would notice it.
Operation *ChannelAffineMover::findDisturbedReader(Value value,
                                                   const Demand &demand) {
  for (Operation *reader : getReaders(value)) {
    if (llvm::is_contained(demand.readers, reader))
      continue;
    auto affine = dyn_cast<ChannelAffineOpInterface>(reader);
    if (!affine)
      return reader;
    std::vector<ChannelAffineMap> maps = getIdentityMaps(reader);
    for (auto [map, operand] : llvm::zip_equal(maps, reader->getOperands()))
      if (operand == value)
        map = demand.map;
    std::string why;
    FailureOr<ChannelAffineMap> map = affine.pushMap(maps, evaluator, why);
    if (failed(map) || !map->isIdentity())
      return reader;
  }
  return nullptr;
}

LogicalResult ChannelAffineMover::pullThrough(ChannelAffineOpInterface op,
                                              const Demand &demand,
                                              Demands &demands,
                                              MotionPlan &plan,
                                              std::string &why) {
  std::vector<ChannelAffineMap> maps;
  if (failed(op.pullMap(demand.map, evaluator, maps, why)))
    return failure();
  constexpr StringLiteral kTwoMaps =
      "a value before it would need two different scales or shifts";
  if (wantsTwoMaps(op, maps)) {
    why = kTwoMaps;
    return failure();
  }
  Demands added;
  for (auto [operand, map] : llvm::zip_equal(op->getOperands(), maps)) {
    if (map.isIdentity())
      continue;
    const auto *known = demands.find(operand);
    if (known != demands.end() && !(known->second.map == map)) {
      why = kTwoMaps;
      return failure();
    }
    const bool isSmaller =
        countElements(operand) < countElements(op->getResult(0));
    added.insert({operand, Demand{map, {op}, demand.mayRemain || isSmaller}});
  }
  for (auto &[value, demanded] : added) {
    auto [it, isNew] = demands.insert({value, demanded});
    if (isNew)
      continue;
    it->second.readers.push_back(op);
    it->second.mayRemain &= demanded.mayRemain;
  }
  plan.passages.push_back({op, demand.map});
  return success();
}

/// Checks that hold for maps of the result and of the input alike.
LogicalResult ChannelAffineMover::checkLinearOp(const ChannelLinearForm &form,
                                                const ChannelAffineMap &map,
                                                std::string &why) {
  if (form.isMatmul && !options.foldMatmul) {
    why = "folding into matrix multiplications is switched off";
    return failure();
  }
  Value filter = form.filter->get();
  if (map.hasScale() && !mayBeConstant(filter)) {
    why = "its weights are not a compile-time constant";
    return failure();
  }
  if (FloatFormat::get(filter.getType()).precision <
      FloatFormat::get(elementType).precision) {
    why = "its weights are of a narrower type than the scale";
    return failure();
  }
  return success();
}

LogicalResult ChannelAffineMover::absorbResult(ChannelLinearOpInterface op,
                                               const ChannelLinearForm &form,
                                               const Demand &demand,
                                               bool copies, MotionPlan &plan,
                                               std::string &why) {
  FailureOr<ChannelLayout> layout = getResultLayout(form, why);
  if (failed(layout) || failed(checkLinearOp(form, demand.map, why)))
    return failure();
  auto scale = demand.map.scale.getPerChannel(*layout, 1.0);
  auto shift = demand.map.shift.getPerChannel(*layout, 0.0);
  if (failed(scale) || failed(shift) || !demand.map.region.empty()) {
    why = "the scale or shift varies along a dimension that is not its channel";
    return failure();
  }
  if (form.isMatmul && !demand.map.hasScale()) {
    why = "a matrix multiplication has no better place for an addition";
    return failure();
  }
  if (form.bias && !mayBeConstant(form.bias)) {
    why = "its bias or initial value is not a compile-time constant";
    return failure();
  }
  if (copies) {
    auto filterType = cast<RankedTensorType>(form.filter->get().getType());
    const int64_t multiplyAdds =
        filterType.hasStaticShape()
            ? filterType.getNumElements() / layout->getNumChannels()
            : ShapedType::kDynamic;
    if (multiplyAdds < 0 || multiplyAdds > options.maxCopiedMultiplyAdds) {
      why = ("its result is read elsewhere as well, and to compute it twice "
             "would be dearer (" +
             Twine(multiplyAdds) + " multiply-adds per element)")
                .str();
      return failure();
    }
  }
  SmallVector<Operation *> affineOps = getAffineOps(run.chain);
  if (options.control && !options.control({op, affineOps, *scale, *shift})) {
    why = "the control function vetoed it";
    return failure();
  }
  MotionPlan::Absorption absorption{op,         form, /*isInput=*/false,
                                    demand.map, {},   {}};
  if (copies)
    absorption.readersOfCopy = demand.readers;
  plan.absorptions.push_back(std::move(absorption));
  return success();
}

bool ChannelAffineMover::addRemainder(Value value, const ChannelAffineMap &map,
                                      MotionPlan &plan) const {
  const bool hasScale = map.hasScale(), hasShift = map.hasShift();
  ChannelAffineOpInterface op = run.chain.links.front().op;
  const unsigned numOps = op.getNumScaleAndShiftOps(hasScale, hasShift);
  plan.numAddedOps += numOps;
  plan.numAddedElements += numOps * countElements(value);
  return numOps > 0;
}

//===----------------------------------------------------------------------===//
// Forwards
//===----------------------------------------------------------------------===//

FailureOr<MotionPlan> ChannelAffineMover::push(const ChannelAffineMap &map,
                                               std::string &why) {
  MotionPlan plan;
  Maps maps;
  auto order = [](Operation *a, Operation *b) {
    return a != b && isBefore(a, b);
  };
  std::set<Operation *, decltype(order)> queue(order);
  Block *block = run.first->getBlock();
  auto addValue = [&](Value value, const ChannelAffineMap &map) {
    maps.insert({value, map});
    for (Operation *reader : getReaders(value)) {
      if (reader->getBlock() != block) {
        why = attribute(reader, "it is in another region");
        return failure();
      }
      queue.insert(reader);
    }
    return success();
  };
  if (failed(addValue(run.getResult(), map)))
    return failure();
  if (queue.empty()) {
    why = "nothing reads it";
    return failure();
  }
  while (!queue.empty()) {
    if (maps.size() > kMaxValues) {
      why = "too many ops lie between";
      return failure();
    }
    // First in the program first: then the maps of all operands are known.
    Operation *reader = *queue.begin();
    queue.erase(queue.begin());
    std::string reason = "no scale or shift moves through it";
    FailureOr<ChannelAffineMap> result = pushInto(reader, maps, plan, reason);
    if (failed(result)) {
      why = attribute(reader, reason);
      return failure();
    }
    if (!result->isIdentity() &&
        failed(addValue(reader->getResult(0), *result)))
      return failure();
  }
  return plan;
}

FailureOr<ChannelAffineMap> ChannelAffineMover::pushInto(Operation *reader,
                                                         const Maps &maps,
                                                         MotionPlan &plan,
                                                         std::string &why) {
  auto isMapped = [&](OpOperand &operand) {
    return maps.contains(operand.get());
  };
  if (auto linear = dyn_cast<ChannelLinearOpInterface>(reader)) {
    std::string reason;
    FailureOr<ChannelLinearForm> form = linear.getChannelLinearForm(reason);
    if (failed(form) && !reason.empty()) {
      why = reason;
      return failure();
    }
    if (succeeded(form)) {
      if (!form->input || !isMapped(*form->input) ||
          llvm::count_if(reader->getOpOperands(), isMapped) != 1) {
        why = "it is not read as the input alone";
        return failure();
      }
      if (failed(absorbInput(linear, *form,
                             maps.find(form->input->get())->second, plan, why)))
        return failure();
      return ChannelAffineMap::getIdentity({});
    }
  }
  auto affine = dyn_cast<ChannelAffineOpInterface>(reader);
  if (!affine || reader->getNumResults() != 1)
    return failure();
  if (getElementTypeOrSelf(reader->getResult(0).getType()) != elementType &&
      !isa<IntegerType>(getElementTypeOrSelf(reader->getResult(0).getType()))) {
    why = "it changes the type";
    return failure();
  }
  std::vector<ChannelAffineMap> operandMaps = getIdentityMaps(reader);
  for (auto [map, operand] :
       llvm::zip_equal(operandMaps, reader->getOpOperands()))
    if (isMapped(operand))
      map = maps.find(operand.get())->second;
  return affine.pushMap(operandMaps, evaluator, why);
}

LogicalResult ChannelAffineMover::absorbInput(ChannelLinearOpInterface op,
                                              const ChannelLinearForm &form,
                                              const ChannelAffineMap &map,
                                              MotionPlan &plan,
                                              std::string &why) {
  if (failed(checkLinearOp(form, map, why)))
    return failure();
  if (FloatFormat::get(form.result.getType()).precision <
      FloatFormat::get(elementType).precision) {
    why = "its result is of a narrower type than the scale";
    return failure();
  }
  if (!mayBeConstant(form.filter->get())) {
    why = "its weights are not a compile-time constant";
    return failure();
  }
  if (map.hasShift() && form.bias && !mayBeConstant(form.bias)) {
    why = "its bias or initial value is not a compile-time constant";
    return failure();
  }
  plan.absorptions.push_back({op, form, /*isInput=*/true, map, {}, {}});
  return success();
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

FailureOr<ElementsAttr> ascend::makeConstant(const ConstantTensor &tensor,
                                             double neutral, Type elementType,
                                             StringRef name, std::string &why) {
  if (tensor.getUniformValue() == neutral)
    return ElementsAttr();
  SmallVector<int64_t> shape;
  for (auto [extent, stride] :
       llvm::zip_equal(tensor.getShape(), tensor.getStrides()))
    shape.push_back(stride == 0 ? 1 : extent);
  return scaleConstant(tensor.restride(shape, tensor.getStrides(), 0),
                       RankedTensorType::get(shape, elementType),
                       ChannelLayout::get(shape, {}), {1.0}, {}, name, why);
}

LogicalResult
ChannelAffineMover::finishAbsorption(MotionPlan::Absorption &absorption,
                                     StringRef prefix, std::string &why) {
  const ChannelLinearForm &form = absorption.form;
  const ChannelAffineMap &map = absorption.map;
  if (!absorption.isInput) {
    FailureOr<ChannelLayout> layout = getResultLayout(form, why);
    if (failed(layout))
      return failure();
    return foldIntoResult(form, *map.scale.getPerChannel(*layout, 1.0),
                          *map.shift.getPerChannel(*layout, 0.0), evaluator,
                          prefix, absorption.operands, why);
  }
  // No larger than the values that are not computed any more; an initial value
  // is read only, where an addition reads and writes.
  const int64_t saved = countElements(run.input);
  return foldIntoInput(form, map, form.acceptsResultBias ? 2 * saved : saved,
                       evaluator, prefix, absorption.operands, why);
}

/// Elements up to which a constant that repeats itself is written out.
static constexpr int64_t kMaxConstant = int64_t(1) << 16;

LogicalResult ChannelAffineMover::finishConstant(MotionPlan::Constant &constant,
                                                 StringRef prefix,
                                                 std::string &why) {
  FailureOr<ConstantTensor> old = evaluator.evaluate(constant.value);
  auto type = cast<RankedTensorType>(constant.value.getType());
  // Where broadcasting lets it, the constant grows to what the map needs.
  SmallVector<int64_t> shape(type.getShape());
  for (auto [d, extent] : llvm::enumerate(shape))
    if (constant.map.scale.getStrides()[d] != 0 ||
        constant.map.shift.getStrides()[d] != 0)
      extent = constant.map.getShape()[d];
  std::optional<ChannelAffineMap> map = constant.map.resize(shape);
  if (failed(old) || !map || ShapedType::isDynamicShape(shape) ||
      computeProduct(shape) > kMaxConstant) {
    why = "a constant is too large";
    return failure();
  }
  ConstantTensor grown = old->broadcast(
      shape, llvm::to_vector(llvm::seq<int64_t>(0, shape.size())));
  FailureOr<ConstantTensor> mapped = ConstantTensor::map(
      shape, {&grown, &map->scale, &map->shift},
      [](ArrayRef<double> v) { return v[0] * v[1] + v[2]; });
  if (failed(mapped))
    return failure();
  FailureOr<ElementsAttr> attr =
      scaleConstant(*mapped, type.clone(shape), ChannelLayout::get(shape, {}),
                    {1.0}, {}, (prefix + "_constant").str(), why);
  if (failed(attr))
    return failure();
  constant.attr = *attr;
  return success();
}

LogicalResult ChannelAffineMover::finish(MotionPlan &plan, std::string &why) {
  unsigned number = 0;
  auto getPrefix = [&] {
    return (options.resourcePrefix + "_" + Twine(number++)).str();
  };
  for (MotionPlan::Constant &constant : plan.constants)
    if (failed(finishConstant(constant, getPrefix(), why)))
      return failure();
  for (MotionPlan::Remainder &remainder : plan.remainders) {
    const std::string prefix = getPrefix();
    FailureOr<ElementsAttr> scale = makeConstant(
        remainder.map.scale, 1.0, elementType, prefix + "_scale", why);
    FailureOr<ElementsAttr> shift = makeConstant(
        remainder.map.shift, 0.0, elementType, prefix + "_shift", why);
    if (failed(scale) || failed(shift))
      return failure();
    remainder.scale = *scale, remainder.shift = *shift;
  }
  for (MotionPlan::Absorption &absorption : plan.absorptions) {
    std::string reason;
    if (failed(finishAbsorption(absorption, getPrefix(), reason))) {
      why = attribute(absorption.op, reason);
      return failure();
    }
    const FoldedOperands &operands = absorption.operands;
    if (!operands.addend && !(absorption.form.biasNeedsOp && operands.bias))
      continue;
    auto plane = ChannelAffineMap::getIdentity({1});
    plane.shift = ConstantTensor::getSplat(1.0, {1});
    if (!addRemainder(absorption.form.result, plane, plan)) {
      why =
          attribute(absorption.op, "nothing can add a constant to its result");
      return failure();
    }
  }
  return success();
}
