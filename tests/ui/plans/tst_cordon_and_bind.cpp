// SPDX-License-Identifier: Apache-2.0
#include <QAction>
#include <QLineEdit>
#include <QPushButton>
#include <QtTest>

#include "core/manifest/read/read_manifest.h"
#include "tests/ui/plan_stage.h"
#include "tests/ui/window_fixture.h"
#include "ui/pages/activity/activity_page.h"
#include "ui/pages/common/node_actions.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/details/node_page.h"
#include "ui/pages/details/selection_pane.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/plans/cordon/cordon_bar.h"
#include "ui/pages/plans/cordon/cordon_dialog.h"
#include "ui/pages/preview/bind_dialog.h"
#include "ui/widgets/lists/toast.h"
#include "ui/widgets/map/heatmap_view.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::PlanStage;

/// What takes one request, from the window, rehearsed on the demo cluster: cordon and uncordon, and a pod bound by
/// hand.
class tst_cordon_and_bind : public QObject {
  Q_OBJECT

  static constexpr int kTimeout = 60'000;
  std::unique_ptr<PlanStage> m_stage;

  static const char* walk() { return "sd-cluster-04"; }  // open source, empty

  QPushButton* button(const char* name) { return m_stage->part<QPushButton>(name); }
  bool isCordoned(const char* node) { return m_stage->isCordoned(node); }
  QPushButton* visibleButton(const QWidget* in, const char* words) {
    if (in == nullptr) return nullptr;
    for (QPushButton* one : in->findChildren<QPushButton*>()) {
      if (one->isVisible() && one->text() == QString::fromLatin1(words)) return one;
    }
    return nullptr;
  }
  CordonBar* bar() { return m_stage->window().findChild<CordonBar*>(); }
  QPushButton* barButton(const char* words) { return visibleButton(bar(), words); }
  QPushButton* toastButton(const char* words) {
    return visibleButton(m_stage->window().findChild<ToastStack*>(), words);
  }

  /// Creates a pod that no scheduler takes and previews it.
  void preview(const char* yaml) {
    auto manifest = parseManifest(yaml, "pod.yaml");
    m_stage->bridge().submit(&m_stage->window(), manifest->objects, QStringLiteral("default"), false,
                             [](const SubmitOutcome&) {});
    QTRY_VERIFY_WITH_TIMEOUT(m_stage->window().showPage(QStringLiteral("pending"), QStringLiteral("default/stuck")),
                             kTimeout);
    // every node is asked about every pod that waits
    QTRY_VERIFY_WITH_TIMEOUT(visibleButton(&m_stage->window(), "Preview placement"), kTimeout);
    visibleButton(&m_stage->window(), "Preview placement")->click();
    QTRY_VERIFY_WITH_TIMEOUT(bindButton()->isVisible(), kTimeout);
  }
  QPushButton* bindButton() { return m_stage->window().findChild<QPushButton*>(QStringLiteral("previewBind")); }
  /// Aims at the first candidate, and says which.
  QString aim() {
    auto* candidates = m_stage->window().findChild<DataTable*>(QStringLiteral("candidates"));
    static_cast<void>(QTest::qWaitFor([candidates] { return candidates->model()->rowCount() > 0; }, kTimeout));
    candidates->setCurrentIndex(candidates->model()->index(0, 0));
    const QString node = candidates->currentKey();
    emit candidates->keyActivated(node);
    return node;
  }

 private slots:
  void init() { m_stage = std::make_unique<PlanStage>(); }
  void cleanup() { m_stage.reset(); }

  void verbsOfNodesHaveKeys() {
    ClusterView& window = m_stage->openDemo();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QVERIFY(window.showPage(QStringLiteral("node"), QString::fromLatin1(walk())));
    QTest::keyClick(&window, Qt::Key_U);
    QTRY_VERIFY_WITH_TIMEOUT(barButton("Cordon now"), kTimeout);
    QVERIFY(test::WindowFixture::visibleTexts(*bar()).contains(QStringLiteral("Cordon sd-cluster-04 in ")));
    QTest::keyClick(barButton("Cancel"), Qt::Key_Escape);
    QTRY_VERIFY(!bar());
    QTest::keyClick(&window, Qt::Key_R);
    QTRY_VERIFY(window.findChild<PlanDialog*>());
    QVERIFY(window.findChild<PlanDialog*>()->windowTitle().contains(QStringLiteral("Drain")));
    window.findChild<PlanDialog*>()->reject();
    QTRY_VERIFY(!window.findChild<PlanDialog*>());
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QTest::keyClick(&window, Qt::Key_M);
    QTRY_VERIFY(window.findChild<PlanDialog*>());
    QVERIFY(window.findChild<PlanDialog*>()->windowTitle().contains(QStringLiteral("mode")));
  }

