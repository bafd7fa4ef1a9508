//===- ConstantTensorTest.cpp - Tests of ConstantTensor -------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Analysis/ConstantTensor.h"

#include "AscendFold/Analysis/ChannelLayout.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ascend;

static std::vector<double> flatten(const ConstantTensor &tensor) {
  std::vector<double> values;
  FailureOr<ConstantTensor> copy = ConstantTensor::map(
      tensor.getShape(), {&tensor}, [&](ArrayRef<double> v) {
        values.push_back(v[0]);
        return v[0];
      });
  EXPECT_TRUE(succeeded(copy));
  return values;
}

static ConstantTensor iota(ArrayRef<int64_t> shape) {
  std::vector<double> values(ShapedType::getNumElements(shape));
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = i;
  return ConstantTensor::get(std::move(values), shape);
}

TEST(ConstantTensorTest, ReadsEveryElementKind) {
  MLIRContext context;
  Builder builder(&context);
  std::string why;
  auto check = [&](Type type, Attribute one, Attribute two) {
    auto attr = DenseElementsAttr::get(RankedTensorType::get({2}, type),
                                       ArrayRef<Attribute>{one, two});
    FailureOr<ConstantTensor> tensor = ConstantTensor::get(attr, why);
    ASSERT_TRUE(succeeded(tensor)) << why;
    EXPECT_EQ(tensor->get({0}), -1.5);
    EXPECT_EQ(tensor->get({1}), 2.0);
  };
  for (Type type : {Type(builder.getF64Type()), Type(builder.getF32Type()),
                    Type(builder.getF16Type()), Type(builder.getBF16Type())})
    check(type, builder.getFloatAttr(type, -1.5),
          builder.getFloatAttr(type, 2.0));
  auto bits =
      DenseElementsAttr::get(RankedTensorType::get({3}, builder.getI1Type()),
                             ArrayRef<bool>{true, false, true});
  EXPECT_EQ(flatten(*ConstantTensor::get(bits, why)),
            (std::vector<double>{1, 0, 1}));
}

TEST(ConstantTensorTest, RefusesResourcesOfTheWrongSize) {
  MLIRContext context;
  auto type = RankedTensorType::get({2}, Builder(&context).getF32Type());
  auto attr = DenseResourceElementsAttr::get(
      type, "short",
      HeapAsmResourceBlob::allocateAndCopyInferAlign<float>({1.0f}));
  std::string why;
  EXPECT_TRUE(failed(ConstantTensor::get(attr, why)));
  EXPECT_EQ(why, "dense_resource<short> holds 4 bytes, its type needs 8");
}

TEST(ConstantTensorTest, Views) {
  ConstantTensor tensor = iota({2, 3});
  EXPECT_EQ(tensor.transpose({1, 0}).get({2, 1}), 5.0);
  EXPECT_EQ(tensor.slice({1, 0}, {1, 2}, {1, 2}).get({0, 1}), 5.0);
  EXPECT_EQ(iota({3}).broadcast({4, 3}, {1}).get({3, 2}), 2.0);
  // A split of a transposed tensor is still a view, a merge has to copy.
  auto groups = *computeReshapeGroups({3, 2}, {6});
  FailureOr<ConstantTensor> merged =
      tensor.transpose({1, 0}).reshape(groups, {6});
  ASSERT_TRUE(succeeded(merged));
  EXPECT_EQ(flatten(*merged), (std::vector<double>{0, 3, 1, 4, 2, 5}));
}

TEST(ConstantTensorTest, MapComputesOnlyWhatVaries) {
  ConstantTensor channel = iota({3}).broadcast({1000, 3, 1000, 1000}, {1});
  unsigned calls = 0;
  FailureOr<ConstantTensor> twice = ConstantTensor::map(
      channel.getShape(), {&channel}, [&](ArrayRef<double> v) {
        ++calls;
        return 2 * v[0];
      });
  ASSERT_TRUE(succeeded(twice));
  EXPECT_EQ(calls, 3u);
  EXPECT_EQ(twice->get({999, 2, 5, 7}), 4.0);
}

TEST(ConstantTensorTest, PerChannelByUniformity) {
  // Uniform along dimension 0, varies along 1.
  ConstantTensor tensor = ConstantTensor::get({1, 2, 1, 2}, {2, 2});
  auto values = tensor.getPerChannel(ChannelLayout::get({2, 2}, {1}), 0.0);
  ASSERT_TRUE(succeeded(values));
  EXPECT_EQ((*values)[1], 2.0);
  EXPECT_TRUE(
      failed(tensor.getPerChannel(ChannelLayout::get({2, 2}, {0}), 0.0)));
}

TEST(ConstantTensorTest, PerChannelThroughAFlatDimension) {
  // [2 rows, 3 channels] flattened: 0 1 2 0 1 2.
  auto flat = ChannelLayout::get({2, 3}, {1})
                  .reshape(*computeReshapeGroups({2, 3}, {6}), {6});
  auto values =
      ConstantTensor::get({0, 1, 2, 0, 1, 2}, {6}).getPerChannel(*flat, 0.0);
  ASSERT_TRUE(succeeded(values));
  EXPECT_EQ((*values)[2], 2.0);
  EXPECT_TRUE(failed(
      ConstantTensor::get({0, 1, 2, 0, 1, 3}, {6}).getPerChannel(*flat, 0.0)));
}

TEST(ConstantTensorTest, CompactFindsUniformDimensions) {
  auto strides = [](const ConstantTensor &tensor) {
    ConstantTensor compacted = tensor.compact();
    std::vector<bool> varies;
    for (int64_t stride : compacted.getStrides())
      varies.push_back(stride != 0);
    return varies;
  };
  using Varies = std::vector<bool>;
  // [2, 2, 2], varying along one dimension each.
  EXPECT_EQ(strides(ConstantTensor::get({1, 1, 1, 1, 2, 2, 2, 2}, {2, 2, 2})),
            (Varies{true, false, false}));
  EXPECT_EQ(strides(ConstantTensor::get({1, 1, 2, 2, 1, 1, 2, 2}, {2, 2, 2})),
            (Varies{false, true, false}));
  EXPECT_EQ(strides(ConstantTensor::get({1, 2, 1, 2, 1, 2, 1, 2}, {2, 2, 2})),
            (Varies{false, false, true}));
  // The last element alone, in every dimension.
  EXPECT_EQ(strides(ConstantTensor::get({1, 1, 1, 1, 1, 1, 1, 2}, {2, 2, 2})),
            (Varies{true, true, true}));
  // The same numbers in other bytes.
  double nan = std::nan("");
  EXPECT_EQ(strides(ConstantTensor::get({0.0, -0.0, -0.0, 0.0}, {2, 2})),
            (Varies{false, false}));
  EXPECT_EQ(strides(ConstantTensor::get({nan, -nan}, {2})), (Varies{false}));
  EXPECT_EQ(
      strides(
          ConstantTensor::get({1, 2, 3, 1, 2, 3}, {2, 3}).transpose({1, 0})),
      (Varies{true, false}));
}
