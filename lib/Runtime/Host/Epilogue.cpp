//===- Epilogue.cpp - Epilogues -------------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/Epilogue.h"

#include "Core/Arguments.h"
#include "Host/Functions.h"

#include <algorithm>

using namespace ascendrt;
using dnnl::algorithm;

std::vector<EltwiseOp>
ascendrt::getEltwiseOps(const ascendrt_epilogue_step &step) {
  switch (step.function) {
  case ASCENDRT_RELU:
    return {{algorithm::eltwise_relu, 0, 0}};
  case ASCENDRT_LEAKY_RELU:
    return {{algorithm::eltwise_relu, step.alpha, 0}};
  case ASCENDRT_CLAMP:
    return {{algorithm::eltwise_clip, step.alpha, step.beta}};
  case ASCENDRT_SIGMOID:
    return {{algorithm::eltwise_logistic, 0, 0}};
  case ASCENDRT_TANH:
    return {{algorithm::eltwise_tanh, 0, 0}};
  case ASCENDRT_SILU:
    return {{algorithm::eltwise_swish, 1, 0}};
  case ASCENDRT_HARD_SWISH:
    return {{algorithm::eltwise_hardswish, 0, 0}};
  case ASCENDRT_HARD_SIGMOID:
    return {{algorithm::eltwise_linear, step.alpha, step.beta},
            {algorithm::eltwise_clip, 0, 1}};
  case ASCENDRT_GELU_ERF:
    return {{algorithm::eltwise_gelu_erf, 0, 0}};
  case ASCENDRT_GELU_TANH:
    return {{algorithm::eltwise_gelu_tanh, 0, 0}};
  }
  return {};
}

/// The kernels of oneDNN 2.6 keep one set of parameters for each algorithm: of
/// two post-ops with the same one, both use the parameters of the same.
unsigned ascendrt::getNumFusable(const ascendrt_epilogue &epilogue) {
  std::vector<algorithm> used;
  for (uint32_t i = 0; i < epilogue.count; ++i)
    for (const EltwiseOp &op : getEltwiseOps(epilogue.steps[i])) {
      if (std::find(used.begin(), used.end(), op.algorithm) != used.end())
        return i;
      used.push_back(op.algorithm);
    }
  return epilogue.count;
}

unsigned ascendrt::getFirstResidual(const ascendrt_epilogue &epilogue) {
  uint32_t i = 0;
  while (i < epilogue.count && !readsResidual(epilogue.steps[i]))
    ++i;
  return i;
}

PostOps ascendrt::getPostOps(const ascendrt_epilogue &epilogue,
                             const dnnl::memory::desc &residual,
                             ResidualMode mode) {
  PostOps result;
  for (uint32_t i = 0; i < epilogue.count; ++i) {
    const ascendrt_epilogue_step &step = epilogue.steps[i];
    for (const EltwiseOp &op : getEltwiseOps(step))
      result.ops.append_eltwise(1.0f, op.algorithm, op.alpha, op.beta);
    if (!readsResidual(step))
      continue;
    if (mode == ResidualMode::Sum) {
      result.ops.append_sum();
    } else {
      result.residualArgs.push_back(
          DNNL_ARG_ATTR_MULTIPLE_POST_OP(result.ops.len()) | DNNL_ARG_SRC_1);
      result.ops.append_binary(step.function == ASCENDRT_GATE
                                   ? algorithm::binary_mul
                                   : algorithm::binary_add,
                               residual);
    }
  }
  return result;
}

namespace {
/// Consecutive values.
struct Values {
  float *data;
  int64_t count;

  template <typename Function>
  ASCENDFOLD_INLINE void map(const Function &function) const {
    for (int64_t i = 0; i < count; ++i)
      data[i] = function(data[i]);
  }
};
} // namespace

#define ASCENDFOLD_LAMBDA __attribute__((always_inline))

