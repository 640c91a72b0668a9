// SPDX-License-Identifier: Apache-2.0
#include <QHeaderView>
#include <algorithm>

#include "core/alloc/explain/scheduler_words.h"
#include "ui/i18n/format.h"
#include "ui/i18n/gpu_texts.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/placement/group_remedy_texts.h"
#include "ui/i18n/placement/pending_texts.h"
#include "ui/i18n/placement/preemption_texts.h"
#include "ui/i18n/placement/queue_texts.h"
#include "ui/i18n/placement/reason_texts.h"
#include "ui/i18n/plain.h"
#include "ui/models/node_facts.h"
#include "ui/models/pod_lookup.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/pending/pending_view.h"
#include "ui/pages/pending/remedy_rows.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/badge.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/reason_rows.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

constexpr int kMaxMessage = 16'000;  // the page scrolls; what a scheduler says of one pod is shown whole

StateRole stateOf(Outlook outlook) {
  if (outlook == Outlook::FitsNow) return StateRole::Ok;
  return outlook == Outlook::Invalid ? StateRole::Critical : StateRole::Warning;
}

bool isNearest(const PendingExplanation& why, const RefusalGroup& group) {
  return !why.nearest.empty() && group.code == why.nearest.front().miss.code;
}

}  // namespace

void PendingView::refresh() {
  const int index = m_explainer.indexOf(m_explainer.chosen());
  const PendingExplanation* why = m_explainer.explanation(m_explainer.chosen());
  m_pod = index >= 0 ? m_explainer.snapshot()->unboundPods[static_cast<std::size_t>(index)] : nullptr;
  if (!m_pod || why == nullptr) return;
  m_queues.ask();
  fillHeader(*m_pod, *why);
  fillQueue();
  fillAnswer(*m_pod, *why);
  fillReasons(*why);
  fillNearest(*why);
  fillEndings(*why);
  fillRemedies(*why);
}

void PendingView::fillHeader(const PodRecord& pod, const PendingExplanation& why) {
  m_name->setText(plain(pod.key().name, 120));
  m_ns->setText(plain(pod.key().ns, 40));
  const QString owner = plain(ownerKindOf(pod), 30) + u' ' + plain(ownerNameOf(pod), 40);
  m_owner->setText(owner);
  m_owner->setVisible(!ownerNameOf(pod).empty());
  m_age->setText(tr("waiting %1").arg(age(pod.raw->meta.created, m_context.referenceTime())));
  QStringList facts{requestText(pod.request, m_explainer.snapshot()->counts.commonUnit())};
  for (const auto& [key, value] : pod.raw->spec.nodeSelector) {
    if (facts.size() < 4) facts << plain(key, 60) + u'=' + plain(value, 60);
  }
  if (why.pods > 1) facts << tr("%n identical pod(s) are waiting", nullptr, static_cast<int>(why.pods));
  m_request->setText(facts.join(QStringLiteral(" · ")));
}

void PendingView::fillQueue() {
  const queues::PodQueueWait* wait = m_queues.waitOf(podKeyOf(*m_pod));
  m_queue->setVisible(wait != nullptr);
  if (wait == nullptr) return;
  m_queue->setText(podQueueText(*wait));
  QStringList lines;
  const QStringList remedies = podQueueRemedies(*wait);
  if (!remedies.isEmpty()) lines << tr("What would help:");
  for (const QString& remedy : remedies) lines << QStringLiteral("• ") + remedy;
  m_queue->setDetail(lines.join(u'\n'));
  const bool hasQueue = !wait->other || !wait->other->queue.empty();
  m_queue->setAction(hasQueue ? tr("Show the queue") : QString());
}

