//===- TosaProducers.cpp - Producers of the tosa dialect ------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Producers.h"

using namespace mlir::ascend::difftest;
using llvm::StringRef;

Tensor mlir::ascend::difftest::getTosaOutput(const SizedProducer &producer,
                                             ElementType type) {
  StringRef name = producer.layout->name;
  Tensor output;
  output.type = output.coarsest = type;
  for (char letter : producer.output) {
    int64_t size = producer.outputSize(letter);
    if (letter == 'f' && name == "tosa.depthwise_conv2d")
      size = producer.sizes.inChannels * producer.sizes.multiplier;
    if (Layout::isSpatial(letter) && name == "tosa.transpose_conv2d") {
      unsigned i = SizedProducer::spatialIndex(letter);
      size = (producer.sizes.size[i] - 1) * producer.sizes.stride[i] +
             producer.sizes.kernel[i];
    }
    output.shape.push_back(size);
    output.dynamic.push_back(producer.isDynamic(letter));
  }
  for (auto [i, letter] : llvm::enumerate(producer.output))
    if (letter == 'f')
      output.channelDims.push_back(i);
  output.countChannels();
  return output;
}

/// Pads of the spatial dims, low and high in turn.
static Shape getPads(const SizedProducer &producer) {
  Shape pads;
  for (char letter : producer.input) {
    if (!Layout::isSpatial(letter))
      continue;
    unsigned i = SizedProducer::spatialIndex(letter);
    pads.append({producer.sizes.padLow[i], producer.sizes.padHigh[i]});
  }
  return pads;
}

static Shape getSpatial(const SizedProducer &producer,
                        const std::array<int64_t, 3> &values) {
  Shape result;
  for (char letter : producer.input)
    if (Layout::isSpatial(letter))
      result.push_back(values[SizedProducer::spatialIndex(letter)]);
  return result;
}

static Operand writeBias(ModuleWriter &writer, const SizedProducer &producer,
                         const Tensor &output, Rng &rng) {
  int64_t channels = output.shape.back();
  bool isOne = producer.sizes.bias == BiasForm::Splat ||
               (producer.sizes.bias == BiasForm::Zero && rng.chance(30));
  int64_t count = isOne ? 1 : channels;
  std::string type = tensorType({count}, output.type);
  std::vector<double> values(count, 0.0);
  switch (producer.sizes.bias) {
  case BiasForm::Zero:
  case BiasForm::AddAfter:
    return {writer.splat({count}, output.type, 0.0, /*tosa=*/true), type};
  case BiasForm::Argument:
    return {writer.argument({count}, output.type).name, type};
  default:
    for (double &value : values)
      value = rng.uniform(-1, 1);
    ConstantForm form =
        rng.pick({ConstantForm::Dense, ConstantForm::Dense,
                  ConstantForm::Resource, ConstantForm::Casted});
    return {
        writer.constant({count}, output.type, values, form, /*tosa=*/true, rng),
        type};
  }
}

/// The type in which the op adds up.
static StringRef getAccumulator(ElementType type, Rng &rng) {
  return type == ElementType::F16 && rng.chance(50) ? "f16" : "f32";
}

std::string
mlir::ascend::difftest::getTosaAttributes(const SizedProducer &producer,
                                          StringRef accumulator) {
  StringRef name = producer.layout->name;
  if (name == "tosa.matmul")
    return "";
  std::string stride = join(getSpatial(producer, producer.sizes.stride));
  std::string text = " {acc_type = " + accumulator.str();
  if (name == "tosa.transpose_conv2d")
    return text +
           ", out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: " + stride +
           ">}";
  return text + ", dilation = array<i64: " +
         join(getSpatial(producer, producer.sizes.dilation)) +
         ">, pad = array<i64: " + join(getPads(producer)) +
         ">, stride = array<i64: " + stride + ">}";
}

Tensor mlir::ascend::difftest::writeTosaProducer(
    ModuleWriter &writer, const SizedProducer &producer, const Tensor &input,
    const Tensor &filter, ProducerContext &context, Rng &rng) {
  StringRef name = producer.layout->name;
  bool isMatmul = name == "tosa.matmul";
  Tensor output = getTosaOutput(producer, input.type);
  output.bound = getProductBound(producer, input, filter) + 1;
  // A matmul in a 16-bit type may deliver f32, and in bf16 has to.
  if (isMatmul && (input.type == ElementType::BF16 ||
                   (input.type == ElementType::F16 && rng.chance(50))))
    output.type = ElementType::F32;
  std::string zero = writer.splat({1}, input.type, 0.0, /*tosa=*/true);
  Operand point{zero, tensorType({1}, input.type)};
  bool filterFirst = producer.layout->filterFirst;
  const Tensor &first = filterFirst ? filter : input;
  const Tensor &second = filterFirst ? input : filter;
  std::string operands = first.name + ", " + second.name + ", ";
  std::string types = first.typeText() + ", " + second.typeText() + ", ";
  if (!isMatmul) {
    Operand bias =
        shareBias(producer, context, writeBias(writer, producer, output, rng));
    operands += bias.name + ", ";
    types += bias.type + ", ";
  }
  output.name = writer.op(
      name + " " + operands + point.name + ", " + point.name +
      getTosaAttributes(producer, getAccumulator(input.type, rng)) + " : (" +
      types + point.type + ", " + point.type + ") -> " + output.typeText());
  if (producer.sizes.bias != BiasForm::AddAfter)
    return output;
  OperandPlan plan;
  plan.kind = output.type;
  plan.family = Family::Tosa;
  ChannelOperand operand = writeOperand(writer, output, plan, Role::Shift, rng);
  ApplyPlan apply;
  apply.family = Family::Tosa;
  return applyBinary(writer, output, BinaryOp::Add, operand, apply, rng);
}
