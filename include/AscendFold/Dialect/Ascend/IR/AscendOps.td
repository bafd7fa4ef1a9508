//===- AscendOps.td - Ops of the ascend dialect ------------*- tablegen -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_DIALECT_ASCEND_IR_ASCENDOPS
#define ASCENDFOLD_DIALECT_ASCEND_IR_ASCENDOPS

include "AscendFold/Dialect/Ascend/IR/AscendAttrs.td"
include "AscendFold/Dialect/Ascend/IR/AscendInterfaces.td"

include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Ascend_Element : AnyTypeOf<[F32, F16, BF16]>;
/// A tensor, or a buffer once bufferized.
def Ascend_Shaped : AnyTypeOf<[
  RankedTensorOf<[Ascend_Element]>,
  StridedMemRefRankOf<[Ascend_Element], [1, 2, 3, 4, 5, 6]>
], "ranked tensor or strided memref of f32, f16 or bf16 values">;
/// A vector of parameters, one for each channel.
def Ascend_Parameter : AnyTypeOf<[
  RankedTensorOf<[Ascend_Element]>,
  StridedMemRefRankOf<[Ascend_Element], [1]>
], "1-D tensor or memref of f32, f16 or bf16 values">;

class Ascend_Op<string mnemonic, list<Trait> traits = []>
    : Op<Ascend_Dialect, mnemonic, traits # [
        DestinationStyleOpInterface,
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                  ["reifyResultShapes"]>]> {
  let results = (outs Optional<AnyRankedTensor>:$result);
  let hasVerifier = 1;
  let hasCanonicalizer = 0;
  string baseDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getInitMutable(); }
  }];
  let extraClassDeclaration = baseDeclaration;
  string baseDefinition = [{
    void $cppClass::getEffects(
        ::llvm::SmallVectorImpl<::mlir::SideEffects::EffectInstance<
            ::mlir::MemoryEffects::Effect>> &effects) {
      detail::getDestinationStyleEffects(*this, effects);
    }
    ::llvm::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &shapes) {
      return detail::reifyDestinationShapes(*this, builder, shapes);
    }
  }];
  let extraClassDefinition = baseDefinition;
}

/// An op on feature maps.
class Ascend_FeatureMapOp<string mnemonic, list<Trait> traits = []>
    : Ascend_Op<mnemonic, traits # [
        DeclareOpInterfaceMethods<Ascend_FeatureMapOpInterface,
                                  ["getFeatureMaps"]>]> {
  let extraClassDeclaration = baseDeclaration # [{
    /// Number of spatial dims.
    int64_t getNumSpatialDims();
  }];
}

//===----------------------------------------------------------------------===//
// conv
//===----------------------------------------------------------------------===//

