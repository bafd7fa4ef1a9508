// Two channels: r * [2, 4] + [1, -1] with filter [3, 5] and bias [10, 20].

// CHECK-LABEL: func.func @toy
// CHECK-DAG:     %[[FILTER:.*]] = "tosa.const"() <{values = dense<{{\[\[\[\[}}6.000000e+00]]], {{\[\[\[}}2.000000e+01]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG:     %[[BIAS:.*]] = "tosa.const"() <{values = dense<[2.100000e+01, 7.900000e+01]> : tensor<2xf32>
// CHECK:         %[[CONV:.*]] = "toy.conv"(%arg0, %[[FILTER]], %[[BIAS]])
// CHECK-NEXT:    return %[[CONV]]
func.func @toy(%x: tensor<1x4x4x1xf32>) -> tensor<1x4x4x2xf32> {
  %w = "tosa.const"() <{values = dense<[[[[3.0]]], [[[5.0]]]]> : tensor<2x1x1x1xf32>}> : () -> tensor<2x1x1x1xf32>
  %b = "tosa.const"() <{values = dense<[10.0, 20.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %scale = "tosa.const"() <{values = dense<[[[[2.0, 4.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %shift = "tosa.const"() <{values = dense<[[[[1.0, -1.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %mul_shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %conv = "toy.conv"(%x, %w, %b) : (tensor<1x4x4x1xf32>, tensor<2x1x1x1xf32>, tensor<2xf32>) -> tensor<1x4x4x2xf32>
  %mul = tosa.mul %conv, %scale, %mul_shift : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>, tensor<1xi8>) -> tensor<1x4x4x2xf32>
  %add = tosa.add %mul, %shift : (tensor<1x4x4x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x4x4x2xf32>
  return %add : tensor<1x4x4x2xf32>
}
