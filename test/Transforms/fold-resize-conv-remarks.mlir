// RUN: fold-opt %s --fold-resize-conv --remarks-filter=fold-resize-conv --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s
// RUN: fold-opt %s --fold-resize-conv -o /dev/null 2>&1 | count 0

// One remark for every rewrite, at the resize; one where a resize that was moved
// stays; a summary for every function. Work is counted for one image: here the
// batch is 3. The reasons for which a resize stays are tested in
// fold-resize-conv-refusals.mlir.

// 16 and 64 pixels, 8 channels to 2: 16 * 8 * 2 multiply-adds.
// The convolution reads 16 * 8 + 16 and writes 16 * 2, the clamp reads and writes
// 16 * 2, the resize reads and writes 64 * 2.
// CHECK:      remarks.mlir:[[#@LINE+8]]:8: remark: [Passed] Folded | Category:fold-resize-conv | Function=moved | Remark="moved 'tosa.resize' behind 'tosa.conv2d', with 1 elementwise op(s): 256 multiply-adds and 496 elements read or written instead of 1024 and 1936"
// CHECK:      remarks.mlir:[[#@LINE+7]]:8: remark: [Missed] NotFolded | Category:fold-resize-conv | Function=moved | Remark="the resize stays where it is: what follows, 'func.return', is neither a convolution nor elementwise"
// CHECK:      remarks.mlir:[[#@LINE+1]]:1: remark: [Analysis] Summary | Category:fold-resize-conv | Function=moved | Remark="moved or folded 1 of 1 resize(s)"
func.func @moved(%x: tensor<3x4x4x8xf32>, %w: tensor<2x1x1x8xf32>, %b: tensor<2xf32>) -> tensor<3x8x8x2xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<3x4x4x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<3x8x8x8xf32>
  %c = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<3x8x8x8xf32>, tensor<2x1x1x8xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3x8x8x2xf32>
  %y = tosa.clamp %c {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<3x8x8x2xf32>) -> tensor<3x8x8x2xf32>
  return %y : tensor<3x8x8x2xf32>
}

// CHECK:      remark: [Passed] Folded | Category:fold-resize-conv | Function=phases | Remark="folded 'tosa.resize' into 'tosa.conv2d', now 6 on the image before it: 57600 multiply-adds and 12400 elements read or written instead of 155520 and 8928"
// CHECK-NOT:  NotFolded
// CHECK:      Function=phases | Remark="moved or folded 1 of 1 resize(s)"
func.func @phases(%x: tensor<3x6x6x10xf32>, %b: tensor<8xf32>) -> tensor<3x12x18x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x3x3x10xf32>}> : () -> tensor<8x3x3x10xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 6, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<3x6x6x10xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<3x12x18x10xf32>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<3x12x18x10xf32>, tensor<8x3x3x10xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3x12x18x8xf32>
  return %y : tensor<3x12x18x8xf32>
}
