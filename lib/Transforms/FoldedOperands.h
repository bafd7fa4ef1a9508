//===- FoldedOperands.h - Weights that take a map in ------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TRANSFORMS_FOLDEDOPERANDS_H
#define ASCENDFOLD_LIB_TRANSFORMS_FOLDEDOPERANDS_H

#include "QuantizedFilter.h"

#include "AscendFold/Analysis/ChannelAffineMap.h"
#include "AscendFold/Interfaces/ChannelLinearOpInterface.h"

#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::ascend {

class ConstantEvaluator;

/// New constants for an op that absorbs a map, fully computed before the IR is
/// touched. Null constants mean that the operand stays.
struct FoldedOperands {
  ElementsAttr filter, bias;
  /// What becomes of a quantised filter, instead of `filter`.
  QuantizedFilter quantized;
  /// What has to be added to the result because no bias can hold it.
  ElementsAttr addend;
};

/// Operands with which the result becomes `scale[c] * result + shift[c]`.
LogicalResult foldIntoResult(const ChannelLinearForm &form,
                             ArrayRef<double> scale, ArrayRef<double> shift,
                             ConstantEvaluator &evaluator, StringRef prefix,
                             FoldedOperands &operands, std::string &why);

/// Operands with which the op gives for `x` what it gave for `map(x)`. Where
/// zeros around the input meet a shift, the shift becomes one number for each
/// position; `maxAddend` bounds how many numbers that may be.
LogicalResult foldIntoInput(const ChannelLinearForm &form,
                            const ChannelAffineMap &map, int64_t maxAddend,
                            ConstantEvaluator &evaluator, StringRef prefix,
                            FoldedOperands &operands, std::string &why);

/// Makes `op`, which has the form `form`, use `operands`. Its location becomes
/// `loc`. Returns the value that stands for the result now.
Value setFoldedOperands(RewriterBase &rewriter, ChannelLinearOpInterface op,
                        const ChannelLinearForm &form,
                        const FoldedOperands &operands, Location loc);

/// The bias as one number per channel; fails when it varies inside of one.
FailureOr<SmallVector<double>> getChannelBias(const ChannelLinearForm &form,
                                              const ConstantTensor &bias);

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_TRANSFORMS_FOLDEDOPERANDS_H
