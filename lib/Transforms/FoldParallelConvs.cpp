//===- FoldParallelConvs.cpp - Merge convolutions -------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Transforms/FoldParallelConvs.h"

#include "ConvBranch.h"
#include "FoldUtils.h"
#include "MergeConvs.h"

#include "AscendFold/Interfaces/ExternalModels.h"
#include "AscendFold/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include "llvm/ADT/MapVector.h"

#define DEBUG_TYPE "fold-parallel-convs"

namespace mlir::ascend {
#define GEN_PASS_DEF_FOLDPARALLELCONVSPASS
#include "AscendFold/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

/// Merges `conv` with what is before it, as long as that is a convolution.
static void mergeRow(RewriterBase &rewriter, Operation *conv,
                     const FoldParallelConvsOptions &options,
                     FoldParallelConvsResult &result) {
  FoldParallelConvsOptions numbered = options;
  for (; conv && options.consecutive;
       conv = mergeConsecutiveConvs(rewriter, conv, numbered, result))
    numbered.resourcePrefix =
        (options.resourcePrefix + "_" + Twine(result.numMerges)).str();
}

static void dropRefusals(FoldParallelConvsResult &result, size_t begin) {
  auto isRefusal = [](const FoldParallelConvsEvent &event) {
    return !event.merged;
  };
  auto &events = result.events;
  events.erase(std::remove_if(events.begin() + begin, events.end(), isRefusal),
               events.end());
}

FoldParallelConvsResult
ascend::foldParallelConvs(RewriterBase &rewriter, Operation *op,
                          const FoldParallelConvsOptions &options) {
  FoldParallelConvsResult result;
  if (!isRootOfSum(op)) {
    mergeRow(rewriter, op, options, result);
    return result;
  }
  FoldParallelConvsOptions numbered = options;
  for (Operation *root = op; root;) {
    numbered.resourcePrefix =
        (options.resourcePrefix + "_" + Twine(result.numMerges)).str();
    const size_t before = result.events.size();
    ParallelMerge merge = mergeParallelConvs(rewriter, root, numbered, result);
    if (!merge.kept)
      break;
    // What was refused beside the merge is looked at again with the rest.
    if (merge.rest)
      dropRefusals(result, before);
    // A row that ends here has been reported where it was found.
    const size_t beforeRow = result.events.size();
    mergeRow(rewriter, merge.kept, options, result);
    dropRefusals(result, beforeRow);
    root = merge.rest;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Pattern and pass
//===----------------------------------------------------------------------===//

namespace {
/// IN:  %1 = conv(%x, W1) + b1,  %2 = conv(%x, W2) + b2,  %3 = %1 + %2
/// OUT: %3 = conv(%x, W1 + W2) + (b1 + b2)
struct MergeConvs final : RewritePattern {
  MergeConvs(MLIRContext *context, FoldParallelConvsOptions options,
             PatternBenefit benefit)
      : RewritePattern(MatchAnyOpTypeTag(), benefit, context),
        options(std::move(options)) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    FoldParallelConvsResult result = foldParallelConvs(rewriter, op, options);
    if (result.numMerges > 0)
      return success();
    if (result.events.empty())
      return failure();
    return rewriter.notifyMatchFailure(op, result.events.back().message);
  }

  FoldParallelConvsOptions options;
};

class FoldParallelConvsPass final
    : public ascend::impl::FoldParallelConvsPassBase<FoldParallelConvsPass> {
public:
  using FoldParallelConvsPassBase::FoldParallelConvsPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, tensor::TensorDialect>();
    registerAllExternalModels(registry);
  }

  void runOnOperation() override;

private:
  void mergeAllIn(Operation *root, StringRef name, ArrayRef<Operation *> ops,
                  SymbolTableCollection &symbolTables);
};
} // namespace

static remark::RemarkOpts getRemarkOpts(StringRef name, StringRef function) {
  return remark::RemarkOpts::name(name)
      .category("fold-parallel-convs")
      .function(function);
}

static void report(ArrayRef<FoldParallelConvsEvent> events, StringRef name) {
  std::lock_guard<std::mutex> lock(getRemarkMutex());
  for (const FoldParallelConvsEvent &event : events) {
    if (event.merged)
      remark::passed(event.loc, getRemarkOpts("Merged", name)) << event.message;
    else
      remark::missed(event.loc, getRemarkOpts("NotMerged", name))
          << event.message;
  }
}

void FoldParallelConvsPass::mergeAllIn(Operation *root, StringRef name,
                                       ArrayRef<Operation *> ops,
                                       SymbolTableCollection &symbolTables) {
  const std::string prefix = getResourcePrefix(root) + "_merged";
  ErasureListener listener;
  IRRewriter rewriter(&getContext(), &listener);
  FoldParallelConvsOptions options;
  options.consecutive = consecutive;
  options.symbolTables = &symbolTables;
  unsigned numMerges = 0;
  for (Operation *op : ops) {
    if (listener.erased.contains(op))
      continue;
    options.resourcePrefix = (prefix + "_" + Twine(numMerges)).str();
    FoldParallelConvsResult result = foldParallelConvs(rewriter, op, options);
    numMerges += result.numMerges;
    report(result.events, name);
  }
}

void FoldParallelConvsPass::runOnOperation() {
  // Group by function, in program order.
  llvm::MapVector<Operation *, SmallVector<Operation *>> candidates;
  getOperation()->walk([&](Operation *op) {
    if (!isa<ChannelLinearOpInterface>(op) && !isRootOfSum(op))
      return;
    Operation *function = op->getParentOfType<FunctionOpInterface>();
    candidates[function ? function : getOperation()].push_back(op);
  });
  if (candidates.empty())
    return markAllAnalysesPreserved();
  SymbolTableCollection symbolTables;
  for (auto &[function, ops] : candidates) {
    auto symbol = dyn_cast<SymbolOpInterface>(function);
    mergeAllIn(function, symbol ? symbol.getName() : StringRef(), ops,
               symbolTables);
  }
}

void ascend::populateFoldParallelConvsPatterns(
    RewritePatternSet &patterns, const FoldParallelConvsOptions &options,
    PatternBenefit benefit) {
  patterns.add<MergeConvs>(patterns.getContext(), options, benefit);
}
