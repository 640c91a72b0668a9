// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/use/watches_page.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QSpinBox>
#include <QStackedWidget>
#include <algorithm>
#include <utility>

#include "ui/i18n/format.h"
#include "ui/i18n/joining.h"
#include "ui/i18n/metrics/use_texts.h"
#include "ui/i18n/metrics/watch_texts.h"
#include "ui/i18n/plain.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/use/chart_subject.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/text_label.h"
#include "ui/widgets/lists/empty_state.h"
#include "ui/widgets/lists/section_head.h"

namespace cardinal::ui {

namespace {

constexpr int kLimitWidth = 120;

CellState stateOf(const WatchEvent& event) {
  if (event.ended != 0) return CellState::None;
  switch (event.kind) {
    case WatchKind::Xid:
      return isHardwareXid(static_cast<int>(event.value)) ? CellState::Critical : CellState::Warning;
    case WatchKind::Temperature:
    case WatchKind::NodeDown:
    case WatchKind::CardUnhealthy:
      return CellState::Critical;
    case WatchKind::NoSamples:
      return CellState::Unknown;
    case WatchKind::Memory:
    case WatchKind::Idle:
      break;
  }
  return CellState::Warning;
}

}  // namespace

WatchesPage::WatchesPage(const PageContext& context, WatchCenter& center, QWidget* parent)
    : Page(context.theme, SurfaceTone::Bg, parent), m_context(context), m_center(center) {
  build();
  connect(&center, &WatchCenter::changed, this, [this] {
    if (isVisible()) fillEvents();
  });
  connect(&center, &WatchCenter::rulesChanged, this, &WatchesPage::fillRules);
  connect(m_table, &DataTable::keyActivated, this, [this](const QString& key) {
    const auto index = static_cast<std::size_t>(key.toInt());
    if (index >= m_events.size() || m_events[index].card.node.empty()) return;
    const CardPlace& card = m_events[index].card;
    if (card.card < 0) return m_context.selection.go(QStringLiteral("node"), QString::fromStdString(card.node));
    m_context.selection.go(QStringLiteral("charts"), chartKey({CardRef{QString::fromStdString(card.node), card.card}}));
  });
  connect(m_table, &DataTable::keyChosen, this, [this](const QString& key) {
    const auto index = static_cast<std::size_t>(key.toInt());
    if (index >= m_events.size() || m_events[index].card.node.empty()) return;
    const CardPlace& card = m_events[index].card;
    if (card.card < 0) return m_context.selection.selectNode(QString::fromStdString(card.node));
    m_context.selection.selectCards({CardRef{QString::fromStdString(card.node), card.card}});
  });
  connect(m_map, &QAbstractButton::clicked, this, &WatchesPage::showOnMap);
  connect(&context.selection, &SelectionState::namespaceChanged, this, [this] {
    if (isVisible()) fillEvents();
  });
  WatchesPage::retranslate();
}

void WatchesPage::build() {
  Theme& theme = m_context.theme;
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(buildRules());
  auto* head = new QHBoxLayout;
  head->setContentsMargins(16, 12, 16, 8);
  m_eventHead = new SectionHead(theme, this);
  m_map = new ActionButton(theme, this);
  m_map->setIconName(QStringLiteral("map"));
  head->addWidget(m_eventHead, 1);
  head->addWidget(m_map);
  layout->addLayout(head);
  m_stack = new QStackedWidget(this);
  m_rows = new RowsModel(this);
  m_table = new DataTable(theme, this);
  m_table->setModel(m_rows);
  m_empty = new EmptyState(theme, this);
  m_empty->setIconName(QStringLiteral("watches"));
  m_stack->addWidget(m_table);
  m_stack->addWidget(m_empty);
  layout->addWidget(m_stack, 1);
}

QWidget* WatchesPage::buildRules() {
  Theme& theme = m_context.theme;
  auto* panel = new Surface(theme, SurfaceTone::Panel, this);
  panel->setEdges(Qt::BottomEdge);
  auto* layout = new QVBoxLayout(panel);
  layout->setContentsMargins(16, 12, 16, 12);
  layout->setSpacing(8);
  m_ruleHead = new SectionHead(theme, panel);
  layout->addWidget(m_ruleHead);
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(16);
  grid->setVerticalSpacing(6);
  grid->setColumnStretch(3, 1);
  for (int row = 0; row < static_cast<int>(kWatchKinds); ++row) buildRule(*grid, row);
  layout->addLayout(grid);
  m_refusal = new TextLabel(theme, TextRole::Small, TextTone::Quiet, panel);
  m_refusal->setWordWrap(true);
  m_refusal->hide();
  layout->addWidget(m_refusal);
  return panel;
}

void WatchesPage::buildRule(QGridLayout& grid, int row) {
  RuleRow& made = m_rules[static_cast<std::size_t>(row)];
  made.kind = static_cast<WatchKind>(row);
  made.on = new QCheckBox(this);
  made.notify = new QCheckBox(this);
  const auto changed = [this, row] { takeRule(m_rules[static_cast<std::size_t>(row)]); };
  QWidget* limit = nullptr;
  if (made.kind == WatchKind::Xid) {
    made.codes = new QComboBox(this);
    made.codes->addItems({QString(), QString()});
    connect(made.codes, &QComboBox::activated, this, changed);
    limit = made.codes;
  } else if (watchRange(made.kind).most > 0) {
    const WatchRange range = watchRange(made.kind);
    made.limit = new QSpinBox(this);
    made.limit->setRange(static_cast<int>(range.least), static_cast<int>(range.most));
    made.limit->setKeyboardTracking(false);
    connect(made.limit, &QSpinBox::valueChanged, this, changed);
    limit = made.limit;
  }
  if (limit) limit->setMinimumWidth(kLimitWidth);
  connect(made.on, &QCheckBox::toggled, this, changed);
  connect(made.notify, &QCheckBox::toggled, this, changed);
  grid.addWidget(made.on, row, 0);
  if (limit) grid.addWidget(limit, row, 1);
  grid.addWidget(made.notify, row, 2);
}

void WatchesPage::takeRule(const RuleRow& row) {
  if (m_filling) return;
  WatchRule rule;
  rule.kind = row.kind;
  rule.on = row.on->isChecked();
  rule.notify = row.notify->isChecked();
  rule.limit = row.codes ? row.codes->currentIndex() : row.limit ? row.limit->value() : 0;
  m_center.setRule(rule);
}

void WatchesPage::fillRules() {
  const QScopedValueRollback<bool> filling(m_filling, true);
  const std::vector<WatchRule>& rules = m_center.rules();
  for (const RuleRow& row : m_rules) {
    const WatchRule& rule = rules[static_cast<std::size_t>(row.kind)];
    row.on->setChecked(rule.on);
    row.notify->setChecked(rule.notify);
    row.notify->setEnabled(rule.on);
    if (row.codes) {
      row.codes->setCurrentIndex(static_cast<int>(rule.limit));
      row.codes->setEnabled(rule.on);
    } else if (row.limit) {
      row.limit->setValue(static_cast<int>(rule.limit));
      row.limit->setEnabled(rule.on);
    }
  }
  const bool asked = std::any_of(rules.begin(), rules.end(), [](const WatchRule& rule) { return rule.notify; });
  m_refusal->setVisible(asked && !m_center.refusal().isEmpty());
  m_refusal->setText(
      tr("Desktop notifications are not available: %1").arg(plain(m_center.refusal().toStdString(), 200)));
}

void WatchesPage::fillEvents() {
  m_events = m_center.events();
  const std::size_t found = m_events.size();
  std::erase_if(m_events, [this](const WatchEvent& event) { return !isShown(event); });
  const UnixSeconds now = m_context.bridge.now();
  std::vector<RowsModel::Row> rows;
  for (std::size_t i = 0; i < m_events.size(); ++i) {
    const WatchEvent& event = m_events[i];
    RowsModel::Cell what(watchKindText(event.kind));
    what.state = stateOf(event);
    RowsModel::Cell place(watchPlaceText(event));
    place.strong = event.ended == 0;
    const QString since = event.atStart ? tr("before %1").arg(timeOfDay(event.since))
                                        : tr("%1 (%2)").arg(timeOfDay(event.since), age(event.since, now));
    rows.push_back({QString::number(i),
                    {std::move(what), std::move(place), watchValueText(event), since,
                     event.ended == 0 ? tr("ongoing") : tr("until %1").arg(timeOfDay(event.ended))}});
  }
  const bool any = !rows.empty();
  m_rows->setRows(std::move(rows));
  m_eventHead->setCount(
      count(std::count_if(m_events.begin(), m_events.end(), [](const WatchEvent& event) { return event.ended == 0; })));
  const QString ns = plain(m_context.selection.ns().toStdString(), 80);
  m_eventHead->setNote(ns.isEmpty() ? QString() : tr("only cards with pods of %1").arg(ns));
  m_stack->setCurrentIndex(any ? 0 : 1);
  m_map->setEnabled(std::any_of(m_events.begin(), m_events.end(),
                                [](const WatchEvent& e) { return e.ended == 0 && e.card.card >= 0; }));
  if (any) return;
  const MetricsState& state = m_context.bridge.use()->state;
  const bool live = state.phase == MetricsPhase::Live;
  if (found > 0) {
    m_empty->setTitle(tr("No alerts here"));
    return m_empty->setCause(
        tr("%n event(s) concern cards without a pod of %1.", nullptr, static_cast<int>(found)).arg(ns));
  }
  m_empty->setTitle(tr("No alerts"));
  m_empty->setCause(
      live ? tr("Every measured card is within the limits above.")
           : joinSentences(
                 {tr("The API server reports no node that is down and no unhealthy card. Use is not measured."),
                  metricsText(state, now)}));
}

/// With a namespace chosen, only what concerns a card, or a node, that holds a pod of it now; what concerns everything
/// always.
bool WatchesPage::isShown(const WatchEvent& event) const {
  const std::string ns = m_context.selection.ns().toStdString();
  if (ns.empty() || event.card.node.empty()) return true;
  const SnapshotPtr snapshot = m_context.bridge.snapshot();
  const auto index = snapshot->findNode(event.card.node);
  if (!index) return false;
  const NodeRecord& node = snapshot->node(*index);
  const bool named = std::any_of(node.pods.begin(), node.pods.end(), [&](const PodPtr& pod) {
    const auto here = [&](const CardShare& share) { return event.card.card < 0 || share.card == event.card.card; };
    return pod->countsForInspect && pod->key().ns == ns && std::any_of(pod->shares.begin(), pod->shares.end(), here);
  });
  if (named || event.card.card < 0) return named;
  const MeasuredHolders holders = m_context.measuredHolders(node);
  const auto card = static_cast<std::size_t>(event.card.card);
  return card < holders.byCard.size() && holders.byCard[card] && holders.byCard[card]->key().ns == ns;
}

void WatchesPage::showOnMap() {
  std::set<CardRef> cards;
  for (const WatchEvent& event : m_events) {
    if (event.ended == 0 && event.card.card >= 0)
      cards.insert({QString::fromStdString(event.card.node), event.card.card});
  }
  m_context.selection.go(QStringLiteral("map"));
  m_context.selection.selectCards(cards);
}

void WatchesPage::showEvent(QShowEvent* event) {
  TranslatablePage::showEvent(event);
  fillEvents();
}

void WatchesPage::retranslate() {
  m_ruleHead->setTitle(tr("Alert rules"));
  m_ruleHead->setNote(tr("kept on this computer"));
  m_eventHead->setTitle(tr("Alerts"));
  m_map->setText(tr("Show on the map"));
  for (const RuleRow& row : m_rules) {
    row.on->setText(watchRuleText(row.kind));
    row.notify->setText(tr("Desktop notification"));
    row.notify->setAccessibleName(tr("Desktop notification: %1").arg(watchRuleText(row.kind)));
    if (row.codes) {
      row.codes->setItemText(0, tr("hardware"));
      row.codes->setItemText(1, tr("any"));
      row.codes->setAccessibleName(tr("XID codes"));
    } else if (row.limit) {
      row.limit->setSuffix(watchUnit(row.kind));
      row.limit->setAccessibleName(tr("Limit: %1").arg(watchRuleText(row.kind)));
      row.limit->findChild<QLineEdit*>()->setAccessibleName(row.limit->accessibleName());
    }
  }
  m_rows->setHeads({{tr("What")}, {tr("Where")}, {tr("Value"), Qt::AlignRight}, {tr("Since")}, {tr("Ended")}});
  QHeaderView* head = m_table->horizontalHeader();
  head->setSectionResizeMode(QHeaderView::ResizeToContents);
  head->setStretchLastSection(true);
  fillRules();
  fillEvents();
}

}  // namespace cardinal::ui
