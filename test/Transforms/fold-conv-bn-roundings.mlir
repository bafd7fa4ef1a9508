// RUN: fold-opt %s --fold-conv-bn | FileCheck %s
// RUN: fold-opt %s --fold-conv-bn --remarks-filter=fold-conv-bn --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Roundings on the way from the weights to whoever sees the result. A scale may
// move in front of one only if nobody sees more than what is left by it; a
// rounding behind the last arithmetic stays, unless a narrower value goes in.
// The weights are 1 and 2, the scale is 2 and 3.

#id = affine_map<(n, c) -> (n, c)>
#c = affine_map<(n, c) -> (c)>

//===----------------------------------------------------------------------===//
// In front of the arithmetic
//===----------------------------------------------------------------------===//

// Rounded to f16, scaled in f32, seen in f16: the same roundings, later.
// CHECK-LABEL: func.func @rounded_and_seen_as_f16(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    %[[Y:.*]] = arith.truncf %[[M]] : tensor<1x2xf32> to tensor<1x2xf16>
// CHECK-NEXT:    return %[[Y]]
func.func @rounded_and_seen_as_f16(%x: tensor<1x1xf32>) -> tensor<1x2xf16> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %narrow = arith.truncf %m : tensor<1x2xf32> to tensor<1x2xf16>
  %wide = arith.extf %narrow : tensor<1x2xf16> to tensor<1x2xf32>
  %0 = arith.mulf %wide, %scale : tensor<1x2xf32>
  %y = arith.truncf %0 : tensor<1x2xf32> to tensor<1x2xf16>
  return %y : tensor<1x2xf16>
}

// Seen in f16 two ops later.
// CHECK-LABEL: func.func @seen_as_f16_behind_a_relu(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf16>
// CHECK:         linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NOT:     arith.mulf
// CHECK:         arith.maximumf
// CHECK-NEXT:    arith.truncf
func.func @seen_as_f16_behind_a_relu(%x: tensor<1x1xf16>) -> tensor<1x2xf16> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf16>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf16>, tensor<1x2xf16>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %narrow = arith.truncf %m : tensor<1x2xf32> to tensor<1x2xf16>
  %wide = arith.extf %narrow : tensor<1x2xf16> to tensor<1x2xf32>
  %0 = arith.mulf %wide, %scale : tensor<1x2xf32>
  %relu = arith.maximumf %0, %zero : tensor<1x2xf32>
  %y = arith.truncf %relu : tensor<1x2xf32> to tensor<1x2xf16>
  return %y : tensor<1x2xf16>
}

// bf16 has the range of f32; f16, in which the value has been, has not: a scale
// of 2^20 in front of the first rounding would make infinities.
// CHECK-LABEL: func.func @negative_range_of_f16(
// CHECK:         %[[M:.*]] = linalg.matmul
// CHECK-NEXT:    arith.truncf %[[M]]
// CHECK:         arith.mulf
// REMARK: Function=negative_range_of_f16 | Remark="nothing folded into 'linalg.matmul': the scale is applied, or its result used, in a wider type than that of the weights or of a value before it: roundings would no longer be where they were"
func.func @negative_range_of_f16(%x: tensor<1x1xf32>) -> tensor<1x2xbf16> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<1048576.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %narrow = arith.truncf %m : tensor<1x2xf32> to tensor<1x2xf16>
  %wide = arith.extf %narrow : tensor<1x2xf16> to tensor<1x2xf32>
  %0 = arith.mulf %wide, %scale : tensor<1x2xf32>
  %y = arith.truncf %0 : tensor<1x2xf32> to tensor<1x2xbf16>
  return %y : tensor<1x2xbf16>
}

