// RUN: fold-opt %s --fold-conv-bn --remarks-filter=fold-conv-bn --remark-format=emitRemark -o %t.after 2>&1 | FileCheck %s
// RUN: fold-opt %s -o %t.before
// RUN: diff %t.before %t.after

// Types with dynamic extents that hide what a constant really is, reads past its
// end, numbers of elements that overflow. All of it verifies; none of it may be
// computed with, or left other than it was.

#id = affine_map<(d0, d1) -> (d0, d1)>
#c = affine_map<(d0, d1) -> (d1)>
#next_c = affine_map<(d0, d1) -> (d1 + 1)>

//===----------------------------------------------------------------------===//
// Casts that lie
//===----------------------------------------------------------------------===//

// CHECK: Function=filter_is_longer | Remark="nothing folded into 'linalg.matmul': its weights are not a compile-time constant: its type contradicts its value"
func.func @filter_is_longer(%x: tensor<1x1xf32>) -> tensor<1x4xf32> {
  %w8 = arith.constant dense<1.0> : tensor<1x8xf32>
  %any = tensor.cast %w8 : tensor<1x8xf32> to tensor<1x?xf32>
  %w = tensor.cast %any : tensor<1x?xf32> to tensor<1x4xf32>
  %zero = arith.constant dense<0.0> : tensor<1x4xf32>
  %two = arith.constant dense<2.0> : tensor<1x4xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x4xf32>) outs(%zero : tensor<1x4xf32>) -> tensor<1x4xf32>
  %y = arith.mulf %m, %two : tensor<1x4xf32>
  return %y : tensor<1x4xf32>
}

// CHECK: Function=filter_is_shorter | Remark="nothing folded into 'linalg.matmul': its weights are not a compile-time constant: its type contradicts its value"
func.func @filter_is_shorter(%x: tensor<1x1xf32>) -> tensor<1x4xf32> {
  %w3 = arith.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32>
  %any = tensor.cast %w3 : tensor<1x3xf32> to tensor<?x?xf32>
  %w = tensor.cast %any : tensor<?x?xf32> to tensor<1x4xf32>
  %zero = arith.constant dense<0.0> : tensor<1x4xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x4xf32>) outs(%zero : tensor<1x4xf32>) -> tensor<1x4xf32>
  %y = arith.negf %m : tensor<1x4xf32>
  return %y : tensor<1x4xf32>
}

// CHECK: Function=bias_is_longer | Remark="nothing folded into 'linalg.matmul': its bias or initial value is not a compile-time constant: its type contradicts its value"
func.func @bias_is_longer(%x: tensor<1x1xf32>) -> tensor<1x4xf32> {
  %w = arith.constant dense<1.0> : tensor<1x4xf32>
  %b8 = arith.constant dense<1.0> : tensor<1x8xf32>
  %any = tensor.cast %b8 : tensor<1x8xf32> to tensor<1x?xf32>
  %bias = tensor.cast %any : tensor<1x?xf32> to tensor<1x4xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x4xf32>) outs(%bias : tensor<1x4xf32>) -> tensor<1x4xf32>
  %y = arith.negf %m : tensor<1x4xf32>
  return %y : tensor<1x4xf32>
}

// CHECK: Function=scale_is_longer | Remark="nothing folded into 'linalg.matmul': what follows is 'arith.mulf': operand #1 is not a compile-time constant: its type contradicts its value"
func.func @scale_is_longer(%x: tensor<1x1xf32>) -> tensor<1x4xf32> {
  %w = arith.constant dense<1.0> : tensor<1x4xf32>
  %zero = arith.constant dense<0.0> : tensor<1x4xf32>
  %s8 = arith.constant dense<2.0> : tensor<1x8xf32>
  %any = tensor.cast %s8 : tensor<1x8xf32> to tensor<1x?xf32>
  %scale = tensor.cast %any : tensor<1x?xf32> to tensor<1x4xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x4xf32>) outs(%zero : tensor<1x4xf32>) -> tensor<1x4xf32>
  %y = arith.mulf %m, %scale : tensor<1x4xf32>
  return %y : tensor<1x4xf32>
}

