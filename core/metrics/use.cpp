// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/use.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <unordered_map>

#include "core/metrics/card_label.h"
#include "core/model/shared_card.h"

namespace cardinal {
namespace {

constexpr std::array kHardwareXids = {48, 62, 63, 64, 74, 79, 94, 95, 119, 120};

std::string_view withoutDomain(std::string_view host) {
  return host.substr(0, host.find('.'));
}

/// Finds the node that an exporter means.
class NodeFinder {
 public:
  explicit NodeFinder(const ClusterSnapshot& snapshot) {
    m_byName.reserve(snapshot.nodes.size());
    for (std::uint32_t i = 0; i < snapshot.nodes.size(); ++i) {
      const NodeRecord& node = *snapshot.nodes[i];
      m_byName.emplace(node.name, i);
      if (!node.raw) continue;
      if (!node.raw->internalIp.empty()) m_byAddress.emplace(node.raw->internalIp, i);
    }
  }

  std::optional<std::uint32_t> find(const CardSample& sample) const {
    if (sample.contradicted) return std::nullopt;
    if (!sample.node.empty()) return in(m_byName, sample.node);
    if (const auto exact = in(m_byName, sample.host)) return exact;
    // A host that reports its full name, on a cluster whose nodes have the short one.
    if (const auto brief = in(m_byName, withoutDomain(sample.host))) return brief;
    if (const auto byAddress = in(m_byAddress, sample.host)) return byAddress;
    return sample.host.empty() ? in(m_byAddress, sample.address) : std::nullopt;
  }

 private:
  using Names = std::unordered_map<std::string_view, std::uint32_t>;
  static std::optional<std::uint32_t> in(const Names& names, std::string_view name) {
    const auto found = name.empty() ? names.end() : names.find(name);
    return found == names.end() ? std::nullopt : std::optional(found->second);
  }

  Names m_byName;
  Names m_byAddress;
};

/// Places of a node's cards, by the index that an exporter reports. The KAI-Scheduler names a card by its UUID alone,
/// and such a card has an arbitrary place: what is measured of it must not be shown of another card.
class CardPlaces {
 public:
  CardPlaces(const MetricsReport& report, const NodeFinder& finder, const ClusterSnapshot& snapshot) {
    if (std::none_of(snapshot.nodes.begin(), snapshot.nodes.end(),
                     [](const NodePtr& one) { return hasCardsOfUnknownIndex(*one); }))
      return;
    for (const CardSample& sample : report.samples) {
      const auto node = sample.uuid.empty() ? std::nullopt : finder.find(sample);
      if (node && hasCardsOfUnknownIndex(*snapshot.nodes[*node])) move(*snapshot.nodes[*node], sample, *node);
    }
  }

  int of(std::uint32_t node, int index) const {
    const auto found = m_places.find(node);
    return found == m_places.end() ? index : found->second[static_cast<std::size_t>(index)];
  }

 private:
  void move(const NodeRecord& record, const CardSample& sample, std::uint32_t node) {
    const auto& cards = record.devices->cards;
    const auto at = std::find_if(cards.begin(), cards.end(), [&](const CardDetail& card) {
      return !card.id.empty() && plainUuid(card.id) == plainUuid(sample.uuid);
    });
    const auto count = record.cards.size();
    if (at == cards.end() || sample.index < 0 || static_cast<std::size_t>(sample.index) >= count) return;
    std::vector<int>& places = m_places[node];
    if (places.empty()) {
      places.resize(count);
      std::iota(places.begin(), places.end(), 0);
    }
    const auto other = std::find(places.begin(), places.end(), static_cast<int>(at - cards.begin()));
    if (other != places.end()) std::iter_swap(other, places.begin() + sample.index);
  }

