//===- Graph.cpp - The graph during the import ----------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph.h"

#include "Node.h"
#include "ONNX.h"
#include "Operators.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx_import;

/// Arguments and results of `main` carry the names of the model.
static constexpr llvm::StringLiteral kNameAttr("onnx.name");

LogicalResult mlir::ascend::onnx_import::emitImportError(Location loc,
                                                         const Twine &message) {
  std::string line;
  for (char c : message.str()) {
    if (llvm::isPrint(c) || (c & 0x80))
      line += c;
    else
      line += "\\x" + llvm::utohexstr(static_cast<unsigned char>(c),
                                      /*LowerCase=*/true, /*Width=*/2);
  }
  return emitError(loc) << line;
}

LogicalResult GraphImporter::fail(const Twine &message) {
  return emitImportError(UnknownLoc::get(context), message);
}

static Location getNameLoc(MLIRContext *context, StringRef name) {
  if (name.empty())
    return UnknownLoc::get(context);
  return NameLoc::get(StringAttr::get(context, name));
}

LogicalResult GraphImporter::define(StringRef name, Tensor tensor,
                                    Location loc) {
  if (!tensors.try_emplace(name, std::move(tensor)).second)
    return emitImportError(loc, "'" + name + "' is defined twice");
  return success();
}

//===----------------------------------------------------------------------===//
// Initializers
//===----------------------------------------------------------------------===//

