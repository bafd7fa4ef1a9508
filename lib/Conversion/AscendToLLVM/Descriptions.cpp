//===- Descriptions.cpp - Ops as structs of the runtime -------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Descriptions.h"

#include "AscendFold/Dialect/Ascend/IR/Ascend.h"

#include "ascendrt/ascendrt.h"

#include "mlir/IR/BuiltinTypes.h"

#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cstring>

using namespace mlir;
using namespace mlir::ascend;

static_assert(kMaxRank == ASCENDRT_MAX_RANK &&
              kMaxEpilogueSteps == ASCENDRT_MAX_EPILOGUE);

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

namespace {
/// A description under construction: a struct of the runtime that begins with
/// an `ascendrt_desc`.
template <typename Desc>
class DescriptionBuilder {
public:
  DescriptionBuilder(Operation *op, ascendrt_op kind) : op(op) {
    // Padding as well: equal descriptions are equal bytes.
    std::memset(&desc, 0, sizeof(desc));
    desc.header.struct_size = sizeof(Desc);
    desc.header.op = kind;
  }

  Desc *operator->() { return &desc; }

  /// Dim i of `tensor` is dim `order[i]` of `buffer`.
  LogicalResult setTensor(ascendrt_tensor &tensor, Value buffer,
                          ArrayRef<int64_t> order);
  /// All dims in their own order.
  LogicalResult setTensor(ascendrt_tensor &tensor, Value buffer) {
    const int64_t rank = cast<MemRefType>(buffer.getType()).getRank();
    return setTensor(tensor, buffer,
                     llvm::to_vector(llvm::seq<int64_t>(0, rank)));
  }
  /// N, C, spatial; `channels` says how many of the blocks of NC1HWC0 there are
  /// channels of.
  LogicalResult setFeatureMap(ascendrt_tensor &tensor, Value buffer,
                              Layout layout,
                              std::optional<int64_t> channels = std::nullopt);
  void setEpilogue(ascendrt_epilogue &epilogue, ArrayAttr steps);

  Launch finish(ArrayRef<Value> arguments) {
    Launch launch;
    launch.description.assign(reinterpret_cast<const char *>(&desc),
                              sizeof(desc));
    launch.dynamicFields = std::move(dynamicFields);
    launch.arguments.assign(arguments.begin(), arguments.end());
    return launch;
  }

private:
  size_t getOffset(const void *field) {
    return static_cast<const char *>(field) -
           reinterpret_cast<const char *>(&desc);
  }

  Operation *op;
  Desc desc;
  SmallVector<DynamicField> dynamicFields;
};
} // namespace

static int32_t getDataType(Type type) {
  return type.isF32()   ? ASCENDRT_F32
         : type.isF16() ? ASCENDRT_F16
                        : ASCENDRT_BF16;
}

static int32_t getDataType(Value value) {
  return value ? getDataType(cast<MemRefType>(value.getType()).getElementType())
               : ASCENDRT_F32;
}

template <typename Desc>
LogicalResult DescriptionBuilder<Desc>::setTensor(ascendrt_tensor &tensor,
                                                  Value buffer,
                                                  ArrayRef<int64_t> order) {
  auto type = cast<MemRefType>(buffer.getType());
  if (order.size() > ASCENDRT_MAX_RANK)
    return op->emitOpError("has a buffer of rank ")
           << order.size() << ", but the runtime takes at most "
           << ASCENDRT_MAX_RANK;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return op->emitOpError("has a buffer without strides");
  tensor.dtype = getDataType(type.getElementType());
  tensor.format = ASCENDRT_STRIDED;
  tensor.rank = order.size();
  for (auto [i, dim] : llvm::enumerate(order)) {
    tensor.dims[i] = type.getDimSize(dim);
    tensor.strides[i] = strides[dim];
    if (type.isDynamicDim(dim))
      dynamicFields.push_back(
          {getOffset(&tensor.dims[i]), buffer, dim, /*isStride=*/false});
    if (ShapedType::isDynamic(strides[dim]))
      dynamicFields.push_back(
          {getOffset(&tensor.strides[i]), buffer, dim, /*isStride=*/true});
  }
  return success();
}

/// The dims of a feature map in the order N, C, spatial.
static SmallVector<int64_t> getFeatureMapOrder(Layout layout, int64_t rank) {
  if (layout == Layout::NHWC)
    return getToChannelsFirst(rank);
  // The block of NC1HWC0 is no dim of its own.
  return llvm::to_vector(
      llvm::seq<int64_t>(0, layout == Layout::NC1HWC0 ? rank - 1 : rank));
}

