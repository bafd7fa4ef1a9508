//===- AscendAttrs.td - Attributes of the ascend dialect ---*- tablegen -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_DIALECT_ASCEND_IR_ASCENDATTRS
#define ASCENDFOLD_DIALECT_ASCEND_IR_ASCENDATTRS

include "AscendFold/Dialect/Ascend/IR/AscendDialect.td"

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

//===----------------------------------------------------------------------===//
// Enums
//===----------------------------------------------------------------------===//

class Ascend_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlir::ascend";
}

def Ascend_Layout : Ascend_Enum<"Layout", "order of an activation's dims", [
  I32EnumAttrCase<"NCHW", 0, "nchw">,
  I32EnumAttrCase<"NHWC", 1, "nhwc">,
  I32EnumAttrCase<"NC1HWC0", 2, "nc1hwc0">
]> {
  let description = [{
    For any number of spatial dims: `nchw` has the channel in front of them,
    `nhwc` behind them. `nc1hwc0` is `[N, ceil(C / 16), H, W, 16]`, the rest of
    the last block zero.
  }];
}

def Ascend_FilterLayout : Ascend_Enum<"FilterLayout", "order of a filter's dims", [
  I32EnumAttrCase<"OIHW", 0, "oihw">,
  I32EnumAttrCase<"OHWI", 1, "ohwi">,
  I32EnumAttrCase<"HWIO", 2, "hwio">,
  I32EnumAttrCase<"HWOI", 3, "hwoi">,
  I32EnumAttrCase<"IOHW", 4, "iohw">
]> {
  let description = [{
    `o`: channels of the output; `i`: channels of the input in one group. In
    `iohw` (the filter of a transposed convolution) it is the other way round:
    `i` has the channels of all groups, `o` those of one.
  }];
}

def Ascend_PoolKind : Ascend_Enum<"PoolKind", "kind of a pooling", [
  I32EnumAttrCase<"Max", 0, "max">,
  I32EnumAttrCase<"Avg", 1, "avg">,
  I32EnumAttrCase<"AvgWithPadding", 2, "avg_with_padding">
]>;

def Ascend_EltwiseKind : Ascend_Enum<"EltwiseKind", "arithmetic of two tensors", [
  I32EnumAttrCase<"Add", 0, "add">,
  I32EnumAttrCase<"Sub", 1, "sub">,
  I32EnumAttrCase<"Mul", 2, "mul">,
  I32EnumAttrCase<"Div", 3, "div">,
  I32EnumAttrCase<"Max", 4, "max">,
  I32EnumAttrCase<"Min", 5, "min">
]>;

def Ascend_ResizeKind : Ascend_Enum<"ResizeKind", "interpolation of a resize", [
  I32EnumAttrCase<"NearestFloor", 0, "nearest_floor">,
  I32EnumAttrCase<"NearestRound", 1, "nearest_round">,
  I32EnumAttrCase<"Linear", 2, "linear">
]>;

def Ascend_ReduceKind : Ascend_Enum<"ReduceKind", "kind of a reduction", [
  I32EnumAttrCase<"Sum", 0, "sum">,
  I32EnumAttrCase<"Mean", 1, "mean">,
  I32EnumAttrCase<"Max", 2, "max">,
  I32EnumAttrCase<"Min", 3, "min">
]>;

//===----------------------------------------------------------------------===//
// Steps of an epilogue
//===----------------------------------------------------------------------===//

def Ascend_EpilogueStepAttrInterface : AttrInterface<"EpilogueStepAttrInterface"> {
  let cppNamespace = "::mlir::ascend";
  let description = [{
    A function that a kernel applies to each element of its result, in f32,
    before the result is rounded. A new fusion is a new attribute.
  }];
  let methods = [
    InterfaceMethod<"The function's number in the runtime's ABI "
                    "(`ascendrt_function`).",
                    "int32_t", "getRuntimeFunction">,
    InterfaceMethod<"First parameter of the function, if it has one.",
                    "double", "getAlpha", (ins), [{}], [{ return 0.0; }]>,
    InterfaceMethod<"Second parameter of the function, if it has one.",
                    "double", "getBeta", (ins), [{}], [{ return 0.0; }]>,
    InterfaceMethod<"Whether the step reads the op's residual operand.",
                    "bool", "readsResidual", (ins), [{}], [{ return false; }]>
  ];
}

