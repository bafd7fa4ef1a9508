//===- Reference.cpp - Every operator in f64, naively ---------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reference.h"

#include <algorithm>

using namespace ascendrt_test;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

template <typename Desc>
static const Desc &as(const ascendrt_desc &desc) {
  return reinterpret_cast<const Desc &>(desc);
}

static Argument argument(const ascendrt_tensor &tensor, bool isPresent = true) {
  return {isPresent, tensor};
}

static Argument vectorOf(int64_t size, int32_t dtype, bool isPresent = true) {
  return {isPresent, makeTensor(dtype, {size})};
}

static std::vector<Argument> argumentsOfConv(const ascendrt_conv_desc &desc) {
  int64_t channels = desc.output.dims[1];
  bool hasBatchNorm = desc.flags & ASCENDRT_CONV_BATCH_NORM;
  std::vector<Argument> arguments = {
      argument(desc.input), argument(desc.filter),
      vectorOf(channels, desc.bias_dtype, desc.flags & ASCENDRT_CONV_BIAS),
      argument(desc.residual, desc.flags & ASCENDRT_CONV_RESIDUAL),
      argument(desc.output)};
  if (hasBatchNorm)
    arguments.resize(9, vectorOf(channels, desc.parameter_dtype));
  return arguments;
}

std::vector<Argument> ascendrt_test::argumentsOf(const ascendrt_desc &desc) {
  switch (desc.op) {
  case ASCENDRT_OP_CONV:
    return argumentsOfConv(as<ascendrt_conv_desc>(desc));
  case ASCENDRT_OP_MATMUL: {
    auto &op = as<ascendrt_matmul_desc>(desc);
    int64_t columns = op.output.dims[op.output.rank - 1];
    return {argument(op.lhs), argument(op.rhs),
            vectorOf(columns, op.bias_dtype, op.has_bias),
            argument(op.residual, op.has_residual), argument(op.output)};
  }
  case ASCENDRT_OP_ELTWISE: {
    auto &op = as<ascendrt_eltwise_desc>(desc);
    return {argument(op.lhs), argument(op.rhs), argument(op.output)};
  }
  case ASCENDRT_OP_BATCH_NORM: {
    auto &op = as<ascendrt_batch_norm_desc>(desc);
    Argument parameter = vectorOf(op.input.dims[1], op.parameter_dtype);
    return {argument(op.input), parameter, parameter,
            parameter,          parameter, argument(op.output)};
  }
  case ASCENDRT_OP_CONCAT: {
    auto &op = as<ascendrt_concat_desc>(desc);
    std::vector<Argument> arguments;
    arguments.reserve(op.num_inputs + 1);
    for (uint32_t i = 0; i < op.num_inputs; ++i)
      arguments.push_back(argument(op.inputs[i]));
    arguments.push_back(argument(op.output));
    return arguments;
  }
  case ASCENDRT_OP_POOL:
    return {argument(as<ascendrt_pool_desc>(desc).input),
            argument(as<ascendrt_pool_desc>(desc).output)};
  case ASCENDRT_OP_ACTIVATION:
    return {argument(as<ascendrt_activation_desc>(desc).input),
            argument(as<ascendrt_activation_desc>(desc).output)};
  case ASCENDRT_OP_RESIZE:
    return {argument(as<ascendrt_resize_desc>(desc).input),
            argument(as<ascendrt_resize_desc>(desc).output)};
  case ASCENDRT_OP_SOFTMAX:
    return {argument(as<ascendrt_softmax_desc>(desc).input),
            argument(as<ascendrt_softmax_desc>(desc).output)};
  case ASCENDRT_OP_REDUCE:
    return {argument(as<ascendrt_reduce_desc>(desc).input),
            argument(as<ascendrt_reduce_desc>(desc).output)};
  default:
    return {argument(as<ascendrt_copy_desc>(desc).input),
            argument(as<ascendrt_copy_desc>(desc).output)};
  }
}

unsigned ascendrt_test::outputIndexOf(const ascendrt_desc &desc) {
  if (desc.op == ASCENDRT_OP_CONV)
    return 4;
  return static_cast<unsigned>(argumentsOf(desc).size()) - 1;
}

//===----------------------------------------------------------------------===//
// Epilogues
//===----------------------------------------------------------------------===//

static double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

