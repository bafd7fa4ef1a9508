//===- Arguments.h - The arguments of an operator ---------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_RUNTIME_CORE_ARGUMENTS_H
#define ASCENDFOLD_RUNTIME_CORE_ARGUMENTS_H

#include "ascendrt/ascendrt.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace ascendrt {

/// An argument of the operator that a description describes. Vectors have only
/// a type and a length there, which `tensor` completes.
struct Argument {
  const char *name = nullptr;
  ascendrt_tensor tensor = {};
  bool isPresent = true;
  bool isOutput = false;
  /// What to change in the description: the tensor, or only its type.
  ascendrt_tensor *tensorField = nullptr;
  int32_t *dtypeField = nullptr;
};

/// All arguments in their order. `desc` has been validated.
std::vector<Argument> getArguments(ascendrt_desc &desc);

inline std::vector<Argument> getArguments(const ascendrt_desc &desc) {
  return getArguments(const_cast<ascendrt_desc &>(desc));
}

/// A copy of a description that ends in memory of its own.
class DescCopy {
public:
  explicit DescCopy(const ascendrt_desc &desc)
      : words((desc.struct_size + sizeof(uint64_t) - 1) / sizeof(uint64_t)) {
    std::memcpy(words.data(), &desc, desc.struct_size);
  }

  /// A copy of another size: cut off, or with zeros behind it.
  DescCopy(const ascendrt_desc &desc, uint32_t size)
      : words((size + sizeof(uint64_t) - 1) / sizeof(uint64_t)) {
    std::memcpy(words.data(), &desc, std::min(size, desc.struct_size));
    get().struct_size = size;
  }

  ascendrt_desc &get() {
    return *reinterpret_cast<ascendrt_desc *>(words.data());
  }
  const ascendrt_desc &get() const {
    return *reinterpret_cast<const ascendrt_desc *>(words.data());
  }

  bool operator==(const ascendrt_desc &other) const {
    return get().struct_size == other.struct_size &&
           std::memcmp(words.data(), &other, other.struct_size) == 0;
  }

private:
  std::vector<uint64_t> words;
};

/// "conv f32[1x3x8x8], f32[1x4x3x3x3] -> f32[1x4x6x6]"
std::string toString(const ascendrt_desc &desc);

inline bool readsResidual(const ascendrt_epilogue_step &step) {
  return step.function == ASCENDRT_RESIDUAL || step.function == ASCENDRT_GATE;
}

inline bool hasGate(const ascendrt_epilogue &epilogue) {
  return std::any_of(epilogue.steps, epilogue.steps + epilogue.count,
                     [](const ascendrt_epilogue_step &step) {
                       return step.function == ASCENDRT_GATE;
                     });
}

/// The description as the struct of its operator.
template <typename Desc>
const Desc &cast(const ascendrt_desc &desc) {
  return reinterpret_cast<const Desc &>(desc);
}

} // namespace ascendrt

#endif // ASCENDFOLD_RUNTIME_CORE_ARGUMENTS_H
