//===- ModuleWriter.cpp - Text of a module, op by op ----------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleWriter.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir::ascend::difftest;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Types and maps
//===----------------------------------------------------------------------===//

StringRef mlir::ascend::difftest::toString(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return "f64";
  case ElementType::F32:
    return "f32";
  case ElementType::F16:
    return "f16";
  case ElementType::BF16:
    return "bf16";
  case ElementType::I8:
    return "i8";
  case ElementType::I32:
    return "i32";
  }
  llvm_unreachable("unknown element type");
}

unsigned mlir::ascend::difftest::getBitWidth(ElementType type) {
  switch (type) {
  case ElementType::F64:
    return 64;
  case ElementType::F32:
  case ElementType::I32:
    return 32;
  case ElementType::F16:
  case ElementType::BF16:
    return 16;
  case ElementType::I8:
    return 8;
  }
  llvm_unreachable("unknown element type");
}

ElementType mlir::ascend::difftest::getCoarser(ElementType a, ElementType b) {
  return std::max(a, b);
}

int64_t mlir::ascend::difftest::getNumElements(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

std::string mlir::ascend::difftest::tensorType(ArrayRef<int64_t> shape,
                                               ElementType type) {
  std::string text = "tensor<";
  for (int64_t size : shape)
    text += (size < 0 ? "?" : std::to_string(size)) + "x";
  return text + toString(type).str() + ">";
}

std::string Tensor::typeText() const {
  Shape sizes = shape;
  for (unsigned i = 0; i < sizes.size(); ++i)
    if (dynamic[i])
      sizes[i] = -1;
  return tensorType(sizes, type);
}

std::string mlir::ascend::difftest::affineMap(unsigned numDims,
                                              ArrayRef<std::string> results) {
  std::string text = "affine_map<(";
  for (unsigned i = 0; i < numDims; ++i)
    text += (i ? ", d" : "d") + std::to_string(i);
  return text + ") -> (" + llvm::join(results, ", ") + ")>";
}

std::string mlir::ascend::difftest::identityMap(unsigned numDims,
                                                ArrayRef<unsigned> order) {
  SmallVector<std::string> results;
  for (unsigned i = 0; i < numDims; ++i)
    results.push_back("d" + std::to_string(order.empty() ? i : order[i]));
  return affineMap(numDims, results);
}

std::string mlir::ascend::difftest::join(ArrayRef<int64_t> values) {
  std::string text;
  for (int64_t value : values)
    text += (text.empty() ? "" : ", ") + std::to_string(value);
  return text;
}

//===----------------------------------------------------------------------===//
// Channels
//===----------------------------------------------------------------------===//

void mlir::ascend::difftest::forEachIndex(
    ArrayRef<int64_t> shape, llvm::function_ref<void(ArrayRef<int64_t>)> fn) {
  Shape index(shape.size(), 0);
  for (int64_t i = 0, e = getNumElements(shape); i < e; ++i) {
    fn(index);
    for (unsigned dim = shape.size(); dim-- > 0;) {
      if (++index[dim] < shape[dim])
        break;
      index[dim] = 0;
    }
  }
}

int64_t mlir::ascend::difftest::getOffset(ArrayRef<int64_t> shape,
                                          ArrayRef<int64_t> index) {
  int64_t offset = 0;
  for (auto [size, position] : llvm::zip(shape, index))
    offset = offset * size + position;
  return offset;
}

void Tensor::countChannels() {
  channels.clear();
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    int channel = 0;
    for (unsigned dim : channelDims)
      channel = channel * shape[dim] + index[dim];
    channels.push_back(channel);
  });
}

void Tensor::takeChannels(const Tensor &source, OriginFn origin) {
  std::vector<int> taken;
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    int64_t from = origin(index);
    taken.push_back(from < 0 ? -1 : source.channels[from]);
  });
  channels = std::move(taken);
}

