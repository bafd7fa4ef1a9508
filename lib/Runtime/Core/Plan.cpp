//===- Plan.cpp - Plans ---------------------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Core/Plan.h"

#include "Core/Tensor.h"
#include "Core/Validate.h"

using namespace ascendrt;

ascendrt_plan::ascendrt_plan(ascendrt_device &device, const ascendrt_desc *desc,
                             const void *const *constants,
                             uint32_t numConstants, unsigned numThreads)
    : device(device), numThreads(numThreads) {
  validateHeader(desc);
  // From here on the description has the size that this version knows.
  DescCopy copy(*desc, getDescSize(desc->op));
  const ascendrt_desc &complete = copy.get();
  validate(complete);
  const char *op = ascendrt_op_name(complete.op);
  std::vector<Argument> arguments = getArguments(complete);
  require(numConstants == 0 || constants, op, ": constants is null");
  require(numConstants <= arguments.size(), op, ": there are ", numConstants,
          " constants, but ", arguments.size(), " arguments");

  facts = std::make_shared<PlanFacts>();
  facts->op = complete.op;
  facts->shapes = toString(complete);
  std::vector<const void *> allConstants(arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Argument &argument = arguments[i];
    const void *constant = i < numConstants ? constants[i] : nullptr;
    require(!constant || !argument.isOutput, op, ": the output is a constant");
    if (argument.isPresent)
      allConstants[i] = constant;
    parameters.push_back({argument.name, argument.isPresent && !constant});
    if (argument.isPresent)
      (argument.isOutput ? facts->bytesWritten : facts->bytesRead) +=
          getNumBytes(argument.tensor);
  }
  kernel =
      device.backend->createKernel({complete, allConstants.data(), numThreads});
  facts->info = kernel->getInfo();
}

void ascendrt_plan::execute(ascendrt_stream &stream, void *const *args,
                            uint32_t numArgs) const {
  const char *op = ascendrt_op_name(facts->op);
  require(stream.device == &device, op,
          ": the stream belongs to another device than the plan");
  require(numArgs == parameters.size(), op, ": there are ", numArgs,
          " arguments, not ", parameters.size());
  require(args, op, ": args is null");
  for (uint32_t i = 0; i < numArgs; ++i)
    require(!parameters[i].isRequired || args[i], op, ": argument ", i, ", ",
            parameters[i].name, ", is null");

  Clock::time_point begin = Clock::now();
  stream.workspace.reset();
  Execution execution{stream.workspace};
  kernel->execute(execution, args);
  Clock::time_point end = Clock::now();

  ascendrt_counters &counters = stream.counters;
  ++counters.launches[facts->op];
  counters.nanoseconds[facts->op] +=
      std::chrono::duration_cast<std::chrono::nanoseconds>(end - begin).count();
  counters.bytes_read += facts->bytesRead;
  counters.bytes_written += facts->bytesWritten;
  if (device.trace.isActive())
    device.trace.record(facts, stream.id, begin, end);
}

ascendrt_status ascendrt_plan_create(ascendrt_device *device,
                                     const ascendrt_desc *desc,
                                     const void *const *constants,
                                     uint32_t numConstants, uint32_t numThreads,
                                     ascendrt_plan **plan) {
  return guard([&] {
    require(device, "plan_create: device is null");
    require(plan, "plan_create: plan is null");
    *plan = nullptr;
    *plan = new ascendrt_plan(*device, desc, constants, numConstants,
                              resolveNumThreads(numThreads));
  });
}

void ascendrt_plan_destroy(ascendrt_plan *plan) { delete plan; }

ascendrt_status ascendrt_plan_execute(ascendrt_plan *plan,
                                      ascendrt_stream *stream,
                                      void *const *args, uint32_t numArgs) {
  if (!plan || !stream)
    return setLastError(ASCENDRT_INVALID_ARGUMENT,
                        plan ? "plan_execute: stream is null"
                             : "plan_execute: plan is null");
  return stream->run([&] { plan->execute(*stream, args, numArgs); });
}

ascendrt_status ascendrt_plan_invalidate(ascendrt_plan *plan) {
  return guard([&] {
    require(plan, "plan_invalidate: plan is null");
    plan->kernel->invalidate();
  });
}

const char *ascendrt_plan_info(const ascendrt_plan *plan) {
  return plan ? plan->getInfo() : nullptr;
}
