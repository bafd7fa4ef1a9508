//===- Activation.cpp - Activation functions ------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operators.h"
#include "Tables.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::ascend::onnx_import;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// An activation of the first input, a floating-point tensor.
using EmitFn = Tensor (*)(Node &node, const Tensor &x);

template <EmitFn emitActivation>
static LogicalResult convertActivation(Node &node) {
  const Tensor &x = node.getInput(0);
  if (!node.requireFloat(x))
    return failure();
  return node.setOutput(emitActivation(node, x));
}

template <typename OpTy>
static Tensor emitUnary(Node &node, const Tensor &x) {
  return node.emit.unary<OpTy>(x);
}

static Tensor addNumber(Emitter &emit, const Tensor &x, double number) {
  return emit.add(x, emit.number(x.elementType, number));
}

//===----------------------------------------------------------------------===//
// Relu and its kin
//===----------------------------------------------------------------------===//

/// Relu (opset 6, 13, 14: integers).
static LogicalResult convertRelu(Node &node) {
  const Tensor &x = node.getInput(0);
  if (x.isFloat())
    return node.setOutput(node.emit.clamp(x, 0.0, kInfinity));
  if (x.isBool() || x.isUnsigned())
    return node.error("the operand has no sign");
  return node.setOutput(
      node.emit.maximum(x, node.emit.number(x.elementType, 0)));
}

/// max(x, 0) + slope * min(x, 0).
static Tensor emitTwoSlopes(Emitter &emit, const Tensor &x,
                            const Tensor &slope) {
  Tensor positive = emit.clamp(x, 0.0, kInfinity);
  Tensor negative = emit.clamp(x, -kInfinity, 0.0);
  return emit.add(positive, emit.mul(slope, negative));
}

static Tensor emitLeakyRelu(Node &node, const Tensor &x) {
  double alpha = node.getFloat("alpha", 0.01f);
  if (alpha > 0.0 && alpha <= 1.0)
    return node.emit.maximum(x, node.emit.scale(x, alpha));
  return emitTwoSlopes(node.emit, x, node.emit.number(x.elementType, alpha));
}

/// PRelu (opset 7, 9, 16). The slope is broadcast to the input.
static LogicalResult convertPRelu(Node &node) {
  const Tensor &x = node.getInput(0), &slope = node.getInput(1);
  if (!node.requireFloat(x) || !node.requireSameType({x, slope}))
    return failure();
  if (broadcast(x.shape, slope.shape) != x.shape)
    return node.error("slope " + toString(slope.shape) +
                      " does not fit input " + toString(x.shape));
  return node.setOutput(emitTwoSlopes(node.emit, x, slope));
}

static Tensor emitThresholdedRelu(Node &node, const Tensor &x) {
  Tensor alpha = node.emit.number(x.elementType, node.getFloat("alpha", 1.0));
  return node.emit.generic(
      x.elementType, {x, alpha}, [&](ImplicitLocOpBuilder &b, ValueRange args) {
        Value isAbove = arith::CmpFOp::create(b, arith::CmpFPredicate::OGT,
                                              args[0], args[1]);
        Value zero = arith::ConstantOp::create(b, b.getZeroAttr(x.elementType));
        return arith::SelectOp::create(b, isAbove, args[0], zero);
      });
}

//===----------------------------------------------------------------------===//
// Clip
//===----------------------------------------------------------------------===//

/// A bound as a number, where it is one.
static std::optional<double> getNumber(const Tensor &bound) {
  std::shared_ptr<const Elements> elements = getElements(bound);
  if (!elements || elements->size() != 1 || std::isnan(elements->front().real))
    return std::nullopt;
  return elements->front().real;
}

/// A bound of Clip as a tensor of rank 0, if it is there. `index` is its input,
/// `name` what it was as an attribute.
static std::optional<Tensor> getBound(Node &node, size_t index,
                                      StringRef name) {
  Type type = node.getInput(0).elementType;
  if (node.getOpset() < 11) {
    if (!node.hasAttribute(name))
      return std::nullopt;
    return node.emit.number(type, node.getFloat(name, 0.0));
  }
  if (!node.hasInput(index))
    return std::nullopt;
  const Tensor &bound = node.getInput(index);
  if (bound.elementType == type && getNumElements(bound.shape) == Dim(1))
    return node.emit.reshape(bound, {});
  (void)node.error("the bound '" + name +
                   "' is not one number of the input's "
                   "type");
  return std::nullopt;
}

