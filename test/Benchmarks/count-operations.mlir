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
// CHECK-NEXT:     "grouped"
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

func.func private @grouped(
    %arg0: tensor<1x8x10x10xf32>, %filter: tensor<4x2x2x3x3xf32>)
    -> tensor<1x4x2x8x8xf32> {
  %weights = arith.constant dense<0.5> : tensor<4x2x2x3x3xf32>
  %zero = arith.constant dense<0.0> : tensor<1x4x2x8x8xf32>
  %image = tensor.expand_shape %arg0 [[0], [1, 2], [3], [4]]
      output_shape [1, 4, 2, 10, 10]
      : tensor<1x8x10x10xf32> into tensor<1x4x2x10x10xf32>
  %0 = linalg.conv_2d_ngchw_gfchw
      ins(%image, %weights : tensor<1x4x2x10x10xf32>, tensor<4x2x2x3x3xf32>)
      outs(%zero : tensor<1x4x2x8x8xf32>) -> tensor<1x4x2x8x8xf32>
      loc("grouped")
  return %0 : tensor<1x4x2x8x8xf32>
}

func.func @biased(%arg0: tensor<1x4x4x5xf32>) -> tensor<1x4x4x3xf32> {
  return %arg0 : tensor<1x4x4x5xf32>
}
