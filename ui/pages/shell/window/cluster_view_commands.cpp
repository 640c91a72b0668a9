// SPDX-License-Identifier: Apache-2.0
#include <QApplication>
#include <QClipboard>
#include <QSplitter>
#include <QStackedWidget>

#include "ui/i18n/plain.h"
#include "ui/models/pod_lookup.h"
#include "ui/pages/common/tables/data_table.h"
#include "ui/pages/details/node_page.h"
#include "ui/pages/dock/object_dock.h"
#include "ui/pages/export/export_dialog.h"
#include "ui/pages/map/map_page.h"
#include "ui/pages/shell/bars/source_menu.h"
#include "ui/pages/shell/bars/top_bar.h"
#include "ui/pages/shell/detail_host.h"
#include "ui/pages/shell/dialogs/preferences.h"
#include "ui/pages/shell/dialogs/preferences_dialog.h"
#include "ui/pages/shell/palette/command_palette.h"
#include "ui/pages/shell/palette/command_set.h"
#include "ui/pages/shell/palette/keys_dialog.h"
#include "ui/pages/shell/window/cluster_view_impl.h"
#include "ui/pages/templates/template_palette.h"
#include "ui/pages/workloads/workloads_page.h"
#include "ui/widgets/lists/navigation_list.h"
#include "ui/widgets/map/heatmap_view.h"

