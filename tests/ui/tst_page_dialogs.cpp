// SPDX-License-Identifier: Apache-2.0
#include <QAbstractButton>
#include <QComboBox>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <QtTest>

#include "window_fixture.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/details/node_page.h"
#include "ui/pages/preview/outcome_pane.h"
#include "ui/pages/preview/placement_dialog.h"
#include "ui/pages/preview/policy_picture_view.h"
#include "ui/pages/preview/preview_dialog.h"
#include "ui/pages/preview/preview_pane.h"
#include "ui/pages/preview/submit_dialog.h"
#include "ui/pages/preview/template_chip.h"
#include "ui/pages/preview/template_dialog.h"
#include "ui/pages/preview/template_palette.h"

using namespace cardinal;
using namespace cardinal::ui;
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
    for (int i = 0; i < 200; ++i) {
      if (T* found = m_window->findChild<T*>(); found && found->isVisible()) return found;
      QTest::qWait(10);
    }
    return nullptr;
  }
  static QPushButton* button(QWidget& in, const QString& text) {
    for (QPushButton* one : in.findChildren<QPushButton*>()) {
      if (one->text().contains(text)) return one;
    }
    return nullptr;
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
    QTRY_VERIFY(WindowFixture::visibleTexts(*outcome).contains(QStringLiteral("predicted")));
  }

  /// Previewed and checked by the server: Return submits, but not before and not while the key is still held.
  void returnSubmitsOneWorkloadAfterTheDryRun() {
    QVERIFY(m_window->showPage(QStringLiteral("preview")));
    QPushButton* submit = button(*m_window->findChild<PreviewPane*>(), QStringLiteral("Submit"));
    QTRY_VERIFY(submit->isVisible() && submit->isEnabled());
    QTest::keyClick(m_window, Qt::Key_Return, Qt::ControlModifier);
    auto* ask = dialog<SubmitDialog>();
    QVERIFY(ask);
    QVERIFY(QTest::qWaitForWindowActive(ask));
    QTRY_VERIFY(button(*ask, QStringLiteral("Submit"))->isEnabled());
    QTest::simulateEvent(ask->focusWidget(), true, Qt::Key_Return, Qt::NoModifier, QString(), true);
    QCOMPARE(m_fixture->script->creates.load(), 0);
    QTest::keyClick(ask->windowHandle(), Qt::Key_Return);
    QTRY_COMPARE(m_fixture->script->creates.load(), 1);
  }

  /// An aim binds nobody: where the workload does not fit there, the scheduler takes another node, and it does not wait.
  void anAimThatDoesNotFitIsNoPromiseToWait() {
    QVERIFY(QTest::qWaitForWindowActive(m_window));
    QTest::keyClick(m_window, Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    auto* about = dialog<PreviewDialog>();
    QVERIFY(about);
    about->findChildren<QComboBox*>().at(1)->setEditText(QStringLiteral("node-d"));
    QTest::mouseClick(button(*about, QStringLiteral("Preview")), Qt::LeftButton);
    QTRY_VERIFY2(WindowFixture::visibleTexts(*m_window->findChild<MapPage*>()).contains(QStringLiteral("does not fit here: ")),
                 qPrintable(WindowFixture::visibleTexts(*m_window->findChild<MapPage*>())));
    QPushButton* submit = button(*m_window->findChild<PreviewPane*>(), QStringLiteral("Submit"));
    QTRY_VERIFY(submit->isVisible() && submit->isEnabled());
    QTest::mouseClick(submit, Qt::LeftButton);
    auto* ask = dialog<SubmitDialog>();
    QVERIFY(ask);
    const QString told = WindowFixture::visibleTexts(*ask);
    QVERIFY2(!told.contains(QStringLiteral("will wait")) && told.contains(QStringLiteral("could take it")), qPrintable(told));
  }

  void returnOnTheSafeButtonCancels() {
    QVERIFY(m_window->showPage(QStringLiteral("preview")));
    QPushButton* submit = button(*m_window->findChild<PreviewPane*>(), QStringLiteral("Submit"));
    QTRY_VERIFY(submit->isVisible() && submit->isEnabled());
    QTest::keyClick(m_window, Qt::Key_Return, Qt::ControlModifier);
    auto* ask = dialog<SubmitDialog>();
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
    QVERIFY(m_window->showPage(QStringLiteral("preview")));
    QPushButton* submit = button(*m_window->findChild<PreviewPane*>(), QStringLiteral("Submit"));
    QTRY_VERIFY(submit->isVisible() && submit->isEnabled());
    QTest::keyClick(m_window, Qt::Key_Return, Qt::ControlModifier);
    auto* ask = dialog<SubmitDialog>();
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
    QPushButton* change = button(*m_window->findChild<NodePage*>(), QStringLiteral("Change placement"));
    QVERIFY(!change->isEnabled());
    QVERIFY(!change->toolTip().isEmpty());
  }

  void placementIsChangedThroughItsDiff() {
    QVERIFY(m_window->showPage(QStringLiteral("node"), QStringLiteral("node-a")));
    QPushButton* change = button(*m_window->findChild<NodePage*>(), QStringLiteral("Change placement"));
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
    const QString told = picture->accessibleDescription();
    QVERIFY2(told.contains(QStringLiteral("binpack (now): the next 2 pods on 2 cards: 1, 0")) && told.contains(QStringLiteral("spread: the next 2 pods on 2 cards: 0, 1")), qPrintable(told));
    QVERIFY(texts.contains(QStringLiteral("kubectl label node node-a ack.node.gpu.placement=spread --overwrite")));
    QPushButton* apply = button(*ask, QStringLiteral("Change placement"));
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
    QTest::mouseClick(button(*m_window->findChild<NodePage*>(), QStringLiteral("Change placement")), Qt::LeftButton);
    const QPointer<PlacementDialog> ask = dialog<PlacementDialog>();  // deletes itself once the change is made
    QVERIFY(ask);
    QPushButton* apply = button(*ask, QStringLiteral("Change placement"));
    QTRY_VERIFY(apply->isEnabled());
    const auto generation = m_fixture->bridge().snapshot()->generation;
    m_fixture->script->tell({upsert(ackNode("node-a", "cgpu", 2, 16, "binpack").label("team", "nlp").version("2"))});
    QTRY_VERIFY(m_fixture->bridge().snapshot()->generation > generation);
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
      settings.setTemplates({mine});
    }
    const WindowSettings again(ini);
    QCOMPARE(again.theme(), ThemeKind::Light);
    QCOMPARE(again.language(), QStringLiteral("zh_CN"));
    QCOMPARE(again.templates().size(), std::size_t{1});
    QCOMPARE(again.templates()[0].core, 35);
    WindowSettings emptied(ini);
    emptied.setTemplates({});
    QVERIFY2(WindowSettings(ini).templates().empty(), "removing the last template is kept");
  }
};

QTEST_MAIN(tst_page_dialogs)
#include "tst_page_dialogs.moc"
