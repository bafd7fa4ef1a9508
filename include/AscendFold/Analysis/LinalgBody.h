//===- LinalgBody.h - Abstract interpretation of linalg ---------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_ANALYSIS_LINALGBODY_H
#define ASCENDFOLD_ANALYSIS_LINALGBODY_H

#include "AscendFold/Analysis/Elementwise.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <optional>
#include <string>

namespace mlir::ascend {

class ChannelLayout;
class ConstantEvaluator;

/// Abstract interpretation of the body of a linalg op: every scalar value of
/// the body as a function of the loop indices, constant or affine in one
/// tracked tensor.
class LinalgBody {
public:
  /// Interprets `op`. `tracked` may be null; `layout`, if there, knows extents
  /// of it that its type does not. Every operand that is constant is evaluated,
  /// the others are unknown.
  LinalgBody(linalg::LinalgOp op, Value tracked, ConstantEvaluator &evaluator,
             const ChannelLayout *layout = nullptr);

  /// The loop extents, the shape of every constant below.
  ArrayRef<int64_t> getLoopRanges() const { return ranges; }

  AbstractValue lookup(Value scalar);

  /// Whether the value is computed from elements of the tracked tensor.
  bool dependsOnTracked(Value scalar) const;

  /// Block arguments that are elements of the tracked tensor.
  ArrayRef<BlockArgument> getTrackedArguments() const { return trackedArgs; }

  /// Assertions whose condition is a true constant.
  ArrayRef<Operation *> getProvenAssertions() const { return proven; }

  /// An op that does something besides computing results, if there is one:
  /// anything impure but proven assertions.
  Operation *getEffect() const { return effect; }

  /// Why a value that depends on the tracked tensor became unknown, as the end
  /// of a sentence; empty if none did.
  StringRef getFailureReason() const { return why; }

private:
  void bindOperand(OpOperand &operand, Value tracked);
  void interpret(Operation &nested);
  AbstractValue interpretExtract(Operation &nested);
  AbstractValue interpretIndex(int64_t dim);
  AbstractValue interpretScalar(Value scalar);
  void explainUnknown(Operation &nested);

  linalg::LinalgOp op;
  ConstantEvaluator &evaluator;
  SmallVector<int64_t> ranges;
  llvm::DenseMap<Value, AbstractValue> values;
  llvm::DenseMap<Value, std::string> unknownOperands;
  llvm::SmallPtrSet<Value, 16> dependent;
  SmallVector<BlockArgument> trackedArgs;
  SmallVector<Operation *> proven;
  Operation *effect = nullptr;
  std::string why;
};

/// Strides over the loops of a tensor accessed through `map`, and the offset;
/// nothing for accesses that are not linear.
struct LoopStrides {
  SmallVector<int64_t> strides;
  int64_t offset = 0;
};
std::optional<LoopStrides> getLoopStrides(AffineMap map,
                                          ArrayRef<int64_t> tensorStrides);

} // namespace mlir::ascend

#endif // ASCENDFOLD_ANALYSIS_LINALGBODY_H
