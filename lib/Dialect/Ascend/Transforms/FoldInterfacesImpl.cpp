//===- FoldInterfacesImpl.cpp - Folding in the ascend dialect -------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Analysis/ConstantEvaluator.h"
#include "AscendFold/Dialect/Ascend/IR/Ascend.h"
#include "AscendFold/Dialect/Ascend/Transforms/ExternalModels.h"
#include "AscendFold/Interfaces/ChannelAffineOpInterface.h"
#include "AscendFold/Interfaces/ChannelLinearOpInterface.h"
#include "AscendFold/Interfaces/ConstantEvaluationOpInterface.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ascend;

namespace {
struct EvaluateTranspose final
    : ConstantEvaluationOpInterface::ExternalModel<EvaluateTranspose,
                                                   TransposeOp> {
  FailureOr<ConstantTensor>
  evaluateConstant(Operation *op, unsigned,
                   ConstantEvaluator &evaluator) const {
    auto transpose = cast<TransposeOp>(op);
    FailureOr<ConstantTensor> input = evaluator.evaluate(transpose.getInput());
    if (failed(input))
      return failure();
    return input->transpose(transpose.getPermutation());
  }
};

/// The scale goes on the output channels of the filter, whatever its layout;
/// only the filter of a grouped `iohw` has none of its own for them.
struct AbsorbIntoConv final
    : ChannelLinearOpInterface::ExternalModel<AbsorbIntoConv, ConvOp> {
  FailureOr<ChannelLinearForm> getChannelLinearForm(Operation *op,
                                                    std::string &why) const;
  Value setFilterAndBias(Operation *op, RewriterBase &rewriter,
                         const ChannelLinearForm &form, Value filter,
                         Value bias) const;
};

/// The BatchNorm that is one op.
struct AffineBatchNorm final
    : ChannelAffineOpInterface::ExternalModel<AffineBatchNorm, BatchNormOp> {
  FailureOr<ChannelAffineStep>
  getChannelAffineStep(Operation *op, Value tracked,
                       const ChannelLayout &layout,
                       ConstantEvaluator &evaluator, std::string &why) const;
  Value dropChannelAffineStep(Operation *op, RewriterBase &rewriter,
                              Value tracked, const ChannelAffineStep &) const {
    rewriter.replaceOp(op, tracked);
    return tracked;
  }
  bool readsElementsOf(Operation *op, OpOperand &operand) const {
    return !cast<DestinationStyleOpInterface>(op).isDpsInit(&operand);
  }
};
} // namespace

FailureOr<ChannelLinearForm>
AbsorbIntoConv::getChannelLinearForm(Operation *op, std::string &why) const {
  auto conv = cast<ConvOp>(op);
  auto filterType = dyn_cast<RankedTensorType>(conv.getFilter().getType());
  if (!filterType) {
    why = "it is on buffers";
    return failure();
  }
  if (conv.getEpilogue() && !conv.getEpilogue()->empty()) {
    why = "it has an epilogue";
    return failure();
  }
  if (conv.hasBatchNorm()) {
    why = "it has BatchNorm parameters that are known at run time only";
    return failure();
  }
  if (conv.getLayout() == Layout::NC1HWC0 ||
      (conv.getFilterLayout() == FilterLayout::IOHW && conv.getGroups() != 1)) {
    why = "no dimension of its filter or result is the output channel";
    return failure();
  }
  auto resultType = cast<RankedTensorType>(conv.getInit().getType());
  const int64_t channels = conv.getNumOutputChannels();
  ChannelLinearForm form;
  form.result = conv.getResult();
  form.filter = &conv.getFilterMutable();
  form.bias = conv.getBias();
  form.biasElementType =
      form.bias ? cast<RankedTensorType>(form.bias.getType()).getElementType()
                : filterType.getElementType();
  form.channelSizes = form.biasShape = {channels};
  form.filterDims = {conv.getFilterDims()[0]};
  form.biasDims = {0};
  form.resultDims = {getChannelDim(conv.getLayout(), resultType.getRank())};
  return form;
}

Value AbsorbIntoConv::setFilterAndBias(Operation *op, RewriterBase &rewriter,
                                       const ChannelLinearForm &form,
                                       Value filter, Value bias) const {
  rewriter.modifyOpInPlace(op, [&] {
    if (filter)
      form.filter->set(filter);
    if (bias)
      cast<ConvOp>(op).getBiasMutable().assign(bias);
  });
  return form.result;
}

/// A parameter of a BatchNorm, one value for each channel of `layout`.
static FailureOr<SmallVector<double>>
getParameter(BatchNormOp op, Value parameter, const ChannelLayout &layout,
             ArrayRef<int64_t> shape, ConstantEvaluator &evaluator,
             double missing, std::string &why) {
  FailureOr<ConstantTensor> constant = evaluator.evaluate(parameter);
  if (failed(constant)) {
    why =
        ("a parameter is not a compile-time constant: " + evaluator.getReason())
            .str();
    return failure();
  }
  const int64_t dim = getChannelDim(op.getLayout(), shape.size());
  auto values =
      constant->broadcast(shape, {dim}).getPerChannel(layout, missing);
  if (failed(values))
    why = "its channels are not those of the convolution";
  return values;
}

FailureOr<ChannelAffineStep> AffineBatchNorm::getChannelAffineStep(
    Operation *op, Value tracked, const ChannelLayout &layout,
    ConstantEvaluator &evaluator, std::string &why) const {
  auto norm = cast<BatchNormOp>(op);
  auto type = dyn_cast<RankedTensorType>(norm.getInput().getType());
  if (!type || norm.getInput() != tracked || norm->getNumResults() != 1 ||
      norm.getResult().getType() != type ||
      norm.getLayout() == Layout::NC1HWC0 ||
      (norm.getEpilogue() && !norm.getEpilogue()->empty())) {
    why = "it does more than to normalize the result";
    return failure();
  }
  const SmallVector<int64_t> shape = layout.refineShape(type.getShape());
  SmallVector<double> parameters[4];
  const double missing[] = {1.0, 0.0, 0.0, 1.0};
  const Value operands[] = {norm.getGamma(), norm.getBeta(), norm.getMean(),
                            norm.getVariance()};
  for (auto [i, value] : llvm::enumerate(operands)) {
    auto values =
        getParameter(norm, value, layout, shape, evaluator, missing[i], why);
    if (failed(values))
      return failure();
    parameters[i] = std::move(*values);
  }
  ChannelAffineStep step;
  step.result = norm.getResult();
  step.layout = layout;
  step.numComputeOps = 1;
  const double epsilon = norm.getEpsilon().convertToDouble();
  for (auto [gamma, beta, mean, variance] : llvm::zip_equal(
           parameters[0], parameters[1], parameters[2], parameters[3])) {
    step.scale.push_back(gamma / std::sqrt(variance + epsilon));
    step.shift.push_back(beta - mean * step.scale.back());
  }
  return step;
}

void ascend::registerFoldInterfacesExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, AscendDialect *) {
    BatchNormOp::attachInterface<AffineBatchNorm>(*context);
    ConvOp::attachInterface<AbsorbIntoConv>(*context);
    TransposeOp::attachInterface<EvaluateTranspose>(*context);
  });
}
