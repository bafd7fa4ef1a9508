//===- ResizeEmitter.cpp - Interpolation along axes -----------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResizeEmitter.h"

#include "Tables.h"
#include "Window.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::ascend::onnx_import;

//===----------------------------------------------------------------------===//
// tosa
//===----------------------------------------------------------------------===//

namespace {
/// tosa.resize along one dim: element `i` is read at
/// `(i * denominator + offset) / numerator`.
struct Ratio {
  int64_t numerator = 1, denominator = 1, offset = 0;

  /// What of the input the last element leaves over.
  int64_t getBorder(const ResizeAxis &axis) const {
    return (axis.output - 1) * denominator - (axis.input - 1) * numerator +
           offset;
  }
  Ratio reduce() const {
    int64_t divisor = std::gcd(std::gcd(numerator, denominator), offset);
    return {numerator / divisor, denominator / divisor, offset / divisor};
  }
};
} // namespace

/// Whether tosa allows the numbers.
static bool isValid(const Ratio &ratio, const ResizeAxis &axis) {
  int64_t border = ratio.getBorder(axis), limit = 16 * ratio.numerator;
  return ratio.denominator < limit && ratio.offset >= -ratio.numerator &&
         ratio.offset < limit && border >= -limit && border < ratio.numerator;
}

/// Whether tosa.resize, which rounds up at ties, reads those elements.
static bool readsNearest(const Ratio &ratio, const ResizeAxis &axis,
                         const ResizeTaps &taps) {
  auto reads = [&](auto output) {
    auto [i, index] = output;
    int64_t twice =
        2 * (static_cast<int64_t>(i) * ratio.denominator + ratio.offset) +
        ratio.numerator;
    int64_t place = llvm::divideFloorSigned(twice, 2 * ratio.numerator);
    return std::clamp<int64_t>(place, 0, axis.input - 1) == index;
  };
  return llvm::all_of(llvm::enumerate(taps.columns.front().indices), reads);
}

/// Whether tosa.resize reads at the same places, but for rounding.
static bool readsLinear(const Ratio &ratio, const ResizeAxis &axis,
                        const ResizeTaps &taps) {
  for (int64_t i = 0; i < axis.output; ++i) {
    double expected = 0;
    for (const ResizeTaps::Column &column : taps.columns)
      expected += static_cast<double>(column.indices[i]) * column.weights[i];
    double place = static_cast<double>(i * ratio.denominator + ratio.offset) /
                   static_cast<double>(ratio.numerator);
    place = std::clamp(place, 0.0, static_cast<double>(axis.input - 1));
    if (std::abs(place - expected) > 1e-6 * (1 + expected))
      return false;
  }
  return true;
}

/// What the ratio may be, as the coordinates and the rounding are; the first
/// that fits is taken.
static SmallVector<Ratio> getCandidates(const ResizeOptions &options,
                                        const ResizeAxis &axis) {
  int64_t in = axis.input, out = axis.output;
  SmallVector<Ratio> candidates;
  if (options.mode == ResizeMode::Nearest) {
    // Between the ties: every element is repeated.
    if (out % in == 0)
      candidates.push_back({2 * (out / in), 2, 1 - out / in});
    candidates.push_back({2 * out, 2 * in, 1 - out});
    candidates.push_back({4 * out, 4 * in, 2 * (in - out) - 1});
    candidates.push_back({2 * out, 2 * in, in - out});
    return candidates;
  }
  candidates.push_back(Ratio{2 * out, 2 * in, in - out}.reduce());
  candidates.push_back(Ratio{out, in, 0}.reduce());
  if (in > 1 && out > 1)
    candidates.push_back(Ratio{out - 1, in - 1, 0}.reduce());
  return candidates;
}

static std::optional<Ratio> findRatio(const ResizeOptions &options,
                                      const ResizeAxis &axis) {
  ResizeTaps taps = getTaps(options, axis);
  auto reads = options.mode == ResizeMode::Nearest ? readsNearest : readsLinear;
  for (const Ratio &ratio : getCandidates(options, axis))
    if (isValid(ratio, axis) && reads(ratio, axis, taps))
      return ratio;
  return std::nullopt;
}

/// One ratio for each of two spatial dims, if that is what is resized.
static std::optional<SmallVector<Ratio>> getRatios(const Tensor &input,
                                                   const ResizeOptions &options,
                                                   ArrayRef<ResizeAxis> axes) {
  bool isFiltered =
      options.antialiases &&
      llvm::any_of(axes, [](const ResizeAxis &axis) { return axis.scale < 1; });
  bool isFast = options.mode != ResizeMode::Cubic && !options.extrapolates() &&
                !isFiltered && !input.elementType.isF64() && input.isFloat() &&
                input.getRank() >= 3 && input.getRank() <= 4;
  if (!isFast)
    return std::nullopt;
  SmallVector<Ratio> ratios(2);
  for (const ResizeAxis &axis : axes) {
    std::optional<Ratio> ratio = findRatio(options, axis);
    if (!ratio || axis.axis < 2)
      return std::nullopt;
    ratios[axis.axis - input.getRank() + 2] = *ratio;
  }
  return ratios;
}

