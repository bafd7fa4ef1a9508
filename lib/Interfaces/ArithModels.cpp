//===- ArithModels.cpp - Interfaces of arith and math ops -----------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseMaps.h"
#include "ElementwiseStep.h"

#include "AscendFold/Interfaces/ExternalModels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::ascend;

template <typename Op>
static constexpr ElementwiseRule getRule() {
  if (std::is_same_v<Op, arith::AddFOp>)
    return ElementwiseRule::Sum;
  if (std::is_same_v<Op, arith::SubFOp>)
    return ElementwiseRule::Difference;
  if (std::is_same_v<Op, arith::MaximumFOp> ||
      std::is_same_v<Op, arith::MinimumFOp> ||
      std::is_same_v<Op, arith::MaxNumFOp> ||
      std::is_same_v<Op, arith::MinNumFOp>)
    return ElementwiseRule::Extremum;
  return ElementwiseRule::Affine;
}

namespace {
/// arith.addf %x, %c : tensor<…> and the like.
template <typename Op>
struct AffineArithOp final
    : ChannelAffineOpInterface::ExternalModel<AffineArithOp<Op>, Op> {
  FailureOr<ChannelAffineStep>
  getChannelAffineStep(Operation *op, Value tracked,
                       const ChannelLayout &layout,
                       ConstantEvaluator &evaluator, std::string &why) const {
    return getElementwiseStep(op, *getElementwiseFunction(op),
                              op->getOperands(), tracked, layout, evaluator,
                              why);
  }
  Value dropChannelAffineStep(Operation *op, RewriterBase &rewriter,
                              Value tracked, const ChannelAffineStep &) const {
    return dropElementwiseStep(rewriter, op, tracked);
  }
  LogicalResult pullMap(Operation *op, const ChannelAffineMap &map,
                        ConstantEvaluator &evaluator, OperandMaps &operandMaps,
                        std::string &why) const {
    return pullThroughElementwise(
        op, getRule<Op>(), *getElementwiseFunction(op), op->getOperands(), map,
        evaluator, operandMaps, why);
  }
  FailureOr<ChannelAffineMap> pushMap(Operation *op,
                                      ArrayRef<ChannelAffineMap> operandMaps,
                                      ConstantEvaluator &evaluator,
                                      std::string &why) const {
    return pushThroughElementwise(
        op, getRule<Op>(), *getElementwiseFunction(op), op->getOperands(),
        operandMaps, evaluator, why);
  }
  SmallVector<Value> getSummands(Operation *op) const {
    if constexpr (std::is_same_v<Op, arith::AddFOp>)
      return getSummandsOfType(op, op->getOperand(0), op->getOperand(1));
    else
      return {};
  }
};
} // namespace

template <typename... Ops>
static void attach(MLIRContext *context) {
  (Ops::template attachInterface<AffineArithOp<Ops>>(*context), ...);
}

void ascend::registerArithExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *) {
    attach<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
           arith::NegFOp, arith::ExtFOp, arith::TruncFOp, arith::MaximumFOp,
           arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp>(context);
  });
}

void ascend::registerMathExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, math::MathDialect *) {
    attach<math::FmaOp>(context);
  });
}
