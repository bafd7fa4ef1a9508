//===- Device.cpp - Devices -----------------------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Core/Device.h"

#include "Core/Status.h"

#include <cstdlib>

using namespace ascendrt;

static const char *getEnvironment(const char *name) {
  const char *value = std::getenv(name);
  return value && *value ? value : nullptr;
}

ascendrt_status ascendrt_device_open(const char *backend,
                                     ascendrt_device **device) {
  return guard([&] {
    require(device, "device_open: device is null");
    *device = nullptr;
    const char *name = backend ? backend : getEnvironment("ASCENDRT_BACKEND");
    auto result = std::make_unique<ascendrt_device>();
    result->backend = createBackend(name ? name : "host");
    if (const char *path = getEnvironment("ASCENDRT_TRACE"))
      result->trace.start(path);
    *device = result.release();
  });
}

ascendrt_status ascendrt_device_close(ascendrt_device *device) {
  return guard([&] {
    std::unique_ptr<ascendrt_device> owned(device);
    if (owned)
      owned->trace.write(owned->backend->getName());
  });
}

const char *ascendrt_device_backend(const ascendrt_device *device) {
  return device ? device->backend->getName() : nullptr;
}

ascendrt_status ascendrt_device_trace(ascendrt_device *device,
                                      const char *path) {
  return guard([&] {
    require(device, "device_trace: device is null");
    require(path && *path, "device_trace: path is empty");
    device->trace.start(path);
  });
}

ascendrt_status ascendrt_malloc(ascendrt_device *device, size_t size,
                                void **pointer) {
  return guard([&] {
    require(device, "malloc: device is null");
    require(pointer, "malloc: pointer is null");
    *pointer = nullptr;
    if (size != 0)
      *pointer = device->backend->allocate(size);
  });
}

ascendrt_status ascendrt_free(ascendrt_device *device, void *pointer) {
  return guard([&] {
    require(device, "free: device is null");
    if (pointer)
      device->backend->deallocate(pointer);
  });
}
