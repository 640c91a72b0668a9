// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/pending/pending_view.h"

#include <QBoxLayout>
#include <QScrollArea>

#include "core/alloc/engine/allocator.h"
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
#include "ui/pages/pending/pending_details.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/badge.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/layout/boxes.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

constexpr int kMaxMessage = 16'000;  // the page scrolls; what a scheduler says of one pod is shown whole

StateRole stateOf(Outlook outlook) {
  if (outlook == Outlook::FitsNow) return StateRole::Ok;
  return outlook == Outlook::Invalid ? StateRole::Critical : StateRole::Warning;
}

}  // namespace

PendingView::PendingView(const PageContext& context, PendingExplainer& explainer, PendingQueues& queues,
                         QWidget* parent)
    : TranslatablePage(context.theme, SurfaceTone::Panel, parent),
      m_context(context),
      m_explainer(explainer),
      m_queues(queues) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(buildHeader());
  layout->addWidget(buildBody(), 1);
  connectParts();
  PendingView::retranslate();
}

QWidget* PendingView::buildHeader() {
  Theme& theme = m_context.theme;
  auto* header = new Surface(theme, SurfaceTone::Panel, this);
  header->setEdges(Qt::BottomEdge);
  auto* column = new QVBoxLayout(header);
  column->setContentsMargins(20, 12, 20, 12);
  column->setSpacing(4);
  auto* titles = new QHBoxLayout;
  titles->setSpacing(8);
  m_name = new TextLabel(theme, TextRole::Title, TextTone::Strong, header);
  m_name->setElide(Qt::ElideMiddle);
  m_ns = new Badge(theme, QString(), BadgeKind::Filled, header);
  m_owner = new Badge(theme, QString(), BadgeKind::Filled, header);
  m_age = new TextLabel(theme, TextRole::Small, TextTone::Normal, header);
  // The name has its line nearly alone: beside badges and buttons larger text would leave it a few letters.
  titles->addWidget(m_name, 1);
  titles->addWidget(m_age);
  column->addLayout(titles);
  auto* second = new QHBoxLayout;
  second->setSpacing(8);
  second->addWidget(m_ns);
  second->addWidget(m_owner);
  m_request = new TextLabel(theme, TextRole::Small, TextTone::Normal, header);
  m_request->setElide(Qt::ElideRight);
  m_map = new ActionButton(theme, header);
  m_map->setIconName(QStringLiteral("map"));
  m_preview = new ActionButton(theme, header);
  m_preview->setIconName(QStringLiteral("preview"));
  m_preview->setKind(ButtonKind::Primary);
  second->addWidget(m_request, 1);
  column->addLayout(second);
  auto* acts = new QHBoxLayout;
  acts->setSpacing(8);
  acts->addWidget(m_preview);
  acts->addWidget(m_map);
  acts->addStretch(1);
  column->addSpacing(4);
  column->addLayout(acts);
  return header;
}

QWidget* PendingView::buildAnswer() {
  Theme& theme = m_context.theme;
  auto* area = new Surface(theme, SurfaceTone::Panel, this);
  area->setEdges(Qt::BottomEdge);
  auto* answer = columnIn(area, {20, 12, 20, 13}, 6);
  m_queue = new Banner(theme, area);
  m_queue->setEdge(true);
  m_queue->setState(StateRole::Warning);
  answer->addWidget(m_queue);
  m_answer = new Banner(theme, area);
  m_answer->setEdge(true);
  m_schedulerHead = new SectionHead(theme, area);
  m_scheduler = new TextLabel(theme, TextRole::Small, TextTone::Normal, area);
  m_scheduler->setWordWrap(true);
  m_scheduler->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_named = new TextLabel(theme, TextRole::Small, TextTone::Strong, area);
  m_named->setWordWrap(true);
  answer->addWidget(m_answer);
  answer->addSpacing(4);
  answer->addWidget(m_schedulerHead);
  answer->addWidget(m_scheduler);
  answer->addWidget(m_named);
  return area;
}

