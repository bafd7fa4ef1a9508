//===- RandomModule.cpp - Text of a random module -------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomModule.h"

#include "Joins.h"
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

namespace {

/// Writes the segments of a recipe, one after the other.
class GraphWriter {
public:
  explicit GraphWriter(ModuleWriter &writer) : writer(writer) {}

  void write();

private:
  Tensor writeSegment(const Segment &segment);
  Tensor writeNested(const Segment &segment);
  /// The value that comes into the segment, if any does.
  std::optional<Tensor> writeInput(const Segment &segment);
  /// What stands before the first step behind the producer.
  Tensor writeHead(const Segment &segment, const std::optional<Tensor> &input,
                   ProducerContext &context);

  ModuleWriter &writer;
  ProducerContext context;
  std::vector<Tensor> values;
  /// Whether a segment reads the value.
  std::vector<bool> isRead;
};

} // namespace

std::optional<Tensor> GraphWriter::writeInput(const Segment &segment) {
  if (segment.inputs.empty())
    return std::nullopt;
  std::vector<Tensor> inputs;
  inputs.reserve(segment.inputs.size());
  for (unsigned input : segment.inputs)
    inputs.push_back(values[input]);
  std::optional<Tensor> joined;
  if (inputs.size() > 1)
    joined = writeJoin(writer, segment.join, inputs, segment.joinSeed);
  // Values that do not fit together are left for others to read, but the first.
  size_t count = joined ? inputs.size() : 1;
  for (unsigned input : ArrayRef(segment.inputs).take_front(count))
    isRead[input] = true;
  return joined ? joined : inputs.front();
}

Tensor GraphWriter::writeHead(const Segment &segment,
                              const std::optional<Tensor> &input,
                              ProducerContext &producerContext) {
  auto writeBefore = [&](const Tensor &value) {
    return writeSteps(writer, value, segment.before);
  };
  if (segment.convolves)
    return writeProducer(writer, segment.producer, input, writeBefore,
                         producerContext);
  return writeBefore(input ? *input
                           : writeProducerInput(writer, segment.producer));
}

/// A segment whose producer and first step stand in a branch of an scf.if that
/// is always taken, which nothing but the run can tell.
Tensor GraphWriter::writeNested(const Segment &segment) {
  std::optional<Tensor> input = writeInput(segment);
  Tensor value;
  ArrayRef<Step> steps = segment.steps;
  // What is defined in the region is out of reach outside.
  ProducerContext inner = context;
  std::string region = writer.captureRegion([&] {
    value = writeHead(segment, input, inner);
    value = writeSteps(writer, value, steps.take_front(1));
  });
  std::string type = value.typeText();
  if (value.isStatic()) {
    Tensor chooser = writer.argument({1}, ElementType::F32);
    std::string zero = writer.index(0);
    std::string element = writer.op("tensor.extract " + chooser.name + "[" +
                                    zero + "] : tensor<1xf32>");
    std::string holds =
        writer.op("arith.cmpf oge, " + element + ", " +
                  writer.scalar(ElementType::F32, -2.0) + " : f32");
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

Tensor GraphWriter::writeSegment(const Segment &segment) {
  if (segment.nested)
    return writeNested(segment);
  std::optional<Tensor> input = writeInput(segment);
  return writeSteps(writer, writeHead(segment, input, context), segment.steps);
}

void GraphWriter::write() {
  for (const Segment &segment : writer.recipe.segments) {
    if (!values.empty())
      context.previous = values.back();
    Tensor value = writeSegment(segment);
    values.push_back(value);
    isRead.push_back(segment.returned);
    if (segment.returned)
      writer.addResult(value);
  }
  for (auto [value, read] : llvm::zip(values, isRead))
    if (!read)
      writer.addResult(value);
}

RandomModule mlir::ascend::difftest::writeModule(const Recipe &recipe) {
  ModuleWriter writer(recipe);
  GraphWriter(writer).write();
  RandomModule module;
  module.preparation = recipe.preparation;
  module.pipeline = recipe.pipeline;
  module.text = writer.finish();
  for (const Argument &argument : writer.arguments)
    module.arguments.push_back(argument.tensor);
  module.results = writer.results;
  return module;
}
