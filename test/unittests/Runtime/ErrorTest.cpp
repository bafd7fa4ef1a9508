//===- ErrorTest.cpp - Errors of calls, devices and streams ---------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

#include <cstdlib>
#include <cstring>
#include <thread>

using namespace ascendrt_test;

namespace {
class ErrorTest : public RuntimeTest {
protected:
  void expectError(ascendrt_status actual, ascendrt_status expected,
                   const char *words) {
    EXPECT_EQ(actual, expected) << ascendrt_last_error();
    EXPECT_NE(strstr(ascendrt_last_error(), words), nullptr)
        << ascendrt_last_error();
    EXPECT_EQ(strchr(ascendrt_last_error(), '\n'), nullptr);
  }
};

/// An environment variable for the length of a scope.
class ScopedVariable {
public:
  ScopedVariable(const char *name, const char *value) : name(name) {
    const char *now = getenv(name);
    wasSet = now;
    old = now ? now : "";
    setenv(name, value, 1);
  }
  ~ScopedVariable() {
    if (wasSet)
      setenv(name, old.c_str(), 1);
    else
      unsetenv(name);
  }

private:
  const char *name;
  bool wasSet;
  std::string old;
};
} // namespace

static Conv smallConv() { return Conv(1, 4, {5, 5}).filters(6, {3, 3}).bias(); }

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

TEST_F(ErrorTest, VersionAndNames) {
  EXPECT_EQ(ascendrt_version(),
            uint32_t(ASCENDRT_VERSION_MAJOR * 1000 + ASCENDRT_VERSION_MINOR));
  const char *names[] = {"conv",       "matmul",     "pool",   "eltwise",
                         "activation", "batch_norm", "resize", "concat",
                         "softmax",    "reduce",     "copy"};
  for (int32_t op = 0; op < ASCENDRT_NUM_OPS; ++op)
    EXPECT_STREQ(ascendrt_op_name(op), names[op]);
  EXPECT_EQ(ascendrt_op_name(ASCENDRT_NUM_OPS), nullptr);
  EXPECT_EQ(ascendrt_op_name(-1), nullptr);
  EXPECT_STREQ(ascendrt_status_string(ASCENDRT_INVALID_ARGUMENT),
               "invalid argument");
  for (int status = ASCENDRT_OK; status <= ASCENDRT_IO_ERROR; ++status)
    EXPECT_STRNE(ascendrt_status_string(ascendrt_status(status)), "");
}

TEST_F(ErrorTest, EachThreadHasItsOwnLastError) {
  ascendrt_device *other = nullptr;
  expectError(ascendrt_device_open("nonsense", &other), ASCENDRT_UNAVAILABLE,
              "nonsense");
  std::string before = ascendrt_last_error();
  std::thread([&] {
    EXPECT_STREQ(ascendrt_last_error(), "");
    EXPECT_NE(ascendrt_device_open("rubbish", &other), ASCENDRT_OK);
  }).join();
  EXPECT_EQ(ascendrt_last_error(), before);
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

TEST_F(ErrorTest, Backends) {
  EXPECT_STREQ(ascendrt_device_backend(device), "host");
  ascendrt_device *other = device;
  expectError(ascendrt_device_open("cuda", &other), ASCENDRT_UNAVAILABLE,
              "cuda");
  EXPECT_EQ(other, nullptr);
  // Without the driver's libraries on this machine.
  if (ascendrt_device_open("cann", &other) != ASCENDRT_OK)
    expectError(ascendrt_device_open("cann", &other), ASCENDRT_UNAVAILABLE, "");
  EXPECT_STRNE(ascendrt_last_error(), "");
  EXPECT_OK(ascendrt_device_close(other));
  expectError(ascendrt_device_open("host", nullptr), ASCENDRT_INVALID_ARGUMENT,
              "device");
}

TEST_F(ErrorTest, BackendOfTheEnvironment) {
  ascendrt_device *other = nullptr;
  {
    ScopedVariable variable("ASCENDRT_BACKEND", "nonsense");
    expectError(ascendrt_device_open(nullptr, &other), ASCENDRT_UNAVAILABLE,
                "nonsense");
    // The argument counts more.
    ASSERT_OK(ascendrt_device_open("host", &other));
    EXPECT_OK(ascendrt_device_close(other));
  }
  ScopedVariable variable("ASCENDRT_BACKEND", "host");
  ASSERT_OK(ascendrt_device_open(nullptr, &other));
  EXPECT_STREQ(ascendrt_device_backend(other), "host");
  EXPECT_OK(ascendrt_device_close(other));
}

TEST_F(ErrorTest, Memory) {
  void *pointer = device;
  EXPECT_OK(ascendrt_malloc(device, 0, &pointer));
  EXPECT_EQ(pointer, nullptr);
  EXPECT_OK(ascendrt_free(device, nullptr));
  for (size_t size : {1, 63, 64, 65, 100000}) {
    ASSERT_OK(ascendrt_malloc(device, size, &pointer));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(pointer) % 64, 0u);
    memset(pointer, 1, size);
    EXPECT_OK(ascendrt_free(device, pointer));
  }
  // Rounded up to a multiple of 64, these wrap around.
  for (size_t size : {SIZE_MAX, SIZE_MAX - 62, SIZE_MAX / 2}) {
    expectError(ascendrt_malloc(device, size, &pointer), ASCENDRT_OUT_OF_MEMORY,
                "memory");
    EXPECT_EQ(pointer, nullptr);
  }
  expectError(ascendrt_malloc(device, 1, nullptr), ASCENDRT_INVALID_ARGUMENT,
              "pointer");
}

