// RUN: fold-opt %s -canonicalize | FileCheck %s

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @default_window_of_conv
// CHECK:         layout nchw filter oihw -> tensor<1x4x8x8xf32>
func.func @default_window_of_conv(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>) -> tensor<1x4x8x8xf32> {
  %e = tensor.empty() : tensor<1x4x8x8xf32>
  %0 = ascend.conv ins(%x, %w : tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) outs(%e : tensor<1x4x8x8xf32>)
      layout nchw filter oihw strides [1, 1] dilations [1, 1] pad [0, 0, 0, 0] epilogue [] -> tensor<1x4x8x8xf32>
  return %0 : tensor<1x4x8x8xf32>
}

// CHECK-LABEL: func @default_window_of_pool
// CHECK:         layout nchw kernel [3, 3] pad [1, 1, 1, 1] -> tensor<1x4x8x8xf32>
func.func @default_window_of_pool(%x: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  %e = tensor.empty() : tensor<1x4x8x8xf32>
  %0 = ascend.pool max ins(%x : tensor<1x4x8x8xf32>) outs(%e : tensor<1x4x8x8xf32>)
      layout nchw kernel [3, 3] strides [1, 1] dilations [1, 1] pad [1, 1, 1, 1] -> tensor<1x4x8x8xf32>
  return %0 : tensor<1x4x8x8xf32>
}

