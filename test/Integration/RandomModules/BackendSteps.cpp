//===- BackendSteps.cpp - What stands between convolutions ----------------===//
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
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace mlir::ascend::difftest;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

static bool haveSameType(const Tensor &a, const Tensor &b) {
  return a.shape == b.shape && a.dynamic == b.dynamic && a.type == b.type;
}

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

namespace {
enum class Activation : uint8_t {
  Relu,
  Relu6,
  Clamp,
  LeakyRelu,
  Sigmoid,
  Tanh,
  Silu,
  HardSwish,
  HardSigmoid,
  Gelu,
};
} // namespace

/// Body of one linalg.generic.
static std::string writeActivationBody(Body &body, Activation activation,
                                       StringRef x, ElementType type,
                                       Rng &rng) {
  std::string element = toString(type).str();
  auto number = [&](StringRef text) {
    return body.op("arith.constant " + text + " : " + element);
  };
  auto clamp = [&](StringRef value, StringRef low, StringRef high) {
    std::string least = number(low), most = number(high);
    if (rng.chance(50))
      return body.op("arith.minimumf",
                     body.op("arith.maximumf", value, least, type), most, type);
    return body.op("arith.maximumf",
                   body.op("arith.minimumf", value, most, type), least, type);
  };
  auto sigmoid = [&] {
    std::string power =
        body.op("math.exp", body.op("arith.negf", x, type), type);
    std::string one = number("1.0");
    std::string sum = rng.chance(50) ? body.op("arith.addf", power, one, type)
                                     : body.op("arith.addf", one, power, type);
    return body.op("arith.divf", one, sum, type);
  };
  auto select = [&](StringRef other) {
    std::string zero = number("0.0");
    if (rng.chance(50)) {
      std::string positive =
          body.op("arith.cmpf ugt, " + x + ", " + zero + " : " + element);
      return body.op("arith.select " + positive + ", " + x + ", " + other +
                     " : " + element);
    }
    std::string negative =
        body.op("arith.cmpf olt, " + x + ", " + zero + " : " + element);
    return body.op("arith.select " + negative + ", " + other + ", " + x +
                   " : " + element);
  };
  switch (activation) {
  case Activation::Relu:
    if (rng.chance(50))
      return select(number("0.0"));
    return body.op("arith.maximumf", x, number("0.0"), type);
  case Activation::Relu6:
    return clamp(x, "0.0", "6.0");
  case Activation::Clamp:
    return clamp(x, "-0.5", "0.75");
  case Activation::LeakyRelu:
    return select(body.op("arith.mulf", x, number("0.125"), type));
  case Activation::Sigmoid:
    return sigmoid();
  case Activation::Tanh:
    return body.op("math.tanh", x, type);
  case Activation::Silu:
    return body.op("arith.mulf", x, sigmoid(), type);
  case Activation::HardSwish:
  case Activation::HardSigmoid: {
    std::string gate =
        clamp(body.op("arith.addf", x, number("3.0"), type), "0.0", "6.0");
    if (activation == Activation::HardSwish)
      gate = body.op("arith.mulf", x, gate, type);
    return body.op("arith.divf", gate, number("6.0"), type);
  }
  case Activation::Gelu: {
    std::string scaled = body.op("arith.divf", x, number("1.4142135"), type);
    std::string erf = body.op("math.erf", scaled, type);
    std::string sum = body.op("arith.addf", erf, number("1.0"), type);
    std::string half = body.op("arith.mulf", x, number("0.5"), type);
    return body.op("arith.mulf", half, sum, type);
  }
  }
  llvm_unreachable("unknown activation");
}

static std::string writeTosaClamp(ModuleWriter &writer, const Tensor &value,
                                  double low, double high) {
  std::string element = toString(value.type).str(), type = value.typeText();
  auto spell = [](double number) {
    return llvm::formatv("{0:E}", number).str();
  };
  return writer.op("tosa.clamp " + value.name + " {min_val = " + spell(low) +
                   " : " + element + ", max_val = " + spell(high) + " : " +
                   element + "} : (" + type + ") -> " + type);
}

