//===- ConvBranch.h - Convolutions with constant weights --------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TRANSFORMS_CONVBRANCH_H
#define ASCENDFOLD_LIB_TRANSFORMS_CONVBRANCH_H

#include "AscendFold/Analysis/ConstantEvaluator.h"
#include "AscendFold/Interfaces/ChannelLinearOpInterface.h"

#include "mlir/IR/BuiltinTypes.h"

#include <vector>

namespace mlir::ascend {

/// A convolution whose filter can be computed with.
struct ConvBranch {
  ChannelLinearOpInterface op;
  ChannelLinearForm form;
  /// The input, behind ops that put zeros around it.
  Value source;
  /// Those of the form, with padding counted from `source`. The padding after
  /// the end is `ShapedType::kDynamic` where it is not known.
  SmallVector<ConvolutionWindow, 3> windows;

  RankedTensorType getFilterType() const;
  RankedTensorType getResultType() const;
  int64_t getNumTaps(const ConvolutionWindow &window) const;
  /// Over all spatial dimensions.
  int64_t getNumTaps() const;
  /// One input channel and one output channel for each weight, no groups.
  bool isDense() const;
  /// Result and input have the same dimensions in the same places.
  bool keepsLayout() const;
  /// "3x3 'tosa.conv2d'".
  std::string describe() const;
};

/// What `op` is as a branch, or why it is none; `why` stays empty for ops that
/// are no convolutions at all.
FailureOr<ConvBranch> getConvBranch(Operation *op, std::string &why);

/// The filter in f64, row-major.
FailureOr<std::vector<double>> evaluateFilter(const ConvBranch &branch,
                                              ConstantEvaluator &evaluator,
                                              std::string &why);

/// The bias in f64, one number per channel.
FailureOr<SmallVector<double>> evaluateBias(const ConvBranch &branch,
                                            ConstantEvaluator &evaluator,
                                            std::string &why);

/// `values` rounded once to `type`; fails when one would not be finite.
FailureOr<ElementsAttr> roundToConstant(std::vector<double> values,
                                        RankedTensorType type, StringRef name,
                                        std::string &why);

/// Erases what nothing uses any more, beginning with `ops`. Returns how many
/// went, constants not counted.
unsigned eraseUnused(RewriterBase &rewriter, ArrayRef<Operation *> ops);

/// The op that all uses of `value` belong to; null when there are several.
Operation *getOnlyUser(Value value);

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_TRANSFORMS_CONVBRANCH_H
