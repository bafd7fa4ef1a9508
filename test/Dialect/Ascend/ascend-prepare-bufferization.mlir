// RUN: fold-opt %s --ascend-prepare-bufferization | FileCheck %s

// CHECK-LABEL: func.func @results(
// CHECK-SAME:      %[[X:.*]]: tensor<8xf32> {bufferization.writable = false}, %{{.*}}: index)
// CHECK:         %[[Y:.*]] = ascend.softmax
// CHECK:         %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[Y]])
// CHECK:         %[[ARGUMENT:.*]] = bufferization.alloc_tensor() copy(%[[X]])
// CHECK:         return %[[Y]], %[[COPY]], %[[ARGUMENT]]
func.func @results(%x: tensor<8xf32>, %n: index) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %y = ascend.softmax 0 ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %y, %y, %x : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// Callers inside the module know what becomes of an argument.
// CHECK-LABEL: func.func private @negative_private(
// CHECK-SAME:      %{{.*}}: tensor<8xf32>)
func.func private @negative_private(%x: tensor<8xf32>) {
  return
}
