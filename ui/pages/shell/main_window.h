// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMainWindow>
#include <memory>

#include "ui/bridge/snapshot_bridge.h"
#include "ui/i18n/language.h"
#include "ui/pages/common/source_actions.h"
#include "ui/pages/shell/window_settings.h"
#include "ui/theme/theme.h"

namespace cardinal::ui {

/// The window: top bar, navigation, page stack, status bar. It hosts pages and knows nothing of their insides.
/// Theme, language and bridge outlive it. GUI thread only.
class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  MainWindow(Theme& theme, Language& language, SnapshotBridge& bridge, WindowSettings settings, QWidget* parent = nullptr);
  ~MainWindow() override;

  void setSourceActions(SourceActions actions);
  /// Where plans are written down, as the command line does; without it they end with the window.
  void setJournalFolder(const std::string& folder);
  /// Shows an error in the band below the top bar; the window stays as it is.
  void showError(const Error& error);

  /// Goes to a page: "map", "nodes", "node", "cards", "card", "workloads", "pod", "pending", "waste", "ledger", "activity", "preview". `select`: a node's name,
  /// "node/card index", "namespace/pod". False when page or object do not exist.
  bool showPage(const QString& page, const QString& select = {});
  /// Starts a preview of a manifest's first workload; nothing is sent. `aim`: "", "node" or "node/card index".
  Result<void> previewManifest(const QString& path, const QString& aim = {});
  /// Blocks until a running preview has its answer; for pictures without an event loop only.
  void finishPreview();

 protected:
  void changeEvent(QEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace cardinal::ui
