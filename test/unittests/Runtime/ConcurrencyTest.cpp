//===- ConcurrencyTest.cpp - Plans and sites of many threads --------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

#include <algorithm>
#include <functional>

using namespace ascendrt_test;

namespace {
class ConcurrencyTest : public RuntimeTest {
protected:
  /// Calls `body` in eight threads, each with a stream of its own.
  void inEightThreads(const std::function<void(int, ascendrt_stream *)> &body) {
    runInThreads(8, [&](int number) {
      ascendrt_stream *own = nullptr;
      EXPECT_OK(ascendrt_stream_create(device, 1, &own));
      body(number, own);
      ascendrt_stream_destroy(own);
    });
  }

  void executeSite(ascendrt_site &site, ascendrt_stream *own, OperatorRun &run,
                   uint32_t mask = 0) {
    std::vector<void *> args = run.pointers();
    EXPECT_OK(ascendrt_site_execute(&site, own, &run.desc(), args.data(),
                                    args.size(), mask));
    EXPECT_OK(ascendrt_stream_synchronize(own));
  }
};
} // namespace

/// Small ones of most kinds, some with workspace.
static std::vector<Description> operators() {
  ascendrt_tensor image = makeTensor(ASCENDRT_F32, {2, 19, 9, 8});
  auto softmax = makeDesc<ascendrt_softmax_desc>(ASCENDRT_OP_SOFTMAX);
  softmax.axis = 1;
  softmax.input = softmax.output = image;
  return {Conv(2, 19, {9, 8})
              .filters(33, {3, 3})
              .bias()
              .step(ASCENDRT_RESIDUAL)
              .step(ASCENDRT_SILU),
          Conv(1, 64, {14, 14}).filters(64, {3, 3}).type(ASCENDRT_BF16),
          Conv(2, 19, {5, 5})
              .filters(17, {3, 3})
              .batchNorm(ASCENDRT_F32, ASCENDRT_CONV_FROZEN),
          Conv(2, 7, {5, 5}).filters(9, {3, 3}).bias().batchNorm(),
          Conv(1, 5, {4, 4}).transposed().filters(6, {3, 3}).stride({2, 2}),
          makeMatmul(ASCENDRT_F32, {17, 100}, {100, 33}),
          makePool(ASCENDRT_POOL_MAX, image, 3, 2, 1, 1),
          makeEltwise(ASCENDRT_ADD, image, image, image),
          makeActivation(image, ASCENDRT_GELU_ERF),
          makeCopy(image,
                   makeTensor(ASCENDRT_BF16, dimsOf(image), Layout::Blocked)),
          softmax};
}

TEST_F(ConcurrencyTest, OnePlanManyStreams) {
  for (const Description &desc : operators()) {
    OperatorRun model(desc);
    ascendrt_plan *plan = createPlan(model);
    ASSERT_NE(plan, nullptr);
    std::vector<std::string> results(8);
    inEightThreads([&](int number, ascendrt_stream *own) {
      OperatorRun run(desc);
      std::vector<void *> args = run.pointers();
      for (int round = 0; round < 5; ++round)
        EXPECT_OK(ascendrt_plan_execute(plan, own, args.data(), args.size()));
      EXPECT_OK(ascendrt_stream_synchronize(own));
      run.expectCorrect();
      results[number] = run.outputBytes();
    });
    for (const std::string &result : results)
      EXPECT_EQ(result, results.front()) << ascendrt_op_name(desc.get().op);
    ascendrt_plan_destroy(plan);
  }
}

TEST_F(ConcurrencyTest, OneSiteManyStreams) {
  for (const Description &desc : operators()) {
    ascendrt_site site = {};
    std::vector<std::string> results(8);
    inEightThreads([&](int number, ascendrt_stream *own) {
      OperatorRun run(desc);
      for (int round = 0; round < 5; ++round)
        executeSite(site, own, run);
      run.expectCorrect();
      results[number] = run.outputBytes();
    });
    for (const std::string &result : results)
      EXPECT_EQ(result, results.front()) << ascendrt_op_name(desc.get().op);
    ascendrt_site_clear(&site);
  }
}

/// Every thread has its own shape at the same site, as with dynamic batch.
TEST_F(ConcurrencyTest, OneSiteManyShapes) {
  ascendrt_site site = {};
  inEightThreads([&](int number, ascendrt_stream *own) {
    for (int round = 0; round < 8; ++round) {
      int64_t batch = 1 + (number + round) % 8;
      OperatorRun run(Conv(batch, 5, {6, 6}).filters(17, {3, 3}).bias());
      executeSite(site, own, run);
      run.expectCorrect();
    }
  });
  ascendrt_site_clear(&site);
}

