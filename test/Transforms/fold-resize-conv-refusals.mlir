// RUN: fold-opt %s --fold-resize-conv --remarks-filter=fold-resize-conv --remark-format=emitRemark -o %t.mlir 2>&1 | FileCheck %s --implicit-check-not=Passed
// RUN: fold-opt %s --mlir-print-op-generic -o %t.before.mlir
// RUN: fold-opt %t.mlir --mlir-print-op-generic | diff %t.before.mlir -

// Each reason for which a resize stays where it is. The module does not change.

// CHECK: NotFolded | {{.*}}Function=integers | Remark="the resize stays where it is: its elements are not f32, f16 or bf16
func.func @integers(%x: tensor<1x8x8x8xi8>) -> tensor<1x16x16x8xi32> {
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %b = "tosa.const"() <{values = dense<0> : tensor<8xi32>}> : () -> tensor<8xi32>
  %w = "tosa.const"() <{values = dense<1> : tensor<8x1x1x8xi8>}> : () -> tensor<8x1x1x8xi8>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x8xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x8xi8>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xi8>, tensor<8x1x1x8xi8>, tensor<8xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x16x16x8xi32>
  return %y : tensor<1x16x16x8xi32>
}

// CHECK: NotFolded | {{.*}}Function=dynamic_height | Remark="the resize stays where it is: height, width or channels of its image are not static
func.func @dynamic_height(%x: tensor<1x?x8x8xf32>) -> tensor<1x?x16x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x3x3x8xf32>}> : () -> tensor<8x3x3x8xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x?x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x?x16x8xf32>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x?x16x8xf32>, tensor<8x3x3x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x?x16x8xf32>
  return %y : tensor<1x?x16x8xf32>
}

// CHECK: NotFolded | {{.*}}Function=several_readers | Remark="the resize stays where it is: the result of 'tosa.resize' has several readers
func.func @several_readers(%x: tensor<1x8x8x8xf32>) -> (tensor<1x16x16x8xf32>, tensor<1x16x16x8xf32>) {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x3x3x8xf32>}> : () -> tensor<8x3x3x8xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x8xf32>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>, tensor<8x3x3x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8xf32>
  return %y, %u : tensor<1x16x16x8xf32>, tensor<1x16x16x8xf32>
}

// CHECK: NotFolded | {{.*}}Function=no_reader | Remark="the resize stays where it is: the result of 'tosa.resize' has no readers
func.func @no_reader(%x: tensor<1x8x8x8xf32>) -> tensor<1x16x16x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x8xf32>
  %v = "tosa.const"() <{values = dense<0.0> : tensor<1x16x16x8xf32>}> : () -> tensor<1x16x16x8xf32>
  return %v : tensor<1x16x16x8xf32>
}

// CHECK: NotFolded | {{.*}}Function=several_readers_between | Remark="the resize stays where it is: the result of 'tosa.tanh' has several readers
func.func @several_readers_between(%x: tensor<1x8x8x8xf32>) -> (tensor<1x16x16x8xf32>, tensor<1x16x16x8xf32>) {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x3x3x8xf32>}> : () -> tensor<8x3x3x8xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x8xf32>
  %v = tosa.tanh %u : (tensor<1x16x16x8xf32>) -> tensor<1x16x16x8xf32>
  %y = tosa.conv2d %v, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>, tensor<8x3x3x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8xf32>
  return %y, %v : tensor<1x16x16x8xf32>, tensor<1x16x16x8xf32>
}

// CHECK: NotFolded | {{.*}}Function=other_block | Remark="the resize stays where it is: the result of 'tosa.resize' is read in another block
func.func @other_block(%x: tensor<1x8x8x8xf32>, %c: i1, %x2: tensor<1x16x16x8xf32>) -> tensor<1x16x16x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x3x3x8xf32>}> : () -> tensor<8x3x3x8xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x8xf32>
  %r = scf.if %c -> (tensor<1x16x16x8xf32>) {
    %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>, tensor<8x3x3x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8xf32>
    scf.yield %y : tensor<1x16x16x8xf32>
  } else {
    scf.yield %x2 : tensor<1x16x16x8xf32>
  }
  return %r : tensor<1x16x16x8xf32>
}

