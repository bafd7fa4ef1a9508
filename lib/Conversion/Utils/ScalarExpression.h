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

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <vector>

namespace mlir::ascend {

/// Scalar functions of the elements of some tensors, as a graph in which equal
/// functions are one node. What front ends spell in many ways is built into
/// one form: a comparison with a selection of what was compared is a maximum or
/// minimum; bounds that are constants are a clamp; factors and their constant
/// coefficient are one product; `1 / (1 + exp(-x))` is a sigmoid. Rounding and
/// the sign of zero do not count, and of a maximum or minimum with NaN either
/// operand may be the result. The range of the element type does: constants
/// are computed in that type, and coefficients become one only where no
/// intermediate result can overflow or vanish alone.
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

  explicit ScalarExpressions(const llvm::fltSemantics &semantics)
      : semantics(semantics) {}

  const Node &operator[](Id id) const { return nodes[id]; }
  bool is(Id id, Kind kind) const { return nodes[id].kind == kind; }
  bool isConstant(Id id, double value) const {
    return is(id, Kind::Constant) && nodes[id].value == value;
  }
  /// Whether two values are the same coefficient and factors.
  bool isSame(Id a, Id b) const {
    return getCoefficient(a) == getCoefficient(b) &&
           getFactors(a) == getFactors(b);
  }
  /// Whether `value` is zero or a normal number of the element type, once
  /// rounded to it.
  bool isInRange(double value) const;
  /// Whether that holds or `value` is any other number of the element type.
  bool isNumber(double value) const {
    return isInRange(value) || round(value) == value;
  }

  Id getInput(unsigned index);
  Id getConstant(double value);
  Id getAdd(Id a, Id b);
  Id getSub(Id a, Id b);
  Id getMul(Id a, Id b);
  Id getDiv(Id a, Id b);
  Id getNeg(Id a) { return getMul(a, getConstant(-1.0)); }
  Id getMax(Id a, Id b);
  Id getMin(Id a, Id b);
  Id getClamp(Id a, double low, double high);
  Id getExp(Id a) { return getUnary(Kind::Exp, a); }
  Id getTanh(Id a) { return getUnary(Kind::Tanh, a); }
  Id getErf(Id a) { return getUnary(Kind::Erf, a); }
  Id getSigmoid(Id a) { return getUnary(Kind::Sigmoid, a); }
  /// `a > b ? ifTrue : ifFalse`; also for `a >= b`, where the two agree.
  Id getSelect(Id a, Id b, Id ifTrue, Id ifFalse);

  /// A square or a cube; nothing for other exponents.
  std::optional<Id> getPower(Id base, double exponent);

  /// `coefficient` times all of `factors`, none of which is taken apart.
  Id getProduct(double coefficient, ArrayRef<Id> factors);
  /// `coefficient` times `a`, whether or not both coefficients can become one.
  Id getMultiple(double coefficient, Id a) {
    return getProduct(coefficient * getCoefficient(a), getFactors(a));
  }

  /// Every value as a coefficient and factors; a constant has no factors, and
  /// a quotient by a constant those of the dividend.
  double getCoefficient(Id id) const;
  SmallVector<Id, 4> getFactors(Id id) const;

private:
  Id getUnary(Kind kind, Id a);
  Id intern(Node node);
  /// `value` as a number of the element type.
  double round(double value, bool *losesInfo = nullptr) const;
  bool canMerge(double a, double b) const;
  /// Whether this divides by a constant.
  bool isScaling(const Node &node) const {
    return node.kind == Kind::Div && is(node.operands[1], Kind::Constant);
  }

  const llvm::fltSemantics &semantics;
  std::vector<Node> nodes;
};

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_CONVERSION_UTILS_SCALAREXPRESSION_H
