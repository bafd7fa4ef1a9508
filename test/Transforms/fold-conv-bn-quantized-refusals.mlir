// RUN: fold-opt %s --fold-conv-bn --remarks-filter=fold-conv-bn --remark-format=emitRemark -o %t.after 2>&1 | FileCheck %s
// RUN: fold-opt %s -o %t.before
// RUN: diff %t.before %t.after

// Quantised weights whose scale cannot take the factor; proof that all of it is
// left as it was, the shift included.

#fchw = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#f = affine_map<(d0, d1, d2, d3) -> (d0)>
#c = affine_map<(d0, d1, d2, d3) -> (d1)>

// CHECK: Function=tosa_per_tensor | Remark="nothing folded into 'tosa.conv2d': its weights are quantised with one scale for all output channels, which cannot take a factor for each output channel"
func.func @tosa_per_tensor(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x2x2xf32> {
  %q = "tosa.const"() <{values = dense<[[[[-128]]], [[[64]]]]> : tensor<2x1x1x1xi8>}> : () -> tensor<2x1x1x1xi8>
  %s = "tosa.const"() <{values = dense<0.5> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %no_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  %f = tosa.cast %q : (tensor<2x1x1x1xi8>) -> tensor<2x1x1x1xf32>
  %w = tosa.mul %f, %s, %no_shift : (tensor<2x1x1x1xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<2x1x1x1xf32>
  %conv = tosa.conv2d %x, %w, %b, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x2x2x1xf32>, tensor<2x1x1x1xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>
  %gamma = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %beta = "tosa.const"() <{values = dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %m = tosa.mul %conv, %gamma, %no_shift : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x2x2x2xf32>
  %r = tosa.add %m, %beta : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x2x2x2xf32>
  return %r : tensor<1x2x2x2xf32>
}

// One scale, written out for every element.
// CHECK: Function=splat_scale | Remark="nothing folded into 'linalg.matmul': its weights are quantised with one scale for all output channels, which cannot take a factor for each output channel"
func.func @splat_scale(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %q = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %s = arith.constant dense<0.5> : tensor<2x2xf32>
  %f = arith.sitofp %q : tensor<2x2xi8> to tensor<2x2xf32>
  %w = arith.mulf %f, %s : tensor<2x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x2xf32>, tensor<2x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %g = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %y = arith.mulf %m, %g : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// The scale is a number in the body of a rounding.
// CHECK: Function=scale_in_body | Remark="nothing folded into 'linalg.conv_2d_nchw_fchw': its weights are quantised, and no constant tensor of scales takes the factor behind 'linalg.generic'"
func.func @scale_in_body(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w0 = arith.constant dense<[[[[6.1]]], [[[1.7]]]]> : tensor<2x1x1x1xf32>
  %s = arith.constant 0.5 : f32
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %e = tensor.empty() : tensor<2x1x1x1xf32>
  %w = linalg.generic {indexing_maps = [#fchw, #fchw], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%w0 : tensor<2x1x1x1xf32>) outs(%e : tensor<2x1x1x1xf32>) {
  ^bb0(%v: f32, %o: f32):
    %0 = arith.divf %v, %s : f32
    %1 = math.round %0 : f32
    %2 = arith.mulf %1, %s : f32
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

// One body divides by the scale and multiplies by it.
// CHECK: Function=scale_read_twice | Remark="nothing folded into 'linalg.conv_2d_nchw_fchw': its weights are quantised, and no constant tensor of scales takes the factor behind 'linalg.generic'"
func.func @scale_read_twice(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w0 = arith.constant dense<[[[[6.1]]], [[[1.7]]]]> : tensor<2x1x1x1xf32>
  %s = arith.constant dense<[0.5, 0.25]> : tensor<2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %e = tensor.empty() : tensor<2x1x1x1xf32>
  %w = linalg.generic {indexing_maps = [#fchw, #f, #fchw], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%w0, %s : tensor<2x1x1x1xf32>, tensor<2xf32>) outs(%e : tensor<2x1x1x1xf32>) {
  ^bb0(%v: f32, %scale: f32, %o: f32):
    %0 = arith.divf %v, %scale : f32
    %1 = math.round %0 : f32
    %2 = arith.mulf %1, %scale : f32
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

// CHECK: Function=negative_factor | Remark="nothing folded into 'linalg.matmul': its weights are quantised, and a quantiser's scale is positive, which the factor is not"
func.func @negative_factor(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %q = arith.constant dense<[[1, 2]]> : tensor<1x2xi8>
  %s = arith.constant dense<[[0.5, 0.25]]> : tensor<1x2xf32>
  %f = arith.sitofp %q : tensor<1x2xi8> to tensor<1x2xf32>
  %w = arith.mulf %f, %s : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %g = arith.constant dense<[[2.0, -3.0]]> : tensor<1x2xf32>
  %y = arith.mulf %m, %g : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK: Function=zero_factor | Remark="nothing folded into 'linalg.matmul': its weights are quantised, and a quantiser's scale is positive, which the factor is not"
func.func @zero_factor(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %q = arith.constant dense<[[1, 2]]> : tensor<1x2xi8>
  %s = arith.constant dense<[[0.5, 0.25]]> : tensor<1x2xf32>
  %f = arith.uitofp %q : tensor<1x2xi8> to tensor<1x2xf32>
  %w = arith.mulf %f, %s : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %g = arith.constant dense<[[2.0, 0.0]]> : tensor<1x2xf32>
  %y = arith.mulf %m, %g : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK: Function=no_scale | Remark="nothing folded into 'linalg.matmul': its weights are quantised, and no constant tensor of scales takes the factor behind 'arith.sitofp'"
func.func @no_scale(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %q = arith.constant dense<[[1, 2]]> : tensor<1x2xi8>
  %w = arith.sitofp %q : tensor<1x2xi8> to tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %g = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %y = arith.mulf %m, %g : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// An offset behind the scale would have to be scaled as well.
// CHECK: Function=offset_behind | Remark="nothing folded into 'linalg.matmul': its weights are quantised, and no constant tensor of scales takes the factor behind 'arith.addf'"
func.func @offset_behind(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %q = arith.constant dense<[[1, 2]]> : tensor<1x2xi8>
  %s = arith.constant dense<[[0.5, 0.25]]> : tensor<1x2xf32>
  %f = arith.sitofp %q : tensor<1x2xi8> to tensor<1x2xf32>
  %p = arith.mulf %f, %s : tensor<1x2xf32>
  %w = arith.addf %p, %s : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %g = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %y = arith.mulf %m, %g : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK: Function=not_constant | Remark="nothing folded into 'linalg.matmul': its weights are not a compile-time constant: it is an argument of a function or block"
func.func @not_constant(%x: tensor<1x1xf32>, %s: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %q = arith.constant dense<[[1, 2]]> : tensor<1x2xi8>
  %f = arith.sitofp %q : tensor<1x2xi8> to tensor<1x2xf32>
  %w = arith.mulf %f, %s : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %g = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %y = arith.mulf %m, %g : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// A weight would overflow where the scale does not; a scale would be subnormal.
// CHECK: Function=overflow | Remark="nothing folded into 'linalg.matmul': a folded weight or bias would not be finite in its type"
func.func @overflow(%x: tensor<1x1xf16>) -> tensor<1x2xf16> {
  %q = arith.constant dense<[[100, 1]]> : tensor<1x2xi8>
  %s2 = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf16>
  %f = arith.sitofp %q : tensor<1x2xi8> to tensor<1x2xf16>
  %w = arith.mulf %f, %s2 : tensor<1x2xf16>
  %zero = arith.constant dense<0.0> : tensor<1x2xf16>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf16>, tensor<1x2xf16>) outs(%zero : tensor<1x2xf16>) -> tensor<1x2xf16>
  %g = arith.constant dense<[[1000.0, 2.0]]> : tensor<1x2xf16>
  %y = arith.mulf %m, %g : tensor<1x2xf16>
  return %y : tensor<1x2xf16>
}

// CHECK: Function=underflow | Remark="nothing folded into 'linalg.matmul': the scale of its quantised weights would lose digits"
func.func @underflow(%x: tensor<1x1xf16>) -> tensor<1x2xf16> {
  %q = arith.constant dense<[[100, 1]]> : tensor<1x2xi8>
  %s = arith.constant dense<[[0.001, 1.0]]> : tensor<1x2xf16>
  %f = arith.sitofp %q : tensor<1x2xi8> to tensor<1x2xf16>
  %w = arith.mulf %f, %s : tensor<1x2xf16>
  %zero = arith.constant dense<0.0> : tensor<1x2xf16>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf16>, tensor<1x2xf16>) outs(%zero : tensor<1x2xf16>) -> tensor<1x2xf16>
  %g = arith.constant dense<[[0.01, 2.0]]> : tensor<1x2xf16>
  %y = arith.mulf %m, %g : tensor<1x2xf16>
  return %y : tensor<1x2xf16>
}

// BatchNorm before the convolution: a factor for each input channel.
// CHECK: Function=input_channels | {{.*}}'linalg.matmul': its weights are quantised with one scale for all input channels, which cannot take a factor for each input channel
func.func @input_channels(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %q = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %s = arith.constant dense<[0.5, 0.25]> : tensor<2xf32>
  %e = tensor.empty() : tensor<2x2xf32>
  %f = arith.sitofp %q : tensor<2x2xi8> to tensor<2x2xf32>
  %sb = linalg.broadcast ins(%s : tensor<2xf32>) outs(%e : tensor<2x2xf32>) dimensions = [0]
  %w = arith.mulf %f, %sb : tensor<2x2xf32>
  %g = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %y = arith.mulf %x, %g : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%y, %w : tensor<1x2xf32>, tensor<2x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  return %m : tensor<1x2xf32>
}

// Bounds behind the scale would have to be scaled as well.
// CHECK: Function=clamp_behind | Remark="nothing folded into 'tosa.conv2d': its weights are quantised, and no constant tensor of scales takes the factor behind 'tosa.clamp'"
func.func @clamp_behind(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x2x2xf32> {
  %q = "tosa.const"() <{values = dense<[[[[-128]]], [[[64]]]]> : tensor<2x1x1x1xi8>}> : () -> tensor<2x1x1x1xi8>
  %s = "tosa.const"() <{values = dense<[[[[0.5]]], [[[0.25]]]]> : tensor<2x1x1x1xf32>}> : () -> tensor<2x1x1x1xf32>
  %no_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  %f = tosa.cast %q : (tensor<2x1x1x1xi8>) -> tensor<2x1x1x1xf32>
  %m = tosa.mul %f, %s, %no_shift : (tensor<2x1x1x1xf32>, tensor<2x1x1x1xf32>, tensor<1xi8>) -> tensor<2x1x1x1xf32>
  %w = tosa.clamp %m {min_val = -1.0 : f32, max_val = 1.0 : f32} : (tensor<2x1x1x1xf32>) -> tensor<2x1x1x1xf32>
  %conv = tosa.conv2d %x, %w, %b, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x2x2x1xf32>, tensor<2x1x1x1xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>
  %gamma = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %y = tosa.mul %conv, %gamma, %no_shift : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}
