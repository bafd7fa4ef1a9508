//===- Resize.cpp - Resize ------------------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/Operators.h"
#include "Host/Threads.h"

using namespace ascendrt;

namespace {
/// Where an output index of one dim reads: two indices of the input and the
/// weight of the second.
struct Source {
  int64_t first, second;
  float weight;
};

class ResizeKernel final : public Kernel {
public:
  ResizeKernel(const ascendrt_resize_desc &desc, unsigned numThreads);

  void execute(Execution &execution, void *const *args) const override;
  std::string getInfo() const override { return "loops"; }

private:
  /// An element of the input and what it counts.
  struct Tap {
    int64_t offset;
    float weight;
  };
  static constexpr int maxTaps = 1 << ASCENDRT_MAX_SPATIAL;

  int getTaps(const int64_t *index, int numDims, Tap *taps) const;
  void runChannels(const float *from, float *to, const Tap *taps,
                   int numTaps) const;
  void runRow(const float *from, float *to, const Tap *taps, int numTaps) const;
  void executeChannels(const float *from, float *to) const;
  void executeRows(const float *from, float *to) const;

  int numSpatial;
  ascendrt_tensor input, output;
  unsigned numThreads;
  /// Offsets into the input instead of indices.
  std::vector<Source> sources[ASCENDRT_MAX_SPATIAL];
};
} // namespace

static int64_t floorDiv(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && a < 0);
}

static Source getSource(const ascendrt_resize_desc &desc, int dim,
                        int64_t index) {
  int64_t numerator = desc.numerator[dim];
  int64_t x = index * desc.denominator[dim] + desc.offset[dim];
  int64_t last = desc.input.dims[2 + dim] - 1;
  auto clamp = [&](int64_t i) {
    return std::min(std::max<int64_t>(i, 0), last);
  };
  if (desc.kind == ASCENDRT_RESIZE_NEAREST_FLOOR) {
    int64_t nearest = clamp(floorDiv(x, numerator));
    return {nearest, nearest, 0};
  }
  if (desc.kind == ASCENDRT_RESIZE_NEAREST_ROUND) {
    int64_t nearest = clamp(floorDiv(2 * x + numerator, 2 * numerator));
    return {nearest, nearest, 0};
  }
  int64_t floor = floorDiv(x, numerator);
  double fraction = double(x - floor * numerator) / numerator;
  return {clamp(floor), clamp(floor + 1), static_cast<float>(fraction)};
}

ResizeKernel::ResizeKernel(const ascendrt_resize_desc &desc,
                           unsigned numThreads)
    : numSpatial(desc.num_spatial), input(desc.input), output(desc.output),
      numThreads(numThreads) {
  if (!isStrided(input)) {
    input = asImagesOfBlocks(input);
    output = asImagesOfBlocks(output);
  }
  for (int d = 0; d < numSpatial; ++d)
    for (int64_t i = 0; i < output.dims[2 + d]; ++i) {
      Source source = getSource(desc, d, i);
      source.first *= input.strides[2 + d];
      source.second *= input.strides[2 + d];
      sources[d].push_back(source);
    }
}

/// Those of the first `numDims` spatial dims. Taps of weight 0 are left out:
/// what they read could be Inf.
int ResizeKernel::getTaps(const int64_t *index, int numDims, Tap *taps) const {
  int count = 1;
  taps[0] = {0, 1};
  for (int d = 0; d < numDims; ++d) {
    const Source &source = sources[d][index[d]];
    bool isSingle = source.weight == 0 || source.first == source.second;
    for (int i = 0; i < count; ++i) {
      if (!isSingle)
        taps[count + i] = {taps[i].offset + source.second,
                           taps[i].weight * source.weight};
      taps[i].offset += source.first;
      if (!isSingle)
        taps[i].weight *= 1 - source.weight;
    }
    count *= isSingle ? 1 : 2;
  }
  return count;
}

