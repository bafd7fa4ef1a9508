//===- FoldParallelConvs.h - Merge convolutions -----------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TRANSFORMS_FOLDPARALLELCONVS_H
#define ASCENDFOLD_TRANSFORMS_FOLDPARALLELCONVS_H

#include "mlir/IR/PatternMatch.h"

#include <functional>
#include <string>
#include <vector>

namespace mlir {
class SymbolTableCollection;
} // namespace mlir

namespace mlir::ascend {

/// A merge that is about to happen, unless a weight would overflow: what
/// `merged` computes becomes part of `kept`.
struct FoldParallelConvsCandidate {
  Operation *kept;
  /// Convolutions and the last ops of scaled identities. Empty when only the
  /// input itself is added.
  ArrayRef<Operation *> merged;
};

/// Returns false to veto a merge. Must not change the IR.
using ControlFoldParallelConvsFn =
    std::function<bool(const FoldParallelConvsCandidate &)>;

struct FoldParallelConvsOptions {
  /// Compose two convolutions in a row as well.
  bool consecutive = true;
  ControlFoldParallelConvsFn control = nullptr;
  /// Prefix of the names of resources that hold merged constants.
  std::string resourcePrefix = "merged";
  /// Kept from one merge to the next, these find globals without a walk over
  /// all of them. May be null.
  SymbolTableCollection *symbolTables = nullptr;
};

/// What became of one candidate.
struct FoldParallelConvsEvent {
  Location loc;
  bool merged;
  /// What happened, or why nothing did, as a sentence.
  std::string message;
};

struct FoldParallelConvsResult {
  unsigned numMerges = 0;
  unsigned numRemovedOps = 0;
  /// Merges, and refusals of what looked as if it could be merged.
  std::vector<FoldParallelConvsEvent> events;
};

/// Merges what can be merged of `op`, if that is exact but for one rounding of
/// each weight: the branches of the sum whose last op `op` is, or the
/// convolution `op` with the one before it. Otherwise the IR stays as it is.
/// The insertion point of `rewriter` is restored.
///
/// Ops of other dialects take part when they implement
/// `ChannelLinearOpInterface`, `ChannelAffineOpInterface` or
/// `ConstantEvaluationOpInterface`.
FoldParallelConvsResult
foldParallelConvs(RewriterBase &rewriter, Operation *op,
                  const FoldParallelConvsOptions &options = {});

/// Adds a pattern that applies `foldParallelConvs` to every op. Refusals go to
/// `notifyMatchFailure`.
void populateFoldParallelConvsPatterns(
    RewritePatternSet &patterns, const FoldParallelConvsOptions &options = {},
    PatternBenefit benefit = 1);

} // namespace mlir::ascend

#endif // ASCENDFOLD_TRANSFORMS_FOLDPARALLELCONVS_H
