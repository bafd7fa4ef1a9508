//===- downstream-opt.cpp - A compiler that uses AscendFold ---------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiler with a convolution of its own, toy.conv(input, filter, bias), NHWC
// and FHWC. It says where that op's channels are; the pass does the rest.
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Interfaces/ChannelLinearOpInterface.h"
#include "AscendFold/Interfaces/ExternalModels.h"
#include "AscendFold/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

using namespace mlir;

namespace toy {

struct ConvOp : Op<ConvOp, OpTrait::ZeroRegions, OpTrait::OneResult,
                   OpTrait::ZeroSuccessors, OpTrait::NOperands<3>::Impl> {
  using Op::Op;
  static StringRef getOperationName() { return "toy.conv"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
};

struct ToyDialect : Dialect {
  explicit ToyDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<ToyDialect>()) {
    addOperations<ConvOp>();
  }
  static StringRef getDialectNamespace() { return "toy"; }
};

struct AbsorbIntoConv
    : ascend::ChannelLinearOpInterface::ExternalModel<AbsorbIntoConv, ConvOp> {
  FailureOr<ascend::ChannelLinearForm>
  getChannelLinearForm(Operation *op, std::string &) const {
    auto biasType = cast<RankedTensorType>(op->getOperand(2).getType());
    ascend::ChannelLinearForm form;
    form.result = op->getResult(0);
    form.filter = &op->getOpOperand(1);
    form.bias = op->getOperand(2);
    form.biasElementType = biasType.getElementType();
    form.channelSizes = {biasType.getDimSize(0)};
    form.filterDims = {0};
    form.biasDims = {0};
    form.resultDims = {3};
    form.biasShape = form.channelSizes;
    return form;
  }
  Value setFilterAndBias(Operation *op, RewriterBase &rewriter,
                         const ascend::ChannelLinearForm &form, Value filter,
                         Value bias) const {
    rewriter.modifyOpInPlace(op, [&] {
      op->setOperand(1, filter ? filter : op->getOperand(1));
      op->setOperand(2, bias ? bias : op->getOperand(2));
    });
    return form.result;
  }
};

} // namespace toy

int main(int argc, char **argv) {
  ascend::registerAscendFoldTransformsPasses();

  DialectRegistry registry;
  registry.insert<arith::ArithDialect, func::FuncDialect, toy::ToyDialect,
                  tosa::TosaDialect>();
  ascend::registerAllExternalModels(registry);
  registry.addExtension(+[](MLIRContext *context, toy::ToyDialect *) {
    toy::ConvOp::attachInterface<toy::AbsorbIntoConv>(*context);
  });

  return asMainReturnCode(
      MlirOptMain(argc, argv, "A compiler downstream\n", registry));
}
