// SPDX-License-Identifier: Apache-2.0
#include "core/metrics/card_table.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>
#include <tuple>

namespace cardinal {
namespace {

constexpr double kNotAvailable = 2147483632.0;  // and everything above: DCGM's blanks of 32 and 64 bit
constexpr double kMaxCelsius = 1000;
constexpr double kMaxWatts = 10'000;  // AMD's blank of 16 bit is beyond
constexpr double kMaxMhz = 20'000;
constexpr double kMaxMib = 4.0 * 1024 * 1024;  // of one card, with room for the next ones
constexpr double kMinCelsius = -100;

std::size_t at(ExportedValue value) {
  return static_cast<std::size_t>(value);
}

/// True for what each MIG instance has of its own; the rest of a series of an instance is the whole card's.
bool isOfInstance(ExportedValue value) {
  switch (value) {
    case ExportedValue::Busy:
    case ExportedValue::EngineActive:
    case ExportedValue::MemoryUsed:
    case ExportedValue::MemoryFree:
    case ExportedValue::MemoryReserved:
    case ExportedValue::MemoryTotal:
      return true;
    default:
      return false;
  }
}

bool isMemory(ExportedValue value) {
  switch (value) {
    case ExportedValue::MemoryUsed:
    case ExportedValue::MemoryFree:
    case ExportedValue::MemoryReserved:
    case ExportedValue::MemoryTotal:
    case ExportedValue::SecondUsed:
    case ExportedValue::SecondTotal:
    case ExportedValue::PodMemoryUsed:
      return true;
    default:
      return false;
  }
}

bool inRange(ExportedValue value, double number) {
  if (isMemory(value)) return number >= 0 && number <= kMaxMib;
  switch (value) {
    case ExportedValue::Busy:
    case ExportedValue::EngineActive:
    case ExportedValue::PodBusy:
      return number >= 0 && number <= 100;
    case ExportedValue::Power:
      return number >= 0 && number < kMaxWatts;
    case ExportedValue::SmClock:
      return number >= 0 && number < kMaxMhz;
    case ExportedValue::MemoryAllocated:
      return number >= 0 && number <= 1;
    case ExportedValue::Temperature:
      return number > kMinCelsius && number < kMaxCelsius;
    case ExportedValue::Index:
      return number >= 0 && number < 1024;
    default:
      return number >= 0 && number < kNotAvailable;
  }
}

/// Of one dialect the larger counts (it repeats a card's value per pod), of two the earlier one.
template <typename Value>
void put(Value& slot, float value, std::uint8_t rank) {
  if (rank > slot.rank || (rank == slot.rank && value <= slot.value)) return;
  slot = {value, rank};
}

template <typename Values>
void putAll(Values& into, const Values& from) {
  for (std::size_t i = 0; i < into.size(); ++i) {
    if (from[i].given()) put(into[i], from[i].value, from[i].rank);
  }
}

template <typename Values>
std::optional<float> valueOf(const Values& values, ExportedValue which) {
  const auto& slot = values[at(which)];
  return slot.given() ? std::optional(slot.value) : std::nullopt;
}

/// The card's own value, else the sum over its instances, when each of them has one.
template <typename Card>
std::optional<float> wholeCard(const Card& card, ExportedValue which) {
  if (const auto own = valueOf(card.values, which)) return own;
  if (card.instances.empty()) return std::nullopt;
  float sum = 0;
  for (const auto& instance : card.instances) {
    const auto part = valueOf(instance.values, which);
    if (!part) return std::nullopt;
    sum += *part;
  }
  return sum;
}

/// `get(which)` reads one value; the total is used + free + reserved where none is exported.
template <typename Get>
std::optional<float> totalFrom(Get&& get) {
  if (const auto total = get(ExportedValue::MemoryTotal)) return total;
  const auto used = get(ExportedValue::MemoryUsed);
  const auto unused = get(ExportedValue::MemoryFree);
  if (!used || !unused) return std::nullopt;
  return *used + *unused + get(ExportedValue::MemoryReserved).value_or(0);
}

void addPodTo(std::vector<ObjectKey>& pods, ObjectKey pod) {
  const bool known = std::find(pods.begin(), pods.end(), pod) != pods.end();
  if (!known && pods.size() < kMaxPodsOfCard) pods.push_back(std::move(pod));
}

}  // namespace

std::optional<float> exportedValue(const ExportedMetric& metric, double raw) {
  const double number = raw * metric.scale;
  // The blank of a metric in bytes or hertz is a blank before it is scaled.
  if (!std::isfinite(number) || raw >= 9.2e18 || !inRange(metric.value, number)) return std::nullopt;
  // Less than a MiB of a card in use: an old monitor wrote MiB under the name of bytes.
  if (isMemory(metric.value) && metric.scale < 1 && number > 0 && number < 1) return std::nullopt;
  return static_cast<float>(number);
}

void CardTable::place(Card& card, const CardLabel& label) {
  if (card.host.empty()) card.host = label.host;
  if (card.address.empty()) card.address = label.address;
  if (card.uuid.empty()) card.uuid = label.uuid;
  if (card.index < 0) card.index = label.index;
  card.namedNode = card.namedNode || label.namedNode;
}

/// Answers to several questions list the cards in one order: the one behind the last is looked at first.
CardTable::Card* CardTable::expected(const CardLabel& label) {
  if (m_next >= m_cards.size() || label.host.empty()) return nullptr;
  Card& card = m_cards[m_next];
  if (card.uuid != label.uuid || card.host != label.host) return nullptr;
  if (label.uuid.empty() && card.index != label.index) return nullptr;
  ++m_next;
  return &card;
}

CardTable::Card& CardTable::cardOf(const CardLabel& label) {
  if (Card* const card = expected(label)) {
    place(*card, label);
    return *card;
  }
  Card& card = searched(label);
  m_next = static_cast<std::size_t>(&card - m_cards.data()) + 1;
  return card;
}

CardTable::Card& CardTable::searched(const CardLabel& label) {
  const auto find = [&]() -> Card& {
    const auto [entry, fresh] = m_byKey.try_emplace(m_key, m_cards.size());
    if (fresh) m_cards.emplace_back();
    return m_cards[entry->second];
  };
  const auto addPlace = [&] {
    m_key.push_back('\n');
    m_key.append(label.host.empty() ? label.address : label.host);
  };
  if (label.uuid.empty()) {
    m_key = std::to_string(label.index);
    addPlace();
  } else {
    setPlainUuid(m_key, label.uuid);
  }
  Card* card = &find();
  const bool otherHost = !label.host.empty() && !card->host.empty() && card->host != label.host &&
                         shortHost(card->host) != shortHost(label.host);
  if (otherHost && !label.uuid.empty()) {  // one UUID on two nodes: a copy, not the same card
    addPlace();
    card = &find();
  }
  place(*card, label);
  return *card;
}

void CardTable::noteMetric(const KnownMetric& known) {
  m_dialects |= 1U << known.dialect;
  for (const std::string& name : m_metricNames) {
    if (name == known.metric->name) return;
  }
  m_metricNames.emplace_back(known.metric->name);
}

void CardTable::addValue(const SeriesView& series, const CardLabel& label, Card& card) {
  const KnownMetric known = findMetric(series.label("__name__"));
  if (known.metric == nullptr || isOfPod(known.metric->value)) return;
  noteMetric(known);
  const ExportedValue which = known.metric->value;
  const bool isDcgm = dialects()[known.dialect] == &dcgmDialect();
  card.otherDevices = card.otherDevices || (!dialects()[known.dialect]->namesPods && which != ExportedValue::Index &&
                                            dialects()[known.dialect] != &nvidiaSmiDialect());
  const auto value = exportedValue(*known.metric, series.points.back().value);
  if (isDcgm && label.namedNode) m_dialects |= 2U;
  if (which == ExportedValue::EngineActive && label.namedNode && value) {
    m_mostEngineOfNamed = std::max(m_mostEngineOfNamed, *value);
  }
  Values* values = &card.values;
  m_hasInstances = m_hasInstances || !label.instance.empty();
  if (!label.instance.empty() && isOfInstance(which)) {
    Instance* const instance = instanceOf(card, label);
    if (instance == nullptr) return;
    values = &instance->values;
  }
  if (value) put((*values)[at(which)], *value, static_cast<std::uint8_t>(known.dialect));
}

CardTable::Instance* CardTable::instanceOf(Card& card, const CardLabel& label) {
  const auto same = std::find_if(card.instances.begin(), card.instances.end(),
                                 [&](const Instance& one) { return one.id == label.instance; });
  if (same != card.instances.end()) return &*same;
  if (card.instances.size() >= kMaxInstances) return nullptr;
  card.instances.push_back({std::string(label.instance), std::string(label.profile), {}, {}});
  return &card.instances.back();
}

void CardTable::addPod(Card& card, const CardLabel& label, const SeriesView& series) {
  ObjectKey pod = podOf(series);
  if (pod.name.empty() || addShareOf(card, pod, series)) return;
  if (!label.instance.empty()) {
    if (Instance* const instance = instanceOf(card, label)) addPodTo(instance->pods, pod);
  } else if (!series.label("__name__").empty()) {
    addPart(card, pod, series);
  }
  addPodTo(card.pods, std::move(pod));
}

/// False for a series that is not about a pod's use.
bool CardTable::addShareOf(Card& card, const ObjectKey& pod, const SeriesView& series) {
  const KnownMetric known = findMetric(series.label("__name__"));
  if (known.metric == nullptr || !isOfPod(known.metric->value)) return false;
  const auto value = exportedValue(*known.metric, series.points.back().value);
  if (!value) return true;
  const auto position = known.metric - dialects()[known.dialect]->metrics.data();
  const auto rank = static_cast<std::uint32_t>(known.dialect << 16U) + static_cast<std::uint32_t>(position);
  addShare(card.shares, {pod, containerOf(series), known.metric->value, rank, *value});
  return true;
}

void CardTable::addScraped(const CardLabel& label, const SeriesView& series) {
  const std::string_view pod = series.label("pod");
  const std::string_view ns = series.label("namespace");
  if (label.address.empty() || pod.empty() || ns.empty()) return;
  if (m_lastScraped == nullptr || m_lastScraped->first != label.address) {
    m_lastScraped = &*m_scraped.try_emplace(std::string(label.address)).first;
  }
  std::vector<ObjectKey>& pods = m_lastScraped->second;
  const auto same = [&](const ObjectKey& key) { return key.name == pod && key.ns == ns; };
  if (pods.size() < kMaxPodsOfTarget && std::none_of(pods.begin(), pods.end(), same)) {
    pods.push_back({std::string(ns), std::string(pod)});
  }
}

void CardTable::addPart(Card& card, const ObjectKey& pod, const SeriesView& series) {
  const KnownMetric known = findMetric(series.label("__name__"));
  if (known.metric == nullptr) return;
  const ExportedValue which = known.metric->value;
  const auto value = exportedValue(*known.metric, series.points.back().value);
  if (!value || (which != ExportedValue::Busy && which != ExportedValue::MemoryUsed)) return;
  auto part =
      std::find_if(card.parts.begin(), card.parts.end(), [&](const Instance& one) { return one.pods.front() == pod; });
  if (part == card.parts.end()) {
    if (card.parts.size() >= kMaxInstances) return;
    card.parts.push_back({{}, {}, {}, {pod}});
    part = std::prev(card.parts.end());
  }
  put(part->values[at(which)], *value, static_cast<std::uint8_t>(known.dialect));
}

void CardTable::add(RefreshPart part, const SeriesView& series) {
  const CardLabel label = cardLabelOf(series);
  if (label.uuid.empty() && label.host.empty() && label.address.empty()) return;
  Card& card = cardOf(label);
  switch (part) {
    case RefreshPart::Values:
      return addValue(series, label, card);
    case RefreshPart::Ages:
      m_serverTime = std::max(m_serverTime, series.points.back().at);
      card.oldest = std::min(card.oldest, series.points.back().value);
      return addScraped(label, series);
    case RefreshPart::Pods:
      return addPod(card, label, series);
  }
}

/// Series without a UUID belong to the card of the same host and index that has one.
void CardTable::mergeUnnamed() {
  const auto lacksUuid = [](const Card& card) { return card.uuid.empty(); };
  if (std::none_of(m_cards.begin(), m_cards.end(), lacksUuid)) return;
  const auto keyOf = [](const Card& card) {
    return std::to_string(card.index) + "\n" + std::string(shortHost(card.host.empty() ? card.address : card.host));
  };
  std::unordered_map<std::string, Card*> named;
  for (Card& card : m_cards) {
    if (!lacksUuid(card) && card.index >= 0) named.emplace(keyOf(card), &card);
  }
  for (Card& card : m_cards) {
    const auto found = lacksUuid(card) && card.index >= 0 ? named.find(keyOf(card)) : named.end();
    if (found == named.end()) continue;
    Card& into = *found->second;
    putAll(into.values, card.values);
    into.oldest = std::min(into.oldest, card.oldest);
    into.otherDevices = into.otherDevices || card.otherDevices;
    for (ObjectKey& pod : card.pods) addPodTo(into.pods, std::move(pod));
    for (PodShare& share : card.shares) addShare(into.shares, std::move(share));
    card.values = {};
    card.instances.clear();
  }
}

float CardTable::engineScale(const Card& card) const {
  // ACK documents the engine's activity in percent, NVIDIA exports a ratio.
  const bool percent = card.namedNode && m_mostEngineOfNamed > 1;
  return percent ? 1 : 100;
}

std::vector<InstanceUse> CardTable::instancesOf(Card& card) const {
  std::vector<InstanceUse> instances;
  const float scale = engineScale(card);
  for (Instance& one : card.instances) {
    InstanceUse use;
    // Plain utilisation is 0 for every instance, whatever it does.
    const auto active = valueOf(one.values, ExportedValue::EngineActive);
    if (active && *active * scale <= 100.5F) use.gpuPercent = std::min(100.0F, *active * scale);
    use.memoryUsedMib = valueOf(one.values, ExportedValue::MemoryUsed);
    use.memoryTotalMib = totalFrom([&](ExportedValue which) { return valueOf(one.values, which); });
    use.id = std::move(one.id);
    use.profile = std::move(one.profile);
    use.pods = std::move(one.pods);
    instances.push_back(std::move(use));
  }
  std::sort(instances.begin(), instances.end(), [](const InstanceUse& a, const InstanceUse& b) {
    return std::tuple(a.id.size(), std::string_view(a.id)) < std::tuple(b.id.size(), std::string_view(b.id));
  });
  return instances;
}

/// Exporters repeat the card's value for every pod, or (since 2026-03) export each pod's own beside the card's: only
/// values that differ from the card's and add up to no more are of the pods (docs/reference/gpu-stacks.md 4). Else a
/// pod's use is unknown.
std::vector<InstanceUse> CardTable::partsOf(Card& card) {
  const auto whole = valueOf(card.values, ExportedValue::MemoryUsed);
  bool differs = false;
  float sum = 0;
  for (const Instance& one : card.parts) {
    const auto used = valueOf(one.values, ExportedValue::MemoryUsed);
    if (!used || !whole) return {};
    differs = differs || *used != *whole;
    sum += *used;
  }
  if (!differs || sum > *whole) return {};
  std::vector<InstanceUse> parts;
  for (Instance& one : card.parts) {
    InstanceUse use;
    use.gpuPercent = valueOf(one.values, ExportedValue::Busy);
    use.memoryUsedMib = valueOf(one.values, ExportedValue::MemoryUsed);
    use.pods = std::move(one.pods);
    parts.push_back(std::move(use));
  }
  std::sort(parts.begin(), parts.end(), [](const InstanceUse& a, const InstanceUse& b) { return a.pods < b.pods; });
  return parts;
}

std::optional<float> CardTable::busyOf(const Card& card) const {
  const float scale = engineScale(card);
  std::optional<float> active = valueOf(card.values, ExportedValue::EngineActive);
  for (const Instance& instance : card.instances) {
    // Of several instances the busiest: in at least that share of the time something ran on the card.
    const auto part = valueOf(instance.values, ExportedValue::EngineActive);
    if (part && (!active || *active < *part)) active = part;
  }
  if (active && *active * scale <= 100.5F)
    active = std::min(100.0F, *active * scale);
  else
    active.reset();
  // On MIG cards the plain utilisation is absent or always 0.
  if (!card.instances.empty()) return active;
  const auto busy = valueOf(card.values, ExportedValue::Busy);
  return busy ? busy : active;
}

/// Where a chip has two memories, the one that is the card's: its own, unless that has no size.
void CardTable::memoryOf(const Card& card, CardUse& use) {
  use.memoryUsedMib = wholeCard(card, ExportedValue::MemoryUsed);
  use.memoryTotalMib = totalFrom([&](ExportedValue which) { return wholeCard(card, which); });
  const auto second = valueOf(card.values, ExportedValue::SecondUsed);
  const auto secondTotal = valueOf(card.values, ExportedValue::SecondTotal);
  const bool none = use.memoryTotalMib ? *use.memoryTotalMib == 0 : use.memoryUsedMib.value_or(0) == 0;
  if (none && (second || secondTotal)) {
    // Nothing used of a memory of unknown size: which of the two is the card's is unknown.
    const bool unclear = !use.memoryTotalMib && use.memoryUsedMib;
    use.memoryUsedMib = unclear ? std::nullopt : second;
    use.memoryTotalMib = unclear ? std::nullopt : secondTotal;
  } else if (use.memoryTotalMib && *use.memoryTotalMib == 0) {
    use.memoryUsedMib.reset();
  }
  if (use.memoryTotalMib && *use.memoryTotalMib == 0) use.memoryTotalMib.reset();
}

void CardTable::podsOf(Card& card, CardSample& sample) const {
  if (card.otherDevices || !card.shares.empty()) {
    card.pods.clear();
    card.parts.clear();
    for (Instance& instance : card.instances) instance.pods.clear();
    for (const PodShare& share : card.shares) addPodTo(card.pods, share.pod);
  }
  sample.pods = std::move(card.pods);
  if (!card.instances.empty()) {
    sample.instances = instancesOf(card);
  } else if (!card.shares.empty()) {
    const auto most = sample.use.memoryTotalMib ? sample.use.memoryTotalMib : sample.use.memoryUsedMib;
    sample.instances = usePerPod(card.shares, most);
  } else {
    sample.instances = partsOf(card);
  }
}

bool CardTable::toSample(Card& card, CardSample& sample) const {
  CardUse& use = sample.use;
  use.gpuPercent = busyOf(card);
  memoryOf(card, use);
  use.temperatureC = valueOf(card.values, ExportedValue::Temperature);
  use.powerW = valueOf(card.values, ExportedValue::Power);
  use.smClockMhz = valueOf(card.values, ExportedValue::SmClock);
  if (const auto xid = valueOf(card.values, ExportedValue::Xid)) use.lastXid = static_cast<int>(*xid);
  const auto share = valueOf(card.values, ExportedValue::MemoryAllocated);
  if (share && use.memoryTotalMib) sample.memoryAllocatedMib = *share * *use.memoryTotalMib;
  if (use == CardUse{}) return false;
  sample.index = card.index;
  if (sample.index < 0) {
    if (const auto index = valueOf(card.values, ExportedValue::Index)) sample.index = static_cast<int>(*index);
  }
  sample.host = std::move(card.host);
  sample.address = std::move(card.address);
  sample.uuid = std::move(card.uuid);
  podsOf(card, sample);
  return true;
}

std::vector<CardSample> CardTable::take(UnixSeconds wallNow) {
  mergeUnnamed();
  std::vector<CardSample> samples;
  samples.reserve(m_cards.size());
  for (Card& card : m_cards) {
    CardSample sample;
    if (!toSample(card, sample)) continue;
    const double age = std::isfinite(card.oldest) && m_serverTime > 0 ? std::max(0.0, m_serverTime - card.oldest) : 0;
    sample.use.at = wallNow - std::llround(age);
    samples.push_back(std::move(sample));
  }
  m_cards.clear();
  m_byKey.clear();
  m_next = 0;
  return samples;
}

std::vector<std::string> CardTable::dialectNames() const {
  std::vector<std::string> names;
  const auto all = dialects();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if ((m_dialects >> i & 1U) != 0) names.emplace_back(all[i]->name);
  }
  return names;
}

}  // namespace cardinal
