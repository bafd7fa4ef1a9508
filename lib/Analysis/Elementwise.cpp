//===- Elementwise.cpp - Elementwise ops as functions of f64 --------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Analysis/Elementwise.h"

#include "AscendFold/Analysis/FloatConversion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/TypeSwitch.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::ascend;

using Kind = ElementwiseFunction::Kind;
using Arguments = ArrayRef<double>;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

double ascend::evaluateRsqrt(double x) { return 1.0 / std::sqrt(x); }
double ascend::evaluateReciprocal(double x) { return 1.0 / x; }

double ascend::evaluateRoundEven(double x) {
  // Whatever the rounding mode of the process.
  const double rounded = std::round(x);
  return std::fabs(x - std::trunc(x)) == 0.5 ? 2.0 * std::round(x / 2.0)
                                             : rounded;
}

double ascend::evaluateMaximum(double x, double y) {
  if (std::isnan(x) || std::isnan(y))
    return std::numeric_limits<double>::quiet_NaN();
  return std::fmax(x, y);
}

double ascend::evaluateMinimum(double x, double y) {
  if (std::isnan(x) || std::isnan(y))
    return std::numeric_limits<double>::quiet_NaN();
  return std::fmin(x, y);
}

ElementwiseFunction ascend::getIdentityFunction() {
  return {Kind::Identity, [](Arguments a) { return a[0]; }};
}

/// `value` rounded to `type`, to nearest, ties to even.
static double roundTo(FloatType type, double value) {
  if (type.isF32())
    return static_cast<float>(value);
  if (type.isF16())
    return halfToDouble(doubleToHalf(value));
  if (type.isBF16())
    return bfloatToDouble(doubleToBfloat(value));
  bool inexact;
  APFloat result(value);
  result.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                 &inexact);
  result.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &inexact);
  return result.convertToDouble();
}

ElementwiseFunction ascend::getCastFunction(Type from, Type to) {
  auto source = dyn_cast<FloatType>(getElementTypeOrSelf(from));
  auto result = dyn_cast<FloatType>(getElementTypeOrSelf(to));
  if (!source || !result || source.getWidth() >= result.getWidth()) {
    ElementwiseFunction identity = getIdentityFunction();
    identity.makesIntegers = !source && result;
    return identity;
  }
  return {Kind::Identity,
          [source](Arguments a) { return roundTo(source, a[0]); },
          /*integerWidth=*/0, source};
}

ElementwiseFunction ascend::getAddFunction() {
  return {Kind::Add, [](Arguments a) { return a[0] + a[1]; }};
}
ElementwiseFunction ascend::getSubFunction() {
  return {Kind::Sub, [](Arguments a) { return a[0] - a[1]; }};
}
ElementwiseFunction ascend::getMulFunction() {
  return {Kind::Mul, [](Arguments a) { return a[0] * a[1]; }};
}
ElementwiseFunction ascend::getNegFunction() {
  return {Kind::Neg, [](Arguments a) { return -a[0]; }};
}
static ElementwiseFunction getDivFunction() {
  return {Kind::Div, [](Arguments a) { return a[0] / a[1]; }};
}
ElementwiseFunction ascend::getUnaryFunction(double (*fn)(double)) {
  return {Kind::Opaque, [fn](Arguments a) { return fn(a[0]); }};
}
ElementwiseFunction ascend::getRoundingFunction(double (*fn)(double)) {
  ElementwiseFunction function = getUnaryFunction(fn);
  function.makesIntegers = true;
  return function;
}
ElementwiseFunction ascend::getBinaryFunction(double (*fn)(double, double)) {
  return {Kind::Opaque, [fn](Arguments a) { return fn(a[0], a[1]); }};
}

