//===- SplitGated.cpp - Halves of a gated unit as ops of their own --------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitGated.h"

#include "AscendFold/Analysis/ConstantEvaluator.h"
#include "AscendFold/Dialect/Ascend/Transforms/Passes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {
/// The two slices that are all readers of a value and split a dim in half.
struct Halves {
  tensor::ExtractSliceOp first, second;
};
} // namespace

/// Whether the slice is `size` elements of `dim` from `offset` on, and all of
/// the other dims.
static bool isSliceOfDim(tensor::ExtractSliceOp slice, int64_t dim,
                         int64_t offset, int64_t size) {
  RankedTensorType source = slice.getSourceType();
  SmallVector<int64_t> offsets(source.getRank(), 0), sizes(source.getShape());
  offsets[dim] = offset;
  sizes[dim] = size;
  return slice.getType().getShape() == ArrayRef<int64_t>(sizes) &&
         slice.getStaticOffsets() == ArrayRef<int64_t>(offsets) &&
         slice.getStaticSizes() == ArrayRef<int64_t>(sizes) &&
         llvm::all_of(slice.getStaticStrides(),
                      [](int64_t stride) { return stride == 1; });
}

static std::optional<Halves> getHalves(Value value, int64_t dim) {
  auto type = cast<RankedTensorType>(value.getType());
  if (!type.hasStaticShape() || type.getDimSize(dim) % 2 != 0)
    return std::nullopt;
  const int64_t half = type.getDimSize(dim) / 2;
  Halves halves;
  for (Operation *reader : value.getUsers()) {
    auto slice = dyn_cast<tensor::ExtractSliceOp>(reader);
    if (!slice)
      return std::nullopt;
    const bool isFirst = isSliceOfDim(slice, dim, 0, half);
    tensor::ExtractSliceOp &place = isFirst ? halves.first : halves.second;
    if (place || (!isFirst && !isSliceOfDim(slice, dim, half, half)))
      return std::nullopt;
    place = slice;
  }
  if (!halves.first || !halves.second)
    return std::nullopt;
  return halves;
}

/// The product that alone reads `value`, or an activation that alone does.
static EltwiseOp getProduct(Value value) {
  while (value.hasOneUse()) {
    Operation *reader = *value.user_begin();
    if (auto product = dyn_cast<EltwiseOp>(reader))
      return product.getKind() == EltwiseKind::Mul && product.getInit() != value
                 ? product
                 : EltwiseOp();
    auto activation = dyn_cast<ActivationOp>(reader);
    if (!activation || activation->getNumResults() == 0 ||
        activation.getInit() == value)
      return {};
    value = activation.getResult();
  }
  return {};
}

/// Why splitting would cost more than it saves; null when it does not.
///
/// A split op reads its input twice. What it saves is the launch of the
/// product, and writing a half and reading both, which is no less than the
/// elements of the result. A half must not fill more blocks of channels either.
static const char *whySplittingIsDearer(Value input, RankedTensorType result,
                                        int64_t dim) {
  constexpr int64_t kBlock = 16;
  auto type = cast<RankedTensorType>(input.getType());
  if (!type.hasStaticShape() || type.getNumElements() > result.getNumElements())
    return "has an input that is larger than its result, or not of a known "
           "size: reading it twice may cost more";
  const int64_t size = result.getDimSize(dim);
  if (2 * llvm::divideCeil(size / 2, kBlock) > llvm::divideCeil(size, kBlock))
    return "has halves that would fill more blocks of channels than the whole";
  return nullptr;
}

static Value createSlice(RewriterBase &rewriter, Value value, int64_t dim,
                         int64_t offset, int64_t size) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0)),
      strides(type.getRank(), rewriter.getIndexAttr(1)),
      sizes = getAsIndexOpFoldResult(type.getContext(), type.getShape());
  offsets[dim] = rewriter.getIndexAttr(offset);
  sizes[dim] = rewriter.getIndexAttr(size);
  return tensor::ExtractSliceOp::create(rewriter, value.getLoc(), value,
                                        offsets, sizes, strides);
}

/// Whether slices of the value are constants when the program runs.
static bool isConstant(Value value) {
  return !value || (cast<RankedTensorType>(value.getType()).hasStaticShape() &&
                    mayBeConstant(value));
}

