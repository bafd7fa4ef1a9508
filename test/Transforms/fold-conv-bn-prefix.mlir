// RUN: fold-opt %s --fold-conv-bn | FileCheck %s

// Bodies of which only the first part is affine: that part folds, the rest
// stays, with just the inputs it needs.
//
// Weights 1 and 2, scales 2 and 3, shifts 1 and -1 throughout.

#id = affine_map<(d0, d1) -> (d0, d1)>
#c = affine_map<(d0, d1) -> (d1)>
#none = affine_map<(d0, d1) -> ()>

// CHECK-LABEL: func.func @relu_by_select(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] :
// CHECK-NEXT:    %[[CONV:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    %[[Y:.*]] = linalg.generic {{.*}} ins(%[[CONV]] : tensor<1x2xf32>)
// CHECK-NEXT:    ^bb0(%[[R:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[P:.*]] = arith.cmpf ugt, %[[R]],
// CHECK-NEXT:      %[[RELU:.*]] = arith.select %[[P]], %[[R]],
// CHECK-NEXT:      linalg.yield %[[RELU]]
// CHECK:         return %[[Y]]
func.func @relu_by_select(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #c, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %scale, %shift : tensor<1x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    %1 = arith.addf %0, %t : f32
    %p = arith.cmpf ugt, %1, %nil : f32
    %2 = arith.select %p, %1, %nil : f32
    linalg.yield %2 : f32
  } -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// x * sigmoid(x): what is left reads the folded result twice.
