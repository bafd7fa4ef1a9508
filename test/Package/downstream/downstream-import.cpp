//===- downstream-import.cpp - Imports a model with AscendFold ------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// downstream-import MODEL.onnx prints the name and the type of each function.
// Neither ONNX's nor protobuf's headers are needed for that.
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Target/ONNX/Import.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  auto file = llvm::MemoryBuffer::getFile(argv[1]);
  if (!file)
    return 1;
  MLIRContext context;
  OwningOpRef<ModuleOp> module =
      ascend::importONNX((*file)->getMemBufferRef(), &context);
  if (!module)
    return 1;
  for (auto func : module->getOps<func::FuncOp>())
    llvm::outs() << func.getName() << ": " << func.getFunctionType() << '\n';
  return 0;
}
