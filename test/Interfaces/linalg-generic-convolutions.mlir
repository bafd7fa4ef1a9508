// RUN: fold-opt %s --fold-conv-bn | FileCheck %s

// What makes a linalg.generic a convolution is its maps and its body.

#input = affine_map<(n, f, h, w, c, kh, kw) -> (n, c, h + kh, w + kw)>
#filter = affine_map<(n, f, h, w, c, kh, kw) -> (f, c, kh, kw)>
#result = affine_map<(n, f, h, w, c, kh, kw) -> (n, f, h, w)>
#input_nhwc = affine_map<(n, h, w, f, kh, kw, c) -> (n, h * 2 + kh, w * 2 + kw, c)>
#filter_cf = affine_map<(n, h, w, f, kh, kw, c) -> (kh, kw, f, c)>
#result_nhwc = affine_map<(n, h, w, f, kh, kw, c) -> (n, h, w, f)>
#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#c = affine_map<(n, c, h, w) -> (c)>
#last = affine_map<(n, h, w, c) -> (c)>

// CHECK-LABEL: func.func @nchw_fchw(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]], {{\[\[}}4.000000e+00]]], {{\[\[\[}}9.000000e+00]], {{\[\[}}1.200000e+01]]]]> : tensor<2x2x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 2, 3]
// CHECK-NEXT:    %[[CONV:.*]] = linalg.generic {{.*}}"reduction"{{.*}}%[[W]] : {{.*}} outs(%[[INIT]] :
// CHECK:         return %[[CONV]]
func.func @nchw_fchw(%x: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %conv = linalg.generic {indexing_maps = [#input, #filter, #result],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
    ins(%x, %w : tensor<1x2x2x2xf32>, tensor<2x2x1x1xf32>) outs(%init : tensor<1x2x2x2xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %mul = arith.mulf %a, %b : f32
    %add = arith.addf %out, %mul : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id, #c, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale, %shift : tensor<1x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2x2xf32>
  return %bn : tensor<1x2x2x2xf32>
}

// The other order of loops, filter dims, factors and addends, with a stride.
// CHECK-LABEL: func.func @nhwc_hwfc_swapped_body(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00, 4.000000e+00], [9.000000e+00, 1.200000e+01]]]]> : tensor<1x1x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.generic {{.*}}"reduction"{{.*}}%[[W]] :
// CHECK:         return %[[CONV]]
func.func @nhwc_hwfc_swapped_body(%x: tensor<1x3x3x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %conv = linalg.generic {indexing_maps = [#input_nhwc, #filter_cf, #result_nhwc],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
    ins(%x, %w : tensor<1x3x3x2xf32>, tensor<1x1x2x2xf32>) outs(%init : tensor<1x2x2x2xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %mul = arith.mulf %b, %a : f32
    %add = arith.addf %mul, %out : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id, #last, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x2x2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    linalg.yield %mul : f32
  } -> tensor<1x2x2x2xf32>
  return %bn : tensor<1x2x2x2xf32>
}

// One fma for the product and the sum.
// CHECK-LABEL: func.func @fma_body(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]], {{\[\[}}4.000000e+00]]], {{\[\[\[}}9.000000e+00]], {{\[\[}}1.200000e+01]]]]> : tensor<2x2x1x1xf32>
// CHECK:         %[[CONV:.*]] = linalg.generic {{.*}}"reduction"{{.*}}%[[W]] :
// CHECK:         return %[[CONV]]
func.func @fma_body(%x: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %conv = linalg.generic {indexing_maps = [#input, #filter, #result],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
    ins(%x, %w : tensor<1x2x2x2xf32>, tensor<2x2x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %fma = math.fma %a, %b, %out : f32
    linalg.yield %fma : f32
  } -> tensor<1x2x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x2x2xf32>, tensor<2xf32>) outs(%conv : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    linalg.yield %mul : f32
  } -> tensor<1x2x2x2xf32>
  return %bn : tensor<1x2x2x2xf32>
}

// f16 factors, f32 accumulator: the weights stay f16.
// CHECK-LABEL: func.func @widening_body(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]], {{\[\[}}4.000000e+00]]], {{\[\[\[}}9.000000e+00]], {{\[\[}}1.200000e+01]]]]> : tensor<2x2x1x1xf16>
// CHECK:         %[[CONV:.*]] = linalg.generic {{.*}}"reduction"{{.*}}%[[W]] :
// CHECK:         arith.truncf
// CHECK-NOT:     arith.mulf
// CHECK:         return
func.func @widening_body(%x: tensor<1x2x2x2xf16>) -> tensor<1x2x2x2xf16> {
  %w = arith.constant dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf16>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %conv = linalg.generic {indexing_maps = [#input, #filter, #result],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
    ins(%x, %w : tensor<1x2x2x2xf16>, tensor<2x2x1x1xf16>) outs(%init : tensor<1x2x2x2xf32>) {
  ^bb0(%a: f16, %b: f16, %out: f32):
    %wide_a = arith.extf %a : f16 to f32
    %wide_b = arith.extf %b : f16 to f32
    %mul = arith.mulf %wide_a, %wide_b : f32
    %add = arith.addf %out, %mul : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2x2xf32>
  %half = tensor.empty() : tensor<1x2x2x2xf16>
  %bn = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x2x2xf32>, tensor<2xf32>) outs(%half : tensor<1x2x2x2xf16>) {
  ^bb0(%r: f32, %s: f32, %out: f16):
    %mul = arith.mulf %r, %s : f32
    %narrow = arith.truncf %mul : f32 to f16
    linalg.yield %narrow : f16
  } -> tensor<1x2x2x2xf16>
  return %bn : tensor<1x2x2x2xf16>
}

// Groups as one loop more: [N, G, C, H, W] by [G, F, C], channels (G, F).
#grouped_input = affine_map<(n, g, f, h, w, c) -> (n, g, c, h, w)>
#grouped_filter = affine_map<(n, g, f, h, w, c) -> (g, f, c)>
#grouped_result = affine_map<(n, g, f, h, w, c) -> (n, g, f, h, w)>
#id5 = affine_map<(n, g, f, h, w) -> (n, g, f, h, w)>
#gf = affine_map<(n, g, f, h, w) -> (g, f)>
// CHECK-LABEL: func.func @grouped(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[}}2.000000e+00], [6.000000e+00]], {{\[\[}}1.500000e+01], [-2.800000e+01]]]> : tensor<2x2x1xf32>
// CHECK:         %[[CONV:.*]] = linalg.generic {{.*}}"reduction"{{.*}}%[[W]] :
// CHECK:         return %[[CONV]]
func.func @grouped(%x: tensor<1x2x1x2x2xf32>) -> tensor<1x2x2x2x2xf32> {
  %w = arith.constant dense<[[[1.0], [2.0]], [[3.0], [4.0]]]> : tensor<2x2x1xf32>
  %scale = arith.constant dense<[[2.0, 3.0], [5.0, -7.0]]> : tensor<2x2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x2x2xf32>) -> tensor<1x2x2x2x2xf32>
  %conv = linalg.generic {indexing_maps = [#grouped_input, #grouped_filter, #grouped_result],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]}
    ins(%x, %w : tensor<1x2x1x2x2xf32>, tensor<2x2x1xf32>) outs(%init : tensor<1x2x2x2x2xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %mul = arith.mulf %a, %b : f32
    %add = arith.addf %out, %mul : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id5, #gf, #id5], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x2x2x2xf32>, tensor<2x2xf32>) outs(%empty : tensor<1x2x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    linalg.yield %mul : f32
  } -> tensor<1x2x2x2x2xf32>
  return %bn : tensor<1x2x2x2x2xf32>
}

// A convolution that subtracts a zero point, or takes a maximum, is not linear
// in its filter.
// CHECK-LABEL: func.func @negative_zero_point_in_body(
// CHECK-DAG:     arith.constant dense<[2.000000e+00, 3.000000e+00]> : tensor<2xf32>
// CHECK:         arith.subf
// CHECK:         %[[BN:.*]] = linalg.generic {indexing_maps = [{{[^"]*}}], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
// CHECK:         return %[[BN]]
func.func @negative_zero_point_in_body(%x: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %zp = arith.constant 4.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %conv = linalg.generic {indexing_maps = [#input, #filter, #result],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
    ins(%x, %w : tensor<1x2x2x2xf32>, tensor<2x2x1x1xf32>) outs(%init : tensor<1x2x2x2xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %sub = arith.subf %b, %zp : f32
    %mul = arith.mulf %a, %sub : f32
    %add = arith.addf %out, %mul : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x2x2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    linalg.yield %mul : f32
  } -> tensor<1x2x2x2xf32>
  return %bn : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @negative_maximum_in_body(
// CHECK-DAG:     arith.constant dense<[2.000000e+00, 3.000000e+00]> : tensor<2xf32>
// CHECK:         arith.maximumf
// CHECK:         %[[BN:.*]] = linalg.generic {indexing_maps = [{{[^"]*}}], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
// CHECK:         return %[[BN]]
func.func @negative_maximum_in_body(%x: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %conv = linalg.generic {indexing_maps = [#input, #filter, #result],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
    ins(%x, %w : tensor<1x2x2x2xf32>, tensor<2x2x1x1xf32>) outs(%init : tensor<1x2x2x2xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %mul = arith.mulf %a, %b : f32
    %max = arith.maximumf %out, %mul : f32
    linalg.yield %max : f32
  } -> tensor<1x2x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x2x2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    linalg.yield %mul : f32
  } -> tensor<1x2x2x2xf32>
  return %bn : tensor<1x2x2x2xf32>
}

// Two reductions share one filter element, f + c: the loop f is no channel of
// the filter.
#skewed = affine_map<(n, f, h, w, c) -> (f + c)>
#pixels = affine_map<(n, f, h, w, c) -> (n, c, h, w)>
#pixels_out = affine_map<(n, f, h, w, c) -> (n, f, h, w)>
// CHECK-LABEL: func.func @negative_filter_is_read_along_a_diagonal(
// CHECK-DAG:     arith.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<3xf32>
// CHECK-DAG:     arith.constant dense<[2.000000e+00, 3.000000e+00]> : tensor<2xf32>
func.func @negative_filter_is_read_along_a_diagonal(%x: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %conv = linalg.generic {indexing_maps = [#pixels, #skewed, #pixels_out],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
    ins(%x, %w : tensor<1x2x2x2xf32>, tensor<3xf32>) outs(%init : tensor<1x2x2x2xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %mul = arith.mulf %a, %b : f32
    %add = arith.addf %out, %mul : f32
    linalg.yield %add : f32
  } -> tensor<1x2x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x2x2x2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    linalg.yield %mul : f32
  } -> tensor<1x2x2x2xf32>
  return %bn : tensor<1x2x2x2xf32>
}
