//===- ImportTranslation.cpp - fold-translate --import-onnx ---------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Target/ONNX/Import.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Tools/mlir-translate/Translation.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

using namespace mlir;
using namespace mlir::ascend;

namespace {
struct CommandLine {
  llvm::cl::OptionCategory category{"Options of --import-onnx"};
  llvm::cl::opt<int64_t> batch{
      "batch", llvm::cl::cat(category), llvm::cl::value_desc("size"),
      llvm::cl::desc("The batch size, where the model leaves it open")};
  llvm::cl::list<std::string> shapes{
      "shapes", llvm::cl::cat(category), llvm::cl::CommaSeparated,
      llvm::cl::value_desc("name:1x3x224x224,..."),
      llvm::cl::desc("Shapes of inputs, where the model leaves them open")};
  llvm::cl::opt<bool> emitBytecode{
      "emit-bytecode", llvm::cl::cat(category),
      llvm::cl::desc("Write bytecode instead of text")};
};
} // namespace

/// "name:1x3x224x224", once for each name, which may have colons.
static LogicalResult parseShape(StringRef text, ONNXImportOptions &options) {
  auto [name, extents] = text.rsplit(':');
  SmallVector<StringRef> parts;
  extents.split(parts, 'x');
  SmallVector<int64_t> shape;
  for (StringRef part : parts)
    if (part.getAsInteger(10, shape.emplace_back()))
      return failure();
  return success(!name.empty() &&
                 options.shapes.try_emplace(name, shape).second);
}

/// Lets go of the pages of a mapped file; what is needed again is read from the
/// file again. MemoryBuffer::dontNeedIfMmap would do it if glibc did not ignore
/// POSIX_MADV_DONTNEED.
static void releasePages(const llvm::MemoryBuffer &buffer) {
#ifdef __linux__
  if (buffer.getBufferKind() == llvm::MemoryBuffer::MemoryBuffer_MMap)
    ::madvise(const_cast<char *>(buffer.getBufferStart()),
              buffer.getBufferSize(), MADV_DONTNEED);
#endif
}

static LogicalResult run(const CommandLine &commandLine,
                         llvm::SourceMgr &sources, raw_ostream &output,
                         MLIRContext *context) {
  const llvm::MemoryBuffer *buffer =
      sources.getMemoryBuffer(sources.getMainFileID());
  std::string file = buffer->getBufferIdentifier().str();
  auto report = [&](const Twine &message) {
    llvm::WithColor::error(llvm::errs(), file) << message << '\n';
  };

  ONNXImportOptions options;
  if (commandLine.batch.getNumOccurrences())
    options.batchSize = commandLine.batch;
  options.directory = llvm::sys::path::parent_path(file).str();
  options.onProgress = [buffer] { releasePages(*buffer); };
  for (const std::string &text : commandLine.shapes) {
    if (failed(parseShape(text, options))) {
      report("--shapes wants name:1x3x224x224, once for each name, not '" +
             text + "'");
      return failure();
    }
  }

  // Locations are names of nodes, which no source line belongs to.
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    switch (diagnostic.getSeverity()) {
    case DiagnosticSeverity::Error:
      report(diagnostic.str());
      return success();
    case DiagnosticSeverity::Warning:
      llvm::WithColor::warning(llvm::errs(), file) << diagnostic.str() << '\n';
      return success();
    default:
      return failure();
    }
  });
  OwningOpRef<ModuleOp> module =
      importONNX(buffer->getMemBufferRef(), context, options);
  if (!module)
    return failure();
  if (commandLine.emitBytecode)
    return writeBytecodeToFile(*module, output);
  module->print(output, OpPrintingFlags().enableDebugInfo());
  return success();
}

void mlir::ascend::registerImportONNXTranslation() {
  static CommandLine commandLine;
  static TranslateRegistration registration(
      "import-onnx", "Import an ONNX model as tosa and linalg",
      [](const std::shared_ptr<llvm::SourceMgr> &sources, raw_ostream &output,
         MLIRContext *context) {
        return run(commandLine, *sources, output, context);
      });
}
