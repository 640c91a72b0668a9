// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/allocation/allocation_tools.h"

#include <QBoxLayout>
#include <QMenu>
#include <array>
#include <utility>

#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/basic/segmented_control.h"

namespace cardinal::ui {
namespace {

using View = AllocationChoice::View;

constexpr UnixSeconds kHour = 3600;
constexpr UnixSeconds kDay = 24 * kHour;
constexpr std::array kViews = {std::pair(View::OverTime, "time"), std::pair(View::Now, "now"),
                               std::pair(View::FreeSlots, "slots")};
constexpr std::array kGroups = {std::pair(AllocationBy::Total, "total"), std::pair(AllocationBy::Mode, "mode"),
                                std::pair(AllocationBy::Model, "model"),
                                std::pair(AllocationBy::Namespace, "namespace"),
                                std::pair(AllocationBy::Owner, "owner")};
constexpr std::array kMeasures = {std::pair(AmountMeasure::Memory, "memory"), std::pair(AmountMeasure::Core, "core"),
                                  std::pair(AmountMeasure::Cards, "cards")};
constexpr std::array kWindows = {std::pair(kHour, "1h"),    std::pair(6 * kHour, "6h"),  std::pair(kDay, "24h"),
                                 std::pair(7 * kDay, "7d"), std::pair(30 * kDay, "30d"), std::pair(365 * kDay, "365d")};

template <typename Table>
auto chosen(const Table& table, const SegmentedControl& control) {
  for (const auto& [value, id] : table) {
    if (control.current() == QLatin1String(id)) return value;
  }
  return table.front().first;
}

template <typename Table>
void fill(SegmentedControl& control, const Table& table) {
  for (const auto& entry : table) control.addItem(QString::fromLatin1(entry.second), {});
  control.setCurrent(QString::fromLatin1(table.front().second));
}

}  // namespace

AllocationTools::AllocationTools(const PageContext& context, QWidget* parent)
    : TranslatablePage(context.theme, SurfaceTone::Panel, parent),
      m_view(new SegmentedControl(context.theme, this)),
      m_by(new SegmentedControl(context.theme, this)),
      m_measure(new SegmentedControl(context.theme, this)),
      m_window(new SegmentedControl(context.theme, this)),
      m_export(new ActionButton(context.theme, this)),
      m_menu(new QMenu(this)) {
  setEdges(Qt::BottomEdge);
  fill(*m_view, kViews);
  fill(*m_by, kGroups);
  fill(*m_measure, kMeasures);
  fill(*m_window, kWindows);
  m_window->setCurrent(QStringLiteral("24h"));
  m_export->setIconName(QStringLiteral("export"));
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(16, 7, 16, 7);
  outer->setSpacing(7);
  auto* what = new QHBoxLayout;
  what->setSpacing(12);
  what->addWidget(m_view);
  what->addWidget(m_window);
  what->addStretch(1);
  what->addWidget(m_export);
  auto* how = new QHBoxLayout;
  how->setSpacing(12);
  how->addWidget(m_by);
  how->addWidget(m_measure);
  how->addStretch(1);
  outer->addLayout(what);
  outer->addLayout(how);
  for (SegmentedControl* control : {m_view, m_by, m_measure, m_window}) {
    connect(control, &SegmentedControl::changed, this, [this] {
      offer();
      emit changed();
    });
  }
  m_menu->addAction(QString(), this, &AllocationTools::pictureSaveRequested);
  m_menu->addAction(QString(), this, &AllocationTools::valuesSaveRequested);
  m_menu->addSeparator();
  m_menu->addAction(QString(), this, &AllocationTools::pictureCopyRequested);
  m_menu->addAction(QString(), this, &AllocationTools::valuesCopyRequested);
  connect(m_export, &QAbstractButton::clicked, this,
          [this] { m_menu->popup(m_export->mapToGlobal(QPoint(0, m_export->height() + 2))); });
  AllocationTools::retranslate();
  offer();
}

void AllocationTools::offer() {
  const View view = chosen(kViews, *m_view);
  m_window->setVisible(view == View::OverTime);
  m_measure->setVisible(view != View::FreeSlots);
  // Who holds something has no free slots; a sum of one is no comparison.
  m_by->setItemEnabled(QStringLiteral("total"), view != View::Now,
                       tr("A single total needs no chart; see the status bar"));
  for (const char* id : {"namespace", "owner"}) {
    m_by->setItemEnabled(QString::fromLatin1(id), view != View::FreeSlots, tr("What is free belongs to nobody"));
  }
  const AllocationBy by = chosen(kGroups, *m_by);
  const bool lacking = (view == View::Now && by == AllocationBy::Total) ||
                       (view == View::FreeSlots && (by == AllocationBy::Namespace || by == AllocationBy::Owner));
  if (lacking) m_by->setCurrent(QStringLiteral("mode"));
}

AllocationChoice AllocationTools::choice() const {
  return {chosen(kViews, *m_view), chosen(kGroups, *m_by), chosen(kMeasures, *m_measure), chosen(kWindows, *m_window)};
}

void AllocationTools::setView(View view) {
  for (const auto& [value, id] : kViews) {
    if (value == view) m_view->setCurrent(QString::fromLatin1(id));
  }
  offer();
}

void AllocationTools::setWindow(UnixSeconds seconds) {
  for (const auto& [value, id] : kWindows) {
    if (value == seconds) m_window->setCurrent(QString::fromLatin1(id));
  }
}

void AllocationTools::setExportable(bool exportable) {
  m_export->setEnabled(exportable);
}

void AllocationTools::retranslate() {
  const auto name = [](SegmentedControl* control, const char* id, const QString& text) {
    control->setText(QString::fromLatin1(id), text);
  };
  name(m_view, "time", tr("Over time"));
  name(m_view, "now", tr("Now"));
  name(m_view, "slots", tr("Free slots"));
  name(m_by, "total", tr("Total"));
  name(m_by, "mode", tr("Mode"));
  name(m_by, "model", tr("Model"));
  name(m_by, "namespace", tr("Namespace"));
  name(m_by, "owner", tr("Owner"));
  name(m_measure, "memory", tr("Memory"));
  name(m_measure, "core", tr("Core"));
  name(m_measure, "cards", tr("Cards"));
  name(m_window, "1h", tr("1 h"));
  name(m_window, "6h", tr("6 h"));
  name(m_window, "24h", tr("24 h"));
  name(m_window, "7d", tr("7 d"));
  name(m_window, "30d", tr("30 d"));
  name(m_window, "365d", tr("1 year"));
  m_view->setAccessibleName(tr("What the chart shows"));
  m_by->setAccessibleName(tr("By what allocation is added up"));
  m_measure->setAccessibleName(tr("Measure of allocation"));
  m_window->setAccessibleName(tr("Time shown by the chart"));
  m_export->setText(tr("Export"));
  const QStringList words = {tr("Save picture (PNG)…"), tr("Save values (CSV)…"), QString(), tr("Copy picture"),
                             tr("Copy values")};
  for (qsizetype i = 0; i < m_menu->actions().size(); ++i) m_menu->actions()[i]->setText(words[i]);
  offer();
}

}  // namespace cardinal::ui
