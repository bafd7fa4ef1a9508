//===- Validate.cpp - Checks that all operators share ---------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Core/Validate.h"

#include "Core/Arguments.h"
#include "Core/Tensor.h"

#include <cmath>
#include <cstddef>

using namespace ascendrt;

/// Dims, strides, pads and so on are below this: no product of two of them and
/// an element size overflows.
static constexpr int64_t maxExtent = int64_t(1) << 40;

/// Bytes that a tensor may span.
static constexpr int64_t maxBytes = int64_t(1) << 48;

namespace {
/// The sizes that the struct of an operator may have.
struct DescSize {
  /// All that the operator cannot do without.
  uint32_t least;
  /// What this version knows.
  uint32_t whole;
};
} // namespace

static DescSize getDescSizes(int32_t op) {
  switch (op) {
  case ASCENDRT_OP_CONV:
    return {offsetof(ascendrt_conv_desc, epsilon), sizeof(ascendrt_conv_desc)};
  case ASCENDRT_OP_MATMUL:
    return {offsetof(ascendrt_matmul_desc, epilogue),
            sizeof(ascendrt_matmul_desc)};
  case ASCENDRT_OP_POOL:
    return {offsetof(ascendrt_pool_desc, pad_before),
            sizeof(ascendrt_pool_desc)};
  case ASCENDRT_OP_ELTWISE:
    return {offsetof(ascendrt_eltwise_desc, epilogue),
            sizeof(ascendrt_eltwise_desc)};
  case ASCENDRT_OP_ACTIVATION:
    return {offsetof(ascendrt_activation_desc, epilogue),
            sizeof(ascendrt_activation_desc)};
  case ASCENDRT_OP_BATCH_NORM:
    return {offsetof(ascendrt_batch_norm_desc, epilogue),
            sizeof(ascendrt_batch_norm_desc)};
  case ASCENDRT_OP_RESIZE:
    return {offsetof(ascendrt_resize_desc, offset),
            sizeof(ascendrt_resize_desc)};
  case ASCENDRT_OP_CONCAT:
    return {offsetof(ascendrt_concat_desc, inputs[1]),
            sizeof(ascendrt_concat_desc)};
  case ASCENDRT_OP_SOFTMAX:
    return {sizeof(ascendrt_softmax_desc), sizeof(ascendrt_softmax_desc)};
  case ASCENDRT_OP_REDUCE:
    return {sizeof(ascendrt_reduce_desc), sizeof(ascendrt_reduce_desc)};
  case ASCENDRT_OP_COPY:
    return {sizeof(ascendrt_copy_desc), sizeof(ascendrt_copy_desc)};
  }
  return {};
}

uint32_t ascendrt::getDescSize(int32_t op) { return getDescSizes(op).whole; }

void ascendrt::validateHeader(const ascendrt_desc *desc) {
  require(desc, "the description of the operator is null");
  DescSize sizes = getDescSizes(desc->op);
  require(sizes.whole, "there is no operator ", desc->op);
  uint32_t size = desc->struct_size;
  require(size >= sizes.least && size <= ASCENDRT_MAX_STRUCT_SIZE &&
              size % sizeof(uint64_t) == 0,
          ascendrt_op_name(desc->op), ": struct_size is ", size,
          ", not a multiple of 8 from ", sizes.least, " to ",
          ASCENDRT_MAX_STRUCT_SIZE);
  const char *bytes = reinterpret_cast<const char *>(desc);
  for (uint32_t i = sizes.whole; i < size; ++i)
    require(bytes[i] == 0, ascendrt_op_name(desc->op), ": struct_size is ",
            size, " and byte ", i, " is not zero: made for a newer library, ",
            "of which this one knows ", sizes.whole, " bytes");
}

void ascendrt::validate(const ascendrt_desc &desc) {
  switch (desc.op) {
  case ASCENDRT_OP_CONV:
    return validateConv(reinterpret_cast<const ascendrt_conv_desc &>(desc));
  case ASCENDRT_OP_MATMUL:
    return validateMatMul(reinterpret_cast<const ascendrt_matmul_desc &>(desc));
  case ASCENDRT_OP_POOL:
    return validatePool(reinterpret_cast<const ascendrt_pool_desc &>(desc));
  case ASCENDRT_OP_ELTWISE:
    return validateEltwise(
        reinterpret_cast<const ascendrt_eltwise_desc &>(desc));
  case ASCENDRT_OP_ACTIVATION:
    return validateActivation(
        reinterpret_cast<const ascendrt_activation_desc &>(desc));
  case ASCENDRT_OP_BATCH_NORM:
    return validateBatchNorm(
        reinterpret_cast<const ascendrt_batch_norm_desc &>(desc));
  case ASCENDRT_OP_RESIZE:
    return validateResize(reinterpret_cast<const ascendrt_resize_desc &>(desc));
  case ASCENDRT_OP_CONCAT:
    return validateConcat(reinterpret_cast<const ascendrt_concat_desc &>(desc));
  case ASCENDRT_OP_SOFTMAX:
    return validateSoftmax(
        reinterpret_cast<const ascendrt_softmax_desc &>(desc));
  case ASCENDRT_OP_REDUCE:
    return validateReduce(reinterpret_cast<const ascendrt_reduce_desc &>(desc));
  case ASCENDRT_OP_COPY:
    return validateCopy(reinterpret_cast<const ascendrt_copy_desc &>(desc));
  }
}