/// The channels of one position.
void ResizeKernel::runChannels(const float *from, float *to, const Tap *taps,
                               int numTaps) const {
  int64_t channels = input.dims[1];
  int64_t fromStride = input.strides[1], toStride = output.strides[1];
  auto run = [&](int64_t fromStride, int64_t toStride) {
    const float *first = from + taps[0].offset;
    float weight = taps[0].weight;
    for (int64_t c = 0; c < channels; ++c)
      to[c * toStride] =
          numTaps == 1 ? first[c * fromStride] : first[c * fromStride] * weight;
    for (int i = 1; i < numTaps; ++i) {
      const float *tap = from + taps[i].offset;
      weight = taps[i].weight;
      for (int64_t c = 0; c < channels; ++c)
        to[c * toStride] += tap[c * fromStride] * weight;
    }
  };
  if (fromStride == 1 && toStride == 1)
    run(1, 1);
  else
    run(fromStride, toStride);
}

/// Channels side by side: position by position.
void ResizeKernel::executeChannels(const float *from, float *to) const {
  int64_t positions = output.dims[0];
  for (int d = 0; d < numSpatial; ++d)
    positions *= output.dims[2 + d];
  int64_t grain = ceilDiv(4096, input.dims[1]);
  parallelFor(numThreads, positions, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t index[ASCENDRT_MAX_SPATIAL], rest = i, target = 0;
      for (int d = numSpatial - 1; d >= 0; --d) {
        index[d] = rest % output.dims[2 + d];
        rest /= output.dims[2 + d];
        target += index[d] * output.strides[2 + d];
      }
      Tap taps[maxTaps];
      int numTaps = getTaps(index, numSpatial, taps);
      runChannels(from + rest * input.strides[0],
                  to + target + rest * output.strides[0], taps, numTaps);
    }
  });
}

/// One row along the last spatial dim; the taps are of the dims before it.
void ResizeKernel::runRow(const float *from, float *to, const Tap *taps,
                          int numTaps) const {
  const std::vector<Source> &columns = sources[numSpatial - 1];
  int64_t toStride = output.strides[1 + numSpatial];
  for (int i = 0; i < numTaps; ++i) {
    const float *row = from + taps[i].offset;
    float weight = taps[i].weight;
    for (size_t x = 0; x < columns.size(); ++x) {
      const Source &source = columns[x];
      float value = row[source.first];
      if (source.weight != 0)
        value =
            value * (1 - source.weight) + row[source.second] * source.weight;
      if (numTaps > 1)
        value *= weight;
      float &target = to[x * toStride];
      target = i == 0 ? value : target + value;
    }
  }
}

/// Channels apart: row by row.
void ResizeKernel::executeRows(const float *from, float *to) const {
  int outer = numSpatial - 1;
  int64_t rows = output.dims[0] * output.dims[1];
  for (int d = 0; d < outer; ++d)
    rows *= output.dims[2 + d];
  int64_t grain = ceilDiv(4096, output.dims[2 + outer]);
  parallelFor(numThreads, rows, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t index[ASCENDRT_MAX_SPATIAL], rest = i, target = 0;
      for (int d = outer - 1; d >= 0; --d) {
        index[d] = rest % output.dims[2 + d];
        rest /= output.dims[2 + d];
        target += index[d] * output.strides[2 + d];
      }
      int64_t channel = rest % output.dims[1], image = rest / output.dims[1];
      Tap taps[maxTaps];
      int numTaps = getTaps(index, outer, taps);
      runRow(from + image * input.strides[0] + channel * input.strides[1],
             to + target + image * output.strides[0] +
                 channel * output.strides[1],
             taps, numTaps);
    }
  });
}

void ResizeKernel::execute(Execution &execution, void *const *args) const {
  const float *from = static_cast<const float *>(args[0]);
  float *to = static_cast<float *>(args[1]);
  if (input.strides[1] == 1 && output.strides[1] == 1)
    executeChannels(from, to);
  else
    executeRows(from, to);
}

std::unique_ptr<Kernel> ascendrt::createResize(const KernelSpec &spec) {
  const auto &desc = cast<ascendrt_resize_desc>(spec.desc);
  for (const ascendrt_tensor *tensor : {&desc.input, &desc.output})
    if (tensor->dtype != ASCENDRT_F32)
      fail(ASCENDRT_UNSUPPORTED, "resize: only f32");
  if (desc.input.format != desc.output.format)
    fail(ASCENDRT_UNSUPPORTED, "resize: the formats differ");
  return std::make_unique<ResizeKernel>(desc, spec.numThreads);
}
