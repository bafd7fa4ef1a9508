//===- MergeConvs.h - Both ways to merge convolutions -----------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TRANSFORMS_MERGECONVS_H
#define ASCENDFOLD_LIB_TRANSFORMS_MERGECONVS_H

#include "AscendFold/Transforms/FoldParallelConvs.h"

namespace mlir::ascend {

/// Whether `op`, which may be null, is a sum that is no part of a larger one.
bool isRootOfSum(Operation *op);

/// What `mergeParallelConvs` did.
struct ParallelMerge {
  /// The convolution that others were merged into, or null.
  Operation *kept = nullptr;
  /// The sum that is left of the tree, or null.
  Operation *rest = nullptr;
};

/// Merges the branches on one input of the sum `root`; those on other inputs
/// are for another call.
ParallelMerge mergeParallelConvs(RewriterBase &rewriter, Operation *root,
                                 const FoldParallelConvsOptions &options,
                                 FoldParallelConvsResult &result);

/// Merges `op` with the convolution before it. Returns the merged convolution,
/// or null.
Operation *mergeConsecutiveConvs(RewriterBase &rewriter, Operation *op,
                                 const FoldParallelConvsOptions &options,
                                 FoldParallelConvsResult &result);

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_TRANSFORMS_MERGECONVS_H
