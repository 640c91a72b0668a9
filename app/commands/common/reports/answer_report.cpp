// SPDX-License-Identifier: Apache-2.0
#include "app/commands/common/reports/answer_report.h"

#include <QCoreApplication>
#include <algorithm>
#include <iterator>

#include "app/commands/common/reports/preemption_report.h"
#include "app/program/table.h"
#include "core/alloc/engine/allocator.h"
#include "core/alloc/explain/known_score.h"
#include "core/alloc/explain/within_reach.h"
#include "ui/i18n/card_numbers.h"
#include "ui/i18n/changes/what_if_texts.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/placement/equal_places.h"
#include "ui/i18n/placement/reason_texts.h"
#include "ui/i18n/plain.h"

namespace cardinal::app {

namespace {

constexpr std::size_t kMaxRows = 12;

/// One answer, written part by part.
class Report {
  Q_DECLARE_TR_FUNCTIONS(cardinal::app::Report)

 public:
  Report(const PreviewedWorkload& workload, const ClusterSnapshot& snapshot)
      : m_workload(workload), m_answer(workload.answer), m_snapshot(snapshot), m_unit(unitOf(workload, snapshot)) {}

  QString whole();
  static QString nearest(const AllocationAnswer& answer, const ClusterSnapshot& snapshot);

 private:
  static MemoryUnit unitOf(const PreviewedWorkload& workload, const ClusterSnapshot& snapshot);
  QString node(NodeIndex index) const { return ui::plain(m_snapshot.node(index).name); }
  QString cards(const Candidate& place) const;
  QString parts(const Candidate& place) const;
  void line(const QString& text) { m_out += text + QLatin1Char('\n'); }
  void cut(std::size_t shown, std::size_t all);
  void head();
  void placements();
  void candidates();
  void refusals();
  void nearMisses();
  void preemption();
  void fragmentation();
  void advice();
  void caveats();

