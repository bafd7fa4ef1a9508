// RUN: fold-opt %s --fold-conv-bn | FileCheck %s

// Constants that integers make: shapes, counts, indices. And constants that are
// larger than they look.

#id = affine_map<(n, c) -> (n, c)>

// A mean over H * W, of a tensor whose shape is static.
// CHECK-LABEL: func.func @extents_of_a_tensor(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.500000e-01, 5.000000e-01]]> : tensor<1x2xf32>
// CHECK-NEXT:    %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[M]]
func.func @extents_of_a_tensor(%x: tensor<1x1xf32>, %image: tensor<?x2x2xf32>) -> tensor<1x2xf32> {
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %height = tensor.dim %image, %i1 : tensor<?x2x2xf32>
  %width = tensor.dim %image, %i2 : tensor<?x2x2xf32>
  %count = arith.muli %height, %width : index
  %count_i64 = arith.index_cast %count : index to i64
  %n = arith.sitofp %count_i64 : i64 to f32
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m : tensor<1x2xf32>) outs(%m : tensor<1x2xf32>) {
  ^bb0(%r: f32, %out: f32):
    %0 = arith.divf %r, %n : f32
    linalg.yield %0 : f32
  } -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK-LABEL: func.func @arithmetic_on_scalars(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}5.000000e+00, 1.000000e+01]]> : tensor<1x2xf32>
// CHECK-NEXT:    %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[M]]
func.func @arithmetic_on_scalars(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %three = arith.constant 3 : i64
  %one = arith.constant 1 : i8
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %wide = arith.extsi %one : i8 to i64
  %six = arith.addi %three, %three : i64
  %five = arith.subi %six, %wide : i64
  %s = arith.sitofp %five : i64 to f32
  %scale = tensor.splat %s : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK-LABEL: func.func @arithmetic_on_tensors(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 1.800000e+01]]> : tensor<1x2xf32>
// CHECK-NEXT:    %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[M]]
func.func @arithmetic_on_tensors(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %i = arith.constant dense<[[2, 3]]> : tensor<1x2xi32>
  %j = arith.constant dense<[[1, 3]]> : tensor<1x2xi32>
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %ij = arith.muli %i, %j : tensor<1x2xi32>
  %scale = arith.sitofp %ij : tensor<1x2xi32> to tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK-LABEL: func.func @integers_below_zero(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}-2.000000e+00, -6.000000e+00]]> : tensor<1x2xf32>
// CHECK-NEXT:    %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[M]]
func.func @integers_below_zero(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %i = arith.constant dense<[[-1, -2]]> : tensor<1x2xi64>
  %j = arith.constant dense<-1> : tensor<1x2xi64>
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %ij = arith.addi %i, %j : tensor<1x2xi64>
  %scale = arith.sitofp %ij : tensor<1x2xi64> to tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// 200 in eight bits, stored as -56.
// CHECK-LABEL: func.func @unsigned(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+02, 4.000000e+02]]> : tensor<1x2xf32>
// CHECK-NEXT:    %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[M]]
func.func @unsigned(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %i = arith.constant dense<200> : tensor<1x2xi8>
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.uitofp %i : tensor<1x2xi8> to tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// A true and a number out of splats that nobody could write out.
// CHECK-LABEL: func.func @elements_of_huge_splats(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}3.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK-NEXT:    %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[M]]
func.func @elements_of_huge_splats(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %far = arith.constant 3999999999 : index
  %one = arith.constant 1.0 : f32
  %flags = arith.constant dense<true> : tensor<4000000000xi1>
  %threes = arith.constant dense<3.0> : tensor<9223372036854775807xf32>
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %flag = tensor.extract %flags[%far] : tensor<4000000000xi1>
  %three = tensor.extract %threes[%far] : tensor<9223372036854775807xf32>
  %s = arith.select %flag, %three, %one : f32
  %scale = tensor.splat %s : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// A dimension that is dynamic is no constant.
// CHECK-LABEL: func.func @negative_dynamic_extent(
// CHECK:         %[[M:.*]] = linalg.matmul
// CHECK-NEXT:    arith.mulf %[[M]],
func.func @negative_dynamic_extent(%x: tensor<1x1xf32>, %image: tensor<?x2x2xf32>) -> tensor<1x2xf32> {
  %i0 = arith.constant 0 : index
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %batch = tensor.dim %image, %i0 : tensor<?x2x2xf32>
  %batch_i64 = arith.index_cast %batch : index to i64
  %n = arith.sitofp %batch_i64 : i64 to f32
  %scale = tensor.splat %n : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// A scalar below zero is no huge number.
// CHECK-LABEL: func.func @scalar_below_zero(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}-1.000000e+00, -2.000000e+00]]> : tensor<1x2xf32>
// CHECK-NEXT:    %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[M]]
func.func @scalar_below_zero(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %minus_one = arith.constant -1 : i64
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %s = arith.sitofp %minus_one : i64 to f32
  %scale = tensor.splat %s : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}
