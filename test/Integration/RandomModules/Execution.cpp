//===- Execution.cpp - Lowering and running of modules --------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Execution.h"

#include "Descriptor.h"
#include "Pipelines.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/PassRegistry.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ascend::difftest;

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

OwningOpRef<ModuleOp> mlir::ascend::difftest::mergeModules(ModuleOp before,
                                                           ModuleOp after) {
  OwningOpRef<ModuleOp> merged = ModuleOp::create(before.getLoc());
  for (auto [module, prefix] :
       {std::pair(before, "before_"), std::pair(after, "after_")}) {
    OwningOpRef<ModuleOp> copy = module.clone();
    SmallVector<Operation *> symbols;
    for (Operation &op : *copy->getBody())
      symbols.push_back(&op);
    for (Operation *op : symbols) {
      auto symbol = dyn_cast<SymbolOpInterface>(op);
      if (!symbol)
        continue;
      auto name = StringAttr::get(op->getContext(), prefix + symbol.getName());
      (void)SymbolTable::replaceAllSymbolUses(op, name, copy.get());
      symbol.setName(name);
    }
    merged->getBody()->getOperations().splice(merged->getBody()->end(),
                                              copy->getBody()->getOperations());
  }
  return merged;
}

static constexpr StringRef pipeline =
    "func.func(convert-elementwise-to-linalg),convert-tensor-to-linalg,"
    "one-shot-bufferize{bufferize-function-boundaries=1 "
    "function-boundary-type-conversion=identity-layout-map},canonicalize,"
    "func.func(convert-linalg-to-loops),memref-expand,expand-strided-metadata,"
    "lower-affine,convert-scf-to-cf,arith-expand{include-bf16=true},"
    "convert-math-to-llvm,func.func(llvm-request-c-wrappers),"
    "convert-math-to-libm,convert-index-to-llvm,"
    "finalize-memref-to-llvm,convert-arith-to-llvm,"
    "convert-func-to-llvm,"
    "convert-cf-to-llvm,reconcile-unrealized-casts";

Lowering::Lowering(MLIRContext *context)
    : passManager(context, ModuleOp::getOperationName()),
      tosaPassManager(context, ModuleOp::getOperationName()) {
  if (failed(parsePassPipeline(getTosaLowering(), tosaPassManager)) ||
      failed(parsePassPipeline(getTosaLowering(), passManager)) ||
      failed(parsePassPipeline(pipeline, passManager)))
    llvm::report_fatal_error("LLVM's lowering passes are not registered");
}

