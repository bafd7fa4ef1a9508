//===- ExternalConstants.cpp - Weights outside of the code ----------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExternalConstants.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/Alignment.h"

#include <cstring>
#include <optional>

using namespace mlir;
using namespace foldrun;
using llvm::Align;
using llvm::Error;
using llvm::Expected;

/// Below this a constant may as well be part of the code.
static constexpr size_t kMinSize = 4096;

/// The memory of an attribute that lies there as the array that the generated
/// code reads: no splat, and no i1, which attributes pack into bits.
static std::optional<ArrayRef<char>> getRawData(Attribute value) {
  auto elements = dyn_cast_or_null<ElementsAttr>(value);
  if (!elements || !elements.getElementType().isIntOrFloat())
    return std::nullopt;
  const unsigned width = elements.getElementType().getIntOrFloatBitWidth();
  if (width % 8 != 0)
    return std::nullopt;

  ArrayRef<char> data;
  if (auto dense = dyn_cast<DenseIntOrFPElementsAttr>(value)) {
    data = dense.getRawData();
  } else if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      data = blob->getData();
  }
  const uint64_t size = elements.getNumElements() * (width / 8);
  if (data.size() != size || size < kMinSize)
    return std::nullopt;
  return data;
}

static void makeDeclaration(LLVM::GlobalOp global) {
  global.removeValueAttr();
  global.setLinkage(LLVM::Linkage::External);
  global.setVisibility_(LLVM::Visibility::Default);
  // The memory may be further away than code reaches directly: without this
  // the address is taken from the global offset table.
  global.setDsoLocal(false);
}

Error ExternalConstants::take(ModuleOp module) {
  for (auto global : module.getOps<LLVM::GlobalOp>()) {
    if (!global.getConstant() || global.getThreadLocal_() ||
        global.getAddrSpace() != 0)
      continue;
    std::optional<ArrayRef<char>> data = getRawData(global.getValueOrNull());
    if (!data)
      continue;
    const char *address = data->data();
    const uint64_t alignment = global.getAlignment().value_or(16);
    if (!llvm::isAddrAligned(Align(alignment), address)) {
      Expected<HostBuffer> copy = HostBuffer::get(data->size());
      if (!copy)
        return copy.takeError();
      std::memcpy(copy->data(), data->data(), data->size());
      address = copy->data();
      copies.push_back(std::move(*copy));
    }
    makeDeclaration(global);
    addresses[global.getSymName()] = address;
  }
  return Error::success();
}
