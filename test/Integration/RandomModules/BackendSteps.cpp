//===- BackendSteps.cpp - What stands between convolutions ----------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Steps.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace mlir::ascend::difftest;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

static ChannelOperand makeOperand(const Tensor &tensor) {
  ChannelOperand operand;
  operand.name = tensor.name;
  operand.type = tensor.typeText();
  for (unsigned i = 0; i < tensor.rank(); ++i)
    operand.dims.push_back(i);
  operand.kind = tensor.type;
  operand.bound = tensor.bound;
  return operand;
}

static ChannelOperand makeNumber(ModuleWriter &writer, Float type,
                                 double value) {
  ChannelOperand operand;
  operand.isNumber = true;
  operand.kind = type;
  operand.name = writer.scalar(type, value);
  operand.bound = std::abs(value);
  return operand;
}

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
                                       StringRef x, Float type, Rng &rng) {
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
    return apply(value, BinaryOp::Mul, makeOperand(unary("sigmoid")));
  case Activation::HardSwish:
  case Activation::HardSigmoid: {
    Tensor gate = apply(value, BinaryOp::Add, scalar(3));
    gate.name = writeTosaClamp(writer, gate, 0, 6);
    if (activation == Activation::HardSwish)
      gate = apply(value, BinaryOp::Mul, makeOperand(gate));
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
    result.name = apply(half, BinaryOp::Mul, makeOperand(sum)).name;
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
    result = applyBinary(writer, result, BinaryOp::Add, makeOperand(other),
                         plan, rng);
    result.coarsest = getCoarser(value.coarsest, other.coarsest);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

namespace {

/// One spatial dim of a pool.
struct Window {
  unsigned dim = 0;
  int64_t kernel = 2, stride = 1, low = 0, high = 0;
  int64_t getSize(int64_t size) const {
    return (size + low + high - kernel) / stride + 1;
  }
};

} // namespace

static Window drawWindow(unsigned dim, int64_t size, bool mayPad, Rng &rng) {
  Window window;
  window.dim = dim;
  window.kernel =
      rng.chance(15) ? size : rng.between(1, std::min<int64_t>(3, size));
  window.stride = rng.chance(60) ? 1 : 2;
  if (mayPad && window.kernel > 1) {
    window.low = rng.between(0, window.kernel - 1);
    window.high = rng.between(0, window.kernel - 1);
  }
  // tosa wants no rest.
  int64_t rest =
      (size + window.low + window.high - window.kernel) % window.stride;
  if (rest != 0 && window.high > 0)
    --window.high;
  else if (rest != 0)
    window.stride = 1;
  return window;
}

static std::string writeTosaPool(ModuleWriter &writer, bool averages,
                                 const Tensor &value, const Window (&w)[2],
                                 const std::string &to) {
  std::string element = toString(value.type).str();
  std::string attributes =
      "kernel = array<i64: " + join({w[0].kernel, w[1].kernel}) +
      ">, pad = array<i64: " +
      join({w[0].low, w[0].high, w[1].low, w[1].high}) +
      ">, stride = array<i64: " + join({w[0].stride, w[1].stride}) + ">";
  if (!averages)
    return writer.op("tosa.max_pool2d " + value.name + " {" + attributes +
                     "} : (" + value.typeText() + ") -> " + to);
  std::string zero = writer.splat({1}, value.type, 0.0, /*tosa=*/true);
  std::string point = tensorType({1}, value.type);
  return writer.op("tosa.avg_pool2d " + value.name + ", " + zero + ", " + zero +
                   " {acc_type = f32, " + attributes + "} : (" +
                   value.typeText() + ", " + point + ", " + point + ") -> " +
                   to);
}

/// The value with a border of one number.
static Tensor writeBorder(ModuleWriter &writer, const Tensor &value,
                          const Window (&windows)[2], double number) {
  Tensor padded = value;
  Shape low(value.rank(), 0), high(value.rank(), 0);
  for (const Window &window : windows) {
    low[window.dim] = window.low;
    high[window.dim] = window.high;
    padded.shape[window.dim] += window.low + window.high;
  }
  std::string fill = writer.scalar(value.type, number);
  std::string from = value.typeText(), to = padded.typeText();
  padded.name = writer.op("tensor.pad " + value.name + " low[" + join(low) +
                          "] high[" + join(high) + "] {");
  writer.line("^bb0(%p0: index, %p1: index, %p2: index, %p3: index):");
  writer.line("  tensor.yield " + fill + " : " + toString(value.type));
  writer.line("} : " + from + " to " + to);
  return padded;
}

static Tensor writeLinalgPool(ModuleWriter &writer, const Step &step,
                              bool averages, bool channelsFirst,
                              const Tensor &value, const Tensor &shape,
                              const Window (&w)[2], Rng &rng) {
  Tensor result = shape, input = value;
  double lowest = -60000;
  if (w[0].low + w[0].high + w[1].low + w[1].high != 0)
    input = writeBorder(writer, value, w, averages ? 0 : lowest);
  Shape kernel = {w[0].kernel, w[1].kernel};
  std::string window = writer.emptyStatic(kernel, value.type);
  std::string to = result.typeText();
  std::string init = writer.fill(writer.empty(result, input), to, value.type,
                                 averages ? 0 : lowest);
  result.name =
      writer.op("linalg.pooling_" + StringRef(channelsFirst ? "nchw" : "nhwc") +
                "_" + StringRef(averages ? "sum" : "max") +
                " {dilations = dense<1> : tensor<2xi64>, strides = dense<[" +
                join({w[0].stride, w[1].stride}) + "]> : tensor<2xi64>} ins(" +
                input.name + ", " + window + " : " + input.typeText() + ", " +
                tensorType(kernel, value.type) + ") outs(" + init + " : " + to +
                ") -> " + to);
  if (!averages)
    return result;
  double count = double(w[0].kernel * w[1].kernel);
  bool divides = rng.chance(50);
  result.bound = value.bound * count;
  ApplyPlan plan;
  return applyBinary(
      writer, result, divides ? BinaryOp::Div : BinaryOp::Mul,
      makeNumber(writer, value.type, divides ? count : 1 / count), plan, rng);
}

static Tensor writeWindow(ModuleWriter &writer, const Step &step,
                          const Tensor &value, Rng &rng) {
  if (value.rank() != 4)
    return value;
  bool tosa = legalize(step.family, value.type) == Family::Tosa;
  bool channelsFirst = !tosa && value.isChannel(1);
  unsigned first = channelsFirst ? 2 : 1;
  for (unsigned dim = 1; dim < 4; ++dim)
    if (value.dynamic[dim])
      return value;
  bool averages = rng.chance(50), mayPad = rng.chance(50);
  Window windows[2] = {
      drawWindow(first, value.shape[first], mayPad, rng),
      drawWindow(first + 1, value.shape[first + 1], mayPad, rng)};
  Tensor result = value;
  for (const Window &window : windows)
    result.shape[window.dim] = window.getSize(value.shape[window.dim]);
  result.channels.assign(getNumElements(result.shape), -1);
  result.countChannels();
  if (!tosa)
    return writeLinalgPool(writer, step, averages, channelsFirst, value, result,
                           windows, rng);
  result.name =
      writeTosaPool(writer, averages, value, windows, result.typeText());
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
  ChannelOperand operand = makeOperand(value);
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
    return writeConcat(writer, step.family, first, second, dim);
  }
  ApplyPlan plan{legalize(step.family, value.type), OutsForm::Empty,
                 step.swapped, /*mayTranspose=*/false};
  return applyBinary(writer, first,
                     rng.chance(70) ? BinaryOp::Add : BinaryOp::Mul,
                     makeOperand(second), plan, rng);
}

Tensor mlir::ascend::difftest::writeBackendStep(ModuleWriter &writer,
                                                const Step &step,
                                                const Tensor &value,
                                                ArrayRef<Tensor> earlier) {
  Rng rng(step.seed);
  switch (step.kind) {
  case StepKind::Window:
    return writeWindow(writer, step, value, rng);
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