// CHECK: NotFolded | {{.*}}Function=concat | Remark="the resize stays where it is: what follows, 'tosa.concat', is neither a convolution nor elementwise
func.func @concat(%x: tensor<1x8x8x8xf32>) -> tensor<1x16x16x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x3x3x16xf32>}> : () -> tensor<8x3x3x16xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x8xf32>
  %v = tosa.concat %u, %u {axis = 3 : i32} : (tensor<1x16x16x8xf32>, tensor<1x16x16x8xf32>) -> tensor<1x16x16x16xf32>
  %y = tosa.conv2d %v, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x16xf32>, tensor<8x3x3x16xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8xf32>
  return %y : tensor<1x16x16x8xf32>
}

// CHECK: NotFolded | {{.*}}Function=residual | Remark="the resize stays where it is: 'tosa.add' reads a value that varies over the image
func.func @residual(%x: tensor<1x8x8x8xf32>, %r: tensor<1x16x16x8xf32>) -> tensor<1x16x16x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x3x3x8xf32>}> : () -> tensor<8x3x3x8xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x8xf32>
  %v = tosa.add %u, %r : (tensor<1x16x16x8xf32>, tensor<1x16x16x8xf32>) -> tensor<1x16x16x8xf32>
  %y = tosa.conv2d %v, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>, tensor<8x3x3x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8xf32>
  return %y : tensor<1x16x16x8xf32>
}

// CHECK: NotFolded | {{.*}}Function=other_type | Remark="the resize stays where it is: 'tosa.greater' has a result of another type
func.func @other_type(%x: tensor<1x8x8x8xf32>) -> tensor<1x16x16x8xi1> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x8xf32>
  %c = "tosa.const"() <{values = dense<0.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %v = tosa.greater %u, %c : (tensor<1x16x16x8xf32>, tensor<1x1x1x1xf32>) -> tensor<1x16x16x8xi1>
  return %v : tensor<1x16x16x8xi1>
}

// CHECK: NotFolded | {{.*}}Function=relu_behind_bilinear | Remark="the resize stays where it is: 'tosa.clamp' does not commute with a bilinear resize
func.func @relu_behind_bilinear(%x: tensor<1x8x8x8xf32>) -> tensor<1x16x16x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x1x1x8xf32>}> : () -> tensor<8x1x1x8xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = BILINEAR} : (tensor<1x8x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x8xf32>
  %v = tosa.clamp %u {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x16x16x8xf32>) -> tensor<1x16x16x8xf32>
  %y = tosa.conv2d %v, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>, tensor<8x1x1x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8xf32>
  return %y : tensor<1x16x16x8xf32>
}

// CHECK: NotFolded | {{.*}}Function=square_behind_bilinear | Remark="the resize stays where it is: 'tosa.mul' does not commute with a bilinear resize
func.func @square_behind_bilinear(%x: tensor<1x8x8x8xf32>) -> tensor<1x16x16x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x1x1x8xf32>}> : () -> tensor<8x1x1x8xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = BILINEAR} : (tensor<1x8x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x8xf32>
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %v = tosa.mul %u, %u, %s : (tensor<1x16x16x8xf32>, tensor<1x16x16x8xf32>, tensor<1xi8>) -> tensor<1x16x16x8xf32>
  %y = tosa.conv2d %v, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>, tensor<8x1x1x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8xf32>
  return %y : tensor<1x16x16x8xf32>
}

// CHECK: NotFolded | {{.*}}Function=bilinear_3x3 | Remark="the resize stays where it is: it is bilinear, which commutes with 1x1 convolutions without padding only
func.func @bilinear_3x3(%x: tensor<1x8x8x8xf32>) -> tensor<1x16x16x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x3x3x8xf32>}> : () -> tensor<8x3x3x8xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = BILINEAR} : (tensor<1x8x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x8xf32>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>, tensor<8x3x3x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8xf32>
  return %y : tensor<1x16x16x8xf32>
}

