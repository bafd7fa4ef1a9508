//===- Tensor.h - Facts about tensor descriptions ---------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_RUNTIME_CORE_TENSOR_H
#define ASCENDFOLD_RUNTIME_CORE_TENSOR_H

#include "ascendrt/ascendrt.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ascendrt {

/// Channels of a block of ASCENDRT_NC1HWC0.
constexpr int64_t blockChannels = 16;

inline int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

int64_t getElementSize(int32_t dtype);
const char *getDTypeName(int32_t dtype);

/// The dims that are not 1, outermost in memory first; those of equal strides
/// stay in their order.
std::vector<int> getMemoryOrder(int rank, const int64_t *dims,
                                const int64_t *strides);

/// The number of logical elements.
int64_t getNumElements(const ascendrt_tensor &tensor);

/// Elements between the first and the last one, both included. With
/// ASCENDRT_NC1HWC0 the padding is part of it.
int64_t getSpan(const ascendrt_tensor &tensor);

/// Bytes that an operator moves when it reads or writes the tensor once.
int64_t getNumBytes(const ascendrt_tensor &tensor);

inline bool isStrided(const ascendrt_tensor &tensor) {
  return tensor.format == ASCENDRT_STRIDED;
}

/// The elements lie one behind the other, in some order of the dims.
bool isDense(const ascendrt_tensor &tensor);

/// The elements lie one behind the other, the last dim innermost.
bool isRowMajor(const ascendrt_tensor &tensor);

bool haveSameDims(const ascendrt_tensor &a, const ascendrt_tensor &b);

/// Element (i, j, ...) lies at the same offset in both. Strides of dims of 1
/// do not count.
bool haveSameLayout(const ascendrt_tensor &a, const ascendrt_tensor &b);

/// Sets strides so that the tensor is dense and its dims keep their order in
/// memory.
void makeDense(ascendrt_tensor &tensor);

/// Makes the tensor strided and dense with dims N, spatial..., C in memory.
void makeChannelsLast(ascendrt_tensor &tensor);

/// Sets the strides of dims of 1, which may be anything, to what they are in a
/// dense tensor: equal layouts have equal strides then. Where the other dims
/// leave the choice, that is one with dims N, spatial..., C in memory, or with
/// `isMatrix` a row-major one.
void normalizeUnitStrides(ascendrt_tensor &tensor, bool isMatrix);

ascendrt_tensor makeRowMajor(int32_t dtype, const std::vector<int64_t> &dims);

/// A tensor of ASCENDRT_NC1HWC0 as a strided one that has N * C1 images of C0
/// channels, for operators that treat every channel alike.
ascendrt_tensor asImagesOfBlocks(const ascendrt_tensor &tensor);

/// "f32[1x64x56x56]", with ":nc1hwc0" or ":strides" where they are not those of
/// a row-major tensor.
std::string toString(const ascendrt_tensor &tensor);

} // namespace ascendrt

#endif // ASCENDFOLD_RUNTIME_CORE_TENSOR_H
