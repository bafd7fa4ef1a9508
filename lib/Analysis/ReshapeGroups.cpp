//===- ReshapeGroups.cpp - How a reshape regroups dimensions --------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AscendFold/Analysis/ReshapeGroups.h"

#include "mlir/IR/BuiltinTypeInterfaces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;

std::optional<ReshapeGroups>
ascend::computeReshapeGroups(ArrayRef<int64_t> source,
                             ArrayRef<int64_t> result) {
  // Match static dimensions from the front until a dynamic one stops us, then
  // from the back; what is left in the middle is one group.
  int64_t sourceEnd = source.size(), resultEnd = result.size();
  const bool dynamic =
      ShapedType::isDynamicShape(source) || ShapedType::isDynamicShape(result);

  // Closes one group that starts at (i, j) walking in direction `step`.
  auto closeGroup = [&](int64_t &i, int64_t &j, int64_t step, int64_t iStop,
                        int64_t jStop) {
    int64_t a = 1, b = 1;
    bool takenA = false, takenB = false;
    while (!takenA || !takenB || a != b) {
      bool advanceSource = !takenA || (takenB && a < b);
      int64_t &pos = advanceSource ? i : j;
      if (pos == (advanceSource ? iStop : jStop))
        return false;
      int64_t size = advanceSource ? source[pos] : result[pos];
      if (ShapedType::isDynamic(size))
        return false;
      int64_t &product = advanceSource ? a : b;
      if (llvm::MulOverflow(product, size, product))
        return false;
      (advanceSource ? takenA : takenB) = true;
      pos += step;
    }
    return true;
  };

  ReshapeGroups front, back;
  int64_t i = 0, j = 0;
  while (i != sourceEnd && j != resultEnd) {
    int64_t ni = i, nj = j;
    if (!closeGroup(ni, nj, 1, sourceEnd, resultEnd))
      break;
    front.push_back({i, ni, j, nj});
    i = ni, j = nj;
  }
  if (dynamic) {
    int64_t bi = sourceEnd - 1, bj = resultEnd - 1;
    while (bi >= i && bj >= j) {
      int64_t ni = bi, nj = bj;
      if (!closeGroup(ni, nj, -1, i - 1, j - 1))
        break;
      back.push_back({ni + 1, bi + 1, nj + 1, bj + 1});
      bi = ni, bj = nj;
    }
    sourceEnd = bi + 1, resultEnd = bj + 1;
  }

  if (i != sourceEnd || j != resultEnd) {
    // The rest is one group; if it is static it may only be made of ones.
    auto rest = llvm::concat<const int64_t>(source.slice(i, sourceEnd - i),
                                            result.slice(j, resultEnd - j));
    if (llvm::none_of(rest, ShapedType::isDynamic) &&
        llvm::any_of(rest, [](int64_t size) { return size != 1; }))
      return std::nullopt;
    front.push_back({i, sourceEnd, j, resultEnd});
  }
  front.append(back.rbegin(), back.rend());
  return front;
}
