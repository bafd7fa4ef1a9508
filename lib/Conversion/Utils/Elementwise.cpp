//===- Elementwise.cpp - Scalar functions as ascend ops -------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::ascend;

using Id = ScalarExpressions::Id;
using Kind = ScalarExpressions::Kind;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();
static constexpr double kSqrtHalf = 0.70710678118654752440;
static constexpr double kSqrtTwoOverPi = 0.79788456080286535588;
static constexpr double kGeluCubic = 0.044715;

namespace {
/// Matches activations. Constants are those of the function as far as the
/// element type, in which the program has them, can tell.
class ActivationMatcher {
public:
  ActivationMatcher(ScalarExpressions &e, FloatType type)
      : e(e), type(type), context(type.getContext()),
        roundoff(
            std::ldexp(1.0, -static_cast<int>(type.getFPMantissaWidth()))) {}

  std::optional<ActivationForm> match(Id root);

private:
  std::optional<ActivationForm> matchClamp(Id root);
  std::optional<ActivationForm> matchHardSigmoid(Id root);
  std::optional<ActivationForm> matchLeakyRelu(Id root);
  std::optional<ActivationForm> matchProduct(Id root);
  std::optional<ActivationForm> matchGated(Id gate, Id rest);

  bool isNear(double a, double b) const;
  bool isNear(Id id, double value) const {
    return e.is(id, Kind::Constant) && isNear(e[id].value, value);
  }
  /// Whether `id` is `factor` times `x`.
  bool isMultiple(Id id, double factor, Id x) const;
  bool isGeluTanhArgument(Id id, Id x);
  APFloat toF32(double value) const {
    return APFloat(static_cast<float>(value));
  }

  ScalarExpressions &e;
  FloatType type;
  MLIRContext *context;
  /// Half a unit in the last place of 1.
  double roundoff;
};
} // namespace

/// A constant is rounded once when written down, and a product of two of them
/// has the error of both.
bool ActivationMatcher::isNear(double a, double b) const {
  return std::abs(a - b) <= 2.0 * roundoff * std::abs(b);
}

bool ActivationMatcher::isMultiple(Id id, double factor, Id x) const {
  return e.getFactors(id) == e.getFactors(x) &&
         isNear(e.getCoefficient(id), factor * e.getCoefficient(x));
}

std::optional<ActivationForm> ActivationMatcher::match(Id root) {
  switch (e[root].kind) {
  case Kind::Clamp:
    if (auto form = matchHardSigmoid(root))
      return form;
    return matchClamp(root);
  case Kind::Tanh:
    return ActivationForm{e[root].operands[0], TanhAttr::get(context)};
  case Kind::Sigmoid:
    return ActivationForm{e[root].operands[0], SigmoidAttr::get(context)};
  case Kind::Add:
  case Kind::Max:
  case Kind::Select:
    return matchLeakyRelu(root);
  case Kind::Div:
  case Kind::Product:
    if (auto form = matchHardSigmoid(root))
      return form;
    return matchProduct(root);
  default:
    return std::nullopt;
  }
}

/// An upper bound that is the largest finite number is how tosa writes that
/// there is none.
std::optional<ActivationForm> ActivationMatcher::matchClamp(Id root) {
  const ScalarExpressions::Node node = e[root];
  const double largest =
      APFloat::getLargest(type.getFloatSemantics()).convertToDouble();
  if (node.value == 0.0 && node.high >= largest)
    return ActivationForm{node.operands[0], ReluAttr::get(context)};
  return ActivationForm{
      node.operands[0],
      ClampAttr::get(context, toF32(node.value), toF32(node.high))};
}

