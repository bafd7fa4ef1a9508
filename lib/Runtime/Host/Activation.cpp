//===- Activation.cpp - Elementwise functions -----------------------------===//
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
using dnnl::memory;

namespace {
/// A chain of primitives, all but the first in place.
class ActivationPrimitiveKernel final : public Kernel {
public:
  ActivationPrimitiveKernel(const memory::desc &desc,
                            const std::vector<EltwiseOp> &ops) {
    for (const EltwiseOp &op : ops) {
      dnnl::eltwise_forward::desc eltwise(dnnl::prop_kind::forward_inference,
                                          op.algorithm, desc, op.alpha,
                                          op.beta);
      dnnl::eltwise_forward::primitive_desc primitiveDesc(
          eltwise, getAttributes(), getEngine());
      primitives.emplace_back(dnnl::eltwise_forward(primitiveDesc),
                              primitiveDesc,
                              std::vector<Primitive::Operand>{
                                  {DNNL_ARG_SRC, desc}, {DNNL_ARG_DST, desc}});
    }
  }

  void execute(Execution &execution, void *const *args) const override {
    const void *input = args[0];
    for (const Primitive &primitive : primitives) {
      primitive.execute(execution, {input, args[1]});
      input = args[1];
    }
  }

  std::string getInfo() const override { return primitives[0].getInfo(); }

private:
  std::vector<Primitive> primitives;
};

/// Any strides, row by row.
class ActivationLoopKernel final : public Kernel {
public:
  ActivationLoopKernel(const ascendrt_activation_desc &desc,
                       unsigned numThreads)
      : desc(desc), numThreads(numThreads),
        loops(desc.output.rank, desc.output.dims,
              {desc.input.strides, desc.output.strides}) {}

  void execute(Execution &execution, void *const *args) const override {
    const float *input = static_cast<const float *>(args[0]);
    float *output = static_cast<float *>(args[1]);
    int64_t from = loops.getInnerStride(0), to = loops.getInnerStride(1);
    loops.run(numThreads, [&](const LoopNest::Offsets &offsets, int64_t count) {
      const float *source = input + offsets[0];
      float *target = output + offsets[1];
      if (source != target)
        for (int64_t i = 0; i < count; ++i)
          target[i * to] = source[i * from];
      applyEpilogue(desc.epilogue, target, count, to, nullptr, 0);
    });
  }

  std::string getInfo() const override { return "loops"; }

private:
  ascendrt_activation_desc desc;
  unsigned numThreads;
  LoopNest loops;
};

/// Nothing is applied.
class ActivationCopyKernel final : public Kernel {
public:
  ActivationCopyKernel(const ascendrt_activation_desc &desc,
                       unsigned numThreads)
      : copy(desc.input, desc.output, numThreads) {}

  void execute(Execution &execution, void *const *args) const override {
    if (args[0] != args[1])
      copy.run(args[0], args[1]);
  }
  std::string getInfo() const override { return "copy"; }

private:
  TensorCopy copy;
};
} // namespace

std::unique_ptr<Kernel> ascendrt::createActivation(const KernelSpec &spec) {
  const auto &desc = cast<ascendrt_activation_desc>(spec.desc);
  std::vector<EltwiseOp> ops;
  for (uint32_t i = 0; i < desc.epilogue.count; ++i)
    for (const EltwiseOp &op : getEltwiseOps(desc.epilogue.steps[i]))
      ops.push_back(op);
  if (ops.empty())
    return std::make_unique<ActivationCopyKernel>(desc, spec.numThreads);

  // Between two primitives the values are rounded to their type.
  bool isExact = ops.size() == 1 || desc.input.dtype == ASCENDRT_F32;
  if (isExact && desc.input.dtype == desc.output.dtype &&
      haveSameLayout(desc.input, desc.output)) {
    if (!isStrided(desc.input))
      return std::make_unique<ActivationPrimitiveKernel>(
          getMemoryDesc(desc.input), ops);
    if (isDense(desc.input)) {
      ascendrt_tensor flat =
          makeRowMajor(desc.input.dtype, {getNumElements(desc.input)});
      return std::make_unique<ActivationPrimitiveKernel>(getMemoryDesc(flat),
                                                         ops);
    }
  }
  requireStridedF32(spec.desc);
  return std::make_unique<ActivationLoopKernel>(desc, spec.numThreads);
}
