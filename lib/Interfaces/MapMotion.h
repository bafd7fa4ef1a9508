//===- MapMotion.h - How maps move through ops ------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_INTERFACES_MAPMOTION_H
#define ASCENDFOLD_LIB_INTERFACES_MAPMOTION_H

#include "AscendFold/Analysis/ChannelAffineMap.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir {
class Operation;
class Value;
} // namespace mlir

namespace mlir::ascend {

using OperandMaps = std::vector<ChannelAffineMap>;

/// The map of `x` for which `inner` (of `x'`) is `outer` (of `inner(x)`): maps
/// pulled through an affine op. Nothing where `inner` has a scale of 0.
std::optional<ChannelAffineMap> pullThroughMap(const ChannelAffineMap &outer,
                                               const ChannelAffineMap &inner);
/// The map `outer` for which `inner(map(x))` is `outer(inner(x))`.
std::optional<ChannelAffineMap> pushThroughMap(const ChannelAffineMap &map,
                                               const ChannelAffineMap &inner);

/// Whether the map varies along one of `dims`.
bool variesAlong(const ChannelAffineMap &map, ArrayRef<int64_t> dims);

/// `map` on an operand of shape `shape` or a result, when the op leaves the
/// dimensions other than `dims` alone and computes, for each position, a mean
/// with weights that sum to one, or a choice, of elements along `dims`.
FailureOr<ChannelAffineMap> moveAlong(const ChannelAffineMap &map,
                                      ArrayRef<int64_t> dims,
                                      ArrayRef<int64_t> shape,
                                      std::string &why);
/// The same for a maximum or minimum: no scale may be negative.
FailureOr<ChannelAffineMap> moveMonotone(const ChannelAffineMap &map,
                                         ArrayRef<int64_t> dims,
                                         ArrayRef<int64_t> shape,
                                         std::string &why);

/// For a sum of all elements of `operandShape` along `dims`: from the result to
/// the operand, and back.
FailureOr<ChannelAffineMap>
pullThroughSum(const ChannelAffineMap &map, ArrayRef<int64_t> dims,
               int64_t count, ArrayRef<int64_t> operandShape, std::string &why);
FailureOr<ChannelAffineMap>
pushThroughSum(const ChannelAffineMap &map, ArrayRef<int64_t> dims,
               int64_t count, ArrayRef<int64_t> resultShape, std::string &why);

/// Zeros, or another value, padded around a tensor: what happens to the value
/// (`nullopt`: no one number).
struct PaddedMap {
  ChannelAffineMap map;
  double value;
};
FailureOr<PaddedMap> pullThroughPad(const ChannelAffineMap &map, double value,
                                    ArrayRef<int64_t> low,
                                    ArrayRef<int64_t> high,
                                    ArrayRef<int64_t> operandShape,
                                    std::string &why);
FailureOr<ChannelAffineMap> pushThroughPad(const ChannelAffineMap &map,
                                           double value, ArrayRef<int64_t> low,
                                           ArrayRef<int64_t> high,
                                           ArrayRef<int64_t> resultShape,
                                           std::string &why);

/// Concatenations along `axis`: operand `i` of the op lies at a known offset.
LogicalResult pullThroughConcat(Operation *op, int64_t axis,
                                const ChannelAffineMap &map,
                                OperandMaps &operandMaps, std::string &why);
FailureOr<ChannelAffineMap> pushThroughConcat(int64_t axis,
                                              ArrayRef<ChannelAffineMap> maps,
                                              std::string &why);

/// What a clamp with the given bounds becomes; `limit` is the largest number of
/// the type, and bounds beyond it bound nothing.
struct ClampBounds {
  double low, high;
};
std::optional<ClampBounds> pullThroughClamp(const ChannelAffineMap &map,
                                            ClampBounds bounds, double limit,
                                            std::string &why);
bool movesForwardThroughClamp(const ChannelAffineMap &map, ClampBounds bounds,
                              double limit, std::string &why);

/// The maps of two summands whose sum gets `map`: the shift goes to the one
/// that is more likely to take it in.
LogicalResult pullThroughSumOfTwo(Operation *op, const ChannelAffineMap &map,
                                  bool negatesSecond, OperandMaps &operandMaps,
                                  std::string &why);
FailureOr<ChannelAffineMap> pushThroughSumOfTwo(const ChannelAffineMap &first,
                                                const ChannelAffineMap &second,
                                                bool negatesSecond,
                                                std::string &why);

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_INTERFACES_MAPMOTION_H
