//===- Memory.cpp - Aligned memory ----------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Core/Memory.h"

#include "Core/Status.h"

#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

using namespace ascendrt;

static constexpr size_t pageSize = 4096;
static constexpr size_t hugePageSize = size_t(2) << 20;

void Buffer::Free::operator()(char *pointer) const { std::free(pointer); }

Buffer::Buffer(size_t size) : numBytes(size) {
  if (size == 0)
    return;
  bool isLarge = size >= 2 * hugePageSize;
  size_t alignment = isLarge ? hugePageSize : minAlignment;
  void *pointer = nullptr;
  // aligned_alloc would want the size rounded up, which can overflow.
  if (posix_memalign(&pointer, alignment, size) != 0)
    fail(ASCENDRT_OUT_OF_MEMORY, "there is no memory for ", size, " bytes");
  memory.reset(static_cast<char *>(pointer));
  // Only advice: it does not matter when the system cannot follow it.
  if (isLarge)
    (void)madvise(pointer, size, MADV_HUGEPAGE);
}

void Buffer::touch() {
  for (size_t i = 0; i < numBytes; i += pageSize)
    static_cast<volatile char *>(data())[i] = 0;
}

void *Workspace::allocate(size_t size) {
  size = alignUp(size);
  size_t begin = used;
  used += size;
  if (used <= main.size())
    return main.data() + begin;
  overflow.emplace_back(size);
  return overflow.back().data();
}

void Workspace::reset() {
  if (!overflow.empty()) {
    overflow.clear();
    main = Buffer();
    main = Buffer(used);
    main.touch();
  }
  used = 0;
}
