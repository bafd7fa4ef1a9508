//===- Stream.h - Streams ---------------------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_RUNTIME_CORE_STREAM_H
#define ASCENDFOLD_RUNTIME_CORE_STREAM_H

#include "Core/Device.h"
#include "Core/Memory.h"
#include "Core/Status.h"

namespace ascendrt {

/// The number of threads that 0 stands for.
unsigned getDefaultNumThreads();

/// `numThreads`, or the default for 0. Throws when there are too many.
unsigned resolveNumThreads(uint32_t numThreads);

} // namespace ascendrt

struct ascendrt_stream {
  /// Runs `body` unless there was an error before; an error of it stays.
  template <typename Body>
  ascendrt_status run(Body &&body) noexcept {
    if (error != ASCENDRT_OK)
      return ascendrt::setLastError(error, errorMessage.c_str());
    ascendrt_status status = ascendrt::guard(body);
    if (status != ASCENDRT_OK)
      keepError(status);
    return status;
  }

  /// The last error of the thread becomes that of the stream.
  void keepError(ascendrt_status status) noexcept;

  ascendrt_device *device = nullptr;
  unsigned numThreads = 1;
  uint32_t id = 0;
  ascendrt::Buffer arena;
  ascendrt::Workspace workspace;
  ascendrt_counters counters = {};
  ascendrt_status error = ASCENDRT_OK;
  std::string errorMessage;
};

#endif // ASCENDFOLD_RUNTIME_CORE_STREAM_H
