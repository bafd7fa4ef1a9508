//===- Operands.h - Per-channel operands ------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_RANDOMMODULES_OPERANDS_H
#define ASCENDFOLD_TEST_RANDOMMODULES_OPERANDS_H

#include "ModuleWriter.h"

namespace mlir::ascend::difftest {

/// What an operand stands for, which decides its values.
enum class Role : uint8_t { Scale, Shift, Divisor, Variance };

/// Something that is combined with a value, element by element.
struct ChannelOperand {
  std::string name, type;
  /// Dims of the value that index the operand, -1 for the constant index 0.
  llvm::SmallVector<int> dims;
  /// A number, not a tensor.
  bool isNumber = false;
  ElementType kind = ElementType::F32;
  double bound = 1.0;

  std::string map(unsigned numDims, llvm::ArrayRef<unsigned> order) const;
};

/// How an operand is to be made.
struct OperandPlan {
  OperandForm form = OperandForm::PerChannel;
  ConstantForm constant = ConstantForm::Dense;
  Family family = Family::Generic;
  ElementType kind = ElementType::F32;
};

/// Writes an operand that a `plan.family` op can combine with `value`. Forms
/// which that family cannot express become the nearest one that it can.
ChannelOperand writeOperand(ModuleWriter &writer, const Tensor &value,
                            OperandPlan plan, Role role, Rng &rng);

/// A tensor of one number per channel, `source`, in place of the constant that
/// `writeOperand` would write. Its dims are `dims` of `value`, in this order.
ChannelOperand presentOperand(ModuleWriter &writer, const Tensor &value,
                              OperandPlan plan, const Tensor &source,
                              llvm::ArrayRef<unsigned> dims, Rng &rng);

/// One tensor with the sizes of `dims` of `value`, values drawn for `role`.
Tensor writeSource(ModuleWriter &writer, const Tensor &value,
                   llvm::ArrayRef<unsigned> dims, const OperandPlan &plan,
                   Role role, Rng &rng);

/// A source that is computed by further ops.
Tensor writeComputedSource(ModuleWriter &writer, const Tensor &value,
                           llvm::ArrayRef<unsigned> dims,
                           const OperandPlan &plan, Role role, Rng &rng);

} // namespace mlir::ascend::difftest

#endif // ASCENDFOLD_TEST_RANDOMMODULES_OPERANDS_H
