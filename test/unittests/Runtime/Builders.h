//===- Builders.h - Short ways to describe operators ------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_UNITTESTS_RUNTIME_BUILDERS_H
#define ASCENDFOLD_UNITTESTS_RUNTIME_BUILDERS_H

#include "OperatorRun.h"

namespace ascendrt_test {

/// A zeroed description with its header.
template <typename Desc>
Desc makeDesc(ascendrt_op op) {
  Desc desc = {};
  desc.header.struct_size = sizeof(Desc);
  desc.header.op = op;
  return desc;
}

void addStep(ascendrt_epilogue &epilogue, ascendrt_function function,
             float alpha = 0, float beta = 0);

/// The order of a filter in memory, outermost first. Groups belong to the
/// output channels, in IOHW (of transposed convolutions) to the input channels.
enum class FilterOrder { OIHW, OHWI, HWIO, IOHW };

/// A convolution; the output's shape follows.
class Conv {
public:
  Conv(int64_t batch, int64_t channels, const Dims &spatial);

  Conv &filters(int64_t count, const Dims &kernel, int64_t groups = 1);
  Conv &stride(const Dims &strides);
  Conv &dilation(const Dims &dilations);
  Conv &pad(const Dims &before, const Dims &after);
  Conv &transposed();
  Conv &type(int32_t dtype);
  Conv &outputType(int32_t dtype);
  Conv &layout(Layout input, Layout output);
  Conv &order(FilterOrder order);
  Conv &bias(int32_t dtype = ASCENDRT_F32);
  Conv &batchNorm(int32_t dtype = ASCENDRT_F32, uint32_t flags = 0);
  /// ASCENDRT_RESIDUAL brings the residual along.
  Conv &step(ascendrt_function function, float alpha = 0, float beta = 0);

  ascendrt_conv_desc build() const;
  operator Description() const { return build(); }

private:
  Dims outputDims() const;
  ascendrt_tensor filterTensor() const;

  int64_t batch, channels;
  Dims spatial;
  int64_t count = 1, groups = 1;
  Dims kernel;
  int32_t dtype = ASCENDRT_F32, outputDtype = -1;
  Layout inputLayout = Layout::Dense, outputLayout = Layout::Dense;
  FilterOrder filterOrder = FilterOrder::OIHW;
  ascendrt_conv_desc desc;
};

/// lhs [batch…, rows, inner] times rhs [batch…, inner, columns].
ascendrt_matmul_desc makeMatmul(int32_t dtype, const Dims &lhs,
                                const Dims &rhs);
/// Window, stride and padding are the same in all dims.
ascendrt_pool_desc makePool(ascendrt_pool_kind kind,
                            const ascendrt_tensor &input, int64_t kernel,
                            int64_t stride, int64_t before, int64_t after,
                            int64_t dilation = 1,
                            Layout output = Layout::Dense);
ascendrt_eltwise_desc makeEltwise(ascendrt_eltwise_kind kind,
                                  const ascendrt_tensor &lhs,
                                  const ascendrt_tensor &rhs,
                                  const ascendrt_tensor &output);
ascendrt_activation_desc makeActivation(const ascendrt_tensor &tensor,
                                        ascendrt_function function,
                                        float alpha = 0, float beta = 0);
ascendrt_copy_desc makeCopy(const ascendrt_tensor &input,
                            const ascendrt_tensor &output);

} // namespace ascendrt_test

#endif // ASCENDFOLD_UNITTESTS_RUNTIME_BUILDERS_H
