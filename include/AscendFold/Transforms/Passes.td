//===- Passes.td - AscendFold transform passes -------------*- tablegen -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TRANSFORMS_PASSES
#define ASCENDFOLD_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def FoldConvBNPass : Pass<"fold-conv-bn"> {
  let summary = "Fold BatchNorm into the weights and bias of the convolution "
                "before it";
  let description = [{
    In inference, BatchNorm is a fixed map `y = scale[c] * x + shift[c]` of each
    channel, so it can become part of the convolution that made `x`:
    `W' = W * scale`, `b' = b * scale + shift`. The pass starts at every
    convolution, follows its result for as long as each op does nothing but
    apply such a map (however a front end spelled it: as one op or seven, in
    tosa, linalg or arith) or move data, composes the maps in f64, and writes
    the composite into weights and bias once.

    Before:
    ```mlir
    %conv = linalg.conv_2d_nchw_fchw
        ins(%x, %weight : tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>)
        outs(%zero : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
    %bn = linalg.generic {
        indexing_maps = [#nchw, #c, #c, #c, #c, #nchw],
        iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%conv, %gamma, %beta, %mean, %var : …) outs(%empty : …) {
    ^bb0(%v: f32, %g: f32, %b: f32, %m: f32, %s: f32, %out: f32):
      %0 = arith.addf %s, %epsilon : f32
      %1 = math.rsqrt %0 : f32
      %2 = arith.subf %v, %m : f32
      %3 = arith.mulf %2, %1 : f32
      %4 = arith.mulf %3, %g : f32
      %5 = arith.addf %4, %b : f32
      linalg.yield %5 : f32
    } -> tensor<1x4x6x6xf32>
    ```

    After:
    ```mlir
    %bias = linalg.broadcast ins(%b_folded : tensor<4xf32>)
        outs(%empty : tensor<1x4x6x6xf32>) dimensions = [0, 2, 3]
    %bn = linalg.conv_2d_nchw_fchw
        ins(%x, %w_folded : tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>)
        outs(%bias : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
    ```

    Preconditions, each of which is named in a remark when it does not hold:
    * weights (unless only a shift is folded), bias (linalg: the initial value)
      and all parameters are compile-time constants: `dense`, splat or `dense_resource`, also behind
      reshapes, transposes, broadcasts, casts and arithmetic, or immutable
      globals;
    * the result has one reader, and so has every value on the way; asking for
      a shape, or serving as a destination that is overwritten, is no reading;
    * scale and shift vary along the output channel only, by the op's own
      broadcast rules; the number of channels is static;
    * element types are f64, f32, f16 or bf16. Integer weights are never
      touched;
    * no scale, shift, folded weight or bias is Inf or NaN;
    * what follows does not use the result in a wider type than that of the
      weights.

    Where an op's body goes on after the affine part (with a relu, a residual),
    only that part is taken out.

    Not handled: BatchNorm before a convolution or behind another op
    (activation, pooling, padding, concat, residual sum), weights that are
    arguments, a lone addition behind a matrix multiplication.

    Rounding: all per-channel arithmetic is in f64 without intermediate
    rounding, and each weight and bias is rounded once to its type, ties to
    even. The order of summation in the convolution does not change. The
    constants of the input are not modified: shared weights get a folded copy.
    Running the pass again changes nothing.

    Remarks of category `fold-conv-bn` (`--remarks-filter=fold-conv-bn
    --remark-format=emitRemark`): one for every fold, one for every refusal with
    the reason, one summary per function.

    The pass runs on any op; nested under functions it works on them in
    parallel. Ops of other dialects take part by implementing
    `ChannelLinearOpInterface` and `ChannelAffineOpInterface`.
  }];
  let options = [
    Option<"foldMatmul", "fold-matmul", "bool", /*default=*/"true",
           "Also fold into matrix multiplications with constant weights">,
    Option<"maxCopiedMultiplyAdds", "max-copied-multiply-adds", "int64_t",
           /*default=*/"16",
           "Compute a convolution with several readers twice, with BatchNorm and "
           "without, when that costs at most so many multiply-adds per element "
           "(0: never)">
  ];
}

def FoldParallelConvsPass : Pass<"fold-parallel-convs"> {
  let summary = "Merge convolutions on one input that are summed, and a 1x1 "
                "convolution with its neighbour";
  let description = [{
    Networks that are trained with several branches and run with one (RepVGG,
    MobileOne, ACNet) sum convolutions of one input, the input itself, and the
    input with its own BatchNorm. All of these are convolutions, and their sum
    is one: the filters are embedded in the largest of them and added. To be run
    behind `fold-conv-bn`, which takes BatchNorm out of the branches.

    Before:
    ```mlir
    %0 = tosa.conv2d %x, %w3x3, %b3x3, … {pad = array<i64: 1, 1, 1, 1>}
    %1 = tosa.conv2d %x, %w1x1, %b1x1, … {pad = array<i64: 0, 0, 0, 0>}
    %2 = tosa.add %0, %1
    %3 = tosa.add %2, %x
    ```

    After:
    ```mlir
    %3 = tosa.conv2d %x, %w_merged, %b_merged, … {pad = array<i64: 1, 1, 1, 1>}
    ```

    With `consecutive`, a 1x1 convolution and another one in a row become one as
    well, where that takes fewer multiply-adds: `W[o,k,c] = sum_m W2[o,k,m] *
    W1[m,c]`.

    Preconditions, each of which is named in a remark when it does not hold:
    * every value between the branches and the sum has one reader; other
      summands stay where they are;
    * filters are compile-time constants, as are biases (linalg: initial
      values) that change; input, weights, bias and result are of one element
      type, f64, f32, f16 or bf16;
    * branches read the same value, the same stride, the same groups; zeros that
      an op puts around the input count as padding of the convolution. Tap `k`
      of a branch is tap `(k * dilation' + pad - pad') / dilation` of the
      largest kernel, and has to be there: no kernel grows;
    * the identity and a scaled identity (a chain as `fold-conv-bn` follows it)
      need stride 1 and a result of the type of the input;
    * in a row: no groups; the first has one reader; one of the two is 1x1 with
      stride 1 and no padding. When it is the first, the second may pad only
      where the first has no bias;
    * no weight or bias would be Inf or NaN.

    Rounding: filters and biases are added and composed in f64, and rounded once
    to their type. Running the pass again changes nothing.

    Remarks of category `fold-parallel-convs`: one for every merge, one for
    every refusal with the reason.
  }];
  let options = [
    Option<"consecutive", "consecutive", "bool", /*default=*/"true",
           "Also merge a 1x1 convolution with the one before or behind it">
  ];
}

#endif // ASCENDFOLD_TRANSFORMS_PASSES
