//===- Graph.h - The graph during the import --------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TARGET_ONNX_GRAPH_H
#define ASCENDFOLD_LIB_TARGET_ONNX_GRAPH_H

#include "Emitter.h"
#include "TensorReader.h"

#include "AscendFold/Target/ONNX/Import.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/StringMap.h"

namespace onnx {
class GraphProto;
class NodeProto;
class ValueInfoProto;
} // namespace onnx

namespace mlir::ascend::onnx_import {

class Node;
struct Operator;

/// Reports an error in one line, whatever characters the model has put into
/// its names.
LogicalResult emitImportError(Location loc, const Twine &message);

/// One graph becomes one function.
class GraphImporter {
public:
  GraphImporter(MLIRContext *context, const ONNXImportOptions &options,
                int64_t opset)
      : context(context), options(options), opset(opset), emitter(context),
        reader(context, options.directory) {}

  /// Takes the weights out of `graph`. Adds `main` to `module`.
  LogicalResult run(onnx::GraphProto &graph, ModuleOp module);

private:
  LogicalResult importInitializers(onnx::GraphProto &graph);
  LogicalResult importInput(const onnx::ValueInfoProto &input);
  LogicalResult importInputs(const onnx::GraphProto &graph);
  SmallVector<std::optional<Tensor>> getInputs(const onnx::NodeProto &proto,
                                               StringRef &missing);
  LogicalResult checkNode(Node &node, StringRef domain, const Operator *op,
                          StringRef missing);
  LogicalResult importNode(onnx::NodeProto &proto);
  LogicalResult importOutputs(const onnx::GraphProto &graph);

  FailureOr<Shape> getInputShape(const onnx::ValueInfoProto &input);
  FailureOr<Shape> getDeclaredShape(const onnx::ValueInfoProto &input);
  LogicalResult define(StringRef name, Tensor tensor, Location loc);
  LogicalResult checkOptions();
  LogicalResult fail(const Twine &message);

  MLIRContext *context;
  const ONNXImportOptions &options;
  int64_t opset;
  Emitter emitter;
  TensorReader reader;
  func::FuncOp func;
  llvm::StringMap<Tensor> tensors;
  /// Outputs that a converter does not compute, and of which node.
  llvm::StringMap<std::string> unavailable;
  /// What the model calls the batch size, and the input that says so.
  std::optional<std::pair<std::string, std::string>> batchName;
  /// Whether an input has got the batch size of the options.
  bool isBatchUsed = false;
};

} // namespace mlir::ascend::onnx_import

#endif // ASCENDFOLD_LIB_TARGET_ONNX_GRAPH_H
