//===- MatMul.cpp - Matrix product ----------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/EpiloguePass.h"
#include "Host/Operators.h"
#include "Host/Primitive.h"

#include <cstring>

using namespace ascendrt;
using dnnl::memory;

namespace {
class MatMulKernel final : public Kernel {
public:
  explicit MatMulKernel(const KernelSpec &spec);

  void execute(Execution &execution, void *const *args) const override;
  std::string getInfo() const override {
    return primitive.getInfo() + (pass ? "+separate epilogue" : "");
  }
  bool isReference() const { return reference; }

private:
  enum { Lhs, Rhs, Bias, Residual, Output };

  void create(const memory::desc &right);

  /// With the steps of the epilogue that are fused.
  ascendrt_matmul_desc desc;
  Primitive primitive;
  EpiloguePass pass;
  bool reference = false;
  size_t numResiduals = 0;
  Packing lhs, rhs, bias;
  memory::desc rhsDesc, biasDesc;
};
} // namespace

MatMulKernel::MatMulKernel(const KernelSpec &spec)
    : desc(cast<ascendrt_matmul_desc>(spec.desc)) {
  memory::desc given = getMemoryDesc(desc.rhs, /*isMatrix=*/true);
  unsigned fused = getNumFusable(desc.epilogue);
  pass = EpiloguePass(desc.epilogue, fused,
                      desc.has_residual ? &desc.residual : nullptr, desc.output,
                      spec.numThreads);
  desc.epilogue.count = fused;
  if (desc.has_bias) {
    memory::dims dims(desc.output.rank, 1);
    dims.back() = desc.output.dims[desc.output.rank - 1];
    biasDesc =
        getMemoryDesc(makeRowMajor(desc.bias_dtype, dims), /*isMatrix=*/true);
    bias = Packing(biasDesc, biasDesc, spec.constants[Bias]);
  }
  // A constant is packed once, in whatever layout is the fastest.
  if (spec.constants[Rhs])
    create(getAnyDesc(given.dims(), desc.rhs.dtype));
  else
    create(given);
  rhs = Packing(given, rhsDesc, spec.constants[Rhs]);
  memory::desc left = getMemoryDesc(desc.lhs, /*isMatrix=*/true);
  lhs = Packing(left, left, spec.constants[Lhs]);
}

void MatMulKernel::create(const memory::desc &right) {
  memory::desc left = getMemoryDesc(desc.lhs, /*isMatrix=*/true);
  memory::desc output = getMemoryDesc(desc.output, /*isMatrix=*/true);
  memory::desc residual;
  if (desc.has_residual) {
    // Of the same layout; the strides of dims of 1 become the same, too.
    ascendrt_tensor tensor = desc.output;
    tensor.dtype = desc.residual.dtype;
    residual = getMemoryDesc(tensor, /*isMatrix=*/true);
  }
  PostOps postOps = getPostOps(desc.epilogue, residual, ResidualMode::Binary);
  dnnl::matmul::desc matmul =
      desc.has_bias ? dnnl::matmul::desc(left, right, biasDesc, output)
                    : dnnl::matmul::desc(left, right, output);
  dnnl::matmul::primitive_desc primitiveDesc(matmul, getAttributes(postOps.ops),
                                             getEngine());
  reference = ascendrt::isReference(primitiveDesc);
  rhsDesc = primitiveDesc.weights_desc();
  std::vector<Primitive::Operand> operands = {{DNNL_ARG_SRC, left},
                                              {DNNL_ARG_WEIGHTS, rhsDesc},
                                              {DNNL_ARG_DST, output}};
  if (desc.has_bias)
    operands.push_back({DNNL_ARG_BIAS, biasDesc});
  numResiduals = postOps.residualArgs.size();
  for (int id : postOps.residualArgs)
    operands.push_back({id, residual});
  primitive = Primitive(dnnl::matmul(primitiveDesc), primitiveDesc,
                        std::move(operands));
}

void MatMulKernel::execute(Execution &execution, void *const *args) const {
  const void *pointers[4 + ASCENDRT_MAX_EPILOGUE] = {
      lhs.get(execution, args[Lhs]), rhs.get(execution, args[Rhs]),
      args[Output]};
  size_t count = 3;
  if (desc.has_bias)
    pointers[count++] = bias.get(execution, args[Bias]);
  const void *residual = desc.has_residual ? args[Residual] : nullptr;
  if (residual && residual == args[Output]) {
    // Partial sums may be kept in the output.
    size_t size = getSpan(desc.residual) * getElementSize(desc.residual.dtype);
    void *saved = execution.workspace.allocate(size);
    std::memcpy(saved, residual, size);
    residual = saved;
  }
  std::fill_n(pointers + count, numResiduals, residual);
  primitive.execute(execution, pointers);
  pass.run(residual, args[Output]);
}

std::unique_ptr<Kernel> ascendrt::createMatMul(const KernelSpec &spec) {
  if (auto adapted = createWithResidualLike(
          spec, cast<ascendrt_matmul_desc>(spec.desc).output))
    return adapted;
  auto kernel = std::make_unique<MatMulKernel>(spec);
  if (!kernel->isReference())
    return kernel;
  if (auto adapted = createAdapted(spec, [](Argument &argument) {
        ascendrt_tensor &tensor = argument.tensor;
        std::vector<int64_t> dims(tensor.dims, tensor.dims + tensor.rank);
        tensor = makeRowMajor(tensor.dtype, dims);
      }))
    return adapted;
  return kernel;
}