void PendingView::fillAnswer(const PodRecord& pod, const PendingExplanation& why) {
  const ClusterSnapshot& snapshot = *m_explainer.snapshot();
  const queues::PodQueueWait* wait = m_queues.waitOf(podKeyOf(pod));
  const bool isQueued = wait != nullptr;
  m_answer->setState(isQueued ? StateRole::Information : stateOf(why.outlook));
  const QString held = isQueued ? QString() : heldBackText(*pod.raw);
  const bool waitsForQueue = isQueued && (why.outlook == Outlook::FitsNow || why.outlook == Outlook::Gated);
  m_answer->setText(isQueued         ? podQueueNodes(*wait, why, snapshot)
                    : held.isEmpty() ? pendingHeadline(why, snapshot)
                                     : held);
  QStringList lines{!held.isEmpty() ? heldBackOutlook(*pod.raw, why) : waitsForQueue ? QString() : pendingOutlook(why)};
  const Preemption* const evicts = m_explainer.preemption();
  // The report may be newer than the answer of the nodes.
  if (evicts != nullptr && held.isEmpty() && !isQueued && why.outlook != Outlook::FitsNow)
    lines << preemptionLines(*evicts, *m_explainer.answerSnapshot());
  lines.removeAll(QString());
  m_answer->setDetail(lines.join(u'\n'));
  const QString words = plain(pod.raw->scheduledMessage, kMaxMessage);
  m_schedulerHead->setNote(plain(pod.raw->scheduledReason, 60));
  m_scheduler->setText(words.isEmpty() ? tr("The scheduler has not said anything about this pod.") : words);
  QStringList named;
  for (const ReasonCount& reason : reasonsInMessage(pod.raw->scheduledMessage)) {
    named << labelled(reasonShort(reason.code), count(reason.nodes));
  }
  m_named->setText(tr("Classified as: %1").arg(named.join(QStringLiteral(" · "))));
  m_named->setVisible(!named.isEmpty());
}

void PendingView::fillReasons(const PendingExplanation& why) {
  std::vector<ReasonRow> rows;
  for (const RefusalGroup& group : why.groups) {
    ReasonRow row;
    row.id = QString::number(static_cast<int>(group.code)) + u'/' + QString::fromStdString(group.nearest.detail);
    if (group.code != ReasonCode::InsufficientResource) row.id = QString::number(static_cast<int>(group.code));
    row.mark = refusalMark(group.code);
    row.markMeaning = refusalMarkMeaning(group.code);
    row.title = refusalTitle(group);
    if (group.fragmented > 0) row.title = tr("%1 (enough in total)", "reason").arg(row.title);
    row.figures = refusalFigures(group, *m_explainer.snapshot());
    row.count = tr("%n node(s)", nullptr, static_cast<int>(group.nodes));
    if (group.cards > 0) row.count += QStringLiteral(" · ") + tr("%n card(s)", nullptr, static_cast<int>(group.cards));
    row.part = static_cast<double>(group.nodes) / std::max(1U, why.nodes);
    row.near = isNearest(why, group);
    rows.push_back(std::move(row));
  }
  m_reasonSection->setVisible(!rows.empty());
  m_reasons->setRows(std::move(rows));
  m_reasonHead->setNote(tr("%n node(s), by the first rule that fails", nullptr, static_cast<int>(why.nodes)));
}

void PendingView::fillNearest(const PendingExplanation& why) {
  const ClusterSnapshot& snapshot = *m_explainer.snapshot();
  std::vector<RowsModel::Row> rows;
  for (const NearFit& near : why.nearest) {
    const NodeRecord& node = snapshot.node(near.miss.node);
    const bool ofMemory = near.miss.code == ReasonCode::InsufficientCardMemory;
    const auto amount = [&](std::int64_t value) {
      return ofMemory ? memoryNumber(MemUnits(value), node.gpu.unit) : count(value);
    };
    RowsModel::Cell name(plain(node.name, 80));
    name.strong = true;
    RowsModel::Cell found(tr("%1 of %2", "found of needed").arg(amount(near.found), amount(near.needed)));
    if (near.needed > 0)
      found.fraction = std::clamp(static_cast<double>(near.found) / static_cast<double>(near.needed), 0.0, 1.0);
    RowsModel::Cell lack(nearFitLack(near, snapshot));
    lack.strong = true;
    const QString card = near.miss.card >= 0 ? QString::number(near.miss.card) : QString(QChar(0x2013));
    const QString key = QString::fromStdString(node.name) + u'/' + QString::number(near.miss.card);
    rows.push_back({key, {name, RowsModel::Cell(card), found, lack}});
    if (rows.size() == 5) break;
  }
  m_nearSection->setVisible(!rows.empty() && why.fitting == 0);
  m_near->setRows(std::move(rows));
  for (const int column : {1, 3}) m_nearTable->resizeColumnToContents(column);
}

