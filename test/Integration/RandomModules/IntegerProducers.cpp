//===- IntegerProducers.cpp - Convolutions of integers --------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Producers.h"
#include "Steps.h"

#include "llvm/ADT/Sequence.h"

#include <cmath>

using namespace mlir::ascend::difftest;
using llvm::SmallVector;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// To and from integers
//===----------------------------------------------------------------------===//

/// A number that a tosa op can combine with the value.
static ChannelOperand makeTosaNumber(ModuleWriter &writer, const Tensor &value,
                                     double number) {
  ChannelOperand operand;
  Shape ones(value.rank(), 1);
  operand.name = writer.splat(ones, value.type, number, /*tosa=*/true);
  operand.type = tensorType(ones, value.type);
  operand.dims.assign(value.rank(), -1);
  operand.kind = value.type;
  operand.bound = std::abs(number);
  return operand;
}

Tensor mlir::ascend::difftest::writeQuantize(ModuleWriter &writer,
                                             Family family, const Tensor &value,
                                             Rng &rng) {
  Tensor result = value;
  result.type = ElementType::I8;
  result.bound = 128;
  // Most values are much smaller than what they may be.
  double factor = 127 / std::min(value.bound, rng.uniform(1, 4));
  double zero = rng.chance(50) ? 0 : double(rng.between(-20, 20));
  std::string to = result.typeText();
  if (legalize(family, value.type) == Family::Tosa &&
      value.type == ElementType::F32) {
    ApplyPlan plan;
    plan.family = Family::Tosa;
    Tensor scaled =
        applyBinary(writer, value, BinaryOp::Mul,
                    makeTosaNumber(writer, value, factor), plan, rng);
    if (zero != 0)
      scaled = applyBinary(writer, scaled, BinaryOp::Add,
                           makeTosaNumber(writer, value, zero), plan, rng);
    result.name =
        writeTosa(writer, "cast", {{scaled.name, scaled.typeText()}}, to);
    return result;
  }
  Body body;
  auto number = [&](double numeral) {
    return writer.scalar(value.type, numeral);
  };
  std::string x =
      rng.chance(50)
          ? body.op("arith.mulf", "%a0", number(factor), value.type)
          : body.op("arith.divf", "%a0", number(1 / factor), value.type);
  x = body.op("math.roundeven", x, value.type);
  if (zero != 0)
    x = body.op("arith.addf", x, number(zero), value.type);
  x = body.op("arith.maximumf", x, number(-128), value.type);
  x = body.op("arith.minimumf", x, number(127), value.type);
  x = body.op("arith.fptosi " + x + " : " + toString(value.type) + " to i8");
  std::string map = identityMap(value.rank());
  result.name = writer.generic({{value.name, value.typeText(), map}},
                               {writer.empty(result, value), to, map},
                               value.rank(), body.lines, x);
  return result;
}

/// A number per tensor or per channel that brings sums of products near one.
static ChannelOperand writeScale(ModuleWriter &writer, const Tensor &number,
                                 int64_t reductionSize, const OperandPlan &plan,
                                 Rng &rng) {
  double scale = 3 / (127 * 127 * std::sqrt(double(reductionSize)));
  Tensor source;
  source.type = source.coarsest = number.type;
  SmallVector<unsigned> dims;
  if (rng.chance(60))
    dims = number.channelDims;
  for (unsigned dim : dims)
    source.shape.push_back(number.shape[dim]);
  source.dynamic.assign(source.rank(), false);
  source.countChannels();
  std::vector<double> scales(getNumElements(source.shape));
  for (double &element : scales)
    element = scale * rng.uniform(0.5, 1.5) * (rng.chance(15) ? -1 : 1);
  source.bound = scale * 1.5;
  source.name =
      writer.plainConstant(source.shape, number.type, scales,
                           ConstantForm::Dense, plan.family == Family::Tosa);
  return presentOperand(writer, number, plan, source, dims, rng);
}