def Ascend_ConvOp : Ascend_FeatureMapOp<"conv", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<Ascend_InPlaceOpInterface>,
    DeclareOpInterfaceMethods<Ascend_EpilogueOpInterface, [
      "acceptsResidual", "getEpilogueResidual", "setEpilogueResidual"]>]> {
  let summary = "convolution with bias, BatchNorm, residual and epilogue";
  let description = [{
    A convolution (cross-correlation) over one to three spatial dims, then the
    epilogue. `pad` has two numbers for each spatial dim, before and after it.
    With `transposed` it is the gradient of the convolution with these
    parameters with respect to its input: `pad` crops the result, and may be
    negative at the end.

    `batch_norm` stands for gamma, beta, mean and variance that are known at run
    time only. The runtime folds them into filter and bias at the first call
    and again when they have changed.

    ```mlir
    %y = ascend.conv ins(%x, %w : tensor<1x8x8x3xf32>, tensor<4x3x3x3xf32>)
        bias(%b : tensor<4xf32>) outs(%init : tensor<1x8x8x4xf32>)
        layout nhwc filter ohwi pad [1, 1, 1, 1]
        epilogue [#ascend.clamp<0.0, 6.0>] -> tensor<1x8x8x4xf32>
    ```
  }];
  let arguments = (ins
    Ascend_Shaped:$input,
    Ascend_Shaped:$filter,
    Optional<Ascend_Parameter>:$bias,
    Optional<Ascend_Shaped>:$residual,
    Optional<Ascend_Parameter>:$gamma,
    Optional<Ascend_Parameter>:$beta,
    Optional<Ascend_Parameter>:$mean,
    Optional<Ascend_Parameter>:$variance,
    Ascend_Shaped:$init,
    Ascend_Layout:$layout,
    Ascend_FilterLayout:$filter_layout,
    OptionalAttr<DenseI64ArrayAttr>:$strides,
    OptionalAttr<DenseI64ArrayAttr>:$dilations,
    OptionalAttr<DenseI64ArrayAttr>:$pad,
    DefaultValuedAttr<I64Attr, "1">:$groups,
    UnitAttr:$transposed,
    OptionalAttr<F64Attr>:$epsilon,
    OptionalAttr<Ascend_EpilogueAttr>:$epilogue);
  let hasCanonicalizer = 1;
  let assemblyFormat = [{
    `ins` `(` $input `,` $filter `:` type($input) `,` type($filter) `)`
    (`bias` `(` $bias^ `:` type($bias) `)`)?
    (`batch_norm` `(` $gamma^ `,` $beta `,` $mean `,` $variance `:`
      type($gamma) `,` type($beta) `,` type($mean) `,` type($variance) `)`
      `epsilon` $epsilon)?
    (`residual` `(` $residual^ `:` type($residual) `)`)?
    `outs` `(` $init `:` type($init) `)`
    (`transposed` $transposed^)? `layout` $layout `filter` $filter_layout
    (`strides` $strides^)? (`dilations` $dilations^)? (`pad` $pad^)?
    (`groups` $groups^)? (`epilogue` $epilogue^)?
    attr-dict (`->` type($result)^)?
  }];
  let extraClassDeclaration = baseDeclaration # [{
    int64_t getNumSpatialDims();
    /// With the default, 1 or 0, in place of what is not given.
    ::llvm::SmallVector<int64_t> getStridesOrDefault();
    ::llvm::SmallVector<int64_t> getDilationsOrDefault();
    ::llvm::SmallVector<int64_t> getPadOrDefault();
    bool hasBatchNorm() { return static_cast<bool>(getGamma()); }
    /// Whether a step of the epilogue multiplies by the residual.
    bool isGated();
    /// Position of each dim of the filter: o, i, then the spatial ones.
    ::llvm::SmallVector<int64_t> getFilterDims();
    /// Channels of the output.
    int64_t getNumOutputChannels();
  }];
}

//===----------------------------------------------------------------------===//
// Other ops on feature maps
//===----------------------------------------------------------------------===//

def Ascend_PoolOp : Ascend_FeatureMapOp<"pool"> {
  let summary = "maximum or average over windows";
  let description = [{
    `pad` has two numbers for each spatial dim. The padding never counts in a
    maximum; in an average it counts as zeros with `avg_with_padding` only.

    ```mlir
    %y = ascend.pool max ins(%x : tensor<1x112x112x64xf32>)
        outs(%init : tensor<1x56x56x64xf32>)
        layout nhwc kernel [3, 3] strides [2, 2] pad [1, 1, 1, 1]
        -> tensor<1x56x56x64xf32>
    ```
  }];
  let arguments = (ins
    Ascend_PoolKind:$kind,
    Ascend_Shaped:$input,
    Ascend_Shaped:$init,
    Ascend_Layout:$layout,
    DenseI64ArrayAttr:$kernel,
    OptionalAttr<DenseI64ArrayAttr>:$strides,
    OptionalAttr<DenseI64ArrayAttr>:$dilations,
    OptionalAttr<DenseI64ArrayAttr>:$pad);
  let hasCanonicalizer = 1;
  let assemblyFormat = [{
    $kind `ins` `(` $input `:` type($input) `)` `outs` `(` $init `:` type($init) `)`
    `layout` $layout `kernel` $kernel (`strides` $strides^)?
    (`dilations` $dilations^)? (`pad` $pad^)? attr-dict (`->` type($result)^)?
  }];
  let extraClassDeclaration = baseDeclaration # [{
    int64_t getNumSpatialDims();
    ::llvm::SmallVector<int64_t> getStridesOrDefault();
    ::llvm::SmallVector<int64_t> getDilationsOrDefault();
    ::llvm::SmallVector<int64_t> getPadOrDefault();
  }];
}