QWidget* PendingView::buildBody() {
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* area = new Surface(m_context.theme, SurfaceTone::Panel, scroll);
  auto* body = columnIn(area);
  m_details = new PendingDetails(m_context, area);
  body->addWidget(buildAnswer());
  body->addWidget(m_details);
  body->addStretch(1);
  scroll->setWidget(area);
  return scroll;
}

void PendingView::connectParts() {
  SelectionState& selection = m_context.selection;
  connect(m_preview, &QAbstractButton::clicked, this, [this] { preview(m_pod); });
  connect(m_queue, &Banner::actionTriggered, &selection, [this, &selection] {
    const queues::PodQueueWait* wait = m_pod ? m_queues.waitOf(podKeyOf(*m_pod)) : nullptr;
    std::string queue;
    if (wait != nullptr && wait->waiting) queue = wait->waiting->answer.clusterQueue;
    if (wait != nullptr && wait->other) queue = std::string(toString(wait->otherSystem)) + "/" + wait->other->queue;
    selection.go(QStringLiteral("queues"), QString::fromStdString(queue));
  });
  connect(m_map, &QAbstractButton::clicked, this, [this] {
    if (!m_pod) return;
    const auto reason = m_details->chosenReason();
    m_context.selection.requestRefusals(podKeyOf(*m_pod), reason ? static_cast<int>(*reason) : -1);
  });
  connect(m_details, &PendingDetails::reasonChosen, this, &PendingView::reasonChosen);
  connect(m_details, &PendingDetails::placeChosen, this, &PendingView::placeChosen);
  connect(m_details, &PendingDetails::remedyActivated, this, &PendingView::runRemedy);
  connect(&m_explainer, &PendingExplainer::answerChanged, this, [this] {
    // Where another pod is being chosen refresh() follows.
    const QString& chosen = m_explainer.chosen();
    const PendingExplanation* why = m_explainer.explanation(chosen);
    if (why != nullptr && m_pod && podKeyOf(*m_pod) == chosen) fillAnswer(*m_pod, *why);
  });
}

void PendingView::preview(const PodPtr& pod) {
  if (!pod) return;
  m_context.preview.startPod(pod);
  m_context.selection.go(QStringLiteral("map"));
}

void PendingView::runRemedy(int row) {
  const PendingExplanation* why = m_explainer.explanation(m_explainer.chosen());
  if (why == nullptr || !m_pod || row < 0 || row >= static_cast<int>(why->remedies.size())) return;
  const Remedy& remedy = why->remedies[static_cast<std::size_t>(row)];
  if (remedy.request) {
    auto changed = std::make_shared<PodRecord>(*m_pod);
    changed->raw = remedy.request;
    changed->request = makeRequest(remedy.request).gpu;
    preview(changed);
    return;
  }
  const QString node = QString::fromStdString(m_explainer.snapshot()->node(remedy.node).name);
  const bool oneCard = remedy.place.cards.size() == 1 && remedy.kind != RemedyKind::AddNode;
  m_context.selection.go(QStringLiteral("map"),
                         oneCard ? node + u'/' + QString::number(remedy.place.cards.front()) : node);
}

void PendingView::refresh() {
  const int index = m_explainer.indexOf(m_explainer.chosen());
  const PendingExplanation* why = m_explainer.explanation(m_explainer.chosen());
  m_pod = index >= 0 ? m_explainer.snapshot()->unboundPods[static_cast<std::size_t>(index)] : nullptr;
  if (!m_pod || why == nullptr) return;
  m_queues.ask();
  fillHeader(*m_pod, *why);
  fillQueue();
  fillAnswer(*m_pod, *why);
  m_details->explain(*why, m_explainer.snapshot());
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
  m_queue->setDetail(remedyLines(podQueueRemedies(*wait)).join(u'\n'));
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

void PendingView::retranslate() {
  m_preview->setText(tr("Preview placement"));
  m_map->setText(tr("Show on map"));
  m_map->setToolTip(
      tr("Shows on the map which nodes refuse the pod and why; with a reason chosen below, its nodes alone"));
  m_schedulerHead->setTitle(tr("The scheduler's own message"));
  refresh();
}

}  // namespace cardinal::ui
