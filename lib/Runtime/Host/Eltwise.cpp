//===- Eltwise.cpp - Elementwise operators with two operands --------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/Epilogue.h"
#include "Host/LoopNest.h"
#include "Host/Operators.h"
#include "Host/Primitive.h"
#include "Host/TensorCopy.h"

using namespace ascendrt;
using dnnl::algorithm;
using dnnl::memory;

//===----------------------------------------------------------------------===//
// oneDNN
//===----------------------------------------------------------------------===//

namespace {
class EltwisePrimitiveKernel final : public Kernel {
public:
  explicit EltwisePrimitiveKernel(const ascendrt_eltwise_desc &desc) {
    static const algorithm algorithms[] = {
        algorithm::binary_add, algorithm::binary_sub, algorithm::binary_mul,
        algorithm::binary_div, algorithm::binary_max, algorithm::binary_min};
    memory::desc lhs = getMemoryDesc(desc.lhs), rhs = getMemoryDesc(desc.rhs),
                 output = getMemoryDesc(desc.output);
    dnnl::binary::desc binary(algorithms[desc.kind], lhs, rhs, output);
    dnnl::binary::primitive_desc primitiveDesc(
        binary, getAttributes(getPostOps(desc.epilogue).ops), getEngine());
    reference = isReference(primitiveDesc);
    primitive = Primitive(
        dnnl::binary(primitiveDesc), primitiveDesc,
        {{DNNL_ARG_SRC_0, lhs}, {DNNL_ARG_SRC_1, rhs}, {DNNL_ARG_DST, output}});
  }

  void execute(Execution &execution, void *const *args) const override {
    primitive.execute(execution, {args[0], args[1], args[2]});
  }
  std::string getInfo() const override { return primitive.getInfo(); }

  bool reference = false;

private:
  Primitive primitive;
};

//===----------------------------------------------------------------------===//
// Our own loops: any broadcast, any strides
//===----------------------------------------------------------------------===//

class EltwiseLoopKernel final : public Kernel {
public:
  EltwiseLoopKernel(const ascendrt_eltwise_desc &desc, unsigned numThreads);

  void execute(Execution &execution, void *const *args) const override;
  std::string getInfo() const override { return "loops"; }

private:
  ascendrt_eltwise_desc desc;
  unsigned numThreads;
  LoopNest loops;
};
} // namespace

EltwiseLoopKernel::EltwiseLoopKernel(const ascendrt_eltwise_desc &desc,
                                     unsigned numThreads)
    : desc(desc), numThreads(numThreads) {
  if (!isStrided(desc.output)) {
    int64_t span = getSpan(desc.output), stride = 1;
    loops = LoopNest(1, &span, {&stride, &stride, &stride});
    return;
  }
  int64_t lhs[ASCENDRT_MAX_RANK], rhs[ASCENDRT_MAX_RANK];
  for (int i = 0; i < desc.output.rank; ++i) {
    lhs[i] = desc.lhs.dims[i] == 1 ? 0 : desc.lhs.strides[i];
    rhs[i] = desc.rhs.dims[i] == 1 ? 0 : desc.rhs.strides[i];
  }
  loops = LoopNest(desc.output.rank, desc.output.dims,
                   {lhs, rhs, desc.output.strides});
}

namespace {
struct Row {
  const float *lhs, *rhs;
  float *output;
  int64_t count, lhsStride, rhsStride, outputStride;
};
} // namespace

template <typename Function>
static void combine(const Row &row, const Function &function) {
  if (row.outputStride == 1 && row.lhsStride == 1 && row.rhsStride == 1) {
    for (int64_t i = 0; i < row.count; ++i)
      row.output[i] = function(row.lhs[i], row.rhs[i]);
  } else if (row.outputStride == 1 && row.lhsStride == 1 &&
             row.rhsStride == 0) {
    float rhs = *row.rhs;
    for (int64_t i = 0; i < row.count; ++i)
      row.output[i] = function(row.lhs[i], rhs);
  } else {
    for (int64_t i = 0; i < row.count; ++i)
      row.output[i * row.outputStride] =
          function(row.lhs[i * row.lhsStride], row.rhs[i * row.rhsStride]);
  }
}

static void combine(const Row &row, int32_t kind) {
  switch (kind) {
  case ASCENDRT_ADD:
    return combine(row, [](float a, float b) { return a + b; });
  case ASCENDRT_SUB:
    return combine(row, [](float a, float b) { return a - b; });
  case ASCENDRT_MUL:
    return combine(row, [](float a, float b) { return a * b; });
  case ASCENDRT_DIV:
    return combine(row, [](float a, float b) { return a / b; });
  case ASCENDRT_MAX:
    return combine(row, [](float a, float b) { return a > b ? a : b; });
  case ASCENDRT_MIN:
    return combine(row, [](float a, float b) { return a < b ? a : b; });
  }
}

void EltwiseLoopKernel::execute(Execution &execution, void *const *args) const {
  const float *lhs = static_cast<const float *>(args[0]);
  const float *rhs = static_cast<const float *>(args[1]);
  float *output = static_cast<float *>(args[2]);
  loops.run(numThreads, [&](const LoopNest::Offsets &offsets, int64_t count) {
    Row row{lhs + offsets[0],        rhs + offsets[1],
            output + offsets[2],     count,
            loops.getInnerStride(0), loops.getInnerStride(1),
            loops.getInnerStride(2)};
    combine(row, desc.kind);
    applyEpilogue(desc.epilogue, row.output, count, row.outputStride, nullptr,
                  0);
  });
  zeroPadding(desc.output, output);
}

/// Whether oneDNN computes this right.
static bool isReliable(const ascendrt_eltwise_desc &desc) {
  if (getNumFusable(desc.epilogue) != desc.epilogue.count)
    return false;
  // It takes operands of different types and layouts, and may mix up their
  // elements.
  for (const ascendrt_tensor *operand : {&desc.lhs, &desc.rhs}) {
    if (operand->dtype != desc.output.dtype)
      return false;
    if (haveSameDims(*operand, desc.output) &&
        !haveSameLayout(*operand, desc.output))
      return false;
  }
  // It leaves out post-ops in the last block of channels.
  return isStrided(desc.output) || desc.output.dims[1] % blockChannels == 0;
}

std::unique_ptr<Kernel> ascendrt::createEltwise(const KernelSpec &spec) {
  const auto &desc = cast<ascendrt_eltwise_desc>(spec.desc);
  if (isReliable(desc)) {
    try {
      auto kernel = std::make_unique<EltwisePrimitiveKernel>(desc);
      if (!kernel->reference)
        return kernel;
    } catch (const dnnl::error &) {
      // Broadcasts of lhs, for instance.
    }
  }
  for (const ascendrt_tensor *tensor : {&desc.lhs, &desc.rhs, &desc.output})
    if (tensor->dtype != ASCENDRT_F32)
      fail(ASCENDRT_UNSUPPORTED, "eltwise: only f32");
  if (!isStrided(desc.output) && haveSameLayout(desc.lhs, desc.output) &&
      haveSameLayout(desc.rhs, desc.output))
    return std::make_unique<EltwiseLoopKernel>(desc, spec.numThreads);
  requireStridedF32(spec.desc);
  return std::make_unique<EltwiseLoopKernel>(desc, spec.numThreads);
}
