//===- MoveChannelAffine.h - Move BatchNorm to a convolution ----*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TRANSFORMS_MOVECHANNELAFFINE_H
#define ASCENDFOLD_LIB_TRANSFORMS_MOVECHANNELAFFINE_H

#include "AscendFold/Analysis/ChannelAffine.h"
#include "AscendFold/Transforms/FoldConvBN.h"

namespace mlir::ascend {

class ConstantEvaluator;

/// Moves the map of `run` to convolutions before or behind it, through the ops
/// between, if that leaves the program with less to do. Otherwise the IR stays
/// as it is. `evaluator` must know the IR as it is, and must not be used after
/// a fold.
FoldConvBNResult moveChannelAffineRun(RewriterBase &rewriter,
                                      const ChannelAffineRun &run,
                                      const FoldConvBNOptions &options,
                                      ConstantEvaluator &evaluator);

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_TRANSFORMS_MOVECHANNELAFFINE_H
