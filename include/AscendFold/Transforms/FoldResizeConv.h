//===- FoldResizeConv.h - Convolutions before a resize ----------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TRANSFORMS_FOLDRESIZECONV_H
#define ASCENDFOLD_TRANSFORMS_FOLDRESIZECONV_H

#include "mlir/IR/PatternMatch.h"

#include <functional>
#include <string>

namespace mlir {
class SymbolTableCollection;
} // namespace mlir

namespace mlir::ascend {

/// A rewrite that is about to happen, unless a weight would overflow: `conv`,
/// which reads what `resize` enlarges, will run on the image before it.
struct FoldResizeConvCandidate {
  Operation *resize, *conv;
  /// Convolutions that take the place of `conv`. 1: it stays as it is, with the
  /// resize behind it.
  unsigned numConvolutions;
};

/// Returns false to veto a rewrite. Must not change the IR. Patterns that run
/// on several functions at once call it from several threads.
using ControlFoldResizeConvFn =
    std::function<bool(const FoldResizeConvCandidate &)>;

struct FoldResizeConvOptions {
  ControlFoldResizeConvFn control = nullptr;
  /// Prefix of the names of resources that hold summed filters.
  std::string resourcePrefix = "summed";
  /// Kept from one call to the next, these find globals without a walk over all
  /// of them. May be null.
  SymbolTableCollection *symbolTables = nullptr;
};

struct FoldResizeConvResult {
  bool folded = false;
  /// The resize in its new place, behind the convolution; null when it is gone.
  Operation *movedResize = nullptr;
  /// What happened, or why nothing did, as a sentence.
  std::string message;
};

/// Has the convolution that reads `resize`, a `tosa.resize`, run on the image
/// before it, if that is exact but for rounding and not dearer. Otherwise the
/// IR stays as it is. The insertion point of `rewriter` is restored. Several
/// threads may fold in different functions.
FoldResizeConvResult foldResizeConv(RewriterBase &rewriter, Operation *resize,
                                    const FoldResizeConvOptions &options = {});

/// Adds a pattern that applies `foldResizeConv` to every `tosa.resize`.
/// Refusals go to `notifyMatchFailure`.
void populateFoldResizeConvPatterns(
    RewritePatternSet &patterns,
    const ControlFoldResizeConvFn &control = nullptr,
    PatternBenefit benefit = 1);

} // namespace mlir::ascend

#endif // ASCENDFOLD_TRANSFORMS_FOLDRESIZECONV_H