ASCENDFOLD_INLINE static void applyFunction(const ascendrt_epilogue_step &step,
                                            const Values &values) {
  float alpha = step.alpha, beta = step.beta;
  switch (step.function) {
  case ASCENDRT_RELU:
    return values.map([](float x)
                          ASCENDFOLD_LAMBDA { return x < 0 ? 0.0f : x; });
  case ASCENDRT_LEAKY_RELU:
    return values.map([=](float x)
                          ASCENDFOLD_LAMBDA { return x < 0 ? alpha * x : x; });
  case ASCENDRT_CLAMP:
    return values.map([=](float x) ASCENDFOLD_LAMBDA {
      x = x < alpha ? alpha : x;
      return x > beta ? beta : x;
    });
  case ASCENDRT_SIGMOID:
    return values.map([](float x)
                          ASCENDFOLD_LAMBDA { return computeSigmoid(x); });
  case ASCENDRT_TANH:
    return values.map([](float x) ASCENDFOLD_LAMBDA { return computeTanh(x); });
  case ASCENDRT_SILU:
    return values.map([](float x)
                          ASCENDFOLD_LAMBDA { return x * computeSigmoid(x); });
  case ASCENDRT_HARD_SWISH:
    return values.map([](float x) ASCENDFOLD_LAMBDA {
      float inner = x + 3.0f;
      inner = inner < 0.0f ? 0.0f : inner;
      inner = inner > 6.0f ? 6.0f : inner;
      return x * inner / 6.0f;
    });
  case ASCENDRT_HARD_SIGMOID:
    return values.map([=](float x) ASCENDFOLD_LAMBDA {
      x = alpha * x + beta;
      x = x < 0.0f ? 0.0f : x;
      return x > 1.0f ? 1.0f : x;
    });
  case ASCENDRT_GELU_ERF:
    return values.map([](float x) ASCENDFOLD_LAMBDA {
      return 0.5f * x * (1.0f + computeErf(x * 0.70710678f));
    });
  case ASCENDRT_GELU_TANH:
    return values.map([](float x) ASCENDFOLD_LAMBDA {
      float inner = 0.79788456f * (x + 0.044715f * x * x * x);
      return 0.5f * x * (1.0f + computeTanh(inner));
    });
  }
}

static void applyFunctionAnywhere(const ascendrt_epilogue_step &step,
                                  const Values &values) {
  applyFunction(step, values);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void
applyFunctionAVX2(const ascendrt_epilogue_step &step, const Values &values) {
  applyFunction(step, values);
}

static bool hasAVX2() {
  static const bool result = __builtin_cpu_supports("avx2");
  return result;
}
#endif

static void applyStep(const ascendrt_epilogue_step &step,
                      const Values &values) {
#if defined(__x86_64__)
  if (hasAVX2())
    return applyFunctionAVX2(step, values);
#endif
  applyFunctionAnywhere(step, values);
}

/// Combines each value with its element of the residual.
template <typename Function>
static void combine(const Values &values, const float *residual, int64_t stride,
                    const Function &function) {
  if (stride == 1)
    for (int64_t i = 0; i < values.count; ++i)
      values.data[i] = function(values.data[i], residual[i]);
  else
    for (int64_t i = 0; i < values.count; ++i)
      values.data[i] = function(values.data[i], residual[i * stride]);
}

static void applySteps(const ascendrt_epilogue &epilogue, const Values &values,
                       const float *residual, int64_t residualStride) {
  for (uint32_t i = 0; i < epilogue.count; ++i) {
    const ascendrt_epilogue_step &step = epilogue.steps[i];
    if (step.function == ASCENDRT_RESIDUAL)
      combine(values, residual, residualStride,
              [](float x, float r) ASCENDFOLD_LAMBDA { return x + r; });
    else if (step.function == ASCENDRT_GATE)
      combine(values, residual, residualStride,
              [](float x, float r) ASCENDFOLD_LAMBDA { return x * r; });
    else
      applyStep(step, values);
  }
}

void ascendrt::applyEpilogue(const ascendrt_epilogue &epilogue, float *values,
                             int64_t count, int64_t stride,
                             const float *residual, int64_t residualStride) {
  if (epilogue.count == 0)
    return;
  // Pieces stay in the first-level cache from step to step.
  constexpr int64_t maxPiece = 1024;
  for (int64_t first = 0; first < count; first += maxPiece) {
    int64_t piece = std::min(maxPiece, count - first);
    float *begin = values + first * stride;
    const float *added = residual ? residual + first * residualStride : nullptr;
    if (stride == 1) {
      applySteps(epilogue, {begin, piece}, added, residualStride);
      continue;
    }
    float gathered[maxPiece];
    for (int64_t i = 0; i < piece; ++i)
      gathered[i] = begin[i * stride];
    applySteps(epilogue, {gathered, piece}, added, residualStride);
    for (int64_t i = 0; i < piece; ++i)
      begin[i * stride] = gathered[i];
  }
}
