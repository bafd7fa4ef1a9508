// RUN: fold-opt %s --fold-conv-bn | FileCheck %s
// RUN: fold-opt %s --fold-conv-bn --remarks-filter=fold-conv-bn --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Where an extent is dynamic, an op that broadcasts may make more elements at run
// time than its operand had, if the parameter is longer. tosa does, arith and
// linalg do not. And a parameter whose own extents are hidden behind a dynamic
// result is not uniform for it.
// The convolution has the weights 1 and 2, and no bias.

#id = affine_map<(n, c) -> (n, c)>
#c = affine_map<(n, c) -> (c)>
#n0 = affine_map<(n, c) -> (n, 0)>

//===----------------------------------------------------------------------===//
// tosa, parameters
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @extent_one_cannot_broadcast(
// CHECK:         %[[W:.*]] = "tosa.const"() <{values = dense<{{\[\[\[}}2.000000e+00, 6.000000e+00]]]> : tensor<1x1x2xf32>}>
// CHECK:         %[[M:.*]] = tosa.matmul %{{.*}}, %[[W]],
// CHECK-NEXT:    return %[[M]]
func.func @extent_one_cannot_broadcast(%x: tensor<1x?x1xf32>) -> tensor<1x?x2xf32> {
  %w = "tosa.const"() <{values = dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf32>}> : () -> tensor<1x1x2xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %scale = "tosa.const"() <{values = dense<[[[2.0, 3.0]]]> : tensor<1x1x2xf32>}> : () -> tensor<1x1x2xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = tosa.matmul %x, %w, %zero, %zero : (tensor<1x?x1xf32>, tensor<1x1x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x?x2xf32>
  %y = tosa.mul %m, %scale, %mul_shift : (tensor<1x?x2xf32>, tensor<1x1x2xf32>, tensor<1xi8>) -> tensor<1x?x2xf32>
  return %y : tensor<1x?x2xf32>
}

// The same in all five images, but there may have been one.
// CHECK-LABEL: func.func @negative_uniform_batch_of_five(
// CHECK:         %[[CONV:.*]] = tosa.conv2d
// CHECK-NEXT:    tosa.add %[[CONV]],
// REMARK: Function=negative_uniform_batch_of_five | Remark="nothing folded into 'tosa.conv2d': what follows is 'tosa.add': operand #1 may broadcast the result along a dynamic dimension"
func.func @negative_uniform_batch_of_five(%x: tensor<?x2x2x1xf32>) -> tensor<?x2x2x2xf32> {
  %w = "tosa.const"() <{values = dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>}> : () -> tensor<2x1x1x1xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %shift = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]], [[[2.0, 3.0]]], [[[2.0, 3.0]]], [[[2.0, 3.0]]], [[[2.0, 3.0]]]]> : tensor<5x1x1x2xf32>}> : () -> tensor<5x1x1x2xf32>
  %conv = tosa.conv2d %x, %w, %zero, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<?x2x2x1xf32>, tensor<2x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x2x2x2xf32>
  %y = tosa.add %conv, %shift : (tensor<?x2x2x2xf32>, tensor<5x1x1x2xf32>) -> tensor<?x2x2x2xf32>
  return %y : tensor<?x2x2x2xf32>
}

// A scalar, filled into a tensor of as many rows as one likes.
// CHECK-LABEL: func.func @negative_filled_rows(
// CHECK:         %[[M:.*]] = linalg.matmul
// CHECK-NEXT:    tosa.add %[[M]],
// REMARK: Function=negative_filled_rows | Remark="nothing folded into 'linalg.matmul': what follows is 'tosa.add': operand #1 may broadcast the result along a dynamic dimension"
func.func @negative_filled_rows(%x: tensor<?x1xf32>, %init: tensor<?x2xf32>, %rows: index) -> tensor<?x2xf32> {
  %nil = arith.constant 0.0 : f32
  %five = arith.constant 5.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = linalg.fill ins(%nil : f32) outs(%init : tensor<?x2xf32>) -> tensor<?x2xf32>
  %empty = tensor.empty(%rows) : tensor<?x2xf32>
  %shift = linalg.fill ins(%five : f32) outs(%empty : tensor<?x2xf32>) -> tensor<?x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<?x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<?x2xf32>) -> tensor<?x2xf32>
  %y = tosa.add %m, %shift : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

