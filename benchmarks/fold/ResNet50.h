//===- ResNet50.h - ResNet-50 as linalg -------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_BENCHMARKS_FOLD_RESNET50_H
#define ASCENDFOLD_BENCHMARKS_FOLD_RESNET50_H

#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <vector>

namespace mlir::ascend::bench {

/// Convolutions of one ResNet-50, each with a BatchNorm behind it.
constexpr int64_t kNumConvs = 53;

/// Tensors of random parameters that outlive the modules made of them. They
/// are generated on demand and handed out in the same order after a `rewind`:
/// building a network once more costs next to nothing, and one with fewer
/// copies uses the first of the tensors.
class ParameterPool {
public:
  void rewind() { position = 0; }
  /// `count` values in [low, high), 64-byte aligned.
  ArrayRef<char> next(int64_t count, double low, double high, bool isFilter);

  /// What the convolutions among them use, in order.
  ArrayRef<ArrayRef<char>> getFilters() const { return filters; }
  size_t getNumBytes() const;

private:
  std::vector<AsmResourceBlob> tensors;
  std::vector<ArrayRef<char>> filters;
  size_t position = 0;
  uint64_t state = 0;
};

/// How the weights are spelled.
enum class ConstantForm { Resource, Dense };

struct NetworkShape {
  /// ResNet-50s side by side in one function, with weights of their own and
  /// summed outputs: so many times as many layers.
  int64_t copies = 1;
  /// What the channels of every layer are divided by, up to 64.
  int64_t channelDivisor = 1;
};

/// A network of the ops that torch-mlir emits: BatchNorm is one linalg.generic
/// with five inputs. Resources refer to the pool's memory, dense constants are
/// copies. Use one pool for one `channelDivisor`.
OwningOpRef<ModuleOp> buildResNet50(MLIRContext *context, ParameterPool &pool,
                                    NetworkShape shape, ConstantForm form);

} // namespace mlir::ascend::bench

#endif // ASCENDFOLD_BENCHMARKS_FOLD_RESNET50_H
