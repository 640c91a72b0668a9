// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QApplication>
#include <optional>

#include "ui/pages/shell/window/cluster_view.h"

namespace cardinal::test {

/// A window with everything that the program gives it; for programs that measure one.
class WholeWindow {
 public:
  explicit WholeWindow(QApplication& application) : m_language(application) {
    m_theme.applyTo(application);
    m_view.emplace(m_theme, m_language, m_bridge, ui::WindowSettings());
  }

  ui::SnapshotBridge& bridge() { return m_bridge; }
  ui::ClusterView& view() { return *m_view; }

 private:
  ui::Theme m_theme{ui::ThemeKind::Dark};
  ui::Language m_language;
  SystemClock m_clock;
  ui::SnapshotBridge m_bridge{m_clock};
  std::optional<ui::ClusterView> m_view;
};

}  // namespace cardinal::test
