//===- Check.cpp - Verdict on one module ----------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check.h"

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
                 DamageFn damage)
    : context(registry, MLIRContext::Threading::DISABLED),
      pass(&context, ModuleOp::getOperationName()),
      canonicalizer(&context, ModuleOp::getOperationName()), lowering(&context),
      damage(std::move(damage)) {
  registerBuiltinDialectTranslation(context);
  registerLLVMDialectTranslation(context);
  if (failed(parsePassPipeline(pipeline, pass)) ||
      failed(parsePassPipeline("canonicalize,cse", canonicalizer)))
    llvm::report_fatal_error("unknown pass in the pipeline");
}

std::string Checker::getCanonicalText(ModuleOp module) {
  OwningOpRef<ModuleOp> copy = module.clone();
  if (failed(canonicalizer.run(*copy)))
    return "";
  return toText(*copy);
}

Verdict Checker::check(const RandomModule &module) {
  DiagnosticLog log(&context);
  OwningOpRef<ModuleOp> before =
      parseSourceString<ModuleOp>(module.text, &context);
  if (!before)
    return {Outcome::InvalidModule, log.text, module.text, ""};
  OwningOpRef<ModuleOp> after = before->clone();
  Verdict verdict = checkParsed(module, *before, *after);
  if (isFailure(verdict.outcome))
    verdict.message += log.text;
  verdict.before = toText(*before);
  verdict.after = toText(*after);
  return verdict;
}

Verdict Checker::checkParsed(const RandomModule &module, ModuleOp before,
                             ModuleOp after) {
  if (failed(pass.run(after)))
    return {Outcome::PassFailed, "", "", ""};
  if (damage)
    damage(after, 1);
  if (failed(verify(after)))
    return {Outcome::InvalidResult, "", "", ""};
  Verdict repetition = checkRepetition(module, after);
  if (isFailure(repetition.outcome))
    return repetition;
  if (toText(after) == toText(before) ||
      getCanonicalText(before) == getCanonicalText(after))
    return {Outcome::Unchanged, "", "", ""};
  return compare(module, before, after);
}

Verdict Checker::checkRepetition(const RandomModule &module, ModuleOp after) {
  std::string text = toText(after);
  OwningOpRef<ModuleOp> again = after.clone();
  if (failed(pass.run(*again)))
    return {Outcome::PassFailed, "in the second run\n", "", ""};
  if (damage)
    damage(*again, 2);
  if (toText(*again) != text)
    return {Outcome::NotIdempotent, toText(*again), "", ""};
  // A context numbers its blobs, so their names differ in any case.
  if (damage || StringRef(text).contains("dense_resource"))
    return {};
  OwningOpRef<ModuleOp> anew =
      parseSourceString<ModuleOp>(module.text, &context);
  if (failed(pass.run(*anew)) || toText(*anew) != text)
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
  widenTypes(*wide, toF64);
  if (failed(verify(*wide)) || failed(lowering.run(*wide)))
    return failure();
  FailureOr<CompiledModule> compiled = CompiledModule::create(*wide);
  if (failed(compiled))
    return failure();
  return compiled->call("main", widenTypes(module, toF64));
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
  std::string difference = compareOutputs(*unfolded, *folded, module.results);
  if (!difference.empty()) {
    // tosa has no f64: there the difference stands.
    auto reference = computeReference(module, before);
    if (succeeded(reference))
      difference =
          compareOutputs(*unfolded, *folded, module.results, &*reference);
  }
  if (!difference.empty())
    return {Outcome::Different, difference + "\n", "", ""};
  return {Outcome::Folded, "", "", ""};
}
