// RUN: fold-opt %s --fold-resize-conv --split-input-file | FileCheck %s
// RUN: fold-opt %s --pass-pipeline='builtin.module(func.func(fold-resize-conv))' --split-input-file | FileCheck %s
// RUN: fold-opt %s --fold-resize-conv --split-input-file -o %t.once.mlir
// RUN: fold-opt %s --fold-resize-conv --fold-resize-conv --split-input-file -o %t.twice.mlir
// RUN: diff %t.once.mlir %t.twice.mlir

// 1x1: the convolution goes first, the resize is the same op on its result.
// Weights need not be constant.

// CHECK-LABEL: func.func @bilinear_1x1
// CHECK-SAME:    %[[X:.*]]: tensor<1x4x5x8xf32>, %[[W:.*]]: tensor<3x1x1x8xf32>, %[[B:.*]]: tensor<3xf32>
// CHECK-DAG:     %[[SCALE:.*]] = tosa.const_shape {{.*}}dense<[4, 2, 6, 2]>
// CHECK-DAG:     %[[OFFSET:.*]] = tosa.const_shape {{.*}}dense<[-1, -2]>
// CHECK-DAG:     %[[BORDER:.*]] = tosa.const_shape {{.*}}dense<[1, 2]>
// CHECK:         %[[C:.*]] = tosa.conv2d %[[X]], %[[W]], %[[B]], {{.*}}pad = array<i64: 0, 0, 0, 0>, {{.*}} -> tensor<1x4x5x3xf32>
// CHECK:         %[[Y:.*]] = tosa.resize %[[C]], %[[SCALE]], %[[OFFSET]], %[[BORDER]] {mode = BILINEAR} : {{.*}} -> tensor<1x8x15x3xf32>
// CHECK-NEXT:    return %[[Y]]
func.func @bilinear_1x1(%x: tensor<1x4x5x8xf32>, %w: tensor<3x1x1x8xf32>, %b: tensor<3xf32>) -> tensor<1x8x15x3xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 6, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = BILINEAR} : (tensor<1x4x5x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x8x15x8xf32>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x15x8xf32>, tensor<3x1x1x8xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x15x3xf32>
  return %y : tensor<1x8x15x3xf32>
}

// -----

// Depthwise, with a dynamic batch.

// CHECK-LABEL: func.func @depthwise_1x1
// CHECK-SAME:    %[[X:.*]]: tensor<?x4x4x2xf16>
// CHECK:         %[[C:.*]] = tosa.depthwise_conv2d %[[X]], {{.*}} -> tensor<?x4x4x2xf16>
// CHECK:         %[[Y:.*]] = tosa.resize %[[C]], {{.*}}NEAREST_NEIGHBOR{{.*}} -> tensor<?x8x8x2xf16>
// CHECK:         return %[[Y]]
func.func @depthwise_1x1(%x: tensor<?x4x4x2xf16>, %w: tensor<1x1x2x1xf16>, %b: tensor<2xf16>) -> tensor<?x8x8x2xf16> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf16>}> : () -> tensor<1xf16>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-2, -2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<?x4x4x2xf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<?x8x8x2xf16>
  %y = tosa.depthwise_conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<?x8x8x2xf16>, tensor<1x1x2x1xf16>, tensor<2xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<?x8x8x2xf16>
  return %y : tensor<?x8x8x2xf16>
}

// -----

// What is elementwise, between and behind, goes along: all of it for a nearest
// resize. A residual stays.

