//===- MapMotion.cpp - How maps move through ops --------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MapMotion.h"

#include "AscendFold/Analysis/ConstantEvaluator.h"
#include "AscendFold/Interfaces/ChannelLinearOpInterface.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ascend;

//===----------------------------------------------------------------------===//
// Affine ops
//===----------------------------------------------------------------------===//

/// Applies `fn` to two pairs of scale and shift; nothing when a result is not
/// finite.
static std::optional<ChannelAffineMap>
combine(const ChannelAffineMap &a, const ChannelAffineMap &b,
        function_ref<std::pair<double, double>(double, double, double, double)>
            fn) {
  if (a.getShape() != b.getShape() || !a.region.empty() || !b.region.empty())
    return std::nullopt;
  bool finite = true;
  auto compute = [&](bool wantsScale) {
    return ConstantTensor::map(
        a.getShape(), {&a.scale, &a.shift, &b.scale, &b.shift},
        [&](ArrayRef<double> v) {
          auto [scale, shift] = fn(v[0], v[1], v[2], v[3]);
          finite &= std::isfinite(scale) && std::isfinite(shift);
          return wantsScale ? scale : shift;
        });
  };
  FailureOr<ConstantTensor> scale = compute(true), shift = compute(false);
  if (failed(scale) || failed(shift) || !finite)
    return std::nullopt;
  return ChannelAffineMap{scale->compact(), shift->compact(), {}};
}

std::optional<ChannelAffineMap>
ascend::pullThroughMap(const ChannelAffineMap &outer,
                       const ChannelAffineMap &inner) {
  // inner(s' x + t') = s (a x + b) + t
  return combine(outer, inner, [](double s, double t, double a, double b) {
    return std::pair(s, (s * b + t - b) / a);
  });
}

std::optional<ChannelAffineMap>
ascend::pushThroughMap(const ChannelAffineMap &map,
                       const ChannelAffineMap &inner) {
  // a (s x + t) + b = s (a x + b) + (a t + b - s b)
  return combine(map, inner, [](double s, double t, double a, double b) {
    return std::pair(s, a * t + b - s * b);
  });
}

/// Operands that are no constants come first when they are convolutions.
static bool isLinear(Value value) {
  return value.getDefiningOp<ChannelLinearOpInterface>() != nullptr;
}

LogicalResult ascend::pullThroughSumOfTwo(Operation *op,
                                          const ChannelAffineMap &map,
                                          bool negatesSecond,
                                          OperandMaps &operandMaps,
                                          std::string &why) {
  for (unsigned i : {0, 1})
    if (op->getOperand(i).getType() != op->getResult(0).getType()) {
      why = "an operand is broadcast";
      return failure();
    }
  if (!map.region.empty()) {
    why = "the shift is not the same everywhere";
    return failure();
  }
  const bool toSecond = !negatesSecond && !isLinear(op->getOperand(0)) &&
                        isLinear(op->getOperand(1));
  operandMaps = getIdentityMaps(op);
  operandMaps[toSecond] = map;
  operandMaps[!toSecond] = map.getScaleOnly();
  return success();
}

FailureOr<ChannelAffineMap>
ascend::pushThroughSumOfTwo(const ChannelAffineMap &first,
                            const ChannelAffineMap &second, bool negatesSecond,
                            std::string &why) {
  bool equal = true;
  std::optional<ChannelAffineMap> sum =
      combine(first, second, [&](double s, double t, double s2, double t2) {
        equal &= s == s2;
        return std::pair(s, negatesSecond ? t - t2 : t + t2);
      });
  if (sum && equal)
    return *sum;
  why = "the summands have different scales";
  return failure();
}

//===----------------------------------------------------------------------===//
// Windows and reductions
//===----------------------------------------------------------------------===//

bool ascend::variesAlong(const ChannelAffineMap &map, ArrayRef<int64_t> dims) {
  return llvm::any_of(dims, [&](int64_t d) {
    return map.scale.getStrides()[d] != 0 || map.shift.getStrides()[d] != 0;
  });
}

