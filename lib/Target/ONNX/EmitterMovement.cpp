//===- EmitterMovement.cpp - Building blocks that move data ---------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend::onnx_import;

Tensor Emitter::retype(const Tensor &constant, ArrayRef<Dim> shape) {
  Tensor result = constant;
  result.shape.assign(shape.begin(), shape.end());
  result.value = nullptr;
  if (!constant.constant)
    return result;
  RankedTensorType type = getType(constant.elementType, shape);
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(constant.constant))
    result.constant =
        DenseResourceElementsAttr::get(type, resource.getRawHandle());
  else
    result.constant =
        mlir::cast<DenseElementsAttr>(constant.constant).reshape(type);
  return result;
}

Tensor Emitter::reshape(const Tensor &tensor, ArrayRef<Dim> shape) {
  if (ArrayRef<Dim>(tensor.shape) == shape)
    return tensor;
  if (getNumElements(tensor.shape) != getNumElements(shape)) {
    fail("a tensor of shape " + toString(tensor.shape) +
         " cannot be reshaped to " + toString(shape));
    return tensor;
  }
  if (tensor.isConstant())
    return retype(tensor, shape);
  return create<tosa::ReshapeOp>(tensor.elementType, shape, get(tensor),
                                 getShapeConstant(shape));
}

Tensor Emitter::expandRank(const Tensor &tensor, int64_t rank) {
  Shape shape(std::max<int64_t>(rank - tensor.getRank(), 0), Dim(1));
  llvm::append_range(shape, tensor.shape);
  return reshape(tensor, shape);
}

Tensor Emitter::alongChannels(const Tensor &tensor, int64_t rank) {
  Shape shape(rank, Dim(1));
  if (rank > 1 && tensor.getRank() == 1)
    shape[1] = tensor.shape[0];
  return reshape(tensor, shape);
}

Tensor Emitter::transpose(const Tensor &tensor, ArrayRef<int64_t> permutation) {
  if (llvm::equal(permutation, llvm::seq<int64_t>(0, tensor.getRank())))
    return tensor;
  auto shape = llvm::map_to_vector<6>(
      permutation, [&](int64_t dim) { return tensor.shape[dim]; });
  auto toSource = [&](SmallVectorImpl<int64_t> &index) {
    SmallVector<int64_t> permuted(index.begin(), index.end());
    for (auto [at, dim] : llvm::zip_equal(permuted, permutation))
      index[dim] = at;
  };
  if (std::optional<Tensor> constant = rearrange(tensor, shape, toSource))
    return *constant;
  SmallVector<int32_t> perms(permutation);
  return create<tosa::TransposeOp>(tensor.elementType, shape, get(tensor),
                                   builder.getDenseI32ArrayAttr(perms));
}

Tensor Emitter::channelsLast(const Tensor &tensor) {
  SmallVector<int64_t> permutation = {0};
  llvm::append_range(permutation, llvm::seq<int64_t>(2, tensor.getRank()));
  permutation.push_back(1);
  return transpose(tensor, permutation);
}

Tensor Emitter::channelsFirst(const Tensor &tensor) {
  SmallVector<int64_t> permutation = {0, tensor.getRank() - 1};
  llvm::append_range(permutation, llvm::seq<int64_t>(1, tensor.getRank() - 1));
  return transpose(tensor, permutation);
}

Tensor Emitter::pad(const Tensor &tensor, ArrayRef<int64_t> low,
                    ArrayRef<int64_t> high, double value) {
  return pad(tensor, low, high,
             getSplatTensor(tensor.elementType, {Dim(1)}, value));
}

Tensor Emitter::pad(const Tensor &tensor, ArrayRef<int64_t> low,
                    ArrayRef<int64_t> high, const Tensor &value) {
  Shape cut = tensor.shape, padded;
  SmallVector<int64_t> offsets, amounts;
  for (auto [dim, before, after] : llvm::zip_equal(cut, low, high)) {
    if ((before || after) && dim.isBatch)
      fail("the batch dimension is padded; give --batch");
    offsets.push_back(std::max<int64_t>(-before, 0));
    if (!dim.isBatch)
      dim = Dim(dim.value + std::min<int64_t>(before, 0) +
                std::min<int64_t>(after, 0));
    amounts.push_back(std::max<int64_t>(before, 0));
    amounts.push_back(std::max<int64_t>(after, 0));
    padded.push_back(
        Dim(dim.value + amounts.end()[-2] + amounts.back(), dim.isBatch));
    if (dim.value < 0)
      fail("more is cut off than a tensor of shape " + toString(tensor.shape) +
           " has");
  }
  Tensor input = slice(tensor, offsets, cut);
  if (llvm::all_of(amounts, [](int64_t amount) { return amount == 0; }))
    return input;
  Shape pairs = toShape(amounts);
  return create<tosa::PadOp>(tensor.elementType, padded, get(input),
                             getShapeConstant(pairs),
                             get(reshape(value, {Dim(1)})));
}

