//===- AscendAssignLayouts.cpp - One layout for all -----------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutAssignment.h"

#include "AscendFold/Dialect/Ascend/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#include "llvm/ADT/TypeSwitch.h"

#define DEBUG_TYPE "ascend-assign-layouts"

namespace mlir::ascend {
#define GEN_PASS_DEF_ASCENDASSIGNLAYOUTSPASS
#include "AscendFold/Dialect/Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

static RankedTensorType permuteType(Type type, ArrayRef<int64_t> permutation) {
  auto ranked = cast<RankedTensorType>(type);
  return ranked.clone(applyPermutation(ranked.getShape(), permutation));
}

/// The extents of a tensor; those of a `tensor.empty` are its operands.
static SmallVector<OpFoldResult> getSizes(OpBuilder &builder, Value value) {
  if (auto empty = value.getDefiningOp<tensor::EmptyOp>())
    return empty.getMixedSizes();
  return tensor::getMixedSizes(builder, value.getLoc(), value);
}

static Value createEmptyLike(OpBuilder &builder, Value init,
                             ArrayRef<int64_t> permutation) {
  SmallVector<OpFoldResult> sizes = getSizes(builder, init);
  applyPermutationToVector(sizes, permutation);
  return tensor::EmptyOp::create(
      builder, init.getLoc(), sizes,
      cast<RankedTensorType>(init.getType()).getElementType());
}

//===----------------------------------------------------------------------===//
// Permute a value
//===----------------------------------------------------------------------===//

/// Each dim that is not 1 with the dims of 1 behind it, the first with those in
/// front of it as well.
static SmallVector<ReassociationIndices>
groupUnitDims(ArrayRef<int64_t> shape) {
  SmallVector<ReassociationIndices> groups;
  bool hasOther = false;
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    if (groups.empty() || (extent != 1 && hasOther))
      groups.emplace_back();
    groups.back().push_back(dim);
    hasOther |= extent != 1;
  }
  return groups;
}

/// A permutation that moves dims of 1 only, without a copy.
static Value createReshape(OpBuilder &builder, Value value,
                           ArrayRef<int64_t> permutation) {
  auto type = cast<RankedTensorType>(value.getType());
  RankedTensorType result = permuteType(type, permutation);
  if (type == result)
    return value;
  Location loc = value.getLoc();
  SmallVector<OpFoldResult> sizes = getSizes(builder, value);
  applyPermutationToVector(sizes, permutation);
  Value collapsed = tensor::CollapseShapeOp::create(
      builder, loc, value, groupUnitDims(type.getShape()));
  return tensor::ExpandShapeOp::create(builder, loc, result, collapsed,
                                       groupUnitDims(result.getShape()), sizes);
}

/// The value with its dims permuted, computed where it is defined.
static Value createPermuted(OpBuilder &builder, Value value,
                            ArrayRef<int64_t> permutation) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(value);
  auto type = cast<RankedTensorType>(value.getType());
  if (isReshape(type.getShape(), permutation))
    return createReshape(builder, value, permutation);
  Value init = createEmptyLike(builder, value, permutation);
  return TransposeOp::create(builder, value.getLoc(), init.getType(), value,
                             init, permutation)
      .getResult();
}

//===----------------------------------------------------------------------===//
// Permute an op
//===----------------------------------------------------------------------===//

namespace {
/// Creates ops with permuted dims: dim i of an operand was dim `operands[i]`,
/// dim i of the result was dim `result[i]`.
class PermutedOpBuilder {
public:
  PermutedOpBuilder(RewriterBase &rewriter, ArrayRef<int64_t> operands,
                    ArrayRef<int64_t> result)
      : rewriter(rewriter), operands(operands), result(result) {}

  Value create(Operation *op, ArrayRef<Value> inputs) {
    return llvm::TypeSwitch<Operation *, Value>(op)
        .Case<TransposeOp, tensor::CastOp, tensor::CollapseShapeOp,
              tensor::ExpandShapeOp, tensor::ExtractSliceOp, tensor::PadOp>(
            [&](auto op) { return create(op, inputs.front()); })
        .Default(
            [&](Operation *op) { return createOnDestination(op, inputs); });
  }

private:
  Value create(TransposeOp op, Value input) {
    SmallVector<int64_t> permutation =
        applyPermutation(op.getPermutation(), result);
    SmallVector<int64_t> inverse = invertPermutationVector(operands);
    for (int64_t &dim : permutation)
      dim = inverse[dim];
    if (isIdentityPermutation(permutation))
      return castTo(input, op.getResult().getType());
    Value init = createEmptyLike(rewriter, op.getInit(), result);
    return TransposeOp::create(rewriter, op.getLoc(), init.getType(), input,
                               init, permutation)
        .getResult();
  }

