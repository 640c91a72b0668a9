// SPDX-License-Identifier: Apache-2.0
#include "app/commands/common/reports/explain_report.h"

#include <QCoreApplication>
#include <algorithm>

#include "app/commands/common/reports/answer_report.h"
#include "app/commands/common/reports/preemption_report.h"
#include "app/program/table.h"
#include "core/alloc/explain/within_reach.h"
#include "ui/i18n/card_numbers.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/placement/group_remedy_texts.h"
#include "ui/i18n/placement/pending_texts.h"
#include "ui/i18n/placement/queue_texts.h"
#include "ui/i18n/placement/reason_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::app {

namespace {

constexpr std::size_t kMaxNodes = 12;
constexpr std::size_t kMaxCards = 16;

class Explanation {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Explanation)

 public:
  Explanation(const ExplainedPod& pod, const ClusterSnapshot& snapshot)
      : m_pod(pod), m_answer(pod.answer), m_snapshot(snapshot) {}

  QString whole();

 private:
  QString name(NodeIndex node) const { return ui::plain(m_snapshot.node(node).name); }
  bool isAsked(NodeIndex node) const { return !m_pod.only || *m_pod.only == node; }
  void line(const QString& text) { m_out += text + QLatin1Char('\n'); }
  void queue();
  void verdict();
  QString heldBack() const;
  void summary();
  void nodes();
  void addCandidate(Table& table, const Candidate& candidate) const;
  void addRejection(Table& table, const NodeRejection& rejection) const;
  QString cards(const Candidate& place) const;
  void endings();
  QString otherNodes() const;
  void preemption();
  void remedies();
  void notEvaluated();

  const ExplainedPod& m_pod;
  const AllocationAnswer& m_answer;
  const ClusterSnapshot& m_snapshot;
  QString m_out;
};

QString Explanation::cards(const Candidate& place) const {
  const NodeRecord& node = m_snapshot.node(place.node);
  const QString slices = ui::slicesText(m_pod.request.gpu, node, place.cardCount);
  if (place.cards.empty() && !slices.isEmpty()) return slices;
  if (place.cards.empty())
    return place.cardCount > 0 ? tr("any %n", "any n cards of the node", place.cardCount) : QString();
  return ui::cardNames(node, place.cards);
}

void Explanation::verdict() {
  const MemoryUnit unitOfCluster = m_snapshot.counts.commonUnit();
  line(tr("%1: %2", "pod, request")
           .arg(ui::plain(m_pod.request.name), ui::requestText(m_pod.request.gpu, unitOfCluster)));
  for (const auto& problem : m_answer.requestProblems) line(ui::errorText(problem));
  if (!m_answer.requestProblems.empty()) return;
  if (const QString held = heldBack(); !held.isEmpty()) {
    line(held);
    return line(ui::heldBackOutlook(*m_pod.request.pod, m_pod.why));
  }
  const bool isGated = m_pod.why.outlook == Outlook::Gated && !m_pod.queue;
  if (!m_answer.candidates.empty() && !m_pod.queue && !isGated) {
    const QString other = otherNodes();
    return line(other.isEmpty() ? ui::certaintySentence(m_answer, m_snapshot) : other);
  }
  line(m_pod.queue ? ui::podQueueNodes(*m_pod.queue, m_pod.why, m_snapshot)
                   : ui::pendingHeadline(m_pod.why, m_snapshot));
  if (!m_answer.candidates.empty() && !isGated) return;
  line(ui::pendingOutlook(m_pod.why));
}

/// The node that was asked about does not take it, as others do; empty otherwise.
QString Explanation::otherNodes() const {
  if (!m_pod.only) return {};
  const auto at = std::find_if(m_answer.rejections.begin(), m_answer.rejections.end(),
                               [this](const NodeRejection& one) { return one.node == *m_pod.only; });
  if (at == m_answer.rejections.end()) return {};
  const auto others = static_cast<int>(m_answer.candidates.size());
  return (isUnknown(at->reason)
              ? tr("Of %1 it is unknown whether it takes the pod; %n other node(s) would.", nullptr, others)
              : tr("%1 does not take the pod; %n other node(s) would.", nullptr, others))
      .arg(name(at->node));
}

/// Of a pod that exists; a queue that holds it back says so itself.
QString Explanation::heldBack() const {
  const RawPod* pod = m_pod.request.pod.get();
  return pod != nullptr && !pod->meta.uid.empty() && !m_pod.queue ? ui::heldBackText(*pod) : QString();
}

void Explanation::summary() {
  if (m_pod.only || m_answer.rejections.empty()) return;
  Table counts({tr("NODES"), tr("REASON")});
  counts.alignRight(0);
  for (const auto& reason : m_answer.reasonCounts) counts.add({ui::count(reason.nodes), ui::reasonShort(reason.code)});
  line({});
  m_out += counts.toString();
}

