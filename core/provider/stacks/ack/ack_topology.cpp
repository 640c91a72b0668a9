// SPDX-License-Identifier: Apache-2.0
#include "core/provider/stacks/ack/ack_topology.h"

#include <simdjson.h>

#include <algorithm>
#include <string>

#include "core/provider/gpu_keys.h"

namespace cardinal::provider {
namespace {

constexpr std::string_view kGeneration2 = "gputopology.alibabacloud.com/allocation";
constexpr std::string_view kGeneration1 = "topology.kubernetes.io/gpu-group";
constexpr std::size_t kMaxText = 65536;

/// Ascending, each card once; false when a text is no card index.
bool addCard(std::string_view text, std::vector<CardIndex>& cards) {
  CardIndex card = 0;
  if (!parseCardIndex(text, card) || card < 0) return false;
  const auto it = std::lower_bound(cards.begin(), cards.end(), card);
  if (it == cards.end() || *it != card) cards.insert(it, card);
  return true;
}

bool readGeneration1(std::string_view text, std::vector<CardIndex>& cards) {
  for (;;) {
    const std::size_t comma = text.find(',');
    if (!addCard(text.substr(0, comma), cards)) return false;
    if (comma == std::string_view::npos) return true;
    text.remove_prefix(comma + 1);
  }
}

bool readGeneration2(const std::string& text, std::vector<CardIndex>& cards) {
  simdjson::dom::parser parser(kMaxText);
  simdjson::dom::element root;
  simdjson::dom::object containers;
  if (parser.parse(text).get(root) != simdjson::SUCCESS) return false;
  if (root["allocatedGPUs"].get(containers) != simdjson::SUCCESS) return false;
  for (const auto field : containers) {
    simdjson::dom::array list;
    if (field.value.get(list) != simdjson::SUCCESS) return false;
    for (const simdjson::dom::element entry : list) {
      std::string_view card;
      if (entry.get(card) != simdjson::SUCCESS || !addCard(card, cards)) return false;
    }
  }
  return true;
}

}  // namespace

void readTopologyShares(const RawPod& pod, PodUsage& usage) {
  const std::string* second = find(pod.meta.annotations, kGeneration2);
  const std::string* text = second != nullptr ? second : find(pod.meta.annotations, kGeneration1);
  if (text == nullptr) return;
  std::vector<CardIndex> cards;
  const bool readable =
      text->size() <= kMaxText && (second != nullptr ? readGeneration2(*text, cards) : readGeneration1(*text, cards));
  if (!readable || cards.empty()) {
    usage.findings.push_back({FindingCode::MalformedAllocation, kPendingCard, displayName(pod.meta.key),
                              std::string(second != nullptr ? kGeneration2 : kGeneration1) + ": " + clipped(*text), 0,
                              0});
    return;
  }
  for (const CardIndex card : cards) usage.shares.push_back({card, MemUnits{}, 100_percent});
  usage.source = AllocationSource::TopologyList;
}

}  // namespace cardinal::provider
