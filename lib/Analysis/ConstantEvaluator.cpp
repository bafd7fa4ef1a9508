//===- ConstantEvaluator.cpp - Evaluate constant expressions --------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Analysis/ConstantEvaluator.h"

#include "AscendFold/Analysis/Elementwise.h"
#include "AscendFold/Interfaces/ConstantEvaluationOpInterface.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::ascend;

/// Deeper expressions are refused rather than risking the stack.
static constexpr unsigned kMaxDepth = 256;

Operation *ConstantEvaluator::lookupSymbol(Operation *from,
                                           SymbolRefAttr symbol) {
  return symbolTables ? symbolTables->lookupNearestSymbolFrom(from, symbol)
                      : SymbolTable::lookupNearestSymbolFrom(from, symbol);
}

LogicalResult ConstantEvaluator::fail(const Twine &why) {
  reason = why.str();
  return failure();
}

llvm::SmallPtrSet<Operation *, 16> ConstantEvaluator::getEvaluatedOps() const {
  llvm::SmallPtrSet<Operation *, 16> ops;
  for (const auto &[value, tensor] : cache)
    if (succeeded(tensor))
      ops.insert(value.getDefiningOp());
  return ops;
}

/// Whether the extents known of a value agree with its type; casts through
/// dynamic extents can lie.
static bool fitsType(const ConstantTensor &tensor, Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped)
    return tensor.getRank() == 0;
  if (!shaped.hasRank() || shaped.getRank() != tensor.getRank())
    return false;
  return llvm::all_of(llvm::zip_equal(tensor.getShape(), shaped.getShape()),
                      [](auto extents) {
                        auto [known, typed] = extents;
                        return known == typed || ShapedType::isDynamic(known) ||
                               ShapedType::isDynamic(typed);
                      });
}

FailureOr<ConstantTensor> ConstantEvaluator::evaluate(Value value) {
  auto cached = cache.find(value);
  if (cached != cache.end()) {
    if (failed(cached->second))
      reason = reasons.lookup(value);
    return cached->second;
  }
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return fail("it is an argument of a function or block");
  if (depth == kMaxDepth)
    return fail("the constant expression is too deep");
  ++depth;
  FailureOr<ConstantTensor> tensor = compute(result);
  --depth;
  if (succeeded(tensor) && !fitsType(*tensor, value.getType()))
    tensor = fail("its type contradicts its value");
  if (failed(tensor))
    reasons[value] = reason;
  cache.try_emplace(value, tensor);
  return tensor;
}

/// A constant attribute as a tensor; scalars have rank 0.
static FailureOr<ConstantTensor> fromAttribute(Attribute attr,
                                               std::string &why) {
  if (auto elements = dyn_cast<ElementsAttr>(attr))
    return ConstantTensor::get(elements, why);
  if (auto number = dyn_cast<FloatAttr>(attr))
    return ConstantTensor::getSplat(number.getValueAsDouble());
  if (auto number = dyn_cast<IntegerAttr>(attr)) {
    if (number.getValue().getSignificantBits() <= 53) {
      // i1 is stored as 0 and 1, everything else as a signed number.
      const APInt &value = number.getValue();
      return ConstantTensor::getSplat(
          number.getType().isInteger(1)
              ? (value.isZero() ? 0.0 : 1.0)
              : static_cast<double>(value.getSExtValue()));
    }
  }
  why = "its constant attribute is not of a kind that is evaluated";
  return failure();
}

FailureOr<ConstantTensor> ConstantEvaluator::compute(OpResult result) {
  Operation *op = result.getOwner();
  Attribute attr;
  if (matchPattern(op, m_Constant(&attr))) {
    std::string why;
    FailureOr<ConstantTensor> tensor = fromAttribute(attr, why);
    if (failed(tensor))
      return fail(why);
    return tensor;
  }
  if (auto evaluable = dyn_cast<ConstantEvaluationOpInterface>(op))
    return evaluable.evaluateConstant(result.getResultNumber(), *this);

  std::optional<ElementwiseFunction> function = getElementwiseFunction(op);
  auto shaped = dyn_cast<ShapedType>(result.getType());
  if (!function || (shaped && !shaped.hasRank()))
    return fail("'" + op->getName().getStringRef() +
                "' is not a constant expression");
  ArrayRef<int64_t> shape = shaped ? shaped.getShape() : ArrayRef<int64_t>();
  SmallVector<AbstractValue, 4> operands;
  for (Value operand : op->getOperands()) {
    FailureOr<ConstantTensor> tensor = evaluate(operand);
    if (failed(tensor))
      return failure();
    // A scalar condition of a select on tensors.
    if (tensor->getRank() == 0)
      tensor = tensor->broadcast(shape, {});
    operands.push_back(AbstractValue::getConstant(std::move(*tensor)));
  }
  AbstractValue value = applyElementwise(*function, operands, shape);
  if (!value.isConstant())
    return fail("'" + op->getName().getStringRef() +
                "' is too large, or an integer in it wraps around");
  return value.getConstant();
}

bool ascend::mayBeConstant(Value value) {
  // The budget bounds the walk through shared subexpressions.
  unsigned budget = 64;
  SmallVector<Value> worklist = {value};
  while (!worklist.empty()) {
    Operation *def = worklist.pop_back_val().getDefiningOp();
    if (!def || budget-- == 0)
      return false;
    if (def->hasTrait<OpTrait::ConstantLike>())
      continue;
    // What a destination holds does not matter, where it comes from neither.
    auto destination = dyn_cast<DestinationStyleOpInterface>(def);
    SmallVector<Value> inputs = destination
                                    ? destination.getDpsInputs()
                                    : SmallVector<Value>(def->getOperands());
    // A read of a global, say.
    if (inputs.empty()) {
      ConstantEvaluator evaluator;
      if (def->getNumResults() == 0 ||
          failed(evaluator.evaluate(def->getResult(0))))
        return false;
    }
    llvm::append_range(worklist, inputs);
  }
  return true;
}
