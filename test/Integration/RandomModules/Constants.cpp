//===- Constants.cpp - Constants in every spelling ------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleWriter.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <cmath>

using namespace mlir::ascend::difftest;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

static std::string toText(double value, ElementType type) {
  if (isInteger(type))
    return std::to_string(int64_t(value));
  std::string text;
  llvm::raw_string_ostream os(text);
  if (value == 0 || (std::abs(value) >= 1e-3 && std::abs(value) < 1e6))
    os << llvm::format("%.5f", value);
  else
    os << llvm::format("%.5e", value);
  return text;
}

/// The bytes of `values`, in hexadecimal.
static std::string toHex(ArrayRef<double> values, ElementType type) {
  std::string bytes;
  for (double value : values) {
    llvm::APFloat number(value);
    bool inexact;
    number.convert(getSemantics(type), llvm::APFloat::rmNearestTiesToEven,
                   &inexact);
    uint64_t bits = number.bitcastToAPInt().getZExtValue();
    for (unsigned i = 0; i < getBitWidth(type); i += 8)
      bytes.push_back(char(bits >> i));
  }
  return llvm::toHex(bytes);
}

static std::string nestedList(ArrayRef<int64_t> shape, ArrayRef<double> values,
                              ElementType type) {
  if (shape.empty())
    return toText(values.front(), type);
  SmallVector<std::string> parts;
  size_t stride = values.size() / shape.front();
  for (int64_t i = 0; i < shape.front(); ++i)
    parts.push_back(
        nestedList(shape.drop_front(), values.slice(i * stride, stride), type));
  return "[" + llvm::join(parts, ", ") + "]";
}

std::string ModuleWriter::literal(ArrayRef<int64_t> shape, ElementType type,
                                  ArrayRef<double> values, ConstantForm form,
                                  const std::string &tensorType) {
  if (form == ConstantForm::Splat)
    return "dense<" + toText(values.front(), type) + "> : " + tensorType;
  // A single element spelled in hexadecimal would be a splat.
  if (form == ConstantForm::Hex && values.size() > 1)
    return "dense<\"0x" + toHex(values, type) + "\"> : " + tensorType;
  if (form == ConstantForm::Resource) {
    std::string key = freshName("blob").substr(1);
    // A blob begins with its alignment, here 8 bytes.
    blobs += (blobs.empty() ? "" : ",\n") + ("      " + key) +
             ": \"0x08000000" + toHex(values, type) + "\"";
    return "dense_resource<" + key + "> : " + tensorType;
  }
  return "dense<" + nestedList(shape, values, type) + "> : " + tensorType;
}

std::string ModuleWriter::constantOp(const std::string &attribute,
                                     const std::string &type, bool tosa) {
  if (tosa)
    return headOp("\"tosa.const\"() <{values = " + attribute + "}> : () -> " +
                  type);
  return headOp("arith.constant " + attribute);
}

std::string ModuleWriter::plainConstant(ArrayRef<int64_t> shape,
                                        ElementType type,
                                        ArrayRef<double> values,
                                        ConstantForm form, bool tosa) {
  std::string text = tensorType(shape, type);
  return constantOp(literal(shape, type, values, form, text), text, tosa);
}

std::string ModuleWriter::splat(ArrayRef<int64_t> shape, ElementType type,
                                double value, bool tosa) {
  return plainConstant(shape, type, value, ConstantForm::Splat, tosa);
}

std::string ModuleWriter::scalar(ElementType type, double value) {
  return headOp("arith.constant " + toText(value, type) + " : " +
                toString(type));
}

Operand ModuleWriter::tosaShape(ArrayRef<int64_t> values) {
  std::string rank = std::to_string(values.size());
  std::string type = "!tosa.shape<" + rank + ">";
  return {op("tosa.const_shape {values = dense<[" +
             mlir::ascend::difftest::join(values) + "]> : tensor<" + rank +
             "xindex>} : () -> " + type),
          type};
}

//===----------------------------------------------------------------------===//
// Constants behind other ops
//===----------------------------------------------------------------------===//

std::string ModuleWriter::storedConstant(ArrayRef<int64_t> shape,
                                         ElementType type,
                                         ArrayRef<double> values, bool tosa,
                                         Rng &rng) {
  if (!rng.chance(30))
    return plainConstant(shape, type, values, ConstantForm::Dense, tosa);
  // None that could make a variance negative.
  ConstantForm form = rng.pick(
      {ConstantForm::Resource, ConstantForm::Hex, ConstantForm::Transposed,
       ConstantForm::Reshaped, ConstantForm::Casted, ConstantForm::Broadcast,
       ConstantForm::Indexed, ConstantForm::Sliced, ConstantForm::Joined,
       ConstantForm::Reversed, ConstantForm::Tiled});
  // The folders of tosa ops (slice, cast) take a blob of one element for a
  // splat and die.
  if (form == ConstantForm::Resource && tosa)
    form = ConstantForm::Hex;
  ++constantDepth;
  std::string name = constant(shape, type, values, form, tosa, rng);
  --constantDepth;
  return name;
}

