//===- ReduceAxes.h - Which axes a reduction removes ------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TARGET_ONNX_REDUCEAXES_H
#define ASCENDFOLD_LIB_TARGET_ONNX_REDUCEAXES_H

#include "Node.h"

namespace mlir::ascend::onnx_import {

/// The axes of input 0 that go, in ascending order; all if the model names
/// none. An input from opset `sinceInput` on, before an attribute. None after
/// an error of the node.
std::optional<SmallVector<int64_t>> getReducedAxes(Node &node,
                                                   int64_t sinceInput);

/// The first opset in which axes are an input.
inline constexpr int64_t kReduceAxesInput = 18, kReduceSumAxesInput = 13;

} // namespace mlir::ascend::onnx_import

#endif // ASCENDFOLD_LIB_TARGET_ONNX_REDUCEAXES_H
