//===- Options.cpp - The command line -------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CommandLine.h"

#include <cmath>

using namespace llvm;
using namespace foldrun;
using mlir::ascend::PipelineStage;

static constexpr StringLiteral overview =
    R"(compile a network and run it

The module may be at any stage: linalg, tosa, ascend on tensors, or the LLVM
dialect that --emit=llvm or --ascend-pipeline left; text or bytecode.

Without another action the module is run once and the results are written to
the files of --output or, without those, summarised.

Numbers in .npy files have the type of the argument or result: f32 is '<f4', f16
'<f2', f64 '<f8', bf16 is raw in '<V2' (read from '<u2' as well), i1 '|b1', other
integers '<i4' and so on. Arguments without a static shape get that of the input,
or 1 for every unknown dim when the inputs are seeded.

Exit code: 0, or 1 after an error or when --verify finds a difference.
)";

namespace {
struct CommandLine {
  cl::OptionCategory category{"fold-run options"};

  cl::opt<std::string> module{cl::Positional, cl::desc("<module, '-': stdin>"),
                              cl::init("-"), cl::cat(category)};
  cl::opt<std::string> entry{
      "entry",
      cl::desc("The function to run (default: 'main', or the only public one)"),
      cl::value_desc("name"), cl::cat(category)};

  cl::list<std::string> inputs{"input",
                               cl::desc("An argument's value; once for each"),
                               cl::value_desc("x.npy"), cl::cat(category)};
  cl::opt<uint64_t> seed{
      "seed",
      cl::desc("Without --input: arguments are random, of mean 0 and "
               "variance 1, always the same for a seed (default 0)"),
      cl::init(0), cl::cat(category)};
  cl::opt<unsigned> batch{
      "batch", cl::desc("With seeded arguments: the first dim, where unknown"),
      cl::init(1), cl::cat(category)};
  cl::list<std::string> outputs{"output",
                                cl::desc("Where a result goes; once for each"),
                                cl::value_desc("y.npy"), cl::cat(category)};

  cl::opt<bool> fold{"fold", cl::desc("Fold BatchNorm first (the default)"),
                     cl::cat(category)};
  cl::opt<bool> noFold{"no-fold", cl::desc("Do not"), cl::cat(category)};
  cl::opt<bool> fuse{
      "fuse",
      cl::desc("Fuse bias, activation, residual and gate (the default)"),
      cl::cat(category)};
  cl::opt<bool> noFuse{"no-fuse", cl::desc("Do not"), cl::cat(category)};

  cl::opt<bool> verify{"verify",
                       cl::desc("Compare with the same module neither folded "
                                "nor fused, and with --expected"),
                       cl::cat(category)};
  cl::list<std::string> expected{
      "expected", cl::desc("With --verify: a result's value; once for each"),
      cl::value_desc("e.npy"), cl::cat(category)};
  cl::opt<double> tolerance{
      "tolerance",
      cl::desc("With --verify: the largest difference that is allowed, "
               "relative to the largest element of the result "
               "(default 1e-5)"),
      cl::init(1e-5), cl::cat(category)};

  cl::opt<unsigned> bench{"bench", cl::desc("Time so many runs"),
                          cl::value_desc("runs"), cl::cat(category)};
  cl::opt<bool> benchPaced{
      "bench-paced",
      cl::desc("Say how many launches a run has, then run once for every line "
               "of standard input and answer each with the time of the run "
               "in ns"),
      cl::cat(category)};
  cl::opt<std::string> compare{
      "compare",
      cl::desc("With --bench: 'unfused' times the module neither folded nor "
               "fused as well, in turns, and prints the ratio"),
      cl::value_desc("unfused"), cl::cat(category)};
  cl::opt<unsigned> streams{
      "streams",
      cl::desc("Run on so many streams at once (default 1), and require that "
               "all compute the same bits"),
      cl::init(1), cl::cat(category)};
  cl::opt<unsigned> threads{
      "threads", cl::desc("Threads of the runtime (default 0: one per core)"),
      cl::init(0), cl::cat(category)};
  cl::opt<std::string> trace{
      "trace", cl::desc("Record all launches for chrome://tracing, Perfetto"),
      cl::value_desc("t.json"), cl::cat(category)};
  cl::opt<std::string> backend{
      "backend",
      cl::desc("'host' or 'cann' (default: the environment "
               "variable ASCENDRT_BACKEND, else host)"),
      cl::value_desc("name"), cl::cat(category)};

