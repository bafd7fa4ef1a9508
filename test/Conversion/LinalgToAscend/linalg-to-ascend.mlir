// RUN: fold-opt %s --convert-linalg-to-ascend | FileCheck %s

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
