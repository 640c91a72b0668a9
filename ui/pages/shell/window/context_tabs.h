// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTabBar>
#include <vector>

#include "core/service/source/source.h"
#include "ui/theme/theme.h"
#include "ui/widgets/basic/state.h"

namespace cardinal::ui {

/// What a tab says of its cluster.
struct TabFacts {
  SourceKind kind = SourceKind::Demo;
  QString name;                       ///< plain text
  StateRole state = StateRole::None;  ///< of the connection
  QString words;                      ///< server, user and connection, for tooltip and accessible name
  bool isProduction = false;
  bool isInsecure = false;  ///< the server is not checked
};

/// The clusters that are open, a tab each: strip in the colour of its kind, glyph of the connection, name, PROD mark,
/// close. Left and Right move, Enter opens, the middle button and the cross close. GUI thread only.
class ContextTabs : public QTabBar {
  Q_OBJECT
 public:
  explicit ContextTabs(Theme& theme, QWidget* parent = nullptr);

  /// Adds a tab when `index` is count().
  void setFacts(int index, const TabFacts& facts);
  const TabFacts& facts(int index) const { return m_facts[static_cast<std::size_t>(index)]; }

 signals:
  void closeRequested(int index);

 protected:
  QSize tabSizeHint(int index) const override;
  QSize minimumTabSizeHint(int index) const override;
  void tabInserted(int index) override;
  void tabRemoved(int index) override;
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void paintTab(QPainter& painter, int index) const;
  void showWords(int index);
  static QString insecureMark();
  static QStringList marksOf(const TabFacts& tab);

  Theme& m_theme;
  std::vector<TabFacts> m_facts;
};

}  // namespace cardinal::ui
