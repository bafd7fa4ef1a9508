//===- ParallelConvs.cpp - Sums of convolutions ---------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvBranch.h"
#include "FilterEmbedding.h"
#include "FoldUtils.h"
#include "MergeConvs.h"

#include "AscendFold/Analysis/ChannelAffine.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::ascend;

//===----------------------------------------------------------------------===//
// Trees of sums
//===----------------------------------------------------------------------===//

/// The two summands of `op`, or none.
static SmallVector<Value> getSummands(Operation *op) {
  auto affine = dyn_cast_or_null<ChannelAffineOpInterface>(op);
  return affine ? affine.getSummands() : SmallVector<Value>();
}

/// Whether `value` is a sum that `user`, its only reader, adds to another.
static bool isInnerSum(Value value, Operation *user) {
  Operation *def = value.getDefiningOp();
  if (getSummands(def).empty() || def->getBlock() != user->getBlock() ||
      getOnlyUser(value) != user)
    return false;
  return llvm::count(getSummands(user), value) == 1;
}

bool ascend::isRootOfSum(Operation *op) {
  if (getSummands(op).empty())
    return false;
  Value result = op->getResult(0);
  Operation *user = getOnlyUser(result);
  return !user || getSummands(user).empty() || !isInnerSum(result, user);
}

namespace {
/// A value that a tree of sums adds, and where.
struct Summand {
  Value value;
  Operation *sum;
  unsigned number;
};

/// Sums whose inner values have one reader each.
struct SumTree {
  /// Before those that they add.
  SmallVector<Operation *> sums;
  SmallVector<Summand> summands;
};

/// `scale[c] * x + shift[c]`, `x` being the input of a convolution that it is
/// added to.
struct AffineBranch {
  Summand summand;
  /// The first op that reads `x`; null for `x` itself.
  Operation *first = nullptr;
};

struct ParallelConv {
  Summand summand;
  ConvBranch conv;
};

/// Branches on one input.
struct Group {
  SmallVector<ParallelConv, 2> convs;
  SmallVector<AffineBranch, 1> affine;
};

/// What becomes of a group.
struct MergePlan {
  std::vector<double> filter;
  SmallVector<double> bias;
  bool changesBias = false;
  SmallVector<Summand> merged;
  ElementsAttr filterAttr, biasAttr;
};
} // namespace

static SumTree collectTree(Operation *root) {
  SumTree tree;
  tree.sums.push_back(root);
  for (size_t i = 0; i < tree.sums.size(); ++i) {
    Operation *sum = tree.sums[i];
    for (auto [number, value] : llvm::enumerate(getSummands(sum))) {
      if (isInnerSum(value, sum))
        tree.sums.push_back(value.getDefiningOp());
      else
        tree.summands.push_back({value, sum, static_cast<unsigned>(number)});
    }
  }
  return tree;
}

/// Takes summands out of the tree. What is left of a sum of two is the other
/// one. Returns what the whole tree is then.
static Value removeSummands(RewriterBase &rewriter, const SumTree &tree,
                            ArrayRef<Summand> gone) {
  llvm::DenseMap<Operation *, SmallVector<bool, 2>> isGone;
  for (Operation *sum : tree.sums)
    isGone[sum].assign(2, false);
  for (const Summand &summand : gone)
    isGone[summand.sum][summand.number] = true;
  Value whole = tree.sums.front()->getResult(0);
  for (Operation *sum : llvm::reverse(tree.sums)) {
    ArrayRef<bool> flags = isGone[sum];
    if (!flags[0] && !flags[1])
      continue;
    Value result = sum->getResult(0);
    if (flags[0] && flags[1]) {
      // All of it went elsewhere: so does its place in the sum above.
      Operation *user = getOnlyUser(result);
      isGone[user][getSummands(user)[0] == result ? 0 : 1] = true;
      continue;
    }
    Value other = getSummands(sum)[flags[0] ? 1 : 0];
    rewriter.replaceAllUsesWith(result, other);
    if (sum == tree.sums.front())
      whole = other;
  }
  return whole;
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// Follows `value` up through ops with one operand that is no constant, to a
/// value that has a group.
static Value findSource(Value value,
                        const llvm::MapVector<Value, Group> &groups,
                        Operation *&first) {
  first = nullptr;
  for (unsigned depth = 0; depth < 16; ++depth) {
    if (groups.contains(value))
      return value;
    auto op = value.getDefiningOp<ChannelAffineOpInterface>();
    if (!op || op->getNumResults() != 1)
      return {};
    Value next;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<RankedTensorType>(operand.get().getType()) ||
          !op.readsElementsOf(operand) || operand.get() == next ||
          (!groups.contains(operand.get()) && mayBeConstant(operand.get())))
        continue;
      if (next)
        return {};
      next = operand.get();
    }
    if (!next)
      return {};
    first = op;
    value = next;
  }
  return {};
}

