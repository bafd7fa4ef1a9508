//===- Forms.cpp - Graphs of what networks consist of ---------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Forms.h"

#include "GraphDrawer.h"

using namespace mlir::ascend::difftest;
using llvm::ArrayRef;
using Values = GraphDrawer::Values;

/// A convolution that the graph ends with, now and then.
static void maybeEndWithConv(GraphDrawer &graph, unsigned value) {
  if (graph.rng.chance(35))
    graph.convOf(value, graph.maybe(40, &GraphDrawer::batchNorm));
}

//===----------------------------------------------------------------------===//
// One value at a time
//===----------------------------------------------------------------------===//

/// A BatchNorm or a normalisation of the input, with padding behind it or not.
static void drawAffineInput(GraphDrawer &graph) {
  auto before = [&] {
    Steps steps =
        graph.rng.chance(40) ? graph.normalization() : graph.batchNorm();
    if (graph.rng.chance(15))
      steps = steps + graph.step(StepKind::Border);
    return steps;
  };
  unsigned value =
      graph.conv(graph.maybe(25, &GraphDrawer::batchNorm), {}, before());
  if (graph.rng.chance(35))
    graph.convOf(value, graph.maybe(30, &GraphDrawer::batchNorm), {}, before());
}

static void drawActivation(GraphDrawer &graph) {
  Steps steps = graph.activation() + graph.batchNorm();
  steps = graph.maybe(20, &GraphDrawer::batchNorm) + steps;
  if (graph.rng.chance(25))
    steps = steps + graph.activation() + graph.batchNorm();
  maybeEndWithConv(graph, graph.conv(steps));
}

static void drawConvChain(GraphDrawer &graph) {
  auto between = [&]() -> Steps {
    if (graph.isPlain())
      return graph.activation() + graph.batchNorm();
    switch (graph.rng.below(4)) {
    case 0:
      return graph.batchNorm();
    case 1:
      return graph.activation();
    case 2:
      return graph.batchNorm() + graph.activation();
    default:
      return graph.activation() + graph.batchNorm();
    }
  };
  ConvPlan plan;
  plan.keepsSize = graph.rng.chance(50);
  unsigned value = graph.conv(between(), plan);
  for (unsigned i = 0, e = graph.rng.between(1, 2); i < e; ++i)
    value = graph.convOf(value, between(), plan);
}

/// Something that moves or pools an image between a convolution and a
/// BatchNorm.
static void drawMoved(GraphDrawer &graph, StepKind kind) {
  if (kind == StepKind::SpatialReduce)
    graph.useStaticSizes();
  Steps steps = graph.maybe(15, &GraphDrawer::batchNorm) + graph.step(kind);
  if (graph.rng.chance(25))
    steps = steps + graph.activation();
  steps = steps + graph.batchNorm();
  if (graph.rng.chance(15))
    steps = steps + graph.step(kind) + graph.maybe(50, &GraphDrawer::batchNorm);
  maybeEndWithConv(graph, graph.conv(steps));
}

static void drawPixelShuffle(GraphDrawer &graph) {
  graph.useEvenSizes();
  ConvPlan plan;
  plan.keepsSize = graph.rng.chance(70);
  if (graph.rng.chance(35)) {
    graph.conv(graph.step(StepKind::PixelUnshuffle) + graph.batchNorm(), plan,
               graph.rng.chance(30) ? graph.step(StepKind::PixelUnshuffle)
                                    : Steps());
    return;
  }
  plan.outChannels = graph.rng.chance(75) ? 4 : 8;
  Steps between = graph.maybe(20, &GraphDrawer::batchNorm) +
                  graph.maybe(20, &GraphDrawer::activation);
  maybeEndWithConv(graph,
                   graph.conv(between + graph.step(StepKind::PixelShuffle) +
                                  graph.batchNorm(),
                              plan));
}

static void drawSpaceToBatch(GraphDrawer &graph) {
  graph.useEvenSizes();
  ConvPlan plan;
  plan.keepsSize = true;
  Steps before = graph.step(StepKind::SpaceToBatch);
  if (graph.rng.chance(30))
    before = graph.step(StepKind::Border) + before;
  before = graph.maybe(20, &GraphDrawer::batchNorm) + before;
  graph.conv(graph.step(StepKind::BatchToSpace) + graph.batchNorm(), plan,
             before);
}

