//===- BatchNorm.cpp - Batch normalisation as an operator of its own ------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/BatchNormParameters.h"
#include "Host/Epilogue.h"
#include "Host/LoopNest.h"
#include "Host/Operators.h"
#include "Host/TensorCopy.h"

#include <cstring>

using namespace ascendrt;

enum { Input, Gamma, Beta, Mean, Variance, Output };

//===----------------------------------------------------------------------===//
// Scales and shifts
//===----------------------------------------------------------------------===//

namespace {
/// The parameters as a scale and a shift for each channel: computed once when
/// they are constant, otherwise at each execution.
class Scales {
public:
  Scales(const KernelSpec &spec);

  /// The scales, and `stride` behind them the shifts.
  const float *get(Execution &execution, const void *const *args) const;
  int64_t getStride() const { return paddedChannels; }

private:
  void fill(const void *const *args, float *scales) const;

  int32_t dtype;
  double epsilon;
  int64_t channels, paddedChannels;
  /// Copies of the constant parameters.
  Buffer constants[4];
  Buffer constantScales;
};
} // namespace

Scales::Scales(const KernelSpec &spec) {
  const auto &desc = cast<ascendrt_batch_norm_desc>(spec.desc);
  dtype = desc.parameter_dtype;
  epsilon = desc.epsilon;
  channels = desc.input.dims[1];
  paddedChannels = ceilDiv(channels, blockChannels) * blockChannels;
  bool areAllConstant = true;
  for (int i = Gamma; i <= Variance; ++i) {
    const void *constant = spec.constants[i];
    areAllConstant &= constant != nullptr;
    if (!constant)
      continue;
    Buffer &copy = constants[i - Gamma];
    copy = Buffer(channels * getElementSize(dtype));
    std::memcpy(copy.data(), constant, copy.size());
  }
  if (areAllConstant) {
    Buffer scales(2 * paddedChannels * sizeof(float));
    const void *const none[Output + 1] = {};
    fill(none, reinterpret_cast<float *>(scales.data()));
    constantScales = std::move(scales);
  }
}

void Scales::fill(const void *const *args, float *scales) const {
  auto get = [&](int i) -> const void * {
    const Buffer &constant = constants[i - Gamma];
    return constant.data() ? constant.data() : args[i];
  };
  BatchNormParameters parameters{dtype,     channels,  epsilon,      get(Gamma),
                                 get(Beta), get(Mean), get(Variance)};
  for (int64_t c = 0; c < paddedChannels; ++c) {
    // Zero stays zero in the padding.
    AffineMap map = {0, 0};
    if (c < channels)
      map = getAffineMap(parameters, c);
    scales[c] = static_cast<float>(map.scale);
    scales[paddedChannels + c] = static_cast<float>(map.shift);
  }
}

const float *Scales::get(Execution &execution, const void *const *args) const {
  if (constantScales.data())
    return reinterpret_cast<const float *>(constantScales.data());
  float *scales = execution.workspace.allocate<float>(2 * paddedChannels);
  fill(args, scales);
  return scales;
}

//===----------------------------------------------------------------------===//
// The operator
//===----------------------------------------------------------------------===//

namespace {
class BatchNormKernel final : public Kernel {
public:
  explicit BatchNormKernel(const KernelSpec &spec);

  void execute(Execution &execution, void *const *args) const override;
  std::string getInfo() const override { return "loops"; }

private:
  void executeStrided(const float *scale, const float *input,
                      float *output) const;
  void executeBlocks(const float *scale, const float *input,
                     float *output) const;

  ascendrt_batch_norm_desc desc;
  unsigned numThreads;
  Scales scales;
  LoopNest loops;
};
} // namespace

BatchNormKernel::BatchNormKernel(const KernelSpec &spec)
    : desc(cast<ascendrt_batch_norm_desc>(spec.desc)),
      numThreads(spec.numThreads), scales(spec) {
  if (!isStrided(desc.input))
    return;
  int64_t scale[ASCENDRT_MAX_RANK] = {0, 1};
  loops = LoopNest(desc.output.rank, desc.output.dims,
                   {scale, desc.input.strides, desc.output.strides});
}

