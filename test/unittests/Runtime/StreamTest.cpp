//===- StreamTest.cpp - Arena, counters and trace -------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

using namespace ascendrt_test;

namespace {
class StreamTest : public RuntimeTest {
protected:
  ascendrt_counters readCounters() {
    ascendrt_counters counters = {};
    counters.struct_size = sizeof(counters);
    EXPECT_OK(ascendrt_stream_counters(stream, &counters));
    return counters;
  }
};
} // namespace

TEST_F(StreamTest, BelongsToItsDevice) {
  EXPECT_EQ(ascendrt_stream_device(stream), device);
}

//===----------------------------------------------------------------------===//
// Arena
//===----------------------------------------------------------------------===//

TEST_F(StreamTest, ArenaIsAlignedAndStays) {
  void *first = ascendrt_stream_arena(stream, 100000);
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(first) % 64, 0u);
  memset(first, 1, 100000);
  EXPECT_EQ(ascendrt_stream_arena(stream, 100000), first);
  EXPECT_EQ(ascendrt_stream_arena(stream, 1), first);
  for (uint64_t size : {100001, 1 << 20, 5 << 20}) {
    void *larger = ascendrt_stream_arena(stream, size);
    ASSERT_NE(larger, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(larger) % 64, 0u);
    memset(larger, 1, size);
    EXPECT_EQ(ascendrt_stream_arena(stream, 100), larger);
    EXPECT_GE(readCounters().arena_bytes, size);
  }
  ascendrt_stream_arena(stream, 0);
  EXPECT_OK(ascendrt_stream_synchronize(stream));
}

TEST_F(StreamTest, ArenasOfStreamsAreApart) {
  ascendrt_stream *other = nullptr;
  ASSERT_OK(ascendrt_stream_create(device, 1, &other));
  auto *a = static_cast<char *>(ascendrt_stream_arena(stream, 4096));
  auto *b = static_cast<char *>(ascendrt_stream_arena(other, 4096));
  EXPECT_TRUE(a + 4096 <= b || b + 4096 <= a);
  ascendrt_stream_destroy(other);
}

/// Sizes that overflow when they are rounded up, or that nobody has.
TEST_F(StreamTest, ArenaWithoutMemory) {
  for (uint64_t size : {UINT64_MAX, UINT64_MAX - 4095, uint64_t(1) << 62}) {
    EXPECT_EQ(ascendrt_stream_arena(stream, size), nullptr);
    EXPECT_EQ(ascendrt_stream_synchronize(stream), ASCENDRT_OUT_OF_MEMORY);
    EXPECT_STRNE(ascendrt_last_error(), "");
  }
  EXPECT_NE(ascendrt_stream_arena(stream, 100), nullptr);
  EXPECT_OK(ascendrt_stream_synchronize(stream));
}

/// Compiled code returns at once when it gets no arena.
TEST_F(StreamTest, NoArenaWithAnError) {
  EXPECT_NE(ascendrt_stream_arena(stream, 100), nullptr);
  EXPECT_NE(
      ascendrt_memcpy(stream, nullptr, nullptr, 1, ASCENDRT_HOST_TO_DEVICE),
      ASCENDRT_OK);
  EXPECT_EQ(ascendrt_stream_arena(stream, 100), nullptr);
  EXPECT_EQ(ascendrt_stream_arena(stream, 0), nullptr);
  EXPECT_NE(ascendrt_stream_synchronize(stream), ASCENDRT_OK);
  EXPECT_NE(ascendrt_stream_arena(stream, 100), nullptr);
}

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

TEST_F(StreamTest, CountersCountLaunchesAndBytes) {
  OperatorRun relu(
      makeActivation(makeTensor(ASCENDRT_F32, {2, 3, 4, 5}), ASCENDRT_RELU));
  OperatorRun product(makeMatmul(ASCENDRT_BF16, {4, 5}, {5, 6}));
  for (int i = 0; i < 3; ++i)
    execute(relu);
  execute(product);
  ascendrt_counters counters = readCounters();
  for (int op = 0; op < ASCENDRT_NUM_OPS; ++op) {
    uint64_t launches = op == ASCENDRT_OP_ACTIVATION ? 3
                        : op == ASCENDRT_OP_MATMUL   ? 1
                                                     : 0;
    EXPECT_EQ(counters.launches[op], launches) << ascendrt_op_name(op);
    EXPECT_EQ(counters.nanoseconds[op] > 0, launches > 0);
  }
  EXPECT_EQ(counters.bytes_read, 3u * 480 + 2 * (20 + 30));
  EXPECT_EQ(counters.bytes_written, 3u * 480 + 2 * 24);

  ascendrt_stream_reset_counters(stream);
  counters = readCounters();
  EXPECT_EQ(counters.launches[ASCENDRT_OP_ACTIVATION], 0u);
  EXPECT_EQ(counters.nanoseconds[ASCENDRT_OP_ACTIVATION], 0u);
  EXPECT_EQ(counters.bytes_read, 0u);
  EXPECT_EQ(counters.bytes_written, 0u);
}

