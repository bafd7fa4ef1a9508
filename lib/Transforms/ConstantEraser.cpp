//===- ConstantEraser.cpp - Erase unused constants ------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantEraser.h"

#include "AscendFold/Analysis/ConstantEvaluator.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::ascend;

ConstantEraser::ConstantEraser(RewriterBase &rewriter,
                               const ChannelAffineChain &chain,
                               llvm::SmallPtrSet<Operation *, 16> constantOps,
                               SymbolTableCollection *symbolTables)
    : rewriter(rewriter), symbolTables(symbolTables),
      constantOps(std::move(constantOps)) {
  for (const ChannelAffineLink &link : chain.links)
    keep(ChannelAffineOpInterface(link.op).getOperation());
}

void ConstantEraser::add(Operation *op) {
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      if (Operation *def = operand.getDefiningOp())
        if (!op->isAncestor(def) && !kept.contains(def))
          worklist.insert(def);
  });
}

unsigned ConstantEraser::run() {
  unsigned count = 0;
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    // Checks have no results and go with what they check. Ops that others
    // need, such as an epsilon that all layers share, have many users: see
    // the first and leave.
    if (llvm::all_of(op->getUsers(), [](Operation *user) {
          return user->getNumResults() == 0;
        }))
      eraseProvenChecks(op);
    if (!op->use_empty() ||
        !(constantOps.contains(op) || isOpTriviallyDead(op)))
      continue;
    add(op);
    count += !op->hasTrait<OpTrait::ConstantLike>();
    rewriter.eraseOp(op);
  }
  return count;
}

void ConstantEraser::eraseProvenChecks(Operation *op) {
  ConstantEvaluator evaluator(symbolTables);
  llvm::SmallSetVector<Operation *, 2> checks;
  for (Operation *user : op->getUsers())
    if (auto affine = dyn_cast<ChannelAffineOpInterface>(user))
      if (affine.isProvenCheck(evaluator))
        checks.insert(user);
  for (Operation *check : checks) {
    add(check);
    worklist.remove(op);
    rewriter.eraseOp(check);
  }
}
