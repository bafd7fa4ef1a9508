//===- Shape.h - Shapes with an open batch size -----------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TARGET_ONNX_SHAPE_H
#define ASCENDFOLD_LIB_TARGET_ONNX_SHAPE_H

#include "mlir/Support/LLVM.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>

namespace mlir::ascend::onnx_import {

/// An extent, or an element of a shape that the model computes: `value`, or
/// `value` times the batch size where that is not known before run time. This
/// is closed under what exporters do with shapes, so that every reshape is
/// checked at import.
struct Dim {
  int64_t value = 0;
  bool isBatch = false;

  Dim() = default;
  /*implicit*/ Dim(int64_t value, bool isBatch = false)
      : value(value), isBatch(isBatch && value != 0) {}

  bool isStatic() const { return !isBatch; }
  friend bool operator==(Dim a, Dim b) {
    return a.value == b.value && a.isBatch == b.isBatch;
  }
  friend bool operator!=(Dim a, Dim b) { return !(a == b); }
};

using Shape = SmallVector<Dim, 6>;

/// More than any model has; what looks at all pairs of dims stays quick.
inline constexpr size_t kMaxRank = 32;

Shape toShape(ArrayRef<int64_t> extents);

/// Fails on overflow, and for a product of two batch sizes.
std::optional<Dim> multiply(Dim a, Dim b);

/// Fails for a remainder.
std::optional<Dim> divideExactly(Dim a, Dim b);

/// Fails on overflow; also where the bytes of 64-bit elements would overflow.
std::optional<Dim> getNumElements(ArrayRef<Dim> shape);

bool isStatic(ArrayRef<Dim> shape);

/// "2x3xN" with N for the batch size.
std::string toString(ArrayRef<Dim> shape);

/// The shape of an elementwise op of both, by NumPy's rules. Fails where they
/// do not fit for every batch size.
std::optional<Shape> broadcast(ArrayRef<Dim> a, ArrayRef<Dim> b);

/// For MLIR's types.
SmallVector<int64_t> toMLIRShape(ArrayRef<Dim> shape);

} // namespace mlir::ascend::onnx_import

#endif // ASCENDFOLD_LIB_TARGET_ONNX_SHAPE_H