/// The scale and shift of a branch, or why it has none.
static FailureOr<ChannelAffineChain> analyzeBranch(const AffineBranch &branch,
                                                   const ConvBranch &kept,
                                                   ConstantEvaluator &evaluator,
                                                   std::string &why) {
  if (kept.form.resultDims.size() != 1) {
    why = "the channels of the convolution are several dimensions";
    return failure();
  }
  FailureOr<ChannelAffineChain> chain = analyzeChannelAffineOps(
      kept.source, kept.form.resultDims.front(), branch.first, evaluator, why);
  if (failed(chain))
    return failure();
  if (chain->links.back().step.result != branch.summand.value ||
      !llvm::all_of(chain->links, [](const ChannelAffineLink &link) {
        return link.step.isWhole && link.step.isPointwise;
      })) {
    why = "not all of it is a scale and a shift of each channel";
    return failure();
  }
  return chain;
}

static LogicalResult addConv(const ParallelConv &branch, const ConvBranch &kept,
                             MergePlan &plan, ConstantEvaluator &evaluator,
                             std::string &why) {
  if (getOnlyUser(branch.summand.value) != branch.summand.sum ||
      llvm::count(getSummands(branch.summand.sum), branch.summand.value) != 1) {
    why = "its result has other readers";
    return failure();
  }
  FailureOr<Embedding> embedding = embedFilter(branch.conv, kept, why);
  if (failed(embedding))
    return failure();
  FailureOr<SmallVector<double>> bias =
      evaluateBias(branch.conv, evaluator, why);
  if (failed(bias))
    return failure();
  FailureOr<std::vector<double>> filter =
      evaluateFilter(branch.conv, evaluator, why);
  if (failed(filter))
    return failure();
  addFilter(plan.filter, *filter, branch.conv.getFilterType().getShape(),
            *embedding);
  for (auto [sum, addend] : llvm::zip_equal(plan.bias, *bias)) {
    sum += addend;
    plan.changesBias |= addend != 0.0;
  }
  plan.merged.push_back(branch.summand);
  return success();
}

static LogicalResult addAffine(const AffineBranch &branch,
                               const ConvBranch &kept, MergePlan &plan,
                               ConstantEvaluator &evaluator, std::string &why) {
  FailureOr<SmallVector<int64_t>> diagonal =
      getDiagonal(kept, kept.source.getType(), why);
  if (failed(diagonal))
    return failure();
  if (!branch.first) {
    for (int64_t at : *diagonal)
      plan.filter[at] += 1.0;
    plan.merged.push_back(branch.summand);
    return success();
  }
  FailureOr<ChannelAffineChain> chain =
      analyzeBranch(branch, kept, evaluator, why);
  if (failed(chain))
    return failure();
  for (auto [c, at] : llvm::enumerate(*diagonal)) {
    plan.filter[at] += chain->scale[c];
    plan.bias[c] += chain->shift[c];
    plan.changesBias |= chain->shift[c] != 0.0;
  }
  plan.merged.push_back(branch.summand);
  return success();
}

//===----------------------------------------------------------------------===//
// Merging
//===----------------------------------------------------------------------===//