  const PreviewedWorkload& m_workload;
  const AllocationAnswer& m_answer;
  const ClusterSnapshot& m_snapshot;
  MemoryUnit m_unit;
  QString m_out;
};

MemoryUnit Report::unitOf(const PreviewedWorkload& workload, const ClusterSnapshot& snapshot) {
  if (workload.answer.candidates.empty()) return snapshot.counts.commonUnit();
  return snapshot.node(workload.answer.candidates.front().node).gpu.unit;
}

QString Report::cards(const Candidate& place) const {
  if (place.cards.empty() && place.cardCount == 0) return QStringLiteral("-");
  const NodeRecord& node = m_snapshot.node(place.node);
  const QString slices = ui::slicesText(m_workload.request.gpu, node, place.cardCount);
  if (place.cards.empty() && !slices.isEmpty()) return slices;
  if (place.cards.empty()) return tr("any %n", "any n cards of the node", place.cardCount);
  const QString list = ui::cardNames(node, place.cards);
  return place.cardsTied ? tr("%1 or an equal one", "card numbers").arg(list) : list;
}

QString Report::parts(const Candidate& place) const {
  QStringList texts;
  for (const auto& part : place.parts) {
    const QString value = tr("%1 %2/%3", "name of a score, value, maximum")
                              .arg(ui::scoreText(part.code), QString::number(part.value), QString::number(part.max));
    texts.append(part.decides ? value : tr("(%1)", "a score for information only").arg(value));
  }
  return texts.join(QLatin1String("  "));
}

void Report::cut(std::size_t shown, std::size_t all) {
  if (all > shown) line(tr("... and %n more (all of them with -o json)", nullptr, static_cast<int>(all - shown)));
}

void Report::head() {
  line(tr("%1, %n replica(s): %2", "workload, request", m_workload.request.replicas)
           .arg(ui::plain(m_workload.request.name), ui::requestText(m_workload.request.gpu, m_unit)));
  if (m_answer.requestProblems.empty()) line(ui::certaintySentence(m_answer, m_snapshot));
}

void Report::placements() {
  if (m_answer.placements.empty()) return;
  Table table({tr("REPLICA"), tr("NODE"), tr("CARDS"), tr("CERTAINTY")});
  table.alignRight(0);
  const auto shown = std::min(kMaxRows, m_answer.placements.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const ReplicaPlacement& placement = m_answer.placements[i];
    const QString tied = placement.tied > 1
                             ? tr("%1 (of %2)", "certainty, number of equal places")
                                   .arg(ui::certaintyText(placement.certainty), ui::count(placement.tied))
                             : ui::certaintyText(placement.certainty, placement.tied);
    table.add({QString::number(placement.replica + 1), node(placement.place.node), cards(placement.place), tied});
  }
  line({});
  m_out += table.toString();
  cut(shown, m_answer.placements.size());
  const auto missing =
      static_cast<std::size_t>(m_workload.request.replicas) -
      std::min<std::size_t>(static_cast<std::size_t>(m_workload.request.replicas), m_answer.placements.size());
  if (missing == 0) return;
  if (const int unknown = unknownNodes(m_answer); unknown > 0)
    return line(tr("%1 more have no known place: of %n node(s) it is unknown what they take.", nullptr, unknown)
                    .arg(ui::count(static_cast<std::int64_t>(missing))));
  line(tr("%n replica(s) do not fit.", nullptr, static_cast<int>(missing)));
}

void Report::candidates() {
  if (m_answer.candidates.empty()) return;
  Table table({tr("CANDIDATE"), tr("CARDS"), tr("SCORE"), tr("PARTS")});
  table.alignRight(2);
  const auto shown = std::min(kMaxRows, m_answer.candidates.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const Candidate& candidate = m_answer.candidates[i];
    const QString score = QString::number(m_answer.totalsKnown ? candidate.total : candidate.score);
    table.add(
        {node(candidate.node), cards(candidate), hasScores(m_answer) ? score : QStringLiteral("-"), parts(candidate)});
  }
  line({});
  m_out += table.toString();
  cut(shown, m_answer.candidates.size());
}

void Report::refusals() {
  // Who names a node wants its answer, not that the others were not asked.
  std::vector<NodeRejection> asked;
  std::copy_if(m_answer.rejections.begin(), m_answer.rejections.end(), std::back_inserter(asked),
               [](const NodeRejection& one) { return one.reason.code != ReasonCode::NotAimedAt; });
  if (asked.empty()) return;
  line({});
  line(tr("%n node(s) refuse:", nullptr, static_cast<int>(asked.size())));
  Table counts({tr("NODES"), tr("REASON")});
  counts.alignRight(0);
  for (const auto& reason : m_answer.reasonCounts) {
    if (reason.code != ReasonCode::NotAimedAt) counts.add({ui::count(reason.nodes), ui::reasonShort(reason.code)});
  }
  m_out += counts.toString();

  Table table({tr("NODE"), tr("REASON"), tr("WAITING")});
  const auto shown = std::min(kMaxRows, asked.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const NodeRejection& rejection = asked[i];
    const MemoryUnit unit = m_snapshot.node(rejection.node).gpu.unit;
    table.add(
        {node(rejection.node), ui::reasonSentence(rejection.reason, unit), ui::waitingText(rejection.reason.waiting)});
  }
  line({});
  m_out += table.toString();
  cut(shown, asked.size());
}

QString Report::nearest(const AllocationAnswer& answer, const ClusterSnapshot& snapshot) {
  if (answer.nearMisses.empty()) return {};
  Table table({tr("NEAREST FIT"), tr("CARD"), tr("SHORT BY"), tr("REASON")});
  table.alignRight(1);
  table.alignRight(2);
  for (const auto& miss : answer.nearMisses) {
    const NodeRecord& node = snapshot.node(miss.node);
    const QString lacking = miss.code == ReasonCode::InsufficientCardMemory
                                ? ui::memory(MemUnits(miss.lacking), node.gpu.unit)
                            : miss.code == ReasonCode::InsufficientCardCore
                                ? ui::corePercent(CorePercent(static_cast<std::int32_t>(miss.lacking)))
                                : ui::count(miss.lacking);
    table.add({ui::plain(node.name), miss.card == kPendingCard ? QString() : QString::number(miss.card), lacking,
               ui::reasonShort(miss.code)});
  }
  return table.toString();
}

void Report::nearMisses() {
  if (m_answer.nearMisses.empty()) return;
  line({});
  m_out += nearest(m_answer, m_snapshot);
}

void Report::preemption() {
  if (m_workload.isBehindOthers) return;  // the answer is of another state
  const QString text = preemptionText(m_workload.request, m_answer, m_snapshot);
  if (!text.isEmpty()) m_out += QLatin1Char('\n') + text;
}

void Report::advice() {
  if (!m_workload.advice) return;
  const ui::AdviceTexts texts = ui::adviceTexts(*m_workload.advice, m_snapshot);
  line({});
  if (m_workload.advice->node) {
    Table table({tr("SOURCE"), tr("PLACE"), tr("FRAGMENTATION OF THE CLUSTER")});
    table.add({tr("%1 (advice)", "name of a policy").arg(QString::fromLatin1(toString(m_workload.advice->policy))),
               texts.policyPlace, texts.policyChange});
    table.add({tr("scheduler (predicted)"), texts.schedulerPlace, texts.schedulerChange});
    m_out += table.toString();
  }
  line(texts.note);
}

void Report::fragmentation() {
  Table table({tr("FRAGMENTATION"), tr("FREE"), tr("USABLE BY THIS REQUEST"), tr("RATE"), tr("FITS")});
  for (int column = 1; column <= 4; ++column) table.alignRight(column);
  const int unknown = unknownNodes(m_answer);
  const auto add = [&table, unknown](const QString& when, const Fragmentation& f) {
    // What nodes that are not evaluated take is in none of these.
    const bool isKnown = f.fits != kFitsUnknown && (unknown == 0 || f.fits > 0);
    const auto least = [unknown](const QString& figure) {
      return unknown > 0 ? tr("at least %1", "a figure").arg(figure) : figure;
    };
    table.add({when, ui::memoryMib(f.freeMib), least(ui::memoryMib(f.usableMib)),
               unknown > 0 ? ui::notAvailable() : ui::percent(f.rate(), 1),
               isKnown ? least(ui::count(f.fits)) : ui::notAvailable()});
  };
  add(tr("before"), m_answer.before);
  add(tr("after"), m_answer.after);
  line({});
  m_out += table.toString();
}

void Report::caveats() {
  const QStringList held = ui::heldSomewhereTexts(m_answer, m_snapshot);
  if (m_answer.caveats.empty() && held.isEmpty()) return;
  line({});
  for (const auto caveat : m_answer.caveats) line(ui::caveatText(caveat));
  for (const QString& one : held) line(one);
}

QString Report::whole() {
  head();
  for (const auto& problem : m_answer.requestProblems) line(ui::errorText(problem));
  if (!m_answer.requestProblems.empty()) return m_out;
  if (m_answer.admission) {
    line(ui::joinSentences({tr("Only %n replica(s) can be created.", nullptr, static_cast<int>(m_answer.admitted)),
                            ui::errorText(*m_answer.admission)}));
  }
  placements();
  candidates();
  refusals();
  nearMisses();
  preemption();
  fragmentation();
  advice();
  caveats();
  return m_out;
}

}  // namespace

QString report(const PreviewedWorkload& workload, const ClusterSnapshot& snapshot) {
  return Report(workload, snapshot).whole();
}

QString nearestFits(const AllocationAnswer& answer, const ClusterSnapshot& snapshot) {
  return Report::nearest(answer, snapshot);
}

}  // namespace cardinal::app
