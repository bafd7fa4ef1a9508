// RUN: fold-opt %s --fold-conv-bn | FileCheck %s

// Where the convolutions of tosa keep their output channels, and both sizes of
// bias: one number per channel, or one for all.
//
// All extents but those of the kernel are 2, so a scale on the wrong axis would
// still verify.

// CHECK-LABEL: func.func @conv2d(
// CHECK-DAG:     %[[W:.*]] = "tosa.const"() <{values = dense<{{\[\[\[\[}}2.000000e+00, 4.000000e+00]]], {{\[\[\[}}9.000000e+00, 1.200000e+01]]]]> : tensor<2x1x1x2xf32>}>
// CHECK-DAG:     %[[B:.*]] = "tosa.const"() <{values = dense<[2.100000e+01, 5.900000e+01]> : tensor<2xf32>}>
// CHECK:         %[[CONV:.*]] = tosa.conv2d %{{.*}}, %[[W]], %[[B]],
// CHECK-NEXT:    return %[[CONV]]
func.func @conv2d(%x: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = "tosa.const"() <{values = dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf32>}> : () -> tensor<2x1x1x2xf32>
  %b = "tosa.const"() <{values = dense<[10.0, 20.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %scale = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %shift = "tosa.const"() <{values = dense<[[[[1.0, -1.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %conv = tosa.conv2d %x, %w, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>
  %mul = tosa.mul %conv, %scale, %mul_shift : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x2x2x2xf32>
  %bn = tosa.add %mul, %shift : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x2x2x2xf32>
  return %bn : tensor<1x2x2x2xf32>
}

// A bias of one number becomes one per channel.
// CHECK-LABEL: func.func @conv2d_bias_of_size_one(
// CHECK-DAG:     %[[W:.*]] = "tosa.const"() <{values = dense<{{\[\[\[\[}}2.000000e+00, 4.000000e+00]]], {{\[\[\[}}9.000000e+00, 1.200000e+01]]]]> : tensor<2x1x1x2xf32>}>
// CHECK-DAG:     %[[B:.*]] = "tosa.const"() <{values = dense<[2.100000e+01, 2.900000e+01]> : tensor<2xf32>}>
// CHECK:         %[[CONV:.*]] = tosa.conv2d %{{.*}}, %[[W]], %[[B]],
// CHECK-NEXT:    return %[[CONV]]
func.func @conv2d_bias_of_size_one(%x: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = "tosa.const"() <{values = dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf32>}> : () -> tensor<2x1x1x2xf32>
  %b = "tosa.const"() <{values = dense<10.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %scale = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %shift = "tosa.const"() <{values = dense<[[[[1.0, -1.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %conv = tosa.conv2d %x, %w, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x2xf32>, tensor<2x1x1x2xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>
  %mul = tosa.mul %conv, %scale, %mul_shift : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x2x2x2xf32>
  %bn = tosa.add %mul, %shift : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x2x2x2xf32>
  return %bn : tensor<1x2x2x2xf32>
}

// A scale alone leaves a zero bias as it is.
// CHECK-LABEL: func.func @conv2d_scale_only(
// CHECK-DAG:     %[[ZERO:.*]] = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}>
// CHECK-DAG:     %[[W:.*]] = "tosa.const"() <{values = dense<{{\[\[\[\[}}2.000000e+00, 4.000000e+00]]], {{\[\[\[}}9.000000e+00, 1.200000e+01]]]]> : tensor<2x1x1x2xf32>}>
// CHECK:         %[[CONV:.*]] = tosa.conv2d %{{.*}}, %[[W]], %[[ZERO]], %[[ZERO]], %[[ZERO]]
// CHECK-NEXT:    return %[[CONV]]
func.func @conv2d_scale_only(%x: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = "tosa.const"() <{values = dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf32>}> : () -> tensor<2x1x1x2xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %scale = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %conv = tosa.conv2d %x, %w, %zero, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x2xf32>, tensor<2x1x1x2xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>
  %bn = tosa.mul %conv, %scale, %mul_shift : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x2x2x2xf32>
  return %bn : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @conv3d(
// CHECK-DAG:     %[[W:.*]] = "tosa.const"() <{values = dense<{{\[\[\[\[\[}}2.000000e+00, 4.000000e+00]]]], {{\[\[\[\[}}9.000000e+00, 1.200000e+01]]]]]> : tensor<2x1x1x1x2xf32>}>
// CHECK-DAG:     %[[B:.*]] = "tosa.const"() <{values = dense<[2.100000e+01, 5.900000e+01]> : tensor<2xf32>}>
// CHECK:         %[[CONV:.*]] = tosa.conv3d %{{.*}}, %[[W]], %[[B]],
// CHECK-NEXT:    return %[[CONV]]
func.func @conv3d(%x: tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32> {
  %w = "tosa.const"() <{values = dense<[[[[[1.0, 2.0]]]], [[[[3.0, 4.0]]]]]> : tensor<2x1x1x1x2xf32>}> : () -> tensor<2x1x1x1x2xf32>
  %b = "tosa.const"() <{values = dense<[10.0, 20.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %scale = "tosa.const"() <{values = dense<[[[[[2.0, 3.0]]]]]> : tensor<1x1x1x1x2xf32>}> : () -> tensor<1x1x1x1x2xf32>
  %shift = "tosa.const"() <{values = dense<[[[[[1.0, -1.0]]]]]> : tensor<1x1x1x1x2xf32>}> : () -> tensor<1x1x1x1x2xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %conv = tosa.conv3d %x, %w, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 0, 0, 0, 0, 0>, stride = array<i64: 1, 1, 1>}
    : (tensor<1x2x2x2x2xf32>, tensor<2x1x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2x2xf32>
  %mul = tosa.mul %conv, %scale, %mul_shift : (tensor<1x2x2x2x2xf32>, tensor<1x1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x2x2x2x2xf32>
  %bn = tosa.add %mul, %shift : (tensor<1x2x2x2x2xf32>, tensor<1x1x1x1x2xf32>) -> tensor<1x2x2x2x2xf32>
  return %bn : tensor<1x2x2x2x2xf32>
}

// The output channels of a transposed convolution stand first in its filter,
// [O, H, W, I], as they do in that of a plain one.
// CHECK-LABEL: func.func @transpose_conv2d(
// CHECK-DAG:     %[[W:.*]] = "tosa.const"() <{values = dense<{{\[\[\[\[}}2.000000e+00, 4.000000e+00]]], {{\[\[\[}}9.000000e+00, 1.200000e+01]]]]> : tensor<2x1x1x2xf32>}>
// CHECK-DAG:     %[[B:.*]] = "tosa.const"() <{values = dense<[2.100000e+01, 5.900000e+01]> : tensor<2xf32>}>
// CHECK:         %[[CONV:.*]] = tosa.transpose_conv2d %{{.*}}, %[[W]], %[[B]],
// CHECK-NEXT:    return %[[CONV]]
func.func @transpose_conv2d(%x: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = "tosa.const"() <{values = dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf32>}> : () -> tensor<2x1x1x2xf32>
  %b = "tosa.const"() <{values = dense<[10.0, 20.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %scale = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %shift = "tosa.const"() <{values = dense<[[[[1.0, -1.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %conv = tosa.transpose_conv2d %x, %w, %b, %zp, %zp {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>
  %mul = tosa.mul %conv, %scale, %mul_shift : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x2x2x2xf32>
  %bn = tosa.add %mul, %shift : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x2x2x2xf32>
  return %bn : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @depthwise_multiplier_one(
// CHECK-DAG:     %[[W:.*]] = "tosa.const"() <{values = dense<{{\[\[\[\[}}2.000000e+00], [6.000000e+00]]]]> : tensor<1x1x2x1xf32>}>
// CHECK-DAG:     %[[B:.*]] = "tosa.const"() <{values = dense<[2.100000e+01, 5.900000e+01]> : tensor<2xf32>}>
// CHECK:         %[[CONV:.*]] = tosa.depthwise_conv2d %{{.*}}, %[[W]], %[[B]],
// CHECK-NEXT:    return %[[CONV]]
func.func @depthwise_multiplier_one(%x: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = "tosa.const"() <{values = dense<[[[[1.0], [2.0]]]]> : tensor<1x1x2x1xf32>}> : () -> tensor<1x1x2x1xf32>
  %b = "tosa.const"() <{values = dense<[10.0, 20.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %scale = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %shift = "tosa.const"() <{values = dense<[[[[1.0, -1.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %conv = tosa.depthwise_conv2d %x, %w, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x2xf32>, tensor<1x1x2x1xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>
  %mul = tosa.mul %conv, %scale, %mul_shift : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x2x2x2xf32>
  %bn = tosa.add %mul, %shift : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x2x2x2xf32>
  return %bn : tensor<1x2x2x2xf32>
}

// With a multiplier M the channel of filter element [.., c, m] is c * M + m;
// the bias that is there is scaled as well.
// CHECK-LABEL: func.func @depthwise_multiplier_two_with_bias(
// CHECK-DAG:     %[[W:.*]] = "tosa.const"() <{values = dense<{{\[\[\[\[}}2.000000e+00, 6.000000e+00], [1.500000e+01, -2.800000e+01]]]]> : tensor<1x1x2x2xf32>}>
// CHECK-DAG:     %[[B:.*]] = "tosa.const"() <{values = dense<[2.100000e+01, 6.200000e+01, 1.530000e+02, -2.760000e+02]> : tensor<4xf32>}>
// CHECK:         %[[CONV:.*]] = tosa.depthwise_conv2d %{{.*}}, %[[W]], %[[B]],
// CHECK-NEXT:    return %[[CONV]]
func.func @depthwise_multiplier_two_with_bias(%x: tensor<1x2x2x2xf32>) -> tensor<1x2x2x4xf32> {
  %w = "tosa.const"() <{values = dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xf32>}> : () -> tensor<1x1x2x2xf32>
  %b = "tosa.const"() <{values = dense<[10.0, 20.0, 30.0, 40.0]> : tensor<4xf32>}> : () -> tensor<4xf32>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %scale = "tosa.const"() <{values = dense<[[[[2.0, 3.0, 5.0, -7.0]]]]> : tensor<1x1x1x4xf32>}> : () -> tensor<1x1x1x4xf32>
  %shift = "tosa.const"() <{values = dense<[[[[1.0, 2.0, 3.0, 4.0]]]]> : tensor<1x1x1x4xf32>}> : () -> tensor<1x1x1x4xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %conv = tosa.depthwise_conv2d %x, %w, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x2xf32>, tensor<1x1x2x2xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x4xf32>
  %mul = tosa.mul %conv, %scale, %mul_shift : (tensor<1x2x2x4xf32>, tensor<1x1x1x4xf32>, tensor<1xi8>) -> tensor<1x2x2x4xf32>
  %bn = tosa.add %mul, %shift : (tensor<1x2x2x4xf32>, tensor<1x1x1x4xf32>) -> tensor<1x2x2x4xf32>
  return %bn : tensor<1x2x2x4xf32>
}

// A matmul has no bias: the shift stays behind as one add.
// CHECK-LABEL: func.func @matmul(
// CHECK-DAG:     %[[W:.*]] = "tosa.const"() <{values = dense<{{\[\[\[}}2.000000e+00, 6.000000e+00], [6.000000e+00, 1.200000e+01]]]> : tensor<1x2x2xf32>}>
// CHECK-DAG:     %[[B:.*]] = "tosa.const"() <{values = dense<{{\[\[\[}}1.000000e+00, -1.000000e+00]]]> : tensor<1x1x2xf32>}>
// CHECK:         %[[MATMUL:.*]] = tosa.matmul %{{.*}}, %[[W]],
// CHECK-NEXT:    %[[SUM:.*]] = tosa.add %[[MATMUL]], %[[B]]
// CHECK-NEXT:    return %[[SUM]]
func.func @matmul(%x: tensor<1x2x2xf32>) -> tensor<1x2x2xf32> {
  %w = "tosa.const"() <{values = dense<[[[1.0, 2.0], [3.0, 4.0]]]> : tensor<1x2x2xf32>}> : () -> tensor<1x2x2xf32>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %scale = "tosa.const"() <{values = dense<[[[2.0, 3.0]]]> : tensor<1x1x2xf32>}> : () -> tensor<1x1x2xf32>
  %shift = "tosa.const"() <{values = dense<[[[1.0, -1.0]]]> : tensor<1x1x2xf32>}> : () -> tensor<1x1x2xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %y = tosa.matmul %x, %w, %zp, %zp : (tensor<1x2x2xf32>, tensor<1x2x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2xf32>
  %mul = tosa.mul %y, %scale, %mul_shift : (tensor<1x2x2xf32>, tensor<1x1x2xf32>, tensor<1xi8>) -> tensor<1x2x2xf32>
  %bn = tosa.add %mul, %shift : (tensor<1x2x2xf32>, tensor<1x1x2xf32>) -> tensor<1x2x2xf32>
  return %bn : tensor<1x2x2xf32>
}

// CHECK-LABEL: func.func @matmul_weights_left(
// CHECK-DAG:     %[[W:.*]] = "tosa.const"() <{values = dense<{{\[\[\[}}2.000000e+00, 4.000000e+00], [9.000000e+00, 1.200000e+01]]]> : tensor<1x2x2xf32>}>
// CHECK:         %[[MATMUL:.*]] = tosa.matmul %[[W]], %{{.*}},
// CHECK-NEXT:    return %[[MATMUL]]
func.func @matmul_weights_left(%x: tensor<1x2x2xf32>) -> tensor<1x2x2xf32> {
  %w = "tosa.const"() <{values = dense<[[[1.0, 2.0], [3.0, 4.0]]]> : tensor<1x2x2xf32>}> : () -> tensor<1x2x2xf32>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %scale = "tosa.const"() <{values = dense<[[[2.0], [3.0]]]> : tensor<1x2x1xf32>}> : () -> tensor<1x2x1xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %y = tosa.matmul %w, %x, %zp, %zp : (tensor<1x2x2xf32>, tensor<1x2x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2xf32>
  %bn = tosa.mul %y, %scale, %mul_shift : (tensor<1x2x2xf32>, tensor<1x2x1xf32>, tensor<1xi8>) -> tensor<1x2x2xf32>
  return %bn : tensor<1x2x2xf32>
}

// (w - zp) * scale is not w * scale - zp: where the zero point is not known, or
// computed and not zero, the weights stay.
// CHECK-LABEL: func.func @negative_weight_zero_point_is_an_argument(
// CHECK:         %[[CONV:.*]] = tosa.conv2d
// CHECK-NEXT:    %[[MUL:.*]] = tosa.mul %[[CONV]],
// CHECK-NEXT:    return %[[MUL]]
func.func @negative_weight_zero_point_is_an_argument(%x: tensor<1x2x2x2xf32>, %weight_zp: tensor<1xf32>) -> tensor<1x2x2x2xf32> {
  %w = "tosa.const"() <{values = dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf32>}> : () -> tensor<2x1x1x2xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %scale = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %conv = tosa.conv2d %x, %w, %b, %zp, %weight_zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>
  %bn = tosa.mul %conv, %scale, %mul_shift : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x2x2x2xf32>
  return %bn : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @negative_weight_zero_point_is_computed(
// CHECK:         %[[CONV:.*]] = tosa.conv2d
// CHECK-NEXT:    %[[MUL:.*]] = tosa.mul %[[CONV]],
// CHECK-NEXT:    return %[[MUL]]
func.func @negative_weight_zero_point_is_computed(%x: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = "tosa.const"() <{values = dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf32>}> : () -> tensor<2x1x1x2xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %weight_zp = tosa.exp %zp : (tensor<1xf32>) -> tensor<1xf32>
  %scale = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %conv = tosa.conv2d %x, %w, %b, %zp, %weight_zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>
  %bn = tosa.mul %conv, %scale, %mul_shift : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x2x2x2xf32>
  return %bn : tensor<1x2x2x2xf32>
}

// The add of a shift alone would only be replaced by another add.
// CHECK-LABEL: func.func @negative_matmul_bias_alone(
// CHECK:         %[[MATMUL:.*]] = tosa.matmul
// CHECK-NEXT:    %[[SUM:.*]] = tosa.sub %[[MATMUL]],
// CHECK-NEXT:    return %[[SUM]]
func.func @negative_matmul_bias_alone(%x: tensor<1x2x2xf32>) -> tensor<1x2x2xf32> {
  %w = "tosa.const"() <{values = dense<[[[1.0, 2.0], [3.0, 4.0]]]> : tensor<1x2x2xf32>}> : () -> tensor<1x2x2xf32>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %shift = "tosa.const"() <{values = dense<[[[1.0, -1.0]]]> : tensor<1x1x2xf32>}> : () -> tensor<1x1x2xf32>
  %y = tosa.matmul %x, %w, %zp, %zp : (tensor<1x2x2xf32>, tensor<1x2x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2xf32>
  %sum = tosa.sub %y, %shift : (tensor<1x2x2xf32>, tensor<1x1x2xf32>) -> tensor<1x2x2xf32>
  return %sum : tensor<1x2x2xf32>
}
