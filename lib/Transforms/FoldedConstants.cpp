//===- FoldedConstants.cpp - Scaled weights and biases --------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Transforms/FoldedConstants.h"

#include "AscendFold/Analysis/ChannelLayout.h"
#include "AscendFold/Analysis/FloatConversion.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::ascend;

/// Up to this many elements a constant stays readable: dense<…>.
static constexpr int64_t kMaxInlineElements = 64;

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

namespace {
struct F64 {
  using Storage = double;
  static double load(Storage bits) { return bits; }
  static Storage store(double value) { return value; }
  static bool isFinite(Storage bits) {
    return (llvm::bit_cast<uint64_t>(bits) & 0x7FF0000000000000) !=
           0x7FF0000000000000;
  }
};
struct F32 {
  using Storage = float;
  static double load(Storage bits) { return bits; }
  static Storage store(double value) { return static_cast<float>(value); }
  static bool isFinite(Storage bits) {
    return (llvm::bit_cast<uint32_t>(bits) & 0x7F800000) != 0x7F800000;
  }
};
struct F16 {
  using Storage = uint16_t;
  static double load(Storage bits) { return halfToDouble(bits); }
  static Storage store(double value) { return doubleToHalf(value); }
  static bool isFinite(Storage bits) { return (bits & 0x7C00) != 0x7C00; }
};
struct BF16 {
  using Storage = uint16_t;
  static double load(Storage bits) { return bfloatToDouble(bits); }
  static Storage store(double value) { return doubleToBfloat(value); }
  static bool isFinite(Storage bits) { return (bits & 0x7F80) != 0x7F80; }
};

/// One loop of the walk over the result. The result is written in order; the
/// others advance by a stride, which is 0 where they do not vary.
struct Loop {
  int64_t extent;
  int64_t inputStride;
  int64_t channelStride;
};

/// The innermost loop: `count` elements from `input` on. `shift` may be null:
/// adding zero would turn -0 into +0.
struct Row {
  const char *input;
  char *output;
  const double *scale;
  const double *shift;
  int64_t count;
  int64_t inputStride, channelStride;
};
} // namespace

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

template <typename T>
static T loadAt(const char *base, int64_t index) {
  T value;
  std::memcpy(&value, base + index * static_cast<int64_t>(sizeof(T)),
              sizeof(T));
  return value;
}

/// Scales a row; strides are compile-time constants where they matter for
/// vectorization (-1: use those of the row). False if a result is not finite.
template <typename In, typename Out, int InputStride, int ChannelStride,
          bool HasShift>
static bool scaleRow(const Row &row) {
  using InStorage = typename In::Storage;
  using OutStorage = typename Out::Storage;
  // Copies: a store of bytes may change anything a reference leads to, and a
  // loop that reads `row` again after each is not vectorized.
  const char *input = row.input;
  char *__restrict output = row.output;
  const double *scale = row.scale, *shift = row.shift;
  const int64_t count = row.count;
  const int64_t inputStride = InputStride < 0 ? row.inputStride : InputStride;
  const int64_t channelStride =
      ChannelStride < 0 ? row.channelStride : ChannelStride;
  unsigned bad = 0;
  for (int64_t i = 0; i < count; ++i) {
    double value = In::load(loadAt<InStorage>(input, i * inputStride));
    value *= scale[i * channelStride];
    if constexpr (HasShift)
      value += shift[i * channelStride];
    OutStorage result = Out::store(value);
    std::memcpy(output + i * sizeof(OutStorage), &result, sizeof(OutStorage));
    bad |= !Out::isFinite(result);
  }
  return !bad;
}

template <typename In, typename Out>
static bool scaleRow(const Row &row) {
  // Weights; biases are short.
  if (row.shift)
    return scaleRow<In, Out, -1, -1, true>(row);
  if (row.inputStride == 1 && row.channelStride == 0)
    return scaleRow<In, Out, 1, 0, false>(row);
  if (row.inputStride == 1 && row.channelStride == 1)
    return scaleRow<In, Out, 1, 1, false>(row);
  return scaleRow<In, Out, -1, -1, false>(row);
}

using RowKernel = bool (*)(const Row &);

template <typename Out>
static RowKernel pickKernel(ElementKind input) {
  switch (input) {
  case ElementKind::F64:
    return scaleRow<F64, Out>;
  case ElementKind::F32:
    return scaleRow<F32, Out>;
  case ElementKind::F16:
    return scaleRow<F16, Out>;
  case ElementKind::BF16:
    return scaleRow<BF16, Out>;
  default:
    return nullptr;
  }
}