// CHECK-LABEL: func.func @elementwise_nearest
// CHECK-SAME:    %[[X:.*]]: tensor<1x4x4x4xf32>, {{.*}}, %[[R:.*]]: tensor<1x8x8x4xf32>
// CHECK:         %[[S:.*]] = tosa.sub %[[X]], {{.*}} -> tensor<1x4x4x4xf32>
// CHECK-NEXT:    %[[M:.*]] = tosa.mul %[[S]], {{.*}} -> tensor<1x4x4x4xf32>
// CHECK-NEXT:    %[[Q:.*]] = tosa.mul %[[M]], %[[M]], {{.*}} -> tensor<1x4x4x4xf32>
// CHECK-NEXT:    %[[C:.*]] = tosa.conv2d %[[Q]], {{.*}} -> tensor<1x4x4x4xf32>
// CHECK-NEXT:    %[[A:.*]] = tosa.clamp %[[C]] {{.*}} -> tensor<1x4x4x4xf32>
// CHECK-NEXT:    %[[U:.*]] = tosa.resize %[[A]], {{.*}} -> tensor<1x8x8x4xf32>
// CHECK-NEXT:    tosa.add %[[U]], %[[R]] : {{.*}} -> tensor<1x8x8x4xf32>
func.func @elementwise_nearest(%x: tensor<1x4x4x4xf32>, %w: tensor<4x1x1x4xf32>, %b: tensor<4xf32>, %r: tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %c = "tosa.const"() <{values = dense<[[[[1.0, 2.0, 3.0, 4.0]]]]> : tensor<1x1x1x4xf32>}> : () -> tensor<1x1x1x4xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x4x4x4xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x8x8x4xf32>
  %0 = tosa.sub %u, %c : (tensor<1x8x8x4xf32>, tensor<1x1x1x4xf32>) -> tensor<1x8x8x4xf32>
  %1 = tosa.mul %0, %c, %shift : (tensor<1x8x8x4xf32>, tensor<1x1x1x4xf32>, tensor<1xi8>) -> tensor<1x8x8x4xf32>
  %2 = tosa.mul %1, %1, %shift : (tensor<1x8x8x4xf32>, tensor<1x8x8x4xf32>, tensor<1xi8>) -> tensor<1x8x8x4xf32>
  %3 = tosa.conv2d %2, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<4x1x1x4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x4xf32>
  %4 = tosa.clamp %3 {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  %5 = tosa.add %4, %r : (tensor<1x8x8x4xf32>, tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  return %5 : tensor<1x8x8x4xf32>
}

// -----

// For a bilinear one, what is affine.

// CHECK-LABEL: func.func @elementwise_bilinear
// CHECK-SAME:    %[[X:.*]]: tensor<1x4x4x4xf32>
// CHECK:         %[[A:.*]] = tosa.add %[[X]], {{.*}} -> tensor<1x4x4x4xf32>
// CHECK:         %[[C:.*]] = tosa.conv2d %[[A]], {{.*}} -> tensor<1x4x4x4xf32>
// CHECK:         %[[M:.*]] = tosa.mul %[[C]], {{.*}} -> tensor<1x4x4x4xf32>
// CHECK:         %[[U:.*]] = tosa.resize %[[M]], {{.*}} -> tensor<1x8x8x4xf32>
// CHECK:         tosa.clamp %[[U]] {{.*}} -> tensor<1x8x8x4xf32>
func.func @elementwise_bilinear(%x: tensor<1x4x4x4xf32>, %w: tensor<4x1x1x4xf32>, %b: tensor<4xf32>) -> tensor<1x8x8x4xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %c = "tosa.const"() <{values = dense<[[[[1.0, 2.0, 3.0, 4.0]]]]> : tensor<1x1x1x4xf32>}> : () -> tensor<1x1x1x4xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = BILINEAR} : (tensor<1x4x4x4xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x8x8x4xf32>
  %0 = tosa.add %u, %c : (tensor<1x8x8x4xf32>, tensor<1x1x1x4xf32>) -> tensor<1x8x8x4xf32>
  %1 = tosa.conv2d %0, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<4x1x1x4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x4xf32>
  %2 = tosa.mul %1, %c, %shift : (tensor<1x8x8x4xf32>, tensor<1x1x1x4xf32>, tensor<1xi8>) -> tensor<1x8x8x4xf32>
  %3 = tosa.clamp %2 {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  return %3 : tensor<1x8x8x4xf32>
}

// -----

// Columns only: of taps 1, 2, 4 the phase of even columns reads 1 and 2 + 4, the
// other 1 + 2 and 4. No concat of rows.

// CHECK-LABEL: func.func @columns
// CHECK-SAME:    %[[X:.*]]: tensor<1x8x8x4xf32>
// CHECK-DAG:     %[[EVEN:.*]] = "tosa.const"() <{values = dense<{{\[\[\[\[}}1.000000e+00, 1.000000e+01, -1.000000e+00, 0.000000e+00], [6.000000e+00, 6.000000e+01, -6.000000e+00, 0.000000e+00]]]]> : tensor<1x1x2x4xf32>}>
// CHECK-DAG:     %[[ODD:.*]] = "tosa.const"() <{values = dense<{{\[\[\[\[}}3.000000e+00, 3.000000e+01, -3.000000e+00, 0.000000e+00], [4.000000e+00, 4.000000e+01, -4.000000e+00, 0.000000e+00]]]]> : tensor<1x1x2x4xf32>}>
// CHECK-DAG:     %[[P0:.*]] = tosa.conv2d %[[X]], %[[EVEN]], {{.*}}pad = array<i64: 0, 0, 1, 0>, {{.*}} -> tensor<1x8x8x1xf32>
// CHECK-DAG:     %[[P1:.*]] = tosa.conv2d %[[X]], %[[ODD]], {{.*}}pad = array<i64: 0, 0, 0, 1>, {{.*}} -> tensor<1x8x8x1xf32>
// CHECK:         %[[ALL:.*]] = tosa.concat %[[P0]], %[[P1]] {axis = 3 : i32} : {{.*}} -> tensor<1x8x8x2xf32>
// CHECK:         %[[Y:.*]] = tosa.reshape %[[ALL]], {{.*}} -> tensor<1x8x16x1xf32>
// CHECK-NEXT:    return %[[Y]]
func.func @columns(%x: tensor<1x8x8x4xf32>) -> tensor<1x8x16x1xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w = "tosa.const"() <{values = dense<[[[[1.0, 10.0, -1.0, 0.0], [2.0, 20.0, -2.0, 0.0], [4.0, 40.0, -4.0, 0.0]]]]> : tensor<1x1x3x4xf32>}> : () -> tensor<1x1x3x4xf32>
  %scale = tosa.const_shape {values = dense<[1, 1, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[0, -2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x4xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x8x16x4xf32>
  %y = tosa.conv2d %u, %w, %z, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x16x4xf32>, tensor<1x1x3x4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x16x1xf32>
  return %y : tensor<1x8x16x1xf32>
}

// -----

// 3x3 behind a factor of 2, with an activation: every phase gets its own.

// CHECK-LABEL: func.func @phases
// CHECK-SAME:    %[[X:.*]]: tensor<?x8x8x8xf32>, %[[B:.*]]: tensor<8xf32>
// CHECK:         %[[C00:.*]] = tosa.conv2d %[[X]], %{{.*}}, %[[B]], {{.*}}pad = array<i64: 1, 0, 1, 0>, stride = array<i64: 1, 1>} : (tensor<?x8x8x8xf32>, tensor<8x2x2x8xf32>, {{.*}} -> tensor<?x8x8x8xf32>
// CHECK:         %[[A00:.*]] = tosa.clamp %[[C00]]
// CHECK:         %[[C01:.*]] = tosa.conv2d %[[X]], %{{.*}}, %[[B]], {{.*}}pad = array<i64: 1, 0, 0, 1>
// CHECK:         %[[A01:.*]] = tosa.clamp %[[C01]]
// CHECK:         %[[C10:.*]] = tosa.conv2d %[[X]], %{{.*}}, %[[B]], {{.*}}pad = array<i64: 0, 1, 1, 0>
// CHECK:         %[[A10:.*]] = tosa.clamp %[[C10]]
// CHECK:         %[[C11:.*]] = tosa.conv2d %[[X]], %{{.*}}, %[[B]], {{.*}}pad = array<i64: 0, 1, 0, 1>
// CHECK:         %[[A11:.*]] = tosa.clamp %[[C11]]
// CHECK:         %[[R0:.*]] = tosa.concat %[[A00]], %[[A01]] {axis = 3 : i32} : {{.*}} -> tensor<?x8x8x16xf32>
// CHECK:         %[[S0:.*]] = tosa.const_shape {{.*}}dense<[-1, 8, 16, 8]>
// CHECK:         %[[I0:.*]] = tosa.reshape %[[R0]], %[[S0]] : {{.*}} -> tensor<?x8x16x8xf32>
// CHECK:         %[[R1:.*]] = tosa.concat %[[A10]], %[[A11]] {axis = 3 : i32}
// CHECK:         %[[I1:.*]] = tosa.reshape %[[R1]], {{.*}} -> tensor<?x8x16x8xf32>
// CHECK:         %[[R:.*]] = tosa.concat %[[I0]], %[[I1]] {axis = 2 : i32} : {{.*}} -> tensor<?x8x32x8xf32>
// CHECK:         %[[Y:.*]] = tosa.reshape %[[R]], {{.*}} -> tensor<?x16x16x8xf32>
// CHECK-NEXT:    return %[[Y]]
func.func @phases(%x: tensor<?x8x8x8xf32>, %b: tensor<8xf32>) -> tensor<?x16x16x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x3x3x8xf32>}> : () -> tensor<8x3x3x8xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<?x8x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<?x16x16x8xf32>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<?x16x16x8xf32>, tensor<8x3x3x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x16x16x8xf32>
  %a = tosa.clamp %y {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<?x16x16x8xf32>) -> tensor<?x16x16x8xf32>
  return %a : tensor<?x16x16x8xf32>
}

// -----

// Moved behind the 1x1, and from there, with the activation, into the 3x3.
// Weights that are large are in resources, named for the function.

// CHECK-LABEL: func.func @moved_on
// CHECK-NOT:     tosa.resize
// CHECK:         %[[C:.*]] = tosa.conv2d {{.*}} -> tensor<1x8x8x8xf32>
// CHECK:         %[[A:.*]] = tosa.clamp %[[C]] {{.*}} -> tensor<1x8x8x8xf32>
// CHECK-COUNT-4: tosa.conv2d %[[A]], {{.*}} -> tensor<1x8x8x8xf32>
// CHECK-NOT:     tosa.resize
func.func @moved_on(%x: tensor<1x8x8x8xf32>, %w1: tensor<8x1x1x8xf32>, %b: tensor<8xf32>) -> tensor<1x16x16x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x3x3x8xf32>}> : () -> tensor<8x3x3x8xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x8xf32>
  %0 = tosa.conv2d %u, %w1, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>, tensor<8x1x1x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8xf32>
  %1 = tosa.clamp %0 {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x16x16x8xf32>) -> tensor<1x16x16x8xf32>
  %y = tosa.conv2d %1, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>, tensor<8x3x3x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8xf32>
  return %y : tensor<1x16x16x8xf32>
}

