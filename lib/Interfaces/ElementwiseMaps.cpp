//===- ElementwiseMaps.cpp - How maps move elementwise --------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseMaps.h"

#include "ElementwiseStep.h"

#include "AscendFold/Analysis/ConstantEvaluator.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::ascend;

FailureOr<ConstantTensor>
ascend::evaluateIfConstant(Value value, ConstantEvaluator &evaluator) {
  if (!mayBeConstant(value))
    return failure();
  return evaluator.evaluate(value);
}

double ascend::getLargestFinite(Type type) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  if (!element)
    return 0.0;
  llvm::APFloat largest =
      llvm::APFloat::getLargest(element.getFloatSemantics());
  bool losesInfo = false;
  largest.convert(llvm::APFloat::IEEEdouble(),
                  llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return largest.convertToDouble();
}

/// The one operand that is no constant.
static std::optional<unsigned> getVariable(ValueRange operands,
                                           ConstantEvaluator &evaluator) {
  std::optional<unsigned> variable;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    if (succeeded(evaluateIfConstant(operand, evaluator)))
      continue;
    if (variable)
      return std::nullopt;
    variable = i;
  }
  return variable;
}

static bool isSum(ElementwiseRule rule) {
  return rule == ElementwiseRule::Sum || rule == ElementwiseRule::Difference;
}

static LogicalResult pullThroughExtremum(Operation *op,
                                         const ChannelAffineMap &map,
                                         ConstantEvaluator &evaluator,
                                         OperandMaps &operandMaps,
                                         std::string &why) {
  if (!map.isMonotone() || !map.region.empty()) {
    why = "a negative scale would turn its maximum into a minimum";
    return failure();
  }
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    FailureOr<ConstantTensor> constant = evaluateIfConstant(operand, evaluator);
    if (succeeded(constant) && !map.hasShift() &&
        constant->getUniformValue() == 0.0)
      continue;
    // A constant may grow along with the map; other values may not.
    if (failed(constant) && operand.getType() != op->getResult(0).getType()) {
      why = "an operand is broadcast";
      return failure();
    }
    operandMaps[i] = map;
  }
  return success();
}

LogicalResult ascend::pullThroughElementwise(
    Operation *op, ElementwiseRule rule, const ElementwiseFunction &function,
    ValueRange operands, const ChannelAffineMap &map,
    ConstantEvaluator &evaluator, OperandMaps &operandMaps, std::string &why) {
  operandMaps = getIdentityMaps(op);
  if (rule == ElementwiseRule::Extremum)
    return pullThroughExtremum(op, map, evaluator, operandMaps, why);
  std::optional<unsigned> variable = getVariable(operands, evaluator);
  if (!variable) {
    if (isSum(rule))
      return pullThroughSumOfTwo(op, map, rule == ElementwiseRule::Difference,
                                 operandMaps, why);
    why = "no scale or shift moves through it";
    return failure();
  }
  if (rule == ElementwiseRule::Homogeneous) {
    if (!map.isScaleOnly() || !map.isMonotone()) {
      why = "a shift or a negative scale does not move through it";
      return failure();
    }
    operandMaps[*variable] = map;
    return success();
  }
  FailureOr<ChannelAffineMap> own = getElementwiseMap(
      op, function, operands, operands[*variable], evaluator, why);
  if (failed(own))
    return failure();
  std::optional<ChannelAffineMap> moved = pullThroughMap(map, *own);
  if (!moved) {
    why = "a scale of zero lies between";
    return failure();
  }
  operandMaps[*variable] = *moved;
  return success();
}

static FailureOr<ChannelAffineMap>
pushThroughExtremum(Operation *op, ArrayRef<ChannelAffineMap> maps,
                    ConstantEvaluator &evaluator, std::string &why) {
  if (op->getOperand(0).getType() == op->getOperand(1).getType() &&
      maps[0] == maps[1] && maps[0].isMonotone() && maps[0].region.empty())
    return maps[0];
  for (unsigned i : {0, 1}) {
    FailureOr<ConstantTensor> other =
        evaluateIfConstant(op->getOperand(1 - i), evaluator);
    if (succeeded(other) && other->getUniformValue() == 0.0 &&
        maps[i].isScaleOnly() && maps[i].isMonotone() &&
        op->getOperand(i).getType() == op->getResult(0).getType())
      return maps[i];
  }
  why = "a shift or a negative scale does not move through it";
  return failure();
}

FailureOr<ChannelAffineMap> ascend::pushThroughElementwise(
    Operation *op, ElementwiseRule rule, const ElementwiseFunction &function,
    ValueRange operands, ArrayRef<ChannelAffineMap> maps,
    ConstantEvaluator &evaluator, std::string &why) {
  if (rule == ElementwiseRule::Extremum)
    return pushThroughExtremum(op, maps, evaluator, why);
  std::optional<unsigned> variable = getVariable(operands, evaluator);
  if (!variable) {
    if (isSum(rule) && operands[0].getType() == operands[1].getType())
      return pushThroughSumOfTwo(maps[0], maps[1],
                                 rule == ElementwiseRule::Difference, why);
    why = "no scale or shift moves through it";
    return failure();
  }
  if (rule == ElementwiseRule::Homogeneous) {
    if (maps[*variable].isScaleOnly() && maps[*variable].isMonotone())
      return maps[*variable];
    why = "a shift or a negative scale does not move through it";
    return failure();
  }
  FailureOr<ChannelAffineMap> own = getElementwiseMap(
      op, function, operands, operands[*variable], evaluator, why);
  if (failed(own))
    return failure();
  std::optional<ChannelAffineMap> moved = pushThroughMap(maps[*variable], *own);
  if (moved)
    return *moved;
  why = "a scale or shift would not be finite";
  return failure();
}
