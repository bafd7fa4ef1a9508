//===- FoldUtils.h - What folding passes share ------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TRANSFORMS_FOLDUTILS_H
#define ASCENDFOLD_LIB_TRANSFORMS_FOLDUTILS_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/PatternMatch.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <mutex>
#include <string>

namespace mlir::ascend {

/// A constant op of the dialect that `producer` lives in; a null value for no
/// `attr`. `like`, which may be null, is the constant that it replaces.
Value createConstant(RewriterBase &rewriter, Operation *producer, Value like,
                     ElementsAttr attr);

/// `value` as a value of type `type`, which may know less of the shape.
Value castTo(RewriterBase &rewriter, Type type, Value value);

/// A prefix for resources that no other function of the module has, so that
/// names do not depend on which thread comes first.
std::string getResourcePrefix(Operation *root);

/// Nested under functions a pass runs on several threads, and the remark
/// engine of a context does not lock.
std::mutex &getRemarkMutex();

/// Remembers which ops are gone.
struct ErasureListener final : RewriterBase::Listener {
  void notifyOperationErased(Operation *op) override { erased.insert(op); }
  llvm::SmallPtrSet<Operation *, 32> erased;
};

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_TRANSFORMS_FOLDUTILS_H
