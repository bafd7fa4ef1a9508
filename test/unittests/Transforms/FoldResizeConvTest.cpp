//===- FoldResizeConvTest.cpp - Tests of the fold-resize-conv API ---------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Transforms/FoldResizeConv.h"

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

/// A nearest resize by 2, a 1x1 and a 3x3 convolution.
static constexpr const char *kSource = R"mlir(
func.func @main(%x: tensor<1x8x8x8xf32>, %b: tensor<8xf32>)
    -> tensor<1x16x16x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}>
      : () -> tensor<1xf32>
  %w1 = "tosa.const"() <{values = dense<0.5> : tensor<8x1x1x8xf32>}>
      : () -> tensor<8x1x1x8xf32>
  %w3 = "tosa.const"() <{values = dense<0.5> : tensor<8x3x3x8xf32>}>
      : () -> tensor<8x3x3x8xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>}
      : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>}
      : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>}
      : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR}
      : (tensor<1x8x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>)
      -> tensor<1x16x16x8xf32>
  %0 = tosa.conv2d %u, %w1, %b, %z, %z {acc_type = f32,
      dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>,
      stride = array<i64: 1, 1>}
      : (tensor<1x16x16x8xf32>, tensor<8x1x1x8xf32>, tensor<8xf32>,
         tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8xf32>
  %1 = tosa.conv2d %0, %w3, %b, %z, %z {acc_type = f32,
      dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>,
      stride = array<i64: 1, 1>}
      : (tensor<1x16x16x8xf32>, tensor<8x3x3x8xf32>, tensor<8xf32>,
         tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8xf32>
  return %1 : tensor<1x16x16x8xf32>
}
)mlir";

namespace {
class FoldResizeConvTest : public ::testing::Test {
protected:
  FoldResizeConvTest() {
    DialectRegistry registry;
    registry.insert<arith::ArithDialect, func::FuncDialect,
                    tensor::TensorDialect, tosa::TosaDialect>();
    registerAllExternalModels(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    module = parseSourceString<ModuleOp>(kSource, &context);
  }

  template <typename Op>
  unsigned count() {
    unsigned number = 0;
    module->walk([&](Op) { ++number; });
    return number;
  }

  tosa::ResizeOp getResize() {
    tosa::ResizeOp result;
    module->walk([&](tosa::ResizeOp op) { result = op; });
    return result;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

// The patterns do what the pass does, in a greedy driver.
TEST_F(FoldResizeConvTest, Patterns) {
  RewritePatternSet patterns(&context);
  populateFoldResizeConvPatterns(patterns);
  ASSERT_TRUE(succeeded(applyPatternsGreedily(*module, std::move(patterns))));
  EXPECT_TRUE(succeeded(verify(*module)));
  EXPECT_EQ(count<tosa::ResizeOp>(), 0u);
  EXPECT_EQ(count<tosa::Conv2DOp>(), 5u);
}

// The control function sees each rewrite, and what it vetoes does not happen.
TEST_F(FoldResizeConvTest, Control) {
  SmallVector<unsigned> numConvolutions;
  RewritePatternSet patterns(&context);
  populateFoldResizeConvPatterns(
      patterns, [&](const FoldResizeConvCandidate &candidate) {
        EXPECT_TRUE(isa<tosa::ResizeOp>(candidate.resize));
        EXPECT_TRUE(isa<tosa::Conv2DOp>(candidate.conv));
        numConvolutions.push_back(candidate.numConvolutions);
        return candidate.numConvolutions == 1;
      });
  ASSERT_TRUE(succeeded(applyPatternsGreedily(*module, std::move(patterns))));
  EXPECT_TRUE(llvm::is_contained(numConvolutions, 1u));
  EXPECT_TRUE(llvm::is_contained(numConvolutions, 4u));
  EXPECT_EQ(count<tosa::Conv2DOp>(), 2u);
  ASSERT_TRUE(getResize());
  EXPECT_EQ(cast<RankedTensorType>(getResize().getInput().getType()),
            RankedTensorType::get({1, 8, 8, 8}, Float32Type::get(&context)));
}

TEST_F(FoldResizeConvTest, SaysWhereTheResizeIs) {
  IRRewriter rewriter(&context);
  FoldResizeConvResult moved = foldResizeConv(rewriter, getResize());
  EXPECT_TRUE(moved.folded);
  ASSERT_EQ(moved.movedResize, getResize());
  FoldResizeConvResult gone = foldResizeConv(rewriter, moved.movedResize);
  EXPECT_TRUE(gone.folded);
  EXPECT_EQ(gone.movedResize, nullptr);
  EXPECT_TRUE(succeeded(verify(*module)));
}

TEST_F(FoldResizeConvTest, RefusesOtherOps) {
  IRRewriter rewriter(&context);
  FoldResizeConvResult result = foldResizeConv(rewriter, *module);
  EXPECT_FALSE(result.folded);
  EXPECT_FALSE(result.message.empty());
}
} // namespace
