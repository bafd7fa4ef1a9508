// RUN: count-operations %s | FileCheck %s

// Convolutions:
//   grouped:       8 x 8 results of 8 channels, 3 x 3 x 2 weights each     9216
//   depthwise:     8 x 8 results of 4 channels, 3 x 3 weights each         2304
//   transposed:    4 x 4 inputs of 2 channels, 2 x 2 x 3 weights each       384
//   with BatchNorm: 4 x 4 results of 3 channels, 5 weights each             240
// Matrix multiplications: 4 x 6 results of 5 multiply-adds each             120
//
// Arithmetic: a subtraction, a multiplication, two additions. What is computed
// from constants alone does not count, nor does a clamp.

// CHECK:      "arithmeticOps": 4,
// CHECK-NEXT: "convolutions": 4,
// CHECK-NEXT: "matmuls": 1,
// CHECK-NEXT: "multiplyAdds": 12264,
// CHECK-NEXT: "runs": [

// A bias alone scales nothing.
// CHECK:        "convolutionsBefore": [
// CHECK-NEXT:     "depthwise"
// CHECK:        "names": [
// CHECK-NEXT:     "bias"
// CHECK-NEXT:   ],
// CHECK-NEXT:   "operations": 1,
// CHECK-NEXT:   "othersBefore": [],
// CHECK-NEXT:   "scales": false

// CHECK:        "convolutionsBefore": [
// CHECK-NEXT:     "conv"
// CHECK:        "names": [
// CHECK-NEXT:     "bn"
// CHECK-NEXT:   ],
// CHECK-NEXT:   "operations": 3,
// CHECK-NEXT:   "othersBefore": [],
// CHECK-NEXT:   "scales": true
// CHECK-NOT:    "scales"

func.func @grouped(%image: tensor<1x4x2x10x10xf32>) -> tensor<1x4x2x8x8xf32> {
  %weights = arith.constant dense<0.5> : tensor<4x2x2x3x3xf32>
  %zero = arith.constant dense<0.0> : tensor<1x4x2x8x8xf32>
  %0 = linalg.conv_2d_ngchw_gfchw
      ins(%image, %weights : tensor<1x4x2x10x10xf32>, tensor<4x2x2x3x3xf32>)
      outs(%zero : tensor<1x4x2x8x8xf32>) -> tensor<1x4x2x8x8xf32>
  return %0 : tensor<1x4x2x8x8xf32>
}

func.func @depthwise(%image: tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32> {
  %weights = "tosa.const"() {values = dense<0.5> : tensor<3x3x4x1xf32>}
      : () -> tensor<3x3x4x1xf32>
  %none = "tosa.const"() {values = dense<0.0> : tensor<1xf32>}
      : () -> tensor<1xf32>
  %zeros = "tosa.const"() {values = dense<0.0> : tensor<4xf32>}
      : () -> tensor<4xf32>
  %bias = "tosa.const"()
      {values = dense<[[[[1.0, 2.0, 3.0, 4.0]]]]> : tensor<1x1x1x4xf32>}
      : () -> tensor<1x1x1x4xf32>
  %0 = tosa.depthwise_conv2d %image, %weights, %zeros, %none, %none
      {acc_type = f32, pad = array<i64: 1, 1, 1, 1>,
       stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x8x8x4xf32>, tensor<3x3x4x1xf32>, tensor<4xf32>,
         tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x4xf32> loc("depthwise")
  %1 = tosa.add %0, %bias
      : (tensor<1x8x8x4xf32>, tensor<1x1x1x4xf32>) -> tensor<1x8x8x4xf32>
      loc("bias")
  %2 = tosa.clamp %1 {min_val = 0.0 : f32, max_val = 6.0 : f32}
      : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  return %2 : tensor<1x8x8x4xf32>
}

func.func @transposed(%image: tensor<1x4x4x2xf32>) -> tensor<1x8x8x3xf32> {
  %weights = "tosa.const"() {values = dense<0.5> : tensor<3x2x2x2xf32>}
      : () -> tensor<3x2x2x2xf32>
  %none = "tosa.const"() {values = dense<0.0> : tensor<1xf32>}
      : () -> tensor<1xf32>
  %zeros = "tosa.const"() {values = dense<0.0> : tensor<3xf32>}
      : () -> tensor<3xf32>
  %0 = tosa.transpose_conv2d %image, %weights, %zeros, %none, %none
      {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>,
       stride = array<i64: 2, 2>}
      : (tensor<1x4x4x2xf32>, tensor<3x2x2x2xf32>, tensor<3xf32>,
         tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x3xf32>
  return %0 : tensor<1x8x8x3xf32>
}

func.func @batch_norm(%image: tensor<1x4x4x5xf32>) -> tensor<1x4x4x3xf32> {
  %weights = "tosa.const"() {values = dense<0.5> : tensor<3x1x1x5xf32>}
      : () -> tensor<3x1x1x5xf32>
  %none = "tosa.const"() {values = dense<0.0> : tensor<1xf32>}
      : () -> tensor<1xf32>
  %zeros = "tosa.const"() {values = dense<0.0> : tensor<3xf32>}
      : () -> tensor<3xf32>
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>}
      : () -> tensor<1xi8>
  %mean = "tosa.const"()
      {values = dense<[[[[1.0, 2.0, 3.0]]]]> : tensor<1x1x1x3xf32>}
      : () -> tensor<1x1x1x3xf32>
  %epsilon = "tosa.const"() {values = dense<1.0> : tensor<1x1x1x3xf32>}
      : () -> tensor<1x1x1x3xf32>
  %sum = tosa.add %mean, %epsilon
      : (tensor<1x1x1x3xf32>, tensor<1x1x1x3xf32>) -> tensor<1x1x1x3xf32>
  %scale = tosa.rsqrt %sum : (tensor<1x1x1x3xf32>) -> tensor<1x1x1x3xf32>
  %0 = tosa.conv2d %image, %weights, %zeros, %none, %none
      {acc_type = f32, pad = array<i64: 0, 0, 0, 0>,
       stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x4x4x5xf32>, tensor<3x1x1x5xf32>, tensor<3xf32>,
         tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x3xf32> loc("conv")
  %1 = tosa.sub %0, %mean
      : (tensor<1x4x4x3xf32>, tensor<1x1x1x3xf32>) -> tensor<1x4x4x3xf32>
      loc("bn")
  %2 = tosa.mul %1, %scale, %shift
      : (tensor<1x4x4x3xf32>, tensor<1x1x1x3xf32>, tensor<1xi8>)
      -> tensor<1x4x4x3xf32> loc("bn")
  %3 = tosa.add %2, %mean
      : (tensor<1x4x4x3xf32>, tensor<1x1x1x3xf32>) -> tensor<1x4x4x3xf32>
      loc("bn")
  return %3 : tensor<1x4x4x3xf32>
}

func.func @matmul(%rows: tensor<4x5xf32>) -> tensor<4x6xf32> {
  %weights = arith.constant dense<0.5> : tensor<5x6xf32>
  %zero = arith.constant dense<0.0> : tensor<4x6xf32>
  %0 = linalg.matmul ins(%rows, %weights : tensor<4x5xf32>, tensor<5x6xf32>)
      outs(%zero : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
