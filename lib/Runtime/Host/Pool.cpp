//===- Pool.cpp - Pooling -------------------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/Operators.h"
#include "Host/Primitive.h"
#include "Host/Threads.h"

#include <limits>

using namespace ascendrt;
using dnnl::algorithm;
using dnnl::memory;

//===----------------------------------------------------------------------===//
// oneDNN
//===----------------------------------------------------------------------===//

namespace {
class PoolPrimitiveKernel final : public Kernel {
public:
  explicit PoolPrimitiveKernel(const ascendrt_pool_desc &desc) {
    static const algorithm algorithms[] = {
        algorithm::pooling_max, algorithm::pooling_avg_exclude_padding,
        algorithm::pooling_avg_include_padding};
    int n = desc.num_spatial;
    memory::dims kernel(desc.kernel, desc.kernel + n),
        strides(desc.strides, desc.strides + n), dilations(n),
        before(desc.pad_before, desc.pad_before + n), after(n);
    for (int i = 0; i < n; ++i) {
      dilations[i] = desc.dilations[i] - 1;
      int64_t extent = desc.dilations[i] * (kernel[i] - 1) + 1;
      int64_t used = (desc.output.dims[2 + i] - 1) * strides[i] + extent;
      after[i] = used - desc.input.dims[2 + i] - before[i];
    }
    memory::desc input = getMemoryDesc(desc.input),
                 output = getMemoryDesc(desc.output);
    dnnl::pooling_v2_forward::desc pool(
        dnnl::prop_kind::forward_inference, algorithms[desc.kind], input,
        output, strides, kernel, dilations, before, after);
    dnnl::pooling_v2_forward::primitive_desc primitiveDesc(
        pool, getAttributes(), getEngine());
    reference = isReference(primitiveDesc);
    primitive =
        Primitive(dnnl::pooling_v2_forward(primitiveDesc), primitiveDesc,
                  {{DNNL_ARG_SRC, input}, {DNNL_ARG_DST, output}});
  }

  void execute(Execution &execution, void *const *args) const override {
    primitive.execute(execution, {args[0], args[1]});
  }
  std::string getInfo() const override { return primitive.getInfo(); }

  bool reference = false;

private:
  Primitive primitive;
};

//===----------------------------------------------------------------------===//
// Our own loops, for the strides that oneDNN has nothing fast for
//===----------------------------------------------------------------------===//

/// Computes a row of outputs along one dim, the channels or the innermost.
class PoolLoopKernel final : public Kernel {
public:
  PoolLoopKernel(const ascendrt_pool_desc &desc, unsigned numThreads);

  void execute(Execution &execution, void *const *args) const override;
  std::string getInfo() const override { return "loops"; }

private:
  struct Taps {
    int64_t first[ASCENDRT_MAX_SPATIAL] = {0, 0, 0};
    int64_t count[ASCENDRT_MAX_SPATIAL] = {1, 1, 1};
    int64_t inside = 1;
  };
  Taps getTaps(const int64_t *index) const;
  void reduce(const Taps &taps, const float *input, float *output) const;

  ascendrt_pool_desc desc;
  unsigned numThreads;
};
} // namespace

PoolLoopKernel::PoolLoopKernel(const ascendrt_pool_desc &desc,
                               unsigned numThreads)
    : desc(desc), numThreads(numThreads) {}

/// The part of the window that lies in the input.
PoolLoopKernel::Taps PoolLoopKernel::getTaps(const int64_t *index) const {
  Taps taps;
  for (int i = 0; i < desc.num_spatial; ++i) {
    int64_t begin = index[i] * desc.strides[i] - desc.pad_before[i];
    int64_t dilation = desc.dilations[i];
    int64_t skipped = begin < 0 ? ceilDiv(-begin, dilation) : 0;
    int64_t end = std::min(desc.kernel[i],
                           ceilDiv(desc.input.dims[2 + i] - begin, dilation));
    taps.first[i] = begin + skipped * dilation;
    taps.count[i] = end - skipped;
    taps.inside *= taps.count[i];
  }
  return taps;
}

/// All channels of one position.
void PoolLoopKernel::reduce(const Taps &taps, const float *input,
                            float *output) const {
  int64_t channels = desc.input.dims[1];
  int64_t inStride = desc.input.strides[1], outStride = desc.output.strides[1];
  bool isMax = desc.kind == ASCENDRT_POOL_MAX;
  float initial = isMax ? -std::numeric_limits<float>::infinity() : 0.0f;
  for (int64_t c = 0; c < channels; ++c)
    output[c * outStride] = initial;
  for (int64_t i = 0; i < taps.inside; ++i) {
    const float *from = input;
    int64_t rest = i;
    for (int d = desc.num_spatial - 1; d >= 0; --d) {
      int64_t position =
          taps.first[d] + rest % taps.count[d] * desc.dilations[d];
      from += position * desc.input.strides[2 + d];
      rest /= taps.count[d];
    }
    if (isMax)
      for (int64_t c = 0; c < channels; ++c) {
        float value = from[c * inStride], &target = output[c * outStride];
        target = value <= target ? target : value;
      }
    else
      for (int64_t c = 0; c < channels; ++c)
        output[c * outStride] += from[c * inStride];
  }
  if (isMax)
    return;
  int64_t divisor = taps.inside;
  if (desc.kind == ASCENDRT_POOL_AVG_WITH_PADDING) {
    divisor = 1;
    for (int i = 0; i < desc.num_spatial; ++i)
      divisor *= desc.kernel[i];
  }
  for (int64_t c = 0; c < channels; ++c)
    output[c * outStride] /= divisor;
}

void PoolLoopKernel::execute(Execution &execution, void *const *args) const {
  const float *input = static_cast<const float *>(args[0]);
  float *output = static_cast<float *>(args[1]);
  int64_t positions = desc.output.dims[0];
  for (int i = 0; i < desc.num_spatial; ++i)
    positions *= desc.output.dims[2 + i];
  int64_t grain = ceilDiv(4096, desc.input.dims[1]);
  parallelFor(numThreads, positions, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t index[ASCENDRT_MAX_SPATIAL], rest = i;
      float *to = output;
      for (int d = desc.num_spatial - 1; d >= 0; --d) {
        index[d] = rest % desc.output.dims[2 + d];
        rest /= desc.output.dims[2 + d];
        to += index[d] * desc.output.strides[2 + d];
      }
      reduce(getTaps(index), input + rest * desc.input.strides[0],
             to + rest * desc.output.strides[0]);
    }
  });
}

std::unique_ptr<Kernel> ascendrt::createPool(const KernelSpec &spec) {
  const auto &desc = cast<ascendrt_pool_desc>(spec.desc);
  std::unique_ptr<PoolPrimitiveKernel> kernel;
  try {
    kernel = std::make_unique<PoolPrimitiveKernel>(desc);
    if (!kernel->reference)
      return kernel;
  } catch (const dnnl::error &) {
    // Paddings as large as the kernel, for instance.
  }
  requireStridedF32(spec.desc);
  return std::make_unique<PoolLoopKernel>(desc, spec.numThreads);
}
