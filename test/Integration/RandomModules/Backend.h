//===- Backend.h - Modules on the runtime -----------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The way of `ascend-pipeline` down to calls of libascendrt, and the call of
// what comes out: docs/Run.md.
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_RANDOMMODULES_BACKEND_H
#define ASCENDFOLD_TEST_RANDOMMODULES_BACKEND_H

#include "Execution.h"

struct ascendrt_device;
struct ascendrt_stream;

namespace mlir::ascend::difftest {

/// Ways to spoil what the backend makes of a module, which prove that the test
/// would notice.
enum class BackendDamage : uint8_t { None, Epilogue, Padding };

/// One way through the pipeline.
class BackendVariant {
public:
  BackendVariant(MLIRContext *context, StringRef name, bool folds, bool fuses,
                 BackendDamage damage);

  StringRef getName() const { return name; }
  /// Lowers the module in place.
  LogicalResult lower(ModuleOp module);

private:
  StringRef name;
  BackendDamage damage;
  /// To the ascend dialect, if there is something to damage, and to LLVM.
  PassManager toAscend, toLLVM;
};

/// A device and a stream of the runtime, which has threads: to be made in the
/// process that uses it.
class Backend {
public:
  explicit Backend(unsigned numThreads);
  Backend(const Backend &) = delete;
  Backend &operator=(const Backend &) = delete;
  ~Backend();

  /// Calls @main of a lowered module as `CompiledModule::call` does, twice,
  /// with results of the shapes of `expected`. On failure `error` says why.
  FailureOr<std::vector<Output>> run(ModuleOp lowered,
                                     const RandomModule &module,
                                     const std::vector<Output> &expected,
                                     std::string &error);

private:
  ascendrt_device *device = nullptr;
  ascendrt_stream *stream = nullptr;
};

} // namespace mlir::ascend::difftest

#endif // ASCENDFOLD_TEST_RANDOMMODULES_BACKEND_H
