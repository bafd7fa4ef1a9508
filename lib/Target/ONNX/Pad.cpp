//===- Pad.cpp - Padding --------------------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operators.h"
#include "Tables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::ascend::onnx_import;

namespace {
enum class PadMode { Constant, Reflect, Edge, Wrap };

/// One amount per axis; negative ones cut off.
struct Padding {
  SmallVector<int64_t> low, high;
};
} // namespace

static std::optional<PadMode> readMode(Node &node) {
  StringRef mode = node.getString("mode", "constant");
  if (mode == "constant")
    return PadMode::Constant;
  if (mode == "reflect")
    return PadMode::Reflect;
  if (mode == "edge")
    return PadMode::Edge;
  if (mode == "wrap" && node.getOpset() >= 19)
    return PadMode::Wrap;
  (void)node.error("attribute 'mode' is '" + mode + "'");
  return std::nullopt;
}

/// The axes that the amounts are for.
static std::optional<SmallVector<int64_t>> readAxes(Node &node, int64_t rank) {
  if (!node.hasInput(3))
    return llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::optional<SmallVector<int64_t>> axes = node.getIntegers(3, "'axes'");
  return axes ? node.normalizeAxes(*axes, rank) : std::nullopt;
}

static std::optional<SmallVector<int64_t>> readAmounts(Node &node) {
  if (node.getOpset() >= 11)
    return node.getIntegers(1, "'pads'");
  std::optional<SmallVector<int64_t>> amounts = node.getInts("pads");
  if (!amounts)
    (void)node.error("attribute 'pads' is missing");
  return amounts;
}

/// Checks that something is left of the axis.
static bool checkAxis(Node &node, Dim dim, int64_t low, int64_t high) {
  auto isTooLarge = [](int64_t n) { return n < -kMaxExtent || n > kMaxExtent; };
  if (isTooLarge(low) || isTooLarge(high) || dim.value > kMaxExtent)
    return succeeded(node.error("the padding " + Twine(low) + ", " +
                                Twine(high) + " of an extent of " +
                                Twine(dim.value) + " is not supported"));
  int64_t left =
      dim.value + std::min<int64_t>(low, 0) + std::min<int64_t>(high, 0);
  if (dim.isStatic() && left < 1)
    return succeeded(node.error("the padding " + Twine(low) + ", " +
                                Twine(high) + " leaves nothing of an extent " +
                                "of " + Twine(dim.value)));
  return true;
}

