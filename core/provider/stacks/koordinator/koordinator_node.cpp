// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bitset>
#include <map>

#include "core/provider/gpu_keys.h"
#include "core/provider/stacks/koordinator/koordinator_json.h"

namespace cardinal::koordinator {
namespace {

constexpr const char* kPartitions = "scheduling.koordinator.sh/gpu-partitions";
constexpr const char* kPartitionPolicy = "node.koordinator.sh/gpu-partition-policy";
constexpr const char* kWellPlanned = "node.koordinator.sh/secondary-device-well-planned";
constexpr const char* kIsolation = "koordinator.sh/gpu-isolation-provider";
constexpr const char* kVendor = "node.koordinator.sh/gpu-vendor";
constexpr const char* kModel = "node.koordinator.sh/gpu-model";
constexpr std::size_t kMaxPartitions = 4096;
constexpr std::size_t kMaxSwitches = 4096;

std::string labelOf(const StringMap& labels, const char* key) {
  const std::string* value = find(labels, key);
  return value != nullptr ? *value : std::string();
}

class NodeReader {
 public:
  NodeReader(const RawNode& node, const RawKoordinatorDevice* device) : m_raw(node), m_device(device) {}

  Node read() {
    m_out.name = m_raw.meta.key.name;
    m_out.isolationProvider = labelOf(m_raw.meta.labels, kIsolation);
    m_out.vendor = labelOf(m_raw.meta.labels, kVendor);
    m_out.model = labelOf(m_raw.meta.labels, kModel);
    m_out.hasDevice = m_device != nullptr;
    if (m_device == nullptr) return std::move(m_out);
    m_out.secondaryWellPlanned = labelOf(m_device->meta.labels, kWellPlanned) == "true";
    for (const FieldProblem& problem : m_device->problems) complain(problem.field, problem.value);
    for (const RawDeviceEntry& entry : m_device->devices) readCard(entry);
    for (auto& cards : m_out.cards) sortCards(cards);
    auto& gpus = m_out.cards[indexOf(DeviceType::Gpu)];
    if (gpus.size() > kMaxGpus) {
      complain("spec.devices", std::to_string(gpus.size()), ErrorCode::LimitExceeded);
      gpus.resize(kMaxGpus);
    }
    for (const Card& card : gpus) m_out.gpuMinors.push_back(card.minor);
    buildTree();
    readPartitions();
    return std::move(m_out);
  }

 private:
  void complain(const std::string& field, const std::string& value, ErrorCode code = ErrorCode::InvalidField) {
    constexpr std::size_t kMaxProblems = 20;
    if (m_out.problems.size() < kMaxProblems)
      m_out.problems.push_back(makeError(code, field, "Device " + m_raw.meta.key.name, provider::clipped(value)));
  }

  void readCard(const RawDeviceEntry& entry) {
    const auto type = typeOf(entry.type);
    if (!type) return;  // a device that nobody asks for by these names
    if (!entry.minor || *entry.minor < 0) {
      complain("spec.devices.minor", entry.minor ? std::to_string(*entry.minor) : std::string());
      return;
    }
    Card card;
    card.minor = *entry.minor;
    card.id = entry.id;
    card.healthy = entry.healthy;
    card.labels = entry.labels;
    card.functionGroups = entry.functionGroups;
    for (const ResourceAmount& resource : entry.resources) {
      const auto slot = slotOf(*type, resource.name);
      if (!slot) {
        complain("spec.devices.resources", resource.name, ErrorCode::Unsupported);
        continue;
      }
      const std::int64_t amount = resource.amount.value();
      if (amount < 0 || !resource.amount.isInteger()) complain(resource.name, std::to_string(amount));
      card.declared.set(*slot, std::max<std::int64_t>(amount, 0));
    }
    if (entry.topology) {
      card.hasTopology = true;
      card.numa = entry.topology->nodeId;
      card.pcie = entry.topology->pcieId;
      card.pcieIndex = switchIndex(card.pcie);
    }
    m_out.cards[indexOf(*type)].push_back(std::move(card));
  }

