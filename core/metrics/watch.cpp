// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/watch.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "core/metrics/attribution.h"
#include "core/model/node_condition.h"

namespace cardinal {
namespace {

constexpr UnixSeconds kMinute = 60;
constexpr UnixSeconds kHour = 3600;
constexpr std::array<std::string_view, kWatchKinds> kNames = {"temperature", "xid",       "memory",        "idle",
                                                              "no-samples",  "node-down", "card-unhealthy"};
constexpr std::array<WatchRange, kWatchKinds> kRanges = {
    {{30, 120}, {0, 1}, {50, 100}, {1, 168}, {1, 1440}, {0, 1440}, {0, 0}}};

/// When the youngest pod on the card began; 0 = not known.
UnixSeconds heldSince(const ClusterSnapshot& snapshot, const ClusterUse& use, const CardPlace& place) {
  const auto node = snapshot.findNode(place.node);
  UnixSeconds youngest = 0;
  if (!node) return 0;
  for (const PodPtr& pod : snapshot.node(*node).pods) {
    const bool here =
        pod->countsForInspect && std::any_of(pod->shares.begin(), pod->shares.end(),
                                             [&](const CardShare& share) { return share.card == place.card; });
    if (!here) continue;
    if (pod->raw->startTime == 0) return 0;
    youngest = std::max(youngest, pod->raw->startTime);
  }
  if (youngest > 0) return youngest;
  // Whole cards of which only an exporter says who has them.
  const MeasuredHolders holders = measuredHolders(snapshot.node(*node), use, 0);
  const auto card = static_cast<std::size_t>(place.card);
  const PodPtr holder = card < holders.byCard.size() ? holders.byCard[card] : nullptr;
  return holder ? holder->raw->startTime : 0;
}

/// The words of one line.
std::vector<std::string_view> wordsOf(std::string_view line) {
  std::vector<std::string_view> words;
  while (!line.empty()) {
    const std::size_t space = std::min(line.find(' '), line.size());
    if (space > 0) words.push_back(line.substr(0, space));
    line.remove_prefix(std::min(space + 1, line.size()));
  }
  return words;
}

void readRule(std::string_view line, std::vector<WatchRule>& rules) {
  const auto words = wordsOf(line);
  if (words.size() != 4) return;
  const auto name = std::find(kNames.begin(), kNames.end(), words[0]);
  int limit = 0;
  const char* const end = words[3].data() + words[3].size();
  const auto [next, error] = std::from_chars(words[3].data(), end, limit);
  if (name == kNames.end() || error != std::errc() || next != end) return;
  WatchRule& rule = rules[static_cast<std::size_t>(name - kNames.begin())];
  const WatchRange range = watchRange(rule.kind);
  rule.on = words[1] == "1";
  rule.notify = words[2] == "1";
  rule.limit = std::clamp(static_cast<double>(limit), range.least, range.most);
}

}  // namespace

std::vector<WatchRule> defaultWatchRules() {
  return {{WatchKind::Temperature, true, false, 85}, {WatchKind::Xid, true, false, 0},
          {WatchKind::Memory, false, false, 97},     {WatchKind::Idle, true, false, 6},
          {WatchKind::NoSamples, true, false, 5},    {WatchKind::NodeDown, true, false, 1},
          {WatchKind::CardUnhealthy, true, false, 0}};
}

WatchRange watchRange(WatchKind kind) noexcept {
  return kRanges[static_cast<std::size_t>(kind)];
}

std::string writeWatchRules(const std::vector<WatchRule>& rules) {
  std::string text;
  for (const WatchRule& rule : rules) {
    text += std::string(kNames[static_cast<std::size_t>(rule.kind)]) + (rule.on ? " 1" : " 0") +
            (rule.notify ? " 1 " : " 0 ") + std::to_string(std::lround(rule.limit)) + "\n";
  }
  return text;
}

std::vector<WatchRule> readWatchRules(std::string_view text) {
  constexpr std::size_t kLongest = 4096;
  text = text.substr(0, kLongest);
  std::vector<WatchRule> rules = defaultWatchRules();
  while (!text.empty()) {
    const std::size_t line = std::min(text.find('\n'), text.size());
    readRule(text.substr(0, line), rules);
    text.remove_prefix(std::min(line + 1, text.size()));
  }
  return rules;
}

bool WatchBook::Latch::step(bool enter, bool leave, UnixSeconds at, UnixSeconds hold) {
  const bool turns = on ? leave : enter;
  if (!turns) {
    turning = 0;
    return false;
  }
  if (turning == 0) turning = at;
  if (at - turning < hold) return false;
  on = !on;
  return true;
}

WatchBook::WatchBook(std::vector<WatchRule> rules) : m_rules(std::move(rules)) {}

void WatchBook::setRules(std::vector<WatchRule> rules) {
  for (const WatchRule& rule : rules) {
    const WatchRule& before = this->rule(rule.kind);
    if (before.on == rule.on && before.limit == rule.limit) continue;
    std::erase_if(m_active, [&](const auto& entry) { return entry.second.kind == rule.kind; });
    if (isOfCluster(rule.kind)) m_clusterSeen = false;
    for (auto& [node, cards] : m_nodes) {
      for (CardState& state : cards) {
        if (rule.kind == WatchKind::Temperature) state.temperature = {};
        if (rule.kind == WatchKind::Memory) state.memory = {};
        if (rule.kind == WatchKind::Idle) state.idle = false;
        if (rule.kind == WatchKind::Xid) state.xid = 0;
        if (rule.kind == WatchKind::NoSamples) state.silent = false;
      }
    }
  }
  m_rules = std::move(rules);
}

void WatchBook::clear() {
  m_nodes.clear();
  m_active.clear();
  m_ended.clear();
  m_health.clear();
  m_clusterSeen = false;
}

std::string WatchBook::keyOf(WatchKind kind, const CardPlace& place) {
  return std::string(kNames[static_cast<std::size_t>(kind)]) + "\n" + place.node + "\n" + std::to_string(place.card);
}

void WatchBook::begin(WatchKind kind, const CardPlace& place, double value, UnixSeconds since, bool atStart) {
  WatchEvent event{kind, place, value, since, 0, atStart};
  if (m_active.insert_or_assign(keyOf(kind, place), event).second) m_began.push_back(std::move(event));
}

void WatchBook::end(WatchKind kind, const CardPlace& place, UnixSeconds at) {
  const auto found = m_active.find(keyOf(kind, place));
  if (found == m_active.end()) return;
  found->second.ended = at;
  m_ended.push_front(std::move(found->second));
  m_active.erase(found);
  if (m_ended.size() > kMaxEvents) m_ended.pop_back();
}

void WatchBook::judgeXid(const CardPlace& place, const CardUse& use, CardState& state, bool first) {
  if (!use.lastXid || *use.lastXid == state.xid) return;
  end(WatchKind::Xid, place, use.at);
  state.xid = *use.lastXid;
  const bool isReported = state.xid != 0 && (rule(WatchKind::Xid).limit >= 1 || isHardwareXid(state.xid));
  if (isReported) begin(WatchKind::Xid, place, state.xid, use.at, first);
}

void WatchBook::judgeIdle(const CardPlace& place, bool allocated, const CardUse& use, CardState& state) {
  const float busy = use.gpuPercent.value_or(0);
  if (!use.gpuPercent && allocated) return;
  if (!allocated || busy > (state.idle ? kBusyPercent : kIdlePercent)) {
    state.idleSince = 0;
    if (state.idle) end(WatchKind::Idle, place, use.at);
    state.idle = false;
    return;
  }
  if (state.idleSince == 0) {
    state.idleSince = use.at;
    state.isIdleSinceLeast = false;
  }
  const UnixSeconds idle = use.at - state.idleSince;
  if (state.idle) return updateIdle(place, state, use.at);
  if (static_cast<double>(idle) < rule(WatchKind::Idle).limit * kHour) return;
  state.idle = true;
  begin(WatchKind::Idle, place, static_cast<double>(idle) / kHour, state.idleSince);
}

/// An event that goes on says how long it has lasted by now.
void WatchBook::updateIdle(const CardPlace& place, const CardState& state, UnixSeconds now) {
  const auto found = m_active.find(keyOf(WatchKind::Idle, place));
  if (found == m_active.end()) return;
  found->second.since = state.idleSince;
  found->second.atStart = state.isIdleSinceLeast;
  found->second.value = static_cast<double>(now - state.idleSince) / kHour;
}

void WatchBook::judge(const CardPlace& place, bool allocated, const CardUse& use, CardState& state) {
  const bool first = state.at == 0;
  state.at = use.at;
  if (watches(WatchKind::Temperature) && use.temperatureC) {
    const auto degrees = static_cast<double>(*use.temperatureC);
    const double limit = rule(WatchKind::Temperature).limit;
    if (state.temperature.step(degrees >= limit, degrees <= limit - kBackOff, use.at, kHold)) {
      state.temperature.on ? begin(WatchKind::Temperature, place, degrees, state.temperature.turning)
                           : end(WatchKind::Temperature, place, use.at);
      state.temperature.turning = 0;
    }
  }
  if (watches(WatchKind::Memory) && use.memoryUsedMib && use.memoryTotalMib.value_or(0) > 0) {
    const double percent = 100.0 * static_cast<double>(*use.memoryUsedMib) / static_cast<double>(*use.memoryTotalMib);
    const double limit = rule(WatchKind::Memory).limit;
    if (state.memory.step(percent >= limit, percent <= limit - kBackOff, use.at, kHold)) {
      state.memory.on ? begin(WatchKind::Memory, place, percent, state.memory.turning)
                      : end(WatchKind::Memory, place, use.at);
      state.memory.turning = 0;
    }
  }
  if (watches(WatchKind::Xid)) judgeXid(place, use, state, first);
  if (watches(WatchKind::Idle)) judgeIdle(place, allocated, use, state);
}

/// One event for a card, for a node of which every card is silent, or for everything: the largest that is true.
void WatchBook::judgeSilence(UnixSeconds now, bool sourceFails) {
  const auto limit = static_cast<UnixSeconds>(rule(WatchKind::NoSamples).limit) * kMinute;
  std::set<std::pair<std::string, int>> silent;
  std::size_t known = 0;
  std::size_t silentCards = 0;
  UnixSeconds last = 0;
  for (auto& [name, cards] : m_nodes) {
    std::vector<int> here;
    int measured = 0;
    for (std::size_t i = 0; i < cards.size(); ++i) {
      if (cards[i].at == 0) continue;
      ++measured;
      last = std::max(last, cards[i].at);
      if (now - cards[i].at >= limit) here.push_back(static_cast<int>(i));
    }
    known += static_cast<std::size_t>(measured);
    silentCards += here.size();
    const bool wholeNode = measured > 1 && here.size() == static_cast<std::size_t>(measured);
    if (wholeNode) here = {-1};
    for (const int card : here) silent.emplace(name, card);
  }
  if (known > 0 && (silentCards == known) && (sourceFails || silent.size() > 1)) silent = {{std::string(), -1}};
  std::vector<CardPlace> over;
  for (const auto& [key, event] : m_active) {
    if (event.kind == WatchKind::NoSamples && silent.count({event.card.node, event.card.card}) == 0)
      over.push_back(event.card);
  }
  for (const CardPlace& place : over) end(WatchKind::NoSamples, place, now);
  for (const auto& place : silent) {
    const CardPlace card{place.first, place.second};
    if (m_active.count(keyOf(WatchKind::NoSamples, card)) != 0) continue;
    const auto of = m_nodes.find(place.first);
    const bool one = of != m_nodes.end() && place.second >= 0;
    const UnixSeconds since = one ? of->second[static_cast<std::size_t>(place.second)].at : last;
    begin(WatchKind::NoSamples, card, static_cast<double>(now - since) / kMinute, since);
  }
}

void WatchBook::forgetMissing(const ClusterSnapshot& snapshot) {
  std::erase_if(m_nodes, [&](const auto& entry) { return !snapshot.findNode(entry.first); });
  std::erase_if(m_active, [&](const auto& entry) {
    return !entry.second.card.node.empty() && !snapshot.findNode(entry.second.card.node);
  });
}

void WatchBook::follow(WatchKind kind, const std::map<std::pair<std::string, int>, UnixSeconds>& found,
                       UnixSeconds now) {
  std::vector<CardPlace> over;
  for (const auto& [key, event] : m_active) {
    if (event.kind == kind && found.count({event.card.node, event.card.card}) == 0) over.push_back(event.card);
  }
  for (const CardPlace& place : over) end(kind, place, now);
  const bool hasLimit = watchRange(kind).most > 0;
  for (const auto& [place, since] : found) {
    const CardPlace card{place.first, place.second};
    if (m_active.count(keyOf(kind, card)) != 0) continue;
    begin(kind, card, hasLimit ? static_cast<double>(now - since) / kMinute : 0, since, since == now && !m_clusterSeen);
  }
}

WatchBook::NodeHealth WatchBook::healthOf(const NodeRecord& node) {
  NodeHealth out;
  if (!node.exists() || node.cards.empty()) return out;
  const NodeCondition* ready = node.readiness == NodeReadiness::Ready ? nullptr : readyCondition(*node.raw);
  out.isDown = ready != nullptr;
  out.downSince = out.isDown ? ready->since : 0;
  for (const Card& card : node.cards) {
    if (card.health == CardHealth::Unhealthy) out.unhealthy.push_back(card.index);
  }
  return out;
}

std::vector<WatchEvent> WatchBook::updateCluster(const ClusterSnapshot& snapshot, UnixSeconds now) {
  m_began.clear();
  std::erase_if(m_active, [&](const auto& entry) {
    return isOfCluster(entry.second.kind) && !snapshot.findNode(entry.second.card.node);
  });
  const std::vector<NodeHealth>& health =
      m_health.update(snapshot, [&snapshot](NodeIndex node) { return healthOf(snapshot.node(node)); });
  std::map<std::pair<std::string, int>, UnixSeconds> down;
  std::map<std::pair<std::string, int>, UnixSeconds> unhealthy;
  const double limit = rule(WatchKind::NodeDown).limit * kMinute;
  for (std::size_t i = 0; i < health.size(); ++i) {
    const NodeHealth& one = health[i];
    const UnixSeconds since = one.downSince;
    if (one.isDown && (since == 0 || static_cast<double>(now - since) >= limit))
      down.emplace(std::pair(snapshot.nodes[i]->name, -1), since > 0 ? since : now);
    for (const int card : one.unhealthy) unhealthy.emplace(std::pair(snapshot.nodes[i]->name, card), now);
  }
  if (watches(WatchKind::NodeDown)) follow(WatchKind::NodeDown, down, now);
  if (watches(WatchKind::CardUnhealthy)) follow(WatchKind::CardUnhealthy, unhealthy, now);
  m_clusterSeen = m_clusterSeen || !snapshot.nodes.empty();
  return std::exchange(m_began, {});
}

std::vector<WatchEvent> WatchBook::update(const ClusterSnapshot& snapshot, const ClusterUse& use, UnixSeconds now) {
  m_began.clear();
  forgetMissing(snapshot);
  for (const ClusterUse::Node& node : use.nodes) {
    const auto index = snapshot.findNode(node.name);
    if (!index) continue;
    const auto cards = snapshot.cardsOf(*index);
    Cards& states = m_nodes[node.name];
    states.resize(cards.size());
    const std::vector<bool> taken = takenCards(snapshot.node(*index), use, now - kForgetAfter);
    for (std::size_t i = 0; i < std::min(cards.size(), node.cards.size()); ++i) {
      const CardUse& sample = node.cards[i];
      if (sample.known() && sample.at > states[i].at) judge({node.name, cards[i].index}, taken[i], sample, states[i]);
    }
  }
  if (watches(WatchKind::NoSamples)) judgeSilence(now, use.state.phase == MetricsPhase::Failed);
  return std::exchange(m_began, {});
}

void WatchBook::learnIdle(const ClusterPast& past, const ClusterSnapshot& snapshot, const ClusterUse& use) {
  constexpr float kWellCovered = 0.9F;
  for (const CardPast& card : past.cards) {
    const auto node = m_nodes.find(card.card.node);
    const bool idle = card.peakGpuPercent && *card.peakGpuPercent <= kIdlePercent && card.coverage >= kWellCovered;
    if (!idle || node == m_nodes.end() || static_cast<std::size_t>(card.card.card) >= node->second.size()) continue;
    CardState& state = node->second[static_cast<std::size_t>(card.card.card)];
    const UnixSeconds held = heldSince(snapshot, use, card.card);
    // Only what is idle now was idle since then.
    if (state.idleSince == 0 || held == 0) continue;
    const UnixSeconds begin = past.end - past.window;
    if (std::max(held, begin) >= state.idleSince) continue;
    state.idleSince = std::max(held, begin);
    state.isIdleSinceLeast = held < begin;
    if (state.idle) updateIdle(card.card, state, state.at);
  }
}

std::vector<WatchEvent> WatchBook::events() const {
  std::vector<WatchEvent> all;
  all.reserve(m_active.size() + m_ended.size());
  for (const auto& [key, event] : m_active) all.push_back(event);
  std::sort(all.begin(), all.end(), [](const WatchEvent& a, const WatchEvent& b) {
    return std::tuple(-a.since, std::string_view(a.card.node), a.card.card, a.kind) <
           std::tuple(-b.since, std::string_view(b.card.node), b.card.card, b.kind);
  });
  all.insert(all.end(), m_ended.begin(), m_ended.end());
  if (all.size() > kMaxEvents) all.resize(kMaxEvents);
  return all;
}

}  // namespace cardinal
