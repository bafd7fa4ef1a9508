//===- ScalarExpression.cpp - Scalar functions in a normal form -----------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarExpression.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

using namespace mlir;
using namespace mlir::ascend;

using Id = ScalarExpressions::Id;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

Id ScalarExpressions::intern(Node node) {
  for (auto [id, known] : llvm::enumerate(nodes))
    if (known.kind == node.kind && known.operands == node.operands &&
        known.value == node.value && known.high == node.high &&
        known.input == node.input)
      return id;
  nodes.push_back(std::move(node));
  return nodes.size() - 1;
}

Id ScalarExpressions::getInput(unsigned index) {
  Node node{Kind::Input, {}};
  node.input = index;
  return intern(std::move(node));
}

Id ScalarExpressions::getConstant(double value) {
  return intern({Kind::Constant, {}, value});
}

double ScalarExpressions::round(double value, bool *losesInfo) const {
  llvm::APFloat rounded(value);
  bool ignored = false;
  rounded.convert(semantics, llvm::APFloat::rmNearestTiesToEven,
                  losesInfo ? losesInfo : &ignored);
  return rounded.convertToDouble();
}

bool ScalarExpressions::isInRange(double value) const {
  const double smallest =
      llvm::APFloat::getSmallestNormalized(semantics).convertToDouble();
  const double rounded = round(value);
  return value == 0.0 ||
         (std::isfinite(rounded) && std::abs(rounded) >= smallest);
}

Id ScalarExpressions::getUnary(Kind kind, Id a) { return intern({kind, {a}}); }

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

Id ScalarExpressions::getAdd(Id a, Id b) {
  if (is(a, Kind::Constant))
    std::swap(a, b);
  if (is(b, Kind::Constant)) {
    if (is(a, Kind::Constant))
      return getConstant(round(nodes[a].value + nodes[b].value));
    return nodes[b].value == 0.0 ? a : intern({Kind::Add, {a, b}});
  }
  return intern({Kind::Add, {std::min(a, b), std::max(a, b)}});
}

