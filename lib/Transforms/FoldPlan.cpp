//===- FoldPlan.cpp - What a fold will do ---------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoldPlan.h"

#include "AscendFold/Transforms/FoldedConstants.h"

#include "AscendFold/Analysis/ConstantEvaluator.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::ascend;

static bool isAll(ArrayRef<double> values, double expected) {
  return llvm::all_of(values, [&](double v) { return v == expected; });
}

/// Whether a tensor repeats itself along some dimension: a splat or broadcast,
/// which takes less memory now than it would once scaled by channel.
static bool repeatsItself(const ConstantTensor &tensor) {
  return llvm::any_of(llvm::zip_equal(tensor.getShape(), tensor.getStrides()),
                      [](auto pair) {
                        auto [extent, stride] = pair;
                        return stride == 0 && extent != 1;
                      });
}

/// Elements up to which such a tensor is written out.
static constexpr int64_t kMaxWrittenOut = int64_t(1) << 24;

static LogicalResult planFilter(FoldPlan &plan, ConstantEvaluator &evaluator,
                                StringRef prefix, std::string &why) {
  if (isAll(plan.chain.scale, 1.0))
    return success();
  Value filter = plan.form.filter->get();
  FailureOr<ConstantTensor> weights = evaluator.evaluate(filter);
  if (failed(weights)) {
    why = ("its weights are not a compile-time constant: " +
           evaluator.getReason())
              .str();
    return failure();
  }
  // A cast may hide extents; the constant knows them.
  if (ShapedType::isDynamicShape(weights->getShape())) {
    why = "the shape of its filter is dynamic";
    return failure();
  }
  auto type = RankedTensorType::get(weights->getShape(),
                                    getElementTypeOrSelf(filter.getType()));
  if (repeatsItself(*weights) && type.getNumElements() > kMaxWrittenOut) {
    why = "its weights are a splat or broadcast, too large to be written out";
    return failure();
  }
  FailureOr<ElementsAttr> scaled = scaleConstant(
      *weights, type, ChannelLayout::get(type.getShape(), plan.form.filterDims),
      plan.chain.scale, /*shift=*/{}, (prefix + "_filter").str(), why);
  if (failed(scaled))
    return failure();
  plan.filter = *scaled;
  return success();
}

/// The bias as one number per channel.
static FailureOr<SmallVector<double>>
getChannelBias(const ChannelLinearForm &form, const ConstantTensor &bias) {
  if (llvm::is_contained(bias.getShape(), 0))
    return failure();
  if (form.biasDims.empty()) {
    std::optional<double> value = bias.getUniformValue();
    if (!value)
      return failure();
    return SmallVector<double>(computeProduct(form.channelSizes), *value);
  }
  for (int64_t dim : form.biasDims)
    if (ShapedType::isDynamic(bias.getShape()[dim]))
      return failure();
  return bias.getPerChannel(ChannelLayout::get(bias.getShape(), form.biasDims),
                            0.0);
}

static LogicalResult planBias(FoldPlan &plan, ConstantEvaluator &evaluator,
                              StringRef prefix, std::string &why) {
  const ChannelLinearForm &form = plan.form;
  ArrayRef<double> scale = plan.chain.scale, shift = plan.chain.shift;
  if (isAll(scale, 1.0) && isAll(shift, 0.0))
    return success();
  std::string name = (prefix + "_bias").str();
  SmallVector<double> old(scale.size(), 0.0);
  if (form.bias) {
    FailureOr<ConstantTensor> bias = evaluator.evaluate(form.bias);
    if (failed(bias)) {
      why = ("its bias or initial value is not a compile-time constant: " +
             evaluator.getReason())
                .str();
      return failure();
    }
    FailureOr<SmallVector<double>> perChannel = getChannelBias(form, *bias);
    if (failed(perChannel)) {
      // An initial value that varies inside a channel stays one that does.
      auto type = cast<RankedTensorType>(form.result.getType());
      if (!form.acceptsResultBias || !type.hasStaticShape()) {
        why = "its bias varies inside a channel";
        return failure();
      }
      FailureOr<ElementsAttr> full = scaleConstant(
          *bias, type, ChannelLayout::get(type.getShape(), form.resultDims),
          scale, shift, name, why);
      if (failed(full))
        return failure();
      plan.bias = *full;
      return success();
    }
    old = std::move(*perChannel);
  }
  SmallVector<double> updated;
  for (auto [b, s, t] : llvm::zip_equal(old, scale, shift))
    updated.push_back(b * s + t);
  if (updated == old)
    return success();
  auto type = RankedTensorType::get(form.biasShape, form.biasElementType);
  SmallVector<int64_t> allDims =
      llvm::to_vector(llvm::seq<int64_t>(0, form.biasShape.size()));
  FailureOr<ElementsAttr> attr = scaleConstant(
      ConstantTensor::get({old.begin(), old.end()}, form.biasShape), type,
      ChannelLayout::get(form.biasShape, allDims), scale, shift, name, why);
  if (failed(attr))
    return failure();
  plan.bias = *attr;
  return success();
}

/// Whether the fold would leave the program no shorter.
static bool isPointless(const FoldPlan &plan, std::string &why) {
  if (plan.chain.numComputeOps > 1 || isAll(plan.chain.shift, 0.0))
    return false;
  if (plan.form.isMatmul && isAll(plan.chain.scale, 1.0)) {
    why = "only a bias is added, which a matrix multiplication has no better "
          "place for";
    return true;
  }
  if (plan.form.biasNeedsOp) {
    why = "the op that follows would be replaced by another for the bias";
    return true;
  }
  return false;
}

SmallVector<Operation *> ascend::getAffineOps(const ChannelAffineChain &chain) {
  SmallVector<Operation *> ops;
  for (const ChannelAffineLink &link : chain.links)
    if (link.step.numComputeOps > 0)
      ops.push_back(ChannelAffineOpInterface(link.op).getOperation());
  return ops;
}

FailureOr<FoldPlan> ascend::makeFoldPlan(ChannelLinearOpInterface op,
                                         const FoldConvBNOptions &options,
                                         std::string &why) {
  FoldPlan plan;
  FailureOr<ChannelLinearForm> form = op.getChannelLinearForm(why);
  if (failed(form))
    return failure();
  plan.form = std::move(*form);
  if (plan.form.isMatmul && !options.foldMatmul) {
    why = "folding into matrix multiplications is switched off";
    return failure();
  }
  ConstantEvaluator evaluator(options.symbolTables);
  FailureOr<ChannelAffineChain> chain =
      analyzeChannelAffineChain(plan.form, evaluator, why);
  if (failed(chain))
    return failure();
  plan.chain = std::move(*chain);
  StringRef prefix = options.resourcePrefix;
  if (failed(planBias(plan, evaluator, prefix, why)) || isPointless(plan, why))
    return failure();
  SmallVector<Operation *> affineOps = getAffineOps(plan.chain);
  if (options.control &&
      !options.control({op, affineOps, plan.chain.scale, plan.chain.shift})) {
    why = "the control function vetoed it";
    return failure();
  }
  // Last: it is the one that costs time and memory.
  if (failed(planFilter(plan, evaluator, prefix, why)))
    return failure();
  plan.constantOps = evaluator.getEvaluatedOps();
  return plan;
}
