//===- Conv.cpp - Convolutions of linalg ----------------------------------===//
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

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

/// The operand and dims of a `linalg.broadcast`, or of a generic that is one.
static Value matchBroadcast(Value value, SmallVectorImpl<int64_t> &dims) {
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (!op || op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      op.getNumLoops() != op.getNumParallelLoops())
    return nullptr;
  OpOperand *input = op.getDpsInputOperand(0);
  auto yield = cast<linalg::YieldOp>(op.getBlock()->getTerminator());
  AffineMap map = op.getMatchingIndexingMap(input);
  if (yield.getNumOperands() != 1 ||
      yield.getOperand(0) != op.getMatchingBlockArgument(input) ||
      !map.isProjectedPermutation() ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity())
    return nullptr;
  for (AffineExpr expr : map.getResults())
    dims.push_back(cast<AffineDimExpr>(expr).getPosition());
  return input->get();
}

Accumulator ascend::getAccumulator(Value init, ArrayRef<int64_t> channelDims) {
  auto fill = init.getDefiningOp<linalg::FillOp>();
  Value constant = fill ? fill.getInputs()[0] : init;
  if (std::optional<double> value = getUniformConstant(constant))
    if (*value == 0.0)
      return {Accumulator::Kind::Zero, {}};
  SmallVector<int64_t> dims;
  Value source = matchBroadcast(init, dims);
  if (source && getAscendTensorType(source.getType()) &&
      ArrayRef<int64_t>(dims) == channelDims)
    return {Accumulator::Kind::Bias, source};
  return {Accumulator::Kind::Other, init};
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

namespace {
/// How operands and result of a linalg convolution relate to those of
/// `ascend.conv`. A dim that is merged with the next one is -1 where there is
/// none.
struct ConvForm {
  int64_t numSpatial;
  Layout layout;
  FilterLayout filterLayout;
  /// Merged with the next: groups and channels of one group.
  int64_t mergedInput = -1, mergedResult = -1, mergedFilter = -1;
  /// The first two dims of the filter are exchanged first.
  bool swapsFilter = false;
  /// Where the filter of a depthwise convolution gets a dim of 1 for the one
  /// input channel of a group.
  int64_t filterUnit = -1;
  /// The dim of the filter (before all that) that has the groups.
  int64_t groupDim = -1;

  ConvForm(int64_t numSpatial, Layout layout, FilterLayout filterLayout)
      : numSpatial(numSpatial), layout(layout), filterLayout(filterLayout) {}

  /// Filter CHW.
  ConvForm asDepthwiseFirst() {
    filterUnit = 1;
    groupDim = 0;
    return *this;
  }
  /// Filter HWC, or HWCM with the result's channels C and M.
  ConvForm asDepthwiseLast(bool hasMultiplier) {
    filterUnit = groupDim = numSpatial;
    if (hasMultiplier) {
      mergedFilter = numSpatial;
      mergedResult = numSpatial + 1;
    }
    return *this;
  }
  /// Groups as a dim of their own, in front of the channels of one.
  ConvForm asGrouped(int64_t featureGroupDim, bool swaps) {
    mergedInput = mergedResult = featureGroupDim;
    mergedFilter = 0;
    swapsFilter = swaps;
    groupDim = swaps ? 1 : 0;
    return *this;
  }
};
} // namespace

static std::optional<ConvForm> getConvForm(Operation *op) {
  using Form = ConvForm;
  using Result = std::optional<ConvForm>;
  constexpr Layout nchw = Layout::NCHW, nhwc = Layout::NHWC;
  constexpr FilterLayout oihw = FilterLayout::OIHW, ohwi = FilterLayout::OHWI,
                         hwio = FilterLayout::HWIO;
  using namespace linalg;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([](Conv1DNcwFcwOp) { return Form(1, nchw, oihw); })
      .Case([](Conv1DNwcWcfOp) { return Form(1, nhwc, hwio); })
      .Case([](Conv2DNchwFchwOp) { return Form(2, nchw, oihw); })
      .Case([](Conv2DNhwcHwcfOp) { return Form(2, nhwc, hwio); })
      .Case([](Conv2DNhwcFhwcOp) { return Form(2, nhwc, ohwi); })
      .Case([](Conv3DNcdhwFcdhwOp) { return Form(3, nchw, oihw); })
      .Case([](Conv3DNdhwcDhwcfOp) { return Form(3, nhwc, hwio); })
      .Case([](Conv2DNgchwGfchwOp) {
        return Form(2, nchw, oihw).asGrouped(1, false);
      })
      .Case([](Conv2DNgchwFgchwOp) {
        return Form(2, nchw, oihw).asGrouped(1, true);
      })
      .Case([](Conv2DNhwgcGfhwcOp) {
        return Form(2, nhwc, ohwi).asGrouped(3, false);
      })
      .Case([](DepthwiseConv1DNcwCwOp) {
        return Form(1, nchw, oihw).asDepthwiseFirst();
      })
      .Case([](DepthwiseConv2DNchwChwOp) {
        return Form(2, nchw, oihw).asDepthwiseFirst();
      })
      .Case([](DepthwiseConv3DNcdhwCdhwOp) {
        return Form(3, nchw, oihw).asDepthwiseFirst();
      })
      .Case([](DepthwiseConv1DNwcWcOp) {
        return Form(1, nhwc, hwio).asDepthwiseLast(false);
      })
      .Case([](DepthwiseConv2DNhwcHwcOp) {
        return Form(2, nhwc, hwio).asDepthwiseLast(false);
      })
      .Case([](DepthwiseConv3DNdhwcDhwcOp) {
        return Form(3, nhwc, hwio).asDepthwiseLast(false);
      })
      .Case([](DepthwiseConv1DNwcWcmOp) {
        return Form(1, nhwc, hwio).asDepthwiseLast(true);
      })
      .Case([](DepthwiseConv2DNhwcHwcmOp) {
        return Form(2, nhwc, hwio).asDepthwiseLast(true);
      })
      .Case([](DepthwiseConv3DNdhwcDhwcmOp) {
        return Form(3, nhwc, hwio).asDepthwiseLast(true);
      })
      .Default([](Operation *) { return std::nullopt; });
}

/// The first spatial dim of input and result.
static int64_t getFirstSpatialDim(const ConvForm &form) {
  return getSpatialDim(form.layout, 0) + (form.mergedInput == 1 ? 1 : 0);
}

/// The first spatial dim of the filter.
static int64_t getFirstFilterDim(const ConvForm &form, int64_t filterRank) {
  if (form.filterLayout == FilterLayout::OIHW)
    return filterRank - form.numSpatial;
  if (form.filterLayout == FilterLayout::OHWI)
    return form.mergedFilter == 0 ? 2 : 1;
  return 0;
}

/// Whether the result has all windows that fit.
static bool hasAllWindows(linalg::LinalgOp op, const ConvForm &form) {
  auto getType = [](OpOperand *operand) {
    return cast<RankedTensorType>(operand->get().getType());
  };
  RankedTensorType input = getType(op.getDpsInputOperand(0));
  RankedTensorType filter = getType(op.getDpsInputOperand(1));
  RankedTensorType result = getType(op.getDpsInitOperand(0));
  const int64_t first = getFirstSpatialDim(form), s = form.numSpatial;
  const int64_t firstFilter = getFirstFilterDim(form, filter.getRank());
  SmallVector<int64_t> strides = getWindowNumbers(op, "strides", s);
  SmallVector<int64_t> dilations = getWindowNumbers(op, "dilations", s);
  return llvm::all_of(llvm::seq<int64_t>(s), [&](int64_t i) {
    return ascend::hasAllWindows(
        input.getDimSize(first + i), result.getDimSize(first + i),
        filter.getDimSize(firstFilter + i), strides[i], dilations[i]);
  });
}

/// The dims of the channels in the result of the linalg op.
static SmallVector<int64_t> getChannelDims(const ConvForm &form) {
  if (form.mergedResult >= 0)
    return {form.mergedResult, form.mergedResult + 1};
  return {getChannelDim(form.layout, form.numSpatial + 2)};
}

//===----------------------------------------------------------------------===//
// The rewrite
//===----------------------------------------------------------------------===//

static Value mergeDims(OpBuilder &builder, Location loc, Value value,
                       int64_t first) {
  if (first < 0)
    return value;
  const int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
  return createCollapse(builder, loc, value, getMergedPair(rank, first));
}

/// The filter as `ascend.conv` has it.
static Value createFilter(OpBuilder &builder, Location loc, Value filter,
                          const ConvForm &form) {
  if (form.swapsFilter) {
    auto type = cast<RankedTensorType>(filter.getType());
    SmallVector<int64_t> permutation = {1, 0};
    for (int64_t i = 2; i < type.getRank(); ++i)
      permutation.push_back(i);
    Value init = createEmpty(
        builder, loc,
        RankedTensorType::get(applyPermutation(type.getShape(), permutation),
                              type.getElementType()));
    filter =
        linalg::TransposeOp::create(builder, loc, filter, init, permutation)
            ->getResult(0);
  }
  filter = mergeDims(builder, loc, filter, form.mergedFilter);
  if (form.filterUnit < 0)
    return filter;
  SmallVector<int64_t> shape(
      cast<RankedTensorType>(filter.getType()).getShape());
  shape.insert(shape.begin() + form.filterUnit, 1);
  const int64_t first = form.filterLayout == FilterLayout::OIHW
                            ? form.filterUnit - 1
                            : form.filterUnit;
  return createExpand(builder, loc, filter, shape,
                      getMergedPair(shape.size(), first));
}

namespace {
/// IN:  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] { yield 0.0 }
///      %b = linalg.broadcast ins(%bias) dimensions = [0, 2, 3]
///      %y = linalg.conv_2d_nchw_fchw ins(%p, %w) outs(%b)
///  ⇒
/// OUT: %y = ascend.conv ins(%x, %w) bias(%bias) layout nchw filter oihw
///          pad [1, 1, 1, 1]
/// What else the destination holds is added to the result.
struct ConvertConv final : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<ConvForm> form = getConvForm(op);
    if (!form)
      return rewriter.notifyMatchFailure(op, "not a convolution");
    if (!op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, kOnBuffers);
    if (!getCommonElementType(op->getOperands()))
      return rewriter.notifyMatchFailure(op, kElementType);
    Value init = op.getDpsInitOperand(0)->get();
    auto filterType =
        cast<RankedTensorType>(op.getDpsInputOperand(1)->get().getType());
    auto resultType = cast<RankedTensorType>(init.getType());
    SmallVector<int64_t> channelDims = getChannelDims(*form);
    if (!filterType.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "a filter of unknown extent");
    if (channelDims.size() > 1 && llvm::any_of(channelDims, [&](int64_t dim) {
          return resultType.isDynamicDim(dim);
        }))
      return rewriter.notifyMatchFailure(op, "channels of unknown extent");
    if (!hasAllWindows(op, *form))
      return rewriter.notifyMatchFailure(op, "computes some windows only");
    rewrite(op, *form, getAccumulator(init, channelDims), rewriter);
    return success();
  }

private:
  static void rewrite(linalg::LinalgOp op, const ConvForm &form,
                      const Accumulator &accumulator,
                      PatternRewriter &rewriter) {
    Location loc = op.getLoc();
    const int64_t s = form.numSpatial;
    Value init = op.getDpsInitOperand(0)->get();
    Value input = op.getDpsInputOperand(0)->get();
    Value filter = op.getDpsInputOperand(1)->get();
    const int64_t groups = form.groupDim < 0
                               ? 1
                               : cast<RankedTensorType>(filter.getType())
                                     .getDimSize(form.groupDim);
    SmallVector<int64_t> pad(2 * s, 0);
    input = lookThroughPadding(input, getFirstSpatialDim(form), pad,
                               [](double value) { return value == 0.0; });
    input = mergeDims(rewriter, loc, input, form.mergedInput);
    Value destination =
        form.mergedResult < 0
            ? createEmptyLike(rewriter, loc, init)
            : createCollapsedEmptyLike(rewriter, loc, init,
                                       getMergedPair(s + 3, form.mergedResult));
    Value bias;
    if (accumulator.kind == Accumulator::Kind::Bias)
      bias = mergeDims(rewriter, loc, accumulator.source,
                       form.mergedResult < 0 ? -1 : 0);
    Value result = createConv(op, form, rewriter, input,
                              createFilter(rewriter, loc, filter, form), bias,
                              destination, pad, groups);
    if (accumulator.kind == Accumulator::Kind::Other)
      result = EltwiseOp::create(
                   rewriter, loc, result.getType(), EltwiseKind::Add, result,
                   mergeDims(rewriter, loc, init, form.mergedResult),
                   destination, ArrayAttr())
                   .getResult();
    if (form.mergedResult >= 0)
      result = createExpand(rewriter, loc, result,
                            cast<RankedTensorType>(init.getType()).getShape(),
                            getMergedPair(s + 3, form.mergedResult));
    rewriter.replaceOp(op, result);
  }

  static Value createConv(linalg::LinalgOp op, const ConvForm &form,
                          OpBuilder &builder, Value input, Value filter,
                          Value bias, Value destination, ArrayRef<int64_t> pad,
                          int64_t groups) {
    const int64_t s = form.numSpatial;
    return ConvOp::create(
               builder, op.getLoc(), destination.getType(), input, filter, bias,
               /*residual=*/Value(), /*gamma=*/Value(), /*beta=*/Value(),
               /*mean=*/Value(), /*variance=*/Value(), destination, form.layout,
               form.filterLayout,
               getNumbers(builder, getWindowNumbers(op, "strides", s), 1),
               getNumbers(builder, getWindowNumbers(op, "dilations", s), 1),
               getNumbers(builder, pad, 0), groups, /*transposed=*/false,
               /*epsilon=*/FloatAttr(), /*epilogue=*/ArrayAttr())
        .getResult();
  }
};
} // namespace

void ascend::populateLinalgConvPatterns(RewritePatternSet &patterns,
                                        PatternBenefit benefit) {
  patterns.add<ConvertConv>(patterns.getContext(), benefit);
}
