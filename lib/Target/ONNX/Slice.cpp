//===- Slice.cpp - Operators that take parts of a tensor ------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operators.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::ascend::onnx_import;

//===----------------------------------------------------------------------===//
// Slice
//===----------------------------------------------------------------------===//

namespace {
/// What Slice says about axes, one entry per axis that is sliced.
struct SliceRanges {
  SmallVector<Dim> starts, ends;
  SmallVector<int64_t> axes, steps;
};

/// What is taken of one axis.
struct Range {
  int64_t offset = 0;
  Dim size;
  int64_t step = 1;
};
} // namespace

/// The bounds of a slice, which may depend on the batch size.
static SmallVector<Dim> getBounds(Node &node, size_t index, StringRef what) {
  SmallVector<Dim> bounds;
  std::shared_ptr<const Elements> elements = node.getElements(index, what);
  if (elements && node.getInput(index).isFloat())
    (void)node.error(what + " has to be of integers");
  else if (elements)
    for (const Element &element : *elements)
      bounds.push_back(element.integer);
  return bounds;
}

/// Attributes until opset 9, then inputs.
static std::optional<SliceRanges> getRanges(Node &node) {
  SliceRanges ranges;
  std::optional<SmallVector<int64_t>> axes, steps;
  if (node.getOpset() < 10) {
    auto starts = node.getInts("starts"), ends = node.getInts("ends");
    axes = node.getInts("axes");
    if (!node.allowInputs(1))
      return std::nullopt;
    llvm::append_range(ranges.starts, starts.value_or(SmallVector<int64_t>()));
    llvm::append_range(ranges.ends, ends.value_or(SmallVector<int64_t>()));
  } else {
    if (!node.hasInput(1) || !node.hasInput(2)) {
      (void)node.error("it has no starts or ends");
      return std::nullopt;
    }
    ranges.starts = getBounds(node, 1, "the list of starts");
    ranges.ends = getBounds(node, 2, "the list of ends");
    if (node.hasInput(3))
      axes = node.getIntegers(3, "the list of axes");
    if (node.hasInput(4))
      steps = node.getIntegers(4, "the list of steps");
  }
  size_t count = ranges.starts.size();
  ranges.axes = axes ? *axes : llvm::to_vector(llvm::seq<int64_t>(0, count));
  ranges.steps = steps.value_or(SmallVector<int64_t>(count, 1));
  if (!node.hasFailed() &&
      (ranges.ends.size() != count || ranges.axes.size() != count ||
       ranges.steps.size() != count))
    (void)node.error("starts, ends, axes and steps are not equally many");
  if (node.hasFailed())
    return std::nullopt;
  return ranges;
}

/// Where the batch size decides, the only range that is known for all sizes is
/// the whole axis.
static std::optional<Range> getBatchRange(Dim extent, Dim start, Dim end,
                                          int64_t step) {
  int64_t enough = end.isBatch ? extent.value : INT32_MAX;
  if (start != Dim(0) || step != 1 || end.value < enough)
    return std::nullopt;
  return Range{0, extent, 1};
}

static std::optional<Range> getRange(Dim extent, Dim start, Dim end,
                                     int64_t step) {
  if (extent.isBatch || start.isBatch || end.isBatch)
    return getBatchRange(extent, start, end, step);
  int64_t count = extent.value;
  // A longer step than the axis takes one element, and would overflow.
  int64_t longest = std::max<int64_t>(count, 1);
  step = std::clamp(step, -longest, longest);
  int64_t low = step < 0 ? -1 : 0, high = step < 0 ? count - 1 : count;
  auto clampBound = [&](int64_t bound, int64_t least) {
    return std::clamp(bound < 0 ? bound + count : bound, least,
                      std::max(high, least));
  };
  int64_t first = clampBound(start.value, /*least=*/0);
  int64_t last = clampBound(end.value, low);
  int64_t distance = step < 0 ? first - last : last - first;
  if (count == 0 || distance <= 0)
    return Range{0, Dim(0), 1};
  return Range{first, Dim(llvm::divideCeil(distance, std::abs(step))), step};
}

