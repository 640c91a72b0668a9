// SPDX-License-Identifier: Apache-2.0
// The dock below: an object as YAML and its events, read when somebody looks.
#include <QAbstractButton>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QTextBlock>
#include <QtTest>
#include <thread>

#include "tests/ui/window_fixture.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/dock/log_panel.h"
#include "ui/pages/dock/object_dock.h"
#include "ui/pages/dock/yaml_view.h"
#include "ui/widgets/lists/empty_state.h"
#include "ui/widgets/lists/filter_line.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::WindowFixture;

class tst_object_dock : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowFixture> m_fixture;

  ClusterView& opened() { return m_fixture->opened(); }
  ObjectDock& dockOf(ClusterView& window) { return *window.findChild<ObjectDock*>(); }
  /// Chooses a pod and presses a key.
  ObjectDock& look(ClusterView& window, Qt::Key key) {
    window.showPage(QStringLiteral("pod"), QStringLiteral("team-a/one"));
    window.activateWindow();
    (void)QTest::qWaitForWindowActive(&window);
    window.setFocus();
    QTest::keyClick(&window, key);
    return dockOf(window);
  }
  /// The first part of it that does not stand whole where it can be seen.
  static QString problemOfWords(const EmptyState& state) {
    for (const QWidget* part : state.findChildren<QWidget*>()) {
      if (!part->isVisible() || !part->findChildren<QWidget*>().isEmpty()) continue;
      const QRect place(part->mapTo(&state, QPoint()), part->size());
      const auto* label = qobject_cast<const QLabel*>(part);
      const int needed = label ? label->heightForWidth(label->width()) : part->minimumSizeHint().height();
      if (!state.rect().contains(place))
        return QStringLiteral("%1 to %2 of %3").arg(place.top()).arg(place.bottom()).arg(state.height());
      if (part->height() < needed) return QStringLiteral("%1 of %2").arg(part->height()).arg(needed);
    }
    return {};
  }
  /// The first of the tools above a log that is cut off or lies over another.
  static QString problemOfTools(const LogPanel& logs) {
    const auto tools = logs.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
    for (const QWidget* one : tools) {
      if (!one->isVisible() || one->findChild<EmptyState*>()) continue;
      if (!logs.rect().contains(one->geometry())) return QString::fromLatin1(one->metaObject()->className());
      const auto* button = qobject_cast<const QAbstractButton*>(one);
      if (button && button->width() < button->minimumSizeHint().width()) return button->text();
      for (const QWidget* other : tools) {
        QString said;
        QDebug(&said) << one << one->geometry() << other << other->geometry();
        if (other != one && other->isVisible() && other->geometry().intersects(one->geometry())) return said;
      }
    }
    return {};
  }

 private slots:
  void init() { m_fixture = std::make_unique<WindowFixture>(); }
  void cleanup() { m_fixture.reset(); }

  void logsAreOfferedByTheRightsOfThePodsNamespace() {
    m_fixture->script->log = [](const LogQuestion&, const std::function<void(std::string_view)>&,
                                const std::stop_token&) { return Result<void>(); };
    ClusterView& window = opened();
    const auto tell = [this](const std::string& ns) {
      ConnectionState state;
      state.phase = ConnectionPhase::Live;
      state.lastContact = 1'700'000'000;
      state.rights.note(Feature::ReadLogs, ns, Permission::Denied);
      const MutexLock lock(m_fixture->script->mutex);
      m_fixture->script->sink->onConnection(state);
    };
    tell("another");
    QTRY_VERIFY(m_fixture->bridge().connection().rights.denied(Feature::ReadLogs, "another"));
    ObjectDock& dock = look(window, Qt::Key_L);
    QTRY_COMPARE(dock.view(), QStringLiteral("logs"));
    dock.hide();
    tell("team-a");
    QTRY_VERIFY(m_fixture->bridge().connection().rights.denied(Feature::ReadLogs, "team-a"));
    look(window, Qt::Key_L);
    QVERIFY2(!dock.isVisible(), "the key is refused like the button");
    QVERIFY(WindowFixture::visibleTexts(window).contains(QStringLiteral("get pods/log")));
    auto* logs = [&window]() -> QAbstractButton* {
      for (QAbstractButton* one : window.findChildren<QAbstractButton*>()) {
        if (one->isVisible() && one->toolTip().contains(QStringLiteral("get pods/log"))) return one;
      }
      return nullptr;
    }();
    QVERIFY2(logs, "the rule that is missing stands in the tool tip");
    QVERIFY(!logs->isEnabled());
    tell("another");
    QTRY_VERIFY(logs->isEnabled());
  }

  void anEmptyLogInASmallWindowKeepsItsWordsAndButtons() {
    m_fixture->script->log = [](const LogQuestion&, const std::function<void(std::string_view)>&,
                                const std::stop_token&) { return Result<void>(); };
    ClusterView& window = opened();
    window.resize(1024, 700);
    ObjectDock& dock = look(window, Qt::Key_L);
    QTRY_VERIFY(WindowFixture::visibleTexts(dock).contains(QStringLiteral("The log is empty")));
    dock.resize(dock.width(), dock.minimumHeight());
    QTest::qWait(50);
    const auto* logs = dock.findChild<LogPanel*>();
    const auto* state = logs->findChild<EmptyState*>();
    QTRY_VERIFY(state->isVisible());
    QTRY_COMPARE(problemOfWords(*state), QString());
    QTRY_COMPARE(problemOfTools(*logs), QString());
  }

  void theObjectIsReadOnlyWhenSomebodyLooks() {
    m_fixture->script->objectJson =
        R"({"kind":"Pod","metadata":{"name":"one","managedFields":[{"manager":"m"}]},"spec":{"nodeName":"node-a"}})";
    ClusterView& window = opened();
    window.showPage(QStringLiteral("pod"), QStringLiteral("team-a/one"));
    QTest::qWait(50);
    QCOMPARE(m_fixture->script->objectReads.load(), 0);
    ObjectDock& dock = look(window, Qt::Key_Y);
    QTRY_VERIFY(dock.isVisible());
    auto* view = dock.findChild<YamlView*>();
    QTRY_COMPARE(view->toPlainText(), QStringLiteral("kind: Pod\nmetadata:\n  name: one\nspec:\n  nodeName: node-a"));
    QCOMPARE(m_fixture->script->objectReads.load(), 1);
  }

  void hostileTextStaysText() {
    m_fixture->script->objectJson = "{\"a\":\"<b>bold</b>\",\"b\":\"one\xE2\x80\xAEtwo\"}";
    ClusterView& window = opened();
    ObjectDock& dock = look(window, Qt::Key_Y);
    auto* view = dock.findChild<YamlView*>();
    QTRY_VERIFY(view->toPlainText().contains(QStringLiteral("<b>bold</b>")));
    QVERIFY(view->toPlainText().contains(QStringLiteral("\\u202E")));
    QVERIFY(!view->toPlainText().contains(QChar(0x202E)));
  }

  void oneMaskedValueIsShownAloneAndHiddenAgain() {
    const auto pod = [](const std::string& secret) {
      return R"({"spec":{"containers":[{"env":[{"name":"A","value":"first-secret"},{"name":"B","value":)" +
             ('"' + secret + '"') + "}]}]}}";
    };
    m_fixture->script->objectJson = pod("one\\ntwo");
    ClusterView& window = opened();
    ObjectDock& dock = look(window, Qt::Key_Y);
    auto* view = dock.findChild<YamlView*>();
    QTRY_VERIFY(view->toPlainText().contains(QStringLiteral("name: B")));
    const auto text = [view] { return view->toPlainText(); };
    const QString veiled = text();
    QVERIFY(!veiled.contains(QStringLiteral("secret")) && !veiled.contains(QStringLiteral("two")));
    QVERIFY(WindowFixture::visibleTexts(dock).contains(QStringLiteral("shows it alone")));
    const auto lineWith = [view](const char* words) {
      return view->document()->find(QString::fromLatin1(words)).block().next();
    };
    // by the mouse
    const QTextCursor there(lineWith("name: B"));
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->cursorRect(there).center() + QPoint(60, 0));
    QTRY_VERIFY(text().contains(QStringLiteral("two")));
    QVERIFY2(!text().contains(QStringLiteral("first-secret")), "the others stay veiled");
    // by the keyboard
    view->setTextCursor(QTextCursor(lineWith("name: A")));
    QTest::keyClick(view, Qt::Key_Return);
    QTRY_VERIFY(text().contains(QStringLiteral("first-secret")) && text().contains(QStringLiteral("two")));
    QTest::keyClick(view, Qt::Key_Return);
    QVERIFY(!text().contains(QStringLiteral("first-secret")) && text().contains(QStringLiteral("two")));
    // What is read again is veiled again, and another object is never unveiled in place of what was looked at.
    m_fixture->script->objectJson = R"({"spec":{"containers":[{"env":[{"name":"A","value":"newcomer"}]}]}})";
    view->setTextCursor(QTextCursor(lineWith("name: A")));
    QTest::keyClick(view, Qt::Key_Return);
    QTRY_VERIFY(WindowFixture::visibleTexts(dock).contains(QStringLiteral("has changed since it was read")));
    QVERIFY(!text().contains(QStringLiteral("newcomer")));
  }

  void longLinesAreCutInTheViewAndWholeInTheCopy() {
    m_fixture->script->objectJson = "{\"a\":\"" + std::string(50000, 'x') + "\"}";
    ClusterView& window = opened();
    ObjectDock& dock = look(window, Qt::Key_Y);
    auto* view = dock.findChild<YamlView*>();
    QTRY_COMPARE(view->cutLines(), 1);
    QCOMPARE(view->toPlainText().size(), 2000);
    QVERIFY(view->whole().size() > 50000);
  }

  void searchGoesFromHitToHitAndOpensFolds() {
    m_fixture->script->objectJson = R"({"spec":{"first":"needle"},"status":{"second":"needle"}})";
    ClusterView& window = opened();
    ObjectDock& dock = look(window, Qt::Key_Y);
    auto* view = dock.findChild<YamlView*>();
    QTRY_VERIFY(view->toPlainText().contains(QStringLiteral("needle")));
    view->foldAll(true);
    QVERIFY(!view->document()->findBlockByNumber(1).isVisible());
    auto* field = dock.findChild<FilterLine*>()->field();
    field->setFocus();
    QTest::keyClicks(field, QStringLiteral("NEEDLE"));
    QCOMPARE(view->textCursor().blockNumber(), 1);
    QVERIFY(view->document()->findBlockByNumber(1).isVisible());
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(view->textCursor().blockNumber(), 3);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(view->textCursor().blockNumber(), 1);
  }

  void foldsHideWhatStandsDeeper() {
    Theme& theme = m_fixture->theme();
    YamlView view(theme);
    view.setYaml(QStringLiteral("a:\n- x: 1\n  y: 2\n- x: 3\nb: 4\n"));
    QVERIFY(view.setFolded(0, true));
    for (const int hidden : {1, 2, 3}) QVERIFY(!view.document()->findBlockByNumber(hidden).isVisible());
    QVERIFY(view.document()->findBlockByNumber(4).isVisible());
    QVERIFY(!view.setFolded(4, true));
    QVERIFY(view.setFolded(0, false));
    QVERIFY(view.document()->findBlockByNumber(2).isVisible());
  }

  void closingGivesUpWhatIsUnderWay() {
    m_fixture->script->readerHangs = true;
    ClusterView& window = opened();
    ObjectDock& dock = look(window, Qt::Key_Y);
    QTRY_COMPARE(m_fixture->script->objectReads.load(), 1);
    QVERIFY(WindowFixture::visibleTexts(dock).contains(QStringLiteral("Cancel")));
    emit dock.closeRequested();
    QTRY_COMPARE(m_fixture->script->readsGivenUp.load(), 1);
    QVERIFY(!dock.isVisible());
  }

  void eventsAreShownNewestFirstWithCounts() {
    const UnixSeconds now = m_fixture->script->first.empty() ? 0 : SystemClock().wallNow();
    m_fixture->script->events.events = {
        {"Normal", "Scheduled", "to node-a", "default-scheduler", {"Pod", {"team-a", "one"}}, 1, now - 300, now - 300},
        {"Warning", "BackOff", "<i>again</i>", "kubelet", {"Pod", {"team-a", "one"}}, 7, now - 120, now - 60}};
    ClusterView& window = opened();
    ObjectDock& dock = look(window, Qt::Key_V);
    auto* table = dock.findChild<DataTable*>();
    QTRY_VERIFY(table->isVisible());
    QCOMPARE(table->model()->rowCount(), 2);
    QCOMPARE(table->model()->index(0, 1).data().toString(), QStringLiteral("BackOff"));
    QCOMPARE(table->model()->index(0, 3).data().toString(), QStringLiteral("7"));
    QCOMPARE(table->model()->index(0, 6).data().toString(), QStringLiteral("<i>again</i>"));
    dock.findChild<FilterLine*>()->setText(QStringLiteral("sched"));
    QTRY_COMPARE(table->model()->rowCount(), 1);
  }

  void unknownEventsAreCalledUnknown() {
    m_fixture->script->events.known = false;
    ClusterView& window = opened();
    ObjectDock& dock = look(window, Qt::Key_V);
    QTRY_VERIFY(WindowFixture::visibleTexts(dock).contains(QStringLiteral("No events available")));
  }

  void lettersDoNotActWhileTyping() {
    ClusterView& window = opened();
    window.showPage(QStringLiteral("nodes"), QStringLiteral("node-a"));
    auto* field = window.findChild<DataTable*>()->window()->findChild<QLineEdit*>();
    field->setFocus();
    QTest::keyClicks(field, QStringLiteral("y"));
    QCOMPARE(m_fixture->script->objectReads.load(), 0);
    QVERIFY(!dockOf(window).isVisible());
  }

  void escapeClosesTheDock() {
    ClusterView& window = opened();
    ObjectDock& dock = look(window, Qt::Key_Y);
    QTRY_VERIFY(dock.isVisible());
    dock.focusSearch();
    QTest::keyClick(dock.findChild<FilterLine*>()->field(), Qt::Key_Escape);
    QTest::keyClick(&window, Qt::Key_Escape);
    QTest::keyClick(&window, Qt::Key_Escape);
    QTRY_VERIFY(!dock.isVisible());
  }

  void theLogOfAPodIsReadFollowedSearchedAndStopped() {
    std::atomic<int> given{0};
    std::atomic<bool> more{false};
    LogQuestion asked;
    m_fixture->script->log = [&](const LogQuestion& question, const std::function<void(std::string_view)>& bytes,
                                 const std::stop_token& stop) -> Result<void> {
      asked = question;
      bytes("first <b>line</b>\nsecond \x1b[31mred\x1b[0m \xE2\x80\xAE\n");
      while (question.follow && !more && !stop.stop_requested()) std::this_thread::yield();
      if (more) bytes("third line\n");
      while (question.follow && !stop.stop_requested()) std::this_thread::yield();
      ++given;
      if (stop.stop_requested()) return unexpected(makeError(ErrorCode::Cancelled));
      return {};
    };
    ClusterView& window = opened();
    ObjectDock& dock = look(window, Qt::Key_L);
    QTRY_VERIFY(dock.isVisible());
    auto* panel = dock.findChild<LogPanel*>();
    auto* text = panel->findChild<QPlainTextEdit*>();
    QTRY_VERIFY(text->toPlainText().contains(QStringLiteral("second red")));
    QVERIFY(text->toPlainText().contains(QStringLiteral("<b>line</b>")));
    QVERIFY(!text->toPlainText().contains(QChar(0x202E)));
    QCOMPARE(asked.container, std::string("main"));
    QVERIFY(asked.follow);
    QVERIFY(WindowFixture::visibleTexts(*panel).contains(QStringLiteral("2 lines, following")));
    more = true;
    QTRY_VERIFY(text->toPlainText().endsWith(QStringLiteral("third line")));

    panel->findChild<FilterLine*>()->setText(QStringLiteral("LINE"));
    QCOMPARE(text->extraSelections().size(), 2);

    // Another view, or a closed dock, reads no log.
    dock.showObject(QStringLiteral("yaml"), QStringLiteral("Pod"), QStringLiteral("team-a/one"));
    QTRY_COMPARE(given.load(), 1);
  }

  void aLogThatIsRefusedOrEmptySaysWhy() {
    Error refused = makeError(ErrorCode::Invalid, "pods/one", {},
                              "container \"main\" in pod \"one\" is waiting to start: ContainerCreating");
    std::atomic<bool> refuse{true};
    m_fixture->script->log = [&](const LogQuestion&, const std::function<void(std::string_view)>&,
                                 const std::stop_token&) -> Result<void> {
      if (refuse) return unexpected(refused);
      return {};
    };
    ClusterView& window = opened();
    ObjectDock& dock = look(window, Qt::Key_L);
    QTRY_VERIFY(WindowFixture::visibleTexts(dock).contains(QStringLiteral("is waiting to start: ContainerCreating")));
    // Nothing of the user's was rejected, and there is no manifest here to correct.
    QVERIFY2(!WindowFixture::visibleTexts(dock).contains(QStringLiteral("manifest")),
             qPrintable(WindowFixture::visibleTexts(dock)));
    refuse = false;
    emit dock.findChild<LogPanel*>()->findChild<EmptyState*>()->actionTriggered();
    QTRY_VERIFY(WindowFixture::visibleTexts(dock).contains(QStringLiteral("The log is empty")));
  }

  void ofALogThatIsTooFastTheNewestLinesStayAndTheGapIsNamed() {
    m_fixture->script->log = [&](const LogQuestion&, const std::function<void(std::string_view)>& bytes,
                                 const std::stop_token&) -> Result<void> {
      std::string all;
      for (int i = 0; i < 200'000; ++i) all += "line " + std::to_string(i) + "\n";
      bytes(all);
      return {};
    };
    ClusterView& window = opened();
    ObjectDock& dock = look(window, Qt::Key_L);
    auto* text = dock.findChild<LogPanel*>()->findChild<QPlainTextEdit*>();
    QTRY_VERIFY_WITH_TIMEOUT(text->toPlainText().endsWith(QStringLiteral("line 199999")), WindowFixture::kTimeout);
    QVERIFY(text->blockCount() <= LogPanel::kMaxLines);
    QVERIFY(text->toPlainText().contains(QStringLiteral("195000 lines skipped: the log was too fast")));
  }

  void aSnapshotFileHasNoLogsAndNodesNeither() {
    ClusterView& window = opened();
    ObjectDock& dock = look(window, Qt::Key_L);
    QTRY_VERIFY(WindowFixture::visibleTexts(dock).contains(QStringLiteral("No logs available")));
    dock.showObject(QStringLiteral("logs"), QStringLiteral("Node"), QStringLiteral("node-a"));
    QCOMPARE(dock.view(), QStringLiteral("yaml"));
  }
};

QTEST_MAIN(tst_object_dock)
#include "tst_object_dock.moc"
