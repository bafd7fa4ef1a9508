//===- Recipe.cpp - Plan of one random module -----------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DrawParts.h"
#include "Forms.h"
#include "Layouts.h"

using namespace mlir::ascend::difftest;

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

Family mlir::ascend::difftest::drawFamily(Rng &rng) {
  return rng.pick({Family::Generic, Family::Generic, Family::Generic,
                   Family::Named, Family::Elementwise, Family::Map,
                   Family::Arith, Family::Tosa, Family::Tosa, Family::Tosa});
}

/// A form that is constant and varies along channels only.
static OperandForm drawChannelForm(Rng &rng) {
  return rng.pick({OperandForm::PerChannel, OperandForm::PerChannel,
                   OperandForm::KeepOnes, OperandForm::KeepOnes,
                   OperandForm::TrailingOnes, OperandForm::Scalar,
                   OperandForm::BodyScalar, OperandForm::Full,
                   OperandForm::FullSplat, OperandForm::Broadcast,
                   OperandForm::GenericBroadcast, OperandForm::Computed,
                   OperandForm::Computed, OperandForm::OneChannelDim});
}

static OperandForm drawOtherForm(Rng &rng) {
  return rng.pick({OperandForm::WrongAxis, OperandForm::WrongAxis,
                   OperandForm::Varying, OperandForm::Argument});
}

static ConstantForm drawConstantForm(Rng &rng, bool isFilter) {
  if (rng.chance(50))
    return ConstantForm::Dense;
  if (isFilter && rng.chance(5))
    return ConstantForm::Argument;
  return rng.pick(
      {ConstantForm::Splat, ConstantForm::Hex, ConstantForm::Resource,
       ConstantForm::Resource, ConstantForm::Transposed, ConstantForm::Reshaped,
       ConstantForm::Casted, ConstantForm::Negated, ConstantForm::Broadcast,
       ConstantForm::Indexed, ConstantForm::Global, ConstantForm::Sliced,
       ConstantForm::Joined, ConstantForm::Reversed, ConstantForm::Tiled,
       ConstantForm::Elements, ConstantForm::Function});
}

static StepKind drawAffineKind(Rng &rng) {
  return rng.pick({StepKind::Binary, StepKind::Binary, StepKind::Binary,
                   StepKind::Binary, StepKind::Negate, StepKind::TorchBatchNorm,
                   StepKind::TorchBatchNorm, StepKind::BatchNormChain,
                   StepKind::BatchNormChain, StepKind::AffineBody,
                   StepKind::AffineBody});
}

static StepKind drawMovingKind(Rng &rng) {
  return rng.pick({StepKind::Transpose, StepKind::Transpose, StepKind::Reshape,
                   StepKind::Reshape, StepKind::Reshape, StepKind::Cast,
                   StepKind::Widen, StepKind::Narrow, StepKind::Copy,
                   StepKind::Slice, StepKind::Reverse, StepKind::Repeat,
                   StepKind::Assert, StepKind::DeadOp});
}

static StepKind drawOtherKind(Rng &rng) {
  return rng.pick(
      {StepKind::Activation, StepKind::Activation, StepKind::Activation,
       StepKind::Residual, StepKind::Residual, StepKind::Square,
       StepKind::ConstantOver, StepKind::Statistics, StepKind::Gate,
       StepKind::Pool, StepKind::Pad, StepKind::Concat, StepKind::Concat,
       StepKind::Capture, StepKind::Position, StepKind::TwoResults});
}

Step mlir::ascend::difftest::drawStep(Rng &rng, Family family, bool tame) {
  Step step;
  unsigned dice = rng.below(100);
  if (dice < (tame ? 75 : 45))
    step.kind = drawAffineKind(rng);
  else if (dice < (tame ? 100 : 65))
    step.kind = drawMovingKind(rng);
  else
    step.kind = drawOtherKind(rng);
  step.family = rng.chance(70) ? family : drawFamily(rng);
  step.form =
      tame || rng.chance(85) ? drawChannelForm(rng) : drawOtherForm(rng);
  step.constant = drawConstantForm(rng, /*isFilter=*/false);
  step.op =
      rng.pick({BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div});
  step.outs =
      rng.pick({OutsForm::Empty, OutsForm::Empty, OutsForm::Empty,
                OutsForm::ValueUnused, OutsForm::ValueUnused,
                OutsForm::ValueRead, OutsForm::InitRead, OutsForm::ValueTwice});
  step.swapped = rng.chance(40);
  step.wide = rng.chance(20);
  step.tail = !tame && rng.chance(30);
  step.returned = !tame && rng.chance(12);
  step.seed = uint32_t(rng.next());
  return step;
}

std::vector<Step> mlir::ascend::difftest::drawSteps(Rng &rng, Family family,
                                                    unsigned limit) {
  std::vector<Step> steps;
  unsigned tame = rng.chance(80) ? rng.between(1, 4) : 0;
  unsigned count = rng.between(tame, 8);
  for (unsigned i = 0, e = std::min(count, limit); i < e; ++i)
    steps.push_back(drawStep(rng, family, i < tame));
  return steps;
}

