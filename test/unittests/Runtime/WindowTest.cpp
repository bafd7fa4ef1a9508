//===- WindowTest.cpp - Windows and sums against the reference ------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

using namespace ascendrt_test;

//===----------------------------------------------------------------------===//
// Pool
//===----------------------------------------------------------------------===//

static Cases pools() {
  const std::pair<const char *, ascendrt_pool_kind> kinds[] = {
      {"Max", ASCENDRT_POOL_MAX},
      {"Avg", ASCENDRT_POOL_AVG},
      {"AvgWithPadding", ASCENDRT_POOL_AVG_WITH_PADDING}};
  Cases cases;
  for (auto [kindName, kind] : kinds)
    for (int32_t dtype : kTypes) {
      auto add = [&, kindName = kindName](const std::string &name,
                                          const ascendrt_pool_desc &desc) {
        cases.push_back({kindName + name + nameOfType(dtype), desc});
      };
      ascendrt_tensor image = makeTensor(dtype, {2, 19, 9, 11});
      auto in = [&](Layout layout) {
        return makeTensor(dtype, {2, 19, 9, 11}, layout);
      };
      add("Plain", makePool(kind, image, 2, 2, 0, 0));
      add("Padded", makePool(kind, image, 3, 2, 1, 1));
      add("Asymmetric", makePool(kind, image, 3, 2, 0, 1));
      add("Overlapping", makePool(kind, image, 3, 1, 1, 1));
      add("Dilated", makePool(kind, image, 2, 1, 1, 1, 3));
      add("DilatedStrided", makePool(kind, image, 3, 2, 0, 1, 2));
      add("Global",
          makePool(kind, makeTensor(dtype, {7, 17, 5, 5}), 5, 1, 0, 0));
      add("Line", makePool(kind, makeTensor(dtype, {2, 5, 12}), 3, 2, 1, 0));
      add("Volume",
          makePool(kind, makeTensor(dtype, {1, 5, 5, 6, 7}), 3, 2, 1, 1));
      add("Last", makePool(kind, in(Layout::ChannelsLast), 3, 2, 1, 1, 1,
                           Layout::ChannelsLast));
      add("LastToDense", makePool(kind, in(Layout::ChannelsLast), 3, 2, 1, 1));
      add("Slice",
          makePool(kind, in(Layout::Slice), 3, 2, 1, 1, 1, Layout::Slice));
      add("LastSlice", makePool(kind, in(Layout::ChannelsLastSlice), 3, 2, 1, 1,
                                1, Layout::ChannelsLastSlice));
      add("Blocked",
          makePool(kind, in(Layout::Blocked), 3, 2, 1, 1, 1, Layout::Blocked));
    }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Pool, OperatorTest, ::testing::ValuesIn(pools()),
                         nameOf);

namespace {
class WindowTest : public RuntimeTest {};
} // namespace

/// Nothing is larger than the padding of a max pool by accident.
TEST_F(WindowTest, MaxOfNegativeNumbers) {
  for (int32_t dtype : kTypes) {
    OperatorRun run(makePool(ASCENDRT_POOL_MAX, makeTensor(dtype, {1, 3, 5, 5}),
                             3, 2, 1, 1));
    Values values = run.values(0);
    for (double &value : values)
      value = -1000 - std::fabs(value);
    run.setValues(0, values);
    expectCorrect(run);
  }
}

//===----------------------------------------------------------------------===//
// Resize
//===----------------------------------------------------------------------===//

/// Each spatial dim grows by numerator / denominator.
static ascendrt_resize_desc
makeResize(ascendrt_resize_kind kind, int32_t dtype, const Dims &dims,
           const Dims &outputSpatial, int64_t numerator, int64_t denominator,
           int64_t offset, Layout layout = Layout::Dense) {
  auto desc = makeDesc<ascendrt_resize_desc>(ASCENDRT_OP_RESIZE);
  desc.kind = kind;
  desc.num_spatial = static_cast<int32_t>(outputSpatial.size());
  Dims outputDims = {dims[0], dims[1]};
  outputDims.insert(outputDims.end(), outputSpatial.begin(),
                    outputSpatial.end());
  desc.input = makeTensor(dtype, dims, layout);
  desc.output = makeTensor(dtype, outputDims, layout);
  for (int32_t d = 0; d < desc.num_spatial; ++d) {
    desc.numerator[d] = numerator;
    desc.denominator[d] = denominator;
    desc.offset[d] = offset;
  }
  return desc;
}

