//===- InitAllDialects.h - Registration of all dialects ---------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_INITALLDIALECTS_H
#define ASCENDFOLD_INITALLDIALECTS_H

#include "AscendFold/Dialect/Ascend/IR/Ascend.h"

#include "mlir/IR/DialectRegistry.h"

namespace mlir::ascend {

/// Registers the dialects of this project.
inline void registerAllDialects(DialectRegistry &registry) {
  registry.insert<AscendDialect>();
}

} // namespace mlir::ascend

#endif // ASCENDFOLD_INITALLDIALECTS_H
