//===- Normalization.cpp - Normalizations ---------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operators.h"
#include "Tables.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::ascend::onnx_import;

/// The statistics are those of the batch, not constants: such a node has to be
/// exported for inference.
static bool isTraining(Node &node) {
  // The outputs beyond the first are for training: mean and var (until opset
  // 13 also saved_mean and saved_var).
  if (node.getOpset() >= 14 && node.getBool("training_mode", false)) {
    (void)node.error(
        "training_mode = 1 normalizes by the statistics of the batch, which "
        "are not constants; export the model for inference");
    return true;
  }
  for (size_t i = 1; i < node.getNumOutputs(); ++i) {
    if (!node.hasOutput(i))
      continue;
    (void)node.error("it has the outputs of training; export the model for "
                     "inference");
    return true;
  }
  return false;
}

static bool checkBatchNorm(Node &node) {
  const Tensor &input = node.getInput(0);
  node.ignoreAttribute("momentum");
  if (node.getOpset() < 9 && node.getInt("spatial", 1) != 1)
    return succeeded(node.error("attribute 'spatial' is 0: statistics per "
                                "element are not supported"));
  if (isTraining(node) || !node.requireFloat(input) ||
      !node.requireRank(input, 2, 6))
    return false;
  for (size_t i = 1; i < 5; ++i) {
    const Tensor &parameter = node.getInput(i);
    if (!node.requireFloat(parameter))
      return false;
    if (parameter.shape != Shape{input.shape[1]})
      return succeeded(node.error("parameter " + toString(parameter.shape) +
                                  " does not fit input " +
                                  toString(input.shape)));
  }
  return true;
}

/// BatchNormalization (opset 7, 9, 14, 15), decomposed:
/// `(x - mean) * rsqrt(var + epsilon) * scale + bias`. f16 and bf16 are
/// computed in f32: 1e-5 is no normal number of f16.
static LogicalResult convertBatchNormalization(Node &node) {
  double epsilon = node.getFloat("epsilon", 1e-5f);
  if (!checkBatchNorm(node))
    return failure();
  Emitter &emit = node.emit;
  const Tensor &input = node.getInput(0);
  Type type = getWideType(input.elementType);
  auto getParameter = [&](size_t i) {
    return emit.cast(emit.alongChannels(node.getInput(i), input.getRank()),
                     type);
  };
  Tensor scale = getParameter(1), bias = getParameter(2);
  Tensor mean = getParameter(3), variance = getParameter(4);
  Tensor centered = emit.sub(emit.cast(input, type), mean);
  Tensor deviation =
      emit.unary<tosa::RsqrtOp>(emit.add(variance, emit.number(type, epsilon)));
  Tensor scaled = emit.mul(emit.mul(centered, deviation), scale);
  return node.setOutput(emit.cast(emit.add(scaled, bias), input.elementType));
}

//===----------------------------------------------------------------------===//
// By the statistics of the input
//===----------------------------------------------------------------------===//

/// The mean along `axes`, whose extents become one. They are static.
static Tensor emitMean(Emitter &emit, const Tensor &tensor,
                       ArrayRef<int64_t> axes) {
  double count = 1;
  for (int64_t axis : axes)
    count *= static_cast<double>(tensor.shape[axis].value);
  return emit.scale(emit.reduce<tosa::ReduceSumOp>(tensor, axes), 1.0 / count);
}

namespace {
/// `(x - mean) / deviation`, and the latter two.
struct Normalized {
  Tensor value, mean, inverseDeviation;
};
} // namespace

static std::optional<Normalized> emitNormalized(Node &node, const Tensor &x,
                                                ArrayRef<int64_t> axes,
                                                double epsilon) {
  for (int64_t axis : axes) {
    if (x.shape[axis].isStatic() && x.shape[axis].value > 0)
      continue;
    (void)node.error("a mean along an axis of " + toString(x.shape[axis]) +
                     " elements is not supported");
    return std::nullopt;
  }
  Emitter &emit = node.emit;
  Normalized result;
  result.mean = emitMean(emit, x, axes);
  Tensor centered = emit.sub(x, result.mean);
  Tensor variance = emitMean(emit, emit.mul(centered, centered), axes);
  result.inverseDeviation = emit.unary<tosa::RsqrtOp>(
      emit.add(variance, emit.number(x.elementType, epsilon)));
  result.value = emit.mul(centered, result.inverseDeviation);
  return result;
}

/// LayerNormalization (opset 17). `stash_type` is the type of the statistics:
/// f32, or the input's where that is wider.
static LogicalResult convertLayerNormalization(Node &node) {
  const Tensor &input = node.getInput(0);
  double epsilon = node.getFloat("epsilon", 1e-5f);
  if (node.getInt("stash_type", 1) != 1)
    return node.error("attribute 'stash_type' is not 1");
  int64_t given = node.getInt("axis", -1);
  std::optional<int64_t> first = node.normalizeAxis(given, input.getRank());
  if (!first || node.hasFailed() || !node.requireFloat(input) ||
      !node.requireSameType(node.getInputs()))
    return failure();
  Emitter &emit = node.emit;
  Type type = getWideType(input.elementType);
  auto axes = llvm::to_vector(llvm::seq<int64_t>(*first, input.getRank()));
  std::optional<Normalized> normalized =
      emitNormalized(node, emit.cast(input, type), axes, epsilon);
  if (!normalized)
    return failure();
  Tensor result = emit.cast(normalized->value, input.elementType);
  result = emit.mul(result, node.getInput(1));
  if (node.hasInput(2))
    result = emit.add(result, node.getInput(2));
  if (result.shape != input.shape)
    return node.error("the parameters do not fit input " +
                      toString(input.shape));
  node.setOutput(1, normalized->mean);
  node.setOutput(2, normalized->inverseDeviation);
  return node.setOutput(result);
}

/// InstanceNormalization (opset 6).
static LogicalResult convertInstanceNormalization(Node &node) {
  const Tensor &input = node.getInput(0);
  double epsilon = node.getFloat("epsilon", 1e-5f);
  if (node.hasFailed() || !node.requireFloat(input) ||
      !node.requireRank(input, 3, 6) || !node.requireSameType(node.getInputs()))
    return failure();
  for (size_t i : {1, 2})
    if (node.getInput(i).shape != Shape{input.shape[1]})
      return node.error("parameter " + toString(node.getInput(i).shape) +
                        " does not fit input " + toString(input.shape));
  Emitter &emit = node.emit;
  Type type = getWideType(input.elementType);
  auto axes = llvm::to_vector(llvm::seq<int64_t>(2, input.getRank()));
  std::optional<Normalized> normalized =
      emitNormalized(node, emit.cast(input, type), axes, epsilon);
  if (!normalized)
    return failure();
  auto getParameter = [&](size_t i) {
    return emit.cast(emit.alongChannels(node.getInput(i), input.getRank()),
                     type);
  };
  Tensor scaled = emit.mul(normalized->value, getParameter(1));
  return node.setOutput(
      emit.cast(emit.add(scaled, getParameter(2)), input.elementType));
}

void mlir::ascend::onnx_import::populateNormalizationOperators(
    OperatorTable &table) {
  table.add("BatchNormalization", 5, 5, convertBatchNormalization);
  table.add("LayerNormalization", 2, 3, convertLayerNormalization,
            /*since=*/17);
  table.add("InstanceNormalization", 3, 3, convertInstanceNormalization);
}
