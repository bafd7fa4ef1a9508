//===- ConstantEvaluationOpInterface.h - Constants in f64 -------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_INTERFACES_CONSTANTEVALUATIONOPINTERFACE_H
#define ASCENDFOLD_INTERFACES_CONSTANTEVALUATIONOPINTERFACE_H

#include "AscendFold/Analysis/ConstantEvaluator.h"
#include "AscendFold/Analysis/ConstantTensor.h"

#include "mlir/IR/OpDefinition.h"

#include "AscendFold/Interfaces/ConstantEvaluationOpInterface.h.inc"

#endif // ASCENDFOLD_INTERFACES_CONSTANTEVALUATIONOPINTERFACE_H
