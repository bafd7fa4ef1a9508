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
  std::optional<Tensor> firstInput, firstFilter;
  /// What the segment before has computed.
  std::optional<Tensor> previous;
  /// Bias or initial value of the first producer.
  std::optional<Operand> firstBias;
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

/// Writes ops before a producer.
using BeforeFn = llvm::function_ref<Tensor(const Tensor &)>;

/// Writes the producer, its filter and bias, and what stands before it. It
/// convolves `given` if that suits it, else an input of its own.
Tensor writeProducer(ModuleWriter &writer, const Producer &recipe,
                     const std::optional<Tensor> &given, BeforeFn writeBefore,
                     ProducerContext &context);

/// What the producer would convolve.
Tensor writeProducerInput(ModuleWriter &writer, const Producer &recipe);

// The two dialects.
Tensor writeLinalgProducer(ModuleWriter &writer, const SizedProducer &producer,
                           const Tensor &input, const Tensor &filter,
                           ProducerContext &context, Rng &rng);
Tensor writeTosaProducer(ModuleWriter &writer, const SizedProducer &producer,
                         const Tensor &input, const Tensor &filter,
                         ProducerContext &context, Rng &rng);

/// A producer of integers on an input of integers or floats, and their
/// conversion to floats.
Tensor writeIntegerProducer(ModuleWriter &writer, const SizedProducer &producer,
                            const Tensor &input, Rng &rng);

/// The result of a producer in `type`, without a name.
Tensor getTosaOutput(const SizedProducer &producer, ElementType type);
Tensor getLinalgOutput(const SizedProducer &producer, ElementType type);

/// Attributes of the ops.
std::string getTosaAttributes(const SizedProducer &producer,
                              llvm::StringRef accumulator);
std::string getLinalgAttributes(const SizedProducer &producer, bool needsMaps,
                                Rng &rng);

/// Loops of a generic, which of them reduce, and the indexing maps of input,
/// filter and output.
struct ProducerLoops {
  ProducerLoops(const SizedProducer &producer, bool shuffled, Rng &rng);

  std::string loops;
  llvm::SmallVector<std::string> maps;
  llvm::SmallVector<bool> reduction;
};

/// The input within the border that the producer asks for.
Tensor writePadding(ModuleWriter &writer, const SizedProducer &producer,
                    const Tensor &input, double number);

/// The first producer's bias instead of `bias`, if the recipe says so.
Operand shareBias(const SizedProducer &producer, ProducerContext &context,
                  const Operand &bias);

/// Largest magnitude of the sum of products.
double getProductBound(const SizedProducer &producer, const Tensor &input,
                       const Tensor &filter);

} // namespace mlir::ascend::difftest

#endif // ASCENDFOLD_TEST_RANDOMMODULES_PRODUCERS_H