/// Slice (opset 1, 10: inputs and steps, 11, 13).
static LogicalResult convertSlice(Node &node) {
  const Tensor &input = node.getInput(0);
  std::optional<SliceRanges> ranges = getRanges(node);
  if (!ranges)
    return failure();
  auto axes = node.normalizeAxes(ranges->axes, input.getRank());
  if (!axes)
    return failure();
  SmallVector<int64_t> offsets(input.getRank(), 0), steps(input.getRank(), 1);
  Shape sizes = input.shape;
  for (auto [axis, start, end, step] :
       llvm::zip_equal(*axes, ranges->starts, ranges->ends, ranges->steps)) {
    if (step == 0)
      return node.error("a step is 0");
    std::optional<Range> range = getRange(sizes[axis], start, end, step);
    if (!range)
      return node.error("from " + toString(start) + " to " + toString(end) +
                        " of axis " + Twine(axis) + " of " +
                        toString(input.shape) +
                        " depends on the batch size; give --batch");
    offsets[axis] = range->offset;
    sizes[axis] = range->size;
    steps[axis] = range->step;
  }
  return node.setOutput(node.emit.slice(input, offsets, sizes, steps));
}

//===----------------------------------------------------------------------===//
// Split
//===----------------------------------------------------------------------===//

/// Parts of the same size, the last of which may be smaller from opset 18 on.
static std::optional<SmallVector<int64_t>> getEqualParts(Node &node,
                                                         int64_t extent) {
  auto count = static_cast<int64_t>(node.getNumOutputs());
  if (node.getOpset() >= 18 && node.hasAttribute("num_outputs")) {
    int64_t expected = node.getInt("num_outputs", count);
    if (expected != count) {
      (void)node.error("attribute 'num_outputs' is " + Twine(expected) +
                       ", but it has " + Twine(count) + " outputs");
      return std::nullopt;
    }
  }
  int64_t size = count ? llvm::divideCeil(extent, count) : 0;
  int64_t rest = extent - size * (count - 1);
  if (count == 0 || rest < 0 || (rest != size && node.getOpset() < 18)) {
    (void)node.error("an extent of " + Twine(extent) +
                     " cannot be split into " + Twine(count));
    return std::nullopt;
  }
  SmallVector<int64_t> sizes(count, size);
  sizes.back() = rest;
  return sizes;
}

/// The sizes of the parts: an attribute until opset 12, then an input.
static std::optional<SmallVector<int64_t>> getParts(Node &node,
                                                    int64_t extent) {
  std::optional<SmallVector<int64_t>> sizes;
  if (node.getOpset() < 13 && node.allowInputs(1))
    sizes = node.getInts("split");
  else if (node.getOpset() >= 13 && node.hasInput(1))
    sizes = node.getIntegers(1, "the list of sizes");
  if (node.hasFailed())
    return std::nullopt;
  if (!sizes)
    return getEqualParts(node, extent);
  bool fits = sizes->size() == node.getNumOutputs();
  int64_t rest = extent;
  for (int64_t size : *sizes) {
    fits = fits && size >= 0 && size <= rest;
    rest -= fits ? size : 0;
  }
  if (fits && rest == 0)
    return sizes;
  (void)node.error("the sizes do not split an extent of " + Twine(extent) +
                   " into " + Twine(node.getNumOutputs()));
  return std::nullopt;
}

