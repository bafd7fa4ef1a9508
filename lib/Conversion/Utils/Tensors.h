//===- Tensors.h - Constants, destinations, padding -------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the conversions to ascend have in common.
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_CONVERSION_UTILS_TENSORS_H
#define ASCENDFOLD_LIB_CONVERSION_UTILS_TENSORS_H

#include "AscendFold/Dialect/Ascend/IR/Ascend.h"

#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/AffineMap.h"

#include <optional>

namespace mlir::ascend {

/// The type if it is a ranked tensor of a type that ascend ops take: one to six
/// dims, none of extent zero.
RankedTensorType getAscendTensorType(Type type);

/// The element type of all these values, tensors that ascend ops take; null if
/// one is none or they differ.
FloatType getCommonElementType(ValueRange values);

/// The only value of the elements of a constant, a tensor or scalar.
std::optional<double> getUniformConstant(Value value);

/// Whether `value` is -Inf or the lowest finite number of its type: neutral in
/// a maximum.
bool isLowest(double value, Type elementType);

/// Whether a factor is one over `count`, as far as numbers of `type` can say.
bool isReciprocal(double factor, int64_t count, FloatType type);

/// A destination of type `type`, with the dynamic extents of `like`.
Value createEmptyLike(OpBuilder &builder, Location loc, RankedTensorType type,
                      Value like);
/// A destination of the type of `value`, a tensor that exists.
Value createEmptyLike(OpBuilder &builder, Location loc, Value value);
/// The same with dims merged.
Value createCollapsedEmptyLike(OpBuilder &builder, Location loc, Value value,
                               ArrayRef<ReassociationIndices> groups);

/// Groups of one dim each, but dims `first` and `first + 1` of `rank` together.
SmallVector<ReassociationIndices> getMergedPair(int64_t rank, int64_t first);

/// `tensor.collapse_shape`; of no groups at all for a scalar. What it is
/// applied to a second time is one dim already.
Value createCollapse(OpBuilder &builder, Location loc, Value value,
                     ArrayRef<ReassociationIndices> groups);
/// `tensor.expand_shape`.
Value createExpand(OpBuilder &builder, Location loc, Value value,
                   ArrayRef<int64_t> shape,
                   ArrayRef<ReassociationIndices> groups);

/// The shape of a tensor, accessed through `map`, once its dims are those of
/// the loops, with extent 1 for loops that do not occur; nothing if that takes
/// more than a reshape.
std::optional<SmallVector<int64_t>> getLoopShape(AffineMap map,
                                                 ArrayRef<int64_t> shape);
/// The tensor in that shape.
Value reshapeToLoops(OpBuilder &builder, Location loc, Value value,
                     AffineMap map);

/// Whether one `ascend.concat` or a few can join `inputs`, of type `type`
/// together.
bool canCreateConcat(ValueRange inputs, RankedTensorType type);
/// `ascend.concat` into `init`, of groups of inputs first if there are more
/// than one op takes.
Value createConcat(OpBuilder &builder, Location loc, int64_t axis,
                   ValueRange inputs, Value init);

/// The value before the `tensor.pad`s that give `input`, as far as they pad
/// spatial dims, `firstSpatial` and those behind it, by constant amounts with a
/// value that `isNeutral` accepts. Adds the amounts to `pad`, two numbers for
/// each spatial dim.
Value lookThroughPadding(Value input, int64_t firstSpatial,
                         MutableArrayRef<int64_t> pad,
                         function_ref<bool(double)> isNeutral);

/// The numbers of an attribute of a linalg op with windows, 1 if it is absent.
SmallVector<int64_t> getWindowNumbers(Operation *op, StringRef name,
                                      int64_t count);

/// Whether windows over an extent give the result's, all that fit; linalg may
/// compute fewer.
bool hasAllWindows(int64_t in, int64_t out, int64_t kernel, int64_t stride,
                   int64_t dilation);

/// `numbers`, or nothing if all of them are `standard`.
DenseI64ArrayAttr getNumbers(OpBuilder &builder, ArrayRef<int64_t> numbers,
                             int64_t standard);

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_CONVERSION_UTILS_TENSORS_H
