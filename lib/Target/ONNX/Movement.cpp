//===- Movement.cpp - Operators that move data ----------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operators.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::ascend::onnx_import;

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// The elements of input 1, which are extents.
static std::optional<Shape> getShapeInput(Node &node, StringRef what) {
  std::shared_ptr<const Elements> elements = node.getElements(1, what);
  if (!elements)
    return std::nullopt;
  if (!node.getInput(1).elementType.isSignlessInteger(64)) {
    (void)node.error(what + " has to be of 64-bit integers");
    return std::nullopt;
  }
  if (!node.requireRank(node.getInput(1), 1))
    return std::nullopt;
  Shape shape;
  for (const Element &element : *elements)
    shape.push_back(element.integer);
  return shape;
}

/// Replaces 0 by the extent of the input, and -1 by what is left.
static LogicalResult inferShape(Node &node, Shape &shape, bool allowZero) {
  const Shape &input = node.getInput(0).shape;
  Dim *open = nullptr;
  for (auto [i, dim] : llvm::enumerate(shape)) {
    if (dim == Dim(0) && !allowZero) {
      if (i >= input.size())
        return node.error("extent " + Twine(i) + " of the shape is 0, but " +
                          toString(input) + " has none there");
      dim = input[i];
    } else if (dim == Dim(-1)) {
      if (std::exchange(open, &dim))
        return node.error("two extents of the shape are -1");
    } else if (dim.value < 0) {
      return node.error("the shape has an extent of " + toString(dim));
    }
  }
  if (!open)
    return success();
  *open = Dim(1);
  std::optional<Dim> total = getNumElements(input);
  std::optional<Dim> rest = getNumElements(shape);
  std::optional<Dim> extent =
      total && rest ? divideExactly(*total, *rest) : std::nullopt;
  if (!extent)
    return node.error("a tensor of shape " + toString(input) +
                      " cannot be reshaped to multiples of " + toString(shape));
  *open = *extent;
  return success();
}

/// Reshape (opset 5, 13, 14: allowzero).
static LogicalResult convertReshape(Node &node) {
  bool allowZero = node.getOpset() >= 14 && node.getBool("allowzero", false);
  std::optional<Shape> shape = getShapeInput(node, "the shape");
  if (!shape || failed(inferShape(node, *shape, allowZero)))
    return failure();
  const Tensor &input = node.getInput(0);
  if (!isStatic(input.shape) && isStatic(*shape))
    return node.error("the shape " + toString(*shape) + " for a tensor of " +
                      toString(input.shape) +
                      " fixes the batch size; give --batch");
  return node.setOutput(node.emit.reshape(input, *shape));
}

/// Flatten (opset 1, 9, 11: negative axes).
static LogicalResult convertFlatten(Node &node) {
  const Tensor &input = node.getInput(0);
  int64_t axis = node.getInt("axis", 1);
  if (axis != input.getRank()) {
    std::optional<int64_t> normal = node.normalizeAxis(axis, input.getRank());
    if (!normal)
      return failure();
    axis = *normal;
  }
  ArrayRef<Dim> extents(input.shape);
  std::optional<Dim> rows = getNumElements(extents.take_front(axis));
  std::optional<Dim> columns = getNumElements(extents.drop_front(axis));
  if (!rows || !columns)
    return node.error("a tensor of shape " + toString(input.shape) +
                      " cannot be flattened");
  return node.setOutput(node.emit.reshape(input, {*rows, *columns}));
}

/// The axes of Squeeze and Unsqueeze: an attribute until opset 12, then an
/// input.
static std::optional<SmallVector<int64_t>> getAxes(Node &node) {
  if (node.getOpset() < 13)
    return node.allowInputs(1) ? node.getInts("axes") : std::nullopt;
  if (node.hasInput(1))
    return node.getIntegers(1, "the list of axes");
  return std::nullopt;
}

/// Squeeze (opset 1, 11: negative axes, 13: axes as input).
static LogicalResult convertSqueeze(Node &node) {
  const Tensor &input = node.getInput(0);
  std::optional<SmallVector<int64_t>> axes = getAxes(node);
  if (axes && axes->empty())
    axes = std::nullopt;
  if (axes)
    axes = node.normalizeAxes(*axes, input.getRank());
  if (node.hasFailed())
    return failure();
  if (!axes && !isStatic(input.shape))
    return node.error("without axes it squeezes the batch where that is 1; "
                      "give --batch");
  Shape shape;
  for (auto [i, dim] : llvm::enumerate(input.shape)) {
    bool isSqueezed = axes ? llvm::is_contained(*axes, static_cast<int64_t>(i))
                           : dim == Dim(1);
    if (!isSqueezed)
      shape.push_back(dim);
    else if (dim != Dim(1))
      return node.error("extent " + Twine(i) + " of " + toString(input.shape) +
                        " is not 1");
  }
  return node.setOutput(node.emit.reshape(input, shape));
}

