//===- Trace.h - A record of all executions ---------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_RUNTIME_CORE_TRACE_H
#define ASCENDFOLD_RUNTIME_CORE_TRACE_H

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ascendrt {

using Clock = std::chrono::steady_clock;

/// What a trace and the counters say about a plan. Outlives the plan.
struct PlanFacts {
  int32_t op = 0;
  std::string shapes;
  std::string info;
  uint64_t bytesRead = 0, bytesWritten = 0;
};

/// Events in the Trace Event Format. Thread-safe.
class Trace {
public:
  bool isActive() const { return active.load(std::memory_order_relaxed); }

  /// Records from now on, to be written to `path`; drops what was recorded.
  void start(const std::string &path);
  void record(std::shared_ptr<const PlanFacts> plan, uint32_t stream,
              Clock::time_point begin, Clock::time_point end);

  /// Writes the file whole, or throws and leaves what was there.
  void write(const char *backend) const;

private:
  struct Event {
    std::shared_ptr<const PlanFacts> plan;
    Clock::time_point begin, end;
    uint32_t stream;
  };

  std::string format(const char *backend) const;

  std::atomic<bool> active{false};
  mutable std::mutex mutex;
  std::string path;
  Clock::time_point origin;
  std::vector<Event> events;
};

} // namespace ascendrt

#endif // ASCENDFOLD_RUNTIME_CORE_TRACE_H