/// Large enough to be divided among threads, into parts of unequal size.
static std::vector<Description> largeOperators() {
  const Dims dims = {3, 33, 31, 29};
  auto image = [&](int32_t dtype, Layout layout = Layout::Dense) {
    return makeTensor(dtype, dims, layout);
  };
  auto norm = makeDesc<ascendrt_batch_norm_desc>(ASCENDRT_OP_BATCH_NORM);
  norm.input = norm.output = image(ASCENDRT_F32, Layout::Blocked);
  norm.epsilon = 1e-5;
  auto softmax = makeDesc<ascendrt_softmax_desc>(ASCENDRT_OP_SOFTMAX);
  softmax.axis = 1;
  softmax.input = softmax.output = image(ASCENDRT_F16);
  auto reduce = makeDesc<ascendrt_reduce_desc>(ASCENDRT_OP_REDUCE);
  reduce.kind = ASCENDRT_REDUCE_MEAN;
  reduce.input = image(ASCENDRT_BF16);
  reduce.output = makeTensor(ASCENDRT_BF16, {1, 33, 1, 29});
  auto resize = makeDesc<ascendrt_resize_desc>(ASCENDRT_OP_RESIZE);
  resize.kind = ASCENDRT_RESIZE_LINEAR;
  resize.num_spatial = 2;
  resize.input = image(ASCENDRT_F32, Layout::ChannelsLast);
  resize.output = makeTensor(ASCENDRT_F32, {3, 33, 47, 53});
  std::fill_n(resize.numerator, 2, 5);
  std::fill_n(resize.denominator, 2, 3);
  auto concat = makeDesc<ascendrt_concat_desc>(ASCENDRT_OP_CONCAT);
  concat.axis = 1;
  concat.num_inputs = 2;
  concat.inputs[0] = image(ASCENDRT_F32);
  concat.inputs[1] = image(ASCENDRT_F32, Layout::ChannelsLast);
  concat.output = makeTensor(ASCENDRT_F32, {3, 66, 31, 29});
  Conv conv = Conv(3, 33, {31, 29}).filters(17, {1, 1}).bias();
  return {norm,
          softmax,
          reduce,
          resize,
          concat,
          Conv(conv).step(ASCENDRT_GELU_ERF),
          Conv(conv).type(ASCENDRT_F16).batchNorm(),
          Conv(conv).layout(Layout::Slice, Layout::ChannelsLastSlice),
          makeCopy(image(ASCENDRT_F32), image(ASCENDRT_F16, Layout::Blocked)),
          makeCopy(image(ASCENDRT_BF16, Layout::Blocked),
                   image(ASCENDRT_F32, Layout::ChannelsLastSlice)),
          makePool(ASCENDRT_POOL_AVG, image(ASCENDRT_F16), 3, 2, 1, 1),
          makePool(ASCENDRT_POOL_MAX, image(ASCENDRT_F32), 2, 1, 0, 0, 2),
          makeEltwise(ASCENDRT_DIV, image(ASCENDRT_F32),
                      makeTensor(ASCENDRT_F32, {1, 33, 1, 1}),
                      image(ASCENDRT_BF16, Layout::ChannelsLast))};
}

/// The number of threads of a stream changes nothing but the time.
TEST_F(ConcurrencyTest, ManyThreadsInOneStream) {
  // OpenMP is not instrumented: its barriers are invisible.
  uint32_t numThreads = isThreadSanitizer() ? 1 : 3;
  ascendrt_stream *wide = nullptr;
  ASSERT_OK(ascendrt_stream_create(device, numThreads, &wide));
  std::vector<Description> all = operators();
  for (const Description &desc : largeOperators())
    all.push_back(desc);
  for (const Description &desc : all) {
    SCOPED_TRACE(ascendrt_op_name(desc.get().op));
    OperatorRun run(desc);
    ascendrt_plan *plan = nullptr;
    ASSERT_OK(ascendrt_plan_create(device, &run.desc(), nullptr, 0, numThreads,
                                   &plan));
    std::vector<void *> args = run.pointers();
    EXPECT_OK(ascendrt_plan_execute(plan, wide, args.data(), args.size()));
    EXPECT_OK(ascendrt_stream_synchronize(wide));
    run.expectCorrect();
    ascendrt_plan_destroy(plan);
  }
  ascendrt_stream_destroy(wide);
}

//===----------------------------------------------------------------------===//
// Sites
//===----------------------------------------------------------------------===//

