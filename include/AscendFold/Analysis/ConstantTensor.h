//===- ConstantTensor.h - Strided view of constant data ---------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_ANALYSIS_CONSTANTTENSOR_H
#define ASCENDFOLD_ANALYSIS_CONSTANTTENSOR_H

#include "AscendFold/Analysis/ReshapeGroups.h"

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/Types.h"
#include "mlir/Support/LLVM.h"

#include <memory>
#include <string>
#include <vector>

namespace mlir::ascend {

class ChannelLayout;

/// How an element is stored. Every value of these kinds that occurs in a
/// network (integers up to 2^53) is exact in f64.
enum class ElementKind { F64, F32, F16, BF16, I1, I8, I16, I32, I64 };

/// The element kind of a type, if there is one. `index` is stored as i64.
std::optional<ElementKind> getElementKind(Type type);

/// A constant tensor (or scalar: rank 0) whose elements are read as f64.
///
/// A value type, cheap to copy: a strided view of raw bytes. The bytes belong
/// to an attribute of the context (which outlives every view) or are shared by
/// the views of one computed tensor. Transposes, broadcasts, slices and most
/// reshapes only change strides; a broadcast dimension has stride 0 and may
/// have a dynamic extent, so a per-channel constant of full activation shape
/// costs one element per channel. Strides count elements and may be negative.
/// Immutable, hence safe to read from several threads.
class ConstantTensor {
public:
  /// A view of the data of `attr`. Fails, with the reason in `why`, when the
  /// data is missing (an elided resource), has the wrong size, or is of a kind
  /// that is not supported.
  static FailureOr<ConstantTensor> get(ElementsAttr attr, std::string &why);

  /// The same value everywhere.
  static ConstantTensor getSplat(double value, ArrayRef<int64_t> shape = {});

  /// Values computed in f64, row-major. `shape` is static.
  static ConstantTensor get(std::vector<double> values,
                            ArrayRef<int64_t> shape);

  ArrayRef<int64_t> getShape() const { return shape; }
  ArrayRef<int64_t> getStrides() const { return strides; }
  int64_t getRank() const { return shape.size(); }
  ElementKind getElementKind() const { return kind; }

  /// Raw storage of the element at index 0; element (i, j, …) lies
  /// `i * strides[0] + j * strides[1] + …` elements further.
  const char *getBase() const;

  /// The element `at` elements after `getBase()`.
  double getAtOffset(int64_t at) const;
  double get(ArrayRef<int64_t> index) const;

  /// The only value of a tensor that is the same everywhere.
  std::optional<double> getUniformValue() const;

  ConstantTensor transpose(ArrayRef<int64_t> permutation) const;
  /// Numpy-style broadcast of dimension `i` to dimension `dims[i]` of `shape`;
  /// extents must be equal or 1.
  ConstantTensor broadcast(ArrayRef<int64_t> resultShape,
                           ArrayRef<int64_t> dims) const;
  ConstantTensor slice(ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes,
                       ArrayRef<int64_t> steps) const;
  /// Fails when dynamic and static extents cannot be told apart.
  FailureOr<ConstantTensor> reshape(const ReshapeGroups &groups,
                                    ArrayRef<int64_t> resultShape) const;
  /// The same elements seen through other strides; `resultStrides` are in
  /// elements of this tensor's storage, `offset` is added to the base.
  ConstantTensor restride(ArrayRef<int64_t> resultShape,
                          ArrayRef<int64_t> resultStrides,
                          int64_t offset) const;

  /// The same tensor with stride 0 in every dimension, other than those of
  /// `keep`, along which no element differs. Reads the data once.
  ConstantTensor compact(ArrayRef<int64_t> keep = {}) const;

  /// This tensor with one dimension for each factor of `layout`; nothing when
  /// extents do not fit.
  std::optional<ConstantTensor>
  splitIntoFactors(const ChannelLayout &layout) const;

  /// One value per channel, in channel order, when no element differs from
  /// another of the same channel. `layout` refers to this tensor's dimensions;
  /// channels that do not occur get `missing`.
  FailureOr<SmallVector<double>> getPerChannel(const ChannelLayout &layout,
                                               double missing) const;

  /// Applies `fn` elementwise to tensors of equal shape. The result is
  /// computed only along dimensions in which some operand varies. Fails when
  /// it would be larger than `kMaxComputedElements`.
  static FailureOr<ConstantTensor>
  map(ArrayRef<int64_t> shape, ArrayRef<const ConstantTensor *> operands,
      function_ref<double(ArrayRef<double>)> fn);

  /// The operands, of equal shape but for `axis`, one behind the other.
  static FailureOr<ConstantTensor> concat(ArrayRef<ConstantTensor> operands,
                                          int64_t axis);

  /// Upper bound on what is computed at once (8 bytes an element).
  static constexpr int64_t kMaxComputedElements = int64_t(1) << 26;

private:
  /// Whether every element of i64 storage is a number that f64 has.
  bool isExactInF64() const;
  /// Whether no two elements that differ only in their index along `dim`, which
  /// has a stride and more than one element, are different.
  bool isUniformAlong(int64_t dim) const;
  std::optional<ConstantTensor> regroup(const ReshapeGroups &groups,
                                        ArrayRef<int64_t> resultShape) const;
  FailureOr<ConstantTensor> materialize() const;

  SmallVector<int64_t, 4> shape, strides;
  int64_t offset = 0;
  ElementKind kind = ElementKind::F64;
  const char *data = nullptr;
  std::shared_ptr<const std::vector<double>> owned;
  double splat = 0.0;
};

} // namespace mlir::ascend

#endif // ASCENDFOLD_ANALYSIS_CONSTANTTENSOR_H
