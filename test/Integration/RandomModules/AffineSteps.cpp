//===- AffineSteps.cpp - Per-channel affine consumers ---------------------===//
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

OperandPlan mlir::ascend::difftest::getOperandPlan(const Step &step,
                                                   const Tensor &value) {
  OperandPlan plan;
  plan.form = step.form;
  plan.constant = step.constant;
  plan.family = legalize(step.family, value.type);
  plan.kind = value.type;
  return plan;
}

static Role getRole(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
    return Role::Shift;
  case BinaryOp::Mul:
    return Role::Scale;
  case BinaryOp::Div:
    return Role::Divisor;
  }
  llvm_unreachable("unknown binary op");
}

static Tensor writeBinary(ModuleWriter &writer, const Step &step,
                          const Tensor &value, Rng &rng) {
  OperandPlan plan = getOperandPlan(step, value);
  BinaryOp op = step.op;
  // An argument may be zero.
  if (step.form == OperandForm::Argument && op == BinaryOp::Div)
    op = BinaryOp::Mul;
  ApplyPlan apply{plan.family, step.outs, step.swapped && op != BinaryOp::Div,
                  /*mayTranspose=*/!step.keepsLayout};
  ChannelOperand operand = writeOperand(writer, value, plan, getRole(op), rng);
  return applyBinary(writer, value, op, operand, apply, rng);
}

//===----------------------------------------------------------------------===//
// BatchNorm as several ops
//===----------------------------------------------------------------------===//

static Tensor writeBatchNormChain(ModuleWriter &writer, const Step &step,
                                  const Tensor &value, Rng &rng) {
  OperandPlan plan = getOperandPlan(step, value);
  auto apply = [&](const Tensor &input, BinaryOp op, OperandForm form) {
    ApplyPlan applyPlan;
    applyPlan.family = plan.family;
    applyPlan.swapped =
        step.swapped && (op == BinaryOp::Add || op == BinaryOp::Mul);
    OperandPlan operandPlan = plan;
    operandPlan.form = form;
    ChannelOperand operand =
        writeOperand(writer, input, operandPlan, getRole(op), rng);
    return applyBinary(writer, input, op, operand, applyPlan, rng);
  };
  OperandForm form = step.form;
  if (form == OperandForm::Argument || form == OperandForm::Varying)
    form = OperandForm::PerChannel;
  if (rng.chance(25)) {
    // Scale and shift, already put together.
    Tensor scaled = apply(value, BinaryOp::Mul, OperandForm::Computed);
    return apply(scaled, BinaryOp::Add, OperandForm::Computed);
  }
  Tensor centered = apply(value, BinaryOp::Sub, form);
  BinaryOp normalize = rng.chance(30) ? BinaryOp::Div : BinaryOp::Mul;
  Tensor result = centered;
  if (rng.chance(30)) {
    result = apply(result, BinaryOp::Mul, form);
    result = apply(result, normalize, OperandForm::Computed);
  } else {
    result = apply(result, normalize, OperandForm::Computed);
    result = apply(result, BinaryOp::Mul, form);
  }
  return apply(result, BinaryOp::Add, form);
}

//===----------------------------------------------------------------------===//
// One generic with a body
//===----------------------------------------------------------------------===//

/// Something that is not affine, at the end of a body.
static std::string writeTail(Body &body, StringRef x, StringRef other,
                             ElementType type, Rng &rng) {
  std::string zero = body.op("arith.constant 0.0 : " + toString(type));
  switch (rng.below(4)) {
  case 0: {
    std::string positive =
        body.op("arith.cmpf ugt, " + x + ", " + zero + " : " + toString(type));
    return body.op("arith.select " + positive + ", " + x + ", " + zero + " : " +
                   toString(type));
  }
  case 1:
    return body.op("arith.maximumf", x, zero, type);
  case 2: {
    std::string negated = body.op("arith.negf", x, type);
    std::string power = body.op("math.exp", negated, type);
    std::string one = body.op("arith.constant 1.0 : " + toString(type));
    std::string sum = body.op("arith.addf", power, one, type);
    return body.op("arith.divf", one, sum, type);
  }
  default:
    return body.op("arith.addf", x, other, type);
  }
}

/// A residual of the value's type, for bodies that add one.
static ChannelOperand writeResidual(ModuleWriter &writer, const Tensor &value) {
  Tensor argument = writer.argument(value.shape, value.type, value.dynamic);
  ChannelOperand operand;
  operand.name = argument.name;
  operand.type = value.typeText();
  operand.kind = value.type;
  for (unsigned i = 0; i < value.rank(); ++i)
    operand.dims.push_back(i);
  return operand;
}

