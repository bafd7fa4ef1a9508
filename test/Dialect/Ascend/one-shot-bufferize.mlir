// RUN: fold-opt %s --one-shot-bufferize="bufferize-function-boundaries" --canonicalize | FileCheck %s

// Every destination is written in place; the residual is only read.
// CHECK-LABEL: func.func @conv_and_pool(
// CHECK-SAME:      %[[X:.*]]: memref<1x2x4x4xf32, {{[^>]*>}}>, %[[W:.*]]: memref<2x2x1x1xf32, {{[^>]*>}}>, %[[R:.*]]: memref<1x2x4x4xf32, {{[^>]*>}}>
// CHECK:         %[[A:.*]] = memref.alloc() {{.*}} : memref<1x2x4x4xf32>
// CHECK:         ascend.conv ins(%[[X]], %[[W]] :
// CHECK-SAME:        residual(%[[R]] :
// CHECK-SAME:        outs(%[[A]] : memref<1x2x4x4xf32>)
// CHECK-SAME:        epilogue [#ascend.residual, #ascend.relu]
// CHECK:         %[[B:.*]] = memref.alloc() {{.*}} : memref<1x2x2x2xf32>
// CHECK:         ascend.pool max ins(%[[A]] :
// CHECK-SAME:        outs(%[[B]] :
// CHECK-NOT:     memref.copy
// CHECK:         return %[[B]]
func.func @conv_and_pool(%x: tensor<1x2x4x4xf32>, %w: tensor<2x2x1x1xf32>, %r: tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32> {
  %e0 = tensor.empty() : tensor<1x2x4x4xf32>
  %0 = ascend.conv ins(%x, %w : tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>)
      residual(%r : tensor<1x2x4x4xf32>) outs(%e0 : tensor<1x2x4x4xf32>)
      layout nchw filter oihw epilogue [#ascend.residual, #ascend.relu] -> tensor<1x2x4x4xf32>
  %e1 = tensor.empty() : tensor<1x2x2x2xf32>
  %1 = ascend.pool max ins(%0 : tensor<1x2x4x4xf32>) outs(%e1 : tensor<1x2x2x2xf32>)
      layout nchw kernel [2, 2] strides [2, 2] -> tensor<1x2x2x2xf32>
  return %1 : tensor<1x2x2x2xf32>
}

// A destination that is read later is not overwritten.
// CHECK-LABEL: func.func @negative_destination_read_later(
// CHECK-SAME:      %[[X:[^:]*]]: memref<1x8xf32
// CHECK:         %[[COPY:.*]] = memref.alloc()
// CHECK:         ascend.activation ins(%[[X]] :
// CHECK-SAME:        outs(%[[COPY]] :
func.func @negative_destination_read_later(%x: tensor<1x8xf32>, %init: tensor<1x8xf32>) -> (tensor<1x8xf32>, tensor<1x8xf32>) {
  %0 = ascend.activation ins(%x : tensor<1x8xf32>) outs(%init : tensor<1x8xf32>) epilogue [#ascend.relu] -> tensor<1x8xf32>
  return %0, %init : tensor<1x8xf32>, tensor<1x8xf32>
}
