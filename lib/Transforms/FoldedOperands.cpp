//===- FoldedOperands.cpp - Weights that take a map in --------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoldedOperands.h"

#include "FoldUtils.h"
#include "InputShift.h"

#include "AscendFold/Analysis/ConstantEvaluator.h"
#include "AscendFold/Transforms/FoldedConstants.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::ascend;

static bool isAll(ArrayRef<double> values, double expected) {
  return llvm::all_of(values, [&](double v) { return v == expected; });
}

//===----------------------------------------------------------------------===//
// Filter
//===----------------------------------------------------------------------===//

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

static FailureOr<ConstantTensor> getWeights(const ChannelLinearForm &form,
                                            ConstantEvaluator &evaluator,
                                            std::string &why) {
  FailureOr<ConstantTensor> weights = evaluator.evaluate(form.filter->get());
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
  if (repeatsItself(*weights) &&
      computeProduct(weights->getShape()) > kMaxWrittenOut) {
    why = "its weights are a splat or broadcast, too large to be written out";
    return failure();
  }
  return weights;
}

/// The weights with `scale[c]` on the elements of channel `c`, which is counted
/// over `dims`.
static LogicalResult scaleFilter(const ChannelLinearForm &form,
                                 ArrayRef<int64_t> dims, ArrayRef<double> scale,
                                 ConstantEvaluator &evaluator, StringRef prefix,
                                 FoldedOperands &operands, std::string &why) {
  if (isAll(scale, 1.0))
    return success();
  FailureOr<ConstantTensor> weights = getWeights(form, evaluator, why);
  if (failed(weights))
    return failure();
  auto type = RankedTensorType::get(
      weights->getShape(), getElementTypeOrSelf(form.filter->get().getType()));
  auto layout = ChannelLayout::get(type.getShape(), dims);
  if (isQuantized(form.filter->get())) {
    std::optional<ChannelAffineMap> map = ChannelAffineMap::get(
        type.getShape(), layout, scale, SmallVector<double>(scale.size(), 0.0));
    if (!map) {
      why = "the constant is not of a shape that is folded";
      return failure();
    }
    FailureOr<QuantizedFilter> quantized = scaleQuantizedFilter(
        form.filter->get(), *weights,
        llvm::all_equal(scale)
            ? ConstantTensor::getSplat(scale.front(), type.getShape())
            : map->scale,
        dims == ArrayRef(form.filterDims) ? "output channel" : "input channel",
        evaluator, (prefix + "_scale").str(), why);
    if (failed(quantized))
      return failure();
    operands.quantized = std::move(*quantized);
    return success();
  }
  FailureOr<ElementsAttr> scaled =
      scaleConstant(*weights, type, layout, scale, /*shift=*/{},
                    (prefix + "_filter").str(), why);
  if (failed(scaled))
    return failure();
  operands.filter = *scaled;
  return success();
}

