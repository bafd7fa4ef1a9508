//===- Memory.h - Aligned memory --------------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_RUNTIME_CORE_MEMORY_H
#define ASCENDFOLD_RUNTIME_CORE_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ascendrt {

constexpr size_t minAlignment = 64;

inline size_t alignUp(size_t size) {
  return (size + minAlignment - 1) / minAlignment * minAlignment;
}

/// Memory that is aligned to 64 bytes. Large buffers ask for huge pages.
class Buffer {
public:
  Buffer() = default;
  /// Throws when there is no memory. Size 0 gives an empty buffer.
  explicit Buffer(size_t size);

  char *data() const { return memory.get(); }
  size_t size() const { return numBytes; }

  /// Writes to each page, so that a later first use does not wait for it.
  void touch();

private:
  struct Free {
    void operator()(char *pointer) const;
  };
  std::unique_ptr<char, Free> memory;
  size_t numBytes = 0;
};

/// Allocates for the duration of one execution, one behind the other, from
/// memory that stays. What does not fit gets a buffer of its own once; the next
/// execution finds one buffer that is large enough.
class Workspace {
public:
  void *allocate(size_t size);

  template <typename T>
  T *allocate(size_t count) {
    return static_cast<T *>(allocate(count * sizeof(T)));
  }

  /// Frees all that was allocated.
  void reset();

  uint64_t size() const { return main.size(); }

private:
  Buffer main;
  std::vector<Buffer> overflow;
  size_t used = 0;
};

} // namespace ascendrt

#endif // ASCENDFOLD_RUNTIME_CORE_MEMORY_H
