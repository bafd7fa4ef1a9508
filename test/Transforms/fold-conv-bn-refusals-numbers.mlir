// RUN: fold-opt %s --fold-conv-bn --remarks-filter=fold-conv-bn --remark-format=emitRemark -o %t.after 2>&1 | FileCheck %s
// RUN: fold-opt %s -o %t.before
// RUN: diff %t.before %t.after

// Numbers and types that must not be folded, and constants that are none; proof
// that all of it is left as it was.

#id = affine_map<(d0, d1) -> (d0, d1)>
#id1 = affine_map<(d0) -> (d0)>
#c = affine_map<(d0, d1) -> (d1)>

//===----------------------------------------------------------------------===//
// Inf and NaN
//===----------------------------------------------------------------------===//

// CHECK: Function=zero_variance | Remark="nothing folded into 'linalg.matmul': the scale or shift of channel 1 is not finite (variance + epsilon is zero or negative?)"
func.func @zero_variance(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %var = arith.constant dense<[[4.0, 0.0]]> : tensor<1x2xf32>
  %rstd = math.rsqrt %var : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %rstd : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK: Function=negative_variance | Remark="nothing folded into 'linalg.matmul': the scale or shift of channel 0 is not finite (variance + epsilon is zero or negative?)"
func.func @negative_variance(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %var = arith.constant dense<[[-4.0, 4.0]]> : tensor<1x2xf32>
  %std = math.sqrt %var : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.divf %m, %std : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK: Function=f16_overflow | Remark="nothing folded into 'linalg.matmul': a folded weight or bias would not be finite in its type"
func.func @f16_overflow(%x: tensor<1x1xf16>) -> tensor<1x2xf16> {
  %w = arith.constant dense<[[1.0, 60000.0]]> : tensor<1x2xf16>
  %zero = arith.constant dense<0.0> : tensor<1x2xf16>
  %two = arith.constant dense<2.0> : tensor<1x2xf16>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf16>, tensor<1x2xf16>) outs(%zero : tensor<1x2xf16>) -> tensor<1x2xf16>
  %y = arith.mulf %m, %two : tensor<1x2xf16>
  return %y : tensor<1x2xf16>
}

// The weights would fit, the bias would not.
// CHECK: Function=f16_bias_overflow | Remark="nothing folded into 'linalg.matmul': a folded weight or bias would not be finite in its type"
func.func @f16_bias_overflow(%x: tensor<1x1xf16>) -> tensor<1x2xf16> {
  %w = arith.constant dense<1.0> : tensor<1x2xf16>
  %bias = arith.constant dense<60000.0> : tensor<1x2xf16>
  %two = arith.constant dense<2.0> : tensor<1x2xf16>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf16>, tensor<1x2xf16>) outs(%bias : tensor<1x2xf16>) -> tensor<1x2xf16>
  %y = arith.mulf %m, %two : tensor<1x2xf16>
  return %y : tensor<1x2xf16>
}

// CHECK: Function=f32_overflow | Remark="nothing folded into 'linalg.matmul': a folded weight or bias would not be finite in its type"
func.func @f32_overflow(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<3.0e+38> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %two = arith.constant dense<2.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %two : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

// CHECK: Function=seen_in_a_wider_type | Remark="nothing folded into 'linalg.matmul': the scale is applied, or its result used, in a wider type than that of the weights or of a value before it: roundings would no longer be where they were"
func.func @seen_in_a_wider_type(%x: tensor<1x1xf16>) -> tensor<1x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf16>
  %zero = arith.constant dense<0.0> : tensor<1x2xf16>
  %two = arith.constant dense<2.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf16>, tensor<1x2xf16>) outs(%zero : tensor<1x2xf16>) -> tensor<1x2xf16>
  %wide = arith.extf %m : tensor<1x2xf16> to tensor<1x2xf32>
  %y = arith.mulf %wide, %two : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// bf16 has fewer significant bits than f16.