static Tensor writeTosaActivation(ModuleWriter &writer, Activation activation,
                                  const Tensor &value, Rng &rng) {
  Tensor result = value;
  ApplyPlan plan;
  plan.family = Family::Tosa;
  plan.swapped = rng.chance(50);
  auto unary = [&](StringRef name) {
    Tensor out = value;
    out.name = writeTosa(writer, name, {{value.name, value.typeText()}},
                         value.typeText());
    return out;
  };
  auto scalar = [&](double number) {
    ChannelOperand operand;
    Shape ones(value.rank(), 1);
    operand.name = writer.splat(ones, value.type, number, /*tosa=*/true);
    operand.type = tensorType(ones, value.type);
    operand.dims.assign(value.rank(), -1);
    operand.kind = value.type;
    operand.bound = std::abs(number);
    return operand;
  };
  auto apply = [&](const Tensor &tensor, BinaryOp op,
                   const ChannelOperand &operand) {
    return applyBinary(writer, tensor, op, operand, plan, rng);
  };
  switch (activation) {
  case Activation::Relu:
    result.name = writeTosaClamp(writer, value, 0, 60000);
    return result;
  case Activation::Relu6:
    result.name = writeTosaClamp(writer, value, 0, 6);
    return result;
  case Activation::Clamp:
    result.name = writeTosaClamp(writer, value, -0.5, 0.75);
    return result;
  case Activation::LeakyRelu: {
    Tensor scaled = apply(value, BinaryOp::Mul, scalar(0.125));
    result.name = writeTosa(
        writer, "maximum",
        {{value.name, value.typeText()}, {scaled.name, scaled.typeText()}},
        value.typeText());
    return result;
  }
  case Activation::Sigmoid:
    return unary("sigmoid");
  case Activation::Tanh:
    return unary("tanh");
  case Activation::Silu:
    return apply(value, BinaryOp::Mul, makeFullOperand(unary("sigmoid")));
  case Activation::HardSwish:
  case Activation::HardSigmoid: {
    Tensor gate = apply(value, BinaryOp::Add, scalar(3));
    gate.name = writeTosaClamp(writer, gate, 0, 6);
    if (activation == Activation::HardSwish)
      gate = apply(value, BinaryOp::Mul, makeFullOperand(gate));
    gate = apply(gate, BinaryOp::Mul, scalar(1.0 / 6));
    gate.bound = value.bound + 1;
    return gate;
  }
  case Activation::Gelu: {
    Tensor erf = apply(value, BinaryOp::Mul, scalar(0.70710678));
    erf.name =
        writeTosa(writer, "erf", {{erf.name, erf.typeText()}}, erf.typeText());
    Tensor sum = apply(erf, BinaryOp::Add, scalar(1));
    Tensor half = apply(value, BinaryOp::Mul, scalar(0.5));
    result.name = apply(half, BinaryOp::Mul, makeFullOperand(sum)).name;
    return result;
  }
  }
  llvm_unreachable("unknown activation");
}

static Tensor writeActivation(ModuleWriter &writer, Activation activation,
                              Family family, const Tensor &value, Rng &rng) {
  if (legalize(family, value.type) == Family::Tosa) {
    Tensor result = writeTosaActivation(writer, activation, value, rng);
    result.bound = std::max(1.0, value.bound);
    return result;
  }
  Tensor result = applyGeneric(
      writer, value, {}, {}, rng,
      [&](Body &body, StringRef x, ArrayRef<std::string>) {
        return writeActivationBody(body, activation, x, value.type, rng);
      });
  result.bound = std::max(1.0, value.bound);
  return result;
}

