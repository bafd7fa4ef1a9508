//===- Tables.h - Constants computed at import ------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TARGET_ONNX_TABLES_H
#define ASCENDFOLD_LIB_TARGET_ONNX_TABLES_H

#include "Node.h"

namespace mlir::ascend::onnx_import {

/// Extents, pads and pairs of them that a model may give: products of two fit
/// into 64 bits.
inline constexpr int64_t kMaxExtent = int64_t(1) << 30;

/// No more weights or indices are computed at import.
inline constexpr int64_t kMaxTableSize = int64_t(1) << 20;

/// A constant of f32 or f64; a splat if it is one number everywhere.
Tensor getTable(Type elementType, ArrayRef<Dim> shape, ArrayRef<double> values);

/// f64 for f64, else f32: what f16 and bf16 are accumulated in.
Type getWideType(Type elementType);

/// No dimension of zero, which tosa does not have; reports it.
bool requireElements(Node &node, const Tensor &tensor);

} // namespace mlir::ascend::onnx_import

#endif // ASCENDFOLD_LIB_TARGET_ONNX_TABLES_H
