//===- fold-benchmark.cpp - What fold-conv-bn costs -----------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the pass on a ResNet-50 made in memory and on networks of several times
// as many layers, alternating with a memcpy of the weights that the pass
// rewrites into freshly allocated memory. Prints ratios as a Markdown table.
// Fails when a BatchNorm is left over, never because of a time.
//
//===----------------------------------------------------------------------===//

#include "ResNet50.h"

#include "AscendFold/InitAllExtensions.h"
#include "AscendFold/Transforms/Passes.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemAlloc.h"
#include "llvm/Support/ToolOutputFile.h"

#include <ctime>
#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace mlir;
using namespace mlir::ascend::bench;
namespace cl = llvm::cl;

static cl::list<unsigned>
    scales("scales", cl::CommaSeparated,
           cl::desc("Sizes of the networks, in ResNet-50s (1,4,16)"));
static cl::opt<unsigned> repetitions("repetitions",
                                     cl::desc("Pairs of runs per size"),
                                     cl::init(11));
static cl::opt<ConstantForm> constantForm(
    "constants", cl::desc("How the weights are spelled"),
    cl::values(clEnumValN(ConstantForm::Resource, "resource", "dense_resource"),
               clEnumValN(ConstantForm::Dense, "dense", "dense")),
    cl::init(ConstantForm::Resource));
static cl::opt<std::string>
    emit("emit", cl::value_desc("file"),
         cl::desc("Write the network of the first size as bytecode, print the "
                  "bytes of its parameters, and stop"));
//===----------------------------------------------------------------------===//
// One run
//===----------------------------------------------------------------------===//

