//===- Stream.cpp - Streams -----------------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Core/Stream.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <thread>

using namespace ascendrt;

static constexpr unsigned maxThreads = 1024;

unsigned ascendrt::getDefaultNumThreads() {
  const char *text = std::getenv("ASCENDRT_NUM_THREADS");
  if (!text || !*text)
    return std::clamp(std::thread::hardware_concurrency(), 1u, maxThreads);
  char *end = nullptr;
  long value = std::strtol(text, &end, 10);
  // strtol also takes blanks and signs.
  bool isNumber = *text >= '0' && *text <= '9' && !*end;
  require(isNumber && value >= 1 && value <= maxThreads,
          "ASCENDRT_NUM_THREADS is '", text, "', not a number from 1 to ",
          maxThreads);
  return value;
}

unsigned ascendrt::resolveNumThreads(uint32_t numThreads) {
  require(numThreads <= maxThreads, "there are ", numThreads,
          " threads; at most ", maxThreads, " are possible");
  return numThreads ? numThreads : getDefaultNumThreads();
}

void ascendrt_stream::keepError(ascendrt_status status) noexcept {
  error = status;
  try {
    errorMessage = ascendrt_last_error();
  } catch (...) {
    errorMessage.clear();
  }
}

ascendrt_status ascendrt_stream_create(ascendrt_device *device,
                                       uint32_t numThreads,
                                       ascendrt_stream **stream) {
  return guard([&] {
    require(device, "stream_create: device is null");
    require(stream, "stream_create: stream is null");
    *stream = nullptr;
    auto result = std::make_unique<ascendrt_stream>();
    result->device = device;
    result->numThreads = resolveNumThreads(numThreads);
    result->id = device->nextStream++;
    *stream = result.release();
  });
}

void ascendrt_stream_destroy(ascendrt_stream *stream) { delete stream; }

ascendrt_device *ascendrt_stream_device(const ascendrt_stream *stream) {
  return stream ? stream->device : nullptr;
}

ascendrt_status ascendrt_stream_synchronize(ascendrt_stream *stream) {
  if (!stream)
    return setLastError(ASCENDRT_INVALID_ARGUMENT,
                        "stream_synchronize: stream is null");
  // Executions are over when they return.
  ascendrt_status status = std::exchange(stream->error, ASCENDRT_OK);
  if (status != ASCENDRT_OK)
    setLastError(status, stream->errorMessage.c_str());
  return status;
}

void *ascendrt_stream_arena(ascendrt_stream *stream, uint64_t size) {
  if (!stream) {
    setLastError(ASCENDRT_INVALID_ARGUMENT, "stream_arena: stream is null");
    return nullptr;
  }
  ascendrt_status status = stream->run([&] {
    if (size <= stream->arena.size() && stream->arena.data())
      return;
    // The contents do not last: free first, so that both need not fit.
    stream->arena = Buffer();
    stream->arena = Buffer(std::max<uint64_t>(size, minAlignment));
    stream->arena.touch();
  });
  return status == ASCENDRT_OK ? stream->arena.data() : nullptr;
}

ascendrt_status ascendrt_memcpy(ascendrt_stream *stream, void *to,
                                const void *from, size_t size,
                                ascendrt_copy_kind kind) {
  if (!stream)
    return setLastError(ASCENDRT_INVALID_ARGUMENT, "memcpy: stream is null");
  return stream->run([&] {
    require(kind >= ASCENDRT_HOST_TO_DEVICE &&
                kind <= ASCENDRT_DEVICE_TO_DEVICE,
            "memcpy: ", static_cast<int>(kind), " is no kind of copy");
    if (size == 0)
      return;
    require(to && from, "memcpy: a pointer is null");
    stream->device->backend->copy(to, from, size, kind);
  });
}

ascendrt_status ascendrt_stream_counters(const ascendrt_stream *stream,
                                         ascendrt_counters *counters) {
  return guard([&] {
    require(stream, "stream_counters: stream is null");
    require(counters, "stream_counters: counters is null");
    uint32_t size = counters->struct_size;
    require(size >= 2 * sizeof(uint32_t) && size <= ASCENDRT_MAX_STRUCT_SIZE,
            "stream_counters: struct_size is ", size, ", not ",
            sizeof(ascendrt_counters));
    ascendrt_counters result = stream->counters;
    result.struct_size = size;
    result.arena_bytes = stream->arena.size();
    result.workspace_bytes = stream->workspace.size();
    // Of what a newer version counts there is nothing here.
    std::memset(counters, 0, size);
    std::memcpy(counters, &result, std::min<size_t>(size, sizeof(result)));
  });
}

void ascendrt_stream_reset_counters(ascendrt_stream *stream) {
  if (stream)
    stream->counters = {};
}
