//===- TestTensor.cpp - Tensors in every layout ---------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestTensor.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace ascendrt_test;

static constexpr int64_t kBlock = 16, kChannelsOfOthers = 5;

//===----------------------------------------------------------------------===//
// Descriptions
//===----------------------------------------------------------------------===//

ascendrt_tensor ascendrt_test::makeTensor(int32_t dtype, const Dims &dims,
                                          const Dims &strides) {
  ascendrt_tensor tensor = {};
  tensor.dtype = dtype;
  tensor.format = ASCENDRT_STRIDED;
  tensor.rank = static_cast<int32_t>(dims.size());
  std::copy_n(dims.data(), dims.size(), tensor.dims);
  std::copy_n(strides.data(), strides.size(), tensor.strides);
  return tensor;
}

ascendrt_tensor ascendrt_test::makeTensor(int32_t dtype, const Dims &dims,
                                          Layout layout) {
  if (layout == Layout::Blocked) {
    ascendrt_tensor tensor = makeTensor(dtype, dims, Dims(dims.size(), 0));
    tensor.format = ASCENDRT_NC1HWC0;
    return tensor;
  }
  bool isLast =
      layout == Layout::ChannelsLast || layout == Layout::ChannelsLastSlice;
  bool isSlice = layout == Layout::Slice || layout == Layout::ChannelsLastSlice;

  // From the innermost dim outwards.
  Dims order;
  if (isLast)
    order.push_back(1);
  for (size_t d = dims.size(); d-- > 0;)
    if (!isLast || d != 1)
      order.push_back(static_cast<int64_t>(d));
  Dims strides(dims.size());
  int64_t stride = 1;
  for (int64_t d : order) {
    strides[d] = stride;
    stride *= dims[d] + (isSlice && d == 1 ? kChannelsOfOthers : 0);
  }
  return makeTensor(dtype, dims, strides);
}

Dims ascendrt_test::dimsOf(const ascendrt_tensor &tensor) {
  return Dims(tensor.dims, tensor.dims + tensor.rank);
}

int64_t ascendrt_test::numElements(const ascendrt_tensor &tensor) {
  int64_t count = 1;
  for (int32_t d = 0; d < tensor.rank; ++d)
    count *= tensor.dims[d];
  return count;
}

int64_t ascendrt_test::elementOffset(const ascendrt_tensor &tensor,
                                     const Dims &index) {
  if (tensor.format == ASCENDRT_STRIDED) {
    int64_t offset = 0;
    for (int32_t d = 0; d < tensor.rank; ++d)
      offset += index[d] * tensor.strides[d];
    return offset;
  }
  int64_t blocks = (tensor.dims[1] + kBlock - 1) / kBlock;
  int64_t offset = index[0] * blocks + index[1] / kBlock;
  offset = offset * tensor.dims[2] + index[2];
  offset = offset * tensor.dims[3] + index[3];
  return offset * kBlock + index[1] % kBlock;
}

