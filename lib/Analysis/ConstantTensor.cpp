//===- ConstantTensor.cpp - Strided view of constant data -----------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Analysis/ConstantTensor.h"

#include "AscendFold/Analysis/ChannelLayout.h"
#include "AscendFold/Analysis/FloatConversion.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::ascend;

std::optional<ElementKind> ascend::getElementKind(Type type) {
  if (type.isF64())
    return ElementKind::F64;
  if (type.isF32())
    return ElementKind::F32;
  if (type.isF16())
    return ElementKind::F16;
  if (type.isBF16())
    return ElementKind::BF16;
  if (type.isIndex())
    return ElementKind::I64;
  if (auto integer = dyn_cast<IntegerType>(type)) {
    if (integer.isUnsigned())
      return std::nullopt;
    switch (integer.getWidth()) {
    case 1:
      return ElementKind::I1;
    case 8:
      return ElementKind::I8;
    case 16:
      return ElementKind::I16;
    case 32:
      return ElementKind::I32;
    case 64:
      return ElementKind::I64;
    default:
      break;
    }
  }
  return std::nullopt;
}

static int64_t getByteWidth(ElementKind kind) {
  switch (kind) {
  case ElementKind::I1:
  case ElementKind::I8:
    return 1;
  case ElementKind::F16:
  case ElementKind::BF16:
  case ElementKind::I16:
    return 2;
  case ElementKind::F32:
  case ElementKind::I32:
    return 4;
  case ElementKind::F64:
  case ElementKind::I64:
    return 8;
  }
  llvm_unreachable("unknown element kind");
}

/// The number of elements; the largest number when it is dynamic or overflows.
static int64_t countElements(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    if (ShapedType::isDynamic(extent) ||
        llvm::MulOverflow(count, extent, count))
      return std::numeric_limits<int64_t>::max();
  return count;
}

template <typename T>
static T loadAs(const char *base, int64_t index) {
  T value;
  std::memcpy(&value, base + index * static_cast<int64_t>(sizeof(T)),
              sizeof(T));
  return value;
}

/// Calls `fn(offset)` for every element over `sizes`, row-major, until it
/// returns false. Returns whether it never did.
static bool allOffsets(ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides,
                       function_ref<bool(int64_t)> fn) {
  if (llvm::is_contained(sizes, 0))
    return true;
  SmallVector<int64_t> index(sizes.size(), 0);
  int64_t offset = 0;
  while (true) {
    if (!fn(offset))
      return false;
    int64_t d = sizes.size() - 1;
    for (; d >= 0; --d) {
      offset += strides[d];
      if (++index[d] < sizes[d])
        break;
      offset -= strides[d] * sizes[d];
      index[d] = 0;
    }
    if (d < 0)
      return true;
  }
}

static void forEachOffset(ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides,
                          function_ref<void(int64_t)> fn) {
  allOffsets(sizes, strides, [&](int64_t offset) {
    fn(offset);
    return true;
  });
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

/// The bytes behind a dense or dense_resource attribute.
static FailureOr<ArrayRef<char>> getRawData(ElementsAttr attr, ElementKind kind,
                                            bool &isSplat, std::string &why) {
  isSplat = false;
  if (auto dense = dyn_cast<DenseElementsAttr>(attr)) {
    isSplat = dense.isSplat();
    ArrayRef<char> raw = dense.getRawData();
    // What is stored is the attribute's business, so be sure of it.
    const int64_t stored =
        static_cast<int64_t>(raw.size()) / getByteWidth(kind);
    if (stored <
        (isSplat ? 1 : countElements(attr.getShapedType().getShape()))) {
      why = "the constant is stored in an unexpected form";
      return failure();
    }
    return raw;
  }
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(attr)) {
    DenseResourceElementsHandle handle = resource.getRawHandle();
    AsmResourceBlob *blob = handle.getBlob();
    if (!blob) {
      why = ("the data of dense_resource<" + handle.getKey() +
             "> is missing (elided)")
                .str();
      return failure();
    }
    int64_t expected = 0;
    if (llvm::MulOverflow(countElements(attr.getShapedType().getShape()),
                          getByteWidth(kind), expected) ||
        static_cast<int64_t>(blob->getData().size()) != expected) {
      why = ("dense_resource<" + handle.getKey() + "> holds " +
             Twine(blob->getData().size()) + " bytes, its type needs " +
             Twine(expected))
                .str();
      return failure();
    }
    return blob->getData();
  }
  why = "the constant is neither dense nor dense_resource";
  return failure();
}

