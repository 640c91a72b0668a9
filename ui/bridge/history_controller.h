// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/record/allocation_lines.h"
#include "core/record/allocation_recorder.h"
#include "ui/bridge/snapshot_bridge.h"

namespace cardinal::ui {

/// Why nothing is recorded of what is looked at.
enum class RecordRefusal {
  None,
  SnapshotFile,  ///< a saved state does not change
  PartOnly,      ///< only one namespace is visible: its sums would say nothing of the cards
};

/// Records the cluster that is looked at and answers what was recorded of it: a live cluster in a file of its own, a
/// demo cluster in memory. Files are met on a thread of its own; answers come on the GUI thread, and not at all when
/// the context is gone, has asked the same again since, or another cluster is looked at. GUI thread only.
class HistoryController : public QObject {
  Q_OBJECT
 public:
  /// `folder` of the files; empty = nothing outlives the object. The bridge outlives it.
  HistoryController(SnapshotBridge& bridge, std::string folder, QObject* parent = nullptr);
  ~HistoryController() override;

  /// As the constructor's; what was recorded of an open cluster in memory is let go.
  void setFolder(std::string folder);
  RecordRefusal refusal() const;
  const RecordState& state() const;

  using MomentsDone = std::function<void(const Result<std::vector<PastMoment>>&)>;
  using LinesDone = std::function<void(const Result<AllocationLines>&)>;
  using StateDone = std::function<void(const Result<SnapshotPtr>&)>;
  using SumsDone = std::function<void(const AllocationSums&)>;
  void moments(QObject* context, MomentsDone done);
  void lines(QObject* context, const LinesQuestion& question, LinesDone done);
  /// The cards of a moment as a snapshot for the map.
  void cardsAt(QObject* context, const PastMoment& moment, StateDone done);
  /// What is allocated in a state; needs nothing recorded.
  void sumsOf(QObject* context, SnapshotPtr snapshot, SumsDone done);
  /// Records the state of now without waiting; `changed` follows.
  void recordNow();
  /// Blocks until everything that was asked has its answer; for pictures and tests without an event loop only.
  void finish();

 signals:
  /// Something was recorded, or cannot be.
  void changed();

 private:
  struct Impl;
  void follow();
  void offer();
  template <typename Answer>
  void ask(QObject* context, int kind, std::function<Answer(AllocationStore*)> work,
           std::function<void(const Answer&)> done);

  SnapshotBridge& m_bridge;
  std::unique_ptr<Impl> m_impl;
};

/// File of a cluster in a folder: what can stand in a file name, and a mark of context and server.
std::string recordFile(const std::string& folder, const SourceInfo& info);

}  // namespace cardinal::ui
