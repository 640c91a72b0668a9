// SPDX-License-Identifier: Apache-2.0
#include <QSet>
#include <QSignalSpy>
#include <QTimer>
#include <QtTest>

#include "tests/ui/scripted_source.h"
#include "ui/bridge/write_lock.h"
#include "ui/session/preview/preview_controller.h"
#include "ui/session/preview/preview_scene.h"
#include "ui/widgets/map/heatmap_tip.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::leftAgain;
using cardinal::test::ScriptedSource;
using cardinal::test::smallCluster;
using cardinal::testing::ackNode;
using cardinal::testing::pod;
using cardinal::testing::upsert;
using Phase = PreviewController::Phase;

class tst_preview_controller : public QObject {
  Q_OBJECT

  SystemClock m_clock;
  std::shared_ptr<ScriptedSource::Script> m_script;
  std::unique_ptr<SnapshotBridge> m_bridge;
  std::unique_ptr<PreviewController> m_preview;

  static QByteArray yaml(std::int64_t memory, int replicas = 1) {
    WorkloadTemplate workload;
    workload.memory = memory;
    workload.replicas = replicas;
    return QByteArray::fromStdString(toYaml(workload));
  }
  /// Somebody else takes the node.
  void fill(const QString& node) { m_script->tell(cardinal::test::filled(node.toStdString())); }
  QString leadNode() const {
    const AllocationAnswer* answer = m_preview->leadingAnswer();
    if (!answer || answer->placements.empty()) return {};
    return QString::fromStdString(m_preview->snapshot()->node(answer->placements.front().place.node).name);
  }

 private slots:
  void init() {
    m_script = std::make_shared<ScriptedSource::Script>();
    m_script->first = smallCluster();
    m_bridge = std::make_unique<SnapshotBridge>(m_clock);
    m_preview = std::make_unique<PreviewController>(*m_bridge);
    m_bridge->open(std::make_unique<ScriptedSource>(m_script));
    m_bridge->writeLock().unlock();
    QTRY_VERIFY(m_bridge->isFresh());
    QTRY_COMPARE(m_bridge->snapshot()->nodes.size(), std::size_t{4});
  }
  void cleanup() {
    m_preview.reset();
    m_bridge.reset();
  }

  void answersATemplate() {
    QVERIFY(m_preview->start(yaml(8), QStringLiteral("app"), {}, true).has_value());
    QCOMPARE(m_preview->phase(), Phase::Computing);
    QTRY_COMPARE(m_preview->phase(), Phase::Ready);
    const AllocationAnswer& answer = *m_preview->answer();
    QCOMPARE(answer.candidates.size() + answer.rejections.size(), std::size_t{4});
    QVERIFY(!answer.placements.empty());
    QVERIFY(m_preview->submitRefusal().isEmpty());
    const std::optional<MapPreview> scene = m_preview->mapPreview();
    QVERIFY(scene.has_value());
    QCOMPARE(scene->ghosts.size(), std::size_t{1});
    QCOMPARE(scene->ghosts[0].label, QStringLiteral("+8"));
    QCOMPARE(scene->refused.size(), answer.rejections.size());
  }

  void badYamlLeavesARunningPreview() {
    QVERIFY(m_preview->start(yaml(8), QStringLiteral("app")).has_value());
    QTRY_COMPARE(m_preview->phase(), Phase::Ready);
    const Result<void> bad = m_preview->start("kind: [", QStringLiteral("broken.yaml"));
    QVERIFY(!bad.has_value());
    QCOMPARE(bad.error().code, ErrorCode::ParseFailed);
    QCOMPARE(m_preview->workload().name, QStringLiteral("app"));
    QCOMPARE(m_preview->phase(), Phase::Ready);
    QVERIFY(!m_preview->start("apiVersion: v1\nkind: Service\nmetadata: {name: s}\n", QStringLiteral("svc.yaml"))
                 .has_value());
  }

  void brokenRequestsSayWhy() {
    WorkloadTemplate workload;
    workload.memory = 7;
    workload.cards = 2;
    QVERIFY(m_preview->start(QByteArray::fromStdString(toYaml(workload)), QStringLiteral("odd")).has_value());
    QTRY_COMPARE(m_preview->phase(), Phase::Ready);
    QCOMPARE(m_preview->answer()->requestProblems.front().code, ErrorCode::NotDivisible);
    QVERIFY(!m_preview->submitRefusal().isEmpty());
    QVERIFY(!m_preview->mapPreview().has_value());
  }

