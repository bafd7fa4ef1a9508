//===- ConsecutiveConvs.cpp - Convolutions in a row -----------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvBranch.h"
#include "FoldUtils.h"
#include "MergeConvs.h"

#include "AscendFold/Analysis/ChannelAffine.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {
/// Two convolutions in a row, one of them 1x1, and the filter and bias of the
/// one that does the same.
struct RowPlan {
  ConvBranch first, second;
  /// Whether the first is the 1x1 one.
  bool firstIsPointwise = false;
  SmallVector<double> firstBias, secondBias;
  ElementsAttr filter, bias;

  /// The one whose taps the merged one has.
  const ConvBranch &getBase() const {
    return firstIsPointwise ? second : first;
  }
  const ConvBranch &getPointwise() const {
    return firstIsPointwise ? first : second;
  }
};
} // namespace

/// Multiply-adds up to which two filters are composed at compile time.
static constexpr int64_t kMaxComposition = int64_t(1) << 33;

static bool isPointwise(const ConvBranch &conv) {
  return conv.getNumTaps() == 1 && conv.keepsLayout() &&
         llvm::all_of(conv.form.windows, [](const ConvolutionWindow &window) {
           return window.stride == 1 && window.padBefore == 0 &&
                  window.padAfter == 0;
         });
}

static bool hasPadding(const ConvBranch &conv) {
  return llvm::any_of(conv.form.windows, [](const ConvolutionWindow &window) {
    return window.padBefore != 0 || window.padAfter != 0;
  });
}

static bool isZero(ArrayRef<double> values) {
  return llvm::all_of(values, [](double value) { return value == 0.0; });
}

/// Input and output channels of a dense convolution.
static int64_t getNumInputs(const ConvBranch &conv) {
  return conv.getFilterType().getDimSize(conv.form.filterInputDims[0]);
}
static int64_t getNumOutputs(const ConvBranch &conv) {
  return conv.getFilterType().getDimSize(conv.form.filterDims[0]);
}

