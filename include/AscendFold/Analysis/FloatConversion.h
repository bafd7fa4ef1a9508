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
// twice. Branch-free but for subnormals, so that loops over weights vectorize.
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_ANALYSIS_FLOATCONVERSION_H
#define ASCENDFOLD_ANALYSIS_FLOATCONVERSION_H

#include <cstdint>
#include <cstring>

namespace mlir::ascend {

namespace float_detail {
template <typename To, typename From>
inline To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(To));
  return to;
}

/// Bits of the binary32 nearest to `value` in the direction of zero, with the
/// last bit set when inexact ("round to odd"). Rounding the result again to
/// any format with at most 22 significant bits is as good as rounding once.
inline uint32_t roundToOdd(double value) {
  float nearest = static_cast<float>(value);
  uint32_t bits = bitCast<uint32_t>(nearest);
  double back = nearest;
  double magnitude = value < 0 ? -value : value;
  double backMagnitude = back < 0 ? -back : back;
  // Step back when rounded away from zero, then make the last bit sticky.
  bits -= backMagnitude > magnitude;
  bits |= back != value;
  return bits;
}
} // namespace float_detail

/// bfloat16: 8 exponent bits, 7 stored significand bits.
inline double bfloatToDouble(uint16_t bits) {
  return float_detail::bitCast<float>(static_cast<uint32_t>(bits) << 16);
}

inline uint16_t doubleToBfloat(double value) {
  if (value != value)
    return 0x7FC0;
  uint32_t bits = float_detail::roundToOdd(value);
  return static_cast<uint16_t>((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16);
}

/// binary16: 5 exponent bits, 10 stored significand bits.
inline double halfToDouble(uint16_t half) {
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000) << 16;
  const uint32_t magnitude = half & 0x7FFF;
  if (magnitude >= 0x7C00) // Inf or NaN.
    return float_detail::bitCast<float>(sign | 0x7F800000 | (magnitude << 13));
  // Place exponent and significand, then rescale by 2^(127-15), which also
  // normalizes subnormals.
  float value = float_detail::bitCast<float>(magnitude << 13) * 0x1p112f;
  return float_detail::bitCast<float>(float_detail::bitCast<uint32_t>(value) |
                                      sign);
}

inline uint16_t doubleToHalf(double value) {
  if (value != value)
    return 0x7E00;
  const uint16_t sign = float_detail::bitCast<uint64_t>(value) >> 48 & 0x8000;
  double magnitude = value < 0 ? -value : value;
  if (magnitude >= 65520.0) // Half way from the largest finite value to 2^16.
    return sign | 0x7C00;
  if (magnitude < 0x1p-14) {
    // Subnormal: count units of 2^-24; adding 2^52 rounds to an integer.
    double units = magnitude * 0x1p24 + 0x1p52 - 0x1p52;
    return sign | static_cast<uint16_t>(units);
  }
  uint32_t bits = float_detail::roundToOdd(magnitude);
  bits += 0x0FFF + ((bits >> 13) & 1);
  return sign | static_cast<uint16_t>((bits >> 13) - (112u << 10));
}

} // namespace mlir::ascend

#endif // ASCENDFOLD_ANALYSIS_FLOATCONVERSION_H
