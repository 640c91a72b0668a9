// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/shell/window/navigation_counts.h"

#include <algorithm>

#include "ui/bridge/snapshot_bridge.h"
#include "ui/i18n/format.h"
#include "ui/models/node_facts.h"
#include "ui/pages/shell/window/workload_count.h"
#include "ui/session/connection_view.h"
#include "ui/widgets/lists/navigation_list.h"

namespace cardinal::ui {

NavigationCounts::NavigationCounts(SnapshotBridge& bridge, const WatchCenter& watching, NavigationList& navigation,
                                   QObject* parent)
    : QObject(parent),
      m_bridge(bridge),
      m_watching(watching),
      m_navigation(navigation),
      m_workloads(new WorkloadCount(this)) {
  connect(m_workloads, &WorkloadCount::counted, this,
          [this](qint64 number) { setCount("workloads", count(number), false); });
}

void NavigationCounts::setCount(const char* page, const QString& text, bool strong) {
  const bool isRead = !m_bridge.snapshot()->nodes.empty() || !connectionEmptiness(m_bridge.connection());
  m_navigation.setCount(QString::fromLatin1(page), isRead && m_isNow ? text : QString(), strong);
}

void NavigationCounts::show(bool isNow) {
  m_isNow = isNow;
  const SnapshotPtr snapshot = m_bridge.snapshot();
  const auto alive = [](const std::vector<PodPtr>& pods) {
    return std::count_if(pods.begin(), pods.end(), [](const PodPtr& pod) { return !isTerminal(*pod->raw); });
  };
  const std::vector<Counts>& perNode = m_counts.update(*snapshot, [&](NodeIndex index) {
    // Ended pods are among the rows of the page, so they count.
    const NodeRecord& record = snapshot->node(index);
    return Counts{isListed(record) ? 1 : 0, static_cast<std::int64_t>(snapshot->cardsOf(index).size()),
                  static_cast<std::int64_t>(record.pods.size())};
  });
  const std::int64_t waiting = alive(snapshot->unboundPods);
  Counts all{0, 0, static_cast<std::int64_t>(snapshot->unboundPods.size())};
  for (const Counts& one : perNode) {
    all.nodes += one.nodes;
    all.cards += one.cards;
    all.pods += one.pods;
  }
  setCount("nodes", count(all.nodes), false);
  setCount("cards", count(all.cards), false);
  m_workloads->follow(snapshot, all.pods);
  setCount("pending", waiting > 0 ? count(waiting) : QString(), true);
  const auto alerts = static_cast<std::int64_t>(m_watching.active());
  setCount("watches", alerts > 0 ? count(alerts) : QString(), true);
}

}  // namespace cardinal::ui