//===----------------------------------------------------------------------===//
// Bias
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<double>>
ascend::getChannelBias(const ChannelLinearForm &form,
                       const ConstantTensor &bias) {
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

static FailureOr<ConstantTensor> getBias(const ChannelLinearForm &form,
                                         ConstantEvaluator &evaluator,
                                         std::string &why) {
  FailureOr<ConstantTensor> bias = evaluator.evaluate(form.bias);
  if (failed(bias))
    why = ("its bias or initial value is not a compile-time constant: " +
           evaluator.getReason())
              .str();
  return bias;
}

/// `scale[c] * bias + shift[c]`.
static LogicalResult mapBias(const ChannelLinearForm &form,
                             ArrayRef<double> scale, ArrayRef<double> shift,
                             ConstantEvaluator &evaluator, StringRef prefix,
                             ElementsAttr &result, std::string &why) {
  if (isAll(scale, 1.0) && isAll(shift, 0.0))
    return success();
  std::string name = (prefix + "_bias").str();
  SmallVector<double> old(scale.size(), 0.0);
  if (form.bias) {
    FailureOr<ConstantTensor> bias = getBias(form, evaluator, why);
    if (failed(bias))
      return failure();
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
      result = *full;
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
  result = *attr;
  return success();
}

LogicalResult ascend::foldIntoResult(const ChannelLinearForm &form,
                                     ArrayRef<double> scale,
                                     ArrayRef<double> shift,
                                     ConstantEvaluator &evaluator,
                                     StringRef prefix, FoldedOperands &operands,
                                     std::string &why) {
  return success(succeeded(mapBias(form, scale, shift, evaluator, prefix,
                                   operands.bias, why)) &&
                 // Last: it is the one that costs time and memory.
                 succeeded(scaleFilter(form, form.filterDims, scale, evaluator,
                                       prefix, operands, why)));
}

//===----------------------------------------------------------------------===//
// Input
//===----------------------------------------------------------------------===//

/// The shape of the input, with what its type leaves open along the channels
/// taken from the filter.
static SmallVector<int64_t> getInputShape(const ChannelLinearForm &form,
                                          ArrayRef<int64_t> filterShape) {
  SmallVector<int64_t> shape(
      cast<RankedTensorType>(form.input->get().getType()).getShape());
  for (auto [inputDim, filterDim] :
       llvm::zip_equal(form.inputDims, form.filterInputDims))
    shape[inputDim] = filterShape[filterDim];
  return shape;
}

/// Adds one number per position to the bias, or has it added to the result.
static LogicalResult addPlane(const ChannelLinearForm &form,
                              const ConstantTensor &plane,
                              ConstantEvaluator &evaluator, StringRef prefix,
                              FoldedOperands &operands, std::string &why) {
  auto type = cast<RankedTensorType>(form.result.getType());
  const std::string name = (prefix + "_border").str();
  if (!form.acceptsResultBias) {
    auto planeType =
        RankedTensorType::get(plane.getShape(), type.getElementType());
    FailureOr<ElementsAttr> attr = scaleConstant(
        plane, planeType, ChannelLayout::get(plane.getShape(), {}), {1.0}, {},
        name, why);
    if (failed(attr))
      return failure();
    operands.addend = *attr;
    return success();
  }
  if (!type.hasStaticShape()) {
    why = "padding meets the shift, and the shape of the result is dynamic";
    return failure();
  }
  SmallVector<int64_t> allDims =
      llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  ConstantTensor sum = plane.broadcast(type.getShape(), allDims);
  if (form.bias) {
    FailureOr<ConstantTensor> bias = getBias(form, evaluator, why);
    if (failed(bias))
      return failure();
    FailureOr<ConstantTensor> total = ConstantTensor::map(
        type.getShape(), {&*bias, &sum},
        [](ArrayRef<double> values) { return values[0] + values[1]; });
    if (failed(total)) {
      why = "its bias is too large";
      return failure();
    }
    sum = *total;
  }
  FailureOr<ElementsAttr> attr = scaleConstant(
      sum, type, ChannelLayout::get(type.getShape(), {}), {1.0}, {}, name, why);
  if (failed(attr))
    return failure();
  operands.bias = *attr;
  return success();
}

LogicalResult ascend::foldIntoInput(const ChannelLinearForm &form,
                                    const ChannelAffineMap &map,
                                    int64_t maxAddend,
                                    ConstantEvaluator &evaluator,
                                    StringRef prefix, FoldedOperands &operands,
                                    std::string &why) {
  if (!form.input) {
    why = "where its input channels are is not known";
    return failure();
  }
  FailureOr<ConstantTensor> weights = getWeights(form, evaluator, why);
  if (failed(weights))
    return failure();
  const SmallVector<int64_t> inputShape =
      getInputShape(form, weights->getShape());
  auto layout = ChannelLayout::get(inputShape, form.inputDims);
  FailureOr<SmallVector<double>> scale = failure(), shift = failure();
  if (auto resized =
          ChannelAffineMap{map.scale, map.shift, {}}.resize(inputShape)) {
    scale = resized->scale.getPerChannel(layout, 1.0);
    shift = resized->shift.getPerChannel(layout, 0.0);
  }
  if (failed(scale) || failed(shift)) {
    why = "the scale or shift varies along a dimension that is not one of its "
          "input channels";
    return failure();
  }
  if (!isAll(*shift, 0.0)) {
    InputShift input{form, *weights, inputShape, *shift, map.region};
    FailureOr<ConstantTensor> sums = input.computeSums(maxAddend, why);
    if (failed(sums))
      return failure();
    if (input.dependsOnPosition()) {
      if (failed(addPlane(form, *sums, evaluator, prefix, operands, why)))
        return failure();
    } else {
      SmallVector<double> perChannel;
      for (int64_t c = 0, e = sums->getShape()[0]; c < e; ++c)
        perChannel.push_back(sums->get({c}));
      if (failed(mapBias(form, SmallVector<double>(perChannel.size(), 1.0),
                         perChannel, evaluator, prefix, operands.bias, why)))
        return failure();
    }
  }
  return scaleFilter(form, form.filterInputDims, *scale, evaluator, prefix,
                     operands, why);
}

//===----------------------------------------------------------------------===//
// The rewrite
//===----------------------------------------------------------------------===//

Value ascend::setFoldedOperands(RewriterBase &rewriter,
                                ChannelLinearOpInterface op,
                                const ChannelLinearForm &form,
                                const FoldedOperands &operands, Location loc) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Value oldFilter = form.filter->get();
  Value filter =
      castTo(rewriter, oldFilter.getType(),
             operands.quantized.scale
                 ? operands.quantized.build(rewriter)
                 : createConstant(rewriter, op, oldFilter, operands.filter));
  Value bias = createConstant(rewriter, op, form.bias, operands.bias);
  rewriter.modifyOpInPlace(op, [&] { op->setLoc(loc); });
  return op.setFilterAndBias(rewriter, form, filter, bias);
}