/// c * clamp(s * x + o, 0, 1 / c); with c = 1/6, s = 1 and o = 3 as well.
std::optional<ActivationForm> ActivationMatcher::matchHardSigmoid(Id root) {
  SmallVector<Id, 4> factors = e.getFactors(root);
  const double scale = e.getCoefficient(root);
  if (factors.size() != 1 || !e.is(factors[0], Kind::Clamp))
    return std::nullopt;
  const ScalarExpressions::Node clamp = e[factors[0]];
  if (clamp.value != 0.0 || !isNear(scale * clamp.high, 1.0) ||
      !e.is(clamp.operands[0], Kind::Add))
    return std::nullopt;
  const ScalarExpressions::Node sum = e[clamp.operands[0]];
  if (!e.is(sum.operands[1], Kind::Constant))
    return std::nullopt;
  const double slope = scale * e.getCoefficient(sum.operands[0]);
  const double offset = scale * e[sum.operands[1]].value;
  if (!e.isInRange(slope) || !e.isInRange(offset))
    return std::nullopt;
  const Id x = e.getProduct(1.0, e.getFactors(sum.operands[0]));
  return ActivationForm{
      x, HardSigmoidAttr::get(context, toF32(slope), toF32(offset))};
}

/// x > 0 ? x : s * x, max(x, s * x) for s up to 1, or max(x, 0) + s * min(x,
/// 0).
std::optional<ActivationForm> ActivationMatcher::matchLeakyRelu(Id root) {
  const ScalarExpressions::Node node = e[root];
  auto form = [&](Id x, double slope) {
    return ActivationForm{x, LeakyReluAttr::get(context, toF32(slope))};
  };
  /// The slope where `scaled` is a multiple of `x`.
  auto getSlope = [&](Id scaled, Id x) -> std::optional<double> {
    std::optional<double> slope;
    if (e.getFactors(scaled) == SmallVector<Id, 4>{x})
      slope = e.getCoefficient(scaled);
    else if (e.getFactors(scaled) == e.getFactors(x))
      slope = e.getCoefficient(scaled) / e.getCoefficient(x);
    return slope && e.isInRange(*slope) ? slope : std::nullopt;
  };
  if (node.kind == Kind::Select) {
    // Written as x < 0 ? s * x : x it is 0 > x.
    const bool isSwapped = e.isConstant(node.operands[0], 0.0);
    const Id x = node.operands[isSwapped ? 1 : 0];
    const Id bound = node.operands[isSwapped ? 0 : 1];
    const Id ifPositive = node.operands[isSwapped ? 3 : 2];
    const Id ifNegative = node.operands[isSwapped ? 2 : 3];
    std::optional<double> slope = getSlope(ifNegative, x);
    if (!e.isConstant(bound, 0.0) || ifPositive != x || !slope)
      return std::nullopt;
    return form(x, *slope);
  }
  for (auto [first, second] : {std::pair(node.operands[0], node.operands[1]),
                               std::pair(node.operands[1], node.operands[0])}) {
    if (node.kind == Kind::Max) {
      std::optional<double> slope = getSlope(second, first);
      if (slope && *slope >= 0.0 && *slope <= 1.0)
        return form(first, *slope);
      continue;
    }
    SmallVector<Id, 4> factors = e.getFactors(second);
    if (!e.is(first, Kind::Clamp) || factors.size() != 1 ||
        !e.is(factors[0], Kind::Clamp))
      continue;
    const ScalarExpressions::Node positive = e[first], negative = e[factors[0]];
    if (positive.operands == negative.operands && positive.value == 0.0 &&
        positive.high == kInfinity && negative.value == -kInfinity &&
        negative.high == 0.0 && e.isInRange(e.getCoefficient(second)))
      return form(positive.operands[0], e.getCoefficient(second));
  }
  return std::nullopt;
}

/// A product of `x` and a function of it.
std::optional<ActivationForm> ActivationMatcher::matchProduct(Id root) {
  SmallVector<Id, 4> factors = e.getFactors(root);
  for (auto [i, gate] : llvm::enumerate(factors)) {
    SmallVector<Id, 4> others(factors);
    others.erase(others.begin() + i);
    if (others.empty())
      continue;
    const Id rest = e.getProduct(e.getCoefficient(root), others);
    if (auto form = matchGated(gate, rest))
      return form;
  }
  return std::nullopt;
}

