//===- LinalgToAscend.h - Convert linalg to ascend --------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_CONVERSION_LINALGTOASCEND_LINALGTOASCEND_H
#define ASCENDFOLD_CONVERSION_LINALGTOASCEND_LINALGTOASCEND_H

#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"

namespace mlir::ascend {

#define GEN_PASS_DECL_CONVERTLINALGTOASCENDPASS
#include "AscendFold/Conversion/Passes.h.inc"

/// Adds the patterns of `convert-linalg-to-ascend`.
void populateLinalgToAscendPatterns(RewritePatternSet &patterns,
                                    PatternBenefit benefit = 1);

} // namespace mlir::ascend

#endif // ASCENDFOLD_CONVERSION_LINALGTOASCEND_LINALGTOASCEND_H