class Ascend_EpilogueStep<string name, string attrMnemonic, int function>
    : AttrDef<Ascend_Dialect, name, [
        Ascend_EpilogueStepAttrInterface]> {
  let mnemonic = attrMnemonic;
  string defaultMethods = "int32_t getRuntimeFunction() const { return " #
                          function # "; }";
  let extraClassDeclaration = defaultMethods;
}

def Ascend_ReluAttr : Ascend_EpilogueStep<"Relu", "relu", 1> {
  let summary = "max(x, 0)";
}
def Ascend_LeakyReluAttr : Ascend_EpilogueStep<"LeakyRelu", "leaky_relu", 2> {
  let summary = "x < 0 ? alpha * x : x";
  let parameters = (ins APFloatParameter<"negative slope">:$slope);
  let assemblyFormat = "`<` custom<F32>($slope) `>`";
  let extraClassDeclaration = defaultMethods # [{
    double getAlpha() const { return getSlope().convertToDouble(); }
  }];
}
def Ascend_ClampAttr : Ascend_EpilogueStep<"Clamp", "clamp", 3> {
  let summary = "min(max(x, low), high)";
  let parameters = (ins APFloatParameter<"lower bound">:$low,
                        APFloatParameter<"upper bound">:$high);
  let assemblyFormat = "`<` custom<F32>($low) `,` custom<F32>($high) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = defaultMethods # [{
    double getAlpha() const { return getLow().convertToDouble(); }
    double getBeta() const { return getHigh().convertToDouble(); }
  }];
}
def Ascend_SigmoidAttr : Ascend_EpilogueStep<"Sigmoid", "sigmoid", 4> {
  let summary = "1 / (1 + exp(-x))";
}
def Ascend_TanhAttr : Ascend_EpilogueStep<"Tanh", "tanh", 5> {
  let summary = "tanh(x)";
}
def Ascend_SiluAttr : Ascend_EpilogueStep<"Silu", "silu", 6> {
  let summary = "x * sigmoid(x)";
}
def Ascend_HardSwishAttr : Ascend_EpilogueStep<"HardSwish", "hard_swish", 7> {
  let summary = "x * min(max(x + 3, 0), 6) / 6";
}
def Ascend_HardSigmoidAttr
    : Ascend_EpilogueStep<"HardSigmoid", "hard_sigmoid", 8> {
  let summary = "min(max(slope * x + offset, 0), 1)";
  let parameters = (ins APFloatParameter<"slope">:$slope,
                        APFloatParameter<"offset">:$offset);
  let assemblyFormat = "`<` custom<F32>($slope) `,` custom<F32>($offset) `>`";
  let extraClassDeclaration = defaultMethods # [{
    double getAlpha() const { return getSlope().convertToDouble(); }
    double getBeta() const { return getOffset().convertToDouble(); }
  }];
}
def Ascend_GeluAttr : Ascend_EpilogueStep<"Gelu", "gelu", 9> {
  let summary = "x * (1 + erf(x / sqrt(2))) / 2";
}
def Ascend_GeluTanhAttr : Ascend_EpilogueStep<"GeluTanh", "gelu_tanh", 10> {
  let summary = "the approximation of gelu with tanh";
}
def Ascend_ResidualAttr : Ascend_EpilogueStep<"Residual", "residual", 11> {
  let summary = "x + residual";
  let extraClassDeclaration = defaultMethods # [{
    bool readsResidual() const { return true; }
  }];
}
def Ascend_GateAttr : Ascend_EpilogueStep<"Gate", "gate", 12> {
  let summary = "x * residual";
  let description = [{
    The other factor of a gated linear unit (GLU, SwiGLU, GeGLU, …), an element
    for each of the result.
  }];
  let extraClassDeclaration = defaultMethods # [{
    bool readsResidual() const { return true; }
  }];
}

def Ascend_EpilogueAttr : TypedArrayAttrBase<Ascend_EpilogueStepAttrInterface,
                                             "list of epilogue steps">;

#endif // ASCENDFOLD_DIALECT_ASCEND_IR_ASCENDATTRS
