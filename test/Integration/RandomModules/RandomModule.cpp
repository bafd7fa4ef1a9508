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

#include <optional>

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

/// One value of the two, or nothing if they do not fit together.
static std::optional<Tensor> writeJoin(ModuleWriter &writer, const Tensor &a,
                                       const Tensor &b) {
  Rng rng(writer.recipe.joinSeed);
  switch (writer.recipe.join) {
  case Join::None:
    return std::nullopt;
  case Join::Add:
    if (!haveSameType(a, b))
      return std::nullopt;
    return writeSum(writer, a, b);
  case Join::Concat: {
    unsigned dim = a.channelDims.empty() ? 0 : a.channelDims.back();
    if (a.rank() > 0 && rng.chance(20))
      dim = rng.below(a.rank());
    if (!canConcat(a, b, dim))
      return std::nullopt;
    Family family =
        rng.pick({Family::Tosa, Family::Tosa, Family::Named, Family::Generic});
    return writeConcat(writer, family, a, b, dim);
  }
  }
  llvm_unreachable("unknown join");
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
  if (values.size() == 2)
    if (std::optional<Tensor> joined = writeJoin(writer, values[0], values[1]))
      values = {*joined};
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
