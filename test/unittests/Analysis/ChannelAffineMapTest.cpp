//===- ChannelAffineMapTest.cpp - Tests of ChannelAffineMap ---------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Analysis/ChannelAffineMap.h"

#include "mlir/IR/BuiltinTypes.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::ascend;

/// Scale and shift along dimension 1 of a tensor of shape [dynamic, n].
static ChannelAffineMap getMap(ArrayRef<double> scale, ArrayRef<double> shift) {
  SmallVector<int64_t> shape = {ShapedType::kDynamic,
                                static_cast<int64_t>(scale.size())};
  auto layout = ChannelLayout::get(shape, {1});
  return *ChannelAffineMap::get(shape, layout, scale, shift);
}

TEST(ChannelAffineMapTest, EqualityComparesNumbers) {
  EXPECT_TRUE(getMap({2, 2}, {0, 1}) == getMap({2, 2}, {0, 1}));
  EXPECT_FALSE(getMap({2, 2}, {0, 1}) == getMap({2, 2}, {0, 2}));
  EXPECT_FALSE(getMap({2, 3}, {0, 1}) == getMap({2, 2}, {0, 1}));
  EXPECT_TRUE(getMap({1, 1}, {0, 0}).isIdentity());
}

TEST(ChannelAffineMapTest, ConcatThenSliceGivesThePart) {
  ChannelAffineMap a = getMap({2, 3}, {0, 1}), b = getMap({-4}, {5});
  auto joined = ChannelAffineMap::concat({a, b}, 1);
  ASSERT_TRUE(succeeded(joined));
  EXPECT_TRUE(*joined == getMap({2, 3, -4}, {0, 1, 5}));
  EXPECT_TRUE(joined->slice({0, 2}, {ShapedType::kDynamic, 1}, {1, 1}) == b);
  EXPECT_FALSE(joined->isMonotone());
}

TEST(ChannelAffineMapTest, EmbedIsTheIdentityOutside) {
  auto inside = getMap({2, 3}, {0, 1});
  auto whole = inside.embed({ShapedType::kDynamic, 4}, {0, 1}, {1, 1});
  ASSERT_TRUE(succeeded(whole));
  EXPECT_TRUE(*whole == getMap({1, 2, 3, 1}, {0, 0, 1, 0}));
  EXPECT_TRUE(failed(inside.embed({ShapedType::kDynamic, 4}, {0, 1}, {1, 2})));
  EXPECT_TRUE(failed(inside.embed({ShapedType::kDynamic, 4}, {0, 3}, {1, 1})));
}

TEST(ChannelAffineMapTest, ShiftBeforeScaleNeedsAScale) {
  auto shift = getMap({2, 0}, {6, 0}).getShiftBeforeScale();
  ASSERT_TRUE(shift);
  EXPECT_TRUE(*shift == getMap({1, 1}, {3, 0}));
  EXPECT_FALSE(getMap({2, 0}, {6, 1}).getShiftBeforeScale());
}

TEST(ChannelAffineMapTest, ResizeOnlyWhereNothingVaries) {
  auto map = getMap({2, 3}, {0, 1});
  EXPECT_TRUE(map.resize({7, 2}));
  EXPECT_FALSE(map.resize({7, 4}));
}
