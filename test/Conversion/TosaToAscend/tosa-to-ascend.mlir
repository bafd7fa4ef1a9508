// RUN: fold-opt %s --convert-tosa-to-ascend | FileCheck %s

// CHECK-LABEL: func @conv
// CHECK-SAME: (%[[X:.*]]: tensor<?x8x8x3xf32>
// CHECK: ascend.conv ins(%[[X]], %{{.*}} : {{.*}}) bias({{.*}}) outs({{.*}}) layout nhwc filter ohwi strides [2, 2] pad [1, 2, 1, 2]
// CHECK-NOT: tosa
func.func @conv(%x: tensor<?x8x8x3xf32>, %w: tensor<4x3x3x3xf32>, %b: tensor<4xf32>) -> tensor<?x5x5x4xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %amounts = tosa.const_shape {values = dense<[0, 0, 1, 1, 1, 1, 0, 0]> : tensor<8xindex>} : () -> !tosa.shape<8>
  %p = tosa.pad %x, %amounts, %zero : (tensor<?x8x8x3xf32>, !tosa.shape<8>, tensor<1xf32>) -> tensor<?x10x10x3xf32>
  %y = tosa.conv2d %p, %w, %b, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 1, 0, 1>, stride = array<i64: 2, 2>} : (tensor<?x10x10x3xf32>, tensor<4x3x3x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x5x5x4xf32>
  return %y : tensor<?x5x5x4xf32>
}

// CHECK-LABEL: func @depthwise
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1], [2, 3]] : tensor<3x3x4x2xf32> into tensor<3x3x8xf32>
// CHECK: %[[F:.*]] = tensor.expand_shape %{{.*}} output_shape [3, 3, 1, 8]
// CHECK: ascend.conv ins(%{{.*}}, %[[F]] : {{.*}}) outs({{.*}}) layout nhwc filter hwio groups 4
func.func @depthwise(%x: tensor<1x8x8x4xf32>, %w: tensor<3x3x4x2xf32>) -> tensor<1x6x6x8xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %y = tosa.depthwise_conv2d %x, %w, %zero, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x8xf32>
  return %y : tensor<1x6x6x8xf32>
}

// What tosa adds to the result is cropped in ascend.
// CHECK-LABEL: func @transposed
// CHECK: ascend.conv {{.*}} transposed layout nhwc filter ohwi strides [2, 2] pad [1, -1, 1, 0] -> tensor<1x9x8x4xf32>
func.func @transposed(%x: tensor<1x4x4x3xf32>, %w: tensor<4x3x3x3xf32>, %b: tensor<4xf32>) -> tensor<1x9x8x4xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %y = tosa.transpose_conv2d %x, %w, %b, %zero, %zero {acc_type = f32, out_pad = array<i64: -1, 1, -1, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x3xf32>, tensor<4x3x3x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x9x8x4xf32>
  return %y : tensor<1x9x8x4xf32>
}

// CHECK-LABEL: func @pools
// CHECK: %[[M:.*]] = ascend.pool max {{.*}} layout nhwc kernel [3, 3] strides [2, 2] pad [1, 0, 1, 0]
// CHECK: ascend.pool avg ins(%[[M]] : {{.*}} layout nhwc kernel [3, 3] pad [1, 1, 1, 1]
func.func @pools(%x: tensor<1x8x8x4xf32>) -> tensor<1x4x4x4xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %m = tosa.max_pool2d %x {kernel = array<i64: 3, 3>, pad = array<i64: 1, 0, 1, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x4xf32>) -> tensor<1x4x4x4xf32>
  %a = tosa.avg_pool2d %m, %zero, %zero {acc_type = f32, kernel = array<i64: 3, 3>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x4x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x4xf32>
  return %a : tensor<1x4x4x4xf32>
}

