//===- Movement.cpp - Constants and data movement of tosa -----------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "../Utils/Tensors.h"

#include "AscendFold/Analysis/ConstantEvaluator.h"
#include "AscendFold/Analysis/ReshapeGroups.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::ascend;

bool ascend::hasDestination(Type type, Value like, bool keepsAll) {
  auto result = cast<RankedTensorType>(type);
  if (result.hasStaticShape())
    return true;
  auto source = dyn_cast<RankedTensorType>(like.getType());
  if (!source || source.getRank() != result.getRank())
    return false;
  for (int64_t i = 0; i < result.getRank(); ++i)
    if (result.isDynamicDim(i) &&
        (!source.isDynamicDim(i) || (i != 0 && !keepsAll)))
      return false;
  return true;
}

std::optional<SmallVector<int64_t>> ascend::getShapeNumbers(Value shape) {
  auto constant = shape.getDefiningOp<tosa::ConstShapeOp>();
  if (!constant)
    return std::nullopt;
  SmallVector<int64_t> numbers;
  for (const APInt &number : constant.getValues().getValues<APInt>())
    numbers.push_back(number.getSExtValue());
  return numbers;
}

namespace {
/// IN:  %c = "tosa.const"() <{values = dense_resource<w> : tensor<8xf32>}>
///  ⇒
/// OUT: %c = arith.constant dense_resource<w> : tensor<8xf32>
struct ConvertConst final : OpRewritePattern<tosa::ConstOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::ConstOp op,
                                PatternRewriter &rewriter) const override {
    auto values = dyn_cast<TypedAttr>(Attribute(op.getValuesAttr()));
    if (!values || values.getType() != op.getOutput().getType() ||
        !arith::ConstantOp::isBuildableWith(values, values.getType()))
      return rewriter.notifyMatchFailure(op, "not a constant of arith");
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, values);
    return success();
  }
};

/// IN:  %y = tosa.transpose %x {perms = [0, 2, 3, 1]}
///  ⇒
/// OUT: %y = ascend.transpose ins(%x) permutation [0, 2, 3, 1]
struct ConvertTranspose final : OpRewritePattern<tosa::TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::TransposeOp op,
                                PatternRewriter &rewriter) const override {
    Value input = op.getInput1();
    if (!getCommonElementType({input, op.getOutput()}))
      return rewriter.notifyMatchFailure(op, kElementType);
    if (mayBeConstant(input))
      return rewriter.notifyMatchFailure(op, "computes a constant");
    auto type = cast<RankedTensorType>(op.getOutput().getType());
    SmallVector<int64_t> permutation(op.getPerms());
    SmallVector<Value> dims;
    for (auto [i, source] : llvm::enumerate(permutation))
      if (type.isDynamicDim(i))
        dims.push_back(
            tensor::DimOp::create(rewriter, op.getLoc(), input, source));
    Value init = createEmpty(rewriter, op.getLoc(), type, dims);
    rewriter.replaceOpWithNewOp<TransposeOp>(op, type, input, init,
                                             permutation);
    return success();
  }
};

/// IN:  %z = tosa.concat %x, %y {axis = 3}
///  ⇒
/// OUT: %z = ascend.concat 3 ins(%x, %y)
struct ConvertConcat final : OpRewritePattern<tosa::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::ConcatOp op,
                                PatternRewriter &rewriter) const override {
    auto type = getAscendTensorType(op.getOutput().getType());
    if (!type || !getCommonElementType(op.getInput1()) ||
        op.getInput1().empty())
      return rewriter.notifyMatchFailure(op, kElementType);
    const int64_t axis = op.getAxis();
    Value first = op.getInput1().front();
    if (type.isDynamicDim(axis) ||
        llvm::any_of(llvm::seq<int64_t>(type.getRank()), [&](int64_t i) {
          return type.isDynamicDim(i) &&
                 !cast<RankedTensorType>(first.getType()).isDynamicDim(i);
        }))
      return rewriter.notifyMatchFailure(op, kUnknownExtent);
    if (llvm::all_of(op.getInput1(), mayBeConstant))
      return rewriter.notifyMatchFailure(op, "computes a constant");
    if (!canCreateConcat(op.getInput1(), type))
      return rewriter.notifyMatchFailure(op, "too many inputs");
    Value init = createEmptyLike(rewriter, op.getLoc(), type, first);
    rewriter.replaceOp(
        op, createConcat(rewriter, op.getLoc(), axis, op.getInput1(), init));
    return success();
  }
};

