// RUN: fold-opt %s -ascend-pack-feature-maps | FileCheck %s
// RUN: fold-opt %s -ascend-pack-feature-maps -ascend-pack-feature-maps | FileCheck %s
// RUN: fold-opt %s -ascend-pack-feature-maps=mode=never | FileCheck %s --check-prefix=NEVER
// RUN: fold-opt %s -ascend-pack-feature-maps=mode=always | FileCheck %s --check-prefix=ALWAYS

// NEVER-NOT: ascend.pack
// NEVER-NOT: nc1hwc0

//===----------------------------------------------------------------------===//
// Every op that can be packed
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @conv(
// CHECK-SAME:    %[[X:.*]]: tensor<1x56x56x64xf32>, %[[R:.*]]: tensor<1x56x56x64xf32>
// CHECK-DAG:     %[[XP:.*]] = ascend.pack ins(%[[X]] : tensor<1x56x56x64xf32>) outs({{.*}} : tensor<1x4x56x56x16xf32>) layout nhwc
// CHECK-DAG:     %[[RP:.*]] = ascend.pack ins(%[[R]] : tensor<1x56x56x64xf32>) outs({{.*}} : tensor<1x4x56x56x16xf32>) layout nhwc
// CHECK:         %[[Y:.*]] = ascend.conv ins(%[[XP]], {{.*}} : tensor<1x4x56x56x16xf32>, tensor<64x3x3x64xf32>) residual(%[[RP]] : tensor<1x4x56x56x16xf32>) outs({{.*}} : tensor<1x4x56x56x16xf32>)
// CHECK-SAME:      layout nc1hwc0 filter ohwi pad [1, 1, 1, 1] epilogue [#ascend.residual, #ascend.relu] -> tensor<1x4x56x56x16xf32>
// CHECK:         %[[U:.*]] = ascend.unpack ins(%[[Y]] : tensor<1x4x56x56x16xf32>) outs({{.*}} : tensor<1x56x56x64xf32>) layout nhwc
// CHECK-NEXT:    return %[[U]]
func.func @conv(%x: tensor<1x56x56x64xf32>, %r: tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32> {
  %w = arith.constant dense<1.0> : tensor<64x3x3x64xf32>
  %e = tensor.empty() : tensor<1x56x56x64xf32>
  %0 = ascend.conv ins(%x, %w : tensor<1x56x56x64xf32>, tensor<64x3x3x64xf32>) residual(%r : tensor<1x56x56x64xf32>)
      outs(%e : tensor<1x56x56x64xf32>) layout nhwc filter ohwi pad [1, 1, 1, 1] epilogue [#ascend.residual, #ascend.relu] -> tensor<1x56x56x64xf32>
  return %0 : tensor<1x56x56x64xf32>
}

// Everything between two convolutions that gain; the mean of a map is a
// reshape away from nhwc.
// CHECK-LABEL: func @all_ops
// CHECK-COUNT-1: ascend.pack
// CHECK-NOT:     ascend.pack
// CHECK:         ascend.conv {{.*}} layout nc1hwc0
// CHECK:         ascend.pool max ins({{.*}} : tensor<1x4x56x56x16xf32>) {{.*}} layout nc1hwc0 kernel [3, 3] pad [1, 1, 1, 1]
// CHECK:         ascend.batch_norm ins({{.*}} : tensor<1x4x56x56x16xf32>) {{.*}} layout nc1hwc0
// CHECK:         ascend.activation ins({{.*}} : tensor<1x4x56x56x16xf32>)
// CHECK:         ascend.conv {{.*}} layout nc1hwc0 filter ohwi groups 64
// CHECK:         ascend.eltwise mul ins({{.*}} : tensor<1x4x56x56x16xf32>, tensor<1x4x56x56x16xf32>)
// CHECK:         ascend.resize nearest_floor ins({{.*}}) outs({{.*}} : tensor<1x4x112x112x16xf32>) layout nc1hwc0 scale [2, 1, 2, 1]
// CHECK:         ascend.concat 1 ins({{.*}} : tensor<1x4x112x112x16xf32>, tensor<1x4x112x112x16xf32>) outs({{.*}} : tensor<1x8x112x112x16xf32>)
// CHECK:         %[[Y:.*]] = ascend.conv {{.*}} layout nc1hwc0
// CHECK:         %[[M:.*]] = ascend.reduce mean ins(%[[Y]] : tensor<1x4x112x112x16xf32>) outs({{.*}} : tensor<1x4x1x1x16xf32>) axes [2, 3]
// CHECK-NEXT:    %[[C:.*]] = tensor.collapse_shape %[[M]] {{\[}}[0], [1, 2, 3, 4]]
// CHECK-NEXT:    %[[E:.*]] = tensor.expand_shape %[[C]] {{\[}}[0], [1, 2, 3]] {{.*}} into tensor<1x1x1x64xf32>
// CHECK-NEXT:    return %[[E]]
func.func @all_ops(%x: tensor<1x56x56x64xf32>, %d: tensor<64x1x1x1xf32>, %p: tensor<64xf32>) -> tensor<1x1x1x64xf32> {
  %w0 = arith.constant dense<1.0> : tensor<64x3x3x64xf32>
  %w1 = arith.constant dense<1.0> : tensor<64x3x3x128xf32>
  %e = tensor.empty() : tensor<1x56x56x64xf32>
  %e1 = tensor.empty() : tensor<1x112x112x64xf32>
  %e2 = tensor.empty() : tensor<1x112x112x128xf32>
  %e3 = tensor.empty() : tensor<1x1x1x64xf32>
  %0 = ascend.conv ins(%x, %w0 : tensor<1x56x56x64xf32>, tensor<64x3x3x64xf32>) outs(%e : tensor<1x56x56x64xf32>)
      layout nhwc filter ohwi pad [1, 1, 1, 1] -> tensor<1x56x56x64xf32>
  %1 = ascend.pool max ins(%0 : tensor<1x56x56x64xf32>) outs(%e : tensor<1x56x56x64xf32>) layout nhwc kernel [3, 3] pad [1, 1, 1, 1] -> tensor<1x56x56x64xf32>
  %2 = ascend.batch_norm ins(%1 : tensor<1x56x56x64xf32>) parameters(%p, %p, %p, %p : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>)
      outs(%e : tensor<1x56x56x64xf32>) layout nhwc epsilon 0.0 -> tensor<1x56x56x64xf32>
  %3 = ascend.activation ins(%2 : tensor<1x56x56x64xf32>) outs(%e : tensor<1x56x56x64xf32>) epilogue [#ascend.silu] -> tensor<1x56x56x64xf32>
  %4 = ascend.conv ins(%3, %d : tensor<1x56x56x64xf32>, tensor<64x1x1x1xf32>) outs(%e : tensor<1x56x56x64xf32>)
      layout nhwc filter ohwi groups 64 -> tensor<1x56x56x64xf32>
  %5 = ascend.eltwise mul ins(%4, %0 : tensor<1x56x56x64xf32>, tensor<1x56x56x64xf32>) outs(%e : tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32>
  %6 = ascend.resize nearest_floor ins(%5 : tensor<1x56x56x64xf32>) outs(%e1 : tensor<1x112x112x64xf32>) layout nhwc scale [2, 1, 2, 1] offset [0, 0] -> tensor<1x112x112x64xf32>
  %7 = ascend.concat 3 ins(%6, %6 : tensor<1x112x112x64xf32>, tensor<1x112x112x64xf32>) outs(%e2 : tensor<1x112x112x128xf32>) -> tensor<1x112x112x128xf32>
  %8 = ascend.conv ins(%7, %w1 : tensor<1x112x112x128xf32>, tensor<64x3x3x128xf32>) outs(%e1 : tensor<1x112x112x64xf32>)
      layout nhwc filter ohwi pad [1, 1, 1, 1] -> tensor<1x112x112x64xf32>
  %9 = ascend.reduce mean ins(%8 : tensor<1x112x112x64xf32>) outs(%e3 : tensor<1x1x1x64xf32>) axes [1, 2] -> tensor<1x1x1x64xf32>
  return %9 : tensor<1x1x1x64xf32>
}

//===----------------------------------------------------------------------===//
// Borders
//===----------------------------------------------------------------------===//

// A head whose channels are no multiple of 16 reads the unpacked map, and what
// is behind goes on in blocks. One unpack is for all readers.
// CHECK-LABEL: func @head
// CHECK:         %[[Y:.*]] = ascend.conv {{.*}} layout nc1hwc0
// CHECK:         %[[U:.*]] = ascend.unpack ins(%[[Y]]
// CHECK-NOT:     ascend.unpack
// CHECK:         %[[H:.*]] = ascend.conv ins(%[[U]], {{.*}} layout nhwc filter ohwi -> tensor<1x40x40x255xf32>
// CHECK:         %[[A:.*]] = ascend.activation ins(%[[U]] : tensor<1x40x40x64xf32>)
// CHECK:         %[[Z:.*]] = ascend.conv ins(%[[Y]], {{.*}} layout nc1hwc0
// CHECK:         %[[ZU:.*]] = ascend.unpack ins(%[[Z]]
// CHECK:         return %[[H]], %[[A]], %[[ZU]]
func.func @head(%x: tensor<1x40x40x64xf32>, %h: tensor<255x1x1x64xf32>) -> (tensor<1x40x40x255xf32>, tensor<1x40x40x64xf32>, tensor<1x40x40x64xf32>) {
  %w = arith.constant dense<1.0> : tensor<64x3x3x64xf32>
  %e = tensor.empty() : tensor<1x40x40x64xf32>
  %eh = tensor.empty() : tensor<1x40x40x255xf32>
  %0 = ascend.conv ins(%x, %w : tensor<1x40x40x64xf32>, tensor<64x3x3x64xf32>) outs(%e : tensor<1x40x40x64xf32>)
      layout nhwc filter ohwi pad [1, 1, 1, 1] -> tensor<1x40x40x64xf32>
  %1 = ascend.conv ins(%0, %h : tensor<1x40x40x64xf32>, tensor<255x1x1x64xf32>) outs(%eh : tensor<1x40x40x255xf32>)
      layout nhwc filter ohwi -> tensor<1x40x40x255xf32>
  %2 = ascend.activation ins(%0 : tensor<1x40x40x64xf32>) outs(%e : tensor<1x40x40x64xf32>) epilogue [#ascend.silu] -> tensor<1x40x40x64xf32>
  %3 = ascend.conv ins(%0, %w : tensor<1x40x40x64xf32>, tensor<64x3x3x64xf32>) outs(%e : tensor<1x40x40x64xf32>)
      layout nhwc filter ohwi pad [1, 1, 1, 1] -> tensor<1x40x40x64xf32>
  return %1, %2, %3 : tensor<1x40x40x255xf32>, tensor<1x40x40x64xf32>, tensor<1x40x40x64xf32>
}

// The map is packed where it is smallest, behind the pool.
// CHECK-LABEL: func @smallest_border
// CHECK:         %[[P:.*]] = ascend.pool {{.*}} layout nhwc
// CHECK:         ascend.pack ins(%[[P]] : tensor<1x56x56x64xf32>)
func.func @smallest_border(%x: tensor<1x112x112x64xf32>) -> tensor<1x56x56x64xf32> {
  %w = arith.constant dense<1.0> : tensor<64x3x3x64xf32>
  %e = tensor.empty() : tensor<1x56x56x64xf32>
  %0 = ascend.pool max ins(%x : tensor<1x112x112x64xf32>) outs(%e : tensor<1x56x56x64xf32>) layout nhwc kernel [2, 2] strides [2, 2] -> tensor<1x56x56x64xf32>
  %1 = ascend.conv ins(%0, %w : tensor<1x56x56x64xf32>, tensor<64x3x3x64xf32>) outs(%e : tensor<1x56x56x64xf32>)
      layout nhwc filter ohwi pad [1, 1, 1, 1] -> tensor<1x56x56x64xf32>
  return %1 : tensor<1x56x56x64xf32>
}

//===----------------------------------------------------------------------===//
// Not worth it
//===----------------------------------------------------------------------===//

// No 3x3, a stride, a filter that is not constant, few positions, few channels.
// CHECK-LABEL: func @negative_nothing_to_gain
// CHECK-NOT:     ascend.pack
// CHECK:         return
// ALWAYS-LABEL: func @negative_nothing_to_gain
// ALWAYS-NOT:    layout nhwc filter
// ALWAYS-COUNT-6: layout nc1hwc0 filter ohwi
func.func @negative_nothing_to_gain(%x: tensor<1x56x56x64xf32>, %y: tensor<1x7x7x512xf32>, %z: tensor<1x56x56x32xf32>, %v: tensor<64x3x3x64xf32>)
    -> (tensor<1x28x28x64xf32>, tensor<1x7x7x512xf32>, tensor<1x56x56x32xf32>) {
  %w0 = arith.constant dense<1.0> : tensor<64x1x1x64xf32>
  %w1 = arith.constant dense<1.0> : tensor<64x3x3x64xf32>
  %w2 = arith.constant dense<1.0> : tensor<512x3x3x512xf32>
  %w3 = arith.constant dense<1.0> : tensor<32x3x3x32xf32>
  %e = tensor.empty() : tensor<1x56x56x64xf32>
  %e1 = tensor.empty() : tensor<1x28x28x64xf32>
  %e2 = tensor.empty() : tensor<1x7x7x512xf32>
  %e3 = tensor.empty() : tensor<1x56x56x32xf32>
  %0 = ascend.conv ins(%x, %w0 : tensor<1x56x56x64xf32>, tensor<64x1x1x64xf32>) outs(%e : tensor<1x56x56x64xf32>) layout nhwc filter ohwi -> tensor<1x56x56x64xf32>
  %1 = ascend.conv ins(%0, %v : tensor<1x56x56x64xf32>, tensor<64x3x3x64xf32>) outs(%e : tensor<1x56x56x64xf32>) layout nhwc filter ohwi pad [1, 1, 1, 1] -> tensor<1x56x56x64xf32>
  %2 = ascend.conv ins(%1, %w1 : tensor<1x56x56x64xf32>, tensor<64x3x3x64xf32>) outs(%e1 : tensor<1x28x28x64xf32>)
      layout nhwc filter ohwi strides [2, 2] pad [1, 1, 1, 1] -> tensor<1x28x28x64xf32>
  %3 = ascend.conv ins(%y, %w2 : tensor<1x7x7x512xf32>, tensor<512x3x3x512xf32>) outs(%e2 : tensor<1x7x7x512xf32>)
      layout nhwc filter ohwi pad [1, 1, 1, 1] -> tensor<1x7x7x512xf32>
  %4 = ascend.conv ins(%z, %w3 : tensor<1x56x56x32xf32>, tensor<32x3x3x32xf32>) outs(%e3 : tensor<1x56x56x32xf32>)
      layout nhwc filter ohwi pad [1, 1, 1, 1] -> tensor<1x56x56x32xf32>
  %5 = ascend.conv ins(%4, %w3 : tensor<1x56x56x32xf32>, tensor<32x3x3x32xf32>) outs(%e3 : tensor<1x56x56x32xf32>)
      layout nhwc filter ohwi pad [1, 1, 1, 1] -> tensor<1x56x56x32xf32>
  return %2, %3, %5 : tensor<1x28x28x64xf32>, tensor<1x7x7x512xf32>, tensor<1x56x56x32xf32>
}

// Few outputs, few positions: Winograd's algorithm saves less than two copies.
// CHECK-LABEL: func @negative_copies_cost_more
// CHECK-NOT:     ascend.pack
// CHECK:         return
func.func @negative_copies_cost_more(%x: tensor<1x14x14x128xf32>) -> tensor<1x14x14x32xf32> {
  %w = arith.constant dense<1.0> : tensor<32x3x3x128xf32>
  %e = tensor.empty() : tensor<1x14x14x32xf32>
  %0 = ascend.conv ins(%x, %w : tensor<1x14x14x128xf32>, tensor<32x3x3x128xf32>) outs(%e : tensor<1x14x14x32xf32>)
      layout nhwc filter ohwi pad [1, 1, 1, 1] -> tensor<1x14x14x32xf32>
  return %0 : tensor<1x14x14x32xf32>
}

//===----------------------------------------------------------------------===//
// Not possible
//===----------------------------------------------------------------------===//

// Another element type, a channel left over, another rank, an unknown extent.
// ALWAYS-LABEL: func @negative_types
// ALWAYS-NOT:    ascend.pack
// ALWAYS:        return
func.func @negative_types(%h: tensor<1x8x8x32xf16>, %c: tensor<1x8x8x24xf32>, %r: tensor<1x8x8x8x16xf32>, %d: tensor<?x8x8x16xf32>)
    -> (tensor<1x8x8x32xf16>, tensor<1x8x8x24xf32>, tensor<1x8x8x8x16xf32>, tensor<?x8x8x16xf32>) {
  %0 = ascend.activation ins(%h : tensor<1x8x8x32xf16>) outs(%h : tensor<1x8x8x32xf16>) epilogue [#ascend.silu] -> tensor<1x8x8x32xf16>
  %1 = ascend.activation ins(%c : tensor<1x8x8x24xf32>) outs(%c : tensor<1x8x8x24xf32>) epilogue [#ascend.silu] -> tensor<1x8x8x24xf32>
  %2 = ascend.activation ins(%r : tensor<1x8x8x8x16xf32>) outs(%r : tensor<1x8x8x8x16xf32>) epilogue [#ascend.silu] -> tensor<1x8x8x8x16xf32>
  %3 = ascend.activation ins(%d : tensor<?x8x8x16xf32>) outs(%d : tensor<?x8x8x16xf32>) epilogue [#ascend.silu] -> tensor<?x8x8x16xf32>
  return %0, %1, %2, %3 : tensor<1x8x8x32xf16>, tensor<1x8x8x24xf32>, tensor<1x8x8x8x16xf32>, tensor<?x8x8x16xf32>
}

// ALWAYS-LABEL: func @negative_ops
// ALWAYS-NOT:    ascend.pack
// ALWAYS:        return
func.func @negative_ops(%x: tensor<1x16x16x32xf32>, %w: tensor<32x1x1x8xf32>, %t: tensor<32x32x1x1xf32>, %b: tensor<1x1x1x32xf32>) -> (
    tensor<1x16x16x32xf32>, tensor<1x16x16x32xf32>, tensor<1x16x16x32xf32>, tensor<1x14x14x32xf32>, tensor<1x32x16x32xf32>,
    tensor<1x16x16x1xf32>, tensor<1x16x16x32xf32>) {
  %e = tensor.empty() : tensor<1x16x16x32xf32>
  %e1 = tensor.empty() : tensor<1x14x14x32xf32>
  %e2 = tensor.empty() : tensor<1x32x16x32xf32>
  %e3 = tensor.empty() : tensor<1x16x16x1xf32>
  // Four groups of eight channels.
  %0 = ascend.conv ins(%x, %w : tensor<1x16x16x32xf32>, tensor<32x1x1x8xf32>) outs(%e : tensor<1x16x16x32xf32>) layout nhwc filter ohwi groups 4 -> tensor<1x16x16x32xf32>
  %1 = ascend.conv ins(%x, %t : tensor<1x16x16x32xf32>, tensor<32x32x1x1xf32>) outs(%e : tensor<1x16x16x32xf32>) transposed layout nhwc filter iohw -> tensor<1x16x16x32xf32>
  // The layout of the op says that the channels are elsewhere.
  %2 = ascend.pool max ins(%x : tensor<1x16x16x32xf32>) outs(%e : tensor<1x16x16x32xf32>) layout nchw kernel [3, 3] pad [1, 1, 1, 1] -> tensor<1x16x16x32xf32>
  %3 = ascend.pool max ins(%x : tensor<1x16x16x32xf32>) outs(%e1 : tensor<1x14x14x32xf32>) layout nhwc kernel [2, 2] dilations [2, 2] -> tensor<1x14x14x32xf32>
  %4 = ascend.concat 1 ins(%x, %x : tensor<1x16x16x32xf32>, tensor<1x16x16x32xf32>) outs(%e2 : tensor<1x32x16x32xf32>) -> tensor<1x32x16x32xf32>
  %5 = ascend.reduce max ins(%x : tensor<1x16x16x32xf32>) outs(%e3 : tensor<1x16x16x1xf32>) axes [3] -> tensor<1x16x16x1xf32>
  %6 = ascend.eltwise add ins(%x, %b : tensor<1x16x16x32xf32>, tensor<1x1x1x32xf32>) outs(%e : tensor<1x16x16x32xf32>) -> tensor<1x16x16x32xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<1x16x16x32xf32>, tensor<1x16x16x32xf32>, tensor<1x16x16x32xf32>,
      tensor<1x14x14x32xf32>, tensor<1x32x16x32xf32>, tensor<1x16x16x1xf32>, tensor<1x16x16x32xf32>
}

// ALWAYS-LABEL: func @negative_buffers
// ALWAYS-NOT:    ascend.pack
// ALWAYS:        return
func.func @negative_buffers(%x: memref<1x16x16x32xf32>) {
  ascend.activation ins(%x : memref<1x16x16x32xf32>) outs(%x : memref<1x16x16x32xf32>) epilogue [#ascend.silu]
  return
}
