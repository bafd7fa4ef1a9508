//===- LoopNest.cpp - Loops over strided operands -------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Host/LoopNest.h"

using namespace ascendrt;

LoopNest::LoopNest(int rank, const int64_t *givenDims,
                   const std::vector<const int64_t *> &givenStrides)
    : numOperands(givenStrides.size()) {
  const int64_t *last = givenStrides.back();
  for (int i : getMemoryOrder(rank, givenDims, last)) {
    int64_t dim = givenDims[i];
    bool canMerge = !dims.empty();
    for (int op = 0; op < numOperands && canMerge; ++op)
      canMerge = strides[op].back() == givenStrides[op][i] * dim;
    if (canMerge) {
      dims.back() *= dim;
      for (int op = 0; op < numOperands; ++op)
        strides[op].back() = givenStrides[op][i];
      continue;
    }
    dims.push_back(dim);
    for (int op = 0; op < numOperands; ++op)
      strides[op].push_back(givenStrides[op][i]);
  }
  if (dims.empty()) {
    dims.push_back(1);
    for (int op = 0; op < numOperands; ++op)
      strides[op].push_back(1);
  }
  for (size_t i = 0; i + 1 < dims.size(); ++i)
    numRows *= dims[i];
}

LoopNest::Offsets LoopNest::getOffsets(int64_t row) const {
  Offsets offsets = {};
  for (int d = static_cast<int>(dims.size()) - 2; d >= 0; --d) {
    int64_t index = row % dims[d];
    row /= dims[d];
    for (int op = 0; op < numOperands; ++op)
      offsets[op] += index * strides[op][d];
  }
  return offsets;
}