namespace {
struct Row {
  const float *scale, *shift, *input;
  float *output;
  int64_t count, scaleStride, inputStride, outputStride;
};
} // namespace

static void runRow(const Row &row) {
  bool isContiguous = row.inputStride == 1 && row.outputStride == 1;
  if (isContiguous && row.scaleStride == 1) {
    for (int64_t i = 0; i < row.count; ++i)
      row.output[i] = row.input[i] * row.scale[i] + row.shift[i];
  } else if (isContiguous && row.scaleStride == 0) {
    float scale = *row.scale, shift = *row.shift;
    for (int64_t i = 0; i < row.count; ++i)
      row.output[i] = row.input[i] * scale + shift;
  } else {
    for (int64_t i = 0; i < row.count; ++i)
      row.output[i * row.outputStride] =
          row.input[i * row.inputStride] * row.scale[i * row.scaleStride] +
          row.shift[i * row.scaleStride];
  }
}

void BatchNormKernel::executeStrided(const float *scale, const float *input,
                                     float *output) const {
  loops.run(numThreads, [&](const LoopNest::Offsets &offsets, int64_t count) {
    const float *first = scale + offsets[0];
    Row row{first,
            first + scales.getStride(),
            input + offsets[1],
            output + offsets[2],
            count,
            loops.getInnerStride(0),
            loops.getInnerStride(1),
            loops.getInnerStride(2)};
    runRow(row);
    applyEpilogue(desc.epilogue, row.output, count, row.outputStride, nullptr,
                  0);
  });
}

void BatchNormKernel::executeBlocks(const float *scale, const float *input,
                                    float *output) const {
  constexpr int64_t maxPiece = 64;
  int64_t positions = desc.input.dims[2] * desc.input.dims[3];
  int64_t blocks = scales.getStride() / blockChannels;
  int64_t pieces = ceilDiv(positions, maxPiece);
  auto body = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t block = i / pieces, first = i % pieces * maxPiece;
      int64_t count = std::min(maxPiece, positions - first);
      int64_t offset = (block * positions + first) * blockChannels;
      const float *factor = scale + block % blocks * blockChannels;
      const float *summand = factor + scales.getStride();
      for (int64_t p = 0; p < count; ++p)
        for (int64_t c = 0; c < blockChannels; ++c) {
          int64_t at = offset + p * blockChannels + c;
          output[at] = input[at] * factor[c] + summand[c];
        }
      applyEpilogue(desc.epilogue, output + offset, count * blockChannels, 1,
                    nullptr, 0);
    }
  };
  parallelFor(numThreads, desc.input.dims[0] * blocks * pieces, 16, body);
  // Not every function leaves zero what is zero.
  if (desc.epilogue.count)
    zeroPadding(desc.output, output);
}

void BatchNormKernel::execute(Execution &execution, void *const *args) const {
  const float *scale = scales.get(execution, args);
  const float *input = static_cast<const float *>(args[Input]);
  float *output = static_cast<float *>(args[Output]);
  if (isStrided(desc.input))
    executeStrided(scale, input, output);
  else
    executeBlocks(scale, input, output);
}

std::unique_ptr<Kernel> ascendrt::createBatchNorm(const KernelSpec &spec) {
  const auto &desc = cast<ascendrt_batch_norm_desc>(spec.desc);
  for (const ascendrt_tensor *tensor : {&desc.input, &desc.output})
    if (tensor->dtype != ASCENDRT_F32)
      fail(ASCENDRT_UNSUPPORTED, "batch_norm: only f32");
  if (desc.input.format != desc.output.format)
    fail(ASCENDRT_UNSUPPORTED, "batch_norm: the formats differ");
  return std::make_unique<BatchNormKernel>(spec);
}