Tensor Emitter::slice(const Tensor &tensor, ArrayRef<int64_t> offsets,
                      ArrayRef<Dim> sizes) {
  SmallVector<int64_t> steps(sizes.size(), 1);
  return slice(tensor, offsets, sizes, steps);
}

/// Whether a slice has no elements outside.
static bool isInside(Dim dim, int64_t offset, Dim size, int64_t step) {
  if (dim == size && offset == 0 && step == 1)
    return true;
  if (dim.isBatch || size.isBatch || offset < 0 || size.value < 0)
    return false;
  if (size.value == 0)
    return offset <= dim.value;
  int64_t last;
  return !llvm::MulOverflow(size.value - 1, step, last) &&
         !llvm::AddOverflow(last, offset, last) &&
         std::max(offset, last) < dim.value && last >= 0;
}

Tensor Emitter::slice(const Tensor &tensor, ArrayRef<int64_t> offsets,
                      ArrayRef<Dim> sizes, ArrayRef<int64_t> steps) {
  bool isContiguous = llvm::all_of(steps, [](int64_t s) { return s == 1; });
  if (ArrayRef<Dim>(tensor.shape) == sizes && isContiguous)
    return tensor;
  for (auto [dim, offset, size, step] :
       llvm::zip_equal(tensor.shape, offsets, sizes, steps)) {
    if (isInside(dim, offset, size, step))
      continue;
    fail("a slice of shape " + toString(sizes) + " is not inside of " +
         toString(tensor.shape));
    return tensor;
  }
  auto toSource = [&](SmallVectorImpl<int64_t> &index) {
    for (auto [at, offset, step] : llvm::zip_equal(index, offsets, steps))
      at = offset + at * step;
  };
  if (std::optional<Tensor> constant = rearrange(tensor, sizes, toSource))
    return *constant;
  if (isContiguous) {
    Shape starts = toShape(offsets);
    return create<tosa::SliceOp>(tensor.elementType, sizes, get(tensor),
                                 getShapeConstant(starts),
                                 getShapeConstant(sizes));
  }
  // tosa.slice has no steps. It takes what has none, as linalg would not infer
  // how much of an axis is read where the index into both is the same.
  SmallVector<int64_t> firsts(offsets);
  Shape cut = tensor.shape;
  SmallVector<AffineExpr> exprs;
  for (auto [i, step] : llvm::enumerate(steps)) {
    AffineExpr index = builder.getAffineDimExpr(i);
    exprs.push_back(step == 1 ? index : index * step + offsets[i]);
    if (step == 1)
      cut[i] = sizes[i];
    else
      firsts[i] = 0;
  }
  return copy(slice(tensor, firsts, cut), sizes, exprs);
}

/// What is at `exprs` of the input, for each index into the result.
Tensor Emitter::copy(const Tensor &tensor, ArrayRef<Dim> shape,
                     ArrayRef<AffineExpr> exprs) {
  auto rank = static_cast<unsigned>(shape.size());
  SmallVector<AffineMap> maps = {
      AffineMap::get(rank, 0, exprs, builder.getContext()),
      builder.getMultiDimIdentityMap(rank)};
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  Value init = getEmpty(tensor.elementType, shape, tensor);
  auto op = linalg::GenericOp::create(
      builder, init.getType(), get(tensor), init, maps, iterators,
      [](OpBuilder &nested, Location loc, ValueRange args) {
        linalg::YieldOp::create(nested, loc, args.front());
      });
  return wrap(op.getResult(0), tensor.elementType, shape);
}

Tensor Emitter::sliceAxis(const Tensor &tensor, int64_t axis, int64_t offset,
                          int64_t size) {
  SmallVector<int64_t> offsets(tensor.getRank(), 0);
  Shape sizes = tensor.shape;
  offsets[axis] = offset;
  sizes[axis] = Dim(size);
  return slice(tensor, offsets, sizes);
}

Tensor Emitter::concat(ArrayRef<Tensor> tensors, int64_t axis) {
  if (tensors.size() == 1)
    return tensors.front();
  Shape shape = tensors.front().shape;
  Dim sum(0);
  for (const Tensor &tensor : tensors) {
    Shape expected = shape;
    if (tensor.shape.size() == shape.size()) {
      expected[axis] = tensor.shape[axis];
      if (sum != Dim(0) && sum.isBatch != expected[axis].isBatch)
        fail("what is concatenated along the batch has to have its size; give "
             "--batch");
      if (llvm::AddOverflow(sum.value, expected[axis].value, sum.value))
        fail("what is concatenated cannot be addressed");
      sum.isBatch |= expected[axis].isBatch;
    }
    if (tensor.shape == expected)
      continue;
    fail("tensors of shape " + toString(shape) + " and " +
         toString(tensor.shape) + " cannot be concatenated along axis " +
         Twine(axis));
    return tensor;
  }
  shape[axis] = sum;
  if (std::optional<Tensor> constant = join(tensors, axis, shape))
    return *constant;
  SmallVector<Value> values;
  for (const Tensor &tensor : tensors)
    values.push_back(get(tensor));
  return create<tosa::ConcatOp>(tensors.front().elementType, shape, values,
                                builder.getI32IntegerAttr(axis));
}