template <typename Desc>
LogicalResult
DescriptionBuilder<Desc>::setFeatureMap(ascendrt_tensor &tensor, Value buffer,
                                        Layout layout,
                                        std::optional<int64_t> channels) {
  auto type = cast<MemRefType>(buffer.getType());
  if (failed(setTensor(tensor, buffer,
                       getFeatureMapOrder(layout, type.getRank()))))
    return failure();
  if (layout != Layout::NC1HWC0)
    return success();
  if (type.isDynamicDim(1) || !type.getLayout().isIdentity())
    return op->emitOpError("needs static channels and a contiguous buffer in "
                           "the layout nc1hwc0");
  tensor.format = ASCENDRT_NC1HWC0;
  tensor.dims[1] = channels.value_or(type.getDimSize(1) * kChannelBlock);
  std::memset(tensor.strides, 0, sizeof(tensor.strides));
  llvm::erase_if(dynamicFields, [&](const DynamicField &field) {
    return field.isStride && field.buffer == buffer;
  });
  return success();
}

template <typename Desc>
void DescriptionBuilder<Desc>::setEpilogue(ascendrt_epilogue &epilogue,
                                           ArrayAttr steps) {
  if (!steps)
    return;
  for (auto step : steps.getAsRange<EpilogueStepAttrInterface>()) {
    ascendrt_epilogue_step &entry = epilogue.steps[epilogue.count++];
    entry.function = step.getRuntimeFunction();
    entry.alpha = static_cast<float>(step.getAlpha());
    entry.beta = static_cast<float>(step.getBeta());
  }
}