/// More axes than any model has would take long to tell apart.
static constexpr size_t kMaxAxes = 64;

/// Unsqueeze (opset 1, 11: negative axes, 13: axes as input).
static LogicalResult convertUnsqueeze(Node &node) {
  const Tensor &input = node.getInput(0);
  std::optional<SmallVector<int64_t>> axes = getAxes(node);
  if (node.hasFailed())
    return failure();
  if (!axes)
    return node.error("it has no axes");
  if (axes->size() > kMaxAxes)
    return node.error("it has " + Twine(axes->size()) + " axes");
  int64_t rank = input.getRank() + static_cast<int64_t>(axes->size());
  axes = node.normalizeAxes(*axes, rank);
  if (!axes)
    return failure();
  Shape shape(rank, Dim(1));
  const Dim *next = input.shape.begin();
  for (auto [i, dim] : llvm::enumerate(shape))
    if (!llvm::is_contained(*axes, static_cast<int64_t>(i)))
      dim = *next++;
  return node.setOutput(node.emit.reshape(input, shape));
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// Transpose, the same since opset 1.
static LogicalResult convertTranspose(Node &node) {
  const Tensor &input = node.getInput(0);
  auto permutation =
      llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, input.getRank())));
  if (std::optional<SmallVector<int64_t>> perm = node.getInts("perm"))
    permutation = *perm;
  SmallVector<int64_t> sorted(permutation);
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int64_t>(0, input.getRank())))
    return node.error("attribute 'perm' does not permute " +
                      toString(input.shape));
  return node.setOutput(node.emit.transpose(input, permutation));
}

/// The block size of DepthToSpace and SpaceToDepth, if its square is a number.
static std::optional<int64_t> getBlockSize(Node &node) {
  int64_t size = node.getInt("blocksize", 0);
  if (!node.requireRank(node.getInput(0), 4))
    return std::nullopt;
  if (size > 0 && size <= INT32_MAX)
    return size;
  (void)node.error("attribute 'blocksize' is " + Twine(size));
  return std::nullopt;
}

/// DepthToSpace (opset 1, 11: mode, 13).
static LogicalResult convertDepthToSpace(Node &node) {
  const Tensor &input = node.getInput(0);
  StringRef mode = "DCR";
  if (node.getOpset() >= 11)
    mode = node.getString("mode", mode);
  std::optional<int64_t> block = getBlockSize(node);
  if (!block)
    return failure();
  if (mode != "DCR" && mode != "CRD")
    return node.error("attribute 'mode' is '" + mode + "'");
  const Shape &in = input.shape;
  std::optional<Dim> depth = divideExactly(in[1], *block * *block);
  std::optional<Dim> height = multiply(in[2], *block);
  std::optional<Dim> width = multiply(in[3], *block);
  if (!depth || !height || !width)
    return node.error("an operand of shape " + toString(in) +
                      " has no blocks of " + Twine(*block));
  Emitter &emit = node.emit;
  bool depthFirst = mode == "CRD";
  Tensor blocks = emit.reshape(
      input, depthFirst ? Shape{in[0], *depth, *block, *block, in[2], in[3]}
                        : Shape{in[0], *block, *block, *depth, in[2], in[3]});
  Tensor moved = depthFirst ? emit.transpose(blocks, {0, 1, 4, 2, 5, 3})
                            : emit.transpose(blocks, {0, 3, 4, 1, 5, 2});
  return node.setOutput(emit.reshape(moved, {in[0], *depth, *height, *width}));
}

/// SpaceToDepth (opset 1, 13).
static LogicalResult convertSpaceToDepth(Node &node) {
  const Tensor &input = node.getInput(0);
  std::optional<int64_t> block = getBlockSize(node);
  if (!block)
    return failure();
  const Shape &in = input.shape;
  std::optional<Dim> depth = multiply(in[1], *block * *block);
  std::optional<Dim> height = divideExactly(in[2], *block);
  std::optional<Dim> width = divideExactly(in[3], *block);
  if (!depth || !height || !width)
    return node.error("an operand of shape " + toString(in) +
                      " has no blocks of " + Twine(*block));
  Emitter &emit = node.emit;
  Tensor blocks =
      emit.reshape(input, {in[0], in[1], *height, *block, *width, *block});
  Tensor moved = emit.transpose(blocks, {0, 3, 5, 1, 2, 4});
  return node.setOutput(emit.reshape(moved, {in[0], *depth, *height, *width}));
}

