//===- LinalgModels.h - Models of linalg ops --------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_INTERFACES_LINALGMODELS_H
#define ASCENDFOLD_LIB_INTERFACES_LINALGMODELS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::ascend {

/// `Model<Op>` is attached to every structured op of linalg: what an op is
/// follows from its indexing maps, iterator types and body, never from its
/// name.
template <template <typename> class Model, typename... Ops>
void attachToOps(MLIRContext *context) {
  (Ops::template attachInterface<Model<Ops>>(*context), ...);
}

template <template <typename> class Model>
void attachToStructuredOps(MLIRContext *context) {
  using namespace linalg;
  attachToOps<Model,
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
              >(context);
}

void attachLinalgChannelAffineModels(MLIRContext *context);
void attachLinalgChannelLinearModels(MLIRContext *context);
void attachLinalgConstantEvaluationModels(MLIRContext *context);

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_INTERFACES_LINALGMODELS_H
