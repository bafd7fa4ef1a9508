//===- FloatConversion.h - Conversions of floating-point types --*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_RUNTIME_HOST_FLOATCONVERSION_H
#define ASCENDFOLD_RUNTIME_HOST_FLOATCONVERSION_H

#include <cstdint>
#include <cstring>

namespace ascendrt {

// Round to nearest, ties to even; Inf and NaN stay what they are.

inline uint32_t toBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

inline float fromBits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

inline float convertBF16ToF32(uint16_t value) {
  return fromBits(uint32_t(value) << 16);
}

inline uint16_t convertF32ToBF16(float value) {
  uint32_t bits = toBits(value);
  // A NaN must not become Inf by rounding, or lose its last bit.
  uint32_t quiet = (bits >> 16) | 0x40;
  uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
  return (bits & 0x7fffffff) > 0x7f800000 ? quiet : rounded;
}

inline float convertF16ToF32(uint16_t value) {
  uint32_t sign = uint32_t(value & 0x8000) << 16;
  uint32_t magnitude = uint32_t(value & 0x7fff) << 13;
  if (magnitude >= 0x0f800000) // Inf and NaN
    return fromBits(sign | 0x70000000 | magnitude);
  // Denormals are right, too: both factors and the product are exact.
  return fromBits(sign | toBits(fromBits(magnitude) * 0x1p112f));
}

inline uint16_t convertF32ToF16(float value) {
  uint32_t bits = toBits(value);
  uint32_t sign = bits >> 16 & 0x8000;
  bits &= 0x7fffffff;
  if (bits > 0x7f800000)
    return sign | 0x7e00 | (bits >> 13 & 0x3ff);
  if (bits >= 0x477ff000) // rounds to more than the largest f16
    return sign | 0x7c00;
  if (bits < 0x38800000) {
    // A denormal: adding 0.5 shifts it into place and rounds it.
    float shifted = fromBits(bits) + 0.5f;
    return sign | (toBits(shifted) - 0x3f000000);
  }
  uint32_t rounded = bits + 0xfff + (bits >> 13 & 1);
  return sign | ((rounded - 0x38000000) >> 13);
}

/// Whole rows, with the instructions that the processor has.
void convertF16ToF32(const uint16_t *from, float *to, int64_t count);
void convertF32ToF16(const float *from, uint16_t *to, int64_t count);

} // namespace ascendrt

#endif // ASCENDFOLD_RUNTIME_HOST_FLOATCONVERSION_H
