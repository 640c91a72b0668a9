// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/whatif/what_if_page.h"

#include <QDragEnterEvent>
#include <QProgressBar>
#include <QSplitter>
#include <algorithm>

#include "ui/i18n/changes/what_if_texts.h"
#include "ui/i18n/format.h"
#include "ui/i18n/plain.h"
#include "ui/pages/templates/template_palette.h"
#include "ui/pages/whatif/changed_cards.h"
#include "ui/pages/whatif/figure_table.h"
#include "ui/pages/whatif/two_line_list.h"
#include "ui/pages/whatif/what_if_actions.h"
#include "ui/session/what_if_key.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/basic/scaled_width.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/layout/boxes.h"
#include "ui/widgets/lists/section_head.h"
#include "ui/widgets/map/drop_payload.h"
#include "ui/widgets/map/heatmap_view.h"
#include "ui/widgets/map/legend_strip.h"

namespace cardinal::ui {

namespace {

constexpr int kStepsWidth = 288;
constexpr int kResultsWidth = 336;
// At most, of the page: large texts must not push the results out of it.
constexpr double kStepsShare = 0.30;
constexpr double kResultsShare = 0.40;
constexpr std::size_t kMaxPods = 2'000;  ///< rows; beyond, the last one says how many more there are
constexpr int kSmallestFit = 20;
constexpr int kLargestFit = 29;

QString slotName(std::size_t which) {
  return which == 0 ? QStringLiteral("A") : QStringLiteral("B");
}

StateRole stateOf(const WhatIfOutcome& outcome) {
  if (outcome.pending > 0) return StateRole::Warning;
  return outcome.gone > 0 || outcome.stays > 0 ? StateRole::Information : StateRole::Ok;
}

StateRole stateOf(const WhatIfPod& pod) {
  switch (pod.outcome) {
    case PodOutcome::Placed:
      return pod.certainty == Certainty::Certain ? StateRole::Ok : StateRole::Planned;
    case PodOutcome::Pending:
      return StateRole::Warning;
    case PodOutcome::Gone:
      return StateRole::Critical;
    case PodOutcome::Stays:
      return StateRole::Information;
  }
  return StateRole::None;
}

}  // namespace

WhatIfPage::WhatIfPage(const PageContext& context, QWidget* parent)
    : Page(context.theme, SurfaceTone::Bg, parent),
      m_context(context),
      m_session(new WhatIfSession(context.bridge, this)),
      m_actions(new WhatIfActions(context, *m_session, this)) {
  auto* across = new QHBoxLayout(this);
  across->setContentsMargins(0, 0, 0, 0);
  m_columns = new QSplitter(Qt::Horizontal, this);
  m_columns->setChildrenCollapsible(false);
  m_columns->setHandleWidth(1);
  m_columns->addWidget(buildSteps());
  m_columns->addWidget(buildMap());
  m_columns->addWidget(buildResults());
  m_columns->setStretchFactor(1, 1);
  across->addWidget(m_columns);
  setAcceptDrops(true);
  connectParts();
  connectMap();
  WhatIfPage::retranslate();
}

QWidget* WhatIfPage::buildSteps() {
  Theme& theme = m_context.theme;
  auto* side = new Surface(theme, SurfaceTone::Panel, this);
  auto* layout = columnIn(side);
  auto* head = new Surface(theme, SurfaceTone::Panel, side);
  head->setEdges(Qt::BottomEdge);
  auto* column = columnIn(head, {16, 12, 16, 10}, 8);
  auto* titles = new QHBoxLayout;
  m_title = new TextLabel(theme, TextRole::Title, TextTone::Strong, head);
  m_which = new SegmentedControl(theme, head);
  for (std::size_t i = 0; i < WhatIfSession::kScenarios; ++i) m_which->addItem(slotName(i), slotName(i));
  m_which->setCurrent(slotName(0));
  titles->addWidget(m_title);
  titles->addStretch(1);
  titles->addWidget(m_which);
  column->addLayout(titles);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  m_add = new ActionButton(theme, head);
  m_add->setIconName(QStringLiteral("add"));
  m_add->setKind(ButtonKind::Primary);
  m_defrag = new ActionButton(theme, head);
  m_defrag->setObjectName(QStringLiteral("whatIfDefrag"));
  buttons->addWidget(m_add);
  buttons->addWidget(m_defrag);
  buttons->addStretch(1);
  column->addLayout(buttons);
  m_steps = new TwoLineList(theme, side);
  m_steps->setObjectName(QStringLiteral("whatIfSteps"));
  m_hint = new TextLabel(theme, TextRole::Small, TextTone::Quiet, side);
  m_hint->setWordWrap(true);
  m_hint->setContentsMargins(16, 12, 16, 12);
  head->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  auto* foot = new Surface(theme, SurfaceTone::Panel, side);
  foot->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  foot->setEdges(Qt::TopEdge);
  auto* rows = columnIn(foot, {16, 8, 16, 8}, 8);
  auto* files = new QHBoxLayout;
  files->setSpacing(8);
  m_load = new ActionButton(theme, foot);
  m_save = new ActionButton(theme, foot);
  m_plan = new ActionButton(theme, foot);
  files->addWidget(m_load, 1);
  files->addWidget(m_save, 1);
  rows->addLayout(files);
  rows->addWidget(m_plan);
  layout->addWidget(head);
  layout->addWidget(m_hint, 1, Qt::AlignTop);
  layout->addWidget(m_steps, 1);
  layout->addWidget(foot);
  return side;
}

QWidget* WhatIfPage::buildMap() {
  Theme& theme = m_context.theme;
  auto* side = new QWidget(this);
  auto* layout = columnIn(side);
  m_outdated = new Banner(theme, side);
  m_failure = new Banner(theme, side);
  m_failure->setState(StateRole::Critical);
  auto* head = new Surface(theme, SurfaceTone::Bg, side);
  head->setEdges(Qt::BottomEdge);
  auto* tools = rowIn(head, {16, 8, 16, 8}, 8);
  m_shown = new SegmentedControl(theme, head);
  m_shown->addItem(QStringLiteral("before"), {});
  m_shown->addItem(QStringLiteral("after"), {});
  m_shown->setCurrent(QStringLiteral("after"));
  m_sent = new TextLabel(theme, TextRole::Small, TextTone::Quiet, head);
  m_sent->setElide(Qt::ElideRight);
  m_progress = new QProgressBar(head);
  m_progress->setTextVisible(false);
  m_progress->setFixedSize(96, 4);
  m_stop = new ActionButton(theme, head);
  m_stop->setIconName(QStringLiteral("stop"));
  tools->addWidget(m_shown);
  tools->addWidget(m_sent, 1);
  tools->addWidget(m_progress);
  tools->addWidget(m_stop);
  m_map = new HeatmapView(theme, side);
  m_map->setGrouping(MapGrouping::Pool);
  m_palette = new TemplatePalette(m_context, side);
  m_legend = new LegendStrip(theme, side);
  layout->addWidget(m_outdated);
  layout->addWidget(m_failure);
  layout->addWidget(head);
  layout->addWidget(m_map, 1);
  layout->addWidget(m_palette);
  layout->addWidget(m_legend);
  return side;
}

QWidget* WhatIfPage::buildResults() {
  Theme& theme = m_context.theme;
  auto* side = new Surface(theme, SurfaceTone::Panel, this);
  auto* layout = new QVBoxLayout(side);
  layout->setContentsMargins(0, 8, 0, 0);
  layout->setSpacing(4);
  const auto padded = [&](QWidget* widget, int bottom) {
    auto* row = new QVBoxLayout;
    row->setContentsMargins(16, 0, 16, bottom);
    row->addWidget(widget);
    layout->addLayout(row);
  };
  m_figuresHead = new SectionHead(theme, side);
  m_figures = new FigureTable(theme, side);
  m_noFigures = new TextLabel(theme, TextRole::Small, TextTone::Quiet, side);
  m_podsHead = new SectionHead(theme, side);
  m_pods = new TwoLineList(theme, side);
  m_pods->setObjectName(QStringLiteral("whatIfPods"));
  m_noPods = new TextLabel(theme, TextRole::Small, TextTone::Quiet, side);
  m_noPods->setWordWrap(true);
  padded(m_figuresHead, 0);
  padded(m_figures, 12);
  padded(m_noFigures, 12);
  padded(m_podsHead, 0);
  padded(m_noPods, 8);
  layout->addWidget(m_pods, 1);
  return side;
}

void WhatIfPage::fitColumns() {
  if (m_columnsMoved) return;
  const Theme& theme = m_context.theme;
  const int steps = std::min(scaledWidth(theme, kStepsWidth), static_cast<int>(width() * kStepsShare));
  const int results = std::min(scaledWidth(theme, kResultsWidth), static_cast<int>(width() * kResultsShare));
  m_columns->setSizes({steps, std::max(1, width() - steps - results - 2 * m_columns->handleWidth()), results});
}

void WhatIfPage::resizeEvent(QResizeEvent* event) {
  TranslatablePage::resizeEvent(event);
  fitColumns();
}

void WhatIfPage::connectParts() {
  connect(m_columns, &QSplitter::splitterMoved, this, [this] { m_columnsMoved = true; });
  connect(&m_context.theme, &Theme::changed, this, &WhatIfPage::fitColumns);
  connect(m_session, &WhatIfSession::changed, this, &WhatIfPage::refresh);
  connect(m_session, &WhatIfSession::runningChanged, this, [this] {
    m_progress->setRange(0, 0);
    showBanners();
  });
  connect(m_session, &WhatIfSession::progressed, this, [this](qint64 done, qint64 most) {
    m_progress->setRange(0, static_cast<int>(most));
    m_progress->setValue(static_cast<int>(done));
  });
  connect(&m_context.bridge, &SnapshotBridge::sourceChanged, this, [this] { m_fitted = false; });
  connect(m_which, &SegmentedControl::changed, this,
          [this](const QString& id) { m_session->choose(id == slotName(0) ? 0 : 1); });
  connect(m_shown, &SegmentedControl::changed, this, &WhatIfPage::showMap);
  connect(m_add, &QAbstractButton::clicked, this,
          [this] { m_actions->openAddMenu(m_add->mapToGlobal(QPoint(0, m_add->height())), m_palette->templates()); });
  connect(m_defrag, &QAbstractButton::clicked, m_actions, &WhatIfActions::openDefrag);
  connect(m_load, &QAbstractButton::clicked, m_actions, &WhatIfActions::chooseLoad);
  connect(m_save, &QAbstractButton::clicked, m_actions, &WhatIfActions::chooseSave);
  connect(m_plan, &QAbstractButton::clicked, m_actions, &WhatIfActions::openToDo);
  connect(m_stop, &QAbstractButton::clicked, m_session, &WhatIfSession::cancel);
  connect(m_outdated, &Banner::actionTriggered, m_session, &WhatIfSession::takeState);
  connect(m_actions, &WhatIfActions::rowChosen, m_steps, &TwoLineList::setCurrentRow);
  connect(m_steps, &TwoLineList::rowChosen, this, &WhatIfPage::showPods);
  connect(m_steps, &TwoLineList::rowActivated, m_actions, &WhatIfActions::editStep);
  connect(m_steps, &TwoLineList::removalRequested, this,
          [this](int row) { m_session->remove(static_cast<std::size_t>(row)); });
  connect(m_steps, &TwoLineList::menuRequested, m_actions, &WhatIfActions::openStepMenu);
  connect(m_palette, &TemplatePalette::previewRequested, m_actions, &WhatIfActions::addWorkload);
  connect(m_palette, &TemplatePalette::fileRequested, m_actions, &WhatIfActions::chooseManifest);
}

void WhatIfPage::connectMap() {
  connect(m_map, &HeatmapView::dragStarted, this, [this](const QByteArray&, const QString& name) {
    m_map->setDragVerdict(plain(name.toStdString(), 60), {}, true, tr("becomes a step"));
  });
  connect(m_map, &HeatmapView::dragLeft, this, [this] { m_map->setDragVerdict({}, {}, false, {}); });
  connect(m_map, &HeatmapView::dropped, this, [this](const QByteArray& yaml) {
    m_map->setDragVerdict({}, {}, false, {});
    m_actions->addWorkload(yaml);
  });
  connect(m_map, &HeatmapView::dropRefused, this,
          [this](const QString& reason) { m_context.selection.showMessage(StateRole::Warning, reason); });
  connect(m_map, &HeatmapView::contextMenuRequested, this,
          [this](const QPoint& global, const CardRef& card, bool onNode) {
            m_actions->openNodeMenu(global, onNode ? card.node : QString());
          });
}

bool WhatIfPage::showKey(const QString& key) {
  if (key.isEmpty()) return true;
  const qsizetype colon = key.indexOf(u':');
  const qsizetype hash = key.lastIndexOf(u'#');
  if (colon <= 0 || hash < colon) return false;
  if (!m_taken.insert(key).second) return true;
  const QString word = key.left(colon);
  const QString about = key.mid(colon + 1, hash - colon - 1);
  const qsizetype slash = about.indexOf(u'/');
  const std::string ns = about.left(slash).toStdString();
  const std::string name = about.mid(slash + 1).toStdString();
  if (word == u"drain-node") {
    m_session->add(DrainNode{about.toStdString(), false});
  } else if (word == u"remove-node") {
    m_session->add(RemoveNode{about.toStdString()});
  } else if (word == u"move-pod") {
    m_session->add(MovePod{ns, name});
  } else if (word == u"delete") {
    m_session->add(DeletePods{{ns, name, {}}});
  } else if (word == u"add-nodes") {
    m_actions->openStepDialog(StepKind::AddNodes, about);
  } else if (word == u"switch-node") {
    m_actions->openStepDialog(StepKind::SwitchNode, about);
  } else if (word == u"resize") {
    m_actions->openStepDialog(StepKind::ResizePods, about);
  } else {
    return false;
  }
  return true;
}

void WhatIfPage::showEvent(QShowEvent* event) {
  TranslatablePage::showEvent(event);
  refresh();
}

void WhatIfPage::dragEnterEvent(QDragEnterEvent* event) {
  if (isDropCandidate(*event->mimeData())) event->acceptProposedAction();
}

void WhatIfPage::dropEvent(QDropEvent* event) {
  const DropPayload payload = readDrop(*event->mimeData());
  event->acceptProposedAction();
  if (!payload.problem.isEmpty()) return m_context.selection.showMessage(StateRole::Warning, payload.problem);
  m_actions->addWorkload(payload.yaml);
}

void WhatIfPage::answerNow() {
  m_session->followState();
  m_session->finish();
  refresh();
}

Result<void> WhatIfPage::load(const QString& path) {
  return m_session->load(path);
}

void WhatIfPage::refresh() {
  if (!isVisible()) return;
  m_session->followState();
  m_which->setCurrent(slotName(m_session->current()));
  showSteps();
  showBanners();
  showMap();
  showFigures();
  showPods();
}

void WhatIfPage::showSteps() {
  const auto& steps = m_session->scenario().steps;
  const WhatIfResult* result = m_session->result().get();
  std::vector<TwoLineItem> items;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    TwoLineItem item;
    item.title = tr("%1. %2", "number, step").arg(count(static_cast<std::int64_t>(i) + 1), whatIfStepText(steps[i]));
    if (result && i < result->steps.size()) {
      item.words = whatIfOutcomeText(result->steps[i]);
      item.state = stateOf(result->steps[i]);
    } else if (result && result->failure && result->failure->step == i) {
      const bool stopped = result->failure->error.code == ErrorCode::Cancelled;
      item.words = stopped ? tr("stopped") : tr("cannot be done");
      item.state = stopped ? StateRole::Warning : StateRole::Critical;
    } else {
      item.words = result ? tr("not reached") : tr("working…");
      item.state = StateRole::Unknown;
    }
    items.push_back(std::move(item));
  }
  const int rows = static_cast<int>(items.size());
  m_steps->setItems(std::move(items));
  if (m_steps->currentRow() < 0 || m_steps->currentRow() >= rows) m_steps->setCurrentRow(rows - 1);
  m_hint->setVisible(steps.empty());
  m_steps->setVisible(!steps.empty());
  const QString empty = steps.empty() ? tr("The scenario has no steps.") : QString();
  m_save->setRefusal(empty);
  m_plan->setRefusal(!empty.isEmpty() ? empty : result ? QString() : tr("Not computed yet."));
}

