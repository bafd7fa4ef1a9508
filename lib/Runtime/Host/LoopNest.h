//===- LoopNest.h - Loops over strided operands -----------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_RUNTIME_HOST_LOOPNEST_H
#define ASCENDFOLD_RUNTIME_HOST_LOOPNEST_H

#include "Core/Tensor.h"
#include "Host/Threads.h"

#include <array>
#include <vector>

namespace ascendrt {

/// Visits all elements of a shape in the order in which the last operand has
/// them in memory. Each operand has strides of its own, 0 where it broadcasts.
class LoopNest {
public:
  static constexpr int maxOperands = 3;
  using Offsets = std::array<int64_t, maxOperands>;

  LoopNest() = default;
  LoopNest(int rank, const int64_t *dims,
           const std::vector<const int64_t *> &strides);

  /// Calls body(offsets, count) for rows along the innermost dim, whose strides
  /// are getInnerStride.
  template <typename Body>
  void run(unsigned numThreads, const Body &body) const {
    int64_t length = dims.back();
    int64_t pieceLength = std::min<int64_t>(length, 4096);
    int64_t pieces = ceilDiv(length, pieceLength);
    parallelFor(numThreads, numRows * pieces, ceilDiv(16384, pieceLength),
                [&](int64_t begin, int64_t end) {
                  for (int64_t i = begin; i < end; ++i) {
                    int64_t first = i % pieces * pieceLength;
                    Offsets offsets = getOffsets(i / pieces);
                    for (int op = 0; op < numOperands; ++op)
                      offsets[op] += first * strides[op].back();
                    body(offsets, std::min(pieceLength, length - first));
                  }
                });
  }

  int64_t getInnerStride(int operand) const { return strides[operand].back(); }

private:
  Offsets getOffsets(int64_t row) const;

  int numOperands = 0;
  int64_t numRows = 1;
  /// At least one dim; the last is the innermost.
  std::vector<int64_t> dims;
  std::array<std::vector<int64_t>, maxOperands> strides;
};

} // namespace ascendrt

#endif // ASCENDFOLD_RUNTIME_HOST_LOOPNEST_H