static bool compare(arith::CmpFPredicate predicate, double a, double b) {
  const bool unordered = std::isnan(a) || std::isnan(b);
  switch (predicate) {
  case arith::CmpFPredicate::AlwaysFalse:
    return false;
  case arith::CmpFPredicate::AlwaysTrue:
    return true;
  case arith::CmpFPredicate::ORD:
    return !unordered;
  case arith::CmpFPredicate::UNO:
    return unordered;
  case arith::CmpFPredicate::OEQ:
    return !unordered && a == b;
  case arith::CmpFPredicate::ONE:
    return !unordered && a != b;
  case arith::CmpFPredicate::OGT:
    return !unordered && a > b;
  case arith::CmpFPredicate::OGE:
    return !unordered && a >= b;
  case arith::CmpFPredicate::OLT:
    return !unordered && a < b;
  case arith::CmpFPredicate::OLE:
    return !unordered && a <= b;
  case arith::CmpFPredicate::UEQ:
    return unordered || a == b;
  case arith::CmpFPredicate::UNE:
    return unordered || a != b;
  case arith::CmpFPredicate::UGT:
    return unordered || a > b;
  case arith::CmpFPredicate::UGE:
    return unordered || a >= b;
  case arith::CmpFPredicate::ULT:
    return unordered || a < b;
  case arith::CmpFPredicate::ULE:
    return unordered || a <= b;
  }
  llvm_unreachable("unknown predicate");
}

/// Signless integers are stored as signed; reading them as unsigned adds 2^w.
static std::optional<ElementwiseFunction> getUnsignedCast(Type source) {
  Type element = getElementTypeOrSelf(source);
  if (element.isInteger(1))
    return getIdentityFunction();
  if (!element.isIntOrIndex() || element.getIntOrFloatBitWidth() > 32)
    return std::nullopt;
  double modulus = std::exp2(element.getIntOrFloatBitWidth());
  return ElementwiseFunction{Kind::Opaque, [modulus](Arguments a) {
                               return a[0] < 0 ? a[0] + modulus : a[0];
                             }};
}

/// Unsigned comparison of numbers that are stored as signed ones.
static bool isUnsignedLess(double a, double b) {
  return (a < 0) == (b < 0) ? a < b : b < 0;
}

static bool compare(arith::CmpIPredicate predicate, double a, double b) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return a == b;
  case arith::CmpIPredicate::ne:
    return a != b;
  case arith::CmpIPredicate::slt:
    return a < b;
  case arith::CmpIPredicate::sle:
    return a <= b;
  case arith::CmpIPredicate::sgt:
    return a > b;
  case arith::CmpIPredicate::sge:
    return a >= b;
  case arith::CmpIPredicate::ult:
    return isUnsignedLess(a, b);
  case arith::CmpIPredicate::ule:
    return !isUnsignedLess(b, a);
  case arith::CmpIPredicate::ugt:
    return isUnsignedLess(b, a);
  case arith::CmpIPredicate::uge:
    return !isUnsignedLess(a, b);
  }
  llvm_unreachable("unknown predicate");
}

/// Comparisons, arithmetic that does not wrap around, and logic on truth
/// values.
static std::optional<ElementwiseFunction> getIntegerFunction(Operation *op) {
  Type type = getElementTypeOrSelf(op->getResult(0).getType());
  if (auto cmp = dyn_cast<arith::CmpIOp>(op)) {
    // i1 is stored as 0 and 1, which is not its order as a signed number.
    if (getElementTypeOrSelf(cmp.getLhs().getType()).isInteger(1))
      return std::nullopt;
    auto predicate = cmp.getPredicate();
    return ElementwiseFunction{Kind::Opaque, [predicate](Arguments a) {
                                 return compare(predicate, a[0], a[1]);
                               }};
  }
  if (type.isInteger(1)) {
    if (isa<arith::AndIOp>(op))
      return getBinaryFunction(evaluateMinimum);
    if (isa<arith::OrIOp>(op))
      return getBinaryFunction(evaluateMaximum);
    return std::nullopt;
  }
  std::optional<ElementwiseFunction> function;
  if (isa<arith::AddIOp>(op))
    function = getAddFunction();
  else if (isa<arith::SubIOp>(op))
    function = getSubFunction();
  else if (isa<arith::MulIOp>(op))
    function = getMulFunction();
  if (function)
    function->integerWidth = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  return function;
}

