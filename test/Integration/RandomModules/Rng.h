//===- Rng.h - Seeded random numbers ----------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_RANDOMMODULES_RNG_H
#define ASCENDFOLD_TEST_RANDOMMODULES_RNG_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>

namespace mlir::ascend::difftest {

/// SplitMix64. Unlike the distributions of <random>, it gives the same numbers
/// with every standard library.
class Rng {
public:
  /// Seeds that follow one another give unrelated numbers: without the mixing
  /// they would give the same sequence, shifted.
  explicit Rng(uint64_t seed) : state(mix(mix(seed) + increment / 2)) {}

  uint64_t next() { return mix(state += increment); }

  /// A number in [0, limit).
  uint64_t below(uint64_t limit) { return next() % limit; }

  /// A number in [low, high].
  int64_t between(int64_t low, int64_t high) {
    return low + int64_t(below(uint64_t(high - low + 1)));
  }

  bool chance(unsigned percent) { return below(100) < percent; }

  /// A number in [low, high), a multiple of 2^-12 so that its decimal spelling
  /// is short.
  double uniform(double low, double high) {
    return low + (high - low) * double(below(4096)) / 4096;
  }

  template <typename T>
  T pick(llvm::ArrayRef<T> options) {
    return options[below(options.size())];
  }
  template <typename T>
  T pick(std::initializer_list<T> options) {
    return options.begin()[below(options.size())];
  }

  /// A random order of 0 .. size-1 (Fisher and Yates).
  template <typename Vector>
  void shuffle(Vector &values) {
    for (size_t i = values.size(); i > 1; --i)
      std::swap(values[i - 1], values[below(i)]);
  }

private:
  static constexpr uint64_t increment = 0x9e3779b97f4a7c15;

  static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  uint64_t state;
};

} // namespace mlir::ascend::difftest

#endif // ASCENDFOLD_TEST_RANDOMMODULES_RNG_H
