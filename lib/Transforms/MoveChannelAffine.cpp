//===- MoveChannelAffine.cpp - Move BatchNorm to a convolution ------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MoveChannelAffine.h"

#include "ChannelAffineMotion.h"
#include "ConstantEraser.h"
#include "FoldPlan.h"
#include "FoldUtils.h"

#include "AscendFold/Analysis/ConstantEvaluator.h"
#include "AscendFold/Transforms/DropChannelAffineChain.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {
/// A way to get rid of a run: where its map, or both halves of it, go.
struct Way {
  /// What stays in the place of the run; null when nothing does.
  std::optional<ChannelAffineMap> rest;
  ElementsAttr restScale, restShift;
  MotionPlan plan;
  /// Why not all of it goes; empty when nothing is left.
  std::string whyLeft;
};

/// Looks for the way that leaves least to do.
class WaySearch {
public:
  WaySearch(const ChannelAffineRun &run, const FoldConvBNOptions &options,
            ConstantEvaluator &evaluator)
      : run(run), options(options), mover(run, options, evaluator) {}

  /// Fails with the reasons in `why`.
  FailureOr<Way> find(std::string &why);

private:
  void consider(MotionPlan plan,
                std::optional<ChannelAffineMap> rest = std::nullopt);
  LogicalResult finish(Way &way);
  bool isGain(const MotionPlan &plan) const;
  /// Whether a way is known that leaves nothing to do.
  bool isBestFree() const { return best && best->plan.numAddedElements == 0; }
  void considerHalves();

  const ChannelAffineRun &run;
  const FoldConvBNOptions &options;
  ChannelAffineMover mover;
  std::optional<Way> best;
  std::string whyNotFinished;
};
} // namespace

/// Fewer elements are written, by no more ops.
bool WaySearch::isGain(const MotionPlan &plan) const {
  const int64_t numOps = getAffineOps(run.chain).size();
  return plan.numAddedOps <= numOps &&
         plan.numAddedElements < numOps * countElements(run.input);
}

LogicalResult WaySearch::finish(Way &way) {
  if (way.rest) {
    Type elementType = getElementTypeOrSelf(run.input.getType());
    FailureOr<ElementsAttr> scale =
        makeConstant(way.rest->scale, 1.0, elementType,
                     options.resourcePrefix + "_scale", whyNotFinished);
    FailureOr<ElementsAttr> shift =
        makeConstant(way.rest->shift, 0.0, elementType,
                     options.resourcePrefix + "_shift", whyNotFinished);
    if (failed(scale) || failed(shift))
      return failure();
    way.restScale = *scale, way.restShift = *shift;
  }
  return mover.finish(way.plan, whyNotFinished);
}

void WaySearch::consider(MotionPlan plan,
                         std::optional<ChannelAffineMap> rest) {
  Way way{std::move(rest), {}, {}, std::move(plan), {}};
  if (way.rest && !mover.addRemainder(run.input, *way.rest, way.plan))
    return;
  auto isBetter = [&] {
    return isGain(way.plan) &&
           (!best || way.plan.numAddedElements < best->plan.numAddedElements);
  };
  if (isBetter() && succeeded(finish(way)) && isBetter())
    best = std::move(way);
}

/// The scale goes one way; the shift goes the other or stays.
void WaySearch::considerHalves() {
  std::string why;
  FailureOr<MotionPlan> pulled = mover.pull(run.map.getScaleOnly(), why);
  if (succeeded(pulled)) {
    FailureOr<MotionPlan> pushed = mover.push(run.map.getShiftOnly(), why);
    if (succeeded(pushed)) {
      MotionPlan both = *pulled;
      both.append(std::move(*pushed));
      consider(std::move(both));
    }
    consider(std::move(*pulled), run.map.getShiftOnly());
  }
  std::optional<ChannelAffineMap> shift = run.map.getShiftBeforeScale();
  FailureOr<MotionPlan> pushed = mover.push(run.map.getScaleOnly(), why);
  if (shift && succeeded(pushed))
    consider(std::move(*pushed), std::move(*shift));
}

