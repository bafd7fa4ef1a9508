//===- Threads.h - Threads of OpenMP ----------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_RUNTIME_HOST_THREADS_H
#define ASCENDFOLD_RUNTIME_HOST_THREADS_H

#include <algorithm>
#include <cstdint>

namespace ascendrt {

/// Sets the number of threads that oneDNN uses in primitives that the calling
/// thread creates or executes, and puts it back.
class ThreadScope {
public:
  explicit ThreadScope(unsigned numThreads);
  ~ThreadScope();
  ThreadScope(const ThreadScope &) = delete;
  ThreadScope &operator=(const ThreadScope &) = delete;

private:
  int previous;
};

using RangeFunction = void (*)(const void *body, int64_t begin, int64_t end);

/// Calls `function` with disjoint ranges that cover [0, count).
void parallelForImpl(unsigned numThreads, int64_t count, RangeFunction function,
                     const void *body);

/// Calls body(begin, end) for disjoint ranges that cover [0, count), in threads
/// that each have at least `grain` to do.
template <typename Body>
void parallelFor(unsigned numThreads, int64_t count, int64_t grain,
                 const Body &body) {
  int64_t most = std::max<int64_t>(count / std::max<int64_t>(grain, 1), 1);
  unsigned threads = std::min<int64_t>(numThreads, most);
  if (threads <= 1)
    return body(int64_t(0), count);
  RangeFunction call = [](const void *body, int64_t begin, int64_t end) {
    (*static_cast<const Body *>(body))(begin, end);
  };
  parallelForImpl(threads, count, call, &body);
}

} // namespace ascendrt

#endif // ASCENDFOLD_RUNTIME_HOST_THREADS_H
