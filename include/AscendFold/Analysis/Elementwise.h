//===- Elementwise.h - Elementwise ops as functions of f64 ------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_ANALYSIS_ELEMENTWISE_H
#define ASCENDFOLD_ANALYSIS_ELEMENTWISE_H

#include "AscendFold/Analysis/ConstantTensor.h"

#include "mlir/IR/BuiltinTypes.h"

#include <functional>
#include <optional>

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::ascend {

/// What an elementwise op computes. Functions that preserve affinity in one
/// operand have a kind of their own; of the others (`Opaque`) only the value
/// for constant operands is known.
struct ElementwiseFunction {
  enum class Kind { Opaque, Identity, Add, Sub, Mul, Div, Neg, Fma };
  Kind kind = Kind::Opaque;
  std::function<double(ArrayRef<double>)> evaluate;
  /// Bits of an integer result, which must not wrap around; 0 for floats.
  unsigned integerWidth = 0;
  /// For `Identity`: the type whose digits a constant operand is cut to, if
  /// any.
  FloatType operandType = nullptr;
  /// Whether it rounds to integers, or reads integers as floats.
  bool makesIntegers = false;

  /// Whether a factor on operand `i` alone is the same factor on the result.
  bool isMultipleOf(unsigned i) const {
    return kind == Kind::Mul ||
           (i == 0 &&
            (kind == Kind::Identity || kind == Kind::Neg || kind == Kind::Div));
  }
};

/// The function of an elementwise op of the arith or math dialect, on scalars
/// and tensors alike. Floating-point casts are those of `getCastFunction`.
std::optional<ElementwiseFunction> getElementwiseFunction(Operation *op);

/// The functions other dialects share with arith and math.
ElementwiseFunction getIdentityFunction();
/// A cast between floating-point (or from integer) types. Narrowing is the
/// identity, for what is folded is computed in f64 and rounded once, at the
/// end. Widening a constant first rounds it to the type that it had: whoever
/// reads the wide value sees those digits only.
ElementwiseFunction getCastFunction(Type from, Type to);
ElementwiseFunction getAddFunction();
ElementwiseFunction getSubFunction();
ElementwiseFunction getMulFunction();
ElementwiseFunction getNegFunction();
ElementwiseFunction getUnaryFunction(double (*fn)(double));
ElementwiseFunction getRoundingFunction(double (*fn)(double));
ElementwiseFunction getBinaryFunction(double (*fn)(double, double));
double evaluateRsqrt(double x);
double evaluateReciprocal(double x);
double evaluateRoundEven(double x);
double evaluateMaximum(double x, double y);
double evaluateMinimum(double x, double y);

/// A value as seen by abstract interpretation over some index space: constant,
/// or `scale * x + shift` for a tracked tensor `x` with constant `scale` and
/// `shift`, or unknown.
class AbstractValue {
public:
  AbstractValue() = default;
  static AbstractValue getConstant(ConstantTensor value);
  static AbstractValue getAffine(ConstantTensor scale, ConstantTensor shift);
  /// The tracked tensor itself: scale 1, shift 0.
  static AbstractValue getTracked(ArrayRef<int64_t> shape);

  bool isUnknown() const { return kind == Kind::Unknown; }
  bool isConstant() const { return kind == Kind::Constant; }
  bool isAffine() const { return kind == Kind::Affine; }

  const ConstantTensor &getConstant() const { return first; }
  const ConstantTensor &getScale() const { return first; }
  const ConstantTensor &getShift() const { return second; }

private:
  enum class Kind { Unknown, Constant, Affine };
  Kind kind = Kind::Unknown;
  ConstantTensor first, second;
};

/// The abstract result of `function`, all operands having shape `shape`.
AbstractValue applyElementwise(const ElementwiseFunction &function,
                               ArrayRef<AbstractValue> operands,
                               ArrayRef<int64_t> shape);

} // namespace mlir::ascend

#endif // ASCENDFOLD_ANALYSIS_ELEMENTWISE_H
