//===- Operators.h - Converters of ONNX operators ---------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TARGET_ONNX_OPERATORS_H
#define ASCENDFOLD_LIB_TARGET_ONNX_OPERATORS_H

#include "Node.h"

#include "llvm/ADT/StringMap.h"

namespace mlir::ascend::onnx_import {

/// How an operator of ONNX's default domain is converted.
struct Operator {
  /// As many inputs have to be there, and as many may be.
  size_t minInputs = 1;
  size_t maxInputs = 1;
  /// Emits ops and sets the node's outputs. Fails after an error of the node;
  /// failures of its emitter are reported by the caller.
  LogicalResult (*convert)(Node &node) = nullptr;
  /// The first opset that has it, and the first that has it no more.
  int64_t since = 1;
  int64_t until = INT64_MAX;
};

class OperatorTable {
public:
  static constexpr size_t kAnyNumber = SIZE_MAX;

  void add(StringRef name, size_t minInputs, size_t maxInputs,
           LogicalResult (*convert)(Node &node), int64_t since = 1,
           int64_t until = INT64_MAX) {
    operators[name] = {minInputs, maxInputs, convert, since, until};
  }
  const Operator *find(StringRef name) const {
    auto it = operators.find(name);
    return it == operators.end() ? nullptr : &it->second;
  }

private:
  llvm::StringMap<Operator> operators;
};

// One per file of that name.
void populateActivationOperators(OperatorTable &table);
void populateConstantOperators(OperatorTable &table);
void populateConvOperators(OperatorTable &table);
void populateConvTransposeOperators(OperatorTable &table);
void populateElementwiseOperators(OperatorTable &table);
void populateMatMulOperators(OperatorTable &table);
void populateMovementOperators(OperatorTable &table);
void populateNormalizationOperators(OperatorTable &table);
void populatePadOperators(OperatorTable &table);
void populatePoolOperators(OperatorTable &table);
void populateReduceOperators(OperatorTable &table);
void populateResizeOperators(OperatorTable &table);
void populateSliceOperators(OperatorTable &table);

/// All of them.
const OperatorTable &getOperatorTable();

/// Computes a node whose inputs are small constants, for shape arithmetic.
/// Returns false, without an error, where it is not one that can be.
bool evaluateNode(Node &node);

} // namespace mlir::ascend::onnx_import

#endif // ASCENDFOLD_LIB_TARGET_ONNX_OPERATORS_H
