// SPDX-License-Identifier: Apache-2.0
// Changes from the window: the lock that holds them back, the editor of labels and taints, the journal and its undo.
#include <QLabel>
#include <QLineEdit>

#include "core/plan/make/make_plan.h"
#include "core/service/demo_source.h"
#include "tests/ui/window_fixture.h"
#include "ui/bridge/change_controller.h"
#include "ui/bridge/write_lock.h"
#include "ui/i18n/errors/error_texts.h"
#include "ui/pages/activity/activity_page.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/edit/node_edit_dialog.h"
#include "ui/pages/shell/dialogs/lock_dialog.h"
#include "ui/pages/shell/palette/command_set.h"
#include "ui/widgets/basic/action_button.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::WindowFixture;

namespace {

SourceInfo live(const char* name = "prod") {
  SourceInfo info;
  info.kind = SourceKind::Live;
  info.name = name;
  info.server = "10.0.0.1:6443";
  info.writable = true;
  return info;
}

/// Settings that outlive locks, as a file does.
struct Memory {
  QHash<QString, QByteArray> values;
  void give(WriteLock& lock) {
    lock.setMemory([this](const QString& key) { return values.value(key); },
                   [this](const QString& key, const QByteArray& value) { values.insert(key, value); });
  }
};

ActionButton* button(const QWidget& root, const QString& text) {
  for (ActionButton* one : root.findChildren<ActionButton*>()) {
    if (one->text() == text) return one;
  }
  return nullptr;
}

class TstChanges : public QObject {
  Q_OBJECT
 private slots:
  void cleanup() { m_fixture.reset(); }

  void everyContextIsLockedUntilItIsUnlockedAndThatIsRemembered() {
    Memory memory;
    {
      WriteLock lock;
      memory.give(lock);
      lock.follow(live());
      QVERIFY(lock.isLocked());
      lock.unlock();
      QVERIFY(!lock.isLocked());
      lock.noteChange();
      QVERIFY(!lock.isLocked());
      lock.follow(live("other"));
      QVERIFY(lock.isLocked());
    }
    WriteLock next;
    memory.give(next);
    next.follow(live());
    QVERIFY(!next.isLocked());
    next.lock();
    next.follow(live());
    QVERIFY(next.isLocked());
  }

  void aProductionContextLocksAfterEachChangeAndAtStart() {
    Memory memory;
    WriteLock lock;
    memory.give(lock);
    lock.follow(live());
    lock.unlock();
    lock.setProduction(true);
    QVERIFY(lock.isLocked());
    lock.unlock();
    QVERIFY(!lock.isLocked());
    lock.noteChange();
    QVERIFY(lock.isLocked());
    lock.unlock();
    WriteLock next;
    memory.give(next);
    next.follow(live());
    QVERIFY(next.isProduction());
    QVERIFY(next.isLocked());
  }

  void demoFilesAndTestServersHaveNoLock() {
    Memory memory;
    memory.values.insert(QStringLiteral("safety/testServers"), "127.0.0.1:1,10.0.0.1:6443");
    WriteLock lock;
    lock.follow(live());
    QVERIFY(lock.isLocked());
    memory.give(lock);
    QVERIFY(!lock.isLockable());
    SourceInfo demo;
    demo.writable = true;
    lock.follow(demo);
    QVERIFY(!lock.isLocked());
  }

  void aLockedContextTakesNoWritesAndSaysWhy() {
    m_fixture = std::make_unique<WindowFixture>();
    m_fixture->unlocked = false;
    m_window = &m_fixture->open();
    SnapshotBridge& bridge = m_fixture->bridge();
    QVERIFY(bridge.writeLock().isLocked());
    QVERIFY(!bridge.info().writable);
    QTRY_VERIFY(WindowFixture::visibleTexts(window()).contains(QStringLiteral("Locked")));
    std::optional<Error> error;
    QObject context;
    bridge.patchNodeLabels(&context, QStringLiteral("node-a"), {{"x", "y", false}}, {}, false,
                           [&](const Result<void>& done) {
                             if (!done) error = done.error();
                           });
    QTRY_VERIFY(error.has_value());
    QCOMPARE(error->code, ErrorCode::ReadOnlySource);
    bridge.writeLock().unlock();
    QVERIFY(bridge.info().writable);
    QTRY_VERIFY(!WindowFixture::visibleTexts(window()).contains(QStringLiteral("Locked")));
  }

