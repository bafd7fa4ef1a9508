//===- Functions.h - Elementwise functions that vectorise -------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_RUNTIME_HOST_FUNCTIONS_H
#define ASCENDFOLD_RUNTIME_HOST_FUNCTIONS_H

#include "Host/FloatConversion.h"

#include <cmath>

/// Loops over these are compiled for several instruction sets.
#define ASCENDFOLD_INLINE inline __attribute__((always_inline))

namespace ascendrt {

// Straight-line code without calls and tables, so that loops vectorise. The
// errors are a few units in the last place. NaN stays NaN.

ASCENDFOLD_INLINE float computeExp(float x) {
  // Beyond these the result would not be a normal number; sigmoid and tanh have
  // reached their limits there.
  x = x > 88.3f ? 88.3f : x;
  x = x < -87.3f ? -87.3f : x;
  // Adding 1.5 * 2^23 rounds to an integer, which is in the low bits then.
  float shifted = x * 1.44269504f + 12582912.0f;
  float n = shifted - 12582912.0f;
  // x - n * ln 2, in two parts.
  float r = (x - n * 0.693359375f) - n * -2.12194440e-4f;
  float p = 1.9875691500e-4f;
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * r * r + r + 1.0f;
  return p * fromBits((toBits(shifted) - 0x4b400000 + 127) << 23);
}

ASCENDFOLD_INLINE float computeSigmoid(float x) {
  return 1.0f / (1.0f + computeExp(-x));
}

ASCENDFOLD_INLINE float computeTanh(float x) {
  // Near zero the quotient would lose what is left of x.
  float z = x * x;
  float p = -5.70498872745e-3f;
  p = p * z + 2.06390887954e-2f;
  p = p * z - 5.37397155531e-2f;
  p = p * z + 1.33314422036e-1f;
  p = p * z - 3.33332819422e-1f;
  float small = p * z * x + x;
  float large = 1.0f - 2.0f / (computeExp(2.0f * x) + 1.0f);
  return std::fabs(x) < 0.625f ? small : large;
}

/// erfc(|x|) by formula 7.1.26 of Abramowitz and Stegun; 1.5e-7 off at most.
ASCENDFOLD_INLINE float computeErf(float x) {
  float magnitude = std::fabs(x);
  float t = 1.0f / (1.0f + 0.3275911f * magnitude);
  float p = 1.061405429f;
  p = p * t - 1.453152027f;
  p = p * t + 1.421413741f;
  p = p * t - 0.284496736f;
  p = p * t + 0.254829592f;
  float result = 1.0f - p * t * computeExp(-x * x);
  return x < 0 ? -result : result;
}

} // namespace ascendrt

#endif // ASCENDFOLD_RUNTIME_HOST_FUNCTIONS_H