  std::uint16_t switchIndex(const std::string& text) {
    auto& all = m_out.switches;
    const auto at = static_cast<std::size_t>(std::find(all.begin(), all.end(), text) - all.begin());
    if (at >= kMaxSwitches) {
      complain("spec.devices.topology.pcieID", text, ErrorCode::LimitExceeded);
      return 0;
    }
    if (at == all.size()) all.push_back(text);
    return static_cast<std::uint16_t>(at);
  }

  /// Lowest minor first; of entries with one minor the last counts, as in the scheduler's map.
  void sortCards(std::vector<Card>& cards) {
    const auto isNotBefore = [](const Card& a, const Card& b) { return a.minor >= b.minor; };
    if (std::adjacent_find(cards.begin(), cards.end(), isNotBefore) == cards.end()) return;  // mostly
    std::stable_sort(cards.begin(), cards.end(), [](const Card& a, const Card& b) { return a.minor < b.minor; });
    std::vector<Card> kept;
    for (Card& card : cards) {
      if (!kept.empty() && kept.back().minor == card.minor) {
        complain("spec.devices.minor", std::to_string(card.minor));
        kept.back() = std::move(card);
      } else {
        kept.push_back(std::move(card));
      }
    }
    cards = std::move(kept);
  }

  void buildTree() {
    const auto& gpus = m_out.cards[indexOf(DeviceType::Gpu)];
    if (gpus.empty() || !std::all_of(gpus.begin(), gpus.end(), [](const Card& c) { return c.hasTopology; })) return;
    std::map<std::int32_t, std::map<std::string, std::uint64_t>> tree;
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < gpus.size(); ++i) {
      tree[gpus[i].numa][gpus[i].pcie] |= std::uint64_t{1} << i;
      all |= std::uint64_t{1} << i;
    }
    const auto scope = [](std::uint8_t level, std::uint64_t members) {
      return Scope{level, members, static_cast<int>(std::bitset<kMaxGpus>(members).count()), 0, 0};
    };
    auto& scopes = m_out.scopes;
    scopes.push_back(scope(1, all));
    scopes[0].firstChild = 1;
    scopes[0].children = static_cast<std::uint16_t>(tree.size());
    for (const auto& numa : tree) {
      std::uint64_t members = 0;
      for (const auto& pcie : numa.second) members |= pcie.second;
      scopes.push_back(scope(2, members));
    }
    std::size_t at = 1;
    for (const auto& numa : tree) {
      scopes[at].firstChild = static_cast<std::uint16_t>(scopes.size());
      scopes[at].children = static_cast<std::uint16_t>(numa.second.size());
      ++at;
      for (const auto& pcie : numa.second) scopes.push_back(scope(3, pcie.second));
    }
  }

  void readPartitions() {
    const bool ownTable = readOwnTable();
    if (!ownTable && (m_out.vendor.empty() || m_out.vendor == "nvidia") &&
        (m_out.model == "H100" || m_out.model == "H800" || m_out.model == "H20")) {
      m_out.hasPartitions = true;
      for (const int size : {1, 2, 4, 8}) addBuiltIn(size);
    }
    const StringMap& labels = ownTable ? m_device->meta.labels : m_raw.meta.labels;
    m_out.honorsPartitions = labelOf(labels, kPartitionPolicy) == "Honor";
  }

  void addBuiltIn(int size) {
    PartitionSize& entry = m_out.partitions.emplace_back();
    entry.cards = size;
    auto& group = entry.groups.emplace_back();
    constexpr int kHopperCards = 8;
    for (int first = 0; first < kHopperCards; first += size) {
      Partition partition;
      for (int minor = first; minor < first + size; ++minor) partition.minors.push_back(minor);
      partition.score = 1;
      mask(partition);
      group.push_back(std::move(partition));
    }
  }

