//===- Ascend.h - The ascend dialect ----------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_DIALECT_ASCEND_IR_ASCEND_H
#define ASCENDFOLD_DIALECT_ASCEND_IR_ASCEND_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "AscendFold/Dialect/Ascend/IR/AscendDialect.h.inc"
#include "AscendFold/Dialect/Ascend/IR/AscendEnums.h.inc"

#include "AscendFold/Dialect/Ascend/IR/AscendAttrInterfaces.h.inc"
#include "AscendFold/Dialect/Ascend/IR/AscendOpInterfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "AscendFold/Dialect/Ascend/IR/AscendAttrs.h.inc"

namespace mlir::ascend {

/// Elements of a channel block in the NC1HWC0 layout.
constexpr int64_t kChannelBlock = 16;
/// Largest rank of an operand, and most steps of an epilogue: limits of the
/// runtime's descriptions.
constexpr int64_t kMaxRank = 6;
constexpr size_t kMaxEpilogueSteps = 6;

/// The dim of the channel in a tensor of this rank; in NC1HWC0 that of the
/// blocks.
int64_t getChannelDim(Layout layout, int64_t rank);
/// The dim of spatial dim `i`.
int64_t getSpatialDim(Layout layout, int64_t i);

/// The permutation that takes NCHW to NHWC in a tensor of this rank: dim i of
/// the result is dim `p[i]` of the input; and its inverse.
SmallVector<int64_t> getToChannelsLast(int64_t rank);
SmallVector<int64_t> getToChannelsFirst(int64_t rank);

/// `tensor.empty` of a type, dynamic extents taken from `dims` in order.
Value createEmpty(OpBuilder &builder, Location loc, RankedTensorType type,
                  ValueRange dims = {});

} // namespace mlir::ascend

#define GET_OP_CLASSES
#include "AscendFold/Dialect/Ascend/IR/AscendOps.h.inc"

#endif // ASCENDFOLD_DIALECT_ASCEND_IR_ASCEND_H
