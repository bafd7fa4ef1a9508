//===- Entry.cpp - The function that is run -------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "Compile.h"
#include "Tensor.h"

#include "AscendFold/Conversion/AscendToLLVM/AscendToLLVM.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace foldrun;
using llvm::Error;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

static Error appendTensorTypes(ArrayRef<Type> types, StringRef entry,
                               StringRef what,
                               SmallVectorImpl<RankedTensorType> &tensors) {
  for (auto [i, type] : llvm::enumerate(types)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || tensor.getEncoding() ||
        getElementSize(tensor.getElementType()) == 0)
      return makeError(
          llvm::formatv("{0} {1} of '{2}' is a '{3}': only ranked "
                        "tensors of floats and integers can be run",
                        what, i, entry, type));
    tensors.push_back(tensor);
  }
  return Error::success();
}

static Error appendTensorTypes(LLVM::LLVMFuncOp func, StringRef attrName,
                               StringRef what,
                               SmallVectorImpl<RankedTensorType> &tensors) {
  auto array = func->getAttrOfType<ArrayAttr>(attrName);
  if (!array ||
      !llvm::all_of(array, [](Attribute a) { return isa<TypeAttr>(a); }))
    return makeError(
        llvm::formatv("'{0}' is an llvm.func without '{1}': it was not "
                      "compiled by this project's pipeline",
                      func.getSymName(), attrName));
  SmallVector<Type> types(array.getAsValueRange<TypeAttr>());
  return appendTensorTypes(types, func.getSymName(), what, tensors);
}

/// Compiled code is called with a stream and a pointer for each tensor; calling
/// anything else would crash.
static Error checkCompiled(ModuleOp module, StringRef entry,
                           const Signature &signature) {
  const std::string name = ("_mlir_ciface_" + entry).str();
  auto func = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!func || func.isExternal())
    return makeError("there is no function '" + Twine(name) + "'");
  auto isPointer = [](Type type) { return isa<LLVM::LLVMPointerType>(type); };
  const size_t numParams =
      1 + signature.arguments.size() + signature.results.size();
  LLVM::LLVMFunctionType type = func.getFunctionType();
  if (type.isVarArg() || type.getNumParams() != numParams ||
      !llvm::all_of(type.getParams(), isPointer) ||
      !isa<LLVM::LLVMVoidType>(type.getReturnType()))
    return makeError("'" + Twine(name) + "' does not take a stream, " +
                     Twine(signature.arguments.size()) + " arguments and " +
                     Twine(signature.results.size()) + " results by pointer");
  return Error::success();
}

static Expected<Signature> getCompiledSignature(ModuleOp module,
                                                LLVM::LLVMFuncOp func) {
  Signature signature;
  signature.isCompiled = true;
  if (Error error = appendTensorTypes(func, ascend::kArgumentTypesAttrName,
                                      "argument", signature.arguments))
    return std::move(error);
  if (Error error = appendTensorTypes(func, ascend::kResultTypesAttrName,
                                      "result", signature.results))
    return std::move(error);
  if (Error error = checkCompiled(module, func.getSymName(), signature))
    return std::move(error);
  return signature;
}

std::string foldrun::getDefaultEntry(ModuleOp module) {
  SmallVector<StringRef> names;
  if (!module.lookupSymbol("main"))
    for (auto func : module.getOps<func::FuncOp>())
      if (func.isPublic() && !func.isExternal())
        names.push_back(func.getName());
  return names.size() == 1 ? names[0].str() : "main";
}

Expected<Signature> foldrun::getSignature(ModuleOp module, StringRef entry) {
  Operation *op = module.lookupSymbol(entry);
  if (auto llvmFunc = dyn_cast_or_null<LLVM::LLVMFuncOp>(op))
    return getCompiledSignature(module, llvmFunc);
  auto func = dyn_cast_or_null<func::FuncOp>(op);
  if (!func)
    return makeError("the module has no function '" + entry +
                     "'; --entry names another one");
  if (func.isExternal())
    return makeError("'" + entry + "' is only declared");
  Signature signature;
  if (Error error = appendTensorTypes(func.getArgumentTypes(), entry,
                                      "argument", signature.arguments))
    return std::move(error);
  if (Error error = appendTensorTypes(func.getResultTypes(), entry, "result",
                                      signature.results))
    return std::move(error);
  return signature;
}

