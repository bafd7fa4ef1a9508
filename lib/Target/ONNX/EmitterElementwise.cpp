//===- EmitterElementwise.cpp - Elementwise building blocks ---------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

using namespace mlir;
using namespace mlir::ascend::onnx_import;

Shape Emitter::getBroadcast(ArrayRef<Tensor> operands) {
  Shape shape;
  for (const Tensor &operand : operands) {
    std::optional<Shape> both = broadcast(shape, operand.shape);
    if (!both) {
      fail("operands of shape " + toString(shape) + " and " +
           toString(operand.shape) + " cannot be broadcast");
      return operand.shape;
    }
    shape = std::move(*both);
  }
  return shape;
}

Tensor Emitter::number(Type elementType, double value) {
  return getSplatTensor(elementType, {}, value);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// `SignedOp` or `UnsignedOp` of integers, which tosa leaves to extensions.
template <typename SignedOp, typename UnsignedOp>
static Tensor emitInteger(Emitter &emit, const Tensor &lhs, const Tensor &rhs) {
  return emit.generic(lhs.elementType, {lhs, rhs},
                      [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
                        if (lhs.isUnsigned())
                          return UnsignedOp::create(b, args[0], args[1]);
                        return SignedOp::create(b, args[0], args[1]);
                      });
}

Tensor Emitter::add(const Tensor &lhs, const Tensor &rhs) {
  return lhs.isFloat()
             ? binary<tosa::AddOp>(lhs, rhs)
             : emitInteger<arith::AddIOp, arith::AddIOp>(*this, lhs, rhs);
}

Tensor Emitter::sub(const Tensor &lhs, const Tensor &rhs) {
  return lhs.isFloat()
             ? binary<tosa::SubOp>(lhs, rhs)
             : emitInteger<arith::SubIOp, arith::SubIOp>(*this, lhs, rhs);
}

Tensor Emitter::mul(const Tensor &lhs, const Tensor &rhs) {
  if (!lhs.isFloat())
    return emitInteger<arith::MulIOp, arith::MulIOp>(*this, lhs, rhs);
  Shape shape = getBroadcast({lhs, rhs});
  int64_t rank = static_cast<int64_t>(shape.size());
  Value operands[] = {get(expandRank(lhs, rank)), get(expandRank(rhs, rank))};
  return create<tosa::MulOp>(lhs.elementType, shape, operands[0], operands[1],
                             getScalar(builder.getI8Type(), 0));
}

/// tosa divides integers only, and a product with the reciprocal is rounded
/// twice.
Tensor Emitter::div(const Tensor &lhs, const Tensor &rhs) {
  if (!lhs.isFloat())
    return emitInteger<arith::DivSIOp, arith::DivUIOp>(*this, lhs, rhs);
  return generic(lhs.elementType, {lhs, rhs},
                 [](ImplicitLocOpBuilder &b, ValueRange args) {
                   return arith::DivFOp::create(b, args[0], args[1]);
                 });
}

Tensor Emitter::maximum(const Tensor &lhs, const Tensor &rhs) {
  return lhs.isFloat()
             ? binary<tosa::MaximumOp>(lhs, rhs)
             : emitInteger<arith::MaxSIOp, arith::MaxUIOp>(*this, lhs, rhs);
}

Tensor Emitter::minimum(const Tensor &lhs, const Tensor &rhs) {
  return lhs.isFloat()
             ? binary<tosa::MinimumOp>(lhs, rhs)
             : emitInteger<arith::MinSIOp, arith::MinUIOp>(*this, lhs, rhs);
}

Tensor Emitter::scale(const Tensor &operand, double factor) {
  if (factor == 1.0)
    return operand;
  return mul(operand, number(operand.elementType, factor));
}

Tensor Emitter::clamp(const Tensor &operand, double low, double high) {
  return create<tosa::ClampOp>(operand.elementType, operand.shape, get(operand),
                               builder.getFloatAttr(operand.elementType, low),
                               builder.getFloatAttr(operand.elementType, high));
}

Tensor Emitter::negate(const Tensor &operand) {
  Value zero = getScalar(operand.elementType, 0);
  return create<tosa::NegateOp>(operand.elementType, operand.shape,
                                get(operand), zero, zero);
}

Tensor Emitter::generic(Type elementType, ArrayRef<Tensor> operands,
                        BodyFn body) {
  Shape shape = getBroadcast(operands);
  auto rank = static_cast<unsigned>(shape.size());
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (const Tensor &operand : operands) {
    Tensor expanded = expandRank(operand, rank);
    inputs.push_back(get(expanded));
    SmallVector<AffineExpr> exprs;
    for (unsigned dim = 0; dim < rank; ++dim)
      exprs.push_back(expanded.shape[dim] == shape[dim]
                          ? builder.getAffineDimExpr(dim)
                          : builder.getAffineConstantExpr(0));
    maps.push_back(AffineMap::get(rank, 0, exprs, builder.getContext()));
  }
  maps.push_back(builder.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  Value init = getEmpty(elementType, shape, operands);
  auto op = linalg::GenericOp::create(
      builder, init.getType(), inputs, init, maps, iterators,
      [&](OpBuilder &nested, Location loc, ValueRange args) {
        ImplicitLocOpBuilder inner(loc, nested);
        Value result = body(inner, args.drop_back());
        linalg::YieldOp::create(inner, result);
      });
  return wrap(op.getResult(0), elementType, shape);
}

/// A scalar conversion with ONNX's meaning: floats are cut to integers, and
/// whatever is not zero is true.
static Value castScalar(ImplicitLocOpBuilder &b, Value value, Type from,
                        Type to) {
  Type storage = getStorageType(to);
  bool fromUnsigned = from.isUnsignedInteger() || from.isInteger(1);
  if (isa<FloatType>(from) && isa<FloatType>(to)) {
    unsigned fromWidth = from.getIntOrFloatBitWidth();
    unsigned toWidth = to.getIntOrFloatBitWidth();
    if (fromWidth < toWidth)
      return arith::ExtFOp::create(b, to, value);
    if (fromWidth > toWidth)
      return arith::TruncFOp::create(b, to, value);
    Value wide = arith::ExtFOp::create(b, b.getF32Type(), value);
    return arith::TruncFOp::create(b, to, wide);
  }
  if (isa<FloatType>(from)) {
    if (to.isInteger(1))
      return arith::CmpFOp::create(
          b, arith::CmpFPredicate::UNE, value,
          arith::ConstantOp::create(b, b.getZeroAttr(from)));
    if (to.isUnsignedInteger())
      return arith::FPToUIOp::create(b, storage, value);
    return arith::FPToSIOp::create(b, storage, value);
  }
  if (isa<FloatType>(to)) {
    if (fromUnsigned)
      return arith::UIToFPOp::create(b, to, value);
    return arith::SIToFPOp::create(b, to, value);
  }
  if (to.isInteger(1))
    return arith::CmpIOp::create(
        b, arith::CmpIPredicate::ne, value,
        arith::ConstantOp::create(b, b.getZeroAttr(getStorageType(from))));
  unsigned fromWidth = from.getIntOrFloatBitWidth();
  unsigned toWidth = to.getIntOrFloatBitWidth();
  if (fromWidth == toWidth)
    return value;
  if (fromWidth > toWidth)
    return arith::TruncIOp::create(b, storage, value);
  if (fromUnsigned)
    return arith::ExtUIOp::create(b, storage, value);
  return arith::ExtSIOp::create(b, storage, value);
}

Tensor Emitter::cast(const Tensor &tensor, Type elementType) {
  if (tensor.elementType == elementType)
    return tensor;
  // tosa.cast rounds floats to integers, and knows no unsigned ones.
  if (tensor.isFloat() && isa<FloatType>(elementType))
    return create<tosa::CastOp>(elementType, tensor.shape, get(tensor));
  return generic(
      elementType, {tensor}, [&](ImplicitLocOpBuilder &b, ValueRange args) {
        return castScalar(b, args[0], tensor.elementType, elementType);
      });
}
