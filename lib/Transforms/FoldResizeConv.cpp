//===- FoldResizeConv.cpp - Convolutions before a resize ------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Transforms/FoldResizeConv.h"

#include "FoldUtils.h"
#include "ResizeConvPlan.h"

#include "AscendFold/Interfaces/ExternalModels.h"
#include "AscendFold/Transforms/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

#define DEBUG_TYPE "fold-resize-conv"

namespace mlir::ascend {
#define GEN_PASS_DEF_FOLDRESIZECONVPASS
#include "AscendFold/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

//===----------------------------------------------------------------------===//
// The rewrite: nothing here can fail
//===----------------------------------------------------------------------===//

/// `type` with other rows and columns.
static RankedTensorType withExtents(Type type, int64_t rows, int64_t columns) {
  auto image = cast<RankedTensorType>(type);
  SmallVector<int64_t> shape(image.getShape());
  shape[1] = rows;
  shape[2] = columns;
  return image.clone(shape);
}

/// Applies `ops`, each of which reads the one before, to `image` instead of
/// `from`, which has other rows and columns.
static Value applyTo(RewriterBase &rewriter, ArrayRef<Operation *> ops,
                     Value from, Value image) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(image.getType()).getShape();
  const int64_t rows = shape[1], columns = shape[2];
  for (Operation *op : ops) {
    IRMapping mapping;
    mapping.map(from, image);
    Operation *copy = rewriter.clone(*op, mapping);
    from = op->getResult(0);
    image = copy->getResult(0);
    rewriter.modifyOpInPlace(copy, [&] {
      image.setType(withExtents(from.getType(), rows, columns));
    });
  }
  return image;
}

static Value moveResize(RewriterBase &rewriter, const ResizeConvChain &chain) {
  tosa::ResizeOp resize = chain.resize;
  Value small =
      applyTo(rewriter, chain.getOps(), resize.getOutput(), resize.getInput());
  return tosa::ResizeOp::create(rewriter, resize.getLoc(),
                                chain.getResult().getType(), small,
                                resize.getScale(), resize.getOffset(),
                                resize.getBorder(), resize.getMode());
}

namespace {
/// Puts phases, images of `[N, Q, P, C]`, together: output `[Y * q + y, X * p +
/// x]` is `[q, p]` of phase `[y, x]`. Two concatenations and no transpose:
/// beside each other on the channels, two phases are pixels that alternate.
class PhaseAssembler {
public:
  PhaseAssembler(RewriterBase &rewriter, Location loc)
      : rewriter(rewriter), loc(loc) {}

  /// `phases` is row-major, with `numColumns` in a row. `type`: that of the
  /// result, of which there may be less than the phases have.
  Value assemble(ArrayRef<Value> phases, size_t numColumns,
                 RankedTensorType type) {
    SmallVector<Value> rows;
    for (; !phases.empty(); phases = phases.drop_front(numColumns)) {
      Value row = concat(phases.take_front(numColumns), /*axis=*/3);
      RankedTensorType phase = getType(phases.front());
      rows.push_back(
          reshape(row, withExtents(phase, phase.getDimSize(1),
                                   phase.getDimSize(2) * numColumns)));
    }
    RankedTensorType row = getType(rows.front());
    Value image = reshape(
        concat(rows, /*axis=*/2),
        withExtents(row, row.getDimSize(1) * rows.size(), row.getDimSize(2)));
    if (image.getType() == type)
      return image;
    return tosa::SliceOp::create(
        rewriter, loc, type, image,
        getShape(SmallVector<int64_t>(type.getRank(), 0)),
        getShape(type.getShape()));
  }

private:
  static RankedTensorType getType(Value image) {
    return cast<RankedTensorType>(image.getType());
  }

  /// A constant with -1 for what is not known.
  Value getShape(ArrayRef<int64_t> shape) {
    SmallVector<int64_t> numbers;
    for (int64_t extent : shape)
      numbers.push_back(ShapedType::isDynamic(extent) ? -1 : extent);
    return tosa::ConstShapeOp::create(
        rewriter, loc,
        tosa::shapeType::get(rewriter.getContext(), shape.size()),
        rewriter.getIndexTensorAttr(numbers));
  }

  Value concat(ArrayRef<Value> images, int64_t axis) {
    if (images.size() == 1)
      return images.front();
    SmallVector<int64_t> shape(getType(images.front()).getShape());
    shape[axis] *= images.size();
    return tosa::ConcatOp::create(rewriter, loc,
                                  getType(images.front()).clone(shape), images,
                                  rewriter.getI32IntegerAttr(axis));
  }

