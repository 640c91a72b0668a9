// SPDX-License-Identifier: Apache-2.0
#include <QAction>
#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTemporaryDir>
#include <QtTest>

#include "core/manifest/read/read_manifest.h"
#include "tests/ui/plan_stage.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/activity/activity_page.h"
#include "ui/pages/plans/mode_rows.h"
#include "ui/pages/plans/plan_lines.h"
#include "ui/pages/plans/plan_spine.h"
#include "ui/pages/shell/bars/source_menu.h"
#include "ui/widgets/basic/banner.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::PlanStage;

namespace {

constexpr const char* kBarePod = R"(apiVersion: v1
kind: Pod
metadata: {name: bare, namespace: default}
spec:
  nodeSelector: {kubernetes.io/hostname: sd-cluster-04}
  tolerations: [{key: gpushare, operator: Equal, value: "true", effect: NoSchedule}]
  containers: [{name: c, image: i, resources: {limits: {aliyun.com/gpu-mem: 2}}}]
)";

}  // namespace

/// Drain and change of mode from the window, rehearsed on the demo cluster.
class tst_plans : public QObject {
  Q_OBJECT

  static constexpr int kTimeout = 60'000;
  std::unique_ptr<PlanStage> m_stage;

  static const char* edge() { return "cn-hangzhou.10.207.181.4"; }    // mode share, controlled pods
  static const char* batch() { return "cn-hangzhou.10.207.166.12"; }  // mode cgpu
  static const char* walk() { return "sd-cluster-04"; }               // open source, empty

  QString texts() { return test::WindowFixture::visibleTexts(*m_stage->dialog()); }
  bool says(const char* words) { return m_stage->dialog() && texts().contains(QString::fromUtf8(words)); }
  QPushButton* button(const char* name) { return m_stage->part<QPushButton>(name); }
  bool isOffered(const char* name) { return m_stage->isOffered(name); }
  void allowAll() {
    for (const char* name : {"evictLocalData", "evictBare"}) {
      if (auto* box = m_stage->part<QCheckBox>(name)) box->setChecked(true);
    }
  }
  void typeName(const QString& name) { m_stage->part<QLineEdit>("planName")->setText(name); }
  /// Opens the plan of a change of mode, allows what it asks for, and starts it.
  void startSwitch(ClusterView& window, const char* node, const char* target) {
    QVERIFY(window.openPlan(QStringLiteral("mode"), QString::fromLatin1(node), QString::fromLatin1(target)));
    QTRY_VERIFY_WITH_TIMEOUT(!m_stage->dialog()->isLooking(), kTimeout);
    allowAll();
    QTRY_VERIFY_WITH_TIMEOUT(says("Server dry run passed"), kTimeout);
    typeName(QString::fromLatin1(node));
    button("planStart")->click();
  }
  /// Confirms the plan on show and starts it, as far as a PodDisruptionBudget lets it.
  void startBlocked(const std::string& node) {
    QTRY_VERIFY_WITH_TIMEOUT(!m_stage->dialog()->isLooking(), kTimeout);
    allowAll();
    typeName(QString::fromStdString(node));
    QTRY_VERIFY_WITH_TIMEOUT(button("planStart")->isEnabled(), kTimeout);
    button("planStart")->click();
    QTRY_VERIFY_WITH_TIMEOUT(says("blocked by the PodDisruptionBudget"), kTimeout);
  }
  const std::string* label(const char* node, const char* key) {
    return find(m_stage->node(node).raw->meta.labels, key);
  }
  bool isCordoned(const char* node) { return m_stage->isCordoned(node); }
  /// A node of the speech team whose pods a budget holds.
  std::string heldNode() {
    const auto budgets = m_stage->bridge().writer().nodes->budgets({});
    const SnapshotPtr state = m_stage->bridge().snapshot();
    for (const RawDisruptionBudget& budget : *budgets) {
      if (budget.disruptionsAllowed > 0) continue;
      for (const NodePtr& node : state->nodes) {
        for (const PodPtr& pod : node->pods) {
          if (selects(budget, *pod->raw) && node->exists() && !node->unschedulable()) return node->name;
        }
      }
    }
    return {};
  }
  std::string targetOf(const std::string& node) {
    const std::string* mode = find(m_stage->node(node).raw->meta.labels, "ack.node.gpu.schedule");
    return mode ? "default" : "gpushare=false";
  }

