//===- ChannelLayoutTest.cpp - Tests of ChannelLayout ---------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Analysis/ChannelLayout.h"

#include "gtest/gtest.h"

using namespace mlir::ascend;

using Vector = std::vector<int64_t>;
static Vector vec(llvm::ArrayRef<int64_t> values) {
  return {values.begin(), values.end()};
}

/// Dimensions that index channels.
static Vector getDims(const ChannelLayout &layout) {
  Vector dims;
  for (int64_t d = 0; d < layout.getRank(); ++d)
    if (layout.hasChannels(d))
      dims.push_back(d);
  return dims;
}

static std::optional<ChannelLayout> reshape(const ChannelLayout &layout,
                                            const Vector &source,
                                            const Vector &result) {
  return layout.reshape(*computeReshapeGroups(source, result), result);
}

TEST(ChannelLayoutTest, OneAxis) {
  ChannelLayout layout = ChannelLayout::get({5, 3}, {1});
  EXPECT_EQ(getDims(layout), Vector{1});
  EXPECT_EQ(vec(layout.getChannels()), (Vector{0, 1, 2}));
}

TEST(ChannelLayoutTest, DimensionsNotInCountingOrder) {
  // Filter FGCHW of a convolution that counts its channels (g, f): position
  // (f, g) is channel g * F + f.
  ChannelLayout layout = ChannelLayout::get({3, 2, 7}, {1, 0});
  EXPECT_EQ(getDims(layout), (Vector{0, 1}));
  EXPECT_EQ(vec(layout.getChannels()), (Vector{0, 3, 1, 4, 2, 5}));
}

TEST(ChannelLayoutTest, PermuteReordersTheTable) {
  ChannelLayout layout =
      ChannelLayout::get({7, 2, 3}, {1, 2}).permute({2, 0, 1});
  EXPECT_EQ(getDims(layout), (Vector{0, 2}));
  EXPECT_EQ(vec(layout.getChannels()), (Vector{0, 3, 1, 4, 2, 5}));
  // There and back.
  EXPECT_EQ(vec(layout.permute({1, 2, 0}).getChannels()),
            (Vector{0, 1, 2, 3, 4, 5}));
}

TEST(ChannelLayoutTest, ReshapeSplitsAndMerges) {
  ChannelLayout layout = ChannelLayout::get({5, 6}, {1});
  auto split = reshape(layout, {5, 6}, {5, 2, 3});
  ASSERT_TRUE(split);
  EXPECT_EQ(getDims(*split), (Vector{1, 2}));
  auto merged = reshape(*split, {5, 2, 3}, {5, 1, 6});
  ASSERT_TRUE(merged);
  EXPECT_EQ(getDims(*merged), Vector{2});
}

TEST(ChannelLayoutTest, FlatteningRemembersChannels) {
  // [5, 6] -> [30] -> [5, 2, 3]: the flat dimension has both factors.
  auto flat = reshape(ChannelLayout::get({5, 6}, {1}), {5, 6}, {30});
  ASSERT_TRUE(flat);
  ASSERT_EQ(flat->getFactors(0).size(), 2u);
  EXPECT_FALSE(flat->getFactors(0)[0].isChannel);
  EXPECT_TRUE(flat->getFactors(0)[1].isChannel);
  auto back = reshape(*flat, {30}, {5, 2, 3});
  ASSERT_TRUE(back);
  EXPECT_EQ(getDims(*back), (Vector{1, 2}));
  // 10 rows of 3 do not cut at channel boundaries that are factors.
  EXPECT_FALSE(reshape(*flat, {30}, {3, 10}));
}

TEST(ChannelLayoutTest, SliceKeepsAPartOfTheTable) {
  auto layout = ChannelLayout::get({9, 6}, {1}).slice({0, 1}, {4, 3}, {1, 2});
  ASSERT_TRUE(layout);
  EXPECT_EQ(vec(layout->getChannels()), (Vector{1, 3, 5}));
  EXPECT_EQ(layout->getNumChannels(), 6);
  EXPECT_FALSE(ChannelLayout::get({9, 6}, {1}).slice({0, 4}, {9, 3}, {1, 1}));
}

TEST(ChannelLayoutTest, UnitExtentsAreNoChannelDimensions) {
  EXPECT_EQ(getDims(ChannelLayout::get({8, 1, 4}, {1, 2})), Vector{2});
  EXPECT_EQ(ChannelLayout::get({8, 1}, {1}).getNumChannels(), 1);
  EXPECT_TRUE(getDims(ChannelLayout::get({8, 1}, {1})).empty());
}
