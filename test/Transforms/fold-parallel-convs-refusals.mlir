// What is refused, and why. Nothing changes then.

// RUN: fold-opt %s --fold-parallel-convs --split-input-file --remarks-filter=fold-parallel-convs --remark-format=emitRemark -o %t.out 2> %t.err
// RUN: fold-opt %s --split-input-file -o %t.same
// RUN: cmp %t.out %t.same
// RUN: FileCheck %s --input-file=%t.err --implicit-check-not=Merged

// CHECK: remark: [Missed] NotMerged | Category:fold-parallel-convs | Function=filter_argument | Remark="not merged: 1x1 'tosa.conv2d' into 3x3 'tosa.conv2d': its weights are not a compile-time constant: {{.*}}"
func.func @filter_argument(%x: tensor<1x4x4x1xf32>, %w1: tensor<1x1x1x1xf32>) -> tensor<1x4x4x1xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w3 = "tosa.const"() <{values = dense<1.0> : tensor<1x3x3x1xf32>}> : () -> tensor<1x3x3x1xf32>
  %0 = tosa.conv2d %x, %w3, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>, tensor<1x3x3x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %1 = tosa.conv2d %x, %w1, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>, tensor<1x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %2 = tosa.add %0, %1 : (tensor<1x4x4x1xf32>, tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32>
  return %2 : tensor<1x4x4x1xf32>
}

// -----

