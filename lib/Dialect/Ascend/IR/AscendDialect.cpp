//===- AscendDialect.cpp - The ascend dialect -----------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Dialect/Ascend/IR/Ascend.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::ascend;

#include "AscendFold/Dialect/Ascend/IR/AscendAttrInterfaces.cpp.inc"
#include "AscendFold/Dialect/Ascend/IR/AscendDialect.cpp.inc"
#include "AscendFold/Dialect/Ascend/IR/AscendEnums.cpp.inc"
#include "AscendFold/Dialect/Ascend/IR/AscendOpInterfaces.cpp.inc"

void AscendDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "AscendFold/Dialect/Ascend/IR/AscendOps.cpp.inc"
      >();
}

int64_t ascend::getChannelDim(Layout layout, int64_t rank) {
  return layout == Layout::NHWC ? rank - 1 : 1;
}

int64_t ascend::getSpatialDim(Layout layout, int64_t i) {
  return layout == Layout::NHWC ? i + 1 : i + 2;
}

SmallVector<int64_t> ascend::getToChannelsLast(int64_t rank) {
  SmallVector<int64_t> permutation = {0};
  for (int64_t i = 2; i < rank; ++i)
    permutation.push_back(i);
  permutation.push_back(1);
  return permutation;
}

SmallVector<int64_t> ascend::getToChannelsFirst(int64_t rank) {
  SmallVector<int64_t> permutation = {0, rank - 1};
  for (int64_t i = 1; i < rank - 1; ++i)
    permutation.push_back(i);
  return permutation;
}

Value ascend::createEmpty(OpBuilder &builder, Location loc,
                          RankedTensorType type, ValueRange dims) {
  return tensor::EmptyOp::create(builder, loc, type, dims);
}