namespace cardinal::ui {

namespace {

constexpr int kDockHeight = 240;
constexpr bool kInDialogs = true;
constexpr bool kStep = true;  // goes on while its key is held; all others act once

QKeySequence with(QKeyCombination key) {
  return QKeySequence(key);
}
QString id(const char* text) {
  return QString::fromLatin1(text);
}

}  // namespace

/// A key acts on what is seen: what was chosen on another page, and is not a row of this one, is not meant.
bool ClusterView::Impl::isSelectionInView() const {
  return broughtBeside || selection.choices() != choicesBefore;
}

std::pair<QString, QString> ClusterView::Impl::subject() const {
  if (pages->currentWidget() == node && !node->nodeName().isEmpty()) return {QStringLiteral("Node"), node->nodeName()};
  if (!isSelectionInView()) return {};
  switch (selection.kind()) {
    case SelectionState::Kind::Node:
      return {QStringLiteral("Node"), selection.key()};
    case SelectionState::Kind::Pod:
      return {QStringLiteral("Pod"), selection.key()};
    case SelectionState::Kind::Cards:
      return {QStringLiteral("Node"), selection.cards().begin()->node};
    case SelectionState::Kind::Nothing:
      break;
  }
  return {};
}

void ClusterView::Impl::addObjectCommands() {
  const auto nothing = [this] {
    return subject().second.isEmpty() ? ClusterView::tr("Choose a node, a card or a pod first") : QString();
  };
  const auto isPod = [this] { return subject().first == u"Pod"; };
  const auto noPod = [isPod] { return isPod() ? QString() : ClusterView::tr("Choose a pod first"); };
  const auto copied = [this](const QString& text) {
    QApplication::clipboard()->setText(text);
    selection.showMessage(StateRole::Ok, ClusterView::tr("Copied: %1").arg(plain(text.toStdString(), 120)));
  };
  const auto open = [this](const char* view) {
    return [this, view] {
      const auto [kind, key] = subject();
      openDock(QString::fromLatin1(view), kind, key);
    };
  };
  commands->add({id("object.open"),
                 {with(Qt::Key_D)},
                 [this] {
                   const auto [kind, key] = subject();
                   selection.go(kind == u"Pod" ? QStringLiteral("pod") : QStringLiteral("node"), key);
                 },
                 nothing});
  const auto ofWorkload = [this] {
    return pages->currentWidget() == pageOf<WorkloadsPage>() && pageOf<WorkloadsPage>()->isWorkloadChosen();
  };
  commands->add({id("object.yaml"),
                 {with(Qt::Key_Y)},
                 [this, ofWorkload, openYaml = open("yaml")] {
                   ofWorkload() ? pageOf<WorkloadsPage>()->openWorkload(QStringLiteral("yaml")) : openYaml();
                 },
                 [ofWorkload, nothing] { return ofWorkload() ? QString() : nothing(); }});
  commands->add({id("object.events"),
                 {with(Qt::Key_V)},
                 [this, ofWorkload, openEvents = open("events")] {
                   ofWorkload() ? pageOf<WorkloadsPage>()->openWorkload(QStringLiteral("events")) : openEvents();
                 },
                 [ofWorkload, nothing] { return ofWorkload() ? QString() : nothing(); }});
  commands->add({id("object.logs"), {with(Qt::Key_L)}, open("logs"), [this, isPod, noPod] {
                   return isPod() ? dock->logRefusal(subject().first, subject().second) : noPod();
                 }});
  commands->add({id("object.owner"),
                 {with(Qt::Key_O)},
                 [this] {
                   const PodPtr pod = findPod(*context.bridge.snapshot(), subject().second).first;
                   if (!pod || pod->raw->meta.owners.empty()) {
                     return selection.showMessage(StateRole::Information, ClusterView::tr("This pod has no owner"));
                   }
                   selection.go(QStringLiteral("workloads"));
                   pageOf<WorkloadsPage>()->showWorkloadOf(subject().second);
                 },
                 noPod});
  commands->add({id("object.map"),
                 {with(Qt::Key_G)},
                 [this] { selection.go(QStringLiteral("map"), subject().second); },
                 nothing});
  commands->add({id("object.copyname"),
                 {with(Qt::Key_C)},
                 [this, copied] {
                   const QString key = subject().second;
                   copied(key.mid(key.indexOf(u'/') + 1));
                 },
                 nothing});
  commands->add({id("object.copynamespace"),
                 {with(Qt::Key_N)},
                 [this, copied] { copied(subject().second.section(u'/', 0, 0)); },
                 noPod});
  commands->add({id("object.placement"),
                 {with(Qt::Key_P)},
                 [this] { openPlacementDialog(subject().second); },
                 [this, nothing, isPod] { return isPod() ? ClusterView::tr("Choose a node first") : nothing(); }});
}

QStringList ClusterView::Impl::subjectNodes() const {
  if (pages->currentWidget() != node && isSelectionInView() && selection.kind() == SelectionState::Kind::Cards) {
    QStringList names;
    for (const CardRef& card : selection.cards()) names << card.node;
    names.removeDuplicates();
    return names;
  }
  const auto [kind, name] = subject();
  return kind == u"Node" && !name.isEmpty() ? QStringList{name} : QStringList();
}

void ClusterView::Impl::addNodeCommands() {
  const auto noNode = [this] { return subjectNodes().isEmpty() ? ClusterView::tr("Choose a node first") : QString(); };
  const auto plan = [this](PlanKind kind) { return [this, kind] { openPlanDialog(subjectNodes(), kind); }; };
  commands->add({id("object.cordon"),
                 {with(Qt::Key_U)},
                 [this] {
                   const SnapshotPtr snapshot = context.bridge.snapshot();
                   QStringList open;
                   const QStringList all = subjectNodes();
                   for (const QString& name : all) {
                     const auto index = snapshot->findNode(name.toStdString());
                     if (index && !snapshot->node(*index).unschedulable()) open << name;
                   }
                   openPlanDialog(open.isEmpty() ? all : open, open.isEmpty() ? PlanKind::Uncordon : PlanKind::Cordon);
                 },
                 noNode});
  commands->add({id("object.drain"), {with(Qt::Key_R)}, plan(PlanKind::Drain), noNode});
  commands->add({id("object.mode"), {with(Qt::Key_M)}, plan(PlanKind::Switch), [this, noNode] {
                   const SnapshotPtr snapshot = context.bridge.snapshot();
                   for (const QString& name : subjectNodes()) {
                     const auto index = snapshot->findNode(name.toStdString());
                     if (index && snapshot->node(*index).cards.empty())
                       return ClusterView::tr("The node reports no GPU cards");
                   }
                   return noNode();
                 }});
  commands->add({id("object.edit"), {}, [this] { openNodeEdit(subjectNodes().front()); }, noNode});
}

void ClusterView::Impl::addProgramCommands() {
  const auto both = [](QKeyCombination one, QKeyCombination other) {
    return QList<QKeySequence>{with(one), with(other)};
  };
  constexpr auto kCtrlShift = Qt::CTRL | Qt::SHIFT;
  commands->add({id("view.filter"), both(Qt::CTRL | Qt::Key_F, Qt::Key_Slash), [this] { focusFilter(); }});
  commands->add({id("view.back"), {with(Qt::ALT | Qt::Key_Left)}, [this] { selection.back(); }, {}, kStep});
  commands->add({id("view.forward"), {with(Qt::ALT | Qt::Key_Right)}, [this] { selection.forward(); }, {}, kStep});
  commands->add({id("view.close"), {with(Qt::Key_Escape)}, [this] { escape(); }});
  commands->add({id("view.namespace"), {with(kCtrlShift | Qt::Key_N)}, [this] { top->openNamespaces(); }});
  commands->add({id("view.nextpane"), {with(Qt::Key_F6)}, [this] { focusNextPane(); }, {}, kStep});
  // The map takes its own keys while it has the focus; from elsewhere the palette reaches them.
  commands->add({id("view.mapzoomin"), {}, [this] { map->view()->zoomIn(); }, {}, kStep});
  commands->add({id("view.mapzoomout"), {}, [this] { map->view()->zoomOut(); }, {}, kStep});
  commands->add({id("view.mapfit"), {}, [this] { map->view()->zoomToFit(); }});
  commands->add({id("view.mappast"), {with(Qt::Key_H)}, [this] {
                   if (pages->currentWidget() != map) selection.go(QStringLiteral("map"));
                   map->lookBack();
                 }});
  commands->add(
      {id("page.workload"), {with(Qt::CTRL | Qt::Key_N)}, [this] { selection.go(QStringLiteral("workload")); }});
  commands->add({id("preview.start"), {with(kCtrlShift | Qt::Key_L)}, [this] { openPreviewDialog({}, -1); }});
  commands->add(
      {id("preview.submit"), both(Qt::CTRL | Qt::Key_Return, Qt::CTRL | Qt::Key_Enter), [this] { openSubmitDialog(); },
       [this] {
         return preview.isActive() ? QString()
                                   : ClusterView::tr("Preview a placement first; only a fresh preview is submitted");
       }});
  commands->add({id("preview.pause"),
                 {with(kCtrlShift | Qt::Key_H)},
                 [this] { preview.setPaused(!preview.isPaused()); },
                 [this] {
                   return preview.isActive() && !preview.isDragging() ? QString()
                                                                      : ClusterView::tr("Preview a placement first");
                 },
                 false,
                 kInDialogs});
  commands->add({id("cluster.open"), {with(Qt::CTRL | Qt::Key_O)}, [this] { sources->chooseFile(); }});
  commands->add(
      {id("cluster.switch"), {with(kCtrlShift | Qt::Key_C)}, [this] { sources->popup(top->contextCorner()); }});
  const auto oneTab = [this] {
    return tabs.count && tabs.count() > 1
               ? QString()
               : ClusterView::tr("There is one tab only; Ctrl+T opens another cluster beside it");
  };
  commands->add({id("tab.new"),
                 {with(Qt::CTRL | Qt::Key_T)},
                 [this] { sources->popupTabs(top->contextCorner()); },
                 [this] { return tabs.open ? QString() : ClusterView::tr("This window shows one cluster only"); }});
  commands->add({id("tab.close"), {with(Qt::CTRL | Qt::Key_W)}, [this] { tabs.close(); }, oneTab});
  commands->add({id("tab.next"), both(Qt::CTRL | Qt::Key_Tab, Qt::CTRL | Qt::Key_PageDown), [this] { tabs.step(1); },
                 oneTab, kStep});
  commands->add({id("tab.previous"), both(kCtrlShift | Qt::Key_Tab, Qt::CTRL | Qt::Key_PageUp),
                 [this] { tabs.step(-1); }, oneTab, kStep});
  commands->add({id("cluster.refresh"), both(Qt::Key_F5, Qt::CTRL | Qt::Key_R), [this] { context.bridge.refresh(); }});
  commands->add({id("cluster.lock"), {with(kCtrlShift | Qt::Key_R)}, [this] { openLock(); }});
  commands->add({id("cluster.undo"), {with(Qt::CTRL | Qt::Key_Z)}, [this] { showLastChange(); }});
  commands->add({id("cluster.save"), {with(Qt::CTRL | Qt::Key_S)}, [this] { sources->saveSnapshot(); }});
  commands->add({id("cluster.export"), {with(kCtrlShift | Qt::Key_E)}, [this] { openExport(); }});
  commands->add({id("cluster.compare"), {}, [this] { selection.go(QStringLiteral("snapshots")); }});
  commands->add({id("program.palette"), both(Qt::CTRL | Qt::Key_K, kCtrlShift | Qt::Key_P), [this] { openPalette(); }});
  commands->add({id("program.keys"), both(Qt::Key_F1, Qt::Key_Question), [this] { openKeys(); }});
  commands->add(
      {id("program.quit"), {with(Qt::CTRL | Qt::Key_Q)}, [this] { top->window()->close(); }, {}, false, kInDialogs});
  commands->add({id("program.preferences"), {with(Qt::CTRL | Qt::Key_Comma)}, [this] { openPreferences(); }});
  commands->add({id("program.theme"), {}, [this] { preferences->setTheme(themeAfter(context.theme.kind())); }});
  commands->add({id("program.language"), {}, [this] {
                   const QString code = language.code() == u"zh_CN" ? QStringLiteral("en") : QStringLiteral("zh_CN");
                   if (language.setCode(code)) context.settings.setLanguage(code);
                 }});
}

void ClusterView::Impl::openPalette() {
  auto* palette = new CommandPalette(context, *commands, &window);
  connect(palette, &CommandPalette::templateChosen, &window, [this](int index) {
    const auto& templates = map->palette()->templates();
    if (index < 0 || index >= static_cast<int>(templates.size())) return;
    if (refusesInPast()) return;
    const auto started = preview.start(templates[static_cast<std::size_t>(index)]);
    if (!started) window.showError(started.error());
  });
  palette->open();
}

void ClusterView::Impl::openKeys() {
  (new KeysDialog(context.theme, *commands, &window))->open();
}

void ClusterView::Impl::openExport() {
  ExportView view;
  QWidget* page = pages->currentWidget();
  if (page == map && map->showsPast()) {
    return selection.showMessage(
        StateRole::Warning,
        ClusterView::tr("The map shows a past state, but an export would show the current one. Return to live first."));
  }
  view.name = navigation->current();
  if (page == map) {
    view.table = ExportKind::Cards;
    view.map = map->vectorRequest();
    view.picture = map->picture(window.devicePixelRatioF());
  } else if (auto* typed = dynamic_cast<OffersExport*>(page); typed && !(view.offers = typed->exportOffers()).empty()) {
    // The page says it.
  } else if (auto* table = qobject_cast<TablePage*>(page)) {
    const FilterScope scope = table->scope();
    view.table = scope == FilterScope::Nodes   ? ExportKind::Nodes
                 : scope == FilterScope::Cards ? ExportKind::Cards
                                               : ExportKind::Pods;
    view.rows = table->shownKeys();
  } else {
    for (const DataTable* one : page->findChildren<DataTable*>()) {
      if (one->isVisible() && one->model() && (!view.shown || one->model()->rowCount() > view.shown->rowCount()))
        view.shown = one->model();
    }
  }
  (new ExportDialog(context, std::move(view), &window))->open();
}

void ClusterView::Impl::openPreferences() {
  auto* dialog = new PreferencesDialog(context.theme, *preferences, *commands, &window);
  connect(dialog, &PreferencesDialog::keysRequested, &window, [this] { openKeys(); });
  connect(dialog, &PreferencesDialog::mapDefaultsChanged, map, &MapPage::applyDefaults);
  dialog->open();
}

void ClusterView::Impl::openDock(const QString& view, const QString& kind, const QString& key) {
  if (key.isEmpty()) return;
  dock->showObject(view, kind, key);
  showDock();
}

void ClusterView::Impl::showDock() {
  if (dock->isVisible()) return;
  const QByteArray saved = context.settings.bytes(QStringLiteral("window/dock"));
  dock->show();
  if (saved.isEmpty() || !column->restoreState(saved))
    column->setSizes({std::max(kDockHeight, column->height() - kDockHeight), kDockHeight});
  arrange();
}

void ClusterView::Impl::closeDock() {
  if (!dock->isVisible()) return;
  const bool hadFocus = dock->isAncestorOf(QApplication::focusWidget());
  context.settings.setBytes(QStringLiteral("window/dock"), column->saveState());
  dock->hide();
  if (hadFocus) pages->currentWidget()->setFocus();
}

void ClusterView::Impl::focusNextPane() {
  const std::vector<QWidget*> panes = {navigation, pages->currentWidget(), detail, dock, top};
  const QWidget* focus = QApplication::focusWidget();
  std::size_t at = panes.size() - 1;
  for (std::size_t i = 0; i < panes.size(); ++i) {
    if (focus && (panes[i] == focus || panes[i]->isAncestorOf(focus))) at = i;
  }
  for (std::size_t step = 1; step <= panes.size(); ++step) {
    QWidget* next = panes[(at + step) % panes.size()];
    if (!next->isVisible()) continue;
    // A pane itself takes no focus: its first control does.
    QWidget* control = next;
    while (control && !(control->focusPolicy() & Qt::TabFocus && control->isVisible() && control->isEnabled() &&
                        (control == next || next->isAncestorOf(control)))) {
      control = control->nextInFocusChain() == next ? nullptr : control->nextInFocusChain();
    }
    if (!control) continue;
    control->setFocus(Qt::TabFocusReason);
    return;
  }
}

}  // namespace cardinal::ui
