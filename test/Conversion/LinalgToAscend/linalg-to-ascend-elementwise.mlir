// RUN: fold-opt %s --convert-linalg-to-ascend | FileCheck %s

#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#c = affine_map<(d0, d1, d2, d3) -> (d1)>
#c11 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#swap = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>

// CHECK-LABEL: func @relu_as_select
// CHECK: ascend.activation ins(%{{.*}} : {{.*}}) outs({{.*}}) epilogue [#ascend.relu]
func.func @relu_as_select(%x: tensor<1x4x8x8xf32>, %e: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x : tensor<1x4x8x8xf32>) outs(%e : tensor<1x4x8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.cmpf ult, %in, %zero : f32
    %1 = arith.select %0, %zero, %in : f32
    linalg.yield %1 : f32
  } -> tensor<1x4x8x8xf32>
  return %y : tensor<1x4x8x8xf32>
}

// CHECK-LABEL: func @add_bias_clamp
// CHECK-SAME: %[[B:[a-z0-9]+]]: tensor<4xf32>
// CHECK: %[[R:.*]] = tensor.expand_shape %[[B]] {{\[\[}}0, 1, 2, 3]] output_shape [1, 4, 1, 1]
// CHECK: ascend.eltwise add ins(%{{.*}}, %[[R]] : {{.*}} epilogue [#ascend.clamp<0.000000e+00, 6.000000e+00>]
func.func @add_bias_clamp(%x: tensor<1x4x8x8xf32>, %b: tensor<4xf32>, %e: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %b : tensor<1x4x8x8xf32>, tensor<4xf32>) outs(%e : tensor<1x4x8x8xf32>) {
  ^bb0(%in: f32, %c: f32, %out: f32):
    %0 = arith.addf %in, %c : f32
    %1 = arith.minimumf %0, %six : f32
    %2 = arith.maximumf %1, %zero : f32
    linalg.yield %2 : f32
  } -> tensor<1x4x8x8xf32>
  return %y : tensor<1x4x8x8xf32>
}