//===----------------------------------------------------------------------===//
// Producers
//===----------------------------------------------------------------------===//

static BiasForm drawBias(Rng &rng) {
  return rng.pick({BiasForm::Zero, BiasForm::Zero, BiasForm::Zero,
                   BiasForm::Splat, BiasForm::PerChannel, BiasForm::PerChannel,
                   BiasForm::Broadcast, BiasForm::GenericBroadcast,
                   BiasForm::Varying, BiasForm::Argument, BiasForm::AddAfter,
                   BiasForm::Expanded});
}

static void drawSizes(Rng &rng, Producer &producer) {
  producer.batch = rng.between(1, 2);
  producer.groups = rng.between(1, 3);
  producer.inChannels = rng.between(1, 4);
  producer.outChannels = rng.chance(30)   ? producer.inChannels
                         : rng.chance(10) ? 1
                                          : rng.between(2, 5);
  producer.multiplier = rng.between(1, 3);
  for (int i = 0; i < 3; ++i) {
    producer.size[i] = rng.between(3, 6);
    producer.kernel[i] = rng.between(1, 3);
    producer.stride[i] = rng.chance(70) ? 1 : 2;
    producer.dilation[i] = rng.chance(80) ? 1 : 2;
    if (rng.chance(40)) {
      producer.padLow[i] = rng.between(0, 2);
      producer.padHigh[i] = rng.chance(70) ? producer.padLow[i] : 1;
    }
  }
  // Extents that say nothing about which dim is which.
  if (rng.chance(25))
    producer.size.fill(producer.outChannels + producer.kernel[1] - 1);
}

Producer mlir::ascend::difftest::drawProducer(Rng &rng, ElementType type) {
  Producer producer;
  do
    producer.layout = rng.below(getLayouts().size());
  while (type == ElementType::F64 && getLayouts()[producer.layout].isTosa());
  producer.generic = !getLayouts()[producer.layout].isTosa() && rng.chance(15);
  drawSizes(rng, producer);
  if (producer.generic && rng.chance(12))
    producer.body =
        rng.pick({ProducerBody::MulSub, ProducerBody::Maximum,
                  ProducerBody::SquaredFilter, ProducerBody::Difference,
                  ProducerBody::ShiftedFilter, ProducerBody::Overwrite});
  if (rng.chance(2))
    producer.input = InputForm::Constant;
  producer.dynamicFilter = rng.chance(4);
  producer.dynamicBatch = rng.chance(15);
  producer.dynamicSpatial = rng.chance(10);
  producer.filter = drawConstantForm(rng, /*isFilter=*/true);
  producer.bias = drawBias(rng);
  producer.filterReturned = rng.chance(3);
  producer.seed = uint32_t(rng.next());
  return producer;
}

Producer mlir::ascend::difftest::drawTwin(Rng &rng, const Producer &first) {
  Producer twin = first;
  twin.shareFilter = rng.chance(60);
  twin.shareBias = rng.chance(40);
  twin.bias = rng.chance(30) ? BiasForm::Previous : drawBias(rng);
  twin.seed = uint32_t(rng.next());
  twin.input = rng.pick({InputForm::Argument, InputForm::FirstInput});
  return twin;
}

//===----------------------------------------------------------------------===//
// Chains
//===----------------------------------------------------------------------===//

/// What follows the producer of a segment, at most `limit` steps.
static void drawConsumers(Rng &rng, const Recipe &recipe, unsigned limit,
                          Segment &segment) {
  bool tosa = getLayouts()[segment.producer.layout].isTosa();
  Family family = tosa && rng.chance(80) ? Family::Tosa : drawFamily(rng);
  segment.steps = drawSteps(rng, family, limit);
  segment.nested = rng.chance(4);
  // Mixed precision mostly ends in the narrow type.
  if (recipe.accumulator != recipe.type && rng.chance(60)) {
    Step narrow;
    narrow.kind = StepKind::Narrow;
    narrow.family = drawFamily(rng);
    size_t place = rng.between(segment.steps.size() / 2, segment.steps.size());
    segment.steps.insert(segment.steps.begin() + place, narrow);
  }
}

/// The consumers become a segment of their own, beside another one.
static void drawFork(Rng &rng, Recipe &recipe) {
  Segment first, second;
  first.convolves = second.convolves = false;
  first.inputs = second.inputs = {unsigned(recipe.segments.size() - 1)};
  first.steps = std::move(recipe.segments.back().steps);
  recipe.segments.back().steps.clear();
  recipe.segments.back().nested = false;
  second.steps = drawSteps(rng, drawFamily(rng), 2);
  recipe.segments.push_back(first);
  recipe.segments.push_back(second);
}

