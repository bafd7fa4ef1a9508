//===- ConstantEvaluationOpInterface.cpp - Op interface -------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Interfaces/ConstantEvaluationOpInterface.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::ascend;

#include "AscendFold/Interfaces/ConstantEvaluationOpInterface.cpp.inc"
