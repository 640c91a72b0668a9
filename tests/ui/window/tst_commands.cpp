// SPDX-License-Identifier: Apache-2.0
// Everything by name and by key: the palette, and keys that the user gave away.
#include <QCheckBox>
#include <QLineEdit>
#include <QListView>
#include <QTableView>
#include <QtTest>

#include "tests/ui/window_fixture.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/details/pod_pane.h"
#include "ui/pages/lists/list_pages.h"
#include "ui/pages/shell/page_table.h"
#include "ui/pages/shell/palette/command_palette.h"
#include "ui/pages/shell/palette/command_set.h"
#include "ui/pages/shell/palette/command_texts.h"
#include "ui/pages/shell/palette/keys_dialog.h"
#include "ui/pages/shell/palette/palette_search.h"
#include "ui/widgets/lists/filter_line.h"
#include "ui/widgets/lists/navigation_list.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::WindowFixture;

class tst_commands : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowFixture> m_fixture;

  ClusterView& opened() {
    ClusterView& window = m_fixture->opened();
    window.activateWindow();
    (void)QTest::qWaitForWindowActive(&window);
    return window;
  }
  CommandPalette* palette(ClusterView& window) {
    QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
    static_cast<void>(QTest::qWaitFor([&window] { return window.findChild<CommandPalette*>() != nullptr; }));
    return window.findChild<CommandPalette*>();
  }
  static QString first(const CommandPalette& palette) { return palette.list()->model()->index(0, 0).data().toString(); }

 private slots:
  void init() { m_fixture = std::make_unique<WindowFixture>(); }
  void cleanup() { m_fixture.reset(); }

  void everyCommandHasItsWordsInBothLanguages() {
    ClusterView& window = opened();
    const auto& all = window.findChild<CommandSet*>()->all();
    QVERIFY(all.size() > 25);
    static const QRegularExpression han(QStringLiteral("\\p{Han}"));
    for (const Command& command : all) {
      const QString english = commandWords(command.id).text;
      QVERIFY2(english != command.id, qPrintable(command.id));
      QVERIFY2(!commandWords(command.id).pinyin.isEmpty(), qPrintable(command.id));
      m_fixture->language().setCode(QStringLiteral("zh_CN"));
      QVERIFY2(commandWords(command.id).text.contains(han), qPrintable(command.id));
      m_fixture->language().setCode(QStringLiteral("en"));
    }
  }

  void aCommandIsFoundByEnglishChineseAndInitials_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("found");
    QTest::newRow("beginning") << "en"
                               << "pend"
                               << "Pending";
    QTest::newRow("word inside") << "en"
                                 << "snapshot"
                                 << "Save a snapshot";
    QTest::newRow("initials, English window") << "en"
                                              << "bckz"
                                              << "Save a snapshot";
    QTest::newRow("Chinese, English window") << "en" << QString::fromUtf8("热力图") << "Map";
    QTest::newRow("former Chinese name") << "en" << QString::fromUtf8("地图") << "Map";
    QTest::newRow("former initials, Chinese window") << "zh_CN"
                                                     << "dtfd" << QString::fromUtf8("热力图：放大");
    QTest::newRow("initials of the map") << "zh_CN"
                                         << "rlt" << QString::fromUtf8("热力图");
    QTest::newRow("other name") << "en"
                                << "settings"
                                << "Preferences";
    for (const char* word : {"drain", "evict", "腾空", "疏散", "排水", "驱逐"})
      QTest::newRow(word) << "en" << QString::fromUtf8(word) << "Drain the node";
    for (const char* word : {"cordon", "uncordon", "停止调度", "不可调度"})
      QTest::newRow(word) << "en" << QString::fromUtf8(word) << "Cordon or uncordon the node";
    QTest::newRow("mode") << "en"
                          << "switch mode"
                          << "Change the node's mode";
    QTest::newRow("taint") << "en"
                           << "taint"
                           << "Edit labels and taints";
    QTest::newRow("initials, Chinese window") << "zh_CN"
                                              << "bckz" << QString::fromUtf8("保存快照");
    QTest::newRow("English, Chinese window") << "zh_CN"
                                             << "pending" << QString::fromUtf8("等待中");
  }
  void aCommandIsFoundByEnglishChineseAndInitials() {
    QFETCH(QString, language);
    QFETCH(QString, typed);
    QFETCH(QString, found);
    ClusterView& window = opened();
    m_fixture->language().setCode(language);
    CommandPalette* shown = palette(window);
    QVERIFY(shown);
    shown->field()->setText(typed);
    const QAbstractItemModel* model = shown->list()->model();
    QStringList hits;
    for (int row = 0; row < std::min(3, model->rowCount()); ++row) hits << model->index(row, 0).data().toString();
    QVERIFY2(hits.contains(found), qPrintable(hits.join(u'|')));
    m_fixture->language().setCode(QStringLiteral("en"));
  }

  void theKeyboardAloneReachesAPod() {
    ClusterView& window = opened();
    CommandPalette* shown = palette(window);
    QTest::keyClicks(shown->field(), QStringLiteral("po thr"));
    QCOMPARE(first(*shown), QStringLiteral("three"));
    QVERIFY(shown->field()->accessibleDescription().contains(QStringLiteral("three")));
    QTest::keyClick(shown->field(), Qt::Key_Return);
    QTRY_VERIFY(window.findChild<PodPane*>()->isVisible());
  }

  void arrowsChooseAndEnterActs() {
    ClusterView& window = opened();
    CommandPalette* shown = palette(window);
    QTest::keyClicks(shown->field(), QStringLiteral("no node-"));
    const QString second = shown->list()->model()->index(1, 0).data().toString();
    QTest::keyClick(shown->field(), Qt::Key_Down);
    QCOMPARE(shown->list()->currentIndex().data().toString(), second);
    QTest::keyClick(shown->field(), Qt::Key_Up);
    QCOMPARE(shown->list()->currentIndex().row(), 0);
  }

  void betterFitsStandFirst() {
    QVERIFY(commandScore(QStringLiteral("map"), QStringLiteral("Map"), {}, {}) >
            commandScore(QStringLiteral("map"), QStringLiteral("Show on map"), {}, {}));
    QVERIFY(nameScore(QStringLiteral("a10"), QStringLiteral("a10-01")) >
            nameScore(QStringLiteral("a10"), QStringLiteral("pool-a10-01")));
    QVERIFY(nameScore(QStringLiteral("a10"), QStringLiteral("pool-a10-01")) >
            nameScore(QStringLiteral("a10"), QStringLiteral("xa10")));
    QCOMPARE(nameScore(QStringLiteral("zzz"), QStringLiteral("a10-01")), 0);
    QCOMPARE(parsePaletteQuery(QStringLiteral("po train")).kind.value_or(QString()), QStringLiteral("pod"));
    QVERIFY(!parsePaletteQuery(QStringLiteral("port")).kind.has_value());
  }

  void aKeyCanBeGivenToAnotherAct() {
    ClusterView& window = opened();
    auto* commands = window.findChild<CommandSet*>();
    const QKeySequence key(Qt::CTRL | Qt::Key_J);
    commands->setKeys(QStringLiteral("page.cards"), {key});
    QTest::keyClick(&window, Qt::Key_J, Qt::ControlModifier);
    QTRY_VERIFY(window.findChild<CardsPage*>()->isVisible());
    QTest::keyClick(&window, Qt::Key_3, Qt::ControlModifier);
    commands->setKeys(QStringLiteral("page.nodes"), {key});
    QCOMPARE(commands->holderOf(key), QStringLiteral("page.nodes"));
    QVERIFY(!commands->keys(QStringLiteral("page.cards")).contains(key));
    QTest::keyClick(&window, Qt::Key_J, Qt::ControlModifier);
    QTRY_VERIFY(window.findChild<NodesPage*>()->isVisible());
    commands->resetAll();
    QCOMPARE(commands->holderOf(QKeySequence(Qt::CTRL | Qt::Key_3)), QStringLiteral("page.cards"));
    QVERIFY(commands->holderOf(key).isEmpty());
  }

  void theDigitsFollowTheNavigationAndStandInItsTooltips() {
    ClusterView& window = opened();
    const auto* commands = window.findChild<CommandSet*>();
    const auto* navigation = window.findChild<NavigationList*>();
    int row = 0;
    for (const PageSpec& spec : pageTable()) {
      if (spec.place == PageSpec::Place::None) continue;
      const QString page = QString::fromLatin1(spec.id);
      const QList<QKeySequence> keys = commands->keys(QStringLiteral("page.") + page);
      if (++row > 10) {
        QVERIFY2(keys.isEmpty(), spec.id);
        continue;
      }
      QCOMPARE(keys, QList<QKeySequence>{QKeySequence(QStringLiteral("Ctrl+%1").arg(row % 10))});
      QVERIFY2(navigation->tip(page).contains(keys.first().toString()), qPrintable(navigation->tip(page)));
    }
    QVERIFY(row > 10);
  }

  void aDefaultKeyGivesWayToTheUsers() {
    QWidget window;
    CommandSet commands(window, WindowSettings());
    commands.add({QStringLiteral("page.map"), {QKeySequence(Qt::Key_A)}, [] {}});
    commands.add({QStringLiteral("page.nodes"), {QKeySequence(Qt::Key_B)}, [] {}});
    commands.setKeys(QStringLiteral("page.nodes"), {QKeySequence(Qt::Key_A)});
    QVERIFY(commands.keys(QStringLiteral("page.map")).isEmpty());
    commands.resetKeys(QStringLiteral("page.nodes"));
    QCOMPARE(commands.keys(QStringLiteral("page.map")).size(), 1);
    commands.setKeys(QStringLiteral("page.map"), {});
    QVERIFY(commands.keys(QStringLiteral("page.map")).isEmpty());
    QVERIFY(commands.isChanged(QStringLiteral("page.map")));
  }

  void keysAreKeptInTheSettingsFile() {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("cardinal.ini"));
    QWidget window;
    {
      CommandSet commands(window, WindowSettings(file));
      commands.add({QStringLiteral("page.map"), {QKeySequence(Qt::Key_A)}, [] {}});
      commands.setKeys(QStringLiteral("page.map"), {QKeySequence(Qt::CTRL | Qt::Key_Comma), QKeySequence(Qt::Key_B)});
    }
    CommandSet again(window, WindowSettings(file));
    again.add({QStringLiteral("page.map"), {QKeySequence(Qt::Key_A)}, [] {}});
    QCOMPARE(again.keys(QStringLiteral("page.map")),
             (QList<QKeySequence>{QKeySequence(Qt::CTRL | Qt::Key_Comma), QKeySequence(Qt::Key_B)}));
  }

  void singleLettersCanBeSwitchedOff() {
    ClusterView& window = opened();
    window.showPage(QStringLiteral("pod"), QStringLiteral("team-a/one"));
    auto* commands = window.findChild<CommandSet*>();
    commands->setLettersAct(false);
    QTest::keyClick(&window, Qt::Key_Y);
    QTest::qWait(30);
    QCOMPARE(m_fixture->script->objectReads.load(), 0);
    QTest::keyClick(&window, Qt::Key_2, Qt::ControlModifier);
    QTRY_VERIFY(window.findChild<NodesPage*>()->isVisible());
    QVERIFY(isLetterKey(QKeySequence(Qt::Key_Question)));
    QVERIFY(!isLetterKey(QKeySequence(Qt::Key_F5)));
    QVERIFY(!isLetterKey(QKeySequence(Qt::CTRL | Qt::Key_K)));
  }

  /// A key that is held types again and again: Ctrl+W must not close one tab after the other.
  void aHeldKeyActsOnceUnlessItSteps() {
    QWidget window;
    CommandSet commands(window, WindowSettings());
    int closed = 0;
    int stepped = 0;
    commands.add({QStringLiteral("close"), {QKeySequence(Qt::CTRL | Qt::Key_W)}, [&closed] { ++closed; }});
    commands.add(
        {QStringLiteral("step"), {QKeySequence(Qt::CTRL | Qt::Key_PageDown)}, [&stepped] { ++stepped; }, {}, true});
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    for (int i = 0; i < 5; ++i) {
      QTest::simulateEvent(&window, true, Qt::Key_W, Qt::ControlModifier, QString(), i > 0);
      QTest::simulateEvent(&window, true, Qt::Key_PageDown, Qt::ControlModifier, QString(), i > 0);
    }
    QCOMPARE(closed, 1);
    QCOMPARE(stepped, 5);
  }

  void refusedActsSayWhy() {
    ClusterView& window = opened();
    auto* commands = window.findChild<CommandSet*>();
    QSignalSpy refused(commands, &CommandSet::refused);
    commands->run(QStringLiteral("object.yaml"));
    QCOMPARE(refused.size(), 1);
    QVERIFY(refused.first().first().toString().contains(QStringLiteral("Choose")));
    QCOMPARE(m_fixture->script->objectReads.load(), 0);
  }

  void questionMarkShowsEveryKey() {
    ClusterView& window = opened();
    QTest::keyClick(&window, Qt::Key_Question);
    QTRY_VERIFY(window.findChild<KeysDialog*>());
    auto* dialog = window.findChild<KeysDialog*>();
    auto* table = dialog->findChild<QTableView*>();
    QVERIFY(table->model()->rowCount() > static_cast<int>(window.findChild<CommandSet*>()->all().size()));
    auto* filter = dialog->findChild<QLineEdit*>();
    filter->setText(QStringLiteral("palette"));
    QTRY_COMPARE(table->model()->rowCount(), 1);
  }

  void theFirstDownOfATableChoosesItsFirstRow() {
    ClusterView& window = m_fixture->open();
    QTRY_VERIFY(!m_fixture->bridge().snapshot()->nodes.empty());
    window.showPage(QStringLiteral("nodes"));
    window.activateWindow();
    (void)QTest::qWaitForWindowActive(&window);
    auto* table = window.findChild<NodesPage*>()->findChild<DataTable*>();
    table->setFocus(Qt::TabFocusReason);
    QTRY_VERIFY(table->hasFocus());
    QVERIFY(table->selectionModel()->selectedRows().isEmpty());
    QTest::keyClick(table, Qt::Key_Down);
    QCOMPARE(table->currentIndex().row(), 0);
    QCOMPARE(table->selectionModel()->selectedRows().size(), 1);
    QTest::keyClick(table, Qt::Key_Down);
    QCOMPARE(table->currentIndex().row(), 1);
  }

  void downInAFilterChoosesTheFirstRowThatIsLeft() {
    ClusterView& window = m_fixture->open();
    QTRY_VERIFY(!m_fixture->bridge().snapshot()->nodes.empty());
    window.showPage(QStringLiteral("nodes"));
    window.activateWindow();
    (void)QTest::qWaitForWindowActive(&window);
    auto* page = window.findChild<NodesPage*>();
    auto* table = page->findChild<DataTable*>();
    QLineEdit* field = page->findChild<FilterLine*>()->field();
    field->setFocus(Qt::ShortcutFocusReason);
    QTest::keyClicks(field, QStringLiteral("node-c"));
    QCOMPARE(table->model()->rowCount(), 1);
    QTest::keyClick(field, Qt::Key_Down);
    QTRY_VERIFY(table->hasFocus());
    QCOMPARE(table->selectionModel()->selectedRows().size(), 1);
    QCOMPARE(table->currentIndex().data().toString(), QStringLiteral("node-c"));
  }
};

QTEST_MAIN(tst_commands)
#include "tst_commands.moc"
