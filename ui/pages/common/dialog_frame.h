// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

#include "ui/theme/theme.h"

class QBoxLayout;
class QVBoxLayout;

namespace cardinal::ui {

class ActionButton;
class TextLabel;

/// The frame of every dialog: a title (a question where something is asked), the body, the acts at the lower right with
/// the safe one first. Opened with open(): reading on stays possible, no loop is entered.
class DialogFrame : public QDialog {
  Q_OBJECT
 public:
  DialogFrame(Theme& theme, const QString& title, int width, QWidget* parent);

  void setTitle(const QString& title);

 protected:
  void paintEvent(QPaintEvent* event) override;
  Theme& theme() const { return m_theme; }
  QVBoxLayout* body() const { return m_body; }
  /// Added from left to right; the first one closes the dialog and has the focus.
  ActionButton* addButton(const QString& text, bool primary = false);
  /// Return does this from now on: what sends nothing or was previewed and checked, never what destroys. It gets the
  /// focus from the safe button, unless the user has moved it.
  void offerReturn(ActionButton& act);

 private:
  Theme& m_theme;
  TextLabel* m_head;
  QVBoxLayout* m_body;
  QBoxLayout* m_buttons;
  ActionButton* m_safe = nullptr;
};

}  // namespace cardinal::ui
