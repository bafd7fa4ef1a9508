// RUN: fold-opt %s --fold-conv-bn | FileCheck %s

// Where the named convolutions of linalg keep their output channels.
//
// All extents but those of the kernel are 2, so a scale on the wrong axis would
// still verify; weights 1, 2, 3, ... and a scale and shift of its own for each
// channel tell the axes apart.

#id_3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#c1_3 = affine_map<(d0, d1, d2) -> (d1)>
#c2_3 = affine_map<(d0, d1, d2) -> (d2)>
#id_4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#c1_4 = affine_map<(d0, d1, d2, d3) -> (d1)>
#c3_4 = affine_map<(d0, d1, d2, d3) -> (d3)>
#id_5 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#c1_5 = affine_map<(d0, d1, d2, d3, d4) -> (d1)>
#c4_5 = affine_map<(d0, d1, d2, d3, d4) -> (d4)>

// CHECK-LABEL: func.func @conv_2d_nchw_fchw(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]], {{\[\[}}4.000000e+00]]], {{\[\[\[}}9.000000e+00]], {{\[\[}}1.200000e+01]]]]> : tensor<2x2x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 2, 3]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_2d_nchw_fchw {{.*}}%[[W]] : {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @conv_2d_nchw_fchw(%x: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x2x2x2xf32>, tensor<2x2x1x1xf32>) outs(%init : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id_4, #c1_4, #c1_4, #id_4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2x2xf32>
  return %bn : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @conv_2d_nhwc_fhwc(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00, 4.000000e+00]]], {{\[\[\[}}9.000000e+00, 1.200000e+01]]]]> : tensor<2x1x1x2xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 1, 2]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_2d_nhwc_fhwc {{.*}}%[[W]] : {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @conv_2d_nhwc_fhwc(%x: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x2x2x2xf32>, tensor<2x1x1x2xf32>) outs(%init : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id_4, #c3_4, #c3_4, #id_4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2x2xf32>
  return %bn : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @conv_2d_nhwc_hwcf(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00, 6.000000e+00], [6.000000e+00, 1.200000e+01]]]]> : tensor<1x1x2x2xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 1, 2]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_2d_nhwc_hwcf {{.*}}%[[W]] : {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @conv_2d_nhwc_hwcf(%x: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x2x2x2xf32>, tensor<1x1x2x2xf32>) outs(%init : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id_4, #c3_4, #c3_4, #id_4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2x2xf32>
  return %bn : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @conv_1d_ncw_fcw(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[}}2.000000e+00], [4.000000e+00]], {{\[\[}}9.000000e+00], [1.200000e+01]]]> : tensor<2x2x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 2]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_1d_ncw_fcw {{.*}}%[[W]] : {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @conv_1d_ncw_fcw(%x: tensor<1x2x2xf32>) -> tensor<1x2x2xf32> {
  %w = arith.constant dense<[[[1.0], [2.0]], [[3.0], [4.0]]]> : tensor<2x2x1xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  %conv = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>}
    ins(%x, %w : tensor<1x2x2xf32>, tensor<2x2x1xf32>) outs(%init : tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id_3, #c1_3, #c1_3, #id_3], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2xf32>
  return %bn : tensor<1x2x2xf32>
}

// CHECK-LABEL: func.func @conv_1d_nwc_wcf(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[}}2.000000e+00, 6.000000e+00], [6.000000e+00, 1.200000e+01]]]> : tensor<1x2x2xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 1]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_1d_nwc_wcf {{.*}}%[[W]] : {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @conv_1d_nwc_wcf(%x: tensor<1x2x2xf32>) -> tensor<1x2x2xf32> {
  %w = arith.constant dense<[[[1.0, 2.0], [3.0, 4.0]]]> : tensor<1x2x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  %conv = linalg.conv_1d_nwc_wcf {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>}
    ins(%x, %w : tensor<1x2x2xf32>, tensor<1x2x2xf32>) outs(%init : tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id_3, #c2_3, #c2_3, #id_3], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2xf32>
  return %bn : tensor<1x2x2xf32>
}

// CHECK-LABEL: func.func @conv_3d_ncdhw_fcdhw(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}4.000000e+00]]]], {{\[\[\[\[}}9.000000e+00]]], {{\[\[\[}}1.200000e+01]]]]]> : tensor<2x2x1x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 2, 3, 4]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_3d_ncdhw_fcdhw {{.*}}%[[W]] : {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @conv_3d_ncdhw_fcdhw(%x: tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32> {
  %w = arith.constant dense<[[[[[1.0]]], [[[2.0]]]], [[[[3.0]]], [[[4.0]]]]]> : tensor<2x2x1x1x1xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  %conv = linalg.conv_3d_ncdhw_fcdhw {dilations = dense<1> : vector<3xi64>, strides = dense<1> : vector<3xi64>}
    ins(%x, %w : tensor<1x2x2x2x2xf32>, tensor<2x2x1x1x1xf32>) outs(%init : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id_5, #c1_5, #c1_5, #id_5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2x2x2xf32>
  return %bn : tensor<1x2x2x2x2xf32>
}

// CHECK-LABEL: func.func @conv_3d_ndhwc_dhwcf(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[\[}}2.000000e+00, 6.000000e+00], [6.000000e+00, 1.200000e+01]]]]]> : tensor<1x1x1x2x2xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 1, 2, 3]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_3d_ndhwc_dhwcf {{.*}}%[[W]] : {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @conv_3d_ndhwc_dhwcf(%x: tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32> {
  %w = arith.constant dense<[[[[[1.0, 2.0], [3.0, 4.0]]]]]> : tensor<1x1x1x2x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  %conv = linalg.conv_3d_ndhwc_dhwcf {dilations = dense<1> : vector<3xi64>, strides = dense<1> : vector<3xi64>}
    ins(%x, %w : tensor<1x2x2x2x2xf32>, tensor<1x1x1x2x2xf32>) outs(%init : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id_5, #c4_5, #c4_5, #id_5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2x2x2xf32>
  return %bn : tensor<1x2x2x2x2xf32>
}

// No channels at all: only a scale that is the same everywhere fits.
// CHECK-LABEL: func.func @conv_1d(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<6.000000e+00> : tensor<1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<1.000000e+00> : tensor<f32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<f32>) {{.*}} dimensions = [0]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_1d ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @conv_1d(%x: tensor<2xf32>) -> tensor<2xf32> {
  %w = arith.constant dense<3.0> : tensor<1xf32>
  %scale = arith.constant dense<2.0> : tensor<2xf32>
  %shift = arith.constant dense<1.0> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
  %conv = linalg.conv_1d ins(%x, %w : tensor<2xf32>, tensor<1xf32>) outs(%init : tensor<2xf32>) -> tensor<2xf32>
  %mul = arith.mulf %conv, %scale : tensor<2xf32>
  %bn = arith.addf %mul, %shift : tensor<2xf32>
  return %bn : tensor<2xf32>
}

