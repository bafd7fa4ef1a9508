//===- Site.cpp - The plans of a call site --------------------------------===//
//
// Part of the AscendFold Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Core/Plan.h"
#include "Core/Validate.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string_view>

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

  size_t hash() const;
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

private:
  unsigned numThreads;
  DescCopy desc;
  std::vector<const void *> constants;

public:
  ascendrt_plan plan;
};

/// All plans of a site.
///
/// Most sites have one plan for ever. So the first one stays until the site is
/// cleared: it is found without a lock, a hash or a count of references. The
/// others are few, and any of them may be evicted while a thread executes it,
/// which therefore shares its ownership.
class SitePlans {
public:
  ~SitePlans() { delete first.load(); }

  std::shared_ptr<const Entry> findOrCreate(const Key &key);
  void invalidate();

private:
  struct Slot {
    size_t hash;
    uint64_t lastUse;
    std::shared_ptr<const Entry> entry;
  };

  static constexpr size_t maxOthers = ASCENDRT_MAX_SITE_PLANS - 1;

  /// Does not own the first plan: nothing is counted.
  std::shared_ptr<const Entry> findFirst(const Key &key) const {
    const Entry *entry = first.load(std::memory_order_acquire);
    if (!entry || !entry->matches(key))
      return nullptr;
    return {std::shared_ptr<void>(), entry};
  }
  std::shared_ptr<const Entry> find(const Key &key, size_t hash);
  void insert(size_t hash, std::shared_ptr<const Entry> entry);

  std::atomic<const Entry *> first{nullptr};
  /// Held while a plan is made, so that there is one for each key.
  std::mutex creation;
  /// Guards what is below, for a few instructions at a time: who finds a plan
  /// does not wait for those who make one.
  std::mutex lookup;
  std::vector<Slot> others;
  uint64_t numUses = 0;
};
} // namespace

static size_t combine(size_t hash, size_t other) {
  return hash * 0x9e3779b97f4a7c15 + other;
}

size_t Key::hash() const {
  auto hashBytes = [](const void *bytes, size_t size) {
    return std::hash<std::string_view>()(
        {static_cast<const char *>(bytes), size});
  };
  size_t hash = hashBytes(&desc, desc.struct_size);
  hash = combine(hash, hashBytes(constants, numConstants * sizeof(void *)));
  hash = combine(hash, reinterpret_cast<uintptr_t>(device));
  return combine(hash, numThreads);
}

std::shared_ptr<const Entry> SitePlans::find(const Key &key, size_t hash) {
  std::lock_guard<std::mutex> lock(lookup);
  for (Slot &slot : others) {
    if (slot.hash != hash || !slot.entry->matches(key))
      continue;
    slot.lastUse = ++numUses;
    return slot.entry;
  }
  return nullptr;
}

void SitePlans::insert(size_t hash, std::shared_ptr<const Entry> entry) {
  // Outlives the lock: destroying a plan takes its time.
  std::shared_ptr<const Entry> evicted;
  std::lock_guard<std::mutex> lock(lookup);
  if (others.size() < maxOthers) {
    others.push_back({hash, ++numUses, std::move(entry)});
    return;
  }
  Slot &oldest = *std::min_element(
      others.begin(), others.end(),
      [](const Slot &a, const Slot &b) { return a.lastUse < b.lastUse; });
  evicted = std::move(oldest.entry);
  oldest = {hash, ++numUses, std::move(entry)};
}

std::shared_ptr<const Entry> SitePlans::findOrCreate(const Key &key) {
  if (std::shared_ptr<const Entry> entry = findFirst(key))
    return entry;
  size_t hash = key.hash();
  if (std::shared_ptr<const Entry> entry = find(key, hash))
    return entry;
  std::lock_guard<std::mutex> lock(creation);
  // Another thread may have been faster.
  if (std::shared_ptr<const Entry> entry = findFirst(key))
    return entry;
  if (std::shared_ptr<const Entry> entry = find(key, hash))
    return entry;
  if (!first.load(std::memory_order_relaxed)) {
    first.store(new Entry(key), std::memory_order_release);
    return findFirst(key);
  }
  auto entry = std::make_shared<const Entry>(key);
  insert(hash, entry);
  return entry;
}

void SitePlans::invalidate() {
  if (const Entry *entry = first.load(std::memory_order_acquire))
    entry->plan.kernel->invalidate();
  // A kernel that folds right now makes us wait: not with the lock.
  std::vector<Slot> copy;
  {
    std::lock_guard<std::mutex> lock(lookup);
    copy = others;
  }
  for (const Slot &slot : copy)
    slot.entry->plan.kernel->invalidate();
}

static SitePlans *loadPlans(const ascendrt_site *site) {
  return static_cast<SitePlans *>(
      __atomic_load_n(&site->head, __ATOMIC_ACQUIRE));
}

static SitePlans &getOrCreatePlans(ascendrt_site *site) {
  if (SitePlans *plans = loadPlans(site))
    return *plans;
  auto made = std::make_unique<SitePlans>();
  void *expected = nullptr;
  if (__atomic_compare_exchange_n(
          &site->head, &expected, static_cast<void *>(made.get()),
          /*weak=*/false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return *made.release();
  return *static_cast<SitePlans *>(expected);
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
    getOrCreatePlans(site).findOrCreate(key)->plan.execute(*stream, args,
                                                           numArgs);
  });
}

ascendrt_status ascendrt_site_invalidate(ascendrt_site *site) {
  return guard([&] {
    require(site, "site_invalidate: site is null");
    if (SitePlans *plans = loadPlans(site))
      plans->invalidate();
  });
}

void ascendrt_site_clear(ascendrt_site *site) {
  if (!site)
    return;
  std::unique_ptr<SitePlans> plans(loadPlans(site));
  __atomic_store_n(&site->head, static_cast<void *>(nullptr), __ATOMIC_RELEASE);
}
