//===- AscendAttrs.cpp - Attributes of the ascend dialect -----------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Dialect/Ascend/IR/Ascend.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::ascend;

/// A number of an epilogue: a single, in decimal, or its bits for Inf and NaN.
static ParseResult parseF32(AsmParser &parser, FailureOr<APFloat> &result) {
  APFloat value(APFloat::IEEEsingle());
  if (parser.parseFloat(APFloat::IEEEsingle(), value))
    return failure();
  result = value;
  return success();
}

static void printF32(AsmPrinter &printer, const APFloat &value) {
  if (value.isFinite()) {
    printer.printFloat(value);
    return;
  }
  printer.getStream() << "0x"
                      << llvm::utohexstr(value.bitcastToAPInt().getZExtValue(),
                                         /*LowerCase=*/false, /*Width=*/8);
}

#define GET_ATTRDEF_CLASSES
#include "AscendFold/Dialect/Ascend/IR/AscendAttrs.cpp.inc"

void AscendDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "AscendFold/Dialect/Ascend/IR/AscendAttrs.cpp.inc"
      >();
}

// The signature is generated.
// NOLINTBEGIN(performance-unnecessary-value-param)
LogicalResult ClampAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                APFloat low, APFloat high) {
  if (low.isNaN() || high.isNaN() || low > high)
    return emitError() << "expects a lower bound that is no greater than the "
                          "upper bound";
  return success();
}
// NOLINTEND(performance-unnecessary-value-param)
