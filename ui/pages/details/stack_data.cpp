// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/details/stack_data.h"

#include <QCoreApplication>
#include <QSet>
#include <algorithm>
#include <array>
#include <map>

#include "core/model/card_memory.h"
#include "core/model/extras/kept_shares.h"
#include "core/model/shared_card.h"
#include "ui/i18n/device_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/metrics/use_texts.h"
#include "ui/i18n/plain.h"
#include "ui/models/node_facts.h"
#include "ui/models/pod_lookup.h"
#include "ui/widgets/map/model/cell_value.h"

namespace cardinal::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(StackBar)
};

constexpr int kCategories = 6;

QString holderOf(const PodRecord& pod, StackBy by) {
  return by == StackBy::Pod ? podKeyOf(pod) : QString::fromStdString(pod.key().ns);
}

double inGib(MemUnits amount, MemoryUnit unit) {
  const std::optional<std::int64_t> mib = toMib(amount, unit);
  return mib ? static_cast<double>(*mib) / 1024.0 : static_cast<double>(amount.value);
}

/// A whole card of unknown memory is drawn as one part of one.
void fillWholeCard(StackBarData& data, const NodeRecord& node, const Card& card, const OwnerColours& colours,
                   StackBy by) {
  const double total = card.memoryKnown ? inGib(card.memTotal, node.gpu.unit) : 1.0;
  data.memoryTotal = total;
  if (const UnnamedCards unnamed = unnamedCards(node); isUnnamedCard(node, card) && unnamed.taken > 0) {
    data.pending = total;
    data.pendingText = unnamedCardsText(unnamed);
    return;
  }
  data.freeText = card.health == CardHealth::Unhealthy ? Words::tr("not usable: unhealthy") : Words::tr("free");
  if (!card.held) return;
  StackSegment segment;
  segment.memory = total;
  segment.core = 100;
  segment.amount = card.memoryKnown ? memory(card.memTotal, node.gpu.unit) : QString();
  const std::vector<PodPtr> pods = podsOnCard(node, card.index);
  if (card.holderKnown && !pods.empty()) {
    const PodRecord& pod = *pods.front();
    segment.key = podKeyOf(pod);
    segment.name = plain(pod.key().name, 63);
    segment.category = colours.category(holderOf(pod, by));
    segment.letter = by == StackBy::Namespace ? colours.letter(holderOf(pod, by)) : placeLetter(0);
  } else {
    segment.name = Words::tr("allocated; the API does not say to which pod");
  }
  data.segments.push_back(std::move(segment));
}

/// Room that Reservations keep for pods to come.
void addKept(StackBarData& data, const NodeRecord& node, const Card& card) {
  for (const auto& [reservation, share] : keptOnCard(node, card.index)) {
    StackSegment segment;
    segment.name = reservationText(reservation);
    segment.amount = memoryNumber(share.memory, node.gpu.unit);
    segment.memory = inGib(share.memory, node.gpu.unit);
    segment.core = share.core.value;
    data.segments.push_back(std::move(segment));
  }
}

/// What is allocated and no pod is known to hold: hatched, never free.
void addUnnamed(StackBarData& data, const NodeRecord& node, const Card& card) {
  if (!card.memoryKnown || !keptOnCard(node, card.index).empty()) return;
  MemUnits named;
  for (const PodPtr& pod : podsOnCard(node, card.index)) named += shareOn(*pod, card.index).memory;
  if (card.memAllocated <= named) return;
  const MemUnits unnamed = card.memAllocated - named;
  data.pending = inGib(unnamed, node.gpu.unit);
  data.pendingText = Words::tr("%1 allocated; the API does not say to which pods", "an amount of memory")
                         .arg(memory(unnamed, node.gpu.unit));
}

}  // namespace

bool isOverbooked(const Card& card) {
  return (card.memoryKnown && card.memTotal < card.memAllocated) ||
         (card.coreKnown && card.coreTotal.value < card.coreAllocated.value);
}

void OwnerColours::assign(const std::vector<QString>& byRank) {
  const std::size_t coloured = std::min<std::size_t>(byRank.size(), kCategories);
  QSet<QString> wanted;
  for (std::size_t i = 0; i < coloured; ++i) wanted.insert(byRank[i]);
  for (std::size_t i = 0; i < coloured; ++i) {
    if (m_categories.contains(byRank[i])) continue;
    std::array<QString, kCategories> holders;
    for (auto it = m_categories.cbegin(); it != m_categories.cend(); ++it)
      holders[static_cast<std::size_t>(it.value())] = it.key();
    const auto free = std::find_if(holders.begin(), holders.end(),
                                   [&](const QString& key) { return key.isEmpty() || !wanted.contains(key); });
    if (free == holders.end()) return;
    m_categories.remove(*free);
    m_letters.remove(*free);
    m_categories.insert(byRank[i], static_cast<int>(free - holders.begin()));
    m_letters.insert(byRank[i], freeLetter(byRank[i]));
  }
}

void OwnerColours::reset() {
  m_categories.clear();
  m_letters.clear();
}