/// `values`, of a tensor of this shape, in the order of one whose dim i is dim
/// `order[i]`.
static std::vector<double> transpose(ArrayRef<int64_t> shape,
                                     ArrayRef<double> values,
                                     ArrayRef<unsigned> order) {
  Shape strides(shape.size(), 1), index(shape.size(), 0);
  for (unsigned i = shape.size(); i-- > 1;)
    strides[i - 1] = strides[i] * shape[i];
  std::vector<double> result;
  for (size_t count = 0; count < values.size(); ++count) {
    int64_t offset = 0;
    for (unsigned i = 0; i < shape.size(); ++i)
      offset += index[i] * strides[order[i]];
    result.push_back(values[offset]);
    for (unsigned i = shape.size(); i-- > 0;) {
      if (++index[i] < shape[order[i]])
        break;
      index[i] = 0;
    }
  }
  return result;
}

std::string ModuleWriter::transposedConstant(ArrayRef<int64_t> shape,
                                             ElementType type,
                                             ArrayRef<double> values, bool tosa,
                                             Rng &rng) {
  SmallVector<unsigned> order;
  for (unsigned i = 0; i < shape.size(); ++i)
    order.push_back(i);
  rng.shuffle(order);
  Shape stored, permutation(shape.size());
  for (unsigned i = 0; i < shape.size(); ++i) {
    stored.push_back(shape[order[i]]);
    permutation[order[i]] = i;
  }
  std::string source =
      constantDepth == 0 && values.size() > 1 && rng.chance(25)
          ? plainConstant(stored, type, transpose(shape, values, order),
                          ConstantForm::Resource, tosa)
          : storedConstant(stored, type, transpose(shape, values, order), tosa,
                           rng);
  std::string from = tensorType(stored, type), to = tensorType(shape, type);
  std::string text = mlir::ascend::difftest::join(permutation);
  if (tosa)
    return op("tosa.transpose " + source + " {perms = array<i32: " + text +
              ">} : (" + from + ") -> " + to);
  return op("linalg.transpose ins(" + source + " : " + from + ") outs(" +
            emptyStatic(shape, type) + " : " + to + ") permutation = [" + text +
            "]");
}

std::string ModuleWriter::reshapedConstant(ArrayRef<int64_t> shape,
                                           ElementType type,
                                           ArrayRef<double> values, bool tosa,
                                           Rng &rng) {
  int64_t count = values.size();
  std::string source = storedConstant({count}, type, values, tosa, rng);
  std::string from = tensorType({count}, type), to = tensorType(shape, type);
  if (tosa) {
    Operand target = tosaShape(shape);
    return op("tosa.reshape " + source + ", " + target.name + " : (" + from +
              ", " + target.type + ") -> " + to);
  }
  Shape dims;
  for (unsigned i = 0; i < shape.size(); ++i)
    dims.push_back(i);
  return op("tensor.expand_shape " + source + " [[" +
            mlir::ascend::difftest::join(dims) + "]] output_shape [" +
            mlir::ascend::difftest::join(shape) + "] : " + from + " into " +
            to);
}

std::string ModuleWriter::castedConstant(ArrayRef<int64_t> shape,
                                         ElementType type,
                                         ArrayRef<double> values, bool tosa,
                                         Rng &rng) {
  bool widen = type == ElementType::F64 || type == ElementType::F32;
  ElementType stored = type == ElementType::F64   ? ElementType::F32
                       : type == ElementType::F32 ? ElementType::F16
                                                  : ElementType::F32;
  std::string source = storedConstant(shape, stored, values, tosa, rng);
  std::string from = tensorType(shape, stored), to = tensorType(shape, type);
  if (tosa)
    return op("tosa.cast " + source + " : (" + from + ") -> " + to);
  return op((widen ? "arith.extf " : "arith.truncf ") + source + " : " + from +
            " to " + to);
}

std::string ModuleWriter::negatedConstant(ArrayRef<int64_t> shape,
                                          ElementType type,
                                          ArrayRef<double> values, Rng &rng) {
  std::string text = tensorType(shape, type);
  std::string source = storedConstant(shape, type, values, false, rng);
  if (rng.chance(50))
    return op("arith.negf " + source + " : " + text);
  std::string factor = splat(shape, type, rng.pick({0.5, -2.0, -1.0}), false);
  return op("arith.mulf " + source + ", " + factor + " : " + text);
}

std::string ModuleWriter::broadcastConstant(ArrayRef<int64_t> shape,
                                            ElementType type,
                                            ArrayRef<double> values, Rng &rng) {
  unsigned dim = rng.below(shape.size());
  Shape stored(shape.begin(), shape.end());
  stored.erase(stored.begin() + dim);
  std::string source = storedConstant(
      stored, type, values.take_front(getNumElements(stored)), false, rng);
  return op("linalg.broadcast ins(" + source + " : " +
            tensorType(stored, type) + ") outs(" + emptyStatic(shape, type) +
            " : " + tensorType(shape, type) + ") dimensions = [" +
            std::to_string(dim) + "]");
}