/// Operands of a body, all of one form, in `kind`.
static SmallVector<ChannelOperand>
writeBodyOperands(ModuleWriter &writer, const Step &step, const Tensor &value,
                  ElementType kind, ArrayRef<Role> roles, Rng &rng) {
  OperandPlan plan = getOperandPlan(step, value);
  plan.family = Family::Generic;
  plan.kind = kind;
  SmallVector<ChannelOperand> operands;
  for (Role role : roles) {
    if (rng.chance(20) && step.kind == StepKind::AffineBody)
      plan.form = rng.pick({OperandForm::PerChannel, OperandForm::KeepOnes,
                            OperandForm::Scalar, OperandForm::Full});
    operands.push_back(writeOperand(writer, value, plan, role, rng));
  }
  return operands;
}

static ElementType getBodyType(const Step &step, ElementType type) {
  if (!step.wide)
    return type;
  return getBitWidth(type) == 16 ? ElementType::F32 : ElementType::F64;
}

/// 1 / sqrt(variance + epsilon) as torch-mlir writes it.
static std::string writeTorchDeviation(Body &body, StringRef variance,
                                       StringRef epsilon, ElementType type,
                                       Rng &rng) {
  std::string narrow = body.convert(epsilon, ElementType::F64, type);
  std::string sum = rng.chance(70)
                        ? body.op("arith.addf", variance, narrow, type)
                        : body.op("arith.addf", narrow, variance, type);
  if (rng.chance(70))
    return body.op("math.rsqrt", sum, type);
  std::string root = body.op("math.sqrt", sum, type);
  std::string one = body.op("arith.constant 1.0 : " + toString(type));
  return body.op("arith.divf", one, root, type);
}

static Tensor writeTorchBatchNorm(ModuleWriter &writer, const Step &step,
                                  const Tensor &value, Rng &rng) {
  ElementType type = getBodyType(step, value.type);
  Step constantStep = step;
  if (step.form == OperandForm::Argument || step.form == OperandForm::Varying)
    constantStep.form = OperandForm::PerChannel;
  // gamma, beta, mean, variance
  SmallVector<ChannelOperand> operands = writeBodyOperands(
      writer, constantStep, value, type,
      {Role::Scale, Role::Shift, Role::Shift, Role::Variance}, rng);
  double epsilonValue = writer.recipe.data == Data::BadVariance ? 0.0 : 1e-5;
  std::string epsilon = writer.scalar(ElementType::F64, epsilonValue);
  if (step.tail)
    operands.push_back(writeResidual(writer, value));
  ApplyPlan apply{Family::Generic, step.outs, step.swapped,
                  /*mayTranspose=*/!step.keepsLayout};
  auto commuted = [&](Body &body, StringRef name, StringRef a, StringRef b) {
    return step.swapped && rng.chance(50) ? body.op(name, b, a, type)
                                          : body.op(name, a, b, type);
  };
  Tensor result = applyGeneric(
      writer, value, operands, apply, rng,
      [&](Body &body, StringRef input, ArrayRef<std::string> names) {
        std::string scale =
            writeTorchDeviation(body, names[3], epsilon, type, rng);
        std::string x = body.convert(input, value.type, type);
        x = body.op("arith.subf", x, names[2], type);
        if (rng.chance(70)) {
          x = commuted(body, "arith.mulf", x, scale);
          x = commuted(body, "arith.mulf", x, names[0]);
        } else {
          scale = commuted(body, "arith.mulf", scale, names[0]);
          x = commuted(body, "arith.mulf", x, scale);
        }
        x = commuted(body, "arith.addf", x, names[1]);
        if (step.tail) {
          std::string other = body.convert(names[4], value.type, type);
          x = writeTail(body, x, other, type, rng);
        }
        return body.convert(x, type, value.type);
      });
  result.bound = (value.bound + 1) * 2 * operands[0].bound + 2;
  return result;
}