// CHECK: NotFolded | {{.*}}Function=stride | Remark="the resize stays where it is: 'tosa.conv2d' has a stride
func.func @stride(%x: tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x3x3x8xf32>}> : () -> tensor<8x3x3x8xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x8xf32>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 0, 1, 0>, stride = array<i64: 2, 2>} : (tensor<1x16x16x8xf32>, tensor<8x3x3x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x8xf32>
  return %y : tensor<1x8x8x8xf32>
}

// CHECK: NotFolded | {{.*}}Function=dilation | Remark="the resize stays where it is: 'tosa.conv2d' has a dilated kernel
func.func @dilation(%x: tensor<1x8x8x8xf32>) -> tensor<1x16x16x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x3x3x8xf32>}> : () -> tensor<8x3x3x8xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x8xf32>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 2, 2>, pad = array<i64: 2, 2, 2, 2>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>, tensor<8x3x3x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8xf32>
  return %y : tensor<1x16x16x8xf32>
}

// CHECK: NotFolded | {{.*}}Function=grouped | Remark="the resize stays where it is: 'tosa.conv2d' is grouped
func.func @grouped(%x: tensor<1x8x8x8xf32>) -> tensor<1x16x16x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x3x3x4xf32>}> : () -> tensor<8x3x3x4xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x8xf32>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>, tensor<8x3x3x4xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8xf32>
  return %y : tensor<1x16x16x8xf32>
}

// CHECK: NotFolded | {{.*}}Function=variable_weights | Remark="the resize stays where it is: the weights are not a compile-time constant: 
func.func @variable_weights(%x: tensor<1x8x8x8xf32>, %w: tensor<8x3x3x8xf32>) -> tensor<1x16x16x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x8xf32>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>, tensor<8x3x3x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8xf32>
  return %y : tensor<1x16x16x8xf32>
}

// CHECK: NotFolded | {{.*}}Function=infinite_sum | Remark="the resize stays where it is: a sum of weights would not be finite in its type
func.func @infinite_sum(%x: tensor<1x8x8x8xf16>) -> tensor<1x16x16x8xf16> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf16>}> : () -> tensor<1xf16>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf16>}> : () -> tensor<8xf16>
  %w = "tosa.const"() <{values = dense<4.0e+04> : tensor<8x3x3x8xf16>}> : () -> tensor<8x3x3x8xf16>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x8xf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x8xf16>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf16>, tensor<8x3x3x8xf16>, tensor<8xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x16x16x8xf16>
  return %y : tensor<1x16x16x8xf16>
}

// 13 rows become 25: the last row is there once, then zeros.
// CHECK: NotFolded | {{.*}}Function=last_row_once | Remark="the resize stays where it is: the last row of its input has fewer copies than the others, and the convolution pads behind it: the filters would not be the same at the border
func.func @last_row_once(%x: tensor<1x13x8x16xf32>) -> tensor<1x25x16x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x3x3x16xf32>}> : () -> tensor<8x3x3x16xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[-1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x13x8x16xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x25x16x16xf32>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x25x16x16xf32>, tensor<8x3x3x16xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x25x16x8xf32>
  return %y : tensor<1x25x16x8xf32>
}

// CHECK: NotFolded | {{.*}}Function=last_column_missing | Remark="the resize stays where it is: the last column of its input has fewer copies than the others
func.func @last_column_missing(%x: tensor<1x8x8x16xf32>) -> tensor<1x16x14x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x3x3x16xf32>}> : () -> tensor<8x3x3x16xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, -3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x16xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x14x16xf32>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x14x16xf32>, tensor<8x3x3x16xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x14x8xf32>
  return %y : tensor<1x16x14x8xf32>
}

