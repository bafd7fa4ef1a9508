//===- Backend.cpp - The backends of this build ---------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Core/Backend.h"

#include "Core/Status.h"
#include "Host/HostBackend.h"

using namespace ascendrt;

std::unique_ptr<Backend> ascendrt::createBackend(const std::string &name) {
  if (name == "host")
    return createHostBackend();
  if (name == "cann")
    fail(ASCENDRT_UNAVAILABLE, "the cann backend is not part of this build");
  fail(ASCENDRT_UNAVAILABLE, "there is no backend '", name,
       "'; there are 'host' and 'cann'");
}