void ascendrt::validateDType(const char *op, const char *name, int32_t dtype) {
  require(dtype >= ASCENDRT_F32 && dtype <= ASCENDRT_BF16, op, ": ", name,
          " has the unknown type ", dtype);
}

void ascendrt::validateTensor(const TensorName &name,
                              const ascendrt_tensor &tensor) {
  validateDType(name.op, name.name, tensor.dtype);
  require(tensor.format == ASCENDRT_STRIDED ||
              tensor.format == ASCENDRT_NC1HWC0,
          name, " has the unknown format ", tensor.format);
  require(tensor.rank >= 1 && tensor.rank <= ASCENDRT_MAX_RANK, name,
          " has rank ", tensor.rank, ", not 1 to ", ASCENDRT_MAX_RANK);
  require(tensor.format == ASCENDRT_STRIDED || tensor.rank == 4, name,
          " has format NC1HWC0 and rank ", tensor.rank, ", not 4");
  // Bounded one by one, so that the sums and products below do not overflow.
  // NC1HWC0 rounds the channels up to a multiple of 16.
  int64_t elements = getElementSize(tensor.dtype), last = 0;
  if (tensor.format == ASCENDRT_NC1HWC0)
    elements *= blockChannels;
  for (int i = 0; i < tensor.rank; ++i) {
    int64_t dim = tensor.dims[i], stride = tensor.strides[i];
    require(dim > 0 && dim < maxExtent, name, " dims[", i, "] is ", dim,
            dim > 0 ? ", too large" : ", not positive");
    require(elements <= maxBytes / dim, name, " has too many elements");
    elements *= dim;
    if (tensor.format != ASCENDRT_STRIDED)
      continue;
    require(stride >= 0, name, " strides[", i, "] is negative");
    require(dim == 1 || stride <= maxBytes / dim, name, " strides[", i, "] is ",
            stride, ", too large");
    if (dim > 1)
      last += (dim - 1) * stride;
    require(last <= maxBytes / 4, name, " spans too many bytes");
  }
}

void ascendrt::validateOutput(const TensorName &name,
                              const ascendrt_tensor &tensor) {
  validateTensor(name, tensor);
  for (int i = 0; i < tensor.rank && isStrided(tensor); ++i)
    require(tensor.dims[i] == 1 || tensor.strides[i] != 0, name, " strides[", i,
            "] is 0: elements overlap");
}

void ascendrt::validateSameDims(const TensorName &aName,
                                const ascendrt_tensor &a, const char *bName,
                                const ascendrt_tensor &b) {
  require(a.rank == b.rank, aName, " has rank ", a.rank, ", ", bName, " rank ",
          b.rank);
  for (int i = 0; i < a.rank; ++i)
    require(a.dims[i] == b.dims[i], aName, " dims[", i, "] is ", a.dims[i],
            ", that of ", bName, " ", b.dims[i]);
}

void ascendrt::validateEpilogue(const char *op,
                                const ascendrt_epilogue &epilogue,
                                bool hasResidual) {
  require(epilogue.count <= ASCENDRT_MAX_EPILOGUE, op, ": the epilogue has ",
          epilogue.count, " steps; at most ", ASCENDRT_MAX_EPILOGUE,
          " are possible");
  bool usesResidual = false;
  for (uint32_t i = 0; i < epilogue.count; ++i) {
    const ascendrt_epilogue_step &step = epilogue.steps[i];
    require(step.function >= ASCENDRT_RELU && step.function <= ASCENDRT_GATE,
            op, ": step ", i, " of the epilogue is the unknown function ",
            step.function);
    require(!std::isnan(step.alpha) && !std::isnan(step.beta), op, ": step ", i,
            " of the epilogue has a parameter that is not a number");
    require(step.function != ASCENDRT_CLAMP || step.alpha <= step.beta, op,
            ": step ", i, " of the epilogue clamps to [", step.alpha, ", ",
            step.beta, "], which is empty");
    usesResidual |= readsResidual(step);
  }
  require(!usesResidual || hasResidual, op,
          ": the epilogue reads a residual, but there is none");
  require(usesResidual || !hasResidual, op,
          ": there is a residual, but the epilogue does not read it");
}

void ascendrt::validateImage(const TensorName &name,
                             const ascendrt_tensor &tensor,
                             int32_t numSpatial) {
  require(numSpatial >= 1 && numSpatial <= ASCENDRT_MAX_SPATIAL, name.op,
          ": num_spatial is ", numSpatial, ", not 1 to ", ASCENDRT_MAX_SPATIAL);
  require(tensor.rank == numSpatial + 2, name, " has rank ", tensor.rank,
          ", not ", numSpatial + 2, " = num_spatial + 2");
}

void ascendrt::validateWindow(const char *op, int dim, const Window &window,
                              bool mayPadAfterBeNegative) {
  auto check = [&](const char *name, int64_t value, int64_t least) {
    // Below 2^20, so that dilation * size does not overflow.
    require(value >= least && value < maxExtent >> 20, op, ": ", name, "[", dim,
            "] is ", value, value < least ? ", too small" : ", too large");
  };
  check("kernel", window.size, 1);
  check("strides", window.stride, 1);
  check("dilations", window.dilation, 1);
  check("pad_before", window.padBefore, 0);
  check("pad_after", window.padAfter,
        mayPadAfterBeNegative ? -(maxExtent >> 20) : 0);
}
