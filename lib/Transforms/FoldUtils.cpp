//===- FoldUtils.cpp - What folding passes share --------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoldUtils.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::ascend;

Value ascend::createConstant(RewriterBase &rewriter, Operation *producer,
                             Value like, ElementsAttr attr) {
  if (!attr)
    return {};
  Location loc = producer->getLoc();
  SmallVector<Dialect *> dialects = {producer->getDialect()};
  if (Operation *def = like ? like.getDefiningOp() : nullptr)
    dialects.push_back(def->getDialect());
  for (Dialect *dialect : dialects)
    if (dialect)
      if (Operation *op =
              dialect->materializeConstant(rewriter, attr, attr.getType(), loc))
        return op->getResult(0);
  return arith::ConstantOp::create(rewriter, loc, attr);
}

Value ascend::castTo(RewriterBase &rewriter, Type type, Value value) {
  if (!value || value.getType() == type)
    return value;
  return tensor::CastOp::create(rewriter, value.getLoc(), type, value);
}

std::string ascend::getResourcePrefix(Operation *root) {
  SmallVector<std::string> path;
  for (Operation *op = root; op; op = op->getParentOp()) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    StringAttr name = symbol ? symbol.getNameAttr() : StringAttr();
    if (name) // "::" separates names, so it must not occur in one.
      path.push_back(llvm::join(llvm::split(name.getValue(), ':'), ":."));
    else if (op->getBlock()) // Anonymous: its position among its siblings.
      path.push_back(std::to_string(
          std::distance(op->getBlock()->begin(), Block::iterator(op))));
  }
  std::reverse(path.begin(), path.end());
  return path.empty() ? "folded" : llvm::join(path, "::");
}

std::mutex &ascend::getRemarkMutex() {
  static std::mutex mutex;
  return mutex;
}
