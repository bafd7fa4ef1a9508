// A convolution, BatchNorm as a generic and a relu, as torch-mlir has them.

#nchw = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>

func.func @main(%x: tensor<2x2x6x6xf32>) -> tensor<2x3x4x4xf32> {
  %weight = arith.constant dense_resource<weight> : tensor<3x2x3x3xf32>
  %gamma = arith.constant dense<[0.5, -1.5, 2.0]> : tensor<3xf32>
  %beta = arith.constant dense<[0.25, 0.125, -0.5]> : tensor<3xf32>
  %mean = arith.constant dense<[0.1, -0.2, 0.3]> : tensor<3xf32>
  %variance = arith.constant dense<[0.01, 0.5, 1.5]> : tensor<3xf32>
  %epsilon = arith.constant 1.0e-3 : f32
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x3x4x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x3x4x4xf32>) -> tensor<2x3x4x4xf32>
  %conv = linalg.conv_2d_nchw_fchw
      ins(%x, %weight : tensor<2x2x6x6xf32>, tensor<3x2x3x3xf32>)
      outs(%init : tensor<2x3x4x4xf32>) -> tensor<2x3x4x4xf32>
  %bn = linalg.generic {
      indexing_maps = [#nchw, #channel, #channel, #channel, #channel, #nchw],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%conv, %gamma, %beta, %mean, %variance : tensor<2x3x4x4xf32>,
          tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
      outs(%empty : tensor<2x3x4x4xf32>) {
  ^bb0(%v: f32, %g: f32, %b: f32, %m: f32, %s: f32, %out: f32):
    %0 = arith.addf %s, %epsilon : f32
    %1 = math.rsqrt %0 : f32
    %2 = arith.subf %v, %m : f32
    %3 = arith.mulf %2, %1 : f32
    %4 = arith.mulf %3, %g : f32
    %5 = arith.addf %4, %b : f32
    linalg.yield %5 : f32
  } -> tensor<2x3x4x4xf32>
  %relu = linalg.generic {
      indexing_maps = [#nchw, #nchw],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%bn : tensor<2x3x4x4xf32>) outs(%empty : tensor<2x3x4x4xf32>) {
  ^bb0(%v: f32, %out: f32):
    %0 = arith.maximumf %v, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<2x3x4x4xf32>
  return %relu : tensor<2x3x4x4xf32>
}

{-#
  dialect_resources: {
    builtin: {
      weight: "0x04000000000080BF000010BF000000BE0000A03E0000403F000060BF0000E0BE000000000000E03E0000603F000040BF0000A0BE0000003E0000103F0000803F000020BF000040BE0000803E0000303F000070BF000000BF000080BD0000C03E0000503F000050BF0000C0BE0000803D0000003F0000703F000030BF000080BE0000403E0000203F000080BF000010BF000000BE0000A03E0000403F000060BF0000E0BE000000000000E03E0000603F000040BF0000A0BE0000003E0000103F0000803F000020BF000040BE0000803E0000303F000070BF000000BF"
    }
  }
#-}
