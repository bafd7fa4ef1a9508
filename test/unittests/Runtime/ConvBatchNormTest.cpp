//===- ConvBatchNormTest.cpp - Conv2DBatchNorm ----------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

#include <atomic>
#include <thread>

using namespace ascendrt_test;

namespace {
/// Argument numbers.
enum { Input, Filter, Bias, Residual, Output, Gamma, Beta, Mean, Variance };
} // namespace

static Conv plain() {
  return Conv(2, 9, {5, 4}).filters(19, {3, 3}).pad({1, 1}, {1, 1});
}

//===----------------------------------------------------------------------===//
// Against the reference
//===----------------------------------------------------------------------===//

static Cases batchNorms() {
  Cases cases;
  for (int32_t dtype : kTypes)
    for (int32_t parameters : kTypes) {
      auto add = [&](const std::string &name, Conv conv) {
        conv.type(dtype).batchNorm(parameters);
        cases.push_back(
            {name + nameOfType(dtype) + nameOfType(parameters), conv});
      };
      add("Plain", plain());
      add("Bias", plain().bias(parameters));
      add("ResidualRelu",
          plain().bias().step(ASCENDRT_RESIDUAL).step(ASCENDRT_RELU));
      add("Depthwise", Conv(1, 19, {6, 6}).filters(19, {3, 3}, 19));
      add("Grouped", Conv(1, 12, {6, 6}).filters(21, {2, 2}, 3).bias());
      add("Transposed",
          Conv(1, 5, {4, 4}).transposed().filters(6, {3, 3}).stride({2, 2}));
      add("TransposedGrouped", Conv(1, 6, {4, 4})
                                   .transposed()
                                   .filters(9, {2, 2}, 3)
                                   .order(FilterOrder::IOHW));
      add("Last", plain()
                      .layout(Layout::ChannelsLast, Layout::ChannelsLast)
                      .order(FilterOrder::HWIO));
      add("Line", Conv(1, 5, {11}).filters(6, {3}).bias());
      add("Volume", Conv(1, 3, {3, 4, 4}).filters(5, {2, 2, 2}));
    }
  cases.push_back(
      {"Frozen", plain().bias().batchNorm(ASCENDRT_F32, ASCENDRT_CONV_FROZEN)});
  return cases;
}

INSTANTIATE_TEST_SUITE_P(ConvBatchNorm, OperatorTest,
                         ::testing::ValuesIn(batchNorms()), nameOf);

namespace {
class ConvBatchNormTest : public RuntimeTest {
protected:
  /// Runs without a new plan.
  void runAgain(ascendrt_plan *plan, OperatorRun &run, uint32_t without = 0) {
    std::vector<void *> args = run.pointers(without);
    EXPECT_OK(ascendrt_plan_execute(plan, stream, args.data(), args.size()));
    EXPECT_OK(ascendrt_stream_synchronize(stream));
    run.expectCorrect();
  }
};
} // namespace

/// All gammas negative, all zero; a variance of zero leaves epsilon.
TEST_F(ConvBatchNormTest, UnusualParameters) {
  OperatorRun run(plain().bias().batchNorm().step(ASCENDRT_RELU));
  Values gamma = run.values(Gamma);
  for (double &value : gamma)
    value = -0.5 - std::fabs(value);
  run.setValues(Gamma, gamma);
  expectCorrect(run);
  run.setValues(Gamma, Values(gamma.size(), 0));
  expectCorrect(run);
  run.setValues(Gamma, gamma);
  run.setValues(Variance, Values(gamma.size(), 0));
  expectCorrect(run);
}

/// In f32 the shift of this network has no correct digit: mean and bias cancel.
TEST_F(ConvBatchNormTest, FoldsInF64) {
  ascendrt_conv_desc desc = plain().bias().batchNorm().build();
  desc.epsilon = 1e-12;
  OperatorRun run(desc);
  Values variance(19, 0x1p-20), bias(19), mean(19);
  for (int c = 0; c < 19; ++c) {
    bias[c] = 1000 + c * 0x1p-10;
    mean[c] = 1000 + c * 0x1p-11;
  }
  run.setValues(Bias, bias);
  run.setValues(Mean, mean);
  run.setValues(Variance, variance);
  expectCorrect(run);
}

//===----------------------------------------------------------------------===//
// Parameters that change
//===----------------------------------------------------------------------===//

/// Without FROZEN each of them is compared at every run, also where only the
/// last element changes.
TEST_F(ConvBatchNormTest, SeesChangesInPlace) {
  OperatorRun run(plain().bias().batchNorm());
  ascendrt_plan *plan = createPlan(run);
  ASSERT_NE(plan, nullptr);
  runAgain(plan, run);
  for (unsigned i : {Filter, Bias, Gamma, Beta, Mean, Variance}) {
    SCOPED_TRACE(i);
    Values values = run.values(i);
    values.back() += 1.5;
    run.setValues(i, values);
    runAgain(plan, run);
    values.front() += 0.75;
    run.setValues(i, values);
    runAgain(plan, run);
  }
  ascendrt_plan_destroy(plan);
}

/// The sign of a zero is a bit as any other: x / -0 would show it; here it only
/// must not confuse the comparison. Two sets take turns.
TEST_F(ConvBatchNormTest, TwoSetsTakeTurns) {
  OperatorRun first(plain().bias().batchNorm(), 1);
  OperatorRun second(plain().bias().batchNorm(), 2);
  ascendrt_plan *plan = createPlan(first);
  ASSERT_NE(plan, nullptr);
  for (int round = 0; round < 3; ++round) {
    runAgain(plan, first);
    runAgain(plan, second);
  }
  ascendrt_plan_destroy(plan);
}

