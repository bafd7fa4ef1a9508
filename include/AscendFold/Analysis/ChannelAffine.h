//===- ChannelAffine.h - Channel-affine chains ------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_ANALYSIS_CHANNELAFFINE_H
#define ASCENDFOLD_ANALYSIS_CHANNELAFFINE_H

#include "AscendFold/Interfaces/ChannelAffineOpInterface.h"
#include "AscendFold/Interfaces/ChannelLinearOpInterface.h"

#include <string>
#include <vector>

namespace mlir::ascend {

/// Precision and range of a floating-point type; none (0) for types other than
/// f64, f32, f16 and bf16.
struct FloatFormat {
  unsigned precision = 0;
  int maxExponent = 0;

  static FloatFormat get(Type type);
  /// Whether every number of `other` is one of this format.
  bool covers(FloatFormat other) const {
    return precision >= other.precision && maxExponent >= other.maxExponent;
  }
};

/// One op of a chain and the operand that carries the value.
struct ChannelAffineLink {
  ChannelAffineOpInterface op;
  ChannelAffineStep step;
};

/// What follows a convolution and can become part of it: the longest run of
/// ops, each the only reader of the one before, after which the value is
/// `scale[c] * result + shift[c]`. Data movement and casts are links as well;
/// they stay where they are, but casts that cancel once the arithmetic is gone.
struct ChannelAffineChain {
  std::vector<ChannelAffineLink> links;
  /// Composed in f64, one entry per channel of the convolution.
  SmallVector<double> scale, shift;
  /// Arithmetic operations that the fold saves; at least 1.
  unsigned numComputeOps = 0;
};

/// Where the channels are in the result of a convolution. Fails, with the
/// reason in `why`, when that is not known or its types are not folded.
FailureOr<ChannelLayout> getResultLayout(const ChannelLinearForm &form,
                                         std::string &why);

/// Walks down from `form.result` while values stay channel-affine. Fails, with
/// the reason in `why`, when there is nothing to fold, when folding would lose
/// precision, or when a scale or shift is not finite. Does not change the IR.
FailureOr<ChannelAffineChain>
analyzeChannelAffineChain(const ChannelLinearForm &form,
                          ConstantEvaluator &evaluator, std::string &why);

/// Ops that read elements of `value`, in no particular order: users, not uses,
/// and not those of which nothing live comes.
SmallVector<Operation *> getReaders(Value value);

/// The same for a chain that begins with `first`, one of the readers of
/// `value`, a tensor with its channels along `channelDim`: there need be no
/// convolution before it. All of the chain is in the element type of `value`.
FailureOr<ChannelAffineChain>
analyzeChannelAffineOps(Value value, int64_t channelDim, Operation *first,
                        ConstantEvaluator &evaluator, std::string &why);

/// A chain of arithmetic alone, wherever it stands: no movement, no casts. Only
/// the last link may be a part of its op.
struct ChannelAffineRun {
  Value input;
  Operation *first;
  ChannelAffineChain chain;
  /// From the input to the last link's result, both of one shape.
  ChannelAffineMap map;

  bool isWhole() const { return chain.links.back().step.isWhole; }
  Value getResult() const { return chain.links.back().step.result; }
};

/// The longest such run that begins where `first` reads `value`, whatever
/// dimension its channels are.
FailureOr<ChannelAffineRun>
analyzeChannelAffineRun(Value value, Operation *first,
                        ConstantEvaluator &evaluator, std::string &why);

} // namespace mlir::ascend

#endif // ASCENDFOLD_ANALYSIS_CHANNELAFFINE_H
