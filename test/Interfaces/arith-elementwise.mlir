// RUN: fold-opt %s --fold-conv-bn | FileCheck %s

// Arithmetic on whole tensors; parameters through arith and math.
// The convolution has the weights 1 and 2, and no bias.

// CHECK-LABEL: func.func @addf(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}1.000000e+00]]], {{\[\[\[}}2.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 2, 3]
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @addf(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %full = arith.constant dense<[[[[2.0, 2.0], [2.0, 2.0]], [[4.0, 4.0], [4.0, 4.0]]]]> : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = arith.addf %conv, %full : tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @addf_constant_first(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}1.000000e+00]]], {{\[\[\[}}2.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 2, 3]
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @addf_constant_first(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %full = arith.constant dense<[[[[2.0, 2.0], [2.0, 2.0]], [[4.0, 4.0], [4.0, 4.0]]]]> : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = arith.addf %full, %conv : tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @subf(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}1.000000e+00]]], {{\[\[\[}}2.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[-2.000000e+00, -4.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 2, 3]
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @subf(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %full = arith.constant dense<[[[[2.0, 2.0], [2.0, 2.0]], [[4.0, 4.0], [4.0, 4.0]]]]> : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = arith.subf %conv, %full : tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @subf_from_constant(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}-1.000000e+00]]], {{\[\[\[}}-2.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 2, 3]
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @subf_from_constant(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %full = arith.constant dense<[[[[2.0, 2.0], [2.0, 2.0]], [[4.0, 4.0], [4.0, 4.0]]]]> : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = arith.subf %full, %conv : tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @mulf(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @mulf(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %full = arith.constant dense<[[[[2.0, 2.0], [2.0, 2.0]], [[4.0, 4.0], [4.0, 4.0]]]]> : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = arith.mulf %conv, %full : tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @mulf_constant_first(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @mulf_constant_first(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %full = arith.constant dense<[[[[2.0, 2.0], [2.0, 2.0]], [[4.0, 4.0], [4.0, 4.0]]]]> : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = arith.mulf %full, %conv : tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @divf(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<5.000000e-01> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @divf(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %full = arith.constant dense<[[[[2.0, 2.0], [2.0, 2.0]], [[4.0, 4.0], [4.0, 4.0]]]]> : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = arith.divf %conv, %full : tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @negf(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}-1.000000e+00]]], {{\[\[\[}}-2.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @negf(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = arith.negf %conv : tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// math.fma, with the result as a factor and as the addend.
// CHECK-LABEL: func.func @fma_tracked_factor(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 2, 3]
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @fma_tracked_factor(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %full = arith.constant dense<[[[[2.0, 2.0], [2.0, 2.0]], [[4.0, 4.0], [4.0, 4.0]]]]> : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = math.fma %full, %conv, %full : tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @fma_tracked_addend(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}1.000000e+00]]], {{\[\[\[}}2.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[4.000000e+00, 1.600000e+01]> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 2, 3]
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @fma_tracked_addend(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %full = arith.constant dense<[[[[2.0, 2.0], [2.0, 2.0]], [[4.0, 4.0], [4.0, 4.0]]]]> : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = math.fma %full, %full, %conv : tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// (x - mean) * rsqrt(var + eps) * gamma + beta, in full shape.
// CHECK-LABEL: func.func @batch_norm(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}1.000000e+00]]], {{\[\[\[}}2.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<-2.000000e+00> : tensor<2xf32>
// CHECK:         %[[INIT:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) {{.*}} dimensions = [0, 2, 3]
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @batch_norm(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %eps = arith.constant dense<1.0> : tensor<1x2x2x2xf32>
  %var = arith.constant dense<[[[[3.0, 3.0], [3.0, 3.0]], [[15.0, 15.0], [15.0, 15.0]]]]> : tensor<1x2x2x2xf32>
  %gamma = arith.constant dense<[[[[2.0, 2.0], [2.0, 2.0]], [[4.0, 4.0], [4.0, 4.0]]]]> : tensor<1x2x2x2xf32>
  %mean = arith.constant dense<3.0> : tensor<1x2x2x2xf32>
  %beta = arith.constant dense<1.0> : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %ve = arith.addf %var, %eps : tensor<1x2x2x2xf32>
  %rstd = math.rsqrt %ve : tensor<1x2x2x2xf32>
  %0 = arith.subf %conv, %mean : tensor<1x2x2x2xf32>
  %1 = arith.mulf %0, %rstd : tensor<1x2x2x2xf32>
  %2 = arith.mulf %gamma, %1 : tensor<1x2x2x2xf32>
  %y = arith.addf %2, %beta : tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// Parameters computed by math ops: x * (sqrt(16) - log(1)) * cbrt(8), over
// powf(2, 2).
// CHECK-LABEL: func.func @parameters_through_math(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}4.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[INIT:.*]] = arith.constant dense<0.000000e+00> : tensor<1x2x2x2xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[INIT]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @parameters_through_math(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %c16 = arith.constant dense<16.0> : tensor<1x2x2x2xf32>
  %c1 = arith.constant dense<1.0> : tensor<1x2x2x2xf32>
  %c8 = arith.constant dense<8.0> : tensor<1x2x2x2xf32>
  %c2 = arith.constant dense<2.0> : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %sqrt = math.sqrt %c16 : tensor<1x2x2x2xf32>
  %log = math.log %c1 : tensor<1x2x2x2xf32>
  %cbrt = math.cbrt %c8 : tensor<1x2x2x2xf32>
  %pow = math.powf %c2, %c2 : tensor<1x2x2x2xf32>
  %s = arith.subf %sqrt, %log : tensor<1x2x2x2xf32>
  %0 = arith.mulf %conv, %s : tensor<1x2x2x2xf32>
  %1 = arith.mulf %0, %cbrt : tensor<1x2x2x2xf32>
  %y = arith.divf %1, %pow : tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @negative_constant_over_result(
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw
// CHECK-NEXT:    %[[Y:.*]] = arith.divf %{{.*}}, %[[CONV]]
// CHECK-NEXT:    return %[[Y]]
func.func @negative_constant_over_result(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %full = arith.constant dense<[[[[2.0, 2.0], [2.0, 2.0]], [[4.0, 4.0], [4.0, 4.0]]]]> : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = arith.divf %full, %conv : tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @negative_square(
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw
// CHECK-NEXT:    %[[Y:.*]] = arith.mulf %[[CONV]], %[[CONV]]
// CHECK-NEXT:    return %[[Y]]
func.func @negative_square(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = arith.mulf %conv, %conv : tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// One element differs from the rest of its channel.
// CHECK-LABEL: func.func @negative_varies_within_channel(
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw
// CHECK-NEXT:    %[[Y:.*]] = arith.mulf %[[CONV]],
// CHECK-NEXT:    return %[[Y]]
func.func @negative_varies_within_channel(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %w = arith.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2x2x2xf32>
  %full = arith.constant dense<[[[[2.0, 2.0], [2.0, 2.0]], [[4.0, 4.0], [4.0, 4.5]]]]> : tensor<1x2x2x2xf32>
  %conv = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x2x2xf32>, tensor<2x1x1x1xf32>) outs(%zero : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %y = arith.mulf %conv, %full : tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}
