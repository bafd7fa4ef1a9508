//===- Check.cpp - Verdict on one module ----------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check.h"

#include "Pipelines.h"
#include "Reference.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"

using namespace mlir;
using namespace mlir::ascend::difftest;

StringRef mlir::ascend::difftest::toString(Outcome outcome) {
  switch (outcome) {
  case Outcome::Unchanged:
    return "unchanged";
  case Outcome::Folded:
    return "folded";
  case Outcome::Lowered:
    return "lowered by the backend";
  case Outcome::Refused:
    return "not lowered by the backend";
  case Outcome::InvalidModule:
    return "the generated module is not valid";
  case Outcome::PassFailed:
    return "the pass failed";
  case Outcome::InvalidResult:
    return "the folded module does not verify";
  case Outcome::NotIdempotent:
    return "a second run changes the module again";
  case Outcome::NotDeterministic:
    return "the same module folds in another way the next time";
  case Outcome::NotLowered:
    return "the folded module cannot be lowered";
  case Outcome::NotRun:
    return "the modules cannot be compiled";
  case Outcome::Different:
    return "folded and unfolded compute different numbers";
  case Outcome::WrongOnBackend:
    return "the backend computes different numbers";
  case Outcome::BackendFailed:
    return "the backend fails without a located error";
  case Outcome::NotRunOnBackend:
    return "what the backend compiled does not run";
  case Outcome::Crashed:
    return "crash";
  case Outcome::TimedOut:
    return "no end within a minute";
  }
  llvm_unreachable("unknown outcome");
}

static std::string toText(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  return text;
}

namespace {

/// Keeps diagnostics for the report instead of printing them.
class DiagnosticLog {
public:
  explicit DiagnosticLog(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
            text += diagnostic.str() + "\n";
        }) {}

  std::string text;

private:
  ScopedDiagnosticHandler handler;
};

} // namespace

Checker::Checker(const DialectRegistry &registry, StringRef pipeline,
                 DamageFn damage, bool runsUnchanged,
                 BackendOptions backendOptions)
    : context(registry, MLIRContext::Threading::DISABLED),
      pipeline(pipeline.str()),
      canonicalizer(&context, ModuleOp::getOperationName()), lowering(&context),
      damage(std::move(damage)), runsUnchanged(runsUnchanged) {
  registerBuiltinDialectTranslation(context);
  registerLLVMDialectTranslation(context);
  if (failed(parsePassPipeline("canonicalize,cse", canonicalizer)))
    llvm::report_fatal_error("LLVM's passes are not registered");
  if (!backendOptions.enabled)
    return;
  backend = std::make_unique<Backend>(/*numThreads=*/1);
  variants.push_back(
      std::make_unique<BackendVariant>(&context, "unfused", /*folds=*/false,
                                       /*fuses=*/false, backendOptions.damage));
  variants.push_back(std::make_unique<BackendVariant>(
      &context, "folded and fused", /*folds=*/true, /*fuses=*/true,
      backendOptions.damage));
}

PassManager &Checker::getPasses(StringRef text) {
  std::unique_ptr<PassManager> &manager = passes[text];
  if (manager)
    return *manager;
  manager =
      std::make_unique<PassManager>(&context, ModuleOp::getOperationName());
  if (failed(parsePassPipeline(text, *manager)))
    llvm::report_fatal_error("unknown pass in the pipeline");
  return *manager;
}

PassManager &Checker::getPasses(const RandomModule &module) {
  return getPasses(pipeline.empty()
                       ? getKnownPipeline(getPipelines()[module.pipeline])
                       : pipeline);
}

OwningOpRef<ModuleOp> Checker::parse(const RandomModule &module) {
  OwningOpRef<ModuleOp> parsed =
      parseSourceString<ModuleOp>(module.text, &context);
  StringRef preparation = getPreparations()[module.preparation];
  if (!parsed || preparation.empty() ||
      succeeded(getPasses(preparation).run(*parsed)))
    return parsed;
  return nullptr;
}

std::string Checker::getCanonicalText(ModuleOp module) {
  OwningOpRef<ModuleOp> copy = module.clone();
  if (failed(canonicalizer.run(*copy)))
    return "";
  return toText(*copy);
}

Verdict Checker::check(const RandomModule &module) {
  DiagnosticLog log(&context);
  needsReference = false;
  OwningOpRef<ModuleOp> before = parse(module);
  if (!before)
    return {Outcome::InvalidModule, log.text, module.text, ""};
  OwningOpRef<ModuleOp> after = before->clone();
  Verdict verdict = backend ? checkBackend(module, *before, log.text)
                            : checkParsed(module, *before, *after);
  if (isFailure(verdict.outcome))
    verdict.message += log.text;
  verdict.needsReference = needsReference;
  verdict.before = toText(*before);
  if (!backend)
    verdict.after = toText(*after);
  return verdict;
}

Verdict Checker::checkParsed(const RandomModule &module, ModuleOp before,
                             ModuleOp after) {
  if (failed(getPasses(module).run(after)))
    return {Outcome::PassFailed, "", "", ""};
  if (damage)
    damage(after, 1);
  if (failed(verify(after)))
    return {Outcome::InvalidResult, "", "", ""};
  Verdict repetition = checkRepetition(module, after);
  if (isFailure(repetition.outcome))
    return repetition;
  bool isUnchanged = toText(after) == toText(before) ||
                     getCanonicalText(before) == getCanonicalText(after);
  if (isUnchanged && !runsUnchanged)
    return {Outcome::Unchanged, "", "", ""};
  Verdict verdict = compare(module, before, after);
  if (isUnchanged && verdict.outcome == Outcome::Folded)
    verdict.outcome = Outcome::Unchanged;
  return verdict;
}

