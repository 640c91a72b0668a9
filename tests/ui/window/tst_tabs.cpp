// SPDX-License-Identifier: Apache-2.0
// Several clusters in one window, a tab each.
#include <QSignalSpy>
#include <QToolTip>
#include <QtTest>

#include "tests/ui/window_fixture.h"
#include "ui/bridge/write_lock.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/lists/list_pages.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/shell/palette/command_set.h"
#include "ui/pages/shell/window/console_window.h"
#include "ui/pages/templates/template_palette.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::ScriptedSource;
using cardinal::test::WindowFixture;

class tst_tabs : public QObject {
  Q_OBJECT

  struct Tab {
    Tab(WindowFixture& fixture, const Clock& clock, const WindowSettings& settings, const std::string& name)
        : script(WindowFixture::newScript()),
          bridge(clock),
          view(fixture.theme(), fixture.language(), bridge, settings) {
      script->info.name = name;
      bridge.open(std::make_unique<ScriptedSource>(script));
    }
    std::shared_ptr<ScriptedSource::Script> script;
    SnapshotBridge bridge;
    ClusterView view;
  };

  static constexpr int kTimeout = WindowFixture::kTimeout;
  SystemClock m_clock;
  WindowSettings m_settings;
  std::unique_ptr<WindowFixture> m_fixture;
  std::unique_ptr<ConsoleWindow> m_window;
  std::vector<std::unique_ptr<Tab>> m_tabs;

  Tab& open(const std::string& name) {
    m_tabs.push_back(std::make_unique<Tab>(*m_fixture, m_clock, m_settings, name));
    Tab& tab = *m_tabs.back();
    TabActions actions;
    actions.step = [this](int by) { m_window->step(by); };
    actions.count = [this] { return m_window->count(); };
    actions.close = [this, &tab] { emit m_window->closeRequested(&tab.view); };
    actions.open = [](const SourceChoice&) { return Result<void>(); };
    tab.view.setTabActions(std::move(actions));
    m_window->add(tab.view);
    static_cast<void>(
        QTest::qWaitFor([&tab] { return !tab.bridge.snapshot()->nodes.empty() && tab.bridge.isFresh(); }, kTimeout));
    return tab;
  }
  ContextTabs& strip() { return *m_window->findChild<ContextTabs*>(); }
  void press(Qt::Key key, Qt::KeyboardModifiers with) {
    m_window->activateWindow();
    (void)QTest::qWaitForWindowActive(m_window.get());
    QTest::keyClick(m_window.get(), key, with);
  }

 private slots:
  void init() {
    m_settings = WindowSettings();
    m_fixture = std::make_unique<WindowFixture>();
    m_window = std::make_unique<ConsoleWindow>(m_fixture->theme(), m_settings);
    m_window->show();
  }
  void cleanup() {
    for (const auto& tab : m_tabs) m_window->remove(tab->view);
    m_tabs.clear();
    m_window.reset();
    m_fixture.reset();
  }

  void oneClusterNeedsNoTabs() {
    Tab& first = open("alpha");
    QVERIFY(first.view.isVisible());
    QVERIFY(!strip().isVisible());
    QCOMPARE(m_window->windowTitle(), QString::fromUtf8("alpha — Cardinal"));
    open("beta");
    QVERIFY(strip().isVisible());
    QCOMPARE(strip().count(), 2);
    QCOMPARE(m_window->windowTitle(), QString::fromUtf8("beta — Cardinal"));
    QVERIFY(!first.view.isVisible());
    m_window->remove(m_tabs.back()->view);
    m_tabs.pop_back();
    QVERIFY(first.view.isVisible());
    QVERIFY(!strip().isVisible());
    QCOMPARE(m_window->windowTitle(), QString::fromUtf8("alpha — Cardinal"));
  }

  void keysGoThroughTheTabs() {
    open("alpha");
    open("beta");
    open("gamma");
    press(Qt::Key_PageDown, Qt::ControlModifier);
    QCOMPARE(m_window->current(), &m_tabs[0]->view);
    press(Qt::Key_PageUp, Qt::ControlModifier);
    QCOMPARE(m_window->current(), &m_tabs[2]->view);
    press(Qt::Key_Tab, Qt::ControlModifier);
    QCOMPARE(m_window->current(), &m_tabs[0]->view);
  }

  void keysActInTheShownTabOnly() {
    Tab& first = open("alpha");
    Tab& second = open("beta");
    press(Qt::Key_2, Qt::ControlModifier);
    QTRY_VERIFY(second.view.findChild<NodesPage*>()->isVisible());
    press(Qt::Key_PageDown, Qt::ControlModifier);
    QVERIFY2(first.view.findChild<MapPage*>()->isVisible(), "the other tab stayed where it was");
    QVERIFY(!first.view.findChild<NodesPage*>()->isVisible());
  }

