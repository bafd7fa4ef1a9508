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

    Ops that are not affine themselves, or not in one operand alone, implement
    the interface to say which maps *move through* them: backwards, from the
    result to the operands (`pullMap`), and forwards (`pushMap`). A positive
    scale moves through relu, any increasing map through a maximum, any map
    through an interpolation or, part by part, through a concatenation.
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
        The maps of the operands, in their order, that together do to the result
        what `map` does: when every operand `x` becomes `operandMaps(x)`, the
        result `y` becomes `map(y)`. Operands that stay as they are get the
        identity. Fails, with the reason in `why`, when there are none. Must not
        change the IR.
      }],
      "::mlir::LogicalResult", "pullMap",
      (ins "const ::mlir::ascend::ChannelAffineMap &":$map,
           "::mlir::ascend::ConstantEvaluator &":$evaluator,
           "::std::vector<::mlir::ascend::ChannelAffineMap> &"
           :$operandMaps,
           "::std::string &":$why),
      /*methodBody=*/"", /*defaultImplementation=*/[{
        why = "no scale or shift moves through it";
        return ::mlir::failure();
      }]>,
    InterfaceMethod<[{
        The map of the result that is left when operands lose theirs: the op
        applied to `operandMaps(x)` is this map of the op applied to `x`. For
        operands without a map the entry is the identity. Fails, with the reason
        in `why`, when there is none. Must not change the IR.
      }],
      "::mlir::FailureOr<::mlir::ascend::ChannelAffineMap>", "pushMap",
      (ins "::llvm::ArrayRef<::mlir::ascend::ChannelAffineMap>":$operandMaps,
           "::mlir::ascend::ConstantEvaluator &":$evaluator,
           "::std::string &":$why),
      /*methodBody=*/"", /*defaultImplementation=*/[{
        why = "no scale or shift moves through it";
        return ::mlir::failure();
      }]>,
    InterfaceMethod<[{
        Adapts what the op knows of values (the value that is padded, the bounds
        of a clamp) to `map` having been pulled through it. Called only after
        `pullMap` has succeeded for it, and cannot fail.
      }],
      "void", "adaptToPulledMap",
      (ins "::mlir::RewriterBase &":$rewriter,
           "const ::mlir::ascend::ChannelAffineMap &":$map),
      /*methodBody=*/"", /*defaultImplementation=*/"return;">,
    InterfaceMethod<[{
        Whether the result is a sum of elements of the operand, so that a
        constant factor behind it may be the divisor of a mean.
      }],
      "bool", "sumsElements", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return false;">,
    InterfaceMethod<[{
        How many ops `buildScaleAndShift` would build: 0 when it cannot.
      }],
      "unsigned", "getNumScaleAndShiftOps",
      (ins "bool":$hasScale, "bool":$hasShift),
      /*methodBody=*/"", /*defaultImplementation=*/"return 0;">,
    InterfaceMethod<[{
        Builds ops like this one that compute `scale * value + shift`, at the
        insertion point. Either constant may be null; both have the rank and the
        element type of `value`, and extent 1 where they do not vary.
      }],
      "::mlir::Value", "buildScaleAndShift",
      (ins "::mlir::RewriterBase &":$rewriter, "::mlir::Location":$loc,
           "::mlir::Value":$value, "::mlir::ElementsAttr":$scale,
           "::mlir::ElementsAttr":$shift),
      /*methodBody=*/"", /*defaultImplementation=*/"return {};">,
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
    InterfaceMethod<[{
        The two operands that an elementwise sum of floating-point tensors adds,
        each of the type of its only result; empty when the op is anything else.
        Where the op broadcasts, an extent that is dynamic may be 1 in one of
        them at run time.
      }],
      "::llvm::SmallVector<::mlir::Value>", "getSummands", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return {};">,
    InterfaceMethod<[{
        What the op puts zeros around, if that is all it does; nothing when the
        op is anything else.
      }],
      "::std::optional<::mlir::ascend::ZeroPadding>", "getZeroPadding", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return std::nullopt;">,
  ];
}

#endif // ASCENDFOLD_INTERFACES_CHANNELAFFINEOPINTERFACE
