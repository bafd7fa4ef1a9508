// RUN: fold-opt %s -ascend-fuse-epilogue | FileCheck %s
// RUN: fold-opt %s -ascend-fuse-epilogue -ascend-fuse-epilogue | FileCheck %s

!t = tensor<1x16x8x8xf32>
!whole = tensor<1x32x8x8xf32>
!w = tensor<16x16x1x1xf32>

//===----------------------------------------------------------------------===//
// Two ops
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @swiglu_of_two_convs(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<1x16x8x8xf32>, %[[V:[^:]*]]: tensor<16x16x1x1xf32>, %[[W:[^:]*]]: tensor<16x16x1x1xf32>
// CHECK:         %[[A:.*]] = ascend.conv ins(%[[X]], %[[V]] : {{.*}} epilogue [#ascend.silu]
// CHECK-NEXT:    %[[Y:.*]] = ascend.conv ins(%[[X]], %[[W]] : {{.*}} residual(%[[A]] : tensor<1x16x8x8xf32>) {{.*}} epilogue [#ascend.gate]
// CHECK-NEXT:    return %[[Y]]
func.func @swiglu_of_two_convs(%x: !t, %v: !w, %w: !w) -> !t {
  %e = tensor.empty() : !t
  %0 = ascend.conv ins(%x, %v : !t, !w) outs(%e : !t) layout nchw filter oihw -> !t
  %1 = ascend.conv ins(%x, %w : !t, !w) outs(%e : !t) layout nchw filter oihw -> !t
  %2 = ascend.activation ins(%0 : !t) outs(%e : !t) epilogue [#ascend.silu] -> !t
  %3 = ascend.eltwise mul ins(%2, %1 : !t, !t) outs(%e : !t) -> !t
  return %3 : !t
}

// CHECK-LABEL: func @geglu_of_two_matmuls
// CHECK:         %[[A:.*]] = ascend.matmul {{.*}} epilogue [#ascend.gelu]
// CHECK-NEXT:    ascend.matmul {{.*}} residual(%[[A]] : tensor<4x4xf32>) {{.*}} epilogue [#ascend.gate, #ascend.tanh]
// CHECK-NEXT:    return
func.func @geglu_of_two_matmuls(%x: tensor<4x4xf32>, %v: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = ascend.matmul ins(%x, %v : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) epilogue [#ascend.gelu] -> tensor<4x4xf32>
  %1 = ascend.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = ascend.eltwise mul ins(%0, %1 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) epilogue [#ascend.tanh] -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// One tensor is either added or multiplied.
// CHECK-LABEL: func @gate_and_residual
// CHECK:         ascend.conv {{.*}} epilogue [#ascend.gate]
// CHECK-NEXT:    ascend.eltwise add
// CHECK-NEXT:    return
func.func @gate_and_residual(%x: !t, %w: !w, %g: !t) -> !t {
  %e = tensor.empty() : !t
  %0 = ascend.conv ins(%x, %w : !t, !w) outs(%e : !t) layout nchw filter oihw -> !t
  %1 = ascend.eltwise mul ins(%0, %g : !t, !t) outs(%e : !t) -> !t
  %2 = ascend.eltwise add ins(%1, %x : !t, !t) outs(%e : !t) -> !t
  return %2 : !t
}

// CHECK-LABEL: func @gate_that_broadcasts
// CHECK:         ascend.conv
// CHECK-NEXT:    ascend.eltwise mul
// CHECK-NEXT:    return
func.func @gate_that_broadcasts(%x: !t, %w: !w, %g: tensor<1x16x1x1xf32>) -> !t {
  %e = tensor.empty() : !t
  %0 = ascend.conv ins(%x, %w : !t, !w) outs(%e : !t) layout nchw filter oihw -> !t
  %1 = ascend.eltwise mul ins(%0, %g : !t, tensor<1x16x1x1xf32>) outs(%e : !t) -> !t
  return %1 : !t
}

// CHECK-LABEL: func @square
// CHECK:         ascend.conv
// CHECK-NEXT:    ascend.eltwise mul
// CHECK-NEXT:    return
func.func @square(%x: !t, %w: !w) -> !t {
  %e = tensor.empty() : !t
  %0 = ascend.conv ins(%x, %w : !t, !w) outs(%e : !t) layout nchw filter oihw -> !t
  %1 = ascend.eltwise mul ins(%0, %0 : !t, !t) outs(%e : !t) -> !t
  return %1 : !t
}

//===----------------------------------------------------------------------===//
// Halves of one op
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @glu_of_halves(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<1x16x8x8xf32>
// CHECK-DAG:     tensor.extract_slice %{{.*}}[0, 0, 0, 0] [16, 16, 1, 1] [1, 1, 1, 1] : tensor<32x16x1x1xf32>
// CHECK-DAG:     tensor.extract_slice %{{.*}}[16, 0, 0, 0] [16, 16, 1, 1] [1, 1, 1, 1] : tensor<32x16x1x1xf32>
// CHECK-DAG:     tensor.extract_slice %{{.*}}[0] [16] [1] : tensor<32xf32>
// CHECK-DAG:     tensor.extract_slice %{{.*}}[16] [16] [1] : tensor<32xf32>
// CHECK-DAG:     %[[A:.*]] = ascend.conv {{.*}} epilogue [#ascend.relu] -> tensor<1x16x8x8xf32>
// CHECK:         %[[Y:.*]] = ascend.conv {{.*}} residual(%[[A]] : tensor<1x16x8x8xf32>) {{.*}} epilogue [#ascend.relu, #ascend.sigmoid, #ascend.gate] -> tensor<1x16x8x8xf32>
// CHECK-NEXT:    return %[[Y]]
func.func @glu_of_halves(%x: !t) -> !t {
  %w = arith.constant dense<1.0> : tensor<32x16x1x1xf32>
  %b = arith.constant dense<2.0> : tensor<32xf32>
  %e = tensor.empty() : !whole
  %f = tensor.empty() : !t
  %0 = ascend.conv ins(%x, %w : !t, tensor<32x16x1x1xf32>) bias(%b : tensor<32xf32>) outs(%e : !whole) layout nchw filter oihw epilogue [#ascend.relu] -> !whole
  %1 = tensor.extract_slice %0[0, 0, 0, 0] [1, 16, 8, 8] [1, 1, 1, 1] : !whole to !t
  %2 = tensor.extract_slice %0[0, 16, 0, 0] [1, 16, 8, 8] [1, 1, 1, 1] : !whole to !t
  %3 = ascend.activation ins(%2 : !t) outs(%f : !t) epilogue [#ascend.sigmoid] -> !t
  %4 = ascend.eltwise mul ins(%1, %3 : !t, !t) outs(%f : !t) -> !t
  return %4 : !t
}

// CHECK-LABEL: func @halves_of_matmul
// CHECK-COUNT-2: ascend.matmul {{.*}} -> tensor<16x16xf32>
// CHECK-NOT:     ascend
// CHECK:         return
func.func @halves_of_matmul(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %w = arith.constant dense<1.0> : tensor<32x16xf32>
  %e = tensor.empty() : tensor<16x32xf32>
  %f = tensor.empty() : tensor<16x16xf32>
  %0 = ascend.matmul ins(%x, %w : tensor<16x16xf32>, tensor<32x16xf32>) outs(%e : tensor<16x32xf32>) transpose_rhs -> tensor<16x32xf32>
  %1 = tensor.extract_slice %0[0, 0] [16, 16] [1, 1] : tensor<16x32xf32> to tensor<16x16xf32>
  %2 = tensor.extract_slice %0[0, 16] [16, 16] [1, 1] : tensor<16x32xf32> to tensor<16x16xf32>
  %3 = ascend.activation ins(%1 : tensor<16x16xf32>) outs(%f : tensor<16x16xf32>) epilogue [#ascend.silu] -> tensor<16x16xf32>
  %4 = ascend.eltwise mul ins(%3, %2 : tensor<16x16xf32>, tensor<16x16xf32>) outs(%f : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %4 : tensor<16x16xf32>
}

// CHECK-LABEL: func @whole_has_another_reader
// CHECK:         ascend.conv {{.*}} -> tensor<1x32x8x8xf32>
// CHECK:         ascend.eltwise mul
func.func @whole_has_another_reader(%x: !t) -> (!t, !whole) {
  %w = arith.constant dense<1.0> : tensor<32x16x1x1xf32>
  %e = tensor.empty() : !whole
  %f = tensor.empty() : !t
  %0 = ascend.conv ins(%x, %w : !t, tensor<32x16x1x1xf32>) outs(%e : !whole) layout nchw filter oihw -> !whole
  %1 = tensor.extract_slice %0[0, 0, 0, 0] [1, 16, 8, 8] [1, 1, 1, 1] : !whole to !t
  %2 = tensor.extract_slice %0[0, 16, 0, 0] [1, 16, 8, 8] [1, 1, 1, 1] : !whole to !t
  %4 = ascend.eltwise mul ins(%1, %2 : !t, !t) outs(%f : !t) -> !t
  return %4, %0 : !t, !whole
}

// CHECK-LABEL: func @half_has_another_reader
// CHECK:         ascend.conv {{.*}} -> tensor<1x32x8x8xf32>
// CHECK:         ascend.eltwise mul
func.func @half_has_another_reader(%x: !t) -> (!t, !t) {
  %w = arith.constant dense<1.0> : tensor<32x16x1x1xf32>
  %e = tensor.empty() : !whole
  %f = tensor.empty() : !t
  %0 = ascend.conv ins(%x, %w : !t, tensor<32x16x1x1xf32>) outs(%e : !whole) layout nchw filter oihw -> !whole
  %1 = tensor.extract_slice %0[0, 0, 0, 0] [1, 16, 8, 8] [1, 1, 1, 1] : !whole to !t
  %2 = tensor.extract_slice %0[0, 16, 0, 0] [1, 16, 8, 8] [1, 1, 1, 1] : !whole to !t
  %4 = ascend.eltwise mul ins(%1, %2 : !t, !t) outs(%f : !t) -> !t
  return %4, %1 : !t, !t
}

// CHECK-LABEL: func @groups
// CHECK:         ascend.conv {{.*}} groups 2 -> tensor<1x32x8x8xf32>
// CHECK:         ascend.eltwise mul
func.func @groups(%x: !t) -> !t {
  %w = arith.constant dense<1.0> : tensor<32x8x1x1xf32>
  %e = tensor.empty() : !whole
  %f = tensor.empty() : !t
  %0 = ascend.conv ins(%x, %w : !t, tensor<32x8x1x1xf32>) outs(%e : !whole) layout nchw filter oihw groups 2 -> !whole
  %1 = tensor.extract_slice %0[0, 0, 0, 0] [1, 16, 8, 8] [1, 1, 1, 1] : !whole to !t
  %2 = tensor.extract_slice %0[0, 16, 0, 0] [1, 16, 8, 8] [1, 1, 1, 1] : !whole to !t
  %3 = ascend.eltwise mul ins(%1, %2 : !t, !t) outs(%f : !t) -> !t
  return %3 : !t
}

// CHECK-LABEL: func @filter_of_run_time
// CHECK:         ascend.conv {{.*}} -> tensor<1x32x8x8xf32>
// CHECK:         ascend.eltwise mul
func.func @filter_of_run_time(%x: !t, %w: tensor<32x16x1x1xf32>) -> !t {
  %e = tensor.empty() : !whole
  %f = tensor.empty() : !t
  %0 = ascend.conv ins(%x, %w : !t, tensor<32x16x1x1xf32>) outs(%e : !whole) layout nchw filter oihw -> !whole
  %1 = tensor.extract_slice %0[0, 0, 0, 0] [1, 16, 8, 8] [1, 1, 1, 1] : !whole to !t
  %2 = tensor.extract_slice %0[0, 16, 0, 0] [1, 16, 8, 8] [1, 1, 1, 1] : !whole to !t
  %3 = ascend.eltwise mul ins(%1, %2 : !t, !t) outs(%f : !t) -> !t
  return %3 : !t
}

// 48 channels of input are more than 32 of the result.
// CHECK-LABEL: func @input_is_larger
// CHECK:         ascend.conv {{.*}} -> tensor<1x32x8x8xf32>
// CHECK:         ascend.eltwise mul
func.func @input_is_larger(%x: tensor<1x48x8x8xf32>) -> !t {
  %w = arith.constant dense<1.0> : tensor<32x48x1x1xf32>
  %e = tensor.empty() : !whole
  %f = tensor.empty() : !t
  %0 = ascend.conv ins(%x, %w : tensor<1x48x8x8xf32>, tensor<32x48x1x1xf32>) outs(%e : !whole) layout nchw filter oihw -> !whole
  %1 = tensor.extract_slice %0[0, 0, 0, 0] [1, 16, 8, 8] [1, 1, 1, 1] : !whole to !t
  %2 = tensor.extract_slice %0[0, 16, 0, 0] [1, 16, 8, 8] [1, 1, 1, 1] : !whole to !t
  %3 = ascend.eltwise mul ins(%1, %2 : !t, !t) outs(%f : !t) -> !t
  return %3 : !t
}

// Eight channels fill as much of a block as four.
// CHECK-LABEL: func @halves_of_a_block
// CHECK:         ascend.conv {{.*}} -> tensor<1x8x8x8xf32>
// CHECK:         ascend.eltwise mul
func.func @halves_of_a_block(%x: tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32> {
  %w = arith.constant dense<1.0> : tensor<8x4x1x1xf32>
  %e = tensor.empty() : tensor<1x8x8x8xf32>
  %f = tensor.empty() : tensor<1x4x8x8xf32>
  %0 = ascend.conv ins(%x, %w : tensor<1x4x8x8xf32>, tensor<8x4x1x1xf32>) outs(%e : tensor<1x8x8x8xf32>) layout nchw filter oihw -> tensor<1x8x8x8xf32>
  %1 = tensor.extract_slice %0[0, 0, 0, 0] [1, 4, 8, 8] [1, 1, 1, 1] : tensor<1x8x8x8xf32> to tensor<1x4x8x8xf32>
  %2 = tensor.extract_slice %0[0, 4, 0, 0] [1, 4, 8, 8] [1, 1, 1, 1] : tensor<1x8x8x8xf32> to tensor<1x4x8x8xf32>
  %3 = ascend.eltwise mul ins(%1, %2 : tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) outs(%f : tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %3 : tensor<1x4x8x8xf32>
}
