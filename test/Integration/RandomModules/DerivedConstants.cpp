//===- DerivedConstants.cpp - Constants made of other constants -----------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "ModuleWriter.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <optional>

using namespace mlir::ascend::difftest;
using llvm::ArrayRef;
using llvm::SmallVector;

/// A dim of more than one element.
static std::optional<unsigned> chooseDim(ArrayRef<int64_t> shape, Rng &rng) {
  SmallVector<unsigned> dims;
  for (unsigned i = 0; i < shape.size(); ++i)
    if (shape[i] > 1)
      dims.push_back(i);
  if (dims.empty())
    return std::nullopt;
  return dims[rng.below(dims.size())];
}

/// Elements [begin, end) along one dim.
static std::vector<double> takeRange(ArrayRef<int64_t> shape,
                                     ArrayRef<double> values, unsigned dim,
                                     int64_t begin, int64_t end) {
  std::vector<double> taken;
  size_t next = 0;
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    double value = values[next++];
    if (index[dim] >= begin && index[dim] < end)
      taken.push_back(value);
  });
  return taken;
}

/// Part of a larger constant.
std::string ModuleWriter::slicedConstant(ArrayRef<int64_t> shape,
                                         ElementType type,
                                         ArrayRef<double> values, bool tosa,
                                         Rng &rng) {
  unsigned dim = rng.below(shape.size());
  Shape stored(shape.begin(), shape.end()), offsets(shape.size(), 0),
      ones(shape.size(), 1);
  stored[dim] += 1;
  offsets[dim] = rng.below(2);
  std::vector<double> larger;
  forEachIndex(stored, [&](ArrayRef<int64_t> index) {
    Shape from(index.begin(), index.end());
    from[dim] -= offsets[dim];
    bool isInside = from[dim] >= 0 && from[dim] < shape[dim];
    larger.push_back(isInside ? values[getOffset(shape, from)] : 7.0);
  });
  std::string source = storedConstant(stored, type, larger, tosa, rng);
  std::string from = tensorType(stored, type), to = tensorType(shape, type);
  if (tosa)
    return writeTosa(*this, "slice",
                     {{source, from}, tosaShape(offsets), tosaShape(shape)},
                     to);
  return op("tensor.extract_slice " + source + "[" +
            mlir::ascend::difftest::join(offsets) + "] [" +
            mlir::ascend::difftest::join(shape) + "] [" +
            mlir::ascend::difftest::join(ones) + "] : " + from + " to " + to);
}

/// Two constants side by side.
std::string ModuleWriter::joinedConstant(ArrayRef<int64_t> shape,
                                         ElementType type,
                                         ArrayRef<double> values, bool tosa,
                                         Rng &rng) {
  std::optional<unsigned> dim = chooseDim(shape, rng);
  if (!dim)
    return plainConstant(shape, type, values, ConstantForm::Dense, tosa);
  int64_t first = rng.between(1, shape[*dim] - 1);
  SmallVector<std::string> names, types;
  for (auto [begin, end] :
       {std::pair(int64_t(0), first), std::pair(first, shape[*dim])}) {
    Shape part(shape.begin(), shape.end());
    part[*dim] = end - begin;
    names.push_back(storedConstant(
        part, type, takeRange(shape, values, *dim, begin, end), tosa, rng));
    types.push_back(tensorType(part, type));
  }
  std::string operands = llvm::join(names, ", "), axis = std::to_string(*dim);
  std::string signature =
      " : (" + llvm::join(types, ", ") + ") -> " + tensorType(shape, type);
  if (tosa)
    return op("tosa.concat " + operands + " {axis = " + axis + " : i32}" +
              signature);
  return op("tensor.concat dim(" + axis + ") " + operands + signature);
}

std::string ModuleWriter::reversedConstant(ArrayRef<int64_t> shape,
                                           ElementType type,
                                           ArrayRef<double> values, Rng &rng) {
  std::string source = storedConstant(shape, type, values, /*tosa=*/true, rng);
  std::string text = tensorType(shape, type);
  return op("tosa.reverse " + source +
            " {axis = " + std::to_string(rng.below(shape.size())) +
            " : i32} : (" + text + ") -> " + text);
}

/// A divisor of `size`.
static int64_t drawDivisor(int64_t size, Rng &rng) {
  int64_t divisor = rng.between(1, size);
  while (size % divisor != 0)
    --divisor;
  return divisor;
}

/// Two dims are merged.
std::string ModuleWriter::collapsedConstant(ArrayRef<int64_t> shape,
                                            ElementType type,
                                            ArrayRef<double> values, bool tosa,
                                            Rng &rng) {
  unsigned dim = rng.below(shape.size());
  int64_t outer = drawDivisor(shape[dim], rng);
  Shape stored(shape.begin(), shape.end());
  stored[dim] /= outer;
  stored.insert(stored.begin() + dim, outer);
  std::string source = storedConstant(stored, type, values, tosa, rng);
  std::string from = tensorType(stored, type), to = tensorType(shape, type);
  if (tosa)
    return writeTosa(*this, "reshape", {{source, from}, tosaShape(shape)}, to);
  std::string groups;
  for (unsigned i = 0; i < stored.size(); ++i)
    groups += (i == 0 ? "[" : i == dim + 1 ? ", " : "], [") + std::to_string(i);
  return op("tensor.collapse_shape " + source + " [" + groups + "]] : " + from +
            " into " + to);
}

