//===- Patterns.h - Pattern groups of tosa-to-ascend ------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_CONVERSION_TOSATOASCEND_PATTERNS_H
#define ASCENDFOLD_LIB_CONVERSION_TOSATOASCEND_PATTERNS_H

#include "../Utils/ScalarExpression.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/PatternMatch.h"

#include <optional>

namespace mlir::ascend {

void populateTosaConvPatterns(RewritePatternSet &patterns,
                              PatternBenefit benefit);
void populateTosaElementwisePatterns(RewritePatternSet &patterns,
                                     PatternBenefit benefit);
void populateTosaMovementPatterns(RewritePatternSet &patterns,
                                  PatternBenefit benefit);
void populateTosaWindowPatterns(RewritePatternSet &patterns,
                                PatternBenefit benefit);

/// The function of an elementwise op, see `TranslateOpFn`.
std::optional<ScalarExpressions::Id>
translateTosaOp(ScalarExpressions &expressions, Operation *op,
                ArrayRef<ScalarExpressions::Id> operands);

/// Whether a result has the extents of `like` where its own are dynamic: of an
/// op that keeps the batch, or all dims.
bool hasDestination(Type type, Value like, bool keepsAll = false);

/// Whether `op` has a mode in which it passes NaN over: kernels leave open what
/// becomes of one.
bool ignoresNan(Operation *op);

/// The numbers of a shape operand, a constant.
std::optional<SmallVector<int64_t>> getShapeNumbers(Value shape);

/// Why an op stays.
constexpr const char *kElementType =
    "not of one element type of f32, f16 and bf16";
constexpr const char *kZeroPoint = "a zero point that is not zero";
constexpr const char *kIgnoresNan = "says that NaN does not count";
constexpr const char *kUnknownExtent = "a result of unknown extent";

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_CONVERSION_TOSATOASCEND_PATTERNS_H
