//===- FeatureMapPacking.h - Which op takes NC1HWC0 -------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which part of a network is packed is a minimum cut. A convolution that the
// runtime computes with Winograd's algorithm, which is there for NC1HWC0 only,
// costs the time of that difference when it stays in NHWC; a value whose two
// sides disagree costs a copy. All other ops take the one or the other for
// nothing, and what cannot be packed is in NHWC.
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_DIALECT_ASCEND_TRANSFORMS_FEATUREMAPPACKING_H
#define ASCENDFOLD_LIB_DIALECT_ASCEND_TRANSFORMS_FEATUREMAPPACKING_H

#include "MinimumCut.h"

#include "AscendFold/Dialect/Ascend/Transforms/Passes.h"

#include "llvm/ADT/MapVector.h"

namespace mlir::ascend {

/// Whether NHWC and NC1HWC0 of a feature map are the same bytes.
bool isPackedByReshape(RankedTensorType type);

/// Finds ops that can be packed, and decides which are.
class FeatureMapPacking {
public:
  FeatureMapPacking(Operation *root, PackingMode mode);

  /// In the order of the program.
  ArrayRef<Operation *> getPackedOps() const { return packed; }

private:
  void collect(Operation *root);
  void decide(PackingMode mode);
  /// The cost of a value that is needed in both formats.
  void addCopy(Value value);
  /// That of an op, or of what stays in NHWC.
  unsigned getVertex(Operation *op) const;

  llvm::MapVector<Operation *, unsigned> vertices;
  SmallVector<Operation *> packed;
  MinimumCut cut;
};

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_DIALECT_ASCEND_TRANSFORMS_FEATUREMAPPACKING_H
