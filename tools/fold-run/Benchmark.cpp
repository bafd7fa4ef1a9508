//===- Benchmark.cpp - How long compiled modules take ---------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Benchmark.h"
#include "Progress.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include <sys/resource.h>

using namespace llvm;
using namespace foldrun;

static constexpr unsigned kNumWarmUps = 3;

//===----------------------------------------------------------------------===//
// Peak memory
//===----------------------------------------------------------------------===//

/// The peak counts from here. Compiling needs more memory than running does;
/// where the kernel has no such file the peak is that of the whole process.
static void resetPeakMemory() {
  std::error_code error;
  raw_fd_ostream os("/proc/self/clear_refs", error);
  if (error)
    return;
  os << "5";
  os.flush();
  os.clear_error();
}

static uint64_t getPeakMemory() {
  auto status = MemoryBuffer::getFileAsStream("/proc/self/status");
  if (status) {
    StringRef rest = (*status)->getBuffer().split("VmHWM:").second.ltrim();
    uint64_t kibibytes;
    if (!rest.consumeInteger(10, kibibytes))
      return kibibytes * 1024;
  }
  struct rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

//===----------------------------------------------------------------------===//
// Measuring
//===----------------------------------------------------------------------===//

static Expected<std::chrono::nanoseconds> timeRun(Program &program) {
  auto start = std::chrono::steady_clock::now();
  if (Error error = program.run())
    return std::move(error);
  return std::chrono::steady_clock::now() - start;
}

/// `times[variant][run]` in ms.
static Error measure(ArrayRef<Variant> variants, unsigned numRuns,
                     std::vector<std::vector<double>> &times) {
  Progress progress("measuring");
  for (const Variant &variant : variants) {
    for (unsigned i = 0; i < kNumWarmUps; ++i)
      if (Error error = variant.program->run())
        return error;
    variant.program->resetCounters();
  }
  times.resize(variants.size());
  for (unsigned run = 0; run < numRuns; ++run)
    for (auto [variant, variantTimes] : zip_equal(variants, times)) {
      Expected<std::chrono::nanoseconds> time = timeRun(*variant.program);
      if (!time)
        return time.takeError();
      variantTimes.push_back(
          std::chrono::duration<double, std::milli>(*time).count());
    }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Reporting
//===----------------------------------------------------------------------===//

/// With linear interpolation, as numpy.percentile does.
static double getQuantile(ArrayRef<double> sorted, double quantile) {
  const double position = quantile * (sorted.size() - 1);
  const size_t below = static_cast<size_t>(position);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (position - below);
}

static void printQuantiles(raw_ostream &os, std::vector<double> values,
                           const char *unit) {
  llvm::sort(values);
  os << format("median %.4g%s, p10 %.4g%s, p90 %.4g%s",
               getQuantile(values, 0.5), unit, getQuantile(values, 0.1), unit,
               getQuantile(values, 0.9), unit);
}

static uint64_t countLaunches(const ascendrt_counters &counters) {
  uint64_t total = 0;
  for (uint64_t launches : counters.launches)
    total += launches;
  return total;
}

/// "53 conv (8.91 ms), 2 pool (0.41 ms)": of one run.
static void printLaunches(raw_ostream &os, const ascendrt_counters &counters,
                          unsigned numRuns) {
  os << "  launches per run: " << countLaunches(counters) / numRuns;
  ListSeparator separator(", ");
  for (int op = 0; op < ASCENDRT_NUM_OPS; ++op) {
    if (counters.launches[op] == 0)
      continue;
    StringRef first = separator;
    os << (first.empty() ? " = " : first) << counters.launches[op] / numRuns
       << " " << ascendrt_op_name(op)
       << format(" (%.4g ms)", counters.nanoseconds[op] * 1e-6 / numRuns);
  }
  os << "\n";
}

static void printVariant(raw_ostream &os, const Variant &variant,
                         const std::vector<double> &times) {
  const unsigned numRuns = times.size();
  os << variant.label << ": ";
  printQuantiles(os, times, " ms");
  os << " of " << numRuns << (numRuns == 1 ? " run\n" : " runs\n");
  const ascendrt_counters counters = variant.program->getCounters();
  printLaunches(os, counters, numRuns);
  constexpr double kMega = 1e6;
  os << format("  bytes moved per run: %.3f MB read, %.3f MB written\n",
               counters.bytes_read / kMega / numRuns,
               counters.bytes_written / kMega / numRuns);
  os << format("  memory: arena %.3f MB, workspace %.3f MB\n",
               counters.arena_bytes / kMega, counters.workspace_bytes / kMega);
}

Error foldrun::benchmark(ArrayRef<Variant> variants, unsigned numRuns,
                         raw_ostream &os) {
  resetPeakMemory();
  std::vector<std::vector<double>> times;
  if (Error error = measure(variants, numRuns, times))
    return error;
  for (auto [variant, variantTimes] : zip_equal(variants, times))
    printVariant(os, variant, variantTimes);
  if (variants.size() == 2) {
    std::vector<double> ratios;
    for (auto [first, second] : zip_equal(times[0], times[1]))
      ratios.push_back(second / first);
    os << "time of '" << variants[1].label << "' / time of '"
       << variants[0].label << "': ";
    printQuantiles(os, std::move(ratios), "");
    os << "\n";
  }
  os << format("peak memory of the process while running: %.1f MB\n",
               getPeakMemory() / 1e6);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Paced from outside
//===----------------------------------------------------------------------===//

/// Waits for a whole line. False at the end.
static bool skipLine() {
  for (int c; (c = std::getchar()) != EOF;)
    if (c == '\n')
      return true;
  return false;
}

Error foldrun::benchmarkPaced(Program &program, raw_ostream &os) {
  os << "ready: " << countLaunches(program.getCounters())
     << " launches per run\n";
  os.flush();
  while (skipLine()) {
    Expected<std::chrono::nanoseconds> time = timeRun(program);
    if (!time)
      return time.takeError();
    os << time->count() << "\n";
    os.flush();
  }
  return Error::success();
}
