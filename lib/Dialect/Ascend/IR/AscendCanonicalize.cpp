//===- AscendCanonicalize.cpp - Canonicalization of ascend ops ------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Dialect/Ascend/IR/Ascend.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::ascend;

/// Replaces an op by one of its operands, which may know more or less of the
/// shape than the result.
static LogicalResult replaceByOperand(PatternRewriter &rewriter, Operation *op,
                                      Value operand) {
  if (op->getNumResults() == 0)
    return rewriter.notifyMatchFailure(op, "is on buffers");
  Type type = op->getResult(0).getType();
  if (operand.getType() == type)
    rewriter.replaceOp(op, operand);
  else
    rewriter.replaceOpWithNewOp<tensor::CastOp>(op, type, operand);
  return success();
}

static bool areAll(std::optional<ArrayRef<int64_t>> numbers, int64_t value) {
  return numbers &&
         llvm::all_of(*numbers, [&](int64_t n) { return n == value; });
}

/// Whether the function of a step does nothing to its own results.
static bool isIdempotent(Attribute step) {
  return isa<ReluAttr, ClampAttr>(step);
}

namespace {
/// IN:  op … strides [1, 1] dilations [1, 1] pad [0, 0, 0, 0]
/// OUT: op …
template <typename WindowOp>
struct DropDefaultWindow final : OpRewritePattern<WindowOp> {
  using OpRewritePattern<WindowOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(WindowOp op,
                                PatternRewriter &rewriter) const override {
    const bool strides = areAll(op.getStrides(), 1);
    const bool dilations = areAll(op.getDilations(), 1);
    const bool pad = areAll(op.getPad(), 0);
    if (!strides && !dilations && !pad)
      return rewriter.notifyMatchFailure(op, "has no defaults spelled out");
    rewriter.modifyOpInPlace(op, [&] {
      if (strides)
        op.removeStridesAttr();
      if (dilations)
        op.removeDilationsAttr();
      if (pad)
        op.removePadAttr();
    });
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Epilogue
//===----------------------------------------------------------------------===//

/// IN:  op … epilogue [#ascend.relu, #ascend.relu]
/// OUT: op … epilogue [#ascend.relu]
/// IN:  op … epilogue []                              OUT: op …
template <typename EpilogueOp>
struct DropRepeatedStep final : OpRewritePattern<EpilogueOp> {
  using OpRewritePattern<EpilogueOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(EpilogueOp op,
                                PatternRewriter &rewriter) const override {
    ArrayAttr steps = op.getEpilogueAttr();
    if (!steps)
      return rewriter.notifyMatchFailure(op, "has no epilogue");
    SmallVector<Attribute> kept;
    for (Attribute step : steps)
      if (kept.empty() || kept.back() != step || !isIdempotent(step))
        kept.push_back(step);
    if (!kept.empty() && kept.size() == steps.size())
      return rewriter.notifyMatchFailure(op, "repeats no step");
    rewriter.modifyOpInPlace(op, [&] {
      op.setEpilogueAttr(kept.empty() ? ArrayAttr()
                                      : rewriter.getArrayAttr(kept));
    });
    return success();
  }
};

/// IN:  %0 = op … epilogue [a, #ascend.relu]
///      %1 = ascend.activation ins(%0) epilogue [#ascend.relu, b]
/// OUT: %1 = ascend.activation ins(%0) epilogue [b]
struct DropStepOfProducer final : OpRewritePattern<ActivationOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ActivationOp op,
                                PatternRewriter &rewriter) const override {
    auto producer = op.getInput().getDefiningOp<EpilogueOpInterface>();
    ArrayAttr done = producer ? producer.getEpilogueAttr() : ArrayAttr();
    ArrayRef<Attribute> steps = op.getEpilogue().getValue();
    if (!done || done.empty() || !isIdempotent(steps.front()) ||
        done.getValue().back() != steps.front())
      return rewriter.notifyMatchFailure(
          op, "does not begin with what the op before ends with");
    if (steps.size() == 1)
      return replaceByOperand(rewriter, op, op.getInput());
    rewriter.modifyOpInPlace(op, [&] {
      op.setEpilogueAttr(rewriter.getArrayAttr(steps.drop_front()));
    });
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Ops that do nothing
//===----------------------------------------------------------------------===//

/// IN:  %s = tensor.extract_slice %x, without the last rows and columns
///      %y = op ins(%s) …                   that has no padding behind them
/// OUT: %y = op ins(%x) …
///
/// TOSA wants windows to fit exactly; here what does not fill one is not read.
template <typename WindowOp>
struct AbsorbTrimmingSlice final : OpRewritePattern<WindowOp> {
  using OpRewritePattern<WindowOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(WindowOp op,
                                PatternRewriter &rewriter) const override {
    auto slice = op.getInput().template getDefiningOp<tensor::ExtractSliceOp>();
    if (!slice || slice.getSourceType().getRank() != slice.getType().getRank())
      return rewriter.notifyMatchFailure(op, "reads no slice");
    if (isTransposed(op) || op.getLayout() == Layout::NC1HWC0)
      return rewriter.notifyMatchFailure(op, "reads all of its input");
    if (!slice.getSourceType().hasStaticShape() ||
        !slice.getType().hasStaticShape() ||
        !areAll(slice.getStaticOffsets(), 0) ||
        !areAll(slice.getStaticStrides(), 1))
      return rewriter.notifyMatchFailure(op,
                                         "the slice does more than to trim");
    for (int64_t dim = 0, e = slice.getType().getRank(); dim < e; ++dim)
      if (slice.getType().getDimSize(dim) !=
              slice.getSourceType().getDimSize(dim) &&
          !trimsUnread(op, slice, dim))
        return rewriter.notifyMatchFailure(op, "what is cut off would be read");
    rewriter.modifyOpInPlace(
        op, [&] { op.getInputMutable().assign(slice.getSource()); });
    return success();
  }

private:
  static bool isTransposed(ConvOp op) { return op.getTransposed(); }
  static bool isTransposed(PoolOp) { return false; }
  static int64_t getWindow(ConvOp op, int64_t i) {
    return cast<ShapedType>(op.getFilter().getType())
        .getDimSize(op.getFilterDims()[i + 2]);
  }
  static int64_t getWindow(PoolOp op, int64_t i) { return op.getKernel()[i]; }

  /// Whether `dim` is spatial, has no padding behind it, and as many windows
  /// in the whole as in the slice.
  static bool trimsUnread(WindowOp op, tensor::ExtractSliceOp slice,
                          int64_t dim) {
    const int64_t numSpatial = op.getNumSpatialDims();
    for (int64_t i = 0; i < numSpatial; ++i) {
      if (getSpatialDim(op.getLayout(), i) != dim)
        continue;
      const int64_t window = getWindow(op, i);
      SmallVector<int64_t> pad = op.getPadOrDefault();
      if (ShapedType::isDynamic(window) || pad[2 * i + 1] != 0)
        return false;
      const int64_t reach =
          pad[2 * i] - op.getDilationsOrDefault()[i] * (window - 1) - 1;
      const int64_t stride = op.getStridesOrDefault()[i];
      const int64_t inSlice = slice.getType().getDimSize(dim) + reach;
      const int64_t inSource = slice.getSourceType().getDimSize(dim) + reach;
      return inSlice >= 0 && inSlice / stride == inSource / stride;
    }
    return false;
  }
};

/// IN:  %1 = ascend.pool max ins(%0) kernel [1, 1]    OUT: %0
struct DropUnitPool final : OpRewritePattern<PoolOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(PoolOp op,
                                PatternRewriter &rewriter) const override {
    if (!areAll(op.getKernel(), 1) || !areAll(op.getStridesOrDefault(), 1) ||
        !areAll(op.getPadOrDefault(), 0))
      return rewriter.notifyMatchFailure(op, "is not the identity");
    return replaceByOperand(rewriter, op, op.getInput());
  }
};

/// IN:  %1 = ascend.reduce … ins(%0) axes []          OUT: %0
/// The same for axes of extent 1.
struct DropUnitReduce final : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<ShapedType>(op.getInput().getType());
    if (llvm::any_of(op.getAxes(),
                     [&](int64_t axis) { return type.getDimSize(axis) != 1; }))
      return rewriter.notifyMatchFailure(op, "reduces a dim that is not 1");
    return replaceByOperand(rewriter, op, op.getInput());
  }
};