/// One random affine op on `x`.
static std::string writeAffineOp(Body &body, StringRef x, StringRef operand,
                                 BinaryOp op, ElementType type, Rng &rng) {
  switch (op) {
  case BinaryOp::Add:
    return rng.chance(50) ? body.op("arith.addf", x, operand, type)
                          : body.op("arith.addf", operand, x, type);
  case BinaryOp::Sub:
    return rng.chance(50) ? body.op("arith.subf", x, operand, type)
                          : body.op("arith.subf", operand, x, type);
  case BinaryOp::Mul:
    return rng.chance(50) ? body.op("arith.mulf", x, operand, type)
                          : body.op("arith.mulf", operand, x, type);
  case BinaryOp::Div:
    return body.op("arith.divf", x, operand, type);
  }
  llvm_unreachable("unknown binary op");
}

/// One op that takes no operand from outside.
static std::string writeInnerOp(Body &body, StringRef x, StringRef first,
                                ElementType type, Rng &rng) {
  switch (rng.below(6)) {
  case 0:
    return body.op("arith.negf", x, type);
  case 5: {
    std::string shift = body.op("arith.constant 0.5 : " + toString(type));
    std::string scale = body.op("arith.constant -0.875 : " + toString(type));
    // Not in a 16-bit type: LLVM has no such function to call.
    if (getBitWidth(type) > 16)
      return body.op("math.fma " + x + ", " + scale + ", " + shift + " : " +
                     toString(type));
    return body.op("arith.addf", shift, x, type);
  }
  case 1: {
    std::string two = body.op("arith.constant 0.75 : " + toString(type));
    return body.op("arith.mulf", x, two, type);
  }
  case 2: {
    std::string shift = body.op("arith.constant -0.5 : " + toString(type));
    return body.op("arith.addf", shift, x, type);
  }
  case 3:
    // Affine plus affine.
    return body.op("arith.addf", x, first, type);
  default: {
    std::string divisor = body.op("arith.constant 1.5 : " + toString(type));
    return body.op("arith.divf", x, divisor, type);
  }
  }
}

static Tensor writeAffineBody(ModuleWriter &writer, const Step &step,
                              const Tensor &value, Rng &rng) {
  ElementType type = getBodyType(step, value.type);
  SmallVector<BinaryOp> ops;
  SmallVector<Role> roles;
  for (unsigned i = 0, e = rng.between(1, 3); i < e; ++i) {
    BinaryOp op =
        rng.pick({BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div});
    if (step.form == OperandForm::Argument && op == BinaryOp::Div)
      op = BinaryOp::Mul;
    ops.push_back(op);
    roles.push_back(getRole(op));
  }
  SmallVector<ChannelOperand> operands =
      writeBodyOperands(writer, step, value, type, roles, rng);
  double bound = value.bound;
  for (auto [op, operand] : llvm::zip(ops, operands)) {
    bound = op == BinaryOp::Mul   ? bound * operand.bound
            : op == BinaryOp::Div ? bound * 2
                                  : bound + operand.bound;
    bound = bound * 2 + 1;
  }
  if (step.tail)
    operands.push_back(writeResidual(writer, value));
  ApplyPlan apply{Family::Generic, step.outs, step.swapped,
                  /*mayTranspose=*/!step.keepsLayout};
  Tensor result = applyGeneric(
      writer, value, operands, apply, rng,
      [&](Body &body, StringRef input, ArrayRef<std::string> names) {
        std::string first = body.convert(input, value.type, type), x = first;
        for (auto [i, op] : llvm::enumerate(ops)) {
          x = writeAffineOp(body, x, names[i], op, type, rng);
          if (rng.chance(35))
            x = writeInnerOp(body, x, first, type, rng);
        }
        if (step.tail) {
          std::string other = body.convert(names.back(), value.type, type);
          x = writeTail(body, x, other, type, rng);
        }
        return body.convert(x, type, value.type);
      });
  result.bound = bound + 1;
  return result;
}

Tensor mlir::ascend::difftest::writeAffineStep(ModuleWriter &writer,
                                               const Step &step,
                                               const Tensor &value,
                                               ArrayRef<Tensor> earlier) {
  Rng rng(step.seed);
  switch (step.kind) {
  case StepKind::Binary:
    return writeBinary(writer, step, value, rng);
  case StepKind::Negate:
    return applyUnary(writer, legalize(step.family, value.type),
                      UnaryOp::Negate, value);
  case StepKind::TorchBatchNorm:
    return writeTorchBatchNorm(writer, step, value, rng);
  case StepKind::BatchNormChain:
    return writeBatchNormChain(writer, step, value, rng);
  case StepKind::AffineBody:
    return writeAffineBody(writer, step, value, rng);
  default:
    return value;
  }
}
