// RUN: fold-opt %s --fold-conv-bn -o %t.module
// RUN: fold-opt %s --pass-pipeline='builtin.module(func.func(fold-conv-bn),builtin.module(func.func(fold-conv-bn),builtin.module(func.func(fold-conv-bn))))' -o %t.first
// RUN: fold-opt %s --pass-pipeline='builtin.module(func.func(fold-conv-bn),builtin.module(func.func(fold-conv-bn),builtin.module(func.func(fold-conv-bn))))' -o %t.second
// RUN: fold-opt %s --pass-pipeline='builtin.module(func.func(fold-conv-bn),builtin.module(func.func(fold-conv-bn),builtin.module(func.func(fold-conv-bn))))' --mlir-disable-threading -o %t.one-thread
// RUN: fold-opt %s --pass-pipeline='builtin.module(builtin.module(builtin.module(func.func(fold-conv-bn))),builtin.module(func.func(fold-conv-bn)),func.func(fold-conv-bn))' -o %t.inside-out
// RUN: cmp %t.module %t.first
// RUN: cmp %t.module %t.second
// RUN: cmp %t.module %t.one-thread
// RUN: cmp %t.module %t.inside-out
// RUN: fold-opt %t.module --fold-conv-bn | diff %t.module -
// RUN: FileCheck %s < %t.module

// Names that look alike once modules and functions are joined. Every constant
// has a resource of its own, by the same name in whatever order, or at the same
// time, the functions are worked on. The scale tells them apart.

// CHECK-LABEL: func.func @a_b(
// CHECK:         arith.constant dense_resource<a_b_0_filter> : tensor<1x65xf32>
func.func @a_b(%x: tensor<1x1xf32>) -> tensor<1x65xf32> {
  %w = arith.constant dense<1.0> : tensor<1x65xf32>
  %zero = arith.constant dense<0.0> : tensor<1x65xf32>
  %scale = arith.constant dense<2.0> : tensor<1x65xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x65xf32>) outs(%zero : tensor<1x65xf32>) -> tensor<1x65xf32>
  %y = arith.mulf %m, %scale : tensor<1x65xf32>
  return %y : tensor<1x65xf32>
}

// CHECK-LABEL: func.func @"a::b"(
// CHECK:         arith.constant dense_resource<"a:.:.b_0_filter"> : tensor<1x65xf32>
func.func @"a::b"(%x: tensor<1x1xf32>) -> tensor<1x65xf32> {
  %w = arith.constant dense<1.0> : tensor<1x65xf32>
  %zero = arith.constant dense<0.0> : tensor<1x65xf32>
  %scale = arith.constant dense<9.0> : tensor<1x65xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x65xf32>) outs(%zero : tensor<1x65xf32>) -> tensor<1x65xf32>
  %y = arith.mulf %m, %scale : tensor<1x65xf32>
  return %y : tensor<1x65xf32>
}

module @a {
  // CHECK-LABEL: func.func @b(
  // CHECK:         arith.constant dense_resource<"a::b_0_filter"> : tensor<1x65xf32>
  func.func @b(%x: tensor<1x1xf32>) -> tensor<1x65xf32> {
    %w = arith.constant dense<1.0> : tensor<1x65xf32>
    %zero = arith.constant dense<0.0> : tensor<1x65xf32>
    %scale = arith.constant dense<3.0> : tensor<1x65xf32>
    %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x65xf32>) outs(%zero : tensor<1x65xf32>) -> tensor<1x65xf32>
    %y = arith.mulf %m, %scale : tensor<1x65xf32>
    return %y : tensor<1x65xf32>
  }

  // CHECK-LABEL: func.func @c_0_filter(
  // CHECK:         arith.constant dense_resource<"a::c_0_filter_0_filter"> : tensor<1x65xf32>
  func.func @c_0_filter(%x: tensor<1x1xf32>) -> tensor<1x65xf32> {
    %w = arith.constant dense<1.0> : tensor<1x65xf32>
    %zero = arith.constant dense<0.0> : tensor<1x65xf32>
    %scale = arith.constant dense<4.0> : tensor<1x65xf32>
    %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x65xf32>) outs(%zero : tensor<1x65xf32>) -> tensor<1x65xf32>
    %y = arith.mulf %m, %scale : tensor<1x65xf32>
    return %y : tensor<1x65xf32>
  }

  module @c {
    // CHECK-LABEL: func.func @b(
    // CHECK:         arith.constant dense_resource<"a::c::b_0_filter"> : tensor<1x65xf32>
    func.func @b(%x: tensor<1x1xf32>) -> tensor<1x65xf32> {
      %w = arith.constant dense<1.0> : tensor<1x65xf32>
      %zero = arith.constant dense<0.0> : tensor<1x65xf32>
      %scale = arith.constant dense<5.0> : tensor<1x65xf32>
      %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x65xf32>) outs(%zero : tensor<1x65xf32>) -> tensor<1x65xf32>
      %y = arith.mulf %m, %scale : tensor<1x65xf32>
      return %y : tensor<1x65xf32>
    }
  }
}

