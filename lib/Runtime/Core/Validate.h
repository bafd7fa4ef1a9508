//===- Validate.h - Checks of descriptions ----------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_RUNTIME_CORE_VALIDATE_H
#define ASCENDFOLD_RUNTIME_CORE_VALIDATE_H

#include "ascendrt/ascendrt.h"

#include "Core/Status.h"

namespace ascendrt {

/// The size of the struct of a known operator, as this version knows it.
uint32_t getDescSize(int32_t op);

/// Throws unless `desc` is the header of a known operator, and its struct one
/// that `getDescSize` bytes say everything of.
void validateHeader(const ascendrt_desc *desc);

/// Throws unless `desc`, of `getDescSize` bytes, describes an operator that
/// makes sense, whatever the backend. Everything behind this relies on it.
void validate(const ascendrt_desc &desc);

/// Names the tensor in messages: "conv: input".
struct TensorName {
  const char *op;
  const char *name;
};

inline std::ostream &operator<<(std::ostream &stream, const TensorName &name) {
  return stream << name.op << ": " << name.name;
}

void validateDType(const char *op, const char *name, int32_t dtype);
void validateTensor(const TensorName &name, const ascendrt_tensor &tensor);

/// A tensor that is written: its elements have different places.
void validateOutput(const TensorName &name, const ascendrt_tensor &tensor);
void validateSameDims(const TensorName &aName, const ascendrt_tensor &a,
                      const char *bName, const ascendrt_tensor &b);
void validateEpilogue(const char *op, const ascendrt_epilogue &epilogue,
                      bool hasResidual);

/// Dims N, C and `numSpatial` more.
void validateImage(const TensorName &name, const ascendrt_tensor &tensor,
                   int32_t numSpatial);

/// Strides, dilations, pads of a window that moves over spatial dims.
struct Window {
  int64_t size, stride, dilation, padBefore, padAfter;
};
/// `mayPadAfterBeNegative` is for transposed convolutions.
void validateWindow(const char *op, int dim, const Window &window,
                    bool mayPadAfterBeNegative = false);

void validateConv(const ascendrt_conv_desc &desc);
void validateMatMul(const ascendrt_matmul_desc &desc);
void validatePool(const ascendrt_pool_desc &desc);
void validateEltwise(const ascendrt_eltwise_desc &desc);
void validateActivation(const ascendrt_activation_desc &desc);
void validateBatchNorm(const ascendrt_batch_norm_desc &desc);
void validateResize(const ascendrt_resize_desc &desc);
void validateConcat(const ascendrt_concat_desc &desc);
void validateSoftmax(const ascendrt_softmax_desc &desc);
void validateReduce(const ascendrt_reduce_desc &desc);
void validateCopy(const ascendrt_copy_desc &desc);

} // namespace ascendrt

#endif // ASCENDFOLD_RUNTIME_CORE_VALIDATE_H
