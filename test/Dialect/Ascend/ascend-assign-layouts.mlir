// RUN: fold-opt %s -ascend-assign-layouts | FileCheck %s
// RUN: fold-opt %s -ascend-assign-layouts -ascend-assign-layouts | FileCheck %s
// RUN: fold-opt %s -ascend-assign-layouts=layout=nchw | FileCheck %s --check-prefix=NCHW

//===----------------------------------------------------------------------===//
// Edges
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @edges(
// CHECK-SAME:    %[[X:.*]]: tensor<1x4x8x8xf32>, %[[W:.*]]: tensor<6x4x3x3xf32>
// CHECK:         %[[XT:.*]] = ascend.transpose ins(%[[X]] : tensor<1x4x8x8xf32>) outs({{.*}} : tensor<1x8x8x4xf32>) permutation [0, 2, 3, 1]
// CHECK:         %[[A:.*]] = ascend.activation ins(%[[XT]] : tensor<1x8x8x4xf32>)
// CHECK:         %[[Y:.*]] = ascend.conv ins(%[[A]], %[[W]] : tensor<1x8x8x4xf32>, tensor<6x4x3x3xf32>) {{.*}} layout nhwc filter oihw -> tensor<1x6x6x6xf32>
// CHECK:         %[[P:.*]] = ascend.pool max ins(%[[Y]] : tensor<1x6x6x6xf32>) outs({{.*}} : tensor<1x3x3x6xf32>) layout nhwc kernel [2, 2] strides [2, 2]
// CHECK:         %[[B:.*]] = ascend.activation ins(%[[P]] : tensor<1x3x3x6xf32>)
// CHECK:         %[[BT:.*]] = ascend.transpose ins(%[[B]] : tensor<1x3x3x6xf32>) outs({{.*}} : tensor<1x6x3x3xf32>) permutation [0, 3, 1, 2]
// CHECK-NEXT:    return %[[BT]]

// NCHW-LABEL: func @edges
// NCHW-NOT:     ascend.transpose
// NCHW:         return
func.func @edges(%x: tensor<1x4x8x8xf32>, %w: tensor<6x4x3x3xf32>) -> tensor<1x6x3x3xf32> {
  %ex = tensor.empty() : tensor<1x4x8x8xf32>
  %ey = tensor.empty() : tensor<1x6x6x6xf32>
  %ep = tensor.empty() : tensor<1x6x3x3xf32>
  %0 = ascend.activation ins(%x : tensor<1x4x8x8xf32>) outs(%ex : tensor<1x4x8x8xf32>) epilogue [#ascend.silu] -> tensor<1x4x8x8xf32>
  %1 = ascend.conv ins(%0, %w : tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) outs(%ey : tensor<1x6x6x6xf32>) layout nchw filter oihw -> tensor<1x6x6x6xf32>
  %2 = ascend.pool max ins(%1 : tensor<1x6x6x6xf32>) outs(%ep : tensor<1x6x3x3xf32>) layout nchw kernel [2, 2] strides [2, 2] -> tensor<1x6x3x3xf32>
  %3 = ascend.activation ins(%2 : tensor<1x6x3x3xf32>) outs(%ep : tensor<1x6x3x3xf32>) epilogue [#ascend.silu] -> tensor<1x6x3x3xf32>
  return %3 : tensor<1x6x3x3xf32>
}

// Filter, bias and parameters are no feature maps; the residual is one.
// CHECK-LABEL: func @residual(
// CHECK:         %[[XT:.*]] = ascend.transpose
// CHECK:         ascend.conv ins(%[[XT]], {{.*}}) bias({{.*}} : tensor<4xf32>) residual(%[[XT]] : tensor<?x5x?x6x4xf32>)
// CHECK-SAME:      outs({{.*}} : tensor<?x5x?x6x4xf32>) layout nhwc filter oihw epilogue [#ascend.residual]
// CHECK:         ascend.transpose {{.*}} outs({{.*}} : tensor<?x4x5x?x6xf32>) permutation [0, 4, 1, 2, 3]
// CHECK-NEXT:    return
func.func @residual(%x: tensor<?x4x5x?x6xf32>, %w: tensor<4x4x1x1x1xf32>, %b: tensor<4xf32>) -> tensor<?x4x5x?x6xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %x, %c0 : tensor<?x4x5x?x6xf32>
  %h = tensor.dim %x, %c3 : tensor<?x4x5x?x6xf32>
  %e = tensor.empty(%n, %h) : tensor<?x4x5x?x6xf32>
  %0 = ascend.conv ins(%x, %w : tensor<?x4x5x?x6xf32>, tensor<4x4x1x1x1xf32>) bias(%b : tensor<4xf32>) residual(%x : tensor<?x4x5x?x6xf32>)
      outs(%e : tensor<?x4x5x?x6xf32>) layout nchw filter oihw epilogue [#ascend.residual] -> tensor<?x4x5x?x6xf32>
  return %0 : tensor<?x4x5x?x6xf32>
}

// CHECK-LABEL: func @other_feature_map_ops
// CHECK:         ascend.transpose
// CHECK:         ascend.batch_norm ins({{.*}} : tensor<1x2x2x4xf32>) {{.*}} layout nhwc
// CHECK:         ascend.resize linear ins({{.*}} : tensor<1x2x2x4xf32>) outs({{.*}} : tensor<1x4x6x4xf32>) layout nhwc scale [2, 1, 3, 1] offset [0, 0]
// CHECK:         ascend.transpose
// CHECK-NEXT:    return
func.func @other_feature_map_ops(%x: tensor<1x4x2x2xf32>, %p: tensor<4xf32>) -> tensor<1x4x4x6xf32> {
  %e = tensor.empty() : tensor<1x4x2x2xf32>
  %0 = ascend.batch_norm ins(%x : tensor<1x4x2x2xf32>) parameters(%p, %p, %p, %p : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
      outs(%e : tensor<1x4x2x2xf32>) layout nchw epsilon 0.0 -> tensor<1x4x2x2xf32>
  %f = tensor.empty() : tensor<1x4x4x6xf32>
  %1 = ascend.resize linear ins(%0 : tensor<1x4x2x2xf32>) outs(%f : tensor<1x4x4x6xf32>) layout nchw scale [2, 1, 3, 1] offset [0, 0] -> tensor<1x4x4x6xf32>
  return %1 : tensor<1x4x4x6xf32>
}

//===----------------------------------------------------------------------===//
// Through ops that take either order
//===----------------------------------------------------------------------===//

// Axes are those of the new order.
// CHECK-LABEL: func @axes
// CHECK:         ascend.transpose
// CHECK:         %[[Y:.*]] = ascend.pool
// CHECK:         %[[C:.*]] = ascend.concat 3 ins(%[[Y]], %[[Y]] : {{.*}}) outs({{.*}} : tensor<1x3x5x8xf32>)
// CHECK:         %[[D:.*]] = ascend.concat 1 ins(%[[C]], %[[C]] : {{.*}}) outs({{.*}} : tensor<1x6x5x8xf32>)
// CHECK:         %[[S:.*]] = ascend.softmax 3 ins(%[[D]]
// CHECK:         %[[R:.*]] = ascend.reduce max ins(%[[S]] : {{.*}}) outs({{.*}} : tensor<1x1x5x1xf32>) axes [1, 3]
// CHECK-NEXT:    %[[RC:.*]] = tensor.collapse_shape %[[R]] {{\[\[}}0, 1, 2, 3]] : tensor<1x1x5x1xf32> into tensor<5xf32>
// CHECK-NEXT:    %[[RE:.*]] = tensor.expand_shape %[[RC]] {{\[\[}}0, 1, 2, 3]] output_shape [1, 1, 1, 5]
// CHECK-NOT:     ascend.transpose
// CHECK:         %[[Z:.*]] = ascend.pool max ins(%[[S]]
// CHECK:         %[[ZT:.*]] = ascend.transpose ins(%[[Z]]
// CHECK-NEXT:    return %[[RE]], %[[ZT]]
func.func @axes(%x: tensor<1x4x3x5xf32>) -> (tensor<1x1x1x5xf32>, tensor<1x8x3x5xf32>) {
  %e = tensor.empty() : tensor<1x4x3x5xf32>
  %0 = ascend.pool max ins(%x : tensor<1x4x3x5xf32>) outs(%e : tensor<1x4x3x5xf32>) layout nchw kernel [3, 3] pad [1, 1, 1, 1] -> tensor<1x4x3x5xf32>
  %f = tensor.empty() : tensor<1x8x3x5xf32>
  %1 = ascend.concat 1 ins(%0, %0 : tensor<1x4x3x5xf32>, tensor<1x4x3x5xf32>) outs(%f : tensor<1x8x3x5xf32>) -> tensor<1x8x3x5xf32>
  %g = tensor.empty() : tensor<1x8x6x5xf32>
  %2 = ascend.concat 2 ins(%1, %1 : tensor<1x8x3x5xf32>, tensor<1x8x3x5xf32>) outs(%g : tensor<1x8x6x5xf32>) -> tensor<1x8x6x5xf32>
  %3 = ascend.softmax 1 ins(%2 : tensor<1x8x6x5xf32>) outs(%g : tensor<1x8x6x5xf32>) -> tensor<1x8x6x5xf32>
  %h = tensor.empty() : tensor<1x1x1x5xf32>
  %4 = ascend.reduce max ins(%3 : tensor<1x8x6x5xf32>) outs(%h : tensor<1x1x1x5xf32>) axes [1, 2] -> tensor<1x1x1x5xf32>
  %5 = ascend.pool max ins(%3 : tensor<1x8x6x5xf32>) outs(%f : tensor<1x8x3x5xf32>) layout nchw kernel [2, 1] strides [2, 1] -> tensor<1x8x3x5xf32>
  return %4, %5 : tensor<1x1x1x5xf32>, tensor<1x8x3x5xf32>
}

// Constants are transposed for nothing, vectors of channels are reshaped.
// CHECK-LABEL: func @constants
// CHECK:         %[[K:.*]] = arith.constant dense_resource<k> : tensor<1x2x2x2xf32>
// CHECK:         %[[KT:.*]] = ascend.transpose ins(%[[K]] : tensor<1x2x2x2xf32>)
// CHECK:         ascend.conv
// CHECK:         %[[M:.*]] = ascend.eltwise mul ins({{.*}}, %[[KT]] :
// CHECK:         ascend.eltwise add ins(%[[M]], {{.*}} : tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>)
// CHECK-NEXT:    %{{.*}} = tensor.empty
// CHECK-NEXT:    ascend.transpose
// CHECK-NEXT:    return
func.func @constants(%x: tensor<1x2x2x2xf32>, %w: tensor<2x2x1x1xf32>) -> tensor<1x2x2x2xf32> {
  %k = arith.constant dense_resource<k> : tensor<1x2x2x2xf32>
  %v = arith.constant dense_resource<v> : tensor<1x2x1x1xf32>
  %e = tensor.empty() : tensor<1x2x2x2xf32>
  %0 = ascend.conv ins(%x, %w : tensor<1x2x2x2xf32>, tensor<2x2x1x1xf32>) outs(%e : tensor<1x2x2x2xf32>) layout nchw filter oihw -> tensor<1x2x2x2xf32>
  %1 = ascend.eltwise mul ins(%0, %k : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) outs(%e : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %2 = ascend.eltwise add ins(%1, %v : tensor<1x2x2x2xf32>, tensor<1x2x1x1xf32>) outs(%e : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %2 : tensor<1x2x2x2xf32>
}

// A global average: what is left of the transpose is a reshape, and that is
// one with the reshape behind it.
// CHECK-LABEL: func @global_average
// CHECK:         %[[R:.*]] = ascend.reduce mean ins({{.*}} : tensor<1x4x6x3xf32>) outs({{.*}} : tensor<1x1x1x3xf32>) axes [1, 2]
// CHECK-NEXT:    %[[C:.*]] = tensor.collapse_shape %[[R]] {{\[\[}}0], [1, 2, 3]] : tensor<1x1x1x3xf32> into tensor<1x3xf32>
// CHECK-NEXT:    return %[[C]]
func.func @global_average(%x: tensor<1x3x4x6xf32>, %w: tensor<3x3x1x1xf32>) -> tensor<1x3xf32> {
  %e = tensor.empty() : tensor<1x3x4x6xf32>
  %f = tensor.empty() : tensor<1x3x1x1xf32>
  %0 = ascend.conv ins(%x, %w : tensor<1x3x4x6xf32>, tensor<3x3x1x1xf32>) outs(%e : tensor<1x3x4x6xf32>) layout nchw filter oihw -> tensor<1x3x4x6xf32>
  %1 = ascend.reduce mean ins(%0 : tensor<1x3x4x6xf32>) outs(%f : tensor<1x3x1x1xf32>) axes [2, 3] -> tensor<1x3x1x1xf32>
  %2 = tensor.collapse_shape %1 [[0], [1, 2, 3]] : tensor<1x3x1x1xf32> into tensor<1x3xf32>
  return %2 : tensor<1x3xf32>
}

// A gate of the channels: down to a matrix, and back.
// CHECK-LABEL: func @squeeze_excite
// CHECK:         %[[XT:.*]] = ascend.transpose
// CHECK-NOT:     ascend.transpose
// CHECK:         %[[M:.*]] = ascend.matmul ins({{.*}} : tensor<1x3xf32>, tensor<3x3xf32>)
// CHECK:         %[[G:.*]] = tensor.expand_shape %[[M]] {{\[\[}}0], [1, 2, 3]] output_shape [1, 1, 1, 3]
// CHECK:         ascend.eltwise mul ins({{.*}}, %[[G]] : tensor<1x4x6x3xf32>, tensor<1x1x1x3xf32>)
// CHECK:         ascend.transpose
// CHECK-NEXT:    return
func.func @squeeze_excite(%x: tensor<1x3x4x6xf32>, %w: tensor<3x3x1x1xf32>, %v: tensor<3x3xf32>) -> tensor<1x3x4x6xf32> {
  %e = tensor.empty() : tensor<1x3x4x6xf32>
  %f = tensor.empty() : tensor<1x3x1x1xf32>
  %g = tensor.empty() : tensor<1x3xf32>
  %0 = ascend.conv ins(%x, %w : tensor<1x3x4x6xf32>, tensor<3x3x1x1xf32>) outs(%e : tensor<1x3x4x6xf32>) layout nchw filter oihw -> tensor<1x3x4x6xf32>
  %1 = ascend.reduce mean ins(%0 : tensor<1x3x4x6xf32>) outs(%f : tensor<1x3x1x1xf32>) axes [2, 3] -> tensor<1x3x1x1xf32>
  %2 = tensor.collapse_shape %1 [[0], [1, 2, 3]] : tensor<1x3x1x1xf32> into tensor<1x3xf32>
  %3 = ascend.matmul ins(%2, %v : tensor<1x3xf32>, tensor<3x3xf32>) outs(%g : tensor<1x3xf32>) epilogue [#ascend.sigmoid] -> tensor<1x3xf32>
  %4 = tensor.expand_shape %3 [[0], [1, 2, 3]] output_shape [1, 3, 1, 1] : tensor<1x3xf32> into tensor<1x3x1x1xf32>
  %5 = ascend.eltwise mul ins(%0, %4 : tensor<1x3x4x6xf32>, tensor<1x3x1x1xf32>) outs(%e : tensor<1x3x4x6xf32>) -> tensor<1x3x4x6xf32>
  return %5 : tensor<1x3x4x6xf32>
}

// CHECK-LABEL: func @fill_pad_slice_cast
// CHECK:         ascend.transpose
// CHECK:         %[[Z:.*]] = linalg.fill {{.*}} outs({{.*}} : tensor<1x3x5x4xf32>)
// CHECK:         %[[C:.*]] = ascend.concat 3 ins({{.*}}, %[[Z]] :
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[C]][0, 0, 2, 1] [1, 3, 2, 6] [1, 1, 1, 1] : tensor<1x3x5x8xf32> to tensor<1x3x2x6xf32>
// CHECK:         %[[P:.*]] = tensor.pad %[[S]] low[0, 1, 0, 0] high[0, 0, 2, 3]
// CHECK:           tensor<1x3x2x6xf32> to tensor<1x4x4x9xf32>
// CHECK:         %[[D:.*]] = tensor.cast %[[P]] : tensor<1x4x4x9xf32> to tensor<1x4x?x9xf32>
// CHECK:         ascend.reduce sum ins(%[[D]] : tensor<1x4x?x9xf32>) {{.*}} axes [1, 2]
// CHECK-NOT:     ascend.transpose
// CHECK:         return
func.func @fill_pad_slice_cast(%x: tensor<1x4x3x5xf32>) -> tensor<1x9x1x1xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4x3x5xf32>
  %0 = ascend.pool max ins(%x : tensor<1x4x3x5xf32>) outs(%e : tensor<1x4x3x5xf32>) layout nchw kernel [3, 3] pad [1, 1, 1, 1] -> tensor<1x4x3x5xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x3x5xf32>) -> tensor<1x4x3x5xf32>
  %f = tensor.empty() : tensor<1x8x3x5xf32>
  %2 = ascend.concat 1 ins(%0, %1 : tensor<1x4x3x5xf32>, tensor<1x4x3x5xf32>) outs(%f : tensor<1x8x3x5xf32>) -> tensor<1x8x3x5xf32>
  %3 = tensor.extract_slice %2[0, 1, 0, 2] [1, 6, 3, 2] [1, 1, 1, 1] : tensor<1x8x3x5xf32> to tensor<1x6x3x2xf32>
  %4 = tensor.pad %3 low[0, 0, 1, 0] high[0, 3, 0, 2] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x6x3x2xf32> to tensor<1x9x4x4xf32>
  %5 = tensor.cast %4 : tensor<1x9x4x4xf32> to tensor<1x9x4x?xf32>
  %g = tensor.empty() : tensor<1x9x1x1xf32>
  %6 = ascend.reduce sum ins(%5 : tensor<1x9x4x?xf32>) outs(%g : tensor<1x9x1x1xf32>) axes [2, 3] -> tensor<1x9x1x1xf32>
  return %6 : tensor<1x9x1x1xf32>
}

// Extents are read from what is there.
// CHECK-LABEL: func @extents(
// CHECK-SAME:    %[[X:.*]]: tensor<1x4x?x8xf32>
// CHECK:         %[[XT:.*]] = ascend.transpose ins(%[[X]]
// CHECK-NOT:     ascend.transpose
// CHECK:         %[[Y:.*]] = ascend.pool {{.*}} -> tensor<1x?x8x4xf32>
// CHECK:         %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:    %[[N:.*]] = tensor.dim %[[Y]], %[[C1]] : tensor<1x?x8x4xf32>
// CHECK:         tensor.empty(%[[N]]) : tensor<1x?x8x4xf32>
// CHECK-NOT:     ascend.transpose
// CHECK:         ascend.activation
// CHECK:         ascend.transpose
// CHECK-NEXT:    return
func.func @extents(%x: tensor<1x4x?x8xf32>, %n: index) -> tensor<1x4x?x8xf32> {
  %c2 = arith.constant 2 : index
  %e = tensor.empty(%n) : tensor<1x4x?x8xf32>
  %0 = ascend.pool max ins(%x : tensor<1x4x?x8xf32>) outs(%e : tensor<1x4x?x8xf32>) layout nchw kernel [3, 3] pad [1, 1, 1, 1] -> tensor<1x4x?x8xf32>
  %1 = tensor.dim %0, %c2 : tensor<1x4x?x8xf32>
  %f = tensor.empty(%1) : tensor<1x4x?x8xf32>
  %2 = ascend.activation ins(%0 : tensor<1x4x?x8xf32>) outs(%f : tensor<1x4x?x8xf32>) epilogue [#ascend.silu] -> tensor<1x4x?x8xf32>
  return %2 : tensor<1x4x?x8xf32>
}

// A channel shuffle splits the channel, which stays the last of the dims.
// CHECK-LABEL: func @channel_shuffle
// CHECK:         ascend.conv
// CHECK:         %[[S:.*]] = tensor.expand_shape {{.*}} {{\[\[}}0], [1], [2], [3, 4]] output_shape [1, 5, 5, 2, 3]
// CHECK:         %[[T:.*]] = ascend.transpose ins(%[[S]] : {{.*}}) permutation [0, 1, 2, 4, 3] -> tensor<1x5x5x3x2xf32>
// CHECK-NEXT:    %[[U:.*]] = tensor.collapse_shape %[[T]] {{\[\[}}0], [1], [2], [3, 4]] : tensor<1x5x5x3x2xf32> into tensor<1x5x5x6xf32>
// CHECK:         ascend.conv ins(%[[U]],
// CHECK:         ascend.transpose
// CHECK-NEXT:    return
func.func @channel_shuffle(%x: tensor<1x6x5x5xf32>, %w: tensor<6x6x1x1xf32>) -> tensor<1x6x5x5xf32> {
  %e = tensor.empty() : tensor<1x6x5x5xf32>
  %f = tensor.empty() : tensor<1x3x2x5x5xf32>
  %0 = ascend.conv ins(%x, %w : tensor<1x6x5x5xf32>, tensor<6x6x1x1xf32>) outs(%e : tensor<1x6x5x5xf32>) layout nchw filter oihw -> tensor<1x6x5x5xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2], [3], [4]] output_shape [1, 2, 3, 5, 5] : tensor<1x6x5x5xf32> into tensor<1x2x3x5x5xf32>
  %2 = ascend.transpose ins(%1 : tensor<1x2x3x5x5xf32>) outs(%f : tensor<1x3x2x5x5xf32>) permutation [0, 2, 1, 3, 4] -> tensor<1x3x2x5x5xf32>
  %3 = tensor.collapse_shape %2 [[0], [1, 2], [3], [4]] : tensor<1x3x2x5x5xf32> into tensor<1x6x5x5xf32>
  %4 = ascend.conv ins(%3, %w : tensor<1x6x5x5xf32>, tensor<6x6x1x1xf32>) outs(%e : tensor<1x6x5x5xf32>) layout nchw filter oihw -> tensor<1x6x5x5xf32>
  return %4 : tensor<1x6x5x5xf32>
}

//===----------------------------------------------------------------------===//
// Transposes that are there already
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @around_each_conv(
// CHECK-SAME:    %[[X:.*]]: tensor<1x4x8x8xf32>
// CHECK:         ascend.transpose ins(%[[X]]
// CHECK-NOT:     ascend.transpose
// CHECK:         ascend.conv
// CHECK-NOT:     ascend.transpose
// CHECK:         ascend.eltwise add ins({{.*}} : tensor<1x8x8x4xf32>, tensor<1x8x8x4xf32>)
// CHECK-NOT:     ascend.transpose
// CHECK:         ascend.conv
// CHECK:         ascend.transpose
// CHECK-NEXT:    return

// NCHW-LABEL: func @around_each_conv
// NCHW-NOT:     ascend.transpose
// NCHW:         return
func.func @around_each_conv(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>) -> tensor<1x4x8x8xf32> {
  %first = tensor.empty() : tensor<1x4x8x8xf32>
  %last = tensor.empty() : tensor<1x8x8x4xf32>
  %0 = ascend.transpose ins(%x : tensor<1x4x8x8xf32>) outs(%last : tensor<1x8x8x4xf32>) permutation [0, 2, 3, 1] -> tensor<1x8x8x4xf32>
  %1 = ascend.conv ins(%0, %w : tensor<1x8x8x4xf32>, tensor<4x4x1x1xf32>) outs(%last : tensor<1x8x8x4xf32>) layout nhwc filter oihw -> tensor<1x8x8x4xf32>
  %2 = ascend.transpose ins(%1 : tensor<1x8x8x4xf32>) outs(%first : tensor<1x4x8x8xf32>) permutation [0, 3, 1, 2] -> tensor<1x4x8x8xf32>
  %3 = ascend.eltwise add ins(%2, %x : tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) outs(%first : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %4 = ascend.transpose ins(%3 : tensor<1x4x8x8xf32>) outs(%last : tensor<1x8x8x4xf32>) permutation [0, 2, 3, 1] -> tensor<1x8x8x4xf32>
  %5 = ascend.conv ins(%4, %w : tensor<1x8x8x4xf32>, tensor<4x4x1x1xf32>) outs(%last : tensor<1x8x8x4xf32>) layout nhwc filter oihw -> tensor<1x8x8x4xf32>
  %6 = ascend.transpose ins(%5 : tensor<1x8x8x4xf32>) outs(%first : tensor<1x4x8x8xf32>) permutation [0, 3, 1, 2] -> tensor<1x4x8x8xf32>
  return %6 : tensor<1x4x8x8xf32>
}

// A network that is in NHWC, edges and all.
// CHECK-LABEL: func @nothing_to_do
// CHECK-NOT:     ascend.transpose
// CHECK:         return

// NCHW-LABEL: func @nothing_to_do
// NCHW:         ascend.transpose {{.*}} permutation [0, 3, 1, 2]
// NCHW:         ascend.pool {{.*}} layout nchw
// NCHW:         ascend.transpose {{.*}} permutation [0, 2, 3, 1]
func.func @nothing_to_do(%x: tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32> {
  %e = tensor.empty() : tensor<1x8x8x4xf32>
  %0 = ascend.pool max ins(%x : tensor<1x8x8x4xf32>) outs(%e : tensor<1x8x8x4xf32>) layout nhwc kernel [3, 3] pad [1, 1, 1, 1] -> tensor<1x8x8x4xf32>
  %1 = ascend.activation ins(%0 : tensor<1x8x8x4xf32>) outs(%e : tensor<1x8x8x4xf32>) epilogue [#ascend.relu] -> tensor<1x8x8x4xf32>
  return %1 : tensor<1x8x8x4xf32>
}

// Two front ends in one function.
// CHECK-LABEL: func @mixed
// CHECK:         ascend.transpose
// CHECK-NOT:     ascend.transpose
// CHECK:         ascend.pool {{.*}} layout nhwc
// CHECK-NOT:     ascend.transpose
// CHECK:         ascend.pool {{.*}} layout nhwc
// CHECK-NEXT:    return
func.func @mixed(%x: tensor<1x4x8x8xf32>) -> tensor<1x8x8x4xf32> {
  %first = tensor.empty() : tensor<1x4x8x8xf32>
  %last = tensor.empty() : tensor<1x8x8x4xf32>
  %0 = ascend.pool max ins(%x : tensor<1x4x8x8xf32>) outs(%first : tensor<1x4x8x8xf32>) layout nchw kernel [3, 3] pad [1, 1, 1, 1] -> tensor<1x4x8x8xf32>
  %1 = ascend.transpose ins(%0 : tensor<1x4x8x8xf32>) outs(%last : tensor<1x8x8x4xf32>) permutation [0, 2, 3, 1] -> tensor<1x8x8x4xf32>
  %2 = ascend.pool max ins(%1 : tensor<1x8x8x4xf32>) outs(%last : tensor<1x8x8x4xf32>) layout nhwc kernel [3, 3] pad [1, 1, 1, 1] -> tensor<1x8x8x4xf32>
  return %2 : tensor<1x8x8x4xf32>
}

// The smaller side of a pad.
// CHECK-LABEL: func @before_a_pad
// CHECK:         ascend.pool
// CHECK:         %[[T:.*]] = ascend.transpose {{.*}} -> tensor<1x4x8x8xf32>
// CHECK-NEXT:    tensor.pad %[[T]] low[0, 0, 1, 1] high[0, 0, 1, 1]
func.func @before_a_pad(%x: tensor<1x4x8x8xf32>) -> tensor<1x4x10x10xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4x8x8xf32>
  %0 = ascend.pool max ins(%x : tensor<1x4x8x8xf32>) outs(%e : tensor<1x4x8x8xf32>) layout nchw kernel [3, 3] pad [1, 1, 1, 1] -> tensor<1x4x8x8xf32>
  %1 = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x4x8x8xf32> to tensor<1x4x10x10xf32>
  return %1 : tensor<1x4x10x10xf32>
}

//===----------------------------------------------------------------------===//
// What transposes do not go through
//===----------------------------------------------------------------------===//

// One transpose for the op that is not known and for the return.
// CHECK-LABEL: func @negative_unknown_op
// CHECK:         %[[Y:.*]] = ascend.pool
// CHECK:         %[[T:.*]] = ascend.transpose ins(%[[Y]] : tensor<1x8x8x4xf32>)
// CHECK-NEXT:    %[[U:.*]] = math.absf %[[T]] : tensor<1x4x8x8xf32>
// CHECK-NOT:     ascend.transpose
// CHECK:         return %[[U]], %[[T]]
func.func @negative_unknown_op(%x: tensor<1x4x8x8xf32>) -> (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) {
  %e = tensor.empty() : tensor<1x4x8x8xf32>
  %0 = ascend.pool max ins(%x : tensor<1x4x8x8xf32>) outs(%e : tensor<1x4x8x8xf32>) layout nchw kernel [3, 3] pad [1, 1, 1, 1] -> tensor<1x4x8x8xf32>
  %1 = math.absf %0 : tensor<1x4x8x8xf32>
  return %1, %0 : tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>
}

// The channel and the rest become one dim.
// CHECK-LABEL: func @negative_flatten
// CHECK:         ascend.pool
// CHECK:         %[[T:.*]] = ascend.transpose {{.*}} permutation [0, 3, 1, 2]
// CHECK-NEXT:    tensor.collapse_shape %[[T]] {{\[\[}}0], [1, 2, 3]]
func.func @negative_flatten(%x: tensor<1x4x8x8xf32>) -> tensor<1x256xf32> {
  %e = tensor.empty() : tensor<1x4x8x8xf32>
  %0 = ascend.pool max ins(%x : tensor<1x4x8x8xf32>) outs(%e : tensor<1x4x8x8xf32>) layout nchw kernel [3, 3] pad [1, 1, 1, 1] -> tensor<1x4x8x8xf32>
  %1 = tensor.collapse_shape %0 [[0], [1, 2, 3]] : tensor<1x4x8x8xf32> into tensor<1x256xf32>
  return %1 : tensor<1x256xf32>
}

// A small transpose in front of the concat costs less than a large one in front
// of it and another one behind.
// CHECK-LABEL: func @negative_more_bytes
// CHECK:         ascend.pool
// CHECK:         ascend.transpose {{.*}} -> tensor<1x2x2x2xf32>
// CHECK:         ascend.concat 2 ins({{.*}} : tensor<1x2x2x2xf32>, tensor<1x2x98x2xf32>)
// CHECK-NOT:     ascend.transpose
// CHECK:         return
func.func @negative_more_bytes(%x: tensor<1x2x2x2xf32>, %y: tensor<1x2x98x2xf32>) -> tensor<1x2x100x2xf32> {
  %e = tensor.empty() : tensor<1x2x2x2xf32>
  %0 = ascend.pool max ins(%x : tensor<1x2x2x2xf32>) outs(%e : tensor<1x2x2x2xf32>) layout nchw kernel [3, 3] pad [1, 1, 1, 1] -> tensor<1x2x2x2xf32>
  %f = tensor.empty() : tensor<1x2x100x2xf32>
  %1 = ascend.concat 2 ins(%0, %y : tensor<1x2x2x2xf32>, tensor<1x2x98x2xf32>) outs(%f : tensor<1x2x100x2xf32>) -> tensor<1x2x100x2xf32>
  return %1 : tensor<1x2x100x2xf32>
}

// Nothing says what the dims are.
// CHECK-LABEL: func @negative_no_feature_map
// CHECK-NEXT:    tensor.empty() : tensor<1x4x8x8xf32>
// CHECK-NEXT:    ascend.softmax 1
// CHECK-NEXT:    return
func.func @negative_no_feature_map(%x: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  %e = tensor.empty() : tensor<1x4x8x8xf32>
  %0 = ascend.softmax 1 ins(%x : tensor<1x4x8x8xf32>) outs(%e : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %0 : tensor<1x4x8x8xf32>
}

// The dims of one value in two meanings.
// CHECK-LABEL: func @negative_two_meanings
// CHECK:         %[[A:.*]] = ascend.pool {{.*}} layout nhwc kernel [3, 3]
// CHECK:         %[[T:.*]] = ascend.transpose ins(%[[A]] : tensor<1x4x4x4xf32>) {{.*}} permutation [0, 3, 1, 2]
// CHECK-NEXT:    %[[B:.*]] = ascend.pool max ins(%[[T]] : {{.*}} layout nhwc kernel [2, 2]
func.func @negative_two_meanings(%x: tensor<1x4x4x4xf32>) -> tensor<1x3x3x4xf32> {
  %e = tensor.empty() : tensor<1x4x4x4xf32>
  %f = tensor.empty() : tensor<1x3x3x4xf32>
  %0 = ascend.pool max ins(%x : tensor<1x4x4x4xf32>) outs(%e : tensor<1x4x4x4xf32>) layout nchw kernel [3, 3] pad [1, 1, 1, 1] -> tensor<1x4x4x4xf32>
  %1 = ascend.pool max ins(%0 : tensor<1x4x4x4xf32>) outs(%f : tensor<1x3x3x4xf32>) layout nhwc kernel [2, 2] -> tensor<1x3x3x4xf32>
  return %1 : tensor<1x3x3x4xf32>
}

// CHECK-LABEL: func @negative_blocks_and_buffers
// CHECK:         ascend.pool {{.*}} layout nc1hwc0
// CHECK-NEXT:    ascend.pool {{.*}} layout nchw kernel [1, 1]{{$}}
// CHECK-NOT:     ascend.transpose
func.func @negative_blocks_and_buffers(%x: tensor<1x2x8x8x16xf32>, %b: memref<1x4x8x8xf32>) -> tensor<1x2x8x8x16xf32> {
  %0 = ascend.pool max ins(%x : tensor<1x2x8x8x16xf32>) outs(%x : tensor<1x2x8x8x16xf32>) layout nc1hwc0 kernel [1, 1] -> tensor<1x2x8x8x16xf32>
  ascend.pool max ins(%b : memref<1x4x8x8xf32>) outs(%b : memref<1x4x8x8xf32>) layout nchw kernel [1, 1]
  return %0 : tensor<1x2x8x8x16xf32>
}
