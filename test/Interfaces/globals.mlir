// RUN: fold-opt %s --fold-conv-bn | FileCheck %s

// Weights and parameters that are read from globals: only what nobody can
// change is a constant. The globals themselves are not touched.

// CHECK-LABEL: module
// CHECK:         ml_program.global private @weights(dense<{{\[\[}}1.000000e+00, 2.000000e+00]]> : tensor<1x2xf32>)
// CHECK:         memref.global "private" constant @weights_in_memory : memref<1x2xf32> = dense<{{\[\[}}1.000000e+00, 2.000000e+00]]>
ml_program.global private @weights(dense<[[1.0, 2.0]]> : tensor<1x2xf32>) : tensor<1x2xf32>
ml_program.global private @scale(dense<[[2.0, 3.0]]> : tensor<1x2xf32>) : tensor<1x2xf32>
ml_program.global private mutable @mutable_weights(dense<[[1.0, 2.0]]> : tensor<1x2xf32>) : tensor<1x2xf32>
ml_program.global private @extern_weights(#ml_program.extern : tensor<1x2xf32>) : tensor<1x2xf32>
memref.global "private" constant @weights_in_memory : memref<1x2xf32> = dense<[[1.0, 2.0]]>
memref.global "private" @variable_in_memory : memref<1x2xf32> = dense<[[1.0, 2.0]]>
memref.global "private" constant @external_in_memory : memref<1x2xf32>

// CHECK-LABEL: func.func @immutable_global(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[MATMUL:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[MATMUL]]
func.func @immutable_global(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = ml_program.global_load_const @weights : tensor<1x2xf32>
  %scale = ml_program.global_load_const @scale : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// A load with the order of effects is a load all the same.
// CHECK-LABEL: func.func @immutable_global_by_plain_load(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         linalg.matmul ins(%{{.*}}, %[[W]] :
func.func @immutable_global_by_plain_load(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = ml_program.global_load @weights : tensor<1x2xf32>
  %scale = ml_program.global_load @scale : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK-LABEL: func.func @constant_memref_global(
// CHECK:         %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00]]> : tensor<1x2xf32>
// CHECK:         %[[MATMUL:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[MATMUL]]
func.func @constant_memref_global(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %buffer = memref.get_global @weights_in_memory : memref<1x2xf32>
  %w = bufferization.to_tensor %buffer : memref<1x2xf32> to tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK-LABEL: func.func @negative_mutable_global(
// CHECK:         %[[W:.*]] = ml_program.global_load @mutable_weights
// CHECK:         %[[MATMUL:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    arith.mulf %[[MATMUL]],
func.func @negative_mutable_global(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = ml_program.global_load @mutable_weights : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// The value comes from outside the program.
// CHECK-LABEL: func.func @negative_extern_global(
// CHECK:         %[[W:.*]] = ml_program.global_load_const @extern_weights
// CHECK:         %[[MATMUL:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    arith.mulf %[[MATMUL]],
func.func @negative_extern_global(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = ml_program.global_load_const @extern_weights : tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK-LABEL: func.func @negative_memref_global_that_is_not_constant(
// CHECK:         %[[MATMUL:.*]] = linalg.matmul
// CHECK-NEXT:    arith.mulf %[[MATMUL]],
func.func @negative_memref_global_that_is_not_constant(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %buffer = memref.get_global @variable_in_memory : memref<1x2xf32>
  %w = bufferization.to_tensor %buffer : memref<1x2xf32> to tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK-LABEL: func.func @negative_memref_global_without_value(
// CHECK:         %[[MATMUL:.*]] = linalg.matmul
// CHECK-NEXT:    arith.mulf %[[MATMUL]],
func.func @negative_memref_global_without_value(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %buffer = memref.get_global @external_in_memory : memref<1x2xf32>
  %w = bufferization.to_tensor %buffer : memref<1x2xf32> to tensor<1x2xf32>
  %scale = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}