static double apply(const ascendrt_epilogue_step &step, double x) {
  double alpha = step.alpha, beta = step.beta;
  switch (step.function) {
  case ASCENDRT_RELU:
    return std::max(x, 0.0);
  case ASCENDRT_LEAKY_RELU:
    return x < 0 ? alpha * x : x;
  case ASCENDRT_CLAMP:
    return std::min(std::max(x, alpha), beta);
  case ASCENDRT_SIGMOID:
    return sigmoid(x);
  case ASCENDRT_TANH:
    return std::tanh(x);
  case ASCENDRT_SILU:
    return x * sigmoid(x);
  case ASCENDRT_HARD_SWISH:
    return x * std::min(std::max(x + 3, 0.0), 6.0) / 6;
  case ASCENDRT_HARD_SIGMOID:
    return std::min(std::max(alpha * x + beta, 0.0), 1.0);
  case ASCENDRT_GELU_ERF:
    return x * (1 + std::erf(x / std::sqrt(2.0))) / 2;
  default: // ASCENDRT_GELU_TANH
    return x *
           (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))) /
           2;
  }
}

/// Bounds of the slope: SiLU, GELU and hard-swish have their steepest part
/// somewhat above 1. For hard-swish it is 1.5, at x = 3.
static double lipschitzConstant(const ascendrt_epilogue_step &step) {
  switch (step.function) {
  case ASCENDRT_LEAKY_RELU:
    return std::max(1.0, std::fabs(double(step.alpha)));
  case ASCENDRT_HARD_SIGMOID:
    return std::fabs(double(step.alpha));
  case ASCENDRT_HARD_SWISH:
    return 1.5;
  case ASCENDRT_SILU:
  case ASCENDRT_GELU_ERF:
  case ASCENDRT_GELU_TANH:
    return 1.2;
  default:
    return 1;
  }
}

/// What the evaluation itself may lose.
static double evaluationError(const ascendrt_epilogue_step &step, double x) {
  switch (step.function) {
  case ASCENDRT_RELU:
  case ASCENDRT_CLAMP:
    return 0;
  case ASCENDRT_LEAKY_RELU:
    return kRoundoff * std::fabs(apply(step, x));
  case ASCENDRT_HARD_SWISH:
  case ASCENDRT_HARD_SIGMOID:
    return 4 * kRoundoff * std::max(1.0, std::fabs(x));
  default:
    return 0x1p-20 * std::max(1.0, std::fabs(x));
  }
}

Approximation ascendrt_test::applyStep(const ascendrt_epilogue_step &step,
                                       Approximation x, double residual) {
  if (step.function == ASCENDRT_RESIDUAL) {
    double sum = x.value + residual;
    return {sum, x.error + kRoundoff * (std::fabs(sum) + x.error)};
  }
  if (step.function == ASCENDRT_GATE) {
    double product = x.value * residual, error = x.error * std::fabs(residual);
    return {product, error + kRoundoff * (std::fabs(product) + error)};
  }
  return {apply(step, x.value),
          lipschitzConstant(step) * x.error + evaluationError(step, x.value)};
}

Expected ascendrt_test::finish(std::vector<Approximation> numbers,
                               const ascendrt_epilogue &epilogue,
                               const Values &residual,
                               const ascendrt_tensor &output) {
  // Numbers next to zero, where f16 has no more digits.
  double smallest = output.dtype == ASCENDRT_F16 ? 0x1p-25 : 0x1p-126;
  Expected expected;
  for (size_t i = 0; i < numbers.size(); ++i) {
    Approximation x = numbers[i];
    for (uint32_t s = 0; s < epilogue.count; ++s)
      x = applyStep(epilogue.steps[s], x, residual.empty() ? 0 : residual[i]);
    double rounding =
        unitRoundoff(output.dtype) * (std::fabs(x.value) + x.error);
    expected.values.push_back(x.value);
    expected.errors.push_back(x.error + rounding + smallest);
  }
  return expected;
}

