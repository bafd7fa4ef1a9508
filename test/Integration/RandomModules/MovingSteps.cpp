//===- MovingSteps.cpp - Consumers that move or convert data --------------===//
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

//===----------------------------------------------------------------------===//
// Transpose
//===----------------------------------------------------------------------===//

static Tensor writeTranspose(ModuleWriter &writer, const Step &step,
                             const Tensor &value, Rng &rng) {
  SmallVector<unsigned> order;
  for (unsigned i = 0; i < value.rank(); ++i)
    order.push_back(i);
  rng.shuffle(order);
  Tensor result = value;
  result.channelDims.clear();
  Shape permutation;
  for (unsigned i = 0; i < value.rank(); ++i) {
    result.shape[i] = value.shape[order[i]];
    result.dynamic[i] = value.dynamic[order[i]];
    if (value.isChannel(order[i]))
      result.channelDims.push_back(i);
    permutation.push_back(order[i]);
  }
  result.takeChannels(value, order);
  std::string from = value.typeText(), to = result.typeText();
  Family family = legalize(step.family, value.type);
  if (family == Family::Tosa) {
    result.name = writer.op("tosa.transpose " + value.name +
                            " {perms = array<i32: " + join(permutation) +
                            ">} : (" + from + ") -> " + to);
    return result;
  }
  std::string init = writer.empty(result, value, order);
  if (family == Family::Generic && rng.chance(50))
    result.name = writer.generic(
        {{value.name, from, identityMap(value.rank())}},
        {init, to, identityMap(value.rank(), order)}, value.rank(), {}, "%a0");
  else
    result.name = writer.op("linalg.transpose ins(" + value.name + " : " +
                            from + ") outs(" + init + " : " + to +
                            ") permutation = [" + join(permutation) + "]");
  return result;
}

//===----------------------------------------------------------------------===//
// Reshape
//===----------------------------------------------------------------------===//

namespace {

/// One dim becomes two, or two neighbours become one.
struct ReshapePlan {
  unsigned dim = 0;
  bool merges = false;
  /// Sizes of the two dims that `dim` splits into.
  int64_t outer = 1, inner = 1;
};

} // namespace

static ReshapePlan planReshape(const Tensor &value, Rng &rng) {
  ReshapePlan plan;
  // Sizes that nobody knows can be multiplied, but not divided.
  if (value.rank() >= 2 && (!value.isStatic() || rng.chance(55))) {
    plan.merges = true;
    plan.dim = rng.below(value.rank() - 1);
    return plan;
  }
  plan.dim = rng.below(value.rank());
  int64_t size = value.shape[plan.dim];
  SmallVector<int64_t> divisors;
  for (int64_t i = 1; i <= size; ++i)
    if (size % i == 0)
      divisors.push_back(i);
  plan.outer = divisors[rng.below(divisors.size())];
  plan.inner = size / plan.outer;
  return plan;
}

/// "[[0], [1, 2], [3]]" where the dims `dim` and `dim + 1` go together.
static std::string getReassociation(unsigned rank, unsigned dim) {
  SmallVector<std::string> groups;
  for (unsigned i = 0; i < rank; ++i) {
    if (i == dim && i + 1 < rank) {
      groups.push_back("[" + std::to_string(i) + ", " + std::to_string(i + 1) +
                       "]");
      ++i;
    } else {
      groups.push_back("[" + std::to_string(i) + "]");
    }
  }
  return "[" + llvm::join(groups, ", ") + "]";
}

