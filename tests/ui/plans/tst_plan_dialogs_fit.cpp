// SPDX-License-Identifier: Apache-2.0
// The dialogs that change nodes and pods, and those of the what-if page, on the demo cluster: in two languages, with
// texts of 100 % and of 200 %, over a window of 1280x800. Each stays inside, and no text is wider than its place.
#include <QMenu>
#include <cstring>

#include "core/manifest/manifest.h"
#include "core/manifest/read/read_manifest.h"
#include "core/plan/changes/object_act.h"
#include "tests/ui/fit.h"
#include "tests/ui/plan_stage.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/details/pod_pane.h"
#include "ui/pages/edit/delete_dialog.h"
#include "ui/pages/lists/list_pages.h"
#include "ui/pages/plans/cordon/cordon_bar.h"
#include "ui/pages/shell/dialogs/namespaces_dialog.h"
#include "ui/pages/use/source_dialog.h"
#include "ui/pages/whatif/what_if_page.h"
#include "ui/session/what_if_key.h"

using namespace cardinal;
using namespace cardinal::ui;
using cardinal::test::PlanStage;
using cardinal::test::problemsIn;
using cardinal::test::settleLayouts;

namespace {

struct Opener {
  const char* name;
  std::function<bool(PlanStage&)> open;
};

std::function<bool(PlanStage&)> plan(const char* kind, const char* target = "") {
  return [kind, target](PlanStage& stage) {
    return stage.window().openPlan(QString::fromLatin1(kind), {}, QString::fromLatin1(target));
  };
}

/// Few nodes are cordoned in a bar, many in a dialog.
bool cordonSeveral(PlanStage& stage) {
  if (!stage.window().showPage(QStringLiteral("nodes"))) return false;
  auto* page = stage.window().findChild<NodesPage*>();
  auto* table = page->findChild<DataTable*>();
  if (!QTest::qWaitFor([table] { return table->model()->rowCount() > CordonBar::kMaxNodes; }, PlanStage::kTimeout))
    return false;
  table->selectAll();
  const QStringList chosen = page->chosenKeys();
  if (chosen.size() <= CordonBar::kMaxNodes) return false;
  emit table->menuRequested(stage.window().mapToGlobal(QPoint(200, 200)), chosen.last());
  static_cast<void>(QTest::qWaitFor([] { return QApplication::activePopupWidget() != nullptr; }));
  QPointer<QMenu> menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
  QAction* cordon = nullptr;
  for (QAction* action : menu ? menu->actions() : QList<QAction*>()) {
    if (action->objectName() == QStringLiteral("nodeCordon")) cordon = action;
  }
  if (cordon != nullptr) cordon->trigger();
  if (menu) menu->close();
  return cordon != nullptr;
}

/// A pod of a controller that can be scaled.
QString someReplica(PlanStage& stage) {
  const SnapshotPtr snapshot = stage.bridge().snapshot();
  for (const NodePtr& node : snapshot->nodes) {
    for (const PodPtr& pod : node->pods) {
      if (scaleTargetOf(*pod->raw)) return QString::fromStdString(pod->key().ns + "/" + pod->key().name);
    }
  }
  return {};
}

std::function<bool(PlanStage&)> pod(const char* action) {
  return [action](PlanStage& stage) {
    ClusterView& window = stage.window();
    if (!window.showPage(QStringLiteral("workloads"), someReplica(stage))) return false;
    PodPane* pane = nullptr;
    const auto isShown = [&] { return (pane = window.findChild<PodPane*>()) != nullptr && pane->isVisible(); };
    if (!QTest::qWaitFor(isShown, PlanStage::kTimeout)) return false;
    auto* entry = pane->findChild<QAction*>(QString::fromLatin1(action));
    if (entry != nullptr) entry->trigger();
    return entry != nullptr;
  };
}

std::function<bool(PlanStage&)> whatIf(const char* word) {
  return [word](PlanStage& stage) {
    return stage.window().showPage(QStringLiteral("whatif")) &&
           stage.window().findChild<WhatIfPage*>()->showKey(whatIfKey(word, {}));
  };
}

std::function<bool(PlanStage&)> whatIfButton(const char* name) {
  return [name](PlanStage& stage) {
    if (!stage.window().showPage(QStringLiteral("whatif"))) return false;
    auto* button = stage.window().findChild<WhatIfPage*>()->findChild<QAbstractButton*>(QString::fromLatin1(name));
    if (button != nullptr) button->click();
    return button != nullptr;
  };
}

/// Previews a pod that no scheduler takes, aimed at a node, and opens what stands for binding it by hand.
std::function<bool(PlanStage&)> bind(const char* resource) {
  return [resource](PlanStage& stage) {
    const std::string name = std::string("stuck-") + (std::strchr(resource, '-') != nullptr ? "shared" : "whole");
    const auto manifest = parseManifest("apiVersion: v1\nkind: Pod\nmetadata: {name: " + name +
                                            "}\nspec:\n  schedulerName: nobody\n  containers:\n    - name: c\n"
                                            "      image: i\n      resources: {limits: {" +
                                            resource + ": 1}}\n",
                                        "pod.yaml");
    ClusterView& window = stage.window();
    stage.bridge().submit(&window, manifest->objects, QStringLiteral("default"), false, [](const SubmitOutcome&) {});
    const QString key = QStringLiteral("default/") + QString::fromStdString(name);
    const auto isPending = [&] { return window.showPage(QStringLiteral("pending"), key); };
    if (!QTest::qWaitFor(isPending, PlanStage::kTimeout)) return false;
    const QString words = QCoreApplication::translate("cardinal::ui::PendingView", "Preview placement");
    const auto find = [&]() -> QAbstractButton* {
      const auto all = window.findChildren<QAbstractButton*>();
      const auto at = std::find_if(all.begin(), all.end(),
                                   [&](const auto* one) { return one->isVisible() && one->text() == words; });
      return at != all.end() ? *at : nullptr;
    };
    if (!QTest::qWaitFor([&] { return find() != nullptr; }, PlanStage::kTimeout)) return false;
    find()->click();
    auto* candidates = window.findChild<DataTable*>(QStringLiteral("candidates"));
    if (!QTest::qWaitFor([&] { return candidates->model()->rowCount() > 0; }, PlanStage::kTimeout)) return false;
    candidates->setCurrentIndex(candidates->model()->index(0, 0));
    emit candidates->keyActivated(candidates->currentKey());
    auto* act = window.findChild<QAbstractButton*>(QStringLiteral("previewBind"));
    if (!QTest::qWaitFor([act] { return act->isVisible() && act->isEnabled(); }, PlanStage::kTimeout)) return false;
    act->click();
    return true;
  };
}

/// What dialogs take that the window's pages hand to them.
struct Parts {
  explicit Parts(PlanStage& stage)
      : preview(stage.bridge()),
        changes(stage.bridge()),
        context{stage.theme(), stage.bridge(), selection, preview, WindowSettings()} {}
  SelectionState selection;
  PreviewController preview;
  ChangeController changes;
  PageContext context;
};

bool openAlone(PlanStage& stage, const std::function<QDialog*(Parts&)>& make) {
  auto parts = std::make_shared<Parts>(stage);
  QDialog* dialog = make(*parts);
  QObject::connect(dialog, &QObject::destroyed, dialog, [parts] {});
  dialog->open();
  return true;
}

std::vector<Opener> openers() {
  return {
      {"cordon several nodes", cordonSeveral},
      {"drain", plan("drain")},
      {"mode", plan("mode")},
      {"evict a pod", pod("podEvict")},
      {"delete a pod", pod("podDelete")},
      {"scale", pod("podScale")},
      {"annotations", pod("podAnnotate")},
      {"step: add nodes", whatIf("add-nodes")},
      {"step: switch a node", whatIf("switch-node")},
      {"step: resize pods", whatIf("resize")},
      {"defragment", whatIfButton("whatIfDefrag")},
      {"bind by hand", bind("nvidia.com/gpu")},
      {"keep a pod on a node", bind("aliyun.com/gpu-mem")},
      {"delete what was submitted",
       [](PlanStage& stage) {
         return openAlone(stage, [&stage](Parts& parts) {
           return new DeleteDialog(parts.context, parts.changes,
                                   {{"apps/v1", "Deployment", {"team-vision", "inference-of-a-large-model"}, "u"}},
                                   &stage.window());
         });
       }},
      {"metrics source",
       [](PlanStage& stage) {
         return openAlone(stage, [&stage](Parts& parts) {
           auto* dialog = new SourceDialog(parts.context, &stage.window());
           dialog->offerAddress();
           return dialog;
         });
       }},
      {"namespaces",
       [](PlanStage& stage) {
         (new NamespacesDialog(stage.theme(), QStringLiteral("team-vision,team-language"), &stage.window()))->open();
         return true;
       }},
  };
}

}  // namespace

