//===- ResizeConvPlan.h - What moving a resize will do ----------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TRANSFORMS_RESIZECONVPLAN_H
#define ASCENDFOLD_LIB_TRANSFORMS_RESIZECONVPLAN_H

#include "ResizePhases.h"

#include "AscendFold/Transforms/FoldResizeConv.h"

namespace mlir::ascend {

/// What ops do for one image of a batch.
struct Work {
  double multiplyAdds = 0;
  /// Read or written.
  double elements = 0;

  /// A core with wide vectors does about so many multiply-adds in the time in
  /// which it moves an element from or to memory.
  static constexpr double kMultiplyAddsPerElement = 8;
  double getCost() const {
    return multiplyAdds + kMultiplyAddsPerElement * elements;
  }
};

/// "… multiply-adds and … elements read or written instead of … and …".
std::string describeWork(const Work &before, const Work &after);

/// A resize and what follows it, each op the only reader of the one before.
struct ResizeConvChain {
  tosa::ResizeOp resize;
  /// Elementwise ops that commute with the resize.
  SmallVector<Operation *> before;
  /// A tosa.conv2d or tosa.depthwise_conv2d.
  Operation *conv = nullptr;
  /// Elementwise ops that commute as well: they stay with the convolution.
  SmallVector<Operation *> after;

  /// `before`, the convolution, `after`.
  SmallVector<Operation *> getOps() const;
  /// Of the resize.
  Value getInput() const { return tosa::ResizeOp(resize).getInput(); }
  Value getEnlarged() const { return tosa::ResizeOp(resize).getOutput(); }
  /// Of the last op.
  Value getResult() const;
};

/// A rewrite, fully worked out before the IR is touched.
struct ResizeConvPlan {
  ResizeConvChain chain;
  /// For a convolution that is split into phases: rows and columns, and a
  /// filter for each phase, row-major. Without filters the resize goes behind
  /// the convolution.
  std::array<PhaseAxis, 2> axes;
  SmallVector<ElementsAttr> filters;
  Work workBefore, workAfter;
};

/// Makes the plan, or fails with the reason in `why`.
FailureOr<ResizeConvPlan>
makeResizeConvPlan(tosa::ResizeOp resize, const FoldResizeConvOptions &options,
                   std::string &why);

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_TRANSFORMS_RESIZECONVPLAN_H
