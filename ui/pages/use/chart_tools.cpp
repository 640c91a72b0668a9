// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/use/chart_tools.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QCompleter>
#include <QDateTimeEdit>
#include <QLineEdit>
#include <QMenu>
#include <algorithm>
#include <array>
#include <utility>

#include "ui/i18n/format.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/segmented_control.h"
#include "ui/widgets/basic/text_label.h"

namespace cardinal::ui {
namespace {

constexpr UnixSeconds kHour = 3600;
constexpr std::array kWindows = {std::pair("1h", kHour), std::pair("6h", 6 * kHour), std::pair("24h", 24 * kHour),
                                 std::pair("7d", 168 * kHour)};
constexpr std::array kScopes = {std::pair(ChartScope::Cards, "cards"), std::pair(ChartScope::Node, "node"),
                                std::pair(ChartScope::Pod, "pod"), std::pair(ChartScope::Namespace, "namespace"),
                                std::pair(ChartScope::Cluster, "cluster")};
constexpr std::array kMeasures = {
    std::pair(UseMeasure::MemoryUsedMib, "memory"), std::pair(UseMeasure::GpuPercent, "busy"),
    std::pair(UseMeasure::TemperatureC, "temperature"), std::pair(UseMeasure::PowerW, "power")};
constexpr int kObjectWidth = 220;

QString idOf(ChartScope scope) {
  for (const auto& [one, id] : kScopes) {
    if (one == scope) return QString::fromLatin1(id);
  }
  return {};
}

ChartScope scopeOf(const QString& id) {
  for (const auto& [one, name] : kScopes) {
    if (id == QLatin1String(name)) return one;
  }
  return ChartScope::Cluster;
}

}  // namespace

ChartTools::ChartTools(const PageContext& context, QWidget* parent)
    : TranslatablePage(context.theme, SurfaceTone::Panel, parent), m_context(context) {
  setEdges(Qt::BottomEdge);
  build();
  connect(m_scope, &SegmentedControl::changed, this, &ChartTools::chooseScope);
  connect(m_object, &QComboBox::activated, this,
          [this](int index) { emit subjectChosen(chartKey(scopeOf(m_scope->current()), m_object->itemText(index))); });
  connect(m_measure, &SegmentedControl::changed, this, &ChartTools::measureChosen);
  connect(m_window, &SegmentedControl::changed, this, [this](const QString& id) {
    if (id == u"own" && !m_range->isVisibleTo(this)) proposeRange();
    m_range->setVisible(id == u"own");
    if (id != u"own") m_lastWindow = window().value_or(m_lastWindow);
    if (id != u"own") emit rangeChosen();
  });
  connect(m_apply, &QAbstractButton::clicked, this, [this] {
    takeRange();
    emit rangeChosen();
  });
  connect(&context.selection, &SelectionState::subjectChanged, this, &ChartTools::fillChoices);
  connect(m_export, &QAbstractButton::clicked, this,
          [this] { m_menu->popup(m_export->mapToGlobal(QPoint(0, m_export->height() + 2))); });
  ChartTools::retranslate();
}

void ChartTools::build() {
  Theme& theme = m_context.theme;
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(16, 7, 16, 7);
  outer->setSpacing(7);
  auto* what = new QHBoxLayout;
  what->setSpacing(8);
  m_scope = new SegmentedControl(theme, this);
  for (const auto& [scope, id] : kScopes) m_scope->addItem(QString::fromLatin1(id), {});
  m_object = new QComboBox(this);
  m_object->setEditable(true);
  m_object->setInsertPolicy(QComboBox::NoInsert);
  m_object->setMinimumWidth(kObjectWidth);
  m_object->completer()->setCompletionMode(QCompleter::PopupCompletion);
  m_object->completer()->setFilterMode(Qt::MatchContains);
  m_cards = new TextLabel(theme, TextRole::Small, TextTone::Normal, this);
  m_export = new ActionButton(theme, this);
  m_export->setIconName(QStringLiteral("export"));
  what->addWidget(m_scope);
  what->addWidget(m_object);
  what->addWidget(m_cards);
  what->addStretch(1);
  what->addWidget(m_export);
  auto* how = new QHBoxLayout;
  how->setSpacing(12);
  m_measure = new SegmentedControl(theme, this);
  for (const auto& [measure, id] : kMeasures) m_measure->addItem(QString::fromLatin1(id), {});
  m_measure->setCurrent(QStringLiteral("memory"));
  m_window = new SegmentedControl(theme, this);
  for (const auto& [id, seconds] : kWindows) m_window->addItem(QString::fromLatin1(id), {});
  m_window->addItem(QStringLiteral("own"), {});
  m_window->setCurrent(QStringLiteral("24h"));
  how->addWidget(m_measure);
  how->addWidget(m_window);
  how->addStretch(1);
  outer->addLayout(what);
  outer->addLayout(how);
  outer->addWidget(buildRange());
  m_menu = new QMenu(this);
  m_menu->addAction(QString(), this, &ChartTools::imageExportRequested);
  m_menu->addAction(QString(), this, &ChartTools::valuesExportRequested);
  m_menu->addSeparator();
  m_menu->addAction(QString(), this, &ChartTools::imageCopyRequested);
  m_menu->addAction(QString(), this, &ChartTools::valuesCopyRequested);
}

QWidget* ChartTools::buildRange() {
  Theme& theme = m_context.theme;
  m_range = new QWidget(this);
  auto* line = new QHBoxLayout(m_range);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(8);
  const auto edit = [this] {
    auto* made = new QDateTimeEdit(m_range);
    made->setDisplayFormat(QStringLiteral("yyyy-MM-dd HH:mm"));
    return made;
  };
  m_fromWord = new TextLabel(theme, TextRole::Small, TextTone::Normal, m_range);
  m_toWord = new TextLabel(theme, TextRole::Small, TextTone::Normal, m_range);
  m_from = edit();
  m_to = edit();
  m_apply = new ActionButton(theme, m_range);
  for (QWidget* one : {static_cast<QWidget*>(m_fromWord), static_cast<QWidget*>(m_from),
                       static_cast<QWidget*>(m_toWord), static_cast<QWidget*>(m_to), static_cast<QWidget*>(m_apply)}) {
    line->addWidget(one);
  }
  m_rangeProblem = new TextLabel(theme, TextRole::Small, TextTone::Critical, m_range);
  line->addWidget(m_rangeProblem);
  line->addStretch(1);
  m_range->hide();
  proposeRange();
  connect(m_from, &QDateTimeEdit::dateTimeChanged, this, &ChartTools::checkRange);
  connect(m_to, &QDateTimeEdit::dateTimeChanged, this, &ChartTools::checkRange);
  return m_range;
}

/// The window that was shown, up to now.
void ChartTools::proposeRange() {
  const UnixSeconds now = m_context.bridge.now();
  m_from->setDateTime(QDateTime::fromSecsSinceEpoch(now - m_lastWindow));
  m_to->setDateTime(QDateTime::fromSecsSinceEpoch(now));
  takeRange();
}

/// Nothing is measured later than now.
void ChartTools::takeRange() {
  m_start = m_from->dateTime().toSecsSinceEpoch();
  m_end = std::min<UnixSeconds>(m_to->dateTime().toSecsSinceEpoch(), m_context.bridge.now());
}

void ChartTools::checkRange() {
  const UnixSeconds from = m_from->dateTime().toSecsSinceEpoch();
  const QString problem = from >= m_context.bridge.now()                ? tr("The beginning lies in the future")
                          : m_to->dateTime().toSecsSinceEpoch() <= from ? tr("The end lies before the beginning")
                                                                        : QString();
  m_apply->setRefusal(problem);
  m_rangeProblem->setText(problem);
}

void ChartTools::chooseScope(const QString& id) {
  const ChartScope scope = scopeOf(id);
  if (scope == ChartScope::Cluster) return emit subjectChosen(chartKey(scope));
  if (scope == ChartScope::Cards) return emit subjectChosen(chartKey(m_context.selection.cards()));
  const QStringList choices = chartChoices(scope, *m_context.bridge.snapshot());
  // The object that the user looked at last, else the first there is.
  const QString& key = m_context.selection.key();
  emit subjectChosen(chartKey(scope, choices.contains(key) || choices.isEmpty() ? key : choices.front()));
}

void ChartTools::setSubject(const ChartSubject& subject) {
  m_subject = subject;
  m_scope->setCurrent(idOf(subject.scope));
  fillChoices();
}

void ChartTools::fillChoices() {
  const ChartScope scope = m_subject.scope;
  const bool named = scope != ChartScope::Cards && scope != ChartScope::Cluster;
  m_object->setVisible(named);
  m_cards->setVisible(scope == ChartScope::Cards);
  m_cards->setText(tr("%n card(s)", nullptr, static_cast<int>(m_subject.cards.size())));
  if (!named) return;
  const QStringList choices = chartChoices(scope, *m_context.bridge.snapshot());
  QStringList shown;
  for (int i = 0; i < m_object->count(); ++i) shown += m_object->itemText(i);
  if (shown != choices) {
    m_object->clear();
    m_object->addItems(choices);
  }
  const int at = m_object->findText(m_subject.name, Qt::MatchExactly);
  m_object->setCurrentIndex(at);
  if (at < 0) m_object->setEditText(m_subject.name);
}

UseMeasure ChartTools::measure() const {
  for (const auto& [measure, id] : kMeasures) {
    if (m_measure->current() == QLatin1String(id)) return measure;
  }
  return UseMeasure::MemoryUsedMib;
}

std::optional<UnixSeconds> ChartTools::window() const {
  for (const auto& [id, seconds] : kWindows) {
    if (m_window->current() == QLatin1String(id)) return seconds;
  }
  return std::nullopt;
}

void ChartTools::setExportable(bool exportable) {
  m_export->setEnabled(exportable);
}

void ChartTools::retranslate() {
  const auto name = [](SegmentedControl* control, const char* id, const QString& text) {
    control->setText(QString::fromLatin1(id), text);
  };
  name(m_scope, "cards", tr("Cards"));
  name(m_scope, "node", tr("Node"));
  name(m_scope, "pod", tr("Pod"));
  name(m_scope, "namespace", tr("Namespace"));
  name(m_scope, "cluster", tr("Cluster"));
  name(m_measure, "memory", tr("Memory used"));
  name(m_measure, "busy", tr("Utilization"));
  name(m_measure, "temperature", tr("Temperature"));
  name(m_measure, "power", tr("Power"));
  name(m_window, "1h", tr("1 h"));
  name(m_window, "6h", tr("6 h"));
  name(m_window, "24h", tr("24 h"));
  name(m_window, "7d", tr("7 d"));
  name(m_window, "own", tr("Custom"));
  m_scope->setAccessibleName(tr("What the chart is about"));
  m_object->setAccessibleName(tr("Object of the chart"));
  m_measure->setAccessibleName(tr("Measure of the chart"));
  m_window->setAccessibleName(tr("Time shown by the charts"));
  m_fromWord->setText(tr("From"));
  m_toWord->setText(tr("to"));
  m_from->setAccessibleName(tr("Begin of the time shown"));
  m_to->setAccessibleName(tr("End of the time shown"));
  m_apply->setText(tr("Show"));
  checkRange();
  m_export->setText(tr("Export"));
  const QStringList words = {tr("Save picture (PNG)…"), tr("Save values (CSV)…"), QString(), tr("Copy picture"),
                             tr("Copy values")};
  for (qsizetype i = 0; i < m_menu->actions().size(); ++i) m_menu->actions()[i]->setText(words[i]);
  fillChoices();
}

}  // namespace cardinal::ui
