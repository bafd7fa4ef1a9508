//===- Execution.h - Lowering and running of modules ------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_RANDOMMODULES_EXECUTION_H
#define ASCENDFOLD_TEST_RANDOMMODULES_EXECUTION_H

#include "RandomModule.h"

#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::ascend::difftest {

/// One output, converted to f64.
struct Output {
  SmallVector<int64_t> shape;
  std::vector<double> values;
};

/// Puts copies of two modules into one. The symbols of the first begin with
/// "before_", those of the second with "after_".
OwningOpRef<ModuleOp> mergeModules(ModuleOp before, ModuleOp after);

/// LLVM's own way from tosa and linalg down to LLVM IR.
class Lowering {
public:
  explicit Lowering(MLIRContext *context);

  /// Lowers the module in place.
  LogicalResult run(ModuleOp module) { return passManager.run(module); }

  /// Replaces the tosa ops of the module, which f64 has not, by linalg.
  LogicalResult lowerTosa(ModuleOp module) {
    return tosaPassManager.run(module);
  }

private:
  PassManager passManager, tosaPassManager;
};

/// A lowered module, compiled.
class CompiledModule {
public:
  static FailureOr<CompiledModule> create(ModuleOp lowered);

  /// Calls `function` with arguments drawn from a fixed seed, of the types that
  /// `module` says. An argument has the same value in any type at least as wide
  /// as `coarsest`.
  FailureOr<std::vector<Output>> call(StringRef function,
                                      const RandomModule &module);

private:
  explicit CompiledModule(std::unique_ptr<ExecutionEngine> engine)
      : engine(std::move(engine)) {}

  std::unique_ptr<ExecutionEngine> engine;
};

/// Describes how `after` differs from `before` by more than `results` allow,
/// or returns an empty string. With a `reference`, what counts is whether
/// `after` is further from that than `before` is.
std::string compareOutputs(const std::vector<Output> &before,
                           const std::vector<Output> &after,
                           ArrayRef<Tensor> results,
                           const std::vector<Output> *reference = nullptr);

} // namespace mlir::ascend::difftest

#endif // ASCENDFOLD_TEST_RANDOMMODULES_EXECUTION_H
