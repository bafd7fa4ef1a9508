//===- SpecialValuesTest.cpp - NaN and infinities -------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

#include <algorithm>
#include <limits>
#include <random>

using namespace ascendrt_test;

static constexpr double kInf = std::numeric_limits<double>::infinity();

namespace {
/// The elements of all inputs are drawn from a list.
class SpecialValuesTest
    : public RuntimeFixture<::testing::TestWithParam<Case>> {
protected:
  static void fill(OperatorRun &run, const Values &from, unsigned seed) {
    std::mt19937 random(seed);
    for (unsigned i = 0; i < run.numArguments(); ++i) {
      if (run.values(i).empty() || i == run.outputIndex())
        continue;
      Values values = run.values(i);
      for (double &value : values)
        value = from[random() % from.size()];
      run.setValues(i, values);
    }
  }
};

/// What follows IEEE 754 whatever the kernel.
class NaNTest : public SpecialValuesTest {};
} // namespace

static ascendrt_tensor makeImage(int32_t dtype, Layout layout = Layout::Dense) {
  return makeTensor(dtype, {2, 19, 5, 4}, layout);
}

static void addSums(Cases &cases, int32_t dtype) {
  std::string type = nameOfType(dtype);
  ascendrt_tensor image = makeImage(dtype);
  Conv conv = Conv(2, 19, {5, 4}).filters(17, {3, 3}).type(dtype).bias();
  cases.push_back({"Conv" + type, conv});
  cases.push_back(
      {"ConvChannelsLast" + type,
       Conv(conv).layout(Layout::ChannelsLast, Layout::ChannelsLast)});
  cases.push_back({"ConvBlocked" + type,
                   Conv(conv).layout(Layout::Blocked, Layout::Blocked)});
  cases.push_back({"ConvPointwise" + type, Conv(2, 19, {5, 4})
                                               .filters(17, {1, 1})
                                               .type(dtype)
                                               .step(ASCENDRT_RESIDUAL)});
  cases.push_back({"ConvTransposed" + type, Conv(conv).transposed()});
  cases.push_back({"Matmul" + type, makeMatmul(dtype, {17, 5}, {5, 33})});
  cases.push_back(
      {"PoolAvg" + type, makePool(ASCENDRT_POOL_AVG, image, 3, 1, 1, 1)});
  for (auto kind : {ASCENDRT_REDUCE_SUM, ASCENDRT_REDUCE_MEAN}) {
    auto reduce = makeDesc<ascendrt_reduce_desc>(ASCENDRT_OP_REDUCE);
    reduce.kind = kind;
    reduce.input = image;
    reduce.output = makeTensor(dtype, {2, 19, 1, 1});
    cases.push_back({"Reduce" + std::to_string(kind) + type, reduce});
  }
}

static void addElementwise(Cases &cases, int32_t dtype) {
  std::string type = nameOfType(dtype);
  for (Layout layout : {Layout::Dense, Layout::Slice, Layout::Blocked}) {
    std::string name = std::to_string(int(layout)) + type;
    ascendrt_tensor image = makeImage(dtype, layout);
    for (auto kind : {ASCENDRT_ADD, ASCENDRT_SUB, ASCENDRT_MUL, ASCENDRT_DIV})
      cases.push_back({"Eltwise" + std::to_string(kind) + "Of" + name,
                       makeEltwise(kind, image, image, image)});
    cases.push_back({"LeakyRelu" + name,
                     makeActivation(image, ASCENDRT_LEAKY_RELU, 0.25f)});
    auto norm = makeDesc<ascendrt_batch_norm_desc>(ASCENDRT_OP_BATCH_NORM);
    norm.epsilon = 1e-5;
    norm.input = norm.output = image;
    cases.push_back({"BatchNorm" + name, norm});
    cases.push_back({"Copy" + name, makeCopy(makeImage(dtype), image)});
    cases.push_back({"Widen" + name, makeCopy(image, makeImage(ASCENDRT_F32))});
    cases.push_back(
        {"Narrow" + name, makeCopy(makeImage(ASCENDRT_F32), image)});
  }
}

static void addMovement(Cases &cases, int32_t dtype) {
  std::string type = nameOfType(dtype);
  ascendrt_tensor image = makeImage(dtype);
  auto resize = makeDesc<ascendrt_resize_desc>(ASCENDRT_OP_RESIZE);
  resize.num_spatial = 2;
  resize.input = image;
  resize.output = makeTensor(dtype, {2, 19, 10, 8});
  std::fill_n(resize.numerator, 2, 2);
  std::fill_n(resize.denominator, 2, 1);
  cases.push_back({"Nearest" + type, resize});
  auto concat = makeDesc<ascendrt_concat_desc>(ASCENDRT_OP_CONCAT);
  concat.axis = 1;
  concat.num_inputs = 2;
  concat.inputs[0] = concat.inputs[1] = image;
  concat.output = makeTensor(dtype, {2, 38, 5, 4});
  cases.push_back({"Concat" + type, concat});
}

static Cases exactOperators() {
  Cases cases;
  for (int32_t dtype : kTypes) {
    addSums(cases, dtype);
    addElementwise(cases, dtype);
    addMovement(cases, dtype);
  }
  return cases;
}

