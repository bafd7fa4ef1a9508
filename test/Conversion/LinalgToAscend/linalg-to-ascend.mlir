// RUN: fold-opt %s --convert-linalg-to-ascend | FileCheck %s

#id2 = affine_map<(d0, d1) -> (d0, d1)>
#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>

// CHECK-LABEL: func @linear
// CHECK-SAME: (%[[X:.*]]: tensor<1x8xf32>, %[[W:.*]]: tensor<4x8xf32>, %[[B:.*]]: tensor<4xf32>)
// CHECK: ascend.matmul ins(%[[X]], %[[W]] : {{.*}}) bias(%[[B]] : {{.*}}) outs({{.*}}) transpose_rhs
func.func @linear(%x: tensor<1x8xf32>, %w: tensor<4x8xf32>, %b: tensor<4xf32>) -> tensor<1x4xf32> {
  %et = tensor.empty() : tensor<8x4xf32>
  %t = linalg.transpose ins(%w : tensor<4x8xf32>) outs(%et : tensor<8x4xf32>) permutation = [1, 0]
  %e = tensor.empty() : tensor<1x4xf32>
  %i = linalg.broadcast ins(%b : tensor<4xf32>) outs(%e : tensor<1x4xf32>) dimensions = [0]
  %y = linalg.matmul ins(%x, %t : tensor<1x8xf32>, tensor<8x4xf32>) outs(%i : tensor<1x4xf32>) -> tensor<1x4xf32>
  return %y : tensor<1x4xf32>
}

// CHECK-LABEL: func @batch_matmul_maps
// CHECK: ascend.matmul ins({{.*}}) outs({{.*}}) transpose_lhs ->
func.func @batch_matmul_maps(%a: tensor<2x8x3xf32>, %b: tensor<2x8x4xf32>, %e: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %zero = arith.constant 0.0 : f32
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %y = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, k, m)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%a, %b : tensor<2x8x3xf32>, tensor<2x8x4xf32>) outs(%i : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %y : tensor<2x3x4xf32>
}

// CHECK-LABEL: func @movement
// CHECK: %[[T:.*]] = ascend.transpose ins(%{{.*}} : {{.*}} permutation [0, 2, 3, 1]
// CHECK: %[[C:.*]] = ascend.concat 3 ins(%[[T]], %{{.*}} :
// CHECK: ascend.softmax 3 ins(%[[C]] :
func.func @movement(%x: tensor<1x4x8x8xf32>, %z: tensor<1x8x8x2xf32>) -> tensor<1x8x8x6xf32> {
  %e = tensor.empty() : tensor<1x8x8x4xf32>
  %t = linalg.transpose ins(%x : tensor<1x4x8x8xf32>) outs(%e : tensor<1x8x8x4xf32>) permutation = [0, 2, 3, 1]
  %c = tensor.concat dim(3) %t, %z : (tensor<1x8x8x4xf32>, tensor<1x8x8x2xf32>) -> tensor<1x8x8x6xf32>
  %f = tensor.empty() : tensor<1x8x8x6xf32>
  %y = linalg.softmax dimension(3) ins(%c : tensor<1x8x8x6xf32>) outs(%f : tensor<1x8x8x6xf32>) -> tensor<1x8x8x6xf32>
  return %y : tensor<1x8x8x6xf32>
}

// CHECK-LABEL: func @mean
// CHECK: %[[M:.*]] = ascend.reduce mean ins({{.*}} axes [2, 3] -> tensor<?x4x1x1xf32>
// CHECK: %[[Y:.*]] = tensor.collapse_shape %[[M]] {{\[\[}}0], [1, 2, 3]]
// CHECK-NOT: ascend.eltwise
// CHECK: return %[[Y]]
func.func @mean(%x: tensor<?x4x7x7xf32>, %e: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 49.0 : f32
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<?x4x7x7xf32>) outs(%i : tensor<?x4xf32>) dimensions = [2, 3]
  %y = linalg.map ins(%s : tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) (%in: f32, %out: f32) {
    %0 = arith.divf %in, %count : f32
    linalg.yield %0 : f32
  }
  return %y : tensor<?x4xf32>
}

