// SPDX-License-Identifier: Apache-2.0
#include "ui/session/preview/prediction_watch.h"

#include <QTimer>
#include <algorithm>
#include <map>
#include <string_view>

#include "core/plan/drain/group_placement.h"
#include "core/workloads/pod_workload.h"
#include "ui/i18n/format.h"
#include "ui/i18n/placement/equal_places.h"
#include "ui/i18n/plain.h"

namespace cardinal::ui {

namespace {

constexpr std::size_t kRowLimit = 200;

std::vector<CardIndex> cardsOf(const PodRecord& pod) {
  std::vector<CardIndex> cards;
  for (const CardShare& share : pod.shares) {
    if (share.card != kPendingCard) cards.push_back(share.card);
  }
  std::sort(cards.begin(), cards.end());
  return cards;
}

/// `wanted` empty = cards that nobody numbers: any GPU of the node counts.
bool holdsAny(const PodRecord& pod, const std::vector<CardIndex>& wanted) {
  if (wanted.empty()) return pod.request.kind() != GpuRequest::Kind::None;
  const std::vector<CardIndex> cards = cardsOf(pod);
  return std::find_first_of(cards.begin(), cards.end(), wanted.begin(), wanted.end()) != cards.end();
}

/// The places of one role; pods without a place are listed, too.
void addPlaces(Prediction& prediction, const RoleAnswer& role, const ClusterSnapshot& snapshot, std::size_t most) {
  const AllocationAnswer& answer = *role.answer;
  const auto wanted = static_cast<std::size_t>(std::max(1, role.replicas));
  for (std::size_t i = 0; i < wanted && prediction.places.size() < most; ++i) {
    PredictedPlace made;
    if (i < answer.placements.size()) {
      const ReplicaPlacement& placement = answer.placements[i];
      made.node = QString::fromStdString(snapshot.node(placement.place.node).name);
      made.cards = placement.place.cards;
      made.cardCount = placement.place.cardCount;
      made.sort = deviceSortOf(*role.gpu, snapshot.node(placement.place.node));
      made.certainty = placement.certainty;
      made.tied = placement.place.cardsTied ? std::max(2U, placement.tied) : placement.tied;
      made.then = snapshot.nodes[placement.place.node.value];
      made.equalCards = equalCards(placement.place, snapshot);
      for (const std::string& name : equalNodes(placement, answer, snapshot))
        made.equalNodes.push_back(QString::fromStdString(name));
    }
    made.pod = podOfRole(role.role, i);
    prediction.places.push_back(std::move(made));
  }
}

/// Of several roles, a place without cards is not that of a pod with cards, and the other way round.
bool mayBeOf(const PredictedPlace& place, const PodRecord& pod) {
  if (place.pod.isEmpty() || place.node.isEmpty()) return true;
  return (place.cardCount == 0) == (pod.request.kind() == GpuRequest::Kind::None);
}

}  // namespace

bool isMadeBy(const PodRecord& pod, const std::string& kind, const ObjectKey& key) {
  if (pod.key().ns != key.ns) return false;
  if (kind == "Pod") return pod.key().name == key.name;
  // What stands above the owner, as labels of operators tell: "Job.batch.volcano.sh" is their Job.
  const PodWorkload traced = workloadOf(*pod.raw);
  if (traced.name == key.name && traced.kind.substr(0, traced.kind.find('.')) == kind) return true;
  const auto& owners = pod.raw->meta.owners;
  return std::any_of(owners.begin(), owners.end(), [&](const OwnerRef& owner) {
    if (owner.kind == kind) return owner.name == key.name;
    // A Deployment's pods are owned by its ReplicaSet, a CronJob's by its Job: "name-hash".
    const std::string prefix = key.name + "-";
    const bool named = owner.name.starts_with(prefix) && owner.name.find('-', prefix.size()) == std::string::npos;
    const std::string* hash = find(pod.raw->meta.labels, "pod-template-hash");
    return named && (!hash || *hash == owner.name.substr(prefix.size()));
  });
}

namespace {

Prediction predictionOf(const std::vector<RoleAnswer>& roles, const SnapshotPtr& state, std::size_t most) {
  Prediction prediction;
  if (roles.empty() || !state) return prediction;
  prediction.generation = roles.front().answer->generation;
  prediction.time = roles.front().answer->time;
  for (const RoleAnswer& role : roles) addPlaces(prediction, role, *state, std::min(most, kRowLimit));
  return prediction;
}

}  // namespace

Prediction predictionOf(const PreviewController& preview, std::size_t most) {
  Prediction prediction = predictionOf(preview.roleAnswers(), preview.snapshot(), most);
  prediction.aimedOnly = !prediction.places.empty() && !preview.aim().node.isEmpty() && !preview.isPinned();
  return prediction;
}

Prediction predictionOf(const PreviewController& preview, std::size_t part, std::size_t most) {
  if (part == preview.workload().shownPart()) return predictionOf(preview, most);
  return predictionOf(preview.partAnswers(part), preview.partState(part), most);
}

PredictionWatch::PredictionWatch(SnapshotBridge& bridge, QObject* parent)
    : QObject(parent), m_bridge(bridge), m_pause(new QTimer(this)) {
  m_pause->setSingleShot(true);
  connect(m_pause, &QTimer::timeout, this, [this] {
    m_silent.clear();
    const auto pods = m_active ? ownPods(*m_bridge.snapshot()) : std::vector<std::vector<PodPtr>>();
    for (std::size_t i = 0; i < pods.size(); ++i) {
      if (pods[i].empty()) m_silent.push_back(i);
    }
    if (isSilent()) emit changed();
  });
  connect(&bridge, &SnapshotBridge::snapshotChanged, this, &PredictionWatch::update);
  connect(&bridge, &SnapshotBridge::sourceChanged, this, &PredictionWatch::clear);
}

void PredictionWatch::start(const CreatedObject& created, Prediction prediction) {
  std::vector<SubmittedWorkload> one;
  one.push_back({created, std::move(prediction)});
  start(std::move(one), {});
}

void PredictionWatch::start(std::vector<SubmittedWorkload> workloads, const QStringList& others) {
  m_active = true;
  m_workloads = std::move(workloads);
  m_others = others;
  std::size_t room = kRowLimit;
  for (SubmittedWorkload& one : m_workloads) {
    if (one.prediction.places.size() > room) one.prediction.places.resize(room);
    room -= one.prediction.places.size();
  }
  m_rows.clear();
  m_silent.clear();
  m_pause->start(m_timeout);
  update();
}

void PredictionWatch::clear() {
  if (!m_active) return;
  m_active = false;
  m_silent.clear();
  m_pause->stop();
  m_rows.clear();
  emit changed();
}

bool PredictionWatch::isComplete() const {
  return std::all_of(m_rows.begin(), m_rows.end(),
                     [](const Row& row) { return row.match != Match::Waiting && row.match != Match::CardPending; });
}

/// One pass over the pods, whatever the number of workloads.
std::vector<std::vector<PodPtr>> PredictionWatch::ownPods(const ClusterSnapshot& snapshot) const {
  std::vector<std::vector<PodPtr>> pods(m_workloads.size());
  std::multimap<std::string_view, std::size_t> byNamespace;
  for (std::size_t i = 0; i < m_workloads.size(); ++i) byNamespace.emplace(m_workloads[i].created.key.ns, i);
  const auto collect = [&](const std::vector<PodPtr>& from) {
    for (const PodPtr& pod : from) {
      const auto [first, last] = byNamespace.equal_range(pod->key().ns);
      for (auto one = first; one != last; ++one) {
        const CreatedObject& created = m_workloads[one->second].created;
        if (isMadeBy(*pod, created.kind, created.key)) pods[one->second].push_back(pod);
      }
    }
  };
  for (const NodePtr& node : snapshot.nodes) collect(node->pods);
  collect(snapshot.unboundPods);
  return pods;
}

void PredictionWatch::update() {
  if (!m_active) return;
  const std::vector<std::vector<PodPtr>> pods = ownPods(*m_bridge.snapshot());
  std::erase_if(m_silent, [&](std::size_t one) { return !pods[one].empty(); });
  std::vector<Row> rows;
  for (std::size_t i = 0; i < m_workloads.size(); ++i) addRows(i, pods[i], rows);
  m_rows = std::move(rows);
  emit changed();
}

void PredictionWatch::addRows(std::size_t workload, const std::vector<PodPtr>& pods, std::vector<Row>& rows) const {
  std::vector<bool> used(pods.size(), false);
  std::vector<const PredictedPlace*> open;
  // Pods of one workload are alike: a prediction is met by whichever of them stands there, exact places first.
  const auto take = [&](const PredictedPlace& place, auto fits) {
    for (std::size_t i = 0; i < pods.size(); ++i) {
      if (used[i] || !mayBeOf(place, *pods[i]) || !fits(*pods[i])) continue;
      used[i] = true;
      rows.push_back(compare(workload, place, *pods[i]));
      return true;
    }
    return false;
  };
  for (const PredictedPlace& place : m_workloads[workload].prediction.places) {
    const bool met = !place.node.isEmpty() && take(place, [&](const PodRecord& pod) {
      const Row row = compare(workload, place, pod);
      return row.match == Match::Same || row.match == Match::CardPending;
    });
    if (!met) open.push_back(&place);
  }
  std::erase_if(open, [&](const PredictedPlace* place) {
    return take(*place, [&](const PodRecord& pod) { return compare(workload, *place, pod).match == Match::Equal; });
  });
  for (const PredictedPlace* place : open) {
    const bool bound = take(*place, [](const PodRecord& pod) { return !pod.raw->spec.nodeName.empty(); });
    if (!bound && !take(*place, [](const PodRecord&) { return true; })) {
      Row row;
      row.workload = workload;
      row.predicted = *place;
      rows.push_back(std::move(row));
    }
  }
}

PredictionWatch::Row PredictionWatch::compare(std::size_t workload, const PredictedPlace& place,
                                              const PodRecord& pod) const {
  Row row;
  row.workload = workload;
  row.pod = plain(pod.key().ns) + u'/' + plain(pod.key().name);
  row.predicted = place;
  if (pod.raw->spec.nodeName.empty()) {
    row.waitingReason = plain(pod.raw->scheduledMessage, 240);
    return row;
  }
  row.actualNode = plain(pod.raw->spec.nodeName);
  row.actualCards = cardsOf(pod);
  const bool sameNode = pod.raw->spec.nodeName == place.node.toStdString();
  if (place.node.isEmpty()) {
    row.match = Match::NotPredicted;
  } else if (!sameNode) {
    const auto& equal = place.equalNodes;
    row.match = std::find(equal.begin(), equal.end(), QString::fromStdString(pod.raw->spec.nodeName)) != equal.end()
                    ? Match::Equal
                    : Match::OtherNode;
  } else if (place.cards.empty()) {
    row.match = Match::Same;
  } else if (row.actualCards.empty()) {
    row.match = Match::CardPending;
  } else {
    const auto& equal = place.equalCards;
    const bool tie =
        row.actualCards.size() == 1 && std::find(equal.begin(), equal.end(), row.actualCards.front()) != equal.end();
    row.match = row.actualCards == place.cards ? Match::Same : tie ? Match::Equal : Match::OtherCard;
  }
  row.cause = causeOf(row);
  if (row.cause == Cause::ModelledScheduler || row.cause == Cause::Unknown) noteChange(row);
  return row;
}

/// What is seen to have happened to the predicted place explains more than what is not known of the scheduler.
void PredictionWatch::noteChange(Row& row) const {
  const PredictedPlace& place = row.predicted;
  if (!place.then) return;
  const NodeRecord& then = *place.then;
  const CreatedObject& created = m_workloads[row.workload].created;
  const ClusterSnapshot& snapshot = *m_bridge.snapshot();
  const auto at = snapshot.findNode(then.name);
  const NodeRecord* const now = at ? &snapshot.node(*at) : nullptr;
  const bool lostReady = now && then.readiness == NodeReadiness::Ready && now->readiness != NodeReadiness::Ready;
  if (!now || lostReady || (now->unschedulable() && !then.unschedulable())) {
    row.cause = Cause::StateChanged;
    return;
  }
  const auto isNew = [&](const PodRecord& pod) {
    return std::none_of(then.pods.begin(), then.pods.end(), [&pod](const PodPtr& one) {
      return one->key() == pod.key() && one->raw->meta.uid == pod.raw->meta.uid;
    });
  };
  for (const PodPtr& pod : now->pods) {
    if (!pod->countsForScheduler || !holdsAny(*pod, place.cards) || !isNew(*pod) ||
        isMadeBy(*pod, created.kind, created.key))
      continue;
    row.cause = Cause::PlaceTaken;
    row.takenBy = plain(pod->key().ns) + u'/' + plain(pod->key().name);
    return;
  }
}

PredictionWatch::Cause PredictionWatch::causeOf(const Row& row) const {
  if (row.match != Match::OtherCard && row.match != Match::OtherNode && row.match != Match::NotPredicted)
    return Cause::None;
  const Prediction& promised = m_workloads[row.workload].prediction;
  if (promised.changed) return Cause::StateChanged;
  if (promised.aimedOnly) return Cause::AimNotBinding;
  if (row.match != Match::NotPredicted && row.predicted.tied != 1) return Cause::TieBroken;
  if (row.match == Match::NotPredicted) return Cause::StateChanged;
  if (row.predicted.certainty == Certainty::Modelled) return Cause::ModelledScheduler;
  return Cause::Unknown;
}

QString PredictionWatch::matchText(const Row& row) {
  switch (row.match) {
    case Match::Waiting:
      return row.pod.isEmpty() ? tr("not created yet") : tr("waiting for a node");
    case Match::CardPending:
      return tr("card not known yet");
    case Match::Same:
      return tr("as predicted");
    case Match::Equal:
      return tr("one of %1 places that tied").arg(count(row.predicted.equal()));
    case Match::OtherCard:
      return tr("another card");
    case Match::OtherNode:
      return tr("another node");
    case Match::NotPredicted:
      return tr("placed, though no place was predicted");
  }
  return {};
}

QString PredictionWatch::causeText(const Row& row) {
  switch (row.cause) {
    case Cause::None:
      return {};
    case Cause::TieBroken:
      if (row.predicted.tied == kTiedUnknown)
        return tr("It depended on the pods before it, and theirs was one of several possible places");
      return tr("%n place(s) were equally good; the scheduler takes one of them at random", nullptr,
                static_cast<int>(row.predicted.tied));
    case Cause::StateChanged:
      return tr("The cluster changed between preview and scheduling");
    case Cause::PlaceTaken:
      return tr("The cluster changed between preview and scheduling: pod %1 is on the predicted place now")
          .arg(row.takenBy);
    case Cause::AimNotBinding:
      return tr("The preview was aimed at a place; nothing binds the scheduler to it");
    case Cause::ModelledScheduler:
      return tr("The scheduler's source is not public; the prediction follows the best public model of it");
    case Cause::Unknown:
      return tr("The reason is not known: the cluster may have changed between preview and scheduling");
  }
  return {};
}

}  // namespace cardinal::ui
