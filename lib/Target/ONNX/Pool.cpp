//===- Pool.cpp - Pools ---------------------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operators.h"
#include "Tables.h"
#include "Window.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::ascend::onnx_import;

namespace {
/// A pool of `[N, C, spatial]`.
struct Pool {
  Tensor input;
  Window window;
  bool isMax = false;
  /// Whether an average counts what the model pads with. It never counts what
  /// ceil_mode adds.
  bool countsPadding = false;

  int64_t getExtent(int64_t dim) const { return input.shape[2 + dim].value; }
};
} // namespace

/// What a maximum starts from.
static double getLowest(Type elementType) {
  if (isa<FloatType>(elementType))
    return -std::numeric_limits<double>::infinity();
  unsigned width = elementType.getIntOrFloatBitWidth();
  return elementType.isUnsignedInteger() ? 0 : -std::ldexp(1.0, width - 1);
}

/// `[N, C, outputs]`.
static Shape getResultShape(const Pool &pool) {
  Shape shape = {pool.input.shape[0], pool.input.shape[1]};
  llvm::append_range(shape, pool.window.outputs);
  return shape;
}

//===----------------------------------------------------------------------===//
// Averages
//===----------------------------------------------------------------------===//

/// How many elements each window along `dim` averages; one number if that is
/// the same for all.
static SmallVector<int64_t> getCounts(const Pool &pool, int64_t dim) {
  const Window &window = pool.window;
  int64_t low = -window.padsBegin[dim];
  int64_t high = pool.getExtent(dim) + window.padsEnd[dim];
  if (!pool.countsPadding) {
    low = std::max<int64_t>(low, 0);
    high = std::min(high, pool.getExtent(dim));
  }
  int64_t dilation = window.dilations[dim];
  SmallVector<int64_t> counts;
  for (int64_t i = 0; i < window.outputs[dim]; ++i) {
    int64_t start = i * window.strides[dim] - window.padsBegin[dim];
    // Elements from `begin` to `end` of the window are inside.
    int64_t begin = start >= low ? 0 : llvm::divideCeil(low - start, dilation);
    int64_t end = start >= high ? 0 : llvm::divideCeil(high - start, dilation);
    end = std::min(end, window.kernel[dim]);
    counts.push_back(std::max<int64_t>(end - begin, 0));
  }
  if (llvm::all_equal(counts))
    counts.truncate(1);
  return counts;
}

/// Averages have no value without elements, and counting them takes memory.
static bool checkCounts(Node &node, const Pool &pool) {
  int64_t size = 1;
  for (int64_t dim = 0; dim < pool.window.getRank(); ++dim) {
    if (pool.window.outputs[dim] > kMaxTableSize)
      return succeeded(node.error("an average over " +
                                  Twine(pool.window.outputs[dim]) +
                                  " windows is not supported"));
    SmallVector<int64_t> counts = getCounts(pool, dim);
    if (llvm::is_contained(counts, 0))
      return succeeded(node.error("a window of an average is all padding"));
    size *= static_cast<int64_t>(counts.size());
    if (size > kMaxTableSize)
      return succeeded(node.error("windows of so many different extents are "
                                  "not supported"));
  }
  return true;
}

/// Sums to averages: what each has to be multiplied with.
static Tensor getReciprocals(const Pool &pool) {
  SmallVector<double> values = {1.0};
  Shape shape = {Dim(1), Dim(1)};
  for (int64_t dim = 0; dim < pool.window.getRank(); ++dim) {
    SmallVector<int64_t> counts = getCounts(pool, dim);
    SmallVector<double> outer = std::exchange(values, {});
    for (double value : outer)
      for (int64_t count : counts)
        values.push_back(value * static_cast<double>(count));
    shape.push_back(Dim(counts.size()));
  }
  for (double &value : values)
    value = 1.0 / value;
  return getTable(getWideType(pool.input.elementType), shape, values);
}

//===----------------------------------------------------------------------===//
// tosa
//===----------------------------------------------------------------------===//

/// Whether an average counts padding that is there, as if it were elements: all
/// windows have the same extent.
static bool isUniformWithPadding(const Pool &pool) {
  if (!pool.countsPadding)
    return false;
  bool isPadded = false;
  for (int64_t dim = 0; dim < pool.window.getRank(); ++dim) {
    isPadded |= pool.window.padsBegin[dim] || pool.window.padsEnd[dim];
    if (getCounts(pool, dim) != SmallVector<int64_t>{pool.window.kernel[dim]})
      return false;
  }
  return isPadded;
}