  void aDeadClusterKeepsNothingElseUp() {
    Tab& first = open("alpha");
    Tab& second = open("beta");
    const Error error = makeError(ErrorCode::NotConnected, "beta");
    second.script->connection(ConnectionPhase::Failed, &error);
    QTRY_COMPARE(strip().facts(1).state, StateRole::Critical);
    QCOMPARE(strip().facts(0).state, StateRole::Ok);
    QTest::mouseClick(&strip(), Qt::LeftButton, {}, strip().tabRect(0).center());
    QCOMPARE(m_window->current(), &first.view);
    // What comes while a tab is not shown is there when it is.
    m_window->show(second.view);
    first.script->connection(ConnectionPhase::Reconnecting);
    QTRY_COMPARE(strip().facts(0).state, StateRole::Stale);
    QVERIFY(strip().tabToolTip(0).contains(QStringLiteral("127.0.0.1:6443")));
  }

  void aProductionClusterIsMarkedInItsTab() {
    open("alpha");
    Tab& second = open("beta");
    second.bridge.writeLock().setProduction(true);
    QTRY_VERIFY(strip().facts(1).isProduction);
    QVERIFY(!strip().facts(0).isProduction);
    QVERIFY(strip().tabToolTip(1).contains(QStringLiteral("PROD")));
  }

  void aServerThatIsNotCheckedIsMarkedInEveryThemeAndLanguage() {
    open("alpha");
    const TabFacts before = strip().facts(0);
    TabFacts facts = before;
    const int narrow = strip().tabRect(0).width();
    facts.isInsecure = true;
    strip().setFacts(0, facts);
    QVERIFY(strip().tabRect(0).width() >= narrow);
    QVERIFY(strip().tabToolTip(0).contains(QStringLiteral("TLS not checked")));
    QVERIFY(strip().accessibleTabName(0).contains(QStringLiteral("TLS not checked")));
  }

  void whatOneTabWritesDownTheOthersKnow() {
    Tab& first = open("alpha");
    Tab& second = open("beta");
    auto* commands = second.view.findChild<CommandSet*>();
    const QKeySequence key(Qt::CTRL | Qt::Key_J);
    commands->setKeys(QStringLiteral("page.cards"), {key});
    m_window->show(first.view);
    press(Qt::Key_J, Qt::ControlModifier);
    QTRY_VERIFY(first.view.findChild<CardsPage*>()->isVisible());

    auto* there = second.view.findChild<MapPage*>()->palette();
    auto* here = first.view.findChild<MapPage*>()->palette();
    const auto before = here->templates().size();
    WorkloadTemplate made;
    made.name = "made-there";
    there->add(made);
    QCOMPARE(here->templates().size(), before + 1);
    made.name = "made-here";
    here->add(made);
    QCOMPARE(there->templates().size(), before + 2);
  }

  void tabsAreClosedByCrossKeyAndMiddleButton() {
    open("alpha");
    open("beta");
    QSignalSpy asked(m_window.get(), &ConsoleWindow::closeRequested);
    QTest::mouseClick(strip().tabButton(1, QTabBar::RightSide), Qt::LeftButton);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked.takeFirst().first().value<ClusterView*>(), &m_tabs[1]->view);
    QTest::mouseClick(&strip(), Qt::MiddleButton, {}, strip().tabRect(0).center());
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked.takeFirst().first().value<ClusterView*>(), &m_tabs[0]->view);
    press(Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(asked.size(), 1);
  }

  void theLastTabIsNotClosedByAKey() {
    Tab& only = open("alpha");
    QSignalSpy refused(only.view.findChild<CommandSet*>(), &CommandSet::refused);
    press(Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(refused.size(), 1);
    QCOMPARE(m_window->count(), 1);
  }

  void namesAreTextWhateverTheySay() {
    open("alpha");
    open("<b>x</b> & " + std::string(10000, 'w') + "\n\xE2\x80\xAE");
    QVERIFY(strip().tabRect(1).width() <= 300);
    QVERIFY(strip().facts(1).name.size() < 200);
    QVERIFY(!strip().facts(1).name.contains(QChar(0x202E)));
    QVERIFY(!strip().facts(1).name.contains(u'\n'));
    QVERIFY(strip().tabToolTip(1).contains(QStringLiteral("&lt;b&gt;x&lt;/b&gt; &amp; w")));
    QVERIFY(strip().tabText(1).contains(QStringLiteral("&&")));
  }

  void bothLanguages() {
    open("alpha");
    open("beta");
    m_fixture->language().setCode(QStringLiteral("zh_CN"));
    static const QRegularExpression han(QStringLiteral("\\p{Han}"));
    QTRY_VERIFY(strip().tabButton(0, QTabBar::RightSide)->toolTip().contains(han));
    QVERIFY(strip().tabToolTip(0).contains(han));
    QVERIFY(strip().accessibleName().contains(han));
  }

  void theWindowRemembersWhereItWas() {
    open("alpha");
    m_window->resize(1300, 900);
    QVERIFY(m_window->close());
    const ConsoleWindow again(m_fixture->theme(), m_settings);
    QCOMPARE(again.size(), QSize(1300, 900));
  }
};

QTEST_MAIN(tst_tabs)
#include "tst_tabs.moc"