// CHECK: Function=scale_is_computed_from_a_shorter_one | Remark="nothing folded into 'linalg.matmul': what follows is 'arith.mulf': operand #1 is not a compile-time constant: 'linalg.broadcast' depends on values that are not constant"
func.func @scale_is_computed_from_a_shorter_one(%x: tensor<1x1xf32>) -> tensor<1x4xf32> {
  %w = arith.constant dense<1.0> : tensor<1x4xf32>
  %zero = arith.constant dense<0.0> : tensor<1x4xf32>
  %s2 = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %any = tensor.cast %s2 : tensor<2xf32> to tensor<?xf32>
  %s4 = tensor.cast %any : tensor<?xf32> to tensor<4xf32>
  %square = arith.mulf %s4, %s4 : tensor<4xf32>
  %scale = linalg.broadcast ins(%square : tensor<4xf32>) outs(%zero : tensor<1x4xf32>) dimensions = [0]
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x4xf32>) outs(%zero : tensor<1x4xf32>) -> tensor<1x4xf32>
  %y = arith.mulf %m, %scale : tensor<1x4xf32>
  return %y : tensor<1x4xf32>
}

//===----------------------------------------------------------------------===//
// Reads past the end
//===----------------------------------------------------------------------===//

// CHECK: Function=body_reads_past_the_end | Remark="nothing folded into 'linalg.matmul': what follows is 'linalg.generic': 'arith.mulf' is not affine in the result"
func.func @body_reads_past_the_end(%x: tensor<1x1xf32>) -> tensor<1x4xf32> {
  %w = arith.constant dense<1.0> : tensor<1x4xf32>
  %zero = arith.constant dense<0.0> : tensor<1x4xf32>
  %s3 = arith.constant dense<[2.0, 3.0, 4.0]> : tensor<3xf32>
  %scale = tensor.cast %s3 : tensor<3xf32> to tensor<?xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x4xf32>) outs(%zero : tensor<1x4xf32>) -> tensor<1x4xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %scale : tensor<1x4xf32>, tensor<?xf32>) outs(%zero : tensor<1x4xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x4xf32>
  return %y : tensor<1x4xf32>
}

// Four numbers, read from the second on.
// CHECK: Function=body_reads_past_the_end_from_an_offset | Remark="nothing folded into 'linalg.matmul': what follows is 'linalg.generic': 'arith.mulf' is not affine in the result"
func.func @body_reads_past_the_end_from_an_offset(%x: tensor<1x1xf32>) -> tensor<1x4xf32> {
  %w = arith.constant dense<1.0> : tensor<1x4xf32>
  %zero = arith.constant dense<0.0> : tensor<1x4xf32>
  %s4 = arith.constant dense<[2.0, 3.0, 4.0, 5.0]> : tensor<4xf32>
  %scale = tensor.cast %s4 : tensor<4xf32> to tensor<?xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x4xf32>) outs(%zero : tensor<1x4xf32>) -> tensor<1x4xf32>
  %y = linalg.generic {indexing_maps = [#id, #next_c, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %scale : tensor<1x4xf32>, tensor<?xf32>) outs(%zero : tensor<1x4xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x4xf32>
  return %y : tensor<1x4xf32>
}

// CHECK: Function=gather_leaves_the_table | Remark="nothing folded into 'linalg.matmul': what follows is 'linalg.generic': 'arith.mulf' is not affine in the result"
func.func @gather_leaves_the_table(%x: tensor<1x1xf32>) -> tensor<1x4xf32> {
  %w = arith.constant dense<1.0> : tensor<1x4xf32>
  %zero = arith.constant dense<0.0> : tensor<1x4xf32>
  %table = arith.constant dense<[2.0, 3.0, 4.0]> : tensor<3xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x4xf32>) outs(%zero : tensor<1x4xf32>) -> tensor<1x4xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m : tensor<1x4xf32>) outs(%zero : tensor<1x4xf32>) {
  ^bb0(%r: f32, %out: f32):
    %channel = linalg.index 1 : index
    %s = tensor.extract %table[%channel] : tensor<3xf32>
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x4xf32>
  return %y : tensor<1x4xf32>
}

// CHECK: Function=extract_leaves_the_table | Remark="nothing folded into 'linalg.matmul': what follows is 'arith.mulf': operand #1 is not a compile-time constant: the index leaves the constant"
func.func @extract_leaves_the_table(%x: tensor<1x1xf32>) -> tensor<1x4xf32> {
  %w = arith.constant dense<1.0> : tensor<1x4xf32>
  %zero = arith.constant dense<0.0> : tensor<1x4xf32>
  %table = arith.constant dense<[2.0, 3.0, 4.0]> : tensor<3xf32>
  %three = arith.constant 3 : index
  %s = tensor.extract %table[%three] : tensor<3xf32>
  %scale = tensor.splat %s : tensor<1x4xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x4xf32>) outs(%zero : tensor<1x4xf32>) -> tensor<1x4xf32>
  %y = arith.mulf %m, %scale : tensor<1x4xf32>
  return %y : tensor<1x4xf32>
}

