// SPDX-License-Identifier: Apache-2.0
#include "ui/pages/allocation/allocation_page.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QStackedWidget>

#include "ui/i18n/errors/error_texts.h"
#include "ui/i18n/plain.h"
#include "ui/pages/allocation/groups_view.h"
#include "ui/pages/allocation/recorded_view.h"
#include "ui/pages/common/tables/chart_file.h"
#include "ui/pages/common/tables/csv_file.h"
#include "ui/widgets/basic/banner.h"
#include "ui/widgets/layout/boxes.h"
#include "ui/widgets/layout/title_line.h"

namespace cardinal::ui {

AllocationPage::AllocationPage(const PageContext& context, HistoryController& history, QWidget* parent)
    : Page(context.theme, SurfaceTone::Bg, parent), m_context(context), m_history(history) {
  build();
  connect(m_tools, &AllocationTools::changed, this, &AllocationPage::refresh);
  connect(m_tools, &AllocationTools::pictureSaveRequested, this, [this] { save(true); });
  connect(m_tools, &AllocationTools::valuesSaveRequested, this, [this] { save(false); });
  connect(m_tools, &AllocationTools::pictureCopyRequested, this, [this] {
    QGuiApplication::clipboard()->setImage(
        QImage::fromData(pngOf(view().picture(), m_context.theme.tokens().bg), "PNG"));
  });
  connect(m_tools, &AllocationTools::valuesCopyRequested, this,
          [this] { QGuiApplication::clipboard()->setText(QString::fromUtf8(view().values())); });
  connect(&context.bridge, &SnapshotBridge::sourceChanged, this, [this] {
    // A demo cluster is minutes old.
    constexpr UnixSeconds kHour = 3600;
    const bool demo = m_context.bridge.info().kind == SourceKind::Demo;
    m_tools->setWindow(demo ? kHour : 24 * kHour);
  });
  connect(&history, &HistoryController::changed, this, [this] {
    showProblem();
    if (isVisible() && m_tools->choice().view == AllocationChoice::View::OverTime) refresh();
  });
  AllocationPage::retranslate();
}

void AllocationPage::build() {
  Theme& theme = m_context.theme;
  auto* layout = columnIn(this);
  m_tools = new AllocationTools(m_context, this);
  m_problem = new Banner(theme, this);
  m_problem->setState(StateRole::Warning);
  m_problem->hide();
  m_head = new TitleLine(theme, this);
  m_stack = new QStackedWidget(this);
  // In the order of AllocationChoice::View.
  m_stack->addWidget(new RecordedView(m_context, m_history, m_stack));
  m_stack->addWidget(new HoldersView(m_context, m_history, m_stack));
  m_stack->addWidget(new SlotsView(m_context, m_stack));
  layout->addWidget(m_tools);
  layout->addWidget(m_problem);
  layout->addLayout(m_head);
  layout->addWidget(m_stack, 1);
  for (int i = 0; i < m_stack->count(); ++i) {
    connect(qobject_cast<AllocationView*>(m_stack->widget(i)), &AllocationView::drawn, this, &AllocationPage::showHead);
  }
}

AllocationView& AllocationPage::view() const {
  return *qobject_cast<AllocationView*>(m_stack->currentWidget());
}

bool AllocationPage::showKey(const QString& key) {
  using View = AllocationChoice::View;
  if (key.isEmpty()) return true;
  if (key == u"time") {
    m_tools->setView(View::OverTime);
  } else if (key == u"now") {
    m_tools->setView(View::Now);
  } else if (key == u"slots") {
    m_tools->setView(View::FreeSlots);
  } else {
    return false;
  }
  refresh();
  return true;
}

void AllocationPage::refresh() {
  const AllocationChoice choice = m_tools->choice();
  m_stack->setCurrentIndex(static_cast<int>(choice.view));
  view().refresh(choice);
  showHead();
}

void AllocationPage::showHead() {
  m_head->setTitle(view().title());
  m_head->setNote(view().note());
  m_tools->setExportable(view().isDrawn());
}

void AllocationPage::showProblem() {
  const RecordState& state = m_history.state();
  m_problem->setVisible(state.problem || !state.setAside.empty());
  if (state.problem) {
    m_problem->setText(tr("Allocation history is not being recorded"));
    return m_problem->setDetail(errorText(*state.problem));
  }
  m_problem->setText(tr("The record of this cluster was damaged; a new one was begun"));
  m_problem->setDetail(tr("The damaged file was kept as %1.").arg(plain(state.setAside)));
}

void AllocationPage::save(bool picture) {
  const auto bytes = [this, picture](const QString&) {
    return picture ? pngOf(view().picture(), m_context.theme.tokens().bg) : view().values();
  };
  saveAs(this, m_context.selection, picture ? tr("Save the chart as a picture") : tr("Save the values of the chart"),
         picture ? QStringLiteral("allocation.png") : QStringLiteral("allocation.csv"),
         picture ? tr("PNG (*.png)") : tr("CSV (*.csv)"), bytes);
}

void AllocationPage::showEvent(QShowEvent* event) {
  TranslatablePage::showEvent(event);
  refresh();
}

void AllocationPage::retranslate() {
  showProblem();
  showHead();
}

}  // namespace cardinal::ui
