//===- Reduce.cpp - Reduction ---------------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/Operators.h"
#include "Host/Threads.h"

#include <algorithm>
#include <limits>

using namespace ascendrt;

namespace {
/// Dims with strides, outermost in the input first.
struct Dims {
  void add(int64_t size, int64_t in, int64_t out) {
    sizes.push_back(size);
    inStrides.push_back(in);
    outStrides.push_back(out);
    count *= size;
  }

  int64_t getOffset(int64_t index, const std::vector<int64_t> &strides) const {
    int64_t offset = 0;
    for (int d = static_cast<int>(sizes.size()) - 1; d >= 0; --d) {
      offset += index % sizes[d] * strides[d];
      index /= sizes[d];
    }
    return offset;
  }

  int64_t count = 1;
  std::vector<int64_t> sizes, inStrides, outStrides;
};

/// Sums are kept in f64, so that the result does not depend on the order.
class ReduceKernel final : public Kernel {
public:
  /// A dim is kept unless its stride in the output is negative.
  ReduceKernel(int32_t kind, int rank, const int64_t *dims,
               const int64_t *inStrides, const int64_t *outStrides,
               unsigned numThreads);

  void execute(Execution &execution, void *const *args) const override;
  std::string getInfo() const override { return "loops"; }

private:
  void reduceRow(const float *input, float *output, int64_t length) const;

  int32_t kind;
  unsigned numThreads;
  Dims kept, reduced;
  /// The innermost kept and reduced dims.
  int64_t rowLength = 1, rowInStride = 1, rowOutStride = 1;
  int64_t runLength = 1, runStride = 1;
};

/// How values are combined.
struct Add {
  static constexpr double initial = 0;
  static double combine(double a, double b) { return a + b; }
};
struct Max {
  static constexpr double initial = -std::numeric_limits<double>::infinity();
  static double combine(double a, double b) { return b <= a ? a : b; }
};
struct Min {
  static constexpr double initial = std::numeric_limits<double>::infinity();
  static double combine(double a, double b) { return b >= a ? a : b; }
};
} // namespace

ReduceKernel::ReduceKernel(int32_t kind, int rank, const int64_t *dims,
                           const int64_t *inStrides, const int64_t *outStrides,
                           unsigned numThreads)
    : kind(kind), numThreads(numThreads) {
  for (int i : getMemoryOrder(rank, dims, inStrides))
    (outStrides[i] >= 0 ? kept : reduced)
        .add(dims[i], inStrides[i], outStrides[i]);
  auto split = [](Dims &dims, int64_t &length, int64_t &in, int64_t *out) {
    if (dims.sizes.empty())
      return;
    length = dims.sizes.back();
    in = dims.inStrides.back();
    if (out)
      *out = dims.outStrides.back();
    dims.count /= length;
    dims.sizes.pop_back();
    dims.inStrides.pop_back();
    dims.outStrides.pop_back();
  };
  split(kept, rowLength, rowInStride, &rowOutStride);
  split(reduced, runLength, runStride, nullptr);
}

/// Reduces a run to one value, in four parts that do not wait for each other.
template <typename Op>
static double reduceRun(const float *input, int64_t count, int64_t stride) {
  double parts[4];
  std::fill_n(parts, 4, Op::initial);
  int64_t i = 0;
  for (; i + 4 <= count; i += 4)
    for (int j = 0; j < 4; ++j)
      parts[j] = Op::combine(parts[j], input[(i + j) * stride]);
  for (; i < count; ++i)
    parts[0] = Op::combine(parts[0], input[i * stride]);
  return Op::combine(Op::combine(parts[0], parts[1]),
                     Op::combine(parts[2], parts[3]));
}

/// Reduces `length` results that lie side by side. Either the runs are read one
/// after the other or, when rows are closer in memory, row by row.
template <typename Op>
static void reduceTo(double *results, int64_t length, int64_t rowStride,
                     const float *input, int64_t runLength, int64_t runStride) {
  if (rowStride > runStride) {
    for (int64_t i = 0; i < length; ++i)
      results[i] = Op::combine(results[i], reduceRun<Op>(input + i * rowStride,
                                                         runLength, runStride));
    return;
  }
  for (int64_t j = 0; j < runLength; ++j)
    for (int64_t i = 0; i < length; ++i)
      results[i] =
          Op::combine(results[i], input[j * runStride + i * rowStride]);
}

