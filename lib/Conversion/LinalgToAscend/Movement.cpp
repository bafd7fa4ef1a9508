//===- Movement.cpp - Transposes, concats and softmax ---------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "../Utils/Tensors.h"

#include "AscendFold/Analysis/ConstantEvaluator.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::ascend;

/// The permutation with which `op` transposes its only input.
static std::optional<SmallVector<int64_t>> getPermutation(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumDpsInputs() != 1 ||
      op.getNumDpsInits() != 1 || op.getNumLoops() != op.getNumParallelLoops())
    return std::nullopt;
  OpOperand *input = op.getDpsInputOperand(0);
  auto yield = dyn_cast<linalg::YieldOp>(op.getBlock()->getTerminator());
  if (!yield || yield.getNumOperands() != 1 ||
      yield.getOperand(0) != op.getMatchingBlockArgument(input))
    return std::nullopt;
  AffineMap from = op.getMatchingIndexingMap(input);
  AffineMap to = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!from.isPermutation() || !to.isPermutation())
    return std::nullopt;
  SmallVector<int64_t> permutation;
  for (AffineExpr expr : to.getResults())
    permutation.push_back(*from.getResultPosition(expr));
  return permutation;
}

namespace {
/// IN:  %y = linalg.transpose ins(%x) permutation = [0, 2, 3, 1]
///  ⇒
/// OUT: %y = ascend.transpose ins(%x) permutation [0, 2, 3, 1]
struct ConvertTranspose final : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<SmallVector<int64_t>> permutation = getPermutation(op);
    if (!permutation)
      return rewriter.notifyMatchFailure(op, "not a transpose on tensors");
    if (isIdentityPermutation(*permutation))
      return rewriter.notifyMatchFailure(op, "a copy");
    Value input = op.getDpsInputOperand(0)->get();
    Value init = op.getDpsInitOperand(0)->get();
    if (!getCommonElementType({input, init}))
      return rewriter.notifyMatchFailure(op, kElementType);
    if (mayBeConstant(input))
      return rewriter.notifyMatchFailure(op, "computes a constant");
    init = createEmptyLike(rewriter, op.getLoc(), init);
    rewriter.replaceOpWithNewOp<TransposeOp>(op, init.getType(), input, init,
                                             *permutation);
    return success();
  }
};

/// IN:  %z = tensor.concat dim(1) %x, %y
///  ⇒
/// OUT: %z = ascend.concat 1 ins(%x, %y)
struct ConvertConcat final : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = getAscendTensorType(op.getType());
    if (!type || !getCommonElementType(op.getInputs()))
      return rewriter.notifyMatchFailure(op, kElementType);
    if (llvm::all_of(op.getInputs(), mayBeConstant))
      return rewriter.notifyMatchFailure(op, "computes a constant");
    if (!canCreateConcat(op.getInputs(), type))
      return rewriter.notifyMatchFailure(op, "too many inputs");
    SmallVector<Value> dims;
    if (!type.hasStaticShape()) {
      ReifiedRankedShapedTypeDims shapes;
      if (failed(reifyResultShapes(rewriter, op, shapes)))
        return rewriter.notifyMatchFailure(op, "a result of unknown extent");
      for (auto [i, extent] : llvm::enumerate(shapes[0]))
        if (type.isDynamicDim(i))
          dims.push_back(
              getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), extent));
    }
    Value init = createEmpty(rewriter, op.getLoc(), type, dims);
    rewriter.replaceOp(op, createConcat(rewriter, op.getLoc(), op.getDim(),
                                        op.getInputs(), init));
    return success();
  }
};

/// IN:  %y = linalg.softmax dimension(1) ins(%x) outs(%init)
///  ⇒
/// OUT: %y = ascend.softmax 1 ins(%x) outs(%init)
struct ConvertSoftmax final : OpRewritePattern<linalg::SoftmaxOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::SoftmaxOp op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1)
      return rewriter.notifyMatchFailure(op, kOnBuffers);
    if (!getCommonElementType({op.getInput(), op.getOutput()}))
      return rewriter.notifyMatchFailure(op, kElementType);
    Value init = createEmptyLike(rewriter, op.getLoc(), op.getOutput());
    rewriter.replaceOpWithNewOp<SoftmaxOp>(
        op, init.getType(), op.getDimension(), op.getInput(), init);
    return success();
  }
};
} // namespace

void ascend::populateLinalgMovementPatterns(RewritePatternSet &patterns,
                                            PatternBenefit benefit) {
  patterns.add<ConvertConcat, ConvertSoftmax, ConvertTranspose>(
      patterns.getContext(), benefit);
}