  void unlockingProductionNeedsTheName() {
    m_fixture = std::make_unique<WindowFixture>();
    m_fixture->unlocked = false;
    m_window = &m_fixture->open();
    WriteLock& lock = m_fixture->bridge().writeLock();
    lock.setProduction(true);
    button(window(), QStringLiteral("Locked"))->click();
    auto* dialog = window().findChild<LockDialog*>();
    QVERIFY(dialog);
    ActionButton* act = button(*dialog, QStringLiteral("Unlock"));
    QVERIFY(!act->isEnabled());
    dialog->findChild<QLineEdit*>()->setText(QStringLiteral("scripted"));
    QVERIFY(act->isEnabled());
    act->click();
    QVERIFY(!lock.isLocked());
    QVERIFY(lock.isProduction());
  }

  void labelsAreEditedJournalledAndUndone() {
    openDemo();
    const QString node = firstNode();
    setTeam(node);
    auto* page = window().findChild<ActivityPage*>();
    QVERIFY(!page->isVisible());
    QVERIFY(window()
                .findChild<CommandSet*>()
                ->keys(QStringLiteral("cluster.undo"))
                .contains(QKeySequence(Qt::CTRL | Qt::Key_Z)));
    // The key shows what would be taken back and takes nothing back by itself.
    const auto isShown = [&] {
      if (!page->isVisible()) window().findChild<CommandSet*>()->run(QStringLiteral("cluster.undo"));
      return page->isVisible();
    };
    QTRY_VERIFY2(isShown(), "once the journal has been read");
    QCOMPARE(labelOf(node, "team"), std::string("alpha"));
    auto* table = page->findChild<DataTable*>();
    QTRY_COMPARE(table->model()->rowCount(), 1);
    QTRY_COMPARE(cell(*table, 0, 4), QStringLiteral("done"));
    QVERIFY(cell(*table, 0, 5).contains(QStringLiteral("metadata.labels[team]: absent → alpha")));
    ActionButton* undo = button(*page, QStringLiteral("Undo"));
    QVERIFY(undo->isEnabled());
    undo->click();
    QTRY_COMPARE(labelOf(node, "team"), std::string());
    QTRY_COMPARE(table->model()->rowCount(), 2);
    QTRY_COMPARE(cell(*table, 1, 4), QStringLiteral("undone"));
  }

  void aNodeWhosePlanWaitsForADecisionIsNotEdited() {
    openDemo();
    SnapshotBridge& bridge = m_fixture->bridge();
    const QString node = firstNode();
    ChangeController controller(bridge);
    JournalEntry waiting;
    const auto seen = bridge.snapshot()->nodes.front()->raw;
    waiting.planned =
        std::make_shared<const Plan>(makeCordonPlan(*seen, {"p1", bridge.info().name, bridge.info().server, 1}));
    waiting.plan = "p1";
    QVERIFY(bridge.session()->journal().write(waiting).has_value());
    NodeEdit change;
    change.labels.push_back({"team", "alpha", false});
    QObject context;
    std::optional<ChangeOutcome> outcome;
    controller.edit(&context, seen, change, [&](const ChangeOutcome& done) { outcome = done; });
    QTRY_VERIFY(outcome);
    QVERIFY(outcome->error && outcome->error->code == ErrorCode::PlanUnfinished);
    QVERIFY(errorText(*outcome->error).contains(QStringLiteral("Continue it, roll it back or leave it first")));
    QCOMPARE(labelOf(node, "team"), std::string());
  }

  /// On the demo cluster, too, which has no files that lock.
  void aNodeThatAPlanWorksOnIsNotEdited() {
    openDemo();
    SnapshotBridge& bridge = m_fixture->bridge();
    const QString node = firstNode();
    const auto seen = bridge.snapshot()->nodes.front()->raw;
    ChangeController controller(bridge);
    NodeEdit change;
    change.labels.push_back({"team", "alpha", false});
    QObject context;
    std::optional<ChangeOutcome> outcome;
    const auto edit = [&] {
      outcome.reset();
      controller.edit(&context, seen, change, [&](const ChangeOutcome& done) { outcome = done; });
    };
    {
      const auto atWork = bridge.session()->hold(node.toStdString());
      QVERIFY(atWork.has_value());
      edit();
      QTRY_VERIFY(outcome);
      QVERIFY(outcome->error && outcome->error->code == ErrorCode::PlanRunning);
      QCOMPARE(labelOf(node, "team"), std::string());
    }
    edit();
    QTRY_VERIFY(outcome);
    QVERIFY(outcome->isDone());
    QTRY_COMPARE(labelOf(node, "team"), std::string("alpha"));
  }

