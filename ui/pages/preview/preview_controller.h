// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <optional>

#include "core/manifest/manifest.h"
#include "ui/bridge/snapshot_bridge.h"
#include "ui/widgets/map/map_scene.h"

namespace cardinal::ui {

/// What is previewed.
struct PreviewWorkload {
  QString name;
  QByteArray yaml;                      ///< as the user gave it; empty for a pending pod
  std::vector<ManifestObject> objects;  ///< what Submit would send; empty for a pending pod
  std::size_t chosen = 0;               ///< the object in `objects` whose pods are placed
  AllocationRequest request;            ///< without aim
  bool fromTemplate = false;            ///< our own YAML: it can be pinned to a node
  PodPtr pod;                           ///< the pod that waits; null for YAML
};

/// Where it is aimed at. `node` empty = anywhere; `card` -1 = anywhere on the node.
struct PreviewAim {
  QString node;
  int card = -1;
  bool operator==(const PreviewAim&) const = default;
};

/// Holds a workload, its aim and the answer; asks again when the cluster changes. A changed prediction never replaces the shown one
/// by itself: the preview is then stale until it is recomputed. No widgets. GUI thread only.
class PreviewController : public QObject {
  Q_OBJECT
 public:
  enum class Phase {
    Inactive,
    Computing,  ///< no answer yet
    Ready,      ///< the answer holds for the newest state
    Stale,      ///< the newest state gives another answer, or the connection is lost
  };

  explicit PreviewController(SnapshotBridge& bridge, QObject* parent = nullptr);

  /// Starts with the YAML text of a workload. Errors: those of parseManifest; a running preview then stays.
  Result<void> start(const QByteArray& yaml, const QString& name, const PreviewAim& aim = {}, bool fromTemplate = false);
  /// Starts with a pod that waits; it cannot be submitted.
  void startPod(const PodPtr& pod, const PreviewAim& aim = {});
  void setAim(const PreviewAim& aim);
  /// Binds a template to the aimed node by nodeSelector; without effect otherwise.
  void setPinned(bool pinned);
  /// Shows the answer on the newest state.
  void recompute();
  void clear();
  /// Computes the answer here and now instead of on the worker; for pictures without an event loop only.
  void answerNow();

  /// While something is dragged over the map the answer follows the pointer and nothing is called stale.
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
  bool isComplete(const Answers& answers) const;
  void setPhase(Phase phase);

  SnapshotBridge& m_bridge;
  Phase m_phase = Phase::Inactive;
  PreviewWorkload m_workload;
  PreviewAim m_aim;
  bool m_pinned = false;
  bool m_dragging = false;
  enum class Question { None, Any, Aimed };
  Question m_asking = Question::None;
  bool m_newerState = false;  ///< a newer state came while the answers for one were being made
  std::uint64_t m_serial = 0;
  Answers m_shown;   ///< what the user sees
  Answers m_newest;  ///< being made on the newest state
};

/// True when both answers name the same places in the same order, by names.
bool samePrediction(const AllocationAnswer& a, const ClusterSnapshot& onA, const AllocationAnswer& b, const ClusterSnapshot& onB);

}  // namespace cardinal::ui
