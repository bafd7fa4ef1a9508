//===- Elementwise.cpp - Elementwise arithmetic ---------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operators.h"
#include "TensorReader.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::ascend::onnx_import;

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

static bool checkOperands(Node &node, ArrayRef<Tensor> operands) {
  if (node.hasFailed() || !node.requireSameType(operands))
    return false;
  if (operands.front().isBool())
    return succeeded(node.error("operands of type i1 are not supported"));
  return true;
}

/// Add, Sub, Mul, Div (opset 7); Min, Max, Sum of any number (opset 8).
template <Tensor (Emitter::*emitOp)(const Tensor &, const Tensor &)>
static LogicalResult convertArithmetic(Node &node) {
  SmallVector<Tensor> operands = node.getInputs();
  if (!checkOperands(node, operands))
    return failure();
  Tensor result = operands.front();
  for (const Tensor &operand : llvm::drop_begin(operands))
    result = (node.emit.*emitOp)(result, operand);
  return node.setOutput(result);
}

/// Mean (opset 8).
static LogicalResult convertMean(Node &node) {
  SmallVector<Tensor> operands = node.getInputs();
  if (node.hasFailed() || !node.requireFloat(operands.front()) ||
      !node.requireSameType(operands))
    return failure();
  Tensor sum = operands.front();
  for (const Tensor &operand : llvm::drop_begin(operands))
    sum = node.emit.add(sum, operand);
  Tensor count =
      node.emit.number(sum.elementType, static_cast<double>(operands.size()));
  return node.setOutput(node.emit.div(sum, count));
}

/// Emits `math.<op>` or `arith.<op>` of one operand.
template <typename OpTy>
static Tensor emitScalarOp(Emitter &emit, const Tensor &operand) {
  return emit.generic(operand.elementType, {operand},
                      [](ImplicitLocOpBuilder &b, ValueRange args) {
                        return OpTy::create(b, args[0]);
                      });
}

/// Exponents that need no power function.
static std::optional<Tensor> emitKnownPower(Emitter &emit, const Tensor &base,
                                            const Tensor &exponent) {
  std::shared_ptr<const Elements> elements = getElements(exponent);
  if (!elements || elements->size() != 1 ||
      exponent.getRank() > base.getRank() || !base.isFloat())
    return std::nullopt;
  const Element &element = elements->front();
  if (element.integer.isBatch)
    return std::nullopt;
  double value = exponent.isFloat()
                     ? element.real
                     : static_cast<double>(element.integer.value);
  if (value == 1.0)
    return base;
  if (value == 2.0)
    return emit.mul(base, base);
  return std::nullopt;
}

