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

Tensor writeStructuralStep(ModuleWriter &writer, const Step &step,
                           const Tensor &value);

/// The value as integers of one byte.
Tensor writeQuantize(ModuleWriter &writer, Family family, const Tensor &value,
                     Rng &rng);

/// An activation of straight lines, in any spelling.
Tensor writeClampStep(ModuleWriter &writer, const Step &step,
                      const Tensor &value);

/// Moves blocks of pixels to channels or images, or back.
Tensor writeRegroupStep(ModuleWriter &writer, const Step &step,
                        const Tensor &value, llvm::ArrayRef<unsigned> spatial);

/// The value within a border of one number.
Tensor writeBorder(ModuleWriter &writer, Family family, const Tensor &value,
                   llvm::ArrayRef<int64_t> low, llvm::ArrayRef<int64_t> high,
                   double number);

/// A pool with any kernel, strides and padding.
Tensor writeWindowStep(ModuleWriter &writer, const Step &step,
                       const Tensor &value);

/// A sigmoid in one op or several; with `silu`, multiplied by the value again.
Tensor writeSigmoid(ModuleWriter &writer, Family family, const Tensor &value,
                    bool silu, Rng &rng);

/// A whole tensor, of the shape of the value, as an operand.
ChannelOperand makeFullOperand(const Tensor &tensor);

/// Operand plan of a step on a value.
OperandPlan getOperandPlan(const Step &step, const Tensor &value);

} // namespace mlir::ascend::difftest

#endif // ASCENDFOLD_TEST_RANDOMMODULES_STEPS_H
