//===- StructuralSteps.cpp - What moves or pools an image -----------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Steps.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir::ascend::difftest;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

/// All dims but those of channels and the first other one, the batch.
static SmallVector<unsigned> getSpatialDims(const Tensor &value) {
  SmallVector<unsigned> dims;
  for (unsigned i = 0; i < value.rank(); ++i)
    if (!value.isChannel(i))
      dims.push_back(i);
  if (!dims.empty())
    dims.erase(dims.begin());
  return dims;
}

static SmallVector<std::string> getDimNames(unsigned rank) {
  SmallVector<std::string> names;
  for (unsigned i = 0; i < rank; ++i)
    names.push_back("d" + std::to_string(i));
  return names;
}

//===----------------------------------------------------------------------===//
// Borders
//===----------------------------------------------------------------------===//

Tensor mlir::ascend::difftest::writeBorder(ModuleWriter &writer, Family family,
                                           const Tensor &value,
                                           ArrayRef<int64_t> low,
                                           ArrayRef<int64_t> high,
                                           double number) {
  Tensor result = value;
  Shape both;
  for (unsigned i = 0; i < value.rank(); ++i) {
    result.shape[i] += low[i] + high[i];
    both.append({low[i], high[i]});
  }
  if (result.shape == value.shape)
    return value;
  result.bound = std::max(value.bound, std::abs(number));
  result.takeChannels(value, [&](ArrayRef<int64_t> index) -> int64_t {
    Shape from(index.begin(), index.end());
    for (unsigned i = 0; i < value.rank(); ++i) {
      from[i] -= low[i];
      if (from[i] < 0 || from[i] >= value.shape[i])
        return -1;
    }
    return getOffset(value.shape, from);
  });
  std::string from = value.typeText(), to = result.typeText();
  if (legalize(family, value.type) == Family::Tosa) {
    Operand padding = writer.tosaShape(both);
    Operand fill{writer.splat({1}, value.type, number, /*tosa=*/true),
                 tensorType({1}, value.type)};
    result.name =
        writeTosa(writer, "pad", {{value.name, from}, padding, fill}, to);
    return result;
  }
  std::string fill = writer.scalar(value.type, number);
  result.name = writer.op("tensor.pad " + value.name + " low[" + join(low) +
                          "] high[" + join(high) + "] {");
  SmallVector<std::string> indices;
  for (unsigned i = 0; i < value.rank(); ++i)
    indices.push_back("%p" + std::to_string(i) + ": index");
  writer.line("^bb0(" + llvm::join(indices, ", ") + "):");
  writer.line("  tensor.yield " + fill + " : " + toString(value.type));
  writer.line("} : " + from + " to " + to);
  return result;
}

static Tensor writeBorderStep(ModuleWriter &writer, const Step &step,
                              const Tensor &value, Rng &rng) {
  Shape low(value.rank(), 0), high(value.rank(), 0);
  for (unsigned dim : getSpatialDims(value)) {
    low[dim] = rng.between(0, 2);
    high[dim] = rng.chance(60) ? low[dim] : rng.between(0, 1);
  }
  double number = rng.chance(60) ? 0.0 : rng.uniform(-1, 1);
  return writeBorder(writer, step.family, value, low, high, number);
}

//===----------------------------------------------------------------------===//
// Resizes
//===----------------------------------------------------------------------===//

static Tensor writeTosaResize(ModuleWriter &writer, const Tensor &value,
                              int64_t factor, Tensor result, Rng &rng) {
  // Pixels at the centres of their squares, or at the corners.
  bool isCentered = rng.chance(60);
  int64_t unit = isCentered ? 2 : 1;
  int64_t offset = isCentered ? 1 - factor : 0, border = factor - 1;
  Operand scale = writer.tosaShape({factor * unit, unit, factor * unit, unit});
  Operand first = writer.tosaShape({offset, offset});
  Operand last = writer.tosaShape({border, border});
  StringRef mode = value.type == ElementType::F32 && rng.chance(50)
                       ? "BILINEAR"
                       : "NEAREST_NEIGHBOR";
  std::string type = value.typeText();
  result.name =
      writer.op("tosa.resize " + value.name + ", " + scale.name + ", " +
                first.name + ", " + last.name + " {mode = " + mode + "} : (" +
                type + ", " + scale.type + ", " + first.type + ", " +
                last.type + ") -> " + result.typeText());
  return result;
}

