//===- InputShift.cpp - What a shift of the input adds --------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InputShift.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/BuiltinTypes.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::ascend;

bool InputShift::isAtBorder(const ConvolutionWindow &window) const {
  if (window.padBefore != 0 || window.padAfter != 0)
    return true;
  return !region.empty() &&
         region[window.inputDim] !=
             std::pair(int64_t(0), inputShape[window.inputDim]);
}

bool InputShift::dependsOnPosition() const {
  return llvm::any_of(form.windows, [&](const ConvolutionWindow &window) {
    return isAtBorder(window);
  });
}

ConstantTensor InputShift::sumTaps(ArrayRef<int64_t> taps) const {
  ArrayRef<int64_t> filterShape = weights.getShape();
  // The shift as a tensor of the filter's shape: stride 0 where it is the same.
  SmallVector<int64_t> shiftStrides(filterShape.size(), 0);
  int64_t stride = 1;
  for (int64_t dim : llvm::reverse(form.filterInputDims)) {
    shiftStrides[dim] = stride;
    stride *= filterShape[dim];
  }
  SmallVector<int64_t> order(form.filterDims);
  llvm::append_range(order, taps);
  const size_t numKept = order.size();
  for (int64_t d = 0, e = filterShape.size(); d < e; ++d)
    if (!llvm::is_contained(order, d))
      order.push_back(d);

  SmallVector<int64_t> sizes = applyPermutation(filterShape, order);
  SmallVector<int64_t> weightStrides =
      applyPermutation(weights.getStrides(), order);
  shiftStrides = applyPermutation(shiftStrides, order);
  const int64_t inner = computeProduct(ArrayRef(sizes).drop_front(numKept));
  std::vector<double> sums(computeProduct(ArrayRef(sizes).take_front(numKept)),
                           0.0);
  SmallVector<int64_t> index(sizes.size(), 0);
  int64_t weightAt = 0, shiftAt = 0;
  for (int64_t i = 0, e = computeProduct(sizes); i < e; ++i) {
    sums[i / inner] += weights.getAtOffset(weightAt) * shift[shiftAt];
    for (int64_t d = sizes.size() - 1; d >= 0; --d) {
      const bool wraps = ++index[d] == sizes[d];
      const int64_t steps = wraps ? 1 - sizes[d] : 1;
      weightAt += weightStrides[d] * steps;
      shiftAt += shiftStrides[d] * steps;
      if (!wraps)
        break;
      index[d] = 0;
    }
  }
  SmallVector<int64_t> shape = {computeProduct(form.channelSizes)};
  for (int64_t tap : taps)
    shape.push_back(filterShape[tap]);
  return ConstantTensor::get(std::move(sums), shape);
}

namespace {
/// [outer, taps, inner] becomes [outer, positions, inner].
struct TapSums {
  std::vector<double> values;
  int64_t outer, taps, inner;

  void slide(const ConvolutionWindow &window, int64_t numPositions,
             int64_t begin, int64_t end) {
    std::vector<double> result(outer * numPositions * inner, 0.0);
    for (int64_t a = 0; a < outer; ++a)
      for (int64_t o = 0; o < numPositions; ++o)
        for (int64_t k = 0; k < taps; ++k) {
          const int64_t at =
              o * window.stride + k * window.dilation - window.padBefore;
          if (at < begin || at >= end)
            continue;
          for (int64_t b = 0; b < inner; ++b)
            result[(a * numPositions + o) * inner + b] +=
                values[(a * taps + k) * inner + b];
        }
    values = std::move(result);
    taps = numPositions;
  }
};
} // namespace

FailureOr<ConstantTensor> InputShift::computeSums(int64_t maxElements,
                                                  std::string &why) const {
  if (!form.sumsWholeFilter) {
    why = "not every element of its result sees all of the filter, so that a "
          "shift of its input is no shift of its result";
    return failure();
  }
  SmallVector<ConvolutionWindow> windows;
  SmallVector<int64_t> taps;
  for (const ConvolutionWindow &window : form.windows)
    if (isAtBorder(window)) {
      windows.push_back(window);
      if (window.filterDim >= 0)
        taps.push_back(window.filterDim);
    }
  ConstantTensor sums = sumTaps(taps);
  if (windows.empty())
    return sums;

  // One number for each position at which the border may be seen.
  auto type = cast<RankedTensorType>(form.result.getType());
  SmallVector<int64_t> shape(type.getRank(), 1), strides(type.getRank(), 0);
  int64_t count = computeProduct(form.channelSizes);
  for (const ConvolutionWindow &window : windows) {
    const int64_t positions = type.getDimSize(window.resultDim);
    if (ShapedType::isDynamic(positions) ||
        ShapedType::isDynamic(inputShape[window.inputDim])) {
      why = "zeros are padded around a shift, and the shape is dynamic";
      return failure();
    }
    shape[window.resultDim] = positions;
    count *= positions;
  }
  if (count > maxElements) {
    why = "zeros are padded around a shift, and the constant that is exact at "
          "the border would be dearer than the shift";
    return failure();
  }
  TapSums table;
  for (int64_t i = 0, e = computeProduct(sums.getShape()); i < e; ++i)
    table.values.push_back(sums.getAtOffset(i));
  table.outer = sums.getShape()[0];
  int64_t rest = computeProduct(sums.getShape()) / table.outer;
  for (const ConvolutionWindow &window : windows) {
    table.taps =
        window.filterDim >= 0 ? weights.getShape()[window.filterDim] : 1;
    table.inner = rest /= table.taps;
    std::pair<int64_t, int64_t> inside(0, inputShape[window.inputDim]);
    if (!region.empty())
      inside = region[window.inputDim];
    const int64_t positions = shape[window.resultDim];
    table.slide(window, positions, inside.first, inside.second);
    table.outer *= positions;
  }
  // Row-major over the channels, then over the windows.
  int64_t step = 1;
  for (const ConvolutionWindow &window : llvm::reverse(windows)) {
    strides[window.resultDim] = step;
    step *= shape[window.resultDim];
  }
  for (int64_t dim : llvm::reverse(form.resultDims)) {
    strides[dim] = step;
    step *= shape[dim] = type.getDimSize(dim);
  }
  return ConstantTensor::get(std::move(table.values), {count})
      .restride(shape, strides, 0);
}
