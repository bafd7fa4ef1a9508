//===- LinalgProducers.cpp - Producers of the linalg dialect --------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Producers.h"
#include "Steps.h"

#include "llvm/ADT/StringExtras.h"

#include <cctype>

using namespace mlir::ascend::difftest;
using llvm::SmallVector;

//===----------------------------------------------------------------------===//
// Padding and output
//===----------------------------------------------------------------------===//

Tensor mlir::ascend::difftest::writePadding(ModuleWriter &writer,
                                            const SizedProducer &producer,
                                            const Tensor &input,
                                            double number) {
  Shape low, high;
  for (char letter : producer.input) {
    bool isSpatial = Layout::isSpatial(letter);
    unsigned dim = SizedProducer::spatialIndex(letter);
    low.push_back(isSpatial ? producer.sizes.padLow[dim] : 0);
    high.push_back(isSpatial ? producer.sizes.padHigh[dim] : 0);
  }
  return writeBorder(writer, Family::Named, input, low, high, number);
}

/// Size of a dynamic output dim, computed from the padded input.
static std::string writeOutputSize(ModuleWriter &writer,
                                   const SizedProducer &producer, char letter,
                                   const Tensor &padded) {
  size_t position = producer.input.find(letter);
  std::string size = writer.dim(padded, position);
  if (!Layout::isSpatial(letter))
    return size;
  unsigned i = SizedProducer::spatialIndex(letter);
  int64_t span = (producer.sizes.kernel[i] - 1) * producer.sizes.dilation[i];
  std::string last = writer.op("arith.subi " + size + ", " +
                               writer.index(span + 1) + " : index");
  std::string steps =
      writer.op("arith.divsi " + last + ", " +
                writer.index(producer.sizes.stride[i]) + " : index");
  return writer.op("arith.addi " + steps + ", " + writer.index(1) + " : index");
}

/// Its channels are what filter and output share.
Tensor mlir::ascend::difftest::getLinalgOutput(const SizedProducer &producer,
                                               ElementType type) {
  Tensor output;
  output.type = output.coarsest = type;
  for (auto [i, letter] : llvm::enumerate(producer.output)) {
    output.shape.push_back(producer.outputSize(letter));
    output.dynamic.push_back(producer.isDynamic(letter));
    if (producer.layout->isChannel(letter))
      output.channelDims.push_back(i);
  }
  output.countChannels();
  return output;
}

static std::string writeEmptyOutput(ModuleWriter &writer,
                                    const SizedProducer &producer,
                                    const Tensor &output,
                                    const Tensor &padded) {
  if (output.isStatic())
    return writer.empty(output);
  SmallVector<std::string> sizes;
  for (auto [i, letter] : llvm::enumerate(producer.output))
    if (output.dynamic[i])
      sizes.push_back(writeOutputSize(writer, producer, letter, padded));
  return writer.op("tensor.empty(" + llvm::join(sizes, ", ") +
                   ") : " + output.typeText());
}

//===----------------------------------------------------------------------===//
// Initial value
//===----------------------------------------------------------------------===//

static std::string writeSplatInit(ModuleWriter &writer, const Tensor &output,
                                  const std::string &empty, double value) {
  return writer.fill(empty, output.typeText(), output.type, value);
}

/// A per-channel constant, broadcast by a linalg op.
static std::string writeBroadcastInit(ModuleWriter &writer,
                                      const Tensor &output,
                                      const std::string &empty, bool named,
                                      Rng &rng) {
  OperandPlan plan;
  plan.kind = output.type;
  plan.constant = rng.pick({ConstantForm::Dense, ConstantForm::Splat,
                            ConstantForm::Resource, ConstantForm::Hex});
  Tensor bias =
      writeSource(writer, output, output.channelDims, plan, Role::Shift, rng);
  std::string type = output.typeText();
  Shape added;
  SmallVector<std::string> kept;
  for (unsigned i = 0; i < output.rank(); ++i) {
    if (output.isChannel(i))
      kept.push_back("d" + std::to_string(i));
    else
      added.push_back(i);
  }
  if (named)
    return writer.op("linalg.broadcast ins(" + bias.name + " : " +
                     bias.typeText() + ") outs(" + empty + " : " + type +
                     ") dimensions = [" + join(added) + "]");
  return writer.generic(
      {{bias.name, bias.typeText(), affineMap(output.rank(), kept)}},
      {empty, type, identityMap(output.rank())}, output.rank(), {}, "%a0");
}

/// The first two dims are one at first.
static std::string writeExpandedInit(ModuleWriter &writer, const Tensor &output,
                                     const std::string &empty, Rng &rng) {
  if (!output.isStatic() || output.rank() < 2)
    return writeSplatInit(writer, output, empty, 0.25);
  Shape shape(output.shape.begin() + 1, output.shape.end());
  shape.front() *= output.shape.front();
  std::string type = tensorType(shape, output.type);
  std::string groups = "[0, 1]";
  for (unsigned i = 2; i < output.rank(); ++i)
    groups += ", [" + std::to_string(i) + "]";
  std::string source = writer.fill(writer.emptyStatic(shape, output.type), type,
                                   output.type, rng.pick({0.0, 0.25}));
  return writer.op("tensor.expand_shape " + source + " [" + groups +
                   "] output_shape [" + join(output.shape) + "] : " + type +
                   " into " + output.typeText());
}

