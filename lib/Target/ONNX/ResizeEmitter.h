//===- ResizeEmitter.h - Interpolation along axes ---------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TARGET_ONNX_RESIZEEMITTER_H
#define ASCENDFOLD_LIB_TARGET_ONNX_RESIZEEMITTER_H

#include "Emitter.h"
#include "ResizeTaps.h"

namespace mlir::ascend::onnx_import {

/// Resizes along `axes`: as one tosa.resize if that computes the same, else
/// axis by axis.
Tensor emitResize(Emitter &emit, const Tensor &input,
                  const ResizeOptions &options, ArrayRef<ResizeAxis> axes);

} // namespace mlir::ascend::onnx_import

#endif // ASCENDFOLD_LIB_TARGET_ONNX_RESIZEEMITTER_H
