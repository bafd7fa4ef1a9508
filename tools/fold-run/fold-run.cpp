//===- fold-run.cpp - Compile a network and run it ------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The way from a module to numbers: read it, fix its shapes, compile it with
// --ascend-pipeline, run it with libascendrt, compare and measure.
//
//===----------------------------------------------------------------------===//

#include "Benchmark.h"
#include "Comparison.h"
#include "Compile.h"
#include "Entry.h"
#include "Execute.h"
#include "Options.h"
#include "OutputFile.h"
#include "Progress.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/WithColor.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace foldrun;
using llvm::Error;
using llvm::ErrorInfoBase;
using llvm::Expected;
using llvm::InitLLVM;
using llvm::WithColor;

namespace {
/// What all steps share.
struct Session {
  Options options;
  OwningOpRef<ModuleOp> module;
  Signature signature;
  std::vector<HostTensor> inputs;
};
} // namespace

//===----------------------------------------------------------------------===//
// Inputs and shapes
//===----------------------------------------------------------------------===//

static Error requireCount(StringRef option, size_t given, StringRef what,
                          size_t wanted, StringRef entry) {
  if (given == wanted)
    return Error::success();
  return makeError(llvm::formatv("{0} is given {1} times, '{2}' has {3} {4}",
                                 option, given, entry, wanted, what));
}

/// Has an argument of `type` this shape?
static bool fits(RankedTensorType type, ArrayRef<int64_t> shape) {
  return type.getRank() == static_cast<int64_t>(shape.size()) &&
         llvm::all_of(llvm::zip(type.getShape(), shape), [](auto dims) {
           auto [dim, given] = dims;
           return ShapedType::isDynamic(dim) || dim == given;
         });
}

static RankedTensorType fillDynamicDims(RankedTensorType type, int64_t batch) {
  SmallVector<int64_t> shape(type.getShape());
  for (auto [i, dim] : llvm::enumerate(shape))
    if (ShapedType::isDynamic(dim))
      dim = i == 0 ? batch : 1;
  return type.clone(shape);
}

static Error specializeTo(Session &session, ArrayRef<RankedTensorType> types) {
  const Options &options = session.options;
  if (ArrayRef(session.signature.arguments) == types)
    return Error::success();
  if (session.signature.isCompiled)
    return requireStatic(session.signature, options.entry);
  if (Error error = specialize(*session.module, options.entry, types))
    return error;
  Expected<Signature> signature = getSignature(*session.module, options.entry);
  if (!signature)
    return signature.takeError();
  session.signature = std::move(*signature);
  return Error::success();
}

static Error readInputs(Session &session) {
  const Options &options = session.options;
  ArrayRef<RankedTensorType> arguments = session.signature.arguments;
  if (Error error = requireCount("--input", options.inputs.size(), "arguments",
                                 arguments.size(), options.entry))
    return error;
  std::vector<NpyArray> arrays;
  SmallVector<RankedTensorType> types;
  for (auto [path, type] : llvm::zip_equal(options.inputs, arguments)) {
    Expected<NpyArray> array = readNpy(path);
    if (!array)
      return array.takeError();
    types.push_back(fits(type, array->shape) ? type.clone(array->shape) : type);
    arrays.push_back(std::move(*array));
  }
  for (auto [i, array] : llvm::enumerate(arrays)) {
    Expected<HostTensor> input =
        fromNpy(std::move(array), types[i],
                options.inputs[i] + Twine(": argument ") + Twine(i));
    if (!input)
      return input.takeError();
    session.inputs.push_back(std::move(*input));
  }
  return specializeTo(session, types);
}

