//===- EpiloguePass.cpp - Epilogues that are not fused --------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/EpiloguePass.h"

#include "Core/Status.h"
#include "Host/TensorCopy.h"

#include <algorithm>

using namespace ascendrt;

EpiloguePass::EpiloguePass(const ascendrt_epilogue &all, unsigned first,
                           const ascendrt_tensor *residual,
                           const ascendrt_tensor &output, unsigned numThreads)
    : output(output), numThreads(numThreads) {
  epilogue.count = all.count - first;
  std::copy_n(all.steps + first, epilogue.count, epilogue.steps);
  if (epilogue.count == 0)
    return;
  const ascendrt_tensor &source = residual ? *residual : output;
  for (const ascendrt_tensor *tensor : {&source, &output})
    if (tensor->dtype != ASCENDRT_F32 || tensor->format != output.format)
      fail(ASCENDRT_UNSUPPORTED, "the epilogue cannot be fused");
  if (!isStrided(output)) {
    int64_t span = getSpan(output), stride = 1;
    loops = LoopNest(1, &span, {&stride, &stride});
    return;
  }
  loops = LoopNest(output.rank, output.dims, {source.strides, output.strides});
}

void EpiloguePass::run(const void *residual, void *results) const {
  if (epilogue.count == 0)
    return;
  const float *from = static_cast<const float *>(residual);
  float *to = static_cast<float *>(results);
  loops.run(numThreads, [&](const LoopNest::Offsets &offsets, int64_t count) {
    applyEpilogue(epilogue, to + offsets[1], count, loops.getInnerStride(1),
                  from ? from + offsets[0] : nullptr, loops.getInnerStride(0));
  });
  zeroPadding(output, results);
}
