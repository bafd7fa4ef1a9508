//===- TosaChannelLinear.cpp - Convolutions of tosa -----------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TosaModels.h"

#include "AscendFold/Analysis/ConstantEvaluator.h"
#include "AscendFold/Interfaces/ChannelLinearOpInterface.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::ascend;

/// A factor on the filter passes through `weight - weight_zp` only when the
/// zero point is zero, as TOSA demands of floating-point tensors.
static bool isZero(Value zeroPoint) {
  ConstantEvaluator evaluator;
  FailureOr<ConstantTensor> value = evaluator.evaluate(zeroPoint);
  return succeeded(value) && value->getUniformValue() == 0.0;
}

/// Reasons that hold for every op of this file.
static LogicalResult checkOperands(Value result, OpOperand &filter,
                                   Value zeroPoint, std::string &why) {
  auto resultType = dyn_cast<RankedTensorType>(result.getType());
  auto filterType = dyn_cast<RankedTensorType>(filter.get().getType());
  if (!resultType || !filterType) {
    why = "the rank of its filter or result is not known";
    return failure();
  }
  if (!isa<FloatType>(filterType.getElementType()) ||
      !isa<FloatType>(resultType.getElementType())) {
    why = "integer weights cannot take a scale";
    return failure();
  }
  if (!isZero(zeroPoint)) {
    why = "its weight zero point is not a constant zero";
    return failure();
  }
  return success();
}

/// The spatial dimensions of a convolution whose input and result are N…C;
/// those of the filter begin at `firstFilterDim`.
template <typename Op>
static SmallVector<ConvolutionWindow, 3> getWindows(Op op,
                                                    int64_t firstFilterDim) {
  SmallVector<ConvolutionWindow, 3> windows;
  for (auto [i, stride, dilation] :
       llvm::enumerate(op.getStride(), op.getDilation())) {
    const int64_t at = i;
    windows.push_back({/*inputDim=*/at + 1, /*resultDim=*/at + 1,
                       /*filterDim=*/at + firstFilterDim, stride, dilation,
                       op.getPad()[2 * i], op.getPad()[2 * i + 1]});
  }
  return windows;
}

