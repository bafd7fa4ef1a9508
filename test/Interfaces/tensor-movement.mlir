// RUN: fold-opt %s --fold-conv-bn | FileCheck %s

// Transposes, reshapes, casts and slices between a convolution and what scales
// it. They stay where they are; the scale goes to the channels they moved.

#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#last3 = affine_map<(d0, d1, d2) -> (d2)>
#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#c = affine_map<(d0, d1, d2, d3) -> (d1)>
#last = affine_map<(d0, d1, d2, d3) -> (d3)>
#to_nchw = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>

// CHECK-LABEL: func.func @transpose(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00, 8.000000e+00]]]]> : tensor<1x1x1x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nhwc_hwcf ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    %[[MOVED:.*]] = linalg.transpose ins(%[[CONV]] :
// CHECK-NEXT:    return %[[MOVED]]
func.func @transpose(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x2x2x1xf32>, tensor<1x1x1x2xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %moved = linalg.transpose ins(%conv : tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) permutation = [0, 3, 1, 2]
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%moved, %scale : tensor<1x2x2x2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// The same transpose as a generic that only yields what it reads.
// CHECK-LABEL: func.func @transpose_as_generic(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00, 8.000000e+00]]]]> : tensor<1x1x1x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nhwc_hwcf ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    %[[MOVED:.*]] = linalg.generic {{.*}} ins(%[[CONV]] :
// CHECK-NOT:     arith.mulf
// CHECK:         return %[[MOVED]]
func.func @transpose_as_generic(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x2x2x1xf32>, tensor<1x1x1x2xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %moved = linalg.generic {indexing_maps = [#to_nchw, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv : tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %out: f32):
    linalg.yield %r : f32
  } -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%moved, %scale : tensor<1x2x2x2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// H and W become one dimension.
// CHECK-LABEL: func.func @collapse_shape(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00, 8.000000e+00]]]]> : tensor<1x1x1x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nhwc_hwcf ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    %[[MOVED:.*]] = tensor.collapse_shape %[[CONV]]
// CHECK-NEXT:    return %[[MOVED]]
func.func @collapse_shape(%x: tensor<1x2x2x1xf32>) -> tensor<1x4x2xf32> {
  %w = arith.constant dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x4x2xf32>
  %conv = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x2x2x1xf32>, tensor<1x1x1x2xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %moved = tensor.collapse_shape %conv [[0], [1, 2], [3]] : tensor<1x2x2x2xf32> into tensor<1x4x2xf32>
  %y = linalg.generic {indexing_maps = [#id3, #last3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%moved, %scale : tensor<1x4x2xf32>, tensor<2xf32>) outs(%empty : tensor<1x4x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x4x2xf32>
  return %y : tensor<1x4x2xf32>
}

// All of C, H and W in one dimension, whose numbers still belong to a channel
// each.
// CHECK-LABEL: func.func @flatten(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    %[[FLAT:.*]] = tensor.collapse_shape %[[CONV]]
// CHECK-NEXT:    return %[[FLAT]]
func.func @flatten(%x: tensor<1x1x1x3xf32>) -> tensor<1x6xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x1x3xf32>
  %scale = arith.constant dense<[[2.0, 2.0, 2.0, 4.0, 4.0, 4.0]]> : tensor<1x6xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x1x3xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x1x3xf32>) -> tensor<1x2x1x3xf32>
  %flat = tensor.collapse_shape %conv [[0], [1, 2, 3]] : tensor<1x2x1x3xf32> into tensor<1x6xf32>
  %y = arith.mulf %flat, %scale : tensor<1x6xf32>
  return %y : tensor<1x6xf32>
}

// Flattened, scaled, and restored.
// CHECK-LABEL: func.func @flatten_and_unflatten(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[}}1.000000e+01, 4.200000e+01]]]> : tensor<1x1x2xf32>
// CHECK:         linalg.conv_1d_nwc_wcf ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    tensor.collapse_shape
// CHECK-NEXT:    %[[BACK:.*]] = tensor.expand_shape
// CHECK-NEXT:    return %[[BACK]]
func.func @flatten_and_unflatten(%x: tensor<1x3x1xf32>) -> tensor<1x3x2xf32> {
  %w = arith.constant dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x3x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0, 2.0, 3.0, 2.0, 3.0]]> : tensor<1x6xf32>
  %again = arith.constant dense<[[[5.0, 7.0], [5.0, 7.0], [5.0, 7.0]]]> : tensor<1x3x2xf32>
  %conv = linalg.conv_1d_nwc_wcf ins(%x, %w : tensor<1x3x1xf32>, tensor<1x1x2xf32>) outs(%zero : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %flat = tensor.collapse_shape %conv [[0], [1, 2]] : tensor<1x3x2xf32> into tensor<1x6xf32>
  %0 = arith.mulf %flat, %scale : tensor<1x6xf32>
  %back = tensor.expand_shape %0 [[0], [1, 2]] output_shape [1, 3, 2] : tensor<1x6xf32> into tensor<1x3x2xf32>
  %y = arith.mulf %back, %again : tensor<1x3x2xf32>
  return %y : tensor<1x3x2xf32>
}

// A group that holds the channels and extents of 1 only.
// CHECK-LABEL: func.func @collapse_unit_dims_into_channel(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    %[[MOVED:.*]] = tensor.collapse_shape %[[CONV]]
// CHECK-NEXT:    return %[[MOVED]]
func.func @collapse_unit_dims_into_channel(%x: tensor<1x1x1x1xf32>) -> tensor<2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x1x1xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x1x1xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x1x1xf32>) -> tensor<1x2x1x1xf32>
  %moved = tensor.collapse_shape %conv [[0, 1, 2, 3]] : tensor<1x2x1x1xf32> into tensor<2xf32>
  %y = arith.mulf %moved, %scale : tensor<2xf32>
  return %y : tensor<2xf32>
}