/// Resizes `[N, C, H, W]` to `shape`.
static Tensor emitTosa(Emitter &emit, const Tensor &tensor, ArrayRef<Dim> shape,
                       const ResizeOptions &options, ArrayRef<Ratio> ratios) {
  SmallVector<int64_t> scale, offset, border;
  for (auto [i, ratio] : llvm::enumerate(ratios)) {
    ResizeAxis axis = {0, tensor.shape[2 + i].value, shape[2 + i].value, 1};
    scale.append({ratio.numerator, ratio.denominator});
    offset.push_back(ratio.offset);
    border.push_back(ratio.getBorder(axis));
  }
  Tensor input = emit.channelsLast(tensor);
  Shape result = {shape[0], shape[2], shape[3], shape[1]};
  auto mode = options.mode == ResizeMode::Nearest
                  ? tosa::ResizeMode::NEAREST_NEIGHBOR
                  : tosa::ResizeMode::BILINEAR;
  Value values[] = {emit.get(input), emit.getShapeConstant(toShape(scale)),
                    emit.getShapeConstant(toShape(offset)),
                    emit.getShapeConstant(toShape(border))};
  return emit.channelsFirst(
      emit.create<tosa::ResizeOp>(input.elementType, result, values[0],
                                  values[1], values[2], values[3], mode));
}

//===----------------------------------------------------------------------===//
// Axis by axis
//===----------------------------------------------------------------------===//

/// The axis to the front and back again: gathers want it there.
static std::pair<SmallVector<int64_t>, SmallVector<int64_t>>
getPermutations(int64_t rank, int64_t axis) {
  SmallVector<int64_t> to = {axis}, from(rank);
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (dim != axis)
      to.push_back(dim);
    from[dim] = dim < axis ? dim + 1 : dim == axis ? 0 : dim;
  }
  return {to, from};
}

/// A sum of elements times weights.
static Tensor emitAxis(Emitter &emit, const Tensor &input,
                       const ResizeAxis &axis, const ResizeTaps &taps,
                       bool isWeighted) {
  auto [toFront, fromFront] = getPermutations(input.getRank(), axis.axis);
  Tensor front = emit.transpose(input, toFront);
  Shape weightShape(input.getRank(), Dim(1));
  weightShape[0] = Dim(taps.end - taps.begin);
  std::optional<Tensor> sum;
  for (const ResizeTaps::Column &column : taps.columns) {
    Tensor term = emit.gather(front, 0, column.indices);
    if (isWeighted)
      term = emit.mul(term,
                      getTable(input.elementType, weightShape, column.weights));
    sum = sum ? emit.binary<tosa::AddOp>(*sum, term) : term;
  }
  return emit.transpose(*sum, fromFront);
}

/// Every axis by its own taps. What lies outside of the input is left out, and
/// padded at the end.
static Tensor emitAxes(Emitter &emit, const Tensor &input,
                       const ResizeOptions &options, ArrayRef<ResizeAxis> axes,
                       ArrayRef<Dim> shape) {
  bool isWeighted = options.mode != ResizeMode::Nearest;
  Type type = input.elementType;
  Tensor tensor = isWeighted ? emit.cast(input, getWideType(type)) : input;
  SmallVector<int64_t> low(shape.size(), 0), high(shape.size(), 0);
  for (const ResizeAxis &axis : axes) {
    ResizeTaps taps = getTaps(options, axis);
    if (taps.begin == taps.end)
      return emit.wrap(
          emit.getFilled(type, shape, {input}, options.extrapolationValue),
          type, shape);
    tensor = emitAxis(emit, tensor, axis, taps, isWeighted);
    low[axis.axis] = taps.begin;
    high[axis.axis] = axis.output - taps.end;
  }
  tensor = emit.cast(tensor, type);
  return emit.pad(tensor, low, high, options.extrapolationValue);
}

Tensor mlir::ascend::onnx_import::emitResize(Emitter &emit, const Tensor &input,
                                             const ResizeOptions &options,
                                             ArrayRef<ResizeAxis> axes) {
  if (axes.empty())
    return input;
  Shape shape = input.shape;
  for (const ResizeAxis &axis : axes)
    shape[axis.axis] = Dim(axis.output);
  std::optional<SmallVector<Ratio>> ratios = getRatios(input, options, axes);
  if (!ratios)
    return emitAxes(emit, input, options, axes, shape);
  Shape wide = shape;
  if (input.getRank() == 3)
    wide.insert(wide.begin() + 2, Dim(1));
  Tensor maps = input.getRank() == 3 ? makeTwoDimensional(emit, input) : input;
  return emit.reshape(emitTosa(emit, maps, wide, options, *ratios), shape);
}