  void keysMeanWhatIsSeen() {
    ClusterView& window = m_stage->openDemo();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    for (const char* chosenOn : {"nodes", "card"}) {
      const bool isCard = std::string_view(chosenOn) == "card";
      const QString key = QString::fromLatin1(walk()) + (isCard ? QStringLiteral("/0") : QString());
      for (const char* page : {"workload", "pending", "ledger", "activity", "charts", "whatif"}) {
        QVERIFY(window.showPage(QString::fromLatin1(chosenOn), key));
        QVERIFY(window.showPage(QString::fromLatin1(page)));
        QTest::keyClick(&window, Qt::Key_U);
        QTest::keyClick(&window, Qt::Key_R);
        QTest::qWait(50);
        QVERIFY2(!bar(), page);
        QVERIFY2(!window.findChild<PlanDialog*>(), page);
      }
    }
    QVERIFY(window.showPage(QStringLiteral("nodes"), QString::fromLatin1(walk())));
    QVERIFY(window.showPage(QStringLiteral("nodes")));
    QTest::keyClick(&window, Qt::Key_U);
    QTRY_VERIFY_WITH_TIMEOUT(barButton("Cordon now"), kTimeout);
    QTest::keyClick(barButton("Cancel"), Qt::Key_Escape);
    QTRY_VERIFY(!bar());
  }

  void cordonShowsItsChangeAndDoesIt() {
    ClusterView& window = m_stage->openDemo();
    QVERIFY(window.showPage(QStringLiteral("node"), QString::fromLatin1(walk())));
    auto* actions = window.findChild<NodePage*>()->findChild<NodeActions*>();
    QVERIFY(actions && actions->isEnabled());
    actions->findChild<QAction*>(QStringLiteral("nodeCordon"))->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(barButton("Cordon now"), kTimeout);
    const QString shown = test::WindowFixture::visibleTexts(*bar());
    for (const char* words : {"Cordon sd-cluster-04 in ", "dry run passed", "spec.unschedulable: false → true",
                              "kubectl cordon sd-cluster-04"}) {
      QVERIFY2(shown.contains(QString::fromUtf8(words)), qPrintable(shown));
    }
    QVERIFY(!isCordoned(walk()));
    barButton("Cordon now")->click();
    QTRY_VERIFY_WITH_TIMEOUT(toastButton("Undo"), kTimeout);
    // it goes after some seconds unless the pointer is on it
    QEnterEvent reading(QPointF(1, 1), QPointF(1, 1), QPointF(1, 1));
    QCoreApplication::sendEvent(toastButton("Undo")->parentWidget(), &reading);
    QTRY_VERIFY_WITH_TIMEOUT(isCordoned(walk()), kTimeout);
    QTRY_VERIFY(!bar());
    QTRY_VERIFY(actions->findChild<QAction*>(QStringLiteral("nodeUncordon"))->isVisible());
    QVERIFY(toastButton("Undo"));
    toastButton("Undo")->click();
    QTRY_VERIFY_WITH_TIMEOUT(!isCordoned(walk()), kTimeout);
  }

  void aCordonIsWrittenWhenItsSecondsAreOverAndNotWhenItIsCancelled() {
    ClusterView& window = m_stage->openDemo();
    window.showPage(QStringLiteral("node"), QString::fromLatin1(walk()));
    auto* cordon = window.findChild<NodePage*>()->findChild<QAction*>(QStringLiteral("nodeCordon"));
    cordon->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(barButton("Cordon now"), kTimeout);
    QTRY_VERIFY2(barButton("Cancel") && barButton("Cancel")->hasFocus(), "the safe one has the focus");
    QTest::keyClick(barButton("Cancel"), Qt::Key_Escape);
    QTRY_VERIFY(!bar());
    QVERIFY2(!(*m_stage->bridge().writer().nodes->readNode(walk(), {}))->unschedulable,
             "cancelled, not written a moment later");
    cordon->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(isCordoned(walk()), kTimeout);
    const auto changes = m_stage->bridge().writer().nodes->readNode(walk(), {});
    QVERIFY((*changes)->unschedulable);
  }

