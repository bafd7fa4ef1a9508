// RUN: fold-opt %s --fold-conv-bn=max-copied-multiply-adds=0 | FileCheck %s

// Values with several users, and values that are defined in places where the
// folded convolution cannot see them.

#id = affine_map<(d0, d1) -> (d0, d1)>
#c = affine_map<(d0, d1) -> (d1)>

// Two convolutions share their weights and have different scales: each gets its
// own copy, and what was shared stays as it was for a third user.
// CHECK-LABEL: func.func @shared_weights(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00]]> : tensor<1x2xf32>
// CHECK-DAG:     %[[W2:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK-DAG:     %[[A:.*]] = linalg.matmul ins(%{{.*}}, %[[W2]] :
// CHECK-DAG:     %[[W5:.*]] = arith.constant dense<{{\[\[}}5.000000e+00, 1.400000e+01]]> : tensor<1x2xf32>
// CHECK-DAG:     %[[B:.*]] = linalg.matmul ins(%{{.*}}, %[[W5]] :
// CHECK-DAG:     %[[PLAIN:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK:         return %[[A]], %[[B]], %[[PLAIN]]
func.func @shared_weights(%x: tensor<1x1xf32>) -> (tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>) {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale_a = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %scale_b = arith.constant dense<[[5.0, 7.0]]> : tensor<1x2xf32>
  %a = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %b = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %plain = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %bn_a = arith.mulf %a, %scale_a : tensor<1x2xf32>
  %bn_b = arith.mulf %b, %scale_b : tensor<1x2xf32>
  return %bn_a, %bn_b, %plain : tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>
}

// One constant plays several roles: weight, scale, shift and initial value.
// CHECK-LABEL: func.func @one_constant_for_everything(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<4.000000e+00> : tensor<1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<6.000000e+00> : tensor<1xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] :
// CHECK-NEXT:    %[[Y:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[Y]]
func.func @one_constant_for_everything(%x: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %two = arith.constant dense<2.0> : tensor<1x1xf32>
  %m = linalg.matmul ins(%x, %two : tensor<1x1xf32>, tensor<1x1xf32>) outs(%two : tensor<1x1xf32>) -> tensor<1x1xf32>
  %0 = arith.mulf %m, %two : tensor<1x1xf32>
  %1 = arith.addf %0, %two : tensor<1x1xf32>
  return %1 : tensor<1x1xf32>
}

// Scale and shift are defined after the convolution; what replaces the weights
// is defined before it.
// CHECK-LABEL: func.func @parameters_defined_after_the_convolution(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] :
// CHECK-NEXT:    %[[Y:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[Y]]
func.func @parameters_defined_after_the_convolution(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %0 = arith.mulf %m, %scale : tensor<1x2xf32>
  %shift = arith.constant dense<[[1.0, -1.0]]> : tensor<1x2xf32>
  %1 = arith.addf %0, %shift : tensor<1x2xf32>
  return %1 : tensor<1x2xf32>
}

// One user that names the result twice is one user.
// CHECK-LABEL: func.func @two_uses_by_one_user(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 4.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[Y:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[Y]]
func.func @two_uses_by_one_user(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %twice = arith.addf %m, %m : tensor<1x2xf32>
  return %twice : tensor<1x2xf32>
}

