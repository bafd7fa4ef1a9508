//===- fold-onnx-mutate.cpp - Import damaged models -----------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Damages ONNX models in many ways and imports them. What the importer may do
// is give a valid module, or none and one error of one line.
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"
#include "Workers.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <array>

using namespace llvm;
using namespace mlir::ascend::onnxmutations;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static cl::OptionCategory category("fold-onnx-mutate options");

static cl::list<std::string> paths(cl::Positional, cl::OneOrMore,
                                   cl::desc("<models, or folders of models>"),
                                   cl::cat(category));
static cl::opt<uint64_t> seed("seed", cl::desc("Other mutations for each"),
                              cl::init(1), cl::cat(category));
static cl::opt<uint64_t> numMutations("count", cl::desc("How many mutations"),
                                      cl::init(1000), cl::cat(category));
static cl::opt<unsigned> jobs("jobs", cl::desc("Child processes at a time"),
                              cl::init(2), cl::cat(category));
static cl::opt<uint64_t> only("only",
                              cl::desc("Check this mutation in this process"),
                              cl::cat(category));
static cl::opt<std::string> saveDir("save-dir",
                                    cl::desc("Where models that fail go"),
                                    cl::init("."), cl::cat(category));
static cl::opt<uint64_t> memory("memory",
                                cl::desc("MiB for one import; 0: no limit"),
                                cl::init(512), cl::cat(category));
static cl::opt<bool> badly("badly",
                           cl::desc("Import by what fails, to see it noticed"),
                           cl::cat(category));
static cl::opt<unsigned> seconds("seconds",
                                 cl::desc("Processor time for one import"),
                                 cl::init(10), cl::cat(category));

//===----------------------------------------------------------------------===//
// Seeds
//===----------------------------------------------------------------------===//

static void fail(const Twine &message) {
  WithColor::error() << message << "\n";
  exit(1);
}

/// The files, and what is below the folders.
static std::vector<std::string> findModels() {
  std::vector<std::string> models;
  for (const std::string &path : paths) {
    if (!sys::fs::is_directory(path)) {
      models.push_back(path);
      continue;
    }
    std::error_code error;
    for (sys::fs::recursive_directory_iterator it(path, error), end;
         it != end && !error; it.increment(error))
      if (StringRef(it->path()).ends_with(".onnx"))
        models.push_back(it->path());
    if (error)
      fail(path + ": " + error.message());
  }
  llvm::sort(models);
  return models;
}

static std::vector<Seed> readSeeds() {
  std::vector<Seed> seeds;
  for (const std::string &path : findModels()) {
    auto buffer = MemoryBuffer::getFile(path);
    if (!buffer)
      fail(path + ": " + buffer.getError().message());
    seeds.push_back({path, (*buffer)->getBuffer().str()});
  }
  return seeds;
}

//===----------------------------------------------------------------------===//
// The run
//===----------------------------------------------------------------------===//

namespace {

struct Statistics {
  std::array<uint64_t, 5> counts = {};

  uint64_t operator[](Outcome outcome) const { return counts[size_t(outcome)]; }

  uint64_t failures() const {
    return (*this)[Outcome::Wrong] + (*this)[Outcome::Crashed] +
           (*this)[Outcome::TimedOut];
  }
};

} // namespace

static const char *getName(Outcome outcome) {
  switch (outcome) {
  case Outcome::Imported:
    return "imported";
  case Outcome::Refused:
    return "refused";
  case Outcome::Wrong:
    return "wrong";
  case Outcome::Crashed:
    return "crashed";
  case Outcome::TimedOut:
    return "endless";
  }
  return nullptr;
}

static void print(const Twine &what, const Verdict &verdict) {
  outs() << what << ": " << getName(verdict.outcome);
  if (!verdict.message.empty())
    outs() << ": " << verdict.message;
  outs() << "\n";
}

static void save(const Twine &name, StringRef bytes) {
  std::error_code error = sys::fs::create_directories(saveDir);
  raw_fd_ostream os((saveDir + "/" + name).str(), error);
  if (error)
    fail(saveDir + ": " + error.message());
  os << bytes;
}

/// Drops the seeds that are not imported as they are: their mutations would be
/// refused for the same reason. Counts those that fail.
static uint64_t dropRefused(std::vector<Seed> &seeds, const Limits &limits) {
  std::vector<bool> isImported(seeds.size());
  uint64_t numFailures = 0;
  checkAll(
      seeds.size(), jobs, limits,
      [&](uint64_t i) { return checkImport(seeds[i].bytes, importModel); },
      [&](uint64_t i, const Verdict &verdict) {
        isImported[i] = verdict.outcome == Outcome::Imported;
        if (!verdict.isFailure())
          return;
        ++numFailures;
        print(seeds[i].path, verdict);
      });
  const size_t numSeeds = seeds.size();
  std::vector<Seed> imported;
  for (auto [i, seed] : enumerate(seeds))
    if (isImported[i])
      imported.push_back(std::move(seed));
  seeds = std::move(imported);
  outs() << seeds.size() << " of " << numSeeds << " models are imported\n";
  return numFailures;
}

static Verdict checkMutation(ArrayRef<Seed> seeds, uint64_t number) {
  const Mutation mutation = makeMutation(seeds, seed, number);
  if (!badly)
    return checkImport(mutation.bytes, importModel);
  return checkImport(mutation.bytes,
                     [&](MemoryBufferRef model, mlir::MLIRContext *context) {
                       return importBadly(number, model, context);
                     });
}

static Statistics checkMutations(ArrayRef<Seed> seeds, const Limits &limits) {
  Statistics statistics;
  checkAll(
      numMutations, jobs, limits,
      [&](uint64_t i) { return checkMutation(seeds, i); },
      [&](uint64_t i, const Verdict &verdict) {
        ++statistics.counts[size_t(verdict.outcome)];
        if (!verdict.isFailure())
          return;
        const Mutation mutation = makeMutation(seeds, seed, i);
        print("mutation " + Twine(i) + " (" + mutation.description + ")",
              verdict);
        save("mutation-" + Twine(seed) + "-" + Twine(i) + ".onnx",
             mutation.bytes);
      });
  return statistics;
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "import damaged ONNX models\n");
  Limits limits;
  limits.memory = memory;
  limits.seconds = seconds;

  std::vector<Seed> seeds = readSeeds();
  const uint64_t numBadSeeds = dropRefused(seeds, limits);
  if (seeds.empty())
    fail("no model is imported");
  if (only.getNumOccurrences()) {
    const Mutation mutation = makeMutation(seeds, seed, only);
    save("mutation-" + Twine(seed) + "-" + Twine(only) + ".onnx",
         mutation.bytes);
    outs() << mutation.description << "\n";
    outs().flush();
    const Verdict verdict = checkImport(mutation.bytes, importModel);
    print("mutation " + Twine(only), verdict);
    return verdict.isFailure();
  }
  const Statistics statistics = checkMutations(seeds, limits);
  outs() << numMutations << " mutations: " << statistics[Outcome::Imported]
         << " imported, " << statistics[Outcome::Refused] << " refused, "
         << statistics[Outcome::Wrong] << " wrong, "
         << statistics[Outcome::Crashed] << " crashed, "
         << statistics[Outcome::TimedOut] << " endless\n";
  return statistics.failures() || numBadSeeds;
}
