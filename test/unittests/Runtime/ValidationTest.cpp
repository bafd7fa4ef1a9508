//===- ValidationTest.cpp - Descriptions that make no sense ---------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever is wrong with a description is found when the plan is made, and the
// message names it. Each case breaks one field of a good description.
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

#include <functional>
#include <limits>

using namespace ascendrt_test;

namespace {
struct Mistake {
  std::string name;
  Description description;
  /// The message contains this.
  const char *words;
};

class ValidationTest
    : public RuntimeFixture<::testing::TestWithParam<Mistake>> {};
} // namespace

TEST_P(ValidationTest, IsRefusedByName) {
  const Mistake &mistake = GetParam();
  ascendrt_plan *plan = nullptr;
  EXPECT_EQ(ascendrt_plan_create(device, &mistake.description.get(), nullptr, 0,
                                 1, &plan),
            ASCENDRT_INVALID_ARGUMENT);
  EXPECT_EQ(plan, nullptr);
  std::string message = ascendrt_last_error();
  EXPECT_NE(message.find(mistake.words), std::string::npos) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  ascendrt_plan_destroy(plan);
}

/// A good description with one change.
template <typename Desc>
static void add(std::vector<Mistake> &mistakes, const char *name, Desc desc,
                const char *words, const std::function<void(Desc &)> &change) {
  change(desc);
  mistakes.push_back(
      {std::string(ascendrt_op_name(desc.header.op)) + "_" + name, desc,
       words});
}

static std::string
nameOfMistake(const ::testing::TestParamInfo<Mistake> &info) {
  return info.param.name;
}

//===----------------------------------------------------------------------===//
// Convolution, and what all operators share
//===----------------------------------------------------------------------===//

static std::vector<Mistake> tensorMistakes() {
  std::vector<Mistake> list;
  ascendrt_conv_desc good =
      Conv(1, 4, {5, 5}).filters(6, {3, 3}).bias().step(ASCENDRT_RELU).build();
  using Desc = ascendrt_conv_desc;
  auto mistake = [&](const char *name, const char *words,
                     const std::function<void(Desc &)> &change) {
    add<Desc>(list, name, good, words, change);
  };
  mistake("StructSizeZero", "struct_size",
          [](Desc &d) { d.header.struct_size = 0; });
  mistake("StructSizeSmall", "struct_size",
          [](Desc &d) { d.header.struct_size -= 4; });
  mistake("StructSizeLarge", "struct_size",
          [](Desc &d) { d.header.struct_size = ASCENDRT_MAX_STRUCT_SIZE + 8; });
  mistake("InputType", "input", [](Desc &d) { d.input.dtype = 7; });
  mistake("NegativeType", "filter", [](Desc &d) { d.filter.dtype = -1; });
  mistake("BiasType", "bias", [](Desc &d) { d.bias_dtype = 9; });
  mistake("Format", "format", [](Desc &d) { d.output.format = 5; });
  mistake("RankZero", "rank", [](Desc &d) { d.input.rank = 0; });
  mistake("RankSeven", "rank", [](Desc &d) { d.output.rank = 7; });
  mistake("RankNegative", "rank", [](Desc &d) { d.filter.rank = -2; });
  mistake("RankOfImage", "rank", [](Desc &d) { d.input.rank = 3; });
  mistake("RankOfFilter", "filter", [](Desc &d) { d.filter.rank = 4; });
  mistake("DimZero", "input dims[2]", [](Desc &d) { d.input.dims[2] = 0; });
  mistake("DimNegative", "output dims[0]",
          [](Desc &d) { d.output.dims[0] = -1; });
  mistake("DimsOverflow", "input", [](Desc &d) {
    d.input.dims[0] = d.output.dims[0] = int64_t(1) << 62;
  });
  mistake("StrideOverflow", "strides[0]", [](Desc &d) {
    d.input.dims[0] = d.output.dims[0] = 2;
    d.input.strides[0] = std::numeric_limits<int64_t>::max();
  });
  mistake("OutputOverlaps", "output", [](Desc &d) { d.output.strides[2] = 0; });
  mistake("FilterIsBlocked", "filter",
          [](Desc &d) { d.filter.format = ASCENDRT_NC1HWC0; });
  mistake("UnknownFunction", "function",
          [](Desc &d) { d.epilogue.steps[0].function = 99; });
  mistake("FunctionZero", "function",
          [](Desc &d) { d.epilogue.steps[0].function = 0; });
  mistake("TooManySteps", "epilogue", [](Desc &d) { d.epilogue.count = 7; });
  mistake("ManyTooManySteps", "epilogue",
          [](Desc &d) { d.epilogue.count = ~0u; });
  return list;
}

