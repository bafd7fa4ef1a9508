//===- InputShift.h - What a shift of the input adds ------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TRANSFORMS_INPUTSHIFT_H
#define ASCENDFOLD_LIB_TRANSFORMS_INPUTSHIFT_H

#include "AscendFold/Analysis/ConstantTensor.h"
#include "AscendFold/Interfaces/ChannelLinearOpInterface.h"

namespace mlir::ascend {

/// A convolution whose input `x` becomes `x + shift[c]` inside of `region` (or
/// everywhere, when that is empty). Its result grows by a constant: the
/// convolution of a plane that holds the shift, with zeros around it.
struct InputShift {
  const ChannelLinearForm &form;
  const ConstantTensor &weights;
  ArrayRef<int64_t> inputShape;
  /// One number per input channel, counted over `form.inputDims`.
  ArrayRef<double> shift;
  ArrayRef<std::pair<int64_t, int64_t>> region;

  /// Whether some results see the zeros around the input, others not.
  bool dependsOnPosition() const;

  /// What is added: one number for each output channel or, when it depends on
  /// the position, a tensor that broadcasts to the result. Fails, with the
  /// reason in `why`, when that tensor would have more than `maxElements`.
  FailureOr<ConstantTensor> computeSums(int64_t maxElements,
                                        std::string &why) const;

private:
  bool isAtBorder(const ConvolutionWindow &window) const;
  /// Sums over all filter dimensions but those of output channels and `taps`:
  /// [output channel, tap…].
  ConstantTensor sumTaps(ArrayRef<int64_t> taps) const;
};

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_TRANSFORMS_INPUTSHIFT_H
