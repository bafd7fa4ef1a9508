//===- LayoutAssignment.h - Which op takes which layout ---------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where transposes stand is a minimum cut. Ops on feature maps are in the
// wanted layout, arguments and ops that are not known keep their own, and each
// op in between that does not care about the order of dims takes one of the
// two. A value whose two sides disagree costs its bytes. Transposes that are
// there already are ops of the last kind: they relate the order of their input
// to that of their result, and cost nothing when both are one in memory.
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_DIALECT_ASCEND_TRANSFORMS_LAYOUTASSIGNMENT_H
#define ASCENDFOLD_LIB_DIALECT_ASCEND_TRANSFORMS_LAYOUTASSIGNMENT_H

#include "MinimumCut.h"

#include "AscendFold/Dialect/Ascend/IR/Ascend.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::ascend {

/// Where the channel is in a tensor: behind the batch or at the end. It may
/// take several dims, side by side, as in a channel shuffle.
struct DimOrder {
  bool channelsLast;
  int64_t numChannelDims;

  bool operator==(const DimOrder &other) const {
    return channelsLast == other.channelsLast &&
           numChannelDims == other.numChannelDims;
  }
  bool operator!=(const DimOrder &other) const { return !(*this == other); }
  DimOrder getOther() const { return {!channelsLast, numChannelDims}; }
  int64_t getFirstChannelDim(int64_t rank) const {
    return channelsLast ? rank - numChannelDims : 1;
  }
  bool isChannelDim(int64_t dim, int64_t rank) const {
    const int64_t first = getFirstChannelDim(rank);
    return dim >= first && dim < first + numChannelDims;
  }
};

/// The permutation that takes dims in `order` to the other order.
SmallVector<int64_t> getFlip(DimOrder order, int64_t rank);

/// Whether a permutation of a tensor of this shape moves no data.
bool isReshape(ArrayRef<int64_t> shape, ArrayRef<int64_t> permutation);

/// The operands that have the op's order of dims, without the destination.
SmallVector<OpOperand *> getOrderedOperands(Operation *op);

/// An op that has an order of dims, now and after the pass.
struct OrderedOp {
  DimOrder operands;
  DimOrder result;
  unsigned vertex = 0;
  bool becomesChannelsLast = false;

  bool flipsOperands() const {
    return operands.channelsLast != becomesChannelsLast;
  }
  bool flipsResult() const {
    return result.channelsLast != becomesChannelsLast;
  }
};

/// Finds ops that have an order of dims, and decides which each will have.
class LayoutAssignment {
public:
  LayoutAssignment(Operation *root, Layout layout);

  using OrderedOps = llvm::MapVector<Operation *, OrderedOp>;
  /// In the order of the program.
  const OrderedOps &getOps() const { return ordered; }

private:
  /// Finds constants, what is computed from them, and ops that may have an
  /// order.
  void collect(Operation *root);
  /// Carries orders from ops on feature maps to their neighbours.
  void propagate();
  void setOrder(Operation *op, std::optional<DimOrder> operands,
                std::optional<DimOrder> result);
  void decide();
  /// The costs of a value that is needed in both orders.
  void addCosts(Value value);
  /// The vertex of what keeps its order.
  unsigned getFixed(DimOrder order) const;

  const bool wantsChannelsLast;
  SmallVector<Operation *> program;
  SmallVector<Operation *> worklist;
  llvm::DenseSet<Operation *> constants;
  llvm::DenseSet<Operation *> candidates;
  llvm::DenseMap<Operation *, OrderedOp> found;
  OrderedOps ordered;
  MinimumCut cut;
};

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_DIALECT_ASCEND_TRANSFORMS_LAYOUTASSIGNMENT_H
