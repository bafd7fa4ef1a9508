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
      touched, those of a quantiser keep their integers;
    * no scale, shift, folded weight or bias is Inf or NaN;
    * what follows does not use the result in a wider type than that of the
      weights.

    Quantised weights (integers that are read as floats, or floats that have
    been rounded, times a scale) stay on their grid: the integers are not
    touched, and the dequantising scale takes the factor. That needs a constant
    tensor with a scale for each channel, or a factor that is the same for all
    channels, and a positive factor; otherwise nothing is folded. A shift goes
    into the bias. Of a fake quantisation (`W / s`, rounded, times `s`) only the
    second scale changes: with both scales and `W` changed, roundings near a
    half could go the other way. Tools that look for two equal scales do not
    find them afterwards. Weights that are shared get a dequantisation of their
    own for each convolution.

    Where an op's body goes on after the affine part (with a relu, a residual),
    only that part is taken out.

    **BatchNorm elsewhere.** What is left is moved to a convolution, backwards
    or forwards, through ops that it moves through:
    * any scale and shift: transposes, reshapes, slices, concatenations (part by
      part), sums (the shift to one side), averages, interpolations, sums over
      an axis, other per-channel arithmetic;
    * scales that are not negative, with their shift: maxima;
    * scales that are not negative, without a shift: relu, leaky and parametric
      relu, zero padding; clamps whose bounds can follow.
    Behind a convolution it goes into filter and bias as above; before one, the
    scale goes into the input channels of the filter, the shift into the bias.
    Where the convolution pads zeros around a shifted input, the shift becomes
    one constant for each position, if that has no more elements than the
    activation. Scale and shift may part: behind a relu, the scale goes back and
    the shift on into the next convolution, or stays as one addition.

    Before:
    ```mlir
    %relu = tosa.clamp %conv {min_val = 0.0 : f32, …}
    %0 = tosa.mul %relu, %scale, %mul_shift   // positive
    %1 = tosa.add %0, %shift
    %next = tosa.conv2d %1, %w2, %b2, … {pad = array<i64: 0, 0, 0, 0>}
    ```

    After:
    ```mlir
    // The filter and bias of %conv are scaled; %b2_folded is
    // b2 + sum of w2 * shift.
    %relu = tosa.clamp %conv_folded {min_val = 0.0 : f32, …}
    %next = tosa.conv2d %relu, %w2, %b2_folded, …
    ```

    A map moves only when afterwards the program writes fewer elements with no
    more ops. At a concatenation, an input that cannot take its part in keeps a
    multiplication and an addition of its own if that still holds. A convolution
    with other readers is kept, or computed twice when it costs at most
    `max-copied-multiply-adds` per element. Maps that treat all channels alike
    stay, as parts of activations, but for those on an argument of the function
    (input normalisation).

    Not handled: weights that are arguments, a lone addition behind a matrix
    multiplication, BatchNorm behind an activation in one body.

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

