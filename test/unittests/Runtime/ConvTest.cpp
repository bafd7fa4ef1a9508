//===- ConvTest.cpp - Convolutions against the reference ------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

using namespace ascendrt_test;

namespace {
struct NamedConv {
  std::string name;
  Conv conv;
};
using Table = std::vector<NamedConv>;
} // namespace

/// Every convolution of a table in every type.
static Cases inAllTypes(const Table &table) {
  Cases cases;
  for (const NamedConv &entry : table)
    for (int32_t dtype : kTypes)
      cases.push_back({entry.name + nameOfType(dtype),
                       Description(Conv(entry.conv).type(dtype))});
  return cases;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

static Table windows() {
  return {
      {"Pointwise", Conv(7, 19, {5, 6}).filters(33, {1, 1}).bias()},
      {"PointwiseStrided",
       Conv(1, 16, {8, 7}).filters(32, {1, 1}).stride({2, 3})},
      {"PointwisePadded",
       Conv(1, 5, {3, 4}).filters(6, {1, 1}).pad({1, 0}, {2, 1}).bias()},
      {"Same", Conv(1, 16, {9, 9}).filters(32, {3, 3}).pad({1, 1}, {1, 1})},
      {"Asymmetric", Conv(7, 17, {9, 11})
                         .filters(5, {3, 5})
                         .stride({2, 1})
                         .pad({1, 0}, {0, 3})
                         .bias()},
      {"Dilated", Conv(1, 18, {11, 13})
                      .filters(20, {3, 2})
                      .dilation({2, 3})
                      .pad({2, 1}, {1, 2})},
      {"DilatedStrided", Conv(1, 3, {12, 12})
                             .filters(7, {3, 3})
                             .dilation({2, 2})
                             .stride({2, 2})
                             .pad({2, 2}, {2, 2})},
      {"Stem", Conv(1, 3, {21, 21})
                   .filters(16, {7, 7})
                   .stride({2, 2})
                   .pad({3, 3}, {3, 3})
                   .bias()},
      {"StrideAboveKernel",
       Conv(1, 4, {11, 10}).filters(5, {2, 2}).stride({3, 4})},
      {"WholeInput", Conv(7, 18, {4, 3}).filters(35, {4, 3}).bias()},
      {"PaddingAboveKernel",
       Conv(1, 2, {3, 3}).filters(3, {2, 2}).pad({3, 0}, {0, 4}).bias()},
      {"ManyChannels",
       Conv(1, 100, {6, 6}).filters(70, {3, 3}).pad({1, 1}, {1, 1})},
      {"OneChannel", Conv(1, 1, {6, 5}).filters(1, {3, 3})},
  };
}

static Table groups() {
  return {
      {"Grouped", Conv(1, 12, {6, 7}).filters(20, {3, 3}, 4).bias()},
      {"GroupedOdd",
       Conv(7, 15, {5, 5}).filters(9, {3, 3}, 3).pad({0, 1}, {1, 0})},
      {"GroupedBlocks",
       Conv(1, 32, {6, 6}).filters(32, {3, 3}, 2).pad({1, 1}, {1, 1}).bias()},
      {"GroupedPointwise", Conv(1, 24, {4, 5}).filters(36, {1, 1}, 3)},
      {"Depthwise",
       Conv(7, 19, {7, 6}).filters(19, {3, 3}, 19).pad({1, 1}, {1, 1}).bias()},
      {"DepthwiseStrided", Conv(1, 32, {9, 9})
                               .filters(32, {3, 3}, 32)
                               .stride({2, 2})
                               .pad({0, 0}, {1, 1})},
      {"DepthwiseDilated", Conv(1, 16, {9, 9})
                               .filters(16, {3, 3}, 16)
                               .dilation({2, 2})
                               .pad({2, 2}, {2, 2})},
      {"DepthwiseMultiplier",
       Conv(1, 6, {6, 6}).filters(18, {3, 3}, 6).pad({1, 1}, {1, 1}).bias()},
  };
}

static Table transposed() {
  return {
      {"TransposedPlain",
       Conv(1, 5, {4, 6}).transposed().filters(7, {3, 2}).bias()},
      {"TransposedStrided", Conv(7, 17, {4, 5})
                                .transposed()
                                .filters(9, {4, 4})
                                .stride({2, 2})
                                .pad({1, 1}, {1, 1})
                                .bias()},
      {"TransposedOutputPadding", Conv(1, 16, {5, 4})
                                      .transposed()
                                      .filters(16, {3, 3})
                                      .stride({2, 3})
                                      .pad({1, 1}, {0, 0})},
      // Output padding without padding: rows behind the last contribution.
      {"TransposedNegativeAfter", Conv(1, 3, {4, 4})
                                      .transposed()
                                      .filters(4, {2, 2})
                                      .stride({2, 3})
                                      .pad({0, 0}, {-1, -2})
                                      .bias()},
      {"TransposedDilated", Conv(1, 4, {5, 5})
                                .transposed()
                                .filters(6, {3, 3})
                                .dilation({2, 1})
                                .stride({1, 2})
                                .pad({1, 0}, {2, 1})},
      {"TransposedGrouped", Conv(1, 8, {4, 4})
                                .transposed()
                                .filters(12, {3, 3}, 4)
                                .stride({2, 2})
                                .pad({1, 1}, {1, 1})
                                .bias()},
      {"TransposedDepthwise", Conv(1, 19, {4, 5})
                                  .transposed()
                                  .filters(19, {4, 4}, 19)
                                  .stride({2, 2})
                                  .pad({1, 1}, {1, 1})},
  };
}

static Table otherRanks() {
  return {
      {"Line",
       Conv(7, 19, {23}).filters(17, {5}).stride({2}).pad({2}, {1}).bias()},
      {"LineDilated",
       Conv(1, 3, {30}).filters(8, {3}).dilation({4}).pad({4}, {4})},
      {"LineDepthwise",
       Conv(1, 16, {12}).filters(16, {3}, 16).pad({1}, {1}).bias()},
      {"LineTransposed", Conv(1, 6, {7})
                             .transposed()
                             .filters(5, {4})
                             .stride({2})
                             .pad({1}, {1})
                             .bias()},
      {"Volume", Conv(1, 5, {4, 5, 6})
                     .filters(18, {3, 2, 3})
                     .stride({1, 2, 1})
                     .pad({1, 0, 1}, {1, 1, 0})
                     .bias()},
      {"VolumeGrouped",
       Conv(1, 6, {4, 4, 4}).filters(10, {2, 2, 2}, 2).dilation({2, 1, 1})},
      {"VolumeDepthwise", Conv(1, 17, {4, 4, 4}).filters(17, {3, 3, 3}, 17)},
      {"VolumeTransposed", Conv(1, 4, {3, 3, 3})
                               .transposed()
                               .filters(5, {2, 3, 3})
                               .stride({2, 2, 1})
                               .pad({0, 1, 0}, {0, 1, 1})},
  };
}

INSTANTIATE_TEST_SUITE_P(ConvWindow, OperatorTest,
                         ::testing::ValuesIn(inAllTypes(windows())), nameOf);
INSTANTIATE_TEST_SUITE_P(ConvGroups, OperatorTest,
                         ::testing::ValuesIn(inAllTypes(groups())), nameOf);
INSTANTIATE_TEST_SUITE_P(ConvTransposed, OperatorTest,
                         ::testing::ValuesIn(inAllTypes(transposed())), nameOf);
INSTANTIATE_TEST_SUITE_P(ConvRank, OperatorTest,
                         ::testing::ValuesIn(inAllTypes(otherRanks())), nameOf);

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

static Table activationLayouts() {
  auto with = [](Layout input, Layout output) {
    // Channels that are no multiple of 16; f(0) != 0 shows whether the padding
    // of blocks goes through the epilogue.
    return Conv(2, 19, {5, 6})
        .filters(21, {3, 3})
        .pad({1, 1}, {1, 0})
        .bias()
        .step(ASCENDRT_SIGMOID)
        .layout(input, output);
  };
  return {
      {"DenseToLast", with(Layout::Dense, Layout::ChannelsLast)},
      {"LastToLast", with(Layout::ChannelsLast, Layout::ChannelsLast)},
      {"LastToDense", with(Layout::ChannelsLast, Layout::Dense)},
      {"SliceToSlice", with(Layout::Slice, Layout::Slice)},
      {"LastSlice", with(Layout::ChannelsLastSlice, Layout::ChannelsLastSlice)},
      {"DenseToLastSlice", with(Layout::Dense, Layout::ChannelsLastSlice)},
      {"Blocked", with(Layout::Blocked, Layout::Blocked)},
      {"DenseToBlocked", with(Layout::Dense, Layout::Blocked)},
      {"BlockedToLast", with(Layout::Blocked, Layout::ChannelsLast)},
      {"BlockedToSlice", with(Layout::Blocked, Layout::Slice)},
      {"BlockedResidual", with(Layout::Blocked, Layout::Blocked)
                              .step(ASCENDRT_RESIDUAL)
                              .step(ASCENDRT_CLAMP, 0.25f, 6)},
      {"SliceResidual",
       with(Layout::Slice, Layout::Slice).step(ASCENDRT_RESIDUAL)},
      {"BlockedDepthwise",
       with(Layout::Blocked, Layout::Blocked).filters(19, {3, 3}, 19)},
      {"LastDepthwise", with(Layout::ChannelsLast, Layout::ChannelsLast)
                            .filters(19, {3, 3}, 19)},
      {"LastTransposed",
       with(Layout::ChannelsLast, Layout::ChannelsLast).transposed()},
      {"BlockedTransposed",
       with(Layout::Blocked, Layout::Blocked).transposed().stride({2, 2})},
      {"BlockedBatchNorm", with(Layout::Blocked, Layout::Blocked).batchNorm()},
  };
}

static Cases filterOrders() {
  const std::pair<const char *, FilterOrder> orders[] = {
      {"OIHW", FilterOrder::OIHW},
      {"OHWI", FilterOrder::OHWI},
      {"HWIO", FilterOrder::HWIO},
      {"IOHW", FilterOrder::IOHW}};
  const Table convs = {
      {"Plain", Conv(1, 17, {5, 6}).filters(19, {3, 2})},
      {"Pointwise", Conv(1, 17, {5, 6}).filters(19, {1, 1})},
      {"Grouped", Conv(1, 12, {5, 6}).filters(15, {2, 3}, 3)},
      {"Depthwise", Conv(1, 18, {5, 6}).filters(18, {3, 2}, 18)},
      {"Multiplier", Conv(1, 5, {5, 6}).filters(10, {3, 2}, 5)},
      {"Transposed",
       Conv(1, 17, {3, 4}).filters(9, {3, 2}).transposed().stride({2, 2})},
      {"TransposedGrouped",
       Conv(1, 8, {3, 4}).filters(12, {2, 3}, 4).transposed().stride({2, 1})},
      {"Line", Conv(1, 6, {9}).filters(7, {3})},
      {"Volume", Conv(1, 3, {3, 4, 5}).filters(4, {2, 3, 2})},
  };
  Cases cases;
  for (const NamedConv &entry : convs)
    for (auto [name, order] : orders)
      for (int32_t dtype : {ASCENDRT_F32, ASCENDRT_BF16})
        cases.push_back(
            {entry.name + name + nameOfType(dtype),
             Description(Conv(entry.conv).order(order).type(dtype))});
  return cases;
}

INSTANTIATE_TEST_SUITE_P(ConvLayout, OperatorTest,
                         ::testing::ValuesIn(inAllTypes(activationLayouts())),
                         nameOf);
INSTANTIATE_TEST_SUITE_P(ConvFilter, OperatorTest,
                         ::testing::ValuesIn(filterOrders()), nameOf);

//===----------------------------------------------------------------------===//
// Epilogues
//===----------------------------------------------------------------------===//

static Conv small() { return Conv(1, 9, {5, 4}).filters(18, {3, 3}).bias(); }

static Table epilogues() {
  return {
      {"Relu", small().step(ASCENDRT_RELU)},
      {"LeakyRelu", small().step(ASCENDRT_LEAKY_RELU, 0.125f)},
      {"LeakyReluNegative", small().step(ASCENDRT_LEAKY_RELU, -0.5f)},
      {"Clamp", small().step(ASCENDRT_CLAMP, -0.5f, 0.75f)},
      {"Relu6", small().step(ASCENDRT_CLAMP, 0, 6)},
      {"Sigmoid", small().step(ASCENDRT_SIGMOID)},
      {"Tanh", small().step(ASCENDRT_TANH)},
      {"Silu", small().step(ASCENDRT_SILU)},
      {"HardSwish", small().step(ASCENDRT_HARD_SWISH)},
      {"HardSigmoid", small().step(ASCENDRT_HARD_SIGMOID, 0.2f, 0.5f)},
      {"HardSigmoidSixth",
       small().step(ASCENDRT_HARD_SIGMOID, 1.0f / 6, 0.25f)},
      {"GeluErf", small().step(ASCENDRT_GELU_ERF)},
      {"GeluTanh", small().step(ASCENDRT_GELU_TANH)},
      {"Residual", small().step(ASCENDRT_RESIDUAL)},
      {"ResidualRelu", small().step(ASCENDRT_RESIDUAL).step(ASCENDRT_RELU)},
      {"ReluResidual", small().step(ASCENDRT_RELU).step(ASCENDRT_RESIDUAL)},
      {"SiluResidual", small().step(ASCENDRT_SILU).step(ASCENDRT_RESIDUAL)},
      {"Gate", small().step(ASCENDRT_GATE)},
      {"SiluGate", small().step(ASCENDRT_SILU).step(ASCENDRT_GATE)},
      {"GateSigmoid", small().step(ASCENDRT_GATE).step(ASCENDRT_SIGMOID)},
      {"ReluGateRelu",
       small().step(ASCENDRT_RELU).step(ASCENDRT_GATE).step(ASCENDRT_RELU)},
      {"ResidualGate", small().step(ASCENDRT_RESIDUAL).step(ASCENDRT_GATE)},
      {"TwoResiduals", small()
                           .step(ASCENDRT_RESIDUAL)
                           .step(ASCENDRT_RELU)
                           .step(ASCENDRT_RESIDUAL)},
      {"ClampTanh",
       small().step(ASCENDRT_CLAMP, -0.5f, 0.5f).step(ASCENDRT_TANH)},
      {"TanhClamp",
       small().step(ASCENDRT_TANH).step(ASCENDRT_CLAMP, -0.5f, 0.5f)},
      {"SixSteps", small()
                       .step(ASCENDRT_LEAKY_RELU, 0.5f)
                       .step(ASCENDRT_TANH)
                       .step(ASCENDRT_RESIDUAL)
                       .step(ASCENDRT_HARD_SWISH)
                       .step(ASCENDRT_HARD_SIGMOID, -0.5f, 0.25f)
                       .step(ASCENDRT_CLAMP, 0.125f, 0.5f)},
      {"BiasOfItsOwnType",
       Conv(1, 9, {5, 4}).filters(18, {3, 3}).bias(ASCENDRT_BF16)},
      {"BiasInHalf", Conv(1, 9, {5, 4}).filters(18, {3, 3}).bias(ASCENDRT_F16)},
      {"WideOutput", small().outputType(ASCENDRT_F32).step(ASCENDRT_RESIDUAL)},
  };
}

/// Libraries choose among many implementations of a convolution, and each has
/// its own code for epilogues.
static Table implementations() {
  Conv wide = Conv(1, 64, {7, 9}).filters(32, {3, 3}).pad({1, 1}, {1, 1});
  return {
      {"Narrow", Conv(1, 9, {5, 4}).filters(18, {3, 3})},
      {"Wide", wide},
      {"WideLast",
       Conv(wide).layout(Layout::ChannelsLast, Layout::ChannelsLast)},
      {"WideBlocked", Conv(wide).layout(Layout::Blocked, Layout::Blocked)},
      {"TailBlocked",
       Conv(wide).filters(27, {3, 3}).layout(Layout::Blocked, Layout::Blocked)},
      {"Pointwise", Conv(1, 32, {5, 7}).filters(48, {1, 1})},
      {"PointwiseLast",
       Conv(1, 32, {5, 7})
           .filters(48, {1, 1})
           .layout(Layout::ChannelsLast, Layout::ChannelsLast)},
      {"Depthwise", Conv(1, 32, {5, 7}).filters(32, {3, 3}, 32)},
      {"DepthwiseBlocked", Conv(1, 32, {5, 7})
                               .filters(32, {3, 3}, 32)
                               .layout(Layout::Blocked, Layout::Blocked)},
      {"Transposed",
       Conv(1, 16, {5, 4}).transposed().filters(32, {3, 3}).stride({2, 2})},
      {"TransposedBlocked", Conv(1, 16, {5, 4})
                                .transposed()
                                .filters(32, {3, 3})
                                .stride({2, 2})
                                .layout(Layout::Blocked, Layout::Blocked)},
  };
}

using Steps = std::vector<ascendrt_epilogue_step>;

/// Each function twice with other parameters; what looks the same to a cache.
static std::vector<std::pair<const char *, Steps>> chains() {
  const ascendrt_epilogue_step residual = {ASCENDRT_RESIDUAL, 0, 0};
  const ascendrt_epilogue_step relu = {ASCENDRT_RELU, 0, 0};
  return {
      {"ResidualRelu", {residual, relu}},
      {"ReluResidual", {relu, residual}},
      {"HardSwish", {{ASCENDRT_HARD_SWISH, 0, 0}}},
      {"GeluErf", {{ASCENDRT_GELU_ERF, 0, 0}}},
      {"HardSigmoid", {{ASCENDRT_HARD_SIGMOID, 0.25f, 0.5f}}},
      {"Clamps", {{ASCENDRT_CLAMP, 0, 1}, {ASCENDRT_CLAMP, 0.125f, 0.5f}}},
      {"ClampsApart",
       {{ASCENDRT_CLAMP, -1, 1}, residual, {ASCENDRT_CLAMP, 0.125f, 0.5f}}},
      {"LeakyRelus",
       {{ASCENDRT_LEAKY_RELU, 0.5f, 0}, {ASCENDRT_LEAKY_RELU, -0.25f, 0}}},
      {"ReluThenLeaky", {residual, {ASCENDRT_LEAKY_RELU, 0.5f, 0}, relu}},
      {"HardSigmoids",
       {{ASCENDRT_HARD_SIGMOID, 0.5f, 0.5f},
        {ASCENDRT_HARD_SIGMOID, -1, 0.75f}}},
      {"Sigmoids", {{ASCENDRT_SIGMOID, 0, 0}, {ASCENDRT_SIGMOID, 0, 0}}},
      {"SiluTanh", {{ASCENDRT_SILU, 0, 0}, residual, {ASCENDRT_TANH, 0, 0}}},
      {"SiluGate", {{ASCENDRT_SILU, 0, 0}, {ASCENDRT_GATE, 0, 0}}},
      {"ThreeResiduals", {residual, relu, residual, relu, residual}},
  };
}

static Table implementationsWithChains() {
  Table table;
  for (const NamedConv &entry : implementations())
    for (const auto &[name, steps] : chains()) {
      Conv conv = Conv(entry.conv).bias();
      for (const ascendrt_epilogue_step &step : steps)
        conv.step(static_cast<ascendrt_function>(step.function), step.alpha,
                  step.beta);
      table.push_back({entry.name + name, conv});
    }
  return table;
}

INSTANTIATE_TEST_SUITE_P(ConvEpilogue, OperatorTest,
                         ::testing::ValuesIn(inAllTypes(epilogues())), nameOf);
INSTANTIATE_TEST_SUITE_P(
    ConvChain, OperatorTest,
    ::testing::ValuesIn(inAllTypes(implementationsWithChains())), nameOf);

//===----------------------------------------------------------------------===//
// Memory that arguments share
//===----------------------------------------------------------------------===//

namespace {
class ConvTest : public RuntimeFixture<::testing::TestWithParam<int32_t>> {};
} // namespace

INSTANTIATE_TEST_SUITE_P(Types, ConvTest, ::testing::ValuesIn(kTypes),
                         [](const ::testing::TestParamInfo<int32_t> &info) {
                           return nameOfType(info.param);
                         });

/// out = relu(conv + out), and out = relu(conv) + out.
TEST_P(ConvTest, ResidualIsTheOutput) {
  for (Layout layout : {Layout::Dense, Layout::ChannelsLast, Layout::Blocked}) {
    Conv conv = small().type(GetParam()).layout(layout, layout);
    for (const Conv &epilogue :
         {Conv(conv).step(ASCENDRT_RESIDUAL).step(ASCENDRT_RELU),
          Conv(conv).step(ASCENDRT_RELU).step(ASCENDRT_RESIDUAL),
          Conv(conv).step(ASCENDRT_SILU).step(ASCENDRT_GATE),
          Conv(conv).step(ASCENDRT_RESIDUAL).step(ASCENDRT_GATE)}) {
      OperatorRun run(epilogue);
      run.alias(4, 3);
      expectCorrect(run);
    }
  }
}

/// The same for every implementation, also where the residual is used twice
/// and cannot simply be accumulated into.
TEST_P(ConvTest, ResidualIsTheOutputOfEveryImplementation) {
  for (NamedConv &entry : implementationsWithChains()) {
    OperatorRun run(entry.conv.type(GetParam()));
    if (run.values(3).empty())
      continue;
    SCOPED_TRACE(entry.name);
    run.alias(4, 3);
    expectCorrect(run);
  }
}

/// x + f(x), the usual residual.
TEST_P(ConvTest, ResidualIsTheInput) {
  Conv conv = Conv(2, 19, {5, 5})
                  .filters(19, {3, 3})
                  .pad({1, 1}, {1, 1})
                  .type(GetParam())
                  .step(ASCENDRT_RESIDUAL)
                  .step(ASCENDRT_RELU);
  OperatorRun run(conv);
  run.alias(3, 0);
  expectCorrect(run);
}

/// One plan serves any memory.
TEST_P(ConvTest, PlanRunsAgainWithOtherArguments) {
  Conv conv =
      small().type(GetParam()).step(ASCENDRT_RESIDUAL).step(ASCENDRT_SILU);
  OperatorRun first(conv, 1), second(conv, 2);
  ascendrt_plan *plan = createPlan(first);
  ASSERT_NE(plan, nullptr);
  for (OperatorRun *run : {&first, &second, &first}) {
    run->reset();
    std::vector<void *> args = run->pointers();
    EXPECT_OK(ascendrt_plan_execute(plan, stream, args.data(), args.size()));
    EXPECT_OK(ascendrt_stream_synchronize(stream));
    run->expectCorrect();
  }
  ascendrt_plan_destroy(plan);
}

/// A residual may be laid out in its own way.
TEST_P(ConvTest, ResidualHasItsOwnStrides) {
  ascendrt_conv_desc desc =
      small().type(GetParam()).step(ASCENDRT_RESIDUAL).build();
  desc.residual =
      makeTensor(GetParam(), dimsOf(desc.output), Layout::ChannelsLastSlice);
  expectCorrect(desc);
}

/// The residual comes from another branch and has its own type.
TEST_P(ConvTest, ResidualHasItsOwnType) {
  ascendrt_conv_desc desc =
      small().type(GetParam()).step(ASCENDRT_RESIDUAL).build();
  desc.residual.dtype = ASCENDRT_F32;
  expectCorrect(desc);
}

TEST_P(ConvTest, InfoNamesTheImplementation) {
  OperatorRun run(small().type(GetParam()));
  ascendrt_plan *plan = createPlan(run);
  ASSERT_NE(plan, nullptr);
  EXPECT_STRNE(ascendrt_plan_info(plan), "");
  ascendrt_plan_destroy(plan);
}