// The constant behind the cast has three rows.
// CHECK-LABEL: func.func @negative_rows_behind_a_cast(
// CHECK:         %[[M:.*]] = linalg.matmul
// CHECK-NEXT:    tosa.add %[[M]],
// REMARK: Function=negative_rows_behind_a_cast | Remark="nothing folded into 'linalg.matmul': what follows is 'tosa.add': operand #1 may broadcast the result along a dynamic dimension"
func.func @negative_rows_behind_a_cast(%x: tensor<?x1xf32>, %init: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = linalg.fill ins(%nil : f32) outs(%init : tensor<?x2xf32>) -> tensor<?x2xf32>
  %three = arith.constant dense<5.0> : tensor<3x2xf32>
  %shift = tensor.cast %three : tensor<3x2xf32> to tensor<?x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<?x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<?x2xf32>) -> tensor<?x2xf32>
  %y = tosa.add %m, %shift : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

// Behind this cast it has one, whatever the type says.
// CHECK-LABEL: func.func @one_row_behind_a_cast(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}-2.000000e+00, -6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[M]]
func.func @one_row_behind_a_cast(%x: tensor<?x1xf32>, %init: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = linalg.fill ins(%nil : f32) outs(%init : tensor<?x2xf32>) -> tensor<?x2xf32>
  %row = arith.constant dense<[[-2.0, -3.0]]> : tensor<1x2xf32>
  %scale = tensor.cast %row : tensor<1x2xf32> to tensor<?x2xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = linalg.matmul ins(%x, %w : tensor<?x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<?x2xf32>) -> tensor<?x2xf32>
  %y = tosa.mul %m, %scale, %mul_shift : (tensor<?x2xf32>, tensor<?x2xf32>, tensor<1xi8>) -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

// The result itself is broadcast, statically.
// CHECK-LABEL: func.func @negative_result_of_one_row(
// CHECK:         %[[M:.*]] = linalg.matmul
// CHECK-NEXT:    tosa.add %[[M]],
// REMARK: Function=negative_result_of_one_row | Remark="nothing folded into 'linalg.matmul': what follows is 'tosa.add': it changes the type of the result"
func.func @negative_result_of_one_row(%x: tensor<1x1xf32>) -> tensor<3x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %three = arith.constant dense<5.0> : tensor<3x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = tosa.add %m, %three : (tensor<1x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}

//===----------------------------------------------------------------------===//
// arith and linalg never broadcast
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @arith_with_filled_rows(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}5.000000e+00, 1.000000e+01]]> : tensor<1x2xf32>
// CHECK:         %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[M]]
func.func @arith_with_filled_rows(%x: tensor<?x1xf32>, %init: tensor<?x2xf32>, %rows: index) -> tensor<?x2xf32> {
  %nil = arith.constant 0.0 : f32
  %five = arith.constant 5.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = linalg.fill ins(%nil : f32) outs(%init : tensor<?x2xf32>) -> tensor<?x2xf32>
  %empty = tensor.empty(%rows) : tensor<?x2xf32>
  %scale = linalg.fill ins(%five : f32) outs(%empty : tensor<?x2xf32>) -> tensor<?x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<?x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<?x2xf32>) -> tensor<?x2xf32>
  %y = arith.mulf %m, %scale : tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

// CHECK-LABEL: func.func @linalg_with_filled_rows(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}5.000000e+00, 1.000000e+01]]> : tensor<1x2xf32>
// CHECK:         %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[M]]
func.func @linalg_with_filled_rows(%x: tensor<?x1xf32>, %init: tensor<?x2xf32>, %rows: index) -> tensor<?x2xf32> {
  %nil = arith.constant 0.0 : f32
  %five = arith.constant 5.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = linalg.fill ins(%nil : f32) outs(%init : tensor<?x2xf32>) -> tensor<?x2xf32>
  %empty = tensor.empty(%rows) : tensor<?x2xf32>
  %scale = linalg.fill ins(%five : f32) outs(%empty : tensor<?x2xf32>) -> tensor<?x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<?x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<?x2xf32>) -> tensor<?x2xf32>
  %y = linalg.mul ins(%m, %scale : tensor<?x2xf32>, tensor<?x2xf32>) outs(%init : tensor<?x2xf32>) -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

//===----------------------------------------------------------------------===//
// Numbers per row, behind a result of dynamic shape
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @negative_rows_of_a_copy(
// CHECK:         %[[M:.*]] = linalg.matmul
// CHECK-NEXT:    arith.mulf %[[M]],
// REMARK: Function=negative_rows_of_a_copy | Remark="nothing folded into 'linalg.matmul': what follows is 'arith.mulf': operand #1 does not broadcast"
func.func @negative_rows_of_a_copy(%x: tensor<?x1xf32>, %init: tensor<?x2xf32>, %rows: index) -> tensor<?x2xf32> {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = linalg.fill ins(%nil : f32) outs(%init : tensor<?x2xf32>) -> tensor<?x2xf32>
  %table = arith.constant dense<[[2.0, 3.0], [4.0, 5.0]]> : tensor<2x2xf32>
  %empty = tensor.empty(%rows) : tensor<?x2xf32>
  %scale = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%table : tensor<2x2xf32>) outs(%empty : tensor<?x2xf32>) {
  ^bb0(%t: f32, %out: f32):
    linalg.yield %t : f32
  } -> tensor<?x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<?x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<?x2xf32>) -> tensor<?x2xf32>
  %y = arith.mulf %m, %scale : tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

