//===- Status.cpp - Errors of the runtime ---------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Core/Status.h"

#include <cstring>
#include <new>

using namespace ascendrt;

/// A plain array: setting it cannot fail, and threads that end do not have to
/// run a destructor for it.
static thread_local char lastError[1024];

ascendrt_status ascendrt::setLastError(ascendrt_status status,
                                       const char *message) noexcept {
  size_t length = 0;
  for (; message[length] && length + 1 < sizeof(lastError); ++length)
    lastError[length] = message[length] == '\n' ? ' ' : message[length];
  lastError[length] = 0;
  return status;
}

ascendrt_status ascendrt::reportException() noexcept {
  try {
    throw;
  } catch (const Error &error) {
    return setLastError(error.getStatus(), error.what());
  } catch (const std::bad_alloc &) {
    return setLastError(ASCENDRT_OUT_OF_MEMORY, "there is no memory left");
  } catch (const std::exception &error) {
    return setLastError(ASCENDRT_BACKEND_ERROR, error.what());
  } catch (...) {
    return setLastError(ASCENDRT_BACKEND_ERROR, "an unknown exception");
  }
}

uint32_t ascendrt_version(void) {
  return ASCENDRT_VERSION_MAJOR * 1000 + ASCENDRT_VERSION_MINOR;
}

const char *ascendrt_last_error(void) { return lastError; }

const char *ascendrt_status_string(ascendrt_status status) {
  switch (status) {
  case ASCENDRT_OK:
    return "ok";
  case ASCENDRT_INVALID_ARGUMENT:
    return "invalid argument";
  case ASCENDRT_UNSUPPORTED:
    return "unsupported";
  case ASCENDRT_OUT_OF_MEMORY:
    return "out of memory";
  case ASCENDRT_UNAVAILABLE:
    return "unavailable";
  case ASCENDRT_BACKEND_ERROR:
    return "backend error";
  case ASCENDRT_IO_ERROR:
    return "input/output error";
  }
  return "unknown status";
}
