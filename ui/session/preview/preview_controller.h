// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <optional>

#include "core/plan/drain/group_placement.h"
#include "ui/bridge/snapshot_bridge.h"
#include "ui/session/preview/prediction_summary.h"
#include "ui/session/preview/preview_workload.h"
#include "ui/widgets/map/model/map_scene.h"

namespace cardinal::ui {

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

  /// Starts with the YAML text of a workload: its roles are asked about, fileRemarks() names the rest. Errors:
  /// those of parseManifest; a running preview then stays.
  Result<void> start(const QByteArray& yaml, const QString& name, const PreviewAim& aim = {},
                     bool fromTemplate = false);
  /// The same with a template of the palette.
  Result<void> start(const WorkloadTemplate& chosen, const PreviewAim& aim = {});
  /// Starts with a pod that waits; it cannot be submitted.
  void startPod(const PodPtr& pod, const PreviewAim& aim = {});
  void setAim(const PreviewAim& aim);
  /// Binds a template to the aimed node by nodeSelector; without effect otherwise.
  void setPinned(bool pinned);
  /// Asks about the nodes of these domains alone, until another workload starts.
  void setDomains(std::vector<PreviewDomain> domains);
  const std::vector<PreviewDomain>& domains() const { return m_domains; }
  /// Of a role that is asked about (0 where there are not several); null = all nodes are.
  const PreviewDomain* domainOf(std::size_t role) const;
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
  /// Several roles are asked about together; the answers above are then those of request().
  bool isGroup() const { return !m_workload.roles.empty(); }
  /// What the answers above are about: of a group the role that showRole() chose, else the first of which not every pod
  /// fits, else the first that asks for a GPU. Only while it is active.
  const AllocationRequest& request() const;
  /// Its place in PreviewWorkload::roles.
  std::size_t shownRole() const { return m_role; }
  void showRole(std::size_t role);
  /// The leading answers of all roles, one without a name where there are not several; empty = not there yet.
  std::vector<RoleAnswer> roleAnswers() const;
  /// The same of another workload of the file, by its place in PreviewWorkload::parts: of the whole cluster, each on
  /// its own; empty = not there yet. Of the one on show they are roleAnswers().
  std::vector<RoleAnswer> partAnswers(std::size_t part) const;
  /// The state of partAnswers(); null while they are not there.
  SnapshotPtr partState(std::size_t part) const;
  /// Of a file with very many workloads only the first are asked about.
  bool isPartAsked(std::size_t part) const;
  /// Puts another workload of the file on show.
  void showPart(std::size_t part);
  /// The other workloads of the file of which not every pod fits, as far as it is known.
  int othersThatLack() const;
  /// What they mean for pods that only work together; nothing for other workloads and while there is no answer.
  std::optional<GroupOutcome> groupOutcome() const;
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
  /// The same of the other workloads of the file.
  std::uint64_t othersSerial() const { return m_othersSerial; }

  /// Empty = it may be submitted; otherwise the reason why not, for a tooltip.
  QString submitRefusal() const;
  /// Empty = the waiting pod may be bound to the aimed node; otherwise the reason why not.
  QString bindRefusal() const;
  /// Empty = the constraint that keeps the waiting pod's workload on the aimed node can be named.
  QString constraintRefusal() const;
  /// Why objects cannot be sent at all, previewed or not; empty = they can.
  QString writeRefusal(const std::vector<ManifestObject>& objects) const;
  /// Ghosts, runners-up and refusals for the map, in the language in force.
  std::optional<MapPreview> mapPreview() const;

 signals:
  void changed();
  void asked();          ///< by the user: about another workload or another aim
  void othersChanged();  ///< an answer for a workload that is not on show

 private:
  QString phaseRefusal() const;
  QString rightsRefusalOf(const std::vector<ManifestObject>& objects) const;
  struct Answers {
    SnapshotPtr on;
    AnswerPtr any;
    AnswerPtr aimed;
    // Of a group, one for each role; `any` and `aimed` are then one of them.
    std::vector<AnswerPtr> anyRoles;
    std::vector<AnswerPtr> aimedRoles;
  };

  void begin(PreviewWorkload workload, const PreviewAim& aim);
  void askAnew();
  void onSnapshot();
  void pump();
  void ask(bool aimed);
  void askOther();
  void answerOthersNow();
  std::optional<std::size_t> nextOther() const;
  void takeOther(const std::vector<AnswerPtr>& answers);
  void makeRequests();
  std::vector<AllocationRequest> questions(bool aimed) const;
  int gangs() const;
  void take(std::vector<AnswerPtr> answers, bool aimed);
  static AnswerPtr loosened(const AnswerPtr& answer);
  void onAnswer(const std::vector<AnswerPtr>& answers);
  std::vector<RoleAnswer> roleAnswers(const Answers& answers) const;
  void pickRole();
  bool saysTheSameAsShown() const;
  void settle();
  void show();
  std::optional<PredictionSummary> summary(const Answers& answers) const;
  bool isComplete(const Answers& answers) const;
  void setPhase(Phase phase);

  SnapshotBridge& m_bridge;
  Phase m_phase = Phase::Inactive;
  PreviewWorkload m_workload;
  std::vector<PreviewDomain> m_domains;
  std::vector<AllocationRequest> m_requests;  ///< of the workload on show, within its domains; by role
  std::size_t m_role = 0;                     ///< of a group: whose answers are on show
  std::optional<std::size_t> m_chosenRole;    ///< by showRole()
  PreviewAim m_aim;
  bool m_pinned = false;
  bool m_dragging = false;
  bool m_paused = false;
  bool m_takesNext = false;  ///< recompute() was called: the next answer is shown although it is paused
  UnixSeconds m_pausedAt = 0;
  enum class Question { None, Any, Aimed, Other };
  Question m_asking = Question::None;
  bool m_newerState = false;  ///< a newer state came while the answers for one were being made
  std::uint64_t m_serial = 0;
  /// Answers for a workload that is not on show, role by role.
  struct OtherAnswers {
    SnapshotPtr on;
    std::vector<AnswerPtr> roles;
  };
  std::vector<OtherAnswers> m_others;  ///< by PreviewWorkload::parts; of the one on show empty
  std::size_t m_otherAsked = 0;
  std::uint64_t m_othersSerial = 0;
  Answers m_shown;   ///< what the user sees
  Answers m_newest;  ///< being made on the newest state
  std::optional<PredictionSummary> m_seen;
  std::optional<PreviewChange> m_change;
};

/// True when both answers name the same places in the same order, by names.
bool samePrediction(const AllocationAnswer& a, const ClusterSnapshot& onA, const AllocationAnswer& b,
                    const ClusterSnapshot& onB);

}  // namespace cardinal::ui
