//===- Evaluate.cpp - Shape arithmetic at import --------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that compute. Those that move data become constants by themselves:
// the emitter moves elements that are known.
//
//===----------------------------------------------------------------------===//

#include "EvaluateArithmetic.h"
#include "Operators.h"
#include "ReduceAxes.h"
#include "TensorReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ascend::onnx_import;

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

/// The shape of an elementwise result, if that can be evaluated.
static std::optional<Shape> getSmallBroadcast(ArrayRef<Tensor> tensors) {
  Shape shape;
  for (const Tensor &tensor : tensors) {
    std::optional<Shape> both = broadcast(shape, tensor.shape);
    if (!both)
      return std::nullopt;
    shape = std::move(*both);
  }
  std::optional<Dim> count = getNumElements(shape);
  if (!count || count->isBatch || count->value > kMaxEvaluatedElements)
    return std::nullopt;
  return shape;
}

/// As many elements as `shape` has. An unsigned number beyond the signed ones
/// has no order here.
static std::shared_ptr<const Elements> getBroadcast(const Tensor &tensor,
                                                    ArrayRef<Dim> shape) {
  auto toSource = [&](SmallVectorImpl<int64_t> &index) {
    index.erase(index.begin(), index.end() - tensor.getRank());
    for (auto [at, dim] : llvm::zip_equal(index, tensor.shape))
      at = dim == Dim(1) ? 0 : at;
  };
  std::optional<Tensor> result = rearrange(tensor, shape, toSource);
  std::shared_ptr<const Elements> elements =
      result ? getElements(*result) : nullptr;
  if (!elements || (tensor.isUnsigned() &&
                    llvm::any_of(*elements, [](const Element &element) {
                      return element.integer.value < 0;
                    })))
    return nullptr;
  return elements;
}

/// Whether the operator is one on elements of that type.
template <typename OperatorTy>
static bool isFor(const OperatorTy &op, Type type) {
  if (op.kind != OperatorKind::Comparison &&
      type.isInteger(1) != (op.kind == OperatorKind::Logical))
    return false;
  return isa<FloatType>(type) ? op.real != nullptr : op.integer != nullptr;
}

/// Applies `op` to one element of each operand.
template <typename OperatorTy, typename... Operands>
static std::optional<Element> apply(const OperatorTy &op, Type type,
                                    const Operands &...operands) {
  if (!isa<FloatType>(type)) {
    std::optional<Dim> integer = op.integer(operands.integer...);
    return integer ? std::optional(Element::getInteger(*integer))
                   : std::nullopt;
  }
  std::optional<double> real = op.real(operands.real...);
  if (!real)
    return std::nullopt;
  return op.kind == OperatorKind::Comparison
             ? Element::getInteger(Dim(*real != 0))
             : Element::getReal(*real);
}

static std::optional<Tensor> evaluateUnary(const UnaryOperator &op,
                                           const Tensor &operand) {
  Type type = operand.elementType;
  auto elements = getBroadcast(operand, operand.shape);
  if (!elements || !isFor(op, type))
    return std::nullopt;
  Elements results;
  for (const Element &element : *elements) {
    std::optional<Element> result = apply(op, type, element);
    if (!result)
      return std::nullopt;
    results.push_back(*result);
  }
  return getConstantTensor(type, operand.shape, std::move(results));
}

static std::optional<Tensor>
evaluateBinary(const BinaryOperator &op, const Tensor &lhs, const Tensor &rhs) {
  Type type = lhs.elementType;
  std::optional<Shape> shape = getSmallBroadcast({lhs, rhs});
  if (!shape || type != rhs.elementType || !isFor(op, type))
    return std::nullopt;
  auto left = getBroadcast(lhs, *shape), right = getBroadcast(rhs, *shape);
  if (!left || !right)
    return std::nullopt;
  Elements results;
  for (auto [a, b] : llvm::zip_equal(*left, *right)) {
    std::optional<Element> result = apply(op, type, a, b);
    if (!result)
      return std::nullopt;
    results.push_back(*result);
  }
  if (op.kind == OperatorKind::Comparison)
    type = IntegerType::get(type.getContext(), 1);
  return getConstantTensor(type, *shape, std::move(results));
}

/// Max, Min and Sum take any number of operands.
static std::optional<Tensor> evaluateElementwise(Node &node) {
  StringRef name = node.getOpType();
  const Tensor &first = node.getInput(0);
  if (const UnaryOperator *op = findUnaryOperator(name))
    return evaluateUnary(*op, first);
  if (name == "Mod" && node.getBool("fmod", false))
    name = "FMod";
  const BinaryOperator *op = findBinaryOperator(name);
  if (!op)
    return std::nullopt;
  std::optional<Tensor> result = first;
  for (size_t i = 1; i < node.getNumInputs() && result; ++i)
    result = evaluateBinary(*op, *result, node.getInput(i));
  return result;
}