  void aWaitingPodIsBoundByHandWithTheNodesNameTyped() {
    ClusterView& window = m_stage->openDemo();
    preview(
        "apiVersion: v1\nkind: Pod\nmetadata: {name: stuck}\nspec:\n  schedulerName: nobody\n  containers:\n    - "
        "name: c\n"
        "      image: i\n      resources: {limits: {nvidia.com/gpu: 1}}\n");
    QVERIFY2(bindButton()->toolTip().contains(QStringLiteral("Choose a node first")),
             qPrintable(bindButton()->toolTip()));
    const QString node = aim();
    QTRY_VERIFY2_WITH_TIMEOUT(bindButton()->isEnabled() && bindButton()->text().contains(node),
                              qPrintable(bindButton()->toolTip()), kTimeout);
    bindButton()->click();
    auto* dialog = window.findChild<BindDialog*>();
    QTRY_VERIFY_WITH_TIMEOUT(
        test::WindowFixture::visibleTexts(*dialog).contains(QStringLiteral("Server dry run passed")), kTimeout);
    QVERIFY(!button("bindApply")->isEnabled());
    m_stage->part<QLineEdit>("bindName")->setText(node);
    QTRY_VERIFY(button("bindApply")->isEnabled());
    button("bindApply")->click();
    QTRY_VERIFY_WITH_TIMEOUT(!window.findChild<BindDialog*>(), kTimeout);
    const auto runs = [&] {
      const auto& pods = m_stage->node(node.toStdString()).pods;
      return std::any_of(pods.begin(), pods.end(), [](const PodPtr& pod) { return pod->key().name == "stuck"; });
    };
    QTRY_VERIFY_WITH_TIMEOUT(runs(), kTimeout);
    window.showPage(QStringLiteral("activity"));
    const auto* activity = window.findChild<ActivityPage*>()->findChild<DataTable*>()->model();
    QTRY_COMPARE(activity->rowCount(), 2);  // created, bound
    const auto row = [activity] {
      QString text;
      for (int column = 0; column < activity->columnCount(); ++column)
        text += activity->index(0, column).data().toString() + u' ';
      return text;
    };
    QTRY_VERIFY2(row().contains(QStringLiteral("bind to a node")) && row().contains(QStringLiteral("absent → ") + node),
                 qPrintable(row()));
  }

  void aPodForSharedCardsIsNeverBoundAndHowItIsKeptIsShown() {
    ClusterView& window = m_stage->openDemo();
    preview(
        "apiVersion: v1\nkind: Pod\nmetadata: {name: stuck}\nspec:\n  schedulerName: nobody\n  containers:\n    - "
        "name: c\n"
        "      image: i\n      resources: {limits: {aliyun.com/gpu-mem: 1}}\n");
    const QString node = aim();
    QTRY_VERIFY2_WITH_TIMEOUT(
        bindButton()->isEnabled() && bindButton()->text() == QStringLiteral("Pin to %1…").arg(node),
        qPrintable(bindButton()->text()), kTimeout);
    bindButton()->click();
    auto* dialog = window.findChild<ConstraintDialog*>();
    QVERIFY(dialog && !window.findChild<BindDialog*>());
    QVERIFY(test::WindowFixture::visibleTexts(*dialog).contains(
        QStringLiteral("kubernetes.io/hostname: \"%1\"").arg(node)));
  }

  void moreThanTenNodesAskForTheContextsName() {
    ClusterView& window = m_stage->openDemo();
    QStringList many;
    std::set<CardRef> first;
    for (const NodePtr& node : m_stage->bridge().snapshot()->nodes) {
      if (!node->exists() || node->unschedulable() || node->cards.empty() || many.size() == 11) continue;
      many << QString::fromStdString(node->name);
      first.insert(CardRef{many.last(), 0});
    }
    QCOMPARE(many.size(), 11);
    window.showPage(QStringLiteral("map"));
    window.findChild<MapPage*>()->view()->select(first);
    auto* pane = window.findChild<SelectionPane*>();
    QTRY_VERIFY(pane->isVisible());
    pane->findChild<NodeActions*>()->findChild<QAction*>(QStringLiteral("nodeCordon"))->trigger();
    CordonDialog* dialog = nullptr;
    QTRY_VERIFY((dialog = window.findChild<CordonDialog*>()) && dialog->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->isLooking(), kTimeout);
    QVERIFY(!button("cordonApply")->isEnabled());
    m_stage->part<QLineEdit>("cordonName")->setText(QStringLiteral("demo"));
    QTRY_VERIFY(m_stage->isOffered("cordonApply"));
    button("cordonApply")->click();
    QTRY_VERIFY_WITH_TIMEOUT(isCordoned(qPrintable(many.last())), kTimeout);
    QTRY_VERIFY(!window.findChild<CordonDialog*>());
  }

  void severalNodesOfTheMapAreCordonedOneAfterTheOther() {
    m_stage->openDemo();
    auto* actions = m_stage->choose(QStringLiteral("sd-cluster-04"), QStringLiteral("sd-cluster-05"));
    QVERIFY(actions);
    QVERIFY2(actions->text().contains(QStringLiteral("2 nodes")), qPrintable(actions->text()));
    actions->findChild<QAction*>(QStringLiteral("nodeCordon"))->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(barButton("Cordon now"), kTimeout);
    QVERIFY(test::WindowFixture::visibleTexts(*bar()).contains(QStringLiteral("2 nodes")));
    barButton("Cordon now")->click();
    QTRY_VERIFY_WITH_TIMEOUT(isCordoned("sd-cluster-04") && isCordoned("sd-cluster-05"), kTimeout);
  }
};

QTEST_MAIN(tst_cordon_and_bind)
#include "tst_cordon_and_bind.moc"
