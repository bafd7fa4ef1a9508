//===- Verification.h - What verifiers of ascend ops share ------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_DIALECT_ASCEND_IR_VERIFICATION_H
#define ASCENDFOLD_LIB_DIALECT_ASCEND_IR_VERIFICATION_H

#include "AscendFold/Dialect/Ascend/IR/Ascend.h"

namespace mlir::ascend::detail {

inline ShapedType getShaped(Value value) {
  return cast<ShapedType>(value.getType());
}

/// Whether two extents, or shapes, may be the same.
bool agree(int64_t a, int64_t b);
bool agree(ArrayRef<int64_t> a, ArrayRef<int64_t> b);

/// All tensors with one result, or all buffers with none. The types say which
/// ranks buffers may have; tensors may have the same.
LogicalResult verifySemantics(Operation *op);

LogicalResult verifySameElementType(Operation *op, Value a, Value b,
                                    StringRef what);

/// Steps that are known, few enough, and a residual when one is used.
LogicalResult verifyEpilogue(EpilogueOpInterface op);

/// The residual, if there is one, is like the result.
LogicalResult verifyResidual(EpilogueOpInterface op, Value init);

/// `value`, if there is one, is a vector of `size` elements.
LogicalResult verifyVector(Operation *op, Value value, int64_t size,
                           StringRef what);

} // namespace mlir::ascend::detail

#endif // ASCENDFOLD_LIB_DIALECT_ASCEND_IR_VERIFICATION_H
