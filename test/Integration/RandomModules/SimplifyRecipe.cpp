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

void Candidates::dropParts() {
  if (recipe.chains.size() > 1)
    for (size_t i = 0; i < recipe.chains.size(); ++i)
      add([&](Recipe &copy) {
        copy.chains.erase(copy.chains.begin() + i);
        copy.join = Join::None;
      });
  set([](Recipe &copy) -> Join & { return copy.join; }, Join::None);
  dropStepsOf([](Recipe &copy) -> auto & { return copy.tail; });
  for (size_t i = 0; i < recipe.chains.size(); ++i) {
    dropStepsOf([i](Recipe &copy) -> auto & { return copy.chains[i].fork; });
    dropStepsOf([i](Recipe &copy) -> auto & { return copy.chains[i].steps; });
    set([i](Recipe &copy) -> bool & { return copy.chains[i].nested; }, false);
  }
}

void Candidates::simplifyModule() {
  set([](Recipe &copy) -> bool & { return copy.inCallee; }, false);
  set([](Recipe &copy) -> bool & { return copy.constantsFirst; }, true);
  set([](Recipe &copy) -> Data & { return copy.data; }, Data::Normal);
  if (recipe.type != Float::F32 || recipe.accumulator != Float::F32)
    add([](Recipe &copy) { copy.type = copy.accumulator = Float::F32; });
  set([](Recipe &copy) -> Float & { return copy.accumulator; }, recipe.type);
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
    set(field(&Step::op), BinaryOp::Mul);
    set(field(&Step::seed), uint32_t(0));
  }
}

void Candidates::simplifySteps() {
  for (size_t i = 0; i < recipe.chains.size(); ++i) {
    simplifyStepsOf(
        [i](Recipe &copy) -> auto & { return copy.chains[i].steps; });
    simplifyStepsOf(
        [i](Recipe &copy) -> auto & { return copy.chains[i].fork; });
  }
  simplifyStepsOf([](Recipe &copy) -> auto & { return copy.tail; });
}

void Candidates::simplifyProducers() {
  for (size_t i = 0; i < recipe.chains.size(); ++i) {
    auto field = [i](auto member) {
      return [=](Recipe &copy) -> auto & {
        return copy.chains[i].producer.*member;
      };
    };
    set(field(&Producer::affineInput), false);
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

std::vector<Recipe>
mlir::ascend::difftest::simplifyRecipe(const Recipe &recipe) {
  Candidates candidates(recipe);
  candidates.dropParts();
  candidates.simplifyModule();
  candidates.simplifyProducers();
  candidates.simplifySteps();
  return candidates.take();
}
