//===- Node.h - A node during the import ------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TARGET_ONNX_NODE_H
#define ASCENDFOLD_LIB_TARGET_ONNX_NODE_H

#include "Emitter.h"
#include "Tensor.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"

namespace onnx {
class AttributeProto;
class NodeProto;
} // namespace onnx

namespace mlir::ascend::onnx_import {

class TensorReader;

/// What a converter of an operator sees: inputs and attributes, checked for
/// their kind, and where the outputs go.
///
/// The first error is reported, later ones are not. Accessors that fail report
/// it and give a default, so that a converter may read all it needs and then
/// ask `hasFailed` once.
class Node {
public:
  Node(onnx::NodeProto &proto, int64_t opset, Emitter &emitter,
       TensorReader &reader, SmallVector<std::optional<Tensor>> inputs);

  StringRef getOpType() const;
  int64_t getOpset() const { return opset; }
  Location getLoc() const { return loc; }

  /// "<op> node '<name>' (opset <n>)"
  std::string describe() const;
  /// Reports that and `message`.
  LogicalResult error(const Twine &message);
  bool hasFailed() const { return failed; }

  //===--------------------------------------------------------------------===//
  // Inputs
  //===--------------------------------------------------------------------===//

  size_t getNumInputs() const { return inputs.size(); }
  bool hasInput(size_t index) const {
    return index < inputs.size() && inputs[index].has_value();
  }
  /// An input that the table of operators says is there.
  const Tensor &getInput(size_t index) const { return *inputs[index]; }
  /// For an operator that has fewer inputs in this opset than in others.
  bool allowInputs(size_t most);
  /// All inputs; an error where an optional one is left out.
  SmallVector<Tensor> getInputs();

  /// The elements of an input that has to be known at import, for example
  /// "the shape". Those that depend on the batch size are an error for
  /// `getIntegers`.
  std::shared_ptr<const Elements> getElements(size_t index, StringRef what);
  std::optional<SmallVector<int64_t>> getIntegers(size_t index, StringRef what);
  std::optional<SmallVector<double>> getReals(size_t index, StringRef what);

  /// One of the types f16, bf16, f32, f64; others are an error.
  bool requireFloat(const Tensor &tensor);
  bool requireSameType(ArrayRef<Tensor> tensors);
  bool requireRank(const Tensor &tensor, int64_t low,
                   std::optional<int64_t> high = {});

  //===--------------------------------------------------------------------===//
  // Attributes
  //===--------------------------------------------------------------------===//

  bool hasAttribute(StringRef name) const;
  int64_t getInt(StringRef name, int64_t defaultValue);
  /// A number that is 0 or 1.
  bool getBool(StringRef name, bool defaultValue);
  double getFloat(StringRef name, double defaultValue);
  StringRef getString(StringRef name, StringRef defaultValue);
  std::optional<SmallVector<int64_t>> getInts(StringRef name);
  std::optional<SmallVector<double>> getFloats(StringRef name);
  std::optional<Tensor> getTensor(StringRef name);
  /// Accepts an attribute that has no effect on results.
  void ignoreAttribute(StringRef name) { known.insert(name); }
  /// An axis from -rank to rank - 1 as one from 0.
  std::optional<int64_t> normalizeAxis(int64_t axis, int64_t rank);
  std::optional<SmallVector<int64_t>> normalizeAxes(ArrayRef<int64_t> axes,
                                                    int64_t rank);
  /// Reports an attribute that no accessor has asked for.
  LogicalResult checkAttributes();

  //===--------------------------------------------------------------------===//
  // Outputs
  //===--------------------------------------------------------------------===//

  size_t getNumOutputs() const;
  /// Whether the model has a name for it.
  bool hasOutput(size_t index) const;
  void setOutput(size_t index, Tensor tensor);
  LogicalResult setOutput(Tensor tensor);
  ArrayRef<std::optional<Tensor>> getOutputs() const { return outputs; }

  Emitter &emit;

private:
  onnx::AttributeProto *find(StringRef name, int type, StringRef typeName);

  onnx::NodeProto &proto;
  int64_t opset;
  TensorReader &reader;
  SmallVector<std::optional<Tensor>> inputs;
  SmallVector<std::optional<Tensor>> outputs;
  llvm::StringSet<> known;
  Location loc;
  bool failed = false;
};

} // namespace mlir::ascend::onnx_import

#endif // ASCENDFOLD_LIB_TARGET_ONNX_NODE_H