// The channel is split in two: both parts are channels.
// CHECK-LABEL: func.func @expand_channel(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 3.000000e+00, 5.000000e+00, 7.000000e+00]]> : tensor<1x4xf32>
// CHECK:         %[[MATMUL:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    %[[MOVED:.*]] = tensor.expand_shape %[[MATMUL]]
// CHECK-NEXT:    return %[[MOVED]]
func.func @expand_channel(%x: tensor<1x1xf32>) -> tensor<1x2x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x4xf32>
  %zero = arith.constant dense<0.0> : tensor<1x4xf32>
  %scale = arith.constant dense<[[[2.0, 3.0], [5.0, 7.0]]]> : tensor<1x2x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x4xf32>) outs(%zero : tensor<1x4xf32>) -> tensor<1x4xf32>
  %moved = tensor.expand_shape %m [[0], [1, 2]] output_shape [1, 2, 2] : tensor<1x4xf32> into tensor<1x2x2xf32>
  %y = arith.mulf %moved, %scale : tensor<1x2x2xf32>
  return %y : tensor<1x2x2xf32>
}

// ... and changes places: scale [j, i] belongs to channel 2 * i + j.
// CHECK-LABEL: func.func @shuffle_channels(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 5.000000e+00, 3.000000e+00, 7.000000e+00]]> : tensor<1x4xf32>
// CHECK:         linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK:         %[[MOVED:.*]] = tensor.collapse_shape
// CHECK-NEXT:    return %[[MOVED]]
func.func @shuffle_channels(%x: tensor<1x1xf32>) -> tensor<1x4xf32> {
  %w = arith.constant dense<1.0> : tensor<1x4xf32>
  %zero = arith.constant dense<0.0> : tensor<1x4xf32>
  %scale = arith.constant dense<[[2.0, 3.0, 5.0, 7.0]]> : tensor<1x4xf32>
  %empty = tensor.empty() : tensor<1x2x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x4xf32>) outs(%zero : tensor<1x4xf32>) -> tensor<1x4xf32>
  %split = tensor.expand_shape %m [[0], [1, 2]] output_shape [1, 2, 2] : tensor<1x4xf32> into tensor<1x2x2xf32>
  %swapped = linalg.transpose ins(%split : tensor<1x2x2xf32>) outs(%empty : tensor<1x2x2xf32>) permutation = [0, 2, 1]
  %joined = tensor.collapse_shape %swapped [[0], [1, 2]] : tensor<1x2x2xf32> into tensor<1x4xf32>
  %y = arith.mulf %joined, %scale : tensor<1x4xf32>
  return %y : tensor<1x4xf32>
}

