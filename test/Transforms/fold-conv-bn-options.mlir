// RUN: fold-opt %s --fold-conv-bn=fold-matmul=false | FileCheck %s --check-prefixes=CHECK,OFF
// RUN: fold-opt %s --pass-pipeline='builtin.module(func.func(fold-conv-bn{fold-matmul=false}))' | FileCheck %s --check-prefixes=CHECK,OFF
// RUN: fold-opt %s --fold-conv-bn=fold-matmul=true | FileCheck %s --check-prefixes=CHECK,ON
// RUN: fold-opt %s --fold-conv-bn | FileCheck %s --check-prefixes=CHECK,ON
// RUN: fold-opt %s --fold-conv-bn=fold-matmul=false --remarks-filter=fold-conv-bn --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: not fold-opt %s --fold-conv-bn=fold-matmul=maybe 2>&1 | FileCheck %s --check-prefix=INVALID
// RUN: not fold-opt %s --fold-conv-bn=no-such-option 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// INVALID: 'maybe' is invalid value for boolean argument
// UNKNOWN: no such option no-such-option

// REMARK: Function=matmul | Remark="nothing folded into 'linalg.matmul': folding into matrix multiplications is switched off"
// REMARK: Function=tosa_matmul | Remark="nothing folded into 'tosa.matmul': folding into matrix multiplications is switched off"
// REMARK: Function=conv | Remark="folded 'linalg.negf' into 'linalg.conv_2d_nhwc_hwcf'

// CHECK-LABEL: func.func @matmul(
// ON:            %[[W:.*]] = arith.constant dense<-3.000000e+00>
// ON-NEXT:       %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
// ON-NEXT:       return %[[M]]
// OFF:           %[[M:.*]] = linalg.matmul
// OFF-NEXT:      %[[Y:.*]] = arith.negf %[[M]]
// OFF-NEXT:      return %[[Y]]
func.func @matmul(%x: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x1xf32>
  %w = arith.constant dense<3.0> : tensor<1x1xf32>
  %m = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x1xf32>) outs(%zero : tensor<1x1xf32>) -> tensor<1x1xf32>
  %y = arith.negf %m : tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}

// CHECK-LABEL: func.func @tosa_matmul(
// ON:            %[[M:.*]] = tosa.matmul
// ON-NEXT:       return %[[M]]
// OFF:           %[[M:.*]] = tosa.matmul
// OFF-NEXT:      %[[Y:.*]] = tosa.negate %[[M]]
// OFF-NEXT:      return %[[Y]]
func.func @tosa_matmul(%x: tensor<1x1x1xf32>) -> tensor<1x1x1xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %w = "tosa.const"() <{values = dense<3.0> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %m = tosa.matmul %x, %w, %zero, %zero : (tensor<1x1x1xf32>, tensor<1x1x1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1xf32>
  %y = tosa.negate %m, %zero, %zero : (tensor<1x1x1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1xf32>
  return %y : tensor<1x1x1xf32>
}

// A pointwise convolution is a convolution.
// CHECK-LABEL: func.func @conv(
// CHECK:         %[[W:.*]] = arith.constant dense<-3.000000e+00>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nhwc_hwcf ins(%{{.*}}, %[[W]] :
// CHECK-NEXT:    return %[[CONV]]
func.func @conv(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x2x2x1xf32>
  %w = arith.constant dense<3.0> : tensor<1x1x1x1xf32>
  %conv = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x2x2x1xf32>, tensor<1x1x1x1xf32>) outs(%zero : tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  %y = linalg.negf ins(%conv : tensor<1x2x2x1xf32>) outs(%conv : tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  return %y : tensor<1x2x2x1xf32>
}
