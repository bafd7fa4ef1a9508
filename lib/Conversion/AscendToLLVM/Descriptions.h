//===- Descriptions.h - Ops as structs of the runtime -----------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_CONVERSION_ASCENDTOLLVM_DESCRIPTIONS_H
#define ASCENDFOLD_LIB_CONVERSION_ASCENDTOLLVM_DESCRIPTIONS_H

#include "mlir/IR/Value.h"
#include "mlir/Support/LLVM.h"

#include <string>

namespace mlir::ascend {

/// A number of a description that is known at run time only: an extent or a
/// stride of a buffer, times a constant.
struct DynamicField {
  /// Where the i64 stands, in bytes from the start.
  size_t offset;
  Value buffer;
  int64_t dim;
  bool isStride;
};

/// How the runtime is called for an op.
struct Launch {
  /// A struct of ascendrt.h, byte by byte: what it holds has the same size and
  /// order on every machine that both runtime and compiler run on.
  std::string description;
  SmallVector<DynamicField> dynamicFields;
  /// Buffers, or null, in the order that the op's struct documents.
  SmallVector<Value> arguments;
};

/// Describes an ascend op on buffers, or emits an error that says what the
/// runtime cannot be told.
FailureOr<Launch> describe(Operation *op);

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_CONVERSION_ASCENDTOLLVM_DESCRIPTIONS_H
