//===- SimplifyRecipe.cpp - Candidates for reduction ----------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recipe.h"

#include "llvm/ADT/STLFunctionalExtras.h"

using namespace mlir::ascend::difftest;

namespace {

/// Collects copies of a recipe with one field set to a simpler value.
class Candidates {
public:
  explicit Candidates(const Recipe &recipe) : recipe(recipe) {}

  void dropParts();
  void simplifyModule();
  void simplifySteps();
  void simplifyProducers();
  void simplifyAllProducers();

  std::vector<Recipe> take() { return std::move(result); }

private:
  void add(llvm::function_ref<void(Recipe &)> change) {
    result.push_back(recipe);
    change(result.back());
  }

  /// `field` finds the field to simplify in any copy of the recipe.
  template <typename Field, typename T>
  void set(Field field, T simple) {
    if (field(recipe) == simple)
      return;
    add([&](Recipe &copy) { field(copy) = simple; });
  }

  /// The same with several values, the simplest first.
  template <typename Field, typename T>
  void set(Field field, std::initializer_list<T> simple) {
    for (const T &value : simple) {
      if (field(recipe) == value)
        return;
      add([&](Recipe &copy) { field(copy) = value; });
    }
  }

  /// `steps` finds a list of steps in any copy of the recipe.
  template <typename Steps>
  void simplifyStepsOf(Steps steps);
  template <typename Steps>
  void dropStepsOf(Steps steps);

  Recipe recipe;
  std::vector<Recipe> result;
};

} // namespace

template <typename Steps>
void Candidates::dropStepsOf(Steps steps) {
  size_t count = steps(recipe).size();
  if (count > 2) {
    add([&](Recipe &copy) { steps(copy).resize(count / 2); });
    add([&](Recipe &copy) {
      steps(copy).erase(steps(copy).begin(), steps(copy).begin() + count / 2);
    });
  }
  for (size_t i = count; i-- > 0;)
    add([&](Recipe &copy) { steps(copy).erase(steps(copy).begin() + i); });
}

/// Removes a segment; those that read it read what it reads.
static void dropSegment(Recipe &recipe, unsigned dropped) {
  const std::vector<unsigned> sources = recipe.segments[dropped].inputs;
  recipe.segments.erase(recipe.segments.begin() + dropped);
  for (Segment &segment : recipe.segments) {
    std::vector<unsigned> inputs;
    auto add = [&](unsigned input) {
      inputs.push_back(input > dropped ? input - 1 : input);
    };
    for (unsigned input : segment.inputs) {
      if (input != dropped)
        add(input);
      else if (!sources.empty())
        add(sources.front());
    }
    segment.inputs = std::move(inputs);
  }
}

void Candidates::dropParts() {
  for (size_t i = recipe.segments.size(); i-- > 0;) {
    if (recipe.segments.size() > 1)
      add([&](Recipe &copy) { dropSegment(copy, i); });
    for (size_t j = 0; j < recipe.segments[i].inputs.size(); ++j)
      add([&](Recipe &copy) {
        std::vector<unsigned> &inputs = copy.segments[i].inputs;
        inputs.erase(inputs.begin() + j);
      });
    auto field = [i](auto member) {
      return [=](Recipe &copy) -> auto & { return copy.segments[i].*member; };
    };
    dropStepsOf(field(&Segment::before));
    dropStepsOf(field(&Segment::steps));
    set(field(&Segment::nested), false);
    set(field(&Segment::returned), false);
    if (!recipe.segments[i].inputs.empty())
      set(field(&Segment::convolves), false);
    if (recipe.segments[i].inputs.size() > 1) {
      set(field(&Segment::join), Join::Add);
      set(field(&Segment::joinSeed), uint32_t(0));
    }
  }
}

void Candidates::simplifyModule() {
  set([](Recipe &copy) -> unsigned & { return copy.preparation; }, 0u);
  set([](Recipe &copy) -> unsigned & { return copy.pipeline; }, 0u);
  set([](Recipe &copy) -> bool & { return copy.inCallee; }, false);
  set([](Recipe &copy) -> bool & { return copy.constantsFirst; }, true);
  set([](Recipe &copy) -> Data & { return copy.data; }, Data::Normal);
  if (recipe.type != ElementType::F32 || recipe.accumulator != ElementType::F32)
    add([](Recipe &copy) { copy.type = copy.accumulator = ElementType::F32; });
  set([](Recipe &copy) -> ElementType & { return copy.accumulator; },
      recipe.type);
}

