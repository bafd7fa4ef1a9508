//===- Operators.cpp - The table of ONNX operators ------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operators.h"

using namespace mlir;
using namespace mlir::ascend::onnx_import;

const OperatorTable &mlir::ascend::onnx_import::getOperatorTable() {
  static const OperatorTable table = [] {
    OperatorTable result;
    populateActivationOperators(result);
    populateConstantOperators(result);
    populateConvOperators(result);
    populateConvTransposeOperators(result);
    populateElementwiseOperators(result);
    populateMatMulOperators(result);
    populateMovementOperators(result);
    populateNormalizationOperators(result);
    populatePadOperators(result);
    populatePoolOperators(result);
    populateReduceOperators(result);
    populateResizeOperators(result);
    populateSliceOperators(result);
    return result;
  }();
  return table;
}
