//===- LinalgChannelLinear.cpp - Convolutions of linalg -------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgModels.h"

#include "AscendFold/Analysis/ConstantEvaluator.h"
#include "AscendFold/Interfaces/ChannelLinearOpInterface.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::ascend;

//===----------------------------------------------------------------------===//
// Recognition
//===----------------------------------------------------------------------===//

static Value lookThroughCasts(Value value) {
  while (auto *op = value.getDefiningOp()) {
    if (!isa<arith::ExtFOp, arith::TruncFOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// Whether `a` and `b` are the inputs of the body, in either order, but for
/// casts.
static bool areInputs(Block &block, Value a, Value b) {
  a = lookThroughCasts(a), b = lookThroughCasts(b);
  Value first = block.getArgument(0), second = block.getArgument(1);
  return (a == first && b == second) || (a == second && b == first);
}

/// Whether the body is `out + lhs * rhs`, with casts of the factors.
static bool isMultiplyAccumulate(linalg::LinalgOp op) {
  Block &block = *op.getBlock();
  Value accumulator = op.getRegionOutputArgs()[0];
  Value yielded = block.getTerminator()->getOperand(0);
  if (auto fma = yielded.getDefiningOp<math::FmaOp>())
    return fma.getC() == accumulator &&
           areInputs(block, fma.getA(), fma.getB());
  auto sum = yielded.getDefiningOp<arith::AddFOp>();
  if (!sum)
    return false;
  Value addend;
  if (sum.getLhs() == accumulator)
    addend = sum.getRhs();
  else if (sum.getRhs() == accumulator)
    addend = sum.getLhs();
  else
    return false;
  auto product = lookThroughCasts(addend).getDefiningOp<arith::MulFOp>();
  return product && areInputs(block, product.getLhs(), product.getRhs());
}

/// Quantised and integer convolutions deserve a reason of their own.
static bool isIntegerContraction(linalg::LinalgOp op) {
  return op.getNumDpsInputs() >= 2 && op.getNumReductionLoops() > 0 &&
         llvm::all_of(op.getDpsInputs(), [](Value v) {
           return getElementTypeOrSelf(v.getType()).isIntOrIndex();
         });
}

/// Positions of the results of `map` that are the loop `loop` alone, or -1.
static int64_t getPlainPosition(AffineMap map, unsigned loop) {
  int64_t position = -1;
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    if (!expr.isFunctionOfDim(loop))
      continue;
    if (!isa<AffineDimExpr>(expr) || position != -1)
      return -1;
    position = i;
  }
  return position;
}

/// A loop over which every filter element and every result element takes one
/// value each is an output channel: scaling along it commutes with the sum.
static void collectChannels(linalg::LinalgOp op, OpOperand *filter,
                            ChannelLinearForm &form) {
  AffineMap filterMap = op.getMatchingIndexingMap(filter);
  AffineMap resultMap = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  auto iterators = op.getIteratorTypesArray();
  for (auto [resultDim, expr] : llvm::enumerate(resultMap.getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || iterators[dim.getPosition()] != utils::IteratorType::parallel)
      continue;
    unsigned loop = dim.getPosition();
    int64_t filterDim = getPlainPosition(filterMap, loop);
    if (filterDim < 0 ||
        getPlainPosition(resultMap, loop) != static_cast<int64_t>(resultDim))
      continue;
    form.filterDims.push_back(filterDim);
    form.resultDims.push_back(resultDim);
    form.channelSizes.push_back(
        cast<ShapedType>(filter->get().getType()).getDimSize(filterDim));
  }
}

namespace {
/// `o * stride + k * dilation` as loops and factors; the loop of a missing term
/// is -1.
struct WindowAccess {
  int64_t resultLoop = -1, filterLoop = -1, stride = 1, dilation = 1;
};
} // namespace

static std::optional<std::pair<unsigned, int64_t>> getTerm(AffineExpr expr) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return std::pair(dim.getPosition(), int64_t(1));
  auto product = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!product || product.getKind() != AffineExprKind::Mul)
    return std::nullopt;
  auto dim = dyn_cast<AffineDimExpr>(product.getLHS());
  auto factor = dyn_cast<AffineConstantExpr>(product.getRHS());
  if (!dim || !factor || factor.getValue() < 1)
    return std::nullopt;
  return std::pair(dim.getPosition(), factor.getValue());
}

