//===- OtherSteps.cpp - Consumers that do not fold ------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Joins.h"
#include "Steps.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <optional>

using namespace mlir::ascend::difftest;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

ChannelOperand mlir::ascend::difftest::makeFullOperand(const Tensor &tensor) {
  ChannelOperand operand;
  operand.name = tensor.name;
  operand.type = tensor.typeText();
  for (unsigned i = 0; i < tensor.rank(); ++i)
    operand.dims.push_back(i);
  operand.kind = tensor.type;
  operand.bound = tensor.bound;
  return operand;
}

/// The tensor itself with two dims of equal size swapped, if it has such.
static std::optional<ChannelOperand> makeSwappedOperand(const Tensor &tensor) {
  for (unsigned i = 0; i < tensor.rank(); ++i)
    for (unsigned j = i + 1; j < tensor.rank(); ++j)
      if (tensor.shape[i] == tensor.shape[j] && tensor.shape[i] > 1 &&
          tensor.dynamic[i] == tensor.dynamic[j]) {
        ChannelOperand operand = makeFullOperand(tensor);
        std::swap(operand.dims[i], operand.dims[j]);
        return operand;
      }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

static Tensor writeRelu(ModuleWriter &writer, Family family,
                        const Tensor &value, Rng &rng) {
  Tensor result = value;
  std::string type = value.typeText();
  std::string element = toString(value.type).str();
  if (family == Family::Tosa) {
    result.name = writer.op(
        "tosa.clamp " + value.name + " {min_val = 0.0 : " + element +
        ", max_val = 6.0 : " + element + "} : (" + type + ") -> " + type);
    return result;
  }
  return applyGeneric(
      writer, value, {}, {}, rng,
      [&](Body &body, StringRef x, ArrayRef<std::string>) {
        std::string zero = body.op("arith.constant 0.0 : " + element);
        if (family != Family::Generic)
          return body.op("arith.maximumf", x, zero, value.type);
        std::string positive =
            body.op("arith.cmpf ugt, " + x + ", " + zero + " : " + element);
        return body.op("arith.select " + positive + ", " + x + ", " + zero +
                       " : " + element);
      });
}

Tensor mlir::ascend::difftest::writeSigmoid(ModuleWriter &writer, Family family,
                                            const Tensor &value, bool silu,
                                            Rng &rng) {
  Tensor result = value;
  result.bound = 1;
  if (family == Family::Tosa) {
    result.name = writeTosa(writer, "sigmoid", {{value.name, value.typeText()}},
                            value.typeText());
  } else {
    result = applyGeneric(
        writer, value, {}, {}, rng,
        [&](Body &body, StringRef x, ArrayRef<std::string>) {
          std::string negated = body.op("arith.negf", x, value.type);
          std::string power = body.op("math.exp", negated, value.type);
          std::string one =
              body.op("arith.constant 1.0 : " + toString(value.type));
          std::string sum = body.op("arith.addf", power, one, value.type);
          return body.op("arith.divf", one, sum, value.type);
        });
    result.bound = 1;
  }
  if (!silu)
    return result;
  ApplyPlan plan;
  plan.family = family;
  return applyBinary(writer, value, BinaryOp::Mul, makeFullOperand(result),
                     plan, rng);
}

static Tensor writeActivation(ModuleWriter &writer, const Step &step,
                              const Tensor &value, Rng &rng) {
  Family family = legalize(step.family, value.type);
  switch (rng.below(4)) {
  case 0:
    return writeSigmoid(writer, family, value, /*silu=*/false, rng);
  case 1:
    return writeSigmoid(writer, family, value, /*silu=*/true, rng);
  case 2: {
    Tensor result = applyUnary(writer, family, UnaryOp::Tanh, value);
    result.bound = 1;
    return result;
  }
  default:
    return writeRelu(writer, family, value, rng);
  }
}

//===----------------------------------------------------------------------===//
// Other values
//===----------------------------------------------------------------------===//

static Tensor writeResidual(ModuleWriter &writer, const Step &step,
                            const Tensor &value, ArrayRef<Tensor> earlier,
                            Rng &rng) {
  Tensor other = value;
  unsigned dice = rng.below(10);
  if (std::optional<ChannelOperand> operand = makeSwappedOperand(value);
      operand && rng.chance(30)) {
    ApplyPlan plan{Family::Generic, step.outs, step.swapped,
                   /*mayTranspose=*/true};
    return applyBinary(writer, value, BinaryOp::Add, *operand, plan, rng);
  }
  if (dice >= 7) {
    // The value itself.
  } else if (dice >= 3) {
    for (const Tensor &tensor : earlier)
      if (tensor.shape == value.shape && tensor.dynamic == value.dynamic &&
          tensor.type == value.type)
        other = tensor;
  } else {
    other = writer.argument(value.shape, value.type, value.dynamic);
  }
  ApplyPlan plan{legalize(step.family, value.type), step.outs, step.swapped,
                 /*mayTranspose=*/false};
  BinaryOp op = step.op == BinaryOp::Sub && other.name != value.name
                    ? BinaryOp::Sub
                    : BinaryOp::Add;
  return applyBinary(writer, value, op, makeFullOperand(other), plan, rng);
}

static Tensor writeSquare(ModuleWriter &writer, const Step &step,
                          const Tensor &value, Rng &rng) {
  if (value.bound > 30)
    return value;
  ApplyPlan plan{legalize(step.family, value.type), OutsForm::Empty, false,
                 /*mayTranspose=*/false};
  if (plan.family != Family::Generic || rng.chance(30))
    return applyBinary(writer, value, BinaryOp::Mul, makeFullOperand(value),
                       plan, rng);
  Tensor result =
      applyGeneric(writer, value, {}, plan, rng,
                   [&](Body &body, StringRef x, ArrayRef<std::string>) {
                     return body.op("arith.mulf", x, x, value.type);
                   });
  result.bound = value.bound * value.bound;
  return result;
}

/// constant / value, after a shift that keeps the value away from zero.
static Tensor writeConstantOver(ModuleWriter &writer, const Step &step,
                                const Tensor &value, Rng &rng) {
  bool half = value.type == ElementType::F16 || value.type == ElementType::BF16;
  if (value.bound > (half ? 30 : 300) || !std::isfinite(value.bound))
    return value;
  OperandPlan plan = getOperandPlan(step, value);
  ApplyPlan apply{Family::Generic, OutsForm::Empty, false, false};
  ChannelOperand shift;
  shift.isNumber = true;
  shift.kind = value.type;
  shift.bound = std::ceil(value.bound) + 1;
  shift.name = writer.scalar(value.type, shift.bound);
  Tensor positive =
      applyBinary(writer, value, BinaryOp::Add, shift, apply, rng);
  if (plan.form == OperandForm::Argument || plan.form == OperandForm::Varying)
    plan.form = OperandForm::PerChannel;
  ChannelOperand dividend =
      writeOperand(writer, positive, plan, Role::Scale, rng);
  apply.family = plan.family;
  apply.swapped = true;
  return applyBinary(writer, positive, BinaryOp::Div, dividend, apply, rng);
}

/// The value beside itself, an argument, or what it was computed from.
static Tensor writeConcatStep(ModuleWriter &writer, const Step &step,
                              const Tensor &value, ArrayRef<Tensor> earlier) {
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
      if (canConcat({value, tensor}, dim))
        other = tensor;
  }
  if (step.swapped)
    return writeConcat(writer, step.family, {other, value}, dim);
  return writeConcat(writer, step.family, {value, other}, dim);
}