/// The last dim is read backwards.
std::string ModuleWriter::indexedConstant(ArrayRef<int64_t> shape,
                                          ElementType type,
                                          ArrayRef<double> values, Rng &rng) {
  unsigned rank = shape.size();
  std::string text = tensorType(shape, type);
  std::string source = storedConstant(shape, type, values, false, rng);
  std::string last = index(shape.back() - 1);
  std::string init = emptyStatic(shape, type);
  SmallVector<std::string> lines, indices;
  for (unsigned i = 0; i < rank; ++i) {
    indices.push_back("%j" + std::to_string(i));
    lines.push_back(indices.back() + " = linalg.index " + std::to_string(i) +
                    " : index");
  }
  lines.push_back("%k = arith.subi " + last + ", " + indices.back() +
                  " : index");
  indices.back() = "%k";
  lines.push_back("%e = tensor.extract " + source + "[" +
                  llvm::join(indices, ", ") + "] : " + text);
  return generic({}, {init, text, identityMap(rank)}, rank, lines, "%e");
}

std::string ModuleWriter::globalConstant(ArrayRef<int64_t> shape,
                                         ElementType type,
                                         ArrayRef<double> values) {
  std::string text = tensorType(shape, type);
  std::string buffer = "memref" + text.substr(StringRef("tensor").size());
  std::string symbol = "@" + freshName("global").substr(1);
  symbols += "  memref.global \"private\" constant " + symbol + " : " + buffer +
             " = dense<" + nestedList(shape, values, type) + ">\n";
  std::string view = op("memref.get_global " + symbol + " : " + buffer);
  return op("bufferization.to_tensor " + view + " restrict : " + buffer +
            " to " + text);
}

double mlir::ascend::difftest::getConstantBound(ConstantForm form,
                                                double bound) {
  switch (form) {
  case ConstantForm::Negated:
    return 2 * bound;
  case ConstantForm::Function:
    return std::max(bound, std::exp(bound));
  case ConstantForm::Argument:
    return std::max(bound, 1.0);
  default:
    return bound;
  }
}

std::string ModuleWriter::constant(ArrayRef<int64_t> shape, ElementType type,
                                   ArrayRef<double> values, ConstantForm form,
                                   bool tosa, Rng &rng) {
  // A scalar has nothing to transpose, and LLVM's lowering takes none from a
  // blob. A vector has nothing to expand.
  if ((shape.empty() && form >= ConstantForm::Resource) ||
      (shape.size() == 1 && form == ConstantForm::Reshaped))
    form = ConstantForm::Dense;
  // From one dim to many, or from one too many.
  if (form == ConstantForm::Reshaped && rng.chance(50))
    return collapsedConstant(shape, type, values, tosa, rng);
  // TOSA has no f64.
  if (type == ElementType::F64 &&
      (form == ConstantForm::Reversed || form == ConstantForm::Tiled))
    form = ConstantForm::Joined;
  // TOSA casts integers to f32 only.
  if (type != ElementType::F32)
    tosa &= form != ConstantForm::Quantized &&
            form != ConstantForm::QuantizedAlongDim;
  switch (form) {
  case ConstantForm::Dense:
  case ConstantForm::Splat:
  case ConstantForm::Hex:
  case ConstantForm::Resource:
    return plainConstant(shape, type, values, form, tosa);
  case ConstantForm::Transposed:
    return transposedConstant(shape, type, values, tosa, rng);
  case ConstantForm::Reshaped:
    return reshapedConstant(shape, type, values, tosa, rng);
  case ConstantForm::Casted:
    return castedConstant(shape, type, values, tosa, rng);
  case ConstantForm::Negated:
    return negatedConstant(shape, type, values, rng);
  case ConstantForm::Broadcast:
    return broadcastConstant(shape, type, values, rng);
  case ConstantForm::Indexed:
    return indexedConstant(shape, type, values, rng);
  case ConstantForm::Global:
    return globalConstant(shape, type, values);
  case ConstantForm::Argument:
    return argument(shape, type).name;
  case ConstantForm::Sliced:
    return slicedConstant(shape, type, values, tosa, rng);
  case ConstantForm::Joined:
    return joinedConstant(shape, type, values, tosa, rng);
  case ConstantForm::Reversed:
    return reversedConstant(shape, type, values, rng);
  case ConstantForm::Tiled:
    return tiledConstant(shape, type, values, rng);
  case ConstantForm::Elements:
    return elementsConstant(shape, type, values);
  case ConstantForm::Function:
    return functionConstant(shape, type, values, tosa, rng);
  case ConstantForm::Quantized:
  case ConstantForm::QuantizedAlongDim:
    return quantizedConstant(shape, type, values, form, tosa, rng);
  }
  llvm_unreachable("unknown constant form");
}
