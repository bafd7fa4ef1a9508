//===- EvaluateArithmetic.cpp - Arithmetic of known elements --------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvaluateArithmetic.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ascend::onnx_import;

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static std::optional<Dim> add(Dim a, Dim b) {
  if (a == Dim(0) || b == Dim(0))
    return a == Dim(0) ? b : a;
  int64_t sum;
  if (a.isBatch != b.isBatch || llvm::AddOverflow(a.value, b.value, sum))
    return std::nullopt;
  return Dim(sum, a.isBatch);
}

static std::optional<Dim> negate(Dim a) {
  if (a.value == INT64_MIN)
    return std::nullopt;
  return Dim(-a.value, a.isBatch);
}

static std::optional<Dim> subtract(Dim a, Dim b) {
  std::optional<Dim> negative = negate(b);
  return negative ? add(a, *negative) : std::nullopt;
}

/// Truncates toward zero. A quotient of two multiples of the batch size is
/// that of their factors.
static std::optional<Dim> divide(Dim a, Dim b) {
  if (a.isBatch != b.isBatch)
    return divideExactly(a, b);
  if (b.value == 0 || (a.value == INT64_MIN && b.value == -1))
    return std::nullopt;
  return Dim(a.value / b.value);
}

/// With the sign of the dividend.
static std::optional<Dim> truncatedModulo(Dim a, Dim b) {
  if (a.isBatch != b.isBatch)
    return divideExactly(a, b) ? std::optional(Dim(0)) : std::nullopt;
  if (b.value == 0 || b.value == -1)
    return b.value ? std::optional(Dim(0)) : std::nullopt;
  return Dim(a.value % b.value, a.isBatch);
}

/// With the sign of the divisor.
static std::optional<Dim> flooredModulo(Dim a, Dim b) {
  std::optional<Dim> rest = truncatedModulo(a, b);
  if (rest && rest->value != 0 && (rest->value < 0) != (b.value < 0))
    rest->value += b.value;
  return rest;
}

static std::optional<Dim> power(Dim base, Dim exponent) {
  // Beyond, every base other than 0 and ±1 overflows.
  if (exponent.isBatch || exponent.value < 0 || exponent.value > 64)
    return std::nullopt;
  std::optional<Dim> result = Dim(1);
  for (int64_t i = 0; i < exponent.value && result; ++i)
    result = multiply(*result, base);
  return result;
}

static std::optional<Dim> absolute(Dim a) {
  return a.value < 0 ? negate(a) : a;
}

/// The sign of `a - b`, if it is the same for every batch size from 1.
static std::optional<int> compare(Dim a, Dim b) {
  if (a.isBatch == b.isBatch)
    return a.value < b.value ? -1 : a.value > b.value;
  if (b.isBatch) {
    std::optional<int> sign = compare(b, a);
    return sign ? std::optional(-*sign) : std::nullopt;
  }
  if (a.value > 0 && b.value < a.value)
    return 1;
  if (a.value < 0 && b.value > a.value)
    return -1;
  return std::nullopt;
}

/// Where a batch of 1 makes them equal, larger ones decide.
static std::optional<Dim> maximum(Dim a, Dim b) {
  if (a.value == b.value && a.isBatch != b.isBatch)
    return a.isBatch == (a.value > 0) ? a : b;
  std::optional<int> sign = compare(a, b);
  return sign ? std::optional(*sign > 0 ? a : b) : std::nullopt;
}

static std::optional<Dim> minimum(Dim a, Dim b) {
  std::optional<Dim> larger = maximum(a, b);
  return larger ? std::optional(*larger == a ? b : a) : std::nullopt;
}

template <bool (*decide)(int)>
static std::optional<Dim> compareIntegers(Dim a, Dim b) {
  std::optional<int> sign = compare(a, b);
  return sign ? std::optional(Dim(decide(*sign))) : std::nullopt;
}

static bool isEqual(int sign) { return sign == 0; }
static bool isLess(int sign) { return sign < 0; }
static bool isLessOrEqual(int sign) { return sign <= 0; }
static bool isGreater(int sign) { return sign > 0; }
static bool isGreaterOrEqual(int sign) { return sign >= 0; }

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

using Kind = OperatorKind;

