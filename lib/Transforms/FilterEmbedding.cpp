//===- FilterEmbedding.cpp - Filters in filters ---------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FilterEmbedding.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::ascend;

/// Whether both say the same about which dimension of what is which channel.
static LogicalResult checkChannels(const ConvBranch &branch,
                                   const ConvBranch &kept, std::string &why) {
  const ChannelLinearForm &a = branch.form, &b = kept.form;
  auto getShape = [](const ConvBranch &conv, ArrayRef<int64_t> dims) {
    return llvm::map_to_vector(dims, [&](int64_t dim) {
      return conv.getFilterType().getDimSize(dim);
    });
  };
  auto getShared = [](const ChannelLinearForm &form) {
    SmallVector<std::pair<size_t, size_t>> shared;
    for (auto [i, dim] : llvm::enumerate(form.filterDims))
      for (auto [j, inputDim] : llvm::enumerate(form.filterInputDims))
        if (dim == inputDim)
          shared.push_back({i, j});
    return shared;
  };
  if (a.inputDims != b.inputDims || a.resultDims != b.resultDims ||
      a.windows.size() != b.windows.size()) {
    why = "its dimensions are in another order";
    return failure();
  }
  if (getShape(branch, a.filterDims) != getShape(kept, b.filterDims) ||
      getShape(branch, a.filterInputDims) !=
          getShape(kept, b.filterInputDims) ||
      getShared(a) != getShared(b)) {
    why = "it has other channels or groups";
    return failure();
  }
  return success();
}

/// Fits the taps of one spatial dimension of `branch` between those of `kept`:
/// tap `k` is tap `first + k * step` there.
static LogicalResult fitTaps(const ConvBranch &branch,
                             const ConvolutionWindow &window,
                             const ConvBranch &kept,
                             const ConvolutionWindow &keptWindow,
                             int64_t &first, int64_t &step, std::string &why) {
  const int64_t taps = branch.getNumTaps(window);
  const int64_t keptTaps = kept.getNumTaps(keptWindow);
  if (window.stride != keptWindow.stride ||
      window.resultDim != keptWindow.resultDim) {
    why = "its stride is another";
    return failure();
  }
  const int64_t dilation = keptTaps == 1 ? 1 : keptWindow.dilation;
  const int64_t distance = keptWindow.padBefore - window.padBefore;
  if ((taps > 1 && window.dilation % dilation != 0) ||
      distance % dilation != 0) {
    why = "its taps lie between those of the larger kernel";
    return failure();
  }
  first = distance / dilation;
  step = taps > 1 ? window.dilation / dilation : 1;
  if (first < 0 || first + (taps - 1) * step >= keptTaps) {
    why = "its taps lie outside of the larger kernel";
    return failure();
  }
  // Extents that are not known have to be the same ones.
  auto getGrowth = [](const ConvolutionWindow &w, int64_t count) {
    return w.padBefore + w.padAfter - w.dilation * (count - 1);
  };
  if (kept.getResultType().isDynamicDim(keptWindow.resultDim) &&
      (ShapedType::isDynamic(window.padAfter) ||
       ShapedType::isDynamic(keptWindow.padAfter) ||
       getGrowth(window, taps) != getGrowth(keptWindow, keptTaps))) {
    why = "its result may have other extents, which are dynamic";
    return failure();
  }
  return success();
}

FailureOr<Embedding> ascend::embedFilter(const ConvBranch &branch,
                                         const ConvBranch &kept,
                                         std::string &why) {
  if (failed(checkChannels(branch, kept, why)))
    return failure();
  SmallVector<int64_t> keptStrides =
      computeStrides(kept.getFilterType().getShape());
  Embedding embedding;
  embedding.strides.assign(branch.getFilterType().getRank(), 0);
  for (auto [dim, keptDim] :
       llvm::zip_equal(branch.form.filterDims, kept.form.filterDims))
    embedding.strides[dim] = keptStrides[keptDim];
  for (auto [dim, keptDim] :
       llvm::zip_equal(branch.form.filterInputDims, kept.form.filterInputDims))
    embedding.strides[dim] = keptStrides[keptDim];
  for (const ConvolutionWindow &window : branch.windows) {
    const auto *keptWindow =
        llvm::find_if(kept.windows, [&](const ConvolutionWindow &other) {
          return other.inputDim == window.inputDim;
        });
    if (keptWindow == kept.windows.end()) {
      why = "its dimensions are in another order";
      return failure();
    }
    int64_t first = 0, step = 1;
    if (failed(fitTaps(branch, window, kept, *keptWindow, first, step, why)))
      return failure();
    if (keptWindow->filterDim < 0)
      continue;
    embedding.offset += first * keptStrides[keptWindow->filterDim];
    if (window.filterDim >= 0)
      embedding.strides[window.filterDim] =
          step * keptStrides[keptWindow->filterDim];
  }
  return embedding;
}

