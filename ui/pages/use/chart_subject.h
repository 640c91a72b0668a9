// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <optional>
#include <set>
#include <vector>

#include "core/metrics/history.h"
#include "ui/session/page_context.h"

namespace cardinal::ui {

enum class ChartScope { Cards, Node, Pod, Namespace, Cluster };

/// What charts are about, as a key that the window's history can hold: "cards:gpu-1/0,gpu-2/3", "node:gpu-1",
/// "pod:team-a/web", "namespace:team-a", "cluster".
struct ChartSubject {
  ChartScope scope = ChartScope::Cluster;
  QString name;                      ///< of the node, pod or namespace
  std::vector<CardPlace> cards;      ///< those it has or holds now; empty for the cluster
  bool together = false;             ///< one line instead of one per card
  bool known = true;                 ///< false: the object is not there (any more)
  bool cardsKnown = true;            ///< false: it holds whole cards that nothing names
  bool indexesKnown = true;          ///< false: cards were left out whose index is unknown (core/model/shared_card.h)
  std::optional<UnixSeconds> since;  ///< a pod holds its cards only since then

  static constexpr std::size_t kMaxLines = 64;
  static constexpr std::size_t kMaxCards = 1024;  ///< that are asked for one by one
};

/// `snapshot` says which cards an object has; exporters fill in those of whole-card pods.
ChartSubject chartSubject(const QString& key, const PageContext& context);
QString chartKey(const std::set<CardRef>& cards);
QString chartKey(ChartScope scope, const QString& name = {});
/// Nothing when the text is no such key; a plain card "node/3" is one.
std::optional<ChartScope> chartScope(const QString& key);

/// Names that may be chosen, sorted; few enough for a list.
QStringList chartChoices(ChartScope scope, const ClusterSnapshot& snapshot);

}  // namespace cardinal::ui
