//===- AscendFuseEpilogue.cpp - Fuse into the op before -------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitGated.h"

#include "AscendFold/Dialect/Ascend/Transforms/Passes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#include "llvm/ADT/TypeSwitch.h"

#define DEBUG_TYPE "ascend-fuse-epilogue"

namespace mlir::ascend {
#define GEN_PASS_DEF_ASCENDFUSEEPILOGUEPASS
#include "AscendFold/Dialect/Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

//===----------------------------------------------------------------------===//
// What all fusions share
//===----------------------------------------------------------------------===//

static ArrayRef<Attribute> getSteps(EpilogueOpInterface op) {
  ArrayAttr steps = op.getEpilogueAttr();
  return steps ? steps.getValue() : ArrayRef<Attribute>();
}

/// The op with an epilogue that computes `value`, if `reader` alone sees the
/// value and returns one of the same type.
static EpilogueOpInterface getProducer(Value value, Operation *reader) {
  auto producer = value.getDefiningOp<EpilogueOpInterface>();
  if (!producer || !value.hasOneUse() ||
      value.getType() != reader->getResult(0).getType())
    return {};
  return producer;
}

/// Whether `producer` can read `value`, where it is or just before `reader`,
/// which reads both.
static bool canRead(Operation *producer, Value value, Operation *reader) {
  return producer->getBlock() == reader->getBlock() ||
         DominanceInfo().properlyDominates(value, producer);
}

/// Moves `producer` down to `reader`, its only reader, unless it can read
/// `value` where it is.
static void moveBehind(RewriterBase &rewriter, Operation *producer, Value value,
                       Operation *reader) {
  if (!DominanceInfo().properlyDominates(value, producer))
    rewriter.moveOpBefore(producer, reader);
}

/// Appends steps to the epilogue of `producer`, which takes the place of
/// `reader`; `change` is what else there is to do.
static void fuse(
    RewriterBase &rewriter, EpilogueOpInterface producer, Operation *reader,
    ArrayRef<Attribute> newSteps, function_ref<void()> change = [] {}) {
  SmallVector<Attribute> steps(getSteps(producer));
  llvm::append_range(steps, newSteps);
  rewriter.modifyOpInPlace(producer, [&] {
    if (!steps.empty())
      producer.setEpilogueAttr(rewriter.getArrayAttr(steps));
    change();
  });
  rewriter.replaceOp(reader, producer->getResults());
}

/// The other operand of the addition or multiplication.
static Value getOther(EltwiseOp op, Value operand) {
  return operand == op.getLhs() ? op.getRhs() : op.getLhs();
}

/// The step that the op is in an epilogue, if there is one.
static Attribute getResidualStep(EltwiseOp op) {
  switch (op.getKind()) {
  case EltwiseKind::Add:
    return ResidualAttr::get(op.getContext());
  case EltwiseKind::Mul:
    return GateAttr::get(op.getContext());
  default:
    return {};
  }
}

static LogicalResult matchTensors(EltwiseOp op, PatternRewriter &rewriter) {
  if (op->getNumResults() == 0)
    return rewriter.notifyMatchFailure(op, "is on buffers");
  if (op.getLhs() == op.getRhs())
    return rewriter.notifyMatchFailure(op, "combines a value with itself");
  return success();
}

/// The dim of the channel in the result of an op that can have a bias and has
/// none; nothing may come between the sum and the bias.
static std::optional<int64_t> getBiasDim(EpilogueOpInterface op) {
  const int64_t rank = cast<ShapedType>(op->getResult(0).getType()).getRank();
  if (!getSteps(op).empty())
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, std::optional<int64_t>>(op)
      .Case([&](ConvOp conv) -> std::optional<int64_t> {
        if (conv.getBias() || conv.hasBatchNorm() ||
            conv.getLayout() == Layout::NC1HWC0)
          return std::nullopt;
        return getChannelDim(conv.getLayout(), rank);
      })
      .Case([&](MatmulOp matmul) -> std::optional<int64_t> {
        if (matmul.getBias())
          return std::nullopt;
        return rank - 1;
      })
      .Default(std::nullopt);
}

/// Whether `value` has an element for each channel of `type` and is the same in
/// all other dims.
static bool isChannelVector(Value value, RankedTensorType type, int64_t dim) {
  auto own = cast<RankedTensorType>(value.getType());
  if (!own.hasStaticShape() || own.getRank() != type.getRank() ||
      own.getDimSize(dim) != type.getDimSize(dim))
    return false;
  return own.getNumElements() == own.getDimSize(dim);
}

/// `value`, all of whose dims but one are 1, as a vector.
static Value createVector(RewriterBase &rewriter, Value value) {
  auto expand = value.getDefiningOp<tensor::ExpandShapeOp>();
  if (expand && expand.getSrcType().getRank() == 1)
    return expand.getSrc();
  auto type = cast<RankedTensorType>(value.getType());
  auto all = llvm::to_vector<2>(llvm::seq<int64_t>(0, type.getRank()));
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointAfterValue(value);
  return tensor::CollapseShapeOp::create(rewriter, value.getLoc(), value,
                                         ArrayRef<ReassociationIndices>(all));
}

namespace {
//===----------------------------------------------------------------------===//
// Activation
//===----------------------------------------------------------------------===//

/// IN:  %0 = op … epilogue [a], %1 = ascend.activation ins(%0) epilogue [b]
/// OUT: %1 = op … epilogue [a, b]
struct FuseActivation final : OpRewritePattern<ActivationOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ActivationOp op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() == 0)
      return rewriter.notifyMatchFailure(op, "is on buffers");
    EpilogueOpInterface producer = getProducer(op.getInput(), op);
    if (!producer)
      return rewriter.notifyMatchFailure(
          op, "is not the only reader of an op with an epilogue");
    if (getSteps(producer).size() + op.getEpilogue().size() > kMaxEpilogueSteps)
      return rewriter.notifyMatchFailure(op, "epilogue would be too long");
    fuse(rewriter, producer, op, op.getEpilogue().getValue());
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Bias
//===----------------------------------------------------------------------===//

/// IN:  %0 = ascend.conv ins(%x, %w)
///      %1 = ascend.eltwise add ins(%0, %c : …, tensor<1xCx1x1>) epilogue [a]
/// OUT: %b = tensor.collapse_shape %c : … into tensor<C>
///      %1 = ascend.conv ins(%x, %w) bias(%b) epilogue [a]
struct FuseBias final : OpRewritePattern<EltwiseOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(EltwiseOp op,
                                PatternRewriter &rewriter) const override {
    if (failed(matchTensors(op, rewriter)))
      return failure();
    if (op.getKind() != EltwiseKind::Add)
      return rewriter.notifyMatchFailure(op, "is not an addition");
    for (Value operand : {op.getLhs(), op.getRhs()}) {
      Value vector = getOther(op, operand);
      EpilogueOpInterface producer = getProducer(operand, op);
      std::optional<int64_t> dim =
          producer ? getBiasDim(producer) : std::nullopt;
      if (!dim || !canRead(producer, vector, op) ||
          !isChannelVector(vector, cast<RankedTensorType>(operand.getType()),
                           *dim))
        continue;
      moveBehind(rewriter, producer, vector, op);
      Value bias = createVector(rewriter, vector);
      fuse(rewriter, producer, op, getSteps(op), [&] {
        llvm::TypeSwitch<Operation *>(producer).Case<ConvOp, MatmulOp>(
            [&](auto owner) { owner.getBiasMutable().assign(bias); });
      });
      return success();
    }
    return rewriter.notifyMatchFailure(
        op, "does not add a value for each channel to a conv or matmul that "
            "has no bias and no epilogue and no other reader");
  }
};

