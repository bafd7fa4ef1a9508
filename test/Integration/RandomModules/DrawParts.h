//===- DrawParts.h - Parts of random recipes --------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_RANDOMMODULES_DRAWPARTS_H
#define ASCENDFOLD_TEST_RANDOMMODULES_DRAWPARTS_H

#include "ModuleWriter.h"
#include "Pipelines.h"

namespace mlir::ascend::difftest {

Family drawFamily(Rng &rng);

/// `tame` steps fold if the step before them does.
Step drawStep(Rng &rng, Family family, bool tame);
std::vector<Step> drawSteps(Rng &rng, Family family, unsigned limit);

Producer drawProducer(Rng &rng, ElementType type);

/// The same convolution again, with the same or another filter.
Producer drawTwin(Rng &rng, const Producer &first);

/// A segment whose result fits that of the first one, to be joined with it.
Segment drawParallelSegment(Rng &rng, const Segment &first, Join join);

} // namespace mlir::ascend::difftest

#endif // ASCENDFOLD_TEST_RANDOMMODULES_DRAWPARTS_H
