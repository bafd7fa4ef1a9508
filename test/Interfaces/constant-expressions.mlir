// RUN: fold-opt %s --fold-conv-bn | FileCheck %s

// Weights and parameters in every form in which a constant may come. The ops
// that computed them go with them.

#id2 = affine_map<(d0, d1) -> (d0, d1)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#to_io = affine_map<(d0, d1) -> (d1, d0)>

// CHECK-LABEL: func.func @hex(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         linalg.matmul ins(%{{.*}}, %[[W]] :
func.func @hex(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<"0x0000803F00000040"> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<"0x0000004000004040"> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK-LABEL: func.func @resource(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         linalg.matmul ins(%{{.*}}, %[[W]] :
func.func @resource(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense_resource<one_two> : tensor<1x2xf32>
  %zero = arith.constant dense_resource<zeros> : tensor<1x2xf32>
  %scale = arith.constant dense_resource<two_three> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// A splat that is scaled per channel is none any more, and the other way round.
// CHECK-LABEL: func.func @splat(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}6.000000e+00, 9.000000e+00]]> : tensor<1x2xf32>
// CHECK:         linalg.matmul ins(%{{.*}}, %[[W]] :
func.func @splat(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<3.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK-LABEL: func.func @becomes_splat(
// CHECK:         %[[W:.*]] = arith.constant dense<6.000000e+00> : tensor<1x2xf32>
// CHECK:         linalg.matmul ins(%{{.*}}, %[[W]] :
func.func @becomes_splat(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[3.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// [O, I] weights turned to [I, O], then grown to [1, 1, I, O].
// CHECK-LABEL: func.func @behind_transpose_and_expand(
// CHECK-NOT:     linalg.transpose
// CHECK-NOT:     tensor.expand_shape
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00, 9.000000e+00], [4.000000e+00, 1.200000e+01]]]]> : tensor<1x1x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nhwc_hwcf ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @behind_transpose_and_expand(%x: tensor<1x1x1x2xf32>) -> tensor<1x1x1x2xf32> {
  %oi = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x1x1x2xf32>
  %scale = arith.constant dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>
  %empty = tensor.empty() : tensor<2x2xf32>
  %io = linalg.transpose ins(%oi : tensor<2x2xf32>) outs(%empty : tensor<2x2xf32>) permutation = [1, 0]
  %w = tensor.expand_shape %io [[0, 1, 2], [3]] output_shape [1, 1, 2, 2] : tensor<2x2xf32> into tensor<1x1x2x2xf32>
  %conv = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x1x1x2xf32>, tensor<1x1x2x2xf32>) outs(%zero : tensor<1x1x1x2xf32>) -> tensor<1x1x1x2xf32>
  %y = arith.mulf %conv, %scale : tensor<1x1x1x2xf32>
  return %y : tensor<1x1x1x2xf32>
}

// The same transpose as a generic, and weights behind it collapsed.
// CHECK-LABEL: func.func @behind_generic_transpose_and_collapse(
// CHECK-NOT:     linalg.generic
// CHECK-NOT:     tensor.collapse_shape
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 9.000000e+00], [4.000000e+00, 1.200000e+01]]> : tensor<2x2xf32>
// CHECK:         %[[MATMUL:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[MATMUL]]
func.func @behind_generic_transpose_and_collapse(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %oi11 = arith.constant dense<[[[1.0], [2.0]], [[3.0], [4.0]]]> : tensor<2x2x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %empty = tensor.empty() : tensor<2x2xf32>
  %oi = tensor.collapse_shape %oi11 [[0], [1, 2]] : tensor<2x2x1xf32> into tensor<2x2xf32>
  %w = linalg.generic {indexing_maps = [#to_io, #id2], iterator_types = ["parallel", "parallel"]}
    ins(%oi : tensor<2x2xf32>) outs(%empty : tensor<2x2xf32>) {
  ^bb0(%r: f32, %out: f32):
    linalg.yield %r : f32
  } -> tensor<2x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x2xf32>, tensor<2x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// The kernel of a transposed convolution: reversed along W, O and I exchanged.
// Cin equals Cout, so only the numbers show which axis was scaled.
// CHECK-LABEL: func.func @transposed_convolution_with_reversed_kernel(
// CHECK-NOT:     tensor.extract
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[}}4.000000e+00, 2.000000e+00], [1.200000e+01, 1.000000e+01]], {{\[\[}}1.200000e+01, 9.000000e+00], [2.400000e+01, 2.100000e+01]]]> : tensor<2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_1d_ncw_fcw ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @transposed_convolution_with_reversed_kernel(%x: tensor<1x2x2xf32>) -> tensor<1x2x1xf32> {
  %iow = arith.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x1xf32>
  %scale = arith.constant dense<[[[2.0], [3.0]]]> : tensor<1x2x1xf32>
  %one = arith.constant 1 : index
  %empty = tensor.empty() : tensor<2x2x2xf32>
  %w = linalg.generic {indexing_maps = [#id3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%empty : tensor<2x2x2xf32>) {
  ^bb0(%out: f32):
    %o = linalg.index 0 : index
    %i = linalg.index 1 : index
    %k = linalg.index 2 : index
    %reversed = arith.subi %one, %k : index
    %element = tensor.extract %iow[%i, %o, %reversed] : tensor<2x2x2xf32>
    linalg.yield %element : f32
  } -> tensor<2x2x2xf32>
  %conv = linalg.conv_1d_ncw_fcw ins(%x, %w : tensor<1x2x2xf32>, tensor<2x2x2xf32>) outs(%zero : tensor<1x2x1xf32>) -> tensor<1x2x1xf32>
  %y = arith.mulf %conv, %scale : tensor<1x2x1xf32>
  return %y : tensor<1x2x1xf32>
}

// CHECK-LABEL: func.func @behind_slice_and_cast(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}8.000000e+00, 1.500000e+01]]> : tensor<1x2xf32>
// CHECK:         linalg.matmul ins(%{{.*}}, %[[W]] :
func.func @behind_slice_and_cast(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %table = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 9.0, 5.0]]> : tensor<2x3xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %slice = tensor.extract_slice %table[1, 0] [1, 2] [1, 2] : tensor<2x3xf32> to tensor<1x2xf32>
  %cast = tensor.cast %slice : tensor<1x2xf32> to tensor<?x?xf32>
  %w = tensor.cast %cast : tensor<?x?xf32> to tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// Weight normalization: the weights themselves are computed.
