//===- Epilogue.h - Epilogues -----------------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_RUNTIME_HOST_EPILOGUE_H
#define ASCENDFOLD_RUNTIME_HOST_EPILOGUE_H

#include "Core/Backend.h"
#include "Core/Tensor.h"

#include <oneapi/dnnl/dnnl.hpp>
#include <vector>

namespace ascendrt {

/// How a primitive reads the residual.
enum class ResidualMode {
  None,   // there is none
  Binary, // from its own memory
  Sum     // it is what the output contains before
};

/// An epilogue as post-ops. `residualArgs` are the ids of those arguments of
/// the primitive that are the residual.
struct PostOps {
  dnnl::post_ops ops;
  std::vector<int> residualArgs;
};

/// How many steps, from the first on, may be post-ops of one primitive.
unsigned getNumFusable(const ascendrt_epilogue &epilogue);

/// The index of the first step that reads the residual, or the number of steps.
unsigned getFirstResidual(const ascendrt_epilogue &epilogue);

PostOps getPostOps(const ascendrt_epilogue &epilogue,
                   const dnnl::memory::desc &residual = {},
                   ResidualMode mode = ResidualMode::None);

/// A function as eltwise operations of oneDNN, in order.
struct EltwiseOp {
  dnnl::algorithm algorithm;
  float alpha, beta;
};
std::vector<EltwiseOp> getEltwiseOps(const ascendrt_epilogue_step &step);

/// Applies an epilogue to `count` results in place. `residual` may be null when
/// there is none.
void applyEpilogue(const ascendrt_epilogue &epilogue, float *values,
                   int64_t count, int64_t stride, const float *residual,
                   int64_t residualStride);

} // namespace ascendrt

#endif // ASCENDFOLD_RUNTIME_HOST_EPILOGUE_H
