// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "tests/ui/scripted_source.h"
#include "ui/session/preview/prediction_watch.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::ScriptedSource;
using cardinal::test::smallCluster;
using cardinal::testing::ackNode;
using cardinal::testing::pod;
using cardinal::testing::PodBuilder;
using cardinal::testing::upsert;
using Match = PredictionWatch::Match;
using Cause = PredictionWatch::Cause;

class tst_prediction_watch : public QObject {
  Q_OBJECT

  SystemClock m_clock;
  std::shared_ptr<ScriptedSource::Script> m_script;
  std::unique_ptr<SnapshotBridge> m_bridge;
  std::unique_ptr<PredictionWatch> m_watch;

  static CreatedObject deployment() {
    CreatedObject made;
    made.kind = "Deployment";
    made.key = {"default", "app"};
    return made;
  }
  static PredictedPlace place(const char* node, std::vector<CardIndex> cards, std::uint32_t tied = 1,
                              Certainty certainty = Certainty::Certain) {
    PredictedPlace made;
    made.node = QString::fromLatin1(node);
    made.cards = std::move(cards);
    made.tied = tied;
    made.certainty = certainty;
    return made;
  }
  /// A pod of the Deployment's ReplicaSet, on a node and card or waiting.
  static ClusterDelta replica(const char* suffix, const char* node = nullptr, int card = -1) {
    PodBuilder made = pod("default", std::string("app-7c9f-") + suffix);
    static int version = 1;
    made.gpuMem(4).version(std::to_string(++version));
    made.edit().meta.owners.push_back({"ReplicaSet", "app-7c9f", "uid", true});
    if (card >= 0) made.v2("{\"0\":{\"" + std::to_string(card) + "\":4}}");
    if (node) made.on(node);
    return upsert(made);
  }
  Prediction prediction(std::vector<PredictedPlace> places) const {
    Prediction made;
    made.places = std::move(places);
    return made;
  }

 private slots:
  void init() {
    m_script = std::make_shared<ScriptedSource::Script>();
    m_script->first = smallCluster();
    m_bridge = std::make_unique<SnapshotBridge>(m_clock);
    m_watch = std::make_unique<PredictionWatch>(*m_bridge);
    m_bridge->open(std::make_unique<ScriptedSource>(m_script));
    QTRY_COMPARE(m_bridge->snapshot()->nodes.size(), std::size_t{4});
  }
  void cleanup() {
    m_watch.reset();
    m_bridge.reset();
  }

  void waitsThenAgrees() {
    m_watch->start(deployment(), prediction({place("node-b", {0})}));
    QCOMPARE(m_watch->rows().size(), std::size_t{1});
    QCOMPARE(m_watch->rows()[0].match, Match::Waiting);
    QVERIFY(!m_watch->isComplete());
    m_script->tell({replica("x")});
    QTRY_VERIFY(!m_watch->rows()[0].pod.isEmpty());
    QCOMPARE(m_watch->rows()[0].match, Match::Waiting);
    m_script->tell({replica("x", "node-b")});
    QTRY_COMPARE(m_watch->rows()[0].match, Match::CardPending);
    m_script->tell({replica("x", "node-b", 0)});
    QTRY_COMPARE(m_watch->rows()[0].match, Match::Same);
    QVERIFY(m_watch->isComplete());
    QVERIFY(PredictionWatch::causeText(m_watch->rows()[0]).isEmpty());
  }

  void nothingHappensIsSaidAndTakenBackWithTheFirstPod() {
    m_watch->setTimeout(std::chrono::seconds(0));
    m_watch->start(deployment(), prediction({place("node-b", {0})}));
    QVERIFY(!m_watch->isSilent());
    QTRY_VERIFY(m_watch->isSilent());
    m_script->tell({replica("x")});
    QTRY_VERIFY2(!m_watch->isSilent(), "a pod that waits is a pod");
  }

  void podsThatAnOperatorMadeByOtherObjectsAreItsOwn() {
    CreatedObject set;
    set.kind = "JobSet";
    set.key = {"default", "set"};
    m_watch->start(set, prediction({place("node-b", {0})}));
    PodBuilder made = pod("default", "set-workers-0-0-x");
    made.gpuMem(4).label("jobset.sigs.k8s.io/jobset-name", "set").v2("{\"0\":{\"0\":4}}").on("node-b");
    made.edit().meta.owners.push_back({"Job", "set-workers-0", "uid", true});
    m_script->tell({upsert(made)});
    QTRY_COMPARE(m_watch->rows()[0].match, Match::Same);
  }

  void anotherCardNamesTheTie() {
    m_watch->start(deployment(), prediction({place("node-b", {0}, 2, Certainty::OneOf)}));
    m_script->tell({replica("x", "node-b", 1)});
    QTRY_COMPARE(m_watch->rows()[0].match, Match::OtherCard);
    QCOMPARE(m_watch->rows()[0].cause, Cause::TieBroken);
    QCOMPARE(m_watch->rows()[0].predicted.cards, std::vector<CardIndex>{0});
    QCOMPARE(m_watch->rows()[0].actualCards, std::vector<CardIndex>{1});
  }

