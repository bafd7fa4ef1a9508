//===- ElementwiseMaps.h - How maps move elementwise ------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_INTERFACES_ELEMENTWISEMAPS_H
#define ASCENDFOLD_LIB_INTERFACES_ELEMENTWISEMAPS_H

#include "MapMotion.h"

#include "AscendFold/Analysis/Elementwise.h"

#include "mlir/IR/ValueRange.h"

namespace mlir::ascend {

class ConstantEvaluator;

/// What is known of an elementwise op besides its function.
enum class ElementwiseRule {
  /// Nothing: maps move through it where it is affine in its one operand that
  /// is
  /// no constant.
  Affine,
  Sum,
  Difference,
  /// Maximum or minimum.
  Extremum,
  /// A positive factor on its operand is the same factor on its result.
  Homogeneous
};

/// Maps that move through an elementwise op on tensors, which computes
/// `function` of `operands`, the first operands of `op`, after numpy-style
/// broadcasting.
LogicalResult pullThroughElementwise(
    Operation *op, ElementwiseRule rule, const ElementwiseFunction &function,
    ValueRange operands, const ChannelAffineMap &map,
    ConstantEvaluator &evaluator, OperandMaps &operandMaps, std::string &why);
FailureOr<ChannelAffineMap>
pushThroughElementwise(Operation *op, ElementwiseRule rule,
                       const ElementwiseFunction &function, ValueRange operands,
                       ArrayRef<ChannelAffineMap> maps,
                       ConstantEvaluator &evaluator, std::string &why);

/// The value of a constant, where it is not costly to find out that it is none.
FailureOr<ConstantTensor> evaluateIfConstant(Value value,
                                             ConstantEvaluator &evaluator);

/// The largest finite number of the element type; 0 for types other than
/// floats.
double getLargestFinite(Type type);

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_INTERFACES_ELEMENTWISEMAPS_H
