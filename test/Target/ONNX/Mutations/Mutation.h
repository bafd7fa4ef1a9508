//===- Mutation.h - Damaged models ------------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TEST_ONNXMUTATIONS_MUTATION_H
#define ASCENDFOLD_TEST_ONNXMUTATIONS_MUTATION_H

#include "Rng.h"

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace mlir::ascend::onnxmutations {

struct Seed {
  std::string path, bytes;
};

struct Mutation {
  std::string bytes;
  /// The seed and what was done to it.
  std::string description;
};

/// Damages the file: cut off, flipped, inserted, deleted or moved bytes.
void mutateBytes(Rng &rng, Mutation &mutation);

/// Damages the model and leaves a well-formed protobuf message: other values,
/// and fields that are missing, twice there, swapped or from another place.
/// Returns false if the bytes are no model.
bool mutateModel(Rng &rng, Mutation &mutation);

/// The mutation with this number, always the same.
Mutation makeMutation(llvm::ArrayRef<Seed> seeds, uint64_t seed,
                      uint64_t index);

} // namespace mlir::ascend::onnxmutations

#endif // ASCENDFOLD_TEST_ONNXMUTATIONS_MUTATION_H
