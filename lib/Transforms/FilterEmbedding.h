//===- FilterEmbedding.h - Filters in filters -------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_LIB_TRANSFORMS_FILTEREMBEDDING_H
#define ASCENDFOLD_LIB_TRANSFORMS_FILTEREMBEDDING_H

#include "ConvBranch.h"

namespace mlir::ascend {

/// Element (i, j, …) of one filter lies at `offset + i * strides[0] + …` of
/// another, which is row-major.
struct Embedding {
  int64_t offset = 0;
  SmallVector<int64_t> strides;
};

/// Where the filter of `branch` lies in that of `kept`, which reads the same
/// input, or why it does not.
FailureOr<Embedding> embedFilter(const ConvBranch &branch,
                                 const ConvBranch &kept, std::string &why);

/// Adds `filter`, of shape `shape`, to `sum`.
void addFilter(std::vector<double> &sum, ArrayRef<double> filter,
               ArrayRef<int64_t> shape, const Embedding &embedding);

/// Positions in the filter of `kept` of the weights with which it is the
/// identity on tensors of type `inputType`, in the order of the channels.
FailureOr<SmallVector<int64_t>> getDiagonal(const ConvBranch &kept,
                                            Type inputType, std::string &why);

} // namespace mlir::ascend

#endif // ASCENDFOLD_LIB_TRANSFORMS_FILTEREMBEDDING_H