/// Strides do not make a tensor larger; a bias and a residual are read as well.
TEST_F(StreamTest, CountersCountElements) {
  OperatorRun run(Conv(1, 4, {5, 5})
                      .filters(6, {3, 3})
                      .layout(Layout::Slice, Layout::ChannelsLastSlice)
                      .bias()
                      .step(ASCENDRT_RESIDUAL));
  execute(run);
  ascendrt_counters counters = readCounters();
  EXPECT_EQ(counters.bytes_read, 4u * (100 + 6 * 4 * 9 + 6 + 54));
  EXPECT_EQ(counters.bytes_written, 4u * 54);
}

/// What did not run does not count.
TEST_F(StreamTest, CountersLeaveErrorsOut) {
  OperatorRun run(Conv(1, 4, {5, 5}).filters(6, {3, 3}));
  ascendrt_plan *plan = createPlan(run);
  std::vector<void *> good = run.pointers(), bad = run.pointers(1);
  EXPECT_NE(ascendrt_plan_execute(plan, stream, bad.data(), bad.size()),
            ASCENDRT_OK);
  EXPECT_NE(ascendrt_plan_execute(plan, stream, good.data(), good.size()),
            ASCENDRT_OK);
  EXPECT_NE(ascendrt_stream_synchronize(stream), ASCENDRT_OK);
  EXPECT_EQ(readCounters().launches[ASCENDRT_OP_CONV], 0u);
  ascendrt_plan_destroy(plan);
}

TEST_F(StreamTest, CountersCheckTheirArguments) {
  ascendrt_counters counters = {};
  EXPECT_EQ(ascendrt_stream_counters(stream, &counters),
            ASCENDRT_INVALID_ARGUMENT);
  EXPECT_NE(strstr(ascendrt_last_error(), "struct_size"), nullptr);
  counters.struct_size = ASCENDRT_MAX_STRUCT_SIZE + 8;
  EXPECT_EQ(ascendrt_stream_counters(stream, &counters),
            ASCENDRT_INVALID_ARGUMENT);
  counters.struct_size = sizeof(counters);
  EXPECT_EQ(ascendrt_stream_counters(nullptr, &counters),
            ASCENDRT_INVALID_ARGUMENT);
  EXPECT_EQ(ascendrt_stream_counters(stream, nullptr),
            ASCENDRT_INVALID_ARGUMENT);
  ascendrt_stream_reset_counters(nullptr);
}

/// An older caller's struct ends earlier, a newer one's later.
TEST_F(StreamTest, CountersOfOtherVersions) {
  OperatorRun relu(
      makeActivation(makeTensor(ASCENDRT_F32, {7}), ASCENDRT_RELU));
  execute(relu);
  struct {
    ascendrt_counters counters;
    uint64_t more[2];
  } longer;
  memset(&longer, 1, sizeof(longer));
  longer.counters.struct_size = sizeof(longer);
  EXPECT_OK(ascendrt_stream_counters(stream, &longer.counters));
  EXPECT_EQ(longer.counters.struct_size, sizeof(longer));
  EXPECT_EQ(longer.counters.launches[ASCENDRT_OP_ACTIVATION], 1u);
  EXPECT_EQ(longer.counters.launches[ASCENDRT_MAX_OPS - 1], 0u);
  EXPECT_EQ(longer.counters.bytes_read, 28u);
  EXPECT_EQ(longer.more[0], 0u);
  EXPECT_EQ(longer.more[1], 0u);
  ascendrt_counters shorter = {};
  shorter.struct_size = offsetof(ascendrt_counters, bytes_written);
  shorter.bytes_written = 5;
  EXPECT_OK(ascendrt_stream_counters(stream, &shorter));
  EXPECT_EQ(shorter.bytes_read, 28u);
  EXPECT_EQ(shorter.bytes_written, 5u);
}

//===----------------------------------------------------------------------===//
// Trace
//===----------------------------------------------------------------------===//

namespace {
/// Reads JSON and keeps nothing: is it well-formed?
class JsonScanner {
public:
  explicit JsonScanner(const std::string &text) : text(text) {}

