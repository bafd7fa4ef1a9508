//===- ResizeTaps.cpp - What the elements of a resize read ----------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResizeTaps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ascend::onnx_import;

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

static float getHalfPixel(float position, float scale) {
  return (position + 0.5f) / scale - 0.5f;
}

/// Where the axis of the input is read for an element of the result.
static float getCoordinate(Coordinates mode, const ResizeAxis &axis,
                           int64_t index) {
  auto position = static_cast<float>(index);
  auto input = static_cast<float>(axis.input);
  auto output = static_cast<float>(axis.output);
  // The identity, whatever rounding says.
  if (axis.scale == 1.0f && mode != Coordinates::TfCropAndResize)
    return position;
  switch (mode) {
  case Coordinates::HalfPixel:
    return getHalfPixel(position, axis.scale);
  case Coordinates::HalfPixelSymmetric: {
    // Where the extent has been rounded, the center stays the center.
    float adjustment = output / (axis.scale * input);
    float offset = input / 2 * (1 - adjustment);
    return offset + getHalfPixel(position, axis.scale);
  }
  case Coordinates::PytorchHalfPixel:
    return axis.output > 1 ? getHalfPixel(position, axis.scale) : 0.0f;
  case Coordinates::AlignCorners:
    return axis.output > 1 ? position * (input - 1) / (output - 1) : 0.0f;
  case Coordinates::Asymmetric:
    return position / axis.scale;
  case Coordinates::TfHalfPixelForNN:
    return (position + 0.5f) / axis.scale;
  case Coordinates::TfCropAndResize:
    if (axis.output == 1)
      return 0.5f * (axis.roiStart + axis.roiEnd) * (input - 1);
    return axis.roiStart * (input - 1) + position *
                                             (axis.roiEnd - axis.roiStart) *
                                             (input - 1) / (output - 1);
  }
  llvm_unreachable("unknown coordinates");
}

