// RUN: fold-opt %s --fold-conv-bn | FileCheck %s

// Element types and rounding. Everything is computed in f64 and rounded once,
// to the type of the weights; the type itself never changes.

#id = affine_map<(d0, d1) -> (d0, d1)>
#c = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @f64(
// CHECK:         arith.constant dense<{{\[\[}}2.000000e-01, 0.89999999999999991]]> : tensor<1x2xf64>
// CHECK-NEXT:    linalg.matmul
// CHECK-NEXT:    return
func.func @f64(%x: tensor<1x1xf64>) -> tensor<1x2xf64> {
  %w = arith.constant dense<[[0.1, 0.3]]> : tensor<1x2xf64>
  %zero = arith.constant dense<0.0> : tensor<1x2xf64>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf64>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf64>, tensor<1x2xf64>) outs(%zero : tensor<1x2xf64>) -> tensor<1x2xf64>
  %y = arith.mulf %m, %scale : tensor<1x2xf64>
  return %y : tensor<1x2xf64>
}

// In f32 steps, in whatever order, 0.1 * 0.1 * 4.3 is 4.300001e-02.
// CHECK-LABEL: func.func @f32_rounded_once(
// CHECK:         arith.constant dense<4.300000e-02> : tensor<1x1xf32>
// CHECK-NEXT:    linalg.matmul
// CHECK-NEXT:    return
func.func @f32_rounded_once(%x: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %w = arith.constant dense<0.1> : tensor<1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x1xf32>
  %scale1 = arith.constant dense<0.1> : tensor<1x1xf32>
  %scale2 = arith.constant dense<4.3> : tensor<1x1xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x1xf32>) outs(%zero : tensor<1x1xf32>) -> tensor<1x1xf32>
  %0 = arith.mulf %m, %scale1 : tensor<1x1xf32>
  %y = arith.mulf %0, %scale2 : tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}

// In f16 steps 0.1 * 0.1 * 1.1 is 1.098630e-02.
// CHECK-LABEL: func.func @f16_rounded_once(
// CHECK:         arith.constant dense<1.099400e-02> : tensor<1x1xf16>
// CHECK-NEXT:    linalg.matmul
// CHECK-NEXT:    return
func.func @f16_rounded_once(%x: tensor<1x1xf16>) -> tensor<1x1xf16> {
  %w = arith.constant dense<0.1> : tensor<1x1xf16>
  %zero = arith.constant dense<0.0> : tensor<1x1xf16>
  %scale1 = arith.constant dense<0.1> : tensor<1x1xf16>
  %scale2 = arith.constant dense<1.1> : tensor<1x1xf16>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf16>, tensor<1x1xf16>) outs(%zero : tensor<1x1xf16>) -> tensor<1x1xf16>
  %0 = arith.mulf %m, %scale1 : tensor<1x1xf16>
  %y = arith.mulf %0, %scale2 : tensor<1x1xf16>
  return %y : tensor<1x1xf16>
}

// In bf16 steps 0.1 * 0.1 * 0.7 is 6.988530e-03.
// CHECK-LABEL: func.func @bf16_rounded_once(
// CHECK:         arith.constant dense<7.019040e-03> : tensor<1x1xbf16>
// CHECK-NEXT:    linalg.matmul
// CHECK-NEXT:    return
func.func @bf16_rounded_once(%x: tensor<1x1xbf16>) -> tensor<1x1xbf16> {
  %w = arith.constant dense<0.1> : tensor<1x1xbf16>
  %zero = arith.constant dense<0.0> : tensor<1x1xbf16>
  %scale1 = arith.constant dense<0.1> : tensor<1x1xbf16>
  %scale2 = arith.constant dense<0.7> : tensor<1x1xbf16>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xbf16>, tensor<1x1xbf16>) outs(%zero : tensor<1x1xbf16>) -> tensor<1x1xbf16>
  %0 = arith.mulf %m, %scale1 : tensor<1x1xbf16>
  %y = arith.mulf %0, %scale2 : tensor<1x1xbf16>
  return %y : tensor<1x1xbf16>
}

