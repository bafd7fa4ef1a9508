//===- Joins.h - Several values become one ----------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_RANDOMMODULES_JOINS_H
#define ASCENDFOLD_TEST_RANDOMMODULES_JOINS_H

#include "ModuleWriter.h"

#include <optional>

namespace mlir::ascend::difftest {

/// One value of several, or nothing if they do not fit together.
std::optional<Tensor> writeJoin(ModuleWriter &writer, Join join,
                                llvm::ArrayRef<Tensor> inputs, uint64_t seed);

/// Whether tensors fit side by side along `dim`.
bool canConcat(llvm::ArrayRef<Tensor> parts, unsigned dim);

/// One tensor after the other along `dim`.
Tensor writeConcat(ModuleWriter &writer, Family family,
                   llvm::ArrayRef<Tensor> parts, unsigned dim);

} // namespace mlir::ascend::difftest

#endif // ASCENDFOLD_TEST_RANDOMMODULES_JOINS_H
