// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <algorithm>
#include <chrono>
#include <vector>

#include "ui/session/preview/preview_controller.h"

class QTimer;

namespace cardinal::ui {

/// Where the preview said that one replica would go.
struct PredictedPlace {
  QString node;                  ///< empty = the preview said that this replica does not fit
  std::vector<CardIndex> cards;  ///< empty = whole cards that nobody numbers
  int cardCount = 1;
  DeviceSort sort = DeviceSort::Card;  ///< what is counted
  Certainty certainty = Certainty::OneOf;
  std::uint32_t tied = 1;
  std::vector<QString> equalNodes;    ///< all nodes that are as good, this one too; empty = none is
  std::vector<CardIndex> equalCards;  ///< the same of single cards of the node
  NodePtr then = {};                  ///< the node as the prediction knew it; null = not known
  QString pod = {};                   ///< "Worker 2"; empty where the workload has one role
  /// How many places are as good as this one, itself counted.
  int equal() const { return static_cast<int>(std::max({equalNodes.size(), equalCards.size(), std::size_t{1}})); }
};

/// What was promised when the user pressed Submit.
struct Prediction {
  std::vector<PredictedPlace> places;
  std::uint64_t generation = 0;
  UnixSeconds time = 0;
  bool aimedOnly = false;  ///< aimed at a place that nothing binds the scheduler to
  /// The cluster changed between the press and the server's answer, and the preview then named other places.
  std::optional<PreviewChange> changed = {};
};
/// Freezes the leading answers of the controller, role by role, as far as `most` pods.
Prediction predictionOf(const PreviewController& preview, std::size_t most = 200);
/// The same of a workload of the file, by its place in PreviewWorkload::parts; without places where there is no answer.
Prediction predictionOf(const PreviewController& preview, std::size_t part, std::size_t most);

/// A workload that was created, and what was promised of it.
struct SubmittedWorkload {
  CreatedObject created;
  Prediction prediction;
};

/// The pod was made by that object, itself or through what it makes (a Deployment's ReplicaSet, a CronJob's Job, what
/// the operator of a kind makes).
bool isMadeBy(const PodRecord& pod, const std::string& kind, const ObjectKey& key);

/// Compares a prediction with what the cluster then did, as snapshots come. No widgets. GUI thread only.
class PredictionWatch : public QObject {
  Q_OBJECT
 public:
  enum class Match {
    Waiting,      ///< no pod yet, or not bound yet
    CardPending,  ///< bound to the predicted node, the card is not known yet
    Same,
    Equal,      ///< another of the places that were said to be equally good
    OtherCard,  ///< predicted node, other card
    OtherNode,
    NotPredicted,  ///< bound although the preview had no place
  };
  /// Why it differs, as far as it is known.
  enum class Cause { None, TieBroken, StateChanged, PlaceTaken, AimNotBinding, ModelledScheduler, Unknown };

  struct Row {
    std::size_t workload = 0;  ///< in workloads()
    QString pod;               ///< "namespace/name"; empty = not created yet
    PredictedPlace predicted;
    QString actualNode;
    std::vector<CardIndex> actualCards;
    Match match = Match::Waiting;
    Cause cause = Cause::None;
    QString takenBy;        ///< with PlaceTaken: "namespace/name" of somebody else's pod that is there now
    QString waitingReason;  ///< scheduler's words while it waits (hostile, cleaned)
  };

  explicit PredictionWatch(SnapshotBridge& bridge, QObject* parent = nullptr);

  void start(const CreatedObject& created, Prediction prediction);
  /// The workloads of one submission; not empty. `others`: what was created beside them, "Service/web".
  void start(std::vector<SubmittedWorkload> workloads, const QStringList& others);
  void clear();
  bool isActive() const { return m_active; }
  /// True once no pod of one of them has been seen for the timeout after the submission: nothing seems to make them.
  bool isSilent() const { return !m_silent.empty(); }
  /// The workloads of which that is true.
  const std::vector<std::size_t>& silent() const { return m_silent; }
  /// How long the first pod may take before that is said. Counts from the next start().
  std::chrono::seconds timeout() const { return m_timeout; }
  void setTimeout(std::chrono::seconds timeout) { m_timeout = timeout; }
  const std::vector<SubmittedWorkload>& workloads() const { return m_workloads; }
  const QStringList& others() const { return m_others; }
  const std::vector<Row>& rows() const { return m_rows; }
  /// Every predicted pod has a node and a card (or nobody numbers its cards).
  bool isComplete() const;

  /// Landed where the preview said, or on another of the places that it called equal.
  static bool isAsPredicted(Match match) { return match == Match::Same || match == Match::Equal; }

  static QString matchText(const Row& row);
  static QString causeText(const Row& row);

 signals:
  void changed();

 private:
  void update();
  void addRows(std::size_t workload, const std::vector<PodPtr>& pods, std::vector<Row>& rows) const;
  std::vector<std::vector<PodPtr>> ownPods(const ClusterSnapshot& snapshot) const;  ///< by workload
  Row compare(std::size_t workload, const PredictedPlace& place, const PodRecord& pod) const;
  Cause causeOf(const Row& row) const;
  void noteChange(Row& row) const;

  SnapshotBridge& m_bridge;
  QTimer* m_pause;
  std::chrono::seconds m_timeout{30};
  bool m_active = false;
  std::vector<std::size_t> m_silent;
  std::vector<SubmittedWorkload> m_workloads;
  QStringList m_others;
  std::vector<Row> m_rows;
};

}  // namespace cardinal::ui
