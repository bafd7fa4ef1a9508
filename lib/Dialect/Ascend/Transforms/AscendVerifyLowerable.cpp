//===- AscendVerifyLowerable.cpp - What cannot be lowered -----------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Dialect/Ascend/Transforms/Passes.h"

#include "mlir/Conversion/TosaToArith/TosaToArith.h"
#include "mlir/Conversion/TosaToLinalg/TosaToLinalg.h"
#include "mlir/Conversion/TosaToTensor/TosaToTensor.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/DialectConversion.h"

#include "llvm/ADT/DenseSet.h"

#define DEBUG_TYPE "ascend-verify-lowerable"

namespace mlir::ascend {
#define GEN_PASS_DEF_ASCENDVERIFYLOWERABLEPASS
#include "AscendFold/Dialect/Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

/// The tosa ops that upstream turns into linalg, tensor or arith: those that
/// its patterns begin with.
static llvm::DenseSet<OperationName> getLowerableTosaOps(MLIRContext *context) {
  // No such op, and no name of one either.
  if (!context->getLoadedDialect<tosa::TosaDialect>())
    return {};
  RewritePatternSet patterns(context);
  TypeConverter converter;
  tosa::populateTosaToLinalgConversionPatterns(converter, &patterns);
  tosa::populateTosaToLinalgNamedConversionPatterns(converter, &patterns, {});
  tosa::populateTosaToTensorConversionPatterns(converter, &patterns);
  tosa::populateTosaToArithConversionPatterns(&patterns);
  llvm::DenseSet<OperationName> names;
  for (const auto &pattern : patterns.getNativePatterns())
    if (std::optional<OperationName> name = pattern->getRootKind())
      names.insert(*name);
  return names;
}

/// Whether upstream, or this project, lowers the ops of the dialect.
static bool isLowerable(Dialect *dialect) {
  return isa<AscendDialect, BuiltinDialect, LLVM::LLVMDialect,
             affine::AffineDialect, arith::ArithDialect,
             bufferization::BufferizationDialect, cf::ControlFlowDialect,
             func::FuncDialect, linalg::LinalgDialect, math::MathDialect,
             memref::MemRefDialect, scf::SCFDialect, tensor::TensorDialect,
             tosa::TosaDialect>(dialect);
}

/// Quantized and complex numbers, and floats of less than 16 bits, are what
/// neither kernels nor code for the host computes with.
static bool isLowerableElement(Type type) {
  if (auto floatType = dyn_cast<FloatType>(type))
    return floatType.getWidth() >= 16;
  return !isa<quant::QuantizedType, ComplexType>(type);
}

namespace {
class AscendVerifyLowerablePass final
    : public ascend::impl::AscendVerifyLowerablePassBase<
          AscendVerifyLowerablePass> {
public:
  using AscendVerifyLowerablePassBase::AscendVerifyLowerablePassBase;

  LogicalResult initialize(MLIRContext *context) override {
    lowerableTosaOps = getLowerableTosaOps(context);
    return success();
  }

  void runOnOperation() override {
    bool isFine = true;
    getOperation()->walk([&](Operation *op) {
      isFine &= succeeded(verifyOp(op)) && succeeded(verifyTypes(op));
    });
    if (!isFine)
      signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  LogicalResult verifyOp(Operation *op) const {
    Dialect *dialect = op->getDialect();
    if (!op->isRegistered())
      return op->emitOpError("is not registered, so nothing lowers it");
    if (!isLowerable(dialect))
      return op->emitOpError("is of the dialect '")
             << dialect->getNamespace()
             << "', which neither the runtime nor the host compiler takes";
    if (isa<tosa::TosaDialect>(dialect) && !isLowerableTosaOp(op))
      return op->emitOpError("is a tosa op that has no ascend op and that "
                             "upstream does not lower to linalg");
    return success();
  }

  /// Shapes and terminators go with the ops that they belong to.
  bool isLowerableTosaOp(Operation *op) const {
    return isa<tosa::ConstShapeOp, tosa::YieldOp>(op) ||
           lowerableTosaOps.contains(op->getName());
  }

  static LogicalResult verifyTypes(Operation *op) {
    auto reject = [&](Type type, const Twine &reason) {
      return op->emitOpError("has a value of type ") << type << ", " << reason;
    };
    SmallVector<Type> types(op->getOperandTypes());
    llvm::append_range(types, op->getResultTypes());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(types, block.getArgumentTypes());
    for (Type type : types) {
      if (isa<UnrankedTensorType>(type))
        return reject(type, "whose rank is not known");
      if (!isLowerableElement(getElementTypeOrSelf(type)))
        return reject(type, "and neither the runtime nor the host compiler "
                            "computes with such elements");
      auto shaped = dyn_cast<ShapedType>(type);
      if (isa<AscendDialect>(op->getDialect()) && shaped &&
          shaped.getRank() > kMaxRank)
        return reject(type,
                      "but kernels take at most " + Twine(kMaxRank) + " dims");
    }
    return success();
  }

  llvm::DenseSet<OperationName> lowerableTosaOps;
};
} // namespace
