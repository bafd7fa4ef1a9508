// RUN: fold-opt %s --fold-conv-bn --remarks-filter=fold-conv-bn --remark-format=emitRemark -o %t.once 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.once
// RUN: fold-opt %t.once --fold-conv-bn -o %t.twice
// RUN: diff %t.once %t.twice

// BatchNorms that are not behind a convolution: where they go, and why not. The
// numbers are tested in test/Integration/moved-batch-norm.test.

// Padding 0: nothing is left.
// CHECK: Function=before_valid | Remark="moved 'tosa.mul', 'tosa.add' forward into 'tosa.conv2d': 2 arithmetic op(s), 2 op(s) removed"
// IR-LABEL: func.func @before_valid(
// IR: = tosa.conv2d
// IR-NOT: {{= (tosa|linalg)\.(mul|add|generic|conv)}}
// IR: return
func.func @before_valid(%x0: tensor<1x4x4x2xf32>) -> (tensor<1x3x3x1xf32>) {
  %0 = "tosa.const"() <{values = dense<[[[[2.0, -3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %1 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = tosa.mul %x0, %0, %1 : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x4x4x2xf32>
  %3 = "tosa.const"() <{values = dense<[[[[1.0, 4.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %4 = tosa.add %2, %3 : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x4x4x2xf32>
  %5 = "tosa.const"() <{values = dense<[[[[1.0, 1.0], [1.0, 1.0]], [[1.0, 1.0], [1.0, 1.0]]]]> : tensor<1x2x2x2xf32>}> : () -> tensor<1x2x2x2xf32>
  %6 = "tosa.const"() <{values = dense<[1.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %7 = "tosa.const"() <{values = dense<[0.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %8 = tosa.conv2d %4, %5, %6, %7, %7 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<1x2x2x2xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3x1xf32>
  return %8 : tensor<1x3x3x1xf32>
}

// The result of BatchNorm is a result of the function as well.
// CHECK: Function=negative_result_read_twice | Remark="'tosa.mul' stays: before it, it begins at an argument; behind it, 'func.return': no scale or shift moves through it"
// IR-LABEL: func.func @negative_result_read_twice(
// IR: = tosa.mul
// IR: = tosa.add
// IR: = tosa.conv2d
// IR-NOT: {{= (tosa|linalg)\.(mul|add|generic|conv)}}
// IR: return
func.func @negative_result_read_twice(%x0: tensor<1x4x4x2xf32>) -> (tensor<1x4x4x1xf32>, tensor<1x4x4x2xf32>) {
  %0 = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %1 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = tosa.mul %x0, %0, %1 : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x4x4x2xf32>
  %3 = "tosa.const"() <{values = dense<[[[[1.0, 4.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %4 = tosa.add %2, %3 : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x4x4x2xf32>
  %5 = "tosa.const"() <{values = dense<[[[[1.0, 1.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %6 = "tosa.const"() <{values = dense<[1.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %7 = "tosa.const"() <{values = dense<[0.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %8 = tosa.conv2d %4, %5, %6, %7, %7 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  return %8, %4 : tensor<1x4x4x1xf32>, tensor<1x4x4x2xf32>
}

// The scale goes back, the shift stays.
// CHECK: Function=relu | Remark="moved 'tosa.mul', 'tosa.add' back into 'tosa.conv2d': 2 arithmetic op(s), 2 op(s) removed, 1 left: {{.*}}"
// IR-LABEL: func.func @relu(
// IR: = tosa.conv2d
// IR: = tosa.clamp
// IR: = tosa.add
// IR-NOT: {{= (tosa|linalg)\.(mul|add|generic|conv)}}
// IR: return
func.func @relu(%x0: tensor<1x4x4x2xf32>) -> (tensor<1x4x4x2xf32>) {
  %0 = "tosa.const"() <{values = dense<[[[[1.0, 1.0]]], [[[1.0, 1.0]]]]> : tensor<2x1x1x2xf32>}> : () -> tensor<2x1x1x2xf32>
  %1 = "tosa.const"() <{values = dense<[1.0, 1.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %2 = "tosa.const"() <{values = dense<[0.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %3 = tosa.conv2d %x0, %0, %1, %2, %2 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x2xf32>
  %4 = tosa.clamp %3 {min_val = 0.00000000000000000e+00 : f32, max_val = 3.40282346638528860e+38 : f32} : (tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %5 = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %6 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %7 = tosa.mul %4, %5, %6 : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x4x4x2xf32>
  %8 = "tosa.const"() <{values = dense<[[[[1.0, 4.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %9 = tosa.add %7, %8 : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x4x4x2xf32>
  return %9 : tensor<1x4x4x2xf32>
}

// A negative scale does not pass a relu.
// CHECK: Function=negative_relu | Remark="'tosa.mul' stays: before it, 'tosa.clamp': a negative scale would exchange its bounds; behind it, 'func.return': no scale or shift moves through it"
// IR-LABEL: func.func @negative_relu(
// IR: = tosa.conv2d
// IR: = tosa.clamp
// IR: = tosa.mul
// IR: = tosa.add
// IR-NOT: {{= (tosa|linalg)\.(mul|add|generic|conv)}}
// IR: return
func.func @negative_relu(%x0: tensor<1x4x4x2xf32>) -> (tensor<1x4x4x2xf32>) {
  %0 = "tosa.const"() <{values = dense<[[[[1.0, 1.0]]], [[[1.0, 1.0]]]]> : tensor<2x1x1x2xf32>}> : () -> tensor<2x1x1x2xf32>
  %1 = "tosa.const"() <{values = dense<[1.0, 1.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %2 = "tosa.const"() <{values = dense<[0.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %3 = tosa.conv2d %x0, %0, %1, %2, %2 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x2xf32>
  %4 = tosa.clamp %3 {min_val = 0.00000000000000000e+00 : f32, max_val = 3.40282346638528860e+38 : f32} : (tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %5 = "tosa.const"() <{values = dense<[[[[2.0, -3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %6 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %7 = tosa.mul %4, %5, %6 : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x4x4x2xf32>
  %8 = "tosa.const"() <{values = dense<[[[[1.0, 4.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %9 = tosa.add %7, %8 : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x4x4x2xf32>
  return %9 : tensor<1x4x4x2xf32>
}

// The shift goes on, nothing stays.
// CHECK: Function=relu_between_convs | Remark="moved 'tosa.mul', 'tosa.add' forward into 'tosa.conv2d': 2 arithmetic op(s), 2 op(s) removed"
// IR-LABEL: func.func @relu_between_convs(
// IR: = tosa.conv2d
// IR: = tosa.clamp
// IR: = tosa.conv2d
// IR-NOT: {{= (tosa|linalg)\.(mul|add|generic|conv)}}
// IR: return
func.func @relu_between_convs(%x0: tensor<1x4x4x2xf32>) -> (tensor<1x3x3x1xf32>) {
  %0 = "tosa.const"() <{values = dense<[[[[1.0, 1.0]]], [[[1.0, 1.0]]]]> : tensor<2x1x1x2xf32>}> : () -> tensor<2x1x1x2xf32>
  %1 = "tosa.const"() <{values = dense<[1.0, 1.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %2 = "tosa.const"() <{values = dense<[0.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %3 = tosa.conv2d %x0, %0, %1, %2, %2 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x2xf32>
  %4 = tosa.clamp %3 {min_val = 0.00000000000000000e+00 : f32, max_val = 3.40282346638528860e+38 : f32} : (tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %5 = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %6 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %7 = tosa.mul %4, %5, %6 : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x4x4x2xf32>
  %8 = "tosa.const"() <{values = dense<[[[[1.0, 4.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %9 = tosa.add %7, %8 : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x4x4x2xf32>
  %10 = "tosa.const"() <{values = dense<[[[[1.0, 1.0], [1.0, 1.0]], [[1.0, 1.0], [1.0, 1.0]]]]> : tensor<1x2x2x2xf32>}> : () -> tensor<1x2x2x2xf32>
  %11 = "tosa.const"() <{values = dense<[1.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %12 = "tosa.const"() <{values = dense<[0.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %13 = tosa.conv2d %9, %10, %11, %12, %12 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<1x2x2x2xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3x1xf32>
  return %13 : tensor<1x3x3x1xf32>
}

// Bounds that differ from channel to channel.
// CHECK: Function=negative_relu6 | Remark="'tosa.mul' stays: before it, 'tosa.clamp': a shift does not move through its bounds; behind it, 'func.return': no scale or shift moves through it"
// IR-LABEL: func.func @negative_relu6(
// IR: = tosa.conv2d
// IR: = tosa.clamp
// IR: = tosa.mul
// IR: = tosa.add
// IR-NOT: {{= (tosa|linalg)\.(mul|add|generic|conv)}}
// IR: return
func.func @negative_relu6(%x0: tensor<1x4x4x2xf32>) -> (tensor<1x4x4x2xf32>) {
  %0 = "tosa.const"() <{values = dense<[[[[1.0, 1.0]]], [[[1.0, 1.0]]]]> : tensor<2x1x1x2xf32>}> : () -> tensor<2x1x1x2xf32>
  %1 = "tosa.const"() <{values = dense<[1.0, 1.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %2 = "tosa.const"() <{values = dense<[0.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %3 = tosa.conv2d %x0, %0, %1, %2, %2 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x2xf32>
  %4 = tosa.clamp %3 {min_val = 0.00000000000000000e+00 : f32, max_val = 6.00000000000000000e+00 : f32} : (tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %5 = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %6 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %7 = tosa.mul %4, %5, %6 : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x4x4x2xf32>
  %8 = "tosa.const"() <{values = dense<[[[[1.0, 4.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %9 = tosa.add %7, %8 : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x4x4x2xf32>
  return %9 : tensor<1x4x4x2xf32>
}

// Leaky relu in three ops.
// CHECK: Function=leaky | Remark="moved 'tosa.mul', 'tosa.add' back into 'tosa.conv2d': 2 arithmetic op(s), 2 op(s) removed, 1 left: {{.*}}"
// IR-LABEL: func.func @leaky(
// IR: = tosa.conv2d
// IR: = tosa.mul
// IR: = tosa.select
// IR: = tosa.add
// IR-NOT: {{= (tosa|linalg)\.(mul|add|generic|conv)}}
// IR: return
func.func @leaky(%x0: tensor<1x4x4x2xf32>) -> (tensor<1x4x4x2xf32>) {
  %0 = "tosa.const"() <{values = dense<[[[[1.0, 1.0]]], [[[1.0, 1.0]]]]> : tensor<2x1x1x2xf32>}> : () -> tensor<2x1x1x2xf32>
  %1 = "tosa.const"() <{values = dense<[1.0, 1.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %2 = "tosa.const"() <{values = dense<[0.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %3 = tosa.conv2d %x0, %0, %1, %2, %2 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x2xf32>
  %4 = "tosa.const"() <{values = dense<[[[[0.0]]]]> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %5 = "tosa.const"() <{values = dense<[[[[0.125]]]]> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %6 = tosa.greater %3, %4 : (tensor<1x4x4x2xf32>, tensor<1x1x1x1xf32>) -> tensor<1x4x4x2xi1>
  %7 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %8 = tosa.mul %3, %5, %7 : (tensor<1x4x4x2xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<1x4x4x2xf32>
  %9 = tosa.select %6, %3, %8 : (tensor<1x4x4x2xi1>, tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %10 = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %11 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %12 = tosa.mul %9, %10, %11 : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x4x4x2xf32>
  %13 = "tosa.const"() <{values = dense<[[[[1.0, 4.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %14 = tosa.add %12, %13 : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x4x4x2xf32>
  return %14 : tensor<1x4x4x2xf32>
}

// CHECK: Function=max_pool | Remark="moved 'tosa.mul', 'tosa.add' back into 'tosa.conv2d': 2 arithmetic op(s), 2 op(s) removed"
// IR-LABEL: func.func @max_pool(
// IR: = tosa.conv2d
// IR: = tosa.max_pool2d
// IR-NOT: {{= (tosa|linalg)\.(mul|add|generic|conv)}}
// IR: return
func.func @max_pool(%x0: tensor<1x4x4x2xf32>) -> (tensor<1x2x2x2xf32>) {
  %0 = "tosa.const"() <{values = dense<[[[[1.0, 1.0]]], [[[1.0, 1.0]]]]> : tensor<2x1x1x2xf32>}> : () -> tensor<2x1x1x2xf32>
  %1 = "tosa.const"() <{values = dense<[1.0, 1.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %2 = "tosa.const"() <{values = dense<[0.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %3 = tosa.conv2d %x0, %0, %1, %2, %2 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x2xf32>
  %4 = tosa.max_pool2d %3 {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x2xf32>) -> tensor<1x2x2x2xf32>
  %5 = "tosa.const"() <{values = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %6 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %7 = tosa.mul %4, %5, %6 : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x2x2x2xf32>
  %8 = "tosa.const"() <{values = dense<[[[[1.0, 4.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %9 = tosa.add %7, %8 : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x2x2x2xf32>
  return %9 : tensor<1x2x2x2xf32>
}

// CHECK: Function=negative_max_pool | Remark="'tosa.mul' stays: before it, 'tosa.max_pool2d': a negative scale would turn its maximum into a minimum; behind it, 'func.return': no scale or shift moves through it"
// IR-LABEL: func.func @negative_max_pool(
// IR: = tosa.conv2d
// IR: = tosa.max_pool2d
// IR: = tosa.mul
// IR: = tosa.add
// IR-NOT: {{= (tosa|linalg)\.(mul|add|generic|conv)}}
// IR: return
func.func @negative_max_pool(%x0: tensor<1x4x4x2xf32>) -> (tensor<1x2x2x2xf32>) {
  %0 = "tosa.const"() <{values = dense<[[[[1.0, 1.0]]], [[[1.0, 1.0]]]]> : tensor<2x1x1x2xf32>}> : () -> tensor<2x1x1x2xf32>
  %1 = "tosa.const"() <{values = dense<[1.0, 1.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %2 = "tosa.const"() <{values = dense<[0.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %3 = tosa.conv2d %x0, %0, %1, %2, %2 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x2xf32>
  %4 = tosa.max_pool2d %3 {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x2xf32>) -> tensor<1x2x2x2xf32>
  %5 = "tosa.const"() <{values = dense<[[[[2.0, -3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %6 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %7 = tosa.mul %4, %5, %6 : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x2x2x2xf32>
  %8 = "tosa.const"() <{values = dense<[[[[1.0, 4.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %9 = tosa.add %7, %8 : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x2x2x2xf32>
  return %9 : tensor<1x2x2x2xf32>
}

// Means have no sign.
// CHECK: Function=avg_pool | Remark="moved 'tosa.mul', 'tosa.add' back into 'tosa.conv2d': 2 arithmetic op(s), 2 op(s) removed"
// IR-LABEL: func.func @avg_pool(
// IR: = tosa.conv2d
// IR: = tosa.avg_pool2d
// IR-NOT: {{= (tosa|linalg)\.(mul|add|generic|conv)}}
// IR: return
func.func @avg_pool(%x0: tensor<1x4x4x2xf32>) -> (tensor<1x2x2x2xf32>) {
  %0 = "tosa.const"() <{values = dense<[[[[1.0, 1.0]]], [[[1.0, 1.0]]]]> : tensor<2x1x1x2xf32>}> : () -> tensor<2x1x1x2xf32>
  %1 = "tosa.const"() <{values = dense<[1.0, 1.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %2 = "tosa.const"() <{values = dense<[0.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %3 = tosa.conv2d %x0, %0, %1, %2, %2 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x2xf32>
  %4 = "tosa.const"() <{values = dense<[0.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %5 = tosa.avg_pool2d %3, %4, %4 {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>, acc_type = f32} : (tensor<1x4x4x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>
  %6 = "tosa.const"() <{values = dense<[[[[2.0, -3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %7 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %8 = tosa.mul %5, %6, %7 : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x2x2x2xf32>
  %9 = "tosa.const"() <{values = dense<[[[[1.0, 4.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %10 = tosa.add %8, %9 : (tensor<1x2x2x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x2x2x2xf32>
  return %10 : tensor<1x2x2x2xf32>
}

// Zeros stay zeros.
// CHECK: Function=pad_scale | Remark="moved 'tosa.mul' back into 'tosa.conv2d': 1 arithmetic op(s), 1 op(s) removed"
// IR-LABEL: func.func @pad_scale(
// IR: = tosa.conv2d
// IR: = tosa.pad
// IR-NOT: {{= (tosa|linalg)\.(mul|add|generic|conv)}}
// IR: return
func.func @pad_scale(%x0: tensor<1x4x4x2xf32>) -> (tensor<1x5x5x2xf32>) {
  %0 = "tosa.const"() <{values = dense<[[[[1.0, 1.0]]], [[[1.0, 1.0]]]]> : tensor<2x1x1x2xf32>}> : () -> tensor<2x1x1x2xf32>
  %1 = "tosa.const"() <{values = dense<[1.0, 1.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %2 = "tosa.const"() <{values = dense<[0.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %3 = tosa.conv2d %x0, %0, %1, %2, %2 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x2xf32>
  %4 = tosa.const_shape {values = dense<[0, 0, 1, 0, 0, 1, 0, 0]> : tensor<8xindex>} : () -> !tosa.shape<8>
  %5 = "tosa.const"() <{values = dense<[0.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %6 = tosa.pad %3, %4, %5 : (tensor<1x4x4x2xf32>, !tosa.shape<8>, tensor<1xf32>) -> tensor<1x5x5x2xf32>
  %7 = "tosa.const"() <{values = dense<[[[[2.0, -3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %8 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %9 = tosa.mul %6, %7, %8 : (tensor<1x5x5x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x5x5x2xf32>
  return %9 : tensor<1x5x5x2xf32>
}

// Each takes its part.
// CHECK: Function=concat | Remark="moved 'tosa.mul', 'tosa.add' back into 'tosa.conv2d': 2 arithmetic op(s), 2 op(s) removed"
// IR-LABEL: func.func @concat(
// IR: = tosa.conv2d
// IR: = tosa.conv2d
// IR: = tosa.concat
// IR-NOT: {{= (tosa|linalg)\.(mul|add|generic|conv)}}
// IR: return
func.func @concat(%x0: tensor<1x4x4x2xf32>) -> (tensor<1x4x4x2xf32>) {
  %0 = "tosa.const"() <{values = dense<[[[[1.0, 1.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %1 = "tosa.const"() <{values = dense<[1.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = "tosa.const"() <{values = dense<[0.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %3 = tosa.conv2d %x0, %0, %1, %2, %2 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %4 = "tosa.const"() <{values = dense<[[[[1.0, 1.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %5 = "tosa.const"() <{values = dense<[1.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %6 = "tosa.const"() <{values = dense<[0.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %7 = tosa.conv2d %x0, %4, %5, %6, %6 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %8 = tosa.concat %3, %7 {axis = 3 : i32} : (tensor<1x4x4x1xf32>, tensor<1x4x4x1xf32>) -> tensor<1x4x4x2xf32>
  %9 = "tosa.const"() <{values = dense<[[[[2.0, -3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %10 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %11 = tosa.mul %8, %9, %10 : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x4x4x2xf32>
  %12 = "tosa.const"() <{values = dense<[[[[1.0, 4.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %13 = tosa.add %11, %12 : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x4x4x2xf32>
  return %13 : tensor<1x4x4x2xf32>
}

// One value cannot be scaled in two ways.
// CHECK: Function=negative_concat_of_one_value | Remark="'tosa.mul' stays: before it, 'tosa.concat': a value before it would need two different scales or shifts; behind it, 'func.return': no scale or shift moves through it"
// IR-LABEL: func.func @negative_concat_of_one_value(
// IR: = tosa.conv2d
// IR: = tosa.concat
// IR: = tosa.mul
// IR: = tosa.add
// IR-NOT: {{= (tosa|linalg)\.(mul|add|generic|conv)}}
// IR: return
func.func @negative_concat_of_one_value(%x0: tensor<1x4x4x40xf32>) -> (tensor<1x4x4x2xf32>) {
  %0 = "tosa.const"() <{values = dense<"0x0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f0000803f"> : tensor<1x1x1x40xf32>}> : () -> tensor<1x1x1x40xf32>
  %1 = "tosa.const"() <{values = dense<[1.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = "tosa.const"() <{values = dense<[0.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %3 = tosa.conv2d %x0, %0, %1, %2, %2 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x40xf32>, tensor<1x1x1x40xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %4 = tosa.concat %3, %3 {axis = 3 : i32} : (tensor<1x4x4x1xf32>, tensor<1x4x4x1xf32>) -> tensor<1x4x4x2xf32>
  %5 = "tosa.const"() <{values = dense<[[[[2.0, -3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %6 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %7 = tosa.mul %4, %5, %6 : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x4x4x2xf32>
  %8 = "tosa.const"() <{values = dense<[[[[1.0, 4.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %9 = tosa.add %7, %8 : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x4x4x2xf32>
  return %9 : tensor<1x4x4x2xf32>
}

// CHECK: Function=residual | Remark="moved 'tosa.mul', 'tosa.add' back into 'tosa.conv2d': 2 arithmetic op(s), 2 op(s) removed"
// IR-LABEL: func.func @residual(
// IR: = tosa.conv2d
// IR: = tosa.conv2d
// IR: = tosa.add
// IR-NOT: {{= (tosa|linalg)\.(mul|add|generic|conv)}}
// IR: return
func.func @residual(%x0: tensor<1x4x4x2xf32>) -> (tensor<1x4x4x2xf32>) {
  %0 = "tosa.const"() <{values = dense<[[[[1.0, 1.0]]], [[[1.0, 1.0]]]]> : tensor<2x1x1x2xf32>}> : () -> tensor<2x1x1x2xf32>
  %1 = "tosa.const"() <{values = dense<[1.0, 1.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %2 = "tosa.const"() <{values = dense<[0.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %3 = tosa.conv2d %x0, %0, %1, %2, %2 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x2xf32>
  %4 = "tosa.const"() <{values = dense<[[[[1.0, 1.0]]], [[[1.0, 1.0]]]]> : tensor<2x1x1x2xf32>}> : () -> tensor<2x1x1x2xf32>
  %5 = "tosa.const"() <{values = dense<[1.0, 1.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %6 = "tosa.const"() <{values = dense<[0.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %7 = tosa.conv2d %x0, %4, %5, %6, %6 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x2xf32>
  %8 = tosa.add %3, %7 : (tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %9 = "tosa.const"() <{values = dense<[[[[2.0, -3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %10 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %11 = tosa.mul %8, %9, %10 : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x4x4x2xf32>
  %12 = "tosa.const"() <{values = dense<[[[[1.0, 4.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %13 = tosa.add %11, %12 : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x4x4x2xf32>
  return %13 : tensor<1x4x4x2xf32>
}

// CHECK: Function=negative_residual_of_identity | Remark="'tosa.mul' stays: before it, it begins at an argument; behind it, 'func.return': no scale or shift moves through it"
// IR-LABEL: func.func @negative_residual_of_identity(
// IR: = tosa.conv2d
// IR: = tosa.add
// IR: = tosa.mul
// IR: = tosa.add
// IR-NOT: {{= (tosa|linalg)\.(mul|add|generic|conv)}}
// IR: return
func.func @negative_residual_of_identity(%x0: tensor<1x4x4x2xf32>) -> (tensor<1x4x4x2xf32>) {
  %0 = "tosa.const"() <{values = dense<[[[[1.0, 1.0]]], [[[1.0, 1.0]]]]> : tensor<2x1x1x2xf32>}> : () -> tensor<2x1x1x2xf32>
  %1 = "tosa.const"() <{values = dense<[1.0, 1.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %2 = "tosa.const"() <{values = dense<[0.0]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %3 = tosa.conv2d %x0, %0, %1, %2, %2 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x2xf32>
  %4 = tosa.add %3, %x0 : (tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %5 = "tosa.const"() <{values = dense<[[[[2.0, -3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %6 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %7 = tosa.mul %4, %5, %6 : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x4x4x2xf32>
  %8 = "tosa.const"() <{values = dense<[[[[1.0, 4.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %9 = tosa.add %7, %8 : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x4x4x2xf32>
  return %9 : tensor<1x4x4x2xf32>
}

// CHECK: Function=linalg_relu_between_convs | Remark="moved 'linalg.generic' forward into 'linalg.conv_2d_nchw_fchw': 2 arithmetic op(s), 3 op(s) removed"
// IR-LABEL: func.func @linalg_relu_between_convs(
// IR: = linalg.conv_2d_nchw_fchw
// IR: = linalg.generic
// IR: = linalg.conv_2d_nchw_fchw
// IR-NOT: {{= (tosa|linalg)\.(mul|add|generic|conv)}}
// IR: return
func.func @linalg_relu_between_convs(%x0: tensor<1x2x4x4xf32>) -> (tensor<1x1x3x3xf32>) {
  %0 = arith.constant dense<[[[[1.0]], [[1.0]]], [[[1.0]], [[1.0]]]]> : tensor<2x2x1x1xf32>
  %1 = arith.constant 0.000000e+00 : f32
  %2 = tensor.empty() : tensor<1x2x4x4xf32>
  %3 = linalg.fill ins(%1 : f32) outs(%2 : tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %4 = linalg.conv_2d_nchw_fchw {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%x0, %0 : tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>) outs(%3 : tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %5 = tensor.empty() : tensor<1x2x4x4xf32>
  %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4 : tensor<1x2x4x4xf32>) outs(%5 : tensor<1x2x4x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %r = arith.maximumf %a, %z : f32
    linalg.yield %r : f32
  } -> tensor<1x2x4x4xf32>
  %7 = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %8 = arith.constant dense<[1.0, 4.0]> : tensor<2xf32>
  %9 = tensor.empty() : tensor<1x2x4x4xf32>
  %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %7, %8 : tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>) outs(%9 : tensor<1x2x4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %out: f32):
    %t2 = arith.mulf %a, %b : f32
    %r = arith.addf %t2, %c : f32
    linalg.yield %r : f32
  } -> tensor<1x2x4x4xf32>
  %11 = arith.constant dense<[[[[1.0, 1.0], [1.0, 1.0]], [[1.0, 1.0], [1.0, 1.0]]]]> : tensor<1x2x2x2xf32>
  %12 = arith.constant 0.000000e+00 : f32
  %13 = tensor.empty() : tensor<1x1x3x3xf32>
  %14 = linalg.fill ins(%12 : f32) outs(%13 : tensor<1x1x3x3xf32>) -> tensor<1x1x3x3xf32>
  %15 = linalg.conv_2d_nchw_fchw {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%10, %11 : tensor<1x2x4x4xf32>, tensor<1x2x2x2xf32>) outs(%14 : tensor<1x1x3x3xf32>) -> tensor<1x1x3x3xf32>
  return %15 : tensor<1x1x3x3xf32>
}

// CHECK: Function=negative_linalg_relu | Remark="'linalg.generic' stays: before it, 'linalg.generic': a negative scale does not move through it; behind it, 'func.return': no scale or shift moves through it"
// IR-LABEL: func.func @negative_linalg_relu(
// IR: = linalg.conv_2d_nchw_fchw
// IR: = linalg.generic
// IR: = linalg.generic
// IR-NOT: {{= (tosa|linalg)\.(mul|add|generic|conv)}}
// IR: return
func.func @negative_linalg_relu(%x0: tensor<1x2x4x4xf32>) -> (tensor<1x2x4x4xf32>) {
  %0 = arith.constant dense<[[[[1.0]], [[1.0]]], [[[1.0]], [[1.0]]]]> : tensor<2x2x1x1xf32>
  %1 = arith.constant 0.000000e+00 : f32
  %2 = tensor.empty() : tensor<1x2x4x4xf32>
  %3 = linalg.fill ins(%1 : f32) outs(%2 : tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %4 = linalg.conv_2d_nchw_fchw {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%x0, %0 : tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>) outs(%3 : tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %5 = tensor.empty() : tensor<1x2x4x4xf32>
  %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4 : tensor<1x2x4x4xf32>) outs(%5 : tensor<1x2x4x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %z = arith.constant 0.0 : f32
    %r = arith.maximumf %a, %z : f32
    linalg.yield %r : f32
  } -> tensor<1x2x4x4xf32>
  %7 = arith.constant dense<[2.0, -3.0]> : tensor<2xf32>
  %8 = arith.constant dense<[1.0, 4.0]> : tensor<2xf32>
  %9 = tensor.empty() : tensor<1x2x4x4xf32>
  %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %7, %8 : tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>) outs(%9 : tensor<1x2x4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %out: f32):
    %t2 = arith.mulf %a, %b : f32
    %r = arith.addf %t2, %c : f32
    linalg.yield %r : f32
  } -> tensor<1x2x4x4xf32>
  return %10 : tensor<1x2x4x4xf32>
}

// The divisor stays.
// CHECK: Function=linalg_mean | Remark="moved 'linalg.generic' back into 'linalg.conv_2d_nchw_fchw': 2 arithmetic op(s), 3 op(s) removed"
// IR-LABEL: func.func @linalg_mean(
// IR: = linalg.conv_2d_nchw_fchw
// IR: = linalg.pooling_nchw_sum
// IR: = linalg.generic
// IR-NOT: {{= (tosa|linalg)\.(mul|add|generic|conv)}}
// IR: return
func.func @linalg_mean(%x0: tensor<1x2x4x4xf32>) -> (tensor<1x2x2x2xf32>) {
  %0 = arith.constant dense<[[[[1.0]], [[1.0]]], [[[1.0]], [[1.0]]]]> : tensor<2x2x1x1xf32>
  %1 = arith.constant 0.000000e+00 : f32
  %2 = tensor.empty() : tensor<1x2x4x4xf32>
  %3 = linalg.fill ins(%1 : f32) outs(%2 : tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %4 = linalg.conv_2d_nchw_fchw {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%x0, %0 : tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>) outs(%3 : tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %5 = tensor.empty() : tensor<3x3xf32>
  %6 = arith.constant 0.000000e+00 : f32
  %7 = tensor.empty() : tensor<1x2x2x2xf32>
  %8 = linalg.fill ins(%6 : f32) outs(%7 : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %9 = linalg.pooling_nchw_sum {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%4, %5 : tensor<1x2x4x4xf32>, tensor<3x3xf32>) outs(%8 : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %10 = tensor.empty() : tensor<1x2x2x2xf32>
  %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<1x2x2x2xf32>) outs(%10 : tensor<1x2x2x2xf32>) {
  ^bb0(%a: f32, %out: f32):
    %n = arith.constant 9.0 : f32
    %r = arith.divf %a, %n : f32
    linalg.yield %r : f32
  } -> tensor<1x2x2x2xf32>
  %12 = arith.constant dense<[2.0, -3.0]> : tensor<2xf32>
  %13 = arith.constant dense<[1.0, 4.0]> : tensor<2xf32>
  %14 = tensor.empty() : tensor<1x2x2x2xf32>
  %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11, %12, %13 : tensor<1x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) outs(%14 : tensor<1x2x2x2xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %out: f32):
    %t2 = arith.mulf %a, %b : f32
    %r = arith.addf %t2, %c : f32
    linalg.yield %r : f32
  } -> tensor<1x2x2x2xf32>
  return %15 : tensor<1x2x2x2xf32>
}

// CHECK: Function=insert_slices | Remark="moved 'linalg.generic' back into 'linalg.conv_2d_nchw_fchw': 2 arithmetic op(s), 4 op(s) removed"
// IR-LABEL: func.func @insert_slices(
// IR: = linalg.conv_2d_nchw_fchw
// IR: = linalg.conv_2d_nchw_fchw
// IR: = tensor.insert_slice
// IR: = tensor.insert_slice
// IR-NOT: {{= (tosa|linalg)\.(mul|add|generic|conv)}}
// IR: return
func.func @insert_slices(%x0: tensor<1x2x4x4xf32>) -> (tensor<1x2x4x4xf32>) {
  %0 = arith.constant dense<[[[[1.0]], [[1.0]]]]> : tensor<1x2x1x1xf32>
  %1 = arith.constant 0.000000e+00 : f32
  %2 = tensor.empty() : tensor<1x1x4x4xf32>
  %3 = linalg.fill ins(%1 : f32) outs(%2 : tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32>
  %4 = linalg.conv_2d_nchw_fchw {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%x0, %0 : tensor<1x2x4x4xf32>, tensor<1x2x1x1xf32>) outs(%3 : tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32>
  %5 = arith.constant dense<[[[[1.0]], [[1.0]]]]> : tensor<1x2x1x1xf32>
  %6 = arith.constant 0.000000e+00 : f32
  %7 = tensor.empty() : tensor<1x1x4x4xf32>
  %8 = linalg.fill ins(%6 : f32) outs(%7 : tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32>
  %9 = linalg.conv_2d_nchw_fchw {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%x0, %5 : tensor<1x2x4x4xf32>, tensor<1x2x1x1xf32>) outs(%8 : tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32>
  %10 = tensor.empty() : tensor<1x2x4x4xf32>
  %11 = tensor.insert_slice %4 into %10[0, 0, 0, 0] [1, 1, 4, 4] [1, 1, 1, 1] : tensor<1x1x4x4xf32> into tensor<1x2x4x4xf32>
  %12 = tensor.insert_slice %9 into %11[0, 1, 0, 0] [1, 1, 4, 4] [1, 1, 1, 1] : tensor<1x1x4x4xf32> into tensor<1x2x4x4xf32>
  %13 = arith.constant dense<[2.0, -3.0]> : tensor<2xf32>
  %14 = arith.constant dense<[1.0, 4.0]> : tensor<2xf32>
  %15 = tensor.empty() : tensor<1x2x4x4xf32>
  %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %13, %14 : tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>) outs(%15 : tensor<1x2x4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %out: f32):
    %t2 = arith.mulf %a, %b : f32
    %r = arith.addf %t2, %c : f32
    linalg.yield %r : f32
  } -> tensor<1x2x4x4xf32>
  return %16 : tensor<1x2x4x4xf32>
}