// CHECK: moved_on_resize_1_0_0_filter

// -----

// An output of 15x16: phases of 8x8, and a slice.

// CHECK-LABEL: func.func @odd_result
// CHECK-COUNT-4: tosa.conv2d {{.*}} -> tensor<1x8x8x8xf32>
// CHECK:         %[[ALL:.*]] = tosa.reshape {{.*}} -> tensor<1x16x16x8xf32>
// CHECK-DAG:     %[[START:.*]] = tosa.const_shape {{.*}}dense<0> : tensor<4xindex>
// CHECK-DAG:     %[[SIZE:.*]] = tosa.const_shape {{.*}}dense<[1, 15, 16, 8]>
// CHECK:         %[[Y:.*]] = tosa.slice %[[ALL]], %[[START]], %[[SIZE]] : {{.*}} -> tensor<1x15x16x8xf32>
// CHECK-NEXT:    return %[[Y]]
func.func @odd_result(%x: tensor<1x8x8x8xf32>, %b: tensor<8xf32>) -> tensor<1x15x16x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x4x5x8xf32>}> : () -> tensor<8x4x5x8xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x8xf32>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 3>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>, tensor<8x4x5x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x15x16x8xf32>
  return %y : tensor<1x15x16x8xf32>
}

// -----

// 13 rows become 25, by another scale than 2: still copies side by side, the
// last row one only. Without padding behind it that is fine.

