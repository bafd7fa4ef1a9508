//===- TensorReader.h - Tensors of a model as constants ---------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TARGET_ONNX_TENSORREADER_H
#define ASCENDFOLD_LIB_TARGET_ONNX_TENSORREADER_H

#include "Tensor.h"

#include "llvm/Support/Error.h"

namespace onnx {
class TensorProto;
} // namespace onnx

namespace mlir::ascend::onnx_import {

/// The type for an `onnx.TensorProto.DataType`; null for strings, complex
/// numbers and the types of 8 and fewer bits that quantised models have.
Type getElementType(int32_t dataType, MLIRContext *context);

/// "FLOAT", or the number where this version of ONNX has no name for it.
std::string getDataTypeName(int32_t dataType);

/// Reads tensors, and the files that they refer to.
class TensorReader {
public:
  TensorReader(MLIRContext *context, StringRef directory)
      : context(context), directory(directory) {}

  /// Takes the bytes out of `proto` where the constant can own them. Errors
  /// are sentences about the tensor that do not name it.
  llvm::Expected<Tensor> read(onnx::TensorProto &proto);

private:
  MLIRContext *context;
  StringRef directory;
};

} // namespace mlir::ascend::onnx_import

#endif // ASCENDFOLD_LIB_TARGET_ONNX_TENSORREADER_H
