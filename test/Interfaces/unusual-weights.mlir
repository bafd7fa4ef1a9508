// RUN: fold-opt %s --fold-conv-bn | FileCheck %s

// Weights in unusual places: on the left of a state that changes, behind a
// broadcast, behind a concatenation of one.

#id = affine_map<(n, c) -> (n, c)>
#n = affine_map<(n, c) -> (n)>
#id3 = affine_map<(b, n, c) -> (b, n, c)>
#c3 = affine_map<(b, n, c) -> (c)>
#b3 = affine_map<(b, n, c) -> (n, c)>

// The right side is read from a global that may change.
// CHECK-LABEL: func.func @left_of_a_mutable_global(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00], [6.000000e+00]]> : tensor<2x1xf32>
// CHECK:         %[[M:.*]] = linalg.matmul ins(%[[W]], %{{.*}} :
// CHECK-NEXT:    return %[[M]]
ml_program.global private mutable @state(dense<1.0> : tensor<1x3xf32>) : tensor<1x3xf32>
func.func @left_of_a_mutable_global() -> tensor<2x3xf32> {
  %w = arith.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %zero = arith.constant dense<0.0> : tensor<2x3xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %x = ml_program.global_load @state : tensor<1x3xf32>
  %m = linalg.matmul ins(%w, %x : tensor<2x1xf32>, tensor<1x3xf32>) outs(%zero : tensor<2x3xf32>) -> tensor<2x3xf32>
  %y = linalg.generic {indexing_maps = [#id, #n, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %scale : tensor<2x3xf32>, tensor<2xf32>) outs(%m : tensor<2x3xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// A linear layer on sequences: one matrix, broadcast over the batch.
// CHECK-LABEL: func.func @behind_a_broadcast(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[}}2.000000e+00, 6.000000e+00]], {{\[\[}}2.000000e+00, 6.000000e+00]]]> : tensor<2x1x2xf32>
// CHECK:         %[[M:.*]] = linalg.batch_matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[M]]
func.func @behind_a_broadcast(%x: tensor<2x3x1xf32>) -> tensor<2x3x2xf32> {
  %matrix = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x3x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<2x1x2xf32>
  %w = linalg.broadcast ins(%matrix : tensor<1x2xf32>) outs(%empty : tensor<2x1x2xf32>) dimensions = [0]
  %m = linalg.batch_matmul ins(%x, %w : tensor<2x3x1xf32>, tensor<2x1x2xf32>) outs(%zero : tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %y = linalg.generic {indexing_maps = [#id3, #c3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%m, %scale : tensor<2x3x2xf32>, tensor<2xf32>) outs(%m : tensor<2x3x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<2x3x2xf32>
  return %y : tensor<2x3x2xf32>
}

// CHECK-LABEL: func.func @behind_a_generic_broadcast(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[}}2.000000e+00, 6.000000e+00]], {{\[\[}}2.000000e+00, 6.000000e+00]]]> : tensor<2x1x2xf32>
// CHECK:         %[[M:.*]] = linalg.batch_matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[M]]
func.func @behind_a_generic_broadcast(%x: tensor<2x3x1xf32>) -> tensor<2x3x2xf32> {
  %matrix = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x3x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<2x1x2xf32>
  %w = linalg.generic {indexing_maps = [#b3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%matrix : tensor<1x2xf32>) outs(%empty : tensor<2x1x2xf32>) {
  ^bb0(%r: f32, %out: f32):
    linalg.yield %r : f32
  } -> tensor<2x1x2xf32>
  %m = linalg.batch_matmul ins(%x, %w : tensor<2x3x1xf32>, tensor<2x1x2xf32>) outs(%zero : tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %y = linalg.generic {indexing_maps = [#id3, #c3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%m, %scale : tensor<2x3x2xf32>, tensor<2xf32>) outs(%m : tensor<2x3x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<2x3x2xf32>
  return %y : tensor<2x3x2xf32>
}

// Concatenations of one tensor, of the result and of the weights, change nothing.
// CHECK-LABEL: func.func @concat_of_one(
// CHECK:         %[[W:.*]] = "tosa.const"() <{values = dense<{{\[\[\[}}2.000000e+00, 6.000000e+00]]]> : tensor<1x1x2xf32>}>
// CHECK:         %[[M:.*]] = tosa.matmul %{{.*}}, %[[W]],
// CHECK-NEXT:    %[[Y:.*]] = tosa.concat %[[M]]
// CHECK-NEXT:    return %[[Y]]
func.func @concat_of_one(%x: tensor<1x1x1xf32>) -> tensor<1x1x2xf32> {
  %part = "tosa.const"() <{values = dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf32>}> : () -> tensor<1x1x2xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %scale = "tosa.const"() <{values = dense<[[[2.0, 3.0]]]> : tensor<1x1x2xf32>}> : () -> tensor<1x1x2xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %w = tosa.concat %part {axis = 2 : i32} : (tensor<1x1x2xf32>) -> tensor<1x1x2xf32>
  %m = tosa.matmul %x, %w, %zero, %zero : (tensor<1x1x1xf32>, tensor<1x1x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x2xf32>
  %joined = tosa.concat %m {axis = 2 : i32} : (tensor<1x1x2xf32>) -> tensor<1x1x2xf32>
  %y = tosa.mul %joined, %scale, %mul_shift : (tensor<1x1x2xf32>, tensor<1x1x2xf32>, tensor<1xi8>) -> tensor<1x1x2xf32>
  return %y : tensor<1x1x2xf32>
}
