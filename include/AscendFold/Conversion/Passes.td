//===- Passes.td - Conversions to and from ascend ----------*- tablegen -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_CONVERSION_PASSES
#define ASCENDFOLD_CONVERSION_PASSES

include "mlir/Pass/PassBase.td"

def ConvertTosaToAscendPass : Pass<"convert-tosa-to-ascend"> {
  let summary = "Convert tosa to ascend";
  let description = [{
    Convolutions (with their bias and padding), pools, elementwise arithmetic,
    activations, resize, concat, matmul, reductions and transposes of f32, f16
    and bf16 tensors become ascend ops in tosa's layout, `nhwc`. Several ops
    that amount to one activation (`x * sigmoid(x)`) become that activation.

    Other ops stay, and so do those with a tensor of rank 0 or above 6 or with
    an extent of zero, with a filter of dynamic shape, with `nan_mode = IGNORE`,
    or with operands that may be broadcast along an extent that is not known
    before run time.
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ConvertLinalgToAscendPass : Pass<"convert-linalg-to-ascend"> {
  let summary = "Convert linalg to ascend";
  let description = [{
    Of f32, f16 and bf16 tensors, these become ascend ops in the layout that
    the op has: named convolutions and pools together with the `tensor.pad` and
    `linalg.fill` or bias before them, matmuls and other contractions of two
    tensors along one loop, reductions by sum, maximum and minimum (and the
    division of a sum that makes it a mean), `linalg.softmax`,
    `linalg.generic`s that resize to the nearest element, transposes,
    `tensor.concat`, and `linalg.generic` or named elementwise ops whose body
    is arithmetic of two operands or a known activation. Several ops that
    amount to one activation become that activation.

    Other ops stay, and so do those with a tensor of rank 0 or above 6 or with
    an extent of zero, with a filter of dynamic shape, with `arith.maxnumf` or
    `arith.minnumf`, or with factors that, made one, are out of the range of
    the element type.
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ConvertAscendToLLVMPass
    : Pass<"convert-ascend-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Convert ascend on buffers to calls of libascendrt";
  let description = [{
    Every function with a body gets the stream (`!llvm.ptr`) as its first
    argument and passes it on in direct calls; references to such a function
    (`func.constant`) are an error. Every ascend op becomes a call of
    `ascendrt_site_execute` with a constant description and a site, a global
    that is zero at first. The attribute `ascend.destroy_sites` of the module
    names its function that frees the plans of all sites.

    A result of dynamic shape is copied to the caller's buffer, which must have
    the extents that the result turns out to have.

    Run on memrefs, after `ascend-plan-memory`, before the conversions of
    memref, func and arith to LLVM.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::memref::MemRefDialect"];
}

#endif // ASCENDFOLD_CONVERSION_PASSES
