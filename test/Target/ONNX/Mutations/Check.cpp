//===- Check.cpp - Import one model ---------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check.h"

#include "AscendFold/Target/ONNX/Import.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>
#include <vector>

using namespace mlir;
using namespace mlir::ascend::onnxmutations;

/// Text beyond this is not read again.
static constexpr size_t maxText = 1 << 20;

static std::string readAgain(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, OpPrintingFlags().enableDebugInfo());
  if (text.size() > maxText)
    return "";
  OwningOpRef<ModuleOp> copy =
      parseSourceString<ModuleOp>(text, module.getContext());
  return copy ? "" : "the module's text does not parse";
}

static std::string findProblem(ModuleOp module,
                               llvm::ArrayRef<std::string> errors) {
  if (!module && errors.size() != 1)
    return "refused with " + std::to_string(errors.size()) + " errors";
  if (!errors.empty() && module)
    return "imported, with an error: " + errors.front();
  if (module && failed(verify(module)))
    return "the module does not verify";
  if (module)
    return readAgain(module);
  if (errors.front().empty() || llvm::StringRef(errors.front()).contains('\n'))
    return "the error is not one line";
  return "";
}

OwningOpRef<ModuleOp>
mlir::ascend::onnxmutations::importModel(llvm::MemoryBufferRef model,
                                         MLIRContext *context) {
  return importONNX(model, context);
}

Verdict mlir::ascend::onnxmutations::checkImport(StringRef bytes,
                                                 ImportFn import) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  std::vector<std::string> errors;
  context.getDiagEngine().registerHandler([&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      errors.push_back(diagnostic.str());
  });
  // Without a byte behind it, so that sanitizers see reads beyond the end.
  std::unique_ptr<char[]> copy(new char[bytes.size()]);
  llvm::copy(bytes, copy.get());
  llvm::MemoryBufferRef buffer({copy.get(), bytes.size()}, "mutation.onnx");
  OwningOpRef<ModuleOp> module = import(buffer, &context);

  Verdict verdict;
  const size_t numErrors = errors.size();
  verdict.message = findProblem(module.get(), errors);
  for (size_t i = numErrors; i < errors.size(); ++i)
    verdict.message += ": " + errors[i];
  if (!verdict.message.empty()) {
    verdict.outcome = Outcome::Wrong;
  } else {
    verdict.outcome = module ? Outcome::Imported : Outcome::Refused;
    if (!module)
      verdict.message = errors.front();
  }
  return verdict;
}
