// RUN: fold-opt %s --fold-conv-bn=max-copied-multiply-adds=0 | FileCheck %s
// RUN: fold-opt %s --fold-conv-bn -o %t.1
// RUN: fold-opt %t.1 --fold-conv-bn -o %t.2
// RUN: diff %t.1 %t.2

// What the fold leaves of the program around it: ops that become dead, readers
// that are dead already, results of other types, bodies that go on.

#id = affine_map<(n, c) -> (n, c)>
#c = affine_map<(n, c) -> (c)>

//===----------------------------------------------------------------------===//
// A second convolution, needed by nothing but the destination of a BatchNorm
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @second_one_is_only_a_destination(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK-NEXT:    %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[M]]
func.func @second_one_is_only_a_destination(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %other = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %scale : tensor<1x2xf32>, tensor<2xf32>) outs(%other : tensor<1x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// The second has a BatchNorm too, and a third accumulates on it.
// CHECK-LABEL: func.func @a_chain_is_only_a_destination(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK:         return %[[M]]
func.func @a_chain_is_only_a_destination(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %second = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %scaled = arith.negf %second : tensor<1x2xf32>
  %third = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%scaled : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %scale : tensor<1x2xf32>, tensor<2xf32>) outs(%third : tensor<1x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

//===----------------------------------------------------------------------===//
// Readers that are dead
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @dead_chain(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK:         return %[[M]]
func.func @dead_chain(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %dead0 = arith.maximumf %m, %zero : tensor<1x2xf32>
  %dead1 = math.tanh %dead0 : tensor<1x2xf32>
  %dead2 = arith.addf %dead0, %dead1 : tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// A chain like it, at whose end something lives.
// CHECK-LABEL: func.func @negative_chain_that_lives(
// CHECK:         %[[M:.*]] = linalg.matmul
// CHECK-DAG:     arith.maximumf %[[M]],
// CHECK-DAG:     arith.mulf %[[M]],
func.func private @use(tensor<1x2xf32>)
func.func @negative_chain_that_lives(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %relu = arith.maximumf %m, %zero : tensor<1x2xf32>
  %tanh = math.tanh %relu : tensor<1x2xf32>
  call @use(%tanh) : (tensor<1x2xf32>) -> ()
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

//===----------------------------------------------------------------------===//
// Checks without results
//===----------------------------------------------------------------------===//

// The check proves that the channel is less than two.
// CHECK-LABEL: func.func @check_of_an_index(
// CHECK-NOT:     cf.assert
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NOT:     cf.assert
// CHECK:         return %[[M]]
func.func @check_of_an_index(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %two = arith.constant 2 : index
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} ins(%m : tensor<1x2xf32>) {
  ^bb0(%r: f32):
    %i = linalg.index 1 : index
    %ok = arith.cmpi slt, %i, %two : index
    cf.assert %ok, "no such channel"
    linalg.yield
  }
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %scale : tensor<1x2xf32>, tensor<2xf32>) outs(%m : tensor<1x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// This one fails for the last channel: what it would say must be said.
// CHECK-LABEL: func.func @negative_check_of_an_index_fails(
// CHECK:         cf.assert
func.func @negative_check_of_an_index_fails(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %one = arith.constant 1 : index
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %scale : tensor<1x2xf32>, tensor<2xf32>) outs(%m : tensor<1x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %i = linalg.index 1 : index
    %ok = arith.cmpi slt, %i, %one : index
    cf.assert %ok, "no such channel"
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// 2^53 and 2^53 + 1 are the same double, but not the same integer.
// CHECK-LABEL: func.func @negative_check_of_integers_beyond_2_53(
// CHECK:         cf.assert
func.func @negative_check_of_integers_beyond_2_53(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %first = arith.constant 0 : index
  %second = arith.constant 1 : index
  %pair = arith.constant dense<[9007199254740992, 9007199254740993]> : tensor<2xi64>
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %two = arith.constant 2.0 : f32
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m : tensor<1x2xf32>) outs(%m : tensor<1x2xf32>) {
  ^bb0(%r: f32, %out: f32):
    %i = tensor.extract %pair[%first] : tensor<2xi64>
    %j = tensor.extract %pair[%second] : tensor<2xi64>
    %same = arith.cmpi eq, %i, %j : i64
    cf.assert %same, "not the same"
    %0 = arith.mulf %r, %two : f32
    linalg.yield %0 : f32
  } -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

//===----------------------------------------------------------------------===//
// Bodies that go on
//===----------------------------------------------------------------------===//

// Results that are not floats, made of the scaled value.
// CHECK-LABEL: func.func @results_of_other_types(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    linalg.generic {{.*}} ins(%[[M]] : tensor<1x2xf32>)
// CHECK-NEXT:    ^bb0(%[[R:.*]]: f32, %{{.*}}: f32, %{{.*}}: complex<f32>, %{{.*}}: index, %{{.*}}: i1):
// CHECK-NOT:       arith.mulf
// CHECK:           complex.create %[[R]], %[[R]]
// CHECK:           linalg.yield %[[R]],
func.func @results_of_other_types(%x: tensor<1x1xf32>) -> (tensor<1x2xf32>, tensor<1x2xcomplex<f32>>, tensor<1x2xindex>, tensor<1x2xi1>) {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %floats = tensor.empty() : tensor<1x2xf32>
  %complexes = tensor.empty() : tensor<1x2xcomplex<f32>>
  %indices = tensor.empty() : tensor<1x2xindex>
  %bools = tensor.empty() : tensor<1x2xi1>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y:4 = linalg.generic {indexing_maps = [#id, #c, #id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %scale : tensor<1x2xf32>, tensor<2xf32>)
    outs(%floats, %complexes, %indices, %bools : tensor<1x2xf32>, tensor<1x2xcomplex<f32>>, tensor<1x2xindex>, tensor<1x2xi1>) {
  ^bb0(%r: f32, %s: f32, %out0: f32, %out1: complex<f32>, %out2: index, %out3: i1):
    %0 = arith.mulf %r, %s : f32
    %1 = complex.create %0, %0 : complex<f32>
    %2 = linalg.index 1 : index
    %3 = arith.cmpf ogt, %0, %nil : f32
    linalg.yield %0, %1, %2, %3 : f32, complex<f32>, index, i1
  } -> (tensor<1x2xf32>, tensor<1x2xcomplex<f32>>, tensor<1x2xindex>, tensor<1x2xi1>)
  return %y#0, %y#1, %y#2, %y#3 : tensor<1x2xf32>, tensor<1x2xcomplex<f32>>, tensor<1x2xindex>, tensor<1x2xi1>
}

// linalg.map with the BatchNorm's parameters as inputs, and a relu.
// CHECK-LABEL: func.func @map_with_relu(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    linalg.generic {{.*}} ins(%[[M]] : tensor<1x2xf32>)
// CHECK-NEXT:    ^bb0(%[[R:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[RELU:.*]] = arith.maximumf %[[R]],
// CHECK-NEXT:      linalg.yield %[[RELU]]
func.func @map_with_relu(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %shift = arith.constant dense<[[1.0, -1.0]]> : tensor<1x2xf32>
  %empty = tensor.empty() : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.map ins(%m, %scale, %shift : tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>) outs(%empty : tensor<1x2xf32>)
    (%r: f32, %s: f32, %t: f32, %out: f32) {
      %0 = arith.mulf %r, %s : f32
      %1 = arith.addf %0, %t : f32
      %2 = arith.maximumf %1, %nil : f32
      linalg.yield %2 : f32
    }
  return %y : tensor<1x2xf32>
}

// linalg.elementwise scales, another one goes on.
// CHECK-LABEL: func.func @elementwise_then_relu(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    %[[Y:.*]] = linalg.elementwise kind=#linalg.elementwise_kind<max_signed> ins(%[[M]],
// CHECK-NEXT:    return %[[Y]]
func.func @elementwise_then_relu(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<mul> ins(%m, %scale : tensor<1x2xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.elementwise kind=#linalg.elementwise_kind<max_signed> ins(%0, %zero : tensor<1x2xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

//===----------------------------------------------------------------------===//
// Encodings
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @same_encoding(
// CHECK:         %[[W:.*]] = "tosa.const"() <{values = dense<{{\[\[\[}}-1.000000e+00, -2.000000e+00]]]> : tensor<1x1x2xf32>}>
// CHECK:         %[[M:.*]] = tosa.matmul %{{.*}}, %[[W]],
// CHECK-NEXT:    return %[[M]]
func.func @same_encoding(%x: tensor<1x1x1xf32>) -> tensor<1x1x2xf32, "packed"> {
  %w = "tosa.const"() <{values = dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf32>}> : () -> tensor<1x1x2xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %m = tosa.matmul %x, %w, %zero, %zero : (tensor<1x1x1xf32>, tensor<1x1x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x2xf32, "packed">
  %y = tosa.negate %m, %zero, %zero : (tensor<1x1x2xf32, "packed">, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x2xf32, "packed">
  return %y : tensor<1x1x2xf32, "packed">
}

// The op that follows also takes the encoding off.
// CHECK-LABEL: func.func @negative_encoding_goes(
// CHECK:         %[[M:.*]] = tosa.matmul
// CHECK-NEXT:    %[[Y:.*]] = tosa.negate %[[M]],
// CHECK-NEXT:    return %[[Y]]
func.func @negative_encoding_goes(%x: tensor<1x1x1xf32>) -> tensor<1x1x2xf32> {
  %w = "tosa.const"() <{values = dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf32>}> : () -> tensor<1x1x2xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %m = tosa.matmul %x, %w, %zero, %zero : (tensor<1x1x1xf32>, tensor<1x1x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x2xf32, "packed">
  %y = tosa.negate %m, %zero, %zero : (tensor<1x1x2xf32, "packed">, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x2xf32>
  return %y : tensor<1x1x2xf32>
}