static int64_t extentOf(const ascendrt_tensor &tensor) {
  if (tensor.format == ASCENDRT_NC1HWC0)
    return tensor.dims[0] * ((tensor.dims[1] + kBlock - 1) / kBlock) *
           tensor.dims[2] * tensor.dims[3] * kBlock;
  int64_t extent = 1;
  for (int32_t d = 0; d < tensor.rank; ++d)
    extent += (tensor.dims[d] - 1) * tensor.strides[d];
  return numElements(tensor) == 0 ? 0 : extent;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

int64_t ascendrt_test::elementSize(int32_t dtype) {
  return dtype == ASCENDRT_F32 ? 4 : 2;
}

double ascendrt_test::unitRoundoff(int32_t dtype) {
  switch (dtype) {
  case ASCENDRT_F16:
    return 0x1p-11;
  case ASCENDRT_BF16:
    return 0x1p-8;
  default:
    return 0x1p-24;
  }
}

/// To a multiple of 2^`minExponent` with at most `digits` binary digits.
static double roundToDigits(double value, int digits, int minExponent) {
  if (value == 0 || !std::isfinite(value))
    return value;
  int exponent;
  std::frexp(value, &exponent);
  int unit = std::max(exponent - digits, minExponent);
  return std::ldexp(std::nearbyint(std::ldexp(value, -unit)), unit);
}

double ascendrt_test::roundTo(int32_t dtype, double value) {
  switch (dtype) {
  case ASCENDRT_F16:
    return roundToDigits(value, 11, -24);
  case ASCENDRT_BF16:
    return roundToDigits(value, 8, -133);
  default:
    return static_cast<float>(value);
  }
}

static uint16_t encodeHalf(double value) {
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  double magnitude = std::fabs(value);
  if (std::isnan(value))
    return 0x7e00;
  if (magnitude >= 65536)
    return sign | 0x7c00;
  if (magnitude < 0x1p-14)
    return sign | static_cast<uint16_t>(magnitude * 0x1p24);
  int exponent = std::ilogb(magnitude);
  auto mantissa = static_cast<int>(std::ldexp(magnitude, 10 - exponent));
  return static_cast<uint16_t>(sign + ((exponent + 14) << 10) + mantissa);
}

static double decodeHalf(uint16_t bits) {
  int exponent = (bits >> 10) & 31, mantissa = bits & 1023;
  double magnitude;
  if (exponent == 31)
    magnitude = mantissa ? NAN : INFINITY;
  else if (exponent == 0)
    magnitude = mantissa * 0x1p-24;
  else
    magnitude = std::ldexp(1024 + mantissa, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

static void encode(int32_t dtype, double value, unsigned char *to) {
  value = roundTo(dtype, value);
  auto single = static_cast<float>(value);
  uint32_t word;
  memcpy(&word, &single, 4);
  uint16_t half = dtype == ASCENDRT_F16 ? encodeHalf(value) : word >> 16;
  if (dtype == ASCENDRT_F32)
    memcpy(to, &word, 4);
  else
    memcpy(to, &half, 2);
}

static double decode(int32_t dtype, const unsigned char *from) {
  uint32_t word = 0;
  if (dtype == ASCENDRT_F32) {
    memcpy(&word, from, 4);
  } else {
    uint16_t half;
    memcpy(&half, from, 2);
    if (dtype == ASCENDRT_F16)
      return decodeHalf(half);
    word = static_cast<uint32_t>(half) << 16;
  }
  float single;
  memcpy(&single, &word, 4);
  return single;
}

//===----------------------------------------------------------------------===//
// Buffer
//===----------------------------------------------------------------------===//

Buffer::Buffer(const ascendrt_tensor &tensor)
    : tensor(tensor), numBytes(extentOf(tensor) * elementSize(tensor.dtype)) {
  int64_t page = sysconf(_SC_PAGESIZE);
  int64_t usable = std::max<int64_t>(1, (numBytes + page - 1) / page) * page;
  mappedBytes = usable + page;
  void *memory = mmap(nullptr, mappedBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    abort();
  mapping = static_cast<unsigned char *>(memory);
  if (mprotect(mapping + usable, page, PROT_NONE))
    abort();
  bytes = mapping + usable - numBytes;
  fillWithNaN();
}

Buffer::~Buffer() { munmap(mapping, mappedBytes); }

void Buffer::fillWithNaN() { memset(bytes, 0xff, numBytes); }

void Buffer::store(const Values &values) {
  memset(bytes, tensor.format == ASCENDRT_NC1HWC0 ? 0 : 0xff, numBytes);
  size_t position = 0;
  forEachIndex(dimsOf(tensor), [&](const Dims &index) {
    int64_t offset = elementOffset(tensor, index) * elementSize(tensor.dtype);
    encode(tensor.dtype, values[position++], bytes + offset);
  });
}

Values Buffer::load() const {
  Values values;
  forEachIndex(dimsOf(tensor), [&](const Dims &index) {
    int64_t offset = elementOffset(tensor, index) * elementSize(tensor.dtype);
    values.push_back(decode(tensor.dtype, bytes + offset));
  });
  return values;
}

void Buffer::makeReadOnly() {
  int64_t usable = mappedBytes - sysconf(_SC_PAGESIZE);
  if (mprotect(mapping, usable, PROT_READ))
    abort();
}

bool Buffer::areGapsIntact() const {
  std::vector<bool> isElement(numBytes);
  forEachIndex(dimsOf(tensor), [&](const Dims &index) {
    int64_t size = elementSize(tensor.dtype);
    int64_t offset = elementOffset(tensor, index) * size;
    std::fill_n(isElement.begin() + offset, size, true);
  });
  unsigned char gap = tensor.format == ASCENDRT_NC1HWC0 ? 0 : 0xff;
  for (int64_t i = 0; i < numBytes; ++i)
    if (!isElement[i] && bytes[i] != gap)
      return false;
  return true;
}