// CHECK: Function=bf16_seen_as_f16 | Remark="nothing folded into 'linalg.matmul': the scale is applied, or its result used, in a wider type than that of the weights or of a value before it: roundings would no longer be where they were"
func.func @bf16_seen_as_f16(%x: tensor<1x1xbf16>) -> tensor<1x2xf16> {
  %w = arith.constant dense<1.0> : tensor<1x2xbf16>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %two = arith.constant dense<2.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xbf16>, tensor<1x2xbf16>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %0 = arith.mulf %m, %two : tensor<1x2xf32>
  %y = arith.truncf %0 : tensor<1x2xf32> to tensor<1x2xf16>
  return %y : tensor<1x2xf16>
}

// A rounding to f16 on the way, which would come behind the scale instead.
// CHECK: Function=rounded_on_the_way | Remark="nothing folded into 'linalg.matmul': the scale is applied, or its result used, in a wider type than that of the weights or of a value before it: roundings would no longer be where they were"
func.func @rounded_on_the_way(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %three = arith.constant dense<3.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %narrow = arith.truncf %m : tensor<1x2xf32> to tensor<1x2xf16>
  %wide = arith.extf %narrow : tensor<1x2xf16> to tensor<1x2xf32>
  %y = arith.mulf %wide, %three : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// The same inside a body.
// CHECK: Function=rounded_in_the_body | Remark="nothing folded into 'linalg.matmul': the scale is applied, or its result used, in a wider type than that of the weights or of a value before it: roundings would no longer be where they were"
func.func @rounded_in_the_body(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %three = arith.constant 3.0 : f32
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m : tensor<1x2xf32>) outs(%m : tensor<1x2xf32>) {
  ^bb0(%r: f32, %out: f32):
    %narrow = arith.truncf %r : f32 to bf16
    %wide = arith.extf %narrow : bf16 to f32
    %0 = arith.mulf %wide, %three : f32
    linalg.yield %0 : f32
  } -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK: Function=f8 | Remark="nothing folded into 'linalg.matmul': only f64, f32, f16 and bf16 are folded"
func.func @f8(%x: tensor<1x1xf8E4M3FN>) -> tensor<1x2xf8E4M3FN> {
  %w = arith.constant dense<1.0> : tensor<1x2xf8E4M3FN>
  %zero = arith.constant dense<0.0> : tensor<1x2xf8E4M3FN>
  %two = arith.constant dense<2.0> : tensor<1x2xf8E4M3FN>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf8E4M3FN>, tensor<1x2xf8E4M3FN>) outs(%zero : tensor<1x2xf8E4M3FN>) -> tensor<1x2xf8E4M3FN>
  %y = arith.mulf %m, %two : tensor<1x2xf8E4M3FN>
  return %y : tensor<1x2xf8E4M3FN>
}

