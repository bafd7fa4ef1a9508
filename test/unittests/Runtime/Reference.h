//===- Reference.h - Every operator in f64, naively -------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the header says, loop by loop, together with a bound of what an
// implementation in f32 may lose. No tolerance is guessed:
//
//   * A sum of n products, in any order: (n + 2) * 2^-24 * sum |a * b|, the
//     bound of Higham, Accuracy and Stability of Numerical Algorithms, 3.1.
//     Where an operand was rounded again (a filter times the scale of a
//     BatchNorm): plus the unit roundoff of its type * sum |a * b|.
//   * A step of an epilogue multiplies the error so far by its Lipschitz
//     constant. Sigmoid and its kin may add 2^-20 * max(1, |x|): they are
//     polynomials in most libraries.
//   * The result is rounded once: the unit roundoff of its type * |result|.
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_UNITTESTS_RUNTIME_REFERENCE_H
#define ASCENDFOLD_UNITTESTS_RUNTIME_REFERENCE_H

#include "TestTensor.h"

namespace ascendrt_test {

/// The exact result and how far from it each element may be.
struct Expected {
  Values values, errors;
};

/// An argument of an operator; absent when the description does not use it.
struct Argument {
  bool isPresent = false;
  ascendrt_tensor tensor = {};
};

/// The arguments in the operator's order.
std::vector<Argument> argumentsOf(const ascendrt_desc &desc);
unsigned outputIndexOf(const ascendrt_desc &desc);

/// `args`: the values of every argument; that of the output is not used.
Expected computeReference(const ascendrt_desc &desc,
                          const std::vector<Values> &args);

/// A number that was computed with rounding errors.
struct Approximation {
  double value, error;
};

/// One step of an epilogue in f32; `residual` is what ASCENDRT_RESIDUAL adds.
Approximation applyStep(const ascendrt_epilogue_step &step, Approximation x,
                        double residual);

/// Applies an epilogue to every element, then rounds to the type of `output`.
/// `residual` is empty where there is none.
Expected finish(std::vector<Approximation> numbers,
                const ascendrt_epilogue &epilogue, const Values &residual,
                const ascendrt_tensor &output);

/// Convolution, also transposed and with BatchNorm: a file of its own.
Expected computeConv(const ascendrt_conv_desc &desc,
                     const std::vector<Values> &args);

/// The unit roundoff of f32, in which everything is computed.
constexpr double kRoundoff = 0x1p-24;

/// How many terms a sum has, and what comes out.
struct Sum {
  int64_t count = 0;
  double value = 0;
  double magnitude = 0;

  void add(double term) {
    ++count;
    value += term;
    magnitude += std::fabs(term);
  }
  double error() const { return (count + 2) * kRoundoff * magnitude; }
};

} // namespace ascendrt_test

#endif // ASCENDFOLD_UNITTESTS_RUNTIME_REFERENCE_H
