//===- Builders.cpp - Short ways to describe operators --------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders.h"

#include <algorithm>

using namespace ascendrt_test;

void ascendrt_test::addStep(ascendrt_epilogue &epilogue,
                            ascendrt_function function, float alpha,
                            float beta) {
  epilogue.steps[epilogue.count++] = {function, alpha, beta};
}

//===----------------------------------------------------------------------===//
// Convolution
//===----------------------------------------------------------------------===//

Conv::Conv(int64_t batch, int64_t channels, const Dims &spatial)
    : batch(batch), channels(channels), spatial(spatial),
      kernel(spatial.size(), 1),
      desc(makeDesc<ascendrt_conv_desc>(ASCENDRT_OP_CONV)) {
  desc.num_spatial = static_cast<int32_t>(spatial.size());
  std::fill_n(desc.strides, spatial.size(), 1);
  std::fill_n(desc.dilations, spatial.size(), 1);
}

Conv &Conv::filters(int64_t newCount, const Dims &newKernel,
                    int64_t newGroups) {
  count = newCount;
  kernel = newKernel;
  groups = newGroups;
  return *this;
}

Conv &Conv::stride(const Dims &strides) {
  std::copy_n(strides.data(), strides.size(), desc.strides);
  return *this;
}

Conv &Conv::dilation(const Dims &dilations) {
  std::copy_n(dilations.data(), dilations.size(), desc.dilations);
  return *this;
}

Conv &Conv::pad(const Dims &before, const Dims &after) {
  std::copy_n(before.data(), before.size(), desc.pad_before);
  std::copy_n(after.data(), after.size(), desc.pad_after);
  return *this;
}

Conv &Conv::transposed() {
  desc.flags |= ASCENDRT_CONV_TRANSPOSED;
  return *this;
}

Conv &Conv::type(int32_t newDtype) {
  dtype = newDtype;
  return *this;
}

Conv &Conv::outputType(int32_t newDtype) {
  outputDtype = newDtype;
  return *this;
}

Conv &Conv::layout(Layout input, Layout output) {
  inputLayout = input;
  outputLayout = output;
  return *this;
}

Conv &Conv::order(FilterOrder order) {
  filterOrder = order;
  return *this;
}

Conv &Conv::bias(int32_t biasDtype) {
  desc.flags |= ASCENDRT_CONV_BIAS;
  desc.bias_dtype = biasDtype;
  return *this;
}

Conv &Conv::batchNorm(int32_t parameterDtype, uint32_t flags) {
  desc.flags |= ASCENDRT_CONV_BATCH_NORM | flags;
  desc.parameter_dtype = parameterDtype;
  desc.epsilon = 1e-3;
  return *this;
}

Conv &Conv::step(ascendrt_function function, float alpha, float beta) {
  if (function == ASCENDRT_RESIDUAL || function == ASCENDRT_GATE)
    desc.flags |= ASCENDRT_CONV_RESIDUAL;
  addStep(desc.epilogue, function, alpha, beta);
  return *this;
}

Dims Conv::outputDims() const {
  Dims dims = {batch, count};
  for (size_t d = 0; d < spatial.size(); ++d) {
    int64_t padding = desc.pad_before[d] + desc.pad_after[d];
    int64_t window = desc.dilations[d] * (kernel[d] - 1) + 1;
    if (desc.flags & ASCENDRT_CONV_TRANSPOSED)
      dims.push_back((spatial[d] - 1) * desc.strides[d] + window - padding);
    else
      dims.push_back((spatial[d] + padding - window) / desc.strides[d] + 1);
  }
  return dims;
}