void PendingView::fillEndings(const PendingExplanation& why) {
  const ClusterSnapshot& snapshot = *m_explainer.snapshot();
  std::vector<RowsModel::Row> rows;
  for (const EndingPod& ending : why.endings) {
    RowsModel::Cell name(plain(ending.pod.ns + "/" + ending.pod.name, 120));
    name.strong = true;
    const QString how = ending.terminating    ? tr("is ending already")
                        : ending.endsByItself ? tr("belongs to a Job: ends by itself")
                                              : tr("runs until it is stopped");
    rows.push_back({QString::fromStdString(ending.pod.ns + "/" + ending.pod.name),
                    {name, RowsModel::Cell(placeText(ending.place, snapshot)), RowsModel::Cell(how)}});
  }
  m_endingSection->setVisible(!rows.empty());
  m_endings->setRows(std::move(rows));
  for (const int column : {1, 2}) m_endingTable->resizeColumnToContents(column);
}

void PendingView::fillRemedies(const PendingExplanation& why) {
  const ClusterSnapshot& snapshot = *m_explainer.snapshot();
  std::vector<RemedyRows::Row> rows;
  for (const Remedy& remedy : why.remedies) {
    RemedyRows::Row row;
    row.title = remedyTitle(remedy, snapshot);
    row.effect = remedyEffect(remedy, snapshot);
    row.action = remedy.request ? tr("Preview") : tr("Show on map");
    row.icon = remedy.request ? QStringLiteral("preview") : QStringLiteral("map");
    rows.push_back(std::move(row));
  }
  m_remedySection->setVisible(!rows.empty());
  m_remedies->setRows(std::move(rows));
}

void PendingView::retranslate() {
  m_preview->setText(tr("Preview placement"));
  m_map->setText(tr("Show on map"));
  m_map->setToolTip(
      tr("Shows on the map which nodes refuse the pod and why; with a reason chosen below, its nodes alone"));
  m_schedulerHead->setTitle(tr("The scheduler's own message"));
  m_reasonHead->setTitle(tr("Reasons"));
  m_nearHead->setTitle(tr("Nearest fits"));
  m_nearHead->setNote(tr("Enter or a double click shows the card on the map"));
  m_near->setHeads({{tr("Node")},
                    {tr("Card"), Qt::AlignRight},
                    {tr("Available / needed"), Qt::AlignRight},
                    {tr("Short by"), Qt::AlignRight}});
  m_endingHead->setTitle(tr("What waiting would free"));
  m_endingHead->setNote(tr("when any one of these pods ends, this pod fits"));
  m_endings->setHeads({{tr("Pod")}, {tr("Then it fits on")}, {tr("Ends")}});
  m_remedyHead->setTitle(tr("Remedies"));
  m_remedyHead->setNote(tr("each proven on the state that is shown"));
  for (DataTable* table : {m_nearTable, m_endingTable}) {
    QHeaderView* head = table->horizontalHeader();
    head->setStretchLastSection(false);
    head->setSectionResizeMode(QHeaderView::Fixed);
    head->setSectionResizeMode(0, QHeaderView::Stretch);
  }
  m_nearTable->horizontalHeader()->resizeSection(2, scaledWidth(m_context.theme, 150));
  m_near->setRows({});
  m_endings->setRows({});
  refresh();
}

}  // namespace cardinal::ui
