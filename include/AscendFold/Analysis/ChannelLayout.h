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
/// Every dimension is a row-major product of *factors*, each of which either
/// indexes channels or not. The row-major position over all channel factors is
/// mapped to the convolution's channel number by a table. One channel axis
/// (NCHW) is one dimension with one channel factor and the identity table; a
/// grouped convolution (NGCHW) has two. A reshape regroups factors, splitting
/// them where it must, and keeps the table: a tensor flattened to [N, C*H*W]
/// still knows its channels. A transpose permutes the table, a slice of
/// channels selects from it. Factors of extent 1 are left out.
class ChannelLayout {
public:
  struct Factor {
    /// Static for channel factors.
    int64_t extent;
    bool isChannel;
  };
  using Factors = llvm::SmallVector<Factor, 1>;

  ChannelLayout() = default;

  /// The layout of a tensor of shape `shape` in which channels are counted
  /// row-major over `channelDims`, in the order given.
  static ChannelLayout get(llvm::ArrayRef<int64_t> shape,
                           llvm::ArrayRef<int64_t> channelDims);

  int64_t getRank() const { return dims.size(); }
  llvm::ArrayRef<Factor> getFactors(int64_t dim) const { return dims[dim]; }
  bool hasChannels(int64_t dim) const;

  /// The channel of each row-major position over all channel factors.
  llvm::ArrayRef<int64_t> getChannels() const { return channels; }
  /// How many channels the convolution has; a slice has fewer positions.
  int64_t getNumChannels() const { return numChannels; }

  /// `shape`, with the extents of channel dimensions where it is dynamic.
  llvm::SmallVector<int64_t> refineShape(llvm::ArrayRef<int64_t> shape) const;

  /// A layout whose dimension `i` is dimension `sources[i]` of this one or,
  /// where `sources[i]` is negative, has extent `extents[i]` and no channels.
  /// Transposes, and the ways into and out of a loop nest.
  ChannelLayout permute(llvm::ArrayRef<int64_t> sources,
                        llvm::ArrayRef<int64_t> extents = {}) const;

  /// The layout after a reshape to `resultShape`; nothing when a factor would
  /// have to be cut unevenly, or channels merge with a dynamic extent.
  std::optional<ChannelLayout>
  reshape(const ReshapeGroups &groups,
          llvm::ArrayRef<int64_t> resultShape) const;

  /// The layout after taking `sizes[d]` elements at `offsets[d]`,
  /// `offsets[d] + strides[d]`, … of each dimension `d`. Entries may be dynamic
  /// where there are no channels. Nothing when a dimension of channels and
  /// other factors is cut, or the slice leaves the tensor.
  std::optional<ChannelLayout> slice(llvm::ArrayRef<int64_t> offsets,
                                     llvm::ArrayRef<int64_t> sizes,
                                     llvm::ArrayRef<int64_t> strides) const;

private:
  llvm::SmallVector<Factors, 4> dims;
  llvm::SmallVector<int64_t> channels = {0};
  int64_t numChannels = 1;
};

} // namespace mlir::ascend

#endif // ASCENDFOLD_ANALYSIS_CHANNELLAYOUT_H