ascendrt_tensor Conv::filterTensor() const {
  Dims dims = {groups, count / groups, channels / groups};
  dims.insert(dims.end(), kernel.begin(), kernel.end());
  // Dims of the tensor, innermost first.
  Dims window;
  for (size_t d = dims.size(); d-- > 3;)
    window.push_back(static_cast<int64_t>(d));
  Dims nesting;
  auto nest = [&](const Dims &more) {
    nesting.insert(nesting.end(), more.begin(), more.end());
  };
  switch (filterOrder) {
  case FilterOrder::OIHW:
    nest(window), nest({2, 1, 0});
    break;
  case FilterOrder::OHWI:
    nest({2}), nest(window), nest({1, 0});
    break;
  case FilterOrder::HWIO:
    nest({1, 0, 2}), nest(window);
    break;
  case FilterOrder::IOHW:
    nest(window), nest({1, 2, 0});
    break;
  }
  Dims strides(dims.size());
  int64_t stride = 1;
  for (int64_t d : nesting) {
    strides[d] = stride;
    stride *= dims[d];
  }
  return makeTensor(dtype, dims, strides);
}

ascendrt_conv_desc Conv::build() const {
  ascendrt_conv_desc result = desc;
  Dims inputDims = {batch, channels};
  inputDims.insert(inputDims.end(), spatial.begin(), spatial.end());
  result.input = makeTensor(dtype, inputDims, inputLayout);
  result.filter = filterTensor();
  result.output = makeTensor(outputDtype < 0 ? dtype : outputDtype,
                             outputDims(), outputLayout);
  if (desc.flags & ASCENDRT_CONV_RESIDUAL)
    result.residual = result.output;
  return result;
}

//===----------------------------------------------------------------------===//
// Other operators
//===----------------------------------------------------------------------===//

ascendrt_matmul_desc ascendrt_test::makeMatmul(int32_t dtype, const Dims &lhs,
                                               const Dims &rhs) {
  auto desc = makeDesc<ascendrt_matmul_desc>(ASCENDRT_OP_MATMUL);
  Dims output = lhs;
  for (size_t d = 0; d + 2 < lhs.size(); ++d)
    output[d] = std::max(lhs[d], rhs[d]);
  output.back() = rhs.back();
  desc.lhs = makeTensor(dtype, lhs);
  desc.rhs = makeTensor(dtype, rhs);
  desc.output = makeTensor(dtype, output);
  return desc;
}

ascendrt_pool_desc ascendrt_test::makePool(ascendrt_pool_kind kind,
                                           const ascendrt_tensor &input,
                                           int64_t kernel, int64_t stride,
                                           int64_t before, int64_t after,
                                           int64_t dilation, Layout output) {
  auto desc = makeDesc<ascendrt_pool_desc>(ASCENDRT_OP_POOL);
  desc.kind = kind;
  desc.num_spatial = input.rank - 2;
  desc.input = input;
  Dims dims = dimsOf(input);
  for (int32_t d = 0; d < desc.num_spatial; ++d) {
    desc.kernel[d] = kernel;
    desc.strides[d] = stride;
    desc.dilations[d] = dilation;
    desc.pad_before[d] = before;
    desc.pad_after[d] = after;
    int64_t window = dilation * (kernel - 1) + 1;
    dims[2 + d] = (dims[2 + d] + before + after - window) / stride + 1;
  }
  desc.output = makeTensor(input.dtype, dims, output);
  return desc;
}

ascendrt_eltwise_desc ascendrt_test::makeEltwise(
    ascendrt_eltwise_kind kind, const ascendrt_tensor &lhs,
    const ascendrt_tensor &rhs, const ascendrt_tensor &output) {
  auto desc = makeDesc<ascendrt_eltwise_desc>(ASCENDRT_OP_ELTWISE);
  desc.kind = kind;
  desc.lhs = lhs;
  desc.rhs = rhs;
  desc.output = output;
  return desc;
}

ascendrt_activation_desc
ascendrt_test::makeActivation(const ascendrt_tensor &tensor,
                              ascendrt_function function, float alpha,
                              float beta) {
  auto desc = makeDesc<ascendrt_activation_desc>(ASCENDRT_OP_ACTIVATION);
  desc.input = desc.output = tensor;
  addStep(desc.epilogue, function, alpha, beta);
  return desc;
}

ascendrt_copy_desc ascendrt_test::makeCopy(const ascendrt_tensor &input,
                                           const ascendrt_tensor &output) {
  auto desc = makeDesc<ascendrt_copy_desc>(ASCENDRT_OP_COPY);
  desc.input = input;
  desc.output = output;
  return desc;
}
