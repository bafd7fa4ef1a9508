//===- Compile.cpp - From a file to compiled modules ----------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compile.h"

#include "AscendFold/InitAllDialects.h"
#include "AscendFold/InitAllExtensions.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace foldrun;
using llvm::Error;
using llvm::Expected;
using llvm::MemoryBuffer;
using llvm::SMLoc;
using llvm::SourceMgr;

void foldrun::registerEverything(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  ascend::registerAllDialects(registry);
  ascend::registerAllExtensions(registry);
}

static void printLine(const Diagnostic &diagnostic, const char *severity) {
  LocationAttr attr = diagnostic.getLocation();
  if (auto loc = attr.findInstanceOf<FileLineColLoc>())
    llvm::errs() << loc.getFilename().getValue() << ":" << loc.getLine() << ":"
                 << loc.getColumn() << ": ";
  else
    llvm::errs() << "fold-run: ";
  llvm::errs() << severity << ": " << diagnostic << "\n";
}

LogicalResult foldrun::printDiagnostic(Diagnostic &diagnostic) {
  switch (diagnostic.getSeverity()) {
  case DiagnosticSeverity::Error:
    printLine(diagnostic, "error");
    break;
  case DiagnosticSeverity::Warning:
    printLine(diagnostic, "warning");
    break;
  default:
    return success();
  }
  for (Diagnostic &note : diagnostic.getNotes())
    printLine(note, "note");
  return success();
}

/// Runs `action`. When it fails, the error is DiagnosedError if MLIR has
/// printed why, `fallback` if nobody has.
static Error diagnose(MLIRContext &context,
                      function_ref<LogicalResult()> action,
                      const Twine &fallback) {
  std::atomic<bool> hasPrinted = false;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      hasPrinted = true;
    return failure(); // the outer handler prints
  });
  if (succeeded(action()))
    return Error::success();
  if (hasPrinted)
    return llvm::make_error<DiagnosedError>();
  return makeError(fallback);
}

Expected<OwningOpRef<ModuleOp>> foldrun::loadModule(MLIRContext &context,
                                                    StringRef path) {
  std::string message;
  std::unique_ptr<MemoryBuffer> buffer = openInputFile(path, &message);
  if (!buffer)
    return makeError(message);
  auto sourceMgr = std::make_shared<SourceMgr>();
  sourceMgr->AddNewSourceBuffer(std::move(buffer), SMLoc());
  OwningOpRef<ModuleOp> module;
  auto parse = [&] {
    module = parseSourceFile<ModuleOp>(sourceMgr, &context);
    return success(bool(module));
  };
  if (Error error = diagnose(context, parse, path + ": not a module"))
    return std::move(error);
  return module;
}

Error foldrun::runPasses(ModuleOp module,
                         function_ref<void(OpPassManager &)> build) {
  PassManager pm(module.getContext());
  if (failed(applyPassManagerCLOptions(pm)))
    return makeError("the options of the pass manager contradict each other");
  build(pm);
  return diagnose(
      *module.getContext(), [&] { return pm.run(module); },
      "the module cannot be compiled");
}

Error foldrun::compile(ModuleOp module, StringRef entry,
                       const CompileOptions &options) {
  // A private function that nobody calls would be removed.
  SymbolTable::setSymbolVisibility(module.lookupSymbol(entry),
                                   SymbolTable::Visibility::Public);
  ascend::AscendPipelineOptions pipelineOptions;
  pipelineOptions.fold = options.fold;
  pipelineOptions.fuse = options.fuse;
  pipelineOptions.stage = options.stage;
  // The kernels that packed maps are for need it.
  pipelineOptions.pack = llvm::sys::getHostCPUFeatures().lookup("avx512f");
  return runPasses(module, [&](OpPassManager &pm) {
    ascend::buildAscendPipeline(pm, pipelineOptions);
  });
}