/// Reads element i / factor, as its map or its body says.
static Tensor writeNearest(ModuleWriter &writer, const Tensor &value,
                           ArrayRef<unsigned> dims, int64_t factor,
                           Tensor result, bool inMap) {
  unsigned rank = value.rank();
  GenericOperand outs{writer.empty(result), result.typeText(),
                      identityMap(rank)};
  if (inMap) {
    SmallVector<std::string> read = getDimNames(rank);
    for (unsigned dim : dims)
      read[dim] += " floordiv " + std::to_string(factor);
    result.name =
        writer.generic({{value.name, value.typeText(), affineMap(rank, read)}},
                       outs, rank, {}, "%a0");
    return result;
  }
  std::string divisor = writer.index(factor);
  Body body;
  SmallVector<std::string> indices;
  for (unsigned i = 0; i < rank; ++i) {
    indices.push_back(
        body.op("linalg.index " + std::to_string(i) + " : index"));
    if (llvm::is_contained(dims, i))
      indices.back() = body.op("arith.divui " + indices.back() + ", " +
                               divisor + " : index");
  }
  std::string element =
      body.op("tensor.extract " + value.name + "[" + llvm::join(indices, ", ") +
              "] : " + value.typeText());
  result.name = writer.generic({}, outs, rank, body.lines, element);
  return result;
}

/// Every element several times along new dims, which are merged with the old.
static Tensor writeRepeatedElements(ModuleWriter &writer, const Tensor &value,
                                    ArrayRef<unsigned> dims, int64_t factor,
                                    Tensor result) {
  Tensor wide = value;
  wide.shape.clear();
  SmallVector<std::string> read, groups;
  for (unsigned i = 0; i < value.rank(); ++i) {
    std::string position = std::to_string(wide.rank());
    read.push_back("d" + position);
    wide.shape.push_back(value.shape[i]);
    groups.push_back("[" + position + "]");
    if (!llvm::is_contained(dims, i))
      continue;
    groups.back() = "[" + position + ", " + std::to_string(wide.rank()) + "]";
    wide.shape.push_back(factor);
  }
  wide.dynamic.assign(wide.rank(), false);
  wide.name = writer.generic(
      {{value.name, value.typeText(), affineMap(wide.rank(), read)}},
      {writer.empty(wide), wide.typeText(), identityMap(wide.rank())},
      wide.rank(), {}, "%a0");
  result.name = writer.op("tensor.collapse_shape " + wide.name + " [" +
                          llvm::join(groups, ", ") + "] : " + wide.typeText() +
                          " into " + result.typeText());
  return result;
}

/// Twice or three times as many elements along the spatial dims.
static Tensor writeResize(ModuleWriter &writer, const Step &step,
                          const Tensor &value, Rng &rng) {
  SmallVector<unsigned> dims = getSpatialDims(value);
  int64_t factor = rng.chance(75) ? 2 : 3;
  bool isLarge =
      llvm::any_of(dims, [&](unsigned dim) { return value.shape[dim] > 8; });
  if (!value.isStatic() || dims.empty() || isLarge || value.rank() > 5)
    return value;
  Tensor result = value;
  for (unsigned dim : dims)
    result.shape[dim] *= factor;
  result.takeChannels(value, [&](ArrayRef<int64_t> index) {
    Shape from(index.begin(), index.end());
    for (unsigned dim : dims)
      from[dim] /= factor;
    return getOffset(value.shape, from);
  });
  bool isImage = value.rank() == 4 && dims == SmallVector<unsigned>{1, 2};
  if (legalize(step.family, value.type) == Family::Tosa && isImage)
    return writeTosaResize(writer, value, factor, result, rng);
  switch (rng.below(3)) {
  case 0:
    return writeRepeatedElements(writer, value, dims, factor, result);
  case 1:
    return writeNearest(writer, value, dims, factor, result, /*inMap=*/true);
  default:
    return writeNearest(writer, value, dims, factor, result, /*inMap=*/false);
  }
}