// CHECK-LABEL: func @upsample
// CHECK: ascend.resize nearest_floor ins({{.*}} layout nchw scale [2, 1, 3, 2] offset [0, 0] -> tensor<1x4x8x6xf32>
func.func @upsample(%x: tensor<1x4x4x4xf32>, %e: tensor<1x4x8x6xf32>) -> tensor<1x4x8x6xf32> {
  %c0 = arith.constant 0 : index
  %two = arith.constant 2.0 : f32
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %y = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%e : tensor<1x4x8x6xf32>) {
  ^bb0(%out: f32):
    %c = linalg.index 1 : index
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %0 = arith.index_cast %h : index to i64
    %1 = arith.sitofp %0 : i64 to f32
    %2 = arith.divf %1, %two : f32
    %3 = math.floor %2 : f32
    %4 = arith.fptosi %3 : f32 to i64
    %5 = arith.index_cast %4 : i64 to index
    %6 = arith.muli %w, %c2 : index
    %7 = arith.divui %6, %c3 : index
    %v = tensor.extract %x[%c0, %c, %5, %7] : tensor<1x4x4x4xf32>
    linalg.yield %v : f32
  } -> tensor<1x4x8x6xf32>
  return %y : tensor<1x4x8x6xf32>
}

// 0.3 is less than a third: index 3 * 0.3 is read at 0.
// CHECK-LABEL: func @negative_upsample_inexact
// CHECK: tensor.extract
func.func @negative_upsample_inexact(%x: tensor<1x4x2xf32>, %e: tensor<1x4x6xf32>) -> tensor<1x4x6xf32> {
  %c0 = arith.constant 0 : index
  %third = arith.constant 0.3 : f32
  %y = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%e : tensor<1x4x6xf32>) {
  ^bb0(%out: f32):
    %c = linalg.index 1 : index
    %w = linalg.index 2 : index
    %0 = arith.index_cast %w : index to i64
    %1 = arith.sitofp %0 : i64 to f32
    %2 = arith.mulf %1, %third : f32
    %3 = math.floor %2 : f32
    %4 = arith.fptosi %3 : f32 to i64
    %5 = arith.index_cast %4 : i64 to index
    %v = tensor.extract %x[%c0, %c, %5] : tensor<1x4x2xf32>
    linalg.yield %v : f32
  } -> tensor<1x4x6xf32>
  return %y : tensor<1x4x6xf32>
}

// CHECK-LABEL: func @negative_constant_transpose
// CHECK: linalg.transpose
func.func @negative_constant_transpose() -> tensor<2x1xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %e = tensor.empty() : tensor<2x1xf32>
  %t = linalg.transpose ins(%w : tensor<1x2xf32>) outs(%e : tensor<2x1xf32>) permutation = [1, 0]
  return %t : tensor<2x1xf32>
}

// 48 is not the number of elements.
// CHECK-LABEL: func @negative_mean
// CHECK: ascend.reduce sum
// CHECK: ascend.eltwise
func.func @negative_mean(%x: tensor<4x49xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 48.0 : f32
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<4x49xf32>) outs(%i : tensor<4xf32>) dimensions = [1]
  %y = linalg.map ins(%s : tensor<4xf32>) outs(%e : tensor<4xf32>) (%in: f32, %out: f32) {
    %0 = arith.divf %in, %count : f32
    linalg.yield %0 : f32
  }
  return %y : tensor<4xf32>
}

