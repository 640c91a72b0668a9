// SPDX-License-Identifier: Apache-2.0
#include "core/alloc/stacks/koordinator/koordinator_numa.h"

#include <algorithm>
#include <bit>
#include <set>

namespace cardinal::koordinator {
namespace {

constexpr std::size_t kMaxNuma = 8;

NumaPolicy policyOf(std::string_view word) {
  if (word == "BestEffort") return NumaPolicy::BestEffort;
  if (word == "Restricted") return NumaPolicy::Restricted;
  return word == "SingleNUMANode" ? NumaPolicy::SingleNumaNode : NumaPolicy::None;
}

std::vector<std::int32_t> numaNodes(const Node& node) {
  std::set<std::int32_t> out;
  for (const auto& cards : node.cards) {
    for (const Card& card : cards) {
      if (card.hasTopology && card.numa >= 0) out.insert(card.numa);
    }
  }
  return {out.begin(), out.end()};
}

}  // namespace

NumaDecision numaOf(const Request& request, const Node& node, std::optional<int> zones) {
  const std::string& ofPod = request.numaPolicy;
  if (!ofPod.empty() && !node.numaPolicy.empty() && ofPod != node.numaPolicy)
    return {NumaPolicy::None, "node(s) NUMA Topology policy not match"};
  NumaDecision out{policyOf(ofPod.empty() ? node.numaPolicy : ofPod), {}};
  const bool isStrict = out.policy == NumaPolicy::Restricted || out.policy == NumaPolicy::SingleNumaNode;
  if (isStrict && zones == 0) out.refusal = "node(s) missing NUMA resources";
  return out;
}

Node restrictedTo(const Node& node, std::span<const std::int32_t> numa) {
  Node out = node;
  for (auto& cards : out.cards) {
    for (Card& card : cards) {
      const bool isIn =
          card.hasTopology && (card.numa < 0 || std::find(numa.begin(), numa.end(), card.numa) != numa.end());
      card.healthy = card.healthy && isIn;
    }
  }
  return out;
}

std::vector<std::vector<std::int32_t>> numaSets(const Node& node, NumaPolicy policy) {
  const std::vector<std::int32_t> all = numaNodes(node);
  std::vector<std::vector<std::int32_t>> out;
  if (policy == NumaPolicy::None || all.size() > kMaxNuma) return out;
  const std::size_t most = policy == NumaPolicy::SingleNumaNode ? std::min<std::size_t>(1, all.size()) : all.size();
  for (std::size_t size = 1; size <= most; ++size) {
    for (unsigned mask = 1; mask < 1U << all.size(); ++mask) {
      if (static_cast<std::size_t>(std::popcount(mask)) != size) continue;
      auto& set = out.emplace_back();
      for (std::size_t i = 0; i < all.size(); ++i) {
        if ((mask >> i & 1U) != 0) set.push_back(all[i]);
      }
    }
  }
  return out;
}

}  // namespace cardinal::koordinator
