//===- ChannelAffineOpInterface.td - Affine per channel ----*- tablegen -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_INTERFACES_CHANNELAFFINEOPINTERFACE
#define ASCENDFOLD_INTERFACES_CHANNELAFFINEOPINTERFACE

include "mlir/IR/OpBase.td"

def ChannelAffineOpInterface : OpInterface<"ChannelAffineOpInterface"> {
  let cppNamespace = "::mlir::ascend";
  let description = [{
    Implemented by ops that apply `y = scale[c] * x + shift[c]` to one operand,
    `c` being the output channel of the convolution that made it, or that only
    move data and keep channels whole (transpose, reshape, cast, slice).

    Such an op *describes* what it does and can *drop* it. An op whose body goes
    on after the affine part (with a relu, a residual, …) describes that first
    part only, and drops only that.
  }];
  let methods = [
    InterfaceMethod<[{
        Describes what this op does to `tracked`, one of its operands, whose
        channels lie as `layout` says. Operands that are constants are evaluated
        with `evaluator`. On failure `why` holds the reason in words, as the end
        of a sentence. Must not change the IR.
      }],
      "::mlir::FailureOr<::mlir::ascend::ChannelAffineStep>",
      "getChannelAffineStep",
      (ins "::mlir::Value":$tracked,
           "const ::mlir::ascend::ChannelLayout &":$layout,
           "::mlir::ascend::ConstantEvaluator &":$evaluator,
           "::std::string &":$why)>,
    InterfaceMethod<[{
        Replaces the described arithmetic by `tracked` itself: afterwards the
        value that was `scale * x + shift` is `x`. Data movement and casts
        stay. Called only for steps with `numComputeOps > 0`, and cannot fail.
        Returns the value that stands for `step.result` now.
      }],
      "::mlir::Value", "dropChannelAffineStep",
      (ins "::mlir::RewriterBase &":$rewriter, "::mlir::Value":$tracked,
           "const ::mlir::ascend::ChannelAffineStep &":$step)>,
    InterfaceMethod<[{
        Whether the elements of `operand` are read. A destination that is
        overwritten, or an operand that only gives a shape, is not.
      }],
      "bool", "readsElementsOf", (ins "::mlir::OpOperand &":$operand),
      /*methodBody=*/"", /*defaultImplementation=*/"return true;">,
    InterfaceMethod<[{
        Whether the op has no results and, as `evaluator` can prove, no effect:
        a shape check that holds. Such an op goes with what it checked.
      }],
      "bool", "isProvenCheck",
      (ins "::mlir::ascend::ConstantEvaluator &":$evaluator),
      /*methodBody=*/"", /*defaultImplementation=*/"return false;">,
  ];
}

#endif // ASCENDFOLD_INTERFACES_CHANNELAFFINEOPINTERFACE
