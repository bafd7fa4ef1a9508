//===- Passes.td - Passes on the ascend dialect ------------*- tablegen -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_DIALECT_ASCEND_TRANSFORMS_PASSES
#define ASCENDFOLD_DIALECT_ASCEND_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def RaiseBatchNormPass : Pass<"raise-batch-norm"> {
  let summary = "Turn what is left of BatchNorm into ascend.batch_norm";
  let description = [{
    A chain of elementwise ops that amounts to `scale[c] * x + shift[c]` with
    constants becomes one `ascend.batch_norm`, whatever the front end's
    spelling; the analysis is that of `fold-conv-bn`. Where a chain could be
    folded but is not, this is the unfused baseline; where it cannot (behind a
    concat, say) it is one launch in place of several.

    The parameters of the op are gamma = scale, beta = shift, mean 0, variance
    1 and epsilon 0. Chains of less than two operations stay.
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

def AscendFuseEpiloguePass : Pass<"ascend-fuse-epilogue"> {
  let summary = "Fuse bias, activation, residual and gate into the op before";
  let description = [{
    Into the op that alone computes a value for them go, in place of ops of
    their own:

    * an activation, as the last steps of an epilogue;
    * the addition of a value for each channel to the bare sum of a conv or a
      matmul, as its bias;
    * another addition to the result of a conv or a matmul, as a residual step;
    * a multiplication of it by a tensor of its type, as a gate step.

    The order is kept: add-then-relu and relu-then-add are different epilogues.
    A reshape in between moves behind the op. An op moves down to the addition
    (or multiplication) when what it adds is computed later; of two that could take the other, the
    later one does.

    A conv or matmul whose result is read as two halves of its channels that are
    multiplied with each other (GLU, SwiGLU, …) becomes two ops on halves of its
    constant filter and bias: one computes the gate, the other multiplies. That
    is two launches. It reads the input once more, and no longer writes and
    reads again the half with the function, nor reads the other: at least as
    many elements as the whole result has. So it is done when the input has no
    more elements than the result, and when the halves fill no more blocks of 16
    channels than the whole. Not split: convs with groups or a BatchNorm of
    run-time parameters, a result with another reader.

    Not fused: values with another reader, a value combined with itself, a
    residual next to a gate, residuals and gates that broadcast or whose shape is not static, a bias behind a BatchNorm or an
    epilogue, more than six steps. In f16 and bf16, the fused op rounds once.

    ```mlir
    %0 = ascend.conv ins(%x, %w : …) outs(%e0 : …) layout nhwc filter ohwi -> …
    %1 = ascend.eltwise add ins(%0, %r : …) outs(%e1 : …) -> …
    %2 = ascend.activation ins(%1 : …) outs(%e2 : …) epilogue [#ascend.relu] -> …
    ```
    becomes
    ```mlir
    %2 = ascend.conv ins(%x, %w : …) residual(%r : …) outs(%e0 : …)
        layout nhwc filter ohwi epilogue [#ascend.residual, #ascend.relu] -> …
    ```
  }];
  let dependentDialects = ["::mlir::ascend::AscendDialect",
                           "::mlir::tensor::TensorDialect"];
}

def AscendAssignLayoutsPass : Pass<"ascend-assign-layouts"> {
  let summary = "Bring all feature maps into one layout";
  let description = [{
    Every op on feature maps gets `layout`. Ops that do not care about the order
    of dims (eltwise, activation, concat, softmax, reduce, fill, pad, slice,
    cast, reshapes that keep the channel apart, transposes that are there
    already) take the order that makes for the fewest bytes transposed in the
    function, and axes, pads and the like follow. Of equals, the one with
    transposes at the edges is taken. Arguments, results and ops that are not
    known keep the order that they have. A network of one front end keeps
    transposes at its edges only.

    Constants are transposed for nothing: `ascend-fold-constants` evaluates
    them. A transpose that moves dims of 1 only is a reshape. Maps in nc1hwc0
    stay. No value is rounded differently.

    ```mlir
    %0 = ascend.conv ins(%x, %w : …) outs(%e0 : …) layout nchw filter oihw -> …
    %1 = ascend.activation ins(%0 : …) outs(%e1 : …) epilogue [#ascend.silu] -> …
    ```
    becomes
    ```mlir
    %t = ascend.transpose ins(%x : …) outs(%e2 : …) permutation [0, 2, 3, 1] -> …
    %0 = ascend.conv ins(%t, %w : …) outs(%e0 : …) layout nhwc filter oihw -> …
    %u = ascend.activation ins(%0 : …) outs(%e1 : …) epilogue [#ascend.silu] -> …
    %1 = ascend.transpose ins(%u : …) outs(%e3 : …) permutation [0, 3, 1, 2] -> …
    ```
  }];
  let options = [
    Option<"layout", "layout", "::mlir::ascend::Layout",
           /*default=*/"::mlir::ascend::Layout::NHWC", "The layout inside",
           [{::llvm::cl::values(
             clEnumValN(::mlir::ascend::Layout::NCHW, "nchw", "channels first"),
             clEnumValN(::mlir::ascend::Layout::NHWC, "nhwc", "channels last"))}]>
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::ascend::AscendDialect",
                           "::mlir::tensor::TensorDialect"];
}

def AscendFoldConstantsPass : Pass<"ascend-fold-constants"> {
  let summary = "Evaluate what depends on constants only";
  let description = [{
    Operands of ops that are computed from constants (transposed or reshaped
    weights, parameters of a BatchNorm, broadcasts of them) become constants,
    computed in f64 and rounded once.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def AscendPackFeatureMapsPass : Pass<"ascend-pack-feature-maps"> {
  let summary = "Bring parts of a network into nc1hwc0 where that is faster";
  let description = [{
    The host's runtime has Winograd's algorithm for maps in nc1hwc0 only: 3x3
    filters that are constant, stride 1, no dilation, one group, at least 128
    positions and 32 channels, with 48 of the output or 128 of the input. Parts
    of a network around such convolutions move from nhwc to nc1hwc0 when what
    they save, as estimated, is more than what `ascend.pack` and `ascend.unpack`
    at the borders of the part take. Of all partitions, the one of least time is
    taken (a minimum cut), and of equals the one with the fewest packed ops.
    oneDNN has both the algorithm and fast kernels for blocks of 16 on hosts
    with AVX-512 only: for others, leave the pass out.

    Packed are static f32 maps of rank 4 whose channels are a multiple of 16, as
    operands and results of conv (of one group, depthwise, or whole blocks in
    each group), pool, batch_norm, resize, activation, eltwise that does not
    broadcast, concat of channels and reduce over spatial dims. Everything else
    is in nhwc, behind an unpack: transposed convolutions, filters of other
    ranks, f16, bf16, dilated pools. Where a map has one position, pack and
    unpack are reshapes.

    Winograd's algorithm rounds differently: in networks of 20 to 120
    convolutions, results differ by about 1e-6 of their largest element. An Inf
    or NaN of the input reaches some more elements of the result.

    ```mlir
    %0 = ascend.conv ins(%x, %w : tensor<1x56x56x64xf32>, …) outs(%e0 : …)
        layout nhwc filter ohwi pad [1, 1, 1, 1] -> tensor<1x56x56x64xf32>
    ```
    becomes
    ```mlir
    %p = ascend.pack ins(%x : tensor<1x56x56x64xf32>)
        outs(%e1 : tensor<1x4x56x56x16xf32>) layout nhwc -> …
    %q = ascend.conv ins(%p, %w : tensor<1x4x56x56x16xf32>, …) outs(%e2 : …)
        layout nc1hwc0 filter ohwi pad [1, 1, 1, 1] -> tensor<1x4x56x56x16xf32>
    %0 = ascend.unpack ins(%q : tensor<1x4x56x56x16xf32>) outs(%e0 : …)
        layout nhwc -> tensor<1x56x56x64xf32>
    ```
  }];
  let options = [
    Option<"mode", "mode", "::mlir::ascend::PackingMode",
           /*default=*/"::mlir::ascend::PackingMode::Auto",
           "Which maps are packed",
           [{::llvm::cl::values(
             clEnumValN(::mlir::ascend::PackingMode::Auto, "auto",
                        "those where it is estimated to be faster"),
             clEnumValN(::mlir::ascend::PackingMode::Always, "always",
                        "all that can be"),
             clEnumValN(::mlir::ascend::PackingMode::Never, "never",
                        "none"))}]>
  ];
  let dependentDialects = ["::mlir::ascend::AscendDialect",
                           "::mlir::tensor::TensorDialect"];
}

def AscendPrepareBufferizationPass
    : Pass<"ascend-prepare-bufferization", "::mlir::ModuleOp"> {
  let summary = "Protect arguments and tell results apart";
  let description = [{
    Arguments of public functions belong to the caller: they are marked
    `bufferization.writable = false`. A function that returns one value twice,
    or an argument, returns copies, so that every result has memory of its own.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def AscendPlanMemoryPass : Pass<"ascend-plan-memory", "::mlir::ModuleOp"> {
  let summary = "Place all buffers of a function in one arena";
  let description = [{
    A `memref.alloc` of static size in the body of a function becomes a view at
    a fixed offset of one arena. Buffers whose lifetimes overlap never share
    bytes; others are packed (largest first, at the lowest offset that is free
    for the whole lifetime). An elementwise op whose operand dies there may
    write over that operand.

    The arena is `ascend.arena`, a byte buffer that the runtime's stream owns.

    What stays as it is: allocations of dynamic size, with a layout or memory
    space, or in nested regions; buffers that are returned, or have a user of
    which it is not known what it does with them; functions that others call
    (they would write over their callers' part of the arena) or of more than
    one block.
  }];
  let options = [
    Option<"alignment", "alignment", "int64_t", /*default=*/"64",
           "Alignment of every buffer in bytes">
  ];
  let dependentDialects = ["::mlir::ascend::AscendDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def AscendVerifyLowerablePass : Pass<"ascend-verify-lowerable"> {
  let summary = "Name what the backend cannot lower";
  let description = [{
    An error at every op that neither the ascend dialect's runtime nor the
    compiler for the host takes: ops that are not registered or of a dialect
    that nothing lowers, tosa ops that upstream has no conversion for, unranked
    tensors, quantized, complex and 8-bit floating-point elements, and ascend
    ops on more than six dims. The IR does not change.
  }];
}

#endif // ASCENDFOLD_DIALECT_ASCEND_TRANSFORMS_PASSES