// Of 8 rows 12 are made.
// CHECK: NotFolded | {{.*}}Function=three_halves | Remark="the resize stays where it is: of its rows number 2 is a copy of number 1, which is not what an integer factor, copies side by side, gives
func.func @three_halves(%x: tensor<1x8x8x8xf32>) -> tensor<1x12x16x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x3x3x8xf32>}> : () -> tensor<8x3x3x8xf32>
  %scale = tosa.const_shape {values = dense<[6, 4, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x12x16x8xf32>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x12x16x8xf32>, tensor<8x3x3x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x12x16x8xf32>
  return %y : tensor<1x12x16x8xf32>
}

// Columns only.
// CHECK: NotFolded | {{.*}}Function=shifted | Remark="the resize stays where it is: of its columns number 0 is a copy of number 1
func.func @shifted(%x: tensor<1x8x8x8xf32>) -> tensor<1x16x16x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x3x3x8xf32>}> : () -> tensor<8x3x3x8xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x8xf32>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>, tensor<8x3x3x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8xf32>
  return %y : tensor<1x16x16x8xf32>
}

// CHECK: NotFolded | {{.*}}Function=scale_out_of_range | Remark="the resize stays where it is: the scale of its rows is out of range
func.func @scale_out_of_range(%x: tensor<1x8x8x8xbf16>) -> tensor<1x16x16x8xbf16> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xbf16>}> : () -> tensor<1xbf16>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xbf16>}> : () -> tensor<8xbf16>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x3x3x8xbf16>}> : () -> tensor<8x3x3x8xbf16>
  %scale = tosa.const_shape {values = dense<[1024, 512, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-256, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[256, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x8xbf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x8xbf16>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xbf16>, tensor<8x3x3x8xbf16>, tensor<8xbf16>, tensor<1xbf16>, tensor<1xbf16>) -> tensor<1x16x16x8xbf16>
  return %y : tensor<1x16x16x8xbf16>
}

// CHECK: NotFolded | {{.*}}Function=too_many_phases | Remark="the resize stays where it is: it would take more than 16 convolutions
func.func @too_many_phases(%x: tensor<1x4x4x32xf32>) -> tensor<1x20x16x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x3x3x32xf32>}> : () -> tensor<8x3x3x32xf32>
  %scale = tosa.const_shape {values = dense<[10, 2, 8, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-5, -4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[3, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x4x4x32xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x20x16x32xf32>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x20x16x32xf32>, tensor<8x3x3x32xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x20x16x8xf32>
  return %y : tensor<1x20x16x8xf32>
}

// CHECK: NotFolded | {{.*}}Function=same_size | Remark="the resize stays where it is: it does not enlarge its image
func.func @same_size(%x: tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x3x3x8xf32>}> : () -> tensor<8x3x3x8xf32>
  %scale = tosa.const_shape {values = dense<[1, 1, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x8x8x8xf32>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x8xf32>, tensor<8x3x3x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x8xf32>
  return %y : tensor<1x8x8x8xf32>
}

// Four results of little work each, put together.
// CHECK: NotFolded | {{.*}}Function=few_channels | Remark="the resize stays where it is: it would not be cheaper: 1024 multiply-adds and 1552 elements read or written instead of 2304 and 1033
func.func @few_channels(%x: tensor<1x8x8x1xf32>) -> tensor<1x16x16x1xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<1x3x3x1xf32>}> : () -> tensor<1x3x3x1xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x1xf32>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x1xf32>, tensor<1x3x3x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x1xf32>
  return %y : tensor<1x16x16x1xf32>
}

// A 1x1 that makes many channels of few: the resize would be dearer.
// CHECK: NotFolded | {{.*}}Function=more_channels | Remark="the resize stays where it is: it would not be cheaper: 1024 multiply-adds and 9296 elements read or written instead of 4096 and 4880
func.func @more_channels(%x: tensor<1x8x8x1xf32>) -> tensor<1x16x16x16xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<16xf32>}> : () -> tensor<16xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<16x1x1x1xf32>}> : () -> tensor<16x1x1x1xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x1xf32>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x16x16x1xf32>, tensor<16x1x1x1xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x16xf32>
  return %y : tensor<1x16x16x16xf32>
}