/// A 1x1 convolution, which becomes part of the one before or behind it.
static void drawPointwiseConv(GraphDrawer &graph) {
  ConvPlan pointwise, other;
  pointwise.kernel = 1;
  pointwise.keepsSize = graph.rng.chance(85);
  other.kernel = graph.rng.chance(75) ? 3 : 2;
  bool isFirst = graph.rng.chance(70);
  unsigned value = graph.conv(graph.maybe(40, &GraphDrawer::batchNorm),
                              isFirst ? pointwise : other);
  value = graph.convOf(value, graph.maybe(40, &GraphDrawer::batchNorm),
                       isFirst ? other : pointwise);
  if (graph.rng.chance(20))
    graph.convOf(value, graph.maybe(40, &GraphDrawer::batchNorm), pointwise);
}

static void drawResize(GraphDrawer &graph) {
  graph.useStaticSizes();
  ConvPlan plan;
  plan.kernel = graph.rng.between(1, 3);
  plan.keepsSize = graph.rng.chance(50);
  Steps resize = graph.step(StepKind::Resize),
        last = graph.maybe(50, &GraphDrawer::batchNorm);
  if (graph.rng.chance(40))
    graph.convOf(graph.source(), last, plan, resize);
  else if (graph.rng.chance(50))
    graph.convOf(graph.conv(graph.maybe(60, &GraphDrawer::batchNorm)), last,
                 plan, resize + graph.maybe(30, &GraphDrawer::batchNorm));
  else
    maybeEndWithConv(graph, graph.conv(resize + graph.batchNorm()));
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static void drawInteger(GraphDrawer &graph) {
  Steps steps = graph.batchNorm() + graph.maybe(40, &GraphDrawer::activation);
  if (graph.rng.chance(40))
    steps = steps + graph.step(StepKind::Quantize);
  graph.conv(steps);
  graph.last().producer.integer = true;
  graph.last().nested = false;
}

static void drawFakeQuantized(GraphDrawer &graph) {
  auto quantize = [&] {
    graph.last().producer.filter = graph.rng.pick(
        {ConstantForm::Quantized, ConstantForm::QuantizedAlongDim});
  };
  unsigned value = graph.conv(graph.batchNorm(), {},
                              graph.maybe(20, &GraphDrawer::batchNorm));
  quantize();
  if (graph.rng.chance(70))
    return;
  graph.convOf(value, graph.batchNorm());
  quantize();
}

//===----------------------------------------------------------------------===//
// Several values
//===----------------------------------------------------------------------===//

static void drawConcat(GraphDrawer &graph) {
  graph.useStaticSizes();
  Rng &rng = graph.rng;
  ConvPlan plan;
  plan.keepsSize = true;
  std::vector<unsigned> branches;
  bool isShared = rng.chance(50);
  unsigned source = isShared ? graph.source() : 0;
  for (unsigned i = 0, e = rng.between(2, 4); i < e; ++i) {
    Steps steps = graph.maybe(30, &GraphDrawer::batchNorm) +
                  graph.maybe(15, &GraphDrawer::activation);
    if (i > 0 && rng.chance(25))
      branches.push_back(isShared && rng.chance(40)
                             ? graph.apply(source, steps)
                             : graph.source(/*isConstant=*/rng.chance(50)));
    else
      branches.push_back(isShared ? graph.convOf(source, steps, plan)
                                  : graph.conv(steps, plan));
  }
  if (rng.chance(20))
    std::swap(branches.front(), branches.back());
  Steps steps = graph.maybe(20, &GraphDrawer::activation) + graph.batchNorm();
  maybeEndWithConv(graph, graph.join(Join::Concat, branches, steps));
}

static void drawSplit(GraphDrawer &graph) {
  graph.useStaticSizes();
  Rng &rng = graph.rng;
  ConvPlan plan;
  plan.outChannels = rng.between(1, 3) * 2;
  unsigned value = graph.conv(graph.maybe(20, &GraphDrawer::batchNorm), plan);
  unsigned count = rng.chance(80) ? 2 : 3;
  bool equally = rng.chance(60) || count > 2;
  std::vector<Steps> steps(count);
  for (Steps &list : steps)
    list = graph.maybe(60, &GraphDrawer::batchNorm) +
           graph.maybe(20, &GraphDrawer::activation);
  if (graph.isPlain())
    steps[rng.below(count)] = graph.batchNorm();
  std::vector<unsigned> parts = graph.split(value, steps, equally);
  if (rng.chance(60))
    graph.join(rng.pick({Join::Concat, Join::Concat, Join::Add}), parts,
               graph.maybe(60, &GraphDrawer::batchNorm));
}

static void drawGate(GraphDrawer &graph) {
  graph.useStaticSizes();
  ConvPlan plan;
  plan.outChannels = graph.rng.between(1, 3) * 2;
  unsigned value = graph.conv(graph.batchNorm(), plan);
  std::vector<unsigned> parts =
      graph.split(value,
                  {graph.maybe(20, &GraphDrawer::batchNorm),
                   graph.maybe(20, &GraphDrawer::batchNorm)},
                  /*equally=*/true);
  if (graph.rng.chance(20))
    std::swap(parts[0], parts[1]);
  unsigned gated =
      graph.join(Join::Gate, parts, graph.maybe(20, &GraphDrawer::batchNorm));
  maybeEndWithConv(graph, gated);
}

/// conv + conv (+ identity), and the sum goes through a BatchNorm.
static void drawResidual(GraphDrawer &graph) {
  Rng &rng = graph.rng;
  unsigned source = graph.source();
  ConvPlan plan;
  plan.keepsSize = true;
  plan.outChannels =
      rng.chance(70) ? graph.getChannels(source) : rng.between(1, 4);
  std::vector<unsigned> terms;
  for (unsigned i = 0, e = rng.between(1, 3); i < e; ++i)
    terms.push_back(
        rng.chance(60)
            ? graph.convOf(source, graph.maybe(40, &GraphDrawer::batchNorm),
                           plan)
            : graph.conv(graph.maybe(40, &GraphDrawer::batchNorm), plan));
  bool hasIdentity = plan.outChannels == graph.getChannels(source) &&
                     (terms.size() == 1 || rng.chance(40));
  if (hasIdentity)
    terms.push_back(source);
  else if (terms.size() == 1)
    terms.push_back(graph.convOf(source, {}, plan));
  Steps steps = graph.isPlain() || rng.chance(70) ? graph.batchNorm() : Steps();
  steps = steps + graph.maybe(40, &GraphDrawer::activation);
  maybeEndWithConv(graph, graph.join(Join::Add, terms, steps));
}

/// 3x3 + 1x1 + identity of one value, each with a BatchNorm, as in RepVGG.
static void drawParallelConvs(GraphDrawer &graph) {
  Rng &rng = graph.rng;
  unsigned source = graph.source();
  std::vector<unsigned> branches;
  for (unsigned block = 0, e = rng.chance(20) ? 2 : 1; block < e; ++block) {
    branches.clear();
    for (int64_t kernel : {3, 1, 0}) {
      if (!branches.empty() && rng.chance(20))
        continue;
      Steps norm = rng.chance(80) ? graph.batchNorm() : Steps();
      ConvPlan plan{true, rng.chance(15) ? 2 : kernel,
                    graph.getChannels(source)};
      branches.push_back(kernel == 0 ? graph.apply(source, norm)
                                     : graph.convOf(source, norm, plan));
    }
    source = graph.join(Join::Add, branches,
                        graph.maybe(20, &GraphDrawer::batchNorm) +
                            graph.maybe(60, &GraphDrawer::activation));
  }
  maybeEndWithConv(graph, source);
}

static void drawSeveralUses(GraphDrawer &graph) {
  Rng &rng = graph.rng;
  ConvPlan plan;
  plan.keepsSize = true;
  unsigned value = graph.conv(graph.maybe(20, &GraphDrawer::batchNorm));
  graph.last().returned = rng.chance(25);
  std::vector<unsigned> uses = {graph.apply(value, graph.batchNorm())};
  for (unsigned i = 0, e = rng.chance(75) ? 1 : 2; i < e; ++i) {
    if (rng.chance(40))
      uses.push_back(graph.apply(value, graph.batchNorm()));
    else if (rng.chance(50))
      uses.push_back(graph.apply(value, graph.activation()));
    else
      uses.push_back(
          graph.convOf(value, graph.maybe(50, &GraphDrawer::batchNorm), plan));
  }
  if (rng.chance(40))
    graph.join(rng.pick({Join::Add, Join::Concat}), uses,
               graph.maybe(50, &GraphDrawer::batchNorm));
}

/// Anything that keeps the size of an image, between any values.
static void drawGraph(GraphDrawer &graph) {
  Rng &rng = graph.rng;
  std::vector<unsigned> values = {graph.source()};
  ConvPlan plan;
  plan.keepsSize = true;
  plan.outChannels = graph.getChannels(0);
  auto any = [&] {
    return rng.chance(50) ? values.back()
                          : rng.pick(ArrayRef<unsigned>(values));
  };
  auto steps = [&] {
    return graph.maybe(60, &GraphDrawer::batchNorm) +
           graph.maybe(40, &GraphDrawer::activation);
  };
  values.push_back(graph.convOf(values.back(), steps(), plan));
  for (unsigned i = 0, e = rng.between(2, 6); i < e; ++i) {
    switch (rng.below(7)) {
    case 0:
    case 1:
    case 2:
      values.push_back(graph.convOf(any(), steps(), plan,
                                    graph.maybe(20, &GraphDrawer::batchNorm)));
      break;
    case 3:
      values.push_back(graph.apply(any(), graph.batchNorm()));
      break;
    case 4: {
      // Back to the channels of the others.
      unsigned whole = graph.join(Join::Concat, {any(), any()},
                                  graph.maybe(50, &GraphDrawer::batchNorm));
      values.push_back(graph.convOf(whole, steps(), plan));
      break;
    }
    default:
      values.push_back(graph.join(rng.chance(85) ? Join::Add : Join::Gate,
                                  {any(), any()}, steps()));
    }
  }
  using K = StepKind;
  if (rng.chance(40))
    graph.apply(values.back(),
                graph.step(rng.pick({K::Window, K::SpatialReduce, K::Border,
                                     K::Resize, K::PixelUnshuffle})) +
                    graph.maybe(60, &GraphDrawer::batchNorm));
}

//===----------------------------------------------------------------------===//
// All forms
//===----------------------------------------------------------------------===//

void mlir::ascend::difftest::drawForm(Rng &rng, Recipe &recipe) {
  auto draw = [&](Values values, auto function) {
    GraphDrawer graph(rng, recipe, values);
    function(graph);
  };
  auto drawMovedBy = [&](Values values, StepKind kind) {
    draw(values, [&](GraphDrawer &graph) { drawMoved(graph, kind); });
  };
  switch (recipe.form) {
  case Form::Chain:
    return;
  case Form::AffineInput:
    return draw(Values::Any, drawAffineInput);
  case Form::Activation:
    return draw(Values::Any, drawActivation);
  case Form::ConvChain:
    return draw(Values::Any, drawConvChain);
  case Form::Window:
    return drawMovedBy(Values::Images2D, StepKind::Window);
  case Form::Pad:
    return drawMovedBy(Values::Images, StepKind::Border);
  case Form::Reduce:
    return drawMovedBy(Values::Images, StepKind::SpatialReduce);
  case Form::Concat:
    return draw(Values::Any, drawConcat);
  case Form::Split:
    return draw(Values::Any, drawSplit);
  case Form::PixelShuffle:
    return draw(Values::Images2D, drawPixelShuffle);
  case Form::SpaceToBatch:
    return draw(Values::Images2D, drawSpaceToBatch);
  case Form::Residual:
    return draw(Values::Any, drawResidual);
  case Form::ParallelConvs:
    return draw(Values::Images, drawParallelConvs);
  case Form::SeveralUses:
    return draw(Values::Any, drawSeveralUses);
  case Form::PointwiseConv:
    return draw(Values::Images, drawPointwiseConv);
  case Form::Resize:
    return draw(Values::Images, drawResize);
  case Form::Integer:
    return draw(Values::Any, drawInteger);
  case Form::FakeQuantized:
    return draw(Values::Any, drawFakeQuantized);
  case Form::Gate:
    return draw(Values::Any, drawGate);
  case Form::Graph:
    return draw(Values::Any, drawGraph);
  }
}