/// Whether tosa has an op for it, but for the padding.
static bool isTosaPool(const Pool &pool) {
  const Window &window = pool.window;
  Type type = pool.input.elementType;
  if (window.getRank() != 2 || !isa<FloatType>(type) || type.isF64())
    return false;
  // tosa has no average that counts padding; the compiler makes one op of
  // linalg's sum.
  if (type.isF32() && isUniformWithPadding(pool))
    return false;
  return llvm::all_of(llvm::zip_equal(window.kernel, window.dilations),
                      [](auto pair) {
                        auto [kernel, dilation] = pair;
                        return kernel == 1 || dilation == 1;
                      });
}

/// Leaves to the window only padding that tosa's pools take: not as much as
/// the kernel, and none that an average counts.
static void preparePads(Emitter &emit, Pool &pool) {
  Window &window = pool.window;
  if (pool.countsPadding) {
    Window counted = window;
    for (int64_t dim = 0; dim < window.getRank(); ++dim) {
      counted.exactPadsEnd[dim] =
          std::min(window.padsEnd[dim], window.exactPadsEnd[dim]);
      window.exactPadsEnd[dim] -= counted.exactPadsEnd[dim];
      window.padsBegin[dim] = 0;
    }
    applyPads(emit, pool.input, counted, /*onlyCut=*/false);
    return;
  }
  bool fits = true;
  for (int64_t dim = 0; dim < window.getRank(); ++dim)
    fits &= window.padsBegin[dim] < window.kernel[dim] &&
            window.exactPadsEnd[dim] < window.kernel[dim];
  applyPads(emit, pool.input, window, /*onlyCut=*/fits || !pool.isMax,
            pool.isMax ? getLowest(pool.input.elementType) : 0.0);
}

static Tensor emitTosa(Emitter &emit, Pool pool) {
  preparePads(emit, pool);
  const Window &window = pool.window;
  SmallVector<int64_t> pads;
  for (auto [begin, end] :
       llvm::zip_equal(window.padsBegin, window.exactPadsEnd))
    pads.append({begin, end});
  Tensor input = emit.channelsLast(pool.input);
  Shape shape = {input.shape[0]};
  llvm::append_range(shape, window.outputs);
  shape.push_back(input.shape[3]);
  Type type = input.elementType;
  if (pool.isMax)
    return emit.channelsFirst(emit.create<tosa::MaxPool2dOp>(
        type, shape, emit.get(input), window.kernel, window.strides, pads));
  Value value = emit.get(input), zero = emit.getScalar(type, 0);
  return emit.channelsFirst(emit.create<tosa::AvgPool2dOp>(
      type, shape, value, zero, zero, window.kernel, window.strides, pads,
      getWideType(type)));
}

//===----------------------------------------------------------------------===//
// linalg
//===----------------------------------------------------------------------===//

template <typename OpTy>
static Value createPool(Emitter &emit, ValueRange inputs, Value init,
                        const Window &window) {
  ImplicitLocOpBuilder &b = emit.builder;
  return OpTy::create(b, TypeRange(init.getType()), inputs, ValueRange{init},
                      b.getI64TensorAttr(window.strides),
                      b.getI64TensorAttr(window.dilations))
      ->getResult(0);
}

/// linalg has not all pools in all layouts.
static bool isChannelsLast(const Pool &pool) {
  return pool.window.getRank() == 3 || pool.input.isUnsigned();
}

static Value emitNamedPool(Emitter &emit, const Pool &pool, Value input,
                           Value init) {
  const Window &window = pool.window;
  Type type = getStorageType(pool.input.elementType);
  Value kernel = tensor::EmptyOp::create(emit.builder, window.kernel, type);
  Value inputs[] = {input, kernel};
  if (window.getRank() == 3)
    return pool.isMax ? createPool<linalg::PoolingNdhwcMaxOp>(emit, inputs,
                                                              init, window)
                      : createPool<linalg::PoolingNdhwcSumOp>(emit, inputs,
                                                              init, window);
  if (pool.input.isUnsigned())
    return createPool<linalg::PoolingNhwcMaxUnsignedOp>(emit, inputs, init,
                                                        window);
  return pool.isMax
             ? createPool<linalg::PoolingNchwMaxOp>(emit, inputs, init, window)
             : createPool<linalg::PoolingNchwSumOp>(emit, inputs, init, window);
}

/// One factor for all goes into the body, where the compiler looks for it.
static Tensor scale(Emitter &emit, const Tensor &sum, const Tensor &factors) {
  if (getNumElements(factors.shape) != Dim(1))
    return emit.mul(sum, factors);
  double factor = getElements(factors)->front().real;
  return emit.generic(sum.elementType, {sum},
                      [&](ImplicitLocOpBuilder &b, ValueRange args) {
                        auto attr = FloatAttr::get(sum.elementType, factor);
                        return arith::MulFOp::create(
                            b, args[0], arith::ConstantOp::create(b, attr));
                      });
}

