//===- ChannelAffineMap.cpp - Scale and shift of a tensor -----------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Analysis/ChannelAffineMap.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ascend;

ChannelAffineMap ChannelAffineMap::getIdentity(ArrayRef<int64_t> shape) {
  return {ConstantTensor::getSplat(1.0, shape),
          ConstantTensor::getSplat(0.0, shape),
          {}};
}

std::vector<ChannelAffineMap> ascend::getIdentityMaps(Operation *op) {
  std::vector<ChannelAffineMap> maps;
  for (Type type : op->getOperandTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    maps.push_back(ChannelAffineMap::getIdentity(tensor ? tensor.getShape()
                                                        : ArrayRef<int64_t>()));
  }
  return maps;
}

std::optional<ChannelAffineMap>
ChannelAffineMap::get(ArrayRef<int64_t> shape, const ChannelLayout &layout,
                      ArrayRef<double> scale, ArrayRef<double> shift) {
  SmallVector<int64_t> dims, extents;
  for (int64_t d = 0, e = shape.size(); d < e; ++d) {
    if (!layout.hasChannels(d))
      continue;
    int64_t extent = 1;
    for (ChannelLayout::Factor factor : layout.getFactors(d)) {
      if (!factor.isChannel)
        return std::nullopt;
      extent *= factor.extent;
    }
    dims.push_back(d);
    extents.push_back(extent);
  }
  auto makeTensor = [&](ArrayRef<double> values) {
    std::vector<double> table;
    for (int64_t channel : layout.getChannels())
      table.push_back(values[channel]);
    return ConstantTensor::get(std::move(table), extents)
        .broadcast(shape, dims)
        .compact();
  };
  return ChannelAffineMap{makeTensor(scale), makeTensor(shift), {}};
}

/// Whether `test` holds for every element.
static bool holdsEverywhere(const ConstantTensor &tensor,
                            function_ref<bool(double)> test) {
  bool holds = true;
  FailureOr<ConstantTensor> visited = ConstantTensor::map(
      tensor.getShape(), {&tensor}, [&](ArrayRef<double> value) {
        holds &= test(value[0]);
        return 0.0;
      });
  return succeeded(visited) && holds;
}

static bool isEqual(const ConstantTensor &a, const ConstantTensor &b) {
  if (a.getShape() != b.getShape())
    return false;
  bool equal = true;
  FailureOr<ConstantTensor> visited =
      ConstantTensor::map(a.getShape(), {&a, &b}, [&](ArrayRef<double> values) {
        equal &= values[0] == values[1];
        return 0.0;
      });
  return succeeded(visited) && equal;
}

bool ChannelAffineMap::isMonotone() const {
  return holdsEverywhere(scale, [](double value) { return value >= 0.0; });
}

bool ChannelAffineMap::operator==(const ChannelAffineMap &other) const {
  return isEqual(scale, other.scale) && isEqual(shift, other.shift) &&
         region == other.region;
}

ChannelAffineMap ChannelAffineMap::getScaleOnly() const {
  return {scale, ConstantTensor::getSplat(0.0, getShape()), {}};
}

ChannelAffineMap ChannelAffineMap::getShiftOnly() const {
  return {ConstantTensor::getSplat(1.0, getShape()), shift, region};
}

std::optional<ChannelAffineMap> ChannelAffineMap::getShiftBeforeScale() const {
  return transform([](double s, double t) {
    return std::pair(1.0, t == 0.0 ? 0.0 : t / s);
  });
}

//===----------------------------------------------------------------------===//
// Data movement
//===----------------------------------------------------------------------===//

ChannelAffineMap
ChannelAffineMap::transpose(ArrayRef<int64_t> permutation) const {
  ChannelAffineMap result{
      scale.transpose(permutation), shift.transpose(permutation), {}};
  if (!region.empty())
    for (int64_t dim : permutation)
      result.region.push_back(region[dim]);
  return result;
}

FailureOr<ChannelAffineMap>
ChannelAffineMap::reshape(const ReshapeGroups &groups,
                          ArrayRef<int64_t> shape) const {
  FailureOr<ConstantTensor> newScale = scale.reshape(groups, shape);
  FailureOr<ConstantTensor> newShift = shift.reshape(groups, shape);
  if (failed(newScale) || failed(newShift) || !region.empty())
    return failure();
  return ChannelAffineMap{newScale->compact(), newShift->compact(), {}};
}

ChannelAffineMap ChannelAffineMap::slice(ArrayRef<int64_t> offsets,
                                         ArrayRef<int64_t> sizes,
                                         ArrayRef<int64_t> strides) const {
  assert(region.empty() && "only padding makes a region");
  return {scale.slice(offsets, sizes, strides).compact(),
          shift.slice(offsets, sizes, strides).compact(),
          {}};
}