/// Replaces `slice` by a copy of `op` that computes nothing else. Each of
/// `parameters` is an operand with the dim of the channels in it.
static void replaceHalf(RewriterBase &rewriter, Operation *op,
                        tensor::ExtractSliceOp slice, int64_t dim,
                        ArrayRef<std::pair<OpOperand *, int64_t>> parameters) {
  const int64_t offset = slice.getStaticOffsets()[dim];
  const int64_t size = slice.getStaticSizes()[dim];
  rewriter.setInsertionPoint(op);
  Value init = createEmpty(rewriter, op->getLoc(), slice.getType());
  Operation *half = rewriter.clone(*op);
  cast<DestinationStyleOpInterface>(half).setDpsInitOperand(0, init);
  for (auto [operand, parameterDim] : parameters) {
    rewriter.setInsertionPoint(half);
    Value part =
        createSlice(rewriter, operand->get(), parameterDim, offset, size);
    half->setOperand(operand->getOperandNumber(), part);
  }
  half->getResult(0).setType(slice.getType());
  rewriter.replaceOp(slice, half->getResults());
}

namespace {
//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// IN:  %0 = ascend.conv ins(%x, %w) bias(%b)
///      %1 = tensor.extract_slice %0 : the first half of the channels
///      %2 = tensor.extract_slice %0 : the second half
///      %3 = ascend.activation ins(%2), %4 = ascend.eltwise mul ins(%1, %3)
/// OUT: %1 = ascend.conv ins(%x, the first half of %w) bias(that of %b)
///      %2 = ascend.conv ins(%x, the second half of %w) bias(that of %b)
///      %3 and %4 as before
template <typename Op>
struct SplitGated : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  using Parameters = SmallVector<std::pair<OpOperand *, int64_t>>;

  /// The dim of the channels in the result, and in the parameters.
  virtual FailureOr<int64_t> getDims(Op op, Parameters &parameters,
                                     PatternRewriter &rewriter) const = 0;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() == 0)
      return rewriter.notifyMatchFailure(op, "is on buffers");
    if (op.getResidual())
      return rewriter.notifyMatchFailure(op, "has a residual");
    Parameters parameters;
    FailureOr<int64_t> dim = getDims(op, parameters, rewriter);
    if (failed(dim))
      return failure();
    if (!llvm::all_of(parameters,
                      [](auto pair) { return isConstant(pair.first->get()); }))
      return rewriter.notifyMatchFailure(op, "has parameters that are not "
                                             "constant");
    std::optional<Halves> halves = getHalves(op.getResult(), *dim);
    EltwiseOp product =
        halves ? getProduct(halves->first.getResult()) : EltwiseOp();
    if (!product || product != getProduct(halves->second.getResult()))
      return rewriter.notifyMatchFailure(
          op, "is not read as two halves that are multiplied only");
    if (const char *why = whySplittingIsDearer(
            op->getOperand(0), cast<RankedTensorType>(op.getResult().getType()),
            *dim))
      return rewriter.notifyMatchFailure(op, why);

    for (tensor::ExtractSliceOp slice : {halves->first, halves->second})
      replaceHalf(rewriter, op, slice, *dim, parameters);
    rewriter.eraseOp(op);
    return success();
  }
};

struct SplitGatedConv final : SplitGated<ConvOp> {
  using SplitGated::SplitGated;

  FailureOr<int64_t> getDims(ConvOp op, Parameters &parameters,
                             PatternRewriter &rewriter) const override {
    if (op.getGroups() != 1)
      return rewriter.notifyMatchFailure(
          op, "has groups, whose halves would read slices of the input");
    if (op.hasBatchNorm())
      return rewriter.notifyMatchFailure(
          op, "has a BatchNorm of parameters that are known at run time");
    if (op.getLayout() == Layout::NC1HWC0)
      return rewriter.notifyMatchFailure(op, "has blocks of channels");
    parameters.emplace_back(&op.getFilterMutable(), op.getFilterDims()[0]);
    if (op.getBias())
      parameters.emplace_back(&*op.getBiasMutable().begin(), 0);
    auto type = cast<RankedTensorType>(op.getResult().getType());
    return getChannelDim(op.getLayout(), type.getRank());
  }
};

struct SplitGatedMatmul final : SplitGated<MatmulOp> {
  using SplitGated::SplitGated;

  FailureOr<int64_t> getDims(MatmulOp op, Parameters &parameters,
                             PatternRewriter &) const override {
    const int64_t rank =
        cast<RankedTensorType>(op.getResult().getType()).getRank();
    parameters.emplace_back(&op.getRhsMutable(),
                            op.getTransposeRhs() ? rank - 2 : rank - 1);
    if (op.getBias())
      parameters.emplace_back(&*op.getBiasMutable().begin(), 0);
    return rank - 1;
  }
};
} // namespace

void ascend::populateSplitGatedPatterns(RewritePatternSet &patterns) {
  patterns.add<SplitGatedConv, SplitGatedMatmul>(patterns.getContext());
}