static std::string writeInit(ModuleWriter &writer, BiasForm form,
                             const Tensor &output, const std::string &empty,
                             const ProducerContext &context, Rng &rng) {
  OperandPlan plan;
  plan.kind = output.type;
  // Dynamic sizes have no full constants.
  if (!output.isStatic() &&
      (form == BiasForm::PerChannel || form == BiasForm::Varying))
    form = BiasForm::Broadcast;
  switch (form) {
  case BiasForm::Zero:
  case BiasForm::AddAfter:
    if (output.isStatic() && rng.chance(15))
      return writer.splat(output.shape, output.type, 0.0, /*tosa=*/false);
    return writeSplatInit(writer, output, empty, 0.0);
  case BiasForm::Splat:
    return writeSplatInit(writer, output, empty, 0.625);
  case BiasForm::Broadcast:
  case BiasForm::GenericBroadcast:
    return writeBroadcastInit(writer, output, empty,
                              form == BiasForm::Broadcast, rng);
  case BiasForm::PerChannel:
  case BiasForm::Varying:
    plan.form =
        form == BiasForm::Varying ? OperandForm::Varying : OperandForm::Full;
    return writeOperand(writer, output, plan, Role::Shift, rng).name;
  case BiasForm::Argument:
    return writer.argument(output.shape, output.type, output.dynamic).name;
  case BiasForm::Expanded:
    return writeExpandedInit(writer, output, empty, rng);
  case BiasForm::Previous:
    if (context.previous && context.previous->typeText() == output.typeText() &&
        context.previous->shape == output.shape)
      return context.previous->name;
    return writeSplatInit(writer, output, empty, 0.0);
  }
  llvm_unreachable("unknown bias form");
}

//===----------------------------------------------------------------------===//
// The op itself
//===----------------------------------------------------------------------===//

/// Loops of the op: one per letter, and for spatial letters one over the
/// output (capital) and one over the kernel.
static std::string getLoops(const SizedProducer &producer, bool shuffled,
                            Rng &rng) {
  std::string loops;
  for (char letter : producer.output)
    loops.push_back(Layout::isSpatial(letter) ? char(std::toupper(letter))
                                              : letter);
  for (char letter : producer.filter)
    if (Layout::isSpatial(letter) || loops.find(letter) == std::string::npos)
      loops.push_back(letter);
  if (shuffled)
    rng.shuffle(loops);
  return loops;
}

static SmallVector<std::string> getMaps(const SizedProducer &producer,
                                        const std::string &loops) {
  auto loop = [&](char letter) {
    return "d" + std::to_string(loops.find(letter));
  };
  auto scaled = [](const std::string &dim, int64_t factor) {
    return factor == 1 ? dim : dim + " * " + std::to_string(factor);
  };
  SmallVector<std::string> input, filter, output;
  for (char letter : producer.input) {
    if (!Layout::isSpatial(letter)) {
      input.push_back(loop(letter));
      continue;
    }
    unsigned i = SizedProducer::spatialIndex(letter);
    input.push_back(
        scaled(loop(char(std::toupper(letter))), producer.sizes.stride[i]) +
        " + " + scaled(loop(letter), producer.sizes.dilation[i]));
  }
  for (char letter : producer.filter)
    filter.push_back(loop(letter));
  for (char letter : producer.output)
    output.push_back(
        loop(Layout::isSpatial(letter) ? char(std::toupper(letter)) : letter));
  return {affineMap(loops.size(), input), affineMap(loops.size(), filter),
          affineMap(loops.size(), output)};
}

/// Adds to `%o` what belongs to the input element `a` and filter element `b`.
static std::string writeBody(Body &body, ProducerBody kind, std::string a,
                             std::string b, ElementType type, Rng &rng) {
  if (kind == ProducerBody::Difference) {
    std::string difference = body.op("arith.subf", a, b, type);
    return body.op("arith.addf", "%o", difference, type);
  }
  if (kind == ProducerBody::SquaredFilter)
    b = body.op("arith.mulf", b, b, type);
  if (kind == ProducerBody::ShiftedFilter) {
    std::string one = body.op("arith.constant 1.0 : " + toString(type));
    b = body.op("arith.addf", b, one, type);
  }
  if (rng.chance(20))
    std::swap(a, b);
  bool half = getBitWidth(type) == 16;
  if (kind == ProducerBody::MulAdd && !half && rng.chance(20))
    return body.op("math.fma " + a + ", " + b + ", %o : " + toString(type));
  std::string product = body.op("arith.mulf", a, b, type);
  if (kind == ProducerBody::Overwrite)
    return body.op("arith.addf", b, product, type);
  if (kind == ProducerBody::MulSub)
    return body.op("arith.subf", "%o", product, type);
  if (kind == ProducerBody::Maximum)
    return body.op("arith.maximumf", "%o", product, type);
  return rng.chance(70) ? body.op("arith.addf", "%o", product, type)
                        : body.op("arith.addf", product, "%o", type);
}

