// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <vector>

#include "core/plan/drain/successors.h"
#include "ui/bridge/plan_run.h"
#include "ui/pages/plans/plan_lines.h"

namespace cardinal::ui {

/// What is said of a plan at one moment.
struct PlanNotice {
  StateRole state = StateRole::Information;
  QString text, detail, action;
};

/// What the dialog of a plan says: its title, what became of each node, how it goes, and why it may not begin. Reads
/// what the dialog keeps, all of which outlives it, and changes nothing.
class PlanWords {
  Q_DECLARE_TR_FUNCTIONS(cardinal::ui::PlanWords)

 public:
  PlanWords(SnapshotBridge& bridge, const PlanRun& run, const PlanRequest& request, const QStringList& nodes,
            const SuccessorWatch& successors)
      : m_bridge(bridge), m_run(run), m_request(request), m_nodes(nodes), m_successors(successors) {}

  static QString serverWords(const Error& error);
  /// `isAdopted`: the plan was left unfinished earlier.
  QString title(bool begun, bool isAdopted) const;
  /// One per node: what becomes of it or what became of it.
  std::vector<PlanLines::Line> lines() const;
  PlanNotice looked() const;
  PlanNotice progress() const;
  PlanNotice end() const;
  /// `withWindow`: the window is to be closed, too.
  PlanNotice closing(bool withWindow) const;
  QStringList nodesLeftCordoned() const;
  bool evicts() const;
  /// What confirms that pods may go.
  QString wordToType() const;
  QString startText() const;
  QString startRefusal() const;

 private:
  QString ofNode(const std::string& node, const QString& words) const;
  QString uncheckedName() const;
  QString evictionRefusal() const;
  int podsToEvict() const;
  int waitingSuccessors() const;

  SnapshotBridge& m_bridge;
  const PlanRun& m_run;
  const PlanRequest& m_request;
  const QStringList& m_nodes;
  const SuccessorWatch& m_successors;
};

}  // namespace cardinal::ui