template <typename Steps>
void Candidates::simplifyStepsOf(Steps steps) {
  for (size_t i = 0, e = steps(recipe).size(); i < e; ++i) {
    auto field = [=](auto member) {
      return [=](Recipe &copy) -> auto & { return steps(copy)[i].*member; };
    };
    set(field(&Step::returned), false);
    set(field(&Step::tail), false);
    set(field(&Step::wide), false);
    if (steps(recipe)[i].kind != StepKind::Binary)
      set(field(&Step::kind), StepKind::Binary);
    set(field(&Step::form), OperandForm::PerChannel);
    set(field(&Step::constant), ConstantForm::Dense);
    set(field(&Step::family), Family::Generic);
    set(field(&Step::outs), OutsForm::Empty);
    set(field(&Step::swapped), false);
    set(field(&Step::keepsLayout), true);
    set(field(&Step::op), BinaryOp::Mul);
    set(field(&Step::seed), uint32_t(0));
  }
}

void Candidates::simplifySteps() {
  for (size_t i = 0; i < recipe.segments.size(); ++i) {
    simplifyStepsOf(
        [i](Recipe &copy) -> auto & { return copy.segments[i].before; });
    simplifyStepsOf(
        [i](Recipe &copy) -> auto & { return copy.segments[i].steps; });
  }
}

void Candidates::simplifyProducers() {
  for (size_t i = 0; i < recipe.segments.size(); ++i) {
    auto field = [i](auto member) {
      return [=](Recipe &copy) -> auto & {
        return copy.segments[i].producer.*member;
      };
    };
    set(field(&Producer::integer), false);
    set(field(&Producer::keepsLayout), true);
    set(field(&Producer::filterReturned), false);
    set(field(&Producer::shareFilter), false);
    set(field(&Producer::shareBias), false);
    set(field(&Producer::dynamicFilter), false);
    set(field(&Producer::body), ProducerBody::MulAdd);
    set(field(&Producer::dynamicBatch), false);
    set(field(&Producer::dynamicSpatial), false);
    set(field(&Producer::input), InputForm::Argument);
    set(field(&Producer::bias), BiasForm::Zero);
    set(field(&Producer::filter), ConstantForm::Dense);
    set(field(&Producer::generic), false);
    using Triple = std::array<int64_t, 3>;
    set(field(&Producer::padLow), Triple{0, 0, 0});
    set(field(&Producer::padHigh), Triple{0, 0, 0});
    set(field(&Producer::dilation), Triple{1, 1, 1});
    set(field(&Producer::stride), Triple{1, 1, 1});
    set(field(&Producer::kernel), Triple{1, 1, 1});
    set(field(&Producer::size), {Triple{1, 1, 1}, Triple{3, 3, 3}});
    set(field(&Producer::batch), int64_t(1));
    set(field(&Producer::groups), int64_t(1));
    set(field(&Producer::inChannels), int64_t(1));
    set(field(&Producer::outChannels), {int64_t(1), int64_t(2)});
    set(field(&Producer::multiplier), int64_t(1));
    set(field(&Producer::layout), 0u);
    set(field(&Producer::seed), uint32_t(0));
  }
}

/// Changes that joins need in all their inputs at once.
void Candidates::simplifyAllProducers() {
  if (recipe.segments.size() < 2)
    return;
  auto setAll = [&](llvm::function_ref<void(Producer &)> change) {
    add([&](Recipe &copy) {
      for (Segment &segment : copy.segments)
        change(segment.producer);
    });
  };
  using Triple = std::array<int64_t, 3>;
  auto setWindow = [](Producer &producer, int64_t size) {
    producer.size.fill(size);
    producer.kernel = producer.stride = producer.dilation = Triple{1, 1, 1};
    producer.padLow = producer.padHigh = Triple{0, 0, 0};
  };
  const Producer &first = recipe.segments.front().producer;
  for (int64_t size : {1, 2, 4})
    if (first.size[0] > size || first.size[1] > size || first.size[2] > size)
      setAll([&](Producer &producer) { setWindow(producer, size); });
  if (first.batch > 1)
    setAll([](Producer &producer) { producer.batch = 1; });
  for (int64_t channels : {1, 2})
    if (first.inChannels > channels)
      setAll([&](Producer &producer) {
        producer.inChannels = producer.outChannels = channels;
      });
}

std::vector<Recipe>
mlir::ascend::difftest::simplifyRecipe(const Recipe &recipe) {
  Candidates candidates(recipe);
  candidates.dropParts();
  candidates.simplifyModule();
  candidates.simplifyAllProducers();
  candidates.simplifyProducers();
  candidates.simplifySteps();
  return candidates.take();
}