/// The first elements along a dim, repeated.
std::string ModuleWriter::tiledConstant(ArrayRef<int64_t> shape,
                                        ElementType type,
                                        ArrayRef<double> values, Rng &rng) {
  unsigned dim = rng.below(shape.size());
  Shape stored(shape.begin(), shape.end()), times(shape.size(), 1);
  times[dim] = drawDivisor(shape[dim], rng);
  stored[dim] = shape[dim] / times[dim];
  std::string source = storedConstant(
      stored, type, takeRange(shape, values, dim, 0, stored[dim]),
      /*tosa=*/true, rng);
  return writeTosa(*this, "tile",
                   {{source, tensorType(stored, type)}, tosaShape(times)},
                   tensorType(shape, type));
}

/// Integers of one byte, and the scale that makes them floats: one number, or
/// one per index of the first or the last dim. The values are rounded.
std::string ModuleWriter::quantizedConstant(ArrayRef<int64_t> shape,
                                            ElementType type,
                                            ArrayRef<double> values,
                                            ConstantForm form, bool tosa,
                                            Rng &rng) {
  Tensor number;
  number.shape.assign(shape.begin(), shape.end());
  number.dynamic.assign(shape.size(), false);
  number.type = number.coarsest = type;
  number.countChannels();
  bool hasDim = form == ConstantForm::QuantizedAlongDim;
  unsigned dim = rng.chance(50) ? 0 : shape.size() - 1;
  std::vector<double> scales(hasDim ? shape[dim] : 1, 1e-3), integers;
  size_t next = 0;
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    double &scale = scales[hasDim ? index[dim] : 0];
    scale = std::max(scale, std::abs(values[next++]) / 127);
  });
  next = 0;
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    integers.push_back(
        std::round(values[next++] / scales[hasDim ? index[dim] : 0]));
  });
  std::string stored = plainConstant(shape, ElementType::I8, integers,
                                     ConstantForm::Dense, tosa);
  std::string from = tensorType(shape, ElementType::I8), to = number.typeText();
  number.name = tosa
                    ? writeTosa(*this, "cast", {{stored, from}}, to)
                    : op("arith.sitofp " + stored + " : " + from + " to " + to);
  OperandPlan plan;
  plan.family = tosa ? Family::Tosa : Family::Generic;
  plan.kind = type;
  Tensor source;
  SmallVector<unsigned> dims;
  if (hasDim) {
    dims.push_back(dim);
    source.shape.push_back(shape[dim]);
    source.dynamic.push_back(false);
  }
  source.type = source.coarsest = type;
  source.countChannels();
  source.name =
      plainConstant(source.shape, type, scales, ConstantForm::Dense, tosa);
  ApplyPlan apply;
  apply.family = plan.family;
  apply.keepsLoops = true;
  return applyBinary(*this, number, BinaryOp::Mul,
                     presentOperand(*this, number, plan, source, dims, rng),
                     apply, rng)
      .name;
}

/// One constant per element.
std::string ModuleWriter::elementsConstant(ArrayRef<int64_t> shape,
                                           ElementType type,
                                           ArrayRef<double> values) {
  if (values.size() > 16)
    return plainConstant(shape, type, values, ConstantForm::Dense, false);
  SmallVector<std::string> elements;
  for (double value : values)
    elements.push_back(scalar(type, value));
  return op("tensor.from_elements " + llvm::join(elements, ", ") + " : " +
            tensorType(shape, type));
}

/// A function of a constant that keeps zero and infinity at a distance.
std::string ModuleWriter::functionConstant(ArrayRef<int64_t> shape,
                                           ElementType type,
                                           ArrayRef<double> values, bool tosa,
                                           Rng &rng) {
  std::string text = tensorType(shape, type);
  std::string source = storedConstant(shape, type, values, tosa, rng);
  bool isLarge = llvm::any_of(values, [](double value) { return value > 3; });
  switch (rng.below(isLarge ? 2 : 3)) {
  case 0:
    return tosa ? writeTosa(*this, "abs", {{source, text}}, text)
                : op("math.absf " + source + " : " + text);
  case 1: {
    std::string least = splat(shape, type, -0.25, tosa);
    return tosa ? writeTosa(*this, "maximum", {{source, text}, {least, text}},
                            text)
                : op("arith.maximumf " + source + ", " + least + " : " + text);
  }
  default:
    return tosa ? writeTosa(*this, "exp", {{source, text}}, text)
                : op("math.exp " + source + " : " + text);
  }
}
