//===- Tensor.cpp - Facts about tensor descriptions -----------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Core/Tensor.h"

#include <algorithm>
#include <numeric>
#include <sstream>

using namespace ascendrt;

int64_t ascendrt::getElementSize(int32_t dtype) {
  return dtype == ASCENDRT_F32 ? 4 : 2;
}

const char *ascendrt::getDTypeName(int32_t dtype) {
  switch (dtype) {
  case ASCENDRT_F32:
    return "f32";
  case ASCENDRT_F16:
    return "f16";
  case ASCENDRT_BF16:
    return "bf16";
  }
  return "unknown type";
}

int64_t ascendrt::getNumElements(const ascendrt_tensor &tensor) {
  return std::accumulate(tensor.dims, tensor.dims + tensor.rank, int64_t(1),
                         std::multiplies<int64_t>());
}

int64_t ascendrt::getSpan(const ascendrt_tensor &tensor) {
  if (!isStrided(tensor))
    return getNumElements(tensor) / tensor.dims[1] *
           (ceilDiv(tensor.dims[1], blockChannels) * blockChannels);
  int64_t last = 0;
  for (int i = 0; i < tensor.rank; ++i)
    last += (tensor.dims[i] - 1) * tensor.strides[i];
  return last + 1;
}

int64_t ascendrt::getNumBytes(const ascendrt_tensor &tensor) {
  // A broadcast operand is read once, a slice without what is beside it.
  int64_t elements = std::min(getNumElements(tensor), getSpan(tensor));
  if (!isStrided(tensor))
    elements = getSpan(tensor);
  return elements * getElementSize(tensor.dtype);
}

std::vector<int> ascendrt::getMemoryOrder(int rank, const int64_t *dims,
                                          const int64_t *strides) {
  std::vector<int> order;
  for (int i = 0; i < rank; ++i)
    if (dims[i] != 1)
      order.push_back(i);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    return strides[a] != strides[b] ? strides[a] > strides[b] : a < b;
  });
  return order;
}

static std::vector<int> getMemoryOrder(const ascendrt_tensor &tensor) {
  return getMemoryOrder(tensor.rank, tensor.dims, tensor.strides);
}

bool ascendrt::isDense(const ascendrt_tensor &tensor) {
  if (!isStrided(tensor))
    return false;
  int64_t expected = 1;
  std::vector<int> order = getMemoryOrder(tensor);
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    if (tensor.strides[*it] != expected)
      return false;
    expected *= tensor.dims[*it];
  }
  return true;
}

bool ascendrt::isRowMajor(const ascendrt_tensor &tensor) {
  if (!isStrided(tensor))
    return false;
  int64_t expected = 1;
  for (int i = tensor.rank - 1; i >= 0; --i) {
    if (tensor.dims[i] != 1 && tensor.strides[i] != expected)
      return false;
    expected *= tensor.dims[i];
  }
  return true;
}

bool ascendrt::haveSameDims(const ascendrt_tensor &a,
                            const ascendrt_tensor &b) {
  return a.rank == b.rank && std::equal(a.dims, a.dims + a.rank, b.dims);
}

bool ascendrt::haveSameLayout(const ascendrt_tensor &a,
                              const ascendrt_tensor &b) {
  if (!haveSameDims(a, b) || a.format != b.format)
    return false;
  if (!isStrided(a))
    return true;
  for (int i = 0; i < a.rank; ++i)
    if (a.dims[i] != 1 && a.strides[i] != b.strides[i])
      return false;
  return true;
}

void ascendrt::makeDense(ascendrt_tensor &tensor) {
  std::vector<int> order = getMemoryOrder(tensor);
  int64_t stride = 1;
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    tensor.strides[*it] = stride;
    stride *= tensor.dims[*it];
  }
  // A dim of 1 gets the stride that it has in the row-major and in the
  // channels-last layout: libraries compare strides to recognise those.
  for (int i = tensor.rank - 1; i >= 0; --i) {
    if (tensor.dims[i] != 1)
      continue;
    bool isInnermost = i == tensor.rank - 1;
    tensor.strides[i] =
        isInnermost ? 1 : tensor.strides[i + 1] * tensor.dims[i + 1];
  }
}

void ascendrt::makeChannelsLast(ascendrt_tensor &tensor) {
  tensor.format = ASCENDRT_STRIDED;
  tensor.strides[1] = 1;
  int64_t stride = tensor.dims[1];
  for (int i = tensor.rank - 1; i >= 2; --i) {
    tensor.strides[i] = stride;
    stride *= tensor.dims[i];
  }
  tensor.strides[0] = stride;
}

void ascendrt::normalizeUnitStrides(ascendrt_tensor &tensor, bool isMatrix) {
  if (!isStrided(tensor))
    return;
  ascendrt_tensor dense = tensor;
  bool hasChannels = tensor.rank > 2 && !isMatrix;
  if (hasChannels)
    makeChannelsLast(dense);
  if (!hasChannels || !haveSameLayout(dense, tensor))
    dense = makeRowMajor(
        tensor.dtype,
        std::vector<int64_t>(tensor.dims, tensor.dims + tensor.rank));
  int64_t span = 1;
  for (int i = 0; i < tensor.rank; ++i)
    if (tensor.dims[i] != 1)
      span = std::max(span, tensor.dims[i] * tensor.strides[i]);
  bool isDense = haveSameLayout(dense, tensor);
  for (int i = 0; i < tensor.rank; ++i)
    if (tensor.dims[i] == 1)
      tensor.strides[i] = isDense ? dense.strides[i] : span;
}

ascendrt_tensor ascendrt::makeRowMajor(int32_t dtype,
                                       const std::vector<int64_t> &dims) {
  ascendrt_tensor tensor = {};
  tensor.dtype = dtype;
  tensor.rank = dims.size();
  int64_t stride = 1;
  for (int i = tensor.rank - 1; i >= 0; --i) {
    tensor.dims[i] = dims[i];
    tensor.strides[i] = stride;
    stride *= dims[i];
  }
  return tensor;
}

ascendrt_tensor ascendrt::asImagesOfBlocks(const ascendrt_tensor &tensor) {
  ascendrt_tensor result = tensor;
  int64_t height = tensor.dims[2], width = tensor.dims[3];
  result.format = ASCENDRT_STRIDED;
  result.dims[0] = tensor.dims[0] * ceilDiv(tensor.dims[1], blockChannels);
  result.dims[1] = blockChannels;
  result.strides[0] = height * width * blockChannels;
  result.strides[1] = 1;
  result.strides[2] = width * blockChannels;
  result.strides[3] = blockChannels;
  return result;
}

std::string ascendrt::toString(const ascendrt_tensor &tensor) {
  std::ostringstream stream;
  stream << getDTypeName(tensor.dtype) << '[';
  for (int i = 0; i < tensor.rank; ++i)
    stream << (i ? "x" : "") << tensor.dims[i];
  stream << ']';
  if (!isStrided(tensor)) {
    stream << ":nc1hwc0";
  } else if (!isRowMajor(tensor)) {
    stream << ':';
    for (int i = 0; i < tensor.rank; ++i)
      stream << (i ? "," : "") << tensor.strides[i];
  }
  return stream.str();
}