def FoldResizeConvPass : Pass<"fold-resize-conv"> {
  let summary = "Run convolutions on the image before a resize instead of the "
                "enlarged one";
  let description = [{
    A `tosa.resize` that only a convolution reads makes that convolution work on
    an image in which nothing is new. The pass has it work on the image before
    the resize. Both rewrites are exact but for rounding, borders included.

    **1x1 convolutions** (`tosa.conv2d`, `tosa.depthwise_conv2d`, no padding)
    mix channels of one pixel; a resize, nearest or bilinear, mixes pixels of
    one channel, with weights that sum to one, at borders too. So they commute,
    bias included, whatever scale, offset and border are.

    Before:
    ```mlir
    %large = tosa.resize %x, %scale, %offset, %border {mode = BILINEAR} :
        (tensor<1x20x20x64xf32>, …) -> tensor<1x40x40x64xf32>
    %y = tosa.conv2d %large, %w, %b, %zp, %zp {pad = [0, 0, 0, 0], …} :
        (tensor<1x40x40x64xf32>, tensor<32x1x1x64xf32>, …)
        -> tensor<1x40x40x32xf32>
    ```

    After:
    ```mlir
    %small = tosa.conv2d %x, %w, %b, %zp, %zp {pad = [0, 0, 0, 0], …} :
        (tensor<1x20x20x64xf32>, tensor<32x1x1x64xf32>, …)
        -> tensor<1x20x20x32xf32>
    %y = tosa.resize %small, %scale, %offset, %border {mode = BILINEAR} :
        (tensor<1x20x20x32xf32>, …) -> tensor<1x40x40x32xf32>
    ```

    **Other kernels behind a nearest resize by integers Y and X.** Of the taps
    of a k x k kernel several read copies of the same pixel; which ones depends
    on the output's row modulo Y and column modulo X only. Each of these Y * X
    phases is a convolution of the small image with the weights of such taps
    summed: of 9 taps 4 are left for Y = X = 2.

    Before:
    ```mlir
    %large = tosa.resize %x, %scale, %offset, %border
        {mode = NEAREST_NEIGHBOR} :
        (tensor<1x20x20x64xf32>, …) -> tensor<1x40x40x64xf32>
    %y = tosa.conv2d %large, %w, %b, %zp, %zp {pad = [1, 1, 1, 1], …} :
        (tensor<1x40x40x64xf32>, tensor<64x3x3x64xf32>, …)
        -> tensor<1x40x40x64xf32>
    ```

    After:
    ```mlir
    %00 = tosa.conv2d %x, %w00, %b, %zp, %zp {pad = [1, 0, 1, 0], …} :
        (tensor<1x20x20x64xf32>, tensor<64x2x2x64xf32>, …)
        -> tensor<1x20x20x64xf32>
    %01 = tosa.conv2d %x, %w01, %b, %zp, %zp {pad = [1, 0, 0, 1], …}
    %10 = tosa.conv2d %x, %w10, %b, %zp, %zp {pad = [0, 1, 1, 0], …}
    %11 = tosa.conv2d %x, %w11, %b, %zp, %zp {pad = [0, 1, 0, 1], …}
    // The pixels of a row, then the rows.
    %0 = tosa.concat %00, %01 {axis = 3 : i32}
    %row0 = tosa.reshape %0, … : … -> tensor<1x20x40x64xf32>
    %1 = tosa.concat %10, %11 {axis = 3 : i32}
    %row1 = tosa.reshape %1, … : … -> tensor<1x20x40x64xf32>
    %2 = tosa.concat %row0, %row1 {axis = 2 : i32}
    %y = tosa.reshape %2, … : … -> tensor<1x40x40x64xf32>
    ```

    Elementwise ops between the two, and behind the convolution, go with it
    when they commute with the resize: for a nearest one all whose other
    operands do not vary over the image (relu, BatchNorm as sub, mul, add), for
    a bilinear one negate, and add, sub and mul with such an operand.

    Preconditions, each of which is named in a remark when it does not hold:
    * the resize, and each op up to the convolution, has one reader, in the same
      block;
    * one element type, f32, f16 or bf16; zero points are zero; height, width
      and channels are static (the batch need not be);
    * the convolution has stride 1, dilation 1 and no groups;
    * it costs less than before, counted for one image: multiply-adds of
      convolutions, and 8 for every element that any op here reads or writes,
      weights included. A bilinear resize reads four for each that it writes.
      An elementwise op behind the convolution that does not go with it counts
      afterwards only: before, backends make it part of the convolution;

    and for the second rewrite
    * output `i` of the resize is input `floor(i / s)`, checked for every `i`
      with its scale, offset and extents;
    * where the last pixel has fewer than `s` copies, there is no padding on
      that side (it would stand for a part of the pixel, and the sums would
      differ at that border); any other padding is fine;
    * weights are constant, and no sum of them is Inf or NaN;
    * at most 16 phases. The filters together have (k + Y - 1)(k + X - 1) taps
      instead of k * k.

    Where the output's extents are not multiples of Y and X, phases are computed
    up to the next multiple, and a `tosa.slice` follows.

    Not handled: anything between resize and convolution that is not
    elementwise (a concat, a `tosa.pad`); transposes, which networks from NCHW
    front ends have there (run `tosa-reduce-transposes` and `canonicalize`
    first); integer networks; linalg, where a resize is a gather with index
    arithmetic in the body of a `linalg.generic` and its reader reads a padded
    copy.

    Rounding: a sum of weights is formed in f64 and rounded once to their type,
    ties to even. Behind a nearest resize a 1x1 convolution gives the same bits;
    behind a bilinear one results are rounded in another order, and a result of
    the convolution that overflows is not averaged away. Run `fold-conv-bn`
    first: a BatchNorm that does not commute with a bilinear resize is best part
    of the convolution. Running the pass again changes nothing.

    Remarks of category `fold-resize-conv` (`--remarks-filter=fold-resize-conv
    --remark-format=emitRemark`): one for every rewrite, one for every refusal
    with the reason, one summary per function.
  }];
}

#endif // ASCENDFOLD_TRANSFORMS_PASSES
