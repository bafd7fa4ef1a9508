//===- BatchNormParameters.cpp - The affine map of a batch norm -----------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/BatchNormParameters.h"

#include "Host/FloatConversion.h"

#include <cmath>

using namespace ascendrt;

double ascendrt::loadElement(const void *vector, int32_t dtype, int64_t i) {
  switch (dtype) {
  case ASCENDRT_F16:
    return convertF16ToF32(static_cast<const uint16_t *>(vector)[i]);
  case ASCENDRT_BF16:
    return convertBF16ToF32(static_cast<const uint16_t *>(vector)[i]);
  }
  return static_cast<const float *>(vector)[i];
}

AffineMap ascendrt::getAffineMap(const BatchNormParameters &parameters,
                                 int64_t channel) {
  auto load = [&](const void *vector) {
    return loadElement(vector, parameters.dtype, channel);
  };
  double scale = load(parameters.gamma) /
                 std::sqrt(load(parameters.variance) + parameters.epsilon);
  return {scale, load(parameters.beta) - load(parameters.mean) * scale};
}
