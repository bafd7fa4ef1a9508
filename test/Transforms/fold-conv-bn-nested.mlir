// RUN: fold-opt %s --fold-conv-bn -o %t.module
// RUN: fold-opt %s --pass-pipeline='builtin.module(func.func(fold-conv-bn),builtin.module(func.func(fold-conv-bn)))' -o %t.functions
// RUN: fold-opt %s --pass-pipeline='builtin.module(func.func(fold-conv-bn),builtin.module(func.func(fold-conv-bn)))' --mlir-disable-threading -o %t.one-thread
// RUN: cmp %t.module %t.functions
// RUN: cmp %t.module %t.one-thread
// RUN: FileCheck %s < %t.module

// On the module or nested under functions, on one thread or several: the same
// bytes, in the IR and in the resources, whose names come from the functions.

// CHECK-LABEL: func.func @a(
// CHECK:         arith.constant dense_resource<a_0_filter> : tensor<1x65xf32>
// CHECK:         arith.constant dense_resource<a_0_bias> : tensor<65xf32>
// CHECK:         arith.constant dense_resource<a_1_filter> : tensor<65x1xf32>
func.func @a(%x: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %zero65 = arith.constant dense<0.0> : tensor<1x65xf32>
  %zero1 = arith.constant dense<0.0> : tensor<1x1xf32>
  %w65 = arith.constant dense<3.0> : tensor<1x65xf32>
  %w1 = arith.constant dense<3.0> : tensor<65x1xf32>
  %two65 = arith.constant dense<2.0> : tensor<1x65xf32>
  %two1 = arith.constant dense<2.0> : tensor<1x1xf32>
  %m = linalg.matmul ins(%x, %w65 : tensor<1x1xf32>, tensor<1x65xf32>) outs(%zero65 : tensor<1x65xf32>) -> tensor<1x65xf32>
  %0 = arith.mulf %m, %two65 : tensor<1x65xf32>
  %1 = arith.addf %0, %two65 : tensor<1x65xf32>
  %2 = linalg.matmul ins(%1, %w1 : tensor<1x65xf32>, tensor<65x1xf32>) outs(%zero1 : tensor<1x1xf32>) -> tensor<1x1xf32>
  %3 = arith.mulf %2, %two1 : tensor<1x1xf32>
  return %3 : tensor<1x1xf32>
}

// CHECK-LABEL: func.func @b(
// CHECK:         arith.constant dense_resource<b_0_filter> : tensor<1x65xf32>
func.func @b(%x: tensor<1x1xf32>) -> tensor<1x65xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x65xf32>
  %w = arith.constant dense<3.0> : tensor<1x65xf32>
  %two = arith.constant dense<2.0> : tensor<1x65xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x65xf32>) outs(%zero : tensor<1x65xf32>) -> tensor<1x65xf32>
  %0 = arith.mulf %m, %two : tensor<1x65xf32>
  return %0 : tensor<1x65xf32>
}

// The weights of @c are in the module that all functions share.
// CHECK-LABEL: func.func @c(
// CHECK:         arith.constant dense_resource<c_0_filter> : tensor<1x65xf32>
ml_program.global private @weights(dense<3.0> : tensor<1x65xf32>) : tensor<1x65xf32>
func.func @c(%x: tensor<1x1xf32>) -> tensor<1x65xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x65xf32>
  %w = ml_program.global_load_const @weights : tensor<1x65xf32>
  %two = arith.constant dense<2.0> : tensor<1x65xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x65xf32>) outs(%zero : tensor<1x65xf32>) -> tensor<1x65xf32>
  %0 = arith.mulf %m, %two : tensor<1x65xf32>
  return %0 : tensor<1x65xf32>
}

// CHECK-LABEL: func.func @d(
// CHECK:         linalg.matmul
// CHECK-NEXT:    math.tanh
func.func @d(%x: tensor<1x1xf32>) -> tensor<1x65xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x65xf32>
  %w = arith.constant dense<3.0> : tensor<1x65xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x65xf32>) outs(%zero : tensor<1x65xf32>) -> tensor<1x65xf32>
  %0 = math.tanh %m : tensor<1x65xf32>
  return %0 : tensor<1x65xf32>
}

// Functions of the same name in two modules.
// CHECK-LABEL: module @left
// CHECK:         arith.constant dense_resource<"left::f_0_filter"> : tensor<1x65xf32>
module @left {
  func.func @f(%x: tensor<1x1xf32>) -> tensor<1x65xf32> {
    %zero = arith.constant dense<0.0> : tensor<1x65xf32>
    %w = arith.constant dense<3.0> : tensor<1x65xf32>
    %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x65xf32>) outs(%zero : tensor<1x65xf32>) -> tensor<1x65xf32>
    %0 = arith.negf %m : tensor<1x65xf32>
    return %0 : tensor<1x65xf32>
  }
}

// CHECK-LABEL: module @right
// CHECK:         arith.constant dense_resource<"right::f_0_filter"> : tensor<1x65xf32>
module @right {
  func.func @f(%x: tensor<1x1xf32>) -> tensor<1x65xf32> {
    %zero = arith.constant dense<0.0> : tensor<1x65xf32>
    %w = arith.constant dense<3.0> : tensor<1x65xf32>
    %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x65xf32>) outs(%zero : tensor<1x65xf32>) -> tensor<1x65xf32>
    %0 = arith.addf %m, %m : tensor<1x65xf32>
    return %0 : tensor<1x65xf32>
  }
}

// CHECK:       dialect_resources
// CHECK-DAG:     a_0_bias: "0x40000000{{((00000040){65})}}"
// CHECK-DAG:     a_0_filter: "0x40000000{{((0000C040){65})}}"
// CHECK-DAG:     "left::f_0_filter": "0x40000000{{((000040C0){65})}}"
// CHECK-DAG:     "right::f_0_filter": "0x40000000{{((0000C040){65})}}"
