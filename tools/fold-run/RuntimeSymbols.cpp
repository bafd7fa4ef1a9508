//===- RuntimeSymbols.cpp - What compiled code calls ----------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeSymbols.h"

#include "ascendrt/ascendrt.h"

#include "mlir/ExecutionEngine/CRunnerUtils.h"
#include "llvm/Support/DynamicLibrary.h"

using namespace llvm;

namespace {
struct Symbol {
  StringRef name;
  void *address;
};
} // namespace

#define SYMBOL(name) {#name, reinterpret_cast<void *>(&(name))}

/// Taking the addresses here links the functions in, whether libascendrt is
/// static or not. `memrefCopy` is what upstream lowers a copy between
/// different strides to.
static const Symbol symbols[] = {
    SYMBOL(ascendrt_site_execute), SYMBOL(ascendrt_site_invalidate),
    SYMBOL(ascendrt_site_clear),   SYMBOL(ascendrt_stream_arena),
    SYMBOL(ascendrt_memcpy),       SYMBOL(memrefCopy),
};

#undef SYMBOL

void *foldrun::lookupRuntimeSymbol(StringRef name) {
  for (const Symbol &symbol : symbols)
    if (symbol.name == name)
      return symbol.address;
  // Null stands for the process itself.
  static bool isMissing = sys::DynamicLibrary::LoadLibraryPermanently(nullptr);
  return isMissing ? nullptr
                   : sys::DynamicLibrary::SearchForAddressOfSymbol(name.str());
}
