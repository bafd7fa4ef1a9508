// RUN: fold-opt %s --fold-conv-bn | FileCheck %s

// Indexing maps that are, or are not, a broadcast along the channel.
// The convolution has the weights 1 and 2, and no bias.

#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#c = affine_map<(n, c, h, w) -> (c)>
#nc = affine_map<(n, c, h, w) -> (n, c)>
#c1 = affine_map<(n, c, h, w) -> (c, 1)>
#c00 = affine_map<(n, c, h, w) -> (c, 0, 0)>
#_0c00 = affine_map<(n, c, h, w) -> (0, c, 0, 0)>
#_0chw = affine_map<(n, c, h, w) -> (0, c, h, w)>
#_0 = affine_map<(n, c, h, w) -> (0)>
#none = affine_map<(n, c, h, w) -> ()>
#wchn = affine_map<(n, c, h, w) -> (w, c, h, n)>
#nhwc = affine_map<(n, c, h, w) -> (n, h, w, c)>
#loops = affine_map<(h, w, c, n) -> (n, c, h, w)>
#second_loop = affine_map<(h, w, c, n) -> (c)>
#w = affine_map<(n, c, h, w) -> (w)>
#h00 = affine_map<(n, c, h, w) -> (h, 0, 0)>
#_000w = affine_map<(n, c, h, w) -> (0, 0, 0, w)>
#diagonal = affine_map<(n, c, h, w) -> (n, h, h, w)>

