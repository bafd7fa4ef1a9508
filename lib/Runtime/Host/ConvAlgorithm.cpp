//===- ConvAlgorithm.cpp - Which algorithm a convolution uses -------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/ConvAlgorithm.h"

#include <cstring>

using namespace ascendrt;

/// oneDNN's Winograd kernels are for 3x3 with stride 1 and blocked channels,
/// and are 1.2 to 2 times as fast as the direct ones for 32 and more channels;
/// with 16, or with few positions, they are slower, and with 32 of the output
/// only faster when the input has many. Packing their filters takes so long
/// (120 ms for 512x512) that it has to happen once.
static bool suitsWinograd(const ascendrt_conv_desc &desc,
                          bool isFilterConstant) {
  if (!isFilterConstant || desc.num_spatial != 2 ||
      desc.flags & ASCENDRT_CONV_TRANSPOSED || desc.filter.dims[0] != 1)
    return false;
  const int64_t *output = desc.output.dims;
  if (desc.input.dims[1] < 32 || output[1] < 32 ||
      output[0] * output[2] * output[3] < 128)
    return false;
  if (output[1] < 48 && desc.input.dims[1] < 128)
    return false;
  for (const ascendrt_tensor *tensor : {&desc.input, &desc.output})
    if (tensor->format != ASCENDRT_NC1HWC0 || tensor->dtype != ASCENDRT_F32)
      return false;
  for (int i = 0; i < 2; ++i)
    if (desc.filter.dims[3 + i] != 3 || desc.strides[i] != 1 ||
        desc.dilations[i] != 1)
      return false;
  return true;
}

dnnl::algorithm ascendrt::chooseConvAlgorithm(const ascendrt_conv_desc &desc,
                                              bool isFilterConstant) {
  return suitsWinograd(desc, isFilterConstant)
             ? dnnl::algorithm::convolution_winograd
             : dnnl::algorithm::convolution_direct;
}

ConvQuality ascendrt::getExpectedQuality(const ascendrt_conv_desc &desc,
                                         bool isFilterConstant) {
  return suitsWinograd(desc, isFilterConstant) ? ConvQuality::Winograd
                                               : ConvQuality::Direct;
}

/// One matrix product for each image, without copies of patches.
static bool isPointwise(const ascendrt_conv_desc &desc) {
  if (desc.filter.dims[0] != 1 || desc.flags & ASCENDRT_CONV_TRANSPOSED)
    return false;
  for (int i = 0; i < desc.num_spatial; ++i)
    if (desc.filter.dims[3 + i] != 1 || desc.strides[i] != 1 ||
        desc.pad_before[i] != 0 || desc.pad_after[i] != 0)
      return false;
  return true;
}

ConvQuality ascendrt::getConvQuality(const ascendrt_conv_desc &desc,
                                     const char *info, bool readsResidual) {
  auto has = [&](const char *part) { return std::strstr(info, part); };
  if (has("wino"))
    return ConvQuality::Winograd;
  if (has("gemm")) {
    // With channels last it adds other elements of the residual; post-ops take
    // more time than the rest.
    if (readsResidual)
      return ConvQuality::Wrong;
    if (desc.epilogue.count)
      return ConvQuality::Slow;
    return isPointwise(desc) ? ConvQuality::Direct : ConvQuality::Gemm;
  }
  if (has("ref"))
    return ConvQuality::Slow;
  // Post-ops of a transposed convolution are a loop over single elements: 14 ms
  // instead of 1 for 64 channels of 56x56.
  if (desc.flags & ASCENDRT_CONV_TRANSPOSED && desc.epilogue.count)
    return ConvQuality::Slow;
  return ConvQuality::Direct;
}
