//===- ConstantEraser.h - Erase unused constants ----------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TRANSFORMS_CONSTANTERASER_H
#define ASCENDFOLD_LIB_TRANSFORMS_CONSTANTERASER_H

#include "AscendFold/Analysis/ChannelAffine.h"

#include "mlir/IR/SymbolTable.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::ascend {

/// Erases ops of constant expressions, and checks of them that hold, once
/// nothing uses them.
class ConstantEraser {
public:
  /// `constantOps` are the ops whose results were found to be constants. The
  /// ops of `chain` come and go: they are not the eraser's business.
  ConstantEraser(RewriterBase &rewriter, const ChannelAffineChain &chain,
                 llvm::SmallPtrSet<Operation *, 16> constantOps,
                 SymbolTableCollection *symbolTables);

  /// Leaves `op` alone.
  void keep(Operation *op) { kept.insert(op); }

  /// Notes what `op`, which is about to lose its operands, reads.
  void add(Operation *op);

  /// Returns how many ops went, constants not counted.
  unsigned run();

  void eraseProvenChecks(Operation *op);

private:
  RewriterBase &rewriter;
  SymbolTableCollection *symbolTables;
  llvm::SmallPtrSet<Operation *, 16> constantOps;
  llvm::SmallPtrSet<Operation *, 8> kept;
  llvm::SetVector<Operation *> worklist;
};

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_TRANSFORMS_CONSTANTERASER_H