class tst_plan_dialogs_fit : public QObject {
  Q_OBJECT
  std::unique_ptr<PlanStage> m_stage;

 private slots:
  void init() { m_stage = std::make_unique<PlanStage>(); }
  void cleanup() {
    m_stage->theme().setTextScale(1);
    m_stage->language().setCode(QStringLiteral("en"));
    m_stage.reset();
  }

  void everyDialogFits_data() { test::addLanguagesAndScales(); }
  void everyDialogFits() {
    QFETCH(QString, language);
    QFETCH(int, percent);
    m_stage->theme().setTextScale(percent / 100.0);
    m_stage->language().setCode(language);
    m_stage->openDemo();
    QStringList problems;
    for (const Opener& opener : openers()) problems << look(opener);
    for (const QString& problem : problems) qInfo().noquote() << problem;
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
  }

 private:
  QDialog* visibleDialog() const {
    const auto all = m_stage->window().findChildren<QDialog*>();
    const auto at = std::find_if(all.begin(), all.end(), [](const QDialog* one) { return one->isVisible(); });
    return at != all.end() ? *at : nullptr;
  }

  QStringList look(const Opener& opener) {
    const QString name = QString::fromLatin1(opener.name) + QStringLiteral(": ");
    if (!opener.open(*m_stage)) return {name + QStringLiteral("cannot be opened")};
    QPointer<QDialog> shown;
    if (!QTest::qWaitFor([&] { return (shown = visibleDialog()) != nullptr; }, PlanStage::kTimeout))
      return {name + QStringLiteral("did not open")};
    m_stage->bridge().finishQuestions(std::chrono::seconds(60));
    settleLayouts();
    for (int moment = 0; moment < 50 && !problemsIn(*shown).isEmpty(); ++moment) settleLayouts();
    QStringList problems;
    for (const QString& problem : problemsIn(*shown)) problems << name + problem;
    const ClusterView& window = m_stage->window();
    if (shown->width() > window.width() || shown->height() > window.height())
      problems << name + QStringLiteral("is %1x%2").arg(shown->width()).arg(shown->height());
    delete shown.data();
    return problems;
  }
};

QTEST_MAIN(tst_plan_dialogs_fit)
#include "tst_plan_dialogs_fit.moc"
