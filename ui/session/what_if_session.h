// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <array>
#include <memory>

#include "core/plan/what_if/defragment.h"
#include "core/plan/what_if/what_if.h"
#include "ui/bridge/background_job.h"
#include "ui/bridge/snapshot_bridge.h"

namespace cardinal::ui {

/// Two scenarios over one state of the cluster, worked out aside. The state is kept until it is taken anew, so that
/// figures can be compared; another cluster takes it at once. GUI thread only.
class WhatIfSession : public QObject {
  Q_OBJECT
 public:
  static constexpr std::size_t kScenarios = 2;
  using ResultPtr = std::shared_ptr<const WhatIfResult>;

  explicit WhatIfSession(SnapshotBridge& bridge, QObject* parent = nullptr);

  const SnapshotPtr& base() const { return m_base; }  ///< never null
  /// False until the state of a cluster with nodes was taken and the scenarios were begun on it.
  bool isTaken() const { return m_taken && !m_base->nodes.empty(); }
  /// True when the cluster has changed since the state was taken for the steps of a scenario.
  bool isOutdated() const;
  /// Takes the present state and works both scenarios out anew.
  void takeState();
  /// The same where nothing is kept by it: no scenario has a step.
  void followState();

  std::size_t current() const { return m_current; }
  void choose(std::size_t scenario);
  const Scenario& scenario(std::size_t which) const { return m_slots[which].scenario; }
  const Scenario& scenario() const { return scenario(m_current); }
  /// Null = not worked out yet.
  const ResultPtr& result(std::size_t which) const { return m_slots[which].result; }
  const ResultPtr& result() const { return result(m_current); }
  /// The state after the present scenario as far as it is known, else the base.
  const SnapshotPtr& latest() const;

  // Changes of the present scenario.
  void add(const WhatIfStep& step);
  void add(const std::vector<WhatIfStep>& steps);
  void replace(std::size_t row, const WhatIfStep& step);
  void remove(std::size_t row);
  /// One place up or down; false at the edge.
  bool move(std::size_t row, int by);
  void clear();
  /// Error: those of loadScenario and saveScenario.
  Result<void> load(const QString& path);
  Result<void> save(const QString& path);
  void copyToOther();

  bool isRunning() const;
  void cancel();
  /// Waits for the results; for pictures without an event loop only.
  void finish();

 signals:
  void changed();                             ///< scenario, result, base or choice
  void progressed(qint64 done, qint64 most);  ///< pods of all steps that were come to; 0, 0 = not known
  void runningChanged(bool running);

 private:
  struct Slot {
    Scenario scenario;
    ResultPtr result;
    BackgroundJob* job = nullptr;
  };
  bool hasSteps() const;
  void run(std::size_t which);
  void edited();

  SnapshotBridge& m_bridge;
  SnapshotPtr m_base;
  std::array<Slot, kScenarios> m_slots;
  std::size_t m_current = 0;
  bool m_taken = false;
};

}  // namespace cardinal::ui
