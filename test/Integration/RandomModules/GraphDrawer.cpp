//===- GraphDrawer.cpp - Segments of a random graph -----------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphDrawer.h"

#include "Layouts.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::ascend::difftest;
using llvm::ArrayRef;

Steps mlir::ascend::difftest::operator+(Steps first, const Steps &second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// Whether the op takes and yields images with their dims in this order.
static bool keepsOrder(const Layout &layout, llvm::StringRef order) {
  std::string output = layout.output.str();
  llvm::replace(output, 'f', 'c');
  return layout.input == order && output == order;
}

GraphDrawer::GraphDrawer(Rng &rng, Recipe &recipe, Values values)
    : rng(rng), recipe(recipe) {
  std::vector<const char *> orders = {"nhwc", "nhwc", "nhwc", "nhwc",
                                      "nchw", "nchw", "nchw", "nchw"};
  if (values != Values::Images2D)
    orders.insert(orders.end(),
                  {"ngchw", "nhwgc", "ncw", "nwc", "ncdhw", "ndhwc"});
  if (values == Values::Any)
    orders.insert(orders.end(), {"nc", "gnc"});
  order = orders[rng.below(orders.size())];
  isTosa = order == "nhwc" && recipe.type != ElementType::F64 && rng.chance(65);
  family = isTosa && rng.chance(85) ? Family::Tosa : drawFamily(rng);
  sizes = drawProducer(rng, recipe.type);
  sizes.inChannels = rng.between(1, 4);
  // Room for a few convolutions.
  for (int64_t &size : sizes.size)
    size = rng.between(4, 7);
  if (order == "ncdhw" || order == "ndhwc")
    sizes.size.fill(rng.between(3, 4));
}

void GraphDrawer::useEvenSizes() {
  useStaticSizes();
  for (int64_t &size : sizes.size)
    size -= size % 2;
}

/// Sizes of what the producer convolves if no value comes in.
void GraphDrawer::setOwnSizes(Producer &producer) {
  producer.batch = sizes.batch;
  producer.groups = sizes.groups;
  producer.inChannels = sizes.inChannels;
  producer.size = sizes.size;
  producer.dynamicBatch = sizes.dynamicBatch;
  producer.dynamicSpatial = false;
}

/// Pads such that the image keeps its size, not always evenly.
static void keepSize(Rng &rng, Producer &producer) {
  producer.stride.fill(1);
  for (int i = 0; i < 3; ++i) {
    int64_t border = (producer.kernel[i] - 1) * producer.dilation[i];
    producer.padLow[i] = rng.chance(80) ? border / 2 : rng.between(0, border);
    producer.padHigh[i] = border - producer.padLow[i];
  }
}

unsigned GraphDrawer::drawLayout(ConvPlan plan, int64_t inChannels) {
  std::vector<unsigned> candidates;
  for (auto [i, layout] : llvm::enumerate(getLayouts())) {
    bool isDepthwise = !layout.filter.contains('f');
    bool isTransposed = layout.name == "tosa.transpose_conv2d";
    if (!keepsOrder(layout, order) || layout.isTosa() != isTosa ||
        (plan.keepsSize && isTransposed))
      continue;
    if (!isDepthwise || plan.outChannels == 0 || plan.outChannels == inChannels)
      candidates.push_back(i);
  }
  return rng.pick(ArrayRef<unsigned>(candidates));
}

Producer GraphDrawer::drawConv(ConvPlan plan, int64_t inChannels) {
  Producer producer = drawProducer(rng, recipe.type);
  producer.layout = drawLayout(plan, inChannels);
  producer.keepsLayout = true;
  producer.generic = !isTosa && rng.chance(12);
  producer.body = ProducerBody::MulAdd;
  producer.input = InputForm::Argument;
  producer.dynamicFilter = producer.filterReturned = false;
  if (rng.chance(80) && (producer.bias == BiasForm::Varying ||
                         producer.bias == BiasForm::Argument))
    producer.bias = BiasForm::PerChannel;
  if (isPlain() && producer.bias == BiasForm::AddAfter)
    producer.bias = BiasForm::Zero;
  if (plan.kernel != 0)
    producer.kernel.fill(plan.kernel);
  setOwnSizes(producer);
  if (plan.keepsSize)
    keepSize(rng, producer);
  if (plan.outChannels != 0) {
    producer.outChannels = plan.outChannels;
    producer.multiplier = 1;
  }
  return producer;
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

unsigned GraphDrawer::add(Segment segment, int64_t numChannels) {
  recipe.segments.push_back(std::move(segment));
  channels.push_back(numChannels);
  return channels.size() - 1;
}

unsigned GraphDrawer::source(bool isConstant) {
  Segment segment;
  segment.convolves = false;
  segment.producer = drawConv({}, sizes.inChannels);
  if (isConstant)
    segment.producer.input = InputForm::Constant;
  return add(segment, sizes.inChannels);
}

unsigned GraphDrawer::addConv(std::vector<unsigned> inputs, int64_t inChannels,
                              const Steps &steps, ConvPlan plan,
                              const Steps &before) {
  Segment segment;
  segment.inputs = std::move(inputs);
  segment.producer = drawConv(plan, inChannels);
  segment.before = before;
  segment.steps = steps;
  // Others read it in the narrow type.
  if (recipe.accumulator != recipe.type && rng.chance(85)) {
    Step narrow;
    narrow.kind = StepKind::Narrow;
    narrow.family = family;
    size_t place = rng.below(steps.size() + 1);
    segment.steps.insert(segment.steps.begin() + place, narrow);
  }
  segment.nested = rng.chance(2);
  const Producer &producer = segment.producer;
  const Layout &layout = getLayouts()[producer.layout];
  int64_t outChannels = inChannels;
  if (layout.filter.contains('f'))
    outChannels = producer.outChannels;
  else if (layout.filter.contains('m'))
    outChannels *= producer.multiplier;
  return add(segment, outChannels);
}

unsigned GraphDrawer::conv(const Steps &steps, ConvPlan plan,
                           const Steps &before) {
  return addConv({}, sizes.inChannels, steps, plan, before);
}

unsigned GraphDrawer::convOf(unsigned input, const Steps &steps, ConvPlan plan,
                             const Steps &before) {
  return addConv({input}, channels[input], steps, plan, before);
}

unsigned GraphDrawer::apply(unsigned input, const Steps &steps) {
  return join(Join::Add, {input}, steps);
}

unsigned GraphDrawer::join(Join join, ArrayRef<unsigned> inputs,
                           const Steps &steps) {
  Segment segment;
  segment.convolves = false;
  segment.inputs.assign(inputs.begin(), inputs.end());
  segment.join = join;
  segment.joinSeed = uint32_t(rng.next());
  segment.steps = steps;
  int64_t sum = 0;
  for (unsigned input : inputs)
    sum += channels[input];
  return add(segment, join == Join::Concat ? sum : channels[inputs.front()]);
}

std::vector<unsigned> GraphDrawer::split(unsigned input, ArrayRef<Steps> steps,
                                         bool equally) {
  std::vector<unsigned> parts;
  Step slice = step(StepKind::ChannelSlice).front();
  slice.parts = equally ? steps.size() : 0;
  for (auto [i, others] : llvm::enumerate(steps)) {
    slice.part = i;
    parts.push_back(apply(input, Steps{slice} + others));
    channels.back() /= int64_t(steps.size());
  }
  return parts;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

Steps GraphDrawer::step(StepKind kind) {
  Step step = drawStep(rng, family, /*tame=*/true);
  step.kind = kind;
  step.keepsLayout = true;
  step.tail = false;
  return {step};
}

Steps GraphDrawer::maybe(unsigned percent, Steps (GraphDrawer::*draw)()) {
  return !isPlain() && rng.chance(percent) ? (this->*draw)() : Steps();
}

Steps GraphDrawer::batchNorm() {
  using K = StepKind;
  bool asBody = family != Family::Tosa || rng.chance(10);
  K kind = asBody ? rng.pick({K::TorchBatchNorm, K::TorchBatchNorm,
                              K::BatchNormChain, K::AffineBody, K::Binary})
                  : rng.pick({K::BatchNormChain, K::BatchNormChain, K::Binary});
  Steps steps = step(kind);
  if (kind != K::Binary || rng.chance(10))
    return steps;
  steps.front().op = BinaryOp::Mul;
  Steps shift = step(K::Binary);
  shift.front().op = rng.pick({BinaryOp::Add, BinaryOp::Sub});
  return steps + shift;
}

Steps GraphDrawer::normalization() {
  Steps shift = step(StepKind::Binary), scale = step(StepKind::Binary);
  shift.front().op = BinaryOp::Sub;
  shift.front().swapped = false;
  scale.front().op = rng.pick({BinaryOp::Mul, BinaryOp::Div});
  for (Step *step : {&shift.front(), &scale.front()}) {
    step->form = rng.pick({OperandForm::Scalar, OperandForm::PerChannel,
                           OperandForm::KeepOnes, OperandForm::FullSplat});
    step->outs = OutsForm::Empty;
  }
  return shift + scale;
}

Steps GraphDrawer::activation() {
  Steps steps = step(rng.chance(90) ? StepKind::Clamp : StepKind::Activation);
  if (rng.chance(20))
    steps.front().family = rng.pick({Family::Arith, Family::Named});
  return steps;
}
