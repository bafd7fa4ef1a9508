//===- ScalarExpression.h - Scalar functions in a normal form ---*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_CONVERSION_UTILS_SCALAREXPRESSION_H
#define ASCENDFOLD_LIB_CONVERSION_UTILS_SCALAREXPRESSION_H

#include "mlir/Support/LLVM.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace mlir::ascend {

/// Scalar functions of the elements of some tensors, as a graph in which equal
/// functions are one node. What front ends spell in many ways is built into
/// one form: a comparison with a selection of what was compared is a maximum or
/// minimum; bounds that are constants are a clamp; factors, their constant
/// coefficient and divisions by constants are one product; `1 / (1 + exp(-x))`
/// is a sigmoid. Real arithmetic: rounding and the sign of zero do not count,
/// and of a maximum or minimum with NaN either operand may be the result.
class ScalarExpressions {
public:
  using Id = unsigned;

  enum class Kind {
    Input,    ///< `input`
    Constant, ///< `value`
    Add,      ///< A constant comes second.
    Sub,
    Div,
    Product, ///< `value` times all operands, at least one.
    Max,
    Min,
    Clamp, ///< Between `value` and `high`, which may be infinite.
    Exp,
    Tanh,
    Erf,
    Sigmoid,
    Select ///< `operands[0] > operands[1] ? operands[2] : operands[3]`
  };

  struct Node {
    Kind kind;
    SmallVector<Id, 4> operands;
    double value = 0.0, high = 0.0;
    unsigned input = 0;
  };

  const Node &operator[](Id id) const { return nodes[id]; }
  bool is(Id id, Kind kind) const { return nodes[id].kind == kind; }
  bool isConstant(Id id, double value) const {
    return is(id, Kind::Constant) && nodes[id].value == value;
  }

  Id getInput(unsigned index);
  Id getConstant(double value);
  Id getAdd(Id a, Id b);
  Id getSub(Id a, Id b);
  Id getMul(Id a, Id b);
  Id getDiv(Id a, Id b);
  Id getNeg(Id a) { return getProduct(-1.0, a); }
  Id getMax(Id a, Id b);
  Id getMin(Id a, Id b);
  Id getClamp(Id a, double low, double high);
  Id getExp(Id a) { return getUnary(Kind::Exp, a); }
  Id getTanh(Id a) { return getUnary(Kind::Tanh, a); }
  Id getErf(Id a) { return getUnary(Kind::Erf, a); }
  Id getSigmoid(Id a) { return getUnary(Kind::Sigmoid, a); }
  /// `a > b ? ifTrue : ifFalse`; also for `a >= b`, where the two agree.
  Id getSelect(Id a, Id b, Id ifTrue, Id ifFalse);

  /// `coefficient` times `a`, or times all of `factors`.
  Id getProduct(double coefficient, Id a);
  Id getProduct(double coefficient, ArrayRef<Id> factors);

  /// Every value as a coefficient and factors; a constant has no factors.
  double getCoefficient(Id id) const;
  SmallVector<Id, 4> getFactors(Id id) const;

private:
  Id getUnary(Kind kind, Id a);
  Id intern(Node node);

  std::vector<Node> nodes;
};

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_CONVERSION_UTILS_SCALAREXPRESSION_H