// Groups and filters of a group, [N, G, F, H, W], become one channel dimension.
// CHECK-LABEL: func.func @collapse_groups(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}6.000000e+00]]]], {{\[\[\[\[}}1.500000e+01]]], {{\[\[\[}}2.800000e+01]]]]]> : tensor<2x2x1x1x1xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_ngchw_gfchw ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    %[[MOVED:.*]] = tensor.collapse_shape %[[CONV]]
// CHECK-NEXT:    return %[[MOVED]]
func.func @collapse_groups(%x: tensor<1x2x1x2x2xf32>) -> tensor<1x4x2x2xf32> {
  %w = arith.constant dense<[[[[[1.0]]], [[[2.0]]]], [[[[3.0]]], [[[4.0]]]]]> : tensor<2x2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2x2xf32>
  %scale = arith.constant dense<[2.0, 3.0, 5.0, 7.0]> : tensor<4xf32>
  %empty = tensor.empty() : tensor<1x4x2x2xf32>
  %conv = linalg.conv_2d_ngchw_gfchw ins(%x, %w : tensor<1x2x1x2x2xf32>, tensor<2x2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  %moved = tensor.collapse_shape %conv [[0], [1, 2], [3], [4]] : tensor<1x2x2x2x2xf32> into tensor<1x4x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%moved, %scale : tensor<1x4x2x2xf32>, tensor<4xf32>) outs(%empty : tensor<1x4x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x4x2x2xf32>
  return %y : tensor<1x4x2x2xf32>
}

// Channels and multiplier of a depthwise convolution, [N, H, W, C, M], with a
// bias in between.
// CHECK-LABEL: func.func @collapse_depthwise_multiplier(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00, 6.000000e+00], [1.500000e+01, 2.800000e+01]]]]> : tensor<1x1x2x2xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<{{\[\[}}2.000000e+01, 6.000000e+01], [1.500000e+02, 2.800000e+02]]> : tensor<2x2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : {{.*}} dimensions = [0, 1, 2]
// CHECK:         %[[CONV:.*]] = linalg.depthwise_conv_2d_nhwc_hwcm ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    %[[MOVED:.*]] = tensor.collapse_shape %[[CONV]]
// CHECK-NEXT:    return %[[MOVED]]
func.func @collapse_depthwise_multiplier(%x: tensor<1x2x2x2xf32>) -> tensor<1x2x2x4xf32> {
  %w = arith.constant dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2x2xf32>
  %bias = arith.constant dense<[10.0, 20.0, 30.0, 40.0]> : tensor<4xf32>
  %scale = arith.constant dense<[2.0, 3.0, 5.0, 7.0]> : tensor<4xf32>
  %empty = tensor.empty() : tensor<1x2x2x4xf32>
  %conv = linalg.depthwise_conv_2d_nhwc_hwcm ins(%x, %w : tensor<1x2x2x2xf32>, tensor<1x1x2x2xf32>) outs(%zero : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  %moved = tensor.collapse_shape %conv [[0], [1], [2], [3, 4]] : tensor<1x2x2x2x2xf32> into tensor<1x2x2x4xf32>
  %y = linalg.generic {indexing_maps = [#id, #last, #last, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%moved, %bias, %scale : tensor<1x2x2x4xf32>, tensor<4xf32>, tensor<4xf32>) outs(%empty : tensor<1x2x2x4xf32>) {
  ^bb0(%r: f32, %b: f32, %s: f32, %out: f32):
    %0 = arith.addf %r, %b : f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<1x2x2x4xf32>
  return %y : tensor<1x2x2x4xf32>
}

// Casts to and from dynamic sizes; the number of channels stays known.
// CHECK-LABEL: func.func @cast(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    %[[CAST:.*]] = tensor.cast %[[CONV]] : tensor<1x2x2x2xf32> to tensor<?x?x?x?xf32>
// CHECK-NEXT:    %[[BACK:.*]] = tensor.cast %[[CAST]]
// CHECK-NEXT:    return %[[BACK]]
func.func @cast(%x: tensor<1x1x2x2xf32>) -> tensor<?x2x?x?xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %cast = tensor.cast %conv : tensor<1x2x2x2xf32> to tensor<?x?x?x?xf32>
  %back = tensor.cast %cast : tensor<?x?x?x?xf32> to tensor<?x2x?x?xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%back, %scale : tensor<?x2x?x?xf32>, tensor<2xf32>) outs(%back : tensor<?x2x?x?xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<?x2x?x?xf32>
  return %y : tensor<?x2x?x?xf32>
}

// CHECK-LABEL: func.func @slice_of_columns(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    %[[MOVED:.*]] = tensor.extract_slice %[[CONV]]
// CHECK-NEXT:    return %[[MOVED]]
func.func @slice_of_columns(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x1xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[[[[2.0], [2.0]], [[4.0], [4.0]]]]> : tensor<1x2x2x1xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %moved = tensor.extract_slice %conv[0, 0, 0, 1] [1, 2, 2, 1] [1, 1, 1, 1] : tensor<1x2x2x2xf32> to tensor<1x2x2x1xf32>
  %y = arith.mulf %moved, %scale : tensor<1x2x2x1xf32>
  return %y : tensor<1x2x2x1xf32>
}

// Every other channel from 1 on, the batch dropped: channels 0 and 2 are not
// seen, and keep their weights.
// CHECK-LABEL: func.func @slice_of_channels(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00, 1.000000e+00, 3.000000e+00]]> : tensor<1x4xf32>
// CHECK:         %[[MATMUL:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    %[[MOVED:.*]] = tensor.extract_slice %[[MATMUL]]
// CHECK-NEXT:    return %[[MOVED]]
func.func @slice_of_channels(%x: tensor<1x1xf32>) -> tensor<2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x4xf32>
  %zero = arith.constant dense<0.0> : tensor<1x4xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x4xf32>) outs(%zero : tensor<1x4xf32>) -> tensor<1x4xf32>
  %moved = tensor.extract_slice %m[0, 1] [1, 2] [1, 2] : tensor<1x4xf32> to tensor<2xf32>
  %y = arith.mulf %moved, %scale : tensor<2xf32>
  return %y : tensor<2xf32>
}

// tensor.dim asks for a shape, which does not change: no second reader.
// CHECK-LABEL: func.func @shape_of_result_is_asked_for(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @shape_of_result_is_asked_for(%x: tensor<?x1x2x2xf32>, %init: tensor<?x2x2x2xf32>) -> tensor<?x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%init : tensor<?x2x2x2xf32>) -> tensor<?x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%fill : tensor<?x2x2x2xf32>) -> tensor<?x2x2x2xf32>
  %n = tensor.dim %conv, %c0 : tensor<?x2x2x2xf32>
  %empty = tensor.empty(%n) : tensor<?x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<?x2x2x2xf32>, tensor<2xf32>) outs(%empty : tensor<?x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<?x2x2x2xf32>
  return %y : tensor<?x2x2x2xf32>
}

