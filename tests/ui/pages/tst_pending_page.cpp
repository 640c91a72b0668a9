// SPDX-License-Identifier: Apache-2.0
#include <QAbstractItemModelTester>
#include <QComboBox>
#include <set>
#include <utility>

#include "tests/ui/first_state.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/pending/pending_list.h"
#include "ui/pages/pending/pending_page.h"
#include "ui/pages/pending/pending_view.h"
#include "ui/pages/preview/preview_pane.h"
#include "ui/pages/preview/refusal_banner.h"
#include "ui/pages/shell/bars/top_bar.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/lists/reason_rows.h"
#include "ui/widgets/map/heatmap_view.h"

using namespace cardinal;
using namespace cardinal::test;
using namespace cardinal::ui;
using testing::ackNode;
using testing::pod;

namespace {

/// Fragmented memory, a cordoned node and one of another mode; two pods wait, one of them fits.
std::vector<ClusterDelta> waitingCluster() {
  testing::PodBuilder waits = pod("team-b", "waits");
  waits.gpuMem(12);
  waits.edit().scheduledReason = "Unschedulable";
  waits.edit().scheduledMessage = "0/4 nodes are available: 4 Insufficient GPU Memory in one device.";
  waits.edit().meta.created = 1'600'000'000;
  testing::PodBuilder fits = pod("team-b", "fits");
  fits.gpuMem(2);
  fits.edit().meta.created = 1'600'000'100;
  return {testing::replaceNodes({ackNode("node-a", "cgpu", 2, 16), ackNode("node-b", "cgpu", 2, 16),
                                 ackNode("node-c", "cgpu", 1, 16).cordoned(), ackNode("node-d", "default", 4, 0)}),
          testing::replacePods({pod("team-a", "one").gpuMem(6).v2(R"({"0":{"0":6}})").on("node-a"),
                                pod("team-a", "two").gpuMem(8).v2(R"({"0":{"1":8}})").on("node-a"),
                                pod("team-a", "three").gpuMem(9).v2(R"({"0":{"0":9}})").on("node-b"),
                                pod("team-a", "four").gpuMem(8).v2(R"({"0":{"1":8}})").on("node-b"), waits, fits})};
}

}  // namespace