// CHECK-LABEL: func @broadcast_c11
// CHECK: %[[C:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0, 1, 2]] : tensor<4x1x1xf32> into tensor<4xf32>
// CHECK: %[[R:.*]] = tensor.expand_shape %[[C]] {{\[\[}}0, 1, 2, 3]] output_shape [1, 4, 1, 1]
// CHECK: ascend.eltwise sub ins(%[[R]], %{{.*}} :
func.func @broadcast_c11(%x: tensor<1x4x8x8xf32>, %b: tensor<4x1x1xf32>, %e: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  %y = linalg.generic {indexing_maps = [#id, #c11, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %b : tensor<1x4x8x8xf32>, tensor<4x1x1xf32>) outs(%e : tensor<1x4x8x8xf32>) {
  ^bb0(%in: f32, %c: f32, %out: f32):
    %0 = arith.subf %c, %in : f32
    linalg.yield %0 : f32
  } -> tensor<1x4x8x8xf32>
  return %y : tensor<1x4x8x8xf32>
}

// CHECK-LABEL: func @silu_of_two
// CHECK: ascend.activation ins({{.*}}) epilogue [#ascend.silu]
// CHECK-NOT: ascend.eltwise
// CHECK: return
func.func @silu_of_two(%x: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %one = arith.constant 1.0 : f32
  %s = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.negf %in : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %one, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<8xf32>
  %y = linalg.mul ins(%x, %s : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// CHECK-LABEL: func @gelu
// CHECK: ascend.activation ins({{.*}}) epilogue [#ascend.gelu]
func.func @gelu(%x: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %root = arith.constant 1.41421354 : f32
  %y = linalg.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) (%in: f32, %out: f32) {
    %0 = arith.divf %in, %root : f32
    %1 = math.erf %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.mulf %2, %half : f32
    %4 = arith.mulf %in, %3 : f32
    linalg.yield %4 : f32
  }
  return %y : tensor<8xf32>
}

// CHECK-LABEL: func @leaky_relu
// CHECK: ascend.activation ins({{.*}}) epilogue [#ascend.leaky_relu<0.00999999977>]
func.func @leaky_relu(%x: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %slope = arith.constant 0.01 : f32
  %y = linalg.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) (%in: f32, %out: f32) {
    %0 = arith.mulf %in, %slope : f32
    %1 = arith.cmpf ogt, %in, %zero : f32
    %2 = arith.select %1, %in, %0 : f32
    linalg.yield %2 : f32
  }
  return %y : tensor<8xf32>
}

// CHECK-LABEL: func @hard_swish
// CHECK: ascend.activation ins({{.*}}) epilogue [#ascend.hard_swish]
func.func @hard_swish(%x: tensor<8xf16>, %e: tensor<8xf16>) -> tensor<8xf16> {
  %zero = arith.constant 0.0 : f16
  %three = arith.constant 3.0 : f16
  %six = arith.constant 6.0 : f16
  %y = linalg.map ins(%x : tensor<8xf16>) outs(%e : tensor<8xf16>) (%in: f16, %out: f16) {
    %0 = arith.addf %in, %three : f16
    %1 = arith.maximumf %0, %zero : f16
    %2 = arith.minimumf %1, %six : f16
    %3 = arith.divf %2, %six : f16
    %4 = arith.mulf %3, %in : f16
    linalg.yield %4 : f16
  }
  return %y : tensor<8xf16>
}

// The sigmoid is read elsewhere as well.
// CHECK-LABEL: func @negative_sigmoid_is_read
// CHECK: %[[S:.*]] = ascend.activation {{.*}} epilogue [#ascend.sigmoid]
// CHECK: ascend.eltwise mul ins(%{{.*}}, %[[S]] :
func.func @negative_sigmoid_is_read(%x: tensor<8xf32>, %e: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %one = arith.constant 1.0 : f32
  %s = linalg.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) (%in: f32, %out: f32) {
    %0 = arith.negf %in : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %one, %2 : f32
    linalg.yield %3 : f32
  }
  %y = linalg.mul ins(%x, %s : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %y, %s : tensor<8xf32>, tensor<8xf32>
}

// 1.7 is not the root of 2.
// CHECK-LABEL: func @negative_gelu_constant
// CHECK: linalg.map
func.func @negative_gelu_constant(%x: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %root = arith.constant 1.7 : f32
  %y = linalg.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) (%in: f32, %out: f32) {
    %0 = arith.divf %in, %root : f32
    %1 = math.erf %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.mulf %2, %half : f32
    %4 = arith.mulf %in, %3 : f32
    linalg.yield %4 : f32
  }
  return %y : tensor<8xf32>
}

// The selection is of something else than what is compared.
// CHECK-LABEL: func @negative_select
// CHECK: linalg.map
func.func @negative_select(%x: tensor<8xf32>, %z: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %y = linalg.map ins(%x, %z : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) (%in: f32, %other: f32, %out: f32) {
    %0 = arith.cmpf ogt, %in, %zero : f32
    %1 = arith.select %0, %other, %zero : f32
    linalg.yield %1 : f32
  }
  return %y : tensor<8xf32>
}

// CHECK-LABEL: func @negative_transposed_operand
// CHECK: linalg.generic
func.func @negative_transposed_operand(%x: tensor<1x4x8x8xf32>, %z: tensor<1x4x8x8xf32>, %e: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  %y = linalg.generic {indexing_maps = [#id, #swap, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %z : tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) outs(%e : tensor<1x4x8x8xf32>) {
  ^bb0(%in: f32, %c: f32, %out: f32):
    %0 = arith.addf %in, %c : f32
    linalg.yield %0 : f32
  } -> tensor<1x4x8x8xf32>
  return %y : tensor<1x4x8x8xf32>
}

// CHECK-LABEL: func @hard_sigmoid
// CHECK: ascend.activation ins({{.*}}) epilogue [#ascend.hard_sigmoid<0.166666672, 5.000000e-01>]
func.func @hard_sigmoid(%x: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %three = arith.constant 3.0 : f32
  %six = arith.constant 6.0 : f32
  %y = linalg.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) (%in: f32, %out: f32) {
    %0 = arith.addf %in, %three : f32
    %1 = arith.maximumf %0, %zero : f32
    %2 = arith.minimumf %1, %six : f32
    %3 = arith.divf %2, %six : f32
    linalg.yield %3 : f32
  }
  return %y : tensor<8xf32>
}

