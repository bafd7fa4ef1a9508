// RUN: fold-opt %s --fold-conv-bn | FileCheck %s

// BatchNorm that is not simply behind its convolution: in front of one, behind
// an activation, a pooling, a concatenation, or a dilation made of reshapes.

#id = affine_map<(n, h, w, c) -> (n, h, w, c)>
#c = affine_map<(n, h, w, c) -> (c)>

// A dilated convolution as space-to-batch, convolution, batch-to-space: the
// channel is whole all the way, so the BatchNorm behind it folds.
// CHECK-LABEL: func.func @space_to_batch(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00, 6.000000e+00]]]]> : tensor<1x1x1x2xf32>
// CHECK:         linalg.conv_2d_nhwc_hwcf ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    tensor.expand_shape
// CHECK-NEXT:    linalg.transpose
// CHECK-NEXT:    %[[Y:.*]] = tensor.collapse_shape
// CHECK-NEXT:    return %[[Y]]
func.func @space_to_batch(%x: tensor<1x4x4x1xf32>) -> tensor<1x4x4x2xf32> {
  %w = arith.constant dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<4x2x2x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %empty0 = tensor.empty() : tensor<2x2x1x2x2x1xf32>
  %empty1 = tensor.empty() : tensor<1x2x2x2x2x2xf32>
  %x0 = tensor.expand_shape %x [[0], [1, 2], [3, 4], [5]] output_shape [1, 2, 2, 2, 2, 1] : tensor<1x4x4x1xf32> into tensor<1x2x2x2x2x1xf32>
  %x1 = linalg.transpose ins(%x0 : tensor<1x2x2x2x2x1xf32>) outs(%empty0 : tensor<2x2x1x2x2x1xf32>) permutation = [2, 4, 0, 1, 3, 5]
  %x2 = tensor.collapse_shape %x1 [[0, 1, 2], [3], [4], [5]] : tensor<2x2x1x2x2x1xf32> into tensor<4x2x2x1xf32>
  %conv = linalg.conv_2d_nhwc_hwcf ins(%x2, %w : tensor<4x2x2x1xf32>, tensor<1x1x1x2xf32>) outs(%zero : tensor<4x2x2x2xf32>) -> tensor<4x2x2x2xf32>
  %y0 = tensor.expand_shape %conv [[0, 1, 2], [3], [4], [5]] output_shape [2, 2, 1, 2, 2, 2] : tensor<4x2x2x2xf32> into tensor<2x2x1x2x2x2xf32>
  %y1 = linalg.transpose ins(%y0 : tensor<2x2x1x2x2x2xf32>) outs(%empty1 : tensor<1x2x2x2x2x2xf32>) permutation = [2, 3, 0, 4, 1, 5]
  %y2 = tensor.collapse_shape %y1 [[0], [1, 2], [3, 4], [5]] : tensor<1x2x2x2x2x2xf32> into tensor<1x4x4x2xf32>
  %bn = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%y2, %scale : tensor<1x4x4x2xf32>, tensor<2xf32>) outs(%y2 : tensor<1x4x4x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x4x4x2xf32>
  return %bn : tensor<1x4x4x2xf32>
}

