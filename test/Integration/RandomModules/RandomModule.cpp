//===- RandomModule.cpp - Text of a random module -------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomModule.h"

#include "Elementwise.h"
#include "Producers.h"
#include "Steps.h"

#include <algorithm>

using namespace mlir::ascend::difftest;
using llvm::ArrayRef;

static Tensor writeSteps(ModuleWriter &writer, Tensor value,
                         ArrayRef<Step> steps) {
  std::vector<Tensor> earlier;
  for (const Step &step : steps) {
    Tensor next = writeStep(writer, step, value, earlier);
    earlier.push_back(value);
    value = next;
    if (step.returned)
      writer.addResult(value);
  }
  return value;
}

/// A chain whose producer and first step stand in a branch of an scf.if that
/// is always taken, which nothing but the run can tell.
static Tensor writeNestedChain(ModuleWriter &writer, const Chain &chain,
                               ProducerContext &context) {
  Tensor value;
  ArrayRef<Step> steps = chain.steps;
  ProducerContext inner = context;
  std::string region = writer.captureRegion([&] {
    value = writeProducer(writer, chain.producer, inner);
    value = writeSteps(writer, value, steps.take_front(1));
  });
  context.usedPrevious = inner.usedPrevious;
  std::string type = value.typeText();
  if (value.isStatic()) {
    Tensor chooser = writer.argument({1}, Float::F32);
    std::string zero = writer.index(0);
    std::string element = writer.op("tensor.extract " + chooser.name + "[" +
                                    zero + "] : tensor<1xf32>");
    std::string holds = writer.op("arith.cmpf oge, " + element + ", " +
                                  writer.scalar(Float::F32, -2.0) + " : f32");
    std::string other = writer.emptyStatic(value.shape, value.type);
    region = "    " + writer.freshName() + " = scf.if " + holds + " -> (" +
             type + ") {\n" + region + "    scf.yield " + value.name + " : " +
             type + "\n    } else {\n    scf.yield " + other + " : " + type +
             "\n    }\n";
    value.name = region.substr(4, region.find(" = ") - 4);
  }
  writer.text(region);
  return writeSteps(writer, value,
                    steps.drop_front(std::min<size_t>(1, steps.size())));
}

static Tensor writeChain(ModuleWriter &writer, const Chain &chain,
                         ProducerContext &context) {
  if (chain.nested)
    return writeNestedChain(writer, chain, context);
  Tensor value = writeProducer(writer, chain.producer, context);
  if (!chain.fork.empty())
    writer.addResult(writeSteps(writer, value, chain.fork));
  return writeSteps(writer, value, chain.steps);
}

static bool haveSameType(const Tensor &a, const Tensor &b) {
  return a.shape == b.shape && a.dynamic == b.dynamic && a.type == b.type;
}

static Tensor writeSum(ModuleWriter &writer, const Tensor &a, const Tensor &b) {
  ChannelOperand operand;
  operand.name = b.name;
  operand.type = b.typeText();
  for (unsigned i = 0; i < b.rank(); ++i)
    operand.dims.push_back(i);
  operand.kind = b.type;
  operand.bound = b.bound;
  Rng rng(0);
  Tensor sum = applyBinary(writer, a, BinaryOp::Add, operand, {}, rng);
  sum.coarsest = getCoarser(a.coarsest, b.coarsest);
  return sum;
}

/// Both tensors side by side along the last channel dim.
static Tensor writeConcat(ModuleWriter &writer, const Tensor &a,
                          const Tensor &b) {
  unsigned dim = a.channelDims.empty() ? 0 : a.channelDims.back();
  Tensor whole = a;
  whole.shape[dim] += b.shape[dim];
  whole.bound = std::max(a.bound, b.bound);
  whole.coarsest = getCoarser(a.coarsest, b.coarsest);
  // Channels of the second count after those of the first.
  int offset = 1 + *std::max_element(a.channels.begin(), a.channels.end());
  Tensor parts = a;
  for (int channel : b.channels)
    parts.channels.push_back(channel < 0 ? -1 : channel + offset);
  whole.takeChannels(parts, [&](ArrayRef<int64_t> index) -> int64_t {
    Shape from(index.begin(), index.end());
    if (from[dim] < a.shape[dim])
      return getOffset(a.shape, from);
    from[dim] -= a.shape[dim];
    return a.channels.size() + getOffset(b.shape, from);
  });
  std::string type = whole.typeText();
  if (a.type != Float::F64 && a.shape.size() % 2 == 0) {
    whole.name = writer.op("tosa.concat " + a.name + ", " + b.name +
                           " {axis = " + std::to_string(dim) + " : i32} : (" +
                           a.typeText() + ", " + b.typeText() + ") -> " + type);
    return whole;
  }
  Shape offsets(a.rank(), 0), strides(a.rank(), 1);
  std::string name = writer.empty(whole);
  for (const Tensor *part : {&a, &b}) {
    name =
        writer.op("tensor.insert_slice " + part->name + " into " + name + "[" +
                  join(offsets) + "] [" + join(part->shape) + "] [" +
                  join(strides) + "] : " + part->typeText() + " into " + type);
    offsets[dim] += part->shape[dim];
  }
  whole.name = name;
  return whole;
}

RandomModule mlir::ascend::difftest::writeModule(const Recipe &recipe) {
  ModuleWriter writer(recipe);
  ProducerContext context;
  std::vector<Tensor> values;
  for (const Chain &chain : recipe.chains) {
    if (!values.empty())
      context.previous = values.back();
    Tensor value = writeChain(writer, chain, context);
    // A value that feeds the next producer is no result by itself.
    if (context.usedPrevious)
      values.pop_back();
    values.push_back(value);
  }
  if (recipe.join != Join::None && values.size() == 2 &&
      haveSameType(values[0], values[1]) &&
      (recipe.join == Join::Add ||
       (values[0].isStatic() && values[0].rank() > 0)))
    values = {recipe.join == Join::Add
                  ? writeSum(writer, values[0], values[1])
                  : writeConcat(writer, values[0], values[1])};
  values.back() = writeSteps(writer, values.back(), recipe.tail);
  for (const Tensor &value : values)
    writer.addResult(value);

  RandomModule module;
  module.text = writer.finish();
  for (const Argument &argument : writer.arguments)
    module.arguments.push_back(argument.tensor);
  module.results = writer.results;
  return module;
}