// A user that is dead, or that only overwrites the result, does not count.
// CHECK-LABEL: func.func @users_that_do_not_read(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[Y:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK:         %[[FILL:.*]] = linalg.fill
// CHECK:         return %[[Y]], %[[FILL]]
func.func @users_that_do_not_read(%x: tensor<1x1xf32>) -> (tensor<1x2xf32>, tensor<1x2xf32>) {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %dead = arith.negf %m : tensor<1x2xf32>
  %fill = linalg.fill ins(%nil : f32) outs(%m : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y, %fill : tensor<1x2xf32>, tensor<1x2xf32>
}

// The bias has one reader, its sum two: the bias folds, the scale does not.
// CHECK-LABEL: func.func @chain_ends_where_values_branch(
// CHECK-DAG:     %[[W:.*]] = "tosa.const"() <{values = dense<3.000000e+00> : tensor<1x1x1x1xf32>}>
// CHECK-DAG:     %[[B:.*]] = "tosa.const"() <{values = dense<1.000000e+01> : tensor<1xf32>}>
// CHECK:         %[[CONV:.*]] = tosa.conv2d %{{.*}}, %[[W]], %[[B]],
// CHECK-NEXT:    %[[MUL:.*]] = tosa.mul %[[CONV]],
// CHECK-NEXT:    return %[[MUL]], %[[CONV]]
func.func @chain_ends_where_values_branch(%x: tensor<1x2x2x1xf32>) -> (tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>) {
  %w = "tosa.const"() <{values = dense<3.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %bias = "tosa.const"() <{values = dense<10.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %scale = "tosa.const"() <{values = dense<2.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %conv = tosa.conv2d %x, %w, %zero, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x1xf32>, tensor<1x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x1xf32>
  %sum = tosa.add %conv, %bias : (tensor<1x2x2x1xf32>, tensor<1x1x1x1xf32>) -> tensor<1x2x2x1xf32>
  %mul = tosa.mul %sum, %scale, %mul_shift : (tensor<1x2x2x1xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<1x2x2x1xf32>
  return %mul, %sum : tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>
}

// The reader stands in a region of its own.
// CHECK-LABEL: func.func @reader_in_a_nested_region(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[Y:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      scf.yield %[[Y]]
func.func @reader_in_a_nested_region(%x: tensor<1x1xf32>, %p: i1, %other: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %r = scf.if %p -> tensor<1x2xf32> {
    %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
    %y = arith.mulf %m, %scale : tensor<1x2xf32>
    scf.yield %y : tensor<1x2xf32>
  } else {
    scf.yield %other : tensor<1x2xf32>
  }
  return %r : tensor<1x2xf32>
}

// Convolutions without BatchNorm, alone in their function, are left alone.
// CHECK-LABEL: func.func @plain_convolution(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[Y:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[Y]]
func.func @plain_convolution(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  return %m : tensor<1x2xf32>
}

// The result is also returned: that user still sees the unscaled value.
// CHECK-LABEL: func.func @negative_result_is_returned_as_well(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    %[[Y:.*]] = arith.mulf %[[M]],
// CHECK-NEXT:    return %[[Y]], %[[M]]
func.func @negative_result_is_returned_as_well(%x: tensor<1x1xf32>) -> (tensor<1x2xf32>, tensor<1x2xf32>) {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y, %m : tensor<1x2xf32>, tensor<1x2xf32>
}

// Two BatchNorms read one result.
// CHECK-LABEL: func.func @negative_two_scales_of_one_result(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    %[[A:.*]] = arith.mulf %[[M]],
// CHECK-NEXT:    %[[B:.*]] = arith.mulf %[[M]],
// CHECK-NEXT:    return %[[A]], %[[B]]
func.func @negative_two_scales_of_one_result(%x: tensor<1x1xf32>) -> (tensor<1x2xf32>, tensor<1x2xf32>) {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale_a = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %scale_b = arith.constant dense<[[5.0, 7.0]]> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %a = arith.mulf %m, %scale_a : tensor<1x2xf32>
  %b = arith.mulf %m, %scale_b : tensor<1x2xf32>
  return %a, %b : tensor<1x2xf32>, tensor<1x2xf32>
}

// Weights that are an argument are not constant, even if the caller's are.
// CHECK-LABEL: func.func private @negative_weights_are_an_argument(
// CHECK:         %[[M:.*]] = linalg.matmul
// CHECK-NEXT:    arith.mulf %[[M]],
func.func private @negative_weights_are_an_argument(%x: tensor<1x1xf32>, %w: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

func.func @caller(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %y = call @negative_weights_are_an_argument(%x, %w) : (tensor<1x1xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// Squeeze-excite: the scale is computed from the result, by way of a mean.
// CHECK-LABEL: func.func @negative_gate(
// CHECK:         %[[M:.*]] = linalg.matmul
// CHECK:         %[[MEAN:.*]] = linalg.reduce {{.*}}ins(%[[M]] :
// CHECK:         %[[GATE:.*]] = math.tanh %[[MEAN]]
// CHECK:         linalg.generic {{.*}} ins(%[[M]], %[[GATE]] :
// CHECK:           arith.mulf
func.func @negative_gate(%x: tensor<4x1xf32>) -> tensor<4x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<4x2xf32>
  %zero_mean = arith.constant dense<0.0> : tensor<2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<4x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<4x2xf32>) -> tensor<4x2xf32>
  %mean = linalg.reduce { arith.addf } ins(%m : tensor<4x2xf32>) outs(%zero_mean : tensor<2xf32>) dimensions = [0]
  %gate = math.tanh %mean : tensor<2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %gate : tensor<4x2xf32>, tensor<2xf32>) outs(%m : tensor<4x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// Training mode: the mean of the batch is subtracted.
// CHECK-LABEL: func.func @negative_training_statistics(
// CHECK:         %[[M:.*]] = linalg.matmul
// CHECK:         %[[MEAN:.*]] = linalg.generic {{.*}}"reduction"{{.*}} ins(%[[M]] :
// CHECK:         linalg.generic {{.*}} ins(%[[M]], %[[MEAN]] :
func.func @negative_training_statistics(%x: tensor<4x1xf32>) -> tensor<4x2xf32> {
  %count = arith.constant 4.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<4x2xf32>
  %zero_mean = arith.constant dense<0.0> : tensor<2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<4x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<4x2xf32>) -> tensor<4x2xf32>
  %mean = linalg.generic {indexing_maps = [#id, #c], iterator_types = ["reduction", "parallel"]}
    ins(%m : tensor<4x2xf32>) outs(%zero_mean : tensor<2xf32>) {
  ^bb0(%r: f32, %out: f32):
    %0 = arith.divf %r, %count : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %mean : tensor<4x2xf32>, tensor<2xf32>) outs(%m : tensor<4x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.subf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}