// CHECK-LABEL: func.func @silu(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    %[[Y:.*]] = linalg.generic {{.*}} ins(%[[CONV]] : tensor<1x2xf32>)
// CHECK-NEXT:    ^bb0(%[[R:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[NEG:.*]] = arith.negf %[[R]]
// CHECK-NEXT:      %[[EXP:.*]] = math.exp %[[NEG]]
// CHECK-NEXT:      %[[SUM:.*]] = arith.addf %[[EXP]],
// CHECK-NEXT:      %[[SILU:.*]] = arith.divf %[[R]], %[[SUM]]
// CHECK-NEXT:      linalg.yield %[[SILU]]
// CHECK:         return %[[Y]]
func.func @silu(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %one = arith.constant 1.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %scale : tensor<1x2xf32>, tensor<2xf32>) outs(%empty : tensor<1x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    %1 = arith.negf %0 : f32
    %2 = math.exp %1 : f32
    %3 = arith.addf %2, %one : f32
    %4 = arith.divf %0, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// Residual, then relu: in this order, and with the residual as it was.
// CHECK-LABEL: func.func @residual_then_relu(
// CHECK-SAME:      %{{.*}}: tensor<1x1xf32>, %[[RESIDUAL:.*]]: tensor<1x2xf32>)
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    %[[Y:.*]] = linalg.generic {{.*}} ins(%[[CONV]], %[[RESIDUAL]] : tensor<1x2xf32>, tensor<1x2xf32>)
// CHECK-NEXT:    ^bb0(%[[R:.*]]: f32, %[[Q:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[SUM:.*]] = arith.addf %[[R]], %[[Q]]
// CHECK-NEXT:      %[[RELU:.*]] = arith.maximumf %[[SUM]],
// CHECK-NEXT:      linalg.yield %[[RELU]]
// CHECK:         return %[[Y]]
func.func @residual_then_relu(%x: tensor<1x1xf32>, %residual: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %scale, %residual : tensor<1x2xf32>, tensor<2xf32>, tensor<1x2xf32>) outs(%empty : tensor<1x2xf32>) {
  ^bb0(%r: f32, %s: f32, %q: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    %1 = arith.addf %0, %q : f32
    %2 = arith.maximumf %1, %nil : f32
    linalg.yield %2 : f32
  } -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// Relu, then residual.
// CHECK-LABEL: func.func @relu_then_residual(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    linalg.generic {{.*}} ins(%[[CONV]], %{{.*}} : tensor<1x2xf32>, tensor<1x2xf32>)
// CHECK-NEXT:    ^bb0(%[[R:.*]]: f32, %[[Q:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[RELU:.*]] = arith.maximumf %[[R]],
// CHECK-NEXT:      %[[SUM:.*]] = arith.addf %[[RELU]], %[[Q]]
// CHECK-NEXT:      linalg.yield %[[SUM]]
func.func @relu_then_residual(%x: tensor<1x1xf32>, %residual: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %scale, %residual : tensor<1x2xf32>, tensor<2xf32>, tensor<1x2xf32>) outs(%empty : tensor<1x2xf32>) {
  ^bb0(%r: f32, %s: f32, %q: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    %1 = arith.maximumf %0, %nil : f32
    %2 = arith.addf %1, %q : f32
    linalg.yield %2 : f32
  } -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// A residual that broadcasts, one that comes twice, and one that is the
// destination: each is read as before.
// CHECK-LABEL: func.func @residuals_that_broadcast_repeat_and_alias(
// CHECK-SAME:      %{{.*}}: tensor<1x1xf32>, %[[ONE:.*]]: tensor<f32>, %[[SUM:.*]]: tensor<1x2xf32>)
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    linalg.generic {{.*}} ins(%[[CONV]], %[[ONE]], %[[ONE]] : tensor<1x2xf32>, tensor<f32>, tensor<f32>) outs(%[[SUM]] :
// CHECK-NEXT:    ^bb0(%[[R:.*]]: f32, %[[P:.*]]: f32, %[[Q:.*]]: f32, %[[OUT:.*]]: f32):
// CHECK-NEXT:      %[[ADD1:.*]] = arith.addf %[[R]], %[[P]]
// CHECK-NEXT:      %[[ADD2:.*]] = arith.addf %[[ADD1]], %[[Q]]
// CHECK-NEXT:      %[[ADD3:.*]] = arith.addf %[[ADD2]], %[[OUT]]
// CHECK-NEXT:      linalg.yield %[[ADD3]]
func.func @residuals_that_broadcast_repeat_and_alias(%x: tensor<1x1xf32>, %one: tensor<f32>, %sum: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #none, #none, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %scale, %one, %one : tensor<1x2xf32>, tensor<2xf32>, tensor<f32>, tensor<f32>) outs(%sum : tensor<1x2xf32>) {
  ^bb0(%r: f32, %s: f32, %p: f32, %q: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    %1 = arith.addf %0, %p : f32
    %2 = arith.addf %1, %q : f32
    %3 = arith.addf %2, %out : f32
    linalg.yield %3 : f32
  } -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// The body reads the result through its destination, and goes on.
// CHECK-LABEL: func.func @destination_then_relu(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    linalg.generic {{.*}} outs(%[[CONV]] : tensor<1x2xf32>)
// CHECK-NEXT:    ^bb0(%[[OUT:.*]]: f32):
// CHECK-NEXT:      %[[RELU:.*]] = arith.maximumf %[[OUT]],
// CHECK-NEXT:      linalg.yield %[[RELU]]
func.func @destination_then_relu(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.generic {indexing_maps = [#c, #id], iterator_types = ["parallel", "parallel"]}
    ins(%scale : tensor<2xf32>) outs(%m : tensor<1x2xf32>) {
  ^bb0(%s: f32, %out: f32):
    %0 = arith.mulf %out, %s : f32
    %1 = arith.maximumf %0, %nil : f32
    linalg.yield %1 : f32
  } -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// Two ops fold whole, of the third one a part.
// CHECK-LABEL: func.func @chain_that_ends_in_a_part(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[}}4.000000e+00, 1.800000e+01]]> : tensor<1x2xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[2.000000e+00, -3.000000e+00]> : tensor<2xf32>
// CHECK:         %[[CONV:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    linalg.generic {{.*}} ins(%[[CONV]] : tensor<1x2xf32>)
// CHECK-NEXT:    ^bb0(%[[R:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[RELU:.*]] = arith.maximumf %[[R]],
// CHECK-NEXT:      linalg.yield %[[RELU]]
func.func @chain_that_ends_in_a_part(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %scale_row = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %shift_row = arith.constant dense<[[1.0, -1.0]]> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %m1 = arith.mulf %m, %scale_row : tensor<1x2xf32>
  %m2 = arith.addf %m1, %shift_row : tensor<1x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m2, %scale : tensor<1x2xf32>, tensor<2xf32>) outs(%m2 : tensor<1x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    %1 = arith.maximumf %0, %nil : f32
    linalg.yield %1 : f32
  } -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// Two results, both made of the scaled value.
// CHECK-LABEL: func.func @two_results(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    linalg.generic {{.*}} ins(%[[CONV]] : tensor<1x2xf32>)
// CHECK-NEXT:    ^bb0(%[[R:.*]]: f32, %{{.*}}: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[RELU:.*]] = arith.maximumf %[[R]],
// CHECK-NEXT:      linalg.yield %[[R]], %[[RELU]]
func.func @two_results(%x: tensor<1x1xf32>) -> (tensor<1x2xf32>, tensor<1x2xf32>) {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %empty = tensor.empty() : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y:2 = linalg.generic {indexing_maps = [#id, #c, #id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %scale : tensor<1x2xf32>, tensor<2xf32>) outs(%empty, %empty : tensor<1x2xf32>, tensor<1x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out0: f32, %out1: f32):
    %0 = arith.mulf %r, %s : f32
    %1 = arith.maximumf %0, %nil : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<1x2xf32>, tensor<1x2xf32>)
  return %y#0, %y#1 : tensor<1x2xf32>, tensor<1x2xf32>
}

// The result comes in twice and as the destination, x * s + x - x: one of them
// is enough for what stays.
// CHECK-LABEL: func.func @result_in_three_places(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    linalg.generic {{.*}} ins(%[[CONV]] : tensor<1x2xf32>)
// CHECK-NEXT:    ^bb0(%[[R:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[RELU:.*]] = arith.maximumf %[[R]],
// CHECK-NEXT:      linalg.yield %[[RELU]]
func.func @result_in_three_places(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #c, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %m, %scale : tensor<1x2xf32>, tensor<1x2xf32>, tensor<2xf32>) outs(%m : tensor<1x2xf32>) {
  ^bb0(%r: f32, %q: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    %1 = arith.addf %0, %q : f32
    %2 = arith.subf %1, %out : f32
    %3 = arith.maximumf %2, %nil : f32
    linalg.yield %3 : f32
  } -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// linalg.map becomes a generic for the part that stays.
// CHECK-LABEL: func.func @map(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 4.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    linalg.generic {{.*}} ins(%[[CONV]] : tensor<1x2xf32>)
// CHECK-NEXT:    ^bb0(%[[R:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[TANH:.*]] = math.tanh %[[R]]
// CHECK-NEXT:      linalg.yield %[[TANH]]
func.func @map(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %two = arith.constant 2.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %empty = tensor.empty() : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.map ins(%m : tensor<1x2xf32>) outs(%empty : tensor<1x2xf32>)
    (%r: f32, %out: f32) {
      %0 = arith.mulf %r, %two : f32
      %1 = math.tanh %0 : f32
      linalg.yield %1 : f32
    }
  return %y : tensor<1x2xf32>
}

// The body also reads the unscaled result: nothing it could do without.
// CHECK-LABEL: func.func @negative_unscaled_result_is_read_as_well(
// CHECK:         linalg.generic
// CHECK:           %[[SCALED:.*]] = arith.mulf
// CHECK-NEXT:      %[[RELU:.*]] = arith.maximumf %[[SCALED]],
// CHECK-NEXT:      arith.mulf %[[RELU]],
func.func @negative_unscaled_result_is_read_as_well(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %scale : tensor<1x2xf32>, tensor<2xf32>) outs(%m : tensor<1x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    %1 = arith.maximumf %0, %nil : f32
    %2 = arith.mulf %1, %r : f32
    linalg.yield %2 : f32
  } -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// The scale comes after the relu: it does not commute when it is negative, and
// is not moved when it is not.
// CHECK-LABEL: func.func @negative_relu_before_scale(
// CHECK:         linalg.generic
// CHECK:           %[[RELU:.*]] = arith.maximumf
// CHECK-NEXT:      arith.mulf %[[RELU]],
func.func @negative_relu_before_scale(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[2.0, -3.0]> : tensor<2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %scale : tensor<1x2xf32>, tensor<2xf32>) outs(%m : tensor<1x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.maximumf %r, %nil : f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// BatchNorm of a sum: the residual would have to be scaled as well.
// CHECK-LABEL: func.func @negative_residual_before_scale(
// CHECK:         linalg.generic
// CHECK:           %[[SUM:.*]] = arith.addf
// CHECK-NEXT:      arith.mulf %[[SUM]],
func.func @negative_residual_before_scale(%x: tensor<1x1xf32>, %residual: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #c, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %residual, %scale : tensor<1x2xf32>, tensor<1x2xf32>, tensor<2xf32>) outs(%m : tensor<1x2xf32>) {
  ^bb0(%r: f32, %q: f32, %s: f32, %out: f32):
    %0 = arith.addf %r, %q : f32
    %1 = arith.mulf %0, %s : f32
    linalg.yield %1 : f32
  } -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// A sigmoid, spelled out, keeps its negation: backends know it by that.
// CHECK-LABEL: func.func @negative_negation_of_a_sigmoid(
// CHECK:         linalg.conv_2d_nchw_fchw
// CHECK:         arith.negf
// CHECK-NEXT:    math.exp
func.func @negative_negation_of_a_sigmoid(%x: tensor<1x2x1x1xf32>) -> tensor<1x2x1x1xf32> {
  %w = arith.constant dense<0.5> : tensor<2x2x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x1x1xf32>
  %one = arith.constant 1.0 : f32
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x2x1x1xf32>, tensor<2x2x1x1xf32>) outs(%zero : tensor<1x2x1x1xf32>) -> tensor<1x2x1x1xf32>
  %sigmoid = linalg.generic {
      indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>, affine_map<(n, c, h, w) -> (n, c, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv : tensor<1x2x1x1xf32>) outs(%zero : tensor<1x2x1x1xf32>) {
  ^bb0(%r: f32, %out: f32):
    %0 = arith.negf %r : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.divf %one, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<1x2x1x1xf32>
  return %sigmoid : tensor<1x2x1x1xf32>
}