const UnaryOperator *
mlir::ascend::onnx_import::findUnaryOperator(StringRef name) {
  using Real = double;
  using Result = std::optional<double>;
  static const llvm::StringMap<UnaryOperator> operators = {
      {"Neg", {Kind::Arithmetic, negate, [](Real a) -> Result { return -a; }}},
      {"Abs",
       {Kind::Arithmetic, absolute,
        [](Real a) -> Result { return std::fabs(a); }}},
      {"Floor",
       {Kind::Arithmetic, nullptr,
        [](Real a) -> Result { return std::floor(a); }}},
      {"Ceil",
       {Kind::Arithmetic, nullptr,
        [](Real a) -> Result { return std::ceil(a); }}},
      {"Round",
       {Kind::Arithmetic, nullptr,
        [](Real a) -> Result { return std::nearbyint(a); }}},
      {"Sqrt",
       {Kind::Arithmetic, nullptr,
        [](Real a) -> Result { return std::sqrt(a); }}},
      {"Not",
       {Kind::Logical,
        [](Dim a) -> std::optional<Dim> { return Dim(a.value == 0); }}},
  };
  auto it = operators.find(name);
  return it == operators.end() ? nullptr : &it->second;
}

static llvm::StringMap<BinaryOperator> getArithmetic() {
  using Result = std::optional<double>;
  using Real = double;
  auto entry = [](decltype(BinaryOperator::integer) integer,
                  decltype(BinaryOperator::real) real) {
    return BinaryOperator{Kind::Arithmetic, integer, real};
  };
  llvm::StringMap<BinaryOperator> table;
  table["Add"] = entry(add, [](Real a, Real b) -> Result { return a + b; });
  table["Sub"] =
      entry(subtract, [](Real a, Real b) -> Result { return a - b; });
  table["Mul"] =
      entry(multiply, [](Real a, Real b) -> Result { return a * b; });
  table["Div"] = entry(divide, [](Real a, Real b) -> Result {
    return b == 0 ? std::nullopt : Result(a / b);
  });
  table["Mod"] = entry(flooredModulo, nullptr);
  table["FMod"] = entry(truncatedModulo, [](Real a, Real b) -> Result {
    return b == 0 ? std::nullopt : Result(std::fmod(a, b));
  });
  // Unlike std::fmax, ONNX's keeps NaN.
  table["Max"] = entry(maximum, [](Real a, Real b) -> Result {
    return std::isnan(a) || a > b ? a : b;
  });
  table["Min"] = entry(minimum, [](Real a, Real b) -> Result {
    return std::isnan(a) || a < b ? a : b;
  });
  // Other powers are not rounded once.
  table["Pow"] = entry(power, [](Real a, Real b) -> Result {
    return b == 2 ? Result(a * a) : std::nullopt;
  });
  table["Sum"] = table["Add"];
  return table;
}

static llvm::StringMap<BinaryOperator> getPredicates() {
  using Result = std::optional<double>;
  using Real = double;
  auto comparison = [](decltype(BinaryOperator::integer) integer,
                       decltype(BinaryOperator::real) real) {
    return BinaryOperator{Kind::Comparison, integer, real};
  };
  auto logical = [](decltype(BinaryOperator::integer) integer) {
    return BinaryOperator{Kind::Logical, integer, nullptr};
  };
  llvm::StringMap<BinaryOperator> table;
  table["Equal"] = comparison(compareIntegers<isEqual>,
                              [](Real a, Real b) { return Result(a == b); });
  table["Less"] = comparison(compareIntegers<isLess>,
                             [](Real a, Real b) { return Result(a < b); });
  table["LessOrEqual"] =
      comparison(compareIntegers<isLessOrEqual>,
                 [](Real a, Real b) { return Result(a <= b); });
  table["Greater"] = comparison(compareIntegers<isGreater>,
                                [](Real a, Real b) { return Result(a > b); });
  table["GreaterOrEqual"] =
      comparison(compareIntegers<isGreaterOrEqual>,
                 [](Real a, Real b) { return Result(a >= b); });
  table["And"] = logical([](Dim a, Dim b) -> std::optional<Dim> {
    return Dim(a.value && b.value);
  });
  table["Or"] = logical([](Dim a, Dim b) -> std::optional<Dim> {
    return Dim(a.value || b.value);
  });
  table["Xor"] = logical([](Dim a, Dim b) -> std::optional<Dim> {
    return Dim(a.value != b.value);
  });
  return table;
}

const BinaryOperator *
mlir::ascend::onnx_import::findBinaryOperator(StringRef name) {
  static const llvm::StringMap<BinaryOperator> arithmetic = getArithmetic();
  static const llvm::StringMap<BinaryOperator> predicates = getPredicates();
  auto it = arithmetic.find(name);
  if (it != arithmetic.end())
    return &it->second;
  it = predicates.find(name);
  return it == predicates.end() ? nullptr : &it->second;
}