// [C]
// CHECK-LABEL: func.func @per_channel(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @per_channel(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x2x2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// [C, 1, 1]
// CHECK-LABEL: func.func @per_channel_trailing_ones(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @per_channel_trailing_ones(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[[[2.0]], [[4.0]]]> : tensor<2x1x1xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c00, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x2x2xf32>, tensor<2x1x1xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// [1, C, 1, 1]
// CHECK-LABEL: func.func @per_channel_ones_around(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @per_channel_ones_around(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[[[[2.0]], [[4.0]]]]> : tensor<1x2x1x1xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #_0c00, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x2x2xf32>, tensor<1x2x1x1xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// [N, C], N being 1
// CHECK-LABEL: func.func @per_channel_and_batch(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @per_channel_and_batch(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[[2.0, 4.0]]> : tensor<1x2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #nc, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x2x2xf32>, tensor<1x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// One number for all channels: [] and [1].
// CHECK-LABEL: func.func @one_for_all_rank_0(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}4.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @one_for_all_rank_0(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<2.0> : tensor<f32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #none, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x2x2xf32>, tensor<f32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @one_for_all_rank_1(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}4.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @one_for_all_rank_1(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<2.0> : tensor<1xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #_0, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x2x2xf32>, tensor<1xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// A scalar operand, no tensor at all.
// CHECK-LABEL: func.func @scalar_operand(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}4.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @scalar_operand(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %two = arith.constant 2.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #none, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %two : tensor<1x2x2x2xf32>, f32) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// A constant of the full shape, equal within each channel.
// CHECK-LABEL: func.func @full_shape(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @full_shape(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[[[[2.0, 2.0], [2.0, 2.0]], [[4.0, 4.0], [4.0, 4.0]]]]> : tensor<1x2x2x2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// [W, C, H, N], and as part of a larger table: [C, 2] at column 1.
// CHECK-LABEL: func.func @full_shape_transposed(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @full_shape_transposed(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[[[[2.0], [2.0]], [[4.0], [4.0]]], [[[2.0], [2.0]], [[4.0], [4.0]]]]> : tensor<2x2x2x1xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #wchn, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x2x2xf32>, tensor<2x2x2x1xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @column_of_a_table(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @column_of_a_table(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[[7.0, 2.0], [7.0, 4.0]]> : tensor<2x2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c1, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x2x2xf32>, tensor<2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// The unit batch of the result is read at index 0.
// CHECK-LABEL: func.func @result_read_at_index_zero(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @result_read_at_index_zero(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#_0chw, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x2x2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// Loops in another order than the dimensions: nothing moves.
// CHECK-LABEL: func.func @loops_in_another_order(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @loops_in_another_order(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#loops, #second_loop, #loops], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x2x2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// The op also moves the channel: the movement stays, as an op of its own.
// CHECK-LABEL: func.func @scale_and_transpose(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] :
// CHECK:         %[[MOVED:.*]] = linalg.generic {{.*}} ins(%[[CONV]] : tensor<1x2x2x2xf32>)
// CHECK-NEXT:    ^bb0(%[[IN:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      linalg.yield %[[IN]]
// CHECK:         return %[[MOVED]]
func.func @scale_and_transpose(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #nhwc], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x2x2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// The result is spread over H and W: the spreading stays, the scale goes.
// CHECK-LABEL: func.func @scale_and_broadcast(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] :
// CHECK:         %[[SPREAD:.*]] = linalg.generic {{.*}} ins(%[[CONV]] : tensor<1x2x1x1xf32>)
// CHECK-NEXT:    ^bb0(%[[IN:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      linalg.yield %[[IN]]
// CHECK:         return %[[SPREAD]]
func.func @scale_and_broadcast(%x: tensor<1x1x1x1xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x1x1xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x1x1xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x1x1xf32>) -> tensor<1x2x1x1xf32>
  %y = linalg.generic {indexing_maps = [#_0c00, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x1x1xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// H and W equal C, yet the map decides: these vary along W, H, W.
// CHECK-LABEL: func.func @negative_per_column(
// CHECK-DAG:     %[[SCALE:.*]] = arith.constant dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw
// CHECK-NEXT:    %[[MUL:.*]] = linalg.generic {{.*}} ins(%[[CONV]], %[[SCALE]] :
// CHECK:         return %[[MUL]]
func.func @negative_per_column(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #w, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x2x2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @negative_per_row(
// CHECK-DAG:     %[[SCALE:.*]] = arith.constant dense<{{\[\[\[}}2.000000e+00]], {{\[\[}}4.000000e+00]]]> : tensor<2x1x1xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw
// CHECK-NEXT:    %[[MUL:.*]] = linalg.generic {{.*}} ins(%[[CONV]], %[[SCALE]] :
// CHECK:         return %[[MUL]]
func.func @negative_per_row(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[[[2.0]], [[4.0]]]> : tensor<2x1x1xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #h00, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x2x2xf32>, tensor<2x1x1xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @negative_per_column_ones_around(
// CHECK-DAG:     %[[SCALE:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00, 4.000000e+00]]]]> : tensor<1x1x1x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw
// CHECK-NEXT:    %[[MUL:.*]] = linalg.generic {{.*}} ins(%[[CONV]], %[[SCALE]] :
// CHECK:         return %[[MUL]]
func.func @negative_per_column_ones_around(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[[[[2.0, 4.0]]]]> : tensor<1x1x1x2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #_000w, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// One element of the full shape differs from the rest of its channel.
// CHECK-LABEL: func.func @negative_full_shape_varies_within_channel(
// CHECK-DAG:     %[[SCALE:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00, 2.000000e+00], [2.000000e+00, 2.000000e+00]], {{\[\[}}4.000000e+00, 4.000000e+00], [4.000000e+00, 4.500000e+00]]]]> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw
// CHECK-NEXT:    %[[MUL:.*]] = linalg.generic {{.*}} ins(%[[CONV]], %[[SCALE]] :
// CHECK:         return %[[MUL]]
func.func @negative_full_shape_varies_within_channel(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[[[[2.0, 2.0], [2.0, 2.0]], [[4.0, 4.0], [4.0, 4.5]]]]> : tensor<1x2x2x2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// With a single channel a scale of columns is still one of columns.
// CHECK-LABEL: func.func @negative_per_column_of_one_channel(
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw
// CHECK-NEXT:    %[[MUL:.*]] = linalg.generic {{.*}} ins(%[[CONV]],
// CHECK:         return %[[MUL]]
func.func @negative_per_column_of_one_channel(%x: tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32> {
  %w = arith.constant dense<3.0> : tensor<1x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x1x2x2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<1x1x1x1xf32>) outs(%zero : tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #w, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x1x2x2xf32>, tensor<2xf32>) outs(%conv : tensor<1x1x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

// The op reads one element of the result for several of its own.
// CHECK-LABEL: func.func @negative_result_read_on_its_diagonal(
// CHECK-DAG:     %[[SCALE:.*]] = arith.constant dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw
// CHECK-NEXT:    %[[MUL:.*]] = linalg.generic {{.*}} ins(%[[CONV]], %[[SCALE]] :
// CHECK:         return %[[MUL]]
func.func @negative_result_read_on_its_diagonal(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#diagonal, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x2x2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}
