// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/pending/pending_view.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QScrollArea>

#include "core/alloc/engine/allocator.h"
#include "ui/models/pod_lookup.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/pending/remedy_rows.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/badge.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/reason_rows.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

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

QVBoxLayout* PendingView::addSection(QVBoxLayout* body, QWidget** section) {
  auto* area = new Surface(m_context.theme, SurfaceTone::Panel, this);
  area->setEdges(Qt::BottomEdge);
  auto* layout = new QVBoxLayout(area);
  layout->setContentsMargins(20, 12, 20, 13);
  layout->setSpacing(6);
  body->addWidget(area);
  if (section) *section = area;
  return layout;
}

QWidget* PendingView::buildBody() {
  Theme& theme = m_context.theme;
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* area = new Surface(theme, SurfaceTone::Panel, scroll);
  auto* body = new QVBoxLayout(area);
  body->setContentsMargins(0, 0, 0, 0);
  body->setSpacing(0);
  const auto table = [&](RowsModel*& model) {
    model = new RowsModel(this);
    auto* made = new DataTable(theme, this);
    made->setModel(model);
    made->setFlush(true);
    return made;
  };
  QVBoxLayout* answer = addSection(body);
  m_queue = new Banner(theme, this);
  m_queue->setEdge(true);
  m_queue->setState(StateRole::Warning);
  answer->addWidget(m_queue);
  m_answer = new Banner(theme, this);
  m_answer->setEdge(true);
  m_schedulerHead = new SectionHead(theme, this);
  m_scheduler = new TextLabel(theme, TextRole::Small, TextTone::Normal, this);
  m_scheduler->setWordWrap(true);
  m_scheduler->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_named = new TextLabel(theme, TextRole::Small, TextTone::Strong, this);
  m_named->setWordWrap(true);
  answer->addWidget(m_answer);
  answer->addSpacing(4);
  answer->addWidget(m_schedulerHead);
  answer->addWidget(m_scheduler);
  answer->addWidget(m_named);
  QVBoxLayout* reasons = addSection(body, &m_reasonSection);
  m_reasonHead = new SectionHead(theme, this);
  m_reasons = new ReasonRows(theme, this);
  reasons->addWidget(m_reasonHead);
  reasons->addWidget(m_reasons);
  QVBoxLayout* nearest = addSection(body, &m_nearSection);
  m_nearHead = new SectionHead(theme, this);
  m_nearTable = table(m_near);
  nearest->addWidget(m_nearHead);
  nearest->addWidget(m_nearTable);
  QVBoxLayout* remedies = addSection(body, &m_remedySection);
  m_remedyHead = new SectionHead(theme, this);
  m_remedies = new RemedyRows(theme, this);
  remedies->addWidget(m_remedyHead);
  remedies->addWidget(m_remedies);
  QVBoxLayout* endings = addSection(body, &m_endingSection);
  m_endingHead = new SectionHead(theme, this);
  m_endingTable = table(m_endings);
  endings->addWidget(m_endingHead);
  endings->addWidget(m_endingTable);
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
    const QString id = m_reasons->chosen();
    m_context.selection.requestRefusals(podKeyOf(*m_pod), id.isEmpty() ? -1 : id.section(u'/', 0, 0).toInt());
  });
  connect(m_reasons, &ReasonRows::chosenChanged, this, [this](const QString& id) {
    emit reasonChosen(id.isEmpty() ? std::nullopt
                                   : std::optional(static_cast<ReasonCode>(id.section(u'/', 0, 0).toInt())));
  });
  const auto place = [](const QString& key) {
    const qsizetype slash = key.lastIndexOf(u'/');
    return std::pair(key.left(slash), key.mid(slash + 1).toInt());
  };
  connect(m_nearTable, &DataTable::keyChosen, this, [this, place](const QString& key) {
    const std::pair<QString, int> where = place(key);
    emit placeChosen(where.first, where.second);
  });
  connect(m_nearTable, &DataTable::keyActivated, &selection, [&selection, place](const QString& key) {
    const std::pair<QString, int> where = place(key);
    selection.go(QStringLiteral("map"), where.second >= 0 ? key : where.first);
  });
  connect(m_endingTable, &DataTable::keyActivated, &selection,
          [&selection](const QString& key) { selection.go(QStringLiteral("pod"), key); });
  connect(&m_explainer, &PendingExplainer::answerChanged, this, [this] {
    // Where another pod is being chosen refresh() follows.
    const QString& chosen = m_explainer.chosen();
    const PendingExplanation* why = m_explainer.explanation(chosen);
    if (why != nullptr && m_pod && podKeyOf(*m_pod) == chosen) fillAnswer(*m_pod, *why);
  });
  connect(m_remedies, &RemedyRows::activated, this, &PendingView::runRemedy);
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

}  // namespace cardinal::ui
