//===- ConvPrimitive.cpp - Convolutions of oneDNN -------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/ConvPrimitive.h"

#include <algorithm>

using namespace ascendrt;
using dnnl::memory;

/// A filter of one group has no dim of groups in oneDNN.
memory::desc ascendrt::getFilterDesc(const ascendrt_conv_desc &desc) {
  ascendrt_tensor filter = desc.filter;
  if (filter.dims[0] == 1) {
    --filter.rank;
    std::copy(desc.filter.dims + 1, desc.filter.dims + desc.filter.rank,
              filter.dims);
    std::copy(desc.filter.strides + 1, desc.filter.strides + desc.filter.rank,
              filter.strides);
  }
  return getMemoryDesc(filter);
}

namespace {
/// What both kinds of convolution are described by.
struct Description {
  explicit Description(const ascendrt_conv_desc &desc)
      : input(getMemoryDesc(desc.input)), output(getMemoryDesc(desc.output)),
        filter(getAnyDesc(getFilterDesc(desc).dims(), desc.filter.dtype)),
        strides(desc.strides, desc.strides + desc.num_spatial),
        padBefore(desc.pad_before, desc.pad_before + desc.num_spatial),
        padAfter(desc.pad_after, desc.pad_after + desc.num_spatial) {
    for (int i = 0; i < desc.num_spatial; ++i) {
      // oneDNN counts what is skipped.
      dilations.push_back(desc.dilations[i] - 1);
      if (desc.flags & ASCENDRT_CONV_TRANSPOSED)
        continue;
      // It also wants the padding that is used, not what rounding leaves over.
      int64_t extent = desc.dilations[i] * (desc.filter.dims[3 + i] - 1) + 1;
      int64_t used = (desc.output.dims[2 + i] - 1) * strides[i] + extent;
      padAfter[i] = used - desc.input.dims[2 + i] - padBefore[i];
    }
    if (desc.flags & ASCENDRT_CONV_BIAS)
      bias = memory::desc({desc.output.dims[1]}, getDataType(desc.bias_dtype),
                          memory::format_tag::a);
  }

  memory::desc input, output, filter, bias;
  memory::dims strides, dilations, padBefore, padAfter;
};
} // namespace

static ConvPrimitive finish(const dnnl::primitive &primitive,
                            const dnnl::primitive_desc &desc,
                            const Description &description,
                            const memory::desc &residual,
                            const PostOps &postOps) {
  ConvPrimitive result;
  result.filter = desc.weights_desc(0);
  result.numResiduals = postOps.residualArgs.size();
  std::vector<Primitive::Operand> operands = {
      {DNNL_ARG_SRC, description.input}, {DNNL_ARG_WEIGHTS, result.filter}};
  if (!description.bias.is_zero())
    operands.push_back({DNNL_ARG_BIAS, description.bias});
  operands.push_back({DNNL_ARG_DST, description.output});
  for (int id : postOps.residualArgs)
    operands.push_back({id, residual});
  result.primitive = Primitive(primitive, desc, std::move(operands));
  return result;
}

/// Works for dnnl::convolution_forward and dnnl::deconvolution_forward.
template <typename Conv>
static ConvPrimitive
create(dnnl::algorithm algorithm, const Description &description,
       const memory::desc &residual, const PostOps &postOps) {
  auto kind = dnnl::prop_kind::forward_inference;
  const Description &d = description;
  typename Conv::desc desc =
      d.bias.is_zero()
          ? typename Conv::desc(kind, algorithm, d.input, d.filter, d.output,
                                d.strides, d.dilations, d.padBefore, d.padAfter)
          : typename Conv::desc(kind, algorithm, d.input, d.filter, d.bias,
                                d.output, d.strides, d.dilations, d.padBefore,
                                d.padAfter);
  typename Conv::primitive_desc primitiveDesc(desc, getAttributes(postOps.ops),
                                              getEngine());
  return finish(Conv(primitiveDesc), primitiveDesc, description, residual,
                postOps);
}

/// Throws when there is no implementation.
static ConvPrimitive create(const ascendrt_conv_desc &desc,
                            const memory::desc &residual,
                            const PostOps &postOps, bool isFilterConstant) {
  Description description(desc);
  if (desc.flags & ASCENDRT_CONV_TRANSPOSED)
    return create<dnnl::deconvolution_forward>(
        dnnl::algorithm::deconvolution_direct, description, residual, postOps);
  dnnl::algorithm algorithm = chooseConvAlgorithm(desc, isFilterConstant);
  if (algorithm != dnnl::algorithm::convolution_direct) {
    try {
      return create<dnnl::convolution_forward>(algorithm, description, residual,
                                               postOps);
    } catch (const dnnl::error &) {
      // This algorithm does not have everything.
    }
  }
  return create<dnnl::convolution_forward>(dnnl::algorithm::convolution_direct,
                                           description, residual, postOps);
}

ConvPrimitive ascendrt::createConvPrimitive(const ascendrt_conv_desc &desc,
                                            ResidualMode mode,
                                            bool isFilterConstant) {
  memory::desc residual;
  if (desc.flags & ASCENDRT_CONV_RESIDUAL) {
    // Of the same layout; the strides of dims of 1 become the same, too.
    ascendrt_tensor tensor = desc.output;
    tensor.dtype = desc.residual.dtype;
    residual = getMemoryDesc(tensor);
  }
  ConvPrimitive result =
      create(desc, residual, getPostOps(desc.epilogue, residual, mode),
             isFilterConstant);
  result.quality = getConvQuality(desc, result.primitive.getInfo().c_str(),
                                  result.numResiduals != 0);
  return result;
}

void ConvPrimitive::execute(Execution &execution, const void *input,
                            const void *filter, const void *bias,
                            const void *residual, void *output) const {
  const void *pointers[4 + ASCENDRT_MAX_EPILOGUE] = {input, filter};
  size_t count = 2;
  if (bias)
    pointers[count++] = bias;
  pointers[count++] = output;
  std::fill_n(pointers + count, numResiduals, residual);
  primitive.execute(execution, pointers);
}
