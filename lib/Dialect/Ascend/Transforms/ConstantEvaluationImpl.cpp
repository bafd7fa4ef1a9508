//===- ConstantEvaluationImpl.cpp - Constants behind ascend ops -----------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Analysis/ConstantEvaluator.h"
#include "AscendFold/Dialect/Ascend/IR/Ascend.h"
#include "AscendFold/Dialect/Ascend/Transforms/BufferizableOpInterfaceImpl.h"
#include "AscendFold/Interfaces/ConstantEvaluationOpInterface.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {
struct EvaluateTranspose final
    : ConstantEvaluationOpInterface::ExternalModel<EvaluateTranspose,
                                                   TransposeOp> {
  FailureOr<ConstantTensor>
  evaluateConstant(Operation *op, unsigned,
                   ConstantEvaluator &evaluator) const {
    auto transpose = cast<TransposeOp>(op);
    FailureOr<ConstantTensor> input = evaluator.evaluate(transpose.getInput());
    if (failed(input))
      return failure();
    return input->transpose(transpose.getPermutation());
  }
};
} // namespace

void ascend::registerConstantEvaluationExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, AscendDialect *) {
    TransposeOp::attachInterface<EvaluateTranspose>(*context);
  });
}
