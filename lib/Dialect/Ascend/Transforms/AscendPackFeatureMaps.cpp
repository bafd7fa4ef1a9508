//===- AscendPackFeatureMaps.cpp - NC1HWC0 where it pays ------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FeatureMapPacking.h"
#include "LayoutAssignment.h"

#include "AscendFold/Dialect/Ascend/Transforms/Passes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

#define DEBUG_TYPE "ascend-pack-feature-maps"

namespace mlir::ascend {
#define GEN_PASS_DEF_ASCENDPACKFEATUREMAPSPASS
#include "AscendFold/Dialect/Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

/// N, H, W, C  =>  N, C / 16, H, W, 16
static RankedTensorType getPackedType(RankedTensorType type) {
  ArrayRef<int64_t> shape = type.getShape();
  return RankedTensorType::get(
      {shape[0], shape[3] / kChannelBlock, shape[1], shape[2], kChannelBlock},
      type.getElementType());
}

/// Between the two forms of a map of one position, by way of N, C.
static Value createReshape(OpBuilder &builder, Value value,
                           RankedTensorType type) {
  auto getGroups = [](int64_t rank) {
    return SmallVector<ReassociationIndices>{
        {0}, llvm::to_vector<2>(llvm::seq<int64_t>(1, rank))};
  };
  auto source = cast<RankedTensorType>(value.getType());
  Value collapsed = tensor::CollapseShapeOp::create(
      builder, value.getLoc(), value, getGroups(source.getRank()));
  return tensor::ExpandShapeOp::create(builder, value.getLoc(), type, collapsed,
                                       getGroups(type.getRank()));
}

/// Copies `value` into the other format, where it is defined.
template <typename PackingOp>
static Value createCopy(OpBuilder &builder, Value value, RankedTensorType type,
                        RankedTensorType plain) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(value);
  if (isPackedByReshape(plain))
    return createReshape(builder, value, type);
  Value init = createEmpty(builder, value.getLoc(), type);
  return PackingOp::create(builder, value.getLoc(), type, value, init,
                           Layout::NHWC)
      .getResult();
}

namespace {
/// Carries out a decision.
class PackingRewriter {
public:
  explicit PackingRewriter(RewriterBase &rewriter) : rewriter(rewriter) {}

  void run(ArrayRef<Operation *> ops) {
    for (Operation *op : ops)
      packed[op->getResult(0)] = pack(op);
    // Old readers are gone when the turn of what they read comes. Nothing is
    // erased before, as `packed` knows values by their address.
    for (Operation *op : llvm::reverse(ops)) {
      Value old = op->getResult(0);
      if (!old.use_empty())
        rewriter.replaceAllUsesWith(
            old,
            unpack(packed.lookup(old), cast<RankedTensorType>(old.getType())));
      erase(op);
    }
  }

private:
  Value pack(Operation *op) {
    SmallVector<Value> inputs;
    for (OpOperand *operand : getOrderedOperands(op))
      inputs.push_back(getPacked(operand->get()));
    rewriter.setInsertionPoint(op);
    RankedTensorType type =
        getPackedType(cast<RankedTensorType>(op->getResult(0).getType()));
    Value init = createEmpty(rewriter, op->getLoc(), type);
    Operation *clone = rewriter.clone(*op);
    for (auto [operand, input] :
         llvm::zip_equal(getOrderedOperands(clone), inputs))
      operand->set(input);
    cast<DestinationStyleOpInterface>(clone).getDpsInitOperand(0)->set(init);
    clone->getResult(0).setType(type);
    setFormat(clone);
    return clone->getResult(0);
  }

  static void setFormat(Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case([](FeatureMapOpInterface op) { op.setLayout(Layout::NC1HWC0); })
        .Case([](ConcatOp op) { op.setAxis(1); })
        .Case([](ReduceOp op) {
          // Behind the dim of the blocks.
          op.setAxes(llvm::map_to_vector(
              op.getAxes(), [](int64_t axis) { return axis + 1; }));
        });
  }

  Value getPacked(Value value) {
    Value &known = packed[value];
    if (!known) {
      auto type = cast<RankedTensorType>(value.getType());
      known = createCopy<PackOp>(rewriter, value, getPackedType(type), type);
    }
    return known;
  }

  Value unpack(Value value, RankedTensorType type) {
    return createCopy<UnpackOp>(rewriter, value, type, type);
  }

  /// Erases an op, and destinations that only it had.
  void erase(Operation *op) {
    Operation *init = cast<DestinationStyleOpInterface>(op)
                          .getDpsInitOperand(0)
                          ->get()
                          .getDefiningOp<tensor::EmptyOp>();
    rewriter.eraseOp(op);
    if (init && init->use_empty())
      rewriter.eraseOp(init);
  }

  RewriterBase &rewriter;
  llvm::DenseMap<Value, Value> packed;
};

struct AscendPackFeatureMapsPass final
    : ascend::impl::AscendPackFeatureMapsPassBase<AscendPackFeatureMapsPass> {
  using AscendPackFeatureMapsPassBase::AscendPackFeatureMapsPassBase;

  void runOnOperation() override {
    FeatureMapPacking packing(getOperation(), mode);
    IRRewriter rewriter(&getContext());
    PackingRewriter(rewriter).run(packing.getPackedOps());
  }
};
} // namespace