// CHECK: Function=reshape_of_too_few | Remark="nothing folded into 'tosa.matmul': what follows is 'tosa.mul': operand #1 is not a compile-time constant: the shape of 'tosa.reshape' is not known"
func.func @reshape_of_too_few(%x: tensor<1x1x1xf32>) -> tensor<1x1x4xf32> {
  %w = "tosa.const"() <{values = dense<1.0> : tensor<1x1x4xf32>}> : () -> tensor<1x1x4xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %s3 = "tosa.const"() <{values = dense<[2.0, 3.0, 4.0]> : tensor<3xf32>}> : () -> tensor<3xf32>
  %any = tensor.cast %s3 : tensor<3xf32> to tensor<?xf32>
  %shape = tosa.const_shape {values = dense<[1, 1, 4]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %scale = tosa.reshape %any, %shape : (tensor<?xf32>, !tosa.shape<3>) -> tensor<1x1x4xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = tosa.matmul %x, %w, %zero, %zero : (tensor<1x1x1xf32>, tensor<1x1x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x4xf32>
  %y = tosa.mul %m, %scale, %mul_shift : (tensor<1x1x4xf32>, tensor<1x1x4xf32>, tensor<1xi8>) -> tensor<1x1x4xf32>
  return %y : tensor<1x1x4xf32>
}

// CHECK: Function=slice_leaves_the_constant | Remark="nothing folded into 'linalg.matmul': its weights are not a compile-time constant: the slice leaves the constant"
func.func @slice_leaves_the_constant(%x: tensor<1x1xf32>) -> tensor<1x4xf32> {
  %w5 = arith.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0]]> : tensor<1x5xf32>
  %any = tensor.cast %w5 : tensor<1x5xf32> to tensor<?x?xf32>
  %w = tensor.extract_slice %any[0, 2] [1, 4] [1, 1] : tensor<?x?xf32> to tensor<1x4xf32>
  %zero = arith.constant dense<0.0> : tensor<1x4xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x4xf32>) outs(%zero : tensor<1x4xf32>) -> tensor<1x4xf32>
  %y = arith.negf %m : tensor<1x4xf32>
  return %y : tensor<1x4xf32>
}

// CHECK: Function=slice_leaves_the_result | Remark="nothing folded into 'linalg.matmul': what follows is 'tensor.extract_slice': which channels the slice takes is not known"
func.func @slice_leaves_the_result(%x: tensor<1x1xf32>) -> tensor<1x4xf32> {
  %w = arith.constant dense<1.0> : tensor<1x4xf32>
  %zero = arith.constant dense<0.0> : tensor<1x4xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x4xf32>) outs(%zero : tensor<1x4xf32>) -> tensor<1x4xf32>
  %any = tensor.cast %m : tensor<1x4xf32> to tensor<?x?xf32>
  %slice = tensor.extract_slice %any[0, 2] [1, 4] [1, 1] : tensor<?x?xf32> to tensor<1x4xf32>
  %y = arith.negf %slice : tensor<1x4xf32>
  return %y : tensor<1x4xf32>
}

// CHECK: Function=slice_of_stride_zero | Remark="nothing folded into 'linalg.matmul': what follows is 'tensor.extract_slice': which channels the slice takes is not known"
func.func @slice_of_stride_zero(%x: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %w = arith.constant dense<1.0> : tensor<1x4xf32>
  %zero = arith.constant dense<0.0> : tensor<1x4xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x4xf32>) outs(%zero : tensor<1x4xf32>) -> tensor<1x4xf32>
  %any = tensor.cast %m : tensor<1x4xf32> to tensor<?x?xf32>
  %slice = tensor.extract_slice %any[0, 9] [1, 1] [1, 0] : tensor<?x?xf32> to tensor<1x1xf32>
  %y = arith.negf %slice : tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}

//===----------------------------------------------------------------------===//
// Counts that overflow
//===----------------------------------------------------------------------===//