// After NHWC to NCHW the last dimension is W, whatever its size.
// CHECK-LABEL: func.func @negative_last_dimension_after_transpose(
// CHECK:         linalg.transpose
// CHECK-NEXT:    %[[Y:.*]] = linalg.generic
// CHECK:         return %[[Y]]
func.func @negative_last_dimension_after_transpose(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x2x2x1xf32>, tensor<1x1x1x2xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %moved = linalg.transpose ins(%conv : tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) permutation = [0, 3, 1, 2]
  %y = linalg.generic {indexing_maps = [#id, #last, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%moved, %scale : tensor<1x2x2x2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// A scale that differs within a channel of the flattened result.
// CHECK-LABEL: func.func @negative_flattened_scale_varies_within_channel(
// CHECK:         tensor.collapse_shape
// CHECK-NEXT:    %[[Y:.*]] = arith.mulf
// CHECK-NEXT:    return %[[Y]]
func.func @negative_flattened_scale_varies_within_channel(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x4xf32> {
  %w = arith.constant dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[[[2.0, 4.0, 3.0, 4.0], [2.0, 4.0, 3.0, 4.0]]]> : tensor<1x2x4xf32>
  %conv = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x2x2x1xf32>, tensor<1x1x1x2xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %moved = tensor.collapse_shape %conv [[0], [1], [2, 3]] : tensor<1x2x2x2xf32> into tensor<1x2x4xf32>
  %y = arith.mulf %moved, %scale : tensor<1x2x4xf32>
  return %y : tensor<1x2x4xf32>
}

// Three columns of two channels, regrouped as two times three: a column of the
// result holds pixels of both channels.
// CHECK-LABEL: func.func @negative_reshape_cuts_across_channels(
// CHECK:         tensor.expand_shape
// CHECK-NEXT:    %[[Y:.*]] = arith.mulf
// CHECK-NEXT:    return %[[Y]]
func.func @negative_reshape_cuts_across_channels(%x: tensor<1x3x1xf32>) -> tensor<1x2x3xf32> {
  %w = arith.constant dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x3x2xf32>
  %scale = arith.constant dense<[[[2.0, 2.0, 2.0], [4.0, 4.0, 4.0]]]> : tensor<1x2x3xf32>
  %conv = linalg.conv_1d_nwc_wcf ins(%x, %w : tensor<1x3x1xf32>, tensor<1x1x2xf32>) outs(%zero : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  %flat = tensor.collapse_shape %conv [[0], [1, 2]] : tensor<1x3x2xf32> into tensor<1x6xf32>
  %moved = tensor.expand_shape %flat [[0], [1, 2]] output_shape [1, 2, 3] : tensor<1x6xf32> into tensor<1x2x3xf32>
  %y = arith.mulf %moved, %scale : tensor<1x2x3xf32>
  return %y : tensor<1x2x3xf32>
}

// The border that a pad adds would not receive the shift.
// CHECK-LABEL: func.func @negative_pad(
// CHECK:         linalg.conv_2d_nchw_fchw
// CHECK-NEXT:    tensor.pad
// CHECK:         %[[Y:.*]] = arith.addf
// CHECK-NEXT:    return %[[Y]]
func.func @negative_pad(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x4x4xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %border = arith.constant 0.0 : f32
  %shift = arith.constant dense<1.0> : tensor<1x2x4x4xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %pad = tensor.pad %conv low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %border : f32
  } : tensor<1x2x2x2xf32> to tensor<1x2x4x4xf32>
  %y = arith.addf %pad, %shift : tensor<1x2x4x4xf32>
  return %y : tensor<1x2x4x4xf32>
}

// Which channels a slice with a run-time offset takes is not known.
// CHECK-LABEL: func.func @negative_slice_at_runtime_offset(
// CHECK:         tensor.extract_slice
// CHECK-NEXT:    %[[Y:.*]] = arith.mulf
// CHECK-NEXT:    return %[[Y]]
func.func @negative_slice_at_runtime_offset(%x: tensor<1x1xf32>, %i: index) -> tensor<1x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x4xf32>
  %zero = arith.constant dense<0.0> : tensor<1x4xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x4xf32>) outs(%zero : tensor<1x4xf32>) -> tensor<1x4xf32>
  %moved = tensor.extract_slice %m[0, %i] [1, 2] [1, 1] : tensor<1x4xf32> to tensor<1x2xf32>
  %y = arith.mulf %moved, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}