//===----------------------------------------------------------------------===//
// Sums and means over an image
//===----------------------------------------------------------------------===//

static std::string writeTosaSum(ModuleWriter &writer, Tensor value,
                                unsigned dim) {
  std::string from = value.typeText();
  value.shape[dim] = 1;
  return writer.op("tosa.reduce_sum " + value.name +
                   " {axis = " + std::to_string(dim) + " : i32} : (" + from +
                   ") -> " + value.typeText());
}

/// The sum over `dims`, which are gone.
static Tensor writeLinalgSum(ModuleWriter &writer, const Tensor &value,
                             ArrayRef<unsigned> dims) {
  Tensor result = value;
  result.shape.clear();
  result.channelDims.clear();
  SmallVector<std::string> kept;
  SmallVector<bool> reduction;
  for (unsigned i = 0; i < value.rank(); ++i) {
    reduction.push_back(llvm::is_contained(dims, i));
    if (reduction.back())
      continue;
    if (value.isChannel(i))
      result.channelDims.push_back(result.rank());
    kept.push_back("d" + std::to_string(i));
    result.shape.push_back(value.shape[i]);
  }
  result.dynamic.assign(result.rank(), false);
  result.countChannels();
  std::string type = result.typeText();
  std::string init = writer.fill(writer.empty(result), type, value.type, 0);
  Body body;
  std::string sum = body.op("arith.addf", "%a0", "%o", value.type);
  result.name = writer.generic(
      {{value.name, value.typeText(), identityMap(value.rank())}},
      {init, type, affineMap(value.rank(), kept)}, value.rank(), body.lines,
      sum, reduction);
  return result;
}

/// `sum` with dims of one element in place of those that are gone.
static Tensor writeKeptDims(ModuleWriter &writer, const Tensor &sum,
                            Tensor kept, ArrayRef<unsigned> dims) {
  std::string groups;
  bool isOpen = false;
  // Ones go with the dim before them, or with the first one.
  for (unsigned i = 0; i < kept.rank(); ++i) {
    bool isOne = llvm::is_contained(dims, i);
    if (!isOne && isOpen)
      groups += "], ";
    groups += (isOne && isOpen ? ", " : "[") + std::to_string(i);
    isOpen = true;
  }
  kept.name = writer.op("tensor.expand_shape " + sum.name + " [" + groups +
                        "]] output_shape [" + join(kept.shape) +
                        "] : " + sum.typeText() + " into " + kept.typeText());
  return kept;
}

