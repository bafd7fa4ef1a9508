//===- ReshapeGroupsTest.cpp - Tests of reshape groups --------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Analysis/ReshapeGroups.h"

#include "mlir/IR/BuiltinTypeInterfaces.h"

#include "gtest/gtest.h"

#include <tuple>

using namespace mlir::ascend;

using Group = std::tuple<int64_t, int64_t, int64_t, int64_t>;
static constexpr int64_t kDynamic = mlir::ShapedType::kDynamic;

static std::vector<Group> group(const std::vector<int64_t> &source,
                                const std::vector<int64_t> &result) {
  std::vector<Group> groups;
  std::optional<ReshapeGroups> computed = computeReshapeGroups(source, result);
  if (!computed)
    return {{-1, -1, -1, -1}};
  for (const ReshapeGroup &g : *computed)
    groups.emplace_back(g.sourceBegin, g.sourceEnd, g.resultBegin, g.resultEnd);
  return groups;
}

static const std::vector<Group> kNone = {{-1, -1, -1, -1}};

TEST(ReshapeGroupsTest, SplitsAndMerges) {
  EXPECT_EQ(group({2, 12}, {2, 3, 4}),
            (std::vector<Group>{{0, 1, 0, 1}, {1, 2, 1, 3}}));
  EXPECT_EQ(group({1, 6, 6, 4}, {1, 36, 4}),
            (std::vector<Group>{{0, 1, 0, 1}, {1, 3, 1, 2}, {3, 4, 2, 3}}));
  // 2x3 and 3x2 have no common boundary inside.
  EXPECT_EQ(group({2, 3, 5}, {3, 2, 5}),
            (std::vector<Group>{{0, 2, 0, 2}, {2, 3, 2, 3}}));
}

TEST(ReshapeGroupsTest, UnitDimensions) {
  EXPECT_EQ(group({4}, {4, 1, 1}),
            (std::vector<Group>{{0, 1, 0, 1}, {1, 1, 1, 3}}));
  EXPECT_EQ(group({1, 1}, {}), (std::vector<Group>{{0, 2, 0, 0}}));
  EXPECT_EQ(group({}, {1, 1}), (std::vector<Group>{{0, 0, 0, 2}}));
}

TEST(ReshapeGroupsTest, DynamicDimensions) {
  EXPECT_EQ(group({kDynamic, 6, 4}, {kDynamic, 4}),
            (std::vector<Group>{{0, 2, 0, 1}, {2, 3, 1, 2}}));
  EXPECT_EQ(group({4, kDynamic, 5}, {4, kDynamic, 5}),
            (std::vector<Group>{{0, 1, 0, 1}, {1, 2, 1, 2}, {2, 3, 2, 3}}));
}

TEST(ReshapeGroupsTest, DifferentElementCounts) {
  EXPECT_EQ(group({4}, {5}), kNone);
  EXPECT_EQ(group({2, 3}, {2, 3, 2}), kNone);
}