void ascend::addFilter(std::vector<double> &sum, ArrayRef<double> filter,
                       ArrayRef<int64_t> shape, const Embedding &embedding) {
  SmallVector<int64_t> index(shape.size(), 0);
  int64_t at = embedding.offset;
  for (double weight : filter) {
    sum[at] += weight;
    for (int64_t dim = shape.size() - 1; dim >= 0; --dim) {
      at += embedding.strides[dim];
      if (++index[dim] < shape[dim])
        break;
      at -= embedding.strides[dim] * index[dim];
      index[dim] = 0;
    }
  }
}

/// Offset in the filter of the tap that meets the input element at the position
/// of the result element.
static FailureOr<int64_t>
getCenter(const ConvBranch &kept, ArrayRef<int64_t> strides, std::string &why) {
  int64_t center = 0;
  for (const ConvolutionWindow &window : kept.windows) {
    const int64_t taps = kept.getNumTaps(window);
    const int64_t dilation = taps == 1 ? 1 : window.dilation;
    if (window.stride != 1) {
      why = "the convolution has a stride";
      return failure();
    }
    if (window.padBefore % dilation != 0 ||
        window.padBefore / dilation >= taps) {
      why = "no tap of the convolution meets the element at its own position";
      return failure();
    }
    if (window.filterDim >= 0)
      center += window.padBefore / dilation * strides[window.filterDim];
    if (kept.getResultType().isDynamicDim(window.resultDim) &&
        (ShapedType::isDynamic(window.padAfter) ||
         window.padBefore + window.padAfter != window.dilation * (taps - 1))) {
      why = "the result may have other extents than the input";
      return failure();
    }
  }
  return center;
}

FailureOr<SmallVector<int64_t>>
ascend::getDiagonal(const ConvBranch &kept, Type inputType, std::string &why) {
  const ChannelLinearForm &form = kept.form;
  ArrayRef<int64_t> filterShape = kept.getFilterType().getShape();
  const SmallVector<int64_t> strides = computeStrides(filterShape);
  if (inputType != kept.getResultType() || !kept.keepsLayout()) {
    why = "the result is not of the type of the input";
    return failure();
  }
  FailureOr<int64_t> center = getCenter(kept, strides, why);
  if (failed(center))
    return failure();
  SmallVector<int64_t> outShape, channelShape;
  for (int64_t dim : form.filterDims)
    outShape.push_back(filterShape[dim]);
  for (int64_t dim : form.resultDims)
    channelShape.push_back(kept.getResultType().getDimSize(dim));
  const int64_t count = computeProduct(outShape);
  if (ShapedType::isDynamicShape(channelShape) ||
      computeProduct(channelShape) != count) {
    why = "the number of channels is dynamic";
    return failure();
  }
  SmallVector<int64_t> outStrides = computeStrides(outShape);
  SmallVector<int64_t> channelStrides = computeStrides(channelShape);
  SmallVector<int64_t> diagonal;
  for (int64_t channel = 0; channel < count; ++channel) {
    SmallVector<int64_t> index(filterShape.size(), -1);
    for (auto [dim, at] :
         llvm::zip_equal(form.filterDims, delinearize(channel, outStrides)))
      index[dim] = at;
    for (auto [dim, at] : llvm::zip_equal(
             form.filterInputDims, delinearize(channel, channelStrides))) {
      if (at >= filterShape[dim] || (index[dim] >= 0 && index[dim] != at)) {
        why = "input and output channels are counted differently";
        return failure();
      }
      index[dim] = at;
    }
    int64_t at = *center;
    for (auto [dim, position] : llvm::enumerate(index))
      if (position >= 0)
        at += position * strides[dim];
    diagonal.push_back(at);
  }
  return diagonal;
}
