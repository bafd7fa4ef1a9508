// RUN: fold-opt %s --raise-batch-norm -split-input-file | FileCheck %s

#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#c = affine_map<(n, c, h, w) -> (c)>

// The chain of a front end, behind something that cannot absorb it: gamma /
// sqrt(var + eps) is 2 and 3, beta - mean * scale is -1 and -5.
// CHECK-LABEL: func.func @behind_an_argument(
// CHECK-SAME:      %[[X:.*]]: tensor<1x2x4x4xf32>
// CHECK:         %[[SCALE:.*]] = arith.constant dense<[2.000000e+00, 3.000000e+00]> : tensor<2xf32>
// CHECK-NEXT:    %[[SHIFT:.*]] = arith.constant dense<[-1.000000e+00, -5.000000e+00]> : tensor<2xf32>
// CHECK-NEXT:    %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<2xf32>
// CHECK-NEXT:    %[[ONE:.*]] = arith.constant dense<1.000000e+00> : tensor<2xf32>
// CHECK:         %[[Y:.*]] = ascend.batch_norm ins(%[[X]] :
// CHECK-SAME:        parameters(%[[SCALE]], %[[SHIFT]], %[[ZERO]], %[[ONE]] :
// CHECK-SAME:        layout nchw epsilon 0.000000e+00
// CHECK-NOT:     linalg.generic
// CHECK:         return %[[Y]]
func.func @behind_an_argument(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %gamma = arith.constant dense<[4.0, 9.0]> : tensor<2xf32>
  %beta = arith.constant dense<[1.0, 1.0]> : tensor<2xf32>
  %mean = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %var = arith.constant dense<[3.5, 8.5]> : tensor<2xf32>
  %eps = arith.constant 0.5 : f32
  %empty = tensor.empty() : tensor<1x2x4x4xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #c, #c, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %gamma, %beta, %mean, %var : tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x4x4xf32>) {
  ^bb0(%v: f32, %g: f32, %b: f32, %m: f32, %s: f32, %out: f32):
    %0 = arith.addf %s, %eps : f32
    %1 = math.rsqrt %0 : f32
    %2 = arith.subf %v, %m : f32
    %3 = arith.mulf %2, %1 : f32
    %4 = arith.mulf %3, %g : f32
    %5 = arith.addf %4, %b : f32
    linalg.yield %5 : f32
  } -> tensor<1x2x4x4xf32>
  return %y : tensor<1x2x4x4xf32>
}

// -----

// Channels last, two tosa ops, another reader of the input: only the chain
// reads the new op.
// CHECK-LABEL: func.func @other_reader(
// CHECK-SAME:      %[[X:.*]]: tensor<1x4x4x2xf32>
// CHECK:         %[[Y:.*]] = ascend.batch_norm ins(%[[X]] :
// CHECK-SAME:        layout nhwc
// CHECK:         %[[Z:.*]] = tosa.sigmoid %[[X]]
// CHECK:         return %[[Y]], %[[Z]]
func.func @other_reader(%x: tensor<1x4x4x2xf32>) -> (tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>) {
  %s = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %t = "tosa.const"() <{values = dense<[[[[4.0, 5.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.mul %x, %s, %shift : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x4x4x2xf32>
  %y = tosa.add %0, %t : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x4x4x2xf32>
  %z = tosa.sigmoid %x : (tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  return %y, %z : tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>
}

// -----

#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#c = affine_map<(n, c, h, w) -> (c)>

// The body goes on with a relu: only the affine part is taken out.
// CHECK-LABEL: func.func @with_relu(
// CHECK:         %[[BN:.*]] = ascend.batch_norm
// CHECK:         linalg.generic
// CHECK-SAME:        ins(%[[BN]]
// CHECK-NOT:     arith.mulf
// CHECK:         arith.maximumf
func.func @with_relu(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %s = arith.constant dense<[4.0, 9.0]> : tensor<2xf32>
  %t = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x4x4xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %s, %t : tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x4x4xf32>) {
  ^bb0(%v: f32, %g: f32, %b: f32, %out: f32):
    %0 = arith.mulf %v, %g : f32
    %1 = arith.addf %0, %b : f32
    %2 = arith.maximumf %1, %zero : f32
    linalg.yield %2 : f32
  } -> tensor<1x2x4x4xf32>
  return %y : tensor<1x2x4x4xf32>
}

// -----

// A lone bias, and a map that treats all channels alike (the beginning of a
// hard sigmoid), are no BatchNorm.
// CHECK-LABEL: func.func @negative_no_batch_norm(
// CHECK-NOT:     ascend.batch_norm
func.func @negative_no_batch_norm(%x: tensor<1x4x4x2xf32>, %y: tensor<1x4x4x2xf32>) -> (tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>) {
  %bias = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %sixth = "tosa.const"() <{values = dense<0.166666> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %half = "tosa.const"() <{values = dense<0.5> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.add %x, %bias : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x4x4x2xf32>
  %1 = tosa.mul %y, %sixth, %shift : (tensor<1x4x4x2xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<1x4x4x2xf32>
  %2 = tosa.add %1, %half : (tensor<1x4x4x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x4x4x2xf32>
  return %0, %2 : tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>
}

// -----

// Parameters that are known at run time only stay arithmetic.
// CHECK-LABEL: func.func @negative_runtime_parameters(
// CHECK-NOT:     ascend.batch_norm
func.func @negative_runtime_parameters(%x: tensor<1x4x4x2xf32>, %s: tensor<1x1x1x2xf32>, %t: tensor<1x1x1x2xf32>) -> tensor<1x4x4x2xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.mul %x, %s, %shift : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x4x4x2xf32>
  %y = tosa.add %0, %t : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x4x4x2xf32>
  return %y : tensor<1x4x4x2xf32>
}
