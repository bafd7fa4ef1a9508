//===- ConvAlgorithm.h - Which algorithm a convolution uses -----*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_RUNTIME_HOST_CONVALGORITHM_H
#define ASCENDFOLD_RUNTIME_HOST_CONVALGORITHM_H

#include "ascendrt/ascendrt.h"

#include <oneapi/dnnl/dnnl.hpp>

namespace ascendrt {

/// The algorithm to try first; direct always works.
dnnl::algorithm chooseConvAlgorithm(const ascendrt_conv_desc &desc,
                                    bool isFilterConstant);

/// How good an implementation of oneDNN is, the best last.
enum class ConvQuality {
  Wrong,  // its results are
  Slow,   // plain loops
  Gemm,   // copies patches of the input and multiplies matrices
  Direct, // made for the layout
  Winograd
};

ConvQuality getConvQuality(const ascendrt_conv_desc &desc, const char *info,
                           bool readsResidual);

/// The best quality that the shape allows for.
ConvQuality getExpectedQuality(const ascendrt_conv_desc &desc,
                               bool isFilterConstant);

} // namespace ascendrt

#endif // ASCENDFOLD_RUNTIME_HOST_CONVALGORITHM_H
