//===- FoldConvBN.cpp - Fold BatchNorm into convolutions ------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Transforms/FoldConvBN.h"

#include "FoldPlan.h"

#include "AscendFold/Analysis/ChannelAffine.h"
#include "AscendFold/Analysis/ConstantEvaluator.h"
#include "AscendFold/Interfaces/ExternalModels.h"
#include "AscendFold/Transforms/DropChannelAffineChain.h"
#include "AscendFold/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/SetVector.h"

#include <mutex>

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

/// A constant op of the dialect that `producer` lives in.
static Value createConstant(RewriterBase &rewriter, Operation *producer,
                            Value like, ElementsAttr attr) {
  if (!attr)
    return {};
  Location loc = producer->getLoc();
  SmallVector<Dialect *> dialects = {producer->getDialect()};
  if (Operation *def = like ? like.getDefiningOp() : nullptr)
    dialects.push_back(def->getDialect());
  for (Dialect *dialect : dialects)
    if (dialect)
      if (Operation *op =
              dialect->materializeConstant(rewriter, attr, attr.getType(), loc))
        return op->getResult(0);
  return arith::ConstantOp::create(rewriter, loc, attr);
}

/// `value` as a value of type `type`, which may know less of the shape.
static Value castTo(RewriterBase &rewriter, Type type, Value value) {
  if (!value || value.getType() == type)
    return value;
  return tensor::CastOp::create(rewriter, value.getLoc(), type, value);
}

/// Erases ops of constant expressions, and checks of them that hold, once
/// nothing uses them.
class ConstantEraser {
public:
  ConstantEraser(RewriterBase &rewriter, const FoldPlan &plan,
                 SymbolTableCollection *symbolTables)
      : rewriter(rewriter), symbolTables(symbolTables),
        constantOps(plan.constantOps) {
    // The chain is not the eraser's business: its ops come and go.
    chainOps.insert(plan.form.result.getDefiningOp());
    for (const ChannelAffineLink &link : plan.chain.links)
      chainOps.insert(ChannelAffineOpInterface(link.op).getOperation());
  }

  /// Notes what `op`, which is about to lose its operands, reads.
  void add(Operation *op) {
    op->walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        if (Operation *def = operand.getDefiningOp())
          if (!op->isAncestor(def) && !chainOps.contains(def))
            worklist.insert(def);
    });
  }

  /// Returns how many ops went, constants not counted.
  unsigned run() {
    unsigned count = 0;
    while (!worklist.empty()) {
      Operation *op = worklist.pop_back_val();
      // Checks have no results and go with what they check. Ops that others
      // need, such as an epsilon that all layers share, have many users: see
      // the first and leave.
      if (llvm::all_of(op->getUsers(), [](Operation *user) {
            return user->getNumResults() == 0;
          }))
        eraseProvenChecks(op);
      if (!op->use_empty() ||
          !(constantOps.contains(op) || isOpTriviallyDead(op)))
        continue;
      add(op);
      count += !op->hasTrait<OpTrait::ConstantLike>();
      rewriter.eraseOp(op);
    }
    return count;
  }

  void eraseProvenChecks(Operation *op) {
    ConstantEvaluator evaluator(symbolTables);
    llvm::SmallSetVector<Operation *, 2> checks;
    for (Operation *user : op->getUsers())
      if (auto affine = dyn_cast<ChannelAffineOpInterface>(user))
        if (affine.isProvenCheck(evaluator))
          checks.insert(user);
    for (Operation *check : checks) {
      add(check);
      worklist.remove(op);
      rewriter.eraseOp(check);
    }
  }

private:
  RewriterBase &rewriter;
  SymbolTableCollection *symbolTables;
  const llvm::SmallPtrSetImpl<Operation *> &constantOps;
  llvm::SmallPtrSet<Operation *, 8> chainOps;
  llvm::SetVector<Operation *> worklist;
};

