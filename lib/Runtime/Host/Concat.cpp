//===- Concat.cpp - Concatenation -----------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/Operators.h"
#include "Host/TensorCopy.h"

using namespace ascendrt;

namespace {
/// One copy for each input, into its slice of the output.
class ConcatKernel final : public Kernel {
public:
  ConcatKernel(const ascendrt_concat_desc &desc, unsigned numThreads) {
    int64_t first = 0;
    for (uint32_t i = 0; i < desc.num_inputs; ++i) {
      ascendrt_tensor slice = desc.output;
      slice.dims[desc.axis] = desc.inputs[i].dims[desc.axis];
      int64_t offset = first * slice.strides[desc.axis];
      parts.push_back({TensorCopy(desc.inputs[i], slice, numThreads),
                       offset * getElementSize(slice.dtype)});
      first += slice.dims[desc.axis];
    }
  }

  void execute(Execution &execution, void *const *args) const override {
    char *output = static_cast<char *>(args[parts.size()]);
    for (size_t i = 0; i < parts.size(); ++i)
      // An input that was written into its slice is there already.
      if (args[i] != output + parts[i].offset)
        parts[i].copy.run(args[i], output + parts[i].offset);
  }

  std::string getInfo() const override { return "copies"; }

private:
  struct Part {
    TensorCopy copy;
    int64_t offset;
  };
  std::vector<Part> parts;
};
} // namespace

std::unique_ptr<Kernel> ascendrt::createConcat(const KernelSpec &spec) {
  return std::make_unique<ConcatKernel>(cast<ascendrt_concat_desc>(spec.desc),
                                        spec.numThreads);
}
