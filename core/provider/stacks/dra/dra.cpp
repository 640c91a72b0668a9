// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/dra/dra.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace cardinal {
namespace {

using PoolId = std::pair<std::string, std::string>;
using DeviceId = std::tuple<std::string, std::string, std::string>;
using Holders = std::map<DeviceId, std::vector<DraHolder>>;

constexpr std::int64_t kMiB = 1024 * 1024;

struct Pool {
  std::vector<const RawResourceSlice*> own;  ///< of the newest generation, with the node's name
  std::int64_t generation = 0;               ///< newest anywhere
  std::int64_t slices = 0;                   ///< of that generation, anywhere
};

std::string textOf(const RawDevice& device, std::string_view name) {
  const RawDeviceAttribute* found = find(device, name);
  return found != nullptr ? found->text : std::string();
}

std::optional<std::int64_t> memoryOf(const RawDevice& device) {
  const Quantity* memory = find(device.capacity, "memory");
  if (memory == nullptr || *memory < Quantity()) return std::nullopt;
  return memory->floor() / kMiB;
}

Holders holdersOf(std::span<const std::shared_ptr<const RawResourceClaim>> claims) {
  Holders out;
  for (const auto& claim : claims) {
    if (!claim->allocation) continue;
    std::vector<ObjectKey> pods;
    for (const RawClaimUser& user : claim->reservedFor) {
      if (user.resource == "pods") pods.push_back({claim->meta.key.ns, user.name});
    }
    for (const RawDeviceResult& result : claim->allocation->results)
      out[{result.driver, result.pool, result.device}].push_back(
          {claim->meta.key, pods, result.request, result.adminAccess});
  }
  return out;
}

std::map<PoolId, Pool> poolsOf(const std::string& node,
                               std::span<const std::shared_ptr<const RawResourceSlice>> slices) {
  std::map<PoolId, Pool> out;
  for (const auto& slice : slices) {
    if (slice->nodes.nodeName == node) out[{slice->driver, slice->pool}];
  }
  for (const auto& slice : slices) {
    const auto found = out.find({slice->driver, slice->pool});
    if (found == out.end()) continue;
    Pool& pool = found->second;
    if (pool.slices == 0 || slice->generation > pool.generation) pool = {{}, slice->generation, 0};
    if (slice->generation != pool.generation) continue;
    ++pool.slices;
    if (slice->nodes.nodeName == node) pool.own.push_back(slice.get());
  }
  return out;
}

std::optional<DraPoolProblem> problemOf(const PoolId& id, const Pool& pool) {
  DraPoolProblem out;
  out.driver = id.first;
  out.pool = id.second;
  if (pool.own.empty()) return std::nullopt;
  out.slices = pool.slices;
  out.awaited = pool.own.front()->sliceCount;
  if (out.slices != out.awaited) return out;
  out.kind = DraPoolProblem::Kind::DeviceTwice;
  std::set<std::string_view> names;
  for (const RawResourceSlice* slice : pool.own) {
    for (const RawDevice& device : slice->devices) {
      if (names.insert(device.name).second) continue;
      out.device = device.name;
      return out;
    }
  }
  return std::nullopt;
}

/// Collects the cards of one node.
class Collector {
 public:
  Collector(DraNodeCards& out, const Holders& holders) : m_out(out), m_holders(holders) {}

  void add(const RawResourceSlice& slice, const RawDevice& device) {
    const std::string type = textOf(device, "type");
    const bool isInstance = type == "mig" || find(device, "parentUUID") != nullptr;
    if (!isInstance && !isGpuDriver(slice.driver)) {
      ++m_out.otherDevices;
      return;
    }
    const std::string uuid = textOf(device, isInstance ? "parentUUID" : "uuid");
    DraCard& card = cardOf(slice, device, uuid);
    DraPiece piece = pieceOf(slice, device);
    if (isInstance) {
      card.instances.push_back(std::move(piece));
    } else if (type == "vfio") {
      card.passed = std::move(piece);
    } else {
      card.memoryMiB = piece.memoryMiB;
      card.whole = std::move(piece);
    }
  }

 private:
  /// The card of that UUID; a device without one is a card of its own, unless its bus address is known.
  DraCard& cardOf(const RawResourceSlice& slice, const RawDevice& device, const std::string& uuid) {
    const std::string bus = textOf(device, "resource.kubernetes.io/pciBusID");
    for (DraCard& card : m_out.cards) {
      const bool isSamePool = card.driver == slice.driver && card.pool == slice.pool;
      const bool isSame = uuid.empty() ? !bus.empty() && card.pciBusId == bus : card.uuid == uuid;
      if (isSamePool && isSame) return card;
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
    out.device = device.name;
    out.uuid = textOf(device, "uuid");
    out.profile = textOf(device, "profile");
    out.memoryMiB = memoryOf(device);
    out.taints = device.taints;
    out.usesCounters = !device.consumes.empty();
    const auto found = m_holders.find({slice.driver, slice.pool, device.name});
    if (found != m_holders.end()) out.holders = found->second;
    return out;
  }

  DraNodeCards& m_out;
  const Holders& m_holders;
};

}  // namespace

bool DraPiece::isHeld() const {
  return std::any_of(holders.begin(), holders.end(), [](const DraHolder& holder) { return !holder.adminAccess; });
}

bool isGpuDriver(std::string_view driver) {
  return driver.substr(0, 4) == "gpu.";
}

DraNodeCards draCardsOf(const std::string& node, std::span<const std::shared_ptr<const RawResourceSlice>> slices,
                        std::span<const std::shared_ptr<const RawResourceClaim>> claims) {
  DraNodeCards out;
  const Holders holders = holdersOf(claims);
  const auto pools = poolsOf(node, slices);
  Collector collector(out, holders);
  std::set<PoolId> complete;
  std::set<DeviceId> published;
  for (const auto& [id, pool] : pools) {
    if (auto problem = problemOf(id, pool)) {
      out.problems.push_back(std::move(*problem));
      continue;
    }
    complete.insert(id);
    for (const RawResourceSlice* slice : pool.own) {
      for (const RawDevice& device : slice->devices) {
        published.insert({slice->driver, slice->pool, device.name});
        collector.add(*slice, device);
      }
    }
  }
  for (const auto& [device, users] : holders) {
    const auto& [driver, pool, name] = device;
    if (complete.count({driver, pool}) == 0 || published.count(device) != 0) continue;
    for (const DraHolder& user : users)
      out.lost.push_back({{user.request, driver, pool, name, user.adminAccess, {}}, user});
  }
  return out;
}

}  // namespace cardinal
