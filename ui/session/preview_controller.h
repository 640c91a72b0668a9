// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <optional>

#include "core/manifest/manifest.h"
#include "ui/bridge/snapshot_bridge.h"
#include "ui/session/prediction_summary.h"
#include "ui/widgets/map/model/map_scene.h"

namespace cardinal::ui {

/// What is previewed.
struct PreviewWorkload {
  QString name;
  QByteArray yaml;                      ///< as the user gave it; empty for a pending pod
  std::vector<ManifestObject> objects;  ///< what Submit would send; empty for a pending pod
  std::size_t chosen = 0;               ///< the object in `objects` whose pods are placed
  std::size_t role = 0;                 ///< of that object: the first that asks for a GPU, else the first
  AllocationRequest request;            ///< without aim
  bool fromTemplate = false;            ///< our own YAML: it can be pinned to a node
  PodPtr pod;                           ///< the pod that waits; null for YAML
};

/// What else the file holds, a sentence a line: further roles and workloads, what is to be known of the one that is
/// shown, objects that create no pods. Empty = nothing.
QString fileRemarks(const PreviewWorkload& workload);

/// Where it is aimed at. `node` empty = anywhere; `card` -1 = anywhere on the node.
struct PreviewAim {
  QString node;
  int card = -1;
  bool operator==(const PreviewAim&) const = default;
};

/// Holds a workload, its aim and the answer. The answer renews itself: each new state of the cluster is asked about,
/// one question at a time and about the newest state, so an answer never gives way to one of an older state. What the
/// answer on show says otherwise than the one that the operator saw last is kept in change(). The operator may pause
/// the renewal; a changed prediction then waits until recompute() or the end of the pause. No widgets. GUI thread only.
class PreviewController : public QObject {
  Q_OBJECT
 public:
  enum class Phase {
    Inactive,
    Computing,  ///< no answer yet
    Ready,      ///< the answer holds for the newest state
    Stale,      ///< paused, and the newest state gives another answer
  };

  explicit PreviewController(SnapshotBridge& bridge, QObject* parent = nullptr);

  /// Starts with the YAML text of a workload: one role of it is asked about, fileRemarks() names the rest. Errors:
  /// those of parseManifest; a running preview then stays.
  Result<void> start(const QByteArray& yaml, const QString& name, const PreviewAim& aim = {},
                     bool fromTemplate = false);
  /// Starts with a pod that waits; it cannot be submitted.
  void startPod(const PodPtr& pod, const PreviewAim& aim = {});
  void setAim(const PreviewAim& aim);
  /// Binds a template to the aimed node by nodeSelector; without effect otherwise.
  void setPinned(bool pinned);
  /// Shows the answer on the newest state, paused or not.
  void recompute();
  /// Keeps the answer on show while the cluster changes, until it is called with false, or another workload starts.
  void setPaused(bool paused);
  bool isPaused() const { return m_paused; }
  UnixSeconds pausedAt() const { return m_pausedAt; }
  /// The operator has seen what changed: the mark goes.
  void acknowledge();
  void clear();
  /// Computes the answer here and now instead of on the worker; for pictures without an event loop only.
  void answerNow();

  /// While something is dragged over the map the answer follows the pointer and nothing is marked as changed.
  Result<void> beginDrag(const QByteArray& yaml, const QString& name);
  void endDrag();
  bool isDragging() const { return m_dragging; }

  Phase phase() const { return m_phase; }
  bool isActive() const { return m_phase != Phase::Inactive; }
  const PreviewWorkload& workload() const { return m_workload; }
  const PreviewAim& aim() const { return m_aim; }
  bool isPinned() const { return m_pinned; }
  /// The answer for the whole cluster, and for the aim; null = not there yet (or no aim).
  const AllocationAnswer* answer() const { return m_shown.any.get(); }
  /// The same, to be held.
  const AnswerPtr& sharedAnswer() const { return m_shown.any; }
  const AllocationAnswer* aimedAnswer() const { return m_shown.aimed.get(); }
  /// The aimed one when there is an aim, else the one for the cluster.
  const AllocationAnswer* leadingAnswer() const { return m_aim.node.isEmpty() ? answer() : aimedAnswer(); }
  /// The state on which the shown answer was computed; never null while there is one.
  const SnapshotPtr& snapshot() const { return m_shown.on; }

  /// What the answer on show says otherwise than the one that the operator saw last: the first one for this workload
  /// and aim, or the one on show at acknowledge(). A renewal does not end it (the next comes within the second,
  /// unread), nor does the press on Submit; an answer that says again what was seen does. Nothing while dragging.
  const std::optional<PreviewChange>& change() const { return m_change; }
  /// Of the leading answer on show; nothing while there is none.
  std::optional<PredictionSummary> shownSummary() const;
  /// Of the leading answer on the newest state that was asked about, paused or not; nothing while it is being made.
  std::optional<PredictionSummary> newestSummary() const;
  /// The state of newestSummary(); may be null.
  const SnapshotPtr& newestState() const { return m_newest.on; }

  /// Grows with every answer that is shown anew.
  std::uint64_t serial() const { return m_serial; }

  /// Empty = it may be submitted; otherwise the reason why not, for a tooltip.
  QString submitRefusal() const;
  /// Empty = the waiting pod may be bound to the aimed node; otherwise the reason why not.
  QString bindRefusal() const;
  /// Empty = the constraint that keeps the waiting pod's workload on the aimed node can be told.
  QString constraintRefusal() const;
  /// Why objects cannot be sent at all, previewed or not; empty = they can.
  QString writeRefusal(const std::vector<ManifestObject>& objects) const;
  /// Ghosts, runners-up and refusals for the map, in the language in force.
  std::optional<MapPreview> mapPreview() const;

 signals:
  void changed();

 private:
  QString connectionRefusal() const;
  QString phaseRefusal() const;
  QString rightsRefusalOf(const std::vector<ManifestObject>& objects) const;
  struct Answers {
    SnapshotPtr on;
    AnswerPtr any;
    AnswerPtr aimed;
  };

  void begin(PreviewWorkload workload, const PreviewAim& aim);
  void askAnew();
  void onSnapshot();
  void pump();
  AllocationRequest question(bool aimed) const;
  void ask(bool aimed);
  void onAnswer(const AnswerPtr& answer);
  void settle();
  void show();
  std::optional<PredictionSummary> summary(const Answers& answers) const;
  bool isComplete(const Answers& answers) const;
  void setPhase(Phase phase);

  SnapshotBridge& m_bridge;
  Phase m_phase = Phase::Inactive;
  PreviewWorkload m_workload;
  PreviewAim m_aim;
  bool m_pinned = false;
  bool m_dragging = false;
  bool m_paused = false;
  bool m_takesNext = false;  ///< recompute() was called: the next answer is shown although it is paused
  UnixSeconds m_pausedAt = 0;
  enum class Question { None, Any, Aimed };
  Question m_asking = Question::None;
  bool m_newerState = false;  ///< a newer state came while the answers for one were being made
  std::uint64_t m_serial = 0;
  Answers m_shown;   ///< what the user sees
  Answers m_newest;  ///< being made on the newest state
  std::optional<PredictionSummary> m_seen;
  std::optional<PreviewChange> m_change;
};

/// True when both answers name the same places in the same order, by names.
bool samePrediction(const AllocationAnswer& a, const ClusterSnapshot& onA, const AllocationAnswer& b,
                    const ClusterSnapshot& onB);

}  // namespace cardinal::ui
