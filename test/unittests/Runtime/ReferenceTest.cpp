//===- ReferenceTest.cpp - Tests of the reference itself ------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers worked out by hand, and the proof that a wrong output is noticed.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

#include "gtest/gtest-spi.h"

#include <cstring>

using namespace ascendrt_test;

static Values compute(const Description &desc,
                      const std::vector<Values> &args) {
  return computeReference(desc.get(), args).values;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

TEST(ReferenceTest, HalvesSurviveMemory) {
  // All numbers of f16, and of bf16 as far as f64 tells them apart.
  ascendrt_tensor half = makeTensor(ASCENDRT_F16, {0x7c00});
  Buffer buffer(half), copy(half);
  auto *bits = static_cast<uint16_t *>(buffer.data());
  for (int i = 0; i < 0x7c00; ++i)
    bits[i] = static_cast<uint16_t>(i);
  copy.store(buffer.load());
  EXPECT_EQ(memcmp(buffer.data(), copy.data(), buffer.size()), 0);
  EXPECT_EQ(buffer.load()[0x3c00], 1);
  EXPECT_EQ(buffer.load()[0x7bff], 65504);
  EXPECT_EQ(buffer.load()[1], 0x1p-24);
}

TEST(ReferenceTest, RoundsToNearestEven) {
  EXPECT_EQ(roundTo(ASCENDRT_F16, 1 + 0x1p-11), 1);
  EXPECT_EQ(roundTo(ASCENDRT_F16, 1 + 0x3p-11), 1 + 0x1p-9);
  EXPECT_EQ(roundTo(ASCENDRT_BF16, 1 + 0x1p-8), 1);
  EXPECT_EQ(roundTo(ASCENDRT_BF16, 1 + 0x1.01p-8), 1 + 0x1p-7);
  EXPECT_EQ(roundTo(ASCENDRT_F16, 0x1p-25), 0);
  EXPECT_EQ(roundTo(ASCENDRT_F32, 1 + 0x1p-24), 1);
}

TEST(ReferenceTest, Places) {
  EXPECT_EQ(elementOffset(makeTensor(0, {2, 3, 4, 5}), {1, 2, 3, 4}), 119);
  EXPECT_EQ(elementOffset(makeTensor(0, {2, 3, 4, 5}, Layout::ChannelsLast),
                          {1, 2, 0, 1}),
            60 + 3 + 2);
  EXPECT_EQ(elementOffset(makeTensor(0, {2, 19, 4, 5}, Layout::Blocked),
                          {1, 17, 2, 3}),
            ((1 * 2 + 1) * 20 + 2 * 5 + 3) * 16 + 1);
  // A slice of 3 of 8 channels.
  EXPECT_EQ(
      elementOffset(makeTensor(0, {2, 3, 4, 5}, Layout::Slice), {1, 0, 0, 0}),
      8 * 20);
}

/// One number off, one NaN, one byte in a gap.
TEST(ReferenceTest, WrongOutputsAreNoticed) {
  ascendrt_tensor slice =
      makeTensor(ASCENDRT_F32, {2, 3, 2, 2}, Layout::ChannelsLastSlice);
  static OperatorRun *run;
  OperatorRun relu(makeActivation(slice, ASCENDRT_RELU));
  run = &relu;
  auto *output = static_cast<float *>(relu.pointer(1));
  auto restore = [&] {
    int64_t position = 0;
    Values values = relu.expected().values;
    forEachIndex(dimsOf(slice), [&](const Dims &index) {
      output[elementOffset(slice, index)] =
          static_cast<float>(values[position++]);
    });
  };
  restore();
  relu.expectCorrect();
  output[0] += 1e-3f;
  EXPECT_NONFATAL_FAILURE(run->expectCorrect(), "+-");
  output[0] = NAN;
  EXPECT_NONFATAL_FAILURE(run->expectCorrect(), "nan");
  restore();
  output[3] = 0;
  EXPECT_NONFATAL_FAILURE(run->expectCorrect(), "areGapsIntact");
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

TEST(ReferenceTest, Convolution) {
  Conv line = Conv(1, 1, {4}).filters(1, {2});
  EXPECT_EQ(compute(line, {{1, 2, 3, 4}, {10, 1}, {}, {}, {}}),
            (Values{12, 23, 34}));
  EXPECT_EQ(compute(Conv(line).pad({1}, {0}).stride({2}),
                    {{1, 2, 3, 4}, {10, 1}, {}, {}, {}}),
            (Values{1, 23}));
  EXPECT_EQ(compute(Conv(line).dilation({2}).bias(),
                    {{1, 2, 3, 4}, {10, 1}, {100}, {}, {}}),
            (Values{113, 124}));
  // Two groups of one channel, two filters each.
  EXPECT_EQ(compute(Conv(1, 2, {1}).filters(4, {1}, 2),
                    {{3, 5}, {1, 2, 3, 4}, {}, {}, {}}),
            (Values{3, 6, 15, 20}));
}

TEST(ReferenceTest, TransposedConvolution) {
  Conv line = Conv(1, 1, {2}).transposed().filters(1, {3}).stride({2});
  // 1 * (a, b, c, 0, 0) + 2 * (0, 0, a, b, c).
  EXPECT_EQ(compute(line, {{1, 2}, {1, 10, 100}, {}, {}, {}}),
            (Values{1, 10, 102, 20, 200}));
  EXPECT_EQ(
      compute(Conv(line).pad({1}, {0}), {{1, 2}, {1, 10, 100}, {}, {}, {}}),
      (Values{10, 102, 20, 200}));
  EXPECT_EQ(
      compute(Conv(line).pad({0}, {-1}), {{1, 2}, {1, 10, 100}, {}, {}, {}}),
      (Values{1, 10, 102, 20, 200, 0}));
}

TEST(ReferenceTest, ConvolutionWithBatchNorm) {
  ascendrt_conv_desc desc =
      Conv(1, 1, {1}).filters(1, {1}).bias().batchNorm().build();
  desc.epsilon = 0;
  // ((3 * 5 + 1) - 4) / 2 * -10 + 7
  EXPECT_EQ(compute(desc, {{3}, {5}, {1}, {}, {}, {-10}, {7}, {4}, {4}}),
            (Values{-53}));
}

TEST(ReferenceTest, EpiloguesInOrder) {
  Conv one = Conv(1, 1, {1}).filters(1, {1});
  std::vector<Values> args = {{1}, {-3}, {}, {2}, {}};
  EXPECT_EQ(
      compute(Conv(one).step(ASCENDRT_RESIDUAL).step(ASCENDRT_RELU), args),
      (Values{0}));
  EXPECT_EQ(
      compute(Conv(one).step(ASCENDRT_RELU).step(ASCENDRT_RESIDUAL), args),
      (Values{2}));
}

TEST(ReferenceTest, Functions) {
  auto at = [](ascendrt_function function, double x, float alpha = 0,
               float beta = 0) {
    return applyStep({function, alpha, beta}, {x, 0}, 0).value;
  };
  EXPECT_EQ(at(ASCENDRT_RELU, -1), 0);
  EXPECT_EQ(at(ASCENDRT_LEAKY_RELU, -2, 0.25f), -0.5);
  EXPECT_EQ(at(ASCENDRT_CLAMP, 9, -1, 6), 6);
  EXPECT_EQ(at(ASCENDRT_SIGMOID, 0), 0.5);
  EXPECT_NEAR(at(ASCENDRT_TANH, 1), 0.7615941559557649, 1e-15);
  EXPECT_NEAR(at(ASCENDRT_SILU, 1), 0.7310585786300049, 1e-15);
  EXPECT_EQ(at(ASCENDRT_HARD_SWISH, 1.5), 1.125);
  EXPECT_EQ(at(ASCENDRT_HARD_SIGMOID, 1, 0.25f, 0.5f), 0.75);
  EXPECT_NEAR(at(ASCENDRT_GELU_ERF, 1), 0.8413447460685429, 1e-15);
  EXPECT_NEAR(at(ASCENDRT_GELU_TANH, 1), 0.8411919906082768, 1e-15);
}

TEST(ReferenceTest, Pools) {
  ascendrt_tensor line = makeTensor(ASCENDRT_F32, {1, 1, 4});
  std::vector<Values> args = {{1, 2, 3, 6}, {}};
  EXPECT_EQ(compute(makePool(ASCENDRT_POOL_MAX, line, 3, 2, 1, 1), args),
            (Values{2, 6}));
  EXPECT_EQ(compute(makePool(ASCENDRT_POOL_AVG, line, 2, 2, 1, 1), args),
            (Values{1, 2.5, 6}));
  EXPECT_EQ(
      compute(makePool(ASCENDRT_POOL_AVG_WITH_PADDING, line, 2, 2, 1, 1), args),
      (Values{0.5, 2.5, 3}));
}

TEST(ReferenceTest, Resize) {
  auto desc = makeDesc<ascendrt_resize_desc>(ASCENDRT_OP_RESIZE);
  desc.num_spatial = 1;
  desc.input = makeTensor(ASCENDRT_F32, {1, 1, 2});
  desc.output = makeTensor(ASCENDRT_F32, {1, 1, 4});
  // Half-pixel centres: -1/4, 1/4, 3/4, 5/4.
  desc.numerator[0] = 4;
  desc.denominator[0] = 2;
  desc.offset[0] = -1;
  desc.kind = ASCENDRT_RESIZE_LINEAR;
  EXPECT_EQ(compute(desc, {{4, 8}, {}}), (Values{4, 5, 7, 8}));
  desc.kind = ASCENDRT_RESIZE_NEAREST_FLOOR;
  EXPECT_EQ(compute(desc, {{4, 8}, {}}), (Values{4, 4, 4, 8}));
  desc.kind = ASCENDRT_RESIZE_NEAREST_ROUND;
  EXPECT_EQ(compute(desc, {{4, 8}, {}}), (Values{4, 4, 8, 8}));
}

TEST(ReferenceTest, Matmul) {
  EXPECT_EQ(compute(makeMatmul(ASCENDRT_F32, {2, 2}, {2, 1}),
                    {{1, 2, 3, 4}, {10, 1}, {}, {}, {}}),
            (Values{12, 34}));
  EXPECT_EQ(compute(makeMatmul(ASCENDRT_F32, {1, 1, 2}, {2, 2, 1}),
                    {{1, 2}, {10, 1, 20, 2}, {}, {}, {}}),
            (Values{12, 24}));
}
