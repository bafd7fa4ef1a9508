//===- Conv.cpp - Convolutions and matmul of tosa -------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "../Utils/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::ascend;

static bool isZero(Value zeroPoint) {
  return getUniformConstant(zeroPoint) == 0.0;
}

static int64_t getDimSize(Value value, int64_t dim) {
  return cast<RankedTensorType>(value.getType()).getDimSize(dim);
}

/// The bias in front of `channels` channels: none if it is zero, and one
/// element for each channel if it is one for all of them. Fails when that takes
/// a broadcast at run time.
static FailureOr<Value> getBias(OpBuilder &builder, Value bias,
                                int64_t channels) {
  std::optional<double> constant = getUniformConstant(bias);
  if (constant == 0.0)
    return Value();
  if (getDimSize(bias, 0) == channels)
    return bias;
  if (!constant || ShapedType::isDynamic(channels))
    return failure();
  auto elementType = cast<RankedTensorType>(bias.getType()).getElementType();
  return Value(arith::ConstantOp::create(
      builder, bias.getLoc(),
      DenseElementsAttr::get(RankedTensorType::get({channels}, elementType),
                             builder.getFloatAttr(elementType, *constant))));
}

namespace {
/// What a convolution of tosa is in ascend.
struct ConvForm {
  FilterLayout filterLayout = FilterLayout::OHWI;
  SmallVector<int64_t> strides, dilations, pad;
  int64_t groups = 1;
  bool isTransposed = false;
};

/// IN:  %y = tosa.conv2d %x, %w, %bias, %zero, %zero {pad = [1, 0, 1, 0], …}
///  ⇒
/// OUT: %y = ascend.conv ins(%x, %w) bias(%bias) layout nhwc filter ohwi
///          pad [1, 0, 1, 0]
/// Zero padding before it is absorbed.
template <typename Op>
struct ConvertConv final : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!isZero(op.getInputZp()) || !isZero(op.getWeightZp()))
      return rewriter.notifyMatchFailure(op, kZeroPoint);
    if (!getCommonElementType(
            {op.getInput(), op.getWeight(), op.getOutput()}) ||
        !getAscendTensorType(op.getBias().getType()))
      return rewriter.notifyMatchFailure(op, kElementType);
    auto type = cast<RankedTensorType>(op.getOutput().getType());
    if (!hasDestination(type, op.getInput()))
      return rewriter.notifyMatchFailure(op, kUnknownExtent);
    if (!cast<RankedTensorType>(op.getWeight().getType()).hasStaticShape())
      return rewriter.notifyMatchFailure(op, "a filter of unknown extent");
    Value input = op.getInput();
    ConvForm form = getForm(op, input);
    if (form.isTransposed && (form.pad[0] < 0 || form.pad[2] < 0))
      return rewriter.notifyMatchFailure(
          op, "the result is extended in front, not cropped");
    FailureOr<Value> bias =
        getBias(rewriter, op.getBias(), type.getShape().back());
    if (failed(bias))
      return rewriter.notifyMatchFailure(op, "a bias that is broadcast");
    rewrite(op, form, input, *bias, rewriter);
    return success();
  }

private:
  static constexpr bool isDepthwise =
      std::is_same_v<Op, tosa::DepthwiseConv2DOp>;

  /// Takes padding before the op into the form and sets `input` to what is
  /// before it.
  static ConvForm getForm(Op op, Value &input) {
    ConvForm form;
    form.strides.assign(op.getStride().begin(), op.getStride().end());
    if constexpr (std::is_same_v<Op, tosa::TransposeConv2DOp>) {
      // What is added to the result here is cropped there.
      form.isTransposed = true;
      form.dilations.assign(form.strides.size(), 1);
      for (int64_t amount : op.getOutPad())
        form.pad.push_back(-amount);
    } else {
      form.dilations.assign(op.getDilation().begin(), op.getDilation().end());
      form.pad.assign(op.getPad().begin(), op.getPad().end());
      input =
          lookThroughPadding(input, getSpatialDim(Layout::NHWC, 0), form.pad,
                             [](double value) { return value == 0.0; });
    }
    if (isDepthwise) {
      form.filterLayout = FilterLayout::HWIO;
      form.groups = getDimSize(op.getWeight(), 2);
    }
    return form;
  }

  static void rewrite(Op op, const ConvForm &form, Value input, Value bias,
                      PatternRewriter &rewriter) {
    Location loc = op.getLoc();
    Value filter = op.getWeight();
    if (isDepthwise) {
      // HWCM: one input channel in a group, output channel c * M + m.
      ArrayRef<int64_t> shape =
          cast<RankedTensorType>(filter.getType()).getShape();
      const int64_t outputs = shape[2] * shape[3];
      SmallVector<int64_t> hwio = {shape[0], shape[1], 1, outputs};
      filter = createExpand(
          rewriter, loc,
          createCollapse(rewriter, loc, filter, getMergedPair(4, 2)), hwio,
          getMergedPair(4, 2));
    }
    Value init = createEmptyLike(
        rewriter, loc, cast<RankedTensorType>(op.getOutput().getType()), input);
    rewriter.replaceOpWithNewOp<ConvOp>(
        op, init.getType(), input, filter, bias, /*residual=*/Value(),
        /*gamma=*/Value(), /*beta=*/Value(), /*mean=*/Value(),
        /*variance=*/Value(), init, Layout::NHWC, form.filterLayout,
        getNumbers(rewriter, form.strides, 1),
        getNumbers(rewriter, form.dilations, 1),
        getNumbers(rewriter, form.pad, 0), form.groups, form.isTransposed,
        /*epsilon=*/FloatAttr(), /*epilogue=*/ArrayAttr());
  }
};

/// IN:  %y = tosa.matmul %a, %b, %zero, %zero
///  ⇒
/// OUT: %y = ascend.matmul ins(%a, %b)
struct ConvertMatmul final : OpRewritePattern<tosa::MatMulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::MatMulOp op,
                                PatternRewriter &rewriter) const override {
    if (!isZero(op.getAZp()) || !isZero(op.getBZp()))
      return rewriter.notifyMatchFailure(op, kZeroPoint);
    if (!getCommonElementType({op.getA(), op.getB(), op.getOutput()}))
      return rewriter.notifyMatchFailure(op, kElementType);
    // Batch and rows come from the left; columns that are dynamic do not.
    auto type = cast<RankedTensorType>(op.getOutput().getType());
    if (type.isDynamicDim(2) ||
        !hasDestination(type, op.getA(), /*keepsAll=*/true))
      return rewriter.notifyMatchFailure(op, kUnknownExtent);
    Value init = createEmptyLike(rewriter, op.getLoc(), type, op.getA());
    rewriter.replaceOpWithNewOp<MatmulOp>(
        op, init.getType(), op.getA(), op.getB(), /*bias=*/Value(),
        /*residual=*/Value(), init, /*transpose_lhs=*/false,
        /*transpose_rhs=*/false, /*epilogue=*/ArrayAttr());
    return success();
  }
};
} // namespace

void ascend::populateTosaConvPatterns(RewritePatternSet &patterns,
                                      PatternBenefit benefit) {
  patterns.add<ConvertConv<tosa::Conv2DOp>, ConvertConv<tosa::Conv3DOp>,
               ConvertConv<tosa::DepthwiseConv2DOp>,
               ConvertConv<tosa::TransposeConv2DOp>, ConvertMatmul>(
      patterns.getContext(), benefit);
}