  std::unordered_map<std::uint32_t, std::vector<int>> m_places;  ///< of nodes where one differs
};

void noteUnmatched(ClusterUse& use, const CardSample& sample) {
  ++use.unmatched;
  if (use.firstUnmatched.size() < ClusterUse::kFirstUnmatched) {
    use.firstUnmatched.push_back({sample.host.empty() ? sample.address : sample.host, sample.index, sample.uuid});
  }
}

/// Of two exporters the one whose sample counts reports pods and instances as well.
void putDetail(std::vector<ClusterUse::Detail>& details, const CardSample& sample, int card) {
  const auto same = std::find_if(details.begin(), details.end(), [&](const auto& one) { return one.card == card; });
  if (same != details.end()) details.erase(same);
  if (sample.pods.empty() && sample.instances.empty()) return;
  details.push_back({card, sample.pods, sample.instances});
}

}  // namespace

const ClusterUse::Node* ClusterUse::findNode(std::string_view node) const {
  const auto at = std::lower_bound(nodes.begin(), nodes.end(), node, [](const Node& a, std::string_view name) {
    return std::string_view(a.name) < name;
  });
  return at == nodes.end() || at->name != node ? nullptr : &*at;
}

const ClusterUse::Detail* ClusterUse::detail(std::string_view node, int card) const {
  const Node* at = findNode(node);
  if (at == nullptr) return nullptr;
  const auto found =
      std::find_if(at->details.begin(), at->details.end(), [card](const Detail& one) { return one.card == card; });
  return found == at->details.end() ? nullptr : &*found;
}

const CardUse* ClusterUse::find(std::string_view node, int card) const {
  const Node* at = findNode(node);
  if (at == nullptr) return nullptr;
  if (card < 0 || static_cast<std::size_t>(card) >= at->cards.size()) return nullptr;
  const CardUse& found = at->cards[static_cast<std::size_t>(card)];
  return found.known() ? &found : nullptr;
}

std::shared_ptr<ClusterUse> matchSamples(const MetricsReport& report, const ClusterSnapshot& snapshot) {
  auto use = std::make_shared<ClusterUse>();
  use->state = report.state;
  const NodeFinder finder(snapshot);
  const CardPlaces places(report, finder, snapshot);
  std::vector<std::vector<CardUse>> cards(snapshot.nodes.size());
  std::vector<std::vector<ClusterUse::Detail>> details(snapshot.nodes.size());
  for (const CardSample& sample : report.samples) {
    const auto node = finder.find(sample);
    // A partition has an index of its own, which is no card's.
    const bool isOfParts = node && snapshot.nodes[*node]->gpu.mode == GpuMode::Partitions;
    const std::size_t most = node && !isOfParts ? snapshot.cardsOf(NodeIndex{*node}).size() : 0;
    if (sample.index < 0 || static_cast<std::size_t>(sample.index) >= most) {
      noteUnmatched(*use, sample);
      continue;
    }
    const int card = places.of(*node, sample.index);
    auto& of = cards[*node];
    of.resize(most);
    CardUse& slot = of[static_cast<std::size_t>(card)];
    if (!slot.known()) ++use->measured;
    if (sample.use.at <= slot.at) continue;
    slot = sample.use;
    putDetail(details[*node], sample, card);
  }
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (cards[i].empty()) continue;
    std::sort(details[i].begin(), details[i].end(), [](const auto& a, const auto& b) { return a.card < b.card; });
    use->nodes.push_back({snapshot.nodes[i]->name, std::move(cards[i]), std::move(details[i])});
  }
  return use;
}

std::vector<CardUse> usePerCard(const ClusterUse& use, const ClusterSnapshot& snapshot) {
  std::vector<CardUse> out(snapshot.cards.size());
  auto measured = use.nodes.begin();
  for (std::uint32_t i = 0; i < snapshot.nodes.size() && measured != use.nodes.end(); ++i) {
    const std::string& name = snapshot.nodes[i]->name;
    while (measured != use.nodes.end() && measured->name < name) ++measured;
    if (measured == use.nodes.end() || measured->name != name) continue;
    const auto first = snapshot.firstCard[i];
    const auto count = std::min<std::size_t>(measured->cards.size(), snapshot.firstCard[i + 1] - first);
    std::copy_n(measured->cards.begin(), count, out.begin() + first);
  }
  return out;
}

bool isHardwareXid(int xid) noexcept {
  return std::find(kHardwareXids.begin(), kHardwareXids.end(), xid) != kHardwareXids.end();
}

std::vector<bool> nodesWithHardwareXid(const ClusterUse& use, const ClusterSnapshot& snapshot, UnixSeconds oldest) {
  std::vector<bool> out(snapshot.nodes.size(), false);
  auto measured = use.nodes.begin();
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::string& name = snapshot.nodes[i]->name;
    while (measured != use.nodes.end() && measured->name < name) ++measured;
    if (measured == use.nodes.end()) break;
    if (measured->name != name) continue;
    out[i] = std::any_of(measured->cards.begin(), measured->cards.end(), [oldest](const CardUse& card) {
      return card.at >= oldest && isHardwareXid(card.lastXid.value_or(0));
    });
  }
  return out;
}

}  // namespace cardinal
