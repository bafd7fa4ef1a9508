//===- LinalgChannelAffine.cpp - Affine linalg ops ------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseStep.h"
#include "LinalgMaps.h"
#include "LinalgModels.h"

#include "AscendFold/Analysis/LinalgBody.h"
#include "AscendFold/Interfaces/ChannelAffineOpInterface.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::ascend;

//===----------------------------------------------------------------------===//
// Description
//===----------------------------------------------------------------------===//

/// The layout of a loop nest that accesses a tensor through `map`; nothing when
/// the access is not a (projected) permutation of loops and constants.
static std::optional<ChannelLayout> getLoopLayout(const ChannelLayout &layout,
                                                  AffineMap map,
                                                  ArrayRef<int64_t> ranges) {
  SmallVector<int64_t> sources(map.getNumDims(), -1);
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    if (auto loop = dyn_cast<AffineDimExpr>(expr)) {
      if (std::exchange(sources[loop.getPosition()], dim) != -1)
        return std::nullopt;
    } else if (!isa<AffineConstantExpr>(expr) || layout.hasChannels(dim)) {
      return std::nullopt;
    }
  }
  return layout.permute(sources, ranges);
}

/// The layout of the tensor that the loop nest stores through `map`.
static std::optional<ChannelLayout> getResultLayout(const ChannelLayout &loops,
                                                    AffineMap map) {
  if (!map.isPermutation())
    return std::nullopt;
  return loops.permute(
      llvm::map_to_vector(map.getResults(), [](AffineExpr expr) -> int64_t {
        return cast<AffineDimExpr>(expr).getPosition();
      }));
}

/// Whether every way from the tracked elements to a result or an effect leads
/// through `value`.
static bool isCut(Block &block, const LinalgBody &body, Value value) {
  llvm::SmallPtrSet<Value, 8> reached;
  for (BlockArgument argument : body.getTrackedArguments())
    if (argument != value)
      reached.insert(argument);
  for (Operation &op : block) {
    bool reads = false;
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        reads |= reached.contains(operand);
    });
    if (!reads)
      continue;
    if (op.hasTrait<OpTrait::IsTerminator>() || !isMemoryEffectFree(&op))
      return false;
    for (Value result : op.getResults())
      if (result != value)
        reached.insert(result);
  }
  return true;
}

static bool isFloatCast(Operation *op) {
  return isa<arith::ExtFOp, arith::TruncFOp>(op);
}

/// Notes the arithmetic on the tracked elements that `value` is made of, and
/// the types they pass through.
static void collectComputeOps(const LinalgBody &body, Value value,
                              ChannelAffineStep &step) {
  SmallVector<Value> worklist = {value};
  llvm::SmallPtrSet<Operation *, 8> seen;
  while (!worklist.empty()) {
    Operation *def = worklist.pop_back_val().getDefiningOp();
    if (!def || !body.dependsOnTracked(def->getResult(0)) ||
        !seen.insert(def).second)
      continue;
    step.numComputeOps += !isFloatCast(def);
    step.innerTypes.push_back(def->getResult(0).getType());
    llvm::append_range(worklist, def->getOperands());
  }
}

/// The widest element type, or none if some elements are no floats: those may
/// depend on every bit of the value.
static Type getWidestElementType(TypeRange types) {
  FloatType widest;
  for (Type type : types) {
    auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
    if (!element)
      return {};
    if (!widest || element.getWidth() > widest.getWidth())
      widest = element;
  }
  return widest;
}

namespace {
/// The furthest value of the body that is affine per channel and that all of
/// the tracked elements pass through.
struct Cut {
  Value value;
  SmallVector<double> scale, shift;
};
} // namespace

/// Whether one extf or truncf (or nothing) leads from one type to the other.
static bool isCastable(Type from, Type to) {
  return isa<FloatType>(from) && isa<FloatType>(to) &&
         (from == to ||
          from.getIntOrFloatBitWidth() != to.getIntOrFloatBitWidth());
}