// CHECK-LABEL: func @gelu_tanh
// CHECK: ascend.activation ins({{.*}}) epilogue [#ascend.gelu_tanh]
func.func @gelu_tanh(%x: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %cubic = arith.constant 0.044715 : f32
  %root = arith.constant 0.797884583 : f32
  %y = linalg.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) (%in: f32, %out: f32) {
    %0 = arith.mulf %in, %in : f32
    %1 = arith.mulf %0, %in : f32
    %2 = arith.mulf %1, %cubic : f32
    %3 = arith.addf %in, %2 : f32
    %4 = arith.mulf %3, %root : f32
    %5 = math.tanh %4 : f32
    %6 = arith.addf %5, %one : f32
    %7 = arith.mulf %in, %half : f32
    %8 = arith.mulf %7, %6 : f32
    linalg.yield %8 : f32
  }
  return %y : tensor<8xf32>
}

// CHECK-LABEL: func @category_op
// CHECK: %[[S:.*]] = ascend.eltwise sub ins(%{{.*}}, %{{.*}} :
// CHECK: ascend.activation ins(%[[S]] : {{.*}} epilogue [#ascend.tanh]
func.func @category_op(%x: tensor<4x8xf32>, %z: tensor<4x8xf32>, %e: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %s = linalg.elementwise kind=#linalg.elementwise_kind<sub> ins(%x, %z : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %y = linalg.elementwise kind=#linalg.elementwise_kind<tanh> ins(%s : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// One over 4 is a number, one over 2.5 is not.
// CHECK-LABEL: func @divisions
// CHECK-DAG: %[[QUARTER:.*]] = arith.constant dense<2.500000e-01> : tensor<1xf32>
// CHECK-DAG: %[[C:.*]] = arith.constant dense<2.500000e+00> : tensor<1xf32>
// CHECK: %[[Q:.*]] = ascend.eltwise mul ins(%{{.*}}, %[[QUARTER]] :
// CHECK: ascend.eltwise div ins(%[[Q]], %[[C]] :
func.func @divisions(%x: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %four = arith.constant 4.0 : f32
  %c = arith.constant 2.5 : f32
  %q = linalg.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) (%in: f32, %out: f32) {
    %0 = arith.divf %in, %four : f32
    linalg.yield %0 : f32
  }
  %y = linalg.map ins(%q : tensor<8xf32>) outs(%e : tensor<8xf32>) (%in: f32, %out: f32) {
    %0 = arith.divf %in, %c : f32
    linalg.yield %0 : f32
  }
  return %y : tensor<8xf32>
}

// The reciprocal is more than the largest f16.
// CHECK-LABEL: func @division_f16
// CHECK: %[[C:.*]] = arith.constant dense<1.001360e-05> : tensor<1xf16>
// CHECK: ascend.eltwise div ins(%{{.*}}, %[[C]] :
func.func @division_f16(%x: tensor<8xf16>, %e: tensor<8xf16>) -> tensor<8xf16> {
  %c = arith.constant 1.0e-5 : f16
  %y = linalg.map ins(%x : tensor<8xf16>) outs(%e : tensor<8xf16>) (%in: f16, %out: f16) {
    %0 = arith.divf %in, %c : f16
    linalg.yield %0 : f16
  }
  return %y : tensor<8xf16>
}

