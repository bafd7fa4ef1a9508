//===- FloatConversion.h - f64 to narrow floats, rounded once ---*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions between IEEE 754 binary64 and binary16 / bfloat16. Narrowing
// rounds once, to nearest, ties to even; going through binary32 would round
// twice. Free of branches, so that loops over weights vectorize.
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_ANALYSIS_FLOATCONVERSION_H
#define ASCENDFOLD_ANALYSIS_FLOATCONVERSION_H

#include "llvm/ADT/bit.h"

#include <cstdint>

namespace mlir::ascend {

namespace float_detail {
/// Bits of the binary32 nearest to `value` in the direction of zero, with the
/// last bit set when inexact ("round to odd"). Rounding the result again to
/// any format with at most 22 significant bits is as good as rounding once.
inline uint32_t roundToOdd(double value) {
  constexpr uint64_t kSign = uint64_t(1) << 63;
  const uint64_t valueBits = llvm::bit_cast<uint64_t>(value);
  const double magnitude = llvm::bit_cast<double>(valueBits & ~kSign);
  const float nearest = static_cast<float>(magnitude);
  const double back = nearest;
  uint32_t bits = llvm::bit_cast<uint32_t>(nearest);
  // Step back when rounded away from zero, then make the last bit sticky.
  bits -= back > magnitude;
  bits |= back != magnitude;
  return bits | static_cast<uint32_t>((valueBits & kSign) >> 32);
}
} // namespace float_detail

/// bfloat16: 8 exponent bits, 7 stored significand bits.
inline double bfloatToDouble(uint16_t bits) {
  return llvm::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

inline uint16_t doubleToBfloat(double value) {
  const uint32_t bits = float_detail::roundToOdd(value);
  const uint32_t rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16;
  return static_cast<uint16_t>(value != value ? 0x7FC0 : rounded);
}

/// binary16: 5 exponent bits, 10 stored significand bits.
inline double halfToDouble(uint16_t half) {
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000) << 16;
  const uint32_t magnitude = half & 0x7FFF;
  // Place exponent and significand, then rescale by 2^(127-15), which also
  // normalizes subnormals. Inf and NaN keep an exponent of ones.
  const float rescaled = llvm::bit_cast<float>(magnitude << 13) * 0x1p112f;
  const uint32_t special = magnitude >= 0x7C00 ? 0x7F800000 : 0;
  return llvm::bit_cast<float>(llvm::bit_cast<uint32_t>(rescaled) | special |
                               sign);
}

inline uint16_t doubleToHalf(double value) {
  const uint32_t bits = float_detail::roundToOdd(value);
  const auto magnitude = static_cast<int32_t>(bits & 0x7FFFFFFF);
  int32_t result =
      ((magnitude + 0x0FFF + ((magnitude >> 13) & 1)) >> 13) - (112 << 10);
  // Subnormal: adding 1/2, whose last bit is worth 2^-24, rounds to units.
  const int32_t units =
      llvm::bit_cast<int32_t>(llvm::bit_cast<float>(magnitude) + 0.5f) -
      llvm::bit_cast<int32_t>(0.5f);
  result = magnitude < (113 << 23) ? units : result;
  result = magnitude >= 0x477FF000 ? 0x7C00 : result; // 65520: half way to 2^16
  result = magnitude > 0x7F800000 ? 0x7E00 : result;  // NaN
  return static_cast<uint16_t>(result | ((bits >> 16) & 0x8000));
}

} // namespace mlir::ascend

#endif // ASCENDFOLD_ANALYSIS_FLOATCONVERSION_H