/// Where (opset 9, 16).
static std::optional<Tensor> evaluateWhere(Node &node) {
  const Tensor &condition = node.getInput(0);
  const Tensor &lhs = node.getInput(1), &rhs = node.getInput(2);
  std::optional<Shape> shape = getSmallBroadcast({condition, lhs, rhs});
  if (!shape || !condition.isBool() || lhs.elementType != rhs.elementType)
    return std::nullopt;
  auto conditions = getBroadcast(condition, *shape);
  auto left = getBroadcast(lhs, *shape), right = getBroadcast(rhs, *shape);
  if (!conditions || !left || !right)
    return std::nullopt;
  Elements results;
  for (auto [isTrue, a, b] : llvm::zip_equal(*conditions, *left, *right))
    results.push_back(isTrue.integer.value ? a : b);
  return getConstantTensor(lhs.elementType, *shape, std::move(results));
}

//===----------------------------------------------------------------------===//
// Cast
//===----------------------------------------------------------------------===//

/// Multiples of the batch size stay what they are in types that hold any
/// batch.
static std::optional<Element> castInteger(Dim value, Type to) {
  constexpr int64_t kLargestExact = int64_t(1) << 53;
  if (to.isInteger(1))
    return Element::getInteger(Dim(value.value != 0));
  if (isa<FloatType>(to)) {
    if (value.isBatch || value.value < -kLargestExact ||
        value.value > kLargestExact)
      return std::nullopt;
    return Element::getReal(static_cast<double>(value.value));
  }
  if (value.isBatch &&
      (to.getIntOrFloatBitWidth() < 32 || !llvm::isInt<32>(value.value) ||
       (to.isUnsignedInteger() && value.value < 0)))
    return std::nullopt;
  return Element::getInteger(value);
}

/// Cuts off the fraction. Numbers that the type does not hold depend on the
/// machine.
static std::optional<Element> castReal(double value, Type to) {
  if (isa<FloatType>(to))
    return Element::getReal(value);
  if (to.isInteger(1))
    return Element::getInteger(Dim(value != 0));
  bool isUnsigned = to.isUnsignedInteger();
  int numBits = static_cast<int>(to.getIntOrFloatBitWidth());
  double limit = std::ldexp(1, std::min(numBits - !isUnsigned, 63));
  double cut = std::trunc(value);
  bool isHeld = cut < limit && cut >= (isUnsigned ? 0 : -limit);
  if (!isHeld)
    return std::nullopt;
  return Element::getInteger(Dim(static_cast<int64_t>(cut)));
}

/// Cast (opset 6, 9, 13, 19: saturate, for types of 8 bits).
static std::optional<Tensor> evaluateCast(Node &node) {
  const Tensor &input = node.getInput(0);
  int64_t to = node.getInt("to", 0);
  Type type = to > 0 && to <= INT32_MAX
                  ? getElementType(static_cast<int32_t>(to),
                                   input.elementType.getContext())
                  : Type();
  auto elements = getBroadcast(input, input.shape);
  if (!type || !elements)
    return std::nullopt;
  if (node.getOpset() >= 19)
    node.ignoreAttribute("saturate");
  Elements results;
  for (const Element &element : *elements) {
    std::optional<Element> result = input.isFloat()
                                        ? castReal(element.real, type)
                                        : castInteger(element.integer, type);
    if (!result)
      return std::nullopt;
    results.push_back(*result);
  }
  return getConstantTensor(type, input.shape, std::move(results));
}

//===----------------------------------------------------------------------===//
// Range
//===----------------------------------------------------------------------===//

/// The number of elements of a range; more than can be evaluated, and ranges
/// that never end, are none.
static std::optional<int64_t> getRangeSize(const Element &start,
                                           const Element &limit,
                                           const Element &delta, bool isFloat) {
  double size = 0;
  if (isFloat) {
    size = std::ceil((limit.real - start.real) / delta.real);
  } else {
    int64_t distance, step = delta.integer.value;
    if (limit.integer.isBatch || start.integer.isBatch ||
        delta.integer.isBatch || step == 0 ||
        llvm::SubOverflow(limit.integer.value, start.integer.value, distance) ||
        distance == INT64_MIN)
      return std::nullopt;
    int64_t whole = distance / step;
    bool hasRest = distance % step != 0 && (distance < 0) == (step < 0);
    size = static_cast<double>(whole) + hasRest;
  }
  if (!(size <= static_cast<double>(kMaxEvaluatedElements)))
    return std::nullopt;
  return std::max<int64_t>(static_cast<int64_t>(std::max(size, 0.0)), 0);
}