// As above.
// CHECK-LABEL: func.func @conv_2d(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<6.000000e+00> : tensor<1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<1.000000e+00> : tensor<f32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<f32>) {{.*}} dimensions = [0, 1]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_2d ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @conv_2d(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<3.0> : tensor<1x1xf32>
  %scale = arith.constant dense<2.0> : tensor<2x2xf32>
  %shift = arith.constant dense<1.0> : tensor<2x2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x2xf32>) -> tensor<2x2xf32>
  %conv = linalg.conv_2d ins(%x, %w : tensor<2x2xf32>, tensor<1x1xf32>) outs(%init : tensor<2x2xf32>) -> tensor<2x2xf32>
  %mul = arith.mulf %conv, %scale : tensor<2x2xf32>
  %bn = arith.addf %mul, %shift : tensor<2x2xf32>
  return %bn : tensor<2x2xf32>
}

// As above.
// CHECK-LABEL: func.func @conv_3d(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<6.000000e+00> : tensor<1x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<1.000000e+00> : tensor<f32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<f32>) {{.*}} dimensions = [0, 1, 2]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_3d ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @conv_3d(%x: tensor<2x2x2xf32>) -> tensor<2x2x2xf32> {
  %w = arith.constant dense<3.0> : tensor<1x1x1xf32>
  %scale = arith.constant dense<2.0> : tensor<2x2x2xf32>
  %shift = arith.constant dense<1.0> : tensor<2x2x2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %conv = linalg.conv_3d ins(%x, %w : tensor<2x2x2xf32>, tensor<1x1x1xf32>) outs(%init : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %mul = arith.mulf %conv, %scale : tensor<2x2x2xf32>
  %bn = arith.addf %mul, %shift : tensor<2x2x2xf32>
  return %bn : tensor<2x2x2xf32>
}
