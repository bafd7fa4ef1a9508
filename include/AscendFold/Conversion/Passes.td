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
    Other ops stay.
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ConvertLinalgToAscendPass : Pass<"convert-linalg-to-ascend"> {
  let summary = "Convert linalg to ascend";
  let description = [{
    Named convolutions and pools together with the `tensor.pad` and
    `linalg.fill` or bias before them, matmuls, concats, transposes, and
    `linalg.generic` or named elementwise ops whose body is arithmetic of two
    operands or a known activation, of f32, f16 and bf16 tensors, become ascend
    ops in the layout that the op has. Other ops stay in linalg.
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ConvertAscendToLLVMPass
    : Pass<"convert-ascend-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Convert ascend on buffers to calls of libascendrt";
  let description = [{
    Every function gets the stream (`!llvm.ptr`) as its first argument and
    passes it on to the functions that it calls. Every ascend op becomes a call
    of `ascendrt_site_execute` with a constant description and a site, a global
    that is zero at first. `ascendrt_destroy_sites` is a function of the module
    that frees the plans of all sites.

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