static std::optional<Cut> findCut(linalg::LinalgOp op, LinalgBody &body,
                                  const ChannelLayout &loops,
                                  std::string &why) {
  Block &block = *op.getBlock();
  why = body.getFailureReason();
  std::optional<Cut> best;
  Type elementType = body.getTrackedArguments().front().getType();
  auto consider = [&](Value value) {
    AbstractValue abstract = body.lookup(value);
    if (!abstract.isAffine() || !isCastable(elementType, value.getType()) ||
        !isCut(block, body, value))
      return;
    auto scale = abstract.getScale().getPerChannel(loops, 1.0);
    auto shift = abstract.getShift().getPerChannel(loops, 0.0);
    if (failed(scale) || failed(shift)) {
      if (why.empty())
        why = "the scale or shift varies along a dimension that is not the "
              "channel";
      return;
    }
    best = Cut{value, std::move(*scale), std::move(*shift)};
  };
  // In a body that only yields what it reads, the argument is the cut.
  for (Value argument : body.getTrackedArguments())
    consider(argument);
  for (Operation &nested : block)
    for (Value result : nested.getResults())
      if (body.dependsOnTracked(result))
        consider(result);
  if (!best && why.empty())
    why = "other parts of its body read the result as well";
  return best;
}

/// The map through which every read of the tracked tensor goes.
static FailureOr<AffineMap> getTrackedAccess(linalg::LinalgOp op,
                                             const LinalgBody &body,
                                             std::string &why) {
  AffineMap access;
  for (BlockArgument argument : body.getTrackedArguments()) {
    AffineMap map =
        op.getMatchingIndexingMap(op.getMatchingOpOperand(argument));
    if (access && map != access) {
      why = "it reads the result through different indexing maps";
      return failure();
    }
    access = map;
  }
  if (!access) {
    why = "its indexing map is not a permutation";
    return failure();
  }
  return access;
}

/// Completes the description of an op that is affine from end to end.
static LogicalResult describeWhole(linalg::LinalgOp op, Value tracked,
                                   const ChannelLayout &loops, AffineMap access,
                                   ChannelAffineStep &step, std::string &why) {
  AffineMap written = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  std::optional<ChannelLayout> layout = getResultLayout(loops, written);
  if (!layout) {
    why = "the indexing map of its result is not a permutation";
    return failure();
  }
  step.layout = std::move(*layout);
  step.result = op->getResult(0);
  auto resultType = cast<RankedTensorType>(step.result.getType());
  auto trackedType = cast<RankedTensorType>(tracked.getType());
  step.isPointwise = access == written;
  step.isCast = resultType.getElementType() != trackedType.getElementType() &&
                resultType.getShape() == trackedType.getShape() &&
                access == written;
  return success();
}