  bool isValid() {
    if (!value())
      return false;
    blanks();
    return at == text.size();
  }

private:
  void blanks() {
    while (at < text.size() && strchr(" \t\r\n", text[at]))
      ++at;
  }
  bool take(char c) {
    blanks();
    if (at >= text.size() || text[at] != c)
      return false;
    ++at;
    return true;
  }
  bool string() {
    if (!take('"'))
      return false;
    for (; at < text.size() && text[at] != '"'; ++at) {
      if (static_cast<unsigned char>(text[at]) < 0x20)
        return false;
      if (text[at] == '\\')
        ++at;
    }
    return take('"');
  }
  /// Members or elements up to `end`.
  bool list(char end, bool hasKeys) {
    if (take(end))
      return true;
    do {
      if ((hasKeys && !(string() && take(':'))) || !value())
        return false;
    } while (take(','));
    return take(end);
  }
  bool value() {
    blanks();
    if (at >= text.size())
      return false;
    if (text[at] == '"')
      return string();
    if (take('{'))
      return list('}', /*hasKeys=*/true);
    if (take('['))
      return list(']', /*hasKeys=*/false);
    size_t begin = at;
    while (at < text.size() && (isalnum(text[at]) || strchr("+-.", text[at])))
      ++at;
    return at > begin;
  }

  const std::string &text;
  size_t at = 0;
};

/// A folder for the files of one test.
class TraceTest : public StreamTest {
protected:
  TraceTest() {
    char name[] = "/tmp/ascendrt-trace-XXXXXX";
    folder = mkdtemp(name);
  }
  ~TraceTest() override {
    unlink(path().c_str());
    EXPECT_EQ(rmdir(folder.c_str()), 0) << "something is left in " << folder;
  }

  std::string path() const { return folder + "/trace.json"; }
  bool exists() const { return access(path().c_str(), F_OK) == 0; }
  static std::string read(const std::string &path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }

  /// Runs some operators in a stream of `traced`.
  void runThree(ascendrt_device *traced);

  std::string folder;
};
} // namespace

static size_t countOf(const std::string &text, const std::string &part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + 1))
    ++count;
  return count;
}

void TraceTest::runThree(ascendrt_device *traced) {
  ascendrt_stream *own = nullptr;
  ASSERT_OK(ascendrt_stream_create(traced, 1, &own));
  OperatorRun conv(Conv(1, 4, {5, 5}).filters(6, {3, 3}));
  OperatorRun relu(
      makeActivation(makeTensor(ASCENDRT_F32, {7}), ASCENDRT_RELU));
  ascendrt_site site = {};
  for (OperatorRun *run : {&conv, &relu, &relu}) {
    std::vector<void *> args = run->pointers();
    EXPECT_OK(ascendrt_site_execute(&site, own, &run->desc(), args.data(),
                                    args.size(), 0));
  }
  EXPECT_OK(ascendrt_stream_synchronize(own));
  ascendrt_site_clear(&site);
  ascendrt_stream_destroy(own);
}

/// Also when plans and streams are gone before the device is.
TEST_F(TraceTest, OneEventForEachLaunch) {
  ascendrt_device *traced = nullptr;
  ASSERT_OK(ascendrt_device_open("host", &traced));
  runThree(traced); // not recorded yet
  ASSERT_OK(ascendrt_device_trace(traced, path().c_str()));
  runThree(traced);
  runThree(traced);
  EXPECT_FALSE(exists());
  EXPECT_OK(ascendrt_device_close(traced));
  std::string text = read(path());
  EXPECT_TRUE(JsonScanner(text).isValid()) << text;
  EXPECT_EQ(countOf(text, "\"ph\":\"X\""), 6u) << text;
  EXPECT_EQ(countOf(text, "\"name\":\"conv\""), 2u);
  EXPECT_EQ(countOf(text, "\"name\":\"activation\""), 4u);
}

TEST_F(TraceTest, OfTheEnvironment) {
  setenv("ASCENDRT_TRACE", path().c_str(), 1);
  ascendrt_device *traced = nullptr;
  ascendrt_status status = ascendrt_device_open("host", &traced);
  unsetenv("ASCENDRT_TRACE");
  ASSERT_OK(status);
  runThree(traced);
  EXPECT_OK(ascendrt_device_close(traced));
  std::string text = read(path());
  EXPECT_TRUE(JsonScanner(text).isValid()) << text;
  EXPECT_EQ(countOf(text, "\"ph\":\"X\""), 3u) << text;
}

