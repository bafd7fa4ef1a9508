//===- Window.h - Windows that slide over feature maps ----------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TARGET_ONNX_WINDOW_H
#define ASCENDFOLD_LIB_TARGET_ONNX_WINDOW_H

#include "Node.h"

namespace mlir::ascend::onnx_import {

/// The window of a convolution or pool along its spatial dims; every list has
/// one entry per dim. ONNX says how many results there are in several ways;
/// here they are one: `outputs` windows, `strides` apart, the first one
/// `padsBegin` before the feature map.
struct Window {
  SmallVector<int64_t> kernel, strides, dilations;
  /// What the model pads with at both ends. Negative amounts cut off.
  SmallVector<int64_t> padsBegin, padsEnd;
  SmallVector<int64_t> outputs;
  /// Padding at the end that makes the last window fit exactly: more than
  /// `padsEnd` with ceil_mode, less where a rest is never read.
  SmallVector<int64_t> exactPadsEnd;

  int64_t getRank() const { return static_cast<int64_t>(kernel.size()); }
  /// From the first to the last element of a window.
  int64_t getSpan(int64_t dim) const {
    return (kernel[dim] - 1) * dilations[dim] + 1;
  }
};

/// Reads kernel_shape, strides, dilations, pads, auto_pad and, if
/// `allowCeilMode`, ceil_mode of a node whose first input is `[N, C, spatial]`.
/// `kernel` is the filter's, if there is one. Reports what is wrong.
std::optional<Window> getWindow(Node &node, ArrayRef<Dim> inputShape,
                                std::optional<ArrayRef<int64_t>> kernel,
                                bool allowCeilMode = false);

/// The window of a transposed convolution, which writes where others read:
/// reads output_padding and output_shape as well. `outputs` are the extents of
/// the result, of which `padsBegin` and `exactPadsEnd` elements have been cut
/// off; negative amounts add.
std::optional<Window> getTransposedWindow(Node &node, ArrayRef<Dim> inputShape,
                                          ArrayRef<int64_t> kernel);

/// Pads and cuts explicitly what the window pads `[N, C, spatial]` with. With
/// `onlyCut`, what is positive stays in the window.
void applyPads(Emitter &emit, Tensor &input, Window &window, bool onlyCut,
               double value = 0);

/// A window of one spatial dim becomes one of two, the first of extent one.
void makeTwoDimensional(Window &window);
/// The same for `[N, C, spatial]`.
Tensor makeTwoDimensional(Emitter &emit, const Tensor &tensor);

} // namespace mlir::ascend::onnx_import

#endif // ASCENDFOLD_LIB_TARGET_ONNX_WINDOW_H