//===----------------------------------------------------------------------===//
// Repetition and combination
//===----------------------------------------------------------------------===//

/// Expand (opset 8, 13).
static LogicalResult convertExpand(Node &node) {
  const Tensor &input = node.getInput(0);
  std::optional<Shape> shape = getShapeInput(node, "the shape");
  if (!shape)
    return failure();
  if (llvm::any_of(*shape, [](Dim dim) { return dim.value < 0; }))
    return node.error("the shape is " + toString(*shape));
  std::optional<Shape> result = broadcast(input.shape, *shape);
  if (!result)
    return node.error("a tensor of shape " + toString(input.shape) +
                      " cannot be expanded to " + toString(*shape));
  return node.setOutput(node.emit.broadcastTo(input, *result));
}

/// Tile (opset 6, 13).
static LogicalResult convertTile(Node &node) {
  const Tensor &input = node.getInput(0);
  std::optional<SmallVector<int64_t>> repeats =
      node.getIntegers(1, "the list of repeats");
  if (!repeats)
    return failure();
  if (static_cast<int64_t>(repeats->size()) != input.getRank())
    return node.error("there are " + Twine(repeats->size()) +
                      " repeats for a tensor of shape " +
                      toString(input.shape));
  if (llvm::any_of(*repeats, [](int64_t count) { return count < 0; }))
    return node.error("a repeat is negative");
  if (llvm::all_of(*repeats, [](int64_t count) { return count == 1; }))
    return node.setOutput(input);
  return node.setOutput(node.emit.tile(input, toShape(*repeats)));
}

/// Concat (opset 4, 11: negative axes, 13).
static LogicalResult convertConcat(Node &node) {
  SmallVector<Tensor> inputs = node.getInputs();
  int64_t first = node.getInt("axis", 0);
  if (node.hasFailed() || !node.requireSameType(inputs))
    return failure();
  if (!node.hasAttribute("axis"))
    return node.error("it has no axis");
  std::optional<int64_t> axis =
      node.normalizeAxis(first, inputs.front().getRank());
  if (!axis)
    return failure();
  // Nothing is appended by tensors without elements, which tosa does not have.
  auto isEmpty = [&](const Tensor &tensor) {
    return tensor.isConstant() && tensor.getRank() > *axis &&
           tensor.shape[*axis] == Dim(0);
  };
  if (!llvm::all_of(inputs, isEmpty))
    llvm::erase_if(inputs, isEmpty);
  return node.setOutput(node.emit.concat(inputs, *axis));
}

/// Where (opset 9, 16).
static LogicalResult convertWhere(Node &node) {
  Emitter &emit = node.emit;
  SmallVector<Tensor> inputs = node.getInputs();
  if (!node.requireSameType({inputs[1], inputs[2]}))
    return failure();
  if (!inputs[0].isBool())
    return node.error("the condition is not of truth values");
  Shape shape;
  for (const Tensor &input : inputs) {
    std::optional<Shape> both = broadcast(shape, input.shape);
    if (!both)
      return node.error("operands of shape " + toString(shape) + " and " +
                        toString(input.shape) + " cannot be broadcast");
    shape = std::move(*both);
  }
  SmallVector<Value> values;
  for (const Tensor &input : inputs)
    values.push_back(
        emit.get(emit.expandRank(input, static_cast<int64_t>(shape.size()))));
  return node.setOutput(emit.create<tosa::SelectOp>(
      inputs[1].elementType, shape, values[0], values[1], values[2]));
}

void mlir::ascend::onnx_import::populateMovementOperators(
    OperatorTable &table) {
  table.add("Reshape", 2, 2, convertReshape);
  table.add("Flatten", 1, 1, convertFlatten);
  table.add("Squeeze", 1, 2, convertSqueeze);
  table.add("Unsqueeze", 1, 2, convertUnsqueeze);
  table.add("Transpose", 1, 1, convertTranspose);
  table.add("DepthToSpace", 1, 1, convertDepthToSpace);
  table.add("SpaceToDepth", 1, 1, convertSpaceToDepth);
  table.add("Expand", 2, 2, convertExpand, /*since=*/8);
  table.add("Tile", 2, 2, convertTile);
  table.add("Concat", 1, OperatorTable::kAnyNumber, convertConcat);
  table.add("Where", 3, 3, convertWhere, /*since=*/9);
}
