// The pass inside the stock mlir-opt, where nothing else of this project is
// linked: the plugin brings the pass, and the pass brings its extensions.

// REQUIRES: plugin
// UNSUPPORTED: sanitizer

// RUN: mlir-opt %s --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(fold-conv-bn)' | FileCheck %s
// RUN: mlir-opt %s --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(func.func(fold-conv-bn{fold-matmul=false}))' | FileCheck %s

// Same pass, same bytes.
// RUN: mlir-opt %s --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(fold-conv-bn)' -o %t.plugin.mlir
// RUN: fold-opt %s --fold-conv-bn -o %t.tool.mlir
// RUN: cmp %t.plugin.mlir %t.tool.mlir

// The plugin may also meet a tool that has the pass already.
// RUN: fold-opt %s --load-pass-plugin=%plugin --fold-conv-bn | FileCheck %s

// The shared library must not contain MLIR, only use it.
// RUN: %llvm_tools/llvm-nm -D --defined-only %plugin | FileCheck %s --check-prefix=SYMBOLS
// SYMBOLS-NOT: _ZN4mlir11MLIRContextC
// SYMBOLS: mlirGetPassPluginInfo
// SYMBOLS-NOT: _ZN4mlir11MLIRContextC

// conv[0][1] = 2 * r + 1 with r = 1x1 conv by 3 becomes weight 6, bias 1.

// CHECK-LABEL: func.func @tosa
// CHECK-DAG:     "tosa.const"() <{values = dense<6.000000e+00> : tensor<1x1x1x1xf32>}>
// CHECK-DAG:     "tosa.const"() <{values = dense<1.000000e+00> : tensor<1xf32>}>
// CHECK:         %[[CONV:.*]] = tosa.conv2d
// CHECK-NEXT:    return %[[CONV]]
func.func @tosa(%x: tensor<1x4x4x1xf32>) -> tensor<1x4x4x1xf32> {
  %w = "tosa.const"() <{values = dense<3.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %b = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %scale = "tosa.const"() <{values = dense<2.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %shift = "tosa.const"() <{values = dense<1.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %mulshift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %conv = tosa.conv2d %x, %w, %b, %zp, %zp {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
    : (tensor<1x4x4x1xf32>, tensor<1x1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %mul = tosa.mul %conv, %scale, %mulshift
    : (tensor<1x4x4x1xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<1x4x4x1xf32>
  %add = tosa.add %mul, %shift
    : (tensor<1x4x4x1xf32>, tensor<1x1x1x1xf32>) -> tensor<1x4x4x1xf32>
  return %add : tensor<1x4x4x1xf32>
}

// CHECK-LABEL: func.func @linalg
// CHECK-DAG:     arith.constant dense<6.000000e+00> : tensor<1x1x1x1xf32>
// CHECK:         %[[CONV:.*]] = linalg.conv_2d_nchw_fchw
// CHECK-NEXT:    return %[[CONV]]
#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>
func.func @linalg(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32> {
  %w = arith.constant dense<3.0> : tensor<1x1x1x1xf32>
  %scale = arith.constant dense<2.0> : tensor<1xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x1x4x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32>
  %conv = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%x, %w : tensor<1x1x4x4xf32>, tensor<1x1x1x1xf32>) outs(%init : tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32>
  %bn = linalg.generic {indexing_maps = [#id, #channel, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%conv, %scale : tensor<1x1x4x4xf32>, tensor<1xf32>) outs(%empty : tensor<1x1x4x4xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %mul = arith.mulf %in, %s : f32
    linalg.yield %mul : f32
  } -> tensor<1x1x4x4xf32>
  return %bn : tensor<1x1x4x4xf32>
}
