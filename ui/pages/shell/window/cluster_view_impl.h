// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStackedWidget>
#include <vector>

#include "ui/bridge/change_controller.h"
#include "ui/bridge/history_controller.h"
#include "ui/pages/shell/window/cluster_view.h"
#include "ui/session/page_context.h"
#include "ui/session/preview/prediction_watch.h"
#include "ui/session/watch_center.h"

class QSplitter;
class QVBoxLayout;

namespace cardinal::ui {

class ClusterBanners;
class CommandSet;
class DetailHost;
class MapPage;
class NavigationCounts;
class NavigationList;
class NodePage;
class ObjectDock;
class Page;
class PlanDialog;
class Preferences;
struct PageSpec;
class SourceMenu;
class StatusLine;
class ToastStack;
class TopBar;

/// What the window is made of. Built once by ClusterView; every part is a child of the window.
struct ClusterView::Impl {
  Impl(ClusterView& owner, Theme& theme, Language& language, SnapshotBridge& bridge, WindowSettings settings);

  ClusterView& window;
  Language& language;
  SelectionState selection;
  PreviewController preview;
  PredictionWatch watch;
  ChangeController changes;
  HistoryController history;
  PageContext context;
  DesktopNotices notices;
  WatchCenter watching;

  TopBar* top = nullptr;
  ClusterBanners* banners = nullptr;
  QVBoxLayout* bars = nullptr;  ///< of small changes that can still be cancelled
  NavigationList* navigation = nullptr;
  QWidget* body = nullptr;
  QSplitter* column = nullptr;  ///< pages and details above, the dock below
  QSplitter* splitter = nullptr;
  QStackedWidget* pages = nullptr;
  std::vector<Page*> made;  ///< one for each row of pageTable()
  MapPage* map = nullptr;   ///< of them; the one that a preview is shown on
  NodePage* node = nullptr;
  DetailHost* detail = nullptr;
  ObjectDock* dock = nullptr;
  CommandSet* commands = nullptr;
  Preferences* preferences = nullptr;
  StatusLine* status = nullptr;
  ToastStack* toasts = nullptr;
  SourceMenu* sources = nullptr;
  TabActions tabs;
  std::optional<PlanProgress> openPlan;  ///< the first that waits for a decision
  NavigationCounts* counts = nullptr;
  std::vector<CreatedRef> submitted;  ///< last; may be deleted again
  std::vector<Caution> cautions;      ///< that were shown
  bool broughtBeside = true;          ///< belongsBeside() when the page in front came
  std::uint64_t choicesBefore = 0;    ///< SelectionState::choices() then
  bool serverUnchecked = false;       ///< its certificate is not looked at
  enum class PanePlace { Splitter, Inset, Over };
  PanePlace panePlace = PanePlace::Splitter;

  void build();
  void buildPages();
  void connectSelection();
  void connectParts();
  void connectPreview();
  void connectPlans();
  void addShortcuts();
  void addObjectCommands();
  void addNodeCommands();
  void addProgramCommands();
  void retranslate();
  void arrange();
  TabFacts tabFacts() const;
  void showKeys();
  void showCounts();
  void showMoment();
  /// Each once, in passing; the connection dialog keeps them.
  void showCautions();
  bool showPage(const QString& page, const QString& key);
  bool showPreview(const QString& key);
  void go(Page* page);
  /// What is selected now is of the kind that the page lists.
  bool belongsBeside(const PageSpec& spec) const;
  /// It is, or it was chosen since the page is in front.
  bool isSelectionInView() const;
  /// The one page of this type.
  template <typename Type>
  Type* pageOf() const {
    return pages->findChild<Type*>(QString(), Qt::FindDirectChildrenOnly);
  }
  Page* currentPage() const;
  const PageSpec& specOf(const Page* page) const;
  void focusFilter();
  void focusNextPane();
  void escape();
  /// True while the map shows the past; the reason is shown then.
  bool refusesInPast();
  void openPreviewDialog(const QString& node, int card);
  void openPlacementDialog(const QString& node);
  /// The dialog of a plan that evicts; null where nothing can be done or no dialog is needed.
  PlanDialog* openPlanDialog(const QStringList& nodes, PlanKind kind);
  void showPlanDialog(PlanDialog* dialog);
  bool isShown() const;
  /// True: a plan runs, and its dialog asks. `then` is called once the operator has let it stop and it has stopped.
  bool stopPlansFirst(std::function<void()> then = {});
  /// A plan belongs to the cluster in which it began: while one runs, its dialog asks before another source is opened.
  SourceActions afterPlans(SourceActions actions);
  void showLastChange();
  void openUnfinishedPlan();
  void showCordonBar(const QStringList& nodes, bool cordon);
  void undoPlans(const QStringList& plans);
  void showPlans();
  void afterPlan();
  void openNodeEdit(const QString& node);
  void openPodAct(const QString& key, ObjectVerb verb);
  void openLock();
  void openSubmitDialog();
  void openBind();
  void openDeleteDialog(std::vector<CreatedRef> objects);
  void openYaml();
  void openConnectionDetails();
  void openPalette();
  void openKeys();
  void openExport();
  void openPreferences();
  /// The object that keys mean: the page's own node, else what is selected. {"Node", name} or {"Pod",
  /// "namespace/name"}; empty = none.
  std::pair<QString, QString> subject() const;
  /// The nodes that keys mean: of the page, or of all cards that are selected. A pod stands for none.
  QStringList subjectNodes() const;
  void openDock(const QString& view, const QString& kind, const QString& key);
  void showDock();
  void closeDock();
};

}  // namespace cardinal::ui
