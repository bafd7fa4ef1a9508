// RUN: fold-opt %s --convert-linalg-to-ascend | FileCheck %s

// CHECK-LABEL: func @pad_bias
// CHECK-SAME: (%[[X:.*]]: tensor<1x3x8x8xf32>, %[[W:.*]]: tensor<4x3x3x3xf32>, %[[B:.*]]: tensor<4xf32>)
// CHECK: %[[Y:.*]] = ascend.conv ins(%[[X]], %[[W]] : {{.*}}) bias(%[[B]] : tensor<4xf32>) outs({{.*}}) layout nchw filter oihw strides [2, 2] pad [1, 1, 0, 2] -> tensor<1x4x4x4xf32>
// CHECK: return %[[Y]]
func.func @pad_bias(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x3x3xf32>, %b: tensor<4xf32>) -> tensor<1x4x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 0] high[0, 0, 1, 2] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x3x8x8xf32> to tensor<1x3x10x10xf32>
  %e = tensor.empty() : tensor<1x4x4x4xf32>
  %i = linalg.broadcast ins(%b : tensor<4xf32>) outs(%e : tensor<1x4x4x4xf32>) dimensions = [0, 2, 3]
  %y = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>} ins(%p, %w : tensor<1x3x10x10xf32>, tensor<4x3x3x3xf32>) outs(%i : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return %y : tensor<1x4x4x4xf32>
}

// CHECK-LABEL: func @dynamic_batch_f16
// CHECK: %[[N:.*]] = tensor.dim
// CHECK: %[[E:.*]] = tensor.empty(%[[N]]) : tensor<?x6x6x4xf16>
// CHECK: ascend.conv ins({{.*}}) outs(%[[E]] : {{.*}}) layout nhwc filter ohwi -> tensor<?x6x6x4xf16>
func.func @dynamic_batch_f16(%x: tensor<?x8x8x3xf16>, %w: tensor<4x3x3x3xf16>, %e: tensor<?x6x6x4xf16>) -> tensor<?x6x6x4xf16> {
  %zero = arith.constant 0.0 : f16
  %i = linalg.fill ins(%zero : f16) outs(%e : tensor<?x6x6x4xf16>) -> tensor<?x6x6x4xf16>
  %y = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<?x8x8x3xf16>, tensor<4x3x3x3xf16>) outs(%i : tensor<?x6x6x4xf16>) -> tensor<?x6x6x4xf16>
  return %y : tensor<?x6x6x4xf16>
}

