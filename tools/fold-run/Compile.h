//===- Compile.h - From a file to compiled modules --------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TOOLS_FOLDRUN_COMPILE_H
#define ASCENDFOLD_TOOLS_FOLDRUN_COMPILE_H

#include "Error.h"

#include "AscendFold/Pipelines/Pipelines.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"

namespace foldrun {

/// Registers all dialects, extensions and translations, upstream's and ours.
void registerEverything(mlir::DialectRegistry &registry);

/// Prints an error or warning and its notes as "file:line:column: error: …",
/// one line each: source lines may be as long as a network's weights.
mlir::LogicalResult printDiagnostic(mlir::Diagnostic &diagnostic);

/// Reads text or bytecode; "-" is stdin.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
loadModule(mlir::MLIRContext &context, llvm::StringRef path);

/// Runs the passes that `build` adds.
llvm::Error runPasses(mlir::ModuleOp module,
                      llvm::function_ref<void(mlir::OpPassManager &)> build);

struct CompileOptions {
  bool fold = true;
  bool fuse = true;
  mlir::ascend::PipelineStage stage = mlir::ascend::PipelineStage::LLVM;
};

/// Takes a module whose shapes are static through the pipeline.
llvm::Error compile(mlir::ModuleOp module, llvm::StringRef entry,
                    const CompileOptions &options);

} // namespace foldrun

#endif // ASCENDFOLD_TOOLS_FOLDRUN_COMPILE_H