  Value reshape(Value image, RankedTensorType type) {
    if (image.getType() == type)
      return image;
    return tosa::ReshapeOp::create(rewriter, loc, type, image,
                                   getShape(type.getShape()));
  }

  RewriterBase &rewriter;
  Location loc;
};
} // namespace

static Value createPhases(RewriterBase &rewriter, const ResizeConvPlan &plan) {
  const ResizeConvChain &chain = plan.chain;
  Operation *conv = chain.conv;
  const Location loc =
      rewriter.getFusedLoc({chain.resize->getLoc(), conv->getLoc()});
  Value image =
      applyTo(rewriter, chain.before, chain.getEnlarged(), chain.getInput());
  const auto type = cast<RankedTensorType>(
      withExtents(conv->getResult(0).getType(), plan.axes[0].getNumPositions(),
                  plan.axes[1].getNumPositions()));
  SmallVector<Value> phases;
  for (const PhaseAxis::Phase &y : plan.axes[0].getPhases()) {
    for (const PhaseAxis::Phase &x : plan.axes[1].getPhases()) {
      ElementsAttr filter = plan.filters[phases.size()];
      Value weight =
          tosa::ConstOp::create(rewriter, loc, filter.getType(), filter);
      IRMapping mapping;
      mapping.map(conv->getOperand(0), image);
      Operation *copy = rewriter.clone(*conv, mapping);
      rewriter.modifyOpInPlace(copy, [&] {
        copy->setLoc(loc);
        copy->getResult(0).setType(type);
        llvm::TypeSwitch<Operation *>(copy)
            .Case<tosa::Conv2DOp, tosa::DepthwiseConv2DOp>([&](auto op) {
              op.getWeightMutable().set(weight);
              op.setPad({y.padBefore, y.padAfter, x.padBefore, x.padAfter});
            });
      });
      phases.push_back(applyTo(rewriter, chain.after, conv->getResult(0),
                               copy->getResult(0)));
    }
  }
  return PhaseAssembler(rewriter, loc)
      .assemble(phases, plan.axes[1].getPhases().size(),
                cast<RankedTensorType>(chain.getResult().getType()));
}

/// Erases `ops`, unused from the last on, and constants that only they read.
static void eraseAll(RewriterBase &rewriter, ArrayRef<Operation *> ops) {
  llvm::SetVector<Operation *> worklist;
  auto erase = [&](Operation *op) {
    for (Value operand : op->getOperands())
      if (Operation *def = operand.getDefiningOp())
        worklist.insert(def);
    rewriter.eraseOp(op);
  };
  for (Operation *op : llvm::reverse(ops)) {
    erase(op);
    worklist.remove(op);
  }
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    // Of other resizes the pass keeps a list.
    if (isOpTriviallyDead(op) && !isa<tosa::ResizeOp>(op))
      erase(op);
  }
}

static std::string describeRewrite(const ResizeConvPlan &plan) {
  StringRef conv = plan.chain.conv->getName().getStringRef();
  std::string what =
      plan.filters.empty()
          ? llvm::formatv("moved 'tosa.resize' behind '{0}'", conv).str()
          : llvm::formatv("folded 'tosa.resize' into '{0}', now {1} on the "
                          "image before it",
                          conv, plan.filters.size())
                .str();
  const size_t numElementwise =
      plan.chain.before.size() + plan.chain.after.size();
  if (numElementwise > 0)
    what += llvm::formatv(", with {0} elementwise op(s)", numElementwise).str();
  return what + ": " + describeWork(plan.workBefore, plan.workAfter);
}

FoldResizeConvResult
ascend::foldResizeConv(RewriterBase &rewriter, Operation *resize,
                       const FoldResizeConvOptions &options) {
  FoldResizeConvResult result;
  auto op = dyn_cast<tosa::ResizeOp>(resize);
  std::string why = "not a 'tosa.resize'";
  FailureOr<ResizeConvPlan> plan = failure();
  if (op)
    plan = makeResizeConvPlan(op, options, why);
  if (failed(plan)) {
    result.message = "the resize stays where it is: " + why;
    return result;
  }
  result.folded = true;
  result.message = describeRewrite(*plan);
  OpBuilder::InsertionGuard guard(rewriter);
  const ResizeConvChain &chain = plan->chain;
  // Here every operand of every op of the chain is known.
  rewriter.setInsertionPoint(chain.getResult().getDefiningOp());
  Value value;
  if (plan->filters.empty()) {
    value = moveResize(rewriter, chain);
    result.movedResize = value.getDefiningOp();
  } else {
    value = createPhases(rewriter, *plan);
  }
  rewriter.replaceAllUsesWith(chain.getResult(), value);
  SmallVector<Operation *> ops = {op};
  llvm::append_range(ops, chain.getOps());
  eraseAll(rewriter, ops);
  return result;
}

