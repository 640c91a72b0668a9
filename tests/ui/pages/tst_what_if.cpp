// SPDX-License-Identifier: Apache-2.0
// The what-if page: steps, states, figures, files, dialogs.
#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDropEvent>
#include <QMimeData>
#include <QSpinBox>

#include "core/model/extras/extra.h"
#include "core/service/demo_source.h"
#include "tests/ui/window_fixture.h"
#include "ui/i18n/changes/what_if_texts.h"
#include "ui/pages/common/text_dialog.h"
#include "ui/pages/plans/plan_dialog.h"
#include "ui/pages/templates/template_palette.h"
#include "ui/pages/whatif/changed_cards.h"
#include "ui/pages/whatif/defrag_dialog.h"
#include "ui/pages/whatif/figure_table.h"
#include "ui/pages/whatif/step_dialog.h"
#include "ui/pages/whatif/two_line_list.h"
#include "ui/pages/whatif/what_if_page.h"
#include "ui/session/what_if_key.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/map/heatmap_view.h"

using namespace cardinal;
using namespace cardinal::test;
using namespace cardinal::ui;
using testing::gpushareNode;
using testing::pod;

namespace {

testing::PodBuilder owned(const char* name, std::int64_t units, const char* node, int card) {
  testing::PodBuilder out = pod("team", name);
  out.gpuMem(units);
  out.edit().meta.owners.push_back({"ReplicaSet", "web-7c9f5d6b8", "u", true});
  return out.on(node).card(card);
}

std::vector<ClusterDelta> cluster() {
  return {testing::replaceNodes({gpushareNode("node-a", 2, 16), gpushareNode("node-b", 2, 16)}),
          testing::replacePods({owned("big", 10, "node-a", 0), owned("small", 4, "node-a", 1),
                                owned("other", 9, "node-b", 0), pod("team", "waits").gpuMem(16)})};
}

const QByteArray kWorkload = R"(apiVersion: batch/v1
kind: Job
metadata: {name: train}
spec: {parallelism: 2, template: {spec: {restartPolicy: Never, containers: [{name: m, image: x, resources: {limits: {aliyun.com/gpu-mem: 3}}}]}}}
)";

/// The PodDisruptionBudget of all pods of the small cluster.
ClusterDelta budgetThatAllows(std::int32_t disruptions) {
  RawDisruptionBudget budget;
  budget.meta.key = {"team", "keep"};
  budget.selectsNothing = false;
  budget.disruptionsAllowed = disruptions;
  ClusterDelta out;
  out.op = ClusterDelta::Op::ReplaceExtras;
  out.extraKind = ExtraKind::DisruptionBudget;
  out.extras.emplace_back(std::make_shared<const RawDisruptionBudget>(std::move(budget)));
  return out;
}

}  // namespace

