//===- Softmax.cpp - Softmax ----------------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/Operators.h"
#include "Host/Primitive.h"
#include "Host/TensorCopy.h"

using namespace ascendrt;
using dnnl::memory;

namespace {
class SoftmaxKernel final : public Kernel {
public:
  SoftmaxKernel(const ascendrt_softmax_desc &desc, unsigned numThreads) {
    memory::desc output = getMemoryDesc(desc.output);
    dnnl::softmax_forward::desc softmax(dnnl::prop_kind::forward_inference,
                                        output, desc.axis);
    dnnl::softmax_forward::primitive_desc primitiveDesc(
        softmax, getAttributes(), getEngine());
    primitive = Primitive(dnnl::softmax_forward(primitiveDesc), primitiveDesc,
                          {{DNNL_ARG_SRC, output}, {DNNL_ARG_DST, output}});
    isCopied = !haveSameLayout(desc.input, desc.output);
    if (isCopied)
      copy = TensorCopy(desc.input, desc.output, numThreads);
  }

  void execute(Execution &execution, void *const *args) const override {
    if (isCopied)
      copy.run(args[0], args[1]);
    primitive.execute(execution, {isCopied ? args[1] : args[0], args[1]});
  }
  std::string getInfo() const override { return primitive.getInfo(); }

private:
  Primitive primitive;
  /// Changes the layout; the softmax is in place then.
  bool isCopied = false;
  TensorCopy copy;
};
} // namespace

std::unique_ptr<Kernel> ascendrt::createSoftmax(const KernelSpec &spec) {
  const auto &desc = cast<ascendrt_softmax_desc>(spec.desc);
  // In bf16 oneDNN rounds the exponentials before it adds them up.
  for (const ascendrt_tensor *tensor : {&desc.input, &desc.output})
    if (tensor->dtype != ASCENDRT_F32)
      fail(ASCENDRT_UNSUPPORTED, "softmax: only f32");
  return std::make_unique<SoftmaxKernel>(cast<ascendrt_softmax_desc>(spec.desc),
                                         spec.numThreads);
}
