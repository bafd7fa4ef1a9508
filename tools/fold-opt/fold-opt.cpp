//===- fold-opt.cpp - AscendFold optimizer driver -------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt with the passes of this project: every upstream dialect, extension
// and pass is registered as well.
//
//===----------------------------------------------------------------------===//

#include "AscendFold/InitAllDialects.h"
#include "AscendFold/InitAllExtensions.h"
#include "AscendFold/InitAllPasses.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/LogicalResult.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"

static const char passDocs[] =
#include "PassHelp.inc"
    ;

/// The option list shows one line per pass; preconditions and IR before and
/// after stand below it. Generated from Passes.td.
static llvm::cl::extrahelp passHelp(passDocs);

int main(int argc, char **argv) {
  mlir::registerAllPasses();
  mlir::ascend::registerAllPasses();

  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::ascend::registerAllDialects(registry);
  mlir::ascend::registerAllExtensions(registry);

  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "AscendFold modular optimizer driver\n", registry));
}