ProducerLoops::ProducerLoops(const SizedProducer &producer, bool shuffled,
                             Rng &rng)
    : loops(getLoops(producer, shuffled, rng)), maps(getMaps(producer, loops)) {
  for (char loop : loops)
    reduction.push_back(Layout::isSpatial(loop) ||
                        (!std::isupper(loop) &&
                         producer.output.find(loop) == std::string::npos));
}

static std::string writeGenericOp(ModuleWriter &writer,
                                  const SizedProducer &producer,
                                  const Tensor &input, const Tensor &filter,
                                  const std::string &init, const Tensor &output,
                                  Rng &rng) {
  ProducerLoops loops(producer, rng.chance(40), rng);
  bool filterFirst = rng.chance(25);
  SmallVector<GenericOperand> ins = {
      {input.name, input.typeText(), loops.maps[0]},
      {filter.name, filter.typeText(), loops.maps[1]}};
  if (filterFirst)
    std::swap(ins[0], ins[1]);
  Body body;
  std::string a = body.convert("%a0", input.type, output.type);
  std::string b = body.convert("%a1", input.type, output.type);
  if (filterFirst)
    std::swap(a, b);
  std::string sum =
      writeBody(body, producer.sizes.body, a, b, output.type, rng);
  return writer.generic(ins, {init, output.typeText(), loops.maps[2]},
                        loops.loops.size(), body.lines, sum, loops.reduction);
}

std::string
mlir::ascend::difftest::getLinalgAttributes(const SizedProducer &producer,
                                            bool needsMaps, Rng &rng) {
  if (needsMaps) {
    // The order of operands is that of the op.
    SmallVector<std::string> maps =
        ProducerLoops(producer, /*shuffled=*/false, rng).maps;
    if (producer.layout->filterFirst)
      std::swap(maps[0], maps[1]);
    return " indexing_maps = [" + llvm::join(maps, ", ") + "]";
  }
  if (!producer.layout->strided)
    return "";
  Shape strides, dilations;
  for (char letter : producer.layout->input) {
    if (!Layout::isSpatial(letter))
      continue;
    unsigned i = SizedProducer::spatialIndex(letter);
    strides.push_back(producer.sizes.stride[i]);
    dilations.push_back(producer.sizes.dilation[i]);
  }
  std::string type = (rng.chance(50) ? "tensor<" : "vector<") +
                     std::to_string(strides.size()) + "xi64>";
  return " {dilations = dense<[" + join(dilations) + "]> : " + type +
         ", strides = dense<[" + join(strides) + "]> : " + type + "}";
}

Tensor mlir::ascend::difftest::writeLinalgProducer(
    ModuleWriter &writer, const SizedProducer &producer, const Tensor &input,
    const Tensor &filter, ProducerContext &context, Rng &rng) {
  const Layout &layout = *producer.layout;
  Tensor padded = writePadding(writer, producer, input, 0.0);
  Tensor output = getLinalgOutput(producer, writer.recipe.accumulator);
  output.coarsest = getCoarser(input.type, output.type);
  std::string empty = writeEmptyOutput(writer, producer, output, padded);
  BiasForm bias = producer.sizes.bias;
  std::string init = writeInit(writer, bias, output, empty, context, rng);
  init = shareBias(producer, context, {init, output.typeText()}).name;
  output.bound = getProductBound(producer, input, filter) + 1;
  if (bias == BiasForm::Previous && context.previous) {
    output.bound += context.previous->bound;
    output.coarsest = getCoarser(output.coarsest, context.previous->coarsest);
  }
  if (producer.sizes.generic) {
    output.name =
        writeGenericOp(writer, producer, padded, filter, init, output, rng);
  } else {
    bool needsMaps = layout.name == "linalg.contract" ||
                     producer.input != layout.input ||
                     producer.filter != layout.filter;
    SmallVector<Operand> operands = {{padded.name, padded.typeText()},
                                     {filter.name, filter.typeText()}};
    if (layout.filterFirst)
      std::swap(operands[0], operands[1]);
    output.name = writer.op(
        layout.name + getLinalgAttributes(producer, needsMaps, rng) + " ins(" +
        operands[0].name + ", " + operands[1].name + " : " + operands[0].type +
        ", " + operands[1].type + ") outs(" + init + " : " + output.typeText() +
        ") -> " + output.typeText());
  }
  if (bias != BiasForm::AddAfter)
    return output;
  OperandPlan plan;
  plan.kind = output.type;
  plan.form = rng.pick({OperandForm::PerChannel, OperandForm::KeepOnes});
  ChannelOperand operand = writeOperand(writer, output, plan, Role::Shift, rng);
  return applyBinary(writer, output, BinaryOp::Add, operand, {}, rng);
}
