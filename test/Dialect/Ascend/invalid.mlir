// RUN: fold-opt %s -split-input-file -verify-diagnostics -o /dev/null

// expected-error @+1 {{expects a lower bound that is no greater than the upper bound}}
#clamp = #ascend.clamp<6.0, 0.0>

// -----

// expected-error @+1 {{expects a lower bound that is no greater than the upper bound}}
#clamp = #ascend.clamp<0.0, 0x7FC00000>

// -----

//===----------------------------------------------------------------------===//
// What all ops share
//===----------------------------------------------------------------------===//

func.func @tensor_and_buffer(%x: tensor<4xf32>, %y: memref<4xf32>) {
  // expected-error @+1 {{'ascend.activation' op expects tensors only or buffers only}}
  ascend.activation ins(%x : tensor<4xf32>) outs(%y : memref<4xf32>) epilogue [#ascend.relu]
  return
}

// -----

func.func @tensor_of_rank_0(%x: tensor<f32>) {
  // expected-error @+1 {{'ascend.activation' op expects tensors of rank 1 to 6, but got 'tensor<f32>'}}
  %0 = ascend.activation ins(%x : tensor<f32>) outs(%x : tensor<f32>) epilogue [#ascend.relu] -> tensor<f32>
  return
}

// -----

func.func @tensor_of_rank_7(%x: tensor<1x1x1x1x1x1x2xf32>) {
  // expected-error @+1 {{'ascend.activation' op expects tensors of rank 1 to 6, but got 'tensor<1x1x1x1x1x1x2xf32>'}}
  %0 = ascend.activation ins(%x : tensor<1x1x1x1x1x1x2xf32>) outs(%x : tensor<1x1x1x1x1x1x2xf32>) epilogue [#ascend.relu] -> tensor<1x1x1x1x1x1x2xf32>
  return
}

// -----

func.func @tensor_without_result(%x: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.activation' op expects a result}}
  ascend.activation ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) epilogue [#ascend.relu]
  return
}

// -----

func.func @buffer_with_result(%x: memref<4xf32>) {
  // expected-error @+1 {{'ascend.activation' op on buffers has no result}}
  %0 = ascend.activation ins(%x : memref<4xf32>) outs(%x : memref<4xf32>) epilogue [#ascend.relu] -> tensor<4xf32>
  return
}

// -----

func.func @element_types(%x: tensor<4xf32>, %y: tensor<4xf16>) {
  // expected-error @+1 {{'ascend.activation' op expects input and result of the same element type, but got 'f32' and 'f16'}}
  %0 = ascend.activation ins(%x : tensor<4xf32>) outs(%y : tensor<4xf16>) epilogue [#ascend.relu] -> tensor<4xf16>
  return
}

// -----

func.func @element_type(%x: tensor<4xi8>) {
  // expected-error @+1 {{'ascend.activation' op operand #0 must be ranked tensor or strided memref of f32, f16 or bf16 values, but got 'tensor<4xi8>'}}
  %0 = ascend.activation ins(%x : tensor<4xi8>) outs(%x : tensor<4xi8>) epilogue [#ascend.relu] -> tensor<4xi8>
  return
}

// -----

func.func @unranked(%x: tensor<*xf32>) {
  // expected-error @+1 {{'ascend.activation' op operand #0 must be ranked tensor or strided memref of f32, f16 or bf16 values, but got 'tensor<*xf32>'}}
  %0 = ascend.activation ins(%x : tensor<*xf32>) outs(%x : tensor<*xf32>) epilogue [#ascend.relu] -> tensor<*xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Epilogue
//===----------------------------------------------------------------------===//

func.func @long_epilogue(%x: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.activation' op expects an epilogue of at most 6 steps, but got 7}}
  %0 = ascend.activation ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) epilogue [#ascend.relu, #ascend.relu, #ascend.relu, #ascend.relu, #ascend.relu, #ascend.relu, #ascend.relu] -> tensor<4xf32>
  return
}

// -----

func.func @step_of_another_kind(%x: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.activation' op attribute 'epilogue' failed to satisfy constraint: list of epilogue steps}}
  %0 = ascend.activation ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) epilogue [1] -> tensor<4xf32>
  return
}

// -----

func.func @residual_of_an_op_without(%x: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.activation' op has no residual that its epilogue could read}}
  %0 = ascend.activation ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) epilogue [#ascend.residual] -> tensor<4xf32>
  return
}

// -----

func.func @gate_of_an_op_without(%x: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.activation' op has no residual that its epilogue could read}}
  %0 = ascend.activation ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) epilogue [#ascend.gate] -> tensor<4xf32>
  return
}

// -----

func.func @gate_and_residual(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{'ascend.matmul' op expects #ascend.residual or #ascend.gate in the epilogue once when there is a residual, and not otherwise}}
  %0 = ascend.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) residual(%x : tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) epilogue [#ascend.residual, #ascend.gate] -> tensor<4x4xf32>
  return
}

// -----

func.func @residual_that_is_not_added(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{'ascend.matmul' op expects #ascend.residual or #ascend.gate in the epilogue once when there is a residual, and not otherwise}}
  %0 = ascend.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) residual(%x : tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @residual_that_is_missing(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{'ascend.matmul' op expects #ascend.residual or #ascend.gate in the epilogue once when there is a residual, and not otherwise}}
  %0 = ascend.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) epilogue [#ascend.residual] -> tensor<4x4xf32>
  return
}

// -----

func.func @residual_twice(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{'ascend.matmul' op expects #ascend.residual or #ascend.gate in the epilogue once when there is a residual, and not otherwise}}
  %0 = ascend.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) residual(%x : tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) epilogue [#ascend.residual, #ascend.residual] -> tensor<4x4xf32>
  return
}

// -----

func.func @residual_shape(%x: tensor<4x4xf32>, %r: tensor<1x4xf32>) {
  // expected-error @+1 {{'ascend.matmul' op expects a residual of the shape of the result}}
  %0 = ascend.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) residual(%r : tensor<1x4xf32>) outs(%x : tensor<4x4xf32>) epilogue [#ascend.residual] -> tensor<4x4xf32>
  return
}

// -----

func.func @residual_element_type(%x: tensor<4x4xf32>, %r: tensor<4x4xf16>) {
  // expected-error @+1 {{'ascend.matmul' op expects residual and result of the same element type, but got 'f16' and 'f32'}}
  %0 = ascend.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) residual(%r : tensor<4x4xf16>) outs(%x : tensor<4x4xf32>) epilogue [#ascend.residual] -> tensor<4x4xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Feature maps
//===----------------------------------------------------------------------===//

func.func @no_spatial_dim(%x: tensor<1x4xf32>) {
  // expected-error @+1 {{'ascend.pool' op expects feature maps with one to three spatial dims in the layout nchw, but got 'tensor<1x4xf32>'}}
  %0 = ascend.pool max ins(%x : tensor<1x4xf32>) outs(%x : tensor<1x4xf32>) layout nchw kernel [1] -> tensor<1x4xf32>
  return
}

// -----

func.func @ranks(%x: tensor<1x4x8xf32>, %y: tensor<1x4x8x8xf32>) {
  // expected-error @+1 {{'ascend.pool' op expects feature maps of equal rank, but got 'tensor<1x4x8xf32>' and 'tensor<1x4x8x8xf32>'}}
  %0 = ascend.pool max ins(%x : tensor<1x4x8xf32>) outs(%y : tensor<1x4x8x8xf32>) layout nchw kernel [1, 1] -> tensor<1x4x8x8xf32>
  return
}

// -----

func.func @blocks(%x: tensor<1x2x8x8x8xf32>) {
  // expected-error @+1 {{'ascend.pool' op expects blocks of 16 channels in the layout nc1hwc0, but got 'tensor<1x2x8x8x8xf32>'}}
  %0 = ascend.pool max ins(%x : tensor<1x2x8x8x8xf32>) outs(%x : tensor<1x2x8x8x8xf32>) layout nc1hwc0 kernel [1, 1] -> tensor<1x2x8x8x8xf32>
  return
}

// -----

func.func @batch(%x: tensor<1x4x8x8xf32>, %y: tensor<2x4x8x8xf32>) {
  // expected-error @+1 {{'ascend.pool' op expects feature maps of the same batch}}
  %0 = ascend.pool max ins(%x : tensor<1x4x8x8xf32>) outs(%y : tensor<2x4x8x8xf32>) layout nchw kernel [1, 1] -> tensor<2x4x8x8xf32>
  return
}

// -----

func.func @map_element_types(%x: tensor<1x4x8x8xf32>, %y: tensor<1x4x8x8xf16>) {
  // expected-error @+1 {{'ascend.pool' op expects feature maps of the same element type, but got 'f32' and 'f16'}}
  %0 = ascend.pool max ins(%x : tensor<1x4x8x8xf32>) outs(%y : tensor<1x4x8x8xf16>) layout nchw kernel [1, 1] -> tensor<1x4x8x8xf16>
  return
}

// -----

//===----------------------------------------------------------------------===//
// conv
//===----------------------------------------------------------------------===//

func.func @filter_rank(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x3xf32>) {
  // expected-error @+1 {{'ascend.conv' op expects a filter of rank 4, but got 'tensor<4x4x3xf32>'}}
  %0 = ascend.conv ins(%x, %w : tensor<1x4x8x8xf32>, tensor<4x4x3xf32>) outs(%x : tensor<1x4x8x8xf32>) layout nchw filter oihw -> tensor<1x4x8x8xf32>
  return
}

// -----

func.func @filter_element_type(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf16>) {
  // expected-error @+1 {{'ascend.conv' op expects filter and input of the same element type, but got 'f16' and 'f32'}}
  %0 = ascend.conv ins(%x, %w : tensor<1x4x8x8xf32>, tensor<4x4x1x1xf16>) outs(%x : tensor<1x4x8x8xf32>) layout nchw filter oihw -> tensor<1x4x8x8xf32>
  return
}

// -----

func.func @no_group(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>) {
  // expected-error @+1 {{'ascend.conv' op expects at least one group}}
  %0 = ascend.conv ins(%x, %w : tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) outs(%x : tensor<1x4x8x8xf32>) layout nchw filter oihw groups 0 -> tensor<1x4x8x8xf32>
  return
}

// -----

func.func @groups(%x: tensor<1x6x8x8xf32>, %w: tensor<4x2x1x1xf32>, %y: tensor<1x4x8x8xf32>) {
  // expected-error @+1 {{'ascend.conv' op expects channels that 3 groups can share, but got 4}}
  %0 = ascend.conv ins(%x, %w : tensor<1x6x8x8xf32>, tensor<4x2x1x1xf32>) outs(%y : tensor<1x4x8x8xf32>) layout nchw filter oihw groups 3 -> tensor<1x4x8x8xf32>
  return
}

// -----

func.func @input_channels(%x: tensor<1x6x8x8xf32>, %w: tensor<6x4x1x1xf32>) {
  // expected-error @+1 {{'ascend.conv' op expects an input of 4 channels, but got 'tensor<1x6x8x8xf32>'}}
  %0 = ascend.conv ins(%x, %w : tensor<1x6x8x8xf32>, tensor<6x4x1x1xf32>) outs(%x : tensor<1x6x8x8xf32>) layout nchw filter oihw -> tensor<1x6x8x8xf32>
  return
}

// -----

func.func @output_channels(%x: tensor<1x6x8x8xf32>, %w: tensor<4x6x1x1xf32>) {
  // expected-error @+1 {{'ascend.conv' op expects a result of 4 channels, but got 'tensor<1x6x8x8xf32>'}}
  %0 = ascend.conv ins(%x, %w : tensor<1x6x8x8xf32>, tensor<4x6x1x1xf32>) outs(%x : tensor<1x6x8x8xf32>) layout nchw filter oihw -> tensor<1x6x8x8xf32>
  return
}

// -----

func.func @conv_bias(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>, %b: tensor<1xf32>) {
  // expected-error @+1 {{'ascend.conv' op expects a bias of one element for each channel, but got 'tensor<1xf32>'}}
  %0 = ascend.conv ins(%x, %w : tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) bias(%b : tensor<1xf32>) outs(%x : tensor<1x4x8x8xf32>) layout nchw filter oihw -> tensor<1x4x8x8xf32>
  return
}

// -----

func.func @conv_bias_rank(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>, %b: tensor<4x1x1xf32>) {
  // expected-error @+1 {{'ascend.conv' op expects a bias of one element for each channel, but got 'tensor<4x1x1xf32>'}}
  %0 = ascend.conv ins(%x, %w : tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) bias(%b : tensor<4x1x1xf32>) outs(%x : tensor<1x4x8x8xf32>) layout nchw filter oihw -> tensor<1x4x8x8xf32>
  return
}

// -----

func.func @parameters_without_epsilon(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>, %p: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.conv' op expects gamma, beta, mean, variance and epsilon together or not at all}}
  %0 = "ascend.conv"(%x, %w, %p, %p, %p, %p, %x) <{layout = 0 : i32, filter_layout = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 1, 1, 1, 1>}> : (tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return
}

// -----

func.func @some_parameters(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>, %p: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.conv' op expects gamma, beta, mean, variance and epsilon together or not at all}}
  %0 = "ascend.conv"(%x, %w, %p, %x) <{layout = 0 : i32, filter_layout = 0 : i32, epsilon = 0.0, operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 0, 0, 0, 1>}> : (tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>, tensor<4xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return
}

// -----

func.func @conv_parameters(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>, %p: tensor<4xf32>, %q: tensor<3xf32>) {
  // expected-error @+1 {{'ascend.conv' op expects parameters of one element for each channel, but got 'tensor<3xf32>'}}
  %0 = ascend.conv ins(%x, %w : tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) batch_norm(%p, %q, %p, %p : tensor<4xf32>, tensor<3xf32>, tensor<4xf32>, tensor<4xf32>) epsilon 0.0 outs(%x : tensor<1x4x8x8xf32>) layout nchw filter oihw -> tensor<1x4x8x8xf32>
  return
}

// -----

func.func @conv_parameter_element_types(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>, %p: tensor<4xf32>, %q: tensor<4xf16>) {
  // expected-error @+1 {{'ascend.conv' op expects parameters of the same element type, but got 'f16' and 'f32'}}
  %0 = ascend.conv ins(%x, %w : tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) batch_norm(%p, %q, %p, %p : tensor<4xf32>, tensor<4xf16>, tensor<4xf32>, tensor<4xf32>) epsilon 0.0 outs(%x : tensor<1x4x8x8xf32>) layout nchw filter oihw -> tensor<1x4x8x8xf32>
  return
}

// -----

func.func @number_of_strides(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>) {
  // expected-error @+1 {{'ascend.conv' op expects 2 numbers in 'strides', but got 1}}
  %0 = ascend.conv ins(%x, %w : tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) outs(%x : tensor<1x4x8x8xf32>) layout nchw filter oihw strides [1] -> tensor<1x4x8x8xf32>
  return
}

// -----

func.func @stride_of_zero(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>) {
  // expected-error @+1 {{'ascend.conv' op expects numbers of at least 1 in 'strides'}}
  %0 = ascend.conv ins(%x, %w : tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) outs(%x : tensor<1x4x8x8xf32>) layout nchw filter oihw strides [1, 0] -> tensor<1x4x8x8xf32>
  return
}

// -----

func.func @dilation_of_zero(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>) {
  // expected-error @+1 {{'ascend.conv' op expects numbers of at least 1 in 'dilations'}}
  %0 = ascend.conv ins(%x, %w : tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) outs(%x : tensor<1x4x8x8xf32>) layout nchw filter oihw dilations [0, 1] -> tensor<1x4x8x8xf32>
  return
}

// -----

func.func @negative_pad(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>) {
  // expected-error @+1 {{'ascend.conv' op expects numbers of at least 0 in 'pad'}}
  %0 = ascend.conv ins(%x, %w : tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) outs(%x : tensor<1x4x8x8xf32>) layout nchw filter oihw pad [0, 0, -1, 1] -> tensor<1x4x8x8xf32>
  return
}

// -----

func.func @conv_extent(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x3xf32>) {
  // expected-error @+1 {{'ascend.conv' op expects extent 6 in spatial dim 1 of the result, but got 8}}
  %0 = ascend.conv ins(%x, %w : tensor<1x4x8x8xf32>, tensor<4x4x1x3xf32>) outs(%x : tensor<1x4x8x8xf32>) layout nchw filter oihw -> tensor<1x4x8x8xf32>
  return
}

// -----

func.func @transposed_conv_extent(%x: tensor<1x4x8xf32>, %w: tensor<4x4x2xf32>) {
  // expected-error @+1 {{'ascend.conv' op expects extent 16 in spatial dim 0 of the result, but got 8}}
  %0 = ascend.conv ins(%x, %w : tensor<1x4x8xf32>, tensor<4x4x2xf32>) outs(%x : tensor<1x4x8xf32>) transposed layout nchw filter iohw strides [2] -> tensor<1x4x8xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// pool, resize, batch_norm
//===----------------------------------------------------------------------===//

func.func @pool_channels(%x: tensor<1x4x8x8xf32>, %y: tensor<1x8x8x8xf32>) {
  // expected-error @+1 {{'ascend.pool' op expects as many channels in the result as in the input}}
  %0 = ascend.pool max ins(%x : tensor<1x4x8x8xf32>) outs(%y : tensor<1x8x8x8xf32>) layout nchw kernel [1, 1] -> tensor<1x8x8x8xf32>
  return
}

// -----

func.func @number_of_kernel_extents(%x: tensor<1x4x8x8xf32>) {
  // expected-error @+1 {{'ascend.pool' op expects 2 numbers in 'kernel', but got 3}}
  %0 = ascend.pool max ins(%x : tensor<1x4x8x8xf32>) outs(%x : tensor<1x4x8x8xf32>) layout nchw kernel [1, 1, 1] -> tensor<1x4x8x8xf32>
  return
}

// -----

func.func @pool_pad(%x: tensor<1x4x8x8xf32>) {
  // expected-error @+1 {{'ascend.pool' op expects padding smaller than the window}}
  %0 = ascend.pool max ins(%x : tensor<1x4x8x8xf32>) outs(%x : tensor<1x4x8x8xf32>) layout nchw kernel [2, 2] pad [2, 1, 1, 1] -> tensor<1x4x8x8xf32>
  return
}

// -----

func.func @pool_extent(%x: tensor<1x4x8x8xf32>) {
  // expected-error @+1 {{'ascend.pool' op expects extent 7 in spatial dim 0 of the result, but got 8}}
  %0 = ascend.pool max ins(%x : tensor<1x4x8x8xf32>) outs(%x : tensor<1x4x8x8xf32>) layout nchw kernel [2, 1] -> tensor<1x4x8x8xf32>
  return
}

// -----

func.func @resize_channels(%x: tensor<1x4x8x8xf32>, %y: tensor<1x8x8x8xf32>) {
  // expected-error @+1 {{'ascend.resize' op expects as many channels in the result as in the input}}
  %0 = ascend.resize linear ins(%x : tensor<1x4x8x8xf32>) outs(%y : tensor<1x8x8x8xf32>) layout nchw scale [1, 1, 1, 1] offset [0, 0] -> tensor<1x8x8x8xf32>
  return
}

// -----

func.func @scale_of_zero(%x: tensor<1x4x8x8xf32>) {
  // expected-error @+1 {{'ascend.resize' op expects numbers of at least 1 in 'scale'}}
  %0 = ascend.resize linear ins(%x : tensor<1x4x8x8xf32>) outs(%x : tensor<1x4x8x8xf32>) layout nchw scale [1, 0, 1, 1] offset [0, 0] -> tensor<1x4x8x8xf32>
  return
}

// -----

func.func @number_of_offsets(%x: tensor<1x4x8x8xf32>) {
  // expected-error @+1 {{'ascend.resize' op expects 2 numbers in 'offset', but got 4}}
  %0 = ascend.resize linear ins(%x : tensor<1x4x8x8xf32>) outs(%x : tensor<1x4x8x8xf32>) layout nchw scale [1, 1, 1, 1] offset [0, 0, 0, 0] -> tensor<1x4x8x8xf32>
  return
}

// -----

func.func @batch_norm_shape(%x: tensor<1x4x8x8xf32>, %y: tensor<1x4x8x7xf32>, %p: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.batch_norm' op expects a result of the shape of the input}}
  %0 = ascend.batch_norm ins(%x : tensor<1x4x8x8xf32>) parameters(%p, %p, %p, %p : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) outs(%y : tensor<1x4x8x7xf32>) layout nchw epsilon 0.0 -> tensor<1x4x8x7xf32>
  return
}

// -----

func.func @batch_norm_parameters(%x: tensor<1x4x8x8xf32>, %p: tensor<8xf32>) {
  // expected-error @+1 {{'ascend.batch_norm' op expects parameters of one element for each channel, but got 'tensor<8xf32>'}}
  %0 = ascend.batch_norm ins(%x : tensor<1x4x8x8xf32>) parameters(%p, %p, %p, %p : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) outs(%x : tensor<1x4x8x8xf32>) layout nchw epsilon 0.0 -> tensor<1x4x8x8xf32>
  return
}

// -----

func.func @batch_norm_parameter_element_types(%x: tensor<1x4x8x8xf32>, %p: tensor<4xf32>, %q: tensor<4xbf16>) {
  // expected-error @+1 {{'ascend.batch_norm' op expects parameters of the same element type, but got 'bf16' and 'f32'}}
  %0 = ascend.batch_norm ins(%x : tensor<1x4x8x8xf32>) parameters(%p, %p, %p, %q : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xbf16>) outs(%x : tensor<1x4x8x8xf32>) layout nchw epsilon 0.0 -> tensor<1x4x8x8xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// matmul
//===----------------------------------------------------------------------===//

func.func @matmul_ranks(%x: tensor<4xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{'ascend.matmul' op expects operands and result of one rank, at least 2}}
  %0 = ascend.matmul ins(%x, %y : tensor<4xf32>, tensor<4x4xf32>) outs(%y : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @matmul_batch(%x: tensor<3x4x4xf32>, %y: tensor<2x4x4xf32>) {
  // expected-error @+1 {{'ascend.matmul' op expects batch dims that are 1 or those of the result}}
  %0 = ascend.matmul ins(%x, %y : tensor<3x4x4xf32>, tensor<2x4x4xf32>) outs(%y : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return
}

// -----

func.func @matmul_sum(%x: tensor<4x5xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{'ascend.matmul' op expects operands that agree in the dim that is summed}}
  %0 = ascend.matmul ins(%x, %y : tensor<4x5xf32>, tensor<4x4xf32>) outs(%y : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @matmul_result(%x: tensor<4x5xf32>, %y: tensor<4x4xf32>) {
  // expected-error @+1 {{'ascend.matmul' op expects a result of the rows of the left and the columns of the right operand}}
  %0 = ascend.matmul ins(%x, %y : tensor<4x5xf32>, tensor<4x4xf32>) outs(%y : tensor<4x4xf32>) transpose_lhs -> tensor<4x4xf32>
  return
}

// -----

func.func @matmul_element_types(%x: tensor<4x4xf32>, %y: tensor<4x4xf16>) {
  // expected-error @+1 {{'ascend.matmul' op expects operands of the same element type, but got 'f32' and 'f16'}}
  %0 = ascend.matmul ins(%x, %y : tensor<4x4xf32>, tensor<4x4xf16>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @matmul_result_element_type(%x: tensor<4x4xf32>, %y: tensor<4x4xf16>) {
  // expected-error @+1 {{'ascend.matmul' op expects operands and result of the same element type, but got 'f32' and 'f16'}}
  %0 = ascend.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%y : tensor<4x4xf16>) -> tensor<4x4xf16>
  return
}

// -----

func.func @matmul_bias(%x: tensor<4x4xf32>, %b: tensor<5xf32>) {
  // expected-error @+1 {{'ascend.matmul' op expects a bias of one element for each channel, but got 'tensor<5xf32>'}}
  %0 = ascend.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) bias(%b : tensor<5xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// Ops on tensors of any meaning
//===----------------------------------------------------------------------===//

func.func @eltwise_rank(%x: tensor<4x4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.eltwise' op expects operands of the rank of the result}}
  %0 = ascend.eltwise add ins(%x, %y : tensor<4x4xf32>, tensor<4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @eltwise_shape(%x: tensor<4x4xf32>, %y: tensor<4x2xf32>) {
  // expected-error @+1 {{'ascend.eltwise' op expects dims that are 1 or those of the result}}
  %0 = ascend.eltwise add ins(%x, %y : tensor<4x4xf32>, tensor<4x2xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @eltwise_element_types(%x: tensor<4xf32>, %y: tensor<4xf16>) {
  // expected-error @+1 {{'ascend.eltwise' op expects operands and result of the same element type, but got 'f16' and 'f32'}}
  %0 = ascend.eltwise add ins(%x, %y : tensor<4xf32>, tensor<4xf16>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @activation_shape(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{'ascend.activation' op expects a result of the shape of the input}}
  %0 = ascend.activation ins(%x : tensor<4xf32>) outs(%y : tensor<5xf32>) epilogue [#ascend.relu] -> tensor<5xf32>
  return
}

// -----

func.func @activation_without_steps(%x: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.activation' op expects a step in the epilogue}}
  %0 = ascend.activation ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) epilogue [] -> tensor<4xf32>
  return
}

// -----

func.func @softmax_axis(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{'ascend.softmax' op expects an axis from 0 to 1, but got 2}}
  %0 = ascend.softmax 2 ins(%x : tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @softmax_shape(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{'ascend.softmax' op expects a result of the shape of the input}}
  %0 = ascend.softmax 0 ins(%x : tensor<4xf32>) outs(%y : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @concat_axis(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{'ascend.concat' op expects an axis from 0 to 1, but got -1}}
  %0 = ascend.concat -1 ins(%x : tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @concat_of_nothing(%x: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.concat' op expects an input}}
  %0 = "ascend.concat"(%x) <{axis = 0 : i64}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @concat_rank(%x: tensor<4xf32>, %y: tensor<4x1xf32>) {
  // expected-error @+1 {{'ascend.concat' op expects inputs of the rank of the result}}
  %0 = ascend.concat 0 ins(%y, %x : tensor<4x1xf32>, tensor<4xf32>) outs(%y : tensor<4x1xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @concat_shape(%x: tensor<4x4xf32>, %y: tensor<4x2xf32>, %z: tensor<8x4xf32>) {
  // expected-error @+1 {{'ascend.concat' op expects inputs that differ from the result along the axis only}}
  %0 = ascend.concat 0 ins(%x, %y : tensor<4x4xf32>, tensor<4x2xf32>) outs(%z : tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @concat_extent(%x: tensor<4xf32>, %y: tensor<7xf32>) {
  // expected-error @+1 {{'ascend.concat' op expects extent 8 along the axis, but got 7}}
  %0 = ascend.concat 0 ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%y : tensor<7xf32>) -> tensor<7xf32>
  return
}

// -----

func.func @concat_element_types(%x: tensor<4xf32>, %y: tensor<4xf16>, %z: tensor<8xf32>) {
  // expected-error @+1 {{'ascend.concat' op expects inputs and result of the same element type, but got 'f16' and 'f32'}}
  %0 = ascend.concat 0 ins(%x, %y : tensor<4xf32>, tensor<4xf16>) outs(%z : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @reduce_rank(%x: tensor<4x4xf32>, %y: tensor<4xf32>) {
  // expected-error @+1 {{'ascend.reduce' op expects a result of the rank of the input}}
  %0 = ascend.reduce sum ins(%x : tensor<4x4xf32>) outs(%y : tensor<4xf32>) axes [1] -> tensor<4xf32>
  return
}

// -----

func.func @reduce_axis(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{'ascend.reduce' op expects an axis from 0 to 1, but got 2}}
  %0 = ascend.reduce sum ins(%x : tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) axes [2] -> tensor<4x4xf32>
  return
}

// -----

func.func @reduce_shape(%x: tensor<4x4xf32>, %y: tensor<4x1xf32>) {
  // expected-error @+1 {{'ascend.reduce' op expects a result with extent 1 in the reduced dims and that of the input in the others}}
  %0 = ascend.reduce sum ins(%x : tensor<4x4xf32>) outs(%y : tensor<4x1xf32>) axes [0] -> tensor<4x1xf32>
  return
}

// -----

func.func @reduce_element_types(%x: tensor<4xf32>, %y: tensor<1xf16>) {
  // expected-error @+1 {{'ascend.reduce' op expects input and result of the same element type, but got 'f32' and 'f16'}}
  %0 = ascend.reduce sum ins(%x : tensor<4xf32>) outs(%y : tensor<1xf16>) axes [0] -> tensor<1xf16>
  return
}

// -----

func.func @transpose_permutation(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{'ascend.transpose' op expects a permutation of the dims}}
  %0 = ascend.transpose ins(%x : tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) permutation [1, 1] -> tensor<4x4xf32>
  return
}

// -----

func.func @transpose_extent(%x: tensor<4x5xf32>) {
  // expected-error @+1 {{'ascend.transpose' op expects dim 0 of the result to have extent 5, but got 4}}
  %0 = ascend.transpose ins(%x : tensor<4x5xf32>) outs(%x : tensor<4x5xf32>) permutation [1, 0] -> tensor<4x5xf32>
  return
}

// -----

func.func @transpose_element_types(%x: tensor<4x4xf32>, %y: tensor<4x4xf16>) {
  // expected-error @+1 {{'ascend.transpose' op expects input and result of the same element type, but got 'f32' and 'f16'}}
  %0 = ascend.transpose ins(%x : tensor<4x4xf32>) outs(%y : tensor<4x4xf16>) permutation [1, 0] -> tensor<4x4xf16>
  return
}

// -----

func.func @pack_layout(%x: tensor<1x2x8x8x16xf32>) {
  // expected-error @+1 {{'ascend.pack' op expects the layout of the other side, nchw or nhwc}}
  %0 = ascend.pack ins(%x : tensor<1x2x8x8x16xf32>) outs(%x : tensor<1x2x8x8x16xf32>) layout nc1hwc0 -> tensor<1x2x8x8x16xf32>
  return
}

// -----

func.func @pack_element_types(%x: tensor<1x24x8x8xf32>, %y: tensor<1x2x8x8x16xf16>) {
  // expected-error @+1 {{'ascend.pack' op expects input and result of the same element type, but got 'f32' and 'f16'}}
  %0 = ascend.pack ins(%x : tensor<1x24x8x8xf32>) outs(%y : tensor<1x2x8x8x16xf16>) layout nchw -> tensor<1x2x8x8x16xf16>
  return
}

// -----

func.func @pack_channels(%x: tensor<1x24x8x8xf32>, %y: tensor<1x1x8x8x16xf32>) {
  // expected-error @+1 {{'ascend.pack' op expects 'tensor<1x1x8x8x16xf32>' to be the nc1hwc0 form of 'tensor<1x24x8x8xf32>'}}
  %0 = ascend.pack ins(%x : tensor<1x24x8x8xf32>) outs(%y : tensor<1x1x8x8x16xf32>) layout nchw -> tensor<1x1x8x8x16xf32>
  return
}

// -----

func.func @unpack_spatial(%x: tensor<1x2x8x7x16xf32>, %y: tensor<1x8x8x24xf32>) {
  // expected-error @+1 {{'ascend.unpack' op expects 'tensor<1x2x8x7x16xf32>' to be the nc1hwc0 form of 'tensor<1x8x8x24xf32>'}}
  %0 = ascend.unpack ins(%x : tensor<1x2x8x7x16xf32>) outs(%y : tensor<1x8x8x24xf32>) layout nhwc -> tensor<1x8x8x24xf32>
  return
}

// -----

func.func @arena() {
  // expected-error @+1 {{'ascend.arena' op expects a buffer of static size}}
  %0 = ascend.arena : memref<?xi8>
  return
}
