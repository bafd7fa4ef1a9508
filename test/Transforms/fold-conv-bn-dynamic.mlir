// RUN: fold-opt %s --fold-conv-bn | FileCheck %s

// Dynamic batch and spatial extents. The number of channels is what matters.

#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#c = affine_map<(d0, d1, d2, d3) -> (d1)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#c2 = affine_map<(d0, d1) -> (d1)>

// The extents of the destinations are asked of the result: no reading of it.
// CHECK-LABEL: func.func @batch_height_and_width(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}6.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[2.100000e+01, 5.900000e+01]> : tensor<2xf32>
// CHECK-DAG:     %[[EMPTY:.*]] = tensor.empty({{.*}}) : tensor<?x2x?x?xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) outs(%[[EMPTY]] : tensor<?x2x?x?xf32>) dimensions = [0, 2, 3]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] : tensor<?x2x?x?xf32>)
// CHECK-NOT:     linalg.generic
// CHECK:         return %[[CONV]]
func.func @batch_height_and_width(%x: tensor<?x1x?x?xf32>) -> tensor<?x2x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %bias = arith.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %n = tensor.dim %x, %c0 : tensor<?x1x?x?xf32>
  %h = tensor.dim %x, %c2 : tensor<?x1x?x?xf32>
  %wd = tensor.dim %x, %c3 : tensor<?x1x?x?xf32>
  %empty = tensor.empty(%n, %h, %wd) : tensor<?x2x?x?xf32>
  %init = linalg.generic {indexing_maps = [#c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%bias : tensor<2xf32>) outs(%empty : tensor<?x2x?x?xf32>) {
  ^bb0(%b: f32, %out: f32):
    linalg.yield %b : f32
  } -> tensor<?x2x?x?xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x1x?x?xf32>, tensor<2x1x1x1xf32>) outs(%init : tensor<?x2x?x?xf32>) -> tensor<?x2x?x?xf32>
  %n1 = tensor.dim %conv, %c0 : tensor<?x2x?x?xf32>
  %h1 = tensor.dim %conv, %c2 : tensor<?x2x?x?xf32>
  %w1 = tensor.dim %conv, %c3 : tensor<?x2x?x?xf32>
  %empty1 = tensor.empty(%n1, %h1, %w1) : tensor<?x2x?x?xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<?x2x?x?xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty1 : tensor<?x2x?x?xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    %1 = arith.addf %0, %t : f32
    linalg.yield %1 : f32
  } -> tensor<?x2x?x?xf32>
  return %y : tensor<?x2x?x?xf32>
}

// CHECK-LABEL: func.func @tosa(
// CHECK-DAG:     %[[W:.*]] = "tosa.const"() <{values = dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}6.000000e+00]]]]> : tensor<2x1x1x1xf32>}>
// CHECK-DAG:     %[[B:.*]] = "tosa.const"() <{values = dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>}>
// CHECK:         %[[CONV:.*]] = tosa.conv2d %{{.*}}, %[[W]], %[[B]],
// CHECK-NEXT:    %[[Y:.*]] = tosa.transpose %[[CONV]]
// CHECK-NEXT:    return %[[Y]]
func.func @tosa(%x: tensor<?x?x?x1xf32>) -> tensor<?x2x?x?xf32> {
  %w = "tosa.const"() <{values = dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>}> : () -> tensor<2x1x1x1xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %scale = "tosa.const"() <{values = dense<[[[[2.0]], [[3.0]]]]> : tensor<1x2x1x1xf32>}> : () -> tensor<1x2x1x1xf32>
  %shift = "tosa.const"() <{values = dense<[[[[1.0]], [[-1.0]]]]> : tensor<1x2x1x1xf32>}> : () -> tensor<1x2x1x1xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %conv = tosa.conv2d %x, %w, %zero, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<?x?x?x1xf32>, tensor<2x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x?x?x2xf32>
  %nchw = tosa.transpose %conv {perms = array<i32: 0, 3, 1, 2>} : (tensor<?x?x?x2xf32>) -> tensor<?x2x?x?xf32>
  %0 = tosa.mul %nchw, %scale, %mul_shift : (tensor<?x2x?x?xf32>, tensor<1x2x1x1xf32>, tensor<1xi8>) -> tensor<?x2x?x?xf32>
  %1 = tosa.add %0, %shift : (tensor<?x2x?x?xf32>, tensor<1x2x1x1xf32>) -> tensor<?x2x?x?xf32>
  return %1 : tensor<?x2x?x?xf32>
}