static Tensor writeSpatialReduce(ModuleWriter &writer, const Step &step,
                                 const Tensor &value, Rng &rng) {
  SmallVector<unsigned> dims = getSpatialDims(value);
  if (!value.isStatic() || dims.empty())
    return value;
  if (dims.size() > 1 && rng.chance(15))
    dims.resize(1);
  int64_t count = 1;
  Tensor kept = value;
  for (unsigned dim : dims) {
    count *= value.shape[dim];
    kept.shape[dim] = 1;
  }
  kept.bound = value.bound * double(count);
  kept.countChannels();
  bool tosa = legalize(step.family, value.type) == Family::Tosa;
  bool isMean = rng.chance(60);
  Tensor result = kept;
  if (tosa) {
    Tensor sum = value;
    for (unsigned dim : dims) {
      sum.name = writeTosaSum(writer, sum, dim);
      sum.shape[dim] = 1;
    }
    result.name = sum.name;
  } else {
    result = writeLinalgSum(writer, value, dims);
    result.bound = kept.bound;
    // The first dim is never one of `dims`, so the ones have a dim before them
    // unless channels come first.
    if (rng.chance(40) && !llvm::is_contained(dims, 0u))
      result = writeKeptDims(writer, result, kept, dims);
  }
  if (!isMean)
    return result;
  ChannelOperand factor;
  factor.kind = value.type;
  factor.bound = 1 / double(count);
  ApplyPlan plan;
  if (tosa) {
    Shape ones(result.rank(), 1);
    factor.name = writer.splat(ones, value.type, factor.bound, /*tosa=*/true);
    factor.type = tensorType(ones, value.type);
    plan.family = Family::Tosa;
  } else {
    factor.isNumber = true;
    factor.name = writer.scalar(value.type, factor.bound);
  }
  return applyBinary(writer, result, BinaryOp::Mul, factor, plan, rng);
}

//===----------------------------------------------------------------------===//
// Some of the channels
//===----------------------------------------------------------------------===//

static Tensor writeChannelSlice(ModuleWriter &writer, const Step &step,
                                const Tensor &value, Rng &rng) {
  if (!value.isStatic() || value.channelDims.empty())
    return value;
  unsigned dim = value.channelDims.back();
  int64_t size = value.shape[dim];
  if (size < 2)
    return value;
  Tensor result = value;
  Shape offsets(value.rank(), 0), strides(value.rank(), 1);
  if (step.parts > 0 && size % step.parts == 0) {
    result.shape[dim] = size / step.parts;
    offsets[dim] = result.shape[dim] * (step.part % step.parts);
  } else {
    int64_t first = rng.between(1, size - 1);
    bool isFirst = step.part % 2 == 0;
    result.shape[dim] = isFirst ? first : size - first;
    offsets[dim] = isFirst ? 0 : first;
  }
  result.takeChannels(value, [&](ArrayRef<int64_t> index) {
    Shape from(index.begin(), index.end());
    from[dim] += offsets[dim];
    return getOffset(value.shape, from);
  });
  std::string from = value.typeText(), to = result.typeText();
  if (legalize(step.family, value.type) == Family::Tosa) {
    Operand start = writer.tosaShape(offsets);
    Operand sizes = writer.tosaShape(result.shape);
    result.name =
        writeTosa(writer, "slice", {{value.name, from}, start, sizes}, to);
    return result;
  }
  result.name = writer.op("tensor.extract_slice " + value.name + "[" +
                          join(offsets) + "] [" + join(result.shape) + "] [" +
                          join(strides) + "] : " + from + " to " + to);
  return result;
}

Tensor mlir::ascend::difftest::writeStructuralStep(ModuleWriter &writer,
                                                   const Step &step,
                                                   const Tensor &value) {
  Rng rng(step.seed);
  switch (step.kind) {
  case StepKind::Clamp:
    return writeClampStep(writer, step, value);
  case StepKind::Border:
    return writeBorderStep(writer, step, value, rng);
  case StepKind::Resize:
    return writeResize(writer, step, value, rng);
  case StepKind::SpatialReduce:
    return writeSpatialReduce(writer, step, value, rng);
  case StepKind::ChannelSlice:
    return writeChannelSlice(writer, step, value, rng);
  case StepKind::PixelShuffle:
  case StepKind::PixelUnshuffle:
  case StepKind::SpaceToBatch:
  case StepKind::BatchToSpace:
    return writeRegroupStep(writer, step, value, getSpatialDims(value));
  case StepKind::Quantize:
    return value.isStatic() && getBitWidth(value.type) >= 32
               ? writeQuantize(writer, step.family, value, rng)
               : value;
  default:
    return value;
  }
}