LogicalResult GraphImporter::importInitializers(onnx::GraphProto &graph) {
  if (graph.sparse_initializer_size())
    return fail("sparse initializers are not supported");
  for (onnx::TensorProto &proto : *graph.mutable_initializer()) {
    std::string name = proto.name();
    Location loc = getNameLoc(context, name);
    if (name.empty())
      return fail("an initializer has no name");
    llvm::Expected<Tensor> tensor = reader.read(proto);
    if (!tensor)
      return emitImportError(loc, "initializer '" + name + "' " +
                                      llvm::toString(tensor.takeError()));
    if (failed(define(name, std::move(*tensor), loc)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// Looks for an input's name among those that have shapes.
LogicalResult GraphImporter::checkOptions() {
  if (options.batchSize && *options.batchSize < 1)
    return fail("a batch of " + Twine(*options.batchSize) + " is too small");
  for (const auto &entry : options.shapes) {
    if (llvm::any_of(entry.second, [](int64_t extent) { return extent < 1; }))
      return fail("the shape for '" + entry.first() +
                  "' has an extent that is not positive");
  }
  return success();
}

FailureOr<Shape>
GraphImporter::getDeclaredShape(const onnx::ValueInfoProto &input) {
  auto fail = [&](const Twine &message) {
    return emitImportError(getNameLoc(context, input.name()),
                           "input '" + input.name() + "' " + message);
  };
  const auto &declared = input.type().tensor_type().shape();
  if (!input.type().tensor_type().has_shape())
    return fail("has no shape; give --shapes");
  if (declared.dim_size() > static_cast<int>(kMaxRank))
    return fail("has " + Twine(declared.dim_size()) + " dimensions");
  Shape shape;
  for (const auto &dim : declared.dim()) {
    bool isOpen = !dim.has_dim_value() || dim.dim_value() < 0;
    bool isFirst = shape.empty();
    if (!isOpen) {
      shape.push_back(dim.dim_value());
    } else if (!isFirst) {
      return fail("leaves extent " + Twine(shape.size()) +
                  (dim.dim_param().empty() ? std::string()
                                           : " ('" + dim.dim_param() + "')") +
                  " open; give --shapes");
    } else if (options.batchSize) {
      isBatchUsed = true;
      shape.push_back(*options.batchSize);
    } else {
      if (!batchName)
        batchName = {dim.dim_param(), input.name()};
      else if (dim.dim_param().empty() || batchName->first != dim.dim_param())
        return fail("and '" + batchName->second +
                    "' have open first extents that need not be equal; give "
                    "--batch or --shapes");
      shape.push_back(Dim(1, /*isBatch=*/true));
    }
  }
  return shape;
}

FailureOr<Shape>
GraphImporter::getInputShape(const onnx::ValueInfoProto &input) {
  auto it = options.shapes.find(input.name());
  if (it == options.shapes.end())
    return getDeclaredShape(input);
  Shape shape = toShape(it->second);
  const auto &type = input.type().tensor_type();
  bool fits =
      !type.has_shape() ||
      (type.shape().dim_size() == static_cast<int>(shape.size()) &&
       llvm::all_of(llvm::zip(type.shape().dim(), shape), [](auto pair) {
         const auto &dim = std::get<0>(pair);
         return !dim.has_dim_value() || dim.dim_value() < 0 ||
                dim.dim_value() == std::get<1>(pair).value;
       }));
  if (!fits)
    return emitImportError(getNameLoc(context, input.name()),
                           "input '" + input.name() +
                               "' has a shape in the model that " +
                               toString(shape) + " does not fit");
  return shape;
}

LogicalResult GraphImporter::importInput(const onnx::ValueInfoProto &input) {
  Location loc = getNameLoc(context, input.name());
  auto failHere = [&](const Twine &message) {
    return emitImportError(loc, "input '" + input.name() + "' " + message);
  };
  // An initializer is the default value of the input of the same name.
  if (tensors.contains(input.name())) {
    if (options.shapes.contains(input.name()))
      return failHere("has an initializer, whose shape --shapes cannot "
                      "change");
    return success();
  }
  if (input.name().empty())
    return failHere("has no name");
  if (!input.type().has_tensor_type())
    return failHere("is not a tensor");
  int32_t dataType = input.type().tensor_type().elem_type();
  Type elementType = getElementType(dataType, context);
  if (!elementType)
    return failHere("has elements of type " + getDataTypeName(dataType) +
                    ", which is not supported");
  FailureOr<Shape> shape = getInputShape(input);
  if (failed(shape))
    return failure();
  RankedTensorType type = emitter.getType(elementType, *shape);
  if (std::string message = emitter.takeFailure(); !message.empty())
    return failHere("cannot be imported: " + message);
  Value argument = func.getBody().addArgument(type, loc);
  return define(input.name(), emitter.wrap(argument, elementType, *shape), loc);
}

LogicalResult GraphImporter::importInputs(const onnx::GraphProto &graph) {
  llvm::StringSet<> names;
  func.addEntryBlock();
  for (const onnx::ValueInfoProto &input : graph.input()) {
    names.insert(input.name());
    if (failed(importInput(input)))
      return failure();
  }
  for (const auto &entry : options.shapes)
    if (!names.contains(entry.first()))
      return fail("the model has no input '" + entry.first() +
                  "' to give a shape to");
  if (options.batchSize && !isBatchUsed)
    return fail("no input leaves its first extent open for a batch of " +
                Twine(*options.batchSize));
  return success();
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// Whether it stands for ONNX's own operators.
static bool isDefaultDomain(StringRef domain) {
  return domain.empty() || domain == "ai.onnx";
}

/// The inputs by their names; those that are not there yet are in `missing`.
SmallVector<std::optional<Tensor>>
GraphImporter::getInputs(const onnx::NodeProto &proto, StringRef &missing) {
  SmallVector<std::optional<Tensor>> inputs;
  for (const std::string &name : proto.input()) {
    inputs.push_back(std::nullopt);
    // An input without a name is one that is left out.
    if (name.empty())
      continue;
    auto it = tensors.find(name);
    if (it != tensors.end())
      inputs.back() = it->second;
    else if (missing.empty())
      missing = name;
  }
  while (missing.empty() && !inputs.empty() && !inputs.back())
    inputs.pop_back();
  return inputs;
}

/// What can be said without knowing the operator's attributes.
LogicalResult GraphImporter::checkNode(Node &node, StringRef domain,
                                       const Operator *op, StringRef missing) {
  if (!isDefaultDomain(domain))
    return node.error("operators of domain '" + domain + "' are not supported");
  if (!op)
    return node.error("the operator is not supported");
  if (opset < op->since || opset >= op->until)
    return node.error("the operator is not part of this opset");
  if (!missing.empty()) {
    auto it = unavailable.find(missing);
    if (it != unavailable.end())
      return node.error("input '" + missing + "' is " + it->second);
    return node.error("input '" + missing + "' is not defined before it");
  }
  size_t numInputs = node.getNumInputs();
  if (numInputs < op->minInputs || numInputs > op->maxInputs)
    return node.error("it has " + Twine(numInputs) + " inputs");
  for (size_t i = 0; i < op->minInputs; ++i)
    if (!node.hasInput(i))
      return node.error("input " + Twine(i) + " is left out");
  return success();
}

LogicalResult GraphImporter::importNode(onnx::NodeProto &proto) {
  StringRef missing;
  Node node(proto, opset, emitter, reader, getInputs(proto, missing));
  const Operator *op = getOperatorTable().find(proto.op_type());
  if (failed(checkNode(node, proto.domain(), op, missing)))
    return failure();
  if (!evaluateNode(node) && !node.hasFailed() && failed(op->convert(node)))
    return failure();
  std::string message = emitter.takeFailure();
  if (node.hasFailed())
    return failure();
  if (!message.empty())
    return node.error(message);
  if (failed(node.checkAttributes()))
    return failure();
  for (auto [i, output] : llvm::enumerate(node.getOutputs())) {
    StringRef name = proto.output(static_cast<int>(i));
    if (name.empty())
      continue;
    if (!output)
      unavailable[name] = ("output " + Twine(i) + " of " + node.describe() +
                           ", which is not supported")
                              .str();
    else if (failed(define(name, *output, node.getLoc())))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

/// Whether the extents that the model gives as numbers are those of `tensor`,
/// which has the same rank.
static bool isShapeOf(const onnx::ValueInfoProto &value, const Tensor &tensor) {
  return llvm::all_of(
      llvm::zip(value.type().tensor_type().shape().dim(), tensor.shape),
      [](auto pair) {
        const auto &[said, dim] = pair;
        return !said.has_dim_value() || said.dim_value() < 0 ||
               Dim(said.dim_value()) == dim;
      });
}

LogicalResult GraphImporter::importOutputs(const onnx::GraphProto &graph) {
  SmallVector<Value> results;
  SmallVector<Type> types;
  emitter.builder.setLoc(func.getLoc());
  if (graph.output_size() == 0)
    return fail("the graph has no outputs");
  for (const onnx::ValueInfoProto &output : graph.output()) {
    auto failHere = [&](const Twine &message) {
      return emitImportError(getNameLoc(context, output.name()),
                             "output '" + output.name() + "' " + message);
    };
    auto it = tensors.find(output.name());
    if (it == tensors.end()) {
      auto node = unavailable.find(output.name());
      if (node != unavailable.end())
        return failHere("is " + node->second);
      return failHere("is computed by no node");
    }
    const Tensor &tensor = it->second;
    int32_t dataType = output.type().tensor_type().elem_type();
    if (dataType != 0 &&
        getElementType(dataType, context) != tensor.elementType)
      return failHere("has other elements than the model says");
    if (output.type().tensor_type().has_shape() &&
        output.type().tensor_type().shape().dim_size() != tensor.getRank())
      return failHere("has the shape " + toString(tensor.shape) +
                      " where the model says another rank");
    if (!options.batchSize && options.shapes.empty() &&
        !isShapeOf(output, tensor))
      emitWarning(getNameLoc(context, output.name()))
          << "output '" << output.name() << "' has the shape "
          << toString(tensor.shape) << ", which is not what the model says";
    results.push_back(emitter.get(tensor));
    types.push_back(results.back().getType());
    if (std::string message = emitter.takeFailure(); !message.empty())
      return failHere("cannot be returned: " + message);
  }
  func::ReturnOp::create(emitter.builder, results);
  func.setType(
      FunctionType::get(context, func.getBody().getArgumentTypes(), types));
  return success();
}

LogicalResult GraphImporter::run(onnx::GraphProto &graph, ModuleOp module) {
  if (failed(checkOptions()) || failed(importInitializers(graph)))
    return failure();
  emitter.builder.setLoc(getNameLoc(context, graph.name()));
  emitter.builder.setInsertionPointToEnd(module.getBody());
  func = func::FuncOp::create(emitter.builder, "main",
                              FunctionType::get(context, {}, {}));
  if (failed(importInputs(graph)))
    return failure();
  emitter.builder.setInsertionPointToEnd(&func.getBody().front());
  for (onnx::NodeProto &node : *graph.mutable_node())
    if (failed(importNode(node)))
      return failure();
  if (failed(importOutputs(graph)))
    return failure();

  for (BlockArgument argument : func.getArguments())
    if (auto loc = dyn_cast<NameLoc>(argument.getLoc()))
      func.setArgAttr(argument.getArgNumber(), kNameAttr, loc.getName());
  for (auto [i, output] : llvm::enumerate(graph.output()))
    func.setResultAttr(i, kNameAttr, StringAttr::get(context, output.name()));
  return success();
}
