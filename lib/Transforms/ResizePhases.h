//===- ResizePhases.h - Phases of a convolution behind a resize -*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TRANSFORMS_RESIZEPHASES_H
#define ASCENDFOLD_LIB_TRANSFORMS_RESIZEPHASES_H

#include "AscendFold/Analysis/ConstantTensor.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"

#include <array>

namespace mlir::ascend {

/// The factor `s >= 1` by which a nearest `resize` enlarges spatial dimension
/// `axis` (0: rows, 1: columns): output `i` reads input `floor(i / s)`, for
/// every `i`. Fails, with the reason in `why`, for everything else.
FailureOr<int64_t> getNearestFactor(tosa::ResizeOp resize, unsigned axis,
                                    std::string &why);

/// One spatial dimension of a convolution with stride 1 of an image that was
/// enlarged by `factor`. Output `factor * q + r` belongs to phase `r` and reads
/// for tap `t` of the kernel the small image at
///     floor((factor * q + r - padBefore + t) / factor)
///         = q + floor((r - padBefore + t) / factor).
/// So each phase is a convolution of the small image, of the kernel's taps with
/// those summed that read the same place.
class PhaseAxis {
public:
  struct Phase {
    int64_t numTaps, padBefore, padAfter;
  };

  /// Fails when there is padding behind an image that does not end with the
  /// last copy of a pixel: some output would see a part of that pixel.
  static FailureOr<PhaseAxis> get(int64_t factor, int64_t inputSize,
                                  int64_t resizedSize, int64_t kernelSize,
                                  int64_t padBefore, int64_t padAfter);

  ArrayRef<Phase> getPhases() const { return phases; }
  /// Outputs of each phase. All phases have as many as the one that has most;
  /// what is too much goes when they are put together.
  int64_t getNumPositions() const { return numPositions; }
  int64_t getKernelSize() const { return kernelSize; }
  /// The tap of a phase that tap `tap` of the kernel becomes part of.
  int64_t getPhaseTap(int64_t phase, int64_t tap) const;

private:
  int64_t factor = 1, kernelSize = 1, padBefore = 0, numPositions = 0;
  SmallVector<Phase, 2> phases;
};

/// The filter of one phase: the taps of `filter`, whose dimensions `kernelDim`
/// and `kernelDim + 1` are the kernel's, summed in f64.
ConstantTensor sumTaps(const ConstantTensor &filter, unsigned kernelDim,
                       const std::array<PhaseAxis, 2> &axes,
                       std::array<int64_t, 2> phase);

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_TRANSFORMS_RESIZEPHASES_H