FailureOr<ConstantTensor> ConstantTensor::get(ElementsAttr attr,
                                              std::string &why) {
  std::optional<ElementKind> kind = ::getElementKind(attr.getElementType());
  if (!kind) {
    llvm::raw_string_ostream(why)
        << "constants of element type " << attr.getElementType()
        << " are not evaluated";
    return failure();
  }
  ArrayRef<int64_t> shape = attr.getShapedType().getShape();
  // Dense i1 data is packed in a way of its own: unpack it.
  if (*kind == ElementKind::I1) {
    auto dense = dyn_cast<DenseElementsAttr>(attr);
    if (!dense) {
      why = "constants of element type i1 in a resource are not evaluated";
      return failure();
    }
    if (dense.isSplat())
      return getSplat(dense.getSplatValue<bool>() ? 1.0 : 0.0, shape);
    if (countElements(shape) > kMaxComputedElements) {
      why = "the constant is too large";
      return failure();
    }
    std::vector<double> values;
    for (bool bit : dense.getValues<bool>())
      values.push_back(bit ? 1.0 : 0.0);
    return get(std::move(values), shape);
  }
  bool isSplat = false;
  FailureOr<ArrayRef<char>> raw = getRawData(attr, *kind, isSplat, why);
  if (failed(raw))
    return failure();
  ConstantTensor result;
  result.shape.assign(shape.begin(), shape.end());
  result.kind = *kind;
  result.data = raw->data();
  if (isSplat || attr.getNumElements() == 0)
    result.strides.assign(shape.size(), 0);
  else
    result.strides = SmallVector<int64_t, 4>(computeStrides(shape));
  if (attr.getNumElements() == 0)
    result.data = nullptr;
  if (*kind == ElementKind::I64 && !result.isExactInF64()) {
    why = "the constant holds integers beyond 2^53";
    return failure();
  }
  return result;
}

bool ConstantTensor::isExactInF64() const {
  constexpr int64_t kLimit = int64_t(1) << 53;
  return allOffsets(shape, strides, [&](int64_t at) {
    int64_t value = loadAs<int64_t>(getBase(), at);
    return value >= -kLimit && value <= kLimit;
  });
}

ConstantTensor ConstantTensor::getSplat(double value, ArrayRef<int64_t> shape) {
  ConstantTensor result;
  result.shape.assign(shape.begin(), shape.end());
  result.strides.assign(shape.size(), 0);
  result.splat = value;
  return result;
}