/// Clip (opset 6: attributes; 11, 12, 13: inputs). Where both bounds are
/// numbers, one clamp. Without one, the bound is the largest number.
static LogicalResult convertClip(Node &node) {
  const Tensor &x = node.getInput(0);
  if (x.isBool() || (node.getOpset() < 11 && !x.isFloat()))
    return node.error("operands of this type are not supported");
  std::optional<Tensor> low = getBound(node, 1, "min");
  std::optional<Tensor> high = getBound(node, 2, "max");
  if (node.hasFailed())
    return failure();
  Emitter &emit = node.emit;
  if (auto type = dyn_cast<FloatType>(x.elementType)) {
    double largest =
        APFloat::getLargest(type.getFloatSemantics()).convertToDouble();
    std::optional<double> lower = low ? getNumber(*low) : -largest;
    std::optional<double> upper = high ? getNumber(*high) : largest;
    if (lower && upper && *lower <= *upper)
      return node.setOutput(emit.clamp(x, *lower, *upper));
  }
  Tensor result = low ? emit.maximum(x, *low) : x;
  return node.setOutput(high ? emit.minimum(result, *high) : result);
}

//===----------------------------------------------------------------------===//
// Sigmoid and its kin
//===----------------------------------------------------------------------===//

static Tensor emitHardSigmoid(Emitter &emit, const Tensor &x, double alpha,
                              double beta) {
  return emit.clamp(addNumber(emit, emit.scale(x, alpha), beta), 0.0, 1.0);
}

static Tensor emitHardSigmoid(Node &node, const Tensor &x) {
  double alpha = node.getFloat("alpha", 0.2f);
  return emitHardSigmoid(node.emit, x, alpha, node.getFloat("beta", 0.5));
}

static Tensor emitHardSwish(Node &node, const Tensor &x) {
  return node.emit.mul(x, emitHardSigmoid(node.emit, x, 1.0 / 6.0, 0.5));
}

/// log(exp(x) + 1) without overflow: max(x, 0) + log(1 + exp(-|x|)).
static Tensor emitSoftplus(Emitter &emit, const Tensor &x) {
  Tensor exponential =
      emit.unary<tosa::ExpOp>(emit.negate(emit.unary<tosa::AbsOp>(x)));
  return emit.add(emit.clamp(x, 0.0, kInfinity),
                  emit.unary<tosa::LogOp>(addNumber(emit, exponential, 1.0)));
}

static Tensor emitSoftplus(Node &node, const Tensor &x) {
  return emitSoftplus(node.emit, x);
}

static Tensor emitMish(Node &node, const Tensor &x) {
  return node.emit.mul(
      x, node.emit.unary<tosa::TanhOp>(emitSoftplus(node.emit, x)));
}

static Tensor emitSoftsign(Node &node, const Tensor &x) {
  Tensor bound = addNumber(node.emit, node.emit.unary<tosa::AbsOp>(x), 1.0);
  return node.emit.div(x, bound);
}

/// The common form of Elu, Selu and Celu:
/// gamma * (max(x, 0) + alpha * (exp(min(x, 0) / beta) - 1)).
static Tensor emitExponentialUnit(Emitter &emit, const Tensor &x, double alpha,
                                  double beta, double gamma) {
  Tensor negative = emit.clamp(x, -kInfinity, 0.0);
  if (beta != 1.0)
    negative = emit.div(negative, emit.number(x.elementType, beta));
  Tensor exponential = addNumber(emit, emit.unary<tosa::ExpOp>(negative), -1.0);
  Tensor sum =
      emit.add(emit.clamp(x, 0.0, kInfinity), emit.scale(exponential, alpha));
  return emit.scale(sum, gamma);
}

static Tensor emitElu(Node &node, const Tensor &x) {
  return emitExponentialUnit(node.emit, x, node.getFloat("alpha", 1.0), 1.0,
                             1.0);
}

static Tensor emitSelu(Node &node, const Tensor &x) {
  double alpha = node.getFloat("alpha", 1.67326319217681884765625);
  double gamma = node.getFloat("gamma", 1.05070102214813232421875);
  return emitExponentialUnit(node.emit, x, alpha, 1.0, gamma);
}

static Tensor emitCelu(Node &node, const Tensor &x) {
  double alpha = node.getFloat("alpha", 1.0);
  if (alpha == 0.0)
    (void)node.error("attribute 'alpha' is 0");
  return emitExponentialUnit(node.emit, x, alpha, alpha, 1.0);
}

