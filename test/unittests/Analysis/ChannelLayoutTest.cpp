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

TEST(ChannelLayoutTest, OneAxis) {
  ChannelLayout layout = ChannelLayout::get({1}, {3});
  EXPECT_EQ(vec(layout.getDims()), Vector{1});
  EXPECT_EQ(vec(layout.getChannels()), (Vector{0, 1, 2}));
  EXPECT_TRUE(layout.isChannelDim(1));
  EXPECT_FALSE(layout.isChannelDim(0));
}

TEST(ChannelLayoutTest, DimensionsNotInCountingOrder) {
  // Filter FGCHW of a convolution that counts its channels (g, f): position
  // (f, g) is channel g * F + f.
  ChannelLayout layout = ChannelLayout::get({1, 0}, {2, 3});
  EXPECT_EQ(vec(layout.getDims()), (Vector{0, 1}));
  EXPECT_EQ(vec(layout.getSizes()), (Vector{3, 2}));
  EXPECT_EQ(vec(layout.getChannels()), (Vector{0, 3, 1, 4, 2, 5}));
}

TEST(ChannelLayoutTest, TransposePermutesTheTable) {
  ChannelLayout layout =
      ChannelLayout::get({1, 2}, {2, 3}).transpose({2, 0, 1});
  EXPECT_EQ(vec(layout.getDims()), (Vector{0, 2}));
  EXPECT_EQ(vec(layout.getChannels()), (Vector{0, 3, 1, 4, 2, 5}));
}

TEST(ChannelLayoutTest, ReshapeSplitsAndMerges) {
  ChannelLayout layout = ChannelLayout::get({1}, {6});
  auto split = layout.reshape(*computeReshapeGroups({5, 6}, {5, 2, 3}), {5, 6},
                              {5, 2, 3});
  ASSERT_TRUE(split);
  EXPECT_EQ(vec(split->getDims()), (Vector{1, 2}));
  auto merged = split->reshape(*computeReshapeGroups({5, 2, 3}, {5, 1, 6}),
                               {5, 2, 3}, {5, 1, 6});
  ASSERT_TRUE(merged);
  EXPECT_EQ(vec(merged->getDims()), Vector{2});
  // Merging a channel with a batch of more than one mixes them.
  EXPECT_FALSE(
      layout.reshape(*computeReshapeGroups({5, 6}, {30}), {5, 6}, {30}));
  EXPECT_TRUE(layout.reshape(*computeReshapeGroups({1, 6}, {6}), {1, 6}, {6}));
}

TEST(ChannelLayoutTest, SliceKeepsAPartOfTheTable) {
  ChannelLayout layout =
      ChannelLayout::get({1}, {6}).slice({0, 1}, {4, 3}, {1, 2});
  EXPECT_EQ(vec(layout.getChannels()), (Vector{1, 3, 5}));
  EXPECT_EQ(layout.getNumChannels(), 6);
}

TEST(ChannelLayoutTest, UnitExtentsAreNoChannelDimensions) {
  ChannelLayout layout = ChannelLayout::get({1, 2}, {1, 4});
  EXPECT_EQ(vec(layout.getDims()), Vector{2});
  EXPECT_EQ(ChannelLayout::get({1}, {1}).getNumChannels(), 1);
  EXPECT_TRUE(ChannelLayout::get({1}, {1}).getDims().empty());
}
