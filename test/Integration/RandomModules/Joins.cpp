//===- Joins.cpp - Several values become one ------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Joins.h"

#include "Elementwise.h"
#include "Steps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace mlir::ascend::difftest;
using llvm::ArrayRef;
using llvm::SmallVector;

//===----------------------------------------------------------------------===//
// Side by side
//===----------------------------------------------------------------------===//

bool mlir::ascend::difftest::canConcat(ArrayRef<Tensor> parts, unsigned dim) {
  const Tensor &first = parts.front();
  return llvm::all_of(parts, [&](const Tensor &part) {
    if (part.rank() != first.rank() || dim >= part.rank() ||
        part.type != first.type || !part.isStatic())
      return false;
    for (unsigned i = 0; i < part.rank(); ++i)
      if (i != dim && part.shape[i] != first.shape[i])
        return false;
    return true;
  });
}

/// Tensors as one, without a name. Channels of each count after those of the
/// one before.
static Tensor getConcat(ArrayRef<Tensor> parts, unsigned dim) {
  Tensor whole = parts.front(), all;
  SmallVector<int64_t> begins, bases;
  int64_t size = 0, offset = 0;
  for (const Tensor &part : parts) {
    begins.push_back(size);
    bases.push_back(all.channels.size());
    size += part.shape[dim];
    for (int channel : part.channels)
      all.channels.push_back(channel < 0 ? -1 : channel + offset);
    if (!part.channels.empty())
      offset += 1 + std::max(-1, *llvm::max_element(part.channels));
    whole.bound = std::max(whole.bound, part.bound);
    whole.coarsest = getCoarser(whole.coarsest, part.coarsest);
  }
  whole.shape[dim] = size;
  whole.takeChannels(all, [&](ArrayRef<int64_t> index) -> int64_t {
    size_t i = llvm::upper_bound(begins, index[dim]) - begins.begin() - 1;
    Shape from(index.begin(), index.end());
    from[dim] -= begins[i];
    return bases[i] + getOffset(parts[i].shape, from);
  });
  return whole;
}

Tensor mlir::ascend::difftest::writeConcat(ModuleWriter &writer, Family family,
                                           ArrayRef<Tensor> parts,
                                           unsigned dim) {
  Tensor whole = getConcat(parts, dim);
  std::string type = whole.typeText(), axis = std::to_string(dim);
  SmallVector<std::string> names, types;
  for (const Tensor &part : parts) {
    names.push_back(part.name);
    types.push_back(part.typeText());
  }
  std::string operands = llvm::join(names, ", ");
  std::string signature = " : (" + llvm::join(types, ", ") + ") -> " + type;
  if (legalize(family, whole.type) == Family::Tosa) {
    whole.name = writer.op("tosa.concat " + operands + " {axis = " + axis +
                           " : i32}" + signature);
    return whole;
  }
  if (family == Family::Named) {
    whole.name =
        writer.op("tensor.concat dim(" + axis + ") " + operands + signature);
    return whole;
  }
  Shape offsets(whole.rank(), 0), strides(whole.rank(), 1);
  whole.name = writer.empty(whole);
  for (const Tensor &part : parts) {
    whole.name =
        writer.op("tensor.insert_slice " + part.name + " into " + whole.name +
                  "[" + join(offsets) + "] [" + join(part.shape) + "] [" +
                  join(strides) + "] : " + part.typeText() + " into " + type);
    offsets[dim] += part.shape[dim];
  }
  return whole;
}

//===----------------------------------------------------------------------===//
// Element by element
//===----------------------------------------------------------------------===//

static bool haveOneType(ArrayRef<Tensor> inputs) {
  return llvm::all_of(inputs, [&](const Tensor &input) {
    return input.shape == inputs.front().shape &&
           input.dynamic == inputs.front().dynamic &&
           input.type == inputs.front().type;
  });
}

static Tensor combine(ModuleWriter &writer, Family family, BinaryOp op,
                      const Tensor &a, const Tensor &b, Rng &rng) {
  ApplyPlan plan{legalize(family, a.type), OutsForm::Empty, rng.chance(30),
                 /*mayTranspose=*/false};
  Tensor result = applyBinary(writer, a, op, makeFullOperand(b), plan, rng);
  result.coarsest = getCoarser(a.coarsest, b.coarsest);
  return result;
}

/// From left to right, or from right to left.
static Tensor writeSum(ModuleWriter &writer, Family family,
                       ArrayRef<Tensor> inputs, Rng &rng) {
  bool isReversed = inputs.size() > 2 && rng.chance(30);
  Tensor sum = isReversed ? inputs.back() : inputs.front();
  for (size_t i = 1; i < inputs.size(); ++i)
    sum = combine(writer, family, BinaryOp::Add, sum,
                  inputs[isReversed ? inputs.size() - 1 - i : i], rng);
  return sum;
}

/// The first times a sigmoid of the second.
static Tensor writeGate(ModuleWriter &writer, Family family,
                        ArrayRef<Tensor> inputs, Rng &rng) {
  Tensor gate = writeSigmoid(writer, legalize(family, inputs[1].type),
                             inputs[1], /*silu=*/false, rng);
  return combine(writer, family, BinaryOp::Mul, inputs[0], gate, rng);
}

std::optional<Tensor> mlir::ascend::difftest::writeJoin(ModuleWriter &writer,
                                                        Join join,
                                                        ArrayRef<Tensor> inputs,
                                                        uint64_t seed) {
  Rng rng(seed);
  bool isTosa = rng.chance(50);
  switch (join) {
  case Join::Add:
  case Join::Gate: {
    if (!haveOneType(inputs))
      return std::nullopt;
    Family family =
        isTosa ? Family::Tosa
               : rng.pick({Family::Generic, Family::Generic, Family::Named,
                           Family::Elementwise, Family::Map, Family::Arith});
    return join == Join::Add ? writeSum(writer, family, inputs, rng)
                             : writeGate(writer, family, inputs, rng);
  }
  case Join::Concat: {
    const Tensor &first = inputs.front();
    unsigned dim = first.channelDims.empty() ? 0 : first.channelDims.back();
    if (first.rank() > 0 && rng.chance(10))
      dim = rng.below(first.rank());
    if (!canConcat(inputs, dim))
      return std::nullopt;
    Family family =
        isTosa ? Family::Tosa : rng.pick({Family::Named, Family::Generic});
    return writeConcat(writer, family, inputs, dim);
  }
  }
  llvm_unreachable("unknown join");
}