// 2^32 * 2^32 channels are not none.
// CHECK: Function=channels_overflow | Remark="nothing folded into 'tosa.matmul': it has too many channels"
func.func @channels_overflow(%x: tensor<4294967296x2x1xf32>) -> tensor<4294967296x2x4294967296xf32> {
  %w = "tosa.const"() <{values = dense<1.0> : tensor<4294967296x1x4294967296xf32>}> : () -> tensor<4294967296x1x4294967296xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %m = tosa.matmul %x, %w, %zero, %zero : (tensor<4294967296x2x1xf32>, tensor<4294967296x1x4294967296xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4294967296x2x4294967296xf32>
  %y = arith.negf %m : tensor<4294967296x2x4294967296xf32>
  return %y : tensor<4294967296x2x4294967296xf32>
}

// 2^65 elements on either side of a reshape.
// CHECK: Function=reshape_overflows | Remark="nothing folded into 'tosa.conv2d': what follows is 'tosa.tanh': it is not affine in the result"
func.func @reshape_overflows(%x: tensor<4294967296x4294967296x1x1xf32>) -> tensor<2147483648x2x4294967296x2xf32> {
  %w = "tosa.const"() <{values = dense<1.0> : tensor<2x1x1x1xf32>}> : () -> tensor<2x1x1x1xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %shape = tosa.const_shape {values = dense<[2147483648, 2, 4294967296, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %conv = tosa.conv2d %x, %w, %zero, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<4294967296x4294967296x1x1xf32>, tensor<2x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4294967296x4294967296x1x2xf32>
  %moved = tosa.reshape %conv, %shape : (tensor<4294967296x4294967296x1x2xf32>, !tosa.shape<4>) -> tensor<2147483648x2x4294967296x2xf32>
  %y = tosa.tanh %moved : (tensor<2147483648x2x4294967296x2xf32>) -> tensor<2147483648x2x4294967296x2xf32>
  return %y : tensor<2147483648x2x4294967296x2xf32>
}

// An extent that is dynamic between others that are not.
// CHECK: Function=reshape_of_dynamic_extents | Remark="nothing folded into 'tosa.conv2d': what follows is 'tosa.reshape': the reshape cuts across channels"
func.func @reshape_of_dynamic_extents(%x: tensor<4x?x1x1xf32>) -> tensor<2x?x6xf32> {
  %w = "tosa.const"() <{values = dense<1.0> : tensor<3x1x1x1xf32>}> : () -> tensor<3x1x1x1xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %shape = tosa.const_shape {values = dense<[2, -1, 6]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %conv = tosa.conv2d %x, %w, %zero, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<4x?x1x1xf32>, tensor<3x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x?x1x3xf32>
  %moved = tosa.reshape %conv, %shape : (tensor<4x?x1x3xf32>, !tosa.shape<3>) -> tensor<2x?x6xf32>
  %y = tosa.negate %moved, %zero, %zero : (tensor<2x?x6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x?x6xf32>
  return %y : tensor<2x?x6xf32>
}

// CHECK: Function=tile_overflows | Remark="nothing folded into 'tosa.matmul': what follows is 'tosa.mul': operand #1 is not a compile-time constant: the shape of 'tosa.tile' is not known"
func.func @tile_overflows(%x: tensor<1x1x1xf32>) -> tensor<1x1x4xf32> {
  %w = "tosa.const"() <{values = dense<1.0> : tensor<1x1x4xf32>}> : () -> tensor<1x1x4xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %pair = "tosa.const"() <{values = dense<[[[2.0, 3.0]]]> : tensor<1x1x2xf32>}> : () -> tensor<1x1x2xf32>
  %multiples = tosa.const_shape {values = dense<[1, 1, 4611686018427387904]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %tiled = tosa.tile %pair, %multiples : (tensor<1x1x2xf32>, !tosa.shape<3>) -> tensor<1x1x?xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = tosa.matmul %x, %w, %zero, %zero : (tensor<1x1x1xf32>, tensor<1x1x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x4xf32>
  %y = tosa.mul %m, %tiled, %mul_shift : (tensor<1x1x4xf32>, tensor<1x1x?xf32>, tensor<1xi8>) -> tensor<1x1x4xf32>
  return %y : tensor<1x1x4xf32>
}

// CHECK: Function=tile_is_huge | Remark="nothing folded into 'tosa.matmul': what follows is 'tosa.mul': operand #1 is not a compile-time constant: the shape of 'tosa.tile' is not known"
func.func @tile_is_huge(%x: tensor<1x1x1xf32>) -> tensor<1x1x4xf32> {
  %w = "tosa.const"() <{values = dense<1.0> : tensor<1x1x4xf32>}> : () -> tensor<1x1x4xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %pair = "tosa.const"() <{values = dense<[[[2.0, 3.0]]]> : tensor<1x1x2xf32>}> : () -> tensor<1x1x2xf32>
  %multiples = tosa.const_shape {values = dense<[1099511627776, 1, 1099511627776]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %tiled = tosa.tile %pair, %multiples : (tensor<1x1x2xf32>, !tosa.shape<3>) -> tensor<?x1x?xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = tosa.matmul %x, %w, %zero, %zero : (tensor<1x1x1xf32>, tensor<1x1x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x4xf32>
  %y = tosa.mul %m, %tiled, %mul_shift : (tensor<1x1x4xf32>, tensor<?x1x?xf32>, tensor<1xi8>) -> tensor<1x1x4xf32>
  return %y : tensor<1x1x4xf32>
}

// CHECK: Function=concat_is_huge | Remark="nothing folded into 'linalg.matmul': what follows is 'arith.mulf': operand #1 is not a compile-time constant: the concatenation is too large"
func.func @concat_is_huge(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %a = arith.constant dense<2.0> : tensor<1x4611686018427387904xf32>
  %b = arith.constant dense<3.0> : tensor<1x4611686018427387904xf32>
  %ab = tensor.concat dim(1) %a, %b : (tensor<1x4611686018427387904xf32>, tensor<1x4611686018427387904xf32>) -> tensor<1x?xf32>
  %scale = tensor.extract_slice %ab[0, 0] [1, 2] [1, 1] : tensor<1x?xf32> to tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// A shape as loop extents: 2^40 indices are not written out.
// CHECK: Function=index_is_huge | Remark="nothing folded into 'linalg.matmul': what follows is 'linalg.generic': 'arith.mulf' is not affine in the result"
func.func @index_is_huge(%x: tensor<1099511627776x1xf32>) -> tensor<1099511627776x2xf32> {
  %zero = arith.constant dense<0.0> : tensor<1099511627776x2xf32>
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1099511627776x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1099511627776x2xf32>) -> tensor<1099511627776x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m : tensor<1099511627776x2xf32>) outs(%m : tensor<1099511627776x2xf32>) {
  ^bb0(%r: f32, %out: f32):
    %row = linalg.index 0 : index
    %i = arith.index_cast %row : index to i64
    %s = arith.sitofp %i : i64 to f32
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1099511627776x2xf32>
  return %y : tensor<1099511627776x2xf32>
}

//===----------------------------------------------------------------------===//
// Integers that doubles do not hold
//===----------------------------------------------------------------------===//

// 2^53 + 1
// CHECK: Function=integer_beyond_2_53 | Remark="nothing folded into 'linalg.matmul': what follows is 'arith.mulf': operand #1 is not a compile-time constant: the constant holds integers beyond 2^53"
func.func @integer_beyond_2_53(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %i = arith.constant dense<9007199254740993> : tensor<1x2xi64>
  %scale = arith.sitofp %i : tensor<1x2xi64> to tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK: Function=scalar_beyond_2_53 | Remark="nothing folded into 'linalg.matmul': what follows is 'arith.mulf': operand #1 is not a compile-time constant: its constant attribute is not of a kind that is evaluated"
func.func @scalar_beyond_2_53(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %i = arith.constant 9007199254740993 : i64
  %s = arith.sitofp %i : i64 to f32
  %scale = tensor.splat %s : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// 3 * 2^51 + 3 * 2^51
// CHECK: Function=sum_beyond_2_53 | Remark="nothing folded into 'linalg.matmul': what follows is 'arith.mulf': operand #1 is not a compile-time constant: 'arith.addi' is too large, or an integer in it wraps around"
func.func @sum_beyond_2_53(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %i = arith.constant dense<6755399441055744> : tensor<1x2xi64>
  %sum = arith.addi %i, %i : tensor<1x2xi64>
  %scale = arith.sitofp %sum : tensor<1x2xi64> to tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// 100 + 100 is -56 in eight bits.
// CHECK: Function=sum_wraps_around | Remark="nothing folded into 'linalg.matmul': what follows is 'arith.mulf': operand #1 is not a compile-time constant: 'arith.addi' is too large, or an integer in it wraps around"
func.func @sum_wraps_around(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %i = arith.constant dense<100> : tensor<1x2xi8>
  %sum = arith.addi %i, %i : tensor<1x2xi8>
  %scale = arith.sitofp %sum : tensor<1x2xi8> to tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}
