//===- ChannelLayout.cpp - Where the channels of a tensor are -------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Analysis/ChannelLayout.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::ascend;

using Factor = ChannelLayout::Factor;
using Factors = ChannelLayout::Factors;

static Factors getPlainDim(int64_t extent) {
  if (extent == 1)
    return {};
  return {Factor{extent, /*isChannel=*/false}};
}

/// The channel table after its axes, of extents `sizes`, are reordered so that
/// new axis `i` is old axis `order[i]`.
static SmallVector<int64_t> permuteTable(ArrayRef<int64_t> table,
                                         ArrayRef<int64_t> sizes,
                                         ArrayRef<int64_t> order) {
  if (llvm::is_sorted(order))
    return SmallVector<int64_t>(table);
  SmallVector<int64_t> oldStrides = computeStrides(sizes);
  SmallVector<int64_t> basis = computeStrides(applyPermutation(sizes, order));
  SmallVector<int64_t> result;
  result.reserve(table.size());
  for (int64_t i = 0, e = table.size(); i < e; ++i) {
    int64_t old = 0;
    for (auto [axis, index] : llvm::zip_equal(order, delinearize(i, basis)))
      old += index * oldStrides[axis];
    result.push_back(table[old]);
  }
  return result;
}

ChannelLayout ChannelLayout::get(ArrayRef<int64_t> shape,
                                 ArrayRef<int64_t> channelDims) {
  // First as if the channel dimensions stood in counting order.
  ChannelLayout counted;
  SmallVector<int64_t> sources(shape.size(), -1);
  for (auto [i, dim] : llvm::enumerate(channelDims)) {
    counted.numChannels *= shape[dim];
    counted.dims.emplace_back();
    if (shape[dim] != 1)
      counted.dims.back().push_back({shape[dim], /*isChannel=*/true});
    sources[dim] = i;
  }
  counted.channels =
      llvm::to_vector(llvm::seq<int64_t>(0, counted.numChannels));
  return counted.permute(sources, shape);
}

bool ChannelLayout::hasChannels(int64_t dim) const {
  return llvm::any_of(dims[dim], [](Factor f) { return f.isChannel; });
}

SmallVector<int64_t> ChannelLayout::refineShape(ArrayRef<int64_t> shape) const {
  SmallVector<int64_t> refined(shape);
  for (auto [extent, factors] : llvm::zip_equal(refined, dims)) {
    if (ShapedType::isStatic(extent) || factors.empty() ||
        !llvm::all_of(factors, [](Factor f) { return f.isChannel; }))
      continue;
    extent = 1;
    for (Factor factor : factors)
      extent *= factor.extent;
  }
  return refined;
}

ChannelLayout ChannelLayout::permute(ArrayRef<int64_t> sources,
                                     ArrayRef<int64_t> extents) const {
  // Number the channel factors of each dimension.
  SmallVector<SmallVector<int64_t, 1>> axes(dims.size());
  SmallVector<int64_t> sizes;
  for (auto [dim, factors] : llvm::enumerate(dims))
    for (Factor factor : factors)
      if (factor.isChannel) {
        axes[dim].push_back(sizes.size());
        sizes.push_back(factor.extent);
      }

  ChannelLayout result;
  result.numChannels = numChannels;
  SmallVector<int64_t> order;
  for (auto [i, source] : llvm::enumerate(sources)) {
    if (source < 0) {
      result.dims.push_back(getPlainDim(extents[i]));
      continue;
    }
    result.dims.push_back(dims[source]);
    llvm::append_range(order, axes[source]);
  }
  result.channels = permuteTable(channels, sizes, order);
  return result;
}

