//===- AscendDialect.td - The ascend dialect ---------------*- tablegen -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_DIALECT_ASCEND_IR_ASCENDDIALECT
#define ASCENDFOLD_DIALECT_ASCEND_IR_ASCENDDIALECT

include "mlir/IR/OpBase.td"

def Ascend_Dialect : Dialect {
  let name = "ascend";
  let cppNamespace = "::mlir::ascend";
  let summary = "Operators of convolutional networks, as the runtime has them";
  let description = [{
    A small set of operators that covers whole convolutional networks. Every op
    is one launch of a kernel of `libascendrt`, and what one kernel can do in
    one launch is one op: a convolution carries its bias, its residual and an
    ordered *epilogue* of activations.

    Ops are in destination-passing style, on tensors or on buffers:

    ```mlir
    %y = ascend.conv ins(%x, %w : tensor<1x64x56x56xf32>, tensor<64x64x3x3xf32>)
        bias(%b : tensor<64xf32>) residual(%r : tensor<1x64x56x56xf32>)
        outs(%init : tensor<1x64x56x56xf32>)
        layout nchw filter oihw pad [1, 1, 1, 1]
        epilogue [#ascend.residual, #ascend.relu] -> tensor<1x64x56x56xf32>
    ```

    Element types are f32, f16 and bf16, ranks 1 to 6. Arithmetic is in f32 (or
    wider) and results are rounded once.

    Kernels may or may not propagate a NaN through maximum, minimum, activations
    and softmax, as `ascendrt.h` says; a maximum over nothing but -Inf may be the
    lowest finite number. Ops that ask for one treatment of NaN by name
    (`maxnumf`, tosa's `nan_mode = IGNORE`) are not converted.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
  }];
}

#endif // ASCENDFOLD_DIALECT_ASCEND_IR_ASCENDDIALECT