def Ascend_ResizeOp : Ascend_FeatureMapOp<"resize"> {
  let summary = "nearest or linear interpolation";
  let description = [{
    Element `o` of a spatial dim of the result is read at
    `(o * denominator + offset) / numerator` of the input, an exact quotient;
    what lies outside is taken from the border. `scale` has numerator and
    denominator of each spatial dim, as `tosa.resize` has them.

    ```mlir
    %y = ascend.resize nearest_floor ins(%x : tensor<1x20x20x8xf32>)
        outs(%init : tensor<1x40x40x8xf32>)
        layout nhwc scale [2, 1, 2, 1] offset [0, 0] -> tensor<1x40x40x8xf32>
    ```
  }];
  let arguments = (ins
    Ascend_ResizeKind:$kind,
    Ascend_Shaped:$input,
    Ascend_Shaped:$init,
    Ascend_Layout:$layout,
    DenseI64ArrayAttr:$scale,
    DenseI64ArrayAttr:$offset);
  let assemblyFormat = [{
    $kind `ins` `(` $input `:` type($input) `)` `outs` `(` $init `:` type($init) `)`
    `layout` $layout `scale` $scale `offset` $offset
    attr-dict (`->` type($result)^)?
  }];
}

def Ascend_BatchNormOp : Ascend_FeatureMapOp<"batch_norm", [
    DeclareOpInterfaceMethods<Ascend_InPlaceOpInterface>,
    DeclareOpInterfaceMethods<Ascend_EpilogueOpInterface>]> {
  let summary = "BatchNorm as a kernel of its own";
  let description = [{
    `(x - mean) / sqrt(variance + epsilon) * gamma + beta` for each channel:
    what remains where a BatchNorm cannot be folded, and the baseline that
    folding is measured against.

    ```mlir
    %y = ascend.batch_norm ins(%x : tensor<1x56x56x64xf32>)
        parameters(%gamma, %beta, %mean, %variance : tensor<64xf32>,
          tensor<64xf32>, tensor<64xf32>, tensor<64xf32>)
        outs(%init : tensor<1x56x56x64xf32>)
        layout nhwc epsilon 1.0e-5 -> tensor<1x56x56x64xf32>
    ```
  }];
  let arguments = (ins
    Ascend_Shaped:$input,
    Ascend_Parameter:$gamma,
    Ascend_Parameter:$beta,
    Ascend_Parameter:$mean,
    Ascend_Parameter:$variance,
    Ascend_Shaped:$init,
    Ascend_Layout:$layout,
    F64Attr:$epsilon,
    OptionalAttr<Ascend_EpilogueAttr>:$epilogue);
  let hasCanonicalizer = 1;
  let assemblyFormat = [{
    `ins` `(` $input `:` type($input) `)`
    `parameters` `(` $gamma `,` $beta `,` $mean `,` $variance `:`
      type($gamma) `,` type($beta) `,` type($mean) `,` type($variance) `)`
    `outs` `(` $init `:` type($init) `)`
    `layout` $layout `epsilon` $epsilon (`epilogue` $epilogue^)?
    attr-dict (`->` type($result)^)?
  }];
}

//===----------------------------------------------------------------------===//
// Ops on tensors of any meaning
//===----------------------------------------------------------------------===//

def Ascend_MatmulOp : Ascend_Op<"matmul", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<Ascend_EpilogueOpInterface, [
      "acceptsResidual", "getEpilogueResidual", "setEpilogueResidual"]>]> {
  let summary = "matrix multiplication with bias, residual and epilogue";
  let description = [{
    `[…, M, K] x [… , K, N] -> […, M, N]`, with equal batch dims or 1 in an
    operand. With `transpose_lhs` or `transpose_rhs` the last two dims of that
    operand are the other way round. The bias has one element for each n.

    ```mlir
    %y = ascend.matmul ins(%x, %w : tensor<1x512xf32>, tensor<1000x512xf32>)
        bias(%b : tensor<1000xf32>) outs(%init : tensor<1x1000xf32>)
        transpose_rhs -> tensor<1x1000xf32>
    ```
  }];
  let arguments = (ins
    Ascend_Shaped:$lhs,
    Ascend_Shaped:$rhs,
    Optional<Ascend_Parameter>:$bias,
    Optional<Ascend_Shaped>:$residual,
    Ascend_Shaped:$init,
    UnitAttr:$transpose_lhs,
    UnitAttr:$transpose_rhs,
    OptionalAttr<Ascend_EpilogueAttr>:$epilogue);
  let hasCanonicalizer = 1;
  let assemblyFormat = [{
    `ins` `(` $lhs `,` $rhs `:` type($lhs) `,` type($rhs) `)`
    (`bias` `(` $bias^ `:` type($bias) `)`)?
    (`residual` `(` $residual^ `:` type($residual) `)`)?
    `outs` `(` $init `:` type($init) `)`
    (`transpose_lhs` $transpose_lhs^)? (`transpose_rhs` $transpose_rhs^)?
    (`epilogue` $epilogue^)? attr-dict (`->` type($result)^)?
  }];
}