void Explanation::addCandidate(Table& table, const Candidate& candidate) const {
  const QString takes = m_answer.totalsKnown ? tr("fits, score %1").arg(ui::count(candidate.total)) : tr("fits");
  table.add({name(candidate.node), cards(candidate), takes, {}});
}

void Explanation::addRejection(Table& table, const NodeRejection& rejection) const {
  const NodeRecord& node = m_snapshot.node(rejection.node);
  const auto sentence = [&](const Rejection& reason) { return ui::reasonSentence(reason, node.gpu.unit); };
  const bool inPieces = rejection.sumWouldFit;
  const QString reason = inPieces ? tr("%1; enough in total", "reason of a refusal").arg(sentence(rejection.reason))
                                  : sentence(rejection.reason);
  table.add({name(rejection.node), {}, reason, ui::waitingText(rejection.reason.waiting)});
  const std::size_t shown = m_pod.only ? rejection.cards.size() : std::min(rejection.cards.size(), kMaxCards);
  for (std::size_t i = 0; i < shown; ++i) {
    const Rejection& card = rejection.cards[i];
    table.add({{}, ui::cardName(node, card.card), sentence(card), ui::waitingText(card.waiting)});
  }
}

void Explanation::nodes() {
  Table table({tr("NODE"), tr("CARD"), tr("ANSWER"), tr("WAITING")});
  table.alignRight(1);
  std::size_t rows = 0;
  std::size_t all = 0;
  const auto next = [&](NodeIndex node) { return isAsked(node) && ++all <= kMaxNodes && ++rows > 0; };
  for (const Candidate& candidate : m_answer.candidates) {
    if (next(candidate.node)) addCandidate(table, candidate);
  }
  for (const NodeRejection& rejection : m_answer.rejections) {
    if (next(rejection.node)) addRejection(table, rejection);
  }
  if (table.isEmpty()) return;
  line({});
  m_out += table.toString();
  if (all > rows) line(tr("... and %n more (all of them with -o json)", nullptr, static_cast<int>(all - rows)));
}

void Explanation::endings() {
  Table table({tr("WHEN THIS POD ENDS"), tr("IT FITS ON")});
  for (const EndingPod& ending : m_pod.why.endings) {
    if (isAsked(ending.node))
      table.add({ui::plain(ending.pod.ns + "/" + ending.pod.name), ui::placeText(ending.place, m_snapshot)});
  }
  if (table.isEmpty()) return;
  line({});
  m_out += table.toString();
}

/// Of the whole cluster: the scheduler chooses the node.
void Explanation::preemption() {
  if (m_pod.only) return;
  const QString text = preemptionText(m_pod.request, m_answer, m_snapshot);
  if (!text.isEmpty()) m_out += QLatin1Char('\n') + text;
}

void Explanation::remedies() {
  Table table({tr("REMEDIES"), tr("EFFECT")});
  for (const Remedy& remedy : m_pod.why.remedies) {
    if (isAsked(remedy.place.node))
      table.add({ui::remedyTitle(remedy, m_snapshot), ui::remedyEffect(remedy, m_snapshot)});
  }
  if (table.isEmpty()) return;
  line({});
  m_out += table.toString();
}

void Explanation::notEvaluated() {
  if (m_answer.caveats.empty()) return;
  line({});
  for (const auto caveat : m_answer.caveats) line(ui::caveatText(caveat));
}

/// Before the nodes, which are asked about once there is quota.
void Explanation::queue() {
  if (!m_pod.queue) return;
  line(ui::podQueueText(*m_pod.queue));
  Table table({tr("REMEDIES FOR THE QUOTA")});
  for (const QString& remedy : ui::podQueueRemedies(*m_pod.queue)) table.add({remedy});
  if (!table.isEmpty()) {
    line({});
    m_out += table.toString();
  }
  line({});
}

QString Explanation::whole() {
  queue();
  verdict();
  if (!m_answer.requestProblems.empty()) return m_out;
  summary();
  nodes();
  if (!m_pod.only) {
    const QString nearest = nearestFits(m_answer, m_snapshot);
    if (!nearest.isEmpty()) line(QString());
    m_out += nearest;
  }
  endings();
  preemption();
  remedies();
  notEvaluated();
  return m_out;
}

}  // namespace

bool ExplainedPod::fits() const {
  return std::any_of(answer.candidates.begin(), answer.candidates.end(),
                     [&](const Candidate& candidate) { return !only || candidate.node == *only; });
}

Certainty ExplainedPod::certainty() const {
  return queue || mayBeHeld ? Certainty::Modelled : answer.certainty;
}

QString explanation(const ExplainedPod& pod, const ClusterSnapshot& snapshot) {
  return Explanation(pod, snapshot).whole();
}

}  // namespace cardinal::app