FailureOr<Way> WaySearch::find(std::string &why) {
  std::string whyNotPulled, whyNotPushed;
  if (!run.isWhole())
    whyNotPushed = "it is part of a body that goes on";
  FailureOr<MotionPlan> pulled = mover.pull(run.map, whyNotPulled);
  if (succeeded(pulled))
    consider(std::move(*pulled));
  if (run.isWhole() && !isBestFree()) {
    FailureOr<MotionPlan> pushed = mover.push(run.map, whyNotPushed);
    if (succeeded(pushed))
      consider(std::move(*pushed));
    if (!isBestFree() && run.map.hasScale() && run.map.hasShift())
      considerHalves();
  }
  for (std::string *reason : {&whyNotPulled, &whyNotPushed})
    if (reason->empty())
      *reason = whyNotFinished.empty() ? "what would have to stay is no less"
                                       : whyNotFinished;
  why = "before it, " + whyNotPulled + "; behind it, " + whyNotPushed;
  if (!best) {
    if (!whyNotFinished.empty())
      why = whyNotFinished;
    return failure();
  }
  if (best->plan.numAddedOps > 0)
    best->whyLeft = why;
  return std::move(*best);
}

//===----------------------------------------------------------------------===//
// The rewrite: nothing here can fail
//===----------------------------------------------------------------------===//

namespace {
class Rewrite {
public:
  Rewrite(RewriterBase &rewriter, const ChannelAffineRun &run)
      : rewriter(rewriter), run(run) {
    for (Operation *op : getAffineOps(run.chain))
      locations.push_back(op->getLoc());
  }

  void apply(const Way &way);

private:
  Value build(Value value, ElementsAttr scale, ElementsAttr shift);
  void absorb(const MotionPlan::Absorption &absorption);
  void replaceIn(ArrayRef<Operation *> readers, Value from, Value to);

  RewriterBase &rewriter;
  const ChannelAffineRun &run;
  SmallVector<Location> locations;
};
} // namespace

static Operation *getFirst(ArrayRef<Operation *> ops) {
  return *llvm::min_element(
      ops, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
}

Value Rewrite::build(Value value, ElementsAttr scale, ElementsAttr shift) {
  ChannelAffineOpInterface op = run.chain.links.front().op;
  return op.buildScaleAndShift(rewriter, rewriter.getFusedLoc(locations), value,
                               scale, shift);
}

void Rewrite::replaceIn(ArrayRef<Operation *> readers, Value from, Value to) {
  for (Operation *reader : readers)
    rewriter.modifyOpInPlace(reader,
                             [&] { reader->replaceUsesOfWith(from, to); });
}

void Rewrite::absorb(const MotionPlan::Absorption &absorption) {
  ChannelLinearOpInterface op = absorption.op;
  ChannelLinearForm form = absorption.form;
  if (!absorption.readersOfCopy.empty()) {
    rewriter.setInsertionPointAfter(op);
    op = cast<ChannelLinearOpInterface>(rewriter.clone(*op));
    const Value original = form.result;
    std::string why;
    form = *op.getChannelLinearForm(why);
    replaceIn(absorption.readersOfCopy, original, form.result);
  }
  SmallVector<Location> all = {op->getLoc()};
  llvm::append_range(all, locations);
  Value result = setFoldedOperands(rewriter, op, form, absorption.operands,
                                   rewriter.getFusedLoc(all));
  if (!absorption.operands.addend)
    return;
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : result.getUses())
    uses.push_back(&use);
  rewriter.setInsertionPointAfterValue(result);
  Value sum = build(result, {}, absorption.operands.addend);
  for (OpOperand *use : uses)
    rewriter.modifyOpInPlace(use->getOwner(), [&] { use->set(sum); });
}