TEST_F(ErrorTest, NumberOfThreads) {
  ascendrt_stream *other = nullptr;
  for (const char *text : {"abc", "-1", "0", "2x", "1e3", " 2", "+2", "0x2",
                           "99999999999999999999", "4294967297"}) {
    ScopedVariable variable("ASCENDRT_NUM_THREADS", text);
    other = stream;
    expectError(ascendrt_stream_create(device, 0, &other),
                ASCENDRT_INVALID_ARGUMENT, "ASCENDRT_NUM_THREADS");
    EXPECT_EQ(other, nullptr);
    OperatorRun run(smallConv());
    ascendrt_plan *plan = nullptr;
    expectError(ascendrt_plan_create(device, &run.desc(), nullptr, 0, 0, &plan),
                ASCENDRT_INVALID_ARGUMENT, "ASCENDRT_NUM_THREADS");
    // Who says how many does not need the variable.
    ASSERT_OK(ascendrt_stream_create(device, 1, &other));
    ascendrt_stream_destroy(other);
  }
  for (const char *text : {"1", "2", ""}) {
    ScopedVariable variable("ASCENDRT_NUM_THREADS", text);
    EXPECT_OK(ascendrt_stream_create(device, 0, &other));
    ascendrt_stream_destroy(other);
  }
  expectError(ascendrt_stream_create(device, UINT32_MAX, &other),
              ASCENDRT_INVALID_ARGUMENT, "threads");
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

TEST_F(ErrorTest, NullHandles) {
  OperatorRun run(smallConv());
  ascendrt_plan *plan = createPlan(run), *other = plan;
  std::vector<void *> args = run.pointers();
  auto expectRefused = [&](ascendrt_status status, const char *words) {
    expectError(status, ASCENDRT_INVALID_ARGUMENT, words);
  };
  expectRefused(ascendrt_stream_create(nullptr, 1, &stream), "device");
  expectRefused(ascendrt_stream_create(device, 1, nullptr), "stream");
  expectRefused(
      ascendrt_plan_create(nullptr, &run.desc(), nullptr, 0, 1, &other),
      "device");
  expectRefused(ascendrt_plan_create(device, nullptr, nullptr, 0, 1, &other),
                "desc");
  expectRefused(
      ascendrt_plan_create(device, &run.desc(), nullptr, 0, 1, nullptr),
      "plan");
  expectRefused(ascendrt_plan_execute(nullptr, stream, args.data(), 5), "plan");
  ascendrt_stream_synchronize(stream);
  expectRefused(ascendrt_plan_execute(plan, nullptr, args.data(), 5), "stream");
  expectRefused(ascendrt_stream_synchronize(nullptr), "stream");
  expectRefused(ascendrt_plan_invalidate(nullptr), "plan");
  expectRefused(ascendrt_site_invalidate(nullptr), "site");
  expectRefused(
      ascendrt_site_execute(nullptr, stream, &run.desc(), args.data(), 5, 0),
      "site");
  ascendrt_stream_synchronize(stream);
  expectRefused(ascendrt_device_trace(nullptr, "x"), "device");
  // Nothing to destroy.
  EXPECT_OK(ascendrt_device_close(nullptr));
  ascendrt_stream_destroy(nullptr);
  ascendrt_plan_destroy(nullptr);
  ascendrt_site_clear(nullptr);
  ascendrt_plan_destroy(plan);
}

TEST_F(ErrorTest, UnknownOperator) {
  ascendrt_plan *plan = nullptr;
  for (int32_t op : {-1, int(ASCENDRT_NUM_OPS), 1 << 30}) {
    ascendrt_conv_desc desc = smallConv().build();
    desc.header.op = op;
    expectError(
        ascendrt_plan_create(device, &desc.header, nullptr, 0, 1, &plan),
        ASCENDRT_INVALID_ARGUMENT, "operator");
  }
}

/// Every argument that is needed, each NULL in turn.
TEST_F(ErrorTest, MissingArguments) {
  const char *names[] = {"input", "filter", "bias", "residual", "output",
                         "gamma", "beta",   "mean", "variance"};
  OperatorRun run(smallConv().batchNorm().step(ASCENDRT_RESIDUAL));
  ascendrt_plan *plan = createPlan(run);
  ASSERT_NE(plan, nullptr);
  for (unsigned i = 0; i < run.numArguments(); ++i) {
    std::vector<void *> args = run.pointers(1 << i);
    expectError(ascendrt_plan_execute(plan, stream, args.data(), args.size()),
                ASCENDRT_INVALID_ARGUMENT, names[i]);
    EXPECT_EQ(ascendrt_stream_synchronize(stream), ASCENDRT_INVALID_ARGUMENT);
  }
  std::vector<void *> args = run.pointers();
  for (uint32_t count : {0, 4, 8, 10}) {
    args.resize(10);
    expectError(ascendrt_plan_execute(plan, stream, args.data(), count),
                ASCENDRT_INVALID_ARGUMENT, "arguments");
    EXPECT_NE(ascendrt_stream_synchronize(stream), ASCENDRT_OK);
  }
  expectError(ascendrt_plan_execute(plan, stream, nullptr, 9),
              ASCENDRT_INVALID_ARGUMENT, "arg");
  EXPECT_NE(ascendrt_stream_synchronize(stream), ASCENDRT_OK);
  ascendrt_plan_destroy(plan);
}

/// What an output or the input's count of constants cannot be.
TEST_F(ErrorTest, Constants) {
  OperatorRun run(smallConv());
  ascendrt_plan *plan = nullptr;
  std::vector<const void *> constants = run.constants(1 << 4);
  expectError(ascendrt_plan_create(device, &run.desc(), constants.data(),
                                   constants.size(), 1, &plan),
              ASCENDRT_INVALID_ARGUMENT, "output");
  constants.assign(100, nullptr);
  expectError(ascendrt_plan_create(device, &run.desc(), constants.data(), 100,
                                   1, &plan),
              ASCENDRT_INVALID_ARGUMENT, "constants");
  expectError(ascendrt_plan_create(device, &run.desc(), nullptr, 5, 1, &plan),
              ASCENDRT_INVALID_ARGUMENT, "constants");
  // Shorter is fine: the rest is not constant.
  constants = run.constants(1 << 1);
  EXPECT_OK(
      ascendrt_plan_create(device, &run.desc(), constants.data(), 2, 1, &plan));
  ascendrt_plan_destroy(plan);
}

TEST_F(ErrorTest, PlanAndStreamOfTwoDevices) {
  ascendrt_device *other = nullptr;
  ascendrt_stream *there = nullptr;
  ASSERT_OK(ascendrt_device_open("host", &other));
  ASSERT_OK(ascendrt_stream_create(other, 1, &there));
  OperatorRun run(smallConv());
  ascendrt_plan *plan = createPlan(run);
  std::vector<void *> args = run.pointers();
  expectError(ascendrt_plan_execute(plan, there, args.data(), args.size()),
              ASCENDRT_INVALID_ARGUMENT, "device");
  EXPECT_NE(ascendrt_stream_synchronize(there), ASCENDRT_OK);
  ascendrt_plan_destroy(plan);
  ascendrt_stream_destroy(there);
  EXPECT_OK(ascendrt_device_close(other));
}

//===----------------------------------------------------------------------===//
// Errors stay with the stream
//===----------------------------------------------------------------------===//

TEST_F(ErrorTest, FirstErrorStaysUntilSynchronize) {
  OperatorRun run(smallConv());
  ascendrt_plan *plan = createPlan(run);
  ASSERT_NE(plan, nullptr);
  std::vector<void *> good = run.pointers(), bad = run.pointers(1 << 0);
  std::string poison = run.outputBytes();
  EXPECT_OK(ascendrt_stream_synchronize(stream));
  expectError(ascendrt_plan_execute(plan, stream, bad.data(), bad.size()),
              ASCENDRT_INVALID_ARGUMENT, "input");

  // Later executions, another error among them, do nothing.
  EXPECT_EQ(ascendrt_plan_execute(plan, stream, good.data(), good.size()),
            ASCENDRT_INVALID_ARGUMENT);
  EXPECT_EQ(ascendrt_plan_execute(plan, stream, nullptr, 77),
            ASCENDRT_INVALID_ARGUMENT);
  char from = 1, to = 2;
  EXPECT_EQ(ascendrt_memcpy(stream, &to, &from, 1, ASCENDRT_HOST_TO_DEVICE),
            ASCENDRT_INVALID_ARGUMENT);
  EXPECT_EQ(to, 2);
  EXPECT_EQ(run.outputBytes(), poison);

  // An error elsewhere does not take its place.
  ascendrt_device *other = nullptr;
  expectError(ascendrt_device_open("nonsense", &other), ASCENDRT_UNAVAILABLE,
              "nonsense");
  expectError(ascendrt_stream_synchronize(stream), ASCENDRT_INVALID_ARGUMENT,
              "input");
  EXPECT_OK(ascendrt_stream_synchronize(stream));
  EXPECT_OK(ascendrt_plan_execute(plan, stream, good.data(), good.size()));
  EXPECT_OK(ascendrt_stream_synchronize(stream));
  run.expectCorrect();
  ascendrt_plan_destroy(plan);
}

/// A site that cannot make its plan: an error of the stream, and tried again.
TEST_F(ErrorTest, SiteErrorsStayWithTheStream) {
  ascendrt_conv_desc broken = smallConv().build();
  broken.strides[0] = 0;
  OperatorRun run(smallConv());
  std::vector<void *> args = run.pointers();
  ascendrt_site site = {};
  for (int round = 0; round < 2; ++round) {
    expectError(ascendrt_site_execute(&site, stream, &broken.header,
                                      args.data(), args.size(), 0),
                ASCENDRT_INVALID_ARGUMENT, "strides");
    EXPECT_EQ(ascendrt_site_execute(&site, stream, &run.desc(), args.data(),
                                    args.size(), 0),
              ASCENDRT_INVALID_ARGUMENT);
    expectError(ascendrt_stream_synchronize(stream), ASCENDRT_INVALID_ARGUMENT,
                "strides");
  }
  EXPECT_OK(ascendrt_site_execute(&site, stream, &run.desc(), args.data(),
                                  args.size(), 0));
  run.expectCorrect();
  ascendrt_site_clear(&site);
}

/// Struct sizes at a site: it copies and hashes the description by them.
TEST_F(ErrorTest, SiteChecksTheDescriptionFirst) {
  OperatorRun run(smallConv());
  std::vector<void *> args = run.pointers();
  ascendrt_site site = {};
  for (uint32_t size : {0u, 4u, 8u, UINT32_MAX}) {
    ascendrt_conv_desc broken = smallConv().build();
    broken.header.struct_size = size;
    expectError(ascendrt_site_execute(&site, stream, &broken.header,
                                      args.data(), args.size(), 0),
                ASCENDRT_INVALID_ARGUMENT, "struct_size");
    EXPECT_NE(ascendrt_stream_synchronize(stream), ASCENDRT_OK);
  }
  expectError(ascendrt_site_execute(&site, stream, nullptr, args.data(),
                                    args.size(), 0),
              ASCENDRT_INVALID_ARGUMENT, "desc");
  EXPECT_NE(ascendrt_stream_synchronize(stream), ASCENDRT_OK);
  // A constant that is not there, and arguments that are not there.
  expectError(ascendrt_site_execute(&site, stream, &run.desc(), nullptr, 0, 2),
              ASCENDRT_INVALID_ARGUMENT, "arg");
  EXPECT_NE(ascendrt_stream_synchronize(stream), ASCENDRT_OK);
  args[1] = nullptr;
  expectError(ascendrt_site_execute(&site, stream, &run.desc(), args.data(),
                                    args.size(), 2),
              ASCENDRT_INVALID_ARGUMENT, "filter");
  EXPECT_NE(ascendrt_stream_synchronize(stream), ASCENDRT_OK);
  ascendrt_site_clear(&site);
}

TEST_F(ErrorTest, Memcpy) {
  char bytes[2] = {};
  expectError(ascendrt_memcpy(stream, bytes, bytes + 1, 1,
                              static_cast<ascendrt_copy_kind>(0)),
              ASCENDRT_INVALID_ARGUMENT, "kind");
  EXPECT_NE(ascendrt_stream_synchronize(stream), ASCENDRT_OK);
  expectError(
      ascendrt_memcpy(stream, nullptr, bytes, 1, ASCENDRT_HOST_TO_DEVICE),
      ASCENDRT_INVALID_ARGUMENT, "memcpy");
  EXPECT_NE(ascendrt_stream_synchronize(stream), ASCENDRT_OK);
}
