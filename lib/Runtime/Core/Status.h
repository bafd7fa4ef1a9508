//===- Status.h - Errors of the runtime -------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_RUNTIME_CORE_STATUS_H
#define ASCENDFOLD_RUNTIME_CORE_STATUS_H

#include "ascendrt/ascendrt.h"

#include <exception>
#include <sstream>
#include <string>
#include <utility>

namespace ascendrt {

/// What failed, in one line. Thrown inside of the runtime only: `guard` turns
/// it into a status at the border.
class Error : public std::exception {
public:
  Error(ascendrt_status status, std::string message)
      : status(status), message(std::move(message)) {}

  const char *what() const noexcept override { return message.c_str(); }
  ascendrt_status getStatus() const { return status; }

private:
  ascendrt_status status;
  std::string message;
};

template <typename... Parts>
std::string concatenate(const Parts &...parts) {
  std::ostringstream stream;
  (stream << ... << parts);
  return stream.str();
}

/// Throws an error whose message is all parts together.
template <typename... Parts>
[[noreturn]] void fail(ascendrt_status status, const Parts &...parts) {
  throw Error(status, concatenate(parts...));
}

template <typename... Parts>
void require(bool condition, const Parts &...parts) {
  if (!condition)
    fail(ASCENDRT_INVALID_ARGUMENT, parts...);
}

/// Remembers `message` for ascendrt_last_error and returns `status`.
ascendrt_status setLastError(ascendrt_status status,
                             const char *message) noexcept;

/// Handles the exception that is in flight.
ascendrt_status reportException() noexcept;

/// Runs the body of a function of the C interface.
template <typename Body>
ascendrt_status guard(Body &&body) noexcept {
  try {
    body();
    return ASCENDRT_OK;
  } catch (...) {
    return reportException();
  }
}

} // namespace ascendrt

#endif // ASCENDFOLD_RUNTIME_CORE_STATUS_H
