//===- ChannelLayout.h - Where the channels of a tensor are -----*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_ANALYSIS_CHANNELLAYOUT_H
#define ASCENDFOLD_ANALYSIS_CHANNELLAYOUT_H

#include "AscendFold/Analysis/ReshapeGroups.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>

namespace mlir::ascend {

/// Which output channel of a convolution each element of a tensor belongs to.
///
/// `dims` are the dimensions of the tensor that index channels, in increasing
/// order; `sizes` are their extents. The row-major position over these
/// dimensions is mapped to the convolution's channel number by `channels`. One
/// channel axis (NCHW) is one dimension with the identity table; a grouped
/// convolution (NGCHW) has two dimensions; a reshape that splits or merges the
/// axis changes `dims` and `sizes` but not the table; a transpose permutes it;
/// a slice keeps a part of it. Dimensions of extent 1 carry no information and
/// are never in `dims`.
class ChannelLayout {
public:
  ChannelLayout() = default;

  /// Channels `0 … product(sizes)`, counted row-major over `dims` in the order
  /// given (which need not be increasing).
  static ChannelLayout get(llvm::ArrayRef<int64_t> dims,
                           llvm::ArrayRef<int64_t> sizes);

  llvm::ArrayRef<int64_t> getDims() const { return dims; }
  llvm::ArrayRef<int64_t> getSizes() const { return sizes; }
  /// The channel of each row-major position over `getDims()`.
  llvm::ArrayRef<int64_t> getChannels() const { return channels; }

  /// How many channels the convolution has; a slice has fewer positions.
  int64_t getNumChannels() const { return numChannels; }

  bool isChannelDim(int64_t dim) const;

  /// The layout after dimension `dims[i]` moved to `newDims[i]`.
  ChannelLayout remap(llvm::ArrayRef<int64_t> newDims) const;

  /// The layout of the result of `transpose`, where result dimension `i` is
  /// source dimension `permutation[i]`.
  ChannelLayout transpose(llvm::ArrayRef<int64_t> permutation) const;

  /// The layout after a reshape; nothing when a group mixes channels with
  /// another dimension. Sizes are those of the source and the result.
  std::optional<ChannelLayout> reshape(const ReshapeGroups &groups,
                                       llvm::ArrayRef<int64_t> source,
                                       llvm::ArrayRef<int64_t> result) const;

  /// The layout after taking `sizes[d]` elements at `offsets[d]`,
  /// `offsets[d] + strides[d]`, … of each dimension `d`; only the entries of
  /// channel dimensions are read.
  ChannelLayout slice(llvm::ArrayRef<int64_t> offsets,
                      llvm::ArrayRef<int64_t> sliceSizes,
                      llvm::ArrayRef<int64_t> strides) const;

private:
  llvm::SmallVector<int64_t, 2> dims;
  llvm::SmallVector<int64_t, 2> sizes;
  llvm::SmallVector<int64_t> channels = {0};
  int64_t numChannels = 1;
};

} // namespace mlir::ascend

#endif // ASCENDFOLD_ANALYSIS_CHANNELLAYOUT_H