Error foldrun::requireStatic(const Signature &signature, StringRef entry) {
  auto check = [&](ArrayRef<RankedTensorType> types, StringRef what) -> Error {
    for (auto [i, type] : llvm::enumerate(types))
      if (!type.hasStaticShape())
        return makeError(
            llvm::formatv("the shape of {0} {1} of '{2}', a {3}, is not "
                          "known before it runs",
                          what, i, entry, type));
    return Error::success();
  };
  if (Error error = check(signature.arguments, "argument"))
    return error;
  return check(signature.results, "result");
}

//===----------------------------------------------------------------------===//
// Dynamic shapes
//===----------------------------------------------------------------------===//

static bool isDynamic(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && !(shaped.hasRank() && shaped.hasStaticShape());
}

static int64_t countDynamicValues(func::FuncOp func) {
  int64_t count = 0;
  func.walk([&](Operation *op) {
    count += llvm::count_if(op->getResultTypes(), isDynamic);
  });
  return count;
}

/// tosa-infer-shapes does not look through casts, and the canonicalizer does
/// not fold them into tosa ops, which take any refinement of their operands.
/// An op with regions has block arguments of the same types, so it keeps the
/// cast.
static void forwardCastsToTosa(func::FuncOp func) {
  func.walk([](tensor::CastOp cast) {
    if (!tensor::preservesStaticInformation(cast.getType(),
                                            cast.getSource().getType()))
      return;
    cast.getResult().replaceUsesWithIf(cast.getSource(), [](OpOperand &use) {
      Operation *owner = use.getOwner();
      return isa<tosa::TosaDialect>(owner->getDialect()) &&
             owner->getNumRegions() == 0;
    });
  });
}

static void setArgumentTypes(func::FuncOp func,
                             ArrayRef<RankedTensorType> types) {
  OpBuilder builder = OpBuilder::atBlockBegin(&func.front());
  for (auto [argument, type] : llvm::zip_equal(func.getArguments(), types)) {
    Type oldType = argument.getType();
    if (oldType == type)
      continue;
    argument.setType(type);
    auto cast =
        tensor::CastOp::create(builder, argument.getLoc(), oldType, argument);
    argument.replaceAllUsesExcept(cast, cast);
  }
  func.setFunctionType(builder.getFunctionType(func.front().getArgumentTypes(),
                                               func.getResultTypes()));
}

/// Returns what was cast to the function's result types and changes those.
static void refineResultTypes(func::FuncOp func) {
  SmallVector<func::ReturnOp> returns(func.getOps<func::ReturnOp>());
  // With several of them the types would have to agree.
  if (returns.size() != 1)
    return;
  for (OpOperand &operand : returns.front()->getOpOperands())
    if (auto cast = operand.get().getDefiningOp<tensor::CastOp>();
        cast && tensor::preservesStaticInformation(cast.getType(),
                                                   cast.getSource().getType()))
      operand.set(cast.getSource());
  func.setFunctionType(
      Builder(func.getContext())
          .getFunctionType(func.getArgumentTypes(),
                           returns.front()->getOperandTypes()));
}

static void buildRefinement(OpPassManager &pm) {
  pm.addNestedPass<func::FuncOp>(tosa::createTosaInferShapesPass());
  pm.addPass(memref::createResolveRankedShapeTypeResultDimsPass());
  pm.addPass(memref::createResolveShapedTypeResultDimsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

Error foldrun::specialize(ModuleOp module, StringRef entry,
                          ArrayRef<RankedTensorType> types) {
  // A private function that nobody calls would be removed.
  SymbolTable::setSymbolVisibility(module.lookupSymbol(entry),
                                   SymbolTable::Visibility::Public);
  // Callees have dynamic types of their own.
  if (Error error = runPasses(
          module, [](OpPassManager &pm) { pm.addPass(createInlinerPass()); }))
    return error;
  auto func = module.lookupSymbol<func::FuncOp>(entry);
  setArgumentTypes(func, types);
  // Each round carries shapes through one more stretch of tosa or linalg.
  for (int64_t before = INT64_MAX, now = countDynamicValues(func);
       now < before && now > 0;) {
    forwardCastsToTosa(func);
    if (Error error = runPasses(module, buildRefinement))
      return error;
    before = now;
    now = countDynamicValues(func);
  }
  refineResultTypes(func);
  // The last casts have no readers any more.
  return runPasses(module,
                   [](OpPassManager &pm) { pm.addPass(createCSEPass()); });
}