class PendingPageTest : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    m_fixture = std::make_unique<WindowFixture>();
    m_fixture->script->first = waitingCluster();
  }
  void cleanup() { m_fixture.reset(); }

  void theSentenceComesFirstBesideTheSchedulersOwnWords() {
    openPage();
    const QString texts = WindowFixture::visibleTexts(*page());
    QVERIFY2(texts.contains(QStringLiteral("none has 12 GiB free alone")), qPrintable(texts));
    QVERIFY2(texts.contains(QStringLiteral("This is fragmentation, not lack of capacity.")), qPrintable(texts));
    QVERIFY2(texts.contains(QStringLiteral("4 Insufficient GPU Memory in one device")), qPrintable(texts));
  }

  void aStateThatIsExplainedIsNotExplainedAgain() {
    ClusterView& window = openPage();
    auto* explainer = window.findChild<PendingExplainer*>();
    QVERIFY(explainer != nullptr);
    QTRY_COMPARE(explainer->snapshot(), m_fixture->bridge().snapshot());
    const QSignalSpy states(&m_fixture->bridge(), &SnapshotBridge::snapshotChanged);
    const QSignalSpy reports(explainer, &PendingExplainer::reportChanged);
    m_fixture->script->tell({testing::upsert(pod("team-b", "another").gpuMem(1))});
    QTRY_VERIFY(states.count() > 0 && explainer->snapshot() == m_fixture->bridge().snapshot());
    QTest::qWait(500);
    QVERIFY(reports.count() > 0);
    QVERIFY2(reports.count() <= states.count(), qPrintable(QString::number(reports.count())));
  }

  void aGangThatIsNotWholeIsNamedBeforeTheNodes() {
    std::vector<testing::PodBuilder> pods;
    for (const char* name : {"g-0", "g-1"}) {
      testing::PodBuilder one = pod("team-b", name);
      one.gpuMem(2).annotation("gang.scheduling.koordinator.sh/name", "g");
      one.annotation("gang.scheduling.koordinator.sh/min-available", "3");
      one.edit().spec.schedulerName = "koord-scheduler";
      pods.push_back(one);
    }
    m_fixture->script->first = {testing::replaceNodes({ackNode("node-a", "cgpu", 1, 8)}), testing::replacePods(pods)};
    openPage();
    const auto isNamed = [this] {
      return WindowFixture::visibleTexts(*page()).contains(
          QStringLiteral("Koordinator, group g: 2 of its pods exist, and 3 must start together"));
    };
    QTRY_VERIFY(isNamed());
    QVERIFY(WindowFixture::visibleTexts(*page()).contains(QStringLiteral("By itself the pod fits on node-a")));
  }

  void gangsAndQueuesWithoutQuotaSayWhatWouldHelp() {
    m_fixture->script->first = clusterOf(CARDINAL_TEST_DATA "/queues/three-that-wait.yaml");
    ClusterView& window = openPage();
    const std::pair<const char*, const char*> sentences[] = {
        {"team-a/foundation-worker-0", "Ask for at most 1 pod"},
        {"team-a/finetune-worker-0", "End Job/pretrain in namespace team-a"},
        {"team-b/evaluate-0", "Wait until workloads that hold quota have ended"},
        {"visitors/trial-0", "Give ClusterQueue visitors a nominal quota higher by 1"}};
    for (const auto& [pod, words] : sentences) {
      QVERIFY2(window.showPage(QStringLiteral("pending"), QString::fromLatin1(pod)), pod);
      const auto isSaid = [this, words = QString::fromLatin1(words)] {
        return WindowFixture::visibleTexts(*page()).contains(words);
      };
      QTRY_VERIFY2(isSaid(), pod);
    }
  }

  void aLongMessageOfTheSchedulerIsShownToItsEnd() {
    testing::PodBuilder waits = pod("team-b", "waits");
    waits.gpuMem(12);
    waits.edit().meta.created = 1'600'000'000;
    std::string message = "0/61 nodes are available: ";
    for (int i = 0; i < 60; ++i)
      message += "1 node(s) had taint {team: t" + std::to_string(i) + "}, that the pod didn't tolerate, ";
    waits.edit().scheduledMessage = message + "7 Insufficient nvidia.com/gpu.";
    m_fixture->script->first = {testing::replaceNodes({ackNode("node-a", "cgpu", 1, 8)}),
                                testing::replacePods({waits})};
    openPage();
    QVERIFY(WindowFixture::visibleTexts(*page()).contains(QStringLiteral("7 Insufficient nvidia.com/gpu.")));
  }

  void everyPendingPodStandsInTheListOldestFirst() {
    openPage();
    auto* list = page()->findChild<PendingList*>();
    QCOMPARE(list->model()->rowCount(), 2);
    QCOMPARE(list->model()->index(0, 0).data().toString(), QStringLiteral("waits"));
    QCOMPARE(list->model()->index(0, 0).data(PendingListModel::CauseRole).toString(),
             QStringLiteral("GPU memory fragmented"));
    QCOMPARE(list->model()->index(1, 0).data(PendingListModel::CauseRole).toString(), QStringLiteral("fits now"));
  }

  void aPodThatFitsSaysWhereAndHasNoRemedies() {
    openPage();
    page()->findChild<PendingList*>()->setCurrentKey(QStringLiteral("team-b/fits"));
    const QString texts = WindowFixture::visibleTexts(*page());
    QVERIFY2(texts.contains(QStringLiteral("Fits now on 2 nodes")), qPrintable(texts));
    QVERIFY(!texts.contains(QStringLiteral("Remedies")));
  }

  void volumesOfWaitingPodsCountAndWhatIsNotKnownOfThemIsSaid() {
    const auto withClaim = [](const char* ns, const char* name) {
      testing::PodBuilder out = pod(ns, name);
      out.gpuMem(2);
      out.edit().spec.hasBoundVolumes = true;
      out.edit().spec.claims = {"data"};
      return out;
    };
    m_fixture->script->first = {testing::replaceNodes({ackNode("node-a", "cgpu", 1, 16)}),
                                testing::replacePods({withClaim("bound", "elsewhere"), withClaim("gone", "without"),
                                                      withClaim("later", "open"), withClaim("secret", "unread")})};
    m_fixture->script->rules = [](const RulesQuestion& question) {
      NamespaceRules out;
      out.ns = question.ns;
      if (question.ns == "secret") return out;
      out.claims.emplace();
      out.volumes.emplace();
      RawClaim claim;
      claim.meta.key = {question.ns, "data"};
      if (question.ns == "bound") claim.volumeName = "pv";
      if (question.ns != "gone") out.claims->push_back(claim);
      RawVolume volume;
      volume.meta.key.name = "pv";
      volume.nodeAffinity.emplace();  // no term: of no node
      out.volumes->push_back(volume);
      return out;
    };
    ClusterView& window = openPage();
    const std::pair<const char*, const char*> said[] = {
        {"bound/elsewhere", "the volume pv of the pod cannot be used on this node"},
        {"gone/without", "there is no such PersistentVolumeClaim"},
        {"later/open", "A volume of it is not bound yet"},
        {"secret/unread", "Its volume claims and volumes could not be read"}};
    for (const auto& [key, words] : said) {
      QVERIFY2(window.showPage(QStringLiteral("pending"), QString::fromLatin1(key)), key);
      const auto isSaid = [this, words = QString::fromLatin1(words)] {
        return WindowFixture::visibleTexts(*page()).contains(words);
      };
      QTRY_VERIFY2(isSaid(), qPrintable(WindowFixture::visibleTexts(*page())));
      QVERIFY2(!WindowFixture::visibleTexts(*page()).contains(QStringLiteral("Fits now")), key);
      QVERIFY2(!WindowFixture::visibleTexts(*page()).contains(QStringLiteral("this kind of request")), key);
    }
  }

  void nobodyIsSaidToHaveANodeWhilePodsAreStillToCome() {
    m_fixture->script->first = {testing::replaceNodes({ackNode("node-a", "cgpu", 1, 16)})};
    m_fixture->script->firstPhase = ConnectionPhase::Loading;
    ClusterView& window = m_fixture->open();
    [&] { QTRY_VERIFY(!m_fixture->bridge().snapshot()->nodes.empty()); }();
    window.showPage(QStringLiteral("pending"));
    QTRY_VERIFY(WindowFixture::visibleTexts(*page()).contains(QStringLiteral("Loading the cluster")));
    m_fixture->script->connection(ConnectionPhase::Live);
    QTRY_VERIFY(WindowFixture::visibleTexts(*page()).contains(QStringLiteral("Nothing is pending")));
  }

  void whomTheSchedulerWouldEvictIsNamed() {
    testing::PodBuilder waits = pod("team-b", "waits");
    waits.gpuMem(12);
    waits.edit().spec.priority = 1000;
    testing::PodBuilder holds = pod("team-a", "holds");
    holds.gpuMem(12).v2(R"({"0":{"0":12}})").on("node-a");
    holds.edit().spec.priority = 10;
    m_fixture->script->first = {testing::replaceNodes({ackNode("node-a", "cgpu", 1, 16)}),
                                testing::replacePods({holds, waits})};
    openPage();
    QTRY_VERIFY(WindowFixture::visibleTexts(*page()).contains(
        QStringLiteral("The scheduler would evict 1 pod of lower priority on node-a.")));
    const QString texts = WindowFixture::visibleTexts(*page());
    QVERIFY2(texts.contains(QStringLiteral("team-a/holds (priority 10)")), qPrintable(texts));
    QVERIFY2(texts.contains(QStringLiteral("PodDisruptionBudgets were not read")), qPrintable(texts));
  }

  void thePodOnShowMayLeaveTheListWhileAnotherWaits() {
    openPage();
    auto* list = page()->findChild<PendingList*>();
    list->setCurrentKey(QStringLiteral("team-b/fits"));
    QTRY_VERIFY(WindowFixture::visibleTexts(*page()).contains(QStringLiteral("Fits now on 2 nodes")));
    m_fixture->script->tell(
        {testing::upsert(pod("team-b", "fits").gpuMem(2).v2(R"({"0":{"0":2}})").on("node-a").version("2"))});
    // the next answer waits some times as long as the last one took
    QTRY_COMPARE_WITH_TIMEOUT(list->model()->rowCount(), 1, WindowFixture::kTimeout);
    QTRY_VERIFY(WindowFixture::visibleTexts(*page()).contains(QStringLiteral("none has 12 GiB free alone")));
  }

  void remediesAreNamedAndAChangedRequestIsPreviewed() {
    ClusterView& window = openPage();
    QTRY_VERIFY(WindowFixture::visibleTexts(*page()).contains(QStringLiteral("Uncordon node-c")));
    const QString texts = WindowFixture::visibleTexts(*page());
    QVERIFY2(texts.contains(QStringLiteral("Ask for 10 GiB instead of 12 GiB")), qPrintable(texts));
    ActionButton* preview = button(QStringLiteral("Preview: Ask for 10 GiB instead of 12 GiB"));
    QVERIFY(preview);
    preview->click();
    QVERIFY(window.findChild<MapPage*>()->isVisible());
    QTRY_VERIFY(window.findChild<PreviewPane*>()->isVisible());
    QTRY_VERIFY(WindowFixture::visibleTexts(window).contains(QStringLiteral("node-a")));
  }

  void previewOpensThePlacementPreviewOfThePod() {
    ClusterView& window = openPage();
    button(QStringLiteral("Preview placement"))->click();
    QVERIFY(window.findChild<MapPage*>()->isVisible());
    QTRY_VERIFY(window.findChild<PreviewPane*>()->isVisible());
  }

  void showOnMapLaysTheRefusalsOverTheMapUntilItIsClosed() {
    ClusterView& window = openPage();
    button(QStringLiteral("Show on map"))->click();
    QVERIFY(window.findChild<MapPage*>()->isVisible());
    auto* banner = window.findChild<RefusalBanner*>();
    QVERIFY(banner->isVisible());
    QTRY_VERIFY(banner->scene().has_value());
    QCOMPARE(banner->scene()->refused.size(), std::size_t{4});
    QTRY_VERIFY(WindowFixture::visibleTexts(*banner).contains(QStringLiteral("4 of 4 nodes refuse it")));
    QTest::keyClick(&window, Qt::Key_Escape);
    QVERIFY(!banner->isVisible());
  }

  void aChosenReasonIsOutlinedAmongAllThatRefuse() {
    ClusterView& window = openPage();
    auto* reasons = page()->findChild<ReasonRows*>();
    reasons->setFocus();
    QTest::keyClick(reasons, Qt::Key_Space);
    QVERIFY(!reasons->chosen().isEmpty());
    const auto outlined = [this] {
      std::set<QString> nodes;
      for (const CardRef& card : page()->findChild<HeatmapView*>()->selection()) nodes.insert(card.node);
      return nodes;
    };
    QTRY_COMPARE(outlined(), std::set<QString>({QStringLiteral("node-a"), QStringLiteral("node-b")}));
    QVERIFY(WindowFixture::visibleTexts(*page()).contains(QStringLiteral("nodes: 2")));
    QTest::keyClick(reasons, Qt::Key_Space);
    QVERIFY(page()->findChild<HeatmapView*>()->selection().empty());
    QTest::keyClick(reasons, Qt::Key_Space);
    button(QStringLiteral("Show on map"))->click();
    auto* banner = window.findChild<RefusalBanner*>();
    QTRY_VERIFY(banner->scene().has_value());
    QCOMPARE(banner->scene()->refused.size(), std::size_t{4});
  }

  void anInvalidRequestWasEvaluatedNowhere() {
    testing::PodBuilder invalid = pod("team-b", "uneven");
    invalid.gpuMem(10).gpuCount(3);
    m_fixture->script->first = {
        testing::replaceNodes({ackNode("node-a", "cgpu", 4, 16), ackNode("node-b", "cgpu", 4, 16)}),
        testing::replacePods({invalid})};
    ClusterView& window = openPage();
    QTRY_VERIFY(WindowFixture::visibleTexts(*page()).contains(QStringLiteral("Not evaluated: the request is invalid")));
    button(QStringLiteral("Show on map"))->click();
    auto* banner = window.findChild<RefusalBanner*>();
    QTRY_VERIFY(banner->scene().has_value());
    QCOMPARE(banner->scene()->refused.size(), std::size_t{2});
  }

  void whatWaitsInOtherNamespacesIsOneClickAway() {
    ClusterView& window = openPage();

    auto* namespaces = window.findChild<TopBar*>()->findChild<QComboBox*>();
    QTRY_VERIFY(namespaces->findData(QStringLiteral("team-a")) > 0);
    emit namespaces->activated(namespaces->findData(QStringLiteral("team-a")));
    const auto says = [this](const char* words) {
      return WindowFixture::visibleTexts(*page()).contains(QString::fromUtf8(words));
    };
    QTRY_VERIFY(says("Nothing is pending in team-a"));
    QVERIFY(says("2 pods are pending in other namespaces."));
    button(QStringLiteral("Show all namespaces"))->click();
    QTRY_VERIFY(says("none has 12 GiB free alone"));
  }

  void theKeyboardReachesPodsReasonsAndNearestFits() {
    ClusterView& window = openPage();
    auto* list = page()->findChild<PendingList*>();
    QTRY_COMPARE(window.focusWidget(), static_cast<QWidget*>(list));
    QTest::keyClick(list, Qt::Key_Down);
    QCOMPARE(list->currentKey(), QStringLiteral("team-b/fits"));
    QTest::keyClick(list, Qt::Key_Up);
    DataTable* nearest = page()->findChild<PendingView*>()->findChild<DataTable*>();
    nearest->setFocus();
    QTest::keyClick(nearest, Qt::Key_Down);
    QTest::keyClick(nearest, Qt::Key_Return);
    QVERIFY(window.findChild<MapPage*>()->isVisible());
    QCOMPARE(window.findChild<MapPage*>()->view()->selection().size(), std::size_t{1});
  }

  void explanationsFollowTheCluster() {
    openPage();
    m_fixture->script->tell({testing::upsert(ackNode("node-e", "cgpu", 1, 16))});
    // the next answer waits some times as long as the last one took
    QTRY_VERIFY_WITH_TIMEOUT(
        WindowFixture::visibleTexts(*page()).contains(QStringLiteral("Fits now on node-e, card 0")),
        WindowFixture::kTimeout);
  }

  void nothingPendingIsSaid() {
    m_fixture->script->first = {testing::replaceNodes({ackNode("node-a", "cgpu", 2, 16)}), testing::replacePods({})};
    ClusterView& window = m_fixture->open();
    QTRY_COMPARE(m_fixture->bridge().snapshot()->nodes.size(), std::size_t{1});
    QVERIFY(window.showPage(QStringLiteral("pending")));
    QTRY_VERIFY(WindowFixture::visibleTexts(*page()).contains(QStringLiteral("Nothing is pending")));
  }

  void textOfTheClusterStaysPlain() {
    testing::PodBuilder hostile = pod("team-b", "hostile");
    hostile.gpuMem(40);
    hostile.edit().scheduledMessage = "<b>bold</b>\x07\xE2\x80\xAE evil";
    m_fixture->script->first = {testing::replaceNodes({ackNode("node-a", "cgpu", 2, 16)}),
                                testing::replacePods({hostile})};
    openPage();
    const QString texts = WindowFixture::visibleTexts(*page());
    QVERIFY(texts.contains(QStringLiteral("<b>bold</b>")));
    QVERIFY(!texts.contains(QChar(0x202E)));
    QVERIFY(!texts.contains(QChar(7)));
  }

  void theListModelKeepsItsContract() {
    openPage();
    auto* list = page()->findChild<PendingList*>();
    QAbstractItemModelTester tester(list->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    m_fixture->script->tell({testing::upsert(pod("team-c", "third").gpuMem(30))});
    QTRY_COMPARE_WITH_TIMEOUT(list->model()->rowCount(), 3, WindowFixture::kTimeout);
    static_cast<PendingListModel*>(list->model())->setOrder(PendingOrder::Reason);
    static_cast<PendingListModel*>(list->model())->setWords(QStringLiteral("third"));
    QCOMPARE(list->model()->rowCount(), 1);
  }

  void aPodThatDoesNotWaitIsRefused() {
    ClusterView& window = openPage();
    QVERIFY(!window.showPage(QStringLiteral("pending"), QStringLiteral("team-a/one")));
    QVERIFY(window.showPage(QStringLiteral("pending"), QStringLiteral("team-b/fits")));
  }

 private:
  ClusterView& openPage() {
    m_window = &m_fixture->open();
    [&] { QTRY_VERIFY(!m_fixture->bridge().snapshot()->unboundPods.empty()); }();
    m_window->showPage(QStringLiteral("pending"));
    [&] { QTRY_VERIFY(page()->findChild<PendingList*>()->model()->rowCount() > 0); }();
    [&] { QTRY_VERIFY(page()->findChild<PendingList*>()->isVisible()); }();
    return *m_window;
  }
  PendingPage* page() {
    for (QWidget* top : QApplication::topLevelWidgets()) {
      if (auto* found = top->findChild<PendingPage*>()) return found;
    }
    return nullptr;
  }
  /// A visible button by its text or accessible name.
  ActionButton* button(const QString& name) {
    for (ActionButton* one : page()->findChildren<ActionButton*>()) {
      if (one->isVisible() && (one->text() == name || one->accessibleName() == name)) return one;
    }
    return nullptr;
  }

  std::unique_ptr<WindowFixture> m_fixture;
  ClusterView* m_window = nullptr;
};

QTEST_MAIN(PendingPageTest)
#include "tst_pending_page.moc"
