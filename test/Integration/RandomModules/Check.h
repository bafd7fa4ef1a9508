//===- Check.h - Verdict on one module --------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_RANDOMMODULES_CHECK_H
#define ASCENDFOLD_TEST_RANDOMMODULES_CHECK_H

#include "Backend.h"
#include "Execution.h"
#include "RandomModule.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"

#include "llvm/ADT/StringMap.h"

#include <functional>

namespace mlir::ascend::difftest {

/// What became of a module. The first four are successes.
enum class Outcome : uint8_t {
  Unchanged,
  Folded,
  Lowered,
  Refused,
  InvalidModule,
  PassFailed,
  InvalidResult,
  NotIdempotent,
  NotDeterministic,
  NotLowered,
  NotRun,
  Different,
  WrongOnBackend,
  BackendFailed,
  NotRunOnBackend,
  Crashed,
  TimedOut,
};

StringRef toString(Outcome outcome);
inline bool isFailure(Outcome outcome) { return outcome > Outcome::Refused; }

struct Verdict {
  Outcome outcome = Outcome::Unchanged;
  /// What is wrong, or why the backend refuses the module, in words.
  std::string message;
  /// The module before and after the pass.
  std::string before, after;
  /// Whether the module in a wider type was the judge.
  bool needsReference = false;
};

/// Applied to what the first and the second run of the pass return, if any.
using DamageFn = std::function<void(ModuleOp, unsigned run)>;

/// Compare with the backend, not with the folded module.
struct BackendOptions {
  bool enabled = false;
  BackendDamage damage = BackendDamage::None;
};

/// Checks modules in one context.
class Checker {
public:
  /// Modules are run through `pipeline`, or if that is empty through their own.
  /// What no pass changes is run if `runsUnchanged`.
  Checker(const DialectRegistry &registry, StringRef pipeline, DamageFn damage,
          bool runsUnchanged, BackendOptions backendOptions);

  Verdict check(const RandomModule &module);

private:
  Verdict checkParsed(const RandomModule &module, ModuleOp before,
                      ModuleOp after);
  /// The pass manager of a pipeline.
  PassManager &getPasses(StringRef text);
  /// The passes that the module is to be run through.
  PassManager &getPasses(const RandomModule &module);
  /// The module, parsed and prepared; null if that fails.
  OwningOpRef<ModuleOp> parse(const RandomModule &module);
  /// Runs the passes again on what they were given, and a single pass on what
  /// it has returned.
  Verdict checkRepetition(const RandomModule &module, ModuleOp after);
  /// Runs both modules and returns how they differ.
  Verdict compare(const RandomModule &module, ModuleOp before, ModuleOp after);
  /// Runs the module by LLVM's own lowering and on the runtime.
  Verdict checkBackend(const RandomModule &module, ModuleOp before,
                       const std::string &diagnostics);
  /// One variant of the backend against what the module computes.
  Verdict checkVariant(BackendVariant &variant, const RandomModule &module,
                       ModuleOp before, const std::vector<Output> &expected,
                       const std::string &diagnostics);
  /// Describes how `actual` differs from `expected` by more than rounding.
  std::string findDifference(const RandomModule &module, ModuleOp before,
                             const std::vector<Output> &expected,
                             const std::vector<Output> &actual);
  /// What the module computes if nothing is rounded to 16 bits.
  FailureOr<std::vector<Output>> computeReference(const RandomModule &module,
                                                  ModuleOp before);
  /// Text of the module, without what any canonicalization would change.
  std::string getCanonicalText(ModuleOp module);

  MLIRContext context;
  std::string pipeline;
  /// By the pipeline.
  llvm::StringMap<std::unique_ptr<PassManager>> passes;
  PassManager canonicalizer;
  Lowering lowering;
  DamageFn damage;
  bool runsUnchanged;
  /// Whether the last comparison needed the module in a wider type.
  bool needsReference = false;
  std::vector<std::unique_ptr<BackendVariant>> variants;
  std::unique_ptr<Backend> backend;
};

} // namespace mlir::ascend::difftest

#endif // ASCENDFOLD_TEST_RANDOMMODULES_CHECK_H
