// SPDX-License-Identifier: Apache-2.0
#include <QSignalSpy>
#include <QThread>
#include <QtTest>

#include "core/alloc/engine/allocator.h"
#include "tests/ui/scripted_source.h"
#include "ui/bridge/snapshot_bridge.h"
#include "ui/bridge/work_pacer.h"
#include "ui/bridge/write_lock.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::ScriptedSource;
using cardinal::test::smallCluster;
using cardinal::testing::pod;
using cardinal::testing::upsert;

class tst_snapshot_bridge : public QObject {
  Q_OBJECT

  SystemClock m_clock;

  std::shared_ptr<ScriptedSource::Script> script() const {
    auto made = std::make_shared<ScriptedSource::Script>();
    made->first = smallCluster();
    return made;
  }

 private slots:
  void workThatTookLongRestsLonger() {
    WorkPacer pacer(4);
    QSignalSpy rested(&pacer, &WorkPacer::rested);
    pacer.begin();
    QThread::msleep(20);
    pacer.end();
    QElapsedTimer clock;
    clock.start();
    QVERIFY(pacer.isResting());
    QTRY_COMPARE(rested.count(), 1);
    QVERIFY2(clock.elapsed() >= 75, qPrintable(QString::number(clock.elapsed())));
    QVERIFY(!pacer.isResting());
    pacer.end();
    pacer.stop();
    QVERIFY(!pacer.isResting());
  }

  void isEmptyBeforeTheFirstWord() {
    SnapshotBridge bridge(m_clock);
    QVERIFY(!bridge.isOpen());
    QVERIFY(bridge.snapshot() != nullptr);
    QCOMPARE(bridge.snapshot()->firstCard.size(), std::size_t{1});
    QVERIFY(!bridge.isFresh());
    QCOMPARE(bridge.connection().phase, ConnectionPhase::Idle);
  }

  void deliversOnTheGuiThread() {
    SnapshotBridge bridge(m_clock);
    QThread* seenOn = nullptr;
    connect(&bridge, &SnapshotBridge::snapshotChanged, &bridge, [&seenOn] { seenOn = QThread::currentThread(); });
    bridge.open(std::make_unique<ScriptedSource>(script()));
    QTRY_COMPARE(bridge.snapshot()->nodes.size(), std::size_t{4});
    QCOMPARE(seenOn, thread());
    QTRY_VERIFY(bridge.isFresh());
  }

  void keepsOnlyTheNewestState() {
    auto source = script();
    SnapshotBridge bridge(m_clock);
    bridge.open(std::make_unique<ScriptedSource>(source));
    QTRY_COMPARE(bridge.snapshot()->nodes.size(), std::size_t{4});
    QSignalSpy spy(&bridge, &SnapshotBridge::snapshotChanged);
    // The GUI is busy while the cluster speaks: what it then sees is the newest state, not a queue of old ones.
    for (int i = 0; i < 40; ++i) {
      source->tell({upsert(pod("team-a", "burst-" + std::to_string(i)).gpuMem(1))});
      QThread::msleep(10);
    }
    QThread::msleep(250);
    QCoreApplication::processEvents();
    QCOMPARE(spy.count(), 1);
    // on a busy machine the last of them may be published later than that
    QTRY_COMPARE(bridge.snapshot()->unboundPods.size(), std::size_t{41});
  }

  void answersOnlyTheNewestQuestion() {
    SnapshotBridge bridge(m_clock);
    bridge.open(std::make_unique<ScriptedSource>(script()));
    QTRY_COMPARE(bridge.snapshot()->nodes.size(), std::size_t{4});
    QObject context;
    int first = 0;
    int second = 0;
    bridge.preview(&context, makeRequest(pod("p").gpuMem(2).raw()), [&](const AnswerPtr&) { ++first; });
    bridge.preview(&context, makeRequest(pod("p").gpuMem(4).raw()), [&](const AnswerPtr& answer) {
      ++second;
      QVERIFY(!answer->candidates.empty());
    });
    QTRY_COMPARE(second, 1);
    QCOMPARE(first, 0);
  }

  void forgetsAnswersForDeadContexts() {
    SnapshotBridge bridge(m_clock);
    bridge.open(std::make_unique<ScriptedSource>(script()));
    QTRY_COMPARE(bridge.snapshot()->nodes.size(), std::size_t{4});
    bool called = false;
    auto context = std::make_unique<QObject>();
    bridge.preview(context.get(), makeRequest(pod("p").gpuMem(2).raw()),
                   [&called](const AnswerPtr&) { called = true; });
    context.reset();
    QObject other;
    bool answered = false;
    bridge.preview(&other, makeRequest(pod("p").gpuMem(2).raw()), [&answered](const AnswerPtr&) { answered = true; });
    QTRY_VERIFY(answered);
    QVERIFY(!called);
  }

