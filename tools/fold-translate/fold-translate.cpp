//===- fold-translate.cpp - AscendFold translation driver -----------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// mlir-translate with the translations of this project. Upstream's driver
// copies its input unless that ends in a zero byte; a model is as large as its
// weights, so this one hands over the mapped file.
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Target/ONNX/Import.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllTranslations.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-translate/Translation.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;

static LogicalResult fail(const Twine &message) {
  llvm::WithColor::error(llvm::errs(), "fold-translate") << message << '\n';
  return failure();
}

static LogicalResult translate(const Translation &translation,
                               StringRef inputFile, StringRef outputFile,
                               bool allowUnregisteredDialects) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input =
      openInputFile(inputFile, &message);
  if (!input)
    return fail(message);
  std::unique_ptr<llvm::ToolOutputFile> output =
      openOutputFile(outputFile, &message);
  if (!output)
    return fail(message);

  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(input), SMLoc());
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects(allowUnregisteredDialects);
  SourceMgrDiagnosticHandler handler(*sources, &context);
  if (failed(translation(sources, output->os(), &context)))
    return failure();
  output->keep();
  return success();
}

int main(int argc, char **argv) {
  registerAllTranslations();
  ascend::registerImportONNXTranslation();

  llvm::cl::opt<const Translation *, false, TranslationParser> translation(
      "", llvm::cl::desc("Translation to perform"));
  llvm::cl::opt<std::string> inputFile(llvm::cl::Positional,
                                       llvm::cl::desc("<input file>"),
                                       llvm::cl::init("-"));
  llvm::cl::opt<std::string> outputFile("o", llvm::cl::desc("Output file"),
                                        llvm::cl::value_desc("file"),
                                        llvm::cl::init("-"));
  llvm::cl::opt<bool> allowUnregisteredDialects(
      "allow-unregistered-dialect",
      llvm::cl::desc("Allow operations of unknown dialects"));
  llvm::InitLLVM initialize(argc, argv);
  registerAsmPrinterCLOptions();
  registerMLIRContextCLOptions();
  llvm::cl::ParseCommandLineOptions(argc, argv,
                                    "AscendFold translation driver\n");
  if (!translation)
    return failed(fail("no translation is given, for example --import-onnx"));
  return failed(translate(*translation, inputFile, outputFile,
                          allowUnregisteredDialects));
}