/// CPU time of the process, which a busy machine does not lengthen. Everything
/// measured runs on one thread.
static double getSeconds(std::clock_t start) {
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

static SmallVector<ElementsAttr> getFilters(ModuleOp module) {
  SmallVector<ElementsAttr> filters;
  module.walk([&](linalg::Conv2DNchwFchwOp conv) {
    ElementsAttr filter;
    if (matchPattern(conv.getDpsInputOperand(1)->get(), m_Constant(&filter)))
      filters.push_back(filter);
  });
  return filters;
}

/// Allocated the way resource blobs are.
static double timeMemcpy(ArrayRef<ArrayRef<char>> filters) {
  constexpr size_t kAlignment = 64;
  SmallVector<void *> copies;
  copies.reserve(filters.size());
  std::clock_t start = std::clock();
  for (ArrayRef<char> filter : filters) {
    copies.push_back(llvm::allocate_buffer(filter.size(), kAlignment));
    std::memcpy(copies.back(), filter.data(), filter.size());
  }
  double seconds = getSeconds(start);
  for (auto [copy, filter] : llvm::zip_equal(copies, filters))
    llvm::deallocate_buffer(copy, filter.size(), kAlignment);
  return seconds;
}

/// Nothing when the pass fails or leaves a BatchNorm.
static std::optional<double> timePass(ModuleOp module, int64_t copies) {
  SmallVector<ElementsAttr> before = getFilters(module);
  PassManager manager(module.getContext());
  manager.addPass(ascend::createFoldConvBNPass());
  std::clock_t start = std::clock();
  LogicalResult result = manager.run(module);
  double seconds = getSeconds(start);

  SmallVector<ElementsAttr> after = getFilters(module);
  unsigned numLeft = 0, numChanged = 0;
  module.walk([&](math::RsqrtOp) { ++numLeft; });
  for (auto [old, folded] : llvm::zip(before, after))
    numChanged += old != folded;
  const int64_t expected = copies * kNumConvs;
  if (succeeded(result) && numLeft == 0 &&
      static_cast<int64_t>(before.size()) == expected &&
      before.size() == after.size() && numChanged == expected)
    return seconds;
  llvm::errs() << "fold-benchmark: error: of " << expected << " BatchNorms, "
               << numLeft << " are left and " << numChanged
               << " convolutions have new weights\n";
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static double getQuantile(std::vector<double> values, double q) {
  llvm::sort(values);
  double position = q * static_cast<double>(values.size() - 1);
  auto below = static_cast<size_t>(position);
  size_t above = std::min(below + 1, values.size() - 1);
  double weight = position - static_cast<double>(below);
  return values[below] * (1 - weight) + values[above] * weight;
}

static std::vector<double> divide(ArrayRef<double> a, ArrayRef<double> b) {
  std::vector<double> ratios;
  for (auto [x, y] : llvm::zip_equal(a, b))
    ratios.push_back(x / y);
  return ratios;
}

static void printRow(const Twine &measured, const Twine &against,
                     const std::vector<double> &ratios, StringRef mark) {
  llvm::outs() << "| " << measured << " | " << against
               << llvm::format(
                      " | %.2f | %.2f | %.2f | ", getQuantile(ratios, 0.5),
                      getQuantile(ratios, 0.1), getQuantile(ratios, 0.9))
               << mark << " |\n";
}

namespace {
/// Seconds, one entry per repetition.
struct Samples {
  explicit Samples(int64_t copies) : copies(copies) {}

  int64_t copies;
  std::vector<double> pass, copy;

  int64_t getNumLayers() const { return copies * kNumConvs; }
  std::vector<double> perLayer(std::vector<double> values) const {
    for (double &value : values)
      value /= static_cast<double>(getNumLayers());
    return values;
  }
};

/// Networks of the same layers, more and more of them.
struct Series {
  explicit Series(int64_t channelDivisor) : channelDivisor(channelDivisor) {
    for (unsigned scale : scales)
      sizes.emplace_back(scale);
  }

  int64_t channelDivisor;
  ParameterPool pool;
  std::vector<Samples> sizes;
};
} // namespace

static void printPerLayer(StringRef what, const Series &series,
                          std::vector<double> Samples::*values,
                          StringRef mark) {
  const Samples &first = series.sizes.front();
  for (const Samples &samples : ArrayRef(series.sizes).drop_front())
    printRow(what + ", time per layer at " + Twine(samples.getNumLayers()),
             "at " + Twine(first.getNumLayers()) + " layers",
             divide(samples.perLayer(samples.*values),
                    first.perLayer(first.*values)),
             mark);
}

static void printTable(const Series &full, const Series &narrow) {
  StringRef form =
      constantForm == ConstantForm::Dense ? "dense" : "dense_resource";
  llvm::outs() << "| measured | against | median | p10 | p90 | mark |\n"
               << "|---|---|---:|---:|---:|---:|\n";
  for (const Samples &samples : full.sizes)
    printRow(
        "pass, " + Twine(samples.getNumLayers()) + " layers, " + form,
        "memcpy of their weights, " +
            llvm::formatv("{0:F0} ms", getQuantile(samples.copy, 0.5) * 1e3)
                .str(),
        divide(samples.pass, samples.copy), "≤ 3");
  printPerLayer("pass", full, &Samples::pass, "1");
  printPerLayer("memcpy", full, &Samples::copy, "");
  printPerLayer("pass, channels / " + std::to_string(narrow.channelDivisor),
                narrow, &Samples::pass, "1");
}

//===----------------------------------------------------------------------===//
// main
//===----------------------------------------------------------------------===//

static std::optional<double> runPass(const DialectRegistry &registry,
                                     Series &series, int64_t copies) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module = buildResNet50(
      &context, series.pool, {copies, series.channelDivisor}, constantForm);
  return timePass(*module, copies);
}

/// One pair of runs, each starting from the same amount of memory in use. The
/// order alternates.
static LogicalResult measure(const DialectRegistry &registry, Series &series,
                             Samples &samples, bool passFirst) {
  ArrayRef<ArrayRef<char>> filters =
      series.pool.getFilters().take_front(samples.getNumLayers());
  if (!passFirst)
    samples.copy.push_back(timeMemcpy(filters));
  std::optional<double> seconds = runPass(registry, series, samples.copies);
  if (!seconds)
    return failure();
  samples.pass.push_back(*seconds);
  if (passFirst)
    samples.copy.push_back(timeMemcpy(filters));
  return success();
}

static LogicalResult measureAll(const DialectRegistry &registry,
                                Series &series) {
  // The first round generates the weights and touches memory that a virtual
  // machine may not have been given yet: it does not count.
  for (Samples &samples : series.sizes)
    if (!runPass(registry, series, samples.copies))
      return failure();
  for (unsigned i = 0; i < repetitions; ++i)
    for (Samples &samples : series.sizes)
      if (failed(measure(registry, series, samples, /*passFirst=*/i % 2)))
        return failure();
  return success();
}

static LogicalResult emitNetwork(const DialectRegistry &registry) {
  MLIRContext context(registry);
  ParameterPool pool;
  OwningOpRef<ModuleOp> module =
      buildResNet50(&context, pool, {scales.front()}, constantForm);
  std::string error;
  std::unique_ptr<llvm::ToolOutputFile> file = openOutputFile(emit, &error);
  if (!file) {
    llvm::errs() << "fold-benchmark: error: " << error << "\n";
    return failure();
  }
  if (failed(writeBytecodeToFile(*module, file->os())))
    return failure();
  file->keep();
  llvm::outs() << pool.getNumBytes() << "\n";
  return success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM initLLVM(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "Cost of fold-conv-bn\n");
#ifdef __GLIBC__
  // A threshold of one's own keeps glibc from raising it after the first
  // `free`: every large block is fresh memory, as in a process that compiles
  // one network.
  mallopt(M_MMAP_THRESHOLD, 128 << 10);
#endif
  if (scales.empty())
    for (unsigned scale : {1, 4, 16})
      scales.push_back(scale);
  if (llvm::is_contained(scales, 0u) || repetitions == 0) {
    llvm::errs() << "fold-benchmark: error: sizes and repetitions are 1 or "
                    "more\n";
    return EXIT_FAILURE;
  }
  DialectRegistry registry;
  registerAllDialects(registry);
  ascend::registerAllExtensions(registry);
  if (!emit.empty())
    return failed(emitNetwork(registry));

  // The layers' real shapes, and so little data that what the pass does to the
  // IR is what counts.
  Series full(/*channelDivisor=*/1), narrow(/*channelDivisor=*/16);
  if (failed(measureAll(registry, full)) ||
      failed(measureAll(registry, narrow)))
    return EXIT_FAILURE;
  printTable(full, narrow);
  return EXIT_SUCCESS;
}