/// Averages are sums times constants, in f32 at least.
static Tensor emitLinalg(Emitter &emit, Pool pool) {
  Type type = pool.input.elementType;
  Tensor reciprocals;
  if (!pool.isMax) {
    reciprocals = getReciprocals(pool);
    pool.input = emit.cast(pool.input, getWideType(type));
  }
  double start = pool.isMax ? getLowest(type) : 0.0;
  applyPads(emit, pool.input, pool.window, /*onlyCut=*/false, start);
  Shape shape = getResultShape(pool);
  Tensor input = pool.input;
  bool isLast = isChannelsLast(pool);
  if (isLast) {
    input = emit.channelsLast(input);
    std::rotate(shape.begin() + 1, shape.begin() + 2, shape.end());
  }
  Value init = emit.getFilled(input.elementType, shape, {input}, start);
  Tensor result = emit.wrap(emitNamedPool(emit, pool, emit.get(input), init),
                            input.elementType, shape);
  if (isLast)
    result = emit.channelsFirst(result);
  if (pool.isMax)
    return result;
  return emit.cast(scale(emit, result, reciprocals), type);
}

static Tensor emitPool(Emitter &emit, Pool pool) {
  Shape shape = getResultShape(pool);
  if (pool.window.getRank() == 1) {
    makeTwoDimensional(pool.window);
    pool.input = makeTwoDimensional(emit, pool.input);
  }
  Tensor result =
      isTosaPool(pool) ? emitTosa(emit, pool) : emitLinalg(emit, pool);
  return emit.reshape(result, shape);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

static bool checkInput(Node &node, const Pool &pool, int64_t maxRank) {
  const Tensor &input = pool.input;
  if (!node.requireRank(input, 3, maxRank) || !requireElements(node, input))
    return false;
  // linalg has no maximum of unsigned numbers in three dimensions.
  bool isByte = getStorageType(input.elementType).isInteger(8) &&
                (!input.isUnsigned() || input.getRank() <= 4);
  return (pool.isMax && isByte) || node.requireFloat(input);
}

/// MaxPool (opset 8: Indices, which are not computed; 10: dilations and
/// ceil_mode; 12: 8-bit integers) and AveragePool (opset 7: count_include_pad;
/// 10: ceil_mode; 19: dilations).
template <bool isMax>
static LogicalResult convertPool(Node &node) {
  Pool pool;
  pool.input = node.getInput(0);
  pool.isMax = isMax;
  // The order of the indices.
  if (isMax)
    node.ignoreAttribute("storage_order");
  else
    pool.countsPadding = node.getBool("count_include_pad", false);
  if (!checkInput(node, pool, 5))
    return failure();
  std::optional<Window> window = getWindow(node, pool.input.shape, std::nullopt,
                                           /*allowCeilMode=*/true);
  if (!window)
    return failure();
  pool.window = std::move(*window);
  if (!isMax && !checkCounts(node, pool))
    return failure();
  return node.setOutput(emitPool(node.emit, pool));
}

/// GlobalMaxPool and GlobalAveragePool, the same since opset 1: one window that
/// is the whole map.
template <bool isMax>
static LogicalResult convertGlobalPool(Node &node) {
  Pool pool;
  pool.input = node.getInput(0);
  pool.isMax = isMax;
  if (!checkInput(node, pool, 6))
    return failure();
  Shape shape = pool.input.shape;
  ArrayRef<Dim> spatial = ArrayRef<Dim>(shape).drop_front(2);
  std::optional<Dim> area = getNumElements(spatial);
  if (!area || !isStatic(spatial))
    return node.error("a spatial extent depends on the batch size");
  // Any number of spatial dims are as good as one.
  if (spatial.size() != 2)
    pool.input =
        node.emit.reshape(pool.input, {shape[0], shape[1], Dim(1), *area});
  Window &window = pool.window;
  window.kernel = {pool.getExtent(0), pool.getExtent(1)};
  window.strides = window.dilations = window.outputs = {1, 1};
  window.padsBegin = window.padsEnd = window.exactPadsEnd = {0, 0};
  std::fill(shape.begin() + 2, shape.end(), Dim(1));
  return node.setOutput(node.emit.reshape(emitPool(node.emit, pool), shape));
}

void mlir::ascend::onnx_import::populatePoolOperators(OperatorTable &table) {
  table.add("AveragePool", 1, 1, convertPool<false>);
  table.add("GlobalAveragePool", 1, 1, convertGlobalPool<false>);
  table.add("GlobalMaxPool", 1, 1, convertGlobalPool<true>);
  table.add("MaxPool", 1, 1, convertPool<true>);
}