/// Range (opset 11).
static std::optional<Tensor> evaluateRange(Node &node) {
  Type type = node.getInput(0).elementType;
  Element numbers[3];
  for (size_t i = 0; i < 3; ++i) {
    const Tensor &input = node.getInput(i);
    if (input.getRank() != 0 || input.elementType != type)
      return std::nullopt;
    numbers[i] = getElements(input)->front();
  }
  bool isFloat = isa<FloatType>(type);
  std::optional<int64_t> size =
      getRangeSize(numbers[0], numbers[1], numbers[2], isFloat);
  if (!size)
    return std::nullopt;
  Elements results;
  for (int64_t i = 0; i < *size; ++i) {
    if (isFloat)
      results.push_back(Element::getReal(
          numbers[0].real + static_cast<double>(i) * numbers[2].real));
    else
      results.push_back(Element::getInteger(
          Dim(numbers[0].integer.value + i * numbers[2].integer.value)));
  }
  return getConstantTensor(type, {Dim(*size)}, std::move(results));
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Where an element goes in a tensor of shape `kept`, which has an extent of
/// one where axes are reduced.
static int64_t getReducedPosition(int64_t position, ArrayRef<Dim> shape,
                                  ArrayRef<Dim> kept) {
  int64_t result = 0, stride = 1;
  for (auto [from, to] :
       llvm::zip_equal(llvm::reverse(shape), llvm::reverse(kept))) {
    result += to == Dim(1) ? 0 : position % from.value * stride;
    position /= from.value;
    stride *= to.value;
  }
  return result;
}

/// ReduceSum, ReduceProd, ReduceMax and ReduceMin of integers.
template <int64_t sinceInput = kReduceAxesInput>
static std::optional<Tensor> evaluateReduce(Node &node) {
  const Tensor &input = node.getInput(0);
  Type type = input.elementType;
  StringRef kind = node.getOpType().drop_front(StringRef("Reduce").size());
  const BinaryOperator *op = findBinaryOperator(kind == "Prod" ? "Mul" : kind);
  auto elements = getBroadcast(input, input.shape);
  // A maximum of nothing has no value to start with.
  if (!elements || elements->empty() || input.isFloat() || input.isBool())
    return std::nullopt;
  bool keepDims = node.getBool("keepdims", true);
  std::optional<SmallVector<int64_t>> axes = getReducedAxes(node, sinceInput);
  if (!axes)
    return std::nullopt;
  Shape kept = input.shape, shape;
  for (auto [i, dim] : llvm::enumerate(kept)) {
    bool isReduced = llvm::is_contained(*axes, static_cast<int64_t>(i));
    if (isReduced)
      dim = Dim(1);
    if (keepDims || !isReduced)
      shape.push_back(dim);
  }
  SmallVector<std::optional<Element>> sums(getNumElements(kept)->value);
  for (auto [i, element] : llvm::enumerate(*elements)) {
    std::optional<Element> &sum =
        sums[getReducedPosition(static_cast<int64_t>(i), input.shape, kept)];
    sum = sum ? apply(*op, type, *sum, element) : element;
    if (!sum)
      return std::nullopt;
  }
  Elements results;
  for (const std::optional<Element> &sum : sums)
    results.push_back(*sum);
  return getConstantTensor(type, shape, std::move(results));
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

using EvaluateFn = std::optional<Tensor> (*)(Node &);

static EvaluateFn findEvaluation(StringRef name) {
  static const llvm::StringMap<EvaluateFn> others = {
      {"Cast", evaluateCast},
      {"Range", evaluateRange},
      {"ReduceMax", evaluateReduce<>},
      {"ReduceMin", evaluateReduce<>},
      {"ReduceProd", evaluateReduce<>},
      {"ReduceSum", evaluateReduce<kReduceSumAxesInput>},
      {"Where", evaluateWhere},
  };
  auto it = others.find(name);
  if (it != others.end())
    return it->second;
  return findUnaryOperator(name) || findBinaryOperator(name)
             ? evaluateElementwise
             : nullptr;
}

bool mlir::ascend::onnx_import::evaluateNode(Node &node) {
  EvaluateFn evaluate = findEvaluation(node.getOpType());
  if (!evaluate)
    return false;
  for (size_t i = 0; i < node.getNumInputs(); ++i)
    if (!node.hasInput(i) || !getElements(node.getInput(i)))
      return false;
  std::optional<Tensor> result = evaluate(node);
  if (result)
    node.setOutput(0, *result);
  return result.has_value();
}
