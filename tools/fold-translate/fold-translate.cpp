//===- fold-translate.cpp - AscendFold translation driver -----------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// mlir-translate with the translations of this project, one at a time and of
// whole files. Upstream's driver copies its input unless that ends in a zero
// byte; a model is as large as its weights, so this one hands over the mapped
// file.
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
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

static LogicalResult fail(const Twine &message) {
  llvm::WithColor::error(llvm::errs(), "fold-translate") << message << '\n';
  return failure();
}

using WriteFn = llvm::function_ref<LogicalResult(raw_ostream &)>;

/// A file appears when it is complete, for it may be the one that is read, and
/// what was there stays if nothing can be written. Pipes and devices are
/// written to as they are.
static LogicalResult writeTo(StringRef name, WriteFn write) {
  namespace fs = llvm::sys::fs;
  SmallString<128> file(name);
  fs::file_status status;
  bool exists = !fs::status(name, status);
  if (name == "-" || (exists && !fs::is_regular_file(status))) {
    std::string message;
    std::unique_ptr<llvm::ToolOutputFile> output =
        openOutputFile(name, &message);
    if (!output)
      return fail(message);
    output->keep();
    return write(output->os());
  }
  // A link stays one.
  if (exists && fs::real_path(name, file))
    file = name;
  LogicalResult written = success();
  std::string reason =
      llvm::toString(llvm::writeToOutput(file, [&](raw_ostream &output) {
        written = write(output);
        return succeeded(written) ? llvm::Error::success()
                                  : llvm::createStringError("not written");
      }));
  if (failed(written))
    return failure();
  if (!reason.empty())
    return fail("cannot write '" + name + "': " + reason);
  std::error_code code;
  if (exists && (code = fs::setPermissions(file, status.permissions())))
    return fail("cannot set the mode of '" + name + "': " + code.message());
  return success();
}

static LogicalResult translate(const Translation &translation,
                               StringRef inputFile, StringRef outputFile,
                               bool allowUnregisteredDialects) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input =
      openInputFile(inputFile, &message);
  if (!input)
    return fail(message);
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(input), SMLoc());
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects(allowUnregisteredDialects);
  SourceMgrDiagnosticHandler handler(*sources, &context);
  return writeTo(outputFile, [&](raw_ostream &output) {
    return translation(sources, output, &context);
  });
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