def Ascend_EltwiseOp : Ascend_Op<"eltwise", [
    DeclareOpInterfaceMethods<Ascend_InPlaceOpInterface>,
    DeclareOpInterfaceMethods<Ascend_EpilogueOpInterface>]> {
  let summary = "arithmetic of two tensors, then an epilogue";
  let description = [{
    Ranks are equal; a dim of 1 in an operand broadcasts.

    ```mlir
    %z = ascend.eltwise add ins(%x, %y : tensor<1x7x7x8xf32>, tensor<1x7x7x8xf32>)
        outs(%init : tensor<1x7x7x8xf32>)
        epilogue [#ascend.relu] -> tensor<1x7x7x8xf32>
    ```
  }];
  let arguments = (ins
    Ascend_EltwiseKind:$kind,
    Ascend_Shaped:$lhs,
    Ascend_Shaped:$rhs,
    Ascend_Shaped:$init,
    OptionalAttr<Ascend_EpilogueAttr>:$epilogue);
  let hasCanonicalizer = 1;
  let assemblyFormat = [{
    $kind `ins` `(` $lhs `,` $rhs `:` type($lhs) `,` type($rhs) `)`
    `outs` `(` $init `:` type($init) `)` (`epilogue` $epilogue^)?
    attr-dict (`->` type($result)^)?
  }];
}

def Ascend_ActivationOp : Ascend_Op<"activation", [
    DeclareOpInterfaceMethods<Ascend_InPlaceOpInterface>,
    DeclareOpInterfaceMethods<Ascend_EpilogueOpInterface>]> {
  let summary = "functions of each element, as a kernel of its own";
  let description = [{
    ```mlir
    %y = ascend.activation ins(%x : tensor<1x7x7x8xf32>)
        outs(%init : tensor<1x7x7x8xf32>)
        epilogue [#ascend.silu] -> tensor<1x7x7x8xf32>
    ```
  }];
  let arguments = (ins
    Ascend_Shaped:$input,
    Ascend_Shaped:$init,
    Ascend_EpilogueAttr:$epilogue);
  let hasCanonicalizer = 1;
  let assemblyFormat = [{
    `ins` `(` $input `:` type($input) `)` `outs` `(` $init `:` type($init) `)`
    `epilogue` $epilogue attr-dict (`->` type($result)^)?
  }];
}

