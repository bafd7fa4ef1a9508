//===- BufferizableOpInterfaceImpl.cpp - Bufferize ascend ops -------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Dialect/Ascend/Transforms/ExternalModels.h"

#include "AscendFold/Dialect/Ascend/IR/Ascend.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::bufferization;

namespace {
/// IN:  %r = ascend.op ins(%x : tensor) outs(%init : tensor) -> tensor
/// OUT: ascend.op ins(%bx : memref) outs(%binit : memref), %binit for %r
template <typename Op>
struct BufferizeAscendOp final
    : DstBufferizableOpInterfaceExternalModel<BufferizeAscendOp<Op>, Op> {
  /// Every element of the destination is written, none is read.
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return cast<DestinationStyleOpInterface>(op).isDpsInput(&operand);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    SmallVector<Value> buffers;
    for (Value operand : op->getOperands()) {
      FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
    OperationState newOp(op->getLoc(), op->getName());
    newOp.addOperands(buffers);
    newOp.addAttributes(llvm::to_vector(op->getDiscardableAttrs()));
    newOp.propertiesAttr = op->getPropertiesAsAttribute();
    rewriter.create(newOp);
    auto destination = cast<DestinationStyleOpInterface>(op);
    Value init = buffers[destination.getDpsInitOperand(0)->getOperandNumber()];
    replaceOpWithBufferizedValues(rewriter, op, init);
    return success();
  }
};
} // namespace

template <typename... Ops>
static void attach(MLIRContext *context) {
  (Ops::template attachInterface<BufferizeAscendOp<Ops>>(*context), ...);
}

void ascend::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, AscendDialect *) {
    attach<ActivationOp, BatchNormOp, ConcatOp, ConvOp, EltwiseOp, MatmulOp,
           PackOp, PoolOp, ReduceOp, ResizeOp, SoftmaxOp, TransposeOp,
           UnpackOp>(context);
  });
}
