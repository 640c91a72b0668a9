// SPDX-License-Identifier: Apache-2.0
// The what-if page: steps, states, figures, files, dialogs.
#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDropEvent>
#include <QMimeData>
#include <QSpinBox>

#include "ui/pages/whatif/changed_cards.h"
#include "ui/pages/whatif/defrag_dialog.h"
#include "ui/pages/whatif/step_dialog.h"
#include "ui/pages/whatif/two_line_list.h"
#include "ui/pages/whatif/what_if_key.h"
#include "ui/pages/whatif/what_if_page.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/map/heatmap_view.h"
#include "window_fixture.h"

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
          testing::replacePods({owned("big", 10, "node-a", 0), owned("small", 4, "node-a", 1), owned("other", 9, "node-b", 0),
                                pod("team", "waits").gpuMem(16)})};
}

const QByteArray kWorkload = R"(apiVersion: batch/v1
kind: Job
metadata: {name: train}
spec: {parallelism: 2, template: {spec: {containers: [{name: m, image: x, resources: {limits: {aliyun.com/gpu-mem: 3}}}]}}}
)";

}  // namespace

class WhatIfTest : public QObject {
  Q_OBJECT
 private slots:
  void init() {
    m_fixture = std::make_unique<WindowFixture>();
    m_fixture->script->first = cluster();
  }
  void cleanup() { m_fixture.reset(); }

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

  void podsOfTheChosenStepAreListed() {
    openPage();
    page()->session().add(DrainNode{"node-a", false});
    QTRY_VERIFY(page()->session().result() && !page()->session().result()->steps.empty());
    steps()->setCurrentRow(0);
    const QAbstractItemModel* pods = lists().at(1)->model();
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

  void twoScenariosStandBesideEachOther() {
    openPage();
    page()->session().add(AddNodes{"node-a", 1});
    page()->session().choose(1);
    page()->session().add(AddNodes{"node-a", 2});
    QTRY_VERIFY(page()->session().result(0) && page()->session().result(1));
    QTRY_VERIFY(WindowFixture::visibleTexts(*page()).contains(QStringLiteral("After B")));
    const QString texts = WindowFixture::visibleTexts(*page());
    QVERIFY(texts.contains(QStringLiteral("After A")));
    QVERIFY2(texts.contains(QStringLiteral("Cards, After A: 6")) && texts.contains(QStringLiteral("Cards, After B: 8")), qPrintable(texts));
  }

  void aStepThatCannotBeDoneSaysWhy() {
    openPage();
    page()->session().add({AddNodes{"node-a", 1}, DrainNode{"nowhere", false}, RetryPending{}});
    QTRY_VERIFY(page()->session().result());
    QTRY_VERIFY(WindowFixture::visibleTexts(*page()).contains(QStringLiteral("Step 2 (Drain the node nowhere) cannot be done.")));
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
    button(*dialog, QStringLiteral("Take as a step"))->click();
    QCOMPARE(page()->session().scenario().steps.at(0), WhatIfStep(AddNodes{"node-b", 4}));
  }

  void movesBecomeSteps() {
    openPage();
    button(*page(), QStringLiteral("Defragment…"))->click();
    auto* dialog = page()->findChild<DefragDialog*>();
    QVERIFY(dialog);
    dialog->findChildren<QComboBox*>().at(1)->setEditText(QStringLiteral("node-a"));
    dialog->search();
    QTRY_VERIFY(WindowFixture::visibleTexts(*dialog).contains(QStringLiteral("1 move frees")));
    button(*dialog, QStringLiteral("Take the moves as steps"))->click();
    QCOMPARE(page()->session().scenario().steps.at(0), WhatIfStep(MovePod{"team", "small"}));
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
  WhatIfPage* page() const { return m_window->findChild<WhatIfPage*>(); }
  QList<TwoLineList*> lists() const { return page()->findChildren<TwoLineList*>(); }
  TwoLineList* steps() const { return lists().at(0); }
  static ActionButton* button(const QWidget& root, const QString& text) {
    for (auto* one : root.findChildren<ActionButton*>()) {
      if (one->text() == text) return one;
    }
    return nullptr;
  }

  std::unique_ptr<WindowFixture> m_fixture;
  MainWindow* m_window = nullptr;
};

QTEST_MAIN(WhatIfTest)
#include "tst_what_if.moc"
