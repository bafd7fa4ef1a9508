// RUN: fold-opt %s --fold-conv-bn --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// The convolution carries its own location and those of the ops it absorbed;
// so do the new constants know which convolution they belong to.

// CHECK-LABEL: func.func @fused(
// CHECK:         arith.constant dense<6.000000e+00> : tensor<1x1xf32> loc("conv")
// CHECK-NEXT:    arith.constant dense<1.000000e+00> : tensor<1xf32> loc("conv")
// CHECK:         linalg.matmul {{.*}} loc(fused["conv", "scale", "shift"])
func.func @fused(%x: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x1xf32>
  %w = arith.constant dense<3.0> : tensor<1x1xf32>
  %two = arith.constant dense<2.0> : tensor<1x1xf32>
  %one = arith.constant dense<1.0> : tensor<1x1xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x1xf32>) outs(%zero : tensor<1x1xf32>) -> tensor<1x1xf32> loc("conv")
  %0 = arith.mulf %m, %two : tensor<1x1xf32> loc("scale")
  %1 = arith.addf %0, %one : tensor<1x1xf32> loc("shift")
  return %1 : tensor<1x1xf32>
}

// What only moves data keeps its location to itself.
// CHECK-LABEL: func.func @through_a_reshape(
// CHECK:         linalg.matmul {{.*}} loc(fused["conv", "scale"])
// CHECK-NEXT:    tensor.collapse_shape {{.*}} loc("reshape")
func.func @through_a_reshape(%x: tensor<1x1xf32>) -> tensor<1xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x1xf32>
  %w = arith.constant dense<3.0> : tensor<1x1xf32>
  %two = arith.constant dense<2.0> : tensor<1xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x1xf32>) outs(%zero : tensor<1x1xf32>) -> tensor<1x1xf32> loc("conv")
  %0 = tensor.collapse_shape %m [[0, 1]] : tensor<1x1xf32> into tensor<1xf32> loc("reshape")
  %1 = arith.mulf %0, %two : tensor<1xf32> loc("scale")
  return %1 : tensor<1xf32>
}

// An op that is folded in part is named as well, and stays at its place.
// CHECK-LABEL: func.func @in_part(
// CHECK:         linalg.matmul {{.*}} loc(fused["conv", "scale and relu"])
// CHECK-NEXT:    linalg.generic
// CHECK:         } -> tensor<1x1xf32> loc("scale and relu")
func.func @in_part(%x: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %nil = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %zero = arith.constant dense<0.0> : tensor<1x1xf32>
  %w = arith.constant dense<3.0> : tensor<1x1xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x1xf32>) outs(%zero : tensor<1x1xf32>) -> tensor<1x1xf32> loc("conv")
  %y = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
    ins(%m : tensor<1x1xf32>) outs(%m : tensor<1x1xf32>) {
  ^bb0(%r: f32, %out: f32):
    %0 = arith.mulf %r, %two : f32
    %1 = arith.maximumf %0, %nil : f32
    linalg.yield %1 : f32
  } -> tensor<1x1xf32> loc("scale and relu")
  return %y : tensor<1x1xf32>
}
