//===- Reference.cpp - The same module in a wider type --------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reference.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

#include <cstring>

using namespace mlir;
using namespace mlir::ascend::difftest;

namespace {
/// f16 and bf16 to f32, or f32 to f64.
class Widening {
public:
  explicit Widening(MLIRContext *context, bool toF64)
      : wide(toF64 ? FloatType(Float64Type::get(context))
                   : FloatType(Float32Type::get(context))) {}

  bool applies(Type type) const {
    return wide.isF64() ? type.isF32() : type.isF16() || type.isBF16();
  }
  FloatType getType() const { return wide; }
  APFloat widen(APFloat value) const {
    bool inexact;
    value.convert(wide.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &inexact);
    return value;
  }

private:
  FloatType wide;
};
} // namespace

/// The numbers of a constant of floats.
static SmallVector<APFloat> getValues(ElementsAttr attr) {
  if (auto dense = dyn_cast<DenseElementsAttr>(attr))
    return llvm::to_vector(dense.getValues<APFloat>());
  SmallVector<APFloat> values;
  auto type = cast<FloatType>(attr.getElementType());
  ArrayRef<char> data =
      cast<DenseResourceElementsAttr>(attr).getRawHandle().getBlob()->getData();
  const unsigned width = type.getWidth() / 8;
  for (size_t i = 0; i + width <= data.size(); i += width) {
    uint64_t bits = 0;
    std::memcpy(&bits, data.data() + i, width);
    values.emplace_back(type.getFloatSemantics(), APInt(type.getWidth(), bits));
  }
  return values;
}

static Attribute widenElements(ElementsAttr attr, const Widening &widening) {
  SmallVector<APFloat> values;
  for (const APFloat &value : getValues(attr))
    values.push_back(widening.widen(value));
  return DenseElementsAttr::get(attr.getShapedType().clone(widening.getType()),
                                values);
}

void mlir::ascend::difftest::widenTypes(ModuleOp module, bool toF64) {
  const Widening widening(module.getContext(), toF64);
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](FloatType type) -> std::optional<Type> {
    if (!widening.applies(type))
      return std::nullopt;
    return widening.getType();
  });
  using Replaced = std::optional<std::pair<Attribute, WalkResult>>;
  replacer.addReplacement([&](FloatAttr attr) -> Replaced {
    if (!widening.applies(attr.getType()))
      return std::nullopt;
    return std::pair(Attribute(FloatAttr::get(widening.getType(),
                                              widening.widen(attr.getValue()))),
                     WalkResult::skip());
  });
  replacer.addReplacement([&](ElementsAttr attr) -> Replaced {
    if (!widening.applies(attr.getElementType()))
      return std::nullopt;
    return std::pair(widenElements(attr, widening), WalkResult::skip());
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  module.walk([](Operation *op) {
    bool isCast = isa<arith::ExtFOp, arith::TruncFOp>(op);
    if (!isCast || op->getOperand(0).getType() != op->getResult(0).getType())
      return;
    op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    op->erase();
  });
}

RandomModule mlir::ascend::difftest::widenTypes(const RandomModule &module,
                                                bool toF64) {
  RandomModule wide = module;
  for (std::vector<Tensor> *tensors : {&wide.arguments, &wide.results})
    for (Tensor &tensor : *tensors)
      if (toF64 ? tensor.type == ElementType::F32
                : getBitWidth(tensor.type) == 16)
        tensor.type = toF64 ? ElementType::F64 : ElementType::F32;
  return wide;
}
