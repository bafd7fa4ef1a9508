//===- Elementwise.h - Scalar functions as ascend ops -----------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_CONVERSION_UTILS_ELEMENTWISE_H
#define ASCENDFOLD_LIB_CONVERSION_UTILS_ELEMENTWISE_H

#include "ScalarExpression.h"

#include "AscendFold/Dialect/Ascend/IR/Ascend.h"

#include <optional>

namespace mlir::ascend {

/// One operand of an elementwise op: an input, by number, or a constant.
struct ElementwiseOperand {
  std::optional<unsigned> input;
  double constant = 0.0;
};

/// A scalar function that one ascend op computes: arithmetic of two operands or
/// just an input (`kind` is empty, `lhs` an input), then an epilogue.
struct ElementwiseForm {
  std::optional<EltwiseKind> kind;
  ElementwiseOperand lhs, rhs;
  SmallVector<Attribute> steps;
};

/// The form of function `root` on elements of type `type`, if one op can
/// compute it and it is not the identity.
std::optional<ElementwiseForm> matchElementwise(ScalarExpressions &expressions,
                                                ScalarExpressions::Id root,
                                                FloatType type);

/// If `root` is an activation of something: that something, and the step.
struct ActivationForm {
  ScalarExpressions::Id operand;
  Attribute step;
};
std::optional<ActivationForm> matchActivation(ScalarExpressions &expressions,
                                              ScalarExpressions::Id root,
                                              FloatType type);

/// The function of an epilogue step applied to `x`; nothing for a residual and
/// for steps that this does not know.
std::optional<ScalarExpressions::Id> applyStep(ScalarExpressions &expressions,
                                               Attribute step,
                                               ScalarExpressions::Id x);

/// Whether ops with these inputs, of the rank of the result or scalar, verify.
bool canCreateElementwise(const ElementwiseForm &form,
                          ArrayRef<RankedTensorType> inputs,
                          RankedTensorType result);

/// The op. Inputs have the rank of the destination.
Value createElementwise(OpBuilder &builder, Location loc,
                        const ElementwiseForm &form, ArrayRef<Value> inputs,
                        Value init);

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_CONVERSION_UTILS_ELEMENTWISE_H