/// `tensor` with `value` around it, along the dimensions in which it varies.
static FailureOr<ConstantTensor> embed(const ConstantTensor &tensor,
                                       ArrayRef<int64_t> shape,
                                       ArrayRef<int64_t> offsets, double value,
                                       ArrayRef<bool> varies) {
  ConstantTensor result = tensor;
  for (int64_t d = 0, e = shape.size(); d < e; ++d) {
    SmallVector<int64_t> extents(result.getShape());
    if (!varies[d]) {
      extents[d] = shape[d];
      result = result.restride(extents, result.getStrides(), 0);
      continue;
    }
    SmallVector<ConstantTensor, 3> parts;
    extents[d] = offsets[d];
    if (extents[d] > 0)
      parts.push_back(ConstantTensor::getSplat(value, extents));
    parts.push_back(result);
    extents[d] = shape[d] - offsets[d] - result.getShape()[d];
    if (extents[d] > 0)
      parts.push_back(ConstantTensor::getSplat(value, extents));
    FailureOr<ConstantTensor> joined = ConstantTensor::concat(parts, d);
    if (failed(joined))
      return failure();
    result = *joined;
  }
  return result;
}

FailureOr<ChannelAffineMap>
ChannelAffineMap::embed(ArrayRef<int64_t> shape, ArrayRef<int64_t> offsets,
                        ArrayRef<int64_t> strides) const {
  SmallVector<bool> varies;
  for (int64_t d = 0, e = shape.size(); d < e; ++d) {
    varies.push_back(scale.getStrides()[d] != 0 || shift.getStrides()[d] != 0);
    if (varies[d] && (ShapedType::isDynamic(shape[d]) ||
                      ShapedType::isDynamic(offsets[d]) || strides[d] != 1 ||
                      offsets[d] < 0 || offsets[d] + getShape()[d] > shape[d]))
      return failure();
  }
  FailureOr<ConstantTensor> newScale =
      ::embed(scale, shape, offsets, 1.0, varies);
  FailureOr<ConstantTensor> newShift =
      ::embed(shift, shape, offsets, 0.0, varies);
  if (failed(newScale) || failed(newShift))
    return failure();
  return ChannelAffineMap{newScale->compact(), newShift->compact(), {}};
}

FailureOr<ChannelAffineMap>
ChannelAffineMap::concat(ArrayRef<ChannelAffineMap> maps, int64_t axis) {
  std::vector<ConstantTensor> scales, shifts;
  for (const ChannelAffineMap &map : maps) {
    if (!map.region.empty() || ShapedType::isDynamic(map.getShape()[axis]))
      return failure();
    scales.push_back(map.scale);
    shifts.push_back(map.shift);
  }
  FailureOr<ConstantTensor> scale = ConstantTensor::concat(scales, axis);
  FailureOr<ConstantTensor> shift = ConstantTensor::concat(shifts, axis);
  if (failed(scale) || failed(shift))
    return failure();
  return ChannelAffineMap{scale->compact(), shift->compact(), {}};
}

static std::optional<ConstantTensor> resize(const ConstantTensor &tensor,
                                            ArrayRef<int64_t> shape) {
  if (static_cast<int64_t>(shape.size()) != tensor.getRank())
    return std::nullopt;
  for (auto [stride, own, other] :
       llvm::zip_equal(tensor.getStrides(), tensor.getShape(), shape))
    if (stride != 0 && own != other)
      return std::nullopt;
  return tensor.restride(shape, tensor.getStrides(), 0);
}

std::optional<ChannelAffineMap>
ChannelAffineMap::resize(ArrayRef<int64_t> shape) const {
  std::optional<ConstantTensor> newScale = ::resize(scale, shape);
  std::optional<ConstantTensor> newShift = ::resize(shift, shape);
  if (!newScale || !newShift || !region.empty())
    return std::nullopt;
  return ChannelAffineMap{*newScale, *newShift, {}};
}

std::optional<ChannelAffineMap> ChannelAffineMap::transform(
    function_ref<std::pair<double, double>(double, double)> fn) const {
  bool finite = true;
  auto compute = [&](auto select) {
    return ConstantTensor::map(
        getShape(), {&scale, &shift}, [&](ArrayRef<double> values) {
          double value = select(fn(values[0], values[1]));
          finite &= std::isfinite(value);
          return value;
        });
  };
  FailureOr<ConstantTensor> newScale =
      compute([](std::pair<double, double> pair) { return pair.first; });
  FailureOr<ConstantTensor> newShift =
      compute([](std::pair<double, double> pair) { return pair.second; });
  if (failed(newScale) || failed(newShift) || !finite)
    return std::nullopt;
  return ChannelAffineMap{newScale->compact(), newShift->compact(), region};
}