// CHECK-LABEL: func.func @behind_arithmetic(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}1.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[MATMUL:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[MATMUL]]
func.func @behind_arithmetic(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %direction = arith.constant dense<[[1.0, 4.0]]> : tensor<1x2xf64>
  %norm = arith.constant dense<2.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %narrow = arith.truncf %direction : tensor<1x2xf64> to tensor<1x2xf32>
  %w = arith.divf %narrow, %norm : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK-LABEL: func.func @scale_behind_splat_and_from_elements(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[}}4.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[MATMUL:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[MATMUL]]
func.func @scale_behind_splat_and_from_elements(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %twos = tensor.splat %two : tensor<1x2xf32>
  %both = tensor.from_elements %two, %three : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %0 = arith.mulf %m, %twos : tensor<1x2xf32>
  %y = arith.mulf %0, %both : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// Two groups of filters, concatenated; a scale that is repeated.
// CHECK-LABEL: func.func @behind_concat(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 9.000000e+00], [4.000000e+00, 1.200000e+01]]> : tensor<2x2xf32>
// CHECK-NEXT:    %[[MATMUL:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[MATMUL]]
func.func @behind_concat(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %left = arith.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %right = arith.constant dense<[[3.0], [4.0]]> : tensor<2x1xf32>
  %w = tensor.concat dim(1) %left, %right : (tensor<2x1xf32>, tensor<2x1xf32>) -> tensor<2x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x2xf32>, tensor<2x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK-LABEL: func.func @tosa_behind_concat_and_tile(
// CHECK:         %[[W:.*]] = "tosa.const"() <{values = dense<{{\[\[\[}}2.000000e+00, 6.000000e+00, 6.000000e+00, 1.200000e+01]]]> : tensor<1x1x4xf32>}>
// CHECK:         %[[MATMUL:.*]] = tosa.matmul %{{.*}}, %[[W]],
// CHECK-NEXT:    return %[[MATMUL]]
func.func @tosa_behind_concat_and_tile(%x: tensor<1x1x1xf32>) -> tensor<1x1x4xf32> {
  %left = "tosa.const"() <{values = dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf32>}> : () -> tensor<1x1x2xf32>
  %right = "tosa.const"() <{values = dense<[[[3.0, 4.0]]]> : tensor<1x1x2xf32>}> : () -> tensor<1x1x2xf32>
  %w = tosa.concat %left, %right {axis = 2 : i32} : (tensor<1x1x2xf32>, tensor<1x1x2xf32>) -> tensor<1x1x4xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %pair = "tosa.const"() <{values = dense<[[[2.0, 3.0]]]> : tensor<1x1x2xf32>}> : () -> tensor<1x1x2xf32>
  %multiples = tosa.const_shape {values = dense<[1, 1, 2]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %scale = tosa.tile %pair, %multiples : (tensor<1x1x2xf32>, !tosa.shape<3>) -> tensor<1x1x4xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = tosa.matmul %x, %w, %zero, %zero : (tensor<1x1x1xf32>, tensor<1x1x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x4xf32>
  %y = tosa.mul %m, %scale, %mul_shift : (tensor<1x1x4xf32>, tensor<1x1x4xf32>, tensor<1xi8>) -> tensor<1x1x4xf32>
  return %y : tensor<1x1x4xf32>
}

// [H, W, I, O] weights of a front end that wants [O, H, W, I].
// CHECK-LABEL: func.func @tosa_behind_transpose_reshape_reverse(
// CHECK:         %[[W:.*]] = "tosa.const"() <{values = dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}6.000000e+00]]]]> : tensor<2x1x1x1xf32>}>
// CHECK:         %[[CONV:.*]] = tosa.conv2d %{{.*}}, %[[W]],
// CHECK-NEXT:    return %[[CONV]]
func.func @tosa_behind_transpose_reshape_reverse(%x: tensor<1x1x1x1xf32>) -> tensor<1x1x1x2xf32> {
  %w1 = "tosa.const"() <{values = dense<[[2.0, 1.0]]> : tensor<1x2xf32>}> : () -> tensor<1x2xf32>
  %shape = tosa.const_shape {values = dense<[1, 1, 1, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %w2 = tosa.reshape %w1, %shape : (tensor<1x2xf32>, !tosa.shape<4>) -> tensor<1x1x1x2xf32>
  %w3 = tosa.reverse %w2 {axis = 3 : i32} : (tensor<1x1x1x2xf32>) -> tensor<1x1x1x2xf32>
  %w = tosa.transpose %w3 {perms = array<i32: 3, 0, 1, 2>} : (tensor<1x1x1x2xf32>) -> tensor<2x1x1x1xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %scale = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %conv = tosa.conv2d %x, %w, %zero, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x1x1x1xf32>, tensor<2x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x2xf32>
  %y = tosa.mul %conv, %scale, %mul_shift : (tensor<1x1x1x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x1x1x2xf32>
  return %y : tensor<1x1x1x2xf32>
}

// What is also used elsewhere stays for that user.
// CHECK-LABEL: func.func @expression_with_another_user(
// CHECK-DAG:     %[[NORM:.*]] = arith.divf
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[}}1.500000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[MATMUL:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[MATMUL]], %[[NORM]]
func.func @expression_with_another_user(%x: tensor<1x1xf32>) -> (tensor<1x2xf32>, tensor<1x2xf32>) {
  %direction = arith.constant dense<[[1.0, 4.0]]> : tensor<1x2xf32>
  %norm = arith.constant dense<2.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<3.0> : tensor<1x2xf32>
  %w = arith.divf %direction, %norm : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y, %w : tensor<1x2xf32>, tensor<1x2xf32>
}

// More than 64 elements go to a resource, named after function and fold; a name
// that is taken is left to who has it.
// CHECK-LABEL: func.func @large(
// CHECK:         arith.constant dense_resource<large_0_filter> : tensor<1x65xf32>
func.func @large(%x: tensor<1x1xf32>) -> tensor<1x65xf32> {
  %w = arith.constant dense<1.0> : tensor<1x65xf32>
  %zero = arith.constant dense<0.0> : tensor<1x65xf32>
  %scale = arith.constant dense<2.0> : tensor<1x65xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x65xf32>) outs(%zero : tensor<1x65xf32>) -> tensor<1x65xf32>
  %y = arith.mulf %m, %scale : tensor<1x65xf32>
  return %y : tensor<1x65xf32>
}

// CHECK-LABEL: func.func @taken(
// CHECK-DAG:     arith.constant dense_resource<[[OTHER:taken_0_filter_.+]]> : tensor<1x65xf32>
// CHECK-DAG:     arith.constant dense_resource<taken_0_filter> : tensor<1x2xf32>
func.func @taken(%x: tensor<1x1xf32>) -> (tensor<1x65xf32>, tensor<1x2xf32>) {
  %mine = arith.constant dense_resource<taken_0_filter> : tensor<1x2xf32>
  %w = arith.constant dense<1.0> : tensor<1x65xf32>
  %zero = arith.constant dense<0.0> : tensor<1x65xf32>
  %scale = arith.constant dense<2.0> : tensor<1x65xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x65xf32>) outs(%zero : tensor<1x65xf32>) -> tensor<1x65xf32>
  %y = arith.mulf %m, %scale : tensor<1x65xf32>
  return %y, %mine : tensor<1x65xf32>, tensor<1x2xf32>
}

// The prefix is the alignment; then 65 times 2.0.
// CHECK:       dialect_resources
// CHECK:         large_0_filter: "0x40000000{{((00000040){65})}}"
// CHECK:         taken_0_filter: "0x040000000000803F00000040"
// CHECK:         [[OTHER]]: "0x40000000{{((00000040){65})}}"

{-#
  dialect_resources: {
    builtin: {
      one_two: "0x040000000000803F00000040",
      two_three: "0x040000000000004000004040",
      zeros: "0x040000000000000000000000",
      taken_0_filter: "0x040000000000803F00000040"
    }
  }
#-}
