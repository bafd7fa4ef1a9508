//===- ReferenceConv.cpp - Convolution in f64, naively --------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reference.h"

using namespace ascendrt_test;

namespace {
/// Any number of spatial dims as three; those in front have one element.
struct Geometry {
  int64_t input[3], output[3], kernel[3];
  int64_t stride[3], dilation[3], before[3];
  bool isTransposed;

  explicit Geometry(const ascendrt_conv_desc &desc);

  /// The input element that output element `y` sees at tap `k` of `dim`.
  bool findInput(int dim, int64_t y, int64_t k, int64_t &x) const;
};
} // namespace

Geometry::Geometry(const ascendrt_conv_desc &desc)
    : isTransposed(desc.flags & ASCENDRT_CONV_TRANSPOSED) {
  int missing = 3 - desc.num_spatial;
  for (int dim = 0; dim < 3; ++dim) {
    int from = dim - missing;
    bool isReal = from >= 0;
    input[dim] = isReal ? desc.input.dims[2 + from] : 1;
    output[dim] = isReal ? desc.output.dims[2 + from] : 1;
    kernel[dim] = isReal ? desc.filter.dims[3 + from] : 1;
    stride[dim] = isReal ? desc.strides[from] : 1;
    dilation[dim] = isReal ? desc.dilations[from] : 1;
    before[dim] = isReal ? desc.pad_before[from] : 0;
  }
}

bool Geometry::findInput(int dim, int64_t y, int64_t k, int64_t &x) const {
  if (!isTransposed) {
    x = y * stride[dim] - before[dim] + k * dilation[dim];
  } else {
    // y = x * stride + k * dilation - before, solved for x.
    int64_t scaled = y + before[dim] - k * dilation[dim];
    if (scaled % stride[dim] != 0)
      return false;
    x = scaled / stride[dim];
  }
  return x >= 0 && x < input[dim];
}

/// One element of the output: batch `n`, group `g`, filter `o` of the group.
static Sum sumTaps(const ascendrt_conv_desc &desc, const Geometry &geometry,
                   const Values &input, const Values &filter, int64_t n,
                   int64_t g, int64_t o, const Dims &y) {
  const int64_t *in = geometry.input, *kernel = geometry.kernel;
  int64_t groupInputs = desc.filter.dims[2];
  Sum sum;
  forEachIndex(
      {groupInputs, kernel[0], kernel[1], kernel[2]}, [&](const Dims &tap) {
        int64_t x[3];
        for (int dim = 0; dim < 3; ++dim)
          if (!geometry.findInput(dim, y[dim], tap[dim + 1], x[dim]))
            return;
        int64_t channel = g * groupInputs + tap[0];
        int64_t from = n * desc.input.dims[1] + channel;
        int64_t weight = (g * desc.filter.dims[1] + o) * groupInputs + tap[0];
        for (int dim = 0; dim < 3; ++dim) {
          from = from * in[dim] + x[dim];
          weight = weight * kernel[dim] + tap[dim + 1];
        }
        sum.add(input[from] * filter[weight]);
      });
  return sum;
}

/// Bias, then BatchNorm, of output channel `c`. The fold rounds the filter to
/// its type once more, the bias to f32.
static Approximation finishChannel(const ascendrt_conv_desc &desc,
                                   const std::vector<Values> &args, int64_t c,
                                   Sum sum) {
  double bias = desc.flags & ASCENDRT_CONV_BIAS ? args[2][c] : 0;
  if (!(desc.flags & ASCENDRT_CONV_BATCH_NORM)) {
    sum.add(bias);
    return {sum.value, sum.error()};
  }
  double scale = args[5][c] / std::sqrt(args[8][c] + desc.epsilon);
  double beta = args[6][c], mean = args[7][c];
  double shift = (bias - mean) * scale + beta;
  double filterError = unitRoundoff(desc.filter.dtype) * sum.magnitude;
  double error = (sum.error() + filterError) * std::fabs(scale) +
                 (sum.count + 3) * kRoundoff * std::fabs(shift);
  return {sum.value * scale + shift, error};
}

Expected ascendrt_test::computeConv(const ascendrt_conv_desc &desc,
                                    const std::vector<Values> &args) {
  Geometry geometry(desc);
  int64_t groupOutputs = desc.filter.dims[1];
  std::vector<Approximation> numbers;
  forEachIndex({desc.output.dims[0], desc.output.dims[1], geometry.output[0],
                geometry.output[1], geometry.output[2]},
               [&](const Dims &index) {
                 int64_t c = index[1];
                 Sum sum = sumTaps(desc, geometry, args[0], args[1], index[0],
                                   c / groupOutputs, c % groupOutputs,
                                   {index[2], index[3], index[4]});
                 numbers.push_back(finishChannel(desc, args, c, sum));
               });
  return finish(std::move(numbers), desc.epilogue, args[3], desc.output);
}
