// SPDX-License-Identifier: Apache-2.0
// Watches as a user meets them: what is found, rules that are kept, notifications only where they were asked for.
#include <QCheckBox>
#include <QComboBox>
#include <QDBusConnection>
#include <QProcess>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/ui/live_report.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/use/watches_page.h"

using namespace cardinal;
using namespace cardinal::test;
using namespace cardinal::ui;

namespace {

CardSample sample(const std::string& node, int card, UnixSeconds at) {
  CardSample one;
  one.host = node;
  one.index = card;
  one.use.gpuPercent = 50;
  one.use.at = at;
  return one;
}

}  // namespace

/// Plays the desktop.
class FakeDesktop : public QObject {
  Q_OBJECT
  Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")
 public:
  QStringList notifications;
 public slots:
  uint Notify(const QString&, uint, const QString&, const QString& title, const QString& text, const QStringList&,
              const QVariantMap&, int) {
    notifications += title + u'\n' + text;
    return 1;
  }
};

class TestWatches : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowFixture> m_fixture;

  ClusterView& opened() {
    ClusterView& window = m_fixture->open();
    [&] { QTRY_VERIFY(!m_fixture->bridge().snapshot()->cards.empty()); }();
    return window;
  }
  void measure(std::vector<CardSample> samples) {
    m_fixture->script->tellUse(liveReport(std::move(samples), m_fixture->bridge().now()));
  }

 private slots:
  void init() { m_fixture = std::make_unique<WindowFixture>(); }
  void cleanup() { m_fixture.reset(); }

  void anXidOfTheHardwareIsListedAndLeadsToTheCard() {
    ClusterView& window = opened();
    QVERIFY(window.showPage(QStringLiteral("watches")));
    QVERIFY(WindowFixture::visibleTexts(window).contains(QStringLiteral("Use is not measured.")));
    CardSample broken = sample("node-a", 1, m_fixture->bridge().now());
    broken.use.lastXid = 79;
    measure({sample("node-a", 0, m_fixture->bridge().now()), broken});
    auto* page = window.findChild<WatchesPage*>();
    auto* table = page->findChild<QTableView*>();
    QTRY_COMPARE(table->model()->rowCount(), 1);
    QCOMPARE(table->model()->index(0, 1).data().toString(), QStringLiteral("node-a/1"));
    QCOMPARE(table->model()->index(0, 2).data().toString(), QStringLiteral("XID 79"));
    QVERIFY(table->model()->index(0, 3).data().toString().startsWith(QStringLiteral("before")));
    table->setCurrentIndex(table->model()->index(0, 0));
    QTRY_VERIFY(WindowFixture::visibleTexts(window).contains(QStringLiteral("Card 1")));
  }

  void aNodeThatIsDownIsListedWithoutMetricsAndLeadsToItsPage() {
    ClusterView& window = opened();
    QVERIFY(window.showPage(QStringLiteral("watches")));
    auto* table = window.findChild<WatchesPage*>()->findChild<QTableView*>();
    QCOMPARE(table->model()->rowCount(), 0);
    m_fixture->script->tell({testing::replaceNodes({testing::nvidiaNode("node-a", 2).notReady().version("7")})});
    QTRY_COMPARE(table->model()->rowCount(), 1);
    QCOMPARE(table->model()->index(0, 0).data().toString(), QStringLiteral("Node not ready"));
    QCOMPARE(table->model()->index(0, 1).data().toString(), QStringLiteral("node-a"));
    table->setCurrentIndex(table->model()->index(0, 0));
    QTRY_VERIFY(WindowFixture::visibleTexts(window).contains(QStringLiteral("Not ready")));
    m_fixture->script->tell({testing::replaceNodes({testing::nvidiaNode("node-a", 2).version("8")})});
    QTRY_VERIFY(table->model()->index(0, 4).data().toString().startsWith(QStringLiteral("until")));
  }

  void aChosenNamespaceLeavesOnlyItsCards() {
    ClusterView& window = opened();
    QVERIFY(window.showPage(QStringLiteral("watches")));
    CardSample ofTeamA = sample("node-a", 1, m_fixture->bridge().now());
    CardSample ofTeamB = sample("node-c", 0, m_fixture->bridge().now());
    ofTeamA.use.lastXid = 79;
    ofTeamB.use.lastXid = 48;
    measure({ofTeamA, ofTeamB});
    auto* page = window.findChild<WatchesPage*>();
    const auto* model = page->findChild<QTableView*>()->model();
    QTRY_COMPARE(model->rowCount(), 2);
    const auto choose = [&window](const QString& ns) {
      for (QComboBox* box : window.findChildren<QComboBox*>()) {
        const int at = box->findData(ns);
        if (at < 0) continue;
        box->setCurrentIndex(at);
        emit box->activated(at);
      }
    };
    choose(QStringLiteral("team-b"));
    QTRY_COMPARE(model->rowCount(), 1);
    QCOMPARE(model->index(0, 1).data().toString(), QStringLiteral("node-c/0"));
  }

  void aRuleThatWasChangedIsKept() {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("cardinal.ini"));
    SystemClock clock;
    SnapshotBridge bridge(clock);
    DesktopNotices notices;
    {
      WatchCenter center(bridge, WindowSettings(file), notices);
      for (const WatchRule& rule : center.rules()) QVERIFY(!rule.notify);
      center.setRule({WatchKind::Temperature, true, true, 77});
    }
    const WatchCenter again(bridge, WindowSettings(file), notices);
    QCOMPARE(again.rules()[0].limit, 77.0);
    QVERIFY(again.rules()[0].notify);
    QVERIFY(!again.rules()[1].notify);
  }

  void theDesktopIsNotifiedOnceAndOnlyWhereTheUserAsked() {
    QProcess bus;
    bus.start(QStringLiteral("dbus-daemon"),
              {QStringLiteral("--session"), QStringLiteral("--nofork"), QStringLiteral("--print-address")});
    QVERIFY2(bus.waitForStarted(), "dbus-daemon is not installed (package dbus-daemon, scripts/packages.txt)");
    QVERIFY(bus.waitForReadyRead());
    const QString address = QString::fromUtf8(bus.readLine()).trimmed();
    QDBusConnection desktopSide = QDBusConnection::connectToBus(address, QStringLiteral("desktop"));
    FakeDesktop desktop;
    QVERIFY(desktopSide.registerObject(QStringLiteral("/org/freedesktop/Notifications"), &desktop,
                                       QDBusConnection::ExportAllSlots));
    QVERIFY(desktopSide.registerService(QStringLiteral("org.freedesktop.Notifications")));
    {
      DesktopNotices notices([&] { return QDBusConnection::connectToBus(address, QStringLiteral("console")); });
      opened();
      WatchCenter center(m_fixture->bridge(), WindowSettings(), notices);
      QSignalSpy shown(&notices, &DesktopNotices::shown);
      const auto xid = [this](int code, int ago) {
        std::vector<CardSample> samples = {sample("node-a", 0, m_fixture->bridge().now() - ago),
                                           sample("node-b", 0, m_fixture->bridge().now() - ago)};
        for (CardSample& one : samples) one.use.lastXid = code;
        return samples;
      };
      measure(xid(79, 40));
      QTRY_COMPARE(center.active(), std::size_t{2});
      QTest::qWait(100);
      QVERIFY2(desktop.notifications.isEmpty(), "quiet unless asked");
      center.setRule({WatchKind::Xid, true, true, 0});
      measure(xid(0, 30));
      QTRY_COMPARE(center.active(), std::size_t{0});
      measure(xid(94, 20));
      QTRY_COMPARE(desktop.notifications.size(), 1);
      QVERIFY(desktop.notifications[0].contains(QStringLiteral("node-a/0")));
      QVERIFY(desktop.notifications[0].contains(QStringLiteral("node-b/0")));
      measure(xid(94, 10));
      QTest::qWait(100);
      QCOMPARE(desktop.notifications.size(), 1);
      QTRY_COMPARE(shown.size(), 1);
    }
    QDBusConnection::disconnectFromBus(QStringLiteral("console"));
    QDBusConnection::disconnectFromBus(QStringLiteral("desktop"));
    bus.kill();
    bus.waitForFinished();
  }

  void aDesktopThatTakesNoneIsSaid() {
    DesktopNotices notices([] {
      return QDBusConnection::connectToBus(QStringLiteral("unix:path=/nonexistent/bus"), QStringLiteral("none"));
    });
    QSignalSpy failed(&notices, &DesktopNotices::failed);
    notices.show(QStringLiteral("title"), QStringLiteral("text"));
    QCOMPARE(failed.size(), 1);
    QVERIFY(!failed[0][0].toString().isEmpty());
    QDBusConnection::disconnectFromBus(QStringLiteral("none"));
  }
};

QTEST_MAIN(TestWatches)
#include "tst_watches.moc"
