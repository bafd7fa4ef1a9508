//===- Reduction.cpp - Smallest failing module ----------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduction.h"

using namespace mlir::ascend::difftest;

/// Simplifications tried before the reduction is called good enough.
static constexpr unsigned maxAttempts = 600;

Reduced
mlir::ascend::difftest::reduceFailure(const Recipe &recipe, Outcome outcome,
                                      const CheckerFactory &makeChecker) {
  Reduced best{recipe, checkOne(recipe, makeChecker, /*quiet=*/true), 0};
  if (best.verdict.outcome != outcome)
    return best;
  // After a success the next candidate is the one that stands where the
  // successful one stood: the simplifications before it have just failed.
  size_t next = 0, failures = 0;
  std::vector<Recipe> candidates = simplifyRecipe(best.recipe);
  while (failures < candidates.size() && best.attempts < maxAttempts) {
    const Recipe &candidate = candidates[next % candidates.size()];
    Verdict verdict = checkOne(candidate, makeChecker, /*quiet=*/true);
    ++best.attempts;
    if (verdict.outcome != outcome) {
      ++next, ++failures;
      continue;
    }
    next %= candidates.size();
    best.recipe = candidate;
    best.verdict = std::move(verdict);
    candidates = simplifyRecipe(best.recipe);
    failures = 0;
  }
  return best;
}
