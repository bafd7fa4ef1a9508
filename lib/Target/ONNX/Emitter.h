//===- Emitter.h - Building blocks of the emitted code ----------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TARGET_ONNX_EMITTER_H
#define ASCENDFOLD_LIB_TARGET_ONNX_EMITTER_H

#include "Tensor.h"

#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::ascend::onnx_import {

/// Emits ops on tensors. What cannot be emitted (shapes that do not fit
/// together, more elements than can be addressed) is remembered as the
/// emitter's failure; the caller may go on with the tensor it gets, and has to
/// look once at the end.
class Emitter {
public:
  explicit Emitter(MLIRContext *context)
      : builder(UnknownLoc::get(context), context) {}

  ImplicitLocOpBuilder builder;

  /// The first failure since the last call, empty if there was none.
  std::string takeFailure();
  void fail(const Twine &message);

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  /// The SSA value; makes an op of a constant.
  Value get(const Tensor &tensor);

  RankedTensorType getType(Type elementType, ArrayRef<Dim> shape);

  /// An op with one result.
  template <typename OpTy, typename... Args>
  Tensor create(Type elementType, ArrayRef<Dim> shape, Args &&...args) {
    return wrap(OpTy::create(builder, getType(elementType, shape),
                             std::forward<Args>(args)...),
                elementType, shape);
  }
  Tensor wrap(Value value, Type elementType, ArrayRef<Dim> shape) const;

  /// A constant of one element and of rank 1, what tosa takes as zero points,
  /// shifts and padding.
  Value getScalar(Type elementType, double value);
  /// `!tosa.shape`; the batch size is written as -1.
  Value getShapeConstant(ArrayRef<Dim> shape);
  /// An empty tensor for linalg. The batch size is that of one of `sources`.
  Value getEmpty(Type elementType, ArrayRef<Dim> shape,
                 ArrayRef<Tensor> sources);
  Value getFilled(Type elementType, ArrayRef<Dim> shape,
                  ArrayRef<Tensor> sources, double value);

  //===--------------------------------------------------------------------===//
  // Movement. Small constants become other constants, and so do larger ones
  // where that takes no copy.
  //===--------------------------------------------------------------------===//

  Tensor reshape(const Tensor &tensor, ArrayRef<Dim> shape);
  /// Prepends extents of one.
  Tensor expandRank(const Tensor &tensor, int64_t rank);
  /// A vector as `[1, C, 1, …]`.
  Tensor alongChannels(const Tensor &tensor, int64_t rank);
  Tensor transpose(const Tensor &tensor, ArrayRef<int64_t> permutation);
  /// Negative amounts cut off.
  Tensor pad(const Tensor &tensor, ArrayRef<int64_t> low,
             ArrayRef<int64_t> high, double value);
  Tensor pad(const Tensor &tensor, ArrayRef<int64_t> low,
             ArrayRef<int64_t> high, const Tensor &value);
  Tensor slice(const Tensor &tensor, ArrayRef<int64_t> offsets,
               ArrayRef<Dim> sizes);
  /// Every `steps`th element from `offsets` on, which goes backwards where a
  /// step is negative.
  Tensor slice(const Tensor &tensor, ArrayRef<int64_t> offsets,
               ArrayRef<Dim> sizes, ArrayRef<int64_t> steps);
  Tensor sliceAxis(const Tensor &tensor, int64_t axis, int64_t offset,
                   int64_t size);
  Tensor concat(ArrayRef<Tensor> tensors, int64_t axis);
  Tensor reverse(const Tensor &tensor, int64_t axis);
  /// Those elements along `axis`.
  Tensor gather(const Tensor &tensor, int64_t axis, ArrayRef<int64_t> indices);
  /// By a vector of i32 that are inside.
  Tensor gather(const Tensor &tensor, int64_t axis, const Tensor &indices);
  Tensor tile(const Tensor &tensor, ArrayRef<Dim> multiples);
  Tensor broadcastTo(const Tensor &tensor, ArrayRef<Dim> shape);
  /// `[N, C, …]` to `[N, …, C]` and back.
  Tensor channelsLast(const Tensor &tensor);
  Tensor channelsFirst(const Tensor &tensor);

  //===--------------------------------------------------------------------===//
  // Elementwise, with NumPy's broadcasting
  //===--------------------------------------------------------------------===//

  template <typename OpTy>
  Tensor unary(const Tensor &operand) {
    return create<OpTy>(operand.elementType, operand.shape, get(operand));
  }
  /// `elementType` is that of the result, by default that of the operands.
  template <typename OpTy>
  Tensor binary(const Tensor &lhs, const Tensor &rhs, Type elementType = {}) {
    Shape shape = getBroadcast({lhs, rhs});
    int64_t rank = static_cast<int64_t>(shape.size());
    Value operands[] = {get(expandRank(lhs, rank)), get(expandRank(rhs, rank))};
    return create<OpTy>(elementType ? elementType : lhs.elementType, shape,
                        operands[0], operands[1]);
  }
  /// Reduces along one axis after the other, by ops of one axis. The extents
  /// become one.
  template <typename OpTy>
  Tensor reduce(Tensor tensor, ArrayRef<int64_t> axes) {
    for (int64_t axis : axes) {
      Shape shape = tensor.shape;
      shape[axis] = Dim(1);
      tensor =
          create<OpTy>(tensor.elementType, shape, get(tensor),
                       builder.getI32IntegerAttr(static_cast<int32_t>(axis)));
    }
    return tensor;
  }

  /// Of any type that has arithmetic.
  Tensor add(const Tensor &lhs, const Tensor &rhs);
  Tensor sub(const Tensor &lhs, const Tensor &rhs);
  Tensor mul(const Tensor &lhs, const Tensor &rhs);
  Tensor div(const Tensor &lhs, const Tensor &rhs);
  Tensor maximum(const Tensor &lhs, const Tensor &rhs);
  Tensor minimum(const Tensor &lhs, const Tensor &rhs);

  /// Of floating-point numbers.
  Tensor scale(const Tensor &operand, double factor);
  Tensor clamp(const Tensor &operand, double low, double high);
  Tensor negate(const Tensor &operand);
  /// Of one element, to be broadcast.
  Tensor number(Type elementType, double value);

  using BodyFn = llvm::function_ref<Value(ImplicitLocOpBuilder &, ValueRange)>;
  /// A linalg.generic, for what tosa has no op for.
  Tensor generic(Type elementType, ArrayRef<Tensor> operands, BodyFn body);

  /// To another type, as ONNX's Cast does it.
  Tensor cast(const Tensor &tensor, Type elementType);

private:
  Shape getBroadcast(ArrayRef<Tensor> operands);
  Tensor retype(const Tensor &constant, ArrayRef<Dim> shape);
  Tensor copy(const Tensor &tensor, ArrayRef<Dim> shape,
              ArrayRef<AffineExpr> exprs);

  std::string failure;
  llvm::DenseMap<std::pair<Attribute, Type>, Value> constants;
};

} // namespace mlir::ascend::onnx_import

#endif // ASCENDFOLD_LIB_TARGET_ONNX_EMITTER_H
