//===- Patterns.h - Pattern groups of linalg-to-ascend ----------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_CONVERSION_LINALGTOASCEND_PATTERNS_H
#define ASCENDFOLD_LIB_CONVERSION_LINALGTOASCEND_PATTERNS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

#include <optional>

namespace mlir::ascend {

void populateLinalgConvPatterns(RewritePatternSet &patterns,
                                PatternBenefit benefit);
void populateLinalgElementwisePatterns(RewritePatternSet &patterns,
                                       PatternBenefit benefit);
void populateLinalgMatmulPatterns(RewritePatternSet &patterns,
                                  PatternBenefit benefit);
void populateLinalgMovementPatterns(RewritePatternSet &patterns,
                                    PatternBenefit benefit);
void populateLinalgPoolPatterns(RewritePatternSet &patterns,
                                PatternBenefit benefit);
void populateLinalgReducePatterns(RewritePatternSet &patterns,
                                  PatternBenefit benefit);
void populateLinalgResizePatterns(RewritePatternSet &patterns,
                                  PatternBenefit benefit);

/// What a sum starts from: the destination of a convolution or matmul.
struct Accumulator {
  enum class Kind { Zero, Bias, Other } kind;
  /// Of a bias: the tensor that is broadcast from `dims`.
  Value source;
};
Accumulator getAccumulator(Value init, ArrayRef<int64_t> channelDims);

/// The factor where `op` multiplies every element of `input`, the only operand
/// that it reads, by a constant.
std::optional<double> matchScaling(linalg::LinalgOp op, Value &input);

/// Why an op on memrefs stays.
constexpr const char *kOnBuffers = "not on tensors";
constexpr const char *kElementType =
    "not of one element type of f32, f16 and bf16";

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_CONVERSION_LINALGTOASCEND_PATTERNS_H
