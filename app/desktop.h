// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QApplication>
#include <memory>
#include <vector>

#include "app/cluster_tab.h"
#include "app/command_line.h"
#include "app/settings/remembered_tabs.h"
#include "core/base/clock.h"
#include "ui/pages/shell/window/console_window.h"
#include "ui/theme/system_appearance.h"

namespace cardinal::app {

/// Everything the window needs, in the order of dependence; destroyed in reverse. GUI thread only.
class Desktop {
 public:
  Desktop(QApplication& application, CommonOptions options);
  ~Desktop();

  /// Opens what the command line chose. Without a choice a broken kubeconfig is shown in the window, over the demo
  /// cluster. Without a choice the tabs of the last time are opened too, each when it still means the same cluster and
  /// identity.
  Result<void> open();
  void show() { m_window.show(); }
  /// Opens a choice in a tab of its own; goes to the tab that is connected to the same cluster with the same identity
  /// when there is one, and connects that one anew when other namespaces or metrics are asked for. Errors are those of
  /// openSource(); no tab is left then.
  Result<void> openInTab(const SourceChoice& choice);
  void bringToFront() { m_window.bringToFront(); }
  /// The view that is looked at.
  ui::ClusterView& view() { return *m_window.current(); }

 private:
  ClusterTab& addTab();
  Result<void> openAllowed(const SourceChoice& choice);
  Result<void> openFirst();
  void reopen(const RememberedTabs& last);
  ClusterTab* reopened(const RememberedTab& last);
  void remember();
  void close(ui::ClusterView& view);

  SystemClock m_clock;
  CommonOptions m_options;
  ui::WindowSettings m_settings;
  ui::Language m_language;
  ui::Theme m_theme;
  TabServices m_shared;
  ui::SystemAppearance m_appearance{QDBusConnection::sessionBus()};
  ui::ConsoleWindow m_window;
  std::vector<std::unique_ptr<ClusterTab>> m_tabs;
  bool m_remembers = false;  ///< a window that was given what to show neither reopens nor forgets the tabs of another
};

}  // namespace cardinal::app
