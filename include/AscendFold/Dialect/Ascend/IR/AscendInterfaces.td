//===- AscendInterfaces.td - Interfaces of ascend ops ------*- tablegen -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_DIALECT_ASCEND_IR_ASCENDINTERFACES
#define ASCENDFOLD_DIALECT_ASCEND_IR_ASCENDINTERFACES

include "mlir/IR/OpBase.td"

def Ascend_EpilogueOpInterface : OpInterface<"EpilogueOpInterface"> {
  let cppNamespace = "::mlir::ascend";
  let description = [{
    An op that applies an epilogue, a list of `EpilogueStepAttrInterface`, to
    its result.
  }];
  let methods = [
    InterfaceMethod<"The steps; null when there are none.",
                    "::mlir::ArrayAttr", "getEpilogueAttr">,
    InterfaceMethod<"Replaces the steps.", "void", "setEpilogueAttr",
                    (ins "::mlir::ArrayAttr":$steps)>,
    InterfaceMethod<"Whether the op can have a residual operand.",
                    "bool", "acceptsResidual", (ins), [{}],
                    [{ return false; }]>,
    InterfaceMethod<"The residual operand, if there is one.",
                    "::mlir::Value", "getEpilogueResidual", (ins), [{}],
                    [{ return ::mlir::Value(); }]>,
    InterfaceMethod<"Sets the residual operand of an op that has none.",
                    "void", "setEpilogueResidual",
                    (ins "::mlir::Value":$residual), [{}],
                    [{ llvm_unreachable("no residual operand"); }]>
  ];
}

def Ascend_FeatureMapOpInterface : OpInterface<"FeatureMapOpInterface"> {
  let cppNamespace = "::mlir::ascend";
  let description = [{
    An op on feature maps: activations with a batch dim, a channel dim and
    spatial dims, all in one order, its *layout*.
  }];
  let methods = [
    InterfaceMethod<"The order of the dims.", "::mlir::ascend::Layout",
                    "getLayout">,
    InterfaceMethod<"Changes the order; types are the caller's task.",
                    "void", "setLayout",
                    (ins "::mlir::ascend::Layout":$layout)>,
    InterfaceMethod<"The operands that are feature maps, the destination last.",
                    "::llvm::SmallVector<::mlir::OpOperand *>",
                    "getFeatureMaps">
  ];
}

def Ascend_InPlaceOpInterface : OpInterface<"InPlaceOpInterface"> {
  let cppNamespace = "::mlir::ascend";
  let description = [{
    An op that may write its result over an operand of the same type, because
    every element of the result depends on no other element of it.
  }];
  let methods = [
    InterfaceMethod<"The operands whose memory the destination may have.",
                    "::llvm::SmallVector<::mlir::OpOperand *>",
                    "getOverwritableOperands">
  ];
}

#endif // ASCENDFOLD_DIALECT_ASCEND_IR_ASCENDINTERFACES
