//===- ResizeTaps.h - What the elements of a resize read --------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TARGET_ONNX_RESIZETAPS_H
#define ASCENDFOLD_LIB_TARGET_ONNX_RESIZETAPS_H

#include "mlir/Support/LLVM.h"

#include "llvm/ADT/SmallVector.h"

namespace mlir::ascend::onnx_import {

enum class ResizeMode { Nearest, Linear, Cubic };

/// coordinate_transformation_mode.
enum class Coordinates {
  HalfPixel,
  HalfPixelSymmetric,
  PytorchHalfPixel,
  AlignCorners,
  Asymmetric,
  TfHalfPixelForNN,
  TfCropAndResize
};

/// nearest_mode. `Truncate` is that of opsets until 10, which do not say:
/// floor, but ceil where the result is smaller.
enum class NearestMode {
  RoundPreferFloor,
  RoundPreferCeil,
  Floor,
  Ceil,
  Truncate
};

struct ResizeOptions {
  ResizeMode mode = ResizeMode::Nearest;
  Coordinates coordinates = Coordinates::HalfPixel;
  NearestMode nearest = NearestMode::RoundPreferFloor;
  float cubicCoefficient = -0.75f;
  bool excludesOutside = false;
  bool antialiases = false;
  double extrapolationValue = 0;

  bool extrapolates() const {
    return coordinates == Coordinates::TfCropAndResize;
  }
};

/// How one axis is resized.
struct ResizeAxis {
  int64_t axis;
  int64_t input, output;
  /// From the input's extent to the result's, before that is rounded.
  float scale;
  float roiStart = 0, roiEnd = 1;
};

/// The elements of an axis from `begin` to `end` are sums of as many elements
/// of the input as there are columns, times weights; others lie outside of the
/// input, and have the extrapolation value.
struct ResizeTaps {
  struct Column {
    SmallVector<int64_t> indices;
    SmallVector<double> weights;
  };
  SmallVector<Column> columns;
  int64_t begin = 0, end = 0;
};

/// More taps than that are refused.
inline constexpr int64_t kMaxTaps = 128;

/// As many as the columns have, before they are made.
int64_t countTaps(const ResizeOptions &options, const ResizeAxis &axis);

/// Coordinates and weights are computed in f32 as other implementations do,
/// which matters where they are rounded.
ResizeTaps getTaps(const ResizeOptions &options, const ResizeAxis &axis);

} // namespace mlir::ascend::onnx_import

#endif // ASCENDFOLD_LIB_TARGET_ONNX_RESIZETAPS_H
