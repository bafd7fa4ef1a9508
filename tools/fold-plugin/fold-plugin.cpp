//===- fold-plugin.cpp - AscendFold pass plugin ---------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt --load-pass-plugin=libAscendFoldPlugin.so
//          --load-dialect-plugin=libAscendFoldPlugin.so
//          --pass-pipeline='builtin.module(fold-conv-bn)'
//
// The option parser of the host has run before the plugin is loaded, so that
// the passes are only known to --pass-pipeline. The external models of the
// interfaces reach the context through the passes' dependent dialects.
//
//===----------------------------------------------------------------------===//

#include "AscendFold/InitAllDialects.h"
#include "AscendFold/InitAllExtensions.h"
#include "AscendFold/InitAllPasses.h"

#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Compiler.h"

/// A host that has the pass linked in (fold-opt) keeps its own: MLIR refuses a
/// second class under one argument.
static void registerPasses() {
  if (!mlir::PassInfo::lookup("fold-conv-bn"))
    mlir::ascend::registerAllPasses();
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "AscendFold", LLVM_VERSION_STRING,
          registerPasses};
}

/// Only for modules that have ascend ops in them: passes bring the dialect.
static void registerDialect(mlir::DialectRegistry *registry) {
  if (registry->getDialectAllocator("ascend"))
    return;
  mlir::ascend::registerAllDialects(*registry);
  mlir::ascend::registerAllExtensions(*registry);
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "AscendFold", LLVM_VERSION_STRING,
          registerDialect};
}
