//===- ChannelLinearOpInterface.td - Absorbs a scale -------*- tablegen -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_INTERFACES_CHANNELLINEAROPINTERFACE
#define ASCENDFOLD_INTERFACES_CHANNELLINEAROPINTERFACE

include "mlir/IR/OpBase.td"

def ChannelLinearOpInterface : OpInterface<"ChannelLinearOpInterface"> {
  let cppNamespace = "::mlir::ascend";
  let description = [{
    Implemented by ops whose result is linear in a filter operand, channel by
    channel: multiplying the part of the filter that belongs to output channel
    `c` by `s` multiplies channel `c` of the result, less the bias, by `s`.
    Convolutions of every kind and matrix multiplications.
  }];
  let methods = [
    InterfaceMethod<[{
        Says where filter, bias and channels are. On failure `why` holds the
        reason in words, as the end of a sentence, or is empty when the op is
        nothing that could ever absorb a scale (an elementwise op of a generic
        kind, say). Must not change the IR.
      }],
      "::mlir::FailureOr<::mlir::ascend::ChannelLinearForm>",
      "getChannelLinearForm", (ins "::std::string &":$why)>,
    InterfaceMethod<[{
        Makes the op use `filter`, of the type of the present one, and `bias`.
        A null value means that the operand stays. `bias` has elements of
        `form.biasElementType` and either the shape `form.biasShape` or, where
        `form.acceptsResultBias`, that of the result. Both are defined before
        the op. Cannot fail. Returns the value that stands for `form.result`
        now; its users have been updated.
      }],
      "::mlir::Value", "setFilterAndBias",
      (ins "::mlir::RewriterBase &":$rewriter,
           "const ::mlir::ascend::ChannelLinearForm &":$form,
           "::mlir::Value":$filter, "::mlir::Value":$bias)>,
    InterfaceMethod<[{
        Creates, at the insertion point, an op that does to `input` with
        `filter` what this one does to its operands, less the bias. Input and
        filter may have other numbers of channels than those of this op; the
        result has the type of `like`, a result of an op of the same dialect
        which is about to go. Called only when `form.takesOtherChannels`, and
        cannot fail.
      }],
      "::mlir::Operation *", "cloneWithChannels",
      (ins "::mlir::RewriterBase &":$rewriter, "::mlir::Value":$input,
           "::mlir::Value":$filter, "::mlir::OpResult":$like),
      /*methodBody=*/"",
      /*defaultImplementation=*/[{
        ::llvm::report_fatal_error("other channels are not supported");
      }]>,
  ];
}

#endif // ASCENDFOLD_INTERFACES_CHANNELLINEAROPINTERFACE