TEST_F(TraceTest, WithoutAnyLaunchIsStillJson) {
  ascendrt_device *traced = nullptr;
  ASSERT_OK(ascendrt_device_open("host", &traced));
  ASSERT_OK(ascendrt_device_trace(traced, path().c_str()));
  EXPECT_OK(ascendrt_device_close(traced));
  EXPECT_TRUE(JsonScanner(read(path())).isValid()) << read(path());
}

TEST_F(TraceTest, OfEightThreads) {
  ascendrt_device *traced = nullptr;
  ASSERT_OK(ascendrt_device_open("host", &traced));
  ASSERT_OK(ascendrt_device_trace(traced, path().c_str()));
  runInThreads(8, [&](int) { runThree(traced); });
  EXPECT_OK(ascendrt_device_close(traced));
  std::string text = read(path());
  EXPECT_TRUE(JsonScanner(text).isValid());
  EXPECT_EQ(countOf(text, "\"ph\":\"X\""), 24u);
}

/// The trace cannot be written: said once, when the file is tried, and nothing
/// is left behind. A device that does not open has nothing to close.
TEST_F(TraceTest, IntoAMissingFolder) {
  std::string missing = folder + "/missing/trace.json";
  setenv("ASCENDRT_TRACE", missing.c_str(), 1);
  ascendrt_device *traced = nullptr;
  ascendrt_status status = ascendrt_device_open("host", &traced);
  unsetenv("ASCENDRT_TRACE");
  if (status == ASCENDRT_OK) {
    runThree(traced);
    status = ascendrt_device_close(traced);
  }
  EXPECT_EQ(status, ASCENDRT_IO_ERROR);
  EXPECT_NE(strstr(ascendrt_last_error(), missing.c_str()), nullptr)
      << ascendrt_last_error();
}

TEST_F(TraceTest, NeedsAPath) {
  EXPECT_EQ(ascendrt_device_trace(device, nullptr), ASCENDRT_INVALID_ARGUMENT);
  EXPECT_EQ(ascendrt_device_trace(device, ""), ASCENDRT_INVALID_ARGUMENT);
}

/// A second call starts anew with its own path; one that fails changes nothing.
TEST_F(TraceTest, StartsAnew) {
  ascendrt_device *traced = nullptr;
  ASSERT_OK(ascendrt_device_open("host", &traced));
  std::string former = folder + "/former.json";
  ASSERT_OK(ascendrt_device_trace(traced, former.c_str()));
  runThree(traced);
  ASSERT_OK(ascendrt_device_trace(traced, path().c_str()));
  runThree(traced);
  EXPECT_EQ(ascendrt_device_trace(traced, ""), ASCENDRT_INVALID_ARGUMENT);
  runThree(traced);
  EXPECT_OK(ascendrt_device_close(traced));
  EXPECT_NE(access(former.c_str(), F_OK), 0);
  std::string text = read(path());
  EXPECT_TRUE(JsonScanner(text).isValid()) << text;
  EXPECT_EQ(countOf(text, "\"ph\":\"X\""), 6u) << text;
}

/// Executions that are under way do not end up with times before the start.
TEST_F(TraceTest, StartsAnewWhileThreadsRun) {
  ascendrt_device *traced = nullptr;
  ASSERT_OK(ascendrt_device_open("host", &traced));
  runInThreads(4, [&](int number) {
    for (int round = 0; round < 20; ++round)
      if (number == 0)
        EXPECT_OK(ascendrt_device_trace(traced, path().c_str()));
      else
        runThree(traced);
  });
  runThree(traced);
  EXPECT_OK(ascendrt_device_close(traced));
  std::string text = read(path());
  EXPECT_TRUE(JsonScanner(text).isValid()) << text;
  EXPECT_EQ(countOf(text, ":-"), 0u) << text;
}

/// An old file stays as it is until the new one is complete: the new one takes
/// its place and is not written into it.
TEST_F(TraceTest, ReplacesAnOldFile) {
  std::ofstream(path()) << "old";
  std::string old = path() + ".old";
  ASSERT_EQ(link(path().c_str(), old.c_str()), 0);
  ascendrt_device *traced = nullptr;
  ASSERT_OK(ascendrt_device_open("host", &traced));
  ASSERT_OK(ascendrt_device_trace(traced, path().c_str()));
  runThree(traced);
  EXPECT_EQ(read(path()), "old");
  EXPECT_OK(ascendrt_device_close(traced));
  EXPECT_EQ(countOf(read(path()), "\"ph\":\"X\""), 3u);
  EXPECT_EQ(read(old), "old");
  unlink(old.c_str());
}