Verdict Checker::checkRepetition(const RandomModule &module, ModuleOp after) {
  PassManager &pass = getPasses(module);
  std::string text = toText(after);
  // A pass may leave work to one before it in the pipeline.
  if (pass.size() == 1) {
    OwningOpRef<ModuleOp> again = after.clone();
    if (failed(pass.run(*again)))
      return {Outcome::PassFailed, "in the second run\n", "", ""};
    if (damage)
      damage(*again, 2);
    if (toText(*again) != text)
      return {Outcome::NotIdempotent, toText(*again), "", ""};
  }
  // A context numbers its blobs, so their names differ in any case.
  if (damage || StringRef(text).contains("dense_resource"))
    return {};
  OwningOpRef<ModuleOp> anew = parse(module);
  if (!anew || failed(pass.run(*anew)) || toText(*anew) != text)
    return {Outcome::NotDeterministic, toText(*anew), "", ""};
  return {};
}

/// Whether some result went through a 16-bit type.
static bool isNarrow(const RandomModule &module) {
  return llvm::any_of(module.results, [](const Tensor &tensor) {
    return getBitWidth(tensor.coarsest) == 16;
  });
}

FailureOr<std::vector<Output>>
Checker::computeReference(const RandomModule &module, ModuleOp before) {
  const bool toF64 = !isNarrow(module);
  OwningOpRef<ModuleOp> wide = before.clone();
  if (toF64 && failed(lowering.lowerTosa(*wide)))
    return failure();
  widenTypes(*wide, toF64);
  if (failed(verify(*wide)) || failed(lowering.run(*wide)))
    return failure();
  FailureOr<CompiledModule> compiled = CompiledModule::create(*wide);
  if (failed(compiled))
    return failure();
  return compiled->call("main", widenTypes(module, toF64));
}

std::string Checker::findDifference(const RandomModule &module, ModuleOp before,
                                    const std::vector<Output> &expected,
                                    const std::vector<Output> &actual) {
  std::string difference = compareOutputs(expected, actual, module.results);
  needsReference = !difference.empty();
  if (!needsReference)
    return "";
  FailureOr<std::vector<Output>> reference = computeReference(module, before);
  if (failed(reference))
    return difference;
  return compareOutputs(expected, actual, module.results, &*reference);
}

Verdict Checker::compare(const RandomModule &module, ModuleOp before,
                         ModuleOp after) {
  OwningOpRef<ModuleOp> merged = mergeModules(before, after);
  if (failed(lowering.run(*merged))) {
    // Whose fault is it?
    OwningOpRef<ModuleOp> alone = mergeModules(before, before);
    bool invalid = failed(lowering.run(*alone));
    return {invalid ? Outcome::InvalidModule : Outcome::NotLowered, "", "", ""};
  }
  FailureOr<CompiledModule> compiled = CompiledModule::create(*merged);
  if (failed(compiled))
    return {Outcome::NotRun, "", "", ""};
  auto unfolded = compiled->call("before_main", module);
  auto folded = compiled->call("after_main", module);
  if (failed(unfolded) || failed(folded))
    return {Outcome::NotRun, "", "", ""};
  std::string difference = findDifference(module, before, *unfolded, *folded);
  if (!difference.empty())
    return {Outcome::Different, difference + "\n", "", ""};
  return {Outcome::Folded, "", "", ""};
}

//===----------------------------------------------------------------------===//
// Backend
//===----------------------------------------------------------------------===//

Verdict Checker::checkBackend(const RandomModule &module, ModuleOp before,
                              const std::string &diagnostics) {
  OwningOpRef<ModuleOp> lowered = before.clone();
  if (failed(lowering.run(*lowered)))
    return {Outcome::InvalidModule, "", "", ""};
  FailureOr<CompiledModule> compiled = CompiledModule::create(*lowered);
  if (failed(compiled))
    return {Outcome::NotRun, "", "", ""};
  FailureOr<std::vector<Output>> expected = compiled->call("main", module);
  if (failed(expected))
    return {Outcome::NotRun, "", "", ""};
  Verdict result = {Outcome::Lowered, "", "", ""};
  for (std::unique_ptr<BackendVariant> &variant : variants) {
    Verdict verdict =
        checkVariant(*variant, module, before, *expected, diagnostics);
    verdict.message = (variant->getName() + ": " + verdict.message).str();
    if (isFailure(verdict.outcome))
      return verdict;
    if (verdict.outcome == Outcome::Refused)
      result = verdict;
  }
  return result;
}

Verdict Checker::checkVariant(BackendVariant &variant,
                              const RandomModule &module, ModuleOp before,
                              const std::vector<Output> &expected,
                              const std::string &diagnostics) {
  OwningOpRef<ModuleOp> lowered = before.clone();
  if (damage)
    damage(*lowered, 1);
  size_t start = diagnostics.size();
  if (failed(variant.lower(*lowered))) {
    StringRef errors = StringRef(diagnostics).drop_front(start);
    StringRef reason = errors.split('\n').first;
    if (reason.empty() || reason.starts_with("no location"))
      return {Outcome::BackendFailed, reason.str() + "\n", "", ""};
    return {Outcome::Refused, reason.str() + "\n", "", ""};
  }
  std::string error;
  FailureOr<std::vector<Output>> actual =
      backend->run(*lowered, module, expected, error);
  if (failed(actual))
    return {Outcome::NotRunOnBackend, error + "\n", "", ""};
  std::string difference = findDifference(module, before, expected, *actual);
  if (!difference.empty())
    return {Outcome::WrongOnBackend, difference + "\n", "", ""};
  return {Outcome::Lowered, "", "", ""};
}