def Ascend_ConcatOp : Ascend_Op<"concat"> {
  let summary = "tensors one behind the other";
  let description = [{
    ```mlir
    %z = ascend.concat 3 ins(%x, %y : tensor<1x7x7x8xf32>, tensor<1x7x7x4xf32>)
        outs(%init : tensor<1x7x7x12xf32>) -> tensor<1x7x7x12xf32>
    ```
  }];
  let arguments = (ins
    I64Attr:$axis,
    Variadic<Ascend_Shaped>:$inputs,
    Ascend_Shaped:$init);
  let hasCanonicalizer = 1;
  let assemblyFormat = [{
    $axis `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $init `:` type($init) `)` attr-dict (`->` type($result)^)?
  }];
}

def Ascend_SoftmaxOp : Ascend_Op<"softmax"> {
  let summary = "exp(x - max) divided by its sum, along an axis";
  let description = [{
    ```mlir
    %y = ascend.softmax 1 ins(%x : tensor<1x1000xf32>)
        outs(%init : tensor<1x1000xf32>) -> tensor<1x1000xf32>
    ```
  }];
  let arguments = (ins I64Attr:$axis, Ascend_Shaped:$input, Ascend_Shaped:$init);
  let assemblyFormat = [{
    $axis `ins` `(` $input `:` type($input) `)`
    `outs` `(` $init `:` type($init) `)` attr-dict (`->` type($result)^)?
  }];
}

def Ascend_ReduceOp : Ascend_Op<"reduce"> {
  let summary = "sum, mean, maximum or minimum over dims that become 1";
  let description = [{
    ```mlir
    %y = ascend.reduce mean ins(%x : tensor<1x7x7x512xf32>)
        outs(%init : tensor<1x1x1x512xf32>) axes [1, 2] -> tensor<1x1x1x512xf32>
    ```
  }];
  let arguments = (ins
    Ascend_ReduceKind:$kind,
    Ascend_Shaped:$input,
    Ascend_Shaped:$init,
    DenseI64ArrayAttr:$axes);
  let hasCanonicalizer = 1;
  let assemblyFormat = [{
    $kind `ins` `(` $input `:` type($input) `)` `outs` `(` $init `:` type($init) `)`
    `axes` $axes attr-dict (`->` type($result)^)?
  }];
}

def Ascend_TransposeOp : Ascend_Op<"transpose"> {
  let summary = "reorder dims";
  let description = [{
    Dim `i` of the result is dim `permutation[i]` of the input.

    ```mlir
    %y = ascend.transpose ins(%x : tensor<1x3x224x224xf32>)
        outs(%init : tensor<1x224x224x3xf32>)
        permutation [0, 2, 3, 1] -> tensor<1x224x224x3xf32>
    ```
  }];
  let arguments = (ins
    Ascend_Shaped:$input,
    Ascend_Shaped:$init,
    DenseI64ArrayAttr:$permutation);
  let hasCanonicalizer = 1;
  let assemblyFormat = [{
    `ins` `(` $input `:` type($input) `)` `outs` `(` $init `:` type($init) `)`
    `permutation` $permutation attr-dict (`->` type($result)^)?
  }];
  let hasFolder = 1;
}

def Ascend_ArenaOp : Op<Ascend_Dialect, "arena", [
    MemoryEffects<[MemAlloc]>]> {
  let summary = "the memory of a run";
  let description = [{
    A byte buffer that belongs to the stream that the function runs on, the same
    at every call. `ascend-plan-memory` places all buffers in it.

    ```mlir
    %arena = ascend.arena : memref<1605632xi8>
    ```
  }];
  let results = (outs MemRefRankOf<[I8], [1]>:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasVerifier = 1;
}

class Ascend_PackingOp<string mnemonic> : Ascend_Op<mnemonic> {
  let arguments = (ins
    Ascend_Shaped:$input,
    Ascend_Shaped:$init,
    Ascend_Layout:$layout);
  let assemblyFormat = [{
    `ins` `(` $input `:` type($input) `)` `outs` `(` $init `:` type($init) `)`
    `layout` $layout attr-dict (`->` type($result)^)?
  }];
}

def Ascend_PackOp : Ascend_PackingOp<"pack"> {
  let summary = "bring a feature map into the device format NC1HWC0";
  let description = [{
    The input is in `layout`, `nchw` or `nhwc`; the result is
    `[N, ceil(C / 16), H, W, 16]`, the rest of the last block zero.

    ```mlir
    %y = ascend.pack ins(%x : tensor<1x24x8x8xf32>)
        outs(%init : tensor<1x2x8x8x16xf32>)
        layout nchw -> tensor<1x2x8x8x16xf32>
    ```
  }];
}

def Ascend_UnpackOp : Ascend_PackingOp<"unpack"> {
  let summary = "bring a feature map back from the device format NC1HWC0";
  let description = [{
    The result is in `layout`, `nchw` or `nhwc`; its number of channels says
    what of the last block is data.

    ```mlir
    %y = ascend.unpack ins(%x : tensor<1x2x8x8x16xf32>)
        outs(%init : tensor<1x24x8x8xf32>)
        layout nchw -> tensor<1x24x8x8xf32>
    ```
  }];
}

#endif // ASCENDFOLD_DIALECT_ASCEND_IR_ASCENDOPS
