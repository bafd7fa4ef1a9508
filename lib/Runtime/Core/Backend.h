//===- Backend.h - What a backend has to offer ------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_RUNTIME_CORE_BACKEND_H
#define ASCENDFOLD_RUNTIME_CORE_BACKEND_H

#include "Core/Memory.h"
#include "ascendrt/ascendrt.h"

#include <memory>
#include <string>

namespace ascendrt {

/// What an execution may use.
struct Execution {
  Workspace &workspace;
};

/// An operator that a backend has made ready to run. Several threads may
/// execute it at the same time.
class Kernel {
public:
  virtual ~Kernel() = default;

  /// `args` has an entry for every argument of the description. Those of
  /// constants may be null.
  virtual void execute(Execution &execution, void *const *args) const = 0;

  /// Forgets what has been derived from arguments that were not constant.
  virtual void invalidate() const {}

  /// Which implementation this is.
  virtual std::string getInfo() const = 0;
};

/// What a kernel is made from.
struct KernelSpec {
  /// Has been validated.
  const ascendrt_desc &desc;
  /// An entry for each argument, null when it is not constant.
  const void *const *constants;
  unsigned numThreads;
};

/// A kind of device. All functions throw Error and may be called by several
/// threads at the same time.
class Backend {
public:
  virtual ~Backend() = default;

  virtual const char *getName() const = 0;
  virtual std::unique_ptr<Kernel> createKernel(const KernelSpec &spec) = 0;
  virtual void *allocate(size_t size) = 0;
  virtual void deallocate(void *pointer) = 0;
  virtual void copy(void *to, const void *from, size_t size,
                    ascendrt_copy_kind kind) = 0;
};

/// Throws ASCENDRT_UNAVAILABLE for a name that is none of this build.
std::unique_ptr<Backend> createBackend(const std::string &name);

} // namespace ascendrt

#endif // ASCENDFOLD_RUNTIME_CORE_BACKEND_H
