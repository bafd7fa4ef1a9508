// RUN: fold-opt %s --fold-conv-bn | FileCheck %s

// Named elementwise ops of linalg, linalg.elementwise, linalg.map,
// linalg.broadcast.
// The convolution has the weights 1 and 2, and no bias.

#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#c = affine_map<(n, c, h, w) -> (c)>

// linalg.broadcast of [C] to the full shape, then named ops with the constant on
// either side.
// CHECK-LABEL: func.func @add(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}1.000000e+00]]], {{\[\[\[}}2.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 2, 3]
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @add(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %full = linalg.broadcast ins(%scale : tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) dimensions = [0, 2, 3]
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.add ins(%conv, %full : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @add_constant_first(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}1.000000e+00]]], {{\[\[\[}}2.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 2, 3]
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @add_constant_first(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %full = linalg.broadcast ins(%scale : tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) dimensions = [0, 2, 3]
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.add ins(%full, %conv : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @mul(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @mul(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %full = linalg.broadcast ins(%scale : tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) dimensions = [0, 2, 3]
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.mul ins(%conv, %full : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @mul_constant_first(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @mul_constant_first(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %full = linalg.broadcast ins(%scale : tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) dimensions = [0, 2, 3]
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.mul ins(%full, %conv : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @sub(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}1.000000e+00]]], {{\[\[\[}}2.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[-2.000000e+00, -4.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 2, 3]
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @sub(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %full = linalg.broadcast ins(%scale : tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) dimensions = [0, 2, 3]
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.sub ins(%conv, %full : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @sub_from_constant(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}-1.000000e+00]]], {{\[\[\[}}-2.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 2, 3]
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @sub_from_constant(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %full = linalg.broadcast ins(%scale : tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) dimensions = [0, 2, 3]
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.sub ins(%full, %conv : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @div(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<5.000000e-01> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @div(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %full = linalg.broadcast ins(%scale : tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) dimensions = [0, 2, 3]
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.div ins(%conv, %full : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @negf(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}-1.000000e+00]]], {{\[\[\[}}-2.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @negf(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.negf ins(%conv : tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// x * sqrt(4, 16) * 2 ^ 3 * rsqrt(4, 16) ^ 2 + exp(0)
// CHECK-LABEL: func.func @parameters_through_named_ops(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<4.000000e+00> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<1.000000e+00> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 2, 3]
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @parameters_through_named_ops(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %var = arith.constant dense<[4.0, 16.0]> : tensor<2xf32>
  %nil = arith.constant dense<0.0> : tensor<2xf32>
  %two = arith.constant dense<2.0> : tensor<2xf32>
  %three = arith.constant dense<3.0> : tensor<2xf32>
  %emptyc = tensor.empty() : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %std = linalg.sqrt ins(%var : tensor<2xf32>) outs(%emptyc : tensor<2xf32>) -> tensor<2xf32>
  %rstd = linalg.rsqrt ins(%var : tensor<2xf32>) outs(%emptyc : tensor<2xf32>) -> tensor<2xf32>
  %pow = linalg.powf ins(%two, %three : tensor<2xf32>, tensor<2xf32>) outs(%emptyc : tensor<2xf32>) -> tensor<2xf32>
  %square = linalg.square ins(%rstd : tensor<2xf32>) outs(%emptyc : tensor<2xf32>) -> tensor<2xf32>
  %unit = linalg.exp ins(%nil : tensor<2xf32>) outs(%emptyc : tensor<2xf32>) -> tensor<2xf32>
  %s0 = linalg.broadcast ins(%std : tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) dimensions = [0, 2, 3]
  %s1 = linalg.broadcast ins(%pow : tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) dimensions = [0, 2, 3]
  %s2 = linalg.broadcast ins(%square : tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) dimensions = [0, 2, 3]
  %t = linalg.broadcast ins(%unit : tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) dimensions = [0, 2, 3]
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %0 = linalg.mul ins(%conv, %s0 : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %1 = linalg.mul ins(%s1, %0 : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %2 = linalg.mul ins(%1, %s2 : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.add ins(%2, %t : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// linalg.elementwise, with a broadcast of its own on either side.
// CHECK-LABEL: func.func @elementwise(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}-2.000000e+00]]], {{\[\[\[}}-8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 2, 3]
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @elementwise(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<mul> indexing_maps = [#id, #c, #id] ins(%conv, %scale : tensor<1x2x2x2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.elementwise kind=#linalg.elementwise_kind<sub> indexing_maps = [#c, #id, #id] ins(%scale, %0 : tensor<2xf32>, tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @elementwise_negf(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}-1.000000e+00]]], {{\[\[\[}}-2.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @elementwise_negf(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.elementwise kind=#linalg.elementwise_kind<negf> ins(%conv : tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// linalg.map, short and long.
// CHECK-LABEL: func.func @map(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[-2.000000e+00, -4.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 2, 3]
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @map(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %full = linalg.broadcast ins(%scale : tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) dimensions = [0, 2, 3]
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %0 = linalg.map { arith.mulf } ins(%full, %conv : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>)
  %y = linalg.map ins(%0, %full : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>)
    (%r: f32, %s: f32, %out: f32) {
      %1 = arith.subf %r, %s : f32
      linalg.yield %1 : f32
    }
  return %y : tensor<1x2x2x2xf32>
}

// A copy moves nothing: what is behind it folds.
// CHECK-LABEL: func.func @copy(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    %[[COPY:.*]] = linalg.copy ins(%[[CONV]] :
// CHECK-NEXT:    return %[[COPY]]
func.func @copy(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %scale = arith.constant dense<[2.0, 4.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %full = linalg.broadcast ins(%scale : tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) dimensions = [0, 2, 3]
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %0 = linalg.copy ins(%conv : tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.mul ins(%0, %full : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// Named ops that are not affine, or not on this side.
// CHECK-LABEL: func.func @negative_constant_divided_by_result(
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw
// CHECK-NEXT:    %[[Y:.*]] = linalg.div ins(%{{.*}}, %[[CONV]] :
// CHECK-NEXT:    return %[[Y]]
func.func @negative_constant_divided_by_result(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %full = arith.constant dense<[[[[2.0, 2.0], [2.0, 2.0]], [[4.0, 4.0], [4.0, 4.0]]]]> : tensor<1x2x2x2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.div ins(%full, %conv : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @negative_square(
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw
// CHECK-NEXT:    %[[Y:.*]] = linalg.square ins(%[[CONV]] :
// CHECK-NEXT:    return %[[Y]]
func.func @negative_square(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.square ins(%conv : tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @negative_product_with_itself(
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw
// CHECK-NEXT:    %[[Y:.*]] = linalg.mul ins(%[[CONV]], %[[CONV]] :
// CHECK-NEXT:    return %[[Y]]
func.func @negative_product_with_itself(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.mul ins(%conv, %conv : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @negative_maximum(
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw
// CHECK-NEXT:    %[[Y:.*]] = linalg.max ins(%[[CONV]],
// CHECK-NEXT:    return %[[Y]]
func.func @negative_maximum(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %full = arith.constant dense<[[[[2.0, 2.0], [2.0, 2.0]], [[4.0, 4.0], [4.0, 4.0]]]]> : tensor<1x2x2x2xf32>
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = linalg.max ins(%conv, %full : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}
