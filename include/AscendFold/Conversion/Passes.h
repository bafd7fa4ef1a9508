//===- Passes.h - Conversions to and from ascend ----------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_CONVERSION_PASSES_H
#define ASCENDFOLD_CONVERSION_PASSES_H

#include "AscendFold/Conversion/AscendToLLVM/AscendToLLVM.h"
#include "AscendFold/Conversion/LinalgToAscend/LinalgToAscend.h"
#include "AscendFold/Conversion/TosaToAscend/TosaToAscend.h"

#include "mlir/Pass/Pass.h"

namespace mlir::ascend {

#define GEN_PASS_REGISTRATION
#include "AscendFold/Conversion/Passes.h.inc"

} // namespace mlir::ascend

#endif // ASCENDFOLD_CONVERSION_PASSES_H