  cl::opt<PipelineStage> emit{
      "emit", cl::desc("Print the module at a stage and do not run it"),
      cl::values(
          clEnumValN(PipelineStage::Folded, "folded", "BatchNorm is folded"),
          clEnumValN(PipelineStage::Ascend, "ascend", "ascend on tensors"),
          clEnumValN(PipelineStage::Fused, "fused", "with epilogues"),
          clEnumValN(PipelineStage::Layout, "layout", "in one layout"),
          clEnumValN(PipelineStage::Bufferized, "bufferized", "on buffers"),
          clEnumValN(PipelineStage::Planned, "planned", "in one arena"),
          clEnumValN(PipelineStage::LLVM, "llvm", "the LLVM dialect")),
      cl::cat(category)};
  cl::opt<std::string> emitPath{"o", cl::desc("With --emit: where to"),
                                cl::value_desc("file"), cl::init("-"),
                                cl::cat(category)};
};
} // namespace

/// The first thing about the options that makes no sense together.
static const char *findContradiction(const CommandLine &line) {
  // As a value, `--fold=false` would be another spelling that means the
  // default.
  if ((line.fold.getNumOccurrences() && !line.fold) ||
      (line.noFold.getNumOccurrences() && !line.noFold) ||
      (line.fuse.getNumOccurrences() && !line.fuse) ||
      (line.noFuse.getNumOccurrences() && !line.noFuse))
    return "--fold, --no-fold, --fuse and --no-fuse take no value";
  if (line.fold && line.noFold)
    return "--fold and --no-fold exclude each other";
  if (line.fuse && line.noFuse)
    return "--fuse and --no-fuse exclude each other";
  if (!line.inputs.empty() && line.seed.getNumOccurrences())
    return "--input and --seed exclude each other";
  if (!line.inputs.empty() && line.batch.getNumOccurrences())
    return "--input and --batch exclude each other";
  if (line.batch == 0)
    return "--batch must not be 0";
  if (!line.expected.empty() && !line.verify)
    return "--expected needs --verify";
  if (line.tolerance.getNumOccurrences() && !line.verify)
    return "--tolerance needs --verify";
  if (!(line.tolerance >= 0) || std::isinf(line.tolerance))
    return "--tolerance must be a number that is not negative";
  if (line.verify && line.noFold && line.noFuse && line.expected.empty())
    return "--verify with --no-fold and --no-fuse would compare a module with "
           "itself";
  if (line.bench.getNumOccurrences() && line.bench == 0)
    return "--bench must not be 0";
  if (line.benchPaced && line.bench)
    return "--bench and --bench-paced exclude each other";
  if (line.benchPaced && line.module == "-")
    return "--bench-paced reads standard input: the module must be a file";
  if (!line.compare.empty() && line.compare != "unfused")
    return "--compare can only be 'unfused'";
  if (!line.compare.empty() && line.bench == 0)
    return "--compare needs --bench";
  if (!line.compare.empty() && line.noFold && line.noFuse)
    return "--compare=unfused with --no-fold and --no-fuse would compare a "
           "module with itself";
  if (line.emitPath.getNumOccurrences() && !line.emit.getNumOccurrences())
    return "-o needs --emit; results are written with --output";
  if (line.emit.getNumOccurrences() &&
      (line.verify || line.bench || line.benchPaced || !line.outputs.empty() ||
       !line.trace.empty()))
    return "--emit does not run the module: it excludes --verify, --bench, "
           "--bench-paced, --output and --trace";
  constexpr unsigned kMaxThreads = 1024;
  if (line.streams < 1 || line.streams > kMaxThreads)
    return "--streams is not a number from 1 to 1024";
  if (line.threads > kMaxThreads)
    return "--threads is more than 1024";
  return nullptr;
}

Expected<Options> foldrun::parseCommandLine(int argc, char **argv) {
  // libLLVM.so has the options of all its tools, --threads among them.
  cl::ResetCommandLineParser();
  // Registered options must live until the end of the process.
  static CommandLine line;
  mlir::registerAsmPrinterCLOptions();
  mlir::registerMLIRContextCLOptions();
  mlir::registerPassManagerCLOptions();
  cl::HideUnrelatedOptions(line.category);
  cl::ParseCommandLineOptions(argc, argv, overview);
  if (const char *contradiction = findContradiction(line))
    return makeError(contradiction);

  Options options;
  options.module = line.module;
  options.entry = line.entry;
  options.inputs = line.inputs;
  options.outputs = line.outputs;
  options.expected = line.expected;
  options.seed = line.seed;
  options.batch = line.batch.getNumOccurrences() ? line.batch : 0;
  options.fold = !line.noFold;
  options.fuse = !line.noFuse;
  options.verify = line.verify;
  options.tolerance = line.tolerance;
  options.bench = line.bench;
  options.benchPaced = line.benchPaced;
  options.compareUnfused = !line.compare.empty();
  options.threads = line.threads;
  options.streams = line.streams;
  options.trace = line.trace;
  options.backend = line.backend;
  if (line.emit.getNumOccurrences())
    options.emit = line.emit;
  options.emitPath = line.emitPath;
  return options;
}
