//===- HostBackend.h - The backend that runs on the host --------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_RUNTIME_HOST_HOSTBACKEND_H
#define ASCENDFOLD_RUNTIME_HOST_HOSTBACKEND_H

#include "Core/Backend.h"

namespace ascendrt {

std::unique_ptr<Backend> createHostBackend();

} // namespace ascendrt

#endif // ASCENDFOLD_RUNTIME_HOST_HOSTBACKEND_H
