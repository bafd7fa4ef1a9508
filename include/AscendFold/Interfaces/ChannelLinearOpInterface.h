//===- ChannelLinearOpInterface.h - Absorbs a scale and shift ---*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_INTERFACES_CHANNELLINEAROPINTERFACE_H
#define ASCENDFOLD_INTERFACES_CHANNELLINEAROPINTERFACE_H

#include "mlir/IR/OpDefinition.h"

#include "llvm/Support/ErrorHandling.h"

#include <string>

namespace mlir {
class RewriterBase;
} // namespace mlir

namespace mlir::ascend {

/// One spatial dimension of a convolution: result position `o` and tap `k` of
/// the filter meet at input position `o * stride + k * dilation - padBefore`.
/// What lies outside of the input counts as zero.
struct ConvolutionWindow {
  int64_t inputDim, resultDim;
  /// Negative when the filter has no such dimension: one tap, at 0.
  int64_t filterDim;
  int64_t stride = 1, dilation = 1, padBefore = 0, padAfter = 0;
};

/// Where the filter, the bias and the output channels of a convolution are.
///
/// The channel may span several dimensions (G and F of a grouped convolution, C
/// and M of a depthwise one). `channelSizes` are their extents in the order in
/// which they are counted: channel number = row-major index over them.
/// `filterDims`, `biasDims` and `resultDims` name the dimensions of the filter,
/// the bias and the result that together run over the channels, row-major in
/// the order listed; they need not be as many as `channelSizes`.
struct ChannelLinearForm {
  Value result;
  OpOperand *filter = nullptr;
  /// Null when the op has no bias operand, which stands for zero.
  Value bias;
  Type biasElementType;
  SmallVector<int64_t> channelSizes;
  SmallVector<int64_t> filterDims;
  /// Empty for a bias that is one number for all channels.
  SmallVector<int64_t> biasDims;
  SmallVector<int64_t> resultDims;
  /// Shape in which a new bias with one number per channel is wanted: as many
  /// elements as there are channels, row-major in channel order.
  SmallVector<int64_t> biasShape;
  /// A matrix multiplication rather than a convolution.
  bool isMatmul = false;
  /// A bias of the shape of the result, which may vary inside a channel, can be
  /// taken (linalg's initial value).
  bool acceptsResultBias = false;
  /// A bias costs an op of its own behind this one.
  bool biasNeedsOp = false;

  /// The operand that the filter is applied to. Null when the op does not say
  /// where its input channels are; then nothing below means anything.
  OpOperand *input = nullptr;
  /// Dimensions of the input, and in the same order of the filter, that run
  /// over the input channels (over G and C/G in a grouped convolution): scaling
  /// both by inverse factors changes nothing.
  SmallVector<int64_t> inputDims, filterInputDims;
  /// The spatial dimensions.
  SmallVector<ConvolutionWindow, 3> windows;
  /// Every result element is the sum, over all dimensions of the filter but
  /// `filterDims`, of filter times input, the input at the position that
  /// `windows` says. False for transposed convolutions.
  bool sumsWholeFilter = false;
  /// The op can be cloned for other numbers of channels.
  bool takesOtherChannels = false;
};

} // namespace mlir::ascend

#include "AscendFold/Interfaces/ChannelLinearOpInterface.h.inc"

#endif // ASCENDFOLD_INTERFACES_CHANNELLINEAROPINTERFACE_H