/// A second producer that may take the result of the first one.
static Segment drawSuccessor(Rng &rng, const Recipe &recipe) {
  const Producer &first = recipe.segments.front().producer;
  Segment segment;
  segment.producer = drawProducer(rng, recipe.type);
  if (rng.chance(60))
    segment.producer.layout = first.layout;
  if (rng.chance(65))
    segment.inputs = {0};
  else
    segment.producer.input = InputForm::FirstInput;
  return segment;
}

Segment mlir::ascend::difftest::drawParallelSegment(Rng &rng,
                                                    const Segment &first,
                                                    Join join) {
  Segment segment = first;
  segment.producer = drawTwin(rng, first.producer);
  if (join == Join::Concat && rng.chance(50))
    segment.producer.outChannels = rng.between(1, 4);
  // Whatever moves data stays as it is.
  for (Step &step : segment.steps)
    if (step.kind <= StepKind::BatchNormChain)
      step.seed = uint32_t(rng.next());
  return segment;
}

static void drawChains(Rng &rng, Recipe &recipe) {
  // Rounding errors add up: fewer steps where an ulp is large.
  bool half = getBitWidth(recipe.type) == 16;
  unsigned limit = half ? 6 : 8;
  // What overflows must not depend on the order of a sum: plain inputs only.
  bool mayOverflow = recipe.data == Data::Overflow;
  bool hasTwo = !mayOverflow && rng.chance(28),
       isJoined = hasTwo && rng.chance(50);
  Join join = rng.pick({Join::Add, Join::Concat, Join::Concat});

  Segment segment;
  segment.producer = drawProducer(rng, recipe.type);
  drawConsumers(rng, recipe, hasTwo ? limit / 2 : limit, segment);
  if (isJoined)
    segment.steps.resize(std::min<size_t>(segment.steps.size(), rng.below(3)));
  recipe.segments.push_back(segment);
  if (!hasTwo) {
    if (rng.chance(6))
      drawFork(rng, recipe);
    return;
  }
  if (isJoined && rng.chance(70)) {
    recipe.segments.push_back(drawParallelSegment(rng, segment, join));
  } else {
    Segment second;
    if (rng.chance(40))
      second.producer = drawTwin(rng, segment.producer);
    else
      second = drawSuccessor(rng, recipe);
    drawConsumers(rng, recipe, limit / 2, second);
    recipe.segments.push_back(second);
  }
  if (isJoined) {
    Segment tail;
    tail.convolves = false;
    tail.inputs = {0, 1};
    tail.join = join;
    tail.joinSeed = uint32_t(rng.next());
    tail.steps = drawSteps(rng, drawFamily(rng), half ? 2 : 3);
    recipe.segments.push_back(tail);
  }
}

/// Whether infinities, which a bad variance makes, come out the same after a
/// fold: not where weights of one value are added up.
static bool mayHaveInfinities(Form form) {
  switch (form) {
  case Form::ConvChain:
  case Form::Reduce:
  case Form::Residual:
  case Form::ParallelConvs:
  case Form::PointwiseConv:
  case Form::Resize:
  case Form::Gate:
  case Form::Graph:
    return false;
  default:
    return true;
  }
}

static Data drawData(Rng &rng, const Recipe &recipe) {
  bool isChain = recipe.form == Form::Chain;
  if (!isChain && rng.chance(30))
    return Data::PositiveScales;
  if (!rng.chance(15))
    return Data::Normal;
  Data data =
      rng.pick({Data::ZeroScales, Data::ZeroScales, Data::BadVariance,
                recipe.type == ElementType::F16 && isChain ? Data::Overflow
                                                           : Data::Normal});
  if (data == Data::BadVariance && !mayHaveInfinities(recipe.form))
    return Data::Normal;
  return data;
}

Recipe mlir::ascend::difftest::drawRecipe(uint64_t seed,
                                          std::optional<Form> form) {
  Rng rng(seed);
  Recipe recipe;
  recipe.form =
      rng.chance(30) ? Form::Chain : Form(rng.between(1, numForms - 1));
  if (form)
    recipe.form = *form;
  recipe.type = rng.pick({ElementType::F32, ElementType::F32, ElementType::F32,
                          ElementType::F64, ElementType::F64, ElementType::F16,
                          ElementType::BF16});
  bool isChain = recipe.form == Form::Chain;
  recipe.isPlain = !isChain && recipe.form != Form::Graph && rng.chance(40);
  // Most networks are in f32, and integers become f32 in all of them.
  if (recipe.form == Form::Integer || (!isChain && rng.chance(40)))
    recipe.type = ElementType::F32;
  bool half = getBitWidth(recipe.type) == 16;
  recipe.accumulator =
      half && rng.chance(isChain ? 50 : 25) ? ElementType::F32 : recipe.type;
  recipe.data = drawData(rng, recipe);
  recipe.preparation = rng.below(getPreparations().size());
  recipe.pipeline = rng.below(getPipelines().size());
  recipe.constantsFirst = rng.chance(60);
  recipe.inCallee = rng.chance(4);
  if (isChain)
    drawChains(rng, recipe);
  else
    drawForm(rng, recipe);
  return recipe;
}
