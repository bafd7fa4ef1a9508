//===- ExternalModels.cpp - Interfaces of upstream ops --------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Interfaces/ExternalModels.h"

using namespace mlir;

void ascend::registerAllExternalModels(DialectRegistry &registry) {
  registerArithExternalModels(registry);
  registerBufferizationExternalModels(registry);
  registerLinalgExternalModels(registry);
  registerMathExternalModels(registry);
  registerMemRefExternalModels(registry);
  registerMLProgramExternalModels(registry);
  registerTensorExternalModels(registry);
  registerTosaExternalModels(registry);
}
