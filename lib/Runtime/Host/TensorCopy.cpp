//===- TensorCopy.cpp - Copies between layouts and types ------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/TensorCopy.h"

#include "Core/Tensor.h"
#include "Host/FloatConversion.h"
#include "Host/Threads.h"

#include <algorithm>
#include <cstring>
#include <numeric>

using namespace ascendrt;

void TensorCopy::Box::add(int64_t dim, int64_t fromStride, int64_t toStride) {
  if (dim == 1)
    return;
  dims[rank] = dim;
  fromStrides[rank] = fromStride;
  toStrides[rank] = toStride;
  ++rank;
}

void TensorCopy::Box::normalize() {
  int order[maxRank];
  std::iota(order, order + rank, 0);
  std::sort(order, order + rank, [&](int a, int b) {
    return toStrides[a] != toStrides[b] ? toStrides[a] > toStrides[b] : a < b;
  });
  // The innermost dim is that of `to`, the one before it that of `from`, so
  // that a transpose is a transpose of the last two.
  if (rank > 2) {
    int *fastest = std::min_element(order, order + rank - 1, [&](int a, int b) {
      return fromStrides[a] < fromStrides[b];
    });
    if (fromStrides[*fastest] < fromStrides[order[rank - 1]])
      std::rotate(fastest, fastest + 1, order + rank - 1);
  }
  Box old = *this;
  rank = 0;
  for (int i = 0; i < old.rank; ++i) {
    int64_t dim = old.dims[order[i]], from = old.fromStrides[order[i]],
            to = old.toStrides[order[i]];
    if (rank && fromStrides[rank - 1] == from * dim &&
        toStrides[rank - 1] == to * dim) {
      dims[rank - 1] *= dim;
      fromStrides[rank - 1] = from;
      toStrides[rank - 1] = to;
    } else {
      add(dim, from, to);
    }
  }
  for (; rank < 2; ++rank) {
    std::copy_backward(dims, dims + rank, dims + rank + 1);
    std::copy_backward(fromStrides, fromStrides + rank, fromStrides + rank + 1);
    std::copy_backward(toStrides, toStrides + rank, toStrides + rank + 1);
    dims[0] = 1;
    // Two empty dims are one contiguous element.
    fromStrides[0] = toStrides[0] = 1;
  }
}

TensorCopy::TensorCopy(const ascendrt_tensor &from, const ascendrt_tensor &to,
                       unsigned numThreads)
    : fromType(from.dtype), toType(to.dtype), numThreads(numThreads) {
  if (isStrided(from) && isStrided(to)) {
    Box box;
    for (int i = 0; i < from.rank; ++i)
      box.add(from.dims[i], from.strides[i], to.strides[i]);
    boxes.push_back(box);
  } else if (isStrided(from) || isStrided(to)) {
    addBlocks(from, to);
  } else {
    // The padding is copied with the rest.
    Box box;
    box.add(getSpan(from), 1, 1);
    boxes.push_back(box);
  }
  for (Box &box : boxes)
    box.normalize();
}

void TensorCopy::addBlocks(const ascendrt_tensor &from,
                           const ascendrt_tensor &to) {
  int64_t channels = from.dims[1];
  if (channels >= blockChannels)
    addBlock(from, to, 0, channels / blockChannels, blockChannels);
  if (channels % blockChannels == 0)
    return;
  addBlock(from, to, channels / blockChannels * blockChannels, 1,
           channels % blockChannels);
  padded = to;
}