void WhatIfPage::showBanners() {
  const bool outdated = m_session->isOutdated() && !m_session->base()->nodes.empty();
  m_outdated->setVisible(outdated);
  if (outdated) {
    m_outdated->setText(tr("The cluster has changed since the state of %1.").arg(timeOfDay(m_session->base()->time)));
    m_outdated->setAction(tr("Use the current state"));
  }
  const WhatIfResult* result = m_session->result().get();
  const bool failed = result && result->failure;
  m_failure->setVisible(failed);
  if (failed) m_failure->setText(whatIfFailureText(*result->failure, m_session->scenario().steps));
  m_progress->setVisible(m_session->isRunning());
  m_stop->setVisible(m_session->isRunning());
}

void WhatIfPage::showMap() {
  const bool after = m_shown->current() == u"after";
  const SnapshotPtr& state = after ? m_session->latest() : m_session->base();
  m_map->setSnapshot(state);
  m_map->setMarks(after ? changedCards(*m_session->base(), *state) : std::set<CardRef>{});
  m_legend->setHoldersUnknown(m_map->hasUnknownHolders());
  if (m_fitted || state->cards.empty()) return;
  m_fitted = true;
  m_map->showFirst(kSmallestFit, kLargestFit);
}

void WhatIfPage::showFigures() {
  std::vector<const ClusterFigures*> after;
  QStringList columns = {tr("Now")};
  const ClusterFigures* before = nullptr;
  for (std::size_t i = 0; i < WhatIfSession::kScenarios; ++i) {
    const auto& result = m_session->result(i);
    if (result) before = &result->figuresBefore;
    const bool shown = i == m_session->current() || !m_session->scenario(i).steps.empty();
    if (!shown || !result) continue;
    after.push_back(&result->figuresAfter);
    columns << tr("After %1", "scenario A or B").arg(slotName(i));
  }
  std::vector<FigureTable::Row> rows;
  if (before) {
    for (const FigureRow& row : figureRows(*before, *before)) rows.push_back({row.name, {row.before}, {false}});
  }
  for (const ClusterFigures* figures : after) {
    const auto compared = figureRows(*before, *figures);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows[i].values << compared[i].after;
      rows[i].changed.push_back(compared[i].changed);
    }
  }
  m_figures->setContents(columns, rows);
  m_figures->setVisible(!rows.empty());
  m_noFigures->setText(m_session->isRunning() ? tr("working…") : tr("Not computed yet."));
  m_noFigures->setVisible(rows.empty());
}

