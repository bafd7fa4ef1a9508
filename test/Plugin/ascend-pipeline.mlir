// The backend inside the stock mlir-opt: the plugin brings passes, dialect and
// the external models that upstream's passes need.

// REQUIRES: plugin
// UNSUPPORTED: sanitizer

// RUN: mlir-opt %s --load-pass-plugin=%plugin --load-dialect-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(ascend-pipeline{stage=planned})' | FileCheck %s
// RUN: mlir-opt %s --load-pass-plugin=%plugin --load-dialect-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(ascend-pipeline)' | FileCheck %s --check-prefix=LLVM

// A tool that has the dialect keeps its own.
// RUN: fold-opt %s --load-dialect-plugin=%plugin | FileCheck %s --check-prefix=SAME

// CHECK-LABEL: func.func @main(
// CHECK:         ascend.activation
// CHECK-SAME:        memref<1x8xf32>
// LLVM-LABEL:  llvm.func @main(
// LLVM:          llvm.call @ascendrt_site_execute
// SAME:        ascend.activation
func.func @main(%x: tensor<1x8xf32>) -> tensor<1x8xf32> {
  %init = tensor.empty() : tensor<1x8xf32>
  %y = ascend.activation ins(%x : tensor<1x8xf32>) outs(%init : tensor<1x8xf32>) epilogue [#ascend.relu] -> tensor<1x8xf32>
  return %y : tensor<1x8xf32>
}