TEST_F(ConcurrencyTest, SiteTellsDescriptionsApart) {
  // Pairs that differ in one field each, mostly a late one.
  ascendrt_conv_desc plain = Conv(1, 4, {5, 5}).filters(6, {3, 3}).build();
  std::vector<ascendrt_conv_desc> descs = {
      plain,
      Conv(1, 4, {5, 5}).filters(6, {3, 3}).bias().build(),
      Conv(1, 4, {5, 5}).filters(6, {3, 3}).step(ASCENDRT_RELU).build(),
      Conv(1, 4, {5, 5})
          .filters(6, {3, 3})
          .step(ASCENDRT_LEAKY_RELU, 0.25f)
          .build(),
      Conv(1, 4, {5, 5})
          .filters(6, {3, 3})
          .step(ASCENDRT_LEAKY_RELU, 0.5f)
          .build(),
      Conv(1, 4, {5, 5}).filters(6, {3, 3}).order(FilterOrder::HWIO).build(),
      Conv(1, 4, {5, 5}).filters(6, {3, 3}).type(ASCENDRT_BF16).build()};
  ascendrt_site site = {};
  for (int round = 0; round < 2; ++round)
    for (const ascendrt_conv_desc &desc : descs) {
      OperatorRun run(desc);
      executeSite(site, stream, run);
      run.expectCorrect();
    }
  ascendrt_site_clear(&site);
}

/// Two operators in turn, of different sizes.
TEST_F(ConcurrencyTest, SiteTellsOperatorsApart) {
  ascendrt_site site = {};
  for (int round = 0; round < 2; ++round)
    for (const Description &desc : operators()) {
      OperatorRun run(desc);
      executeSite(site, stream, run);
      run.expectCorrect();
    }
  ascendrt_site_clear(&site);
}

/// A constant is known by its address: the same one is not read again, another
/// one is another plan.
TEST_F(ConcurrencyTest, SiteKnowsConstantsByAddress) {
  Conv conv = Conv(1, 4, {5, 5}).filters(6, {3, 3}).bias();
  ascendrt_site site = {};
  OperatorRun first(conv, 1), second(conv, 2);
  constexpr uint32_t mask = 1 << 1 | 1 << 2;
  for (int round = 0; round < 2; ++round)
    for (OperatorRun *run : {&first, &second}) {
      run->reset();
      executeSite(site, stream, *run, mask);
      run->expectCorrect();
    }
  // The same filter as a variable is read at each run.
  Values filter = first.values(1);
  filter[0] += 1;
  first.setValues(1, filter);
  executeSite(site, stream, first);
  first.expectCorrect();
  ascendrt_site_clear(&site);
}

TEST_F(ConcurrencyTest, SiteServesStreamsOfOtherDevicesAndSizes) {
  Conv conv = Conv(1, 4, {5, 5}).filters(6, {3, 3});
  ascendrt_site site = {};
  ascendrt_device *other = nullptr;
  ascendrt_stream *there = nullptr, *wide = nullptr;
  ASSERT_OK(ascendrt_device_open("host", &other));
  ASSERT_OK(ascendrt_stream_create(other, 1, &there));
  ASSERT_OK(ascendrt_stream_create(device, isThreadSanitizer() ? 1 : 2, &wide));
  for (ascendrt_stream *own : {stream, there, wide, stream}) {
    OperatorRun run(conv);
    executeSite(site, own, run);
    run.expectCorrect();
  }
  ascendrt_site_clear(&site);
  ascendrt_stream_destroy(wide);
  ascendrt_stream_destroy(there);
  EXPECT_OK(ascendrt_device_close(other));
}

TEST_F(ConcurrencyTest, SiteClearAndInvalidate) {
  Conv conv = Conv(1, 4, {5, 5})
                  .filters(6, {3, 3})
                  .batchNorm(ASCENDRT_F32, ASCENDRT_CONV_FROZEN);
  ascendrt_site site = {};
  EXPECT_OK(ascendrt_site_invalidate(&site));
  ascendrt_site_clear(&site);
  OperatorRun run(conv);
  for (int round = 0; round < 3; ++round) {
    executeSite(site, stream, run);
    run.expectCorrect();
    EXPECT_NE(site.head, nullptr);
    Values beta = run.values(6);
    beta.back() += 1;
    run.setValues(6, beta);
    if (round == 1) {
      ascendrt_site_clear(&site);
      EXPECT_EQ(site.head, nullptr);
    } else {
      EXPECT_OK(ascendrt_site_invalidate(&site));
    }
  }
  ascendrt_site_clear(&site);
  ascendrt_site_clear(&site);
}
