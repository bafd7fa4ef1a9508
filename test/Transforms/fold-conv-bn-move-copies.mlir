// RUN: fold-opt %s --fold-conv-bn | FileCheck %s --check-prefix=COPIED
// RUN: fold-opt %s --fold-conv-bn=max-copied-multiply-adds=1 --remarks-filter=fold-conv-bn --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=KEPT

// A convolution with another reader is computed twice where that is cheap.

// COPIED-LABEL: func.func @read_twice(
// COPIED:         %[[OTHER:.*]] = tosa.conv2d
// COPIED:         %[[OWN:.*]] = tosa.conv2d
// COPIED:         %[[POOL:.*]] = tosa.max_pool2d
// COPIED-NOT:     tosa.mul
// COPIED:         return %[[POOL]],

// KEPT: 'tosa.mul' stays: before it, 'tosa.conv2d': its result is read elsewhere as well, and to compute it twice would be dearer (2 multiply-adds per element)
// KEPT:         tosa.conv2d
// KEPT-NOT:     tosa.conv2d
// KEPT:         tosa.mul
func.func @read_twice(%x0: tensor<1x4x4x2xf32>) -> (tensor<1x3x3x2xf32>, tensor<1x4x4x2xf32>) {
  %0 = "tosa.const"() <{values = dense<[[[[1.0, 1.0]]], [[[1.0, 1.0]]]]> : tensor<2x1x1x2xf32>}> : () -> tensor<2x1x1x2xf32>
  %1 = "tosa.const"() <{values = dense<[1.0, 1.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %2 = "tosa.const"() <{values = dense<[0.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %3 = tosa.conv2d %x0, %0, %1, %2, %2 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x2xf32>
  %4 = tosa.max_pool2d %3 {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>) -> tensor<1x3x3x2xf32>
  %5 = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %6 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %7 = tosa.mul %4, %5, %6 : (tensor<1x3x3x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x3x3x2xf32>
  %8 = "tosa.const"() <{values = dense<[[[[1.0, 4.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %9 = tosa.add %7, %8 : (tensor<1x3x3x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x3x3x2xf32>
  return %9, %3 : tensor<1x3x3x2xf32>, tensor<1x4x4x2xf32>
}
