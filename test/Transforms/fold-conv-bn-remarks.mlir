// RUN: fold-opt %s --fold-conv-bn --remarks-filter=fold-conv-bn --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s
// RUN: fold-opt %s --fold-conv-bn -o /dev/null 2>&1 | count 0
// RUN: fold-opt %s --fold-conv-bn --remarks-filter-passed=fold-conv-bn --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=PASSED
// RUN: fold-opt %s --fold-conv-bn --remarks-filter-missed=fold-conv-bn --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=MISSED

// What the user sees: one remark for every convolution, at its location, and a
// summary for every function. Nothing unless it is asked for. The reasons for
// which nothing is folded are tested in fold-conv-bn-refusals*.mlir.

// PASSED:     remark: [Passed] Folded | Category:fold-conv-bn | Function=one_op
// PASSED-NOT: [Missed]
// PASSED-NOT: [Analysis]
// MISSED:     remark: [Missed] NotFolded | Category:fold-conv-bn | Function=some_of_several
// MISSED-NOT: [Passed]
// MISSED-NOT: [Analysis]

#id = affine_map<(d0, d1) -> (d0, d1)>
#c = affine_map<(d0, d1) -> (d1)>

// CHECK: remarks.mlir:[[#@LINE+9]]:8: remark: [Passed] Folded | Category:fold-conv-bn | Function=one_op | Remark="folded 'arith.mulf' into 'linalg.matmul': 1 arithmetic op(s) on 2 channel(s), 1 op(s) removed"
// CHECK-NEXT: %m = linalg.matmul
// CHECK-NEXT: ^
// CHECK-NEXT: remarks.mlir:[[#@LINE+2]]:1: remark: [Analysis] Summary | Category:fold-conv-bn | Function=one_op | Remark="folded 1 of 1 convolution(s) and matrix multiplication(s), 1 op(s) removed"
// CHECK-NEXT: func.func @one_op
func.func @one_op(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %two = arith.constant dense<2.0> : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = arith.mulf %m, %two : tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// Ops are named once each, in order. Removed are the three on the result, and
// rsqrt and add of the parameters; constants are not counted.
// CHECK: Function=several_ops | Remark="folded 'arith.subf', 'arith.mulf' into 'linalg.matmul': 3 arithmetic op(s) on 2 channel(s), 5 op(s) removed"
// CHECK: Function=several_ops | Remark="folded 1 of 1 convolution(s) and matrix multiplication(s), 5 op(s) removed"
func.func @several_ops(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %two = arith.constant dense<2.0> : tensor<1x2xf32>
  %three = arith.constant dense<3.0> : tensor<1x2xf32>
  %ve = arith.addf %two, %two : tensor<1x2xf32>
  %rstd = math.rsqrt %ve : tensor<1x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %0 = arith.subf %m, %two : tensor<1x2xf32>
  %1 = arith.mulf %0, %rstd : tensor<1x2xf32>
  %2 = arith.mulf %1, %three : tensor<1x2xf32>
  return %2 : tensor<1x2xf32>
}

// The generic stays, for its relu: two of its ops were folded, none removed.
// CHECK: Function=part_of_a_body | Remark="folded 'linalg.generic' into 'linalg.matmul': 2 arithmetic op(s) on 2 channel(s), 0 op(s) removed"
// CHECK: Function=part_of_a_body | Remark="folded 1 of 1 convolution(s) and matrix multiplication(s), 0 op(s) removed"
func.func @part_of_a_body(%x: tensor<1x1xf32>) -> tensor<1x2xf32> {
  %nil = arith.constant 0.0 : f32
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %scale = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x2xf32>) outs(%zero : tensor<1x2xf32>) -> tensor<1x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #c, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %scale : tensor<1x2xf32>, tensor<2xf32>) outs(%m : tensor<1x2xf32>) {
  ^bb0(%r: f32, %s: f32, %out: f32):
    %0 = arith.mulf %r, %s : f32
    %1 = arith.addf %0, %s : f32
    %2 = arith.maximumf %1, %nil : f32
    linalg.yield %2 : f32
  } -> tensor<1x2xf32>
  return %y : tensor<1x2xf32>
}

// One remark each, in program order.
// CHECK: [[#@LINE+8]]:8: remark: [Passed] {{.*}}folded 'arith.mulf' into 'linalg.matmul'
// CHECK: [[#@LINE+9]]:8: remark: [Missed] NotFolded | Category:fold-conv-bn | Function=some_of_several | Remark="nothing folded into 'linalg.matmul': what follows is 'math.tanh': it is not affine in the result"
// CHECK: [[#@LINE+10]]:8: remark: [Passed] {{.*}}folded 'arith.negf' into 'linalg.matmul'
// CHECK: [[#@LINE+1]]:1: remark: [Analysis] {{.*}}"folded 2 of 3 convolution(s) and matrix multiplication(s), 2 op(s) removed"
func.func @some_of_several(%x: tensor<1x1xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>) {
  %w = arith.constant dense<1.0> : tensor<1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x1xf32>
  %two = arith.constant dense<2.0> : tensor<1x1xf32>
  %a = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x1xf32>) outs(%zero : tensor<1x1xf32>) -> tensor<1x1xf32>
  %bn_a = arith.mulf %a, %two : tensor<1x1xf32>
  %b = linalg.matmul ins(%bn_a, %w : tensor<1x1xf32>, tensor<1x1xf32>) outs(%zero : tensor<1x1xf32>) -> tensor<1x1xf32>
  %tanh = math.tanh %b : tensor<1x1xf32>
  %c = linalg.matmul ins(%tanh, %w : tensor<1x1xf32>, tensor<1x1xf32>) outs(%zero : tensor<1x1xf32>) -> tensor<1x1xf32>
  %bn_c = arith.negf %c : tensor<1x1xf32>
  return %bn_c, %tanh : tensor<1x1xf32>, tensor<1x1xf32>
}

// No convolution, no remark.
// CHECK-NOT: nothing_to_do
func.func @nothing_to_do(%x: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %y = arith.negf %x : tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}
