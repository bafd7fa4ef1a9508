//===- Copy.cpp - Copy, transpose, pack, unpack, conversion ---------------===//
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
class CopyKernel final : public Kernel {
public:
  CopyKernel(const ascendrt_copy_desc &desc, unsigned numThreads)
      : copy(desc.input, desc.output, numThreads) {}

  void execute(Execution &execution, void *const *args) const override {
    copy.run(args[0], args[1]);
  }
  std::string getInfo() const override { return "loops"; }

private:
  TensorCopy copy;
};
} // namespace

std::unique_ptr<Kernel> ascendrt::createCopy(const KernelSpec &spec) {
  return std::make_unique<CopyKernel>(cast<ascendrt_copy_desc>(spec.desc),
                                      spec.numThreads);
}