//===----------------------------------------------------------------------===//
// Statistics of the value itself
//===----------------------------------------------------------------------===//

static Tensor writeMean(ModuleWriter &writer, const Tensor &value) {
  Tensor mean;
  mean.type = value.type;
  mean.coarsest = value.coarsest;
  mean.bound = value.bound;
  int64_t count = 1;
  SmallVector<bool> reduction;
  SmallVector<std::string> kept;
  for (unsigned i = 0; i < value.rank(); ++i) {
    bool isChannel = value.isChannel(i);
    reduction.push_back(!isChannel);
    if (isChannel) {
      mean.shape.push_back(value.shape[i]);
      kept.push_back("d" + std::to_string(i));
    } else {
      count *= value.shape[i];
    }
  }
  mean.dynamic.assign(mean.rank(), false);
  mean.countChannels();
  std::string type = mean.typeText();
  std::string sum = writer.fill(writer.empty(mean), type, value.type, 0.0);
  Body body;
  std::string yielded = body.op("arith.addf", "%a0", "%o", value.type);
  sum = writer.generic(
      {{value.name, value.typeText(), identityMap(value.rank())}},
      {sum, type, affineMap(value.rank(), kept)}, value.rank(), body.lines,
      yielded, reduction);
  std::string factor = writer.scalar(value.type, 1.0 / double(count));
  Body scale;
  yielded = scale.op("arith.mulf", "%a0", factor, value.type);
  std::string map = identityMap(mean.rank());
  std::string init = writer.empty(mean);
  mean.name = writer.generic({{sum, type, map}}, {init, type, map}, mean.rank(),
                             scale.lines, yielded);
  return mean;
}

