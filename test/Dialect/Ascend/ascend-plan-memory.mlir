// RUN: fold-opt %s --ascend-plan-memory -split-input-file | FileCheck %s
// RUN: not fold-opt %s --ascend-plan-memory=alignment=48 -split-input-file 2>&1 | FileCheck %s --check-prefix=ALIGNMENT

// ALIGNMENT: error: expects an alignment that is a power of two, but got 48

// a is dead when c is made, so they share offset 0; b is in use at the same time
// as both.
// CHECK-LABEL: func.func @packed(
// CHECK:         %[[ARENA:.*]] = ascend.arena : memref<8192xi8>
// CHECK:         %[[ATA:.*]] = arith.constant 0 : index
// CHECK:         %[[A:.*]] = memref.view %[[ARENA]][%[[ATA]]][]
// CHECK:         ascend.softmax 0 {{.*}} outs(%[[A]] :
// CHECK:         %[[ATB:.*]] = arith.constant 4096 : index
// CHECK:         %[[B:.*]] = memref.view %[[ARENA]][%[[ATB]]][]
// CHECK:         ascend.softmax 0 ins(%[[A]] : {{.*}} outs(%[[B]] :
// CHECK:         %[[ATC:.*]] = arith.constant 0 : index
// CHECK:         %[[C:.*]] = memref.view %[[ARENA]][%[[ATC]]][]
// CHECK:         ascend.softmax 0 ins(%[[B]] : {{.*}} outs(%[[C]] :
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.dealloc
func.func @packed(%x: memref<1024xf32>, %y: memref<1024xf32>) {
  %a = memref.alloc() : memref<1024xf32>
  ascend.softmax 0 ins(%x : memref<1024xf32>) outs(%a : memref<1024xf32>)
  %b = memref.alloc() : memref<1024xf32>
  ascend.softmax 0 ins(%a : memref<1024xf32>) outs(%b : memref<1024xf32>)
  %c = memref.alloc() : memref<1024xf32>
  ascend.softmax 0 ins(%b : memref<1024xf32>) outs(%c : memref<1024xf32>)
  ascend.softmax 0 ins(%c : memref<1024xf32>) outs(%y : memref<1024xf32>)
  memref.dealloc %a : memref<1024xf32>
  return
}

// -----

