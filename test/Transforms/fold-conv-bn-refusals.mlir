// RUN: fold-opt %s --fold-conv-bn --remarks-filter=fold-conv-bn --remark-format=emitRemark -o %t.after 2>&1 | FileCheck %s
// RUN: fold-opt %s -o %t.before
// RUN: diff %t.before %t.after

// Why a convolution is left alone, in words, and proof that it was.

#id = affine_map<(d0, d1) -> (d0, d1)>
#swapped = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>
#diagonal = affine_map<(d0, d1) -> (d0, d0)>

//===----------------------------------------------------------------------===//
// What reads the result
//===----------------------------------------------------------------------===//

// CHECK: Function=nothing | Remark="nothing folded into 'linalg.matmul': nothing reads its result"
func.func @nothing(%x: tensor<2x1xf32>) {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<2x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// CHECK: Function=terminator | Remark="nothing folded into 'linalg.matmul': what follows is 'func.return': it is not affine in the result"
func.func @terminator(%x: tensor<2x1xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<2x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %m : tensor<2x2xf32>
}

// CHECK: Function=several | Remark="nothing folded into 'linalg.matmul': 2 ops read the result ('func.return', 'arith.mulf')"
func.func @several(%x: tensor<2x1xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %two = arith.constant dense<2.0> : tensor<2x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<2x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = arith.mulf %m, %two : tensor<2x2xf32>
  return %y, %m : tensor<2x2xf32>, tensor<2x2xf32>
}

// CHECK: Function=gate | Remark="nothing folded into 'linalg.matmul': the scale or shift is computed from the result itself at run time (training-mode statistics, a gate, or a branch that joins again)"
func.func @gate(%x: tensor<2x1xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<2x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %gate = math.tanh %m : tensor<2x2xf32>
  %y = arith.mulf %m, %gate : tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// CHECK: Function=training_mode | Remark="nothing folded into 'linalg.matmul': the scale or shift is computed from the result itself at run time (training-mode statistics, a gate, or a branch that joins again)"
func.func @training_mode(%x: tensor<2x1xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %zero_sum = arith.constant dense<0.0> : tensor<2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<2x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %sum = linalg.reduce { arith.addf } ins(%m : tensor<2x2xf32>) outs(%zero_sum : tensor<2xf32>) dimensions = [0]
  %y = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %sum : tensor<2x2xf32>, tensor<2xf32>) outs(%m : tensor<2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.subf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

//===----------------------------------------------------------------------===//
// What is done to it
//===----------------------------------------------------------------------===//

// CHECK: Function=square | Remark="nothing folded into 'linalg.matmul': what follows is 'arith.mulf': 'arith.mulf' is not affine in the result"
func.func @square(%x: tensor<2x1xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<2x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = arith.mulf %m, %m : tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// CHECK: Function=constant_divided | Remark="nothing folded into 'linalg.matmul': what follows is 'arith.divf': 'arith.divf' is not affine in the result"
func.func @constant_divided(%x: tensor<2x1xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %two = arith.constant dense<2.0> : tensor<2x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<2x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = arith.divf %two, %m : tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// CHECK: Function=relu | Remark="nothing folded into 'linalg.matmul': what follows is 'linalg.generic': 'arith.maximumf' is not affine in the result"
func.func @relu(%x: tensor<2x1xf32>) -> tensor<2x2xf32> {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<2x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m : tensor<2x2xf32>) outs(%m : tensor<2x2xf32>) {
  ^bb0(%r: f32, %out: f32):
    %0 = arith.maximumf %r, %nil : f32
    linalg.yield %0 : f32
  } -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// CHECK: Function=residual | Remark="nothing folded into 'linalg.matmul': what follows is 'arith.addf': operand #1 is not a compile-time constant: it is an argument of a function or block"
func.func @residual(%x: tensor<2x1xf32>, %residual: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<2x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = arith.addf %m, %residual : tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// CHECK: Function=residual_in_body | Remark="nothing folded into 'linalg.matmul': what follows is 'linalg.generic': operand #1 is not a compile-time constant: it is an argument of a function or block"
func.func @residual_in_body(%x: tensor<2x1xf32>, %residual: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<2x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %residual : tensor<2x2xf32>, tensor<2x2xf32>) outs(%m : tensor<2x2xf32>) {
  ^bb0(%r: f32, %q: f32, %out: f32):
    %0 = arith.addf %r, %q : f32
    linalg.yield %0 : f32
  } -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// CHECK: Function=scalar_argument | Remark="nothing folded into 'linalg.matmul': what follows is 'linalg.generic': a value used in the body is not a compile-time constant: it is an argument of a function or block"
func.func @scalar_argument(%x: tensor<2x1xf32>, %s: f32) -> tensor<2x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<2x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m : tensor<2x2xf32>) outs(%m : tensor<2x2xf32>) {
  ^bb0(%r: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// CHECK: Function=wrong_axis | Remark="nothing folded into 'linalg.matmul': what follows is 'linalg.generic': the scale or shift varies along a dimension that is not the channel"
func.func @wrong_axis(%x: tensor<2x1xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<2x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %scale : tensor<2x2xf32>, tensor<2xf32>) outs(%m : tensor<2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// CHECK: Function=varies_within_channel | Remark="nothing folded into 'linalg.matmul': what follows is 'arith.addf': the scale or shift varies along a dimension that is not the channel"
func.func @varies_within_channel(%x: tensor<2x1xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %shift = arith.constant dense<[[1.0, 1.0], [1.0, 2.0]]> : tensor<2x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<2x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = arith.addf %m, %shift : tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// CHECK: Function=reduction | Remark="nothing folded into 'linalg.matmul': what follows is 'linalg.reduce': it is not an elementwise op on tensors"
func.func @reduction(%x: tensor<2x1xf32>) -> tensor<2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %zero_sum = arith.constant dense<0.0> : tensor<2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<2x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %sum = linalg.reduce { arith.addf } ins(%m : tensor<2x2xf32>) outs(%zero_sum : tensor<2xf32>) dimensions = [0]
  return %sum : tensor<2xf32>
}

// CHECK: Function=transposed_sum | Remark="nothing folded into 'linalg.matmul': what follows is 'linalg.generic': it reads the result through different indexing maps"
func.func @transposed_sum(%x: tensor<2x1xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<2x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #swapped, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %m : tensor<2x2xf32>, tensor<2x2xf32>) outs(%m : tensor<2x2xf32>) {
  ^bb0(%r: f32, %q: f32, %out: f32):
    %0 = arith.addf %r, %q : f32
    linalg.yield %0 : f32
  } -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// CHECK: Function=diagonal | Remark="nothing folded into 'linalg.matmul': what follows is 'linalg.generic': its indexing map is not a permutation"
func.func @diagonal(%x: tensor<2x1xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %two = arith.constant 2.0 : f32
  %m = linalg.matmul ins(%x, %w : tensor<2x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = linalg.generic {indexing_maps = [#diagonal, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m : tensor<2x2xf32>) outs(%m : tensor<2x2xf32>) {
  ^bb0(%r: f32, %out: f32):
    %0 = arith.mulf %r, %two : f32
    linalg.yield %0 : f32
  } -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// CHECK: Function=read_twice_in_body | Remark="nothing folded into 'linalg.matmul': what follows is 'linalg.generic': 'arith.maximumf' is not affine in the result"
func.func @read_twice_in_body(%x: tensor<2x1xf32>) -> tensor<2x2xf32> {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<2x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m : tensor<2x2xf32>) outs(%m : tensor<2x2xf32>) {
  ^bb0(%r: f32, %out: f32):
    %0 = arith.negf %r : f32
    %1 = arith.maximumf %0, %nil : f32
    %2 = arith.addf %1, %r : f32
    linalg.yield %2 : f32
  } -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// CHECK: Function=to_integer | Remark="nothing folded into 'tosa.matmul': what follows is 'tosa.cast': it changes the type of the result"
func.func @to_integer(%x: tensor<1x2x1xf32>) -> tensor<1x2x2xi32> {
  %w = "tosa.const"() <{values = dense<1.0> : tensor<1x1x2xf32>}> : () -> tensor<1x1x2xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %m = tosa.matmul %x, %w, %zero, %zero : (tensor<1x2x1xf32>, tensor<1x1x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2xf32>
  %y = tosa.cast %m : (tensor<1x2x2xf32>) -> tensor<1x2x2xi32>
  return %y : tensor<1x2x2xi32>
}

//===----------------------------------------------------------------------===//
// Where it is moved
//===----------------------------------------------------------------------===//

// CHECK: Function=forgets_rank | Remark="nothing folded into 'linalg.matmul': what follows is 'tensor.cast': the cast forgets the rank"
func.func @forgets_rank(%x: tensor<2x1xf32>) -> tensor<*xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<2x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = tensor.cast %m : tensor<2x2xf32> to tensor<*xf32>
  return %y : tensor<*xf32>
}

// CHECK: Function=slice_at_runtime | Remark="nothing folded into 'linalg.matmul': what follows is 'tensor.extract_slice': which channels the slice takes is not known"
func.func @slice_at_runtime(%x: tensor<2x1xf32>, %i: index) -> tensor<2x1xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %two = arith.constant dense<2.0> : tensor<2x1xf32>
  %m = linalg.matmul ins(%x, %w : tensor<2x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %slice = tensor.extract_slice %m[0, %i] [2, 1] [1, 1] : tensor<2x2xf32> to tensor<2x1xf32>
  %y = arith.mulf %slice, %two : tensor<2x1xf32>
  return %y : tensor<2x1xf32>
}

// CHECK: Function=cut_across | Remark="nothing folded into 'linalg.matmul': what follows is 'tensor.expand_shape': the reshape cuts across channels"
func.func @cut_across(%x: tensor<3x1xf32>) -> tensor<2x3xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<3x2xf32>
  %two = arith.constant dense<2.0> : tensor<2x3xf32>
  %m = linalg.matmul ins(%x, %w : tensor<3x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<3x2xf32>) -> tensor<3x2xf32>
  %flat = tensor.collapse_shape %m [[0, 1]] : tensor<3x2xf32> into tensor<6xf32>
  %moved = tensor.expand_shape %flat [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  %y = arith.mulf %moved, %two : tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// CHECK: Function=concatenation | Remark="nothing folded into 'tosa.matmul': what follows is 'tosa.concat': it joins the result with other tensors"
func.func @concatenation(%x: tensor<1x2x1xf32>, %other: tensor<1x2x2xf32>) -> tensor<1x2x4xf32> {
  %w = "tosa.const"() <{values = dense<1.0> : tensor<1x1x2xf32>}> : () -> tensor<1x1x2xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %m = tosa.matmul %x, %w, %zero, %zero : (tensor<1x2x1xf32>, tensor<1x1x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2xf32>
  %joined = tosa.concat %m, %other {axis = 2 : i32} : (tensor<1x2x2xf32>, tensor<1x2x2xf32>) -> tensor<1x2x4xf32>
  %y = tosa.negate %joined, %zero, %zero : (tensor<1x2x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x4xf32>
  return %y : tensor<1x2x4xf32>
}

// CHECK: Function=padding | Remark="nothing folded into 'linalg.matmul': what follows is 'tensor.pad': it is not affine in the result"
func.func @padding(%x: tensor<2x1xf32>) -> tensor<2x3xf32> {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %two = arith.constant dense<2.0> : tensor<2x3xf32>
  %m = linalg.matmul ins(%x, %w : tensor<2x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %pad = tensor.pad %m low[0, 0] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %nil : f32
  } : tensor<2x2xf32> to tensor<2x3xf32>
  %y = arith.mulf %pad, %two : tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

//===----------------------------------------------------------------------===//
// The convolution itself
//===----------------------------------------------------------------------===//

// CHECK: Function=weights_are_an_argument | Remark="nothing folded into 'linalg.matmul': its weights are not a compile-time constant: it is an argument of a function or block"
func.func @weights_are_an_argument(%x: tensor<2x1xf32>, %w: tensor<1x2xf32>) -> tensor<2x2xf32> {
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %two = arith.constant dense<2.0> : tensor<2x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<2x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = arith.mulf %m, %two : tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// CHECK: Function=accumulates | Remark="nothing folded into 'linalg.matmul': its bias or initial value is not a compile-time constant: it is an argument of a function or block"
func.func @accumulates(%x: tensor<2x1xf32>, %init: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %two = arith.constant dense<2.0> : tensor<2x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<2x1xf32>, tensor<1x2xf32>) outs(%init : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = arith.mulf %m, %two : tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// CHECK: Function=bias_varies | Remark="nothing folded into 'linalg.conv_1d_ncw_fcw': its bias varies inside a channel"
func.func @bias_varies(%x: tensor<?x1x2xf32>, %n: index) -> tensor<?x2x2xf32> {
  %w = arith.constant dense<1.0> : tensor<2x1x1xf32>
  %bias = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %two = arith.constant 2.0 : f32
  %empty = tensor.empty(%n) : tensor<?x2x2xf32>
  %init = linalg.broadcast ins(%bias : tensor<2x2xf32>) outs(%empty : tensor<?x2x2xf32>) dimensions = [0]
  %conv = linalg.conv_1d_ncw_fcw ins(%x, %w : tensor<?x1x2xf32>, tensor<2x1x1xf32>) outs(%init : tensor<?x2x2xf32>) -> tensor<?x2x2xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(n, c, w) -> (n, c, w)>, affine_map<(n, c, w) -> (n, c, w)>], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%conv : tensor<?x2x2xf32>) outs(%empty : tensor<?x2x2xf32>) {
  ^bb0(%r: f32, %out: f32):
    %0 = arith.mulf %r, %two : f32
    linalg.yield %0 : f32
  } -> tensor<?x2x2xf32>
  return %y : tensor<?x2x2xf32>
}

// CHECK: Function=dynamic_channels | Remark="nothing folded into 'linalg.matmul': the number of its channels is dynamic"
func.func @dynamic_channels(%x: tensor<2x1xf32>, %w: tensor<1x?xf32>, %init: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %m = linalg.matmul ins(%x, %w : tensor<2x1xf32>, tensor<1x?xf32>) outs(%init : tensor<2x?xf32>) -> tensor<2x?xf32>
  %y = arith.negf %m : tensor<2x?xf32>
  return %y : tensor<2x?xf32>
}

// 2^23 channels; the bound is far above what any network has.
// CHECK: Function=too_many_channels | Remark="nothing folded into 'linalg.matmul': it has too many channels"
func.func @too_many_channels(%x: tensor<1x1xf32>) -> tensor<1x8388608xf32> {
  %w = arith.constant dense<1.0> : tensor<1x8388608xf32>
  %zero = arith.constant dense<0.0> : tensor<1x8388608xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x8388608xf32>) outs(%zero : tensor<1x8388608xf32>) -> tensor<1x8388608xf32>
  %y = arith.negf %m : tensor<1x8388608xf32>
  return %y : tensor<1x8388608xf32>
}

// A tosa.mul broadcasts at run time: if the batch were 1, its result would have
// three rows.
// CHECK: Function=may_broadcast | Remark="nothing folded into 'tosa.matmul': what follows is 'tosa.mul': operand #1 may broadcast the result along a dynamic dimension"
func.func @may_broadcast(%x: tensor<1x?x1xf32>) -> tensor<1x?x2xf32> {
  %w = "tosa.const"() <{values = dense<1.0> : tensor<1x1x2xf32>}> : () -> tensor<1x1x2xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %two = "tosa.const"() <{values = dense<2.0> : tensor<1x3x1xf32>}> : () -> tensor<1x3x1xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = tosa.matmul %x, %w, %zero, %zero : (tensor<1x?x1xf32>, tensor<1x1x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x?x2xf32>
  %y = tosa.mul %m, %two, %mul_shift : (tensor<1x?x2xf32>, tensor<1x3x1xf32>, tensor<1xi8>) -> tensor<1x?x2xf32>
  return %y : tensor<1x?x2xf32>
}

// CHECK: Function=bias_alone | Remark="nothing folded into 'linalg.matmul': only a bias is added, which a matrix multiplication has no better place for"
func.func @bias_alone(%x: tensor<2x1xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %two = arith.constant dense<2.0> : tensor<2x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<2x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = arith.addf %m, %two : tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// CHECK: Function=one_op_for_another | Remark="nothing folded into 'tosa.matmul': the op that follows would be replaced by another for the bias"
func.func @one_op_for_another(%x: tensor<1x2x1xf32>) -> tensor<1x2x2xf32> {
  %w = "tosa.const"() <{values = dense<1.0> : tensor<1x1x2xf32>}> : () -> tensor<1x1x2xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %one = "tosa.const"() <{values = dense<1.0> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %m = tosa.matmul %x, %w, %zero, %zero : (tensor<1x2x1xf32>, tensor<1x1x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2xf32>
  %y = tosa.sub %one, %m : (tensor<1x1x1xf32>, tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  return %y : tensor<1x2x2xf32>
}

// CHECK: Function=zero_point | Remark="nothing folded into 'tosa.matmul': its weight zero point is not a constant zero"
func.func @zero_point(%x: tensor<1x2x1xf32>, %zp: tensor<1xf32>) -> tensor<1x2x2xf32> {
  %w = "tosa.const"() <{values = dense<1.0> : tensor<1x1x2xf32>}> : () -> tensor<1x1x2xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %m = tosa.matmul %x, %w, %zero, %zp : (tensor<1x2x1xf32>, tensor<1x1x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2xf32>
  %y = tosa.negate %m, %zero, %zero : (tensor<1x2x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2xf32>
  return %y : tensor<1x2x2xf32>
}

// CHECK: Function=integers | Remark="nothing folded into 'linalg.matmul': integer weights cannot take a scale"
func.func @integers(%x: tensor<2x1xi8>) -> tensor<2x2xi32> {
  %w = arith.constant dense<1> : tensor<1x2xi8>
  %zero = arith.constant dense<0> : tensor<2x2xi32>
  %two = arith.constant dense<2> : tensor<2x2xi32>
  %m = linalg.matmul ins(%x, %w : tensor<2x1xi8>, tensor<1x2xi8>) outs(%zero : tensor<2x2xi32>) -> tensor<2x2xi32>
  %y = arith.muli %m, %two : tensor<2x2xi32>
  return %y : tensor<2x2xi32>
}

// CHECK: Function=buffers | Remark="nothing folded into 'linalg.matmul': it works on buffers, not tensors"
func.func @buffers(%x: memref<2x1xf32>, %w: memref<1x2xf32>, %y: memref<2x2xf32>) {
  linalg.matmul ins(%x, %w : memref<2x1xf32>, memref<1x2xf32>) outs(%y : memref<2x2xf32>)
  return
}
