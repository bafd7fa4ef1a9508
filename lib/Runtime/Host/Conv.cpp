//===- Conv.cpp - Convolution ---------------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Core/Arguments.h"
#include "Host/ConvPrimitive.h"
#include "Host/EpiloguePass.h"
#include "Host/Operators.h"

#include <cstring>

using namespace ascendrt;

namespace {
class ConvKernel final : public Kernel {
public:
  explicit ConvKernel(const KernelSpec &spec);

  void execute(Execution &execution, void *const *args) const override;
  std::string getInfo() const override;

  ConvQuality getQuality() const { return main.quality; }

private:
  enum { Input, Filter, Bias, Residual, Output };

  void createMain();
  Packing packFilter(const void *constant) const;
  bool hasBias() const { return desc.flags & ASCENDRT_CONV_BIAS; }
  bool hasResidual() const { return desc.flags & ASCENDRT_CONV_RESIDUAL; }
  bool isInPlace() const { return desc.flags & ASCENDRT_CONV_IN_PLACE; }
  /// The main primitive adds to what the output holds.
  bool addsToOutput() const {
    return isInPlace() && getFirstResidual(desc.epilogue) < desc.epilogue.count;
  }
  const ConvPrimitive *getInPlace() const;

  /// With the steps of the epilogue that are fused.
  ascendrt_conv_desc desc;
  bool isFilterConstant;
  ConvPrimitive main;
  EpiloguePass pass;
  Packing filter;
  Packing bias;

  /// For a residual that is the output. Made when that first happens.
  mutable std::once_flag inPlaceOnce;
  mutable ConvPrimitive inPlace;
};
} // namespace

ConvKernel::ConvKernel(const KernelSpec &spec)
    : desc(cast<ascendrt_conv_desc>(spec.desc)),
      isFilterConstant(spec.constants[Filter] != nullptr) {
  createMain();
  const auto &all = cast<ascendrt_conv_desc>(spec.desc);
  pass = EpiloguePass(all.epilogue, desc.epilogue.count,
                      hasResidual() ? &desc.residual : nullptr, desc.output,
                      spec.numThreads);
  filter = packFilter(spec.constants[Filter]);
  if (hasBias()) {
    dnnl::memory::desc vector({desc.output.dims[1]},
                              getDataType(desc.bias_dtype),
                              dnnl::memory::format_tag::a);
    bias = Packing(vector, vector, spec.constants[Bias]);
  }
}

Packing ConvKernel::packFilter(const void *constant) const {
  using dnnl::memory;
  memory::desc given = getFilterDesc(desc);
  if (main.quality != ConvQuality::Winograd)
    return Packing(given, main.filter, constant);
  // oneDNN transforms filters in the order O, I, spatial only.
  memory::desc plain(given.dims(), given.data_type(), memory::format_tag::oihw);
  Packing ordered(given, plain, constant);
  Workspace workspace;
  Execution execution{workspace};
  return Packing(plain, main.filter, ordered.get(execution, constant));
}

/// Fuses as much of the epilogue as oneDNN does fast and right.
void ConvKernel::createMain() {
  unsigned most = getNumFusable(desc.epilogue);
  unsigned firstResidual = std::min(most, getFirstResidual(desc.epilogue));
  // The rest would be applied to rounded values.
  bool mayBeSeparate = desc.output.dtype == ASCENDRT_F32;
  const ResidualMode mode =
      isInPlace() ? ResidualMode::Sum : ResidualMode::Binary;
  ConvQuality expected = getExpectedQuality(desc, isFilterConstant);
  ascendrt_conv_desc candidate = desc;
  for (unsigned count : {most, firstResidual, 0u}) {
    if (main.primitive && count == candidate.epilogue.count)
      continue;
    candidate.epilogue.count = count;
    ConvPrimitive primitive =
        createConvPrimitive(candidate, mode, isFilterConstant);
    if (!main.primitive || primitive.quality > main.quality) {
      main = primitive;
      desc.epilogue.count = count;
    }
    if (main.quality >= expected)
      return;
    if (!mayBeSeparate && main.quality != ConvQuality::Wrong)
      return;
  }
}

/// The primitive that adds to the output, or null when there is no good one.
const ConvPrimitive *ConvKernel::getInPlace() const {
  std::call_once(inPlaceOnce, [&] {
    if (main.numResiduals != 1 || pass ||
        desc.residual.dtype != desc.output.dtype || hasGate(desc.epilogue))
      return;
    try {
      ConvPrimitive sum =
          createConvPrimitive(desc, ResidualMode::Sum, isFilterConstant);
      if (sum.quality >= main.quality && sum.filter == main.filter)
        inPlace = sum;
    } catch (const dnnl::error &) {
      // The residual is copied instead.
    }
  });
  return inPlace.primitive ? &inPlace : nullptr;
}

void ConvKernel::execute(Execution &execution, void *const *args) const {
  const void *packedFilter = filter.get(execution, args[Filter]);
  const void *biasPointer =
      hasBias() ? bias.get(execution, args[Bias]) : nullptr;
  const void *residual = hasResidual() ? args[Residual] : nullptr;
  void *output = args[Output];
  if (isInPlace() && residual != output)
    fail(ASCENDRT_INVALID_ARGUMENT,
         "conv: IN_PLACE, but the residual is not the output");
  if (addsToOutput()) {
    main.execute(execution, args[Input], packedFilter, biasPointer, nullptr,
                 output);
    pass.run(nullptr, output);
    return;
  }
  if (residual && residual == output) {
    if (const ConvPrimitive *sum = getInPlace())
      return sum->execute(execution, args[Input], packedFilter, biasPointer,
                          nullptr, output);
    // The convolution keeps partial sums in the output: save what it
    // overwrites.
    size_t size = getSpan(desc.residual) * getElementSize(desc.residual.dtype);
    void *saved = execution.workspace.allocate(size);
    std::memcpy(saved, residual, size);
    residual = saved;
  }
  main.execute(execution, args[Input], packedFilter, biasPointer, residual,
               output);
  pass.run(residual, output);
}

std::string ConvKernel::getInfo() const {
  return main.primitive.getInfo() + (pass ? "+separate epilogue" : "");
}

std::unique_ptr<Kernel> ascendrt::createConv(const KernelSpec &spec) {
  if (auto adapted = createWithResidualLike(
          spec, cast<ascendrt_conv_desc>(spec.desc).output))
    return adapted;
  auto kernel = std::make_unique<ConvKernel>(spec);
  if (kernel->getQuality() >= ConvQuality::Direct)
    return kernel;
  // oneDNN has nothing good for these layouts, but always something for
  // channels last; two copies cost less. It also reads three channels of an
  // image and writes blocks.
  bool isInputEnough = !isStrided(cast<ascendrt_conv_desc>(spec.desc).input) &&
                       !isStrided(cast<ascendrt_conv_desc>(spec.desc).output);
  auto adapted = createAdapted(spec, [=](Argument &argument) {
    bool isImage = argument.tensorField && std::strcmp(argument.name, "filter");
    if (isImage && (!isInputEnough || !std::strcmp(argument.name, "input")))
      makeChannelsLast(argument.tensor);
  });
  if (adapted)
    return adapted;
  return kernel;
}
