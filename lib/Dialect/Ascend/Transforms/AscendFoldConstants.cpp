//===- AscendFoldConstants.cpp - Evaluate what is constant ----------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Analysis/ChannelLayout.h"
#include "AscendFold/Analysis/ConstantEvaluator.h"
#include "AscendFold/Dialect/Ascend/Transforms/ExternalModels.h"
#include "AscendFold/Dialect/Ascend/Transforms/Passes.h"
#include "AscendFold/Interfaces/ExternalModels.h"
#include "AscendFold/Transforms/FoldedConstants.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_ASCENDFOLDCONSTANTSPASS
#include "AscendFold/Dialect/Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {
class AscendFoldConstantsPass final
    : public ascend::impl::AscendFoldConstantsPassBase<
          AscendFoldConstantsPass> {
public:
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect>();
    registerAllExternalModels(registry);
    registerFoldInterfacesExternalModels(registry);
  }

  void runOnOperation() override;
};
} // namespace

/// Whether `value` is computed, not a constant or a destination, and could be
/// written down as a floating-point constant.
static bool isWorthEvaluating(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  Operation *def = value.getDefiningOp();
  if (!type || !def || !type.hasStaticShape() ||
      !isa<FloatType>(type.getElementType()))
    return false;
  // Splats of the size of an activation are better made at run time.
  return !def->hasTrait<OpTrait::ConstantLike>() && mayBeConstant(value);
}

/// The value as an attribute; null when it is not constant, or repeats itself
/// and would only get larger.
static ElementsAttr evaluate(Value value, ConstantEvaluator &evaluator) {
  FailureOr<ConstantTensor> constant = evaluator.evaluate(value);
  auto type = cast<RankedTensorType>(value.getType());
  if (failed(constant) || constant->getShape() != type.getShape())
    return {};
  constexpr int64_t kMaxRepeated = 4096;
  const bool repeats = llvm::any_of(
      llvm::zip_equal(constant->getShape(), constant->getStrides()),
      [](auto pair) {
        return std::get<1>(pair) == 0 && std::get<0>(pair) > 1;
      });
  if (repeats && type.getNumElements() > kMaxRepeated)
    return {};
  std::string why;
  FailureOr<ElementsAttr> attr =
      scaleConstant(*constant, type, ChannelLayout::get(type.getShape(), {}),
                    {1.0}, /*shift=*/{}, "evaluated", why);
  return failed(attr) ? ElementsAttr() : *attr;
}

void AscendFoldConstantsPass::runOnOperation() {
  IRRewriter rewriter(&getContext());
  ConstantEvaluator evaluator;
  // What is read by something that is not constant itself.
  SmallVector<std::pair<Value, ElementsAttr>> constants;
  llvm::SmallPtrSet<Value, 16> seen;
  getOperation()->walk([&](Operation *op) {
    if (llvm::any_of(op->getResults(),
                     [](Value result) { return mayBeConstant(result); }))
      return;
    auto destination = dyn_cast<DestinationStyleOpInterface>(op);
    for (OpOperand &operand : op->getOpOperands()) {
      // A constant is no memory to write to.
      if (destination && destination.isDpsInit(&operand))
        continue;
      Value value = operand.get();
      if (!isWorthEvaluating(value) || !seen.insert(value).second)
        continue;
      if (ElementsAttr attr = evaluate(value, evaluator))
        constants.emplace_back(value, attr);
    }
  });
  for (auto [value, attr] : constants) {
    rewriter.setInsertionPointAfterValue(value);
    Value constant = arith::ConstantOp::create(rewriter, value.getLoc(), attr);
    rewriter.replaceAllUsesWith(value, constant);
  }
  (void)runRegionDCE(rewriter, getOperation()->getRegions());
}
