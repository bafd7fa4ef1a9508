//===- ChannelAffineMap.h - Scale and shift of a tensor ---------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_ANALYSIS_CHANNELAFFINEMAP_H
#define ASCENDFOLD_ANALYSIS_CHANNELAFFINEMAP_H

#include "AscendFold/Analysis/ChannelLayout.h"
#include "AscendFold/Analysis/ConstantTensor.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::ascend {

/// The map `y = scale * x + shift` of the elements of a tensor, with constants
/// that usually vary along few of its dimensions. Both constants have the shape
/// of the tensor; a dimension along which they do not vary has stride 0 and may
/// be dynamic. A value type, cheap to copy.
struct ChannelAffineMap {
  ConstantTensor scale, shift;
  /// When not empty: `[begin, end)` for each dimension, and outside of that
  /// box the shift is 0. What a shift becomes when zeros are padded around it.
  SmallVector<std::pair<int64_t, int64_t>> region;

  static ChannelAffineMap getIdentity(ArrayRef<int64_t> shape);
  /// One scale and shift per channel of `layout`, the layout of the tensor;
  /// nothing when a dimension mixes channels with something else.
  static std::optional<ChannelAffineMap> get(ArrayRef<int64_t> shape,
                                             const ChannelLayout &layout,
                                             ArrayRef<double> scale,
                                             ArrayRef<double> shift);

  ArrayRef<int64_t> getShape() const { return scale.getShape(); }

  bool hasScale() const { return scale.getUniformValue() != 1.0; }
  bool hasShift() const { return shift.getUniformValue() != 0.0; }
  bool isScaleOnly() const { return !hasShift() && region.empty(); }
  bool isIdentity() const { return !hasScale() && !hasShift(); }
  /// Whether no element of the scale is negative.
  bool isMonotone() const;
  bool operator==(const ChannelAffineMap &other) const;

  /// The map without its shift, and without its scale.
  ChannelAffineMap getScaleOnly() const;
  ChannelAffineMap getShiftOnly() const;
  /// `scale * (x + shift / scale)`: the shift that comes before the scale;
  /// nothing when a scale is 0 where there is a shift.
  std::optional<ChannelAffineMap> getShiftBeforeScale() const;

  /// The map of the same elements, moved.
  ChannelAffineMap transpose(ArrayRef<int64_t> permutation) const;
  FailureOr<ChannelAffineMap> reshape(const ReshapeGroups &groups,
                                      ArrayRef<int64_t> shape) const;
  ChannelAffineMap slice(ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes,
                         ArrayRef<int64_t> strides) const;
  /// The map of a tensor of shape `shape` of which this one maps a slice. Along
  /// dimensions in which this map varies, what lies outside of the slice is
  /// mapped by the identity; along the others like the inside. Fails for
  /// strides other than 1 of the former.
  FailureOr<ChannelAffineMap> embed(ArrayRef<int64_t> shape,
                                    ArrayRef<int64_t> offsets,
                                    ArrayRef<int64_t> strides) const;
  static FailureOr<ChannelAffineMap> concat(ArrayRef<ChannelAffineMap> maps,
                                            int64_t axis);
  /// The same numbers for a tensor of another shape: dimensions along which the
  /// map varies must keep their extent.
  std::optional<ChannelAffineMap> resize(ArrayRef<int64_t> shape) const;

  /// Applies `fn` to each pair of scale and shift, in f64; nothing when a
  /// result is not finite.
  std::optional<ChannelAffineMap>
  transform(function_ref<std::pair<double, double>(double, double)> fn) const;
};

/// The identity for each operand of `op`; of rank 0 for those that are no
/// tensors.
std::vector<ChannelAffineMap> getIdentityMaps(Operation *op);

} // namespace mlir::ascend

#endif // ASCENDFOLD_ANALYSIS_CHANNELAFFINEMAP_H