  void modeLabelsAreRefusedInTheEditor() {
    openDemo();
    auto* dialog = edit(firstNode());
    dialog->addLabel(QStringLiteral("gpushare"), QStringLiteral("true"));
    QVERIFY(!button(*dialog, QStringLiteral("Apply"))->isEnabled());
    QVERIFY(dialog->verdict().contains(QStringLiteral("Switch mode")));
    QVERIFY(WindowFixture::visibleTexts(*dialog).contains(QStringLiteral("drains first")));
  }

  void anUndoIsRefusedWithBothValuesWhenTheFieldChangedSince() {
    openDemo();
    const QString node = firstNode();
    setTeam(node);
    QObject context;
    bool sent = false;
    m_fixture->bridge().patchNodeLabels(&context, node, {{"team", "beta", false}}, {}, false,
                                        [&](const Result<void>& done) { sent = done.has_value(); });
    QTRY_VERIFY(sent);
    QTRY_COMPARE(labelOf(node, "team"), std::string("beta"));
    QVERIFY(window().showPage(QStringLiteral("activity")));
    auto* page = window().findChild<ActivityPage*>();
    auto* table = page->findChild<DataTable*>();
    QTRY_COMPARE(table->model()->rowCount(), 2);
    // the value is seen in the cluster before its outcome stands in the journal, and only what has one can be undone
    QTRY_COMPARE(cell(*table, 1, 4), QStringLiteral("done"));
    table->setCurrentIndex(table->model()->index(1, 0));
    QTRY_VERIFY(button(*page, QStringLiteral("Undo"))->isEnabled());
    button(*page, QStringLiteral("Undo"))->click();
    QTRY_VERIFY(
        WindowFixture::visibleTexts(*page).contains(QStringLiteral("was set to \"alpha\", but is \"beta\" now")));
    QCOMPARE(labelOf(node, "team"), std::string("beta"));
  }

 private:
  ClusterView& window() { return *m_window; }
  void openDemo() {
    m_fixture = std::make_unique<WindowFixture>();
    m_window = &m_fixture->open();
    DemoOptions options;
    options.activity = false;
    m_fixture->bridge().open(std::make_unique<DemoSource>(options, m_clock));
    QVERIFY(m_fixture->bridge().waitForData(std::chrono::seconds(20)));
  }
  QString firstNode() { return QString::fromStdString(m_fixture->bridge().snapshot()->nodes.front()->name); }
  NodeEditDialog* edit(const QString& node) {
    window().showPage(QStringLiteral("node"), node);
    button(window(), QStringLiteral("Labels and taints…"))->click();
    auto* dialog = window().findChild<NodeEditDialog*>();
    // The node has been read when its labels stand in the lines.
    static_cast<void>(
        QTest::qWaitFor([dialog] { return dialog->findChildren<QLineEdit*>().size() >= 4; }, WindowFixture::kTimeout));
    return dialog;
  }
  /// team=alpha, as an operator writes it.
  void setTeam(const QString& node) {
    auto* dialog = edit(node);
    dialog->addLabel(QStringLiteral("team"), QStringLiteral("alpha"));
    ActionButton* apply = button(*dialog, QStringLiteral("Apply"));
    QTRY_VERIFY(apply->isEnabled());
    apply->click();
    QTRY_COMPARE(labelOf(node, "team"), std::string("alpha"));
  }
  std::string labelOf(const QString& node, const char* key) {
    const SnapshotPtr snapshot = m_fixture->bridge().snapshot();
    const auto index = snapshot->findNode(node.toStdString());
    if (!index) return "no node";
    const std::string* value = cardinal::find(snapshot->node(*index).raw->meta.labels, key);
    return value == nullptr ? std::string() : *value;
  }
  static QString cell(const DataTable& table, int row, int column) {
    return table.model()->index(row, column).data().toString();
  }

  SystemClock m_clock;
  std::unique_ptr<WindowFixture> m_fixture;
  ClusterView* m_window = nullptr;
};

}  // namespace

QTEST_MAIN(TstChanges)
#include "tst_changes.moc"