/// Rounds the sums; the last of the checks.
static LogicalResult finishPlan(const ConvBranch &kept, MergePlan &plan,
                                ConstantEvaluator &evaluator,
                                const FoldParallelConvsOptions &options,
                                std::string &why) {
  if (options.control) {
    SmallVector<Operation *> merged;
    for (const Summand &summand : plan.merged)
      if (summand.value != kept.source && summand.value.getDefiningOp())
        merged.push_back(summand.value.getDefiningOp());
    if (!options.control({kept.op, merged})) {
      why = "the control function vetoed it";
      return failure();
    }
  }
  if (plan.changesBias) {
    FailureOr<SmallVector<double>> own = evaluateBias(kept, evaluator, why);
    if (failed(own))
      return failure();
    std::vector<double> bias;
    for (auto [a, b] : llvm::zip_equal(*own, plan.bias))
      bias.push_back(a + b);
    auto type =
        RankedTensorType::get(kept.form.biasShape, kept.form.biasElementType);
    FailureOr<ElementsAttr> attr = roundToConstant(
        std::move(bias), type, options.resourcePrefix + "_bias", why);
    if (failed(attr))
      return failure();
    plan.biasAttr = *attr;
  }
  FailureOr<ElementsAttr> attr =
      roundToConstant(std::move(plan.filter), kept.getFilterType(),
                      options.resourcePrefix + "_filter", why);
  if (failed(attr))
    return failure();
  plan.filterAttr = *attr;
  return success();
}

/// Returns how many ops went; `whole` becomes what the tree is now.
static unsigned applyPlan(RewriterBase &rewriter, const SumTree &tree,
                          const ConvBranch &kept, const MergePlan &plan,
                          Value &whole) {
  OpBuilder::InsertionGuard guard(rewriter);
  SmallVector<Operation *> unused;
  SmallVector<Location> locations = {kept.op->getLoc()};
  for (Value operand : kept.op->getOperands())
    if (Operation *def = operand.getDefiningOp())
      unused.push_back(def);
  rewriter.setInsertionPoint(kept.op);
  Value oldFilter = kept.form.filter->get();
  Value filter = createConstant(rewriter, kept.op, oldFilter, plan.filterAttr);
  Value bias = createConstant(rewriter, kept.op, kept.form.bias, plan.biasAttr);
  for (const Summand &summand : plan.merged)
    if (Operation *def = summand.value.getDefiningOp()) {
      if (summand.value != kept.source)
        locations.push_back(def->getLoc());
      unused.push_back(def);
    }
  whole = removeSummands(rewriter, tree, plan.merged);
  ChannelLinearOpInterface op = kept.op;
  rewriter.modifyOpInPlace(
      op, [&] { op->setLoc(rewriter.getFusedLoc(locations)); });
  op.setFilterAndBias(rewriter, kept.form, filter, bias);
  // The root is last: it is popped, and unused, first.
  unused.append(tree.sums.rbegin(), tree.sums.rend());
  return eraseUnused(rewriter, unused);
}

namespace {
/// Merges one group of a tree and says what happened.
class GroupMerger {
public:
  GroupMerger(RewriterBase &rewriter, Operation *root,
              const FoldParallelConvsOptions &options,
              FoldParallelConvsResult &result)
      : rewriter(rewriter), options(options), result(result),
        loc(root->getLoc()), evaluator(options.symbolTables) {}

  ParallelMerge merge(const SumTree &tree, const Group &group);

private:
  void refuse(Location at, const Twine &what, StringRef why) {
    result.events.push_back(
        {at, /*merged=*/false, ("not merged: " + what + ": " + why).str()});
  }
  void addBranches(const Group &group, const ParallelConv &kept,
                   MergePlan &plan);

  RewriterBase &rewriter;
  const FoldParallelConvsOptions &options;
  FoldParallelConvsResult &result;
  Location loc;
  ConstantEvaluator evaluator;
  SmallVector<std::string> names;
};
} // namespace