QString OwnerColours::freeLetter(const QString& key) const {
  // "team-nlp" is known as N where T stands for every team: the last word speaks first, then the others, then any
  // letter of it.
  QString candidates;
  const QStringList words = key.split(u'-', Qt::SkipEmptyParts);
  for (auto word = words.crbegin(); word != words.crend(); ++word) candidates += word->at(0);
  candidates += key;
  for (const QChar c : std::as_const(candidates)) {
    const QString letter(c.toUpper());
    const bool taken =
        std::any_of(m_letters.cbegin(), m_letters.cend(), [&](const QString& other) { return other == letter; });
    if (c.isLetterOrNumber() && !taken) return letter;
  }
  return key.isEmpty() ? QString(u'?') : QString(key.at(0).toUpper());
}

QString OwnerColours::letter(const QString& key) const {
  const auto known = m_letters.constFind(key);
  if (known != m_letters.cend()) return *known;
  return key.isEmpty() ? QString(u'?') : QString(key.at(0).toUpper());
}

std::vector<QString> OwnerColours::owners() const {
  std::vector<QString> keys(m_categories.keyBegin(), m_categories.keyEnd());
  std::sort(keys.begin(), keys.end(),
            [this](const QString& a, const QString& b) { return m_categories[a] < m_categories[b]; });
  return keys;
}

std::vector<QString> holdersByRank(const NodeRecord& node, StackBy by, int card) {
  std::map<QString, std::int64_t> held;
  for (const PodPtr& pod : node.pods) {
    if (isTerminal(*pod->raw) || isCardReservation(*pod)) continue;
    std::int64_t amount = 0;
    bool here = card < 0;
    for (const CardShare& share : pod->shares) {
      if (card >= 0 && share.card != card) continue;
      here = true;
      amount += share.memory.value;
    }
    if (here) held[holderOf(*pod, by)] += std::max<std::int64_t>(amount, 1);
  }
  std::vector<QString> keys;
  for (const auto& [key, amount] : held) keys.push_back(key);
  std::stable_sort(keys.begin(), keys.end(), [&](const QString& a, const QString& b) { return held[a] > held[b]; });
  return keys;
}

QString placeLetter(int place) {
  return QString(QChar(u'A' + place % 26));
}

StackBarData stackDataOf(const NodeRecord& node, const Card& card, const OwnerColours& colours, StackBy by,
                         bool compact) {
  StackBarData data;
  data.compact = compact;
  if (isWholeCardMode(node.gpu.mode) && !isSharedByGroups(node, card.index)) {
    fillWholeCard(data, node, card, colours, by);
    return data;
  }
  if (card.memoryKnown) data.memoryTotal = inGib(card.memTotal, node.gpu.unit);
  if (card.coreKnown) data.coreTotal = card.coreTotal.value;
  const std::vector<QString> ranks = holdersByRank(node, by, card.index);
  for (const PodPtr& pod : podsOnCard(node, card.index)) {
    const CardShare share = shareOn(*pod, card.index);
    const QString holder = holderOf(*pod, by);
    StackSegment segment;
    segment.key = podKeyOf(*pod);
    segment.name = plain(pod->key().name, 63);
    segment.amount = memoryNumber(share.memory, node.gpu.unit);
    segment.memory = inGib(share.memory, node.gpu.unit);
    segment.core = share.core.value;
    segment.category = colours.category(holder);
    segment.letter = by == StackBy::Namespace
                         ? colours.letter(holder)
                         : placeLetter(static_cast<int>(std::find(ranks.begin(), ranks.end(), holder) - ranks.begin()));
    data.segments.push_back(std::move(segment));
  }
  addKept(data, node, card);
  std::stable_sort(data.segments.begin(), data.segments.end(),
                   [](const StackSegment& a, const StackSegment& b) { return a.memory > b.memory; });
  addUnnamed(data, node, card);
  const MemUnits free = card.memTotal - card.memAllocated;
  if (!isAllocationKnown(node, card)) {
    // The rest may be allocated, too: hatched, never free.
    if (card.memoryKnown && free.value > 0) data.pending += inGib(free, node.gpu.unit);
    data.pendingText = notAvailable();
    return data;
  }
  const bool isUsable = card.health != CardHealth::Unhealthy;
  if (card.memoryKnown && free.value > 0)
    data.freeText = (isUsable ? Words::tr("%1 free") : Words::tr("%1 not usable: unhealthy", "an amount of memory"))
                        .arg(memoryNumber(free, node.gpu.unit));
  const int coreFree = card.coreTotal.value - card.coreAllocated.value;
  if (card.coreKnown && coreFree > 0) data.coreFreeText = Words::tr("%1 free").arg(corePercent(CorePercent(coreFree)));
  return data;
}

void addUse(StackBarData& data, const std::optional<CardUse>& use) {
  data.used = use ? usedFraction(&*use) : std::nullopt;
  if (data.used) data.usedText = Words::tr("used: %1").arg(usedMemoryText(*use));
}

}  // namespace cardinal::ui
