//===- Descriptor.h - Memref descriptors of any rank ------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_RANDOMMODULES_DESCRIPTOR_H
#define ASCENDFOLD_TEST_RANDOMMODULES_DESCRIPTOR_H

#include "Execution.h"

namespace mlir::ascend::difftest {

/// A memref descriptor of any rank: allocated pointer, aligned pointer,
/// offset, sizes, strides.
class Descriptor {
public:
  /// Row-major, without a buffer.
  explicit Descriptor(ArrayRef<int64_t> shape);

  /// A dense buffer of the tensor's size, filled from `seed`.
  static Descriptor makeArgument(const Tensor &tensor, uint64_t seed,
                                 std::vector<char> &buffer);

  /// The elements that words [0, 3 + 2 * rank) of a result refer to.
  static Output read(const int64_t *words, const Tensor &tensor);

  void setBuffer(void *data) {
    words[0] = words[1] = reinterpret_cast<int64_t>(data);
  }

  std::vector<int64_t> words;
};

} // namespace mlir::ascend::difftest

#endif // ASCENDFOLD_TEST_RANDOMMODULES_DESCRIPTOR_H
