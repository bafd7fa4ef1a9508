//===- Comparison.h - How far two results are apart -------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TOOLS_FOLDRUN_COMPARISON_H
#define ASCENDFOLD_TOOLS_FOLDRUN_COMPARISON_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>

namespace llvm {
class raw_ostream; // NOLINT(readability-identifier-naming)
} // namespace llvm

namespace foldrun {

struct Comparison {
  double maxAbs = 0;
  double meanAbs = 0;
  /// maxAbs relative to the largest magnitude of the reference.
  double relative = 0;
  /// Signal to quantisation noise in dB; infinite when there is no noise.
  double sqnr = 0;
  /// Rows are the first dim (one row when the rank is below 2). Of how many is
  /// the largest element, or the set of the five largest, the same?
  int64_t numRows = 0, sameTop1 = 0, sameTop5 = 0;
};

/// Compares element by element. Equal infinities and NaNs in the same place
/// are no difference, others are an infinite one.
Comparison compare(llvm::ArrayRef<double> reference,
                   llvm::ArrayRef<double> actual,
                   llvm::ArrayRef<int64_t> shape);

/// "max abs 1.2e-06, mean abs …" without a newline.
llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const Comparison &result);

} // namespace foldrun

#endif // ASCENDFOLD_TOOLS_FOLDRUN_COMPARISON_H
