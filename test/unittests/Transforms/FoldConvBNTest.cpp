//===- FoldConvBNTest.cpp - Tests of the fold-conv-bn API -----------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Transforms/FoldConvBN.h"

#include "AscendFold/Interfaces/ExternalModels.h"
#include "AscendFold/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#include "llvm/ADT/APFloat.h"

#include "gtest/gtest.h"

#include <cmath>
#include <random>

using namespace mlir;
using namespace mlir::ascend;

namespace {
constexpr int64_t kChannels = 10000, kFanIn = 9;

/// %0 = tosa.conv2d 1x1 with `kChannels` outputs, then BatchNorm as sub, add,
/// rsqrt, mul, mul, add. Weights and parameters are drawn at random and kept.
class FoldConvBNTest : public ::testing::Test {
protected:
  FoldConvBNTest() {
    DialectRegistry registry;
    registry.insert<arith::ArithDialect, func::FuncDialect,
                    tensor::TensorDialect, tosa::TosaDialect>();
    registerAllExternalModels(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  void build(FloatType elementType);
  Value constant(OpBuilder &builder, ArrayRef<int64_t> shape,
                 ArrayRef<double> values);
  std::vector<double> draw(int64_t count, double low, double high);
  double round(double value) const;
  tosa::Conv2DOp getConv();

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  FloatType type;
  std::mt19937_64 random{42};
  std::vector<double> weights, gamma, beta, mean, var, bias;
  double epsilon = 0;
};
} // namespace

double FoldConvBNTest::round(double value) const {
  APFloat number(value);
  bool losesInfo;
  number.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return number.convertToDouble();
}

std::vector<double> FoldConvBNTest::draw(int64_t count, double low,
                                         double high) {
  std::uniform_real_distribution<double> distribution(low, high);
  std::vector<double> values(count);
  for (double &value : values)
    value = round(distribution(random));
  return values;
}

Value FoldConvBNTest::constant(OpBuilder &builder, ArrayRef<int64_t> shape,
                               ArrayRef<double> values) {
  auto tensorType = RankedTensorType::get(shape, type);
  SmallVector<Attribute> attrs;
  for (double value : values)
    attrs.push_back(builder.getFloatAttr(type, value));
  return tosa::ConstOp::create(builder, builder.getUnknownLoc(), tensorType,
                               DenseElementsAttr::get(tensorType, attrs));
}

void FoldConvBNTest::build(FloatType elementType) {
  type = elementType;
  weights = draw(kChannels * kFanIn, -1, 1);
  gamma = draw(kChannels, -2, 2);
  beta = draw(kChannels, -1, 1);
  mean = draw(kChannels, -1, 1);
  var = draw(kChannels, 1e-3, 4);
  bias = draw(kChannels, -1, 1);
  epsilon = round(1e-3);

  OpBuilder b(&context);
  Location loc = b.getUnknownLoc();
  module = ModuleOp::create(loc);
  auto inputType = RankedTensorType::get({1, 1, 1, kFanIn}, type);
  auto outputType = RankedTensorType::get({1, 1, 1, kChannels}, type);
  b.setInsertionPointToStart(module->getBody());
  auto function = func::FuncOp::create(
      b, loc, "main", b.getFunctionType({inputType}, {outputType}));
  b.setInsertionPointToStart(function.addEntryBlock());
  Value zero = constant(b, {1}, {0.0});
  Value shift = tosa::ConstOp::create(
      b, loc, RankedTensorType::get({1}, b.getI8Type()),
      DenseElementsAttr::get(RankedTensorType::get({1}, b.getI8Type()),
                             static_cast<int8_t>(0)));
  auto parameter = [&](ArrayRef<double> values) {
    return constant(b, {1, 1, 1, static_cast<int64_t>(values.size())}, values);
  };
  Value x = tosa::Conv2DOp::create(
      b, loc, outputType, function.getArgument(0),
      constant(b, {kChannels, 1, 1, kFanIn}, weights),
      constant(b, {kChannels}, bias), zero, zero,
      b.getDenseI64ArrayAttr({0, 0, 0, 0}), b.getDenseI64ArrayAttr({1, 1}),
      b.getDenseI64ArrayAttr({1, 1}), TypeAttr::get(b.getF32Type()));
  x = tosa::SubOp::create(b, loc, outputType, x, parameter(mean));
  Value scale = tosa::AddOp::create(b, loc, outputType, parameter(var),
                                    parameter({epsilon}));
  scale = tosa::RsqrtOp::create(b, loc, outputType, scale);
  x = tosa::MulOp::create(b, loc, outputType, x, scale, shift);
  x = tosa::MulOp::create(b, loc, outputType, x, parameter(gamma), shift);
  x = tosa::AddOp::create(b, loc, outputType, x, parameter(beta));
  func::ReturnOp::create(b, loc, x);
  ASSERT_TRUE(succeeded(verify(*module)));
}

tosa::Conv2DOp FoldConvBNTest::getConv() {
  tosa::Conv2DOp conv;
  module->walk([&](tosa::Conv2DOp op) { conv = op; });
  return conv;
}

static std::vector<double> getValues(Value value, FloatType type) {
  auto constant = value.getDefiningOp<tosa::ConstOp>();
  auto attr = cast<DenseResourceElementsAttr>(constant.getValues());
  ArrayRef<char> raw = attr.getData();
  auto dense = DenseElementsAttr::getFromRawBuffer(attr.getType(), raw);
  std::vector<double> values;
  for (const APFloat &number : dense.getValues<APFloat>())
    values.push_back(FloatAttr::get(type, number).getValueAsDouble());
  return values;
}

static unsigned countOps(ModuleOp module) {
  unsigned count = 0;
  module.walk([&](Operation *op) {
    count +=
        isa<tosa::TosaDialect>(op->getDialect()) && !isa<tosa::ConstOp>(op);
  });
  return count;
}

/// The reference: W * gamma / sqrt(var + eps) in f64, rounded once.
static void checkWeights(ArrayRef<double> folded, ArrayRef<double> weights,
                         ArrayRef<double> gamma, ArrayRef<double> var,
                         double epsilon, function_ref<double(double)> round) {
  ASSERT_EQ(folded.size(), weights.size());
  unsigned mismatches = 0;
  for (size_t i = 0; i < folded.size(); ++i) {
    size_t c = i / kFanIn;
    double exact = weights[i] * gamma[c] / std::sqrt(var[c] + epsilon);
    mismatches += folded[i] != round(exact);
    EXPECT_TRUE(std::isfinite(folded[i]));
  }
  EXPECT_EQ(mismatches, 0u);
}

// NOLINTNEXTLINE(misc-multiple-inheritance): as GoogleTest wants it.
class RoundingTest : public FoldConvBNTest,
                     public ::testing::WithParamInterface<const char *> {};

TEST_P(RoundingTest, WeightsAreCorrectlyRounded) {
  Builder builder(&context);
  StringRef name = GetParam();
  build(name == "f32"   ? FloatType(builder.getF32Type())
        : name == "f16" ? FloatType(builder.getF16Type())
                        : FloatType(builder.getBF16Type()));
  PassManager manager(&context);
  manager.addPass(createFoldConvBNPass());
  ASSERT_TRUE(succeeded(manager.run(*module)));
  EXPECT_EQ(countOps(*module), 1u);
  auto round = [&](double value) { return this->round(value); };
  checkWeights(getValues(getConv().getWeight(), type), weights, gamma, var,
               epsilon, round);

  std::vector<double> folded = getValues(getConv().getBias(), type);
  for (int64_t c = 0; c < kChannels; ++c) {
    double exact =
        (bias[c] - mean[c]) * gamma[c] / std::sqrt(var[c] + epsilon) + beta[c];
    // The sum is associated differently: one unit in the last place of the
    // largest term at most, before the one rounding.
    EXPECT_NEAR(folded[c], exact,
                std::abs(exact) *
                        std::ldexp(1.0, -int(type.getFPMantissaWidth())) +
                    1e-12)
        << "channel " << c;
  }
}

INSTANTIATE_TEST_SUITE_P(, RoundingTest,
                         ::testing::Values("f32", "f16", "bf16"));

TEST_F(FoldConvBNTest, ControlFunctionSeesAndVetoes) {
  build(Builder(&context).getF32Type());
  unsigned calls = 0;
  auto veto = [&](const FoldConvBNCandidate &candidate) {
    ++calls;
    EXPECT_TRUE(isa<tosa::Conv2DOp>(candidate.producer));
    EXPECT_EQ(candidate.affineOps.size(), 4u);
    EXPECT_EQ(candidate.scale.size(), size_t(kChannels));
    EXPECT_DOUBLE_EQ(candidate.scale[7],
                     gamma[7] / std::sqrt(var[7] + epsilon));
    return false;
  };
  RewritePatternSet patterns(&context);
  populateFoldConvBNPatterns(patterns, veto);
  GreedyRewriteConfig config;
  EXPECT_TRUE(succeeded(
      applyPatternsGreedily(module.get(), std::move(patterns), config)));
  EXPECT_GE(calls, 1u);
  EXPECT_EQ(countOps(*module), 7u);
}

TEST_F(FoldConvBNTest, PatternsFold) {
  build(Builder(&context).getF32Type());
  RewritePatternSet patterns(&context);
  populateFoldConvBNPatterns(patterns);
  EXPECT_TRUE(
      succeeded(applyPatternsGreedily(module.get(), std::move(patterns))));
  EXPECT_EQ(countOps(*module), 1u);
  auto round = [&](double value) { return this->round(value); };
  checkWeights(getValues(getConv().getWeight(), type), weights, gamma, var,
               epsilon, round);
}

TEST_F(FoldConvBNTest, ReportsWhatHappened) {
  build(Builder(&context).getF32Type());
  IRRewriter rewriter(&context);
  FoldConvBNResult first = foldConvBN(rewriter, getConv());
  EXPECT_TRUE(first.folded);
  EXPECT_EQ(first.numRemovedOps, 6u);
  FoldConvBNResult second = foldConvBN(rewriter, getConv());
  EXPECT_FALSE(second.folded);
  EXPECT_TRUE(second.isCandidate);
  EXPECT_EQ(second.message,
            "nothing folded into 'tosa.conv2d': what follows is "
            "'func.return': it is not affine in the result");
  EXPECT_FALSE(foldConvBN(rewriter, *module).isCandidate);
}
