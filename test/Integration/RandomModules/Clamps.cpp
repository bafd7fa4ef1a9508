//===- Clamps.cpp - Activations of straight lines -------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Steps.h"

#include "llvm/Support/FormatVariadic.h"

#include <optional>

using namespace mlir::ascend::difftest;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

enum class ClampKind : uint8_t { Relu, Leaky, Parametric, Clamp, Maximum };

struct Clamp {
  explicit Clamp(Rng &rng);

  ClampKind kind;
  /// Below zero, of a leaky one.
  double slope;
  double low = 0, high = 6;
  /// By a comparison, not by a maximum.
  bool compares;
};

} // namespace

Clamp::Clamp(Rng &rng)
    : kind(rng.pick({ClampKind::Relu, ClampKind::Relu, ClampKind::Leaky,
                     ClampKind::Parametric, ClampKind::Clamp, ClampKind::Clamp,
                     ClampKind::Maximum})),
      slope(rng.pick({0.125, 0.01, -0.25, 1.5})), compares(rng.chance(50)) {
  // Few values are as large as six.
  if (rng.chance(70))
    high = 0.75;
  if (kind == ClampKind::Clamp && rng.chance(60)) {
    low = rng.uniform(-1, 0.25);
    high = low + rng.uniform(0.25, 2);
  }
}