//===----------------------------------------------------------------------===//
// Pattern and pass
//===----------------------------------------------------------------------===//

namespace {
/// IN:  %u = resize %x,  %y = conv 1x1 (%u)
/// OUT: %c = conv 1x1 (%x),  %y = resize %c
/// and, for a nearest resize by integers Y and X,
/// IN:  %u = resize %x,  %y = conv (%u, W)
/// OUT: %p[y][x] = conv (%x, W[y][x]), for y in 0 .. Y - 1, x in 0 .. X - 1
///      %y = the pixels of all %p[y][x], side by side
class FoldResize final : public OpRewritePattern<tosa::ResizeOp> {
public:
  FoldResize(MLIRContext *context, FoldResizeConvOptions options,
             PatternBenefit benefit)
      : OpRewritePattern(context, benefit), options(std::move(options)) {}

  LogicalResult matchAndRewrite(tosa::ResizeOp op,
                                PatternRewriter &rewriter) const override {
    FoldResizeConvResult result = foldResizeConv(rewriter, op, options);
    if (result.folded)
      return success();
    return rewriter.notifyMatchFailure(op, result.message);
  }

private:
  FoldResizeConvOptions options;
};

class FoldResizeConvPass final
    : public ascend::impl::FoldResizeConvPassBase<FoldResizeConvPass> {
public:
  using FoldResizeConvPassBase::FoldResizeConvPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<tosa::TosaDialect>();
    // Constants are evaluated through interfaces.
    registerAllExternalModels(registry);
  }

  void runOnOperation() override;

private:
  void foldAllIn(Operation *root, ArrayRef<Operation *> resizes,
                 SymbolTableCollection &symbolTables);
};
} // namespace

static remark::RemarkOpts getRemarkOpts(StringRef name, StringRef function) {
  return remark::RemarkOpts::name(name)
      .category("fold-resize-conv")
      .function(function);
}

void FoldResizeConvPass::foldAllIn(Operation *root,
                                   ArrayRef<Operation *> resizes,
                                   SymbolTableCollection &symbolTables) {
  auto symbol = dyn_cast<SymbolOpInterface>(root);
  const StringRef name = symbol ? symbol.getName() : StringRef();
  const std::string prefix = getResourcePrefix(root);
  IRRewriter rewriter(&getContext());
  FoldResizeConvOptions options;
  options.symbolTables = &symbolTables;
  unsigned numRewrites = 0, numFolded = 0;
  for (Operation *resize : resizes) {
    bool isFolded = false;
    // A resize that was moved may be moved on.
    for (Operation *op = resize; op;) {
      const Location loc = op->getLoc();
      options.resourcePrefix = (prefix + "_resize_" + Twine(numRewrites)).str();
      FoldResizeConvResult result = foldResizeConv(rewriter, op, options);
      numRewrites += result.folded;
      isFolded |= result.folded;
      op = result.movedResize;
      std::lock_guard<std::mutex> lock(getRemarkMutex());
      if (result.folded)
        remark::passed(loc, getRemarkOpts("Folded", name)) << result.message;
      else
        remark::missed(loc, getRemarkOpts("NotFolded", name)) << result.message;
    }
    numFolded += isFolded;
  }
  std::string summary = llvm::formatv("moved or folded {0} of {1} resize(s)",
                                      numFolded, resizes.size());
  std::lock_guard<std::mutex> lock(getRemarkMutex());
  remark::analysis(root->getLoc(), getRemarkOpts("Summary", name)) << summary;
}

void FoldResizeConvPass::runOnOperation() {
  // Group by function, in program order.
  llvm::MapVector<Operation *, SmallVector<Operation *>> resizes;
  getOperation()->walk([&](tosa::ResizeOp op) {
    Operation *function = op->getParentOfType<FunctionOpInterface>();
    resizes[function ? function : getOperation()].push_back(op);
  });
  if (resizes.empty())
    return markAllAnalysesPreserved();
  SymbolTableCollection symbolTables;
  for (auto &[root, ops] : resizes)
    foldAllIn(root, ops, symbolTables);
}

void ascend::populateFoldResizeConvPatterns(
    RewritePatternSet &patterns, const ControlFoldResizeConvFn &control,
    PatternBenefit benefit) {
  FoldResizeConvOptions options;
  options.control = control;
  patterns.add<FoldResize>(patterns.getContext(), options, benefit);
}