/// A per-channel tensor that is no constant, as an operand.
static ChannelOperand makeChannelOperand(const Tensor &value,
                                         const Tensor &source) {
  ChannelOperand operand;
  operand.name = source.name;
  operand.type = source.typeText();
  operand.dims.assign(value.channelDims.begin(), value.channelDims.end());
  operand.kind = source.type;
  operand.bound = source.bound;
  return operand;
}

/// BatchNorm in training mode.
static Tensor writeStatistics(ModuleWriter &writer, const Tensor &value,
                              Rng &rng) {
  Tensor mean = writeMean(writer, value);
  Tensor centered = applyBinary(writer, value, BinaryOp::Sub,
                                makeChannelOperand(value, mean), {}, rng);
  if (value.bound > 30 || rng.chance(40))
    return centered;
  Tensor square = applyBinary(writer, centered, BinaryOp::Mul,
                              makeFullOperand(centered), {}, rng);
  Tensor variance = writeMean(writer, square);
  ChannelOperand epsilon;
  epsilon.isNumber = true;
  epsilon.kind = value.type;
  epsilon.name = writer.scalar(value.type, 0.5);
  Tensor sum = applyBinary(writer, variance, BinaryOp::Add, epsilon, {}, rng);
  Tensor deviation = applyUnary(writer, Family::Generic, UnaryOp::Rsqrt, sum);
  deviation.bound = 1.5;
  return applyBinary(writer, centered, BinaryOp::Mul,
                     makeChannelOperand(value, deviation), {}, rng);
}

