//===- ReshapeGroups.h - How a reshape regroups dimensions ------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_ANALYSIS_RESHAPEGROUPS_H
#define ASCENDFOLD_ANALYSIS_RESHAPEGROUPS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>

namespace mlir::ascend {

/// Consecutive dimensions `[sourceBegin, sourceEnd)` of the source of a reshape
/// that become dimensions `[resultBegin, resultEnd)` of its result. Row-major
/// order inside a group does not change.
struct ReshapeGroup {
  int64_t sourceBegin, sourceEnd;
  int64_t resultBegin, resultEnd;
};

using ReshapeGroups = llvm::SmallVector<ReshapeGroup, 4>;

/// The finest groups of a row-major reshape from `source` to `result`. Dynamic
/// dimensions end up in one group of their own together with whatever lies
/// between them. Returns nothing when the element counts cannot be equal.
std::optional<ReshapeGroups>
computeReshapeGroups(llvm::ArrayRef<int64_t> source,
                     llvm::ArrayRef<int64_t> result);

} // namespace mlir::ascend

#endif // ASCENDFOLD_ANALYSIS_RESHAPEGROUPS_H
