//===- ConvBranch.cpp - Convolutions with constant weights ----------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvBranch.h"

#include "FoldPlan.h"

#include "AscendFold/Analysis/ChannelLayout.h"
#include "AscendFold/Interfaces/ChannelAffineOpInterface.h"
#include "AscendFold/Transforms/FoldedConstants.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::ascend;

RankedTensorType ConvBranch::getFilterType() const {
  return cast<RankedTensorType>(form.filter->get().getType());
}

RankedTensorType ConvBranch::getResultType() const {
  return cast<RankedTensorType>(form.result.getType());
}

int64_t ConvBranch::getNumTaps(const ConvolutionWindow &window) const {
  return window.filterDim < 0 ? 1
                              : getFilterType().getDimSize(window.filterDim);
}

int64_t ConvBranch::getNumTaps() const {
  int64_t count = 1;
  for (const ConvolutionWindow &window : windows)
    count *= getNumTaps(window);
  return count;
}

bool ConvBranch::isDense() const {
  return form.filterDims.size() == 1 && form.filterInputDims.size() == 1 &&
         form.filterDims != form.filterInputDims;
}

bool ConvBranch::keepsLayout() const {
  return form.inputDims == form.resultDims &&
         llvm::all_of(windows, [](const ConvolutionWindow &window) {
           return window.inputDim == window.resultDim;
         });
}

std::string ConvBranch::describe() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      windows, os,
      [&](const ConvolutionWindow &window) { os << getNumTaps(window); }, "x");
  os << " '" << op->getName() << "'";
  return text;
}

//===----------------------------------------------------------------------===//
// Recognition
//===----------------------------------------------------------------------===//

static LogicalResult checkTypes(const ChannelLinearForm &form,
                                std::string &why) {
  auto filterType = dyn_cast<RankedTensorType>(form.filter->get().getType());
  auto inputType = dyn_cast<RankedTensorType>(form.input->get().getType());
  auto resultType = dyn_cast<RankedTensorType>(form.result.getType());
  if (!filterType || !inputType || !resultType ||
      !filterType.hasStaticShape() || filterType.getNumElements() == 0) {
    why = "the shape of its filter is dynamic or empty";
    return failure();
  }
  Type elementType = filterType.getElementType();
  if (FloatFormat::get(elementType).precision == 0) {
    why = "only f64, f32, f16 and bf16 are merged";
    return failure();
  }
  if (inputType.getElementType() != elementType ||
      resultType.getElementType() != elementType ||
      form.biasElementType != elementType) {
    why = "its input, weights, bias and result are not of one element type";
    return failure();
  }
  return success();
}

/// Whether the form accounts for every dimension, each once.
static bool isComplete(const ChannelLinearForm &form) {
  auto filterType = cast<RankedTensorType>(form.filter->get().getType());
  auto inputType = cast<RankedTensorType>(form.input->get().getType());
  llvm::SmallBitVector seen(filterType.getRank());
  for (int64_t dim : form.filterDims)
    seen.set(dim);
  for (int64_t dim : form.filterInputDims)
    seen.set(dim);
  for (const ConvolutionWindow &window : form.windows) {
    if (window.filterDim < 0)
      continue;
    if (seen.test(window.filterDim))
      return false;
    seen.set(window.filterDim);
  }
  // One more is the batch; of two, which is which would not be known.
  const int64_t known = form.windows.size() + form.inputDims.size();
  return seen.all() && inputType.getRank() - known <= 1;
}

/// Adds to the windows of `branch` what ops put around the input.
static void lookThroughPadding(ConvBranch &branch) {
  branch.windows = branch.form.windows;
  branch.source = branch.form.input->get();
  while (auto op = branch.source.getDefiningOp<ChannelAffineOpInterface>()) {
    std::optional<ZeroPadding> padding = op.getZeroPadding();
    if (!padding || padding->source.getType() == branch.source.getType())
      return;
    llvm::SmallBitVector isSpatial(padding->low.size());
    for (const ConvolutionWindow &window : branch.windows)
      isSpatial.set(window.inputDim);
    for (size_t dim = 0; dim < padding->low.size(); ++dim) {
      // Dynamic amounts are negative.
      const bool isNone = padding->low[dim] == 0 && padding->high[dim] == 0;
      const bool isBad =
          padding->low[dim] < 0 ||
          (padding->high[dim] < 0 && ShapedType::isStatic(padding->high[dim]));
      if (isSpatial.test(dim) ? isBad : !isNone)
        return;
    }
    for (ConvolutionWindow &window : branch.windows) {
      window.padBefore += padding->low[window.inputDim];
      int64_t high = padding->high[window.inputDim];
      if (ShapedType::isDynamic(high) || ShapedType::isDynamic(window.padAfter))
        window.padAfter = ShapedType::kDynamic;
      else
        window.padAfter += high;
    }
    branch.source = padding->source;
  }
}