void Tensor::takeChannels(const Tensor &source, ArrayRef<unsigned> order) {
  takeChannels(source, [&](ArrayRef<int64_t> index) {
    Shape from(index.size());
    for (auto [i, dim] : llvm::enumerate(order))
      from[dim] = index[i];
    return getOffset(source.shape, from);
  });
}

std::vector<int> Tensor::getChannelsAlong(ArrayRef<unsigned> dims) const {
  Shape sizes;
  for (unsigned dim : dims)
    sizes.push_back(shape[dim]);
  std::vector<int> result(getNumElements(sizes), -1);
  bool agree = true;
  size_t next = 0;
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    Shape position;
    for (unsigned dim : dims)
      position.push_back(index[dim]);
    int &channel = result[getOffset(sizes, position)];
    int own = channels[next++];
    agree &= own >= 0 && (channel < 0 || channel == own);
    channel = own;
  });
  return agree ? result : std::vector<int>();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

std::string ModuleWriter::freshName(StringRef prefix) {
  return ("%" + prefix + Twine(counter++)).str();
}

void ModuleWriter::line(const Twine &text) {
  body += ("    " + text + "\n").str();
}

void ModuleWriter::startBlock() {
  if (isInRegion)
    return;
  std::string block = freshName("b").substr(1);
  line("cf.br ^" + block);
  body += "  ^" + block + ":\n";
}

std::string ModuleWriter::op(const Twine &text) {
  std::string name = freshName();
  line(name + " = " + text);
  return name;
}

std::string ModuleWriter::headOp(const Twine &text) {
  if (!recipe.constantsFirst)
    return op(text);
  // One op for equal constants, whatever they are for.
  std::string &name = constants[text.str()];
  if (name.empty()) {
    name = freshName("c");
    head += ("    " + name + " = " + text + "\n").str();
  }
  return name;
}

std::string ModuleWriter::captureRegion(llvm::function_ref<void()> write) {
  std::string outside = std::move(body);
  body.clear();
  isInRegion = true;
  write();
  isInRegion = false;
  std::swap(body, outside);
  return outside;
}

std::string ModuleWriter::generic(ArrayRef<GenericOperand> ins,
                                  const GenericOperand &outs, unsigned numDims,
                                  ArrayRef<std::string> lines,
                                  StringRef yielded, ArrayRef<bool> reduction) {
  SmallVector<std::string> maps, names, types, blockArguments, iterators;
  auto elementType = [](StringRef type) {
    return type.starts_with("tensor<")
               ? type.drop_back().rsplit('x').second.empty()
                     ? type.drop_front(7).drop_back().str()
                     : type.drop_back().rsplit('x').second.str()
               : type.str();
  };
  for (auto [i, operand] : llvm::enumerate(ins)) {
    maps.push_back(operand.map);
    names.push_back(operand.name);
    types.push_back(operand.type);
    blockArguments.push_back("%a" + std::to_string(i) + ": " +
                             elementType(operand.type));
  }
  maps.push_back(outs.map);
  blockArguments.push_back("%o: " + elementType(outs.type));
  for (unsigned i = 0; i < numDims; ++i)
    iterators.push_back(!reduction.empty() && reduction[i] ? "\"reduction\""
                                                           : "\"parallel\"");
  std::string inputs = ins.empty() ? ""
                                   : " ins(" + llvm::join(names, ", ") + " : " +
                                         llvm::join(types, ", ") + ")";
  std::string result =
      op("linalg.generic {indexing_maps = [" + llvm::join(maps, ", ") +
         "], iterator_types = [" + llvm::join(iterators, ", ") + "]}" + inputs +
         " outs(" + outs.name + " : " + outs.type + ") {");
  line("^bb0(" + llvm::join(blockArguments, ", ") + "):");
  for (const std::string &text : lines)
    line("  " + text);
  line("  linalg.yield " + yielded + " : " + elementType(outs.type));
  line("} -> " + outs.type);
  return result;
}

