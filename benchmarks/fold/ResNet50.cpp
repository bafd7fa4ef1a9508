//===- ResNet50.cpp - ResNet-50 as linalg ---------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResNet50.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectResourceBlobManager.h"

#include "llvm/ADT/MapVector.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::ascend::bench;

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// splitmix64.
static uint64_t nextRandom(uint64_t &state) {
  uint64_t z = state += 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

ArrayRef<char> ParameterPool::next(int64_t count, double low, double high,
                                   bool isFilter) {
  if (position == tensors.size()) {
    tensors.push_back(
        HeapAsmResourceBlob::allocate(count * sizeof(float), /*align=*/64));
    MutableArrayRef<float> values(
        reinterpret_cast<float *>(tensors.back().getMutableData().data()),
        count);
    for (float &value : values) {
      double unit = static_cast<double>(nextRandom(state) >> 11) * 0x1p-53;
      value = static_cast<float>(low + (high - low) * unit);
    }
    if (isFilter)
      filters.push_back(tensors.back().getData());
  }
  return tensors[position++].getData();
}

size_t ParameterPool::getNumBytes() const {
  size_t count = 0;
  for (const AsmResourceBlob &tensor : tensors)
    count += tensor.getData().size();
  return count;
}

//===----------------------------------------------------------------------===//
// Network
//===----------------------------------------------------------------------===//

static constexpr int64_t kNumClasses = 1000;

namespace {

/// A convolution with square filters.
struct ConvShape {
  int64_t outputChannels, filterSize, stride;
};

class NetworkBuilder {
public:
  NetworkBuilder(func::FuncOp function, ParameterPool &pool, ConstantForm form)
      : function(function), pool(pool), form(form), loc(function.getLoc()),
        constants(OpBuilder::atBlockBegin(function.addEntryBlock())),
        builder(OpBuilder::atBlockEnd(&function.front())) {
    // Constants stand at the beginning, as after canonicalization.
    Operation *mark = createScalar(0.0);
    zero = mark->getResult(0);
    constants.setInsertionPoint(mark);
    epsilon = createScalar(1e-5)->getResult(0);
    lowest =
        createScalar(-std::numeric_limits<float>::infinity())->getResult(0);
  }

  void build(const NetworkShape &shape);

private:
  Value buildCopy(Value image, int64_t channelDivisor);
  Value buildBottleneck(Value input, int64_t width, int64_t stride);
  Value buildClassifier(Value features, int64_t numClasses);

  Value createConvBN(Value input, ConvShape shape);
  Value createBatchNorm(Value input);
  Value createRelu(Value input);
  Value createAdd(Value lhs, Value rhs);
  Value createMaxPool(Value input);
  Value createPad(Value input, int64_t amount, Value value);

  Operation *createScalar(double value) {
    return arith::ConstantOp::create(constants, loc,
                                     constants.getF32FloatAttr(value));
  }
  Value createParameter(ArrayRef<int64_t> shape, double low, double high);

  RankedTensorType getType(ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, builder.getF32Type());
  }
  static ArrayRef<int64_t> getShape(Value value) {
    return cast<RankedTensorType>(value.getType()).getShape();
  }
  Value getEmpty(ArrayRef<int64_t> shape);
  Value getFilled(ArrayRef<int64_t> shape, Value value);
  NamedAttribute getPair(StringRef name, int64_t value) {
    return builder.getNamedAttr(name, builder.getI64VectorAttr({value, value}));
  }

  using BodyFn = function_ref<Value(OpBuilder &, ValueRange)>;
  /// Inputs of the result's rank are read elementwise, others per channel.
  Value createElementwise(ValueRange inputs, ArrayRef<int64_t> shape,
                          BodyFn body);

  func::FuncOp function;
  ParameterPool &pool;
  ConstantForm form;
  Location loc;
  OpBuilder constants, builder;
  Value zero, epsilon, lowest;
  unsigned numParameters = 0;
  /// Shared by all layers, as after CSE.
  llvm::MapVector<Type, Value> empties;
  llvm::MapVector<std::pair<Type, Value>, Value> fills;
};

} // namespace

Value NetworkBuilder::getEmpty(ArrayRef<int64_t> shape) {
  Value &empty = empties[getType(shape)];
  if (!empty)
    empty = tensor::EmptyOp::create(builder, loc, shape, builder.getF32Type());
  return empty;
}

Value NetworkBuilder::getFilled(ArrayRef<int64_t> shape, Value value) {
  Value &fill = fills[{getType(shape), value}];
  if (!fill)
    fill = linalg::FillOp::create(builder, loc, value, getEmpty(shape))
               .getResult(0);
  return fill;
}

