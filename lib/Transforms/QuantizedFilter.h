//===- QuantizedFilter.h - Factors for quantised weights --------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TRANSFORMS_QUANTIZEDFILTER_H
#define ASCENDFOLD_LIB_TRANSFORMS_QUANTIZEDFILTER_H

#include "AscendFold/Analysis/ConstantTensor.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace mlir {
class RewriterBase;
} // namespace mlir

namespace mlir::ascend {

class ConstantEvaluator;

/// How a quantised filter takes a factor: its dequantising scale is replaced,
/// and what lies between that and the convolution is done again.
struct QuantizedFilter {
  /// The operands on the way up, from the op that defines the filter to the one
  /// that reads the scale.
  SmallVector<OpOperand *, 4> path;
  /// The new scale; null when there is none.
  ElementsAttr scale;

  /// Builds the filter at the insertion point.
  Value build(RewriterBase &rewriter) const;
};

/// Whether what `filter`, a constant, is computed of has been rounded to
/// integers.
bool isQuantized(Value filter);

/// A quantised filter as `factor` times what it is, `weights` being its value.
/// Its integers stay. `dimName` says what each number of the factor is for.
FailureOr<QuantizedFilter>
scaleQuantizedFilter(Value filter, const ConstantTensor &weights,
                     const ConstantTensor &factor, StringRef dimName,
                     ConstantEvaluator &evaluator, StringRef name,
                     std::string &why);

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_TRANSFORMS_QUANTIZEDFILTER_H