// An activation writes over an operand that dies there: one buffer in all.
// CHECK-LABEL: func.func @in_place(
// CHECK:         ascend.arena : memref<4096xi8>
func.func @in_place(%x: memref<1024xf32>, %y: memref<1024xf32>) {
  %a = memref.alloc() : memref<1024xf32>
  ascend.softmax 0 ins(%x : memref<1024xf32>) outs(%a : memref<1024xf32>)
  %b = memref.alloc() : memref<1024xf32>
  ascend.activation ins(%a : memref<1024xf32>) outs(%b : memref<1024xf32>) epilogue [#ascend.relu]
  ascend.softmax 0 ins(%b : memref<1024xf32>) outs(%y : memref<1024xf32>)
  return
}

// -----

// The operand is read again later, or by the same op through a view: two.
// CHECK-LABEL: func.func @negative_operand_lives_on(
// CHECK:         ascend.arena : memref<8192xi8>
func.func @negative_operand_lives_on(%x: memref<1024xf32>, %y: memref<1024xf32>) {
  %a = memref.alloc() : memref<1024xf32>
  ascend.softmax 0 ins(%x : memref<1024xf32>) outs(%a : memref<1024xf32>)
  %b = memref.alloc() : memref<1024xf32>
  ascend.activation ins(%a : memref<1024xf32>) outs(%b : memref<1024xf32>) epilogue [#ascend.relu]
  ascend.eltwise add ins(%a, %b : memref<1024xf32>, memref<1024xf32>) outs(%y : memref<1024xf32>)
  return
}

// -----

// CHECK-LABEL: func.func @negative_read_through_a_view(
// CHECK:         ascend.arena : memref<8192xi8>
func.func @negative_read_through_a_view(%x: memref<32x32xf32>, %y: memref<32x32xf32>) {
  %a = memref.alloc() : memref<32x32xf32>
  ascend.softmax 0 ins(%x : memref<32x32xf32>) outs(%a : memref<32x32xf32>)
  %row = memref.subview %a[0, 0] [1, 32] [1, 1] : memref<32x32xf32> to memref<1x32xf32, strided<[32, 1]>>
  %b = memref.alloc() : memref<32x32xf32>
  ascend.eltwise add ins(%a, %row : memref<32x32xf32>, memref<1x32xf32, strided<[32, 1]>>) outs(%b : memref<32x32xf32>)
  ascend.softmax 0 ins(%b : memref<32x32xf32>) outs(%y : memref<32x32xf32>)
  return
}

// -----

// A use through a view, inside a loop, keeps the buffer alive up to the end of
// the loop.
// CHECK-LABEL: func.func @view_in_a_loop(
// CHECK:         ascend.arena : memref<8192xi8>
func.func @view_in_a_loop(%x: memref<1024xf32>, %y: memref<1024xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<1024xf32>
  %view = memref.expand_shape %a [[0, 1]] output_shape [32, 32] : memref<1024xf32> into memref<32x32xf32>
  ascend.softmax 0 ins(%x : memref<1024xf32>) outs(%a : memref<1024xf32>)
  %b = memref.alloc() : memref<1024xf32>
  scf.for %i = %c0 to %n step %c1 {
    ascend.softmax 0 ins(%x : memref<1024xf32>) outs(%b : memref<1024xf32>)
    %v = memref.load %view[%i, %c0] : memref<32x32xf32>
    memref.store %v, %b[%i] : memref<1024xf32>
  }
  ascend.softmax 0 ins(%b : memref<1024xf32>) outs(%y : memref<1024xf32>)
  return
}

// -----

// Dynamic sizes, buffers that are returned, and functions that others call stay
// as they are.
// CHECK-LABEL: func.func @negative_dynamic(
// CHECK-NOT:     ascend.arena
// CHECK:         memref.alloc(%{{.*}}) : memref<?xf32>
func.func @negative_dynamic(%x: memref<?xf32>, %n: index) {
  %a = memref.alloc(%n) : memref<?xf32>
  ascend.softmax 0 ins(%x : memref<?xf32>) outs(%a : memref<?xf32>)
  ascend.softmax 0 ins(%a : memref<?xf32>) outs(%x : memref<?xf32>)
  return
}

// CHECK-LABEL: func.func @negative_returned(
// CHECK:         memref.alloc() : memref<8xf32>
func.func @negative_returned(%x: memref<8xf32>) -> memref<8xf32> {
  %a = memref.alloc() : memref<8xf32>
  ascend.softmax 0 ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
  return %a : memref<8xf32>
}

// CHECK-LABEL: func.func private @negative_called(
// CHECK:         memref.alloc() : memref<8xf32>
func.func private @negative_called(%x: memref<8xf32>) {
  %a = memref.alloc() : memref<8xf32>
  ascend.softmax 0 ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
  ascend.softmax 0 ins(%a : memref<8xf32>) outs(%x : memref<8xf32>)
  return
}

func.func @caller(%x: memref<8xf32>) {
  call @negative_called(%x) : (memref<8xf32>) -> ()
  return
}

// -----

// Three of different size that are all in use at the end: none shares a byte.
// CHECK-LABEL: func.func @all_at_once(
// CHECK:         ascend.arena : memref<7168xi8>
// CHECK-DAG:     arith.constant 0 : index
// CHECK-DAG:     arith.constant 4096 : index
// CHECK-DAG:     arith.constant 6144 : index
func.func @all_at_once(%x: memref<256xf32>, %y: memref<1024xf32>) {
  %a = memref.alloc() : memref<256xf32>
  %b = memref.alloc() : memref<512xf32>
  %c = memref.alloc() : memref<1024xf32>
  ascend.softmax 0 ins(%x : memref<256xf32>) outs(%a : memref<256xf32>)
  ascend.concat 0 ins(%a, %x : memref<256xf32>, memref<256xf32>) outs(%b : memref<512xf32>)
  ascend.concat 0 ins(%a, %x, %b : memref<256xf32>, memref<256xf32>, memref<512xf32>) outs(%c : memref<1024xf32>)
  ascend.softmax 0 ins(%c : memref<1024xf32>) outs(%y : memref<1024xf32>)
  return
}

// -----

// The residual dies in the convolution that adds it, which writes over it.
// CHECK-LABEL: func.func @residual_in_place(
// CHECK:         ascend.arena : memref<512xi8>
func.func @residual_in_place(%x: memref<1x16x8xf32>, %w: memref<8x1x8xf32>, %y: memref<1x16x8xf32>) {
  %a = memref.alloc() : memref<1x16x8xf32>
  ascend.softmax 0 ins(%x : memref<1x16x8xf32>) outs(%a : memref<1x16x8xf32>)
  %b = memref.alloc() : memref<1x16x8xf32>
  ascend.conv ins(%x, %w : memref<1x16x8xf32>, memref<8x1x8xf32>) residual(%a : memref<1x16x8xf32>) outs(%b : memref<1x16x8xf32>)
      layout nhwc filter ohwi epilogue [#ascend.residual]
  ascend.softmax 0 ins(%b : memref<1x16x8xf32>) outs(%y : memref<1x16x8xf32>)
  return
}

// -----

// A gate is read after the sums are written: its memory is not theirs.
// CHECK-LABEL: func.func @gate_not_in_place(
// CHECK:         ascend.arena : memref<1024xi8>
func.func @gate_not_in_place(%x: memref<1x16x8xf32>, %w: memref<8x1x8xf32>, %y: memref<1x16x8xf32>) {
  %a = memref.alloc() : memref<1x16x8xf32>
  ascend.softmax 0 ins(%x : memref<1x16x8xf32>) outs(%a : memref<1x16x8xf32>)
  %b = memref.alloc() : memref<1x16x8xf32>
  ascend.conv ins(%x, %w : memref<1x16x8xf32>, memref<8x1x8xf32>) residual(%a : memref<1x16x8xf32>) outs(%b : memref<1x16x8xf32>)
      layout nhwc filter ohwi epilogue [#ascend.gate]
  ascend.softmax 0 ins(%b : memref<1x16x8xf32>) outs(%y : memref<1x16x8xf32>)
  return
}

// -----

// Freed through an alias, reallocated, its address taken, chosen by a select:
// what becomes of the buffer is not known.
// CHECK-LABEL: func.func @negative_unknown_users(
// CHECK-NOT:     ascend.arena
// CHECK-COUNT-5: memref.alloc()
func.func @negative_unknown_users(%x: memref<8xf32>, %n: index, %c: i1) -> index {
  %a = memref.alloc() : memref<8xf32>
  %view = memref.cast %a : memref<8xf32> to memref<?xf32>
  ascend.softmax 0 ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
  memref.dealloc %view : memref<?xf32>
  %b = memref.alloc() : memref<8xf32>
  ascend.softmax 0 ins(%x : memref<8xf32>) outs(%b : memref<8xf32>)
  %r = memref.realloc %b(%n) : memref<8xf32> to memref<?xf32>
  memref.dealloc %r : memref<?xf32>
  %d = memref.alloc() : memref<8xf32>
  ascend.softmax 0 ins(%x : memref<8xf32>) outs(%d : memref<8xf32>)
  %address = memref.extract_aligned_pointer_as_index %d : memref<8xf32> -> index
  %e = memref.alloc() : memref<8xf32>
  %f = memref.alloc() : memref<8xf32>
  ascend.softmax 0 ins(%x : memref<8xf32>) outs(%e : memref<8xf32>)
  ascend.softmax 0 ins(%x : memref<8xf32>) outs(%f : memref<8xf32>)
  %s = arith.select %c, %e, %f : memref<8xf32>
  ascend.softmax 0 ins(%s : memref<8xf32>) outs(%x : memref<8xf32>)
  return %address : index
}
