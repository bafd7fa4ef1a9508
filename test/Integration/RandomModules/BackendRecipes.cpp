//===- BackendRecipes.cpp - Plans of modules for the backend --------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DrawParts.h"
#include "Layouts.h"

using namespace mlir::ascend::difftest;

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

static Producer drawBackendProducer(Rng &rng, ElementType type) {
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

static Segment drawBackendSegment(Rng &rng, const Recipe &recipe) {
  Segment segment;
  segment.producer = drawBackendProducer(rng, recipe.type);
  bool tosa = getLayouts()[segment.producer.layout].isTosa();
  Family family = tosa && rng.chance(80) ? Family::Tosa : drawFamily(rng);
  for (unsigned i = 0, e = rng.between(1, 6); i < e; ++i)
    segment.steps.push_back(drawBackendStep(rng, family));
  return segment;
}

Recipe mlir::ascend::difftest::drawBackendRecipe(uint64_t seed) {
  Rng rng(seed);
  Recipe recipe;
  recipe.type = rng.pick({ElementType::F32, ElementType::F32, ElementType::F32,
                          ElementType::F32, ElementType::F32, ElementType::F32,
                          ElementType::F16, ElementType::BF16});
  recipe.accumulator = recipe.type != ElementType::F32 && rng.chance(60)
                           ? ElementType::F32
                           : recipe.type;
  // No NaNs and infinities: what becomes of them in an activation or a maximum
  // is the kernel's choice (docs/Numerics.md).
  if (rng.chance(5))
    recipe.data = rng.pick({Data::ZeroScales, Data::Normal});
  recipe.constantsFirst = rng.chance(60);
  recipe.inCallee = rng.chance(3);
  recipe.segments.push_back(drawBackendSegment(rng, recipe));
  if (!rng.chance(40))
    return recipe;
  const Segment first = recipe.segments.front();
  if (rng.chance(50)) {
    Segment tail;
    tail.convolves = false;
    tail.inputs = {0, 1};
    tail.join = rng.pick({Join::Add, Join::Concat});
    tail.joinSeed = uint32_t(rng.next());
    tail.steps.push_back(drawBackendStep(rng, drawFamily(rng)));
    recipe.segments.push_back(drawParallelSegment(rng, first, tail.join));
    recipe.segments.push_back(tail);
    return recipe;
  }
  Segment second = drawBackendSegment(rng, recipe);
  if (rng.chance(65))
    second.inputs = {0};
  else
    second.producer.input = InputForm::FirstInput;
  if (rng.chance(50))
    second.producer.layout = first.producer.layout;
  recipe.segments.push_back(second);
  return recipe;
}