// CHECK-LABEL: func.func @last_row_once
// CHECK-NOT:     tosa.resize
// CHECK-COUNT-2: tosa.conv2d {{.*}} -> tensor<1x13x8x8xf32>
// CHECK:         tosa.slice {{.*}} -> tensor<1x25x8x8xf32>
func.func @last_row_once(%x: tensor<1x13x8x16xf32>, %b: tensor<8xf32>) -> tensor<1x25x8x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x3x1x16xf32>}> : () -> tensor<8x3x1x16xf32>
  %scale = tosa.const_shape {values = dense<[50, 26, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-24, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x13x8x16xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x25x8x16xf32>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 2, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x25x8x16xf32>, tensor<8x3x1x16xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x25x8x8xf32>
  return %y : tensor<1x25x8x8xf32>
}

// -----

// Depthwise pays for large kernels only. HWCM.

// CHECK-LABEL: func.func @depthwise
// CHECK-COUNT-4: tosa.depthwise_conv2d {{.*}} : (tensor<1x8x8x4xf32>, tensor<5x5x4x1xf32>, {{.*}} -> tensor<1x8x8x4xf32>
func.func @depthwise(%x: tensor<1x8x8x4xf32>, %b: tensor<4xf32>) -> tensor<1x16x16x4xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<9x9x4x1xf32>}> : () -> tensor<9x9x4x1xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x4xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x4xf32>
  %y = tosa.depthwise_conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 4, 4, 4, 4>, stride = array<i64: 1, 1>} : (tensor<1x16x16x4xf32>, tensor<9x9x4x1xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x4xf32>
  return %y : tensor<1x16x16x4xf32>
}

