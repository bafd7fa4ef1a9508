//===- EvaluateArithmetic.h - Arithmetic of known elements ------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TARGET_ONNX_EVALUATEARITHMETIC_H
#define ASCENDFOLD_LIB_TARGET_ONNX_EVALUATEARITHMETIC_H

#include "Shape.h"

namespace mlir::ascend::onnx_import {

enum class OperatorKind { Arithmetic, Comparison, Logical };

/// An elementwise operator. A function is null where ONNX has no such operator
/// on these elements. It fails where its result is not known: on overflow, and
/// where that is neither the same for every batch size nor a multiple of it.
struct UnaryOperator {
  OperatorKind kind = OperatorKind::Arithmetic;
  std::optional<Dim> (*integer)(Dim) = nullptr;
  std::optional<double> (*real)(double) = nullptr;
};

struct BinaryOperator {
  OperatorKind kind = OperatorKind::Arithmetic;
  std::optional<Dim> (*integer)(Dim, Dim) = nullptr;
  std::optional<double> (*real)(double, double) = nullptr;
};

/// By the name in ONNX, null for others. "FMod" is Mod with the sign of the
/// dividend.
const UnaryOperator *findUnaryOperator(StringRef name);
const BinaryOperator *findBinaryOperator(StringRef name);

} // namespace mlir::ascend::onnx_import

#endif // ASCENDFOLD_LIB_TARGET_ONNX_EVALUATEARITHMETIC_H