static Tensor getReshaped(const Tensor &value, const ReshapePlan &plan) {
  Tensor result = value;
  result.shape.clear();
  result.dynamic.clear();
  result.channelDims.clear();
  for (unsigned i = 0; i < value.rank(); ++i) {
    bool isChannel = value.isChannel(i), isDynamic = value.dynamic[i];
    int64_t size = value.shape[i];
    if (i == plan.dim && plan.merges) {
      // A merged dim that mixes channels with others is called a channel dim
      // here too: constants along it are then not per channel.
      isChannel |= value.isChannel(i + 1);
      isDynamic |= value.dynamic[i + 1];
      size *= value.shape[++i];
    } else if (i == plan.dim) {
      if (isChannel)
        result.channelDims.push_back(result.rank());
      result.shape.push_back(plan.outer);
      result.dynamic.push_back(false);
      size = plan.inner;
    }
    if (isChannel)
      result.channelDims.push_back(result.rank());
    result.shape.push_back(size);
    result.dynamic.push_back(isDynamic);
  }
  return result;
}

/// tosa.reshape to what a transpose would give, which it is not.
static Tensor writeFalseTranspose(ModuleWriter &writer, const Tensor &value,
                                  Rng &rng) {
  SmallVector<unsigned> order;
  for (unsigned i = 0; i < value.rank(); ++i)
    order.push_back(i);
  rng.shuffle(order);
  Tensor result = value;
  result.channelDims.clear();
  for (unsigned i = 0; i < value.rank(); ++i) {
    result.shape[i] = value.shape[order[i]];
    if (value.isChannel(order[i]))
      result.channelDims.push_back(i);
  }
  Operand shape = writer.tosaShape(result.shape);
  result.name =
      writeTosa(writer, "reshape", {{value.name, value.typeText()}, shape},
                result.typeText());
  return result;
}

