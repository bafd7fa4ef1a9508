//===- Matmul.cpp - Matrix multiplications of linalg ----------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "../Utils/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::ascend;

/// The input of a transpose of the last two dims, or null.
static Value lookThroughTranspose(Value value) {
  Value input;
  SmallVector<int64_t> permutation;
  if (auto op = value.getDefiningOp<linalg::TransposeOp>()) {
    input = op.getInput();
    permutation.assign(op.getPermutation().begin(), op.getPermutation().end());
  } else if (auto op = value.getDefiningOp<TransposeOp>()) {
    input = op.getInput();
    permutation.assign(op.getPermutation().begin(), op.getPermutation().end());
  }
  const size_t rank = permutation.size();
  if (rank < 2)
    return nullptr;
  std::swap(permutation[rank - 1], permutation[rank - 2]);
  return isIdentityPermutation(permutation) ? input : Value();
}

/// Whether the body adds the product of the two inputs to the result and does
/// nothing else.
static bool isSumOfProducts(linalg::LinalgOp op) {
  Block *block = op.getBlock();
  auto yield = dyn_cast<linalg::YieldOp>(block->getTerminator());
  if (!yield || yield.getNumOperands() != 1 || block->getNumArguments() != 3)
    return false;
  auto isOf = [](Operation *op, Value a, Value b) {
    return (op->getOperand(0) == a && op->getOperand(1) == b) ||
           (op->getOperand(0) == b && op->getOperand(1) == a);
  };
  auto sum = yield.getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!sum)
    return false;
  Value out = block->getArgument(2);
  auto product = sum.getLhs().getDefiningOp<arith::MulFOp>();
  if (!product)
    product = sum.getRhs().getDefiningOp<arith::MulFOp>();
  return product && isOf(sum, product, out) &&
         isOf(product, block->getArgument(0), block->getArgument(1));
}

/// Whether a map has the batch loops, in order, then `row` and `column`; or,
/// and this is the result, the other way round.
static std::optional<bool> isTransposed(AffineMap map, ArrayRef<unsigned> batch,
                                        unsigned row, unsigned column) {
  SmallVector<unsigned> plain(batch), swapped(batch);
  plain.append({row, column});
  swapped.append({column, row});
  SmallVector<unsigned> loops;
  for (AffineExpr expr : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim)
      return std::nullopt;
    loops.push_back(dim.getPosition());
  }
  if (loops == plain)
    return false;
  if (loops == swapped)
    return true;
  return std::nullopt;
}

namespace {
struct MatmulForm {
  Value lhs, rhs;
  bool transposeLhs, transposeRhs;
  int64_t rank;
};

/// IN:  %t = linalg.transpose ins(%w) permutation = [1, 0]
///      %y = linalg.matmul ins(%x, %t) outs(0)
///  ⇒
/// OUT: %y = ascend.matmul ins(%x, %w) transpose_rhs
/// A destination that is broadcast along the rows is the bias; any other one
/// is added to the result.
struct ConvertMatmul final : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    StringRef why;
    std::optional<MatmulForm> form = getForm(op, why);
    if (!form)
      return rewriter.notifyMatchFailure(op, why);
    Location loc = op.getLoc();
    Value old = op.getDpsInitOperand(0)->get();
    Accumulator accumulator = getAccumulator(old, {form->rank - 1});
    Value init = createEmptyLike(rewriter, loc, old);
    Value bias = accumulator.kind == Accumulator::Kind::Bias
                     ? accumulator.source
                     : Value();
    Value result =
        MatmulOp::create(rewriter, loc, init.getType(), form->lhs, form->rhs,
                         bias, /*residual=*/Value(), init, form->transposeLhs,
                         form->transposeRhs, /*epilogue=*/ArrayAttr())
            .getResult();
    if (accumulator.kind == Accumulator::Kind::Other)
      result =
          EltwiseOp::create(rewriter, loc, init.getType(), EltwiseKind::Add,
                            result, old, init, ArrayAttr())
              .getResult();
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  static std::optional<MatmulForm> getForm(linalg::LinalgOp op,
                                           StringRef &why) {
    if (!linalg::isaContractionOpInterface(op) ||
        !op.hasPureTensorSemantics() || !isSumOfProducts(op)) {
      why = "not a contraction of tensors";
      return std::nullopt;
    }
    if (!getCommonElementType(op->getOperands())) {
      why = kElementType;
      return std::nullopt;
    }
    FailureOr<linalg::ContractionDimensions> dims =
        linalg::inferContractionDims(op);
    if (failed(dims) || dims->m.size() != 1 || dims->n.size() != 1 ||
        dims->k.size() != 1) {
      why = "not one row, column and summed loop";
      return std::nullopt;
    }
    const unsigned m = dims->m[0], n = dims->n[0], k = dims->k[0];
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    std::optional<bool> lhs = isTransposed(maps[0], dims->batch, m, k);
    std::optional<bool> rhs = isTransposed(maps[1], dims->batch, k, n);
    std::optional<bool> result = isTransposed(maps[2], dims->batch, m, n);
    if (!lhs || !rhs || !result || *result) {
      why = "operands in another order than batch, rows, columns";
      return std::nullopt;
    }
    MatmulForm form{op.getDpsInputOperand(0)->get(),
                    op.getDpsInputOperand(1)->get(), *lhs, *rhs,
                    maps[2].getNumResults()};
    if (Value input = lookThroughTranspose(form.lhs)) {
      form.lhs = input;
      form.transposeLhs = !form.transposeLhs;
    }
    if (Value input = lookThroughTranspose(form.rhs)) {
      form.rhs = input;
      form.transposeRhs = !form.transposeRhs;
    }
    return form;
  }
};
} // namespace

void ascend::populateLinalgMatmulPatterns(RewritePatternSet &patterns,
                                          PatternBenefit benefit) {
  patterns.add<ConvertMatmul>(patterns.getContext(), benefit);
}
