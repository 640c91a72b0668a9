// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMainWindow>
#include <functional>
#include <memory>
#include <optional>

#include "ui/bridge/snapshot_bridge.h"
#include "ui/i18n/language.h"
#include "ui/pages/common/source_actions.h"
#include "ui/pages/shell/window/context_tabs.h"
#include "ui/session/window_settings.h"
#include "ui/theme/theme.h"

namespace cardinal::ui {

class SystemAppearance;

/// One cluster as the window shows it: top bar, navigation, page stack, status bar. It hosts pages and knows nothing of
/// their insides. A tab of ConsoleWindow; a window of its own in tests and pictures. Theme, language and bridge outlive
/// it. GUI thread only.
class ClusterView : public QMainWindow {
  Q_OBJECT
 public:
  ClusterView(Theme& theme, Language& language, SnapshotBridge& bridge, WindowSettings settings,
              QWidget* parent = nullptr);
  ~ClusterView() override;

  void setSourceActions(SourceActions actions);
  void setTabActions(TabActions actions);
  /// The clusters that could be opened in another tab.
  void openTabMenu(const QPoint& global);
  /// What its tab says.
  TabFacts tabFacts() const;
  /// False while a plan runs: its dialog asks then. `then` is called once the operator has let it stop and it has
  /// stopped.
  bool mayClose(std::function<void()> then = {});
  /// Where plans are written down, as the command line does; without it they end with the window.
  void setJournalFolder(const std::string& folder);
  /// Where allocation over time is kept, a file for each cluster; without it it ends with the window.
  void setRecordFolder(const std::string& folder);
  /// Theme and motion follow the desktop where the user chose nothing; it outlives the window.
  void followDesktop(SystemAppearance& system);
  /// Shows an error in the banner below the top bar; the window stays as it is.
  void showError(const Error& error);
  /// The same of a cluster that could not be opened. Where only the user of its context is missing the banner offers to
  /// connect anonymously, which calls `anonymously`; nobody else is asked.
  void showOpenError(const Error& error, std::function<void()> anonymously);
  /// Says that the kubeconfig names another cluster or identity by now, or cannot be read (`error`); the connection
  /// goes on with what it was opened with. `reconnect` is called when the user wants the new one.
  void showKubeconfigChange(const std::optional<Error>& error, std::function<void()> reconnect);
  void hideKubeconfigChange();
  /// A red badge says that the server's certificate is not checked, as long as this cluster is looked at.
  void setServerUnchecked(bool unchecked);
  /// Asks whether what a context would do may be done; calls `allowed` when the user says so.
  void askAccess(const AccessSummary& summary, std::function<void()> allowed);

  /// Goes to a page of pageTable(), to "past" (the map as it was recorded last), "preview" (of `select`, a node),
  /// "card" or "pod" (the first of the list where `select` is empty). `select`: a node's name, "node/card index",
  /// "namespace/pod". False when page or object do not exist.
  bool showPage(const QString& page, const QString& select = {});
  /// Opens the dialog that makes a plan; nothing is changed. `kind`: "cordon", "drain", "mode"; `node` empty = the
  /// first one; `target`: the mode that is asked for, empty = none yet. False when kind, node or target do not exist or
  /// are refused.
  bool openPlan(const QString& kind, const QString& node, const QString& target = {});
  /// Starts a preview of a manifest's first workload; nothing is sent. `aim`: "", "node" or "node/card index".
  Result<void> previewManifest(const QString& path, const QString& aim = {});
  /// Opens a scenario file on the what-if page.
  Result<void> openScenario(const QString& path);
  /// Blocks until a running preview has its answer; for pictures without an event loop only.
  void finishPreview();

 signals:
  void tabFactsChanged();

 protected:
  void changeEvent(QEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace cardinal::ui
