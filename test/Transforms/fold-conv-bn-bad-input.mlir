// RUN: fold-opt %s --fold-conv-bn --allow-unregistered-dialect --remarks-filter=fold-conv-bn --remark-format=emitRemark -o %t.after 2>&1 | FileCheck %s
// RUN: fold-opt %s --allow-unregistered-dialect -o %t.before
// RUN: diff %t.before %t.after

// IR that verifies, but has no data, no elements, no rank, no end. It is left as
// it was, and the reason is said.

#id = affine_map<(d0, d1) -> (d0, d1)>
#c = affine_map<(d0, d1) -> (d1)>

//===----------------------------------------------------------------------===//
// No data
//===----------------------------------------------------------------------===//

// CHECK: Function=elided_weights | Remark="nothing folded into 'linalg.matmul': its weights are not a compile-time constant: the data of dense_resource<__elided__> is missing (elided)"
func.func @elided_weights(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense_resource<__elided__> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.negf %m : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK: Function=elided_scale | Remark="nothing folded into 'linalg.matmul': what follows is 'arith.mulf': operand #1 is not a compile-time constant: the data of dense_resource<__elided__> is missing (elided)"
func.func @elided_scale(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense_resource<__elided__> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %scale : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK: Function=elided_bias | Remark="nothing folded into 'linalg.matmul': its bias or initial value is not a compile-time constant: the data of dense_resource<__elided__> is missing (elided)"
func.func @elided_bias(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %bias = arith.constant dense_resource<__elided__> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%bias : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.negf %m : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK: Function=resource_too_short | Remark="nothing folded into 'linalg.matmul': its weights are not a compile-time constant: dense_resource<one_number> holds 4 bytes, its type needs 8"
func.func @resource_too_short(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense_resource<one_number> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.negf %m : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK: Function=resource_too_long | Remark="nothing folded into 'linalg.matmul': its weights are not a compile-time constant: dense_resource<three_numbers> holds 12 bytes, its type needs 8"
func.func @resource_too_long(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense_resource<three_numbers> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.negf %m : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

//===----------------------------------------------------------------------===//
// No elements
//===----------------------------------------------------------------------===//

// CHECK: Function=no_channels | Remark="nothing folded into 'linalg.matmul': its filter or result has no elements"
func.func @no_channels(%x: tensor<1x1xf32>) -> tensor<1x0xf32> {
  %w = arith.constant dense<1.0> : tensor<1x0xf32>
  %zero = arith.constant dense<0.0> : tensor<1x0xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x0xf32>) outs(%zero : tensor<1x0xf32>) -> tensor<1x0xf32>
  %y = arith.negf %m : tensor<1x0xf32>
  return %y : tensor<1x0xf32>
}

// CHECK: Function=nothing_to_sum | Remark="nothing folded into 'linalg.matmul': its filter or result has no elements"
func.func @nothing_to_sum(%x: tensor<1x0xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<1.0> : tensor<0x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x0xf32>, tensor<0x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.negf %m : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// CHECK: Function=no_batch | Remark="nothing folded into 'linalg.matmul': its filter or result has no elements"
func.func @no_batch(%x: tensor<0x1xf32>) -> tensor<0x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<0x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<0x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<0x2xf32>) -> tensor<0x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %scale : tensor<0x2xf32>, tensor<2xf32>) outs(%m : tensor<0x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    linalg.yield %0 : f32
  } -> tensor<0x2xf32>
  return %y : tensor<0x2xf32>
}

//===----------------------------------------------------------------------===//
// No rank, no known extent
//===----------------------------------------------------------------------===//

// CHECK: Function=unranked_result | Remark="nothing folded into 'tosa.conv2d': the rank of its filter or result is not known"
func.func @unranked_result(%x: tensor<1x2x2x1xf32>) -> tensor<*xf32> {
  %w = "tosa.const"() <{values = dense<1.0> : tensor<2x1x1x1xf32>}> : () -> tensor<2x1x1x1xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %conv = tosa.conv2d %x, %w, %zero, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x1xf32>, tensor<2x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<*xf32>
  %y = tosa.negate %conv, %zero, %zero : (tensor<*xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// CHECK: Function=unranked_reader | Remark="nothing folded into 'tosa.conv2d': what follows is 'tosa.negate': it changes the type of the result"
func.func @unranked_reader(%x: tensor<1x2x2x1xf32>) -> tensor<*xf32> {
  %w = "tosa.const"() <{values = dense<1.0> : tensor<2x1x1x1xf32>}> : () -> tensor<2x1x1x1xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %conv = tosa.conv2d %x, %w, %zero, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x1xf32>, tensor<2x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>
  %y = tosa.negate %conv, %zero, %zero : (tensor<1x2x2x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<*xf32>
  return %y : tensor<*xf32>
}

// CHECK: Function=dynamic_filter | Remark="nothing folded into 'tosa.conv2d': the number of its channels is dynamic"
func.func @dynamic_filter(%x: tensor<1x2x2x1xf32>, %w: tensor<?x1x1x1xf32>) -> tensor<1x2x2x?xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %conv = tosa.conv2d %x, %w, %zero, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x1xf32>, tensor<?x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x?xf32>
  %y = tosa.negate %conv, %zero, %zero : (tensor<1x2x2x?xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x?xf32>
  return %y : tensor<1x2x2x?xf32>
}

// CHECK: Function=dynamic_bias | Remark="nothing folded into 'tosa.conv2d': its bias or initial value is not a compile-time constant: it is an argument of a function or block"
func.func @dynamic_bias(%x: tensor<1x2x2x1xf32>, %bias: tensor<?xf32>) -> tensor<1x2x2x2xf32> {
  %w = "tosa.const"() <{values = dense<1.0> : tensor<2x1x1x1xf32>}> : () -> tensor<2x1x1x1xf32>
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %conv = tosa.conv2d %x, %w, %bias, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x1xf32>, tensor<2x1x1x1xf32>, tensor<?xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>
  %y = tosa.negate %conv, %zero, %zero : (tensor<1x2x2x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

//===----------------------------------------------------------------------===//
// No end
//===----------------------------------------------------------------------===//

// A splat of 4 TiB, once it is scaled channel by channel.
// CHECK: Function=huge_splat | Remark="nothing folded into 'linalg.matmul': its weights are a splat or broadcast, too large to be written out"
func.func @huge_splat(%x: tensor<1x1048576xf32>) -> tensor<1x1048576xf32> {
  %w = arith.constant dense<1.0> : tensor<1048576x1048576xf32>
  %zero = arith.constant dense<0.0> : tensor<1x1048576xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1048576xf32>, tensor<1048576x1048576xf32>) outs(%zero : tensor<1x1048576xf32>) -> tensor<1x1048576xf32>
  %y = arith.negf %m : tensor<1x1048576xf32>
  return %y : tensor<1x1048576xf32>
}

// In a graph region values may depend on themselves. The scale is one such
// value; in the second case the chain behind the result is a circle.
// CHECK: Remark="nothing folded into 'linalg.matmul': what follows is 'arith.mulf': operand #1 is not a compile-time constant: the constant expression is too deep"
// CHECK: Remark="nothing folded into 'linalg.matmul': what follows is 'arith.addf': operand #1 is not a compile-time constant: 'linalg.matmul' is not a constant expression"
module @graph_region {
  %x = "test.input"() : () -> tensor<1x2xf32>
  %w = arith.constant dense<1.0> : tensor<2x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.addf %scale, %scale : tensor<1x2xf32>
  %a = linalg.matmul ins(%x, %w : tensor<1x2xf32>, tensor<2x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %scaled = arith.mulf %a, %scale : tensor<1x2xf32>
  %b = linalg.matmul ins(%x, %w : tensor<1x2xf32>, tensor<2x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %sum = arith.addf %b, %back : tensor<1x2xf32>
  %back = arith.negf %sum : tensor<1x2xf32>
  "test.output"(%scaled, %back) : (tensor<1x2xf32>, tensor<1x2xf32>) -> ()
}

{-#
  dialect_resources: {
    builtin: {
      one_number: "0x040000000000803F",
      three_numbers: "0x040000000000803F0000803F0000803F"
    }
  }
#-}