static std::optional<WindowAccess>
getWindowAccess(AffineExpr expr, ArrayRef<utils::IteratorType> iterators) {
  WindowAccess access;
  SmallVector<AffineExpr, 2> terms = {expr};
  auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
  if (sum && sum.getKind() == AffineExprKind::Add)
    terms = {sum.getLHS(), sum.getRHS()};
  for (AffineExpr term : terms) {
    auto loopAndFactor = getTerm(term);
    if (!loopAndFactor)
      return std::nullopt;
    auto [loop, factor] = *loopAndFactor;
    const bool isResult = iterators[loop] == utils::IteratorType::parallel;
    int64_t &slot = isResult ? access.resultLoop : access.filterLoop;
    if (slot != -1)
      return std::nullopt;
    slot = loop;
    (isResult ? access.stride : access.dilation) = factor;
  }
  return access;
}

/// Fills in where the input channels and the spatial dimensions are, from the
/// indexing maps alone; leaves `form.input` null when an access is of another
/// kind.
static void describeInput(linalg::LinalgOp op, OpOperand *filter,
                          ChannelLinearForm &form) {
  OpOperand *input = op.getDpsInputOperand(filter->getOperandNumber() == 0);
  AffineMap inputMap = op.getMatchingIndexingMap(input);
  AffineMap filterMap = op.getMatchingIndexingMap(filter);
  AffineMap resultMap = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  auto iterators = op.getIteratorTypesArray();
  llvm::SmallBitVector inFilter(op.getNumLoops());
  for (AffineExpr expr : filterMap.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || inFilter.test(dim.getPosition()))
      return;
    inFilter.set(dim.getPosition());
  }
  for (auto [i, expr] : llvm::enumerate(inputMap.getResults())) {
    const int64_t inputDim = i;
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (dim && getPlainPosition(inputMap, dim.getPosition()) != inputDim)
      return;
    if (dim && inFilter.test(dim.getPosition())) {
      form.inputDims.push_back(inputDim);
      form.filterInputDims.push_back(
          getPlainPosition(filterMap, dim.getPosition()));
      continue;
    }
    std::optional<WindowAccess> access = getWindowAccess(expr, iterators);
    if (!access || access->resultLoop < 0 ||
        getPlainPosition(resultMap, access->resultLoop) < 0)
      return;
    if (access->filterLoop < 0 && access->stride == 1)
      continue; // The batch, or a row of a matrix.
    ConvolutionWindow window{inputDim,
                             getPlainPosition(resultMap, access->resultLoop),
                             /*filterDim=*/-1, access->stride};
    if (access->filterLoop >= 0) {
      if (!inFilter.test(access->filterLoop))
        return;
      window.filterDim = getPlainPosition(filterMap, access->filterLoop);
      window.dilation = access->dilation;
    }
    form.windows.push_back(window);
  }
  form.input = input;
  // A loop that is summed over and not in the filter counts a value repeatedly.
  form.sumsWholeFilter =
      llvm::all_of(llvm::enumerate(iterators), [&](auto iterator) {
        return iterator.value() == utils::IteratorType::parallel ||
               inFilter.test(iterator.index());
      });
}

/// The input to scale: the constant one. A convolution's filter is its second
/// input; a matmul may have the weights on either side.
static OpOperand *pickFilter(linalg::LinalgOp op) {
  OpOperand *lhs = op.getDpsInputOperand(0), *rhs = op.getDpsInputOperand(1);
  if (linalg::isaConvolutionOpInterface(op) || mayBeConstant(rhs->get()) ||
      !mayBeConstant(lhs->get()))
    return rhs;
  return lhs;
}

static FailureOr<ChannelLinearForm> getForm(linalg::LinalgOp op,
                                            std::string &why) {
  why.clear();
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInits() != 1)
    return failure();
  if (isIntegerContraction(op)) {
    why = "integer weights cannot take a scale";
    return failure();
  }
  if (op.getNumDpsInputs() != 2 || !isMultiplyAccumulate(op))
    return failure();
  if (!op.hasPureTensorSemantics()) {
    why = "it works on buffers, not tensors";
    return failure();
  }
  OpOperand *filter = pickFilter(op);
  ChannelLinearForm form;
  form.result = op->getResult(0);
  form.filter = filter;
  form.bias = op.getDpsInitOperand(0)->get();
  form.biasElementType = getElementTypeOrSelf(form.bias.getType());
  form.acceptsResultBias = true;
  form.isMatmul = linalg::isaContractionOpInterface(op);
  collectChannels(op, filter, form);
  describeInput(op, filter, form);
  form.biasDims = form.resultDims;
  form.biasShape = form.channelSizes;
  form.takesOtherChannels = true;
  return form;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// A destination of the type of `init` that does not keep its contents alive.