static Tensor writeReshape(ModuleWriter &writer, const Step &step,
                           const Tensor &value, Rng &rng) {
  if (value.rank() < (value.isStatic() ? 1 : 2) || value.rank() > 6)
    return value;
  bool tosa = legalize(step.family, value.type) == Family::Tosa;
  if (tosa && value.isStatic() && rng.chance(25))
    return writeFalseTranspose(writer, value, rng);
  ReshapePlan plan = planReshape(value, rng);
  Tensor result = getReshaped(value, plan);
  std::string from = value.typeText(), to = result.typeText();
  if (tosa && value.isStatic()) {
    Operand shape = writer.tosaShape(result.shape);
    result.name = writer.op("tosa.reshape " + value.name + ", " + shape.name +
                            " : (" + from + ", " + shape.type + ") -> " + to);
  } else if (plan.merges) {
    result.name = writer.op("tensor.collapse_shape " + value.name + " " +
                            getReassociation(value.rank(), plan.dim) + " : " +
                            from + " into " + to);
  } else {
    result.name = writer.op("tensor.expand_shape " + value.name + " " +
                            getReassociation(result.rank(), plan.dim) +
                            " output_shape [" + join(result.shape) +
                            "] : " + from + " into " + to);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

static Tensor writeCast(ModuleWriter &writer, const Tensor &value, Rng &rng) {
  Tensor result = value;
  if (value.isStatic()) {
    for (unsigned i = 0; i < value.rank(); ++i)
      result.dynamic[i] = rng.chance(value.isChannel(i) ? 5 : 60);
  } else {
    result.dynamic.assign(value.rank(), false);
  }
  if (result.dynamic == value.dynamic)
    return value;
  result.name = writer.op("tensor.cast " + value.name + " : " +
                          value.typeText() + " to " + result.typeText());
  // Often straight back again, so that static-only steps can follow.
  if (!result.isStatic() && rng.chance(40)) {
    std::string name = result.name, type = result.typeText();
    result = value;
    result.name = writer.op("tensor.cast " + name + " : " + type + " to " +
                            value.typeText());
  }
  return result;
}

static Tensor convert(ModuleWriter &writer, Family family, const Tensor &value,
                      ElementType type) {
  Tensor result = value;
  result.type = type;
  result.coarsest = getCoarser(value.coarsest, type);
  std::string from = value.typeText(), to = result.typeText();
  bool f64 = value.type == ElementType::F64 || type == ElementType::F64;
  if (family == Family::Tosa && !f64) {
    result.name =
        writer.op("tosa.cast " + value.name + " : (" + from + ") -> " + to);
    return result;
  }
  if (family == Family::Generic) {
    std::string map = identityMap(value.rank());
    Body body;
    std::string init = writer.empty(result, value);
    std::string yielded = body.convert("%a0", value.type, type);
    result.name = writer.generic({{value.name, from, map}}, {init, to, map},
                                 value.rank(), body.lines, yielded);
    return result;
  }
  bool widens = getBitWidth(value.type) < getBitWidth(type);
  result.name = writer.op((widens ? "arith.extf " : "arith.truncf ") +
                          value.name + " : " + from + " to " + to);
  return result;
}

static Tensor writeWiden(ModuleWriter &writer, const Step &step,
                         const Tensor &value) {
  if (value.type == ElementType::F64)
    return value;
  return convert(writer, step.family, value,
                 value.type == ElementType::F32 ? ElementType::F64
                                                : ElementType::F32);
}

/// Back to the type of the recipe, or there and back.
static Tensor writeNarrow(ModuleWriter &writer, const Step &step,
                          const Tensor &value) {
  ElementType type = writer.recipe.type;
  if (getBitWidth(value.type) > getBitWidth(type))
    return convert(writer, step.family, value, type);
  if (value.type == ElementType::F64)
    return value;
  Tensor wide = writeWiden(writer, step, value);
  return convert(writer, step.family, wide, value.type);
}

//===----------------------------------------------------------------------===//
// Slice
//===----------------------------------------------------------------------===//

/// `value` without its dims of size one. Does not go as far as rank 0, of which
/// some ops of linalg and tosa think nothing.
static Tensor dropOnes(const Tensor &value) {
  if (getNumElements(value.shape) == 1)
    return value;
  Tensor result = value;
  result.shape.clear();
  result.dynamic.clear();
  result.channelDims.clear();
  for (unsigned i = 0; i < value.rank(); ++i) {
    if (value.shape[i] == 1)
      continue;
    if (value.isChannel(i))
      result.channelDims.push_back(result.rank());
    result.shape.push_back(value.shape[i]);
    result.dynamic.push_back(value.dynamic[i]);
  }
  return result;
}

static Tensor writeSlice(ModuleWriter &writer, const Step &step,
                         const Tensor &value, Rng &rng) {
  if (!value.isStatic() || value.rank() == 0)
    return value;
  unsigned dim = rng.below(value.rank());
  if (value.shape[dim] < 2)
    return value;
  Tensor result = value;
  Shape offsets(value.rank(), 0), strides(value.rank(), 1);
  offsets[dim] = rng.below(2);
  result.shape[dim] = value.shape[dim] - 1;
  if (legalize(step.family, value.type) != Family::Tosa && rng.chance(30)) {
    strides[dim] = 2;
    result.shape[dim] = (value.shape[dim] - offsets[dim] + 1) / 2;
  }
  result.takeChannels(value, [&](ArrayRef<int64_t> index) {
    Shape from(index.begin(), index.end());
    from[dim] = offsets[dim] + index[dim] * strides[dim];
    return getOffset(value.shape, from);
  });
  std::string from = value.typeText();
  if (legalize(step.family, value.type) == Family::Tosa) {
    Operand start = writer.tosaShape(offsets);
    Operand size = writer.tosaShape(result.shape);
    result.name = writeTosa(writer, "slice", {{value.name, from}, start, size},
                            result.typeText());
    return result;
  }
  Shape sizes = result.shape;
  if (rng.chance(30))
    result = dropOnes(result);
  result.name =
      writer.op("tensor.extract_slice " + value.name + "[" + join(offsets) +
                "] [" + join(sizes) + "] [" + join(strides) + "] : " + from +
                " to " + result.typeText());
  return result;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

static Tensor writeCopy(ModuleWriter &writer, const Step &step,
                        const Tensor &value) {
  Tensor result = value;
  std::string type = value.typeText();
  if (legalize(step.family, value.type) == Family::Tosa) {
    result.name = writeTosa(writer, "identity", {{value.name, type}}, type);
    return result;
  }
  std::string init = writer.empty(value);
  result.name = writer.op("linalg.copy ins(" + value.name + " : " + type +
                          ") outs(" + init + " : " + type + ") -> " + type);
  return result;
}

/// One dim backwards.
static Tensor writeReverse(ModuleWriter &writer, const Tensor &value,
                           Rng &rng) {
  if (value.type == ElementType::F64 || value.rank() == 0)
    return value;
  Tensor result = value;
  std::string type = value.typeText();
  unsigned dim = rng.below(value.rank());
  result.name = writer.op("tosa.reverse " + value.name +
                          " {axis = " + std::to_string(dim) + " : i32} : (" +
                          type + ") -> " + type);
  result.takeChannels(value, [&](ArrayRef<int64_t> index) {
    Shape from(index.begin(), index.end());
    from[dim] = value.shape[dim] - 1 - index[dim];
    return getOffset(value.shape, from);
  });
  return result;
}

/// The first element of one dim, as often as there are elements.
static Tensor writeStretch(ModuleWriter &writer, const Tensor &value,
                           Rng &rng) {
  unsigned rank = value.rank(), dim = rng.below(rank);
  SmallVector<std::string> read;
  for (unsigned i = 0; i < rank; ++i)
    read.push_back(i == dim ? "0" : "d" + std::to_string(i));
  Tensor result = value;
  std::string type = value.typeText();
  result.name = writer.generic({{value.name, type, affineMap(rank, read)}},
                               {writer.empty(value), type, identityMap(rank)},
                               rank, {}, "%a0");
  result.takeChannels(value, [&](ArrayRef<int64_t> index) {
    Shape from(index.begin(), index.end());
    from[dim] = 0;
    return getOffset(value.shape, from);
  });
  return result;
}

/// Twice along a new dim, or all over one that is there.
static Tensor writeRepeat(ModuleWriter &writer, const Tensor &value, Rng &rng) {
  if (value.rank() > 0 && rng.chance(50))
    return writeStretch(writer, value, rng);
  if (value.rank() > 4)
    return value;
  unsigned dim = rng.below(value.rank() + 1);
  Tensor result = value;
  result.shape.insert(result.shape.begin() + dim, 2);
  result.dynamic.insert(result.dynamic.begin() + dim, false);
  for (unsigned &channel : result.channelDims)
    channel += channel >= dim;
  SmallVector<unsigned> source;
  for (unsigned i = 0; i < result.rank(); ++i)
    source.push_back(i > dim ? i - 1 : i);
  result.takeChannels(value, [&](ArrayRef<int64_t> index) {
    Shape from(index.begin(), index.end());
    from.erase(from.begin() + dim);
    return getOffset(value.shape, from);
  });
  std::string init = writer.empty(result, value, source);
  result.name = writer.op("linalg.broadcast ins(" + value.name + " : " +
                          value.typeText() + ") outs(" + init + " : " +
                          result.typeText() + ") dimensions = [" +
                          std::to_string(dim) + "]");
  return result;
}

Tensor mlir::ascend::difftest::writeMovingStep(ModuleWriter &writer,
                                               const Step &step,
                                               const Tensor &value) {
  Rng rng(step.seed);
  switch (step.kind) {
  case StepKind::Transpose:
    return writeTranspose(writer, step, value, rng);
  case StepKind::Reshape:
    return writeReshape(writer, step, value, rng);
  case StepKind::Cast:
    return writeCast(writer, value, rng);
  case StepKind::Widen:
    return writeWiden(writer, step, value);
  case StepKind::Narrow:
    return writeNarrow(writer, step, value);
  case StepKind::Copy:
    return writeCopy(writer, step, value);
  case StepKind::Slice:
    return writeSlice(writer, step, value, rng);
  case StepKind::Reverse:
    return writeReverse(writer, value, rng);
  case StepKind::Repeat:
    return writeRepeat(writer, value, rng);
  default:
    return value;
  }
}