void TensorCopy::addBlock(const ascendrt_tensor &from,
                          const ascendrt_tensor &to, int64_t firstChannel,
                          int64_t numBlocks, int64_t numChannels) {
  struct Side {
    int64_t offset, image, block, row, column, channel;
  };
  auto getSide = [&](const ascendrt_tensor &tensor) {
    int64_t height = tensor.dims[2], width = tensor.dims[3];
    if (!isStrided(tensor)) {
      int64_t block = height * width * blockChannels;
      return Side{firstChannel / blockChannels * block,
                  getSpan(tensor) / tensor.dims[0],
                  block,
                  width * blockChannels,
                  blockChannels,
                  1};
    }
    const int64_t *strides = tensor.strides;
    return Side{firstChannel * strides[1],
                strides[0],
                blockChannels * strides[1],
                strides[2],
                strides[3],
                strides[1]};
  };
  Side source = getSide(from), target = getSide(to);
  Box box;
  box.fromOffset = source.offset;
  box.toOffset = target.offset;
  box.add(from.dims[0], source.image, target.image);
  box.add(numBlocks, source.block, target.block);
  box.add(from.dims[2], source.row, target.row);
  box.add(from.dims[3], source.column, target.column);
  box.add(numChannels, source.channel, target.channel);
  boxes.push_back(box);
}

namespace {
struct F32 {
  using Storage = float;
  static float load(float value) { return value; }
  static float store(float value) { return value; }
};
struct F16 {
  using Storage = uint16_t;
  static float load(uint16_t value) { return convertF16ToF32(value); }
  static uint16_t store(float value) { return convertF32ToF16(value); }
};
struct BF16 {
  using Storage = uint16_t;
  static float load(uint16_t value) { return convertBF16ToF32(value); }
  static uint16_t store(float value) { return convertF32ToBF16(value); }
};

/// The last two dims of a box.
struct Plane {
  int64_t rows, columns;
  int64_t fromRow, fromColumn, toRow, toColumn;
};
} // namespace

template <typename From, typename To>
static void copyRow(const typename From::Storage *from,
                    typename To::Storage *to, int64_t count) {
  if constexpr (std::is_same_v<From, To>) {
    std::memcpy(to, from, count * sizeof(*to));
  } else if constexpr (std::is_same_v<From, F16> && std::is_same_v<To, F32>) {
    convertF16ToF32(from, to, count);
  } else if constexpr (std::is_same_v<From, F32> && std::is_same_v<To, F16>) {
    convertF32ToF16(from, to, count);
  } else {
    for (int64_t i = 0; i < count; ++i)
      to[i] = To::store(From::load(from[i]));
  }
}

template <typename From, typename To>
static void copyTile(const Plane &plane, const typename From::Storage *from,
                     typename To::Storage *to) {
  for (int64_t i = 0; i < plane.rows; ++i)
    for (int64_t j = 0; j < plane.columns; ++j) {
      auto value = from[i * plane.fromRow + j * plane.fromColumn];
      auto &target = to[i * plane.toRow + j * plane.toColumn];
      // No detour that could change a NaN.
      if constexpr (std::is_same_v<From, To>)
        target = value;
      else
        target = To::store(From::load(value));
    }
}

template <typename From, typename To>
static void copyPlane(const Plane &plane, const char *fromBytes,
                      char *toBytes) {
  auto *from = reinterpret_cast<const typename From::Storage *>(fromBytes);
  auto *to = reinterpret_cast<typename To::Storage *>(toBytes);
  if (plane.fromColumn == 1 && plane.toColumn == 1) {
    for (int64_t i = 0; i < plane.rows; ++i)
      copyRow<From, To>(from + i * plane.fromRow, to + i * plane.toRow,
                        plane.columns);
    return;
  }
  constexpr int64_t tileSize = 16;
  for (int64_t i = 0; i < plane.rows; i += tileSize)
    for (int64_t j = 0; j < plane.columns; j += tileSize) {
      Plane tile = plane;
      tile.rows = std::min(tileSize, plane.rows - i);
      tile.columns = std::min(tileSize, plane.columns - j);
      copyTile<From, To>(tile, from + i * plane.fromRow + j * plane.fromColumn,
                         to + i * plane.toRow + j * plane.toColumn);
    }
}

using PlaneFunction = void (*)(const Plane &, const char *, char *);

