//===- Node.cpp - A node during the import --------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Node.h"

#include "Graph.h"
#include "ONNX.h"
#include "TensorReader.h"

#include "mlir/IR/Diagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ascend::onnx_import;

/// The name of the node, or of its first result.
static StringRef getName(const onnx::NodeProto &proto) {
  if (!proto.name().empty() || proto.output_size() == 0)
    return proto.name();
  return proto.output(0);
}

static Location getNodeLoc(const onnx::NodeProto &proto, MLIRContext *context) {
  StringRef name = getName(proto);
  if (name.empty())
    return UnknownLoc::get(context);
  return NameLoc::get(StringAttr::get(context, name));
}

Node::Node(onnx::NodeProto &proto, int64_t opset, Emitter &emitter,
           TensorReader &reader, SmallVector<std::optional<Tensor>> inputs)
    : emit(emitter), proto(proto), opset(opset), reader(reader),
      inputs(std::move(inputs)), outputs(proto.output_size()),
      loc(getNodeLoc(proto, emitter.builder.getContext())) {
  emit.builder.setLoc(loc);
}

StringRef Node::getOpType() const { return proto.op_type(); }

std::string Node::describe() const {
  return (getOpType() + " node '" + getName(proto) + "' (opset " +
          Twine(opset) + ")")
      .str();
}