static FailureOr<ChannelAffineStep> describe(linalg::LinalgOp op, Value tracked,
                                             const ChannelLayout &layout,
                                             ConstantEvaluator &evaluator,
                                             std::string &why) {
  why.clear();
  if (!op.hasPureTensorSemantics() || op->getNumResults() == 0 ||
      op.getNumParallelLoops() != op.getNumLoops()) {
    why = "it is not an elementwise op on tensors";
    return failure();
  }
  LinalgBody body(op, tracked, evaluator, &layout);
  FailureOr<AffineMap> access = getTrackedAccess(op, body, why);
  if (failed(access))
    return failure();
  std::optional<ChannelLayout> loops =
      getLoopLayout(layout, *access, body.getLoopRanges());
  if (!loops) {
    why = "its indexing map is not a permutation";
    return failure();
  }
  std::optional<Cut> cut = findCut(op, body, *loops, why);
  if (!cut)
    return failure();

  ChannelAffineStep step;
  step.provenAssertions = llvm::to_vector(body.getProvenAssertions());
  collectComputeOps(body, cut->value, step);
  step.observedType = getWidestElementType(op->getResultTypes());
  Operation *yield = op.getBlock()->getTerminator();
  step.isWhole = yield->getNumOperands() == 1 &&
                 yield->getOperand(0) == cut->value && !body.getEffect();
  if (step.isWhole) {
    if (failed(describeWhole(op, tracked, *loops, *access, step, why)))
      return failure();
  } else {
    step.result = cut->value;
    if (step.numComputeOps == 0) {
      if (why.empty())
        why = "it is not affine in the result";
      return failure();
    }
  }
  if (step.numComputeOps > 0) {
    step.scale = std::move(cut->scale);
    step.shift = std::move(cut->shift);
  }
  return step;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Whether the op, were its body to yield what it reads, would be the identity:
/// equal maps, up to dimensions of extent 1 that are read at index 0.
static bool isIdentityAccess(linalg::LinalgOp op, Value tracked) {
  if (tracked.getType() != op->getResult(0).getType())
    return false;
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(tracked.getType()).getShape();
  AffineMap written = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (OpOperand *operand : op.getDpsInputOperands()) {
    if (operand->get() != tracked || !op.payloadUsesValueFromOperand(operand))
      continue;
    AffineMap read = op.getMatchingIndexingMap(operand);
    return llvm::all_of(
        llvm::zip_equal(read.getResults(), written.getResults(), shape),
        [](auto access) {
          auto [readExpr, writtenExpr, extent] = access;
          return readExpr == writtenExpr || extent == 1;
        });
  }
  // Read through the destination: the maps are the same map.
  return true;
}

/// Erases what nothing uses any more from a body, last op first.
static void eraseDeadOps(RewriterBase &rewriter, Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      rewriter.eraseOp(&op);
}

/// IN:  linalg.generic ins(%x, %unused) … body reads the first only
/// OUT: linalg.generic ins(%x)
static linalg::GenericOp eraseUnusedInputs(RewriterBase &rewriter,
                                           linalg::GenericOp op) {
  const unsigned numInputs = op.getNumDpsInputs();
  auto isUsed = [&](unsigned i) {
    return !op.getBlock()->getArgument(i).use_empty();
  };
  SmallVector<AffineMap> maps;
  SmallVector<Value> inputs;
  llvm::BitVector erased(op.getBlock()->getNumArguments());
  for (auto [i, map] : llvm::enumerate(op.getIndexingMapsArray())) {
    if (i < numInputs && !isUsed(i)) {
      erased.set(i);
      continue;
    }
    maps.push_back(map);
    if (i < numInputs)
      inputs.push_back(op.getDpsInputs()[i]);
  }
  // The remaining maps have to give every loop an extent still.
  if (erased.none() ||
      !inversePermutation(concatAffineMaps(maps, op.getContext())))
    return op;
  rewriter.setInsertionPoint(op);
  auto slim = linalg::GenericOp::create(
      rewriter, op.getLoc(), op->getResultTypes(), inputs, op.getOutputs(),
      maps, op.getIteratorTypesArray(), /*bodyBuild=*/nullptr,
      linalg::getPrunedAttributeList(op));
  rewriter.inlineRegionBefore(op.getRegion(), slim.getRegion(),
                              slim.getRegion().begin());
  rewriter.modifyOpInPlace(slim,
                           [&] { slim.getBlock()->eraseArguments(erased); });
  rewriter.replaceOp(op, slim);
  return slim;
}

static Value drop(linalg::LinalgOp op, RewriterBase &rewriter, Value tracked,
                  const ChannelAffineStep &step) {
  OpBuilder::InsertionGuard guard(rewriter);
  if (step.isWhole && isIdentityAccess(op, tracked)) {
    rewriter.replaceOp(op, tracked);
    return tracked;
  }

  rewriter.setInsertionPoint(op);
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  // Named ops move their body into the generic op, values and all.
  if (!generic)
    generic = *linalg::generalizeNamedOp(rewriter, op);
  Block &block = *generic.getBlock();
  Value cut = step.isWhole ? block.getTerminator()->getOperand(0) : step.result;
  for (Operation *assertion : step.provenAssertions)
    rewriter.eraseOp(assertion);

  OpOperand *read = nullptr;
  for (OpOperand &operand : generic->getOpOperands())
    if (!read && operand.get() == tracked &&
        generic.payloadUsesValueFromOperand(&operand))
      read = &operand;
  Value element = generic.getMatchingBlockArgument(read);
  if (element.getType() != cut.getType()) {
    rewriter.setInsertionPointToStart(&block);
    bool widens = element.getType().getIntOrFloatBitWidth() <
                  cut.getType().getIntOrFloatBitWidth();
    element = widens ? arith::ExtFOp::create(rewriter, generic.getLoc(),
                                             cut.getType(), element)
                           .getResult()
                     : arith::TruncFOp::create(rewriter, generic.getLoc(),
                                               cut.getType(), element)
                           .getResult();
  }
  rewriter.replaceAllUsesWith(cut, element);
  eraseDeadOps(rewriter, block);
  generic = eraseUnusedInputs(rewriter, generic);
  return step.isWhole ? Value(generic->getResult(0)) : Value();
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// The operands whose elements the body adds, read where the result is written.
static SmallVector<Value> getSummandsOf(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op->getNumResults() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops())
    return {};
  auto sum = op.getBlock()
                 ->getTerminator()
                 ->getOperand(0)
                 .getDefiningOp<arith::AddFOp>();
  AffineMap written = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  // Nothing else in the body: an assertion would be lost.
  if (!sum || !written.isPermutation() ||
      !llvm::hasNItems(op.getBlock()->begin(), op.getBlock()->end(), 2))
    return {};
  SmallVector<Value> summands;
  for (Value scalar : sum->getOperands()) {
    auto argument = dyn_cast<BlockArgument>(scalar);
    if (!argument || argument.getOwner() != op.getBlock())
      return {};
    OpOperand *operand = op.getMatchingOpOperand(argument);
    if (op.getMatchingIndexingMap(operand) != written)
      return {};
    summands.push_back(operand->get());
  }
  return getSummandsOfType(op, summands[0], summands[1]);
}

namespace {
template <typename Op>
struct AffineLinalgOp final
    : ChannelAffineOpInterface::ExternalModel<AffineLinalgOp<Op>, Op> {
  FailureOr<ChannelAffineStep>
  getChannelAffineStep(Operation *op, Value tracked,
                       const ChannelLayout &layout,
                       ConstantEvaluator &evaluator, std::string &why) const {
    return describe(cast<linalg::LinalgOp>(op), tracked, layout, evaluator,
                    why);
  }
  Value dropChannelAffineStep(Operation *op, RewriterBase &rewriter,
                              Value tracked,
                              const ChannelAffineStep &step) const {
    return drop(cast<linalg::LinalgOp>(op), rewriter, tracked, step);
  }
  LogicalResult pullMap(Operation *op, const ChannelAffineMap &map,
                        ConstantEvaluator &evaluator, OperandMaps &operandMaps,
                        std::string &why) const {
    return pullThroughLinalg(cast<linalg::LinalgOp>(op), map, evaluator,
                             operandMaps, why);
  }
  FailureOr<ChannelAffineMap> pushMap(Operation *op,
                                      ArrayRef<ChannelAffineMap> operandMaps,
                                      ConstantEvaluator &evaluator,
                                      std::string &why) const {
    return pushThroughLinalg(cast<linalg::LinalgOp>(op), operandMaps, evaluator,
                             why);
  }
  bool sumsElements(Operation *op) const {
    return isLinalgSum(cast<linalg::LinalgOp>(op));
  }
  unsigned getNumScaleAndShiftOps(Operation *, bool, bool) const { return 1; }
  Value buildScaleAndShift(Operation *, RewriterBase &rewriter, Location loc,
                           Value value, ElementsAttr scale,
                           ElementsAttr shift) const {
    return buildLinalgScaleAndShift(rewriter, loc, value, scale, shift);
  }
  bool readsElementsOf(Operation *op, OpOperand &operand) const {
    return cast<linalg::LinalgOp>(op).payloadUsesValueFromOperand(&operand);
  }
  SmallVector<Value> getSummands(Operation *op) const {
    return getSummandsOf(cast<linalg::LinalgOp>(op));
  }
  bool isProvenCheck(Operation *op, ConstantEvaluator &evaluator) const {
    if (op->getNumResults() != 0 || op->getNumOperands() == 0 ||
        !cast<linalg::LinalgOp>(op).hasPureTensorSemantics())
      return false;
    LinalgBody body(cast<linalg::LinalgOp>(op), /*tracked=*/Value(), evaluator);
    return !body.getEffect();
  }
};
} // namespace

void ascend::attachLinalgChannelAffineModels(MLIRContext *context) {
  attachToStructuredOps<AffineLinalgOp>(context);
}