/// IN:  %1 = ascend.concat 1 ins(%0)                  OUT: %0
struct DropSingleConcat final : OpRewritePattern<ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConcatOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getInputs().size() != 1)
      return rewriter.notifyMatchFailure(op, "has several inputs");
    return replaceByOperand(rewriter, op, op.getInputs().front());
  }
};

//===----------------------------------------------------------------------===//
// Transpose
//===----------------------------------------------------------------------===//

/// IN:  %1 = ascend.transpose ins(%0) permutation [p…]
///      %2 = ascend.transpose ins(%1) permutation [q…]
/// OUT: %2 = ascend.transpose ins(%0) permutation [p[q]…]
struct ComposeTransposes final : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TransposeOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<TransposeOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "is not of a transpose");
    SmallVector<int64_t> permutation =
        applyPermutation(inner.getPermutation(), op.getPermutation());
    if (isIdentityPermutation(permutation))
      return replaceByOperand(rewriter, op, inner.getInput());
    rewriter.modifyOpInPlace(op, [&] {
      op.getInputMutable().assign(inner.getInput());
      op.setPermutation(permutation);
    });
    return success();
  }
};

/// IN:  %0 = arith.constant dense<c> : tensor<axb>
///      %1 = ascend.transpose ins(%0) permutation [1, 0]
/// OUT: %1 = arith.constant dense<c> : tensor<bxa>
struct TransposeSplat final : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TransposeOp op,
                                PatternRewriter &rewriter) const override {
    SplatElementsAttr splat;
    if (op->getNumResults() == 0 ||
        !matchPattern(op.getInput(), m_Constant(&splat)))
      return rewriter.notifyMatchFailure(op, "is not of a splat constant");
    auto type = splat.getType().clone(
        applyPermutation(splat.getType().getShape(), op.getPermutation()));
    Operation *constant =
        op.getInput().getDefiningOp()->getDialect()->materializeConstant(
            rewriter, splat.resizeSplat(type), type, op.getLoc());
    if (!constant)
      return rewriter.notifyMatchFailure(op, "constant cannot be created");
    return replaceByOperand(rewriter, op, constant->getResult(0));
  }
};
} // namespace