void GroupMerger::addBranches(const Group &group, const ParallelConv &kept,
                              MergePlan &plan) {
  std::string why;
  for (const ParallelConv &branch : group.convs) {
    if (&branch == &kept)
      continue;
    if (succeeded(addConv(branch, kept.conv, plan, evaluator, why)))
      names.push_back(branch.conv.describe());
    else
      refuse(branch.conv.op->getLoc(),
             branch.conv.describe() + " into " + kept.conv.describe(), why);
  }
  for (const AffineBranch &branch : group.affine) {
    const StringRef what = branch.first ? "a scaled identity" : "the identity";
    if (succeeded(addAffine(branch, kept.conv, plan, evaluator, why)))
      names.push_back(what.str());
    else
      refuse(branch.first ? branch.first->getLoc()
                          : branch.summand.sum->getLoc(),
             what + " into " + kept.conv.describe(), why);
  }
}

ParallelMerge GroupMerger::merge(const SumTree &tree, const Group &group) {
  const ParallelConv *kept = nullptr;
  for (const ParallelConv &branch : group.convs)
    if (!kept || branch.conv.getNumTaps() > kept->conv.getNumTaps())
      kept = &branch;
  std::string why;
  const std::string into = kept->conv.describe();
  auto refuseAll = [&]() -> ParallelMerge {
    refuse(loc, "the branches beside " + into, why);
    return {};
  };
  if (getOnlyUser(kept->summand.value) != kept->summand.sum ||
      llvm::count(getSummands(kept->summand.sum), kept->summand.value) != 1) {
    why = "its result has other readers";
    return refuseAll();
  }
  MergePlan plan;
  FailureOr<std::vector<double>> filter =
      evaluateFilter(kept->conv, evaluator, why);
  if (failed(filter))
    return refuseAll();
  plan.filter = std::move(*filter);
  plan.bias.assign(computeProduct(kept->conv.form.channelSizes), 0.0);
  addBranches(group, *kept, plan);
  if (plan.merged.empty())
    return {};
  if (failed(finishPlan(kept->conv, plan, evaluator, options, why)))
    return refuseAll();
  Value whole;
  const unsigned numRemoved =
      applyPlan(rewriter, tree, kept->conv, plan, whole);
  result.numRemovedOps += numRemoved;
  ++result.numMerges;
  result.events.push_back({kept->conv.op->getLoc(), /*merged=*/true,
                           ("merged " + llvm::join(names, ", ") + " into " +
                            into + ": " + Twine(numRemoved) + " op(s) removed")
                               .str()});
  Operation *rest = whole.getDefiningOp();
  return {kept->conv.op, isRootOfSum(rest) ? rest : nullptr};
}

/// Sorts the summands of a tree by the input that they are computed from.
static llvm::MapVector<Value, Group>
collectGroups(const SumTree &tree, FoldParallelConvsResult &result) {
  llvm::MapVector<Value, Group> groups;
  SmallVector<Summand> others;
  for (const Summand &summand : tree.summands) {
    Operation *def = summand.value.getDefiningOp();
    std::string why;
    FailureOr<ConvBranch> conv = getConvBranch(def, why);
    if (succeeded(conv) && def->getBlock() == summand.sum->getBlock())
      groups[conv->source].convs.push_back({summand, std::move(*conv)});
    else
      others.push_back(summand);
    if (failed(conv) && !why.empty() && tree.summands.size() > 1)
      result.events.push_back(
          {def->getLoc(), /*merged=*/false,
           ("not merged: '" + def->getName().getStringRef() + "': " + why)
               .str()});
  }
  for (const Summand &summand : others) {
    Operation *first = nullptr;
    if (Value source = findSource(summand.value, groups, first))
      groups[source].affine.push_back({summand, first});
  }
  return groups;
}

ParallelMerge
ascend::mergeParallelConvs(RewriterBase &rewriter, Operation *root,
                           const FoldParallelConvsOptions &options,
                           FoldParallelConvsResult &result) {
  SumTree tree = collectTree(root);
  llvm::MapVector<Value, Group> groups = collectGroups(tree, result);
  for (auto &[source, group] : groups) {
    if (group.convs.size() + group.affine.size() < 2)
      continue;
    GroupMerger merger(rewriter, root, options, result);
    // After a merge the tree is another one.
    if (ParallelMerge merge = merger.merge(tree, group); merge.kept)
      return merge;
  }
  return {};
}