static Error makeInputs(Session &session) {
  const Options &options = session.options;
  auto hasDynamicBatch = [](RankedTensorType type) {
    return type.getRank() > 0 && type.isDynamicDim(0);
  };
  if (options.batch &&
      llvm::none_of(session.signature.arguments, hasDynamicBatch))
    return makeError("--batch: no argument of '" + options.entry +
                     "' has an unknown first dim");
  // A module that is only printed may stay as general as it is.
  if (options.emit && !options.batch)
    return Error::success();
  SmallVector<RankedTensorType> types;
  for (RankedTensorType type : session.signature.arguments)
    types.push_back(fillDynamicDims(type, std::max(1u, options.batch)));
  if (Error error = specializeTo(session, types))
    return error;
  if (options.emit)
    return Error::success();
  for (auto [i, type] : llvm::enumerate(types)) {
    Expected<HostTensor> input = makeSeeded(type, options.seed, i);
    if (!input)
      return input.takeError();
    session.inputs.push_back(std::move(*input));
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

static std::string describe(bool fold, bool fuse) {
  return llvm::formatv("{0} and {1}", fold ? "folded" : "unfolded",
                       fuse ? "fused" : "unfused");
}

static Error compileVariant(Session &session, ModuleOp module, bool fold,
                            bool fuse) {
  if (session.signature.isCompiled)
    return Error::success();
  CompileOptions options;
  options.fold = fold;
  options.fuse = fuse;
  return compile(module, session.options.entry, options);
}

/// Compiles a copy of the module and runs it once.
static Expected<std::unique_ptr<Program>>
makeProgram(Session &session, Device &device, bool fold, bool fuse) {
  Progress progress("compiling, " + describe(fold, fuse));
  OwningOpRef<ModuleOp> copy = session.module->clone();
  if (Error error = compileVariant(session, *copy, fold, fuse))
    return std::move(error);
  auto program = std::make_unique<Program>(device, std::move(copy));
  if (Error error =
          program->build(session.options.entry, session.options.threads,
                         session.options.streams))
    return std::move(error);
  if (Error error = program->setInputs(session.inputs))
    return std::move(error);
  if (Error error = program->run())
    return std::move(error);
  return program;
}

static Error emitModule(Session &session) {
  const Options &options = session.options;
  if (session.signature.isCompiled &&
      *options.emit != ascend::PipelineStage::LLVM)
    return makeError("'" + options.entry +
                     "' is compiled: earlier stages cannot be printed");
  if (!session.signature.isCompiled) {
    CompileOptions compileOptions{options.fold, options.fuse, *options.emit};
    Progress progress("compiling");
    if (Error error = compile(*session.module, options.entry, compileOptions))
      return error;
  }
  return writeFile(options.emitPath,
                   [&](raw_ostream &os) { session.module->print(os); });
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Prints one line for each result; counts those beyond the tolerance.
static unsigned compareAll(const Session &session,
                           ArrayRef<HostTensor> references,
                           ArrayRef<HostTensor> results,
                           function_ref<std::string(size_t)> nameReference) {
  unsigned numFailures = 0;
  for (auto [i, reference, result] : llvm::enumerate(references, results)) {
    Comparison comparison = compare(toDoubles(reference), toDoubles(result),
                                    result.type.getShape());
    const bool isGood = comparison.relative <= session.options.tolerance;
    numFailures += !isGood;
    llvm::outs() << "result " << i << " against " << nameReference(i) << ": "
                 << comparison
                 << (isGood ? "\n" : "  <- above the tolerance\n");
  }
  return numFailures;
}

static Expected<std::vector<HostTensor>> readExpected(const Session &session) {
  const Options &options = session.options;
  std::vector<HostTensor> tensors;
  if (options.expected.empty())
    return tensors;
  if (Error error =
          requireCount("--expected", options.expected.size(), "results",
                       session.signature.results.size(), options.entry))
    return std::move(error);
  for (auto [i, path, type] :
       llvm::enumerate(options.expected, session.signature.results)) {
    Expected<NpyArray> array = readNpy(path);
    if (!array)
      return array.takeError();
    Expected<HostTensor> tensor =
        fromNpy(std::move(*array), type, path + Twine(": result ") + Twine(i));
    if (!tensor)
      return tensor.takeError();
    tensors.push_back(std::move(*tensor));
  }
  return tensors;
}

static Error verify(const Session &session, const Program *baseline,
                    ArrayRef<HostTensor> expected,
                    ArrayRef<HostTensor> results) {
  unsigned numFailures = 0;
  if (baseline) {
    Expected<std::vector<HostTensor>> references = baseline->getResults();
    if (!references)
      return references.takeError();
    numFailures += compareAll(session, *references, results, [](size_t) {
      return describe(/*fold=*/false, /*fuse=*/false);
    });
  }
  if (!expected.empty())
    numFailures += compareAll(session, expected, results, [&](size_t i) {
      return session.options.expected[i];
    });
  if (numFailures == 0)
    return Error::success();
  llvm::outs().flush();
  std::string tolerance;
  llvm::raw_string_ostream(tolerance)
      << llvm::format("%g", session.options.tolerance);
  return makeError("--verify: " + Twine(numFailures) +
                   (numFailures == 1 ? " difference is" : " differences are") +
                   " above the tolerance " + tolerance);
}

static void summarise(ArrayRef<HostTensor> results) {
  for (auto [i, result] : llvm::enumerate(results)) {
    std::vector<double> values = toDoubles(result);
    double sum = 0, least = INFINITY, largest = -INFINITY;
    bool isFinite = true;
    for (double value : values) {
      sum += value;
      least = std::min(least, value);
      largest = std::max(largest, value);
      isFinite &= std::isfinite(value);
    }
    llvm::outs() << "result " << i << ": " << result.type;
    if (!values.empty())
      llvm::outs() << llvm::format(", min %.6g, max %.6g, mean %.6g", least,
                                   largest, sum / values.size());
    llvm::outs() << (isFinite ? "\n" : ", not all finite\n");
  }
}

static Error writeResults(const Session &session,
                          ArrayRef<HostTensor> results) {
  for (auto [path, result] : llvm::zip_equal(session.options.outputs, results))
    if (Error error = writeTensor(path, result))
      return error;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The run
//===----------------------------------------------------------------------===//

/// What can be wrong without having run anything.
static Error checkBeforeRun(const Session &session) {
  const Options &options = session.options;
  if (Error error = requireStatic(session.signature, options.entry))
    return error;
  if (!options.outputs.empty())
    if (Error error =
            requireCount("--output", options.outputs.size(), "results",
                         session.signature.results.size(), options.entry))
      return error;
  if (session.signature.isCompiled &&
      (options.compareUnfused || (options.verify && options.expected.empty())))
    return makeError("'" + options.entry +
                     "' is compiled: there is no unfused variant of it");
  return Error::success();
}

static Error runOnDevice(Session &session, Device &device) {
  const Options &options = session.options;
  Expected<std::vector<HostTensor>> expected = readExpected(session);
  if (!expected)
    return expected.takeError();
  auto program = makeProgram(session, device, options.fold, options.fuse);
  if (!program)
    return program.takeError();
  Expected<std::vector<HostTensor>> results = (*program)->getResults();
  if (!results)
    return results.takeError();

  std::unique_ptr<Program> baseline;
  const bool differs = options.fold || options.fuse;
  if (!session.signature.isCompiled && differs &&
      (options.verify || options.compareUnfused)) {
    auto unfused = makeProgram(session, device, false, false);
    if (!unfused)
      return unfused.takeError();
    baseline = std::move(*unfused);
  }

  if (!options.outputs.empty())
    if (Error error = writeResults(session, *results))
      return error;
  if (options.verify)
    if (Error error = verify(session, baseline.get(), *expected, *results))
      return error;
  if (options.bench) {
    SmallVector<Variant> variants = {
        {describe(options.fold, options.fuse), program->get()}};
    if (options.compareUnfused)
      variants.push_back({describe(false, false), baseline.get()});
    return benchmark(variants, options.bench, llvm::outs());
  }
  if (options.benchPaced)
    return benchmarkPaced(**program, llvm::outs());
  if (!options.verify && options.outputs.empty())
    summarise(*results);
  return Error::success();
}

static Error foldRun(int argc, char **argv) {
  Expected<Options> options = parseCommandLine(argc, argv);
  if (!options)
    return options.takeError();
  DialectRegistry registry;
  registerEverything(registry);
  MLIRContext context(registry);
  // The op may be a function with all its weights.
  context.printOpOnDiagnostic(false);
  // Shapes are refined with casts, which the module need not have.
  context.loadDialect<mlir::tensor::TensorDialect>();
  context.getDiagEngine().registerHandler(printDiagnostic);
  // After the context: it holds a module.
  Session session;
  session.options = std::move(*options);
  Expected<OwningOpRef<ModuleOp>> module =
      loadModule(context, session.options.module);
  if (!module)
    return module.takeError();
  session.module = std::move(*module);
  if (session.options.entry.empty())
    session.options.entry = getDefaultEntry(*session.module);
  Expected<Signature> signature =
      getSignature(*session.module, session.options.entry);
  if (!signature)
    return signature.takeError();
  session.signature = std::move(*signature);

  if (Error error = session.options.inputs.empty() ? makeInputs(session)
                                                   : readInputs(session))
    return error;
  if (session.options.emit)
    return emitModule(session);
  if (Error error = checkBeforeRun(session))
    return error;
  Device device;
  if (Error error = device.open(session.options.backend, session.options.trace))
    return error;
  Error error = runOnDevice(session, device);
  return llvm::joinErrors(std::move(error), device.close());
}

int main(int argc, char **argv) {
  InitLLVM initLLVM(argc, argv);
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  Error error = foldRun(argc, argv);
  if (!error)
    return EXIT_SUCCESS;
  llvm::handleAllErrors(
      std::move(error), [](const DiagnosedError &) {},
      [](const ErrorInfoBase &info) {
        WithColor::error(llvm::errs(), "fold-run") << info.message() << "\n";
      });
  return EXIT_FAILURE;
}
