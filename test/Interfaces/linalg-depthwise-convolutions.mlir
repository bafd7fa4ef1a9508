// RUN: fold-opt %s --fold-conv-bn | FileCheck %s

// Depthwise convolutions of linalg. With a multiplier the channel spans the
// dimensions C and M.
//
// All extents but those of the kernel are 2, so a scale on the wrong axis would
// still verify; weights 1, 2, 3, ... and a scale and shift of its own for each
// channel tell the axes apart.

#id_3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#c1_3 = affine_map<(d0, d1, d2) -> (d1)>
#c2_3 = affine_map<(d0, d1, d2) -> (d2)>
#id_4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#c1_4 = affine_map<(d0, d1, d2, d3) -> (d1)>
#c23_4 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#c3_4 = affine_map<(d0, d1, d2, d3) -> (d3)>
#id_5 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#c1_5 = affine_map<(d0, d1, d2, d3, d4) -> (d1)>
#c34_5 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d4)>
#c4_5 = affine_map<(d0, d1, d2, d3, d4) -> (d4)>
#id_6 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>
#c45_6 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5)>

// CHECK-LABEL: func.func @depthwise_conv_1d_ncw_cw(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00], [6.000000e+00]]> : tensor<2x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 2]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.depthwise_conv_1d_ncw_cw {{.*}}%[[W]] : {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @depthwise_conv_1d_ncw_cw(%x: tensor<1x2x2xf32>) -> tensor<1x2x2xf32> {
  %w = arith.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  %conv = linalg.depthwise_conv_1d_ncw_cw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>}
    ins(%x, %w : tensor<1x2x2xf32>, tensor<2x1xf32>) outs(%init : tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id_3, #c1_3, #c1_3, #id_3], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2xf32>
  return %bn : tensor<1x2x2xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_1d_nwc_wc(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 1]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.depthwise_conv_1d_nwc_wc {{.*}}%[[W]] : {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @depthwise_conv_1d_nwc_wc(%x: tensor<1x2x2xf32>) -> tensor<1x2x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  %conv = linalg.depthwise_conv_1d_nwc_wc {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>}
    ins(%x, %w : tensor<1x2x2xf32>, tensor<1x2xf32>) outs(%init : tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id_3, #c2_3, #c2_3, #id_3], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2xf32>
  return %bn : tensor<1x2x2xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_1d_nwc_wcm(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[}}2.000000e+00, 6.000000e+00], [1.500000e+01, -2.800000e+01]]]> : tensor<1x2x2xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2x2xf32>) {{.*}} dimensions = [0, 1]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.depthwise_conv_1d_nwc_wcm {{.*}}%[[W]] : {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @depthwise_conv_1d_nwc_wcm(%x: tensor<1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[1.0, 2.0], [3.0, 4.0]]]> : tensor<1x2x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0], [5.0, -7.0]]> : tensor<2x2xf32>
  %shift = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %conv = linalg.depthwise_conv_1d_nwc_wcm {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>}
    ins(%x, %w : tensor<1x2x2xf32>, tensor<1x2x2xf32>) outs(%init : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id_4, #c23_4, #c23_4, #id_4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2x2xf32>
  return %bn : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nchw_chw(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[}}2.000000e+00]], {{\[\[}}6.000000e+00]]]> : tensor<2x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 2, 3]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.depthwise_conv_2d_nchw_chw {{.*}}%[[W]] : {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @depthwise_conv_2d_nchw_chw(%x: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[1.0]], [[2.0]]]> : tensor<2x1x1xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %conv = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x2x2x2xf32>, tensor<2x1x1xf32>) outs(%init : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id_4, #c1_4, #c1_4, #id_4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2x2xf32>
  return %bn : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwc(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[}}2.000000e+00, 6.000000e+00]]]> : tensor<1x1x2xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 1, 2]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.depthwise_conv_2d_nhwc_hwc {{.*}}%[[W]] : {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @depthwise_conv_2d_nhwc_hwc(%x: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %conv = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x2x2x2xf32>, tensor<1x1x2xf32>) outs(%init : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id_4, #c3_4, #c3_4, #id_4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2x2xf32>
  return %bn : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_2d_nhwc_hwcm(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00, 6.000000e+00], [1.500000e+01, -2.800000e+01]]]]> : tensor<1x1x2x2xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2x2xf32>) {{.*}} dimensions = [0, 1, 2]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.depthwise_conv_2d_nhwc_hwcm {{.*}}%[[W]] : {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @depthwise_conv_2d_nhwc_hwcm(%x: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0], [5.0, -7.0]]> : tensor<2x2xf32>
  %shift = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  %conv = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x2x2x2xf32>, tensor<1x1x2x2xf32>) outs(%init : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id_5, #c34_5, #c34_5, #id_5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2x2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) outs(%empty : tensor<1x2x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2x2x2xf32>
  return %bn : tensor<1x2x2x2x2xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_3d_ncdhw_cdhw(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}6.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 2, 3, 4]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.depthwise_conv_3d_ncdhw_cdhw {{.*}}%[[W]] : {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @depthwise_conv_3d_ncdhw_cdhw(%x: tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  %conv = linalg.depthwise_conv_3d_ncdhw_cdhw {dilations = dense<1> : vector<3xi64>, strides = dense<1> : vector<3xi64>}
    ins(%x, %w : tensor<1x2x2x2x2xf32>, tensor<2x1x1x1xf32>) outs(%init : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id_5, #c1_5, #c1_5, #id_5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2x2x2xf32>
  return %bn : tensor<1x2x2x2x2xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_3d_ndhwc_dhwc(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00, 6.000000e+00]]]]> : tensor<1x1x1x2xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 1, 2, 3]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.depthwise_conv_3d_ndhwc_dhwc {{.*}}%[[W]] : {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @depthwise_conv_3d_ndhwc_dhwc(%x: tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  %conv = linalg.depthwise_conv_3d_ndhwc_dhwc {dilations = dense<1> : vector<3xi64>, strides = dense<1> : vector<3xi64>}
    ins(%x, %w : tensor<1x2x2x2x2xf32>, tensor<1x1x1x2xf32>) outs(%init : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id_5, #c4_5, #c4_5, #id_5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2x2x2xf32>
  return %bn : tensor<1x2x2x2x2xf32>
}

// CHECK-LABEL: func.func @depthwise_conv_3d_ndhwc_dhwcm(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[\[}}2.000000e+00, 6.000000e+00], [1.500000e+01, -2.800000e+01]]]]]> : tensor<1x1x1x2x2xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2x2xf32>) {{.*}} dimensions = [0, 1, 2, 3]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.depthwise_conv_3d_ndhwc_dhwcm {{.*}}%[[W]] : {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @depthwise_conv_3d_ndhwc_dhwcm(%x: tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2x2xf32> {
  %w = arith.constant dense<[[[[[1.0, 2.0], [3.0, 4.0]]]]]> : tensor<1x1x1x2x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0], [5.0, -7.0]]> : tensor<2x2xf32>
  %shift = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x2x2x2xf32>) -> tensor<1x2x2x2x2x2xf32>
  %conv = linalg.depthwise_conv_3d_ndhwc_dhwcm {dilations = dense<1> : vector<3xi64>, strides = dense<1> : vector<3xi64>}
    ins(%x, %w : tensor<1x2x2x2x2xf32>, tensor<1x1x1x2x2xf32>) outs(%init : tensor<1x2x2x2x2x2xf32>) -> tensor<1x2x2x2x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id_6, #c45_6, #c45_6, #id_6], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2x2x2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) outs(%empty : tensor<1x2x2x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2x2x2x2xf32>
  return %bn : tensor<1x2x2x2x2x2xf32>
}