/// One to three activations, with sums of earlier values in between.
static Tensor writeActivationChain(ModuleWriter &writer, const Step &step,
                                   const Tensor &value,
                                   ArrayRef<Tensor> earlier, Rng &rng) {
  using A = Activation;
  Tensor result = value;
  for (unsigned i = 0, e = rng.between(1, 3); i < e; ++i) {
    A activation = rng.pick({A::Relu, A::Relu, A::Relu6, A::Clamp, A::LeakyRelu,
                             A::Sigmoid, A::Tanh, A::Silu, A::Silu,
                             A::HardSwish, A::HardSigmoid, A::Gelu});
    result = writeActivation(writer, activation, step.family, result, rng);
    if (!rng.chance(35))
      continue;
    Tensor other = value;
    for (const Tensor &tensor : earlier)
      if (haveSameType(tensor, result) && rng.chance(60))
        other = tensor;
    ApplyPlan plan{legalize(step.family, value.type), OutsForm::Empty,
                   rng.chance(50), /*mayTranspose=*/false};
    result = applyBinary(writer, result, BinaryOp::Add, makeFullOperand(other),
                         plan, rng);
    result.coarsest = getCoarser(value.coarsest, other.coarsest);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// The value reduced along one dim, which is kept with size 1 by tosa and
/// dropped by linalg.
static ChannelOperand writeReduction(ModuleWriter &writer, bool tosa, bool sums,
                                     const Tensor &value, unsigned dim) {
  Tensor reduced = value;
  ChannelOperand operand = makeFullOperand(value);
  if (tosa) {
    reduced.shape[dim] = 1;
    reduced.name = writer.op("tosa.reduce_" +
                             StringRef(sums ? "sum " : "max ") + value.name +
                             " {axis = " + std::to_string(dim) + " : i32} : (" +
                             value.typeText() + ") -> " + reduced.typeText());
    operand.dims[dim] = -1;
  } else {
    SmallVector<unsigned> order;
    SmallVector<std::string> kept;
    SmallVector<bool> reduction(value.rank(), false);
    reduction[dim] = true;
    operand.dims.erase(operand.dims.begin() + dim);
    for (int i : operand.dims) {
      order.push_back(i);
      kept.push_back("d" + std::to_string(i));
    }
    reduced.shape.erase(reduced.shape.begin() + dim);
    reduced.dynamic.erase(reduced.dynamic.begin() + dim);
    std::string type = reduced.typeText();
    std::string init = writer.fill(writer.empty(reduced, value, order), type,
                                   value.type, sums ? 0 : -60000);
    Body body;
    std::string yielded = body.op(sums ? "arith.addf" : "arith.maximumf", "%a0",
                                  "%o", value.type);
    reduced.name = writer.generic(
        {{value.name, value.typeText(), identityMap(value.rank())}},
        {init, type, affineMap(value.rank(), kept)}, value.rank(), body.lines,
        yielded, reduction);
  }
  operand.name = reduced.name;
  operand.type = reduced.typeText();
  return operand;
}

static Tensor writeSoftmax(ModuleWriter &writer, const Step &step,
                           const Tensor &value, Rng &rng) {
  if (value.rank() == 0)
    return value;
  bool tosa = legalize(step.family, value.type) == Family::Tosa;
  unsigned dim = rng.chance(60) ? value.rank() - 1 : rng.below(value.rank());
  if (value.dynamic[dim] || (!tosa && value.rank() == 1))
    return value;
  ApplyPlan plan;
  plan.family = tosa ? Family::Tosa : Family::Generic;
  Tensor shifted = applyBinary(
      writer, value, BinaryOp::Sub,
      writeReduction(writer, tosa, /*sums=*/false, value, dim), plan, rng);
  Tensor power = shifted;
  if (tosa)
    power.name = writeTosa(writer, "exp", {{shifted.name, shifted.typeText()}},
                           shifted.typeText());
  else
    power = applyGeneric(writer, shifted, {}, {}, rng,
                         [&](Body &body, StringRef x, ArrayRef<std::string>) {
                           return body.op("math.exp", x, value.type);
                         });
  Tensor result = applyBinary(
      writer, power, BinaryOp::Div,
      writeReduction(writer, tosa, /*sums=*/true, power, dim), plan, rng);
  result.bound = 1;
  return result;
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

/// The value as a matrix: the first dim, and all others together.
static Tensor flatten(ModuleWriter &writer, const Tensor &value, bool tosa) {
  if (value.rank() == 2)
    return value;
  Tensor matrix;
  matrix.type = value.type;
  matrix.coarsest = value.coarsest;
  matrix.bound = value.bound;
  matrix.shape = {value.shape[0], getNumElements(value.shape) / value.shape[0]};
  matrix.dynamic = {value.dynamic[0], false};
  std::string from = value.typeText(), to = matrix.typeText();
  if (tosa) {
    Operand shape = writer.tosaShape(
        {value.dynamic[0] ? -1 : matrix.shape[0], matrix.shape[1]});
    matrix.name = writeTosa(writer, "reshape", {{value.name, from}, shape}, to);
    return matrix;
  }
  SmallVector<std::string> rest;
  for (unsigned i = 1; i < value.rank(); ++i)
    rest.push_back(std::to_string(i));
  matrix.name =
      writer.op("tensor.collapse_shape " + value.name + " [[0], [" +
                llvm::join(rest, ", ") + "]] : " + from + " into " + to);
  return matrix;
}

/// A fully connected layer.
static Tensor writeDense(ModuleWriter &writer, const Step &step,
                         const Tensor &value, Rng &rng) {
  if (value.rank() < 2 || getNumElements(value.shape) == 0)
    return value;
  for (unsigned i = 1; i < value.rank(); ++i)
    if (value.dynamic[i])
      return value;
  bool tosa = legalize(step.family, value.type) == Family::Tosa;
  Tensor matrix = flatten(writer, value, tosa && rng.chance(70));
  int64_t inner = matrix.shape[1], outer = rng.between(1, 6);
  std::vector<double> weights, shifts;
  for (int64_t i = 0; i < inner * outer; ++i)
    weights.push_back(rng.uniform(-1, 1) / 2);
  for (int64_t i = 0; i < outer; ++i)
    shifts.push_back(rng.uniform(-1, 1));
  bool transposed = rng.chance(40);
  Shape filterShape = transposed ? Shape{outer, inner} : Shape{inner, outer};
  std::string filter = writer.plainConstant(filterShape, value.type, weights,
                                            ConstantForm::Dense, tosa);
  std::string filterType = tensorType(filterShape, value.type);
  if (transposed) {
    std::string type = tensorType({inner, outer}, value.type);
    std::string init = writer.emptyStatic({inner, outer}, value.type);
    filter =
        writer.op("linalg.transpose ins(" + filter + " : " + filterType +
                  ") outs(" + init + " : " + type + ") permutation = [1, 0]");
    filterType = type;
  }
  Tensor result = matrix;
  result.shape[1] = outer;
  result.bound = matrix.bound * double(inner) / 2 + 1;
  result.channelDims = {1};
  result.countChannels();
  std::string type = result.typeText();
  std::string init =
      writer.fill(writer.empty(result, matrix), type, value.type, 0.0);
  result.name = writer.op("linalg.matmul ins(" + matrix.name + ", " + filter +
                          " : " + matrix.typeText() + ", " + filterType +
                          ") outs(" + init + " : " + type + ") -> " + type);
  bool keepsOne = tosa;
  Shape biasShape = keepsOne ? Shape{1, outer} : Shape{outer};
  ChannelOperand bias;
  bias.name = writer.plainConstant(biasShape, value.type, shifts,
                                   ConstantForm::Dense, tosa);
  bias.type = tensorType(biasShape, value.type);
  bias.dims = {1};
  if (keepsOne)
    bias.dims = {-1, 1};
  bias.kind = value.type;
  ApplyPlan plan;
  plan.family = tosa ? Family::Tosa : Family::Generic;
  plan.swapped = rng.chance(30);
  return applyBinary(writer, result, BinaryOp::Add, bias, plan, rng);
}

//===----------------------------------------------------------------------===//
// Several uses
//===----------------------------------------------------------------------===//

/// Two functions of the value, added or side by side.
static Tensor writeBranches(ModuleWriter &writer, const Step &step,
                            const Tensor &value, Rng &rng) {
  using A = Activation;
  auto draw = [&] {
    return rng.pick({A::Relu, A::Relu6, A::Sigmoid, A::Silu, A::LeakyRelu});
  };
  Tensor first = writeActivation(writer, draw(), step.family, value, rng);
  Tensor second = writeActivation(writer, draw(), step.family, value, rng);
  if (rng.chance(30))
    writer.addResult(first);
  if (value.rank() > 0 && value.isStatic() && rng.chance(40)) {
    unsigned dim = rng.below(value.rank());
    return writeConcat(writer, step.family, {first, second}, dim);
  }
  ApplyPlan plan{legalize(step.family, value.type), OutsForm::Empty,
                 step.swapped, /*mayTranspose=*/false};
  return applyBinary(writer, first,
                     rng.chance(70) ? BinaryOp::Add : BinaryOp::Mul,
                     makeFullOperand(second), plan, rng);
}

Tensor mlir::ascend::difftest::writeBackendStep(ModuleWriter &writer,
                                                const Step &step,
                                                const Tensor &value,
                                                ArrayRef<Tensor> earlier) {
  Rng rng(step.seed);
  switch (step.kind) {
  case StepKind::Window:
    return writeWindowStep(writer, step, value);
  case StepKind::ActivationChain:
    return writeActivationChain(writer, step, value, earlier, rng);
  case StepKind::Softmax:
    return writeSoftmax(writer, step, value, rng);
  case StepKind::Dense:
    return writeDense(writer, step, value, rng);
  case StepKind::Branches:
    return writeBranches(writer, step, value, rng);
  case StepKind::ReturnTwice:
    writer.addResult(value);
    if (rng.chance(70))
      writer.addResult(value);
    return value;
  default:
    return value;
  }
}
