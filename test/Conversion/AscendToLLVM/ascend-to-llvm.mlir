// RUN: fold-opt %s --convert-ascend-to-llvm -split-input-file | FileCheck %s

// One site, one description and one call for each op; equal ops share the
// description. The constant filter and bias are marked as constants: bits 1
// and 2.
// CHECK-DAG:     llvm.func @ascendrt_site_execute(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, i32, i32) -> i32
// CHECK-LABEL: func.func @conv_twice(
// CHECK-SAME:      %[[STREAM:.*]]: !llvm.ptr,
// CHECK-SAME:      ascend.argument_types = [tensor<1x4x4x2xf32>]
// CHECK-SAME:      ascend.result_types = [tensor<1x4x4x2xf32>]
// CHECK-SAME:      llvm.emit_c_interface
// CHECK-NOT:     ascend.conv
// CHECK:         %[[SITE:.*]] = llvm.mlir.addressof @[[SITE1:ascend_site[_0-9]*]] : !llvm.ptr
// CHECK:         %[[DESC:.*]] = llvm.mlir.addressof @[[DESC1:ascend_description[_0-9]*]] : !llvm.ptr
// CHECK:         %[[N:.*]] = llvm.mlir.constant(5 : i32)
// CHECK:         %[[MASK:.*]] = llvm.mlir.constant(6 : i32)
// CHECK:         llvm.call @ascendrt_site_execute(%[[SITE]], %[[STREAM]], %[[DESC]], %{{.*}}, %[[N]], %[[MASK]])
// CHECK:         llvm.mlir.addressof @[[SITE2:ascend_site[_0-9]*]] : !llvm.ptr
// CHECK:         llvm.mlir.addressof @[[DESC1]] : !llvm.ptr
// CHECK:         llvm.call @ascendrt_site_execute
// CHECK:       llvm.mlir.global internal @[[SITE1]](#llvm.zero) {{.*}} : !llvm.array<8 x i8>
// CHECK:       llvm.mlir.global internal constant @[[DESC1]](
// CHECK:       llvm.mlir.global internal @[[SITE2]](#llvm.zero) {{.*}} : !llvm.array<8 x i8>
module {
  memref.global "private" constant @filter : memref<2x1x1x2xf32> = dense<1.0>
  memref.global "private" constant @bias : memref<2xf32> = dense<1.0>
  func.func @conv_twice(%x: memref<1x4x4x2xf32>, %y: memref<1x4x4x2xf32> {bufferize.result}) {
    %w = memref.get_global @filter : memref<2x1x1x2xf32>
    %b = memref.get_global @bias : memref<2xf32>
    %a = memref.alloc() : memref<1x4x4x2xf32>
    ascend.conv ins(%x, %w : memref<1x4x4x2xf32>, memref<2x1x1x2xf32>) bias(%b : memref<2xf32>) outs(%a : memref<1x4x4x2xf32>) layout nhwc filter ohwi
    ascend.conv ins(%a, %w : memref<1x4x4x2xf32>, memref<2x1x1x2xf32>) bias(%b : memref<2xf32>) outs(%y : memref<1x4x4x2xf32>) layout nhwc filter ohwi
    return
  }
}

// -----

// The function that frees all plans; a name keeps it apart from others.
// CHECK:       module @network attributes {ascend.destroy_sites = @network_ascend_destroy_sites}
// CHECK:       llvm.func @network_ascend_destroy_sites() {
// CHECK:         %[[SITE:.*]] = llvm.mlir.addressof @ascend_site
// CHECK:         llvm.call @ascendrt_site_clear(%[[SITE]])
// CHECK:         llvm.return
// CHECK:       func.func @main
module @network {
  func.func @main(%x: memref<8xf32>) {
    ascend.softmax 0 ins(%x : memref<8xf32>) outs(%x : memref<8xf32>)
    return
  }
}

// -----

