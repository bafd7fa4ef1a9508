//===- DropChannelAffineChain.h - Take a chain out --------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TRANSFORMS_DROPCHANNELAFFINECHAIN_H
#define ASCENDFOLD_TRANSFORMS_DROPCHANNELAFFINECHAIN_H

#include "AscendFold/Analysis/ChannelAffine.h"

namespace mlir::ascend {

/// Takes the arithmetic of `chain`, which begins at `value`, out of the
/// program: for whoever has put it elsewhere. Ops that only move data stay, but
/// casts that cancel once there is nothing between them. Returns how many ops
/// went.
unsigned dropChannelAffineChain(RewriterBase &rewriter,
                                const ChannelAffineChain &chain, Value value);

} // namespace mlir::ascend

#endif // ASCENDFOLD_TRANSFORMS_DROPCHANNELAFFINECHAIN_H