  void survivesBeingDestroyedWhileAsked() {
    QObject context;
    for (int i = 0; i < 5; ++i) {
      auto bridge = std::make_unique<SnapshotBridge>(m_clock);
      bridge->open(std::make_unique<ScriptedSource>(script()));
      bridge->preview(&context, makeRequest(pod("p").gpuMem(2).raw()), [](const AnswerPtr&) {});
      bridge.reset();
      QCoreApplication::processEvents();
    }
  }

  void anotherClusterReplacesEverything() {
    SnapshotBridge bridge(m_clock);
    bridge.open(std::make_unique<ScriptedSource>(script()));
    QTRY_COMPARE(bridge.snapshot()->nodes.size(), std::size_t{4});
    QObject context;
    bool late = false;
    bridge.preview(&context, makeRequest(pod("p").gpuMem(2).raw()), [&late](const AnswerPtr&) { late = true; });
    QSignalSpy changed(&bridge, &SnapshotBridge::sourceChanged);
    auto empty = std::make_shared<ScriptedSource::Script>();
    empty->info.name = "other";
    empty->first = {testing::replaceNodes({}), testing::replacePods({})};
    bridge.open(std::make_unique<ScriptedSource>(empty));
    QCOMPARE(changed.count(), 1);
    QVERIFY(bridge.snapshot()->nodes.empty());
    QCOMPARE(QString::fromStdString(bridge.info().name), QStringLiteral("other"));
    QTest::qWait(200);
    QVERIFY(!late);
    QVERIFY(bridge.snapshot()->nodes.empty());
  }

  void waitsForDataWithoutALoop() {
    SnapshotBridge bridge(m_clock);
    QSignalSpy spy(&bridge, &SnapshotBridge::snapshotChanged);
    bridge.open(std::make_unique<ScriptedSource>(script()));
    const Result<void> data = bridge.waitForData(std::chrono::seconds(10));
    QVERIFY2(data.has_value(), data ? "" : describe(data.error()).c_str());
    QCOMPARE(bridge.snapshot()->nodes.size(), std::size_t{4});
    QVERIFY(bridge.isFresh());
    QVERIFY(spy.count() >= 2);
  }

  void submitsAndPatches() {
    auto source = script();
    SnapshotBridge bridge(m_clock);
    bridge.open(std::make_unique<ScriptedSource>(source));
    QTRY_VERIFY(bridge.isFresh());
    ManifestObject object;
    object.kind = "Pod";
    object.key.name = "made";
    QObject context;
    std::optional<SubmitOutcome> outcome;
    bridge.submit(&context, {object}, QStringLiteral("default"), true, [&](const SubmitOutcome& o) { outcome = o; });
    QTRY_VERIFY(outcome.has_value());
    QVERIFY(!outcome->failure);
    QCOMPARE(source->dryRuns.load(), 1);
    QCOMPARE(source->creates.load(), 0);
    std::optional<bool> patched;
    bridge.writeLock().unlock();
    bridge.patchNodeLabels(&context, QStringLiteral("node-a"), {{"ack.node.gpu.placement", "spread", false}},
                           QStringLiteral("1"), false,
                           [&](const Result<void>& result) { patched = result.has_value(); });
    QTRY_VERIFY(patched.has_value());
    QVERIFY(*patched);
  }

  void aWriteThatEndsAfterTheSourceChangedIsBookedWhereItBegan() {
    auto source = script();
    source->createHangs = true;
    SnapshotBridge bridge(m_clock);
    bridge.open(std::make_unique<ScriptedSource>(source));
    QTRY_VERIFY(bridge.isFresh());
    bridge.writeLock().unlock();
    const ChangeSessionPtr first = bridge.session();
    const auto states = [](const ChangeSessionPtr& session) {
      std::vector<NoteState> found;
      const auto contents = session->contents();
      if (!contents) return found;
      for (const JournalEntry& entry : contents->entries) {
        if (entry.note) found.push_back(entry.note->state);
      }
      return found;
    };
    ManifestObject object;
    object.kind = "Pod";
    object.key.name = "made";
    QObject context;
    bridge.submit(&context, {object}, QStringLiteral("default"), false, [](const SubmitOutcome&) {});
    QTRY_COMPARE(source->creates.load(), 1);
    QCOMPARE(states(first), (std::vector<NoteState>{NoteState::Begun}));
    auto other = script();
    other->info.name = "other";
    bridge.open(std::make_unique<ScriptedSource>(other));
    source->createHangs = false;
    QTRY_COMPARE(states(first).size(), std::size_t{2});
    QVERIFY(states(first).back() != NoteState::Begun);
    QVERIFY(bridge.session() != first);
    QVERIFY(states(bridge.session()).empty());
  }
};

QTEST_GUILESS_MAIN(tst_snapshot_bridge)
#include "tst_snapshot_bridge.moc"
