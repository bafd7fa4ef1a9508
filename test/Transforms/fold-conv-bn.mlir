// RUN: fold-opt %s --fold-conv-bn | FileCheck %s

// What the pass is for: convolution and BatchNorm as front ends emit them.
// Which op plays which part in it is tested in ../Interfaces.
//
// BatchNorm is gamma * (x - mean) / sqrt(var + eps) + beta with
//   gamma [2, -8], beta [10, 20], mean [3, 5], var [3, 15], eps 1
// wherever nothing else is said: scale [1, -2] and shift [7, 30].

#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#unit = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>
#c = affine_map<(d0, d1, d2, d3) -> (d1)>
#c00 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#id5 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#gf = affine_map<(d0, d1, d2, d3, d4) -> (d1, d2)>

// One op with five inputs, behind a padded, strided convolution with a bias;
// strides and dilations stay. Bias: 1 * 5 + 7 and -2 * 6 + 30.
// CHECK-LABEL: func.func @one_op(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]], {{\[\[\[}}-1.000000e+01, -1.200000e+01], [-1.400000e+01, -1.600000e+01]]]]> : tensor<2x1x2x2xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[1.200000e+01, 1.800000e+01]> : tensor<2xf32>
// CHECK-DAG:     %[[PAD:.*]] = tensor.pad
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 2, 3]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_2d_nchw_fchw {dilations = dense<2> : vector<2xi64>, strides = dense<[1, 2]> : vector<2xi64>} ins(%[[PAD]], %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @one_op(%x: tensor<1x1x4x4xf32>) -> tensor<1x2x4x2xf32> {
  %border = arith.constant 0.0 : f32
  %eps = arith.constant 1.0 : f64
  %w = arith.constant dense<[[[[1.0, 2.0], [3.0, 4.0]]], [[[5.0, 6.0], [7.0, 8.0]]]]> : tensor<2x1x2x2xf32>
  %bias = arith.constant dense<[5.0, 6.0]> : tensor<2xf32>
  %gamma = arith.constant dense<[2.0, -8.0]> : tensor<2xf32>
  %beta = arith.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %mean = arith.constant dense<[3.0, 5.0]> : tensor<2xf32>
  %var = arith.constant dense<[3.0, 15.0]> : tensor<2xf32>
  %pad = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %border : f32
  } : tensor<1x1x4x4xf32> to tensor<1x1x6x5xf32>
  %empty = tensor.empty() : tensor<1x2x4x2xf32>
  %init = linalg.generic {indexing_maps = [#c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%bias : tensor<2xf32>) outs(%empty : tensor<1x2x4x2xf32>) {
  ^bb0(%b: f32, %out: f32):
    linalg.yield %b : f32
  } -> tensor<1x2x4x2xf32>
  %conv = linalg.conv_2d_nchw_fchw {dilations = dense<2> : vector<2xi64>, strides = dense<[1, 2]> : vector<2xi64>}
    ins(%pad, %w : tensor<1x1x6x5xf32>, tensor<2x1x2x2xf32>) outs(%init : tensor<1x2x4x2xf32>) -> tensor<1x2x4x2xf32>
  %bn = linalg.generic {indexing_maps = [#id, #c, #c, #c, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %gamma, %beta, %mean, %var : tensor<1x2x4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
    outs(%conv : tensor<1x2x4x2xf32>) {
  ^bb0(%r: f32, %g: f32, %b: f32, %m: f32, %v: f32, %out: f32):
    %e = arith.truncf %eps : f64 to f32
    %ve = arith.addf %v, %e : f32
    %s = math.rsqrt %ve : f32
    %0 = arith.subf %r, %m : f32
    %1 = arith.mulf %0, %s : f32
    %2 = arith.mulf %1, %g : f32
    %3 = arith.addf %2, %b : f32
    linalg.yield %3 : f32
  } -> tensor<1x2x4x2xf32>
  return %bn : tensor<1x2x4x2xf32>
}

// Seven ops: the statistics over [C], with an assertion in the body, then the
// result over [N, C, H, W] through [C, 1, 1]. No bias: mean and shift make one.
// CHECK-LABEL: func.func @seven_ops_without_bias(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}1.000000e+00]]], {{\[\[\[}}-4.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[7.000000e+00, 3.000000e+01]> : tensor<2xf32>
// CHECK-NOT:     linalg.generic
// CHECK-NOT:     cf.assert
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] :
// CHECK-NEXT:    %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @seven_ops_without_bias(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %gamma = arith.constant dense<[2.0, -8.0]> : tensor<2xf32>
  %beta = arith.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %mean = arith.constant dense<[3.0, 5.0]> : tensor<2xf32>
  %var = arith.constant dense<[3.0, 15.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %empty1 = tensor.empty() : tensor<2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%init : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %ve = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%var : tensor<2xf32>) outs(%empty1 : tensor<2xf32>) {
  ^bb0(%v: f32, %out: f32):
    %0 = arith.addf %v, %one : f32
    linalg.yield %0 : f32
  } -> tensor<2xf32>
  %std = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%ve : tensor<2xf32>) outs(%empty1 : tensor<2xf32>) {
  ^bb0(%v: f32, %out: f32):
    %0 = math.sqrt %v : f32
    linalg.yield %0 : f32
  } -> tensor<2xf32>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%std : tensor<2xf32>) outs(%empty1 : tensor<2xf32>) {
  ^bb0(%v: f32, %out: f32):
    %ok = arith.cmpf one, %v, %zero : f32
    cf.assert %ok, "unimplemented: tensor with zero element"
    %0 = arith.divf %one, %v : f32
    linalg.yield %0 : f32
  } -> tensor<2xf32>
  %mean3 = tensor.expand_shape %mean [[0, 1, 2]] output_shape [2, 1, 1] : tensor<2xf32> into tensor<2x1x1xf32>
  %rstd3 = tensor.expand_shape %rstd [[0, 1, 2]] output_shape [2, 1, 1] : tensor<2xf32> into tensor<2x1x1xf32>
  %gamma3 = tensor.expand_shape %gamma [[0, 1, 2]] output_shape [2, 1, 1] : tensor<2xf32> into tensor<2x1x1xf32>
  %beta3 = tensor.expand_shape %beta [[0, 1, 2]] output_shape [2, 1, 1] : tensor<2xf32> into tensor<2x1x1xf32>
  %y1 = linalg.generic {indexing_maps = [#unit, #c00, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %mean3 : tensor<1x2x2x2xf32>, tensor<2x1x1xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %p: f32, %out: f32):
    %0 = arith.subf %r, %p : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  %y2 = linalg.generic {indexing_maps = [#unit, #c00, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%y1, %rstd3 : tensor<1x2x2x2xf32>, tensor<2x1x1xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %p: f32, %out: f32):
    %0 = arith.mulf %r, %p : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  %y3 = linalg.generic {indexing_maps = [#unit, #c00, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%y2, %gamma3 : tensor<1x2x2x2xf32>, tensor<2x1x1xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %p: f32, %out: f32):
    %0 = arith.mulf %r, %p : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  %y4 = linalg.generic {indexing_maps = [#unit, #c00, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%y3, %beta3 : tensor<1x2x2x2xf32>, tensor<2x1x1xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %p: f32, %out: f32):
    %0 = arith.addf %r, %p : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y4 : tensor<1x2x2x2xf32>
}

// A bias, a scale, a shift, as three ops: nothing is left of them.
// CHECK-LABEL: func.func @bias_mul_add(
// CHECK-DAG:     %[[W:.*]] = "tosa.const"() <{values = dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}6.000000e+00]]]]> : tensor<2x1x1x1xf32>}>
// CHECK-DAG:     %[[B:.*]] = "tosa.const"() <{values = dense<[2.100000e+01, 5.900000e+01]> : tensor<2xf32>}>
// CHECK:         %[[CONV:.*]] = tosa.conv2d %{{.*}}, %[[W]], %[[B]],
// CHECK-NEXT:    return %[[CONV]]
func.func @bias_mul_add(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x2x2xf32> {
  %w = "tosa.const"() <{values = dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>}> : () -> tensor<2x1x1x1xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %bias = "tosa.const"() <{values = dense<[[[[10.0, 20.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %scale = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %shift = "tosa.const"() <{values = dense<[[[[1.0, -1.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %conv = tosa.conv2d %x, %w, %zero, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x1xf32>, tensor<2x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>
  %0 = tosa.add %conv, %bias : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x2x2x2xf32>
  %1 = tosa.mul %0, %scale, %mul_shift : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x2x2x2xf32>
  %2 = tosa.add %1, %shift : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x2x2x2xf32>
  return %2 : tensor<1x2x2x2xf32>
}

// A negative and a zero scale are scales.
// CHECK-LABEL: func.func @negative_and_zero_gamma(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}-2.000000e+00, 0.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[MATMUL:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[MATMUL]]
func.func @negative_and_zero_gamma(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %gamma = arith.constant dense<[[-2.0, 0.0]]> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %gamma : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// Three groups of four inputs and two outputs each: types and groups stay.
// CHECK-LABEL: func.func @three_groups(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[\[\[}}1.000000e+00]], {{\[\[}}1.000000e+00]], {{\[\[}}1.000000e+00]], {{\[\[}}1.000000e+00]]], {{\[\[\[}}2.000000e+00]], {{\[\[}}2.000000e+00]], {{\[\[}}2.000000e+00]], {{\[\[}}2.000000e+00]]]], {{\[\[\[\[}}3.000000e+00]], {{\[\[}}3.000000e+00]], {{\[\[}}3.000000e+00]], {{\[\[}}3.000000e+00]]], {{\[\[\[}}4.000000e+00]], {{\[\[}}4.000000e+00]], {{\[\[}}4.000000e+00]], {{\[\[}}4.000000e+00]]]], {{\[\[\[\[}}5.000000e+00]], {{\[\[}}5.000000e+00]], {{\[\[}}5.000000e+00]], {{\[\[}}5.000000e+00]]], {{\[\[\[}}6.000000e+00]], {{\[\[}}6.000000e+00]], {{\[\[}}6.000000e+00]], {{\[\[}}6.000000e+00]]]]]> : tensor<3x2x4x1x1xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_ngchw_gfchw ins(%{{.*}}, %[[W]] : tensor<1x3x4x2x2xf32>, tensor<3x2x4x1x1xf32>) outs(%{{.*}} : tensor<1x3x2x2x2xf32>) -> tensor<1x3x2x2x2xf32>
// CHECK-NEXT:    return %[[CONV]]
func.func @three_groups(%x: tensor<1x3x4x2x2xf32>) -> tensor<1x3x2x2x2xf32> {
  %w = arith.constant dense<1.0> : tensor<3x2x4x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x3x2x2x2xf32>
  %scale = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %conv = linalg.conv_2d_ngchw_gfchw ins(%x, %w : tensor<1x3x4x2x2xf32>, tensor<3x2x4x1x1xf32>) outs(%zero : tensor<1x3x2x2x2xf32>) -> tensor<1x3x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id5, #gf, #id5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x3x2x2x2xf32>, tensor<3x2xf32>) outs(%conv : tensor<1x3x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x3x2x2x2xf32>
  return %y : tensor<1x3x2x2x2xf32>
}

// A grouped transposed convolution keeps [Cin, Cout / groups] weights, turned
// into [G, F, C]: the scale goes to its outputs group by group. Weight [4, 2]
// element (2 * g + c, f), scale element 2 * g + f.
// CHECK-LABEL: func.func @grouped_transposed_convolution(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[\[\[}}2.000000e+00]], {{\[\[}}6.000000e+00]]], {{\[\[\[}}6.000000e+00]], {{\[\[}}1.200000e+01]]]], {{\[\[\[\[}}2.500000e+01]], {{\[\[}}3.500000e+01]]], {{\[\[\[}}4.200000e+01]], {{\[\[}}5.600000e+01]]]]]> : tensor<2x2x2x1x1xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_ngchw_gfchw ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    %[[MERGED:.*]] = tensor.collapse_shape %[[CONV]]
// CHECK-NEXT:    return %[[MERGED]]
func.func @grouped_transposed_convolution(%x: tensor<1x2x2x2x2xf32>) -> tensor<1x4x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]], [[[5.0]], [[6.0]]], [[[7.0]], [[8.0]]]]> : tensor<4x2x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2x2xf32>
  %scale = arith.constant dense<[2.0, 3.0, 5.0, 7.0]> : tensor<4xf32>
  %split = tensor.expand_shape %w [[0, 1], [2], [3], [4]] output_shape [2, 2, 2, 1, 1] : tensor<4x2x1x1xf32> into tensor<2x2x2x1x1xf32>
  %empty = tensor.empty() : tensor<2x2x2x1x1xf32>
  %gfchw = linalg.transpose ins(%split : tensor<2x2x2x1x1xf32>) outs(%empty : tensor<2x2x2x1x1xf32>) permutation = [0, 2, 1, 3, 4]
  %conv = linalg.conv_2d_ngchw_gfchw ins(%x, %gfchw : tensor<1x2x2x2x2xf32>, tensor<2x2x2x1x1xf32>) outs(%zero : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  %merged = tensor.collapse_shape %conv [[0], [1, 2], [3], [4]] : tensor<1x2x2x2x2xf32> into tensor<1x4x2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%merged, %scale : tensor<1x4x2x2xf32>, tensor<4xf32>) outs(%merged : tensor<1x4x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x4x2x2xf32>
  return %y : tensor<1x4x2x2xf32>
}

// A fully connected layer, flattened by a reshape, then BatchNorm of features.
// CHECK-LABEL: func.func @linear_flatten_batch_norm(
// CHECK-DAG:     %[[W:.*]] = "tosa.const"() <{values = dense<{{\[\[\[}}2.000000e+00, 6.000000e+00]]]> : tensor<1x1x2xf32>}>
// CHECK-DAG:     %[[B:.*]] = "tosa.const"() <{values = dense<{{\[\[\[}}1.000000e+00, -1.000000e+00]]]> : tensor<1x1x2xf32>}>
// CHECK:         %[[MATMUL:.*]] = tosa.matmul %{{.*}}, %[[W]],
// CHECK-NEXT:    %[[SUM:.*]] = tosa.add %[[MATMUL]], %[[B]]
// CHECK-NEXT:    %[[FLAT:.*]] = tosa.reshape %[[SUM]]
// CHECK-NEXT:    return %[[FLAT]]
func.func @linear_flatten_batch_norm(%x: tensor<1x3x1xf32>) -> tensor<3x2xf32> {
  %w = "tosa.const"() <{values = dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf32>}> : () -> tensor<1x1x2xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %scale = "tosa.const"() <{values = dense<[[2.0, 3.0]]> : tensor<1x2xf32>}> : () -> tensor<1x2xf32>
  %shift = "tosa.const"() <{values = dense<[[1.0, -1.0]]> : tensor<1x2xf32>}> : () -> tensor<1x2xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %shape = tosa.const_shape {values = dense<[3, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %m = tosa.matmul %x, %w, %zero, %zero : (tensor<1x3x1xf32>, tensor<1x1x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x2xf32>
  %flat = tosa.reshape %m, %shape : (tensor<1x3x2xf32>, !tosa.shape<2>) -> tensor<3x2xf32>
  %0 = tosa.mul %flat, %scale, %mul_shift : (tensor<3x2xf32>, tensor<1x2xf32>, tensor<1xi8>) -> tensor<3x2xf32>
  %1 = tosa.add %0, %shift : (tensor<3x2xf32>, tensor<1x2xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

// Two convolutions in a row, each with a bias that is added: the first keeps
// its own, though what follows it is linear as well.
// CHECK-LABEL: func.func @two_convolutions_with_a_bias_between(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<3.000000e+00> : tensor<1x1x1x1xf32>
// CHECK-DAG:     %[[B1:.*]] = arith.constant dense<1.000000e+01> : tensor<1xf32>
// CHECK:         %[[INIT1:.*]] = linalg.broadcast ins(%[[B1]] :
// CHECK-NEXT:    %[[CONV1:.*]] = linalg.conv_2d_nhwc_hwcf ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT1]] :
// CHECK:         %[[B2:.*]] = arith.constant dense<2.000000e+01> : tensor<1xf32>
// CHECK:         %[[INIT2:.*]] = linalg.broadcast ins(%[[B2]] :
// CHECK-NEXT:    %[[CONV2:.*]] = linalg.conv_2d_nhwc_hwcf ins(%[[CONV1]], %[[W]] : {{.*}}) outs(%[[INIT2]] :
// CHECK-NEXT:    return %[[CONV2]]
func.func @two_convolutions_with_a_bias_between(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32> {
  %w = arith.constant dense<3.0> : tensor<1x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x1xf32>
  %bias1 = arith.constant dense<10.0> : tensor<1x2x2x1xf32>
  %bias2 = arith.constant dense<20.0> : tensor<1x2x2x1xf32>
  %conv1 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x2x2x1xf32>, tensor<1x1x1x1xf32>) outs(%zero : tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  %sum1 = arith.addf %conv1, %bias1 : tensor<1x2x2x1xf32>
  %conv2 = linalg.conv_2d_nhwc_hwcf ins(%sum1, %w : tensor<1x2x2x1xf32>, tensor<1x1x1x1xf32>) outs(%zero : tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  %sum2 = arith.addf %conv2, %bias2 : tensor<1x2x2x1xf32>
  return %sum2 : tensor<1x2x2x1xf32>
}

// A shape check of the export, which holds, between convolution and BatchNorm.
// CHECK-LABEL: func.func @assertion_between(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[MATMUL:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NOT:     arith.mulf
// CHECK:         return %[[MATMUL]]
func.func @assertion_between(%x: tensor<1x1xf32>, %ok: i1) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  cf.assert %ok, "training is not supported for now"
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// Checks of the export that hold, as generics without a result: one of the
// statistics, one that has the result among its operands but does not look at
// it. They are neither readers nor left behind.
// CHECK-LABEL: func.func @checks_without_result(
// CHECK-NOT:     cf.assert
// CHECK:         %[[W:.*]] = arith.constant dense<5.000000e-01> : tensor<1x2xf32>
// CHECK-NEXT:    %[[MATMUL:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[MATMUL]]
func.func @checks_without_result(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %std = arith.constant dense<[[2.0, 4.0]]> : tensor<1x2xf32>
  linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} ins(%std : tensor<1x2xf32>) {
  ^bb0(%s: f32):
    %ok = arith.cmpf one, %s, %nil : f32
    cf.assert %ok, "unimplemented: tensor with zero element"
    linalg.yield
  }
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%m, %std : tensor<1x2xf32>, tensor<1x2xf32>) {
  ^bb0(%r: f32, %s: f32):
    %ok = arith.cmpf one, %s, %nil : f32
    cf.assert %ok, "unimplemented: tensor with zero element"
    linalg.yield
  }
  %y = arith.divf %m, %std : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// An assertion that fails in one channel: it stays, and so does what follows.
// CHECK-LABEL: func.func @negative_assertion_does_not_hold(
// CHECK:         linalg.matmul
// CHECK-NEXT:    linalg.generic
// CHECK:           cf.assert
func.func @negative_assertion_does_not_hold(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %std = arith.constant dense<[[2.0, 0.0]]> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
    ins(%m, %std : tensor<1x2xf32>, tensor<1x2xf32>) outs(%m : tensor<1x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %ok = arith.cmpf one, %s, %nil : f32
    cf.assert %ok, "unimplemented: tensor with zero element"
    %0 = arith.divf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}
