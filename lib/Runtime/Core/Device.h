//===- Device.h - Devices ---------------------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_RUNTIME_CORE_DEVICE_H
#define ASCENDFOLD_RUNTIME_CORE_DEVICE_H

#include "Core/Backend.h"
#include "Core/Trace.h"

#include <atomic>

struct ascendrt_device {
  std::unique_ptr<ascendrt::Backend> backend;
  ascendrt::Trace trace;
  /// Names the next stream in the trace.
  std::atomic<uint32_t> nextStream{1};
};

#endif // ASCENDFOLD_RUNTIME_CORE_DEVICE_H