static std::vector<Mistake> convMistakes() {
  std::vector<Mistake> list;
  ascendrt_conv_desc good = Conv(1, 4, {5, 5}).filters(6, {3, 3}, 2).build();
  using Desc = ascendrt_conv_desc;
  auto mistake = [&](const char *name, const char *words,
                     const std::function<void(Desc &)> &change) {
    add<Desc>(list, name, good, words, change);
  };
  mistake("Flags", "flags", [](Desc &d) { d.flags = 1 << 20; });
  mistake("FrozenAlone", "FROZEN",
          [](Desc &d) { d.flags = ASCENDRT_CONV_FROZEN; });
  mistake("NoSpatialDim", "num_spatial", [](Desc &d) { d.num_spatial = 0; });
  mistake("FourSpatialDims", "num_spatial", [](Desc &d) { d.num_spatial = 4; });
  mistake("Batch", "batch", [](Desc &d) { d.output.dims[0] = 2; });
  mistake("InputChannels", "channels", [](Desc &d) { d.input.dims[1] = 5; });
  mistake("OutputChannels", "channels", [](Desc &d) { d.output.dims[1] = 7; });
  mistake("Groups", "channels", [](Desc &d) { d.filter.dims[0] = 3; });
  mistake("OutputShape", "output", [](Desc &d) { d.output.dims[3] = 4; });
  mistake("OutputShapeTransposed", "output",
          [](Desc &d) { d.flags = ASCENDRT_CONV_TRANSPOSED; });
  mistake("KernelAboveInput", "kernel", [](Desc &d) { d.filter.dims[3] = 6; });
  mistake("StrideZero", "strides[1]", [](Desc &d) { d.strides[1] = 0; });
  mistake("StrideNegative", "strides[0]", [](Desc &d) { d.strides[0] = -1; });
  mistake("DilationZero", "dilations[0]", [](Desc &d) { d.dilations[0] = 0; });
  mistake("DilationOverflow", "dilations[0]", [](Desc &d) {
    d.dilations[0] = std::numeric_limits<int64_t>::max();
  });
  mistake("PadNegative", "pad_before[0]",
          [](Desc &d) { d.pad_before[0] = -1; });
  mistake("PadAfterNegative", "pad_after[1]",
          [](Desc &d) { d.pad_after[1] = -1; });
  mistake("PadOverflow", "pad_before[1]", [](Desc &d) {
    d.pad_before[1] = std::numeric_limits<int64_t>::max();
  });
  mistake("ResidualStepWithoutResidual", "residual",
          [](Desc &d) { addStep(d.epilogue, ASCENDRT_RESIDUAL); });
  mistake("GateWithoutResidual", "residual",
          [](Desc &d) { addStep(d.epilogue, ASCENDRT_GATE); });
  mistake("GateShape", "residual dims[3]", [](Desc &d) {
    d.flags = ASCENDRT_CONV_RESIDUAL;
    addStep(d.epilogue, ASCENDRT_GATE);
    d.residual = d.output;
    d.residual.dims[3] = 1;
  });
  mistake("GateInPlace", "IN_PLACE", [](Desc &d) {
    d.flags = ASCENDRT_CONV_RESIDUAL | ASCENDRT_CONV_IN_PLACE;
    addStep(d.epilogue, ASCENDRT_GATE);
    d.residual = d.output;
  });
  mistake("FunctionAfterTheLast", "function", [](Desc &d) {
    addStep(d.epilogue, static_cast<ascendrt_function>(ASCENDRT_GATE + 1));
  });
  mistake("ResidualShape", "residual", [](Desc &d) {
    d.flags = ASCENDRT_CONV_RESIDUAL;
    addStep(d.epilogue, ASCENDRT_RESIDUAL);
    d.residual = d.input;
  });
  mistake("ResidualMissing", "residual", [](Desc &d) {
    d.flags = ASCENDRT_CONV_RESIDUAL;
    addStep(d.epilogue, ASCENDRT_RESIDUAL);
  });
  mistake("ParameterType", "parameter", [](Desc &d) {
    d.flags = ASCENDRT_CONV_BATCH_NORM;
    d.parameter_dtype = 3;
  });
  mistake("Epsilon", "epsilon", [](Desc &d) {
    d.flags = ASCENDRT_CONV_BATCH_NORM;
    d.epsilon = -1;
  });
  mistake("EpsilonNaN", "epsilon", [](Desc &d) {
    d.flags = ASCENDRT_CONV_BATCH_NORM;
    d.epsilon = NAN;
  });
  return list;
}

//===----------------------------------------------------------------------===//
// The other operators
//===----------------------------------------------------------------------===//

