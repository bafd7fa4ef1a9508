//===- FoldConvBN.h - Fold BatchNorm into convolutions ----------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TRANSFORMS_FOLDCONVBN_H
#define ASCENDFOLD_TRANSFORMS_FOLDCONVBN_H

#include "mlir/IR/PatternMatch.h"

#include <functional>
#include <string>

namespace mlir {
class SymbolTableCollection;
} // namespace mlir

namespace mlir::ascend {

/// A fold that is about to happen, unless a weight or bias would overflow: `y =
/// scale[c] * x + shift[c]`, with `x` the result of `producer`, becomes part of
/// `producer`. The arrays live as long as the call that they are passed to.
struct FoldConvBNCandidate {
  Operation *producer;
  /// The ops that the arithmetic is taken out of, in program order.
  ArrayRef<Operation *> affineOps;
  /// One entry per output channel, in f64.
  ArrayRef<double> scale, shift;
  /// Instead, `scale[c] * x + shift[c]` is the input of `producer`, and there
  /// is one entry per input channel.
  bool isInput = false;
};

/// Returns false to veto a fold. Must not change the IR. Patterns that run on
/// several functions at once call it from several threads.
using ControlFoldConvBNFn = std::function<bool(const FoldConvBNCandidate &)>;

struct FoldConvBNOptions {
  /// Fold into matrix multiplications as well as convolutions.
  bool foldMatmul = true;
  ControlFoldConvBNFn control = nullptr;
  /// Multiply-adds per element of the result up to which a convolution with
  /// several readers is computed twice, once with BatchNorm and once without.
  /// 0 keeps every such convolution.
  int64_t maxCopiedMultiplyAdds = 16;
  /// Prefix of the names of resources that hold folded constants.
  std::string resourcePrefix = "folded";
  /// Kept from one fold to the next, these find globals without a walk over
  /// all of them. May be null.
  SymbolTableCollection *symbolTables = nullptr;
};

struct FoldConvBNResult {
  /// False for ops that cannot take a scale in any circumstances (elementwise
  /// ops that share an op class with convolutions): not worth a remark.
  bool isCandidate = true;
  bool folded = false;
  /// Ops of the chain and of its constant expressions that are gone.
  unsigned numRemovedOps = 0;
  /// The convolutions and matrix multiplications that took something in.
  SmallVector<Operation *, 1> producers;
  /// What happened, or why nothing did, as a sentence.
  std::string message;
};

/// Folds what follows `producer`, which implements `ChannelLinearOpInterface`,
/// into its weights and bias, if that is possible and exact but for one
/// rounding of each weight. Otherwise the IR stays as it is. The insertion
/// point of `rewriter` is restored. Several threads may fold in different
/// functions.
///
/// Ops of other dialects take part when they implement
/// `ChannelLinearOpInterface`, `ChannelAffineOpInterface` or
/// `ConstantEvaluationOpInterface`; for upstream dialects
/// `registerAllExtensions` attaches them.
FoldConvBNResult foldConvBN(RewriterBase &rewriter, Operation *producer,
                            const FoldConvBNOptions &options = {});

/// Adds a pattern that applies `foldConvBN` to every op that implements
/// `ChannelLinearOpInterface`. Refusals go to `notifyMatchFailure`. With
/// `options.symbolTables` the patterns are for one thread.
void populateFoldConvBNPatterns(RewritePatternSet &patterns,
                                const ControlFoldConvBNFn &control = nullptr,
                                PatternBenefit benefit = 1);
void populateFoldConvBNPatterns(RewritePatternSet &patterns,
                                const FoldConvBNOptions &options,
                                PatternBenefit benefit = 1);

} // namespace mlir::ascend

#endif // ASCENDFOLD_TRANSFORMS_FOLDCONVBN_H