// Integer weights, dequantised behind the convolution.
// CHECK: Function=integer_weights | Remark="nothing folded into 'linalg.conv_2d_nhwc_hwcf': integer weights cannot take a scale"
func.func @integer_weights(%x: tensor<1x2x2x1xi8>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<1> : tensor<1x1x1x2xi8>
  %zero = arith.constant dense<0> : tensor<1x2x2x2xi32>
  %two = arith.constant dense<2.0> : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x2x2x1xi8>, tensor<1x1x1x2xi8>) outs(%zero : tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xi32>
  %float = arith.sitofp %conv : tensor<1x2x2x2xi32> to tensor<1x2x2x2xf32>
  %y = arith.mulf %float, %two : tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK: Function=zero_points | Remark="nothing folded into 'linalg.conv_2d_nhwc_hwcf_q': integer weights cannot take a scale"
func.func @zero_points(%x: tensor<1x2x2x1xi8>, %zp: i32) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<1> : tensor<1x1x1x2xi8>
  %zero = arith.constant dense<0> : tensor<1x2x2x2xi32>
  %two = arith.constant dense<2.0> : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nhwc_hwcf_q ins(%x, %w, %zp, %zp : tensor<1x2x2x1xi8>, tensor<1x1x1x2xi8>, i32, i32) outs(%zero : tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xi32>
  %float = arith.sitofp %conv : tensor<1x2x2x2xi32> to tensor<1x2x2x2xf32>
  %y = arith.mulf %float, %two : tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK: Function=tosa_integers | Remark="nothing folded into 'tosa.conv2d': integer weights cannot take a scale"
func.func @tosa_integers(%x: tensor<1x2x2x1xi8>) -> tensor<1x2x2x2xf32> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x1xi8>}> : () -> tensor<2x1x1x1xi8>
  %bias = "tosa.const"() <{values = dense<0> : tensor<2xi32>}> : () -> tensor<2xi32>
  %zp = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %two = "tosa.const"() <{values = dense<2.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %conv = tosa.conv2d %x, %w, %bias, %zp, %zp {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x1xi8>, tensor<2x1x1x1xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %float = tosa.cast %conv : (tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xf32>
  %y = tosa.mul %float, %two, %zp : (tensor<1x2x2x2xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

//===----------------------------------------------------------------------===//
// Not constant after all
//===----------------------------------------------------------------------===//

ml_program.global private mutable @variable(dense<1.0> : tensor<1x2xf32>) : tensor<1x2xf32>
memref.global "private" @buffer : memref<1x2xf32> = dense<1.0>
memref.global "private" constant @external : memref<1x2xf32>

// CHECK: Function=mutable_global | Remark="nothing folded into 'linalg.matmul': its weights are not a compile-time constant: it reads a global that is not immutable"
func.func @mutable_global(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = ml_program.global_load @variable : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %two = arith.constant dense<2.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %two : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK: Function=memref_global | Remark="nothing folded into 'linalg.matmul': its weights are not a compile-time constant: it reads a global that is not immutable"
func.func @memref_global(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %buffer = memref.get_global @buffer : memref<1x2xf32>
  %w = bufferization.to_tensor %buffer : memref<1x2xf32> to tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %two = arith.constant dense<2.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %two : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK: Function=external_global | Remark="nothing folded into 'linalg.matmul': its weights are not a compile-time constant: the global has no initial value that is a tensor"
func.func @external_global(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %buffer = memref.get_global @external : memref<1x2xf32>
  %w = bufferization.to_tensor %buffer : memref<1x2xf32> to tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %two = arith.constant dense<2.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %two : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK: Function=computed_from_argument | Remark="nothing folded into 'linalg.matmul': its weights are not a compile-time constant: it is an argument of a function or block"
func.func @computed_from_argument(%x: tensor<1x1xf32>, %direction: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %two = arith.constant dense<2.0> : tensor<1x2xf32>
  %w = arith.mulf %direction, %two : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %two : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK: Function=call_result | Remark="nothing folded into 'linalg.matmul': its weights are not a compile-time constant: 'func.call' is not a constant expression"
func.func private @make_weights() -> tensor<1x2xf32>
func.func @call_result(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %two = arith.constant dense<2.0> : tensor<1x2xf32>
  %w = call @make_weights() : () -> tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %two : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// The assertion in the expression of the scale fails in one channel.
// CHECK: Function=assertion_fails | Remark="nothing folded into 'linalg.matmul': what follows is 'linalg.generic': operand #1 is not a compile-time constant: its body has an effect ('cf.assert' is not known to hold)"
func.func @assertion_fails(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %std = arith.constant dense<[2.0, 0.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<2xf32>
  %checked = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%std : tensor<2xf32>) outs(%empty : tensor<2xf32>) {
  ^bb0(%s: f32, %out: f32):
    %ok = arith.cmpf one, %s, %nil : f32
    cf.assert %ok, "zero element"
    linalg.yield %s : f32
  } -> tensor<2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %checked : tensor<1x2xf32>, tensor<2xf32>) outs(%m : tensor<1x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK: Function=sparse | Remark="nothing folded into 'linalg.matmul': its weights are not a compile-time constant: the constant is neither dense nor dense_resource"
func.func @sparse(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant sparse<[[0, 1]], [2.0]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %two = arith.constant dense<2.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %two : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK: Function=slice_at_runtime | Remark="nothing folded into 'linalg.matmul': its weights are not a compile-time constant: the slice is not static"
func.func @slice_at_runtime(%x: tensor<1x1xf32>, %i: index) -> tensor<1x2xf32> {
  %table = arith.constant dense<1.0> : tensor<1x3xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %two = arith.constant dense<2.0> : tensor<1x2xf32>
  %w = tensor.extract_slice %table[0, %i] [1, 2] [1, 1] : tensor<1x3xf32> to tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %two : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}
