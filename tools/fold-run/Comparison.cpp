//===- Comparison.cpp - How far two results are apart ---------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Comparison.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace llvm;
using namespace foldrun;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

static double getDifference(double reference, double actual) {
  if (reference == actual || (std::isnan(reference) && std::isnan(actual)))
    return 0;
  const double difference = std::fabs(reference - actual);
  return std::isnan(difference) ? kInfinity : difference;
}

/// The indices of the `count` largest elements, in ascending order of index.
/// Equal elements go by their index, NaN is below everything.
static SmallVector<int64_t> getLargest(ArrayRef<double> row, size_t count) {
  auto all = llvm::seq<int64_t>(0, row.size());
  SmallVector<int64_t> indices(all.begin(), all.end());
  count = std::min(count, row.size());
  auto isLarger = [&](int64_t lhs, int64_t rhs) {
    const double left = std::isnan(row[lhs]) ? -kInfinity : row[lhs];
    const double right = std::isnan(row[rhs]) ? -kInfinity : row[rhs];
    return left != right ? left > right : lhs < rhs;
  };
  std::partial_sort(indices.begin(), indices.begin() + count, indices.end(),
                    isLarger);
  indices.truncate(count);
  llvm::sort(indices);
  return indices;
}

static void compareRows(ArrayRef<double> reference, ArrayRef<double> actual,
                        ArrayRef<int64_t> shape, Comparison &result) {
  if (reference.empty())
    return;
  result.numRows = shape.size() < 2 ? 1 : shape.front();
  const size_t size = reference.size() / result.numRows;
  for (int64_t row = 0; row < result.numRows; ++row) {
    ArrayRef<double> left = reference.slice(row * size, size);
    ArrayRef<double> right = actual.slice(row * size, size);
    result.sameTop1 += getLargest(left, 1) == getLargest(right, 1);
    result.sameTop5 += getLargest(left, 5) == getLargest(right, 5);
  }
}

Comparison foldrun::compare(ArrayRef<double> reference, ArrayRef<double> actual,
                            ArrayRef<int64_t> shape) {
  Comparison result;
  double sum = 0, signal = 0, noise = 0, largest = 0;
  for (auto [left, right] : zip_equal(reference, actual)) {
    const double difference = getDifference(left, right);
    result.maxAbs = std::max(result.maxAbs, difference);
    sum += difference;
    noise += difference * difference;
    if (!std::isfinite(left))
      continue;
    signal += left * left;
    largest = std::max(largest, std::fabs(left));
  }
  if (!reference.empty())
    result.meanAbs = sum / reference.size();
  if (result.maxAbs != 0)
    result.relative = result.maxAbs / largest; // infinite for zeros
  result.sqnr = noise == 0 ? kInfinity : 10 * std::log10(signal / noise);
  compareRows(reference, actual, shape, result);
  return result;
}

raw_ostream &foldrun::operator<<(raw_ostream &os, const Comparison &result) {
  os << format("max abs %.3g, mean abs %.3g, relative %.3g, SQNR %.1f dB",
               result.maxAbs, result.meanAbs, result.relative, result.sqnr);
  return os << ", top-1 " << result.sameTop1 << "/" << result.numRows
            << ", top-5 " << result.sameTop5 << "/" << result.numRows;
}
