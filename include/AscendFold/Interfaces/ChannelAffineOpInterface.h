//===- ChannelAffineOpInterface.h - Affine per channel ----------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_INTERFACES_CHANNELAFFINEOPINTERFACE_H
#define ASCENDFOLD_INTERFACES_CHANNELAFFINEOPINTERFACE_H

#include "AscendFold/Analysis/ChannelAffineMap.h"
#include "AscendFold/Analysis/ChannelLayout.h"

#include "mlir/IR/OpDefinition.h"

#include <optional>
#include <string>

namespace mlir {
class RewriterBase;
} // namespace mlir

namespace mlir::ascend {

class ConstantEvaluator;

/// What one op does to a channel-affine value: `y = scale[c] * x + shift[c]`.
struct ChannelAffineStep {
  /// The result that is affine in the tracked operand or, when only the first
  /// part of the op's body is described, the value inside the body that is.
  Value result;
  /// Where the channels are in the op's result. Meaningless when `!isWhole`.
  ChannelLayout layout;
  /// One entry per channel of the convolution, in f64. Empty means identity.
  SmallVector<double> scale, shift;
  /// Arithmetic operations on the tracked value that dropping the step saves.
  /// 0 for pure data movement and casts.
  unsigned numComputeOps = 0;
  /// False when the op goes on with something else after the affine part.
  bool isWhole = true;
  /// Apart from the arithmetic, the op only changes the element type.
  bool isCast = false;
  /// Every element of the result depends on the tracked element at the same
  /// index, and on no other. Says nothing when `!isWhole`.
  bool isPointwise = false;
  /// Float type in which what comes after this step first sees the value: the
  /// widest element type of the op's results. Null if that says nothing.
  Type observedType;
  /// Other element types that the value passes through inside the op.
  SmallVector<Type, 1> innerTypes;
  /// Assertions in the op's body that were proven to hold.
  SmallVector<Operation *> provenAssertions;
};

/// A tensor with zeros around it. Extents of a side that is dynamic are
/// `ShapedType::kDynamic`.
struct ZeroPadding {
  Value source;
  SmallVector<int64_t> low, high;
};

} // namespace mlir::ascend

#include "AscendFold/Interfaces/ChannelAffineOpInterface.h.inc"

#endif // ASCENDFOLD_INTERFACES_CHANNELAFFINEOPINTERFACE_H
