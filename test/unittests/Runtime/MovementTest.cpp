//===- MovementTest.cpp - Concat and copy against the reference -----------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

using namespace ascendrt_test;

//===----------------------------------------------------------------------===//
// Concat
//===----------------------------------------------------------------------===//

/// Inputs that have `sizes` along `axis` and `dims` elsewhere.
static ascendrt_concat_desc makeConcat(int32_t dtype, Dims dims, int32_t axis,
                                       const Dims &sizes,
                                       Layout input = Layout::Dense,
                                       Layout output = Layout::Dense) {
  auto desc = makeDesc<ascendrt_concat_desc>(ASCENDRT_OP_CONCAT);
  desc.axis = axis;
  desc.num_inputs = static_cast<uint32_t>(sizes.size());
  int64_t total = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    dims[axis] = sizes[i];
    desc.inputs[i] = makeTensor(dtype, dims, input);
    total += sizes[i];
  }
  dims[axis] = total;
  desc.output = makeTensor(dtype, dims, output);
  return desc;
}

static Cases concats() {
  Cases cases;
  for (int32_t dtype : kTypes) {
    auto add = [&](const std::string &name, const ascendrt_concat_desc &desc) {
      cases.push_back({name + nameOfType(dtype), desc});
    };
    const Dims image = {2, 0, 4, 5};
    add("Channels", makeConcat(dtype, image, 1, {3, 19, 1}));
    add("One", makeConcat(dtype, image, 1, {7}));
    add("Batch", makeConcat(dtype, {0, 3, 2, 2}, 0, {1, 4}));
    add("Width", makeConcat(dtype, {2, 3, 4, 0}, 3, {5, 2, 6}));
    add("Vectors", makeConcat(dtype, {0}, 0, {3, 4}));
    add("SixDims", makeConcat(dtype, {2, 1, 2, 0, 3, 2}, 3, {2, 3}));
    add("Last", makeConcat(dtype, image, 1, {16, 5}, Layout::ChannelsLast,
                           Layout::ChannelsLast));
    add("SliceToLast", makeConcat(dtype, image, 1, {16, 5}, Layout::Slice,
                                  Layout::ChannelsLastSlice));
    add("ThirtyTwo", makeConcat(dtype, image, 1, Dims(ASCENDRT_MAX_CONCAT, 2)));
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Concat, OperatorTest, ::testing::ValuesIn(concats()),
                         nameOf);

//===----------------------------------------------------------------------===//
// Copy
//===----------------------------------------------------------------------===//

static Cases layoutCopies() {
  const std::pair<const char *, Layout> layouts[] = {
      {"Dense", Layout::Dense},
      {"Last", Layout::ChannelsLast},
      {"Slice", Layout::Slice},
      {"LastSlice", Layout::ChannelsLastSlice},
      {"Blocked", Layout::Blocked}};
  const Dims image = {2, 19, 4, 5};
  Cases cases;
  for (int32_t dtype : kTypes)
    for (auto [fromName, from] : layouts)
      for (auto [toName, to] : layouts)
        cases.push_back(
            {std::string(fromName) + "To" + toName + nameOfType(dtype),
             makeCopy(makeTensor(dtype, image, from),
                      makeTensor(dtype, image, to))});
  return cases;
}

static Cases otherCopies() {
  Cases cases;
  for (int32_t from : kTypes)
    for (int32_t to : kTypes) {
      std::string types = nameOfType(from) + "To" + nameOfType(to);
      cases.push_back({"Plain" + types, makeCopy(makeTensor(from, {7, 13}),
                                                 makeTensor(to, {7, 13}))});
      cases.push_back({"Pack" + types, makeCopy(makeTensor(from, {1, 17, 3, 3}),
                                                makeTensor(to, {1, 17, 3, 3},
                                                           Layout::Blocked))});
    }
  // A transpose, every second element, a broadcast of one row, six dims.
  const ascendrt_tensor dense = makeTensor(ASCENDRT_F32, {6, 7});
  cases.push_back(
      {"Transpose",
       makeCopy(makeTensor(ASCENDRT_F32, {6, 7}, Dims{1, 6}), dense)});
  cases.push_back(
      {"EverySecond",
       makeCopy(makeTensor(ASCENDRT_F32, {6, 7}, Dims{28, 2}), dense)});
  cases.push_back(
      {"Broadcast",
       makeCopy(makeTensor(ASCENDRT_F32, {6, 7}, Dims{0, 1}), dense)});
  const Dims six = {2, 3, 2, 3, 2, 3};
  cases.push_back({"SixDims", makeCopy(makeTensor(ASCENDRT_BF16, six,
                                                  Dims{1, 2, 6, 12, 36, 72}),
                                       makeTensor(ASCENDRT_BF16, six))});
  return cases;
}

INSTANTIATE_TEST_SUITE_P(CopyLayout, OperatorTest,
                         ::testing::ValuesIn(layoutCopies()), nameOf);
INSTANTIATE_TEST_SUITE_P(Copy, OperatorTest, ::testing::ValuesIn(otherCopies()),
                         nameOf);

namespace {
class MovementTest : public RuntimeTest {};
} // namespace

/// Values half-way between two numbers of the narrow type, subnormals, zeros
/// of both signs and infinities.
TEST_F(MovementTest, NarrowingRoundsToNearestEven) {
  for (int32_t dtype : {ASCENDRT_F16, ASCENDRT_BF16}) {
    double unit = 2 * unitRoundoff(dtype);
    Values values = {0.0, -0.0, INFINITY, -INFINITY, 0x1p-20, -0x1.8p-24};
    for (int i = 0; i < 16; ++i)
      for (double nudge : {-0x1p-20, 0.0, 0x1p-20})
        values.push_back((1 + i * unit + unit / 2) * (1 + nudge));
    OperatorRun run(makeCopy(makeTensor(ASCENDRT_F32, {int64_t(values.size())}),
                             makeTensor(dtype, {int64_t(values.size())})));
    run.setValues(0, values);
    execute(run);
    Values actual = run.output();
    for (size_t i = 0; i < values.size(); ++i) {
      EXPECT_EQ(actual[i], roundTo(dtype, run.values(0)[i])) << values[i];
      EXPECT_EQ(std::signbit(actual[i]), std::signbit(values[i]));
    }
  }
}

TEST_F(MovementTest, MemcpyInAllDirections) {
  void *there = nullptr;
  ASSERT_OK(ascendrt_malloc(device, 1000, &there));
  std::vector<char> from(1000, 'a'), to(1000, 'b');
  EXPECT_OK(ascendrt_memcpy(stream, there, from.data(), 1000,
                            ASCENDRT_HOST_TO_DEVICE));
  EXPECT_OK(ascendrt_memcpy(stream, static_cast<char *>(there) + 500, there,
                            500, ASCENDRT_DEVICE_TO_DEVICE));
  EXPECT_OK(
      ascendrt_memcpy(stream, to.data(), there, 999, ASCENDRT_DEVICE_TO_HOST));
  EXPECT_OK(ascendrt_stream_synchronize(stream));
  EXPECT_EQ(to[998], 'a');
  EXPECT_EQ(to[999], 'b');
  EXPECT_OK(
      ascendrt_memcpy(stream, nullptr, nullptr, 0, ASCENDRT_DEVICE_TO_DEVICE));
  EXPECT_OK(ascendrt_free(device, there));
}
