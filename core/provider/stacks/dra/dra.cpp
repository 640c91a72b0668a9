// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/dra/dra.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/provider/stacks/dra/dra_pools.h"

namespace cardinal {
namespace {

using dra::Claims;
using dra::DeviceId;
using dra::Held;
using dra::PoolId;
using dra::Slices;

constexpr std::int64_t kMiB = 1024 * 1024;

struct Pool {
  std::vector<std::shared_ptr<const RawResourceSlice>> own;  ///< of the newest generation, with the node's name
  std::int64_t slices = 0;                                   ///< of that generation, anywhere
  std::vector<std::string_view> devices;                     ///< names, sorted
  bool isUsable = true;
};

std::string_view textOf(const RawDevice& device, std::string_view name) {
  const RawDeviceAttribute* found = find(device, name);
  return found != nullptr ? std::string_view(found->text) : std::string_view();
}

std::optional<std::int64_t> memoryOf(const RawDevice& device) {
  const Quantity* memory = find(device.capacity, "memory");
  if (memory == nullptr || *memory < Quantity()) return std::nullopt;
  return memory->floor() / kMiB;
}

DraHolder holderOf(const Held& held) {
  DraHolder out{held.claim->meta.key, {}, held.result->request, held.result->adminAccess};
  out.isShare = !held.result->shareId.empty();
  for (const RawClaimUser& user : held.claim->reservedFor) {
    if (user.resource == "pods") out.pods.push_back({held.claim->meta.key.ns, user.name});
  }
  return out;
}

std::map<PoolId, Pool> poolsOf(const std::string& node, Slices slices) {
  const auto newest = dra::newestOf(slices);
  std::map<PoolId, Pool> out;
  for (const auto& slice : slices) {
    if (slice->nodes.nodeName != node) continue;
    const dra::Newest& current = newest.at({slice->driver, slice->pool});
    Pool& pool = out[{slice->driver, slice->pool}];
    pool.slices = current.slices;
    if (slice->generation == current.generation) pool.own.push_back(slice);
  }
  return out;
}

/// The first device whose name another one before it has; empty = none.
std::string_view firstTwice(const Pool& pool) {
  std::set<std::string_view> names;
  for (const auto& slice : pool.own) {
    for (const RawDevice& device : slice->devices) {
      if (!names.insert(device.name).second) return device.name;
    }
  }
  return {};
}

/// Fills the names of the devices.
std::optional<DraPoolProblem> problemOf(const PoolId& id, Pool& pool) {
  if (pool.own.empty()) return std::nullopt;
  DraPoolProblem out;
  out.driver = id.first;
  out.pool = id.second;
  out.slices = pool.slices;
  out.awaited = pool.own.front()->sliceCount;
  if (out.slices != out.awaited) return out;
  for (const auto& slice : pool.own) {
    for (const RawDevice& device : slice->devices) pool.devices.push_back(device.name);
  }
  std::sort(pool.devices.begin(), pool.devices.end());
  if (std::adjacent_find(pool.devices.begin(), pool.devices.end()) == pool.devices.end()) return std::nullopt;
  out.kind = DraPoolProblem::Kind::DeviceTwice;
  out.device = firstTwice(pool);
  return out;
}

/// A part of a card as ROCm's driver publishes it: it names the bus address of the card that it was cut from
/// (ROCm/k8s-gpu-dra-driver, device attributes).
bool isAmdPartition(const RawDevice& device) {
  return textOf(device, "type") == "amdgpu-partition" && !textOf(device, "parentPciAddr").empty();
}

/// Collects the cards of one node.
class Collector {
 public:
  Collector(DraNodeCards& out, const std::vector<Held>& held) : m_out(out), m_held(held) {
    constexpr std::size_t kUsualCards = 8;
    m_out.cards.reserve(kUsualCards);
  }