  void anAimIsAnsweredBesideTheCluster() {
    QVERIFY(m_preview->start(yaml(8), QStringLiteral("app"), {QStringLiteral("node-b"), 1}, true).has_value());
    QTRY_COMPARE(m_preview->phase(), Phase::Ready);
    QCOMPARE(leadNode(), QStringLiteral("node-b"));
    QCOMPARE(m_preview->aimedAnswer()->placements.front().place.cards, std::vector<CardIndex>{1});
    QVERIFY(m_preview->answer()->candidates.size() >= 2);
    m_preview->setAim({QStringLiteral("node-d"), -1});
    QTRY_VERIFY(m_preview->aimedAnswer() != nullptr);
    QVERIFY(m_preview->aimedAnswer()->placements.empty());
    m_preview->setAim({});
    QVERIFY(m_preview->leadingAnswer() == m_preview->answer());
  }

  void pinningBindsTheScheduler() {
    m_script->tell(
        {upsert(ackNode("node-b", "cgpu", 2, 16, "spread").label("kubernetes.io/hostname", "node-b").version("2"))});
    QTRY_VERIFY(find(m_bridge->snapshot()->nodes[1]->raw->meta.labels, "kubernetes.io/hostname"));
    QVERIFY(m_preview->start(yaml(8), QStringLiteral("app"), {QStringLiteral("node-b"), -1}, true).has_value());
    QTRY_COMPARE(m_preview->phase(), Phase::Ready);
    QVERIFY(m_preview->answer()->candidates.size() >= 2);
    m_preview->setPinned(true);
    QTRY_COMPARE(m_preview->phase(), Phase::Ready);
    QCOMPARE(m_preview->answer()->candidates.size(), std::size_t{1});
    const ManifestObject& sent = m_preview->workload().objects.front();
    QVERIFY(QByteArray::fromStdString(sent.json).contains("kubernetes.io/hostname"));
    m_preview->setPinned(false);
    QTRY_COMPARE(m_preview->phase(), Phase::Ready);
    QVERIFY(m_preview->answer()->candidates.size() >= 2);
  }

  void theSamePlaceStaysFresh() {
    QVERIFY(m_preview->start(yaml(8), QStringLiteral("app")).has_value());
    QTRY_COMPARE(m_preview->phase(), Phase::Ready);
    const std::uint64_t before = m_preview->snapshot()->generation;
    m_script->tell({upsert(pod("team-z", "elsewhere").gpuMem(1))});
    QTRY_VERIFY(m_preview->snapshot()->generation > before);
    QCOMPARE(m_preview->phase(), Phase::Ready);
  }

  void anotherPlaceIsShownAndMarkedUntilItIsSeen() {
    QVERIFY(m_preview->start(yaml(8), QStringLiteral("app")).has_value());
    QTRY_COMPARE(m_preview->phase(), Phase::Ready);
    QVERIFY2(!m_preview->change(), "the first answer changes nothing");
    const QString promised = leadNode();
    fill(promised);
    QTRY_VERIFY(leadNode() != promised);
    QCOMPARE(m_preview->phase(), Phase::Ready);
    QVERIFY(m_preview->submitRefusal().isEmpty());
    QVERIFY(m_preview->change().has_value());
    QCOMPARE(m_preview->change()->before.places.front().node, promised);
    QCOMPARE(m_preview->change()->now.places.front().node, leadNode());
    QVERIFY2(m_preview->change()->lines().value(0).startsWith(QStringLiteral("Place: was ") + promised),
             qPrintable(m_preview->change()->lines().join(u'|')));
    // A renewal that says the same is nobody's look at it.
    const std::uint64_t before = m_preview->snapshot()->generation;
    m_script->tell({upsert(pod("team-z", "elsewhere").gpuMem(1))});
    QTRY_VERIFY(m_preview->snapshot()->generation > before);
    QVERIFY(m_preview->change().has_value());
    m_preview->acknowledge();
    QVERIFY(!m_preview->change());
  }

  void aPlaceThatComesBackIsNoChange() {
    QVERIFY(m_preview->start(yaml(8), QStringLiteral("app")).has_value());
    QTRY_COMPARE(m_preview->phase(), Phase::Ready);
    const QString promised = leadNode();
    fill(promised);
    QTRY_VERIFY(m_preview->change().has_value());
    m_script->tell(leftAgain());
    QTRY_COMPARE(leadNode(), promised);
    QVERIFY(!m_preview->change());
  }