Tensor Emitter::reverse(const Tensor &tensor, int64_t axis) {
  return create<tosa::ReverseOp>(tensor.elementType, tensor.shape, get(tensor),
                                 builder.getI32IntegerAttr(axis));
}

Tensor Emitter::gather(const Tensor &tensor, int64_t axis,
                       ArrayRef<int64_t> indices) {
  Dim extent = tensor.shape[axis];
  if (extent.isBatch || extent.value > INT32_MAX ||
      llvm::any_of(indices,
                   [&](int64_t i) { return i < 0 || i >= extent.value; })) {
    fail("an index is outside of axis " + Twine(axis) + " of " +
         toString(tensor.shape));
    return tensor;
  }
  int64_t first = indices.empty() ? 0 : indices.front();
  auto numIndices = static_cast<int64_t>(indices.size());
  if (llvm::equal(indices, llvm::seq<int64_t>(first, first + numIndices)))
    return sliceAxis(tensor, axis, first, numIndices);
  Shape shape = tensor.shape;
  shape[axis] = Dim(numIndices);
  auto toSource = [&](SmallVectorImpl<int64_t> &index) {
    index[axis] = indices[index[axis]];
  };
  if (std::optional<Tensor> constant = rearrange(tensor, shape, toSource))
    return *constant;
  SmallVector<int32_t> rows(indices);
  Tensor rowTensor;
  rowTensor.elementType = builder.getI32Type();
  rowTensor.shape = {Dim(numIndices)};
  rowTensor.constant = builder.getI32TensorAttr(rows);
  return gather(tensor, axis, rowTensor);
}

Tensor Emitter::gather(const Tensor &tensor, int64_t axis,
                       const Tensor &indices) {
  // tosa.gather wants [N, K, C] with one row of indices per N.
  SmallVector<int64_t> permutation = {axis}, inverse(tensor.getRank());
  for (int64_t dim = 0; dim < tensor.getRank(); ++dim)
    if (dim != axis)
      permutation.push_back(dim);
  for (auto [i, dim] : llvm::enumerate(permutation))
    inverse[dim] = static_cast<int64_t>(i);
  Tensor front = transpose(tensor, permutation);
  std::optional<Dim> rest =
      getNumElements(ArrayRef<Dim>(front.shape).drop_front());
  Shape flat = {Dim(1), front.shape.front(), rest.value_or(Dim(1))};
  Shape picked = {Dim(1), indices.shape.front(), flat[2]};
  Tensor result = create<tosa::GatherOp>(
      tensor.elementType, picked, get(reshape(front, flat)),
      get(reshape(indices, {Dim(1), picked[1]})));
  Shape shape = front.shape;
  shape.front() = picked[1];
  return transpose(reshape(result, shape), inverse);
}

Tensor Emitter::tile(const Tensor &tensor, ArrayRef<Dim> multiples) {
  Shape shape;
  for (auto [dim, multiple] : llvm::zip_equal(tensor.shape, multiples)) {
    std::optional<Dim> product = multiply(dim, multiple);
    if (!product || multiple.isBatch) {
      fail("a tensor of shape " + toString(tensor.shape) +
           " cannot be repeated " + toString(multiples) + " times");
      return tensor;
    }
    shape.push_back(*product);
  }
  auto toSource = [&](SmallVectorImpl<int64_t> &index) {
    for (auto [at, dim] : llvm::zip_equal(index, tensor.shape))
      at %= dim.value;
  };
  if (std::optional<Tensor> constant = rearrange(tensor, shape, toSource))
    return *constant;
  return create<tosa::TileOp>(tensor.elementType, shape, get(tensor),
                              getShapeConstant(multiples));
}

Tensor Emitter::broadcastTo(const Tensor &tensor, ArrayRef<Dim> shape) {
  Tensor input = expandRank(tensor, static_cast<int64_t>(shape.size()));
  if (input.shape == Shape(shape))
    return input;
  if (broadcast(input.shape, shape) != Shape(shape)) {
    fail("a tensor of shape " + toString(tensor.shape) +
         " cannot be broadcast to " + toString(shape));
    return input;
  }
  SmallVector<Dim> multiples;
  for (auto [from, to] : llvm::zip_equal(input.shape, shape)) {
    multiples.push_back(from == to ? Dim(1) : to);
    if (!multiples.back().isBatch)
      continue;
    fail("a tensor is broadcast to the batch size; give --batch");
    return input;
  }
  return tile(input, multiples);
}