void ReduceKernel::reduceRow(const float *input, float *output,
                             int64_t length) const {
  constexpr int64_t chunkSize = 256;
  double results[chunkSize];
  for (int64_t first = 0; first < length; first += chunkSize) {
    int64_t size = std::min(chunkSize, length - first);
    auto run = [&](auto op) {
      using Op = decltype(op);
      std::fill_n(results, size, Op::initial);
      for (int64_t r = 0; r < reduced.count; ++r)
        reduceTo<Op>(results, size, rowInStride,
                     input + first * rowInStride +
                         reduced.getOffset(r, reduced.inStrides),
                     runLength, runStride);
    };
    if (kind == ASCENDRT_REDUCE_MAX)
      run(Max());
    else if (kind == ASCENDRT_REDUCE_MIN)
      run(Min());
    else
      run(Add());
    double divisor =
        kind == ASCENDRT_REDUCE_MEAN ? reduced.count * runLength : 1;
    for (int64_t i = 0; i < size; ++i)
      output[(first + i) * rowOutStride] = results[i] / divisor;
  }
}

void ReduceKernel::execute(Execution &execution, void *const *args) const {
  const float *input = static_cast<const float *>(args[0]);
  float *output = static_cast<float *>(args[1]);
  // Rows are cut so that few long ones are work for all threads.
  int64_t pieceLength = std::min<int64_t>(rowLength, 64);
  int64_t pieces = ceilDiv(rowLength, pieceLength);
  int64_t work = pieceLength * reduced.count * runLength;
  parallelFor(numThreads, kept.count * pieces, ceilDiv(16384, work),
              [&](int64_t begin, int64_t end) {
                for (int64_t i = begin; i < end; ++i) {
                  int64_t first = i % pieces * pieceLength, row = i / pieces;
                  reduceRow(input + kept.getOffset(row, kept.inStrides) +
                                first * rowInStride,
                            output + kept.getOffset(row, kept.outStrides) +
                                first * rowOutStride,
                            std::min(pieceLength, rowLength - first));
                }
              });
}

/// Blocks that are full are one more dim, so that a global pool of them needs
/// no copy.
static std::unique_ptr<Kernel>
createBlockedReduce(const ascendrt_reduce_desc &desc, unsigned numThreads) {
  const int64_t *in = desc.input.dims, *out = desc.output.dims;
  bool areAllFull = in[1] % blockChannels == 0 && out[1] == in[1];
  bool areF32 =
      desc.input.dtype == ASCENDRT_F32 && desc.output.dtype == ASCENDRT_F32;
  if (!areAllFull || !areF32)
    fail(ASCENDRT_UNSUPPORTED, "reduce: blocks that are not full");
  // N, C1, H, W, C0
  auto getStrides = [](const ascendrt_tensor &tensor) {
    const int64_t *dims = tensor.dims, *strides = tensor.strides;
    if (isStrided(tensor))
      return std::vector<int64_t>{strides[0], strides[1] * blockChannels,
                                  strides[2], strides[3], strides[1]};
    int64_t row = dims[3] * blockChannels, block = dims[2] * row;
    return std::vector<int64_t>{dims[1] / blockChannels * block, block, row,
                                blockChannels, 1};
  };
  int64_t dims[] = {in[0], in[1] / blockChannels, in[2], in[3], blockChannels};
  std::vector<int64_t> inStrides = getStrides(desc.input);
  std::vector<int64_t> outStrides = getStrides(desc.output);
  for (int i : {0, 2, 3})
    if (out[i] != in[i])
      outStrides[i] = -1;
  return std::make_unique<ReduceKernel>(desc.kind, 5, dims, inStrides.data(),
                                        outStrides.data(), numThreads);
}

std::unique_ptr<Kernel> ascendrt::createReduce(const KernelSpec &spec) {
  const auto &desc = cast<ascendrt_reduce_desc>(spec.desc);
  if (!isStrided(desc.input))
    return createBlockedReduce(desc, spec.numThreads);
  requireStridedF32(spec.desc);
  int64_t outStrides[ASCENDRT_MAX_RANK];
  for (int i = 0; i < desc.output.rank; ++i)
    outStrides[i] =
        desc.output.dims[i] == desc.input.dims[i] ? desc.output.strides[i] : -1;
  return std::make_unique<ReduceKernel>(desc.kind, desc.input.rank,
                                        desc.input.dims, desc.input.strides,
                                        outStrides, spec.numThreads);
}