// What else the destination holds comes after the convolution.
// CHECK-LABEL: func @accumulates
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<1x6x6x4xf32>)
// CHECK: %[[C:.*]] = ascend.conv {{.*}} layout nhwc filter hwio
// CHECK: ascend.eltwise add ins(%[[C]], %[[A]] :
func.func @accumulates(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x4xf32>, %a: tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32> {
  %y = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) outs(%a : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  return %y : tensor<1x6x6x4xf32>
}

// CHECK-LABEL: func @depthwise_chw
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4x3x3xf32>
// CHECK: %[[F:.*]] = tensor.expand_shape %[[W]] {{\[\[}}0, 1], [2], [3]] output_shape [4, 1, 3, 3]
// CHECK: ascend.conv ins(%{{.*}}, %[[F]] : {{.*}} filter oihw groups 4
func.func @depthwise_chw(%x: tensor<1x4x8x8xf32>, %w: tensor<4x3x3xf32>, %e: tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32> {
  %zero = arith.constant 0.0 : f32
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %y = linalg.depthwise_conv_2d_nchw_chw ins(%x, %w : tensor<1x4x8x8xf32>, tensor<4x3x3xf32>) outs(%i : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  return %y : tensor<1x4x6x6xf32>
}

// Output channel c * M + m.
// CHECK-LABEL: func @depthwise_multiplier
// CHECK: %[[M:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0], [1], [2, 3]] : tensor<3x3x4x2xf32> into tensor<3x3x8xf32>
// CHECK: %[[F:.*]] = tensor.expand_shape %[[M]] {{\[\[}}0], [1], [2, 3]] output_shape [3, 3, 1, 8]
// CHECK: %[[Y:.*]] = ascend.conv ins(%{{.*}}, %[[F]] : {{.*}} layout nhwc filter hwio groups 4 -> tensor<1x6x6x8xf32>
// CHECK: tensor.expand_shape %[[Y]] {{\[\[}}0], [1], [2], [3, 4]] output_shape [1, 6, 6, 4, 2]
func.func @depthwise_multiplier(%x: tensor<1x8x8x4xf32>, %w: tensor<3x3x4x2xf32>, %e: tensor<1x6x6x4x2xf32>) -> tensor<1x6x6x4x2xf32> {
  %zero = arith.constant 0.0 : f32
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x6x6x4x2xf32>) -> tensor<1x6x6x4x2xf32>
  %y = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>) outs(%i : tensor<1x6x6x4x2xf32>) -> tensor<1x6x6x4x2xf32>
  return %y : tensor<1x6x6x4x2xf32>
}

// CHECK-LABEL: func @grouped
// CHECK-SAME: (%[[X:.*]]: tensor<1x2x3x8x8xf32>
// CHECK-DAG: %[[I:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0], [1, 2], [3], [4]] : {{.*}} into tensor<1x6x8x8xf32>
// CHECK-DAG: %[[F:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2], [3], [4]] : {{.*}} into tensor<10x3x3x3xf32>
// CHECK-DAG: %[[B:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<2x5xf32> into tensor<10xf32>
// CHECK: ascend.conv ins(%[[I]], %[[F]] : {{.*}}) bias(%[[B]] : {{.*}} filter oihw pad [1, 1, 1, 1] groups 2
func.func @grouped(%x: tensor<1x2x3x8x8xf32>, %w: tensor<2x5x3x3x3xf32>, %b: tensor<2x5xf32>) -> tensor<1x2x5x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 0, 1, 1] high[0, 0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index, %m: index):
    tensor.yield %zero : f32
  } : tensor<1x2x3x8x8xf32> to tensor<1x2x3x10x10xf32>
  %e = tensor.empty() : tensor<1x2x5x8x8xf32>
  %i = linalg.broadcast ins(%b : tensor<2x5xf32>) outs(%e : tensor<1x2x5x8x8xf32>) dimensions = [0, 3, 4]
  %y = linalg.conv_2d_ngchw_gfchw ins(%p, %w : tensor<1x2x3x10x10xf32>, tensor<2x5x3x3x3xf32>) outs(%i : tensor<1x2x5x8x8xf32>) -> tensor<1x2x5x8x8xf32>
  return %y : tensor<1x2x5x8x8xf32>
}

// Padding by something else than zero stays.
// CHECK-LABEL: func @negative_pad_value
// CHECK: %[[P:.*]] = tensor.pad
// CHECK: ascend.conv ins(%[[P]], {{.*}} layout nchw filter oihw ->
func.func @negative_pad_value(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x3x3xf32>, %e: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %one : f32
  } : tensor<1x3x8x8xf32> to tensor<1x3x10x10xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %y = linalg.conv_2d_nchw_fchw ins(%p, %w : tensor<1x3x10x10xf32>, tensor<4x3x3x3xf32>) outs(%i : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %y : tensor<1x4x8x8xf32>
}

// A vector along the width, of as many elements as there are channels, is no
// bias.
// CHECK-LABEL: func @negative_broadcast_along_width
// CHECK: %[[I:.*]] = linalg.broadcast
// CHECK: %[[C:.*]] = ascend.conv ins({{[^)]*}}) outs
// CHECK: ascend.eltwise add ins(%[[C]], %[[I]] :
func.func @negative_broadcast_along_width(%x: tensor<1x3x4x4xf32>, %w: tensor<4x3x1x1xf32>, %b: tensor<4xf32>) -> tensor<1x4x4x4xf32> {
  %e = tensor.empty() : tensor<1x4x4x4xf32>
  %i = linalg.broadcast ins(%b : tensor<4xf32>) outs(%e : tensor<1x4x4x4xf32>) dimensions = [0, 1, 2]
  %y = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x4x4xf32>, tensor<4x3x1x1xf32>) outs(%i : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return %y : tensor<1x4x4x4xf32>
}