Value NetworkBuilder::createParameter(ArrayRef<int64_t> shape, double low,
                                      double high) {
  RankedTensorType type = getType(shape);
  ArrayRef<char> data = pool.next(type.getNumElements(), low, high,
                                  /*isFilter=*/shape.size() == 4);
  TypedAttr attr;
  if (form == ConstantForm::Dense)
    attr = DenseElementsAttr::getFromRawBuffer(type, data);
  else
    attr = DenseResourceElementsAttr::get(
        type, ("w" + Twine(numParameters++)).str(),
        UnmanagedAsmResourceBlob::allocateWithAlign(data, /*align=*/64));
  return arith::ConstantOp::create(constants, loc, attr);
}

Value NetworkBuilder::createElementwise(ValueRange inputs,
                                        ArrayRef<int64_t> shape, BodyFn body) {
  const unsigned rank = shape.size();
  AffineMap identity = builder.getMultiDimIdentityMap(rank);
  AffineMap perChannel = AffineMap::get(rank, 0, builder.getAffineDimExpr(1));
  SmallVector<AffineMap> maps;
  for (Value input : inputs)
    maps.push_back(getShape(input).size() == rank ? identity : perChannel);
  maps.push_back(identity);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, getType(shape), inputs, getEmpty(shape), maps,
             iterators,
             [&](OpBuilder &nested, Location, ValueRange args) {
               Value result = body(nested, args);
               linalg::YieldOp::create(nested, loc, result);
             })
      .getResult(0);
}

Value NetworkBuilder::createPad(Value input, int64_t amount, Value value) {
  ArrayRef<int64_t> shape = getShape(input);
  Attribute none = builder.getIndexAttr(0), some = builder.getIndexAttr(amount);
  SmallVector<OpFoldResult> widths = {none, none, some, some};
  return tensor::PadOp::create(
      builder, loc,
      getType(
          {shape[0], shape[1], shape[2] + 2 * amount, shape[3] + 2 * amount}),
      input, widths, widths, value);
}

Value NetworkBuilder::createBatchNorm(Value input) {
  const int64_t channels = getShape(input)[1];
  Value scale = createParameter({channels}, 0.5, 1.5);
  Value shift = createParameter({channels}, -0.5, 0.5);
  Value mean = createParameter({channels}, -0.5, 0.5);
  Value variance = createParameter({channels}, 0.5, 1.5);
  return createElementwise(
      {input, scale, shift, mean, variance}, getShape(input),
      [&](OpBuilder &b, ValueRange args) -> Value {
        Value sum = arith::AddFOp::create(b, loc, args[4], epsilon);
        Value inverse = math::RsqrtOp::create(b, loc, sum);
        Value centered = arith::SubFOp::create(b, loc, args[0], args[3]);
        Value normalized = arith::MulFOp::create(b, loc, centered, inverse);
        Value scaled = arith::MulFOp::create(b, loc, normalized, args[1]);
        return arith::AddFOp::create(b, loc, scaled, args[2]);
      });
}

Value NetworkBuilder::createConvBN(Value input, ConvShape shape) {
  const int64_t size = shape.filterSize, pad = size / 2;
  if (pad > 0)
    input = createPad(input, pad, zero);
  ArrayRef<int64_t> in = getShape(input);
  SmallVector<int64_t> filterShape = {shape.outputChannels, in[1], size, size};
  SmallVector<int64_t> resultShape = {in[0], shape.outputChannels,
                                      (in[2] - size) / shape.stride + 1,
                                      (in[3] - size) / shape.stride + 1};
  double bound = std::sqrt(6.0 / static_cast<double>(in[1] * size * size));
  Value filter = createParameter(filterShape, -bound, bound);
  auto conv = linalg::Conv2DNchwFchwOp::create(
      builder, loc, getType(resultShape), ValueRange{input, filter},
      getFilled(resultShape, zero),
      {getPair("strides", shape.stride), getPair("dilations", 1)});
  return createBatchNorm(conv.getResult(0));
}

Value NetworkBuilder::createRelu(Value input) {
  return createElementwise(
      input, getShape(input), [&](OpBuilder &b, ValueRange args) -> Value {
        Value isPositive = arith::CmpFOp::create(
            b, loc, arith::CmpFPredicate::UGT, args[0], zero);
        return arith::SelectOp::create(b, loc, isPositive, args[0], zero);
      });
}

Value NetworkBuilder::createAdd(Value lhs, Value rhs) {
  return createElementwise(
      {lhs, rhs}, getShape(lhs), [&](OpBuilder &b, ValueRange args) -> Value {
        return arith::AddFOp::create(b, loc, args[0], args[1]);
      });
}

