//===- FloatConversion.cpp - Conversions of floating-point types ----------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/FloatConversion.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace ascendrt;

#if defined(__x86_64__)
static bool hasF16C() {
  static const bool result =
      __builtin_cpu_supports("avx") && __builtin_cpu_supports("f16c");
  return result;
}

__attribute__((target("avx,f16c"))) static int64_t
widenBlocks(const uint16_t *from, float *to, int64_t count) {
  int64_t i = 0;
  for (; i + 8 <= count; i += 8)
    _mm256_storeu_ps(to + i, _mm256_cvtph_ps(_mm_loadu_si128(
                                 reinterpret_cast<const __m128i *>(from + i))));
  return i;
}

__attribute__((target("avx,f16c"))) static int64_t
narrowBlocks(const float *from, uint16_t *to, int64_t count) {
  int64_t i = 0;
  for (; i + 8 <= count; i += 8)
    _mm_storeu_si128(
        reinterpret_cast<__m128i *>(to + i),
        _mm256_cvtps_ph(_mm256_loadu_ps(from + i), _MM_FROUND_TO_NEAREST_INT));
  return i;
}
#endif

void ascendrt::convertF16ToF32(const uint16_t *from, float *to, int64_t count) {
  int64_t i = 0;
#if defined(__x86_64__)
  if (hasF16C())
    i = widenBlocks(from, to, count);
#endif
  for (; i < count; ++i)
    to[i] = convertF16ToF32(from[i]);
}

void ascendrt::convertF32ToF16(const float *from, uint16_t *to, int64_t count) {
  int64_t i = 0;
#if defined(__x86_64__)
  if (hasF16C())
    i = narrowBlocks(from, to, count);
#endif
  for (; i < count; ++i)
    to[i] = convertF32ToF16(from[i]);
}
