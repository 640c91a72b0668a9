// SPDX-License-Identifier: Apache-2.0
#include <QPushButton>
#include <QTableView>
#include <QTimer>
#include <QtTest>

#include "core/service/open_source.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/preview/outcome_pane.h"
#include "ui/pages/preview/preview_pane.h"
#include "ui/pages/preview/submit_dialog.h"
#include "ui/pages/shell/detail_host.h"
#include "ui/pages/shell/window/cluster_view.h"
#include "ui/pages/templates/template_chip.h"
#include "ui/widgets/map/heatmap_view.h"

using namespace cardinal;
using namespace cardinal::ui;

/// In a real window: the demo cluster, a template dragged onto the map, submitted, predicted beside actual.
class tst_window : public QObject {
  Q_OBJECT

  static constexpr int kTimeout = 60'000;
  SystemClock m_clock;
  Theme* m_theme = nullptr;
  std::unique_ptr<Language> m_language;
  std::unique_ptr<SnapshotBridge> m_bridge;
  std::unique_ptr<ClusterView> m_window;

  static QPushButton* button(QWidget& in, const QString& text) {
    for (QPushButton* one : in.findChildren<QPushButton*>()) {
      if (one->text().contains(text)) return one;
    }
    return nullptr;
  }

 private slots:
  void initTestCase() {
    m_theme = new Theme(ThemeKind::Dark, qApp);
    m_theme->applyTo(*qApp);
    m_language = std::make_unique<Language>(*qApp);
    m_language->setCode(QStringLiteral("en"));
    m_bridge = std::make_unique<SnapshotBridge>(m_clock);
    m_window = std::make_unique<ClusterView>(*m_theme, *m_language, *m_bridge, WindowSettings());
    SourceChoice demo;
    demo.demo = true;
    demo.demoSeed = 11;
    Result<std::unique_ptr<ClusterSource>> source = openSource(demo, m_clock);
    QVERIFY(source.has_value());
    m_bridge->open(std::move(*source));
    m_window->resize(1600, 1000);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    QTRY_VERIFY_WITH_TIMEOUT(m_bridge->snapshot()->cards.size() > 300 && m_bridge->isFresh(), kTimeout);
  }
  void cleanupTestCase() {
    m_window.reset();
    m_bridge.reset();
    m_language.reset();
  }

  void aDraggedTemplateOpensAPreview() {
    auto* map = m_window->findChild<MapPage*>();
    auto* view = map->view();
    auto* chip = map->findChild<TemplateChip*>();  // the what-if page has some of its own
    QVERIFY(view && chip);
    const QPoint from = chip->mapTo(m_window.get(), chip->rect().center());
    const QPoint to = view->viewport()->mapTo(m_window.get(), QPoint(260, 180));
    QWindow* handle = m_window->windowHandle();
    // The drag runs its own loop inside the move event: what follows is scheduled before it begins.
    for (int step = 1; step <= 8; ++step) {
      QTimer::singleShot(100 + step * 60, this, [=] { QTest::mouseMove(handle, from + (to - from) * step / 8); });
    }
    QTimer::singleShot(900, this, [=] { QTest::mouseRelease(handle, Qt::LeftButton, Qt::NoModifier, to); });
    // Gone when the drag has ended well: an Escape later on would close what the next test opens.
    QTimer guard;
    guard.setSingleShot(true);
    connect(&guard, &QTimer::timeout, this, [=] { QTest::keyClick(handle, Qt::Key_Escape); });
    guard.start(kTimeout / 2);
    QTest::mousePress(handle, Qt::LeftButton, Qt::NoModifier, from);
    QTest::mouseMove(handle, from + QPoint(30, -30));
    auto* pane = m_window->findChild<PreviewPane*>();
    QTRY_VERIFY_WITH_TIMEOUT(pane->isVisible(), kTimeout);
  }

  void submittingShowsPredictedBesideActual() {
    auto* pane = m_window->findChild<PreviewPane*>();
    if (!pane->isVisible()) QVERIFY(m_window->showPage(QStringLiteral("preview")));
    QPushButton* submit = button(*pane, QStringLiteral("Submit"));
    QTRY_VERIFY_WITH_TIMEOUT(submit->isEnabled(), kTimeout);
    QTest::mouseClick(submit, Qt::LeftButton);
    SubmitDialog* ask = nullptr;
    QTRY_VERIFY((ask = m_window->findChild<SubmitDialog*>()) != nullptr);
    QPushButton* send = button(*ask, QStringLiteral("Submit"));
    QTRY_VERIFY_WITH_TIMEOUT(send->isEnabled(), kTimeout);
    QTest::mouseClick(send, Qt::LeftButton);
    auto* outcome = m_window->findChild<OutcomePane*>();
    QTRY_VERIFY_WITH_TIMEOUT(outcome->isVisible(), kTimeout);
    // The demo schedules within a second and starts the pod soon after.
    const auto settled = [outcome] {
      const auto tables = outcome->findChildren<QTableView*>();
      if (tables.isEmpty() || tables.first()->model()->rowCount() == 0) return false;
      const QString actual = tables.first()->model()->index(0, 1).data().toString();
      return !actual.isEmpty() && actual != QString(u'–');
    };
    QTRY_VERIFY_WITH_TIMEOUT(settled(), kTimeout);
  }
};

QTEST_MAIN(tst_window)
#include "tst_window.moc"
