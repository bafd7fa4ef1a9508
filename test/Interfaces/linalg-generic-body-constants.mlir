// RUN: fold-opt %s --fold-conv-bn | FileCheck %s

// Constants that stand in the body itself.
// The convolution has the weights 1 and 2, and no bias.

#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#c = affine_map<(n, c, h, w) -> (c)>

// CHECK-LABEL: func.func @body_constants(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}5.000000e-01]]], {{\[\[\[}}1.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<-8.000000e+00> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 2, 3]
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @body_constants(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv : tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %0 = arith.mulf %r, %half : f32
    %eight = arith.constant 8.0 : f32
    %1 = arith.subf %0, %eight : f32
    linalg.yield %1 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// An assertion that compares with a constant of the body, which it does hold
// for.
// CHECK-LABEL: func.func @assertion_about_body_constants(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<5.000000e-01> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @assertion_about_body_constants(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %std = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %std : tensor<1x2x2x2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %nil = arith.constant 0.0 : f32
    %ok = arith.cmpf one, %s, %nil : f32
    cf.assert %ok, "division by zero"
    %0 = arith.divf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// linalg.reciprocal divides a constant of its body.
// CHECK-LABEL: func.func @reciprocal(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<5.000000e-01> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @reciprocal(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %std = arith.constant dense<[[[[2.0, 2.0], [2.0, 2.0]], [[4.0, 4.0], [4.0, 4.0]]]]> : tensor<1x2x2x2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %rstd = linalg.reciprocal ins(%std : tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.mul ins(%conv, %rstd : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}
