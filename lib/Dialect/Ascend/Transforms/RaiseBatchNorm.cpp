//===- RaiseBatchNorm.cpp - Raise to ascend.batch_norm --------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Analysis/ChannelAffine.h"
#include "AscendFold/Analysis/ConstantEvaluator.h"
#include "AscendFold/Dialect/Ascend/Transforms/ExternalModels.h"
#include "AscendFold/Dialect/Ascend/Transforms/Passes.h"
#include "AscendFold/Interfaces/ExternalModels.h"
#include "AscendFold/Transforms/DropChannelAffineChain.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_RAISEBATCHNORMPASS
#include "AscendFold/Dialect/Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {
/// A chain that is worth an op of its own, and where it begins.
struct RaisableChain {
  Value value;
  Operation *first;
  Layout layout;
  ChannelAffineChain chain;
};

class RaiseBatchNormPass final
    : public ascend::impl::RaiseBatchNormPassBase<RaiseBatchNormPass> {
public:
  void getDependentDialects(DialectRegistry &registry) const override {
    registry
        .insert<AscendDialect, arith::ArithDialect, tensor::TensorDialect>();
    registerAllExternalModels(registry);
    // The first pass of the backend: what comes later needs these.
    registerBufferizableOpInterfaceExternalModels(registry);
  }

  void runOnOperation() override;
};
} // namespace

static bool isFeatureMap(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getRank() < 3 || tensor.getRank() > 5)
    return false;
  Type element = tensor.getElementType();
  return element.isF32() || element.isF16() || element.isBF16();
}

/// Whether some channel is treated unlike another. A map that is the same for
/// all is more likely to be part of an activation.
static bool distinguishesChannels(const ChannelAffineChain &chain) {
  auto isUniform = [](ArrayRef<double> values) {
    return llvm::all_equal(values);
  };
  return !isUniform(chain.scale) || !isUniform(chain.shift) ||
         chain.scale.size() == 1;
}

/// The best chain that begins where `op` reads its operand `value`.
static std::optional<RaisableChain> findChain(Operation *op, Value value,
                                              ConstantEvaluator &evaluator) {
  std::optional<RaisableChain> best;
  const int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
  for (Layout layout : {Layout::NCHW, Layout::NHWC}) {
    std::string why;
    FailureOr<ChannelAffineChain> chain = analyzeChannelAffineOps(
        value, getChannelDim(layout, rank), op, evaluator, why);
    if (failed(chain) || chain->numComputeOps < 2 ||
        !distinguishesChannels(*chain))
      continue;
    if (!best || chain->numComputeOps > best->chain.numComputeOps)
      best = RaisableChain{value, op, layout, std::move(*chain)};
  }
  return best;
}

static std::optional<RaisableChain> findChain(Operation *op) {
  if (!isa<ChannelAffineOpInterface>(op))
    return std::nullopt;
  ConstantEvaluator evaluator;
  for (Value operand : op->getOperands()) {
    if (!isFeatureMap(operand.getType()) || mayBeConstant(operand))
      continue;
    if (auto chain = findChain(op, operand, evaluator))
      return chain;
  }
  return std::nullopt;
}

/// IN:  %y = first(%x, …), …                    %x * scale[c] + shift[c]
/// OUT: %y = batch_norm(%x, scale, shift, 0, 1)
static void raise(IRRewriter &rewriter, const RaisableChain &raisable) {
  Value value = raisable.value;
  const ChannelAffineChain &chain = raisable.chain;
  SmallVector<Location> locations;
  for (const ChannelAffineLink &link : chain.links)
    if (link.step.numComputeOps > 0)
      locations.push_back(ChannelAffineOpInterface(link.op)->getLoc());
  Location loc = rewriter.getFusedLoc(locations);
  rewriter.setInsertionPoint(raisable.first);
  auto type = cast<RankedTensorType>(value.getType());
  auto vectorType = RankedTensorType::get(
      {static_cast<int64_t>(chain.scale.size())}, rewriter.getF32Type());
  auto makeVector = [&](ArrayRef<double> values) -> Value {
    SmallVector<float> rounded(values.begin(), values.end());
    return arith::ConstantOp::create(
        rewriter, loc,
        DenseElementsAttr::get(vectorType, ArrayRef<float>(rounded)));
  };
  auto makeSplat = [&](float number) -> Value {
    return arith::ConstantOp::create(
        rewriter, loc, DenseElementsAttr::get(vectorType, number));
  };
  Value empty = tensor::EmptyOp::create(
      rewriter, loc, tensor::getMixedSizes(rewriter, loc, value),
      type.getElementType());
  auto op = BatchNormOp::create(
      rewriter, loc, type, value, makeVector(chain.scale),
      makeVector(chain.shift), makeSplat(0.0f), makeSplat(1.0f), empty,
      LayoutAttr::get(rewriter.getContext(), raisable.layout),
      rewriter.getF64FloatAttr(0.0),
      /*epilogue=*/ArrayAttr());
  rewriter.modifyOpInPlace(raisable.first, [&] {
    raisable.first->replaceUsesOfWith(value, op.getResult());
  });
  dropChannelAffineChain(rewriter, chain, op.getResult());
}

void RaiseBatchNormPass::runOnOperation() {
  IRRewriter rewriter(&getContext());
  // In program order: whoever comes first begins the longest chain. A chain
  // ends in ops that are gone or have been looked at as part of it.
  SmallVector<Operation *> candidates;
  getOperation()->walk([&](Operation *op) {
    if (isa<ChannelAffineOpInterface>(op))
      candidates.push_back(op);
  });
  struct Listener final : RewriterBase::Listener {
    void notifyOperationErased(Operation *op) override { erased.insert(op); }
    llvm::SmallPtrSet<Operation *, 16> erased;
  } listener;
  rewriter.setListener(&listener);
  for (Operation *op : candidates) {
    if (listener.erased.contains(op))
      continue;
    if (auto chain = findChain(op))
      raise(rewriter, *chain);
  }
}
