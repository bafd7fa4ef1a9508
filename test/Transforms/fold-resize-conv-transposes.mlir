// RUN: fold-opt %s --pass-pipeline='builtin.module(func.func(tosa-reduce-transposes),canonicalize,fold-resize-conv)' | FileCheck %s

// What a front end of NCHW makes of resize, clamp and a 1x1 convolution: upstream
// takes out the transposes, then nothing stands between.

// CHECK-LABEL: func.func @nchw
// CHECK:         %[[X:.*]] = tosa.transpose {{.*}} -> tensor<1x4x4x8xf32>
// CHECK-NEXT:    %[[A:.*]] = tosa.clamp %[[X]]
// CHECK-NEXT:    %[[C:.*]] = tosa.conv2d %[[A]], {{.*}} -> tensor<1x4x4x8xf32>
// CHECK-NEXT:    %[[U:.*]] = tosa.resize %[[C]], {{.*}} -> tensor<1x8x8x8xf32>
// CHECK-NEXT:    %[[Y:.*]] = tosa.transpose %[[U]] {{.*}} -> tensor<1x8x8x8xf32>
// CHECK-NEXT:    return %[[Y]]
func.func @nchw(%x: tensor<1x8x4x4xf32>, %w: tensor<8x1x1x8xf32>, %b: tensor<8xf32>) -> tensor<1x8x8x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.transpose %x {perms = array<i32: 0, 2, 3, 1>} : (tensor<1x8x4x4xf32>) -> tensor<1x4x4x8xf32>
  %1 = tosa.resize %0, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x4x4x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x8x8x8xf32>
  %2 = tosa.transpose %1 {perms = array<i32: 0, 3, 1, 2>} : (tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  %3 = tosa.clamp %2 {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  %4 = tosa.transpose %3 {perms = array<i32: 0, 2, 3, 1>} : (tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  %5 = tosa.conv2d %4, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x8xf32>, tensor<8x1x1x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x8xf32>
  %6 = tosa.transpose %5 {perms = array<i32: 0, 3, 1, 2>} : (tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  return %6 : tensor<1x8x8x8xf32>
}
