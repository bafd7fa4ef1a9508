//===- AllocationTest.cpp - A plan that runs again allocates nothing ------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions below take the place of libc's in the whole process. They count
// who called them: oneDNN builds a map of arguments at each execution of a
// primitive, which is not ours to change, but what it takes it gives back.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

#include <dlfcn.h>
#include <malloc.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <functional>
#include <new>
#include <thread>

using namespace ascendrt_test;

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

static std::atomic<bool> isCounting{false};
static std::atomic<int> numAllocations{0}, numFrees{0}, numOurs{0};
/// Allocations of at least `largeSize` bytes.
static std::atomic<size_t> largeSize{SIZE_MAX};
static std::atomic<int> numLarge{0};

/// `caller` is an address in the code that allocates. Only the allocations of
/// this thread's callers in oneDNN and OpenMP are not ours.
static void count(void *caller, size_t size) {
  if (!isCounting)
    return;
  ++numAllocations;
  numLarge += size >= largeSize;
  Dl_info info;
  if (!dladdr(caller, &info) ||
      (!strstr(info.dli_fname, "dnnl") && !strstr(info.dli_fname, "omp")))
    ++numOurs;
}

// glibc's own, under names of ours.
void *libcMalloc(size_t size) __asm__("__libc_malloc");
void *libcCalloc(size_t number, size_t size) __asm__("__libc_calloc");
void *libcRealloc(void *pointer, size_t size) __asm__("__libc_realloc");
void *libcMemalign(size_t alignment, size_t size) __asm__("__libc_memalign");
void libcFree(void *pointer) __asm__("__libc_free");

#define REPLACES __attribute__((visibility("default"), noinline))
#define CALLER __builtin_return_address(0)

extern "C" {
REPLACES void *malloc(size_t size) {
  count(CALLER, size);
  return libcMalloc(size);
}
REPLACES void *calloc(size_t number, size_t size) {
  count(CALLER, number * size);
  return libcCalloc(number, size);
}
REPLACES void *realloc(void *pointer, size_t size) {
  count(CALLER, size);
  return libcRealloc(pointer, size);
}
REPLACES void *memalign(size_t alignment, size_t size) {
  count(CALLER, size);
  return libcMemalign(alignment, size);
}
REPLACES void *aligned_alloc(size_t alignment, size_t size) {
  count(CALLER, size);
  return libcMemalign(alignment, size);
}
REPLACES int posix_memalign(void **pointer, size_t alignment, size_t size) {
  count(CALLER, size);
  *pointer = libcMemalign(alignment, size);
  return *pointer || !size ? 0 : ENOMEM;
}
REPLACES void free(void *pointer) {
  if (isCounting && pointer)
    ++numFrees;
  libcFree(pointer);
}
}