/// Casts between integer types; the operand is stored as a signed number.
static std::optional<ElementwiseFunction> getIntegerCast(Operation *op) {
  Type from = getElementTypeOrSelf(op->getOperand(0).getType());
  Type to = getElementTypeOrSelf(op->getResult(0).getType());
  if (to.isInteger(1))
    return std::nullopt;
  std::optional<ElementwiseFunction> function;
  if (isa<arith::ExtUIOp>(op))
    function = getUnsignedCast(from);
  else // i1 is stored as 0 and 1, but true is -1 when read as signed.
    function = from.isInteger(1) ? getNegFunction() : getIdentityFunction();
  if (function)
    function->integerWidth = to.isIndex() ? 64 : to.getIntOrFloatBitWidth();
  return function;
}

/// `function`, if there is one, as one that reads integers.
static std::optional<ElementwiseFunction>
asIntegers(std::optional<ElementwiseFunction> function) {
  if (function)
    function->makesIntegers = true;
  return function;
}

static std::optional<ElementwiseFunction> getArithFunction(Operation *op) {
  using Result = std::optional<ElementwiseFunction>;
  return TypeSwitch<Operation *, Result>(op)
      .Case<arith::AddFOp>([](auto) { return getAddFunction(); })
      .Case<arith::SubFOp>([](auto) { return getSubFunction(); })
      .Case<arith::MulFOp>([](auto) { return getMulFunction(); })
      .Case<arith::DivFOp>([](auto) { return getDivFunction(); })
      .Case<arith::NegFOp>([](auto) { return getNegFunction(); })
      .Case<arith::ExtFOp, arith::TruncFOp>([](auto cast) {
        return getCastFunction(cast.getIn().getType(), cast.getType());
      })
      .Case<arith::MaximumFOp>(
          [](auto) { return getBinaryFunction(evaluateMaximum); })
      .Case<arith::MinimumFOp>(
          [](auto) { return getBinaryFunction(evaluateMinimum); })
      .Case<arith::MaxNumFOp>([](auto) { return getBinaryFunction(std::fmax); })
      .Case<arith::MinNumFOp>([](auto) { return getBinaryFunction(std::fmin); })
      .Case([](arith::CmpFOp cmp) {
        auto predicate = cmp.getPredicate();
        return ElementwiseFunction{Kind::Opaque, [predicate](Arguments a) {
                                     return compare(predicate, a[0], a[1]);
                                   }};
      })
      .Case<arith::SelectOp>([](auto) {
        return ElementwiseFunction{
            Kind::Opaque, [](Arguments a) { return a[0] != 0 ? a[1] : a[2]; }};
      })
      .Case([](arith::SIToFPOp cast) -> Result {
        // i1 is stored as 0 and 1, but true is -1 when read as signed.
        const bool isBool =
            getElementTypeOrSelf(cast.getIn().getType()).isInteger(1);
        return asIntegers(isBool ? getNegFunction() : getIdentityFunction());
      })
      .Case([](arith::UIToFPOp cast) {
        return asIntegers(getUnsignedCast(cast.getIn().getType()));
      })
      .Case([](arith::FPToSIOp cast) {
        ElementwiseFunction function = getRoundingFunction(std::trunc);
        function.integerWidth =
            getElementTypeOrSelf(cast.getType()).getIntOrFloatBitWidth();
        return function;
      })
      .Case<arith::IndexCastOp, arith::ExtSIOp, arith::ExtUIOp>(
          [](Operation *o) { return getIntegerCast(o); })
      .Case<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::CmpIOp,
            arith::AndIOp, arith::OrIOp>(
          [](Operation *o) { return getIntegerFunction(o); })
      .Default([](Operation *) { return std::nullopt; });
}