  void anAimThatNoLongerFitsIsMarked() {
    QVERIFY(m_preview->start(yaml(8), QStringLiteral("app"), {QStringLiteral("node-b"), 1}, true).has_value());
    QTRY_COMPARE(m_preview->phase(), Phase::Ready);
    fill(QStringLiteral("node-b"));
    QTRY_VERIFY(m_preview->aimedAnswer()->placements.empty());
    QVERIFY(m_preview->change().has_value());
    QCOMPARE(m_preview->change()->lines(), QStringList{QStringLiteral("Place: was node-b, card 1")});
    QVERIFY2(m_preview->submitRefusal().isEmpty(), "an aim binds nobody");
    m_preview->setAim({});
    QVERIFY2(!m_preview->change(), "another question is compared with nothing");
  }

  void replicasThatNoLongerFitAreCounted() {
    QVERIFY(m_preview->start(yaml(16, 2), QStringLiteral("app")).has_value());
    QTRY_COMPARE(m_preview->phase(), Phase::Ready);
    QCOMPARE(m_preview->answer()->placements.size(), std::size_t{2});
    fill(QStringLiteral("node-b"));
    QTRY_VERIFY(m_preview->answer()->placements.size() < 2);
    QVERIFY(m_preview->change().has_value());
    QVERIFY2(m_preview->change()->lines().contains(QStringLiteral("Replicas that fit: were 2")),
             qPrintable(m_preview->change()->lines().join(u'|')));
  }

  /// The window goes to the map where somebody asks, and not for what is worked out aside.
  void aDomainThatIsFoundLaterIsNoQuestionOfTheUser() {
    QVERIFY(m_preview->start(yaml(8), QStringLiteral("app")).has_value());
    QTRY_COMPARE(m_preview->phase(), Phase::Ready);
    int asked = 0;
    connect(m_preview.get(), &PreviewController::asked, this, [&] { ++asked; });
    PreviewDomain domain;
    domain.name = QStringLiteral("rack=r0");
    domain.nodes = {"node-b"};
    m_preview->setDomains({domain});
    QTRY_COMPARE(m_preview->phase(), Phase::Ready);
    QCOMPARE(leadNode(), QStringLiteral("node-b"));
    QCOMPARE(asked, 0);
    const auto pods = m_preview->request().pod;
    m_script->tell({upsert(pod("team-z", "elsewhere").gpuMem(1))});
    const std::uint64_t before = m_preview->snapshot()->generation;
    QTRY_VERIFY(m_preview->snapshot()->generation > before);
    QCOMPARE(m_preview->request().pod, pods);
    m_preview->setAim({QStringLiteral("node-b"), 1});
    QCOMPARE(asked, 1);
  }

