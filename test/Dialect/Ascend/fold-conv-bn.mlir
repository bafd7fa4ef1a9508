// RUN: fold-opt %s --fold-conv-bn | FileCheck %s
// RUN: fold-opt %s --fold-conv-bn --remarks-filter=fold-conv-bn --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// gamma / sqrt(var + eps) is 2 and 3; beta - mean * scale is -1 and -5.
// CHECK-LABEL: func.func @batch_norm(
// CHECK-SAME:      %[[X:.*]]: tensor<1x4x4x1xf32>
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}6.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[-1.000000e+00, -5.000000e+00]> : tensor<2xf32>
// CHECK:         %[[Y:.*]] = ascend.conv ins(%[[X]], %[[W]] :
// CHECK-SAME:        bias(%[[B]] :
// CHECK-NOT:     ascend.batch_norm
// CHECK:         return %[[Y]]
// REMARK: Function=batch_norm | Remark="folded 'ascend.batch_norm' into 'ascend.conv':
func.func @batch_norm(%x: tensor<1x4x4x1xf32>) -> tensor<1x4x4x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %gamma = arith.constant dense<[4.0, 9.0]> : tensor<2xf32>
  %beta = arith.constant dense<[1.0, 1.0]> : tensor<2xf32>
  %mean = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %var = arith.constant dense<[3.5, 8.5]> : tensor<2xf32>
  %e = tensor.empty() : tensor<1x4x4x2xf32>
  %r = ascend.conv ins(%x, %w : tensor<1x4x4x1xf32>, tensor<2x1x1x1xf32>) outs(%e : tensor<1x4x4x2xf32>) layout nhwc filter ohwi -> tensor<1x4x4x2xf32>
  %y = ascend.batch_norm ins(%r : tensor<1x4x4x2xf32>) parameters(%gamma, %beta, %mean, %var : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
      outs(%e : tensor<1x4x4x2xf32>) layout nhwc epsilon 5.0e-1 -> tensor<1x4x4x2xf32>
  return %y : tensor<1x4x4x2xf32>
}

// Output and input channels are equally many, and the filter is the other way
// round: the scale goes on the second dim.
// CHECK-LABEL: func.func @transposed_iohw(
// CHECK:         arith.constant dense<{{\[\[\[}}2.000000e+00], [6.000000e+00]], {{\[\[}}6.000000e+00], [1.200000e+01]]]> : tensor<2x2x1xf32>
// CHECK-NOT:     ascend.batch_norm
func.func @transposed_iohw(%x: tensor<1x2x4xf32>) -> tensor<1x2x4xf32> {
  %w = arith.constant dense<[[[1.0], [2.0]], [[3.0], [4.0]]]> : tensor<2x2x1xf32>
  %gamma = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %zero = arith.constant dense<0.0> : tensor<2xf32>
  %one = arith.constant dense<1.0> : tensor<2xf32>
  %e = tensor.empty() : tensor<1x2x4xf32>
  %r = ascend.conv ins(%x, %w : tensor<1x2x4xf32>, tensor<2x2x1xf32>) outs(%e : tensor<1x2x4xf32>) transposed layout nchw filter iohw -> tensor<1x2x4xf32>
  %y = ascend.batch_norm ins(%r : tensor<1x2x4xf32>) parameters(%gamma, %zero, %zero, %one : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
      outs(%e : tensor<1x2x4xf32>) layout nchw epsilon 0.0 -> tensor<1x2x4xf32>
  return %y : tensor<1x2x4xf32>
}

// An activation stands between; parameters are arguments.
// CHECK-LABEL: func.func @negative_epilogue(
// CHECK:         ascend.batch_norm
// REMARK: Function=negative_epilogue | Remark="nothing folded into 'ascend.conv': it has an epilogue"
func.func @negative_epilogue(%x: tensor<1x4x1xf32>) -> tensor<1x4x1xf32> {
  %w = arith.constant dense<2.0> : tensor<1x1x1xf32>
  %one = arith.constant dense<1.0> : tensor<1xf32>
  %e = tensor.empty() : tensor<1x4x1xf32>
  %r = ascend.conv ins(%x, %w : tensor<1x4x1xf32>, tensor<1x1x1xf32>) outs(%e : tensor<1x4x1xf32>) layout nhwc filter ohwi epilogue [#ascend.relu] -> tensor<1x4x1xf32>
  %y = ascend.batch_norm ins(%r : tensor<1x4x1xf32>) parameters(%one, %one, %one, %one : tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>)
      outs(%e : tensor<1x4x1xf32>) layout nhwc epsilon 0.0 -> tensor<1x4x1xf32>
  return %y : tensor<1x4x1xf32>
}

// CHECK-LABEL: func.func @negative_runtime_parameters(
// CHECK:         ascend.batch_norm
// REMARK: Function=negative_runtime_parameters | Remark="nothing folded into 'ascend.conv': what follows is 'ascend.batch_norm': a parameter is not a compile-time constant
func.func @negative_runtime_parameters(%x: tensor<1x4x1xf32>, %p: tensor<1xf32>) -> tensor<1x4x1xf32> {
  %w = arith.constant dense<2.0> : tensor<1x1x1xf32>
  %e = tensor.empty() : tensor<1x4x1xf32>
  %r = ascend.conv ins(%x, %w : tensor<1x4x1xf32>, tensor<1x1x1xf32>) outs(%e : tensor<1x4x1xf32>) layout nhwc filter ohwi -> tensor<1x4x1xf32>
  %y = ascend.batch_norm ins(%r : tensor<1x4x1xf32>) parameters(%p, %p, %p, %p : tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>)
      outs(%e : tensor<1x4x1xf32>) layout nhwc epsilon 0.0 -> tensor<1x4x1xf32>
  return %y : tensor<1x4x1xf32>
}