static std::optional<ElementwiseFunction> getMathFunction(Operation *op) {
  using Result = std::optional<ElementwiseFunction>;
  return TypeSwitch<Operation *, Result>(op)
      .Case<math::RsqrtOp>([](auto) { return getUnaryFunction(evaluateRsqrt); })
      .Case<math::SqrtOp>([](auto) { return getUnaryFunction(std::sqrt); })
      .Case<math::AbsFOp>([](auto) { return getUnaryFunction(std::fabs); })
      .Case<math::ExpOp>([](auto) { return getUnaryFunction(std::exp); })
      .Case<math::Exp2Op>([](auto) { return getUnaryFunction(std::exp2); })
      .Case<math::LogOp>([](auto) { return getUnaryFunction(std::log); })
      .Case<math::Log2Op>([](auto) { return getUnaryFunction(std::log2); })
      .Case<math::Log1pOp>([](auto) { return getUnaryFunction(std::log1p); })
      .Case<math::ExpM1Op>([](auto) { return getUnaryFunction(std::expm1); })
      .Case<math::CbrtOp>([](auto) { return getUnaryFunction(std::cbrt); })
      .Case<math::TanhOp>([](auto) { return getUnaryFunction(std::tanh); })
      .Case<math::ErfOp>([](auto) { return getUnaryFunction(std::erf); })
      .Case<math::SinOp>([](auto) { return getUnaryFunction(std::sin); })
      .Case<math::CosOp>([](auto) { return getUnaryFunction(std::cos); })
      .Case<math::FloorOp>([](auto) { return getRoundingFunction(std::floor); })
      .Case<math::CeilOp>([](auto) { return getRoundingFunction(std::ceil); })
      .Case<math::RoundOp>([](auto) { return getRoundingFunction(std::round); })
      .Case<math::RoundEvenOp>(
          [](auto) { return getRoundingFunction(evaluateRoundEven); })
      .Case<math::TruncOp>([](auto) { return getRoundingFunction(std::trunc); })
      .Case<math::PowFOp, math::FPowIOp>(
          [](auto) { return getBinaryFunction(std::pow); })
      .Case<math::FmaOp>([](auto) {
        return ElementwiseFunction{
            Kind::Fma, [](Arguments a) { return std::fma(a[0], a[1], a[2]); }};
      })
      .Default([](Operation *) { return std::nullopt; });
}

