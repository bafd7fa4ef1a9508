//===- Mutation.cpp - Damaged models --------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutation.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Path.h"

#include <algorithm>

using namespace mlir::ascend::onnxmutations;
using llvm::Twine;

/// A chunk of the file, small more often than large.
static std::pair<size_t, size_t> pickChunk(Rng &rng, size_t size) {
  const size_t limit = rng.oneIn(3) ? size : std::min<size_t>(size, 16);
  const size_t length = 1 + rng.below(limit);
  return {rng.below(size - length + 1), length};
}

static std::string makeBytes(Rng &rng, size_t count) {
  std::string bytes(count, '\0');
  const bool isRandom = !rng.oneIn(4);
  for (char &byte : bytes)
    byte = isRandom ? char(rng.below(256)) : '\xff';
  return bytes;
}

static void swapChunks(Rng &rng, std::string &bytes) {
  auto [first, firstSize] = pickChunk(rng, bytes.size());
  auto [second, secondSize] = pickChunk(rng, bytes.size());
  const size_t size = std::min(firstSize, secondSize);
  for (size_t i = 0; i < size; ++i)
    std::swap(bytes[first + i], bytes[second + i]);
}

void mlir::ascend::onnxmutations::mutateBytes(Rng &rng, Mutation &mutation) {
  std::string &bytes = mutation.bytes;
  if (bytes.empty()) {
    bytes = makeBytes(rng, 8);
    return;
  }
  auto [begin, length] = pickChunk(rng, bytes.size());
  const char *what = nullptr;
  switch (rng.below(5)) {
  case 0:
    what = "truncated";
    bytes.resize(begin);
    break;
  case 1:
    what = "flipped";
    bytes[begin] ^= char(1 << rng.below(8));
    break;
  case 2:
    what = "inserted";
    bytes.insert(begin, makeBytes(rng, length));
    break;
  case 3:
    what = "deleted";
    bytes.erase(begin, length);
    break;
  default:
    what = "swapped";
    swapChunks(rng, bytes);
    break;
  }
  mutation.description +=
      (Twine(", bytes ") + what + " at " + Twine(begin)).str();
}

Mutation mlir::ascend::onnxmutations::makeMutation(llvm::ArrayRef<Seed> seeds,
                                                   uint64_t seed,
                                                   uint64_t index) {
  Rng rng(seed, index);
  const Seed &origin = rng.pick(seeds);
  Mutation mutation{origin.bytes, origin.path};
  const bool ofBytes = rng.oneIn(4);
  const uint64_t count = rng.oneIn(2) ? 1 : 1 + rng.below(3);
  for (uint64_t i = 0; i < count; ++i)
    if (ofBytes || !mutateModel(rng, mutation))
      mutateBytes(rng, mutation);
  return mutation;
}
