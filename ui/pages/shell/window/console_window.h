// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/pages/shell/window/cluster_view.h"

class QStackedWidget;

namespace cardinal::ui {

class ActionButton;
class ContextTabs;

/// The program's window: one view per cluster, in tabs once there are two. A view that is not shown goes on following
/// its cluster, and its tab shows how that stands. The views belong to whoever adds them. GUI thread only.
class ConsoleWindow : public QWidget {
  Q_OBJECT
 public:
  ConsoleWindow(Theme& theme, WindowSettings settings, QWidget* parent = nullptr);

  /// Adds a view and shows it. It must be removed before it is destroyed.
  void add(ClusterView& view);
  /// Takes a view out; the one beside it is shown.
  void remove(ClusterView& view);
  void show(ClusterView& view);
  using QWidget::show;
  /// To the next tab (1) or the one before (-1), around.
  void step(int by);
  int count() const;
  /// Null while there is none.
  ClusterView* current() const;
  /// Brings the window before others, also out of the icon it was made to.
  void bringToFront();

 signals:
  void closeRequested(cardinal::ui::ClusterView* view);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  ClusterView* view(int index) const;
  void showFacts(int index);
  void showCurrent(int index);
  void arrange();
  void retranslate();

  WindowSettings m_settings;
  QWidget* m_bar;
  ContextTabs* m_tabs;
  ActionButton* m_more;
  QStackedWidget* m_views;
};

}  // namespace cardinal::ui
