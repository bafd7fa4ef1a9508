//===- Window.cpp - Pools, resizes and reductions of tosa -----------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "../Utils/Tensors.h"

#include "AscendFold/Analysis/ConstantEvaluator.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {
/// IN:  %y = tosa.max_pool2d %x {kernel = [3, 3], stride = [2, 2],
///          pad = [1, 0, 1, 0]}
///  ⇒
/// OUT: %y = ascend.pool max ins(%x) layout nhwc kernel [3, 3] strides [2, 2]
///          pad [1, 0, 1, 0]
/// The average of tosa does not count padding.
template <typename Op>
struct ConvertPool final : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    constexpr bool isMax = std::is_same_v<Op, tosa::MaxPool2dOp>;
    if constexpr (!isMax)
      if (getUniformConstant(op.getInputZp()) != 0.0 ||
          getUniformConstant(op.getOutputZp()) != 0.0)
        return rewriter.notifyMatchFailure(op, kZeroPoint);
    if constexpr (isMax)
      if (ignoresNan(op))
        return rewriter.notifyMatchFailure(op, kIgnoresNan);
    if (!getCommonElementType({op.getInput(), op.getOutput()}))
      return rewriter.notifyMatchFailure(op, kElementType);
    auto type = cast<RankedTensorType>(op.getOutput().getType());
    if (!hasDestination(type, op.getInput()))
      return rewriter.notifyMatchFailure(op, kUnknownExtent);
    Value init = createEmptyLike(rewriter, op.getLoc(), type, op.getInput());
    rewriter.replaceOpWithNewOp<PoolOp>(
        op, init.getType(), isMax ? PoolKind::Max : PoolKind::Avg,
        op.getInput(), init, Layout::NHWC,
        rewriter.getDenseI64ArrayAttr(op.getKernel()),
        getNumbers(rewriter, op.getStride(), 1), DenseI64ArrayAttr(),
        getNumbers(rewriter, op.getPad(), 0));
    return success();
  }
};

/// IN:  %y = tosa.resize %x, [4, 2, 4, 2], [0, 0], [2, 2] {BILINEAR}
///  ⇒
/// OUT: %y = ascend.resize linear ins(%x) layout nhwc scale [4, 2, 4, 2]
///          offset [0, 0]
/// Both read at the same places. The nearest element of tosa is that at
/// floor(x + 1/2). The border is part of the result's extent.
struct ConvertResize final : OpRewritePattern<tosa::ResizeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::ResizeOp op,
                                PatternRewriter &rewriter) const override {
    if (!getCommonElementType({op.getInput(), op.getOutput()}))
      return rewriter.notifyMatchFailure(op, kElementType);
    std::optional<SmallVector<int64_t>> scale = getShapeNumbers(op.getScale());
    std::optional<SmallVector<int64_t>> offset =
        getShapeNumbers(op.getOffset());
    if (!scale || !offset || scale->size() != 4 || offset->size() != 2 ||
        llvm::any_of(*scale, [](int64_t number) { return number < 1; }))
      return rewriter.notifyMatchFailure(op, "scale or offset not constant");
    auto type = cast<RankedTensorType>(op.getOutput().getType());
    if (!hasDestination(type, op.getInput()))
      return rewriter.notifyMatchFailure(op, kUnknownExtent);
    const ResizeKind kind = op.getMode() == tosa::ResizeMode::BILINEAR
                                ? ResizeKind::Linear
                                : ResizeKind::NearestRound;
    Value init = createEmptyLike(rewriter, op.getLoc(), type, op.getInput());
    rewriter.replaceOpWithNewOp<ResizeOp>(op, init.getType(), kind,
                                          op.getInput(), init, Layout::NHWC,
                                          *scale, *offset);
    return success();
  }
};

/// IN:  %y = tosa.reduce_sum %x {axis = 1}
///  ⇒
/// OUT: %y = ascend.reduce sum ins(%x) axes [1]
template <typename Op, ReduceKind kind>
struct ConvertReduce final : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!getCommonElementType({op.getInput(), op.getOutput()}))
      return rewriter.notifyMatchFailure(op, kElementType);
    auto type = cast<RankedTensorType>(op.getOutput().getType());
    if (!hasDestination(type, op.getInput()))
      return rewriter.notifyMatchFailure(op, kUnknownExtent);
    if (type.getDimSize(op.getAxis()) != 1)
      return rewriter.notifyMatchFailure(op, "a result of more than one place");
    if constexpr (kind != ReduceKind::Sum)
      if (ignoresNan(op))
        return rewriter.notifyMatchFailure(op, kIgnoresNan);
    if (mayBeConstant(op.getInput()))
      return rewriter.notifyMatchFailure(op, "computes a constant");
    const int64_t axis = op.getAxis();
    Value init = createEmptyLike(rewriter, op.getLoc(), type, op.getInput());
    rewriter.replaceOpWithNewOp<ReduceOp>(op, init.getType(), kind,
                                          op.getInput(), init, axis);
    return success();
  }
};

/// IN:  %s = ascend.reduce sum ins(%x) axes [1]
///      %y = ascend.reduce sum ins(%s) axes [2]
///  ⇒
/// OUT: %y = ascend.reduce sum ins(%x) axes [1, 2]
struct MergeReductions final : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<ReduceOp>();
    if (!inner || inner.getKind() != op.getKind() || !inner->hasOneUse() ||
        op.getKind() == ReduceKind::Mean)
      return rewriter.notifyMatchFailure(op, "not of a reduction of the kind");
    SmallVector<int64_t> axes(inner.getAxes());
    for (int64_t axis : op.getAxes())
      if (!llvm::is_contained(axes, axis))
        axes.push_back(axis);
    llvm::sort(axes);
    rewriter.replaceOpWithNewOp<ReduceOp>(op, op.getResult().getType(),
                                          op.getKind(), inner.getInput(),
                                          op.getInit(), axes);
    return success();
  }
};
} // namespace

void ascend::populateTosaWindowPatterns(RewritePatternSet &patterns,
                                        PatternBenefit benefit) {
  patterns.add<ConvertPool<tosa::AvgPool2dOp>, ConvertPool<tosa::MaxPool2dOp>,
               ConvertReduce<tosa::ReduceMaxOp, ReduceKind::Max>,
               ConvertReduce<tosa::ReduceMinOp, ReduceKind::Min>,
               ConvertReduce<tosa::ReduceSumOp, ReduceKind::Sum>, ConvertResize,
               MergeReductions>(patterns.getContext(), benefit);
}
