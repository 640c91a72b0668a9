// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <optional>

#include "ui/theme/theme.h"

class QBoxLayout;
class QProgressBar;

namespace cardinal::ui {

class ActionButton;
class TextLabel;

/// Nothing to show: glyph, what is missing, the cause (what was looked for), how much of it is here already, the next
/// step as a button. Plain text. Where there is no room for them one below the other they stand side by side.
class EmptyState : public QWidget {
  Q_OBJECT
 public:
  explicit EmptyState(Theme& theme, QWidget* parent = nullptr);

  void setIconName(const QString& name);
  void setTitle(const QString& title);  ///< begins with a capital; titles of errors do not
  void setCause(const QString& cause);
  void setShare(std::optional<double> share);  ///< 0 to 1; nothing hides the bar
  void setAction(const QString& text);         ///< "" hides the button

 signals:
  void actionTriggered();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// One below the other, or side by side in a low place.
  void arrange();
  int tallNeed() const;
  Theme& m_theme;
  QString m_icon;
  QBoxLayout* m_column;
  QBoxLayout* m_row;
  QWidget* m_glyph;
  TextLabel* m_title;
  TextLabel* m_cause;
  QProgressBar* m_share;
  ActionButton* m_action;
};

}  // namespace cardinal::ui
