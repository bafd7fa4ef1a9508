//===- TestTensor.h - Tensors in every layout -------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tests see a tensor as its values in row-major order, in f64. A Buffer
// holds them the way the runtime does: rounded to the type, at the places that
// the strides say, with NaN in all places that belong to nobody.
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_UNITTESTS_RUNTIME_TESTTENSOR_H
#define ASCENDFOLD_UNITTESTS_RUNTIME_TESTTENSOR_H

#include "ascendrt/ascendrt.h"

#include <cmath>
#include <vector>

namespace ascendrt_test {

using Dims = std::vector<int64_t>;
using Values = std::vector<double>;

/// Where the elements of N, C, spatial… lie. A slice leaves room for channels
/// of others, as an input of a concat does that is computed in its place.
enum class Layout { Dense, ChannelsLast, Slice, ChannelsLastSlice, Blocked };

ascendrt_tensor makeTensor(int32_t dtype, const Dims &dims,
                           Layout layout = Layout::Dense);
/// With strides of the caller's choice.
ascendrt_tensor makeTensor(int32_t dtype, const Dims &dims,
                           const Dims &strides);

Dims dimsOf(const ascendrt_tensor &tensor);
int64_t numElements(const ascendrt_tensor &tensor);

/// The place of an element behind the pointer, in elements.
int64_t elementOffset(const ascendrt_tensor &tensor, const Dims &index);

/// Calls `body` with every index in row-major order.
template <typename Function>
void forEachIndex(const Dims &dims, Function body) {
  int64_t count = 1;
  for (int64_t dim : dims)
    count *= dim;
  Dims index(dims.size());
  for (int64_t number = 0; number < count; ++number) {
    body(static_cast<const Dims &>(index));
    for (size_t d = dims.size(); d-- > 0;) {
      if (++index[d] < dims[d])
        break;
      index[d] = 0;
    }
  }
}

int64_t elementSize(int32_t dtype);
/// Half the distance from 1 to the next number: what one rounding may cost.
double unitRoundoff(int32_t dtype);
/// `value` rounded once to nearest, ties to even.
double roundTo(int32_t dtype, double value);

/// The memory of one tensor. It ends where a page begins that nobody may touch,
/// so a kernel that reads or writes too far is stopped there.
class Buffer {
public:
  explicit Buffer(const ascendrt_tensor &tensor);
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer();

  void *data() const { return bytes; }
  int64_t size() const { return numBytes; }
  void fillWithNaN();
  void store(const Values &values);
  Values load() const;
  /// From now on whoever writes here is stopped.
  void makeReadOnly();
  /// Between the elements nothing was written; the padding of blocks is zero.
  bool areGapsIntact() const;

private:
  ascendrt_tensor tensor;
  int64_t numBytes;
  int64_t mappedBytes;
  unsigned char *mapping;
  unsigned char *bytes;
};

} // namespace ascendrt_test

#endif // ASCENDFOLD_UNITTESTS_RUNTIME_TESTTENSOR_H
