//===- ONNX.h - The messages of ONNX ----------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Heavy: not for other headers, which declare the messages they name.
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TARGET_ONNX_ONNX_H
#define ASCENDFOLD_LIB_TARGET_ONNX_ONNX_H

#include "onnx/onnx_pb.h"

#endif // ASCENDFOLD_LIB_TARGET_ONNX_ONNX_H
