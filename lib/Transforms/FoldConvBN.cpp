//===- FoldConvBN.cpp - Fold BatchNorm into convolutions ------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Transforms/FoldConvBN.h"

#include "ConstantEraser.h"
#include "FoldPlan.h"
#include "FoldUtils.h"
#include "MoveChannelAffine.h"

#include "AscendFold/Analysis/ChannelAffine.h"
#include "AscendFold/Analysis/ConstantEvaluator.h"
#include "AscendFold/Interfaces/ExternalModels.h"
#include "AscendFold/Transforms/DropChannelAffineChain.h"
#include "AscendFold/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/SetVector.h"

#define DEBUG_TYPE "fold-conv-bn"

namespace mlir::ascend {
#define GEN_PASS_DEF_FOLDCONVBNPASS
#include "AscendFold/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

//===----------------------------------------------------------------------===//
// The rewrite: nothing here can fail
//===----------------------------------------------------------------------===//

static unsigned applyPlan(RewriterBase &rewriter, ChannelLinearOpInterface op,
                          FoldPlan &plan, SymbolTableCollection *symbolTables) {
  OpBuilder::InsertionGuard guard(rewriter);
  SmallVector<Operation *> affineOps = getAffineOps(plan.chain);
  ConstantEraser eraser(rewriter, plan.chain, plan.constantOps, symbolTables);
  eraser.keep(op);
  eraser.add(op);
  SmallVector<Location> locations = {op->getLoc()};
  for (Operation *affine : affineOps) {
    eraser.add(affine);
    locations.push_back(affine->getLoc());
  }
  Value result = setFoldedOperands(rewriter, op, plan.form, plan.operands,
                                   rewriter.getFusedLoc(locations));
  unsigned numRemoved = dropChannelAffineChain(rewriter, plan.chain, result);
  eraser.eraseProvenChecks(op);
  numRemoved += eraser.run();
  // Ops of a quantiser went that have a copy now, unless others read them.
  const unsigned numCopied = plan.operands.quantized.path.size();
  return numRemoved - std::min(numRemoved, numCopied);
}

static std::string describeFold(Operation *producer, const FoldPlan &plan,
                                ArrayRef<StringRef> names,
                                unsigned numRemoved) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "folded ";
  llvm::SmallSetVector<StringRef, 4> distinct(names.begin(), names.end());
  llvm::interleaveComma(distinct, os,
                        [&](StringRef name) { os << "'" << name << "'"; });
  os << " into '" << producer->getName() << "': " << plan.chain.numComputeOps
     << " arithmetic op(s) on " << plan.chain.scale.size() << " channel(s), "
     << numRemoved << " op(s) removed";
  return text;
}

FoldConvBNResult ascend::foldConvBN(RewriterBase &rewriter, Operation *producer,
                                    const FoldConvBNOptions &options) {
  FoldConvBNResult result;
  auto op = dyn_cast<ChannelLinearOpInterface>(producer);
  if (!op) {
    result.isCandidate = false;
    return result;
  }
  std::string why;
  FailureOr<FoldPlan> plan = makeFoldPlan(op, options, why);
  if (failed(plan)) {
    result.isCandidate = !why.empty();
    if (why.empty())
      why = "it is not linear in a filter";
    result.message = ("nothing folded into '" +
                      producer->getName().getStringRef() + "': " + why)
                         .str();
    return result;
  }
  SmallVector<StringRef> names;
  for (Operation *affine : getAffineOps(plan->chain))
    names.push_back(affine->getName().getStringRef());
  result.numRemovedOps = applyPlan(rewriter, op, *plan, options.symbolTables);
  result.folded = true;
  result.producers = {producer};
  result.message = describeFold(producer, *plan, names, result.numRemovedOps);
  return result;
}

//===----------------------------------------------------------------------===//
// Pattern and pass
//===----------------------------------------------------------------------===//

namespace {
/// IN:  %1 = conv(%x, W) + b,  %2 = %1 * scale[c] + shift[c]
/// OUT: %2 = conv(%x, W * scale[c]) + (b * scale[c] + shift[c])
class FoldChannelAffineChain final
    : public OpInterfaceRewritePattern<ChannelLinearOpInterface> {
public:
  FoldChannelAffineChain(MLIRContext *context, FoldConvBNOptions options,
                         PatternBenefit benefit)
      : OpInterfaceRewritePattern(context, benefit),
        options(std::move(options)) {}

  LogicalResult matchAndRewrite(ChannelLinearOpInterface op,
                                PatternRewriter &rewriter) const override {
    FoldConvBNResult result = foldConvBN(rewriter, op, options);
    if (result.folded)
      return success();
    return rewriter.notifyMatchFailure(op, result.message);
  }

private:
  FoldConvBNOptions options;
};

class FoldConvBNPass final
    : public ascend::impl::FoldConvBNPassBase<FoldConvBNPass> {
public:
  using FoldConvBNPassBase::FoldConvBNPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, tensor::TensorDialect>();
    // The interfaces also reach tools that know nothing of this project.
    registerAllExternalModels(registry);
  }

