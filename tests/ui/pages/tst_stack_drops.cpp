// SPDX-License-Identifier: Apache-2.0
// Of each GPU stack a workload is dropped on the map of the demo cluster, submitted by the dialog, and lands where the
// preview said. Scheduler, device plugins and claim controller of the demo are stand-ins: they decide by the rules
// that are compared with the real ones' recorded decisions (docs/scenarios.md).
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QPushButton>

#include "core/service/demo_source.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/preview/outcome_pane.h"
#include "ui/pages/preview/preview_pane.h"
#include "ui/pages/preview/submit_dialog.h"
#include "ui/widgets/map/heatmap_view.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::WindowFixture;

class tst_stack_drops : public QObject {
  Q_OBJECT
  std::unique_ptr<WindowFixture> m_fixture;
  ClusterView* m_window = nullptr;
  SystemClock m_clock;

  static QPushButton* submitOf(const QWidget& in) {
    for (QPushButton* one : in.findChildren<QPushButton*>()) {
      if (one->text().startsWith(QStringLiteral("Submit"))) return one;
    }
    return nullptr;
  }

  /// As from a file manager: on the free ground of the map, so that the whole cluster is asked.
  void drop(const QString& path) {
    HeatmapView* view = m_window->findChild<MapPage*>()->view();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    const QPoint ground(view->viewport()->width() - 4, view->viewport()->height() - 4);
    QDragEnterEvent enter(ground, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(view->viewport(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(ground, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(view->viewport(), &drop);
    QVERIFY(drop.isAccepted());
  }

 private slots:
  void init() {
    m_fixture = std::make_unique<WindowFixture>();
    m_window = &m_fixture->open();
    DemoOptions options;
    options.activity = false;
    m_fixture->bridge().open(std::make_unique<DemoSource>(options, m_clock));
    QVERIFY(m_fixture->bridge().waitForData(std::chrono::seconds(60)));
  }
  void cleanup() { m_fixture.reset(); }

  void whatIsDroppedAndSubmittedLandsAsPredicted_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("pool");
    const auto stack = [](const char* file, const char* pool) {
      QTest::newRow(pool) << QStringLiteral(CARDINAL_EXAMPLES "/") + QLatin1String(file) << QString::fromLatin1(pool);
    };
    stack("stacks/time-slicing.yaml", "trial-");
    stack("stacks/mig-instance.yaml", "trial-mig-");
    stack("stacks/hami.yaml", "trial-hami-");
    stack("stacks/volcano-vgpu.yaml", "trial-volcano-");
    stack("stacks/gpu-manager.yaml", "trial-gpu-manager-");
    stack("stacks/koordinator.yaml", "trial-koordinator-");
    stack("workloads/kai-fraction.yaml", "trial-kai-");
    stack("dra-claim.yaml", "trial-dra-");
    stack("stacks/ack-mps.yaml", "trial-ack-mps-");
    stack("stacks/mps.yaml", "trial-mps-");
    stack("stacks/whole-card.yaml", "trial-l40s-");
    stack("stacks/gpushare.yaml", "cn-hangzhou.10.207.177.");
    stack("stacks/ack-topology.yaml", "cn-hangzhou.10.207.160.");
    stack("memory-and-core.yaml", "cn-hangzhou.10.207.173.");
    stack("multi-card.yaml", "cn-hangzhou.10.207.16");
    stack("stacks/ascend.yaml", "trial-ascend-");
    stack("stacks/amd.yaml", "trial-amd-1");
    stack("stacks/amd-partition.yaml", "trial-amd-cpx-");
  }
  void whatIsDroppedAndSubmittedLandsAsPredicted() {
    QFETCH(QString, file);
    QFETCH(QString, pool);
    QVERIFY(m_window->showPage(QStringLiteral("map")));
    drop(file);
    auto* preview = m_window->findChild<PreviewController*>();
    const auto place = [&] {
      const auto shown = preview->shownSummary();
      return shown && !shown->places.empty() ? shown->places.front().node : QString();
    };
    QTRY_VERIFY_WITH_TIMEOUT(!place().isEmpty(), WindowFixture::kTimeout);
    QVERIFY2(place().startsWith(pool), qPrintable(place()));
    QPushButton* submit = submitOf(*m_window->findChild<PreviewPane*>());
    QTRY_VERIFY(submit->isVisible() && submit->isEnabled());
    submit->click();
    SubmitDialog* ask = nullptr;
    QTRY_VERIFY((ask = m_window->findChild<SubmitDialog*>()) && ask->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(submitOf(*ask)->isEnabled(), WindowFixture::kTimeout);
    submitOf(*ask)->click();
    auto* outcome = m_window->findChild<OutcomePane*>();
    QTRY_VERIFY_WITH_TIMEOUT(outcome->isVisible(), WindowFixture::kTimeout);
    const auto says = [&](const char* words) {
      return WindowFixture::visibleTexts(*outcome).contains(QLatin1String(words));
    };
    QTRY_VERIFY2_WITH_TIMEOUT(says("placed as predicted") || says("places that tied"),
                              qPrintable(WindowFixture::visibleTexts(*outcome)), WindowFixture::kTimeout);
  }
};

QTEST_MAIN(tst_stack_drops)
#include "tst_stack_drops.moc"