// Extents that are known at run time are written into a copy on the stack of
// the function, not of the loop: rank 2, dims at 32 and 40 behind the tensor's
// start, 8 bytes behind the header's 8.
// CHECK-LABEL: func.func @dynamic_in_a_loop(
// CHECK-SAME:      %{{.*}}: !llvm.ptr, %[[X:.*]]: memref<?x8xf32>
// CHECK:         %[[COPY:.*]] = llvm.alloca %{{.*}} x i8
// CHECK:         scf.for
// CHECK-NOT:       llvm.alloca
// CHECK:           "llvm.intr.memcpy"(%[[COPY]],
// CHECK:           %[[SLOT:.*]] = llvm.getelementptr %[[COPY]][32]
// CHECK:           %[[DIM:.*]] = memref.dim %[[X]]
// CHECK:           %[[EXTENT:.*]] = arith.index_cast %[[DIM]]
// CHECK:           llvm.store %[[EXTENT]], %{{.*}}
// CHECK:           llvm.call @ascendrt_site_execute(%{{.*}}, %{{.*}}, %[[COPY]],
func.func @dynamic_in_a_loop(%x: memref<?x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    ascend.softmax 1 ins(%x : memref<?x8xf32>) outs(%x : memref<?x8xf32>)
  }
  return
}

// -----

// A view that starts inside a buffer; the stream goes on to callees, and not to
// functions of others.
// CHECK-LABEL: func.func @view_and_call(
// CHECK-SAME:      %[[STREAM:.*]]: !llvm.ptr,
// CHECK:         %[[BASE:.*]] = memref.extract_aligned_pointer_as_index
// CHECK:         %[[OFFSET:.*]] = arith.muli
// CHECK:         arith.addi %[[BASE]], %[[OFFSET]]
// CHECK:         call @callee(%[[STREAM]], %{{.*}}) : (!llvm.ptr, memref<8xf32>) -> ()
// CHECK:         call @external(%{{.*}}) : (memref<8xf32>) -> ()
func.func @view_and_call(%x: memref<4x8xf32>, %y: memref<8xf32>) {
  %row = memref.subview %x[2, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<8xf32, strided<[1], offset: 16>>
  ascend.softmax 0 ins(%row : memref<8xf32, strided<[1], offset: 16>>) outs(%y : memref<8xf32>)
  call @callee(%y) : (memref<8xf32>) -> ()
  call @external(%y) : (memref<8xf32>) -> ()
  return
}
// CHECK:       func.func private @callee(%{{.*}}: !llvm.ptr, %{{.*}}: memref<8xf32>)
func.func private @callee(%x: memref<8xf32>) {
  return
}
// CHECK:       func.func private @external(memref<8xf32>)
func.func private @external(memref<8xf32>)

// -----

// CHECK-LABEL: func.func @arena(
// CHECK-SAME:      %[[STREAM:.*]]: !llvm.ptr
// CHECK:         %[[SIZE:.*]] = llvm.mlir.constant(128 : i64)
// CHECK:         %[[PTR:.*]] = llvm.call @ascendrt_stream_arena(%[[STREAM]], %[[SIZE]])
// CHECK:         %[[NULL:.*]] = llvm.mlir.zero
// CHECK:         %[[FAILED:.*]] = llvm.icmp "eq" %[[PTR]], %[[NULL]]
// CHECK:         cf.cond_br %[[FAILED]], ^[[EXIT:.*]], ^[[REST:.*]]
// CHECK:       ^[[REST]]:
// CHECK:         llvm.insertvalue %[[PTR]]
// CHECK:         builtin.unrealized_conversion_cast %{{.*}} to memref<128xi8>
// CHECK:         return
// CHECK:       ^[[EXIT]]:
// CHECK-NEXT:    return
func.func @arena(%x: memref<8xf32>) {
  %c64 = arith.constant 64 : index
  %arena = ascend.arena : memref<128xi8>
  %a = memref.view %arena[%c64][] : memref<128xi8> to memref<8xf32>
  ascend.softmax 0 ins(%a : memref<8xf32>) outs(%x : memref<8xf32>)
  return
}
