//===- ElementwiseTest.cpp - Elementwise operators against the reference --===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

using namespace ascendrt_test;

//===----------------------------------------------------------------------===//
// Eltwise
//===----------------------------------------------------------------------===//

static ascendrt_eltwise_desc withRelu(ascendrt_eltwise_desc desc) {
  addStep(desc.epilogue, ASCENDRT_RELU);
  return desc;
}

static Cases eltwises() {
  const std::pair<const char *, ascendrt_eltwise_kind> kinds[] = {
      {"Add", ASCENDRT_ADD}, {"Sub", ASCENDRT_SUB}, {"Mul", ASCENDRT_MUL},
      {"Div", ASCENDRT_DIV}, {"Max", ASCENDRT_MAX}, {"Min", ASCENDRT_MIN}};
  Cases cases;
  for (auto [kindName, kind] : kinds)
    for (int32_t dtype : kTypes) {
      const Dims image = {2, 19, 4, 5};
      auto add = [&, kindName = kindName, kind = kind](
                     const std::string &name, const ascendrt_tensor &lhs,
                     const ascendrt_tensor &rhs,
                     Layout output = Layout::Dense) {
        Dims dims = dimsOf(lhs);
        for (size_t d = 0; d < dims.size(); ++d)
          dims[d] = std::max(dims[d], rhs.dims[d]);
        cases.push_back(
            {kindName + name + nameOfType(dtype),
             withRelu(makeEltwise(kind, lhs, rhs,
                                  makeTensor(dtype, dims, output)))});
      };
      auto in = [&](Layout layout) { return makeTensor(dtype, image, layout); };
      ascendrt_tensor dense = in(Layout::Dense);
      add("Same", dense, dense);
      add("Scalar", dense, makeTensor(dtype, {1, 1, 1, 1}));
      add("Channel", dense, makeTensor(dtype, {1, 19, 1, 1}));
      add("ChannelLeft", makeTensor(dtype, {1, 19, 1, 1}), dense);
      add("Gate", dense, makeTensor(dtype, {2, 19, 1, 1}));
      add("Width", dense, makeTensor(dtype, {1, 1, 1, 5}));
      add("BothBroadcast", makeTensor(dtype, {2, 1, 4, 1}),
          makeTensor(dtype, {1, 19, 1, 5}));
      add("Layouts", in(Layout::ChannelsLast), in(Layout::Slice),
          Layout::ChannelsLastSlice);
      add("Last", in(Layout::ChannelsLast), in(Layout::ChannelsLast),
          Layout::ChannelsLast);
      add("Blocked", in(Layout::Blocked), in(Layout::Blocked), Layout::Blocked);
      add("Vector", makeTensor(dtype, {37}), makeTensor(dtype, {37}));
      add("SixDims", makeTensor(dtype, {2, 1, 3, 2, 1, 3}),
          makeTensor(dtype, {1, 2, 3, 1, 2, 3}));
    }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Eltwise, OperatorTest, ::testing::ValuesIn(eltwises()),
                         nameOf);

namespace {
class ElementwiseTest : public RuntimeTest {};
} // namespace

/// f(0, 0) is not 0: the padding of blocks must stay out of it.
TEST_F(ElementwiseTest, BlocksKeepTheirZeros) {
  for (int32_t dtype : kTypes) {
    ascendrt_tensor image = makeTensor(dtype, {2, 19, 4, 5}, Layout::Blocked);
    for (ascendrt_function function :
         {ASCENDRT_SIGMOID, ASCENDRT_CLAMP, ASCENDRT_HARD_SIGMOID}) {
      ascendrt_eltwise_desc desc =
          makeEltwise(ASCENDRT_ADD, image, image, image);
      addStep(desc.epilogue, function, 0.25f, 0.75f);
      expectCorrect(desc);
      expectCorrect(makeActivation(image, function, 0.25f, 0.75f));
    }
    // 0 / 0 is not even a number.
    expectCorrect(makeEltwise(ASCENDRT_DIV, image, image, image));
  }
}

TEST_F(ElementwiseTest, OutputIsAnOperand) {
  for (int32_t dtype : kTypes)
    for (Layout layout : {Layout::Dense, Layout::Slice, Layout::Blocked})
      for (ascendrt_eltwise_kind kind : {ASCENDRT_ADD, ASCENDRT_SUB}) {
        ascendrt_tensor image = makeTensor(dtype, {2, 19, 4, 5}, layout);
        Description desc = withRelu(makeEltwise(kind, image, image, image));
        OperatorRun left(desc), right(desc), all(desc);
        left.alias(2, 0);
        expectCorrect(left);
        right.alias(2, 1);
        expectCorrect(right);
        all.alias(1, 0);
        all.alias(2, 0);
        expectCorrect(all);
      }
}

TEST_F(ElementwiseTest, MixedTypes) {
  const Dims image = {2, 19, 4, 5};
  expectCorrect(makeEltwise(ASCENDRT_MUL, makeTensor(ASCENDRT_BF16, image),
                            makeTensor(ASCENDRT_F32, image),
                            makeTensor(ASCENDRT_F32, image)));
  expectCorrect(makeEltwise(ASCENDRT_SUB, makeTensor(ASCENDRT_F32, image),
                            makeTensor(ASCENDRT_F16, image),
                            makeTensor(ASCENDRT_BF16, image)));
}

//===----------------------------------------------------------------------===//
// Activation
//===----------------------------------------------------------------------===//

