//===- AscendPrepareBufferization.cpp - Before buffers --------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Dialect/Ascend/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_ASCENDPREPAREBUFFERIZATIONPASS
#include "AscendFold/Dialect/Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {
class AscendPrepareBufferizationPass final
    : public ascend::impl::AscendPrepareBufferizationPassBase<
          AscendPrepareBufferizationPass> {
  void runOnOperation() override;
};
} // namespace

static void protectArguments(FunctionOpInterface function) {
  OpBuilder builder(function.getContext());
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (isa<TensorType>(type))
      function.setArgAttr(
          i, bufferization::BufferizationDialect::kWritableAttrName,
          builder.getBoolAttr(false));
}

/// IN:  return %r, %r, %argument
/// OUT: return %r, copy(%r), copy(%argument)
static void separateResults(Operation *terminator) {
  OpBuilder builder(terminator);
  llvm::SmallPtrSet<Value, 4> seen;
  for (OpOperand &operand : terminator->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type || (seen.insert(operand.get()).second &&
                  !isa<BlockArgument>(operand.get())))
      continue;
    operand.set(bufferization::AllocTensorOp::create(
        builder, terminator->getLoc(), type, /*dynamicSizes=*/ValueRange(),
        /*copy=*/operand.get()));
  }
}

void AscendPrepareBufferizationPass::runOnOperation() {
  for (auto function : getOperation().getOps<FunctionOpInterface>()) {
    if (function.isExternal())
      continue;
    if (function.isPublic())
      protectArguments(function);
    for (Block &block : function.getFunctionBody())
      if (block.mightHaveTerminator() &&
          isa<RegionBranchTerminatorOpInterface>(block.getTerminator()))
        separateResults(block.getTerminator());
  }
}