class WhatIfTest : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    m_fixture = std::make_unique<WindowFixture>();
    m_fixture->script->first = cluster();
  }
  void cleanup() {
    m_fixture->theme().setTextScale(1);
    m_fixture.reset();
  }

  void stepsChangeTheMapAndTheFigures() {
    openPage();
    auto* map = page()->findChild<HeatmapView*>();
    page()->session().add({DrainNode{"node-a", false}, AddNodes{"node-b", 1}});
    QTRY_VERIFY(page()->session().result() && page()->session().result()->steps.size() == 2);
    const auto changed = changedCards(*page()->session().base(), *page()->session().latest());
    QVERIFY2(changed.count(CardRef{QStringLiteral("node-b-new-1"), 0}) == 1, "a new node's cards are marked");
    QVERIFY2(changed.count(CardRef{QStringLiteral("node-a"), 0}) == 1, "what a drain emptied is marked");
    QVERIFY(map->isVisible());
    const QString texts = WindowFixture::visibleTexts(*page());
    QVERIFY2(texts.contains(QStringLiteral("After A")), qPrintable(texts));
    QVERIFY2(texts.contains(QStringLiteral("Whole free cards")), qPrintable(texts));
    QCOMPARE(steps()->model()->rowCount(), 2);
    QCOMPARE(steps()->model()->index(0, 0).data(TwoLineModel::WordsRole).toString(), QStringLiteral("2 placed"));
    QCOMPARE(m_fixture->bridge().snapshot()->nodes.size(), std::size_t{2});
    QCOMPARE(m_fixture->script->creates.load(), 0);
  }

  void aPageOverAClusterThatIsThereAlreadyShowsItsFigures() {
    openPage();
    // Another window on the same cluster, to which no news come.
    ClusterView second(m_fixture->theme(), m_fixture->language(), m_fixture->bridge(), WindowSettings());
    second.resize(1280, 800);
    second.show();
    QVERIFY(second.showPage(QStringLiteral("whatif")));
    auto* later = second.findChild<WhatIfPage*>();
    QTRY_VERIFY(later->session().result());
    QTRY_VERIFY(WindowFixture::visibleTexts(*later).contains(QStringLiteral("Whole free cards")));
  }

  void largeTextsLeaveTheResultsOnThePage() {
    openPage();
    page()->session().add(DrainNode{"node-a", false});
    QTRY_VERIFY(page()->session().result());
    m_fixture->theme().setTextScale(2);
    QTest::qWait(20);
    const auto* figures = page()->findChild<FigureTable*>();
    const auto right = [&] { return figures->mapTo(page(), QPoint(figures->width(), 0)).x(); };
    QTRY_VERIFY2(right() <= page()->width(), qPrintable(QStringLiteral("%1 > %2").arg(right()).arg(page()->width())));
  }

  void podsOfTheChosenStepAreListed() {
    openPage();
    page()->session().add(DrainNode{"node-a", false});
    QTRY_VERIFY(page()->session().result() && !page()->session().result()->steps.empty());
    steps()->setCurrentRow(0);
    const QAbstractItemModel* pods = this->pods()->model();
    QCOMPARE(pods->rowCount(), 2);
    QVERIFY2(pods->index(0, 0).data(TwoLineModel::WordsRole).toString().contains(QStringLiteral("on node-b, card")),
             qPrintable(pods->index(0, 0).data(TwoLineModel::WordsRole).toString()));
  }

  void theStateIsKeptUntilItIsTakenAnew() {
    openPage();
    page()->session().add(AddNodes{"node-a", 1});
    QTRY_VERIFY(page()->session().result());
    m_fixture->script->tell({testing::upsert(gpushareNode("node-c", 1, 16))});
    QTRY_COMPARE(m_fixture->bridge().snapshot()->nodes.size(), std::size_t{3});
    QVERIFY(page()->session().isOutdated());
    QTRY_VERIFY(WindowFixture::visibleTexts(*page()).contains(QStringLiteral("The cluster has changed since")));
    QCOMPARE(page()->session().base()->nodes.size(), std::size_t{2});
    page()->session().takeState();
    QTRY_VERIFY(page()->session().result());
    QCOMPARE(page()->session().result()->after->nodes.size(), std::size_t{4});
  }

  void withoutStepsThePresentStateIsTaken() {
    openPage();
    QTRY_VERIFY(page()->session().result());
    m_fixture->script->tell({testing::upsert(gpushareNode("node-c", 1, 16))});
    QTRY_COMPARE(page()->session().base()->nodes.size(), std::size_t{3});
    QVERIFY(!page()->session().isOutdated());
    page()->hide();
    m_fixture->script->tell({testing::upsert(gpushareNode("node-d", 1, 16))});
    QTRY_COMPARE(m_fixture->bridge().snapshot()->nodes.size(), std::size_t{4});
    QCOMPARE(page()->session().base()->nodes.size(), std::size_t{3});
    page()->show();
    QTRY_COMPARE(page()->session().base()->nodes.size(), std::size_t{4});
    QVERIFY(!WindowFixture::visibleTexts(*page()).contains(QStringLiteral("The cluster has changed since")));
  }

  void twoScenariosStandBesideEachOther() {
    openPage();
    page()->session().add(AddNodes{"node-a", 1});
    page()->session().choose(1);
    page()->session().add(AddNodes{"node-a", 2});
    QTRY_VERIFY(page()->session().result(0) && page()->session().result(1));
    QTRY_VERIFY(WindowFixture::visibleTexts(*page()).contains(QStringLiteral("After B")));
    const QString texts = WindowFixture::visibleTexts(*page());
    QVERIFY(texts.contains(QStringLiteral("After A")));
    QVERIFY2(texts.contains(QStringLiteral("Cards, After A: 6")) && texts.contains(QStringLiteral("Cards, After B: 8")),
             qPrintable(texts));
  }

  void aStepThatCannotBeDoneSaysWhy() {
    openPage();
    page()->session().add({AddNodes{"node-a", 1}, DrainNode{"nowhere", false}, RetryPending{}});
    QTRY_VERIFY(page()->session().result());
    QTRY_VERIFY(WindowFixture::visibleTexts(*page()).contains(
        QStringLiteral("Step 2 (Drain the node nowhere) cannot be done.")));
    QCOMPARE(steps()->model()->index(1, 0).data(TwoLineModel::WordsRole).toString(), QStringLiteral("cannot be done"));
    QCOMPARE(steps()->model()->index(2, 0).data(TwoLineModel::WordsRole).toString(), QStringLiteral("not reached"));
  }

  void keysAddStepsOnce() {
    openPage();
    const QString key = whatIfKey("drain-node", QStringLiteral("node-a"));
    QVERIFY(page()->showKey(key));
    QVERIFY2(page()->showKey(key), "going back shows the page");
    QCOMPARE(page()->session().scenario().steps.size(), std::size_t{1});
    QVERIFY(page()->showKey(whatIfKey("move-pod", QStringLiteral("team/small"))));
    QCOMPARE(page()->session().scenario().steps.at(1), WhatIfStep(MovePod{"team", "small"}));
    QVERIFY(!page()->showKey(QStringLiteral("node-a")));
    QVERIFY(page()->showKey(whatIfKey("switch-node", QStringLiteral("node-a"))));
    QVERIFY(page()->findChild<StepDialog*>());
  }

  void scenariosAreSavedAndOpened() {
    openPage();
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("s.yaml"));
    page()->session().add(AddNodes{"node-a", 3});
    QVERIFY(page()->session().save(path).has_value());
    page()->session().clear();
    QVERIFY(page()->load(path).has_value());
    QCOMPARE(page()->session().scenario().steps.at(0), WhatIfStep(AddNodes{"node-a", 3}));
    QCOMPARE(page()->load(folder.filePath(QStringLiteral("none.yaml"))).error().code, ErrorCode::FileMissing);
    QCOMPARE(page()->session().scenario().steps.size(), std::size_t{1});
  }

  void droppedWorkloadsBecomeSteps() {
    openPage();
    QMimeData data;
    data.setData(QLatin1String(kWorkloadMimeType), kWorkload);
    QDropEvent drop(QPointF(20, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    static_cast<QObject*>(page())->event(&drop);
    QCOMPARE(page()->session().scenario().steps.size(), std::size_t{1});
    QTRY_VERIFY(page()->session().result() && !page()->session().result()->steps.empty());
    QCOMPARE(page()->session().result()->steps.at(0).placed, 2U);
    QMimeData bad;
    bad.setData(QLatin1String(kWorkloadMimeType), "kind: [");
    QDropEvent refused(QPointF(20, 300), Qt::CopyAction, &bad, Qt::LeftButton, Qt::NoModifier);
    static_cast<QObject*>(page())->event(&refused);
    QCOMPARE(page()->session().scenario().steps.size(), std::size_t{1});
  }

  void everyTemplateThatCanBePreviewedBecomesAStep() {
    openPage();
    std::size_t added = 0;
    for (const WorkloadTemplate& one : page()->findChild<TemplatePalette*>()->templates()) {
      QMimeData data;
      data.setData(QLatin1String(kWorkloadMimeType), QByteArray::fromStdString(toYaml(one)));
      QDropEvent drop(QPointF(20, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
      static_cast<QObject*>(page())->event(&drop);
      QCOMPARE(page()->session().scenario().steps.size(), ++added);
    }
    QTRY_VERIFY_WITH_TIMEOUT(page()->session().result() && page()->session().result()->steps.size() == added,
                             WindowFixture::kTimeout);
    for (const char* step : {"Submit PyTorchJob/pytorch-job, 4 pods", "Submit RayCluster/ray-cluster, 3 pods",
                             "Submit LeaderWorkerSet/leader-worker-set, 4 pods", "Submit Job/volcano-job, 5 pods"}) {
      const auto& steps = page()->session().scenario().steps;
      const bool is = std::any_of(steps.begin(), steps.end(),
                                  [&](const WhatIfStep& one) { return whatIfStepText(one) == QLatin1String(step); });
      QVERIFY2(is, step);
    }
  }

  void stepDialogsMakeTheirSteps() {
    openPage();
    page()->showKey(whatIfKey("add-nodes", QStringLiteral("node-a")));
    auto* dialog = page()->findChild<StepDialog*>();
    QVERIFY(dialog);
    dialog->findChild<QSpinBox*>()->setValue(4);
    QCOMPARE(dialog->step().value(), WhatIfStep(AddNodes{"node-a", 4}));
    dialog->findChild<QComboBox*>()->setEditText(QStringLiteral("nowhere"));
    QVERIFY2(!dialog->step(), "a node that is not there is no step");
    dialog->findChild<QComboBox*>()->setEditText(QStringLiteral("node-b"));
    button(*dialog, QStringLiteral("Add step"))->click();
    QCOMPARE(page()->session().scenario().steps.at(0), WhatIfStep(AddNodes{"node-b", 4}));
  }

  void movesBecomeSteps() {
    auto* dialog = searchOn(QStringLiteral("node-a"));
    QVERIFY(dialog);
    QTRY_VERIFY(WindowFixture::visibleTexts(*dialog).contains(QStringLiteral("1 move frees")));
    button(*dialog, QStringLiteral("Add the moves as steps"))->click();
    QCOMPARE(page()->session().scenario().steps.at(0), WhatIfStep(MovePod{"team", "small"}));
  }

  void anotherQuestionTakesTheAnswerAway() {
    auto* dialog = searchOn(QStringLiteral("node-a"));
    QVERIFY(dialog);
    const auto texts = [dialog] { return WindowFixture::visibleTexts(*dialog); };
    QTRY_VERIFY(texts().contains(QStringLiteral("1 move frees")));
    dialog->findChild<QSpinBox*>()->setValue(999);
    QVERIFY2(!texts().contains(QStringLiteral("1 move frees")), qPrintable(texts()));
    QVERIFY(!button(*dialog, QStringLiteral("Add the moves as steps"))->isEnabled());
    dialog->search();
    QTRY_VERIFY2(texts().contains(QStringLiteral("999 GiB on one card cannot be reached")), qPrintable(texts()));
    QVERIFY2(texts().contains(QStringLiteral("Looked at: 1 schedulable node")), qPrintable(texts()));
  }

  void aSpentBudgetKeepsItsPods() {
    openPage();
    for (const std::int32_t allowed : {0, 1}) {
      auto script = WindowFixture::newScript();
      script->first = cluster();
      script->first.push_back(budgetThatAllows(allowed));
      m_fixture->bridge().open(std::make_unique<ScriptedSource>(script));
      QTRY_COMPARE(page()->session().base()->nodes.size(), std::size_t{2});
      button(*page(), QStringLiteral("Defragment…"))->click();
      auto* dialog = page()->findChild<DefragDialog*>();
      QVERIFY(dialog);
      dialog->findChildren<QComboBox*>().at(1)->setEditText(QStringLiteral("node-a"));
      dialog->search();
      const QString moved = QStringLiteral("1 move frees");
      if (allowed > 0) {
        QTRY_VERIFY(WindowFixture::visibleTexts(*dialog).contains(moved));
        QVERIFY(!WindowFixture::visibleTexts(*dialog).contains(QStringLiteral("budgets were not read")));
      } else {
        QTRY_VERIFY(
            WindowFixture::visibleTexts(*dialog).contains(QStringLiteral("allocated to pods that cannot be moved")));
        QVERIFY(!WindowFixture::visibleTexts(*dialog).contains(moved));
      }
      delete dialog;
    }
  }

  void aDrainIsOfferedAsAPlan() {
    openPage();
    DemoOptions quiet;
    quiet.activity = false;
    m_fixture->bridge().open(std::make_unique<DemoSource>(quiet, m_clock));
    QTRY_VERIFY_WITH_TIMEOUT(page()->session().base()->nodes.size() > 2, WindowFixture::kTimeout);
    const auto& nodes = page()->session().base()->nodes;
    const auto shared = std::find_if(nodes.begin(), nodes.end(), [](const NodePtr& node) {
      return node->exists() && !node->unschedulable() && node->gpu.mode == GpuMode::Cgpu;
    });
    QVERIFY(shared != nodes.end());
    page()->session().add(DrainNode{(*shared)->name, true});
    QTRY_VERIFY_WITH_TIMEOUT(page()->session().result(), WindowFixture::kTimeout);
    button(*page(), QStringLiteral("Turn into a plan"))->click();
    auto* list = page()->findChild<TextDialog*>();
    QVERIFY(list);
    QVERIFY2(!button(*list, QStringLiteral("Plan the change of mode…")), "no step changes a mode");
    button(*list, QStringLiteral("Plan the drain…"))->click();
    QVERIFY(m_window->findChild<PlanDialog*>());
  }

  void rowsSatisfyTheModelRules() {
    TwoLineModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setItems({{QStringLiteral("a"), {}, StateRole::Ok}});
    model.setItems({{QStringLiteral("b"), {}, StateRole::Ok}, {QStringLiteral("c"), {}, StateRole::Ok}});
    model.setItems({{QStringLiteral("c"), {}, StateRole::Ok}});
    model.setItems({});
    QCOMPARE(model.rowCount(), 0);
  }

  void anotherClusterForgetsTheSteps() {
    openPage();
    page()->session().add(AddNodes{"node-a", 1});
    QTRY_VERIFY(page()->session().result());
    m_fixture->bridge().open(std::make_unique<ScriptedSource>(WindowFixture::newScript()));
    QTRY_VERIFY(page()->session().scenario().steps.empty());
  }

 private:
  void openPage() {
    m_window = &m_fixture->open();
    QTRY_VERIFY(!m_fixture->bridge().snapshot()->nodes.empty());
    QVERIFY(m_window->showPage(QStringLiteral("whatif")));
    QTRY_VERIFY(!page()->session().base()->nodes.empty());
  }
  /// The dialog that looks for moves that free a card of this node, with the search begun; null = it did not open.
  DefragDialog* searchOn(const QString& node) {
    openPage();
    button(*page(), QStringLiteral("Defragment…"))->click();
    auto* dialog = page()->findChild<DefragDialog*>();
    if (dialog == nullptr) return nullptr;
    dialog->findChildren<QComboBox*>().at(1)->setEditText(node);
    dialog->search();
    return dialog;
  }
  WhatIfPage* page() const { return m_window->findChild<WhatIfPage*>(); }
  TwoLineList* steps() const { return page()->findChild<TwoLineList*>(QStringLiteral("whatIfSteps")); }
  TwoLineList* pods() const { return page()->findChild<TwoLineList*>(QStringLiteral("whatIfPods")); }
  static ActionButton* button(const QWidget& root, const QString& text) {
    for (auto* one : root.findChildren<ActionButton*>()) {
      if (one->text() == text) return one;
    }
    return nullptr;
  }

  std::unique_ptr<WindowFixture> m_fixture;
  SystemClock m_clock;
  ClusterView* m_window = nullptr;
};

QTEST_MAIN(WhatIfTest)
#include "tst_what_if.moc"
