// RUN: fold-opt %s --fold-parallel-convs --split-input-file | FileCheck %s

// RepVGG: 3x3, 1x1, the identity, and the identity with a BatchNorm of its own.

// CHECK-LABEL: func @repvgg
// CHECK-SAME: (%[[X:.*]]: tensor<1x4x4x2xf32>)
// CHECK-DAG: %[[W:.*]] = "tosa.const"() <{values = dense<{{\[\[\[\[}}1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00]], {{\[\[}}1.000000e+00, 1.000000e+00], [4.500000e+00, 2.000000e+00], [1.000000e+00, 1.000000e+00]], {{\[\[}}1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00]]], {{\[\[\[}}1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00]], {{\[\[}}1.000000e+00, 1.000000e+00], [3.000000e+00, 6.500000e+00], [1.000000e+00, 1.000000e+00]],
// CHECK-DAG: %[[B:.*]] = "tosa.const"() <{values = dense<[1.225000e+02, 2.255000e+02]> : tensor<2xf32>}>
// CHECK: %[[CONV:.*]] = tosa.conv2d %[[X]], %[[W]], %[[B]], {{.*}} pad = array<i64: 1, 1, 1, 1>
// CHECK-NEXT: %[[RELU:.*]] = tosa.clamp %[[CONV]]
// CHECK-NEXT: return %[[RELU]]
func.func @repvgg(%x: tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w3 = "tosa.const"() <{values = dense<1.0> : tensor<2x3x3x2xf32>}> : () -> tensor<2x3x3x2xf32>
  %w1 = "tosa.const"() <{values = dense<[[[[1.0, 1.0]]], [[[2.0, 3.0]]]]> : tensor<2x1x1x2xf32>}> : () -> tensor<2x1x1x2xf32>
  %b3 = "tosa.const"() <{values = dense<[100.0, 200.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %b1 = "tosa.const"() <{values = dense<[20.0, 25.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %scale = "tosa.const"() <{values = dense<[[[[1.5, 1.5]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %shift = "tosa.const"() <{values = dense<[[[[2.5, 0.5]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.conv2d %x, %w3, %b3, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<2x3x3x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x2xf32>
  %1 = tosa.conv2d %x, %w1, %b1, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x2xf32>
  %2 = tosa.mul %x, %scale, %s : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x4x4x2xf32>
  %3 = tosa.add %2, %shift : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x4x4x2xf32>
  %4 = tosa.add %0, %1 : (tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %5 = tosa.add %4, %3 : (tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %6 = tosa.add %x, %5 : (tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %7 = tosa.clamp %6 {min_val = 0.0 : f32, max_val = 3.4e38 : f32} : (tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  return %7 : tensor<1x4x4x2xf32>
}

// -----

// A block with a stride has no identity; ACNet's 1x3 and 3x1 lie inside 3x3. A
// summand of another kind stays.

// CHECK-LABEL: func @acnet_stride_2
// CHECK-SAME: (%[[X:.*]]: tensor<1x5x5x1xf32>, %[[Y:.*]]: tensor<1x3x3x1xf32>)
// CHECK-DAG: dense<{{\[\[\[\[}}1.000000e+00], [4.000000e+00], [1.000000e+00]], {{\[\[}}3.000000e+00], [6.000000e+00], [3.000000e+00]], {{\[\[}}1.000000e+00], [4.000000e+00], [1.000000e+00]]]]>
// CHECK: %[[CONV:.*]] = tosa.conv2d %[[X]]
// CHECK-SAME: pad = array<i64: 1, 1, 1, 1>
// CHECK-NEXT: %[[SUM:.*]] = tosa.add %[[CONV]], %[[Y]]
// CHECK-NEXT: return %[[SUM]]
func.func @acnet_stride_2(%x: tensor<1x5x5x1xf32>, %y: tensor<1x3x3x1xf32>) -> tensor<1x3x3x1xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w33 = "tosa.const"() <{values = dense<1.0> : tensor<1x3x3x1xf32>}> : () -> tensor<1x3x3x1xf32>
  %w13 = "tosa.const"() <{values = dense<2.0> : tensor<1x1x3x1xf32>}> : () -> tensor<1x1x3x1xf32>
  %w31 = "tosa.const"() <{values = dense<3.0> : tensor<1x3x1x1xf32>}> : () -> tensor<1x3x1x1xf32>
  %0 = tosa.conv2d %x, %w13, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 1, 1>, stride = array<i64: 2, 2>} : (tensor<1x5x5x1xf32>, tensor<1x1x3x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3x1xf32>
  %1 = tosa.conv2d %x, %w33, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 2, 2>} : (tensor<1x5x5x1xf32>, tensor<1x3x3x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3x1xf32>
  %2 = tosa.conv2d %x, %w31, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x5x5x1xf32>, tensor<1x3x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3x1xf32>
  %3 = tosa.add %0, %y : (tensor<1x3x3x1xf32>, tensor<1x3x3x1xf32>) -> tensor<1x3x3x1xf32>
  %4 = tosa.add %1, %2 : (tensor<1x3x3x1xf32>, tensor<1x3x3x1xf32>) -> tensor<1x3x3x1xf32>
  %5 = tosa.add %4, %3 : (tensor<1x3x3x1xf32>, tensor<1x3x3x1xf32>) -> tensor<1x3x3x1xf32>
  return %5 : tensor<1x3x3x1xf32>
}

// -----

// MobileOne: depthwise convolutions and the identity.

// CHECK-LABEL: func @depthwise
// CHECK-DAG: dense<{{\[\[\[\[}}1.000000e+00], [1.000000e+00]], {{\[\[}}1.000000e+00], [1.000000e+00]], {{\[\[}}1.000000e+00], [1.000000e+00]]], {{\[\[\[}}1.000000e+00], [1.000000e+00]], {{\[\[}}7.000000e+00], [8.000000e+00]], {{\[\[}}1.000000e+00]
// CHECK: %[[CONV:.*]] = tosa.depthwise_conv2d
// CHECK-NEXT: return %[[CONV]]
func.func @depthwise(%x: tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  %w3 = "tosa.const"() <{values = dense<1.0> : tensor<3x3x2x1xf32>}> : () -> tensor<3x3x2x1xf32>
  %w1 = "tosa.const"() <{values = dense<[[[[5.0], [6.0]]]]> : tensor<1x1x2x1xf32>}> : () -> tensor<1x1x2x1xf32>
  %0 = tosa.depthwise_conv2d %x, %w3, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<3x3x2x1xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x2xf32>
  %1 = tosa.depthwise_conv2d %x, %w1, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<1x1x2x1xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x2xf32>
  %2 = tosa.add %x, %0 : (tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %3 = tosa.add %1, %2 : (tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  return %3 : tensor<1x4x4x2xf32>
}

// -----

// 1x1 and then 3x3: the second may pad where the first has no bias.

// CHECK-LABEL: func @pointwise_first
// CHECK-SAME: (%[[X:.*]]: tensor<1x5x5x1xf32>)
// CHECK-DAG: %[[W:.*]] = "tosa.const"() <{values = dense<3.200000e+01> : tensor<1x3x3x1xf32>}>
// CHECK: %[[CONV:.*]] = tosa.conv2d %[[X]], %[[W]], {{.*}} pad = array<i64: 1, 1, 1, 1>
// CHECK-NEXT: return %[[CONV]]
func.func @pointwise_first(%x: tensor<1x5x5x1xf32>) -> tensor<1x5x5x1xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w1 = "tosa.const"() <{values = dense<2.0> : tensor<8x1x1x1xf32>}> : () -> tensor<8x1x1x1xf32>
  %w3 = "tosa.const"() <{values = dense<2.0> : tensor<1x3x3x8xf32>}> : () -> tensor<1x3x3x8xf32>
  %0 = tosa.conv2d %x, %w1, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x5x5x1xf32>, tensor<8x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x5x5x8xf32>
  %1 = tosa.conv2d %0, %w3, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x5x5x8xf32>, tensor<1x3x3x8xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x5x5x1xf32>
  return %1 : tensor<1x5x5x1xf32>
}