/// rest * gate, where `rest` is a multiple of x and `gate` a function of x.
std::optional<ActivationForm> ActivationMatcher::matchGated(Id gate, Id rest) {
  const ScalarExpressions::Node node = e[gate];
  if (node.kind == Kind::Sigmoid && e.isSame(node.operands[0], rest))
    return ActivationForm{node.operands[0], SiluAttr::get(context)};
  if (node.kind == Kind::Clamp && node.value == 0.0 &&
      e.is(node.operands[0], Kind::Add)) {
    // x * clamp(x + 3, 0, 6) / 6, or the same with all of the clamp over 6.
    const ScalarExpressions::Node sum = e[node.operands[0]];
    const double scale = node.high / 6.0;
    const Id x = e.getProduct(1.0, e.getFactors(rest));
    if ((isNear(scale, 1.0) || isNear(scale, 1.0 / 6.0)) &&
        isNear(sum.operands[1], 3.0 * scale) &&
        isMultiple(sum.operands[0], scale, x) &&
        isMultiple(rest, 1.0 / node.high, x))
      return ActivationForm{x, HardSwishAttr::get(context)};
    return std::nullopt;
  }
  if (node.kind != Kind::Add || !e.isConstant(node.operands[1], 1.0))
    return std::nullopt;
  // 0.5 * x * (1 + f(x))
  const Id x = e.getMultiple(2.0, rest);
  const ScalarExpressions::Node function = e[node.operands[0]];
  if (function.kind == Kind::Erf &&
      isMultiple(function.operands[0], kSqrtHalf, x))
    return ActivationForm{x, GeluAttr::get(context)};
  if (function.kind == Kind::Tanh &&
      isGeluTanhArgument(function.operands[0], x))
    return ActivationForm{x, GeluTanhAttr::get(context)};
  return std::nullopt;
}

/// sqrt(2 / pi) * (x + 0.044715 * x^3), also with x factored out.
bool ActivationMatcher::isGeluTanhArgument(Id id, Id x) {
  if (!isNear(e.getCoefficient(id), kSqrtTwoOverPi))
    return false;
  const Id square = e.getMul(x, x);
  SmallVector<Id, 4> factors = e.getFactors(id);
  for (auto [i, sum] : llvm::enumerate(factors)) {
    if (!e.is(sum, Kind::Add))
      continue;
    const ScalarExpressions::Node node = e[sum];
    const Id a = node.operands[0], b = node.operands[1];
    SmallVector<Id, 4> others(factors);
    others.erase(others.begin() + i);
    if (others.empty()) {
      const Id cube = e.getMul(square, x);
      if ((a == x && isMultiple(b, kGeluCubic, cube)) ||
          (b == x && isMultiple(a, kGeluCubic, cube)))
        return true;
      continue;
    }
    if (e.getProduct(1.0, others) == x && e.isConstant(b, 1.0) &&
        isMultiple(a, kGeluCubic, square))
      return true;
  }
  return false;
}

