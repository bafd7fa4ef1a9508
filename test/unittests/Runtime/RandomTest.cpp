//===- RandomTest.cpp - Descriptions changed at random --------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Good descriptions with a few words overwritten. Most of them are refused;
// what is accepted has to run and to agree with the reference.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <random>
#include <set>

using namespace ascendrt_test;

namespace {
class RandomTest : public RuntimeFixture<::testing::TestWithParam<Case>> {
protected:
  /// Returns whether the description was accepted.
  bool tryToRun(const Description &description);
};
} // namespace

static Cases seeds() {
  ascendrt_tensor image = makeTensor(ASCENDRT_F32, {2, 3, 4, 5});
  ascendrt_tensor half =
      makeTensor(ASCENDRT_F16, {2, 3, 4, 5}, Layout::ChannelsLast);
  ascendrt_tensor blocked =
      makeTensor(ASCENDRT_BF16, {1, 19, 3, 2}, Layout::Blocked);
  Conv conv = Conv(2, 4, {5, 4}).filters(6, {3, 2}, 2);
  ascendrt_matmul_desc product = makeMatmul(ASCENDRT_F32, {2, 3, 4}, {2, 4, 5});
  product.has_bias = 1;
  auto norm = makeDesc<ascendrt_batch_norm_desc>(ASCENDRT_OP_BATCH_NORM);
  norm.input = norm.output = image;
  norm.epsilon = 0.5;
  addStep(norm.epilogue, ASCENDRT_CLAMP, -1, 1);
  auto resize = makeDesc<ascendrt_resize_desc>(ASCENDRT_OP_RESIZE);
  resize.kind = ASCENDRT_RESIZE_LINEAR;
  resize.num_spatial = 2;
  resize.input = resize.output = image;
  std::fill_n(resize.numerator, 2, 3);
  std::fill_n(resize.denominator, 2, 2);
  auto concat = makeDesc<ascendrt_concat_desc>(ASCENDRT_OP_CONCAT);
  concat.axis = 1;
  concat.num_inputs = 2;
  concat.inputs[0] = concat.inputs[1] = image;
  concat.output = makeTensor(ASCENDRT_F32, {2, 6, 4, 5});
  auto softmax = makeDesc<ascendrt_softmax_desc>(ASCENDRT_OP_SOFTMAX);
  softmax.input = softmax.output = image;
  auto reduce = makeDesc<ascendrt_reduce_desc>(ASCENDRT_OP_REDUCE);
  reduce.input = image;
  reduce.output = makeTensor(ASCENDRT_F32, {2, 1, 4, 1});
  return {
      {"Conv", Conv(conv).bias().step(ASCENDRT_RESIDUAL)},
      {"ConvPlain", conv},
      {"ConvBlocked", Conv(conv)
                          .type(ASCENDRT_BF16)
                          .layout(Layout::Blocked, Layout::Blocked)
                          .step(ASCENDRT_SIGMOID)},
      {"ConvTransposed", Conv(conv).transposed().stride({2, 2})},
      {"ConvBatchNorm", Conv(conv).batchNorm().step(ASCENDRT_RELU)},
      {"Matmul", product},
      {"Pool", makePool(ASCENDRT_POOL_AVG, image, 2, 1, 1, 0)},
      {"PoolHalf", makePool(ASCENDRT_POOL_MAX, half, 2, 2, 0, 1)},
      {"Eltwise", makeEltwise(ASCENDRT_SUB, image, image, half)},
      {"EltwiseBlocked", makeEltwise(ASCENDRT_MUL, blocked, blocked, blocked)},
      {"Activation", makeActivation(half, ASCENDRT_HARD_SIGMOID, 1, 0.5f)},
      {"BatchNorm", norm},
      {"Resize", resize},
      {"Concat", concat},
      {"Softmax", softmax},
      {"Reduce", reduce},
      {"Copy", makeCopy(half, image)},
      {"Pack", makeCopy(makeTensor(ASCENDRT_F32, {1, 19, 3, 2}), blocked)}};
}

INSTANTIATE_TEST_SUITE_P(Runtime, RandomTest, ::testing::ValuesIn(seeds()),
                         nameOf);

/// Small enough to allocate, and no two elements of the output in one place.
static bool isRunnable(const ascendrt_desc &desc) {
  std::vector<Argument> arguments = argumentsOf(desc);
  for (const Argument &argument : arguments) {
    if (!argument.isPresent)
      continue;
    int64_t extent = 1;
    for (int32_t d = 0; d < argument.tensor.rank; ++d) {
      int64_t dim = argument.tensor.dims[d];
      if (dim > 100 || (dim > 1 && argument.tensor.strides[d] > 10000))
        return false;
      extent *= dim;
    }
    if (extent > 10000)
      return false;
  }
  std::set<int64_t> places;
  const ascendrt_tensor &output = arguments[outputIndexOf(desc)].tensor;
  bool isDistinct = true;
  forEachIndex(dimsOf(output), [&](const Dims &index) {
    isDistinct &= places.insert(elementOffset(output, index)).second;
  });
  return isDistinct;
}

