//===- Layouts.h - Table of producers ---------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_RANDOMMODULES_LAYOUTS_H
#define ASCENDFOLD_TEST_RANDOMMODULES_LAYOUTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::ascend::difftest {

/// Dims of a producer's tensors, one letter each: n batch or row, g group or
/// batch of matrices, c input channel, f output channel, m channel multiplier,
/// d h w spatial. A letter of the filter that the output has as well, other
/// than a spatial one, is an output channel.
struct Layout {
  llvm::StringRef name;
  llvm::StringRef input, filter, output;
  /// Named op has strides and dilations.
  bool strided = true;
  /// Filter is the first operand.
  bool filterFirst = false;
  /// Operands may be permuted by indexing maps.
  bool maps = false;

  bool isTosa() const { return name.starts_with("tosa."); }
  /// Letters of `output` other than spatial ones and `n`, by position.
  bool isChannel(char letter) const {
    return !isSpatial(letter) && filter.contains(letter);
  }
  bool isContraction() const { return input.find_first_of("dhw") == npos; }
  static bool isSpatial(char letter) {
    return letter == 'd' || letter == 'h' || letter == 'w';
  }

private:
  static constexpr size_t npos = llvm::StringRef::npos;
};

llvm::ArrayRef<Layout> getLayouts();

} // namespace mlir::ascend::difftest

#endif // ASCENDFOLD_TEST_RANDOMMODULES_LAYOUTS_H