/// Gelu (opset 20): 0.5 * x * (1 + f(x)), f being erf(x / sqrt(2)) or, as an
/// approximation, tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)).
static Tensor emitGelu(Node &node, const Tensor &x) {
  Emitter &emit = node.emit;
  StringRef approximate = node.getString("approximate", "none");
  Tensor gate;
  if (approximate == "tanh") {
    Tensor cube = emit.mul(emit.mul(x, x), x);
    Tensor inner = emit.add(x, emit.scale(cube, 0.044715));
    gate = emit.unary<tosa::TanhOp>(emit.scale(inner, std::sqrt(2.0 / M_PI)));
  } else {
    if (approximate != "none")
      (void)node.error("attribute 'approximate' is '" + approximate + "'");
    gate = emit.unary<tosa::ErfOp>(emit.scale(x, std::sqrt(0.5)));
  }
  return emit.mul(emit.scale(x, 0.5), addNumber(emit, gate, 1.0));
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// The largest element along `axis`, and the exponentials below it.
static std::pair<Tensor, Tensor>
emitExponentials(Emitter &emit, const Tensor &x, int64_t axis) {
  Tensor maximum = emit.reduce<tosa::ReduceMaxOp>(x, axis);
  Tensor difference = emit.sub(x, maximum);
  return {difference, emit.unary<tosa::ExpOp>(difference)};
}

static Tensor emitSoftmax(Emitter &emit, const Tensor &x, int64_t axis) {
  if (!x.elementType.isF64())
    return emit.wrap(
        linalg::SoftmaxOp::create(
            emit.builder, TypeRange(emit.getType(x.elementType, x.shape)),
            emit.get(x), emit.getEmpty(x.elementType, x.shape, {x}), axis)
            ->getResult(0),
        x.elementType, x.shape);
  Tensor exponentials = emitExponentials(emit, x, axis).second;
  return emit.mul(exponentials,
                  emit.unary<tosa::ReciprocalOp>(
                      emit.reduce<tosa::ReduceSumOp>(exponentials, axis)));
}

static Tensor emitLogSoftmax(Emitter &emit, const Tensor &x, int64_t axis) {
  Tensor wide = emit.cast(x, getWideType(x.elementType));
  auto [difference, exponentials] = emitExponentials(emit, wide, axis);
  Tensor sum = emit.reduce<tosa::ReduceSumOp>(exponentials, axis);
  return emit.cast(emit.sub(difference, emit.unary<tosa::LogOp>(sum)),
                   x.elementType);
}

/// Softmax and LogSoftmax. Until opset 13 all dims from `axis` on are one.
template <Tensor (*emitAlong)(Emitter &, const Tensor &, int64_t)>
static LogicalResult convertSoftmax(Node &node) {
  const Tensor &x = node.getInput(0);
  bool isFlattened = node.getOpset() < 13;
  int64_t given = node.getInt("axis", isFlattened ? 1 : -1);
  std::optional<int64_t> axis;
  if (node.hasFailed() || !node.requireFloat(x) || !node.requireRank(x, 1, 6) ||
      !(axis = node.normalizeAxis(given, x.getRank())))
    return failure();
  ArrayRef<Dim> shape = x.shape;
  std::optional<Dim> outer = getNumElements(shape.take_front(*axis));
  std::optional<Dim> inner = getNumElements(shape.drop_front(*axis));
  if (!isFlattened || !inner || *inner == shape[*axis])
    return node.setOutput(emitAlong(node.emit, x, *axis));
  Tensor flat = node.emit.reshape(x, {outer.value_or(Dim(1)), *inner});
  return node.setOutput(
      node.emit.reshape(emitAlong(node.emit, flat, 1), shape));
}

void mlir::ascend::onnx_import::populateActivationOperators(
    OperatorTable &table) {
  table.add("Relu", 1, 1, convertRelu);
  table.add("LeakyRelu", 1, 1, convertActivation<emitLeakyRelu>);
  table.add("PRelu", 2, 2, convertPRelu);
  table.add("ThresholdedRelu", 1, 1, convertActivation<emitThresholdedRelu>,
            /*since=*/10);
  table.add("Clip", 1, 3, convertClip);
  table.add("Sigmoid", 1, 1, convertActivation<emitUnary<tosa::SigmoidOp>>);
  table.add("HardSigmoid", 1, 1, convertActivation<emitHardSigmoid>);
  table.add("HardSwish", 1, 1, convertActivation<emitHardSwish>, /*since=*/14);
  table.add("Tanh", 1, 1, convertActivation<emitUnary<tosa::TanhOp>>);
  table.add("Gelu", 1, 1, convertActivation<emitGelu>, /*since=*/20);
  table.add("Mish", 1, 1, convertActivation<emitMish>, /*since=*/18);
  table.add("Softplus", 1, 1, convertActivation<emitSoftplus>);
  table.add("Softsign", 1, 1, convertActivation<emitSoftsign>);
  table.add("Elu", 1, 1, convertActivation<emitElu>);
  table.add("Selu", 1, 1, convertActivation<emitSelu>);
  table.add("Celu", 1, 1, convertActivation<emitCelu>, /*since=*/12);
  table.add("Softmax", 1, 1, convertSoftmax<emitSoftmax>);
  table.add("LogSoftmax", 1, 1, convertSoftmax<emitLogSoftmax>);
}