//===----------------------------------------------------------------------===//
// Residual
//===----------------------------------------------------------------------===//

/// IN:  %0 = op … epilogue [a]
///      %1 = ascend.eltwise add ins(%0, %r) epilogue [b]
/// OUT: %1 = op … residual(%r) epilogue [a, #ascend.residual, b]
///
/// The same for a multiplication, as #ascend.gate: a conv or matmul has one
/// residual, which is added or multiplied.
///
/// Of two candidates, the later one takes the other: it need not move.
struct FuseResidual final : OpRewritePattern<EltwiseOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(EltwiseOp op,
                                PatternRewriter &rewriter) const override {
    if (failed(matchTensors(op, rewriter)))
      return failure();
    Attribute step = getResidualStep(op);
    if (!step)
      return rewriter.notifyMatchFailure(
          op, "is neither an addition nor a multiplication");
    auto type = cast<RankedTensorType>(op.getResult().getType());
    if (!type.hasStaticShape() || op.getLhs().getType() != type ||
        op.getRhs().getType() != type)
      return rewriter.notifyMatchFailure(op, "may broadcast an operand");
    EpilogueOpInterface producer = choose(op);
    if (!producer)
      return rewriter.notifyMatchFailure(
          op, "has no operand that an op without a residual computes for this "
              "op only, or its epilogue would be too long");

    Value residual = getOther(op, producer->getResult(0));
    moveBehind(rewriter, producer, residual, op);
    SmallVector<Attribute> steps = {step};
    llvm::append_range(steps, getSteps(op));
    fuse(rewriter, producer, op, steps,
         [&] { producer.setEpilogueResidual(residual); });
    return success();
  }