static float roundCoordinate(NearestMode mode, float x, float scale) {
  switch (mode) {
  case NearestMode::RoundPreferFloor:
    return std::ceil(x - 0.5f);
  case NearestMode::RoundPreferCeil:
    // Differs for negative coordinates only, which are clamped.
    return std::round(x);
  case NearestMode::Floor:
    return std::floor(x);
  case NearestMode::Ceil:
    return std::ceil(x);
  case NearestMode::Truncate:
    return scale < 1 ? std::ceil(x) : std::floor(x);
  }
  llvm_unreachable("unknown rounding");
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

namespace {
/// What one element of the result reads; indices from `first` on, perhaps
/// outside of the input.
struct Row {
  float first = 0;
  SmallVector<float> weights;
};
} // namespace

/// The piecewise cubic through (0, 1), (1, 0) and (2, 0); the slope at 1 is
/// `a`.
static float getCubic(float x, float a) {
  x = std::fabs(x);
  if (x < 1)
    return ((a + 2) * x - (a + 3)) * x * x + 1;
  if (x < 2)
    return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a;
  return 0;
}

static float getFilter(const ResizeOptions &options, float x) {
  if (options.mode == ResizeMode::Cubic)
    return getCubic(x, options.cubicCoefficient);
  return std::max(1 - std::fabs(x), 0.0f);
}

/// Half of what the filter reads, and by how much it is widened: so that every
/// element of the input counts.
static std::pair<float, float> getSupport(const ResizeOptions &options,
                                          float scale) {
  float radius = options.mode == ResizeMode::Cubic ? 2.0f : 1.0f;
  float widening = std::max(1 / scale, 1.0f);
  return {radius * widening, widening};
}

static Row getAntialiasedRow(const ResizeOptions &options,
                             const ResizeAxis &axis, float x) {
  auto [support, widening] = getSupport(options, axis.scale);
  float center = x + 0.5f;
  float begin = std::floor(center - support + 0.5f);
  float end = std::floor(center + support + 0.5f);
  Row row;
  row.first = begin;
  for (float i = begin; i < end; ++i)
    row.weights.push_back(
        getFilter(options, (i - center + 0.5f) * (1 / widening)));
  return row;
}

static Row getRow(const ResizeOptions &options, const ResizeAxis &axis,
                  int64_t index) {
  float x = getCoordinate(options.coordinates, axis, index);
  Row row;
  if (options.mode == ResizeMode::Nearest) {
    row.first = roundCoordinate(options.nearest, x, axis.scale);
    row.weights = {1.0f};
    return row;
  }
  if (options.antialiases && axis.scale < 1)
    return getAntialiasedRow(options, axis, x);
  if (options.mode == ResizeMode::Linear)
    x = std::clamp(x, 0.0f, static_cast<float>(axis.input - 1));
  row.first = std::floor(x);
  float fraction = x - row.first;
  if (options.mode == ResizeMode::Linear) {
    row.weights = {1 - fraction, fraction};
    return row;
  }
  row.first -= 1;
  for (int i = -1; i < 3; ++i)
    row.weights.push_back(getCubic(i < 1 ? fraction - i : i - fraction,
                                   options.cubicCoefficient));
  return row;
}

/// Weights of elements outside of the input count for the end of it, or not at
/// all.
static void normalize(Row &row, const ResizeOptions &options,
                      const ResizeAxis &axis) {
  if (options.mode == ResizeMode::Nearest)
    return;
  bool excludes = options.excludesOutside;
  if (!excludes && !options.antialiases)
    return;
  float sum = 0;
  for (auto [i, weight] : llvm::enumerate(row.weights)) {
    float index = row.first + static_cast<float>(i);
    if (excludes && (index < 0 || index >= static_cast<float>(axis.input)))
      weight = 0;
    sum += weight;
  }
  if (sum != 0)
    for (float &weight : row.weights)
      weight /= sum;
}

//===----------------------------------------------------------------------===//
// Columns
//===----------------------------------------------------------------------===//

int64_t mlir::ascend::onnx_import::countTaps(const ResizeOptions &options,
                                             const ResizeAxis &axis) {
  if (options.mode == ResizeMode::Nearest)
    return 1;
  if (options.antialiases && axis.scale < 1) {
    float count = 2 * std::ceil(getSupport(options, axis.scale).first) + 1;
    return count > static_cast<float>(kMaxTaps) ? kMaxTaps + 1
                                                : static_cast<int64_t>(count);
  }
  return options.mode == ResizeMode::Cubic ? 4 : 2;
}

/// The elements of the result that lie inside of the input; they are in one
/// piece.
static std::pair<int64_t, int64_t> getInside(const ResizeOptions &options,
                                             const ResizeAxis &axis) {
  if (!options.extrapolates())
    return {0, axis.output};
  auto isInside = [&](int64_t index) {
    float x = getCoordinate(options.coordinates, axis, index);
    return x >= 0 && x <= static_cast<float>(axis.input - 1);
  };
  int64_t begin = 0, end = axis.output;
  while (begin < end && !isInside(begin))
    ++begin;
  while (begin < end && !isInside(end - 1))
    --end;
  return {begin, end};
}

ResizeTaps mlir::ascend::onnx_import::getTaps(const ResizeOptions &options,
                                              const ResizeAxis &axis) {
  ResizeTaps taps;
  std::tie(taps.begin, taps.end) = getInside(options, axis);
  taps.columns.resize(countTaps(options, axis));
  auto last = static_cast<float>(axis.input - 1);
  for (int64_t i = taps.begin; i < taps.end; ++i) {
    Row row = getRow(options, axis, i);
    normalize(row, options, axis);
    for (auto [k, column] : llvm::enumerate(taps.columns)) {
      float index = row.first + static_cast<float>(k);
      column.indices.push_back(
          static_cast<int64_t>(std::clamp(index, 0.0f, last)));
      column.weights.push_back(k < row.weights.size() ? row.weights[k] : 0.0f);
    }
  }
  // Nothing is left where weights have been excluded or vanish everywhere.
  ResizeTaps::Column first = taps.columns.front();
  llvm::erase_if(taps.columns, [](const ResizeTaps::Column &column) {
    return llvm::all_of(column.weights, [](double w) { return w == 0; });
  });
  if (taps.columns.empty())
    taps.columns.push_back(std::move(first));
  return taps;
}
