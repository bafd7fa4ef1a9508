//===- TensorCopy.h - Copies between layouts and types ----------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_RUNTIME_HOST_TENSORCOPY_H
#define ASCENDFOLD_RUNTIME_HOST_TENSORCOPY_H

#include "ascendrt/ascendrt.h"

#include <cstdint>
#include <vector>

namespace ascendrt {

/// Sets the channels of ASCENDRT_NC1HWC0 that are only there to fill the last
/// block to zero; does nothing for other tensors.
void zeroPadding(const ascendrt_tensor &tensor, void *data);

/// Copies a tensor into another layout, format and type. The padding of
/// ASCENDRT_NC1HWC0 becomes zero.
class TensorCopy {
public:
  TensorCopy() = default;
  TensorCopy(const ascendrt_tensor &from, const ascendrt_tensor &to,
             unsigned numThreads);

  void run(const void *from, void *to) const;

private:
  static constexpr int maxRank = ASCENDRT_MAX_RANK + 1;

  /// A box of elements that are strided on both sides, outermost dim first.
  struct Box {
    int rank = 0;
    int64_t fromOffset = 0, toOffset = 0;
    int64_t dims[maxRank], fromStrides[maxRank], toStrides[maxRank];

    void add(int64_t dim, int64_t fromStride, int64_t toStride);
    /// Orders the dims, merges those that can be, leaves at least two.
    void normalize();
  };

  void addBlocks(const ascendrt_tensor &from, const ascendrt_tensor &to);
  void addBlock(const ascendrt_tensor &from, const ascendrt_tensor &to,
                int64_t firstChannel, int64_t numBlocks, int64_t numChannels);
  void runRow(const Box &box, const char *from, char *to) const;
  void runBox(const Box &box, const char *from, char *to) const;

  int32_t fromType = 0, toType = 0;
  unsigned numThreads = 1;
  std::vector<Box> boxes;
  /// What is copied to, when its padding is not copied with the rest.
  ascendrt_tensor padded = {};
};

} // namespace ascendrt

#endif // ASCENDFOLD_RUNTIME_HOST_TENSORCOPY_H