// CHECK-LABEL: func @relu6
// CHECK: ascend.activation ins({{.*}} epilogue [#ascend.clamp<0.000000e+00, 6.000000e+00>]
// CHECK-NOT: ascend.activation
// CHECK: return
func.func @relu6(%x: tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %six = "tosa.const"() <{values = dense<6.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %m = tosa.maximum %x, %zero : (tensor<1x8x8x4xf32>, tensor<1x1x1x1xf32>) -> tensor<1x8x8x4xf32>
  %y = tosa.minimum %m, %six : (tensor<1x8x8x4xf32>, tensor<1x1x1x1xf32>) -> tensor<1x8x8x4xf32>
  return %y : tensor<1x8x8x4xf32>
}

// CHECK-LABEL: func @relu
// CHECK: ascend.activation ins({{.*}} epilogue [#ascend.relu]
func.func @relu(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = tosa.clamp %x {max_val = 3.40282347E+38 : f32, min_val = 0.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// CHECK-LABEL: func @silu
// CHECK: ascend.activation ins({{.*}} epilogue [#ascend.silu]
// CHECK-NOT: ascend.eltwise
// CHECK: return
func.func @silu(%x: tensor<4xf32>) -> tensor<4xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %s = tosa.sigmoid %x : (tensor<4xf32>) -> tensor<4xf32>
  %y = tosa.mul %s, %x, %shift : (tensor<4xf32>, tensor<4xf32>, tensor<1xi8>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// CHECK-LABEL: func @gelu
// CHECK: ascend.activation ins({{.*}} epilogue [#ascend.gelu]
// CHECK-NOT: tosa
// CHECK: return
func.func @gelu(%x: tensor<4xf32>) -> tensor<4xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %one = "tosa.const"() <{values = dense<1.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %half = "tosa.const"() <{values = dense<0.5> : tensor<1xf32>}> : () -> tensor<1xf32>
  %root = "tosa.const"() <{values = dense<0.707106769> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.mul %x, %root, %shift : (tensor<4xf32>, tensor<1xf32>, tensor<1xi8>) -> tensor<4xf32>
  %1 = tosa.erf %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = tosa.add %1, %one : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  %3 = tosa.mul %2, %half, %shift : (tensor<4xf32>, tensor<1xf32>, tensor<1xi8>) -> tensor<4xf32>
  %4 = tosa.mul %x, %3, %shift : (tensor<4xf32>, tensor<4xf32>, tensor<1xi8>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}

// CHECK-LABEL: func @mean
// CHECK: ascend.reduce mean ins({{.*}} axes [1, 2] -> tensor<1x1x1x4xf32>
// CHECK-NOT: ascend.eltwise
func.func @mean(%x: tensor<1x7x7x4xf32>) -> tensor<1x1x1x4xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %factor = "tosa.const"() <{values = dense<0.0204081628> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %0 = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<1x7x7x4xf32>) -> tensor<1x1x7x4xf32>
  %1 = tosa.reduce_sum %0 {axis = 2 : i32} : (tensor<1x1x7x4xf32>) -> tensor<1x1x1x4xf32>
  %2 = tosa.mul %1, %factor, %shift : (tensor<1x1x1x4xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<1x1x1x4xf32>
  return %2 : tensor<1x1x1x4xf32>
}

// CHECK-LABEL: func @resizes
// CHECK: ascend.resize nearest_round ins({{.*}} layout nhwc scale [4, 2, 4, 2] offset [0, 0]
// CHECK: ascend.resize linear ins({{.*}} layout nhwc scale [4, 2, 4, 2] offset [-1, -1]
func.func @resizes(%x: tensor<1x4x4x2xf32>) -> (tensor<1x8x8x2xf32>, tensor<1x8x8x2xf32>) {
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %zero = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %two = tosa.const_shape {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>
  %minus = tosa.const_shape {values = dense<-1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %one = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %n = tosa.resize %x, %scale, %zero, %two {mode = NEAREST_NEIGHBOR} : (tensor<1x4x4x2xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x8x8x2xf32>
  %b = tosa.resize %x, %scale, %minus, %one {mode = BILINEAR} : (tensor<1x4x4x2xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x8x8x2xf32>
  return %n, %b : tensor<1x8x8x2xf32>, tensor<1x8x8x2xf32>
}

// CHECK-LABEL: func @movement
// CHECK: %[[T:.*]] = ascend.transpose ins({{.*}} permutation [0, 2, 1]
// CHECK: %[[C:.*]] = ascend.concat 2 ins(%[[T]], %{{.*}} :
// CHECK: %[[S:.*]] = tensor.extract_slice %[[C]][0, 0, 1] [1, 3, 4] [1, 1, 1]
// CHECK: tensor.collapse_shape %[[S]] {{\[\[}}0, 1], [2]]
// CHECK-NOT: tosa
func.func @movement(%x: tensor<1x2x3xf32>, %z: tensor<1x3x4xf32>) -> tensor<3x4xf32> {
  %start = tosa.const_shape {values = dense<[0, 0, 1]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %size = tosa.const_shape {values = dense<[1, 3, 4]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %shape = tosa.const_shape {values = dense<[3, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %t = tosa.transpose %x {perms = array<i32: 0, 2, 1>} : (tensor<1x2x3xf32>) -> tensor<1x3x2xf32>
  %c = tosa.concat %t, %z {axis = 2 : i32} : (tensor<1x3x2xf32>, tensor<1x3x4xf32>) -> tensor<1x3x6xf32>
  %s = tosa.slice %c, %start, %size : (tensor<1x3x6xf32>, !tosa.shape<3>, !tosa.shape<3>) -> tensor<1x3x4xf32>
  %r = tosa.reshape %s, %shape : (tensor<1x3x4xf32>, !tosa.shape<2>) -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// CHECK-LABEL: func @negative_zero_point
// CHECK: tosa.conv2d
func.func @negative_zero_point(%x: tensor<1x8x8x3xf32>, %w: tensor<4x3x3x3xf32>, %b: tensor<4xf32>, %z: tensor<1xf32>) -> tensor<1x6x6x4xf32> {
  %y = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x3xf32>, tensor<4x3x3x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x4xf32>
  return %y : tensor<1x6x6x4xf32>
}

// The gate belongs to something else.
// CHECK-LABEL: func @negative_gate_of_another
// CHECK: ascend.activation {{.*}} epilogue [#ascend.sigmoid]
// CHECK: ascend.eltwise mul
func.func @negative_gate_of_another(%x: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %s = tosa.sigmoid %z : (tensor<4xf32>) -> tensor<4xf32>
  %y = tosa.mul %x, %s, %shift : (tensor<4xf32>, tensor<4xf32>, tensor<1xi8>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// CHECK-LABEL: func @negative_integers
// CHECK: tosa.add
func.func @negative_integers(%x: tensor<4xi32>) -> tensor<4xi32> {
  %y = tosa.add %x, %x : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %y : tensor<4xi32>
}

// CHECK-LABEL: func @conv3d
// CHECK: ascend.conv ins(%{{.*}}, %{{.*}} : tensor<1x4x5x6x3xf32>, tensor<2x3x3x3x3xf32>) bias({{.*}} layout nhwc filter ohwi strides [1, 2, 1] pad [1, 1, 0, 0, 1, 1] -> tensor<1x4x2x6x2xf32>
func.func @conv3d(%x: tensor<1x4x5x6x3xf32>, %w: tensor<2x3x3x3x3xf32>, %b: tensor<2xf32>) -> tensor<1x4x2x6x2xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %y = tosa.conv3d %x, %w, %b, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1, 1>, pad = array<i64: 1, 1, 0, 0, 1, 1>, stride = array<i64: 1, 2, 1>} : (tensor<1x4x5x6x3xf32>, tensor<2x3x3x3x3xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x2x6x2xf32>
  return %y : tensor<1x4x2x6x2xf32>
}

// Both operands have the batch of %x.
// CHECK-LABEL: func @dynamic_residual
// CHECK: ascend.conv
// CHECK: ascend.eltwise add
func.func @dynamic_residual(%x: tensor<?x8x8x3xf32>, %w: tensor<3x1x1x3xf32>, %b: tensor<3xf32>) -> tensor<?x8x8x3xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %c = tosa.conv2d %x, %w, %b, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<?x8x8x3xf32>, tensor<3x1x1x3xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x8x8x3xf32>
  %y = tosa.add %c, %x : (tensor<?x8x8x3xf32>, tensor<?x8x8x3xf32>) -> tensor<?x8x8x3xf32>
  return %y : tensor<?x8x8x3xf32>
}

// CHECK-LABEL: func @dynamic_with_unit
// CHECK: ascend.eltwise sub
func.func @dynamic_with_unit(%x: tensor<?x8xf32>, %z: tensor<1x8xf32>) -> tensor<?x8xf32> {
  %y = tosa.sub %z, %x : (tensor<1x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// One of the two may have extent 1.
// CHECK-LABEL: func @negative_dynamic_operands
// CHECK: tosa.add
func.func @negative_dynamic_operands(%x: tensor<?x8xf32>, %z: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %y = tosa.add %x, %z : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// The result has other spatial extents than the input.
// CHECK-LABEL: func @negative_dynamic_extents
// CHECK: tosa.conv2d
func.func @negative_dynamic_extents(%x: tensor<1x?x8x3xf32>, %w: tensor<3x3x1x3xf32>, %b: tensor<3xf32>) -> tensor<1x?x8x3xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %y = tosa.conv2d %x, %w, %b, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x?x8x3xf32>, tensor<3x3x1x3xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x?x8x3xf32>
  return %y : tensor<1x?x8x3xf32>
}

// CHECK-LABEL: func @negative_dynamic_filter
// CHECK: tosa.conv2d
func.func @negative_dynamic_filter(%x: tensor<1x8x8x3xf32>, %w: tensor<?x1x1x3xf32>, %b: tensor<4xf32>) -> tensor<1x8x8x4xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %y = tosa.conv2d %x, %w, %b, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x3xf32>, tensor<?x1x1x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x4xf32>
  return %y : tensor<1x8x8x4xf32>
}

// CHECK-LABEL: func @negative_ignores_nan
// CHECK: tosa.max_pool2d
// CHECK: tosa.reduce_max
// CHECK: tosa.clamp
// CHECK: tosa.maximum
func.func @negative_ignores_nan(%x: tensor<1x4x4x2xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x1x4x2xf32>, tensor<1x4x4x2xf32>) {
  %p = tosa.max_pool2d %x {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>, nan_mode = IGNORE} : (tensor<1x4x4x2xf32>) -> tensor<1x2x2x2xf32>
  %r = tosa.reduce_max %x {axis = 1 : i32, nan_mode = IGNORE} : (tensor<1x4x4x2xf32>) -> tensor<1x1x4x2xf32>
  %c = tosa.clamp %x {min_val = 0.0 : f32, max_val = 6.0 : f32, nan_mode = IGNORE} : (tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %m = tosa.maximum %c, %x {nan_mode = IGNORE} : (tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  return %p, %r, %m : tensor<1x2x2x2xf32>, tensor<1x1x4x2xf32>, tensor<1x4x4x2xf32>
}
