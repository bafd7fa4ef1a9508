// RUN: fold-opt %s --fold-conv-bn | FileCheck %s

// The bias of a linalg convolution is its initial value. Whatever made it, the
// folded one is one number per channel, broadcast, and the old one goes.
//
// Scales are 2 and 4, shifts 1 and -3, weights 1 and 2 throughout.

#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#c = affine_map<(n, c, h, w) -> (c)>

// CHECK-LABEL: func.func @filled_with_zero(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[1.000000e+00, -3.000000e+00]> : tensor<2xf32>
// CHECK-DAG:     %[[EMPTY:.*]] = tensor.empty() : tensor<1x2x2x2xf32>
// CHECK-NOT:     linalg.fill
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) outs(%[[EMPTY]] : tensor<1x2x2x2xf32>) dimensions = [0, 2, 3]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @filled_with_zero(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -3.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%init : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    %1 = arith.addf %0, %t : f32
    linalg.yield %1 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @filled_with_ten(
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[2.100000e+01, 3.700000e+01]> : tensor<2xf32>
// CHECK-NOT:     linalg.fill
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] :
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_2d_nchw_fchw {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @filled_with_ten(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -3.0]> : tensor<2xf32>
  %ten = arith.constant 10.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %init = linalg.fill ins(%ten : f32) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%init : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    %1 = arith.addf %0, %t : f32
    linalg.yield %1 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @constant_splat(
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[2.100000e+01, 3.700000e+01]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] :
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_2d_nchw_fchw {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @constant_splat(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -3.0]> : tensor<2xf32>
  %init = arith.constant dense<10.0> : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%init : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%conv : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    %1 = arith.addf %0, %t : f32
    linalg.yield %1 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @constant_per_channel(
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[2.100000e+01, 7.700000e+01]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] :
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_2d_nchw_fchw {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @constant_per_channel(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -3.0]> : tensor<2xf32>
  %init = arith.constant dense<[[[[10.0, 10.0], [10.0, 10.0]], [[20.0, 20.0], [20.0, 20.0]]]]> : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%init : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%conv : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    %1 = arith.addf %0, %t : f32
    linalg.yield %1 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// A constant that differs within a channel stays one that does.
// CHECK-LABEL: func.func @constant_varies_within_channel(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<{{\[\[\[\[}}3.000000e+00, 5.000000e+00]], {{\[\[}}9.000000e+00, 1.300000e+01]]]]> : tensor<1x2x1x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @constant_varies_within_channel(%x: tensor<1x1x1x2xf32>) -> tensor<1x2x1x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -3.0]> : tensor<2xf32>
  %init = arith.constant dense<[[[[1.0, 2.0]], [[3.0, 4.0]]]]> : tensor<1x2x1x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x1x2xf32>, tensor<2x1x1x1xf32>) outs(%init : tensor<1x2x1x2xf32>) -> tensor<1x2x1x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x1x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%conv : tensor<1x2x1x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    %1 = arith.addf %0, %t : f32
    linalg.yield %1 : f32
  } -> tensor<1x2x1x2xf32>
  return %y : tensor<1x2x1x2xf32>
}

// CHECK-LABEL: func.func @named_broadcast(
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[2.100000e+01, 7.700000e+01]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] :
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_2d_nchw_fchw {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @named_broadcast(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %bias = arith.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -3.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %init = linalg.broadcast ins(%bias : tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) dimensions = [0, 2, 3]
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%init : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    %1 = arith.addf %0, %t : f32
    linalg.yield %1 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @generic_broadcast(
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[2.100000e+01, 7.700000e+01]> : tensor<2xf32>
// CHECK-NOT:     linalg.generic
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] :
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_2d_nchw_fchw {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @generic_broadcast(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %bias = arith.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -3.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %init = linalg.generic {indexing_maps = [#c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%bias : tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%b: f32, %out: f32):
    linalg.yield %b : f32
  } -> tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%init : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    %1 = arith.addf %0, %t : f32
    linalg.yield %1 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// The destination of the new broadcast is as dynamic as that of the old one.
// CHECK-LABEL: func.func @broadcast_of_dynamic_extent(
// CHECK-SAME:      %[[X:.*]]: tensor<?x1x?x?xf32>, %[[N:.*]]: index, %[[H:.*]]: index)
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[2.100000e+01, 7.700000e+01]> : tensor<2xf32>
// CHECK-DAG:     %[[EMPTY:.*]] = tensor.empty(%[[N]], %[[H]], %[[H]]) : tensor<?x2x?x?xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) outs(%[[EMPTY]] : tensor<?x2x?x?xf32>) dimensions = [0, 2, 3]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%[[X]], %{{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @broadcast_of_dynamic_extent(%x: tensor<?x1x?x?xf32>, %n: index, %h: index) -> tensor<?x2x?x?xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %bias = arith.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -3.0]> : tensor<2xf32>
  %empty = tensor.empty(%n, %h, %h) : tensor<?x2x?x?xf32>
  %init = linalg.broadcast ins(%bias : tensor<2xf32>) outs(%empty : tensor<?x2x?x?xf32>) dimensions = [0, 2, 3]
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<?x1x?x?xf32>, tensor<2x1x1x1xf32>) outs(%init : tensor<?x2x?x?xf32>) -> tensor<?x2x?x?xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<?x2x?x?xf32>, tensor<2xf32>, tensor<2xf32>) outs(%conv : tensor<?x2x?x?xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    %1 = arith.addf %0, %t : f32
    linalg.yield %1 : f32
  } -> tensor<?x2x?x?xf32>
  return %y : tensor<?x2x?x?xf32>
}

// Initial value, add of a constant of full shape, BatchNorm: 2 * (r + 10) + 1
// and 4 * (r + 20) - 3. All of it folds.
// CHECK-LABEL: func.func @added_after_the_convolution(
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[2.100000e+01, 7.700000e+01]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] :
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_2d_nchw_fchw {{.*}} outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @added_after_the_convolution(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -3.0]> : tensor<2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %bias = arith.constant dense<[[[[10.0, 10.0], [10.0, 10.0]], [[20.0, 20.0], [20.0, 20.0]]]]> : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %biased = arith.addf %conv, %bias : tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%biased, %scale, %shift : tensor<1x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%biased : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    %1 = arith.addf %0, %t : f32
    linalg.yield %1 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// A convolution that accumulates into an activation: scaling its weights would
// miss what was there.
// CHECK-LABEL: func.func @negative_initial_value_is_an_argument(
// CHECK-SAME:      %[[X:.*]]: tensor<1x1x2x2xf32>, %[[INIT:.*]]: tensor<1x2x2x2xf32>)
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}1.000000e+00]]], {{\[\[\[}}2.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%[[X]], %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    %[[Y:.*]] = arith.mulf %[[CONV]],
// CHECK-NEXT:    return %[[Y]]
func.func @negative_initial_value_is_an_argument(%x: tensor<1x1x2x2xf32>, %init: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %scale = arith.constant dense<2.0> : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%init : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = arith.mulf %conv, %scale : tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// ... and so would a shift of the accumulator.
// CHECK-LABEL: func.func @negative_shift_of_initial_value_that_is_an_argument(
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw
// CHECK-NEXT:    %[[Y:.*]] = arith.addf %[[CONV]],
// CHECK-NEXT:    return %[[Y]]
func.func @negative_shift_of_initial_value_that_is_an_argument(%x: tensor<1x1x2x2xf32>, %init: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %shift = arith.constant dense<2.0> : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%init : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = arith.addf %conv, %shift : tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// What tensor.empty holds is not zero.
// CHECK-LABEL: func.func @negative_initial_value_is_undefined(
// CHECK:         %[[EMPTY:.*]] = tensor.empty()
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_2d_nchw_fchw {{.*}} outs(%[[EMPTY]] :
// CHECK-NEXT:    %[[Y:.*]] = arith.mulf %[[CONV]],
// CHECK-NEXT:    return %[[Y]]
func.func @negative_initial_value_is_undefined(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %scale = arith.constant dense<2.0> : tensor<1x2x2x2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = arith.mulf %conv, %scale : tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}
