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

using namespace mlir;
using namespace mlir::ascend::difftest;

static bool isNarrow(Type type) { return type.isF16() || type.isBF16(); }

static APFloat widen(APFloat value) {
  bool inexact;
  value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &inexact);
  return value;
}

/// The numbers of a constant whose elements are narrow.
static SmallVector<APFloat> getValues(ElementsAttr attr) {
  if (auto dense = dyn_cast<DenseElementsAttr>(attr))
    return llvm::to_vector(dense.getValues<APFloat>());
  SmallVector<APFloat> values;
  auto type = cast<FloatType>(attr.getElementType());
  auto *blob = cast<DenseResourceElementsAttr>(attr).getRawHandle().getBlob();
  for (uint16_t bits : blob->getDataAs<uint16_t>())
    values.emplace_back(type.getFloatSemantics(), APInt(16, bits));
  return values;
}

static Attribute widenElements(ElementsAttr attr) {
  SmallVector<APFloat> values;
  for (const APFloat &value : getValues(attr))
    values.push_back(widen(value));
  return DenseElementsAttr::get(
      attr.getShapedType().clone(Float32Type::get(attr.getContext())), values);
}

void mlir::ascend::difftest::widenTypes(ModuleOp module) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](FloatType type) -> std::optional<Type> {
    if (!isNarrow(type))
      return std::nullopt;
    return Float32Type::get(type.getContext());
  });
  using Replaced = std::optional<std::pair<Attribute, WalkResult>>;
  replacer.addReplacement([](FloatAttr attr) -> Replaced {
    if (!isNarrow(attr.getType()))
      return std::nullopt;
    return std::pair(
        Attribute(FloatAttr::get(Float32Type::get(attr.getContext()),
                                 widen(attr.getValue()))),
        WalkResult::skip());
  });
  replacer.addReplacement([](ElementsAttr attr) -> Replaced {
    if (!isNarrow(attr.getElementType()))
      return std::nullopt;
    return std::pair(widenElements(attr), WalkResult::skip());
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

RandomModule mlir::ascend::difftest::widenTypes(const RandomModule &module) {
  RandomModule wide = module;
  for (std::vector<Tensor> *tensors : {&wide.arguments, &wide.results})
    for (Tensor &tensor : *tensors)
      if (getBitWidth(tensor.type) == 16)
        tensor.type = Float::F32;
  return wide;
}