// CHECK-LABEL: func @negative_some_windows_only
// CHECK: linalg.conv_2d_nchw_fchw
func.func @negative_some_windows_only(%x: tensor<1x3x9x9xf32>, %w: tensor<4x3x3x3xf32>, %i: tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32> {
  %y = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x9x9xf32>, tensor<4x3x3x3xf32>) outs(%i : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  return %y : tensor<1x4x6x6xf32>
}

// CHECK-LABEL: func @negative_integers
// CHECK: linalg.conv_2d_nchw_fchw
func.func @negative_integers(%x: tensor<1x3x8x8xi8>, %w: tensor<4x3x3x3xi8>, %i: tensor<1x4x6x6xi32>) -> tensor<1x4x6x6xi32> {
  %y = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x8x8xi8>, tensor<4x3x3x3xi8>) outs(%i : tensor<1x4x6x6xi32>) -> tensor<1x4x6x6xi32>
  return %y : tensor<1x4x6x6xi32>
}

// CHECK-LABEL: func @conv_1d
// CHECK: %[[A:.*]] = ascend.conv ins(%{{.*}}, %{{.*}} : tensor<1x3x8xf32>, tensor<4x3x3xf32>) {{.*}} layout nchw filter oihw strides [2] -> tensor<1x4x3xf32>
// CHECK: ascend.conv ins(%{{.*}}, %{{.*}} : tensor<1x8x3xf32>, tensor<3x3x4xf32>) {{.*}} layout nhwc filter hwio dilations [2] -> tensor<1x4x4xf32>
func.func @conv_1d(%x: tensor<1x3x8xf32>, %w: tensor<4x3x3xf32>, %e: tensor<1x4x3xf32>, %x2: tensor<1x8x3xf32>, %w2: tensor<3x3x4xf32>, %e2: tensor<1x4x4xf32>) -> (tensor<1x4x3xf32>, tensor<1x4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x3xf32>) -> tensor<1x4x3xf32>
  %y = linalg.conv_1d_ncw_fcw {strides = dense<2> : tensor<1xi64>} ins(%x, %w : tensor<1x3x8xf32>, tensor<4x3x3xf32>) outs(%i : tensor<1x4x3xf32>) -> tensor<1x4x3xf32>
  %i2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x4x4xf32>) -> tensor<1x4x4xf32>
  %y2 = linalg.conv_1d_nwc_wcf {dilations = dense<2> : tensor<1xi64>} ins(%x2, %w2 : tensor<1x8x3xf32>, tensor<3x3x4xf32>) outs(%i2 : tensor<1x4x4xf32>) -> tensor<1x4x4xf32>
  return %y, %y2 : tensor<1x4x3xf32>, tensor<1x4x4xf32>
}

// CHECK-LABEL: func @conv_3d
// CHECK: ascend.conv ins(%{{.*}}, %{{.*}} : tensor<1x3x4x5x6xf32>, tensor<2x3x3x3x3xf32>) {{.*}} layout nchw filter oihw -> tensor<1x2x2x3x4xf32>
// CHECK: ascend.conv ins(%{{.*}}, %{{.*}} : tensor<1x4x5x6x3xf32>, tensor<3x3x3x3x2xf32>) {{.*}} layout nhwc filter hwio -> tensor<1x2x3x4x2xf32>
func.func @conv_3d(%x: tensor<1x3x4x5x6xf32>, %w: tensor<2x3x3x3x3xf32>, %e: tensor<1x2x2x3x4xf32>, %x2: tensor<1x4x5x6x3xf32>, %w2: tensor<3x3x3x3x2xf32>, %e2: tensor<1x2x3x4x2xf32>) -> (tensor<1x2x2x3x4xf32>, tensor<1x2x3x4x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x2x2x3x4xf32>) -> tensor<1x2x2x3x4xf32>
  %y = linalg.conv_3d_ncdhw_fcdhw ins(%x, %w : tensor<1x3x4x5x6xf32>, tensor<2x3x3x3x3xf32>) outs(%i : tensor<1x2x2x3x4xf32>) -> tensor<1x2x2x3x4xf32>
  %i2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x2x3x4x2xf32>) -> tensor<1x2x3x4x2xf32>
  %y2 = linalg.conv_3d_ndhwc_dhwcf ins(%x2, %w2 : tensor<1x4x5x6x3xf32>, tensor<3x3x3x3x2xf32>) outs(%i2 : tensor<1x2x3x4x2xf32>) -> tensor<1x2x3x4x2xf32>
  return %y, %y2 : tensor<1x2x2x3x4xf32>, tensor<1x2x3x4x2xf32>
}

