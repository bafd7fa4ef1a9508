//===- Reference.h - The same module in a wider type ------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sum may lose most of its digits to cancellation, folded or not. Where
// folded and unfolded differ by more than the tolerance, the unfolded module
// computed in a wider type (f16 and bf16 in f32, f32 in f64) tells whose error
// that is: the fold passes when its error is no larger than twice the unfolded
// one.
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_RANDOMMODULES_REFERENCE_H
#define ASCENDFOLD_TEST_RANDOMMODULES_REFERENCE_H

#include "RandomModule.h"

#include "mlir/IR/BuiltinOps.h"

namespace mlir::ascend::difftest {

/// Turns every f16 and bf16 of a module into f32, or every f32 into f64;
/// constants keep their values.
void widenTypes(ModuleOp module, bool toF64);

/// The same for the description of a module.
RandomModule widenTypes(const RandomModule &module, bool toF64);

} // namespace mlir::ascend::difftest

#endif // ASCENDFOLD_TEST_RANDOMMODULES_REFERENCE_H