static std::vector<Mistake> matmulMistakes() {
  std::vector<Mistake> list;
  using Desc = ascendrt_matmul_desc;
  Desc good = makeMatmul(ASCENDRT_F32, {3, 4, 5}, {3, 5, 6});
  auto mistake = [&](const char *name, const char *words,
                     const std::function<void(Desc &)> &change) {
    add<Desc>(list, name, good, words, change);
  };
  mistake("RankOne", "rank",
          [](Desc &d) { d.lhs.rank = d.rhs.rank = d.output.rank = 1; });
  mistake("Ranks", "rank", [](Desc &d) { d.rhs.rank = 2; });
  mistake("Batch", "rhs dims[0]", [](Desc &d) { d.rhs.dims[0] = 2; });
  mistake("Inner", "rhs", [](Desc &d) { d.rhs.dims[1] = 4; });
  mistake("Rows", "rows", [](Desc &d) { d.output.dims[1] = 5; });
  mistake("Columns", "columns", [](Desc &d) { d.output.dims[2] = 5; });
  mistake("HasBias", "has_bias", [](Desc &d) { d.has_bias = 2; });
  mistake("HasResidual", "has_residual", [](Desc &d) { d.has_residual = -1; });
  mistake("Residual", "residual",
          [](Desc &d) { addStep(d.epilogue, ASCENDRT_RESIDUAL); });
  return list;
}

static std::vector<Mistake> poolMistakes() {
  std::vector<Mistake> list;
  using Desc = ascendrt_pool_desc;
  Desc good = makePool(ASCENDRT_POOL_MAX,
                       makeTensor(ASCENDRT_F32, {1, 3, 5, 5}), 3, 2, 1, 1);
  auto mistake = [&](const char *name, const char *words,
                     const std::function<void(Desc &)> &change) {
    add<Desc>(list, name, good, words, change);
  };
  mistake("Kind", "kind", [](Desc &d) { d.kind = 3; });
  mistake("KernelZero", "kernel[0]", [](Desc &d) { d.kernel[0] = 0; });
  mistake("StrideZero", "strides[1]", [](Desc &d) { d.strides[1] = 0; });
  mistake("Channels", "dims[1]", [](Desc &d) { d.output.dims[1] = 2; });
  mistake("OutputShape", "output", [](Desc &d) { d.output.dims[2] = 4; });
  mistake("WindowOfPadding", "padding", [](Desc &d) {
    d.pad_before[0] = 4;
    d.output.dims[2] = (5 + 4 + 1 - 3) / 2 + 1;
  });
  // So many that nobody can look at each.
  mistake("LastOfManyWindows", "of output 68719476736", [](Desc &d) {
    const int64_t many = int64_t(1) << 36;
    d.input = d.output = makeTensor(ASCENDRT_F32, {1, 1, many, 1});
    d.kernel[0] = d.kernel[1] = d.strides[0] = d.strides[1] = 1;
    std::fill_n(d.pad_before, 2, 0);
    d.pad_after[0] = 1;
    d.pad_after[1] = 0;
    d.output.dims[2] = many + 1;
  });
  return list;
}

static std::vector<Mistake> elementwiseMistakes() {
  std::vector<Mistake> list;
  ascendrt_tensor image = makeTensor(ASCENDRT_F32, {1, 3, 4, 5});
  using Eltwise = ascendrt_eltwise_desc;
  Eltwise sum = makeEltwise(ASCENDRT_ADD, image, image, image);
  add<Eltwise>(list, "Kind", sum, "kind", [](Eltwise &d) { d.kind = 6; });
  add<Eltwise>(list, "Ranks", sum, "rank", [](Eltwise &d) { d.rhs.rank = 3; });
  add<Eltwise>(list, "Dims", sum, "dims[3]",
               [](Eltwise &d) { d.rhs.dims[3] = 2; });
  add<Eltwise>(list, "OutputDims", sum, "output dims[1]",
               [](Eltwise &d) { d.output.dims[1] = 1; });
  add<Eltwise>(list, "Residual", sum, "residual",
               [](Eltwise &d) { addStep(d.epilogue, ASCENDRT_RESIDUAL); });
  add<Eltwise>(list, "Gate", sum, "residual",
               [](Eltwise &d) { addStep(d.epilogue, ASCENDRT_GATE); });
  using Activation = ascendrt_activation_desc;
  Activation relu = makeActivation(image, ASCENDRT_RELU);
  add<Activation>(list, "Dims", relu, "dims[2]",
                  [](Activation &d) { d.output.dims[2] = 5; });
  add<Activation>(list, "Residual", relu, "residual", [](Activation &d) {
    addStep(d.epilogue, ASCENDRT_RESIDUAL);
  });
  using BatchNorm = ascendrt_batch_norm_desc;
  auto norm = makeDesc<BatchNorm>(ASCENDRT_OP_BATCH_NORM);
  norm.input = norm.output = image;
  add<BatchNorm>(list, "ParameterType", norm, "parameter",
                 [](BatchNorm &d) { d.parameter_dtype = 3; });
  add<BatchNorm>(list, "Epsilon", norm, "epsilon",
                 [](BatchNorm &d) { d.epsilon = INFINITY; });
  add<BatchNorm>(list, "Rank", norm, "rank",
                 [](BatchNorm &d) { d.input.rank = d.output.rank = 1; });
  return list;
}

