//===- Passes.h - Passes on the ascend dialect ------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_DIALECT_ASCEND_TRANSFORMS_PASSES_H
#define ASCENDFOLD_DIALECT_ASCEND_TRANSFORMS_PASSES_H

#include "AscendFold/Dialect/Ascend/IR/Ascend.h"

#include "mlir/Pass/Pass.h"

namespace mlir::ascend {

/// Whether feature maps become nc1hwc0: where that is estimated to be faster,
/// wherever it is possible, or nowhere.
enum class PackingMode { Auto, Always, Never };

#define GEN_PASS_DECL
#include "AscendFold/Dialect/Ascend/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "AscendFold/Dialect/Ascend/Transforms/Passes.h.inc"

} // namespace mlir::ascend

#endif // ASCENDFOLD_DIALECT_ASCEND_TRANSFORMS_PASSES_H