/// Takes a dimension of `extent` elements off the front of `factors`, splitting
/// the last one if need be.
static std::optional<Factors> takeDim(SmallVectorImpl<Factor> &factors,
                                      int64_t extent) {
  Factors taken;
  while (extent != 1) {
    if (factors.empty())
      return std::nullopt;
    Factor &front = factors.front();
    if (extent % front.extent == 0) {
      extent /= front.extent;
      taken.push_back(front);
      factors.erase(factors.begin());
    } else if (front.extent % extent == 0) {
      // Row-major: the leading part comes first.
      taken.push_back({extent, front.isChannel});
      front.extent /= extent;
      extent = 1;
    } else {
      return std::nullopt;
    }
  }
  return taken;
}

std::optional<ChannelLayout>
ChannelLayout::reshape(const ReshapeGroups &groups,
                       ArrayRef<int64_t> resultShape) const {
  ChannelLayout result;
  result.numChannels = numChannels;
  result.channels = channels;
  result.dims.resize(resultShape.size());
  for (const ReshapeGroup &group : groups) {
    SmallVector<Factor> factors;
    for (int64_t d = group.sourceBegin; d < group.sourceEnd; ++d)
      llvm::append_range(factors, dims[d]);
    auto extents = resultShape.slice(group.resultBegin,
                                     group.resultEnd - group.resultBegin);
    if (llvm::none_of(factors, [](Factor f) { return f.isChannel; })) {
      for (auto [i, extent] : llvm::enumerate(extents))
        result.dims[group.resultBegin + i] = getPlainDim(extent);
      continue;
    }
    if (llvm::any_of(factors, [](Factor f) {
          return ShapedType::isDynamic(f.extent) || f.extent == 0;
        }))
      return std::nullopt;
    for (auto [i, extent] : llvm::enumerate(extents)) {
      if (ShapedType::isDynamic(extent) || extent == 0)
        return std::nullopt;
      std::optional<Factors> taken = takeDim(factors, extent);
      if (!taken)
        return std::nullopt;
      result.dims[group.resultBegin + i] = std::move(*taken);
    }
    if (!factors.empty())
      return std::nullopt;
  }
  return result;
}

std::optional<ChannelLayout>
ChannelLayout::slice(ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes,
                     ArrayRef<int64_t> strides) const {
  ChannelLayout result;
  result.numChannels = numChannels;
  // The part of the table that is taken, one sliced axis per dimension.
  SmallVector<int64_t> extents, takenSizes, takenOffsets, takenStrides;
  for (auto [d, factors] : llvm::enumerate(dims)) {
    if (!hasChannels(d)) {
      result.dims.push_back(getPlainDim(sizes[d]));
      continue;
    }
    int64_t extent = 1;
    bool isPure = true;
    for (Factor factor : factors) {
      extent *= factor.isChannel ? factor.extent : 1;
      isPure &= factor.isChannel;
    }
    const bool isWhole = isPure && sizes[d] == extent && offsets[d] == 0;
    if (!isPure || ShapedType::isDynamic(offsets[d]) ||
        ShapedType::isDynamic(sizes[d]) || ShapedType::isDynamic(strides[d]) ||
        offsets[d] < 0 || sizes[d] < 1 || strides[d] < 1 ||
        offsets[d] + (sizes[d] - 1) * strides[d] >= extent)
      return std::nullopt;
    extents.push_back(extent);
    takenSizes.push_back(sizes[d]);
    takenOffsets.push_back(offsets[d]);
    takenStrides.push_back(strides[d]);
    if (isWhole)
      result.dims.push_back(factors);
    else if (sizes[d] == 1)
      result.dims.emplace_back();
    else
      result.dims.push_back({Factor{sizes[d], /*isChannel=*/true}});
  }
  SmallVector<int64_t> tableStrides = computeStrides(extents);
  SmallVector<int64_t> basis = computeStrides(takenSizes);
  result.channels.clear();
  for (int64_t i = 0, e = computeProduct(takenSizes); i < e; ++i) {
    int64_t old = 0;
    for (auto [k, index] : llvm::enumerate(delinearize(i, basis)))
      old += (takenOffsets[k] + index * takenStrides[k]) * tableStrides[k];
    result.channels.push_back(channels[old]);
  }
  return result;
}