/// Squeeze and excite.
static Tensor writeGate(ModuleWriter &writer, const Tensor &value, Rng &rng) {
  Tensor mean = writeMean(writer, value);
  Tensor gate =
      writeSigmoid(writer, Family::Generic, mean, /*silu=*/false, rng);
  return applyBinary(writer, value, BinaryOp::Mul,
                     makeChannelOperand(value, gate), {}, rng);
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

static Tensor writePool(ModuleWriter &writer, const Step &step,
                        const Tensor &value, Rng &rng) {
  if (value.rank() != 4 || !value.isStatic() || value.shape[1] < 2 ||
      value.shape[2] < 2)
    return value;
  Tensor result = value;
  result.shape[1] -= 1;
  result.shape[2] -= 1;
  result.takeChannels(value, [&](ArrayRef<int64_t> index) {
    return getOffset(value.shape, index);
  });
  std::string from = value.typeText(), to = result.typeText();
  if (legalize(step.family, value.type) == Family::Tosa) {
    result.name = writer.op(
        "tosa.max_pool2d " + value.name +
        " {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = "
        "array<i64: 1, 1>} : (" +
        from + ") -> " + to);
    return result;
  }
  bool sums = rng.chance(40);
  std::string window = writer.emptyStatic({2, 2}, value.type);
  std::string init =
      writer.fill(writer.empty(result), to, value.type, sums ? 0.0 : -60000.0);
  std::string pair = "dense<1> : tensor<2xi64>";
  result.name = writer.op(
      "linalg.pooling_nhwc_" + StringRef(sums ? "sum" : "max") +
      " {dilations = " + pair + ", strides = " + pair + "} ins(" + value.name +
      ", " + window + " : " + from + ", " + tensorType({2, 2}, value.type) +
      ") outs(" + init + " : " + to + ") -> " + to);
  if (sums)
    result.bound *= 4;
  return result;
}

static Tensor writePad(ModuleWriter &writer, const Step &step,
                       const Tensor &value, Rng &rng) {
  unsigned rank = value.rank();
  if (rank == 0)
    return value;
  Shape low(rank, 0), high(rank, 0);
  unsigned dim = rng.below(rank);
  low[dim] = rng.below(2);
  high[dim] = 1;
  return writeBorder(writer, step.family, value, low, high, 0.0);
}

//===----------------------------------------------------------------------===//
// Bodies with more than meets the eye
//===----------------------------------------------------------------------===//

/// Reads the value backwards along one dim from within a body.
static Tensor writeCapture(ModuleWriter &writer, const Tensor &value,
                           Rng &rng) {
  if (value.rank() == 0)
    return value;
  unsigned reversed = rng.below(value.rank());
  if (value.dynamic[reversed])
    return value;
  std::string last = writer.index(value.shape[reversed] - 1);
  ApplyPlan plan;
  plan.keepsLoops = true;
  Tensor result = applyGeneric(
      writer, value, {}, plan, rng,
      [&](Body &body, StringRef x, ArrayRef<std::string>) {
        SmallVector<std::string> indices;
        for (unsigned i = 0; i < value.rank(); ++i)
          indices.push_back(
              body.op("linalg.index " + std::to_string(i) + " : index"));
        indices[reversed] = body.op("arith.subi " + last + ", " +
                                    indices[reversed] + " : index");
        std::string other =
            body.op("tensor.extract " + value.name + "[" +
                    llvm::join(indices, ", ") + "] : " + value.typeText());
        return body.op("arith.subf", x, other, value.type);
      });
  result.bound = 2 * value.bound;
  return result;
}

/// A shift or scale computed from the position along one dim.
static Tensor writePosition(ModuleWriter &writer, const Step &step,
                            const Tensor &value, Rng &rng) {
  if (value.rank() == 0)
    return value;
  unsigned dim = rng.below(value.rank());
  if (!value.channelDims.empty() && rng.chance(60))
    dim = rng.pick(ArrayRef<unsigned>(value.channelDims));
  ApplyPlan plan{Family::Generic, step.outs, step.swapped,
                 /*mayTranspose=*/false, /*keepsLoops=*/true};
  Tensor result = applyGeneric(
      writer, value, {}, plan, rng,
      [&](Body &body, StringRef x, ArrayRef<std::string>) {
        std::string element = toString(value.type).str();
        std::string index =
            body.op("linalg.index " + std::to_string(dim) + " : index");
        std::string integer =
            body.op("arith.index_cast " + index + " : index to i32");
        std::string position =
            body.op("arith.sitofp " + integer + " : i32 to " + element);
        std::string step = body.op("arith.constant 0.125 : " + element);
        std::string number = body.op("arith.mulf", position, step, value.type);
        if (rng.chance(50))
          return body.op("arith.addf", x, number, value.type);
        std::string one = body.op("arith.constant 1.0 : " + element);
        std::string scale = body.op("arith.addf", number, one, value.type);
        return body.op("arith.mulf", x, scale, value.type);
      });
  result.bound = 2 * (value.bound + 1);
  return result;
}

/// An affine map of the value and, as the second result, another one.
static Tensor writeTwoResults(ModuleWriter &writer, const Step &step,
                              const Tensor &value, Rng &rng) {
  OperandPlan plan = getOperandPlan(step, value);
  plan.family = Family::Generic;
  ChannelOperand scale = writeOperand(writer, value, plan, Role::Scale, rng);
  SmallVector<unsigned> identity;
  for (unsigned i = 0; i < value.rank(); ++i)
    identity.push_back(i);
  std::string init = writer.empty(value), type = value.typeText();
  std::string map = identityMap(value.rank());
  std::string element = toString(value.type).str();
  std::string name = writer.freshName();
  std::string maps = map, names = value.name, types = type, operand = "%b";
  std::string arguments = "%a: " + element;
  if (scale.isNumber) {
    operand = scale.name;
  } else {
    maps += ", " + scale.map(value.rank(), identity);
    names += ", " + scale.name;
    types += ", " + scale.type;
    arguments += ", %b: " + element;
  }
  SmallVector<StringRef> iterators(value.rank(), "\"parallel\"");
  writer.line(name + ":2 = linalg.generic {indexing_maps = [" + maps + ", " +
              map + ", " + map + "], iterator_types = [" +
              llvm::join(iterators, ", ") + "]} ins(" + names + " : " + types +
              ") outs(" + init + ", " + init + " : " + type + ", " + type +
              ") {");
  writer.line("^bb0(" + arguments + ", %o: " + element + ", %p: " + element +
              "):");
  writer.line("  %x = arith.mulf %a, " + operand + " : " + element);
  writer.line("  %y = arith.addf %a, " + operand + " : " + element);
  writer.line("  linalg.yield %x, %y : " + element + ", " + element);
  writer.line("} -> (" + type + ", " + type + ")");
  Tensor first = value, second = value;
  first.name = name + "#0";
  second.name = name + "#1";
  first.bound = value.bound * scale.bound;
  second.bound = value.bound + scale.bound;
  if (rng.chance(50))
    std::swap(first, second);
  writer.addResult(second);
  return first;
}

//===----------------------------------------------------------------------===//
// No effect
//===----------------------------------------------------------------------===//

static void writeDeadOp(ModuleWriter &writer, const Step &step,
                        const Tensor &value) {
  applyUnary(writer, legalize(step.family, value.type), UnaryOp::Negate, value);
}

static void writeAssert(ModuleWriter &writer, const Tensor &value, Rng &rng) {
  if (rng.chance(20))
    return writer.startBlock();
  if (value.rank() == 0)
    return;
  std::string size = rng.chance(60) ? writer.dim(value, rng.below(value.rank()))
                                    : writer.index(1);
  std::string holds = writer.op("arith.cmpi sge, " + size + ", " +
                                writer.index(0) + " : index");
  writer.line("cf.assert " + holds + ", \"sizes are not negative\"");
}

Tensor mlir::ascend::difftest::writeOtherStep(ModuleWriter &writer,
                                              const Step &step,
                                              const Tensor &value,
                                              ArrayRef<Tensor> earlier) {
  Rng rng(step.seed);
  switch (step.kind) {
  case StepKind::Activation:
    return writeActivation(writer, step, value, rng);
  case StepKind::Residual:
    return writeResidual(writer, step, value, earlier, rng);
  case StepKind::Square:
    return writeSquare(writer, step, value, rng);
  case StepKind::ConstantOver:
    return writeConstantOver(writer, step, value, rng);
  case StepKind::Statistics:
    return writeStatistics(writer, value, rng);
  case StepKind::Gate:
    return writeGate(writer, value, rng);
  case StepKind::Pool:
    return writePool(writer, step, value, rng);
  case StepKind::Pad:
    return writePad(writer, step, value, rng);
  case StepKind::Concat:
    return writeConcatStep(writer, step, value, earlier);
  case StepKind::Capture:
    return writeCapture(writer, value, rng);
  case StepKind::Position:
    return writePosition(writer, step, value, rng);
  case StepKind::TwoResults:
    return writeTwoResults(writer, step, value, rng);
  case StepKind::DeadOp:
    writeDeadOp(writer, step, value);
    return value;
  case StepKind::Assert:
    writeAssert(writer, value, rng);
    return value;
  default:
    return value;
  }
}

Tensor mlir::ascend::difftest::writeStep(ModuleWriter &writer, const Step &step,
                                         const Tensor &value,
                                         ArrayRef<Tensor> earlier) {
  // Nothing follows what has become integers.
  if (isInteger(value.type))
    return value;
  if (step.kind <= StepKind::AffineBody)
    return writeAffineStep(writer, step, value, earlier);
  if (step.kind <= StepKind::Repeat)
    return writeMovingStep(writer, step, value);
  if (step.kind <= StepKind::Assert)
    return writeOtherStep(writer, step, value, earlier);
  if (step.kind <= StepKind::ReturnTwice)
    return writeBackendStep(writer, step, value, earlier);
  return writeStructuralStep(writer, step, value);
}
