//===- AscendToLLVM.h - Convert ascend to calls of the runtime --*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_CONVERSION_ASCENDTOLLVM_ASCENDTOLLVM_H
#define ASCENDFOLD_CONVERSION_ASCENDTOLLVM_ASCENDTOLLVM_H

#include "mlir/Pass/Pass.h"

namespace mlir::ascend {

#define GEN_PASS_DECL_CONVERTASCENDTOLLVMPASS
#include "AscendFold/Conversion/Passes.h.inc"

/// The function of a compiled module that frees the plans of all its sites, of
/// type `void (void)`; in a module called `m` it is `m_ascend_destroy_sites`.
constexpr const char *kDestroySitesName = "ascend_destroy_sites";
/// Attribute of the compiled module that refers to that function.
constexpr const char *kDestroySitesAttrName = "ascend.destroy_sites";

/// Attributes of a function that say, once it is lowered, what its tensors
/// were: arrays of types.
constexpr const char *kArgumentTypesAttrName = "ascend.argument_types";
constexpr const char *kResultTypesAttrName = "ascend.result_types";

} // namespace mlir::ascend

#endif // ASCENDFOLD_CONVERSION_ASCENDTOLLVM_ASCENDTOLLVM_H
