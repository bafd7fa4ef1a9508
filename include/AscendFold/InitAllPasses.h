//===- InitAllPasses.h - Registration of all passes -------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_INITALLPASSES_H
#define ASCENDFOLD_INITALLPASSES_H

#include "AscendFold/Conversion/Passes.h"
#include "AscendFold/Dialect/Ascend/Transforms/Passes.h"
#include "AscendFold/Pipelines/Pipelines.h"
#include "AscendFold/Transforms/Passes.h"

namespace mlir::ascend {

/// Registers every pass of this project with the global pass registry.
inline void registerAllPasses() {
  registerAscendFoldTransformsPasses();
  registerAscendTransformsPasses();
  registerAscendFoldConversionPasses();
  registerAscendPipelines();
}

} // namespace mlir::ascend

#endif // ASCENDFOLD_INITALLPASSES_H