// A product that, rounded to f32 first, would be 3.382810e+00 in f16.
// CHECK-LABEL: func.func @not_rounded_to_f32_on_the_way(
// CHECK:         arith.constant dense<3.384770e+00> : tensor<1x1xf16>
// CHECK-NEXT:    linalg.matmul
// CHECK-NEXT:    return
func.func @not_rounded_to_f32_on_the_way(%x: tensor<1x1xf16>) -> tensor<1x1xf16> {
  %w = arith.constant dense<1.7548828125> : tensor<1x1xf16>
  %zero = arith.constant dense<0.0> : tensor<1x1xf16>
  %scale = arith.constant dense<0x3FF6CFB5> : tensor<1x1xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf16>, tensor<1x1xf16>) outs(%zero : tensor<1x1xf16>) -> tensor<1x1xf16>
  %wide = arith.extf %m : tensor<1x1xf16> to tensor<1x1xf32>
  %0 = arith.mulf %wide, %scale : tensor<1x1xf32>
  %y = arith.truncf %0 : tensor<1x1xf32> to tensor<1x1xf16>
  return %y : tensor<1x1xf16>
}

// Mixed precision: f16 weights, f32 accumulator and bias, BatchNorm in f32 whose
// result is f16 again. The weights stay f16, the bias f32, the last cast too.
// CHECK-LABEL: func.func @f16_weights_f32_accumulator(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf16>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] :
// CHECK-NEXT:    %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] : tensor<1x1xf16>, tensor<1x2xf16>) outs(%[[INIT]] : tensor<1x2xf32>)
// CHECK-NEXT:    %[[Y:.*]] = arith.truncf %[[M]] : tensor<1x2xf32> to tensor<1x2xf16>
// CHECK-NEXT:    return %[[Y]]
func.func @f16_weights_f32_accumulator(%x: tensor<1x1xf16>) -> tensor<1x2xf16> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf16>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %shift = arith.constant dense<[[1.0, -1.0]]> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf16>, tensor<1x2xf16>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %0 = arith.mulf %m, %scale : tensor<1x2xf32>
  %1 = arith.addf %0, %shift : tensor<1x2xf32>
  %y = arith.truncf %1 : tensor<1x2xf32> to tensor<1x2xf16>
  return %y : tensor<1x2xf16>
}

// The accumulator is rounded to f16, widened for the BatchNorm, rounded again:
// one rounding is left.
// CHECK-LABEL: func.func @rounded_before_and_after(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf16>
// CHECK:         %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    %[[Y:.*]] = arith.truncf %[[M]]
// CHECK-NEXT:    return %[[Y]]
func.func @rounded_before_and_after(%x: tensor<1x1xf16>) -> tensor<1x2xf16> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf16>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf16>, tensor<1x2xf16>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %narrow = arith.truncf %m : tensor<1x2xf32> to tensor<1x2xf16>
  %wide = arith.extf %narrow : tensor<1x2xf16> to tensor<1x2xf32>
  %0 = arith.mulf %wide, %scale : tensor<1x2xf32>
  %y = arith.truncf %0 : tensor<1x2xf32> to tensor<1x2xf16>
  return %y : tensor<1x2xf16>
}

// Casts in one body with the arithmetic, and by tosa.
// CHECK-LABEL: func.func @casts_in_the_body(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xbf16>
// CHECK:         %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[M]]
func.func @casts_in_the_body(%x: tensor<1x1xbf16>) -> tensor<1x2xbf16> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xbf16>
  %zero = arith.constant dense<0.0> : tensor<1x2xbf16>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xbf16>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xbf16>, tensor<1x2xbf16>) outs(%zero : tensor<1x2xbf16>) -> tensor<1x2xbf16>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %scale : tensor<1x2xbf16>, tensor<2xbf16>) outs(%m : tensor<1x2xbf16>) {
  ^bb0(%r: bf16, %s: bf16, %out: bf16):
    %wide = arith.extf %r : bf16 to f32
    %wide_s = arith.extf %s : bf16 to f32
    %0 = arith.mulf %wide, %wide_s : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<1x2xbf16>
  return %y : tensor<1x2xbf16>
}

