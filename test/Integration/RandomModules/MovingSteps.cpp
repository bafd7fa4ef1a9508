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
  if (value.rank() >= 2 && rng.chance(55)) {
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
  result.channelDims.clear();
  for (unsigned i = 0; i < value.rank(); ++i) {
    bool isChannel = value.isChannel(i);
    int64_t size = value.shape[i];
    if (i == plan.dim && plan.merges) {
      // A merged dim that mixes channels with others is called a channel dim
      // here too: constants along it are then not per channel.
      isChannel |= value.isChannel(i + 1);
      size *= value.shape[++i];
    } else if (i == plan.dim) {
      if (isChannel)
        result.channelDims.push_back(result.rank());
      result.shape.push_back(plan.outer);
      size = plan.inner;
    }
    if (isChannel)
      result.channelDims.push_back(result.rank());
    result.shape.push_back(size);
  }
  result.dynamic.assign(result.rank(), false);
  return result;
}

static Tensor writeReshape(ModuleWriter &writer, const Step &step,
                           const Tensor &value, Rng &rng) {
  if (!value.isStatic() || value.rank() == 0 || value.rank() > 6)
    return value;
  ReshapePlan plan = planReshape(value, rng);
  Tensor result = getReshaped(value, plan);
  std::string from = value.typeText(), to = result.typeText();
  if (legalize(step.family, value.type) == Family::Tosa) {
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
                      Float type) {
  Tensor result = value;
  result.type = type;
  result.coarsest = getCoarser(value.coarsest, type);
  std::string from = value.typeText(), to = result.typeText();
  bool f64 = value.type == Float::F64 || type == Float::F64;
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
  if (value.type == Float::F64)
    return value;
  return convert(writer, step.family, value,
                 value.type == Float::F32 ? Float::F64 : Float::F32);
}

/// Back to the type of the recipe, or there and back.
static Tensor writeNarrow(ModuleWriter &writer, const Step &step,
                          const Tensor &value) {
  Float type = writer.recipe.type;
  if (getBitWidth(value.type) > getBitWidth(type))
    return convert(writer, step.family, value, type);
  if (value.type == Float::F64)
    return value;
  Tensor wide = writeWiden(writer, step, value);
  return convert(writer, step.family, wide, value.type);
}

//===----------------------------------------------------------------------===//
// Slice
//===----------------------------------------------------------------------===//

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
  std::string from = value.typeText();
  if (legalize(step.family, value.type) == Family::Tosa) {
    Operand start = writer.tosaShape(offsets);
    Operand size = writer.tosaShape(result.shape);
    result.name = writeTosa(writer, "slice", {{value.name, from}, start, size},
                            result.typeText());
    return result;
  }
  result.name = writer.op(
      "tensor.extract_slice " + value.name + "[" + join(offsets) + "] [" +
      join(result.shape) + "] [" + join(strides) + "] : " + from + " to " +
      result.typeText());
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
  case StepKind::Slice:
    return writeSlice(writer, step, value, rng);
  default:
    return value;
  }
}
