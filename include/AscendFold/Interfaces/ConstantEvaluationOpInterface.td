//===- ConstantEvaluationOpInterface.td - Constants in f64 -*- tablegen -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_INTERFACES_CONSTANTEVALUATIONOPINTERFACE
#define ASCENDFOLD_INTERFACES_CONSTANTEVALUATIONOPINTERFACE

include "mlir/IR/OpBase.td"

def ConstantEvaluationOpInterface
    : OpInterface<"ConstantEvaluationOpInterface"> {
  let cppNamespace = "::mlir::ascend";
  let description = [{
    Implemented by ops whose results can be computed at compile time when the
    operands they depend on are constants: reshapes, transposes, broadcasts,
    elementwise ops, reads of immutable globals. `arith.constant`, `tosa.const`
    and other `ConstantLike` ops, and elementwise arith and math ops, need not
    implement it.

    A result counts as evaluated only when executing the op could have no other
    effect: assertions in its body must hold.
  }];
  let methods = [
    InterfaceMethod<[{
        The value of result `resultNumber`, in f64 without intermediate
        rounding. Fails through `evaluator.fail(reason)` when it is not a
        constant.
      }],
      "::mlir::FailureOr<::mlir::ascend::ConstantTensor>", "evaluateConstant",
      (ins "unsigned":$resultNumber,
           "::mlir::ascend::ConstantEvaluator &":$evaluator)>,
    InterfaceMethod<[{
        Whether the op rounds numbers to integers, or reads integers as floats:
        what comes of that has been through a quantiser.
      }],
      "bool", "makesIntegers", (ins),
      /*methodBody=*/"", /*defaultImplementation=*/"return false;">,
    InterfaceMethod<[{
        The factor of `operand`, by element, with which the result becomes
        `factor` times what it was. Fails when there is none: the result is no
        multiple of the operand, or the factor varies where the operand does
        not.
      }],
      "::mlir::FailureOr<::mlir::ascend::ConstantTensor>", "pullFactor",
      (ins "::mlir::OpOperand &":$operand,
           "const ::mlir::ascend::ConstantTensor &":$factor),
      /*methodBody=*/"", /*defaultImplementation=*/"return ::mlir::failure();">,
  ];
}

#endif // ASCENDFOLD_INTERFACES_CONSTANTEVALUATIONOPINTERFACE