// CHECK: remark: [Missed] NotMerged | Category:fold-parallel-convs | Function=kept_filter_argument | Remark="not merged: the branches beside 3x3 'tosa.conv2d': its weights are not a compile-time constant: {{.*}}"
func.func @kept_filter_argument(%x: tensor<1x4x4x1xf32>, %w3: tensor<1x3x3x1xf32>) -> tensor<1x4x4x1xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w1 = "tosa.const"() <{values = dense<1.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %0 = tosa.conv2d %x, %w3, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>, tensor<1x3x3x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %1 = tosa.conv2d %x, %w1, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>, tensor<1x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %2 = tosa.add %0, %1 : (tensor<1x4x4x1xf32>, tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32>
  return %2 : tensor<1x4x4x1xf32>
}

// -----

// CHECK: remark: [Missed] NotMerged | Category:fold-parallel-convs | Function=bias_argument | Remark="not merged: 1x1 'tosa.conv2d' into 3x3 'tosa.conv2d': its bias or initial value is not a compile-time constant: {{.*}}"
func.func @bias_argument(%x: tensor<1x4x4x1xf32>, %b: tensor<1xf32>) -> tensor<1x4x4x1xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w3 = "tosa.const"() <{values = dense<1.0> : tensor<1x3x3x1xf32>}> : () -> tensor<1x3x3x1xf32>
  %w1 = "tosa.const"() <{values = dense<1.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %0 = tosa.conv2d %x, %w3, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>, tensor<1x3x3x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %1 = tosa.conv2d %x, %w1, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>, tensor<1x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %2 = tosa.add %0, %1 : (tensor<1x4x4x1xf32>, tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32>
  return %2 : tensor<1x4x4x1xf32>
}

// -----

// CHECK: remark: [Missed] NotMerged | Category:fold-parallel-convs | Function=two_readers | Remark="not merged: 1x1 'tosa.conv2d' into 3x3 'tosa.conv2d': its result has other readers"
func.func @two_readers(%x: tensor<1x4x4x1xf32>) -> (tensor<1x4x4x1xf32>, tensor<1x4x4x1xf32>) {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w3 = "tosa.const"() <{values = dense<1.0> : tensor<1x3x3x1xf32>}> : () -> tensor<1x3x3x1xf32>
  %w1 = "tosa.const"() <{values = dense<1.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %0 = tosa.conv2d %x, %w3, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>, tensor<1x3x3x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %1 = tosa.conv2d %x, %w1, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>, tensor<1x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %2 = tosa.add %0, %1 : (tensor<1x4x4x1xf32>, tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32>
  return %2, %1 : tensor<1x4x4x1xf32>, tensor<1x4x4x1xf32>
}

// -----

// CHECK: remark: [Missed] NotMerged | Category:fold-parallel-convs | Function=dilation | Remark="not merged: 3x3 'tosa.conv2d' into 3x3 'tosa.conv2d': its taps lie between those of the larger kernel"
func.func @dilation(%x: tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w3 = "tosa.const"() <{values = dense<1.0> : tensor<1x3x3x1xf32>}> : () -> tensor<1x3x3x1xf32>
  %0 = tosa.conv2d %x, %w3, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 2, 2>, pad = array<i64: 2, 2, 2, 2>, stride = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>, tensor<1x3x3x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %1 = tosa.conv2d %x, %w3, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>, tensor<1x3x3x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %2 = tosa.add %0, %1 : (tensor<1x4x4x1xf32>, tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32>
  return %2 : tensor<1x4x4x1xf32>
}

// -----

// CHECK: remark: [Missed] NotMerged | Category:fold-parallel-convs | Function=neither_contains | Remark="not merged: 3x1 'tosa.conv2d' into 1x3 'tosa.conv2d': its taps lie outside of the larger kernel"
func.func @neither_contains(%x: tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %a = "tosa.const"() <{values = dense<1.0> : tensor<1x1x3x1xf32>}> : () -> tensor<1x1x3x1xf32>
  %b = "tosa.const"() <{values = dense<1.0> : tensor<1x3x1x1xf32>}> : () -> tensor<1x3x1x1xf32>
  %0 = tosa.conv2d %x, %a, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>, tensor<1x1x3x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %1 = tosa.conv2d %x, %b, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>, tensor<1x3x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %2 = tosa.add %0, %1 : (tensor<1x4x4x1xf32>, tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32>
  return %2 : tensor<1x4x4x1xf32>
}

// -----

// CHECK: remark: [Missed] NotMerged | Category:fold-parallel-convs | Function=other_stride | Remark="not merged: 1x1 'tosa.conv2d' into 3x3 'tosa.conv2d': its stride is another"
func.func @other_stride(%x: tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w3 = "tosa.const"() <{values = dense<1.0> : tensor<1x3x3x1xf32>}> : () -> tensor<1x3x3x1xf32>
  %w1 = "tosa.const"() <{values = dense<1.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %0 = tosa.conv2d %x, %w3, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 2, 2>} : (tensor<1x1x1x1xf32>, tensor<1x3x3x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x1xf32>
  %1 = tosa.conv2d %x, %w1, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x1xf32>
  %2 = tosa.add %0, %1 : (tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  return %2 : tensor<1x1x1x1xf32>
}

// -----

// CHECK: remark: [Missed] NotMerged | Category:fold-parallel-convs | Function=identity_off_center | Remark="not merged: the identity into 3x3 'tosa.conv2d': the convolution has a stride"
func.func @identity_off_center(%x: tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w3 = "tosa.const"() <{values = dense<1.0> : tensor<1x3x3x1xf32>}> : () -> tensor<1x3x3x1xf32>
  %0 = tosa.conv2d %x, %w3, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 2, 2>} : (tensor<1x1x1x1xf32>, tensor<1x3x3x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x1xf32>
  %2 = tosa.add %0, %x : (tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  return %2 : tensor<1x1x1x1xf32>
}

// -----

// CHECK: remark: [Missed] NotMerged | Category:fold-parallel-convs | Function=infinite | Remark="not merged: the branches beside 3x3 'tosa.conv2d': a folded weight or bias would not be finite in its type"
func.func @infinite(%x: tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w3 = "tosa.const"() <{values = dense<3.0e38> : tensor<1x3x3x1xf32>}> : () -> tensor<1x3x3x1xf32>
  %w1 = "tosa.const"() <{values = dense<3.0e38> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %0 = tosa.conv2d %x, %w3, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>, tensor<1x3x3x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %1 = tosa.conv2d %x, %w1, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>, tensor<1x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %2 = tosa.add %0, %1 : (tensor<1x4x4x1xf32>, tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32>
  return %2 : tensor<1x4x4x1xf32>
}

// -----

// CHECK: remark: [Missed] NotMerged | Category:fold-parallel-convs | Function=padded_bias | Remark="not merged: 1x1 'tosa.conv2d' with the 3x3 'tosa.conv2d' behind it: the second pads with zeros what the first gives a bias"
func.func @padded_bias(%x: tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w1 = "tosa.const"() <{values = dense<1.0> : tensor<8x1x1x1xf32>}> : () -> tensor<8x1x1x1xf32>
  %b = "tosa.const"() <{values = dense<1.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %w3 = "tosa.const"() <{values = dense<1.0> : tensor<1x3x3x8xf32>}> : () -> tensor<1x3x3x8xf32>
  %0 = tosa.conv2d %x, %w1, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>, tensor<8x1x1x1xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>
  %1 = tosa.conv2d %0, %w3, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x4x4x8xf32>, tensor<1x3x3x8xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  return %1 : tensor<1x4x4x1xf32>
}

// -----

// CHECK: remark: [Missed] NotMerged | Category:fold-parallel-convs | Function=row_readers | Remark="not merged: 1x1 'tosa.conv2d' with the 3x3 'tosa.conv2d' behind it: the result of the first has other readers"
func.func @row_readers(%x: tensor<1x4x4x1xf32>) -> (tensor<1x4x4x1xf32>, tensor<1x4x4x8xf32>) {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w1 = "tosa.const"() <{values = dense<1.0> : tensor<8x1x1x1xf32>}> : () -> tensor<8x1x1x1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<8xf32>}> : () -> tensor<8xf32>
  %w3 = "tosa.const"() <{values = dense<1.0> : tensor<1x3x3x8xf32>}> : () -> tensor<1x3x3x8xf32>
  %0 = tosa.conv2d %x, %w1, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>, tensor<8x1x1x1xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>
  %1 = tosa.conv2d %0, %w3, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x4x4x8xf32>, tensor<1x3x3x8xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  return %1, %0 : tensor<1x4x4x1xf32>, tensor<1x4x4x8xf32>
}

// -----

// CHECK: remark: [Missed] NotMerged | Category:fold-parallel-convs | Function=row_of_3x3 | Remark="not merged: 3x3 'tosa.conv2d' with the 3x3 'tosa.conv2d' behind it: neither is a 1x1 convolution with stride 1 and without padding"
func.func @row_of_3x3(%x: tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w3 = "tosa.const"() <{values = dense<1.0> : tensor<1x3x3x1xf32>}> : () -> tensor<1x3x3x1xf32>
  %0 = tosa.conv2d %x, %w3, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>, tensor<1x3x3x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %1 = tosa.conv2d %0, %w3, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>, tensor<1x3x3x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  return %1 : tensor<1x4x4x1xf32>
}

// -----

// CHECK: remark: [Missed] NotMerged | Category:fold-parallel-convs | Function=bottleneck | Remark="not merged: 1x1 'tosa.conv2d' with the 3x3 'tosa.conv2d' behind it: merged they would take 9216 multiply-adds, apart they take 1280"
func.func @bottleneck(%x: tensor<1x4x4x8xf32>) -> tensor<1x4x4x8xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w1 = "tosa.const"() <{values = dense<1.0> : tensor<1x1x1x8xf32>}> : () -> tensor<1x1x1x8xf32>
  %w3 = "tosa.const"() <{values = dense<1.0> : tensor<8x3x3x1xf32>}> : () -> tensor<8x3x3x1xf32>
  %0 = tosa.conv2d %x, %w1, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x8xf32>, tensor<1x1x1x8xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %1 = tosa.conv2d %0, %w3, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>, tensor<8x3x3x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>
  return %1 : tensor<1x4x4x8xf32>
}

// -----

// Residual sums and sums of other inputs look like nothing.

func.func @other_inputs(%x: tensor<1x4x4x1xf32>, %y: tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w3 = "tosa.const"() <{values = dense<1.0> : tensor<1x3x3x1xf32>}> : () -> tensor<1x3x3x1xf32>
  %w1 = "tosa.const"() <{values = dense<1.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %0 = tosa.conv2d %x, %w3, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>, tensor<1x3x3x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %1 = tosa.conv2d %y, %w1, %zp, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>, tensor<1x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %2 = tosa.add %0, %1 : (tensor<1x4x4x1xf32>, tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32>
  return %2 : tensor<1x4x4x1xf32>
}
