// SPDX-License-Identifier: Apache-2.0
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QPointer>
#include <QTimer>
#include <QtTest>

#include "ui/pages/templates/workload_drag.h"
#include "ui/theme/theme.h"
#include "ui/widgets/map/heatmap_view.h"

using namespace cardinal::ui;

namespace {

class Target : public QWidget {
 public:
  Target() { setAcceptDrops(true); }
  QByteArray received;
  QByteArray name;

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override { event->acceptProposedAction(); }
  void dragMoveEvent(QDragMoveEvent* event) override { event->acceptProposedAction(); }
  void dropEvent(QDropEvent* event) override {
    received = event->mimeData()->data(QLatin1String(kWorkloadMimeType));
    name = event->mimeData()->data(QLatin1String(kWorkloadNameMimeType));
    event->acceptProposedAction();
  }
};

const WorkloadCargo kCargo{"kind: Pod\n", QStringLiteral("app"), QStringLiteral("8 GiB")};

}  // namespace

class tst_workload_drag : public QObject {
  Q_OBJECT

  Theme* m_theme = nullptr;

 private slots:
  void initTestCase() {
    m_theme = new Theme(ThemeKind::Dark, qApp);
    m_theme->applyTo(*qApp);
  }

  void labelIsSharpAtEveryRatio() {
    for (const qreal ratio : {1.0, 1.5, 2.0}) {
      const QPixmap label = dragLabel(*m_theme, kCargo, ratio);
      QCOMPARE(label.devicePixelRatio(), ratio);
      QVERIFY(label.width() >= 100 * ratio);
    }
  }

  void carriesTheYamlToTheTarget() {
    Target target;
    target.resize(300, 200);
    target.show();
    QVERIFY(QTest::qWaitForWindowExposed(&target));
    auto source = std::make_unique<QWidget>();
    const QPoint inside = target.mapToGlobal(QPoint(100, 100));
    QTimer::singleShot(50, &target, [&] { QTest::mouseMove(target.windowHandle(), QPoint(100, 100)); });
    QTimer::singleShot(150, &target, [&] {
      QTest::mouseRelease(target.windowHandle(), Qt::LeftButton, Qt::NoModifier, QPoint(100, 100));
    });
    QTimer guard;
    guard.singleShot(3000, &target, [&] { QTest::keyClick(target.windowHandle(), Qt::Key_Escape); });
    QCursor::setPos(inside);
    const Qt::DropAction action = startWorkloadDrag(*m_theme, *source, kCargo);
    QCOMPARE(action, Qt::CopyAction);
    QCOMPARE(target.received, kCargo.yaml);
    QCOMPARE(target.name, QByteArray("app"));
  }

  void survivesTheDeathOfItsSourceAndEventsMeanwhile() {
    Target target;
    target.resize(300, 200);
    target.show();
    QVERIFY(QTest::qWaitForWindowExposed(&target));
    auto* source = new QWidget;
    const QPointer<QWidget> watched = source;
    int ticks = 0;
    QTimer live;
    // By the ticks, not by the clock: where the drag is slow to begin, times that have passed come all at once.
    connect(&live, &QTimer::timeout, &target, [&] {
      ++ticks;
      if (ticks == 4) delete source;
      if (ticks == 12) QTest::mouseMove(target.windowHandle(), QPoint(50, 50));
      if (ticks == 20) QTest::mouseRelease(target.windowHandle(), Qt::LeftButton, Qt::NoModifier, QPoint(50, 50));
    });
    live.start(10);
    startWorkloadDrag(*m_theme, *source, kCargo);
    QVERIFY(watched.isNull());
    QVERIFY2(ticks > 3, "the window lives on during a drag");
    QCOMPARE(target.received, kCargo.yaml);
  }

  void escapeCancels() {
    Target target;
    target.resize(300, 200);
    target.show();
    QVERIFY(QTest::qWaitForWindowExposed(&target));
    QWidget source;
    QTimer::singleShot(60, &target, [&] { QTest::keyClick(target.windowHandle(), Qt::Key_Escape); });
    QCOMPARE(startWorkloadDrag(*m_theme, source, kCargo), Qt::IgnoreAction);
    QVERIFY(target.received.isEmpty());
  }
};

QTEST_MAIN(tst_workload_drag)
#include "tst_workload_drag.moc"
