//===- RegistrationTest.cpp - Tests of the public registration ------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/InitAllExtensions.h"
#include "AscendFold/InitAllPasses.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include "gtest/gtest.h"

using namespace mlir;

namespace {

TEST(Registration, PassIsFoundByItsArgument) {
  ascend::registerAllPasses();
  const PassInfo *info = PassInfo::lookup("fold-conv-bn");
  ASSERT_NE(info, nullptr);
  EXPECT_FALSE(info->getPassDescription().empty());
}

TEST(Registration, Twice) {
  ascend::registerAllPasses();
  ascend::registerAllPasses();

  DialectRegistry registry;
  registerAllDialects(registry);
  ascend::registerAllExtensions(registry);
  ascend::registerAllExtensions(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
}

// The pass is operation-agnostic: it runs on a module and, nested, on
// functions.
TEST(Registration, PipelinesParse) {
  ascend::registerAllPasses();
  std::string errors;
  llvm::raw_string_ostream os(errors);
  for (StringRef text : {"builtin.module(fold-conv-bn)",
                         "builtin.module(func.func(fold-conv-bn))",
                         "any(fold-conv-bn{fold-matmul=false})",
                         "builtin.module(func.func(fold-resize-conv))"})
    EXPECT_TRUE(succeeded(parsePassPipeline(text, os))) << errors;
  EXPECT_TRUE(
      failed(parsePassPipeline("builtin.module(fold-conv-bn{no-such=1})", os)));
}

// A context that has no upstream dialect loaded: the pass brings what it needs.
TEST(Registration, RunsOnAnEmptyModule) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  PassManager manager(&context);
  manager.addPass(ascend::createFoldConvBNPass());
  EXPECT_TRUE(succeeded(manager.run(*module)));
}

} // namespace
