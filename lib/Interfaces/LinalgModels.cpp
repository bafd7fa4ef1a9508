//===- LinalgModels.cpp - Interfaces of linalg ops ------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgModels.h"

#include "AscendFold/Interfaces/ExternalModels.h"

using namespace mlir;
using namespace mlir::ascend;

void ascend::registerLinalgExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    attachLinalgChannelAffineModels(context);
    attachLinalgChannelLinearModels(context);
    attachLinalgConstantEvaluationModels(context);
  });
}