/// The pairs of numbers before and after each spatial dim, as two arrays.
static void setPad(ArrayRef<int64_t> pad, int64_t *before, int64_t *after) {
  for (size_t i = 0; i < pad.size() / 2; ++i) {
    before[i] = pad[2 * i];
    after[i] = pad[2 * i + 1];
  }
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// The filter as G, O/G, I/G, spatial.
static LogicalResult setFilter(ConvOp op, ascendrt_tensor &tensor) {
  auto type = cast<MemRefType>(op.getFilter().getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!type.hasStaticShape() ||
      failed(type.getStridesAndOffset(strides, offset)) ||
      llvm::any_of(strides, ShapedType::isDynamic))
    return op.emitOpError("needs a filter of static shape, but got ") << type;
  SmallVector<int64_t> dims = op.getFilterDims();
  const int64_t groups = op.getGroups();
  const int64_t o = dims[0], i = dims[1];
  const bool isGroupedInput = op.getFilterLayout() == FilterLayout::IOHW;
  const int64_t outputs = type.getDimSize(o) / (isGroupedInput ? 1 : groups);
  const int64_t inputs = type.getDimSize(i) / (isGroupedInput ? groups : 1);
  tensor.dtype = getDataType(type.getElementType());
  tensor.rank = dims.size() + 1;
  tensor.dims[0] = groups;
  tensor.strides[0] =
      isGroupedInput ? strides[i] * inputs : strides[o] * outputs;
  tensor.dims[1] = outputs;
  tensor.strides[1] = strides[o];
  tensor.dims[2] = inputs;
  tensor.strides[2] = strides[i];
  for (size_t d = 2; d < dims.size(); ++d) {
    tensor.dims[d + 1] = type.getDimSize(dims[d]);
    tensor.strides[d + 1] = strides[dims[d]];
  }
  return success();
}

static FailureOr<Launch> describeOp(ConvOp op) {
  DescriptionBuilder<ascendrt_conv_desc> desc(op, ASCENDRT_OP_CONV);
  const Layout layout = op.getLayout();
  if (failed(setFilter(op, desc->filter)))
    return failure();
  const int64_t inputs = desc->filter.dims[0] * desc->filter.dims[2];
  const int64_t outputs = desc->filter.dims[0] * desc->filter.dims[1];
  if (failed(desc.setFeatureMap(desc->input, op.getInput(), layout, inputs)) ||
      failed(desc.setFeatureMap(desc->output, op.getInit(), layout, outputs)))
    return failure();
  if (op.getBias())
    desc->flags |= ASCENDRT_CONV_BIAS;
  if (op.getTransposed())
    desc->flags |= ASCENDRT_CONV_TRANSPOSED;
  if (op.getResidual()) {
    desc->flags |= ASCENDRT_CONV_RESIDUAL;
    if (op.getResidual() == op.getInit() && !op.isGated())
      desc->flags |= ASCENDRT_CONV_IN_PLACE;
    if (failed(desc.setFeatureMap(desc->residual, op.getResidual(), layout,
                                  outputs)))
      return failure();
  }
  if (op.hasBatchNorm()) {
    desc->flags |= ASCENDRT_CONV_BATCH_NORM;
    desc->parameter_dtype = getDataType(op.getGamma());
    desc->epsilon = op.getEpsilon()->convertToDouble();
  }
  desc->bias_dtype = getDataType(op.getBias());
  desc->num_spatial = op.getNumSpatialDims();
  llvm::copy(op.getStridesOrDefault(), desc->strides);
  llvm::copy(op.getDilationsOrDefault(), desc->dilations);
  setPad(op.getPadOrDefault(), desc->pad_before, desc->pad_after);
  desc.setEpilogue(desc->epilogue, op.getEpilogueAttr());
  SmallVector<Value> arguments = {op.getInput(), op.getFilter(), op.getBias(),
                                  op.getResidual(), op.getInit()};
  if (op.hasBatchNorm())
    arguments.append(
        {op.getGamma(), op.getBeta(), op.getMean(), op.getVariance()});
  return desc.finish(arguments);
}

/// Dims of a matrix in the order batch, rows, columns, with the last two
/// swapped when it is stored the other way round.
static SmallVector<int64_t> getMatrixOrder(Value buffer, bool isTransposed) {
  const int64_t rank = cast<MemRefType>(buffer.getType()).getRank();
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (isTransposed)
    std::swap(order[rank - 1], order[rank - 2]);
  return order;
}

static FailureOr<Launch> describeOp(MatmulOp op) {
  DescriptionBuilder<ascendrt_matmul_desc> desc(op, ASCENDRT_OP_MATMUL);
  if (failed(
          desc.setTensor(desc->lhs, op.getLhs(),
                         getMatrixOrder(op.getLhs(), op.getTransposeLhs()))) ||
      failed(
          desc.setTensor(desc->rhs, op.getRhs(),
                         getMatrixOrder(op.getRhs(), op.getTransposeRhs()))) ||
      failed(desc.setTensor(desc->output, op.getInit())))
    return failure();
  desc->has_bias = op.getBias() != nullptr;
  desc->bias_dtype = getDataType(op.getBias());
  desc->has_residual = op.getResidual() != nullptr;
  if (op.getResidual() &&
      failed(desc.setTensor(desc->residual, op.getResidual())))
    return failure();
  desc.setEpilogue(desc->epilogue, op.getEpilogueAttr());
  return desc.finish(
      {op.getLhs(), op.getRhs(), op.getBias(), op.getResidual(), op.getInit()});
}

static FailureOr<Launch> describeOp(PoolOp op) {
  DescriptionBuilder<ascendrt_pool_desc> desc(op, ASCENDRT_OP_POOL);
  if (failed(desc.setFeatureMap(desc->input, op.getInput(), op.getLayout())) ||
      failed(desc.setFeatureMap(desc->output, op.getInit(), op.getLayout())))
    return failure();
  desc->kind = static_cast<int32_t>(op.getKind());
  desc->num_spatial = op.getNumSpatialDims();
  llvm::copy(op.getKernel(), desc->kernel);
  llvm::copy(op.getStridesOrDefault(), desc->strides);
  llvm::copy(op.getDilationsOrDefault(), desc->dilations);
  setPad(op.getPadOrDefault(), desc->pad_before, desc->pad_after);
  return desc.finish({op.getInput(), op.getInit()});
}

static FailureOr<Launch> describeOp(ResizeOp op) {
  DescriptionBuilder<ascendrt_resize_desc> desc(op, ASCENDRT_OP_RESIZE);
  if (failed(desc.setFeatureMap(desc->input, op.getInput(), op.getLayout())) ||
      failed(desc.setFeatureMap(desc->output, op.getInit(), op.getLayout())))
    return failure();
  desc->kind = static_cast<int32_t>(op.getKind());
  desc->num_spatial = op.getNumSpatialDims();
  setPad(op.getScale(), desc->numerator, desc->denominator);
  llvm::copy(op.getOffset(), desc->offset);
  return desc.finish({op.getInput(), op.getInit()});
}

static FailureOr<Launch> describeOp(BatchNormOp op) {
  DescriptionBuilder<ascendrt_batch_norm_desc> desc(op, ASCENDRT_OP_BATCH_NORM);
  auto parameters = cast<MemRefType>(op.getGamma().getType());
  if (parameters.isDynamicDim(0))
    return op.emitOpError("needs a static number of channels");
  const int64_t channels = parameters.getDimSize(0);
  if (failed(desc.setFeatureMap(desc->input, op.getInput(), op.getLayout(),
                                channels)) ||
      failed(desc.setFeatureMap(desc->output, op.getInit(), op.getLayout(),
                                channels)))
    return failure();
  desc->parameter_dtype = getDataType(op.getGamma());
  desc->epsilon = op.getEpsilon().convertToDouble();
  desc.setEpilogue(desc->epilogue, op.getEpilogueAttr());
  return desc.finish({op.getInput(), op.getGamma(), op.getBeta(), op.getMean(),
                      op.getVariance(), op.getInit()});
}

static FailureOr<Launch> describeOp(EltwiseOp op) {
  DescriptionBuilder<ascendrt_eltwise_desc> desc(op, ASCENDRT_OP_ELTWISE);
  if (failed(desc.setTensor(desc->lhs, op.getLhs())) ||
      failed(desc.setTensor(desc->rhs, op.getRhs())) ||
      failed(desc.setTensor(desc->output, op.getInit())))
    return failure();
  desc->kind = static_cast<int32_t>(op.getKind());
  desc.setEpilogue(desc->epilogue, op.getEpilogueAttr());
  return desc.finish({op.getLhs(), op.getRhs(), op.getInit()});
}

static FailureOr<Launch> describeOp(ActivationOp op) {
  DescriptionBuilder<ascendrt_activation_desc> desc(op, ASCENDRT_OP_ACTIVATION);
  if (failed(desc.setTensor(desc->input, op.getInput())) ||
      failed(desc.setTensor(desc->output, op.getInit())))
    return failure();
  desc.setEpilogue(desc->epilogue, op.getEpilogueAttr());
  return desc.finish({op.getInput(), op.getInit()});
}

static FailureOr<Launch> describeOp(ConcatOp op) {
  if (op.getInputs().size() > ASCENDRT_MAX_CONCAT)
    return op.emitOpError("has ")
           << op.getInputs().size() << " inputs, but the runtime takes at most "
           << ASCENDRT_MAX_CONCAT;
  DescriptionBuilder<ascendrt_concat_desc> desc(op, ASCENDRT_OP_CONCAT);
  for (auto [i, input] : llvm::enumerate(op.getInputs()))
    if (failed(desc.setTensor(desc->inputs[i], input)))
      return failure();
  if (failed(desc.setTensor(desc->output, op.getInit())))
    return failure();
  desc->axis = op.getAxis();
  desc->num_inputs = op.getInputs().size();
  SmallVector<Value> arguments(op.getInputs());
  arguments.push_back(op.getInit());
  return desc.finish(arguments);
}

static FailureOr<Launch> describeOp(SoftmaxOp op) {
  DescriptionBuilder<ascendrt_softmax_desc> desc(op, ASCENDRT_OP_SOFTMAX);
  if (failed(desc.setTensor(desc->input, op.getInput())) ||
      failed(desc.setTensor(desc->output, op.getInit())))
    return failure();
  desc->axis = op.getAxis();
  return desc.finish({op.getInput(), op.getInit()});
}

static FailureOr<Launch> describeOp(ReduceOp op) {
  DescriptionBuilder<ascendrt_reduce_desc> desc(op, ASCENDRT_OP_REDUCE);
  if (failed(desc.setTensor(desc->input, op.getInput())) ||
      failed(desc.setTensor(desc->output, op.getInit())))
    return failure();
  desc->kind = static_cast<int32_t>(op.getKind());
  return desc.finish({op.getInput(), op.getInit()});
}

static FailureOr<Launch> describeOp(TransposeOp op) {
  DescriptionBuilder<ascendrt_copy_desc> desc(op, ASCENDRT_OP_COPY);
  if (failed(desc.setTensor(desc->input, op.getInput(), op.getPermutation())) ||
      failed(desc.setTensor(desc->output, op.getInit())))
    return failure();
  return desc.finish({op.getInput(), op.getInit()});
}

/// Pack and unpack: `plain` is the side in `layout`.
template <typename Op>
static FailureOr<Launch> describePacking(Op op, Value plain) {
  DescriptionBuilder<ascendrt_copy_desc> desc(op, ASCENDRT_OP_COPY);
  auto type = cast<MemRefType>(plain.getType());
  const int64_t channels =
      type.getDimSize(getChannelDim(op.getLayout(), type.getRank()));
  if (ShapedType::isDynamic(channels))
    return op.emitOpError("needs a static number of channels");
  for (auto [tensor, value] : {std::pair(&desc->input, op.getInput()),
                               std::pair(&desc->output, op.getInit())}) {
    const Layout layout = value == plain ? op.getLayout() : Layout::NC1HWC0;
    if (failed(desc.setFeatureMap(*tensor, value, layout, channels)))
      return failure();
  }
  return desc.finish({op.getInput(), op.getInit()});
}

FailureOr<Launch> ascend::describe(Operation *op) {
  return llvm::TypeSwitch<Operation *, FailureOr<Launch>>(op)
      .Case<ActivationOp, BatchNormOp, ConcatOp, ConvOp, EltwiseOp, MatmulOp,
            PoolOp, ReduceOp, ResizeOp, SoftmaxOp, TransposeOp>(
          [](auto concrete) { return describeOp(concrete); })
      .Case([](PackOp pack) { return describePacking(pack, pack.getInput()); })
      .Case([](UnpackOp unpack) {
        return describePacking(unpack, unpack.getInit());
      })
      .Default([](Operation *other) -> FailureOr<Launch> {
        return other->emitOpError("has no counterpart in the runtime");
      });
}
