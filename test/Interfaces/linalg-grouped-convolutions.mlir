// RUN: fold-opt %s --fold-conv-bn | FileCheck %s

// Grouped convolutions of linalg: the channel spans the dimensions G and F.
//
// All extents but those of the kernel are 2, so a scale on the wrong axis would
// still verify; weights 1, 2, 3, ... and a scale and shift of its own for each
// channel tell the axes apart.

#id_5 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#c12_5 = affine_map<(d0, d1, d2, d3, d4) -> (d1, d2)>
#c34_5 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d4)>

// Filter [F, G, C, H, W], result [N, G, F, H, W]: the channel dims change order.
// CHECK-LABEL: func.func @conv_2d_ngchw_fgchw(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[\[}}2.000000e+00]], {{\[\[}}4.000000e+00]]], {{\[\[\[}}1.500000e+01]], {{\[\[}}2.000000e+01]]]], {{\[\[\[\[}}1.500000e+01]], {{\[\[}}1.800000e+01]]], {{\[\[\[}}-4.900000e+01]], {{\[\[}}-5.600000e+01]]]]]> : tensor<2x2x2x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2x2xf32>) {{.*}} dimensions = [0, 3, 4]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_2d_ngchw_fgchw {{.*}}%[[W]] : {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @conv_2d_ngchw_fgchw(%x: tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32> {
  %w = arith.constant dense<[[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]], [[[[5.0]], [[6.0]]], [[[7.0]], [[8.0]]]]]> : tensor<2x2x2x1x1xf32>
  %scale = arith.constant dense<[[2.0, 3.0], [5.0, -7.0]]> : tensor<2x2xf32>
  %shift = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  %conv = linalg.conv_2d_ngchw_fgchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x2x2x2x2xf32>, tensor<2x2x2x1x1xf32>) outs(%init : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id_5, #c12_5, #c12_5, #id_5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2x2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) outs(%empty : tensor<1x2x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2x2x2xf32>
  return %bn : tensor<1x2x2x2x2xf32>
}

// CHECK-LABEL: func.func @conv_2d_ngchw_gfchw(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[\[}}2.000000e+00]], {{\[\[}}4.000000e+00]]], {{\[\[\[}}9.000000e+00]], {{\[\[}}1.200000e+01]]]], {{\[\[\[\[}}2.500000e+01]], {{\[\[}}3.000000e+01]]], {{\[\[\[}}-4.900000e+01]], {{\[\[}}-5.600000e+01]]]]]> : tensor<2x2x2x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2x2xf32>) {{.*}} dimensions = [0, 3, 4]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_2d_ngchw_gfchw {{.*}}%[[W]] : {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @conv_2d_ngchw_gfchw(%x: tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32> {
  %w = arith.constant dense<[[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]], [[[[5.0]], [[6.0]]], [[[7.0]], [[8.0]]]]]> : tensor<2x2x2x1x1xf32>
  %scale = arith.constant dense<[[2.0, 3.0], [5.0, -7.0]]> : tensor<2x2xf32>
  %shift = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  %conv = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x2x2x2x2xf32>, tensor<2x2x2x1x1xf32>) outs(%init : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id_5, #c12_5, #c12_5, #id_5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2x2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) outs(%empty : tensor<1x2x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2x2x2xf32>
  return %bn : tensor<1x2x2x2x2xf32>
}

// CHECK-LABEL: func.func @conv_2d_nhwgc_gfhwc(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[\[}}2.000000e+00, 4.000000e+00]]], {{\[\[\[}}9.000000e+00, 1.200000e+01]]]], {{\[\[\[\[}}2.500000e+01, 3.000000e+01]]], {{\[\[\[}}-4.900000e+01, -5.600000e+01]]]]]> : tensor<2x2x1x1x2xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2x2xf32>) {{.*}} dimensions = [0, 1, 2]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_2d_nhwgc_gfhwc {{.*}}%[[W]] : {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @conv_2d_nhwgc_gfhwc(%x: tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32> {
  %w = arith.constant dense<[[[[[1.0, 2.0]]], [[[3.0, 4.0]]]], [[[[5.0, 6.0]]], [[[7.0, 8.0]]]]]> : tensor<2x2x1x1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0], [5.0, -7.0]]> : tensor<2x2xf32>
  %shift = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  %conv = linalg.conv_2d_nhwgc_gfhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x2x2x2x2xf32>, tensor<2x2x1x1x2xf32>) outs(%init : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id_5, #c34_5, #c34_5, #id_5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2x2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) outs(%empty : tensor<1x2x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2x2x2xf32>
  return %bn : tensor<1x2x2x2x2xf32>
}
