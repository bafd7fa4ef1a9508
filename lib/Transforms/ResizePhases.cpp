//===- ResizePhases.cpp - Phases of a convolution behind a resize ---------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResizePhases.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;

//===----------------------------------------------------------------------===//
// Where a nearest resize reads
//===----------------------------------------------------------------------===//

namespace {
/// One dimension of a nearest resize.
struct NearestSampling {
  int64_t numerator, denominator, offset, inputSize;

  /// The input at `x = (i * denominator + offset) / numerator`, rounded to the
  /// nearest integer, upwards when there are two, and clamped to the image.
  int64_t getSource(int64_t i) const {
    const int64_t source = llvm::divideFloorSigned(
        2 * (i * denominator + offset) + numerator, 2 * numerator);
    return std::clamp<int64_t>(source, 0, inputSize - 1);
  }
};
} // namespace

static std::optional<SmallVector<int64_t>> getNumbers(Value shape) {
  auto constant = shape.getDefiningOp<tosa::ConstShapeOp>();
  if (!constant)
    return std::nullopt;
  SmallVector<int64_t> numbers;
  for (const APInt &number : constant.getValues().getValues<APInt>()) {
    // TOSA's numbers have 32 bits: what follows cannot overflow.
    if (!number.isSignedIntN(32))
      return std::nullopt;
    numbers.push_back(number.getSExtValue());
  }
  return numbers;
}

FailureOr<int64_t> ascend::getNearestFactor(tosa::ResizeOp resize,
                                            unsigned axis, std::string &why) {
  std::optional<SmallVector<int64_t>> scale = getNumbers(resize.getScale());
  std::optional<SmallVector<int64_t>> offset = getNumbers(resize.getOffset());
  if (!scale || !offset || scale->size() != 4 || offset->size() != 2) {
    why = "its scale or offset is not a constant";
    return failure();
  }
  auto type = cast<RankedTensorType>(resize.getInput().getType());
  const NearestSampling sampling = {(*scale)[2 * axis], (*scale)[2 * axis + 1],
                                    (*offset)[axis], type.getDimSize(1 + axis)};
  const int64_t size =
      cast<RankedTensorType>(resize.getOutput().getType()).getDimSize(1 + axis);
  const StringRef name = axis == 0 ? "rows" : "columns";
  // The fraction of `x` is compared with 1/2 in the type of the elements.
  const unsigned precision = APFloat::semanticsPrecision(
      cast<FloatType>(type.getElementType()).getFloatSemantics());
  if (sampling.numerator < 1 || sampling.denominator < 1 ||
      sampling.numerator > int64_t(1) << precision || !llvm::isInt<30>(size)) {
    why = ("the scale of its " + name + " is out of range").str();
    return failure();
  }
  int64_t factor = 1;
  while (factor < size && sampling.getSource(factor) == 0)
    ++factor;
  for (int64_t i : llvm::seq(size)) {
    const int64_t source = sampling.getSource(i);
    if (source == i / factor)
      continue;
    why = "of its " + name.str() + " number " + std::to_string(i) +
          " is a copy of number " + std::to_string(source) +
          ", which is not what an integer factor, copies side by side, gives";
    return failure();
  }
  return factor;
}

//===----------------------------------------------------------------------===//
// Phases
//===----------------------------------------------------------------------===//

FailureOr<PhaseAxis> PhaseAxis::get(int64_t factor, int64_t inputSize,
                                    int64_t resizedSize, int64_t kernelSize,
                                    int64_t padBefore, int64_t padAfter) {
  if (padAfter != 0 && resizedSize != factor * inputSize)
    return failure();
  PhaseAxis axis;
  axis.factor = factor;
  axis.kernelSize = kernelSize;
  axis.padBefore = padBefore;
  const int64_t outputSize =
      resizedSize + padBefore + padAfter - kernelSize + 1;
  axis.numPositions = llvm::divideCeilSigned(outputSize, factor);
  for (int64_t r : llvm::seq(factor)) {
    const int64_t first = llvm::divideFloorSigned(r - padBefore, factor);
    const int64_t last =
        llvm::divideFloorSigned(r - padBefore + kernelSize - 1, factor);
    axis.phases.push_back({last - first + 1, -first, last});
    // No phase ends before the image does: padding is never negative.
    axis.numPositions = std::max(axis.numPositions, inputSize - last);
  }
  for (Phase &phase : axis.phases)
    phase.padAfter += axis.numPositions - inputSize;
  return axis;
}

int64_t PhaseAxis::getPhaseTap(int64_t phase, int64_t tap) const {
  return llvm::divideFloorSigned(phase - padBefore + tap, factor) +
         phases[phase].padBefore;
}

ConstantTensor ascend::sumTaps(const ConstantTensor &filter, unsigned kernelDim,
                               const std::array<PhaseAxis, 2> &axes,
                               std::array<int64_t, 2> phase) {
  SmallVector<int64_t> shape(filter.getShape());
  for (unsigned axis : {0, 1})
    shape[kernelDim + axis] = axes[axis].getPhases()[phase[axis]].numTaps;
  const SmallVector<int64_t> strides = computeStrides(shape);
  // Negative zero is what adding changes nothing to.
  std::vector<double> sums(computeProduct(shape), -0.0);
  // All but the kernel's dimensions, which are the same in both.
  const unsigned outer = kernelDim == 0 ? 2 : 0, inner = 3;
  for (int64_t y : llvm::seq(axes[0].getKernelSize())) {
    for (int64_t x : llvm::seq(axes[1].getKernelSize())) {
      ArrayRef<int64_t> from = filter.getStrides();
      const int64_t fromTap = y * from[kernelDim] + x * from[kernelDim + 1];
      const int64_t toTap =
          axes[0].getPhaseTap(phase[0], y) * strides[kernelDim] +
          axes[1].getPhaseTap(phase[1], x) * strides[kernelDim + 1];
      for (int64_t i : llvm::seq(shape[outer]))
        for (int64_t j : llvm::seq(shape[inner]))
          sums[toTap + i * strides[outer] + j * strides[inner]] +=
              filter.getAtOffset(fromTap + i * from[outer] + j * from[inner]);
    }
  }
  return ConstantTensor::get(std::move(sums), shape);
}