FailureOr<ChannelAffineMap> ascend::moveAlong(const ChannelAffineMap &map,
                                              ArrayRef<int64_t> dims,
                                              ArrayRef<int64_t> shape,
                                              std::string &why) {
  if (!variesAlong(map, dims))
    if (std::optional<ChannelAffineMap> moved = map.resize(shape))
      return *moved;
  why = "the scale or shift varies along a dimension that it works along";
  return failure();
}

FailureOr<ChannelAffineMap> ascend::moveMonotone(const ChannelAffineMap &map,
                                                 ArrayRef<int64_t> dims,
                                                 ArrayRef<int64_t> shape,
                                                 std::string &why) {
  if (!map.isMonotone()) {
    why = "a negative scale would turn its maximum into a minimum";
    return failure();
  }
  return moveAlong(map, dims, shape, why);
}

static FailureOr<ChannelAffineMap> scaleShift(const ChannelAffineMap &map,
                                              double factor, std::string &why) {
  std::optional<ChannelAffineMap> scaled = map.transform(
      [&](double s, double t) { return std::pair(s, t * factor); });
  if (scaled)
    return *scaled;
  why = "a shift would not be finite";
  return failure();
}

FailureOr<ChannelAffineMap>
ascend::pullThroughSum(const ChannelAffineMap &map, ArrayRef<int64_t> dims,
                       int64_t count, ArrayRef<int64_t> operandShape,
                       std::string &why) {
  if (ShapedType::isDynamic(count) && map.hasShift()) {
    why = "how many elements it sums is not known";
    return failure();
  }
  FailureOr<ChannelAffineMap> moved = moveAlong(map, dims, operandShape, why);
  if (failed(moved) || !map.hasShift())
    return moved;
  return scaleShift(*moved, 1.0 / static_cast<double>(count), why);
}

FailureOr<ChannelAffineMap>
ascend::pushThroughSum(const ChannelAffineMap &map, ArrayRef<int64_t> dims,
                       int64_t count, ArrayRef<int64_t> resultShape,
                       std::string &why) {
  if (ShapedType::isDynamic(count) && map.hasShift()) {
    why = "how many elements it sums is not known";
    return failure();
  }
  FailureOr<ChannelAffineMap> moved = moveAlong(map, dims, resultShape, why);
  if (failed(moved) || !map.hasShift())
    return moved;
  return scaleShift(*moved, static_cast<double>(count), why);
}

//===----------------------------------------------------------------------===//
// Padding and concatenation
//===----------------------------------------------------------------------===//

/// Dimensions that something is padded to.
static SmallVector<int64_t> getPaddedDims(ArrayRef<int64_t> low,
                                          ArrayRef<int64_t> high) {
  SmallVector<int64_t> dims;
  for (int64_t d = 0, e = low.size(); d < e; ++d)
    if (low[d] != 0 || high[d] != 0)
      dims.push_back(d);
  return dims;
}

FailureOr<PaddedMap> ascend::pullThroughPad(const ChannelAffineMap &map,
                                            double value, ArrayRef<int64_t> low,
                                            ArrayRef<int64_t> high,
                                            ArrayRef<int64_t> operandShape,
                                            std::string &why) {
  FailureOr<ChannelAffineMap> moved =
      moveAlong(map, getPaddedDims(low, high), operandShape, why);
  if (failed(moved))
    return failure();
  // An infinity, padded around a maximum, stays one.
  std::optional<double> padded;
  if (std::isinf(value) && map.isMonotone())
    padded = value;
  else if (auto mapped = map.transform([&](double s, double t) {
             return std::pair(1.0, s * value + t);
           }))
    padded = mapped->shift.getUniformValue();
  if (!padded) {
    why = "the value that it pads would differ from channel to channel";
    return failure();
  }
  return PaddedMap{*moved, *padded};
}

