//===- ValidateConv.cpp - Checks of convolutions and pools ----------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Core/Arguments.h"
#include "Core/Validate.h"

using namespace ascendrt;

static constexpr uint32_t allFlags =
    ASCENDRT_CONV_BIAS | ASCENDRT_CONV_RESIDUAL | ASCENDRT_CONV_TRANSPOSED |
    ASCENDRT_CONV_BATCH_NORM | ASCENDRT_CONV_FROZEN | ASCENDRT_CONV_IN_PLACE;

static void validateConvTensors(const ascendrt_conv_desc &desc) {
  validateTensor({"conv", "input"}, desc.input);
  validateImage({"conv", "input"}, desc.input, desc.num_spatial);
  validateTensor({"conv", "filter"}, desc.filter);
  require(desc.filter.format == ASCENDRT_STRIDED,
          "conv: the filter has another format than STRIDED");
  require(desc.filter.rank == desc.num_spatial + 3, "conv: filter has rank ",
          desc.filter.rank, ", not ", desc.num_spatial + 3,
          " = num_spatial + 3");
  validateOutput({"conv", "output"}, desc.output);
  validateImage({"conv", "output"}, desc.output, desc.num_spatial);
  if (desc.flags & ASCENDRT_CONV_RESIDUAL) {
    validateTensor({"conv", "residual"}, desc.residual);
    validateSameDims({"conv", "residual"}, desc.residual, "output",
                     desc.output);
  }
  if (desc.flags & ASCENDRT_CONV_BIAS)
    validateDType("conv", "bias", desc.bias_dtype);
  if (desc.flags & ASCENDRT_CONV_BATCH_NORM)
    validateDType("conv", "parameters", desc.parameter_dtype);
}

static void validateConvChannels(const ascendrt_conv_desc &desc) {
  const int64_t *input = desc.input.dims, *filter = desc.filter.dims,
                *output = desc.output.dims;
  require(input[0] == output[0], "conv: the batch of input is ", input[0],
          ", that of output ", output[0]);
  require(input[1] == filter[0] * filter[2], "conv: input has ", input[1],
          " channels, filter ", filter[0], " groups of ", filter[2]);
  require(output[1] == filter[0] * filter[1], "conv: output has ", output[1],
          " channels, filter ", filter[0], " groups of ", filter[1]);
}

static void validateConvExtent(const ascendrt_conv_desc &desc, int i) {
  bool isTransposed = desc.flags & ASCENDRT_CONV_TRANSPOSED;
  Window window{desc.filter.dims[3 + i], desc.strides[i], desc.dilations[i],
                desc.pad_before[i], desc.pad_after[i]};
  validateWindow("conv", i, window, isTransposed);
  int64_t in = desc.input.dims[2 + i], out = desc.output.dims[2 + i];
  int64_t extent = window.dilation * (window.size - 1) + 1;
  int64_t pads = window.padBefore + window.padAfter;
  int64_t expected;
  if (isTransposed) {
    expected = (in - 1) * window.stride + extent - pads;
  } else {
    require(in + pads >= extent, "conv: spatial dim ", i, ": the kernel spans ",
            extent, ", more than the ", in + pads, " of the padded input");
    expected = (in + pads - extent) / window.stride + 1;
  }
  require(out == expected, "conv: spatial dim ", i, ": the output has ", out,
          ", not ", expected, " elements");
}

void ascendrt::validateConv(const ascendrt_conv_desc &desc) {
  require((desc.flags & ~allFlags) == 0, "conv: unknown flags ",
          desc.flags & ~allFlags);
  require(!(desc.flags & ASCENDRT_CONV_FROZEN) ||
              desc.flags & ASCENDRT_CONV_BATCH_NORM,
          "conv: FROZEN needs BATCH_NORM");
  require(!(desc.flags & ASCENDRT_CONV_IN_PLACE) ||
              desc.flags & ASCENDRT_CONV_RESIDUAL,
          "conv: IN_PLACE needs RESIDUAL");
  validateConvTensors(desc);
  validateConvChannels(desc);
  for (int i = 0; i < desc.num_spatial; ++i)
    validateConvExtent(desc, i);
  if (desc.flags & ASCENDRT_CONV_BATCH_NORM)
    require(desc.epsilon >= 0 && desc.epsilon < 1e300,
            "conv: epsilon is not a number from 0 on");
  validateEpilogue("conv", desc.epilogue, desc.flags & ASCENDRT_CONV_RESIDUAL);
  require(!(desc.flags & ASCENDRT_CONV_IN_PLACE) || !hasGate(desc.epilogue),
          "conv: IN_PLACE, but the epilogue multiplies by the residual");
}

/// Throws when the window of some output lies in the padding alone: neither the
/// maximum nor the mean of nothing is a number. There may be 2^40 outputs, so
/// they are not looked at one by one.
static void validatePoolWindows(int dim, const Window &window, int64_t in,
                                int64_t out) {
  auto require = [&](bool isInside, int64_t o) {
    ascendrt::require(isInside, "pool: spatial dim ", dim,
                      ": the window of output ", o, " lies in the padding");
  };
  auto begin = [&](int64_t o) { return o * window.stride - window.padBefore; };
  // The first window ends first and the last one begins last.
  require(begin(0) + (window.size - 1) * window.dilation >= 0, 0);
  require(begin(out - 1) < in, out - 1);
  // Windows that begin in the padding may still step over the whole input, but
  // not when they step at most its length. Where they land has the period
  // `dilation`, which `validateWindow` bounds.
  if (window.dilation <= in)
    return;
  for (int64_t o = 0; o < out && o < window.dilation && begin(o) < 0; ++o) {
    int64_t remainder = begin(o) % window.dilation;
    // The first element that is not before the input.
    int64_t first = remainder < 0 ? remainder + window.dilation : 0;
    require(first < in, o);
  }
}

void ascendrt::validatePool(const ascendrt_pool_desc &desc) {
  require(desc.kind >= ASCENDRT_POOL_MAX &&
              desc.kind <= ASCENDRT_POOL_AVG_WITH_PADDING,
          "pool: the kind ", desc.kind, " is unknown");
  validateTensor({"pool", "input"}, desc.input);
  validateImage({"pool", "input"}, desc.input, desc.num_spatial);
  validateOutput({"pool", "output"}, desc.output);
  validateImage({"pool", "output"}, desc.output, desc.num_spatial);
  for (int i = 0; i < 2; ++i)
    require(desc.input.dims[i] == desc.output.dims[i], "pool: input dims[", i,
            "] is ", desc.input.dims[i], ", that of output ",
            desc.output.dims[i]);
  for (int i = 0; i < desc.num_spatial; ++i) {
    Window window{desc.kernel[i], desc.strides[i], desc.dilations[i],
                  desc.pad_before[i], desc.pad_after[i]};
    validateWindow("pool", i, window);
    int64_t in = desc.input.dims[2 + i], out = desc.output.dims[2 + i];
    int64_t extent = window.dilation * (window.size - 1) + 1;
    int64_t padded = in + window.padBefore + window.padAfter;
    require(padded >= extent, "pool: spatial dim ", i, ": the kernel spans ",
            extent, ", more than the ", padded, " of the padded input");
    int64_t expected = (padded - extent) / window.stride + 1;
    require(out == expected, "pool: spatial dim ", i, ": the output has ", out,
            ", not ", expected, " elements");
    validatePoolWindows(i, window, in, out);
  }
}