std::optional<ElementwiseFunction>
ascend::getElementwiseFunction(Operation *op) {
  if (op->getNumResults() != 1)
    return std::nullopt;
  if (isa_and_nonnull<arith::ArithDialect>(op->getDialect()))
    return getArithFunction(op);
  if (isa_and_nonnull<math::MathDialect>(op->getDialect()))
    return getMathFunction(op);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Abstract values
//===----------------------------------------------------------------------===//

AbstractValue AbstractValue::getConstant(ConstantTensor value) {
  AbstractValue result;
  result.kind = Kind::Constant;
  result.first = std::move(value);
  return result;
}

AbstractValue AbstractValue::getAffine(ConstantTensor scale,
                                       ConstantTensor shift) {
  AbstractValue result;
  result.kind = Kind::Affine;
  result.first = std::move(scale);
  result.second = std::move(shift);
  return result;
}

AbstractValue AbstractValue::getTracked(ArrayRef<int64_t> shape) {
  return getAffine(ConstantTensor::getSplat(1.0, shape),
                   ConstantTensor::getSplat(0.0, shape));
}

/// Pairs scale and shift, unless either could not be computed.
static AbstractValue makeAffine(FailureOr<ConstantTensor> scale,
                                FailureOr<ConstantTensor> shift) {
  if (failed(scale) || failed(shift))
    return AbstractValue();
  return AbstractValue::getAffine(std::move(*scale), std::move(*shift));
}

/// `a + sign * b`; a constant is affine with scale 0.
static AbstractValue combine(const AbstractValue &a, const AbstractValue &b,
                             double sign, ArrayRef<int64_t> shape) {
  auto add = [&](const ConstantTensor &x, const ConstantTensor &y) {
    return ConstantTensor::map(shape, {&x, &y},
                               [&](Arguments v) { return v[0] + sign * v[1]; });
  };
  const ConstantTensor zero = ConstantTensor::getSplat(0.0, shape);
  const ConstantTensor &scaleA = a.isAffine() ? a.getScale() : zero;
  const ConstantTensor &scaleB = b.isAffine() ? b.getScale() : zero;
  const ConstantTensor &shiftA = a.isAffine() ? a.getShift() : a.getConstant();
  const ConstantTensor &shiftB = b.isAffine() ? b.getShift() : b.getConstant();
  return makeAffine(add(scaleA, scaleB), add(shiftA, shiftB));
}

/// Applies `fn(v, c)` to scale and shift, `c` being a constant.
static AbstractValue scaleBy(const AbstractValue &affine,
                             const AbstractValue &constant,
                             const ElementwiseFunction &function,
                             ArrayRef<int64_t> shape) {
  auto apply = [&](const ConstantTensor &x) {
    return ConstantTensor::map(shape, {&x, &constant.getConstant()},
                               function.evaluate);
  };
  return makeAffine(apply(affine.getScale()), apply(affine.getShift()));
}

/// Whether the result is the very operand; weights are not copied for nothing.
static bool isIdentityOf(const ElementwiseFunction &function,
                         const AbstractValue &operand) {
  if (function.kind != Kind::Identity || function.integerWidth != 0)
    return false;
  return !function.operandType || !operand.isConstant() ||
         operand.getConstant().getElementKind() ==
             getElementKind(function.operandType);
}

AbstractValue ascend::applyElementwise(const ElementwiseFunction &function,
                                       ArrayRef<AbstractValue> operands,
                                       ArrayRef<int64_t> shape) {
  if (llvm::any_of(operands,
                   [](const AbstractValue &v) { return v.isUnknown(); }))
    return AbstractValue();
  if (isIdentityOf(function, operands[0]))
    return operands[0];
  if (llvm::all_of(operands,
                   [](const AbstractValue &v) { return v.isConstant(); })) {
    auto tensors = llvm::map_to_vector(
        operands, [](const AbstractValue &v) { return &v.getConstant(); });
    // Integers are exact up to 2^53; a wider result counts as unknown.
    const double limit = std::exp2(std::min(function.integerWidth, 54u) - 1.0);
    bool wraps = false;
    FailureOr<ConstantTensor> value =
        ConstantTensor::map(shape, tensors, [&](Arguments a) {
          double result = function.evaluate(a);
          const bool fits = result >= -limit && result < limit;
          wraps |= function.integerWidth != 0 && !fits;
          return result;
        });
    return failed(value) || wraps
               ? AbstractValue()
               : AbstractValue::getConstant(std::move(*value));
  }
  switch (function.kind) {
  case Kind::Add:
    return combine(operands[0], operands[1], 1.0, shape);
  case Kind::Sub:
    return combine(operands[0], operands[1], -1.0, shape);
  case Kind::Neg: {
    AbstractValue minusOne =
        AbstractValue::getConstant(ConstantTensor::getSplat(-1.0, shape));
    return scaleBy(operands[0], minusOne, getMulFunction(), shape);
  }
  case Kind::Mul:
    if (operands[0].isAffine() && operands[1].isAffine())
      return AbstractValue();
    return operands[0].isAffine()
               ? scaleBy(operands[0], operands[1], function, shape)
               : scaleBy(operands[1], operands[0], function, shape);
  case Kind::Div:
    // Constant divided by the tracked value is not affine.
    return operands[1].isConstant()
               ? scaleBy(operands[0], operands[1], function, shape)
               : AbstractValue();
  case Kind::Fma: {
    AbstractValue product =
        applyElementwise(getMulFunction(), {operands[0], operands[1]}, shape);
    return applyElementwise(getAddFunction(), {product, operands[2]}, shape);
  }
  case Kind::Identity:
  case Kind::Opaque:
    break;
  }
  return AbstractValue();
}