  void add(const RawResourceSlice& slice, const RawDevice& device) {
    const std::string_view type = textOf(device, "type");
    const bool isInstance = type == "mig" || find(device, "parentUUID") != nullptr || isAmdPartition(device);
    if (!isInstance && !isGpuDriver(slice.driver)) {
      ++m_out.otherDevices;
      return;
    }
    const std::string_view uuid = textOf(device, isInstance ? "parentUUID" : "uuid");
    DraCard& card = cardOf(slice, device, uuid);
    DraPiece piece = pieceOf(slice, device);
    const bool isTwice = !isInstance && type != "vfio" && card.whole.has_value();
    if (isTwice || card.driver != slice.driver || card.pool != slice.pool) {
      card.again.push_back(std::move(piece));
    } else if (isInstance) {
      card.instances.push_back(std::move(piece));
    } else if (type == "vfio") {
      card.passed = std::move(piece);
    } else {
      card.memoryMiB = piece.memoryMiB;
      card.whole = std::move(piece);
    }
  }

 private:
  /// The card of that UUID, or of that bus address where one of the two has no UUID; else a card of its own.
  DraCard& cardOf(const RawResourceSlice& slice, const RawDevice& device, std::string_view uuid) {
    const bool isPart = isAmdPartition(device);
    const std::string_view bus = textOf(device, isPart ? "parentPciAddr" : "resource.kubernetes.io/pciBusID");
    for (DraCard& card : m_out.cards) {
      const bool isAtBus = (uuid.empty() || card.uuid.empty()) && !bus.empty() && card.pciBusId == bus;
      if (!isAtBus && (uuid.empty() || card.uuid != uuid)) continue;
      if (card.uuid.empty()) card.uuid = uuid;
      if (card.pciBusId.empty()) card.pciBusId = bus;
      return card;
    }
    DraCard& card = m_out.cards.emplace_back();
    card.driver = slice.driver;
    card.pool = slice.pool;
    card.uuid = uuid;
    card.pciBusId = bus;
    card.product = textOf(device, "productName");
    if (card.product.empty()) card.product = textOf(device, "model");
    const RawDeviceAttribute* numa = find(device, "resource.kubernetes.io/numaNode");
    if (numa != nullptr && numa->kind == RawDeviceAttribute::Kind::Int) card.numaNode = numa->integer;
    return card;
  }

  DraPiece pieceOf(const RawResourceSlice& slice, const RawDevice& device) const {
    DraPiece out;
    out.raw = &device;
    out.slice = &slice;
    out.profile = textOf(device, isAmdPartition(device) ? "partitionProfile" : "profile");
    out.memoryMiB = memoryOf(device);
    out.usesCounters = !device.consumes.empty();
    for (const Held& held : dra::heldOf(m_held, {slice.driver, slice.pool, device.name}))
      out.holders.push_back(holderOf(held));
    return out;
  }

  DraNodeCards& m_out;
  const std::vector<Held>& m_held;
};

}  // namespace

bool DraPiece::isHeld() const {
  return std::any_of(holders.begin(), holders.end(), [](const DraHolder& holder) { return !holder.adminAccess; });
}

bool DraPiece::isShared() const {
  return std::any_of(holders.begin(), holders.end(),
                     [](const DraHolder& holder) { return holder.isShare && !holder.adminAccess; });
}

bool isGpuDriver(std::string_view driver) {
  return driver.substr(0, 4) == "gpu.";
}

DraNodeCards draCardsOf(const std::string& node, Slices slices, Claims claims) {
  DraNodeCards out;
  const std::vector<Held> held = dra::heldDevices(claims);
  auto pools = poolsOf(node, slices);
  Collector collector(out, held);
  for (auto& [id, pool] : pools) {
    if (auto problem = problemOf(id, pool)) {
      out.problems.push_back(std::move(*problem));
      pool.isUsable = false;
      continue;
    }
    for (const auto& slice : pool.own) {
      for (const RawDevice& device : slice->devices) collector.add(*slice, device);
    }
    out.slices.insert(out.slices.end(), pool.own.begin(), pool.own.end());
  }
  for (const Held& one : held) {
    const auto pool = pools.find({one.result->driver, one.result->pool});
    if (pool == pools.end() || !pool->second.isUsable) continue;
    const auto& names = pool->second.devices;
    if (std::binary_search(names.begin(), names.end(), one.result->device)) continue;
    out.lost.push_back({*one.result, holderOf(one)});
  }
  return out;
}

}  // namespace cardinal