/// Split (opset 2, 11: negative axes, 13: sizes as input, 18: num_outputs).
static LogicalResult convertSplit(Node &node) {
  const Tensor &input = node.getInput(0);
  std::optional<int64_t> axis =
      node.normalizeAxis(node.getInt("axis", 0), input.getRank());
  if (!axis)
    return failure();
  Dim extent = input.shape[*axis];
  if (extent.isBatch)
    return node.error("the batch dimension is split; give --batch");
  std::optional<SmallVector<int64_t>> sizes = getParts(node, extent.value);
  if (!sizes)
    return failure();
  int64_t offset = 0;
  for (auto [i, size] : llvm::enumerate(*sizes)) {
    if (node.hasOutput(i))
      node.setOutput(i, node.emit.sliceAxis(input, *axis, offset, size));
    offset += size;
  }
  return failure(node.hasFailed());
}

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

/// Indices that are not known at import, as i32 from 0. Those outside are
/// errors that nobody looks for at run time; they are moved inside so that
/// nothing else is read.
static Tensor emitIndices(Emitter &emit, const Tensor &indices,
                          int64_t extent) {
  Tensor wide = emit.cast(indices, emit.builder.getI64Type());
  Tensor inside = emit.generic(
      wide.elementType, {wide}, [&](ImplicitLocOpBuilder &b, ValueRange args) {
        auto constant = [&](int64_t value) -> Value {
          return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
        };
        Value zero = constant(0);
        Value isNegative =
            arith::CmpIOp::create(b, arith::CmpIPredicate::slt, args[0], zero);
        Value wrapped = arith::AddIOp::create(b, args[0], constant(extent));
        Value index = arith::SelectOp::create(b, isNegative, wrapped, args[0]);
        Value least = arith::MaxSIOp::create(b, index, zero);
        return arith::MinSIOp::create(b, least, constant(extent - 1));
      });
  std::optional<Dim> count = getNumElements(indices.shape);
  return emit.cast(emit.reshape(inside, {count.value_or(Dim(1))}),
                   emit.builder.getI32Type());
}

/// The input with an axis that runs through all indices.
static Tensor gatherElements(Node &node, int64_t axis) {
  Emitter &emit = node.emit;
  const Tensor &input = node.getInput(0), &indices = node.getInput(1);
  Dim extent = input.shape[axis];
  std::shared_ptr<const Elements> known = getElements(indices);
  if (!known && (extent.isBatch || extent.value > INT32_MAX)) {
    emit.fail("an axis of " + toString(extent) + " is indexed at run time");
    return input;
  }
  if (!known)
    return emit.gather(input, axis, emitIndices(emit, indices, extent.value));
  SmallVector<int64_t> positions;
  for (const Element &element : *known) {
    Dim index = element.integer;
    if (index.value < 0 && index.isStatic() && extent.isStatic())
      index.value += extent.value;
    if (index.isBatch || index.value < 0)
      emit.fail("an index of " + toString(element.integer) +
                " is outside of axis " + Twine(axis) + " of " +
                toString(input.shape));
    positions.push_back(index.value);
  }
  return emit.gather(input, axis, positions);
}

/// Gather (opset 1, 11: negative indices, 13).
static LogicalResult convertGather(Node &node) {
  const Tensor &input = node.getInput(0), &indices = node.getInput(1);
  std::optional<int64_t> axis =
      node.normalizeAxis(node.getInt("axis", 0), input.getRank());
  if (!axis)
    return failure();
  if (!indices.elementType.isSignlessInteger(32) &&
      !indices.elementType.isSignlessInteger(64))
    return node.error("the indices are not of 32-bit or 64-bit integers");
  ArrayRef<Dim> extents(input.shape);
  Shape shape(extents.take_front(*axis));
  llvm::append_range(shape, indices.shape);
  llvm::append_range(shape, extents.drop_front(*axis + 1));
  Tensor picked = gatherElements(node, *axis);
  return node.setOutput(node.emit.reshape(picked, shape));
}

void mlir::ascend::onnx_import::populateSliceOperators(OperatorTable &table) {
  table.add("Slice", 1, 5, convertSlice);
  table.add("Split", 1, 2, convertSplit);
  table.add("Gather", 2, 2, convertGather);
}