  Value create(tensor::CastOp op, Value input) {
    return castTo(input, op.getType());
  }

  Value castTo(Value input, Type type) {
    RankedTensorType permuted = permuteType(type, result);
    if (input.getType() == permuted)
      return input;
    return tensor::CastOp::create(rewriter, input.getLoc(), permuted, input);
  }

  /// Groups of consecutive dims, in a permuted order.
  static SmallVector<ReassociationIndices>
  permuteGroups(ArrayRef<ReassociationIndices> groups,
                ArrayRef<int64_t> permutation) {
    SmallVector<ReassociationIndices> permuted;
    int64_t next = 0;
    for (int64_t dim : permutation) {
      ReassociationIndices &group = permuted.emplace_back();
      for (size_t i = 0; i < groups[dim].size(); ++i)
        group.push_back(next++);
    }
    return permuted;
  }

  Value create(tensor::CollapseShapeOp op, Value input) {
    return tensor::CollapseShapeOp::create(
        rewriter, op.getLoc(), permuteType(op.getType(), result), input,
        permuteGroups(op.getReassociationIndices(), result));
  }

  Value create(tensor::ExpandShapeOp op, Value input) {
    SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
    applyPermutationToVector(sizes, result);
    return tensor::ExpandShapeOp::create(
        rewriter, op.getLoc(), permuteType(op.getType(), result), input,
        permuteGroups(op.getReassociationIndices(), operands), sizes);
  }

  Value create(tensor::ExtractSliceOp op, Value input) {
    SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
    SmallVector<OpFoldResult> sizes = op.getMixedSizes();
    SmallVector<OpFoldResult> strides = op.getMixedStrides();
    for (auto *numbers : {&offsets, &sizes, &strides})
      applyPermutationToVector(*numbers, result);
    return tensor::ExtractSliceOp::create(rewriter, op.getLoc(),
                                          permuteType(op.getType(), result),
                                          input, offsets, sizes, strides);
  }

  Value create(tensor::PadOp op, Value input) {
    SmallVector<OpFoldResult> low = op.getMixedLowPad();
    SmallVector<OpFoldResult> high = op.getMixedHighPad();
    applyPermutationToVector(low, result);
    applyPermutationToVector(high, result);
    auto permuted = tensor::PadOp::create(rewriter, op.getLoc(),
                                          permuteType(op.getType(), result),
                                          input, low, high, op.getNofold());
    rewriter.cloneRegionBefore(op.getRegion(), permuted.getRegion(),
                               permuted.getRegion().end());
    return permuted;
  }

  Value createOnDestination(Operation *op, ArrayRef<Value> inputs) {
    Operation *permuted = rewriter.clone(*op);
    for (auto [operand, input] :
         llvm::zip_equal(getOrderedOperands(permuted), inputs))
      operand->set(input);
    OpOperand &init =
        *cast<DestinationStyleOpInterface>(permuted).getDpsInitOperand(0);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(permuted);
    init.set(createEmptyLike(rewriter, init.get(), result));
    permuted->getResult(0).setType(init.get().getType());
    permuteAxes(permuted);
    return permuted->getResult(0);
  }

  void permuteAxes(Operation *op) {
    SmallVector<int64_t> inverse = invertPermutationVector(operands);
    llvm::TypeSwitch<Operation *>(op)
        .Case<ConcatOp, SoftmaxOp>(
            [&](auto op) { op.setAxis(inverse[op.getAxis()]); })
        .Case([&](ReduceOp op) {
          SmallVector<int64_t> axes = llvm::map_to_vector(
              op.getAxes(), [&](int64_t axis) { return inverse[axis]; });
          llvm::sort(axes);
          op.setAxes(axes);
        })
        .Case([&](FeatureMapOpInterface op) {
          op.setLayout(op.getLayout() == Layout::NHWC ? Layout::NCHW
                                                      : Layout::NHWC);
        });
  }

  RewriterBase &rewriter;
  ArrayRef<int64_t> operands;
  ArrayRef<int64_t> result;
};

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Carries out a decision.
class LayoutRewriter {
public:
  LayoutRewriter(RewriterBase &rewriter, const LayoutAssignment &assignment)
      : rewriter(rewriter), assignment(assignment) {}

