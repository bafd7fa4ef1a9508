// RUN: fold-opt %s --fold-conv-bn | FileCheck %s

// Matrix multiplications: the constant operand, on either side, is the filter;
// its free dimension, and the batch, are the channels.

#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
#col = affine_map<(m, n) -> (n)>
#id3 = affine_map<(b, m, n) -> (b, m, n)>
#batch_col = affine_map<(b, m, n) -> (b, n)>
#col3 = affine_map<(b, m, n) -> (n)>
#id1 = affine_map<(n) -> (n)>
#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: func.func @matmul(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00], [6.000000e+00, 1.200000e+01]]> : tensor<2x2xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0]
// CHECK-NEXT:    %[[MATMUL:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[MATMUL]]
func.func @matmul(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = linalg.matmul ins(%x, %w : tensor<2x2xf32>, tensor<2x2xf32>) outs(%init : tensor<2x2xf32>) -> tensor<2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id, #col, #col, #id], iterator_types = ["parallel", "parallel"]}
    ins(%y, %scale, %shift : tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<2x2xf32>
  return %bn : tensor<2x2xf32>
}

// Weights on the left: the channels are the rows.
// CHECK-LABEL: func.func @matmul_weights_left(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 4.000000e+00], [9.000000e+00, 1.200000e+01]]> : tensor<2x2xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [1]
// CHECK-NEXT:    %[[MATMUL:.*]] = linalg.matmul ins(%[[W]], %{{.*}} : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[MATMUL]]
func.func @matmul_weights_left(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = linalg.matmul ins(%w, %x : tensor<2x2xf32>, tensor<2x2xf32>) outs(%init : tensor<2x2xf32>) -> tensor<2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id, #row, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%y, %scale, %shift : tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<2x2xf32>
  return %bn : tensor<2x2xf32>
}

// User-defined maps: the weights are [N, K].
// CHECK-LABEL: func.func @matmul_transposed_weights(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 4.000000e+00], [9.000000e+00, 1.200000e+01]]> : tensor<2x2xf32>
// CHECK:         %[[MATMUL:.*]] = linalg.matmul {{.*}}%[[W]] :
// CHECK-NEXT:    return %[[MATMUL]]
func.func @matmul_transposed_weights(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = linalg.matmul indexing_maps = [#mk, #nk, #mn]
    ins(%x, %w : tensor<2x2xf32>, tensor<2x2xf32>) outs(%init : tensor<2x2xf32>) -> tensor<2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
    ins(%y, %scale : tensor<2x2xf32>, tensor<2xf32>) outs(%empty : tensor<2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    linalg.yield %mul : f32
  } -> tensor<2x2xf32>
  return %bn : tensor<2x2xf32>
}

// A bias, [N] as a layer of its own, then BN over the features.
// CHECK-LABEL: func.func @linear_with_bias_of_dynamic_batch(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00], [6.000000e+00, 1.200000e+01]]> : tensor<2x2xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[2.100000e+01, 5.900000e+01]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0]
// CHECK-NEXT:    %[[MATMUL:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[MATMUL]]
func.func @linear_with_bias_of_dynamic_batch(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %bias = arith.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x2xf32>
  %empty = tensor.empty(%n) : tensor<?x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x2xf32>) -> tensor<?x2xf32>
  %y = linalg.matmul ins(%x, %w : tensor<?x2xf32>, tensor<2x2xf32>) outs(%init : tensor<?x2xf32>) -> tensor<?x2xf32>
  %biased = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
    ins(%y, %bias : tensor<?x2xf32>, tensor<2xf32>) outs(%empty : tensor<?x2xf32>) {
  ^bb0(%r: f32, %t: f32, %out: f32):
    %add = arith.addf %r, %t : f32
    linalg.yield %add : f32
  } -> tensor<?x2xf32>
  %bn = linalg.generic {indexing_maps = [#id, #col, #col, #id], iterator_types = ["parallel", "parallel"]}
    ins(%biased, %scale, %shift : tensor<?x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<?x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<?x2xf32>
  return %bn : tensor<?x2xf32>
}

// The batch is a channel dimension as well: each matrix has a scale of its own.
// CHECK-LABEL: func.func @batch_matmul(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[}}2.000000e+00, 6.000000e+00], [6.000000e+00, 1.200000e+01]], {{\[\[}}2.500000e+01, -4.200000e+01], [3.500000e+01, -5.600000e+01]]]> : tensor<2x2x2xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2x2xf32>) {{.*}} dimensions = [1]
// CHECK-NEXT:    %[[MATMUL:.*]] = linalg.batch_matmul ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[MATMUL]]
func.func @batch_matmul(%x: tensor<2x2x2xf32>) -> tensor<2x2x2xf32> {
  %w = arith.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0], [5.0, -7.0]]> : tensor<2x2xf32>
  %shift = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %y = linalg.batch_matmul ins(%x, %w : tensor<2x2x2xf32>, tensor<2x2x2xf32>) outs(%init : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id3, #batch_col, #batch_col, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%y, %scale, %shift : tensor<2x2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) outs(%empty : tensor<2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<2x2x2xf32>
  return %bn : tensor<2x2x2xf32>
}

// One scale for all of the batch.
// CHECK-LABEL: func.func @batch_matmul_shared_scale(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[}}2.000000e+00, 6.000000e+00], [6.000000e+00, 1.200000e+01]], {{\[\[}}1.000000e+01, 1.800000e+01], [1.400000e+01, 2.400000e+01]]]> : tensor<2x2x2xf32>
// CHECK:         %[[MATMUL:.*]] = linalg.batch_matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[MATMUL]]
func.func @batch_matmul_shared_scale(%x: tensor<2x2x2xf32>) -> tensor<2x2x2xf32> {
  %w = arith.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %y = linalg.batch_matmul ins(%x, %w : tensor<2x2x2xf32>, tensor<2x2x2xf32>) outs(%init : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id3, #col3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%y, %scale : tensor<2x2x2xf32>, tensor<2xf32>) outs(%empty : tensor<2x2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    linalg.yield %mul : f32
  } -> tensor<2x2x2xf32>
  return %bn : tensor<2x2x2xf32>
}

// CHECK-LABEL: func.func @batch_reduce_matmul(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[}}2.000000e+00, 6.000000e+00], [6.000000e+00, 1.200000e+01]], {{\[\[}}1.000000e+01, 1.800000e+01], [1.400000e+01, 2.400000e+01]]]> : tensor<2x2x2xf32>
// CHECK:         %[[MATMUL:.*]] = linalg.batch_reduce_matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[MATMUL]]
func.func @batch_reduce_matmul(%x: tensor<2x2x2xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = linalg.batch_reduce_matmul ins(%x, %w : tensor<2x2x2xf32>, tensor<2x2x2xf32>) outs(%init : tensor<2x2xf32>) -> tensor<2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
    ins(%y, %scale : tensor<2x2xf32>, tensor<2xf32>) outs(%empty : tensor<2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    linalg.yield %mul : f32
  } -> tensor<2x2xf32>
  return %bn : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @contract(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 4.000000e+00], [9.000000e+00, 1.200000e+01]]> : tensor<2x2xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0]
// CHECK-NEXT:    %[[MATMUL:.*]] = linalg.contract {{.*}}%[[W]] : {{.*}}outs(%[[INIT]] :
// CHECK-NEXT:    return %[[MATMUL]]
func.func @contract(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %shift = arith.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = linalg.contract indexing_maps = [#mk, #nk, #mn]
    ins(%x, %w : tensor<2x2xf32>, tensor<2x2xf32>) outs(%init : tensor<2x2xf32>) -> tensor<2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id, #col, #col, #id], iterator_types = ["parallel", "parallel"]}
    ins(%y, %scale, %shift : tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%empty : tensor<2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %t: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    %add = arith.addf %mul, %t : f32
    linalg.yield %add : f32
  } -> tensor<2x2xf32>
  return %bn : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @matmul_as_generic(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00], [6.000000e+00, 1.200000e+01]]> : tensor<2x2xf32>
// CHECK:         %[[MATMUL:.*]] = linalg.generic {{.*}}"reduction"{{.*}}%[[W]] :
// CHECK:         return %[[MATMUL]]
func.func @matmul_as_generic(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w : tensor<2x2xf32>, tensor<2x2xf32>) outs(%init : tensor<2x2xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %mul = arith.mulf %a, %b : f32
    %add = arith.addf %out, %mul : f32
    linalg.yield %add : f32
  } -> tensor<2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
    ins(%y, %scale : tensor<2x2xf32>, tensor<2xf32>) outs(%empty : tensor<2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    linalg.yield %mul : f32
  } -> tensor<2x2xf32>
  return %bn : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @matvec(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 4.000000e+00], [9.000000e+00, 1.200000e+01]]> : tensor<2x2xf32>
// CHECK:         %[[MATMUL:.*]] = linalg.matvec ins(%[[W]],
// CHECK-NEXT:    return %[[MATMUL]]
func.func @matvec(%x: tensor<2xf32>) -> tensor<2xf32> {
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
  %y = linalg.matvec ins(%w, %x : tensor<2x2xf32>, tensor<2xf32>) outs(%init : tensor<2xf32>) -> tensor<2xf32>
  %bn = arith.mulf %y, %scale : tensor<2xf32>
  return %bn : tensor<2xf32>
}

// CHECK-LABEL: func.func @vecmat(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00], [6.000000e+00, 1.200000e+01]]> : tensor<2x2xf32>
// CHECK:         %[[MATMUL:.*]] = linalg.vecmat ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[MATMUL]]
func.func @vecmat(%x: tensor<2xf32>) -> tensor<2xf32> {
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
  %y = linalg.vecmat ins(%x, %w : tensor<2xf32>, tensor<2x2xf32>) outs(%init : tensor<2xf32>) -> tensor<2xf32>
  %bn = arith.mulf %y, %scale : tensor<2xf32>
  return %bn : tensor<2xf32>
}

// CHECK-LABEL: func.func @batch_matvec(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[}}2.000000e+00, 4.000000e+00], [9.000000e+00, 1.200000e+01]]]> : tensor<1x2x2xf32>
// CHECK:         %[[MATMUL:.*]] = linalg.batch_matvec ins(%[[W]],
// CHECK-NEXT:    return %[[MATMUL]]
func.func @batch_matvec(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[[1.0, 2.0], [3.0, 4.0]]]> : tensor<1x2x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %y = linalg.batch_matvec ins(%w, %x : tensor<1x2x2xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %bn = arith.mulf %y, %scale : tensor<1x2xf32>
  return %bn : tensor<1x2xf32>
}

// CHECK-LABEL: func.func @batch_vecmat(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[}}2.000000e+00, 6.000000e+00], [6.000000e+00, 1.200000e+01]]]> : tensor<1x2x2xf32>
// CHECK:         %[[MATMUL:.*]] = linalg.batch_vecmat ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[MATMUL]]
func.func @batch_vecmat(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[[1.0, 2.0], [3.0, 4.0]]]> : tensor<1x2x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %y = linalg.batch_vecmat ins(%x, %w : tensor<1x2xf32>, tensor<1x2x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %bn = arith.mulf %y, %scale : tensor<1x2xf32>
  return %bn : tensor<1x2xf32>
}

// Tiles of a packed matrix: the channel spans the outer and the inner N.
// CHECK-LABEL: func.func @mmt4d(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00], [6.000000e+00]]], {{\[\[\[}}1.500000e+01], [2.800000e+01]]]]> : tensor<2x1x2x1xf32>
// CHECK:         %[[MATMUL:.*]] = linalg.mmt4d ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[MATMUL]]
func.func @mmt4d(%x: tensor<1x1x1x1xf32>) -> tensor<1x2x1x2xf32> {
  %w = arith.constant dense<[[[[1.0], [2.0]]], [[[3.0], [4.0]]]]> : tensor<2x1x2x1xf32>
  %scale = arith.constant dense<[[[[2.0, 3.0]], [[5.0, 7.0]]]]> : tensor<1x2x1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x1x2xf32>
  %y = linalg.mmt4d ins(%x, %w : tensor<1x1x1x1xf32>, tensor<2x1x2x1xf32>) outs(%zero : tensor<1x2x1x2xf32>) -> tensor<1x2x1x2xf32>
  %bn = arith.mulf %y, %scale : tensor<1x2x1x2xf32>
  return %bn : tensor<1x2x1x2xf32>
}

// A scale of the rows belongs to the activation, not to the weights.
// CHECK-LABEL: func.func @negative_scale_of_the_batch(
// CHECK:         %[[MATMUL:.*]] = linalg.matmul
// CHECK:         %[[BN:.*]] = linalg.generic {{.*}} ins(%[[MATMUL]],
// CHECK:         return %[[BN]]
func.func @negative_scale_of_the_batch(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = linalg.matmul ins(%x, %w : tensor<2x2xf32>, tensor<2x2xf32>) outs(%init : tensor<2x2xf32>) -> tensor<2x2xf32>
  %bn = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%y, %scale : tensor<2x2xf32>, tensor<2xf32>) outs(%empty : tensor<2x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %mul = arith.mulf %r, %s : f32
    linalg.yield %mul : f32
  } -> tensor<2x2xf32>
  return %bn : tensor<2x2xf32>
}

// A bias alone, with no scale, gains nothing: the add stays.
// CHECK-LABEL: func.func @negative_bias_alone(
// CHECK:         %[[MATMUL:.*]] = linalg.matmul
// CHECK:         %[[SUM:.*]] = arith.addf %[[MATMUL]],
// CHECK:         return %[[SUM]]
func.func @negative_bias_alone(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %shift = arith.constant dense<[[1.0, -1.0], [1.0, -1.0]]> : tensor<2x2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = linalg.matmul ins(%x, %w : tensor<2x2xf32>, tensor<2x2xf32>) outs(%init : tensor<2x2xf32>) -> tensor<2x2xf32>
  %sum = arith.addf %y, %shift : tensor<2x2xf32>
  return %sum : tensor<2x2xf32>
}

// Attention: neither operand is constant.
// CHECK-LABEL: func.func @negative_both_operands_are_activations(
// CHECK:         %[[MATMUL:.*]] = linalg.matmul
// CHECK:         %[[SCALED:.*]] = arith.mulf %[[MATMUL]],
// CHECK:         return %[[SCALED]]
func.func @negative_both_operands_are_activations(%q: tensor<2x2xf32>, %k: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %scale = arith.constant dense<0.5> : tensor<2x2xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = linalg.matmul ins(%q, %k : tensor<2x2xf32>, tensor<2x2xf32>) outs(%init : tensor<2x2xf32>) -> tensor<2x2xf32>
  %scaled = arith.mulf %y, %scale : tensor<2x2xf32>
  return %scaled : tensor<2x2xf32>
}
