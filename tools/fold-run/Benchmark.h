//===- Benchmark.h - How long compiled modules take -------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TOOLS_FOLDRUN_BENCHMARK_H
#define ASCENDFOLD_TOOLS_FOLDRUN_BENCHMARK_H

#include "Execute.h"

namespace foldrun {

struct Variant {
  std::string label;
  Program *program;
};

/// Runs the variants in turns, `numRuns` times each after a warm-up, so that
/// whatever else the machine does hits all of them alike. Prints times and
/// counters of each, and the ratio of the second to the first.
llvm::Error benchmark(llvm::ArrayRef<Variant> variants, unsigned numRuns,
                      llvm::raw_ostream &os);

/// Runs a program when it is told to: prints "ready: <n> launches per run",
/// which is what `program` has launched so far and so has to be one run, then
/// for each line of standard input the nanoseconds of one more run. Whoever
/// compares processes lets them run in turns.
llvm::Error benchmarkPaced(Program &program, llvm::raw_ostream &os);

} // namespace foldrun

#endif // ASCENDFOLD_TOOLS_FOLDRUN_BENCHMARK_H
