// A convolution, BatchNorm as tosa ops and a relu; the batch is not known.

func.func @main(%x: tensor<?x6x6x2xf32>) -> tensor<?x4x4x3xf32> {
  %weight = "tosa.const"() {values = dense<[
      [[[0.5, -1.0], [0.25, 1.0], [1.5, -0.75]],
       [[-0.5, 2.0], [0.125, 0.5], [-1.0, 0.25]],
       [[1.0, 0.0], [-0.25, 0.75], [0.5, -0.5]]],
      [[[-1.0, 0.5], [0.75, -0.25], [0.5, 1.0]],
       [[0.25, -0.5], [1.0, 1.5], [-0.75, 0.5]],
       [[0.0, 1.0], [0.5, -1.0], [0.25, -0.125]]],
      [[[1.0, 1.0], [-0.5, 0.5], [0.25, -1.5]],
       [[0.5, 0.25], [-1.0, -0.5], [0.75, 1.0]],
       [[-0.25, 0.5], [1.0, 0.125], [-0.5, 0.25]]]]> : tensor<3x3x3x2xf32>}
      : () -> tensor<3x3x3x2xf32>
  %bias = "tosa.const"() {values = dense<[0.5, -0.25, 0.125]> : tensor<3xf32>} : () -> tensor<3xf32>
  %zp = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %mean = "tosa.const"() {values = dense<[[[[0.1, -0.2, 0.3]]]]> : tensor<1x1x1x3xf32>} : () -> tensor<1x1x1x3xf32>
  %variance = "tosa.const"() {values = dense<[[[[0.01, 0.5, 1.5]]]]> : tensor<1x1x1x3xf32>} : () -> tensor<1x1x1x3xf32>
  %epsilon = "tosa.const"() {values = dense<1.0e-3> : tensor<1x1x1x1xf32>} : () -> tensor<1x1x1x1xf32>
  %gamma = "tosa.const"() {values = dense<[[[[0.5, -1.5, 2.0]]]]> : tensor<1x1x1x3xf32>} : () -> tensor<1x1x1x3xf32>
  %beta = "tosa.const"() {values = dense<[[[[0.25, 0.125, -0.5]]]]> : tensor<1x1x1x3xf32>} : () -> tensor<1x1x1x3xf32>
  %conv = tosa.conv2d %x, %weight, %bias, %zp, %zp
      {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<?x6x6x2xf32>, tensor<3x3x3x2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x4x4x3xf32>
  %0 = tosa.sub %conv, %mean : (tensor<?x4x4x3xf32>, tensor<1x1x1x3xf32>) -> tensor<?x4x4x3xf32>
  %1 = tosa.add %variance, %epsilon : (tensor<1x1x1x3xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x1x3xf32>
  %2 = tosa.rsqrt %1 : (tensor<1x1x1x3xf32>) -> tensor<1x1x1x3xf32>
  %3 = tosa.mul %0, %2, %shift : (tensor<?x4x4x3xf32>, tensor<1x1x1x3xf32>, tensor<1xi8>) -> tensor<?x4x4x3xf32>
  %4 = tosa.mul %3, %gamma, %shift : (tensor<?x4x4x3xf32>, tensor<1x1x1x3xf32>, tensor<1xi8>) -> tensor<?x4x4x3xf32>
  %5 = tosa.add %4, %beta : (tensor<?x4x4x3xf32>, tensor<1x1x1x3xf32>) -> tensor<?x4x4x3xf32>
  %6 = tosa.clamp %5 {min_val = 0.0 : f32, max_val = 3.40282347E+38 : f32} : (tensor<?x4x4x3xf32>) -> tensor<?x4x4x3xf32>
  return %6 : tensor<?x4x4x3xf32>
}