  /// The place moves to and fro every 50 ms: no answer of an older state comes back, and nothing bars submitting.
  void aClusterThatNeverRestsBarsNothing() {
    QVERIFY(m_preview->start(yaml(8), QStringLiteral("app")).has_value());
    QTRY_COMPARE(m_preview->phase(), Phase::Ready);
    const QString promised = leadNode();
    std::uint64_t last = m_preview->snapshot()->generation;
    int barred = 0;
    int older = 0;
    QSet<QString> places;
    connect(m_preview.get(), &PreviewController::changed, this, [&] {
      barred += m_preview->submitRefusal().isEmpty() ? 0 : 1;
      older += m_preview->snapshot()->generation < last ? 1 : 0;
      last = m_preview->snapshot()->generation;
      places.insert(leadNode());
    });
    int turn = 0;
    QTimer life;
    connect(&life, &QTimer::timeout, this,
            [&] { m_script->tell(turn++ % 4 < 2 ? cardinal::test::filled(promised.toStdString()) : leftAgain()); });
    life.start(50);
    QTRY_VERIFY_WITH_TIMEOUT(turn > 30 && places.size() > 1, 60'000);
    life.stop();
    QCOMPARE(barred, 0);
    QCOMPARE(older, 0);
    QVERIFY2(places.size() > 1, "the place moved");
    QTRY_COMPARE(m_preview->snapshot()->generation, m_bridge->snapshot()->generation);
  }

  void pausedItKeepsTheAnswerUntilItIsComputedAgain() {
    QVERIFY(m_preview->start(yaml(8), QStringLiteral("app")).has_value());
    QTRY_COMPARE(m_preview->phase(), Phase::Ready);
    const QString promised = leadNode();
    m_preview->setPaused(true);
    QVERIFY(m_preview->pausedAt() > 0);
    const std::uint64_t shown = m_preview->snapshot()->generation;
    m_script->tell({upsert(pod("team-z", "elsewhere").gpuMem(1))});
    QTRY_VERIFY(m_preview->newestSummary() && m_preview->newestState()->generation > shown);
    QCOMPARE(m_preview->phase(), Phase::Ready);
    QVERIFY(m_preview->submitRefusal().isEmpty());
    // The predicted node is filled by somebody else, card by card: the state between the two keeps the promise.
    fill(promised);
    QTRY_COMPARE(m_preview->phase(), Phase::Stale);
    QCOMPARE(leadNode(), promised);
    QVERIFY(!m_preview->change());
    QCOMPARE(m_preview->snapshot()->generation, shown);
    QVERIFY(!m_preview->submitRefusal().isEmpty());
    m_preview->recompute();
    QTRY_COMPARE(m_preview->phase(), Phase::Ready);
    QVERIFY(leadNode() != promised);
    QVERIFY2(m_preview->change(), "what the pause kept back is marked");
    QVERIFY2(m_preview->isPaused(), "computing again does not end the pause");
    QVERIFY(m_preview->submitRefusal().isEmpty());
  }

  void theEndOfAPauseShowsWhatItKeptBack() {
    QVERIFY(m_preview->start(yaml(8), QStringLiteral("app")).has_value());
    QTRY_COMPARE(m_preview->phase(), Phase::Ready);
    const QString promised = leadNode();
    m_preview->setPaused(true);
    fill(promised);
    QTRY_COMPARE(m_preview->phase(), Phase::Stale);
    m_preview->setPaused(false);
    QCOMPARE(m_preview->phase(), Phase::Ready);
    QVERIFY(leadNode() != promised);
    QVERIFY(m_preview->change().has_value());
    m_preview->setPaused(true);
    QVERIFY(m_preview->start(yaml(4), QStringLiteral("other")).has_value());
    QVERIFY2(!m_preview->isPaused(), "another workload is followed");
  }

  void aLostConnectionForbidsSubmitting() {
    QVERIFY(m_preview->start(yaml(8), QStringLiteral("app")).has_value());
    QTRY_COMPARE(m_preview->phase(), Phase::Ready);
    m_script->connection(ConnectionPhase::Reconnecting);
    QTRY_VERIFY(!m_preview->submitRefusal().isEmpty());
    m_script->connection(ConnectionPhase::Live);
    QTRY_VERIFY(m_preview->submitRefusal().isEmpty());
  }

  void whatIsSubmittedIsAllowedByItsOwnNamespace() {
    ConnectionState state;
    state.phase = ConnectionPhase::Live;
    state.rights = Rights("default");
    state.rights.note(Feature::CreatePods, "default", Permission::Allowed);
    state.rights.note(Feature::CreatePods, "closed", Permission::Denied);
    state.rights.note(Feature::BindPods, "closed", Permission::Denied);
    {
      const MutexLock lock(m_script->mutex);
      m_script->sink->onConnection(state);
    }
    QTRY_VERIFY(m_bridge->connection().rights.denied(Feature::CreatePods, "closed"));
    const auto pod = [](const char* ns) {
      ManifestObject object;
      object.apiVersion = "v1";
      object.kind = "Pod";
      object.key = {ns, "app"};
      return object;
    };
    QVERIFY(m_preview->writeRefusal({pod("")}).isEmpty());
    QVERIFY2(m_preview->writeRefusal({pod("other")}).isEmpty(), "not known is offered");
    QVERIFY(m_preview->writeRefusal({pod("default"), pod("closed")}).contains(QStringLiteral("create pods")));
    ManifestObject job = pod("closed");
    job.kind = "ReplicaSet";
    QVERIFY2(m_preview->writeRefusal({job}).isEmpty(), "creating pods is another right");
  }

  void aDragFollowsThePointerAndEnds() {
    QVERIFY(m_preview->beginDrag(yaml(8), QStringLiteral("app")).has_value());
    QVERIFY(m_preview->isDragging());
    m_preview->setAim({QStringLiteral("node-a"), -1});
    m_preview->setAim({QStringLiteral("node-b"), 0});
    QTRY_COMPARE(leadNode(), QStringLiteral("node-b"));
    QCOMPARE(m_preview->phase(), Phase::Ready);
    m_preview->endDrag();
    QVERIFY(!m_preview->isActive());
    QVERIFY(m_preview->start(yaml(8), QStringLiteral("app")).has_value());
    m_preview->endDrag();
    QVERIFY2(m_preview->isActive(), "only a drag is ended by its end");
  }

  void aWaitingPodCannotBeSubmitted() {
    m_preview->startPod(m_bridge->snapshot()->unboundPods.front());
    QTRY_COMPARE(m_preview->phase(), Phase::Ready);
    QVERIFY(m_preview->answer()->candidates.empty());
    QVERIFY(!m_preview->submitRefusal().isEmpty());
  }

  void replicasOnOneCardShareOneGhost() {
    m_script->tell({testing::replaceNodes({ackNode("only", "cgpu", 1, 16)}), testing::replacePods({})});
    QTRY_COMPARE(m_bridge->snapshot()->nodes.size(), std::size_t{1});
    QVERIFY(m_preview->start(yaml(4, 6), QStringLiteral("app")).has_value());
    QTRY_COMPARE(m_preview->phase(), Phase::Ready);
    QCOMPARE(m_preview->answer()->placements.size(), std::size_t{4});
    QVERIFY(m_preview->answer()->firstMiss.has_value());
    const auto scene = m_preview->mapPreview();
    QCOMPARE(scene->ghosts.size(), std::size_t{1});
    QCOMPARE(scene->ghosts[0].label, QStringLiteral("+16"));
  }

  void aScoreThatNobodyGivesIsNotShown() {
    const auto snapshot = m_bridge->snapshot();
    AllocationAnswer answer;
    for (const std::uint32_t node : {0U, 1U}) answer.candidates.emplace_back().node = NodeIndex{node};
    answer.placements.emplace_back().place = answer.candidates.front();
    const auto tipOfTheSecond = [&] {
      const MapPreview scene = makeMapPreview(answer, nullptr, {}, *snapshot, {});
      return nodeTip(*snapshot, NodeIndex{1}, &scene, PreviewIndex(scene, snapshot->nodes.size())).note;
    };
    QCOMPARE(tipOfTheSecond(), QStringLiteral("The workload fits here."));
    answer.candidates.front().score = 40;
    QCOMPARE(tipOfTheSecond(), QStringLiteral("The workload fits here; score 0 of 100."));
  }

  void aBusyClusterStillGetsAnAnswer() {
    QVERIFY(m_preview->start(yaml(1), QStringLiteral("app")).has_value());
    for (int i = 0; i < 30; ++i) {
      m_script->tell({upsert(pod("busy", "p" + std::to_string(i)).gpuMem(1))});
      QTest::qWait(10);
    }
    QTRY_COMPARE(m_preview->phase(), Phase::Ready);
  }

  /// Each answer comes with another state, so that none is of the state on show for long.
  void theOtherWorkloadsOfAFileTakeTurnsWhereStatesComeFasterThanAnswers() {
    const auto job = [](const char* name) -> QByteArray {
      return QByteArray("---\napiVersion: batch/v1\nkind: Job\nmetadata: {name: ") + name +
             "}\nspec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: i, resources: {limits: "
             "{aliyun.com/gpu-mem: 1}}}]}}}\n";
    };
    int states = 0;
    connect(m_preview.get(), &PreviewController::othersChanged, this, [&] {
      if (states >= 6) return;
      const SnapshotPtr before = m_bridge->snapshot();
      m_script->tell({upsert(pod("busy", "p" + std::to_string(states++)).gpuMem(1))});
      QTRY_VERIFY(m_bridge->snapshot() != before);
    });
    QVERIFY(m_preview->start(job("a") + job("b") + job("c"), QStringLiteral("three.yaml")).has_value());
    QTRY_COMPARE(states, 6);
    for (const std::size_t part : {std::size_t{1}, std::size_t{2}}) {
      QVERIFY(m_preview->partState(part) != nullptr);
      QCOMPARE(m_preview->partAnswers(part).size(), std::size_t{1});
    }
  }

  void anotherClusterEndsIt() {
    QVERIFY(m_preview->start(yaml(8), QStringLiteral("app")).has_value());
    auto other = std::make_shared<ScriptedSource::Script>();
    m_bridge->open(std::make_unique<ScriptedSource>(other));
    QVERIFY(!m_preview->isActive());
  }
};

QTEST_GUILESS_MAIN(tst_preview_controller)
#include "tst_preview_controller.moc"