void Rewrite::apply(const Way &way) {
  OpBuilder::InsertionGuard guard(rewriter);
  const MotionPlan &plan = way.plan;
  OpOperand *read =
      llvm::find_if(run.first->getOpOperands(), [&](OpOperand &operand) {
        return operand.get() == run.input;
      });
  for (const MotionPlan::Passage &passage : plan.passages)
    ChannelAffineOpInterface(passage.op)
        .adaptToPulledMap(rewriter, passage.map);
  for (const MotionPlan::Constant &constant : plan.constants) {
    Operation *first = getFirst(constant.readers);
    rewriter.setInsertionPoint(first);
    replaceIn(constant.readers, constant.value,
              createConstant(rewriter, first, constant.value, constant.attr));
  }
  for (const MotionPlan::Absorption &absorption : plan.absorptions)
    absorb(absorption);
  for (const MotionPlan::Remainder &remainder : plan.remainders) {
    rewriter.setInsertionPoint(getFirst(remainder.readers));
    replaceIn(remainder.readers, remainder.value,
              build(remainder.value, remainder.scale, remainder.shift));
  }
  if (way.restScale || way.restShift) {
    rewriter.setInsertionPoint(run.first);
    Value rest = build(read->get(), way.restScale, way.restShift);
    rewriter.modifyOpInPlace(run.first, [&] { read->set(rest); });
  }
}

static std::string describe(const ChannelAffineRun &run, const Way &way,
                            ArrayRef<StringRef> names, unsigned numRemoved) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto list = [&](ArrayRef<StringRef> items) {
    llvm::SmallSetVector<StringRef, 4> distinct(items.begin(), items.end());
    llvm::interleaveComma(distinct, os,
                          [&](StringRef name) { os << "'" << name << "'"; });
  };
  os << "moved ";
  list(names);
  SmallVector<StringRef> inputs, results;
  for (const MotionPlan::Absorption &absorption : way.plan.absorptions)
    (absorption.isInput ? inputs : results)
        .push_back(
            ChannelLinearOpInterface(absorption.op)->getName().getStringRef());
  if (!results.empty()) {
    os << " back into ";
    list(results);
  }
  if (!inputs.empty()) {
    os << (results.empty() ? "" : " and") << " forward into ";
    list(inputs);
  }
  os << ": " << run.chain.numComputeOps << " arithmetic op(s), " << numRemoved
     << " op(s) removed";
  if (way.plan.numAddedOps > 0)
    os << ", " << way.plan.numAddedOps << " left: " << way.whyLeft;
  return text;
}

FoldConvBNResult ascend::moveChannelAffineRun(RewriterBase &rewriter,
                                              const ChannelAffineRun &run,
                                              const FoldConvBNOptions &options,
                                              ConstantEvaluator &evaluator) {
  FoldConvBNResult result;
  SmallVector<StringRef> names;
  SmallVector<Operation *> affineOps = getAffineOps(run.chain);
  for (Operation *op : affineOps)
    names.push_back(op->getName().getStringRef());
  std::string why;
  FailureOr<Way> way = WaySearch(run, options, evaluator).find(why);
  if (failed(way)) {
    result.message = ("'" + names.front() + "' stays: " + why).str();
    return result;
  }
  ConstantEraser eraser(rewriter, run.chain, evaluator.getEvaluatedOps(),
                        options.symbolTables);
  for (const MotionPlan::Absorption &absorption : way->plan.absorptions)
    eraser.keep(ChannelLinearOpInterface(absorption.op));
  for (const MotionPlan::Absorption &absorption : way->plan.absorptions)
    result.producers.push_back(ChannelLinearOpInterface(absorption.op));
  for (Operation *producer : result.producers)
    eraser.add(producer);
  for (const MotionPlan::Constant &constant : way->plan.constants)
    for (Operation *reader : constant.readers)
      eraser.add(reader);
  for (Operation *op : affineOps)
    eraser.add(op);
  OpOperand *read =
      llvm::find_if(run.first->getOpOperands(), [&](OpOperand &operand) {
        return operand.get() == run.input;
      });
  Rewrite(rewriter, run).apply(*way);
  unsigned numCopied = 0;
  for (const MotionPlan::Absorption &absorption : way->plan.absorptions)
    numCopied += absorption.operands.quantized.path.size();
  unsigned numRemoved =
      dropChannelAffineChain(rewriter, run.chain, read->get()) + eraser.run();
  result.numRemovedOps = numRemoved - std::min(numRemoved, numCopied);
  result.folded = true;
  result.message = describe(run, *way, names, result.numRemovedOps);
  return result;
}