static Cases resizes() {
  const std::pair<const char *, ascendrt_resize_kind> kinds[] = {
      {"Floor", ASCENDRT_RESIZE_NEAREST_FLOOR},
      {"Round", ASCENDRT_RESIZE_NEAREST_ROUND},
      {"Linear", ASCENDRT_RESIZE_LINEAR}};
  Cases cases;
  for (auto [kindName, kind] : kinds)
    for (int32_t dtype : kTypes) {
      auto add = [&, kindName = kindName](const std::string &name,
                                          const ascendrt_resize_desc &desc) {
        cases.push_back({kindName + name + nameOfType(dtype), desc});
      };
      const Dims image = {2, 19, 4, 5};
      add("Twice", makeResize(kind, dtype, image, {8, 10}, 2, 1, 0));
      // Half-pixel centres: x = (o + 1/2) / 2 - 1/2 = (2 o - 1) / 4.
      add("HalfPixel", makeResize(kind, dtype, image, {8, 10}, 4, 2, -1));
      add("AlignedCorners",
          makeResize(kind, dtype, {1, 3, 4, 4}, {10, 10}, 9, 3, 0));
      add("Down", makeResize(kind, dtype, {1, 17, 9, 7}, {3, 3}, 3, 7, 1));
      add("Outside", makeResize(kind, dtype, image, {7, 9}, 3, 4, -7));
      add("Line", makeResize(kind, dtype, {2, 3, 7}, {15}, 5, 2, 1));
      add("Volume",
          makeResize(kind, dtype, {1, 3, 3, 2, 4}, {5, 6, 7}, 2, 1, -1));
      add("Last", makeResize(kind, dtype, image, {8, 10}, 4, 2, -1,
                             Layout::ChannelsLast));
      add("Slice",
          makeResize(kind, dtype, image, {8, 10}, 4, 2, -1, Layout::Slice));
      add("Blocked",
          makeResize(kind, dtype, image, {8, 10}, 4, 2, -1, Layout::Blocked));
    }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Resize, OperatorTest, ::testing::ValuesIn(resizes()),
                         nameOf);

/// Counts, for every output, the elements of the input in its window.
static bool hasEmptyWindow(int64_t in, int64_t out, int64_t kernel,
                           int64_t stride, int64_t dilation, int64_t before) {
  for (int64_t o = 0; o < out; ++o) {
    int64_t count = 0;
    for (int64_t k = 0; k < kernel; ++k) {
      int64_t x = o * stride - before + k * dilation;
      count += x >= 0 && x < in;
    }
    if (count == 0)
      return true;
  }
  return false;
}

/// Exactly the pools that have a window in the padding alone are refused.
TEST_F(WindowTest, EmptyWindowsAreRefused) {
  forEachIndex({4, 3, 4, 6, 6, 4}, [&](const Dims &i) {
    int64_t in = i[0] + 1, kernel = i[1] + 1, stride = i[2] + 1,
            dilation = i[3] + 1, before = i[4], after = i[5];
    int64_t space = in + before + after - (kernel - 1) * dilation - 1;
    if (space < 0)
      return;
    int64_t out = space / stride + 1;
    auto pool = makeDesc<ascendrt_pool_desc>(ASCENDRT_OP_POOL);
    pool.num_spatial = 1;
    pool.input = makeTensor(ASCENDRT_F32, {1, 1, in});
    pool.output = makeTensor(ASCENDRT_F32, {1, 1, out});
    pool.kernel[0] = kernel;
    pool.strides[0] = stride;
    pool.dilations[0] = dilation;
    pool.pad_before[0] = before;
    pool.pad_after[0] = after;
    ascendrt_plan *plan = nullptr;
    ascendrt_status status =
        ascendrt_plan_create(device, &pool.header, nullptr, 0, 1, &plan);
    ascendrt_plan_destroy(plan);
    EXPECT_EQ(status == ASCENDRT_INVALID_ARGUMENT,
              hasEmptyWindow(in, out, kernel, stride, dilation, before))
        << ::testing::PrintToString(i) << ascendrt_last_error();
  });
}