  void anotherOfTheEqualPlacesIsAsPredicted() {
    PredictedPlace tied = place("node-b", {0}, 2, Certainty::Modelled);
    tied.equalNodes = {QStringLiteral("node-a"), QStringLiteral("node-b")};
    m_watch->start(deployment(), prediction({tied}));
    m_script->tell({replica("x", "node-a", 0)});
    QTRY_COMPARE(m_watch->rows()[0].match, Match::Equal);
    QVERIFY(m_watch->isComplete());
    QCOMPARE(PredictionWatch::matchText(m_watch->rows()[0]), QStringLiteral("one of 2 places that tied"));
    PredictedPlace card = place("node-a", {1}, 2, Certainty::OneOf);
    card.equalCards = {0, 1};
    m_watch->start(deployment(), prediction({card}));
    QCOMPARE(m_watch->rows()[0].match, Match::Equal);
    tied.equalNodes = {QStringLiteral("node-b"), QStringLiteral("node-c")};
    m_watch->start(deployment(), prediction({tied}));
    QCOMPARE(m_watch->rows()[0].match, Match::OtherNode);
  }

  void anotherNodeNamesTheCause() {
    Prediction aimed = prediction({place("node-b", {0})});
    aimed.aimedOnly = true;
    m_watch->start(deployment(), aimed);
    m_script->tell({replica("x", "node-a", 0)});
    QTRY_COMPARE(m_watch->rows()[0].match, Match::OtherNode);
    QCOMPARE(m_watch->rows()[0].cause, Cause::AimNotBinding);
    m_watch->start(deployment(), prediction({place("node-b", {0}, 1, Certainty::Modelled)}));
    QCOMPARE(m_watch->rows()[0].cause, Cause::ModelledScheduler);
    m_watch->start(deployment(), prediction({place("node-b", {0})}));
    QCOMPARE(m_watch->rows()[0].cause, Cause::Unknown);
  }

  void whoTookThePredictedPlaceMeanwhileIsNamed() {
    PredictedPlace promised = place("node-b", {0}, 1, Certainty::Modelled);
    promised.then = m_bridge->snapshot()->nodes[1];
    QCOMPARE(promised.then->name, std::string("node-b"));
    m_watch->start(deployment(), prediction({promised}));
    m_script->tell(
        {upsert(pod("team-z", "early").gpuMem(16).v2(R"({"0":{"0":16}})").on("node-b")), replica("x", "node-a", 0)});
    QTRY_COMPARE(m_watch->rows()[0].match, Match::OtherNode);
    QCOMPARE(m_watch->rows()[0].cause, Cause::PlaceTaken);
    QVERIFY(PredictionWatch::causeText(m_watch->rows()[0]).contains(QStringLiteral("team-z/early")));
  }

  void aPodOnAnotherCardTookNothing() {
    PredictedPlace promised = place("node-b", {0}, 1, Certainty::Modelled);
    promised.then = m_bridge->snapshot()->nodes[1];
    m_watch->start(deployment(), prediction({promised}));
    m_script->tell(
        {upsert(pod("team-z", "beside").gpuMem(16).v2(R"({"0":{"1":16}})").on("node-b")), replica("x", "node-a", 0)});
    QTRY_COMPARE(m_watch->rows()[0].match, Match::OtherNode);
    QCOMPARE(m_watch->rows()[0].cause, Cause::ModelledScheduler);
  }

  void aPredictedNodeThatWasCordonedMeanwhileIsAChange() {
    PredictedPlace promised = place("node-b", {0});
    promised.then = m_bridge->snapshot()->nodes[1];
    m_watch->start(deployment(), prediction({promised}));
    m_script->tell(
        {upsert(ackNode("node-b", "cgpu", 2, 16, "spread").cordoned().version("9")), replica("x", "node-a", 0)});
    QTRY_COMPARE(m_watch->rows()[0].match, Match::OtherNode);
    QCOMPARE(m_watch->rows()[0].cause, Cause::StateChanged);
  }

  void aPreviewThatChangedBeforeTheServersAnswerIsTheCause() {
    Prediction promised = prediction({place("node-b", {0}, 2, Certainty::OneOf)});
    promised.changed = PreviewChange{};
    m_watch->start(deployment(), promised);
    m_script->tell({replica("x", "node-a", 0)});
    QTRY_COMPARE(m_watch->rows()[0].match, Match::OtherNode);
    QCOMPARE(m_watch->rows()[0].cause, Cause::StateChanged);
  }

  void replicasAreMatchedWhicheverPodStandsThere() {
    m_watch->start(deployment(), prediction({place("node-a", {0}), place("node-b", {1})}));
    m_script->tell({replica("z", "node-a", 0), replica("a", "node-b", 1)});
    QTRY_VERIFY(m_watch->isComplete());
    for (const PredictionWatch::Row& row : m_watch->rows()) QCOMPARE(row.match, Match::Same);
  }

  void podsOfOthersAreNotCounted() {
    m_watch->start(deployment(), prediction({place("node-b", {0})}));
    PodBuilder other = pod("default", "app-two-7c9f-x");
    other.gpuMem(4).v2(R"({"0":{"0":4}})").edit().meta.owners.push_back({"ReplicaSet", "app-two-7c9f", "uid", true});
    PodBuilder elsewhere = pod("other", "app-7c9f-x");
    elsewhere.gpuMem(4).edit().meta.owners.push_back({"ReplicaSet", "app-7c9f", "uid", true});
    m_script->tell({upsert(other.on("node-b")), upsert(elsewhere.on("node-b"))});
    QTest::qWait(300);
    QCOMPARE(m_watch->rows()[0].match, Match::Waiting);
    QVERIFY(m_watch->rows()[0].pod.isEmpty());
  }

  void aReplicaWithoutPromiseIsNamed() {
    m_watch->start(deployment(), prediction({PredictedPlace{}}));
    m_script->tell({replica("x", "node-a", 0)});
    QTRY_COMPARE(m_watch->rows()[0].match, Match::NotPredicted);
    QCOMPARE(m_watch->rows()[0].cause, Cause::StateChanged);
  }
};

QTEST_GUILESS_MAIN(tst_prediction_watch)
#include "tst_prediction_watch.moc"
