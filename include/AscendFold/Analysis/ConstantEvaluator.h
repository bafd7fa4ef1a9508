//===- ConstantEvaluator.h - Evaluate constant expressions ------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_ANALYSIS_CONSTANTEVALUATOR_H
#define ASCENDFOLD_ANALYSIS_CONSTANTEVALUATOR_H

#include "AscendFold/Analysis/ConstantTensor.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Value.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::ascend {

/// Finds the value of SSA values that are compile-time constants: constant ops
/// (`m_Constant`), elementwise arith and math ops over constants, and ops that
/// implement `ConstantEvaluationOpInterface`. Everything is computed in f64
/// without intermediate rounding.
///
/// Results are cached by SSA value: an evaluator must not outlive a change of
/// the IR. Not thread-safe; one evaluator per thread.
class ConstantEvaluator {
public:
  /// `symbolTables`, which may be shared by evaluators that come one after the
  /// other, make the lookup of a global independent of how many there are.
  explicit ConstantEvaluator(SymbolTableCollection *symbolTables = nullptr)
      : symbolTables(symbolTables) {}

  /// The value of `value`, a tensor, an immutable buffer or a scalar. On
  /// failure `getReason()` says in words why it is not a constant.
  FailureOr<ConstantTensor> evaluate(Value value);

  /// Why the last failing `evaluate` failed.
  StringRef getReason() const { return reason; }

  /// For implementations of the interface: what `symbol` means at `from`.
  Operation *lookupSymbol(Operation *from, SymbolRefAttr symbol);

  /// For implementations of the interface: record a reason and fail.
  LogicalResult fail(const Twine &why);

  /// Every op that took part in an evaluation that succeeded. Such an op has no
  /// effect (its assertions were proven), so it can go when its results are
  /// unused.
  llvm::SmallPtrSet<Operation *, 16> getEvaluatedOps() const;

private:
  FailureOr<ConstantTensor> compute(OpResult result);

  SymbolTableCollection *symbolTables;
  llvm::DenseMap<Value, FailureOr<ConstantTensor>> cache;
  llvm::DenseMap<Value, std::string> reasons;
  std::string reason;
  unsigned depth = 0;
};

/// Whether `value` is computed from constant ops alone, as far as its operands
/// show: a cheap test that says which operand of an op is the weights.
bool mayBeConstant(Value value);

} // namespace mlir::ascend

#endif // ASCENDFOLD_ANALYSIS_CONSTANTEVALUATOR_H