static std::optional<Padding> readPadding(Node &node) {
  const Shape &shape = node.getInput(0).shape;
  std::optional<SmallVector<int64_t>> amounts = readAmounts(node);
  std::optional<SmallVector<int64_t>> axes =
      readAxes(node, static_cast<int64_t>(shape.size()));
  if (!amounts || !axes)
    return std::nullopt;
  if (amounts->size() != 2 * axes->size()) {
    (void)node.error("'pads' has " + Twine(amounts->size()) + " numbers for " +
                     Twine(axes->size()) + " axes");
    return std::nullopt;
  }
  Padding padding;
  padding.low.assign(shape.size(), 0);
  padding.high.assign(shape.size(), 0);
  for (auto [i, axis] : llvm::enumerate(*axes)) {
    int64_t low = padding.low[axis] = (*amounts)[i];
    int64_t high = padding.high[axis] = (*amounts)[axes->size() + i];
    if (!checkAxis(node, shape[axis], low, high))
      return std::nullopt;
  }
  return padding;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// What to pad with.
static std::optional<Tensor> readValue(Node &node) {
  Type type = node.getInput(0).elementType;
  if (node.getOpset() < 11) {
    double number = node.getFloat("value", 0.0);
    if (number != 0 && !node.requireFloat(node.getInput(0)))
      return std::nullopt;
    return getSplatTensor(type, {Dim(1)}, number);
  }
  if (!node.hasInput(2))
    return getSplatTensor(type, {Dim(1)}, 0.0);
  const Tensor &value = node.getInput(2);
  if (getNumElements(value.shape) == Dim(1) && value.elementType == type)
    return value;
  (void)node.error("'constant_value' is not one element of the input's type");
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Elements of the input
//===----------------------------------------------------------------------===//

/// Which element of `extent` there are stands at `index`, which is outside.
static int64_t getSource(PadMode mode, int64_t index, int64_t extent) {
  if (mode == PadMode::Edge)
    return std::clamp<int64_t>(index, 0, extent - 1);
  // Reflected, the ends are not repeated.
  int64_t period =
      mode == PadMode::Wrap ? extent : std::max<int64_t>(2 * (extent - 1), 1);
  int64_t place = index % period;
  if (place < 0)
    place += period;
  return place < extent ? place : period - place;
}

/// Up to so many pieces are put together instead of gathering elements.
static constexpr size_t kMaxPieces = 32;

/// Those elements along `axis`. Pieces need no transposes, as gathers do.
static Tensor select(Emitter &emit, const Tensor &tensor, int64_t axis,
                     ArrayRef<int64_t> indices) {
  SmallVector<std::pair<int64_t, int64_t>> pieces;
  for (int64_t index : indices) {
    if (!pieces.empty() && pieces.back().first + pieces.back().second == index)
      ++pieces.back().second;
    else
      pieces.push_back({index, 1});
  }
  if (pieces.size() > kMaxPieces)
    return emit.gather(tensor, axis, indices);
  SmallVector<Tensor> slices;
  for (auto [offset, size] : pieces)
    slices.push_back(emit.sliceAxis(tensor, axis, offset, size));
  return emit.concat(slices, axis);
}

/// Cuts, then repeats along every axis.
static Tensor emitRepeated(Node &node, const Padding &padding, PadMode mode) {
  Tensor tensor = node.getInput(0);
  auto getNegative = [](int64_t amount) {
    return std::min<int64_t>(amount, 0);
  };
  tensor = node.emit.pad(tensor, llvm::map_to_vector(padding.low, getNegative),
                         llvm::map_to_vector(padding.high, getNegative), 0.0);
  for (int64_t axis = 0; axis < tensor.getRank(); ++axis) {
    int64_t low = std::max<int64_t>(padding.low[axis], 0);
    int64_t high = std::max<int64_t>(padding.high[axis], 0);
    int64_t extent = tensor.shape[axis].value;
    if (low + high == 0)
      continue;
    if (low + extent + high > kMaxTableSize) {
      (void)node.error("an axis of " + Twine(low + extent + high) +
                       " elements is not supported");
      return tensor;
    }
    SmallVector<int64_t> indices;
    for (int64_t i = -low; i < extent + high; ++i)
      indices.push_back(getSource(mode, i, extent));
    tensor = select(node.emit, tensor, axis, indices);
  }
  return tensor;
}

/// Pad (opset 2: attributes; 11: inputs; 18: axes; 19: mode "wrap").
static LogicalResult convertPad(Node &node) {
  size_t minInputs = node.getOpset() < 11 ? 1 : 2;
  size_t maxInputs = node.getOpset() < 11 ? 1 : node.getOpset() < 18 ? 3 : 4;
  if (node.getNumInputs() < minInputs || node.getNumInputs() > maxInputs ||
      !node.hasInput(minInputs - 1))
    return node.error("it has " + Twine(node.getNumInputs()) + " inputs");
  if (!requireElements(node, node.getInput(0)))
    return failure();
  std::optional<PadMode> mode = readMode(node);
  std::optional<Tensor> value = readValue(node);
  std::optional<Padding> padding = readPadding(node);
  if (!mode || !value || !padding || node.hasFailed())
    return failure();
  if (*mode != PadMode::Constant)
    return node.setOutput(emitRepeated(node, *padding, *mode));
  return node.setOutput(
      node.emit.pad(node.getInput(0), padding->low, padding->high, *value));
}

void mlir::ascend::onnx_import::populatePadOperators(OperatorTable &table) {
  table.add("Pad", 1, 4, convertPad);
}