/// The constant that the activation has per channel, if any: slopes or lowest
/// values.
static std::optional<ChannelOperand>
writeChannelConstant(ModuleWriter &writer, const Step &step, Family family,
                     const Tensor &value, ClampKind kind, Rng &rng) {
  if (kind != ClampKind::Parametric && kind != ClampKind::Maximum)
    return std::nullopt;
  OperandPlan plan = getOperandPlan(step, value);
  plan.family = family;
  if (plan.form == OperandForm::Argument ||
      (family != Family::Generic && plan.form == OperandForm::BodyScalar))
    plan.form = OperandForm::PerChannel;
  return writeOperand(writer, value, plan,
                      kind == ClampKind::Parametric ? Role::Scale : Role::Shift,
                      rng);
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

static std::string writeBody(Body &body, const Clamp &clamp, StringRef x,
                             ArrayRef<std::string> operands, ElementType type,
                             Rng &rng) {
  std::string element = toString(type).str();
  auto number = [&](double value) {
    return body.op(llvm::formatv("arith.constant {0:E} : {1}", value, element));
  };
  /// `a` where x is larger than `limit`, else `b`.
  auto select = [&](StringRef limit, StringRef a, StringRef b) {
    bool isReversed = rng.chance(50);
    StringRef predicate = isReversed ? rng.pick<StringRef>({"olt", "ole"})
                                     : rng.pick<StringRef>({"ogt", "ugt"});
    std::string holds = body.op("arith.cmpf " + predicate + ", " + x + ", " +
                                limit + " : " + element);
    return body.op("arith.select " + holds + ", " + (isReversed ? b : a) +
                   ", " + (isReversed ? a : b) + " : " + element);
  };
  switch (clamp.kind) {
  case ClampKind::Leaky:
  case ClampKind::Parametric: {
    std::string slope =
        operands.empty() ? number(clamp.slope) : operands.front();
    std::string zero = number(0);
    if (clamp.compares)
      return select(zero, x, body.op("arith.mulf", x, slope, type));
    std::string positive = body.op("arith.maximumf", x, zero, type);
    std::string negative = body.op("arith.minimumf", x, zero, type);
    negative = body.op("arith.mulf", negative, slope, type);
    return body.op("arith.addf", positive, negative, type);
  }
  case ClampKind::Relu:
  case ClampKind::Maximum: {
    std::string limit = operands.empty() ? number(0) : operands.front();
    return clamp.compares ? select(limit, x, limit)
                          : body.op("arith.maximumf", x, limit, type);
  }
  case ClampKind::Clamp: {
    std::string low = number(clamp.low), high = number(clamp.high);
    if (rng.chance(50))
      return body.op("arith.minimumf", body.op("arith.maximumf", x, low, type),
                     high, type);
    return body.op("arith.maximumf", body.op("arith.minimumf", x, high, type),
                   low, type);
  }
  }
  llvm_unreachable("unknown clamp");
}

//===----------------------------------------------------------------------===//
// Whole tensors
//===----------------------------------------------------------------------===//

namespace {

/// Ops of tosa, arith or linalg on whole tensors.
class TensorOps {
public:
  TensorOps(ModuleWriter &writer, const Tensor &value, Family family, Rng &rng)
      : writer(writer), value(value), rng(rng), type(value.typeText()),
        predicateType("tensor<" + type.substr(7, type.rfind('x') - 6) + "i1>"),
        tosa(family == Family::Tosa), named(family == Family::Named) {}

  Operand splat(double number) {
    Shape shape(value.shape);
    if (tosa)
      shape.assign(value.rank(), 1);
    return {writer.splat(shape, value.type, number, tosa),
            tensorType(shape, value.type)};
  }
  Operand maximum(const Operand &a, const Operand &b) {
    return commuted("maximum", "arith.maximumf", "max", a, b);
  }
  Operand minimum(const Operand &a, const Operand &b) {
    return commuted("minimum", "arith.minimumf", "min", a, b);
  }
  Operand multiply(const Operand &a, const Operand &b) {
    if (!tosa)
      return binary("", "arith.mulf", "mul", a, b);
    std::string zero = writer.splat({1}, ElementType::I8, 0, /*tosa=*/true);
    return {writeTosa(writer, "mul", {a, b, {zero, "tensor<1xi8>"}}, type),
            type};
  }
  /// `a` where x is larger than `limit`, else `b`.
  Operand select(const Operand &limit, const Operand &a, const Operand &b) {
    std::string operand = value.name + ", " + limit.name + " : " + type;
    if (!tosa) {
      std::string holds = writer.op("arith.cmpf ogt, " + operand);
      return {writer.op("arith.select " + holds + ", " + a.name + ", " +
                        b.name + " : " + predicateType + ", " + type),
              type};
    }
    std::string holds = writeTosa(writer, "greater",
                                  {{value.name, type}, limit}, predicateType);
    return {writeTosa(writer, "select", {{holds, predicateType}, a, b}, type),
            type};
  }

private:
  Operand commuted(StringRef tosaName, StringRef arithName,
                   StringRef linalgName, const Operand &a, const Operand &b) {
    return rng.chance(30) ? binary(tosaName, arithName, linalgName, b, a)
                          : binary(tosaName, arithName, linalgName, a, b);
  }
  Operand binary(StringRef tosaName, StringRef arithName, StringRef linalgName,
                 const Operand &a, const Operand &b) {
    if (tosa)
      return {writeTosa(writer, tosaName, {a, b}, type), type};
    if (named)
      return {writer.op("linalg." + linalgName + " ins(" + a.name + ", " +
                        b.name + " : " + type + ", " + type + ") outs(" +
                        writer.empty(value) + " : " + type + ") -> " + type),
              type};
    return {writer.op(arithName + " " + a.name + ", " + b.name + " : " + type),
            type};
  }

  ModuleWriter &writer;
  const Tensor &value;
  Rng &rng;
  std::string type, predicateType;
  bool tosa, named;
};

} // namespace

static std::string
writeTensorClamp(ModuleWriter &writer, const Clamp &clamp, Family family,
                 const Tensor &value,
                 const std::optional<ChannelOperand> &operand, Rng &rng) {
  TensorOps ops(writer, value, family, rng);
  Operand x{value.name, value.typeText()};
  Operand constant;
  if (operand)
    constant = {operand->name, operand->type};
  switch (clamp.kind) {
  case ClampKind::Leaky:
  case ClampKind::Parametric: {
    Operand zero = ops.splat(0);
    Operand slope = operand ? constant : ops.splat(clamp.slope);
    Operand scaled = ops.multiply(x, slope);
    // The larger of the two, if the slope is less than one.
    bool isMaximum = !operand && clamp.slope <= 1 && clamp.slope >= 0;
    return isMaximum && !clamp.compares ? ops.maximum(x, scaled).name
                                        : ops.select(zero, x, scaled).name;
  }
  case ClampKind::Relu:
  case ClampKind::Maximum: {
    Operand limit = operand ? constant : ops.splat(0);
    return clamp.compares ? ops.select(limit, x, limit).name
                          : ops.maximum(x, limit).name;
  }
  case ClampKind::Clamp: {
    Operand low = ops.splat(clamp.low), high = ops.splat(clamp.high);
    return ops.minimum(ops.maximum(x, low), high).name;
  }
  }
  llvm_unreachable("unknown clamp");
}

/// Bounds as attributes.
static std::string writeTosaClamp(ModuleWriter &writer, const Clamp &clamp,
                                  const Tensor &value) {
  std::string element = toString(value.type).str(), type = value.typeText();
  auto spell = [&](double number) {
    return llvm::formatv("{0:E} : {1}", number, element).str();
  };
  return writer.op("tosa.clamp " + value.name +
                   " {min_val = " + spell(clamp.low) + ", max_val = " +
                   spell(clamp.kind == ClampKind::Clamp ? clamp.high : 60000) +
                   "} : (" + type + ") -> " + type);
}

Tensor mlir::ascend::difftest::writeClampStep(ModuleWriter &writer,
                                              const Step &step,
                                              const Tensor &value) {
  Rng rng(step.seed);
  Clamp clamp(rng);
  Family family = legalize(step.family, value.type);
  bool tosa = family == Family::Tosa;
  bool isWhole =
      tosa || ((family == Family::Arith || family == Family::Named) &&
               value.isStatic());
  if (!isWhole)
    family = Family::Generic;
  std::optional<ChannelOperand> operand =
      writeChannelConstant(writer, step, family, value, clamp.kind, rng);
  Tensor result = value;
  bool hasAttributes =
      clamp.kind == ClampKind::Relu || clamp.kind == ClampKind::Clamp;
  if (tosa && hasAttributes && rng.chance(60)) {
    result.name = writeTosaClamp(writer, clamp, value);
  } else if (isWhole) {
    result.name = writeTensorClamp(writer, clamp, family, value, operand, rng);
  } else {
    llvm::SmallVector<ChannelOperand> operands;
    if (operand)
      operands.push_back(*operand);
    result =
        applyGeneric(writer, value, operands, {}, rng,
                     [&](Body &body, StringRef x, ArrayRef<std::string> names) {
                       return writeBody(body, clamp, x, names, value.type, rng);
                     });
  }
  result.bound = std::max(1.5 * value.bound, operand ? operand->bound : 1.0);
  return result;
}
