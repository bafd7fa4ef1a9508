//===- FoldParallelConvsTest.cpp - Tests of the fold-parallel-convs API ---===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Transforms/FoldParallelConvs.h"

#include "AscendFold/Interfaces/ExternalModels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {
constexpr const char *kBlock = R"mlir(
func.func @block(%x: tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w3 = "tosa.const"() <{values = dense<1.0> : tensor<1x3x3x1xf32>}> : () -> tensor<1x3x3x1xf32>
  %w1 = "tosa.const"() <{values = dense<2.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %0 = tosa.conv2d %x, %w3, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>, tensor<1x3x3x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %1 = tosa.conv2d %x, %w1, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>, tensor<1x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %2 = tosa.add %1, %0 : (tensor<1x4x4x1xf32>, tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32>
  return %2 : tensor<1x4x4x1xf32>
}
)mlir";

class FoldParallelConvsTest : public ::testing::Test {
protected:
  FoldParallelConvsTest() {
    DialectRegistry registry;
    registry.insert<arith::ArithDialect, func::FuncDialect,
                    tensor::TensorDialect, tosa::TosaDialect>();
    registerAllExternalModels(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    module = parseSourceString<ModuleOp>(kBlock, &context);
  }

  unsigned countConvs() {
    unsigned count = 0;
    module->walk([&](tosa::Conv2DOp) { ++count; });
    return count;
  }
  Operation *getSum() {
    Operation *sum = nullptr;
    module->walk([&](tosa::AddOp op) { sum = op; });
    return sum;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};
} // namespace

TEST_F(FoldParallelConvsTest, MergesIntoTheLargest) {
  ASSERT_TRUE(module);
  IRRewriter rewriter(&context);
  FoldParallelConvsResult result = foldParallelConvs(rewriter, getSum());
  EXPECT_EQ(result.numMerges, 1u);
  EXPECT_EQ(result.numRemovedOps, 2u);
  ASSERT_EQ(result.events.size(), 1u);
  EXPECT_EQ(result.events[0].message,
            "merged 1x1 'tosa.conv2d' into 3x3 'tosa.conv2d': 2 op(s) removed");
  EXPECT_EQ(countConvs(), 1u);
  EXPECT_TRUE(succeeded(verify(*module)));
}

TEST_F(FoldParallelConvsTest, ControlSeesTheBranchesAndCanVeto) {
  ASSERT_TRUE(module);
  unsigned numCalls = 0;
  FoldParallelConvsOptions options;
  options.control = [&](const FoldParallelConvsCandidate &candidate) {
    ++numCalls;
    auto kept = cast<tosa::Conv2DOp>(candidate.kept);
    EXPECT_EQ(kept.getPad()[0], 1);
    EXPECT_EQ(candidate.merged.size(), 1u);
    return false;
  };
  IRRewriter rewriter(&context);
  FoldParallelConvsResult result =
      foldParallelConvs(rewriter, getSum(), options);
  EXPECT_EQ(numCalls, 1u);
  EXPECT_EQ(result.numMerges, 0u);
  ASSERT_EQ(result.events.size(), 1u);
  EXPECT_FALSE(result.events[0].merged);
  EXPECT_EQ(result.events[0].message,
            "not merged: the branches beside 3x3 'tosa.conv2d': the control "
            "function vetoed it");
  EXPECT_EQ(countConvs(), 2u);
}

TEST_F(FoldParallelConvsTest, Pattern) {
  ASSERT_TRUE(module);
  RewritePatternSet patterns(&context);
  populateFoldParallelConvsPatterns(patterns);
  ASSERT_TRUE(succeeded(applyPatternsGreedily(*module, std::move(patterns))));
  EXPECT_EQ(countConvs(), 1u);
  EXPECT_EQ(getSum(), nullptr);
}
