//===- Adapt.cpp - Kernels around copies of arguments ---------------------===//
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
class AdaptedKernel final : public Kernel {
public:
  AdaptedKernel(const KernelSpec &spec, ascendrt_desc &changedDesc,
                const std::vector<Argument> &given,
                const std::vector<Argument> &changed)
      : numArgs(given.size()) {
    std::vector<const void *> constants(numArgs);
    std::vector<Buffer> packed;
    for (size_t i = 0; i < numArgs; ++i) {
      constants[i] = spec.constants[i];
      const ascendrt_tensor &from = given[i].tensor, &to = changed[i].tensor;
      if (!given[i].isPresent ||
          (haveSameLayout(from, to) && from.dtype == to.dtype))
        continue;
      size_t size = getSpan(to) * getElementSize(to.dtype);
      if (constants[i]) {
        Buffer copy(size);
        TensorCopy(from, to, spec.numThreads).run(constants[i], copy.data());
        constants[i] = copy.data();
        if (packsConstant(spec.desc, i))
          packed.push_back(std::move(copy));
        else
          kept.push_back({i, std::move(copy)});
        continue;
      }
      Step step{i, size, {}};
      if (given[i].isOutput) {
        step.copy = TensorCopy(to, from, spec.numThreads);
        outputs.push_back(step);
      } else {
        step.copy = TensorCopy(from, to, spec.numThreads);
        inputs.push_back(step);
      }
    }
    inner = createHostKernel({changedDesc, constants.data(), spec.numThreads});
  }

  void execute(Execution &execution, void *const *args) const override {
    void *changed[ASCENDRT_MAX_CONCAT + 1];
    std::copy(args, args + numArgs, changed);
    for (const Step &step : inputs) {
      changed[step.index] = execution.workspace.allocate(step.size);
      step.copy.run(args[step.index], changed[step.index]);
    }
    for (const Constant &constant : kept)
      changed[constant.index] = constant.copy.data();
    for (const Step &step : outputs)
      changed[step.index] = execution.workspace.allocate(step.size);
    inner->execute(execution, changed);
    for (const Step &step : outputs)
      step.copy.run(changed[step.index], args[step.index]);
  }

  void invalidate() const override { inner->invalidate(); }

  std::string getInfo() const override {
    return concatenate(inner->getInfo(), "+", inputs.size() + outputs.size(),
                       " copies");
  }

private:
  struct Step {
    size_t index, size;
    TensorCopy copy;
  };

  struct Constant {
    size_t index;
    Buffer copy;
  };

  size_t numArgs;
  std::vector<Constant> kept;
  std::vector<Step> inputs, outputs;
  std::unique_ptr<Kernel> inner;
};
} // namespace

std::unique_ptr<Kernel>
ascendrt::createAdapted(const KernelSpec &spec,
                        const std::function<void(Argument &)> &adapt) {
  DescCopy desc(spec.desc);
  std::vector<Argument> given = getArguments(desc.get()), changed = given;
  bool isChanged = false;
  for (size_t i = 0; i < given.size(); ++i) {
    if (!given[i].isPresent)
      continue;
    adapt(changed[i]);
    const ascendrt_tensor &from = given[i].tensor, &to = changed[i].tensor;
    if (from.dtype == to.dtype && haveSameLayout(from, to))
      continue;
    isChanged = true;
    if (changed[i].tensorField)
      *changed[i].tensorField = to;
    else
      *changed[i].dtypeField = to.dtype;
  }
  if (!isChanged)
    return nullptr;
  // Copies of residual and output are not in one place.
  if (desc.get().op == ASCENDRT_OP_CONV)
    reinterpret_cast<ascendrt_conv_desc &>(desc.get()).flags &=
        ~uint32_t(ASCENDRT_CONV_IN_PLACE);
  return std::make_unique<AdaptedKernel>(spec, desc.get(), given, changed);
}

std::unique_ptr<Kernel>
ascendrt::createWithResidualLike(const KernelSpec &spec,
                                 const ascendrt_tensor &output) {
  return createAdapted(spec, [&](Argument &argument) {
    if (std::strcmp(argument.name, "residual") != 0 ||
        haveSameLayout(argument.tensor, output))
      return;
    int32_t dtype = argument.tensor.dtype;
    argument.tensor = output;
    argument.tensor.dtype = dtype;
  });
}

void ascendrt::adaptLayout(Argument &argument) {
  if (isStrided(argument.tensor))
    makeDense(argument.tensor);
  else
    makeChannelsLast(argument.tensor);
}

void ascendrt::adaptToF32(Argument &argument) {
  adaptLayout(argument);
  argument.tensor.dtype = ASCENDRT_F32;
}

void ascendrt::requireStridedF32(const ascendrt_desc &desc) {
  for (const Argument &argument : getArguments(desc)) {
    if (!argument.isPresent)
      continue;
    if (argument.tensor.dtype != ASCENDRT_F32)
      fail(ASCENDRT_UNSUPPORTED, argument.name, " is not of f32");
    if (!isStrided(argument.tensor))
      fail(ASCENDRT_UNSUPPORTED, argument.name, " is not STRIDED");
  }
}