/// With what kernels may do in their own way.
static Cases allOperators() {
  Cases cases = exactOperators();
  for (int32_t dtype : kTypes) {
    std::string type = nameOfType(dtype);
    ascendrt_tensor image = makeImage(dtype);
    for (auto kind : {ASCENDRT_MAX, ASCENDRT_MIN})
      cases.push_back({"Eltwise" + std::to_string(kind) + type,
                       makeEltwise(kind, image, image, image)});
    for (Layout layout : {Layout::Dense, Layout::Slice, Layout::Blocked})
      for (int function = ASCENDRT_RELU; function < ASCENDRT_RESIDUAL;
           ++function)
        cases.push_back(
            {"Activation" + std::to_string(function) + "Of" +
                 std::to_string(int(layout)) + type,
             makeActivation(makeImage(dtype, layout),
                            ascendrt_function(function), 0.25f, 0.5f)});
    auto softmax = makeDesc<ascendrt_softmax_desc>(ASCENDRT_OP_SOFTMAX);
    softmax.axis = 3;
    softmax.input = softmax.output = image;
    cases.push_back({"Softmax" + type, softmax});
    cases.push_back(
        {"PoolMax" + type, makePool(ASCENDRT_POOL_MAX, image, 3, 1, 1, 1)});
    cases.push_back({"PoolMaxDilated" + type,
                     makePool(ASCENDRT_POOL_MAX, image, 2, 1, 0, 0, 2)});
    for (auto kind : {ASCENDRT_REDUCE_MAX, ASCENDRT_REDUCE_MIN}) {
      auto reduce = makeDesc<ascendrt_reduce_desc>(ASCENDRT_OP_REDUCE);
      reduce.kind = kind;
      reduce.input = image;
      reduce.output = makeTensor(dtype, {2, 19, 1, 1});
      cases.push_back({"ReduceMax" + std::to_string(kind) + type, reduce});
    }
    auto resize = makeDesc<ascendrt_resize_desc>(ASCENDRT_OP_RESIZE);
    resize.kind = ASCENDRT_RESIZE_LINEAR;
    resize.num_spatial = 2;
    resize.input = image;
    resize.output = makeTensor(dtype, {2, 19, 10, 8});
    std::fill_n(resize.numerator, 2, 2);
    std::fill_n(resize.denominator, 2, 1);
    cases.push_back({"Linear" + type, resize});
    Conv conv = Conv(2, 19, {5, 4}).filters(17, {3, 3}).type(dtype).bias();
    cases.push_back({"ConvBatchNorm" + type, Conv(conv).batchNorm()});
    cases.push_back({"ConvSteps" + type, Conv(conv)
                                             .step(ASCENDRT_RESIDUAL)
                                             .step(ASCENDRT_SILU)
                                             .step(ASCENDRT_CLAMP, -1, 1)
                                             .step(ASCENDRT_GELU_ERF)});
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(All, SpecialValuesTest,
                         ::testing::ValuesIn(allOperators()), nameOf);
INSTANTIATE_TEST_SUITE_P(Exact, NaNTest, ::testing::ValuesIn(exactOperators()),
                         nameOf);

/// No value is an error, or makes an operator touch what is not its own: the
/// buffers end at pages that nobody may touch.
TEST_P(SpecialValuesTest, DoNoHarm) {
  OperatorRun run(GetParam().description);
  const Values lists[] = {
      {NAN, kInf, -kInf, 0, -0.0, 1e30, -1e30, 1e-42, 1, -2, 3},
      {NAN},
      {kInf},
      {-kInf},
      {3e38, -3e38}};
  for (const Values &list : lists) {
    fill(run, list, 1);
    execute(run);
    EXPECT_EQ(run.output().size(), run.expected().values.size());
  }
}

/// Infinite and NaN where the reference is. Without large numbers the order of
/// sums does not matter.
TEST_P(NaNTest, IsKept) {
  const Values all = {NAN, kInf, -kInf, 0, 1, 2, 3};
  // Few enough that most sums are numbers.
  Values few(100, 0.5);
  few[0] = NAN;
  few[1] = kInf;
  for (unsigned seed : {1, 2, 3}) {
    OperatorRun run(GetParam().description);
    fill(run, seed == 1 ? all : few, seed);
    // A kernel may multiply the filter with padding.
    if (run.desc().op == ASCENDRT_OP_CONV)
      run.setValues(1, Values(run.values(1).size(), 2));
    execute(run);
    Values actual = run.output(), wanted = run.expected().values;
    ASSERT_EQ(actual.size(), wanted.size());
    int numWrong = 0;
    std::string first;
    for (size_t i = 0; i < actual.size(); ++i) {
      bool isRight = std::isnan(wanted[i])   ? std::isnan(actual[i])
                     : std::isinf(wanted[i]) ? actual[i] == wanted[i]
                                             : std::isfinite(actual[i]);
      if (!isRight && numWrong++ == 0)
        first = std::to_string(i) + " is " + std::to_string(actual[i]) +
                ", not " + std::to_string(wanted[i]);
    }
    EXPECT_EQ(numWrong, 0) << "of " << actual.size() << ": " << first;
  }
}
