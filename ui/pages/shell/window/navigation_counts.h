// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "core/model/per_node.h"
#include "core/model/snapshot.h"
#include "ui/session/watch_center.h"

namespace cardinal::ui {

class NavigationList;
class SnapshotBridge;
class WorkloadCount;

/// The numbers beside the pages of the navigation: how many rows each has. What was not read is not counted as 0.
class NavigationCounts : public QObject {
  Q_OBJECT
 public:
  /// All of them outlive it.
  NavigationCounts(SnapshotBridge& bridge, const WatchCenter& watching, NavigationList& navigation, QObject* parent);

  /// Beside a map of an earlier moment nothing is said of now.
  void show(bool isNow);

 private:
  struct Counts {
    std::int64_t nodes = 0;  ///< that the page Nodes lists
    std::int64_t cards = 0;
    std::int64_t pods = 0;  ///< ended ones, too
  };
  void setCount(const char* page, const QString& text, bool strong);

  SnapshotBridge& m_bridge;
  const WatchCenter& m_watching;
  NavigationList& m_navigation;
  PerNode<Counts> m_counts;
  WorkloadCount* m_workloads;
  bool m_isNow = true;
};

}  // namespace cardinal::ui
