//===- SanitizerOptions.cpp - How these tests run under sanitizers --------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sanitizers ask for these; the environment may still say otherwise.
//
//===----------------------------------------------------------------------===//

#define OPTIONS __attribute__((visibility("default"), used)) const char *

/// Some tests want more memory than there is, and expect NULL.
OPTIONS asanDefaultOptions() __asm__("__asan_default_options");
OPTIONS asanDefaultOptions() { return "allocator_may_return_null=1"; }

/// oneDNN and OpenMP are not instrumented: what they do by themselves looks
/// like races.
OPTIONS tsanDefaultOptions() __asm__("__tsan_default_options");
OPTIONS tsanDefaultOptions() {
  return "allocator_may_return_null=1:ignore_noninstrumented_modules=1";
}
