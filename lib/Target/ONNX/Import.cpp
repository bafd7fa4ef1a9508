//===- Import.cpp - Import of ONNX models ---------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Target/ONNX/Import.h"

#include "Graph.h"
#include "ONNX.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"

#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/stubs/logging.h>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx_import;

static constexpr int64_t kMinOpset = 7;
static constexpr int64_t kMaxOpset = 21;

void mlir::ascend::registerONNXImportDialects(DialectRegistry &registry) {
  registry
      .insert<arith::ArithDialect, func::FuncDialect, linalg::LinalgDialect,
              math::MathDialect, tensor::TensorDialect, tosa::TosaDialect>();
}

namespace {
/// The bytes of a buffer, with a call after each block.
class BlockStream final : public google::protobuf::io::ZeroCopyInputStream {
public:
  BlockStream(llvm::MemoryBufferRef buffer,
              const std::function<void()> &onProgress)
      : stream(buffer.getBufferStart(),
               static_cast<int>(buffer.getBufferSize()), kBlockSize),
        onProgress(onProgress) {}

  bool Next(const void **data, int *size) override {
    if (onProgress)
      onProgress();
    return stream.Next(data, size);
  }
  void BackUp(int count) override { stream.BackUp(count); }
  bool Skip(int count) override { return stream.Skip(count); }
  int64_t ByteCount() const override { return stream.ByteCount(); }

private:
  static constexpr int kBlockSize = 4 << 20;

  google::protobuf::io::ArrayInputStream stream;
  const std::function<void()> &onProgress;
};
} // namespace

static bool parse(llvm::MemoryBufferRef buffer,
                  const std::function<void()> &onProgress,
                  onnx::ModelProto &model) {
  // Protobuf reports on stderr by itself.
  google::protobuf::LogSilencer silencer;
  BlockStream stream(buffer, onProgress);
  return model.ParseFromZeroCopyStream(&stream);
}

static FailureOr<int64_t> getOpset(const onnx::ModelProto &model,
                                   Location loc) {
  std::optional<int64_t> opset;
  for (const onnx::OperatorSetIdProto &entry : model.opset_import()) {
    if (!entry.domain().empty() && entry.domain() != "ai.onnx")
      continue;
    if (opset && *opset != entry.version())
      return emitImportError(loc, "the model uses two opsets, " +
                                      Twine(*opset) + " and " +
                                      Twine(entry.version()));
    opset = entry.version();
  }
  if (!opset)
    return emitImportError(loc, "the model does not say which opset it uses");
  if (*opset < kMinOpset || *opset > kMaxOpset)
    return emitImportError(
        loc, "opset " + Twine(*opset) + " is not supported, only " +
                 Twine(kMinOpset) + " to " + Twine(kMaxOpset));
  return *opset;
}

/// A module that does not verify is an error of the import, and one only.
static LogicalResult verifyImported(ModuleOp module) {
  std::string first;
  LogicalResult result = success();
  {
    ScopedDiagnosticHandler handler(
        module.getContext(), [&](Diagnostic &diagnostic) {
          if (first.empty() &&
              diagnostic.getSeverity() == DiagnosticSeverity::Error)
            first = diagnostic.str();
          return success();
        });
    result = verify(module);
  }
  if (succeeded(result))
    return success();
  return emitImportError(module.getLoc(),
                         "the model cannot be expressed: " + first);
}

static LogicalResult importModel(llvm::MemoryBufferRef buffer,
                                 const ONNXImportOptions &options,
                                 ModuleOp module) {
  Location loc = module.getLoc();
  if (buffer.getBufferSize() > INT_MAX)
    return emitImportError(loc, "the file has more than 2 GiB, which protobuf "
                                "cannot read; keep its weights as external "
                                "data");
  onnx::ModelProto model;
  if (!parse(buffer, options.onProgress, model) || !model.has_graph())
    return emitImportError(loc, "this is not an ONNX model");
  FailureOr<int64_t> opset = getOpset(model, loc);
  if (failed(opset))
    return failure();
  GraphImporter importer(module.getContext(), options, *opset);
  if (failed(importer.run(*model.mutable_graph(), module)))
    return failure();
  return verifyImported(module);
}

OwningOpRef<ModuleOp>
mlir::ascend::importONNX(llvm::MemoryBufferRef buffer, MLIRContext *context,
                         const ONNXImportOptions &options) {
  DialectRegistry registry;
  registerONNXImportDialects(registry);
  context->appendDialectRegistry(registry);
  for (StringRef name : registry.getDialectNames())
    context->getOrLoadDialect(name);

  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(context));
  if (failed(importModel(buffer, options, *module)))
    return nullptr;
  return module;
}