// All but the channel in one dynamic dimension.
// CHECK-LABEL: func.func @collapse_to_rows(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00, 6.000000e+00]]]]> : tensor<1x1x1x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nhwc_hwcf ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    %[[ROWS:.*]] = tensor.collapse_shape %[[CONV]]
// CHECK-NEXT:    return %[[ROWS]]
func.func @collapse_to_rows(%x: tensor<?x2x2x1xf32>, %empty: tensor<?x2x2x2xf32>) -> tensor<?x2xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x2x2x2xf32>) -> tensor<?x2x2x2xf32>
  %conv = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<?x2x2x1xf32>, tensor<1x1x1x2xf32>) outs(%init : tensor<?x2x2x2xf32>) -> tensor<?x2x2x2xf32>
  %rows = tensor.collapse_shape %conv [[0, 1, 2], [3]] : tensor<?x2x2x2xf32> into tensor<?x2xf32>
  %y = linalg.generic {indexing_maps = [#id2, #c2, #id2], iterator_types = ["parallel", "parallel"]}
    ins(%rows, %scale : tensor<?x2xf32>, tensor<2xf32>) outs(%rows : tensor<?x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

// A scale that is the same everywhere needs no extents at all.
// CHECK-LABEL: func.func @scalar_scale(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00, 4.000000e+00]]]]> : tensor<1x1x1x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nhwc_hwcf ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @scalar_scale(%x: tensor<?x?x?x1xf32>, %empty: tensor<?x?x?x2xf32>) -> tensor<?x?x?x2xf32> {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %w = arith.constant dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?x?x2xf32>) -> tensor<?x?x?x2xf32>
  %conv = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<?x?x?x1xf32>, tensor<1x1x1x2xf32>) outs(%init : tensor<?x?x?x2xf32>) -> tensor<?x?x?x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv : tensor<?x?x?x2xf32>) outs(%conv : tensor<?x?x?x2xf32>) {
  ^bb0(%r: f32, %out: f32):
    %0 = arith.mulf %r, %two : f32
    linalg.yield %0 : f32
  } -> tensor<?x?x?x2xf32>
  return %y : tensor<?x?x?x2xf32>
}

// Types that forget the number of channels: the parameters, and the weights
// behind the cast, know it.
// CHECK-LABEL: func.func @channels_behind_casts(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}6.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK:         %[[CAST:.*]] = tensor.cast %[[W]] : tensor<2x1x1x1xf32> to tensor<2x?x?x?xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[CAST]] :
// CHECK-NEXT:    %[[Y:.*]] = tensor.cast %[[CONV]]
// CHECK-NEXT:    return %[[Y]]
func.func @channels_behind_casts(%x: tensor<?x?x?x?xf32>, %empty: tensor<?x2x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %static = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %w = tensor.cast %static : tensor<2x1x1x1xf32> to tensor<2x?x?x?xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x2x?x?xf32>) -> tensor<?x2x?x?xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x?x?x?xf32>, tensor<2x?x?x?xf32>) outs(%init : tensor<?x2x?x?xf32>) -> tensor<?x2x?x?xf32>
  %cast = tensor.cast %conv : tensor<?x2x?x?xf32> to tensor<?x?x?x?xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%cast, %scale : tensor<?x?x?x?xf32>, tensor<2xf32>) outs(%cast : tensor<?x?x?x?xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// The batch and the channel in one dynamic dimension: which number belongs to
// which channel depends on the batch.
// CHECK-LABEL: func.func @negative_batch_and_channel_collapse(
// CHECK:         %[[ROWS:.*]] = tensor.collapse_shape
// CHECK-NEXT:    linalg.generic {{.*}} ins(%[[ROWS]] :
func.func @negative_batch_and_channel_collapse(%x: tensor<?x1x2x2xf32>, %empty: tensor<?x2x2x2xf32>) -> tensor<?x4xf32> {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x2x2x2xf32>) -> tensor<?x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%init : tensor<?x2x2x2xf32>) -> tensor<?x2x2x2xf32>
  %rows = tensor.collapse_shape %conv [[0, 1], [2, 3]] : tensor<?x2x2x2xf32> into tensor<?x4xf32>
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
    ins(%rows : tensor<?x4xf32>) outs(%rows : tensor<?x4xf32>) {
  ^bb0(%r: f32, %out: f32):
    %0 = arith.mulf %r, %two : f32
    linalg.yield %0 : f32
  } -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// How many channels there are is known at run time only.
// CHECK-LABEL: func.func @negative_dynamic_channels(
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw
// CHECK-NEXT:    arith.negf %[[CONV]]
func.func @negative_dynamic_channels(%x: tensor<1x1x2x2xf32>, %w: tensor<?x1x1x1xf32>, %init: tensor<1x?x2x2xf32>) -> tensor<1x?x2x2xf32> {
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<?x1x1x1xf32>) outs(%init : tensor<1x?x2x2xf32>) -> tensor<1x?x2x2xf32>
  %y = arith.negf %conv : tensor<1x?x2x2xf32>
  return %y : tensor<1x?x2x2xf32>
}
