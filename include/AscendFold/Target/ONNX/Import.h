//===- Import.h - Import of ONNX models -------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Translates an ONNX model to tosa, and to linalg and tensor where tosa has no
// op. What is supported stands in docs/ONNX.md.
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TARGET_ONNX_IMPORT_H
#define ASCENDFOLD_TARGET_ONNX_IMPORT_H

#include "mlir/Support/LLVM.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <functional>
#include <optional>
#include <string>

namespace mlir {
class DialectRegistry;
class MLIRContext;
class ModuleOp;
template <typename OpTy>
class OwningOpRef;
} // namespace mlir

namespace mlir::ascend {

/// How a model is imported.
struct ONNXImportOptions {
  /// The batch size: replaces the first extent of every graph input where the
  /// model leaves it open. Without it the extent stays dynamic.
  std::optional<int64_t> batchSize;

  /// Shapes of graph inputs by name, in place of what the model says.
  llvm::StringMap<SmallVector<int64_t>> shapes;

  /// The folder that `location` of external data is relative to, "" for the
  /// current one. Paths that lead out of it are refused; links are followed.
  std::string directory;

  /// Called while the model is read, when what has been read before is not
  /// needed any more: a caller that has mapped a file may let go of its pages,
  /// if they can be had again. May be empty.
  std::function<void()> onProgress;
};

/// Imports a serialized `onnx.ModelProto` of opset 7 to 21 as a module with one
/// function, `main`. Its arguments are the graph's inputs without those that
/// have an initializer; arguments and results carry their names as
/// `onnx.name`, and ops carry the names of their nodes as locations. Weights
/// become `dense_resource` constants of the element type they have.
///
/// Loads the dialects that it needs. Returns null after exactly one error to
/// the context's diagnostics; an output whose extents are not what the model
/// says is a warning. Reads files only where the model refers to external data.
///
/// Imports in contexts of their own may run at the same time. While the model
/// is parsed, the process's protobuf does not log.
///
/// Format: https://github.com/onnx/onnx/blob/main/docs/IR.md
OwningOpRef<ModuleOp> importONNX(llvm::MemoryBufferRef buffer,
                                 MLIRContext *context,
                                 const ONNXImportOptions &options = {});

/// The dialects that `importONNX` emits.
void registerONNXImportDialects(DialectRegistry &registry);

/// Registers `--import-onnx` and its options for a tool on top of
/// `mlirTranslateMain`.
void registerImportONNXTranslation();

} // namespace mlir::ascend

#endif // ASCENDFOLD_TARGET_ONNX_IMPORT_H