FailureOr<ConvBranch> ascend::getConvBranch(Operation *op, std::string &why) {
  why.clear();
  auto linear = dyn_cast_or_null<ChannelLinearOpInterface>(op);
  if (!linear)
    return failure();
  FailureOr<ChannelLinearForm> form = linear.getChannelLinearForm(why);
  if (failed(form) || form->isMatmul)
    return failure();
  if (!form->input || !form->sumsWholeFilter || form->windows.empty()) {
    why = "it does not say where its taps meet the input";
    return failure();
  }
  if (failed(checkTypes(*form, why)))
    return failure();
  if (!isComplete(*form)) {
    why = "it has dimensions that are no channels, taps or batch";
    return failure();
  }
  ConvBranch branch;
  branch.op = linear;
  branch.form = std::move(*form);
  lookThroughPadding(branch);
  return branch;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

FailureOr<std::vector<double>>
ascend::evaluateFilter(const ConvBranch &branch, ConstantEvaluator &evaluator,
                       std::string &why) {
  RankedTensorType type = branch.getFilterType();
  if (type.getNumElements() > ConstantTensor::kMaxComputedElements) {
    why = "its filter is too large";
    return failure();
  }
  FailureOr<ConstantTensor> filter =
      evaluator.evaluate(branch.form.filter->get());
  if (failed(filter)) {
    why = ("its weights are not a compile-time constant: " +
           evaluator.getReason())
              .str();
    return failure();
  }
  if (filter->getShape() != type.getShape()) {
    why = "its weights are of another shape than their type says";
    return failure();
  }
  std::vector<double> values;
  values.reserve(type.getNumElements());
  SmallVector<int64_t> index(type.getRank(), 0);
  int64_t at = 0;
  while (true) {
    values.push_back(filter->getAtOffset(at));
    int64_t dim = type.getRank() - 1;
    for (; dim >= 0; --dim) {
      at += filter->getStrides()[dim];
      if (++index[dim] < type.getDimSize(dim))
        break;
      at -= filter->getStrides()[dim] * index[dim];
      index[dim] = 0;
    }
    if (dim < 0)
      return values;
  }
}

FailureOr<SmallVector<double>>
ascend::evaluateBias(const ConvBranch &branch, ConstantEvaluator &evaluator,
                     std::string &why) {
  const ChannelLinearForm &form = branch.form;
  if (!form.bias)
    return SmallVector<double>(computeProduct(form.channelSizes), 0.0);
  FailureOr<ConstantTensor> bias = evaluator.evaluate(form.bias);
  if (failed(bias)) {
    why = ("its bias or initial value is not a compile-time constant: " +
           evaluator.getReason())
              .str();
    return failure();
  }
  FailureOr<SmallVector<double>> perChannel = getChannelBias(form, *bias);
  if (failed(perChannel) || static_cast<int64_t>(perChannel->size()) !=
                                computeProduct(form.channelSizes)) {
    why = "its bias varies inside a channel";
    return failure();
  }
  return perChannel;
}

FailureOr<ElementsAttr> ascend::roundToConstant(std::vector<double> values,
                                                RankedTensorType type,
                                                StringRef name,
                                                std::string &why) {
  return scaleConstant(ConstantTensor::get(std::move(values), type.getShape()),
                       type, ChannelLayout::get(type.getShape(), {}), {1.0},
                       /*shift=*/{}, name, why);
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

Operation *ascend::getOnlyUser(Value value) {
  Operation *only = nullptr;
  for (Operation *user : value.getUsers()) {
    if (only && only != user)
      return nullptr;
    only = user;
  }
  return only;
}

unsigned ascend::eraseUnused(RewriterBase &rewriter,
                             ArrayRef<Operation *> ops) {
  unsigned count = 0;
  llvm::SetVector<Operation *> worklist(ops.begin(), ops.end());
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    for (Value operand : op->getOperands())
      if (Operation *def = operand.getDefiningOp())
        worklist.insert(def);
    count += !op->hasTrait<OpTrait::ConstantLike>();
    rewriter.eraseOp(op);
  }
  return count;
}
