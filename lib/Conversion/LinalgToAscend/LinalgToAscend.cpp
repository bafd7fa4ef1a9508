//===- LinalgToAscend.cpp - Convert linalg to ascend ----------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Conversion/LinalgToAscend/LinalgToAscend.h"

#include "Patterns.h"

#include "../Utils/RaiseActivations.h"

#include "AscendFold/Dialect/Ascend/IR/Ascend.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_CONVERTLINALGTOASCENDPASS
#include "AscendFold/Conversion/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {
struct ConvertLinalgToAscendPass final
    : ascend::impl::ConvertLinalgToAscendPassBase<ConvertLinalgToAscendPass> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet owning(context);
    populateLinalgToAscendPatterns(owning);
    patterns = std::move(owning);
    return success();
  }

  void runOnOperation() override {
    // Uses come after what they use: a division by the size of a window is
    // still there when the pool before it is looked at.
    GreedyRewriteConfig config;
    config.setUseTopDownTraversal(true);
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    if (failed(applyPatternsGreedily(getOperation(), patterns, config)))
      signalPassFailure();
  }

private:
  FrozenRewritePatternSet patterns;
};
} // namespace

void ascend::populateLinalgToAscendPatterns(RewritePatternSet &patterns,
                                            PatternBenefit benefit) {
  populateLinalgConvPatterns(patterns, benefit);
  populateLinalgElementwisePatterns(patterns, benefit);
  populateLinalgMatmulPatterns(patterns, benefit);
  populateLinalgMovementPatterns(patterns, benefit);
  populateLinalgPoolPatterns(patterns, benefit);
  populateLinalgReducePatterns(patterns, benefit);
  populateLinalgResizePatterns(patterns, benefit);
  populateRaiseActivationPatterns(patterns, /*translate=*/nullptr, benefit);
}
