//===- Threads.cpp - Threads of OpenMP ------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/Threads.h"

using namespace ascendrt;

// oneDNN runs on libgomp. These are its functions, called as a compiler would:
// -fopenmp would bring a second OpenMP runtime, with threads of its own.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {
int omp_get_max_threads(void);
void omp_set_num_threads(int);
int omp_get_thread_num(void);
int omp_get_num_threads(void);
void GOMP_parallel(void (*function)(void *), void *data, unsigned numThreads,
                   unsigned flags);
}
// NOLINTEND(readability-identifier-naming)

ThreadScope::ThreadScope(unsigned numThreads)
    : previous(omp_get_max_threads()) {
  if (previous != static_cast<int>(numThreads))
    omp_set_num_threads(numThreads);
}

ThreadScope::~ThreadScope() {
  if (previous != omp_get_max_threads())
    omp_set_num_threads(previous);
}

namespace {
struct Region {
  int64_t count;
  RangeFunction function;
  const void *body;
};
} // namespace

static void runPart(void *data) {
  const Region &region = *static_cast<const Region *>(data);
  int64_t thread = omp_get_thread_num(), threads = omp_get_num_threads();
  int64_t quotient = region.count / threads, rest = region.count % threads;
  int64_t begin = thread * quotient + std::min(thread, rest);
  int64_t end = begin + quotient + (thread < rest);
  if (begin < end)
    region.function(region.body, begin, end);
}

void ascendrt::parallelForImpl(unsigned numThreads, int64_t count,
                               RangeFunction function, const void *body) {
  Region region{count, function, body};
  GOMP_parallel(runPart, &region, numThreads, 0);
}