// A BatchNorm between two convolutions goes into the one before it.
// CHECK-LABEL: func.func @between_two_convolutions(
// CHECK:         %[[W:.*]] = arith.constant dense<3.000000e+00> : tensor<1x1x1x1xf32>
// CHECK:         %[[W1:.*]] = arith.constant dense<6.000000e+00> : tensor<1x1x1x1xf32>
// CHECK:         %[[CONV1:.*]] = linalg.conv_2d_nhwc_hwcf ins(%{{.*}}, %[[W1]] :
// CHECK-NEXT:    %[[CONV2:.*]] = linalg.conv_2d_nhwc_hwcf ins(%[[CONV1]], %[[W]] :
// CHECK-NEXT:    return %[[CONV2]]
func.func @between_two_convolutions(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32> {
  %w = arith.constant dense<3.0> : tensor<1x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x1xf32>
  %two = arith.constant dense<2.0> : tensor<1x2x2x1xf32>
  %conv1 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x2x2x1xf32>, tensor<1x1x1x1xf32>) outs(%zero : tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  %bn = arith.mulf %conv1, %two : tensor<1x2x2x1xf32>
  %conv2 = linalg.conv_2d_nhwc_hwcf ins(%bn, %w : tensor<1x2x2x1xf32>, tensor<1x1x1x1xf32>) outs(%zero : tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  return %conv2 : tensor<1x2x2x1xf32>
}

// A BatchNorm behind each input of a concatenation folds, the concatenation
// does not matter.
// CHECK-LABEL: func.func @concat_of_two_that_fold(
// CHECK-DAG:     %[[A:.*]] = "tosa.const"() <{values = dense<6.000000e+00>
// CHECK-DAG:     %[[B:.*]] = "tosa.const"() <{values = dense<-3.000000e+00>
// CHECK-DAG:     %[[CONV_A:.*]] = tosa.conv2d %{{.*}}, %[[A]],
// CHECK-DAG:     %[[CONV_B:.*]] = tosa.conv2d %{{.*}}, %[[B]],
// CHECK:         %[[Y:.*]] = tosa.concat %[[CONV_A]], %[[CONV_B]]
// CHECK-NEXT:    return %[[Y]]
func.func @concat_of_two_that_fold(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x2x2xf32> {
  %w = "tosa.const"() <{values = dense<3.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %two = "tosa.const"() <{values = dense<2.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %a = tosa.conv2d %x, %w, %zero, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x1xf32>, tensor<1x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x1xf32>
  %bn_a = tosa.mul %a, %two, %mul_shift : (tensor<1x2x2x1xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<1x2x2x1xf32>
  %b = tosa.conv2d %x, %w, %zero, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x1xf32>, tensor<1x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x1xf32>
  %bn_b = tosa.negate %b, %zero, %zero : (tensor<1x2x2x1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x1xf32>
  %y = tosa.concat %bn_a, %bn_b {axis = 3 : i32} : (tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// Conv, bias, residual, relu, in tosa: the bias folds, the sum stays in front of
// the relu, and the sum has another user.
// CHECK-LABEL: func.func @residual_block(
// CHECK-SAME:      %[[X:.*]]: tensor<1x2x2x1xf32>)
// CHECK-DAG:     %[[W:.*]] = "tosa.const"() <{values = dense<3.000000e+00> : tensor<1x1x1x1xf32>}>
// CHECK-DAG:     %[[B:.*]] = "tosa.const"() <{values = dense<2.000000e+00> : tensor<1xf32>}>
// CHECK:         %[[CONV:.*]] = tosa.conv2d %[[X]], %[[W]], %[[B]],
// CHECK-NEXT:    %[[SUM:.*]] = tosa.add %[[CONV]], %[[X]]
// CHECK-NEXT:    %[[RELU:.*]] = tosa.clamp %[[SUM]]
// CHECK-NEXT:    return %[[RELU]], %[[SUM]]
func.func @residual_block(%x: tensor<1x2x2x1xf32>) -> (tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>) {
  %w = "tosa.const"() <{values = dense<3.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %two = "tosa.const"() <{values = dense<2.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %conv = tosa.conv2d %x, %w, %zero, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x1xf32>, tensor<1x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x1xf32>
  %bn = tosa.add %conv, %two : (tensor<1x2x2x1xf32>, tensor<1x1x1x1xf32>) -> tensor<1x2x2x1xf32>
  %sum = tosa.add %bn, %x : (tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  %relu = tosa.clamp %sum {max_val = 3.40282347E+38 : f32, min_val = 0.0 : f32} : (tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  return %relu, %sum : tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>
}

// BatchNorm of a concatenation: each convolution takes its part of it.
// CHECK-LABEL: func.func @concat_then_batch_norm(
// CHECK-DAG:     %[[WA:.*]] = arith.constant dense<6.000000e+00> : tensor<1x1x1x1xf32>
// CHECK-DAG:     %[[WB:.*]] = arith.constant dense<9.000000e+00> : tensor<1x1x1x1xf32>
// CHECK-DAG:     %[[A:.*]] = linalg.conv_2d_nhwc_hwcf ins(%{{.*}}, %[[WA]] :
// CHECK-DAG:     %[[B:.*]] = linalg.conv_2d_nhwc_hwcf ins(%{{.*}}, %[[WB]] :
// CHECK:         %[[CONCAT:.*]] = tensor.concat dim(3) %[[A]], %[[B]]
// CHECK-NEXT:    return %[[CONCAT]]
func.func @concat_then_batch_norm(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<3.0> : tensor<1x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x1xf32>
  %scale = arith.constant dense<[[[[2.0, 3.0], [2.0, 3.0]], [[2.0, 3.0], [2.0, 3.0]]]]> : tensor<1x2x2x2xf32>
  %a = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x2x2x1xf32>, tensor<1x1x1x1xf32>) outs(%zero : tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  %b = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x2x2x1xf32>, tensor<1x1x1x1xf32>) outs(%zero : tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  %concat = tensor.concat dim(3) %a, %b : (tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>) -> tensor<1x2x2x2xf32>
  %y = arith.mulf %concat, %scale : tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// The channels are split, and each half has a factor of its own, one channel
// each: that may be part of an activation.
// CHECK-LABEL: func.func @negative_split_then_batch_norms(
// CHECK-DAG:     %[[A:.*]] = arith.mulf
// CHECK-DAG:     %[[B:.*]] = arith.negf
// CHECK:         return %[[A]], %[[B]]
func.func @negative_split_then_batch_norms(%x: tensor<1x2x2x1xf32>) -> (tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>) {
  %w = arith.constant dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %two = arith.constant dense<2.0> : tensor<1x2x2x1xf32>
  %conv = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x2x2x1xf32>, tensor<1x1x1x2xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %left = tensor.extract_slice %conv[0, 0, 0, 0] [1, 2, 2, 1] [1, 1, 1, 1] : tensor<1x2x2x2xf32> to tensor<1x2x2x1xf32>
  %right = tensor.extract_slice %conv[0, 0, 0, 1] [1, 2, 2, 1] [1, 1, 1, 1] : tensor<1x2x2x2xf32> to tensor<1x2x2x1xf32>
  %a = arith.mulf %left, %two : tensor<1x2x2x1xf32>
  %b = arith.negf %right : tensor<1x2x2x1xf32>
  return %a, %b : tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>
}

// BatchNorm before a convolution, with padding 0 and with padding 1, whose border
// of zeros is not shifted: each result sees four of the nine taps.
// CHECK-LABEL: func.func @before_valid_convolution(
// CHECK-SAME:      %[[X:.*]]: tensor<1x2x2x1xf32>)
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<6.000000e+00> : tensor<2x2x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<2.400000e+01> : tensor<1xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] :
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_2d_nhwc_hwcf ins(%[[X]], %[[W]] : {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @before_valid_convolution(%x: tensor<1x2x2x1xf32>) -> tensor<1x1x1x1xf32> {
  %w = arith.constant dense<3.0> : tensor<2x2x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x1x1x1xf32>
  %two = arith.constant dense<2.0> : tensor<1x2x2x1xf32>
  %0 = arith.mulf %x, %two : tensor<1x2x2x1xf32>
  %1 = arith.addf %0, %two : tensor<1x2x2x1xf32>
  %conv = linalg.conv_2d_nhwc_hwcf ins(%1, %w : tensor<1x2x2x1xf32>, tensor<2x2x1x1xf32>) outs(%zero : tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  return %conv : tensor<1x1x1x1xf32>
}

// CHECK-LABEL: func.func @before_padded_convolution(
// CHECK-SAME:      %[[X:.*]]: tensor<1x2x2x1xf32>)
// CHECK-DAG:     %[[W:.*]] = "tosa.const"() <{values = dense<6.000000e+00> : tensor<1x3x3x1xf32>}>
// CHECK-DAG:     %[[B:.*]] = "tosa.const"() <{values = dense<2.400000e+01> : tensor<1xf32>}>
// CHECK:         %[[CONV:.*]] = tosa.conv2d %[[X]], %[[W]], %[[B]],
// CHECK-NEXT:    return %[[CONV]]
func.func @before_padded_convolution(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32> {
  %w = "tosa.const"() <{values = dense<3.0> : tensor<1x3x3x1xf32>}> : () -> tensor<1x3x3x1xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %two = "tosa.const"() <{values = dense<2.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.mul %x, %two, %mul_shift : (tensor<1x2x2x1xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<1x2x2x1xf32>
  %1 = tosa.add %0, %two : (tensor<1x2x2x1xf32>, tensor<1x1x1x1xf32>) -> tensor<1x2x2x1xf32>
  %conv = tosa.conv2d %1, %w, %zero, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x1xf32>, tensor<1x3x3x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x1xf32>
  return %conv : tensor<1x2x2x1xf32>
}

// A maximum does not commute with a negative scale.
// CHECK-LABEL: func.func @negative_max_pool_between(
// CHECK:         %[[POOL:.*]] = tosa.max_pool2d
// CHECK-NEXT:    %[[Y:.*]] = tosa.mul %[[POOL]],
// CHECK-NEXT:    return %[[Y]]
func.func @negative_max_pool_between(%x: tensor<1x2x2x1xf32>) -> tensor<1x1x1x1xf32> {
  %w = "tosa.const"() <{values = dense<3.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %scale = "tosa.const"() <{values = dense<-2.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %conv = tosa.conv2d %x, %w, %zero, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x1xf32>, tensor<1x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x1xf32>
  %pool = tosa.max_pool2d %conv {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x2x2x1xf32>) -> tensor<1x1x1x1xf32>
  %y = tosa.mul %pool, %scale, %mul_shift : (tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<1x1x1x1xf32>
  return %y : tensor<1x1x1x1xf32>
}

// Nor does a clamp.
// CHECK-LABEL: func.func @negative_clamp_between(
// CHECK:         %[[CLAMP:.*]] = tosa.clamp
// CHECK-NEXT:    %[[Y:.*]] = tosa.mul %[[CLAMP]],
// CHECK-NEXT:    return %[[Y]]
func.func @negative_clamp_between(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32> {
  %w = "tosa.const"() <{values = dense<3.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %two = "tosa.const"() <{values = dense<2.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %conv = tosa.conv2d %x, %w, %zero, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x1xf32>, tensor<1x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x1xf32>
  %clamp = tosa.clamp %conv {max_val = 6.0 : f32, min_val = 0.0 : f32} : (tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  %y = tosa.mul %clamp, %two, %mul_shift : (tensor<1x2x2x1xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<1x2x2x1xf32>
  return %y : tensor<1x2x2x1xf32>
}
