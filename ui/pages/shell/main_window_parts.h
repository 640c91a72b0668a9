// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/pages/shell/main_window.h"
#include "ui/bridge/change_desk.h"
#include "ui/pages/common/page_context.h"
#include "ui/pages/preview/prediction_watch.h"

class QSplitter;
class QStackedWidget;

namespace cardinal::ui {

class ActivityPage;
class Band;
class CardsPage;
class DetailHost;
class LedgerPage;
class MapPage;
class NavigationList;
class NodePage;
class NodesPage;
class PendingPage;
class SourceMenu;
class StatusLine;
class ToastStack;
class TopBar;
class WastePage;
class WorkloadsPage;

/// What the window is made of. Built once by MainWindow; every part is a child of the window.
struct MainWindow::Impl {
  Impl(MainWindow& owner, Theme& theme, Language& language, SnapshotBridge& bridge, WindowSettings settings);

  MainWindow& window;
  Language& language;
  SelectionState selection;
  PreviewController preview;
  PredictionWatch watch;
  ChangeDesk desk;
  PageContext context;

  TopBar* top = nullptr;
  Band* connectionBand = nullptr;
  Band* errorBand = nullptr;
  NavigationList* navigation = nullptr;
  QWidget* body = nullptr;
  QSplitter* splitter = nullptr;
  QStackedWidget* pages = nullptr;
  MapPage* map = nullptr;
  NodesPage* nodes = nullptr;
  NodePage* node = nullptr;
  CardsPage* cards = nullptr;
  WorkloadsPage* workloads = nullptr;
  WastePage* waste = nullptr;
  LedgerPage* ledger = nullptr;
  ActivityPage* activity = nullptr;
  PendingPage* pending = nullptr;
  DetailHost* detail = nullptr;
  StatusLine* status = nullptr;
  ToastStack* toasts = nullptr;
  SourceMenu* sources = nullptr;
  Error shownError;
  bool hasError = false;
  bool overlay = false;

  void build();
  void buildPages();
  void connectParts();
  void connectPreview();
  void addShortcuts();
  void retranslate();
  void arrange();
  void showCounts();
  void showConnection();
  void showErrorText();
  bool showPage(const QString& page, const QString& key);
  bool showMap(const QString& page, const QString& key);
  void go(QWidget* page, const char* navigationId);
  void focusFilter();
  void escape();
  void openPreviewDialog(const QString& node, int card);
  void openPlacementDialog(const QString& node);
  void openNodeEdit(const QString& node);
  void openLock();
  void openSubmitDialog();
  void openYaml();
  void openConnectionDetails();
  QString firstNode() const;
};

}  // namespace cardinal::ui