FailureOr<ChannelAffineMap>
ascend::pushThroughPad(const ChannelAffineMap &map, double value,
                       ArrayRef<int64_t> low, ArrayRef<int64_t> high,
                       ArrayRef<int64_t> resultShape, std::string &why) {
  FailureOr<ChannelAffineMap> moved =
      moveAlong(map, getPaddedDims(low, high), resultShape, why);
  if (failed(moved))
    return failure();
  if (value != 0.0 && !(std::isinf(value) && map.isMonotone() &&
                        map.scale.getUniformValue() != 0.0)) {
    why = "it pads a value that is not zero";
    return failure();
  }
  if (value != 0.0 || !map.hasShift())
    return moved;
  for (int64_t d = 0, e = low.size(); d < e; ++d) {
    const int64_t extent = map.getShape()[d];
    if (ShapedType::isDynamic(low[d]) || low[d] < 0 ||
        (ShapedType::isDynamic(extent) && (low[d] != 0 || high[d] != 0))) {
      why = "how much it pads is not known";
      return failure();
    }
    moved->region.emplace_back(
        low[d], ShapedType::isDynamic(extent) ? extent : low[d] + extent);
  }
  return moved;
}

LogicalResult ascend::pullThroughConcat(Operation *op, int64_t axis,
                                        const ChannelAffineMap &map,
                                        OperandMaps &operandMaps,
                                        std::string &why) {
  operandMaps = getIdentityMaps(op);
  if (!map.region.empty()) {
    why = "the shift is not the same everywhere";
    return failure();
  }
  const int64_t rank = map.scale.getRank();
  SmallVector<int64_t> offsets(rank, 0), strides(rank, 1);
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type || (variesAlong(map, {axis}) &&
                  (type.isDynamicDim(axis) || type.getDimSize(axis) < 1))) {
      why = "where one of its operands lies is not known";
      return failure();
    }
    SmallVector<int64_t> sizes(map.getShape());
    sizes[axis] = type.getDimSize(axis);
    operandMaps[i] = map.slice(offsets, sizes, strides);
    offsets[axis] += type.isDynamicDim(axis) ? 0 : sizes[axis];
  }
  return success();
}

FailureOr<ChannelAffineMap>
ascend::pushThroughConcat(int64_t axis, ArrayRef<ChannelAffineMap> maps,
                          std::string &why) {
  FailureOr<ChannelAffineMap> joined = ChannelAffineMap::concat(maps, axis);
  if (failed(joined))
    why = "where one of its operands lies is not known";
  return joined;
}

//===----------------------------------------------------------------------===//
// Clamps
//===----------------------------------------------------------------------===//

static bool isBound(double value, double limit) {
  return std::fabs(value) < limit;
}

/// Whether the bound stays where it is under any positive scale.
static bool isFixed(double value, double limit) {
  return value == 0.0 || !isBound(value, limit);
}

std::optional<ClampBounds> ascend::pullThroughClamp(const ChannelAffineMap &map,
                                                    ClampBounds bounds,
                                                    double limit,
                                                    std::string &why) {
  if (!map.isMonotone()) {
    why = "a negative scale would exchange its bounds";
    return std::nullopt;
  }
  if (!map.region.empty()) {
    why = "the shift is not the same everywhere";
    return std::nullopt;
  }
  const bool unbounded =
      !isBound(bounds.low, limit) && !isBound(bounds.high, limit);
  if (unbounded || (!map.hasShift() && isFixed(bounds.low, limit) &&
                    isFixed(bounds.high, limit)))
    return bounds;
  std::optional<double> s = map.scale.getUniformValue();
  std::optional<double> t = map.shift.getUniformValue();
  if (!s || !t || *s == 0.0) {
    why = map.hasShift() ? "a shift does not move through its bounds"
                         : "its bounds would differ from channel to channel";
    return std::nullopt;
  }
  auto move = [&](double bound) {
    return isBound(bound, limit) ? *s * bound + *t : bound;
  };
  return ClampBounds{move(bounds.low), move(bounds.high)};
}

bool ascend::movesForwardThroughClamp(const ChannelAffineMap &map,
                                      ClampBounds bounds, double limit,
                                      std::string &why) {
  if (!map.isMonotone()) {
    why = "a negative scale would exchange its bounds";
    return false;
  }
  const bool unbounded =
      !isBound(bounds.low, limit) && !isBound(bounds.high, limit);
  if (!map.region.empty() || (map.hasShift() && !unbounded)) {
    why = "a shift does not move through its bounds";
    return false;
  }
  if (!isFixed(bounds.low, limit) || !isFixed(bounds.high, limit)) {
    why = "its bounds would differ";
    return false;
  }
  return true;
}
