//===- Pool.cpp - Pools of linalg -----------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "../Utils/Tensors.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {
/// A named pool of linalg and the padding before it.
struct PoolForm {
  bool isMax;
  Layout layout;
  Value input;
  SmallVector<int64_t> kernel, strides, dilations, pad;

  bool hasPadding() const {
    return llvm::any_of(pad, [](int64_t amount) { return amount != 0; });
  }
  int64_t getWindowSize() const { return computeProduct(kernel); }
};
} // namespace

/// Kind and layout.
static std::optional<std::pair<bool, Layout>> getPoolKind(Operation *op) {
  using namespace linalg;
  using Result = std::optional<std::pair<bool, Layout>>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<PoolingNcwMaxOp, PoolingNchwMaxOp>(
          [](auto) { return std::pair(true, Layout::NCHW); })
      .Case<PoolingNwcMaxOp, PoolingNhwcMaxOp, PoolingNdhwcMaxOp>(
          [](auto) { return std::pair(true, Layout::NHWC); })
      .Case<PoolingNcwSumOp, PoolingNchwSumOp>(
          [](auto) { return std::pair(false, Layout::NCHW); })
      .Case<PoolingNwcSumOp, PoolingNhwcSumOp, PoolingNdhwcSumOp>(
          [](auto) { return std::pair(false, Layout::NHWC); })
      .Default([](Operation *) { return std::nullopt; });
}

/// Takes the padding into the pool, unless whole windows would be padding.
static void absorbPadding(PoolForm &form, Type elementType) {
  SmallVector<int64_t> pad(form.pad);
  Value input = lookThroughPadding(
      form.input, getSpatialDim(form.layout, 0), pad, [&](double value) {
        return form.isMax ? isLowest(value, elementType) : value == 0.0;
      });
  for (auto [i, amount] : llvm::enumerate(pad))
    if (amount > form.dilations[i / 2] * (form.kernel[i / 2] - 1))
      return;
  form.input = input;
  form.pad = std::move(pad);
}

/// The pool that `op` is, or in `why` the reason that it is none.
static std::optional<PoolForm> getPoolForm(linalg::LinalgOp op,
                                           StringRef &why) {
  std::optional<std::pair<bool, Layout>> kind = getPoolKind(op);
  if (!kind || !op.hasPureTensorSemantics()) {
    why = kind ? kOnBuffers : "not a pool";
    return std::nullopt;
  }
  Value init = op.getDpsInitOperand(0)->get();
  Value input = op.getDpsInputOperand(0)->get();
  FloatType elementType = getCommonElementType({input, init});
  if (!elementType) {
    why = kElementType;
    return std::nullopt;
  }
  auto window =
      dyn_cast<RankedTensorType>(op.getDpsInputOperand(1)->get().getType());
  if (!window || !window.hasStaticShape() || window.getNumElements() == 0) {
    why = "a window of unknown extent or none";
    return std::nullopt;
  }
  auto fill = init.getDefiningOp<linalg::FillOp>();
  std::optional<double> start =
      getUniformConstant(fill ? fill.getInputs()[0] : init);
  const bool isMax = kind->first;
  if (!start || !(isMax ? isLowest(*start, elementType) : *start == 0.0)) {
    why = "does not start from the neutral element";
    return std::nullopt;
  }
  const int64_t numSpatial = window.getRank();
  PoolForm form{isMax,
                kind->second,
                input,
                SmallVector<int64_t>(window.getShape()),
                getWindowNumbers(op, "strides", numSpatial),
                getWindowNumbers(op, "dilations", numSpatial),
                SmallVector<int64_t>(2 * numSpatial, 0)};
  for (int64_t i = 0; i < numSpatial; ++i) {
    const int64_t dim = getSpatialDim(form.layout, i);
    if (!hasAllWindows(cast<RankedTensorType>(input.getType()).getDimSize(dim),
                       cast<RankedTensorType>(init.getType()).getDimSize(dim),
                       form.kernel[i], form.strides[i], form.dilations[i])) {
      why = "computes some windows only";
      return std::nullopt;
    }
  }
  absorbPadding(form, elementType);
  return form;
}

static Value createPool(OpBuilder &builder, Location loc, const PoolForm &form,
                        PoolKind kind, Value init) {
  return PoolOp::create(builder, loc, init.getType(), kind, form.input, init,
                        form.layout, builder.getDenseI64ArrayAttr(form.kernel),
                        getNumbers(builder, form.strides, 1),
                        getNumbers(builder, form.dilations, 1),
                        getNumbers(builder, form.pad, 0))
      .getResult();
}

