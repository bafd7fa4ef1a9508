//===- ConvEmitter.h - Convolutions of all kinds ----------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TARGET_ONNX_CONVEMITTER_H
#define ASCENDFOLD_LIB_TARGET_ONNX_CONVEMITTER_H

#include "Window.h"

namespace mlir::ascend::onnx_import {

/// A convolution as ONNX has it: `input` is `[N, C, spatial]`, `filter`
/// `[M, C / groups, kernel]`, `bias` `[M]`.
struct ConvOperands {
  Tensor input, filter;
  std::optional<Tensor> bias;
  int64_t groups = 1;
};

/// The inputs and the group of Conv and ConvTranspose.
ConvOperands readConvOperands(Node &node);

/// Checks operands whose filter has `numOutputs` channels at its other end and
/// takes `numInputs` of them.
bool checkConvOperands(Node &node, const ConvOperands &operands, Dim numInputs,
                       Dim numOutputs);

/// Emits the convolution, `[N, M, spatial]`: tosa's op if there is one, else
/// linalg's.
Tensor emitConv(Emitter &emit, ConvOperands operands, Window window);

/// `tosa`'s convolutions accumulate f16 and bf16 in f32.
Type getAccumulatorType(Type elementType);

} // namespace mlir::ascend::onnx_import

#endif // ASCENDFOLD_LIB_TARGET_ONNX_CONVEMITTER_H
