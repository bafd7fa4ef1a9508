//===- Passes.td - AscendFold transform passes -------------*- tablegen -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TRANSFORMS_PASSES
#define ASCENDFOLD_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def FoldConvBNPass : Pass<"fold-conv-bn"> {
  let summary = "Fold per-channel affine ops into the preceding convolution";
  let options = [
    Option<"foldMatmul", "fold-matmul", "bool", /*default=*/"true",
           "Also fold into matrix multiplications">
  ];
}

#endif // ASCENDFOLD_TRANSFORMS_PASSES