// CHECK-LABEL: func @contraction_swapped
// CHECK: ascend.matmul ins(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<8x5xf32>)
func.func @contraction_swapped(%x: tensor<4x8xf32>, %w: tensor<8x5xf32>, %e: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %zero = arith.constant 0.0 : f32
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4x5xf32>) -> tensor<4x5xf32>
  %y = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<4x8xf32>, tensor<8x5xf32>) outs(%i : tensor<4x5xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.mulf %b, %a : f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<4x5xf32>
  return %y : tensor<4x5xf32>
}

// What is summed is not the product of the operands.
// CHECK-LABEL: func @negative_contraction_of_exp
// CHECK: linalg.generic
// CHECK: linalg.generic
func.func @negative_contraction_of_exp(%x: tensor<4x8xf32>, %w: tensor<8x5xf32>, %i: tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>) {
  %y = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<4x8xf32>, tensor<8x5xf32>) outs(%i : tensor<4x5xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = math.exp %a : f32
    %1 = arith.mulf %0, %b : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4x5xf32>
  %z = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<4x8xf32>, tensor<8x5xf32>) outs(%i : tensor<4x5xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.negf %0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4x5xf32>
  return %y, %z : tensor<4x5xf32>, tensor<4x5xf32>
}

// CHECK-LABEL: func @negative_contraction_subtracts
// CHECK: linalg.generic
func.func @negative_contraction_subtracts(%x: tensor<4x8xf32>, %w: tensor<8x5xf32>, %i: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %y = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<4x8xf32>, tensor<8x5xf32>) outs(%i : tensor<4x5xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.subf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x5xf32>
  return %y : tensor<4x5xf32>
}

// Every element of the result is the sum of one.
// CHECK-LABEL: func @negative_reduced_loop_in_result
// CHECK: linalg.generic
func.func @negative_reduced_loop_in_result(%x: tensor<4x8xf32>, %e: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%i : tensor<4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// CHECK-LABEL: func @negative_reduce_maxnum
// CHECK: linalg.reduce { arith.maxnumf }
func.func @negative_reduce_maxnum(%x: tensor<4x8xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %i = linalg.fill ins(%lowest : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %y = linalg.reduce { arith.maxnumf } ins(%x : tensor<4x8xf32>) outs(%i : tensor<4xf32>) dimensions = [1]
  return %y : tensor<4xf32>
}

// CHECK-LABEL: func @many_inputs
// CHECK: %[[A:.*]] = ascend.concat 1 {{.*}} -> tensor<2x64xf32>
// CHECK: %[[B:.*]] = ascend.concat 1 {{.*}} -> tensor<2x2xf32>
// CHECK: ascend.concat 1 ins(%[[A]], %[[B]] : {{.*}} -> tensor<2x66xf32>
func.func @many_inputs(%x: tensor<2x2xf32>) -> tensor<2x66xf32> {
  %y = tensor.concat dim(1) %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x66xf32>
  return %y : tensor<2x66xf32>
}

// CHECK-LABEL: func @negative_many_dynamic_inputs
// CHECK: tensor.concat
func.func @negative_many_dynamic_inputs(%x: tensor<?x2xf32>) -> tensor<?x66xf32> {
  %y = tensor.concat dim(1) %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x : (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x66xf32>
  return %y : tensor<?x66xf32>
}

// Only ascend ops need dims: a scalar is reshaped from and to one element.
// CHECK-LABEL: func @scalars
// CHECK: %[[S:.*]] = ascend.reduce sum {{.*}} axes [0, 1] -> tensor<1x1xf32>
// CHECK: ascend.eltwise sub ins(%{{.*}}, %[[S]] : tensor<4x8xf32>, tensor<1x1xf32>)
func.func @scalars(%x: tensor<4x8xf32>, %e: tensor<f32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<4x8xf32>) outs(%i : tensor<f32>) dimensions = [0, 1]
  %y = linalg.generic {indexing_maps = [#id2, affine_map<(d0, d1) -> ()>, #id2], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<4x8xf32>, tensor<f32>) outs(%x : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}