/// Sums as floats, times a scale.
static Tensor writeDequantize(ModuleWriter &writer, const Tensor &sums,
                              int64_t reductionSize, bool tosa, Rng &rng) {
  Tensor number = sums;
  number.type = number.coarsest = writer.recipe.type;
  std::string from = sums.typeText(), to = number.typeText();
  OperandPlan plan;
  plan.family = tosa ? Family::Tosa : Family::Generic;
  plan.kind = number.type;
  ChannelOperand scale = writeScale(writer, number, reductionSize, plan, rng);
  std::string map = identityMap(number.rank());
  std::string conversion =
      "arith.sitofp %a0 : i32 to " + toString(number.type).str();
  GenericOperand integers{sums.name, from, map};
  Body body;
  if (!tosa && rng.chance(30)) {
    // One op for both.
    auto loops = llvm::to_vector(llvm::seq<unsigned>(0, number.rank()));
    std::string x =
        body.op("arith.mulf", body.op(conversion), "%a1", number.type);
    number.bound *= scale.bound;
    number.name = writer.generic(
        {integers, {scale.name, scale.type, scale.map(number.rank(), loops)}},
        {writer.empty(number), to, map}, number.rank(), body.lines, x);
    return number;
  }
  if (tosa) {
    number.name = writeTosa(writer, "cast", {{sums.name, from}}, to);
  } else if (rng.chance(50)) {
    std::string x = body.op(conversion);
    number.name = writer.generic({integers}, {writer.empty(number), to, map},
                                 number.rank(), body.lines, x);
  } else {
    number.name =
        writer.op("arith.sitofp " + sums.name + " : " + from + " to " + to);
  }
  ApplyPlan apply;
  apply.family = plan.family;
  apply.swapped = rng.chance(30);
  return applyBinary(writer, number, BinaryOp::Mul, scale, apply, rng);
}

//===----------------------------------------------------------------------===//
// The op
//===----------------------------------------------------------------------===//

static std::vector<double> drawIntegers(int64_t count, int64_t largest,
                                        Rng &rng) {
  std::vector<double> values(count);
  for (double &value : values)
    value = double(rng.between(-largest, largest));
  return values;
}

static Operand makeOperand(const Tensor &tensor) {
  return {tensor.name, tensor.typeText()};
}

static std::string writeTosaSums(ModuleWriter &writer,
                                 const SizedProducer &producer,
                                 const Tensor &input, const Tensor &filter,
                                 int64_t zeroPoint, const Tensor &output,
                                 Rng &rng) {
  bool isMatmul = producer.layout->name == "tosa.matmul";
  SmallVector<Operand> operands = {makeOperand(input), makeOperand(filter)};
  if (producer.layout->filterFirst)
    std::swap(operands[0], operands[1]);
  if (!isMatmul) {
    Shape shape = {output.shape.back()};
    operands.push_back(
        {writer.plainConstant(shape, ElementType::I32,
                              drawIntegers(shape[0], 10000, rng),
                              ConstantForm::Dense, /*tosa=*/true),
         tensorType(shape, ElementType::I32)});
  }
  std::string type = tensorType({1}, ElementType::I8);
  Operand inputZero{writer.splat({1}, ElementType::I8, double(zeroPoint), true),
                    type};
  Operand filterZero{writer.splat({1}, ElementType::I8, 0, true), type};
  if (isMatmul && producer.layout->filterFirst)
    std::swap(inputZero, filterZero);
  operands.append({inputZero, filterZero});
  std::string names, types;
  for (const Operand &operand : operands) {
    names += (names.empty() ? "" : ", ") + operand.name;
    types += (types.empty() ? "" : ", ") + operand.type;
  }
  return writer.op(producer.layout->name + " " + names +
                   getTosaAttributes(producer, "i32") + " : (" + types +
                   ") -> " + output.typeText());
}

/// Zero or a number per channel.
static std::string writeInit(ModuleWriter &writer, const Tensor &output,
                             Rng &rng) {
  std::string empty = writer.empty(output), type = output.typeText();
  if (rng.chance(50))
    return writer.fill(empty, type, output.type, 0);
  Shape shape, added;
  for (unsigned i = 0; i < output.rank(); ++i)
    if (output.isChannel(i))
      shape.push_back(output.shape[i]);
    else
      added.push_back(i);
  std::string bias = writer.plainConstant(
      shape, output.type, drawIntegers(getNumElements(shape), 10000, rng),
      ConstantForm::Dense, /*tosa=*/false);
  return writer.op("linalg.broadcast ins(" + bias + " : " +
                   tensorType(shape, output.type) + ") outs(" + empty + " : " +
                   type + ") dimensions = [" + join(added) + "]");
}

/// Whether the op comes with zero points.
static bool hasZeroPoints(StringRef name) {
  static constexpr StringRef names[] = {
      "conv_2d_nchw_fchw",          "conv_2d_nhwc_hwcf",
      "conv_2d_nhwc_fhwc",          "conv_2d_ngchw_gfchw",
      "conv_2d_nhwgc_gfhwc",        "conv_3d_ndhwc_dhwcf",
      "depthwise_conv_2d_nhwc_hwc", "depthwise_conv_2d_nhwc_hwcm"};
  return name.consume_front("linalg.") && llvm::is_contained(names, name);
}

