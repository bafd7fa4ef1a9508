//===- HostBuffer.h - Memory for tensors ------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_TOOLS_FOLDRUN_HOSTBUFFER_H
#define ASCENDFOLD_TOOLS_FOLDRUN_HOSTBUFFER_H

#include "Error.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/MathExtras.h"

#include <cstdlib>
#include <memory>

namespace foldrun {

/// Bytes that are aligned to 64, as the runtime wants them, and not
/// initialised. Asking for too many is an error, never an abort.
class HostBuffer {
public:
  HostBuffer() = default;

  static llvm::Expected<HostBuffer> get(uint64_t size) {
    constexpr uint64_t kAlignment = 64;
    HostBuffer buffer;
    buffer.size = size;
    if (size == 0)
      return buffer;
    if (size > uint64_t(1) << 47)
      return makeError("a tensor of " + llvm::Twine(size) +
                       " bytes is larger than memory");
    buffer.bytes.reset(static_cast<char *>(
        std::aligned_alloc(kAlignment, llvm::alignTo(size, kAlignment))));
    if (!buffer.bytes)
      return makeError("out of memory: a tensor of " + llvm::Twine(size) +
                       " bytes");
    return buffer;
  }

  char *data() { return bytes.get(); }
  const char *data() const { return bytes.get(); }
  llvm::ArrayRef<char> getBytes() const { return {bytes.get(), size}; }

private:
  struct Free {
    void operator()(char *pointer) const { std::free(pointer); }
  };
  std::unique_ptr<char, Free> bytes;
  size_t size = 0;
};

} // namespace foldrun

#endif // ASCENDFOLD_TOOLS_FOLDRUN_HOSTBUFFER_H