/// More sets than anybody would keep.
TEST_F(ConvBatchNormTest, ManySets) {
  OperatorRun run(plain().bias().batchNorm());
  ascendrt_plan *plan = createPlan(run);
  ASSERT_NE(plan, nullptr);
  Values beta = run.values(Beta);
  for (int set = 0; set < 50; ++set) {
    beta[set % beta.size()] += 1;
    run.setValues(Beta, beta);
    runAgain(plan, run);
  }
  ascendrt_plan_destroy(plan);
}

TEST_F(ConvBatchNormTest, FrozenSeesChangesAfterInvalidate) {
  OperatorRun run(plain().bias().batchNorm(ASCENDRT_F32, ASCENDRT_CONV_FROZEN));
  ascendrt_plan *plan = createPlan(run);
  ASSERT_NE(plan, nullptr);
  runAgain(plan, run);
  for (unsigned i : {Filter, Bias, Gamma, Beta, Mean, Variance}) {
    SCOPED_TRACE(i);
    Values values = run.values(i);
    values.back() += 1.5;
    run.setValues(i, values);
    EXPECT_OK(ascendrt_plan_invalidate(plan));
    runAgain(plan, run);
  }
  ascendrt_plan_destroy(plan);
}

/// The promise covers changes in place. Other memory is another set.
TEST_F(ConvBatchNormTest, FrozenSeesOtherMemory) {
  Conv conv = plain().bias().batchNorm(ASCENDRT_F32, ASCENDRT_CONV_FROZEN);
  OperatorRun first(conv, 1), second(conv, 2);
  ascendrt_plan *plan = createPlan(first);
  ASSERT_NE(plan, nullptr);
  for (int round = 0; round < 2; ++round) {
    runAgain(plan, first);
    runAgain(plan, second);
  }
  ascendrt_plan_destroy(plan);
}

/// A constant filter with parameters that are not, and the other way round.
TEST_F(ConvBatchNormTest, SomeArgumentsAreConstant) {
  for (uint32_t mask : {1u << Filter, 15u << Gamma, 1u << Bias | 1u << Mean}) {
    OperatorRun run(plain().bias().batchNorm());
    ascendrt_plan *plan = createPlan(run, mask);
    ASSERT_NE(plan, nullptr);
    runAgain(plan, run, mask);
    unsigned changing = mask & 1u << Gamma ? Filter : Gamma;
    Values values = run.values(changing);
    values.back() -= 2;
    run.setValues(changing, values);
    runAgain(plan, run, mask);
    ascendrt_plan_destroy(plan);
  }
}

TEST_F(ConvBatchNormTest, InvalidateOfOtherPlansIsHarmless) {
  OperatorRun run(plain());
  ascendrt_plan *plan = createPlan(run);
  ASSERT_NE(plan, nullptr);
  EXPECT_OK(ascendrt_plan_invalidate(plan));
  runAgain(plan, run);
  ascendrt_plan_destroy(plan);
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// Eight threads meet at the first call of a plan, several times.
TEST_F(ConvBatchNormTest, FirstCallOfEightThreads) {
  for (uint32_t flags : {0, int(ASCENDRT_CONV_FROZEN)})
    for (int round = 0; round < 5; ++round) {
      Conv conv = plain().bias().batchNorm(ASCENDRT_F32, flags);
      OperatorRun common(conv);
      ascendrt_plan *plan = createPlan(common);
      ASSERT_NE(plan, nullptr);
      std::vector<std::string> results(8);
      std::atomic<int> waiting{8};
      auto work = [&](int number) {
        ascendrt_stream *own = nullptr;
        EXPECT_OK(ascendrt_stream_create(device, 1, &own));
        OperatorRun run(conv);
        std::vector<void *> args = common.pointers();
        args[Output] = run.pointer(Output);
        --waiting;
        while (waiting > 0)
          std::this_thread::yield();
        EXPECT_OK(ascendrt_plan_execute(plan, own, args.data(), args.size()));
        EXPECT_OK(ascendrt_stream_synchronize(own));
        run.expectCorrect();
        results[number] = run.outputBytes();
        ascendrt_stream_destroy(own);
      };
      runInThreads(8, work);
      for (const std::string &result : results)
        EXPECT_EQ(result, results.front());
      ascendrt_plan_destroy(plan);
    }
}

/// Some threads invalidate, others use sets of their own in the same plan.
TEST_F(ConvBatchNormTest, ThreadsWithSetsOfTheirOwn) {
  Conv conv = plain().bias().batchNorm();
  OperatorRun first(conv);
  ascendrt_plan *plan = createPlan(first);
  ASSERT_NE(plan, nullptr);
  auto work = [&](int number) {
    ascendrt_stream *own = nullptr;
    EXPECT_OK(ascendrt_stream_create(device, 1, &own));
    OperatorRun run(conv, 1 + number % 4);
    std::vector<void *> args = run.pointers();
    for (int round = 0; round < 10; ++round) {
      run.reset();
      EXPECT_OK(ascendrt_plan_execute(plan, own, args.data(), args.size()));
      EXPECT_OK(ascendrt_stream_synchronize(own));
      run.expectCorrect();
      if (number == 0)
        EXPECT_OK(ascendrt_plan_invalidate(plan));
    }
    ascendrt_stream_destroy(own);
  };
  runInThreads(8, work);
  ascendrt_plan_destroy(plan);
}