  void run() {
    for (auto &[op, entry] : assignment.getOps())
      if (entry.flipsOperands() || entry.flipsResult())
        rewrite(op, entry);
    // Old readers are gone when the turn of what they read comes. Nothing is
    // erased before, as `flipped` knows values by their address.
    for (auto &[op, entry] : llvm::reverse(assignment.getOps())) {
      if (entry.flipsResult())
        replace(op->getResult(0), entry.result);
      if (entry.flipsOperands() || entry.flipsResult())
        erase(op);
    }
  }

private:
  void rewrite(Operation *op, const OrderedOp &entry) {
    Value old = op->getResult(0);
    SmallVector<int64_t> result =
        getPermutation(old, entry.result, entry.flipsResult());
    SmallVector<int64_t> operands = result;
    SmallVector<Value> inputs;
    for (OpOperand *operand : getOrderedOperands(op)) {
      operands =
          getPermutation(operand->get(), entry.operands, entry.flipsOperands());
      inputs.push_back(entry.flipsOperands()
                           ? getFlipped(operand->get(), entry.operands)
                           : operand->get());
    }
    rewriter.setInsertionPoint(op);
    Value value =
        PermutedOpBuilder(rewriter, operands, result).create(op, inputs);
    if (entry.flipsResult())
      flipped[{old, getKey(entry.result)}] = value;
    else
      rewriter.replaceAllUsesWith(old, value);
  }

  /// What still reads an old result reads the new one, permuted back.
  void replace(Value old, DimOrder order) {
    Value value = flipped.lookup({old, getKey(order)});
    replaceExtents(old, value, order);
    if (!old.use_empty())
      rewriter.replaceAllUsesWith(old, flip(value, order.getOther()));
  }

  static SmallVector<int64_t> getPermutation(Value value, DimOrder order,
                                             bool flips) {
    const int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
    return flips ? getFlip(order, rank)
                 : llvm::to_vector(llvm::seq<int64_t>(0, rank));
  }

  Value flip(Value value, DimOrder order) {
    return createPermuted(rewriter, value, getPermutation(value, order, true));
  }

  Value getFlipped(Value value, DimOrder order) {
    Value &known = flipped[{value, getKey(order)}];
    if (!known)
      known = flip(value, order);
    return known;
  }

  static int64_t getKey(DimOrder order) {
    return 2 * order.numChannelDims + order.channelsLast;
  }

  /// Takes extents of `old` from `value`, which has its dims permuted.
  void replaceExtents(Value old, Value value, DimOrder order) {
    SmallVector<int64_t> inverse =
        invertPermutationVector(getPermutation(old, order, true));
    for (Operation *user : llvm::make_early_inc_range(old.getUsers())) {
      auto dim = dyn_cast<tensor::DimOp>(user);
      std::optional<int64_t> index =
          dim ? dim.getConstantIndex() : std::nullopt;
      if (!index || *index < 0 ||
          *index >= static_cast<int64_t>(inverse.size()))
        continue;
      rewriter.setInsertionPoint(dim);
      rewriter.replaceOpWithNewOp<tensor::DimOp>(dim, value, inverse[*index]);
    }
  }

  /// Erases an op, and destinations and their extents that only it had.
  void erase(Operation *op) {
    SmallVector<Operation *> worklist = {op};
    while (!worklist.empty()) {
      Operation *next = worklist.pop_back_val();
      llvm::SmallSetVector<Operation *, 4> defs;
      for (Value operand : next->getOperands())
        if (Operation *def = operand.getDefiningOp())
          defs.insert(def);
      rewriter.eraseOp(next);
      for (Operation *def : defs)
        if (def->use_empty() && (isa<tensor::EmptyOp, tensor::DimOp>(def) ||
                                 def->hasTrait<OpTrait::ConstantLike>()))
          worklist.push_back(def);
    }
  }

  RewriterBase &rewriter;
  const LayoutAssignment &assignment;
  llvm::DenseMap<std::pair<Value, int64_t>, Value> flipped;
};

struct AscendAssignLayoutsPass final
    : ascend::impl::AscendAssignLayoutsPassBase<AscendAssignLayoutsPass> {
  using AscendAssignLayoutsPassBase::AscendAssignLayoutsPassBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    tensor::CollapseShapeOp::getCanonicalizationPatterns(set, context);
    tensor::ExpandShapeOp::getCanonicalizationPatterns(set, context);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    LayoutAssignment assignment(getOperation(), layout);
    IRRewriter rewriter(&getContext());
    LayoutRewriter(rewriter, assignment).run();
    // A reshape behind another one is one reshape, or none.
    SmallVector<Operation *> reshapes;
    getOperation()->walk([&](Operation *op) {
      if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
        reshapes.push_back(op);
    });
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
    (void)applyOpPatternsGreedily(reshapes, patterns, config);
  }

  FrozenRewritePatternSet patterns;
};
} // namespace