std::optional<ActivationForm>
ascend::matchActivation(ScalarExpressions &expressions, Id root,
                        FloatType type) {
  return ActivationMatcher(expressions, type).match(root);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static std::optional<ElementwiseOperand>
getOperand(const ScalarExpressions &expressions, Id id) {
  const ScalarExpressions::Node &node = expressions[id];
  if (node.kind == Kind::Input)
    return ElementwiseOperand{node.input};
  if (node.kind == Kind::Constant)
    return ElementwiseOperand{std::nullopt, node.value};
  return std::nullopt;
}

/// Sets the arithmetic of two operands that `id` is, if it is that.
static bool matchArithmetic(const ScalarExpressions &expressions, Id id,
                            ElementwiseForm &form) {
  const ScalarExpressions::Node &node = expressions[id];
  SmallVector<std::optional<ElementwiseOperand>> operands;
  for (Id operand : node.operands)
    operands.push_back(getOperand(expressions, operand));
  if (llvm::is_contained(operands, std::nullopt))
    return false;
  auto set = [&](EltwiseKind kind) {
    form.kind = kind;
    form.lhs = *operands[0];
    form.rhs = *operands[1];
    return true;
  };
  switch (node.kind) {
  case Kind::Add:
    return set(EltwiseKind::Add);
  case Kind::Sub:
    return set(EltwiseKind::Sub);
  case Kind::Div:
    return set(EltwiseKind::Div);
  case Kind::Max:
    return set(EltwiseKind::Max);
  case Kind::Min:
    return set(EltwiseKind::Min);
  case Kind::Product:
    if (operands.size() == 2 && node.value == 1.0)
      return set(EltwiseKind::Mul);
    if (operands.size() != 1 || !expressions.isNumber(node.value))
      return false;
    operands.push_back(ElementwiseOperand{std::nullopt, node.value});
    return set(EltwiseKind::Mul);
  default:
    return false;
  }
}

std::optional<ElementwiseForm>
ascend::matchElementwise(ScalarExpressions &expressions, Id root,
                         FloatType type) {
  ElementwiseForm form;
  Id id = root;
  while (!expressions.is(id, Kind::Input)) {
    if (matchArithmetic(expressions, id, form))
      break;
    std::optional<ActivationForm> activation =
        matchActivation(expressions, id, type);
    if (!activation || form.steps.size() == kMaxEpilogueSteps)
      return std::nullopt;
    form.steps.push_back(activation->step);
    id = activation->operand;
  }
  std::reverse(form.steps.begin(), form.steps.end());
  if (form.kind)
    return form;
  form.lhs = *getOperand(expressions, id);
  if (form.steps.empty())
    return std::nullopt;
  return form;
}

std::optional<Id> ascend::applyStep(ScalarExpressions &e, Attribute step,
                                    Id x) {
  using Result = std::optional<Id>;
  return llvm::TypeSwitch<Attribute, Result>(step)
      .Case([&](ReluAttr) -> Result { return e.getClamp(x, 0.0, kInfinity); })
      .Case([&](ClampAttr clamp) -> Result {
        return e.getClamp(x, clamp.getLow().convertToDouble(),
                          clamp.getHigh().convertToDouble());
      })
      .Case([&](SigmoidAttr) -> Result { return e.getSigmoid(x); })
      .Case([&](TanhAttr) -> Result { return e.getTanh(x); })
      .Case([&](HardSigmoidAttr hard) -> Result {
        const Id scaled =
            e.getMul(e.getConstant(hard.getSlope().convertToDouble()), x);
        const Id offset = e.getConstant(hard.getOffset().convertToDouble());
        return e.getClamp(e.getAdd(scaled, offset), 0.0, 1.0);
      })
      .Default([](Attribute) -> Result { return std::nullopt; });
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

bool ascend::canCreateElementwise(const ElementwiseForm &form,
                                  ArrayRef<RankedTensorType> inputs,
                                  RankedTensorType result) {
  auto fits = [&](ElementwiseOperand operand, bool mayBroadcast) {
    if (!operand.input)
      return true;
    RankedTensorType type = inputs[*operand.input];
    if (type.getRank() != result.getRank() ||
        type.getElementType() != result.getElementType())
      return false;
    return llvm::all_of(llvm::zip_equal(type.getShape(), result.getShape()),
                        [&](auto pair) {
                          auto [own, extent] = pair;
                          return own == extent || (mayBroadcast && own == 1);
                        });
  };
  return form.kind ? fits(form.lhs, true) && fits(form.rhs, true)
                   : fits(form.lhs, false);
}

/// A constant of one element.
static Value createConstant(OpBuilder &builder, Location loc, double value,
                            RankedTensorType like) {
  auto type = RankedTensorType::get(SmallVector<int64_t>(like.getRank(), 1),
                                    like.getElementType());
  auto element = builder.getFloatAttr(like.getElementType(), value);
  return arith::ConstantOp::create(builder, loc,
                                   DenseElementsAttr::get(type, element));
}

Value ascend::createElementwise(OpBuilder &builder, Location loc,
                                const ElementwiseForm &form,
                                ArrayRef<Value> inputs, Value init) {
  auto type = cast<RankedTensorType>(init.getType());
  auto get = [&](ElementwiseOperand operand) {
    return operand.input ? inputs[*operand.input]
                         : createConstant(builder, loc, operand.constant, type);
  };
  ArrayAttr epilogue =
      form.steps.empty() ? ArrayAttr() : builder.getArrayAttr(form.steps);
  Value lhs = get(form.lhs);
  if (!form.kind)
    return ActivationOp::create(builder, loc, type, lhs, init, epilogue)
        .getResult();
  return EltwiseOp::create(builder, loc, type, *form.kind, lhs, get(form.rhs),
                           init, epilogue)
      .getResult();
}
