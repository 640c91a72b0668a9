// SPDX-License-Identifier: Apache-2.0
#include "tests/core/provider/stacks/abacus_adapter.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/provider/pod_request.h"
#include "core/provider/shared_node.h"

namespace cardinal::testing {
namespace {

constexpr std::string_view kCards = "abacus.example/cards";
constexpr std::string_view kHeld = "abacus.example/held";

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  for (;;) {
    const std::size_t end = text.find(separator);
    out.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return out;
    text.remove_prefix(end + 1);
  }
}

class AbacusPods final : public StackPods {
 public:
  explicit AbacusPods(std::vector<std::string> ids) : m_ids(std::move(ids)) {}

  void read(const RawPod& pod, PodUsage& usage) override {
    const std::string name = provider::displayName(pod.meta.key);
    const std::string* text = find(pod.meta.annotations, kHeld);
    if (text == nullptr) return;
    const auto parts = split(*text, '=');
    std::int64_t mib = 0;
    if (parts.size() != 2 || !provider::parseGoInteger(parts[1], mib)) {
      usage.findings.push_back({FindingCode::MalformedAllocation, kPendingCard, name, provider::clipped(*text), 0, 0});
      return;
    }
    const auto at = std::find(m_ids.begin(), m_ids.end(), parts[0]);
    if (at == m_ids.end()) {
      usage.findings.push_back({FindingCode::CardOutOfRange, kPendingCard, name, provider::clipped(parts[0]), 0, 0});
      return;
    }
    usage.shares = {{static_cast<CardIndex>(at - m_ids.begin()), MemUnits(mib), {}, 0}};
  }

 private:
  std::vector<std::string> m_ids;
};

}  // namespace

bool isAbacus(const RawNode& node, const NodeExtras* /*extras*/) {
  return find(node.meta.annotations, kCards) != nullptr;
}

std::optional<NodeCapacity> readAbacusCapacity(const RawNode& node, const NodeExtras* /*extras*/) {
  NodeCapacity out;
  out.gpu.stack = kAbacus;
  out.gpu.mode = GpuMode::Vgpu;
  out.gpu.unit = MemoryUnit::MiB;
  std::vector<std::string> ids;
  for (const std::string_view one : split(*find(node.meta.annotations, kCards), ';')) {
    const auto fields = split(one, ',');
    std::int64_t mib = 0;
    if (fields.size() != 3 || !provider::parseGoInteger(fields[1], mib)) return std::nullopt;
    Card& card = out.cards.emplace_back();
    card.index = static_cast<std::uint16_t>(ids.size());
    card.memoryKnown = true;
    card.memTotal = MemUnits(mib);
    card.health = fields[2] == "ok" ? CardHealth::Healthy : CardHealth::Unhealthy;
    ids.emplace_back(fields[0]);
    out.devicesToFill().cards.push_back({ids.back(), {}, {}, mib, {}});
  }
  out.pods = std::make_shared<AbacusPods>(std::move(ids));
  return out;
}

}  // namespace cardinal::testing