// libstdc++'s operator new would hide who calls it.
REPLACES void *operator new(size_t size) {
  count(CALLER, size);
  return libcMalloc(size ? size : 1);
}
REPLACES void *operator new[](size_t size) {
  count(CALLER, size);
  return libcMalloc(size ? size : 1);
}
REPLACES void operator delete(void *pointer) noexcept { free(pointer); }
REPLACES void operator delete[](void *pointer) noexcept { free(pointer); }
REPLACES void operator delete(void *pointer, size_t) noexcept { free(pointer); }
REPLACES void operator delete[](void *pointer, size_t) noexcept {
  free(pointer);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

namespace {
class AllocationTest : public RuntimeFixture<::testing::TestWithParam<Case>> {
protected:
  /// Runs `body` three times to warm up, then counts ten times.
  template <typename Body>
  void expectSteady(Body body) {
    for (int round = 0; round < 3; ++round)
      body();
    numAllocations = numFrees = numOurs = 0;
    isCounting = true;
    for (int round = 0; round < 10; ++round)
      body();
    isCounting = false;
    EXPECT_EQ(numOurs, 0) << "of " << numAllocations << " allocations";
    EXPECT_EQ(numAllocations, numFrees) << "memory that stays";
    RecordProperty("allocations_of_others", numAllocations);
  }
};
} // namespace

static Cases operators() {
  ascendrt_tensor image = makeTensor(ASCENDRT_F32, {2, 19, 9, 8});
  ascendrt_tensor blocked =
      makeTensor(ASCENDRT_BF16, {2, 19, 9, 8}, Layout::Blocked);
  Conv conv = Conv(2, 19, {9, 8}).filters(33, {3, 3}).bias();
  auto norm = makeDesc<ascendrt_batch_norm_desc>(ASCENDRT_OP_BATCH_NORM);
  norm.input = norm.output = image;
  auto softmax = makeDesc<ascendrt_softmax_desc>(ASCENDRT_OP_SOFTMAX);
  softmax.axis = 1;
  softmax.input = softmax.output = image;
  auto reduce = makeDesc<ascendrt_reduce_desc>(ASCENDRT_OP_REDUCE);
  reduce.input = image;
  reduce.output = makeTensor(ASCENDRT_F32, {2, 19, 1, 1});
  auto concat = makeDesc<ascendrt_concat_desc>(ASCENDRT_OP_CONCAT);
  concat.num_inputs = 1;
  concat.inputs[0] = concat.output = image;
  auto resize = makeDesc<ascendrt_resize_desc>(ASCENDRT_OP_RESIZE);
  resize.num_spatial = 2;
  resize.kind = ASCENDRT_RESIZE_LINEAR;
  resize.input = image;
  resize.output = makeTensor(ASCENDRT_F32, {2, 19, 18, 16});
  for (int d = 0; d < 2; ++d) {
    resize.numerator[d] = 2;
    resize.denominator[d] = 1;
  }
  return {
      {"Conv", conv},
      {"ConvResidual",
       Conv(conv).step(ASCENDRT_RESIDUAL).step(ASCENDRT_HARD_SIGMOID, 1, 0)},
      {"ConvBF16", Conv(conv).type(ASCENDRT_BF16)},
      {"ConvF16", Conv(conv).type(ASCENDRT_F16)},
      {"ConvLast",
       Conv(conv).layout(Layout::ChannelsLast, Layout::ChannelsLast)},
      {"ConvTransposed", Conv(conv).transposed()},
      {"ConvBatchNorm", Conv(conv).batchNorm()},
      {"ConvFrozen", Conv(conv).batchNorm(ASCENDRT_F32, ASCENDRT_CONV_FROZEN)},
      {"Matmul", makeMatmul(ASCENDRT_F32, {17, 100}, {100, 33})},
      {"MatmulF16", makeMatmul(ASCENDRT_F16, {17, 100}, {100, 33})},
      {"Pool", makePool(ASCENDRT_POOL_AVG, image, 3, 2, 1, 1)},
      {"PoolDilated", makePool(ASCENDRT_POOL_MAX, image, 3, 2, 0, 1, 2)},
      {"Eltwise", makeEltwise(ASCENDRT_ADD, image, image, image)},
      {"EltwiseBlocked", makeEltwise(ASCENDRT_DIV, blocked, blocked, blocked)},
      {"Activation", makeActivation(image, ASCENDRT_SILU)},
      {"BatchNorm", norm},
      {"Resize", resize},
      {"Softmax", softmax},
      {"Reduce", reduce},
      {"Concat", concat},
      {"Pack", makeCopy(image, blocked)}};
}

INSTANTIATE_TEST_SUITE_P(Steady, AllocationTest,
                         ::testing::ValuesIn(operators()), nameOf);

TEST_P(AllocationTest, Plan) {
  OperatorRun run(GetParam().description);
  ascendrt_plan *plan = createPlan(run);
  ASSERT_NE(plan, nullptr);
  std::vector<void *> args = run.pointers();
  expectSteady(
      [&] { ascendrt_plan_execute(plan, stream, args.data(), args.size()); });
  EXPECT_OK(ascendrt_stream_synchronize(stream));
  ascendrt_plan_destroy(plan);
}

TEST_P(AllocationTest, Site) {
  OperatorRun run(GetParam().description);
  ascendrt_site site = {};
  std::vector<void *> args = run.pointers();
  expectSteady([&] {
    ascendrt_stream_arena(stream, 1 << 20);
    ascendrt_site_execute(&site, stream, &run.desc(), args.data(), args.size(),
                          0);
    ascendrt_stream_synchronize(stream);
  });
  EXPECT_OK(ascendrt_stream_synchronize(stream));
  ascendrt_site_clear(&site);
}

/// Threads of OpenMP get their work without a copy of it.
TEST_P(AllocationTest, TwoThreads) {
  OperatorRun run(GetParam().description);
  ascendrt_stream *wide = nullptr;
  ascendrt_plan *plan = nullptr;
  ASSERT_OK(ascendrt_stream_create(device, 2, &wide));
  ASSERT_OK(ascendrt_plan_create(device, &run.desc(), nullptr, 0, 2, &plan));
  std::vector<void *> args = run.pointers();
  expectSteady(
      [&] { ascendrt_plan_execute(plan, wide, args.data(), args.size()); });
  EXPECT_OK(ascendrt_stream_synchronize(wide));
  ascendrt_plan_destroy(plan);
  ascendrt_stream_destroy(wide);
}

//===----------------------------------------------------------------------===//
// Conv2DBatchNorm folds once, a site makes one plan
//===----------------------------------------------------------------------===//

/// How often this many threads take memory of the size of the filter when they
/// call `execute` at the same time.
static int countLargeAllocations(
    ascendrt_device *device, const OperatorRun &run, int numThreads,
    const std::function<ascendrt_status(
        ascendrt_stream *, const std::vector<void *> &)> &execute) {
  std::atomic<int> waiting{numThreads};
  numLarge = 0;
  largeSize = run.values(1).size() * sizeof(float);
  runInThreads(numThreads, [&](int) {
    ascendrt_stream *own = nullptr;
    EXPECT_OK(ascendrt_stream_create(device, 1, &own));
    std::vector<void *> args = run.pointers();
    Buffer output(argumentsOf(run.desc())[4].tensor);
    args[4] = output.data();
    --waiting;
    while (waiting > 0)
      std::this_thread::yield();
    isCounting = true;
    EXPECT_OK(execute(own, args));
    ascendrt_stream_destroy(own);
  });
  isCounting = false;
  return numLarge;
}

TEST_F(RuntimeTest, EightThreadsFoldOnce) {
  // Large, so that all threads have arrived before the first is ready.
  Conv conv = Conv(1, 256, {4, 4}).filters(256, {3, 3}).batchNorm();
  OperatorRun run(conv);
  ascendrt_plan *plan = createPlan(run), *other = createPlan(run);
  auto count = [&](ascendrt_plan *plan, int numThreads) {
    return countLargeAllocations(
        device, run, numThreads,
        [&](ascendrt_stream *own, const std::vector<void *> &args) {
          return ascendrt_plan_execute(plan, own, args.data(), args.size());
        });
  };
  int first = count(plan, 1), second = count(plan, 1);
  EXPECT_GT(first, second) << "the first call folds";
  EXPECT_EQ(count(other, 8), first + 7 * second);
  ascendrt_plan_destroy(plan);
  ascendrt_plan_destroy(other);
}

/// Making a plan packs the constant filter, into memory of its own. The first
/// plan of a site and later ones are kept differently.
TEST_F(RuntimeTest, EightThreadsMakeOnePlanOfASite) {
  OperatorRun run(Conv(1, 256, {4, 4}).filters(256, {3, 3}));
  OperatorRun small(Conv(1, 1, {4, 4}).filters(1, {3, 3}));
  for (bool isFirst : {true, false}) {
    ascendrt_site site = {}, other = {};
    for (ascendrt_site *one : {&site, &other}) {
      std::vector<void *> args = small.pointers();
      if (!isFirst)
        EXPECT_OK(ascendrt_site_execute(one, stream, &small.desc(), args.data(),
                                        args.size(), 0));
    }
    auto count = [&](ascendrt_site &site, int numThreads) {
      return countLargeAllocations(
          device, run, numThreads,
          [&](ascendrt_stream *own, const std::vector<void *> &args) {
            return ascendrt_site_execute(&site, own, &run.desc(), args.data(),
                                         args.size(), 1 << 1);
          });
    };
    int first = count(site, 1), second = count(site, 1);
    EXPECT_GT(first, second) << "the first call packs";
    EXPECT_EQ(count(other, 8), first + 7 * second);
    ascendrt_site_clear(&site);
    ascendrt_site_clear(&other);
  }
}

/// The counting works, or else all of the above proves nothing.
TEST_F(RuntimeTest, AllocationsAreCounted) {
  numAllocations = numOurs = 0;
  isCounting = true;
  ascendrt_stream *other = nullptr;
  ascendrt_stream_create(device, 1, &other);
  isCounting = false;
  EXPECT_GT(numOurs, 0);
  ascendrt_stream_destroy(other);
}
