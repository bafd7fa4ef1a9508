//===- Site.cpp - The plans of a call site --------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Core/Plan.h"
#include "Core/Validate.h"

#include <atomic>
#include <mutex>

using namespace ascendrt;

namespace {
/// What tells one plan of a site from another. The constants are compared by
/// address.
struct Key {
  ascendrt_device *device;
  unsigned numThreads;
  const ascendrt_desc &desc;
  const void *const *constants;
  uint32_t numConstants;
};

/// A plan of a site. Immutable once it can be reached.
class Entry {
public:
  explicit Entry(const Key &key)
      : numThreads(key.numThreads), desc(key.desc),
        constants(key.constants, key.constants + key.numConstants),
        plan(*key.device, &key.desc, key.constants, key.numConstants,
             key.numThreads) {}

  bool matches(const Key &key) const {
    return &plan.device == key.device && numThreads == key.numThreads &&
           constants.size() == key.numConstants &&
           std::equal(constants.begin(), constants.end(), key.constants) &&
           desc == key.desc;
  }

  Entry *next = nullptr;

private:
  unsigned numThreads;
  DescCopy desc;
  std::vector<const void *> constants;

public:
  ascendrt_plan plan;
};
} // namespace

/// Threads that create plans wait for each other, those that find one never do.
/// Sites share the mutexes since a site is only a pointer.
static std::mutex &getMutex(const ascendrt_site *site) {
  static std::mutex mutexes[16];
  return mutexes[reinterpret_cast<uintptr_t>(site) / sizeof(ascendrt_site) %
                 16];
}

static Entry *loadHead(const ascendrt_site *site) {
  return static_cast<Entry *>(__atomic_load_n(&site->head, __ATOMIC_ACQUIRE));
}

static Entry *find(const ascendrt_site *site, const Key &key) {
  for (Entry *entry = loadHead(site); entry; entry = entry->next)
    if (entry->matches(key))
      return entry;
  return nullptr;
}

static Entry *findOrCreate(ascendrt_site *site, const Key &key) {
  if (Entry *entry = find(site, key))
    return entry;
  std::lock_guard<std::mutex> lock(getMutex(site));
  // Another thread may have been faster.
  if (Entry *entry = find(site, key))
    return entry;
  auto entry = std::make_unique<Entry>(key);
  entry->next = loadHead(site);
  __atomic_store_n(&site->head, static_cast<void *>(entry.get()),
                   __ATOMIC_RELEASE);
  return entry.release();
}

ascendrt_status ascendrt_site_execute(ascendrt_site *site,
                                      ascendrt_stream *stream,
                                      const ascendrt_desc *desc,
                                      void *const *args, uint32_t numArgs,
                                      uint32_t constantMask) {
  if (!stream)
    return setLastError(ASCENDRT_INVALID_ARGUMENT,
                        "site_execute: stream is null");
  return stream->run([&] {
    require(site, "site_execute: site is null");
    require(args, "site_execute: args is null");
    require(numArgs <= ASCENDRT_MAX_CONCAT + 1, "site_execute: there are ",
            numArgs, " arguments; no operator has so many");
    validateHeader(desc);
    const void *constants[ASCENDRT_MAX_CONCAT + 1] = {};
    for (uint32_t i = 0; i < numArgs && i < 32; ++i)
      if (constantMask >> i & 1)
        constants[i] = args[i];
    Key key{stream->device, stream->numThreads, *desc, constants, numArgs};
    findOrCreate(site, key)->plan.execute(*stream, args, numArgs);
  });
}

ascendrt_status ascendrt_site_invalidate(ascendrt_site *site) {
  return guard([&] {
    require(site, "site_invalidate: site is null");
    for (Entry *entry = loadHead(site); entry; entry = entry->next)
      entry->plan.kernel->invalidate();
  });
}

void ascendrt_site_clear(ascendrt_site *site) {
  if (!site)
    return;
  Entry *entry = loadHead(site);
  __atomic_store_n(&site->head, static_cast<void *>(nullptr), __ATOMIC_RELEASE);
  while (entry) {
    std::unique_ptr<Entry> owned(entry);
    entry = entry->next;
  }
}
