//===- Concat.cpp - Tensors side by side ----------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Steps.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir::ascend::difftest;
using llvm::ArrayRef;

bool mlir::ascend::difftest::canConcat(const Tensor &a, const Tensor &b,
                                       unsigned dim) {
  if (a.rank() != b.rank() || dim >= a.rank() || a.type != b.type ||
      !a.isStatic() || !b.isStatic())
    return false;
  for (unsigned i = 0; i < a.rank(); ++i)
    if (i != dim && a.shape[i] != b.shape[i])
      return false;
  return true;
}

/// Two tensors as one, without a name. Channels of the second count after
/// those of the first.
static Tensor getConcat(const Tensor &a, const Tensor &b, unsigned dim) {
  Tensor whole = a, parts = a;
  whole.shape[dim] += b.shape[dim];
  whole.bound = std::max(a.bound, b.bound);
  whole.coarsest = getCoarser(a.coarsest, b.coarsest);
  int offset = 1 + *llvm::max_element(a.channels);
  for (int channel : b.channels)
    parts.channels.push_back(channel < 0 ? -1 : channel + offset);
  whole.takeChannels(parts, [&](ArrayRef<int64_t> index) -> int64_t {
    Shape from(index.begin(), index.end());
    if (from[dim] < a.shape[dim])
      return getOffset(a.shape, from);
    from[dim] -= a.shape[dim];
    return a.channels.size() + getOffset(b.shape, from);
  });
  return whole;
}

Tensor mlir::ascend::difftest::writeConcat(ModuleWriter &writer, Family family,
                                           const Tensor &a, const Tensor &b,
                                           unsigned dim) {
  Tensor whole = getConcat(a, b, dim);
  std::string type = whole.typeText();
  if (legalize(family, a.type) == Family::Tosa) {
    whole.name = writer.op("tosa.concat " + a.name + ", " + b.name +
                           " {axis = " + std::to_string(dim) + " : i32} : (" +
                           a.typeText() + ", " + b.typeText() + ") -> " + type);
    return whole;
  }
  if (family == Family::Named) {
    whole.name = writer.op("tensor.concat dim(" + std::to_string(dim) + ") " +
                           a.name + ", " + b.name + " : (" + a.typeText() +
                           ", " + b.typeText() + ") -> " + type);
    return whole;
  }
  Shape offsets(a.rank(), 0), strides(a.rank(), 1);
  whole.name = writer.empty(whole);
  for (const Tensor *part : {&a, &b}) {
    whole.name =
        writer.op("tensor.insert_slice " + part->name + " into " + whole.name +
                  "[" + join(offsets) + "] [" + join(part->shape) + "] [" +
                  join(strides) + "] : " + part->typeText() + " into " + type);
    offsets[dim] += part->shape[dim];
  }
  return whole;
}

/// The value beside itself, an argument, or what it was computed from.
Tensor mlir::ascend::difftest::writeConcatStep(ModuleWriter &writer,
                                               const Step &step,
                                               const Tensor &value,
                                               ArrayRef<Tensor> earlier) {
  Rng rng(step.seed);
  if (!value.isStatic() || value.rank() == 0)
    return value;
  unsigned dim = rng.below(value.rank());
  if (!value.channelDims.empty() && rng.chance(70))
    dim = rng.pick(ArrayRef<unsigned>(value.channelDims));
  Tensor other = value;
  unsigned dice = rng.below(10);
  if (dice < 3) {
    other = writer.argument(value.shape, value.type);
    llvm::fill(other.channels, -1);
  } else if (dice < 6) {
    for (const Tensor &tensor : earlier)
      if (canConcat(value, tensor, dim))
        other = tensor;
  }
  return step.swapped ? writeConcat(writer, step.family, other, value, dim)
                      : writeConcat(writer, step.family, value, other, dim);
}
