//===- Passes.h - AscendFold transform passes -------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TRANSFORMS_PASSES_H
#define ASCENDFOLD_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

#include <memory>

namespace mlir::ascend {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "AscendFold/Transforms/Passes.h.inc"

} // namespace mlir::ascend

#endif // ASCENDFOLD_TRANSFORMS_PASSES_H
