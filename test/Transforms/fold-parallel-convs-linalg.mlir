// RUN: fold-opt %s --fold-parallel-convs --split-input-file | FileCheck %s

// As torch-mlir spells RepVGG: the 3x3 branch reads an op that pads, the others
// the input.

// CHECK-LABEL: func @padded_nchw
// CHECK-SAME: (%[[X:.*]]: tensor<?x1x4x4xf16>
// CHECK: %[[PADDED:.*]] = tensor.pad %[[X]]
// CHECK: %[[BIAS:.*]] = linalg.broadcast
// CHECK: %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}1.000000e+00, 1.000000e+00, 1.000000e+00], [1.000000e+00, 4.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00, 1.000000e+00]]]]> : tensor<1x1x3x3xf16>
// CHECK: %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%[[PADDED]], %[[W]] {{.*}} outs(%[[BIAS]]
// CHECK-NEXT: return %[[CONV]]
func.func @padded_nchw(%x: tensor<?x1x4x4xf16>, %n: index) -> tensor<?x1x4x4xf16> {
  %zero = arith.constant 0.0 : f16
  %w3 = arith.constant dense<1.0> : tensor<1x1x3x3xf16>
  %w1 = arith.constant dense<2.0> : tensor<1x1x1x1xf16>
  %b = arith.constant dense<7.0> : tensor<1xf16>
  %padded = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f16
  } : tensor<?x1x4x4xf16> to tensor<?x1x6x6xf16>
  %empty = tensor.empty(%n) : tensor<?x1x4x4xf16>
  %init = linalg.broadcast ins(%b : tensor<1xf16>) outs(%empty : tensor<?x1x4x4xf16>) dimensions = [0, 2, 3]
  %fill = linalg.fill ins(%zero : f16) outs(%empty : tensor<?x1x4x4xf16>) -> tensor<?x1x4x4xf16>
  %0 = linalg.conv_2d_nchw_fchw ins(%padded, %w3 : tensor<?x1x6x6xf16>, tensor<1x1x3x3xf16>) outs(%init : tensor<?x1x4x4xf16>) -> tensor<?x1x4x4xf16>
  %1 = linalg.conv_2d_nchw_fchw ins(%x, %w1 : tensor<?x1x4x4xf16>, tensor<1x1x1x1xf16>) outs(%fill : tensor<?x1x4x4xf16>) -> tensor<?x1x4x4xf16>
  %2 = linalg.add ins(%0, %1 : tensor<?x1x4x4xf16>, tensor<?x1x4x4xf16>) outs(%empty : tensor<?x1x4x4xf16>) -> tensor<?x1x4x4xf16>
  %3 = arith.addf %2, %x : tensor<?x1x4x4xf16>
  return %3 : tensor<?x1x4x4xf16>
}

// -----

#map = affine_map<(n, g, c, h, w) -> (n, g, c, h, w)>

// Grouped: the identity is one in every group.

// CHECK-LABEL: func @grouped
// CHECK-DAG: dense<{{\[\[\[\[\[}}2.000000e+00]], {{\[\[}}1.000000e+00]]], {{\[\[\[}}1.000000e+00]], {{\[\[}}2.000000e+00]]]], {{\[\[\[\[}}2.000000e+00]], {{\[\[}}1.000000e+00]]], {{\[\[\[}}1.000000e+00]], {{\[\[}}2.000000e+00]]]]]> : tensor<2x2x2x1x1xf32>
// CHECK: %[[CONV:.*]] = linalg.conv_2d_ngchw_gfchw
// CHECK-NEXT: return %[[CONV]]
func.func @grouped(%x: tensor<1x2x2x4x4xf32>) -> tensor<1x2x2x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<1.0> : tensor<2x2x2x1x1xf32>
  %empty = tensor.empty() : tensor<1x2x2x4x4xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x4x4xf32>) -> tensor<1x2x2x4x4xf32>
  %0 = linalg.conv_2d_ngchw_gfchw ins(%x, %w : tensor<1x2x2x4x4xf32>, tensor<2x2x2x1x1xf32>) outs(%fill : tensor<1x2x2x4x4xf32>) -> tensor<1x2x2x4x4xf32>
  %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%0, %x : tensor<1x2x2x4x4xf32>, tensor<1x2x2x4x4xf32>) outs(%empty : tensor<1x2x2x4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<1x2x2x4x4xf32>
  return %1 : tensor<1x2x2x4x4xf32>
}

// -----

// A 3x3 and then a 1x1, whose bias is 1 + 8 * 2 * 5.

// CHECK-LABEL: func @pointwise_last
// CHECK-SAME: (%[[X:.*]]: tensor<1x6x6x2xf32>)
// CHECK-DAG: %[[W:.*]] = arith.constant dense<4.800000e+01> : tensor<3x3x2x1xf32>
// CHECK-DAG: arith.constant dense<8.100000e+01> : tensor<1xf32>
// CHECK-NOT: linalg.fill
// CHECK: %[[CONV:.*]] = linalg.conv_2d_nhwc_hwcf ins(%[[X]], %[[W]] :
// CHECK-NEXT: return %[[CONV]]
func.func @pointwise_last(%x: tensor<1x6x6x2xf32>) -> tensor<1x4x4x1xf32> {
  %w3 = arith.constant dense<3.0> : tensor<3x3x2x8xf32>
  %w1 = arith.constant dense<2.0> : tensor<1x1x8x1xf32>
  %b3 = arith.constant dense<5.0> : tensor<1x4x4x8xf32>
  %b1 = arith.constant dense<1.0> : tensor<1x4x4x1xf32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w3 : tensor<1x6x6x2xf32>, tensor<3x3x2x8xf32>) outs(%b3 : tensor<1x4x4x8xf32>) -> tensor<1x4x4x8xf32>
  %1 = linalg.conv_2d_nhwc_hwcf ins(%0, %w1 : tensor<1x4x4x8xf32>, tensor<1x1x8x1xf32>) outs(%b1 : tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32>
  return %1 : tensor<1x4x4x1xf32>
}

// -----

// Depthwise, behind padding; the input is added twice, at different places.

// CHECK-LABEL: func @depthwise
// CHECK: tensor.pad
// CHECK: %[[W:.*]] = arith.constant dense<{{\[\[\[}}1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 7.000000e+00, 6.000000e+00], [7.000000e+00, 8.000000e+00, 9.000000e+00]], {{\[\[}}1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 7.000000e+00, 6.000000e+00], [7.000000e+00, 8.000000e+00, 9.000000e+00]]]>
// CHECK: %[[CONV:.*]] = linalg.depthwise_conv_2d_nchw_chw ins({{.*}}, %[[W]]
// CHECK-NEXT: return %[[CONV]]
func.func @depthwise(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[[1.,2.,3.],[4.,5.,6.],[7.,8.,9.]],[[1.,2.,3.],[4.,5.,6.],[7.,8.,9.]]]> : tensor<2x3x3xf32>
  %p = tensor.pad %x low[0,0,1,1] high[0,0,1,1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<1x2x4x4xf32> to tensor<1x2x6x6xf32>
  %e = tensor.empty() : tensor<1x2x4x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %0 = linalg.depthwise_conv_2d_nchw_chw ins(%p, %w : tensor<1x2x6x6xf32>, tensor<2x3x3xf32>) outs(%f : tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %1 = linalg.add ins(%x, %0 : tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>) outs(%e : tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %2 = arith.addf %1, %x : tensor<1x2x4x4xf32>
  return %2 : tensor<1x2x4x4xf32>
}
