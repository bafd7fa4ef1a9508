//===- FoldedConstants.h - Scaled weights and biases ------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TRANSFORMS_FOLDEDCONSTANTS_H
#define ASCENDFOLD_TRANSFORMS_FOLDEDCONSTANTS_H

#include "AscendFold/Analysis/ConstantTensor.h"

#include "mlir/IR/BuiltinTypes.h"

#include <string>

namespace mlir::ascend {

class ChannelLayout;

/// Elements of `type`, each `round(tensor[i] * scale[c] + shift[c])`, `c` being
/// its channel by `layout`; computed in f64 and rounded once to the element
/// type, ties to even. An empty `shift` stands for zero.
///
/// Fails, with the reason in `why`, when an element would not be finite. Reads
/// the data once and writes it once, straight into a resource blob called
/// `name` (made unique), or into a dense attribute when it is small.
FailureOr<ElementsAttr>
scaleConstant(const ConstantTensor &tensor, RankedTensorType type,
              const ChannelLayout &layout, ArrayRef<double> scale,
              ArrayRef<double> shift, StringRef name, std::string &why);

} // namespace mlir::ascend

#endif // ASCENDFOLD_TRANSFORMS_FOLDEDCONSTANTS_H
