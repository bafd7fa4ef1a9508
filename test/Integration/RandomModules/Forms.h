//===- Forms.h - Graphs of what networks consist of -------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_RANDOMMODULES_FORMS_H
#define ASCENDFOLD_TEST_RANDOMMODULES_FORMS_H

#include "Recipe.h"
#include "Rng.h"

namespace mlir::ascend::difftest {

/// Draws the segments of a recipe whose form and types are chosen.
void drawForm(Rng &rng, Recipe &recipe);

} // namespace mlir::ascend::difftest

#endif // ASCENDFOLD_TEST_RANDOMMODULES_FORMS_H