/// Dims with factors of their own.
TEST_F(WindowTest, ResizeFactorsBelongToTheirDim) {
  ascendrt_resize_desc desc = makeResize(ASCENDRT_RESIZE_LINEAR, ASCENDRT_F32,
                                         {1, 2, 4, 6}, {12, 3}, 3, 1, -1);
  desc.numerator[1] = 1;
  desc.denominator[1] = 2;
  desc.offset[1] = 1;
  expectCorrect(desc);
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

static Cases softmaxes() {
  Cases cases;
  for (int32_t dtype : kTypes) {
    auto add = [&](const std::string &name, const ascendrt_tensor &tensor,
                   int32_t axis) {
      auto desc = makeDesc<ascendrt_softmax_desc>(ASCENDRT_OP_SOFTMAX);
      desc.axis = axis;
      desc.input = desc.output = tensor;
      cases.push_back({name + nameOfType(dtype), desc});
    };
    add("Vector", makeTensor(dtype, {37}), 0);
    add("Rows", makeTensor(dtype, {7, 1000}), 1);
    add("Columns", makeTensor(dtype, {19, 7}), 0);
    add("Channels", makeTensor(dtype, {2, 19, 4, 5}), 1);
    add("ChannelsLast", makeTensor(dtype, {2, 19, 4, 5}, Layout::ChannelsLast),
        1);
    add("Slice", makeTensor(dtype, {2, 19, 4, 5}, Layout::Slice), 1);
    add("Width", makeTensor(dtype, {2, 3, 4, 5}), 3);
    add("OneElement", makeTensor(dtype, {5, 1}), 1);
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Softmax, OperatorTest,
                         ::testing::ValuesIn(softmaxes()), nameOf);

/// exp of these numbers alone overflows, or is zero.
TEST_F(WindowTest, SoftmaxOfLargeNumbers) {
  for (double large : {300.0, -300.0}) {
    auto desc = makeDesc<ascendrt_softmax_desc>(ASCENDRT_OP_SOFTMAX);
    desc.axis = 1;
    desc.input = desc.output = makeTensor(ASCENDRT_F32, {3, 21});
    OperatorRun run(desc);
    Values values = run.values(0);
    for (double &value : values)
      value += large;
    run.setValues(0, values);
    expectCorrect(run);
  }
}

//===----------------------------------------------------------------------===//
// Reduce
//===----------------------------------------------------------------------===//

static Cases reductions() {
  const std::pair<const char *, ascendrt_reduce_kind> kinds[] = {
      {"Sum", ASCENDRT_REDUCE_SUM},
      {"Mean", ASCENDRT_REDUCE_MEAN},
      {"Max", ASCENDRT_REDUCE_MAX},
      {"Min", ASCENDRT_REDUCE_MIN}};
  Cases cases;
  for (auto [kindName, kind] : kinds)
    for (int32_t dtype : kTypes) {
      auto add = [&, kindName = kindName, kind = kind](
                     const std::string &name, const Dims &dims,
                     const Dims &outputDims, Layout layout = Layout::Dense) {
        auto desc = makeDesc<ascendrt_reduce_desc>(ASCENDRT_OP_REDUCE);
        desc.kind = kind;
        desc.input = makeTensor(dtype, dims, layout);
        desc.output = makeTensor(dtype, outputDims, layout);
        cases.push_back({kindName + name + nameOfType(dtype), desc});
      };
      add("Spatial", {2, 19, 7, 6}, {2, 19, 1, 1});
      add("SpatialLast", {2, 19, 7, 6}, {2, 19, 1, 1}, Layout::ChannelsLast);
      add("SpatialSlice", {2, 19, 7, 6}, {2, 19, 1, 1}, Layout::Slice);
      add("Channels", {2, 19, 4, 5}, {2, 1, 4, 5});
      add("Outermost", {7, 6}, {1, 6});
      add("Everything", {3, 4, 5, 2, 3, 2}, {1, 1, 1, 1, 1, 1});
      add("TwoApart", {3, 4, 5}, {1, 4, 1});
    }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Reduce, OperatorTest,
                         ::testing::ValuesIn(reductions()), nameOf);
