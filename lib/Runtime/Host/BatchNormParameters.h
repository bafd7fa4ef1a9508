//===- BatchNormParameters.h - The affine map of a batch norm ---*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_RUNTIME_HOST_BATCHNORMPARAMETERS_H
#define ASCENDFOLD_RUNTIME_HOST_BATCHNORMPARAMETERS_H

#include "ascendrt/ascendrt.h"

#include <cstdint>

namespace ascendrt {

/// The parameters of a batch norm in their own type; `gamma` to `variance` are
/// vectors of `channels` elements.
struct BatchNormParameters {
  int32_t dtype;
  int64_t channels;
  double epsilon;
  const void *gamma, *beta, *mean, *variance;
};

/// y = scale * x + shift for each channel, in f64.
struct AffineMap {
  double scale, shift;
};

AffineMap getAffineMap(const BatchNormParameters &parameters, int64_t channel);

/// Element i of a vector of any type.
double loadElement(const void *vector, int32_t dtype, int64_t i);

} // namespace ascendrt

#endif // ASCENDFOLD_RUNTIME_HOST_BATCHNORMPARAMETERS_H