// CHECK-LABEL: func.func @tosa_casts(
// CHECK-DAG:     %[[W:.*]] = "tosa.const"() <{values = dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}6.000000e+00]]]]> : tensor<2x1x1x1xf16>}>
// CHECK:         %[[CONV:.*]] = tosa.conv2d %{{.*}}, %[[W]],
// CHECK-NEXT:    return %[[CONV]]
func.func @tosa_casts(%x: tensor<1x2x2x1xf16>) -> tensor<1x2x2x2xf16> {
  %w = "tosa.const"() <{values = dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf16>}> : () -> tensor<2x1x1x1xf16>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf16>}> : () -> tensor<1xf16>
  %scale = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %conv = tosa.conv2d %x, %w, %zero, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x1xf16>, tensor<2x1x1x1xf16>, tensor<1xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x2x2x2xf16>
  %wide = tosa.cast %conv : (tensor<1x2x2x2xf16>) -> tensor<1x2x2x2xf32>
  %0 = tosa.mul %wide, %scale, %mul_shift : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x2x2x2xf32>
  %y = tosa.cast %0 : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf16>
  return %y : tensor<1x2x2x2xf16>
}

// A variance of 2^20 does not fit into f16, in which the weights are.
// CHECK-LABEL: func.func @variance_above_f16_range(
// CHECK:         arith.constant dense<2.000000e+00> : tensor<1x1xf16>
// CHECK-NEXT:    linalg.matmul
// CHECK-NEXT:    return
func.func @variance_above_f16_range(%x: tensor<1x1xf16>) -> tensor<1x1xf16> {
  %w = arith.constant dense<2048.0> : tensor<1x1xf16>
  %zero = arith.constant dense<0.0> : tensor<1x1xf16>
  %var = arith.constant dense<1048576.0> : tensor<1x1xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf16>, tensor<1x1xf16>) outs(%zero : tensor<1x1xf16>) -> tensor<1x1xf16>
  %wide = arith.extf %m : tensor<1x1xf16> to tensor<1x1xf32>
  %rstd = math.rsqrt %var : tensor<1x1xf32>
  %0 = arith.mulf %wide, %rstd : tensor<1x1xf32>
  %y = arith.truncf %0 : tensor<1x1xf32> to tensor<1x1xf16>
  return %y : tensor<1x1xf16>
}

// Epsilon is taken at the precision it is written in: 2^-200 as f64, though the
// program then rounds it to f32, where it would be zero. gamma is 2^-99.
// CHECK-LABEL: func.func @epsilon_at_its_own_precision(
// CHECK:         arith.constant dense<2.000000e+00> : tensor<1x1xf32>
// CHECK-NEXT:    linalg.matmul
// CHECK-NEXT:    return
func.func @epsilon_at_its_own_precision(%x: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %eps = arith.constant 0x3370000000000000 : f64
  %w = arith.constant dense<1.0> : tensor<1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x1xf32>
  %gamma = arith.constant dense<0x0E000000> : tensor<1xf32>
  %var = arith.constant dense<0.0> : tensor<1xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x1xf32>) outs(%zero : tensor<1x1xf32>) -> tensor<1x1xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #c, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %gamma, %var : tensor<1x1xf32>, tensor<1xf32>, tensor<1xf32>) outs(%m : tensor<1x1xf32>) {
  ^bb0(%r: f32, %g: f32, %v: f32, %out: f32):
    %e = arith.truncf %eps : f64 to f32
    %0 = arith.addf %v, %e : f32
    %1 = math.rsqrt %0 : f32
    %2 = arith.mulf %r, %1 : f32
    %3 = arith.mulf %2, %g : f32
    linalg.yield %3 : f32
  } -> tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}

// One channel has variance 0 and epsilon 0: that fold is refused, the one after
// it is not.
// CHECK-LABEL: func.func @negative_zero_variance(
// CHECK:         %[[A:.*]] = linalg.matmul
// CHECK-NEXT:    %[[Y:.*]] = arith.mulf %[[A]],
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[B:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK:         return %[[Y]], %[[B]]
func.func @negative_zero_variance(%x: tensor<1x1xf32>) -> (tensor<1x2xf32>, tensor<1x2xf32>) {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %var = arith.constant dense<[[4.0, 0.0]]> : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %rstd = math.rsqrt %var : tensor<1x2xf32>
  %a = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %bn_a = arith.mulf %a, %rstd : tensor<1x2xf32>
  %b = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %bn_b = arith.mulf %b, %scale : tensor<1x2xf32>
  return %bn_a, %bn_b : tensor<1x2xf32>, tensor<1x2xf32>
}