// Scaled in bf16, then seen in f32.
// CHECK-LABEL: func.func @scaled_in_bf16(
// CHECK-NOT:     arith.mulf
// CHECK:         %[[M:.*]] = linalg.matmul
// CHECK-NEXT:    %[[NARROW:.*]] = arith.truncf %[[M]] : tensor<1x2xf32> to tensor<1x2xbf16>
// CHECK-NEXT:    %[[Y:.*]] = arith.extf %[[NARROW]]
// CHECK-NEXT:    return %[[Y]]
func.func @scaled_in_bf16(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xbf16>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %narrow = arith.truncf %m : tensor<1x2xf32> to tensor<1x2xbf16>
  %0 = arith.mulf %narrow, %scale : tensor<1x2xbf16>
  %y = arith.extf %0 : tensor<1x2xbf16> to tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK-LABEL: func.func @negative_tosa_casts(
// CHECK:         %[[CONV:.*]] = tosa.conv2d
// CHECK-NEXT:    tosa.cast %[[CONV]]
// CHECK-NEXT:    tosa.cast
// CHECK-NEXT:    tosa.mul
// REMARK: Function=negative_tosa_casts | Remark="nothing folded into 'tosa.conv2d': the scale is applied, or its result used, in a wider type than that of the weights or of a value before it: roundings would no longer be where they were"
func.func @negative_tosa_casts(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x2x2xf32> {
  %w = "tosa.const"() <{values = dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>}> : () -> tensor<2x1x1x1xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %scale = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %conv = tosa.conv2d %x, %w, %zero, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x1xf32>, tensor<2x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>
  %narrow = tosa.cast %conv : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf16>
  %wide = tosa.cast %narrow : (tensor<1x2x2x2xf16>) -> tensor<1x2x2x2xf32>
  %y = tosa.mul %wide, %scale, %mul_shift : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

//===----------------------------------------------------------------------===//
// Types that are not folded, on the way
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @negative_f8_between(
// CHECK:         %[[M:.*]] = linalg.matmul
// CHECK-NEXT:    arith.truncf %[[M]]
// CHECK-NEXT:    arith.extf
// CHECK-NEXT:    arith.mulf
// REMARK: Function=negative_f8_between | Remark="nothing folded into 'linalg.matmul': the scale is applied, or its result used, in a wider type than that of the weights or of a value before it: roundings would no longer be where they were"
func.func @negative_f8_between(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %narrow = arith.truncf %m : tensor<1x2xf32> to tensor<1x2xf8E4M3FN>
  %wide = arith.extf %narrow : tensor<1x2xf8E4M3FN> to tensor<1x2xf32>
  %y = arith.mulf %wide, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK-LABEL: func.func @negative_f8_twice(
// CHECK:         %[[M:.*]] = linalg.matmul
// CHECK-NEXT:    arith.truncf %[[M]]
// CHECK-NEXT:    arith.extf
// CHECK-NEXT:    arith.mulf
// CHECK-NEXT:    arith.truncf
// REMARK: Function=negative_f8_twice | Remark="nothing folded into 'linalg.matmul': the scale is applied, or its result used, in a wider type than that of the weights or of a value before it: roundings would no longer be where they were"
func.func @negative_f8_twice(%x: tensor<1x1xf32>) -> tensor<1x2xf8E4M3FN> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %narrow = arith.truncf %m : tensor<1x2xf32> to tensor<1x2xf8E4M3FN>
  %wide = arith.extf %narrow : tensor<1x2xf8E4M3FN> to tensor<1x2xf32>
  %0 = arith.mulf %wide, %scale : tensor<1x2xf32>
  %y = arith.truncf %0 : tensor<1x2xf32> to tensor<1x2xf8E4M3FN>
  return %y : tensor<1x2xf8E4M3FN>
}

// f128 sees every bit of the f32 scale; f16 weights cannot hold it.
// CHECK-LABEL: func.func @negative_seen_as_f128(
// CHECK:         %[[M:.*]] = linalg.matmul
// CHECK-NEXT:    arith.extf %[[M]]
// CHECK-NEXT:    arith.mulf
// CHECK-NEXT:    arith.extf
// REMARK: Function=negative_seen_as_f128 | Remark="nothing folded into 'linalg.matmul': the scale is applied, or its result used, in a wider type than that of the weights or of a value before it: roundings would no longer be where they were"
func.func @negative_seen_as_f128(%x: tensor<1x1xf16>) -> tensor<1x2xf128> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf16>
  %zero = arith.constant dense<0.0> : tensor<1x2xf16>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf16>, tensor<1x2xf16>) outs(%zero : tensor<1x2xf16>) -> tensor<1x2xf16>
  %wide = arith.extf %m : tensor<1x2xf16> to tensor<1x2xf32>
  %0 = arith.mulf %wide, %scale : tensor<1x2xf32>
  %y = arith.extf %0 : tensor<1x2xf32> to tensor<1x2xf128>
  return %y : tensor<1x2xf128>
}

// CHECK-LABEL: func.func @negative_scaled_in_f80(
// CHECK:         %[[M:.*]] = linalg.matmul
// CHECK-NEXT:    arith.extf %[[M]]
// CHECK-NEXT:    arith.mulf
// CHECK-NEXT:    arith.truncf
// REMARK: Function=negative_scaled_in_f80 | Remark="nothing folded into 'linalg.matmul': what follows is 'arith.mulf': operand #1 is not a compile-time constant: constants of element type f80 are not evaluated"
func.func @negative_scaled_in_f80(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<2.0> : tensor<1x2xf80>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %wide = arith.extf %m : tensor<1x2xf32> to tensor<1x2xf80>
  %0 = arith.mulf %wide, %scale : tensor<1x2xf80>
  %y = arith.truncf %0 : tensor<1x2xf80> to tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

//===----------------------------------------------------------------------===//
// Behind the arithmetic
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @casts_behind_stay(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    %[[NARROW:.*]] = arith.truncf %[[M]] : tensor<1x2xf32> to tensor<1x2xf16>
// CHECK-NEXT:    %[[Y:.*]] = arith.extf %[[NARROW]] : tensor<1x2xf16> to tensor<1x2xf32>
// CHECK-NEXT:    return %[[Y]]
func.func @casts_behind_stay(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %0 = arith.mulf %m, %scale : tensor<1x2xf32>
  %narrow = arith.truncf %0 : tensor<1x2xf32> to tensor<1x2xf16>
  %y = arith.extf %narrow : tensor<1x2xf16> to tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// Two that are narrow, each in its own way, do not cancel.
// CHECK-LABEL: func.func @two_narrow_types_stay(
// CHECK:         linalg.matmul
// CHECK:         arith.truncf %{{.*}} : tensor<1x2xf32> to tensor<1x2xbf16>
// CHECK-NEXT:    arith.extf %{{.*}} : tensor<1x2xbf16> to tensor<1x2xf32>
// CHECK-NEXT:    %[[Y:.*]] = arith.truncf %{{.*}} : tensor<1x2xf32> to tensor<1x2xf16>
// CHECK-NEXT:    return %[[Y]]
func.func @two_narrow_types_stay(%x: tensor<1x1xf32>) -> tensor<1x2xf16> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %0 = arith.mulf %m, %scale : tensor<1x2xf32>
  %b = arith.truncf %0 : tensor<1x2xf32> to tensor<1x2xbf16>
  %wide = arith.extf %b : tensor<1x2xbf16> to tensor<1x2xf32>
  %y = arith.truncf %wide : tensor<1x2xf32> to tensor<1x2xf16>
  return %y : tensor<1x2xf16>
}

//===----------------------------------------------------------------------===//
// Inside a body
//===----------------------------------------------------------------------===//

// The body ends in a rounding of its own. Folded or not, that stays.
// CHECK-LABEL: func.func @rounding_at_the_end_of_a_body(
// CHECK:         linalg.generic
// CHECK:           %[[NARROW:.*]] = arith.truncf %{{.*}} : f32 to f16
// CHECK-NEXT:      %[[WIDE:.*]] = arith.extf %[[NARROW]] : f16 to f32
// CHECK-NEXT:      linalg.yield %[[WIDE]]
func.func @rounding_at_the_end_of_a_body(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %scale : tensor<1x2xf32>, tensor<2xf32>) outs(%m : tensor<1x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    %narrow = arith.truncf %0 : f32 to f16
    %1 = arith.extf %narrow : f16 to f32
    linalg.yield %1 : f32
  } -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK-LABEL: func.func @negative_rounding_then_scale_then_relu(
// CHECK:         linalg.generic
// CHECK:           arith.truncf
// CHECK-NEXT:      arith.extf
// CHECK-NEXT:      arith.mulf
// CHECK-NEXT:      arith.maximumf
// REMARK: Function=negative_rounding_then_scale_then_relu | Remark="nothing folded into 'linalg.matmul': the scale is applied, or its result used, in a wider type than that of the weights or of a value before it: roundings would no longer be where they were"
func.func @negative_rounding_then_scale_then_relu(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %scale : tensor<1x2xf32>, tensor<2xf32>) outs(%m : tensor<1x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %narrow = arith.truncf %r : f32 to f16
    %wide = arith.extf %narrow : f16 to f32
    %0 = arith.mulf %wide, %s : f32
    %1 = arith.maximumf %0, %nil : f32
    linalg.yield %1 : f32
  } -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

//===----------------------------------------------------------------------===//
// Of constants
//===----------------------------------------------------------------------===//

// A scale that goes through f16 has the digits of f16: 0.955569982 becomes
// 978.5 / 1024.
// CHECK-LABEL: func.func @constant_through_f16(
// CHECK:         arith.constant dense<{{\[\[}}0.955566406, 1.91113281]]> : tensor<1x2xf32>
// CHECK-NOT:     arith.mulf
func.func @constant_through_f16(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %exact = arith.constant dense<0.955569982> : tensor<1x2xf32>
  %narrow = arith.truncf %exact : tensor<1x2xf32> to tensor<1x2xf16>
  %scale = arith.extf %narrow : tensor<1x2xf16> to tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// The same inside a body, in bfloat16: 0.955569982 becomes 245 / 256.
// CHECK-LABEL: func.func @constant_through_bf16_in_a_body(
// CHECK:         arith.constant dense<{{\[\[}}0.957031{{[0-9]*}}, 1.914062{{[0-9]*}}]]> : tensor<1x2xf32>
// CHECK-NOT:     arith.mulf
func.func @constant_through_bf16_in_a_body(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %exact = arith.constant dense<0.955569982> : tensor<2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m, %exact : tensor<1x2xf32>, tensor<2xf32>) outs(%zero : tensor<1x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %narrow = arith.truncf %s : f32 to bf16
    %wide = arith.extf %narrow : bf16 to f32
    %0 = arith.mulf %r, %wide : f32
    linalg.yield %0 : f32
  } -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// Read by tosa.
// CHECK-LABEL: func.func @constant_through_f16_in_tosa(
// CHECK:         "tosa.const"() <{values = dense<{{\[\[\[\[}}0.955566406]]], {{\[\[\[}}1.91113281]]]]> : tensor<2x1x1x1xf32>}>
// CHECK-NOT:     tosa.mul
func.func @constant_through_f16_in_tosa(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x2x2xf32> {
  %w = "tosa.const"() <{values = dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>}> : () -> tensor<2x1x1x1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %exact = "tosa.const"() <{values = dense<0.955569982> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %narrow = tosa.cast %exact : (tensor<1x1x1x2xf32>) -> tensor<1x1x1x2xf16>
  %scale = tosa.cast %narrow : (tensor<1x1x1x2xf16>) -> tensor<1x1x1x2xf32>
  %r = tosa.conv2d %x, %w, %b, %zp, %zp {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x2x2x1xf32>, tensor<2x1x1x1xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>
  %y = tosa.mul %r, %scale, %shift : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}