module @a_c {
  // CHECK-LABEL: func.func @b(
  // CHECK:         arith.constant dense_resource<"a_c::b_0_filter"> : tensor<1x65xf32>
  func.func @b(%x: tensor<1x1xf32>) -> tensor<1x65xf32> {
    %w = arith.constant dense<1.0> : tensor<1x65xf32>
    %zero = arith.constant dense<0.0> : tensor<1x65xf32>
    %scale = arith.constant dense<6.0> : tensor<1x65xf32>
    %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x65xf32>) outs(%zero : tensor<1x65xf32>) -> tensor<1x65xf32>
    %y = arith.mulf %m, %scale : tensor<1x65xf32>
    return %y : tensor<1x65xf32>
  }
}

// Modules without a name.
module {
  // CHECK-LABEL: func.func @b(
  // CHECK:         arith.constant dense_resource<[[$FIRST:.*]]> : tensor<1x65xf32>
  func.func @b(%x: tensor<1x1xf32>) -> tensor<1x65xf32> {
    %w = arith.constant dense<1.0> : tensor<1x65xf32>
    %zero = arith.constant dense<0.0> : tensor<1x65xf32>
    %scale = arith.constant dense<7.0> : tensor<1x65xf32>
    %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x65xf32>) outs(%zero : tensor<1x65xf32>) -> tensor<1x65xf32>
    %y = arith.mulf %m, %scale : tensor<1x65xf32>
    return %y : tensor<1x65xf32>
  }
}

module {
  // CHECK-LABEL: func.func @b(
  // CHECK:         arith.constant dense_resource<[[$SECOND:.*]]> : tensor<1x65xf32>
  func.func @b(%x: tensor<1x1xf32>) -> tensor<1x65xf32> {
    %w = arith.constant dense<1.0> : tensor<1x65xf32>
    %zero = arith.constant dense<0.0> : tensor<1x65xf32>
    %scale = arith.constant dense<8.0> : tensor<1x65xf32>
    %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x65xf32>) outs(%zero : tensor<1x65xf32>) -> tensor<1x65xf32>
    %y = arith.mulf %m, %scale : tensor<1x65xf32>
    return %y : tensor<1x65xf32>
  }
}

// The prefix is the alignment; then 65 times the scale.
// CHECK:       dialect_resources
// CHECK-DAG:     {{^ *}}a_b_0_filter: "0x40000000{{((00000040){65})}}"
// CHECK-DAG:     "a:.:.b_0_filter": "0x40000000{{((00001041){65})}}"
// CHECK-DAG:     "a::b_0_filter": "0x40000000{{((00004040){65})}}"
// CHECK-DAG:     "a::c_0_filter_0_filter": "0x40000000{{((00008040){65})}}"
// CHECK-DAG:     "a::c::b_0_filter": "0x40000000{{((0000A040){65})}}"
// CHECK-DAG:     "a_c::b_0_filter": "0x40000000{{((0000C040){65})}}"
// CHECK-DAG:     [[$FIRST]]: "0x40000000{{((0000E040){65})}}"
// CHECK-DAG:     [[$SECOND]]: "0x40000000{{((00000041){65})}}"