/// Result elements of one channel.
static std::optional<int64_t> getExtent(const ConvBranch &conv) {
  int64_t extent = 1;
  for (const ConvolutionWindow &window : conv.windows) {
    int64_t size = conv.getResultType().getDimSize(window.resultDim);
    if (ShapedType::isDynamic(size))
      return std::nullopt;
    extent *= size;
  }
  return extent;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static LogicalResult checkShape(RowPlan &plan, std::string &why) {
  const ConvBranch &first = plan.first, &second = plan.second;
  if (!first.isDense() || !second.isDense()) {
    why = "one of the two has groups";
    return failure();
  }
  if (first.op->getDialect() != second.op->getDialect() ||
      !first.form.takesOtherChannels || !second.form.takesOtherChannels ||
      first.windows.size() != second.windows.size() ||
      first.getFilterType().getElementType() !=
          second.getFilterType().getElementType()) {
    why = "the two are of different kinds";
    return failure();
  }
  if (second.form.inputDims != first.form.resultDims ||
      getNumOutputs(first) != getNumInputs(second)) {
    why = "the channels are elsewhere in the second";
    return failure();
  }
  plan.firstIsPointwise = isPointwise(first);
  if (!plan.firstIsPointwise && !isPointwise(second)) {
    why = "neither is a 1x1 convolution with stride 1 and without padding";
    return failure();
  }
  return success();
}

/// Whether the merged convolution takes fewer multiply-adds than the two.
static LogicalResult checkCost(const RowPlan &plan, std::string &why) {
  const ConvBranch &first = plan.first, &second = plan.second;
  std::optional<int64_t> inner = getExtent(first), outer = getExtent(second);
  if (!inner || !outer) {
    why = "extents are dynamic, so which costs less is not known";
    return failure();
  }
  auto multiply = [](std::initializer_list<int64_t> factors) {
    double product = 1.0;
    for (int64_t factor : factors)
      product *= static_cast<double>(factor);
    return product;
  };
  const int64_t in = getNumInputs(first), middle = getNumOutputs(first),
                out = getNumOutputs(second);
  const double apart = multiply({in, first.getNumTaps(), middle, *inner}) +
                       multiply({middle, second.getNumTaps(), out, *outer});
  const double merged =
      multiply({in, first.getNumTaps() * second.getNumTaps(), out, *outer});
  if (merged >= apart) {
    why = ("merged they would take " + Twine(static_cast<int64_t>(merged)) +
           " multiply-adds, apart they take " +
           Twine(static_cast<int64_t>(apart)))
              .str();
    return failure();
  }
  if (multiply({in, plan.getBase().getNumTaps(), middle, out}) >
      static_cast<double>(kMaxComposition)) {
    why = "the filters are too large to be composed";
    return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Composition
//===----------------------------------------------------------------------===//

/// Sums over dimension `dim` of `base`, which gets the extent `count`:
/// `result[…, n, …] = sum_m base[…, m, …] * weight(m, n)`.
static std::vector<double>
contract(ArrayRef<double> base, ArrayRef<int64_t> shape, int64_t dim,
         int64_t count, function_ref<double(int64_t, int64_t)> weight) {
  const int64_t middle = shape[dim];
  const int64_t inner = computeProduct(shape.drop_front(dim + 1));
  const int64_t outer = computeProduct(shape.take_front(dim));
  std::vector<double> result(outer * count * inner, 0.0);
  for (int64_t m = 0; m < middle; ++m)
    for (int64_t n = 0; n < count; ++n) {
      const double factor = weight(m, n);
      for (int64_t o = 0; o < outer; ++o) {
        const double *from = base.data() + (o * middle + m) * inner;
        double *to = result.data() + (o * count + n) * inner;
        for (int64_t i = 0; i < inner; ++i)
          to[i] += from[i] * factor;
      }
    }
  return result;
}

/// `b2[o] + sum of W2[o, m, …] * b1[m]`.
static std::vector<double> composeBias(const RowPlan &plan,
                                       ArrayRef<double> secondFilter) {
  std::vector<double> bias(plan.secondBias.begin(), plan.secondBias.end());
  if (isZero(plan.firstBias))
    return bias;
  const ConvBranch &second = plan.second;
  SmallVector<int64_t> strides =
      computeStrides(second.getFilterType().getShape());
  const int64_t outDim = second.form.filterDims[0];
  const int64_t inDim = second.form.filterInputDims[0];
  for (auto [at, weight] : llvm::enumerate(secondFilter)) {
    SmallVector<int64_t> index = delinearize(at, strides);
    bias[index[outDim]] += weight * plan.firstBias[index[inDim]];
  }
  return bias;
}

static LogicalResult compose(RowPlan &plan, ConstantEvaluator &evaluator,
                             StringRef prefix, std::string &why) {
  FailureOr<std::vector<double>> firstFilter =
      evaluateFilter(plan.first, evaluator, why);
  if (failed(firstFilter))
    return failure();
  FailureOr<std::vector<double>> secondFilter =
      evaluateFilter(plan.second, evaluator, why);
  if (failed(secondFilter))
    return failure();
  const ConvBranch &base = plan.getBase(), &pointwise = plan.getPointwise();
  const int64_t dim = plan.firstIsPointwise ? base.form.filterInputDims[0]
                                            : base.form.filterDims[0];
  const int64_t count = plan.firstIsPointwise ? getNumInputs(pointwise)
                                              : getNumOutputs(pointwise);
  SmallVector<int64_t> strides =
      computeStrides(pointwise.getFilterType().getShape());
  int64_t byOutput = strides[pointwise.form.filterDims[0]];
  int64_t byInput = strides[pointwise.form.filterInputDims[0]];
  const std::vector<double> &small =
      plan.firstIsPointwise ? *firstFilter : *secondFilter;
  auto weight = [&](int64_t m, int64_t n) {
    return plan.firstIsPointwise ? small[m * byOutput + n * byInput]
                                 : small[n * byOutput + m * byInput];
  };
  SmallVector<int64_t> shape(base.getFilterType().getShape());
  std::vector<double> filter =
      contract(plan.firstIsPointwise ? *secondFilter : *firstFilter, shape, dim,
               count, weight);
  shape[dim] = count;
  Type elementType = base.getFilterType().getElementType();
  FailureOr<ElementsAttr> filterAttr = roundToConstant(
      std::move(filter), RankedTensorType::get(shape, elementType),
      (prefix + "_filter").str(), why);
  if (failed(filterAttr))
    return failure();
  plan.filter = *filterAttr;
  std::vector<double> bias = composeBias(plan, *secondFilter);
  if (isZero(bias))
    return success();
  FailureOr<ElementsAttr> biasAttr = roundToConstant(
      std::move(bias),
      RankedTensorType::get(plan.second.form.biasShape, elementType),
      (prefix + "_bias").str(), why);
  if (failed(biasAttr))
    return failure();
  plan.bias = *biasAttr;
  return success();
}

static LogicalResult finishPlan(RowPlan &plan,
                                const FoldParallelConvsOptions &options,
                                std::string &why) {
  ConstantEvaluator evaluator(options.symbolTables);
  if (failed(checkShape(plan, why)) || failed(checkCost(plan, why)))
    return failure();
  FailureOr<SmallVector<double>> firstBias =
      evaluateBias(plan.first, evaluator, why);
  if (failed(firstBias))
    return failure();
  FailureOr<SmallVector<double>> secondBias =
      evaluateBias(plan.second, evaluator, why);
  if (failed(secondBias))
    return failure();
  if (plan.firstIsPointwise && hasPadding(plan.second) && !isZero(*firstBias)) {
    why = "the second pads with zeros what the first gives a bias";
    return failure();
  }
  plan.firstBias = std::move(*firstBias);
  plan.secondBias = std::move(*secondBias);
  if (options.control &&
      !options.control({plan.second.op, {plan.first.op.getOperation()}})) {
    why = "the control function vetoed it";
    return failure();
  }
  return compose(plan, evaluator, options.resourcePrefix, why);
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

static Operation *applyPlan(RewriterBase &rewriter, const RowPlan &plan,
                            unsigned &numRemoved) {
  OpBuilder::InsertionGuard guard(rewriter);
  const ConvBranch &base = plan.getBase();
  Operation *second = plan.second.op;
  rewriter.setInsertionPoint(second);
  Value filter =
      createConstant(rewriter, second, base.form.filter->get(), plan.filter);
  Value bias =
      createConstant(rewriter, second, plan.second.form.bias, plan.bias);
  ChannelLinearOpInterface baseOp = base.op;
  auto merged = cast<ChannelLinearOpInterface>(
      baseOp.cloneWithChannels(rewriter, plan.first.form.input->get(), filter,
                               cast<OpResult>(plan.second.form.result)));
  rewriter.modifyOpInPlace(merged, [&] {
    merged->setLoc(rewriter.getFusedLoc(
        {plan.first.op->getLoc(), plan.second.op->getLoc()}));
  });
  std::string why;
  FailureOr<ChannelLinearForm> form = merged.getChannelLinearForm(why);
  Value result = merged->getResult(0);
  if (bias && succeeded(form)) {
    Operation *zeros = form->bias ? form->bias.getDefiningOp() : nullptr;
    result = merged.setFilterAndBias(rewriter, *form, Value(), bias);
    if (zeros)
      eraseUnused(rewriter, {zeros});
  }
  rewriter.replaceAllUsesWith(plan.second.form.result, result);
  // The merged one has come in place of one of them.
  numRemoved = eraseUnused(rewriter, {second}) - 1;
  return merged;
}

Operation *
ascend::mergeConsecutiveConvs(RewriterBase &rewriter, Operation *op,
                              const FoldParallelConvsOptions &options,
                              FoldParallelConvsResult &result) {
  std::string why;
  FailureOr<ConvBranch> second = getConvBranch(op, why);
  if (failed(second))
    return nullptr;
  Location loc = op->getLoc();
  FailureOr<ConvBranch> first = failure();
  Value between = second->form.input->get();
  first = getConvBranch(between.getDefiningOp(), why);
  const bool isPadded = failed(first) && second->source != between;
  if (isPadded)
    first = getConvBranch(second->source.getDefiningOp(), why);
  if (failed(first))
    return nullptr;
  const std::string what =
      first->describe() + " with the " + second->describe() + " behind it";
  RowPlan plan;
  plan.first = std::move(*first);
  plan.second = std::move(*second);
  if (isPadded)
    why = "an op that pads stands between the two";
  else if (getOnlyUser(between) != op)
    why = "the result of the first has other readers";
  else if (plan.first.op->getBlock() != op->getBlock())
    why = "the two are in different blocks";
  else if (succeeded(finishPlan(plan, options, why)))
    why.clear();
  if (!why.empty()) {
    result.events.push_back(
        {loc, /*merged=*/false, "not merged: " + what + ": " + why});
    return nullptr;
  }
  unsigned numRemoved = 0;
  Operation *merged = applyPlan(rewriter, plan, numRemoved);
  result.numRemovedOps += numRemoved;
  ++result.numMerges;
  result.events.push_back(
      {loc, /*merged=*/true,
       ("merged " + what + ": " + Twine(numRemoved) + " op(s) removed").str()});
  return merged;
}