  void runOnOperation() override;
};
} // namespace

static remark::RemarkOpts getRemarkOpts(StringRef name, StringRef function) {
  return remark::RemarkOpts::name(name)
      .category("fold-conv-bn")
      .function(function);
}

namespace {
/// Everything that can be folded in one function.
class FunctionFolder {
public:
  FunctionFolder(Operation *root, StringRef name, FoldConvBNOptions options)
      : root(root), name(name), prefix(getResourcePrefix(root)),
        options(std::move(options)), rewriter(root->getContext(), &listener) {}

  /// What follows each producer directly, in program order.
  void foldChains(ArrayRef<Operation *> producers);
  /// What is left, until nothing moves any more.
  void moveRuns();
  void report();

private:
  struct Remark {
    Location loc;
    bool passed;
    std::string message;
    Operation *producer;
  };

  template <typename Interface>
  SmallVector<Interface> collect();
  bool moveRunsOnce();
  bool foldChainsAgain();
  void addFold(Location loc, const FoldConvBNResult &result);
  bool tryRun(const ChannelAffineRun &run, ConstantEvaluator &evaluator);
  std::string getNextPrefix() const {
    return (prefix + "_" + Twine(numFolded + numMoved)).str();
  }
  bool isWorthARemark(const ChannelAffineRun &run) const;

  Operation *root;
  StringRef name;
  std::string prefix;
  FoldConvBNOptions options;
  ErasureListener listener;
  IRRewriter rewriter;
  std::vector<Remark> remarks, refusedRuns;
  unsigned numFolded = 0, numCandidates = 0, numRemoved = 0, numMoved = 0;
};
} // namespace

void FunctionFolder::foldChains(ArrayRef<Operation *> producers) {
  for (Operation *producer : producers) {
    // A fold can take dead ops and constant expressions with it.
    if (listener.erased.contains(producer))
      continue;
    Location loc = producer->getLoc();
    options.resourcePrefix = getNextPrefix();
    FoldConvBNResult result = foldConvBN(rewriter, producer, options);
    if (!result.isCandidate)
      continue;
    ++numCandidates;
    numFolded += result.folded;
    numRemoved += result.numRemovedOps;
    remarks.push_back({loc, result.folded, result.message, producer});
  }
}

/// A run that begins where `op` reads one of its operands.
static FailureOr<ChannelAffineRun> findRun(Operation *op,
                                           ConstantEvaluator &evaluator) {
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type || !isa<FloatType>(type.getElementType()) ||
        mayBeConstant(operand))
      continue;
    std::string why;
    FailureOr<ChannelAffineRun> run =
        analyzeChannelAffineRun(operand, op, evaluator, why);
    if (succeeded(run))
      return run;
  }
  return failure();
}

/// Whether all channels are treated alike.
static bool isUniform(const ChannelAffineMap &map) {
  return map.scale.getUniformValue() && map.shift.getUniformValue();
}

/// Maps that treat all channels alike are more often part of an activation, but
/// for what is done to the input of the network. In half precision, a lone
/// factor there keeps values in range.
static bool isPartOfSomethingElse(const ChannelAffineRun &run) {
  return isUniform(run.map) &&
         (!isa<BlockArgument>(run.input) ||
          (run.chain.numComputeOps == 1 &&
           getElementTypeOrSelf(run.input.getType()).getIntOrFloatBitWidth() <
               32));
}

/// Whether the first op of the run makes a mean of a sum.
static bool beginsWithDivisor(const ChannelAffineRun &run) {
  auto def = run.input.getDefiningOp<ChannelAffineOpInterface>();
  const ChannelAffineStep &step = run.chain.links.front().step;
  return def && def.sumsElements() && llvm::all_equal(step.scale) &&
         llvm::all_equal(step.shift) && step.shift.front() == 0.0;
}

bool FunctionFolder::isWorthARemark(const ChannelAffineRun &run) const {
  if (!run.map.hasScale() || isUniform(run.map))
    return false;
  // The remark of the convolution itself has said it.
  Operation *def = run.input.getDefiningOp();
  return !def || llvm::none_of(remarks, [&](const Remark &remark) {
    return !remark.passed && remark.producer == def;
  });
}

bool FunctionFolder::tryRun(const ChannelAffineRun &run,
                            ConstantEvaluator &evaluator) {
  SmallVector<Location> locations;
  for (Operation *op : getAffineOps(run.chain))
    locations.push_back(op->getLoc());
  Location loc = rewriter.getFusedLoc(locations);
  const bool isWorth = isWorthARemark(run);
  options.resourcePrefix = getNextPrefix();
  FoldConvBNResult result =
      moveChannelAffineRun(rewriter, run, options, evaluator);
  if (!result.folded) {
    if (isWorth)
      refusedRuns.push_back({loc, false, result.message, nullptr});
    return false;
  }
  ++numMoved;
  addFold(loc, result);
  return true;
}

