//===- Plan.h - Plans -------------------------------------------*- C++ -*-===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ASCENDFOLD_RUNTIME_CORE_PLAN_H
#define ASCENDFOLD_RUNTIME_CORE_PLAN_H

#include "Core/Arguments.h"
#include "Core/Device.h"
#include "Core/Stream.h"

struct ascendrt_plan {
  /// Validates everything; throws Error.
  ascendrt_plan(ascendrt_device &device, const ascendrt_desc *desc,
                const void *const *constants, uint32_t numConstants,
                unsigned numThreads);

  /// Throws Error.
  void execute(ascendrt_stream &stream, void *const *args,
               uint32_t numArgs) const;

  ascendrt_device &device;
  unsigned numThreads;

private:
  struct Parameter {
    const char *name;
    bool isRequired;
  };

  std::vector<Parameter> parameters;
  std::shared_ptr<ascendrt::PlanFacts> facts;

public:
  std::unique_ptr<ascendrt::Kernel> kernel;
  const char *getInfo() const { return facts->info.c_str(); }
};

#endif // ASCENDFOLD_RUNTIME_CORE_PLAN_H