static Cases activations() {
  struct Step {
    const char *name;
    ascendrt_epilogue_step step;
  };
  const Step steps[] = {{"Relu", {ASCENDRT_RELU, 0, 0}},
                        {"LeakyRelu", {ASCENDRT_LEAKY_RELU, 0.25f, 0}},
                        {"Clamp", {ASCENDRT_CLAMP, -0.25f, 0.5f}},
                        {"Sigmoid", {ASCENDRT_SIGMOID, 0, 0}},
                        {"Tanh", {ASCENDRT_TANH, 0, 0}},
                        {"Silu", {ASCENDRT_SILU, 0, 0}},
                        {"HardSwish", {ASCENDRT_HARD_SWISH, 0, 0}},
                        {"HardSigmoid", {ASCENDRT_HARD_SIGMOID, 0.5f, 0.25f}},
                        {"GeluErf", {ASCENDRT_GELU_ERF, 0, 0}},
                        {"GeluTanh", {ASCENDRT_GELU_TANH, 0, 0}}};
  const std::pair<const char *, Layout> layouts[] = {
      {"Dense", Layout::Dense},
      {"Last", Layout::ChannelsLast},
      {"Slice", Layout::Slice},
      {"Blocked", Layout::Blocked}};
  Cases cases;
  for (const Step &entry : steps)
    for (auto [layoutName, layout] : layouts)
      for (int32_t dtype : kTypes) {
        auto [function, alpha, beta] = entry.step;
        cases.push_back(
            {std::string(entry.name) + layoutName + nameOfType(dtype),
             makeActivation(makeTensor(dtype, {2, 19, 4, 5}, layout),
                            static_cast<ascendrt_function>(function), alpha,
                            beta)});
      }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Activation, OperatorTest,
                         ::testing::ValuesIn(activations()), nameOf);

/// Far outside of the interval that polynomials are made for.
TEST_F(ElementwiseTest, ActivationsOfLargeNumbers) {
  for (int32_t function = ASCENDRT_RELU; function < ASCENDRT_RESIDUAL;
       ++function) {
    ascendrt_activation_desc desc =
        makeActivation(makeTensor(ASCENDRT_F32, {81}),
                       static_cast<ascendrt_function>(function), 0.25f, 0.5f);
    OperatorRun run(desc);
    Values values;
    for (int i = -40; i <= 40; ++i)
      values.push_back(i * 2.5);
    run.setValues(0, values);
    SCOPED_TRACE(function);
    expectCorrect(run);
  }
}

TEST_F(ElementwiseTest, ActivationInPlaceAndInOrder) {
  for (int32_t dtype : kTypes)
    for (Layout layout : {Layout::Dense, Layout::Slice, Layout::Blocked}) {
      ascendrt_activation_desc desc =
          makeActivation(makeTensor(dtype, {2, 19, 4, 5}, layout),
                         ASCENDRT_HARD_SIGMOID, 1, 0.5f);
      addStep(desc.epilogue, ASCENDRT_LEAKY_RELU, 0.5f);
      addStep(desc.epilogue, ASCENDRT_TANH);
      addStep(desc.epilogue, ASCENDRT_CLAMP, 0.125f, 0.5f);
      OperatorRun run(desc);
      run.alias(1, 0);
      expectCorrect(run);
    }
}

TEST_F(ElementwiseTest, ActivationChangesLayoutAndType) {
  ascendrt_activation_desc desc =
      makeActivation(makeTensor(ASCENDRT_BF16, {2, 19, 4, 5}), ASCENDRT_SILU);
  desc.output =
      makeTensor(ASCENDRT_F32, {2, 19, 4, 5}, Layout::ChannelsLastSlice);
  expectCorrect(desc);
}

//===----------------------------------------------------------------------===//
// BatchNorm
//===----------------------------------------------------------------------===//

static ascendrt_batch_norm_desc makeBatchNorm(int32_t dtype, const Dims &dims,
                                              Layout layout,
                                              int32_t parameterDtype) {
  auto desc = makeDesc<ascendrt_batch_norm_desc>(ASCENDRT_OP_BATCH_NORM);
  desc.parameter_dtype = parameterDtype;
  desc.epsilon = 1e-5;
  desc.input = desc.output = makeTensor(dtype, dims, layout);
  return desc;
}

static Cases batchNorms() {
  const std::pair<const char *, Layout> layouts[] = {
      {"Dense", Layout::Dense},
      {"Last", Layout::ChannelsLast},
      {"Slice", Layout::Slice},
      {"Blocked", Layout::Blocked}};
  Cases cases;
  for (int32_t dtype : kTypes) {
    for (int32_t parameters : kTypes)
      for (auto [name, layout] : layouts)
        cases.push_back(
            {name + nameOfType(dtype) + nameOfType(parameters),
             makeBatchNorm(dtype, {2, 19, 4, 5}, layout, parameters)});
    for (const Dims &dims : {Dims{7, 33}, Dims{2, 5, 9}, Dims{1, 3, 2, 3, 4}}) {
      ascendrt_batch_norm_desc desc =
          makeBatchNorm(dtype, dims, Layout::Dense, ASCENDRT_F32);
      addStep(desc.epilogue, ASCENDRT_TANH);
      addStep(desc.epilogue, ASCENDRT_RELU);
      cases.push_back(
          {"Rank" + std::to_string(dims.size()) + nameOfType(dtype), desc});
    }
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(BatchNorm, OperatorTest,
                         ::testing::ValuesIn(batchNorms()), nameOf);

TEST_F(ElementwiseTest, BatchNormInPlace) {
  for (Layout layout : {Layout::Dense, Layout::Slice, Layout::Blocked}) {
    ascendrt_batch_norm_desc desc =
        makeBatchNorm(ASCENDRT_F32, {2, 19, 4, 5}, layout, ASCENDRT_F32);
    addStep(desc.epilogue, ASCENDRT_SIGMOID);
    OperatorRun run(desc);
    run.alias(5, 0);
    expectCorrect(run);
  }
}
