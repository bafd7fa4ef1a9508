//===- GlobalModels.cpp - Reads of immutable globals ----------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Interfaces/ConstantEvaluationOpInterface.h"
#include "AscendFold/Interfaces/ExternalModels.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::ascend;

static FailureOr<ConstantTensor>
fromInitialValue(Attribute value, ConstantEvaluator &evaluator) {
  auto elements = dyn_cast_or_null<ElementsAttr>(value);
  if (!elements)
    return evaluator.fail("the global has no initial value that is a tensor");
  std::string why;
  FailureOr<ConstantTensor> tensor = ConstantTensor::get(elements, why);
  if (failed(tensor))
    return evaluator.fail(why);
  return tensor;
}

namespace {
template <typename Op>
struct EvaluateGlobalLoad final
    : ConstantEvaluationOpInterface::ExternalModel<EvaluateGlobalLoad<Op>, Op> {
  FailureOr<ConstantTensor>
  evaluateConstant(Operation *op, unsigned,
                   ConstantEvaluator &evaluator) const {
    auto load = cast<Op>(op);
    auto global = dyn_cast_or_null<ml_program::GlobalOp>(
        evaluator.lookupSymbol(op, load.getGlobalAttr()));
    if (!global || global.getIsMutable())
      return evaluator.fail("it reads a global that is not immutable");
    return fromInitialValue(global.getValueAttr(), evaluator);
  }
};

struct EvaluateGetGlobal final
    : ConstantEvaluationOpInterface::ExternalModel<EvaluateGetGlobal,
                                                   memref::GetGlobalOp> {
  FailureOr<ConstantTensor>
  evaluateConstant(Operation *op, unsigned,
                   ConstantEvaluator &evaluator) const {
    auto get = cast<memref::GetGlobalOp>(op);
    auto global = dyn_cast_or_null<memref::GlobalOp>(
        evaluator.lookupSymbol(op, get.getNameAttr()));
    if (!global || !global.getConstant())
      return evaluator.fail("it reads a global that is not immutable");
    if (!get.getType().getLayout().isIdentity())
      return evaluator.fail("the global has a layout of its own");
    return fromInitialValue(global.getInitialValueAttr(), evaluator);
  }
};

struct EvaluateToTensor final
    : ConstantEvaluationOpInterface::ExternalModel<EvaluateToTensor,
                                                   bufferization::ToTensorOp> {
  FailureOr<ConstantTensor>
  evaluateConstant(Operation *op, unsigned,
                   ConstantEvaluator &evaluator) const {
    return evaluator.evaluate(op->getOperand(0));
  }
};
} // namespace

void ascend::registerMLProgramExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context,
                            ml_program::MLProgramDialect *) {
    using namespace ml_program;
    GlobalLoadOp::attachInterface<EvaluateGlobalLoad<GlobalLoadOp>>(*context);
    GlobalLoadConstOp::attachInterface<EvaluateGlobalLoad<GlobalLoadConstOp>>(
        *context);
  });
}

void ascend::registerMemRefExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, memref::MemRefDialect *) {
    memref::GetGlobalOp::attachInterface<EvaluateGetGlobal>(*context);
  });
}

void ascend::registerBufferizationExternalModels(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, bufferization::BufferizationDialect *) {
        bufferization::ToTensorOp::attachInterface<EvaluateToTensor>(*context);
      });
}