// CHECK-LABEL: func @repeated_steps
// CHECK:         epilogue [#ascend.relu, #ascend.clamp<0.000000e+00, 6.000000e+00>] -> tensor<4xf32>
func.func @repeated_steps(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = ascend.eltwise add ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>)
      epilogue [#ascend.relu, #ascend.relu, #ascend.clamp<0.0, 6.0>, #ascend.clamp<0.0, 6.0>] -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @step_of_producer
// CHECK:         %[[A:.*]] = ascend.activation {{.*}} epilogue [#ascend.silu, #ascend.relu]
// CHECK:         %[[B:.*]] = ascend.activation ins(%[[A]] : tensor<4xf32>) {{.*}} epilogue [#ascend.tanh]
// CHECK:         return %[[A]], %[[A]], %[[B]]
func.func @step_of_producer(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = ascend.activation ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) epilogue [#ascend.silu, #ascend.relu] -> tensor<4xf32>
  %1 = ascend.activation ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) epilogue [#ascend.relu] -> tensor<4xf32>
  %2 = ascend.activation ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) epilogue [#ascend.relu, #ascend.tanh] -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

//===----------------------------------------------------------------------===//
// Ops that do nothing
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @nothing(
// CHECK-SAME:    %[[X:.*]]: tensor<1x4x1x8xf32>
// CHECK-NEXT:    return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]]
func.func @nothing(%x: tensor<1x4x1x8xf32>) -> (tensor<1x4x1x8xf32>, tensor<1x4x1x8xf32>, tensor<1x4x1x8xf32>, tensor<1x4x1x8xf32>, tensor<1x4x1x8xf32>) {
  %e = tensor.empty() : tensor<1x4x1x8xf32>
  %0 = ascend.pool max ins(%x : tensor<1x4x1x8xf32>) outs(%e : tensor<1x4x1x8xf32>) layout nchw kernel [1, 1] -> tensor<1x4x1x8xf32>
  %1 = ascend.reduce sum ins(%x : tensor<1x4x1x8xf32>) outs(%e : tensor<1x4x1x8xf32>) axes [] -> tensor<1x4x1x8xf32>
  %2 = ascend.reduce mean ins(%x : tensor<1x4x1x8xf32>) outs(%e : tensor<1x4x1x8xf32>) axes [0, 2] -> tensor<1x4x1x8xf32>
  %3 = ascend.concat 1 ins(%x : tensor<1x4x1x8xf32>) outs(%e : tensor<1x4x1x8xf32>) -> tensor<1x4x1x8xf32>
  %4 = ascend.transpose ins(%x : tensor<1x4x1x8xf32>) outs(%e : tensor<1x4x1x8xf32>) permutation [0, 1, 2, 3] -> tensor<1x4x1x8xf32>
  return %0, %1, %2, %3, %4 : tensor<1x4x1x8xf32>, tensor<1x4x1x8xf32>, tensor<1x4x1x8xf32>, tensor<1x4x1x8xf32>, tensor<1x4x1x8xf32>
}

// CHECK-LABEL: func @nothing_but_a_cast(
// CHECK-SAME:    %[[X:.*]]: tensor<?x3xf32>
// CHECK-NEXT:    %[[CAST:.*]] = tensor.cast %[[X]] : tensor<?x3xf32> to tensor<2x3xf32>
// CHECK-NEXT:    return %[[CAST]]
func.func @nothing_but_a_cast(%x: tensor<?x3xf32>) -> tensor<2x3xf32> {
  %e = tensor.empty() : tensor<2x3xf32>
  %0 = ascend.concat 1 ins(%x : tensor<?x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

//===----------------------------------------------------------------------===//
// Transpose
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @there_and_back(
// CHECK-SAME:    %[[X:.*]]: tensor<2x3x5xf32>
// CHECK-NEXT:    return %[[X]]
func.func @there_and_back(%x: tensor<2x3x5xf32>) -> tensor<2x3x5xf32> {
  %e = tensor.empty() : tensor<3x5x2xf32>
  %0 = ascend.transpose ins(%x : tensor<2x3x5xf32>) outs(%e : tensor<3x5x2xf32>) permutation [1, 2, 0] -> tensor<3x5x2xf32>
  %f = tensor.empty() : tensor<2x3x5xf32>
  %1 = ascend.transpose ins(%0 : tensor<3x5x2xf32>) outs(%f : tensor<2x3x5xf32>) permutation [2, 0, 1] -> tensor<2x3x5xf32>
  return %1 : tensor<2x3x5xf32>
}

// CHECK-LABEL: func @composed(
// CHECK-SAME:    %[[X:.*]]: tensor<2x3x5xf32>
// CHECK:         %[[T:.*]] = ascend.transpose ins(%[[X]] : tensor<2x3x5xf32>) {{.*}} permutation [2, 0, 1] -> tensor<5x2x3xf32>
// CHECK-NEXT:    return %[[T]]
func.func @composed(%x: tensor<2x3x5xf32>) -> tensor<5x2x3xf32> {
  %e = tensor.empty() : tensor<3x5x2xf32>
  %0 = ascend.transpose ins(%x : tensor<2x3x5xf32>) outs(%e : tensor<3x5x2xf32>) permutation [1, 2, 0] -> tensor<3x5x2xf32>
  %f = tensor.empty() : tensor<5x2x3xf32>
  %1 = ascend.transpose ins(%0 : tensor<3x5x2xf32>) outs(%f : tensor<5x2x3xf32>) permutation [1, 2, 0] -> tensor<5x2x3xf32>
  return %1 : tensor<5x2x3xf32>
}

// CHECK-LABEL: func @splat
// CHECK-NEXT:    %[[C:.*]] = arith.constant dense<2.000000e+00> : tensor<3x2xf32>
// CHECK-NEXT:    return %[[C]]
func.func @splat() -> tensor<3x2xf32> {
  %c = arith.constant dense<2.0> : tensor<2x3xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %0 = ascend.transpose ins(%c : tensor<2x3xf32>) outs(%e : tensor<3x2xf32>) permutation [1, 0] -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

// Ops know what a cast of an operand knows.
// CHECK-LABEL: func @cast_of_operands(
// CHECK-SAME:    %[[X:.*]]: tensor<2x3xf32>
// CHECK:         ascend.activation ins(%[[X]] : tensor<2x3xf32>) outs({{.*}} : tensor<2x3xf32>) {{.*}} -> tensor<2x3xf32>
func.func @cast_of_operands(%x: tensor<2x3xf32>) -> tensor<?x3xf32> {
  %c2 = arith.constant 2 : index
  %0 = tensor.cast %x : tensor<2x3xf32> to tensor<?x3xf32>
  %e = tensor.empty(%c2) : tensor<?x3xf32>
  %1 = ascend.activation ins(%0 : tensor<?x3xf32>) outs(%e : tensor<?x3xf32>) epilogue [#ascend.relu] -> tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}

//===----------------------------------------------------------------------===//
// What stays
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @negative_steps
// CHECK:         epilogue [#ascend.silu, #ascend.silu, #ascend.clamp<0xFF800000, 0x7F800000>, #ascend.leaky_relu<5.000000e-01>, #ascend.leaky_relu<5.000000e-01>]
// CHECK:         epilogue [#ascend.leaky_relu<5.000000e-01>]
func.func @negative_steps(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = ascend.activation ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
      epilogue [#ascend.silu, #ascend.silu, #ascend.clamp<0xFF800000, 0x7F800000>, #ascend.leaky_relu<0.5>, #ascend.leaky_relu<0.5>] -> tensor<4xf32>
  %1 = ascend.activation ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) epilogue [#ascend.leaky_relu<0.5>] -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func @negative_window
// CHECK:         ascend.pool max {{.*}} kernel [1, 1] strides [2, 2]
// CHECK:         ascend.reduce sum {{.*}} axes [1]
// CHECK:         ascend.concat 1
func.func @negative_window(%x: tensor<1x4x8x8xf32>) -> tensor<1x2x4x4xf32> {
  %e = tensor.empty() : tensor<1x4x4x4xf32>
  %0 = ascend.pool max ins(%x : tensor<1x4x8x8xf32>) outs(%e : tensor<1x4x4x4xf32>) layout nchw kernel [1, 1] strides [2, 2] -> tensor<1x4x4x4xf32>
  %f = tensor.empty() : tensor<1x1x4x4xf32>
  %1 = ascend.reduce sum ins(%0 : tensor<1x4x4x4xf32>) outs(%f : tensor<1x1x4x4xf32>) axes [1] -> tensor<1x1x4x4xf32>
  %g = tensor.empty() : tensor<1x2x4x4xf32>
  %2 = ascend.concat 1 ins(%1, %1 : tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>) outs(%g : tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  return %2 : tensor<1x2x4x4xf32>
}

// CHECK-LABEL: func @negative_buffers
// CHECK-NEXT:    ascend.concat 0
// CHECK-NEXT:    ascend.reduce sum {{.*}} axes []
// CHECK-NEXT:    ascend.pool max {{.*}} kernel [1]{{$}}
// CHECK-NEXT:    ascend.transpose {{.*}} permutation [0, 1, 2]
func.func @negative_buffers(%x: memref<1x2x3xf32>, %y: memref<1x2x3xf32>) {
  ascend.concat 0 ins(%x : memref<1x2x3xf32>) outs(%y : memref<1x2x3xf32>)
  ascend.reduce sum ins(%x : memref<1x2x3xf32>) outs(%y : memref<1x2x3xf32>) axes []
  ascend.pool max ins(%x : memref<1x2x3xf32>) outs(%y : memref<1x2x3xf32>) layout nchw kernel [1] strides [1]
  ascend.transpose ins(%x : memref<1x2x3xf32>) outs(%y : memref<1x2x3xf32>) permutation [0, 1, 2]
  return
}

// The last row and column are cut off so that windows of stride 2 fit exactly:
// they would not be read anyway.
// CHECK-LABEL: func.func @trimming_slice(
// CHECK-SAME:      %[[X:.*]]: tensor<1x16x16x8xf32>
// CHECK-NOT:     tensor.extract_slice
// CHECK:         ascend.conv ins(%[[X]],
// CHECK:         ascend.pool max ins(%[[X]] :
func.func @trimming_slice(%x: tensor<1x16x16x8xf32>, %w: tensor<4x3x3x8xf32>, %c: tensor<1x8x8x4xf32>, %p: tensor<1x7x7x8xf32>) -> (tensor<1x8x8x4xf32>, tensor<1x7x7x8xf32>) {
  %s = tensor.extract_slice %x[0, 0, 0, 0] [1, 15, 15, 8] [1, 1, 1, 1] : tensor<1x16x16x8xf32> to tensor<1x15x15x8xf32>
  %0 = ascend.conv ins(%s, %w : tensor<1x15x15x8xf32>, tensor<4x3x3x8xf32>) outs(%c : tensor<1x8x8x4xf32>)
      layout nhwc filter ohwi strides [2, 2] dilations [1, 1] pad [2, 0, 2, 0] -> tensor<1x8x8x4xf32>
  %1 = ascend.pool max ins(%s : tensor<1x15x15x8xf32>) outs(%p : tensor<1x7x7x8xf32>)
      layout nhwc kernel [3, 3] strides [2, 2] -> tensor<1x7x7x8xf32>
  return %0, %1 : tensor<1x8x8x4xf32>, tensor<1x7x7x8xf32>
}

// The padding would move; there would be one window more; channels are cut; the
// first row is cut.
// CHECK-LABEL: func.func @negative_slice_that_is_read(
// CHECK-COUNT-4: tensor.extract_slice
func.func @negative_slice_that_is_read(%x: tensor<1x16x8xf32>, %a: tensor<1x8x8xf32>, %b: tensor<1x7x8xf32>, %c: tensor<1x8x4xf32>) -> (tensor<1x8x8xf32>, tensor<1x7x8xf32>, tensor<1x8x4xf32>, tensor<1x7x8xf32>) {
  %s = tensor.extract_slice %x[0, 0, 0] [1, 15, 8] [1, 1, 1] : tensor<1x16x8xf32> to tensor<1x15x8xf32>
  %0 = ascend.pool max ins(%s : tensor<1x15x8xf32>) outs(%a : tensor<1x8x8xf32>) layout nhwc kernel [3] strides [2] pad [1, 1] -> tensor<1x8x8xf32>
  %t = tensor.extract_slice %x[0, 0, 0] [1, 14, 8] [1, 1, 1] : tensor<1x16x8xf32> to tensor<1x14x8xf32>
  %1 = ascend.pool max ins(%t : tensor<1x14x8xf32>) outs(%b : tensor<1x7x8xf32>) layout nhwc kernel [2] strides [2] -> tensor<1x7x8xf32>
  %u = tensor.extract_slice %x[0, 0, 0] [1, 16, 4] [1, 1, 1] : tensor<1x16x8xf32> to tensor<1x16x4xf32>
  %2 = ascend.pool max ins(%u : tensor<1x16x4xf32>) outs(%c : tensor<1x8x4xf32>) layout nhwc kernel [2] strides [2] -> tensor<1x8x4xf32>
  %v = tensor.extract_slice %x[0, 1, 0] [1, 15, 8] [1, 1, 1] : tensor<1x16x8xf32> to tensor<1x15x8xf32>
  %3 = ascend.pool max ins(%v : tensor<1x15x8xf32>) outs(%b : tensor<1x7x8xf32>) layout nhwc kernel [2] strides [2] -> tensor<1x7x8xf32>
  return %0, %1, %2, %3 : tensor<1x8x8xf32>, tensor<1x7x8xf32>, tensor<1x8x4xf32>, tensor<1x7x8xf32>
}