FailureOr<CompiledModule> CompiledModule::create(ModuleOp lowered) {
  ExecutionEngineOptions options;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::None;
  options.enableGDBNotificationListener = false;
  options.enablePerfNotificationListener = false;
  auto engine = ExecutionEngine::create(lowered, options);
  if (!engine) {
    llvm::errs() << llvm::toString(engine.takeError()) << "\n";
    return failure();
  }
  return CompiledModule(std::move(*engine));
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

FailureOr<std::vector<Output>>
CompiledModule::call(StringRef function, const RandomModule &module) {
  // The callee owns nothing it is given, and what it returns is never freed:
  // a result may be an argument or a constant.
  std::vector<std::vector<char>> buffers(module.arguments.size());
  std::vector<Descriptor> descriptors;
  for (auto [i, tensor] : llvm::enumerate(module.arguments))
    descriptors.push_back(
        Descriptor::makeArgument(tensor, /*seed=*/i + 1, buffers[i]));
  size_t words = 0;
  for (const Tensor &tensor : module.results)
    words += 3 + 2 * tensor.rank();
  std::vector<int64_t> results(words, 0);

  // A packed call takes pointers to the arguments, which here are pointers.
  std::vector<void *> pointers = {results.data()}, packed;
  for (Descriptor &descriptor : descriptors)
    pointers.push_back(descriptor.words.data());
  for (void *&pointer : pointers)
    packed.push_back(&pointer);
  if (llvm::Error error =
          engine->invokePacked(("_mlir_ciface_" + function).str(), packed)) {
    llvm::errs() << llvm::toString(std::move(error)) << "\n";
    return failure();
  }
  std::vector<Output> outputs;
  const int64_t *next = results.data();
  for (const Tensor &tensor : module.results) {
    outputs.push_back(Descriptor::read(next, tensor));
    next += 3 + 2 * tensor.rank();
  }
  return outputs;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

/// Largest error, relative to the largest output.
static double getTolerance(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return 1e-12;
  case ElementType::F32:
    return 3e-6;
  case ElementType::F16:
    return 1e-2;
  case ElementType::BF16:
    return 5e-2;
  case ElementType::I8:
  case ElementType::I32:
    break;
  }
  llvm_unreachable("not a float type");
}

/// Whether `after` is as good an approximation of `reference` as `before`.
static bool isAsAccurate(const Output &before, const Output &after,
                         const Output &reference, double tolerance) {
  double errorBefore = 0, errorAfter = 0;
  for (auto [old, now, exact] :
       llvm::zip(before.values, after.values, reference.values)) {
    if (!std::isfinite(old) || !std::isfinite(now) || !std::isfinite(exact))
      continue;
    errorBefore = std::max(errorBefore, std::abs(old - exact));
    errorAfter = std::max(errorAfter, std::abs(now - exact));
  }
  return errorAfter <= 2 * errorBefore + tolerance;
}

/// Describes the first element that is NaN or infinite in one output only, or
/// in another way. What is finite in the reference overflowed by rounding.
static std::string compareSpecialValues(const Output &before,
                                        const Output &after,
                                        const Output *reference) {
  for (auto [i, value] : llvm::enumerate(before.values)) {
    if (reference && std::isfinite(reference->values[i]) &&
        !std::isfinite(value))
      continue;
    bool isFinite = std::isfinite(value) && std::isfinite(after.values[i]);
    bool isSame = value == after.values[i] ||
                  (std::isnan(value) && std::isnan(after.values[i]));
    if (!isFinite && !isSame)
      return llvm::formatv("NaN or Inf: element {0} was {1}, is {2}", i, value,
                           after.values[i]);
  }
  return "";
}

/// Integers are rounded numbers, so that a few of them may be the neighbours of
/// what they were.
static std::string compareIntegers(const Output &before, const Output &after) {
  size_t neighbors = 0;
  for (auto [i, value] : llvm::enumerate(before.values)) {
    double difference = std::abs(value - after.values[i]);
    if (difference > 1)
      return llvm::formatv("integers differ: element {0} was {1}, is {2}", i,
                           value, after.values[i]);
    neighbors += difference == 1;
  }
  if (neighbors <= 1 + before.values.size() / 100)
    return "";
  return llvm::formatv("{0} of {1} integers differ by one", neighbors,
                       before.values.size());
}

static std::string compareOutput(const Output &before, const Output &after,
                                 const Tensor &result,
                                 const Output *reference) {
  if (before.shape != after.shape)
    return "shape was " + join(before.shape) + ", is " + join(after.shape);
  if (isInteger(result.type))
    return compareIntegers(before, after);
  const ElementType type = result.coarsest;
  std::string special = compareSpecialValues(before, after, reference);
  if (!special.empty())
    return special;
  double largest = 1, difference = 0;
  size_t where = 0;
  for (auto [i, value] : llvm::enumerate(before.values)) {
    if (!std::isfinite(value))
      continue;
    largest = std::max(largest, std::abs(value));
    if (std::abs(value - after.values[i]) > difference) {
      difference = std::abs(value - after.values[i]);
      where = i;
    }
  }
  double tolerance = getTolerance(type) * largest;
  if (difference <= tolerance ||
      (reference && isAsAccurate(before, after, *reference, tolerance)))
    return "";
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "numbers differ by " << llvm::format("%.2e", difference / largest)
     << " of the largest, allowed is "
     << llvm::format("%.0e", getTolerance(type)) << ": element " << where
     << " of " << before.values.size() << " was " << before.values[where]
     << ", is " << after.values[where];
  if (reference)
    os << ", would be " << reference->values[where] << " in a wider type";
  return text;
}

std::string mlir::ascend::difftest::compareOutputs(
    const std::vector<Output> &before, const std::vector<Output> &after,
    ArrayRef<Tensor> results, const std::vector<Output> *reference) {
  for (size_t i = 0; i < results.size(); ++i) {
    std::string difference =
        compareOutput(before[i], after[i], results[i],
                      reference ? &(*reference)[i] : nullptr);
    if (!difference.empty())
      return "output " + std::to_string(i) + ": " + difference;
  }
  return "";
}
