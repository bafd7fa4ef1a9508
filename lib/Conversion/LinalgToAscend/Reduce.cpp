//===- Reduce.cpp - Reductions of linalg ----------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "../Utils/Tensors.h"

#include "AscendFold/Analysis/ConstantEvaluator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::ascend;

/// The combiner of a body that does nothing else. One that says that NaN does
/// not count is none: kernels leave that open.
static std::optional<ReduceKind> getKind(linalg::LinalgOp op) {
  auto yield = dyn_cast<linalg::YieldOp>(op.getBlock()->getTerminator());
  if (!yield || yield.getNumOperands() != 1)
    return std::nullopt;
  Operation *combiner = yield.getOperand(0).getDefiningOp();
  BlockArgument in = op.getMatchingBlockArgument(op.getDpsInputOperand(0));
  BlockArgument out = op.getMatchingBlockArgument(op.getDpsInitOperand(0));
  if (!combiner || combiner->getNumOperands() != 2 ||
      !llvm::is_contained(combiner->getOperands(), in) ||
      !llvm::is_contained(combiner->getOperands(), out))
    return std::nullopt;
  using Result = std::optional<ReduceKind>;
  return llvm::TypeSwitch<Operation *, Result>(combiner)
      .Case([](arith::AddFOp) { return ReduceKind::Sum; })
      .Case([](arith::MaximumFOp) { return ReduceKind::Max; })
      .Case([](arith::MinimumFOp) { return ReduceKind::Min; })
      .Default([](Operation *) { return std::nullopt; });
}

static bool isNeutral(ReduceKind kind, double value, Type elementType) {
  if (kind == ReduceKind::Sum)
    return value == 0.0;
  return isLowest(kind == ReduceKind::Max ? value : -value, elementType);
}

/// Whether the result has the other loops, all of them in order, and is indexed
/// by zero, if at all, where the reduced ones were.
static bool keepsOrder(linalg::LinalgOp op, AffineMap map,
                       ArrayRef<int64_t> shape) {
  if (getLoopShape(map, shape) == std::nullopt)
    return false;
  for (auto [i, type] : llvm::enumerate(op.getIteratorTypesArray()))
    if (map.isFunctionOfDim(i) != (type == utils::IteratorType::parallel))
      return false;
  const bool hasZeros = llvm::any_of(map.getResults(), [](AffineExpr expr) {
    return isa<AffineConstantExpr>(expr);
  });
  if (!hasZeros)
    return true;
  if (map.getNumResults() != map.getNumDims())
    return false;
  return llvm::all_of(llvm::enumerate(map.getResults()), [](auto entry) {
    auto dim = dyn_cast<AffineDimExpr>(entry.value());
    return !dim || dim.getPosition() == entry.index();
  });
}

namespace {
/// IN:  %y = linalg.reduce { arith.addf } ins(%x : tensor<1x8x7x7xf32>) outs(0)
///          dimensions = [2, 3]
///  ⇒
/// OUT: %s = ascend.reduce sum ins(%x) axes [2, 3] -> tensor<1x8x1x1xf32>
///      %y = tensor.collapse_shape %s [[0], [1, 2, 3]]
struct ConvertReduce final : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op.getNumDpsInputs() != 1 ||
        op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0)
      return rewriter.notifyMatchFailure(op, "not a reduction of one tensor");
    OpOperand *input = op.getDpsInputOperand(0);
    OpOperand *init = op.getDpsInitOperand(0);
    // A scalar result is reshaped from one of the rank of the input.
    FloatType elementType = getCommonElementType(input->get());
    if (!elementType || getElementTypeOrSelf(init->get()) != elementType)
      return rewriter.notifyMatchFailure(op, kElementType);
    std::optional<ReduceKind> kind = getKind(op);
    AffineMap map = op.getMatchingIndexingMap(init);
    if (!kind || !op.getMatchingIndexingMap(input).isIdentity() ||
        !keepsOrder(op, map, op.getShape(init)))
      return rewriter.notifyMatchFailure(op, "not a plain reduction");
    auto fill = init->get().getDefiningOp<linalg::FillOp>();
    std::optional<double> start =
        getUniformConstant(fill ? fill.getInputs()[0] : init->get());
    if (!start || !isNeutral(*kind, *start, elementType))
      return rewriter.notifyMatchFailure(
          op, "does not start from the neutral element");
    if (mayBeConstant(input->get()))
      return rewriter.notifyMatchFailure(op, "computes a constant");
    rewrite(op, *kind, input->get(), map, rewriter);
    return success();
  }

private:
  static void rewrite(linalg::LinalgOp op, ReduceKind kind, Value input,
                      AffineMap map, PatternRewriter &rewriter) {
    Location loc = op.getLoc();
    auto inputType = cast<RankedTensorType>(input.getType());
    auto resultType = cast<RankedTensorType>(op->getResult(0).getType());
    SmallVector<int64_t> axes, shape(inputType.getShape());
    SmallVector<Value> dims;
    // Groups of dims, with one of the result in each, for the collapse.
    SmallVector<ReassociationIndices> groups(1);
    bool hasKept = false;
    for (auto [i, type] : llvm::enumerate(op.getIteratorTypesArray())) {
      if (type == utils::IteratorType::reduction) {
        axes.push_back(i);
        shape[i] = 1;
      } else {
        if (hasKept)
          groups.emplace_back();
        hasKept = true;
        if (inputType.isDynamicDim(i))
          dims.push_back(tensor::DimOp::create(rewriter, loc, input, i));
      }
      groups.back().push_back(i);
    }
    Value init = createEmpty(
        rewriter, loc, RankedTensorType::get(shape, inputType.getElementType()),
        dims);
    Value result =
        ReduceOp::create(rewriter, loc, init.getType(), kind, input, init, axes)
            .getResult();
    if (resultType.getRank() != inputType.getRank()) {
      if (!hasKept)
        groups.clear();
      result = createCollapse(rewriter, loc, result, groups);
    }
    rewriter.replaceOp(op, result);
  }
};
} // namespace

void ascend::populateLinalgReducePatterns(RewritePatternSet &patterns,
                                          PatternBenefit benefit) {
  patterns.add<ConvertReduce>(patterns.getContext(), benefit);
}