static RowKernel pickKernel(ElementKind input, ElementKind output) {
  switch (output) {
  case ElementKind::F64:
    return pickKernel<F64>(input);
  case ElementKind::F32:
    return pickKernel<F32>(input);
  case ElementKind::F16:
    return pickKernel<F16>(input);
  case ElementKind::BF16:
    return pickKernel<BF16>(input);
  default:
    return nullptr;
  }
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

/// Loops over the result with neighbours merged, so that the inner one is long.
static SmallVector<Loop> getLoops(const ConstantTensor &factored,
                                  const ChannelLayout &layout) {
  // Innermost first: channels are counted row-major over their factors.
  SmallVector<Loop> loops;
  int64_t channelStride = 1, position = factored.getRank() - 1;
  for (int64_t d = layout.getRank() - 1; d >= 0; --d) {
    for (ChannelLayout::Factor factor : llvm::reverse(layout.getFactors(d))) {
      Loop loop = {factor.extent, factored.getStrides()[position--],
                   factor.isChannel ? channelStride : 0};
      channelStride *= factor.isChannel ? factor.extent : 1;
      Loop *inner = loops.empty() ? nullptr : &loops.back();
      if (inner && loop.inputStride == inner->inputStride * inner->extent &&
          loop.channelStride == inner->channelStride * inner->extent)
        inner->extent *= loop.extent;
      else
        loops.push_back(loop);
    }
  }
  if (loops.empty())
    loops.push_back({1, 1, 0});
  std::reverse(loops.begin(), loops.end());
  return loops;
}

static bool scaleAll(const ConstantTensor &tensor, ArrayRef<Loop> loops,
                     ElementKind outputKind, ArrayRef<double> scale,
                     ArrayRef<double> shift, char *output,
                     int64_t elementBytes) {
  RowKernel kernel = pickKernel(tensor.getElementKind(), outputKind);
  const int64_t inputBytes = tensor.getElementKind() == ElementKind::F64   ? 8
                             : tensor.getElementKind() == ElementKind::F32 ? 4
                                                                           : 2;
  const Loop inner = loops.back();
  ArrayRef<Loop> outer = loops.drop_back();
  SmallVector<int64_t> index(outer.size(), 0);
  int64_t inputAt = 0, channelAt = 0;
  bool finite = true;
  while (true) {
    finite &= kernel({tensor.getBase() + inputAt * inputBytes, output,
                      scale.data() + channelAt,
                      shift.empty() ? nullptr : shift.data() + channelAt,
                      inner.extent, inner.inputStride, inner.channelStride});
    output += inner.extent * elementBytes;
    int64_t k = outer.size() - 1;
    for (; k >= 0; --k) {
      inputAt += outer[k].inputStride;
      channelAt += outer[k].channelStride;
      if (++index[k] < outer[k].extent)
        break;
      inputAt -= outer[k].inputStride * outer[k].extent;
      channelAt -= outer[k].channelStride * outer[k].extent;
      index[k] = 0;
    }
    if (k < 0)
      return finite;
  }
}

FailureOr<ElementsAttr>
ascend::scaleConstant(const ConstantTensor &tensor, RankedTensorType type,
                      const ChannelLayout &layout, ArrayRef<double> scale,
                      ArrayRef<double> shift, StringRef name,
                      std::string &why) {
  std::optional<ElementKind> kind =
      ascend::getElementKind(type.getElementType());
  if (!kind || !pickKernel(tensor.getElementKind(), *kind) ||
      tensor.getShape() != type.getShape() || type.getNumElements() == 0) {
    why = "the constant is not of a type that is folded";
    return failure();
  }
  std::optional<ConstantTensor> factored = tensor.splitIntoFactors(layout);
  if (!factored) {
    why = "the constant is not of a shape that is folded";
    return failure();
  }
  // By position over the channel factors, which is how the loops count.
  SmallVector<double> scaleAt, shiftAt;
  for (int64_t channel : layout.getChannels()) {
    scaleAt.push_back(scale[channel]);
    if (!shift.empty())
      shiftAt.push_back(shift[channel]);
  }
  const int64_t bytes = type.getElementTypeBitWidth() / 8;
  const int64_t count = type.getNumElements();
  AsmResourceBlob blob =
      HeapAsmResourceBlob::allocate(count * bytes, /*align=*/64);
  char *output = blob.getMutableData().data();
  if (!scaleAll(*factored, getLoops(*factored, layout), *kind, scaleAt, shiftAt,
                output, bytes)) {
    why = "a folded weight or bias would not be finite in its type";
    return failure();
  }
  if (count <= kMaxInlineElements)
    return cast<ElementsAttr>(
        DenseElementsAttr::getFromRawBuffer(type, blob.getData()));
  return cast<ElementsAttr>(
      DenseResourceElementsAttr::get(type, name, std::move(blob)));
}