/// Pow (opset 7, 12: operands of different types; the result has the base's).
static LogicalResult convertPow(Node &node) {
  Emitter &emit = node.emit;
  Tensor base = node.getInput(0), exponent = node.getInput(1);
  if (base.isBool() || exponent.isBool())
    return node.error("operands of type i1 are not supported");
  if (std::optional<Tensor> result = emitKnownPower(emit, base, exponent))
    return node.setOutput(*result);
  if (base.isFloat())
    return node.setOutput(
        emit.binary<tosa::PowOp>(base, emit.cast(exponent, base.elementType)));
  // Through f64, as onnxruntime does it: from 2^53 on not all are exact.
  Type wide = emit.builder.getF64Type();
  Tensor power = emit.binary<tosa::PowOp>(emit.cast(base, wide),
                                          emit.cast(exponent, wide));
  return node.setOutput(emit.cast(power, base.elementType));
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

template <typename OpTy>
static LogicalResult convertUnary(Node &node) {
  if (!node.requireFloat(node.getInput(0)))
    return failure();
  return node.setOutput(node.emit.unary<OpTy>(node.getInput(0)));
}

/// What tosa has no op for.
template <typename OpTy>
static LogicalResult convertUnaryScalar(Node &node) {
  if (!node.requireFloat(node.getInput(0)))
    return failure();
  return node.setOutput(emitScalarOp<OpTy>(node.emit, node.getInput(0)));
}

static LogicalResult convertNeg(Node &node) {
  const Tensor &operand = node.getInput(0);
  if (operand.isFloat())
    return node.setOutput(node.emit.negate(operand));
  if (operand.isBool() || operand.isUnsigned())
    return node.error("the operand has no sign");
  return node.setOutput(
      node.emit.sub(node.emit.number(operand.elementType, 0), operand));
}

static LogicalResult convertAbs(Node &node) {
  const Tensor &operand = node.getInput(0);
  if (operand.isUnsigned())
    return node.setOutput(operand);
  if (operand.isFloat())
    return node.setOutput(node.emit.unary<tosa::AbsOp>(operand));
  return node.setOutput(emitScalarOp<math::AbsIOp>(node.emit, operand));
}

/// Cast (opset 6, 9, 13, 19). `saturate` is about 8-bit floating-point numbers
/// only.
static LogicalResult convertCast(Node &node) {
  if (node.getOpset() >= 19)
    node.ignoreAttribute("saturate");
  int64_t to = node.getInt("to", 0);
  if (node.hasFailed())
    return failure();
  auto number = static_cast<int32_t>(to);
  if (number != to)
    return node.error("attribute 'to' is " + Twine(to));
  Type type = getElementType(number, node.emit.builder.getContext());
  if (!type)
    return node.error("a cast to elements of type " + getDataTypeName(number) +
                      " is not supported");
  return node.setOutput(node.emit.cast(node.getInput(0), type));
}

/// CastLike (opset 15).
static LogicalResult convertCastLike(Node &node) {
  if (node.getOpset() >= 19)
    node.ignoreAttribute("saturate");
  return node.setOutput(
      node.emit.cast(node.getInput(0), node.getInput(1).elementType));
}

//===----------------------------------------------------------------------===//
// Truth values
//===----------------------------------------------------------------------===//

template <arith::CmpFPredicate real, arith::CmpIPredicate signedInteger,
          arith::CmpIPredicate unsignedInteger>
static LogicalResult convertComparison(Node &node) {
  Tensor lhs = node.getInput(0), rhs = node.getInput(1);
  if (!node.requireSameType({lhs, rhs}))
    return failure();
  bool isUnsigned = lhs.isUnsigned() || lhs.isBool();
  return node.setOutput(node.emit.generic(
      node.emit.builder.getI1Type(), {lhs, rhs},
      [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
        if (lhs.isFloat())
          return arith::CmpFOp::create(b, real, args[0], args[1]);
        return arith::CmpIOp::create(
            b, isUnsigned ? unsignedInteger : signedInteger, args[0], args[1]);
      }));
}

template <typename OpTy>
static LogicalResult convertLogical(Node &node) {
  Tensor lhs = node.getInput(0), rhs = node.getInput(1);
  if (!lhs.isBool() || !rhs.isBool())
    return node.error("operands have to be truth values");
  return node.setOutput(node.emit.binary<OpTy>(lhs, rhs));
}

static LogicalResult convertNot(Node &node) {
  if (!node.getInput(0).isBool())
    return node.error("operands have to be truth values");
  return node.setOutput(node.emit.unary<tosa::LogicalNotOp>(node.getInput(0)));
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

static void populateTruthOperators(OperatorTable &table) {
  using F = arith::CmpFPredicate;
  using I = arith::CmpIPredicate;
  table.add("Equal", 2, 2, convertComparison<F::OEQ, I::eq, I::eq>);
  table.add("Greater", 2, 2, convertComparison<F::OGT, I::sgt, I::ugt>);
  table.add("GreaterOrEqual", 2, 2, convertComparison<F::OGE, I::sge, I::uge>,
            /*since=*/12);
  table.add("Less", 2, 2, convertComparison<F::OLT, I::slt, I::ult>);
  table.add("LessOrEqual", 2, 2, convertComparison<F::OLE, I::sle, I::ule>,
            /*since=*/12);
  table.add("And", 2, 2, convertLogical<tosa::LogicalAndOp>);
  table.add("Or", 2, 2, convertLogical<tosa::LogicalOrOp>);
  table.add("Xor", 2, 2, convertLogical<tosa::LogicalXorOp>);
  table.add("Not", 1, 1, convertNot);
}

void mlir::ascend::onnx_import::populateElementwiseOperators(
    OperatorTable &table) {
  table.add("Add", 2, 2, convertArithmetic<&Emitter::add>);
  table.add("Sub", 2, 2, convertArithmetic<&Emitter::sub>);
  table.add("Mul", 2, 2, convertArithmetic<&Emitter::mul>);
  table.add("Div", 2, 2, convertArithmetic<&Emitter::div>);
  table.add("Max", 1, OperatorTable::kAnyNumber,
            convertArithmetic<&Emitter::maximum>);
  table.add("Min", 1, OperatorTable::kAnyNumber,
            convertArithmetic<&Emitter::minimum>);
  table.add("Sum", 1, OperatorTable::kAnyNumber,
            convertArithmetic<&Emitter::add>);
  table.add("Mean", 1, OperatorTable::kAnyNumber, convertMean);
  table.add("Pow", 2, 2, convertPow);
  table.add("Neg", 1, 1, convertNeg);
  table.add("Abs", 1, 1, convertAbs);
  table.add("Ceil", 1, 1, convertUnary<tosa::CeilOp>);
  table.add("Floor", 1, 1, convertUnary<tosa::FloorOp>);
  table.add("Exp", 1, 1, convertUnary<tosa::ExpOp>);
  table.add("Log", 1, 1, convertUnary<tosa::LogOp>);
  table.add("Erf", 1, 1, convertUnary<tosa::ErfOp>, /*since=*/9);
  table.add("Sin", 1, 1, convertUnary<tosa::SinOp>);
  table.add("Cos", 1, 1, convertUnary<tosa::CosOp>);
  table.add("Reciprocal", 1, 1, convertUnary<tosa::ReciprocalOp>);
  table.add("Round", 1, 1, convertUnaryScalar<math::RoundEvenOp>, /*since=*/11);
  table.add("Sqrt", 1, 1, convertUnaryScalar<math::SqrtOp>);
  table.add("Cast", 1, 1, convertCast);
  table.add("CastLike", 2, 2, convertCastLike, /*since=*/15);
  populateTruthOperators(table);
}