// CHECK-LABEL: func @factors
// CHECK: %[[C:.*]] = arith.constant dense<6.000000e+00> : tensor<1xf32>
// CHECK: ascend.eltwise mul ins(%{{.*}}, %[[C]] :
func.func @factors(%x: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %y = linalg.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) (%in: f32, %out: f32) {
    %0 = arith.mulf %in, %two : f32
    %1 = arith.mulf %0, %three : f32
    linalg.yield %1 : f32
  }
  return %y : tensor<8xf32>
}

// The product of the factors is infinite.
// CHECK-LABEL: func @negative_factors_overflow
// CHECK: linalg.map
func.func @negative_factors_overflow(%x: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %c = arith.constant 1.0e30 : f32
  %y = linalg.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) (%in: f32, %out: f32) {
    %0 = arith.mulf %in, %c : f32
    %1 = arith.mulf %0, %c : f32
    linalg.yield %1 : f32
  }
  return %y : tensor<8xf32>
}

// The first product may overflow where all of it does not.
// CHECK-LABEL: func @negative_product_overflows
// CHECK: linalg.map
// CHECK: linalg.map
func.func @negative_product_overflows(%x: tensor<8xf32>, %e: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %c = arith.constant 1.0e30 : f32
  %d = arith.constant 1.0e-30 : f32
  %y = linalg.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) (%in: f32, %out: f32) {
    %0 = arith.mulf %in, %c : f32
    %1 = arith.mulf %0, %d : f32
    linalg.yield %1 : f32
  }
  %z = linalg.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) (%in: f32, %out: f32) {
    %0 = arith.mulf %in, %c : f32
    %1 = arith.divf %0, %c : f32
    linalg.yield %1 : f32
  }
  return %y, %z : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func @negative_maxnum
// CHECK: linalg.map { arith.maxnumf }
func.func @negative_maxnum(%x: tensor<8xf32>, %z: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %y = linalg.map { arith.maxnumf } ins(%x, %z : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>)
  return %y : tensor<8xf32>
}

// CHECK-LABEL: func @negative_shapes
// CHECK: linalg.tanh {{.*}} tensor<f32>
// CHECK: linalg.tanh {{.*}} tensor<1x2x1x2x1x2x2xf32>
// CHECK: linalg.tanh {{.*}} tensor<0x8xf32>
func.func @negative_shapes(%x: tensor<f32>, %y: tensor<1x2x1x2x1x2x2xf32>, %z: tensor<0x8xf32>) -> (tensor<f32>, tensor<1x2x1x2x1x2x2xf32>, tensor<0x8xf32>) {
  %0 = linalg.tanh ins(%x : tensor<f32>) outs(%x : tensor<f32>) -> tensor<f32>
  %1 = linalg.tanh ins(%y : tensor<1x2x1x2x1x2x2xf32>) outs(%y : tensor<1x2x1x2x1x2x2xf32>) -> tensor<1x2x1x2x1x2x2xf32>
  %2 = linalg.tanh ins(%z : tensor<0x8xf32>) outs(%z : tensor<0x8xf32>) -> tensor<0x8xf32>
  return %0, %1, %2 : tensor<f32>, tensor<1x2x1x2x1x2x2xf32>, tensor<0x8xf32>
}

// CHECK-LABEL: func @silu_of_quotient
// CHECK: %[[C:.*]] = arith.constant dense<3.000000e+00> : tensor<1xf32>
// CHECK: ascend.eltwise div ins(%{{.*}}, %[[C]] : {{.*}} epilogue [#ascend.silu]
func.func @silu_of_quotient(%x: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %one = arith.constant 1.0 : f32
  %three = arith.constant 3.0 : f32
  %y = linalg.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) (%in: f32, %out: f32) {
    %0 = arith.divf %in, %three : f32
    %1 = arith.negf %0 : f32
    %2 = math.exp %1 : f32
    %3 = arith.addf %2, %one : f32
    %4 = arith.divf %0, %3 : f32
    linalg.yield %4 : f32
  }
  return %y : tensor<8xf32>
}