/// If `op` divides a sum over windows, which nothing else reads, by the number
/// of elements in a window: that sum.
static std::optional<PoolForm> matchAverage(linalg::LinalgOp op,
                                            StringRef &why) {
  Value sum;
  std::optional<double> factor = matchScaling(op, sum);
  auto pool = factor ? sum.getDefiningOp<linalg::LinalgOp>() : nullptr;
  if (!pool) {
    why = "not the product of a linalg op and a constant";
    return std::nullopt;
  }
  std::optional<PoolForm> form = getPoolForm(pool, why);
  if (!form || form->isMax || !sum.hasOneUse()) {
    why = form ? "not of a sum over windows that is read once" : why;
    return std::nullopt;
  }
  auto type = cast<RankedTensorType>(sum.getType());
  if (type != op->getResult(0).getType() ||
      !isReciprocal(*factor, form->getWindowSize(),
                    cast<FloatType>(type.getElementType()))) {
    why = "not divided by the size of the window";
    return std::nullopt;
  }
  return form;
}

namespace {
/// IN:  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] { yield -Inf }
///      %y = linalg.pooling_nchw_max ins(%p, %window) outs(-Inf)
///  ⇒
/// OUT: %y = ascend.pool max ins(%x) layout nchw kernel [3, 3] pad [1, 1, 1, 1]
struct ConvertMaxPool final : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    StringRef why = "not a maximum";
    std::optional<PoolForm> form = getPoolForm(op, why);
    if (!form || !form->isMax)
      return rewriter.notifyMatchFailure(op, why);
    Value init =
        createEmptyLike(rewriter, op.getLoc(), op.getDpsInitOperand(0)->get());
    rewriter.replaceOp(
        op, createPool(rewriter, op.getLoc(), *form, PoolKind::Max, init));
    return success();
  }
};

/// IN:  %s = linalg.pooling_nchw_sum ins(%x, %window) outs(0)
///      %y = linalg.generic ins(%s) { %s / 4.0 }
///  ⇒
/// OUT: %y = ascend.pool avg ins(%x) layout nchw kernel [2, 2]
/// Padding with zero before the sum counts: avg_with_padding.
struct ConvertAveragePool final : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    StringRef why;
    std::optional<PoolForm> form = matchAverage(op, why);
    if (!form)
      return rewriter.notifyMatchFailure(op, why);
    const PoolKind kind =
        form->hasPadding() ? PoolKind::AvgWithPadding : PoolKind::Avg;
    Value init =
        createEmptyLike(rewriter, op.getLoc(), op.getDpsInitOperand(0)->get());
    rewriter.replaceOp(op,
                       createPool(rewriter, op.getLoc(), *form, kind, init));
    return success();
  }
};

/// IN:  %y = linalg.pooling_nchw_sum ins(%x : tensor<1x8x7x7xf32>,
///          %window : tensor<7x7xf32>) outs(0)
///  ⇒
/// OUT: %y = ascend.reduce sum ins(%x) axes [2, 3]
struct ConvertGlobalSumPool final
    : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    StringRef why = "not a sum";
    std::optional<PoolForm> form = getPoolForm(op, why);
    if (!form || form->isMax)
      return rewriter.notifyMatchFailure(op, why);
    for (Operation *user : op->getUsers()) {
      auto division = dyn_cast<linalg::LinalgOp>(user);
      if (division && matchAverage(division, why))
        return rewriter.notifyMatchFailure(op, "part of an average");
    }
    auto type = cast<RankedTensorType>(form->input.getType());
    Value init = op.getDpsInitOperand(0)->get();
    auto resultType = cast<RankedTensorType>(init.getType());
    SmallVector<int64_t> axes;
    for (auto [i, extent] : llvm::enumerate(form->kernel)) {
      axes.push_back(getSpatialDim(form->layout, i));
      if (type.getDimSize(axes.back()) != extent || form->hasPadding() ||
          resultType.getDimSize(axes.back()) != 1)
        return rewriter.notifyMatchFailure(op, "the window is not all of it");
    }
    init = createEmptyLike(rewriter, op.getLoc(), init);
    rewriter.replaceOpWithNewOp<ReduceOp>(op, init.getType(), ReduceKind::Sum,
                                          form->input, init, axes);
    return success();
  }
};
} // namespace

void ascend::populateLinalgPoolPatterns(RewritePatternSet &patterns,
                                        PatternBenefit benefit) {
  patterns.add<ConvertMaxPool, ConvertGlobalSumPool>(patterns.getContext(),
                                                     benefit);
  // Before the division becomes an op of its own.
  patterns.add<ConvertAveragePool>(patterns.getContext(),
                                   PatternBenefit(benefit.getBenefit() + 1));
}
