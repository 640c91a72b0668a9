// SPDX-License-Identifier: Apache-2.0
#include <QComboBox>
#include <QMenu>
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/ui/window_fixture.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/map/map_tools.h"
#include "ui/pages/preview/gang_view.h"
#include "ui/pages/preview/preview_pane.h"
#include "ui/pages/preview/submit_dialog.h"
#include "ui/pages/templates/template_chip.h"
#include "ui/pages/templates/template_dialog.h"
#include "ui/pages/templates/template_palette.h"
#include "ui/session/built_in_templates.h"
#include "ui/session/preview/prediction_watch.h"
#include "ui/widgets/basic/action_button.h"
#include "ui/widgets/map/heatmap_tip.h"
#include "ui/widgets/map/heatmap_view.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::WindowFixture;
using cardinal::testing::nvidiaNode;
using cardinal::testing::pod;
using cardinal::testing::PodBuilder;
using cardinal::testing::upsert;
using Form = WorkloadTemplate::Form;

/// Workloads of several roles: their templates, all their pods on the map and in the pane, and what becomes of them.
class tst_gang : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowFixture> m_fixture;
  ClusterView* m_window = nullptr;
  PreviewController* m_preview = nullptr;

  /// A cluster of `nodes` nodes of eight whole cards.
  void open(int nodes) {
    m_fixture = std::make_unique<WindowFixture>();
    std::vector<testing::NodeBuilder> made;
    for (int i = 0; i < nodes; ++i) made.push_back(nvidiaNode("node-" + std::to_string(i), 8));
    m_fixture->script->first = {testing::replaceNodes(std::move(made)), testing::replacePods({})};
    m_window = &m_fixture->opened();
    m_preview = m_window->findChild<PreviewController*>();
    QTRY_COMPARE(m_fixture->bridge().snapshot()->nodes.size(), static_cast<std::size_t>(nodes));
  }
  static QByteArray yamlOf(const std::string& name) {
    for (const WorkloadTemplate& one : builtInTemplates()) {
      if (one.name == name) return QByteArray::fromStdString(toYaml(one));
    }
    return {};
  }
  void start(const char* name) {
    QVERIFY(m_preview->start(yamlOf(name), QString::fromLatin1(name)).has_value());
    QTRY_COMPARE_WITH_TIMEOUT(m_preview->phase(), PreviewController::Phase::Ready, WindowFixture::kTimeout);
  }
  QString paneTexts() const { return WindowFixture::visibleTexts(*m_window->findChild<PreviewPane*>()); }
  /// "node: roles" of each node with a ghost.
  QStringList ghosts() const {
    QStringList out;
    const auto scene = m_preview->mapPreview();
    for (const MapPreview::Ghost& ghost : scene->ghosts)
      out << QString::fromStdString(m_preview->snapshot()->node(ghost.node).name) + u' ' + ghost.label + u' ' +
                 ghost.rolesOnNode;
    out.sort();
    return out;
  }
  TemplateChip* chip(const QString& name) const {
    for (auto* one : m_window->findChild<MapPage*>()->findChildren<TemplateChip*>()) {
      if (one->accessibleName().startsWith(name + u',')) return one;
    }
    return nullptr;
  }

 private slots:
  void cleanup() { m_fixture.reset(); }

  void bothRolesOfAPyTorchJobAreOnTheMapAndInThePane() {
    open(4);
    TemplateChip* torch = chip(QStringLiteral("pytorch-job"));
    QVERIFY(torch);
    QVERIFY2(torch->accessibleName().contains(QStringLiteral("PyTorchJob · 4 pods")),
             qPrintable(torch->accessibleName()));
    torch->click();
    QTRY_COMPARE_WITH_TIMEOUT(m_preview->phase(), PreviewController::Phase::Ready, WindowFixture::kTimeout);
    const QStringList on = ghosts();
    QCOMPARE(on.size(), 4);
    QCOMPARE(on.filter(QStringLiteral("+8 Worker")).size(), 3);
    QCOMPARE(on.filter(QStringLiteral("+8 Master")).size(), 1);
    const MapPreview scene = *m_preview->mapPreview();
    QVERIFY(scene.refused.empty());
    const ClusterSnapshot& state = *m_preview->snapshot();
    const PreviewIndex index(scene, state.nodes.size());
    const NodeIndex lastNode = scene.ghosts.back().node;
    const QString tip = nodeTip(state, lastNode, &scene, index).note;
    QCOMPARE(tip, QStringLiteral("Predicted to be placed here: %1.").arg(scene.ghosts.back().rolesOnNode));
    QCOMPARE(cardTip(state, lastNode, 0, &scene, index, nullptr, nullptr).note.contains(tip), true);
    const QString texts = paneTexts();
    for (const char* words : {"PyTorchJob/pytorch-job: 4 of 4 pods fit.", "Master · 8 cards", "1 of 1 fit",
                              "Worker · 8 cards", "3 of 3 fit", "node-0", "node-3"})
      QVERIFY2(texts.contains(QString::fromUtf8(words)), qPrintable(QString::fromUtf8(words) + u'\n' + texts));
    QVERIFY2(!texts.contains(QStringLiteral("further roles")), qPrintable(texts));
    QVERIFY(m_preview->submitRefusal().isEmpty());
    m_fixture->language().setCode(QStringLiteral("zh_CN"));
    QTRY_VERIFY2(paneTexts().contains(QStringLiteral("4 个 Pod 中有 4 个放得下")), qPrintable(paneTexts()));
    QVERIFY2(paneTexts().contains(QStringLiteral("角色")) && !paneTexts().contains(QStringLiteral("pods fit")),
             qPrintable(paneTexts()));
  }

  void whatIsNotEvaluatedMakesTheCountALeastOneEverywhere() {
    m_fixture = std::make_unique<WindowFixture>();
    std::vector<testing::NodeBuilder> made = {nvidiaNode("node-a", 8), nvidiaNode("node-b", 8)};
    made.push_back(testing::node("odd").label("ack.node.gpu.schedule", "brand-new").resource("nvidia.com/gpu", 8));
    m_fixture->script->first = {testing::replaceNodes(std::move(made)), testing::replacePods({})};
    m_window = &m_fixture->opened();
    QVERIFY(m_window->showPage(QStringLiteral("map")));
    m_preview = m_window->findChild<PreviewController*>();
    QTRY_COMPARE(m_fixture->bridge().snapshot()->nodes.size(), std::size_t{3});
    start("pytorch-job");  // four pods of a whole node
    const Verdict verdict = verdictOf(*m_preview);
    QCOMPARE(verdict.state, StateRole::Warning);
    QCOMPARE(verdict.text, QStringLiteral("at least 2 of 4 fit"));
    QVERIFY2(paneTexts().contains(QStringLiteral("PyTorchJob/pytorch-job: at least 2 of 4 pods fit.")),
             qPrintable(paneTexts()));
    QVERIFY2(paneTexts().contains(QStringLiteral("of 1 node it is unknown what it takes")), qPrintable(paneTexts()));
    QVERIFY2(!paneTexts().contains(QStringLiteral("The gang waits")), qPrintable(paneTexts()));
  }

  void aGangThatMustStayInOneRackIsPlacedAndOutlinedThere() {
    m_fixture = std::make_unique<WindowFixture>();
    std::vector<testing::NodeBuilder> made;
    for (const auto& [name, rack] : {std::pair("node-a", "r1"), std::pair("node-b", "r2"), std::pair("node-c", "r2")})
      made.push_back(nvidiaNode(name, 8).label("rack", rack));
    m_fixture->script->first = {testing::replaceNodes(std::move(made)), testing::replacePods({})};
    m_window = &m_fixture->opened();
    m_preview = m_window->findChild<PreviewController*>();
    QVERIFY(m_window->showPage(QStringLiteral("map")));
    QTRY_COMPARE(m_fixture->bridge().snapshot()->nodes.size(), std::size_t{3});
    const QByteArray role =
        "template: {metadata: {annotations: {kueue.x-k8s.io/podset-required-topology: rack, "
        "kueue.x-k8s.io/podset-group-name: g}}, spec: {containers: [{name: m, image: i, resources: {limits: "
        "{nvidia.com/gpu: 8}}}]}}}\n";
    const QByteArray yaml =
        "apiVersion: kubeflow.org/v1\nkind: PyTorchJob\nmetadata: {name: train}\nspec:\n"
        "  pytorchReplicaSpecs:\n    Master: {" +
        role + "    Worker: {" + role;
    QVERIFY(m_preview->start(yaml, QStringLiteral("train.yaml")));
    const auto inRack = [this] {
      return m_preview->phase() == PreviewController::Phase::Ready && m_preview->domains().size() == 1;
    };
    QTRY_VERIFY_WITH_TIMEOUT(inRack(), WindowFixture::kTimeout);
    QCOMPARE(ghosts(), QStringList({QStringLiteral("node-b +8 Master"), QStringLiteral("node-c +8 Worker")}));
    QTRY_COMPARE(paneTexts().count(QStringLiteral("in rack=r2: node-")), 2);
    QVERIFY2(paneTexts().contains(QStringLiteral("The nodes below are asked about within that domain.")),
             qPrintable(paneTexts()));
    QVERIFY2(m_preview->answer()->certainty != Certainty::Certain, "which rack is taken is not predicted");
    const MapPreview scene = *m_preview->mapPreview();
    const ClusterSnapshot& state = *m_preview->snapshot();
    const PreviewIndex index(scene, state.nodes.size());
    const auto domainRow = [&](const char* node) {
      const TipContent tip = nodeTip(state, *state.findNode(node), &scene, index);
      return std::any_of(tip.rows.begin(), tip.rows.end(),
                         [](const auto& row) { return row.second == QStringLiteral("rack=r2"); });
    };
    QVERIFY(domainRow("node-b") && domainRow("node-c") && !domainRow("node-a"));
    m_fixture->language().setCode(QStringLiteral("zh_CN"));
    QTRY_VERIFY2(paneTexts().contains(QStringLiteral("rack=r2 内：node-")), qPrintable(paneTexts()));
    m_fixture->language().setCode(QStringLiteral("en"));
    // the rack follows the nodes
    m_fixture->script->tell(
        {upsert(nvidiaNode("node-d", 8).label("rack", "r1")), upsert(nvidiaNode("node-c", 8).label("rack", "r3"))});
    QTRY_COMPARE_WITH_TIMEOUT(ghosts(),
                              QStringList({QStringLiteral("node-a +8 Master"), QStringLiteral("node-d +8 Worker")}),
                              WindowFixture::kTimeout);
  }

  void aDroppedGangIsAskedAsAWhole() {
    open(4);
    auto* view = m_window->findChild<MapPage*>()->findChild<HeatmapView*>();
    emit view->dragStarted(yamlOf("pytorch-job"), QStringLiteral("pytorch-job"));
    QVERIFY(m_preview->isDragging());
    QTRY_VERIFY_WITH_TIMEOUT(m_preview->answer(), WindowFixture::kTimeout);
    QCOMPARE(ghosts().size(), 4);
    emit view->dropped(yamlOf("pytorch-job"), QStringLiteral("pytorch-job"), QStringLiteral("node-1"), -1);
    QTRY_COMPARE_WITH_TIMEOUT(m_preview->phase(), PreviewController::Phase::Ready, WindowFixture::kTimeout);
    QVERIFY2(!m_preview->workload().fromTemplate, "a text of one's own is not pinned by writing into it");
    QCOMPARE(ghosts(), QStringList{QStringLiteral("node-1 +8 Master")});
    QVERIFY2(paneTexts().contains(QStringLiteral("1 of 4 pods fit")), qPrintable(paneTexts()));
    m_preview->setAim({});
    QTRY_COMPARE_WITH_TIMEOUT(m_preview->phase(), PreviewController::Phase::Ready, WindowFixture::kTimeout);
    QCOMPARE(ghosts().size(), 4);
  }

  void aGangThatDoesNotFitSaysWhatItHoldsMeanwhile() {
    open(2);
    start("pytorch-job");
    QCOMPARE(ghosts().size(), 2);
    QVERIFY2(m_preview->mapPreview()->refused.empty(), "a node that one role takes is not marked as refused");
    const QString texts = paneTexts();
    QVERIFY2(texts.contains(QStringLiteral("PyTorchJob/pytorch-job: 2 of 4 pods fit.")), qPrintable(texts));
    QVERIFY2(texts.contains(QStringLiteral("the 2 that fit start and hold 16 cards while they wait")),
             qPrintable(texts));
    QVERIFY2(texts.contains(QStringLiteral("1 of 3 fit")), qPrintable(texts));
    QVERIFY2(texts.contains(QStringLiteral("Replica 2 is the first that does not fit. Best node")), qPrintable(texts));
    QCOMPARE(m_preview->workload().roles[m_preview->shownRole()].name, QStringLiteral("Worker"));
    // The other role can be looked at.
    auto* roles = m_window->findChild<QComboBox*>(QStringLiteral("gangRole"));
    QCOMPARE(roles->currentText(), QStringLiteral("Worker"));
    emit roles->activated(0);
    QCOMPARE(m_preview->request().replicas, 1);
    QCOMPARE(m_preview->answer()->placements.size(), std::size_t{1});
    QCOMPARE(ghosts().size(), 2);
    m_fixture->language().setCode(QStringLiteral("zh_CN"));
    QTRY_VERIFY2(paneTexts().contains(QStringLiteral("占用 16 张卡")), qPrintable(paneTexts()));
  }

  void aGangThatIsEnforcedWaits() {
    open(0);
    m_fixture->script->tell({upsert(nvidiaNode("only", 4))});
    QTRY_COMPARE(m_fixture->bridge().snapshot()->nodes.size(), std::size_t{1});
    start("volcano-job");
    const QString texts = paneTexts();
    QVERIFY2(texts.contains(QStringLiteral("Job/volcano-job: 3 of 5 pods fit.")), qPrintable(texts));
    QVERIFY2(texts.contains(QStringLiteral("The gang waits: at least 5 pods must start together.")), qPrintable(texts));
    QCOMPARE(ghosts(), QStringList{QStringLiteral("only +4 launcher, 2 × worker")});
  }

  void aWorkloadOfOneRoleIsAskedAndShownAsBefore() {
    open(2);
    start("vllm");
    QVERIFY(!m_preview->isGroup());
    QVERIFY(!m_preview->groupOutcome());
    QVERIFY(!m_window->findChild<GangView*>()->isVisible());
    QVERIFY(ghosts().first().endsWith(QStringLiteral("+4 ")) || ghosts().first().endsWith(QStringLiteral("+8 ")));
    QVERIFY2(paneTexts().contains(QStringLiteral("2 replicas · 4 cards")), qPrintable(paneTexts()));
    QCOMPARE(predictionOf(*m_preview).places.front().pod, QString());
  }

  void theLatestQuestionIsAnsweredWhateverWasAskedBefore() {
    open(4);
    for (int turn = 0; turn < 5; ++turn) {
      QVERIFY(m_preview->start(yamlOf("vllm"), QStringLiteral("vllm")).has_value());
      start("pytorch-job");
      QCOMPARE(m_preview->roleAnswers().size(), std::size_t{2});
      QCOMPARE(ghosts().size(), 4);
      QVERIFY(m_preview->start(yamlOf("volcano-job"), QStringLiteral("volcano-job")).has_value());
      start("vllm");
      QCOMPARE(m_preview->answer()->placements.size(), std::size_t{2});
      QCOMPARE(m_preview->roleAnswers().size(), std::size_t{1});
    }
  }

  void whatBecomesOfAGangIsMarkedByPod() {
    open(4);
    start("pytorch-job");
    QVERIFY(!m_preview->change());
    // Somebody else takes the node of a worker.
    const auto worker = m_preview->shownSummary()->places.back();
    QCOMPARE(worker.pod, QStringLiteral("Worker 3"));
    m_fixture->script->tell({upsert(pod("team-z", "taker").nvidia(8).on(worker.node.toStdString()))});
    QTRY_VERIFY_WITH_TIMEOUT(m_preview->change().has_value(), WindowFixture::kTimeout);
    const QString lines = m_preview->change()->lines().join(u'\n');
    QVERIFY2(lines.contains(QStringLiteral("Worker 3: was ")), qPrintable(lines));
    QVERIFY2(lines.contains(QStringLiteral("were 4")), qPrintable(lines));
    QVERIFY(m_preview->submitRefusal().isEmpty());
  }

  void submittingPromisesAPlaceForEachPod() {
    open(4);
    start("pytorch-job");
    QTest::mouseClick(m_window->findChild<ActionButton*>(QStringLiteral("previewSubmit")), Qt::LeftButton);
    QTRY_VERIFY(m_window->findChild<SubmitDialog*>());
    const QString asked = WindowFixture::visibleTexts(*m_window->findChild<SubmitDialog*>());
    QVERIFY2(asked.contains(QStringLiteral("Submit")), qPrintable(asked));
    const Prediction promised = predictionOf(*m_preview);
    QStringList pods;
    for (const PredictedPlace& place : promised.places) pods << place.pod;
    QCOMPARE(pods, QStringList({QStringLiteral("Master 1"), QStringLiteral("Worker 1"), QStringLiteral("Worker 2"),
                                QStringLiteral("Worker 3")}));
  }

  void aPodWithoutCardsMeetsNoPromiseOfCards() {
    open(1);
    start("volcano-job");
    const Prediction promised = predictionOf(*m_preview);
    QCOMPARE(promised.places.size(), std::size_t{5});
    QCOMPARE(promised.places.front().pod, QStringLiteral("launcher 1"));
    PredictionWatch watch(m_fixture->bridge());
    CreatedObject created;
    created.kind = "Job";
    created.key = {"default", "volcano-job"};
    watch.start(created, promised);
    PodBuilder worker = pod("default", "volcano-job-worker-0");
    worker.nvidia(2).edit().meta.owners.push_back({"Job", "volcano-job", "u", true});
    m_fixture->script->tell({upsert(worker.on("node-0"))});
    QTRY_COMPARE_WITH_TIMEOUT(
        std::count_if(watch.rows().begin(), watch.rows().end(), [](const auto& row) { return !row.pod.isEmpty(); }), 1,
        WindowFixture::kTimeout);
    for (const PredictionWatch::Row& row : watch.rows())
      QCOMPARE(row.pod.isEmpty(), row.predicted.pod != QStringLiteral("worker 1"));
  }

  void templatesOfKindsSurviveARestartAndCanBeChanged() {
    QTemporaryDir folder;
    const QString ini = folder.filePath(QStringLiteral("cardinal.ini"));
    const auto named = [](const std::vector<WorkloadTemplate>& all, const std::string& name) {
      return std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
    };
    std::vector<WorkloadTemplate> all = WindowSettings(ini).templates();
    for (const char* name : {"pytorch-job", "ray-cluster", "leader-worker-set", "volcano-job", "vllm"}) {
      const auto found = named(all, name);
      QVERIFY2(found != all.end() && found->form == Form::Manifest, name);
      QFile example(QStringLiteral(CARDINAL_EXAMPLES) + QStringLiteral("/workloads/%1.yaml").arg(QLatin1String(name)));
      QVERIFY(example.open(QIODevice::ReadOnly));
      QCOMPARE(QByteArray::fromStdString(toYaml(*found)), example.readAll());
    }
    const std::string text = named(all, "ray-cluster")->manifest + "# mine: \"ä, %1\"\n";
    all[static_cast<std::size_t>(named(all, "ray-cluster") - all.begin())].manifest = text;
    std::erase_if(all, [](const auto& one) { return one.name == "vllm"; });
    WindowSettings(ini).setTemplates(all);
    const std::vector<WorkloadTemplate> again = WindowSettings(ini).templates();
    QCOMPARE(again.size(), all.size());
    QCOMPARE(named(again, "ray-cluster")->manifest, text);
    QVERIFY2(named(again, "vllm") == again.end(), "what was removed stays so");
  }

  void settingsOfAnOlderVersionAreReadAndGetTheKinds() {
    QTemporaryDir folder;
    const QString ini = folder.filePath(QStringLiteral("cardinal.ini"));
    {
      QSettings old(ini, QSettings::IniFormat);
      old.beginWriteArray(QStringLiteral("templates"), 1);
      old.setArrayIndex(0);
      old.setValue(QStringLiteral("name"), QStringLiteral("mine"));
      old.setValue(QStringLiteral("form"), QStringLiteral("whole"));
      old.setValue(QStringLiteral("kind"), QStringLiteral("Job"));
      old.setValue(QStringLiteral("cards"), 3);
      old.setValue(QStringLiteral("replicas"), 2);
      old.endArray();
    }
    const std::vector<WorkloadTemplate> read = WindowSettings(ini).templates();
    QCOMPARE(read.size(), std::size_t{6});
    QCOMPARE(read.front().name, std::string("mine"));
    QCOMPARE(read.front().cards, 3);
    QVERIFY(read.front().form == Form::WholeCards && read.back().form == Form::Manifest);
    WindowSettings(ini).setTemplates({read.front()});
    QCOMPARE(WindowSettings(ini).templates().size(), std::size_t{1});
  }

  void aNewTemplateIsWrittenFromWhatItsFormAskedFor() {
    open(1);
    auto* palette = m_window->findChild<MapPage*>()->findChild<TemplatePalette*>();
    palette->findChild<QAbstractButton*>(QStringLiteral("addTemplate"))->click();
    QTRY_VERIFY(m_window->findChild<TemplateDialog*>());
    auto* dialog = m_window->findChild<TemplateDialog*>();
    for (auto* shape : dialog->findChildren<QComboBox*>()) {
      const int yaml = shape->findText(QStringLiteral("Written as YAML"), Qt::MatchStartsWith);
      if (yaml < 0) continue;
      shape->setCurrentIndex(static_cast<int>(Form::WholeCards));
      shape->setCurrentIndex(yaml);
    }
    const QString text = dialog->findChild<QPlainTextEdit*>(QStringLiteral("templateYaml"))->toPlainText();
    QVERIFY2(text.contains(QStringLiteral("nvidia.com/gpu: 1")), qPrintable(text));
    QVERIFY2(WindowFixture::visibleTexts(*dialog).contains(QStringLiteral("Asks for Deployment · one pod")),
             qPrintable(WindowFixture::visibleTexts(*dialog)));
  }

  void aTemplateIsEditedAsYaml() {
    open(2);
    auto* palette = m_window->findChild<MapPage*>()->findChild<TemplatePalette*>();
    const auto before = palette->templates();
    QMenu* menu = nullptr;
    emit chip(QStringLiteral("ray-cluster"))->menuRequested(QPoint(10, 10));
    QTRY_VERIFY((menu = palette->findChild<QMenu*>()));
    for (QAction* action : menu->actions()) {
      if (action->text() == QStringLiteral("Edit…")) action->trigger();
    }
    QTRY_VERIFY(m_window->findChild<TemplateDialog*>());
    auto* dialog = m_window->findChild<TemplateDialog*>();
    auto* text = dialog->findChild<QPlainTextEdit*>(QStringLiteral("templateYaml"));
    QTRY_VERIFY(text->isVisible());
    QVERIFY2(WindowFixture::visibleTexts(*dialog).contains(QStringLiteral("Asks for RayCluster · 3 pods")),
             qPrintable(WindowFixture::visibleTexts(*dialog)));
    QVERIFY2(!WindowFixture::visibleTexts(*dialog).contains(QStringLiteral("Image")), "the text holds the image");
    const auto save = [&] {
      for (auto* one : dialog->findChildren<ActionButton*>()) {
        if (one->text() == QStringLiteral("Save template")) return one;
      }
      return static_cast<ActionButton*>(nullptr);
    };
    const QString good = text->toPlainText();
    text->setPlainText(QStringLiteral("kind: ["));
    QVERIFY(!save()->isEnabled());
    QString more = good;
    text->setPlainText(more.replace(QStringLiteral("replicas: 2"), QStringLiteral("replicas: 3")));
    QVERIFY2(WindowFixture::visibleTexts(*dialog).contains(QStringLiteral("RayCluster · 4 pods")),
             "read while it is typed");
    save()->click();
    QTRY_VERIFY2(chip(QStringLiteral("ray-cluster"))->accessibleName().contains(QStringLiteral("4 pods")),
                 qPrintable(chip(QStringLiteral("ray-cluster"))->accessibleName()));
    QCOMPARE(palette->templates().size(), before.size());
  }
};

QTEST_MAIN(tst_gang)
#include "tst_gang.moc"