// CHECK: NotFolded | {{.*}}Function=made_smaller | Remark="the resize stays where it is: it would not be cheaper
func.func @made_smaller(%x: tensor<1x8x8x8xf32>) -> tensor<1x4x4x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x1x1x8xf32>}> : () -> tensor<8x1x1x8xf32>
  %scale = tosa.const_shape {values = dense<[2, 4, 2, 4]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[-2, -2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x4x8xf32>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x8xf32>, tensor<8x1x1x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>
  return %y : tensor<1x4x4x8xf32>
}

// Without the clamp it would be: that of a convolution costs nothing, that of a resize does.
// CHECK: NotFolded | {{.*}}Function=relu_left_behind | Remark="the resize stays where it is: it would not be cheaper: 131072 multiply-adds and 122880 elements read or written instead of 524288 and 67584
func.func @relu_left_behind(%x: tensor<1x8x8x32xf32>) -> tensor<1x16x16x64xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<64xf32>}> : () -> tensor<64xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<64x1x1x32xf32>}> : () -> tensor<64x1x1x32xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = BILINEAR} : (tensor<1x8x8x32xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x32xf32>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x16x16x32xf32>, tensor<64x1x1x32xf32>, tensor<64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x64xf32>
  %a = tosa.clamp %y {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x16x16x64xf32>) -> tensor<1x16x16x64xf32>
  return %a : tensor<1x16x16x64xf32>
}

// CHECK: NotFolded | {{.*}}Function=depthwise_3x3 | Remark="the resize stays where it is: it would not be cheaper
func.func @depthwise_3x3(%x: tensor<1x8x8x8xf32>) -> tensor<1x16x16x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<3x3x8x1xf32>}> : () -> tensor<3x3x8x1xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x8xf32>
  %y = tosa.depthwise_conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>, tensor<3x3x8x1xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8xf32>
  return %y : tensor<1x16x16x8xf32>
}

// CHECK: NotFolded | {{.*}}Function=as_weights | Remark="the resize stays where it is: the convolution reads it as something else than its image
func.func @as_weights(%x: tensor<8x4x4x8xf32>, %x2: tensor<1x16x16x8xf32>) -> tensor<1x9x9x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<8x4x4x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<8x8x8x8xf32>
  %y = tosa.conv2d %x2, %u, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>, tensor<8x8x8x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x9x9x8xf32>
  return %y : tensor<1x9x9x8xf32>
}

// CHECK: NotFolded | {{.*}}Function=zero_point | Remark="the resize stays where it is: 'tosa.conv2d' has a zero point that is not a constant zero
func.func @zero_point(%x: tensor<1x8x8x8xf32>, %p: tensor<1xf32>) -> tensor<1x16x16x8xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8x3x3x8xf32>}> : () -> tensor<8x3x3x8xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x8xf32>
  %y = tosa.conv2d %u, %w, %b, %p, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8xf32>, tensor<8x3x3x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8xf32>
  return %y : tensor<1x16x16x8xf32>
}

// CHECK: NotFolded | {{.*}}Function=large_splat | Remark="the resize stays where it is: the weights are a splat or broadcast, too large to be written out
func.func @large_splat(%x: tensor<1x8x8x8192xf32>) -> tensor<1x16x16x8192xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8192xf32>}> : () -> tensor<8192xf32>
  %w = "tosa.const"() <{values = dense<0.5> : tensor<8192x3x3x8192xf32>}> : () -> tensor<8192x3x3x8192xf32>
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR} : (tensor<1x8x8x8192xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x8192xf32>
  %y = tosa.conv2d %u, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x8192xf32>, tensor<8192x3x3x8192xf32>, tensor<8192xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8192xf32>
  return %y : tensor<1x16x16x8192xf32>
}