LogicalResult Node::error(const Twine &message) {
  if (std::exchange(failed, true))
    return failure();
  return emitImportError(loc, describe() + ": " + message);
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

bool Node::allowInputs(size_t most) {
  if (inputs.size() > most)
    (void)error("it has " + Twine(inputs.size()) + " inputs");
  return inputs.size() <= most;
}

SmallVector<Tensor> Node::getInputs() {
  SmallVector<Tensor> result;
  for (auto [i, input] : llvm::enumerate(inputs)) {
    if (!input) {
      (void)error("input " + Twine(i) + " is left out");
      return {};
    }
    result.push_back(*input);
  }
  return result;
}

std::shared_ptr<const Elements> Node::getElements(size_t index,
                                                  StringRef what) {
  std::shared_ptr<const Elements> elements =
      onnx_import::getElements(getInput(index));
  if (!elements)
    (void)error(what + " has to be known at import, and input " + Twine(index) +
                " is not a small constant");
  return elements;
}

std::optional<SmallVector<int64_t>> Node::getIntegers(size_t index,
                                                      StringRef what) {
  std::shared_ptr<const Elements> elements = getElements(index, what);
  if (!elements)
    return std::nullopt;
  SmallVector<int64_t> result;
  for (const Element &element : *elements) {
    if (getInput(index).isFloat() || element.integer.isBatch) {
      (void)error(what + (getInput(index).isFloat()
                              ? Twine(" has to be of integers")
                              : Twine(" depends on the batch size; give "
                                      "--batch")));
      return std::nullopt;
    }
    result.push_back(element.integer.value);
  }
  return result;
}

std::optional<SmallVector<double>> Node::getReals(size_t index,
                                                  StringRef what) {
  std::shared_ptr<const Elements> elements = getElements(index, what);
  if (!elements)
    return std::nullopt;
  if (!getInput(index).isFloat()) {
    (void)error(what + " has to be of floating-point numbers");
    return std::nullopt;
  }
  return llvm::map_to_vector(
      *elements, [](const Element &element) { return element.real; });
}

static std::string print(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

bool Node::requireFloat(const Tensor &tensor) {
  if (!tensor.isFloat())
    (void)error("elements of type " + print(tensor.elementType) +
                " are not supported");
  return tensor.isFloat();
}

bool Node::requireSameType(ArrayRef<Tensor> tensors) {
  const Tensor *other = llvm::find_if(tensors, [&](const Tensor &tensor) {
    return tensor.elementType != tensors.front().elementType;
  });
  if (other == tensors.end())
    return true;
  (void)error("operands of type " + print(tensors.front().elementType) +
              " and " + print(other->elementType) + " are mixed");
  return false;
}

bool Node::requireRank(const Tensor &tensor, int64_t low,
                       std::optional<int64_t> high) {
  int64_t rank = tensor.getRank();
  if (rank >= low && rank <= high.value_or(low))
    return true;
  (void)error("an operand of shape " + toString(tensor.shape) +
              " is not supported here");
  return false;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

bool Node::hasAttribute(StringRef name) const {
  return llvm::any_of(proto.attribute(),
                      [&](const onnx::AttributeProto &attribute) {
                        return attribute.name() == name;
                      });
}

onnx::AttributeProto *Node::find(StringRef name, int type, StringRef typeName) {
  known.insert(name);
  for (onnx::AttributeProto &attribute : *proto.mutable_attribute()) {
    if (attribute.name() != name)
      continue;
    if (attribute.type() == type)
      return &attribute;
    (void)error("attribute '" + name + "' is not " + typeName);
    return nullptr;
  }
  return nullptr;
}

int64_t Node::getInt(StringRef name, int64_t defaultValue) {
  auto *attribute = find(name, onnx::AttributeProto::INT, "an integer");
  return attribute ? attribute->i() : defaultValue;
}

bool Node::getBool(StringRef name, bool defaultValue) {
  int64_t value = getInt(name, defaultValue);
  if (value != 0 && value != 1)
    (void)error("attribute '" + name + "' is " + Twine(value) + ", not 0 or 1");
  return value != 0;
}

double Node::getFloat(StringRef name, double defaultValue) {
  auto *attribute = find(name, onnx::AttributeProto::FLOAT, "a number");
  return attribute ? attribute->f() : defaultValue;
}

StringRef Node::getString(StringRef name, StringRef defaultValue) {
  auto *attribute = find(name, onnx::AttributeProto::STRING, "a string");
  return attribute ? StringRef(attribute->s()) : defaultValue;
}

std::optional<SmallVector<int64_t>> Node::getInts(StringRef name) {
  auto *attribute =
      find(name, onnx::AttributeProto::INTS, "a list of integers");
  if (!attribute)
    return std::nullopt;
  return llvm::to_vector(attribute->ints());
}

std::optional<SmallVector<double>> Node::getFloats(StringRef name) {
  auto *attribute =
      find(name, onnx::AttributeProto::FLOATS, "a list of numbers");
  if (!attribute)
    return std::nullopt;
  return llvm::map_to_vector(attribute->floats(),
                             [](float value) { return double(value); });
}

std::optional<Tensor> Node::getTensor(StringRef name) {
  auto *attribute = find(name, onnx::AttributeProto::TENSOR, "a tensor");
  if (!attribute)
    return std::nullopt;
  llvm::Expected<Tensor> tensor = reader.read(*attribute->mutable_t());
  if (tensor)
    return *tensor;
  (void)error("attribute '" + name + "' " + llvm::toString(tensor.takeError()));
  return std::nullopt;
}

std::optional<int64_t> Node::normalizeAxis(int64_t axis, int64_t rank) {
  if (axis < -rank || axis >= rank) {
    (void)error("axis " + Twine(axis) + " is outside of a tensor of rank " +
                Twine(rank));
    return std::nullopt;
  }
  return axis < 0 ? axis + rank : axis;
}

std::optional<SmallVector<int64_t>> Node::normalizeAxes(ArrayRef<int64_t> axes,
                                                        int64_t rank) {
  SmallVector<int64_t> result;
  if (axes.size() > static_cast<size_t>(rank)) {
    (void)error("there are " + Twine(axes.size()) +
                " axes for a tensor of rank " + Twine(rank));
    return std::nullopt;
  }
  for (int64_t axis : axes) {
    std::optional<int64_t> normal = normalizeAxis(axis, rank);
    if (!normal)
      return std::nullopt;
    if (llvm::is_contained(result, *normal)) {
      (void)error("axis " + Twine(axis) + " is there twice");
      return std::nullopt;
    }
    result.push_back(*normal);
  }
  return result;
}

LogicalResult Node::checkAttributes() {
  llvm::StringSet<> seen;
  for (const onnx::AttributeProto &attribute : proto.attribute()) {
    if (!attribute.ref_attr_name().empty())
      return error("attribute '" + attribute.name() +
                   "' refers to one of a function");
    if (!known.contains(attribute.name()))
      return error("attribute '" + attribute.name() + "' is not supported");
    if (!seen.insert(attribute.name()).second)
      return error("attribute '" + attribute.name() + "' is there twice");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

size_t Node::getNumOutputs() const { return outputs.size(); }

bool Node::hasOutput(size_t index) const {
  return index < outputs.size() &&
         !proto.output(static_cast<int>(index)).empty();
}

void Node::setOutput(size_t index, Tensor tensor) {
  if (!tensor.isConstant() && llvm::is_contained(tensor.shape, Dim(0)))
    (void)error("a tensor of shape " + toString(tensor.shape) +
                " has no elements");
  if (index < outputs.size())
    outputs[index] = std::move(tensor);
}

LogicalResult Node::setOutput(Tensor tensor) {
  setOutput(0, std::move(tensor));
  return failure(failed);
}