std::string ModuleWriter::fill(const std::string &init, const std::string &type,
                               ElementType kind, double value) {
  return op("linalg.fill ins(" + scalar(kind, value) + " : " + toString(kind) +
            ") outs(" + init + " : " + type + ") -> " + type);
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

std::string ModuleWriter::index(int64_t value) {
  // Always at the top, so that one constant serves the whole function.
  std::string &name = indices[std::to_string(value)];
  if (name.empty()) {
    name = freshName("i");
    head += "    " + name + " = arith.constant " + std::to_string(value) +
            " : index\n";
  }
  return name;
}

std::string ModuleWriter::dim(const Tensor &tensor, unsigned dim) {
  return op("tensor.dim " + tensor.name + ", " + index(dim) + " : " +
            tensor.typeText());
}

std::string ModuleWriter::empty(const Tensor &like, const Tensor &source,
                                ArrayRef<unsigned> order) {
  if (like.isStatic())
    return emptyStatic(like.shape, like.type);
  SmallVector<std::string> sizes;
  for (unsigned i = 0; i < like.rank(); ++i)
    if (like.dynamic[i])
      sizes.push_back(dim(source, order.empty() ? i : order[i]));
  return op("tensor.empty(" + llvm::join(sizes, ", ") +
            ") : " + like.typeText());
}

std::string ModuleWriter::emptyStatic(ArrayRef<int64_t> shape,
                                      ElementType type) {
  return headOp("tensor.empty() : " + tensorType(shape, type));
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

Tensor ModuleWriter::argument(ArrayRef<int64_t> shape, ElementType type,
                              ArrayRef<bool> dynamic) {
  Tensor tensor;
  tensor.name = "%arg" + std::to_string(arguments.size());
  tensor.shape.assign(shape.begin(), shape.end());
  tensor.dynamic.assign(shape.size(), false);
  for (unsigned i = 0; i < dynamic.size(); ++i)
    tensor.dynamic[i] = dynamic[i];
  tensor.type = tensor.coarsest = type;
  tensor.countChannels();
  arguments.push_back({tensor.name, tensor});
  return tensor;
}

std::string ModuleWriter::finish() {
  SmallVector<std::string> parameters, parameterTypes, names, types;
  for (const Argument &argument : arguments) {
    parameterTypes.push_back(argument.tensor.typeText());
    parameters.push_back(argument.name + ": " + parameterTypes.back());
  }
  SmallVector<std::string> argumentNames, callResults;
  for (const Argument &argument : arguments)
    argumentNames.push_back(argument.name);
  for (auto [i, tensor] : llvm::enumerate(results)) {
    names.push_back(tensor.name);
    types.push_back(tensor.typeText());
    callResults.push_back("%r#" + std::to_string(i));
  }
  std::string signature = "(" + llvm::join(parameters, ", ") + ") -> (" +
                          llvm::join(types, ", ") + ")";
  std::string text = symbols;
  text +=
      (recipe.inCallee ? "  func.func private @callee" : "  func.func @main") +
      signature + " {\n" + head + body + "    return " +
      llvm::join(names, ", ") + " : " + llvm::join(types, ", ") + "\n  }\n";
  if (recipe.inCallee)
    text += "  func.func @main" + signature +
            " {\n    %r:" + std::to_string(results.size()) +
            " = call @callee(" + llvm::join(argumentNames, ", ") + ") : (" +
            llvm::join(parameterTypes, ", ") + ") -> (" +
            llvm::join(types, ", ") + ")\n    return " +
            llvm::join(callResults, ", ") + " : " + llvm::join(types, ", ") +
            "\n  }\n";
  std::string module = "module {\n" + text + "}\n";
  if (!blobs.empty())
    module += "{-#\n  dialect_resources: {\n    builtin: {\n" + blobs +
              "\n    }\n  }\n#-}\n";
  return module;
}
