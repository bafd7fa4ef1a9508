// Text, generic form and bytecode, each read back.
// RUN: fold-opt %s | FileCheck %s
// RUN: fold-opt %s | fold-opt | FileCheck %s
// RUN: fold-opt %s -mlir-print-op-generic | fold-opt | FileCheck %s
// RUN: fold-opt %s -emit-bytecode | fold-opt | FileCheck %s
// RUN: fold-opt %s -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

//===----------------------------------------------------------------------===//
// conv
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @conv(
// CHECK-SAME:    %[[X:.*]]: tensor<1x4x8x8xf32>, %[[W:.*]]: tensor<4x4x3x3xf32>, %[[E:.*]]: tensor<1x4x6x6xf32>
// CHECK:         ascend.conv ins(%[[X]], %[[W]] : tensor<1x4x8x8xf32>, tensor<4x4x3x3xf32>)
// CHECK-SAME:      outs(%[[E]] : tensor<1x4x6x6xf32>) layout nchw filter oihw -> tensor<1x4x6x6xf32>
func.func @conv(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x3x3xf32>, %e: tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32> {
  %0 = ascend.conv ins(%x, %w : tensor<1x4x8x8xf32>, tensor<4x4x3x3xf32>) outs(%e : tensor<1x4x6x6xf32>)
      layout nchw filter oihw -> tensor<1x4x6x6xf32>
  return %0 : tensor<1x4x6x6xf32>
}

// GENERIC-LABEL: sym_name = "conv_all"
// GENERIC:         "ascend.conv"({{.*}}) <{dilations = array<i64: 2, 2>, epilogue = [#ascend.residual, #ascend.relu],
// GENERIC-SAME:      epsilon = 1.000000e-05 : f64, filter_layout = 1 : i32, groups = 2 : i64, layout = 1 : i32,
// GENERIC-SAME:      operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 1>, pad = array<i64: 2, 2, 2, 2>, strides = array<i64: 2, 2>}>

// CHECK-LABEL: func @conv_all(
// CHECK-SAME:    %[[X:.*]]: tensor<?x8x8x4xbf16>, %[[W:.*]]: tensor<6x3x3x2xbf16>, %[[P:.*]]: tensor<6xf32>, %[[R:.*]]: tensor<?x4x4x6xbf16>
// CHECK:         ascend.conv ins(%[[X]], %[[W]] : tensor<?x8x8x4xbf16>, tensor<6x3x3x2xbf16>) bias(%[[P]] : tensor<6xf32>)
// CHECK-SAME:      batch_norm(%[[P]], %[[P]], %[[P]], %[[P]] : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) epsilon 1.000000e-05
// CHECK-SAME:      residual(%[[R]] : tensor<?x4x4x6xbf16>) outs(%[[R]] : tensor<?x4x4x6xbf16>)
// CHECK-SAME:      layout nhwc filter ohwi strides [2, 2] dilations [2, 2] pad [2, 2, 2, 2] groups 2
// CHECK-SAME:      epilogue [#ascend.residual, #ascend.relu] {note = 1 : i64} -> tensor<?x4x4x6xbf16>
func.func @conv_all(%x: tensor<?x8x8x4xbf16>, %w: tensor<6x3x3x2xbf16>, %p: tensor<6xf32>, %r: tensor<?x4x4x6xbf16>) -> tensor<?x4x4x6xbf16> {
  %0 = ascend.conv ins(%x, %w : tensor<?x8x8x4xbf16>, tensor<6x3x3x2xbf16>) bias(%p : tensor<6xf32>)
      batch_norm(%p, %p, %p, %p : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) epsilon 1.0e-5
      residual(%r : tensor<?x4x4x6xbf16>) outs(%r : tensor<?x4x4x6xbf16>)
      layout nhwc filter ohwi strides [2, 2] dilations [2, 2] pad [2, 2, 2, 2] groups 2
      epilogue [#ascend.residual, #ascend.relu] {note = 1 : i64} -> tensor<?x4x4x6xbf16>
  return %0 : tensor<?x4x4x6xbf16>
}

// CHECK-LABEL: func @conv_transposed
// CHECK:         outs({{[^:]*}} : tensor<1x6x16xf32>) transposed layout nchw filter iohw strides [2] pad [0, -1] groups 2
func.func @conv_transposed(%x: tensor<1x4x8xf32>, %w: tensor<4x3x1xf32>, %e: tensor<1x6x16xf32>) -> tensor<1x6x16xf32> {
  %0 = ascend.conv ins(%x, %w : tensor<1x4x8xf32>, tensor<4x3x1xf32>) outs(%e : tensor<1x6x16xf32>)
      transposed layout nchw filter iohw strides [2] pad [0, -1] groups 2 -> tensor<1x6x16xf32>
  return %0 : tensor<1x6x16xf32>
}

// One to three spatial dims, and filters in every order.
// CHECK-LABEL: func @conv_filters
// CHECK:         filter hwio
// CHECK:         filter hwoi
// CHECK:         filter oihw
func.func @conv_filters(%x: tensor<1x8x4xf32>, %w: tensor<3x4x2xf32>, %v: tensor<3x2x4xf32>, %e: tensor<1x6x2xf32>,
                        %x3: tensor<1x2x5x5x5xf32>, %w3: tensor<1x2x5x5x5xf32>, %e3: tensor<1x1x1x1x1xf32>) {
  %0 = ascend.conv ins(%x, %w : tensor<1x8x4xf32>, tensor<3x4x2xf32>) outs(%e : tensor<1x6x2xf32>) layout nhwc filter hwio -> tensor<1x6x2xf32>
  %1 = ascend.conv ins(%x, %v : tensor<1x8x4xf32>, tensor<3x2x4xf32>) outs(%e : tensor<1x6x2xf32>) layout nhwc filter hwoi -> tensor<1x6x2xf32>
  %2 = ascend.conv ins(%x3, %w3 : tensor<1x2x5x5x5xf32>, tensor<1x2x5x5x5xf32>) outs(%e3 : tensor<1x1x1x1x1xf32>) layout nchw filter oihw -> tensor<1x1x1x1x1xf32>
  return
}

// 24 channels in two blocks of 16.
// CHECK-LABEL: func @conv_blocks
// CHECK:         layout nc1hwc0 filter oihw -> tensor<1x1x8x8x16xf16>
func.func @conv_blocks(%x: tensor<1x2x8x8x16xf16>, %w: tensor<8x24x1x1xf16>, %e: tensor<1x1x8x8x16xf16>) -> tensor<1x1x8x8x16xf16> {
  %0 = ascend.conv ins(%x, %w : tensor<1x2x8x8x16xf16>, tensor<8x24x1x1xf16>) outs(%e : tensor<1x1x8x8x16xf16>)
      layout nc1hwc0 filter oihw -> tensor<1x1x8x8x16xf16>
  return %0 : tensor<1x1x8x8x16xf16>
}

// CHECK-LABEL: func @conv_on_buffers
// CHECK:         ascend.conv ins({{[^:]*}} : memref<1x4x8x8xf32, strided<[?, ?, ?, 1], offset: ?>>, memref<4x4x1x1xf32>)
// CHECK-SAME:      outs({{[^:]*}} : memref<1x4x8x8xf32>) layout nchw filter oihw{{$}}
func.func @conv_on_buffers(%x: memref<1x4x8x8xf32, strided<[?, ?, ?, 1], offset: ?>>, %w: memref<4x4x1x1xf32>, %y: memref<1x4x8x8xf32>) {
  ascend.conv ins(%x, %w : memref<1x4x8x8xf32, strided<[?, ?, ?, 1], offset: ?>>, memref<4x4x1x1xf32>)
      outs(%y : memref<1x4x8x8xf32>) layout nchw filter oihw
  return
}

//===----------------------------------------------------------------------===//
// Other ops on feature maps
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @pool
// CHECK:         ascend.pool max ins({{[^:]*}} : tensor<1x4x8x8xf32>) outs({{[^:]*}} : tensor<1x4x4x4xf32>) layout nchw kernel [2, 2] strides [2, 2] -> tensor<1x4x4x4xf32>
// CHECK:         ascend.pool avg ins({{.*}}) outs({{.*}}) layout nchw kernel [3, 3] strides [2, 2] pad [1, 0, 1, 0] ->
// CHECK:         ascend.pool avg_with_padding ins({{.*}}) outs({{.*}}) layout nchw kernel [3, 3] dilations [2, 2] ->
func.func @pool(%x: tensor<1x4x8x8xf32>, %e: tensor<1x4x4x4xf32>) {
  %0 = ascend.pool max ins(%x : tensor<1x4x8x8xf32>) outs(%e : tensor<1x4x4x4xf32>) layout nchw kernel [2, 2] strides [2, 2] -> tensor<1x4x4x4xf32>
  %1 = ascend.pool avg ins(%x : tensor<1x4x8x8xf32>) outs(%e : tensor<1x4x4x4xf32>) layout nchw kernel [3, 3] strides [2, 2] pad [1, 0, 1, 0] -> tensor<1x4x4x4xf32>
  %2 = ascend.pool avg_with_padding ins(%x : tensor<1x4x8x8xf32>) outs(%e : tensor<1x4x4x4xf32>) layout nchw kernel [3, 3] dilations [2, 2] -> tensor<1x4x4x4xf32>
  return
}

// CHECK-LABEL: func @resize
// CHECK:         ascend.resize nearest_floor ins({{[^:]*}} : tensor<1x2x2x8xf32>) outs({{[^:]*}} : tensor<1x4x4x8xf32>) layout nhwc scale [2, 1, 2, 1] offset [0, 0] -> tensor<1x4x4x8xf32>
// CHECK:         ascend.resize nearest_round
// CHECK:         ascend.resize linear {{.*}} scale [4, 2, 4, 2] offset [-1, -1]
func.func @resize(%x: tensor<1x2x2x8xf32>, %e: tensor<1x4x4x8xf32>) {
  %0 = ascend.resize nearest_floor ins(%x : tensor<1x2x2x8xf32>) outs(%e : tensor<1x4x4x8xf32>) layout nhwc scale [2, 1, 2, 1] offset [0, 0] -> tensor<1x4x4x8xf32>
  %1 = ascend.resize nearest_round ins(%x : tensor<1x2x2x8xf32>) outs(%e : tensor<1x4x4x8xf32>) layout nhwc scale [2, 1, 2, 1] offset [0, 0] -> tensor<1x4x4x8xf32>
  %2 = ascend.resize linear ins(%x : tensor<1x2x2x8xf32>) outs(%e : tensor<1x4x4x8xf32>) layout nhwc scale [4, 2, 4, 2] offset [-1, -1] -> tensor<1x4x4x8xf32>
  return
}

// CHECK-LABEL: func @batch_norm
// CHECK:         ascend.batch_norm ins({{[^:]*}} : tensor<1x4x8x8xf16>) parameters({{[^:]*}} : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
// CHECK-SAME:      outs({{[^:]*}} : tensor<1x4x8x8xf16>) layout nchw epsilon 1.000000e-03 epilogue [#ascend.relu] -> tensor<1x4x8x8xf16>
func.func @batch_norm(%x: tensor<1x4x8x8xf16>, %p: tensor<4xf32>) -> tensor<1x4x8x8xf16> {
  %0 = ascend.batch_norm ins(%x : tensor<1x4x8x8xf16>) parameters(%p, %p, %p, %p : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
      outs(%x : tensor<1x4x8x8xf16>) layout nchw epsilon 1.0e-3 epilogue [#ascend.relu] -> tensor<1x4x8x8xf16>
  return %0 : tensor<1x4x8x8xf16>
}

//===----------------------------------------------------------------------===//
// Ops on tensors of any meaning
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @matmul
// CHECK:         ascend.matmul ins({{[^:]*}} : tensor<?x3xf32>, tensor<3x5xf32>) outs({{[^:]*}} : tensor<?x5xf32>) -> tensor<?x5xf32>
// CHECK:         ascend.matmul ins({{[^:]*}} : tensor<1x3x2xf32>, tensor<7x5x3xf32>) bias({{[^:]*}} : tensor<5xf32>) residual({{[^:]*}} : tensor<7x2x5xf32>)
// CHECK-SAME:      outs({{[^:]*}} : tensor<7x2x5xf32>) transpose_lhs transpose_rhs epilogue [#ascend.gelu, #ascend.residual] -> tensor<7x2x5xf32>
func.func @matmul(%x: tensor<?x3xf32>, %y: tensor<3x5xf32>, %e: tensor<?x5xf32>,
                  %l: tensor<1x3x2xf32>, %r: tensor<7x5x3xf32>, %b: tensor<5xf32>, %z: tensor<7x2x5xf32>) {
  %0 = ascend.matmul ins(%x, %y : tensor<?x3xf32>, tensor<3x5xf32>) outs(%e : tensor<?x5xf32>) -> tensor<?x5xf32>
  %1 = ascend.matmul ins(%l, %r : tensor<1x3x2xf32>, tensor<7x5x3xf32>) bias(%b : tensor<5xf32>) residual(%z : tensor<7x2x5xf32>)
      outs(%z : tensor<7x2x5xf32>) transpose_lhs transpose_rhs epilogue [#ascend.gelu, #ascend.residual] -> tensor<7x2x5xf32>
  return
}

// CHECK-LABEL: func @eltwise
// CHECK:         ascend.eltwise add ins({{[^:]*}} : tensor<4x5xf32>, tensor<1x5xf32>) outs({{[^:]*}} : tensor<4x5xf32>) -> tensor<4x5xf32>
// CHECK:         ascend.eltwise sub
// CHECK:         ascend.eltwise mul
// CHECK:         ascend.eltwise div
// CHECK:         ascend.eltwise max
// CHECK:         ascend.eltwise min {{.*}} epilogue [#ascend.relu] -> tensor<4x5xf32>
func.func @eltwise(%x: tensor<4x5xf32>, %y: tensor<1x5xf32>) {
  %0 = ascend.eltwise add ins(%x, %y : tensor<4x5xf32>, tensor<1x5xf32>) outs(%x : tensor<4x5xf32>) -> tensor<4x5xf32>
  %1 = ascend.eltwise sub ins(%x, %y : tensor<4x5xf32>, tensor<1x5xf32>) outs(%x : tensor<4x5xf32>) -> tensor<4x5xf32>
  %2 = ascend.eltwise mul ins(%x, %y : tensor<4x5xf32>, tensor<1x5xf32>) outs(%x : tensor<4x5xf32>) -> tensor<4x5xf32>
  %3 = ascend.eltwise div ins(%x, %y : tensor<4x5xf32>, tensor<1x5xf32>) outs(%x : tensor<4x5xf32>) -> tensor<4x5xf32>
  %4 = ascend.eltwise max ins(%x, %y : tensor<4x5xf32>, tensor<1x5xf32>) outs(%x : tensor<4x5xf32>) -> tensor<4x5xf32>
  %5 = ascend.eltwise min ins(%x, %y : tensor<4x5xf32>, tensor<1x5xf32>) outs(%x : tensor<4x5xf32>) epilogue [#ascend.relu] -> tensor<4x5xf32>
  return
}

// Every step; numbers are singles, those that decimals cannot write are bits.
// GENERIC-LABEL: sym_name = "activation"
// GENERIC:         epilogue = [#ascend.relu, #ascend.leaky_relu<0.00999999977>,

// CHECK-LABEL: func @activation
// CHECK:         epilogue [#ascend.relu, #ascend.leaky_relu<0.00999999977>, #ascend.clamp<-1.000000e+00, 6.000000e+00>, #ascend.sigmoid, #ascend.tanh, #ascend.silu] -> tensor<4xf32>
// CHECK:         epilogue [#ascend.hard_swish, #ascend.hard_sigmoid<0.166666672, 5.000000e-01>, #ascend.gelu, #ascend.gelu_tanh]
// CHECK:         epilogue [#ascend.clamp<0.000000e+00, 0x7F800000>]
func.func @activation(%x: tensor<4xf32>) {
  %0 = ascend.activation ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>)
      epilogue [#ascend.relu, #ascend.leaky_relu<0.01>, #ascend.clamp<-1.0, 6.0>, #ascend.sigmoid, #ascend.tanh, #ascend.silu] -> tensor<4xf32>
  %1 = ascend.activation ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>)
      epilogue [#ascend.hard_swish, #ascend.hard_sigmoid<0.16666667, 0.5>, #ascend.gelu, #ascend.gelu_tanh] -> tensor<4xf32>
  %2 = ascend.activation ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) epilogue [#ascend.clamp<0.0, 0x7F800000>] -> tensor<4xf32>
  return
}

// CHECK-LABEL: func @others
// CHECK:         ascend.concat 1 ins({{[^:]*}} : tensor<2x3xf32>, tensor<2x?xf32>) outs({{[^:]*}} : tensor<2x?xf32>) -> tensor<2x?xf32>
// CHECK:         ascend.softmax 1 ins({{[^:]*}} : tensor<2x3xf32>) outs({{[^:]*}} : tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK:         ascend.reduce sum ins({{[^:]*}} : tensor<2x3xf32>) outs({{[^:]*}} : tensor<1x1xf32>) axes [0, 1] -> tensor<1x1xf32>
// CHECK:         ascend.reduce mean
// CHECK:         ascend.reduce max
// CHECK:         ascend.reduce min
// CHECK:         ascend.transpose ins({{[^:]*}} : tensor<2x3xf32>) outs({{[^:]*}} : tensor<3x2xf32>) permutation [1, 0] -> tensor<3x2xf32>
func.func @others(%x: tensor<2x3xf32>, %y: tensor<2x?xf32>, %s: tensor<1x1xf32>, %t: tensor<3x2xf32>) {
  %0 = ascend.concat 1 ins(%x, %y : tensor<2x3xf32>, tensor<2x?xf32>) outs(%y : tensor<2x?xf32>) -> tensor<2x?xf32>
  %1 = ascend.softmax 1 ins(%x : tensor<2x3xf32>) outs(%x : tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = ascend.reduce sum ins(%x : tensor<2x3xf32>) outs(%s : tensor<1x1xf32>) axes [0, 1] -> tensor<1x1xf32>
  %3 = ascend.reduce mean ins(%x : tensor<2x3xf32>) outs(%s : tensor<1x1xf32>) axes [0, 1] -> tensor<1x1xf32>
  %4 = ascend.reduce max ins(%x : tensor<2x3xf32>) outs(%s : tensor<1x1xf32>) axes [0, 1] -> tensor<1x1xf32>
  %5 = ascend.reduce min ins(%x : tensor<2x3xf32>) outs(%s : tensor<1x1xf32>) axes [0, 1] -> tensor<1x1xf32>
  %6 = ascend.transpose ins(%x : tensor<2x3xf32>) outs(%t : tensor<3x2xf32>) permutation [1, 0] -> tensor<3x2xf32>
  return
}

// CHECK-LABEL: func @packing
// CHECK:         ascend.pack ins({{[^:]*}} : tensor<1x24x8x8xf32>) outs({{[^:]*}} : tensor<1x2x8x8x16xf32>) layout nchw -> tensor<1x2x8x8x16xf32>
// CHECK:         ascend.unpack ins({{[^:]*}} : tensor<1x2x8x8x16xf32>) outs({{[^:]*}} : tensor<1x8x8x24xf32>) layout nhwc -> tensor<1x8x8x24xf32>
func.func @packing(%x: tensor<1x24x8x8xf32>, %p: tensor<1x2x8x8x16xf32>, %y: tensor<1x8x8x24xf32>) {
  %0 = ascend.pack ins(%x : tensor<1x24x8x8xf32>) outs(%p : tensor<1x2x8x8x16xf32>) layout nchw -> tensor<1x2x8x8x16xf32>
  %1 = ascend.unpack ins(%0 : tensor<1x2x8x8x16xf32>) outs(%y : tensor<1x8x8x24xf32>) layout nhwc -> tensor<1x8x8x24xf32>
  return
}

// CHECK-LABEL: func @on_buffers
// CHECK-NEXT:    ascend.arena : memref<64xi8>
// CHECK-NEXT:    ascend.eltwise add ins({{.*}}) outs({{[^:]*}} : memref<2x3xf32>){{$}}
// CHECK-NEXT:    ascend.concat 0 ins({{[^:]*}} : memref<2x3xf32>, memref<2x3xf32>) outs({{[^:]*}} : memref<4x3xf32>){{$}}
// CHECK-NEXT:    ascend.transpose ins({{.*}}) outs({{[^:]*}} : memref<3x2xf32>) permutation [1, 0]{{$}}
func.func @on_buffers(%x: memref<2x3xf32>, %y: memref<4x3xf32>, %z: memref<3x2xf32>) {
  %arena = ascend.arena : memref<64xi8>
  ascend.eltwise add ins(%x, %x : memref<2x3xf32>, memref<2x3xf32>) outs(%x : memref<2x3xf32>)
  ascend.concat 0 ins(%x, %x : memref<2x3xf32>, memref<2x3xf32>) outs(%y : memref<4x3xf32>)
  ascend.transpose ins(%x : memref<2x3xf32>) outs(%z : memref<3x2xf32>) permutation [1, 0]
  return
}

// CHECK-LABEL: func @gates
// CHECK:         ascend.matmul {{.*}} residual({{.*}} : tensor<4x4xf16>) outs({{.*}}) epilogue [#ascend.silu, #ascend.gate] -> tensor<4x4xf16>
// CHECK-NEXT:    ascend.conv {{.*}} residual({{.*}} : tensor<1x4x4x4xf16>) {{.*}} epilogue [#ascend.gate, #ascend.relu] -> tensor<1x4x4x4xf16>
func.func @gates(%m: tensor<4x4xf16>, %x: tensor<1x4x4x4xf16>, %w: tensor<4x4x1x1xf16>) {
  %0 = ascend.matmul ins(%m, %m : tensor<4x4xf16>, tensor<4x4xf16>) residual(%m : tensor<4x4xf16>) outs(%m : tensor<4x4xf16>) epilogue [#ascend.silu, #ascend.gate] -> tensor<4x4xf16>
  %1 = ascend.conv ins(%x, %w : tensor<1x4x4x4xf16>, tensor<4x4x1x1xf16>) residual(%x : tensor<1x4x4x4xf16>) outs(%x : tensor<1x4x4x4xf16>)
      layout nchw filter oihw epilogue [#ascend.gate, #ascend.relu] -> tensor<1x4x4x4xf16>
  return
}