static PlaneFunction getPlaneFunction(int32_t from, int32_t to) {
  static const PlaneFunction functions[3][3] = {
      {copyPlane<F32, F32>, copyPlane<F32, F16>, copyPlane<F32, BF16>},
      {copyPlane<F16, F32>, copyPlane<F16, F16>, copyPlane<F16, BF16>},
      {copyPlane<BF16, F32>, copyPlane<BF16, F16>, copyPlane<BF16, BF16>}};
  return functions[from][to];
}

void TensorCopy::runRow(const Box &box, const char *from, char *to) const {
  from += box.fromOffset * getElementSize(fromType);
  to += box.toOffset * getElementSize(toType);
  PlaneFunction copy = getPlaneFunction(fromType, toType);
  auto body = [&](int64_t begin, int64_t end) {
    Plane plane{1, end - begin, 1, 1, 1, 1};
    copy(plane, from + begin * getElementSize(fromType),
         to + begin * getElementSize(toType));
  };
  parallelFor(numThreads, box.dims[1], 16384, body);
}

void TensorCopy::runBox(const Box &box, const char *from, char *to) const {
  bool isOneRow = box.rank == 2 && box.dims[0] == 1;
  if (isOneRow && box.fromStrides[1] == 1 && box.toStrides[1] == 1)
    return runRow(box, from, to);
  int outer = box.rank - 2;
  int64_t rows = box.dims[outer], columns = box.dims[outer + 1];
  int64_t planes = std::accumulate(box.dims, box.dims + outer, int64_t(1),
                                   std::multiplies<int64_t>());
  // Rows are cut, too, so that one large plane is work for all threads.
  int64_t rowsOfPart = std::clamp<int64_t>(16384 / columns, 1, rows);
  int64_t parts = ceilDiv(rows, rowsOfPart);
  int64_t fromSize = getElementSize(fromType), toSize = getElementSize(toType);
  PlaneFunction copy = getPlaneFunction(fromType, toType);
  auto body = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t row = i % parts * rowsOfPart, rest = i / parts;
      int64_t fromIndex = box.fromOffset + row * box.fromStrides[outer];
      int64_t toIndex = box.toOffset + row * box.toStrides[outer];
      for (int d = outer - 1; d >= 0; --d) {
        fromIndex += rest % box.dims[d] * box.fromStrides[d];
        toIndex += rest % box.dims[d] * box.toStrides[d];
        rest /= box.dims[d];
      }
      Plane plane{std::min(rowsOfPart, rows - row),
                  columns,
                  box.fromStrides[outer],
                  box.fromStrides[outer + 1],
                  box.toStrides[outer],
                  box.toStrides[outer + 1]};
      copy(plane, from + fromIndex * fromSize, to + toIndex * toSize);
    }
  };
  int64_t grain = ceilDiv(16384, rowsOfPart * columns);
  parallelFor(numThreads, planes * parts, grain, body);
}

void ascendrt::zeroPadding(const ascendrt_tensor &tensor, void *data) {
  if (isStrided(tensor) || tensor.dims[1] % blockChannels == 0)
    return;
  int64_t size = getElementSize(tensor.dtype);
  int64_t positions = tensor.dims[2] * tensor.dims[3];
  int64_t blocks = ceilDiv(tensor.dims[1], blockChannels);
  int64_t used = tensor.dims[1] % blockChannels;
  for (int64_t image = 0; image < tensor.dims[0]; ++image) {
    int64_t first = (image * blocks + blocks - 1) * positions * blockChannels;
    char *block = static_cast<char *>(data) + first * size;
    for (int64_t i = 0; i < positions; ++i)
      std::memset(block + (i * blockChannels + used) * size, 0,
                  (blockChannels - used) * size);
  }
}

void TensorCopy::run(const void *from, void *to) const {
  for (const Box &box : boxes)
    runBox(box, static_cast<const char *>(from), static_cast<char *>(to));
  if (padded.rank)
    zeroPadding(padded, to);
}