  bool mask(Partition& partition) {
    for (const std::int32_t minor : partition.minors) {
      auto& minors = m_out.gpuMinors;
      const auto found = std::find(minors.begin(), minors.end(), minor);
      const auto bit = static_cast<std::size_t>(found - minors.begin());
      if (bit >= kMaxGpus) return false;
      if (found == minors.end()) minors.push_back(minor);
      partition.mask |= std::uint64_t{1} << bit;
    }
    return true;
  }

  bool readOwnTable() {
    const std::string* text = find(m_device->meta.annotations, kPartitions);
    if (text == nullptr) return false;
    const JsonText json(*text);
    simdjson::dom::object sizes;
    std::vector<PartitionSize> table;
    JsonMembers members;
    if (json.root() == nullptr || json.root()->get(sizes) != simdjson::SUCCESS) {
      members.isRead = false;
    } else {
      for (const auto entry : sizes) readSize(entry.key, entry.value, table, members);
    }
    if (!members.isRead) {
      complain(kPartitions, *text);
      return false;
    }
    m_out.hasPartitions = true;
    m_out.partitions = std::move(table);
    return true;
  }

  void readSize(std::string_view key, const Json& list, std::vector<PartitionSize>& table, JsonMembers& members) {
    PartitionSize size;
    std::vector<Partition> all;
    simdjson::dom::array items;
    if (!provider::parseGoInteger(key, size.cards) || (!list.is_null() && list.get(items) != simdjson::SUCCESS)) {
      members.isRead = false;
      return;
    }
    if (!list.is_null()) {
      for (const Json item : items) {
        if (all.size() >= kMaxPartitions) break;
        readPartition(item, all, members);
      }
    }
    std::stable_sort(all.begin(), all.end(), [](const Partition& a, const Partition& b) { return a.score < b.score; });
    for (Partition& partition : all) {
      if (size.groups.empty() || size.groups.back().front().score != partition.score) size.groups.emplace_back();
      size.groups.back().push_back(std::move(partition));
    }
    table.push_back(std::move(size));
  }

  void readPartition(const Json& item, std::vector<Partition>& all, JsonMembers& members) {
    Partition partition;
    members.each(item, "minors", [&](const Json& value) {
      std::int64_t minor = 0;
      if (value.get(minor) != simdjson::SUCCESS || minor < 0 || minor > INT32_MAX ||
          partition.minors.size() >= kMaxGpus)
        members.isRead = false;
      else
        partition.minors.push_back(static_cast<std::int32_t>(minor));
    });
    members.read(item, "allocationScore", partition.score);
    std::optional<Quantity> bandwidth;
    members.read(item, "ringBusBandwidth", bandwidth);
    if (bandwidth) partition.bandwidth = bandwidth->value();
    if (!mask(partition)) members.isRead = false;
    all.push_back(std::move(partition));
  }

  const RawNode& m_raw;
  const RawKoordinatorDevice* m_device;
  Node m_out;
};

}  // namespace

std::string_view word(DeviceType type) {
  switch (type) {
    case DeviceType::Fpga:
      return "fpga";
    case DeviceType::Gpu:
      return "gpu";
    case DeviceType::Rdma:
      break;
  }
  return "rdma";
}

std::string_view resourceName(DeviceType type, std::size_t slot) {
  constexpr std::array<std::string_view, kSlots> kGpu{"koordinator.sh/gpu-core", "koordinator.sh/gpu-memory",
                                                      "koordinator.sh/gpu-memory-ratio"};
  if (type == DeviceType::Gpu) return slot < kSlots ? kGpu[slot] : std::string_view();
  if (slot != kShare) return {};
  return type == DeviceType::Rdma ? "koordinator.sh/rdma" : "koordinator.sh/fpga";
}

Node readNode(const RawNode& node, const RawKoordinatorDevice* device) {
  return NodeReader(node, device).read();
}

void forgetResources(Node& node) {
  for (auto& cards : node.cards) {
    for (Card& card : cards) card.healthy = false;
  }
}

}  // namespace cardinal::koordinator