// The channels are the same here, the rows are not.
// CHECK-LABEL: func.func @negative_first_column_of_a_table(
// CHECK:         %[[M:.*]] = linalg.matmul
// CHECK-NEXT:    arith.mulf %[[M]],
// REMARK: Function=negative_first_column_of_a_table | Remark="nothing folded into 'linalg.matmul': what follows is 'arith.mulf': operand #1 is not a compile-time constant: 'linalg.generic' depends on values that are not constant"
func.func @negative_first_column_of_a_table(%x: tensor<?x1xf32>, %init: tensor<?x2xf32>, %rows: index) -> tensor<?x2xf32> {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = linalg.fill ins(%nil : f32) outs(%init : tensor<?x2xf32>) -> tensor<?x2xf32>
  %table = arith.constant dense<[[2.0, 9.0, 9.0], [4.0, 9.0, 9.0]]> : tensor<2x3xf32>
  %any = tensor.cast %table : tensor<2x3xf32> to tensor<?x3xf32>
  %empty = tensor.empty(%rows) : tensor<?x2xf32>
  %scale = linalg.generic {indexing_maps = [#n0, #id], iterator_types = ["parallel", "parallel"]}
    ins(%any : tensor<?x3xf32>) outs(%empty : tensor<?x2xf32>) {
  ^bb0(%t: f32, %out: f32):
    linalg.yield %t : f32
  } -> tensor<?x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<?x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<?x2xf32>) -> tensor<?x2xf32>
  %y = arith.mulf %m, %scale : tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

// The body itself reads the table.
// CHECK-LABEL: func.func @negative_rows_in_the_body(
// CHECK:         linalg.generic
// CHECK:           arith.mulf
// REMARK: Function=negative_rows_in_the_body | Remark="nothing folded into 'linalg.matmul': what follows is 'linalg.generic': the scale or shift varies along a dimension that is not the channel"
func.func @negative_rows_in_the_body(%x: tensor<?x1xf32>, %init: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = linalg.fill ins(%nil : f32) outs(%init : tensor<?x2xf32>) -> tensor<?x2xf32>
  %table = arith.constant dense<[[2.0, 3.0], [4.0, 5.0]]> : tensor<2x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<?x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<?x2xf32>) -> tensor<?x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %table : tensor<?x2xf32>, tensor<2x2xf32>) outs(%init : tensor<?x2xf32>) {
  ^bb0(%r: f32, %t: f32, %out: f32):
    %0 = arith.mulf %r, %t : f32
    linalg.yield %0 : f32
  } -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

// The index of a row is a number per row as well.
// CHECK-LABEL: func.func @negative_index_of_a_dynamic_dimension(
// CHECK:         linalg.generic
// CHECK:           arith.mulf
// REMARK: Function=negative_index_of_a_dynamic_dimension | Remark="nothing folded into 'linalg.matmul': what follows is 'linalg.generic': 'arith.mulf' is not affine in the result"
func.func @negative_index_of_a_dynamic_dimension(%x: tensor<?x1xf32>, %init: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = linalg.fill ins(%nil : f32) outs(%init : tensor<?x2xf32>) -> tensor<?x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<?x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<?x2xf32>) -> tensor<?x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m : tensor<?x2xf32>) outs(%init : tensor<?x2xf32>) {
  ^bb0(%r: f32, %out: f32):
    %row = linalg.index 0 : index
    %i = arith.index_cast %row : index to i32
    %t = arith.sitofp %i : i32 to f32
    %0 = arith.mulf %r, %t : f32
    linalg.yield %0 : f32
  } -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

// Numbers per channel are good in a result of dynamic shape too.
// CHECK-LABEL: func.func @channels_of_a_broadcast(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[M]]
func.func @channels_of_a_broadcast(%x: tensor<?x1xf32>, %init: tensor<?x2xf32>, %rows: index) -> tensor<?x2xf32> {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = linalg.fill ins(%nil : f32) outs(%init : tensor<?x2xf32>) -> tensor<?x2xf32>
  %row = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %empty = tensor.empty(%rows) : tensor<?x2xf32>
  %scale = linalg.broadcast ins(%row : tensor<2xf32>) outs(%empty : tensor<?x2xf32>) dimensions = [0]
  %m = linalg.matmul ins(%x, %w : tensor<?x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<?x2xf32>) -> tensor<?x2xf32>
  %y = arith.mulf %m, %scale : tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}
