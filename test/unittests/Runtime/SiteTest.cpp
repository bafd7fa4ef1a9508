//===- SiteTest.cpp - Sites of many plans ---------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan reads its constants once. A test that changes them, which a program
// must not do, sees whether a plan was kept or made again.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

#include <random>

using namespace ascendrt_test;

static constexpr int kMaxPlans = ASCENDRT_MAX_SITE_PLANS;

namespace {
/// A site of a 1x1 filter of one number, which says what the output is.
class SiteTest : public RuntimeTest {
protected:
  SiteTest() { input.resize(2 * kMaxPlans + 1, 1); }
  ~SiteTest() override { ascendrt_site_clear(&site); }

  /// What a plan for `batch` computes: the filter that it knows.
  float run(int64_t batch) {
    Conv conv = Conv(batch, 1, {1, 1}).filters(1, {1, 1});
    ascendrt_conv_desc desc = conv.build();
    std::vector<float> output(batch);
    void *args[] = {input.data(), &filter, nullptr, nullptr, output.data()};
    EXPECT_OK(
        ascendrt_site_execute(&site, stream, &desc.header, args, 5, 1 << 1));
    EXPECT_OK(ascendrt_stream_synchronize(stream));
    for (float value : output)
      EXPECT_EQ(value, output[0]);
    return output[0];
  }

  ascendrt_site site = {};
  std::vector<float> input;
  float filter = 1;
};
} // namespace

TEST_F(SiteTest, KeepsSoManyPlans) {
  for (int batch = 1; batch <= kMaxPlans; ++batch)
    run(batch);
  filter = 2;
  for (int round = 0; round < 2; ++round)
    for (int batch = 1; batch <= kMaxPlans; ++batch)
      EXPECT_EQ(run(batch), 1) << batch;
  EXPECT_EQ(run(kMaxPlans + 1), 2);
}

/// The oldest of the others goes, the first one never.
TEST_F(SiteTest, DropsThePlanNotUsedForLongest) {
  for (int batch = 1; batch <= kMaxPlans; ++batch)
    run(batch);
  run(2);
  filter = 2;
  run(kMaxPlans + 1);
  EXPECT_EQ(run(2), 1);
  EXPECT_EQ(run(4), 1);
  EXPECT_EQ(run(3), 2) << "was to be dropped";
  EXPECT_EQ(run(5), 2) << "was to be dropped for 3";
  for (int batch = kMaxPlans + 2; batch <= 2 * kMaxPlans + 1; ++batch)
    EXPECT_EQ(run(batch), 2);
  EXPECT_EQ(run(1), 1);
  EXPECT_EQ(run(2), 2);
}

/// Every thread runs through more shapes than the site keeps, each in an order
/// of its own: plans are evicted while others execute them.
TEST_F(SiteTest, EightThreadsBeyondTheBound) {
  constexpr int numShapes = 2 * kMaxPlans, numRuns = 400;
  runInThreads(8, [&](int number) {
    ascendrt_stream *own = nullptr;
    EXPECT_OK(ascendrt_stream_create(device, 1, &own));
    std::mt19937 random(number);
    int numWrong = 0;
    for (int i = 0; i < numRuns; ++i) {
      int64_t size = 1 + random() % numShapes;
      ascendrt_activation_desc desc =
          makeActivation(makeTensor(ASCENDRT_F32, {size}), ASCENDRT_RELU);
      std::vector<float> from(size, 3.0f), to(size);
      from[0] = -1;
      void *args[] = {from.data(), to.data()};
      EXPECT_OK(ascendrt_site_execute(&site, own, &desc.header, args, 2, 0));
      from[0] = 0;
      numWrong += from != to;
      if (i % 50 == 49)
        EXPECT_OK(ascendrt_site_invalidate(&site));
    }
    EXPECT_EQ(numWrong, 0);
    EXPECT_OK(ascendrt_stream_synchronize(own));
    ascendrt_stream_destroy(own);
  });
}

/// The same with a state of its own in each plan, the folded parameters.
TEST_F(SiteTest, ThreadsFoldWhatIsEvicted) {
  runInThreads(4, [&](int number) {
    ascendrt_stream *own = nullptr;
    EXPECT_OK(ascendrt_stream_create(device, 1, &own));
    for (int i = 0; i < kMaxPlans + 16; ++i) {
      int64_t batch = 1 + (number * 20 + i) % (kMaxPlans + 8);
      OperatorRun run(Conv(batch, 1, {1, 1})
                          .filters(2, {1, 1})
                          .batchNorm(ASCENDRT_F32, ASCENDRT_CONV_FROZEN));
      std::vector<void *> args = run.pointers();
      // The parameters of all runs are equal, but lie elsewhere.
      EXPECT_OK(ascendrt_site_execute(&site, own, &run.desc(), args.data(),
                                      args.size(), 0));
      run.expectCorrect();
      if (i % 16 == 15)
        EXPECT_OK(ascendrt_site_invalidate(&site));
    }
    EXPECT_OK(ascendrt_stream_synchronize(own));
    ascendrt_stream_destroy(own);
  });
}
