// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/use/chart_subject.h"

#include <QStringList>
#include <algorithm>
#include <array>
#include <utility>

#include "core/model/shared_card.h"
#include "ui/models/pod_lookup.h"

namespace cardinal::ui {
namespace {

constexpr std::array kPrefixes = {std::pair(ChartScope::Cards, "cards:"), std::pair(ChartScope::Node, "node:"),
                                  std::pair(ChartScope::Pod, "pod:"), std::pair(ChartScope::Namespace, "namespace:"),
                                  std::pair(ChartScope::Cluster, "cluster")};

std::optional<CardPlace> placeOf(const QString& text) {
  const qsizetype slash = text.lastIndexOf(u'/');
  bool isNumber = false;
  const int card = text.mid(slash + 1).toInt(&isNumber);
  if (slash <= 0 || !isNumber || card < 0) return std::nullopt;
  return CardPlace{text.left(slash).toStdString(), card};
}

void addCards(ChartSubject& subject, const QString& list, const ClusterSnapshot& snapshot) {
  for (const QString& text : list.split(u',', Qt::SkipEmptyParts)) {
    const auto place = placeOf(text);
    const auto node = place ? snapshot.findNode(place->node) : std::nullopt;
    if (node && static_cast<std::size_t>(place->card) < snapshot.cardsOf(*node).size()) subject.cards.push_back(*place);
  }
  subject.known = !subject.cards.empty();
}

void addNode(ChartSubject& subject, const ClusterSnapshot& snapshot) {
  const auto node = snapshot.findNode(subject.name.toStdString());
  subject.known = node.has_value();
  if (!node) return;
  for (const Card& card : snapshot.cardsOf(*node)) subject.cards.push_back({snapshot.node(*node).name, card.index});
}

/// The cards of one bound pod; false when it holds whole cards that nothing names.
bool addPodCards(std::vector<CardPlace>& cards, const NodeRecord& node, const PodRecord& pod,
                 const MeasuredHolders& measured) {
  const std::size_t before = cards.size();
  bool named = false;
  for (const CardShare& share : pod.shares) {
    if (share.card < 0) continue;
    named = true;
    cards.push_back({node.name, share.card});
  }
  for (std::size_t card = 0; !named && card < measured.byCard.size(); ++card) {
    if (measured.byCard[card] && measured.byCard[card]->key() == pod.key())
      cards.push_back({node.name, static_cast<int>(card)});
  }
  return cards.size() > before;
}

/// Cards of the bound pods for which `wanted` holds.
template <typename Wanted>
void addHeld(ChartSubject& subject, const PageContext& context, Wanted&& wanted) {
  subject.known = false;
  for (const NodePtr& node : context.bridge.snapshot()->nodes) {
    std::optional<MeasuredHolders> measured;
    for (const PodPtr& pod : node->pods) {
      if (!pod->countsForInspect || !wanted(*pod)) continue;
      subject.known = true;
      if (!measured) measured = context.measuredHolders(*node);
      subject.cardsKnown = addPodCards(subject.cards, *node, *pod, *measured) && subject.cardsKnown;
      if (subject.scope == ChartScope::Pod && pod->raw->startTime != 0) subject.since = pod->raw->startTime;
    }
  }
  const auto before = [](const CardPlace& a, const CardPlace& b) {
    return a.node != b.node ? a.node < b.node : a.card < b.card;
  };
  std::sort(subject.cards.begin(), subject.cards.end(), before);
  subject.cards.erase(std::unique(subject.cards.begin(), subject.cards.end()), subject.cards.end());
}

/// The past is stored by index.
void dropUnknownIndexes(ChartSubject& subject, const ClusterSnapshot& snapshot) {
  const auto dropped = std::erase_if(subject.cards, [&snapshot](const CardPlace& place) {
    const auto node = snapshot.findNode(place.node);
    return node && hasCardsOfUnknownIndex(snapshot.node(*node));
  });
  subject.indexesKnown = dropped == 0;
}

}  // namespace

std::optional<ChartScope> chartScope(const QString& key) {
  for (const auto& [scope, prefix] : kPrefixes) {
    if (key.startsWith(QLatin1String(prefix))) return scope;
  }
  return placeOf(key) ? std::optional(ChartScope::Cards) : std::nullopt;
}

ChartSubject chartSubject(const QString& key, const PageContext& context) {
  ChartSubject subject;
  subject.scope = chartScope(key).value_or(ChartScope::Cluster);
  subject.name = key.mid(key.indexOf(u':') + 1);
  const ClusterSnapshot& snapshot = *context.bridge.snapshot();
  switch (subject.scope) {
    case ChartScope::Cards:
      addCards(subject, subject.name, snapshot);
      break;
    case ChartScope::Node:
      addNode(subject, snapshot);
      break;
    case ChartScope::Pod:
      addHeld(subject, context, [&](const PodRecord& pod) { return podKeyOf(pod) == subject.name; });
      break;
    case ChartScope::Namespace:
      addHeld(subject, context,
              [&](const PodRecord& pod) { return QString::fromStdString(pod.key().ns) == subject.name; });
      subject.together = true;
      break;
    case ChartScope::Cluster:
      subject.name.clear();
      subject.together = true;
      subject.known = !snapshot.cards.empty();
      break;
  }
  dropUnknownIndexes(subject, snapshot);
  subject.together = subject.together || subject.cards.size() > ChartSubject::kMaxLines;
  return subject;
}

QString chartKey(const std::set<CardRef>& cards) {
  QStringList places;
  for (const CardRef& card : cards) places += card.node + u'/' + QString::number(card.card);
  return QStringLiteral("cards:") + places.join(u',');
}

QString chartKey(ChartScope scope, const QString& name) {
  for (const auto& [one, prefix] : kPrefixes) {
    if (one == scope) return QLatin1String(prefix) + name;
  }
  return name;
}

QStringList chartChoices(ChartScope scope, const ClusterSnapshot& snapshot) {
  std::set<QString> names;
  for (const NodePtr& node : snapshot.nodes) {
    if (scope == ChartScope::Node && !node->cards.empty()) names.insert(QString::fromStdString(node->name));
    if (scope != ChartScope::Pod && scope != ChartScope::Namespace) continue;
    for (const PodPtr& pod : node->pods) {
      if (!pod->countsForInspect) continue;
      names.insert(scope == ChartScope::Pod ? podKeyOf(*pod) : QString::fromStdString(pod->key().ns));
    }
  }
  return {names.begin(), names.end()};
}

}  // namespace cardinal::ui
