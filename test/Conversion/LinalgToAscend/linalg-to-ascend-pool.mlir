// RUN: fold-opt %s --convert-linalg-to-ascend | FileCheck %s

#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>

// CHECK-LABEL: func @max
// CHECK-SAME: (%[[X:[a-z0-9]+]]: tensor<1x4x8x8xf32>
// CHECK: ascend.pool max ins(%[[X]] : {{.*}}) outs({{.*}}) layout nchw kernel [3, 3] strides [2, 2] pad [1, 0, 1, 0] -> tensor<1x4x4x4xf32>
func.func @max(%x: tensor<1x4x8x8xf32>, %e: tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32> {
  %low = arith.constant 0xFF800000 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %low : f32
  } : tensor<1x4x8x8xf32> to tensor<1x4x9x9xf32>
  %i = linalg.fill ins(%low : f32) outs(%e : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %k = tensor.empty() : tensor<3x3xf32>
  %y = linalg.pooling_nchw_max {strides = dense<2> : vector<2xi64>} ins(%p, %k : tensor<1x4x9x9xf32>, tensor<3x3xf32>) outs(%i : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return %y : tensor<1x4x4x4xf32>
}

// Padding with zero counts in this average.
// CHECK-LABEL: func @average_with_padding
// CHECK-SAME: (%[[X:[a-z0-9]+]]: tensor<1x4x8x8xf32>
// CHECK: ascend.pool avg_with_padding ins(%[[X]] : {{.*}} layout nchw kernel [3, 3] pad [1, 1, 1, 1]
func.func @average_with_padding(%x: tensor<1x4x8x8xf32>, %e: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %nine = arith.constant 9.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x4x8x8xf32> to tensor<1x4x10x10xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %k = tensor.empty() : tensor<3x3xf32>
  %s = linalg.pooling_nchw_sum ins(%p, %k : tensor<1x4x10x10xf32>, tensor<3x3xf32>) outs(%i : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s : tensor<1x4x8x8xf32>) outs(%e : tensor<1x4x8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.divf %in, %nine : f32
    linalg.yield %0 : f32
  } -> tensor<1x4x8x8xf32>
  return %y : tensor<1x4x8x8xf32>
}

// CHECK-LABEL: func @global_sum
// CHECK: ascend.reduce sum ins({{.*}} axes [2, 3] -> tensor<1x4x1x1xf32>
func.func @global_sum(%x: tensor<1x4x8x8xf32>, %e: tensor<1x4x1x1xf32>) -> tensor<1x4x1x1xf32> {
  %zero = arith.constant 0.0 : f32
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x1x1xf32>) -> tensor<1x4x1x1xf32>
  %k = tensor.empty() : tensor<8x8xf32>
  %s = linalg.pooling_nchw_sum ins(%x, %k : tensor<1x4x8x8xf32>, tensor<8x8xf32>) outs(%i : tensor<1x4x1x1xf32>) -> tensor<1x4x1x1xf32>
  return %s : tensor<1x4x1x1xf32>
}

// A divisor of its own.
// CHECK-LABEL: func @negative_other_divisor
// CHECK: linalg.pooling_nchw_sum
// CHECK: ascend.eltwise
// CHECK-NOT: ascend.pool
// CHECK: return
func.func @negative_other_divisor(%x: tensor<1x4x8x8xf32>, %e: tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32> {
  %zero = arith.constant 0.0 : f32
  %eight = arith.constant 8.0 : f32
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %k = tensor.empty() : tensor<3x3xf32>
  %s = linalg.pooling_nchw_sum ins(%x, %k : tensor<1x4x8x8xf32>, tensor<3x3xf32>) outs(%i : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%s : tensor<1x4x6x6xf32>) outs(%e : tensor<1x4x6x6xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.divf %in, %eight : f32
    linalg.yield %0 : f32
  } -> tensor<1x4x6x6xf32>
  return %y : tensor<1x4x6x6xf32>
}

// Zero is not neutral in a maximum.
// CHECK-LABEL: func @negative_max_of_zero_padding
// CHECK: %[[P:.*]] = tensor.pad
// CHECK: ascend.pool max ins(%[[P]] : {{.*}} kernel [3, 3] ->
func.func @negative_max_of_zero_padding(%x: tensor<1x4x8x8xf32>, %e: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x4x8x8xf32> to tensor<1x4x10x10xf32>
  %i = linalg.fill ins(%low : f32) outs(%e : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %k = tensor.empty() : tensor<3x3xf32>
  %y = linalg.pooling_nchw_max ins(%p, %k : tensor<1x4x10x10xf32>, tensor<3x3xf32>) outs(%i : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %y : tensor<1x4x8x8xf32>
}

// CHECK-LABEL: func @negative_max_starts_from_values
// CHECK: linalg.pooling_nchw_max
func.func @negative_max_starts_from_values(%x: tensor<1x4x8x8xf32>, %i: tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32> {
  %k = tensor.empty() : tensor<3x3xf32>
  %y = linalg.pooling_nchw_max ins(%x, %k : tensor<1x4x8x8xf32>, tensor<3x3xf32>) outs(%i : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  return %y : tensor<1x4x6x6xf32>
}