Id ScalarExpressions::getSub(Id a, Id b) {
  if (is(b, Kind::Constant))
    return getAdd(a, getConstant(-nodes[b].value));
  if (isConstant(a, 0.0))
    return getNeg(b);
  return intern({Kind::Sub, {a, b}});
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

double ScalarExpressions::getCoefficient(Id id) const {
  const Node &node = nodes[id];
  if (isScaling(node)) {
    const double inner = getCoefficient(node.operands[0]);
    const double reciprocal = 1.0 / nodes[node.operands[1]].value;
    return canMerge(inner, reciprocal) ? inner * reciprocal : reciprocal;
  }
  return node.kind == Kind::Product || node.kind == Kind::Constant ? node.value
                                                                   : 1.0;
}

SmallVector<Id, 4> ScalarExpressions::getFactors(Id id) const {
  const Node &node = nodes[id];
  if (node.kind == Kind::Constant)
    return {};
  if (isScaling(node)) {
    const Id dividend = node.operands[0];
    const double reciprocal = 1.0 / nodes[node.operands[1]].value;
    return canMerge(getCoefficient(dividend), reciprocal)
               ? getFactors(dividend)
               : SmallVector<Id, 4>{dividend};
  }
  return node.kind == Kind::Product ? node.operands : SmallVector<Id, 4>{id};
}

Id ScalarExpressions::getProduct(double coefficient, ArrayRef<Id> factors) {
  if (factors.empty())
    return getConstant(coefficient);
  if (factors.size() == 1 && coefficient == 1.0)
    return factors.front();
  SmallVector<Id, 4> sorted(factors);
  llvm::sort(sorted);
  return intern({Kind::Product, std::move(sorted), coefficient});
}

/// Where one factor is larger and the other smaller than 1, the product of the
/// first alone may be infinite or zero.
bool ScalarExpressions::canMerge(double a, double b) const {
  if (std::abs(a) == 1.0 || std::abs(b) == 1.0)
    return true;
  const bool isMonotonic = (std::abs(a) < 1.0) == (std::abs(b) < 1.0);
  return isMonotonic && isInRange(a * b);
}

Id ScalarExpressions::getMul(Id a, Id b) {
  if (is(a, Kind::Constant))
    std::swap(a, b);
  const double first = getCoefficient(a), second = getCoefficient(b);
  if (is(a, Kind::Constant))
    return getConstant(round(first * second));
  if (!canMerge(first, second))
    return is(b, Kind::Constant) ? getProduct(second, a)
                                 : getProduct(1.0, {a, b});
  // A quotient remains one.
  if (isConstant(b, 1.0))
    return a;
  if (isConstant(b, -1.0) && isScaling(nodes[a])) {
    const Id dividend = nodes[a].operands[0];
    return getDiv(dividend, getConstant(-nodes[nodes[a].operands[1]].value));
  }
  SmallVector<Id, 4> factors = getFactors(a);
  llvm::append_range(factors, getFactors(b));
  return getProduct(first * second, factors);
}

Id ScalarExpressions::getDiv(Id a, Id b) {
  if (is(b, Kind::Constant)) {
    const double number = nodes[b].value;
    if (is(a, Kind::Constant))
      return getConstant(round(nodes[a].value / number));
    bool losesInfo = false;
    const double reciprocal = round(1.0 / number, &losesInfo);
    if (!losesInfo && reciprocal * number == 1.0 && isInRange(reciprocal))
      return getMul(a, getConstant(reciprocal));
    return intern({Kind::Div, {a, b}});
  }
  // a / (1 + exp(-x)) = a * sigmoid(x)
  const Node &divisor = nodes[b];
  if (divisor.kind == Kind::Add && isConstant(divisor.operands[1], 1.0) &&
      is(divisor.operands[0], Kind::Exp)) {
    const Id exponent = nodes[divisor.operands[0]].operands[0];
    return getMul(a, getSigmoid(getNeg(exponent)));
  }
  return intern({Kind::Div, {a, b}});
}

std::optional<Id> ScalarExpressions::getPower(Id base, double exponent) {
  if (exponent != 2.0 && exponent != 3.0)
    return std::nullopt;
  const Id square = getMul(base, base);
  return exponent == 2.0 ? square : getMul(square, base);
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

Id ScalarExpressions::getClamp(Id a, double low, double high) {
  if (is(a, Kind::Constant))
    return getConstant(std::min(std::max(nodes[a].value, low), high));
  if (is(a, Kind::Clamp)) {
    const Node inner = nodes[a];
    return getClamp(inner.operands[0],
                    std::min(std::max(inner.value, low), high),
                    std::min(std::max(inner.high, low), high));
  }
  return intern({Kind::Clamp, {a}, low, high});
}

Id ScalarExpressions::getMax(Id a, Id b) {
  if (is(a, Kind::Constant))
    std::swap(a, b);
  if (is(b, Kind::Constant) && !std::isnan(nodes[b].value))
    return getClamp(a, nodes[b].value, kInfinity);
  return a == b ? a : intern({Kind::Max, {std::min(a, b), std::max(a, b)}});
}

Id ScalarExpressions::getMin(Id a, Id b) {
  if (is(a, Kind::Constant))
    std::swap(a, b);
  if (is(b, Kind::Constant) && !std::isnan(nodes[b].value))
    return getClamp(a, -kInfinity, nodes[b].value);
  return a == b ? a : intern({Kind::Min, {std::min(a, b), std::max(a, b)}});
}

Id ScalarExpressions::getSelect(Id a, Id b, Id ifTrue, Id ifFalse) {
  if (ifTrue == a && ifFalse == b)
    return getMax(a, b);
  if (ifTrue == b && ifFalse == a)
    return getMin(a, b);
  return intern({Kind::Select, {a, b, ifTrue, ifFalse}});
}
