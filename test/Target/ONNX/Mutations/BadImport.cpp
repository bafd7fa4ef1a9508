//===- BadImport.cpp - Importers that fail --------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"

#include <cstdlib>
#include <vector>

using namespace mlir;
using namespace mlir::ascend::onnxmutations;

/// Takes memory until there is none.
static void exhaustMemory() {
  std::vector<std::vector<char>> blocks;
  while (true)
    blocks.emplace_back(1 << 20, 'x');
}

static void loopForever() {
  volatile bool goesOn = true;
  while (goesOn)
    ;
}

/// A module that does not verify: a symbol that is there twice.
static OwningOpRef<ModuleOp> makeInvalidModule(Location loc) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  for (unsigned i = 0; i < 2; ++i)
    module->push_back(ModuleOp::create(loc, "twice"));
  return module;
}

OwningOpRef<ModuleOp>
mlir::ascend::onnxmutations::importBadly(uint64_t number, llvm::MemoryBufferRef,
                                         MLIRContext *context) {
  Location loc = UnknownLoc::get(context);
  switch (number % 8) {
  case 0:
    std::abort();
  case 1:
    loopForever();
    break;
  case 2:
    exhaustMemory();
    break;
  case 3:
    return nullptr;
  case 4:
    emitError(loc, "one");
    emitError(loc, "two");
    break;
  case 5:
    emitError(loc, "two\nlines");
    break;
  case 6:
    emitError(loc, "an error");
    return ModuleOp::create(loc);
  default:
    return makeInvalidModule(loc);
  }
  return nullptr;
}