static std::string writeGenericSums(ModuleWriter &writer,
                                    const SizedProducer &producer,
                                    const Tensor &input, const Tensor &filter,
                                    int64_t zeroPoint, const Tensor &output,
                                    const std::string &init, Rng &rng) {
  ProducerLoops loops(producer, /*shuffled=*/false, rng);
  Body body;
  std::string a = body.op("arith.extsi %a0 : i8 to i32");
  std::string b = body.op("arith.extsi %a1 : i8 to i32");
  if (zeroPoint != 0)
    a = body.op("arith.subi", a,
                writer.scalar(ElementType::I32, double(zeroPoint)),
                ElementType::I32);
  std::string product = body.op("arith.muli", a, b, ElementType::I32);
  std::string sum = body.op("arith.addi", "%o", product, ElementType::I32);
  return writer.generic({{input.name, input.typeText(), loops.maps[0]},
                         {filter.name, filter.typeText(), loops.maps[1]}},
                        {init, output.typeText(), loops.maps[2]},
                        loops.loops.size(), body.lines, sum, loops.reduction);
}

static std::string writeLinalgSums(ModuleWriter &writer,
                                   const SizedProducer &producer,
                                   const Tensor &unpadded, const Tensor &filter,
                                   int64_t zeroPoint, const Tensor &output,
                                   Rng &rng) {
  Tensor input = writePadding(writer, producer, unpadded, double(zeroPoint));
  std::string init = writeInit(writer, output, rng);
  bool withZeroPoints = hasZeroPoints(producer.layout->name);
  if (producer.sizes.generic || (zeroPoint != 0 && !withZeroPoints))
    return writeGenericSums(writer, producer, input, filter, zeroPoint, output,
                            init, rng);
  SmallVector<Operand> operands = {makeOperand(input), makeOperand(filter)};
  if (producer.layout->filterFirst)
    std::swap(operands[0], operands[1]);
  std::string name = producer.layout->name.str();
  bool needsMaps = name == "linalg.contract" ||
                   producer.input != producer.layout->input ||
                   producer.filter != producer.layout->filter;
  std::string attributes = getLinalgAttributes(producer, needsMaps, rng);
  if (withZeroPoints && (zeroPoint != 0 || rng.chance(30))) {
    name += "_q";
    for (int64_t point : {zeroPoint, int64_t(0)})
      operands.push_back(
          {writer.scalar(ElementType::I32, double(point)), "i32"});
  }
  std::string names, types, type = output.typeText();
  for (const Operand &operand : operands) {
    names += (names.empty() ? "" : ", ") + operand.name;
    types += (types.empty() ? "" : ", ") + operand.type;
  }
  return writer.op(name + attributes + " ins(" + names + " : " + types +
                   ") outs(" + init + " : " + type + ") -> " + type);
}

Tensor
mlir::ascend::difftest::writeIntegerProducer(ModuleWriter &writer,
                                             const SizedProducer &producer,
                                             const Tensor &input, Rng &rng) {
  bool tosa = producer.layout->isTosa();
  Family family = tosa ? Family::Tosa : Family::Generic;
  Tensor integers =
      isInteger(input.type) ? input : writeQuantize(writer, family, input, rng);
  int64_t zeroPoint = rng.chance(50) ? 0 : rng.between(-20, 20);
  Tensor filter;
  filter.type = ElementType::I8;
  for (char letter : producer.filter)
    filter.shape.push_back(producer.filterSize(letter));
  filter.dynamic.assign(filter.rank(), false);
  filter.name =
      writer.plainConstant(filter.shape, filter.type,
                           drawIntegers(getNumElements(filter.shape), 127, rng),
                           ConstantForm::Dense, tosa);
  Tensor output = tosa ? getTosaOutput(producer, ElementType::I32)
                       : getLinalgOutput(producer, ElementType::I32);
  output.bound = double(producer.getReductionSize()) * (128 + 20) * 127 + 10000;
  output.name = tosa ? writeTosaSums(writer, producer, integers, filter,
                                     zeroPoint, output, rng)
                     : writeLinalgSums(writer, producer, integers, filter,
                                       zeroPoint, output, rng);
  return writeDequantize(writer, output, producer.getReductionSize(), tosa,
                         rng);
}
