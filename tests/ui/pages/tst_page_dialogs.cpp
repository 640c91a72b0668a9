// SPDX-License-Identifier: Apache-2.0
#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSet>
#include <QSpinBox>
#include <QTimer>
#include <QTreeView>
#include <QtTest>

#include "tests/ui/window_fixture.h"
#include "ui/models/roles.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/details/node_page.h"
#include "ui/pages/edit/placement_dialog.h"
#include "ui/pages/edit/policy_picture_view.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/preview/outcome_pane.h"
#include "ui/pages/preview/preview_dialog.h"
#include "ui/pages/preview/preview_pane.h"
#include "ui/pages/preview/submit_dialog.h"
#include "ui/pages/templates/template_chip.h"
#include "ui/pages/templates/template_dialog.h"
#include "ui/pages/templates/template_palette.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::filled;
using cardinal::test::leftAgain;
using cardinal::test::WindowFixture;
using cardinal::testing::ackNode;
using cardinal::testing::pod;
using cardinal::testing::PodBuilder;
using cardinal::testing::upsert;

class tst_page_dialogs : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowFixture> m_fixture;
  ClusterView* m_window = nullptr;

  template <typename T>
  T* dialog() {
    const auto shown = [this] {
      T* found = m_window->findChild<T*>();
      return found && found->isVisible() ? found : nullptr;
    };
    static_cast<void>(QTest::qWaitFor([&shown] { return shown() != nullptr; }, WindowFixture::kTimeout));
    return shown();
  }
  QString predictedNode() const {
    const auto* preview = m_window->findChild<PreviewController*>();
    const auto shown = preview->shownSummary();
    return shown && !shown->places.empty() ? shown->places.front().node : QString();
  }
  static QPushButton* button(QWidget& in, const QString& text) {
    for (QPushButton* one : in.findChildren<QPushButton*>()) {
      if (one->text().contains(text)) return one;
    }
    return nullptr;
  }
  /// The button of the preview page, once it can be pressed.
  QPushButton* offeredSubmit() {
    [&] { QVERIFY(m_window->showPage(QStringLiteral("preview"))); }();
    QPushButton* submit = button(*m_window->findChild<PreviewPane*>(), QStringLiteral("Submit"));
    [&] { QTRY_VERIFY(submit->isVisible() && submit->isEnabled()); }();
    return submit;
  }
  /// The dialog that Ctrl+Return opens; null = none.
  SubmitDialog* askedByKey() {
    offeredSubmit();
    QTest::keyClick(m_window, Qt::Key_Return, Qt::ControlModifier);
    return dialog<SubmitDialog>();
  }
  /// Submits to a server that does not answer yet; the node that was promised.
  QString submitUnanswered() {
    QPushButton* submit = offeredSubmit();
    QString promised = predictedNode();
    QTest::mouseClick(submit, Qt::LeftButton);
    auto* ask = dialog<SubmitDialog>();
    [&] { QVERIFY(ask); }();
    if (!ask) return promised;
    QPushButton* send = button(*ask, QStringLiteral("Submit"));
    [&] { QTRY_VERIFY(send->isEnabled()); }();
    m_fixture->script->createHangs = true;
    QTest::mouseClick(send, Qt::LeftButton);
    return promised;
  }

  /// Layouts inside layouts, each of which asks the one around it.
  static void settle() {
    for (int depth = 0; depth < 6; ++depth) QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
  }

 private slots:
  void init() {
    m_fixture = std::make_unique<WindowFixture>();
    m_window = &m_fixture->open();
    QTRY_COMPARE(m_fixture->bridge().snapshot()->nodes.size(), std::size_t{4});
    QTRY_VERIFY(m_fixture->bridge().isFresh());
  }
  void cleanup() { m_fixture.reset(); }

  void submitsAfterTheServersDryRunAndComparesAfterwards() {
    QVERIFY(m_window->showPage(QStringLiteral("preview")));
    auto* pane = m_window->findChild<PreviewPane*>();
    QPushButton* submit = button(*pane, QStringLiteral("Submit"));
    QTRY_VERIFY(submit->isVisible() && submit->isEnabled());
    QTest::mouseClick(submit, Qt::LeftButton);
    auto* ask = dialog<SubmitDialog>();
    QVERIFY(ask);
    QPushButton* send = button(*ask, QStringLiteral("Submit"));
    QTRY_VERIFY(send->isEnabled());
    QCOMPARE(m_fixture->script->dryRuns.load(), 1);
    QCOMPARE(m_fixture->script->creates.load(), 0);
    QTest::mouseClick(send, Qt::LeftButton);
    QTRY_COMPARE(m_fixture->script->creates.load(), 1);
    auto* outcome = m_window->findChild<OutcomePane*>();
    QTRY_VERIFY(outcome->isVisible());

    // The cluster places the pod on a node that ties or not: the pane names both places.
    PodBuilder made = pod("default", "infer-small-7c9f-x");
    made.gpuMem(2).v2(R"({"0":{"1":2}})").edit().meta.owners.push_back({"ReplicaSet", "infer-small-7c9f", "u", true});
    m_fixture->script->tell({upsert(made.on("node-b"))});
    QTRY_VERIFY(WindowFixture::visibleTexts(*outcome).contains(QStringLiteral("Placed on node-b card 1")) ||
                WindowFixture::visibleTexts(*outcome).contains(QStringLiteral("placed as predicted")));
  }

  void aClaimTemplateIsNoWorkload() {
    QVERIFY(m_window->showPage(QStringLiteral("preview")));
    auto* preview = m_window->findChild<PreviewController*>();
    const QByteArray pod =
        "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  resourceClaims: [{name: g, "
        "resourceClaimTemplateName: one}]\n  containers: [{name: c, image: i, resources: {claims: [{name: g}]}}]\n";
    const QByteArray claim =
        "---\napiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: one}\nspec: {spec: "
        "{devices: {requests: [{name: g, exactly: {deviceClassName: gpu.nvidia.com}}]}}}\n";
    const auto offered = [this] {
      return button(*m_window->findChild<PreviewPane*>(), QStringLiteral("Submit"))->text();
    };
    QVERIFY(preview->start(pod + claim, QStringLiteral("claims.yaml")));
    QTRY_VERIFY2(offered().startsWith(QStringLiteral("Submit 2 object")), qPrintable(offered()));
    QVERIFY(preview->start(pod, QStringLiteral("pod.yaml")));
    QTRY_COMPARE(offered(), QStringLiteral("Submit 1 workload"));
  }

  /// The predicted place is taken and left again every 50 ms: neither button is ever greyed, and both work.
  void submitsInAClusterThatNeverRests() {
    QPushButton* submit = offeredSubmit();
    const std::string promised = predictedNode().toStdString();
    int turn = 0;
    int greyed = 0;
    QSet<QString> places;
    QPointer<QPushButton> send;
    QTimer life;
    connect(&life, &QTimer::timeout, this, [&] {
      m_fixture->script->tell(turn++ % 4 < 2 ? filled(promised) : leftAgain());
      greyed += submit->isEnabled() ? 0 : 1;
      if (send && !send->isEnabled()) ++greyed;
      places.insert(predictedNode());
    });
    life.start(50);
    QTRY_VERIFY(turn > 16 && places.size() > 1);
    QTest::mouseClick(submit, Qt::LeftButton);
    auto* ask = dialog<SubmitDialog>();
    QVERIFY(ask);
    QTRY_VERIFY(button(*ask, QStringLiteral("Submit"))->isEnabled());
    send = button(*ask, QStringLiteral("Submit"));
    const int then = turn;
    QTRY_VERIFY(turn > then + 16);
    QCOMPARE(greyed, 0);
    QTest::mouseClick(send, Qt::LeftButton);
    QTRY_COMPARE(m_fixture->script->creates.load(), 1);
    QTRY_VERIFY(m_window->findChild<OutcomePane*>()->isVisible());
  }

  void aPlaceThatMovedIsMarkedInThePaneAndInTheDialog() {
    QVERIFY(m_window->showPage(QStringLiteral("preview")));
    auto* pane = m_window->findChild<PreviewPane*>();
    QPushButton* submit = button(*pane, QStringLiteral("Submit"));
    QTRY_VERIFY(submit->isVisible() && submit->isEnabled());
    auto* mark = pane->findChild<QWidget*>(QStringLiteral("previewChanged"));
    QVERIFY(!mark->isVisible());
    const QString promised = predictedNode();
    QTest::mouseClick(submit, Qt::LeftButton);
    auto* ask = dialog<SubmitDialog>();
    QVERIFY(ask);
    QVERIFY(WindowFixture::visibleTexts(*ask).contains(promised + QStringLiteral(", ")));
    QTRY_VERIFY(button(*ask, QStringLiteral("Submit"))->isEnabled());
    settle();  // the verdict of the dry run took room
    const QPoint at = button(*ask, QStringLiteral("Submit"))->mapTo(ask, QPoint());
    m_fixture->script->tell(filled(promised.toStdString()));
    QTRY_VERIFY(predictedNode() != promised);
    QVERIFY(mark->isVisible());
    QVERIFY(WindowFixture::visibleTexts(*mark).contains(QStringLiteral("Place: was ") + promised));
    const QString asked = WindowFixture::visibleTexts(*ask);
    QVERIFY2(asked.contains(QStringLiteral("(was ") + promised), qPrintable(asked));
    QVERIFY2(asked.contains(predictedNode() + QStringLiteral(", ")), qPrintable(asked));
    settle();
    QCOMPARE(button(*ask, QStringLiteral("Submit"))->mapTo(ask, QPoint()), at);
    ask->reject();
    QVERIFY2(mark->isVisible(), "a dialog that was left is no look at it");
    for (QAbstractButton* one : mark->findChildren<QAbstractButton*>()) {
      if (one->isVisible()) one->click();
    }
    QVERIFY(!mark->isVisible());
  }

  void pausedByKeyItStaysAndIsComputedAgainByAButton() {
    QVERIFY(m_window->showPage(QStringLiteral("preview")));
    QVERIFY(QTest::qWaitForWindowActive(m_window));
    auto* pane = m_window->findChild<PreviewPane*>();
    QPushButton* submit = button(*pane, QStringLiteral("Submit"));
    QTRY_VERIFY(submit->isVisible() && submit->isEnabled());
    auto* pause = pane->findChild<QCheckBox*>(QStringLiteral("previewPause"));
    auto* banner = pane->findChild<QWidget*>(QStringLiteral("previewPaused"));
    QVERIFY(!pause->isChecked() && !banner->isVisible());
    QTest::keyClick(m_window, Qt::Key_H, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(pause->isChecked());
    QVERIFY(WindowFixture::visibleTexts(*banner).contains(QStringLiteral("has not changed since")));
    const QString promised = predictedNode();
    m_fixture->script->tell(filled(promised.toStdString()));
    QTRY_VERIFY(WindowFixture::visibleTexts(*banner).contains(QStringLiteral("has changed since")));
    QCOMPARE(predictedNode(), promised);
    QVERIFY(!submit->isEnabled());
    QVERIFY2(submit->toolTip().contains(QStringLiteral("paused")), qPrintable(submit->toolTip()));
    button(*banner, QStringLiteral("Compute again"))->click();
    QTRY_VERIFY(predictedNode() != promised);
    QVERIFY(submit->isEnabled() && pause->isChecked());
    QTest::keyClick(m_window, Qt::Key_H, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(!pause->isChecked() && !banner->isVisible());
    m_fixture->script->tell(leftAgain());
    QTRY_COMPARE(predictedNode(), promised);
  }

  /// What goes with the submission is what was on show at the press; what changed before the server's answer is
  /// reported.
  void aChangeBetweenThePressAndTheServersAnswerIsReported() {
    const QString promised = submitUnanswered();
    QTRY_COMPARE(m_fixture->script->creates.load(), 1);
    m_fixture->script->tell(filled(promised.toStdString()));
    QTRY_VERIFY(predictedNode() != promised);
    const QString now = predictedNode();
    m_fixture->script->createHangs = false;
    auto* outcome = m_window->findChild<OutcomePane*>();
    QTRY_VERIFY(outcome->isVisible());
    const QString texts = WindowFixture::visibleTexts(*outcome->findChild<QWidget*>(QStringLiteral("outcomeChanged")));
    QVERIFY2(texts.contains(QStringLiteral("The cluster changed between")), qPrintable(texts));
    QVERIFY2(
        texts.contains(QStringLiteral("prediction ") + promised) && texts.contains(QStringLiteral("showed ") + now),
        qPrintable(texts));
  }

  /// Pods that the submission made are no change of the cluster under it.
  void theOwnPodTakesNothingFromItself() {
    const QString promised = submitUnanswered();
    QTRY_COMPARE(m_fixture->script->creates.load(), 1);
    std::vector<ClusterDelta> own;
    for (int card = 0; card < 2; ++card) {
      PodBuilder made = pod("default", "infer-small-7c9f-" + std::to_string(card));
      made.gpuMem(16).v2("{\"0\":{\"" + std::to_string(card) + "\":16}}");
      made.edit().meta.owners.push_back({"ReplicaSet", "infer-small-7c9f", "u", true});
      own.push_back(upsert(made.on(promised.toStdString())));
    }
    m_fixture->script->tell(own);
    QTRY_VERIFY(predictedNode() != promised);
    m_fixture->script->createHangs = false;
    auto* outcome = m_window->findChild<OutcomePane*>();
    QTRY_VERIFY(outcome->isVisible());
    QVERIFY(!outcome->findChild<QWidget*>(QStringLiteral("outcomeChanged"))->isVisible());
  }

  void whatWasOpenedStaysOpenWhileTheAnswerRenewsItself() {
    QVERIFY(m_window->showPage(QStringLiteral("preview")));
    auto* pane = m_window->findChild<PreviewPane*>();
    auto* tree = pane->findChild<QTreeView*>();
    QTRY_VERIFY(tree->isVisible() && tree->model()->rowCount() > 0);
    tree->expand(tree->model()->index(0, 0));
    const QVariant opened = tree->model()->index(0, 0).data(KeyRole);
    auto* candidates = pane->findChild<DataTable*>(QStringLiteral("candidates"));
    QVERIFY(candidates->model()->rowCount() > 1);
    candidates->setCurrentIndex(candidates->model()->index(1, 0));
    const QString chosen = candidates->currentKey();
    const auto generation = m_fixture->bridge().snapshot()->generation;
    auto* preview = m_window->findChild<PreviewController*>();
    m_fixture->script->tell(filled(predictedNode().toStdString()));
    QTRY_VERIFY(preview->change().has_value() && preview->snapshot()->generation > generation);
    const QModelIndexList same = tree->model()->match(tree->model()->index(0, 0), KeyRole, opened);
    QCOMPARE(same.size(), 1);
    QVERIFY(tree->isExpanded(same.front()));
    QCOMPARE(candidates->currentKey(), chosen);
    QCOMPARE(candidates->currentIndex().row(), 0);
  }

  /// Previewed and checked by the server: Return submits, but not before and not while the key is still held.
  void returnSubmitsOneWorkloadAfterTheDryRun() {
    auto* ask = askedByKey();
    QVERIFY(ask);
    QVERIFY(QTest::qWaitForWindowActive(ask));
    QTRY_VERIFY(button(*ask, QStringLiteral("Submit"))->isEnabled());
    QTest::simulateEvent(ask->focusWidget(), true, Qt::Key_Return, Qt::NoModifier, QString(), true);
    QCOMPARE(m_fixture->script->creates.load(), 0);
    QTest::keyClick(ask->windowHandle(), Qt::Key_Return);
    QTRY_COMPARE(m_fixture->script->creates.load(), 1);
  }

  /// An aim binds nobody: where the workload does not fit there, the scheduler takes another node, and it does not
  /// wait.
  void anAimThatDoesNotFitIsNoPromiseToWait() {
    QVERIFY(QTest::qWaitForWindowActive(m_window));
    QTest::keyClick(m_window, Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    auto* about = dialog<PreviewDialog>();
    QVERIFY(about);
    about->findChildren<QComboBox*>().at(1)->setEditText(QStringLiteral("node-d"));
    QTest::mouseClick(button(*about, QStringLiteral("Preview")), Qt::LeftButton);
    QTRY_VERIFY2(
        WindowFixture::visibleTexts(*m_window->findChild<MapPage*>()).contains(QStringLiteral("does not fit here: ")),
        qPrintable(WindowFixture::visibleTexts(*m_window->findChild<MapPage*>())));
    QPushButton* submit = button(*m_window->findChild<PreviewPane*>(), QStringLiteral("Submit"));
    QTRY_VERIFY(submit->isVisible() && submit->isEnabled());
    QTest::mouseClick(submit, Qt::LeftButton);
    auto* ask = dialog<SubmitDialog>();
    QVERIFY(ask);
    const QString texts = WindowFixture::visibleTexts(*ask);
    QVERIFY2(!texts.contains(QStringLiteral("will wait")) && texts.contains(QStringLiteral("could take it")),
             qPrintable(texts));
  }

  void returnOnTheSafeButtonCancels() {
    auto* ask = askedByKey();
    QTRY_VERIFY(button(*ask, QStringLiteral("Submit"))->isEnabled());
    button(*ask, QStringLiteral("Cancel"))->setFocus();
    QTest::keyClick(ask->windowHandle(), Qt::Key_Return);
    QTRY_VERIFY(!m_window->findChild<SubmitDialog*>());
    QCOMPARE(m_fixture->script->creates.load(), 0);
  }

  void quitWorksFromADialogToo() {
    QVERIFY(QTest::qWaitForWindowActive(m_window));
    QTest::keyClick(m_window, Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    auto* ask = dialog<PreviewDialog>();
    QVERIFY(ask);
    QVERIFY(QTest::qWaitForWindowActive(ask));
    QTest::keyClick(ask->windowHandle(), Qt::Key_Q, Qt::ControlModifier);
    QTRY_VERIFY(!m_window->isVisible());
  }

  void theServersRefusalStaysInTheDialog() {
    m_fixture->script->refuseCreate = true;
    auto* ask = askedByKey();
    QVERIFY(ask);
    QTRY_VERIFY(WindowFixture::visibleTexts(*ask).contains(QStringLiteral("must be a number")));
    QVERIFY(!button(*ask, QStringLiteral("Submit"))->isEnabled());
    QCOMPARE(m_fixture->script->creates.load(), 0);
    ask->reject();
    QVERIFY(m_window->findChild<PreviewPane*>()->isVisible());
  }

  void readOnlySourcesExplainThemselves() {
    m_fixture->script = WindowFixture::newScript();
    m_fixture->script->info.writable = false;
    m_window = &m_fixture->open();
    QTRY_VERIFY(m_fixture->bridge().isFresh());
    QTRY_COMPARE(m_fixture->bridge().snapshot()->nodes.size(), std::size_t{4});
    QVERIFY(m_window->showPage(QStringLiteral("preview")));
    auto* pane = m_window->findChild<PreviewPane*>();
    QTRY_VERIFY(WindowFixture::visibleTexts(*pane).contains(QStringLiteral("read-only")));
    QVERIFY(!button(*pane, QStringLiteral("Submit"))->isEnabled());
    QVERIFY(m_window->showPage(QStringLiteral("node"), QStringLiteral("node-a")));
    QPushButton* change = button(*m_window->findChild<NodePage*>(), QStringLiteral("Change placement policy"));
    QVERIFY(!change->isEnabled());
    QVERIFY(!change->toolTip().isEmpty());
  }

  void placementIsChangedThroughItsDiff() {
    QVERIFY(m_window->showPage(QStringLiteral("node"), QStringLiteral("node-a")));
    QPushButton* change = button(*m_window->findChild<NodePage*>(), QStringLiteral("Change placement policy"));
    QVERIFY(change->isEnabled());
    QTest::mouseClick(change, Qt::LeftButton);
    auto* ask = dialog<PlacementDialog>();
    QVERIFY(ask);
    const QString texts = WindowFixture::visibleTexts(*ask);
    QVERIFY2(texts.contains(QStringLiteral("- ack.node.gpu.placement: binpack")), qPrintable(texts));
    QVERIFY(texts.contains(QStringLiteral("+ ack.node.gpu.placement: spread")));
    // What it means for pods that come: the fuller card first, or the emptier one.
    auto* picture = ask->findChild<PolicyPictureView*>();
    QVERIFY(picture && picture->isVisible());
    const QString description = picture->accessibleDescription();
    QVERIFY2(description.contains(QStringLiteral("binpack (now): the next 2 pods on 2 cards: 1, 0")) &&
                 description.contains(QStringLiteral("spread: the next 2 pods on 2 cards: 0, 1")),
             qPrintable(description));
    QVERIFY(texts.contains(QStringLiteral("kubectl label node node-a ack.node.gpu.placement=spread --overwrite")));
    QPushButton* apply = button(*ask, QStringLiteral("Change placement policy"));
    QTRY_VERIFY(apply->isEnabled());
    QTest::mouseClick(apply, Qt::LeftButton);
    const auto patched = [this] {
      const MutexLock lock(m_fixture->script->mutex);
      return m_fixture->script->patched;
    };
    QTRY_COMPARE(patched().size(), std::size_t{1});
    QCOMPARE(patched()[0].key, std::string("ack.node.gpu.placement"));
    QCOMPARE(patched()[0].value, std::string("spread"));
  }

  void aConflictIsCheckedAgainstTheNewState() {
    m_fixture->script->conflictOnce = true;
    QVERIFY(m_window->showPage(QStringLiteral("node"), QStringLiteral("node-a")));
    QTest::mouseClick(button(*m_window->findChild<NodePage*>(), QStringLiteral("Change placement policy")),
                      Qt::LeftButton);
    const QPointer<PlacementDialog> ask = dialog<PlacementDialog>();  // deletes itself once the change is made
    QVERIFY(ask);
    QPushButton* apply = button(*ask, QStringLiteral("Change placement policy"));
    QTRY_VERIFY(apply->isEnabled());
    m_fixture->script->tell({upsert(ackNode("node-a", "cgpu", 2, 16, "binpack").label("team", "nlp").version("2"))});
    // not just a newer state: the one that the connection itself brings may come first
    QTRY_VERIFY(find(m_fixture->bridge().snapshot()->nodes[0]->raw->meta.labels, "team"));
    QTest::mouseClick(apply, Qt::LeftButton);
    QTRY_VERIFY(WindowFixture::visibleTexts(*ask).contains(QStringLiteral("changed meanwhile")));
    QTRY_VERIFY(apply->isEnabled());
    QTest::mouseClick(apply, Qt::LeftButton);
    QTRY_VERIFY(!ask || !ask->isVisible());
  }

  void onlySharedAckNodesHaveAPlacement() {
    const SnapshotPtr state = m_fixture->bridge().snapshot();
    const SourceInfo source = m_fixture->bridge().info();
    QVERIFY(placementRefusal(*state->nodes[0], source, true).isEmpty());
    QVERIFY(placementRefusal(*state->nodes[2], source, true).isEmpty());
    QVERIFY(!placementRefusal(*state->nodes[3], source, true).isEmpty());
    QVERIFY(!placementRefusal(*state->nodes[0], source, false).isEmpty());
  }

  void templatesAreCheckedWhileTyped() {
    auto* palette = m_window->findChild<TemplatePalette*>();
    const std::size_t before = palette->templates().size();
    QVERIFY(before >= 4);
    auto* add = palette->findChild<QPushButton*>(QStringLiteral("addTemplate"));
    QVERIFY(add);
    QTest::mouseClick(add, Qt::LeftButton);
    auto* edit = dialog<TemplateDialog>();
    QVERIFY(edit);
    auto boxes = edit->findChildren<QSpinBox*>();
    QCOMPARE(boxes.size(), 4);
    boxes[0]->setValue(7);
    boxes[2]->setValue(2);
    QPushButton* save = button(*edit, QStringLiteral("Add template"));
    QVERIFY2(!save->isEnabled(), "7 units cannot be divided over 2 cards");
    boxes[0]->setValue(8);
    QVERIFY(save->isEnabled());
    QTest::mouseClick(save, Qt::LeftButton);
    QTRY_COMPARE(palette->templates().size(), before + 1);
    QCOMPARE(palette->templates().back().cards, 2);
  }

  void aChipPreviewsByKeyboard() {
    auto* chip = m_window->findChild<MapPage*>()->findChild<TemplateChip*>();
    QVERIFY(chip);
    chip->setFocus();
    QTest::keyClick(chip, Qt::Key_Return);
    QTRY_VERIFY(m_window->findChild<PreviewPane*>()->isVisible());
  }

  void settingsKeepWhatTheUserArranged() {
    QTemporaryDir folder;
    const QString ini = folder.filePath(QStringLiteral("cardinal/cardinal.ini"));
    {
      WindowSettings settings(ini);
      QVERIFY(!settings.theme().has_value());
      const std::size_t builtIn = settings.templates().size();
      QVERIFY(builtIn > 0);
      settings.setTheme(ThemeKind::Light);
      settings.setLanguage(QStringLiteral("zh_CN"));
      WorkloadTemplate mine;
      mine.name = "mine";
      mine.form = WorkloadTemplate::Form::SharedMemoryAndCore;
      mine.core = 35;
      WorkloadTemplate slice;
      slice.form = WorkloadTemplate::Form::Limits;
      slice.limits = {{"nvidia.com/gpu", 1}, {"nvidia.com/gpumem", 3072}};
      slice.scheduler = "hami-scheduler";
      settings.setTemplates({mine, slice});
    }
    const WindowSettings again(ini);
    QCOMPARE(again.theme(), ThemeKind::Light);
    QCOMPARE(again.language(), QStringLiteral("zh_CN"));
    QCOMPARE(again.templates().size(), std::size_t{2});
    QCOMPARE(again.templates()[0].core, 35);
    QCOMPARE(again.templates()[1].limits,
             (std::vector<TemplateLimit>{{"nvidia.com/gpu", 1}, {"nvidia.com/gpumem", 3072}}));
    QCOMPARE(again.templates()[1].scheduler, std::string("hami-scheduler"));
    WindowSettings emptied(ini);
    emptied.setTemplates({});
    QVERIFY2(WindowSettings(ini).templates().empty(), "removing the last template is kept");
  }
};

QTEST_MAIN(tst_page_dialogs)
#include "tst_page_dialogs.moc"
