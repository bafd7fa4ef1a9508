// RUN: fold-opt %s --fold-conv-bn --split-input-file -o %t.1
// RUN: FileCheck %s --input-file=%t.1
// RUN: fold-opt %t.1 --fold-conv-bn --split-input-file -o %t.2
// RUN: diff %t.1 %t.2

// Weights that come from a quantiser keep their integers: the scale that makes
// floats of them takes the factor.

// CHECK-LABEL: func @tosa_per_channel
// CHECK-DAG: %[[Q:.*]] = "tosa.const"() <{values = dense<{{\[\[\[\[}}-128]]], {{\[\[\[}}64]]]]> : tensor<2x1x1x1xi8>}>
// CHECK: %[[F:.*]] = tosa.cast %[[Q]] : (tensor<2x1x1x1xi8>) -> tensor<2x1x1x1xf32>
// CHECK: %[[S:.*]] = "tosa.const"() <{values = dense<{{\[\[\[\[}}1.000000e+00]]], {{\[\[\[}}7.500000e-01]]]]> : tensor<2x1x1x1xf32>}>
// CHECK: %[[W:.*]] = tosa.mul %[[F]], %[[S]]
// CHECK-NOT: tosa.mul
// CHECK: %[[B:.*]] = "tosa.const"() <{values = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>}>
// CHECK: %[[R:.*]] = tosa.conv2d %{{.*}}, %[[W]], %[[B]]
// CHECK-NEXT: return %[[R]]
func.func @tosa_per_channel(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x2x2xf32> {
  %q = "tosa.const"() <{values = dense<[[[[-128]]], [[[64]]]]> : tensor<2x1x1x1xi8>}> : () -> tensor<2x1x1x1xi8>
  %s = "tosa.const"() <{values = dense<[[[[0.5]]], [[[0.25]]]]> : tensor<2x1x1x1xf32>}> : () -> tensor<2x1x1x1xf32>
  %no_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  %f = tosa.cast %q : (tensor<2x1x1x1xi8>) -> tensor<2x1x1x1xf32>
  %w = tosa.mul %f, %s, %no_shift : (tensor<2x1x1x1xf32>, tensor<2x1x1x1xf32>, tensor<1xi8>) -> tensor<2x1x1x1xf32>
  %conv = tosa.conv2d %x, %w, %b, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x2x2x1xf32>, tensor<2x1x1x1xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>
  %gamma = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %beta = "tosa.const"() <{values = dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %m = tosa.mul %conv, %gamma, %no_shift : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x2x2x2xf32>
  %r = tosa.add %m, %beta : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x2x2x2xf32>
  return %r : tensor<1x2x2x2xf32>
}

// -----

// The factor is the same for all channels: one scale takes it. (q - zp) * s.

// CHECK-LABEL: func @tosa_uniform_zero_point
// CHECK: %[[F:.*]] = tosa.cast
// CHECK: %[[D:.*]] = tosa.sub %[[F]]
// CHECK: %[[S:.*]] = "tosa.const"() <{values = dense<1.500000e+00> : tensor<1x1x1x1xf32>}>
// CHECK: %[[W:.*]] = tosa.mul %[[D]], %[[S]]
// CHECK: %[[R:.*]] = tosa.conv2d %{{.*}}, %[[W]]
// CHECK-NEXT: return %[[R]]
func.func @tosa_uniform_zero_point(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x2x2xf32> {
  %q = "tosa.const"() <{values = dense<[[[[-128]]], [[[64]]]]> : tensor<2x1x1x1xi8>}> : () -> tensor<2x1x1x1xi8>
  %zp = "tosa.const"() <{values = dense<3.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %s = "tosa.const"() <{values = dense<0.5> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %no_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  %f = tosa.cast %q : (tensor<2x1x1x1xi8>) -> tensor<2x1x1x1xf32>
  %d = tosa.sub %f, %zp : (tensor<2x1x1x1xf32>, tensor<1x1x1x1xf32>) -> tensor<2x1x1x1xf32>
  %w = tosa.mul %d, %s, %no_shift : (tensor<2x1x1x1xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<2x1x1x1xf32>
  %conv = tosa.conv2d %x, %w, %b, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x2x2x1xf32>, tensor<2x1x1x1xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>
  %gamma = "tosa.const"() <{values = dense<3.0> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %m = tosa.mul %conv, %gamma, %no_shift : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x2x2x2xf32>
  return %m : tensor<1x2x2x2xf32>
}

// -----

// One body reads integers, takes the zero point off, and scales; two
// convolutions with a BatchNorm each share it. The filter is transposed behind.

#fchw = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#f = affine_map<(d0, d1, d2, d3) -> (d0)>
#c = affine_map<(d0, d1, d2, d3) -> (d1)>
// CHECK-LABEL: func @linalg_shared
// CHECK-DAG: %[[Q:.*]] = arith.constant dense<{{.*}}> : tensor<2x1x1x1xi8>
// CHECK: %[[S1:.*]] = arith.constant dense<[1.000000e+00, 7.500000e-01]> : tensor<2xf32>
// CHECK: %[[G1:.*]] = linalg.generic {{.*}} ins(%[[Q]], %[[S1]] :
// CHECK: arith.sitofp
// CHECK: arith.subf
// CHECK: arith.mulf
// CHECK: %[[T1:.*]] = linalg.transpose ins(%[[G1]] :
// CHECK: linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[T1]] :
// CHECK: %[[S2:.*]] = arith.constant dense<[3.000000e+00, 1.750000e+00]> : tensor<2xf32>
// CHECK: %[[G2:.*]] = linalg.generic {{.*}} ins(%[[Q]], %[[S2]] :
// CHECK: %[[T2:.*]] = linalg.transpose ins(%[[G2]] :
// CHECK: linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[T2]] :
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @linalg_shared(%x: tensor<1x1x2x2xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) {
  %q = arith.constant dense<[[[[-128]]], [[[64]]]]> : tensor<2x1x1x1xi8>
  %s = arith.constant dense<[0.5, 0.25]> : tensor<2xf32>
  %zp = arith.constant 3.0 : f32
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %e = tensor.empty() : tensor<2x1x1x1xf32>
  %d = linalg.generic {indexing_maps = [#fchw, #f, #fchw], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%q, %s : tensor<2x1x1x1xi8>, tensor<2xf32>) outs(%e : tensor<2x1x1x1xf32>) {
  ^bb0(%i: i8, %scale: f32, %o: f32):
    %0 = arith.sitofp %i : i8 to f32
    %1 = arith.subf %0, %zp : f32
    %2 = arith.mulf %1, %scale : f32
    linalg.yield %2 : f32
  } -> tensor<2x1x1x1xf32>
  %w = linalg.transpose ins(%d : tensor<2x1x1x1xf32>) outs(%e : tensor<2x1x1x1xf32>) permutation = [0, 2, 1, 3]
  %conv1 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %conv2 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %g1 = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %g2 = arith.constant dense<[6.0, 7.0]> : tensor<2xf32>
  %e2 = tensor.empty() : tensor<1x2x2x2xf32>
  %r1 = linalg.generic {indexing_maps = [#fchw, #c, #fchw], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%conv1, %g1 : tensor<1x2x2x2xf32>, tensor<2xf32>) outs(%e2 : tensor<1x2x2x2xf32>) {
  ^bb0(%v: f32, %g: f32, %o: f32):
    %0 = arith.mulf %v, %g : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  %r2 = linalg.generic {indexing_maps = [#fchw, #c, #fchw], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%conv2, %g2 : tensor<1x2x2x2xf32>, tensor<2xf32>) outs(%e2 : tensor<1x2x2x2xf32>) {
  ^bb0(%v: f32, %g: f32, %o: f32):
    %0 = arith.mulf %v, %g : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %r1, %r2 : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>
}

// -----

// Fake quantisation: W / s, rounded, clamped, times s. Only the second s takes
// the factor, so that W / s stays what it was, bit for bit.

// CHECK-LABEL: func @fake_quant
// CHECK-DAG: %[[W:.*]] = arith.constant dense<[{{\[}}6.{{.*}}, 1.6{{.*}}]]> : tensor<1x2xf32>
// CHECK-DAG: %[[S:.*]] = arith.constant dense<[{{\[}}5.000000e-01, 2.500000e-01]]> : tensor<1x2xf32>
// CHECK: %[[D:.*]] = arith.divf %[[W]], %[[S]]
// CHECK: %[[R:.*]] = math.roundeven %[[D]]
// CHECK: %[[C:.*]] = arith.minimumf %[[R]]
// CHECK: %[[SF:.*]] = arith.constant dense<[{{\[}}1.000000e+00, 7.500000e-01]]> : tensor<1x2xf32>
// CHECK: %[[M:.*]] = arith.mulf %[[C]], %[[SF]]
// CHECK: linalg.matmul ins(%{{.*}}, %[[M]] :
// CHECK-NOT: arith.mulf
// CHECK: return
func.func @fake_quant(%x: tensor<2x1xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<[[6.1, 1.6]]> : tensor<1x2xf32>
  %s = arith.constant dense<[[0.5, 0.25]]> : tensor<1x2xf32>
  %top = arith.constant dense<127.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %d = arith.divf %w, %s : tensor<1x2xf32>
  %r = math.roundeven %d : tensor<1x2xf32>
  %c = arith.minimumf %r, %top : tensor<1x2xf32>
  %f = arith.mulf %c, %s : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %f : tensor<2x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %g = arith.constant dense<[[2.0, 3.0], [2.0, 3.0]]> : tensor<2x2xf32>
  %y = arith.mulf %m, %g : tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// -----

// Depthwise in tosa, fake quantisation with a floor, and the scale and the
// filter reshaped.

// CHECK-LABEL: func @tosa_depthwise_fake_quant
// CHECK: %[[F:.*]] = tosa.floor
// CHECK: %[[C:.*]] = tosa.clamp %[[F]]
// CHECK: %[[SF:.*]] = "tosa.const"() <{values = dense<[1.000000e+00, 7.500000e-01]> : tensor<2xf32>}>
// CHECK: %[[S4:.*]] = tosa.reshape %[[SF]]
// CHECK: %[[M:.*]] = tosa.mul %[[C]], %[[S4]]
// CHECK: %[[W:.*]] = tosa.reshape %[[M]]
// CHECK: %[[R:.*]] = tosa.depthwise_conv2d %{{.*}}, %[[W]]
// CHECK-NEXT: return %[[R]]
func.func @tosa_depthwise_fake_quant(%x: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w0 = "tosa.const"() <{values = dense<[[5.2, 1.7]]> : tensor<1x2xf32>}> : () -> tensor<1x2xf32>
  %s = "tosa.const"() <{values = dense<[0.5, 0.25]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %inverse = "tosa.const"() <{values = dense<[[2.0, 4.0]]> : tensor<1x2xf32>}> : () -> tensor<1x2xf32>
  %no_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  %shape = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %filter = tosa.const_shape {values = dense<[1, 1, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %d = tosa.mul %w0, %inverse, %no_shift : (tensor<1x2xf32>, tensor<1x2xf32>, tensor<1xi8>) -> tensor<1x2xf32>
  %f = tosa.floor %d : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %c = tosa.clamp %f {min_val = -128.0 : f32, max_val = 127.0 : f32} : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %s2 = tosa.reshape %s, %shape : (tensor<2xf32>, !tosa.shape<2>) -> tensor<1x2xf32>
  %m = tosa.mul %c, %s2, %no_shift : (tensor<1x2xf32>, tensor<1x2xf32>, tensor<1xi8>) -> tensor<1x2xf32>
  %w = tosa.reshape %m, %filter : (tensor<1x2xf32>, !tosa.shape<4>) -> tensor<1x1x2x1xf32>
  %conv = tosa.depthwise_conv2d %x, %w, %b, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x2x2x2xf32>, tensor<1x1x2x1xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>
  %gamma = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %y = tosa.mul %conv, %gamma, %no_shift : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// -----

// A shift alone leaves the weights as they are, whatever made them.

// CHECK-LABEL: func @shift_only
// CHECK-DAG: %[[S:.*]] = "tosa.const"() <{values = dense<5.000000e-01> : tensor<1x1x1x1xf32>}>
// CHECK: %[[W:.*]] = tosa.mul %{{.*}}, %[[S]]
// CHECK: %[[B:.*]] = "tosa.const"() <{values = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>}>
// CHECK: %[[R:.*]] = tosa.conv2d %{{.*}}, %[[W]], %[[B]]
// CHECK-NEXT: return %[[R]]
func.func @shift_only(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x2x2xf32> {
  %q = "tosa.const"() <{values = dense<[[[[-128]]], [[[64]]]]> : tensor<2x1x1x1xi8>}> : () -> tensor<2x1x1x1xi8>
  %s = "tosa.const"() <{values = dense<0.5> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %no_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  %f = tosa.cast %q : (tensor<2x1x1x1xi8>) -> tensor<2x1x1x1xf32>
  %w = tosa.mul %f, %s, %no_shift : (tensor<2x1x1x1xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<2x1x1x1xf32>
  %conv = tosa.conv2d %x, %w, %b, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x2x2x1xf32>, tensor<2x1x1x1xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>
  %beta = "tosa.const"() <{values = dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %r = tosa.add %conv, %beta : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x2x2x2xf32>
  return %r : tensor<1x2x2x2xf32>
}

// -----

// One body fake-quantises and reads the scale through two operands.

#fchw = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#f = affine_map<(d0, d1, d2, d3) -> (d0)>
#c = affine_map<(d0, d1, d2, d3) -> (d1)>
// CHECK-LABEL: func @fake_quant_body
// CHECK-DAG: %[[W:.*]] = arith.constant dense<{{.*}}> : tensor<2x1x1x1xf32>
// CHECK-DAG: %[[S:.*]] = arith.constant dense<[5.000000e-01, 2.500000e-01]> : tensor<2xf32>
// CHECK: %[[SF:.*]] = arith.constant dense<[1.000000e+00, 7.500000e-01]> : tensor<2xf32>
// CHECK: %[[G:.*]] = linalg.generic {{.*}} ins(%[[W]], %[[S]], %[[SF]] :
// CHECK: linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[G]] :
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @fake_quant_body(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w0 = arith.constant dense<[[[[6.1]]], [[[1.7]]]]> : tensor<2x1x1x1xf32>
  %s = arith.constant dense<[0.5, 0.25]> : tensor<2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %e = tensor.empty() : tensor<2x1x1x1xf32>
  %w = linalg.generic {indexing_maps = [#fchw, #f, #f, #fchw], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%w0, %s, %s : tensor<2x1x1x1xf32>, tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2x1x1x1xf32>) {
  ^bb0(%v: f32, %down: f32, %up: f32, %o: f32):
    %0 = arith.divf %v, %down : f32
    %1 = math.roundeven %0 : f32
    %i = arith.fptosi %1 : f32 to i8
    %j = arith.sitofp %i : i8 to f32
    %2 = arith.mulf %j, %up : f32
    linalg.yield %2 : f32
  } -> tensor<2x1x1x1xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %g = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %e2 = tensor.empty() : tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#fchw, #c, #fchw], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%conv, %g : tensor<1x2x2x2xf32>, tensor<2xf32>) outs(%e2 : tensor<1x2x2x2xf32>) {
  ^bb0(%v: f32, %gamma: f32, %o: f32):
    %0 = arith.mulf %v, %gamma : f32
    linalg.yield %0 : f32
  } -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// -----

// A transposed convolution, its filter reversed behind the scale.

// CHECK-LABEL: func @tosa_reversed
// CHECK: %[[S:.*]] = "tosa.const"() <{values = dense<{{\[\[\[\[}}1.000000e+00]]], {{\[\[\[}}7.500000e-01]]]]> : tensor<2x1x1x1xf32>}>
// CHECK: %[[M:.*]] = tosa.mul %{{.*}}, %[[S]]
// CHECK: %[[W:.*]] = tosa.reverse %[[M]]
// CHECK: %[[R:.*]] = tosa.transpose_conv2d %{{.*}}, %[[W]]
// CHECK-NEXT: return %[[R]]
func.func @tosa_reversed(%x: tensor<1x2x2x1xf32>) -> tensor<1x3x2x2xf32> {
  %q = "tosa.const"() <{values = dense<[[[[-128]], [[1]]], [[[64]], [[2]]]]> : tensor<2x2x1x1xi8>}> : () -> tensor<2x2x1x1xi8>
  %s = "tosa.const"() <{values = dense<[[[[0.5]]], [[[0.25]]]]> : tensor<2x1x1x1xf32>}> : () -> tensor<2x1x1x1xf32>
  %no_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  %f = tosa.cast %q : (tensor<2x2x1x1xi8>) -> tensor<2x2x1x1xf32>
  %m = tosa.mul %f, %s, %no_shift : (tensor<2x2x1x1xf32>, tensor<2x1x1x1xf32>, tensor<1xi8>) -> tensor<2x2x1x1xf32>
  %w = tosa.reverse %m {axis = 1 : i32} : (tensor<2x2x1x1xf32>) -> tensor<2x2x1x1xf32>
  %conv = tosa.transpose_conv2d %x, %w, %b, %zero, %zero {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x2x2x1xf32>, tensor<2x2x1x1xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x2x2xf32>
  %gamma = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %y = tosa.mul %conv, %gamma, %no_shift : (tensor<1x3x2x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x3x2x2xf32>
  return %y : tensor<1x3x2x2xf32>
}

// -----

// BatchNorm before a depthwise convolution, whose input channels have a scale
// each. Its shift goes into the bias, as what the old weights make of it.

// CHECK-LABEL: func @depthwise_input
// CHECK: %[[S:.*]] = arith.constant dense<[1.000000e+00, 7.500000e-01]> : tensor<2xf32>
// CHECK: %[[G:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %[[S]] : tensor<2x1x1xi8>, tensor<2xf32>)
// CHECK: %[[BIAS:.*]] = arith.constant dense<[-6.400000e+01, 3.200000e+01]> : tensor<2xf32>
// CHECK: %[[B:.*]] = linalg.broadcast ins(%[[BIAS]] :
// CHECK: linalg.depthwise_conv_2d_nchw_chw ins(%arg0, %[[G]] : {{.*}} outs(%[[B]] :
// CHECK-NEXT: return
#chw = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#first = affine_map<(d0, d1, d2) -> (d0)>
#nchw = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#c = affine_map<(d0, d1, d2, d3) -> (d1)>
func.func @depthwise_input(%x: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %q = arith.constant dense<[[[-128]], [[64]]]> : tensor<2x1x1xi8>
  %s = arith.constant dense<[0.5, 0.25]> : tensor<2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %e = tensor.empty() : tensor<2x1x1xf32>
  %w = linalg.generic {indexing_maps = [#chw, #first, #chw], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%q, %s : tensor<2x1x1xi8>, tensor<2xf32>) outs(%e : tensor<2x1x1xf32>) {
  ^bb0(%i: i8, %scale: f32, %o: f32):
    %0 = arith.sitofp %i : i8 to f32
    %1 = arith.mulf %0, %scale : f32
    linalg.yield %1 : f32
  } -> tensor<2x1x1xf32>
  %g = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %b = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %e2 = tensor.empty() : tensor<1x2x2x2xf32>
  %y = linalg.generic {indexing_maps = [#nchw, #c, #c, #nchw], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %g, %b : tensor<1x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%e2 : tensor<1x2x2x2xf32>) {
  ^bb0(%v: f32, %gamma: f32, %beta: f32, %o: f32):
    %0 = arith.mulf %v, %gamma : f32
    %1 = arith.addf %0, %beta : f32
    linalg.yield %1 : f32
  } -> tensor<1x2x2x2xf32>
  %conv = linalg.depthwise_conv_2d_nchw_chw ins(%y, %w : tensor<1x2x2x2xf32>, tensor<2x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %conv : tensor<1x2x2x2xf32>
}