/// IN:  %y = tosa.pad %x, [0, 0, 1, 1, 1, 1, 0, 0], %zero
///  ⇒
/// OUT: %y = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] { yield 0.0 }
/// where convolutions find it.
struct ConvertPad final : OpRewritePattern<tosa::PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::PadOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = getAscendTensorType(op.getOutput().getType());
    std::optional<SmallVector<int64_t>> amounts =
        getShapeNumbers(op.getPadding());
    std::optional<double> value = getUniformConstant(op.getPadConst());
    if (!type || !getCommonElementType({op.getInput1(), op.getOutput()}))
      return rewriter.notifyMatchFailure(op, kElementType);
    if (!amounts || !value ||
        static_cast<int64_t>(amounts->size()) != 2 * type.getRank() ||
        llvm::any_of(*amounts, [](int64_t amount) { return amount < 0; }))
      return rewriter.notifyMatchFailure(op, "padding that is not constant");
    SmallVector<OpFoldResult> low, high;
    for (auto [i, amount] : llvm::enumerate(*amounts))
      (i % 2 == 0 ? low : high).push_back(rewriter.getIndexAttr(amount));
    Value constant = arith::ConstantOp::create(
        rewriter, op.getLoc(),
        rewriter.getFloatAttr(type.getElementType(), *value));
    rewriter.replaceOpWithNewOp<tensor::PadOp>(op, type, op.getInput1(), low,
                                               high, constant);
    return success();
  }
};

/// IN:  %y = tosa.slice %x, [0, 0, 0, 0], [1, 55, 56, 64]
///  ⇒
/// OUT: %y = tensor.extract_slice %x[0, 0, 0, 0] [1, 55, 56, 64] [1, 1, 1, 1]
struct ConvertSlice final : OpRewritePattern<tosa::SliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::SliceOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getOutput().getType());
    std::optional<SmallVector<int64_t>> start = getShapeNumbers(op.getStart());
    if (!type || !type.hasStaticShape() || !start ||
        !isa<RankedTensorType>(op.getInput1().getType()) ||
        static_cast<int64_t>(start->size()) != type.getRank())
      return rewriter.notifyMatchFailure(op, "offsets or extents not constant");
    SmallVector<OpFoldResult> ones(type.getRank(), rewriter.getIndexAttr(1));
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        op, type, op.getInput1(), getAsIndexOpFoldResult(getContext(), *start),
        getAsIndexOpFoldResult(getContext(), type.getShape()), ones);
    return success();
  }
};

/// IN:  %y = tosa.reshape %x, [1, 1, 512] : tensor<1x1x1x512xf32>
///  ⇒
/// OUT: %y = tensor.collapse_shape %x [[0, 1], [2], [3]]
/// A collapse, an expansion, or both.
struct ConvertReshape final : OpRewritePattern<tosa::ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::ReshapeOp op,
                                PatternRewriter &rewriter) const override {
    auto from = dyn_cast<RankedTensorType>(op.getInput1().getType());
    auto to = dyn_cast<RankedTensorType>(op.getOutput().getType());
    if (!from || !to || !from.hasStaticShape() || !to.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "not of a known shape");
    if (from == to) {
      rewriter.replaceOp(op, op.getInput1());
      return success();
    }
    Location loc = op.getLoc();
    Value value = op.getInput1();
    if (auto groups = getReassociationIndicesForReshape(from, to)) {
      rewriter.replaceOp(
          op, from.getRank() > to.getRank()
                  ? createCollapse(rewriter, loc, value, *groups)
                  : createExpand(rewriter, loc, value, to.getShape(), *groups));
      return success();
    }
    // Dims that have to be split after they are merged: via all in one.
    auto all = [](int64_t rank) {
      return SmallVector<ReassociationIndices>{
          llvm::to_vector<2>(llvm::seq<int64_t>(rank))};
    };
    value = createCollapse(rewriter, loc, value, all(from.getRank()));
    rewriter.replaceOp(op, createExpand(rewriter, loc, value, to.getShape(),
                                        all(to.getRank())));
    return success();
  }
};
} // namespace

void ascend::populateTosaMovementPatterns(RewritePatternSet &patterns,
                                          PatternBenefit benefit) {
  patterns.add<ConvertConcat, ConvertConst, ConvertPad, ConvertReshape,
               ConvertSlice, ConvertTranspose>(patterns.getContext(), benefit);
}
