// RUN: fold-opt %s --ascend-fold-constants | FileCheck %s

// Weights behind a transpose become weights; nothing of it is left.
// CHECK-LABEL: func.func @transposed_weights(
// CHECK-SAME:      %[[X:.*]]: tensor<1x2xf32>, %[[INIT:.*]]: tensor<1x3xf32>
// CHECK-NOT:     ascend.transpose
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}1.000000e+00, 3.000000e+00, 5.000000e+00], [2.000000e+00, 4.000000e+00, 6.000000e+00]]> : tensor<2x3xf32>
// CHECK-NOT:     ascend.transpose
// CHECK:         ascend.matmul ins(%[[X]], %[[W]] :
func.func @transposed_weights(%x: tensor<1x2xf32>, %init: tensor<1x3xf32>) -> tensor<1x3xf32> {
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %empty = tensor.empty() : tensor<2x3xf32>
  %t = ascend.transpose ins(%w : tensor<3x2xf32>) outs(%empty : tensor<2x3xf32>) permutation [1, 0] -> tensor<2x3xf32>
  %y = ascend.matmul ins(%x, %t : tensor<1x2xf32>, tensor<2x3xf32>) outs(%init : tensor<1x3xf32>) -> tensor<1x3xf32>
  return %y : tensor<1x3xf32>
}

// Computed in f64, rounded once: 1 / sqrt(0.1 + 1e-5), where f32 arithmetic
// would be one unit off.
// CHECK-LABEL: func.func @computed_parameter(
// CHECK:         arith.constant dense<3.16211963> : tensor<1xf32>
// CHECK-NOT:     math.rsqrt
func.func @computed_parameter() -> tensor<1xf32> {
  %var = arith.constant dense<0.1> : tensor<1xf32>
  %eps = arith.constant dense<1.0e-5> : tensor<1xf32>
  %0 = arith.addf %var, %eps : tensor<1xf32>
  %1 = math.rsqrt %0 : tensor<1xf32>
  return %1 : tensor<1xf32>
}

// A destination stays memory, a broadcast the size of an activation stays one.
// CHECK-LABEL: func.func @negative_destination(
// CHECK:         linalg.fill
// CHECK:         linalg.matmul
// CHECK:         linalg.broadcast
func.func @negative_destination(%x: tensor<1x2xf32>, %w: tensor<2x3xf32>) -> (tensor<1x3xf32>, tensor<128x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = arith.constant dense<1.0> : tensor<128xf32>
  %empty = tensor.empty() : tensor<1x3xf32>
  %large = tensor.empty() : tensor<128x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x3xf32>) -> tensor<1x3xf32>
  %y = linalg.matmul ins(%x, %w : tensor<1x2xf32>, tensor<2x3xf32>) outs(%init : tensor<1x3xf32>) -> tensor<1x3xf32>
  %b = linalg.broadcast ins(%c : tensor<128xf32>) outs(%large : tensor<128x128xf32>) dimensions = [0]
  return %y, %b : tensor<1x3xf32>, tensor<128x128xf32>
}
