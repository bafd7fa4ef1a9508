//===- SplitGated.h - Halves of a gated unit as ops -------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_DIALECT_ASCEND_TRANSFORMS_SPLITGATED_H
#define ASCENDFOLD_LIB_DIALECT_ASCEND_TRANSFORMS_SPLITGATED_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::ascend {

/// Splits a conv or matmul whose halves are multiplied with each other, so that
/// the product can be fused.
void populateSplitGatedPatterns(RewritePatternSet &patterns);

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_DIALECT_ASCEND_TRANSFORMS_SPLITGATED_H