// -----

// Rounded once, ties to even: in bf16, 256 + 1 + 1 is 258, and 1 + 256 is 256.

// CHECK-LABEL: func.func @rounded_once
// CHECK-DAG:     dense<{{\[\[\[\[}}2.580000e+02, 0.000000e+00, 0.000000e+00, 0.000000e+00]]]]> : tensor<1x1x1x4xbf16>
// CHECK-DAG:     dense<{{\[\[\[\[}}2.560000e+02, 0.000000e+00, 0.000000e+00, 0.000000e+00], [1.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]]]]> : tensor<1x1x2x4xbf16>
// CHECK-DAG:     dense<{{\[\[\[\[}}2.560000e+02, 0.000000e+00, 0.000000e+00, 0.000000e+00], [2.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]]]]> : tensor<1x1x2x4xbf16>
func.func @rounded_once(%x: tensor<1x8x8x4xbf16>) -> tensor<1x8x22x1xbf16> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xbf16>}> : () -> tensor<1xbf16>
  %w = "tosa.const"() <{values = dense<[[[[256.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]]]]> : tensor<1x1x3x4xbf16>}> : () -> tensor<1x1x3x4xbf16>
  %scale = tosa.const_shape {values = dense<[1, 1, 3, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[0, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x4xbf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x8x24x4xbf16>
  %y = tosa.conv2d %u, %w, %z, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x24x4xbf16>, tensor<1x1x3x4xbf16>, tensor<1xbf16>, tensor<1xbf16>, tensor<1xbf16>) -> tensor<1x8x22x1xbf16>
  return %y : tensor<1x8x22x1xbf16>
}
