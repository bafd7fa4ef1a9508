//===- DropChannelAffineChain.cpp - Take a chain out ----------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Transforms/DropChannelAffineChain.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {
/// Casts that the arithmetic between them kept apart, from a value of type T
/// to one of type U:
/// IN:  %1 = extf %0, …, %n = truncf %m        OUT: (nothing)      if T == U
/// IN:  %1 = truncf %0, %2 = extf %1, %3 = truncf %2
/// OUT: %3 = truncf %0                         if only the last is needed
class CastRun {
public:
  explicit CastRun(RewriterBase &rewriter) : rewriter(rewriter) {}

  void add(Operation *cast, Value operand) {
    if (casts.empty())
      begin = operand;
    casts.push_back(cast);
  }

  /// Ends the run; returns the value that `value` became and counts casts that
  /// went.
  Value finish(Value value, unsigned &numRemoved) {
    SmallVector<Operation *> run = std::move(casts);
    casts.clear();
    if (run.size() < 2)
      return value;
    if (begin.getType() == value.getType()) {
      rewriter.replaceAllUsesWith(value, begin);
      value = begin;
    } else {
      Operation *last = run.pop_back_val();
      Value operand = run.back()->getResult(0);
      if (operand.getType() != begin.getType())
        return value;
      rewriter.modifyOpInPlace(
          last, [&] { last->replaceUsesOfWith(operand, begin); });
    }
    for (Operation *cast : llvm::reverse(run)) {
      if (!cast->use_empty())
        continue;
      rewriter.eraseOp(cast);
      ++numRemoved;
    }
    return value;
  }

private:
  RewriterBase &rewriter;
  Value begin;
  SmallVector<Operation *> casts;
};

} // namespace

unsigned ascend::dropChannelAffineChain(RewriterBase &rewriter,
                                        const ChannelAffineChain &chain,
                                        Value value) {
  unsigned numRemoved = 0;
  CastRun casts(rewriter);
  for (const ChannelAffineLink &link : chain.links) {
    ChannelAffineOpInterface op = link.op;
    const ChannelAffineStep &step = link.step;
    if (!step.isWhole) {
      value = casts.finish(value, numRemoved);
      op.dropChannelAffineStep(rewriter, value, step);
      return numRemoved;
    }
    Value next = step.numComputeOps > 0
                     ? op.dropChannelAffineStep(rewriter, value, step)
                     : step.result;
    numRemoved += next == value;
    if (next == value)
      continue;
    if (step.isCast)
      casts.add(next.getDefiningOp(), value);
    else
      casts.finish(value, numRemoved);
    value = next;
  }
  casts.finish(value, numRemoved);
  return numRemoved;
}
