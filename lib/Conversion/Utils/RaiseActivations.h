//===- RaiseActivations.h - One activation out of several ops ---*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_CONVERSION_UTILS_RAISEACTIVATIONS_H
#define ASCENDFOLD_LIB_CONVERSION_UTILS_RAISEACTIVATIONS_H

#include "ScalarExpression.h"

#include "mlir/IR/PatternMatch.h"

#include <optional>

namespace mlir::ascend {

/// The function of an op of the source dialect on the elements of its operands;
/// nothing for ops that are not elementwise.
using TranslateOpFn = std::optional<ScalarExpressions::Id> (*)(
    ScalarExpressions &expressions, Operation *op,
    ArrayRef<ScalarExpressions::Id> operands);

/// Adds patterns that turn several elementwise ops of ascend or of the source
/// dialect into the one activation that they are, and a sum that is divided by
/// the number of its elements into a mean.
void populateRaiseActivationPatterns(RewritePatternSet &patterns,
                                     TranslateOpFn translate,
                                     PatternBenefit benefit = 1);

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_CONVERSION_UTILS_RAISEACTIVATIONS_H
