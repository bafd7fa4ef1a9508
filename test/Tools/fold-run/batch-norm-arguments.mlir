// BatchNorm with parameters that are arguments: folded by the runtime at the
// first call, and the same as the convolution and the BatchNorm one by one.

// REQUIRES: ascendrt, numpy

// RUN: rm -rf %t && mkdir -p %t
// RUN: fold-run %s --output=%t/folded.npy --output=%t/separate.npy
// RUN: %python %S/Inputs/same-numbers.py %t/folded.npy %t/separate.npy
// RUN: fold-run %s --bench 3 | FileCheck %s
// CHECK: 2 conv
// CHECK-SAME: 1 batch_norm

// Variances are drawn like the rest, and epsilon keeps the root real.
func.func @main(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x3x3xf32>, %gamma: tensor<4xf32>, %beta: tensor<4xf32>, %mean: tensor<4xf32>, %variance: tensor<4xf32>) -> (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) {
  %e = tensor.empty() : tensor<1x4x8x8xf32>
  %folded = ascend.conv ins(%x, %w : tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>)
      batch_norm(%gamma, %beta, %mean, %variance : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) epsilon 1.0e+1
      outs(%e : tensor<1x4x8x8xf32>) layout nchw filter oihw pad [1, 1, 1, 1] epilogue [#ascend.relu] -> tensor<1x4x8x8xf32>
  %conv = ascend.conv ins(%x, %w : tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>)
      outs(%e : tensor<1x4x8x8xf32>) layout nchw filter oihw pad [1, 1, 1, 1] -> tensor<1x4x8x8xf32>
  %separate = ascend.batch_norm ins(%conv : tensor<1x4x8x8xf32>)
      parameters(%gamma, %beta, %mean, %variance : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
      outs(%e : tensor<1x4x8x8xf32>) layout nchw epsilon 1.0e+1 epilogue [#ascend.relu] -> tensor<1x4x8x8xf32>
  return %folded, %separate : tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>
}
