//===- Check.h - Verdict on one module --------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_RANDOMMODULES_CHECK_H
#define ASCENDFOLD_TEST_RANDOMMODULES_CHECK_H

#include "Execution.h"
#include "RandomModule.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"

#include <functional>

namespace mlir::ascend::difftest {

/// What became of a module. The first two are successes.
enum class Outcome : uint8_t {
  Unchanged,
  Folded,
  InvalidModule,
  PassFailed,
  InvalidResult,
  NotIdempotent,
  NotDeterministic,
  NotLowered,
  NotRun,
  Different,
  Crashed,
  TimedOut,
};

StringRef toString(Outcome outcome);
inline bool isFailure(Outcome outcome) { return outcome > Outcome::Folded; }

struct Verdict {
  Outcome outcome = Outcome::Unchanged;
  /// What is wrong, in words.
  std::string message;
  /// The module before and after the pass.
  std::string before, after;
};

/// Applied to what the first and the second run of the pass return, if any.
using DamageFn = std::function<void(ModuleOp, unsigned run)>;

/// Checks modules in one context.
class Checker {
public:
  Checker(const DialectRegistry &registry, StringRef pipeline, DamageFn damage);

  Verdict check(const RandomModule &module);

private:
  Verdict checkParsed(const RandomModule &module, ModuleOp before,
                      ModuleOp after);
  /// Runs the pass on what it has returned, and again on what it was given.
  Verdict checkRepetition(const RandomModule &module, ModuleOp after);
  /// Runs both modules and returns how they differ.
  Verdict compare(const RandomModule &module, ModuleOp before, ModuleOp after);
  /// What the module computes if nothing is rounded to 16 bits.
  FailureOr<std::vector<Output>> computeReference(const RandomModule &module,
                                                  ModuleOp before);
  /// Text of the module, without what any canonicalization would change.
  std::string getCanonicalText(ModuleOp module);

  MLIRContext context;
  PassManager pass, canonicalizer;
  Lowering lowering;
  DamageFn damage;
};

} // namespace mlir::ascend::difftest

#endif // ASCENDFOLD_TEST_RANDOMMODULES_CHECK_H