static unsigned applyPlan(RewriterBase &rewriter, ChannelLinearOpInterface op,
                          FoldPlan &plan, SymbolTableCollection *symbolTables) {
  OpBuilder::InsertionGuard guard(rewriter);
  SmallVector<Operation *> affineOps = getAffineOps(plan.chain);
  ConstantEraser eraser(rewriter, plan, symbolTables);
  eraser.add(op);
  SmallVector<Location> locations = {op->getLoc()};
  for (Operation *affine : affineOps) {
    eraser.add(affine);
    locations.push_back(affine->getLoc());
  }
  rewriter.setInsertionPoint(op);
  Value oldFilter = plan.form.filter->get();
  Value filter = castTo(rewriter, oldFilter.getType(),
                        createConstant(rewriter, op, oldFilter, plan.filter));
  Value bias = createConstant(rewriter, op, plan.form.bias, plan.bias);
  rewriter.modifyOpInPlace(
      op, [&] { op->setLoc(rewriter.getFusedLoc(locations)); });
  Value result = op.setFilterAndBias(rewriter, plan.form, filter, bias);
  unsigned numRemoved = dropChannelAffineChain(rewriter, plan.chain, result);
  eraser.eraseProvenChecks(op);
  return numRemoved + eraser.run();
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

private:
  void foldAllIn(Operation *root, StringRef name,
                 ArrayRef<Operation *> producers,
                 SymbolTableCollection &symbolTables);
};
} // namespace

/// Nested under functions the pass runs on several threads, and the remark
/// engine of a context does not lock.
static std::mutex remarkMutex;

namespace {
/// Remembers which ops are gone.
struct ErasureListener final : RewriterBase::Listener {
  void notifyOperationErased(Operation *op) override { erased.insert(op); }
  llvm::SmallPtrSet<Operation *, 32> erased;
};
} // namespace

static remark::RemarkOpts getRemarkOpts(StringRef name, StringRef function) {
  return remark::RemarkOpts::name(name)
      .category("fold-conv-bn")
      .function(function);
}

/// A prefix for resources that no other function of the module has, so that
/// names do not depend on which thread comes first.
static std::string getResourcePrefix(Operation *root) {
  SmallVector<std::string> path;
  for (Operation *op = root; op; op = op->getParentOp()) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    StringAttr name = symbol ? symbol.getNameAttr() : StringAttr();
    if (name) // "::" separates names, so it must not occur in one.
      path.push_back(llvm::join(llvm::split(name.getValue(), ':'), ":."));
    else if (op->getBlock()) // Anonymous: its position among its siblings.
      path.push_back(std::to_string(
          std::distance(op->getBlock()->begin(), Block::iterator(op))));
  }
  std::reverse(path.begin(), path.end());
  return path.empty() ? "folded" : llvm::join(path, "::");
}

void FoldConvBNPass::foldAllIn(Operation *root, StringRef name,
                               ArrayRef<Operation *> producers,
                               SymbolTableCollection &symbolTables) {
  const std::string prefix = getResourcePrefix(root);
  ErasureListener listener;
  IRRewriter rewriter(&getContext(), &listener);
  FoldConvBNOptions options;
  options.foldMatmul = foldMatmul;
  options.symbolTables = &symbolTables;
  unsigned numFolded = 0, numCandidates = 0, numRemoved = 0;
  for (Operation *producer : producers) {
    // A fold can take dead ops and constant expressions with it.
    if (listener.erased.contains(producer))
      continue;
    Location loc = producer->getLoc();
    options.resourcePrefix = (prefix + "_" + Twine(numFolded)).str();
    FoldConvBNResult result = foldConvBN(rewriter, producer, options);
    if (!result.isCandidate)
      continue;
    ++numCandidates;
    numFolded += result.folded;
    numRemoved += result.numRemovedOps;
    std::lock_guard<std::mutex> lock(remarkMutex);
    if (result.folded)
      remark::passed(loc, getRemarkOpts("Folded", name)) << result.message;
    else
      remark::missed(loc, getRemarkOpts("NotFolded", name)) << result.message;
  }
  if (numCandidates == 0)
    return;
  std::string summary =
      llvm::formatv("folded {0} of {1} convolution(s) and matrix "
                    "multiplication(s), {2} op(s) removed",
                    numFolded, numCandidates, numRemoved);
  std::lock_guard<std::mutex> lock(remarkMutex);
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
  for (auto &[function, ops] : producers) {
    auto symbol = dyn_cast<SymbolOpInterface>(function);
    foldAllIn(function, symbol ? symbol.getName() : StringRef(), ops,
              symbolTables);
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
