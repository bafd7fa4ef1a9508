//===- TosaToAscend.cpp - Convert tosa to ascend --------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Conversion/TosaToAscend/TosaToAscend.h"

#include "Patterns.h"

#include "../Utils/RaiseActivations.h"

#include "AscendFold/Dialect/Ascend/IR/Ascend.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_CONVERTTOSATOASCENDPASS
#include "AscendFold/Conversion/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {
struct ConvertTosaToAscendPass final
    : ascend::impl::ConvertTosaToAscendPassBase<ConvertTosaToAscendPass> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet owning(context);
    populateTosaToAscendPatterns(owning);
    patterns = std::move(owning);
    return success();
  }

  void runOnOperation() override {
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

void ascend::populateTosaToAscendPatterns(RewritePatternSet &patterns,
                                          PatternBenefit benefit) {
  populateTosaConvPatterns(patterns, benefit);
  populateTosaElementwisePatterns(patterns, benefit);
  populateTosaMovementPatterns(patterns, benefit);
  populateTosaWindowPatterns(patterns, benefit);
  populateRaiseActivationPatterns(patterns, translateTosaOp, benefit);
}