/// A fold takes back what was said of the convolution before.
void FunctionFolder::addFold(Location loc, const FoldConvBNResult &result) {
  numRemoved += result.numRemovedOps;
  llvm::erase_if(remarks, [&](const Remark &remark) {
    return !remark.passed &&
           llvm::is_contained(result.producers, remark.producer);
  });
  remarks.push_back({loc, true, result.message, nullptr});
}

/// The ops that are there now. What was erased before is forgotten: its address
/// may be that of another op.
template <typename Interface>
SmallVector<Interface> FunctionFolder::collect() {
  for (Remark &remark : remarks)
    if (listener.erased.contains(remark.producer))
      remark.producer = nullptr;
  listener.erased.clear();
  SmallVector<Interface> ops;
  root->walk([&](Interface op) { ops.push_back(op); });
  return ops;
}

bool FunctionFolder::moveRunsOnce() {
  SmallVector<ChannelAffineOpInterface> ops =
      collect<ChannelAffineOpInterface>();
  llvm::SmallPtrSet<Operation *, 16> seen;
  std::optional<ConstantEvaluator> evaluator(options.symbolTables);
  bool changed = false;
  refusedRuns.clear();
  for (ChannelAffineOpInterface op : ops) {
    if (listener.erased.contains(op) || seen.contains(op))
      continue;
    FailureOr<ChannelAffineRun> run = findRun(op, *evaluator);
    if (failed(run) || beginsWithDivisor(*run) || isPartOfSomethingElse(*run))
      continue;
    seen.insert_range(getAffineOps(run->chain));
    if (!tryRun(*run, *evaluator))
      continue;
    changed = true;
    evaluator.emplace(options.symbolTables);
  }
  return changed;
}

/// A convolution may have lost a reader to another fold, or be a new copy.
bool FunctionFolder::foldChainsAgain() {
  SmallVector<ChannelLinearOpInterface> producers =
      collect<ChannelLinearOpInterface>();
  bool changed = false;
  for (ChannelLinearOpInterface producer : producers) {
    if (listener.erased.contains(producer))
      continue;
    Location loc = producer->getLoc();
    options.resourcePrefix = getNextPrefix();
    FoldConvBNResult result = foldConvBN(rewriter, producer, options);
    if (!result.folded)
      continue;
    changed = true;
    ++numMoved;
    addFold(loc, result);
  }
  return changed;
}

void FunctionFolder::moveRuns() {
  // Every fold leaves less to do, so this ends.
  while (moveRunsOnce())
    foldChainsAgain();
}

void FunctionFolder::report() {
  llvm::append_range(remarks, refusedRuns);
  if (remarks.empty())
    return;
  std::lock_guard<std::mutex> lock(getRemarkMutex());
  for (const Remark &remark : remarks)
    if (remark.passed)
      remark::passed(remark.loc, getRemarkOpts("Folded", name))
          << remark.message;
    else
      remark::missed(remark.loc, getRemarkOpts("NotFolded", name))
          << remark.message;
  std::string summary =
      llvm::formatv("folded {0} of {1} convolution(s) and matrix "
                    "multiplication(s), {2} op(s) removed",
                    numFolded, numCandidates, numRemoved);
  if (numMoved + refusedRuns.size() > 0)
    summary += llvm::formatv("; moved {0} of {1} other BatchNorm(s)", numMoved,
                             numMoved + refusedRuns.size());
  remark::analysis(root->getLoc(), getRemarkOpts("Summary", name)) << summary;
}

void FoldConvBNPass::runOnOperation() {
  // Group by function, in program order.
  llvm::MapVector<Operation *, SmallVector<Operation *>> producers;
  getOperation()->walk([&](ChannelLinearOpInterface op) {
    std::string why;
    if (failed(op.getChannelLinearForm(why)) && why.empty())
      return;
    Operation *function = op->getParentOfType<FunctionOpInterface>();
    producers[function ? function : getOperation()].push_back(op);
  });
  if (producers.empty())
    return markAllAnalysesPreserved();
  SymbolTableCollection symbolTables;
  FoldConvBNOptions options;
  options.foldMatmul = foldMatmul;
  options.maxCopiedMultiplyAdds = maxCopiedMultiplyAdds;
  options.symbolTables = &symbolTables;
  for (auto &[function, ops] : producers) {
    auto symbol = dyn_cast<SymbolOpInterface>(function);
    FunctionFolder folder(function, symbol ? symbol.getName() : StringRef(),
                          options);
    folder.foldChains(ops);
    folder.moveRuns();
    folder.report();
  }
}

void ascend::populateFoldConvBNPatterns(RewritePatternSet &patterns,
                                        const ControlFoldConvBNFn &control,
                                        PatternBenefit benefit) {
  FoldConvBNOptions options;
  options.control = control;
  populateFoldConvBNPatterns(patterns, options, benefit);
}

void ascend::populateFoldConvBNPatterns(RewritePatternSet &patterns,
                                        const FoldConvBNOptions &options,
                                        PatternBenefit benefit) {
  patterns.add<FoldChannelAffineChain>(patterns.getContext(), options, benefit);
}
