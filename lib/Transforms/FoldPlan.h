//===- FoldPlan.h - What a fold will do -------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TRANSFORMS_FOLDPLAN_H
#define ASCENDFOLD_LIB_TRANSFORMS_FOLDPLAN_H

#include "FoldedOperands.h"

#include "AscendFold/Analysis/ChannelAffine.h"
#include "AscendFold/Analysis/ConstantTensor.h"
#include "AscendFold/Transforms/FoldConvBN.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::ascend {

/// A fold, fully worked out before the IR is touched.
struct FoldPlan {
  ChannelLinearForm form;
  ChannelAffineChain chain;
  FoldedOperands operands;
  /// Ops whose results were constants: they may be erased once unused.
  llvm::SmallPtrSet<Operation *, 16> constantOps;
};

/// Makes the plan, or fails with the reason in `why` (empty: `op` can never
/// take a scale).
FailureOr<FoldPlan> makeFoldPlan(ChannelLinearOpInterface op,
                                 const FoldConvBNOptions &options,
                                 std::string &why);

/// The ops of a chain that arithmetic is taken out of.
SmallVector<Operation *> getAffineOps(const ChannelAffineChain &chain);

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_TRANSFORMS_FOLDPLAN_H