void ConvOp::getCanonicalizationPatterns(RewritePatternSet &results,
                                         MLIRContext *context) {
  results.add<AbsorbTrimmingSlice<ConvOp>, DropDefaultWindow<ConvOp>,
              DropRepeatedStep<ConvOp>>(context);
}

void PoolOp::getCanonicalizationPatterns(RewritePatternSet &results,
                                         MLIRContext *context) {
  results.add<AbsorbTrimmingSlice<PoolOp>, DropDefaultWindow<PoolOp>,
              DropUnitPool>(context);
}

void BatchNormOp::getCanonicalizationPatterns(RewritePatternSet &results,
                                              MLIRContext *context) {
  results.add<DropRepeatedStep<BatchNormOp>>(context);
}

void MatmulOp::getCanonicalizationPatterns(RewritePatternSet &results,
                                           MLIRContext *context) {
  results.add<DropRepeatedStep<MatmulOp>>(context);
}

void EltwiseOp::getCanonicalizationPatterns(RewritePatternSet &results,
                                            MLIRContext *context) {
  results.add<DropRepeatedStep<EltwiseOp>>(context);
}

void ActivationOp::getCanonicalizationPatterns(RewritePatternSet &results,
                                               MLIRContext *context) {
  results.add<DropRepeatedStep<ActivationOp>, DropStepOfProducer>(context);
}

void ConcatOp::getCanonicalizationPatterns(RewritePatternSet &results,
                                           MLIRContext *context) {
  results.add<DropSingleConcat>(context);
}

void ReduceOp::getCanonicalizationPatterns(RewritePatternSet &results,
                                           MLIRContext *context) {
  results.add<DropUnitReduce>(context);
}

void TransposeOp::getCanonicalizationPatterns(RewritePatternSet &results,
                                              MLIRContext *context) {
  results.add<ComposeTransposes, TransposeSplat>(context);
}