static Value getDestination(RewriterBase &rewriter, Location loc, Value init) {
  Value source = init;
  while (auto result = dyn_cast<OpResult>(source)) {
    if (isa<tensor::EmptyOp>(result.getOwner()))
      return source;
    auto dps = dyn_cast<DestinationStyleOpInterface>(result.getOwner());
    if (!dps)
      break;
    OpOperand *tied = dps.getTiedOpOperand(result);
    if (!tied || tied->get().getType() != init.getType())
      break;
    source = tied->get();
  }
  auto type = cast<RankedTensorType>(init.getType());
  return tensor::EmptyOp::create(rewriter, loc,
                                 tensor::getMixedSizes(rewriter, loc, init),
                                 type.getElementType());
}

/// Spreads one number per channel over a tensor like `init`.
static Value broadcastBias(RewriterBase &rewriter, Location loc,
                           const ChannelLinearForm &form, Value bias,
                           Value init) {
  if (bias.getType() == init.getType())
    return bias;
  llvm::SmallBitVector isChannel(
      cast<RankedTensorType>(init.getType()).getRank());
  for (int64_t dim : form.biasDims)
    isChannel.set(dim);
  SmallVector<int64_t> added;
  for (int64_t d = 0, e = isChannel.size(); d < e; ++d)
    if (!isChannel.test(d))
      added.push_back(d);
  Value destination = getDestination(rewriter, loc, init);
  return linalg::BroadcastOp::create(rewriter, loc, bias, destination, added)
      ->getResult(0);
}

static Value setOperands(linalg::LinalgOp op, RewriterBase &rewriter,
                         const ChannelLinearForm &form, Value filter,
                         Value bias) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  OpOperand *init = op.getDpsInitOperand(0);
  Value newInit =
      bias ? broadcastBias(rewriter, op.getLoc(), form, bias, init->get())
           : Value();
  rewriter.modifyOpInPlace(op, [&] {
    if (filter)
      form.filter->set(filter);
    if (newInit)
      init->set(newInit);
  });
  return form.result;
}

/// The same op with other operands, on a destination that holds zeros.
static Operation *cloneOp(linalg::LinalgOp op, RewriterBase &rewriter,
                          Value input, Value filter, OpResult like) {
  OpBuilder::InsertionGuard guard(rewriter);
  Location loc = op.getLoc();
  // The destination of `like`: its own contents would keep `like` alive.
  auto dps = cast<DestinationStyleOpInterface>(like.getOwner());
  Value destination =
      getDestination(rewriter, loc, dps.getTiedOpOperand(like)->get());
  Type elementType = getElementTypeOrSelf(like.getType());
  Value zero = arith::ConstantOp::create(rewriter, loc,
                                         rewriter.getZeroAttr(elementType));
  Value init =
      linalg::FillOp::create(rewriter, loc, zero, destination)->getResult(0);
  auto clone = cast<linalg::LinalgOp>(rewriter.clone(*op));
  const unsigned filterNumber = pickFilter(op)->getOperandNumber();
  rewriter.modifyOpInPlace(clone, [&] {
    clone->setOperand(filterNumber, filter);
    clone->setOperand(filterNumber == 0 ? 1 : 0, input);
    clone.getDpsInitOperand(0)->set(init);
    clone->getResult(0).setType(like.getType());
  });
  return clone;
}

namespace {
template <typename Op>
struct AbsorbIntoLinalgOp final
    : ChannelLinearOpInterface::ExternalModel<AbsorbIntoLinalgOp<Op>, Op> {
  FailureOr<ChannelLinearForm> getChannelLinearForm(Operation *op,
                                                    std::string &why) const {
    return getForm(cast<linalg::LinalgOp>(op), why);
  }
  Value setFilterAndBias(Operation *op, RewriterBase &rewriter,
                         const ChannelLinearForm &form, Value filter,
                         Value bias) const {
    return setOperands(cast<linalg::LinalgOp>(op), rewriter, form, filter,
                       bias);
  }
  Operation *cloneWithChannels(Operation *op, RewriterBase &rewriter,
                               Value input, Value filter, OpResult like) const {
    return cloneOp(cast<linalg::LinalgOp>(op), rewriter, input, filter, like);
  }
};
} // namespace

void ascend::attachLinalgChannelLinearModels(MLIRContext *context) {
  attachToStructuredOps<AbsorbIntoLinalgOp>(context);
}
