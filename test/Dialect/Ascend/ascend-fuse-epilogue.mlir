// RUN: fold-opt %s -ascend-fuse-epilogue | FileCheck %s
// RUN: fold-opt %s -ascend-fuse-epilogue -ascend-fuse-epilogue | FileCheck %s

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @activation_of_conv(
// CHECK-SAME:    %[[X:.*]]: tensor<1x4x8x8xf32>, %[[W:.*]]: tensor<4x4x1x1xf32>
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<1x4x8x8xf32>
// CHECK-NEXT:    %[[Y:.*]] = ascend.conv ins(%[[X]], %[[W]] : {{.*}}) outs(%[[E]] : tensor<1x4x8x8xf32>) layout nchw filter oihw epilogue [#ascend.clamp<0.000000e+00, 6.000000e+00>]
// CHECK-NEXT:    return %[[Y]]
func.func @activation_of_conv(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>) -> tensor<1x4x8x8xf32> {
  %e = tensor.empty() : tensor<1x4x8x8xf32>
  %0 = ascend.conv ins(%x, %w : tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) outs(%e : tensor<1x4x8x8xf32>) layout nchw filter oihw -> tensor<1x4x8x8xf32>
  %1 = ascend.activation ins(%0 : tensor<1x4x8x8xf32>) outs(%e : tensor<1x4x8x8xf32>) epilogue [#ascend.clamp<0.0, 6.0>] -> tensor<1x4x8x8xf32>
  return %1 : tensor<1x4x8x8xf32>
}

// CHECK-LABEL: func @activation_of_others
// CHECK:         ascend.batch_norm {{.*}} epilogue [#ascend.relu]
// CHECK-NEXT:    ascend.eltwise mul {{.*}} epilogue [#ascend.silu, #ascend.tanh]
// CHECK-NEXT:    ascend.matmul {{.*}} epilogue [#ascend.gelu]
// CHECK-NEXT:    return
func.func @activation_of_others(%x: tensor<1x4x8xf32>, %p: tensor<4xf32>, %w: tensor<1x8x8xf32>) -> tensor<1x4x8xf32> {
  %e = tensor.empty() : tensor<1x4x8xf32>
  %0 = ascend.batch_norm ins(%x : tensor<1x4x8xf32>) parameters(%p, %p, %p, %p : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
      outs(%e : tensor<1x4x8xf32>) layout nchw epsilon 0.0 -> tensor<1x4x8xf32>
  %1 = ascend.activation ins(%0 : tensor<1x4x8xf32>) outs(%e : tensor<1x4x8xf32>) epilogue [#ascend.relu] -> tensor<1x4x8xf32>
  %2 = ascend.eltwise mul ins(%1, %x : tensor<1x4x8xf32>, tensor<1x4x8xf32>) outs(%e : tensor<1x4x8xf32>) epilogue [#ascend.silu] -> tensor<1x4x8xf32>
  %3 = ascend.activation ins(%2 : tensor<1x4x8xf32>) outs(%e : tensor<1x4x8xf32>) epilogue [#ascend.tanh] -> tensor<1x4x8xf32>
  %4 = ascend.matmul ins(%3, %w : tensor<1x4x8xf32>, tensor<1x8x8xf32>) outs(%e : tensor<1x4x8xf32>) -> tensor<1x4x8xf32>
  %5 = ascend.activation ins(%4 : tensor<1x4x8xf32>) outs(%e : tensor<1x4x8xf32>) epilogue [#ascend.gelu] -> tensor<1x4x8xf32>
  return %5 : tensor<1x4x8xf32>
}

// CHECK-LABEL: func @activations
// CHECK:         ascend.activation {{.*}} epilogue [#ascend.silu, #ascend.relu, #ascend.tanh]
// CHECK-NEXT:    return
func.func @activations(%x: tensor<?xf16>, %e: tensor<?xf16>) -> tensor<?xf16> {
  %0 = ascend.activation ins(%x : tensor<?xf16>) outs(%e : tensor<?xf16>) epilogue [#ascend.silu] -> tensor<?xf16>
  %1 = ascend.activation ins(%0 : tensor<?xf16>) outs(%e : tensor<?xf16>) epilogue [#ascend.relu] -> tensor<?xf16>
  %2 = ascend.activation ins(%1 : tensor<?xf16>) outs(%e : tensor<?xf16>) epilogue [#ascend.tanh] -> tensor<?xf16>
  return %2 : tensor<?xf16>
}

// CHECK-LABEL: func @six_steps
// CHECK:         ascend.activation {{.*}} epilogue [#ascend.silu, #ascend.relu, #ascend.tanh, #ascend.silu, #ascend.relu, #ascend.tanh]
// CHECK-NEXT:    return
func.func @six_steps(%x: tensor<4xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ascend.activation ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) epilogue [#ascend.silu, #ascend.relu, #ascend.tanh] -> tensor<4xf32>
  %1 = ascend.activation ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) epilogue [#ascend.silu, #ascend.relu, #ascend.tanh] -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

//===----------------------------------------------------------------------===//
// Biases
//===----------------------------------------------------------------------===//

// The constant stands behind the conv, which moves; the activation follows.
// CHECK-LABEL: func @bias_of_conv(
// CHECK:         %[[C:.*]] = arith.constant {{.*}} : tensor<1x2x1x1xf32>
// CHECK:         %[[B:.*]] = tensor.collapse_shape %[[C]] {{\[\[}}0, 1, 2, 3]] : tensor<1x2x1x1xf32> into tensor<2xf32>
// CHECK:         ascend.conv {{.*}} bias(%[[B]] : tensor<2xf32>) outs({{.*}}) layout nchw filter oihw epilogue [#ascend.relu]
// CHECK-NEXT:    return
func.func @bias_of_conv(%x: tensor<1x4x8x8xf32>, %w: tensor<2x4x1x1xf32>) -> tensor<1x2x8x8xf32> {
  %e = tensor.empty() : tensor<1x2x8x8xf32>
  %0 = ascend.conv ins(%x, %w : tensor<1x4x8x8xf32>, tensor<2x4x1x1xf32>) outs(%e : tensor<1x2x8x8xf32>) layout nchw filter oihw -> tensor<1x2x8x8xf32>
  %c = arith.constant dense<[[[[1.0]], [[2.0]]]]> : tensor<1x2x1x1xf32>
  %1 = ascend.eltwise add ins(%c, %0 : tensor<1x2x1x1xf32>, tensor<1x2x8x8xf32>) outs(%e : tensor<1x2x8x8xf32>) -> tensor<1x2x8x8xf32>
  %2 = ascend.activation ins(%1 : tensor<1x2x8x8xf32>) outs(%e : tensor<1x2x8x8xf32>) epilogue [#ascend.relu] -> tensor<1x2x8x8xf32>
  return %2 : tensor<1x2x8x8xf32>
}

// The vector is there already.
// CHECK-LABEL: func @bias_of_conv_in_nhwc(
// CHECK-SAME:    %[[B:[^:]*]]: tensor<2xf32>
// CHECK:         ascend.conv {{.*}} bias(%[[B]] : tensor<2xf32>) outs({{.*}}) layout nhwc filter oihw epilogue [#ascend.tanh]
// CHECK-NEXT:    return
func.func @bias_of_conv_in_nhwc(%b: tensor<2xf32>, %x: tensor<?x8x8x4xf32>, %w: tensor<2x4x1x1xf32>, %e: tensor<?x8x8x2xf32>) -> tensor<?x8x8x2xf32> {
  %0 = ascend.conv ins(%x, %w : tensor<?x8x8x4xf32>, tensor<2x4x1x1xf32>) outs(%e : tensor<?x8x8x2xf32>) layout nhwc filter oihw -> tensor<?x8x8x2xf32>
  %c = tensor.expand_shape %b [[0, 1, 2, 3]] output_shape [1, 1, 1, 2] : tensor<2xf32> into tensor<1x1x1x2xf32>
  %1 = ascend.eltwise add ins(%0, %c : tensor<?x8x8x2xf32>, tensor<1x1x1x2xf32>) outs(%e : tensor<?x8x8x2xf32>) epilogue [#ascend.tanh] -> tensor<?x8x8x2xf32>
  return %1 : tensor<?x8x8x2xf32>
}

// CHECK-LABEL: func @bias_of_matmul(
// CHECK-SAME:    %[[C:[^:]*]]: tensor<1x5xf32>
// CHECK:         %[[B:.*]] = tensor.collapse_shape %[[C]] {{\[\[}}0, 1]] : tensor<1x5xf32> into tensor<5xf32>
// CHECK:         ascend.matmul {{.*}} bias(%[[B]] : tensor<5xf32>) outs({{.*}} : tensor<3x5xf32>) -> tensor<3x5xf32>
// CHECK-NEXT:    return
func.func @bias_of_matmul(%c: tensor<1x5xf32>, %x: tensor<3x4xf32>, %w: tensor<4x5xf32>) -> tensor<3x5xf32> {
  %e = tensor.empty() : tensor<3x5xf32>
  %0 = ascend.matmul ins(%x, %w : tensor<3x4xf32>, tensor<4x5xf32>) outs(%e : tensor<3x5xf32>) -> tensor<3x5xf32>
  %1 = ascend.eltwise add ins(%0, %c : tensor<3x5xf32>, tensor<1x5xf32>) outs(%e : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %1 : tensor<3x5xf32>
}

// Two convs in a row, a bias between them.
// CHECK-LABEL: func @bias_between_convs
// CHECK:         %[[Y:.*]] = ascend.conv {{.*}} bias({{.*}} : tensor<2xf32>) {{.*}} filter oihw -> tensor<1x2x8x8xf32>
// CHECK-NEXT:    ascend.conv ins(%[[Y]], {{.*}}) outs({{.*}}) layout nchw filter oihw -> tensor<1x2x8x8xf32>
// CHECK-NEXT:    return
func.func @bias_between_convs(%x: tensor<1x2x8x8xf32>, %w: tensor<2x2x1x1xf32>, %c: tensor<1x2x1x1xf32>) -> tensor<1x2x8x8xf32> {
  %e = tensor.empty() : tensor<1x2x8x8xf32>
  %0 = ascend.conv ins(%x, %w : tensor<1x2x8x8xf32>, tensor<2x2x1x1xf32>) outs(%e : tensor<1x2x8x8xf32>) layout nchw filter oihw -> tensor<1x2x8x8xf32>
  %1 = ascend.eltwise add ins(%0, %c : tensor<1x2x8x8xf32>, tensor<1x2x1x1xf32>) outs(%e : tensor<1x2x8x8xf32>) -> tensor<1x2x8x8xf32>
  %2 = ascend.conv ins(%1, %w : tensor<1x2x8x8xf32>, tensor<2x2x1x1xf32>) outs(%e : tensor<1x2x8x8xf32>) layout nchw filter oihw -> tensor<1x2x8x8xf32>
  return %2 : tensor<1x2x8x8xf32>
}

// CHECK-LABEL: func @bias_behind_a_reshape(
// CHECK:         %[[Y:.*]] = ascend.matmul {{.*}} bias({{.*}} : tensor<5xf32>) outs({{.*}} : tensor<1x1x5xf32>) epilogue [#ascend.relu] -> tensor<1x1x5xf32>
// CHECK-NEXT:    %[[Z:.*]] = tensor.collapse_shape %[[Y]] {{\[\[}}0], [1, 2]] : tensor<1x1x5xf32> into tensor<1x5xf32>
// CHECK-NEXT:    return %[[Z]]
func.func @bias_behind_a_reshape(%x: tensor<1x1x4xf32>, %w: tensor<1x4x5xf32>) -> tensor<1x5xf32> {
  %c = arith.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0]]> : tensor<1x5xf32>
  %e = tensor.empty() : tensor<1x1x5xf32>
  %0 = ascend.matmul ins(%x, %w : tensor<1x1x4xf32>, tensor<1x4x5xf32>) outs(%e : tensor<1x1x5xf32>) -> tensor<1x1x5xf32>
  %1 = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<1x1x5xf32> into tensor<1x5xf32>
  %f = tensor.empty() : tensor<1x5xf32>
  %2 = ascend.eltwise add ins(%1, %c : tensor<1x5xf32>, tensor<1x5xf32>) outs(%f : tensor<1x5xf32>) -> tensor<1x5xf32>
  %3 = ascend.activation ins(%2 : tensor<1x5xf32>) outs(%f : tensor<1x5xf32>) epilogue [#ascend.relu] -> tensor<1x5xf32>
  return %3 : tensor<1x5xf32>
}

//===----------------------------------------------------------------------===//
// Residuals
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @add_then_relu(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<1x4x8x8xf32>
// CHECK:         ascend.conv {{.*}} residual(%[[X]] : tensor<1x4x8x8xf32>) {{.*}} epilogue [#ascend.residual, #ascend.relu]
// CHECK-NEXT:    return
func.func @add_then_relu(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>) -> tensor<1x4x8x8xf32> {
  %e = tensor.empty() : tensor<1x4x8x8xf32>
  %0 = ascend.conv ins(%x, %w : tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) outs(%e : tensor<1x4x8x8xf32>) layout nchw filter oihw -> tensor<1x4x8x8xf32>
  %1 = ascend.eltwise add ins(%x, %0 : tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) outs(%e : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %2 = ascend.activation ins(%1 : tensor<1x4x8x8xf32>) outs(%e : tensor<1x4x8x8xf32>) epilogue [#ascend.relu] -> tensor<1x4x8x8xf32>
  return %2 : tensor<1x4x8x8xf32>
}

// CHECK-LABEL: func @relu_then_add(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<1x4x8x8xf32>
// CHECK:         ascend.conv {{.*}} residual(%[[X]] : tensor<1x4x8x8xf32>) {{.*}} epilogue [#ascend.relu, #ascend.residual]
// CHECK-NEXT:    return
func.func @relu_then_add(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>) -> tensor<1x4x8x8xf32> {
  %e = tensor.empty() : tensor<1x4x8x8xf32>
  %0 = ascend.conv ins(%x, %w : tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) outs(%e : tensor<1x4x8x8xf32>) layout nchw filter oihw -> tensor<1x4x8x8xf32>
  %1 = ascend.activation ins(%0 : tensor<1x4x8x8xf32>) outs(%e : tensor<1x4x8x8xf32>) epilogue [#ascend.relu] -> tensor<1x4x8x8xf32>
  %2 = ascend.eltwise add ins(%1, %x : tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) outs(%e : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %2 : tensor<1x4x8x8xf32>
}

// Of two, the later one takes the other.
// CHECK-LABEL: func @two_convs(
// CHECK:         %[[R:.*]] = ascend.conv {{.*}} strides [2, 2] -> tensor<1x4x4x4xf32>
// CHECK-NEXT:    %[[Y:.*]] = ascend.conv {{.*}} residual(%[[R]] : tensor<1x4x4x4xf32>) {{.*}} pad [1, 1, 1, 1] epilogue [#ascend.residual, #ascend.relu]
// CHECK-NEXT:    return %[[Y]]
func.func @two_convs(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>, %v: tensor<4x4x3x3xf32>) -> tensor<1x4x4x4xf32> {
  %e = tensor.empty() : tensor<1x4x4x4xf32>
  %0 = ascend.conv ins(%x, %w : tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) outs(%e : tensor<1x4x4x4xf32>) layout nchw filter oihw strides [2, 2] -> tensor<1x4x4x4xf32>
  %1 = ascend.conv ins(%x, %v : tensor<1x4x8x8xf32>, tensor<4x4x3x3xf32>) outs(%e : tensor<1x4x4x4xf32>) layout nchw filter oihw strides [2, 2] pad [1, 1, 1, 1] -> tensor<1x4x4x4xf32>
  %2 = ascend.eltwise add ins(%0, %1 : tensor<1x4x4x4xf32>, tensor<1x4x4x4xf32>) outs(%e : tensor<1x4x4x4xf32>) epilogue [#ascend.relu] -> tensor<1x4x4x4xf32>
  return %2 : tensor<1x4x4x4xf32>
}

// The residual is computed behind the matmul, which moves.
// CHECK-LABEL: func @later_residual(
// CHECK:         %[[R:.*]] = ascend.softmax
// CHECK-NEXT:    %[[Y:.*]] = ascend.matmul {{.*}} residual(%[[R]] : tensor<4x4xf32>) {{.*}} epilogue [#ascend.residual]
// CHECK-NEXT:    return %[[Y]], %[[R]]
func.func @later_residual(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = ascend.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = ascend.softmax 1 ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = ascend.eltwise add ins(%0, %1 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// The later one has a residual, so the earlier one moves.
// CHECK-LABEL: func @two_additions(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<4x4xf32>
// CHECK:         %[[R:.*]] = ascend.matmul {{.*}} residual(%[[X]] : tensor<4x4xf32>) {{.*}} epilogue [#ascend.residual] ->
// CHECK-NEXT:    %[[Y:.*]] = ascend.matmul {{.*}} residual(%[[R]] : tensor<4x4xf32>) {{.*}} epilogue [#ascend.tanh, #ascend.residual] ->
// CHECK-NEXT:    return %[[Y]]
func.func @two_additions(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = ascend.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) epilogue [#ascend.tanh] -> tensor<4x4xf32>
  %1 = ascend.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = ascend.eltwise add ins(%1, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = ascend.eltwise add ins(%0, %2 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}

//===----------------------------------------------------------------------===//
// What stays
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @negative_other_reader
// CHECK:         %[[Y:.*]] = ascend.matmul {{.*}} outs({{.*}} : tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:    %[[A:.*]] = ascend.activation ins(%[[Y]] : tensor<4x4xf32>)
// CHECK-NEXT:    %[[Z:.*]] = ascend.eltwise add ins(%[[Y]], %{{.*}})
// CHECK-NEXT:    return %[[A]], %[[Z]]
func.func @negative_other_reader(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = ascend.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = ascend.activation ins(%0 : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) epilogue [#ascend.relu] -> tensor<4x4xf32>
  %2 = ascend.eltwise add ins(%0, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1, %2 : tensor<4x4xf32>, tensor<4x4xf32>
}

// CHECK-LABEL: func @negative_returned
// CHECK:         %[[Y:.*]] = ascend.matmul {{.*}} outs({{.*}} : tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:    %[[A:.*]] = ascend.activation ins(%[[Y]] : tensor<4x4xf32>)
// CHECK-NEXT:    return %[[Y]], %[[A]]
func.func @negative_returned(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = ascend.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = ascend.activation ins(%0 : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) epilogue [#ascend.relu] -> tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// CHECK-LABEL: func @negative_twice_the_same
// CHECK:         %[[Y:.*]] = ascend.matmul {{.*}} outs({{.*}} : tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:    ascend.eltwise add ins(%[[Y]], %[[Y]] :
func.func @negative_twice_the_same(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = ascend.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = ascend.eltwise add ins(%0, %0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// CHECK-LABEL: func @negative_broadcast
// CHECK:         ascend.matmul {{.*}} outs({{.*}} : tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:    ascend.eltwise add
// CHECK-NEXT:    ascend.matmul {{.*}} outs({{.*}} : tensor<1x4xf32>) -> tensor<1x4xf32>
// CHECK-NEXT:    ascend.eltwise add
func.func @negative_broadcast(%x: tensor<4x4xf32>, %c: tensor<4x1xf32>, %r: tensor<1x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %f = tensor.empty() : tensor<1x4xf32>
  %0 = ascend.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = ascend.eltwise add ins(%0, %c : tensor<4x4xf32>, tensor<4x1xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = ascend.matmul ins(%r, %x : tensor<1x4xf32>, tensor<4x4xf32>) outs(%f : tensor<1x4xf32>) -> tensor<1x4xf32>
  %3 = ascend.eltwise add ins(%2, %1 : tensor<1x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}

// 1 in the place of ? would be a broadcast.
// CHECK-LABEL: func @negative_dynamic
// CHECK:         ascend.matmul {{.*}} -> tensor<?x4xf32>
// CHECK-NEXT:    ascend.eltwise add
func.func @negative_dynamic(%x: tensor<?x4xf32>, %w: tensor<4x4xf32>, %e: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = ascend.matmul ins(%x, %w : tensor<?x4xf32>, tensor<4x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = ascend.eltwise add ins(%0, %x : tensor<?x4xf32>, tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// [1, 1, 1, W] is no bias of an NCHW conv, whatever W is.
// CHECK-LABEL: func @negative_wrong_axis
// CHECK:         ascend.conv {{.*}} outs({{.*}}) layout nchw filter oihw -> tensor<1x8x8x8xf32>
// CHECK-NEXT:    ascend.eltwise add
func.func @negative_wrong_axis(%x: tensor<1x8x8x8xf32>, %w: tensor<8x8x1x1xf32>, %c: tensor<1x1x1x8xf32>) -> tensor<1x8x8x8xf32> {
  %e = tensor.empty() : tensor<1x8x8x8xf32>
  %0 = ascend.conv ins(%x, %w : tensor<1x8x8x8xf32>, tensor<8x8x1x1xf32>) outs(%e : tensor<1x8x8x8xf32>) layout nchw filter oihw -> tensor<1x8x8x8xf32>
  %1 = ascend.eltwise add ins(%0, %c : tensor<1x8x8x8xf32>, tensor<1x1x1x8xf32>) outs(%e : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return %1 : tensor<1x8x8x8xf32>
}

// CHECK-LABEL: func @negative_scalar
// CHECK:         ascend.conv {{.*}} outs({{.*}}) layout nchw filter oihw -> tensor<1x8x8x8xf32>
// CHECK-NEXT:    ascend.eltwise add
func.func @negative_scalar(%x: tensor<1x8x8x8xf32>, %w: tensor<8x8x1x1xf32>, %c: tensor<1x1x1x1xf32>) -> tensor<1x8x8x8xf32> {
  %e = tensor.empty() : tensor<1x8x8x8xf32>
  %0 = ascend.conv ins(%x, %w : tensor<1x8x8x8xf32>, tensor<8x8x1x1xf32>) outs(%e : tensor<1x8x8x8xf32>) layout nchw filter oihw -> tensor<1x8x8x8xf32>
  %1 = ascend.eltwise add ins(%0, %c : tensor<1x8x8x8xf32>, tensor<1x1x1x1xf32>) outs(%e : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return %1 : tensor<1x8x8x8xf32>
}

// A bias comes before the BatchNorm and before the epilogue.
// CHECK-LABEL: func @negative_bias_too_late
// CHECK:         ascend.conv {{.*}} outs({{.*}}) layout nchw filter oihw -> tensor<1x2x8x8xf32>
// CHECK-NEXT:    ascend.eltwise add
// CHECK-NEXT:    ascend.conv {{.*}} outs({{.*}}) layout nchw filter oihw epilogue [#ascend.relu] -> tensor<1x2x8x8xf32>
// CHECK-NEXT:    ascend.eltwise add
// CHECK-NEXT:    ascend.conv {{.*}} bias(%{{[^)]*}}) outs({{.*}}) layout nchw filter oihw -> tensor<1x2x8x8xf32>
// CHECK-NEXT:    ascend.eltwise add
func.func @negative_bias_too_late(%x: tensor<1x2x8x8xf32>, %w: tensor<2x2x1x1xf32>, %c: tensor<1x2x1x1xf32>, %p: tensor<2xf32>) -> tensor<1x2x8x8xf32> {
  %e = tensor.empty() : tensor<1x2x8x8xf32>
  %0 = ascend.conv ins(%x, %w : tensor<1x2x8x8xf32>, tensor<2x2x1x1xf32>)
      batch_norm(%p, %p, %p, %p : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) epsilon 0.0
      outs(%e : tensor<1x2x8x8xf32>) layout nchw filter oihw -> tensor<1x2x8x8xf32>
  %1 = ascend.eltwise add ins(%0, %c : tensor<1x2x8x8xf32>, tensor<1x2x1x1xf32>) outs(%e : tensor<1x2x8x8xf32>) -> tensor<1x2x8x8xf32>
  %2 = ascend.conv ins(%1, %w : tensor<1x2x8x8xf32>, tensor<2x2x1x1xf32>) outs(%e : tensor<1x2x8x8xf32>) layout nchw filter oihw epilogue [#ascend.relu] -> tensor<1x2x8x8xf32>
  %3 = ascend.eltwise add ins(%2, %c : tensor<1x2x8x8xf32>, tensor<1x2x1x1xf32>) outs(%e : tensor<1x2x8x8xf32>) -> tensor<1x2x8x8xf32>
  %4 = ascend.conv ins(%3, %w : tensor<1x2x8x8xf32>, tensor<2x2x1x1xf32>) bias(%p : tensor<2xf32>) outs(%e : tensor<1x2x8x8xf32>) layout nchw filter oihw -> tensor<1x2x8x8xf32>
  %5 = ascend.eltwise add ins(%4, %c : tensor<1x2x8x8xf32>, tensor<1x2x1x1xf32>) outs(%e : tensor<1x2x8x8xf32>) -> tensor<1x2x8x8xf32>
  return %5 : tensor<1x2x8x8xf32>
}

// CHECK-LABEL: func @negative_second_residual
// CHECK:         ascend.matmul {{.*}} epilogue [#ascend.residual] -> tensor<4x4xf32>
// CHECK-NEXT:    ascend.eltwise add
// CHECK-NEXT:    return
func.func @negative_second_residual(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = ascend.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) residual(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) epilogue [#ascend.residual] -> tensor<4x4xf32>
  %1 = ascend.eltwise add ins(%0, %y : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// CHECK-LABEL: func @negative_too_many_steps
// CHECK:         ascend.matmul
// CHECK-NEXT:    ascend.eltwise add
// CHECK-NEXT:    ascend.activation
// CHECK-NEXT:    return
func.func @negative_too_many_steps(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = ascend.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>)
      epilogue [#ascend.silu, #ascend.relu, #ascend.silu] -> tensor<4x4xf32>
  %1 = ascend.eltwise add ins(%0, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>)
      epilogue [#ascend.silu, #ascend.relu, #ascend.silu] -> tensor<4x4xf32>
  %2 = ascend.activation ins(%1 : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>)
      epilogue [#ascend.silu, #ascend.relu, #ascend.silu, #ascend.relu] -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// CHECK-LABEL: func @negative_subtraction
// CHECK:         ascend.matmul {{.*}} outs({{.*}}) -> tensor<4x4xf32>
// CHECK-NEXT:    ascend.eltwise sub
func.func @negative_subtraction(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = ascend.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = ascend.eltwise sub ins(%x, %0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// The residual is computed in a loop; the matmul stays out of it.
// CHECK-LABEL: func @negative_loop
// CHECK:         ascend.matmul {{.*}} outs({{.*}}) -> tensor<4x4xf32>
// CHECK:         scf.for
// CHECK:           ascend.eltwise add
func.func @negative_loop(%x: tensor<4x4xf32>, %n: index) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = ascend.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4x4xf32> {
    %2 = ascend.eltwise add ins(%0, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.yield %2 : tensor<4x4xf32>
  }
  return %1 : tensor<4x4xf32>
}

// CHECK-LABEL: func @negative_buffers
// CHECK-NEXT:    ascend.activation
// CHECK-NEXT:    ascend.activation
// CHECK-NEXT:    ascend.eltwise add
func.func @negative_buffers(%x: memref<4xf32>, %y: memref<4xf32>) {
  ascend.activation ins(%x : memref<4xf32>) outs(%y : memref<4xf32>) epilogue [#ascend.relu]
  ascend.activation ins(%y : memref<4xf32>) outs(%y : memref<4xf32>) epilogue [#ascend.relu]
  ascend.eltwise add ins(%y, %x : memref<4xf32>, memref<4xf32>) outs(%y : memref<4xf32>)
  return
}
