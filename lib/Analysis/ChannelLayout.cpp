//===- ChannelLayout.cpp - Where the channels of a tensor are -------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Analysis/ChannelLayout.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::ascend;

ChannelLayout ChannelLayout::get(ArrayRef<int64_t> dims,
                                 ArrayRef<int64_t> sizes) {
  ChannelLayout layout;
  SmallVector<int64_t> order;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    if (size == 1)
      continue;
    order.push_back(dims[i]);
    layout.dims.push_back(layout.dims.size());
    layout.sizes.push_back(size);
  }
  layout.numChannels = computeProduct(sizes);
  layout.channels = llvm::to_vector(llvm::seq<int64_t>(0, layout.numChannels));
  return layout.remap(order);
}

bool ChannelLayout::isChannelDim(int64_t dim) const {
  return llvm::is_contained(dims, dim);
}

ChannelLayout ChannelLayout::remap(ArrayRef<int64_t> newDims) const {
  const int64_t rank = dims.size();
  // order[i] is the old position of the dimension that is i-th from now on.
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  llvm::sort(order,
             [&](int64_t a, int64_t b) { return newDims[a] < newDims[b]; });

  ChannelLayout result;
  result.numChannels = numChannels;
  result.sizes = applyPermutation(sizes, order);
  result.dims = applyPermutation(newDims, order);
  if (llvm::is_sorted(order)) {
    result.channels = channels;
    return result;
  }
  SmallVector<int64_t> oldStrides = computeStrides(sizes);
  SmallVector<int64_t> newBasis = computeStrides(result.sizes);
  result.channels.clear();
  result.channels.reserve(channels.size());
  for (int64_t i = 0, e = channels.size(); i < e; ++i) {
    int64_t old = 0;
    for (auto [position, index] : llvm::zip(order, delinearize(i, newBasis)))
      old += index * oldStrides[position];
    result.channels.push_back(channels[old]);
  }
  return result;
}

ChannelLayout ChannelLayout::transpose(ArrayRef<int64_t> permutation) const {
  SmallVector<int64_t> inverse = invertPermutationVector(permutation);
  return remap(llvm::map_to_vector(
      dims, [&](int64_t dim) -> int64_t { return inverse[dim]; }));
}

std::optional<ChannelLayout>
ChannelLayout::reshape(const ReshapeGroups &groups, ArrayRef<int64_t> source,
                       ArrayRef<int64_t> result) const {
  ChannelLayout reshaped;
  reshaped.numChannels = numChannels;
  for (const ReshapeGroup &group : groups) {
    auto sourceDims = llvm::seq<int64_t>(group.sourceBegin, group.sourceEnd);
    if (llvm::none_of(sourceDims, [&](int64_t d) { return isChannelDim(d); }))
      continue;
    // Row-major order within the group stays, so it may hold channels only.
    if (llvm::any_of(sourceDims, [&](int64_t d) {
          return source[d] != 1 && !isChannelDim(d);
        }))
      return std::nullopt;
    for (int64_t d = group.resultBegin; d < group.resultEnd; ++d) {
      if (result[d] == 1)
        continue;
      reshaped.dims.push_back(d);
      reshaped.sizes.push_back(result[d]);
    }
  }
  // The extent may be known to the layout only, not to the types.
  if (computeProduct(reshaped.sizes) != static_cast<int64_t>(channels.size()))
    return std::nullopt;
  reshaped.channels = channels;
  return reshaped;
}

ChannelLayout ChannelLayout::slice(ArrayRef<int64_t> offsets,
                                   ArrayRef<int64_t> sliceSizes,
                                   ArrayRef<int64_t> strides) const {
  SmallVector<int64_t> extents = llvm::map_to_vector(
      dims, [&](int64_t dim) -> int64_t { return sliceSizes[dim]; });
  SmallVector<int64_t> oldStrides = computeStrides(sizes);
  SmallVector<int64_t> basis = computeStrides(extents);

  ChannelLayout result;
  result.numChannels = numChannels;
  result.channels.clear();
  for (int64_t i = 0, e = computeProduct(extents); i < e; ++i) {
    int64_t old = 0;
    for (auto [k, index] : llvm::enumerate(delinearize(i, basis)))
      old += (offsets[dims[k]] + index * strides[dims[k]]) * oldStrides[k];
    result.channels.push_back(channels[old]);
  }
  for (auto [dim, extent] : llvm::zip(dims, extents)) {
    if (extent == 1)
      continue;
    result.dims.push_back(dim);
    result.sizes.push_back(extent);
  }
  return result;
}