/// An exact choice among the inputs: max, a copy, …; only the type changes.
static Expected finishExact(const Values &values,
                            const ascendrt_tensor &output) {
  Expected expected;
  for (double value : values)
    expected.values.push_back(roundTo(output.dtype, value));
  expected.errors.assign(values.size(), 0);
  return expected;
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

/// The position in row-major order; a dim of 1 broadcasts. Leading dims that
/// `index` has more of are dropped.
static int64_t positionOf(const ascendrt_tensor &tensor, const Dims &index) {
  size_t more = index.size() - tensor.rank;
  int64_t position = 0;
  for (int32_t d = 0; d < tensor.rank; ++d) {
    int64_t i = tensor.dims[d] == 1 ? 0 : index[more + d];
    position = position * tensor.dims[d] + i;
  }
  return position;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

static Expected computeMatmul(const ascendrt_matmul_desc &desc,
                              const std::vector<Values> &args) {
  int32_t rank = desc.output.rank;
  std::vector<Approximation> numbers;
  forEachIndex(dimsOf(desc.output), [&](const Dims &index) {
    Dims left = index, right = index;
    Sum sum;
    for (int64_t k = 0; k < desc.lhs.dims[rank - 1]; ++k) {
      left[rank - 1] = right[rank - 2] = k;
      sum.add(args[0][positionOf(desc.lhs, left)] *
              args[1][positionOf(desc.rhs, right)]);
    }
    if (desc.has_bias)
      sum.add(args[2][index[rank - 1]]);
    numbers.push_back({sum.value, sum.error()});
  });
  return finish(std::move(numbers), desc.epilogue, args[3], desc.output);
}

static Expected computePool(const ascendrt_pool_desc &desc,
                            const std::vector<Values> &args) {
  Dims kernel(desc.kernel, desc.kernel + desc.num_spatial);
  int64_t area = 1;
  for (int64_t size : kernel)
    area *= size;
  Values maxima;
  std::vector<Approximation> means;
  forEachIndex(dimsOf(desc.output), [&](const Dims &y) {
    Sum sum;
    double maximum = -INFINITY;
    forEachIndex(kernel, [&](const Dims &tap) {
      Dims x = y;
      for (int32_t d = 0; d < desc.num_spatial; ++d) {
        x[2 + d] = y[2 + d] * desc.strides[d] - desc.pad_before[d] +
                   tap[d] * desc.dilations[d];
        if (x[2 + d] < 0 || x[2 + d] >= desc.input.dims[2 + d])
          return;
      }
      double value = args[0][positionOf(desc.input, x)];
      sum.add(value);
      maximum = std::max(maximum, value);
    });
    double count = desc.kind == ASCENDRT_POOL_AVG ? sum.count : area;
    maxima.push_back(maximum);
    means.push_back({sum.value / count, sum.error() / count});
  });
  if (desc.kind == ASCENDRT_POOL_MAX)
    return finishExact(maxima, desc.output);
  return finish(std::move(means), {}, {}, desc.output);
}

static double combine(int32_t kind, double left, double right) {
  switch (kind) {
  case ASCENDRT_ADD:
    return left + right;
  case ASCENDRT_SUB:
    return left - right;
  case ASCENDRT_MUL:
    return left * right;
  case ASCENDRT_DIV:
    return left / right;
  case ASCENDRT_MAX:
    return std::max(left, right);
  default:
    return std::min(left, right);
  }
}

static Expected computeEltwise(const ascendrt_eltwise_desc &desc,
                               const std::vector<Values> &args) {
  // Division may be a product with a reciprocal: two roundings.
  std::vector<Approximation> numbers;
  forEachIndex(dimsOf(desc.output), [&](const Dims &index) {
    double value = combine(desc.kind, args[0][positionOf(desc.lhs, index)],
                           args[1][positionOf(desc.rhs, index)]);
    numbers.push_back({value, 2 * kRoundoff * std::fabs(value)});
  });
  return finish(std::move(numbers), desc.epilogue, {}, desc.output);
}

static Expected computeActivation(const ascendrt_activation_desc &desc,
                                  const std::vector<Values> &args) {
  std::vector<Approximation> numbers;
  for (double value : args[0])
    numbers.push_back({value, 0});
  return finish(std::move(numbers), desc.epilogue, {}, desc.output);
}

static Expected computeBatchNorm(const ascendrt_batch_norm_desc &desc,
                                 const std::vector<Values> &args) {
  // As two steps with the scale, or as one product and a shift.
  std::vector<Approximation> numbers;
  forEachIndex(dimsOf(desc.output), [&](const Dims &index) {
    int64_t c = index[1];
    double scale = args[1][c] / std::sqrt(args[4][c] + desc.epsilon);
    Sum sum;
    sum.add(args[0][positionOf(desc.input, index)] * scale);
    sum.add(-args[3][c] * scale);
    sum.add(args[2][c]);
    numbers.push_back({sum.value, 2 * sum.error()});
  });
  return finish(std::move(numbers), desc.epilogue, {}, desc.output);
}

static int64_t floorDiv(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static Expected computeResize(const ascendrt_resize_desc &desc,
                              const std::vector<Values> &args) {
  bool isLinear = desc.kind == ASCENDRT_RESIZE_LINEAR;
  Dims corners(desc.num_spatial, isLinear ? 2 : 1);
  Values nearest;
  std::vector<Approximation> numbers;
  forEachIndex(dimsOf(desc.output), [&](const Dims &index) {
    Sum sum;
    double magnitude = 0;
    forEachIndex(corners, [&](const Dims &corner) {
      Dims from = index;
      double weight = 1;
      for (int32_t d = 0; d < desc.num_spatial; ++d) {
        int64_t numerator = desc.numerator[d];
        int64_t scaled = index[2 + d] * desc.denominator[d] + desc.offset[d];
        int64_t i = floorDiv(scaled, numerator);
        if (desc.kind == ASCENDRT_RESIZE_NEAREST_ROUND)
          i = floorDiv(2 * scaled + numerator, 2 * numerator);
        double fraction = double(scaled - i * numerator) / numerator;
        if (isLinear)
          weight *= corner[d] ? fraction : 1 - fraction;
        int64_t last = desc.input.dims[2 + d] - 1;
        from[2 + d] = std::clamp<int64_t>(i + corner[d], 0, last);
      }
      double value = args[0][positionOf(desc.input, from)];
      magnitude += std::fabs(value);
      sum.add(weight * value);
    });
    nearest.push_back(sum.value);
    // Every weight is itself a product of up to three numbers rounded below 1.
    numbers.push_back({sum.value, sum.error() + 6 * kRoundoff * magnitude});
  });
  return isLinear ? finish(std::move(numbers), {}, {}, desc.output)
                  : finishExact(nearest, desc.output);
}

static Expected computeConcat(const ascendrt_concat_desc &desc,
                              const std::vector<Values> &args) {
  Values values;
  forEachIndex(dimsOf(desc.output), [&](const Dims &index) {
    Dims from = index;
    uint32_t input = 0;
    while (from[desc.axis] >= desc.inputs[input].dims[desc.axis])
      from[desc.axis] -= desc.inputs[input++].dims[desc.axis];
    values.push_back(args[input][positionOf(desc.inputs[input], from)]);
  });
  return finishExact(values, desc.output);
}

static Expected computeSoftmax(const ascendrt_softmax_desc &desc,
                               const std::vector<Values> &args) {
  int64_t size = desc.input.dims[desc.axis];
  std::vector<Approximation> numbers;
  forEachIndex(dimsOf(desc.output), [&](const Dims &index) {
    Dims other = index;
    double x = args[0][positionOf(desc.input, index)], maximum = -INFINITY;
    double minimum = INFINITY, sum = 0;
    for (other[desc.axis] = 0; other[desc.axis] < size; ++other[desc.axis]) {
      double y = args[0][positionOf(desc.input, other)];
      maximum = std::max(maximum, y);
      minimum = std::min(minimum, y);
      sum += std::exp(y - x);
    }
    // The difference to the maximum is rounded before exp makes a factor of it.
    double relative = (size + 16 + maximum - minimum) * kRoundoff;
    numbers.push_back({1 / sum, relative / sum});
  });
  return finish(std::move(numbers), {}, {}, desc.output);
}

static Expected computeReduce(const ascendrt_reduce_desc &desc,
                              const std::vector<Values> &args) {
  size_t count = numElements(desc.output);
  std::vector<Sum> sums(count);
  Values maxima(count, -INFINITY), minima(count, INFINITY);
  size_t next = 0;
  forEachIndex(dimsOf(desc.input), [&](const Dims &index) {
    double value = args[0][next++];
    int64_t to = positionOf(desc.output, index);
    sums[to].add(value);
    maxima[to] = std::max(maxima[to], value);
    minima[to] = std::min(minima[to], value);
  });
  if (desc.kind == ASCENDRT_REDUCE_MAX || desc.kind == ASCENDRT_REDUCE_MIN)
    return finishExact(desc.kind == ASCENDRT_REDUCE_MAX ? maxima : minima,
                       desc.output);
  std::vector<Approximation> numbers;
  for (const Sum &sum : sums) {
    double divisor = desc.kind == ASCENDRT_REDUCE_MEAN ? sum.count : 1;
    numbers.push_back({sum.value / divisor, sum.error() / divisor});
  }
  return finish(std::move(numbers), {}, {}, desc.output);
}

Expected ascendrt_test::computeReference(const ascendrt_desc &desc,
                                         const std::vector<Values> &args) {
  switch (desc.op) {
  case ASCENDRT_OP_CONV:
    return computeConv(as<ascendrt_conv_desc>(desc), args);
  case ASCENDRT_OP_MATMUL:
    return computeMatmul(as<ascendrt_matmul_desc>(desc), args);
  case ASCENDRT_OP_POOL:
    return computePool(as<ascendrt_pool_desc>(desc), args);
  case ASCENDRT_OP_ELTWISE:
    return computeEltwise(as<ascendrt_eltwise_desc>(desc), args);
  case ASCENDRT_OP_ACTIVATION:
    return computeActivation(as<ascendrt_activation_desc>(desc), args);
  case ASCENDRT_OP_BATCH_NORM:
    return computeBatchNorm(as<ascendrt_batch_norm_desc>(desc), args);
  case ASCENDRT_OP_RESIZE:
    return computeResize(as<ascendrt_resize_desc>(desc), args);
  case ASCENDRT_OP_CONCAT:
    return computeConcat(as<ascendrt_concat_desc>(desc), args);
  case ASCENDRT_OP_SOFTMAX:
    return computeSoftmax(as<ascendrt_softmax_desc>(desc), args);
  case ASCENDRT_OP_REDUCE:
    return computeReduce(as<ascendrt_reduce_desc>(desc), args);
  default:
    return finishExact(args[0], as<ascendrt_copy_desc>(desc).output);
  }
}
