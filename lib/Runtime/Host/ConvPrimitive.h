//===- ConvPrimitive.h - Convolutions of oneDNN -----------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_RUNTIME_HOST_CONVPRIMITIVE_H
#define ASCENDFOLD_RUNTIME_HOST_CONVPRIMITIVE_H

#include "Host/ConvAlgorithm.h"
#include "Host/Epilogue.h"
#include "Host/Primitive.h"

namespace ascendrt {

/// A convolution or deconvolution. Its operands are input, filter, bias (if
/// there is one), output, then the residual for each post-op that reads it.
struct ConvPrimitive {
  Primitive primitive;
  dnnl::memory::desc filter;
  size_t numResiduals = 0;
  ConvQuality quality = ConvQuality::Wrong;

  void execute(Execution &execution, const void *input, const void *filter,
               const void *bias, const void *residual, void *output) const;
};

dnnl::memory::desc getFilterDesc(const ascendrt_conv_desc &desc);

/// Throws dnnl::error. All steps of the epilogue become post-ops.
ConvPrimitive createConvPrimitive(const ascendrt_conv_desc &desc,
                                  ResidualMode mode, bool isFilterConstant);

} // namespace ascendrt

#endif // ASCENDFOLD_RUNTIME_HOST_CONVPRIMITIVE_H
