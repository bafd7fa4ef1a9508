//===- Producers.h - Convolutions and contractions --------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_RANDOMMODULES_PRODUCERS_H
#define ASCENDFOLD_TEST_RANDOMMODULES_PRODUCERS_H

#include "Layouts.h"
#include "ModuleWriter.h"

#include <optional>

namespace mlir::ascend::difftest {

/// What the producers of one module share.
struct ProducerContext {
  std::optional<Tensor> firstInput, firstFilter, previous;
  /// Bias or initial value of the first producer.
  std::optional<Operand> firstBias;
  /// The last producer written takes `previous` as its input.
  bool usedPrevious = false;
};

/// The producer with its sizes made to fit its input, and each other.
struct SizedProducer {
  const Layout *layout;
  Producer sizes;
  /// Spellings of the three tensors; a generic or contract may shuffle them.
  std::string input, filter, output;

  /// Size of a filter dim.
  int64_t filterSize(char letter) const;
  /// Size of an input dim before padding.
  int64_t inputSize(char letter) const;
  /// Size of an output dim.
  int64_t outputSize(char letter) const;
  bool isDynamic(char letter) const;
  /// 0, 1 or 2 for d, h or w.
  static unsigned spatialIndex(char letter) {
    return letter == 'd' ? 0 : letter == 'h' ? 1 : 2;
  }
  int64_t paddedSize(char letter) const;
  /// Takes the sizes that an existing input dictates. Returns false if the
  /// input does not suit the producer.
  bool fitToInput(const Tensor &tensor);
  /// Products that add up to one output element.
  int64_t getReductionSize() const;
};

/// Writes the producer, its input, filter and bias.
Tensor writeProducer(ModuleWriter &writer, const Producer &recipe,
                     ProducerContext &context);

// The two dialects.
Tensor writeLinalgProducer(ModuleWriter &writer, const SizedProducer &producer,
                           const Tensor &input, const Tensor &filter,
                           ProducerContext &context, Rng &rng);
Tensor writeTosaProducer(ModuleWriter &writer, const SizedProducer &producer,
                         const Tensor &input, const Tensor &filter,
                         ProducerContext &context, Rng &rng);

/// The first producer's bias instead of `bias`, if the recipe says so.
Operand shareBias(const SizedProducer &producer, ProducerContext &context,
                  const Operand &bias);

/// Largest magnitude of the sum of products.
double getProductBound(const SizedProducer &producer, const Tensor &input,
                       const Tensor &filter);

} // namespace mlir::ascend::difftest

#endif // ASCENDFOLD_TEST_RANDOMMODULES_PRODUCERS_H
