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

Id ScalarExpressions::getUnary(Kind kind, Id a) { return intern({kind, {a}}); }

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

Id ScalarExpressions::getAdd(Id a, Id b) {
  if (is(a, Kind::Constant))
    std::swap(a, b);
  if (is(b, Kind::Constant)) {
    if (is(a, Kind::Constant))
      return getConstant(nodes[a].value + nodes[b].value);
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
  return node.kind == Kind::Product || node.kind == Kind::Constant ? node.value
                                                                   : 1.0;
}

SmallVector<Id, 4> ScalarExpressions::getFactors(Id id) const {
  if (is(id, Kind::Constant))
    return {};
  return is(id, Kind::Product) ? nodes[id].operands : SmallVector<Id, 4>{id};
}

Id ScalarExpressions::getProduct(double coefficient, ArrayRef<Id> factors) {
  SmallVector<Id, 4> flat;
  for (Id factor : factors) {
    coefficient *= getCoefficient(factor);
    llvm::append_range(flat, getFactors(factor));
  }
  if (flat.empty())
    return getConstant(coefficient);
  if (flat.size() == 1 && coefficient == 1.0)
    return flat.front();
  llvm::sort(flat);
  return intern({Kind::Product, std::move(flat), coefficient});
}

Id ScalarExpressions::getProduct(double coefficient, Id a) {
  return getProduct(coefficient, ArrayRef<Id>(a));
}

Id ScalarExpressions::getMul(Id a, Id b) { return getProduct(1.0, {a, b}); }

Id ScalarExpressions::getDiv(Id a, Id b) {
  if (is(b, Kind::Constant) && nodes[b].value != 0.0)
    return getProduct(1.0 / nodes[b].value, a);
  // a / (1 + exp(-x)) = a * sigmoid(x)
  const Node &divisor = nodes[b];
  if (divisor.kind == Kind::Add && isConstant(divisor.operands[1], 1.0) &&
      is(divisor.operands[0], Kind::Exp)) {
    const Id exponent = nodes[divisor.operands[0]].operands[0];
    return getMul(a, getSigmoid(getNeg(exponent)));
  }
  return intern({Kind::Div, {a, b}});
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