bool RandomTest::tryToRun(const Description &description) {
  ascendrt_plan *plan = nullptr;
  ascendrt_status status =
      ascendrt_plan_create(device, &description.get(), nullptr, 0, 1, &plan);
  ascendrt_plan_destroy(plan);
  if (status != ASCENDRT_OK) {
    EXPECT_TRUE(status == ASCENDRT_INVALID_ARGUMENT ||
                status == ASCENDRT_UNSUPPORTED)
        << ascendrt_status_string(status) << ": " << ascendrt_last_error();
    EXPECT_STRNE(ascendrt_last_error(), "");
    return false;
  }
  if (!isRunnable(description.get()))
    return false;
  OperatorRun run(description);
  expectCorrect(run);
  return true;
}

TEST_P(RandomTest, IsRefusedOrCorrect) {
  const int64_t words[] = {-1,
                           0,
                           0,
                           0,
                           1,
                           1,
                           1,
                           2,
                           2,
                           3,
                           4,
                           5,
                           6,
                           7,
                           16,
                           17,
                           20,
                           60,
                           1 << 20,
                           int64_t(1) << 31,
                           int64_t(1) << 47,
                           std::numeric_limits<int64_t>::max(),
                           std::numeric_limits<int64_t>::min()};
  std::mt19937_64 random(1);
  int numRun = 0;
  size_t size = GetParam().description.get().struct_size;
  // Nobody looks at the unused inputs of a concat.
  size = std::min<size_t>(size, 1000);
  for (int round = 0; round < 400 && !HasFailure(); ++round) {
    Description changed = GetParam().description;
    auto *bytes = reinterpret_cast<char *>(&changed.as<ascendrt_desc>());
    for (uint64_t change = 0; change < 1 + random() % 3; ++change) {
      int64_t word = words[random() % std::size(words)];
      size_t width = random() % 2 ? 4 : 8;
      // Behind the header, which has tests of its own.
      size_t at = 8 + random() % ((size - 8) / width) * width;
      memcpy(bytes + at, &word, std::min(width, size - at));
    }
    SCOPED_TRACE(round);
    numRun += tryToRun(changed);
  }
  EXPECT_GT(numRun, 0);
  RecordProperty("run", numRun);
}

//===----------------------------------------------------------------------===//
// Convolutions of random shape
//===----------------------------------------------------------------------===//

namespace {
/// Draws convolutions that make sense, with everything that they can have.
class ConvGenerator {
public:
  explicit ConvGenerator(uint64_t seed) : random(seed) {}

  Conv next();
  int64_t draw(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % (high - low + 1));
  }

private:
  Dims drawMany(size_t count, int64_t low, int64_t high) {
    Dims dims(count);
    for (int64_t &dim : dims)
      dim = draw(low, high);
    return dims;
  }
  void addLayouts(Conv &conv, bool isImage);
  void addSteps(Conv &conv);

  std::mt19937_64 random;
};
} // namespace

void ConvGenerator::addLayouts(Conv &conv, bool isImage) {
  auto drawLayout = [&] {
    int64_t last = static_cast<int64_t>(isImage ? Layout::Blocked
                                                : Layout::ChannelsLastSlice);
    return static_cast<Layout>(draw(0, last));
  };
  Layout input = drawLayout();
  conv.layout(input, draw(0, 1) ? input : drawLayout());
  conv.order(static_cast<FilterOrder>(draw(0, 3)));
}

void ConvGenerator::addSteps(Conv &conv) {
  for (int64_t count = draw(0, 4); count > 0; --count) {
    auto function =
        static_cast<ascendrt_function>(draw(ASCENDRT_RELU, ASCENDRT_GATE));
    float alpha = draw(-4, 2) / 4.0f;
    conv.step(function, alpha, alpha + draw(0, 4) / 4.0f);
  }
}

Conv ConvGenerator::next() {
  size_t numSpatial = draw(0, 3) ? 2 : draw(1, 3);
  bool isTransposed = draw(0, 4) == 0;
  int64_t groups = draw(0, 2) ? 1 : draw(2, 20);
  int64_t inputs = groups * draw(1, groups == 1 ? 70 : 4);
  int64_t outputs = groups * draw(1, groups == 1 ? 70 : 4);
  Conv conv(draw(1, 3), inputs, drawMany(numSpatial, 5, 9));
  conv.filters(outputs, drawMany(numSpatial, 1, 3), groups)
      .stride(drawMany(numSpatial, 1, 3))
      .dilation(drawMany(numSpatial, 1, 2));
  if (isTransposed)
    conv.transposed();
  else
    conv.pad(drawMany(numSpatial, 0, 3), drawMany(numSpatial, 0, 3));
  conv.type(kTypes[draw(0, 2)]);
  if (draw(0, 1))
    conv.bias(kTypes[draw(0, 2)]);
  if (draw(0, 3) == 0)
    conv.batchNorm(kTypes[draw(0, 2)], draw(0, 1) ? ASCENDRT_CONV_FROZEN : 0);
  addLayouts(conv, numSpatial == 2);
  addSteps(conv);
  return conv;
}

TEST_F(RuntimeTest, RandomConvolutions) {
  ConvGenerator generator(1);
  for (int round = 0; round < 100 && !HasFailure(); ++round) {
    OperatorRun run(generator.next());
    SCOPED_TRACE(round);
    bool hasResidual = !run.values(3).empty();
    if (hasResidual && generator.draw(0, 1))
      run.alias(4, 3);
    // The filter, the bias, the parameters: each may be constant.
    uint32_t mask = static_cast<uint32_t>(generator.draw(0, 0x1ff)) & 0x1e6;
    expectCorrect(run, generator.draw(0, 1) ? mask : 0);
  }
}