namespace {
/// tosa.conv2d, conv3d, transpose_conv2d (OHWI and alike: channel dimension 0)
/// and depthwise_conv2d (HWCM: channel c * M + m).
template <typename Op>
struct AbsorbIntoTosaConv final
    : ChannelLinearOpInterface::ExternalModel<AbsorbIntoTosaConv<Op>, Op> {
  FailureOr<ChannelLinearForm> getChannelLinearForm(Operation *operation,
                                                    std::string &why) const {
    auto op = cast<Op>(operation);
    OpOperand &filter = op.getWeightMutable();
    if (failed(checkOperands(op.getResult(), filter, op.getWeightZp(), why)))
      return failure();
    auto filterType = cast<RankedTensorType>(filter.get().getType());
    auto biasType = dyn_cast<RankedTensorType>(op.getBias().getType());
    if (!biasType) {
      why = "the rank of its bias is not known";
      return failure();
    }
    ChannelLinearForm form;
    form.result = op.getResult();
    form.filter = &filter;
    form.bias = op.getBias();
    form.biasElementType = biasType.getElementType();
    if constexpr (std::is_same_v<Op, tosa::DepthwiseConv2DOp>)
      form.filterDims = {2, 3};
    else
      form.filterDims = {0};
    for (int64_t dim : form.filterDims)
      form.channelSizes.push_back(filterType.getDimSize(dim));
    form.resultDims = {
        cast<RankedTensorType>(op.getResult().getType()).getRank() - 1};
    int64_t count = ShapedType::isDynamicShape(form.channelSizes)
                        ? ShapedType::kDynamic
                        : computeProduct(form.channelSizes);
    form.biasShape = {count};
    if (biasType.getDimSize(0) != 1 || count == 1)
      form.biasDims = {0};
    describeInput(op, form);
    return form;
  }

  static void describeInput(Op op, ChannelLinearForm &form) {
    constexpr bool isDepthwise = std::is_same_v<Op, tosa::DepthwiseConv2DOp>;
    auto inputType = dyn_cast<RankedTensorType>(op.getInput().getType());
    if (!inputType || !isZero(op.getInputZp()))
      return;
    form.input = &op.getInputMutable();
    const int64_t channelDim = inputType.getRank() - 1;
    form.inputDims = {channelDim};
    form.filterInputDims = {isDepthwise ? 2 : channelDim};
    if constexpr (!std::is_same_v<Op, tosa::TransposeConv2DOp>) {
      form.windows = getWindows(op, isDepthwise ? 0 : 1);
      form.sumsWholeFilter = true;
      form.takesOtherChannels = !isDepthwise;
    }
  }

  Value setFilterAndBias(Operation *operation, RewriterBase &rewriter,
                         const ChannelLinearForm &form, Value filter,
                         Value bias) const {
    auto op = cast<Op>(operation);
    rewriter.modifyOpInPlace(op, [&] {
      if (filter)
        op.getWeightMutable().set(filter);
      if (bias)
        op.getBiasMutable().set(bias);
    });
    return form.result;
  }

  Operation *cloneWithChannels(Operation *operation, RewriterBase &rewriter,
                               Value input, Value filter, OpResult like) const {
    auto op = cast<Op>(operation);
    auto biasType = cast<RankedTensorType>(op.getBias().getType());
    auto zeroType = RankedTensorType::get({1}, biasType.getElementType());
    Value zero = tosa::ConstOp::create(
        rewriter, op.getLoc(), zeroType,
        cast<ElementsAttr>(rewriter.getZeroAttr(zeroType)));
    auto clone = cast<Op>(rewriter.clone(*operation));
    rewriter.modifyOpInPlace(clone, [&] {
      clone.getInputMutable().set(input);
      clone.getWeightMutable().set(filter);
      clone.getBiasMutable().set(zero);
      clone->getResult(0).setType(like.getType());
    });
    return clone;
  }
};

/// tosa.matmul [N,H,K] x [N,K,W] with constant weights on either side. It has
/// no bias: a shift costs a tosa.add of its own.
struct AbsorbIntoTosaMatmul final
    : ChannelLinearOpInterface::ExternalModel<AbsorbIntoTosaMatmul,
                                              tosa::MatMulOp> {
  FailureOr<ChannelLinearForm> getChannelLinearForm(Operation *operation,
                                                    std::string &why) const {
    auto op = cast<tosa::MatMulOp>(operation);
    const bool isLeft = !mayBeConstant(op.getB()) && mayBeConstant(op.getA());
    OpOperand &filter = isLeft ? op.getAMutable() : op.getBMutable();
    if (failed(checkOperands(op.getResult(), filter,
                             isLeft ? op.getAZp() : op.getBZp(), why)))
      return failure();
    auto filterType = cast<RankedTensorType>(filter.get().getType());
    ChannelLinearForm form;
    form.isMatmul = true;
    form.biasNeedsOp = true;
    form.result = op.getResult();
    form.filter = &filter;
    form.biasElementType = getElementTypeOrSelf(form.result.getType());
    const int64_t dim = isLeft ? 1 : 2;
    form.filterDims = form.resultDims = {0, dim};
    form.channelSizes = {filterType.getDimSize(0), filterType.getDimSize(dim)};
    form.biasShape = {form.channelSizes[0], isLeft ? form.channelSizes[1] : 1,
                      isLeft ? 1 : form.channelSizes[1]};
    if (isZero(isLeft ? op.getBZp() : op.getAZp())) {
      form.input = isLeft ? &op.getBMutable() : &op.getAMutable();
      form.inputDims = {0, isLeft ? 1 : 2};
      form.filterInputDims = {0, isLeft ? 2 : 1};
      form.sumsWholeFilter = true;
    }
    return form;
  }

  Value setFilterAndBias(Operation *operation, RewriterBase &rewriter,
                         const ChannelLinearForm &form, Value filter,
                         Value bias) const {
    if (filter)
      rewriter.modifyOpInPlace(operation, [&] { form.filter->set(filter); });
    if (!bias)
      return form.result;
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointAfter(operation);
    auto sum = tosa::AddOp::create(rewriter, operation->getLoc(),
                                   form.result.getType(), form.result, bias);
    rewriter.replaceAllUsesExcept(form.result, sum.getResult(), sum);
    return sum.getResult();
  }
};
} // namespace

void ascend::attachTosaChannelLinearModels(MLIRContext *context) {
  using namespace tosa;
  Conv2DOp::attachInterface<AbsorbIntoTosaConv<Conv2DOp>>(*context);
  Conv3DOp::attachInterface<AbsorbIntoTosaConv<Conv3DOp>>(*context);
  DepthwiseConv2DOp::attachInterface<AbsorbIntoTosaConv<DepthwiseConv2DOp>>(
      *context);
  TransposeConv2DOp::attachInterface<AbsorbIntoTosaConv<TransposeConv2DOp>>(
      *context);
  MatMulOp::attachInterface<AbsorbIntoTosaMatmul>(*context);
}
