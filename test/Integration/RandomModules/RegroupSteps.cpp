//===- RegroupSteps.cpp - Pixels become channels or images ----------------===//
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

namespace {

/// Dims are divided, and their parts are put together in another way.
struct Regrouping {
  explicit Regrouping(const Tensor &value) : value(value) {
    for (int64_t size : value.shape)
      splits.push_back({size});
  }

  /// Position of part `part` of a dim among all parts.
  unsigned position(unsigned dim, unsigned part) const {
    unsigned count = part;
    for (unsigned i = 0; i < dim; ++i)
      count += splits[i].size();
    return count;
  }

  Tensor write(ModuleWriter &writer, Family family) const;

  const Tensor &value;
  /// Sizes of the parts of each dim, outermost first.
  SmallVector<Shape> splits;
  /// Positions of the parts of each dim of the result.
  SmallVector<SmallVector<unsigned>> groups;
};

} // namespace

/// "[[0, 1], [2]]" for groups of two and one.
static std::string getReassociation(ArrayRef<size_t> counts) {
  std::string text;
  unsigned next = 0;
  for (size_t count : counts) {
    SmallVector<std::string> dims;
    for (size_t i = 0; i < count; ++i)
      dims.push_back(std::to_string(next++));
    text += (text.empty() ? "[" : ", [") + llvm::join(dims, ", ") + "]";
  }
  return "[" + text + "]";
}

/// `counts` says how many dims of the tensor with more of them belong to each
/// dim of the other.
static Tensor writeReshape(ModuleWriter &writer, Family family,
                           const Tensor &value, ArrayRef<int64_t> shape,
                           ArrayRef<size_t> counts) {
  if (value.shape == shape)
    return value;
  Tensor result = value;
  result.shape.assign(shape.begin(), shape.end());
  result.dynamic.assign(shape.size(), false);
  std::string from = value.typeText(), to = result.typeText();
  if (family == Family::Tosa) {
    Operand target = writer.tosaShape(shape);
    result.name =
        writeTosa(writer, "reshape", {{value.name, from}, target}, to);
  } else if (result.rank() > value.rank()) {
    result.name = writer.op("tensor.expand_shape " + value.name + " " +
                            getReassociation(counts) + " output_shape [" +
                            join(shape) + "] : " + from + " into " + to);
  } else {
    result.name =
        writer.op("tensor.collapse_shape " + value.name + " " +
                  getReassociation(counts) + " : " + from + " into " + to);
  }
  return result;
}

static Tensor writeTranspose(ModuleWriter &writer, Family family,
                             const Tensor &value, ArrayRef<unsigned> order) {
  if (llvm::is_sorted(order))
    return value;
  Tensor result = value;
  Shape permutation(order.begin(), order.end());
  for (auto [i, dim] : llvm::enumerate(order))
    result.shape[i] = value.shape[dim];
  result.takeChannels(value, order);
  std::string from = value.typeText(), to = result.typeText();
  if (family == Family::Tosa)
    result.name = writer.op("tosa.transpose " + value.name +
                            " {perms = array<i32: " + join(permutation) +
                            ">} : (" + from + ") -> " + to);
  else
    result.name = writer.op("linalg.transpose ins(" + value.name + " : " +
                            from + ") outs(" + writer.empty(result) + " : " +
                            to + ") permutation = [" + join(permutation) + "]");
  return result;
}

Tensor Regrouping::write(ModuleWriter &writer, Family family) const {
  Shape parts, merged;
  SmallVector<size_t> splitCounts, groupCounts;
  SmallVector<unsigned> order;
  for (const Shape &split : splits) {
    parts.append(split);
    splitCounts.push_back(split.size());
  }
  for (ArrayRef<unsigned> group : groups) {
    order.append(group.begin(), group.end());
    groupCounts.push_back(group.size());
    merged.push_back(1);
    for (unsigned position : group)
      merged.back() *= parts[position];
  }
  family = legalize(family, value.type);
  Tensor result = writeReshape(writer, family, value, parts, splitCounts);
  result = writeTranspose(writer, family, result, order);
  return writeReshape(writer, family, result, merged, groupCounts);
}

/// Blocks of 2 x 2 pixels become the innermost or outermost part of `target`,
/// or the other way round.
static Tensor writeBlocks(ModuleWriter &writer, Family family,
                          const Tensor &value, ArrayRef<unsigned> spatial,
                          unsigned target, bool blocksFirst, bool gathers) {
  constexpr int64_t factor = 2;
  Regrouping plan(value);
  int64_t blockSize = 1;
  for (unsigned dim : spatial) {
    blockSize *= factor;
    if (gathers && value.shape[dim] % factor != 0)
      return value;
    if (gathers)
      plan.splits[dim] = {value.shape[dim] / factor, factor};
  }
  if (!gathers) {
    if (value.shape[target] % blockSize != 0)
      return value;
    Shape split(spatial.size(), factor);
    split.insert(blocksFirst ? split.end() : split.begin(),
                 value.shape[target] / blockSize);
    plan.splits[target] = split;
  }
  for (unsigned i = 0; i < value.rank(); ++i)
    plan.groups.push_back({plan.position(i, 0)});
  SmallVector<unsigned> &whole = plan.groups[target];
  whole = {plan.position(target, !gathers && blocksFirst ? spatial.size() : 0)};
  for (auto [i, dim] : llvm::enumerate(spatial)) {
    if (gathers)
      whole.insert(blocksFirst ? whole.begin() + i : whole.end(),
                   plan.position(dim, 1));
    else
      plan.groups[dim].push_back(plan.position(target, i + !blocksFirst));
  }
  return plan.write(writer, family);
}

Tensor mlir::ascend::difftest::writeRegroupStep(ModuleWriter &writer,
                                                const Step &step,
                                                const Tensor &value,
                                                ArrayRef<unsigned> spatial) {
  if (!value.isStatic() || spatial.empty() || value.channelDims.empty() ||
      value.rank() > 5)
    return value;
  Rng rng(step.seed);
  unsigned channel = value.channelDims.back();
  unsigned batch = 0;
  while (value.isChannel(batch))
    ++batch;
  switch (step.kind) {
  case StepKind::PixelShuffle:
  case StepKind::PixelUnshuffle:
    return writeBlocks(writer, step.family, value, spatial, channel,
                       /*blocksFirst=*/rng.chance(50),
                       step.kind == StepKind::PixelUnshuffle);
  default:
    return writeBlocks(writer, step.family, value, spatial, batch,
                       /*blocksFirst=*/true,
                       step.kind == StepKind::SpaceToBatch);
  }
}