void WhatIfPage::showPods() {
  const WhatIfResult* result = m_session->result().get();
  const int row = m_steps->currentRow();
  const bool known = result && row >= 0 && static_cast<std::size_t>(row) < result->steps.size() &&
                     !m_session->scenario().steps.empty();
  std::vector<TwoLineItem> items;
  if (known) {
    const auto& pods = result->steps[static_cast<std::size_t>(row)].pods;
    for (std::size_t i = 0; i < pods.size() && i < kMaxPods; ++i) {
      const QString sure = whatIfCertaintyText(pods[i]);
      const QString where = whatIfPodText(pods[i]);
      items.push_back({plain(pods[i].pod.ns + "/" + pods[i].pod.name),
                       sure.isEmpty() ? where : where + QStringLiteral(" · ") + sure, stateOf(pods[i])});
    }
    if (pods.size() > kMaxPods) {
      items.push_back({tr("… and %n more", "pods", static_cast<int>(pods.size() - kMaxPods)),
                       tr("all of them with -o json"), StateRole::Information});
    }
    m_podsHead->setCount(count(static_cast<std::int64_t>(pods.size())));
  } else {
    m_podsHead->setCount({});
  }
  m_podsHead->setTitle(known ? tr("Pods of step %1").arg(count(row + 1)) : tr("Pods"));
  m_noPods->setText(known ? tr("No pod is affected") : tr("Choose a step to see where its pods go."));
  m_noPods->setVisible(items.empty());
  m_pods->setItems(std::move(items));
}

void WhatIfPage::retranslate() {
  m_title->setText(tr("What-if"));
  m_add->setText(tr("Add step"));
  m_defrag->setText(tr("Defragment…"));
  m_load->setText(tr("Open…"));
  m_save->setText(tr("Save…"));
  m_plan->setText(tr("Turn into a plan"));
  m_hint->setText(
      tr("Add steps with the button, drag a workload here, or choose \"In what-if\" in the menu of a node or pod."));
  m_shown->setText(QStringLiteral("before"), tr("Now"));
  m_shown->setText(QStringLiteral("after"), tr("After the steps"));
  m_sent->setText(tr("Changed cards are outlined. Nothing is sent."));
  m_stop->setText(tr("Stop"));
  m_steps->setAccessibleName(tr("Steps"));
  m_pods->setAccessibleName(tr("Pods"));
  m_figuresHead->setTitle(tr("Figures"));
  m_which->setAccessibleName(tr("Scenario"));
  m_map->retranslate();
  refresh();
}

}  // namespace cardinal::ui