private:
  static EpilogueOpInterface choose(EltwiseOp op) {
    EpilogueOpInterface chosen;
    for (Value operand : {op.getLhs(), op.getRhs()}) {
      EpilogueOpInterface producer = getProducer(operand, op);
      if (!producer || !producer.acceptsResidual() ||
          producer.getEpilogueResidual() ||
          !canRead(producer, getOther(op, operand), op) ||
          getSteps(producer).size() + 1 + getSteps(op).size() >
              kMaxEpilogueSteps)
        continue;
      if (!chosen || (chosen->getBlock() == producer->getBlock() &&
                      chosen->isBeforeInBlock(producer)))
        chosen = producer;
    }
    return chosen;
  }
};

//===----------------------------------------------------------------------===//
// Reshapes in between
//===----------------------------------------------------------------------===//

/// IN:  %1 = tensor.collapse_shape %0, %2 = op ins(%1, %c)
/// OUT: %d = tensor.expand_shape %c, %1 = op ins(%0, %d)
///      %2 = tensor.collapse_shape %1
///
/// The same for an expand_shape. %0 is of an op with an epilogue, `op` an
/// addition, a multiplication or an activation.
template <typename ReshapeOp>
struct SinkReshape final : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern<ReshapeOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(ReshapeOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getResultType(), source = op.getSrcType();
    auto producer = op.getSrc().template getDefiningOp<EpilogueOpInterface>();
    if (!producer || !op.getSrc().hasOneUse() || !op->hasOneUse())
      return rewriter.notifyMatchFailure(
          op, "is not the only reader of an op with an epilogue, or has not "
              "one reader");
    if (!type.hasStaticShape() || !source.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "has an extent that is unknown");
    Operation *reader = *op->user_begin();
    if (!canSinkBelow(reader, producer) ||
        !llvm::all_of(reader->getOperandTypes(),
                      [&](Type other) { return other == type; }))
      return rewriter.notifyMatchFailure(
          op,
          "reader is no addition, multiplication or activation of tensors of "
          "this type");

    for (OpOperand &operand : reader->getOpOperands()) {
      Value value = operand.get() == op.getResult()
                        ? op.getSrc()
                        : createInverse(rewriter, op, operand.get());
      rewriter.modifyOpInPlace(reader, [&] { operand.set(value); });
    }
    rewriter.modifyOpInPlace(reader,
                             [&] { reader->getResult(0).setType(source); });
    rewriter.setInsertionPointAfter(reader);
    Operation *sunk = rewriter.clone(*op);
    rewriter.replaceAllUsesExcept(reader->getResult(0), sunk->getResult(0),
                                  sunk);
    rewriter.modifyOpInPlace(
        sunk, [&] { sunk->setOperand(0, reader->getResult(0)); });
    rewriter.eraseOp(op);
    return success();
  }

private:
  static bool canSinkBelow(Operation *reader, EpilogueOpInterface producer) {
    auto eltwise = dyn_cast<EltwiseOp>(reader);
    return isa<ActivationOp>(reader) ||
           (eltwise && producer.acceptsResidual() && getResidualStep(eltwise));
  }

  /// What the reshape would turn into `value`.
  static Value createInverse(RewriterBase &rewriter, ReshapeOp op,
                             Value value) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointAfterValue(value);
    if (value.getDefiningOp<tensor::EmptyOp>())
      return createEmpty(rewriter, value.getLoc(), op.getSrcType());
    using InverseOp =
        std::conditional_t<std::is_same_v<ReshapeOp, tensor::ExpandShapeOp>,
                           tensor::CollapseShapeOp, tensor::ExpandShapeOp>;
    return InverseOp::create(rewriter, value.getLoc(), op.getSrcType(), value,
                             op.getReassociationIndices());
  }
};

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

struct AscendFuseEpiloguePass final
    : ascend::impl::AscendFuseEpiloguePassBase<AscendFuseEpiloguePass> {
  using AscendFuseEpiloguePassBase::AscendFuseEpiloguePassBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    set.add<FuseActivation>(context);
    set.add<FuseBias>(context, /*benefit=*/2);
    set.add<FuseResidual>(context);
    populateSplitGatedPatterns(set);
    set.add<SinkReshape<tensor::CollapseShapeOp>,
            SinkReshape<tensor::ExpandShapeOp>>(context);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    GreedyRewriteConfig config;
    config.enableFolding(false).enableConstantCSE(false);
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    if (failed(applyPatternsGreedily(getOperation(), patterns, config)))
      signalPassFailure();
  }

  FrozenRewritePatternSet patterns;
};
} // namespace
