//===- Steps.h - Consumers of a convolution ---------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_RANDOMMODULES_STEPS_H
#define ASCENDFOLD_TEST_RANDOMMODULES_STEPS_H

#include "ModuleWriter.h"
#include "Operands.h"

namespace mlir::ascend::difftest {

/// Writes one step after `value`. `earlier` are values that came before it and
/// may be read again. A step that does not apply to the value writes nothing.
Tensor writeStep(ModuleWriter &writer, const Step &step, const Tensor &value,
                 llvm::ArrayRef<Tensor> earlier);

// The groups that `writeStep` is made of.
Tensor writeAffineStep(ModuleWriter &writer, const Step &step,
                       const Tensor &value, llvm::ArrayRef<Tensor> earlier);
Tensor writeMovingStep(ModuleWriter &writer, const Step &step,
                       const Tensor &value);
Tensor writeOtherStep(ModuleWriter &writer, const Step &step,
                      const Tensor &value, llvm::ArrayRef<Tensor> earlier);

Tensor writeBackendStep(ModuleWriter &writer, const Step &step,
                        const Tensor &value, llvm::ArrayRef<Tensor> earlier);

/// A pool with any kernel, strides and padding.
Tensor writeWindowStep(ModuleWriter &writer, const Step &step,
                       const Tensor &value);

Tensor writeConcatStep(ModuleWriter &writer, const Step &step,
                       const Tensor &value, llvm::ArrayRef<Tensor> earlier);

/// Whether two tensors fit side by side along `dim`.
bool canConcat(const Tensor &a, const Tensor &b, unsigned dim);

/// `a` and then `b` along `dim`.
Tensor writeConcat(ModuleWriter &writer, Family family, const Tensor &a,
                   const Tensor &b, unsigned dim);

/// A whole tensor, of the shape of the value, as an operand.
ChannelOperand makeFullOperand(const Tensor &tensor);

/// Operand plan of a step on a value.
OperandPlan getOperandPlan(const Step &step, const Tensor &value);

} // namespace mlir::ascend::difftest

#endif // ASCENDFOLD_TEST_RANDOMMODULES_STEPS_H