Value NetworkBuilder::createMaxPool(Value input) {
  Value padded = createPad(input, 1, lowest);
  ArrayRef<int64_t> in = getShape(padded);
  SmallVector<int64_t> resultShape = {in[0], in[1], (in[2] - 3) / 2 + 1,
                                      (in[3] - 3) / 2 + 1};
  return linalg::PoolingNchwMaxOp::create(
             builder, loc, getType(resultShape),
             ValueRange{padded, getEmpty({3, 3})},
             getFilled(resultShape, lowest),
             {getPair("strides", 2), getPair("dilations", 1)})
      .getResult(0);
}

Value NetworkBuilder::buildBottleneck(Value input, int64_t width,
                                      int64_t stride) {
  Value value = createRelu(createConvBN(input, {width, 1, 1}));
  value = createRelu(createConvBN(value, {width, 3, stride}));
  value = createConvBN(value, {4 * width, 1, 1});
  if (getShape(input)[1] != 4 * width)
    input = createConvBN(input, {4 * width, 1, stride});
  return createRelu(createAdd(value, input));
}

Value NetworkBuilder::buildClassifier(Value features, int64_t numClasses) {
  ArrayRef<int64_t> in = getShape(features);
  SmallVector<int64_t> pooledShape = {in[0], in[1], 1, 1};
  Value sum = linalg::PoolingNchwSumOp::create(
                  builder, loc, getType(pooledShape),
                  ValueRange{features, getEmpty({in[2], in[3]})},
                  getFilled(pooledShape, zero),
                  {getPair("strides", 1), getPair("dilations", 1)})
                  .getResult(0);
  Value area = createScalar(static_cast<double>(in[2] * in[3]))->getResult(0);
  Value average = createElementwise(
      sum, pooledShape, [&](OpBuilder &b, ValueRange args) -> Value {
        return arith::DivFOp::create(b, loc, args[0], area);
      });
  SmallVector<ReassociationIndices> groups = {{0}, {1, 2, 3}};
  Value flat = tensor::CollapseShapeOp::create(builder, loc, average, groups);
  double bound = std::sqrt(1.0 / static_cast<double>(in[1]));
  Value weights = createParameter({numClasses, in[1]}, -bound, bound);
  Value bias = createParameter({numClasses}, -bound, bound);
  Value transposed = linalg::TransposeOp::create(builder, loc, weights,
                                                 getEmpty({in[1], numClasses}),
                                                 ArrayRef<int64_t>{1, 0})
                         ->getResult(0);
  SmallVector<int64_t> resultShape = {in[0], numClasses};
  Value product = linalg::MatmulOp::create(builder, loc, getType(resultShape),
                                           ValueRange{flat, transposed},
                                           getFilled(resultShape, zero))
                      .getResult(0);
  return createAdd(product, bias);
}

Value NetworkBuilder::buildCopy(Value image, int64_t channelDivisor) {
  const int64_t width = 64 / channelDivisor;
  Value value = createMaxPool(createRelu(createConvBN(image, {width, 7, 2})));
  const int numBlocks[] = {3, 4, 6, 3};
  for (int stage = 0; stage < 4; ++stage)
    for (int block = 0; block < numBlocks[stage]; ++block)
      value = buildBottleneck(value, width << stage,
                              /*stride=*/block == 0 && stage > 0 ? 2 : 1);
  return buildClassifier(value, kNumClasses);
}

void NetworkBuilder::build(const NetworkShape &shape) {
  Value image = function.getArgument(0);
  Value sum;
  for (int64_t i = 0; i < shape.copies; ++i) {
    Value logits = buildCopy(image, shape.channelDivisor);
    sum = sum ? createAdd(sum, logits) : logits;
  }
  func::ReturnOp::create(builder, loc, sum);
}

OwningOpRef<ModuleOp> mlir::ascend::bench::buildResNet50(MLIRContext *context,
                                                         ParameterPool &pool,
                                                         NetworkShape shape,
                                                         ConstantForm form) {
  context->loadDialect<arith::ArithDialect, func::FuncDialect,
                       linalg::LinalgDialect, math::MathDialect,
                       tensor::TensorDialect>();
  pool.rewind();
  Location loc = UnknownLoc::get(context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  Type f32 = builder.getF32Type();
  auto function = func::FuncOp::create(
      builder, loc, "main",
      builder.getFunctionType(RankedTensorType::get({1, 3, 224, 224}, f32),
                              RankedTensorType::get({1, kNumClasses}, f32)));
  NetworkBuilder(function, pool, form).build(shape);
  return module;
}
