// Blocks as networks have them in training, with weights drawn at random.

func.func @tosa_sum(%x: tensor<1x9x8x1xf32>) -> tensor<1x9x8x1xf32> {
  %v1 = "tosa.const"() <{values = dense<[[[[-0.81], [-0.08]], [[-0.03], [0.33]]]]> : tensor<1x2x2x1xf32>}> : () -> tensor<1x2x2x1xf32>
  %v2 = "tosa.const"() <{values = dense<[1.25]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %v3 = "tosa.const"() <{values = dense<[0.00]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %v4 = tosa.conv2d %x, %v1, %v2, %v3, %v3 {acc_type = f32, dilation = array<i64: 1, 2>, pad = array<i64: 0, 1, 0, 2>, stride = array<i64: 1, 1>} : (tensor<1x9x8x1xf32>, tensor<1x2x2x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x9x8x1xf32>
  %v5 = "tosa.const"() <{values = dense<[[[[0.03], [-0.44], [0.63]], [[-1.06], [-0.04], [0.28]]]]> : tensor<1x2x3x1xf32>}> : () -> tensor<1x2x3x1xf32>
  %v6 = "tosa.const"() <{values = dense<[-0.38]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %v7 = "tosa.const"() <{values = dense<[0.00]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %v8 = tosa.conv2d %x, %v5, %v6, %v7, %v7 {acc_type = f32, dilation = array<i64: 1, 2>, pad = array<i64: 0, 1, 2, 2>, stride = array<i64: 1, 1>} : (tensor<1x9x8x1xf32>, tensor<1x2x3x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x9x8x1xf32>
  %v9 = "tosa.const"() <{values = dense<[[[[-0.16], [-0.55], [0.55]]]]> : tensor<1x1x3x1xf32>}> : () -> tensor<1x1x3x1xf32>
  %v10 = "tosa.const"() <{values = dense<[1.22]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %v11 = "tosa.const"() <{values = dense<[0.00]> : tensor<1xf32>}> : () -> tensor<1xf32>
  %v12 = tosa.conv2d %x, %v9, %v10, %v11, %v11 {acc_type = f32, dilation = array<i64: 1, 2>, pad = array<i64: 0, 0, 2, 2>, stride = array<i64: 1, 1>} : (tensor<1x9x8x1xf32>, tensor<1x1x3x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x9x8x1xf32>
  %v13 = tosa.add %v8, %v12 : (tensor<1x9x8x1xf32>, tensor<1x9x8x1xf32>) -> tensor<1x9x8x1xf32>
  %v14 = tosa.add %x, %v4 : (tensor<1x9x8x1xf32>, tensor<1x9x8x1xf32>) -> tensor<1x9x8x1xf32>
  %v15 = tosa.add %v14, %v13 : (tensor<1x9x8x1xf32>, tensor<1x9x8x1xf32>) -> tensor<1x9x8x1xf32>
  return %v15 : tensor<1x9x8x1xf32>
}

func.func @linalg_sum_f16(%x: tensor<1x3x9x10xf16>) -> tensor<1x3x9x10xf16> {
  %v1 = arith.constant dense<[[[[0.81]], [[-0.26]], [[-0.52]]], [[[0.14]], [[0.44]], [[0.08]]], [[[0.13]], [[-0.48]], [[0.39]]]]> : tensor<3x3x1x1xf16>
  %v2 = tensor.empty() : tensor<1x3x9x10xf16>
  %v3 = arith.constant 0.00 : f16
  %v4 = linalg.fill ins(%v3 : f16) outs(%v2 : tensor<1x3x9x10xf16>) -> tensor<1x3x9x10xf16>
  %v5 = linalg.conv_2d_nchw_fchw {dilations = dense<[2,1]> : tensor<2xi64>, strides = dense<[1,1]> : tensor<2xi64>} ins(%x, %v1 : tensor<1x3x9x10xf16>, tensor<3x3x1x1xf16>) outs(%v4 : tensor<1x3x9x10xf16>) -> tensor<1x3x9x10xf16>
  %v6 = arith.constant dense<[[[[0.30]], [[-0.23]], [[0.90]]], [[[-0.40]], [[0.12]], [[-0.61]]], [[[0.15]], [[0.37]], [[0.62]]]]> : tensor<3x3x1x1xf16>
  %v7 = tensor.empty() : tensor<1x3x9x10xf16>
  %v8 = arith.constant 0.00 : f16
  %v9 = linalg.fill ins(%v8 : f16) outs(%v7 : tensor<1x3x9x10xf16>) -> tensor<1x3x9x10xf16>
  %v10 = linalg.conv_2d_nchw_fchw {dilations = dense<[2,1]> : tensor<2xi64>, strides = dense<[1,1]> : tensor<2xi64>} ins(%x, %v6 : tensor<1x3x9x10xf16>, tensor<3x3x1x1xf16>) outs(%v9 : tensor<1x3x9x10xf16>) -> tensor<1x3x9x10xf16>
  %v11 = arith.constant dense<[[[[-0.14]], [[-0.05]], [[-0.72]]], [[[-0.10]], [[0.07]], [[-0.00]]], [[[-0.27]], [[-0.50]], [[-0.34]]]]> : tensor<3x3x1x1xf16>
  %v12 = tensor.empty() : tensor<1x3x9x10xf16>
  %v13 = arith.constant 0.00 : f16
  %v14 = linalg.fill ins(%v13 : f16) outs(%v12 : tensor<1x3x9x10xf16>) -> tensor<1x3x9x10xf16>
  %v15 = linalg.conv_2d_nchw_fchw {dilations = dense<[2,1]> : tensor<2xi64>, strides = dense<[1,1]> : tensor<2xi64>} ins(%x, %v11 : tensor<1x3x9x10xf16>, tensor<3x3x1x1xf16>) outs(%v14 : tensor<1x3x9x10xf16>) -> tensor<1x3x9x10xf16>
  %v16 = arith.addf %x, %v15 : tensor<1x3x9x10xf16>
  %v17 = arith.addf %v5, %v16 : tensor<1x3x9x10xf16>
  %v18 = arith.addf %v10, %v17 : tensor<1x3x9x10xf16>
  return %v18 : tensor<1x3x9x10xf16>
}

func.func @row(%x: tensor<1x5x10x9xf32>) -> tensor<1x1x10x9xf32> {
  %v1 = arith.constant dense<[[[[-0.86]], [[1.08]], [[-0.86]], [[-0.54]], [[0.19]]]]> : tensor<1x5x1x1xf32>
  %v2 = tensor.empty() : tensor<1x1x10x9xf32>
  %v3 = arith.constant 0.00 : f32
  %v4 = linalg.fill ins(%v3 : f32) outs(%v2 : tensor<1x1x10x9xf32>) -> tensor<1x1x10x9xf32>
  %v5 = linalg.conv_2d_nchw_fchw {dilations = dense<[1,1]> : tensor<2xi64>, strides = dense<[1,1]> : tensor<2xi64>} ins(%x, %v1 : tensor<1x5x10x9xf32>, tensor<1x5x1x1xf32>) outs(%v4 : tensor<1x1x10x9xf32>) -> tensor<1x1x10x9xf32>
  %v6 = arith.constant dense<[[[[-0.62]]]]> : tensor<1x1x1x1xf32>
  %v7 = tensor.empty() : tensor<1x1x10x9xf32>
  %v8 = arith.constant dense<[-1.62]> : tensor<1xf32>
  %v9 = linalg.broadcast ins(%v8 : tensor<1xf32>) outs(%v7 : tensor<1x1x10x9xf32>) dimensions = [0, 2, 3]
  %v10 = linalg.conv_2d_nchw_fchw {dilations = dense<[1,1]> : tensor<2xi64>, strides = dense<[1,1]> : tensor<2xi64>} ins(%v5, %v6 : tensor<1x1x10x9xf32>, tensor<1x1x1x1xf32>) outs(%v9 : tensor<1x1x10x9xf32>) -> tensor<1x1x10x9xf32>
  return %v10 : tensor<1x1x10x9xf32>
}