// The filter has the groups second.
// CHECK-LABEL: func @grouped_fgchw
// CHECK-SAME: (%[[X:.*]]: tensor<1x2x3x8x8xf32>, %[[W:.*]]: tensor<5x2x3x3x3xf32>
// CHECK-DAG: %[[I:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0], [1, 2], [3], [4]] : {{.*}} into tensor<1x6x8x8xf32>
// CHECK-DAG: %[[T:.*]] = ascend.transpose ins(%[[W]] : {{.*}} permutation [1, 0, 2, 3, 4] -> tensor<2x5x3x3x3xf32>
// CHECK-DAG: %[[F:.*]] = tensor.collapse_shape %[[T]] {{\[\[}}0, 1], [2], [3], [4]] : {{.*}} into tensor<10x3x3x3xf32>
// CHECK: ascend.conv ins(%[[I]], %[[F]] : {{.*}} layout nchw filter oihw groups 2
func.func @grouped_fgchw(%x: tensor<1x2x3x8x8xf32>, %w: tensor<5x2x3x3x3xf32>, %e: tensor<1x2x5x6x6xf32>) -> tensor<1x2x5x6x6xf32> {
  %zero = arith.constant 0.0 : f32
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x2x5x6x6xf32>) -> tensor<1x2x5x6x6xf32>
  %y = linalg.conv_2d_ngchw_fgchw ins(%x, %w : tensor<1x2x3x8x8xf32>, tensor<5x2x3x3x3xf32>) outs(%i : tensor<1x2x5x6x6xf32>) -> tensor<1x2x5x6x6xf32>
  return %y : tensor<1x2x5x6x6xf32>
}

// CHECK-LABEL: func @grouped_nhwgc
// CHECK-DAG: %[[I:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0], [1], [2], [3, 4]] : {{.*}} into tensor<1x8x8x6xf32>
// CHECK-DAG: %[[F:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2], [3], [4]] : {{.*}} into tensor<10x3x3x3xf32>
// CHECK: %[[R:.*]] = ascend.conv ins(%[[I]], %[[F]] : {{.*}} layout nhwc filter ohwi groups 2
// CHECK: tensor.expand_shape %[[R]] {{\[\[}}0], [1], [2], [3, 4]] output_shape [1, 6, 6, 2, 5]
func.func @grouped_nhwgc(%x: tensor<1x8x8x2x3xf32>, %w: tensor<2x5x3x3x3xf32>, %e: tensor<1x6x6x2x5xf32>) -> tensor<1x6x6x2x5xf32> {
  %zero = arith.constant 0.0 : f32
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x6x6x2x5xf32>) -> tensor<1x6x6x2x5xf32>
  %y = linalg.conv_2d_nhwgc_gfhwc ins(%x, %w : tensor<1x8x8x2x3xf32>, tensor<2x5x3x3x3xf32>) outs(%i : tensor<1x6x6x2x5xf32>) -> tensor<1x6x6x2x5xf32>
  return %y : tensor<1x6x6x2x5xf32>
}

// CHECK-LABEL: func @negative_dynamic_filter
// CHECK: linalg.conv_2d_nchw_fchw
func.func @negative_dynamic_filter(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x?x3xf32>, %e: tensor<1x4x?x6xf32>) -> tensor<1x4x?x6xf32> {
  %y = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x8x8xf32>, tensor<4x3x?x3xf32>) outs(%e : tensor<1x4x?x6xf32>) -> tensor<1x4x?x6xf32>
  return %y : tensor<1x4x?x6xf32>
}