static std::vector<Mistake> otherMistakes() {
  std::vector<Mistake> list;
  ascendrt_tensor image = makeTensor(ASCENDRT_F32, {1, 3, 4, 5});
  using Resize = ascendrt_resize_desc;
  auto resize = makeDesc<Resize>(ASCENDRT_OP_RESIZE);
  resize.num_spatial = 2;
  resize.input = resize.output = image;
  std::fill_n(resize.numerator, 2, 1);
  std::fill_n(resize.denominator, 2, 1);
  add<Resize>(list, "Kind", resize, "kind", [](Resize &d) { d.kind = -1; });
  add<Resize>(list, "Numerator", resize, "numerator[1]",
              [](Resize &d) { d.numerator[1] = 0; });
  add<Resize>(list, "Channels", resize, "dims[1]",
              [](Resize &d) { d.output.dims[1] = 4; });
  using Concat = ascendrt_concat_desc;
  auto concat = makeDesc<Concat>(ASCENDRT_OP_CONCAT);
  concat.axis = 1;
  concat.num_inputs = 1;
  concat.inputs[0] = concat.output = image;
  add<Concat>(list, "Axis", concat, "axis", [](Concat &d) { d.axis = 4; });
  add<Concat>(list, "NegativeAxis", concat, "axis",
              [](Concat &d) { d.axis = -1; });
  add<Concat>(list, "NoInput", concat, "inputs",
              [](Concat &d) { d.num_inputs = 0; });
  add<Concat>(list, "TooManyInputs", concat, "inputs",
              [](Concat &d) { d.num_inputs = ASCENDRT_MAX_CONCAT + 1; });
  add<Concat>(list, "Sum", concat, "axis",
              [](Concat &d) { d.output.dims[1] = 4; });
  add<Concat>(list, "Blocked", concat, "STRIDED",
              [](Concat &d) { d.inputs[0].format = ASCENDRT_NC1HWC0; });
  add<Concat>(list, "Dims", concat, "input 0",
              [](Concat &d) { d.inputs[0].dims[2] = 3; });
  using Softmax = ascendrt_softmax_desc;
  auto softmax = makeDesc<Softmax>(ASCENDRT_OP_SOFTMAX);
  softmax.input = softmax.output = image;
  add<Softmax>(list, "Axis", softmax, "axis", [](Softmax &d) { d.axis = 4; });
  using Reduce = ascendrt_reduce_desc;
  auto reduce = makeDesc<Reduce>(ASCENDRT_OP_REDUCE);
  reduce.input = reduce.output = image;
  add<Reduce>(list, "Kind", reduce, "kind", [](Reduce &d) { d.kind = 4; });
  add<Reduce>(list, "Rank", reduce, "rank",
              [](Reduce &d) { d.output.rank = 3; });
  add<Reduce>(list, "Dims", reduce, "output dims[3]",
              [](Reduce &d) { d.output.dims[3] = 2; });
  using Copy = ascendrt_copy_desc;
  Copy copy = makeCopy(image, image);
  add<Copy>(list, "Dims", copy, "dims[3]",
            [](Copy &d) { d.output.dims[3] = 4; });
  add<Copy>(list, "BlockedRank", copy, "NC1HWC0", [](Copy &d) {
    d.output.format = ASCENDRT_NC1HWC0;
    d.input.rank = d.output.rank = 3;
  });
  return list;
}

INSTANTIATE_TEST_SUITE_P(Tensor, ValidationTest,
                         ::testing::ValuesIn(tensorMistakes()), nameOfMistake);
INSTANTIATE_TEST_SUITE_P(Conv, ValidationTest,
                         ::testing::ValuesIn(convMistakes()), nameOfMistake);
INSTANTIATE_TEST_SUITE_P(Matmul, ValidationTest,
                         ::testing::ValuesIn(matmulMistakes()), nameOfMistake);
INSTANTIATE_TEST_SUITE_P(Pool, ValidationTest,
                         ::testing::ValuesIn(poolMistakes()), nameOfMistake);
INSTANTIATE_TEST_SUITE_P(Elementwise, ValidationTest,
                         ::testing::ValuesIn(elementwiseMistakes()),
                         nameOfMistake);
INSTANTIATE_TEST_SUITE_P(Other, ValidationTest,
                         ::testing::ValuesIn(otherMistakes()), nameOfMistake);
