//===- Recipe.cpp - Plan of one random module -----------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recipe.h"

#include "Layouts.h"
#include "Rng.h"

using namespace mlir::ascend::difftest;

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

static Family drawFamily(Rng &rng) {
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

/// `tame` steps fold if the step before them does.
static Step drawStep(Rng &rng, Family family, bool tame) {
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

static std::vector<Step> drawSteps(Rng &rng, Family family, unsigned limit) {
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

static Producer drawProducer(Rng &rng, Float type) {
  Producer producer;
  do
    producer.layout = rng.below(getLayouts().size());
  while (type == Float::F64 && getLayouts()[producer.layout].isTosa());
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
  producer.affineInput = rng.chance(8);
  producer.seed = uint32_t(rng.next());
  return producer;
}

/// The same convolution again, with the same or another filter.
static Producer drawTwin(Rng &rng, const Producer &first) {
  Producer twin = first;
  twin.shareFilter = rng.chance(60);
  twin.shareBias = rng.chance(40);
  twin.bias = rng.chance(30) ? BiasForm::Previous : drawBias(rng);
  twin.seed = uint32_t(rng.next());
  twin.input = rng.pick({InputForm::Argument, InputForm::FirstInput});
  return twin;
}

/// A second producer that may take the result of the first one.
static Producer drawSuccessor(Rng &rng, Float type, const Producer &first) {
  Producer producer = drawProducer(rng, type);
  if (rng.chance(60))
    producer.layout = first.layout;
  producer.input = rng.pick(
      {InputForm::Previous, InputForm::Previous, InputForm::FirstInput});
  return producer;
}

//===----------------------------------------------------------------------===//
// Recipes
//===----------------------------------------------------------------------===//

/// What follows the producer of `chain`, at most `limit` steps.
static void drawConsumers(Rng &rng, const Recipe &recipe, unsigned limit,
                          Chain &chain) {
  bool tosa = getLayouts()[chain.producer.layout].isTosa();
  Family family = tosa && rng.chance(80) ? Family::Tosa : drawFamily(rng);
  chain.steps = drawSteps(rng, family, limit);
  if (rng.chance(6))
    chain.fork = drawSteps(rng, family, 2);
  chain.nested = rng.chance(4);
  // Mixed precision mostly ends in the narrow type.
  if (recipe.accumulator != recipe.type && rng.chance(60)) {
    Step narrow;
    narrow.kind = StepKind::Narrow;
    narrow.family = drawFamily(rng);
    size_t place = rng.between(chain.steps.size() / 2, chain.steps.size());
    chain.steps.insert(chain.steps.begin() + place, narrow);
  }
}

/// A second chain whose result fits that of the first, to be joined with it.
static Chain drawParallelChain(Rng &rng, const Recipe &recipe) {
  const Chain &first = recipe.chains.front();
  Chain chain = first;
  chain.producer = drawTwin(rng, first.producer);
  if (recipe.join == Join::Concat && rng.chance(50))
    chain.producer.outChannels = rng.between(1, 4);
  // Whatever moves data stays as it is.
  for (Step &step : chain.steps)
    if (step.kind <= StepKind::BatchNormChain)
      step.seed = uint32_t(rng.next());
  return chain;
}

static void drawChains(Rng &rng, Recipe &recipe) {
  // Rounding errors add up: fewer steps where an ulp is large.
  bool half = recipe.type == Float::F16 || recipe.type == Float::BF16;
  unsigned limit = half ? 6 : 8;
  // What overflows must not depend on the order of a sum: plain inputs only.
  bool mayOverflow = recipe.data == Data::Overflow;
  bool hasTwo = !mayOverflow && rng.chance(28);
  if (hasTwo && rng.chance(50))
    recipe.join = rng.pick({Join::Add, Join::Concat, Join::Concat});
  recipe.joinSeed = uint32_t(rng.next());

  Chain chain;
  chain.producer = drawProducer(rng, recipe.type);
  chain.producer.affineInput &= !mayOverflow;
  drawConsumers(rng, recipe, hasTwo ? limit / 2 : limit, chain);
  if (recipe.join != Join::None)
    chain.steps.resize(std::min<size_t>(chain.steps.size(), rng.below(3)));
  recipe.chains.push_back(chain);
  if (!hasTwo)
    return;
  if (recipe.join != Join::None && rng.chance(70)) {
    recipe.chains.push_back(drawParallelChain(rng, recipe));
  } else {
    const Producer &first = recipe.chains.front().producer;
    chain.producer = rng.chance(40) ? drawTwin(rng, first)
                                    : drawSuccessor(rng, recipe.type, first);
    drawConsumers(rng, recipe, limit / 2, chain);
    recipe.chains.push_back(chain);
  }
  if (recipe.join != Join::None)
    recipe.tail = drawSteps(rng, drawFamily(rng), half ? 2 : 3);
}

Recipe mlir::ascend::difftest::drawRecipe(uint64_t seed) {
  Rng rng(seed);
  Recipe recipe;
  recipe.type = rng.pick({Float::F32, Float::F32, Float::F32, Float::F64,
                          Float::F64, Float::F16, Float::BF16});
  bool half = recipe.type == Float::F16 || recipe.type == Float::BF16;
  recipe.accumulator = half && rng.chance(50) ? Float::F32 : recipe.type;
  if (rng.chance(15))
    recipe.data =
        rng.pick({Data::ZeroScales, Data::ZeroScales, Data::BadVariance,
                  recipe.type == Float::F16 ? Data::Overflow : Data::Normal});
  recipe.constantsFirst = rng.chance(60);
  recipe.inCallee = rng.chance(4);
  drawChains(rng, recipe);
  return recipe;
}

//===----------------------------------------------------------------------===//
// Recipes for the backend
//===----------------------------------------------------------------------===//

static Step drawBackendStep(Rng &rng, Family family) {
  Step step = drawStep(rng, family, /*tame=*/rng.chance(80));
  if (rng.chance(25))
    return step;
  using K = StepKind;
  step.kind = rng.pick({K::Binary,
                        K::TorchBatchNorm,
                        K::BatchNormChain,
                        K::Transpose,
                        K::Transpose,
                        K::Reshape,
                        K::Reshape,
                        K::Residual,
                        K::Residual,
                        K::Residual,
                        K::Residual,
                        K::Pad,
                        K::Pad,
                        K::Concat,
                        K::Concat,
                        K::Window,
                        K::Window,
                        K::Window,
                        K::ActivationChain,
                        K::ActivationChain,
                        K::ActivationChain,
                        K::ActivationChain,
                        K::ActivationChain,
                        K::Softmax,
                        K::Dense,
                        K::Dense,
                        K::Branches,
                        K::Branches,
                        K::ReturnTwice,
                        K::Gate});
  step.returned = rng.chance(8);
  return step;
}

static bool isForBackend(const Layout &layout) {
  return layout.name.contains("2d") || layout.name.contains("matmul");
}

static Producer drawBackendProducer(Rng &rng, Float type) {
  Producer producer;
  do
    producer = drawProducer(rng, type);
  while (!isForBackend(getLayouts()[producer.layout]) && rng.chance(90));
  producer.generic &= rng.chance(30);
  producer.dynamicBatch = rng.chance(15);
  producer.dynamicSpatial = rng.chance(3);
  for (int64_t &size : producer.size)
    size += rng.below(4);
  // Whole and broken blocks of the packed format.
  if (rng.chance(20))
    producer.inChannels = rng.between(5, 17);
  if (rng.chance(20))
    producer.outChannels = rng.between(5, 33);
  return producer;
}

static Chain drawBackendChain(Rng &rng, const Recipe &recipe) {
  Chain chain;
  chain.producer = drawBackendProducer(rng, recipe.type);
  bool tosa = getLayouts()[chain.producer.layout].isTosa();
  Family family = tosa && rng.chance(80) ? Family::Tosa : drawFamily(rng);
  for (unsigned i = 0, e = rng.between(1, 6); i < e; ++i)
    chain.steps.push_back(drawBackendStep(rng, family));
  if (rng.chance(10))
    chain.fork.push_back(drawBackendStep(rng, family));
  return chain;
}

Recipe mlir::ascend::difftest::drawBackendRecipe(uint64_t seed) {
  Rng rng(seed);
  Recipe recipe;
  recipe.type = rng.pick({Float::F32, Float::F32, Float::F32, Float::F32,
                          Float::F32, Float::F32, Float::F16, Float::BF16});
  recipe.accumulator =
      recipe.type != Float::F32 && rng.chance(60) ? Float::F32 : recipe.type;
  // No NaNs and infinities: what becomes of them in an activation or a maximum
  // is the kernel's choice (docs/Numerics.md).
  if (rng.chance(5))
    recipe.data = rng.pick({Data::ZeroScales, Data::Normal});
  recipe.constantsFirst = rng.chance(60);
  recipe.inCallee = rng.chance(3);
  recipe.chains.push_back(drawBackendChain(rng, recipe));
  if (!rng.chance(40))
    return recipe;
  if (rng.chance(50)) {
    recipe.join = rng.pick({Join::Add, Join::Concat});
    recipe.joinSeed = uint32_t(rng.next());
    recipe.chains.push_back(drawParallelChain(rng, recipe));
    recipe.tail.push_back(drawBackendStep(rng, drawFamily(rng)));
    return recipe;
  }
  Chain second = drawBackendChain(rng, recipe);
  second.producer.input = rng.pick(
      {InputForm::Previous, InputForm::Previous, InputForm::FirstInput});
  if (rng.chance(50))
    second.producer.layout = recipe.chains.front().producer.layout;
  recipe.chains.push_back(second);
  return recipe;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static const char *const floatNames[] = {"f64", "f32", "f16", "bf16"};
static const char *const familyNames[] = {"generic", "named", "elementwise",
                                          "map",     "arith", "tosa"};
static const char *const constantNames[] = {
    "dense",  "splat",   "hex",       "resource", "transposed", "reshaped",
    "casted", "negated", "broadcast", "indexed",  "global",     "argument",
    "sliced", "joined",  "reversed",  "tiled",    "elements",   "function"};
static const char *const biasNames[] = {
    "zero",    "splat",    "per-channel", "broadcast", "generic-broadcast",
    "varying", "argument", "add-after",   "expanded",  "previous"};
static const char *const formNames[] = {
    "per-channel",       "keep-ones", "trailing-ones",   "scalar",
    "body-scalar",       "full",      "full-splat",      "broadcast",
    "generic-broadcast", "computed",  "one-channel-dim", "wrong-axis",
    "varying",           "argument"};
static const char *const opNames[] = {"add", "sub", "mul", "div"};
static const char *const outsNames[] = {"empty", "value-unused", "value-read",
                                        "init-read", "value-twice"};
static const char *const kindNames[] = {"binary",
                                        "negate",
                                        "torch-batch-norm",
                                        "batch-norm-chain",
                                        "affine-body",
                                        "transpose",
                                        "reshape",
                                        "cast",
                                        "widen",
                                        "narrow",
                                        "copy",
                                        "slice",
                                        "reverse",
                                        "repeat",
                                        "activation",
                                        "residual",
                                        "square",
                                        "constant-over",
                                        "statistics",
                                        "gate",
                                        "pool",
                                        "pad",
                                        "concat",
                                        "capture",
                                        "position",
                                        "two-results",
                                        "dead-op",
                                        "assert",
                                        "window",
                                        "activation-chain",
                                        "softmax",
                                        "dense",
                                        "branches",
                                        "return-twice"};
static const char *const inputNames[] = {"argument", "previous", "first-input",
                                         "constant"};
static const char *const bodyNames[] = {"",
                                        " as linalg.generic that subtracts",
                                        " as linalg.generic with maximumf",
                                        " as linalg.generic, filter squared",
                                        " as linalg.generic of differences",
                                        " as linalg.generic, filter shifted",
                                        " as linalg.generic that overwrites"};
static const char *const joinNames[] = {"none", "add", "concat"};
static const char *const dataNames[] = {"normal", "zero-scales", "bad-variance",
                                        "overflow"};

static void printStep(llvm::raw_ostream &os, const Step &step) {
  os << "    " << kindNames[unsigned(step.kind)]
     << " family=" << familyNames[unsigned(step.family)]
     << " form=" << formNames[unsigned(step.form)]
     << " constant=" << constantNames[unsigned(step.constant)]
     << " op=" << opNames[unsigned(step.op)]
     << " outs=" << outsNames[unsigned(step.outs)]
     << (step.swapped ? " swapped" : "") << (step.wide ? " wide" : "")
     << (step.tail ? " tail" : "") << (step.returned ? " returned" : "")
     << " seed=" << step.seed << "\n";
}

static void printProducer(llvm::raw_ostream &os, const Producer &producer) {
  const Layout &layout = getLayouts()[producer.layout];
  os << "  " << layout.name
     << (producer.body != ProducerBody::MulAdd
             ? bodyNames[unsigned(producer.body)]
         : producer.generic ? " as linalg.generic"
                            : "")
     << " (" << layout.input << ", " << layout.filter << " -> " << layout.output
     << ") n=" << producer.batch << " g=" << producer.groups
     << " c=" << producer.inChannels << " f=" << producer.outChannels
     << " m=" << producer.multiplier;
  auto list = [&](const char *name, const std::array<int64_t, 3> &values) {
    os << " " << name << "=" << values[0] << "," << values[1] << ","
       << values[2];
  };
  list("size", producer.size);
  list("kernel", producer.kernel);
  list("stride", producer.stride);
  list("dilation", producer.dilation);
  list("pad-low", producer.padLow);
  list("pad-high", producer.padHigh);
  os << " filter=" << constantNames[unsigned(producer.filter)]
     << " bias=" << biasNames[unsigned(producer.bias)]
     << " input=" << inputNames[unsigned(producer.input)]
     << (producer.dynamicBatch ? " dynamic-batch" : "")
     << (producer.dynamicSpatial ? " dynamic-spatial" : "")
     << (producer.shareFilter ? " share-filter" : "")
     << (producer.shareBias ? " share-bias" : "")
     << (producer.dynamicFilter ? " dynamic-filter" : "")
     << (producer.filterReturned ? " filter-returned" : "")
     << (producer.affineInput ? " affine-input" : "")
     << " seed=" << producer.seed << "\n";
}

void mlir::ascend::difftest::printRecipe(llvm::raw_ostream &os,
                                         const Recipe &recipe) {
  os << "recipe type=" << floatNames[unsigned(recipe.type)]
     << " accumulator=" << floatNames[unsigned(recipe.accumulator)]
     << " data=" << dataNames[unsigned(recipe.data)]
     << (recipe.constantsFirst ? " constants-first" : "")
     << (recipe.inCallee ? " in-callee" : "") << "\n";
  for (const Chain &chain : recipe.chains) {
    printProducer(os, chain.producer);
    if (chain.nested)
      os << "    in a branch, with the first step:\n";
    for (const Step &step : chain.steps)
      printStep(os, step);
    if (!chain.fork.empty())
      os << "   and besides:\n";
    for (const Step &step : chain.fork)
      printStep(os, step);
  }
  if (recipe.join != Join::None)
    os << "  join=" << joinNames[unsigned(recipe.join)] << "\n";
  for (const Step &step : recipe.tail)
    printStep(os, step);
}
