//===- FoldPlan.cpp - What a fold will do ---------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoldPlan.h"

#include "AscendFold/Analysis/ConstantEvaluator.h"

using namespace mlir;
using namespace mlir::ascend;

static bool isAll(ArrayRef<double> values, double expected) {
  return llvm::all_of(values, [&](double v) { return v == expected; });
}

/// Whether the fold would leave the program no shorter.
static bool isPointless(const FoldPlan &plan, std::string &why) {
  if (plan.chain.numComputeOps > 1 || isAll(plan.chain.shift, 0.0))
    return false;
  if (plan.form.isMatmul && isAll(plan.chain.scale, 1.0)) {
    why = "only a bias is added, which a matrix multiplication has no better "
          "place for";
    return true;
  }
  if (plan.form.biasNeedsOp) {
    why = "the op that follows would be replaced by another for the bias";
    return true;
  }
  return false;
}

SmallVector<Operation *> ascend::getAffineOps(const ChannelAffineChain &chain) {
  SmallVector<Operation *> ops;
  for (const ChannelAffineLink &link : chain.links)
    if (link.step.numComputeOps > 0)
      ops.push_back(ChannelAffineOpInterface(link.op).getOperation());
  return ops;
}

FailureOr<FoldPlan> ascend::makeFoldPlan(ChannelLinearOpInterface op,
                                         const FoldConvBNOptions &options,
                                         std::string &why) {
  FoldPlan plan;
  FailureOr<ChannelLinearForm> form = op.getChannelLinearForm(why);
  if (failed(form))
    return failure();
  plan.form = std::move(*form);
  if (plan.form.isMatmul && !options.foldMatmul) {
    why = "folding into matrix multiplications is switched off";
    return failure();
  }
  ConstantEvaluator evaluator(options.symbolTables);
  FailureOr<ChannelAffineChain> chain =
      analyzeChannelAffineChain(plan.form, evaluator, why);
  if (failed(chain))
    return failure();
  plan.chain = std::move(*chain);
  if (isPointless(plan, why))
    return failure();
  SmallVector<Operation *> affineOps = getAffineOps(plan.chain);
  if (options.control &&
      !options.control({op, affineOps, plan.chain.scale, plan.chain.shift})) {
    why = "the control function vetoed it";
    return failure();
  }
  if (failed(foldIntoResult(plan.form, plan.chain.scale, plan.chain.shift,
                            evaluator, options.resourcePrefix, plan.operands,
                            why)))
    return failure();
  plan.constantOps = evaluator.getEvaluatedOps();
  return plan;
}
