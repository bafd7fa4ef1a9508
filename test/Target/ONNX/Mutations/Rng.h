//===- Rng.h - Random numbers -----------------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_ONNXMUTATIONS_RNG_H
#define ASCENDFOLD_TEST_ONNXMUTATIONS_RNG_H

#include "llvm/ADT/ArrayRef.h"

#include <random>

namespace mlir::ascend::onnxmutations {

/// The standard's distributions differ between libraries; this does not.
class Rng {
public:
  Rng(uint64_t seed, uint64_t index) {
    std::seed_seq sequence{uint32_t(seed), uint32_t(seed >> 32),
                           uint32_t(index), uint32_t(index >> 32)};
    engine.seed(sequence);
  }

  /// From 0 to `limit` - 1; `limit` is not 0.
  uint64_t below(uint64_t limit) { return engine() % limit; }

  bool oneIn(uint64_t count) { return below(count) == 0; }

  template <typename T>
  const T &pick(llvm::ArrayRef<T> values) {
    return values[below(values.size())];
  }

private:
  std::mt19937_64 engine;
};

} // namespace mlir::ascend::onnxmutations

#endif // ASCENDFOLD_TEST_ONNXMUTATIONS_RNG_H