  QList<const PlanLines*> podRows() {
    QList<const PlanLines*> out;
    for (const PlanLines* rows : m_stage->dialog()->findChildren<PlanLines*>()) {
      if (rows->isVisible()) out << rows;
    }
    return out;
  }

 private slots:
  void init() { m_stage = std::make_unique<PlanStage>(); }
  void cleanup() {
    m_stage->theme().setTextScale(1);
    m_stage.reset();
  }

  void drainTellsEveryPodsFateAndPlaceAndThenDoesIt() {
    ClusterView& window = m_stage->openDemo();
    QVERIFY(window.openPlan(QStringLiteral("drain"), QString::fromLatin1(edge())));
    QTRY_VERIFY_WITH_TIMEOUT(!m_stage->dialog()->isLooking(), kTimeout);
    allowAll();
    QTRY_VERIFY_WITH_TIMEOUT(says("Server dry run passed"), kTimeout);
    for (const PodPtr& pod : m_stage->node(edge()).pods) {
      if (isTerminal(*pod->raw)) continue;
      QTRY_VERIFY2(texts().contains(QString::fromStdString(pod->key().name)), pod->key().name.c_str());
    }
    QTRY_VERIFY2(says("stays: DaemonSet"), qPrintable(texts()));
    QTRY_VERIFY2(says("elsewhere now"), qPrintable(texts()));
    QVERIFY2(!button("planStart")->isEnabled(), "the name is not typed yet");
    QVERIFY2(says("possible until the last step") || says("Uncordons the node, as it was before."),
             qPrintable(texts()));
    QTRY_VERIFY2(m_stage->part<QLineEdit>("planName")->hasFocus(), "nobody searches for the field with the mouse");
    typeName(QString::fromLatin1(edge()));
    QVERIFY(button("planStart")->isEnabled());
    QVERIFY2(button("planStart")->text().startsWith(QStringLiteral("Evict ")), qPrintable(button("planStart")->text()));
    button("planStart")->click();
    QTRY_VERIFY_WITH_TIMEOUT(says(": done"), kTimeout);
    QTRY_VERIFY(says("The node stays cordoned until it is uncordoned."));
    QVERIFY2(!says("Uncordons the node, as it was before."), "nothing can be rolled back after the end");
    QTRY_VERIFY(isCordoned(edge()));
    const auto isEmpty = [this] {
      const auto& pods = m_stage->node(edge()).pods;
      return std::none_of(pods.begin(), pods.end(), [](const PodPtr& pod) { return holdsGpu(*pod->raw); });
    };
    QTRY_VERIFY(isEmpty());
    QVERIFY2(!m_stage->dialog()->windowTitle().contains(u'?'), "nothing is asked any more");
    QVERIFY(isOffered("planUncordon") && isOffered("planMode"));
    button("planUncordon")->click();
    QTRY_VERIFY(m_stage->dialog() == nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(!isCordoned(edge()), kTimeout);
  }

  void largeTextsLeaveTheModesAndThePodsReadable() {
    ClusterView& window = m_stage->openDemo();
    window.resize(1600, 1000);
    m_stage->theme().setTextScale(2);
    QVERIFY(window.openPlan(QStringLiteral("mode"), QString::fromLatin1(edge())));
    const auto fits = [this](const QWidget* part) {
      const auto* area = m_stage->dialog()->findChild<QScrollArea*>()->viewport();
      return part->mapTo(area->parentWidget(), QPoint(part->width(), 0)).x() <= area->width() + 1;
    };
    QTest::qWait(20);
    const auto* modes = m_stage->dialog()->findChild<ModeRows*>();
    QTRY_VERIFY(fits(modes));
    QTRY_VERIFY2(modes->width() > m_stage->dialog()->width() * 3 / 4,
                 "until a mode is chosen the choices have the whole dialog");
    m_stage->dialog()->close();
    QVERIFY(window.openPlan(QStringLiteral("drain"), QString::fromLatin1(edge())));
    QTRY_VERIFY_WITH_TIMEOUT(!m_stage->dialog()->isLooking(), kTimeout);
    QTRY_VERIFY(!podRows().isEmpty());
    for (const PlanLines* rows : podRows()) {
      QTRY_COMPARE(rows->height(), rows->heightForWidth(rows->width()));
      QTRY_VERIFY(fits(rows));
    }
    m_stage->theme().setTextScale(1);
  }

  void aDrainNeedsTheRightToEvictInTheNamespaceOfEachPod() {
    m_stage->openDemo();
    std::string ns;
    for (const PodPtr& pod : m_stage->node(edge()).pods) {
      if (holdsGpu(*pod->raw) && !isTerminal(*pod->raw) && !isDaemonPod(*pod->raw)) ns = pod->key().ns;
    }
    QVERIFY(!ns.empty());
    const auto drained = [this](const std::string& denied) {
      Rights rights;
      rights.note(Feature::EvictPods, denied, Permission::Denied);
      QVERIFY(m_stage->openRestricted(rights).openPlan(QStringLiteral("drain"), QString::fromLatin1(edge())));
      QTRY_VERIFY_WITH_TIMEOUT(!m_stage->dialog()->isLooking(), kTimeout);
      allowAll();
      QTRY_VERIFY_WITH_TIMEOUT(says("Server dry run passed"), kTimeout);
      typeName(QString::fromLatin1(edge()));
    };
    drained("of-nobody-here");
    QVERIFY(button("planStart")->isEnabled());
    drained(ns);
    QVERIFY(!button("planStart")->isEnabled());
    QVERIFY2(button("planStart")->toolTip().contains(QStringLiteral("create pods/eviction")),
             qPrintable(button("planStart")->toolTip()));
    QVERIFY(button("planStart")->toolTip().contains(QString::fromStdString(ns)));
  }

  void podsThatNothingMakesAgainStopTheDrainUntilTheyAreAllowed() {
    ClusterView& window = m_stage->openDemo();
    const auto manifest = parseManifest(kBarePod, "bare.yaml");
    QVERIFY(manifest.has_value());
    QObject context;
    m_stage->bridge().submit(&context, manifest->objects, QStringLiteral("default"), false,
                             [](const SubmitOutcome&) {});
    QTRY_VERIFY_WITH_TIMEOUT(!m_stage->node(walk()).pods.empty(), kTimeout);
    QVERIFY(window.openPlan(QStringLiteral("drain"), QString::fromLatin1(walk())));
    QTRY_VERIFY_WITH_TIMEOUT(says("Some pods block this"), kTimeout);
    typeName(QString::fromLatin1(walk()));
    QVERIFY(!button("planStart")->isEnabled());
    QTRY_VERIFY(says("no controller recreates it"));
    QTRY_VERIFY2(says("is not recreated"), "nor does it land anywhere");
    allowAll();
    QTRY_VERIFY_WITH_TIMEOUT(button("planStart")->isEnabled(), kTimeout);
  }

  void aSwitchOfModeIsShownWholeAndReachesItsEnd() {
    ClusterView& window = m_stage->openDemo();
    QVERIFY(window.openPlan(QStringLiteral("mode"), QString::fromLatin1(edge())));
    auto* rows = m_stage->dialog()->findChild<ModeRows*>();
    const QString offered = test::WindowFixture::visibleTexts(*rows);
    QVERIFY2(offered.contains(QStringLiteral("MIG")), "refused modes say why");
    QVERIFY2(!button("planStart")->isEnabled(), "no mode is chosen");
    QVERIFY(m_stage->dialog()->chooseTarget(*parseSwitchTarget("topology")));
    QTRY_VERIFY_WITH_TIMEOUT(!m_stage->dialog()->isLooking(), kTimeout);
    allowAll();
    QTRY_VERIFY_WITH_TIMEOUT(says("Server dry run passed"), kTimeout);
    QTRY_VERIFY2(says("- ack.node.gpu.schedule: share"), qPrintable(texts()));
    QTRY_VERIFY(says("+ ack.node.gpu.schedule: topology"));
    QTRY_VERIFY(says("Deleting this label does not restore exclusive scheduling"));
    QTRY_VERIFY(says("kubectl label node"));
    typeName(QString::fromLatin1(edge()));
    button("planStart")->click();
    QTRY_VERIFY_WITH_TIMEOUT(says(": done"), kTimeout);
    QTRY_COMPARE(*label(edge(), "ack.node.gpu.schedule"), std::string("topology"));
    QTRY_VERIFY2(!isCordoned(edge()), "it was open before");
    QTRY_COMPARE(m_stage->node(edge()).gpu.mode, GpuMode::Topology);
  }

  void aPlanIsNotStartedForAValueThatItsFieldHasNoMore() {
    ClusterView& window = m_stage->openDemo();
    QVERIFY(window.openPlan(QStringLiteral("mode"), QStringLiteral("trial-mig-1"),
                            QStringLiteral("nvidia.com/mig.config=nonsense")));
    QTRY_VERIFY_WITH_TIMEOUT(!m_stage->dialog()->isLooking(), kTimeout);
    allowAll();
    QTRY_VERIFY_WITH_TIMEOUT(says("Server dry run passed"), kTimeout);
    typeName(QStringLiteral("trial-mig-1"));
    QTRY_VERIFY2(button("planStart")->isEnabled(), qPrintable(button("planStart")->toolTip()));
    auto* field = m_stage->part<QLineEdit>("switchValue-nvidia.com/mig.config");
    field->setText(QStringLiteral("all-1g.10gb"));
    QVERIFY2(!button("planStart")->isEnabled(), "the plan is for another configuration");
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(!m_stage->dialog()->isLooking(), kTimeout);
    QTRY_VERIFY2(says("+ nvidia.com/mig.config: all-1g.10gb"), qPrintable(texts()));
  }

  void aModeThatWasSwitchedIsSwitchedBackFromTheActivity() {
    QTemporaryDir folder;
    ClusterView& window = m_stage->openKept(folder.path().toStdString());
    startSwitch(window, edge(), "topology");
    QTRY_VERIFY_WITH_TIMEOUT(says(": done"), kTimeout);
    QTRY_VERIFY(!m_stage->dialog()->isRunning());
    m_stage->dialog()->reject();
    QTRY_VERIFY(window.showPage(QStringLiteral("activity"), QStringLiteral("Node/") + QString::fromLatin1(edge())));
    QPushButton* back = nullptr;
    for (QPushButton* one : window.findChild<ActivityPage*>()->findChildren<QPushButton*>()) {
      if (one->isVisible() && one->text() == QString::fromUtf8("Switch back to share…")) back = one;
    }
    QVERIFY2(back, qPrintable(test::WindowFixture::visibleTexts(window)));
    QVERIFY2(back->isEnabled(), qPrintable(back->toolTip()));
    back->click();
    QTRY_VERIFY(m_stage->dialog());
    QTRY_VERIFY_WITH_TIMEOUT(says("+ ack.node.gpu.schedule: share"), kTimeout);
  }

  void aModeThatEvictsIsMarkedAndOneThatEvictsNothingSaysSo() {
    m_stage->openDemo();
    const auto texts = [this](int gpuPods) {
      ModeRows rows(m_stage->theme());
      rows.setNodes({m_stage->node(edge()).raw}, gpuPods);
      rows.show();
      return test::WindowFixture::visibleTexts(rows);
    };
    QVERIFY2(texts(3).contains(QStringLiteral("requires evicting the GPU pods")), qPrintable(texts(3)));
    QVERIFY2(!texts(0).contains(QStringLiteral("requires evicting")), qPrintable(texts(0)));
    QVERIFY(texts(0).contains(QStringLiteral("no GPU pods to evict")));
    QVERIFY2(!texts(0).contains(QStringLiteral("(topology)")), "the row begins with the key");
  }

  void aPodWithoutAPlaceToGoToStandsFirst() {
    PlanPreflight preflight;
    preflight.preview.plan.node = "node-a";
    PlanStep evict;
    evict.code = StepCode::Evict;
    preflight.preview.plan.steps = {evict};
    for (const auto& [name, kind] :
         {std::pair("fits", EvictionTargetKind::Placed), std::pair("waits", EvictionTargetKind::WaitsForRoom),
          std::pair("ends", EvictionTargetKind::NotRemade)}) {
      PodVerdict verdict;
      verdict.pod = {"team", name};
      preflight.preview.pods.push_back(verdict);
      EvictionTarget target;
      target.pod = verdict.pod;
      target.kind = kind;
      target.node = "node-b";
      preflight.targets.push_back(target);
    }
    PlanSpine spine(m_stage->theme());
    spine.showPreflight(preflight);
    const QStringList lines = spine.findChild<PlanLines*>()->accessibleName().split(u'\n');
    QCOMPARE(lines.size(), 3);
    QVERIFY2(lines[0].startsWith(QStringLiteral("team/waits")), qPrintable(lines.join(u' ')));
    QVERIFY2(lines[1].startsWith(QStringLiteral("team/ends")), qPrintable(lines.join(u' ')));
    QVERIFY2(lines[2].startsWith(QStringLiteral("team/fits")), qPrintable(lines.join(u' ')));
  }

  void whereAPodIsNowStandsOnALineOfItsOwn() {
    PlanLines lines(m_stage->theme());
    PlanLines::Line line{QStringLiteral("train-0"), QStringLiteral("team"), QStringLiteral("evicted"),
                         QStringLiteral("predicted: e.g. node-a card 3-6"), StateRole::Ok};
    lines.setLines({line});
    const int before = lines.heightForWidth(300);
    line.now = QStringLiteral("now: node-a, card 3-6, as predicted");
    lines.setLines({line});
    QVERIFY(lines.heightForWidth(300) > before);
    QVERIFY(lines.accessibleName().contains(line.now));
  }

  void aBudgetHoldsTheSwitchAndRollingBackRestoresTheNode() {
    ClusterView& window = m_stage->openDemo();
    const std::string node = heldNode();
    QVERIFY2(!node.empty(), "the demo has a budget that allows nothing");
    const RawNode before = *m_stage->node(node).raw;
    QVERIFY(
        window.openPlan(QStringLiteral("mode"), QString::fromStdString(node), QString::fromStdString(targetOf(node))));
    QTRY_VERIFY_WITH_TIMEOUT(!m_stage->dialog()->isLooking(), kTimeout);
    allowAll();
    QTRY_VERIFY_WITH_TIMEOUT(says("blocked now by the PodDisruptionBudget"), kTimeout);
    typeName(QString::fromStdString(node));
    QTRY_VERIFY_WITH_TIMEOUT(button("planStart")->isEnabled(), kTimeout);
    button("planStart")->click();
    QTRY_VERIFY_WITH_TIMEOUT(says("blocked by the PodDisruptionBudget asr-stream"), kTimeout);
    QTRY_VERIFY2(says("predicted:"), qPrintable(texts()));
    m_stage->dialog()->reject();
    QVERIFY2(says("The plan is running. Stop it and close?"), "a running plan is not left by closing");
    button("planRollBack")->click();
    QTRY_VERIFY_WITH_TIMEOUT(says("rolled back"), kTimeout);
    QTRY_VERIFY(!m_stage->node(node).unschedulable());
    QTRY_COMPARE(m_stage->node(node).raw->meta.labels, before.meta.labels);
    QTRY_COMPARE(m_stage->node(node).raw->taints, before.taints);
  }

  void stoppingLeavesAChoiceAndContinuingGoesOn() {
    ClusterView& window = m_stage->openDemo();
    startSwitch(window, batch(), "default");
    QTRY_VERIFY_WITH_TIMEOUT(says("terminating") || says("waiting"), kTimeout);
    button("planStop")->click();
    QTRY_VERIFY_WITH_TIMEOUT(isOffered("planContinue"), kTimeout);
    QTRY_VERIFY(says("Stopped as asked"));
    QVERIFY(isOffered("planRollBack") && isOffered("planLeave"));
    QTRY_VERIFY(isCordoned(batch()));
    button("planContinue")->click();
    QTRY_VERIFY_WITH_TIMEOUT(says(": done"), kTimeout);
    QTRY_VERIFY(!isCordoned(batch()));
  }

  void aNodeThatMustBeAddedAgainIsWaitedForWhateverPeopleDo() {
    ClusterView& window = m_stage->openDemo();
    const std::string uid = m_stage->node(batch()).raw->meta.uid;
    startSwitch(window, batch(), "core_mem");
    QTRY_VERIFY_WITH_TIMEOUT(isOffered("rehearseRemoval"), kTimeout);
    QTRY_VERIFY2(says("kubectl delete node"), "it says what is to be done");
    QTRY_VERIFY2(says("You can go on working in the window"), qPrintable(texts()));
    QCOMPARE(*label(batch(), "ack.node.gpu.schedule"), std::string("cgpu"));
    button("rehearseRemoval")->click();
    QTRY_VERIFY_WITH_TIMEOUT(isOffered("rehearseFailure"), kTimeout);
    button("rehearseFailure")->click();
    QTest::qWait(1500);
    QVERIFY2(isOffered("rehearseReturn"), "a node that is not ready has not returned");
    button("rehearseReturn")->click();
    QTRY_VERIFY_WITH_TIMEOUT(says(": done"), kTimeout);
    QTRY_VERIFY(m_stage->node(batch()).raw->meta.uid != uid);
    QTRY_COMPARE(m_stage->node(batch()).gpu.mode, GpuMode::CoreMem);
  }

  void theLabelAloneNeedsTheNameAndNamesTheRisk() {
    ClusterView& window = m_stage->openDemo();
    const std::size_t pods = m_stage->node(edge()).pods.size();
    QVERIFY(window.openPlan(QStringLiteral("mode"), QString::fromLatin1(edge()), QStringLiteral("topology")));
    QTRY_VERIFY_WITH_TIMEOUT(button("labelOnly") && button("labelOnly")->isVisible(), kTimeout);
    QTRY_VERIFY2(says("cards may be overbooked"), qPrintable(texts()));
    QVERIFY(!button("labelOnly")->isEnabled());
    m_stage->part<QLineEdit>("labelOnlyName")->setText(QString::fromLatin1(edge()));
    button("labelOnly")->click();
    QTRY_VERIFY_WITH_TIMEOUT(says(": done"), kTimeout);
    QTRY_COMPARE(*label(edge(), "ack.node.gpu.schedule"), std::string("topology"));
    QCOMPARE(m_stage->node(edge()).pods.size(), pods);
    QVERIFY(!isCordoned(edge()));
  }

  void severalNodesAreSwitchedWithAStopBetweenThem() {
    m_stage->openDemo();
    auto* actions = m_stage->choose(QStringLiteral("sd-cluster-04"), QStringLiteral("sd-cluster-05"));
    QVERIFY(actions);
    actions->findChild<QAction*>(QStringLiteral("nodeDrain"))->trigger();
    QTRY_VERIFY(m_stage->dialog());
    QTRY_VERIFY_WITH_TIMEOUT(!m_stage->dialog()->isLooking(), kTimeout);
    allowAll();
    QTRY_VERIFY_WITH_TIMEOUT(says("Server dry run passed"), kTimeout);
    typeName(QStringLiteral("demo"));
    button("planStart")->click();
    QTRY_VERIFY_WITH_TIMEOUT(isOffered("planContinue"), kTimeout);
    QTRY_VERIFY(isCordoned("sd-cluster-04"));
    QVERIFY2(!isCordoned("sd-cluster-05"), "it waits for the operator");
    QTRY_VERIFY2(says("remaining"), qPrintable(texts()));
    button("planContinue")->click();
    QTRY_VERIFY_WITH_TIMEOUT(isCordoned("sd-cluster-05"), kTimeout);
    QTRY_VERIFY_WITH_TIMEOUT(!m_stage->dialog()->isRunning(), kTimeout);
  }

  void languageChangesWhileItIsOpen() {
    ClusterView& window = m_stage->openDemo();
    static const QRegularExpression han(QStringLiteral("\\p{Han}"));
    QVERIFY(window.openPlan(QStringLiteral("mode"), QString::fromLatin1(edge()), QStringLiteral("topology")));
    QTRY_VERIFY_WITH_TIMEOUT(!m_stage->dialog()->isLooking(), kTimeout);
    const QString english = texts();
    QVERIFY2(!english.contains(han), qPrintable(english));
    QVERIFY(m_stage->language().setCode(QStringLiteral("zh_CN")));
    QTRY_VERIFY(texts().contains(han));
    const QString chinese = texts();
    for (const QString& line : english.split(u'\n')) {
      // Sentences of this program change; names of the cluster stay.
      if (line.size() > 40 && line.contains(u' ') && !line.contains(u':') && !line.startsWith(u"kubectl"))
        QVERIFY2(!chinese.contains(line), qPrintable(line));
    }
    QVERIFY(m_stage->language().setCode(QStringLiteral("en")));
    QTRY_VERIFY(!texts().contains(han));
  }

  void aNodeThatVanishesCannotBeStartedOn() {
    ClusterView& window = m_stage->openDemo();
    QVERIFY(window.openPlan(QStringLiteral("drain"), QString::fromLatin1(edge())));
    QTRY_VERIFY_WITH_TIMEOUT(!m_stage->dialog()->isLooking(), kTimeout);
    QVERIFY(m_stage->people().removeNode(edge()).has_value());
    QTRY_VERIFY_WITH_TIMEOUT(says("is no longer in the cluster"), kTimeout);
    typeName(QString::fromLatin1(edge()));
    QVERIFY(!button("planStart")->isEnabled());
  }

  void whatSomeoneElseChangesIsLookedAtAgain() {
    ClusterView& window = m_stage->openDemo();
    QVERIFY(window.openPlan(QStringLiteral("mode"), QString::fromLatin1(edge()), QStringLiteral("topology")));
    QTRY_VERIFY_WITH_TIMEOUT(!m_stage->dialog()->isLooking(), kTimeout);
    NodePatch patch;
    patch.labels.push_back({"ack.node.gpu.schedule", "topology", false});
    QVERIFY(m_stage->bridge().writer().nodes->patchNode(edge(), patch, false, {}).has_value());
    QTRY_VERIFY_WITH_TIMEOUT(says("The node has this setting already"), kTimeout);
    QVERIFY(!button("planStart")->isEnabled());
  }

  void theWindowClosesOnceThePlanHasStopped() {
    ClusterView& window = m_stage->openDemo();
    const std::string node = heldNode();
    QVERIFY(
        window.openPlan(QStringLiteral("mode"), QString::fromStdString(node), QString::fromStdString(targetOf(node))));
    startBlocked(node);
    QVERIFY(!window.close());
    // asked by the dialog's own cross afterwards, only the dialog is meant
    m_stage->dialog()->reject();
    QVERIFY(says("Stop it and close?"));
    QVERIFY(!window.close());
    QVERIFY(says("Stop it and close the window?"));
    emit m_stage->part<Banner>("planVerdict")->actionTriggered();
    QTRY_VERIFY_WITH_TIMEOUT(!window.isVisible(), kTimeout);
  }

  void anUnfinishedPlanIsOfferedAndNeverContinuedUnasked() {
    QTemporaryDir folder;
    const std::string journal = folder.path().toStdString();
    ClusterView* window = &m_stage->openKept(journal);
    const std::string node = heldNode();
    QVERIFY(
        window->openPlan(QStringLiteral("mode"), QString::fromStdString(node), QString::fromStdString(targetOf(node))));
    startBlocked(node);
    QVERIFY2(!window->close(), "a plan is running: it asks first");
    QVERIFY(says("Stop it and close the window?"));
    m_stage->close();  // the session ends all the same

    const auto open = unfinishedPlans(JournalFile(journal).read().value().entries);
    QCOMPARE(open.size(), std::size_t{1});
    QVERIFY(open[0].stop.has_value());
    QCOMPARE(open[0].stop->code, StopCode::Cancelled);

    window = &m_stage->openKept(journal);
    Banner* offer = nullptr;
    const auto offered = [&] {
      for (Banner* one : window->findChildren<Banner*>()) {
        if (one->isVisible() &&
            test::WindowFixture::visibleTexts(*one).contains(QStringLiteral("A plan is not finished")))
          offer = one;
      }
      return offer != nullptr;
    };
    QTRY_VERIFY_WITH_TIMEOUT(offered(), kTimeout);
    const std::size_t lines = JournalFile(journal).read().value().entries.size();
    QTest::qWait(500);
    QCOMPARE(JournalFile(journal).read().value().entries.size(), lines);
    QVERIFY2(!m_stage->node(node).unschedulable(), "nothing was continued");
    emit offer->actionTriggered();
    QTRY_VERIFY(m_stage->dialog());
    QVERIFY(says("Nothing happens until you decide"));
    QVERIFY(isOffered("planContinue") && isOffered("planRollBack") && isOffered("planLeave"));
    button("planRollBack")->click();
    QTRY_VERIFY_WITH_TIMEOUT(says("rolled back"), kTimeout);
    // the last step says so a moment before the run ends, and closing a running plan asks
    QTRY_VERIFY_WITH_TIMEOUT(!m_stage->dialog()->isRunning(), kTimeout);
    QVERIFY(unfinishedPlans(JournalFile(journal).read().value().entries).empty());
    m_stage->dialog()->reject();
    QTRY_VERIFY(!offer->isVisible());
  }

  void anotherClusterIsNeverTouchedByAPlanThatBeganElsewhere() {
    QTemporaryDir folder;
    const std::string journal = folder.path().toStdString();
    ClusterView& window = m_stage->openKept(journal);
    const std::string node = heldNode();
    QVERIFY(window.openPlan(QStringLiteral("drain"), QString::fromStdString(node)));
    startBlocked(node);
    const std::size_t podsBefore = m_stage->node(node).pods.size();

    int opened = 0;
    SourceActions actions;
    actions.useMetrics = [&opened](const MetricsAddress&) -> Result<void> {
      ++opened;
      return {};
    };
    window.setSourceActions(actions);
    window.findChild<SourceMenu*>()->useMetrics({});
    QCOMPARE(opened, 0);
    QVERIFY2(says("Stop it and close?"), "whoever opens a cluster is asked about the plan first");

    // nodes and pods of the same names, and the drain would go on if it asked "the current cluster"
    m_stage->openAnother();
    QTRY_VERIFY_WITH_TIMEOUT(m_stage->bridge().snapshot()->findNode(node).has_value(), kTimeout);
    const auto open = unfinishedPlans(JournalFile(journal).read().value().entries);
    QCOMPARE(open.size(), std::size_t{1});
    QVERIFY(open[0].stop.has_value());
    QCOMPARE(open[0].stop->code, StopCode::Cancelled);
    QCOMPARE(open[0].plan.cluster, std::string("rehearsal"));
    QTest::qWait(500);
    QVERIFY2(!m_stage->node(node).unschedulable(), "the other cluster's node of that name");
    QTRY_VERIFY(m_stage->node(node).pods.size() >= podsBefore);
  }

  void twoPlansOnOneNodeAreRefused() {
    ClusterView& window = m_stage->openDemo();
    const std::string node = heldNode();
    QVERIFY(window.openPlan(QStringLiteral("drain"), QString::fromStdString(node)));
    startBlocked(node);
    PlanDialog* first = m_stage->dialog();
    QVERIFY(window.openPlan(QStringLiteral("drain"), QString::fromStdString(node)));
    PlanDialog* second = nullptr;
    for (auto* one : window.findChildren<PlanDialog*>()) second = one == first ? second : one;
    QVERIFY(second);
    QTRY_VERIFY_WITH_TIMEOUT(test::WindowFixture::visibleTexts(*second).contains(QStringLiteral("not finished")) ||
                                 test::WindowFixture::visibleTexts(*second).contains(QStringLiteral("unfinished")),
                             kTimeout);
    QVERIFY(!second->findChild<QPushButton*>(QStringLiteral("planStart"))->isEnabled());
  }
};

QTEST_MAIN(tst_plans)
#include "tst_plans.moc"