ConstantTensor ConstantTensor::get(std::vector<double> values,
                                   ArrayRef<int64_t> shape) {
  ConstantTensor result = getSplat(0.0, shape);
  if (values.empty())
    return result;
  result.strides = SmallVector<int64_t, 4>(computeStrides(shape));
  result.owned = std::make_shared<const std::vector<double>>(std::move(values));
  result.data = reinterpret_cast<const char *>(result.owned->data());
  return result;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

const char *ConstantTensor::getBase() const {
  if (!data)
    return reinterpret_cast<const char *>(&splat);
  return data + offset * getByteWidth(kind);
}

double ConstantTensor::getAtOffset(int64_t at) const {
  const char *base = getBase();
  switch (kind) {
  case ElementKind::F64:
    return loadAs<double>(base, at);
  case ElementKind::F32:
    return loadAs<float>(base, at);
  case ElementKind::F16:
    return halfToDouble(loadAs<uint16_t>(base, at));
  case ElementKind::BF16:
    return bfloatToDouble(loadAs<uint16_t>(base, at));
  case ElementKind::I1:
  case ElementKind::I8:
    return loadAs<int8_t>(base, at);
  case ElementKind::I16:
    return loadAs<int16_t>(base, at);
  case ElementKind::I32:
    return loadAs<int32_t>(base, at);
  case ElementKind::I64:
    return static_cast<double>(loadAs<int64_t>(base, at));
  }
  llvm_unreachable("unknown element kind");
}

double ConstantTensor::get(ArrayRef<int64_t> index) const {
  int64_t at = 0;
  for (auto [i, stride] : llvm::zip(index, strides))
    at += i * stride;
  return getAtOffset(at);
}

std::optional<double> ConstantTensor::getUniformValue() const {
  if (llvm::is_contained(shape, 0))
    return std::nullopt;
  ConstantTensor compacted = compact();
  if (llvm::any_of(compacted.strides, [](int64_t s) { return s != 0; }))
    return std::nullopt;
  return compacted.getAtOffset(0);
}

/// Equal, or both NaN.
static bool isSame(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

bool ConstantTensor::isUniformAlong(int64_t dim) const {
  // The other dimensions that vary; trailing ones that are stored without gaps
  // up to a step along `dim` are compared as one run of bytes.
  SmallVector<int64_t> sizes, steps;
  int64_t run = 1;
  for (int64_t d = getRank() - 1; d >= 0; --d) {
    if (d == dim || strides[d] == 0)
      continue;
    if (d > dim && sizes.empty() && strides[d] == run) {
      run *= shape[d];
      continue;
    }
    sizes.push_back(shape[d]);
    steps.push_back(strides[d]);
  }
  const int64_t step = strides[dim], extent = shape[dim];
  const int64_t width = getByteWidth(kind);
  const char *base = getBase();
  auto haveEqualBytes = [&](int64_t at) {
    // Every slice equals the one before it.
    const char *first = base + at * width, *second = first + step * width;
    if (run == step)
      return std::memcmp(first, second, (extent - 1) * run * width) == 0;
    for (int64_t i = 1; i < extent; ++i, second += step * width)
      if (std::memcmp(first, second, run * width) != 0)
        return false;
    return true;
  };
  if (allOffsets(sizes, steps, haveEqualBytes))
    return true;
  // Equal numbers may have different bytes: zeros, NaNs.
  sizes.append({run, extent - 1});
  steps.append({1, step});
  return allOffsets(sizes, steps, [&](int64_t at) {
    return isSame(getAtOffset(at), getAtOffset(at + step));
  });
}

ConstantTensor ConstantTensor::compact(ArrayRef<int64_t> keep) const {
  ConstantTensor result = *this;
  for (int64_t d = 0, e = getRank(); d < e; ++d) {
    // Nothing is known of how far a dynamic extent goes.
    if (result.strides[d] == 0 || ShapedType::isDynamic(shape[d]))
      continue;
    if (shape[d] == 1) {
      result.strides[d] = 0;
      continue;
    }
    if (llvm::is_contained(keep, d))
      continue;
    if (result.isUniformAlong(d))
      result.strides[d] = 0;
  }
  return result;
}

std::optional<ConstantTensor>
ConstantTensor::splitIntoFactors(const ChannelLayout &layout) const {
  if (layout.getRank() != getRank())
    return std::nullopt;
  SmallVector<int64_t> extents, steps;
  for (int64_t d = 0, e = getRank(); d < e; ++d) {
    ArrayRef<ChannelLayout::Factor> factors = layout.getFactors(d);
    int64_t step = strides[d];
    SmallVector<int64_t, 2> reversed;
    for (ChannelLayout::Factor factor : llvm::reverse(factors)) {
      if (step != 0 && ShapedType::isDynamic(factor.extent))
        return std::nullopt;
      reversed.push_back(step);
      step *= factor.extent;
    }
    if (strides[d] != 0 && step != strides[d] * shape[d])
      return std::nullopt;
    for (ChannelLayout::Factor factor : factors)
      extents.push_back(factor.extent);
    steps.append(reversed.rbegin(), reversed.rend());
  }
  return restride(extents, steps, 0);
}

FailureOr<SmallVector<double>>
ConstantTensor::getPerChannel(const ChannelLayout &layout,
                              double missing) const {
  if (llvm::is_contained(shape, 0))
    return failure();
  std::optional<ConstantTensor> view = splitIntoFactors(layout);
  if (!view)
    return failure();
  SmallVector<int64_t> channelFactors, extents, steps;
  for (int64_t d = 0, position = 0, e = getRank(); d < e; ++d)
    for (ChannelLayout::Factor factor : layout.getFactors(d)) {
      if (factor.isChannel)
        channelFactors.push_back(position);
      ++position;
    }
  view = view->compact(channelFactors);
  for (auto [position, stride] : llvm::enumerate(view->strides)) {
    if (llvm::is_contained(channelFactors, static_cast<int64_t>(position))) {
      extents.push_back(view->shape[position]);
      steps.push_back(stride);
    } else if (stride != 0) {
      return failure();
    }
  }
  SmallVector<double> values(layout.getNumChannels(), missing);
  int64_t position = 0;
  forEachOffset(extents, steps, [&](int64_t at) {
    values[layout.getChannels()[position++]] = view->getAtOffset(at);
  });
  return values;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

ConstantTensor ConstantTensor::restride(ArrayRef<int64_t> resultShape,
                                        ArrayRef<int64_t> resultStrides,
                                        int64_t extraOffset) const {
  ConstantTensor result = *this;
  result.shape.assign(resultShape.begin(), resultShape.end());
  result.strides.assign(resultStrides.begin(), resultStrides.end());
  // An extent of 1 is never stepped over.
  for (auto [size, stride] : llvm::zip(result.shape, result.strides))
    if (size == 1)
      stride = 0;
  if (data)
    result.offset += extraOffset;
  return result;
}

ConstantTensor ConstantTensor::transpose(ArrayRef<int64_t> permutation) const {
  return restride(applyPermutation(ArrayRef<int64_t>(shape), permutation),
                  applyPermutation(ArrayRef<int64_t>(strides), permutation), 0);
}

ConstantTensor ConstantTensor::broadcast(ArrayRef<int64_t> resultShape,
                                         ArrayRef<int64_t> dims) const {
  SmallVector<int64_t> resultStrides(resultShape.size(), 0);
  for (auto [i, dim] : llvm::enumerate(dims))
    resultStrides[dim] = shape[i] == 1 ? 0 : strides[i];
  return restride(resultShape, resultStrides, 0);
}

ConstantTensor ConstantTensor::slice(ArrayRef<int64_t> offsets,
                                     ArrayRef<int64_t> sizes,
                                     ArrayRef<int64_t> steps) const {
  SmallVector<int64_t> resultStrides;
  int64_t extra = 0;
  for (int64_t d = 0, e = getRank(); d < e; ++d) {
    extra += offsets[d] * strides[d];
    resultStrides.push_back(strides[d] * steps[d]);
  }
  return restride(sizes, resultStrides, extra);
}

/// Splits or merges strides group by group; nothing when a group's elements
/// are not evenly spaced.
std::optional<ConstantTensor>
ConstantTensor::regroup(const ReshapeGroups &groups,
                        ArrayRef<int64_t> resultShape) const {
  SmallVector<int64_t> resultStrides(resultShape.size(), 0);
  for (const ReshapeGroup &group : groups) {
    int64_t step = 0, extent = 1;
    for (int64_t d = group.sourceEnd - 1; d >= group.sourceBegin; --d) {
      if (shape[d] == 1)
        continue;
      if (extent == 1)
        step = strides[d];
      else if (strides[d] != step * extent)
        return std::nullopt;
      extent = (ShapedType::isDynamic(shape[d]) || extent < 0)
                   ? ShapedType::kDynamic
                   : extent * shape[d];
    }
    if (step == 0)
      continue;
    // Types with dynamic extents do not vouch for the element count.
    auto extents = resultShape.slice(group.resultBegin,
                                     group.resultEnd - group.resultBegin);
    if (ShapedType::isDynamicShape(extents) ||
        computeProduct(extents) != extent)
      return std::nullopt;
    int64_t stride = step;
    for (int64_t d = group.resultEnd - 1; d >= group.resultBegin; --d) {
      resultStrides[d] = stride;
      stride *= resultShape[d];
    }
  }
  return restride(resultShape, resultStrides, 0);
}

FailureOr<ConstantTensor> ConstantTensor::materialize() const {
  const int64_t count = countElements(shape);
  if (count > kMaxComputedElements)
    return failure();
  std::vector<double> values;
  values.reserve(count);
  forEachOffset(shape, strides,
                [&](int64_t at) { values.push_back(getAtOffset(at)); });
  return get(std::move(values), shape);
}

FailureOr<ConstantTensor>
ConstantTensor::reshape(const ReshapeGroups &groups,
                        ArrayRef<int64_t> resultShape) const {
  if (std::optional<ConstantTensor> view = regroup(groups, resultShape))
    return *view;
  FailureOr<ConstantTensor> dense = materialize();
  if (failed(dense) || ShapedType::isDynamicShape(resultShape) ||
      computeProduct(resultShape) != computeProduct(shape))
    return failure();
  return dense->restride(resultShape, computeStrides(resultShape), 0);
}

FailureOr<ConstantTensor>
ConstantTensor::map(ArrayRef<int64_t> shape,
                    ArrayRef<const ConstantTensor *> operands,
                    function_ref<double(ArrayRef<double>)> fn) {
  // Only the dimensions in which an operand varies are computed.
  SmallVector<int64_t> active, sizes;
  int64_t count = 1;
  for (int64_t d = 0, e = shape.size(); d < e; ++d) {
    if (shape[d] == 0)
      return getSplat(0.0, shape);
    if (llvm::all_of(operands, [&](const ConstantTensor *operand) {
          return operand->strides[d] == 0;
        }))
      continue;
    if (ShapedType::isDynamic(shape[d]) ||
        shape[d] > kMaxComputedElements / count)
      return failure();
    active.push_back(d);
    sizes.push_back(shape[d]);
    count *= shape[d];
  }

  SmallVector<double> arguments(operands.size());
  SmallVector<int64_t> offsets(operands.size(), 0), index(active.size(), 0);
  std::vector<double> values;
  values.reserve(count);
  while (true) {
    for (auto [i, operand] : llvm::enumerate(operands))
      arguments[i] = operand->getAtOffset(offsets[i]);
    values.push_back(fn(arguments));
    int64_t k = active.size() - 1;
    for (; k >= 0; --k) {
      bool wraps = ++index[k] == sizes[k];
      int64_t steps = wraps ? 1 - sizes[k] : 1;
      for (auto [i, operand] : llvm::enumerate(operands))
        offsets[i] += operand->strides[active[k]] * steps;
      if (!wraps)
        break;
      index[k] = 0;
    }
    if (k < 0)
      break;
  }

  SmallVector<int64_t> strides(shape.size(), 0);
  for (auto [d, stride] : llvm::zip(active, computeStrides(sizes)))
    strides[d] = stride;
  return get(std::move(values), sizes).restride(shape, strides, 0);
}

FailureOr<ConstantTensor>
ConstantTensor::concat(ArrayRef<ConstantTensor> operands, int64_t axis) {
  // Dimensions along which no operand varies are not written out.
  const ConstantTensor &front = operands.front();
  SmallVector<int64_t> shape(front.getShape()), broadcastDims;
  shape[axis] = 0;
  for (const ConstantTensor &operand : operands) {
    if (ShapedType::isDynamic(operand.shape[axis]))
      return failure();
    shape[axis] += operand.shape[axis];
  }
  SmallVector<int64_t> resultShape(shape);
  for (int64_t d = 0, e = front.getRank(); d < e; ++d)
    if (d != axis && llvm::all_of(operands, [&](const ConstantTensor &operand) {
          return operand.strides[d] == 0 && operand.shape[d] != 0;
        })) {
      broadcastDims.push_back(d);
      shape[d] = 1;
    }
  for (const ConstantTensor &operand : operands)
    for (int64_t d = 0, e = front.getRank(); d < e; ++d)
      if (d != axis && shape[d] != 1 && operand.shape[d] != shape[d])
        return failure();
  if (ShapedType::isDynamicShape(shape))
    return failure();
  // As [before, axis, after]: each operand is a run per index before the axis.
  const int64_t count = countElements(shape);
  const int64_t before = computeProduct(ArrayRef(shape).take_front(axis));
  if (count > kMaxComputedElements)
    return failure();
  std::vector<double> values(count);
  const int64_t pitch = count / std::max<int64_t>(before, 1);
  int64_t begin = 0;
  for (const ConstantTensor &operand : operands) {
    SmallVector<int64_t> extents(operand.getShape());
    for (int64_t d : broadcastDims)
      extents[d] = 1;
    const int64_t run = computeProduct(extents) / std::max<int64_t>(before, 1);
    int64_t i = 0;
    forEachOffset(extents, operand.strides, [&](int64_t at) {
      values[i / run * pitch + begin + i % run] = operand.getAtOffset(at);
      ++i;
    });
    begin += run;
  }
  SmallVector<int64_t> resultStrides = computeStrides(shape);
  for (int64_t d : broadcastDims)
    resultStrides[d] = 0;
  return get(std::move(values), shape).restride(resultShape, resultStrides, 0);
}
