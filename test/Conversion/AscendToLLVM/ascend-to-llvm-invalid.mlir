// RUN: fold-opt %s --convert-ascend-to-llvm -split-input-file -verify-diagnostics

func.func @tensors(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{'ascend.softmax' op is not on buffers: bufferize first}}
  %0 = ascend.softmax 0 ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @dynamic_filter(%x: memref<1x4x4x2xf32>, %w: memref<?x1x1x2xf32>) {
  // expected-error@+1 {{'ascend.conv' op needs a filter of static shape, but got 'memref<?x1x1x2xf32>'}}
  ascend.conv ins(%x, %w : memref<1x4x4x2xf32>, memref<?x1x1x2xf32>) outs(%x : memref<1x4x4x2xf32>) layout nhwc filter ohwi
  return
}

// -----

func.func @dynamic_channels(%x: memref<1x?x4xf32>, %p: memref<?xf32>) {
  // expected-error@+1 {{'ascend.batch_norm' op needs a static number of channels}}
  ascend.batch_norm ins(%x : memref<1x?x4xf32>) parameters(%p, %p, %p, %p : memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>) outs(%x : memref<1x?x4xf32>) layout nchw epsilon 0.0
  return
}

// -----

func.func @packed_dynamic(%x: memref<1x?x4x4x16xf32>) {
  // expected-error@+1 {{'ascend.pool' op needs static channels and a contiguous buffer in the layout nc1hwc0}}
  ascend.pool max ins(%x : memref<1x?x4x4x16xf32>) outs(%x : memref<1x?x4x4x16xf32>) layout nc1hwc0 kernel [1, 1]
  return
}

// -----

func.func @pack_dynamic(%x: memref<1x?x4x4xf32>, %y: memref<1x?x4x4x16xf32>) {
  // expected-error@+1 {{'ascend.pack' op needs a static number of channels}}
  ascend.pack ins(%x : memref<1x?x4x4xf32>) outs(%y : memref<1x?x4x4x16xf32>) layout nchw
  return
}

// -----

llvm.func @elsewhere() {
  // expected-error@+1 {{'ascend.arena' op is not in a function of the func dialect}}
  %0 = ascend.arena : memref<64xi8>
  llvm.return
}

// -----

func.func @too_many(%x: memref<1xf32>, %y: memref<33xf32>) {
  // expected-error@+1 {{'ascend.concat' op has 33 inputs, but the runtime takes at most 32}}
  ascend.concat 0 ins(%x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x : memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>, memref<1xf32>) outs(%y : memref<33xf32>)
  return
}

// -----

// expected-error@+1 {{'ascend_destroy_sites' is a name of the runtime's}}
func.func @ascend_destroy_sites() {
  return
}

// -----

func.func @reference() -> ((memref<8xf32>) -> ()) {
  // expected-error@+1 {{'func.constant' op refers to a function that takes a stream: calls through values are not supported}}
  %f = constant @referenced : (memref<8xf32>) -> ()
  return %f : (memref<8xf32>) -> ()
}
func.func private @referenced(%x: memref<8xf32>) {
  return
}

// -----

func.func @arena_and_buffer(%x: memref<8xf32>) -> memref<8xf32> {
  // expected-error@+1 {{'ascend.arena' op is in a function that returns 'memref<8xf32>': results that are buffers must be arguments}}
  %0 = ascend.arena : memref<64xi8>
  return %x : memref<8xf32>
}

// -----

func.func @arena_in_a_loop(%n: index) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %n {
    // expected-error@+1 {{'ascend.arena' op is not in the entry block of its function}}
    %0 = ascend.arena : memref<64xi8>
  }
  return
}
